"""A scattered battalion retreats stand by stand."""

from functools import partial

from sandtable.board.place import EDGES
from sandtable.kernel.events import Moved
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.falling_back import straight_away
from sandtable.rules.great_battles.airborne.rendezvous import rendezvous
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.edition import rule
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.melee.contact import part
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.transport import limber_all
from sandtable.rules.great_battles.nerve.retreat import (
    Retreating,
    feared,
    known_enemies,
    look_about,
    pick_way,
    places_of,
    run_into,
)
from sandtable.rules.great_battles.table.field import all_standing, field, nearest, standing
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.sighting import reveal, reveal_body


class Alone(Retreating):
    """The surroundings of one stand; other stands of its battalion block it like anybody."""

    def __init__(self, state: State, stand: Unit, inches: float, enemies: list[Unit]) -> None:
        assert stand.part_of is not None and stand.place is not None
        super().__init__(state, state.units[stand.part_of], inches, enemies)
        self.taken += [field(state).slabs[i] for i in self.places if i != stand.id]
        self.name, self.places = stand.id, {stand.id: stand.place}
        self.rates = Rates(state, self.body, alone=stand)


@rule("airborne.consolidation-actions")
def retreat_singly(play: Play, body: UnitId, away_from: Unit | None, inches: float) -> bool:
    """Every stand goes straight away from its nearest enemy, or stays if it cannot. Returns whether any could."""
    unit = play.state.units[body]
    reveal_body(play, unit)
    leave_work(play, body)
    foes = feared(play.state, unit, away_from)
    gone = [fall_back_alone(play, stand.id, foes, inches) for stand in rear_first(play.state, body, foes)]
    limber_all(play, body)
    follow_rendezvous(play, body)
    part(play)
    look_about(play, body)
    return any(gone)


def rear_first(state: State, body: UnitId, foes: list[Unit]) -> list[Unit]:
    """The rear stands go first, so that nobody blocks the others."""
    far = {stand.id: found[0] if (found := nearest(state, stand, foes)) else 0.0 for stand in standing(state, body)}
    return sorted(standing(state, body), key=lambda stand: (-far[stand.id], stand.id))


def fall_back_alone(play: Play, stand: UnitId, foes: list[Unit], inches: float) -> bool:
    straight = way_out(play.state, play.state.units[stand], foes)
    while (bearing := pick_way(play, straight, partial(known_room, stand=stand, inches=inches))) is not None:
        unit = play.state.units[stand]
        room = Alone(play.state, unit, inches, list(all_standing(play.state, play.state.foe(unit.side))))
        spots, ambush = play.work_out(partial(run_into, room, bearing))
        if not ambush:
            play.emit(Moved(stand, spots[stand]))
            return True
        for enemy in ambush:
            reveal(play, enemy)
    return False


def known_room(state: State, stand: UnitId, inches: float) -> Alone:
    unit = state.units[stand]
    return Alone(state, unit, inches, known_enemies(state, unit))


def way_out(state: State, stand: Unit, foes: list[Unit]) -> int:
    """Away from the nearest of them; without any in sight, towards the friendly edge."""
    found = nearest(state, stand, foes)
    straight = straight_away(field(state), places_of([found[1]]), places_of([stand])) if found else None
    return EDGES[battle(state).army(stand.side).edge] if straight is None else straight


def follow_rendezvous(play: Play, body: UnitId) -> None:
    """The battalion is where its rendezvous is."""
    meet = rendezvous(play.state, play.state.units[body])
    if meet and meet.place and meet.place != play.state.units[body].place:
        play.emit(Marched(body, meet.place, (), ""))
