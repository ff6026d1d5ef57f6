"""Entrenching, where it is agreed."""

from collections.abc import Collection

from sandtable.kernel.decision import Refusal
from sandtable.kernel.events import Marked, Noted, Spent, Tallied, Unmarked, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.charts import NONE
from sandtable.rules.great_battles.edition import plays, refuse, rule
from sandtable.rules.great_battles.field import is_locked, standing
from sandtable.rules.great_battles.ground import cover, on_foot
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally

WORK = 5  # actions: variants.entrenching


def refuse_dig(state: State, body: Unit) -> Refusal | None:
    name = "variants.entrenching"
    if not plays(state, "entrenching"):
        return refuse(state, name, "entrenching is not being played")
    stands = standing(state, body.id)
    if not any(stand.kind == Kind.INFANTRY and on_foot(stand) for stand in stands) or is_locked(state, body):
        return refuse(state, name, "only infantry on foot and out of close combat digs in")
    if any(cover(state, stand) != NONE for stand in stands):
        return refuse(state, name, "only in the open")
    return refuse(state, name, "it is at work on something else") if any(Did.BUSY in s.spent for s in stands) else None


@rule("variants.entrenching")
def dig(play: Play, body: UnitId) -> None:
    """Five actions in the same place, and its stands are in hard cover."""
    unit = play.state.units[body]
    done = unit.tallies.get(Tally.DIGGING, 0) + 1
    play.emit(Spent(body, Did.ACTED))
    play.emit(Noted(f"{body} digs in, {done} of {WORK}", knowers(unit)))
    play.emit(Tallied(body, Tally.DIGGING, done if done < WORK else None))
    if done == WORK:
        for stand in standing(play.state, body):
            play.emit(Marked(stand.id, Mark.DUG_IN))


@rule("variants.entrenching")
def leave_work(play: Play, body: UnitId, staying: Collection[UnitId] = ()) -> None:
    """Work in progress is lost if it moves or is attacked, finished work to those who move out."""
    if Tally.DIGGING in play.state.units[body].tallies:
        play.emit(Tallied(body, Tally.DIGGING, None))
    for stand in standing(play.state, body):
        if Mark.DUG_IN in stand.marks and stand.id not in staying:
            play.emit(Unmarked(stand.id, Mark.DUG_IN))
