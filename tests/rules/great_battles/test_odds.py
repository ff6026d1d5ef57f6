"""Odds of volleys and of moves under fire, held against real throws; and tries where there are too many ways."""

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, Body, marked, stand, table
from msgspec.structs import replace

from sandtable import outcomes
from sandtable.board.board import Picker
from sandtable.board.place import Place
from sandtable.cli.coverage import exercises
from sandtable.forecast import odds, others_act, way_along
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Marked, Verdict
from sandtable.kernel.play import FRESH
from sandtable.kernel.position import Path, Position, answered, settle, take_step, wait
from sandtable.merging import DICE, Merging
from sandtable.outcomes import Ahead, Fork, Forked, TooManyBranches, samples
from sandtable.rules import rule_sets
from sandtable.rules.great_battles.commands.day import Charge, Fire, Move, OpenFire, Pick
from sandtable.rules.great_battles.day.actions import declared
from sandtable.rules.great_battles.facts.day import OwesAction
from sandtable.rules.great_battles.steps import CloseCombat, Firing, Moving
from sandtable.rules.great_battles.words import GUNS, Formation, Kind, Tally
from sandtable.telling.wording import effects
from sandtable.testing import random_game
from sandtable.ways import Odds, Outcome, tabled

RULES = rule_sets()["great-battles-d20"]
RANGE = next(one for one in exercises(RULES) if one.id == "on-the-range")
VOLLEYS, ROLLS = 100, 100  # 10,000 volleys in all
WAYS = 200  # of one volley; larger ones are left to the tries
SELDOM = 1  # outcomes that are met less often than that among so many rolls are taken together


# ---- volleys


def before_it_is_fired(at: Position, command: Fire):
    """The table once the last target has been named, if that was it."""
    path = Path(at.start, (*at.path, command), Forked(), wait)
    try:
        while path.start.agenda:
            _, question = take_step(RULES, path)
            if question is not None:
                return None
    except Fork:
        return path.start if isinstance(path.start.agenda[0], Firing) else None
    return None


def volleys_met(scenario, count: int):
    """Volleys that random battles come to, each with every way it can go."""
    found = []
    for number in range(100):
        for game in random_game(RULES, scenario, frozenset(), f"volleys {number}"):
            options = game.position.question.options if game.position.question else []
            shots = [option.command for option in options if isinstance(option.command, Fire)]
            start = before_it_is_fired(game.position, shots[0]) if shots else None
            if start is not None and (ways := every_way(start)):
                found.append((start, ways))
        if len(found) >= count:
            return found[:count]
    raise AssertionError("the battles have too few volleys")


def every_way(start):
    ahead = Ahead(start, (), wait, FRESH, lambda path: way_along(RULES, path, 0))
    try:
        return [replace(way, chance=chance) for way, chance in outcomes.every_way(ahead, WAYS, Merging)]
    except TooManyBranches:
        return []


@pytest.fixture(scope="module")
def volleys():
    return volleys_met(RANGE, VOLLEYS)


def test_the_volleys_are_of_every_kind(volleys):
    shots = [(start, declared(start, start.agenda[0].side)) for start, _ in volleys]
    firers = {start.units[shot.unit].kind for start, all_of_it in shots for shot in all_of_it}
    assert firers >= {Kind.INFANTRY, Kind.ARMOUR} and not firers.isdisjoint(GUNS)
    assert any(len({shot.unit for shot in all_of_it}) > 2 for _, all_of_it in shots)
    assert any(len({shot.target for shot in all_of_it}) > 1 for _, all_of_it in shots)


def test_exact_odds_of_volleys_agree_with_throws(volleys):
    """Standardised differences over all outcomes of all volleys: their squares average one if the odds are right."""
    squares, met = 0.0, 0
    for number, (start, ways) in enumerate(volleys):
        exact = tabled(ways, RED, lambda way: way.happens(*DICE), asked=False)
        assert sum(one.chance for one in exact) == 1
        seen = Counter(thrown(start, f"{number}/{roll}") for roll in range(ROLLS))
        assert seen.keys() <= set(map(key, exact))
        for square in differences(exact, seen, ROLLS):
            squares, met = squares + square, met + 1
    assert met > 100
    assert squares / met == pytest.approx(1, abs=0.25)


def thrown(start, seed: str):
    entries = take_step(RULES, Path(start, (), SeededDice(seed)))[0]
    return tuple(entry.event for entry in entries if not isinstance(entry.event, DICE) and entry.event.tell()), None


