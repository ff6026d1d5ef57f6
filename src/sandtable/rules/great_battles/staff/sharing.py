"""Activation points that several divisions share, until each has its own."""

from collections.abc import Iterator

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Noted, Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.great_battles.battle.scenario import players
from sandtable.rules.great_battles.commands.airborne import Allot
from sandtable.rules.great_battles.edition import charts, cite, procedures, rule
from sandtable.rules.great_battles.staff.staff_points import is_played
from sandtable.rules.great_battles.steps import Sharing
from sandtable.rules.great_battles.table.divisions import divisions, force, is_in_common, points, staffs, told
from sandtable.rules.great_battles.words import Tally

NAME = "variants.cops-sharing"


def sharing(state: State) -> list[Sharing]:
    """The sides that divide their points now: a C Ops earns points, and one is on the table."""
    if not is_played(state) or procedures(state).refuse_saving(state):
        return []
    return [Sharing(side) for side in players(state) if is_in_common(state, side) and staffs(state, side)]


@rule(NAME)
def share_out(play: Play, side: Side) -> None:
    """The owner gives each division with a C Ops on the table its points; the last one gets the rest."""
    whole = force(play.state, side)
    left, led = points(whole), {staff.part_of for staff in staffs(play.state, side)}
    *firsts, last = [one for one in divisions(play.state, side) if one.id in led]
    shares = {one.id: 0 for one in divisions(play.state, side)}
    for division in firsts:
        shares[division.id] = share_of(play, division, left)
        left -= shares[division.id]
    shares[last.id] = min(left, charts(play.state).most_points)
    play.emit(Tallied(whole.id, Tally.POINTS, None))
    for name, share in shares.items():
        play.emit(Tallied(name, Tally.POINTS, share))
        play.emit(Noted(f"{name} has {told(share)}", about=(name,)))


def share_of(play: Play, division: Unit, left: int) -> int:
    order = play.ask(
        division.side,
        Topic("share", f"{division.side}, {told(left)}: how many does {division.id} get?", (division.id,)),
        lambda view: shares_for(view, division, left),
    )
    assert isinstance(order, Allot)
    return order.points


def shares_for(view: State, division: Unit, left: int) -> Iterator[Option]:
    """variants.cops-cap: a division cannot hold more than the limit."""
    for share in range(min(left, charts(view).most_points) + 1):
        yield Option(Allot(division.id, share), cite(view, NAME))
