"""Logistics: supply; orders and leaders, written in secret, then carried out together."""

from collections.abc import Collection, Iterator
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.book.charts import Grid
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Option, Refusal, Topic, judged
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import Added, Marked, Noted, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning, term_of
from sandtable.kernel.state import Link, Side, State, Unit, UnitId
from sandtable.mechanics.supply import SupplyLines
from sandtable.rules.panzer_korps.book import BOOK, D10, cite
from sandtable.rules.panzer_korps.commands import PAPERS, AttachLeader, GiveOrder, KeepOrders
from sandtable.rules.panzer_korps.facts import LeaderAttached, OrderGiven
from sandtable.rules.panzer_korps.field import (
    RADIUS,
    REPLACEMENT,
    absent,
    enemies,
    field,
    formations,
    groups,
    is_able,
    members,
    order_of,
    rating_of,
)
from sandtable.rules.panzer_korps.ground import CLOSED, CROSSINGS
from sandtable.rules.panzer_korps.initiative import in_order
from sandtable.rules.panzer_korps.scenario import battle, entries, table
from sandtable.rules.panzer_korps.steps import FirstOrders, Logistics, OrdersShown, Replacement
from sandtable.rules.panzer_korps.weather import conditions, visibility
from sandtable.rules.panzer_korps.words import ORDERS, Kind, Mark, Tally, Tie

RATINGS = Grid(BOOK.table("leader-rating"))
ORDER, CHANGE = map(cite, ("pk.command.orders", "pk.command.activation-use"))
ATTACH = cite("pk.organisation.decorated-leaders")
NEAR = 12.0  # inches: pk.organisation.decorated-leaders
TOO_FAR = Refusal(ATTACH, f"that formation is more than {NEAR:g} inches away")


# ---- supply

FREE, OFF, HALF = 6.0, 6.0, 0.5  # inches, and a share: pk.logistics.supply


@rule("pk.logistics.supply")
def trace_supply(play: Play) -> None:
    """A line of any length to the own edge keeps 6 inches off able enemies after its own first 6 inches."""
    state = play.state
    for side in state.sides:
        able = [field(state).slabs[enemy.id] for enemy in enemies(state, side) if is_able(state, enemy)]
        lines = SupplyLines(table(state), able, OFF, CLOSED, CROSSINGS)
        edges = battle(state).edge(side), *battle(state).army(side).supply
        for unit in formations(state, side):
            here = unit.at.point
            supplied = any(lines.lead_to_edge(lines.beginnings(here, RADIUS + FREE), edge) for edge in edges)
            if supplied == (Mark.OUT_OF_SUPPLY in unit.marks):
                play.emit((Unmarked if supplied else Marked)(unit.id, Mark.OUT_OF_SUPPLY))


def share_cut_off(state: State, group: UnitId) -> float:
    """Of the formations of a Force Group: with half of them it is out of supply, with all of them surrounded."""
    own = members(state, group)
    return sum(Mark.OUT_OF_SUPPLY in unit.marks for unit in own) / max(len(own), 1)


# ---- the activation roll


class Try(NamedTuple):
    state: State
    group: UnitId


ROLL, WEATHER = "pk.command.activation-roll", "pk.command.activation-weather"
BAD_GOING = frozenset({"rain", "mud", "snow"})
UNWILLING = "leader unwilling, or conquered / pressed into service"
MODIFIERS: Modifiers[Try] = Modifiers(BOOK, "activation-modifiers", [
    Modifier("out of supply", "out of supply", "pk.logistics.out-of-supply", lambda one: share_cut_off(*one) >= HALF),
    Modifier("rain, mud or snow", "rain, mud or snow", WEATHER, lambda one: bool(conditions(one.state) & BAD_GOING)),
    Modifier("fog or visibility problems", "visibility", WEATHER, lambda one: visibility(one.state) < inf),
    Modifier(UNWILLING, "unwilling", ROLL, lambda one: entries(one.state).groups[one.group].unwilling),
])  # fmt: skip


@rule("pk.command.activation-roll")
def activate(play: Play, group: Unit, what: str) -> bool:
    """A modified d10 not above the activation number of the group's leader."""
    rating = rating_of(play.state, group)
    number = RATINGS.figure(rating, "activation number") or 0
    need = Reckoning(term_of(number, f"leader rated {rating}", cite("pk.command.rating")))
    adds = MODIFIERS.that_apply(Try(play.state, group.id))
    reading = at_most(number - sum(term.value for term in adds), D10.sides)
    return bool(play.roll(Throw("activation", f"{group.id} {what}", group.id), reading, adds=adds, need=need))


# ---- writing


@rule("pk.command.orders")
def give_first_orders(play: Play, step: FirstOrders) -> bool:
    """At the set-up each Force Group gets an order, and leaders join any formation of their groups."""
    words = "Which order does a Force Group get, and where are its leaders?"
    given = all(one.order for one in entries(play.state).groups.values())
    return PAPERS.write_next(play, step.side, Topic("orders", words, rare=given), order_options)


