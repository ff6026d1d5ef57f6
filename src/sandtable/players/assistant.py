"""Spares a person questions. The rules still ask them, and every answer is an ordinary command.

Whoever chooses a unit sees at once what it can do. The others of a body may do as the first one did. A question that
hardly anybody wants to be asked is answered quietly, until somebody does want it.
"""

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from sandtable.board.board import Picker
from sandtable.kernel.decision import Command, Option, Question
from sandtable.kernel.events import Revealed
from sandtable.kernel.facts import Rolled
from sandtable.kernel.position import PathError, Position, resume
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import NoDice, Seat
from sandtable.kernel.state import State, UnitId

MOST = 150  # choices; a longer list stays as the rules ask it


class Choice(Struct, frozen=True):
    """An option of the open question, or of one that opens behind it."""

    option: Option
    before: tuple[Command, ...] = ()  # the commands that lead to it

    @property
    def line(self) -> tuple[Command, ...]:
        return (*self.before, self.option.command)


# ---- what a unit can do, at once


def choices(rules: RuleSet, at: Position) -> list[Choice]:
    """The options of the open question. Those that only choose a unit give way to what that unit can do."""
    question = at.question
    assert question is not None
    plain = [Choice(option) for option in question.options]
    if not any(option.command.opens for option in question.options):
        return plain
    known = Seat(rules, question, at).imagine(Picker(0))
    found = list(opened(rules, known, question.options)) if known else plain
    return found if len(found) <= MOST else plain


def opened(
    rules: RuleSet, at: Position, options: Iterable[Option], before: tuple[Command, ...] = ()
) -> Iterator[Choice]:
    """`at`: a position that fits what the side knows, so nothing here depends on what is hidden from it."""
    for option in options:
        then = behind(rules, at, option.command) if option.command.opens else None
        if then is None or then.question is None:
            yield Choice(option, before)
        else:
            yield from opened(rules, then, then.question.options, (*before, option.command))


def behind(rules: RuleSet, at: Position, command: Command) -> Position | None:
    """The next question for the same side, if the command throws no die and discovers nothing."""
    assert at.question is not None
    try:
        leg = resume(rules, at, command, NoDice())
    except PathError:
        return None
    then, chances = leg.position.question, [e for e in leg.entries if isinstance(e.event, Rolled | Revealed)]
    return leg.position if then and then.side == at.question.side and not chances else None


# ---- the others of a body


def likewise(state: State, given: Command, question: Question) -> Command | None:
    """The command with which another of the same body does as the first: the same target, or one of its body."""
    if not given.attack or len(given.units) < 2 or not is_fire(question):
        return None
    firers, target = body(state, given.units[0]), given.units[1]
    alike = [one.command for one in question.options if is_alike(one, given)]
    alike = [command for command in alike if body(state, command.units[0]) == firers]
    same = [one for one in alike if one.units[1] == target]
    near = [one for one in alike if body(state, one.units[1]) == body(state, target)]
    return next(iter(same or near), None)


def only_shot(given: Command, question: Question) -> Command | None:
    """Whoever has opened fire fires at the only target there is."""
    if not given.opens or not is_fire(question):
        return None
    shots = [option.command for option in question.options if option.command.attack]
    return shots[0] if len({shot.units[1:] for shot in shots}) == 1 else None


def is_fire(question: Question) -> bool:
    """Whether it offers nothing but fire, or details of it."""
    commands = (option.command for option in question.options)
    return all(command.attack or command.quiet or command.by_hand for command in commands)


def is_alike(option: Option, given: Command) -> bool:
    command = option.command
    return option.region is None and type(command) is type(given) and len(command.units) > 1


def body(state: State, unit: UnitId) -> UnitId:
    """The body that a unit belongs to, or the unit itself."""
    found = state.units.get(unit)
    return found.part_of or unit if found else unit


# ---- questions that wait


def unasked(question: Question, wanted: Collection[str]) -> Command | None:
    """The usual answer to a rare question that the person has not asked for."""
    topic = question.topic
    if not topic.rare or topic.kind in wanted:
        return None
    return topic.usual or question.quiet.command
