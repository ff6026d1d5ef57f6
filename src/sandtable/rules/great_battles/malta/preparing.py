"""Preparations before anybody is placed, by the house rules of Malta."""

from collections.abc import Iterator

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Spent
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.commands.malta import HoldOff
from sandtable.rules.great_battles.edition import cite, rule
from sandtable.rules.great_battles.malta.reassigning import reassign, reassign_options
from sandtable.rules.great_battles.malta.withheld import NAME, free_to_hold, hold_by_scenario, hold_off
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.words import Did


@rule("setup.hidden-placement")
def prepare_next(play: Play, side: Side) -> bool:
    """Support stands change battalion, and the Axis hold units back; returns whether the side goes on."""
    if Did.PREPARED not in force(play.state, side).spent:
        play.emit(Spent(UnitId(side), Did.PREPARED))
        hold_by_scenario(play, side)
    asked = Topic("prepare", f"{side}: what do you arrange before the battle?")
    order = play.ask_which(side, asked, lambda view: options(view, side))
    if isinstance(order, HoldOff):
        hold_off(play, order.unit)
        return True
    return reassign(play, order)


def options(view: State, side: Side) -> Iterator[Option]:
    yield from reassign_options(view, side)
    for body in free_to_hold(view, side):
        yield Option(HoldOff(body.id), cite(view, NAME))
    yield Option(Done(), cite(view, "setup.hidden-placement"))
