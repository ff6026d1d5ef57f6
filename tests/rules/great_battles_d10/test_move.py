"""Moving by the d10 charts."""

import pytest
from gbday import plays, with_actions
from gbrandom import overlaps
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, marked, sid, stand, table10, why_not
from manoeuvres import ASSAULT, DEFENSIVE, FOE, MARCH, ROAD, body, goes, on_road10, pair, rates10, why_not_go

from sandtable.board.place import Place
from sandtable.rules.great_battles.battle.scenario import ROADS
from sandtable.rules.great_battles.commands.day import ChangeFormation, Charge, Halt, Hurry, Leg, Move, Pick, Take
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.facts.day import RoundOver
from sandtable.rules.great_battles.move.movement import Bent, way_to
from sandtable.rules.great_battles.move.road import RoadMoves
from sandtable.rules.great_battles.move.transport import dismount_body
from sandtable.rules.great_battles.steps import Moving
from sandtable.rules.great_battles.table.field import is_locked, standing
from sandtable.rules.great_battles.words import Did, Mark, Tally
from sandtable.scripted import act

HALF_TRACKS, TRUCKS, CHURCHILL = "Infantry by half-track", "Infantry by truck", "Churchill M-H-S"


WOODS = {"kind": "woods", "name": "woods", "at": (20, 14), "size": (40, 8)}  # from 10 to 18


# ---- how fast


@pytest.mark.case("gb10.move.rates", 1)
def test_foot_in_line_goes_2_inches():
    state = table10(body(shape=DEFENSIVE), FOE)
    assert not why_not_go(state, 20, 12) and why_not_go(state, 20, 12.05) == "gb10.move.rates"


@pytest.mark.clause("gb10.move.rates", "gb10.move.support-rates")
@pytest.mark.parametrize(
    ("model", "shape", "good", "bad"),
    [
        (INFANTRY, MARCH, 6, 5.5), (INFANTRY, DEFENSIVE, 2, 1.5), (CHURCHILL, MARCH, 8, 2), (TANK, ASSAULT, 7, 3),
        ("Cromwell M-M-F", DEFENSIVE, 4, 2), (HALF_TRACKS, ASSAULT, 7, 3), (TRUCKS, DEFENSIVE, 2, 1),
        ("Field gun M by horse", DEFENSIVE, 1, 1), ("AT gun M", MARCH, 1, 0.5), ("Engineer infantry", ASSAULT, 3, 2.5),
        ("Heavy weapons", MARCH, 6, 5.5),
    ],
)  # fmt: skip
def test_rates_go_by_type_formation_and_ground(model, shape, good, bad):
    found = rates10(body(model, model, shape=shape, loaded=True))
    assert (found.good, found.bad) == (good, bad)


@pytest.mark.case("gb10.move.basics", 1)
@pytest.mark.case("gb10.move.basics", 2)
def test_the_slowest_stand_sets_the_rate_on_each_kind_of_ground():
    mixed = rates10(body(INFANTRY, INFANTRY, attached=(CHURCHILL,)))
    assert (mixed.good, mixed.bad) == (3, 1)


@pytest.mark.clause("gb10.move.support-rates")
def test_an_hq_slows_nobody():
    assert rates10(body(TANK, TANK, attached=("HQ",))).good == 7


@pytest.mark.clause("gb10.move.basics")
def test_the_whole_battalion_goes_in_formation():
    state = table10(body(), FOE)
    day = goes(state, Move("A1", Place(20, 12.5, 0)))
    before, after = ([stand(one, f"A1/{n}").place for n in (1, 2, 3)] for one in (state, day.state))
    assert {(round(b.x - a.x, 2), round(b.y - a.y, 2)) for a, b in zip(before, after, strict=True)} == {(0, 2.5)}
    assert "A1 moves to 20, 12.5, facing 0 [gb10.move.basics]" in day.told


@pytest.mark.case("gb10.move.suppressed", 1)
@pytest.mark.clause("gb10.move.as-bad-going")
def test_a_suppressed_stand_takes_the_road_rate_away():
    state = on_road10(HALF_TRACKS, HALF_TRACKS, head=10, loaded=True)
    assert RoadMoves(state, state.units["A1"]).far == 18
    slow = marked(state, "A1/2", Mark.SUPPRESSED)
    assert RoadMoves(slow, slow.units["A1"]).far == 6
    assert why_not_go(slow, 30, 17) == "gb10.move.as-bad-going"


