"""Odds of a company's fire, held against throws of the same rules."""

from collections import Counter
from fractions import Fraction

import pytest
from cc import GERMAN
from cc_fire import HALF_TRACK, INFANTRY, PANZER, TARGET, TIGER, facing, on_table, shot, sub

from sandtable.board.place import Place
from sandtable.board.shapes import ahead
from sandtable.forecast import consequent, odds
from sandtable.kernel.position import run
from sandtable.kernel.seat import NoDice
from sandtable.merging import DICE
from sandtable.outcomes import samples
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.commands import Charge, Fire, LayTape, Move, Strafe
from sandtable.rules.combat_captain.facts import MenLost
from sandtable.rules.combat_captain.sequence import AirStrike
from sandtable.scripted import Scripted
from sandtable.ways import Way

THROWS = 20_000
SELDOM = 5  # outcomes that are to be met less often are taken together


SPOTS = {-56: 8.5, -40: 13, -24: 18, -8: 12, 8: 8.5, 24: 18, 40: 13, 56: 8.5}  # degrees off south, and inches


def mixed():
    """Eight squads at short, medium and long range, shaken, at a squad in cover with others behind it."""
    points = [ahead(TARGET, 180 - turn, inches) for turn, inches in SPOTS.items()]
    ours = ", ".join(f"{number} at {x:.2f} {y:.2f}" for number, (x, y) in enumerate(points, 1))
    foe = "2 at 39 32, 3 at 32 33, 4 at 43 34, cover 2, 2 cover 0"
    return on_table(
        f"German Able at 36,16: 7 Rifle squad, Machine gun squad; Veteran, leader 4, chits 1, {ours}",
        f"American Baker at 36,30 facing 180: 4 Rifle squad; {foe}",
    )


def thrown(table, command, number):
    """What so many seeded throws lead to."""
    at, seen = table.position(command), Counter()
    for leg in samples(table.rules, at, command, tries=number):
        after = leg.position
        way = consequent(at, Way(leg.entries, after.question, Fraction(1), after.state))
        seen[way.happens(*DICE), way.asked] += 1
    return seen


def check_agrees(exact, seen, number):
    """The chi squared of all outcomes is what chance would make it, within five standard deviations."""
    chances = {(one.facts, one.asked): float(one.chance) for one in exact.outcomes}
    assert seen.keys() <= chances.keys()
    often = {what: chance for what, chance in chances.items() if chance * number >= SELDOM}
    cells = [(chance * number, seen[what]) for what, chance in often.items()]
    rest = number - sum(expected for expected, _ in cells)
    if rest > 1e-6:
        cells.append((rest, number - sum(count for _, count in cells)))
    assert len(cells) > 2
    squares = sum((count - expected) ** 2 / expected for expected, count in cells)
    freedom = len(cells) - 1
    assert squares < freedom + 5 * (2 * freedom) ** 0.5 + 1


def test_exact_odds_of_combined_fire_agree_with_twenty_thousand_throws():
    table = mixed()
    command = Fire("Able", sub(table, "Baker 1").id, 3)
    exact = table.odds(command)
    (roll,) = [one for one in exact.throws if one.throw.kind == "fire"]
    assert len(roll.reading.parts) == 3 and roll.reading.count == 32  # all, even and odd dice
    assert exact.tries == 0 and sum(one.chance for one in exact.outcomes) == 1
    check_agrees(exact, thrown(table, command, THROWS), THROWS)


@pytest.mark.parametrize(
    ("mine", "theirs", "foe"),
    [
        ("2 Rifle squad", f"{INFANTRY}, {HALF_TRACK}, {INFANTRY}", "2 at 38.5 32, 3 at 42 34"),
        ("2 Rifle squad", "3 Rifle squad", "2 at 39 31, 3 at 33.5 32, 1 cover 3, 1 men 2"),
        (f"2 {PANZER}", TIGER, "cover 2"),
        ("Machine gun squad", HALF_TRACK, "cover 1"),
    ],
)
def test_odds_agree_with_throws_where_hits_pass_over_vehicles_and_are_saved(mine, theirs, foe):
    table = facing(mine, theirs, foe=foe)
    exact = table.odds(shot(table, spend=3))
    assert exact.tries == 0
    check_agrees(exact, thrown(table, shot(table, spend=3), 2000), 2000)


def test_equal_ends_are_few_ways():
    """However many hits and saves there are: what counts is who has lost how many men."""
    table = mixed()
    exact = table.odds(shot(table, spend=3))
    assert exact.ways < 2 * len(exact.outcomes) < 200


def test_who_gives_up_men_and_who_else_fires_is_no_effect_of_the_dice():
    """What is asked after a volley only goes on with it, whatever it did."""
    table = facing("2 Rifle squad", "3 Rifle squad", foe="2 at 39 31, 3 at 33.5 32, 2 men 3")
    exact = table.odds(shot(table, spend=3))
    assert len(exact.outcomes) > 2
    assert not any(one.asked for one in exact.outcomes)


def test_the_charge_that_comes_after_fire_at_it_is_no_effect_of_the_fire():
    """The charge comes, hit or miss: fire without casualties is no harm to those who fire."""
    table = on_table("German Able at 30,20: 2 Rifle squad", "American Baker at 30,24.5 facing 180: 2 Rifle squad")
    given = [Move("Able"), Charge("Able", "Baker")]

    def move_and_charge(question, path):
        return given.pop(0) if given and question.decision.admits(given[0]) else None

    at = run(RULES, table.state, (), Scripted(dice=[3]), move_and_charge).position
    found = odds(RULES, at, shot(table, "Able 1", by="Baker"))
    assert found.chance("good") and found.chance("even") and not found.chance("bad")


def test_the_men_that_a_squad_loses_one_by_one_to_a_plane_are_one_loss():
    table = facing(INFANTRY, INFANTRY, agenda=(AirStrike(GERMAN, "strafing", 1),))
    lay = LayTape("German tape", Place(*TARGET, 90))
    at = run(RULES, table.state, (), NoDice(), lambda question, path: lay if question.topic.kind == "tape" else None)
    found = odds(RULES, at.position, Strafe(GERMAN))
    losses = [[fact.men for fact in one.facts if isinstance(fact, MenLost)] for one in found.outcomes]
    assert [3] in losses and max(map(len, losses)) == 1


def test_the_odds_of_a_single_die_are_those_counted_by_hand():
    """With one more for its small arms a 4 hits on a six, and a 5 or a 6 on a five or a six."""
    table = facing(INFANTRY, INFANTRY)
    assert table.odds(shot(table)).chance("good") == Fraction(5, 36)
