"""Road march over a net of roads, by the charts of both editions: where roads meet a column may turn into another."""

from itertools import combinations
from random import Random

import pytest
from gbday import in_column, plays, with_actions
from gbrandom import off_table, overlaps
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, TANK, Body, act10, carried_out, sid, stand, table
from manoeuvres import ASSAULT, FOE, MARCH, ROAD_MARCH, body, centre, forms, goes, spots, why_not_form, why_not_go
from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.course import Course
from sandtable.board.place import Place
from sandtable.rules.great_battles.battle.scenario import roads
from sandtable.rules.great_battles.commands.day import Fire, Leave, Leg, Move, OpenFire, Pick
from sandtable.rules.great_battles.day.replacements import lined_up
from sandtable.rules.great_battles.facts.day import Destroyed, Marched
from sandtable.rules.great_battles.frame.reading import scenarios
from sandtable.rules.great_battles.frame.setup import opening
from sandtable.rules.great_battles.march.leaving import refuse_leave, way_off
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.movement import ROUNDING
from sandtable.rules.great_battles.move.road import RoadMoves, moves_of
from sandtable.rules.great_battles.move.transport import dismount_body
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.steps import Moving
from sandtable.rules.great_battles.table.field import field, formation, standing
from sandtable.rules.great_battles.table.formation import in_order
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.walks import routes, under
from sandtable.rules.great_battles.words import Mark

by_both_charts = pytest.mark.parametrize("rules", [GB20, GB10])
TRUCKS, TRACKS = "Infantry by truck", "Infantry by half-track"


def road(name, *course, kind="road"):
    return {"kind": kind, "name": name, "course": course}


STEM = (30, 0), (30, 24)
T = road("stem", *STEM), road("bar", (0, 24), (60, 24))
CROSS = road("stem", (30, 0), (30, 48)), road("bar", (0, 24), (60, 24))
Y = road("stem", *STEM), road("left", (30, 24), (10, 44)), road("right", (30, 24), (50, 44))


def column(*stands, pieces, head, course=STEM, foe=FOE, **more):
    """In road march along a course, the middle of its first stand so far from the beginning."""
    said = {key: more.pop(key) for key in ("rules", "edges", "sight") if key in more}
    one = body(*(stands or (TRUCKS,) * 3), shape=ROAD_MARCH, loaded=True, **more)
    return in_column(table(one, foe, pieces=pieces, **said), "A1", course, head)


def roads_ahead(state, left=1.0):
    return RoadMoves(state, state.units["A1"], left)


def after(state, *to):
    return goes(state, Move("A1", Place(*to))).state


# ---- where the roads lead


@by_both_charts
@pytest.mark.clause("gb20.move.road", "gb10.move.rates")
def test_at_the_end_of_its_road_a_column_turns_left_or_right_into_the_one_across(rules):
    state = column(pieces=T, head=20, rules=rules)
    assert not why_not_go(state, 50, 24, 90) and not why_not_go(state, 10, 24, 270)
    assert why_not_go(state, 50.1, 24, 90) == why_not_go(state, 9.9, 24, 270) != ""
    assert spots(after(state, 40, 24, 90)) == [(40, 24), (38.5, 24), (37, 24)]


@by_both_charts
@pytest.mark.clause("gb20.move.road", "gb10.move.rates")
def test_at_a_crossroads_it_goes_whichever_way_its_owner_names(rules):
    state = column(pieces=CROSS, head=20, rules=rules)
    for place in (Place(30, 44, 0), Place(50, 24, 90), Place(10, 24, 270)):
        assert roads_ahead(state).contains(place)
        assert stand(after(state, place.x, place.y, place.facing), "A1/1").place == place


@by_both_charts
@pytest.mark.clause("gb20.formation.facing", "gb10.move.turning")
def test_it_faces_as_the_road_leads_by_which_it_comes_there(rules):
    state = column(pieces=CROSS, head=20, rules=rules)
    assert [not why_not_go(state, 30, 24, facing) for facing in (0, 90, 180, 270)] == [True, True, False, True]
    refusal = roads_ahead(state).why_not(Place(40, 24, 0))
    assert refusal.clause.endswith((".facing", ".turning")) and "90" in refusal.why


