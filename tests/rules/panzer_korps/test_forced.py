"""Forced moves: falling back, fleeing, what stops them, the edge of the table."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pk_moves import one, table, unit

from sandtable.board import shapes
from sandtable.kernel.view import open_table
from sandtable.mechanics.discs import collides
from sandtable.rules.panzer_korps.field import RADIUS, field, is_deployed
from sandtable.rules.panzer_korps.forced import fall_back, flee
from sandtable.rules.panzer_korps.words import Did, Mark
from sandtable.scripted import act

AHEAD = "French A at 20,40 facing S: 3 infantry"


def falls(state, *dice, name="I"):
    return act(state, lambda play: fall_back(play, name), dice, (), open_table)


def flees(state, *dice, name="I"):
    return act(state, lambda play: flee(play, name), dice, (), open_table)


def stands(after, name="I"):
    return after.state.units[name].place


@pytest.mark.case("pk.move.forced", 1)
def test_foot_that_panics_runs_its_move_and_a_d6_and_faces_away():
    after = flees(one(at="20,30", foe=AHEAD), 5)
    assert (stands(after).point, stands(after).facing) == ((20, 21), 180)
    assert Did.FLED in unit(after.state).spent
    assert "pk.move.forced" in after.cited


@pytest.mark.case("pk.move.forced", 2)
def test_tanks_that_panic_run_a_d10_more():
    after = flees(one("3 AFV 75", at="20,30", foe=AHEAD), 7)
    assert (stands(after).point, stands(after).facing) == ((20, 14), 180)


@pytest.mark.clause("pk.move.forced")
def test_who_falls_back_faces_the_enemy():
    after = falls(one(at="20,30", foe="French A at 30,30: 3 infantry"))
    assert (stands(after).point, stands(after).facing) == ((16, 30), 90)
    assert Did.FELL_BACK in unit(after.state).spent


@pytest.mark.clause("pk.move.forced")
def test_without_a_known_enemy_it_goes_to_its_own_edge():
    assert stands(falls(one(at="20,30", foe="French A at 30,30: 3 infantry; unspotted"))).point == (20, 26)


@pytest.mark.clause("pk.move.forced")
@pytest.mark.parametrize(
    ("what", "inches"),
    [("3 infantry; Elite", 5), ("3 artillery 105", 2), ("3 AT 45", 2), ("3 cavalry", 10), ("3 AFV 75; heavy", 6),
     ("3 infantry; motorised, column", 10)],
)  # fmt: skip
def test_it_goes_its_normal_move(what, inches):
    assert stands(falls(one(what, at="20,30", foe=AHEAD))).point == (20, 30 - inches)


@pytest.mark.clause("pk.organisation.states")
def test_a_formation_that_falls_back_ends_deployed():
    assert is_deployed(unit(falls(one("3 infantry; motorised, column", at="20,30", foe=AHEAD)).state))


@pytest.mark.clause("pk.move.forced")
def test_cavalry_and_trucks_roll_a_d10_and_men_on_foot_a_d6():
    for what, sides in (("3 cavalry", 10), ("3 infantry; motorised, column", 10), ("3 infantry; motorised", 6)):
        (roll,) = flees(one(what, at="20,30", foe=AHEAD), 1).rolls
        assert roll.reading.sides == sides


@pytest.mark.clause("pk.move.forced")
def test_the_ground_takes_its_inches_and_causes_no_disorder():
    after = falls(one("3 AFV 75", at="20,30", foe=AHEAD, ground=["medium woods at 20,26 size 30,4"]))
    assert stands(after).point == (20, 23)
    assert after.rolls == []


@pytest.mark.clause("pk.move.forced")
def test_it_stops_at_the_edge_of_ground_that_takes_too_much():
    after = falls(one(at="20,30", foe=AHEAD, ground=["town at 20,26 size 40,4"]))
    assert stands(after).point == (20, 28.01)


@pytest.mark.clause("pk.move.forced")
def test_it_stops_short_of_impassable_ground():
    after = falls(one(at="20,30", foe=AHEAD, ground=["cliff at 20,28 size 40,1"]))
    assert stands(after).point == (20, 28.51)


@pytest.mark.clause("pk.move.forced")
def test_it_stops_two_inches_short_of_an_enemy_behind_it():
    state = table("German I at 20,30: 3 AFV 75", AHEAD, "French B at 20,18 facing N: 3 infantry; unspotted")
    assert field(falls(state).state).gap("I", "B") == pytest.approx(2.0, abs=0.02)


@pytest.mark.clause("pk.move.forced")
def test_an_enemy_that_it_starts_near_does_not_stop_it():
    state = table("German I at 20,30: 3 infantry", "French A at 20,32: 3 infantry", "French B at 22.5,31: 3 infantry")
    assert stands(falls(state)).y == 26


@pytest.mark.clause("pk.move.forced")
def test_it_bends_towards_its_own_edge_if_the_way_is_blocked():
    state = table("German I at 30,30: 3 AFV 75", "French A at 40,30: 3 infantry", ground=["water at 24,32 size 4,8"])
    after = stands(falls(state))
    assert after.y < 27
    assert shapes.span_of(after.point, (30, 30)) == pytest.approx(9, abs=0.02)


@pytest.mark.clause("pk.move.passing")
def test_it_passes_through_friends_and_goes_on_until_it_is_clear():
    state = table("German I at 20,30: 3 infantry", "German II at 20,26: 3 infantry", AHEAD)
    after = falls(state)
    assert stands(after).x == 20
    assert stands(after).y == pytest.approx(24, abs=0.26)
    assert field(after.state).gap("I", "II") >= 0


@pytest.mark.case("pk.terrain.impassable", 1)
def test_who_flees_over_the_edge_has_retired():
    after = flees(one(at="20,5", foe="French A at 20,14: 3 infantry"), 6)
    assert Mark.LOST in unit(after.state).marks
    assert stands(after) is None
    assert "pk.terrain.impassable" in after.cited


@pytest.mark.clause("pk.terrain.impassable")
def test_who_stops_at_the_edge_stays_on_the_table():
    after = flees(one(at="20,5", foe="French A at 20,14: 3 infantry"), 1)
    assert stands(after).point == (20, 1)


@settings(max_examples=80, deadline=None)
@given(
    st.tuples(st.integers(3, 69), st.integers(3, 45)),
    st.lists(st.tuples(st.integers(3, 69), st.integers(3, 45)), min_size=1, max_size=4, unique=True),
    st.integers(1, 6),
)
def test_nobody_ever_ends_a_forced_move_on_another_or_off_the_table(own, others, die):
    spots = [own, *others]
    assume(all(shapes.span_of(a, b) >= 2 for n, a in enumerate(spots) for b in spots[n + 1 :]))
    sides = ("French", "German")
    named = [f"{sides[n % 2]} U{n} at {x},{y}: 3 infantry" for n, (x, y) in enumerate(others)]
    ground = ["water at 36,24 size 8,8", "heavy woods at 15,15 size 10,10"]
    assume(not any(abs(x - 36) < 5 and abs(y - 24) < 5 for x, y in spots))
    after = flees(table(f"German I at {own[0]},{own[1]}: 3 infantry", *named, ground=ground), die)
    place = stands(after)
    if place is not None:
        assert not collides(place.point, RADIUS, field(after.state).all_but({"I"}))
        assert 1 <= place.x <= 71 and 1 <= place.y <= 47
        assert not after.state.board.ground(place) & {"water"}


@pytest.mark.clause("pk.day-segments.midnight", "pk.move.forced")
@pytest.mark.parametrize(("y", "inches"), [(30, 8), (18.01, 8), (18, 4)])
def test_at_midnight_whoever_falls_back_far_from_all_enemies_goes_twice_as_far(y, inches):
    """More than 6 inches between the edges are more than 8 between the middles."""
    state = one(at="20,10", foe=f"French A at 20,{y} facing S: 3 infantry", segment="Midnight")
    after = act(state, lambda play: fall_back(play, "I"), view=open_table)
    assert unit(after.state).place.y == 10 - inches
