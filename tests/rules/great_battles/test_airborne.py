"""Troops from the air: the way down, the C Ops, and their supply."""

import pytest
from drops import A1, RIVER, ROAD, SAFE, STAFF, WOODS, cut, land_all, landed, lands, spot, staff_lands
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, Body, asks, offers, sid, stand, table, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.airborne.rendezvous import is_scattered
from sandtable.rules.great_battles.battle.scenario import Drop
from sandtable.rules.great_battles.commands.airborne import ComeIn, DropOver, MakeFor
from sandtable.rules.great_battles.commands.night import Withdraw
from sandtable.rules.great_battles.day.night import withdraw_next
from sandtable.rules.great_battles.edition import cite
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.nerve.morale import hit_count, morale_modifiers
from sandtable.rules.great_battles.staff.command import move_c_ops
from sandtable.rules.great_battles.staff.staff_drop import Roads
from sandtable.rules.great_battles.staff.supply import situation
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Kind, Mark, Tally
from sandtable.scripted import act

LIGHT = Drop()
PARAS = Body("A1", stands=(INFANTRY,) * 2, airborne="parachute")


# ---- the way down


def over(state, *points, height="normal", unit="A1"):
    """The height, and a point for each stand in turn."""
    stands = [one.id for one in state.units.values() if one.part_of == unit and one.kind in (Kind.INFANTRY, Kind.HQ)]
    drops = [DropOver(i, Place(x, y, 90)) for i, (x, y) in zip(stands, points, strict=True)]
    return [ComeIn(UnitId(unit), height), *drops] if height else drops


def one_down(*dice, drop=LIGHT, height="normal", glider=False, others=(), pieces=(), at=(25.0, 20.0)):
    """A single stand comes down with these dice: flak, two for drift, landing."""
    body = Body("A1", stands=(INFANTRY,), airborne="glider" if glider else "parachute")
    state = table(body, *others, drop=drop, pieces=pieces)
    heights = height if len(drop.heights) > 1 and not glider else ""
    return lands(state, dice, over(state, at, height=heights))


@pytest.mark.clause("gb20.airborne.sequence")
def test_each_stand_in_turn_rolls_for_flak_then_drift_then_landing():
    state = table(PARAS, drop=Drop())
    after = lands(state, [9, 1, 1, 9, 9, 1, 1, 9], over(state, (20, 20), (30, 20)))
    rolls = [line.split(":")[0] for line in after.told if ": rolls" in line]
    one, two = sid(state, "A1/1"), sid(state, "A1/2")
    assert [roll.removeprefix(one) for roll in rolls[:4]] == [
        " comes in normal through light flak",
        " drifts north or south",
        " drifts east or west",
        " lands on clear ground",
    ]
    assert len(rolls) == 8 and all(roll.startswith(two) for roll in rolls[4:])
    assert "A1 has landed and is scattered [gb20.airborne.consolidate]" in after.told


@pytest.mark.clause("gb20.airborne.sequence")
def test_nobody_lands_before_the_turn_the_scenario_gives():
    state = table(PARAS, drop=Drop(), turn=4)
    assert not lands(state).entries


@pytest.mark.clause("gb20.airborne.sequence")
def test_who_was_to_land_on_a_turn_that_was_passed_lands_on_the_next():
    state = table(PARAS, drop=Drop(), turn=7)
    after = lands(state, [9, 1, 1, 9] * 2, over(state, (20, 20), (30, 20)))
    assert spot(after) == (20, 20)


@pytest.mark.clause("gb20.airborne.sequence")
def test_the_points_are_chosen_in_the_zone_and_nobody_else_knows_them():
    state = table(PARAS, drop=Drop(zone=(10, 10, 30, 30)))
    chosen = over(state, (20, 20), (25, 20))
    question = asks(state, land_all, picks=chosen[:2])
    assert not why_not(question, chosen[2])
    assert why_not(question, DropOver(chosen[2].unit, Place(31, 20))) == "gb20.airborne.sequence"
    assert stand(question.state, "A1/1").place == Place(20, 20, 90)
    assert sid(state, "A1/1") not in view(question.state, BLUE).units


@pytest.mark.clause("gb20.airborne.rolls")
@pytest.mark.parametrize(
    ("height", "flak", "die", "expected"),
    [
        ("low", "medium", 2, Mark.DESTROYED),
        ("low", "medium", 3, Mark.SUPPRESSED),
        ("low", "medium", 5, ""),
        ("high", "light", 1, Mark.SUPPRESSED),
        ("high", "light", 2, ""),
        ("normal", "heavy", 2, Mark.DESTROYED),
    ],
)
def test_flak_is_worse_the_lower_one_comes_in(height, flak, die, expected):
    rest = () if expected == Mark.DESTROYED else (1, 1, SAFE)
    after = one_down(die, *rest, height=height, drop=Drop(flak=flak))
    assert landed(after) == expected


@pytest.mark.clause("gb20.airborne.rolls")
def test_gliders_take_flak_as_if_high_and_drift_as_if_low():
    after = one_down(3, 6, 9, SAFE, glider=True, drop=Drop(flak="heavy"))
    assert landed(after) == Mark.SUPPRESSED
    assert spot(after) == (25.5, 20.5)


