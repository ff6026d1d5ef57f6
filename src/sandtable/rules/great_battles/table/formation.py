"""Formations: the places of the stands round their anchor."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from math import ceil, fsum

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import to_lattice
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.book.charts import Charts
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import (
    field,
    fighting,
    formation,
    is_company,
    is_standing,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.table.roadnet import road_tracks
from sandtable.rules.great_battles.words import FIGHTING, ITS_TRACK, Formation, Kind, Mark, Tally

# formation.spacing allows less than 2 inches in line, and less than 1 inch within a column and between ranks.
USUAL = 100  # hundredths of an inch between neighbours in line
IN_LINE = (Formation.DEFENSIVE, Formation.ASSAULT)
CLOSE = 0.2  # inches between stands one behind another, and along a second rank

PRECEDENCE = dict.fromkeys(FIGHTING, 0) | {Kind.HQ: 1, Kind.HEAVY_WEAPONS: 1}

Offset = tuple[float, float]  # inches to the right of the anchor, and ahead of it


def in_order(stands: Sequence[Unit]) -> list[Unit]:
    """In their owner's order: fighting stands first, then support, then half-tracks."""
    slot = Tally.SLOT
    return [
        stand for *_, stand in sorted([(PRECEDENCE.get(s.kind, 2), s.tallies.get(slot, 0), s.id, s) for s in stands])
    ]


def spacings(chart: Charts, shape: Formation, stands: Sequence[Unit]) -> tuple[int, ...]:
    """The intervals that make a difference, the usual one first."""
    if shape not in IN_LINE:
        return (USUAL,)
    kinds = tuple(stand.kind for stand in in_order(stands))
    drawn = {offsets(chart, shape, kinds, interval): interval for interval in (*chart.intervals, USUAL)}
    return tuple(sorted(drawn.values(), key=lambda interval: interval != USUAL))


def spaced(state: State, body: Unit, shapes_open: Iterable[Formation]) -> list[tuple[Formation, int]]:
    """formation.spacing: each of these formations in each interval that its owner may choose."""
    chart, stands = charts(state), stands_of(state, body.id)
    return [(shape, interval) for shape in shapes_open for interval in spacings(chart, shape, stands)]


Ranks = tuple[tuple[int, ...], ...]  # numbers of stands in their order, front rank first


@lru_cache(maxsize=4096)
def ranks(shape: Formation, kinds: tuple[str, ...]) -> Ranks:
    """The stands of each rank; in march formation every stand is its own rank."""
    everybody = tuple(range(len(kinds)))
    line = tuple(i for i in everybody if kinds[i] in FIGHTING) or everybody
    rest = tuple(i for i in everybody if i not in line)
    if shape in (Formation.MARCH, Formation.ROAD_MARCH):
        return tuple((i,) for i in line + rest)
    if shape == Formation.ASSAULT:
        front = max(2, ceil(len(line) / 2))
        line, rest = line[:front], line[front:] + rest
    return tuple(rank for rank in (line, rest) if rank)


@lru_cache(maxsize=4096)
def offsets(chart: Charts, shape: Formation, kinds: tuple[str, ...], interval: int) -> tuple[Offset, ...]:
    """Where the centre of each stand lies from the anchor, the middle of the front edge."""
    found: dict[int, Offset] = {}
    depth, drawn = 0.0, ranks(shape, kinds)
    for number, rank in enumerate(drawn):
        bases = [chart.bases[kinds[i]] for i in rank]
        space = interval / 100 if number == 0 else CLOSE
        # formation.few-stands: two stands in assault formation touch; two with others behind them stand as usual,
        # unless their owner spaces them
        if number == 0 and shape == Formation.ASSAULT and len(rank) == 2 and (len(drawn) == 1 or interval == USUAL):
            space = 0.0
        x = -(fsum(base.width for base in bases) + space * (len(rank) - 1)) / 2
        for i, base in zip(rank, bases, strict=True):
            found[i] = x + base.width / 2, -depth - base.depth / 2
            x += base.width + space
        depth += max(base.depth for base in bases) + CLOSE
    return tuple(found[i] for i in range(len(kinds)))


