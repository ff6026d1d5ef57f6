"""A battalion on the march: inch by inch where it matters, with everything it can meet on the way."""

from collections.abc import Callable, Iterator
from functools import partial
from math import floor
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Topic
from sandtable.kernel.events import Noted, Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, UnitId
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.commands.day import Dismount, LetOut, Move
from sandtable.rules.great_battles.commands.day import Halt as HaltHere
from sandtable.rules.great_battles.edition import charts, cite, rule, under
from sandtable.rules.great_battles.facts.day import Formed, Marched, Spots
from sandtable.rules.great_battles.fire.opportunity import react
from sandtable.rules.great_battles.fire.shot import Volleys
from sandtable.rules.great_battles.fire.watch import (
    Halt,
    Seen,
    Watch,
    anything_ahead,
    comes_near,
    meets_anything,
    watched,
)
from sandtable.rules.great_battles.guns.barrage import enter_barrages
from sandtable.rules.great_battles.march.by_edition import MarchByEdition
from sandtable.rules.great_battles.move.charge import refuse_charge_way, refuse_touched
from sandtable.rules.great_battles.move.contact import touch
from sandtable.rules.great_battles.move.digging import leave_work, unmoved
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.hurrying import note_rough
from sandtable.rules.great_battles.move.movement import Way, refuse_end
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.move.road import RoadMoves, moves_of
from sandtable.rules.great_battles.move.stragglers import out_of_place
from sandtable.rules.great_battles.move.transport import dismount_options, get_out
from sandtable.rules.great_battles.staff.command import overrun
from sandtable.rules.great_battles.table.field import (
    base_of,
    contacts,
    distance_between,
    enemies_touched,
    feared,
    fighting,
    is_active,
    is_suppressed,
    standing,
)
from sandtable.rules.great_battles.table.formation import Array, array_of, formed_as, moved_alike, redrawn
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.road_owners import pass_along
from sandtable.rules.great_battles.table.sighting import is_hidden, look_round, reveal, reveal_body
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import Formation, Tally

AROUND = 2.0  # times the inches of a stretch: no stand is farther from its end on the stretch
SOON = 0.02  # of an inch: not worth another halt


def march(play: Play, way: Way, left: float, seen: Seen | None = None, began: Places | None = None) -> float:
    """Go that way as far as possible. Returns the rest of the action; 0 if the move is over.

    `seen`: what the enemy has seen of earlier legs of the same action; this leg is added.
    `began`: where its stands stood before the first of these legs.
    """
    if way.after == way.before:
        return left  # nobody goes anywhere
    name = "formation.broken" if way.closes_up() else "move.action"
    return under(play, name, lambda: go(play, way, left, seen, began or way.before))


def go(play: Play, way: Way, left: float, seen: Seen | None, began: Places) -> float:
    body, foe = way.body.id, play.state.foe(way.body.side)
    reveal_body(play, way.body)
    leave_work(play, body)
    watch, walked = watched(play, way, seen), list[tuple[Way, float]]()
    while True:
        known = open_enemies(play.state, foe)
        rates = Rates(play.state, play.state.units[body])
        halted = go_along(play, watch)
        left -= way.cost_until(halted, rates)
        note_inches(play, body, way.inches() * halted)
        note_rough(play, way, halted, rates)
        MarchByEdition.of(play.state).passes(play, way, halted)
        take_road(play, way, halted)
        stopped = stopped_by_sight(play, body, known)
        if halted == 1.0:
            return 0.0 if stopped or contacts(play.state, play.state.units[body]) else max(left, 0.0)
        walked.append((way, halted))
        now = play.state.units[body].place  # losses on the way have shifted the anchor, and with it its goal
        goal = way.to if now is None else moved_alike(way.anchor(halted), now, way.to)
        rest = None if stopped else go_on(play, body, goal, left, began)
        if rest is None:
            make_room(play, walked)
            return 0.0
        way = rest
        watch.follow(play.state, way)


class Sighting(NamedTuple):
    """A point of the way at which something happens, or its end; and how the battalion gets there."""

    share: float
    event: Marched
    there: State
    volleys: Volleys  # that the other side could fire


def go_along(play: Play, watch: Watch) -> float:
    """Go along the way; check every inch if anything can happen. Returns the share of an interruption, or 1."""
    inches, came = watch.way.inches(), watch.looks.since
    checks = inches > SOON and anything_ahead(play.state, watch)
    marks = [inch / inches for inch in range(1, floor(inches - SOON) + 1)] if checks else []
    watch.looks = play.work_out(lambda: watch.looks)  # measured once, however often the move is run again
    while met := play.work_out(partial(next_sighting, play.state, watch, came, [*marks, 1.0])):
        play.emit_if_new(met.event, after=met.there)
        came = met.share
        if resolve_encounters(play, watch, came, met) and came < 1:
            watch.note(play.state, came)
            return came
    watch.note(play.state, 1.0)
    return 1.0