@pytest.mark.clause("gb20.move.road")
def test_from_the_stem_of_a_y_it_takes_either_arm_and_from_an_arm_the_stem_or_the_other():
    up = column(pieces=Y, head=20)
    assert not why_not_go(up, 40, 34, 45) and not why_not_go(up, 20, 34, 315)
    down = column(pieces=Y, head=20, course=((50, 44), (30, 24)))
    assert not why_not_go(down, 30, 20, 180) and not why_not_go(down, 25, 29, 315)


@pytest.mark.clause("gb20.move.road")
def test_it_never_turns_back_on_the_road_by_which_it_comes():
    for pieces in (T, CROSS, Y):
        assert why_not_go(column(pieces=pieces, head=20), 30, 10, 180) == "gb20.move.road"


@pytest.mark.clause("gb20.move.road")
def test_where_its_road_ends_and_meets_no_other_it_halts():
    dead = column(pieces=(road("stem", *STEM),), head=20)
    assert not why_not_go(dead, 30, 23.25) and why_not_go(dead, 30, 23.5) == "gb20.move.road"
    assert Place(30, 23.25, 0) in list(roads_ahead(dead).notable())
    apart = column(pieces=(road("stem", *STEM), road("bar", (0, 25), (60, 25))), head=20)
    assert why_not_go(apart, 40, 25, 90) == "gb20.move.road"
    nearly = column(pieces=(road("stem", *STEM), road("bar", (0, 24.4), (60, 24.4))), head=20)
    assert not why_not_go(nearly, 40, 24.4, 90)


@pytest.mark.clause("gb20.move.road")
def test_of_two_ways_to_a_place_it_takes_the_shortest():
    ring = road("stem", (30, 0), (30, 20)), road("ring", (30, 20), (40, 20), (40, 30), (20, 30), (20, 20), (30, 20))
    state = column(pieces=ring, head=18, course=((30, 0), (30, 20)))
    assert roads_ahead(state).way(Place(40, 25, 0)).inches() == pytest.approx(2 + 10 + 5)
    assert roads_ahead(state).way(Place(20, 25, 0)).inches() == pytest.approx(2 + 10 + 5)
    assert roads_ahead(state).way(Place(40, 25, 180)).inches() == pytest.approx(2 + 10 + 10 + 20 + 5)


@pytest.mark.clause("gb20.move.road", "gb10.move.rates")
@pytest.mark.parametrize(
    ("rules", "name", "entry"),
    [
        (GB20, "manoeuvres", Place(18, 5, 0)),
        (GB10, "malta", Place(46, 8, 270)),
        (GB10, "malta-airfield", Place(20, 3, 0)),
    ],
)
def test_on_our_own_maps_every_road_can_be_marched_to(rules, name, entry):
    board = opening(scenarios(rules)[name], frozenset()).board
    start, _ = under(board, entry)
    reached = {start.road, *(stretch.road for stretch in routes(board, start))}
    assert reached == {way.name for way in roads(board)} and len(reached) > 1


# ---- round the corner


@pytest.mark.clause("gb20.formation.types", "gb20.move.road")
@pytest.mark.parametrize("pieces", [T, Y])
def test_a_column_that_straddles_the_junction_lies_along_both_roads_and_goes_on_where_its_head_is(pieces):
    start = column(pieces=pieces, head=20)
    far = (32, 24, 90) if pieces is T else (31, 25, 45)
    state = after(start, *far)
    first, *_, last = in_order(standing(state, "A1"))
    assert first.place == Place(*far) and last.place.x == 30 and last.place.facing == 0
    slabs = [field(state).slabs[one.id] for one in standing(state, "A1")]
    assert all(shapes.apart(one, other) > -0.02 for one, other in combinations(slabs, 2))
    assert why_not_go(state, 25, 24, 270) == why_not_go(state, 25, 29, 315) == "gb20.move.road"
    on = (40, 24, 90) if pieces is T else (40, 34, 45)
    way = roads_ahead(state).way(Place(*on))
    assert way.inches() == pytest.approx(shapes.span_of(far[:2], on[:2]), abs=0.6)
    assert {place.facing for place in way.after.values()} == {on[2]}


