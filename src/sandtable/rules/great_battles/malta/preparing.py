"""Before anybody is placed, by the house rules of Malta: units are held back, support stands change battalion."""

from collections.abc import Iterator
from itertools import count

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Marked, Noted, Spent, Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.muster import model_name
from sandtable.rules.great_battles.battle.scenario import battle, day_length
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.commands.night import ComeLater, HoldOff, Reassign
from sandtable.rules.great_battles.day.attachments import attached, refuse_together
from sandtable.rules.great_battles.day.replacements import fellows, lined_up, take_place
from sandtable.rules.great_battles.edition import charts, cite, judged, refuse, rule
from sandtable.rules.great_battles.effects.missions import battery_of
from sandtable.rules.great_battles.facts.reserves import Entering, Reassigned
from sandtable.rules.great_battles.frame.setup import entry_of
from sandtable.rules.great_battles.malta import house as malta
from sandtable.rules.great_battles.malta.house import is_axis
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.nerve.morale import wipe_out
from sandtable.rules.great_battles.staff.withheld import NAME, arrivals, choose_entry, is_held_off, write_down
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import battalions, body_of, enemies_touched, is_locked, stands_of
from sandtable.rules.great_battles.table.sighting import is_hidden, reveal
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally, Trait

SUPPORT = "variants.malta-support"
REACH = 12.0  # inches that a stand goes at night, as in a change of formation
ELSEWHERE = frozenset({Mark.RESERVE, Mark.TO_LAND, Mark.WITHHELD})  # marks that say where a battalion is


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


# ---- support stands that change battalion


def reassign_options(view: State, side: Side) -> Iterator[Option]:
    """Each attached stand with each other battalion of its side."""
    bodies = battalions(view, side) if malta.is_played(view) else []
    for home in bodies:
        for stand in attached(view, home):
            for body in [body for body in bodies if body.id != home.id]:
                yield judged(view, Reassign(stand.id, body.id), SUPPORT, refuse_reassign(view, stand, body))


def refuse_reassign(state: State, stand: Unit, body: Unit) -> Refusal | None:
    home = body_of(state, stand)
    if Did.MOVED in stand.spent:
        return refuse(state, SUPPORT, f"{stand.id} has already changed battalion")
    if Trait.COMMONWEALTH in home.traits and home.part_of != body.part_of:
        return refuse(state, "night.attach", "Commonwealth units stay with their home brigade")
    return refuse_together(state, body, [stand]) or refuse_way(state, stand, home, body)


def refuse_way(state: State, stand: Unit, home: Unit, body: Unit) -> Refusal | None:
    """Why it cannot get there."""
    if home.marks & ELSEWHERE != body.marks & ELSEWHERE or (home.traits ^ body.traits) & {Trait.AIRBORNE}:
        return refuse(state, SUPPORT, f"{home.id} and {body.id} are not in the same place")
    if Mark.RESERVE in body.marks:
        return None
    busy = Mark.SCATTERED in home.marks | body.marks or is_locked(state, home) or is_locked(state, body)
    if busy or stand.aboard or any(one.aboard == stand.id for one in state.units.values()):
        return refuse(state, SUPPORT, "it cannot leave its battalion now")
    if way_over(state, stand, body) is None:
        return refuse(state, SUPPORT, f"{body.id} has no place for it within {REACH:g} inches")
    return None


def way_over(state: State, stand: Unit, body: Unit) -> tuple[int, Place, Places] | None:
    """Its rank among the others and everybody's new place; None if there is no room."""
    after = Reassigned(stand.id, body.id, name_in(state, stand, body)).apply(state)
    new = after.units[name_in(state, stand, body)]
    for rank in range(len(fellows(after, new)), -1, -1):
        found = lined_up(after, new, rank)
        if found is None or stand.place is None:
            continue
        near = shapes.span_of(stand.place.point, found[1][new.id].point) <= REACH
        if near and not enemies_touched(after, body, found[1]) and refuse_end(after, body, found[1]) is None:
            return rank, *found
    return None


def name_in(state: State, stand: Unit, body: Unit) -> UnitId:
    """Its name in the new battalion."""
    what, home = model_name(stand), f"{body.id}/"
    taken = {name.removeprefix(home).partition(" ")[0] for name in state.units if name.startswith(home)}
    return next(UnitId(f"{home}{number} {what}") for number in count(1) if str(number) not in taken)


@rule(SUPPORT)
def reassign(play: Play, order: Command) -> bool:
    """It takes the name of its new battalion and, on the table, a place in its formation."""
    if not isinstance(order, Reassign):
        return False
    stand, body = play.state.units[order.unit], play.state.units[order.to]
    home, name = body_of(play.state, stand), name_in(play.state, stand, body)
    found = None if Mark.RESERVE in body.marks else way_over(play.state, stand, body)
    if found is None and Mark.RESERVE not in body.marks:
        come_upon(play, stand, body)
        return True
    battery = battery_of(play.state, stand) if stand.kind == Kind.FIELD_GUN else 0
    play.emit(Reassigned(stand.id, body.id, name, battery))
    if found is not None:
        take_place(play, play.state.units[name], *found)
    for one in (home.id, body.id):
        play.emit(Tallied(one, Tally.AT_DAWN, len(stands_of(play.state, one))))
    if not stands_of(play.state, home.id):
        wipe_out(play, home.id)
    return True


def come_upon(play: Play, stand: Unit, body: Unit) -> None:
    """A hidden enemy is in the way: he is revealed, and the stand stays for this night."""
    after = Reassigned(stand.id, body.id, name_in(play.state, stand, body)).apply(play.state)
    new = after.units[name_in(play.state, stand, body)]
    found = lined_up(after, new, len(fellows(after, new)))
    for enemy in enemies_touched(after, body, found[1]) if found else ():
        if is_hidden(enemy):
            reveal(play, enemy)
    play.emit(Spent(stand.id, Did.MOVED))
    play.emit(Noted(f"{stand.id} cannot get through", frozenset({stand.side}), about=(stand.id,)))