def next_sighting(state: State, watch: Watch, came: float, marks: list[float]) -> Sighting | None:
    """The first point of the way, short of its end, at which the other side sees the move."""
    way, is_near = watch.way, comes_near(state, watch.way.body)
    for share, secret in halts_that_matter(state, watch, is_near, came, marks):
        last, pose = share == 1.0, way.pose(share)
        seen = watch.may_be_fired_at(state, share, pose)
        if last and not way.tells_end:
            return None
        if not (last or seen or is_near(pose, 0.0)):
            continue
        spots = still_standing(state, way.body.id, pose)
        event = Marched(way.body.id, way.anchor(share), spots, way.verbs[last], way.via(came, share))
        there = event.apply(state)
        meets, volleys = meets_anything(there, way.body), watch.volleys(there, share) if seen else {}
        if last or meets or volleys:
            firers = [shot.firer for shots in volleys.values() for shot in shots]
            untold = not last and not meets and (secret or all(map(is_hidden, firers)))
            return Sighting(share, replace(event, how="") if untold else event, there, volleys)
    return None


def halts_that_matter(
    state: State, watch: Watch, is_near: Callable[[Places, float], bool], came: float, marks: list[float]
) -> Iterator[Halt]:
    """The halts of the stretches before those marks up to which it may be fired at or meets anything, and the end."""
    way = watch.way
    for mark in (mark for mark in marks if mark > came):
        pose, about = way.pose(mark), AROUND * (mark - came) * way.inches()
        if watch.may_be_fired_at(state, mark, pose, about) or is_near(pose, about):
            yield from watch.halts(state, came, [mark])
        elif mark == marks[-1]:
            yield Halt(mark)
        came = mark


def still_standing(state: State, body: UnitId, places: Places) -> Spots:
    """The places without destroyed stands: they stay where they fell."""
    left = {stand.id for stand in standing(state, body)}
    return tuple((stand, place) for stand, place in places.items() if stand in left)


def resolve_encounters(play: Play, watch: Watch, share: float, met: Sighting | None = None) -> bool:
    """Barrages, overrun staff, hidden enemies, opportunity fire and contact. Returns whether any stops the move."""
    before, body, foe = play.state, watch.way.body.id, play.state.foe(watch.way.body.side)
    enter_barrages(play, body)
    overrun(play, body)
    found = look_round(play, standing(play.state, body), foe)
    react(play, watch, share, met.volleys if met and met.there is play.state else None)
    touch(play, body)
    if found or before is play.state:
        return bool(found)
    harmed = sound(before, body) != sound(play.state, body)
    return harmed or not open_enemies(play.state, foe) <= open_enemies(before, foe)  # one has come out, as by his fire


def sound(state: State, body: UnitId) -> list[UnitId]:
    return [stand.id for stand in standing(state, body) if not is_suppressed(stand)]


@rule("opfire.effect-on-move")
def go_on(play: Play, body: UnitId, to: Place, left: float, began: Places) -> Way | None:
    """The rest of the announced way, shortened by events or by its owner; None: it halts here."""
    while standing(play.state, body):
        unit = play.state.units[body]
        way = farthest(moves_of(seen_by(play.state, unit.side), unit, left, began), to)
        if way is None or contacts(play.state, unit):
            return None
        order = ask_to_go_on(play, body, way.to)
        if not isinstance(order, Dismount | LetOut):
            return way if isinstance(order, Move) else None
        get_out(play, order)
    return None


def ask_to_go_on(play: Play, body: UnitId, to: Place) -> Command:
    """Its troops may get out of their transport first."""
    clause = play.clause

    def choices(view: State) -> Iterator[Option]:
        yield Option(Move(body, to), clause)
        yield from dismount_options(view, view.units[body])
        yield Option(HaltHere(body), clause)

    return play.ask(play.state.units[body].side, Topic("go-on", f"{body}: does it go on?", (body,)), choices)


@rule("setup.stacking")
def make_room(play: Play, walked: list[tuple[Way, float]]) -> None:
    """Nobody ends on a friend: a battalion that must halt on one goes back to the last free place."""
    unit = play.state.units[walked[0][0].body.id]
    reached = [(way, way.inches() * share) for way, share in reversed(walked)]
    steps = [(way, inches) for way, far in reached for inches in (far, *range(floor(far - SOON), 0, -1), 0.0)]
    for back, (way, inches) in enumerate(steps):
        places = way.pose(inches / way.inches()) if inches else way.before
        spots = still_standing(play.state, unit.id, places)
        if not spots or refuse_end(play.state, unit, dict(spots)) is None:
            if spots and back:
                array, anchor = array_of(play.state, unit), way.anchor(inches / way.inches())
                play.emit_if_new(Marched(unit.id, redrawn(way.array, array, anchor), spots, "goes back to"))
            return