@pytest.mark.clause("gb20.airborne.rolls")
@pytest.mark.parametrize(
    ("theatre", "height", "dice", "expected"),
    [
        ("NW Europe", "normal", (6, 9), (26, 21)),
        ("Crete", "high", (6, 8), (23, 4)),
        ("Crete", "low", (2, 2), (26, 19)),
        ("NW Europe", "normal", (1, 1), (25, 20)),
    ],
)
def test_drift_goes_by_theatre_and_height(theatre, height, dice, expected):
    after = one_down(SAFE, *dice, SAFE, height=height, drop=Drop(theatre=theatre))
    assert spot(after) == expected


@pytest.mark.clause("gb20.airborne.rolls")
def test_landing_damage_is_one_worse_within_six_inches_of_an_enemy():
    near = Body("B1", (25, 26.0), 180, side=BLUE, stands=(INFANTRY,))
    after = one_down(SAFE, 1, 1, 1, others=(near,))
    assert landed(after) == Mark.DESTROYED
    assert any("-1 within 6 inches of an enemy [gb20.airborne.rolls]" in line for line in after.told)
    far = Body("B1", (25, 28.0), 180, side=BLUE, stands=(INFANTRY,))
    assert landed(one_down(SAFE, 1, 1, 1, others=(far,))) == Mark.SUPPRESSED


@pytest.mark.clause("gb20.airborne.rolls")
@pytest.mark.parametrize(
    ("night", "glider", "rough", "die", "expected"),
    [
        (False, False, False, 2, ""),
        (False, False, True, 3, Mark.SUPPRESSED),
        (False, True, False, 2, Mark.DESTROYED),
        (True, False, False, 2, Mark.DESTROYED),
        (True, True, True, 7, Mark.SUPPRESSED),
        (True, True, True, 8, ""),
    ],
)
def test_landing_damage_goes_by_light_way_down_and_ground(night, glider, rough, die, expected):
    pieces = (WOODS,) if rough else ()
    at = (25.0, 25.0)
    after = one_down(SAFE, 1, 1, die, glider=glider, drop=Drop(night=night), pieces=pieces, at=at)
    assert landed(after) == expected


@pytest.mark.clause("gb20.airborne.rolls")
def test_stands_blown_off_the_table_or_into_a_river_are_lost():
    after = one_down(SAFE, 2, 1, at=(25.0, 1.0))
    assert landed(after) == Mark.DESTROYED and spot(after) is None
    assert "A1/1 infantry is lost off the table [gb20.airborne.rolls]" in after.told
    after = one_down(SAFE, 7, 1, pieces=(RIVER,))
    assert "A1/1 infantry is lost in the water [gb20.airborne.rolls]" in after.told


@pytest.mark.clause("gb20.airborne.rolls")
def test_what_the_landing_costs_counts_for_morale_in_that_player_turn():
    state = table(PARAS, drop=Drop())
    after = lands(state, [1, 1, 1, SAFE, SAFE, 1, 1, 1], over(state, (20, 20), (30, 20)))
    assert hit_count(after.state, A1) == 2


@pytest.mark.clause("gb20.airborne.rolls")
def test_who_comes_down_on_a_stand_stands_beside_it():
    there = Body("A2", (25, 20.5), stands=(INFANTRY,))
    after = one_down(SAFE, 1, 1, SAFE, others=(there,))
    a, b = spot(after), stand(after.state, "A2/1").place.point
    assert a != b and abs(a[0] - b[0]) < 2.5 and abs(a[1] - b[1]) < 2.5


@pytest.mark.clause("gb20.airborne.sequence")
def test_a_battalion_of_which_nobody_comes_down_is_not_on_the_table():
    state = table(PARAS, drop=Drop(flak="heavy"))
    after = lands(state, [1, 1], over(state, (20, 20), (30, 20), height="low"))
    assert not is_scattered(after.state.units["A1"])
    assert after.state.units["A1"].tallies[Tally.LOST_TODAY] == 2


# ---- the C Ops


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_c_ops_landed_off_road_goes_to_a_point_of_a_road_that_its_owner_chooses():
    after = staff_lands(MakeFor(STAFF, Place(40, 24)), at=(32.0, 24.0))
    walked = act(after.state, lambda play: move_c_ops(play, RED))
    assert walked.state.units[STAFF].place == Place(38, 24)
    there = act(walked.state, lambda play: move_c_ops(play, RED)).state.units[STAFF]
    assert there.place == Place(40, 24) and Mark.OFF_ROAD not in there.marks


