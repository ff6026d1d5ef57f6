"""Falling back: straight away from the enemy, or as near to that as is clear."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from math import fsum, inf

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import Slab, to_lattice
from sandtable.board.sweep import first_touch, passes_between, shortest_line
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import EDGES, battle, table
from sandtable.rules.great_battles.commands.combat import Retreat
from sandtable.rules.great_battles.edition import charts, cite, refuse, rule, ways
from sandtable.rules.great_battles.facts.common import Formed, Marched
from sandtable.rules.great_battles.guns.barrage import enter_barrages
from sandtable.rules.great_battles.melee.contact import part
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.movement import (
    bars_stopping,
    collides,
    is_in_the_way,
    placed_slabs,
    refuse_end,
    stands_on_table,
)
from sandtable.rules.great_battles.move.transport import limber_all
from sandtable.rules.great_battles.staff.command import overrun
from sandtable.rules.great_battles.table.column import is_by_road
from sandtable.rules.great_battles.table.field import TOUCHING, all_standing, base_of, field, gap, standing, touches
from sandtable.rules.great_battles.table.formation import USUAL, Places, anchor_round, formed_as, in_order, offsets
from sandtable.rules.great_battles.table.going import Rates, price
from sandtable.rules.great_battles.table.sighting import is_hidden, look_round, reveal, reveal_body
from sandtable.rules.great_battles.words import Formation, Kind, Mark

FAR = 3.0  # inches: morale.failure, close-combat.loser-retreat
TURN = 45  # degrees either way
CHOICE = 5  # degrees between the ways that are offered
STEP = 0.1  # inches that a stand goes on at a time until there is room for it


# ---- which way


def straight_away(state: State, body: Unit, away_from: Unit | None = None) -> int:
    """Away from the nearest stand of an enemy, or of all known ones; with none in sight, towards the friendly edge."""
    pairs = [
        (gap(state, enemy, own), shapes.span_of(enemy.place.point, own.place.point), enemy.id, own.id)
        for enemy in feared(state, body, away_from)
        for own in standing(state, body.id)
        if enemy.place is not None and own.place is not None
    ]
    if not pairs:
        return EDGES[battle(state).army(body.side).edge]
    _, _, enemy_id, own_id = min(pairs)
    return away(state, enemy_id, own_id)


def away(state: State, enemy: UnitId, own: UnitId) -> int:
    """On along the shortest line from one base to the other; where they touch, square to the edge that parts them."""
    a, b = field(state).slabs[enemy], field(state).slabs[own]
    line = None if touches(a, b) else shortest_line(a, b)
    if line is not None:
        return shapes.bearing(*line)
    places = [place for i in (enemy, own) if (place := state.units[i].place)]
    squares = sorted({(place.facing + turn) % 360 for place in places for turn in (0, 90, 180, 270)})
    return max(squares, key=lambda way: lane(a, b, way))


def lane(a: Slab, b: Slab, way: int) -> float:
    """How far b lies beyond a, looking that way; negative if they overlap."""
    x, y = shapes.heading(way)
    reach = [s.half_width * abs(s.right[0] * x + s.right[1] * y) for s in (a, b)]
    reach += [s.half_depth * abs(s.right[0] * y - s.right[1] * x) for s in (a, b)]
    return (b.x - a.x) * x + (b.y - a.y) * y - fsum(reach)


def feared(state: State, body: Unit, away_from: Unit | None) -> list[Unit]:
    """The enemy stands among which the nearest counts."""
    if away_from is None:
        return known_enemies(state, body)
    return standing(state, away_from.id) if away_from.kind == Kind.BATTALION else [away_from]


def known_enemies(state: State, body: Unit) -> list[Unit]:
    return [enemy for enemy in all_standing(state, state.foe(body.side)) if enemy.known_by(body.side)]


class Room:
    """What is round a battalion that has to fall back so many inches."""

    def __init__(self, state: State, body: Unit, inches: float, enemies: Sequence[Unit]) -> None:
        assert body.place is not None
        self.state, self.body, self.anchor, self.inches = state, body, body.place, inches
        slabs = field(state).slabs
        self.stands = [(stand, stand.place) for stand in standing(state, body.id) if stand.place is not None]
        self.slabs = {stand.id: slabs[stand.id] for stand, _ in self.stands}
        self.enemies_boxed = [(shapes.box_round(slabs[enemy.id]), enemy.id) for enemy in enemies]
        self.taken = [slabs[i] for i in slabs if must_go_on_from(state, state.units[i], body)]
        self.rates = Rates(state, body)
        self.name = body.id  # who falls back

    def to(self, bearing: int) -> Place:
        return shifted(self.anchor, bearing, self.inches)

    def spots(self, bearing: int) -> Places:
        """Where its stands end up; one that would end on a friend, or on the enemy's FUP, goes on until clear."""
        x, y = shapes.heading(bearing)
        taken = list(self.taken)
        found: Places = {}
        for stand, place in sorted(self.stands, key=lambda one: -(one[1].x * x + one[1].y * y)):  # foremost first
            base, inches = base_of(self.state, stand), self.inches
            slab = shapes.footprint(shifted(place, bearing, inches), base)
            while any(collides(slab, other) for other in taken):
                inches += STEP
                slab = shapes.footprint(shifted(place, bearing, inches), base)
            found[stand.id] = shifted(place, bearing, inches)
            taken.append(slab)
        return found

    def why_not(self, bearing: int) -> Refusal | None:
        """morale.retreat-path: what blocks that way."""
        spots = self.spots(bearing)
        if not all(stands_on_table(table(self.state), slab) for slab in placed_slabs(self.state, spots).values()):
            return refuse(self.state, "setup.table-edge", "a stand would leave the table")
        if met := next(self.met(spots), None):
            return refuse(self.state, "morale.retreat-path", f"{met} is in the way")
        board, grounds = table(self.state), battle(self.state).grounds
        if any(price(board, grounds, self.rates, s, p.point, spots[s.id].point) == inf for s, p in self.stands):
            return refuse(self.state, "morale.retreat-path", "the ground there cannot be crossed")
        return None

    def met(self, spots: Places) -> Iterator[UnitId]:
        """Enemy stands that one of its own would touch, or between two of which it would pass."""
        here, swept = field(self.state).slabs, self.swept(spots)
        yield from (i for i in shapes.near(self.enemies_boxed, swept) if self.touches(spots, here[i]))
        close = shapes.grown(swept, charts(self.state).gap)
        for one, other in narrow_gaps(self.state, shapes.near(self.enemies_boxed, close)):
            if any(passes_between((p.point, spots[s.id].point), here[one], here[other]) for s, p in self.stands):
                yield from (one, other)

    def swept(self, spots: Places) -> shapes.Box:
        """Whatever it could touch on its way lies here."""
        points = [point for stand, place in self.stands for point in (place.point, spots[stand.id].point)]
        return shapes.grown(shapes.box_of(points), charts(self.state).largest_base + TOUCHING)

    def touches(self, spots: Places, slab: Slab) -> bool:
        for stand, place in self.stands:
            to = spots[stand.id]
            way = to.x - place.x, to.y - place.y
            if first_touch(self.slabs[stand.id], way, slab) is not None:
                return True
            if touches(shapes.footprint(to, base_of(self.state, stand)), slab):
                return True
        return False

    def clear(self, straight: int) -> list[int]:
        """The straight way, or those beside it if it is blocked."""
        return [straight] if self.why_not(straight) is None else self.ways(straight)

    def ways(self, straight: int) -> list[int]:
        """Clear ways on either hand of the straight one: in steps, or the nearest by the degree if no step is clear."""
        found: list[int] = []
        for hand in (1, -1):
            steps = [straight + hand * turn for turn in range(CHOICE, TURN + 1, CHOICE)]
            clear = [way % 360 for way in steps if self.why_not(way % 360) is None]
            found += clear or self.nearest(straight, hand)
        return found

    def nearest(self, straight: int, hand: int) -> list[int]:
        turns = ((straight + hand * turn) % 360 for turn in range(1, TURN + 1) if turn % CHOICE)
        return list(islice((way for way in turns if self.why_not(way) is None), 1))