@pytest.mark.clause("gb10.move.suppressed")
def test_one_suppressed_stand_slows_everybody_to_bad_going():
    state = table10(body(TANK, TANK, suppressed=(2,)), FOE)
    assert not why_not_go(state, 20, 13) and why_not_go(state, 20, 13.1) == "gb10.move.suppressed"


@pytest.mark.case("gb10.move.set-up-weapons", 1)
def test_set_up_weapons_hold_it_to_an_inch_in_the_turn():
    state = table10(body(attached=("Heavy weapons",), set_up=(4,)), FOE)
    first = plays(
        with_actions(state, A1=2), Moving(RED, 1), picks=[Pick("A1"), Move("A1", Place(20, 10.6, 0))], steps=1
    )
    assert first.state.units["A1"].tallies[Tally.USED_INCHES] == 60
    second = RoundOver().apply(first.state)
    assert why_not_go(second, 20, 11.1) == "gb10.move.set-up-weapons" and not why_not_go(second, 20, 11)


@pytest.mark.clause("gb10.move.set-up-weapons")
def test_and_to_half_an_inch_in_bad_going_without_a_road_rate():
    pinned = rates10(body(attached=("Heavy weapons",), set_up=(4,)))
    assert (pinned.good, pinned.bad) == (1, 0.5)
    state = on_road10(head=10, attached=("Heavy weapons",), set_up=(4,))
    assert RoadMoves(state, state.units["A1"]).far == 1


@pytest.mark.case("gb10.move.mixed-ground", 1)
def test_half_a_move_in_the_open_leaves_half_for_the_woods():
    state = table10(body(INFANTRY, at=(20, 8.75)), FOE, pieces=(WOODS,))  # the middle of its base is at 8.5
    assert not why_not_go(state, 20, 8.75 + 1.5 + 1.25)
    assert why_not_go(state, 20, 8.75 + 1.5 + 1.3) == "gb10.move.mixed-ground"


@pytest.mark.clause("gb10.move.road-default")
def test_a_road_is_a_dirt_road_unless_it_is_paved():
    assert ROADS["road"] == "dirt"
    for kind, inches in (("road", 24), ("paved road", 36)):
        state = on_road10(TRUCKS, TRUCKS, head=10, pieces=({**ROAD, "kind": kind},), loaded=True)
        assert RoadMoves(state, state.units["A1"]).far == inches


# ---- haste


def in_woods(*stands, **more):
    return table10(body(*(stands or (INFANTRY,) * 4), at=(20, 12), **more), FOE, pieces=(WOODS,))


@pytest.mark.case("gb10.move.bad-going-foot", 1)
def test_foot_that_hurries_through_woods_may_have_a_stand_suppressed():
    state = in_woods()
    assert why_not_go(state, 20, 15)
    day = goes(state, Hurry("A1"), Move("A1", Place(20, 15, 0)), Take(sid(state, "A1/3")), dice=[4])
    assert day.state.units["A1"].place.y == 15
    assert [n for n in (1, 2, 3, 4) if Mark.SUPPRESSED in stand(day.state, f"A1/{n}").marks] == [3]
    assert "A1 has hurried over bad going" in " ".join(day.told) and "4 or less" in " ".join(day.told)
    safe = goes(state, Hurry("A1"), Move("A1", Place(20, 15, 0)), dice=[5])
    assert not [n for n in (1, 2, 3, 4) if Mark.SUPPRESSED in stand(safe.state, f"A1/{n}").marks]


@pytest.mark.case("gb10.move.bad-going-vehicles", 1)
def test_tanks_that_hurry_go_half_as_far_again():
    state = in_woods(TANK, TANK, TANK)
    assert why_not_go(state, 20, 15.05)
    question = asks(with_actions(state, A1=1), lambda play: take_action(play, "A1"), picks=[Hurry("A1")])
    assert not why_not(question, Move("A1", Place(20, 16.5, 0))) and why_not(question, Move("A1", Place(20, 16.6, 0)))
    day = goes(state, Hurry("A1"), Move("A1", Place(20, 16.5, 0)), dice=[4])
    assert not [n for n in (1, 2, 3) if Mark.SUPPRESSED in stand(day.state, f"A1/{n}").marks]


