"""Activation points: only activated battalions may close with the enemy."""

from collections.abc import Iterator
from itertools import combinations

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Marked, Noted, Spent, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.commands.day import Activate, Deactivate, Done, Reactivate
from sandtable.rules.great_battles.edition import charts, cite, judged, plays, refuse, rule, term
from sandtable.rules.great_battles.facts.day import StoodDown
from sandtable.rules.great_battles.staff.staff_points import is_played, send_orders
from sandtable.rules.great_battles.table.divisions import division_of, points, purse, purses, told
from sandtable.rules.great_battles.table.field import (
    battalions,
    battlegroups,
    is_active,
    is_locked,
    is_suppressed,
    quality,
    stands_of,
)
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally

Choice = tuple[UnitId, ...]
TWO_D10 = Reading(tuple(range(1, 11)), "needs {} or less")


def draws_on(state: State, unit: Unit, account: Unit) -> bool:
    """activate.divisions: whether these points can activate a battalion or a battlegroup."""
    return purse(state, division_of(state, unit)).id == account.id


def own(state: State, account: Unit) -> list[Unit]:
    return [body for body in battalions(state, account.side) if draws_on(state, body, account)]


def own_groups(state: State, account: Unit) -> list[UnitId]:
    return [group.id for group in battlegroups(state, account.side) if draws_on(state, group, account)]


def refuse_activate(state: State, body: Unit) -> Refusal | None:
    if Mark.TO_GROUND in body.marks:
        return refuse(state, "activate.gone-to-ground", f"{body.id} has gone to ground for the day")
    if is_active(body):
        return refuse(state, "activate.states", f"{body.id} is already activated")
    if Did.STOOD_DOWN in body.spent:
        return refuse(state, "activate.deactivate", f"{body.id} has stood down in this player turn")
    if Mark.DEACTIVATED in body.marks and plays(state, "reactivation-night-only"):
        return refuse(state, "activate.reactivation-night-only", f"{body.id} has stood down for the day")
    if (due := body.tallies.get(Tally.READY_ON)) is not None:
        return refuse(state, "variants.cops-delay", f"{body.id} will be activated on turn {due}")
    return None


def members(state: State, group: UnitId, side: Side) -> list[Unit]:
    """Battalions and lone support units of a battlegroup, on the table or in reserve, that can be activated."""
    bodies = [body for body in battalions(state, side) if body.part_of == group]
    return [body for body in bodies if refuse_activate(state, body) is None]


def choices(view: State, account: Unit) -> Iterator[tuple[Choice, int]]:
    """One battalion, or one to three battlegroups; and how many of these."""
    yield from (((body.id,), 0) for body in own(view, account))
    groups = own_groups(view, account)
    for count in range(1, charts(view).most_groups + 1):
        yield from ((some, count) for some in combinations(groups, count))


def columns(view: State, account: Unit, units: Choice) -> int | None:
    """The number of battlegroups, 0 for one battalion; None if no column of the table covers the choice."""
    if len(units) == 1 and any(body.id == units[0] for body in own(view, account)):
        return 0
    fits = set(own_groups(view, account)).issuperset(units) and 1 <= len(units) <= charts(view).most_groups
    return len(units) if fits else None


def refuse_choice(view: State, account: Unit, units: Choice, *, dawn: bool) -> Refusal | None:
    """Why these units cannot be activated now; activate.divisions: not with the points of another division."""
    groups = columns(view, account, units)
    if groups is not None:
        return refuse_column(view, account, units, groups, dawn=dawn)
    ours = [view.units[i] for i in units if i in view.units and view.units[i].side == account.side]
    for unit in ours:
        if unit.kind in (Kind.BATTALION, Kind.BATTLEGROUP) and not draws_on(view, unit, account):
            said = f"these are points of {account.id}, and {unit.id} does not belong to it"
            return refuse(view, "activate.divisions", said)
    return refuse(view, "activate.one-column", "you activate one battalion or up to three battlegroups, not both")


def refuse_column(view: State, account: Unit, units: Choice, groups: int, *, dawn: bool) -> Refusal | None:
    """Why a battalion or so many battlegroups cannot be activated with these points."""
    if Did.ACTIVATED in account.spent:
        return refuse(view, "activate.when", "you have already used one column of the table")
    if groups == 0:
        why = refuse_activate(view, view.units[units[0]])
    else:
        empty = [group for group in units if not members(view, group, account.side)]
        why = refuse(view, "activate.attachments", f"nobody in {empty[0]} can be activated") if empty else None
    price, left = charts(view).activation(dawn=dawn, groups=groups), points(account)
    return why or (refuse(view, "activate.pool", f"that costs {price}, and you have {left}") if price > left else None)


def can_activate(state: State, account: Unit) -> bool:
    """Whether there are points and somebody to activate; otherwise battalions can only stand down."""
    if not points(account) or Did.ACTIVATED in account.spent:
        return False
    return any(refuse_activate(state, body) is None for body in own(state, account))


