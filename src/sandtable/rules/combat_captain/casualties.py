"""Losses, and what is settled at the end of every event: consolidation, leaders, morale chits."""

from collections.abc import Iterator, Sequence
from math import inf

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.dice import Reading, at_most_until
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.book import BOOK, cite
from sandtable.rules.combat_captain.commands import Consolidate
from sandtable.rules.combat_captain.facts import (
    ChitTaken,
    Eliminated,
    LeaderNamed,
    LossFelt,
    LossOver,
    MenGiven,
    MenLost,
)
from sandtable.rules.combat_captain.field import company_of, kind, leader_of, members, passenger, place_of
from sandtable.rules.combat_captain.teams import ask
from sandtable.rules.combat_captain.transport import set_down_survivors
from sandtable.rules.combat_captain.words import Kind as Body
from sandtable.rules.combat_captain.words import Mark, Tally, Tie

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
    if Mark.BEREFT not in body.marks:
        play.emit(LossFelt(body.id))
    if rider is not None and stood is not None:
        lose_passengers(play, rider, lost, stood)
    if led and stood is not None:
        promote(play, body.id, stood)


@rule("cc.cohesion.promotion")
def promote(play: Play, company: UnitId, stood: Place) -> None:
    """The closest surviving sub-unit leads."""
    found, nearest = None, inf
    for unit in members(play.state, company):
        place = place_of(play.state, unit)
        span = shapes.span_of(place.point, stood.point) if place else inf
        if span < nearest:
            found, nearest = unit, span
    if found is not None:
        play.emit(LeaderNamed(company, found.id))


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
        if Mark.BEREFT in play.state.units[body.id].marks:
            mourn(play, body.id)


@rule("cc.morale.gain-elimination")
def mourn(play: Play, company: UnitId) -> None:
    """One chit, however many sub-units were lost."""
    play.emit(LossOver(company))
    if members(play.state, company):
        play.emit(ChitTaken(company, "it has lost sub-units"))
    else:
        play.emit(Noted(f"nothing is left of {company}", about=(company,)), cite("cc.casualties.eliminated"))


@rule("cc.casualties.consolidate-procedure")
def consolidate(play: Play, company: UnitId) -> None:
    """Men change over until at most one sub-unit has men missing."""
    while len(short := below_strength(play.state, company)) > 1:
        give_men(play, ask_exchange(play, company, short))


def ask_exchange(play: Play, company: UnitId, short: Sequence[Unit]) -> Consolidate:
    order = ask(
        play,
        play.state.units[company].side,
        Topic("consolidate", f"Who of {company} gives up men, and to whom?", (company,), -1),
        lambda view: exchanges(view, company, short),
    )
    assert isinstance(order, Consolidate)
    return order


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


def exchanges(view: State, company: UnitId, short: Sequence[Unit]) -> Iterator[Option]:
    """What is done if the owner makes no choice comes first."""
    leader = leader_of(view, company).id
    taker = min(short, key=lambda unit: (missing(unit), unit.id != leader, short.index(unit)))
    giver = max((unit for unit in short if unit != taker), key=lambda unit: (missing(unit), short.index(unit)))
    usual = giver.id, taker.id
    clause = cite("cc.casualties.consolidate-procedure")
    yield Option(Consolidate(*usual), clause)
    for one in short:
        for other in short:
            if one != other and (one.id, other.id) != usual:
                yield Option(Consolidate(one.id, other.id), clause)
