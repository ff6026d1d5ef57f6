"""Moves and fights over some ground."""

from tabletop import BLUE, activated, at, table, unit

from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import Attack, Move
from sandtable.rules.portable_wargame.movement import march
from sandtable.rules.portable_wargame.routes import fresh_leg
from sandtable.scripted import act

ATTACK = Attack("Red Infantry", "Blue Infantry")


def foe(where: str, facing: str = "S", kind: str = "Infantry", **more):
    return unit(kind, where, facing, side=BLUE, **more)


def reach(kind: str, start: str, ground: dict[str, str], *others, spent=()):
    return activated(table(unit(kind, start, spent=spent), *others, ground=ground), f"Red {kind}")


def told(kind: str, start: str, end: str, ground: dict[str, str]) -> str:
    """The log line of a plain move."""
    state = table(unit(kind, start), ground=ground)
    name, leg = f"Red {kind}", fresh_leg(state, state.units[f"Red {kind}"])
    return act(state, lambda play: march(play, name, Move(name, at(end)), leg)).told[-1]


def fought(dice, ground: dict[str, str], *, mine=(), theirs=()):
    """Red Infantry on d4 attacks Blue Infantry on d5, front to front; the attacked Unit throws first."""
    state = table(unit("Infantry", "d4", spent=mine), foe("d5", spent=theirs), ground=ground)
    return act(state, lambda play: fight(play, ATTACK), dice=dice)
