"""Hurrying over bad going: a battalion goes faster, at a risk."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.kernel.decision import Option
from sandtable.kernel.events import Noted, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import PATHS, battle, table
from sandtable.rules.great_battles.book.charts import BAD, FOOT
from sandtable.rules.great_battles.commands.day import Hurry
from sandtable.rules.great_battles.edition import charts, cite, dice, rule, term
from sandtable.rules.great_battles.effects.hits import suppress_one_of
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.field import standing, stands_of
from sandtable.rules.great_battles.table.formation import counts_as
from sandtable.rules.great_battles.table.going import Rates, crossed
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.words import Did, Formation


def hurry_options(view: State, body: Unit, rates: Rates) -> Iterator[Option]:
    """Hurrying is offered where it gains something."""
    faster = [charts(view).hurried_rate(row, counts_as(view, body)) for row in rates.rows]
    gain = min((rate for rate in faster if rate is not None), default=0.0) - rates.bad
    if None in faster or rates.pinned or gain <= 0:
        return
    rough = is_near_rough(view, body, rates.good)
    if not (rates.slowed or rough):
        return
    why = "move.bad-going-foot" if rates.rows == {FOOT} else "move.bad-going-vehicles"
    why = why if rough else "move.as-bad-going"
    yield Option(Hurry(body.id), cite(view, why))


def is_near_rough(state: State, body: Unit, reach: float) -> bool:
    """Whether a move could take it over bad going; a road avoids it."""
    if Formation.ROAD_MARCH in body.marks:
        return False
    points = [stand.place.point for stand in standing(state, body.id) if stand.place]
    (west, south, east, north), grounds = shapes.box_of(points, reach), battle(state).grounds
    pieces = [(piece.box, grounds[piece.kind]) for piece in table(state).terrain if piece.kind not in PATHS]
    rough = [box for box, ground in pieces if ground.going == BAD or ground.line]
    return any(x0 <= east and west <= x1 and y0 <= north and south <= y1 for x0, y0, x1, y1 in rough)


@rule("move.bad-going-procedure")
def hurry(play: Play, body: UnitId) -> None:
    """The owner announces it before the move."""
    by = who_may_know(play.state, play.state.units[body])
    play.emit(Spent(body, Did.HURRIES))
    play.emit(Noted(f"{body} hurries over bad going", by, about=(body,)))


def note_rough(play: Play, way: Way, share: float, rates: Rates) -> None:
    """It must roll if it has crossed bad going, or moved as if in it."""
    spent = play.state.units[way.body.id].spent
    if Did.HURRIES in spent and Did.ROUGH not in spent and (rates.slowed or goes_rough(way, way.inches() * share)):
        play.emit(Spent(way.body.id, Did.ROUGH), cite(play.state, "move.bad-going-procedure"))


def goes_rough(way: Way, inches: float) -> bool:
    """Whether a stand crosses bad going within so many inches of its way."""
    gone: dict[UnitId, float] = {}
    for stand, a, b in way.legs if way.pays_ground else ():
        before, length = gone.get(stand, 0.0), shapes.span_of(a.point, b.point)
        gone[stand] = before + length
        end = b.point if before + length <= inches else shapes.along(a.point, b.point, max(inches - before, 0.0))
        if length and before < inches and crosses_rough(way.state, a.point, end):
            return True
    return False


def crosses_rough(state: State, a: Point, b: Point) -> bool:
    parts, lines = crossed(table(state), a, b)
    kinds = [kind for inches, over in parts if inches > shapes.SLACK for kind in over]
    grounds = battle(state).grounds
    bad = any(grounds[kind].going == BAD for kind in kinds if kind not in PATHS)
    return bad or any(grounds[kind].line for kind in lines if kind not in PATHS)


def end_hurry(play: Play, body: UnitId) -> None:
    """A battalion that has hurried over bad going rolls, unless no stand is left."""
    if Did.ROUGH in play.state.units[body].spent and standing(play.state, body):
        take_risk(play, body)


@rule("move.bad-going-procedure")
def take_risk(play: Play, body: UnitId) -> None:
    """One die at the end of the move: if it does not exceed the number of stands, one is suppressed."""
    stands = len(stands_of(play.state, body))
    score = term(play.state, stands, f"{stands} stands", "move.bad-going-procedure")
    if dice(play.state).test(play, Throw("haste", f"{body} has hurried over bad going", body, dreaded=True), score):
        suppress_one_of(play, stands_of(play.state, body), "haste")
