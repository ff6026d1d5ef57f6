"""The night: rest, housekeeping, withdrawal and drill, step by step."""

from collections.abc import Iterator

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Marked, Noted, Removed, Spent, Tallied, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.commands.day import Done, Form, Limber, Pick, SetUp
from sandtable.rules.great_battles.commands.night import Load, Stay, Withdraw
from sandtable.rules.great_battles.day.attachments import attached, detach, rule_for
from sandtable.rules.great_battles.edition import charts, cite, judged, plays, refuse, rule
from sandtable.rules.great_battles.facts.day import Formed, PaidBack, PlayerTurnOver, Withdrawn
from sandtable.rules.great_battles.guns.barrage import lift_all
from sandtable.rules.great_battles.move.contact import pairs
from sandtable.rules.great_battles.move.digging import form_anew
from sandtable.rules.great_battles.move.drill import Forms, choose_lead_in, refuse_distance, shapes_for
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.move.transport import PACKED, half_track_of, is_out_of_reach, pack, refuse_fetching
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.staff.supply import is_on_its_own, situation
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import (
    battalions,
    debtors,
    field,
    gap,
    in_reserve,
    is_locked,
    is_suppressed,
    on_table,
    riders_on,
    standing,
    stands_of,
    trait,
)
from sandtable.rules.great_battles.table.formation import IN_LINE, USUAL
from sandtable.rules.great_battles.table.sighting import reveal_body
from sandtable.rules.great_battles.words import RIDES, Did, Mark, Tally

NIGHT_OPENS = {  # marks that the night removes, and the rule for it
    Mark.ACTIVATED: "activate.duration",
    Mark.TO_GROUND: "night.inactive",
    Mark.DEACTIVATED: "night.inactive",
}
APART = 1.0  # inches: night.housekeeping


# ---- rest and housekeeping


@rule("night.flip-suppressed")
def rest(play: Play) -> None:
    """Every suppressed stand of both sides recovers."""
    for stand in list(play.state.units.values()):
        if is_suppressed(stand):
            play.emit(Unmarked(stand.id, Mark.SUPPRESSED))


@rule("night.housekeeping")
def tidy_up(play: Play) -> None:
    """Activation and owed actions end, barrages stop, and close combats are broken off."""
    play.emit(PlayerTurnOver())
    lift_all(play)
    for side in play.state.sides:
        for body in field(play.state).bodies[side]:  # those wiped out too: one may be rebuilt
            stand_down(play, play.state.units[body])
    for attacker, defender in list(pairs(play.state)):
        if (attacker, defender) in pairs(play.state):  # one step back may end several combats
            break_off(play, attacker, defender)
    if plays(play.state, "ammo-low"):
        refill(play)


def stand_down(play: Play, body: Unit) -> None:
    for mark, why in NIGHT_OPENS.items():
        if mark in body.marks:
            play.emit(Unmarked(body.id, mark), cite(play.state, why))
    for one in debtors(play.state, body):
        play.emit(PaidBack(one.id), cite(play.state, "night.housekeeping"))
    if body.tallies[Tally.ACTIONS]:
        play.emit(Tallied(body.id, Tally.ACTIONS, 0), cite(play.state, "command.bn-hq"))


def break_off(play: Play, attacker: UnitId, defender: UnitId) -> None:
    """The attacker moves back out of contact; where that is impossible the combat goes on in the morning."""
    own, foes = standing(play.state, attacker), standing(play.state, defender)
    _, _, enemy = min((gap(play.state, one, foe), foe.id, foe) for one in own for foe in foes)
    clause = cite(play.state, "close-combat.continued-combat")
    play.emit(Noted(f"{attacker} and {defender} break off", about=(attacker, defender)), clause)
    retreat(play, attacker, enemy, APART)


@rule("variants.ammo-low")
def refill(play: Play) -> None:
    """Stands in reserve or near their C Ops get all their ammunition back, separated stands some of it."""
    for side in play.state.sides:
        for body in battalions(play.state, side):
            low = [stand for stand in stands_of(play.state, body.id) if Tally.AMMO_LOW in stand.tallies]
            where = situation(play.state, body) if low else ""
            for stand in low:
                had, off = stand.tallies[Tally.AMMO_LOW], charts(play.state).refill(where)
                if off != 0:
                    play.emit(Tallied(stand.id, Tally.AMMO_LOW, None if off is None else max(had - off, 0) or None))


