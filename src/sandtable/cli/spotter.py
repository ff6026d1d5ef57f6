"""Finds the place that a player means, with the unit's own facing or the only allowed one."""

from sandtable.board import shapes
from sandtable.board.board import Region
from sandtable.board.grid import SquareGrid, square_name
from sandtable.board.place import Place
from sandtable.cli.errors import Unclear
from sandtable.cli.places import Spot, facings_at, only_turns, which_way
from sandtable.cli.steps import Way, bearing_of, end_of, snapped
from sandtable.kernel.decision import Option, Placing
from sandtable.kernel.state import Unit
from sandtable.telling.display import Display


class Spotter:
    """Places for the options of one view."""

    def __init__(self, display: Display) -> None:
        self.display, self.view, self.board = display, display.state, display.state.board

    def is_inside(self, option: Option, wrote: Spot | Way) -> bool:
        """Whether an option allows the place with some facing."""
        assert option.region is not None
        try:
            return option.region.contains(self.place(option, wrote))
        except Unclear:
            return isinstance(wrote, Spot)

    def place(self, option: Option, wrote: Spot | Way) -> Place:
        assert option.region is not None
        unit = self.unit(option)
        spot = self.led_to(option.region, unit, wrote) if isinstance(wrote, Way) else wrote
        if isinstance(self.board, SquareGrid):
            return self.with_facing(option.region, spot)
        return self.on_table(option.region, unit, spot)

    def unit(self, option: Option) -> Unit | None:
        return self.view.units.get(option.command.unit) if isinstance(option.command, Placing) else None

    def led_to(self, region: Region, unit: Unit | None, way: Way) -> Spot:
        """The end of a way from the unit's place."""
        start = unit.place if unit else None
        if only_turns(region):
            x, y = region.outline()[0][0]
            start = Place(x, y, start.facing if start else 0)
        if start is None:
            raise Unclear(f"{unit.id if unit else 'the unit'} is not on the table yet; type a place, like 12.5 8 N")
        return end_of(way, region, start, bearing_of(way, start, self.display))

    # ---- facings

    def on_table(self, region: Region, unit: Unit | None, spot: Spot) -> Place:
        """The place as written; otherwise with the unit's own facing; otherwise with the only allowed facing."""
        if spot.begins and unit is not None:
            return self.begun(unit, Place(spot.x, spot.y, spot.facing or 0))
        if not self.is_open(region, spot):
            spot = snapped(region, spot)
        if spot.facing is not None:
            return Place(spot.x, spot.y, spot.facing)
        here = unit.place if unit else None
        if here is not None and region.contains(Place(spot.x, spot.y, here.facing)):
            return Place(spot.x, spot.y, here.facing)
        if here is None and unit is not None and self.display.look(unit).role == "group":
            return self.with_facing(region, spot)
        fits = [facing for facing in range(360) if region.contains(Place(spot.x, spot.y, facing))]
        facing = fits[0] if len(fits) == 1 or (here is None and fits) else here.facing if here else 0
        return Place(spot.x, spot.y, facing)

    def begun(self, unit: Unit, start: Place) -> Place:
        """A tape begins at the first of two points and runs towards the second. A model stands at the first."""
        base = self.display.rules.base(self.view, unit)
        if base.disc or self.display.look(unit).role != "template":
            return start
        x, y = shapes.ahead(start.point, start.facing, base.depth / 2)
        return Place(round(x, 2), round(y, 2), start.facing)

    def is_open(self, region: Region, spot: Spot) -> bool:
        return bool(facings_at(self.board, region, spot))

    def with_facing(self, region: Region, spot: Spot) -> Place:
        """The place with its only allowed facing. If there are several, the player must choose."""
        facings = facings_at(self.board, region, spot)
        if spot.facing is None and len(facings) > 1:
            at = Place(spot.x, spot.y)
            name = square_name(at) if isinstance(self.board, SquareGrid) else f"{spot.x:g} {spot.y:g}"
            raise which_way(name, facings)
        facing = spot.facing if spot.facing is not None else facings[0] if facings else 0
        return Place(spot.x, spot.y, facing)
