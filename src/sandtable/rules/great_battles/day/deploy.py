"""Reserves come onto the table: where they enter, and their losses. By day a battalion may also withdraw."""

from collections.abc import Iterator
from functools import partial
from math import inf

from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.book.charts import Losses
from sandtable.rules.great_battles.commands.day import Done, KeepBack, Pick, PlaceUnit
from sandtable.rules.great_battles.commands.night import CallUp, PutOff, Withdraw
from sandtable.rules.great_battles.day.by_edition import DayByEdition
from sandtable.rules.great_battles.day.landing import Entries, Landing, reserves, sources_for
from sandtable.rules.great_battles.day.replacements import rejoin_next
from sandtable.rules.great_battles.edition import charts, cite, judged, plays, refuse, rule
from sandtable.rules.great_battles.effects.hits import lose_one_of, lose_stand, suppress_one_of
from sandtable.rules.great_battles.facts.day import Formed, OwesAction, Withdrawn
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.fire.shot import refuse_target
from sandtable.rules.great_battles.frame.setup import make_ready, make_room, say_who_leads
from sandtable.rules.great_battles.frame.siting import formed_at, open_sites, refuse_site, site_of
from sandtable.rules.great_battles.move.transport import PACKED
from sandtable.rules.great_battles.nerve.morale import clear_destroyed
from sandtable.rules.great_battles.nerve.retreat import look_about, retreat
from sandtable.rules.great_battles.staff.supply import inches_between, line_of_supply, lines_for
from sandtable.rules.great_battles.staff.withheld import (
    arrive,
    call_up,
    calling_options,
    entry_ground,
    is_held_off,
    land_staff_late,
    put_off,
    refuse_arrival,
)
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, fup
from sandtable.rules.great_battles.table.field import (
    all_standing,
    field,
    is_locked,
    on_table,
    standing,
    standing_orders,
    stands_of,
)
from sandtable.rules.great_battles.table.formation import spaced
from sandtable.rules.great_battles.table.sighting import is_hidden, reveal, stand_before
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import FOUND_CUT, GUNS, Did, Formation, Mark

CONTACT = 0.0  # inches from an enemy under it
OFFERED = (Formation.ASSAULT, Formation.DEFENSIVE, Formation.MARCH, Formation.ROAD_MARCH)


# ---- who, and where


@rule("deploy.when")
def deploy_next(play: Play, side: Side, *, dawn: bool) -> bool:
    """One battalion after another comes on, or stays in reserve; returns whether the side goes on."""
    land_staff_late(play, side)
    if dawn and rejoin_next(play, side):
        return True
    asked = Topic("reserve", f"{side}: which battalion comes onto the table?")
    order = play.ask_which(side, asked, lambda view: pick_options(view, side, dawn=dawn))
    match order:
        case Pick(body):
            bring_on(play, body, dawn=dawn)
        case Withdraw(body):
            withdraw_by_day(play, body)
        case CallUp(body):
            call_up(play, body)
        case PutOff(body):
            put_off(play, body)
        case _:
            return False
    return True


def pick_options(view: State, side: Side, *, dawn: bool) -> Iterator[Option]:
    rule = "dawn.deploy-order" if dawn else "deploy.when"
    entries = Entries(view)
    for body in reserves(view, side):
        yield judged(view, Pick(body.id), rule, refuse_pick(entries, body))
    yield from calling_options(view, side)
    for body in on_table(view, side) if plays(view, "day-withdrawal") and not dawn else ():
        yield judged(view, Withdraw(body.id), "variants.day-withdrawal", refuse_by_day(view, body))
    yield judged(view, Done(), rule, refuse_waiting(view, side, dawn=dawn))


def refuse_pick(entries: Entries, body: Unit) -> Refusal | None:
    state = entries.state
    if Did.KEPT in body.spent:
        return refuse(state, "deploy.when", f"{body.id} is kept in reserve for now")
    if why := refuse_arrival(state, body):
        return why
    found = entries.sources_for(body)
    if not found:
        why = line_of_supply(state, division_of(state, body))
        return why or refuse(state, "deploy.supply-line", "its staff has found that the road from the FUP is cut")
    drawn = spaced(state, body, OFFERED)
    if not any(entries.has_room(Landing(state, body, *how, found)) for how in drawn):
        return refuse(state, "deploy.zone", "there is no room for it")
    return None


