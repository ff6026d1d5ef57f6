"""How battalions stand by the d10 charts, and how they change it."""

from itertools import combinations, pairwise
from random import Random

import pytest
from gbday import with_actions
from gbrandom import overlaps, some_stands
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, sid, stand, table10, why_not
from manoeuvres import (
    ASSAULT,
    DEFENSIVE,
    FOE,
    MARCH,
    ROAD,
    ROAD_MARCH,
    centre,
    forms,
    four,
    on_road10,
    spots,
    why_not_form,
)
from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import Form, Move
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.day.night import night_forms
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.fire.shot import aim, refuse_shot, score_to_hit
from sandtable.rules.great_battles.march.march import drill, march
from sandtable.rules.great_battles.move.drill import Forms, fall_in, shapes_for
from sandtable.rules.great_battles.move.movement import ROUNDING, way_to
from sandtable.rules.great_battles.move.road import RoadMoves, moves_of
from sandtable.rules.great_battles.move.stragglers import out_of_place
from sandtable.rules.great_battles.showing import look
from sandtable.rules.great_battles.table.field import formation, standing
from sandtable.rules.great_battles.table.formation import centre_stand, drawn_up, front_rank, in_order, ranks
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Mark
from sandtable.scripted import act


def gone(before, after):
    """How far each stand has gone, in their order."""
    return [round(shapes.span_of(a, b), 2) for a, b in zip(spots(before), spots(after), strict=True)]


# ---- the shapes


@pytest.mark.clause("gb10.formation.kinds", "gb10.formation.column")
def test_column_is_one_behind_another_assault_two_ranks_and_defensive_one_line():
    rows = {shape: spots(table10(four(shape))) for shape in (MARCH, ASSAULT, DEFENSIVE)}
    assert [x for x, _ in rows[MARCH]] == [20] * 4
    depths = [y for _, y in rows[MARCH]]
    assert all(0 < a - b - 0.5 < 1 for a, b in pairwise(depths))
    assert [y for _, y in rows[ASSAULT]] == [19.75, 19.75, 19.05, 19.05]
    assert len({y for _, y in rows[DEFENSIVE]}) == 1 and len({x for x, _ in rows[DEFENSIVE]}) == 4


@pytest.mark.case("gb10.formation.defensive", 1)
def test_two_stands_in_line_do_not_touch_and_are_less_than_2_inches_apart():
    for interval in EDITION.charts.intervals:
        state = table10(four(DEFENSIVE, stands=(INFANTRY,) * 2, interval=interval))
        (a, _), (b, _) = spots(state)
        assert 0.02 < abs(a - b) - 1.5 < 2


@pytest.mark.case("gb10.formation.assault", 1)
def test_a_battalion_down_to_one_stand_is_in_assault_formation():
    state = table10(four(DEFENSIVE, stands=(INFANTRY,) * 2), FOE)
    state = Destroyed(sid(state, "A1/2"), "", 1).apply(state)
    after = act(state.put(replace(stand(state, "A1/2"), place=None)), fall_in)
    assert formation(after.state.units["A1"]) == ASSAULT and after.cited == {"gb10.formation.assault"}
    assert ROAD_MARCH in shapes_for(on_road10(INFANTRY), on_road10(INFANTRY).units["A1"])


@pytest.mark.clause("gb10.formation.assault")
@pytest.mark.parametrize(("facing", "inches"), [(0, 6), (180, 6), (90, 3)])
def test_a_single_stand_along_a_road_goes_as_in_column_and_is_shown_so(facing, inches):
    state = table10(Body("A1", (30, 20), facing, stands=(INFANTRY,)), FOE, pieces=(ROAD,))
    body = state.units["A1"]
    assert Rates(state, body).good == inches
    assert look(state, body).formation == (ROAD_MARCH if facing != 90 else ASSAULT)


@pytest.mark.clause("gb10.formation.assault")
def test_two_stands_in_assault_formation_touch_side_by_side():
    (a, y), (b, z) = spots(table10(four(ASSAULT, stands=(INFANTRY,) * 2)))
    assert abs(a - b) == 1.5 and y == z