class Array:
    """Stands in order and their offsets from the anchor, wherever that is."""

    def __init__(self, state: State, shape: Formation, stands: Sequence[Unit], interval: int) -> None:
        ordered, self.shape = in_order(stands), shape
        found = offsets(charts(state), shape, tuple([stand.kind for stand in ordered]), interval)
        self.offsets = dict(zip([stand.id for stand in ordered], found, strict=True))

    def at(self, anchor: Place) -> Places:
        """Their places for this anchor. Not by `place_of`: computer players ask for thousands."""
        (ahead_x, ahead_y), x, y, facing = shapes.heading(anchor.facing), anchor.x, anchor.y, anchor.facing
        return {
            stand: shapes.place_at(
                (x + right * ahead_y + ahead * ahead_x, y - right * ahead_x + ahead * ahead_y), facing
            )
            for stand, (right, ahead) in self.offsets.items()
        }

    def place_of(self, stand: UnitId, anchor: Place) -> Place:
        """The place of one of them."""
        (right, ahead), (ahead_x, ahead_y) = self.offsets[stand], shapes.heading(anchor.facing)
        x, y = anchor.x + right * ahead_y + ahead * ahead_x, anchor.y - right * ahead_x + ahead * ahead_y
        return Place(to_lattice(x), to_lattice(y), anchor.facing)

    def round_stand(self, stand: UnitId, keep: Place, facing: int) -> Place:
        """The anchor for which that stand stays where it is."""
        return anchor_round(keep, self.offsets[stand], facing)


def array_of(state: State, body: Unit) -> Array:
    """The array of its stands on the table, in its formation."""
    return Array(state, formation(body), standing(state, body.id), body.tallies.get(Tally.INTERVAL, USUAL))


def drawn_up(state: State, shape: Formation, stands: Sequence[Unit], interval: int, at: Place) -> Places:
    """The places of the stands in a formation with this anchor."""
    return Array(state, shape, stands, interval).at(at)


def anchor_round(keep: Place, offset: Offset, facing: int) -> Place:
    """The anchor for which one stand, so far from it, stays where it is."""
    (right, ahead), (ahead_x, ahead_y) = offset, shapes.heading(facing)
    x = keep.x - right * ahead_y - ahead * ahead_x
    y = keep.y + right * ahead_x - ahead * ahead_y
    return Place(to_lattice(x), to_lattice(y), facing)


def anchor_at(state: State, shape: Formation, stands: Sequence[Unit], head: Place) -> Place:
    """The anchor of a formation in the usual interval whose first stand is at this place."""
    kinds = tuple(stand.kind for stand in in_order(stands))
    return anchor_round(head, offsets(charts(state), shape, kinds, USUAL)[0], head.facing)


def about(place: Place) -> Place:
    """The same place, facing the other way."""
    return replace(place, facing=(place.facing + 180) % 360)


def backwards(stands: Iterable[Unit]) -> list[Unit]:
    """The same stands in the reverse order."""
    return [replace(s, tallies={**s.tallies, Tally.SLOT: -s.tallies.get(Tally.SLOT, 0)}) for s in stands]


def anchor_about(state: State, body: Unit) -> Place:
    """The anchor after turning about on the spot: fighting stands keep their places, support closes up later."""
    stands, before = standing(state, body.id), array_of(state, body)
    after = Array(state, before.shape, backwards(stands), body.tallies.get(Tally.INTERVAL, USUAL))
    kept = {s.id: before.offsets[s.id] for s in fighting(stands) or stands}
    before.offsets = {stand: (-right, -ahead) for stand, (right, ahead) in kept.items()}
    return redrawn(before, after, about(body.at))


def redrawn(before: Array, after: Array, anchor: Place) -> Place:
    """The anchor after stands have left an array or joined it: the others move as little as possible.
    In road march it is the place of the leading stand."""
    both = [(before.offsets[i], offset) for i, offset in after.offsets.items() if i in before.offsets]
    if not both or before.shape == Formation.ROAD_MARCH:
        return anchor
    rights, aheads = ([was[axis] - is_[axis] for was, is_ in both] for axis in (0, 1))
    right, ahead = ((min(moved) + max(moved)) / 2 for moved in (rights, aheads))
    return anchor_round(anchor, (-right, -ahead), anchor.facing)


