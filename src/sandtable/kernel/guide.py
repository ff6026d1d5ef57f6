"""Help for newcomers: the words of a game explained, and a first lesson."""

from msgspec import Struct

from sandtable.kernel.reckoning import Clause


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game with its meaning in one or two sentences."""

    word: str
    meaning: str
    clause: Clause
    also: tuple[str, ...] = ()  # other forms of it: a plural, a short form


class Idea(Struct, frozen=True, forbid_unknown_fields=True):
    """One new thing, told once, when a question of this kind comes."""

    kind: str  # of the question, `Topic.kind`
    words: str
    clause: Clause
    offers: str = ""  # only if a command under this heading is offered


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that teaches a game."""

    scenario: str
    side: str  # that the learner plays
    opponent: str  # the level of the computer
    minutes: int
    idea: tuple[Idea, ...]


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[Term, ...] = ()
    lesson: Lesson | None = None
