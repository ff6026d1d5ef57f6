"""Who sees whom: the light, the line of sight, and the revealing of hidden stands."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot, inf
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.board import CLEAR, POINT, Sight
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.board.sweep import shortest_line
from sandtable.board.table import FreeTable, Stretch
from sandtable.kernel.events import Revealed
from sandtable.kernel.facts import Knowers
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import apart_within
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.book.charts import NONE, Charts
from sandtable.rules.great_battles.edition import charts, cite, plays
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import all_standing, field, is_company
from sandtable.rules.great_battles.table.ground import cover, levelled, ridge_between
from sandtable.rules.great_battles.words import COMMAND, COMPANIES, STANDS, Kind, Mark, Tally


def sight_limit(state: State) -> int:
    """The sighting distance in the open in this player turn."""
    return state.tallies[Tally.SIGHT]


# ---- the line

Line = tuple[Point, Point]


def between_middles(a: Slab, b: Slab) -> Line:
    """sighting.line-of-sight: from the middle of one base to that of the other."""
    return (a.x, a.y), (b.x, b.y)


def between_edges(a: Slab, b: Slab) -> Line:
    """sighting.los: between the nearest points of the two bases, or their middles if they touch."""
    if b < a:  # sight is mutual to the last digit
        to, from_ = between_edges(b, a)
        return from_, to
    return shortest_line(a, b) or between_middles(a, b)


class Outlook(NamedTuple):
    """Whether a line of sight is clear, how surely, and where it comes to other ground."""

    sight: Sight
    spare: float = inf  # a change of so many inches of cover or brow would change it
    edges: tuple[Point, ...] = ()


OPEN = Outlook(CLEAR)


def past_ground(state: State, a: Slab, b: Slab, line: Line) -> Outlook:
    """The outlook past terrain."""
    ends = sorted(zip(line, between_middles(a, b), strict=True))
    ((first, one), (last, other)), board = ends, table(state)
    if plays(state, "ridge-crest"):
        if met := ridge_between(board, (a, b), (first, last), charts(state).crest):
            return Outlook(blocked(first, last, *met))
        board = levelled(board)
    return past_terrain(board, first, last, (one, other), charts(state).brow)


@lru_cache(maxsize=1 << 17)
def past_terrain(board: FreeTable, a: Point, b: Point, middles: Line, brow: float) -> Outlook:
    """sighting.line-of-sight: thick cover blocks it, and ground as high as the higher of the two."""
    parts = board.looked_over(a, b)
    if not parts:
        return OPEN
    one, other = board.level_at(middles[0]), board.level_at(middles[1])
    high = max(one, other)
    thick = at_level = 0.0
    met: Sight | None = None
    for part in parts:
        if part.level > high:
            return Outlook(blocked(a, b, part.start, ground_at(part, part.level)) if met is None else met)
        if screens := [piece.name for piece in part.pieces if piece.opaque]:
            thick += part.end - part.start
            if met is None and shapes.less(Charts.thick, thick):
                met = blocked(a, b, part.end - (thick - Charts.thick), screens[0])
        if one != other and part.level == high:
            at_level += part.end - part.start
            if met is None and shapes.less(brow, at_level):
                met = blocked(a, b, part.start, ground_at(part, high))
    over = max(thick - Charts.thick, at_level - brow)
    return Outlook(met or CLEAR, abs(over), tuple([shapes.along(a, b, part.end) for part in parts[:-1]]))


def ground_at(part: Stretch, level: int) -> str:
    return next((piece.name for piece in part.pieces if piece.level == level), "open ground")


def blocked(a: Point, b: Point, inches: float, what: str) -> Sight:
    x, y = shapes.along(a, b, inches)
    return Sight(False, what, (round(x, 2), round(y, 2)))


def sight(state: State, a: Unit | Place, b: Unit | Place) -> Sight:
    """Whether two stands, or places, see each other at any distance: terrain and barrages. Sight is mutual."""
    slabs = field(state).slabs
    one, other = (slabs[end.id] if isinstance(end, Unit) else shapes.footprint(end, POINT) for end in (a, b))
    return past_all(state, one, other, TableByEdition.of(state).sight_line(one, other))


def past_all(state: State, a: Slab, b: Slab, line: Line) -> Sight:
    """Past terrain and barrages, from one base to another."""
    seen = past_ground(state, a, b, line).sight
    return past_barrages(state, a, b, line) if seen.clear else seen


def past_barrages(state: State, a: Slab, b: Slab, line: Line) -> Sight:
    """A template blocks sight unless one of the two is under it."""
    for template in falling(state):
        disc = field(state).slabs[template.id]
        part = shapes.clip(disc, *line)
        if part and not any(shapes.overlap(disc, end) for end in (a, b)):
            return blocked(*line, part[0], template.id)
    return CLEAR


Based = tuple[Unit, Slab]  # a stand and the ground that it covers


def stand_before(state: State, eye: Unit, looked_at: Collection[UnitId | None], line: Line) -> Unit | None:
    """fire.through-stands: a stand that hides the end of a line; None if there is none.

    `looked_at`: the battalions there; stands of the two battalions do not hide each other.
    """
    return first_before(state, eye, screens_near(state, eye, looked_at, line), line)


def first_before(state: State, eye: Unit, stands: Iterable[Based], line: Line) -> Unit | None:
    """The first of some stands that hides the end of a line."""
    met = (stand for stand, slab in stands if shapes.clip(slab, *line) and not is_below(state, stand, eye))
    return next(met, None)


def screens_near(
    state: State, eye: Unit, looked_at: Collection[UnitId | None], points: Sequence[Point]
) -> Iterator[Based]:
    """The stands that may hide something between some points."""
    units, (west, south, east, north) = state.units, shapes.box_of(points, charts(state).largest_base)
    for i, slab in state.layout(stand_slabs):
        if west <= slab.x <= east and south <= slab.y <= north and screens(units[i], eye, looked_at):
            yield units[i], slab


def outlook(state: State, eye: Unit, seen: Unit, at: Slab) -> Outlook:
    """Whether anything hides a stand, in its place or in another, from a stand."""
    from_ = field(state).slabs[eye.id]
    line = TableByEdition.of(state).sight_line(from_, at)
    return outlook_past(state, eye, (from_, at), line, screens_near(state, eye, (seen.part_of,), line))


def outlook_past(state: State, eye: Unit, ends: tuple[Slab, Slab], line: Line, stands: Iterable[Based]) -> Outlook:
    """The outlook along a line between two bases, past the ground, barrages and some stands."""
    ground = past_ground(state, *ends, line)
    if not ground.sight.clear:
        return ground
    smoke = past_barrages(state, *ends, line)
    if not smoke.clear:
        return Outlook(smoke)
    stand = first_before(state, eye, stands, line)
    return ground if stand is None else Outlook(Sight(False, stand.id))


def is_below(state: State, friend: Unit, eye: Unit) -> bool:
    """fire.overhead-fire, an option: whether a stand fires over a friend."""
    if friend.side != eye.side or not plays(state, "overhead-fire"):
        return False
    return table(state).level(eye.at) > table(state).level(friend.at)


def fires_over(state: State, eye: Unit, seen: Unit) -> bool:
    """Whether a friend stands below the line to a target."""
    if not plays(state, "overhead-fire"):
        return False
    slabs, units = field(state).slabs, state.units
    line = TableByEdition.of(state).sight_line(slabs[eye.id], slabs[seen.id])
    met = [units[i] for i, slab in state.layout(stand_slabs) if shapes.clip(slab, *line)]
    return any(screens(one, eye, (seen.part_of,)) and is_below(state, one, eye) for one in met)


def stand_slabs(state: State) -> list[tuple[UnitId, shapes.Slab]]:
    """The bases of stands, without transport, because it hides nobody."""
    units = state.units
    return [(i, slab) for i, slab in field(state).slabs.items() if units[i].kind in COMPANIES]


def screens(stand: Unit, eye: Unit, looked_at: Collection[UnitId | None]) -> bool:
    """Friends block, and so do enemies of other battalions; hidden and destroyed stands never do."""
    own = stand.id == eye.id or stand.part_of in looked_at
    return not own and stand.known_to is None and Mark.DESTROYED not in stand.marks


def is_within(a: Slab, b: Slab, inches: float) -> bool:
    """Whether two bases are no more than so far apart, to half a step. Their middles decide most cases."""
    near = (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= inches * inches
    return near or apart_within(a, b, inches + shapes.HALF_STEP) is not None


def falling(state: State) -> list[Unit]:
    """Barrages on the table."""
    units = state.units
    return [units[i] for i in state.layout(templates) if Mark.FALLING in units[i].marks]


def templates(state: State) -> list[UnitId]:
    return [unit.id for unit in state.units.values() if unit.kind == Kind.TEMPLATE and unit.place is not None]


def under_fire(state: State, stand: Unit) -> bool:
    """barrage.placement: whether any part of its base is under a template."""
    shells = [template.id for template in falling(state) if not is_smoke(state, template)]
    slabs = field(state).slabs if shells else {}
    return any(shapes.overlap(slabs[template], slabs[stand.id]) for template in shells)


def is_smoke(state: State, template: Unit) -> bool:
    return Mark.SMOKE in state.units[template.id].marks


# ---- revealing


def is_hidden(unit: Unit) -> bool:
    return unit.known_to is not None


def who_may_know(state: State, body: Unit, *staff: Unit | None) -> Knowers:
    """Who may read the rolls of a battalion: only its owner, while they tell of hidden stands or staff."""
    stands = [state.units[i] for i in field(state).stands.get(body.id, ()) if is_company(state.units[i])]
    return frozenset({body.side}) if any(unit and is_hidden(unit) for unit in (body, *stands, *staff)) else None


def hidden_stands(state: State, side: Side) -> list[Unit]:
    """Stands and staff of a side on the table that the enemy has not seen."""
    return [
        unit
        for unit in state.units.values()
        if unit.known_to is not None and unit.side == side and unit.place is not None
        and (unit.kind in STANDS or unit.kind in COMMAND) and Mark.DESTROYED not in unit.marks
    ]  # fmt: skip


def is_sighted(state: State, hidden: Unit, watchers: Iterable[Unit]) -> bool:
    """In the open within the sighting distance and in line of sight; in cover within 1 inch, which may be enough."""
    covered = cover(state, hidden) != NONE
    limit = charts(state).seen_in_cover if covered else sight_limit(state)
    slabs, clear = field(state).slabs, covered and not TableByEdition.of(state).line_into_cover
    there, far = slabs[hidden.id], limit + 2 * charts(state).largest_base + shapes.HALF_STEP
    near = [eye for eye in watchers if (at := eye.place) and hypot(at.x - there.x, at.y - there.y) <= far]  # or nearly
    seeing = (eye for eye in near if is_within(slabs[eye.id], there, limit))
    return any(clear or outlook(state, eye, hidden, there).sight.clear for eye in seeing)


def look_round(play: Play, watchers: Iterable[Unit], side: Side, why: str = "sighting.spotted") -> list[Unit]:
    """These stands reveal the hidden stands of a side that they see."""
    hidden = hidden_stands(play.state, side)
    watchers = list(watchers) if hidden else []
    found = play.work_out(lambda: [one for one in hidden if is_sighted(play.state, one, watchers)])
    for stand in found:
        covered = cover(play.state, stand) != NONE
        reveal(play, stand, "sighting.cover" if covered else why)
    return found


def everyone_looks(play: Play) -> None:
    """sighting.when: everybody looks at the start of a player turn, because the light may have changed."""
    for side in play.state.sides:
        look_round(play, list(all_standing(play.state, side)), play.state.foe(side), "sighting.when")


def whole_battalion(state: State, stand: Unit) -> list[Unit]:
    """sighting.who-spots: one revealed stand reveals its whole battalion on the table."""
    comrades = [state.units[i] for i in field(state).stands.get(stand.part_of, ())] if stand.part_of else []
    here = [one for one in comrades if one.place is not None and Mark.IN_THE_AIR not in one.marks]
    return [stand, *(one for one in here if one.id != stand.id)]


def reveal(play: Play, stand: Unit, why: str = "sighting.reveal") -> None:
    """Reveal a hidden stand to everybody, and its battalion with it."""
    clause, seen = cite(play.state, why), TableByEdition.of(play.state).comes_out(play.state, stand)
    for unit_id in (*(one.id for one in seen), stand.part_of):
        unit = play.state.units.get(unit_id) if unit_id else None
        if unit is not None and unit.kind != Kind.BATTLEGROUP and unit.known_to is not None:
            play.emit(Revealed(unit.id), clause)


def reveal_body(play: Play, body: Unit) -> None:
    """A battalion that moves is revealed, even if nobody is near. Mostly it is known already."""
    its = field(play.state).stands.get(body.id, ())
    if not any(is_hidden(play.state.units[i]) for i in (body.id, *its)):
        return
    for stand in [play.state.units[i] for i in its]:
        if stand.place is not None:
            reveal(play, stand)
