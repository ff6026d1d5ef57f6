"""A battalion that has landed comes together: its stands go straight to the stand that its owner has picked."""

from collections.abc import Iterator
from itertools import combinations
from math import inf

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Slab, to_lattice
from sandtable.board.sweep import first_touch, passes_between
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Marked, Spent, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.ending import is_clear
from sandtable.mechanics.layout import Places, collides
from sandtable.rules.great_battles.airborne.by_edition import AirborneByEdition
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.commands.airborne import Consolidate, Infiltrate, Meet, MoveOff, StopShort
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.edition import (
    charts,
    cite,
    dice,
    judged,
    plays,
    refuse,
    rule,
    term,
)
from sandtable.rules.great_battles.effects.hits import destroy, suppress
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.fire.watch import watched
from sandtable.rules.great_battles.march.by_edition import MarchByEdition
from sandtable.rules.great_battles.march.march import SOON, go_along, note_inches
from sandtable.rules.great_battles.move.approach import KeepingOff
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.movement import Stage, Way, is_in_the_way
from sandtable.rules.great_battles.table.field import (
    base_of,
    body_of,
    companies,
    field,
    is_active,
    known_enemies,
    quality,
    rendezvous,
    standing,
)
from sandtable.rules.great_battles.table.formation import USUAL, drawn_up
from sandtable.rules.great_battles.table.going import Rates, price
from sandtable.rules.great_battles.table.sighting import reveal_body
from sandtable.rules.great_battles.words import Did, Formation, Mark, Tally, Trait

CLOSE = 2.0  # inches from the rendezvous or from a stand that has reached it: airborne.consolidate
STEP = 0.1  # inches between the points that are tried on a stand's way
NAME = "airborne.consolidate"


def is_scattered(body: Unit) -> bool:
    return Mark.SCATTERED in body.marks


def arrived(state: State, body: Unit, spare: int = 0) -> list[UnitId]:
    """The rendezvous and the stands that have reached it: by links of 2 inches, as many as the book allows."""
    links = AirborneByEdition.of(state).links - spare
    slabs, meet = field(state).slabs, rendezvous(state, body)
    ring = [meet.id] if meet else []
    found = list(ring)
    while ring and links > 0:
        out = [stand.id for stand in standing(state, body.id) if stand.id not in found]
        ring = [i for i in out if any(shapes.come_within(slabs[i], slabs[one], CLOSE) for one in ring)]
        found, links = found + ring, links - 1
    return found


def stragglers(state: State, body: Unit) -> list[Unit]:
    """The stands that have not reached the rendezvous, the nearest first."""
    inside, meet = arrived(state, body), rendezvous(state, body)
    out = [stand for stand in standing(state, body.id) if stand.id not in inside]
    slabs = field(state).slabs
    return sorted(out, key=lambda stand: (shapes.apart(slabs[stand.id], slabs[meet.id]) if meet else 0.0, stand.id))


# ---- what a scattered battalion may do


def must_consolidate(body: Unit, number: int) -> bool:
    """airborne.sequence: the battalion spends its first action on coming together, if it can."""
    return is_scattered(body) and number == 1 and Did.STAYED not in body.spent


@rule(NAME)
def consolidate(play: Play, body: UnitId, number: int) -> bool:
    """A scattered battalion takes its action. Returns whether it may now act like any other battalion."""
    choose_rendezvous(play, body)
    if not stragglers(play.state, play.state.units[body]):
        assemble(play, body)
        return True
    stands = " or ".join(sorted(AirborneByEdition.of(play.state).while_scattered))
    why = f"until every stand is at the rendezvous the battalion can only consolidate, or its stands can {stands}"
    order = play.ask_which(
        play.state.units[body].side,
        Topic("consolidate", f"{body} is scattered: what does it do?", (body,)),
        lambda view: scattered_options(view, view.units[body], number),
        lambda view, _command: refuse(view, "airborne.consolidation-actions", why),
    )
    match order:
        case Consolidate():
            close_up(play, body)
        case MoveOff():
            move_off(play, body)
            return True
        case _:
            play.emit(Spent(body, Did.STAYED), cite(play.state, "actions.some-may"))
    return False


