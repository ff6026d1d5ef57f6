"""Hits by fire: on the target, on its neighbours, on armour."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, radians

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.book import ALL_ROUND, AUTOMATIC, BOOK, MOST_HITS, SURE_KILL, cite
from sandtable.rules.combat_captain.casualties import eliminate, lose_men, saved
from sandtable.rules.combat_captain.commands import TakeNext
from sandtable.rules.combat_captain.field import EXACTLY, in_contact, kind, on_table
from sandtable.rules.combat_captain.volley import Firer, refuse_shot
from sandtable.rules.combat_captain.words import Tally

OPEN_REAR = cos(radians(135))  # off its facing, beyond which cover of a low level is open: cc.cover.facing


def cover_against(state: State, unit: Unit, firers: Sequence[Firer]) -> int:
    """cc.cover.combined-direction: no save if every one of them fires into the open arc."""
    level = unit.tallies[Tally.COVER]
    if not 0 < level < ALL_ROUND or unit.place is None:
        return level
    return level if any(is_covered(unit.place, state.units[one.unit].place) for one in firers) else 0


def is_covered(place: Place, firer: Place | None) -> bool:
    """cc.cover.facing"""
    if firer is None:
        return True
    (x, y), dx, dy = shapes.heading(place.facing), firer.x - place.x, firer.y - place.y
    return x * dx + y * dy >= OPEN_REAR * hypot(dx, dy) - EXACTLY


# ---- on those who are not armour


@rule("cc.fire.overflow")
def fall(play: Play, firers: Sequence[Firer], target: UnitId, hits: int) -> None:
    """Hits fall on the target until it is gone, then on the nearest others that the firers see and reach."""
    struck = play.state.units[target]
    assert struck.place is not None
    spread(play, firers, struck, struck.place, target, hits)


def spread(play: Play, firers: Sequence[Firer], original: Unit, spot: Place, first: UnitId | None, hits: int) -> None:
    """From the first that is hit on; `spot`: where the original target stood."""
    hit = first
    while hit is not None and hits:
        hits = strike(play, hit, cover_against(play.state, play.state.units[hit], firers), hits)
        hit = next_in_line(play, original, spot, firers, hits) if hits else None


def strike(play: Play, target: UnitId, level: int, hits: int) -> int:
    """Hits on one sub-unit; gives how many are left when it is gone."""
    return (
        strike_men(play, target, level, hits)
        if kind(play.state.units[target]).foot
        else wreck(play, target, level, hits)
    )


@rule("cc.fire.hits-foot")
def strike_men(play: Play, target: UnitId, level: int, hits: int) -> int:
    """Each hit kills one soldier."""
    lost, men = 0, play.state.units[target].tallies[Tally.MEN]
    while hits and lost < men:
        fallen = min(hits, men - lost)
        lost += fallen - saved(play, play.state.units[target], level, fallen)
        hits -= fallen
    lose_men(play, target, lost)
    return hits


@rule("cc.fire.hits-vehicles")
def wreck(play: Play, target: UnitId, level: int, hits: int) -> int:
    """cc.fire.partial-hits: too few are discarded."""
    unit = play.state.units[target]
    took, enough = 0, kind(unit).by_fire
    while hits and took < enough:
        fallen = min(hits, enough - took)
        took += fallen - saved(play, unit, level, fallen)
        hits -= fallen
    if took == enough:
        eliminate(play, target, "destroyed")
    elif took:
        play.emit(Noted(f"{target} is hit, but not destroyed", about=(target,)), cite("cc.fire.partial-hits"))
    return hits


def next_in_line(play: Play, original: Unit, spot: Place, firers: Sequence[Firer], hits: int) -> UnitId | None:
    """The nearest to the original target; of two equally near its owner chooses."""
    company = original.part_of
    assert company is not None
    able = [unit for unit in on_table(play.state, company) if takes_surplus(play.state, unit, firers, hits)]
    spans = {unit.id: shapes.span_of(unit.place.point, spot.point) for unit in able if unit.place}
    least = min(spans.values(), default=0.0)
    nearest = [i for i, span in spans.items() if span <= least + EXACTLY]
    if len(nearest) < 2:
        return nearest[0] if nearest else None
    order = play.ask(
        play.state.units[company].side,
        Topic("next hit", f"Who of {company} takes the next hit?", tuple(nearest), -1),
        lambda view: next_options(nearest),
    )
    assert isinstance(order, TakeNext)
    return order.unit


def next_options(nearest: Sequence[UnitId]) -> Iterator[Option]:
    return (Option(TakeNext(i), cite("cc.fire.overflow")) for i in nearest)


def takes_surplus(state: State, unit: Unit, firers: Sequence[Firer], hits: int) -> bool:
    own = kind(unit)
    if own.armoured or in_contact(state, unit.id) or (not own.foot and hits < own.by_fire):
        return False
    return any(refuse_shot(state, state.units[one.unit], one.weapon, unit) is None for one in firers)


@rule("cc.fire.automatic-kill-detail")
def destroy(play: Play, firers: Sequence[Firer], target: UnitId) -> None:
    """No die and no save; what a full row would bring beyond that falls on its neighbours."""
    unit = play.state.units[target]
    own, spot = kind(unit), unit.place
    assert spot is not None
    rest = 0 if own.armoured else MOST_HITS - (unit.tallies[Tally.MEN] if own.foot else own.by_fire)
    play.emit(Noted(f"nothing saves {target}", about=(target,)), cite("cc.fire.automatic-kill"))
    eliminate(play, target, "destroyed")
    if rest:
        spread(play, firers, unit, spot, next_in_line(play, unit, spot, firers, rest), rest)


# ---- on armour


@rule("cc.armour.kill-number")
def pierce(play: Play, firers: Sequence[Firer], target: UnitId, number: int) -> None:
    """One die not above the kill number destroys it; cover may save it."""
    unit = play.state.units[target]
    if not number:
        play.emit(Noted(f"{target} is unharmed", about=(target,)), cite("cc.armour.kill-roll-limits"))
    elif number >= SURE_KILL:
        play.emit(Noted(f"nothing stops it: {target} is pierced", about=(target,)), cite("cc.armour.kill-roll-limits"))
        kill(play, target, cover_against(play.state, unit, firers))
    else:
        need = Reckoning(BOOK.term(number, "kill number", "cc.fire.chart"))
        throw = Throw("kill", f"the hit on {target}", play.state.units[firers[0].unit].part_of, (target,))
        if play.roll(throw, at_most(number, 6), need=need):
            kill(play, target, cover_against(play.state, unit, firers))


@rule("cc.armour.save")
def kill(play: Play, target: UnitId, level: int) -> None:
    if not saved(play, play.state.units[target], level, 1):
        eliminate(play, target, "destroyed")


def apply(play: Play, firers: Sequence[Firer], target: UnitId, result: int) -> None:
    """What the fire chart said."""
    if result == AUTOMATIC:
        destroy(play, firers, target)
    elif kind(play.state.units[target]).armoured:
        pierce(play, firers, target, result)
    elif result:
        fall(play, firers, target, result)
