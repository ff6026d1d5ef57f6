"""A game in progress: the one mutable object, a stack of legs."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Decision, IllegalCommand
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Entry, Revealed
from sandtable.kernel.facts import Rolled
from sandtable.kernel.play import FRESH
from sandtable.kernel.position import Answer, Leg, Position, resume, run
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario, ScenarioError, check_limits
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side, State


class Stage(Struct, frozen=True, gc=False):
    """A leg of the game, and how many throws came before it."""

    leg: Leg
    thrown: int


class Undone(Struct, frozen=True, forbid_unknown_fields=True):
    """An undo of so many commands. The dice of the next take follow."""

    undone: int


class Reseeded(Struct, frozen=True, forbid_unknown_fields=True):
    """From here on the dice come from another seed."""

    seed: str


Page = tuple[Answer, ...] | Undone | Reseeded  # the answers of one command, or a change to the game itself


class NeedsConsent(Exception):
    """The undo would take back a die or a discovery, so the other side must agree."""


class Game:
    """Play, undo, view. Everything else about a battle is a value.

    `stages` is the present battle. `record` is everything that was ever done, so that a save can prove every take.
    """

    picture: ClassVar[Callable[[RuleSet, State], str] | None] = None  # draws a table as text, if set

    def __init__(self, rules: RuleSet, scenario: Scenario, seed: str, variants: frozenset[str]) -> None:
        if scenario.rules != rules.id:
            raise ScenarioError(f"rules: the scenario is for {scenario.rules}, not for {rules.id}")
        check_limits(scenario)
        self.rules, self.scenario, self.seed, self.variants = rules, scenario, seed, variants
        self.first_seed = seed
        self.take = 0  # every undo raises it, so that nobody throws a known die again
        opening = run(rules, rules.setup(scenario, variants), (), SeededDice(seed))
        self.stages = [Stage(opening, 0)]
        self.record: list[Page] = [opening.answers]

    def __repr__(self) -> str:
        question = self.position.question
        now = (
            f"{question.side} is asked: {question.text}"
            if question
            else f"over, won by {self.state.winner or 'nobody'}"
        )
        return f"<{self.rules.id} {self.scenario.id}, {len(self.stages) - 1} commands; {now}>"

    def __str__(self) -> str:
        """A picture of the whole table, secrets included."""
        drawn = Game.picture(self.rules, self.state) if Game.picture else ""
        return f"{drawn}{self!r}"

    @property
    def position(self) -> Position:
        return self.stages[-1].leg.position

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def decision(self) -> Decision | None:
        """The open decision; None when the battle is over."""
        return self.position.decision

    @property
    def thrown(self) -> int:
        """How many throws there have been."""
        last = self.stages[-1]
        return last.thrown + sum(isinstance(answer, tuple) for answer in last.leg.answers)

    def seat(self) -> Seat:
        """The seat of the asked side."""
        position = self.position
        assert position.question is not None, "the battle is over"
        return Seat(self.rules, position.question, position)

    def view(self, side: Side) -> State:
        return self.rules.view(self.state, side)

    def log(self, side: Side | None = None) -> list[Entry]:
        """Everything that has happened, as far as the side may know it."""
        entries = [entry for stage in self.stages for entry in stage.leg.entries]
        return [e for e in entries if side is None or e.known_by(side)]

    def play(self, command: Command) -> tuple[Entry, ...]:
        """Carry out a command of the asked side; IllegalCommand says why not."""
        question = self.position.question
        if question is None:
            raise ValueError("the battle is over")
        if refusal := question.refuse(command):
            raise IllegalCommand(command, refusal)
        thrown = self.thrown
        leg = resume(self.rules, self.position, command, SeededDice(self.seed, self.take, thrown))
        last = self.stages[-1]  # its trail is dropped, or a long battle would keep every state that it passed through
        self.stages[-1] = replace(last, leg=replace(last.leg, position=replace(self.position, trail=FRESH)))
        self.stages.append(Stage(leg, thrown))
        self.record.append(leg.answers)
        return leg.entries

    def undo(self, commands: int = 1, *, consent: bool = False) -> Command:
        """Take the last commands back and return the first of them.

        After a die or a discovery the other side must agree. The next dice belong to a new take.
        """
        if not 0 < commands < len(self.stages):
            raise ValueError(f"there were only {len(self.stages) - 1} commands; {commands} cannot be taken back")
        undone = self.stages[-commands:]
        entries = (entry for stage in undone for entry in stage.leg.entries)
        if not consent and any(isinstance(entry.event, Rolled | Revealed) for entry in entries):
            raise NeedsConsent("dice have been thrown or something was discovered")
        del self.stages[-commands:]
        self.take += 1
        self.record.append(Undone(commands))
        command = undone[0].leg.answers[0]
        assert isinstance(command, Command)
        return command

    def resume(self, stages: list[Stage], record: list[Page]) -> None:
        """Continue from a kept record."""
        self.stages, self.record = stages, record
        self.take = sum(isinstance(page, Undone) for page in record)
        self.seed = next((page.seed for page in reversed(record) if isinstance(page, Reseeded)), self.first_seed)

    def reseed(self, seed: str) -> None:
        """Throw other dice from now on, because a reader of the save could know those of its seed."""
        self.seed = seed
        self.record.append(Reseeded(seed))
