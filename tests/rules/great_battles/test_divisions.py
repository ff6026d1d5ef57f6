"""A side of several divisions, by both books."""

from functools import partial

import pytest
from divided import EAST, EAST_STAFF, WEST, WEST_STAFF, brigades, counts, east, two, west
from gbday import plays
from gbtable import BLUE, GB10, GB20, RED, Body, asks, carried_out, first_question, offers, table, why_not
from msgspec.structs import replace
from rear import STAFF, STAGING, enemy_at, put

from sandtable.board.place import Place
from sandtable.kernel.events import Moved, Spent, Tallied
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.showing import Gauge
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Arrival, Bring, Division, Drop, Objective, Victory, battle
from sandtable.rules.great_battles.commands.airborne import Allot, SavePoint
from sandtable.rules.great_battles.commands.day import Activate, Deactivate, Done, Pick
from sandtable.rules.great_battles.commands.night import Attach, MoveStaff
from sandtable.rules.great_battles.computer.habits import reflex
from sandtable.rules.great_battles.computer.worth import worth
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.day.attachments import attach_next
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.day.night import withdraw_next
from sandtable.rules.great_battles.facts.day import PlayerTurnOver
from sandtable.rules.great_battles.facts.reserves import Detached
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.victory import check_c_ops, score
from sandtable.rules.great_battles.nerve.morale import is_far_from_staff
from sandtable.rules.great_battles.rulesets import D10, D20
from sandtable.rules.great_battles.staff.command import move_c_ops, overrun, return_c_ops, roam_options
from sandtable.rules.great_battles.staff.staff_points import keep_points, roll_staff, share_out, sharing, staff_acts
from sandtable.rules.great_battles.staff.supply import move_fups, situation
from sandtable.rules.great_battles.steps import DawnActivation, Sharing, Turn
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, divisions, force, fup, purses
from sandtable.rules.great_battles.table.field import standing
from sandtable.rules.great_battles.words import Mark, Tally
from sandtable.scripted import act

BOOKS = pytest.mark.parametrize("rules", [GB20, GB10])
B1 = UnitId("B1")


def own_points(rules):
    return {"rules": rules, "options": ("cops-activation",) if rules == GB20 else ("c-ops-activation",)}


def prefix(rules):
    return "gb20" if rules == GB20 else "gb10"


def where(state, *names):
    return [situation(state, state.units[UnitId(name)]) for name in names]


# ---- who belongs to whom


@pytest.mark.clause("gb20.command.divisions", "gb10.setup.friendly-edge")
@BOOKS
def test_battalions_staff_and_stands_belong_to_their_division(rules):
    state = two(rules=rules)
    assert [one.id for one in divisions(state, RED)] == ["West", "East"]
    for name in ("A1", "A1/2 infantry", "A", "West C Ops", "West FUP"):
        assert division_of(state, state.units[UnitId(name)]).id == "West"
    assert c_ops(state, state.units[EAST]).id == "East C Ops" and fup(state, state.units[EAST]).id == "East FUP"


@pytest.mark.clause("gb20.command.divisions", "gb10.setup.friendly-edge")
@BOOKS
def test_a_side_that_names_no_divisions_is_one_under_its_own_name(rules):
    state = table(Body("A1", (10, 16)), rules=rules, points=7, c_ops={RED: (10, 10)}, fup={RED: (10, 6)})
    (only,) = divisions(state, RED)
    assert only == force(state, RED) and purses(state, RED) == [only]
    assert only.tallies[Tally.POINTS] == 7 and division_of(state, state.units["A1"]) == only
    assert (c_ops(state, only).id, fup(state, only).id) == (STAFF, STAGING)
    assert "East" not in state.units


@pytest.mark.clause("gb20.command.divisions", "gb10.setup.friendly-edge")
@BOOKS
def test_a_support_unit_is_of_the_division_of_its_battalion(rules):
    state = two(west("A2", attached=("Heavy weapons",)), east("C2"), rules=rules)
    weapons = next(unit.id for unit in state.units.values() if unit.id.startswith("A2/5"))
    alone = Detached(weapons, UnitId("Red detachment 1")).apply(state)
    assert division_of(alone, alone.units[UnitId("Red detachment 1")]).id == "West"
    fresh = PlayerTurnOver().apply(alone)
    after = carried_out(fresh, attach_next, RED, picks=[Attach(UnitId("Red detachment 1"), UnitId("C2"))]).state
    joined = next(unit for unit in after.units.values() if "heavy weapons" in unit.id)
    assert division_of(after, joined).id == "East"


# ---- staff


