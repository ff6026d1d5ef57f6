"""Objectives, the end of the battle, and who has won."""

import pytest
from gbday import plays
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, TANK, Body, moved, sid, stand, table
from msgspec.structs import replace
from prize import AWAY, TOWN, battle_for

from sandtable.board.place import Place
from sandtable.kernel.events import Held, Tallied
from sandtable.rules.great_battles.battle.scenario import Bring, Hold, Objective, Victory
from sandtable.rules.great_battles.commands.day import EndDay, Pass, Pick, PlaceUnit
from sandtable.rules.great_battles.commands.night import Withdraw
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.frame.victory import concede, losses, score, take_objectives
from sandtable.rules.great_battles.steps import (
    Clearing,
    DawnDeployment,
    EndOfTurn,
    NightReserves,
    PassOrProceed,
    Replacements,
    Resupply,
    Staff,
)
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

CROSSROADS = Objective("the crossroads", at=(10, 10))


def held_by(state, name: str = "the town") -> str:
    return state.units[name].side


def takes(state):
    return act(state, take_objectives)


def ends(state, turn: int = 10, **more):
    return plays(state, EndOfTurn(turn), **more)


# ---- holding


@pytest.mark.clause("gb20.victory.hold")
def test_at_the_start_the_defender_holds_every_objective():
    assert held_by(battle_for(Body("A1", (20, 4)), AWAY)) == BLUE


@pytest.mark.clause("gb20.victory.hold")
def test_the_scenario_may_name_another_holder():
    mine = Objective("the town", piece="village", holder=RED)
    assert held_by(battle_for(Body("A1", (20, 4)), AWAY, objectives=(mine,))) == RED


@pytest.mark.clause("gb20.victory.hold")
def test_a_fighting_stand_in_it_takes_it_and_keeps_it_when_it_goes_on():
    state = battle_for(Body("A1", (30, 24)), AWAY)
    after = takes(state)
    assert held_by(after.state) == RED and after.cited == {"gb20.victory.hold"}
    gone = after.state
    for number, x in ((1, 2), (2, 4), (3, 6)):
        gone = moved(gone, f"A1/{number}", x, 2)
    assert held_by(takes(gone).state) == RED


@pytest.mark.clause("gb20.victory.hold")
def test_who_comes_onto_it_at_dawn_has_taken_it_before_anybody_moves():
    road = {"kind": "road", "name": "road", "course": ((30, 0), (30, 48))}
    last, crossroads = Body("A1", stands=(INFANTRY,)), Objective("the crossroads", at=(30, 6))
    state = table(last, AWAY, fup={RED: (30, 2)}, pieces=(road,), objectives=(crossroads,))
    picks = [Pick("A1"), PlaceUnit("A1", Place(30, 6, 0), Formation.ASSAULT)]
    assert held_by(plays(state, DawnDeployment(RED), picks=picks).state, "the crossroads") == RED


@pytest.mark.clause("gb20.victory.hold")
def test_who_is_left_alone_in_it_at_night_has_taken_it_by_the_morning():
    enemies = Body("A1", (29, 23)), Body("B1", (31, 25), 180, side=BLUE)
    night = NightReserves(BLUE), Resupply()
    day = plays(battle_for(*enemies, days=2), *night, picks=[Withdraw("B1")], until="which battalion comes")
    assert held_by(day.state) == RED


@pytest.mark.clause("gb20.victory.hold")
@pytest.mark.parametrize(("name", "told"), [("the town", "the town"), ("Agira", "Agira"), ("town", "the town")])
def test_a_place_that_is_taken_is_told_by_its_name(name, told):
    state = battle_for(Body("A1", (30, 24)), AWAY, objectives=(Objective(name, piece="village"),))
    assert takes(state).told == [f"Red takes {told} [gb20.victory.hold]"]


