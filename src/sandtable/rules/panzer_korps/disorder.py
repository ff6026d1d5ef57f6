"""Disorder markers, formations that are lost, and vehicles on bad ground."""

from sandtable.board import shapes
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.book.nations import Origin, by_nation
from sandtable.kernel.events import Noted, Removed, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import UnitId
from sandtable.rules.panzer_korps.book import BOOK, D4, Status, cite, scored
from sandtable.rules.panzer_korps.facts import Captured, Disordered, Dispersed, LeaderLost, SawFlight
from sandtable.rules.panzer_korps.field import enemies, entry, fatal, field, formations, leaders_with, nation_of, status
from sandtable.rules.panzer_korps.scenario import battle
from sandtable.rules.panzer_korps.sighting import sees
from sandtable.rules.panzer_korps.words import GUNS, Did, Mark, Tally, Tie, Type

IN_SIGHT = 20.0  # inches: pk.morale.modifiers, pk.morale.when
EQUIPPED = GUNS | {Type.AFV, Type.WAGONS}  # pk.victory.captured


@rule("pk.disorder.markers")
def disorder(play: Play, unit_id: UnitId, markers: int) -> None:
    """Markers on a formation. Its state follows at once; with three for each company it is dispersed."""
    if not markers or is_lost(play, unit_id):
        return
    before = status(play.state, play.state.units[unit_id])
    play.emit(Disordered(unit_id, int(markers)))
    after = status(play.state, play.state.units[unit_id])
    if after != before:
        change_status(play, unit_id, after)


@rule("pk.disorder.status")
def change_status(play: Play, unit_id: UnitId, status: Status) -> None:
    """A dispersed formation is removed for good."""
    if status == "dispersed":
        leave(play, unit_id, "dispersed")
    else:
        play.emit(Noted(f"{unit_id} is {status}", about=(unit_id,)))


@rule("pk.terrain.impassable")
def retire(play: Play, unit_id: UnitId, why: str) -> None:
    """A formation that is driven over a table edge is forced to retire."""
    leave(play, unit_id, f"forced to retire: {why}")


def leave(play: Play, unit_id: UnitId, how: str) -> None:
    """It is removed for good. Friends see it."""
    seen_to_break(play, unit_id)
    remove(play, Dispersed(unit_id, how))


def remove(play: Play, fact: Removed) -> None:
    """A formation leaves the table, and its leaders with it."""
    leaders = leaders_with(play.state, play.state.units[fact.unit])
    play.emit(fact)
    for one in leaders:
        play.emit(LeaderLost(one.id, fact.unit), cite("pk.organisation.decorated-leaders"))


@rule("pk.victory.captured")
def capture(play: Play, lost: UnitId, taker: UnitId) -> None:
    """Guns, AFV and wagons that are lost in a close assault are captured."""
    if is_lost(play, lost) and play.state.units[lost].kind in EQUIPPED:
        play.emit(Captured(taker, lost))


def is_lost(play: Play, unit_id: UnitId) -> bool:
    return Mark.LOST in play.state.units[unit_id].marks


# ---- what others see of it


@rule("pk.morale.when")
def seen_to_break(play: Play, unit_id: UnitId) -> None:
    """Friends within 20 inches see it panic, disperse or retire. Call it before it goes."""
    state, unit = play.state, play.state.units[unit_id]
    for friend in formations(state, unit.side):
        if friend.id != unit_id and in_sight(play, friend.id, unit_id) and Did.SAW_BREAK not in friend.spent:
            play.emit(Spent(friend.id, Did.SAW_BREAK))


@rule("pk.morale.modifiers")
def seen_to_flee(play: Play, unit_id: UnitId) -> None:
    """Enemies within 20 inches see it panic or fall back. Call it before it goes."""
    for enemy in enemies(play.state, play.state.units[unit_id].side):
        if in_sight(play, enemy.id, unit_id) and not enemy.is_linked(Tie.SAW, unit_id):
            play.emit(SawFlight(enemy.id, unit_id))


def in_sight(play: Play, watcher: UnitId, unit_id: UnitId) -> bool:
    state = play.state
    near = shapes.within(field(state).gap(watcher, unit_id), IN_SIGHT)
    return near and sees(state, state.units[watcher], state.units[unit_id])


# ---- vehicles on bad ground

MILD = "terrain-disorder-mild"
TROUBLE = 4  # and more: pk.move.terrain-disorder-mild
CLAUSE = "pk.move.terrain-disorder"
LATE, OTHERWISE = "Japan 1944-45", "Japan, other years"  # rows of the table
NATIONS: Modifiers[Origin] = Modifiers(BOOK, "terrain-disorder-modifiers", [
    *(by_nation(one, CLAUSE) for one in (LATE, "Italy", "China", "German 1944-45", "Russian 1939-41")),
    Modifier(OTHERWISE, "Japan", CLAUSE, lambda crew: crew.fits("Japan") and not crew.fits(LATE)),
])  # fmt: skip


def bog_down(play: Play, unit_id: UnitId) -> None:
    """Terrain alone never disperses a formation."""
    unit = play.state.units[unit_id]
    most = fatal(entry(play.state, unit)) - 1
    trouble = bad_ground_mild if MILD in play.state.variants else bad_ground
    disorder(play, unit_id, min(trouble(play, unit_id), most - unit.tallies[Tally.DISORDER]))


@rule("pk.move.terrain-disorder")
def bad_ground(play: Play, unit_id: UnitId) -> int:
    """A d4 with the national modifier: so many markers."""
    return struggle(play, unit_id)


@rule("pk.move.terrain-disorder-mild")
def bad_ground_mild(play: Play, unit_id: UnitId) -> int:
    """Only a 4 or more disorders, and each point above it once more."""
    return max(struggle(play, unit_id) - TROUBLE + 1, 0)


def struggle(play: Play, unit_id: UnitId) -> int:
    adds = NATIONS.that_apply(Origin(nation_of(play.state, play.state.units[unit_id]), battle(play.state).year))
    return scored(play, Throw("terrain disorder", f"{unit_id} on bad ground", unit_id), D4, adds)
