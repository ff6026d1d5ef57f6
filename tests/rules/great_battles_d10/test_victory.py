"""The end of the battle by the d10 charts, and who has won."""

import pytest
from gbday import plays, with_scenario
from gbtable import BLUE, INFANTRY, RED, TANK, Body, sid, table10
from prize import AWAY, TOWN, battle_for10

from sandtable.kernel.events import Tallied
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import Hold, Objective, Victory, Win
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.victory import concede, score, take_objectives
from sandtable.rules.great_battles.rulesets import D10
from sandtable.rules.great_battles.steps import Clearing, EndOfTurn
from sandtable.rules.great_battles.words import Tally
from sandtable.scripted import act
from sandtable.testing import random_game

MILL = Objective("the mill", at=(50, 4))

HERE = Body("A1", (30, 24))


def ends(state, turn=10):
    return plays(state, EndOfTurn(turn)).told[-1]


def loses(state, body, *numbers):
    for number in numbers:
        state = Destroyed(sid(state, f"{body}/{number}"), "", 1).apply(state)
    return state


def takes(state):
    return act(state, take_objectives).state


# ---- points


@pytest.mark.case("gb10.victory.default", 1)
def test_points_for_objectives_stands_and_staff():
    a = Body("A1", (30, 24), stands=(INFANTRY,) * 5)
    state = takes(battle_for10(a, Body("B1", (50, 44), 180, side=BLUE, stands=(INFANTRY,) * 8)))
    state = Tallied("Blue", Tally.OVERRUN, 1).apply(loses(loses(state, "A1", 1, 2, 3, 4), "B1", *range(1, 8)))
    assert (score(state, RED), score(state, BLUE)) == (17, 4)
    assert ends(state) == "Red wins: 17 points to 4 [gb10.victory.default]"


@pytest.mark.clause("gb10.victory.default")
@pytest.mark.parametrize(("lost", "line"), [((), "A draw: 0 points to 0"), ((1,), "Red wins: 1 points to 0")])
def test_only_equal_points_are_a_draw(lost, line):
    state = table10(Body("A1", (20, 4)), AWAY, turn=10)
    assert ends(loses(state, "B1", *lost)) == f"{line} [gb10.victory.default]"


# ---- the end


@pytest.mark.case("gb10.victory.early", 1)
def test_a_side_without_infantry_and_armour_has_lost():
    guns = Body("A1", (20, 4), stands=(INFANTRY,)), Body("A2", (40, 4), stands=("AT gun M",) * 2)
    state = loses(battle_for10(*guns, AWAY, turn=5, fup={RED: (30, 2)}), "A1", 1)
    day = plays(state, Clearing(RED))
    assert day.told[-1] == "Blue wins: Red has no infantry and no armour left [gb10.victory.early]"
    assert act(state, lambda play: concede(play, BLUE)).told == ["Red wins: Blue concedes [gb10.victory.early]"]


@pytest.mark.clause("gb10.victory.turn-limit")
def test_the_last_day_may_be_shorter_and_has_no_night():
    state = with_scenario(battle_for10(HERE, AWAY, days=2, turn=6), last_day_turns=6)
    first = plays(state, EndOfTurn(6), until="end the day")
    assert first.state.winner is None
    second = plays(state.change(tallies={**state.tallies, Tally.DAY: 2}), EndOfTurn(6))
    assert second.agenda == [] and "gb10.victory.turn-limit" in second.cited
    assert not any("Night" in line for line in second.told)


@pytest.mark.clause("gb10.victory.turn-limit")
def test_a_last_day_without_turns_is_refused():
    state = battle_for10(HERE, AWAY)
    with pytest.raises(ScenarioError, match="last_day_turns"):
        check(with_scenario(state, last_day_turns=2, starts_at_turn=3).scenario)


# ---- what the scenario says


TANKS_HERE = Body("A1", (30, 24), stands=(TANK,) * 2)
GUN_HERE = Body("B2", (31.5, 25), 180, side=BLUE, stands=("AT gun M",))


@pytest.mark.clause("gb10.victory.scenario")
@pytest.mark.parametrize(
    ("bodies", "winner"),
    [((HERE, AWAY), RED), ((TANKS_HERE, AWAY), BLUE), ((Body("A1", (28.5, 24)), GUN_HERE, AWAY), BLUE)],
)
def test_infantry_may_have_to_stand_in_the_place_itself_with_no_enemy(bodies, winner):
    goal = Victory(hold=Hold(RED, ("the town",), standing="Infantry"), otherwise=BLUE)
    assert plays(battle_for10(*bodies, victory=goal), EndOfTurn(10)).state.winner == winner


