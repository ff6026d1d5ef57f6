"""Short ways to fight. The German I stands at 36,10 and faces north; the French A stands north of it, facing it."""

from collections.abc import Iterable
from typing import Any

from sandtable.board.shapes import ahead
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.state import Step
from sandtable.rules.panzer_korps import RULES, steps
from sandtable.rules.panzer_korps.commands import BlindFire, Fire
from sandtable.rules.panzer_korps.field import status
from sandtable.rules.panzer_korps.tabletop import tabletop
from sandtable.rules.panzer_korps.words import Tally
from sandtable.scripted import Acted, asks, why_not
from sandtable.tabletop import Table

GERMAN, FRENCH = "German", "French"
FIRE = (steps.Fire(GERMAN),)
DEEP = (72.0, 144.0)  # for long ranges


def table(*units: str, agenda: tuple[Step, ...] = FIRE, **said: Any) -> Table:
    return Table(RULES, tabletop(units, agenda=agenda, **said))


def facing(
    mine: str = "3 infantry", theirs: str = "3 infantry", inches: float = 8, turned: int = 180, **said: Any
) -> Table:
    """I and A with so many inches between their edges; `turned`: the way that A faces."""
    x, y = ahead((36.0, 10.0), 0, inches + 2)
    units = f"German I at 36,10: {mine}", f"French A at {x:g},{y:g} facing {turned}: {theirs}"
    return table(*units, size=DEEP, **said)


# ---- fire


def shoots(found: Table, fire: int, cover: int = 1, order: Command | None = None) -> Acted:
    """I fires at A; the two dice show so."""
    return found.give(order or Fire("I", "A"), [fire, cover])


def score(after: Acted) -> int:
    """The modified FIRE DIE."""
    roll = after.rolls[0]
    return roll.shown[0] + sum(term.value for term in roll.adds)


def terms(after: Acted, number: int = 0) -> dict[str, int]:
    """What is added to a die, by its label; not what adds nothing."""
    return {term.label: term.value for term in after.rolls[number].adds if term.value}


def dice(after: Acted) -> tuple[int, ...]:
    """The sizes of the dice that were thrown."""
    return tuple(roll.reading.sides for roll in after.rolls)


def markers(after: Acted, unit: str = "A") -> int:
    return after.state.units[unit].tallies[Tally.DISORDER]


def state_of(after: Acted, unit: str = "A") -> str:
    return status(after.state, after.state.units[unit])


def may_fire(found: Table, unit: str = "I", target: str = "A", *, blind: bool = False) -> str:
    """The clause that forbids a shot; empty if it is allowed."""
    command = (BlindFire if blind else Fire)(unit, target)
    side = found[unit].side
    question = asked(found, steps.Fire(side))
    return why_not(question, command)


def asked(found: Table, step: Step, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Question:
    """What a step asks first."""
    procedure = RULES.sequence[type(step)]

    def play_out(play: Any) -> None:
        while procedure(play, step):
            pass

    return asks(found.state, play_out, dice, picks, RULES.view, kind="any")
