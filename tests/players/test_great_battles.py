"""What one notices who plays the Great Battles against the computer."""

import pytest
from gbday import on_day, points_of, with_actions, with_scenario
from gbtable import BLUE, INFANTRY, RED, Body, asks, stand, table
from greed import GOAL, RULES, TAKE_IT, VILLAGE, a_round, played, said
from missions import on_call
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Tallied
from sandtable.kernel.position import run
from sandtable.lab import Trial, fight
from sandtable.players import GreedyPlayer, RandomPlayer
from sandtable.players.player import seated
from sandtable.rules import rule_sets
from sandtable.rules.great_battles.battle.scenario import Artillery, Bring, Victory
from sandtable.rules.great_battles.commands.artillery import CallMission
from sandtable.rules.great_battles.commands.day import (
    Charge,
    Dismount,
    Done,
    EndDay,
    Fire,
    LetOut,
    Move,
    OpenFire,
    PlayOn,
    Rally,
    SetUp,
)
from sandtable.rules.great_battles.computer import threats
from sandtable.rules.great_battles.computer.habits import habit, reflex
from sandtable.rules.great_battles.computer.troops import Recall
from sandtable.rules.great_battles.computer.worth import worth
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.frame.victory import in_objective
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.steps import (
    Calls,
    DawnActivation,
    Deployment,
    EndOfTurn,
    Moving,
    NightStowing,
    Placement,
    Staff,
)
from sandtable.rules.great_battles.table.field import all_standing
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.words import Formation, Tally


@pytest.mark.parametrize("carrier", ["truck", "half-track"])
def test_it_does_not_get_out_of_its_transport_for_nothing(carrier):
    """Far from the enemy and without an action: its transport would be gone for the day."""
    riding = Body("A1", (20, 10), stands=(f"Infantry by {carrier}",) * 3, loaded=True, formation=Formation.MARCH)
    state = table(riding, Body("B1", (20, 40), 180, side=BLUE))
    assert played(state, Moving(RED, 1))[1] == [Done()]


def test_it_takes_nobody_to_get_out_by_habit_but_whoever_is_first_when_somebody_shall():
    riding = Body("A1", (20, 10), stands=("Infantry by truck",) * 2, loaded=True, formation=Formation.MARCH)
    state = table(riding, Body("B1", (20, 40), 180, side=BLUE))
    assert habit(asks(state, lambda play: move_next(play, RED, 1))) is None
    question = asks(state, lambda play: move_next(play, RED, 1), picks=[LetOut("A1")])
    assert habit(question) == Dismount(stand(state, "A1/1").id)