@pytest.mark.clause("gb20.morale.c-ops-distance", "gb10.morale.modifier-details")
@BOOKS
@pytest.mark.parametrize(("a1", "c1", "far"), [((10, 16), (50, 16), []), ((50, 16), (10, 16), ["A1", "C1"])])
def test_a_battalion_is_near_its_own_c_ops_only(rules, a1, c1, far):
    state = two(*brigades(a1, c1), rules=rules)
    bodies = [state.units[UnitId(name)] for name in ("A1", "C1")]
    assert [body.id for body in bodies if is_far_from_staff(state, body, standing(state, body.id))] == far


@pytest.mark.clause("gb20.replacements.situation", "gb10.replacements.situation")
@BOOKS
def test_replacements_go_by_ones_own_c_ops(rules):
    assert where(two(rules=rules), "A1", "C1", "A2", "C2") == ["OK", "OK", "In reserve", "In reserve"]
    assert where(two(*brigades((50, 16), (44, 16)), rules=rules), "A1", "C1") == ["Isolated", "OK"]


@pytest.mark.clause("gb20.command.c-ops-destroyed", "gb10.command.overrun", "gb10.replacements.cops-lost")
@BOOKS
def test_a_c_ops_that_is_overrun_costs_its_own_division(rules):
    state = two(*brigades()[:4], enemy_at(50, 10.6), west=12, east=11, rules=rules)
    after = act(state, lambda play: overrun(play, B1))
    assert counts(after.state) == (None, 12, 1)
    assert any("East has 1 of 11 activation points left" in line for line in after.told)
    assert where(after.state, "A1", "A2", "C1", "C2") == ["OK", "In reserve", "Isolated", "Isolated"]
    assert after.state.units[WEST_STAFF].place is not None
    back = act(after.state, lambda play: return_c_ops(play, RED), picks=[MoveStaff(EAST_STAFF, Place(50, 0.5))])
    assert back.state.units[EAST_STAFF].place.point == (50, 0.5)


@pytest.mark.clause("gb20.victory.default-points", "gb10.victory.default")
@BOOKS
def test_each_c_ops_that_is_overrun_counts(rules):
    state = two(*brigades()[:4], enemy_at(50, 10.6), enemy_at(10, 10.6, name="B2"), rules=rules)
    once = act(state, lambda play: overrun(play, B1)).state
    twice = act(once, lambda play: overrun(play, UnitId("B2"))).state
    assert score(twice, BLUE) - score(once, BLUE) == score(once, BLUE) - score(state, BLUE) > 0


@pytest.mark.clause("gb20.command.c-ops-move")
def test_each_c_ops_moves():
    picks = [MoveStaff(WEST_STAFF, Place(10, 22)), MoveStaff(EAST_STAFF, Place(50, 14))]
    after = act(two(), lambda play: move_c_ops(play, RED), picks=picks).state
    assert [after.units[one].place.y for one in (WEST_STAFF, EAST_STAFF)] == [22, 14]


@pytest.mark.clause("gb10.command.cops-move-when")
def test_each_c_ops_moves_once_between_the_moves_of_battalions():
    state = Spent(WEST_STAFF, "has moved").apply(two(rules=GB10))
    assert [option.command for option in roam_options(state, RED)] == [MoveStaff(EAST_STAFF)]


@pytest.mark.clause("gb20.night.fup-moves", "gb10.night.fup")
@BOOKS
def test_each_fup_follows_its_own_c_ops(rules):
    state = Moved(WEST_STAFF, Place(10, 20)).apply(two(rules=rules))
    state = Moved(EAST_STAFF, Place(50, 20)).apply(state)
    question = asks(state, lambda play: move_fups(play, RED))
    assert question.text == "West: where does the FUP go?"
    assert why_not(question, MoveStaff(UnitId("West FUP"), Place(50, 21.5))) == f"{prefix(rules)}.night.{NIGHT[rules]}"
    goes = [MoveStaff(UnitId("West FUP"), Place(10, 21.5)), MoveStaff(UnitId("East FUP"), Place(50, 21.5))]
    after = act(state, lambda play: move_fups(play, RED), picks=goes).state
    assert [after.units[UnitId(name)].place.point for name in ("West FUP", "East FUP")] == [(10, 21.5), (50, 21.5)]


NIGHT = {GB20: "fup-moves", GB10: "fup"}


@pytest.mark.clause("gb20.deploy.zone", "gb10.deploy.where")
@BOOKS
def test_reserves_come_on_round_the_fup_of_their_division(rules):
    state = two(rules=rules)
    question = asks(state, lambda play: deploy_next(play, RED, dawn=True), picks=[Pick(UnitId("C2"))])
    zone = "gb20.deploy.zone" if rules == GB20 else "gb10.deploy.where"
    assert why_not(question, put(50, 4, unit=UnitId("C2"))) == ""
    assert why_not(question, put(10, 4, unit=UnitId("C2"))) == zone