@pytest.mark.case("gb10.formation.road-column", 1)
def test_a_column_with_gaps_on_a_road_has_no_road_rate():
    state = table10(four(MARCH, (30, 24)), FOE, pieces=(ROAD,))
    assert moves_of(state, state.units["A1"], 1.0).far == 6
    column = on_road10(*(INFANTRY,) * 4)
    assert spots(column) == [(30, 24), (30, 22.5), (30, 21), (30, 19.5)]
    assert RoadMoves(column, column.units["A1"]).far == 9


@pytest.mark.clause("gb10.formation.road-column")
def test_road_column_is_taken_up_on_a_road_only():
    state = table10(four(MARCH), FOE, pieces=(ROAD,))
    assert why_not_form(state, centre(state), ROAD_MARCH) == "gb10.formation.road-column"
    beside = table10(four(MARCH, (30.4, 20)), FOE, pieces=(ROAD,))
    after = forms(beside, ROAD_MARCH).state
    assert [x for x, _ in spots(after)] == [30] * 4 and formation(after.units["A1"]) == ROAD_MARCH


@pytest.mark.clause("gb10.formation.larger")
def test_half_of_the_fighting_stands_are_in_front_and_support_is_behind():
    kinds = ("Infantry", "Infantry", "Infantry", "Infantry", "Anti-tank gun", "HQ", "Heavy weapons")
    front, rear = ranks(ASSAULT, kinds)
    assert front == (0, 1, 2) and rear == (3, 4, 5, 6)
    line, behind = ranks(DEFENSIVE, kinds)
    assert line == (0, 1, 2, 3, 4) and behind == (5, 6)
    assert ranks(MARCH, kinds)[0] == (0,)


@pytest.mark.clause("gb10.formation.larger", "gb10.formation.defensive", "gb10.formation.column")
@pytest.mark.parametrize("seed", range(30))
def test_neighbours_keep_the_spacing_of_their_formation_and_nobody_lies_on_another(seed):
    rng = Random(seed)
    state = table10(Body("A1", (30, 24), rng.randrange(360), stands=some_stands(rng)))
    stands = standing(state, "A1")
    for shape in (MARCH, ASSAULT, DEFENSIVE):
        for interval in EDITION.charts.intervals:
            places = drawn_up(state, shape, stands, interval, Place(30, 24, rng.randrange(360)))
            bases = charts(state).bases
            slabs = [shapes.footprint(places[one.id], bases[one.kind]) for one in in_order(stands)]
            assert all(shapes.apart(a, b) > -0.02 for a, b in combinations(slabs, 2))
            front = ranks(shape, tuple(one.kind for one in in_order(stands)))[0]
            assert all(shapes.apart(slabs[a], slabs[b]) < 2 for a, b in pairwise(front))


@pytest.mark.clause("gb10.formation.spacing")
def test_the_gaps_of_every_formation_are_closed_to_the_enemy():
    for interval in EDITION.charts.intervals:
        assert interval / 100 <= EDITION.charts.gap


# ---- who fires


@pytest.mark.case("gb10.formation.front-rank-fire", 1)
def test_the_front_rank_fires_directly_and_the_rear_rank_at_the_8_inch_column():
    state = table10(four(ASSAULT), Body("B1", (20, 22), 180, side=BLUE, stands=(INFANTRY,)))
    target = stand(state, "B1/1")
    for number, direct in ((1, True), (2, True), (3, False), (4, False)):
        firer = stand(state, f"A1/{number}")
        refusal = refuse_shot(state, aim(state, firer, target))
        assert (refusal is None) is direct
        assert direct or refusal.clause == "gb10.formation.front-rank-fire"
        assert refuse_shot(state, aim(state, firer, target, indirect=True)) is None
    assert score_to_hit(state, aim(state, stand(state, "A1/1"), target)).value == 4
    assert score_to_hit(state, aim(state, stand(state, "A1/3"), target, indirect=True)).value == 1


@pytest.mark.clause("gb10.formation.front-rank-fire")
@pytest.mark.parametrize(("shape", "front"), [(MARCH, 1), (ASSAULT, 2), (DEFENSIVE, 4)])
def test_who_is_in_the_front_rank(shape, front):
    state = table10(four(shape))
    assert len(front_rank(state, state.units["A1"])) == front


# ---- changing it


