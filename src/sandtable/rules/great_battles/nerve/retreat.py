"""Retreats: straight away from the enemy, or as near to that as is clear."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from math import inf

from sandtable.board import shapes
from sandtable.board.place import EDGES
from sandtable.board.sweep import passes_between
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Moved
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics import falling_back
from sandtable.mechanics.falling_back import FallingBack
from sandtable.mechanics.layout import Places, collides
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.commands.combat import FaceAbout, Retreat
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.edition import charts, cite, refuse, rule
from sandtable.rules.great_battles.facts.day import Formed, Marched, TurnedAbout
from sandtable.rules.great_battles.guns.barrage import enter_barrages
from sandtable.rules.great_battles.move.contact import part
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.movement import bars_stopping, is_in_the_way, narrow_gaps, refuse_end
from sandtable.rules.great_battles.move.transport import limber_all
from sandtable.rules.great_battles.nerve.by_edition import NerveByEdition
from sandtable.rules.great_battles.staff.command import overrun
from sandtable.rules.great_battles.table.field import (
    all_standing,
    base_of,
    body_of,
    field,
    formation,
    known_enemies,
    nearest,
    placed_slabs,
    places_of,
    rendezvous,
    standing,
)
from sandtable.rules.great_battles.table.formation import USUAL, about, anchor_about, anchor_at, formed_as, in_order
from sandtable.rules.great_battles.table.going import Rates, price
from sandtable.rules.great_battles.table.sighting import is_hidden, look_round, reveal, reveal_body
from sandtable.rules.great_battles.table.walks import is_by_road
from sandtable.rules.great_battles.words import Formation, Kind, Mark

# ---- which way


def straight_away(state: State, body: Unit, away_from: Unit | None = None) -> int:
    """Away from the nearest stand of an enemy, or of all known ones; without any, towards the friendly edge."""
    return away(state, body, places_of(standing(state, body.id)), feared(state, body, away_from))


def away(state: State, unit: Unit, own: Places, enemies: Sequence[Unit]) -> int:
    bearing = falling_back.straight_away(field(state), places_of(enemies), own)
    return EDGES[battle(state).army(unit.side).edge] if bearing is None else bearing


def feared(state: State, body: Unit, away_from: Unit | None) -> list[Unit]:
    """The enemy stands among which the nearest counts."""
    if away_from is None:
        return known_enemies(state, body)
    return standing(state, away_from.id) if away_from.kind == Kind.BATTALION else [away_from]


class Retreating(FallingBack):
    """A battalion, or one stand of a scattered one, that must retreat so many inches, and its surroundings."""

    def __init__(self, state: State, who: Unit, inches: float, enemies: Sequence[Unit]) -> None:
        together = who.kind == Kind.BATTALION
        self.state, self.who, self.body = state, who, who if together else body_of(state, who)
        slabs, units, comrades = field(state).slabs, state.units, places_of(standing(state, self.body.id))
        friends = {i for i in slabs if units[i].side == who.side and is_in_the_way(units[i], self.body)}
        taken = [slabs[i] for i in slabs if i in friends or bars_stopping(state, units[i], self.body)]
        taken += [] if together else [slabs[i] for i in comrades if i != who.id]
        places = comrades if together else places_of([who])
        super().__init__(places, lambda i: base_of(state, units[i]), inches, taken)
        self.enemies = {enemy.id: shapes.box_round(slabs[enemy.id]) for enemy in enemies}
        self.rates = Rates(state, self.body, alone=None if together else who)

    def why_not(self, bearing: int) -> Refusal | None:
        """morale.retreat-path: what blocks this direction."""
        spots, board, grounds, units = (
            self.spots(bearing),
            table(self.state),
            battle(self.state).grounds,
            self.state.units,
        )
        if not all(board.carries(self.slab(i, place)) for i, place in spots.items()):
            return refuse(self.state, "setup.table-edge", "a stand would leave the table")
        if met := next(self.met(spots), None):
            return refuse(self.state, "morale.retreat-path", f"{met} is in the way")
        for i, place in self.places.items():
            if price(board, grounds, self.rates, units[i], place.point, spots[i].point) == inf:
                return refuse(self.state, "morale.retreat-path", "the ground there cannot be crossed")
        return None

    def met(self, spots: Places) -> Iterator[UnitId]:
        """Enemy stands that one of its own would touch, or between two of which it would pass."""
        here, swept = field(self.state).slabs, self.swept(spots)
        near = shapes.near([(box, i) for i, box in self.enemies.items()], swept)
        yield from (i for i in near if self.meets(spots, here[i]))
        lines = [(place.point, spots[i].point) for i, place in self.places.items()]
        for a, b in narrow_gaps(self.state, self.body, shapes.grown(swept, charts(self.state).gap)):
            if self.enemies.keys() >= {a, b} and any(passes_between(line, here[a], here[b]) for line in lines):
                yield from (a, b)


# ---- doing it


@rule("morale.retreat-path")
def retreat(play: Play, body: UnitId, away_from: Unit | None = None, inches: float | None = None) -> bool:
    """It retreats, in formation if it has one; usually 3 inches. Returns whether it could."""
    far = charts(play.state).retreat if inches is None else inches
    scattered = Mark.SCATTERED in play.state.units[body].marks
    how = NerveByEdition.of(play.state).retreat_scattered if scattered else retreat_together
    return how(play, body, away_from, far)


def retreat_together(play: Play, body: UnitId, away_from: Unit | None, inches: float) -> bool:
    """All stands retreat in one direction and keep formation and facing. Returns whether they could."""
    straight = straight_away(play.state, play.state.units[body], away_from)
    found = find_way(play, body, straight, inches)
    if found is None:
        return False
    bearing, spots = found
    unit = play.state.units[body]
    reveal_body(play, unit)
    leave_work(play, body)
    play.emit(Marched(body, shapes.shifted(unit.at, bearing, inches), tuple(spots.items()), "retreats to"))
    limber_all(play, body)
    part(play)
    leave_road(play, body)
    NerveByEdition.of(play.state).after_retreat(play, body)
    look_about(play, body)
    return True


def find_way(play: Play, who: UnitId, straight: int, inches: float) -> tuple[int, Places] | None:
    """The direction it takes and where it ends; None: no way is clear. Hidden enemies block a way only when met."""
    while (bearing := pick_way(play, who, straight, inches)) is not None:
        unit = play.state.units[who]
        room = Retreating(play.state, unit, inches, list(all_standing(play.state, play.state.foe(unit.side))))
        spots, ambush = play.work_out(partial(run_into, room, bearing))
        if not ambush:
            return bearing, spots
        for enemy in ambush:
            reveal(play, enemy)
    return None


def run_into(room: Retreating, bearing: int) -> tuple[Places, list[Unit]]:
    """The places at the end of a way, and the hidden enemies on it."""
    spots, units = room.spots(bearing), room.state.units
    return spots, [units[i] for i in room.met(spots) if is_hidden(units[i])]


def pick_way(play: Play, who: UnitId, straight: int, inches: float) -> int | None:
    """Straight if that is clear as far as its owner knows, else his choice; None: there is no way."""

    def room_in(state: State) -> Retreating:
        unit = state.units[who]
        return Retreating(state, unit, inches, known_enemies(state, unit))

    room = room_in(play.state)
    clear = play.work_out(lambda: room.clear(straight))
    if not clear or clear == [straight]:
        return straight if clear else None
    clause = cite(play.state, "morale.retreat-path")
    order = play.ask(
        room.body.side,
        Topic("retreat", f"{who} must retreat and the straight way is blocked: which way?", (who,)),
        lambda view: [Option(Retreat(who, bearing), clause) for bearing in room_in(view).ways(straight)],
        lambda view: no_retreat(room_in(view), straight),
    )
    assert isinstance(order, Retreat)
    return order.bearing


def no_retreat(room: Retreating, straight: int) -> Iterator[Option]:
    if why := room.why_not(straight):
        yield Option(Retreat(room.who.id, straight), why.clause, refusal=why)


@rule("airborne.consolidation-actions")
def retreat_singly(play: Play, body: UnitId, away_from: Unit | None, inches: float) -> bool:
    """Every stand goes straight away from its nearest enemy, or stays if it cannot. Returns whether any could."""
    unit = play.state.units[body]
    reveal_body(play, unit)
    leave_work(play, body)
    foes = feared(play.state, unit, away_from)
    off = {stand.id: nearest(play.state, stand, foes) for stand in standing(play.state, body)}
    rear_first = sorted(off, key=lambda i: (-found[0] if (found := off[i]) else 0.0, i))  # so nobody blocks the others
    gone = [fall_back_alone(play, stand, foes, inches) for stand in rear_first]
    limber_all(play, body)
    meet = rendezvous(play.state, play.state.units[body])
    if meet and meet.place and meet.place != play.state.units[body].place:
        play.emit(Marched(body, meet.place, (), ""))  # the battalion is where its rendezvous is
    part(play)
    look_about(play, body)
    return any(gone)


def fall_back_alone(play: Play, stand: UnitId, foes: list[Unit], inches: float) -> bool:
    """A scattered stand goes away from the nearest of them."""
    unit = play.state.units[stand]
    found = nearest(play.state, unit, foes)
    way = find_way(play, stand, away(play.state, unit, places_of([unit]), [found[1]] if found else []), inches)
    if way is not None:
        play.emit(Moved(stand, way[1][stand]))
    return way is not None


# ---- afterwards


@rule("formation.types")
def leave_road(play: Play, body: UnitId) -> None:
    """Road march is for the road: a battalion that has left it in a retreat is in march formation."""
    state, unit = play.state, play.state.units[body]
    spots = places_of(in_order(standing(state, body)))
    if Formation.ROAD_MARCH not in unit.marks or all(is_by_road(state, place) for place in spots.values()):
        return
    marching = formed_as(state, unit, Formation.MARCH)
    slabs = placed_slabs(marching, spots).values()
    if refuse_end(marching, unit, spots) or any(collides(one, other) for one, other in combinations(slabs, 2)):
        return  # there is no room to turn its bases
    anchor = anchor_at(state, Formation.MARCH, standing(state, body), next(iter(spots.values())))
    play.emit(Formed(body, Formation.MARCH, USUAL, anchor, tuple(spots.items())))


@rule("morale.retreat-path")
def face_about(play: Play, body: UnitId) -> None:
    """The owner may turn every stand round on the spot; a road column keeps its facing."""
    unit, places, clause = play.state.units[body], places_of(standing(play.state, body)), play.clause
    if not places or formation(unit) == Formation.ROAD_MARCH:
        return
    order = play.ask(
        unit.side,
        Topic("face", f"{body} has retreated: does it turn about?", (body,), rare=True),
        lambda _view: [Option(FaceAbout(body), clause), Option(Halt(body), clause)],
    )
    if isinstance(order, FaceAbout):
        spots = tuple((stand, about(place)) for stand, place in places.items())
        play.emit(TurnedAbout(body, anchor_about(play.state, unit), spots))


def look_about(play: Play, body: UnitId) -> None:
    """What a battalion meets at the end of a retreat or an advance."""
    side = play.state.units[body].side
    foe = play.state.foe(side)
    look_round(play, standing(play.state, body), foe)
    look_round(play, list(all_standing(play.state, foe)), side)
    enter_barrages(play, body)
    overrun(play, body)