@rule("night.housekeeping")
def stow(play: Play, side: Side) -> bool:
    """The owner sets up or packs up one weapon after another; returns whether the side goes on."""
    order = play.ask(
        side, Topic("stow", f"{side}: which weapons do you pack up or set up?"), lambda view: stow_options(view, side)
    )
    match order:
        case Limber(stand):
            pack(play, stand)
        case SetUp(stand):
            if Mark.LOADED in play.state.units[stand].marks:
                play.emit(Unmarked(stand, Mark.LOADED))
            play.emit(Marked(stand, Mark.SET_UP))
        case _:
            return False
    play.emit(Spent(order.unit, Did.BUSY))
    return True


def stow_options(view: State, side: Side) -> Iterator[Option]:
    clause = cite(view, "night.housekeeping")
    idle = [s for body in on_table(view, side) for s in standing(view, body.id) if Did.BUSY not in s.spent]
    for stand in idle:
        if stand.kind in PACKED and Mark.SET_UP not in stand.marks:
            yield Option(SetUp(stand.id), clause)
        elif stand.kind in PACKED and refuse_fetching(view, stand) is None:
            yield Option(Limber(stand.id), clause)
    yield Option(Done(), clause)


@rule("transport.reload")
def reload(play: Play, side: Side) -> bool:
    """The owner loads stands on the table again; returns whether the side goes on."""
    clause = play.clause

    def options(view: State) -> Iterator[Option]:
        for body in on_table(view, side):
            yield from (Option(Load(stand.id), clause) for stand in standing(view, body.id) if may_load(view, stand))
        yield Option(Done(), clause)

    order = play.ask(side, Topic("reload", f"{side}: who loads up again?"), options)
    if isinstance(order, Load):
        load(play, order.unit)
        return True
    return False


@rule("transport.reload")
def load_reserves(play: Play, side: Side) -> None:
    """Everything in reserve is loaded again, tonight's arrivals included."""
    for body in in_reserve(play.state, side):
        for stand in stands_of(play.state, body.id):
            if may_load(play.state, stand):
                load(play, stand.id)


def may_load(state: State, stand: Unit) -> bool:
    """It is not set up, and its transport exists and can reach it."""
    ready = bool(trait(stand, RIDES)) and stand.marks.isdisjoint({Mark.LOADED, Mark.NO_TRANSPORT, Mark.SET_UP})
    return ready and not is_out_of_reach(state, stand)


def load(play: Play, stand: UnitId) -> None:
    track = half_track_of(play.state, stand)
    play.emit(Marked(stand, Mark.LOADED))
    if track is not None and track.place is not None:
        play.emit(Removed(track.id, "back with its passengers"))


# ---- withdrawal


@rule("night.withdraw")
def withdraw_next(play: Play, side: Side) -> bool:
    """One unit or attached stand after another goes into reserve; returns whether the side goes on."""
    asked = Topic("withdraw", f"{side}: which battalion goes into reserve?")
    order = play.ask_which(side, asked, lambda view: withdraw_options(view, side))
    if not isinstance(order, Withdraw):
        return False
    if order.unit in field(play.state).bodies[side]:
        play.emit(Withdrawn(order.unit))
    else:
        detach(play, order.unit)
    return True


def withdraw_options(view: State, side: Side) -> Iterator[Option]:
    """Battalions, and their attached stands by themselves."""
    for body in on_table(view, side):
        stays = refuse_withdrawal(view, body)
        yield judged(view, Withdraw(body.id), "night.withdraw", stays)
        for stand in attached(view, body):
            riders = riders_on(view, stand.id)
            why = refuse(view, "variants.tank-riders", f"it carries {riders[0]}") if riders else stays
            yield judged(view, Withdraw(stand.id), rule_for([stand], "night.withdraw"), why)
    yield Option(Done(), cite(view, "night.withdraw"))