@pytest.mark.clause("gb20.deploy.supply-line", "gb10.deploy.where")
@BOOKS
def test_an_enemy_on_its_road_stops_the_fup_of_one_division_only(rules):
    state = two(*brigades()[:4], enemy_at(50, 3), rules=rules)
    question = asks(state, lambda play: deploy_next(play, RED, dawn=True))
    assert Pick(UnitId("A2")) in offers(question)
    over_edge = asks(state, lambda play: deploy_next(play, RED, dawn=True), picks=[Pick(UnitId("C2"))])
    assert why_not(over_edge, put(50, 16, unit=UnitId("C2"))) != ""  # near its FUP, which is cut off
    assert why_not(over_edge, put(10, 4, unit=UnitId("C2"))) == ""  # where the west road meets the edge


@pytest.mark.clause("gb20.airborne.supply", "gb10.airborne.no-withdrawal")
@BOOKS
def test_troops_from_the_air_are_not_helped_by_the_staff_of_another_division(rules):
    bodies = west("A1", (10, 16), airborne="parachute"), east("C1", (50, 16), airborne="parachute")
    gone = {"c_ops": None, "fup": None}
    state = two(*bodies, rules=rules, drop=Drop(), east_said=gone)
    question = asks(state, lambda play: withdraw_next(play, RED))
    commands = [command.unit for command in offers(question) if hasattr(command, "unit")]
    assert "A1" in commands and "C1" not in commands


# ---- activation


@pytest.mark.clause("gb20.activate.divisions", "gb10.activate.divisions", "gb20.activate.pool", "gb10.activate.pool")
@BOOKS
def test_each_division_makes_a_choice_of_its_own_with_its_own_points(rules):
    state = two(rules=rules)
    question = asks(state, lambda play: activate_next(play, RED, dawn=False))
    assert question.text == "West, 5 activation points: who is activated?"
    assert offers(question) == [Activate(("A1",)), Activate(("A2",)), Activate(("A",)), Done()]
    for stranger in (("C1",), ("C",), ("A", "C")):
        assert why_not(question, Activate(stranger)) == f"{prefix(rules)}.activate.divisions"
    day = plays(state, DawnActivation(RED), picks=[Activate(("A",)), Activate(("C1",))])
    assert counts(day.state) == (None, 3, 2)
    assert day.asked == [
        "Red: West, 5 activation points: who is activated?",
        "Red: East, 3 activation points: who is activated?",
    ]
    active = [name for name in ("A1", "A2", "C1", "C2") if Mark.ACTIVATED in day.state.units[UnitId(name)].marks]
    assert active == ["A1", "A2", "C1"]


@pytest.mark.clause("gb20.activate.divisions", "gb10.activate.divisions")
@BOOKS
def test_a_division_that_passes_leaves_the_other_its_choice(rules):
    day = plays(two(rules=rules), DawnActivation(RED), picks=[Done(), Activate(("C",))])
    assert counts(day.state) == (None, 5, 1)
    assert plays(two(east=0, rules=rules), DawnActivation(RED), picks=[Activate(("A",))]).agenda == []
    settled = carried_out(two(east=0, rules=rules), partial(activate_next, dawn=True), RED, picks=[Done()]).state
    broke = first_question(settled, lambda play: activate_next(play, RED, dawn=True))
    assert broke.text == "East, 0 activation points: who is activated?"
    assert why_not(broke, Activate(("C1",))) == f"{prefix(rules)}.activate.pool"


@pytest.mark.clause("gb20.activate.deactivate", "gb10.activate.deactivate-when")
@BOOKS
def test_each_division_stands_its_own_battalions_down_before_it_activates(rules):
    state = two(*brigades(active=True)[:2], west("A2"), east("C2"), rules=rules)
    question = asks(state, lambda play: activate_next(play, RED, dawn=False), picks=[])
    assert Deactivate("A1") in offers(question) and Deactivate("C1") not in offers(question)


@pytest.mark.clause("gb20.activate.divisions", "gb10.activate.divisions")
@BOOKS
def test_points_in_common_make_one_choice_for_all_divisions(rules):
    state = two(common=20, rules=rules)
    assert counts(state) == (20, None, None)
    question = asks(state, lambda play: activate_next(play, RED, dawn=True))
    assert question.text == "Red, 20 activation points: who is activated?"
    day = plays(state, DawnActivation(RED), picks=[Activate(("A", "C"))])
    assert counts(day.state) == (14, None, None) and len(day.asked) == 1
    assert all(Mark.ACTIVATED in day.state.units[UnitId(name)].marks for name in ("A1", "A2", "C1", "C2"))