@pytest.mark.clause("gb20.move.road")
def test_a_straddling_column_that_has_lost_its_head_still_knows_its_way():
    state = after(column(pieces=CROSS, head=20), 30.6, 24, 90)
    state = Destroyed(sid(state, "A1/1"), "", 1).apply(state)
    region = roads_ahead(state)
    assert region.start.x == 30 and region.start.facing == 0
    assert region.contains(Place(36, 24, 90)) and region.contains(Place(30, 30, 0))


@pytest.mark.clause("gb20.replacements.rejoin")
def test_a_stand_rejoins_a_straddling_column_along_the_road_by_which_it_came():
    state = after(column(pieces=T, head=20), 30.6, 24, 90)
    lost = stand(state, "A1/3")
    fewer = state.put(replace(lost, place=None, marks=lost.marks | {Mark.DESTROYED}))
    anchor, places = lined_up(fewer, fewer.units[lost.id], 2)
    assert anchor == Place(30.6, 24, 90)
    assert places == {one.id: one.place for one in standing(state, "A1")}


@pytest.mark.clause("gb20.transport.half-tracks")
def test_half_tracks_beside_a_straddling_column_fall_in_behind_it():
    state = after(column(*(TRACKS,) * 3, pieces=T, head=20), 31, 24, 90)
    state = carried_out(state, lambda play: dismount_body(play, "A1", stay=True)).state
    assert len(standing(state, "A1")) == 6 and not overlaps(state)
    way = roads_ahead(state).way(Place(33, 24, 90))
    assert way.inches() == pytest.approx(2) and all(abs(high - low) < 3 for low, high in way.spans())


@pytest.mark.clause("gb20.formation.types")
def test_road_march_is_taken_up_round_the_corner_where_the_road_ends_and_along_either_road_near_a_junction():
    state = table(body(*(TANK,) * 5, shape=MARCH, at=(31.4, 26)), FOE, pieces=T)
    region = Forms(state, state.units["A1"], ROAD_MARCH)
    assert {place.facing for place in region.everywhere()} == {90, 270}
    close = table(body(*(TANK,) * 5, shape=MARCH, at=(30.5, 24.5)), FOE, pieces=T)
    assert {0, 180} <= {place.facing for place in Forms(close, close.units["A1"], ROAD_MARCH).everywhere()}
    formed = forms(close, ROAD_MARCH, 0).state
    facings = [one.place.facing for one in in_order(standing(formed, "A1"))]
    assert facings[-1] == 0 and facings[0] in (90, 270)
    assert not overlaps(formed) and roads_ahead(formed).far == 14


# ---- surfaces


@by_both_charts
@pytest.mark.clause("gb20.move.road", "gb20.move.mixed-going", "gb10.move.mixed-ground")
def test_each_surface_of_its_way_costs_its_own(rules):
    """12 inches of dirt are half of the move of a lorry, so that 18 of 36 are left on the paved road."""
    paved = road("stem", *STEM), road("bar", (0, 24), (60, 24), kind="paved road")
    state = column(TRUCKS, pieces=paved, head=12, rules=rules)
    assert not why_not_go(state, 48, 24, 90) and why_not_go(state, 48.1, 24, 90)
    way, rates = roads_ahead(state).way(Place(39, 24, 90)), Rates(state, state.units["A1"])
    assert way.cost(rates) == pytest.approx(0.75)
    assert way.cost_until(12 / 21, rates) == pytest.approx(0.5)


@pytest.mark.clause("gb20.move.road", "gb20.move.mixed-going")
def test_the_stand_to_which_the_way_is_dearest_decides():
    """Only the last stand comes over dirt."""
    paved = road("stem", *STEM), road("bar", (0, 24), (60, 24), kind="paved road")
    start = column(TRUCKS, TRUCKS, pieces=paved, head=20)
    state = after(start, 30.6, 24, 90)
    last = in_order(standing(state, "A1"))[1].place
    dirt = 24 - last.y
    assert 0.3 < dirt < 2
    far = dirt + 36 * (1 - dirt / 24)
    way = roads_ahead(state).branches
    assert max(reach for _, reach in way) == pytest.approx(min(far, 60 - 0.75 - 30.6), abs=0.01)


