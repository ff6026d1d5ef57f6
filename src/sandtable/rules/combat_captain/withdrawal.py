"""Withdrawals: whoever is charged stands or runs, and whoever is beaten runs. Four dice, away from the enemy."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Refusal, Topic, refusing
from sandtable.kernel.events import Linked, Noted, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import STEP, Way, first_room, inches_to_edge, inches_to_enemy
from sandtable.mechanics.layout import Places
from sandtable.rules.combat_captain.book import chit_terms, cite
from sandtable.rules.combat_captain.casualties import eliminate, settle, take_chit
from sandtable.rules.combat_captain.commands import FallBack, FallBackLeg, Stand, TurnAway, Withdraw
from sandtable.rules.combat_captain.control import fighters
from sandtable.rules.combat_captain.facts import CompanyMoved
from sandtable.rules.combat_captain.field import field, in_contact, kind, members, met_by, nearest
from sandtable.rules.combat_captain.going import Leg, walk
from sandtable.rules.combat_captain.marching import tell_move
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.words import Did, Tally, Tie

DICE = 4  # cc.close-combat.withdraw
TURNS = (0, 15, -15, 30, -30, 45, -45)  # degrees off straight away
WAY = cite("cc.close-combat.withdraw-move")
SHORT_OF_ENEMY = 1.0  # inch
ANYWHERE = 200.0  # inches: more than any table has

STANDS = cite("cc.close-combat.withdraw-timing")
ONCE = Refusal(cite("cc.close-combat.withdraw-once"), "it has withdrawn once this turn and has to fight")

Turns = Mapping[UnitId, int]  # of those who go another way than the rest


# ---- a charge


@rule("cc.close-combat.withdraw-timing")
def await_charges(play: Play, charger: UnitId) -> None:
    """Each unit that is charged anew decides, once for each enemy unit that charges it."""
    for body in charged(play.state, charger):
        if not body.is_linked(Tie.STANDS, charger):
            decide(play, body, charger)


def charged(state: State, company: UnitId) -> list[Unit]:
    """cc.move.contact: enemy companies that a company is in contact with, in the order of their list."""
    met = met_by(state, company)
    return [unit for unit in state.units.values() if unit.id in met]


def decide(play: Play, body: Unit, charger: UnitId) -> None:
    """Whoever has run once has to stand."""
    if Did.WITHDREW in body.spent:
        play.emit(Noted(f"{body.id} has withdrawn once and has to fight", about=(body.id, charger)), ONCE.clause)
    topic = Topic("charge", f"{charger} charges {body.id}. Does it stand?", (body.id, charger), aside=True)
    order = ask_owner(play, topic, lambda view: answers(view.units[body.id], charger), refusing(ONCE, Withdraw))
    if isinstance(order, Withdraw):
        withdraw(play, body.id)
    else:
        play.emit(Linked(body.id, Tie.STANDS, charger))


def answers(body: Unit, charger: UnitId) -> Iterator[Option]:
    yield Option(Stand(body.id, charger), STANDS)
    if Did.WITHDREW not in body.spent:
        yield Option(Withdraw(body.id, charger), cite("cc.close-combat.withdraw"))


@rule("cc.close-combat.withdraw")
def withdraw(play: Play, company: UnitId) -> None:
    """Four dice and a morale chit, away from all who are in contact with it."""
    play.emit(Spent(company, Did.WITHDREW))
    foes = [unit.id for body in charged(play.state, company) for unit in members(play.state, body.id)]
    fall_back(play, company, foes, [unit.id for unit in fighters(play.state, company)])


# ---- the way back


@rule("cc.close-combat.withdraw-move")
def fall_back(play: Play, company: UnitId, foes: Sequence[UnitId], fought: Sequence[UnitId]) -> None:
    """All who fought, or would have, go the full distance away from `foes` and take a chit, or are captured."""
    runners = [i for i in fought if play.state.units[i].place is not None]
    if not runners:
        return
    chits = play.state.units[company].tallies[Tally.CHITS]
    throw = Throw("withdrawal", f"{company} withdraws", company)
    legs = [Leg(face, max(face - chits, 0)) for face in play.roll_each(throw, 6, DICE, adds=chit_terms(chits))]
    while legs:
        go_on(play, company, runners, foes, legs)
    capture(play, company)
    settle(play)
    take_chit(play, company, "it has withdrawn", "cc.morale.gain-withdrawal")


def go_on(play: Play, company: UnitId, runners: Sequence[UnitId], foes: Sequence[UnitId], legs: list[Leg]) -> None:
    """The next die, or all that are left, as the owner says."""
    turns: dict[UnitId, int] = {}
    topic = Topic("withdrawal", f"Which way does {company} fall back?", (company,), -1)
    while isinstance(order := ask_owner(play, topic, lambda view: options(company, runners, turns)), TurnAway):
        turns[order.unit] = order.turn
    assert isinstance(order, FallBack | FallBackLeg)
    together = len(legs) if isinstance(order, FallBack) else 1
    run(play, company, {i: turns.get(i, order.turn) for i in runners}, foes, legs[:together])
    del legs[:together]


def options(company: UnitId, runners: Sequence[UnitId], turns: Turns) -> Iterator[Option]:
    yield from (Option(FallBack(turn, company), WAY) for turn in TURNS)
    yield from (Option(FallBackLeg(turn, company), WAY) for turn in TURNS)
    if len(runners) > 1:
        yield from (Option(TurnAway(turn, i), WAY) for i in runners if i not in turns for turn in TURNS)


def run(play: Play, company: UnitId, turns: Turns, foes: Sequence[UnitId], legs: Sequence[Leg]) -> None:
    """Die after die. The whole is told as one move."""
    state = play.state
    for leg in legs:
        places = one_die(state, turns, foes, leg)
        state = CompanyMoved(company, tuple(places.items()), 0.0).apply(state) if places else state
    gone = {i: place for i in turns if (place := state.units[i].place) and place != play.state.units[i].place}
    tell_move(play, company, gone, "falls back")


def one_die(state: State, turns: Turns, foes: Sequence[UnitId], leg: Leg) -> Places:
    """Those farthest from the enemy first, so that they are out of the others' way."""
    around = [one for i in foes if (one := state.units[state.units[i].aboard or i]).place]
    layout, places = field(state), Places()
    gaps = {i: layout.gap_between([i], [foe.id for foe in around]) for i in turns}
    for unit in (state.units[i] for i in sorted(turns, key=lambda i: -gaps[i])):
        foe = nearest(state, unit, around)
        away = shapes.bearing(foe.at.point, unit.at.point) if foe else unit.at.facing
        place = flee(state, unit, (away + turns[unit.id]) % 360, leg, places)
        if place is not None:
            places[unit.id] = place
    return places


