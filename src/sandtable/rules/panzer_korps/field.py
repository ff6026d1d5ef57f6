"""Who stands where and in what state: formations, Force Groups, leaders."""

from collections.abc import Collection

from sandtable.board import shapes
from sandtable.board.board import POINT, Base
from sandtable.board.lazy import lazy
from sandtable.kernel.state import Following, Side, State, Unit, UnitId
from sandtable.mechanics.discs import DiscLayout
from sandtable.rules.panzer_korps.book import BOOK, Status
from sandtable.rules.panzer_korps.scenario import Formation, battle, entries
from sandtable.rules.panzer_korps.words import ORDERS, TYPES, Did, Kind, Mark, Tally, Tie, Trait, Type

RADIUS = 1.0  # inches: pk.setup.measuring
DISC = Base(2 * RADIUS, 2 * RADIUS, disc=True)
CONTACT = 0.05  # inches: pk.setup.measuring
CLOSE = 2.0  # inches: pk.spotting.status
PAST = CLOSE + 2 * RADIUS + shapes.HALF_STEP  # the same between the middles
ARCS = {"front": 60, "flank": 120}  # degrees: pk.organisation.facing
SMOKE = Base(4.0, 4.0, disc=True)  # pk.weather.smoke
FORMATIONS, ORDERS_GIVEN = frozenset(TYPES), frozenset(ORDERS)
REPLACEMENT = "E"  # the rating of a leader who replaces a lost one: pk.organisation.decorated-leaders


class Field(DiscLayout, Following):
    """The discs of the formations on the table."""

    def __init__(self, state: State) -> None:
        found = [unit for unit in state.units.values() if unit.place is not None and unit.kind in FORMATIONS]
        slabs = {one.id: shapes.footprint(one.at, DISC) for one in found}
        super().__init__(slabs, {one.id: one.side for one in found})
        self.of_side = {side: [one.id for one in found if one.side == side] for side in state.sides}
        self.of_group: dict[UnitId, list[UnitId]] = {}
        for one in found:
            self.of_group.setdefault(group_id(one), []).append(one.id)
        self.smokes = [unit.place.point for unit in state.units.values() if unit.kind == Kind.SMOKE and unit.place]

    def after(self, state: State, changed: Collection[UnitId]) -> "Field":
        """Those who have moved are elsewhere. Somebody who has come or gone makes another field."""
        there = [one for i in {*changed} if i in self.slabs and (one := state.units[i]).place]
        moved = {one.id: shapes.footprint(one.at, DISC) for one in there}
        return self.moved(moved) if len(moved) == len({*changed}) else Field(state)

    @lazy
    def neighbours(self) -> dict[UnitId, list[UnitId]]:
        """Enemies within 2 inches, of each formation that has any."""
        return self.rivals_within(PAST - 2 * RADIUS)

    @lazy
    def contacts(self) -> dict[UnitId, list[UnitId]]:
        """Enemies in contact, of each formation that has any."""
        return self.rivals_within(CONTACT + shapes.SLACK) if self.neighbours else {}


def field(state: State) -> Field:
    return state.layout(Field)


def base(state: State, unit: Unit) -> Base:
    if unit.kind in FORMATIONS:
        return DISC
    return SMOKE if unit.kind in (Kind.SMOKE, Kind.BURST) else POINT


# ---- who there is


def formations(state: State, side: Side) -> list[Unit]:
    """Those of a side on the table."""
    return [state.units[i] for i in field(state).of_side[side]]


def standing(state: State) -> list[Unit]:
    """Those of both sides."""
    return [unit for side in state.sides for unit in formations(state, side)]


def enemies(state: State, side: Side) -> list[Unit]:
    return formations(state, state.foe(side))


def groups(state: State, side: Side) -> list[Unit]:
    return [state.units[i] for i in entries(state).groups_of[side]]


def members(state: State, group: UnitId) -> list[Unit]:
    """The formations of a Force Group on the table."""
    return [state.units[i] for i in field(state).of_group.get(group, ())]


def group_id(unit: Unit) -> UnitId:
    assert unit.part_of is not None
    return unit.part_of


def absent(state: State, group: UnitId) -> list[Unit]:
    """The formations of a Force Group that are still to come to the table."""
    never = {Mark.LOST, Mark.WITHDRAWN, Mark.OFF_TABLE}
    own = (state.units[UnitId(one.name)] for one in entries(state).groups[group].formations)
    return [unit for unit in own if unit.place is None and never.isdisjoint(unit.marks)]


