"""Force Groups that come later or leave at midnight: availability, arrival, and where they enter."""

from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.book.charts import Grid, Scores
from sandtable.book.modifiers import Modifier, Modifiers, named
from sandtable.kernel.counting import told
from sandtable.kernel.decision import Refusal
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import Noted, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning, term_of
from sandtable.kernel.state import Side, State, Unit
from sandtable.mechanics.legs import points_along
from sandtable.mechanics.zones import parts_of_edge
from sandtable.rules.panzer_korps.book import BOOK, D6, D10, D100, cite, scored
from sandtable.rules.panzer_korps.day_facts import Arrived, Awaited, LeftField
from sandtable.rules.panzer_korps.field import enemies, field, groups, members, order_of, rating_of
from sandtable.rules.panzer_korps.ground import HILLS, UNKNOWN
from sandtable.rules.panzer_korps.initiative import GOOD, in_order
from sandtable.rules.panzer_korps.orders import activate, share_cut_off, trace_supply
from sandtable.rules.panzer_korps.scenario import Group, battle, entries, table
from sandtable.rules.panzer_korps.segments import has_superiority
from sandtable.rules.panzer_korps.victory import lose_captured
from sandtable.rules.panzer_korps.weather import conditions
from sandtable.rules.panzer_korps.words import ZONES, Mark, Order, Tally, Type

AVAILABILITY = Grid(BOOK.table("force-availability"), rows=Scores)
RESULTS = tuple(str(cell) for cell in BOOK.table("force-availability").column("result").values())
ON_TABLE, DELAYED = 0, 4  # rows of the table
WAITS = {1: 0, 2: 1, 3: 3}  # other rows: Day Segments that pass before the first arrival roll
AS_PRINTED, MODIFIERS = "availability-as-printed", "pk.arrival.availability-modifiers"
ARRIVAL = Grid(BOOK.table("arrival"))
LONGER = 5  # percent for each Day Segment since the first attempt: pk.arrival.roll
DEPLOYMENT = Grid(BOOK.table("deployment"), rows=Scores)
ENTRIES = dict(zip((str(cell) for cell in BOOK.table("deployment").column("result").values()), ZONES, strict=False))
RIGHT_FLANK = 3  # and less on a d6: pk.arrival.deployment
NEXT_DAY = 1  # Day Segments to wait: this one, before the next day's first
TOO_NEAR = 3.0  # inches: pk.arrival.zones
SPACING = 1.0  # inches between points of an edge
BLOCKED = Refusal(cite("pk.arrival.zones"), f"an enemy is within {TOO_NEAR:g} inches of that point")
WOODS = {"light woods", "medium woods", "heavy woods", "jungle", UNKNOWN}
SORTS = {"swamp": {"marsh"}, "mountain": HILLS.keys(), "woods": WOODS}


# ---- what the charts ask of a Force Group


class Newcomer(NamedTuple):
    state: State
    group: Unit

    @property
    def ground(self) -> str:
        return battle(self.state).mostly or table(self.state).derived(mostly)

    @property
    def home(self) -> bool:
        return battle(self.state).army(self.group.side).home


def listed(state: State, group: Unit) -> Group:
    """As the scenario has it."""
    return entries(state).groups[group.id]


def riding(state: State, group: Unit) -> str:
    """pk.organisation.traits: all mechanised, all motorised, or neither."""
    rides = {"mechanised" if one.type == Type.AFV else one.ride for one in listed(state, group).formations}
    if rides == {"mechanised"}:
        return "mechanised"
    return "motorised" if rides <= {"mechanised", "motorised"} else ""


def mostly(board: FreeTable) -> str:
    """What covers more than half of the table: pk.arrival.availability-modifiers."""
    spots = [(x + 0.5, y + 0.5) for x in range(int(board.width)) for y in range(int(board.depth))]
    found = [sort_of(board.ground(Place(*spot))) for spot in spots]
    return next((sort for sort in (*SORTS, "clear") if 2 * found.count(sort) > len(found)), "mixed")


