"""A move under the enemy's eyes: what each stand sees of it, where somebody may fire at it, and what else it meets."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import fsum
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.lazy import Remembered, lazy
from sandtable.board.place import Place
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.layout import Places, apart_within
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.fire.fire import of_sort, shots_of
from sandtable.rules.great_battles.fire.shot import Shot, Volleys, reach, refuse_firer, refuse_target, within_reach
from sandtable.rules.great_battles.move.movement import Stage, Way
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.table.arms import INFANTRY_WEAPON, arm_of, weapon
from sandtable.rules.great_battles.table.divisions import staffs
from sandtable.rules.great_battles.table.field import (
    body_of,
    field,
    is_locked,
    on_table,
    owes,
    standing,
    standing_orders,
)
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.table.glimpses import Look, Stretch
from sandtable.rules.great_battles.table.sighting import falling, hidden_stands, is_hidden, is_sighted, sight_limit
from sandtable.rules.great_battles.words import Mark

ENOUGH = 1.0 - shapes.TWO_STEPS  # inches moved in sight of the firer: opfire.trigger


# ---- how much a stand sees


class Pair(NamedTuple):
    """A firer and a mover; `indirect`: for indirect fire."""

    firer: UnitId
    mover: UnitId
    indirect: bool = False


Firer = tuple[Unit, bool]  # a stand that may fire at all, and whether directly
Knot = tuple[float, float]  # a share of the way, and the inches seen up to there


class InchesSeen:
    """The inches of one stand's way that another stand sees; worked out as far as needed, and kept."""

    def __init__(self, since: float, knots: Iterator[Knot]) -> None:
        self._knots, self._rest = [(since, 0.0)], knots

    def inches(self, share: float) -> float:
        """The inches seen up to this share of the way."""
        before, total = self._knots[0]
        for at, inches in self._upto(share):
            if at > share:
                return total + (inches - total) * (share - before) / (at - before)
            before, total = at, inches
        return total

    def is_enough(self, already: float, share: float) -> bool:
        """Whether enough is seen up to this share of the way, with the inches seen before. It stops when it knows."""
        before, total = self._knots[0]
        for at, inches in self._upto(share):
            if already + total >= ENOUGH:
                return True
            if at > share:
                return already + (total + (inches - total) * (share - before) / (at - before)) >= ENOUGH
            before, total = at, inches
        return already + total >= ENOUGH

    def reaches(self, enough: float, share: float) -> float | None:
        """The share of the way at which the inches are enough, if it is not beyond `share`."""
        before, total = self._knots[0]
        if total >= enough:
            return before
        for at, inches in self._upto(share):
            if inches >= enough:
                point = before + (at - before) * (enough - total) / (inches - total)
                return point if point <= share else None
            before, total = at, inches
        return None

    def is_seen_from(self, share: float, to: float) -> bool:
        """Whether it is in sight all the way between."""
        seen, middle, start = map(self.inches, (to, (share + to) / 2, share))
        return start < middle and abs((seen - middle) - (middle - start)) <= shapes.SLACK

    def _upto(self, share: float) -> Iterator[Knot]:
        yield from self._knots
        while self._knots[-1][0] <= share and (knot := next(self._rest, None)):
            self._knots.append(knot)
            yield knot


