"""How ground looks in a terminal: five characters a square, one of them a margin that stays visible beside a unit.

The papers are chosen so that a terminal of 256 colours rounds them to a near one of its own.
"""

from msgspec import Struct

from sandtable.board.grid import Square, SquareGrid

WIDTH = 5  # characters a square
INK = "#20272B"


class Look(Struct, frozen=True):
    pattern: str
    margin: str
    ink: str
    paper: str = ""  # empty: that of the ground below


LOOKS = {
    "river": Look("~~~~~", "~", "#3E7CA3", "#B5D2E0"),
    "ford": Look("~ : ~", ":", "#3E7CA3", "#B5D2E0"),
    "wood": Look(" ♣ ♣ ", "♣", "#3F6B35", "#BED5A5"),
    "built-up area": Look(" ⌂ ⌂ ", "⌂", "#7A4A3C", "#ECD0BE"),
    "minefield": Look(" ∴ ∴ ", "∴", "#8C1C13"),
    "barbed wire": Look("×─×─×", "×", "#4A4A4A"),
    "trench": Look("┘└┘└┘", "└", "#6B4B2A"),
    "bunker": Look(" ▐█▌ ", "█", "#4A4A4A"),
    "dugout": Look(" ▐▄▌ ", "▄", "#6B4B2A"),
    "fieldworks": Look(" ╔═╗ ", "╔", "#6B4B2A"),
}
OPEN = Look("  ·  ", " ", "#B9AF92", "#F8F5EA")
HILLS = (OPEN, Look("  ^  ", "^", "#9A6B2F", "#DFC191"), Look(" ^ ^ ", "^", "#7A4F1C", "#CB9660"))
ROAD = "road"
ROAD_INK = "#7A5A20"
LINES = {  # by which neighbours have road too: north, east, south, west
    "ns": "║", "ew": "═", "ne": "╚", "nw": "╝", "es": "╔", "sw": "╗", "nes": "╠", "nsw": "╣", "new": "╩",
    "esw": "╦", "nesw": "╬", "n": "║", "s": "║", "e": "═", "w": "═", "": "═",
}  # fmt: skip


def looks_at(board: SquareGrid, square: Square) -> list[Look]:
    """From below: the level, then each feature."""
    level = HILLS[min(board.levels[square], 2)]
    ground = board.grounds[square]
    strange = [Look(f" {name[:3]:3} ", name[:1], INK) for name in sorted(ground - {ROAD}) if name not in LOOKS]
    return [level, *(look for name, look in LOOKS.items() if name in ground), *strange]


def picture(board: SquareGrid, square: Square) -> list[tuple[str, str]]:
    """Five characters, each with the colour of its ink; a road lies over the rest."""
    top = looks_at(board, square)[-1]
    cells = [(character, top.ink) for character in top.pattern]
    if ROAD not in board.grounds[square]:
        return cells
    ways = roads_from(board, square)
    cells[2] = (LINES[ways], ROAD_INK)
    for way, spots in (("w", (0, 1)), ("e", (3, 4))):
        for spot in spots if way in ways else ():
            cells[spot] = ("═", ROAD_INK)
    return cells


def roads_from(board: SquareGrid, square: Square) -> str:
    """Compass letters of the neighbours with a road; past the edge of the board a road goes straight on."""
    ways = ""
    for letter, facing in (("n", 0), ("e", 90), ("s", 180), ("w", 270)):
        beyond, behind = board.ahead(square, facing), board.ahead(square, (facing + 180) % 360)
        straight_on = beyond is None and behind is not None and ROAD in board.grounds[behind]
        if straight_on or (beyond is not None and ROAD in board.grounds[beyond]):
            ways += letter
    return ways


def paper(board: SquareGrid, square: Square) -> str:
    """The colour of the sheet there; open ground is lightly chequered, to count squares by."""
    colour = [look.paper for look in looks_at(board, square) if look.paper][-1]
    rank, file = divmod(square, board.files)
    return "#EFECDA" if colour == OPEN.paper and (rank + file) % 2 else colour


def margin(board: SquareGrid, square: Square) -> tuple[str, str]:
    top = looks_at(board, square)[-1]
    if top.margin == " " and "w" in roads_from(board, square) and ROAD in board.grounds[square]:
        return "═", ROAD_INK
    return top.margin, top.ink


def legend(board: SquareGrid) -> list[tuple[str, Look]]:
    """The kinds of ground this board has, and how each looks."""
    here = {name for ground in board.grounds for name in ground}
    found = [(name, look) for name, look in LOOKS.items() if name in here]
    if ROAD in here:
        found.append((ROAD, Look("═════", "═", ROAD_INK, OPEN.paper)))
    hills = [(f"level {level}", HILLS[level]) for level in (1, 2) if level in board.levels]
    return found + hills
