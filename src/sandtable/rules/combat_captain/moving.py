"""Movement: dice spent on moving, one at a time."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.dice import Counted
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, UnitId
from sandtable.mechanics.arrangement import SHAPES
from sandtable.rules.combat_captain.book import D6, chit_terms, cite, reading
from sandtable.rules.combat_captain.commands import Charge, Halt, March, MoveOne
from sandtable.rules.combat_captain.control import anchor_of, isolated
from sandtable.rules.combat_captain.facts import CompanyMoved, DiceSpent
from sandtable.rules.combat_captain.field import companies, kind, on_table
from sandtable.rules.combat_captain.firing import offer_fire
from sandtable.rules.combat_captain.going import Leg, Legs
from sandtable.rules.combat_captain.marching import AS_THEY_STAND, CompanyGround, Marched, Moving, Single, charge
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.withdrawal import await_charges
from sandtable.rules.combat_captain.words import Die, Tally

WORTH_A_MOVE = 0.5  # inches: with less a sub-unit is not asked again
GO, FORM, CONTACT, APART = map(cite, ("cc.move.dice", "cc.cohesion.moving", "cc.move.contact", "cc.move.freedom"))
CLAUSES = {Charge: CONTACT, MoveOne: APART}
NOT_YOURS = Refusal(cite("cc.activation.whole-unit"), "only sub-units of the company that moves may move")


@rule("cc.move.dice")
def move(play: Play, company: UnitId) -> None:
    """Spend a die: throw, move, and let the other side answer."""
    play.emit(DiceSpent(company, Die.MOVE, 1), cite("cc.activation.dice-are-time"))
    moving = Moving(company, throw_legs(play, company), isolated(play.state, company))
    gone = arrange(play, moving)
    if moved := [unit.id for unit in on_table(play.state, company) if unit.id in gone]:
        offer_fire(play, company, moved)
        await_charges(play, company)


@rule("cc.move.one-throw")
def throw_legs(play: Play, company: UnitId) -> dict[UnitId, Legs]:
    """One throw for the unit; its vehicles add a second die."""
    units = on_table(play.state, company)
    first = throw_leg(play, company, f"{company} moves")
    legs: dict[UnitId, Legs] = {unit.id: (first,) for unit in units}
    vehicles = [unit for unit in units if kind(unit).legs > 1]
    if vehicles:
        second = rule("cc.move.vehicles")(throw_leg)(play, company, f"the vehicles of {company} move on")
        legs |= {unit.id: (first, second) for unit in vehicles}
    return legs


def throw_leg(play: Play, company: UnitId, words: str) -> Leg:
    """cc.dice.penalty-order: the face says whether it counts; chits take pips off its inches."""
    lost = play.state.units[company].tallies[Tally.CHITS]
    die = Counted(D6.worth, counts=reading("all", lost).worth)
    face = play.roll(Throw("movement", words, company), die, adds=chit_terms(lost))
    if face <= lost:
        play.emit(Noted(f"{company} does not get on", about=(company,)))
    return Leg(face, max(face - lost, 0))


# ---- who goes where


@rule("cc.move.freedom")
def arrange(play: Play, moving: Moving) -> set[UnitId]:
    """Single sub-units first, then all the rest together; gives who moved, even if he is back where he began."""
    gone = set[UnitId]()
    while any(moving.inches(unit.id) >= WORTH_A_MOVE for unit in on_table(play.state, moving.company)):
        order = ask_way(play, moving)
        if isinstance(order, Halt):
            break
        went = carried_out(play.state, moving, order)
        if went.places:
            how = "charges" if isinstance(order, Charge) else "moves"
            moved = CompanyMoved(moving.company, tuple(went.places.items()), went.inches, how)
            play.emit(moved, CLAUSES.get(type(order), GO))
        gone |= {*went.places}
        if not isinstance(order, MoveOne):
            break
        moving = replace(moving, legs=went.legs, apart=moving.apart | {order.unit})
    return gone


def ask_way(play: Play, moving: Moving) -> Command:
    topic = Topic("move", f"Where does {moving.company} go?", (moving.company,))
    return ask_owner(
        play, topic, lambda view: options(view, moving), lambda view, command: refuse_stranger(view, moving, command)
    )


def options(view: State, moving: Moving) -> Iterator[Option]:
    company, as_they_stand = moving.company, CompanyGround(view, moving)
    for shape in shapes_of(view, moving):
        ground, clause = (as_they_stand, GO) if shape == AS_THEY_STAND else (CompanyGround(view, moving, shape), FORM)
        yield Option(March(company, arrangement=shape), clause, ground)
    for enemy in companies(view, view.foe(view.units[company].side)):
        if charge(as_they_stand, enemy.id) is not None:
            yield Option(Charge(company, enemy.id), CONTACT)
    for unit in on_table(view, company):
        if moving.inches(unit.id) >= WORTH_A_MOVE:
            yield Option(MoveOne(unit.id), APART, Single(view, moving, unit))
    yield Option(Halt(company), GO)


def shapes_of(view: State, moving: Moving) -> tuple[str, ...]:
    """In which arrangements the company may go; none once its leader has gone by himself."""
    anchor = anchor_of(view, moving.company)
    if anchor.id in moving.apart or not moving.legs.get(anchor.id):
        return ()
    alone = len(on_table(view, moving.company)) < 2
    return (AS_THEY_STAND,) if alone else (AS_THEY_STAND, *SHAPES)


def refuse_stranger(view: State, moving: Moving, command: Command) -> Refusal | None:
    own = {unit.id for unit in on_table(view, moving.company)}
    return NOT_YOURS if isinstance(command, MoveOne) and command.unit not in own else None


def carried_out(state: State, moving: Moving, order: Command) -> Marched:
    match order:
        case March(to=to, arrangement=shape) if to is not None:
            went = CompanyGround(state, moving, shape).marched(to)
        case Charge(target=target):
            went = charge(CompanyGround(state, moving), target) or NOT_YOURS
        case MoveOne(unit=unit, to=to) if to is not None:
            went = Single(state, moving, state.units[unit]).went(to)
        case _:
            went = NOT_YOURS
    assert isinstance(went, Marched)
    return went
