"""Sets up all units of a side that are left: by given commands, and otherwise as a computer player would."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.nearest import nearest
from sandtable.kernel.decision import Command, Option, Placing, Refusal
from sandtable.kernel.position import PathError, Position, answered, run, settle
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import NoDice, Seat
from sandtable.kernel.state import Side, State, Step
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.player import Player

MOST = 200  # commands of one set-up


class Moved(Struct, frozen=True):
    """A given place that the rules refuse. The unit is put at the nearest place that they allow."""

    given: Command
    put: Command
    refusal: Refusal | None


class Arranger:
    """A player that sets up by given commands. Where none of them fits, it asks another player."""

    def __init__(self, given: Iterable[Command], other: Player) -> None:
        self._given, self._other = list(given), other
        self.moved: list[Moved] = []

    def choose(self, seat: Seat) -> Command:
        for command in self._given:
            if (found := self._as_given(seat, command)) is not None:
                self._given.remove(command)
                return found
        return self._other.choose(seat)

    def _as_given(self, seat: Seat, command: Command) -> Command | None:
        """The command if it fits the question, else the same with the nearest allowed place."""
        fits = [one for one in seat.options if one.command == command or one.same_but_place(command)]
        if not fits or fits[0].admits(command):
            return command if fits else None
        return self._nearest(seat, fits[0], command)

    def _nearest(self, seat: Seat, option: Option, command: Command) -> Command | None:
        assert isinstance(command, Placing) and command.to is not None and option.region is not None
        place = nearest(option.region, command.to)
        if place is None:
            return None
        put = replace(command, to=place)
        self.moved.append(Moved(command, put, seat.why_not(command)))
        return put


class Arrangement(Struct, frozen=True):
    """The commands that set a side up, the table after them, and the given places that were refused."""

    commands: tuple[Command, ...]
    state: State
    moved: tuple[Moved, ...] = ()


def step_of_set_up(at: Position) -> Step | None:
    """The step in which the asked side sets up; None if it does something else."""
    step = at.start.agenda[0] if at.question is not None else None
    return step if step is not None and step.sets_up else None


def arrangement(rules: RuleSet, at: Position, given: Iterable[Command] = (), seed: str = "") -> Arrangement | None:
    """Everything that the asked side still does in this step of its set-up; nothing is played.

    It knows only what the side knows, and ends where dice are thrown. None: nothing fits what the side knows.
    """
    assert at.question is not None
    asked, player = (at.question.side, step_of_set_up(at)), Arranger(given, GreedyPlayer(seed))
    known = Seat(rules, at.question, at).imagine(Random(seed))
    if known is None:
        return None
    commands: list[Command] = []
    state = known.state
    while known.question and (known.question.side, step_of_set_up(known)) == asked and len(commands) < MOST:
        command = player.choose(Seat(rules, known.question, known))
        commands.append(command)
        try:
            known = after(rules, known, command)
        except PathError:  # dice come next
            break
        state = known.state
    return Arrangement(tuple(commands), state, tuple(player.moved))


def after(rules: RuleSet, at: Position, command: Command) -> Position:
    """The next question after a command, or the end of its step if dice come before a question."""
    leg = settle(rules, at, answered(at, command, NoDice()))
    if leg.position.question is not None or not leg.position.state.agenda:
        return leg.position
    try:
        return run(rules, leg.position.start, (), NoDice()).position
    except PathError:
        return leg.position


def set_out(rules: RuleSet, opening: State) -> State:
    """The table as the scenario itself sets it up; the empty one if it does not do so for both sides."""
    if any(side not in opening.scenario.set_up for side in opening.sides):
        return opening
    at = run(rules, opening, (), NoDice()).position
    while at.question is not None and step_of_set_up(at) is not None:
        found = arrangement(rules, at, own_set_up(rules, at.state, at.question.side))
        if found is None or len(found.commands) == MOST:
            return opening
        for command in found.commands[:-1]:
            at = after(rules, at, command)
        try:
            at = after(rules, at, found.commands[-1])
        except PathError:  # dice come next
            return found.state
    return at.state


# ---- set-ups as data


def as_data(command: Command) -> dict[str, Any]:
    """A command as a save writes it."""
    data: dict[str, Any] = msgspec.to_builtins(command)
    return data


def commands_in(rules: RuleSet, data: Sequence[object]) -> tuple[Command, ...]:
    """The commands of a set-up; msgspec.ValidationError says what is wrong."""
    command: Any = rules.commands[0]
    for kind in rules.commands[1:]:
        command = command | kind
    return msgspec.convert(data, tuple[command, ...])


def own_set_up(rules: RuleSet, state: State, side: Side) -> tuple[Command, ...]:
    """The set-up that the scenario gives for a side; empty if it gives none."""
    return commands_in(rules, state.scenario.set_up.get(side, ()))
