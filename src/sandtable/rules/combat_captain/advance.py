"""Advances after a close combat: into vacated ground, or forward in a counter-attack."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import collides
from sandtable.mechanics.regions import Spots, is_on_lattice
from sandtable.rules.combat_captain.arrangement import AS_THEY_STAND
from sandtable.rules.combat_captain.book import ANY_FACE, cite
from sandtable.rules.combat_captain.commands import CounterAttack, Occupy, OccupyOne, StayPut
from sandtable.rules.combat_captain.facts import CompanyMoved
from sandtable.rules.combat_captain.field import (
    anchor_of,
    company_of,
    is_controlled,
    kind,
    on_table,
    radius_of,
)
from sandtable.rules.combat_captain.going import Leg, dice_on, ground_at
from sandtable.rules.combat_captain.marching import (
    SHORT_OF,
    CompanyGround,
    Marched,
    Moving,
    Single,
    all_but,
    hostile,
    moving_of,
)
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.teams import ask

VACATED = 2.0  # inches from where a loser stood: cc.close-combat.advance-limits
FORWARD = 6.0  # inches of a counter-attack: cc.close-combat.advance-defender
MOVE_IN, COUNTER, LIMITS = map(
    cite,
    ("cc.close-combat.advance-attacker", "cc.close-combat.advance-defender", "cc.close-combat.advance-limits"),
)
NOT_VACATED = Refusal(LIMITS, "nobody has left that ground")
TOUCHES = Refusal(LIMITS, "no advance may end in contact")
OUT_OF_CONTROL = Refusal(LIMITS, "no advance may end outside the control radius")
TAKEN = Refusal(cite("cc.move.through-troops"), "somebody stands there")
CLOSED = Refusal(LIMITS, "it may not enter that ground")
NOT_FORWARD = Refusal(LIMITS, "each must end nearer to the enemy that withdrew")
TURN = 45  # degrees between the places about a spot that are looked at


# ---- a winning attacker


@rule("cc.close-combat.advance-attacker")
def occupy(play: Play, company: UnitId, vacated: Sequence[Place]) -> None:
    """Any, all or none of the unit move in."""
    apart: set[UnitId] = set()
    while any(occupiers(play.state, company, apart, vacated)):
        match ask_occupy(play, company, apart, vacated):
            case OccupyOne(unit=unit, to=to) if to is not None:
                advance(play, company, {unit: to})
                apart |= {unit}
            case Occupy():
                advance(play, company, all_in(play.state, company, apart, vacated))
                return
            case _:
                return


def ask_occupy(play: Play, company: UnitId, apart: set[UnitId], vacated: Sequence[Place]) -> Command:
    return ask(
        play,
        play.state.units[company].side,
        Topic("occupy", f"Does {company} occupy the ground?", (company,), 1),
        lambda view: occupy_options(view, company, apart, vacated),
        why_not=lambda view, command: why_not_occupy(view, company, vacated, command),
    )


def occupiers(state: State, company: UnitId, apart: set[UnitId], vacated: Sequence[Place]) -> Iterator[Unit]:
    for unit in on_table(state, company):
        if unit.id not in apart and not Vacated(state, unit, vacated).is_empty:
            yield unit


def occupy_options(view: State, company: UnitId, apart: set[UnitId], vacated: Sequence[Place]) -> Iterator[Option]:
    yield Option(Occupy(company), MOVE_IN)
    for unit in occupiers(view, company, apart, vacated):
        yield Option(OccupyOne(unit.id), MOVE_IN, Vacated(view, unit, vacated))
    yield Option(StayPut(company), MOVE_IN)


def why_not_occupy(view: State, company: UnitId, vacated: Sequence[Place], command: Command) -> Refusal | None:
    if not isinstance(command, OccupyOne) or command.to is None:
        return None
    unit = view.units.get(command.unit)
    if unit is None or unit.part_of != company or unit.place is None:
        return NOT_VACATED
    return Vacated(view, unit, vacated).why_not(command.to)


class Vacated(Spots):
    """The ground that losers have left, for one sub-unit. A Region."""

    def __init__(self, state: State, unit: Unit, vacated: Sequence[Place]) -> None:
        self.state, self.unit, self.vacated = state, unit, vacated
        self.body = company_of(state, unit)
        anchor = anchor_of(state, self.body.id)
        self.leader = None if unit.id == anchor.id else anchor.place

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit.id, tuple(self.vacated)

    def why_not(self, place: Place) -> Refusal | None:
        own, board = kind(self.unit), table(self.state)
        near = any(shapes.within(shapes.span_of(place.point, spot.point), VACATED) for spot in self.vacated)
        if not is_on_lattice(place) or not near or not board.holds(place, own.base):
            return NOT_VACATED
        if ground_at(board, own, place) == "impassable":
            return CLOSED
        if self.leader is not None and not is_controlled(place, self.leader, radius_of(self.body)):
            return OUT_OF_CONTROL
        if collides(place.point, own.radius, all_but(self.state, self.unit)):
            return TAKEN
        return refuse_contact(self.state, self.unit, place)

    def spots(self) -> Iterator[Place]:
        """Where losers stood, and close about there."""
        facing = self.unit.place.facing if self.unit.place else 0
        for spot in self.vacated:
            yield replace(spot, facing=facing)
        for spot in self.vacated:
            yield from (
                replace(shapes.shifted(spot, turn, VACATED - 0.01), facing=facing) for turn in range(0, 360, TURN)
            )

    def outline(self) -> list[list[Point]]:
        return [[shapes.ahead(spot.point, turn, VACATED) for turn in range(0, 360, 30)] for spot in self.vacated]


def refuse_contact(state: State, unit: Unit, place: Place) -> Refusal | None:
    return TOUCHES if collides(place.point, kind(unit).radius + SHORT_OF, hostile(state, unit)) else None


def all_in(state: State, company: UnitId, apart: set[UnitId], vacated: Sequence[Place]) -> dict[UnitId, Place]:
    """The leader first, then whoever finds room within his control."""
    chief = anchor_of(state, company)
    units = [unit for unit in on_table(state, company) if unit.id not in apart]
    units.sort(key=lambda unit: unit.id != chief.id)
    found: dict[UnitId, Place] = {}
    after = state
    for unit in units:
        place = next(Vacated(after, after.units[unit.id], vacated).notable(), None)
        if place is not None:
            found[unit.id] = place
            after = CompanyMoved(company, ((unit.id, place),), 0.0).apply(after)
    return found


def advance(play: Play, company: UnitId, places: dict[UnitId, Place]) -> None:
    spans = [shapes.span_of(place.point, play.state.units[i].place.point) for i, place in places.items()]  # type: ignore[union-attr]
    if spans:
        play.emit(CompanyMoved(company, tuple(places.items()), shapes.to_lattice(max(spans)), "advances"))


# ---- a winning defender


@rule("cc.close-combat.advance-defender")
def counter_attack(play: Play, company: UnitId, beaten: Sequence[UnitId]) -> None:
    """Up to 6 inches towards those who ran."""
    apart: frozenset[UnitId] = frozenset()
    ran = [place.point for i in beaten if (place := play.state.units[i].place)]
    while ran and on_table(play.state, company):
        moving = forward(play.state, company, apart)
        match ask_counter(play, moving, ran):
            case OccupyOne(unit=unit, to=to) if to is not None:
                advance(play, company, Forward(play.state, moving, play.state.units[unit], ran).went(to).places)
                apart |= {unit}
            case CounterAttack(to=to) if to is not None:
                went = Counter(play.state, moving, ran).marched(to)
                assert isinstance(went, Marched)
                advance(play, company, went.places)
                return
            case _:
                return


def ask_counter(play: Play, moving: Moving, ran: Sequence[Point]) -> Command:
    return ask(
        play,
        play.state.units[moving.company].side,
        Topic("counter-attack", f"Does {moving.company} counter-attack?", (moving.company,), 1),
        lambda view: counter_options(view, moving, ran),
        why_not=lambda view, command: why_not_counter(view, moving, ran, command),
    )


def forward(state: State, company: UnitId, apart: frozenset[UnitId]) -> Moving:
    """Inches that count on any ground which is open to a sub-unit."""
    legs = {unit.id: (Leg(ANY_FACE, FORWARD),) for unit in on_table(state, company) if unit.id not in apart}
    return replace(moving_of(state, company, legs), apart=apart)


def counter_options(view: State, moving: Moving, ran: Sequence[Point]) -> Iterator[Option]:
    if anchor_of(view, moving.company).id not in moving.apart:
        yield Option(CounterAttack(moving.company), COUNTER, Counter(view, moving, ran))
    for unit in on_table(view, moving.company):
        if unit.id not in moving.apart:
            yield Option(OccupyOne(unit.id), COUNTER, Forward(view, moving, unit, ran))
    yield Option(StayPut(moving.company), COUNTER)


def why_not_counter(view: State, moving: Moving, ran: Sequence[Point], command: Command) -> Refusal | None:
    match command:
        case CounterAttack(unit=company, to=to) if to and company == moving.company:
            return Counter(view, moving, ran).why_not(to)
        case OccupyOne(unit=i, to=to) if to and i in moving.legs and view.units[i].place:
            return Forward(view, moving, view.units[i], ran).why_not(to)
    return None


def refuse_forward(state: State, places: dict[UnitId, Place], ran: Sequence[Point]) -> Refusal | None:
    """cc.close-combat.advance-limits"""
    for i, place in places.items():
        unit = state.units[i]
        assert unit.place is not None
        if touches := refuse_contact(state, unit, place):
            return touches
        before, after = (min(shapes.span_of(p, there) for there in ran) for p in (unit.place.point, place.point))
        if not shapes.less(after, before):
            return NOT_FORWARD
        if dice_on(kind(unit).mover, ground_at(table(state), kind(unit), place)) == "-":
            return CLOSED
    return None


class Counter(CompanyGround):
    """Where a company may go in a counter-attack. A Region."""

    def __init__(self, state: State, moving: Moving, ran: Sequence[Point]) -> None:
        super().__init__(state, moving, AS_THEY_STAND)
        self.ran = ran

    def refuse(self, place: Place) -> Refusal | None:
        found = self.marched(place)
        if isinstance(found, Refusal):
            return found
        return refuse_forward(self.march.state, found.places, self.ran)


class Forward(Single):
    """Where one sub-unit may go in a counter-attack. A Region."""

    def __init__(self, state: State, moving: Moving, unit: Unit, ran: Sequence[Point]) -> None:
        super().__init__(state, moving, unit)
        self.ran = ran

    def refuse(self, place: Place) -> Refusal | None:
        return super().refuse(place) or refuse_forward(self.state, {self.unit.id: place}, self.ran)