@pytest.mark.clause("gb10.formation.change")
def test_the_others_go_to_their_places_round_the_centre_stand_and_the_facing_may_change():
    state = table10(four(MARCH), FOE)
    after = forms(state, DEFENSIVE, facing=90)
    stays = centre_stand(state, state.units["A1"])[0]
    assert formation(after.state.units["A1"]) == DEFENSIVE and "gb10.formation.change" in after.cited
    assert {one.place.facing for one in standing(after.state, "A1")} == {90}
    assert after.state.units[stays.id].place.point == stays.place.point
    assert not out_of_place(after.state, after.state.units["A1"])


@pytest.mark.case("gb10.formation.change-limit", 1)
def test_from_road_column_to_line_a_stand_goes_12_inches_and_closes_up_later():
    state = on_road10(*(INFANTRY,) * 8)
    wanted = Forms(state, state.units["A1"], DEFENSIVE, 190, free=True)
    centre_of = wanted.centre_at(centre(state))
    _, places = wanted.drawn_up(centre_of, 0)
    need = {i: shapes.span_of(state.units[i].place.point, place.point) for i, place in places.items()}
    far = max(need, key=need.get)
    assert need[far] > 12.5
    after = forms(state, DEFENSIVE, interval=190)
    moved = shapes.span_of(state.units[far].place.point, after.state.units[far].place.point)
    assert moved == pytest.approx(12, abs=0.05)
    body = after.state.units["A1"]
    assert formation(body) == DEFENSIVE and far in out_of_place(after.state, body)
    assert after.entries[-1].clause == "gb10.formation.change-limit"
    nearer = forms(forms(after.state, DEFENSIVE, interval=190).state, DEFENSIVE, interval=190).state
    assert not out_of_place(nearer, nearer.units["A1"])


@pytest.mark.clause("gb10.formation.change-rate")
def test_a_stand_goes_as_far_as_the_better_of_the_two_formations_lets_it():
    state = table10(four(ASSAULT, stands=(INFANTRY,) * 6), FOE)  # 3 inches in assault, 2 in line
    after = forms(state, DEFENSIVE, interval=190)
    assert max(gone(state, after.state)) == pytest.approx(3, abs=ROUNDING + 0.02)
    assert out_of_place(after.state, after.state.units["A1"])
    assert after.entries[-1].clause == "gb10.formation.change-rate" and not overlaps(after.state)
    column = forms(table10(four(MARCH, stands=(INFANTRY,) * 4), FOE), DEFENSIVE)
    assert not out_of_place(column.state, column.state.units["A1"])  # 6 inches in column


@pytest.mark.clause("gb10.formation.change-rate")
@pytest.mark.parametrize(("suppressed", "ground"), [((1,), "fields"), ((), "marsh")])
def test_bad_going_and_suppression_shorten_it(suppressed, ground):
    around = {"kind": ground, "name": "ground", "at": (20, 20), "size": (40, 30)}
    state = table10(four(ASSAULT, stands=(TANK,) * 6, suppressed=suppressed), FOE, pieces=(around,))
    after = forms(state, DEFENSIVE, interval=190)
    assert 1 < max(gone(state, after.state)) <= 3.03 and not overlaps(after.state)
    dry = table10(four(ASSAULT, stands=(TANK,) * 6), FOE)
    assert max(gone(dry, forms(dry, DEFENSIVE, interval=190).state)) > 5


@pytest.mark.clause("gb10.formation.change-rate")
def test_set_up_weapons_hold_everybody_to_an_inch():
    state = table10(four(MARCH, attached=("Heavy weapons",), set_up=(5,)), FOE)
    after = forms(state, DEFENSIVE)
    assert max(gone(state, after.state)) <= 1 + ROUNDING + 0.02
    assert len(out_of_place(after.state, after.state.units["A1"])) >= 2


@pytest.mark.clause("gb10.formation.change-rate")
def test_the_centre_is_the_stand_nearest_the_average_and_the_owner_chooses_between_two():
    state = table10(four(MARCH), FOE)
    assert [one.id for one in centre_stand(state, state.units["A1"])] == [sid(state, "A1/2"), sid(state, "A1/3")]
    assert why_not_form(state, stand(state, "A1/1").place, DEFENSIVE) == "gb10.formation.change-rate"
    assert not why_not_form(state, centre(state, 30), MARCH)  # the facing alone


