"""Wind, smoke, weather and visibility."""

from functools import lru_cache
from math import inf

from sandtable.board import shapes
from sandtable.board.place import DIRECTIONS, EDGES, Place, Point
from sandtable.book.charts import Grid, Scores
from sandtable.kernel.events import Added, Counted, Discarded, Moved, Noted, NotedAt
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import counting
from sandtable.kernel.state import NOBODY, State, Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D6, D10, SEGMENTS, cite, scored
from sandtable.rules.panzer_korps.scenario import battle, table
from sandtable.rules.panzer_korps.words import Kind, Tally

EARLY_MORNING, DUSK, NIGHT, MIDNIGHT = SEGMENTS[0], SEGMENTS[-3], SEGMENTS[-2], SEGMENTS[-1]
BY_NIGHT, IN_FOG, AT_DUSK, _ = BOOK.table("visibility").column("inches").values()
DIM = {DUSK: "pk.day-segments.dusk", NIGHT: "pk.day-segments.night", MIDNIGHT: "pk.day-segments.midnight"}
VELOCITY = Grid(BOOK.table("wind-velocity"), rows=Scores)
DIRECTION = Grid(BOOK.table("wind-direction"), rows=Scores)
SEASON = Grid(BOOK.table("wind-season"))
DRIFT = BOOK.table("smoke-drift").column("inches")
WINDS = tuple(DRIFT)  # from none to heavy
UNCHANGED, FIRST = "no change", "west"  # pk.weather.wind: "no change" on the first roll of a battle


# ---- weather


def segment(state: State) -> str:
    return SEGMENTS[state.tallies[Tally.SEGMENT]]


def conditions(state: State) -> frozenset[str]:
    """pk.weather.conditions: what the scenario says. Some weather lasts only until a Day Segment of the first day."""
    if not battle(state).weather:
        return frozenset()
    day, now = state.tallies[Tally.DAY], state.tallies[Tally.SEGMENT]
    lasts = (one for one in battle(state).weather if not one.until or (day, now) <= (1, SEGMENTS.index(one.until)))
    return frozenset(one.what for one in lasts)


def is_night(state: State) -> bool:
    """pk.weather.night: the Night and Midnight segments."""
    return segment(state) in (NIGHT, MIDNIGHT)


def visibility(state: State) -> float:
    """pk.weather.visibility: how far anybody sees, in inches; the shortest that applies."""
    return seen_through(segment(state), foggy="fog" in conditions(state))


@lru_cache(maxsize=64)
def seen_through(now: str, *, foggy: bool) -> float:
    apply = (BY_NIGHT, now in (NIGHT, MIDNIGHT)), (IN_FOG, foggy or now == EARLY_MORNING), (AT_DUSK, now == DUSK)
    return min((float(inches) for inches, true in apply if true), default=inf)


@rule("pk.weather.visibility")
def tell_visibility(play: Play) -> None:
    """Dusk, night and fog shorten the sight of everybody."""
    if (inches := visibility(play.state)) < inf:
        clause = DIM.get(segment(play.state), "pk.weather.visibility")
        play.emit(Noted(f"nobody sees farther than {inches:g} inches"), cite(clause))


# ---- wind


@rule("pk.weather.wind")
def roll_wind(play: Play) -> None:
    """Once in each Day Segment: velocity by the season, and direction."""
    season = battle(play.state).season
    adds = counting(BOOK.term(SEASON.figure(season) or 0, season, "pk.weather.wind"))
    velocity = VELOCITY.text(scored(play, Throw("wind", "wind velocity"), D6, adds))
    direction = DIRECTION.text(play.roll(Throw("wind", "wind direction"), D10))
    play.emit(Counted(Tally.WIND, WINDS.index(velocity)))
    if direction != UNCHANGED or Tally.DIRECTION not in play.state.tallies:
        play.emit(Counted(Tally.DIRECTION, bearing_of(play.state, FIRST if direction == UNCHANGED else direction)))
    play.emit(Noted(f"{velocity}, {UNCHANGED if direction == UNCHANGED else f'from the {direction}'}"))


def bearing_of(state: State, direction: str) -> int:
    """pk.setup.table: north is from the first side's edge to the other."""
    north = EDGES[battle(state).edge(state.sides[0])] + 180
    return (north + 45 * DIRECTIONS.index(direction)) % 360


# ---- smoke


def smokes(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.kind == Kind.SMOKE]


@rule("pk.weather.smoke")
def lay_smoke(play: Play, at: Point) -> None:
    """A disc on the table, which remembers the turn."""
    number = max((int(one.id.split()[-1]) for one in smokes(play.state)), default=0) + 1
    tallies = {Tally.TURN: play.state.tallies[Tally.TURN]}
    play.emit(Added(Unit(UnitId(f"Smoke {number}"), Kind.SMOKE, NOBODY, shapes.place_at(at), tallies=tallies)))
    play.emit(NotedAt("smoke at", at=Place(*at)))


@rule("pk.weather.smoke")
def drift_smoke(play: Play) -> None:
    """Smoke of earlier turns goes downwind; heavy wind disperses it."""
    wind = WINDS[play.state.tallies.get(Tally.WIND, 0)]
    inches = DRIFT[wind]
    for one in smokes(play.state):
        if not isinstance(inches, int):
            play.emit(Noted(f"the {wind} disperses {one.id}"))
            play.emit(Discarded(one.id))
        elif inches:
            to = shapes.place_at(shapes.ahead(one.at.point, play.state.tallies[Tally.DIRECTION] + 180, inches))
            play.emit(Moved(one.id, to) if table(play.state).holds(to) else Discarded(one.id))


@rule("pk.weather.smoke")
def clear_smoke(play: Play) -> None:
    """At the end of the turn after the one in which it was laid."""
    for one in smokes(play.state):
        if one.tallies[Tally.TURN] < play.state.tallies[Tally.TURN]:
            play.emit(Noted(f"{one.id} is gone"))
            play.emit(Discarded(one.id))
