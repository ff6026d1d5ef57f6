"""The d20 reference chart, version 5."""

from sandtable.book.book import Book
from sandtable.kernel.dice import Reading, at_least
from sandtable.kernel.events import Knowers, Noted
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.rules.great_battles.charts import Charts
from sandtable.rules.great_battles.edition import EDITIONS, Edition, Terms, Words, cite
from sandtable.rules.great_battles.names import D20_NAMES

BOOK = Book("sandtable.rules.great_battles", "d20.toml")
SIDES = 20


class HighIsGood:
    """One d20; modifiers are added to the die, which must reach the score."""

    def test(
        self, play: Play, purpose: str, score: Term, modifiers: Terms = (), *, always: int = 0, by: Knowers = None
    ) -> bool:
        reading = self.reading(score, modifiers, always)
        if score.value <= 1 and not all(reading.worth):
            play.emit(Noted(f"{purpose}: {score.value}+ can be failed", by), cite(play.state, "setup.dice-limits"))
        return bool(play.roll(purpose, reading, adds=modifiers, need=Reckoning(score), by=by))

    def chance(self, score: Term, modifiers: Terms = (), *, always: int = 0) -> float:
        return sum(self.reading(score, modifiers, always).worth) / SIDES

    def reading(self, score: Term, modifiers: Terms, always: int = 0) -> Reading:
        needed = score.value - sum(term.value for term in modifiers)
        return at_least(min(needed, always) if always else needed, SIDES)


EDITION = Edition(BOOK, Charts(BOOK), HighIsGood(), Words(names=D20_NAMES))
EDITIONS[BOOK.about.id] = EDITION