def narrow_gaps(state: State, enemies: Sequence[UnitId]) -> Iterator[tuple[UnitId, UnitId]]:
    """Two of one enemy battalion that are too near each other to be passed."""
    for one, other in combinations([state.units[i] for i in enemies], 2):
        if one.part_of == other.part_of and gap(state, one, other) <= charts(state).gap:
            yield one.id, other.id


def must_go_on_from(state: State, unit: Unit, body: Unit) -> bool:
    return (unit.side == body.side and is_in_the_way(unit, body)) or bars_stopping(state, unit, body)


def shifted(place: Place, bearing: int, inches: float) -> Place:
    x, y = shapes.ahead(place.point, bearing, inches)
    return Place(to_lattice(x), to_lattice(y), place.facing)


# ---- doing it


@rule("morale.retreat-path")
def retreat(play: Play, body: UnitId, away_from: Unit | None = None, inches: float = FAR) -> bool:
    """It falls back, in formation if it has one. Gives whether it could."""
    if Mark.SCATTERED in play.state.units[body].marks:
        return ways(play.state).retreat_scattered(play, body, away_from, inches)
    return retreat_together(play, body, away_from, inches)


def retreat_together(play: Play, body: UnitId, away_from: Unit | None, inches: float) -> bool:
    """All stands fall back in one direction, keeping formation and facing. Gives whether they could."""
    straight = straight_away(play.state, play.state.units[body], away_from)
    while True:
        bearing = pick_way(play, straight, lambda state: room_of(state, body, inches))
        if bearing is None:
            return False
        unit = play.state.units[body]
        room = Room(play.state, unit, inches, list(all_standing(play.state, play.state.foe(unit.side))))
        spots, ambush = play.work_out(partial(run_into, room, bearing))
        if not ambush:
            break
        for enemy in ambush:
            reveal(play, enemy)
    fall_back(play, room, bearing, spots)
    return True


