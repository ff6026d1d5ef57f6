"""Battles that a program makes by the charts of a book: dice without a game."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece
from sandtable.kernel.decision import Command, Placing, Question
from sandtable.kernel.dice import Dicing, SeededDice, Shown, pips
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import OneWay
from sandtable.mechanics.landmarks import middle_of


class Fate(OneWay):
    """Answers of a generator: seeded dice. A question for a place is answered by a die too."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed)

    def die(self, sides: int) -> int:
        return self._dice.throw(1, pips(sides))[0]

    def throw(self, count: int, reading: Dicing, what: Throw) -> Shown:
        return self._dice.throw(count, reading)

    def choose(self, question: Question) -> Command:
        """One of the notable places of the first option."""
        option = question.first
        assert isinstance(option.command, Placing) and option.region
        spots = list(option.region.notable())  # type: ignore[attr-defined]
        return replace(option.command, to=spots[len(spots) * (self.die(100) - 1) // 100])


def nearest_hearts(
    features: Iterable[tuple[str, Iterable[Piece]]], kinds: Sequence[Collection[str]], board: FreeTable
) -> list[tuple[str, Piece]]:
    """The heart of each feature that has pieces of these kinds: of its lowest, the one nearest to their middle.

    Features of the first kinds come first, and then those nearest to the middle of the table.
    """
    middle, wanted = (board.width / 2, board.depth / 2), {kind for some in kinds for kind in some}
    found = [(name, heart) for name, pieces in features if (heart := heart_of(pieces, wanted))]
    return sorted(found, key=lambda one: (one[1].kind not in kinds[0], inches_from(one[1], middle)))


def heart_of(pieces: Iterable[Piece], wanted: Collection[str]) -> Piece | None:
    """The foot of a hill, the section in the middle of a town; None: no piece is of these kinds."""
    found = [piece for piece in pieces if piece.kind in wanted]
    corners = [point for piece in found for point in piece.points]
    return min(found, key=lambda piece: (piece.level, inches_from(piece, middle_of(corners))), default=None)


def inches_from(piece: Piece, point: Point) -> float:
    return shapes.span_of(middle_of(piece.points), point)


def article(numbered: Collection[str]) -> dict[str, str]:
    """Names for a sentence: "farm 2" is the farm, unless other farms are among them."""
    kinds = Counter(name.rpartition(" ")[0] for name in numbered)
    return {name: f"the {kind}" if kinds[kind := name.rpartition(" ")[0]] == 1 else name for name in numbered}


def slug(words: str) -> str:
    """Words as part of a name of a file."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in words.lower()).split()) or "0"