@pytest.mark.clause("gb10.move.bad-going-foot", "gb10.move.bad-going-vehicles")
@pytest.mark.parametrize(("model", "clause"), [(INFANTRY, "foot"), (TANK, "vehicles")])
def test_haste_is_offered_under_the_clause_for_foot_or_vehicles(model, clause):
    question = asks(in_woods(model), lambda play: take_action(play, "A1"))
    (found,) = (option.clause for option in question.options if isinstance(option.command, Hurry))
    assert found == f"gb10.move.bad-going-{clause}"


def may_hurry(state):
    question = asks(state, lambda play: take_action(play, "A1"))
    return any(isinstance(option.command, Hurry) for option in question.options)


@pytest.mark.clause("gb10.move.bad-going-procedure", "gb10.move.as-bad-going")
def test_haste_is_for_bad_going_or_for_who_moves_as_in_it():
    assert may_hurry(in_woods()) and not may_hurry(table10(body(), FOE))
    assert may_hurry(table10(body(suppressed=(1,)), FOE))
    assert not may_hurry(in_woods(attached=("Heavy weapons",), set_up=(5,)))
    assert not may_hurry(in_woods("AT gun M"))


@pytest.mark.clause("gb10.move.as-bad-going")
def test_a_slowed_battalion_that_hurries_rolls_wherever_it_goes():
    state = table10(body(suppressed=(1,)), FOE)
    day = goes(state, Hurry("A1"), Move("A1", Place(20, 13, 0)), Take(sid(state, "A1/2")), dice=[3])
    assert Mark.SUPPRESSED in stand(day.state, "A1/2").marks


@pytest.mark.clause("gb10.move.bad-going-procedure")
def test_nobody_rolls_who_has_kept_out_of_bad_going():
    state = table10(body(at=(20, 8)), FOE, pieces=(WOODS,))
    day = goes(state, Hurry("A1"), Move("A1", Place(20, 9.5, 0)))
    assert "A1 has hurried" not in " ".join(day.told) and day.state.units["A1"].place.y == 9.5
    assert Did.HURRIES not in RoundOver().apply(day.state).units["A1"].spent


@pytest.mark.clause("gb10.move.bad-going-procedure")
def test_it_is_announced_before_the_move_and_attachments_count():
    state = in_woods(INFANTRY, INFANTRY, attached=("HQ", "Heavy weapons"))
    question = asks(state, lambda play: take_action(play, "A1"), picks=[Leg("A1", Place(20, 13, 0))])
    assert question.refuse(Hurry("A1")) is not None
    after = asks(state, lambda play: take_action(play, "A1"), picks=[Hurry("A1")])
    assert after.refuse(ChangeFormation("A1")) is not None and after.refuse(Halt("A1")) is None
    day = goes(state, Hurry("A1"), Move("A1", Place(20, 15, 0)), Take(sid(state, "A1/1")), dice=[4])
    assert "(4 4 stands [gb10.move.bad-going-procedure])" in " ".join(day.told)


@pytest.mark.clause("gb10.move.bad-going-procedure")
def test_who_hurries_into_contact_rolls_too():
    near = Body("B1", (20, 15), 180, side=BLUE, marks=(Mark.ACTION_TAKEN,))
    state = table10(body(at=(20, 12)), near, pieces=(WOODS,))
    assert why_not(asks(state, lambda play: take_action(play, "A1")), Charge("A1", "B1"))
    day = goes(state, Hurry("A1"), Charge("A1", "B1"), dice=[10])
    assert is_locked(day.state, day.state.units["A1"]) and "A1 has hurried" in " ".join(day.told)


# ---- facing


@pytest.mark.clause("gb10.move.turning")
@pytest.mark.parametrize(
    ("to", "facing"), [((20, 12), 0), ((21, 12), 27), ((20, 9), 0), ((21.5, 10), 0), ((18.5, 10), 0)]
)
def test_it_faces_along_its_last_leg_but_for_going_straight_back_or_sideways(to, facing):
    state = table10(body(INFANTRY), FOE)
    day = goes(state, Move("A1", Place(*to, 0)))
    assert day.state.units["A1"].place == Place(*to, facing)
    assert stand(day.state, "A1/1").place.facing == facing


@pytest.mark.clause("gb10.move.turning")
def test_it_wheels_on_the_spot_first_and_the_stand_outside_is_measured():
    state = table10(body(*(INFANTRY,) * 6, shape=DEFENSIVE), FOE)
    way = way_to(state, state.units["A1"], Place(20.2, 10.98, 0))
    assert isinstance(way, Bent) and way.anchor(way.wheel) == Place(20, 10, 12)
    assert way.inches() == pytest.approx(1.0 + 6.25 * 0.209, abs=0.05)
    assert why_not_go(state, 20.2, 10.98) == "gb10.move.turning"
    lone = table10(body(INFANTRY), FOE)
    assert not why_not_go(lone, 20.2, 10.98)