def open_enemies(state: State, foe: Side) -> set[UnitId]:
    """Enemies that everybody sees, of the kinds that inactive battalions keep away from."""
    return {enemy.id for enemy in feared(state, state.foe(foe)) if enemy.known_to is None}


@rule("activate.halt-on-sighting")
def stopped_by_sight(play: Play, body: UnitId, known: set[UnitId]) -> bool:
    """An inactive battalion stops when a hidden enemy is revealed within 12 inches."""
    state, unit = play.state, play.state.units[body]
    fresh = [state.units[i] for i in sorted(open_enemies(state, state.foe(unit.side)) - known)]
    if is_active(unit) or distance_between(state, standing(state, body), fresh) > charts(state).keeps_off:
        return False
    play.emit(Noted(f"{body} meets a hidden enemy and stops"))
    return True


def farthest(region: Moves | RoadMoves, to: Place) -> Way | None:
    """The longest part of the way that is still allowed, by whole inches."""
    whole = region.rest(to)
    if whole is None or whole.inches() <= SOON:
        return None
    inches = whole.inches()
    for inch in range(floor(inches) + 1, 0, -1):
        part = region.rest(whole.anchor(min(inch / inches, 1.0)))
        if part is None or part.inches() <= SOON:
            continue
        if met := enemies_touched(region.state, region.body, part.after):  # it may go on into contact
            why = refuse_touched(region.state, region.body, met)
            why = why or refuse_charge_way(region.state, part, region.rates, region.left)
        else:
            why = region.refuse_way(part)
        if why is None:
            return part
    return None


def take_road(play: Play, way: Way, share: float) -> None:
    """Its fighting stands have passed along the roads beside that part of the way."""
    bases = {stand.id: base_of(play.state, stand) for stand in fighting(standing(play.state, way.body.id))}
    legs = [leg for leg in way.legs_until(share) if leg[0] in bases]
    ground = [shapes.limb(a.point, b.point, bases[stand].width) for stand, a, b in legs]
    pass_along(play, way.body.side, ground)


def note_inches(play: Play, body: UnitId, inches: float) -> None:
    """move.set-up: inches moved with weapons set up count for the whole player turn."""
    unit = play.state.units[body]
    if inches > SOON and Rates(play.state, unit).pinned:
        used = unit.tallies.get(Tally.USED_INCHES, 0) + round(inches * 100)
        play.emit(Tallied(body, Tally.USED_INCHES, used), cite(play.state, "move.set-up"))


# ---- changing formation


class Drill(Way):
    """Every stand goes to its place in a new formation; the log tells of it when all have formed."""

    tells_end = False


@rule("formation.change")
def drill(play: Play, body: UnitId, region: Forms, to: Place) -> None:
    """Every stand except the centre one goes to its place; the enemy may fire at stands that move in sight."""
    centre = region.centre_at(to)
    found = region.drawn_up(centre, to.facing) if centre else None
    assert found is not None
    anchor, places = found
    way = Drill(play.state, play.state.units[body], anchor, places)
    reveal_body(play, way.body)
    leave_work(play, body, unmoved(play.state, body, places))
    watch = watched(play, way)
    while go_along(play, watch) < 1:
        pass  # a change of formation is finished, whatever happens
    if break_off(play, way, region.shape):
        return
    form(play, way, region.shape, region.interval)
    late = out_of_place(play.state, play.state.units[body]) if region.reach and standing(play.state, body) else []
    if late:
        why = "formation.road-to-defensive" if region.unfolds else "formation.change-allowance"
        play.emit(Noted(f"{', '.join(late)} cannot reach their places yet"), cite(play.state, why))
    note_inches(play, body, way.inches())
    resolve_encounters(play, watch, 1.0)


def form(play: Play, way: Way, shape: Formation, interval: int) -> None:
    """Every remaining stand is in its place."""
    if spots := still_standing(play.state, way.body.id, way.after):
        units = play.state.units
        drawn, left = (
            Array(play.state, shape, [units[i] for i in some], interval) for some in (way.after, dict(spots))
        )
        formed = Formed(way.body.id, shape, interval, redrawn(drawn, left, way.to), spots)
        if formed.is_news(play.state):
            play.emit(formed)


@rule("formation.no-contact")
def break_off(play: Play, way: Way, shape: Formation) -> bool:
    """Whether a hidden enemy stands in the new formation's place; then every stand goes back."""
    body = play.state.units[way.body.id]
    places = dict(still_standing(play.state, body.id, way.after))
    met = enemies_touched(formed_as(play.state, body, shape), body, places)
    if not met:
        return False
    for enemy in met:
        reveal(play, enemy)
    play.emit_if_new(Marched(body.id, way.start, still_standing(play.state, body.id, way.before), "goes back to"))
    return True