@pytest.mark.clause("gb20.move.path", "gb20.move.mixed-going")
def test_what_a_first_leg_over_dirt_has_cost_is_gone():
    paved = road("stem", *STEM), road("bar", (0, 24), (60, 24), kind="paved road")
    state = column(TRUCKS, pieces=paved, head=12)
    day = goes(state, Leg("A1", Place(30, 24, 90)), Move("A1", Place(48, 24, 90)))
    assert stand(day.state, "A1/1").place == Place(48, 24, 90)


# ---- the enemy


@pytest.mark.clause("gb20.activate.approach-limit", "gb10.activate.free-movement")
@by_both_charts
def test_an_enemy_near_one_branch_closes_that_branch_only(rules):
    foe = Body("B1", (48, 26), 180, side=BLUE)
    state = column(pieces=CROSS, head=14, foe=foe, active=False, rules=rules)
    assert not why_not_go(state, 22, 24, 270) and not why_not_go(state, 32, 24, 90)
    assert why_not_go(state, 40, 24, 90)
    places = [*roads_ahead(state).notable()]
    assert {place.facing for place in places} >= {0, 270}
    assert all(shapes.span_of(place.point, (48, 26)) > 12 for place in places)


@pytest.mark.clause("gb20.activate.approach-limit", "gb10.activate.inactive-limit")
@by_both_charts
def test_bases_that_turn_are_kept_off_by_how_near_they_lay_before(rules):
    """Turned into the road a base reaches half an inch farther ahead; turned out of it, no nearer than it did."""
    foe = Body("B1", (30, 36.3), 180, side=BLUE)
    lone = body(INFANTRY, at=(30, 24), active=False)
    state = table(lone, foe, pieces=CROSS, rules=rules)
    assert why_not_form(state, centre(state, 0), ROAD_MARCH).endswith("-limit")
    assert not why_not_form(state, centre(state, 90), ROAD_MARCH)
    near = column(INFANTRY, pieces=CROSS, head=23.9, course=((30, 0), (30, 48)), foe=foe, active=False, rules=rules)
    assert not why_not_form(near, centre(near, 90), ASSAULT)


@pytest.mark.clause("gb20.move.path")
def test_an_enemy_on_one_branch_is_in_the_way_there():
    foe = Body("B1", (36, 24), 270, side=BLUE, stands=(TANK,))
    state = column(pieces=CROSS, head=20, foe=foe)
    assert why_not_go(state, 40, 24, 90) == "gb20.move.path"
    assert not why_not_go(state, 20, 24, 270)


WOODS = {"kind": "woods", "name": "woods", "at": (34, 18), "size": (6, 10)}


def ambushed(*stands):
    """Somebody waits round the corner and sees nothing of the road that leads there."""
    foe = Body("B1", (42, 20), 0, side=BLUE, stands=(TANK,))
    return with_actions(column(*stands, pieces=(*T, WOODS), head=18, foe=foe), A1=1)


def fired_at(state, target, dice, **how):
    order = Pick("A1"), Move("A1", Place(40, 24, 90))
    shot = OpenFire("B1"), Fire(sid(state, "B1/1"), sid(state, target))
    return plays(state, Moving(RED, 1), picks=[*order, *shot], dice=dice, **how)


@pytest.mark.clause("gb20.opfire.trigger", "gb20.opfire.effect-on-move")
def test_it_is_fired_at_round_the_corner_and_goes_on_there():
    day = fired_at(ambushed(TRUCKS), "A1/1", [1])
    told = [line for line in day.told if "A1 comes to" in line]
    assert told and "24, facing 90" in told[0]
    assert stand(day.state, "A1/1").place == Place(40, 24, 90)


@pytest.mark.clause("gb20.opfire.effect-on-move")
def test_one_that_is_hit_at_the_corner_goes_on_by_the_same_branch():
    day = fired_at(ambushed(TRUCKS, TRUCKS), "A1/1", [20, 1], until="does it go on")
    (going_on,) = [one.command for one in day.question.options if isinstance(one.command, Move)]
    assert going_on.to.x > 30 and going_on.to.y == 24 and going_on.to.facing == 90