@pytest.mark.case("gb20.victory.hold", 1)
def test_while_both_are_in_it_it_stays_with_whoever_had_it():
    state = battle_for(Body("A1", (29, 24)), Body("B1", (32, 25), 180, side=BLUE))
    assert held_by(takes(state).state) == BLUE
    red = Held("the town", RED).apply(state)
    assert held_by(takes(red).state) == RED


@pytest.mark.clause("gb20.victory.hold")
@pytest.mark.parametrize("stands", [("HQ",), ("Heavy weapons",)])
def test_support_alone_takes_nothing_and_keeps_nobody_out(stands):
    assert held_by(takes(battle_for(Body("A1", (30, 24), stands=stands), AWAY)).state) == BLUE
    shared = battle_for(Body("A1", (29, 24), stands=(INFANTRY,)), Body("B1", (32, 25), 180, side=BLUE, stands=stands))
    assert held_by(takes(shared).state) == RED


@pytest.mark.clause("gb20.victory.hold")
def test_a_stand_is_in_it_when_the_middle_of_its_base_is():
    lone = {"stands": (INFANTRY,)}
    assert held_by(takes(battle_for(Body("A1", (30, 22.2), **lone), AWAY)).state) == BLUE  # its front edge alone
    assert held_by(takes(battle_for(Body("A1", (30, 22.3), **lone), AWAY)).state) == RED


@pytest.mark.clause("gb20.victory.hold")
@pytest.mark.parametrize(("y", "holder"), [(11.25, RED), (11.3, BLUE)])
def test_a_point_is_the_ground_within_1_inch_of_it(y, holder):
    state = battle_for(Body("A1", (10, y), stands=(INFANTRY,)), AWAY, objectives=(CROSSROADS,))
    assert held_by(takes(state).state, "the crossroads") == holder


@pytest.mark.clause("gb20.victory.hold")
def test_a_destroyed_stand_holds_nothing():
    state = battle_for(Body("A1", (30, 24), stands=(INFANTRY,)), AWAY)
    assert held_by(takes(Destroyed(sid(state, "A1/1"), "", 1).apply(state)).state) == BLUE


# ---- what the scenario says


@pytest.mark.clause("gb20.victory.scenario")
def test_a_side_wins_if_it_holds_its_objectives_at_the_end():
    goal = Victory(hold=Hold(RED, ("the town",)), otherwise=BLUE)
    state = battle_for(Body("A1", (30, 24)), AWAY, victory=goal, turn=10)
    assert ends(takes(state).state).told[-1] == "Red wins: it holds the town [gb20.victory.scenario]"
    assert ends(state).told[-1] == "Blue wins: the time is up [gb20.victory.scenario]"


@pytest.mark.clause("gb20.victory.scenario")
def test_it_may_be_judged_at_the_end_of_every_turn():
    goal = Victory(hold=Hold(RED, ("the town",), every_turn=True), otherwise=BLUE)
    state = takes(battle_for(Body("A1", (30, 24)), AWAY, victory=goal)).state
    assert ends(state, 5).told[-1] == "Red wins: it holds the town [gb20.victory.scenario]"
    waits = Victory(hold=Hold(RED, ("the town",)), otherwise=BLUE)
    state = takes(battle_for(Body("A1", (30, 24)), AWAY, victory=waits)).state
    assert ends(state, 5, until="end the day").state.winner is None


@pytest.mark.clause("gb20.victory.scenario", "gb20.dawn.pass-uses-turn")
def test_a_turn_that_both_have_passed_is_judged_too():
    goal = Victory(hold=Hold(RED, ("the town",), every_turn=True), otherwise=BLUE)
    state = takes(battle_for(Body("A1", (30, 24)), AWAY, victory=goal, turn=1)).state
    day = plays(state, PassOrProceed(), picks=[Pass(), Pass()])
    assert day.told[-1] == "Red wins: it holds the town [gb20.victory.scenario]" and len(day.asked) == 2


