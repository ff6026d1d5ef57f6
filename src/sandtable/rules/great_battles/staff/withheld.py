"""Units that are held back: when they come, and over what ground."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.course import Course
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Marked, Moved, Noted, Spent, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Arrival, battle, day_length, middle, roads, table, turns_today
from sandtable.rules.great_battles.commands.night import CallUp, EnterBy, PutOff
from sandtable.rules.great_battles.edition import charts, cite, refuse, rule
from sandtable.rules.great_battles.facts.reserves import Arrived, Entering
from sandtable.rules.great_battles.table.divisions import c_ops, divisions, fup, listed
from sandtable.rules.great_battles.table.field import all_standing, field, in_reserve
from sandtable.rules.great_battles.words import ENTERS, Did, Kind, Mark, Tally

NAME = "variants.withheld"


# ---- what the owner writes down


def arrivals(state: State, side: Side) -> dict[UnitId, Arrival]:
    """The arrivals that the scenario gives its battalions."""
    return {UnitId(one.id): one.withheld for one in battle(state).army(side).battalions if one.withheld}


def entry_points(state: State, side: Side) -> dict[str, float]:
    """Pieces of terrain over which it may come, and how near to their middle."""
    return {one.at: one.within for one in arrivals(state, side).values() if one.at}


def write_down(play: Play, body: UnitId, day: int, turn: int) -> None:
    play.emit(Tallied(body, Tally.DUE_DAY, day))
    play.emit(Tallied(body, Tally.DUE, turn))


def choose_entry(play: Play, body: UnitId) -> None:
    """The owner chooses where there is a choice. Airborne units choose when they are dropped."""
    unit, clause = play.state.units[body], play.clause
    if Mark.TO_LAND in unit.marks:
        return
    asked = Topic("entry", f"{body}: over what ground does it come?", (body,))
    options = [Option(EnterBy(body, piece), clause) for piece in (*entry_points(play.state, unit.side), "")]
    order = play.ask(unit.side, asked, lambda _view: options)
    assert isinstance(order, EnterBy)
    play.emit_if_new(Entering(body, order.piece))


# ---- when it comes


def is_held_off(unit: Unit) -> bool:
    return Mark.WITHHELD in unit.marks


def is_due(state: State, unit: Unit) -> bool:
    """On its day and turn, or later."""
    if Tally.DUE_DAY not in unit.tallies:
        return False
    due = unit.tallies[Tally.DUE_DAY], unit.tallies[Tally.DUE]
    return (state.tallies[Tally.DAY], state.tallies[Tally.TURN]) >= due


def refuse_arrival(state: State, body: Unit) -> Refusal | None:
    if not is_held_off(body) or is_due(state, body):
        return None
    if Tally.DUE_DAY not in body.tallies:
        return refuse(state, NAME, f"{body.id} is held back: call it up first")
    day, turn = body.tallies[Tally.DUE_DAY], body.tallies[Tally.DUE]
    return refuse(state, NAME, f"{body.id} comes on day {day}, turn {turn}")


def calling_options(view: State, side: Side) -> Iterator[Option]:
    """Call up units that are held back without a date, and put off units that are due."""
    for body in in_reserve(view, side):
        if is_held_off(body) and Did.KEPT not in body.spent:
            if is_due(view, body):
                yield Option(PutOff(body.id), cite(view, NAME))
            elif Tally.DUE_DAY not in body.tallies:
                yield Option(CallUp(body.id), cite(view, NAME))


@rule(NAME)
def call_up(play: Play, body: UnitId) -> None:
    """Two average dice say how many turns it takes."""
    state, by = play.state, frozenset({play.state.units[body].side})
    turns = play.roll(Throw("arrival", f"{body} comes in so many turns", body), charts(state).average_die, 2, by=by)
    play.emit_if_new(Marked(body, Mark.CALLED))
    expect(play, body, state.tallies[Tally.DAY], state.tallies[Tally.TURN] + turns)
    play.emit(Spent(body, Did.KEPT))


@rule(NAME)
def expect(play: Play, body: UnitId, day: int, turn: int) -> None:
    """It comes on that turn; the count goes on into later days."""
    days, before = divmod(turn - 1, day_length(battle(play.state), charts(play.state)))
    write_down(play, body, day + days, before + 1)
    by = frozenset({play.state.units[body].side})
    play.emit(Noted(f"{body} comes on day {day + days}, turn {before + 1}", by, about=(body,)))


def wait_longer(play: Play) -> None:
    """A unit on its way keeps its number of turns when a day ends early."""
    missed = turns_today(play.state) - play.state.tallies[Tally.TURN]
    reserves = [body for side in play.state.sides for body in in_reserve(play.state, side)]
    for body in reserves if missed > 0 else ():
        if Mark.CALLED in body.marks and not is_due(play.state, body):
            expect(play, body.id, body.tallies[Tally.DUE_DAY], body.tallies[Tally.DUE] + missed)


@rule(NAME)
def put_off(play: Play, body: UnitId) -> None:
    """As if it were called up now; it may come somewhere else."""
    call_up(play, body)
    choose_entry(play, body)


@rule(NAME)
def arrive(play: Play, body: UnitId) -> None:
    """It has arrived, as its owner wrote down."""
    play.emit(Arrived(body))


# ---- where


def entry_ground(state: State, body: Unit) -> tuple[str, Slab, float] | None:
    """The ground it comes over, its middle, and the distance from that; None if it comes like reserves."""
    name = next((mark.removeprefix(ENTERS) for mark in body.marks if mark.startswith(ENTERS)), "")
    if not name:
        return None
    point = middle(table(state).piece(name).points)
    return name, shapes.limb(point, point, 0.0), entry_points(state, body.side)[name]


def land_staff_late(play: Play, side: Side) -> None:
    """A late C Ops or FUP is placed when it is due and nobody is in the way."""
    for division in divisions(play.state, side):
        said = listed(play.state, division)
        put_down(play, c_ops(play.state, division), said.c_ops_arrives, "command.c-ops")
        put_down(play, fup(play.state, division), said.fup_arrives, "command.fup")


def put_down(play: Play, unit: Unit | None, arrival: Arrival | None, why: str) -> None:
    if unit is None or arrival is None or not is_held_off(unit) or not is_due(play.state, unit):
        return
    place, clause = landing_place(play.state, unit, arrival), cite(play.state, why)
    if is_clear(play.state, unit, place):
        play.emit(Moved(unit.id, place), clause)
        play.emit(Arrived(unit.id), clause)


def landing_place(state: State, unit: Unit, arrival: Arrival) -> Place:
    """On a road of that piece if there is one, the FUP beside the C Ops; otherwise in the middle."""
    piece = table(state).piece(arrival.at)
    here = middle(piece.points)
    courses = [Course(road.points) for road in roads(table(state))]
    nearest = [course.at(course.nearest(here)[0]) for course in courses]
    x, y = min([point for point in nearest if piece.covers(point)], key=lambda p: shapes.span_of(here, p), default=here)
    base = charts(state).bases[unit.kind]
    behind = base.width if unit.kind == Kind.FUP else 0.0
    behind = behind if y - behind >= base.depth / 2 else -behind
    return table(state).brought_in(shapes.place_at((x, y - behind)), base)


def is_clear(state: State, unit: Unit, place: Place) -> bool:
    slab, slabs = shapes.footprint(place, charts(state).bases[unit.kind]), field(state).slabs
    enemies = all_standing(state, state.foe(unit.side))
    return not any(shapes.come_within(slab, slabs[enemy.id], charts(state).road_clear) for enemy in enemies)