@by_both_charts
@pytest.mark.clause("gb20.formation.types", "gb20.move.road", "gb10.formation.road-column")
def test_a_column_that_falls_back_from_its_road_is_in_march_formation_and_has_no_road_rate(rules):
    foe = Body("B1", (38, 19), 270, side=BLUE)
    state = column(pieces=CROSS, head=20, foe=foe, rules=rules)
    fallen = fallen_back(state)
    assert {one.place.x for one in standing(fallen, "A1")} == {27} and formation(fallen.units["A1"]) == MARCH
    assert not overlaps(fallen)
    assert moves_of(fallen, fallen.units["A1"], 1.0).far == 6
    assert not why_not_go(fallen, 27, 24) and why_not_go(fallen, 30, 40)


@by_both_charts
@pytest.mark.clause("gb20.formation.types", "gb10.formation.road-column")
def test_one_that_falls_back_along_its_road_is_in_road_march_as_before(rules):
    foe = Body("B1", (30, 32), 180, side=BLUE)
    state = column(pieces=CROSS, head=20, foe=foe, rules=rules)
    fallen = fallen_back(state)
    assert stand(fallen, "A1/1").place == Place(30, 17, 0) and formation(fallen.units["A1"]) == ROAD_MARCH


def fallen_back(state):
    return act10(state, lambda play: retreat(play, "A1", play.state.units["B1"])).state


# ---- off the table


@by_both_charts
@pytest.mark.clause("gb20.setup.table-edge", "gb20.night.day-withdrawal", "gb10.night.day-withdrawal")
def test_a_column_leaves_the_table_by_a_side_road(rules):
    lane = road("lane", (0, 8), (60, 8)), road("way out", (30, 8), (30, 0))
    close, far = (
        column(TRUCKS, TRUCKS, pieces=lane, course=((0, 8), (60, 8)), head=head, rules=rules) for head in (20, 10)
    )
    picks = [Pick("A1"), Leave("A1")]
    assert Mark.RESERVE in plays(with_actions(close, A1=1), Moving(RED, 1), picks=picks).state.units["A1"].marks
    question = plays(with_actions(far, A1=1), Moving(RED, 1), picks=picks[:1], until="what does it do").question
    assert question.refuse(Leave("A1"))


@pytest.mark.clause("gb20.setup.table-edge")
def test_it_goes_straight_off_if_the_roads_take_longer():
    loop = road("lane", (0, 2), (50, 2), (50, 20)), road("way out", (50, 20), (58, 20), (58, 0))
    state = column(TANK, pieces=loop, course=((0, 2), (50, 2)), head=20)
    picks = [Pick("A1"), Leave("A1")]
    assert Mark.RESERVE in plays(with_actions(state, A1=1), Moving(RED, 1), picks=picks).state.units["A1"].marks


@pytest.mark.clause("gb20.setup.table-edge")
def test_on_a_slanting_road_the_head_halts_before_a_corner_of_it_leaves_the_table():
    slope = (10, 20), (30, 0)
    state = column(TRUCKS, TRUCKS, pieces=(road("slope", *slope),), course=slope, head=10)
    unit = state.units["A1"]
    way = way_off(state, unit, Rates(state, unit))
    there = Marched("A1", way.to, tuple(way.after.items())).apply(state)
    assert not off_table(there) and shapes.span_of(way.to.point, (30, 0)) < 1.1


@by_both_charts
@pytest.mark.clause("gb20.setup.table-edge")
def test_whoever_may_leave_and_is_not_held_up_is_gone_though_the_surface_changes_on_the_way(rules):
    """The head comes to the worse surface first, and so pays more for its part of the way than the last stand."""
    lane = (0, 8), (60, 8)
    net, gone = (road("lane", *lane, kind="paved road"), road("way out", (30, 8), (30, 0))), []
    for inch in range(8, 20):
        state = column(*(TRUCKS,) * 4, pieces=net, course=lane, head=inch, rules=rules)
        if refuse_leave(state, state.units["A1"], 1.0) is None:
            left = plays(with_actions(state, A1=1), Moving(RED, 1), picks=[Pick("A1"), Leave("A1")]).state
            gone.append(Mark.RESERVE in left.units["A1"].marks)
    assert 0 < len(gone) < 12 and all(gone)


