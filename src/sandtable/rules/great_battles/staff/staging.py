"""The FUP: at night it follows its C Ops."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Moved, Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.regions import Ruled, is_on_lattice
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.commands.night import MoveStaff, Stay
from sandtable.rules.great_battles.edition import charts, cite, refuse, rule
from sandtable.rules.great_battles.table.divisions import c_ops, divisions, fup
from sandtable.rules.great_battles.table.field import field, gap
from sandtable.rules.great_battles.table.roadnet import ClearRoads
from sandtable.rules.great_battles.table.sighting import reveal


class Beside(Ruled):
    """Where a FUP may stand next to its C Ops. A Region."""

    def __init__(self, state: State, staging: Unit, staff: Unit) -> None:
        self.state, self.staging, self.staff = state, staging, staff
        self.base, self.near = charts(state).bases[staging.kind], charts(state).beside

    def why_not(self, place: Place) -> Refusal | None:
        apart = shapes.apart(shapes.footprint(place, self.base), field(self.state).slabs[self.staff.id])
        if not is_on_lattice(place) or not table(self.state).holds(place, self.base):
            return refuse(self.state, "setup.table-edge", "part of it would be off the table")
        if shapes.less(apart, 0.0) or not shapes.within(apart, self.near):
            return refuse(self.state, "night.fup-moves", f"it must be next to its C Ops, {charts(self.state).next_to}")
        return None

    def ring(self) -> Iterator[Place]:
        """Places all round, a little apart."""
        assert self.staff.place is not None
        reach = self.base.width / 2 + field(self.state).slabs[self.staff.id].half_width + self.near / 2
        at = self.staff.place
        for bearing in range(0, 360, 45):
            flat, (x, y) = shapes.heading(bearing), shapes.heading(bearing + at.facing % 90)
            size = reach / max(map(abs, flat))
            yield shapes.place_at((at.x + x * size, at.y + y * size), at.facing)

    def sample(self, rng: Picker) -> Place:
        return rng.choice(list(self.notable()))

    def notable(self) -> Iterator[Place]:
        return filter(self.contains, self.ring())

    def outline(self) -> list[list[Point]]:
        return [[place.point for place in self.ring()]]

    @property
    def key(self) -> tuple[object, ...]:
        return self.staging.id, self.staging, self.staff


@rule("night.fup-moves")
def move_fups(play: Play, side: Side) -> None:
    """Each FUP of a side moves up to its C Ops, or back to it, if the road between them is clear."""
    for division in divisions(play.state, side):
        follow_c_ops(play, division)


def follow_c_ops(play: Play, division: Unit) -> None:
    staging, staff = fup(play.state, division), c_ops(play.state, division)
    if staging is None or staff is None or staging.place is None or staff.place is None:
        return
    if gap(play.state, staging, staff) <= charts(play.state).beside:
        return
    order = play.ask(
        division.side,
        Topic("staging", f"{division.id}: where does the FUP go?", (division.id,)),
        lambda view: fup_options(view, view.units[staging.id], view.units[staff.id]),
        lambda view: no_fup_move(view, view.units[staging.id], view.units[staff.id]),
        lambda view, command: why_not_fup(view, view.units[staging.id], view.units[staff.id], command),
    )
    if isinstance(order, MoveStaff) and order.to is not None:
        move_fup(play, order.unit, staff, order.to)


def fup_options(view: State, staging: Unit, staff: Unit) -> Iterator[Option]:
    region = Beside(view, staging, staff)
    if refuse_fup_move(view, staging, staff) is None and next(region.notable(), None):
        yield Option(MoveStaff(staging.id), cite(view, "night.fup-moves"), region)
    yield Option(Stay(staging.id), cite(view, "command.fup"))


def no_fup_move(view: State, staging: Unit, staff: Unit) -> Iterator[Option]:
    if why := refuse_fup_move(view, staging, staff):
        yield Option(MoveStaff(staging.id), why.clause, refusal=why)


def why_not_fup(view: State, staging: Unit, staff: Unit, command: Command) -> Refusal | None:
    if isinstance(command, MoveStaff) and command.unit == staging.id and command.to is not None:
        return refuse_fup_move(view, staging, staff) or Beside(view, staging, staff).why_not(command.to)
    return None


def refuse_fup_move(state: State, staging: Unit, staff: Unit) -> Refusal | None:
    slabs = field(state).slabs
    if ClearRoads(state, staging.side).joins(slabs[staging.id], slabs[staff.id]):
        return None
    return refuse(state, "setup.friendly-road", "the road to the C Ops is not clear of the enemy")


def move_fup(play: Play, staging: UnitId, staff: Unit, to: Place) -> None:
    """Hidden enemies close the road too: then it stays."""
    unit = play.state.units[staging]
    if unit.place is not None and to.point == unit.place.point:
        return
    if why := refuse_fup_move(play.state, unit, staff):
        play.emit(Noted(f"{staging} stays: {why.why}", frozenset({unit.side}), about=(staging,)), why.clause)
        return
    reveal(play, unit)
    play.emit(Moved(staging, to))
