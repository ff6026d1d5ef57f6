"""A table set up by hand: units and ground in a few words, given dice, single rules and whole turns."""

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.board.board import Picker
from sandtable.games import known, odds, picture
from sandtable.kernel.decision import Command, IllegalCommand, Question, Refusal
from sandtable.kernel.play import Over, Play
from sandtable.kernel.position import Path, Position, Waiting, run
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.seat import NoDice
from sandtable.kernel.state import Side, State, Step, Unit
from sandtable.rules import rule_sets
from sandtable.scripted import Acted, Scripted, act
from sandtable.ways import Odds

PATIENT = 200  # quiet answers before the search for a command's question ends


def table(rules: str, *units: str, ground: Iterable[str] = (), options: Iterable[str] = (), **more: Any) -> "Table":
    """A battle under way, set up by hand. `sandtable.mechanics.shorthand` describes the words for units and ground.

    `more` is other information for the book: the turn, its side, the weather.
    """
    book = known("rule set", rules, rule_sets())
    if book.tabletop is None:
        raise ScenarioError(f"{rules} cannot set up a table by hand")
    unknown = set(options) - book.variants.keys()
    if unknown:
        raise ScenarioError(f"{rules} has no option {', '.join(sorted(unknown))}; there are {', '.join(book.variants)}")
    return Table(book, book.tabletop(units, ground=tuple(ground), options=frozenset(options), **more))


class Table:
    """A state of a battle. `act` changes nothing; the other methods lead to a new state."""

    def __init__(self, rules: RuleSet, state: State) -> None:
        self.rules, self.state = rules, state

    def __getitem__(self, name: str) -> Unit:
        """A unit by its name or by a unique beginning of it: A1/2."""
        units = self.state.units.values()
        found = [one for one in units if one.id == name] or [one for one in units if one.id.startswith(f"{name} ")]
        if len(found) != 1:
            raise KeyError(f"{name!r} names {len(found)} units of {', '.join(self.state.units)}")
        return found[0]

    def __str__(self) -> str:
        return picture(self.rules, self.state)

    def view(self, side: str) -> State:
        """The table as a side may see it."""
        return self.rules.view(self.state, Side(side))

    @property
    def question(self) -> Question:
        """The present question. Its `refuse` says why a command is not allowed."""
        asked = run(self.rules, self.state, (), NoDice()).position.question
        if asked is None:
            raise ValueError("the battle is over: nothing is asked")
        return asked

    def act(
        self, rule: Callable[..., object], *args: Any, dice: Iterable[int] = (), picks: Iterable[Command] = ()
    ) -> Acted:
        """Carry out a single rule, a function of a `Play`, with given dice and choices. The table stays as it is."""
        return act(self.state, lambda play: rule(play, *args), dice, picks, self.rules.view)

    def take(self, *steps: Step, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
        """Play these steps and everything that follows from them; without a step, play the agenda."""
        script = Scripted(dice, picks)
        start = self.state.change(agenda=steps) if steps else self.state
        return self._played(start, script, lambda play: True)

    def give(self, command: Command, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
        """Play until the command may be given, give it, and play until it is settled and the dice are used up.

        All other answers change nothing; `picks` answer the questions that follow from the command.
        """
        script = Giving(command, dice, picks)
        return self._played(self.state, script, lambda play: not script.is_settled)

    def odds(self, command: Command) -> Odds:
        """The odds of the command until it is settled. `throws` has the need of each throw, with its reasons."""
        return odds(self.position(command), command)

    def position(self, command: Command) -> Position:
        """The position at which the command may be given."""
        script = Giving(command, (), ())

        def choose(question: Question, path: Path) -> Command | None:
            return None if question.decision.admits(command) else script.lead_on(question)

        at = run(self.rules, self.state, (), NoDice(), choose).position
        if at.question is None:
            raise script.refused()
        return at

    def _played(self, start: State, script: Scripted, goes_on: Callable[[Play], bool]) -> Acted:
        play = Play(start, script, self.rules.view)
        try:
            while play.state.agenda and goes_on(play):
                play.take_step(self.rules.sequence)
        except (Over, Waiting):
            pass
        if isinstance(script, Giving) and not script.given:
            raise script.refused()
        script.finish()
        self.state = play.state
        return Acted(play.state, play.entries, script.asked)


class Giving(Scripted):
    """Plays on to the question for a command, gives it, and answers everything else quietly."""

    def __init__(self, command: Command, dice: Iterable[int], picks: Iterable[Command]) -> None:
        super().__init__(dice, picks, halts=True)
        self.command, self.given, self._patience = command, False, PATIENT
        self._why: Refusal | None = None  # the reason against it

    @property
    def is_settled(self) -> bool:
        return self.given and not self.dice and not self.picks

    def refused(self) -> IllegalCommand:
        return IllegalCommand(self.command, self._why or Refusal(Clause(""), "the rules never ask for it"))

    def choose(self, question: Question) -> Command:
        self.asked.append(question.decision)
        if self.given:
            return self._follow(question)
        if question.decision.admits(self.command):
            self.given = True
            return self.command
        return self.lead_on(question)

    def lead_on(self, question: Question) -> Command:
        """The answer to an earlier question: pick the unit that is to act, otherwise do nothing."""
        self._patience -= 1
        if self._patience < 0:
            raise self.refused()
        if set(question.topic.about) & set(self.command.units):
            self._why = question.refuse(self.command)
            return question.forced or question.quiet.complete(Picker(0))
        if self._why is None and not question.topic.about and self._is_put_to_its_side(question):
            self._why = question.refuse(self.command)
        return question.forced or self._picked(question) or question.quiet.complete(Picker(0))

    def _is_put_to_its_side(self, question: Question) -> bool:
        actors = [question.view.units.get(unit) for unit in self.command.units[:1]]
        return any(actor is not None and actor.side == question.side for actor in actors)

    def _picked(self, question: Question) -> Command | None:
        """An option that picks the unit that is to act."""
        actor = self.command.units[:1]
        picks = (option.command for option in question.options if option.region is None and not option.command.attack)
        return next((one for one in picks if one.units == actor and not one.ends and not one.quiet), None)

    def _follow(self, question: Question) -> Command:
        if question.forced is not None:
            return question.forced
        if self.picks and question.refuse(self.picks[0]) is None:
            return self.picks.pop(0)
        if self.is_settled:
            raise Waiting(question)
        return question.quiet.complete(Picker(0))
