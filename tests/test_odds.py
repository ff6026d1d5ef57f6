"""Exact odds, held against real throws of the same rules."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import sandtable as st
from sandtable.forecast import consequent, odds, way_along
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Removed
from sandtable.kernel.position import answered
from sandtable.merging import DICE
from sandtable.outcomes import TooManyBranches, outcomes
from sandtable.rules import rule_sets
from sandtable.rules.portable_wargame.commands import Attack, Bomb, Dogfight, Fire, Flak, Strafe
from sandtable.testing import random_game
from sandtable.ways import Outcome

RULES = rule_sets()["portable-wargame"]
THROWING = (Fire, Attack, Strafe, Bomb, Dogfight, Flak)
ATTACKS, ROLLS = 200, 100  # 20,000 throws in all


@pytest.fixture(scope="module")
def attacks():
    """Attacks met in random battles of every kind of Unit."""
    found, rng = [], Random(3)
    scenario = RULES.scenarios()["proving-ground"]
    for number in range(40):
        for game in random_game(RULES, scenario, frozenset(RULES.variants), f"odds {number}"):
            options = game.position.question.options if game.position.question else []
            found += [(game.position, o.command) for o in options if throws_at_once(game.position, o.command)]
        if len(found) >= 3 * ATTACKS:
            return rng.sample(found, ATTACKS)
    return found


def throws_at_once(position, command):
    """And is no order that is written down for later."""
    return isinstance(command, THROWING) and not odds(RULES, position, command).assumed


def test_exact_odds_agree_with_twenty_thousand_throws(attacks):
    """Standardised differences over all outcomes of all attacks. If the odds are right, their squares average one."""
    assert len(attacks) == ATTACKS
    squares, outcomes_met = 0.0, 0
    for number, (position, command) in enumerate(attacks):
        exact = odds(RULES, position, command)
        seen = Counter(thrown(position, command, f"{number}/{roll}") for roll in range(ROLLS))
        assert seen.keys() <= chances_of(exact).keys(), f"{command.tell()} led to what the odds do not know"
        for what, chance in chances_of(exact).items():
            p = float(chance)
            if 0 < p < 1:
                squares += (seen[what] - ROLLS * p) ** 2 / (ROLLS * p * (1 - p))
                outcomes_met += 1
    assert outcomes_met > 400
    assert squares / outcomes_met == pytest.approx(1, abs=0.2)


def thrown(position, command, seed):
    path = answered(position, command, SeededDice(seed))
    way = consequent(position, way_along(RULES, path, position.told))
    return way.happens(*DICE), way.question.topic if way.question else None


def chances_of(odds):
    return {(one.facts, one.asked): one.chance for one in odds.outcomes}


def test_odds_of_an_attack_sum_to_one_and_are_likeliest_first(attacks):
    assert len(attacks) > 50
    for position, command in attacks[:50]:
        chances = [one.chance for one in odds(RULES, position, command).outcomes]
        assert sum(chances) == 1
        assert chances == sorted(chances, reverse=True)


def test_odds_say_how_likely_it_turns_out_well():
    exact = st.Odds((Outcome((), None, Fraction(2, 3), 0), Outcome((Removed("A", "hit"),), None, Fraction(1, 3), 3)))
    assert (
        exact.chance("good") == Fraction(1, 3) and exact.chance("even") == Fraction(2, 3) and exact.chance("bad") == 0
    )
    assert str(exact) == "no effect 2/3, A is hit 1/3"


def test_a_question_too_large_for_the_budget_is_said_to_be(attacks):
    position, command = next((p, c) for p, c in attacks if len(odds(RULES, p, c).outcomes) > 2)
    with pytest.raises(TooManyBranches):
        list(outcomes(RULES, position, command, budget=1))


def test_where_counting_is_too_much_it_is_tried_and_said_so(attacks):
    position, command = max(attacks[:50], key=lambda attack: len(odds(RULES, *attack).outcomes))
    exact, tried = odds(RULES, position, command), odds(RULES, position, command, budget=1)
    assert (exact.tries, tried.tries) == (0, 100)
    assert str(tried).startswith("about, 100 tries: ")
    for what, chance in chances_of(exact).items():
        assert abs(chances_of(tried).get(what, 0) - chance) < 4 * tried.error(chance)


def test_asking_for_odds_changes_nothing(attacks):
    position, command = attacks[0]
    before = (position.state, position.path)
    odds(RULES, position, command)
    assert (position.state, position.path) == before
