"""Moving: how fast, which way, and what stands in it."""

import pytest
from gbday import plays, with_actions
from gbrandom import overlaps
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, TANK, Body, asks, carried_out, marked, sid, stand, table, why_not
from manoeuvres import ASSAULT, DEFENSIVE, FOE, MARCH, ROAD, body, goes, on_road, pair, rates, why_not_go
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import (
    ChangeFormation,
    Charge,
    Fire,
    Form,
    Halt,
    Leg,
    Limber,
    Move,
    OpenFire,
    Pick,
    Rally,
    Take,
    Wait,
)
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.road import RoadMoves
from sandtable.rules.great_battles.move.transport import limber_options
from sandtable.rules.great_battles.steps import Aiming, Firing, Moving, Tidying
from sandtable.rules.great_battles.table.field import is_locked, standing
from sandtable.rules.great_battles.table.formation import in_order
from sandtable.rules.great_battles.words import Did, Mark, Tally

TRUCKS, HALF_TRACKS, CAR = "Infantry by truck", "Infantry by half-track", "Armoured car L-L-W"


MARSH = {"kind": "marsh", "name": "marsh", "at": (20, 20), "size": (40, 8)}


# ---- how fast


@pytest.mark.case("gb20.move.action", 1)
def test_the_slowest_stand_sets_the_rate():
    mixed = body("Cromwell M-M-F", HALF_TRACKS, shape=MARCH, loaded=True)
    assert rates(mixed).good == 10
    assert rates(body("Cromwell M-M-F", shape=MARCH)).good == 12


@pytest.mark.clause("gb20.move.action")
def test_the_whole_battalion_moves_in_formation_and_the_action_is_used():
    state = table(body(), FOE)
    day = goes(state, Move("A1", Place(21, 12.5, 0)))
    before, after = ([stand(one, f"A1/{n}").place for n in (1, 2, 3)] for one in (state, day.state))
    assert [(round(b.x - a.x, 2), round(b.y - a.y, 2)) for a, b in zip(before, after, strict=True)] == [(1, 2.5)] * 3
    assert Did.ACTED in day.state.units["A1"].spent
    assert "A1 moves to 21, 12.5, facing 0 [gb20.move.action]" in day.told


@pytest.mark.clause("gb20.move.action")
def test_no_stand_goes_farther_than_the_rate():
    state = table(body(), FOE)
    assert why_not_go(state, 20, 13) == ""
    assert why_not_go(state, 20, 13.05) == "gb20.move.rates"


@pytest.mark.case("gb20.move.rates", 1)
def test_foot_goes_3_inches_across_bad_going():
    state = table(body(at=(20, 18)), FOE, pieces=(MARSH,))
    assert why_not_go(state, 20, 21) == ""
    assert why_not_go(state, 20, 21.1) == "gb20.move.rates"


@pytest.mark.clause("gb20.move.rates")
@pytest.mark.parametrize(
    ("model", "shape", "good", "bad"),
    [
        ("Churchill M-H-S", MARCH, 8, 2),
        ("Churchill M-H-S", DEFENSIVE, 3, 1),
        (TANK, ASSAULT, 7, 3),
        ("Cromwell M-M-F", DEFENSIVE, 4, 2),
        (HALF_TRACKS, ASSAULT, 7, 3),
        (TRUCKS, MARCH, 6, 2),
        ("Field gun M by horse", MARCH, 4, 2),
        (INFANTRY, DEFENSIVE, 2, 2),
        ("AT gun M", MARCH, 1, 1),
    ],
)
def test_rates_go_by_type_formation_and_ground(model, shape, good, bad):
    found = rates(body(model, model, shape=shape, loaded=True))
    assert (found.good, found.bad) == (good, bad)


@pytest.mark.case("gb20.move.suppressed", 1)
def test_one_suppressed_stand_slows_everybody_to_bad_going():
    slow = body(TANK, TANK, shape=MARCH, suppressed=(2,))
    assert rates(slow).good == 5
    assert why_not_go(table(slow, FOE), 20, 15.1) == "gb20.move.suppressed"


@pytest.mark.clause("gb20.move.suppressed")
def test_and_takes_the_road_rates_away():
    state = on_road(TANK, TANK, head=10, suppressed=(1,))
    assert RoadMoves(state, state.units["A1"]).far == 5
    assert why_not_go(state, 30, 16) == "gb20.move.suppressed"


