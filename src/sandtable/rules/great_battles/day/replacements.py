"""Replacements: which stands a battalion gets back at night, and how they rejoin it."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Topic
from sandtable.kernel.events import Marked, Noted, Spent, Tallied, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.commands.night import Rejoin, WaitInReserve
from sandtable.rules.great_battles.day.landing import NEAR_FUP
from sandtable.rules.great_battles.edition import charts, cite, dice, plays, rule, term
from sandtable.rules.great_battles.effects.hits import lose_stand
from sandtable.rules.great_battles.facts.day import Formed, Withdrawn
from sandtable.rules.great_battles.facts.reserves import Replaced
from sandtable.rules.great_battles.move.digging import form_anew
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.nerve.morale import clear_destroyed
from sandtable.rules.great_battles.staff.supply import (
    IN_RESERVE,
    ISOLATED,
    OK,
    SEPARATED,
    is_leaderless,
    is_on_its_own,
    is_without_drops,
    line_of_supply,
    situation,
    supply_of,
)
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, fup
from sandtable.rules.great_battles.table.field import (
    body_of,
    companies,
    enemies_touched,
    field,
    formation,
    placed_slabs,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.table.formation import USUAL, anchor_round, drawn_up, in_order, offsets
from sandtable.rules.great_battles.table.sighting import reveal, who_may_know
from sandtable.rules.great_battles.table.walks import along_trail
from sandtable.rules.great_battles.words import COMPANIES, FIGHTING, Did, Formation, Mark, Tally, Trait

SITUATIONS = {OK: "near its C Ops", SEPARATED: "separated from its C Ops", IN_RESERVE: "in reserve"}
NOT_REPLACED = frozenset({Trait.ATTACHED, Trait.CAME_ATTACHED})

# ---- the rolls


@rule("replacements.roll")
def replace_losses(play: Play, side: Side) -> bool:
    """One battalion after another; returns whether there are more."""
    bodies = [play.state.units[i] for i in field(play.state).bodies[side]]
    left = [body for body in bodies if Did.REINFORCED not in body.spent]
    if left:
        play.emit(Spent(left[0].id, Did.REINFORCED))
        reinforce(play, left[0])
    return len(left) > 1


def reinforce(play: Play, body: Unit) -> None:
    """By its situation it loses one more stand, or rolls for each lost stand."""
    mourn_attachments(play, body)
    where = situation(play.state, body)
    if where == ISOLATED:
        isolate(play, body)
        return
    lost = lost_stands(play.state, body)
    if lost and not waits_a_day(play, body):
        roll_for(play, body.id, where, lost)


def lost_stands(state: State, body: Unit) -> list[Unit]:
    """Its own destroyed stands, whenever they were lost."""
    stands = [state.units[i] for i in field(state).stands.get(body.id, ())]
    lost = [stand for stand in stands if stand.kind in COMPANIES and Mark.DESTROYED in stand.marks]
    return [stand for stand in lost if stand.traits.isdisjoint(NOT_REPLACED)]


@rule("replacements.no-attachments")
def mourn_attachments(play: Play, body: Unit) -> None:
    for stand in [play.state.units[i] for i in field(play.state).stands.get(body.id, ())]:
        today = stand.tallies.get(Tally.LOST_ON) == play.state.tallies[Tally.DAY]
        if today and stand.marks >= {Mark.DESTROYED} and not stand.traits.isdisjoint(NOT_REPLACED):
            by = who_may_know(play.state, body)
            play.emit(Noted(f"{stand.id} was attached and is not replaced", by, about=(stand.id,)))


@rule("replacements.isolated")
def isolate(play: Play, body: Unit) -> None:
    """It has no rolls and loses one more stand, of its owner's choice."""
    if not stands_of(play.state, body.id):
        return
    by = who_may_know(play.state, body, c_ops(play.state, division_of(play.state, body)))
    why = cite(play.state, "replacements.cops-lost" if is_leaderless(play.state, body) else "replacements.isolated")
    play.emit(Noted(f"{body.id} is isolated", by, about=(body.id,)), why)
    cut_off = is_without_drops(play.state, body)
    if cut_off or is_on_its_own(play.state, body):
        clause = cite(play.state, "airborne.supply-drops" if cut_off else "airborne.isolated")
        play.emit(Noted(f"{body.id} came by air and loses nothing", by, about=(body.id,)), clause)
    else:
        lose_stand(play, body.id, "hunger")
        clear_destroyed(play)


