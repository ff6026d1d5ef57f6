"""A step that is run again finds its sums done, and comes to the same."""

from collections.abc import Callable

import sandtable as st
from sandtable.kernel.events import Noted
from sandtable.kernel.play import FRESH, Play, Trail
from sandtable.kernel.view import known
from sandtable.outcomes import outcomes
from sandtable.rules import rule_sets
from sandtable.rules.portable_wargame.commands import Fire
from sandtable.scripted import Scripted
from sandtable.testing import random_game

RULES = rule_sets()["portable-wargame"]


def told_of(trail: Trail, read: Callable[[], int]) -> Play:
    """A rule that reads something, states it, and reads again."""
    play = Play(RULES.setup(RULES.scenarios()["krojanty"], frozenset()), Scripted(), known, trail)
    for _ in range(2):
        play.emit(Noted(f"reads {play.work_out(read)}"))
    return play


def test_what_was_read_on_the_way_is_not_read_again():
    numbers = iter((1, 2, 3, 4))
    first = told_of(FRESH, lambda: next(numbers))
    again = told_of(Trail(*first.results), lambda: next(numbers))
    assert [entry.event.tell() for entry in again.entries] == ["reads 1", "reads 2"]
    assert next(numbers) == 3


def test_what_was_stated_on_the_way_leads_to_the_very_same_states():
    first = told_of(FRESH, lambda: 1)
    assert told_of(Trail(*first.results), lambda: 1).state is first.state
    assert told_of(FRESH, lambda: 1).state is not first.state


def test_a_shorter_trail_is_followed_to_its_end_and_then_the_rule_goes_on_by_itself():
    first = told_of(FRESH, lambda: 1)
    half = Trail(*(results[:1] for results in first.results))
    assert [entry.event.tell() for entry in told_of(half, lambda: 7).entries] == ["reads 1", "reads 7"]


def test_odds_are_the_same_with_and_without_a_trail():
    battle = RULES.scenarios()["krojanty"]
    for game in random_game(RULES, battle, frozenset(battle.options), "trail 1"):
        options = game.position.question.options if game.position.question else []
        shots = [option.command for option in options if isinstance(option.command, Fire)]
        if shots and game.position.trail.entries:
            break
    position = game.position
    bare = st.Position(position.start, position.path, position.state, position.told, position.question)
    assert bare.trail == position.trail and bare.trail.entries == ()
    with_trail, without = (
        [(leg.entries, chance) for leg, chance in outcomes(RULES, at, shots[0])] for at in (position, bare)
    )
    assert with_trail == without


def test_a_long_battle_keeps_only_the_last_trail():
    battle = RULES.scenarios()["krojanty"]
    *_, game = random_game(RULES, battle, frozenset(battle.options), "trail")
    assert len(game.stages) > 50
    assert all(not stage.leg.position.trail.entries for stage in game.stages[:-1])