def flee(state: State, unit: Unit, bearing: int, leg: Leg, placed: Places) -> Place | None:
    """Where one die takes it. It passes through friends; where it would end on one it goes on to the first room."""
    full = way_open(state, unit, bearing, leg)
    if full <= shapes.HALF_STEP:
        return None
    beyond = way_open(state, unit, bearing, Leg(leg.face, ANYWHERE)) if full + STEP > leg.inches else full
    taken = field(state).all_but({unit.id, *placed})
    taken += [(place.x, place.y, kind(state.units[i]).radius) for i, place in placed.items()]
    return first_room(table(state), unit.at, Way(bearing, full, beyond), kind(unit).base, taken)


def way_open(state: State, unit: Unit, bearing: int, leg: Leg) -> float:
    """As far as its die, the ground, the table and the enemies let it go."""
    here, own, board = unit.at, kind(unit), table(state)
    far = min(leg.inches, inches_to_edge(board, here, bearing, own.radius))
    if far <= shapes.HALF_STEP:
        return 0.0
    goal = shapes.ahead(here.point, bearing, far)
    gone = walk(board, own, (leg,), here.point, goal)
    foes = field(state).against(unit.side)
    return min(gone.inches, inches_to_enemy(here.point, goal, own.radius, foes, SHORT_OF_ENEMY))


@rule("cc.close-combat.trapped")
def capture(play: Play, company: UnitId) -> None:
    """Whoever is still in contact is lost, passengers with their vehicle."""
    caught = [unit for unit in members(play.state, company) if in_contact(play.state, unit.aboard or unit.id)]
    for unit in sorted(caught, key=lambda unit: unit.aboard is None):
        eliminate(play, unit.id, "captured")
