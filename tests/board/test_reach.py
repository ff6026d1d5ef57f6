"""Where a mover can get to on a free table."""

import random
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, inf, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from sandtable.board import shapes
from sandtable.board.board import Region
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from tests.board.tabletop import SIZE, mirror, moved, places, some_corners, some_place, some_table, turn

START = Place(5, 15)
GOING = {"woods": 2.0, "road": 0.5, "river": inf, "wall": inf, "bridge": 1.0, "hill": 1.0}


def block(name, left, bottom, right, top):
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return Area(name, name, tuple((float(x), float(y)) for x, y in corners))


def lane(name, width, *points):
    return Strip(name, name, tuple((float(x), float(y)) for x, y in points), width)


def reach(allowance, *terrain, start=START, **prices):
    return FreeTable(SIZE, SIZE, terrain).reach(start, allowance, GOING | prices)


WOODS = block("woods", 10, 10, 20, 20)
RIVER = lane("river", 2.0, (0, 30), (48, 30))


# ---- open ground


def test_a_reach_is_a_region():
    assert isinstance(reach(6), Region)


@given(places, st.integers(0, 1500))
def test_in_the_open_a_reach_is_a_circle(place, allowance):
    inches = hypot(place.x - 24, place.y - 24)
    assert reach(allowance / 100, start=Place(24, 24)).contains(place) == (inches <= allowance / 100 + 0.005)


@pytest.mark.parametrize(
    ("place", "inside"), [(Place(0, 15), True), (Place(-0.01, 15), False), (Place(5, 48.01), False)]
)
def test_nobody_leaves_the_table(place, inside):
    assert reach(40).contains(place) == inside


def test_places_off_the_lattice_are_refused():
    assert not reach(6).contains(Place(6.005, 15))


def test_staying_put_costs_nothing():
    assert reach(0, block("river", 0, 0, 10, 30)).contains(START)


def test_no_route_leads_off_the_table():
    assert reach(40).route(Place(-1, 15)) == []


# ---- dear ground, by hand


@pytest.mark.parametrize(("x", "inside"), [(13.5, True), (13.51, False)])
def test_woods_at_double_cost_halve_what_is_left(x, inside):
    assert reach(12, WOODS).contains(Place(x, 15)) == inside  # 5 inches to the edge, 7 left, 3.5 in the woods


def test_a_way_round_the_woods_is_taken_when_it_is_cheaper():
    # 5 inches out, 20 for the woods, 1 beyond: 26. By the corner: hypot(5, 2) + 10 + hypot(1, 2) is 17.62.
    assert reach(30, WOODS, start=Place(5, 12)).route(Place(21, 12)) == [(5, 12), (10, 10), (20, 10), (21, 12)]


@pytest.mark.parametrize(("allowance", "inside"), [(17.62, True), (17.61, False)])
def test_the_way_round_is_measured_by_its_legs(allowance, inside):
    assert reach(allowance, WOODS, start=Place(5, 12)).contains(Place(21, 12)) == inside


def test_where_pieces_overlap_the_dearest_counts():
    marsh = block("marsh", 10, 10, 20, 20)
    assert not reach(12, WOODS, marsh, marsh=4.0).contains(Place(12, 15))


def test_a_kind_the_going_does_not_name_is_like_open_ground():
    assert reach(10, block("orchard", 6, 10, 14, 20)).contains(Place(15, 15))


def test_along_the_edge_of_woods_open_ground_counts():
    assert reach(15, WOODS, start=Place(5, 10)).contains(Place(20, 10))


# ---- ground that may not be crossed


@pytest.mark.parametrize(("allowance", "inside"), [(20.2, True), (20.19, False)])
def test_the_way_round_an_obstacle_is_by_its_corners(allowance, inside):
    wall = block("wall", 10, 14, 20, 16)  # hypot(5, 1) + 10 + hypot(5, 1) is 20.198
    assert reach(allowance, wall).contains(Place(25, 15)) == inside


def test_nobody_enters_what_may_not_be_entered():
    assert not reach(40, block("wall", 10, 14, 20, 16)).contains(Place(10.01, 15))


def test_an_obstacle_may_be_touched():
    assert reach(5, block("wall", 10, 14, 20, 16)).contains(Place(10, 15))


def test_a_river_from_edge_to_edge_cannot_be_crossed():
    assert not reach(40, RIVER, start=Place(30, 26)).contains(Place(30, 34))


def test_nobody_slips_through_the_seam_of_two_lakes():
    lakes = block("river", 0, 20, 20, 22), block("river", 20, 20, 48, 22)
    assert not reach(40, *lakes, start=Place(20, 15)).contains(Place(20, 25))