@rule("replacements.wiped-out")
def waits_a_day(play: Play, body: Unit) -> bool:
    """A battalion wiped out on one day first rolls in the night after the next."""
    if Mark.WIPED_OUT not in body.marks:
        return False
    if body.known_to is None:
        play.emit(Withdrawn(body.id, "is made up again in reserve"))
    waits = play.state.tallies[Tally.DAY] <= body.tallies[Tally.LOST_ON]
    if waits:
        play.emit(Noted(f"{body.id} waits a full day for replacements", frozenset({body.side}), about=(body.id,)))
    return waits


@rule("replacements.roll")
def roll_for(play: Play, body: UnitId, where: str, lost: list[Unit]) -> None:
    """One die for each stand, by situation and supply state, without modifiers."""
    unit = play.state.units[body]
    supply, staff = supply_of(play.state, unit), c_ops(play.state, division_of(play.state, unit))
    score, by = charts(play.state).replacement(where, supply), who_may_know(play.state, unit, staff)
    why = "command.c-ops" if where == OK else "replacements.situation"
    why = "replacements.no-limit" if where == SEPARATED and plays(play.state, "isolation-no-limit") else why
    play.emit(Noted(f"{body}: {SITUATIONS[where]}", by, about=(body,)), cite(play.state, why))
    if supply != battle(play.state).army(lost[0].side).supply:
        clause = cite(play.state, "airborne.supply-drops")
        play.emit(Noted(f"the enemy is near, so dropped supplies count as {supply} supply", by), clause)
    if score is None:
        play.emit(Noted(f"{body}: no replacements in {supply} supply", by, about=(body,)))
        return
    need = term(play.state, score, f"{where}, {supply} supply", "replacements.columns")
    for stand in lost:
        if dice(play.state).test(play, Throw("replacement", f"replacement of {stand.id}", stand.id), need, by=by):
            come_back(play, stand.id)


@rule("replacements.return")
def come_back(play: Play, stand: UnitId) -> None:
    """In reserve it joins its battalion at once; otherwise it is on its way from the FUP."""
    body = body_of(play.state, play.state.units[stand])
    play.emit(Replaced(stand, waits=Mark.RESERVE not in body.marks))
    if Mark.WIPED_OUT in body.marks:  # it exists again, one level of quality lower
        clause = cite(play.state, "replacements.wiped-out")
        play.emit(Unmarked(body.id, Mark.WIPED_OUT), clause)
        play.emit_if_new(Marked(body.id, Mark.REBUILT), clause)


# ---- rejoining


@rule("replacements.rejoin")
def rejoin_next(play: Play, side: Side) -> bool:
    """One replaced stand after another rejoins its battalion or waits; returns whether one was dealt with."""
    for stand in [unit for unit in play.state.units.values() if unit.side == side and Mark.WAITING in unit.marks]:
        if Did.REJOINED not in stand.spent:
            play.emit(Spent(stand.id, Did.REJOINED))
            rejoin(play, stand)
            return True
    return False


def rejoin(play: Play, stand: Unit) -> None:
    body = body_of(play.state, stand)
    if Mark.RESERVE in body.marks:
        rejoin_in_reserve(play, stand, body)
        return
    asked = Topic("rejoin", f"Where does {stand.id} join {body.id}?", (stand.id, body.id))
    order = play.ask(stand.side, asked, lambda view: rejoin_options(view, view.units[stand.id]))
    if isinstance(order, Rejoin):
        fall_in(play, order)


def rejoin_in_reserve(play: Play, stand: Unit, body: Unit) -> None:
    """A battalion that has lost its other stands meanwhile is not wiped out."""
    play.emit(Unmarked(stand.id, Mark.WAITING))
    if Mark.WIPED_OUT in body.marks:
        play.emit(Unmarked(body.id, Mark.WIPED_OUT))
    if body.known_to is None:
        play.emit(Withdrawn(body.id, "is in reserve"))


