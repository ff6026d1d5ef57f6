"""A C Ops that earns the activation points of its division, an option."""

from collections.abc import Iterator

from msgspec import Struct

from sandtable.board.place import Point
from sandtable.board.wayround import way_round
from sandtable.book.modifiers import Modifiers
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Marked, Noted, Spent, Tallied
from sandtable.kernel.facts import Throw, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.supply import edge_points
from sandtable.rules.great_battles.battle.scenario import battle, middle, players, table
from sandtable.rules.great_battles.book.books import D10, D20, Shared, by_rules, in_d10, in_d20
from sandtable.rules.great_battles.commands.airborne import Allot, SavePoint, TravelNow
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.edition import (
    Terms,
    charts,
    cite,
    delays_by,
    dice,
    earned,
    judged,
    plays,
    refuse,
    rolls,
    rule,
    term,
)
from sandtable.rules.great_battles.staff.action_roll import HOW_MANY, throw_for_actions
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.staff.command import move_staff
from sandtable.rules.great_battles.steps import Sharing
from sandtable.rules.great_battles.table.divisions import (
    c_ops,
    division_of,
    divisions,
    force,
    is_in_common,
    listed,
    points,
    purse,
    purses,
    staffs,
    told,
)
from sandtable.rules.great_battles.table.field import (
    all_standing,
    battalions,
    distance_between,
    field,
    has,
    quality,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally

NAME, DELAY, MODIFIERS = "variants.cops-activation", "variants.cops-delay", "variants.cops-delay-modifiers"
SHARING = "variants.cops-sharing"
OFF = 1.0  # inches between a line of supply and the enemy
FAR, FROM_C_OPS = 4.0, 12.0  # inches from the HQ, and from the HQ to the C Ops


def is_played(state: State) -> bool:
    return plays(state, "cops-activation")


# ---- 5A: the staff's own actions


@rule(NAME)
def roll_staff(play: Play, side: Side) -> None:
    """Each C Ops rolls with its own quality. No HQ helps it; cut off from its table edge it has a penalty."""
    for staff in staffs(play.state, side) if is_played(play.state) else ():
        level = listed(play.state, division_of(play.state, staff)).c_ops_quality
        adds: Terms = ()
        if is_cut_off(play.state, staff):
            adds = (term(play.state, charts(play.state).cut_off, "cut off from supply", "variants.cops-isolated"),)
        actions = throw_for_actions(play, staff.id, (level, NAME), adds, knowers(staff))
        play.emit(Tallied(staff.id, Tally.ACTIONS, actions))
        play.emit(Noted(f"{staff.id} has {HOW_MANY[actions][0]}", knowers(staff), about=(staff.id,)))


def is_cut_off(state: State, staff: Unit) -> bool:
    """Whether every line to its supplies comes within 1 inch of a known enemy."""
    slabs, here = field(state).slabs, staff.at.point
    enemies = [slabs[enemy.id] for enemy in all_standing(state, state.foe(staff.side)) if enemy.known_by(staff.side)]
    return all(way_round(table(state), here, end, enemies, OFF) is None for end in sources(state, staff))


def sources(state: State, staff: Unit) -> list[Point]:
    """The sources of its supplies: its edge, or the places that the scenario names and the enemy does not hold."""
    army, board = battle(state).army(staff.side), table(state)
    if not army.supply_from:
        return edge_points(board, army.edge, staff.at.point)
    goals = {unit.id: unit for unit in state.units.values() if unit.kind == Kind.OBJECTIVE}
    held = [goals[UnitId(name)] for name in army.supply_from if name in goals]
    ours = [unit.place.point for unit in held if unit.side == staff.side and unit.place]
    return ours + [middle(board.piece(name).points) for name in army.supply_from if name not in goals]


# ---- 5B: what becomes of them


@rule(NAME)
def staff_acts(play: Play, side: Side) -> bool:
    """Each action moves the C Ops or saves a point; returns whether there is more to decide."""
    for staff in staffs(play.state, side):
        if staff.tallies.get(Tally.ACTIONS, 0) > 0:
            spend_action(play, staff)
            return True
    return False


def spend_action(play: Play, staff: Unit) -> None:
    left = staff.tallies[Tally.ACTIONS] - 1
    words = f"{staff.id} has {left + 1} action{'s' * (left > 0)}: what does it do?"
    asked = Topic("staff-action", words, (staff.id,))
    order = play.ask_which(staff.side, asked, lambda view: spend_options(view, view.units[staff.id]))
    play.emit(Tallied(staff.id, Tally.ACTIONS, left if not isinstance(order, Done) else 0))
    match order:
        case SavePoint():
            account = purse(play.state, division_of(play.state, staff))
            has = points(account) + 1
            play.emit(Tallied(account.id, Tally.POINTS, has))
            play.emit(Noted(f"{account.id} saves an activation point and has {has}", about=(account.id,)))
        case TravelNow():
            play.emit(Spent(staff.id, Did.MOVED))
            move_staff(play, play.state.units[staff.id])


def spend_options(view: State, staff: Unit) -> Iterator[Option]:
    yield judged(view, SavePoint(staff.id), NAME, refuse_saving(view, staff))
    moved = refuse(view, "command.cops-move-when", "it can only move once in a player turn")
    yield judged(view, TravelNow(staff.id), NAME, moved if Did.MOVED in staff.spent else None)
    yield Option(Done(), cite(view, NAME))


def refuse_saving(state: State, staff: Unit) -> Refusal | None:
    most = charts(state).most_points
    if points(purse(state, division_of(state, staff))) >= most:
        return refuse(state, "variants.cops-cap", f"a division cannot hold more than {most} activation points")
    return StaffByEdition.of(state).refuse_saving(state)


# ---- orders take their time


@rule(DELAY)
def send_orders(play: Play, body: UnitId) -> None:
    """A paid activation comes after a roll on the barrage delay table, by the battalion's quality."""
    unit = play.state.units[body]
    modifiers, level, read = delay_modifiers(play.state, unit), quality(unit), rolls(play.state).percent.read
    staff = c_ops(play.state, division_of(play.state, unit))
    throw = Throw("delay", f"{body} gets its orders, {level}", body)
    by = who_may_know(play.state, unit, staff, *its_hqs(play.state, unit))
    turns = read(play, throw, delays_by(charts(play.state), level), modifiers, by=by)
    if turns == 0:
        play.emit(Marked(body, Mark.ACTIVATED))
        return
    due = play.state.tallies[Tally.TURN] + turns
    play.emit(Tallied(body, Tally.READY_ON, due))
    play.emit(Noted(f"{body} will be activated on turn {due}", who_may_know(play.state, unit), about=(body,)))


class Alerted(Struct, frozen=True, gc=False):
    """The facts that decide how long the orders of a battalion take."""

    with_hq: bool
    far: bool  # from its HQ
    hq_far: bool  # from the C Ops


ROWS: tuple[Shared[Alerted], ...] = (
    Shared(2, "Battalion has its regimental HQ", "with its HQ", MODIFIERS, lambda body: body.with_hq),
    Shared(-2, "Battalion over 4 in from regimental HQ", "more than 4 inches from its HQ", MODIFIERS,
           lambda body: body.far),
    Shared(None, "Regimental HQ over 12 in from C Ops", "HQ more than 12 inches from the C Ops", MODIFIERS,
           lambda body: body.hq_far),
)  # fmt: skip
DELAYS = by_rules(
    Modifiers(D20, "", in_d20(ROWS)),
    Modifiers(D10, "activation-delay-modifiers", in_d10(ROWS), factor=-1),  # it adds to the roll
)


def delay_modifiers(state: State, body: Unit) -> Terms:
    """The HQ of its battlegroup makes it quicker; distance from the HQ, or from there to the C Ops, slower."""
    hqs, own, with_hq = its_hqs(state, body), standing(state, body.id), has(state, body.id, Kind.HQ)
    far = not with_hq and bool(hqs and own) and distance_between(state, own, hqs) > FAR
    return earned(state, DELAYS, Alerted(with_hq, far, is_far_off(state, body, hqs)))


def its_hqs(state: State, body: Unit) -> list[Unit]:
    """The HQs of its battlegroup that are on the table."""
    group = [other for other in battalions(state, body.side) if other.part_of == body.part_of]
    stands = [stand for other in group for stand in stands_of(state, other.id)]
    return [stand for stand in stands if stand.kind == Kind.HQ and stand.place is not None]


def is_far_off(state: State, body: Unit, hqs: list[Unit]) -> bool:
    """Whether none of these HQs is near the C Ops of a battalion."""
    general = c_ops(state, division_of(state, body))
    if general is None or general.place is None or not hqs:
        return False
    return distance_between(state, hqs, [general]) > FROM_C_OPS


@rule(DELAY)
def deliver_orders(play: Play, side: Side) -> None:
    """Battalions whose orders have come are activated, unless they have gone to ground."""
    for body in battalions(play.state, side):
        if Tally.READY_ON in body.tallies and body.tallies[Tally.READY_ON] <= play.state.tallies[Tally.TURN]:
            play.emit(Tallied(body.id, Tally.READY_ON, None))
            if Mark.TO_GROUND not in body.marks and Mark.ACTIVATED not in body.marks:
                play.emit(Marked(body.id, Mark.ACTIVATED))


# ---- overnight


@rule("variants.cops-overnight")
def keep_points(play: Play, side: Side) -> None:
    """Each saved point is kept on the scenario's score; orders that have not come are lost."""
    if not is_played(play.state):
        return
    for body in field(play.state).bodies[side]:  # those wiped out too: one may be rebuilt
        if Tally.READY_ON in play.state.units[body].tallies:
            play.emit(Tallied(body, Tally.READY_ON, None))
    for account in purses(play.state, side):
        if had := points(account):
            score, name = StaffByEdition.of(play.state).keeps_points(play.state, side), account.id
            throw = Throw("points", f"{name} keeps its activation points", name)
            kept = dice(play.state).count(play, throw, score, had)
            play.emit(Tallied(name, Tally.POINTS, kept))
            play.emit(Noted(f"{name} keeps {kept} of {told(had)}", about=(name,)))


def night_score(state: State, side: Side) -> Term:
    army = battle(state).army(side)
    value = army.keeps_points or charts(state).keeps_points
    by_day = army.keeps_by_day * state.tallies[Tally.DAY]
    return term(state, value + by_day, "by the scenario", "variants.cops-overnight")


# ---- points that several divisions share, until each has its own


def sharing(state: State) -> list[Sharing]:
    """The sides that divide their points now: a C Ops earns points, and one is on the table."""
    if not is_played(state) or StaffByEdition.of(state).refuse_saving(state):
        return []
    return [Sharing(side) for side in players(state) if is_in_common(state, side) and staffs(state, side)]


@rule(SHARING)
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
    """variants.cops-cap: a division cannot hold more than the limit."""
    most, clause = min(left, charts(play.state).most_points), play.clause
    asked = Topic("share", f"{division.side}, {told(left)}: how many does {division.id} get?", (division.id,))
    options = [Option(Allot(division.id, share), clause) for share in range(most + 1)]
    order = play.ask(division.side, asked, lambda _view: options)
    assert isinstance(order, Allot)
    return order.points
