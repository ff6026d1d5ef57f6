"""Preparations before anybody is placed, by the house rules of Malta."""

from collections.abc import Iterator

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Marked, Spent
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle, day_length
from sandtable.rules.great_battles.battle.setup import entry_of
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.commands.night import ComeLater, HoldOff
from sandtable.rules.great_battles.edition import charts, cite, rule
from sandtable.rules.great_battles.facts.reserves import Entering
from sandtable.rules.great_battles.malta.house import is_axis
from sandtable.rules.great_battles.malta.reassigning import reassign, reassign_options
from sandtable.rules.great_battles.staff.withheld import NAME, arrivals, choose_entry, is_held_off, write_down
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import battalions
from sandtable.rules.great_battles.words import Did, Mark


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


# ---- units that are held back


def free_to_hold(state: State, side: Side) -> list[Unit]:
    """Axis battalions in reserve or in the air for which nothing is written down yet."""
    if not is_axis(state, side):
        return []
    waiting = [body for body in battalions(state, side) if entry_of(state, body).post is None]
    return [body for body in waiting if not is_held_off(body)]


@rule(NAME)
def hold_by_scenario(play: Play, side: Side) -> None:
    for body, arrival in arrivals(play.state, side).items():
        play.emit(Marked(body, Mark.WITHHELD))
        if arrival.day:
            write_down(play, body, arrival.day, arrival.turn)
        if arrival.at:
            play.emit(Entering(body, arrival.at))


@rule(NAME)
def hold_off(play: Play, body: UnitId) -> None:
    """The owner writes down when and over what ground it comes, or holds it back without a date."""
    side = play.state.units[body].side
    order = play.ask(
        side, Topic("hold-off", f"{body}: when does it come?", (body,)), lambda view: time_options(view, body)
    )
    assert isinstance(order, ComeLater)
    play.emit(Marked(body, Mark.WITHHELD))
    if order.day:
        write_down(play, body, order.day, order.turn)
    choose_entry(play, body)


def time_options(view: State, body: UnitId) -> Iterator[Option]:
    clause, scenario = cite(view, NAME), battle(view)
    last, available = day_length(scenario, charts(view)), entry_of(view, view.units[body]).lands
    for day in range(1, scenario.days + 1):
        first = max(scenario.starts_at_turn, available) + 1 if day == 1 else 1
        yield from (Option(ComeLater(body, day, turn), clause) for turn in range(first, last + 1))
    yield Option(ComeLater(body), clause)