class Looks(dict[Pair, InchesSeen]):
    """What each stand sees of a way, or of the rest of it, from a state on; measured as far as needed."""

    def __init__(self, state: State, way: Way, since: float) -> None:
        super().__init__()
        self.state, self.way, self.since = state, way, since
        self._direct: dict[tuple[UnitId, UnitId, float], Iterable[Stretch]] = {}

    def __missing__(self, pair: Pair) -> InchesSeen:
        found = self[pair] = InchesSeen(self.since, self._sightings(pair))
        return found

    @lazy
    def lengths(self) -> Mapping[UnitId, float]:
        """The inches that each stand goes on the whole way."""
        stages = [(stage.before, stage.after) for stage in self.way.stages]
        return {i: fsum([shapes.span_of(a[i].point, b[i].point) for a, b in stages]) for i in self.way.before}

    def _sightings(self, pair: Pair) -> Iterator[Knot]:
        """The inches of the way that one stand sees of another, from some share of it on."""
        firer, mover, total = self.state.units[pair.firer], self.state.units[pair.mover], 0.0
        for stage in self.way.stages:
            a, b = stage.before[mover.id], stage.after[mover.id]
            inches = shapes.span_of(a.point, b.point)
            if stage.end <= self.since or not inches:
                continue
            share = (stage.end - stage.start) / inches
            gone = max(self.since - stage.start, 0.0) / share if share else 0.0
            look = Look(self.state, firer, mover, a, b)
            direct = self._stretches(pair, stage, look, gone)
            for low, high, seen in spotted(look, firer, gone, direct) if pair.indirect else direct:
                total += (high - low) * seen
                yield stage.start + share * high, total

    def _stretches(self, pair: Pair, stage: Stage, look: Look, gone: float) -> Iterable[Stretch]:
        """What one stand sees of another with its own eyes. Direct and indirect fire share it."""
        key = pair.firer, pair.mover, stage.start
        if key not in self._direct:
            self._direct[key] = Remembered(look.stretches(gone, look.inches))
        return self._direct[key]


def spotted(look: Look, firer: Unit, gone: float, direct: Iterable[Stretch]) -> Iterator[Stretch]:
    """sighting.indirect: within the range of indirect fire the spotters see everything."""
    low, high = look.within(arm_of(look.state, firer).limits[-1])
    low, high = max(low, gone), max(high, gone)
    if low == high:
        yield from direct
        return
    for start, end, seen in direct if gone < low else ():
        if start < low:
            yield start, min(end, low), seen
        if end >= low:
            break
    yield low, high, True
    if high < look.inches:
        yield from look.stretches(high, look.inches)


# ---- the watch


class Halt(NamedTuple):
    """A point of the way at which to check; `secret`: only because hidden stands have seen an inch."""

    share: float
    secret: bool = False


class Seen:
    """The inches that each stand has seen of each mover in earlier legs. They are counted when somebody asks."""

    def __init__(self, inches: Mapping[Pair, float] | None = None) -> None:
        self._notes: list[tuple[Looks, Watching, float]] = []
        self._inches = {pair: (0, seen) for pair, seen in (inches or {}).items()}  # and how many notes are in them

    def note(self, looks: Looks, watching: "Watching", share: float) -> None:
        """The movers have come so far: the sightings up to there count."""
        self._notes.append((looks, watching, share))

    def inches(self, pair: Pair) -> float:
        counted, total = self._inches.get(pair, (0, 0.0))
        for looks, watching, share in self._notes[counted:]:
            total += looks[pair].inches(share) if pair in watching.pairs else 0.0
        self._inches[pair] = len(self._notes), total
        return total


class Watching:
    """The stands that might fire at a mover on a way."""

    def __init__(self, state: State, way: Way, ready: "list[Firer] | None" = None) -> None:
        """`ready`: who may fire at all, if that is known."""
        self.state, self.way, self._ready = state, way, ready

    @lazy
    def pairs(self) -> list[Pair]:
        ready = firers(self.state, self.way) if self._ready is None else self._ready
        return paired(self.state, self.way, ready)

    @lazy
    def able(self) -> list[tuple[Pair, float, float, float]]:
        """Those that decide whether anybody fires, where they stand and how far they fire: infantry sees more for
        indirect fire."""
        units, found = self.state.units, []
        for pair in self.pairs:
            firer = units[pair.firer]
            if pair.indirect == (weapon(firer) == INFANTRY_WEAPON):
                found.append((pair, firer.at.x, firer.at.y, reach(self.state, firer)))
        return found


def comes_within(place: Place, x: float, y: float, far: float) -> bool:
    return (place.x - x) ** 2 + (place.y - y) ** 2 <= far * far