def sort_of(kinds: frozenset[str]) -> str:
    usual = "clear" if kinds <= {"road"} else "mixed"
    return next((sort for sort, those in SORTS.items() if not kinds.isdisjoint(those)), usual)


# ---- availability


def led_by(rating: str) -> Modifier[Newcomer]:
    return named(f"led by {rating}", MODIFIERS, lambda one: rating_of(*one) == rating)


def in_weather(what: str) -> Modifier[Newcomer]:
    return named(what, MODIFIERS, lambda one: what in conditions(one.state))


AVAILABILITY_MODIFIERS: Modifiers[Newcomer] = Modifiers(BOOK, "force-availability-modifiers", [
    *map(led_by, "ABFGH"),
    named("ground mostly woods", MODIFIERS, lambda one: one.ground == "woods"),
    named("ground mostly swamp or mountain", MODIFIERS, lambda one: one.ground in ("swamp", "mountain")),
    named("ground mostly clear", MODIFIERS, lambda one: one.ground == "clear"),
    *map(in_weather, ("rain", "mud", "snow")),
    named("home nation", MODIFIERS, lambda one: one.home),
    named("out of supply", "pk.logistics.out-of-supply", lambda one: listed(*one).out_of_supply),
    named("force all mechanised", MODIFIERS, lambda one: riding(*one) == "mechanised"),
    named("force all motorised", MODIFIERS, lambda one: riding(*one) == "motorised"),
])  # fmt: skip


def to_roll_for(state: State) -> list[Unit]:
    """Force Groups that the scenario has not put on the table."""
    own = [group for side in state.sides for group in groups(state, side)]
    return [group for group in own if listed(state, group).starts != "table"]


@rule("pk.arrival.availability")
def availability(play: Play, group: Unit) -> None:
    """A modified d10: on the table now, later, or not on this day."""
    adds = AVAILABILITY_MODIFIERS.that_apply(Newcomer(play.state, group))
    total = scored(play, Throw("availability", f"availability of {group.id}", group.id), D10, adds)
    row = RESULTS.index(AVAILABILITY.text(total))
    if AS_PRINTED in play.state.variants:
        available_as_printed(play, group, row)
    else:
        assign(play, group, row)


@rule("pk.arrival.availability-as-printed")
def available_as_printed(play: Play, group: Unit, row: int) -> None:
    """Every result stands one row lower, and the first row is for groups that enter at once."""
    if row or stays_off(play.state, group):
        assign(play, group, max(row - 1, ON_TABLE))
    else:
        play.emit(Awaited(group.id, "", 0, "enters the battle at once"))


def assign(play: Play, group: Unit, row: int) -> None:
    if row == ON_TABLE and stays_off(play.state, group):
        row = min(WAITS)
    mark = {ON_TABLE: Mark.KEEPS_OFF, DELAYED: Mark.DELAYED}.get(row, Mark.WAITING)
    play.emit(Awaited(group.id, mark, WAITS.get(row, 0), RESULTS[row]))


def stays_off(state: State, group: Unit) -> bool:
    """Whether the scenario lets a Force Group come later only."""
    return listed(state, group).starts == "roll, not on the table"


# ---- arrival


@rule("pk.arrival.timing")
def roll_arrivals(play: Play) -> None:
    """Once in each Day Segment, the initiative player's Force Groups first."""
    for group in [group for side in in_order(play.state) for group in groups(play.state, side)]:
        if Mark.WAITING not in group.marks:
            continue
        if waits := group.tallies.get(Tally.WAITS, 0):
            play.emit(Awaited(group.id, Mark.WAITING, waits - 1))
        else:
            roll_arrival(play, group)