def refuse_waiting(view: State, side: Side, *, dawn: bool) -> Refusal | None:
    """A battalion that is due and can come must come, or its owner puts it off by the dice."""
    entries = Entries(view)
    due = [body for body in reserves(view, side) if is_held_off(body) and refuse_pick(entries, body) is None]
    if dawn or not due:
        return None
    return refuse(view, "variants.withheld", f"{due[0].id} is due: place it or put it off")


@rule("deploy.procedure")
def bring_on(play: Play, body: UnitId, *, dawn: bool) -> None:
    """The owner chooses place, formation, mounted or not, set up or not."""
    side = play.state.units[body].side
    order = play.ask(
        side,
        Topic("arrive", f"Where does {body} come onto the table?", (body,)),
        lambda view: landing_options(view, view.units[body], dawn=dawn),
        why_not=lambda view, command: refuse_site(Landing, view, view.units[body], command),
    )
    if not isinstance(order, PlaceUnit):
        play.emit(Spent(body, Did.KEPT))
        return
    say_who_leads(play, order, Landing)
    if finds_road_cut(play, order):
        return
    found, met = finds_ground_held(play, order)
    if found is None:
        turn_back(play, body, met[0], dawn=dawn)
    else:
        deploy(play, found, met, dawn=dawn)


def landing_options(view: State, body: Unit, *, dawn: bool) -> Iterator[Option]:
    room, kind = False, partial(Landing, found=sources_for(view, body))
    for order, landing in open_sites(kind, view, body, OFFERED, manners(view, body)):
        room = True
        yield Option(order, landing.cited, landing)
    if dawn or not room or not is_held_off(body):
        yield Option(KeepBack(body.id), cite(view, "deploy.when"))


def manners(state: State, body: Unit) -> list[tuple[bool, bool]]:
    """Mounted or not, set up or not: only those that make a difference."""
    packed = [stand for stand in stands_of(state, body.id) if stand.kind in PACKED]
    riders = [stand for stand in stands_of(state, body.id) if stand.kind not in GUNS and Mark.LOADED in stand.marks]
    found = [(False, False), *([(True, False)] if riders else []), *([(False, True)] if packed else [])]
    return [*found, (True, True)] if packed and any(stand not in packed for stand in riders) else found


# ---- hidden enemies


@rule("setup.friendly-road")
def finds_road_cut(play: Play, order: PlaceUnit) -> bool:
    """A hidden enemy closes a road too. The owner learns only that this road is closed."""
    body = play.state.units[order.unit]
    assert order.to is not None
    if site_of(Landing, play.state, order).reached_from(order.to):
        return False
    for name in site_of(Landing, seen_by(play.state, body.side), order).reached_from(order.to):
        play.emit(Spent(standing_orders(play.state, body.side).id, FOUND_CUT + name))
    play.emit(Noted(f"{body.id} cannot come on: the road is not clear", frozenset({body.side}), about=(body.id,)))
    return True


@rule("deploy.ground-held")
def finds_ground_held(play: Play, order: PlaceUnit) -> tuple[PlaceUnit | None, list[Unit]]:
    """A battalion placed on hidden enemies has met them. Returns its place beside them, and the enemies."""
    assert order.to is not None
    site = site_of(Landing, play.state, order)
    found = [one for one in site.sources if one.name in site.reached_from(order.to)]
    return make_room(play, order, partial(Landing, found=found), "deploy.ground-held")


# ---- coming on


def deploy(play: Play, order: PlaceUnit, met: list[Unit], *, dawn: bool) -> None:
    """The battalion is placed, revealed, and fired at if an enemy is near; `met`: enemies under it."""
    unit = play.state.units[order.unit]
    why = line_of_supply(play.state, division_of(play.state, unit))
    if why and entry_ground(play.state, unit) is None:
        words = f"{unit.id} comes on over the edge: {why.why}"
        play.emit(Noted(words, frozenset({unit.side}), about=(unit.id,)), why.clause)
    come_on(play, order)
    if is_held_off(play.state.units[order.unit]):
        arrive(play, order.unit)
    owe_action(play, order.unit, dawn=dawn)
    look_about(play, order.unit)
    if met:
        come_upon(play, order.unit, met, dawn=dawn)
    else:
        meet_enemy(play, order.unit, dawn=dawn)


