"""A table set by hand: formations by name, companies and place, on open ground but for some pieces.

    table("panzer-korps", "German I at 20,10 facing N: 3 infantry, HMG, mortar 81; Elite, motorised, disorder 3",
          "French A at 20,30 facing S: 3 AFV 75; heavy, superior", ground=["light woods at 20,20 size 6,4"])

The first kind of company is the formation's own; the others are attached; a number behind a kind is its calibre.
Words of a formation: its quality, "SS", "Fanatic", "recce", how it rides ("motorised", "tracked"), its weight, its gun
("superior"), "entrenched", "column", "Panicked", "unspotted", "out of supply", "off table", what it did this turn
("moved", "fired", ...), "disorder 3", "panics 1", "digging 1", "decorated 1", "nation Russia", and its Force Group:
"group North", "led by A", "colour Red", "order Hold". Formations that name no group are in one of their side.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from sandtable.board.tablemap import TableMap
from sandtable.book.nations import SAME
from sandtable.kernel.counting import added
from sandtable.kernel.state import Side, State, Step, Unit, UnitId
from sandtable.mechanics.shorthand import Described, described, marked, piece, sides_of
from sandtable.rules.panzer_korps import scenario, steps
from sandtable.rules.panzer_korps.book import QUALITIES, SEGMENTS
from sandtable.rules.panzer_korps.setup import opening
from sandtable.rules.panzer_korps.words import GUNS, TYPES, Did, Mark, Tally, Tie, Trait, Type, words_of

USUAL = Side("German"), Side("French")  # if the formations name no other
RIDES, WEIGHTS, GUNS_OF = get_args(scenario.Ride), get_args(scenario.Weight)[1:], get_args(scenario.Gun)[1:]
TRAITS = (Trait.SS, Trait.FANATIC, Trait.RECCE)
MARKS = {
    "entrenched": Mark.ENTRENCHED, "column": Mark.COLUMN, "Panicked": Mark.PANICKED,
    "out of supply": Mark.OUT_OF_SUPPLY, "has fired": Mark.HAS_FIRED, "was spotted": Mark.WAS_SPOTTED,
}  # fmt: skip
LASTS: dict[str, Any] = {"year": 1943, "days": 7, "last": "Midnight"}  # unless a table says otherwise
TALLIES = {"disorder": Tally.DISORDER, "panics": Tally.PANICS, "digging": Tally.DIGGING}
OF_A_GROUP = ("group", "led by", "colour", "order", "nation", "decorated")


def tabletop(
    units: Iterable[str],
    *,
    ground: Iterable[str] = (),
    options: frozenset[str] = frozenset(),
    size: tuple[float, float] = (72.0, 48.0),
    weather: Iterable[str] = (),
    segment: str = "Morning",
    day: int = 1,
    turn: int = 1,
    turns: int = 4,
    agenda: tuple[Step, ...] | None = None,
    **more: Any,
) -> State:
    """A battle under way. The first side that is named has the initiative and comes from the south.

    `more`: fields of the scenario, and fields of the armies by side: cinc={"German": "A"}.
    """
    given = [described(one) for one in units]
    sides = sides_of(given, USUAL)
    of_armies = {name: more.pop(name) for name in [*more] if name in scenario.Army.__struct_fields__}
    by_hand = scenario.KorpsScenario(
        id="by hand", rules="panzer-korps", title="A table set by hand", setting="", size="", first=sides[0],
        start="Early Morning", weather=tuple(map(scenario.Weather, weather)),
        map=TableMap(size, tuple(piece(one) for one in ground)),
        side=tuple(army(side, given, of_armies) for side in sides), **LASTS | more,
    )  # fmt: skip
    scenario.check(by_hand)
    state = opening(by_hand, options)
    everybody = dict(state.units)
    for said in given:
        stand_up(everybody, said)
    for side in sides:
        had = sum(unit.side == side and unit.place is not None and unit.kind in TYPES for unit in everybody.values())
        everybody[UnitId(side)] = added(everybody[UnitId(side)], Tally.HAD, had)
    first = everybody[UnitId(sides[0])]
    everybody[first.id] = first.link(Tie.INITIATIVE, first.id)
    tallies = {Tally.DAY: day, Tally.SEGMENT: SEGMENTS.index(segment), Tally.TURN: turn, Tally.TURNS: turns}
    if agenda is None:
        agenda = *map(steps.Movement, sides), *steps.after_movement(*sides)
    return replace(state, units=everybody, tallies=tallies, agenda=agenda)


def army(side: Side, given: Sequence[Described], more: Mapping[str, Mapping[str, Any]]) -> scenario.Army:
    own = {name: of_side[side] for name, of_side in more.items() if side in of_side}
    return scenario.Army(side, SAME.get(side, side), groups(side, given), **own)


def groups(side: Side, given: Sequence[Described]) -> tuple[scenario.Group, ...]:
    """A side that nobody has described has one battalion off the table."""
    own = [said for said in given if said.side == side]
    if not own:
        return (scenario.Group(f"{side} group", "D", (scenario.Formation(f"{side} reserve", Type.INFANTRY),)),)
    found: dict[str, list[Described]] = {}
    for said in own:
        found.setdefault(said.value("group") or f"{side} group", []).append(said)
    return tuple(group(name, members) for name, members in found.items())


def group(name: str, own: Sequence[Described]) -> scenario.Group:
    def first(word: str, otherwise: str) -> str:
        return next(filter(None, (said.value(word) for said in own)), otherwise)

    return scenario.Group(
        name, first("led by", "D"), tuple(map(formation, own)), colour=first("colour", ""),
        order=first("order", "Advance"),
    )  # fmt: skip


def formation(said: Described) -> scenario.Formation:
    made_of = said.made_of or (Type.INFANTRY,) * 3
    own, calibre = company(made_of[0])
    if own not in TYPES:
        raise said.fault(f"there is no formation of {own!r}; there are {', '.join(TYPES)}")
    attached = tuple(scenario.Attached(*company(one)) for one in made_of if one != made_of[0])
    drawn = own in GUNS or own == Type.WAGONS
    usual: scenario.Ride = "tracked" if own == Type.AFV else "horse-drawn" if drawn else "foot"
    ride = said.one_of(RIDES, usual)
    return scenario.Formation(
        said.name, own, said.one_of(QUALITIES, "Regular"), made_of.count(made_of[0]), calibre,
        ride=ride, weight=said.one_of(WEIGHTS, "medium" if ride == "tracked" else ""),  # type: ignore[arg-type]
        gun=said.one_of(GUNS_OF, ""), traits=tuple(trait for trait in TRAITS if trait in said.words),  # type: ignore[arg-type]
        attached=attached, nation=said.value("nation"), off_table="off table" in said.words,
    )  # fmt: skip


def company(words: str) -> tuple[str, int]:
    """AT 57: a kind of company and its calibre."""
    kind, _, calibre = words.rpartition(" ")
    return (kind, int(calibre)) if calibre.isdecimal() else (words, 0)


def stand_up(units: dict[UnitId, Unit], said: Described) -> None:
    """Put a formation on the table as its words say. It is spotted unless they say otherwise."""
    unit = units[UnitId(said.name)]
    marks = {*unit.marks, Mark.PLACED} | ({Mark.SPOTTED} if "unspotted" not in said.words else set())
    unit = replace(unit, place=None if Mark.OFF_TABLE in unit.marks else said.place, marks=frozenset(marks))
    for word in said.words:
        unit = obey(unit, said, word)
    units[unit.id] = unit
    for number in range(int(said.value("decorated") or 0)):
        name = UnitId(f"{unit.id} hero {number + 1}")
        units[name] = Unit(
            name, "Leader", unit.side, part_of=unit.part_of, aboard=unit.id, traits=frozenset({Trait.DECORATED})
        )


def obey(unit: Unit, said: Described, word: str) -> Unit:
    if word.startswith("fired at "):
        return unit.link(Tie.FIRED_AT, UnitId(word.removeprefix("fired at ")))
    known = (*QUALITIES, *RIDES, *WEIGHTS, *GUNS_OF, *TRAITS, "unspotted", "off table")
    if word in known or word.startswith(OF_A_GROUP):
        return unit
    return marked(unit, said, word, marks=MARKS, did=words_of(Did), tallies=TALLIES)