def test_a_river_is_crossed_by_its_bridge():
    bridge = lane("bridge", 1.0, (20, 28), (20, 32))
    assert reach(24, RIVER, bridge, start=Place(30, 26)).route(Place(30, 34)) == [
        (30, 26),
        (20, 29),
        (20, 31),
        (30, 34),
    ]


@pytest.mark.parametrize(("allowance", "inside"), [(22.89, True), (22.87, False)])
def test_the_way_by_the_bridge_is_measured_by_its_legs(allowance, inside):
    bridge = lane("bridge", 1.0, (20, 28), (20, 32))  # 2 hypot(10, 3) and 2 on the bridge are 22.881
    assert reach(allowance, RIVER, bridge, start=Place(30, 26)).contains(Place(30, 34)) == inside


def test_the_way_round_a_disc_is_hardly_longer_than_its_rim():
    pond = lane("river", 6.0, (24, 24))
    # Two tangents of 4 inches and the arc between them, for a mover 5 inches from the middle on either side.
    around = 2 * 4 + 3 * (pi - 2 * 0.9273)
    start, end = Place(19, 24), Place(29, 24)
    assert (reach(around, pond, start=start).contains(end), reach(around * 1.05, pond, start=start).contains(end)) == (
        False,
        True,
    )


def test_a_wall_is_passed_by_its_end():
    wall = lane("wall", 0.2, (10, 10), (10, 20))
    between = reach(20, wall, start=Place(9, 18)).route(Place(11, 18))[1:-1]
    assert between and all(20 < y < 20.2 for _, y in between)


# ---- roads


@pytest.mark.parametrize(("x", "inside"), [(17, True), (17.02, False)])
def test_a_road_at_half_cost_doubles_the_way(x, inside):
    assert reach(6, lane("road", 1.0, (0, 15), (48, 15))).contains(Place(x, 15)) == inside


def test_a_road_wins_over_the_woods_it_crosses():
    assert reach(6, WOODS, lane("road", 1.0, (0, 15), (48, 15))).contains(Place(17, 15))


def test_a_road_is_followed_round_its_bends():
    road = lane("road", 1.0, (5, 15), (5, 25), (15, 25))
    assert reach(10.2, road).contains(Place(15, 25))


def test_a_way_leaves_the_road_for_the_last_leg():
    road = lane("road", 1.0, (0, 15), (48, 15))
    # 9 inches of road cost 4.5; hypot(1, 1) slantwise, half of it still on the road, 1.061.
    assert [reach(n, road).contains(Place(15, 16)) for n in (5.56, 5.55)] == [True, False]


def test_a_track_that_costs_as_much_as_open_ground_leads_through_woods():
    assert reach(15, WOODS, lane("track", 1.0, (0, 15), (48, 15)), track=1.0).contains(Place(20, 15))


def test_a_hill_that_costs_as_much_as_open_ground_does_not_clear_its_woods():
    assert not reach(15, WOODS, block("hill", 5, 5, 25, 25)).contains(Place(20, 15))


@pytest.mark.parametrize(("place", "inside"), [(Place(15, 15.5), True), (Place(15, 15.6), False)])
def test_a_march_may_be_kept_to_the_road(place, inside):
    assert reach(12, lane("road", 1.0, (0, 15), (48, 15)), open=inf).contains(place) == inside


# ---- drawing from a reach


@given(st.integers(0, 2**32))
def test_every_sample_is_on_the_table_the_lattice_and_in_reach(seed):
    rng = random.Random(seed)
    region = some_table(rng, 8).reach(
        some_place(rng), rng.uniform(0, 15), {"woods": rng.choice((2.0, inf)), "hedge": 0.5}
    )
    place = region.sample(rng)
    assert region.contains(place) and shapes.on_table(place.point, SIZE, SIZE) and shapes.on_lattice(place.point)


def test_samples_spread_over_the_reach():
    region, rng = reach(6, start=Place(24, 24)), random.Random(1)
    drawn = [region.sample(rng) for _ in range(400)]
    quarters = [sum((p.x > 24) == right and (p.y > 24) == upper for p in drawn) for right in (0, 1) for upper in (0, 1)]
    assert min(quarters) > 60


def test_a_mover_shut_in_finds_a_place():
    walls = [lane("wall", 0.2, (20, 20), (22, 20), (22, 22), (20, 22), (20, 20))]
    region, rng = reach(12, *walls, start=Place(21, 21)), random.Random(1)
    drawn = {region.sample(rng).point for _ in range(20)}
    assert len(drawn) > 18 and all(20 < x < 22 and 20 < y < 22 for x, y in drawn)


def test_the_outline_of_open_ground_is_nearly_a_circle():
    (outline,) = reach(6, start=Place(24, 24)).outline()
    assert Polygon(outline).area == pytest.approx(36 * pi, rel=0.01)


