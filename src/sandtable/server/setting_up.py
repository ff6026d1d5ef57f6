"""Set-ups over the wire: as a page sends them, and drawn before they are played."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Placing, Refusal, refused_place
from sandtable.kernel.position import Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side
from sandtable.players.arranging import MOST, arrangement, as_data, commands_in, own_set_up, step_of_set_up
from sandtable.server import messages as wire
from sandtable.server import scene
from sandtable.server.battle import Battle
from sandtable.server.decisions import place_at, spot
from sandtable.server.drawing import Drawing, side_number
from sandtable.server.refused import Refused

NOT_NOW = "you are not setting up"
UNKNOWN = "no set-up fits what you know"


class Draft(Struct, frozen=True):
    """A set-up that is not played yet, and the side's own units as they would stand."""

    commands: tuple[Command, ...]
    pieces: tuple[scene.Piece, ...]
    groups: tuple[scene.Group, ...]
    why: str
    clause: str


def asked_for(battle: Battle, asked: wire.Propose) -> tuple[Command, ...]:
    """The commands that a page wants: its own, those of the scenario, or none, for the computer's."""
    question = battle.position.question
    if question is None or step_of_set_up(battle.position) is None:
        raise Refused(NOT_NOW)
    if asked.how == "scenario":
        return own_set_up(battle.rules, battle.state, question.side)
    return read(battle, asked.commands, asked.change) if asked.how == "given" else ()


def read(battle: Battle, data: wire.Commands, change: wire.Change | None = None) -> tuple[Command, ...]:
    """The commands that a page sends, with exact places; Refused if they are none."""
    try:
        commands = commands_in(battle.rules, data)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise Refused(f"that is no set-up of this battle: {fault}") from None
    places = {number: spot(one.to) for number, one in enumerate(commands) if isinstance(one, Placing) and one.to}
    if change is not None:
        if change.n not in places:
            raise Refused(f"command {change.n} of the set-up has no place")
        places[change.n] = change.to
    return tuple(
        replace(one, to=place_at(battle.state.board, places[number])) if number in places else one
        for number, one in enumerate(commands)
    )


def check(battle: Battle, command: Command) -> None:
    """A page could send any command. Only one that an option admits is played."""
    decision = battle.decision
    assert decision is not None
    if not decision.admits(command):
        why = refused_place(decision.options, command) or Refusal(decision.clause, f"not now: {command.tell()}")
        raise Refused(why.why, why.clause)


def draft(rules: RuleSet, at: Position, given: tuple[Command, ...], seed: str) -> Draft | None:
    """Work a set-up out. None: nothing fits what the side knows."""
    found = arrangement(rules, at, given, seed)
    assert at.question is not None
    side = at.question.side
    if found is None:
        return None
    drawing, number = Drawing(rules, rules.view(found.state, side), side), side_number(at.state, side)
    why = next((moved.refusal for moved in found.moved if moved.refusal), None)
    return Draft(
        commands=found.commands,
        pieces=tuple(piece for piece in drawing.pieces() if piece.side == number),
        groups=tuple(group for group in drawing.groups() if group.side == number),
        why=why.why if why else "",
        clause=why.clause if why else "",
    )


def proposed(found: Draft | None, asked: wire.Propose) -> wire.Proposed:
    if found is None:
        raise Refused(UNKNOWN)
    commands = tuple(map(placement, found.commands))
    return wire.Proposed(asked.id, asked.seq, commands, found.pieces, found.groups, found.why, found.clause)


def given_by(battle: Battle, side: Side, asked: wire.AskSetUp) -> wire.SetUpGiven:
    """What one side has commanded while it set up. Nobody else may ask."""
    if side not in battle.people:
        raise Refused("only players have a set-up")
    before = (stage.leg.position for stage in battle.game.stages)
    commands = (stage.leg.answers[0] for stage in battle.game.stages[1:])
    own = [
        as_data(command)
        for at, command in zip(before, commands, strict=False)
        if isinstance(command, Command) and at.question and at.question.side == side and step_of_set_up(at)
    ]
    return wire.SetUpGiven(asked.id, battle.state.scenario.id, side, tuple(own[:MOST]))


def placement(command: Command) -> wire.Placement:
    to = spot(command.to) if isinstance(command, Placing) and command.to else None
    unit = command.units[0] if command.units else None
    return wire.Placement(unit, command.tell(), to, as_data(command))
