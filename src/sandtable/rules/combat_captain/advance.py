"""Advances after a close combat: into vacated ground, or forward in a counter-attack."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import collides
from sandtable.mechanics.layout import Places
from sandtable.mechanics.regions import Rings, is_on_lattice
from sandtable.rules.combat_captain.book import ANY_FACE, cite
from sandtable.rules.combat_captain.commands import CounterAttack, Occupy, OccupyOne, StayPut
from sandtable.rules.combat_captain.control import anchor_of, in_control, is_controlled, isolated, radius_of
from sandtable.rules.combat_captain.facts import CompanyMoved
from sandtable.rules.combat_captain.field import CLEAR, company_of, field, kind, on_table
from sandtable.rules.combat_captain.going import Leg, ground_at, is_closed
from sandtable.rules.combat_captain.marching import CompanyGround, Marched, Moving, Single, tell_move
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.transport import TAKEN

VACATED = 2.0  # inches from where a loser stood: cc.close-combat.advance-limits
FORWARD = 6.0  # inches of a counter-attack: cc.close-combat.advance-defender
MOVE_IN, COUNTER = cite("cc.close-combat.advance-attacker"), cite("cc.close-combat.advance-defender")
LIMITS = cite("cc.close-combat.advance-limits")
NOT_VACATED = Refusal(LIMITS, "nobody has left that ground")
TOUCHES = Refusal(LIMITS, "no advance may end in contact")
OUT_OF_CONTROL = Refusal(LIMITS, "no advance may end outside the control radius")
CLOSED = Refusal(LIMITS, "it may not enter that ground")
NOT_FORWARD = Refusal(LIMITS, "each must end nearer to the enemy that withdrew")

Apart = frozenset[UnitId]  # those who have advanced by themselves


def refuse_contact(state: State, unit: Unit, place: Place) -> Refusal | None:
    return TOUCHES if collides(place.point, kind(unit).radius + CLEAR, field(state).against(unit.side)) else None


# ---- a winning attacker


@rule("cc.close-combat.advance-attacker")
def occupy(play: Play, company: UnitId, vacated: Sequence[Place]) -> None:
    """Any, all or none of the unit move in."""
    apart: Apart = frozenset()
    while any(occupiers(play.state, company, apart, vacated)):
        match ask_occupy(play, company, apart, vacated):
            case OccupyOne(unit=unit, to=to) if to is not None:
                tell_move(play, company, {unit: to}, "advances")
                apart |= {unit}
            case Occupy():
                tell_move(play, company, all_in(play.state, company, apart, vacated), "advances")
                return
            case _:
                return


def ask_occupy(play: Play, company: UnitId, apart: Apart, vacated: Sequence[Place]) -> Command:
    return ask_owner(
        play,
        Topic("occupy", f"Does {company} occupy the ground?", (company,), 1),
        lambda view: [
            Option(Occupy(company), MOVE_IN),
            *(Option(OccupyOne(one.unit), MOVE_IN, one) for one in occupiers(view, company, apart, vacated)),
            Option(StayPut(company), MOVE_IN),
        ],
    )


def occupiers(state: State, company: UnitId, apart: Apart, vacated: Sequence[Place]) -> "Iterator[Vacated]":
    """Those who find room, each with the ground it may occupy."""
    grounds = (Vacated(state, unit, vacated, apart) for unit in on_table(state, company) if unit.id not in apart)
    return (ground for ground in grounds if not ground.is_empty)


class Vacated(Rings):
    """The ground that losers have left, for one sub-unit. A Region."""

    def __init__(self, state: State, unit: Unit, vacated: Sequence[Place], apart: Apart) -> None:
        super().__init__(unit.id, [replace(spot, facing=unit.at.facing) for spot in vacated], (0.0, VACATED))
        self.state, self.one, self.body, self.apart = state, unit, company_of(state, unit), apart
        self.leads = unit.id == anchor_of(state, self.body.id).id

    def why_not(self, place: Place) -> Refusal | None:
        own, board = kind(self.one), table(self.state)
        if not is_on_lattice(place) or not self.is_near(place) or not board.holds(place, own.base):
            return NOT_VACATED
        if ground_at(board, own, place) == "impassable":
            return CLOSED
        if not self.keeps_together(place):
            return OUT_OF_CONTROL
        if collides(place.point, own.radius, field(self.state).all_but((self.unit,))):
            return TAKEN
        return refuse_contact(self.state, self.one, place)

    def keeps_together(self, place: Place) -> bool:
        """Of its leader: whether he keeps control of those who have advanced before him."""
        if not self.leads:
            return in_control(self.state, self.body.id, place)
        return all(is_controlled(self.state.units[i].at, place, radius_of(self.body)) for i in self.apart)


def all_in(state: State, company: UnitId, apart: Apart, vacated: Sequence[Place]) -> Places:
    """The leader first, then whoever finds room within his control."""
    chief = anchor_of(state, company)
    units = [unit for unit in on_table(state, company) if unit.id not in apart]
    units.sort(key=lambda unit: unit.id != chief.id)
    found: Places = {}
    for unit in units:
        place = next(Vacated(state, state.units[unit.id], vacated, apart).notable(), None)
        if place is not None:
            found[unit.id] = place
            state = CompanyMoved(company, ((unit.id, place),), 0.0).apply(state)
    return found


# ---- a winning defender


@rule("cc.close-combat.advance-defender")
def counter_attack(play: Play, company: UnitId, beaten: Sequence[UnitId]) -> None:
    """Up to 6 inches towards those who ran."""
    apart: Apart = frozenset()
    ran = [place.point for i in beaten if (place := play.state.units[i].place)]
    while ran and on_table(play.state, company):
        moving = forward(play.state, company, apart)
        match ask_counter(play, moving, ran):
            case OccupyOne(unit=unit, to=to) if to is not None:
                went = Forward(play.state, moving, play.state.units[unit], ran).went(to)
                tell_move(play, company, went.places, "advances")
                apart |= {unit}
            case CounterAttack(to=to) if to is not None:
                together = Counter(play.state, moving, ran).marched(to)
                assert isinstance(together, Marched)
                tell_move(play, company, together.places, "advances")
                return
            case _:
                return


def forward(state: State, company: UnitId, apart: Apart) -> Moving:
    """Inches that count on any ground which is open to a sub-unit."""
    legs = {unit.id: (Leg(ANY_FACE, FORWARD),) for unit in on_table(state, company) if unit.id not in apart}
    return Moving(company, legs, isolated(state, company), apart)


def ask_counter(play: Play, moving: Moving, ran: Sequence[Point]) -> Command:
    topic = Topic("counter-attack", f"Does {moving.company} counter-attack?", (moving.company,), 1)
    return ask_owner(play, topic, lambda view: counter_options(view, moving, ran))


def counter_options(view: State, moving: Moving, ran: Sequence[Point]) -> Iterator[Option]:
    if anchor_of(view, moving.company).id not in moving.apart:
        yield Option(CounterAttack(moving.company), COUNTER, Counter(view, moving, ran))
    for unit in on_table(view, moving.company):
        if unit.id not in moving.apart:
            yield Option(OccupyOne(unit.id), COUNTER, Forward(view, moving, unit, ran))
    yield Option(StayPut(moving.company), COUNTER)


def refuse_forward(state: State, places: Places, ran: Sequence[Point]) -> Refusal | None:
    """cc.close-combat.advance-limits"""
    for i, place in places.items():
        unit = state.units[i]
        if touches := refuse_contact(state, unit, place):
            return touches
        before, after = (min(shapes.span_of(p, there) for there in ran) for p in (unit.at.point, place.point))
        if not shapes.less(after, before):
            return NOT_FORWARD
        if is_closed(table(state), kind(unit), place):
            return CLOSED
    return None


class Counter(CompanyGround):
    """Where a company may go in a counter-attack. A Region."""

    def __init__(self, state: State, moving: Moving, ran: Sequence[Point]) -> None:
        legs = {i: legs for i, legs in moving.legs.items() if i not in moving.isolated}  # they may end out of control
        super().__init__(state, replace(moving, legs=legs))
        self.ran = ran

    def refuse(self, place: Place) -> Refusal | None:
        found = self.marched(place)
        return found if isinstance(found, Refusal) else refuse_forward(self.state, found.places, self.ran)


class Forward(Single):
    """Where one sub-unit may go in a counter-attack. A Region."""

    def __init__(self, state: State, moving: Moving, unit: Unit, ran: Sequence[Point]) -> None:
        super().__init__(state, moving, unit)
        self.ran = ran

    def refuse(self, place: Place) -> Refusal | None:
        if self.unit.id != self.anchor.id and not in_control(self.state, self.moving.company, place):
            return OUT_OF_CONTROL
        return super().refuse(place) or refuse_forward(self.state, {self.unit.id: place}, self.ran)