def test_the_outline_stays_on_the_table():
    outline = [point for part in reach(12, WOODS).outline() for point in part]
    assert len(outline) > 12 and all(shapes.on_table(point, SIZE, SIZE) for point in outline)


def test_the_outline_goes_behind_an_obstacle():
    shown = reach(25, block("wall", 10, 14, 20, 16)).outline()
    assert any(Polygon(part).contains(Point(22, 15)) for part in shown)


def test_what_is_outlined_is_in_reach():
    rng = random.Random(2)
    for _ in range(20):
        region = some_table(rng, 6).reach(some_place(rng), 8, {"woods": 2.0})
        outline = [point for part in region.outline() for point in part]
        assert outline, region
        for x, y in outline:
            assert region.route(Place(x, y)), (region, x, y)


# ---- against an independent reckoning


def price(areas, costs, x, y):
    here = [cost for area, cost in zip(areas, costs, strict=True) if area.contains(Point(x, y))]
    cheap = [cost for cost in here if cost < 1]
    return min(cheap) if cheap else max(here, default=1.0)


def leg_by_shapely(areas, costs, a, b):
    """A straight leg cut at every outline; a stretch along an outline costs what the cheaper hand costs."""
    line = LineString([a, b])
    met = [line.intersection(area.boundary) for area in areas if area.intersects(line)]
    points = [c for m in met for g in getattr(m, "geoms", [m] if not m.is_empty else []) for c in g.coords]
    cuts = sorted({0.0, line.length, *(line.project(Point(c)) for c in points)})
    dx, dy = (b[0] - a[0]) / line.length * 1e-6, (b[1] - a[1]) / line.length * 1e-6
    total = 0.0
    for low, high in pairwise(cuts):
        if high - low > 1e-5:
            m = line.interpolate((low + high) / 2)
            hands = ((m.x - dy, m.y + dx), (m.x + dy, m.y - dx))
            total += (high - low) * min(price(areas, costs, *hand) for hand in hands)
    return total


def costs_by_shapely(areas, costs, nodes):
    """Plain search over every pair of points, from the first."""
    best, front = {}, [(0.0, nodes[0])]
    while front:
        cost, here = heappop(front)
        if here not in best:
            best[here] = cost
            for node in nodes:
                if node not in best:
                    heappush(front, (cost + leg_by_shapely(areas, costs, here, node), node))
    return best


def test_reach_agrees_with_plain_search_by_shapely():
    rng = random.Random(3)
    judged = [0, 0]
    for _ in range(25):
        laid = FreeTable(SIZE, SIZE, tuple(Area(str(n), str(n), some_corners(rng, 14, 34)) for n in range(3)))
        costs = [rng.choice((0.5, 2.0, 3.0, inf)) for _ in range(3)]
        start, allowance = some_place(rng, 14, 34), rng.choice((8.0, 12.0, 16.0))
        areas = [Polygon(piece.points) for piece in laid.terrain]
        corners = [point for piece in laid.terrain for point in piece.points]
        best = costs_by_shapely(areas, costs, [start.point, *corners])
        region = laid.reach(start, allowance, {str(n): cost for n, cost in enumerate(costs)})
        for end in (some_place(rng, 10, 38) for _ in range(10)):
            legs = [c + leg_by_shapely(areas, costs, turn, end.point) for turn, c in best.items() if turn != end.point]
            cost = min([*legs, best.get(end.point, inf)])
            if abs(cost - allowance - 0.005) > 1e-3:
                judged[cost <= allowance + 0.005] += 1
                assert region.contains(end) == (cost <= allowance + 0.005), (laid, costs, start, end, cost, allowance)
    assert min(judged) > 50


@given(st.integers(0, 2**32))
def test_a_route_leads_to_every_place_in_reach_and_to_no_other(seed):
    rng = random.Random(seed)
    laid, start, end = some_table(rng, 8), some_place(rng), some_place(rng)
    region = laid.reach(start, 14, {"woods": 2.0, "hedge": rng.choice((0.5, inf))})
    route = region.route(end)
    assert (route[:1], route[-1:]) == (([start.point], [end.point]) if region.contains(end) else ([], []))


@pytest.mark.parametrize("move", [turn, mirror])
@given(seed=st.integers(0, 2**32))
def test_reach_does_not_change_when_the_table_is_turned_or_mirrored(move, seed):
    rng = random.Random(seed)
    laid, start, end = some_table(rng, 8), some_place(rng), some_place(rng)
    here, there = laid.reach(start, 14, {"woods": 2.0}), moved(laid, move).reach(move(start), 14, {"woods": 2.0})
    assert here.contains(end) == there.contains(move(end))


def test_an_inch_must_cost_something():
    with pytest.raises(ValueError, match="an inch of road cannot cost 0"):
        reach(6, road=0.0)
