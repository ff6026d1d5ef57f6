"""A game in progress: the one mutable object, a stack of legs."""

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Decision, IllegalCommand
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Entry, Revealed, Rolled
from sandtable.kernel.play import FRESH
from sandtable.kernel.position import Leg, Position, resume, run
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side, State


class Stage(Struct, frozen=True, gc=False):
    """A leg of the game, the take of the dice it was played with, and how many throws came before it."""

    leg: Leg
    take: int
    thrown: int


def without_trail(stage: Stage) -> Stage:
    """A battle of thousands of commands would else keep every state it has been in."""
    leg = stage.leg
    return replace(stage, leg=replace(leg, position=replace(leg.position, trail=FRESH)))


class NeedsConsent(Exception):
    """Taking this back would unsay a die or a discovery; the other side must agree."""


class Game:
    """Play, undo, view. Everything else about a battle is a value."""

    def __init__(self, rules: RuleSet, scenario: Scenario, seed: str, variants: frozenset[str]) -> None:
        if scenario.rules != rules.id:
            raise ScenarioError(f"rules: it is written for {scenario.rules}, not for {rules.id}")
        self.rules, self.scenario, self.seed, self.variants = rules, scenario, seed, variants
        self.take = 0  # raised by every undo, so that nobody throws a known die again
        opening = run(rules, rules.setup(scenario, variants), (), SeededDice(seed))
        self.stages = [Stage(opening, 0, 0)]

    @property
    def position(self) -> Position:
        return self.stages[-1].leg.position

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def decision(self) -> Decision | None:
        """What is being asked, and of whom; None when the battle is over."""
        return self.position.decision

    @property
    def thrown(self) -> int:
        """How many throws of dice the game has seen."""
        last = self.stages[-1]
        return last.thrown + sum(isinstance(answer, tuple) for answer in last.leg.answers)

    def seat(self) -> Seat:
        """The seat of the side that is being asked."""
        position = self.position
        assert position.question is not None, "the battle is over"
        return Seat(self.rules, position.question, position)

    def view(self, side: Side) -> State:
        return self.rules.view(self.state, side)

    def log(self, side: Side | None = None) -> list[Entry]:
        """All that has happened, as far as the side may know it."""
        entries = [entry for stage in self.stages for entry in stage.leg.entries]
        return [e for e in entries if side is None or e.known_to is None or side in e.known_to]

    def play(self, command: Command) -> tuple[Entry, ...]:
        """Carry out a command of the side that is being asked; IllegalCommand says why not."""
        question = self.position.question
        if question is None:
            raise ValueError("the battle is over")
        if refusal := question.refuse(command):
            raise IllegalCommand(command, refusal)
        thrown = self.thrown
        leg = resume(self.rules, self.position, command, SeededDice(self.seed, self.take, thrown))
        self.stages[-1] = without_trail(self.stages[-1])
        self.stages.append(Stage(leg, self.take, thrown))
        return leg.entries

    def undo(self, *, consent: bool = False) -> Command:
        """Take the last command back; across a die or a discovery only with the other side's consent."""
        if len(self.stages) == 1:
            raise ValueError("nothing has been done yet")
        leg = self.stages[-1].leg
        if not consent and any(isinstance(entry.event, Rolled | Revealed) for entry in leg.entries):
            raise NeedsConsent("dice have been thrown or something was discovered")
        self.stages.pop()
        self.take += 1
        command = leg.answers[0]
        assert isinstance(command, Command)
        return command
