"""Retreats: straight away from the enemy, or as near to that as is clear."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import inf

from sandtable.board import shapes
from sandtable.board.place import EDGES, Place
from sandtable.board.sweep import passes_between
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics import falling_back
from sandtable.mechanics.falling_back import FallingBack
from sandtable.mechanics.layout import Places, collides
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.commands.combat import Retreat
from sandtable.rules.great_battles.edition import charts, cite, procedures, refuse, rule
from sandtable.rules.great_battles.facts.day import Formed, Marched
from sandtable.rules.great_battles.guns.barrage import enter_barrages
from sandtable.rules.great_battles.melee.contact import part
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.movement import bars_stopping, is_in_the_way, narrow_gaps, refuse_end
from sandtable.rules.great_battles.move.transport import limber_all
from sandtable.rules.great_battles.staff.command import overrun
from sandtable.rules.great_battles.table.column import is_by_road
from sandtable.rules.great_battles.table.field import all_standing, base_of, field, placed_slabs, standing
from sandtable.rules.great_battles.table.formation import USUAL, anchor_round, formed_as, in_order, offsets
from sandtable.rules.great_battles.table.going import Rates, price
from sandtable.rules.great_battles.table.sighting import is_hidden, look_round, reveal, reveal_body
from sandtable.rules.great_battles.words import Formation, Kind, Mark

FAR = 3.0  # inches: morale.failure, close-combat.loser-retreat


# ---- which way


def straight_away(state: State, body: Unit, away_from: Unit | None = None) -> int:
    """Away from the nearest stand of an enemy, or of all known ones; without any, towards the friendly edge."""
    enemies, own = places_of(feared(state, body, away_from)), places_of(standing(state, body.id))
    away = falling_back.straight_away(field(state), enemies, own)
    return EDGES[battle(state).army(body.side).edge] if away is None else away


def feared(state: State, body: Unit, away_from: Unit | None) -> list[Unit]:
    """The enemy stands among which the nearest counts."""
    if away_from is None:
        return known_enemies(state, body)
    return standing(state, away_from.id) if away_from.kind == Kind.BATTALION else [away_from]


def known_enemies(state: State, body: Unit) -> list[Unit]:
    return [enemy for enemy in all_standing(state, state.foe(body.side)) if enemy.known_by(body.side)]


class Retreating(FallingBack):
    """A battalion that must retreat so many inches, and its surroundings."""

    def __init__(self, state: State, body: Unit, inches: float, enemies: Sequence[Unit]) -> None:
        assert body.place is not None
        self.state, self.body, self.anchor = state, body, body.place
        slabs, units = field(state).slabs, state.units
        taken = [slabs[i] for i in slabs if must_go_on_from(state, units[i], body)]
        super().__init__(places_of(standing(state, body.id)), lambda i: base_of(state, units[i]), inches, taken)
        self.enemies = {enemy.id: shapes.box_round(slabs[enemy.id]) for enemy in enemies}
        self.rates = Rates(state, body)
        self.name = body.id  # who falls back

    def to(self, bearing: int) -> Place:
        return shapes.shifted(self.anchor, bearing, self.inches)

    def why_not(self, bearing: int) -> Refusal | None:
        """morale.retreat-path: what blocks this direction."""
        spots, board = self.spots(bearing), table(self.state)
        if not all(board.carries(self.slab(i, place)) for i, place in spots.items()):
            return refuse(self.state, "setup.table-edge", "a stand would leave the table")
        if met := next(self.met(spots), None):
            return refuse(self.state, "morale.retreat-path", f"{met} is in the way")
        if any(self._price(i, place, spots[i]) == inf for i, place in self.places.items()):
            return refuse(self.state, "morale.retreat-path", "the ground there cannot be crossed")
        return None

    def _price(self, stand: UnitId, start: Place, end: Place) -> float:
        grounds, unit = battle(self.state).grounds, self.state.units[stand]
        return price(table(self.state), grounds, self.rates, unit, start.point, end.point)

    def met(self, spots: Places) -> Iterator[UnitId]:
        """Enemy stands that one of its own would touch, or between two of which it would pass."""
        here, swept = field(self.state).slabs, self.swept(spots)
        near = shapes.near([(box, i) for i, box in self.enemies.items()], swept)
        yield from (i for i in near if self.meets(spots, here[i]))
        for pair in narrow_gaps(self.state, self.body, shapes.grown(swept, charts(self.state).gap)):
            if self.enemies.keys() >= {*pair} and self._passes_between(spots, *pair):
                yield from pair

    def _passes_between(self, spots: Places, one: UnitId, other: UnitId) -> bool:
        a, b = field(self.state).slabs[one], field(self.state).slabs[other]
        return any(passes_between((place.point, spots[i].point), a, b) for i, place in self.places.items())


def places_of(stands: Iterable[Unit]) -> Places:
    return {stand.id: stand.place for stand in stands if stand.place is not None}


def must_go_on_from(state: State, unit: Unit, body: Unit) -> bool:
    return (unit.side == body.side and is_in_the_way(unit, body)) or bars_stopping(state, unit, body)


# ---- doing it


@rule("morale.retreat-path")
def retreat(play: Play, body: UnitId, away_from: Unit | None = None, inches: float = FAR) -> bool:
    """It retreats, in formation if it has one. Returns whether it could."""
    if Mark.SCATTERED in play.state.units[body].marks:
        return procedures(play.state).retreat_scattered(play, body, away_from, inches)
    return retreat_together(play, body, away_from, inches)


def retreat_together(play: Play, body: UnitId, away_from: Unit | None, inches: float) -> bool:
    """All stands retreat in one direction and keep formation and facing. Returns whether they could."""
    straight = straight_away(play.state, play.state.units[body], away_from)
    while True:
        bearing = pick_way(play, straight, lambda state: room_of(state, body, inches))
        if bearing is None:
            return False
        unit = play.state.units[body]
        room = Retreating(play.state, unit, inches, list(all_standing(play.state, play.state.foe(unit.side))))
        spots, ambush = play.work_out(partial(run_into, room, bearing))
        if not ambush:
            break
        for enemy in ambush:
            reveal(play, enemy)
    fall_back(play, room, bearing, spots)
    return True


def run_into(room: Retreating, bearing: int) -> tuple[Places, list[Unit]]:
    """The places at the end of a way, and the hidden enemies on it."""
    spots, units = room.spots(bearing), room.state.units
    return spots, [units[i] for i in room.met(spots) if is_hidden(units[i])]


def pick_way(play: Play, straight: int, room_in: Callable[[State], Retreating]) -> int | None:
    """Straight if that is clear, else the owner's choice; None: there is no way. Hidden enemies block only when met."""
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