def test_it_rallies_before_it_runs():
    shaken = Body("A1", (20, 15), stands=(INFANTRY,) * 4, suppressed=(1, 2, 3))
    enemy = Body("B1", (20, 19), 180, side=BLUE)
    state = table(shaken, enemy, pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
    _, orders = played(with_actions(state, A1=1, B1=0), *a_round(RED))
    assert said(orders, Rally) and not said(orders, (Move, Charge))


def test_it_fires_at_what_it_can_hit():
    state = table(Body("A1", (20, 15)), Body("B1", (20, 17), 180, side=BLUE))
    _, orders = played(with_actions(state, A1=1, B1=0), *a_round(RED))
    assert said(orders, Fire)


def test_a_battalion_that_opens_fire_at_a_move_takes_its_best_shot_without_thought():
    movers = Body("A1", (20, 15), stands=(INFANTRY,) * 2)
    state = with_actions(table(movers, Body("B1", (20, 18), 180, side=BLUE)), A1=1, B1=0)
    state = replace(state, agenda=(Moving(RED, 1),))
    way = Way(state, state.units["A1"], Place(20, 16.5, 0))
    question = asks(state, lambda play: march(play, way, 1.0), picks=[OpenFire("B1")])
    assert question.side == BLUE and question.topic.kind == "target"
    assert isinstance(reflex(question), Fire)


def test_it_stays_in_the_houses_in_front_of_guns():
    guns = Body("A1", (20, 12), stands=("Sherman M-M-M",) * 3, quality="veteran")
    state = table(guns, Body("B1", (20, 19), 180, side=BLUE), pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
    after, _ = played(with_actions(state, A1=0, B1=1), *a_round(BLUE))
    assert {cover(after, one) for one in all_standing(after, BLUE)} == {"hard"}


def test_it_walks_into_an_objective_that_nobody_holds():
    state = table(Body("A1", (20, 16)), pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
    after, _ = played(with_actions(state, A1=2), *a_round(RED), *a_round(RED, 2))
    assert any(in_objective(after, GOAL, one) for one in all_standing(after, RED))


def test_it_does_not_walk_off_an_objective_that_it_must_keep():
    state = table(Body("B1", (20, 20), 180, side=BLUE), pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
    after, _ = played(with_actions(state, B1=2), *a_round(BLUE), *a_round(BLUE, 2))
    assert any(in_objective(after, GOAL, one) for one in all_standing(after, BLUE))


def test_it_brings_its_reserves_in():
    state = table(Body("A1", (20, 15)), Body("A2", active=False), fup={RED: (20, 4)}, c_ops={RED: (20, 5)},
                  pieces=({"kind": "road", "name": "road", "course": [[20, 0], [20, 48]]},))  # fmt: skip
    after, _ = played(state, Deployment(RED))
    assert stand(after, "A2/1").place is not None


def test_it_calls_its_guns_on_enemies_that_it_sees():
    enemy = Body("B1", (20, 22), 180, side=BLUE, stands=(INFANTRY,) * 4)
    state = on_call(table(Body("A1", (20, 15)), enemy, artillery=Artillery("average", 2, 6)), "Red template 1")
    _, orders = played(state, Calls(RED))
    calls = said(orders, CallMission)
    assert calls and all(abs(one.to.y - 22) < 3 for one in calls)


def near_the_town(*options):
    """A C Ops that has to be brought into the village, and can be by one ride."""
    road = {"kind": "road", "name": "road", "course": [[20, 0], [20, 40]]}
    bring = Victory(bring=Bring(RED, "the village", 2), otherwise=BLUE)
    bodies = Body("A1", (20, 17)), Body("B1", (4, 30), side=BLUE)
    rest = {"objectives": (GOAL,), "victory": bring, "c_ops": {RED: (20, 13)}, "options": options}
    return table(*bodies, pieces=(road, VILLAGE), points=5, **rest)


def test_it_drives_its_staff_into_the_town_and_not_past_it():
    after, _ = played(near_the_town(), Staff(RED))
    assert after.winner == RED


def test_it_drives_it_there_even_where_the_action_would_earn_a_point():
    state = Tallied("Red C Ops", Tally.ACTIONS, 1).apply(near_the_town("cops-activation"))
    after, _ = played(state, Staff(RED))
    assert after.winner == RED


def test_it_keeps_activation_points_for_the_days_to_come_unless_they_are_won_anew():
    assert spent_at_dawn(4) < spent_at_dawn(1)
    assert spent_at_dawn(4, "cops-activation") == spent_at_dawn(1, "cops-activation")


def spent_at_dawn(days, *options):
    """Activation points of an attacker with three brigades, on the first of so many days."""
    brigades = [Body(f"{group}1", (10 + 10 * n, 12), active=False) for n, group in enumerate("ACD")]
    state = table(*brigades, Body("B1", (20, 30), 180, side=BLUE), pieces=(VILLAGE,), points=12,
                  objectives=(GOAL,), victory=TAKE_IT, options=options)  # fmt: skip
    after, _ = played(with_scenario(on_day(state, 1, 1), days=days), DawnActivation(RED))
    return 12 - points_of(after, RED)


def test_an_inch_nearer_is_worth_more_in_the_evening_than_on_the_next_morning():
    """At night nobody stays activated."""
    assert nearer(1, 9) > nearer(2, 1)


def nearer(day, turn):
    """What it is worth to be two inches nearer to the objective, at that hour of four days."""
    near, far = (table(Body("A1", (20, y)), Body("B1", (40, 40), side=BLUE), pieces=(VILLAGE,), objectives=(GOAL,),
                       victory=TAKE_IT) for y in (12, 10))  # fmt: skip
    return worth(at_hour(near, day, turn), RED) - worth(at_hour(far, day, turn), RED)


def at_hour(state, day, turn):
    return with_scenario(on_day(state, day, turn), days=4)


def test_it_ends_the_last_day_when_that_wins_and_otherwise_plays_on():
    state = table(Body("A1", (20, 15)), Body("B1", (20, 20), 180, side=BLUE), pieces=(VILLAGE,), objectives=(GOAL,))
    kept = replace(state, scenario=replace(state.scenario, victory=Victory(otherwise=RED)))
    lost = replace(state, scenario=replace(state.scenario, victory=Victory(otherwise=BLUE)))
    assert EndDay() in ends(kept)
    assert ends(lost)[0] == PlayOn()


def ends(state):
    """What is said at the end of a turn; the first player is asked first."""
    dice, players = SeededDice("greedy"), {RED: GreedyPlayer(RED)}
    leg = run(RULES, replace(state, agenda=(EndOfTurn(5),)), (), dice, seated(RULES, players))
    return [answer for answer in leg.answers if isinstance(answer, (EndDay, PlayOn))]


def test_at_night_it_says_nothing_about_its_weapons_that_is_not_on_offer():
    packed = Body("A1", (20, 15), stands=(INFANTRY, INFANTRY), attached=("Heavy weapons",))
    enemy = Body("B1", (20, 30), 180, side=BLUE)
    state = table(packed, enemy, pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
    _, orders = played(state, NightStowing(RED))
    assert said(orders, (SetUp, Done))


def test_it_can_judge_a_close_combat_whose_defender_is_gone():
    def stands(*destroyed):
        attacker = Body("A1", (20, 19), marks=("attacks B1",))
        defender = Body("B1", (20, 20), 180, side=BLUE, destroyed=destroyed)
        bodies = attacker, defender, Body("B2", (20, 30), side=BLUE)
        state = table(*bodies, pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
        return worth(state.put(replace(state.units["the village"], side=BLUE)), RED)

    assert stands(1, 2, 3, 4) > stands()


def test_the_defender_is_placed_where_the_battle_is_decided():
    scenario = RULES.scenarios()["nissoria"]
    after, _ = played(RULES.setup(scenario, frozenset()), Placement("German"))
    ridge = scenario.objectives[0]
    nearest = min(
        abs(one.place.x - ridge.at[0]) + abs(one.place.y - ridge.at[1]) for one in all_standing(after, "German")
    )
    assert nearest < 6


def test_it_beats_an_opponent_who_does_anything():
    scenario = RULES.scenarios()["first-orders"]
    trial = Trial(RULES, scenario, frozenset(), ("greedy", "random"), "learning", swap=True)
    battles = [fight(trial, number) for number in range(24)]  # of hundreds it wins 19 in 20
    assert sum(battle.by == "greedy" for battle in battles) >= 20


def passed_through(rules, name, seed):
    """The states at which a battle between random players, with every option, asks somebody something."""
    states = []
    start = rules.setup(rules.scenarios()[name], rules.every_option)
    choose = seated(rules, {side: RandomPlayer(f"{seed}/{side}") for side in start.sides})

    def watched(question, path):
        states.append(question.state)
        return choose(question, path)

    run(rules, start, (), SeededDice(seed), watched)
    return states


@pytest.mark.parametrize("rules, name", [("great-battles-d20", "nissoria"), ("great-battles-d10", "malta-airfield")])
def test_what_it_thought_of_before_changes_nothing_about_what_it_thinks_now(monkeypatch, rules, name):
    states = passed_through(rule_sets()[rules], name, "thoughts")
    in_passing = [worth(state, state.sides[0]) for state in states]
    monkeypatch.setattr(Recall, "__call__", lambda recall, question, read_from, work_out: work_out())
    monkeypatch.setattr(threats, "MEMORY", 0)
    assert in_passing == [worth(state, state.sides[0]) for state in states]
