"""Trucks, teams and half-tracks; limbering and setting up."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Marked, Moved, Noted, Removed, Revealed, Spent, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import collides, touches
from sandtable.rules.great_battles.battle.by_edition import BattleByEdition
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.commands.day import Dismount, LetOut, Limber, StayAboard
from sandtable.rules.great_battles.edition import charts, cite, refuse, rule
from sandtable.rules.great_battles.move.approach import KeepingOff
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.move.movement import MARKERS, is_shut_out
from sandtable.rules.great_battles.table.field import body_of, field, is_locked, is_suppressed, standing, trait
from sandtable.rules.great_battles.table.sighting import look_round, reveal, who_may_know
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import GUNS, ITS_TRACK, RIDES, Did, Kind, Mark

PACKED = GUNS | {Kind.HEAVY_WEAPONS}
STEP_BACK, STEPS_BACK = 0.25, 20  # step of the search for room behind a stand, in inches, and number of steps
ROUND = 30  # degrees between the other directions of that search


def half_track_of(state: State, stand: UnitId) -> Unit | None:
    """The half-track that carries a stand, whether it is on the table or not."""
    return state.units.get(UnitId(stand + ITS_TRACK))


# ---- getting out


def mounted(state: State, body: UnitId) -> list[Unit]:
    return [stand for stand in standing(state, body) if Mark.LOADED in stand.marks]


def dismount_options(view: State, body: Unit) -> Iterator[Option]:
    """All passengers at once, or one stand after another; guns in tow too."""
    loaded = mounted(view, body.id)
    riders = [stand for stand in loaded if stand.kind not in GUNS]
    if riders:
        yield from ways_out(view, body.id, riders)
    if loaded and (len(loaded) > 1 or not riders):
        yield Option(LetOut(body.id), cite(view, "transport.unload"))


def ways_out(view: State, unit: UnitId, riders: list[Unit]) -> Iterator[Option]:
    yield Option(Dismount(unit), cite(view, "transport.unload"))
    if any(trait(stand, RIDES) in BattleByEdition.of(view).lingering for stand in riders):
        yield Option(Dismount(unit, stay=True), cite(view, "transport.half-tracks"))


@rule("transport.unload")
def get_out(play: Play, order: Dismount | LetOut) -> None:
    """The owner chooses which stands get out."""
    if isinstance(order, Dismount):
        dismount_body(play, order.unit, stay=order.stay)
        return
    body, clause = play.state.units[order.unit], play.clause

    def choices(view: State) -> Iterator[Option]:
        for stand in sorted(mounted(view, body.id), key=lambda stand: stand.kind in GUNS):
            yield from ways_out(view, stand.id, [stand])
        yield Option(StayAboard(body.id), clause)

    found = play.ask(body.side, Topic("get-out", f"{body.id}: which stand gets out?", (body.id,)), choices)
    if isinstance(found, Dismount):
        dismount(play, found.unit, stay=found.stay)


@rule("transport.unload")
def dismount_body(play: Play, body: UnitId, *, stay: bool) -> None:
    """All passengers get out; half-tracks may stay with them."""
    for stand in mounted(play.state, body):
        if stand.kind not in GUNS:
            dismount(play, stand.id, stay=stay)


@rule("transport.unload")
def dismount(play: Play, stand: UnitId, *, stay: bool = False) -> None:
    """The empty transport leaves the table, unless a half-track stays; a gun is unlimbered."""
    play.emit(Unmarked(stand, Mark.LOADED))
    if play.state.units[stand].kind in GUNS:
        play.emit(Marked(stand, Mark.SET_UP), cite(play.state, "transport.set-up"))
    carrier = half_track_of(play.state, stand)
    if stay and carrier is not None:
        stay_with(play, stand, carrier.id)


@rule("transport.half-tracks")
def stay_with(play: Play, stand: UnitId, carrier: UnitId) -> None:
    """The half-track stays behind or beside its stand, as near as there is room, and is as visible. It looks round."""
    unit = play.state.units[stand]
    place = find_room(play, unit, carrier)
    if place is None:
        play.emit(Noted(f"there is no room for {carrier}", who_may_know(play.state, unit), about=(carrier,)))
        return
    if unit.known_to is None and play.state.units[carrier].known_to is not None:
        play.emit(Revealed(carrier))
    play.emit(Moved(carrier, place))
    if is_suppressed(unit):
        play.emit(Marked(carrier, Mark.SUPPRESSED), cite(play.state, "transport.shared-fate"))
    look_round(play, [play.state.units[carrier]], play.state.foe(unit.side))


def find_room(play: Play, front: Unit, carrier: UnitId) -> Place | None:
    """A place free as far as the owner knows; a hidden enemy there is revealed, and the search goes on."""
    while True:
        known = seen_by(play.state, front.side)
        keeping_off = KeepingOff(known, body_of(known, front))
        free = (place for place in places_round(front.at) if has_room(known, carrier, place))
        allowed = (to for to in free if not keeping_off.is_put_too_near(front.id, as_half_track(known, to)))
        place = next(allowed, None)
        if place is None or has_room(play.state, carrier, place):
            return place
        for enemy in in_the_room(play.state, front.side, as_half_track(play.state, place)):
            reveal(play, enemy)


def as_half_track(state: State, place: Place) -> Slab:
    return shapes.footprint(place, charts(state).bases[Kind.HALF_TRACK])


def places_round(front: Place) -> Iterator[Place]:
    """Places straight behind a stand, near and far; then all round it, those behind first."""
    steps = [STEP_BACK * step for step in range(1, STEPS_BACK)]
    turns = [180, *(180 + side * turn for turn in range(ROUND, 180, ROUND) for side in (-1, 1)), 0]
    for inches, turn in [(inches, 180) for inches in steps] + [(inches, turn) for inches in steps for turn in turns]:
        yield shapes.shifted(front, front.facing + turn, inches)


def has_room(state: State, carrier: UnitId, place: Place) -> bool:
    """On the table, on ground that it can enter, overlapping nobody, and next to no enemy."""
    slab = as_half_track(state, place)
    if not table(state).carries(slab) or is_shut_out(state, carrier, place):
        return False
    return not in_the_room(state, state.units[carrier].side, slab)


def in_the_room(state: State, side: Side, slab: Slab) -> list[Unit]:
    """Stands that a base of this side would overlap, and enemies next to it."""
    others = [(state.units[i], there) for i, there in field(state).slabs.items() if state.units[i].kind not in MARKERS]
    return [one for one, there in others if collides(slab, there) or (one.side != side and touches(slab, there))]


@rule("transport.unload")
def offer_to_dismount(play: Play, stand: UnitId) -> None:
    """Carried or towed stands may get out under fire; the shots at them come first."""
    unit = play.state.units[stand]
    if Mark.LOADED not in unit.marks or Mark.DESTROYED in unit.marks:
        return
    clause = play.clause
    order = play.ask(
        unit.side,
        Topic("get-out", f"{stand} is under fire: does it get out?", (stand,)),
        lambda view: [*ways_out(view, stand, [unit]), Option(StayAboard(stand), clause)],
    )
    if isinstance(order, Dismount):
        dismount(play, stand, stay=order.stay)


# ---- packing up


def is_out_of_reach(state: State, stand: Unit) -> bool:
    """data.terrain: whether no transport gets to a stand, because only troops on foot can enter its ground."""
    loaded = state.put(replace(stand, marks=stand.marks | {Mark.LOADED}))
    return stand.place is not None and is_shut_out(loaded, stand.id, stand.place)


def is_fetched(stand: Unit) -> bool:
    """Whether it is a gun whose transport comes when it limbers."""
    return stand.kind in GUNS and bool(trait(stand, RIDES)) and Mark.NO_TRANSPORT not in stand.marks


def refuse_fetching(state: State, stand: Unit) -> Refusal | None:
    if is_fetched(stand) and is_out_of_reach(state, stand):
        return refuse(state, "data.terrain", f"no transport can reach {stand.id} there")
    return None


def refuse_limber(state: State, body: Unit, stand: Unit) -> Refusal | None:
    if Mark.SET_UP not in stand.marks:
        return refuse(state, "transport.limber", f"{stand.id} is not set up")
    if is_locked(state, body) and "limber" not in MoveByEdition.of(state).while_locked:
        return refuse(state, "move.locked", f"{body.id} is in close combat")
    return refuse_fetching(state, stand)


def limber_options(view: State, body: Unit) -> Iterator[Option]:
    for stand in standing(view, body.id):
        if stand.kind in PACKED and Did.BUSY not in stand.spent and refuse_limber(view, body, stand) is None:
            yield Option(Limber(stand.id), cite(view, "transport.limber"))


@rule("transport.limber")
def limber(play: Play, stand: UnitId) -> None:
    """One weapon is packed up; a gun gets its transport back."""
    pack(play, stand)
    play.emit(Spent(stand, Did.BUSY))


def pack(play: Play, stand: UnitId) -> None:
    unit = play.state.units[stand]
    if Mark.SET_UP in unit.marks:
        play.emit(Unmarked(stand, Mark.SET_UP))
    if is_fetched(unit) and Mark.LOADED not in unit.marks and not is_out_of_reach(play.state, unit):
        play.emit(Marked(stand, Mark.LOADED), cite(play.state, "transport.remount"))
        carrier = half_track_of(play.state, stand)
        if carrier is not None and carrier.place is not None:
            play.emit(Removed(carrier.id, "back with its gun"), cite(play.state, "transport.remount"))


@rule("morale.retreat-limbers")
def limber_all(play: Play, body: UnitId) -> None:
    """Everything is packed up without an action, as in a retreat; transport comes to the end of it."""
    for stand in standing(play.state, body):
        if Mark.SET_UP in stand.marks:
            pack(play, stand.id)