class Watch:
    """What the other side has seen of a battalion that moves, and sees of its present way."""

    def __init__(self, state: State, way: Way, ready: "list[Firer]", seen: Seen | None = None) -> None:
        """`ready`: who may fire at all; `seen`: in earlier legs of the same action."""
        self.seen = Seen() if seen is None else seen
        self._watching = Watching(state, way, ready)
        self.let_pass = not ready
        self.follow(state, way)

    def follow(self, state: State, way: Way, since: float = 0.0) -> None:
        """Look at a way, or at the rest of it, from now on."""
        self.way, self.looks = way, Looks(state, way, since)

    def note(self, state: State, share: float) -> None:
        """It has come so far: the sightings up to there count."""
        if not self.let_pass:
            self.seen.note(self.looks, Watching(state, self.way), share)
        self.follow(state, self.way, share)

    def watching(self, state: State) -> "Watching":
        """Who watches the present way."""
        if self._watching.state is not state or self._watching.way is not self.way or self.let_pass:
            self._watching = Watching(state, self.way, [] if self.let_pass else None)
        return self._watching

    def may_be_fired_at(self, state: State, share: float, pose: Places, about: float = 0.0) -> bool:
        """Whether anybody has seen a whole inch whose shots get to this pose, or so far beyond. Mostly nobody has."""
        able = self.watching(state).able
        near = (pair for pair, x, y, far in able if comes_within(pose[pair.mover], x, y, far + about))
        return any(self.has_seen(pair, share) for pair in near)

    def has_seen(self, pair: Pair, share: float) -> bool:
        """Whether a stand has seen a whole inch."""
        already = self.seen.inches(pair)
        return self.may_see_enough(pair, already) and self.looks[pair].is_enough(already, share)

    def may_see_enough(self, pair: Pair, already: float) -> bool:
        """Whether the mover goes so far that a stand could see a whole inch. Many only turn or close up."""
        return already + self.looks.lengths[pair.mover] > ENOUGH - shapes.SLACK

    def halts(self, state: State, came: float, marks: list[float]) -> Iterator[Halt]:
        """The checks still to come: every mark, and before it every point at which somebody has seen a whole inch."""
        watching = self.watching(state).pairs
        for mark in (mark for mark in marks if mark > came):
            found: dict[float, list[Pair]] = {}
            for pair in watching:
                already, look = self.seen.inches(pair), self.looks[pair]
                share = look.reaches(ENOUGH - already, mark) if self.may_see_enough(pair, already) else None
                if share is not None:
                    whole = min(share + shapes.TWO_STEPS / self.way.inches(), mark)
                    found.setdefault(whole if look.is_seen_from(share, whole) else share, []).append(pair)
            for share in sorted(found):
                if came + shapes.SLACK < share < mark - shapes.SLACK:
                    yield Halt(share, all(is_hidden(state.units[pair.firer]) for pair in found[share]))
            yield Halt(mark)
            came = mark

    def volleys(self, there: State, share: float) -> Volleys:
        """The battalions that may fire at this point, and every shot each could take."""
        found: Volleys = {}
        if self.let_pass:
            return found
        body, foe = self.way.body.id, there.foe(self.way.body.side)
        moving = [stand for stand in standing(there, body) if stand.id in self.way.after]
        movers = [stand for stand in moving if stand.known_by(foe) and refuse_target(there, stand) is None]
        for firer, _ in firers(there, self.way):
            if shots := of_sort(there, self._shots(there, firer, movers, share)):
                found.setdefault(body_of(there, firer).id, []).extend(shots)
        return found

    def _shots(self, there: State, firer: Unit, movers: list[Unit], share: float) -> Iterator[Shot]:
        lobs = weapon(firer) == INFANTRY_WEAPON  # sight for direct fire is enough for indirect fire
        near = within_reach(there, firer, movers)
        seen = [one for one in near if self.has_seen(Pair(firer.id, one.id, lobs), share)]
        for shot in shots_of(there, firer, seen, opportunity=True):
            if self.has_seen(Pair(firer.id, shot.target.id, shot.indirect), share):
                yield shot


def pairs(state: State, way: Way) -> list[Pair]:
    """The stands that might fire at a mover on this way, directly or indirectly."""
    return paired(state, way, firers(state, way))


