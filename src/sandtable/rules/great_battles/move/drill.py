"""Changing formation round the centre stand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot, inf

from sandtable.board.board import Picker
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.board.shapes import span_of
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.layout import Places
from sandtable.mechanics.regions import Ruled, is_on_lattice
from sandtable.rules.great_battles.commands.day import Form, Lead
from sandtable.rules.great_battles.edition import charts, cite, plays, refuse, rule
from sandtable.rules.great_battles.facts.day import Formed
from sandtable.rules.great_battles.move.approach import KeepingOff
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.move.movement import ROUNDING, Way, refuse_end, refuse_passage
from sandtable.rules.great_battles.move.stragglers import Reach
from sandtable.rules.great_battles.table.field import (
    companies,
    enemies_touched,
    fighting,
    formation,
    has_companies,
    is_locked,
    on_table,
    places_of,
    standing,
)
from sandtable.rules.great_battles.table.formation import (
    USUAL,
    Array,
    anchor_at,
    centre_stand,
    formed_as,
    in_order,
    is_too_few,
    refuse_alone,
    spacings,
)
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.landmarks import bearings
from sandtable.rules.great_battles.table.walks import along_road, road_headings
from sandtable.rules.great_battles.words import Formation, Tally

# The most different facings come first: if one is refused, its neighbours mostly are too.
ALL_ROUND = sorted(range(0, 360, 15), key=lambda turn: (turn % 180 != 0, turn % 90 != 0, turn % 45 != 0))


class Forms(Ruled):
    """The facings in which a battalion may take up a formation, as places of its centre stand. A Region."""

    def __init__(
        self, state: State, body: Unit, shape: Formation, interval: int = USUAL, *, free: bool = False,
        keeping_off: KeepingOff | None = None,
    ) -> None:  # fmt: skip
        """`keeping_off`: what is already known of the enemies that it keeps away from."""
        self.state, self.body, self.shape, self.interval, self.free = state, body, shape, interval, free
        turns = Formation.ROAD_MARCH in (shape, formation(body))  # its bases too
        self.formed = formed_as(state, body, shape) if turns else state
        self.centres = centre_stand(state, body)
        # formation.change-allowance: the best rate of the formations that count
        shapes = MoveByEdition.of(state).drill_shapes(formation(body), shape)
        self.rates = max((Rates(state, body, Formation(one)) for one in shapes), key=lambda one: (one.good, one.bad))
        self.strength = len(companies(state, body.id))
        self.unfolds = formation(body) == Formation.ROAD_MARCH and shape == Formation.DEFENSIVE
        # formation.change-rate: a stand that cannot reach its place goes as far as it can
        short = MoveByEdition.of(state).falls_short and not free and shape != Formation.ROAD_MARCH
        self.reach = (
            Reach(self.formed, body, self.rates, charts(state).unfolding if self.unfolds else None) if short else None
        )
        known = None if turns else keeping_off
        self.keeping_off = known or KeepingOff(state, body, formed=self.formed)
        self.bound = self.keeping_off.bound and not free
        self._known: dict[Place, bool] = {}

    def spaced(self, interval: int) -> "Forms":
        """The same formation with another interval between its stands."""
        other = Forms.__new__(Forms)
        vars(other).update(vars(self), interval=interval, _known={})
        vars(other).pop("array", None)  # it is drawn up with the interval
        return other

    def contains(self, place: Place) -> bool:
        """The most frequent obstacle comes first: nobody asks for the reason."""
        if place not in self._known:
            centre = self.centre_at(place) if self.bound or self.most < inf else None
            hindered = centre is not None and self._is_hindered(centre, place)
            self._known[place] = not hindered and self.why_not(place) is None
        return self._known[place]

    def _is_hindered(self, centre: Unit, place: Place) -> bool:
        """Whether a stand has too far to go, or ends too near an enemy: mostly the centre stand, as it turns."""
        if self.shape == Formation.ROAD_MARCH:
            return False
        if self.bound and self.keeping_off.is_too_near(centre.id, place):
            return True
        anchor, far = self.array.round_stand(centre.id, place, place.facing), self.most + ROUNDING
        for stand, (x, y) in self.before.items():
            to = place if stand == centre.id else self.array.place_of(stand, anchor)
            if hypot(to.x - x, to.y - y) > far:
                return True
            near = self.bound and self.keeping_off.is_too_near(stand, to)
            if near and (not self.reach or self.reach.cost(stand, to) <= 1):
                return True
        return False

    @lazy
    def most(self) -> float:
        """The inches that a stand may have to go, whatever the ground; infinite if it goes as far as it can."""
        if self.free:
            return charts(self.state).night_drill
        if self.reach:
            return inf
        return charts(self.state).unfolding if self.unfolds else min(self.rates.good, self.rates.inches_left)

    @lazy
    def before(self) -> dict[UnitId, Point]:
        """Where its stands are."""
        return {stand.id: stand.at.point for stand in standing(self.state, self.body.id)}

    def why_not(self, place: Place) -> Refusal | None:
        wanted = self.wanted(place)
        return wanted if isinstance(wanted, Refusal) else self.refuse_change(wanted[0], self._reached(wanted[1]))

    def wanted(self, place: Place) -> tuple[Place, Places] | Refusal:
        """The anchor and every stand's goal, or why the formation does not fit there."""
        centre = self.centre_at(place)
        if centre is None or not is_on_lattice(place):
            return refuse(self.state, "formation.centre-stand", "the centre stand stays where it is")
        if why := refuse_alone(self.state, self.shape, self.strength):
            return why
        found = self._round(centre, place.facing)
        return found or refuse(self.state, "formation.types", "there is no road for it there")

    def centre_at(self, place: Place) -> Unit | None:
        for one in self.centres:
            if (at := one.place) and at.x == place.x and at.y == place.y:
                return one
        return None

    def drawn_up(self, centre: Unit, facing: int) -> tuple[Place, Places] | None:
        """The anchor and every stand's place; None if the formation does not fit there."""
        found = self._round(centre, facing)
        return (found[0], self._reached(found[1])) if found else None

    def _reached(self, places: Places) -> Places:
        return (self.reach.reached(places) if self.reach else None) or places

    def _round(self, centre: Unit, facing: int) -> tuple[Place, Places] | None:
        """The same if every stand reaches its place."""
        if self.shape == Formation.ROAD_MARCH:
            return along_road(self.state, standing(self.state, self.body.id), centre, facing)
        anchor = self.array.round_stand(centre.id, centre.at, facing)
        return anchor, self.array.at(anchor) | {centre.id: Place(*centre.at.point, facing)}

    @lazy
    def array(self) -> Array:
        return Array(self.state, self.shape, standing(self.state, self.body.id), self.interval)

    def refuse_change(self, anchor: Place, places: Places) -> Refusal | None:
        """At night it costs nothing, but limits the move of each stand."""
        state, way, most = self.state, Way(self.state, self.body, anchor, places), charts(self.state).night_drill
        if self.free and way.inches() > most + ROUNDING:
            return refuse(state, "night.formation-limits", f"a stand would have to move more than {most:g} inches")
        if not self.free and (
            why := refuse_distance(state, way, self.rates, self.shape) or self.keeping_off.refuse(way)
        ):
            return why
        if enemies_touched(self.formed, self.body, places):
            return refuse(state, "formation.no-contact", "a stand would come into contact, and only a move can do that")
        return refuse_end(self.formed, self.body, places) or refuse_passage(self.formed, way)

    def sample(self, rng: Picker) -> Place:
        """An allowed facing; the region is only offered if the present one is allowed."""
        centre = rng.choice(self.centres)
        for turn in (rng.randrange(0, 360, 15), rng.randrange(0, 360, 15), 0):
            place = Place(centre.at.x, centre.at.y, self.near_facing(centre, turn))
            if self.contains(place):
                return place
        return next(self.everywhere())

    def near_facing(self, centre: Unit, turn: int) -> int:
        if self.shape != Formation.ROAD_MARCH:
            return (self.body.at.facing + turn) % 360
        headings = road_headings(self.state, centre)
        return headings[turn * len(headings) // 360] if headings else 0

    def notable(self) -> Iterator[Place]:
        """The present facing, towards the nearest enemy, towards the nearest objective."""
        if self.shape == Formation.ROAD_MARCH:
            yield from self.everywhere()
            return
        facings = dict.fromkeys((self.body.at.facing, *bearings(self.state, self.body)))
        centre = self.centres[0].at
        yield from filter(self.contains, [Place(centre.x, centre.y, facing) for facing in facings])

    def everywhere(self, turns: Iterable[int] = range(0, 360, 15)) -> Iterator[Place]:
        """The allowed ones among these turns from the present facing."""
        by_road = self.shape == Formation.ROAD_MARCH
        for one in self.centres:
            at = one.at
            if self.is_out_of_reach(one):
                continue
            for facing in road_headings(self.state, one) if by_road else (self.near_facing(one, t) for t in turns):
                place = Place(at.x, at.y, facing)
                if self.contains(place):
                    yield place

    def is_out_of_reach(self, centre: Unit) -> bool:
        """Whether a stand has too far to go at any facing: turning only moves it round the centre."""
        if self.most == inf or self.shape == Formation.ROAD_MARCH:
            return False
        middle, offsets = centre.at.point, self.array.offsets
        out = max(span_of(offsets[i], offsets[centre.id]) - span_of(at, middle) for i, at in self.before.items())
        return out > self.most + 2 * ROUNDING

    def is_open(self) -> bool:
        return next(self.everywhere(ALL_ROUND), None) is not None

    def laid_out(self, place: Place) -> Places:
        centre = self.centre_at(place)
        found = self.drawn_up(centre, place.facing) if centre else None
        return found[1] if found else {}

    def outline(self) -> list[list[Point]]:
        return [[one.at.point] for one in self.centres]

    @property
    def key(self) -> tuple[object, ...]:
        centres = tuple(one.id for one in self.centres)
        return self.body.id, self.body, self.shape, self.interval, self.free, centres


def refuse_distance(state: State, way: Way, rates: Rates, shape: Formation) -> Refusal | None:
    """formation.change-allowance: the rate for the ground each stand crosses."""
    far = way.inches()
    unfolds = formation(way.body) == Formation.ROAD_MARCH and shape == Formation.DEFENSIVE
    if unfolds and far > charts(state).unfolding + ROUNDING:
        return refuse(state, "formation.road-to-defensive", "a stand would have to move more than 12 inches")
    if rates.pinned and not unfolds and far > rates.inches_left + ROUNDING:
        return refuse(state, "move.set-up", "it has a weapon set up and can only move 1 inch")
    allowed = inf if unfolds else rates.good + ROUNDING
    cost = inf if far > allowed else way.cost(rates)  # no ground is better than good
    if far <= allowed and cost == inf:
        return refuse(state, "setup.stacking", "a stand would have to cross impassable ground")
    if cost * rates.good > allowed:
        return refuse(state, "formation.change-allowance", f"a stand would have to move {far:.1f} inches")
    return None


@rule("formation.few-stands")
def fall_in(play: Play) -> None:
    """The last stand of a battalion is in assault formation where it stands, unless it is in road march."""
    for body in [body for side in play.state.sides for body in on_table(play.state, side)]:
        stands = companies(play.state, body.id)
        if is_too_few(formation(body), len(stands)):
            ((stand, place),) = places_of(stands).items()
            everybody = standing(play.state, body.id)  # with whatever stays with it
            anchor = anchor_at(play.state, Formation.ASSAULT, everybody, place)
            play.emit(Formed(body.id, Formation.ASSAULT, USUAL, anchor, ((stand, place),)))


# ---- the order


def form_options(view: State, body: Unit) -> Iterator[Option]:
    if is_locked(view, body) or not has_companies(view, body.id):
        return
    keeping_off = KeepingOff(view, body)
    for shape in shapes_for(view, body):
        formed = Forms(view, body, shape, keeping_off=keeping_off)
        for interval in intervals_for(view, body, shape):
            region = formed.spaced(interval)
            if region.is_open():
                why = "formation.change" if interval == USUAL else "formation.spacing"
                if interval == max(charts(view).intervals) and plays(view, "cd3-scale"):
                    why = "setup.cd3-scale"
                if shape == Formation.DEFENSIVE and formation(body) == Formation.ROAD_MARCH:
                    why = "formation.road-to-defensive"
                yield Option(Form(body.id, None, shape, interval), cite(view, why), region)


def no_forms(view: State, body: Unit) -> Iterator[Option]:
    """Formations it cannot take up at its present facing, and why."""
    for shape in shapes_for(view, body):
        region = Forms(view, body, shape)
        centre = region.centres[0]
        place = Place(centre.at.x, centre.at.y, region.near_facing(centre, 0))
        if why := region.why_not(place):
            yield Option(Form(body.id, place, shape, USUAL), why.clause, refusal=why)


def shapes_for(state: State, body: Unit) -> list[Formation]:
    """formation.few-stands: a single stand is in assault formation, or in road march along a road."""
    every, stands = (Formation.MARCH, Formation.ASSAULT, Formation.DEFENSIVE), len(companies(state, body.id))
    found = [shape for shape in every if not is_too_few(shape, stands)]
    near_road = any(road_headings(state, centre) for centre in centre_stand(state, body))
    return [*found, Formation.ROAD_MARCH] if near_road else found


def intervals_for(state: State, body: Unit, shape: Formation) -> tuple[int, ...]:
    return spacings(charts(state), shape, standing(state, body.id))


def choose_lead_in(play: Play, region: Forms, to: Place) -> None:
    """The owner chooses the first stand of a new formation, as far as it fits."""
    body, shape = region.body.id, region.shape

    def fits(led: State) -> bool:
        return Forms(led, led.units[body], shape, region.interval, free=region.free).contains(to)

    choose_lead(play, region.body, standing(play.state, body), shape, fits)


# ---- the first stand


Fits = Callable[[State], bool]  # whether the formation still fits in its place


@rule("formation.front-rank")
def choose_lead(play: Play, body: Unit, stands: Sequence[Unit], shape: Formation, fits: Fits) -> None:
    """The owner chooses the first stand where that matters."""
    line = fighting(in_order(stands))
    if shape == Formation.DEFENSIVE or len({(s.kind, s.traits, s.marks) for s in line}) < 2:
        return
    unlike: dict[tuple[object, ...], UnitId] = {}  # of equal stands off the table, the front one
    for stand in line:
        unlike.setdefault((stand.kind, stand.traits, stand.marks, stand.place), stand.id)
    names, clause = list(unlike.values()), play.clause

    def choices(view: State) -> Iterator[Option]:
        """The front stand, and every stand with which the formation still fits."""
        stands = [view.units[stand] for stand in names]
        yield Option(Lead(body.id, names[0]), clause)
        for stand in names[1:]:
            if fits(put_first(stands, stand).apply(view)):
                yield Option(Lead(body.id, stand), clause)

    order = play.ask(body.side, Topic("lead", f"{body.id}: which stand leads?", (body.id,)), choices)
    assert isinstance(order, Lead)
    if order.stand != line[0].id:
        play.emit(put_first(line, order.stand))


def put_first(line: Sequence[Unit], stand: UnitId) -> Tallied:
    return Tallied(stand, Tally.SLOT, min(one.tallies.get(Tally.SLOT, 0) for one in line) - 1)