@pytest.mark.case("gb20.move.set-up", 1)
def test_a_weapon_that_is_set_up_holds_the_battalion_to_1_inch_in_all():
    state = table(body(attached=("Heavy weapons",), set_up=(4,)), FOE)
    assert why_not_go(state, 20, 11.1) == "gb20.move.set-up"
    steps = Moving(RED, 1), Tidying(RED, 1), Aiming(RED, 1), Firing(RED, 1)
    first = plays(with_actions(state, A1=2), *steps, picks=[Pick("A1"), Move("A1", Place(20, 10.6, 0))]).state
    assert first.units["A1"].tallies[Tally.USED_INCHES] == 60
    day = plays(first, Moving(RED, 2), picks=[Pick("A1")], until="what does it do")
    assert why_not(day.question, Move("A1", Place(20, 11.1, 0))) == "gb20.move.set-up"
    assert why_not(day.question, Move("A1", Place(20, 11, 0))) == ""


@pytest.mark.clause("gb20.move.set-up")
def test_changes_of_formation_count_too_and_packing_up_frees_it():
    state = table(body(attached=("Heavy weapons",), set_up=(4,), shape=DEFENSIVE), FOE)
    region = Forms(state, state.units["A1"], DEFENSIVE)
    turn = replace(region.centres[0].place, facing=10)
    day = goes(state, ChangeFormation("A1"), Form("A1", turn, DEFENSIVE))
    assert day.state.units["A1"].tallies[Tally.USED_INCHES] > 30
    packed = plays(with_actions(state, A1=1), Tidying(RED, 1), picks=[Limber(sid(state, "A1/4"))])
    assert why_not_go(packed.state, 20, 12) == ""


@pytest.mark.clause("gb20.move.guns")
@pytest.mark.parametrize("pieces", [(), (MARSH,)])
def test_a_gun_without_transport_moves_1_inch_on_any_ground(pieces):
    state = table(body("AT gun H", at=(20, 20)), FOE, pieces=pieces)
    assert why_not_go(state, 20, 21) == ""
    assert why_not_go(state, 20, 21.1) == "gb20.move.guns"
    assert rates(body("AT gun H by truck", shape=MARCH, loaded=True)).good == 6


@pytest.mark.clause("gb20.move.stand-rates")
def test_an_hq_never_slows_anybody_and_cars_go_on_wheels():
    assert rates(body(TANK, TANK, attached=("HQ",))).good == 7
    assert rates(body(TANK, attached=())).good == 7
    assert rates(body(attached=("Heavy weapons",), shape=MARCH)).good == 6
    assert rates(body(CAR, CAR, shape=MARCH)).good == 6
    assert rates(body("HQ")).good == 3


# ---- roads and going


@pytest.mark.case("gb20.move.road", 1)
def test_trucks_go_24_inches_along_a_dirt_road():
    state = on_road(TRUCKS, TRUCKS, TRUCKS, head=10, loaded=True)
    assert why_not_go(state, 30, 34) == ""
    assert why_not_go(state, 30, 34.1) == "gb20.move.road"


@pytest.mark.clause("gb20.move.road")
def test_a_column_goes_along_its_road_ahead_and_nowhere_else():
    state = on_road(head=10)
    assert why_not_go(state, 31, 12) == why_not_go(state, 30, 9) == "gb20.move.road"
    day = goes(state, Move("A1", Place(30, 16, 0)))
    assert [one.place.y for one in in_order(standing(day.state, "A1"))] == [16, 14.5, 13]
    blocked = on_road(head=10, foe=Body("B1", (30, 13), 180, side=BLUE))
    question = asks(blocked, lambda play: take_action(play, "A1"))
    assert why_not(question, Charge("A1", "B1")) == "gb20.move.road"


@pytest.mark.clause("gb20.move.road")
def test_the_road_ignores_the_going_it_passes_through():
    swamp = {"kind": "marsh", "name": "marsh", "at": (30, 24), "size": (20, 16)}
    state = on_road(TANK, TANK, head=14, pieces=(ROAD, swamp))
    assert why_not_go(state, 30, 28) == ""
    off_road = table(body(TANK, TANK, shape=MARCH, at=(30, 16)), FOE, pieces=(ROAD, swamp))
    assert why_not_go(off_road, 30, 26) == "gb20.move.mixed-going"


@pytest.mark.clause("gb20.move.road")
def test_a_column_that_has_lost_its_head_closes_up_and_pays_for_it():
    state = on_road(head=10)
    state = Destroyed(sid(state, "A1/1"), "", 1).apply(state)
    region = RoadMoves(state, state.units["A1"])
    assert region.start == Place(30, 8.5, 0)
    assert region.contains(Place(30, 17.5, 0)) and not region.contains(Place(30, 17.6, 0))


