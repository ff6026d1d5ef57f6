"""What happens at one moment is counted together, and comes to what counting one act after another comes to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random

import icepool
import pytest

import sandtable as st
from sandtable import forecast
from sandtable.cli.coverage import exercises
from sandtable.forecast import as_known, odds
from sandtable.kernel.decision import Command, Topic
from sandtable.kernel.dice import at_least, pips
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.play import FRESH, Play
from sandtable.kernel.position import Path, Position, wait
from sandtable.kernel.view import known
from sandtable.merging import Merging
from sandtable.outcomes import Ahead, Forking, every_way
from sandtable.rules import rule_sets
from sandtable.scripted import Scripted
from sandtable.testing import random_game
from sandtable.ways import Odds

TABLE = st.table("combat-captain", "German Able at 20,10", "American Baker at 20,30")
WORST_FIRST = {"lost": 0, "hurt": 1}


class Branching(Forking):
    """Every die is a fork of its own, and nobody meets."""

    def meet(self, entries, kept):
        pass


def ways(rule, kind: type[Forking]) -> list[tuple[object, Fraction]]:
    """Each result of a rule with what it has noted; and its chance."""

    def play_on(path: Path):
        play = path.set_out(known)
        found = rule(play)
        return found, tuple(entry.event.what for entry in play.entries if isinstance(entry.event, Noted))

    return list(every_way(Ahead(TABLE.state, (), wait, FRESH, play_on), kind=kind))


def summed(found) -> dict[object, Fraction]:
    sums: Counter = Counter()
    for end, chance in found:
        sums[end] += chance
    return dict(sums)


def compare(rule) -> int:
    """The odds of a rule are those of plain branching. Returns how many ways were counted."""
    merged = ways(rule, Merging)
    assert summed(merged) == summed(ways(rule, Branching))
    return len(merged)


# ---- acts of one moment


def shoot(play: Play, needs: tuple[int, int]) -> str | None:
    """A die to hit, and if it hits another to destroy."""
    hit, lost = (at_least(need, 20) for need in needs)
    if not play.roll(Throw("hit", f"{needs} fires"), hit):
        return None
    return "lost" if play.roll(Throw("kill", f"{needs} has hit"), lost) else "hurt"


def worst(play: Play, shots: Sequence[tuple[int, int]], read: int) -> tuple[str, ...]:
    """So many results, the worst first."""
    return tuple(islice(play.at_once(shots, shoot).by_rank(WORST_FIRST.__getitem__), read))


@pytest.mark.parametrize(("read", "counted"), [(0, 1), (1, 3), (2, 6), (4, 15)])
def test_results_are_followed_only_as_far_as_the_rule_reads_them(read, counted):
    assert compare(lambda play: worst(play, [(11, 15)] * 4, read)) == counted


def test_acts_need_not_be_alike():
    assert compare(lambda play: worst(play, [(11, 15), (3, 20), (20, 2)], 2)) == 6


def test_in_play_the_results_come_by_rank_and_those_of_one_rank_in_turn():
    """Three shots hit; the second destroys, and the two others have different names for their hurt."""
    play = Play(TABLE.state, Scripted([20, 1, 20, 20, 20, 2]), known)
    shots = [("first", (11, 15)), ("second", (2, 15)), ("third", (2, 15))]
    results = play.at_once(shots, lambda play, shot: (shot[0], shoot(play, shot[1])))
    assert list(results.by_rank(lambda one: WORST_FIRST[one[1]])) == [
        ("second", "lost"), ("first", "hurt"), ("third", "hurt"),
    ]  # fmt: skip


def test_sums_that_are_read_alike_are_one_way():
    """Two throw against each other: 400 throws, three ways."""

    def leads(play: Play) -> str:
        throws = play.at_once((1, -1), lambda play, sign: sign * play.roll(Throw("off", f"throws {sign}"), pips(20)))
        return throws.summed(lambda lead: "first" if lead > 0 else "second" if lead else "nobody")

    assert compare(leads) == 3


def test_facts_of_an_act_are_told_apart_and_its_other_dice_are_not():
    """A natural 20 costs ammunition, which everybody can see."""

    def fire(play: Play, gun: int) -> int | None:
        die = play.roll(Throw("hit", f"gun {gun} fires"), pips(20))
        if die == 20:
            play.emit(Noted(f"gun {gun} runs low"))
        return 1 if die > 10 else None

    assert compare(lambda play: play.at_once(range(3), fire).summed(bool)) == 8 + 1  # only the last is ever in doubt


def test_what_follows_one_moment_can_be_another():
    def twice(play: Play) -> tuple[tuple[str, ...], ...]:
        first = worst(play, [(11, 15)] * 3, 1)
        play.emit(Noted(f"so far {first}"))
        return first, worst(play, [(5, 18)] * 3, 1) if first else ()

    assert compare(twice) == 1 + 2 * 3


def test_every_throw_that_there_can_be_is_among_the_entries():
    def play_on(path: Path) -> set[Throw]:
        play = path.set_out(known)
        worst(play, [(11, 15), (5, 18)], 1)
        return {entry.event.throw for entry in play.entries if isinstance(entry.event, Rolled)}

    found = list(every_way(Ahead(TABLE.state, (), wait, FRESH, play_on), kind=Merging))
    assert {len(throws) for throws, _ in found} == {4}


def test_an_act_of_one_moment_asks_nobody():
    def act(play: Play, side: str) -> int:
        play.ask(side, Topic("any", "Any?"), lambda _view: ())
        return 1

    with pytest.raises(AssertionError, match="asks nobody, but German is asked: Any"):
        ways(lambda play: play.at_once(("German",), act).summed(bool), Merging)


@pytest.mark.parametrize("shots", [1, 4, 8, 12])
def test_volleys_of_like_shots_have_the_odds_of_bare_dice(shots):
    """Held against icepool, which knows nothing of rules."""
    one = (icepool.d(20) >= 11).map({True: (icepool.d(20) >= 15).map({True: 0, False: 1}), False: 2})
    expected = {outcome: Fraction(n, one.lowest(shots).denominator()) for outcome, n in one.lowest(shots).items()}
    found = summed(ways(lambda play: worst(play, [(11, 15)] * shots, 1), Merging))
    assert {WORST_FIRST[end[0][0]] if end[0] else 2: chance for end, chance in found.items()} == expected


# ---- every book

BOOKS = ("portable-wargame", "great-battles-d20", "great-battles-d10", "combat-captain", "panzer-korps")
ALL = 500  # ways that plain branching may take
ASKED, THROWN = 2000, 25  # commands of one book at most, and those of them that throw dice


def asked(rules, rng: Random) -> Iterator[tuple[Position, Command]]:
    """Some options of random battles, as the side that is asked may know the table."""
    battles = [*exercises(rules), *rules.scenarios().values()]
    while True:
        battle = rng.choice(battles)
        games = random_game(rules, battle, frozenset(battle.options), f"merging {rng.random()}")
        for game in islice(games, 0, 400, rng.randint(1, 4)):
            at = as_known(rules, game.position)
            if at is not None and at.question is not None:
                yield at, rng.choice(at.question.options).complete(rng)


def told(found: Odds):
    return found.outcomes, found.brief, {roll.throw for roll in found.throws}, found.assumed


@pytest.mark.parametrize("book", BOOKS)
def test_merged_odds_are_those_of_plain_branching(book, monkeypatch):
    rules, thrown = rule_sets()[book], 0
    for at, command in islice(asked(rules, Random(book)), ASKED):
        merged = odds(rules, at, command, ALL)
        with monkeypatch.context() as patched:
            patched.setattr(forecast, "Merging", Branching)
            branched = odds(rules, at, command, ALL)
        if not branched.tries and not branched.too_many:
            assert told(merged) == told(branched), command.tell()
            thrown += bool(merged.outcomes)
        if thrown == THROWN:
            return
    raise AssertionError(f"only {thrown} of these commands throw dice")
