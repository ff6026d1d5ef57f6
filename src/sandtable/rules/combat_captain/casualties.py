"""Losses and morale: leaders fall, companies consolidate, take chits and rally."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.dice import Reading, at_most_until
from sandtable.kernel.events import Noted, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.book import BOOK, cite
from sandtable.rules.combat_captain.commands import Consolidate
from sandtable.rules.combat_captain.control import leader_of
from sandtable.rules.combat_captain.facts import ChitTaken, Eliminated, LeaderNamed, MenGiven, MenLost
from sandtable.rules.combat_captain.field import company_of, kind, members, met_by, passenger, place_of
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.transport import set_down_survivors
from sandtable.rules.combat_captain.words import Body, Tally, Tie

RALLY = cite("cc.morale.rally")
ENGAGED = Refusal(RALLY, "a unit in contact with the enemy cannot rally")
NO_CHITS = Refusal(RALLY, "it has no morale chits")
SURVIVES = Reading((0, 1, 0, 1, 0, 1), "an even die survives")  # cc.vehicles.passengers-lost


# ---- losses


@rule("cc.cover.save")
def saved(play: Play, unit: Unit, level: int, hits: int, enough: int) -> int:
    """A die for each hit, which the cover level or less saves; none is thrown once enough have told."""
    if not level or not hits:
        return 0
    need = Reckoning(BOOK.term(level, "cover level", "cc.cover.levels"))
    throw = Throw("save", f"{unit.id} in cover saves", unit.id)
    return play.roll(throw, at_most_until(level, 6, enough), hits, need=need)


def taken(play: Play, unit: Unit, level: int, hits: int, enough: int) -> tuple[int, int]:
    """One hit at a time, until enough have told: how many have, and how many are left then."""
    told = hits - saved(play, unit, level, hits, enough)
    return min(told, enough), max(told - enough, 0)


def lose_men(play: Play, unit: UnitId, men: int) -> None:
    """A sub-unit without men is gone."""
    if men:
        play.emit(MenLost(unit, men))
    if play.state.units[unit].tallies[Tally.MEN] == 0:
        eliminate(play, unit, "eliminated")


def eliminate(play: Play, unit: UnitId, why: str, at: Place | None = None) -> None:
    """cc.casualties.eliminated: off the table; its company feels that afterwards. `at`: where a wreck was."""
    lost = play.state.units[unit]
    body, stood, rider = company_of(play.state, lost), at or place_of(play.state, lost), passenger(play.state, unit)
    led = body.is_linked(Tie.LEADER, unit)
    play.emit(Eliminated(unit, why))
    if Tally.LOST_NOW not in body.tallies:
        play.emit(Tallied(body.id, Tally.LOST_NOW, 1))
    if rider is not None and stood is not None:
        lose_passengers(play, rider, lost, stood)
    if led and stood is not None:
        promote(play, body.id, stood)


@rule("cc.cohesion.promotion")
def promote(play: Play, company: UnitId, stood: Place) -> None:
    """The closest surviving sub-unit leads."""
    left = {unit.id: place for unit in members(play.state, company) if (place := place_of(play.state, unit))}
    if left:
        play.emit(LeaderNamed(company, min(left, key=lambda i: shapes.span_of(left[i].point, stood.point))))


@rule("cc.vehicles.passengers-lost")
def lose_passengers(play: Play, rider: Unit, carrier: Unit, stood: Place) -> None:
    """A die for each man: the odd are lost. The others stand where the vehicle stood."""
    men = rider.tallies[Tally.MEN]
    alive = play.roll(Throw("survival", f"{rider.id} leaves the wreck", rider.id), SURVIVES, men)
    if not alive:
        eliminate(play, rider.id, "lost in the wreck", stood)
        return
    set_down_survivors(play, rider.id, stood, kind(carrier).radius)
    lose_men(play, rider.id, men - alive)


# ---- the end of an event


@rule("cc.casualties.event")
def settle(play: Play) -> None:
    """Consolidation, then morale chits; leaders are promoted when the old one falls."""
    for body in [unit for unit in play.state.units.values() if unit.kind == Body.COMPANY]:
        consolidate(play, body.id)
        if Tally.LOST_NOW in play.state.units[body.id].tallies:
            mourn(play, body.id)


@rule("cc.morale.gain-elimination")
def mourn(play: Play, company: UnitId) -> None:
    """One chit, however many sub-units were lost."""
    play.emit(Tallied(company, Tally.LOST_NOW, None))
    if members(play.state, company):
        play.emit(ChitTaken(company, "it has lost sub-units"))
    else:
        play.emit(Noted(f"nothing is left of {company}", about=(company,)), cite("cc.casualties.eliminated"))


@rule("cc.casualties.consolidate-procedure")
def consolidate(play: Play, company: UnitId) -> None:
    """Men change over until at most one sub-unit has men missing."""
    topic = Topic("consolidate", f"Who of {company} gives up men, and to whom?", (company,), -1, aside=True, rare=True)
    while len(below_strength(play.state, company)) > 1:
        order = ask_owner(play, topic, lambda view: exchanges(view, company))
        assert isinstance(order, Consolidate)
        give_men(play, order)


@rule("cc.casualties.consolidate")
def give_men(play: Play, order: Consolidate) -> None:
    giver, taker = play.state.units[order.giver], play.state.units[order.taker]
    men = min(giver.tallies[Tally.MEN], missing(taker))
    play.emit(MenGiven(giver.id, taker.id, men))
    if men == giver.tallies[Tally.MEN]:
        eliminate(play, giver.id, "disbanded")


def below_strength(state: State, company: UnitId) -> list[Unit]:
    return [unit for unit in members(state, company) if kind(unit).foot and missing(unit)]


def missing(unit: Unit) -> int:
    return kind(unit).men - unit.tallies[Tally.MEN]


def exchanges(view: State, company: UnitId) -> Iterator[Option]:
    """What is done if the owner makes no choice comes first."""
    short, leader = below_strength(view, company), leader_of(view, company).id
    taker = min(short, key=lambda unit: (missing(unit), unit.id != leader, short.index(unit)))
    giver = max((unit for unit in short if unit != taker), key=lambda unit: (missing(unit), short.index(unit)))
    pairs = [(one.id, other.id) for one in short for other in short if one != other]
    for pair in dict.fromkeys([(giver.id, taker.id), *pairs]):
        yield Option(Consolidate(*pair), cite("cc.casualties.consolidate-procedure"))


# ---- morale


def take_chit(play: Play, company: UnitId, why: str, clause: str) -> None:
    if members(play.state, company):
        play.emit(ChitTaken(company, why), cite(clause))


def refuse_rally(state: State, company: UnitId) -> Refusal | None:
    if not state.units[company].tallies[Tally.CHITS]:
        return NO_CHITS
    return ENGAGED if met_by(state, company) else None