def group_of(state: State, unit: Unit) -> Unit:
    return state.units[group_id(unit)]


def order_of(group: Unit) -> str:
    (order,) = group.marks & ORDERS_GIVEN
    return order


# ---- leaders


def leaders_with(state: State, unit: Unit) -> list[Unit]:
    """Leaders attached to a formation."""
    return [one for one in state.units.values() if one.kind == Kind.LEADER and one.aboard == unit.id]


def decorated_with(state: State, unit: Unit) -> int:
    """Decorated leaders with a formation: pk.organisation.decorated-leaders."""
    return sum(Trait.DECORATED in one.traits for one in leaders_with(state, unit))


def rating_of(state: State, group: Unit) -> str:
    """The rating of its leader. A group that has lost him acts as if led by an E leader."""
    for unit in state.units.values():
        if unit.kind == Kind.LEADER and unit.is_linked(Tie.COMMANDS, group.id) and Mark.LOST not in unit.marks:
            return next(trait for trait in unit.traits if len(trait) == 1)
    return REPLACEMENT


def order_for(state: State, unit: Unit) -> str:
    """The order of its Force Group."""
    return order_of(group_of(state, unit))


def led_by(state: State, unit: Unit) -> str:
    """The rating of the leader of its Force Group."""
    return rating_of(state, group_of(state, unit))


def cinc_rating(state: State, side: Side) -> str:
    """pk.command.rating-cinc"""
    army = battle(state).army(side)
    if army.cinc:
        return army.cinc
    return rating_of(state, state.units[UnitId(army.commander or army.groups[0].name)])


# ---- what a formation is


def entry(state: State, unit: Unit) -> Formation:
    return battle(state).entries.formations[unit.id]


def nation_of(state: State, unit: Unit) -> str:
    return entries(state).nations[unit.id]


def is_afv(unit: Unit) -> bool:
    return unit.kind == Type.AFV


def is_deployed(unit: Unit) -> bool:
    return Mark.COLUMN not in unit.marks


def calibre_of(formation: Formation) -> int:
    """pk.fire.mixed-calibre: that of the majority, the larger if there is none."""
    if not formation.calibres:
        return formation.calibre
    most = max(formation.calibres.count(one) for one in formation.calibres)
    return max(one for one in formation.calibres if formation.calibres.count(one) == most)


# ---- its state

STATUSES: tuple[Status, ...] = tuple(row[1] for row in BOOK.table("status").rows)  # type: ignore[misc]
REMEMBERED: dict[Status, str] = {"Suppressed": Did.WAS_SUPPRESSED, "Fragmented": Did.WAS_FRAGMENTED}  # through a turn


def status_at(companies: int, markers: int) -> Status:
    """pk.disorder.status: a step for each marker a company."""
    return STATUSES[min(markers // companies, len(STATUSES) - 1)]


def fatal(one: Formation) -> int:
    """pk.disorder.status: the markers that disperse it."""
    return one.companies * (len(STATUSES) - 1)


def status(state: State, unit: Unit) -> Status:
    return status_at(entry(state, unit).companies, n) if (n := unit.tallies[Tally.DISORDER]) else STATUSES[0]


def is_worse(state: State, unit: Unit) -> bool:
    """Whether its status is worse than at the start of the turn."""
    was = next((before for before, did in REMEMBERED.items() if did in unit.spent), STATUSES[0])
    return STATUSES.index(status(state, unit)) > STATUSES.index(was)


def is_able(state: State, unit: Unit) -> bool:
    """Neither Fragmented nor Panicked."""
    return Mark.PANICKED not in unit.marks and status(state, unit) in ("formed", "Suppressed")


def is_known(unit: Unit) -> bool:
    """pk.spotting.status: a known enemy to the other side."""
    return Mark.SPOTTED in unit.marks


def known_enemies(state: State, side: Side) -> list[Unit]:
    return [unit for unit in enemies(state, side) if is_known(unit)]


def side_hit(target: Unit, attacker: Unit) -> str:
    """pk.organisation.facing: front, flank or rear of a target."""
    here, there = target.at, attacker.at.point
    return next((arc for arc, most in ARCS.items() if shapes.lies_ahead(here, there, most)), "rear")