def scattered_options(view: State, body: Unit, number: int) -> Iterator[Option]:
    able = any(place_reached(view, body, stand, 1.0, through=True) for stand in stragglers(view, body))
    stuck = refuse(view, NAME, "none of its stands can get nearer")
    must = refuse(view, "airborne.sequence", "it must move to consolidate")
    freely = may_come_near(view, body) and not is_active(body)
    rule = "variants.free-paratroops" if freely else "airborne.sequence" if number == 1 else NAME
    yield judged(view, Consolidate(body.id), rule, None if able else stuck)
    yield Option(MoveOff(body.id), cite(view, "airborne.abandon"))
    yield judged(view, Halt(body.id), "actions.skip", must if able and number == 1 else None)


@rule(NAME)
def choose_rendezvous(play: Play, body: UnitId) -> None:
    """The owner picks one stand, for good unless it is destroyed."""
    unit, clause = play.state.units[body], play.clause
    if rendezvous(play.state, unit) is not None:
        return
    order = play.ask(
        unit.side,
        Topic("rendezvous", f"{body}: which stand is the rendezvous?", (body,)),
        lambda view: [Option(Meet(stand.id), clause) for stand in companies(view, body)],
    )
    assert isinstance(order, Meet)
    play.emit(Marked(order.unit, Mark.RENDEZVOUS))
    place = play.state.units[order.unit].place
    assert place is not None
    play.emit(Marched(body, place, (), ""))


def assemble(play: Play, body: UnitId) -> None:
    """All stands are there: the battalion is in defensive formation round the rendezvous."""
    unit = play.state.units[body]
    meet = rendezvous(play.state, unit)
    assert meet is not None
    facing, interval = meet.at.facing, unit.tallies.get(Tally.INTERVAL, USUAL)
    line = drawn_up(play.state, Formation.DEFENSIVE, standing(play.state, body), interval, Place(0, 0, facing))
    x, y = meet.at.x - line[meet.id].x, meet.at.y - line[meet.id].y
    play.emit(Unmarked(meet.id, Mark.RENDEZVOUS))
    play.emit(Unmarked(body, Mark.SCATTERED))
    play.emit(Marched(body, Place(to_lattice(x), to_lattice(y), facing), (), ""))


@rule("airborne.abandon")
def move_off(play: Play, body: UnitId) -> None:
    """The battalion loses the stands that have not reached the rendezvous."""
    for stand in stragglers(play.state, play.state.units[body]):
        destroy(play, stand.id)
    assemble(play, body)


# ---- the way there


class Converging(Way):
    """The ways of all stands to the rendezvous. Stands that slip through the enemy show up behind him."""

    verbs = ("is closing up on", "closes up on")

    def __init__(self, state: State, body: Unit, places: Places) -> None:
        super().__init__(state, body, body.at, places)
        self.lines = EnemyLines(state, body)
        slabs = field(state).slabs
        self.slipping = {
            i: self.lines.crossed(slabs[i], place, places[i])
            for i, place in self.before.items()
            if self.lines.block(slabs[i], place, places[i])
        }
        self._waiting = {i: self.before[i] for i in self.slipping}

    def pose(self, share: float) -> Places:
        return self.after if share >= 1 else super().pose(share) | self._waiting

    @lazy
    def stages(self) -> list[Stage]:
        there = self.after | self._waiting
        return [Stage(0.0, 1.0, self.before, there), Stage(1.0, 1.0, there, self.after)]


