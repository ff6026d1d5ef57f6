"""Battles that a program makes by the charts of a book: dice without a game."""

from msgspec.structs import replace

from sandtable.kernel.decision import Command, Placing, Question
from sandtable.kernel.dice import Dicing, SeededDice, Shown, pips
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import OneWay


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


def slug(words: str) -> str:
    """Words as part of a name of a file."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in words.lower()).split()) or "0"
