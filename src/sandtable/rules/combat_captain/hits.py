"""Hits by fire: on the target, on its neighbours, on armour."""

from collections.abc import Sequence

from sandtable.board import shapes
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.book import ALL_ROUND, AUTOMATIC, BOOK, MOST_HITS, SURE_KILL, cite
from sandtable.rules.combat_captain.casualties import eliminate, lose_men, saved, taken
from sandtable.rules.combat_captain.commands import TakeNext
from sandtable.rules.combat_captain.field import EXACTLY, in_contact, kind, on_table
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.volley import Firer, refuse_shot
from sandtable.rules.combat_captain.words import Tally

LIMITS = cite("cc.armour.kill-roll-limits")
OPEN_REAR = 135  # degrees off its facing, beyond which cover of a low level is open: cc.cover.facing


def cover_against(state: State, unit: Unit, firers: Sequence[Firer]) -> int:
    """cc.cover.combined-direction: no save if every one of them fires into the open arc."""
    level = unit.tallies[Tally.COVER]
    if not 0 < level < ALL_ROUND or unit.place is None:
        return level
    points = (state.units[one.unit].at.point for one in firers)
    return level if any(shapes.lies_ahead(unit.place, point, OPEN_REAR, EXACTLY) for point in points) else 0


# ---- on those who are not armour


@rule("cc.fire.overflow")
def spread(play: Play, firers: Sequence[Firer], original: Unit, hit: UnitId | None, hits: int) -> None:
    """Hits fall on a sub-unit until it is gone, then on the nearest others that the firers see and reach.

    `original`: the target, as it stood.
    """
    while hit is not None and hits:
        if hit != original.id:
            play.emit(Noted(f"the hits that are left fall on {hit}", about=(hit,)))
        hits = strike(play, hit, cover_against(play.state, play.state.units[hit], firers), hits)
        hit = next_in_line(play, original, firers, hits) if hits else None


def strike(play: Play, target: UnitId, level: int, hits: int) -> int:
    """Hits on one sub-unit; gives how many are left when it is gone."""
    unit = play.state.units[target]
    own = kind(unit)
    enough = unit.tallies[Tally.MEN] if own.foot else own.by_fire
    took, left = taken(play, unit, level, hits, enough)
    play.meet(target, took, left)
    if took and own.foot:
        kill_men(play, target, took)
    elif took:
        wreck(play, target, gone=took == enough)
    return left


@rule("cc.fire.hits-foot")
def kill_men(play: Play, target: UnitId, hits: int) -> None:
    """Each hit kills one soldier."""
    lose_men(play, target, hits)


@rule("cc.fire.hits-vehicles")
def wreck(play: Play, target: UnitId, *, gone: bool) -> None:
    """cc.fire.partial-hits: too few are discarded."""
    if gone:
        eliminate(play, target, "destroyed")
    else:
        play.emit(Noted(f"{target} is hit, but not destroyed", about=(target,)), cite("cc.fire.partial-hits"))


def next_in_line(play: Play, original: Unit, firers: Sequence[Firer], hits: int) -> UnitId | None:
    """The nearest to the original target; of two equally near its owner chooses."""
    nearest = play.work_out(lambda: nearest_to(play.state, original, firers, hits))
    if len(nearest) < 2:
        return nearest[0] if nearest else None
    topic = Topic("next hit", f"Who of {original.part_of} takes the next hit?", tuple(nearest), -1)
    order = ask_owner(play, topic, lambda view: (Option(TakeNext(i), cite("cc.fire.overflow")) for i in nearest))
    assert isinstance(order, TakeNext)
    return order.unit


def nearest_to(state: State, original: Unit, firers: Sequence[Firer], hits: int) -> list[UnitId]:
    """Those who can take surplus hits and are nearest, more than one if equally near."""
    assert original.part_of and original.place
    able = [unit for unit in on_table(state, original.part_of) if takes_surplus(state, unit, firers, hits)]
    spans = {unit.id: shapes.span_of(unit.place.point, original.place.point) for unit in able if unit.place}
    least = min(spans.values(), default=0.0)
    return [i for i, span in spans.items() if span <= least + EXACTLY]


def takes_surplus(state: State, unit: Unit, firers: Sequence[Firer], hits: int) -> bool:
    own = kind(unit)
    if own.armoured or in_contact(state, unit.id) or (not own.foot and hits < own.by_fire):
        return False
    return any(refuse_shot(state, state.units[one.unit], one.weapon, unit) is None for one in firers)


@rule("cc.fire.automatic-kill-detail")
def destroy(play: Play, firers: Sequence[Firer], target: UnitId) -> None:
    """No die and no save; what a full row would bring beyond that falls on its neighbours."""
    unit = play.state.units[target]
    own = kind(unit)
    rest = 0 if own.armoured else MOST_HITS - (unit.tallies[Tally.MEN] if own.foot else own.by_fire)
    play.emit(Noted(f"nothing saves {target}", about=(target,)), cite("cc.fire.automatic-kill"))
    eliminate(play, target, "destroyed")
    if rest:
        spread(play, firers, unit, next_in_line(play, unit, firers, rest), rest)


# ---- on armour


@rule("cc.armour.kill-number")
def pierce(play: Play, firers: Sequence[Firer], target: UnitId, number: int) -> None:
    """One die not above the kill number destroys it."""
    level = cover_against(play.state, play.state.units[target], firers)
    if not number:
        play.emit(Noted(f"{target} is unharmed", about=(target,)), LIMITS)
    elif number >= SURE_KILL:
        play.emit(Noted(f"nothing stops it: {target} is pierced", about=(target,)), LIMITS)
        kill(play, target, level)
    else:
        need = Reckoning(BOOK.term(number, "kill number", "cc.fire.chart"))
        throw = Throw("kill", f"the hit on {target}", play.state.units[firers[0].unit].part_of, (target,))
        if play.roll(throw, at_most(number, 6), need=need):
            kill(play, target, level)


def kill(play: Play, target: UnitId, level: int) -> None:
    """Unless its cover saves it."""
    if saved(play, play.state.units[target], level, 1, 1):
        play.emit(Noted(f"cover saves {target}", about=(target,)), cite("cc.armour.save"))
    else:
        eliminate(play, target, "destroyed")


def apply(play: Play, firers: Sequence[Firer], target: UnitId, result: int) -> None:
    """What the fire chart said."""
    if result == AUTOMATIC:
        destroy(play, firers, target)
    elif kind(play.state.units[target]).armoured:
        pierce(play, firers, target, result)
    elif result:
        spread(play, firers, play.state.units[target], target, result)
