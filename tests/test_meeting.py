"""Ways that meet go on as one, and come to the same."""

from collections import Counter
from fractions import Fraction

import sandtable as st
from sandtable.kernel.dice import pips
from sandtable.kernel.events import Added, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import FRESH, Play
from sandtable.kernel.position import Path, wait
from sandtable.kernel.state import NOBODY, Unit, UnitId
from sandtable.kernel.view import known
from sandtable.outcomes import Ahead, every_way

TABLE = st.table("combat-captain", "German Able at 20,10", "American Baker at 20,30")


def told(play: Play, *, meets: bool) -> tuple[str, ...]:
    """Two dice, of which only the higher is kept, and a third."""
    dice = [play.roll(Throw("first", f"die {number}"), pips(6)) for number in range(2)]
    play.emit(Noted("the dice are read"))
    if meets:
        play.meet(max(dice))
    play.emit(Noted(f"{max(dice)} and {play.roll(Throw('last', 'the last'), pips(2))}"))
    return tuple(entry.event.what for entry in play.entries if isinstance(entry.event, Noted))


def ways(*, meets: bool) -> list[tuple[tuple[str, ...], Fraction]]:
    def play_on(path: Path) -> tuple[str, ...]:
        return told(path.set_out(known), meets=meets)

    return list(every_way(Ahead(TABLE.state, (), wait, FRESH, play_on)))


def summed(found: list[tuple[tuple[str, ...], Fraction]]) -> dict[tuple[str, ...], Fraction]:
    sums: Counter[tuple[str, ...]] = Counter()
    for end, chance in found:
        sums[end] += chance
    return dict(sums)


def test_ways_that_meet_are_counted_once_with_all_their_chances():
    apart, together = ways(meets=False), ways(meets=True)
    assert (len(apart), len(together)) == (72, 12)
    assert summed(apart) == summed(together)


def test_ways_with_other_facts_behind_them_do_not_meet():
    def play_on(path: Path) -> int:
        play = path.set_out(known)
        die = play.roll(Throw("first", "a die"), pips(6))
        play.emit(Noted("odd" if die % 2 else "even"))
        play.meet()
        return die % 2

    assert sorted(every_way(Ahead(TABLE.state, (), wait, FRESH, play_on))) == [(0, Fraction(1, 2)), (1, Fraction(1, 2))]


def test_ways_with_equal_new_units_meet():
    def play_on(path: Path) -> tuple[int, int]:
        play = path.set_out(known)
        die = play.roll(Throw("first", "a die"), pips(6)) % 2
        play.emit(Added(Unit(UnitId("a shell hole"), "hole", NOBODY, tallies={"feet": die})))
        play.meet()
        return die, play.roll(Throw("last", "the last"), pips(2))

    ends = dict(every_way(Ahead(TABLE.state, (), wait, FRESH, play_on)))
    assert ends == {(odd, last): Fraction(1, 4) for odd in (0, 1) for last in (1, 2)}
