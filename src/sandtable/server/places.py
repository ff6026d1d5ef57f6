"""What other processes work out about places: outlines of large regions, good places, whole set-ups."""

from sandtable.board.board import Picker, Region
from sandtable.kernel.decision import Command
from sandtable.kernel.position import Position
from sandtable.kernel.seat import Seat
from sandtable.players.greedy import preferred
from sandtable.rules import rule_sets
from sandtable.server import scene
from sandtable.server.decisions import spot, worked_out
from sandtable.server.setting_up import Draft, draft
from sandtable.server.tasks import Asked, unpacked

SUGGESTED = 12  # places


def reach(asked: Asked, number: int) -> scene.Region:
    return worked_out(region_of(asked, number))


def suggest(asked: Asked, number: int) -> tuple[scene.Spot, ...]:
    return suggested(unpacked(asked), number)


def suggested(at: Position, number: int) -> tuple[scene.Spot, ...]:
    """Good places, the one first that the computer player prefers."""
    assert at.question is not None
    seat = Seat(rule_sets()[at.start.rules], at.question, at)
    return tuple(dict.fromkeys(map(spot, preferred(seat, seat.options[number], Picker(0)))))[:SUGGESTED]


def propose(asked: Asked, given: tuple[Command, ...], seed: str) -> Draft | None:
    at = unpacked(asked)
    return draft(rule_sets()[at.start.rules], at, given, seed)


def region_of(asked: Asked, number: int) -> Region:
    at = unpacked(asked)
    assert at.question is not None
    region = at.question.options[number].region
    assert region is not None
    return region