@rule("pk.logistics.phase")
def give_new_orders(play: Play, step: Logistics) -> bool:
    """Each Force Group may try for another order, and leaders may join formations near them."""
    words = "Which Force Group tries for another order, and which leader goes elsewhere?"
    return PAPERS.write_next(play, step.side, Topic("orders", words, rare=True), order_options)


def order_options(view: State, side: Side) -> Iterator[Option]:
    """Orders of its Force Groups, and formations for its leaders: what they may do, and what they may not."""
    yield Option(KeepOrders(side), ORDER)
    busy = PAPERS.subjects(view, side)
    own = [unit for group in groups(view, side) for unit in (*members(view, group.id), *absent(view, group.id))]
    clause = CHANGE if has_begun(view) else ORDER
    for group in groups(view, side):
        now, refusal = order_of(group), refuse_order(view, group, busy)
        yield from (judged(GiveOrder(group.id, order), clause, refusal) for order in ORDERS if order != now)
        for leader in leaders_of(view, group.id):
            for unit in own:
                yield judged(AttachLeader(leader.id, unit.id), ATTACH, refuse_attaching(view, leader, unit, busy))


def has_begun(state: State) -> bool:
    return not isinstance(state.agenda[0], FirstOrders)


def refuse_order(view: State, group: Unit, busy: Collection[UnitId]) -> Refusal | None:
    if not has_begun(view) and entries(view).groups[group.id].order:
        return Refusal(ORDER, "the scenario has given it its first order")
    if group.id in busy:
        return Refusal(CHANGE, "a Force Group tries once in a Tactical Turn")
    return None if members(view, group.id) or absent(view, group.id) else Refusal(ORDER, "nobody of it is left")


def refuse_attaching(view: State, leader: Unit, unit: Unit, busy: Collection[UnitId]) -> Refusal | None:
    if leader.part_of != unit.part_of:
        return Refusal(ATTACH, "a leader stays with his own Force Group")
    if leader.id in busy:
        return Refusal(ATTACH, "he has his orders")
    if leader.aboard == unit.id:
        return Refusal(ATTACH, "he is with it")
    if not has_begun(view):
        return None
    here, carrier = field(view), leader.aboard
    near = carrier in here.slabs and unit.id in here.slabs and here.gap(carrier, unit.id) <= NEAR
    return None if near else TOO_FAR


def leaders_of(state: State, group: UnitId) -> list[Unit]:
    leading = (unit for unit in state.units.values() if unit.kind == Kind.LEADER and unit.part_of == group)
    return [unit for unit in leading if Mark.LOST not in unit.marks]


# ---- carrying out


def show_orders(play: Play, step: OrdersShown) -> None:
    """What both sides have written happens at once."""
    for command in PAPERS.read_out(play, in_order(play.state)):
        match command:
            case GiveOrder(group=group, order=order) if play.state.tallies[Tally.TURN]:
                change_order(play, play.state.units[group], order)
            case GiveOrder(group=group, order=order):
                play.emit(OrderGiven(group, order), ORDER)
            case AttachLeader(leader=leader, formation=unit):
                play.emit(LeaderAttached(leader, unit), ATTACH)


@rule("pk.command.activation-use")
def change_order(play: Play, group: Unit, order: str) -> None:
    """One activation roll a turn; if it fails, the old order stays."""
    if activate(play, group, f"changes from {order_of(group)} to {order}"):
        play.emit(OrderGiven(group.id, order))
    else:
        play.emit(Noted(f"{group.id} stays on {order_of(group)}", about=(group.id,)))


# ---- lost leaders


def without_leader(state: State) -> list[UnitId]:
    """Force Groups on the table whose leader is lost."""
    led = {group for unit in state.units.values() if Mark.LOST not in unit.marks for group in unit.linked(Tie.COMMANDS)}
    own = (group.id for side in in_order(state) for group in groups(state, side))
    return [group for group in own if group not in led and members(state, group)]


@rule("pk.organisation.decorated-leaders")
def replace_leader(play: Play, step: Replacement) -> None:
    """At the start of a Day Segment an E leader joins any formation of a group that has lost its own."""
    group = play.state.units[step.group]
    number = sum(unit.kind == Kind.LEADER and unit.part_of == group.id for unit in play.state.units.values())
    name = UnitId(f"{group.id} leader {number + 1}")
    topic = Topic("new leader", f"Which formation does the new leader of {group.id} join?", (group.id,))
    order = play.ask_for(
        AttachLeader, group.side, topic,
        lambda view: [Option(AttachLeader(name, unit.id), ATTACH) for unit in members(view, group.id)],
    )  # fmt: skip
    leader = Unit(name, Kind.LEADER, group.side, part_of=group.id, aboard=order.formation)
    play.emit(Added(replace(leader, traits=frozenset({REPLACEMENT}), links=(Link(Tie.COMMANDS, group.id),))))
    play.emit(Noted(f"{name}, rated {REPLACEMENT}, takes over and joins {order.formation}", about=(name,)))
