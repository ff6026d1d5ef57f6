"""Moving: paces, changes of state, facing, contact, passing, orders, disorder, withdrawing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pk_moves import asked, at, goes, moves, offered, one, reaches, table, unit

from sandtable.board import shapes
from sandtable.rules.panzer_korps.commands import Assault, Bend, EndMoves, Halt, March, Withdraw
from sandtable.rules.panzer_korps.field import field, is_deployed, is_known, side_hit
from sandtable.rules.panzer_korps.fire import refuse_firer
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie
from sandtable.scripted import why_not

AHEAD = "French A at 20,20 facing S: 3 infantry"
COLUMN_FIRST, COLUMN_LAST = "forming column first", "forming column last"
DEPLOY_FIRST, DEPLOY_LAST = "deploying first", "deploying at the end"
DOUBLE = "at the double quick"


# ---- the double quick


@pytest.mark.case("pk.move.double-quick", 1)
def test_who_moves_at_the_double_quick_does_not_fire():
    infantry = one(foe=AHEAD)
    assert reaches(one(), 7, DOUBLE)
    after = moves(infantry, March("I", at(20, 13), DOUBLE))
    assert refuse_firer(after.state, unit(after.state)).clause == "pk.move.double-quick"
    assert "pk.move.double-quick" in after.cited


@pytest.mark.clause("pk.move.double-quick")
def test_only_foot_in_good_order_moves_at_the_double_quick():
    for what in ("3 infantry; motorised", "3 AFV 75", "3 infantry; disorder 3"):
        assert goes(one(what), 20, 11, DOUBLE) == "pk.move.double-quick"
    assert not goes(one("3 infantry; disorder 2"), 20, 11, DOUBLE)


@pytest.mark.clause("pk.move.double-quick")
def test_nobody_goes_into_contact_at_the_double_quick():
    infantry = one(foe="French A at 20,14 facing S: 3 infantry")
    assert why_not(asked(infantry), Assault("I", "A", DOUBLE)) == "pk.move.double-quick"
    assert not why_not(asked(infantry), Assault("I", "A"))


# ---- Deployed and in column


@pytest.mark.case("pk.organisation.states", 1)
def test_foot_that_deploys_first_pays_two_inches_and_moves_two():
    infantry = one("3 infantry; column")
    assert reaches(infantry, 2, DEPLOY_FIRST)
    after = moves(infantry, March("I", at(20, 12), DEPLOY_FIRST))
    assert is_deployed(unit(after.state))
    assert "pk.organisation.states" in after.cited


@pytest.mark.clause("pk.organisation.states")
def test_trucks_ride_half_their_move_and_let_the_infantry_out():
    trucks = one("3 infantry; motorised, column")
    assert reaches(trucks, 5, DEPLOY_LAST)
    assert reaches(trucks, 4, DEPLOY_FIRST)


@pytest.mark.clause("pk.organisation.states")
def test_wagons_form_column_for_the_road():
    wagons = one("3 wagons", ground=["road at 20,20 size 1,40"])
    assert reaches(wagons, 2.5, COLUMN_FIRST)
    assert reaches(one("3 wagons; column", ground=["road at 20,20 size 1,40"]), 9)


@pytest.mark.clause("pk.organisation.states")
def test_who_is_deployed_cannot_deploy():
    assert goes(one(), 20, 11, DEPLOY_FIRST) == "pk.organisation.states"


@pytest.mark.clause("pk.organisation.states")
def test_guns_limber_up_first_or_last():
    guns = one("3 artillery 105; motorised")
    assert reaches(guns, 5, COLUMN_FIRST)
    assert goes(guns, 20, 10.1, COLUMN_LAST) == "pk.move.allowance"
    after = moves(guns, March("I", at(20, 10), COLUMN_LAST))
    assert Mark.COLUMN in unit(after.state).marks
    assert Did.MOVED in unit(after.state).spent
    assert after.told == ["I forms Transit Column where it is [pk.organisation.states]"]


@pytest.mark.clause("pk.organisation.states")
def test_a_formation_in_column_starts_no_assault_but_may_deploy_into_one():
    cavalry = one("3 cavalry; column", foe="French A at 20,14 facing S: 3 infantry")
    assert why_not(asked(cavalry), Assault("I", "A")) == "pk.move.contact"
    assert not why_not(asked(cavalry), Assault("I", "A", DEPLOY_FIRST))
    assert why_not(asked(cavalry), Assault("I", "A", DEPLOY_LAST)) == "pk.move.contact"


# ---- facing


@pytest.mark.case("pk.organisation.facing", 1)
@pytest.mark.parametrize(("off", "side"), [(60, "front"), (61, "flank"), (120, "flank"), (121, "rear")])
def test_front_flank_and_rear(off, side):
    x, y = shapes.ahead((30, 20), off, 15)
    state = table("German I at 30,20: 3 infantry", f"French A at {x:.2f},{y:.2f}: 3 infantry")
    assert side_hit(unit(state), unit(state, "A")) == side


@pytest.mark.clause("pk.organisation.facing")
def test_a_turn_on_the_spot_is_a_move():
    after = moves(one(), March("I", at(20, 10, 90)))
    assert unit(after.state).place == at(20, 10, 90)
    assert Did.MOVED in unit(after.state).spent
    assert "pk.organisation.facing" in after.cited


@pytest.mark.clause("pk.organisation.facing")
def test_a_formation_ends_its_move_with_any_facing():
    assert unit(moves(one(), March("I", at(20, 12, 217))).state).place.facing == 217


def test_a_formation_that_stays_as_it_is_has_not_moved():
    after = moves(one(), March("I", at(20, 10)))
    assert Did.MOVED not in unit(after.state).spent
    assert Did.MARCHED in unit(after.state).spent


# ---- ways with bends


def test_a_way_with_bends_is_measured_along_its_legs():
    bend = Bend("I", at(22, 10))
    question = asked(one(), picks=[bend])
    assert not why_not(question, March("I", at(22, 12)))
    assert why_not(question, March("I", at(22, 12.01))) == "pk.move.allowance"
    after = moves(one(), bend, Halt("I"))
    assert unit(after.state).place.point == (22, 10)


def test_each_way_of_moving_is_offered_once_and_a_bend_once():
    question = asked(one())
    ways = [command.how for command in offered(question, March)]
    assert ways == ["", "at the double quick", "forming column first", "forming column last"]
    assert offered(question, Bend) == [Bend("I")]


def test_every_way_that_is_offered_has_a_place_even_between_enemies():
    ring = [
        f"French {name} at {x},{y}: 3 infantry"
        for name, x, y in zip("ABCD", (20, 20, 26, 14), (26, 14, 20, 20), strict=True)
    ]
    question = asked(table("German I at 20,20: 3 infantry; order Move", *ring))
    for option in question.options:
        assert not question.refuse(option.complete(Random(1)))


def test_after_a_bend_only_the_ways_that_are_fast_enough_are_left():
    near, far = asked(one(), picks=[Bend("I", at(22, 10))]), asked(one(), picks=[Bend("I", at(26, 10))])
    assert [command.how for command in offered(near, March)][:2] == ["", "at the double quick"]
    assert [command.how for command in offered(far, March)] == ["at the double quick"]
    assert why_not(far, March("I", at(26, 10))) == "pk.move.allowance"
    assert not why_not(far, March("I", at(26, 10.5), "at the double quick"))


def test_a_formation_that_halts_at_a_bend_has_moved_as_fast_as_it_had_to():
    after = moves(one(), Bend("I", at(26, 10)), Halt("I"))
    assert unit(after.state).place.point == (26, 10) and Did.DOUBLED in unit(after.state).spent


def test_nothing_moves_before_the_whole_way_is_known():
    assert unit(asked(one(), picks=[Bend("I", at(22, 10))]).state).place.point == (20, 10)


# ---- passing and stacking


@pytest.mark.clause("pk.move.passing")
def test_a_formation_passes_through_friends_but_does_not_end_on_one():
    state = table("German I at 20,10: 3 cavalry", "German II at 20,14: 3 infantry")
    assert goes(state, 20, 15) == "pk.move.passing"
    assert goes(state, 20, 12.5) == "pk.move.passing"
    assert not goes(state, 20, 18)


@pytest.mark.clause("pk.move.passing")
def test_nobody_moves_through_enemies():
    state = one("3 cavalry", foe="French A at 20,15 facing S: 3 infantry")
    assert goes(state, 20, 19) == "pk.move.passing"
    assert goes(state, 20, 13) == "pk.move.passing"  # contact is an assault


@pytest.mark.clause("pk.terrain.impassable")
def test_nobody_leaves_the_table_but_over_his_own_edge():
    assert goes(one(at="70,10"), 71.5, 10) == "pk.terrain.impassable"


# ---- contact


@pytest.mark.clause("pk.move.contact")
def test_an_assault_ends_in_contact_facing_the_enemy():
    after = moves(one("3 AFV 75", foe="French A at 26,10 facing S: 3 infantry"), Assault("I", "A"))
    assert field(after.state).contacts["I"] == ["A"]
    assert unit(after.state).place.facing == 90
    assert unit(after.state).is_linked(Tie.FIGHTS, "A")
    assert "pk.move.contact" in after.cited


@pytest.mark.clause("pk.move.contact")
def test_who_cannot_be_assaulted_is_shown_with_the_reason():
    decision = asked(one("3 infantry; disorder 3", foe=AHEAD)).decision
    assert [(one.command, one.refusal.clause) for one in decision.barred] == [(Assault("I", "A"), "pk.move.contact")]


@pytest.mark.case("pk.move.contact", 1)
def test_suppressed_tanks_do_not_go_into_contact():
    tanks = one("3 AFV 75; disorder 3", foe="French A at 20,15 facing S: 3 infantry")
    assert why_not(asked(tanks), Assault("I", "A")) == "pk.move.contact"


@pytest.mark.clause("pk.move.contact")
def test_it_must_stop_at_the_first_enemy_it_touches():
    state = table(
        "German I at 20,10: 3 AFV 75", "French A at 20,18 facing S: 3 infantry",
        "French B at 21,14.5 facing S: 3 infantry",
    )  # fmt: skip
    assert why_not(asked(state), Assault("I", "A")) == "pk.move.contact"
    assert not why_not(asked(state), Assault("I", "B"))


@pytest.mark.clause("pk.move.contact")
def test_formations_in_contact_stay_so_and_only_turn():
    locked = one(foe="French A at 20,12 facing S: 3 infantry")
    assert goes(locked, 20, 8) == "pk.move.contact"
    assert not why_not(asked(locked), March("I", at(20, 10, 90)))
    assert why_not(asked(locked), Assault("I", "A")) == "pk.move.contact"


@pytest.mark.case("pk.move.charge", 1)
def test_cavalry_charges_fourteen_inches():
    riders = one("3 cavalry", foe="French A at 20,26 facing S: 3 infantry")
    assert reaches(riders, 10)
    after = moves(riders, Assault("I", "A"))
    assert field(after.state).contacts["I"] == ["A"]
    assert "pk.move.charge" in after.cited
    too_far = one("3 cavalry", foe="French A at 20,26.1 facing S: 3 infantry")
    assert why_not(asked(too_far), Assault("I", "A")) == "pk.move.allowance"


@pytest.mark.clause("pk.spotting.status")
def test_who_comes_into_contact_is_spotted():
    after = moves(
        one("3 AFV 75; unspotted", foe="French A at 20,15 facing S: 3 infantry; unspotted"), Assault("I", "A")
    )
    assert {Mark.SPOTTED} <= unit(after.state).marks & unit(after.state, "A").marks
    assert Did.SURPRISED in unit(after.state, "A").spent


# ---- orders


@pytest.mark.case("pk.command.orders", 1)
def test_a_group_on_move_stays_more_than_six_inches_from_known_enemies():
    state = one("3 AFV 75; order Move", foe=AHEAD)
    assert goes(state, 20, 13) == "pk.command.orders"
    assert goes(state, 20, 12) == "pk.command.orders"
    assert not goes(state, 20, 11.9)
    unknown = one("3 AFV 75; order Move", foe=f"{AHEAD}; unspotted")
    assert not goes(unknown, 20, 13)


@pytest.mark.clause("pk.command.orders")
def test_a_group_on_move_does_not_deploy_before_the_enemy_but_away_from_him():
    state = one("3 AFV 75; order Move, column", foe="French A at 20,16 facing S: 3 infantry")
    assert goes(state, 20, 10, DEPLOY_LAST) == "pk.command.orders"
    assert not goes(state, 20, 7.9, DEPLOY_LAST)
    assert not why_not(asked(state), March("I", at(20, 10)))  # it stays as it is


@pytest.mark.case("pk.command.orders", 2)
def test_a_group_on_hold_does_not_go_nearer_to_a_known_enemy():
    state = one("3 AFV 75; order Hold", foe="French A at 26,24 facing S: 3 infantry")
    assert goes(state, 23, 10) == "pk.command.orders"
    assert not goes(state, 17, 10)
    assert not why_not(asked(state), March("I", at(20, 10, 90)))


@pytest.mark.clause("pk.command.orders")
@pytest.mark.parametrize("order", ["Move", "Hold"])
def test_only_a_group_on_advance_goes_into_contact(order):
    state = one(f"3 AFV 75; order {order}", foe="French A at 20,15 facing S: 3 infantry; unspotted")
    assert why_not(asked(state), Assault("I", "A")) == "pk.command.orders"
    assert offered(asked(state), Assault) == []


# ---- disorder


@pytest.mark.case("pk.move.status-limits", 1)
def test_a_fragmented_formation_only_moves_away():
    state = one("3 AFV 75; disorder 6", foe=AHEAD)
    assert goes(state, 20, 12) == "pk.move.status-limits"
    assert why_not(asked(state), March("I", at(20, 10, 90))) == "pk.move.status-limits"
    assert not goes(state, 20, 8)


@pytest.mark.clause("pk.move.status-limits")
def test_a_panicked_formation_does_not_move_at_will():
    state = table("German I at 20,10: 3 infantry; Panicked", "German II at 30,10: 3 infantry")
    assert goes(state, 20, 9) == "pk.move.status-limits"


@pytest.mark.clause("pk.move.status-limits")
def test_suppressed_cavalry_moves_but_does_not_charge():
    state = one("3 cavalry; disorder 3", foe="French A at 20,22 facing S: 3 infantry")
    assert reaches(one("3 cavalry; disorder 3"), 10)
    assert offered(asked(state), Assault) == []


# ---- entrenchments


@pytest.mark.clause("pk.turn.flags")
def test_who_moves_leaves_his_trench_and_his_digging():
    after = moves(one("3 infantry; entrenched, digging 1"), March("I", at(20, 11)))
    assert Mark.ENTRENCHED not in unit(after.state).marks
    assert Tally.DIGGING not in unit(after.state).tallies


# ---- Midnight


@pytest.mark.case("pk.day-segments.midnight", 1)
def test_at_midnight_tanks_far_from_the_enemy_go_twice_as_far():
    tanks = one("3 AFV 75", segment="Midnight")
    assert reaches(tanks, 18)
    assert "pk.day-segments.midnight" in moves(tanks, March("I", at(20, 28))).cited


@pytest.mark.clause("pk.day-segments.midnight")
def test_near_an_enemy_nobody_goes_faster_at_midnight():
    state = one("3 AFV 75", foe="French A at 27,18 facing S: 3 infantry; unspotted", segment="Midnight")
    assert goes(state, 20, 19.5) == "pk.move.allowance"
    assert not goes(state, 20, 19)
    assert not goes(state, 3, 5)


# ---- off the table


@pytest.mark.clause("pk.victory.withdrawal")
def test_a_formation_withdraws_over_its_own_edge():
    after = moves(one(at="20,4"), Withdraw("I"))
    assert unit(after.state).place is None
    assert Mark.WITHDRAWN in unit(after.state).marks
    assert Mark.LOST not in unit(after.state).marks
    assert "pk.victory.withdrawal" in after.cited
    assert Mark.LOST in unit(after.state, "German group leader").marks


@pytest.mark.clause("pk.victory.withdrawal", "pk.terrain.impassable")
def test_it_must_reach_its_own_edge():
    assert why_not(asked(one(at="20,4.01")), Withdraw("I")) == "pk.move.allowance"
    assert offered(asked(one(at="71,20")), Withdraw) == []


# ---- the region


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["", DOUBLE, COLUMN_FIRST]))
def test_every_place_that_a_region_offers_is_a_place_that_it_contains(seed, how):
    ground = ["medium woods at 20,14 size 8,4", "stream at 26,10 size 1,20", "road at 16,20 size 1,40"]
    state = table("German I at 20,10: 3 infantry", "German II at 23,10: 3 AFV 75", AHEAD, ground=ground)
    regions = [option.region for option in asked(state).options if getattr(option.command, "how", None) == how]
    for region in filter(None, regions):
        assert region.contains(region.sample(Random(seed)))
        assert all(region.contains(place) for place in region.notable())


def test_a_side_may_stop_moving():
    assert unit(moves(one(), EndMoves("German group")).state).spent == frozenset()


# ---- seen on the way


@pytest.mark.clause("pk.spotting.status")
@pytest.mark.parametrize(("x", "ground", "seen"), [
    (24, [], True), (24.1, [], False), (24, ["village at 22,15 size 1,6"], False),
])  # fmt: skip
def test_whoever_passes_within_two_inches_and_in_sight_of_an_enemy_is_spotted(x, ground, seen):
    state = one("3 AFV 75; unspotted", foe=f"French A at {x},14.5 facing S: 3 infantry; unspotted", ground=ground)
    after = moves(state, March("I", at(20, 19)))
    assert [is_known(unit(after.state, name)) for name in ("I", "A")] == [seen, seen]
    assert not field(after.state).neighbours