@rule("deploy.whole-battalion")
def come_on(play: Play, order: PlaceUnit) -> None:
    """All stands and attachments come on together and openly."""
    formed = formed_at(site_of(Landing, play.state, order), order.to)
    for stand in field(play.state).stands.get(order.unit, ()):
        reveal(play, play.state.units[stand], "deploy.reveals")
    play.emit(Formed(order.unit, order.formation, order.interval, *formed))
    play.emit(Unmarked(order.unit, Mark.RESERVE))
    make_ready(play, order)


def owe_action(play: Play, body: UnitId, *, dawn: bool) -> None:
    """By day it spends its first action on coming on; at dawn coming on is free."""
    if dawn:
        play.emit(Noted(f"{body} comes on at no cost", about=(body,)), cite(play.state, "deploy.cost-dawn"))
    else:
        stands = [stand.id for stand in stands_of(play.state, body)]
        for debtor in FireByEdition.of(play.state).debtors(body, stands):
            play.emit(OwesAction(debtor), cite(play.state, "deploy.cost-day"))


# ---- losses


@rule("deploy.losses")
def meet_enemy(play: Play, body: UnitId, *, dawn: bool) -> None:
    """Measure to the nearest enemy, hidden or not, without friends in between, and read the table; there is no roll."""
    harmed = charts(play.state).harmed_within
    for inches, enemy in enemies_by_distance(play.state, play.state.units[body], harmed):
        if charts(play.state).deployment(dawn=dawn, distance=inches) == Losses():
            return
        if not is_screened(play.state, play.state.units[body], enemy):
            take_fire(play, body, (inches, enemy), dawn=dawn)
            return
        if not is_hidden(enemy):
            words = f"friends stand between {body} and {enemy.id}"
            play.emit(Noted(words, about=(body, enemy.id)), cite(play.state, "deploy.intervening-friends"))


def enemies_by_distance(state: State, body: Unit, within: float = inf) -> list[tuple[float, Unit]]:
    """The enemies at most so far away."""
    here, own = field(state), [stand.id for stand in standing(state, body.id)]
    enemies = [enemy.id for enemy in all_standing(state, state.foe(body.side))]
    nearest: dict[UnitId, float] = {}
    for stand in own:
        for inches, _, enemy in here.gaps_within(stand, enemies, within):
            nearest[enemy] = min(inches, nearest.get(enemy, inf))
    return [(inches, state.units[enemy]) for inches, enemy in sorted((inches, i) for i, inches in nearest.items())]


def take_fire(play: Play, body: UnitId, near: tuple[float, Unit], *, dawn: bool) -> None:
    """deploy.reveals: a hidden enemy that does harm is revealed."""
    inches, enemy = near
    if is_hidden(enemy):
        reveal(play, enemy, "deploy.reveals")
    losses = charts(play.state).deployment(dawn=dawn, distance=inches)
    words = f'{body} comes on {inches:g}" from {enemy.id}: {tell(losses)}'
    clause = cite(play.state, "deploy.losses" if dawn else "deploy.morale")
    play.emit(Noted(words, about=(body, enemy.id)), clause)
    take_losses(play, body, enemy, losses)
    if dawn:
        clear_destroyed(play)


@rule("deploy.ground-held")
def come_upon(play: Play, body: UnitId, met: list[Unit], *, dawn: bool) -> None:
    """It was placed on enemies: it is in contact with the nearest, and nobody screens it."""
    names = {enemy.id for enemy in met}
    near = enemies_by_distance(play.state, play.state.units[body])
    take_fire(play, body, (CONTACT, next(enemy for _, enemy in near if enemy.id in names)), dawn=dawn)


@rule("deploy.ground-held")
def turn_back(play: Play, body: UnitId, enemy: Unit, *, dawn: bool) -> None:
    """There is no room beside the enemies: it stays in reserve for now and takes the hits there."""
    losses = charts(play.state).deployment(dawn=dawn, distance=CONTACT)
    words = f"{body} meets {enemy.id}, finds no room and turns back: {tell(losses)}"
    play.emit(Noted(words, frozenset({play.state.units[body].side})))
    play.emit(Spent(body, Did.KEPT))
    take_hits(play, body, enemy, losses)
    if dawn:
        clear_destroyed(play)