def paired(state: State, way: Way, ready: list[Firer]) -> list[Pair]:
    """The same, where it is known who may fire."""
    targets, foe, found = FireByEdition.of(state).targets, state.foe(way.body.side), list[Pair]()
    movers = [unit for i in way.before if (unit := state.units[i]).kind in targets and unit.known_by(foe)]
    for firer, direct in ready:
        here, far, lobs = firer.at.point, reach(state, firer) + way.inches(), weapon(firer) == INFANTRY_WEAPON
        for mover in [one.id for one in movers if shapes.span_of(here, way.before[one.id].point) <= far]:
            found += [Pair(firer.id, mover)] if direct else []
            found += [Pair(firer.id, mover, True)] if lobs else []
    return found


def watched(play: Play, way: Way, seen: Seen | None = None) -> Watch:
    """The watch on a move that begins; `seen`: in earlier legs of the same action."""
    state = play.state
    return Watch(state, way, play.work_out(lambda: ready_to_fire(state, way)), seen)


def ready_to_fire(state: State, way: Way) -> list[Firer]:
    """Nobody where the other side lets every move pass."""
    lets_pass = Mark.LETS_PASS in standing_orders(state, state.foe(way.body.side)).marks
    return [] if lets_pass else firers(state, way)


def firers(state: State, way: Way) -> list[Firer]:
    found = []
    for body in watchers(state, way):
        front = front_rank(state, body)
        ready = [one for one in standing(state, body.id) if not owes(state, one) and refuse_firer(state, one) is None]
        found += [(one, one.id in front) for one in ready]
    return found


def watchers(state: State, way: Way) -> list[Unit]:
    """opfire.who: battalions with a stand that owes nothing, not in close combat, near enough to the way."""
    far = way.inches() + charts(state).longest_range + charts(state).largest_base
    box = shapes.grown(shapes.box_of([place.point for place in way.before.values()]), far)
    near = {state.units[stand].part_of for stand in field(state).near(box)}
    return [
        body
        for body in on_table(state, state.foe(way.body.side))
        if body.id in near
        and not is_locked(state, body)
        and not all(owes(state, stand) for stand in standing(state, body.id))
    ]


# ---- what else it meets


def anything_ahead(state: State, watch: Watch) -> bool:
    """Whether anything at all can happen on the way."""
    way = watch.way
    if not watch.let_pass or falling(state) or hidden_stands(state, state.foe(way.body.side)):
        return True
    return is_staff_near(state, way.body, way.inches() + charts(state).overrun)


def comes_near(state: State, body: Unit) -> Callable[[Places, float], bool]:
    """A rough test: whether anything else that it may meet is near some places of its stands, within so many inches."""
    sizes, foe = 2 * charts(state).largest_base + shapes.HALF_STEP, state.foe(body.side)
    sight = max(sight_limit(state), charts(state).seen_in_cover)
    met = [(unit, sight) for unit in hidden_stands(state, foe)] + [(unit, 0.0) for unit in falling(state)]
    met += [(unit, charts(state).overrun) for unit in staffs(state, foe)]
    discs = [(unit.at.x, unit.at.y, inches + sizes) for unit, inches in met]

    def test(places: Places, about: float) -> bool:
        points = [place.point for place in places.values()]
        return any((x - a) ** 2 + (y - b) ** 2 <= (far + about) ** 2 for x, y, far in discs for a, b in points)

    return test


def meets_anything(there: State, body: Unit) -> bool:
    """Whether it comes into sight of a hidden unit, under a barrage or upon the enemy's staff."""
    own, slabs = standing(there, body.id), field(there).slabs
    if any(is_sighted(there, hidden, own) for hidden in hidden_stands(there, there.foe(body.side))):
        return True
    if any(shapes.overlap(slabs[t.id], slabs[stand.id]) for t in falling(there) for stand in own):
        return True
    return is_staff_near(there, body, charts(there).overrun)


def is_staff_near(state: State, body: Unit, far: float) -> bool:
    slabs, posts = field(state).slabs, staffs(state, state.foe(body.side))
    own = [stand for stand in standing(state, body.id) if stand.kind in StaffByEdition.of(state).overrunners]
    return any(apart_within(slabs[one.id], slabs[stand.id], far) is not None for one in posts for stand in own)