class EnemyLines:
    """The known enemies: their stands, and the gaps of less than 2 inches between them."""

    def __init__(self, state: State, body: Unit) -> None:
        slabs, gap = field(state).slabs, charts(state).gap
        self.slabs = [slabs[enemy.id] for enemy in known_enemies(state, body)]
        self.gaps = [(a, b) for a, b in combinations(self.slabs, 2) if shapes.less(shapes.apart(a, b), gap)]

    def block(self, moving: Slab, a: Place, b: Place) -> bool:
        """Whether the straight way leads through the enemy."""
        by = b.x - a.x, b.y - a.y
        if by == (0, 0):
            return False
        through = any(first_touch(moving, by, slab) is not None for slab in self.slabs)
        return through or any(passes_between((a.point, b.point), one, other) for one, other in self.gaps)

    def crossed(self, moving: Slab, a: Place, b: Place) -> int:
        """The number of enemy lines on the straight way; a line is a row of stands with narrow gaps."""
        by = b.x - a.x, b.y - a.y
        met = {i for i, slab in enumerate(self.slabs) if first_touch(moving, by, slab) is not None}
        pairs = [(self.slabs.index(one), self.slabs.index(other)) for one, other in self.gaps]
        met |= {i for i, j in pairs if passes_between((a.point, b.point), self.slabs[i], self.slabs[j])}
        return len({self._line_of(i, pairs) for i in met})

    @staticmethod
    def _line_of(first: int, pairs: list[tuple[int, int]]) -> int:
        """One stand that represents its whole line."""
        line = [first]
        for one in line:  # grows as it goes
            line += [b if a == one else a for a, b in pairs if one in (a, b) and not {a, b} <= {*line}]
        return min(line)


def place_reached(state: State, body: Unit, stand: Unit, left: float, *, through: bool) -> Place | None:
    """The place a stand reaches on its way to the rendezvous with the rest of its action; None: nowhere."""
    meet, start = rendezvous(state, body), stand.place
    if meet is None or meet.place is None or start is None:
        return None
    slabs, lines, limited = field(state).slabs, EnemyLines(state, body), not may_come_near(state, body)
    keeping_off = KeepingOff(state, body)
    rates, inside = Rates(state, body, alone=stand), [slabs[i] for i in arrived(state, body, spare=1)]
    reach, past, found = min(rates.good * left, rates.inches_left), past_own(state, stand, meet.place), None
    for place in points_to(start, meet.place, max(reach, past if reach > 0 else 0.0)):
        slab = shapes.footprint(place, base_of(state, stand))
        cost = price(table(state), battle(state).grounds, rates, stand, start.point, place.point)
        is_past = shapes.span_of(start.point, place.point) > past + STEP / 2
        if cost == inf or (cost > left + shapes.HALF_STEP and is_past):
            break
        if (limited and keeping_off.is_too_near(stand.id, place)) or (
            not through and lines.block(slabs[stand.id], start, place)
        ):
            break
        found = place if is_free(state, stand, slab, lines) else found
        if found == place and any(shapes.come_within(slab, one, CLOSE) for one in inside):
            break
    return found


def past_own(state: State, stand: Unit, end: Place) -> float:
    """airborne.consolidation-actions: the inches a stand needs to get past its own battalion right in front of it."""
    slabs, own = field(state).slabs, standing(state, body_of(state, stand).id)
    mates = [slabs[one.id] for one in own if one.id != stand.id]
    gone = 0.0
    for place in points_to(stand.at, end, inf):
        slab = shapes.footprint(place, base_of(state, stand))
        if not any(collides(slab, mate) for mate in mates):
            break
        gone += STEP
    return gone + STEP if gone else 0.0


def points_to(start: Place, end: Place, far: float) -> Iterator[Place]:
    """The points along the straight line, step by step."""
    far = min(far, shapes.span_of(start.point, end.point))
    gone = 0.0
    while shapes.less(gone, far):
        gone = min(gone + STEP, far)
        x, y = shapes.along(start.point, end.point, gone)
        yield Place(to_lattice(x), to_lattice(y), start.facing)


def may_come_near(state: State, body: Unit) -> bool:
    """Whether it is activated, or is airborne and an option spares it that."""
    return is_active(body) or (plays(state, "free-paratroops") and Trait.AIRBORNE in body.traits)


