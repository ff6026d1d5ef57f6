"""Plays a whole path of answers again in one run, and notes the position of each command."""

from collections.abc import Sequence

from msgspec import Struct

from sandtable.kernel.decision import Command, IllegalCommand, Question
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game, Page, Reseeded, Stage, Undone
from sandtable.kernel.garbage import rare_collection
from sandtable.kernel.position import Answer, Leg, Path, PathError, Position, follow, tell
from sandtable.kernel.seat import NoDice
from sandtable.kernel.state import State


class Written(Struct, frozen=True):
    """A command of a save, with the answers up to the next command."""

    number: int  # the number of its page in the record
    answers: tuple[Answer, ...]
    seed: str
    take: int


def standing(record: Sequence[Page], seed: str) -> list[Written]:
    """The commands that were not taken back, with the seed and the take of their dice."""
    found: list[Written] = []
    take = 0
    for number, page in enumerate(record):
        match page:
            case Undone():
                if not 0 < page.undone < len(found):
                    raise PathError(number, f"{page.undone} commands taken back of {len(found) - 1}")
                del found[-page.undone :]
                take += 1
            case Reseeded():
                seed = page.seed
            case _:
                found.append(Written(number, page, seed, take))
    return found


class Pause(Struct, frozen=True):
    """The position at which a command was given."""

    position: Position
    told: int
    thrown: int
    answered: int


class Retracing(Path):
    """A path that checks its dice against the seed and notes every pause."""

    def __init__(self, start: State, written: Sequence[Written]) -> None:
        self._seeded = SeededDice(written[0].seed, written[0].take)
        super().__init__(start, [a for one in written for a in one.answers], NoDice(), proof=self._seeded)
        self.written = written
        self._end = len(written[0].answers)
        self.pauses: list[Pause] = []

    def choose(self, question: Question) -> Command:
        if self.used == self._end:
            told = self.told + question.told
            self.pauses.append(Pause(self.position(question), told, self._seeded.thrown, self.used))
            if len(self.pauses) < len(self.written):
                self._turn_page(question)
        return super().choose(question)

    def _turn_page(self, question: Question) -> None:
        page = self.written[len(self.pauses)]
        self._proof = self._seeded = SeededDice(page.seed, page.take, self._seeded.thrown)
        self._end += len(page.answers)
        if not page.answers or not isinstance(page.answers[0], Command):
            raise PathError(self.used, f"the rules ask {question.side}: {question.text}; there is no command")

    def page(self, index: int) -> int:
        """The page of the record that holds the answer of that index."""
        end = 0
        for one in self.written:
            end += len(one.answers)
            if index < end:
                return one.number
        return self.written[-1].number


def retrace(game: Game, path: Retracing) -> list[Stage]:
    """The stages of a new game along the path."""
    with rare_collection():
        whole = follow(game.rules, path)
    pauses = path.pauses
    if whole.position.question is None:
        pauses = [*pauses, Pause(whole.position, len(whole.entries), 0, path.used)]
    if len(pauses) != len(path.written):
        raise PathError(path.used, f"{len(path.written) - 1} commands are saved, the rules took {len(pauses) - 1}")
    return stages(whole, pauses)


def stages(whole: Leg, pauses: Sequence[Pause]) -> list[Stage]:
    """Cut the run into legs, one per command."""
    legs: list[Stage] = []
    told = answered = thrown = 0
    for pause in pauses:
        leg = Leg(pause.position, whole.answers[answered : pause.answered], whole.entries[told : pause.told])
        legs.append(Stage(leg, thrown))
        told, answered, thrown = pause.told, pause.answered, pause.thrown
    return legs


# ---- proof


def do_again(game: Game, page: Page) -> None:
    """Let the game do what a page says; PathError if the result differs."""
    match page:
        case Undone():
            game.undo(page.undone, consent=True)
        case Reseeded():
            game.reseed(page.seed)
        case (Command() as command, *_):
            try:
                game.play(command)
            except IllegalCommand as fault:
                raise PathError(0, f"{command.tell()} was not allowed: {fault.refusal}") from None
            compare(page, game.stages[-1].leg.answers)
        case _:
            raise PathError(0, "there is no command")


def compare(saved: Sequence[Answer], played: Sequence[Answer]) -> None:
    """The saved dice must come from the seed, and forced commands must be there."""
    for one, other in zip(saved, played, strict=False):
        if one != other:
            gives = "the seed gives" if isinstance(other, tuple) else "the rules leave only"
            raise PathError(0, f"the save has {tell(one)}, {gives} {tell(other)}")
    if len(saved) != len(played):
        raise PathError(0, f"the save has {len(saved)} answers, the rules took {len(played)}")