@pytest.mark.clause("gb10.move.turning", "gb10.opfire.resolution")
def test_a_wheel_that_is_interrupted_goes_on_until_it_faces_the_way_it_was_to_go():
    """After an inch of it the place lies straight to its side: it slid there and faced where it had been held up."""
    lurking = Body("B1", (20, 31), 180, side=BLUE, stands=(INFANTRY,), hidden=True)
    state = table10(body(TANK, TANK, TANK, shape=MARCH, at=(20, 20)), lurking)
    to = Place(22.82, 18.97, 110)
    assert goes(state, Move("A1", to), Move("A1", to)).state.units["A1"].place == to


@pytest.mark.clause("gb10.move.turning")
def test_a_move_may_go_in_several_legs():
    state = table10(body(INFANTRY), FOE)
    day = goes(state, Leg("A1", Place(21, 10, 0)), Move("A1", Place(21.5, 11, 0)))
    assert day.state.units["A1"].place == Place(21.5, 11, 27)
    question = asks(state, lambda play: take_action(play, "A1"))
    assert {option.clause for option in question.options if isinstance(option.command, Leg)} == {"gb10.move.turning"}


# ---- what stops it


@pytest.mark.clause("gb10.move.contact", "gb10.move.contact-stops")
def test_contact_is_an_order_of_its_own_and_ends_the_move_of_all():
    foe = Body("B1", (22, 12), 180, side=BLUE, stands=(INFANTRY,), marks=(Mark.ACTION_TAKEN,))
    state = table10(body(), foe, Body("B2", (26, 12.2), 180, side=BLUE, stands=(INFANTRY,), marks=(Mark.ACTION_TAKEN,)))
    assert why_not_go(state, 21.5, 11.98) in ("gb10.move.contact", "gb10.setup.stacking")
    question = asks(state, lambda play: take_action(play, "A1"))
    assert {o.clause for o in question.options if isinstance(o.command, Charge)} == {"gb10.move.contact"}
    day = goes(state, Charge("A1", "B1"))
    assert is_locked(day.state, day.state.units["A1"]) and Did.ACTED in day.state.units["A1"].spent
    assert not is_locked(day.state, day.state.units["B2"]) and not overlaps(day.state)


@pytest.mark.clause("gb10.move.turning", "gb10.move.contact")
def test_a_charge_wheels_until_it_faces_the_enemy_and_goes_straight_in():
    foe = Body("B1", (22, 13), 180, side=BLUE, stands=(INFANTRY,), marks=(Mark.ACTION_TAKEN,))
    state = table10(body(TANK), foe)
    day = goes(state, Charge("A1", "B1"))
    there = day.state.units["A1"].place
    assert is_locked(day.state, day.state.units["A1"]) and there.facing not in (0, 90)
    assert {one.place.facing for one in standing(day.state, "A1")} == {there.facing}


@pytest.mark.clause("gb10.move.infiltration")
@pytest.mark.parametrize(("inches", "closed"), [(1.9, True), (2.0, True), (2.1, False)])
def test_nobody_passes_between_two_stands_of_a_battalion_that_are_2_inches_apart_or_less(inches, closed):
    state = table10(body(INFANTRY, at=(20, 11)), pair(inches))
    assert why_not_go(state, 20, 13.4) == ("gb10.move.infiltration" if closed else "")


@pytest.mark.clause("gb10.move.hidden-movers")
def test_a_hidden_battalion_that_moves_is_seen():
    day = goes(table10(body(hidden=True), FOE), Move("A1", Place(20, 11, 0)))
    assert all(stand(day.state, f"A1/{n}").known_to is None for n in (1, 2, 3))


@pytest.mark.clause("gb10.move.dismount")
def test_riders_get_down_for_nothing_in_the_middle_of_a_move():
    state = table10(body(TRUCKS, TRUCKS, loaded=True), FOE)
    after = act(state, lambda play: dismount_body(play, "A1", stay=False))
    assert Mark.LOADED not in stand(after.state, "A1/1").marks
    assert {entry.clause for entry in after.entries} == {"gb10.transport.unload"}