def is_screened(state: State, body: Unit, enemy: Unit) -> bool:
    """deploy.intervening-friends: stands of another friendly battalion hide every stand from the enemy."""
    slabs, bare = field(state).slabs, (body.id, *field(state).bodies[enemy.side])  # they hide nobody
    lines = [TableByEdition.of(state).sight_line(slabs[enemy.id], slabs[own.id]) for own in standing(state, body.id)]
    return all(stand_before(state, enemy, bare, line) for line in lines)


def tell(losses: Losses) -> str:
    hits = {"{} destroyed": losses.destroyed, "{} suppressed": losses.suppressed}
    said = {**hits, "retreat of {} inches": losses.retreat}
    return ", ".join(words.format(count) for words, count in said.items() if count)


@rule("deploy.order-of-losses")
def take_losses(play: Play, body: UnitId, enemy: Unit, losses: Losses) -> None:
    """Stands are destroyed, then suppressed, then it retreats; without a way back it loses another stand."""
    take_hits(play, body, enemy, losses)
    if losses.retreat and standing(play.state, body):
        play.emit(Noted(f"{body} retreats from {enemy.id}", about=(body, enemy.id)))
        if not retreat(play, body, enemy, losses.retreat):
            lose_stand(play, body, enemy.id)


def take_hits(play: Play, body: UnitId, enemy: Unit, losses: Losses) -> None:
    for _ in range(losses.destroyed):
        lose_one_of(play, open_to_fire(play.state, body), enemy.id)
    for _ in range(losses.suppressed):
        suppress_one_of(play, open_to_fire(play.state, body), enemy.id)


def open_to_fire(state: State, body: UnitId) -> list[Unit]:
    """fire.forbidden-targets: its stands that are allowed targets; all of them if none is."""
    stands = stands_of(state, body)
    return [stand for stand in stands if refuse_target(state, stand) is None] or stands


# ---- withdrawing into reserve by day, an option


def refuse_by_day(state: State, body: Unit) -> Refusal | None:
    if is_locked(state, body):
        return refuse(state, "move.locked", f"{body.id} is in close combat")
    if Did.KEPT in body.spent:
        return refuse(state, "variants.day-withdrawal", f"{body.id} has found itself surrounded")
    return DayByEdition.of(state).way_home(state, body)


def way_to_staff(state: State, body: Unit) -> Refusal | None:
    """Every stand must have a route to the C Ops."""
    staff = c_ops(state, division_of(state, body))
    if staff is None or staff.place is None:
        return refuse(state, "variants.day-withdrawal", "it has no C Ops to fall back on")
    if any(inches_between(state, stand, staff) == inf for stand in standing(state, body.id)):
        return refuse(state, "variants.day-withdrawal", "a stand is surrounded by the enemy")
    return None


def way_off_or_to_fup(state: State, body: Unit) -> Refusal | None:
    """Every stand must have a way to the friendly edge or to the FUP."""
    staging, edge = fup(state, division_of(state, body)), battle(state).army(body.side).edge
    slabs, lines = field(state).slabs, lines_for(state, body.side)
    for stand in standing(state, body.id):
        to_fup = inches_between(state, stand, staging) if staging and staging.place else inf
        if to_fup == inf and lines.inches_to_edge(slabs[stand.id], edge) == inf:
            return refuse(state, "variants.day-withdrawal", "a stand is surrounded by the enemy")
    return None


@rule("variants.day-withdrawal")
def withdraw_by_day(play: Play, body: UnitId) -> None:
    """Hidden enemies surround a stand as well as visible ones: then the battalion stays.

    A battalion that withdraws does not come on again in the same player turn.
    """
    unit = play.state.units[body]
    if refuse_by_day(play.state, unit):
        play.emit(Noted(f"{body} finds no way out", frozenset({unit.side}), about=(body,)))
    else:
        play.emit(Withdrawn(body))
    play.emit(Spent(body, Did.KEPT))