@pytest.mark.clause("gb20.victory.scenario")
@pytest.mark.parametrize(("y", "winner"), [(30.5, RED), (29.5, BLUE)])
def test_the_enemy_may_have_to_be_kept_off(y, winner):
    goal = Victory(hold=Hold(RED, ("the town",), clear=4), otherwise=BLUE)
    near = Body("B1", (30, y), 180, side=BLUE, stands=(INFANTRY,))
    state = takes(battle_for(Body("A1", (30, 24)), near, victory=goal, turn=10)).state
    assert ends(state).state.winner == winner


@pytest.mark.clause("gb20.victory.scenario")
def test_further_objectives_make_a_victory_decisive():
    goal = Victory(hold=Hold(RED, ("the town",), decisive=("the crossroads",)))
    bodies = Body("A1", (30, 24)), Body("A2", (10, 10), stands=(INFANTRY,)), AWAY
    state = battle_for(*bodies, victory=goal, objectives=(TOWN, CROSSROADS), turn=10)
    assert ends(takes(state).state).told[-1].startswith("Red wins: it holds the town, a decisive victory")


@pytest.mark.clause("gb20.victory.scenario")
@pytest.mark.parametrize(("foe", "wins"), [((30, 36), True), ((30, 31), False)])
def test_a_c_ops_brought_to_its_place_wins_at_once(foe, wins):
    goal = Victory(bring=Bring(RED, "the town", 6), otherwise=BLUE)
    near = Body("B1", foe, 180, side=BLUE, stands=(INFANTRY,))
    state = battle_for(Body("A1", (10, 4)), near, victory=goal, c_ops={RED: (30, 25)})
    day = plays(state, Staff(RED))
    assert (day.state.winner == RED) == wins
    if wins:
        assert day.told[-1] == "Red wins: its C Ops is in the town [gb20.victory.scenario]"


@pytest.mark.clause("gb20.victory.scenario")
def test_a_battalion_that_must_stand_loses_the_battle_if_it_goes_to_ground():
    goal = Victory(must_stand="A1")
    state = battle_for(Body("A1", (10, 4), marks=(Mark.TO_GROUND,)), AWAY, victory=goal)
    assert plays(state, Clearing(RED)).told[-1] == "Blue wins: A1 has gone to ground [gb20.victory.scenario]"


# ---- the end


@pytest.mark.clause("gb20.victory.end")
def test_the_battle_ends_after_the_last_turn_of_the_last_day_without_a_night():
    day = ends(battle_for(Body("A1", (20, 4)), AWAY, turn=10))
    assert not any("Night" in line for line in day.told) and day.state.agenda == ()
    two = plays(battle_for(Body("A1", (20, 4)), AWAY, turn=10, days=2), EndOfTurn(10), steps=1)
    assert two.agenda == ["Nightfall"]


@pytest.mark.clause("gb20.victory.end")
def test_if_both_agree_to_end_the_last_day_the_battle_is_over():
    day = ends(battle_for(Body("A1", (20, 4)), AWAY), 5, picks=[EndDay(), EndDay()])
    assert day.state.agenda == () and day.told[-1].endswith("[gb20.victory.default-points]")


@pytest.mark.clause("gb20.victory.end")
@pytest.mark.parametrize("left", [("HQ",), ("AT gun M", "Heavy weapons")])
def test_a_side_without_infantry_and_armour_has_lost(left):
    state = battle_for(Body("A1", (20, 4), stands=(INFANTRY, *left)), AWAY)
    assert plays(state, Clearing(RED)).state.winner is None
    state = Destroyed(sid(state, "A1/1"), "", 1).apply(state)
    day = plays(state, Clearing(RED))
    assert day.told[-1] == "Blue wins: Red has no infantry and no armour left [gb20.victory.end]"


