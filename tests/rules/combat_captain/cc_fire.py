"""Tables for fire, and what a player reads off them.

Able is ours and stands south of Baker, whose first sub-unit is the target. Sub-units are named by company and number
in its list: "Able 2".
"""

from collections import Counter
from collections.abc import Iterable
from math import ceil, cos, degrees, radians, sin
from typing import Any

from msgspec.structs import replace

import sandtable as st
from sandtable.board.place import Place
from sandtable.board.shapes import place_at
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.facts import Rolled
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.activation import act
from sandtable.rules.combat_captain.book import KINDS
from sandtable.rules.combat_captain.commands import Fire, FireSome
from sandtable.rules.combat_captain.words import Mark, Tally, Tie
from sandtable.scripted import ANY, Acted, asks, offers, why_not
from sandtable.tabletop import Table

TARGET = (36.0, 30.0)
INFANTRY, MG, MORTAR, BAZOOKA = "Rifle squad", "Machine gun squad", "Mortar squad", "Bazooka squad"
TIGER, PANZER, SHERMAN, PANTHER = "Tiger I", "Panzer IV", "M4 Sherman", "Panther"
PAK, LIGHT, EIGHTY_EIGHT = "50 to 75 mm anti-tank gun", "37 to 45 mm anti-tank gun", "88 mm gun"
TRUCK, HALF_TRACK, CAR = "Truck", "Half-track", "Car"
MOST = 24  # fire points of one sub-unit that throws four dice


# ---- setting a table


def facing(mine: str, theirs: str, inches: float = 6.0, ours: str = "", foe: str = "", us: str = "German",
           them: str = "American", **more: Any) -> Table:  # fmt: skip
    """All of ours at the same range from the target, side by side round it, their leader in the middle."""
    front = company(f"{us} Able at 36,10", mine, "Veteran", ours, corner="1 1")
    table = on_table(front, company(f"{them} Baker at 36,30 facing 180", theirs, foe, corner="71 47"), **more)
    round_it = [unit for unit in members(table, "Able") if unit.place != Place(1.0, 1.0)]
    span = inches + KINDS[sub(table, "Baker 1").kind].radius
    step = degrees((2 * max(KINDS[unit.kind].radius for unit in round_it) + 0.5) / span)
    for i, unit in enumerate(round_it):
        turn = radians((i - (len(round_it) - 1) / 2) * step)
        point = TARGET[0] + span * sin(turn), TARGET[1] - span * cos(turn)
        put(table, unit if unit.aboard else replace(unit, place=place_at(point)))
    put(table, table["Able"].unlink(Tie.LEADER).link(Tie.LEADER, round_it[len(round_it) // 2].id))
    return table


def company(head: str, made_of: str, *words: str, corner: str) -> str:
    """Transport alone is no company: a squad goes with it, out of everybody's way."""
    if made_of not in (TRUCK, HALF_TRACK, CAR):
        return f"{head}: {made_of}; {', '.join(filter(None, words))}"
    return f"{head}: {made_of}, Rifle squad; {', '.join(filter(None, [*words, f'2 at {corner}']))}"


def on_table(*units: str, **more: Any) -> Table:
    """Companies in the words of the table set by hand."""
    return st.table("combat-captain", *units, **more)


def put(table: Table, unit: Unit) -> None:
    table.state = table.state.put(unit)


# ---- playing on it


def fires(table: Table, *dice: int, at: str = "Baker 1", spend: int = 1, picks: Iterable[Command] = ()) -> Acted:
    """All of Able that can."""
    return table.give(shot(table, at, spend), dice, picks)


def shot(table: Table, at: str = "Baker 1", spend: int = 1, by: str = "Able") -> Fire:
    return Fire(UnitId(by), sub(table, at).id, spend)


def some(table: Table, at: str = "Baker 1", spend: int = 1, by: str = "Able") -> FireSome:
    return FireSome(UnitId(by), sub(table, at).id, spend)


def volley(points: int, *dice: int, theirs: str = INFANTRY, mine: str = INFANTRY, each: int = 0, foe: str = "",
           **more: Any) -> tuple[Table, Acted]:  # fmt: skip
    """A volley of so many fire points: enough sub-units, each with a modifier, throw four dice each at short range.

    `dice`: those that follow, the variable die first.
    """
    number = max(ceil(points / (MOST + each)), 1)
    table = facing(f"{number} {mine}", theirs, foe=foe, us="Soviet", **more)
    pips, count = points - number * each, 4 * number
    return table, fires(table, *(pips // count + (i < pips % count) for i in range(count)), *dice, spend=3)


def asked(table: Table, *picks: Command, dice: Iterable[int] = (), kind: str = ANY, company: str = "Able") -> Question:
    """What is asked of a company that has been activated, or after it has begun something."""
    return asks(table.state, lambda play: act(play, UnitId(company)), dice, picks, kind=kind)


def refused(table: Table, command: Command, company: str = "Able") -> str:
    """The clause that forbids an activity; none if it may be done."""
    return forbidden(asked(table, company=company), command)


def forbidden(question: Question, command: Command) -> str:
    return why_not(question, command).removeprefix("cc.")


def offered(table: Table, company: str = "Able") -> list[Command]:
    """What a company that has been activated may do."""
    return offers(asked(table, company=company))


# ---- reading a table


def members(table: Table | State, company: str) -> list[Unit]:
    state = table.state if isinstance(table, Table) else table
    return [unit for unit in state.units.values() if unit.part_of == company]


def sub(table: Table | State, name: str) -> Unit:
    """Able 2: the second in the list of Able."""
    company, _, number = name.rpartition(" ")
    return members(table, company)[int(number) - 1]


def men(table: Table, company: str = "Baker") -> list[int]:
    return [unit.tallies[Tally.MEN] for unit in members(table, company) if Tally.MEN in unit.tallies]


def is_gone(table: Table, name: str = "Baker 1") -> bool:
    unit = sub(table, name)
    return Mark.LOST in unit.marks and unit.place is None


def chits(table: Table, company: str = "Baker") -> int:
    return table[company].tallies[Tally.CHITS]


def leader(table: Table, company: str = "Baker") -> str:
    found = table[company].linked(Tie.LEADER)[0]
    return f"{company} {[unit.id for unit in members(table, company)].index(found) + 1}"


# ---- reading the dice


def volleys(after: Acted) -> list[Rolled]:
    return [roll for roll in after.rolls if roll.throw.kind == "fire"]


def points(after: Acted) -> int:
    """Fire points of the volley."""
    (roll,) = volleys(after)
    return roll.reading.score(roll.shown[: roll.reading.count])


def result(after: Acted) -> int:
    """What the chart said: hits, or the kill number."""
    (roll,) = volleys(after)
    return roll.total


def thrown(after: Acted, kind: str = "save") -> list[int]:
    """Faces of the throws of one kind."""
    return [face for roll in after.rolls if roll.throw.kind == kind for face in roll.shown]


def dice_of(after: Acted) -> int:
    """Fire dice of the volley, the variable die left out."""
    (roll,) = volleys(after)
    return roll.reading.count


def adds(after: Acted) -> dict[str, int]:
    """What was added to the fire points, by clause."""
    (roll,) = volleys(after)
    found: Counter[str] = Counter()
    for term in roll.adds:
        found[term.clause.removeprefix("cc.")] += term.value
    return {clause: value for clause, value in found.items() if value}
