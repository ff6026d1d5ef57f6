"""Tables a player can read: Units by type, square and facing, and ground by square."""

from msgspec.structs import replace

from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.kernel.state import NOBODY, Side, State, Step, Unit, UnitId
from sandtable.rules.portable_wargame.book import KINDS, OPAQUE
from sandtable.rules.portable_wargame.scenario import Army, PortableScenario, Victory, ground_of
from sandtable.rules.portable_wargame.sequence import Turn
from sandtable.rules.portable_wargame.words import Marker, Tally

RED, BLUE = Side("Red"), Side("Blue")
FACING = {"N": 0, "E": 90, "S": 180, "W": 270}
EMPTY = "\n".join([". " * 12] * 12)


def at(square: str, facing: str = "N") -> Place:
    """The place called d4, facing N."""
    return Place(ord(square[0]) - ord("a"), int(square[1:]) - 1, FACING[facing])


def unit(
    kind: str,
    square: str | None = None,
    facing: str = "N",
    *,
    side: Side = RED,
    name: str = "",
    sp: int | None = None,
    quality: str = "Average",
    traits: tuple[str, ...] = (),
    marks: tuple[str, ...] = (),
    spent: tuple[str, ...] = (),
    aboard: str | None = None,
    **tallies: int,
) -> Unit:
    """A Unit called "Red Infantry" unless it is given a name. `traits`: artillery class, "enters d1"."""
    points = KINDS[kind].strength if sp is None else sp
    return Unit(
        UnitId(name or f"{side} {kind}"),
        kind,
        side,
        at(square, facing) if square else None,
        part_of=UnitId(side),
        aboard=UnitId(aboard) if aboard else None,
        traits=frozenset({quality, *traits}),
        marks=frozenset(marks),
        spent=frozenset(spent),
        tallies={Tally.SP: points, **{name.replace("_", " "): value for name, value in tallies.items()}},
    )


def table(
    *units: Unit,
    ground: dict[str, str] | None = None,
    objectives: dict[str, str] | None = None,
    options: tuple[str, ...] = (),
    turn: int = 1,
    turns: int = 15,
    victory: Victory | None = None,
    activations: int = 6,
    exits: str = "",
    size: tuple[int, int] = (12, 12),
) -> State:
    """A battle under way on open ground but for `ground`, such as {"d3": "wood", "d4": "river, road, level 1"}."""
    files, ranks = size
    scenario = PortableScenario(
        id="test", rules="portable-wargame", title="Test", setting="", size="", turns=turns,
        map="\n".join([". " * files] * ranks), objectives=objectives or {}, victory=victory or Victory(),
        side=(Army(RED, "south", (1, 2), (), exit=exits), Army(BLUE, "north", (ranks - 1, ranks), (), exit=exits)),
    )  # fmt: skip
    everybody = [*units, force(RED, units), force(BLUE, units)]
    everybody += [
        Unit(UnitId(f"objective {s}"), Marker.OBJECTIVE, Side(o) or NOBODY, at(s))
        for s, o in (objectives or {}).items()
    ]
    return State(
        "portable-wargame",
        scenario,
        board(files, ranks, ground or {}),
        (RED, BLUE),
        {one.id: one for one in everybody},
        agenda=(),
        tallies={Tally.TURN: turn, Tally.ACTIVATIONS: activations},
        variants=frozenset(options),
    )


def board(files: int, ranks: int, ground: dict[str, str]) -> SquareGrid:
    empty = SquareGrid(files, ranks, (frozenset(),) * (files * ranks), (0,) * (files * ranks), OPAQUE)
    kinds, levels = list(empty.grounds), list(empty.levels)
    for square, meaning in ground.items():
        kinds[empty.named(square)], levels[empty.named(square)] = ground_of(meaning)
    return SquareGrid(files, ranks, tuple(kinds), tuple(levels), OPAQUE)


def force(side: Side, units: tuple[Unit, ...]) -> Unit:
    initial = sum(one.tallies[Tally.SP] for one in units if one.side == side)
    return Unit(UnitId(side), Marker.FORCE, side, tallies={Tally.INITIAL: initial, Tally.LOST: 0})


def exhausted(state: State, side: Side, in_turn: int = 1) -> State:
    own = state.units[UnitId(side)]
    tallies = {**own.tallies, Tally.EXHAUSTED_IN: in_turn}
    return state.put(replace(own, marks=own.marks | {"exhausted"}, tallies=tallies))


def queued(state: State, *steps: Step) -> State:
    """With these steps to come; (Turn(1),) plays whole turns."""
    return state.change(agenda=steps or (Turn(1),))


def sp(state: State, name: str) -> int:
    return state.units[UnitId(name)].tallies[Tally.SP]


def square(state: State, name: str) -> str | None:
    """Where a Unit is, as in "d4"; None off the board."""
    place = state.units[UnitId(name)].place
    return f"{chr(ord('a') + int(place.x))}{int(place.y) + 1}" if place else None