def room_of(state: State, body: UnitId, inches: float) -> Retreating:
    unit = state.units[body]
    return Retreating(state, unit, inches, known_enemies(state, unit))


def retreat_options(room: Retreating, straight: int) -> Iterator[Option]:
    clause = cite(room.state, "morale.retreat-path")
    for bearing in room.ways(straight):
        yield Option(Retreat(room.name, bearing), clause)


def no_retreat(room: Retreating, straight: int) -> Iterator[Option]:
    if why := room.why_not(straight):
        yield Option(Retreat(room.name, straight), why.clause, refusal=why)


def fall_back(play: Play, room: Retreating, bearing: int, spots: Places) -> None:
    body = room.body.id
    reveal_body(play, room.body)
    leave_work(play, body)
    play.emit(Marched(body, room.to(bearing), tuple(spots.items()), "retreats to"))
    limber_all(play, body)
    part(play)
    leave_road(play, body)
    procedures(play.state).after_retreat(play, body)
    look_about(play, body)


@rule("formation.types")
def leave_road(play: Play, body: UnitId) -> None:
    """Road march is for the road: a battalion that has left it in a retreat is in march formation."""
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
    """What a battalion meets at the end of a retreat or an advance."""
    side = play.state.units[body].side
    foe = play.state.foe(side)
    look_round(play, standing(play.state, body), foe)
    look_round(play, list(all_standing(play.state, foe)), side)
    enter_barrages(play, body)
    overrun(play, body)
