"""Troops from the air: the way down, coming together, and their supply."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, asks, marked, moved, offers, sid, stand, table, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.actions import move_next, tidy_next
from sandtable.rules.great_battles.airborne import land_next
from sandtable.rules.great_battles.command import move_c_ops
from sandtable.rules.great_battles.commands import Charge, Done, Form, Halt, Limber, Move, OpenFire, Pick, Rally
from sandtable.rules.great_battles.commands_airborne import (
    ComeIn,
    Consolidate,
    DropOver,
    Infiltrate,
    MakeFor,
    Meet,
    MoveOff,
    StopShort,
)
from sandtable.rules.great_battles.commands_night import Withdraw
from sandtable.rules.great_battles.events import PlayerTurnOver
from sandtable.rules.great_battles.morale import hit_count, morale_modifiers
from sandtable.rules.great_battles.night import reform_next, withdraw_next
from sandtable.rules.great_battles.reading import check
from sandtable.rules.great_battles.rendezvous import is_scattered, stragglers
from sandtable.rules.great_battles.replacements import isolate
from sandtable.rules.great_battles.scenario import Drop
from sandtable.rules.great_battles.supply import situation
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally
from sandtable.testing import act

PARAS = Body("A1", stands=(INFANTRY,) * 2, airborne="parachute")
LIGHT = Drop()
SAFE = 10  # no flak hits, and no bone breaks
ROAD = {"kind": "road", "name": "the road", "course": [[40, 0], [40, 48]]}
RIVER = {"kind": "river", "name": "the river", "corners": [[20, 21], [30, 21], [30, 30], [20, 30]]}
WOODS = {"kind": "woods", "name": "the wood", "corners": [[20, 21], [30, 21], [30, 30], [20, 30]]}


# ---- the way down


def lands(state, dice=(), picks=()):
    """Everything that is to land does."""

    def all_of_it(play):
        while land_next(play, RED):
            pass

    return act(state, all_of_it, dice, picks, view=view)


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


def fate(after):
    unit = stand(after.state, "A1/1")
    return Mark.DESTROYED if Mark.DESTROYED in unit.marks else Mark.SUPPRESSED if Mark.SUPPRESSED in unit.marks else ""


def spot(after, name="A1/1"):
    place = stand(after.state, name).place
    return place and place.point


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
    assert all(roll.startswith(two) for roll in rolls[4:])
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

    def to_the_second_point(play):
        while land_next(play, RED):
            pass

    question = asks(state, to_the_second_point, picks=chosen[:2])
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
    assert fate(after) == expected


@pytest.mark.clause("gb20.airborne.rolls")
def test_gliders_take_flak_as_if_high_and_drift_as_if_low():
    after = one_down(3, 6, 9, SAFE, glider=True, drop=Drop(flak="heavy"))
    assert fate(after) == Mark.SUPPRESSED
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
    assert fate(after) == Mark.DESTROYED
    assert any("-1 within 6 inches of an enemy [gb20.airborne.rolls]" in line for line in after.told)
    far = Body("B1", (25, 28.0), 180, side=BLUE, stands=(INFANTRY,))
    assert fate(one_down(SAFE, 1, 1, 1, others=(far,))) == Mark.SUPPRESSED


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
    assert fate(after) == expected


@pytest.mark.clause("gb20.airborne.rolls")
def test_stands_blown_off_the_table_or_into_a_river_are_lost():
    after = one_down(SAFE, 2, 1, at=(25.0, 1.0))
    assert fate(after) == Mark.DESTROYED and spot(after) is None
    assert "A1/1 infantry is lost off the table [gb20.airborne.rolls]" in after.told
    after = one_down(SAFE, 7, 1, pieces=(RIVER,))
    assert "A1/1 infantry is lost in the water [gb20.airborne.rolls]" in after.told


@pytest.mark.clause("gb20.airborne.rolls")
def test_what_the_landing_costs_counts_for_morale_in_that_player_turn():
    state = table(PARAS, drop=Drop())
    after = lands(state, [1, 1, 1, SAFE, SAFE, 1, 1, 1], over(state, (20, 20), (30, 20)))
    assert hit_count(after.state, UnitId("A1")) == 2


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


def staff_lands(*dice, picks=(), at=(25.0, 20.0), pieces=(ROAD,)):
    state = table(Body("A1", (10, 10)), drop=Drop(c_ops=5), pieces=pieces)
    staff = UnitId("Red C Ops")
    return lands(state, dice, [ComeIn(staff, "normal"), DropOver(staff, Place(*at)), *picks])


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_c_ops_landed_off_road_goes_to_a_point_of_a_road_that_its_owner_chooses():
    make_for = MakeFor(UnitId("Red C Ops"), Place(40, 24))
    after = staff_lands(1, 1, picks=[make_for], at=(32.0, 24.0))
    walked = act(after.state, lambda play: move_c_ops(play, RED))
    assert walked.state.units["Red C Ops"].place == Place(38, 24)
    there = act(walked.state, lambda play: move_c_ops(play, RED)).state.units["Red C Ops"]
    assert there.place == Place(40, 24) and Mark.OFF_ROAD not in there.marks


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_c_ops_off_road_is_no_help_to_morale():
    make_for = MakeFor(UnitId("Red C Ops"), Place(40, 10))
    state = staff_lands(1, 1, picks=[make_for], at=(12.0, 10.0)).state
    assert "gb20.morale.c-ops-distance" in {one.clause for one in morale_modifiers(state, state.units["A1"])}
    staff = state.units["Red C Ops"]
    on_road = state.put(replace(staff, marks=frozenset()))
    assert "gb20.morale.c-ops-distance" not in {one.clause for one in morale_modifiers(on_road, state.units["A1"])}


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_c_ops_makes_for_nothing_but_a_road():
    state = table(Body("A1", (10, 10)), drop=Drop(c_ops=5, heights=("low",)), pieces=(ROAD,))
    staff = UnitId("Red C Ops")

    def all_of_it(play):
        while land_next(play, RED):
            pass

    question = asks(state, all_of_it, [1, 1], [DropOver(staff, Place(25, 20))])
    assert why_not(question, MakeFor(staff, Place(30, 24))) == "gb20.airborne.consolidate"
    assert not why_not(question, MakeFor(staff, Place(40, 24)))


@pytest.mark.clause("gb20.airborne.rolls")
def test_a_c_ops_comes_down_unharmed_unless_it_is_blown_away():
    after = staff_lands(5, 1, at=(40.0, 3.0))
    assert "Red C Ops is lost off the table [gb20.airborne.rolls]" in after.told
    after = staff_lands(1, 1, at=(40.0, 3.0))
    assert after.state.units["Red C Ops"].place == Place(40, 3)


# ---- coming together


def scattered(*spots, others=(), active=True, quality="average", stands=(), number_of_actions=2, **more):
    """A1, landed at these points and facing north."""
    stands = stands or (INFANTRY,) * len(spots)
    body = Body("A1", (20, 20), stands=stands, formation=Formation.DEFENSIVE, active=active, quality=quality, **more)
    state = marked(table(body, *others), "A1", Mark.SCATTERED)
    for number, (x, y) in enumerate(spots, 1):
        state = moved(state, f"A1/{number}", x, y)
    unit = state.units["A1"]
    return state.put(replace(unit, tallies={**unit.tallies, Tally.ACTIONS: number_of_actions}))


def moves(state, *picks, dice=(), number=1):
    return act(state, lambda play: move_next(play, RED, number), dice, [Pick(UnitId("A1")), *picks], view=view)


def consolidates(state, *picks, dice=(), meet="A1/1"):
    return moves(state, Meet(sid(state, meet)), Consolidate(UnitId("A1")), *picks, dice=dice)


def choice(state, *picks, number=1):
    return asks(state, lambda play: move_next(play, RED, number), picks=[Pick(UnitId("A1")), *picks])


@pytest.mark.clause("gb20.airborne.consolidate")
def test_every_other_stand_goes_straight_to_the_rendezvous_which_stays():
    after = consolidates(scattered((20, 20), (32, 20), (20, 30)))
    assert spot(after) == (20, 20)
    assert spot(after, "A1/2") == (30, 20)  # infantry goes 2 inches in defensive formation
    assert spot(after, "A1/3") == (20, 28)
    assert is_scattered(after.state.units["A1"])


@pytest.mark.clause("gb20.airborne.consolidate")
def test_each_goes_at_its_own_rate():
    state = scattered((20, 20), (32, 20), (20, 30), stands=(INFANTRY, INFANTRY, "6 pounder AT gun M"))
    after = consolidates(state)
    assert spot(after, "A1/2") == (30, 20)
    assert spot(after, "A1/3") == (20, 29)


@pytest.mark.clause("gb20.airborne.consolidate")
def test_once_within_two_inches_of_one_that_is_in_all_are_together():
    after = consolidates(scattered((20, 20), (24, 20), (28, 20)))
    assert not is_scattered(after.state.units["A1"])
    gap = stand(after.state, "A1/2").place.x - 20
    assert 3.4 <= gap <= 3.5  # the bases are 1.5 inches wide
    assert Formation.DEFENSIVE in after.state.units["A1"].marks


@pytest.mark.clause("gb20.airborne.consolidate")
def test_until_then_it_only_consolidates_fires_and_rallies():
    state = scattered((20, 20), (32, 20), (20, 30), suppressed=(2,))
    question = choice(state, Meet(sid(state, "A1/1")), number=2)
    for command in (Move(UnitId("A1"), Place(20, 21)), Charge(UnitId("A1"), UnitId("B9")), Form(UnitId("A1"))):
        assert why_not(question, command) == "gb20.airborne.consolidate"
    assert offers(question) == [Consolidate(UnitId("A1")), MoveOff(UnitId("A1")), Halt(UnitId("A1"))]
    tidy = asks(state, lambda play: tidy_next(play, RED, 2))
    assert Rally(UnitId("A1")) in offers(tidy)


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_scattered_battalion_packs_nothing_up_and_does_not_reform_at_night():
    state = scattered((20, 20), (32, 20), stands=(INFANTRY, "6 pounder AT gun M"), set_up=(2,), suppressed=(1,))
    tidy = asks(state, lambda play: tidy_next(play, RED, 1))
    assert Limber(sid(state, "A1/2")) not in offers(tidy)
    assert not act(state, lambda play: reform_next(play, RED)).entries


@pytest.mark.clause("gb20.airborne.sequence")
def test_its_first_action_must_go_on_consolidating():
    state = scattered((20, 20), (32, 20))
    first = choice(state, Meet(sid(state, "A1/1")))
    assert why_not(first, Halt(UnitId("A1"))) == "gb20.airborne.sequence"
    whole = consolidates(state)
    assert whole.asked[0].barred[-1].command == Done()
    assert whole.asked[0].barred[-1].refusal.clause == "gb20.airborne.sequence"


@pytest.mark.clause("gb20.airborne.consolidate")
def test_if_its_owner_moves_it_off_the_stragglers_are_destroyed():
    state = scattered((20, 20), (22.5, 20), (20, 30))
    after = moves(state, Meet(sid(state, "A1/1")), MoveOff(UnitId("A1")), Halt(UnitId("A1")))
    assert Mark.DESTROYED in stand(after.state, "A1/3").marks
    assert Mark.DESTROYED not in stand(after.state, "A1/2").marks
    assert not is_scattered(after.state.units["A1"])


@pytest.mark.clause("gb20.airborne.consolidate")
def test_together_again_it_may_do_anything():
    state = scattered((20, 20), (22.5, 20))
    question = choice(state, Meet(sid(state, "A1/1")))
    assert not why_not(question, Move(UnitId("A1"), replace(question.state.units["A1"].place, y=21)))


@pytest.mark.clause("gb20.airborne.consolidate")
def test_another_rendezvous_is_chosen_only_if_the_first_is_destroyed():
    state = marked(scattered((20, 20), (32, 20), (20, 30)), "A1/1", Mark.RENDEZVOUS)
    assert Consolidate(UnitId("A1")) in offers(choice(state))
    lost = marked(state, "A1/1", Mark.DESTROYED)
    assert Meet(sid(state, "A1/2")) in offers(choice(lost))


@pytest.mark.clause("gb20.airborne.consolidate")
def test_not_activated_it_comes_no_nearer_than_twelve_inches_to_the_enemy():
    enemy = Body("B1", (38, 20), 270, side=BLUE, stands=(INFANTRY,))
    state = scattered((30, 20), (23.5, 20), (20, 20), others=(enemy,), active=False)
    after = consolidates(state)
    edge = 38 - 12 - 0.5  # where the edge of the base would come within 12 inches
    assert 23.5 < spot(after, "A1/2")[0] <= edge
    free = consolidates(scattered((30, 20), (23.5, 20), (20, 20), others=(enemy,), active=True))
    assert spot(free, "A1/2")[0] == 25.5


@pytest.mark.clause("gb20.airborne.consolidate")
def test_the_enemy_may_fire_at_those_who_come_together_in_his_sight():
    enemy = Body("B1", (31, 26), 180, side=BLUE, stands=(INFANTRY,))
    state = scattered((20, 20), (32, 20), others=(enemy,))
    question = choice(state, Meet(sid(state, "A1/1")), Consolidate(UnitId("A1")))
    assert OpenFire(UnitId("B1")) in offers(question)


# The line of the second stand to the rendezvous leads between two enemy stands that are 1.5 inches apart.
PAIR = Body("B1", (25, 20), 0, side=BLUE, stands=(INFANTRY,) * 2, marks=(Mark.ACTION_TAKEN,))


def lined_up(**more):
    state = scattered((20, 20), (26.2, 20), others=(PAIR,), **more)
    state = moved(state, "B1/1", 25, 21.5, 90)
    return moved(state, "B1/2", 25, 18.5, 90)


@pytest.mark.case("gb20.airborne.consolidate", 1)
@pytest.mark.parametrize(("die", "mark"), [(7, Mark.SUPPRESSED), (6, Mark.DESTROYED)])
def test_a_veteran_stand_slips_between_two_enemies_on_7(die, mark):
    state = lined_up(quality="veteran")
    after = consolidates(state, Infiltrate(sid(state, "A1/2")), dice=[die])
    assert mark in stand(after.state, "A1/2").marks
    assert any(
        "needs 7 or more (7 veteran, through the enemy [gb20.airborne.consolidate])" in line for line in after.told
    )
    assert spot(after, "A1/2")[0] < 25


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_stand_may_stop_short_of_the_enemy_instead():
    state = lined_up(quality="veteran")
    after = consolidates(state, StopShort(sid(state, "A1/2")))
    assert spot(after, "A1/2")[0] >= 25
    assert not stand(after.state, "A1/2").marks


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_gap_of_two_inches_is_no_line():
    state = moved(lined_up(), "B1/1", 25, 22.0, 90)
    after = consolidates(state)
    assert not any("slips through" in line for line in after.told)


# ---- supply


def cut(drop=None, c_ops=None, pieces=(), others=()):
    body = Body("A1", (40, 30), stands=(INFANTRY,) * 3, destroyed=(3,), airborne="parachute")
    return table(body, *others, drop=drop or Drop(), c_ops={RED: c_ops} if c_ops else {}, pieces=pieces)


@pytest.mark.clause("gb20.airborne.supply")
def test_without_c_ops_and_fup_they_cannot_withdraw_at_night():
    question = asks(cut(c_ops=(40.0, 24.0)), lambda play: withdraw_next(play, RED))
    assert Withdraw(UnitId("A1")) in offers(question)
    script = act(cut(), lambda play: withdraw_next(play, RED))
    refusals = {option.command: option.refusal.clause for option in script.asked[0].barred}
    assert refusals[Withdraw(UnitId("A1"))] == "gb20.airborne.supply"


@pytest.mark.clause("gb20.airborne.supply")
def test_without_c_ops_and_fup_they_are_isolated_but_lose_no_further_stand():
    state = cut()
    assert situation(state, state.units["A1"]) == "Isolated"
    after = act(state, lambda play: isolate(play, play.state.units["A1"]))
    assert "A1 has come from the air and loses nothing [gb20.airborne.supply]" in after.told


@pytest.mark.clause("gb20.airborne.supply")
def test_supply_drops_help_if_the_c_ops_has_clear_road_to_within_12_inches_of_them():
    near = Drop(supplies=(46.0, 44.0))
    state = cut(near, c_ops=(40.0, 24.0), pieces=(ROAD,))
    assert situation(state, state.units["A1"]) == "OK"
    far = cut(Drop(supplies=(54.0, 44.0)), c_ops=(40.0, 24.0), pieces=(ROAD,))
    assert situation(far, far.units["A1"]) == "Isolated"
    enemy = Body("B1", (41, 30), 180, side=BLUE, stands=(INFANTRY,))
    held = cut(near, c_ops=(40.0, 16.0), pieces=(ROAD,), others=(enemy,))
    assert situation(held, held.units["A1"]) == "Isolated"


@pytest.mark.clause("gb20.airborne.supply")
def test_a_road_to_the_drop_zone_need_not_lead_to_the_friendly_edge():
    behind = Body("B1", (41, 6), 180, side=BLUE, stands=(INFANTRY,))
    state = cut(Drop(supplies=(46.0, 44.0)), c_ops=(40.0, 24.0), pieces=(ROAD,), others=(behind,))
    assert situation(state, state.units["A1"]) == "OK"


# ---- what a scenario may say


@pytest.mark.parametrize(
    ("drop", "wrong"),
    [
        (Drop(flak="none"), "Red: drop: flak: 'none' is not one of light, medium, heavy"),
        (Drop(theatre="Burma"), "Red: drop: theatre: 'Burma' is not one of Crete, NW Europe"),
        (Drop(heights=("treetop",)), "Red: drop: heights: one or more of high, normal, low are needed"),
        (Drop(zone=(50, 0, 70, 10)), "Red: drop: zone: west, south, east and north of an area of the table are needed"),
        (Drop(supplies=(70, 10)), "Red: drop: supplies: that is not a point of the table"),
        (None, "Red: A1: airborne: its side needs a drop"),
    ],
)
def test_a_scenario_with_a_faulty_drop_is_refused(drop, wrong):
    with pytest.raises(ScenarioError, match=wrong.replace("(", r"\(")):
        table(PARAS, drop=drop)


def test_a_battalion_lands_on_a_turn_and_starts_off_the_table():
    state = table(PARAS, drop=Drop())
    red, blue = state.scenario.side
    for change, wrong in (({"lands": 0}, "airborne, lands"), ({"airborne": "balloon"}, "balloon")):
        entry = replace(red.battalions[0], **change)
        with pytest.raises(ScenarioError, match=wrong):
            check(replace(state.scenario, side=(replace(red, battalions=(entry,)), blue)))


def test_a_new_player_turn_leaves_a_scattered_battalion_scattered():
    state = PlayerTurnOver().apply(scattered((20, 20), (32, 20)))
    assert stragglers(marked(state, "A1/1", Mark.RENDEZVOUS), state.units["A1"])