def activation_options(view: State, account: Unit, *, dawn: bool) -> Iterator[Option]:
    """One battalion, or one to three battlegroups, within the points; or nothing."""
    for units, groups in choices(view, account):
        why = refuse_column(view, account, units, groups, dawn=dawn)
        yield judged(view, Activate(units), "activate.cost", why)
    for body in own(view, account) if not dawn else ():
        if refuse_deactivate(view, body) is None:
            yield Option(Deactivate(body.id), cite(view, "activate.deactivate"))
    yield from second_thoughts(view, account)
    yield Option(Done(), cite(view, "dawn.activation-order" if dawn else "activate.cost"))


def refuse_deactivate(state: State, body: Unit) -> Refusal | None:
    if not is_active(body):
        return refuse(state, "activate.states", f"{body.id} is not activated")
    if is_locked(state, body):
        return refuse(state, "activate.deactivate-when", f"{body.id} is in close combat")
    if Did.ACTIVATED in purse(state, division_of(state, body)).spent:
        return refuse(state, "activate.deactivate-when", "battalions stand down before you activate any")
    return None


def second_thoughts(view: State, account: Unit) -> Iterator[Option]:
    """variants.reactivation-roll: once a player turn for each battalion that its owner stood down."""
    if plays(view, "reactivation-roll"):
        for body in own(view, account):
            stood_down = Mark.DEACTIVATED in body.marks and not is_active(body)
            if stood_down and body.spent.isdisjoint({Did.TRIED, Did.STOOD_DOWN}):
                yield Option(Reactivate(body.id), cite(view, "variants.reactivation-roll"))


def why_not_activate(view: State, account: Unit, command: Command, *, dawn: bool) -> Refusal | None:
    match command:
        case Activate(units):
            return refuse_choice(view, account, units, dawn=dawn)
        case Deactivate(unit) if not dawn and unit in view.units and view.units[unit].side == account.side:
            return refuse_deactivate(view, view.units[unit])
    return None


# ---- doing it


def activate_next(play: Play, side: Side, *, dawn: bool) -> bool:
    """One division after another, if each has its own points; returns whether the side goes on."""
    accounts = purses(play.state, side)
    waiting = [one for one in accounts if Did.SETTLED not in one.spent]
    goes_on = spend_points(play, waiting[0], dawn=dawn)
    if goes_on or len(accounts) == 1:
        return goes_on
    play.emit(Spent(waiting[0].id, Did.SETTLED), cite(play.state, "activate.divisions"))
    return len(waiting) > 1


@rule("activate.cost")
def spend_points(play: Play, account: Unit, *, dawn: bool) -> bool:
    """Battalions stand down, then one column activates others; returns whether there is more to choose."""
    spent = not can_activate(play.state, account) and not plays(play.state, "reactivation-roll")
    words = f"{account.id}, {told(points(account))}: who is activated?"
    order = play.ask_which(
        account.side,
        Topic("activate", words, (account.id,), rare=spent),
        lambda view: activation_options(view, account, dawn=dawn),
        lambda view, command: why_not_activate(view, account, command, dawn=dawn),
    )
    match order:
        case Activate(units):
            activate(play, account, units, dawn=dawn)
            return plays(play.state, "reactivation-roll")
        case Deactivate(body):
            deactivate(play, body)
        case Reactivate(body):
            try_again(play, body)
        case _:
            return False
    return True


def activate(play: Play, account: Unit, units: Choice, *, dawn: bool) -> None:
    groups, side = columns(play.state, account, units), account.side
    assert groups is not None
    price = charts(play.state).activation(dawn=dawn, groups=groups)
    play.emit(Noted(f"{account.id} spends {told(price)}", about=(account.id,)))
    play.emit(Tallied(account.id, Tally.POINTS, points(account) - price), cite(play.state, "activate.pool"))
    play.emit(Spent(account.id, Did.ACTIVATED), cite(play.state, "activate.when"))
    bodies = [body.id for group in units for body in members(play.state, group, side)] if groups else list(units)
    for body in bodies:
        if is_played(play.state):
            send_orders(play, body)
        else:
            again = Mark.DEACTIVATED in play.state.units[body].marks
            alone = "activate.reactivate" if again else "activate.effect"
            play.emit(Marked(body, Mark.ACTIVATED), cite(play.state, "activate.attachments" if groups else alone))


@rule("activate.deactivate")
def deactivate(play: Play, body: UnitId) -> None:
    play.emit(StoodDown(body))
    play.emit(Spent(body, Did.STOOD_DOWN))


@rule("variants.reactivation-roll")
def try_again(play: Play, body: UnitId) -> None:
    """Two d10 below the rally number of the d10 charts; losses lower it, and so does not being German."""
    unit, name = play.state.units[body], "variants.reactivation-roll"
    base = term(play.state, charts(play.state).reactivation(quality(unit)) - 1, f"{quality(unit)}, below", name)
    weak = {
        "suppressed": -sum(map(is_suppressed, stands_of(play.state, body))),
        "destroyed": -2 * unit.tallies.get(Tally.LOST_TODAY, 0),
        "not German": 0 if battle(play.state).army(unit.side).german else -2,
    }
    need = Reckoning(base, tuple(term(play.state, value, label, name) for label, value in weak.items() if value))
    throw = Throw("reactivate", f"{body} tries to reactivate", body)
    total = play.roll(throw, TWO_D10, 2, need=need, by=who_may_know(play.state, unit))
    play.emit(Spent(body, Did.TRIED))
    if total <= need.total:
        play.emit(Marked(body, Mark.ACTIVATED))