def rejoin_options(view: State, stand: Unit) -> Iterator[Option]:
    """Every place in the line that is near enough to the FUP; if there is none it waits."""
    count = len(fellows(view, stand)) + 1
    found: list[Command] = [Rejoin(stand.id, place) for place in range(count) if may_fall_in(view, stand, place)]
    yield from (Option(one, cite(view, "replacements.rejoin")) for one in found or [WaitInReserve(stand.id)])


def fellows(state: State, stand: Unit) -> list[Unit]:
    """The stands that line up with it: those that fight, or those that support."""
    assert stand.part_of is not None
    others = in_order(companies(state, stand.part_of))
    return [other for other in others if (other.kind in FIGHTING) == (stand.kind in FIGHTING)]


def may_fall_in(state: State, stand: Unit, place: int) -> bool:
    """replacements.return: within 12 inches of a working FUP, on free ground and in contact with no enemy."""
    body, division = body_of(state, stand), division_of(state, stand)
    staging, found = fup(state, division), lined_up(state, stand, place)
    scattered = Mark.SCATTERED in body.marks  # it has no formation yet
    if staging is None or found is None or scattered or line_of_supply(state, division):
        return False
    near = placed_slabs(state, found[1])[stand.id], field(state).slabs[staging.id]
    if not shapes.come_within(*near, NEAR_FUP) or enemies_touched(state, body, found[1]):
        return False
    return refuse_end(state, body, found[1]) is None


def lined_up(state: State, stand: Unit, place: int) -> tuple[Place, Places] | None:
    """The battalion with the stand in its place; the first of the other stands stays where it is."""
    body = body_of(state, stand)
    line = numbered(state, stand, place)
    others = [one for one in line if one.place is not None]
    if not others or body.place is None:
        return None
    keep, shape = others[0], formation(body)
    if shape == Formation.ROAD_MARCH:
        return along_trail(state, line, keep)
    interval = body.tallies.get(Tally.INTERVAL, USUAL)
    ordered = in_order(line)
    offset = offsets(charts(state), shape, tuple(one.kind for one in ordered), interval)[ordered.index(keep)]
    anchor = anchor_round(keep.at, offset, body.place.facing)
    return anchor, drawn_up(state, shape, line, interval, anchor)


def numbered(state: State, stand: Unit, place: int) -> list[Unit]:
    """The stands of the battalion in their new order."""
    assert stand.part_of is not None
    line = fellows(state, stand)
    line.insert(place, stand)
    rest = [one for one in in_order(standing(state, stand.part_of)) if one not in line]
    order = [*line, *rest] if stand.kind in FIGHTING else [*rest, *line]
    return [replace(one, tallies={**one.tallies, Tally.SLOT: slot}) for slot, one in enumerate(order, 1)]


@rule("replacements.rejoin")
def fall_in(play: Play, order: Rejoin) -> None:
    """The stand takes its place in the formation; hidden enemies in the way are revealed, and it waits."""
    stand = play.state.units[order.unit]
    body, found = body_of(play.state, stand), lined_up(play.state, stand, order.place)
    assert found is not None
    for enemy in enemies_touched(play.state, body, found[1]):
        reveal(play, enemy)
    if not may_fall_in(play.state, stand, order.place):
        play.emit(Noted(f"{stand.id} cannot get through yet", frozenset({stand.side}), about=(stand.id,)))
        return
    take_place(play, stand, order.place, *found)
    count = len(stands_of(play.state, body.id))
    play.emit(Tallied(body.id, Tally.AT_DAWN, count), cite(play.state, "morale.stands-at-start"))


def take_place(play: Play, stand: Unit, rank: int, anchor: Place, spots: Places) -> None:
    """A stand takes its rank in its battalion, and everybody the place for it."""
    body = body_of(play.state, stand)
    for one in numbered(play.state, stand, rank):
        play.emit(Tallied(one.id, Tally.SLOT, one.tallies[Tally.SLOT]))
    if Mark.WAITING in stand.marks:
        play.emit(Unmarked(stand.id, Mark.WAITING))
    form_anew(play, body.id, spots)
    interval = body.tallies.get(Tally.INTERVAL, USUAL)
    play.emit(Formed(body.id, formation(body), interval, anchor, tuple(spots.items())))