@pytest.mark.clause("gb10.formation.change-rate")
def test_nobody_goes_through_water_and_road_column_is_taken_up_by_all_or_none():
    river = {"kind": "river", "name": "river", "course": ((22, 0), (22, 48)), "width": 1.0}
    wet = table10(four(MARCH), FOE, pieces=(river,))
    assert why_not_form(wet, centre(wet), DEFENSIVE) == "gb10.setup.stacking"
    far = table10(four(DEFENSIVE, (30, 20), stands=(INFANTRY,) * 7, interval=190), FOE, pieces=(ROAD,))
    assert why_not_form(far, centre(far), ROAD_MARCH) == "gb10.formation.change-rate"


@pytest.mark.clause("gb10.formation.no-contact")
def test_a_change_of_formation_brings_nobody_into_contact():
    lone = {"side": BLUE, "stands": (INFANTRY,)}
    touching = table10(four(MARCH), Body("B1", (22.5, 19.3), 180, **lone))
    assert why_not_form(touching, centre(touching), DEFENSIVE) == "gb10.formation.no-contact"


@pytest.mark.clause("gb10.formation.no-contact")
def test_where_a_hidden_enemy_stands_the_change_is_broken_off():
    wood = {"kind": "woods", "name": "wood", "at": (24, 19), "size": (3, 3)}
    hidden = Body("B1", (22.5, 19.1), 180, side=BLUE, stands=(INFANTRY,), hidden=True, marks=(Mark.ACTION_TAKEN,))
    state = table10(four(MARCH, stands=(INFANTRY,) * 3), hidden, pieces=(wood,))
    region = Forms(view(state, RED), state.units["A1"], DEFENSIVE)
    after = act(state, lambda play: drill(play, "A1", region, centre(state)), view=view)
    assert formation(after.state.units["A1"]) == MARCH and spots(after.state) == spots(state)
    assert "gb10.formation.no-contact" in after.cited


# ---- closing up


@pytest.mark.clause("gb10.formation.broken")
def test_gaps_that_losses_have_left_close_in_the_next_move():
    state = table10(four(DEFENSIVE), FOE)
    state = Destroyed(sid(state, "A1/2"), "", 1).apply(state)
    state = state.put(replace(stand(state, "A1/2"), place=None))
    assert formation(state.units["A1"]) == DEFENSIVE
    after = act(state, lambda play: march(play, way_to(play.state, play.state.units["A1"], Place(20, 20.5, 0)), 1.0))
    assert after.entries[-1].clause == "gb10.formation.broken"
    assert not out_of_place(after.state, after.state.units["A1"])


@pytest.mark.clause("gb10.formation.broken", "gb10.formation.change-rate")
def test_who_has_fallen_short_closes_up_before_the_battalion_goes_on():
    state = forms(table10(four(ASSAULT, stands=(INFANTRY,) * 6), FOE), DEFENSIVE, interval=190).state
    late = out_of_place(state, state.units["A1"])
    question = asks(with_actions(state, A1=1), lambda play: take_action(play, "A1"))
    here = state.units["A1"].place
    assert late and why_not(question, Move("A1", replace(here, y=here.y + 2))) == "gb10.move.rates"
    for _ in range(3):
        state = forms(state, DEFENSIVE, interval=190).state
    assert not out_of_place(state, state.units["A1"])


@pytest.mark.clause("gb10.formation.change-rate")
@pytest.mark.parametrize("interval", [100, 190])
def test_in_a_wood_too_who_falls_short_goes_as_far_as_he_can(interval):
    wood = {"kind": "woods", "name": "wood", "at": (20, 20), "size": (30, 20)}
    state = table10(four(ASSAULT, stands=(INFANTRY,) * 6), FOE, pieces=(wood,))
    assert not why_not_form(state, centre(state), DEFENSIVE, interval=interval)
    after = forms(state, DEFENSIVE, interval=interval).state
    assert out_of_place(after, after.units["A1"]) and max(gone(state, after)) > 1


@pytest.mark.clause("gb10.formation.night")
def test_at_night_formations_change_freely():
    state = table10(four(ASSAULT, stands=(INFANTRY,) * 6), FOE)
    region = night_forms(state, Form("A1", centre(state), DEFENSIVE, 190))
    _, places = region.drawn_up(region.centre_at(centre(state)), 0)
    assert region.contains(centre(state))
    assert max(shapes.span_of(state.units[i].place.point, place.point) for i, place in places.items()) > 4
