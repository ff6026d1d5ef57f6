"""Tables a player can read, and short ways to play on them.

Able is German and moves, Baker is American and is far off unless a test says otherwise.
"""

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.commands import Fire, March, Move, MoveOne
from sandtable.rules.combat_captain.marching import AS_THEY_STAND
from sandtable.rules.combat_captain.moving import move
from sandtable.rules.combat_captain.scenario import Army, CaptainScenario, Company, Some
from sandtable.rules.combat_captain.words import Tally
from sandtable.scripted import ANY, Acted, why_not
from sandtable.scripted import asks as any_asks
from sandtable.tabletop import Table
from sandtable.tabletop import table as any_table

__all__ = ["ANY", "why_not"]  # and all that is defined here

GERMAN, AMERICAN = Side("German"), Side("American")
SQUAD, TANK, TRUCK = "Able Rifles 1", "Able M4 Sherman 1", "Able Truck 1"
PAK = "50 to 75 mm anti-tank gun"  # a kind; in a few words "1 " stands before it
FOE = "Baker Rifles 1"
FAR = "American Baker at 60,44 facing S: Rifle squad"  # somebody for the other side, out of the way


def table(*units: str, foe: str = FAR, **said: Any) -> Table:
    """Companies in a few words; the American Baker is far off if nobody else is."""
    named = units if any(one.startswith("American") for one in units) else (*units, foe)
    return any_table("combat-captain", *named, **said)


def able(what: str = "Rifle squad", at: str = "20,10", foe: str = FAR, **said: Any) -> Table:
    """Able alone, facing north: `what` it is made of, and further words behind a semicolon."""
    return table(f"German Able at {at}: {what}", foe=foe, **said)


def at(x: float, y: float, facing: int = 0) -> Place:
    return Place(x, y, facing)


# ---- what the rules ask


def asks(
    state: State,
    rule: Callable[[Play], object],
    dice: Iterable[int] = (),
    picks: Iterable[Command] = (),
    kind: str = "",
) -> Question:
    return any_asks(state, rule, dice, picks, RULES.view, kind)


def asked_first(found: Table, kind: str = ANY) -> Question:
    """What is asked first, or first of a kind, if all else leaves no choice."""
    return asks(found.state, play_on, kind=kind)


def moving(found: Table, *dice: int, picks: Iterable[Command] = ()) -> Question:
    """Where Able may go when it has thrown so."""
    return asks(found.state, lambda play: move(play, "Able"), dice, picks, "move")


def offered(question: Question) -> list[type[Command]]:
    return [type(option.command) for option in question.options]


# ---- moving


def goes(found: Table, x: float, y: float, *dice: int, unit: str = SQUAD) -> str:
    """The clause that keeps a sub-unit from going there alone on these dice; none if it may."""
    return why_not(moving(found, *dice), MoveOne(unit, at(x, y)))


def marches(
    found: Table, x: float, y: float, *dice: int, shape: str = AS_THEY_STAND, picks: Iterable[Command] = ()
) -> Acted:
    """Able spends a die and its leader goes there, the others with him."""
    return found.give(Move("Able"), dice, [March("Able", at(x, y), shape), *picks])


def walks(found: Table, x: float, y: float, *dice: int, unit: str = SQUAD, picks: Iterable[Command] = ()) -> Acted:
    """Able spends a die and one sub-unit goes there."""
    return found.give(Move("Able"), dice, [MoveOne(unit, at(x, y)), *picks])


def stands(found: Table, unit: str) -> tuple[float, float]:
    place = found.state.units[unit].place
    assert place is not None, f"{unit} is not on the table"
    return place.point


# ---- firing


def fires(found: Table, *dice: int, with_dice: int = 1, target: str = FOE, picks: Iterable[Command] = ()) -> Acted:
    """All of Able fire at a target: the fire dice, the variable die, what follows."""
    return found.give(Fire("Able", target, with_dice), dice, picks)


def points(found: Acted) -> int:
    """What the last volley comes to on the fire chart."""
    roll = next(roll for roll in reversed(found.rolls) if roll.throw.kind == "fire")
    return roll.reading.score(roll.shown[: roll.reading.count])


def men(found: Table, unit: str = FOE) -> int:
    return found.state.units[unit].tallies[Tally.MEN]


def tally(found: Table, unit: str, what: str) -> int:
    return found.state.units[unit].tallies[what]


def units(state: State, company: str) -> list[Unit]:
    """The sub-units of a company that stand on the table."""
    return [unit for unit in state.units.values() if unit.part_of == company and unit.place]


# ---- scenarios


def scenario(german: tuple[Company, ...] = (), american: tuple[Company, ...] = (), **fields: Any) -> CaptainScenario:
    """A battle to be set up on an open table, the German in the south, who moves first."""
    one = Company("Able", (Some("Rifle squad", 5),))
    other = Company("Baker", (Some("Rifle squad", 5),))
    sides = (Army(GERMAN, german or (one,)), Army(AMERICAN, american or (other,)))
    about = {"id": "test", "rules": "combat-captain", "title": "Test", "setting": "", "size": "", "first": GERMAN}
    return CaptainScenario(**about | {"side": sides} | fields)


def play_on(play: Play) -> None:
    """Step after step, to be handed to `asks`."""
    while play.state.agenda:
        play.take_step(RULES.sequence)


def setting_up(
    battle: CaptainScenario, *picks: Command, dice: Iterable[int] = (), options: tuple[str, ...] = ()
) -> Question:
    """What is asked once these answers are given. `question.state` is the table so far."""
    return asks(RULES.setup(battle, frozenset(options)), play_on, dice, picks)
