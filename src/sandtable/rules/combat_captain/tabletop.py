"""A table set by hand: companies by name, sub-units and place, on open ground but for some pieces.

    table("combat-captain", "German Able at 20,10 facing N: 5 Rifle squad, Machine gun squad; Veteran, chits 1",
          "American Baker at 20,30 facing S: Rifle squad; cover 2", ground=["forest at 20,20 size 6,4"])

Words of a company: its quality, an arrangement ("in line", "close together", "in file"), "cover 2", "chits 1",
"dice 2", "leader 3". Words of one of its sub-units begin with its number: "2 at 20 14", "2 facing 90", "2 men 3",
"2 cover 1", "2 still 2", "2 aboard 5", "2 lost".
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from sandtable.board.tablemap import TableMap
from sandtable.kernel.counting import tallied
from sandtable.kernel.state import Link, Side, State, Step, Unit, UnitId
from sandtable.mechanics.aims import Victory
from sandtable.mechanics.arrangement import BLOCK, LINE, SHAPES, arranged
from sandtable.mechanics.shorthand import Described, described, piece, placed, sides_of
from sandtable.rules.combat_captain import sequence as steps
from sandtable.rules.combat_captain.book import DICE, KINDS, QUALITIES
from sandtable.rules.combat_captain.control import radius_of, slots
from sandtable.rules.combat_captain.scenario import Army, CaptainScenario, Company, Objective, Some, check, opening
from sandtable.rules.combat_captain.words import Mark, Tally, Tie

USUAL = Side("German"), Side("American")  # if the companies name no other
OF_A_COMPANY = {"chits": Tally.CHITS, "dice": Tally.DICE}
OF_A_SUB_UNIT = {"men": Tally.MEN, "cover": Tally.COVER, "still": Tally.STILL}


def tabletop(
    units: Iterable[str],
    *,
    ground: Iterable[str] = (),
    options: frozenset[str] = frozenset(),
    size: tuple[float, float] = (72.0, 48.0),
    turn: int = 1,
    turns: int = 10,
    objectives: Sequence[Objective] = (),
    victory: Victory | None = None,
    edges: tuple[str, str] = ("south", "north"),
    heavy: bool = False,
    agenda: tuple[Step, ...] | None = None,
) -> State:
    """A battle under way. The first side that is named is the active player and comes from the south."""
    given = [described(one) for one in units]
    sides = sides_of(given, USUAL)
    laid = tuple(piece(one) for one in ground)
    armies = tuple(army(side, edge, given, heavy=heavy) for side, edge in zip(sides, edges, strict=True))
    scenario = CaptainScenario(
        id="by hand", rules="combat-captain", title="A table set by hand", setting="", size="", turns=turns,
        first=sides[0], map=TableMap(size, laid), side=armies, objectives=tuple(objectives),
        victory=victory or Victory(),
    )  # fmt: skip
    check(scenario)
    state = opening(scenario, options)
    everybody = dict(state.units)
    for said in given:
        stand_up(everybody, said)
    tallies = {Tally.TURN: turn}
    return replace(
        state, units=everybody, tallies=tallies, agenda=rest_of_turn(*sides, turn) if agenda is None else agenda
    )


def rest_of_turn(side: Side, foe: Side, turn: int) -> tuple[Step, ...]:
    own = (steps.Activation, steps.CloseCombat, steps.RandomEvent, steps.EndOfPlayerTurn)
    return (*(step(side) for step in own), steps.PlayerTurn(foe), steps.Turn(turn + 1, side))


def army(side: Side, edge: str, given: Sequence[Described], *, heavy: bool) -> Army:
    """A side nobody has described has one rifle squad off the table."""
    own = [company(said) for said in given if said.side == side]
    spare = Company(f"{side} reserve", (Some("Rifle squad"),), any_size=True)
    return Army(side, tuple(own) or (spare,), edge, heavy_artillery=heavy)


def company(said: Described) -> Company:
    for name in said.made_of:
        if name not in KINDS:
            raise said.fault(f"there is no sub-unit {name!r}; there are {', '.join(KINDS)}")
    made_of = tuple(Some(name) for name in said.made_of or ("Rifle squad",))
    return Company(said.name, made_of, quality=said.one_of(QUALITIES, "Regular"), any_size=True)


def stand_up(units: dict[UnitId, Unit], said: Described) -> None:
    """Put a company on the table as its words say."""
    body = units[UnitId(said.name)]
    own = [unit for unit in units.values() if unit.part_of == body.id]
    shape = said.one_of(SHAPES, BLOCK if len(own) > 3 else LINE)
    if said.place is not None:
        places = arranged(slots(own, own[0], shape, radius_of(body)), said.place)
        for unit in own:
            units[unit.id] = replace(unit, place=places[unit.id])
    ready = tallied(body, {Tally.DICE: DICE})
    units[body.id] = replace(ready, marks=body.marks | {Mark.PLACED}, links=(Link(Tie.LEADER, own[0].id),))
    for word in said.words:
        if word not in QUALITIES and word not in SHAPES:
            obey(units, said, [unit.id for unit in own], word.split())


def obey(units: dict[UnitId, Unit], said: Described, own: Sequence[UnitId], words: list[str]) -> None:
    """One word of a company or of a sub-unit."""
    body = UnitId(said.name)
    match words:
        case ["leader", number] if number.isdecimal():
            units[body] = replace(units[body], links=(Link(Tie.LEADER, own[int(number) - 1]),))
        case [tally, number] if tally in OF_A_COMPANY and number.isdecimal():
            units[body] = tallied(units[body], {OF_A_COMPANY[tally]: int(number)})
        case ["cover" | "still" as tally, number] if number.isdecimal():
            for i in own:
                units[i] = tallied(units[i], {OF_A_SUB_UNIT[tally]: int(number)})
        case [number, *rest] if number.isdecimal() and 1 <= int(number) <= len(own):
            obey_one(units, said, own, own[int(number) - 1], rest)
        case _:
            raise said.fault(f"{' '.join(words)!r} means nothing of a company")


def obey_one(units: dict[UnitId, Unit], said: Described, own: Sequence[UnitId], i: UnitId, words: list[str]) -> None:
    unit = units[i]
    match words:
        case ["at" | "facing", *_] if place := placed(unit.place, words):
            units[i] = replace(unit, place=place)
        case ["aboard", number]:
            units[i] = replace(unit, place=None, aboard=own[int(number) - 1])
        case ["lost"]:
            units[i] = replace(unit, place=None, marks=unit.marks | {Mark.LOST})
        case [tally, number] if tally in OF_A_SUB_UNIT:
            units[i] = tallied(unit, {OF_A_SUB_UNIT[tally]: int(number)})
        case _:
            raise said.fault(f"{' '.join(words)!r} means nothing of a sub-unit")