def redrawn_anchor(before: State, after: State, body: Unit) -> Place | None:
    """The anchor after its stands have changed."""
    if body.place is None or Mark.SCATTERED in body.marks:
        return body.place
    return redrawn(array_of(before, body), array_of(after, body), body.place)


def moved_alike(old: Place, new: Place, other: Place) -> Place:
    """Another place, moved in the same way, relative to the facing of each."""
    (x, y), (dx, dy) = shapes.heading(old.facing), (old.x - new.x, old.y - new.y)
    return anchor_round(other, (dx * y - dy * x, dx * x + dy * y), other.facing)


def front_rank(state: State, body: Unit) -> set[UnitId]:
    """formation.front-rank: these stands may fire directly; half-tracks fire from the rank of their stand."""
    shape, stands = formation(body), standing(state, body.id)
    companies = [stand for stand in stands if stand.kind != Kind.HALF_TRACK]
    if not companies or len(stands) == 1:
        return {stand.id for stand in stands}
    if shape == Formation.DEFENSIVE:
        ids = {stand.id for stand in companies}
    else:
        ordered = in_order(companies)
        ids = {ordered[i].id for i in ranks(shape, tuple(stand.kind for stand in ordered))[0]}
    tracks = [stand.id for stand in stands if stand.kind == Kind.HALF_TRACK]
    return ids | {track for track in tracks if track.removesuffix(ITS_TRACK) in ids}


def formed_as(state: State, body: Unit, shape: Formation) -> State:
    """The same table with the battalion's bases turned as they are in that formation."""
    after = state.put(replace(body, marks=body.marks - frozenset(Formation) | {shape}))
    if (shape == Formation.ROAD_MARCH) == (Formation.ROAD_MARCH in body.marks):
        return after
    return after.relaid(field(state).stands.get(body.id, ()))


def centre_stand(state: State, body: Unit) -> list[Unit]:
    """formation.centre-stand: the stand nearest to the average position; several if they are equally near."""
    everybody = standing(state, body.id)
    stands = [stand for stand in everybody if stand.kind != Kind.HALF_TRACK] or everybody
    x = fsum(s.place.x for s in stands if s.place) / len(stands)
    y = fsum(s.place.y for s in stands if s.place) / len(stands)
    off = {s.id: round(shapes.span_of(s.place.point, (x, y)), 2) for s in stands if s.place}
    least = min(off.values())
    return [s for s in stands if off[s.id] == least]


# ---- a battalion of a single stand

ASSAULT, ROAD_MARCH = Formation.ASSAULT, Formation.ROAD_MARCH
FOR_SEVERAL = (Formation.MARCH, Formation.DEFENSIVE)
ALIGNED = 15  # degrees between the facing of a stand and its road


def is_too_few(shape: str, stands: int) -> bool:
    """formation.few-stands: whether a battalion of so many stands is too small for a formation."""
    return stands == 1 and shape in FOR_SEVERAL


def refuse_alone(state: State, shape: Formation, stands: int) -> Refusal | None:
    if not is_too_few(shape, stands):
        return None
    return refuse(state, "formation.few-stands", "a single stand is in assault formation")


def counts_as(state: State, body: Unit) -> Formation:
    """Its formation; but a single stand aligned with a road may be in column instead."""
    shape = formation(body)
    if shape != ASSAULT or not TableByEdition.of(state).column_alone:
        return shape
    units = map(state.units.__getitem__, field(state).stands.get(body.id, ()))
    last = list(islice((unit.place for unit in units if is_standing(unit) and is_company(unit)), 2))  # two are too many
    aligned = len(last) == 1 and last[0] is not None and is_aligned(table(state), last[0])
    return ROAD_MARCH if aligned else shape


@lru_cache(maxsize=4096)
def is_aligned(board: FreeTable, place: Place) -> bool:
    """Whether the middle of a base is on a road and the base faces along it."""
    for track in road_tracks(board):
        at, off = track.course.nearest(place.point)
        turn = (track.course.heading(at) - place.facing) % 180
        if off <= track.half and min(turn, 180 - turn) <= ALIGNED:
            return True
    return False
