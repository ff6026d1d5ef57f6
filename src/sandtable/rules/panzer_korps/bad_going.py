"""Disorder that bad ground causes among vehicles."""

from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.book.nations import Origin, by_nation
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import UnitId
from sandtable.rules.panzer_korps.book import BOOK, D4, scored
from sandtable.rules.panzer_korps.disorder import disorder
from sandtable.rules.panzer_korps.field import STATUSES, entry, nation_of
from sandtable.rules.panzer_korps.scenario import battle
from sandtable.rules.panzer_korps.words import Tally

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
    fatal = entry(play.state, unit).companies * (len(STATUSES) - 1)
    trouble = bad_ground_mild if MILD in play.state.variants else bad_ground
    disorder(play, unit_id, min(trouble(play, unit_id), fatal - 1 - unit.tallies[Tally.DISORDER]))


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
