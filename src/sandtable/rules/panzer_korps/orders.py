"""Orders and leaders: written in secret, then carried out together."""

from collections.abc import Iterator

from msgspec import Struct

from sandtable.book.charts import Grid
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import Added, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning, Term, term_of
from sandtable.kernel.state import Link, Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D10, cite
from sandtable.rules.panzer_korps.commands import AttachLeader, GiveOrder, KeepOrders
from sandtable.rules.panzer_korps.facts import LeaderAttached, OrderGiven
from sandtable.rules.panzer_korps.field import (
    REPLACEMENT,
    absent,
    field,
    groups,
    members,
    order_of,
    rating_of,
)
from sandtable.rules.panzer_korps.initiative import in_order
from sandtable.rules.panzer_korps.papers import read_out, write, written
from sandtable.rules.panzer_korps.scenario import entries
from sandtable.rules.panzer_korps.steps import FirstOrders, Logistics, OrdersShown, Replacement
from sandtable.rules.panzer_korps.supply import is_out_of_supply
from sandtable.rules.panzer_korps.weather import conditions, is_dim
from sandtable.rules.panzer_korps.words import ORDERS, Kind, Mark, Tally, Tie

RATINGS = Grid(BOOK.table("leader-rating"))
ORDER, CHANGE = map(cite, ("pk.command.orders", "pk.command.activation-use"))
ATTACH = cite("pk.organisation.decorated-leaders")
NEAR = 12.0  # inches: pk.organisation.decorated-leaders
FIXED = Refusal(ORDER, "the scenario has given it its first order")
ONE_ATTEMPT = Refusal(CHANGE, "a Force Group tries once in a Tactical Turn")
ANOTHER_GROUP = Refusal(ATTACH, "a leader stays with his own Force Group")
TOO_FAR = Refusal(ATTACH, f"that formation is more than {NEAR:g} inches away")


# ---- the activation roll


class Activation(Struct, frozen=True, gc=False):
    """What makes it hard for a leader."""

    out_of_supply: bool
    bad_going: bool
    dim: bool
    unwilling: bool


ROLL, WEATHER = "pk.command.activation-roll", "pk.command.activation-weather"
UNWILLING = "leader unwilling, or conquered / pressed into service"
MODIFIERS: Modifiers[Activation] = Modifiers(BOOK, "activation-modifiers", [
    Modifier("out of supply", "out of supply", "pk.logistics.out-of-supply", lambda roll: roll.out_of_supply),
    Modifier("rain, mud or snow", "rain, mud or snow", WEATHER, lambda roll: roll.bad_going),
    Modifier("fog or visibility problems", "visibility", WEATHER, lambda roll: roll.dim),
    Modifier(UNWILLING, "unwilling", ROLL, lambda roll: roll.unwilling),
])  # fmt: skip


def activation_adds(state: State, group: Unit) -> tuple[Term, ...]:
    unwilling = entries(state).groups[group.id].unwilling
    bad_going = not conditions(state).isdisjoint({"rain", "mud", "snow"})
    roll = Activation(is_out_of_supply(state, group.id), bad_going, is_dim(state), unwilling)
    return MODIFIERS.that_apply(roll)


@rule("pk.command.activation-roll")
def activate(play: Play, group: Unit, what: str) -> bool:
    """A modified d10 not above the activation number of the group's leader."""
    rating = rating_of(play.state, group)
    number = RATINGS.figure(rating, "activation number") or 0
    need = Reckoning(term_of(number, f"leader rated {rating}", cite("pk.command.rating")))
    adds = activation_adds(play.state, group)
    reading = at_most(number - sum(term.value for term in adds), D10.sides)
    return bool(play.roll(Throw("activation", f"{group.id} {what}", group.id), reading, adds=adds, need=need))


# ---- writing


@rule("pk.command.orders")
def give_first_orders(play: Play, step: FirstOrders) -> bool:
    """At the set-up each Force Group gets an order, and leaders join any formation of their groups."""
    return write_next(play, step.side, "Which order does a Force Group get, and where are its leaders?")


@rule("pk.logistics.phase")
def give_new_orders(play: Play, step: Logistics) -> bool:
    """Each Force Group may try for another order, and leaders may join formations near them."""
    return write_next(play, step.side, "Which Force Group tries for another order, and which leader goes elsewhere?")