# ---- a C Ops that earns them


@pytest.mark.clause("gb20.variants.cops-activation", "gb10.variants.cops-activation-pool")
@BOOKS
def test_each_c_ops_rolls_with_its_own_quality_and_saves_for_its_own_division(rules):
    state = two(**own_points(rules), east_said={"c_ops_quality": "veteran"})
    die = 13 if rules == GB20 else 35  # two actions for veterans, not for the average
    rolled = act(state, lambda play: roll_staff(play, RED), [die, die]).state
    west, east = (rolled.units[one].tallies[Tally.ACTIONS] for one in (WEST_STAFF, EAST_STAFF))
    assert west < 2 and east == 2
    for one in (WEST_STAFF, EAST_STAFF):
        rolled = Tallied(one, Tally.ACTIONS, 1).apply(rolled)
    picks = [Done(), SavePoint(EAST_STAFF)]
    saved = act(rolled, lambda play: [staff_acts(play, RED) for _ in range(3)], picks=picks)
    assert counts(saved.state) == (None, 5, 4)
    assert any(line.startswith("East saves an activation point and has 4") for line in saved.told)


@pytest.mark.clause("gb20.variants.cops-activation", "gb10.variants.cops-cap")
@BOOKS
def test_no_division_holds_more_than_twenty(rules):
    state = two(west=20, east=19, **own_points(rules))
    for one in (WEST_STAFF, EAST_STAFF):
        state = Tallied(one, Tally.ACTIONS, 1).apply(state)
    question = asks(state, lambda play: staff_acts(play, RED))
    assert why_not(question, SavePoint(WEST_STAFF)).startswith(f"{prefix(rules)}.variants.cops-")
    idle = act(state, lambda play: staff_acts(play, RED), picks=[Done()]).state
    assert SavePoint(EAST_STAFF) in offers(asks(idle, lambda play: staff_acts(play, RED)))


@pytest.mark.clause("gb20.variants.cops-activation", "gb10.variants.cops-overnight")
@BOOKS
def test_at_night_each_division_rolls_for_its_own_points(rules):
    keeps, loses = (20, 1) if rules == GB20 else (1, 10)
    after = act(two(west=2, east=1, **own_points(rules)), lambda play: keep_points(play, RED), [keeps, loses, keeps])
    assert counts(after.state) == (None, 1, 1)
    said = [line.partition(" [")[0] for line in after.told if "activation point" in line and "rolls" not in line]
    assert said == ["West keeps 1 of 2 activation points", "East keeps 1 of 1 activation point"]


@pytest.mark.clause("gb20.variants.cops-activation", "gb10.variants.cops-sharing")
@BOOKS
def test_their_owner_divides_points_in_common_before_the_first_dawn_activation(rules):
    state = two(common=6, **own_points(rules))
    assert sharing(state) == [Sharing(RED)]
    question = asks(state, lambda play: share_out(play, RED))
    assert question.text == "Red, 6 activation points: how many does West get?"
    assert offers(question) == [Allot(WEST, share) for share in range(7)]
    after = act(state, lambda play: share_out(play, RED), picks=[Allot(WEST, 2)])
    assert counts(after.state) == (None, 2, 4) and not sharing(after.state)
    assert not sharing(two(common=6, rules=rules))  # without the option a side keeps its own count


@pytest.mark.clause("gb20.variants.cops-activation", "gb10.variants.cops-sharing")
@BOOKS
def test_a_division_without_a_c_ops_on_the_table_gets_none_of_them(rules):
    late = two(common=6, **own_points(rules), west_said={"c_ops": None})
    assert counts(act(late, lambda play: share_out(play, RED)).state) == (None, 0, 6)
    nobody = two(common=6, **own_points(rules), west_said={"c_ops": None}, east_said={"c_ops": None})
    assert not sharing(nobody)
    assert counts(plays(nobody, Turn(5), steps=1).state) == (6, None, None)


# ---- winning, and what the computer and the screen make of it


@pytest.mark.clause("gb20.victory.scenario", "gb10.victory.scenario")
@BOOKS
def test_any_c_ops_of_the_side_will_do_where_one_is_to_be_brought(rules):
    victory = Victory(bring=Bring("Red", "the town", 3.0))
    state = two(rules=rules, objectives=(Objective("the town", at=(50, 10)),), victory=victory)
    assert act(state, check_c_ops).state.winner == RED
    away = two(rules=rules, objectives=(Objective("the town", at=(50, 20)),), victory=victory)
    assert not act(away, check_c_ops).entries