@pytest.mark.case("gb20.move.mixed-going", 1)
def test_half_a_move_in_the_open_leaves_half_for_the_bad_going():
    state = table(body(TANK, at=(20, 13), facing=0), FOE, pieces=(MARSH,))  # the middle of its base is at 12.5
    assert why_not_go(state, 20, 13 + 3.5 + 1.5) == ""
    assert why_not_go(state, 20, 13 + 3.5 + 1.55) == "gb20.move.mixed-going"


@pytest.mark.clause("gb20.move.mixed-going")
def test_a_contour_line_and_a_stream_cost_an_inch_of_bad_going():
    hill = {"kind": "hill", "name": "hill", "at": (20, 24), "size": (40, 16), "level": 1}
    stream = {"kind": "stream", "name": "stream", "course": ((0, 16), (40, 16))}
    for piece in (hill, stream):
        state = table(body(TANK, at=(20, 14)), FOE, pieces=(piece,))
        assert why_not_go(state, 20, 18.66) == ""
        assert why_not_go(state, 20, 18.8) == "gb20.move.mixed-going"


def interrupted(at, marsh, order, *picks, until):
    """A tank that sees an enemy come out when it has gone so far."""
    ambush = Body("B2", at, 180, side=BLUE, stands=(INFANTRY,), hidden=True)
    state = table(body(TANK, at=(20, 13)), FOE, ambush, pieces=(marsh,), sight=6)
    return plays(with_actions(state, A1=1), Moving(RED, 1), picks=[Pick("A1"), order, *picks], until=until)


@pytest.mark.clause("gb20.move.mixed-going")
def test_who_is_interrupted_in_the_open_still_has_what_the_bad_going_ahead_takes():
    whole = Move("A1", Place(20, 18, 0))
    day = interrupted((26.6, 17.5), MARSH, whole, until="does it go on")
    assert day.state.units["A1"].place.y < 17
    assert why_not(day.question, whole) == ""


@pytest.mark.clause("gb20.move.mixed-going")
def test_who_is_interrupted_after_bad_going_has_paid_for_it():
    marsh = {**MARSH, "at": (20, 13.5), "size": (40, 2)}  # two inches of it, and then one in the open
    order = Leg("A1", Place(20, 16, 0))
    day = interrupted((26.6, 17.5), marsh, order, Move("A1", Place(20, 16, 0)), until="how does the move go on")
    left = 1 - 2 / 3 - 1 / 7
    assert day.question.options[0].region.left == pytest.approx(left, abs=0.001)


# ---- the way


@pytest.mark.clause("gb20.move.path")
def test_the_last_inch_of_a_move_is_not_lost_after_a_leg():
    """Trucks go 24 inches along a dirt road: after 22.5 of them 1.5 are left, and after 24 nothing."""
    state = with_actions(on_road(TRUCKS, TRUCKS, head=10, loaded=True), A1=1)
    question = asks(state, lambda play: take_action(play, "A1"), picks=[Leg("A1", Place(30, 32.5, 0))])
    assert why_not(question, Move("A1", Place(30, 34, 0))) == ""
    assert why_not(question, Move("A1", Place(30, 34.1, 0))) == "gb20.move.road"
    assert carried_out(state, take_action, "A1", picks=[Leg("A1", Place(30, 34, 0))])


@pytest.mark.clause("gb20.move.path")
def test_a_move_may_go_in_several_straight_legs():
    legs = [Leg("A1", Place(21.5, 10, 0)), Move("A1", Place(21.5, 11.5, 0))]
    day = goes(table(body(), FOE), *legs)
    assert day.state.units["A1"].place == Place(21.5, 11.5, 0)
    half = plays(with_actions(table(body(), FOE), A1=1), Moving(RED, 1), picks=[Pick("A1"), legs[0]], until="go on")
    assert why_not(half.question, Move("A1", Place(21.5, 11.6, 0))) == "gb20.move.rates"
    assert why_not(half.question, Halt("A1")) == ""


@pytest.mark.clause("gb20.move.path")
def test_friends_may_be_passed_but_not_ended_on():
    state = table(body(TANK), Body("A2", (20, 13), stands=(INFANTRY,)), FOE)
    assert why_not_go(state, 20, 16) == ""
    assert why_not_go(state, 20, 13.3) == "gb20.move.path"


@pytest.mark.clause("gb20.move.path")
def test_nobody_passes_through_enemies_or_between_two_of_them_that_are_near_each_other():
    through = table(body(TANK), Body("B1", (20, 13), 180, side=BLUE, stands=(INFANTRY,)))
    assert why_not_go(through, 20, 16) == "gb20.move.path"
    narrow, wide = (table(body(INFANTRY, shape=ASSAULT, at=(20, 11)), pair(inches)) for inches in (1.9, 2.1))
    assert why_not_go(narrow, 20, 13.4) == "gb20.move.path"
    assert why_not_go(wide, 20, 13.4) == ""


