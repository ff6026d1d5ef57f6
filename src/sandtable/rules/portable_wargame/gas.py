"""Option: gas clouds, which drift and hit every Unit in their square."""

from sandtable.board.grid import Square
from sandtable.book.charts import Grid, Scores
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Added, Discarded, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import NOBODY, State, Unit, UnitId
from sandtable.rules.portable_wargame.book import BOOK
from sandtable.rules.portable_wargame.events import Drifted
from sandtable.rules.portable_wargame.field import facing, field, grid, square_of, turn, units_at
from sandtable.rules.portable_wargame.hits import breathe_gas
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.words import Marker, Tally

TURNS = 3  # pw.gas.duration
DRIFT = Grid(BOOK.table("gas-drift"), rows=Scores)
STAYS, BEHIND, IN_FRONT = (DRIFT.text(die) for die in (5, 1, 2))
WAYS = (STAYS, BEHIND, IN_FRONT)
READING = Reading(tuple(WAYS.index(DRIFT.text(die)) for die in range(1, 7)))


def clouds(state: State) -> list[Unit]:
    """The clouds, oldest first."""
    found = [unit for unit in state.units.values() if unit.kind == Marker.CLOUD]
    return sorted(found, key=lambda cloud: cloud.tallies[Tally.MADE])


@rule("pw.gas.firing")
def make_cloud(play: Play, square: Square, gun_facing: int) -> None:
    """The marker keeps the facing of the gun."""
    number = 1 + sum(1 for unit in play.state.units.values() if unit.kind == Marker.CLOUD)
    name = UnitId(f"gas cloud {turn(play.state)}.{number}")
    place = grid(play.state).place(square, gun_facing)
    play.emit(Noted(f"the {name} spreads over {grid(play.state).names[square]}", about=(name,)))
    play.emit(Added(Unit(name, Marker.CLOUD, NOBODY, place, tallies={Tally.MADE: turn(play.state)})))


@rule("pw.gas.drift-timing")
def drift_all(play: Play) -> None:
    if found := clouds(play.state):
        play.emit(Noted("The gas drifts"))
    for cloud in found:
        drift(play, cloud)


@rule("pw.gas.drift")
def drift(play: Play, cloud: Unit) -> None:
    """Behind means the direction of the gun's facing, in front the opposite. A cloud that leaves the board is gone."""
    way = WAYS[play.roll(Throw("drift", f"{cloud.id} drifts", cloud.id), READING)]
    if way == STAYS:
        return
    heading = facing(cloud) if way == BEHIND else (facing(cloud) + 180) % 360
    board = grid(play.state)
    there = board.ahead(square_of(play.state, cloud), heading)
    if there is None:
        play.emit(Drifted(cloud.id, None))
        play.emit(Discarded(cloud.id))
        return
    play.emit(Drifted(cloud.id, board.place(there, facing(cloud))))
    breathe_gas(play, [Hit(unit.id) for unit in units_at(play.state, there)])


@rule("pw.gas.duration")
def disperse(play: Play) -> None:
    """A cloud lasts three turns, including its first."""
    for cloud in clouds(play.state) if field(play.state).clouds else ():
        if turn(play.state) >= cloud.tallies[Tally.MADE] + TURNS - 1:
            play.emit(Drifted(cloud.id, None))
            play.emit(Discarded(cloud.id))