@rule("pk.arrival.roll")
def roll_arrival(play: Play, group: Unit) -> None:
    """A d100 not above the chance of its leader, which rises with every Day Segment."""
    rating, tries = rating_of(play.state, group), group.tallies.get(Tally.TRIES, 0)
    chance = term_of(ARRIVAL.figure(rating) or 0, f"led by {rating}", cite("pk.command.rating-cinc"))
    longer = BOOK.term(LONGER * tries, f"{told(tries, 'Day Segment')} later", "pk.arrival.roll")
    need = Reckoning(chance, (longer,) if tries else ())
    if play.roll(Throw("arrival", f"arrival of {group.id}", group.id), at_most(need.total, D100.sides), need=need):
        choose_zone(play, group)
    else:
        play.emit(Awaited(group.id, Mark.WAITING, 0, tries=tries + 1))


ZONE = "pk.arrival.deployment-modifiers"
DEPLOYMENT_MODIFIERS: Modifiers[Newcomer] = Modifiers(BOOK, "deployment-modifiers", [
    named("all mechanised", ZONE, lambda one: riding(*one) == "mechanised"),
    named("air superiority", ZONE, lambda one: has_superiority(one.state, one.group.side)),
    named("home nation", ZONE, lambda one: one.home),
    named("A-C leader", ZONE, lambda one: rating_of(*one) in GOOD),
    named("E-H leader", ZONE, lambda one: rating_of(*one) in "EFGH"),
    named("Advance order (as against Move)", ZONE, lambda one: order_of(one.group) == Order.ADVANCE),
])  # fmt: skip


@rule("pk.arrival.deployment")
def choose_zone(play: Play, group: Unit) -> None:
    """A modified d6 says where it enters; 7 or more is a flank of the enemy, and another d6 says which."""
    adds = DEPLOYMENT_MODIFIERS.that_apply(Newcomer(play.state, group))
    total = scored(play, Throw("deployment", f"deployment of {group.id}", group.id), D6, adds)
    zone = ENTRIES[DEPLOYMENT.text(total)]
    if zone == "right flank":
        side = play.roll(Throw("flank", f"flank of {group.id}, the right on 1 to 3", group.id), D6)
        zone = "right flank" if side <= RIGHT_FLANK else "left flank"
    play.emit(Arrived(group.id, zone))


# ---- leaving at midnight


@rule("pk.day-segments.midnight-removal")
def stay_or_leave(play: Play) -> None:
    """Each leader makes an Intrinsic Command Roll; if it fails, his Force Group leaves unless it is surrounded."""
    trace_supply(play)
    for group in [group for side in in_order(play.state) for group in groups(play.state, side)]:
        if members(play.state, group.id) and not activate(play, group, "tries to stay on the field at midnight"):
            leave(play, group)


def leave(play: Play, group: Unit) -> None:
    if share_cut_off(play.state, group.id) == 1:
        play.emit(Noted(f"{group.id} is surrounded and stays", about=(group.id,)))
        return
    for unit in members(play.state, group.id):
        lose_captured(play, unit)
        play.emit(LeftField(unit.id))
    play.emit_if_new(Unmarked(group.id, Mark.PANICKING))
    play.emit(Awaited(group.id, Mark.WAITING, NEXT_DAY))


# ---- where: pk.arrival.zones


def entry_line(state: State, side: Side, zone: str) -> tuple[Point, Point]:
    """The part of a table edge over which a Force Group enters."""
    return parts_of_edge(table(state), battle(state).edge(side))[zone]


def refuse_entry(state: State, side: Side, point: Point) -> Refusal | None:
    """An enemy within 3 inches closes an entry point."""
    spot = shapes.limb(point, point, 0.0)
    foes = (field(state).slabs[enemy.id] for enemy in enemies(state, side))
    return BLOCKED if any(shapes.within(shapes.apart(foe, spot), TOO_NEAR) for foe in foes) else None


def open_points(state: State, side: Side, zone: str) -> list[Point]:
    """Points of the zone that no enemy closes; none: the group waits for the next Tactical Turn."""
    along = points_along(*entry_line(state, side, zone), SPACING)
    return [point for point in along if refuse_entry(state, side, point) is None]
