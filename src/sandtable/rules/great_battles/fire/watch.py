"""A move under the enemy's eyes: where somebody may fire at it, and what else it meets."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.layout import apart_within
from sandtable.rules.great_battles.edition import charts, parameters
from sandtable.rules.great_battles.fire.fire import of_sort, shots_of
from sandtable.rules.great_battles.fire.inches_seen import MoveSeen, Pair, Seen
from sandtable.rules.great_battles.fire.shot import (
    INFANTRY_WEAPON,
    Shot,
    Volleys,
    reach,
    refuse_firer,
    refuse_target,
    weapon,
    within_reach,
)
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.divisions import staffs
from sandtable.rules.great_battles.table.field import body_of, field, is_locked, on_table, owes, standing
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.table.sighting import falling, hidden_stands, is_hidden, sights

ENOUGH = 1.0 - shapes.TWO_STEPS  # inches moved in sight of the firer: opfire.trigger


class Halt(NamedTuple):
    """A point of the way at which to check; `secret`: only because hidden stands have seen an inch."""

    share: float
    secret: bool = False


class Watch:
    """One battalion moves: what the other side has seen of it and sees of its present way."""

    def __init__(self, state: State, way: Way, seen: Seen | None = None) -> None:
        """`seen`: the inches each stand has seen of each mover in earlier legs of the same action."""
        self.body, self.foe = way.body.id, state.foe(way.body.side)
        self.seen: Seen = {} if seen is None else seen
        self.follow(state, way)
        self.let_pass = not self.firers(state)

    def follow(self, state: State, way: Way, since: float = 0.0) -> None:
        """Follow a way, or the rest of an interrupted one; earlier sightings still count."""
        self.way, self.move_seen = way, MoveSeen(state, way, since)
        self._ready: tuple[State, list[tuple[Unit, bool]]] | None = None  # at the table that was looked at last

    def recall(self, play: Play) -> None:
        """The sightings of a way are worked out once, however often the move is run again."""
        self.move_seen = play.work_out(lambda: self.move_seen)

    def firers(self, state: State) -> list[tuple[Unit, bool]]:
        """Every stand that can fire at all, and whether directly."""
        if self._ready is None or self._ready[0] is not state:
            self._ready = state, list(firers(state, self.way))
        return self._ready[1]

    def note(self, state: State, share: float) -> None:
        """It has come so far: keep the sightings up to there."""
        if not self.let_pass:
            self.seen.update({pair: self.inches(pair, share) for pair in self.pairs(state)})
        self.follow(state, self.way, share)

    def inches(self, pair: Pair, share: float) -> float:
        return self.seen.get(pair, 0.0) + self.move_seen.of(pair).inches(share)

    def anything(self, state: State) -> bool:
        """Whether anything at all can happen on the way."""
        if not self.let_pass or falling(state) or hidden_stands(state, self.foe):
            return True
        return staff_near(state, self, self.way.inches() + charts(state).overrun)

    def halts(self, state: State, came: float, marks: list[float]) -> Iterator[Halt]:
        """The checks still to come: every mark, and before it every point at which somebody has seen a whole inch."""
        for mark in (mark for mark in marks if mark > came):
            found = {} if self.let_pass else self._completed(state, mark)
            for share in sorted(found):
                if came + shapes.SLACK < share < mark - shapes.SLACK:
                    yield Halt(share, all(is_hidden(state.units[pair.firer]) for pair in found[share]))
            yield Halt(mark)
            came = mark

    def _completed(self, state: State, mark: float) -> dict[float, list[Pair]]:
        """The points up to that mark at which somebody has seen a whole inch of another."""
        found: dict[float, list[Pair]] = {}
        for pair in self.pairs(state):
            inches = self.move_seen.of(pair)
            share = inches.reaches(ENOUGH - self.seen.get(pair, 0.0), mark)
            if share is not None:
                whole = min(share + shapes.TWO_STEPS / self.way.inches(), mark)
                found.setdefault(whole if inches.is_seen_from(share, whole) else share, []).append(pair)
        return found

    def pairs(self, state: State) -> list[Pair]:
        """The stands that might fire at a mover on this way, directly or indirectly."""
        targets, units = parameters(state).targets, state.units
        movers = [one for i in self.way.before if (one := units[i]).kind in targets and one.known_by(self.foe)]
        found = []
        for firer, direct in self.firers(state):
            far = reach(state, firer) + self.way.inches()
            near = [one.id for one in movers if is_near(firer, self.way.before[one.id].point, far)]
            lobs = weapon(firer) == INFANTRY_WEAPON
            found += [Pair(firer.id, i, way) for i in near for way in (False, True) if (lobs if way else direct)]
        return found

    def meets(self, there: State) -> bool:
        """Whether it comes into sight of a hidden unit, under a barrage or upon the enemy's staff."""
        own = standing(there, self.body)
        if any(sights(there, stand, hidden) for hidden in hidden_stands(there, self.foe) for stand in own):
            return True
        slabs = field(there).slabs
        if any(shapes.overlap(slabs[t.id], slabs[stand.id]) for t in falling(there) for stand in own):
            return True
        return staff_near(there, self, charts(there).overrun)

    def volleys(self, there: State, share: float) -> Volleys:
        """The battalions that may fire at this point, and every shot each could take."""
        found: Volleys = {}
        if self.let_pass:
            return found
        moving = [stand for stand in standing(there, self.body) if stand.id in self.way.after]
        movers = [stand for stand in moving if stand.known_by(self.foe) and refuse_target(there, stand) is None]
        for firer, _ in self.firers(there):
            if shots := of_sort(there, self._shots(there, firer, movers, share)):
                found.setdefault(body_of(there, firer).id, []).extend(shots)
        return found

    def _shots(self, there: State, firer: Unit, movers: list[Unit], share: float) -> Iterator[Shot]:
        lobs = weapon(firer) == INFANTRY_WEAPON  # sight for direct fire is enough for indirect fire
        near = within_reach(there, firer, movers)
        seen = [one for one in near if self.inches(Pair(firer.id, one.id, lobs), share) >= ENOUGH]
        for shot in shots_of(there, firer, seen, opportunity=True):
            if self.inches(Pair(firer.id, shot.target.id, shot.indirect), share) >= ENOUGH:
                yield shot