@pytest.mark.clause("gb20.move.path", "gb10.move.infiltration")
@pytest.mark.parametrize("rules", [GB20, GB10])
def test_nobody_stops_right_between_two_that_are_near_each_other_to_go_on_from_there(rules):
    narrow, wide = (table(body(INFANTRY, at=(20, 11)), pair(inches), rules=rules) for inches in (1.9, 2.1))
    clause = "gb20.move.path" if rules == GB20 else "gb10.move.infiltration"
    assert [why_not_go(state, 20, 12.5) for state in (narrow, wide)] == [clause, ""]


@pytest.mark.clause("gb20.move.path")
def test_closed_ground_is_not_crossed_but_by_a_bridge():
    river = {"kind": "river", "name": "river", "course": ((0, 16), (60, 16)), "width": 1.5}
    state = table(body(TANK, at=(20, 14)), FOE, pieces=(river, ROAD))
    assert why_not_go(state, 20, 18) == "gb20.move.path"
    bridge = table(body(TANK, at=(30, 14)), FOE, pieces=(river, ROAD))
    assert why_not_go(bridge, 30, 18) == ""


@pytest.mark.clause("gb20.move.path")
def test_contact_is_an_order_of_its_own_and_stops_the_whole_battalion():
    state = table(body(), Body("B1", (20, 12), 180, side=BLUE))
    assert why_not_go(state, 20, 11.99) == "gb20.close-combat.contact"
    day = goes(state, Charge("A1", "B1"))
    assert day.state.units["A1"].place.y == pytest.approx(11.99)
    assert is_locked(day.state, day.state.units["A1"])
    assert Did.ACTED in day.state.units["A1"].spent


@pytest.mark.clause("gb20.move.path")
def test_a_battalion_that_is_stopped_on_a_friend_goes_back_to_where_there_was_room():
    foe = Body("B1", (26, 12), 270, side=BLUE, stands=(TANK,))
    state = table(body(CAR, at=(20, 10)), Body("A2", (20, 11.3), stands=(INFANTRY,)), foe)
    shot = [OpenFire("B1"), Fire(sid(state, "B1/1"), sid(state, "A1/1"))]
    day = goes(state, Move("A1", Place(20, 14, 0)), *shot, dice=[20, 1])
    assert not overlaps(day.state)
    assert day.told[-1] == "A1 goes back to 20, 10, facing 0 [gb20.move.path]"


@pytest.mark.clause("gb20.move.path")
def test_and_so_it_does_if_it_went_on_from_there_and_is_stopped_on_him_again():
    foes = [Body(f"B{n}", (x, 12), facing, side=BLUE, stands=(TANK,)) for n, x, facing in ((1, 13, 90), (2, 27, 270))]
    friend = Body("A2", (20, 13), stands=(INFANTRY,) * 4, formation=MARCH)
    state = table(body(*(INFANTRY,) * 4, shape=MARCH), friend, *foes)
    on = Move("A1", Place(20, 16, 0))
    first = [Wait(), OpenFire("B1"), Fire(sid(state, "B1/1"), sid(state, "A1/4"))]
    hit = sid(state, "A1/1")
    again = [Wait(), OpenFire("B2"), Fire(sid(state, "B2/1"), hit), Take(hit), Halt("A1")]
    day = goes(state, on, *first, on, *again, dice=[20] * 4)
    assert not overlaps(day.state)
    assert day.told[-1] == "A1 goes back to 20, 10.3, facing 0 [gb20.move.path]"  # its first stand was lost


@pytest.mark.clause("gb20.move.locked")
def test_a_battalion_in_close_combat_may_rally_but_not_move_or_limber():
    locked = Body("A1", (20, 10), attached=("AT gun M",), suppressed=(1,), set_up=(4,))
    state = table(locked, Body("B1", (20, 10.01), 180, side=BLUE), Body("A2", (40, 10)))
    state = with_actions(marked(state, "A1", "attacks B1"), A1=1, A2=1)
    question = asks(state, lambda play: move_next(play, RED, 1))
    assert why_not(question, Pick("A1")) == "gb20.move.locked"
    assert list(limber_options(state, state.units["A1"])) == []
    tidy = plays(state, Tidying(RED, 1), picks=[Rally("A1")], dice=[20])
    assert Mark.SUPPRESSED not in stand(tidy.state, "A1/1").marks
