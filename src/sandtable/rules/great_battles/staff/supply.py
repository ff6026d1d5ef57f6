"""Supply: the FUP needs a friendly road and follows its C Ops; battalions need a line of communication to it."""

from collections.abc import Iterator
from math import inf

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Moved, Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.regions import Ruled, is_on_lattice
from sandtable.mechanics.supply import SupplyLines, nearest_points
from sandtable.rules.great_battles.battle.scenario import PATHS, battle, table
from sandtable.rules.great_battles.commands.night import MoveStaff, Stay
from sandtable.rules.great_battles.edition import charts, cite, plays, refuse, rule
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, divisions, fup
from sandtable.rules.great_battles.table.field import all_standing, field, gap, standing
from sandtable.rules.great_battles.table.roadnet import ON_ROAD, ClearRoads, ClearStretches
from sandtable.rules.great_battles.table.sighting import reveal
from sandtable.rules.great_battles.words import Mark, Trait

NEAR, FAR = 12.0, 36.0  # inches from the C Ops: replacements.situation
CLEAR = 2.0  # inches from an enemy stand: replacements.isolated
ISOLATED, SEPARATED, OK, IN_RESERVE = "Isolated", "Separated", "OK", "In reserve"


# ---- the FUP


def line_of_supply(state: State, division: Unit) -> Refusal | None:
    """Why the FUP of a division does not work; None if it does."""
    staging, slabs, side = fup(state, division), field(state).slabs, division.side
    if staging is None or staging.place is None:
        return refuse(state, "command.fup", f"{division.id} has no FUP on the table")
    enemies, near = all_standing(state, state.foe(side)), charts(state).road_clear
    if any(shapes.come_within(slabs[enemy.id], slabs[staging.id], near) for enemy in enemies):
        return refuse(state, "command.fup-overrun", f"an enemy stand is {charts(state).too_near} the FUP")
    roads = ClearRoads(state, side)
    if not any(number for number, _ in roads.spots_near(slabs[staging.id], ON_ROAD)):
        return refuse(state, "deploy.supply-line", "no clear road leads from the FUP to the friendly edge")
    return None


# ---- battalions


def situation(state: State, body: Unit) -> str:
    """replacements.situation: the row of the replacements table."""
    staff = c_ops(state, division_of(state, body))
    if is_leaderless(state, body):
        return ISOLATED
    if Mark.RESERVE in body.marks:
        return IN_RESERVE
    if is_on_its_own(state, body) or is_without_drops(state, body):
        return ISOLATED
    if staff is None or staff.place is None:
        return SEPARATED
    straight = min((gap(state, stand, staff) for stand in standing(state, body.id)), default=inf)
    line = inches_to_staff(state, body, staff)
    return StaffByEdition.of(state).situation(straight, line, plays(state, "isolation-no-limit"))


def is_leaderless(state: State, body: Unit) -> bool:
    """command.c-ops-destroyed: whether the enemy has overrun the C Ops of its division today."""
    staff = c_ops(state, division_of(state, body))
    return staff is not None and Mark.DESTROYED in staff.marks


def by_line(_straight: float, line: float, _unlimited: bool) -> str:
    """By the length of the line of communication."""
    return OK if line <= NEAR else SEPARATED if line < FAR else ISOLATED


def by_distance(straight: float, line: float, unlimited: bool) -> str:
    """By the straight distance to the C Ops, if there is a line of communication."""
    if line == inf or (not unlimited and (straight >= FAR or not shapes.within(line, FAR))):
        return ISOLATED
    return OK if straight <= NEAR else SEPARATED


def is_on_its_own(state: State, body: Unit) -> bool:
    """airborne.supply: airborne troops without C Ops and FUP on the table."""
    division = division_of(state, body)
    staff = c_ops(state, division), fup(state, division)
    return Trait.AIRBORNE in body.traits and all(one is None or one.place is None for one in staff)


def is_without_drops(state: State, body: Unit) -> bool:
    """airborne.supply: airborne troops whose C Ops has no clear road to the dropped supplies."""
    staff, drop = c_ops(state, division_of(state, body)), battle(state).army(body.side).drop
    if Trait.AIRBORNE not in body.traits or drop is None or drop.supplies is None:
        return False
    if staff is None or staff.place is None:
        return True
    roads, point = ClearStretches(state, body.side), shapes.limb(drop.supplies, drop.supplies, 0.0)
    distances = roads.distances_from(roads.spots_near(field(state).slabs[staff.id], ON_ROAD))
    return all(roads.inches_to(distances, spot) == inf for spot in roads.spots_near(point, NEAR))


def supply_of(state: State, body: Unit) -> str:
    """The quality of its supply; for dropped supplies by the distance of the enemy."""
    army = battle(state).army(body.side)
    drop = army.drop
    if Trait.AIRBORNE not in body.traits or drop is None or drop.supplies is None:
        return army.supply
    spot, slabs = shapes.limb(drop.supplies, drop.supplies, 0.0), field(state).slabs
    near = min((shapes.apart(slabs[foe.id], spot) for foe in all_standing(state, state.foe(body.side))), default=inf)
    return next((supply for inches, supply in sorted(drop.quality_by) if shapes.within(near, inches)), army.supply)


def inches_to_staff(state: State, body: Unit, staff: Unit) -> float:
    """replacements.isolated: the shortest line of communication from one of its stands; infinite if there is none."""
    best = inf
    for apart, _, stand in sorted((gap(state, stand, staff), stand.id, stand) for stand in standing(state, body.id)):
        if apart < best:
            best = min(best, inches_between(state, stand, staff))
    return best


def inches_between(state: State, stand: Unit, staff: Unit) -> float:
    """The shortest line between two bases that keeps 2 inches from enemies and avoids water."""
    slabs, lines = field(state).slabs, lines_for(state, stand.side)
    start, end = nearest_points(slabs[stand.id], slabs[staff.id])
    inches = lines.inches(start, end)
    if not shapes.within(inches, NEAR):
        inches = min(inches, lines.inches_by_bridge(start, end))
    return inches if inches == inf else shapes.to_lattice(inches)


def lines_for(state: State, side: Side) -> SupplyLines:
    slabs = field(state).slabs
    enemies = [slabs[enemy.id] for enemy in all_standing(state, state.foe(side))]
    return SupplyLines(table(state), enemies, CLEAR, battle(state).closed, PATHS)


# ---- the FUP at night


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
        reach = self.base.width / 2 + field(self.state).slabs[self.staff.id].half_width + self.near / 2
        at = self.staff.at
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
    order = play.ask_which(
        division.side,
        Topic("staging", f"{division.id}: where does the FUP go?", (division.id,)),
        lambda view: fup_options(view, view.units[staging.id], view.units[staff.id]),
        lambda view, command: why_not_fup(view, view.units[staging.id], view.units[staff.id], command),
    )
    if isinstance(order, MoveStaff) and order.to is not None:
        move_fup(play, order.unit, staff, order.to)


def fup_options(view: State, staging: Unit, staff: Unit) -> Iterator[Option]:
    region = Beside(view, staging, staff)
    if why := refuse_fup_move(view, staging, staff):
        yield Option(MoveStaff(staging.id), why.clause, refusal=why)
    elif next(region.notable(), None):
        yield Option(MoveStaff(staging.id), cite(view, "night.fup-moves"), region)
    yield Option(Stay(staging.id), cite(view, "command.fup"))


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
