"""A battle in plain terms under the Portable Wargame. A square is 300 metres; a company is a Unit."""

from collections.abc import Mapping

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground, read_table
from sandtable.kernel.engagement import GROUND, Arm, Contender, Engagement, Force, Quality
from sandtable.rules.portable_wargame.scenario import Army, Entry, Hold, PortableScenario, Victory, check

SQUARE = 3.0  # hundreds of metres
TURN = 0.5  # hours
OPEN, FIELDWORKS = ".", "e"
QUALITIES: dict[Quality, str] = {"green": "Poor", "regular": "Average", "veteran": "Elite", "elite": "Elite"}
TYPES: dict[Arm, str] = {
    "infantry": "Infantry", "machine guns": "Machine Guns", "mortars": "Mortars", "engineers": "Engineers",
    "cavalry": "Mounted Cavalry", "recce": "Armoured Cars", "armour": "Tanks", "anti-tank guns": "Artillery",
    "artillery": "Artillery",
}  # fmt: skip
DRAWN = {kind: Ground(width=0.2) for kind in GROUND}
NEAR = 2.4  # hundreds of metres: a road less than half of it from the middle of a square runs through it
LETTERS = {  # what a square is by the kinds in it; the first that fits. A stream to be forded anywhere is too small
    ("village", "road"): "B", ("town", "road"): "B", ("village",): "b", ("town",): "b",
    ("woods", "hill"): "h", ("woods", "road"): "W", ("woods",): "w", ("hill", "road"): "H", ("hill",): "1",
    ("road",): "r",
}  # fmt: skip


def staged(battle: Engagement) -> PortableScenario:
    attacker, defender = battle.side
    board = read_table(battle.map, DRAWN)
    columns, ranks = round(board.width / SQUARE), round(board.depth / SQUARE)
    aim = [square for square in squares(columns, ranks) if "village" in kinds_at(board, square)]
    middle = battle.middle_of_aim
    goal = min(aim or squares(columns, ranks), key=lambda square: shapes.span_of(middle_of(square), middle))
    letters = {square: letter(kinds_at(board, square)) for square in squares(columns, ranks)}
    for square in fieldworks(battle, letters, goal, ranks):
        letters[square] = FIELDWORKS
    scenario = PortableScenario(
        id=battle.id, rules="portable-wargame", title=battle.title, setting=battle.setting,
        size=f"{sum(force.companies for side in battle.side for force in side.forces)} Units",
        climate=battle.climate, victory_text=battle.winning, map=drawn(letters),
        turns=round(battle.hours / TURN), deploys_first=defender.name, objectives={name(goal): defender.name},
        victory=Victory(hold=Hold(attacker.name, (name(goal),), 1), otherwise=defender.name),
        names={name(goal): battle.aim},
        side=tuple(army(side, ranks) for side in battle.side),
    )  # fmt: skip
    check(scenario)
    return scenario


# ---- ground

Square = tuple[int, int]  # column and row, from the south-west


def squares(columns: int, ranks: int) -> list[Square]:
    return [(column, rank) for rank in range(ranks) for column in range(columns)]


def middle_of(square: Square) -> Point:
    return (square[0] + 0.5) * SQUARE, (square[1] + 0.5) * SQUARE


def name(square: Square) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def kinds_at(board: FreeTable, square: Square) -> frozenset[str]:
    """Areas that cover its middle, and courses that come near it."""
    x, y = middle_of(square)
    found = set(board.ground(Place(round(x, 2), round(y, 2))))
    slab = shapes.limb((x, y), (x, y), NEAR)
    return frozenset(found | {piece.kind for piece in board.terrain if piece.kind == "road" and piece.lies_under(slab)})


def letter(kinds: frozenset[str]) -> str:
    return next((letter for wanted, letter in LETTERS.items() if kinds.issuperset(wanted)), OPEN)


def fieldworks(battle: Engagement, letters: Mapping[Square, str], goal: Square, ranks: int) -> list[Square]:
    """A square for each company that has dug in: the open squares of its side nearest to the aim."""
    dug_in = sum(force.companies for force in battle.defender.forces if force.dug_in)
    low, high = rows_of(battle.defender, ranks)
    free = [square for square, letter in letters.items() if letter == OPEN and low <= square[1] + 1 <= high]
    return sorted(free, key=lambda square: shapes.span_of(middle_of(square), middle_of(goal)))[:dug_in]


def drawn(letters: Mapping[Square, str]) -> str:
    """Rows from the north."""
    rows: dict[int, list[str]] = {}
    for (_, rank), letter in letters.items():
        rows.setdefault(rank, []).append(letter)
    return "\n".join(" ".join(rows[rank]) for rank in sorted(rows, reverse=True))


# ---- forces


def rows_of(side: Contender, ranks: int) -> tuple[int, int]:
    """Where it sets up: the first and the last row."""
    deep = max(round(side.depth / SQUARE), 1)
    return (1, deep) if side.edge == "south" else (ranks - deep + 1, ranks)


def army(side: Contender, ranks: int) -> Army:
    return Army(side.name, side.edge, rows_of(side, ranks), (Entry("Commanders"), *map(entry, side.forces)))


def entry(force: Force) -> Entry:
    kind = TYPES[force.arm]
    if force.arm == "armour" and force.weight == "light":
        kind = "Light Tanks"
    gun = {"anti-tank guns": "Anti-tank Guns", "artillery": "Field Artillery"}.get(force.arm, "")
    return Entry(kind, force.companies, QUALITIES[force.quality], force.name, gun)
