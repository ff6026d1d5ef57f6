"""The two rounds in which actions are spent."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Spent
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import Places
from sandtable.mechanics.legs import Waypoints
from sandtable.rules.great_battles.airborne.by_edition import AirborneByEdition
from sandtable.rules.great_battles.airborne.rendezvous import consolidate, is_scattered, must_consolidate
from sandtable.rules.great_battles.commands import day as say
from sandtable.rules.great_battles.commands.airborne import GetDown, Mount, TravelNow
from sandtable.rules.great_battles.commands.night import MoveStaff
from sandtable.rules.great_battles.day.by_edition import DayByEdition
from sandtable.rules.great_battles.edition import cite, judged, plays, refuse, rule
from sandtable.rules.great_battles.facts.day import Aimed
from sandtable.rules.great_battles.fire.fire import able_to_fire, name_target, volley
from sandtable.rules.great_battles.fire.opportunity import edit_orders, may_edit
from sandtable.rules.great_battles.fire.watch import Seen
from sandtable.rules.great_battles.march.leaving import leave, refuse_leave
from sandtable.rules.great_battles.march.march import drill, march
from sandtable.rules.great_battles.move.charge import find_charge, may_charge
from sandtable.rules.great_battles.move.digging import dig
from sandtable.rules.great_battles.move.drill import Forms, choose_lead_in, form_options, no_forms
from sandtable.rules.great_battles.move.hurrying import end_hurry, hurry, hurry_options
from sandtable.rules.great_battles.move.movement import ROUNDING, Way
from sandtable.rules.great_battles.move.riders import ride, rider_options, why_not_ride
from sandtable.rules.great_battles.move.road import moves_of
from sandtable.rules.great_battles.move.transport import dismount_options, get_out, limber, limber_options, mounted
from sandtable.rules.great_battles.nerve.rally import rally, refuse_rally
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.staff.command import roam, why_not_roam
from sandtable.rules.great_battles.table.field import (
    battalions,
    has_companies,
    is_active,
    is_locked,
    on_table,
    standing,
)
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import Did, Mark, Tally, Tie


def with_action(state: State, side: Side, number: int) -> list[Unit]:
    """Battalions on the table that have an action in this round and have not used it as a whole."""
    return [
        body
        for body in battalions(state, side)
        if body.tallies[Tally.ACTIONS] >= number and Did.ACTED not in body.spent and Mark.ACTION_TAKEN not in body.marks
        and has_companies(state, body.id)
    ]  # fmt: skip


# ---- 5B: moving


def pick_options(view: State, side: Side, number: int) -> Iterator[Option]:
    """setup.ordering: in any order; actions.repeat: whatever the first action was."""
    rule = "setup.ordering" if number == 1 else "actions.repeat"
    bodies = [(body, refuse_pick(view, body, number)) for body in on_table(view, side)]
    able = [body for body, why in bodies if why is None]
    for body, why in bodies:
        yield judged(view, say.Pick(body.id), rule, why)
    for body, why in bodies:  # transport.unload: at any time, even without an action or after a move
        if why is not None and not is_locked(view, body):
            yield from dismount_options(view, body)
            yield from rider_options(view, body, begun=True)
    if able and may_edit(view, side):
        yield Option(say.EditOrders(), cite(view, "opfire.trigger"))
    yield from StaffByEdition.of(view).roams(view, side)
    waiting = [f"{body.id} must move to consolidate" for body in able if must_consolidate(body, number)]
    stays = refuse(view, "airborne.sequence", waiting[0]) if waiting else None
    yield judged(view, say.Done(), "actions.round-order", stays)


def refuse_pick(state: State, body: Unit, number: int) -> Refusal | None:
    if not has_companies(state, body.id):
        return refuse(state, "organisation.remnants", "it has only half-tracks left")
    if is_locked(state, body):
        return refuse(state, "move.locked", "it is in close combat")
    if Mark.ACTION_TAKEN in body.marks:
        return refuse(state, "actions.pay-back", "it must remove its action-taken marker first")
    if why := refuse_round(state, body, number):
        return why
    if Did.ACTED in body.spent:
        return refuse(state, "actions.kinds", "it has used its action of this round")
    if Did.PAID in body.spent:
        return refuse(state, "actions.repay-stands", "some of its stands pay back with this action")
    if Did.STAYED in body.spent:
        return refuse(state, "actions.skip", "it keeps this action for single stands")
    return None


def refuse_round(state: State, body: Unit, number: int) -> Refusal | None:
    """Why it cannot act in this round of actions."""
    actions = body.tallies[Tally.ACTIONS]
    if actions == 0:
        return refuse(state, "actions.no-action", "it has no action")
    if actions < number:
        return refuse(state, "actions.one-action", "it had only one action")
    if Did.ACTED in body.spent and number < actions:
        return refuse(state, "actions.first-then-second", "its second action comes after everybody's first")
    return None


def round_of(side: Side, number: int) -> str:
    return f"{side}, {('first', 'second')[number - 1]} actions"


@rule("actions.round-order")
def move_next(play: Play, side: Side, number: int) -> bool:
    """One battalion after another changes formation or moves; returns whether the side goes on."""
    order = play.ask_which(
        side,
        about_movers(play.state, side, number),
        lambda view: pick_options(view, side, number),
        lambda view, command: why_not_roam(view, side, command) or why_not_ride(view, command),
    )
    match order:
        case say.EditOrders():
            edit_orders(play, side)
        case MoveStaff() | TravelNow():
            roam(play, order)
        case say.Dismount() | say.LetOut():
            get_out(play, order)
        case GetDown():
            ride(play, order)
        case say.Pick(body):
            if not is_scattered(play.state.units[body]) or consolidate(play, body, number):
                act(play, body)
        case _:
            return False
    return True


def about_movers(state: State, side: Side, number: int) -> Topic:
    """Where no battalion can act, only the staff can move and riders can get down."""
    if any(refuse_pick(state, body, number) is None for body in on_table(state, side)):
        return Topic("mover", f"{round_of(side, number)}: which battalion moves?")
    return Topic("staff", f"{round_of(side, number)}: which battalion moves? Only staff and riders can", rare=True)


def act(play: Play, body: UnitId) -> None:
    """The whole battalion does one thing, or keeps its action for single stands."""
    left, seen, begun = 1.0, Seen(), False
    began = {stand.id: stand.place for stand in standing(play.state, body) if stand.place is not None}
    while standing(play.state, body) and (not begun or reaches(play.state, body, left)):
        order = ask_action(play, body, left, began, begun=begun)
        if isinstance(order, say.Dismount | say.LetOut):
            get_out(play, order)
            continue
        if isinstance(order, Mount | GetDown):
            ride(play, order)
            if isinstance(order, Mount) and DayByEdition.of(play.state).mount_together(play, body):
                return
            continue
        if isinstance(order, say.Hurry):
            hurry(play, body)
            continue
        if isinstance(order, say.ChangeFormation):
            order = ask_formation(play, body)
        if isinstance(order, say.Halt):
            break
        if not begun:
            play.emit(Spent(body, Did.ACTED), cite(play.state, "actions.all-must"))
        begun = True
        left = carry_out(play, body, order, left, seen, began)
    end_hurry(play, body)
    if not begun:
        play.emit(Spent(body, Did.STAYED), cite(play.state, "actions.some-may"))


def reaches(state: State, body: UnitId, left: float) -> bool:
    """move.path: whether the rest of its move takes it anywhere."""
    return left > 0 and moves_of(state, state.units[body], left).far > ROUNDING


def ask_action(play: Play, body: UnitId, left: float, began: Places, *, begun: bool) -> Command:
    return play.ask(
        play.state.units[body].side,
        Topic("action", f"{body}: {'how does the move go on' if begun else 'what does it do'}?", (body,)),
        lambda view: action_options(view, view.units[body], left, began, begun=begun),
        lambda view: no_charges(view, view.units[body], left),
        lambda view, command: why_not_act(view, view.units[body], command, left, began),
    )


def ask_formation(play: Play, body: UnitId) -> Command:
    """The owner picks a formation, or none: then the battalion keeps its action for single stands."""
    return play.ask(
        play.state.units[body].side,
        Topic("formation", f"{body}: which formation?", (body,)),
        lambda view: chain(form_options(view, view.units[body]), [Option(say.Halt(body), cite(view, "actions.skip"))]),
        lambda view: no_forms(view, view.units[body]),
        lambda view, command: why_not_act(view, view.units[body], command, 1.0),
    )


def action_options(view: State, body: Unit, left: float, began: Places, *, begun: bool) -> Iterator[Option]:
    """`began`: where its stands stood before the first leg of its move."""
    region, free = moves_of(view, body, left, began), "move.action" if is_active(body) else "activate.free-movement"
    yield Option(say.Move(body.id), cite(view, "transport.rate" if mounted(view, body.id) else free), region)
    yield Option(say.Leg(body.id), cite(view, "move.path"), Waypoints(region))
    for enemy in on_table(view, view.foe(body.side)):
        if may_charge(view, body, enemy, left):
            yield Option(say.Charge(body.id, enemy.id), cite(view, "move.contact"))
    if refuse_leave(view, body, left, began, region.rates) is None:
        yield Option(say.Leave(body.id), cite(view, "night.day-withdrawal"))
    hurries = Did.HURRIES in body.spent
    if not begun and not hurries:
        yield Option(say.ChangeFormation(body.id), cite(view, "formation.change"))
        yield from hurry_options(view, body, region.rates)
    yield from dismount_options(view, body)
    yield from rider_options(view, body, begun=begun or hurries)
    yield Option(say.Halt(body.id), cite(view, "move.action" if begun else "actions.skip"))


def no_charges(view: State, body: Unit, left: float) -> Iterator[Option]:
    """Enemies it cannot move into contact with, and why."""
    for enemy in on_table(view, view.foe(body.side)):
        found = find_charge(view, body, enemy, left)
        if isinstance(found, Refusal):
            yield Option(say.Charge(body.id, enemy.id), found.clause, refusal=found)


def why_not_act(view: State, body: Unit, command: Command, left: float, began: Places | None = None) -> Refusal | None:
    match command:
        case say.Move(unit, to) | say.Leg(unit, to) if to is not None and unit == body.id:
            return moves_of(view, body, left, began).why_not(to)
        case say.Form(unit, to, shape, interval) if to is not None and unit == body.id:
            return Forms(view, body, shape, interval).why_not(to)
        case say.Charge(unit, target) if unit == body.id and target in view.units:
            found = find_charge(view, body, view.units[target], left)
            return found if isinstance(found, Refusal) else None
        case say.Leave(unit) if unit == body.id:
            return refuse_leave(view, body, left, began)
    return why_not_ride(view, command)


def carry_out(play: Play, body: UnitId, order: Command, left: float, seen: Seen, began: Places) -> float:
    """Carry out an order; returns the rest of the action for a further leg. `seen`: what the enemy sees of it."""
    unit = play.state.units[body]
    match order:
        case say.Move(_, to) if to is not None:
            march(play, play.work_out(partial(way_to, play.state, unit, to, left)), left, seen, began)
        case say.Leg(_, to) if to is not None:
            return march(play, play.work_out(partial(way_to, play.state, unit, to, left)), left, seen, began)
        case say.Charge(_, target):
            march(play, play.work_out(partial(way_of_charge, play.state, unit, target, left)), left, seen, began)
        case say.Leave():
            leave(play, body, left, seen, began)
        case say.Form(_, to, shape, interval) if to is not None:
            choose_lead_in(play, Forms(play.state, unit, shape, interval), to)
            drill(play, body, Forms(play.state, play.state.units[body], shape, interval), to)
    return 0.0


def way_to(state: State, body: Unit, to: Place, left: float) -> Way:
    way = moves_of(state, body, left).way(to)
    assert way is not None
    return way


def way_of_charge(state: State, body: Unit, target: UnitId, left: float) -> Way:
    view = seen_by(state, body.side)
    way = find_charge(view, body, view.units[target], left)
    assert isinstance(way, Way)
    return way


# ---- 5C: rallying, limbering


def tidy_options(view: State, side: Side, number: int) -> Iterator[Option]:
    for body in with_action(view, side, number):
        if refuse_rally(view, body) is None:
            yield Option(say.Rally(body.id), cite(view, "rally.action"))
        if not is_scattered(body) or "limber" in AirborneByEdition.of(view).while_scattered:
            yield from limber_options(view, body)
        if not is_scattered(body):
            for digger in DayByEdition.of(view).diggers(view, body):
                yield Option(say.Dig(digger.id), cite(view, "variants.entrenching"))
    yield Option(say.Done(), cite(view, "actions.some-may"))


@rule("actions.some-may")
def tidy_next(play: Play, side: Side, number: int) -> bool:
    """Each stand may rally, limber, or fire later; returns whether the side goes on."""
    order = play.ask(
        side,
        about_tidying(play.state, side, number),
        lambda view: tidy_options(view, side, number),
    )
    match order:
        case say.Rally(body):
            rally(play, body)
        case say.Limber(stand):
            limber(play, stand)
        case say.Dig(body):
            dig(play, body)
        case _:
            return False
    return True


def about_tidying(state: State, side: Side, number: int) -> Topic:
    """Who may rally can do nothing better with the action."""
    rallies = (say.Rally(body.id) for body in with_action(state, side, number) if refuse_rally(state, body) is None)
    if (usual := next(rallies, None)) is not None:
        return Topic("tidy", f"{round_of(side, number)}: who rallies or packs up?", rare=True, usual=usual)
    return Topic("pack-up", f"{round_of(side, number)}: who packs up or digs in?", rare=True)


# ---- 5D: fire


def gunners(state: State, side: Side, number: int) -> Iterator[Unit]:
    """Stands that may still name a target in this round."""
    for body in with_action(state, side, number):
        yield from able_to_fire(state, body.id)


@rule("fire.declare")
def aim_next(play: Play, side: Side, number: int) -> bool:
    """One stand after another names its target; returns whether there are more."""
    for stand in gunners(play.state, side, number):
        order = name_target(play, stand.id)
        if order is None:
            play.emit(Spent(stand.id, Did.BUSY))
            return True
        at_once = plays(play.state, "sequential-fire")
        why = "variants.sequential-fire" if at_once else "fire.declare"
        play.emit(Aimed(stand.id, order.target, order.indirect), cite(play.state, why))
        if at_once:
            fire_now(play, side)
        return True
    return False


def fire_now(play: Play, side: Side) -> None:
    """All declared shots are rolled."""
    if orders := play.work_out(lambda: declared(play.state, side)):
        volley(play, orders)


def declared(state: State, side: Side) -> list[say.Fire]:
    stands = [stand for body in on_table(state, side) for stand in standing(state, body.id)]
    return [aimed for aimed in map(aim_of, stands) if aimed]


def aim_of(stand: Unit) -> say.Fire | None:
    """The shot that a stand has declared and not yet taken."""
    links = [one for one in stand.links if one.kind in (Tie.AIMS, Tie.LOBS) and Did.FIRED not in stand.spent]
    return say.Fire(stand.id, links[0].to, links[0].kind == Tie.LOBS) if links else None