# ---- places and drawings


def some_net(rng):
    """Roads here and there, some of which cross, end upon each other or share a point."""
    points = [(rng.randint(6, 54), rng.randint(6, 42)) for _ in range(4)]
    kinds = ("road", "paved road")
    ways = [((0, 10), points[0], points[1], (60, 30)), (points[1], points[2], (20, 48)), (points[0], points[3])]
    ways.append(((rng.randint(10, 50), 0), (rng.randint(10, 50), 48)))
    return [road(f"road {n}", *way, kind=rng.choice(kinds)) for n, way in enumerate(ways) if len({*way}) == len(way)]


@by_both_charts
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.clause("gb20.move.road", "gb20.formation.types", "gb10.move.rates", "gb10.formation.road-column")
def test_wherever_a_column_goes_over_a_net_of_roads_it_stands_on_them_and_on_nobody(rules, seed):
    rng = Random(seed)
    net, stands = some_net(rng), [rng.choice((TRUCKS, TANK)) for _ in range(rng.randint(1, 6))]
    state = column(*stands, pieces=net, course=net[0]["course"], head=rng.uniform(12, 20), rules=rules)
    for _ in range(4):
        region = roads_ahead(state)
        assert region.contains(region.start)
        places = [*(region.sample(rng) for _ in range(2)), *region.notable()]
        for place in places:
            way = region.way(place)
            assert region.contains(place) and way.to == place
            assert way.inches() <= region.far + ROUNDING
            assert way.cost(region.rates) <= 1.0 + ROUNDING / 2
            there = Marched("A1", place, tuple(way.after.items())).apply(state)
            assert not overlaps(there) and not off_table(there)
            assert all(on_a_road(there, one.place) for one in standing(there, "A1"))
        state = Marched("A1", places[0], tuple(region.laid_out(places[0]).items())).apply(state)


def on_a_road(state, place):
    """Or between two that do not quite meet."""
    return min(Course(way.points).nearest(place.point)[1] for way in roads(state.board)) <= 0.27


@pytest.mark.clause("gb20.move.road")
def test_what_is_drawn_and_looked_at_are_all_the_roads_ahead():
    region = roads_ahead(column(pieces=CROSS, head=20))
    lines = [(30, 20), (30, 24)], [(30, 24), (50, 24)], [(30, 24), (10, 24)], [(30, 24), (30, 44)]
    assert sorted(region.outline()) == sorted(lines)
    assert {Place(30, 44, 0), Place(50, 24, 90), Place(10, 24, 270)} <= {*region.notable()}
    picked = {region.sample(Random(seed)).facing for seed in range(12)}
    assert picked == {0, 90, 270}


# ---- pointing at it


@by_both_charts
@pytest.mark.parametrize(
    ("beside", "meant"),
    [((30.6, 12), (30, 12, 0)), ((20, 25.1), (20, 24, 270)), ((41, 22.7), (41, 24, 90)), ((29, 2), (30, 6, 0))],
)
def test_who_points_beside_a_road_means_the_road(rules, beside, meant):
    """On whichever branch comes nearest, facing as that leads; and never back behind the head."""
    state = column(pieces=T, head=6, rules=rules)
    assert roads_ahead(state).nearest(Place(*beside, 45)) == Place(*meant)


@by_both_charts
def test_a_place_that_was_pointed_at_is_allowed_or_refused_for_a_reason(rules):
    region, rng = roads_ahead(column(pieces=Y, head=6, rules=rules)), Random("pointing")
    meant = [region.nearest(Place(rng.uniform(5, 55), rng.uniform(0, 48))) for _ in range(40)]
    reasons = [region.why_not(place) for place in meant]
    assert any(why is None for why in reasons)
    assert all("nowhere else" not in why.why and "faces as the road" not in why.why for why in reasons if why)