def key(outcome: Outcome):
    return outcome.facts, outcome.asked


def differences(exact: tuple[Outcome, ...], seen: Counter, rolls: int):
    """Squared, in standard errors; what is seldom met counts as one outcome."""
    often = {key(one): float(one.chance) for one in exact if one.chance * rolls >= SELDOM}
    cells = [(share, seen[what]) for what, share in often.items()]
    cells.append((1 - sum(often.values()), sum(count for what, count in seen.items() if what not in often)))
    return [(count - rolls * p) ** 2 / (rolls * p * (1 - p)) for p, count in cells if 1e-9 < p < 1 - 1e-9]


# ---- moves under fire


@pytest.fixture(scope="module")
def under_fire() -> list[tuple[Position, Move]]:
    """Moves that random battles offer and that the enemy may fire at."""
    found = []
    for number in range(12):
        for game in random_game(RULES, RULES.scenarios()["close-quarters"], frozenset(), f"moves {number}"):
            at = game.position
            for option in at.question.options if at.question else ():
                if isinstance(option.command, Move):
                    command = option.complete(Picker(1))
                    asked = settle(RULES, at, answered(at, command, SeededDice("1"))).position.question
                    if asked is not None and asked.topic.kind == "opportunity":
                        found.append((at, command))
    return found


def test_a_move_under_fire_has_exact_odds_within_the_budget(under_fire):
    found = [odds(RULES, at, command) for at, command in under_fire]
    exact = [one for one in found if one.outcomes and not one.tries]
    assert len(exact) > 5
    for one in exact:
        assert one.assumed == "acting"
        assert sum(outcome.chance for outcome in one.outcomes) == 1
        assert any(isinstance(fact, OwesAction) for outcome in one.outcomes for fact in outcome.facts)


def test_tries_agree_with_the_exact_odds(under_fire):
    squares, met = 0.0, 0
    for at, command in under_fire[:12]:
        exact, tried = odds(RULES, at, command, 1000), odds(RULES, at, command, 1)
        if not exact.outcomes or exact.tries or not tried.outcomes:
            continue
        seen = Counter({key(one): int(one.chance * tried.tries) for one in tried.outcomes})
        assert seen.keys() <= set(map(key, exact.outcomes))
        for square in differences(exact.outcomes, seen, tried.tries):
            squares, met = squares + square, met + 1
    assert met > 15
    assert squares / met == pytest.approx(1, abs=0.6)


def test_the_words_say_which_it_is(under_fire):
    at, command = max(under_fire[:12], key=lambda one: odds(RULES, *one, 1000).ways)
    exact, tried = odds(RULES, at, command, 1000), odds(RULES, at, command, 1)
    assert not exact.tries and tried.tries == 100
    assert "about" not in effects(exact, at.state)[0]
    head = effects(tried, at.state)[0]
    assert head.startswith("effect about ") and head.endswith("tries)") and "(±" in head


# ---- charges


def test_a_charge_shows_how_the_close_combat_would_go():
    """It is fought when all others have moved and fired: many steps later."""
    fought, unknown = [], 0
    for number in range(30):
        for game in random_game(RULES, RULES.scenarios()["close-quarters"], frozenset(), f"charges {number}"):
            at = game.position
            for option in at.question.options if at.question else ():
                if isinstance(option.command, Charge) and not at.path[1:]:  # no waypoints before it
                    found = odds(RULES, at, option.command, 1)
                    fought += [(option.command, found)] if found.assumed == "holding" else []
                    unknown += not found.outcomes
    assert len(fought) >= 5 and unknown <= len(fought) // 3
    for charge, found in fought:
        ends = [verdict(one) for one in found.outcomes]
        assert all(set(end.about) == {charge.unit, charge.target} for end in ends), ends
        assert any(end.good is False for end in ends), ends
    in_short = [[verdict(one) for one in found.brief] for _, found in fought]
    won = [
        any(end and end.about[0] == one.target for end in ends) for (one, _), ends in zip(fought, in_short, strict=True)
    ]
    assert sum(won) >= 2  # in short it says who wins; guns alone always lose


def verdict(outcome: Outcome) -> Verdict | None:
    return next((fact for fact in outcome.facts if isinstance(fact, Verdict)), None)


