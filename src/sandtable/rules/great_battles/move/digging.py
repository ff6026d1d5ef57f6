"""Entrenching, an option."""

from collections.abc import Collection, Mapping, Sequence

from sandtable.board.place import Place
from sandtable.kernel.decision import Refusal
from sandtable.kernel.events import Marked, Noted, Spent, Tallied, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import NONE
from sandtable.rules.great_battles.edition import charts, plays, refuse, rule
from sandtable.rules.great_battles.table.field import body_of, is_locked, standing
from sandtable.rules.great_battles.table.ground import cover, on_foot
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally

NAME = "variants.entrenching"


def refuse_dig(state: State, body: Unit) -> Refusal | None:
    """Why a battalion, or one of its stands, cannot dig in."""
    if not plays(state, "entrenching"):
        return refuse(state, NAME, "this battle is played without entrenching")
    together = body.kind == Kind.BATTALION
    stands = standing(state, body.id) if together else [body]
    locked = is_locked(state, body if together else body_of(state, body))
    if not any(stand.kind == Kind.INFANTRY and on_foot(stand) for stand in stands) or locked:
        return refuse(state, NAME, "only infantry on foot and out of close combat can dig in")
    if any(cover(state, stand) != NONE for stand in stands):
        return refuse(state, NAME, "it can only dig in the open")
    return refuse(state, NAME, "it is doing something else") if any(Did.BUSY in s.spent for s in stands) else None


@rule(NAME)
def dig(play: Play, digger: UnitId) -> None:
    """After five actions in one place the stands are in hard cover."""
    unit = play.state.units[digger]
    together = unit.kind == Kind.BATTALION
    done, work = unit.tallies.get(Tally.DIGGING, 0) + 1, charts(play.state).digging
    play.emit(Spent(digger, Did.ACTED if together else Did.BUSY))
    play.emit(Noted(f"{digger} digs in, {done} of {work}", who_may_know(play.state, unit)))
    play.emit(Tallied(digger, Tally.DIGGING, done if done < work else None))
    if done == work:
        for stand in standing(play.state, digger) if together else [unit]:
            play.emit(Marked(stand.id, Mark.DUG_IN))


@rule(NAME)
def leave_work(play: Play, body: UnitId, staying: Collection[UnitId] = ()) -> None:
    """Work in progress is lost if the battalion moves, finished work for the stands that move out."""
    gone = [stand for stand in standing(play.state, body) if stand.id not in staying]
    abandon(play, [play.state.units[body], *gone])
    for stand in gone:
        if Mark.DUG_IN in stand.marks:
            play.emit(Unmarked(stand.id, Mark.DUG_IN))


def form_anew(play: Play, body: UnitId, places: Mapping[UnitId, Place]) -> None:
    """Before a change of formation: stands that change place leave their work."""
    staying = unmoved(play.state, body, places)
    if len(staying) < len(standing(play.state, body)):
        leave_work(play, body, staying)


def unmoved(state: State, body: UnitId, places: Mapping[UnitId, Place]) -> list[UnitId]:
    """Its stands that stay where they are."""
    stands = [(stand.id, stand.place) for stand in standing(state, body) if stand.place is not None]
    return [stand for stand, place in stands if places.get(stand, place).point == place.point]


@rule(NAME)
def disturb(play: Play, body: UnitId) -> None:
    """Work in progress is lost when the enemy moves into close combat."""
    abandon(play, [play.state.units[body], *standing(play.state, body)])


def abandon(play: Play, diggers: Sequence[Unit]) -> None:
    for unit in diggers:
        if Tally.DIGGING in unit.tallies:
            play.emit(Tallied(unit.id, Tally.DIGGING, None))