@pytest.mark.clause("gb20.victory.end")
@pytest.mark.parametrize(("rules", "why"), [(GB20, "gb20.victory.end"), (GB10, "gb10.victory.early")])
def test_a_side_whose_last_stand_starves_at_night_has_lost_there_and_then(rules, why):
    state = table(Body("A1", (10, 10), stands=(INFANTRY,)), AWAY, c_ops={RED: (30, 1)}, rules=rules)
    overrun = replace(state.units["Red C Ops"], place=None, marks=frozenset({Mark.DESTROYED}))
    day = plays(state.put(overrun), Replacements(RED), Replacements(BLUE))
    assert day.told[-1] == f"Blue wins: Red has no infantry and no armour left [{why}]"


@pytest.mark.clause("gb20.victory.end")
def test_a_side_whose_last_stand_is_lost_coming_on_at_dawn_has_lost_there_and_then():
    road = {"kind": "road", "name": "road", "course": ((30, 0), (30, 48))}
    last, near = Body("A1", stands=(INFANTRY,)), Body("B1", (30, 8), 180, side=BLUE)
    state = table(last, near, fup={RED: (30, 2)}, pieces=(road,))
    there = PlaceUnit("A1", Place(30, 6, 0), Formation.ASSAULT)
    day = plays(state, DawnDeployment(RED), picks=[Pick("A1"), there])
    assert day.told[-1] == "Blue wins: Red has no infantry and no armour left [gb20.victory.end]"


@pytest.mark.clause("gb20.victory.end")
def test_reserves_count():
    state = battle_for(Body("A1", (20, 4), stands=(INFANTRY,)), Body("A2", stands=(TANK,)), AWAY)
    assert plays(Destroyed(sid(state, "A1/1"), "", 1).apply(state), Clearing(RED)).state.winner is None


@pytest.mark.clause("gb20.victory.end")
def test_a_replaced_stand_that_waits_in_reserve_for_its_battalion_counts():
    state = battle_for(Body("A1", (20, 4), stands=(INFANTRY,) * 2), AWAY)
    last = stand(state, "A1/2")
    state = state.put(replace(last, place=None, marks=frozenset({Mark.WAITING})))
    assert plays(Destroyed(sid(state, "A1/1"), "", 1).apply(state), Clearing(RED)).state.winner is None


@pytest.mark.clause("gb20.victory.end")
def test_a_player_may_concede():
    after = act(battle_for(Body("A1", (20, 4)), AWAY), lambda play: concede(play, RED))
    assert after.told == ["Blue wins: Red concedes [gb20.victory.end]"]


# ---- points


@pytest.mark.clause("gb20.victory.default-points")
def test_points_for_objectives_stands_and_staff():
    state = battle_for(Body("A1", (30, 24)), AWAY, objectives=(TOWN, Objective("the mill", at=(50, 4), value=8)))
    state = takes(state).state
    for number in (1, 2):
        state = Destroyed(sid(state, f"B1/{number}"), "", 1).apply(state)
    state = Tallied("Blue", Tally.OVERRUN, 1).apply(state)
    assert score(state, RED) == 5 + 2 + 3
    assert score(state, BLUE) == 8
    assert losses(state, BLUE) == {"stands lost": 2}


@pytest.mark.clause("gb20.victory.default-points")
@pytest.mark.parametrize(("lost", "line"), [(1, "A draw: 1 points to 0"), (2, "Red wins: 2 points to 0")])
def test_less_than_2_points_apart_is_a_draw(lost, line):
    state = table(Body("A1", (20, 4)), Body("B1", (50, 44), 180, side=BLUE), turn=10)
    for number in range(1, lost + 1):
        state = Destroyed(sid(state, f"B1/{number}"), "", 1).apply(state)
    assert ends(state).told[-1] == f"{line} [gb20.victory.default-points]"


@pytest.mark.clause("gb20.victory.default-points")
def test_half_tracks_are_not_counted():
    riders = Body("B1", (50, 44), 180, side=BLUE, stands=("Infantry by half-track",) * 2)
    state = table(Body("A1", (20, 4)), riders)
    state = Destroyed(f"{sid(state, 'B1/1')}'s half-track", "", 1).apply(state)
    assert score(state, RED) == 0
    assert stand(state, "B1/1").place is not None