def is_free(state: State, stand: Unit, slab: Slab, lines: EnemyLines) -> bool:
    """Whether a stand may stop there: on the table, overlapping nobody, in contact with no enemy."""
    body = body_of(state, stand)
    slabs = field(state).slabs

    def is_solid(unit: Unit) -> bool:
        if unit.part_of == body.id:
            return Mark.DESTROYED not in unit.marks
        return is_in_the_way(unit, body) and unit.known_by(body.side)

    others = [slabs[i] for i in slabs if i != stand.id and is_solid(state.units[i])]
    return is_clear(slab, others, lines.slabs) and table(state).carries(slab)


# ---- coming together


@rule(NAME)
def close_up(play: Play, body: UnitId) -> None:
    """Every straggler goes straight towards the rendezvous at its own rate; some go through the enemy."""
    play.emit(Spent(body, Did.ACTED), cite(play.state, "actions.all-must"))
    reveal_body(play, play.state.units[body])
    leave_work(play, body)
    left, crossed = 1.0, list[tuple[UnitId, int]]()
    while left > 0:
        way = converge(play, body, left)
        if way.inches() <= SOON:
            break
        share = walk(play, way)
        crossed += way.slipping.items() if share == 1.0 else []
        left *= 1.0 - share
    for stand, lines in crossed:
        for _ in range(AirborneByEdition.of(play.state).infiltrations(lines)):
            infiltrate(play, stand)
    if not stragglers(play.state, play.state.units[body]) and rendezvous(play.state, play.state.units[body]):
        assemble(play, body)


def converge(play: Play, body: UnitId, left: float) -> Converging:
    """The nearest stands go first, and the others close up on them."""
    places: Places = {s.id: s.place for s in standing(play.state, body) if s.place is not None}
    there = play.state
    for stand in stragglers(play.state, play.state.units[body]):
        place = goal_of(play, there, stand, left)
        if place is not None:
            places[stand.id] = place
            there = Marched(body, place, ((stand.id, place),), "").apply(there)
    return Converging(play.state, play.state.units[body], places)


def goal_of(play: Play, there: State, stand: Unit, left: float) -> Place | None:
    """The owner decides whether a stand goes through the enemy."""
    body = body_of(there, stand)
    place = place_reached(there, body, stand, left, through=True)
    lines = EnemyLines(there, body)
    if place is None or not lines.block(field(there).slabs[stand.id], stand.at, place):
        return place
    return place if goes_through(play, stand) else place_reached(there, body, stand, left, through=False)


@rule("airborne.infiltration")
def goes_through(play: Play, stand: Unit) -> bool:
    clause = play.clause
    options = [Option(Infiltrate(stand.id), clause), Option(StopShort(stand.id), clause)]
    asked = Topic("infiltrate", f"{stand.id}: the enemy is in its way. Does it go on?", (stand.id,))
    return isinstance(play.ask(stand.side, asked, lambda _view: options), Infiltrate)


def walk(play: Play, way: Converging) -> float:
    """The stands go until something happens; returns the share of the way they have gone."""
    gone = go_along(play, watched(play, way))
    note_inches(play, way.body.id, way.inches() * gone)
    MarchByEdition.of(play.state).passes(play, way, gone)
    return gone


@rule("airborne.infiltration")
def infiltrate(play: Play, stand: UnitId) -> None:
    """A stand that has slipped through the enemy is suppressed at best."""
    unit = play.state.units[stand]
    if Mark.DESTROYED in unit.marks:
        return
    level = quality(body_of(play.state, unit))
    need = charts(play.state).infiltration(level)
    score = term(play.state, need, f"{level}, through the enemy", "airborne.infiltration")
    if dice(play.state).test(play, Throw("infiltration", f"{stand} slips through", stand), score):
        suppress(play, stand)
    else:
        destroy(play, stand)