@pytest.mark.clause("gb10.victory.scenario")
def test_having_passed_through_is_not_enough_then():
    goal = Victory(hold=Hold(RED, ("the town",), standing="any"), otherwise=BLUE)
    state = takes(battle_for10(HERE, AWAY, victory=goal))
    assert ends(state) == "Red wins: it holds the town [gb10.victory.scenario]"
    gone = battle_for10(Body("A1", (10, 4)), AWAY, victory=goal)
    gone = gone.put(takes(battle_for10(HERE, AWAY)).units["the town"])
    assert ends(gone) == "Blue wins: the time is up [gb10.victory.scenario]"


WINS = (
    Win(RED, holds=("the town",), standing="any"),
    Win(RED, enemy_without="Armour"),
    Win(BLUE, holds=("the town",), standing="any", lost_at_most=0.5),
)
TANKS = Body("B2", (50, 40), 180, side=BLUE, stands=(TANK,) * 2)
IN_TOWN = Body("B1", (30, 25), 180, side=BLUE, stands=(INFANTRY,) * 4)
SOUTH = Body("A1", (10, 4))


@pytest.mark.clause("gb10.victory.scenario")
@pytest.mark.parametrize(
    ("bodies", "lost", "line"),
    [
        ((HERE, AWAY, TANKS), (), "Red wins: it holds the town"),
        ((SOUTH, IN_TOWN, TANKS), (("B2", (1, 2)),), "Red wins: the enemy has no armour left"),
        ((SOUTH, IN_TOWN, TANKS), (), "Blue wins: it holds the town, it has lost no more than 50% of its stands"),
        ((SOUTH, IN_TOWN, TANKS), (("B1", (1, 2, 3)), ("B2", (1,))), "A draw: the time is up"),
        ((SOUTH, AWAY, TANKS), (), "A draw: the time is up"),
    ],
)
def test_the_first_condition_that_is_met_decides_else_it_is_a_draw(bodies, lost, line):
    state = battle_for10(*bodies, victory=Victory(wins=WINS, otherwise="draw"))
    for body, numbers in lost:
        state = loses(state, body, *numbers)
    assert ends(state) == f"{line} [gb10.victory.scenario]"


@pytest.mark.clause("gb10.victory.scenario")
@pytest.mark.parametrize(("y", "winner"), [(30.5, RED), (29.5, BLUE)])
def test_one_of_several_places_and_no_enemy_near(y, winner):
    win = Win(RED, holds_one=(("the mill", "the town"),), clear=4, clear_of=("the town",))
    near = Body("B1", (30, y), 180, side=BLUE, stands=(INFANTRY,))
    state = battle_for10(HERE, near, objectives=(TOWN, MILL), victory=Victory(wins=(win,), otherwise=BLUE))
    day = plays(takes(state), EndOfTurn(10))
    assert day.state.winner == winner
    assert ("no enemy is within 4 inches of the town" in day.told[-1]) == (winner == RED)


@pytest.mark.parametrize(
    ("win", "what"),
    [
        (Win("Green", holds=("the town",)), "no side 'Green'"),
        (Win(RED), "it needs a condition"),
        (Win(RED, holds=("the moon",)), "no objective 'the moon'"),
        (Win(RED, holds=("the town",), standing="Generals"), "'Generals' is not one of any"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(win, what):
    with pytest.raises(ScenarioError, match=what):
        battle_for10(HERE, AWAY, victory=Victory(wins=(win,)))


@pytest.mark.clause("gb10.victory.scenario")
def test_what_wins_is_told():
    state = battle_for10(HERE, AWAY, victory=Victory(wins=WINS, otherwise="draw"))
    told = D10.showing.winning(state.scenario)
    assert told[RED] == "When the battle ends: hold the town, or leave the enemy no armour."
    assert told[BLUE] == "When the battle ends: hold the town and lose no more than 50% of your stands."


@pytest.mark.clause("gb10.victory.no-referee")
def test_nobody_but_the_two_sides_is_ever_asked():
    asked = {
        game.position.question.side
        for game in random_game(D10, D10.scenarios()["crossroads"], frozenset(), "no referee")
        if game.position.question
    }
    assert asked == {"Canadian", "German"}