@BOOKS
def test_the_screen_names_whoever_keeps_points(rules):
    showing = (D20 if rules == GB20 else D10).showing
    rows = {one.label: one.value for one in showing.tally(two(rules=rules))}
    assert (rows["West"], rows["East"]) == ("5 activation points", "3 activation points") and "Red" not in rows
    common = {one.label: one.value for one in showing.tally(two(common=9, rules=rules)) if one.side == "Red"}
    assert common["Red"] == "9 activation points"
    bars = {one.label: one.gauge for one in showing.tally(two(rules=rules)) if one.gauge}
    assert (bars["West"], bars["East"]) == (Gauge(5, 5), Gauge(3, 3))
    state = two(rules=rules)
    assert ("Division", "East") in showing.look(state, state.units["C1"]).card
    assert showing.look(state, state.units[EAST]).role == "none"


@BOOKS
def test_the_computer_prizes_the_points_of_every_division_and_each_c_ops_near_its_own(rules):
    poor, rich = two(east=1, rules=rules), two(east=4, rules=rules)
    assert worth(rich, RED) > worth(poor, RED)
    own, others = two(rules=rules), two(*brigades((50, 16), (10, 16)), rules=rules)
    assert worth(own, RED) > worth(others, RED)


@BOOKS
def test_the_computer_divides_points_in_common_evenly(rules):
    question = asks(two(common=6, **own_points(rules)), lambda play: share_out(play, RED))
    assert reflex(question) == Allot(WEST, 3)


# ---- scenario files


WRONG = [
    ({}, {"A1": ""}, "Red: A1: division: it needs one of West, East"),
    ({}, {"A1": "North"}, "Red: A1: division: its side has no division 'North'"),
    ({}, {"A1": "East"}, "Red: A2: division: others of battlegroup A are of East"),
    ({"divisions": (Division("West"), Division("East"), Division("North"))}, {}, "Red: North: no battalion belongs"),
    ({"divisions": (Division("West"), Division("West"))}, {}, "Red: divisions: the name 'West' is given twice"),
    ({"divisions": ()}, {}, "Red: A1: division: its side has no division 'West'"),
    ({"c_ops": (10.0, 10.0)}, {}, "Red: c_ops: its divisions have their own"),
    ({"fup_arrives": Arrival(1, 1, "x")}, {}, "Red: fup_arrives: its divisions have their own"),
    ({"points": 4}, {}, "Red: West: points: the divisions of its side share their points"),
    ({"divisions": (Division("West", -1), Division("East"))}, {}, "Red: West: points: the number is below 0"),
    ({"divisions": (Division("West", c_ops=(99, 1)), Division("East"))}, {}, "Red: West: c_ops: 99, 1 is not a point"),
    (
        {"divisions": (Division("West", c_ops_quality="bad"), Division("East"))},
        {},
        "Red: West: c_ops_quality: 'bad' is not one of raw",
    ),
    ({"divisions": (Division("West", c_ops_lands=1), Division("East"))}, {}, "c_ops_lands: its side needs a drop"),
    (
        {"divisions": (Division("West", c_ops=(1, 1), c_ops_arrives=Arrival(1, 1, "west road")), Division("East"))},
        {},
        "Red: West: c_ops_arrives: it is on the table from the start",
    ),
]


@pytest.mark.parametrize(("army", "homes", "wrong"), WRONG)
def test_a_scenario_whose_divisions_are_faulty_is_refused_by_name(army, homes, wrong):
    scenario = battle(two())
    red, blue = scenario.side
    entries = tuple(replace(one, division=homes.get(one.id, one.division)) for one in red.battalions)
    faulty = replace(scenario, side=(replace(red, battalions=entries, **army), blue))
    with pytest.raises(ScenarioError, match=wrong):
        check(faulty)


def test_a_name_of_a_division_is_nobody_elses():
    scenario = battle(two())
    red, blue = scenario.side
    entries = tuple(replace(one, division="A1" if one.group == "A" else "East") for one in red.battalions)
    taken = replace(red, battalions=entries, divisions=(Division("A1"), Division("East")))
    with pytest.raises(ScenarioError, match="the name 'A1' is given twice"):
        check(replace(scenario, side=(taken, blue)))


def test_the_other_book_has_the_same_divisions():
    scenario = battle(two(rules=GB10))
    other = D10.counterparts[D20.id](scenario)
    assert other.side[0].divisions == scenario.side[0].divisions
    assert D20.counterparts[D10.id](other) == scenario
