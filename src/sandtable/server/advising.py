"""Hints: what the computer would do, in battles without another person and after the battle."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.board.board import Board
from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Decision, Placing
from sandtable.kernel.position import Position
from sandtable.kernel.state import State
from sandtable.players.advice import Advice
from sandtable.server import messages as wire
from sandtable.server.battle import Battle
from sandtable.server.decisions import command_of, option_called, spot, units_named
from sandtable.server.drawing import side_number
from sandtable.server.refused import Refused
from sandtable.telling.places import told_command

FAIR = "Hints are for battles against the computer, and for replays."
NOBODY = "Nobody is asked anything at this moment."


def position_asked(battle: Battle, seq: int, who: int) -> Position:
    """The position that a visitor asks about: the present one, or after the battle any earlier one."""
    if battle.asked is not None and len(battle.people) > 1:
        raise Refused(FAIR)
    if battle.asked is not None and seq != battle.number(who):
        raise Refused("Hints for earlier decisions come after the battle.")
    stage = battle.stage_of(seq, who) if battle.asked is None else -1
    if stage is None:
        raise Refused("there is no such moment")
    position = battle.game.stages[stage].leg.position
    if position.question is None:
        raise Refused(NOBODY)
    return position


def compared(battle: Battle, decision: Decision | None, asked: wire.AskHint) -> list[Command]:
    """The two commands that somebody wants compared; none if he asks what the computer would do."""
    return [meant_by(battle, decision, one) for one in asked.compare or ()] if decision else []


def meant_by(battle: Battle, decision: Decision, meant: wire.Meant) -> Command:
    option = option_called(decision, meant.option)
    if option is None or (option.region is not None and meant.to is None):
        raise Refused("that option does not exist, or it needs a place")
    return command_of(battle.state.board, option, meant.to)


def hints(
    at: Position,
    found: list[Advice],
    view: State,
    asked: wire.AskHint,
    decision: Decision | None,
    chances: Sequence[wire.Odds | None],
) -> wire.Hints:
    """`decision`: the open one, if the hints are for it."""
    assert at.question is not None
    told = tuple(hint(one, view, decision, odds) for one, odds in zip(found, chances, strict=True))
    return wire.Hints(asked.id, asked.seq, side_number(view, at.question.side), at.question.text, told)


def hint(one: Advice, view: State, decision: Decision | None, odds: wire.Odds | None) -> wire.Hint:
    command = one.command
    place = command.to if isinstance(command, Placing) else place_in(command)
    return wire.Hint(
        option=number_of(command, decision) if decision else -1,
        to=spot(place) if place else None,
        words=told_command(command, view),
        then=tuple(placeless(later, view.board).tell().replace("...", "…") for later in one.then),
        units=tuple(units_named(command, view)),
        gains=one.gains,
        costs=one.costs,
        odds=odds,
    )


def placeless(command: Command, board: Board) -> Command:
    """Without its place on a free table, where a place is two numbers that nobody can imagine."""
    if isinstance(board, SquareGrid) or not isinstance(command, Placing):
        return command
    return replace(command, to=None)


def place_in(command: Command) -> Place | None:
    """The place that a command without a choice of places names."""
    return next(
        (value for name in command.__struct_fields__ if isinstance(value := getattr(command, name), Place)), None
    )


def number_of(command: Command, decision: Decision) -> int:
    """The number of the option that admits a command."""
    return next(number for number, option in enumerate(decision.options) if option.admits(command))
