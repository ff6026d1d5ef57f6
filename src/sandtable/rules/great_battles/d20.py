"""The d20 reference chart, version 5."""

from functools import partial

from sandtable.book.book import Book
from sandtable.kernel.dice import Reading, at_least, pips
from sandtable.kernel.events import Knowers, Noted
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.rules.great_battles.charts_d20 import D20Charts
from sandtable.rules.great_battles.edition import EDITIONS, Edition, Rolls, Terms, Words, Worth, cite
from sandtable.rules.great_battles.names import D20_NAMES

BOOK = Book("sandtable.rules.great_battles", "d20.toml")
SIDES = 20
NATURAL = 19  # fire.always-hit


class HighIsGood:
    """One d20; modifiers are added to the die, which must reach the score."""

    sides = SIDES
    says = "{} or more"
    natural_says = f"{NATURAL} or better always hits"

    def makes(self, face: int, score: int) -> bool:
        return face >= score

    def is_natural(self, face: int) -> bool:
        return face >= NATURAL

    def test(
        self, play: Play, purpose: str, score: Term, modifiers: Terms = (), *, natural: bool = False, by: Knowers = None
    ) -> bool:
        reading = self.reading(score, modifiers, natural=natural)
        if score.value <= 1 and not all(reading.worth):
            play.emit(Noted(f"{purpose}: {score.value}+ can be failed", by), cite(play.state, "setup.dice-limits"))
        return bool(play.roll(purpose, reading, adds=modifiers, need=Reckoning(score), by=by))

    def chance(self, score: Term, modifiers: Terms = (), *, natural: bool = False) -> float:
        return sum(self.reading(score, modifiers, natural=natural).worth) / SIDES

    def reading(self, score: Term, modifiers: Terms, *, natural: bool) -> Reading:
        needed = score.value - sum(term.value for term in modifiers)
        return at_least(min(needed, NATURAL) if natural else needed, SIDES)

    def read(
        self, play: Play, purpose: str, worth: Worth, modifiers: Terms = (), *, score: Term | None = None,
        by: Knowers = None,
    ) -> int:  # fmt: skip
        plus = sum(term.value for term in modifiers)
        says, need = (f"needs {self.says}", Reckoning(score)) if score else ("", None)
        reading = Reading(tuple(worth(face, face + plus) for face in range(1, SIDES + 1)), says)
        return play.roll(purpose, reading, adds=modifiers, need=need, by=by)

    def count(self, play: Play, purpose: str, score: Term, dice: int) -> int:
        return play.roll(purpose, at_least(score.value, SIDES), dice, need=Reckoning(score))


EDITION = Edition(
    BOOK,
    partial(D20Charts, BOOK),
    Rolls(die=pips(SIDES), dice=HighIsGood(), percent=HighIsGood()),
    Words(names=D20_NAMES),
)
EDITIONS[BOOK.about.id] = EDITION