def run_into(room: Room, bearing: int) -> tuple[Places, list[Unit]]:
    """Where a way leads, and whom nobody knew of in it."""
    spots, units = room.spots(bearing), room.state.units
    return spots, [units[i] for i in room.met(spots) if is_hidden(units[i])]


def pick_way(play: Play, straight: int, room_in: Callable[[State], Room]) -> int | None:
    """Straight if that is clear, else as the owner likes; None: there is no way. Hidden enemies block only when met."""
    room = room_in(play.state)
    clear = play.work_out(lambda: room.clear(straight))
    if not clear or clear == [straight]:
        return straight if clear else None
    order = play.ask(
        room.body.side,
        Topic("retreat", f"{room.name} must retreat and the straight way is blocked: which way?", (room.name,)),
        lambda view: retreat_options(room_in(view), straight),
        lambda view: no_retreat(room_in(view), straight),
    )
    assert isinstance(order, Retreat)
    return order.bearing


def room_of(state: State, body: UnitId, inches: float) -> Room:
    unit = state.units[body]
    return Room(state, unit, inches, known_enemies(state, unit))


def retreat_options(room: Room, straight: int) -> Iterator[Option]:
    clause = cite(room.state, "morale.retreat-path")
    for bearing in room.ways(straight):
        yield Option(Retreat(room.name, bearing), clause)


def no_retreat(room: Room, straight: int) -> Iterator[Option]:
    if why := room.why_not(straight):
        yield Option(Retreat(room.name, straight), why.clause, refusal=why)


def fall_back(play: Play, room: Room, bearing: int, spots: Places) -> None:
    body = room.body.id
    reveal_body(play, room.body)
    leave_work(play, body)
    play.emit(Marched(body, room.to(bearing), tuple(spots.items()), "retreats to"))
    limber_all(play, body)
    part(play)
    leave_road(play, body)
    ways(play.state).after_retreat(play, body)
    look_about(play, body)


@rule("formation.types")
def leave_road(play: Play, body: UnitId) -> None:
    """Road march is for the road: who has fallen back from it is in march formation where he stands."""
    state, unit = play.state, play.state.units[body]
    spots = {stand.id: stand.place for stand in in_order(standing(state, body)) if stand.place is not None}
    if Formation.ROAD_MARCH not in unit.marks or all(is_by_road(state, place) for place in spots.values()):
        return
    marching = formed_as(state, unit, Formation.MARCH)
    slabs = placed_slabs(marching, spots).values()
    if refuse_end(marching, unit, spots) or any(collides(one, other) for one, other in combinations(slabs, 2)):
        return  # there is no room to turn its bases
    kinds, head = tuple(state.units[stand].kind for stand in spots), next(iter(spots.values()))
    offset = offsets(charts(state), Formation.MARCH, kinds, USUAL)[0]
    anchor = anchor_round(head, offset, head.facing)
    play.emit(Formed(body, Formation.MARCH, USUAL, anchor, tuple(spots.items())))


def look_about(play: Play, body: UnitId) -> None:
    """What a battalion meets where a retreat or an advance has brought it."""
    side = play.state.units[body].side
    foe = play.state.foe(side)
    look_round(play, standing(play.state, body), foe)
    look_round(play, list(all_standing(play.state, foe)), side)
    enter_barrages(play, body)
    overrun(play, body)
