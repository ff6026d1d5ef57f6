"""Where reserves may enter: round the FUP, or round the roads at the friendly edge."""

from collections.abc import Iterator

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import Box, Slab
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.day.by_edition import DayByEdition
from sandtable.rules.great_battles.edition import cite, refuse
from sandtable.rules.great_battles.frame.siting import Site
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.staff.supply import line_of_supply
from sandtable.rules.great_battles.staff.withheld import entry_ground
from sandtable.rules.great_battles.table.divisions import division_of, fup
from sandtable.rules.great_battles.table.field import enemies_touched, field, in_reserve, placed_slabs, standing_orders
from sandtable.rules.great_battles.table.formation import USUAL
from sandtable.rules.great_battles.table.roadnet import ClearRoads
from sandtable.rules.great_battles.words import FOUND_CUT, Formation, Mark

NEAR_FUP = 12.0  # inches: deploy.zone


def reserves(state: State, side: Side) -> list[Unit]:
    """Battalions off the table, except those that are still to land from the air."""
    return [body for body in in_reserve(state, side) if Mark.TO_LAND not in body.marks]


class Source(Struct, frozen=True, gc=False):
    """Where reserves come from: a name, the ground it covers and the clause."""

    name: str
    ground: Slab
    clause: str
    reach: float = NEAR_FUP


def sources(state: State, division: Unit) -> list[Source]:
    """The FUP if it is in supply, else the points where friendly roads meet the friendly edge."""
    spent, staging = standing_orders(state, division.side).spent, fup(state, division)
    cut = {flag.removeprefix(FOUND_CUT) for flag in spent if flag.startswith(FOUND_CUT)}  # in this player turn
    if staging is not None and staging.id not in cut and line_of_supply(state, division) is None:
        return [Source(staging.id, field(state).slabs[staging.id], "deploy.zone")]
    if staging is None and DayByEdition.of(state).needs_fup:
        return []
    points = {f"{road} at {at}": at for road, at in ClearRoads(state, division.side).entries()}  # a road can come twice
    grounds = [(name, shapes.limb(at, at, 0.0)) for name, at in points.items() if name not in cut]
    return [Source(name, ground, "deploy.edge-alternative") for name, ground in grounds]


def sources_for(state: State, body: Unit) -> list[Source]:
    """The sources of its division, or the ground that its owner wrote down."""
    return Entries(state).sources_for(body)


class Entries:
    """Where the reserves of a state come from, read once for each division, and whether they find room."""

    def __init__(self, state: State) -> None:
        self.state, self._sources, self._rooms = state, dict[UnitId, list[Source]](), dict[object, bool]()

    def sources_for(self, body: Unit) -> list[Source]:
        """The sources of its division, or the ground that its owner wrote down."""
        if entry := entry_ground(self.state, body):
            name, ground, reach = entry
            return [Source(name, ground, "variants.withheld", reach)]
        division = division_of(self.state, body)
        if division.id not in self._sources:
            self._sources[division.id] = sources(self.state, division)
        return self._sources[division.id]

    def has_room(self, site: Site) -> bool:
        """Whether there is a place for it. Battalions with the same stands have the same room."""
        kind = site.body.side, site.alike
        if kind not in self._rooms:
            self._rooms[kind] = site.first is not None
        return self._rooms[kind]


class Landing(Site):
    """Where a battalion in reserve may come onto the table. A Region."""

    clause = "deploy.zone"

    def __init__(
        self, state: State, body: Unit, shape: Formation, interval: int = USUAL, found: list[Source] | None = None
    ) -> None:
        """`found`: its sources, where they are already known."""
        super().__init__(state, body, shape, interval)
        self.sources = sources_for(state, body) if found is None else found

    @property
    def cited(self) -> Clause:
        return cite(self.state, self.sources[0].clause)

    @property
    def box(self) -> Box:
        corners = [corner for one in self.sources for corner in shapes.corners_of(one.ground)]
        reach = max((one.reach for one in self.sources), default=NEAR_FUP)
        west, south, east, north = shapes.box_of(corners or [(0.0, 0.0)], reach)
        board = table(self.state)
        return max(west, 0.0), max(south, 0.0), min(east, board.width), min(north, board.depth)

    @property
    def where(self) -> tuple[object, ...]:
        return tuple(self.sources)

    def refuse_ground(self, places: Places) -> Refusal | None:
        """deploy.zone: all within 12 inches."""
        near = any(self.near_to(places))
        return None if near else refuse(self.state, "deploy.zone", "a stand would be too far from the point of entry")

    def refuse_company(self, places: Places) -> Refusal | None:
        """deploy.zone: on passable ground, overlapping nobody and in contact with no enemy."""
        if enemies_touched(self.state, self.body, places):
            return refuse(self.state, "deploy.zone", "a stand would be in contact with the enemy")
        return refuse_end(self.state, self.body, places, "deploy.zone")

    def reached_from(self, place: Place) -> list[str]:
        """The names of the sources from which it can get there."""
        spots = self.laid_out(place)
        return [one.name for one in self.near_to(spots)] if spots else []

    def near_to(self, places: Places) -> Iterator[Source]:
        slabs = list(placed_slabs(self.state, places).values())
        return (one for one in self.sources if all(shapes.come_within(slab, one.ground, one.reach) for slab in slabs))
