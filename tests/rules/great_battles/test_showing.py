"""How the game shows itself on a screen."""

import pytest
from gbtable import BLUE, RED, TANK, Body, marked, sid, stand, table
from msgspec.structs import replace

import sandtable as st
from sandtable.kernel.decision import Option
from sandtable.kernel.dice import at_least
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.showing import Clock, Grade, Steps, lucky
from sandtable.rules.great_battles import steps
from sandtable.rules.great_battles.battle.scenario import Artillery, Objective
from sandtable.rules.great_battles.commands.day import Deactivate, Done, EditOrders, FireAt, Move
from sandtable.rules.great_battles.rulesets import D20
from sandtable.rules.great_battles.words import Did, Mark

SHOWING = D20.showing
WOOD = {"kind": "woods", "name": "copse", "at": [30, 30], "size": [6, 6]}


def battle(**more):
    return table(Body("R1", (20, 10), attached=(TANK, "HQ")), Body("B1", (20, 30), 180, side=BLUE), **more)


def test_stands_are_pieces_with_their_symbol_and_a_battalion_is_the_group_of_them():
    state = battle()
    looks = [SHOWING.look(state, unit) for unit in state.units.values() if unit.part_of == "R1"]
    assert [look.symbol for look in looks] == ["infantry"] * 3 + ["armour", "hq"]
    body = SHOWING.look(state, state.units["R1"])
    assert (body.role, body.formation, body.strength) == ("group", "assault", (5, 5))
    assert body.quality == Grade(3, 5, "average")


def test_a_list_is_told_what_a_stand_is_called_and_what_a_battalion_has():
    state = battle()
    tank = SHOWING.look(state, stand(state, "R1/4"))
    assert tank.name == "Sherman" and tank.brief[0] == "Armour" and "attached" in tank.brief
    low = replace(state.units["R1"], traits=state.units["R1"].traits | {"may start set up"}, tallies={"lost today": 2})
    look = SHOWING.look(state, low)
    assert look.brief == ("2 lost today",) and look.set_up == ("may start set up",)


def test_a_battalion_that_was_made_up_again_is_shown_with_the_quality_it_plays_with():
    look = SHOWING.look(battle(), marked(battle(), "R1", Mark.REBUILT).units["R1"])
    assert look.quality == Grade(2, 5, "inferior") and look.card[0] == ("Quality", "inferior")


def test_a_destroyed_stand_is_lost_and_counts_no_more():
    state = marked(battle(), "R1/1", Mark.DESTROYED)
    look = SHOWING.look(state, stand(state, "R1/1"))
    assert look.lost and look.marks == ()
    assert SHOWING.look(state, state.units["R1"]).strength == (4, 5)


def test_the_strength_of_a_battalion_that_is_seen_in_part_is_not_told():
    state = table(Body("R1", (20, 10)), Body("B1", (20, 30), 180, side=BLUE))
    hidden = state.put(replace(stand(state, "B1/2"), known_to=frozenset()))
    view = D20.view(hidden, RED)
    look = SHOWING.look(view, view.units["B1"])
    assert look.strength is None and ("Stands seen", "2") in look.card


@pytest.mark.parametrize(
    ("head", "spent", "left"),
    [
        (steps.Moving(RED, 1), frozenset(), 2),
        (steps.Moving(RED, 1), frozenset({Did.ACTED}), 1),
        (steps.Moving(RED, 2), frozenset(), 1),
        (steps.Moving(RED, 2), frozenset({Did.ACTED}), 0),
        (steps.Moving(BLUE, 2), frozenset(), 2),
    ],
)
def test_actions_are_used_up_round_by_round(head, spent, left):
    state = battle()
    body = replace(state.units["R1"], tallies={**state.units["R1"].tallies, "actions": 2}, spent=spent)
    state = replace(state.put(body), agenda=(head,))
    assert SHOWING.look(state, body).actions == (left, 2)


def test_a_mission_is_drawn_where_it_is_planned_and_where_it_falls():
    state = battle(artillery=Artillery("average", 1, 5))
    template = state.units["Red template 1"]
    assert SHOWING.look(state, template).role == "template" and template.place is None
    planned = replace(template, place=st.Place(20.0, 20.0), marks=frozenset({Mark.REGISTERED}))
    assert SHOWING.look(state, planned).kind == "planned barrage"
    falls = replace(planned, marks=frozenset({Mark.FALLING}))
    assert (SHOWING.look(state, falls).role, SHOWING.look(state, falls).kind) == ("template", "barrage")


def test_the_bands_of_fire_are_those_of_the_weapon():
    state = battle()
    foot = [sector.radius for sector in SHOWING.sectors(state, stand(state, "R1/1"))]
    tank = [sector.radius for sector in SHOWING.sectors(state, stand(state, "R1/4"))]
    assert max(tank) > max(foot) and SHOWING.sectors(state, stand(state, "R1/5")) == ()


@pytest.mark.parametrize(
    ("rules", "name", "first", "last"),
    [("great-battles-d20", "first-orders", 4, 12), ("great-battles-d10", "road-to-agira", 1, 10)],
)
def test_while_troops_are_set_up_there_is_no_turn_yet(rules, name, first, last):
    """First orders begins with turn 4: whoever sets up is not in turn 3, and nobody plays the turns before."""
    game = st.new_game(rules, name)
    assert game.rules.showing.clock(game.state) == Clock(0, last, "Before the battle", first)


