"""Ground in a terminal: five characters per square. One is a margin that stays visible beside a unit.

The paper colours are near colours that a terminal of 256 colours has.
"""

from msgspec import Struct

from sandtable.board.grid import Square, SquareGrid

WIDTH = 5  # characters per square
INK = "#20272B"


class GroundLook(Struct, frozen=True):
    pattern: str
    margin: str
    ink: str
    paper: str = ""  # empty: the paper of the ground below


LOOKS = {
    "river": GroundLook("~~~~~", "~", "#3E7CA3", "#B5D2E0"),
    "ford": GroundLook("~ : ~", ":", "#3E7CA3", "#B5D2E0"),
    "wood": GroundLook(" ♣ ♣ ", "♣", "#3F6B35", "#BED5A5"),
    "built-up area": GroundLook(" ⌂ ⌂ ", "⌂", "#7A4A3C", "#ECD0BE"),
    "minefield": GroundLook(" ∴ ∴ ", "∴", "#8C1C13"),
    "barbed wire": GroundLook("×─×─×", "×", "#4A4A4A"),
    "trench": GroundLook("┘└┘└┘", "└", "#6B4B2A"),
    "bunker": GroundLook(" ▐█▌ ", "█", "#4A4A4A"),
    "dugout": GroundLook(" ▐▄▌ ", "▄", "#6B4B2A"),
    "fieldworks": GroundLook(" ╔═╗ ", "╔", "#6B4B2A"),
}
OPEN = GroundLook("  ·  ", " ", "#B9AF92", "#F8F5EA")
HILLS = (OPEN, GroundLook("  ^  ", "^", "#9A6B2F", "#DFC191"), GroundLook(" ^ ^ ", "^", "#7A4F1C", "#CB9660"))
ROAD = "road"
ROAD_INK = "#7A5A20"
LINES = {  # by the neighbours that have a road too: north, east, south, west
    "ns": "║", "ew": "═", "ne": "╚", "nw": "╝", "es": "╔", "sw": "╗", "nes": "╠", "nsw": "╣", "new": "╩",
    "esw": "╦", "nesw": "╬", "n": "║", "s": "║", "e": "═", "w": "═", "": "═",
}  # fmt: skip


def looks_at(board: SquareGrid, square: Square) -> list[GroundLook]:
    """The looks from bottom to top: the level, then each feature."""
    level = HILLS[min(board.levels[square], 2)]
    ground = board.grounds[square]
    strange = [GroundLook(f" {name[:3]:3} ", name[:1], INK) for name in sorted(ground - {ROAD}) if name not in LOOKS]
    return [level, *(look for name, look in LOOKS.items() if name in ground), *strange]


def picture(board: SquareGrid, square: Square) -> list[tuple[str, str]]:
    """Five characters, each with its ink. A road covers the rest."""
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
    """Compass letters of the neighbours with a road. Beyond the edge of the board a road goes straight on."""
    ways = ""
    for letter, facing in (("n", 0), ("e", 90), ("s", 180), ("w", 270)):
        beyond, behind = board.ahead(square, facing), board.ahead(square, (facing + 180) % 360)
        straight_on = beyond is None and behind is not None and ROAD in board.grounds[behind]
        if straight_on or (beyond is not None and ROAD in board.grounds[beyond]):
            ways += letter
    return ways


def paper(board: SquareGrid, square: Square) -> str:
    """The paper colour. Open ground is lightly chequered, which helps to count squares."""
    colour = [look.paper for look in looks_at(board, square) if look.paper][-1]
    rank, file = divmod(square, board.files)
    return "#EFECDA" if colour == OPEN.paper and (rank + file) % 2 else colour


def margin(board: SquareGrid, square: Square) -> tuple[str, str]:
    top = looks_at(board, square)[-1]
    if top.margin == " " and "w" in roads_from(board, square) and ROAD in board.grounds[square]:
        return "═", ROAD_INK
    return top.margin, top.ink


def legend(board: SquareGrid) -> list[tuple[str, GroundLook]]:
    """The kinds of ground on this board, and their looks."""
    here = {name for ground in board.grounds for name in ground}
    found = [(name, look) for name, look in LOOKS.items() if name in here]
    if ROAD in here:
        found.append((ROAD, GroundLook("═════", "═", ROAD_INK, OPEN.paper)))
    hills = [(f"level {level}", HILLS[level]) for level in (1, 2) if level in board.levels]
    return found + hills
