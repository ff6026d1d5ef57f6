"""R1 of Red faces B1 of Blue across open ground: what they see of each other, and the shot of one at the other."""

from functools import partial
from typing import Any

from gbtable import BLUE, GB10, INFANTRY, Body, carried_out, first_question, sid, stand, table, why_not

from sandtable.board.place import Place
from sandtable.kernel.decision import Decision, Question
from sandtable.kernel.state import Side, State
from sandtable.rules.great_battles.commands.day import Fire
from sandtable.rules.great_battles.fire.fire import name_target, volley
from sandtable.rules.great_battles.frame.weather import light, set_sight
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.sighting import everyone_looks, sight
from sandtable.rules.great_battles.words import Mark, Tally
from sandtable.scripted import Acted, act

WOOD = {"kind": "woods", "name": "the wood", "at": [20, 14.25], "size": [4, 1]}  # around B1
SHOT = Fire("B1/1 infantry", "R1/1 infantry")


def red(*stands: str, at=(20, 10), facing: int = 0, **how: Any) -> Body:
    return Body("R1", at, facing, stands=stands or (INFANTRY,), **how)


def blue(*stands: str, at=(20, 14), facing: int = 180, **how: Any) -> Body:
    return Body("B1", at, facing, side=BLUE, stands=stands or (INFANTRY,), **how)


def blue_at(inches: float, *stands: str, x: float = 20, **how: Any) -> Body:
    """So far from Red's front, face to face."""
    return blue(*stands, at=(x, 10 + inches), **how)


def marches(state: State, x: float, y: float, dice=(), picks=(), body: str = "R1", facing: int = 0) -> Acted:
    """It moves straight to a place."""
    way = Way(state, state.units[body], Place(x, y, facing))
    return carried_out(state, march, way, 1.0, dice=dice, picks=picks)


def asked_to_fire(after: Acted) -> list[Decision]:
    return [decision for decision in after.asked if "opportunity fire?" in decision.question]


# ---- seeing


def lurking(inches: float = 4, **said: Any) -> State:
    """A hidden stand of Blue so far from Red."""
    return table(red(), blue_at(inches, hidden=True), **said)


def seen(state: State, name: str = "B1/1") -> bool:
    return stand(state, name).known_to is None


def looks(state: State) -> Acted:
    return act(state, everyone_looks)


def sees(state: State, a: str = "R1/1", b: str = "B1/1") -> bool:
    return sight(state, stand(state, a), stand(state, b)).clear


def distance(turn: int, side: Side, *dice: int, **said: Any) -> int:
    """The sighting distance of a player turn, by the die of the third turn if there is one."""
    lit = act(table(red(), blue(), turn=turn, **said), lambda play: light(play, turn), dice).state
    return act(lit, lambda play: set_sight(play, side)).state.tallies[Tally.SIGHT]


lurking10, distance10 = partial(lurking, rules=GB10), partial(distance, rules=GB10)


# ---- firing


def duel(inches: float, mine=(), theirs=(), *, options=(), pieces=(), sight: int = 12, **how: Any) -> State:
    """Red in front of Blue; `how` describes Blue."""
    return table(red(*mine), blue_at(inches, *theirs, **how), options=options, pieces=pieces, sight=sight)


def fires(state: State, *dice: int, by: str = "R1/1", at: str = "B1/1", indirect: bool = False, picks=()) -> Acted:
    order = Fire(sid(state, by), sid(state, at), indirect)
    return act(state, lambda play: volley(play, [order]), dice, picks)


def targeting(state: State, name: str = "R1/1") -> Question:
    return first_question(state, lambda play: name_target(play, sid(state, name)))


def barred(state: State, target: str = "B1/1", by: str = "R1/1", indirect: bool = False) -> str:
    """The clause that forbids a shot."""
    return why_not(targeting(state, by), Fire(sid(state, by), sid(state, target), indirect)).removeprefix("gb20.")


def is_hit(after: Acted, name: str = "B1/1") -> bool:
    return Mark.SUPPRESSED in stand(after.state, name).marks


def is_dead(after: Acted, name: str = "B1/1") -> bool:
    return Mark.DESTROYED in stand(after.state, name).marks


def terms(after: Acted, number: int = 0) -> dict[str, int]:
    """The modifiers of one of the rolls, by clause."""
    return {term.clause.removeprefix("gb20."): term.value for term in after.rolls[number].adds}
