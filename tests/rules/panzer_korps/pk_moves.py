"""Short ways to move formations about. I is German infantry at 20,10; the French A is far off unless a test says so."""

from collections.abc import Iterable
from typing import Any

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.state import State, Unit
from sandtable.kernel.view import open_table
from sandtable.rules.panzer_korps.commands import March
from sandtable.rules.panzer_korps.group_moves import move_group
from sandtable.rules.panzer_korps.sequence import SEQUENCE
from sandtable.rules.panzer_korps.steps import GroupMoves
from sandtable.rules.panzer_korps.tabletop import tabletop
from sandtable.scripted import Acted, act, asks, why_not

GROUP = "German group"
FAR = "French A at 60,44 facing S: 3 infantry; unspotted"


def table(*units: str, foe: str = FAR, **said: Any) -> State:
    """Formations in a few words; the French are far off if nobody else is."""
    named = units if any(one.startswith("French") for one in units) else (*units, foe)
    return tabletop(named, **said)


def one(what: str = "3 infantry", at: str = "20,10", foe: str = FAR, **said: Any) -> State:
    """I alone, facing north: `what` it is made of, and further words behind a semicolon."""
    return table(f"German I at {at}: {what}", foe=foe, **said)


def at(x: float, y: float, facing: int = 0) -> Place:
    return Place(x, y, facing)


def asked(state: State, moves: int = 1, free: int = 0, picks: Iterable[Command] = (), group: str = GROUP) -> Question:
    return asks(state, lambda play: move_group(play, GroupMoves(group, moves, free)), (), picks, open_table)


def goes(state: State, x: float, y: float, how: str = "", unit: str = "I", group: str = GROUP) -> str:
    """The clause that keeps a formation from going there; none if it may."""
    return why_not(asked(state, group=group), March(unit, at(x, y), how))


def reaches(state: State, inches: float, how: str = "", unit: str = "I") -> bool:
    """Whether it can go exactly so far to the north, and no farther."""
    here = state.units[unit].place
    x, y = here.x, here.y
    return not goes(state, x, y + inches, how, unit) and bool(goes(state, x, round(y + inches + 0.01, 2), how, unit))


def moves(state: State, *picks: Command, dice: Iterable[int] = (), number: int = 1, free: int = 0) -> Acted:
    return act(state, lambda play: SEQUENCE[GroupMoves](play, GroupMoves(GROUP, number, free)), dice, picks, open_table)


def unit(state: State, name: str = "I") -> Unit:
    return state.units[name]


def offered(question: Question, kind: type[Command]) -> list[Command]:
    return [option.command for option in question.options if type(option.command) is kind]
