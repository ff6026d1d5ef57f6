"""A table set up by hand: Units by kind and square, ground by square.

table("portable-wargame", "Red Infantry at d4 facing N; Elite, 2 SP", "Blue Tanks at d6 facing S", ground=["d5 wood"])
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from sandtable.board.board import Board
from sandtable.board.grid import SquareGrid
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import NOBODY, Side, State, Step, Unit, UnitId
from sandtable.mechanics.shorthand import Described, described, place
from sandtable.rules.portable_wargame.book import KINDS, OPAQUE, QUALITIES, RANGES
from sandtable.rules.portable_wargame.scenario import Army, PortableScenario, Victory, ground_of
from sandtable.rules.portable_wargame.sequence import Activating
from sandtable.rules.portable_wargame.setup import force_of
from sandtable.rules.portable_wargame.words import Did, Mark, Marker, Tally

STRENGTH = re.compile(r"(\d+) SP")
DONE = frozenset(value for name, value in vars(Did).items() if name.isupper())
MARKS = frozenset(value for name, value in vars(Mark).items() if name.isupper())
FRIEND, ENEMY = Side("Red"), Side("Blue")  # if the units name no others


def tabletop(
    units: Iterable[str | Unit],
    *,
    ground: Iterable[str] = (),
    options: frozenset[str] = frozenset(),
    turn: int = 1,
    turns: int = 15,
    activations: int = 6,
    objectives: Mapping[str, str] | None = None,
    victory: Victory | None = None,
    exits: str = "",
    size: tuple[int, int] = (12, 12),
    agenda: tuple[Step, ...] | None = None,
) -> State:
    """A battle under way. The first named side comes from the south and activates Units now."""
    own = [unit if isinstance(unit, Unit) else one_unit(described(unit)) for unit in units]
    sides = sides_of(own)
    held = objectives or {}
    everybody = [*own, *(force_of(side, own) for side in sides)]
    everybody += [Unit(UnitId(f"objective {at}"), Marker.OBJECTIVE, Side(whose) or NOBODY, place(at, "N", at))
                  for at, whose in held.items()]  # fmt: skip
    (south, north), (files, ranks) = sides, size
    scenario = PortableScenario(
        id="by hand", rules="portable-wargame", title="A table set by hand", setting="", size="", turns=turns,
        map="\n".join([". " * files] * ranks), objectives=dict(held), victory=victory or Victory(),
        side=(Army(south, "south", (1, 2), (), exit=exits), Army(north, "north", (ranks - 1, ranks), (), exit=exits)),
    )  # fmt: skip
    return State(
        "portable-wargame",
        scenario,
        board(*size, ground),
        sides,
        {one.id: one for one in everybody},
        agenda=(Activating(sides[0]),) if agenda is None else agenda,
        tallies={Tally.TURN: turn, Tally.ACTIVATIONS: activations},
        variants=options,
    )


def sides_of(units: Sequence[Unit]) -> tuple[Side, Side]:
    named = list(dict.fromkeys(unit.side for unit in units if unit.side != NOBODY))
    named += [side for side in (FRIEND, ENEMY) if side not in named]
    if FRIEND in named[:2] and ENEMY in named[:2]:
        return FRIEND, ENEMY
    return named[0], named[1]


def one_unit(said: Described) -> Unit:
    kind = said.name.rstrip("0123456789 ")
    if kind not in KINDS:
        raise said.fault(f"there is no kind of Unit {kind!r}; there are {', '.join(KINDS)}")
    strength, traits, marks, spent = KINDS[kind].strength, {"Average"}, set[str](), set[str]()
    aboard = None
    for word in said.words:
        if found := STRENGTH.fullmatch(word):
            strength = int(found[1])
        elif word in QUALITIES:
            traits = traits - {"Average"} | {word}
        elif word in RANGES:
            traits.add(word)
        elif word in DONE:
            spent.add(word)
        elif word in MARKS:
            marks.add(word)
        elif word.startswith("aboard "):
            aboard = UnitId(word.removeprefix("aboard "))
        else:
            raise said.fault(f"{word!r} is not a strength, quality, class, mark or action of a Unit")
    return Unit(
        UnitId(f"{said.side} {said.name}"), kind, said.side, said.place, UnitId(said.side), aboard, frozenset(traits),
        frozenset(marks), frozenset(spent), {Tally.SP: strength},
    )  # fmt: skip


def board(files: int, ranks: int, ground: Iterable[str]) -> Board:
    """Open ground except for some squares: "d3 wood", "d4 river, road, level 1"."""
    empty = SquareGrid(files, ranks, (frozenset(),) * (files * ranks), (0,) * (files * ranks), OPAQUE)
    kinds, levels = list(empty.grounds), list(empty.levels)
    for text in ground:
        name, _, meaning = text.partition(" ")
        try:
            kinds[empty.named(name)], levels[empty.named(name)] = ground_of(meaning)
        except ValueError as fault:
            raise ScenarioError(f"{text!r}: {fault}") from None
    return SquareGrid(files, ranks, tuple(kinds), tuple(levels), OPAQUE)
