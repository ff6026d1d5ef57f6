"""Play a whole path of answers again in one run, remembering where each command was given."""

from collections.abc import Sequence

from msgspec import Struct

from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game, Stage
from sandtable.kernel.garbage import rare_collection
from sandtable.kernel.position import Answer, Leg, Path, PathError, Position, follow
from sandtable.kernel.seat import NoDice
from sandtable.kernel.state import State


class Written(Struct, frozen=True):
    """What one command led to, as a save has it: the command and the answers up to the next."""

    take: int
    answers: list[Answer]


class Pause(Struct, frozen=True):
    """A moment at which a command was given."""

    position: Position
    told: int
    thrown: int
    answered: int


class Retracing(Path):
    """A path that proves its dice by the seed, notes every pause, and may check that each command was allowed."""

    def __init__(self, start: State, written: Sequence[Written], seed: str, *, check: bool) -> None:
        self._seeded = SeededDice(seed, written[0].take)
        super().__init__(start, [a for one in written for a in one.answers], NoDice(), proof=self._seeded)
        self._written, self._check = written, check
        self._end = len(written[0].answers)
        self.pauses: list[Pause] = []

    def choose(self, question: Question) -> Command:
        if self.used == self._end:
            told = self.told + question.told
            self.pauses.append(Pause(self.position(question), told, self._seeded.thrown, self.used))
            if len(self.pauses) < len(self._written):
                self._turn_page(question)
        return super().choose(question)

    def _turn_page(self, question: Question) -> None:
        page = self._written[len(self.pauses)]
        self._seeded.take = page.take
        self._end += len(page.answers)
        command = page.answers[0] if page.answers else None
        if not isinstance(command, Command):
            raise PathError(self.used, f"the rules ask {question.side}: {question.text}; there is no command")
        if self._check and (refusal := question.refuse(command)):
            raise PathError(self.used, f"{command.tell()} was not allowed: {refusal}")

    def page(self, index: int) -> int:
        """Which command the answer of that index belongs to."""
        end = 0
        for number, one in enumerate(self._written):
            end += len(one.answers)
            if index < end:
                return number
        return len(self._written) - 1


def retrace(game: Game, path: Retracing) -> None:
    """Give a fresh game the history that the path tells."""
    with rare_collection():
        whole = follow(game.rules, path)
    pauses = path.pauses
    if whole.position.question is None:
        pauses = [*pauses, Pause(whole.position, len(whole.entries), 0, path.used)]
    if len(pauses) != len(path._written):
        raise PathError(path.used, f"{len(path._written) - 1} commands are saved, the rules took {len(pauses) - 1}")
    game.stages = list(stages(whole, pauses, [one.take for one in path._written]))
    game.take = game.stages[-1].take


def stages(whole: Leg, pauses: Sequence[Pause], takes: Sequence[int]) -> list[Stage]:
    """Cut the run into legs, one a command."""
    legs: list[Stage] = []
    told = answered = thrown = 0
    for pause, take in zip(pauses, takes, strict=True):
        leg = Leg(pause.position, whole.answers[answered : pause.answered], whole.entries[told : pause.told])
        legs.append(Stage(leg, take, thrown))
        told, answered, thrown = pause.told, pause.answered, pause.thrown
    return legs