def write_next(play: Play, side: Side, words: str) -> bool:
    """One line on the side's paper. Gives whether the side goes on."""
    order = play.ask(side, Topic("orders", words), lambda view: order_options(view, side), why_not=why_not)
    if isinstance(order, KeepOrders):
        return False
    write(play, side, order)
    return True


def order_options(view: State, side: Side) -> Iterator[Option]:
    yield Option(KeepOrders(side), ORDER)
    for group in groups(view, side):
        for order in ORDERS:
            if order != order_of(group) and refuse_order(view, group) is None:
                yield Option(GiveOrder(group.id, order), CHANGE if has_begun(view) else ORDER)
        for leader in leaders_of(view, group.id):
            for unit in [*members(view, group.id), *absent(view, group.id)]:
                if unit.id != leader.aboard and refuse_attaching(view, leader, unit) is None:
                    yield Option(AttachLeader(leader.id, unit.id), ATTACH)


def has_begun(state: State) -> bool:
    return not isinstance(state.agenda[0], FirstOrders)


def refuse_order(view: State, group: Unit) -> Refusal | None:
    if not has_begun(view) and entries(view).groups[group.id].order:
        return FIXED
    tried = any(isinstance(order, GiveOrder) and order.group == group.id for order in written(view, group.side))
    if tried:
        return ONE_ATTEMPT
    return None if members(view, group.id) or absent(view, group.id) else Refusal(ORDER, "nobody of it is left")


def refuse_attaching(view: State, leader: Unit, unit: Unit) -> Refusal | None:
    if leader.part_of != unit.part_of:
        return ANOTHER_GROUP
    if any(isinstance(order, AttachLeader) and order.leader == leader.id for order in written(view, leader.side)):
        return Refusal(ATTACH, "he has his orders")
    if not has_begun(view):
        return None
    slabs = field(view).slabs
    here = leader.aboard in slabs and unit.id in slabs
    return None if here and field(view).gap(UnitId(str(leader.aboard)), unit.id) <= NEAR else TOO_FAR


def why_not(view: State, command: Command) -> Refusal | None:
    match command:
        case GiveOrder(group=group) if group in view.units and view.units[group].kind == Kind.GROUP:
            return refuse_order(view, view.units[group])
        case AttachLeader(leader=leader, formation=unit) if leader in view.units and unit in view.units:
            return refuse_attaching(view, view.units[leader], view.units[unit])
    return None


def leaders_of(state: State, group: UnitId) -> list[Unit]:
    leading = (unit for unit in state.units.values() if unit.kind == Kind.LEADER and unit.part_of == group)
    return [unit for unit in leading if Mark.LOST not in unit.marks]


# ---- carrying out


def show_orders(play: Play, step: OrdersShown) -> None:
    """What both sides have written happens at once."""
    for command in read_out(play, in_order(play.state)):
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
    own = [group.id for side in in_order(state) for group in groups(state, side)]
    return [group for group in own if group not in led and members(state, group)]


@rule("pk.organisation.decorated-leaders")
def replace_leader(play: Play, step: Replacement) -> None:
    """At the start of a Day Segment an E leader joins any formation of a group that has lost its own."""
    group = play.state.units[step.group]
    number = sum(unit.kind == Kind.LEADER and unit.part_of == group.id for unit in play.state.units.values())
    name = UnitId(f"{group.id} leader {number + 1}")
    order = play.ask(
        group.side,
        Topic("new leader", f"Which formation does the new leader of {group.id} join?", (group.id,)),
        lambda view: [Option(AttachLeader(name, unit.id), ATTACH) for unit in members(view, group.id)],
    )
    assert isinstance(order, AttachLeader)
    play.emit(
        Added(
            Unit(
                name, Kind.LEADER, group.side, part_of=group.id, aboard=order.formation,
                traits=frozenset({REPLACEMENT}), links=(Link(Tie.COMMANDS, group.id),),
            )
        )
    )  # fmt: skip
    play.emit(Noted(f"{name}, rated {REPLACEMENT}, takes over and joins {order.formation}", about=(name,)))