@pytest.mark.parametrize("rules", [GB20, GB10])
def test_the_odds_of_a_charge_are_those_of_its_own_close_combat_whoever_else_fights(rules):
    bodies = Body("A1", (18, 18.5)), Body("A2", (24, 20), marks=("attacks B1",)), Body("A3", (40, 20))
    foes = [Body("B1", (20, 20), 180, side=BLUE, formation=Formation.DEFENSIVE), Body("B3", (40, 20), 180, side=BLUE)]
    state = marked(table(*bodies, *foes, rules=rules), "A3", "attacks B3")
    agenda = Moving(RED, 1), CloseCombat(RED)
    at = waiting(rule_sets()[rules], replace(tallied(state, "A1", Tally.ACTIONS, 1), agenda=agenda), Pick("A1"))
    found = odds(rule_sets()[rules], at, Charge("A1", "B1"))
    assert sum(one.chance for one in found.outcomes) == 1
    ends = {(end.about[0] if end.good is False else "") for end in map(verdict, found.outcomes)}
    assert ends == {"A1", "B1", ""}
    assert {(verdict(one).about[0], one.tone) for one in found.outcomes if one.facts and one.tone != "even"} >= {
        ("A1", "bad"), ("B1", "good"),
    }  # fmt: skip


def waiting(rules, state, *picks) -> Position:
    """What is asked once these have been answered."""
    path = Path(state, picks, Forked())
    _, question = take_step(rules, path)
    return path.position(question, path.trail)


def tallied(state, name: str, word: str, count: int):
    unit = stand(state, name)
    return state.put(replace(unit, tallies={**unit.tallies, word: count}))


# ---- opportunity fire


@pytest.mark.parametrize(("rules", "hit"), [(GB20, Fraction(2, 20)), (GB10, Fraction(1, 10))])
def test_a_shot_in_opportunity_fire_has_the_odds_of_its_dice_though_others_name_theirs_first(rules, hit):
    foe = Body("B1", (20, 22.5), 180, side=BLUE, formation=Formation.DEFENSIVE, interval=50)
    state = tallied(table(Body("A1", (20, 18), stands=(INFANTRY,)), foe, rules=rules), "A1", Tally.ACTIONS, 1)
    begun = replace(state, agenda=(Moving(RED, 1),)), Pick("A1"), Move("A1", Place(20, 20, 0)), OpenFire("B1")
    at = waiting(rule_sets()[rules], *begun)
    before = {entry.event for entry in at.trail.entries if entry.event.tell()}
    found = odds(rule_sets()[rules], at, Fire("B1/1 infantry", "A1/1 infantry"))
    assert sum(one.chance for one in found.outcomes) == 1 and found.assumed == "holding"
    assert found.chance("good") == hit
    assert before and before.isdisjoint(fact for one in found.outcomes for fact in one.facts)  # it is not told again


# ---- tries


def test_tries_are_the_same_again(under_fire):
    at, command = under_fire[0]
    choose = others_act(at.question.side)
    again = [[leg.entries for leg in samples(RULES, at, command, choose, 30)] for _ in range(2)]
    assert again[0] == again[1]
    assert len({tuple(entry.event for entry in entries) for entries in again[0]}) > 1


SCRIPT = """
import sandtable as st
from sandtable.board.board import Picker
from sandtable.forecast import odds
game = st.new_game("great-battles-d20", "close-quarters", "7")
player, told = st.RandomPlayer(7), []
while not any("tries" in one for one in told):
    game.play(player.choose(game.seat()))
    at = game.position
    commands = [option.complete(Picker(2)) for option in at.question.options]
    told = [str(odds(game.rules, at, command, 1)) for command in commands]
print(told)
"""


def test_tries_are_the_same_in_another_process():
    def run(hashes: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        return subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        ).stdout

    first = run("1")
    assert first == run("2")


def test_the_standard_error_is_that_of_so_many_tries():
    hit, miss = ((Marked("A", word),) for word in ("hit", "missed"))
    tried = Odds((Outcome(hit, None, Fraction(1, 4), 1), Outcome(miss, None, Fraction(3, 4), 0)), tries=400)
    assert tried.error(Fraction(1, 4)) == pytest.approx(0.0217, abs=0.0005)
    assert 0 < tried.error(Fraction(0)) < 0.005
    assert str(tried) == "about, 400 tries: A is hit 1/4, A is missed 3/4"
    assert Odds(tried.outcomes).error(Fraction(1, 4)) == 0