@pytest.mark.parametrize("rules", [GB20, GB10])
@pytest.mark.clause("gb20.setup.table-edge", "gb10.setup.table-edge", "gb10.airborne.cops")
def test_a_c_ops_that_lands_at_the_rim_stands_whole_on_the_table_and_so_it_does_on_its_road(rules):
    after = staff_lands(MakeFor(STAFF, Place(40, 0.5)), at=(36.0, 0.1), rules=rules)
    staff, edge = after.state.units[STAFF], cite(after.state, "setup.table-edge")
    assert staff.place.point == (36, 0.5)
    region = Roads(after.state, staff)
    assert {region.why_not(Place(40, y)).clause for y in (0, 0.4, 48)} == {edge}
    assert region.nearest(Place(39, 0)).point == (40, 0.5) and all(map(region.contains, region.known))
    there = act(after.state, lambda play: move_c_ops(play, RED)).state.units[STAFF]
    assert there.place.point == (40, 0.5) and Mark.OFF_ROAD not in there.marks


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_c_ops_off_road_is_no_help_to_morale():
    state = staff_lands(MakeFor(STAFF, Place(40, 10)), at=(12.0, 10.0)).state
    assert "gb20.morale.c-ops-distance" in {one.clause for one in morale_modifiers(state, state.units["A1"])}
    on_road = state.put(replace(state.units[STAFF], marks=frozenset()))
    assert "gb20.morale.c-ops-distance" not in {one.clause for one in morale_modifiers(on_road, state.units["A1"])}


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_c_ops_makes_for_nothing_but_a_road():
    state = table(Body("A1", (10, 10)), drop=Drop(c_ops=5, heights=("low",)), pieces=(ROAD,))
    question = asks(state, land_all, [1, 1], [DropOver(STAFF, Place(25, 20))])
    assert why_not(question, MakeFor(STAFF, Place(30, 24))) == "gb20.airborne.consolidate"
    assert not why_not(question, MakeFor(STAFF, Place(40, 24)))
    assert question.first.region.nearest(Place(39.2, 24.3)) == Place(40, 24.3), "somebody who points beside it"


@pytest.mark.clause("gb20.airborne.rolls")
def test_a_c_ops_comes_down_unharmed_unless_it_is_blown_away():
    after = staff_lands(at=(40.0, 3.0), dice=(5, 1))
    assert "Red C Ops is lost off the table [gb20.airborne.rolls]" in after.told
    after = staff_lands(at=(40.0, 3.0))
    assert after.state.units[STAFF].place == Place(40, 3)


# ---- supply


@pytest.mark.clause("gb20.airborne.supply")
def test_without_c_ops_and_fup_they_cannot_withdraw_at_night():
    question = asks(cut(c_ops=(40.0, 24.0)), lambda play: withdraw_next(play, RED))
    assert Withdraw(A1) in offers(question)
    script = act(cut(), lambda play: withdraw_next(play, RED))
    refusals = {option.command: option.refusal.clause for option in script.asked[0].barred}
    assert refusals[Withdraw(A1)] == "gb20.airborne.supply"


@pytest.mark.clause("gb20.airborne.supply")
def test_supply_drops_help_if_the_c_ops_has_clear_road_to_within_12_inches_of_them():
    near = Drop(supplies=(46.0, 44.0))
    state = cut(near, c_ops=(40.0, 24.0))
    assert situation(state, state.units["A1"]) == "OK"
    far = cut(Drop(supplies=(54.0, 44.0)), c_ops=(40.0, 24.0))
    assert situation(far, far.units["A1"]) == "Isolated"
    enemy = Body("B1", (41, 30), 180, side=BLUE, stands=(INFANTRY,))
    held = cut(near, c_ops=(40.0, 16.0), others=(enemy,))
    assert situation(held, held.units["A1"]) == "Isolated"


@pytest.mark.clause("gb20.airborne.supply")
def test_a_road_to_the_drop_zone_need_not_lead_to_the_friendly_edge():
    behind = Body("B1", (41, 6), 180, side=BLUE, stands=(INFANTRY,))
    state = cut(Drop(supplies=(46.0, 44.0)), c_ops=(40.0, 24.0), others=(behind,))
    assert situation(state, state.units["A1"]) == "OK"


# ---- what a scenario may say


@pytest.mark.parametrize(
    ("drop", "wrong"),
    [
        (Drop(flak="none"), "Red: drop: flak: 'none' is not one of light, medium, heavy"),
        (Drop(theatre="Burma"), "Red: drop: theatre: 'Burma' is not one of Crete, NW Europe"),
        (Drop(heights=("treetop",)), "Red: drop: heights: it needs one or more of high, normal, low"),
        (Drop(zone=(50, 0, 70, 10)), "Red: drop: zone: west, south, east and north of an area of the table are needed"),
        (Drop(supplies=(70, 10)), "Red: drop: supplies: that point is not on the table"),
        (None, "Red: A1: airborne: its side needs a drop"),
    ],
)
def test_a_scenario_with_a_faulty_drop_is_refused(drop, wrong):
    with pytest.raises(ScenarioError, match=wrong.replace("(", r"\(")):
        table(PARAS, drop=drop)


def test_a_battalion_lands_on_a_turn_and_starts_off_the_table():
    state = table(PARAS, drop=Drop())
    red, blue = state.scenario.side
    for change, wrong in (({"lands": 0}, "airborne and lands"), ({"airborne": "balloon"}, "balloon")):
        entry = replace(red.battalions[0], **change)
        with pytest.raises(ScenarioError, match=wrong):
            check(replace(state.scenario, side=(replace(red, battalions=(entry,)), blue)))