def test_the_clock_and_the_steps_follow_the_turn():
    state = battle(turn=5, days=2)
    assert SHOWING.clock(state) == Clock(5, 10, "Day 1 of 2, turn 5 of 10")
    for head, name in ((steps.Activation(RED), "Activation"), (steps.Aiming(RED, 2), "Second round")):
        found = SHOWING.steps(replace(state, agenda=(head,)))
        assert found.names[found.now] == name
    assert SHOWING.steps(replace(state, agenda=(steps.Placement(RED),))) == Steps(("Setting up",), 0)
    assert SHOWING.steps(replace(state, agenda=(steps.NightRest(),))) == Steps(("Night",), 0)


@pytest.mark.parametrize("step", [steps.Sharing(RED), steps.PassedTurn(RED)])
def test_what_comes_by_day_is_not_shown_as_night(step):
    assert SHOWING.steps(replace(battle(), agenda=(step,))) != Steps(("Night",), 0)


def test_the_ground_is_told_in_words():
    assert (
        SHOWING.ground(battle(pieces=(WOOD,)), st.Place(30.0, 30.0)) == "30, 30: woods, bad going, soft cover, level 0"
    )
    assert SHOWING.ground(battle(), st.Place(5.0, 5.0)) == "5, 5: open, good going, no cover, level 0"


def test_standing_orders_stand_under_a_heading_of_their_own():
    assert SHOWING.verb(EditOrders()) == SHOWING.verb(FireAt(50)) == "standing orders"
    assert SHOWING.verb(Move(sid(battle(), "R1/1"))) == "move"


def test_whoever_throws_is_lucky_to_make_the_need():
    state = battle()
    roll = Rolled(Throw("to hit", "fires", "R1/1 infantry", ("B1/1 infantry",)), at_least(10, 20), (12,), (), need())
    assert lucky(state, roll) == RED
    assert lucky(state, replace(roll, throw=Throw("weather", "the weather of the day"))) is None


def need() -> Reckoning:
    return Reckoning(Term(10, "score", Clause("gb20.fire.to-hit")))


@pytest.mark.parametrize("scenario", sorted(D20.scenarios()))
def test_every_scenario_says_what_winning_takes_and_how_long_it_lasts(scenario):
    one = D20.scenarios()[scenario]
    winning = SHOWING.winning(one)
    assert set(winning) == {army.name for army in one.side} and all(winning.values())
    assert SHOWING.length(one)


def test_what_must_be_held_is_named():
    assert SHOWING.winning(D20.scenarios()["first-orders"]) == {
        "Allied": "Hold the village at the end of any turn.",
        "Axis": "Keep the enemy from it until the time is up. You also win if A1 goes to ground.",
    }


def test_an_objective_has_its_value():
    state = battle(objectives=(Objective("mill", at=(20, 20), value=7),))
    assert SHOWING.look(state, state.units["mill"]).value == 7


# ---- who could fire


def test_whoever_sees_a_stand_within_reach_threatens_it_and_his_chance_is_that_of_the_chart():
    state = table(Body("R1", (20, 10)), Body("B1", (20, 15), 180, side=BLUE))
    found = SHOWING.threats(D20.view(state, RED), [sid(state, "R1/1")])
    assert {one.firer for one in found} <= {sid(state, f"B1/{n}") for n in (1, 2, 3)} and found
    assert all(one.target == sid(state, "R1/1") and one.chance and 0 < one.chance < 1 for one in found)
    assert f"{found[0].chance:.0%}" in found[0].words


@pytest.mark.parametrize(
    "calmed",
    [
        lambda state: marked(state, "B1", Mark.ACTION_TAKEN),
        lambda state: state.put(replace(stand(state, "R1/1"), place=replace(stand(state, "R1/1").place, y=1.0))),
        lambda state: marked(state, "R1/1", Mark.DESTROYED),
    ],
    ids=["action taken", "out of reach", "nobody left to be hit"],
)
def test_nobody_threatens_who_may_not_fire_now_or_cannot_reach(calmed):
    state = calmed(table(Body("R1", (20, 10)), Body("B1", (20, 20), 180, side=BLUE)))
    assert SHOWING.threats(D20.view(state, RED), [sid(state, "R1/1")]) == ()


def test_an_enemy_that_a_side_does_not_know_of_is_no_threat_on_its_screen():
    state = table(Body("R1", (20, 10)), Body("B1", (20, 15), 180, side=BLUE))
    for name in ("B1/1", "B1/2", "B1/3"):
        state = state.put(replace(stand(state, name), known_to=frozenset()))
    assert SHOWING.threats(D20.view(state, RED), [sid(state, "R1/1")]) == ()


def test_no_screen_has_ready_what_undoes_or_ends_something():
    stands_down, no_more = (Option(command, Clause("gb20.activate.cost")) for command in (Deactivate("A1"), Done()))
    assert SHOWING.ready([stands_down, no_more]) == 1
    assert SHOWING.ready([no_more, stands_down]) == 0
    assert SHOWING.ready([stands_down]) == 0