def refuse_withdrawal(state: State, body: Unit) -> Refusal | None:
    if is_on_its_own(state, body):
        return refuse(state, "airborne.supply", f"{body.id} has no C Ops or FUP to fall back on")
    return refuse(state, "move.locked", f"{body.id} is in close combat") if is_locked(state, body) else None


# ---- drill


@rule("night.formation")
def reform_next(play: Play, side: Side) -> bool:
    """One unit after another changes formation at no cost; returns whether the side goes on."""
    order = play.ask(side, Topic("reform", f"{side}: who changes formation?"), lambda view: reform_picks(view, side))
    if not isinstance(order, Pick):
        return False
    play.emit(Spent(order.unit, Did.ACTED))
    reform(play, order.unit)
    return True


def reform_picks(view: State, side: Side) -> Iterator[Option]:
    clause = cite(view, "night.formation")
    for body in on_table(view, side):
        if Did.ACTED not in body.spent and Mark.SCATTERED not in body.marks and not is_locked(view, body):
            yield Option(Pick(body.id), clause)
    yield Option(Done(), clause)


def reform(play: Play, body: UnitId) -> None:
    """The battalion forms round its centre stand. If hidden enemies are in the way it stays as it is."""
    order = play.ask(
        play.state.units[body].side,
        Topic("formation", f"{body}: which formation does it take for the night?", (body,)),
        lambda view: reform_options(view, view.units[body]),
        why_not=lambda view, command: why_not_reform(view, body, command),
    )
    if not isinstance(order, Form) or order.to is None:
        return
    choose_lead_in(play, night_forms(play.state, order), order.to)
    region = night_forms(play.state, order)
    centre = region.centre_at(order.to)
    found = region.drawn_up(centre, order.to.facing) if centre and region.contains(order.to) else None
    if found is None:
        play.emit(Noted(f"{body} finds no room to form", frozenset({play.state.units[body].side}), about=(body,)))
        return
    way = Way(play.state, region.body, *found)
    far = refuse_distance(play.state, way, region.rates, order.formation)
    why = cite(play.state, "night.formation-limits" if far else "night.formation")
    reveal_body(play, way.body)
    form_anew(play, body, found[1])
    formed = Formed(body, order.formation, order.interval, found[0], tuple(found[1].items()))
    if formed.is_news(play.state):
        play.emit(formed, why)


def night_forms(state: State, order: Form) -> Forms:
    return Forms(state, state.units[order.unit], order.formation, order.interval, free=True)


def reform_options(view: State, body: Unit) -> Iterator[Option]:
    clause = cite(view, "night.formation")
    for shape in shapes_for(view, body):
        for interval in charts(view).intervals if shape in IN_LINE else (USUAL,):
            region = Forms(view, body, shape, interval, free=True)
            if region.is_open():
                yield Option(Form(body.id, None, shape, interval), clause, region)
    yield Option(Stay(body.id), clause)


def why_not_reform(view: State, body: UnitId, command: Command) -> Refusal | None:
    if isinstance(command, Form) and command.unit == body and command.to is not None:
        return night_forms(view, command).why_not(command.to)
    return None


# ---- on to the next day


@rule("night.artillery")
def resupply(play: Play) -> None:
    """Each side gets its daily rounds; its templates can be planned again, and the stands are counted."""
    for side in play.state.sides:
        guns = battle(play.state).army(side).artillery
        if guns is not None and guns.daily:
            rounds = force(play.state, side).tallies[Tally.ROUNDS] + guns.daily
            play.emit(Tallied(force(play.state, side).id, Tally.ROUNDS, rounds))
            play.emit(Noted(f"{side} has {rounds} rounds of artillery", frozenset({side}), side=side))
        clause = cite(play.state, "morale.stands-at-start")
        for body in battalions(play.state, side):
            play.emit(Tallied(body.id, Tally.AT_DAWN, len(stands_of(play.state, body.id))), clause)
            play.emit(Tallied(body.id, Tally.LOST_TODAY, 0), clause)
    play.emit(PlayerTurnOver())