# ---- who watches


def firers(state: State, way: Way) -> Iterator[tuple[Unit, bool]]:
    """Every stand that may fire at all, and whether directly."""
    for body in watchers(state, way):
        front = front_rank(state, body)
        yield from ((one, one.id in front) for one in standing(state, body.id) if is_ready(state, one))


def watchers(state: State, way: Way) -> list[Unit]:
    """opfire.who: battalions with a stand that owes nothing, not in close combat, near enough to the way."""
    near = bodies_near(state, way)
    return [
        body
        for body in on_table(state, state.foe(way.body.side))
        if body.id in near and not is_locked(state, body) and is_free(state, body)
    ]


def is_ready(state: State, firer: Unit) -> bool:
    return not owes(state, firer) and refuse_firer(state, firer) is None


def is_free(state: State, body: Unit) -> bool:
    return not all(owes(state, stand) for stand in standing(state, body.id))


def is_near(firer: Unit, point: Point, far: float) -> bool:
    assert firer.place is not None
    return shapes.span_of(firer.place.point, point) <= far


def bodies_near(state: State, way: Way) -> set[UnitId | None]:
    """A rough check: battalions with a stand near enough to fire at a mover."""
    far = way.inches() + charts(state).longest_range + charts(state).largest_base
    box = shapes.grown(shapes.box_of([place.point for place in way.before.values()]), far)
    return {state.units[stand].part_of for stand in field(state).near(box)}


def staff_near(state: State, watch: Watch, far: float) -> bool:
    slabs = field(state).slabs
    posts = staffs(state, watch.foe)
    own = [stand for stand in standing(state, watch.body) if stand.kind in parameters(state).overrunners]
    return any(apart_within(slabs[one.id], slabs[stand.id], far) is not None for one in posts for stand in own)
