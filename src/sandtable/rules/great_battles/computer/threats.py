"""The expected effect of fire, from everybody's present place. For computer players; it decides nothing."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum, hypot
from operator import attrgetter
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Point
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.computer.prospects import CLOSE_BY, SURELY, Scene
from sandtable.rules.great_battles.computer.troops import SUPPRESSED, VALUE, Recall, Troop, at_rest
from sandtable.rules.great_battles.edition import Terms, charts, dice, rolls
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.fire.modifiers import destroy_modifiers
from sandtable.rules.great_battles.fire.opportunity import chance_to_hit
from sandtable.rules.great_battles.fire.shot import Shot, range_band, refuse_firer, score_to_destroy, within_reach
from sandtable.rules.great_battles.nerve.morale import (
    hit_count,
    is_far_from_staff,
    morale_modifiers,
    score_to_pass,
    struck,
)
from sandtable.rules.great_battles.table.arms import INFANTRY_WEAPON, weapon
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import body_of, companies, field, gap, is_suppressed
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.table.sighting import falling, past_ground, sight_limit
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally

UNLIKELY = 0.001
REACH = 24.0  # inches from an anchor to the farthest stand that may be in range
MEMORY = 1 << 16  # shots remembered
LATER = 0.7  # weight of a shot of the next turn: there may be no action for it, or no target;
OWING = 0.4  # the same if the battalion must remove its marker first
FRESH, DOWN = (1.0, 0.0), (0.0, 1.0)  # the chances that a stand is fit and that it is suppressed


class Blow(NamedTuple):
    """The expected effect of a shot: the chances of a hit, and of a hit that destroys."""

    hit: float = 0.0
    kill: float = 0.0


NO_BLOW = Blow()
_known: dict[tuple[object, ...], Blow] = {}  # shots that were judged before, in any line of thought


def blow(state: State, firer: Unit, target: Unit, heavy_within: float, *, indirect: bool = False) -> Blow:
    """By ground and range; stands in between and the light change too often to count."""
    if not within_reach(state, firer, (target,)):
        return NO_BLOW
    heavy = heavy_within >= 0 and firer.kind == Kind.INFANTRY and gap(state, firer, target) <= heavy_within
    own, its = body_of(state, firer), body_of(state, target)
    key = (
        *(firer.place, firer.kind, firer.traits, firer.marks, own.marks, own.traits, heavy, indirect),
        *(target.place, target.kind, target.traits, target.marks, its.marks, its.traits),
        *(charts(state), state.board, firer.tallies.get(Tally.AMMO_LOW)),
    )
    found = _known.get(key)
    if found is None:
        if len(_known) >= MEMORY:
            _known.clear()
        found = _known[key] = reckoned(state, firer, target, heavy=heavy, indirect=indirect)
    return found


def reckoned(state: State, firer: Unit, target: Unit, *, heavy: bool, indirect: bool) -> Blow:
    bonus = heavy and weapon(firer) == INFANTRY_WEAPON
    shot = Shot(firer, target, gap(state, firer, target), indirect, heavy_weapons=bonus)
    if range_band(state, shot) is None:
        return NO_BLOW
    a, b = field(state).slabs[firer.id], field(state).slabs[target.id]
    if not indirect and not past_ground(state, a, b, TableByEdition.of(state).sight_line(a, b)).sight.clear:
        return NO_BLOW
    chance = dice(state).chance
    hit, score = chance_to_hit(state, shot), score_to_destroy(state, shot)
    return Blow(hit, 0.0 if score is None else hit * chance(score, destroy_modifiers(state, shot)))


# ---- firers and targets


def firers(state: State, own: Troop) -> list[tuple[Unit, bool]]:
    """Its stands that could fire from where they are, and whether directly or only over the others."""
    front = front_rank(state, own.body)
    ready = [s for s in own.stands_at_rest if not is_suppressed(s) and (s.id in front or s.kind == Kind.INFANTRY)]
    return [(stand, stand.id in front) for stand in ready if refuse_firer(state, stand) is None]


def heavy_reach(own: Troop, *, bold: bool) -> float:
    """How far its heavy weapons help: as far as its infantry fires, or close by if they are not set up yet.

    Weapons that were just packed up do not help.
    """
    found = [s for s in own.stands if s.kind == Kind.HEAVY_WEAPONS and not is_suppressed(s)]
    found = [s for s in found if Mark.SET_UP in s.marks or Did.BUSY not in s.spent]
    if any(Mark.SET_UP in s.marks for s in found) or (found and not bold):
        return REACH
    return CLOSE_BY if any(Mark.LOADED not in s.marks for s in found) else -1.0


class Rank(NamedTuple):
    """The stands of a battalion that could fire now or soon, directly or not, and the reach of its heavy weapons."""

    body: Unit
    firers: tuple[tuple[Unit, bool], ...]
    heavy: float


class Target(NamedTuple):
    """A battalion under fire: its known stands, and how much a hit counts beside its effect on the stand."""

    body: Unit
    stands: tuple[Unit, ...]
    points: tuple[Point, ...]  # of these stands
    stake: float


class Judged(NamedTuple):
    """A shot at one stand: its value, the danger to the battalion included, and its effect."""

    hope: float
    blow: Blow
    stand: Unit


class Effect(NamedTuple):
    """What all shots at a battalion do: the chances of so many hits, and the expected loss of its stands."""

    chances: list[float]
    harm: float


Counted = list[tuple[Blow, Unit, float]]  # and how often
Fate = tuple[float, float]  # the chances that a stand is fit and that it is suppressed
_ranks: Recall[Rank] = Recall()
_shots_at: Recall[list[Judged]] = Recall()
_counted: Recall[Counted] = Recall()
_effects: Recall[Effect] = Recall()


def shots_at(state: State, rank: Rank, target: Target, *, indirect: bool = False) -> list[Judged]:
    """The effect of each firer on the nearest stand of another battalion."""

    def shot(firer: Unit, in_front: bool) -> Judged:
        stand, able = nearest_to(firer, target), firer.kind == Kind.INFANTRY if indirect else in_front
        one = blow(state, firer, stand, rank.heavy, indirect=indirect) if able else NO_BLOW
        return Judged(harm_by(one, stand) * (1 + target.stake), one, stand)

    read_from = charts(state), state.board, rank, target
    question = rank.body.id, target.body.id, indirect
    return _shots_at(question, read_from, lambda: [shot(*firer) for firer in rank.firers])


def best_of(state: State, rank: Rank, targets: Sequence[Target]) -> list[Judged]:
    """The best shot of each firer at the nearest stand of any battalion; infantry without sight may fire indirectly."""
    shots = list(zip(*[shots_at(state, rank, target) for target in targets], strict=True))
    hits = [any(shot.blow.hit for shot in choice) for choice in shots]
    blind = [n for n, (firer, _) in enumerate(rank.firers) if firer.kind == Kind.INFANTRY and not hits[n]]
    lobs = [shots_at(state, rank, target, indirect=True) for target in targets] if blind else []
    for number in blind:
        shots[number] = tuple(lob[number] for lob in lobs)
    return [max(choice, key=attrgetter("hope")) for choice in shots]


class Volley:
    """The expected effect of all fire of a side, now and soon, on each enemy battalion."""

    def __init__(self, scene: Scene, side: Side, stakes: Mapping[UnitId, float]) -> None:
        """`stakes`: how much a hit on a battalion counts beside what it does to the stand."""
        state = self.state = scene.state
        self._scene = scene
        self._at: dict[UnitId, Counted] = {body: [] for body in stakes}  # the shots at each battalion
        kinds, troops = FireByEdition.of(state).targets, scene.troops
        known = {i: troops[i].shown_to(side, kinds) for i in stakes}
        self._targets = [Target(*shown, stakes[i]) for i, shown in known.items() if shown.stands]
        self._bold = scene.has_ground_to_win(side)
        shells = falling(state)
        self._given = scene.rounds(side), self._bold, sight_limit(state), shells, scene.fights
        for body in scene.bodies[side] if self._targets else ():
            self._add(troops[body.id])

    def _add(self, own: Troop) -> None:
        if targets := self._in_reach(own.body):
            aimed = [self.state.units[UnitId(order.target)] for order in own.orders.values()]
            read_from = own, self._given, targets, aimed, [body_of(self.state, stand) for stand in aimed]
            for counted in _counted(own.body.id, read_from, lambda: list(self._shots(own, targets))):
                one, target, _ = counted
                if one.hit and target.part_of in self._at:
                    self._at[target.part_of].append(counted)

    def _shots(self, own: Troop, targets: list[Target]) -> Iterator[tuple[Blow, Unit, float]]:
        """What its stands have declared, and the best they can do in the rounds to come."""

        def ranked() -> Rank:
            return Rank(at_rest(own.body), tuple(firers(self.state, own)), heavy_reach(own, bold=self._bold))

        rank, body = _ranks(own.body.id, (own, self._given), ranked), own.body
        now, later = self._scene.actions_ahead(body), OWING if Mark.ACTION_TAKEN in body.marks else LATER
        for (stand, _), (_, best, target) in zip(rank.firers, best_of(self.state, rank, targets), strict=True):
            order = own.orders.get(stand.id)
            if order is not None:
                aimed = self.state.units[UnitId(order.target)]
                yield blow(self.state, stand, aimed, rank.heavy, indirect=order.indirect), aimed, 1.0
            free = now - (order is not None or Did.BUSY in self.state.units[stand.id].spent)
            soon = SURELY * max(free, 0) if self._is_light(stand, target) else 0.0
            yield best, target, soon + later

    def _in_reach(self, body: Unit) -> list[Target]:
        """Every battalion that is not plainly too far away."""
        x, y = body.at.point
        return [target for target in self._targets if any(hypot(a - x, b - y) <= REACH for a, b in target.points)]

    def _is_light(self, stand: Unit, target: Unit) -> bool:
        assert stand.place is not None and target.place is not None
        return shapes.span_of(stand.place.point, target.place.point) <= sight_limit(self.state) + 1

    def effect_on(self, body: UnitId) -> Effect:
        shots = self._at[body]
        return _effects(body, (shots,), lambda: effect_of(shots))


def effect_of(shots: Counted) -> Effect:
    """A stand is suppressed once and destroyed once: the next shot can only hit what is left of it."""
    fates, chances = dict[UnitId, Fate](), [1.0]
    for one, target, times in shots:
        fit, down = fates.get(target.id) or as_it_is(target)
        while times > 0:
            share = min(times, 1.0)
            only, killed = fit * share * (one.hit - one.kill), (fit + down) * share * one.kill
            chances = added(chances, only, killed)
            fit, down = fit * (1 - share * one.hit), down * (1 - share * one.kill) + only
            times -= 1
        fates[target.id] = fit, down
    hit = {target.id: target for _, target, _ in shots}.values()
    return Effect(chances, fsum([left_of(one, as_it_is(one)) - left_of(one, fates[one.id]) for one in hit]))


def as_it_is(stand: Unit) -> Fate:
    return DOWN if is_suppressed(stand) else FRESH


def left_of(stand: Unit, fate: Fate) -> float:
    """The worth of a stand by the chances that it is fit and that it is suppressed."""
    fit, down = fate
    return VALUE[stand.kind] * (fit + (1 - SUPPRESSED) * down)


def nearest_to(stand: Unit, target: Target) -> Unit:
    x, y = stand.at.point
    off = [(a - x) ** 2 + (b - y) ** 2 for a, b in target.points]
    return target.stands[off.index(min(off))]


def harm_by(one: Blow, target: Unit) -> float:
    """A suppressed stand is out for a while, a destroyed stand for good."""
    fresh = 0.0 if is_suppressed(target) else SUPPRESSED
    return VALUE[target.kind] * ((one.hit - one.kill) * fresh + one.kill * (1 - SUPPRESSED + fresh))


# ---- morale


def added(chances: list[float], one: float, two: float) -> list[float]:
    """The chances by number of hits, after something that may add one hit or two."""
    none = 1 - one - two
    before = zip([*chances, 0.0, 0.0], [0.0, *chances, 0.0], [0.0, 0.0, *chances], strict=True)
    return [same * none + two_less * two + one_less * one for same, one_less, two_less in before]


class Nerve:
    """How far a battalion is from breaking, whatever the fire on it."""

    def __init__(self, state: State, own: Troop) -> None:
        self._state, self._body, self._fails = state, own.body, dict[int, float]()
        self._taken, self._most = hit_count(state, own.body.id), 2 * len(companies(state, own.body.id))
        self.must_test = bool(self._taken and struck(state, own.body.id))  # even without further hits

    @lazy
    def _modifiers(self) -> Terms:
        return morale_modifiers(self._state, self._body)

    def fails(self, further: int) -> float:
        """The chance that it fails its morale test after so many further hits."""
        hits = min(further + self._taken, self._most)
        if hits not in self._fails:
            score = score_to_pass(self._state, self._body, hits)
            percent = rolls(self._state).percent
            self._fails[hits] = 1.0 if score is None else 1 - percent.chance(score, self._modifiers)
        return self._fails[hits]


_far: Recall[bool] = Recall()
_nerves: Recall[Nerve] = Recall()
_breaks: Recall[float] = Recall()


def chance_to_break(scene: Scene, own: Troop, chances: list[float]) -> float:
    """The chance that a battalion fails its morale test, by the chances of further hits."""
    state, body = scene.state, own.body
    staff = scene.c_ops_of(body)
    far = _far(body.id, (own, staff), lambda: is_far_from_staff(state, body, companies(state, body.id)))
    nerve = _nerves(body.id, (own, far, scene.weather), lambda: Nerve(state, own))
    return _breaks(body.id, (nerve, chances), lambda: breaking(nerve, chances))


def breaking(nerve: Nerve, chances: list[float]) -> float:
    total = 0.0
    for hits, chance in enumerate(chances):
        if chance > UNLIKELY and (hits or nerve.must_test):
            total += chance * nerve.fails(hits)
    return total
