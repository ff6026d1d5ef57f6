"""Straight legs in a small book: one disc, an allowance in inches, ground that costs double."""

from math import hypot
from random import Random

import pytest

from sandtable.board import shapes
from sandtable.board.board import Base, Drawn, Landmarked, Region
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import UnitId
from sandtable.mechanics.ending import Ending
from sandtable.mechanics.landmarks import Landmarks
from sandtable.mechanics.layout import Layout
from sandtable.mechanics.legs import StraightLeg, Waypoints, inches_to_contact

WOODS = Area("woods", "woods", ((10, 12), (20, 12), (20, 15), (10, 15)))
BOARD = FreeTable(40, 30, (WOODS,))
TANK, ENEMY = UnitId("tank"), UnitId("enemy")
DISC = Base(2.0, disc=True)


class Drive(StraightLeg):
    """All that such a book has to say."""

    clause = Clause("test.move")

    def __init__(self, start: Place, allowance: float, others: Layout, goals: tuple = ()) -> None:
        super().__init__(start, allowance)
        self.others, self.goals = others, goals

    def refuse(self, place: Place) -> Refusal | None:
        cost = sum((part.end - part.start) * (2 if part.pieces else 1) for part in BOARD.along(self.start, place))
        end = Ending(BOARD, self.others, {TANK: place}, lambda _: DISC, 1.0)
        if cost > self.far + shapes.TWO_STEPS:
            return Refusal(Clause("test.far"), f"that takes {cost:g} inches")
        if end.leaves_table():
            return Refusal(Clause("test.edge"), "it would leave the table")
        if other := end.lands_on(lambda _: True):
            return Refusal(Clause("test.taken"), f"{other} is there")
        return None

    def landmarks(self) -> Landmarks:
        return Landmarks(goals=self.goals)


def drive(x=15.0, y=8.0, allowance=6.0, others=(), goals=()):
    slabs = {UnitId(f"enemy{n}"): shapes.footprint(Place(*at), DISC) for n, at in enumerate(others)}
    return Drive(Place(x, y, 90), allowance, Layout(slabs), goals)


@pytest.mark.parametrize(
    ("place", "clause"),
    [
        (Place(21, 8), None),
        (Place(21.1, 8), "test.far"),
        (Place(15, 13, 0), None),  # 4 inches of open ground and 1 of woods
        (Place(15, 13.1, 0), "test.far"),
        (Place(15.005, 9), "test.move"),
        (Place(15, 9, 360), "test.move"),
    ],
)
def test_a_place_is_allowed_or_refused_by_its_clause(place, clause):
    why = drive().why_not(place)
    assert (why.clause if why else None) == clause
    assert drive().contains(place) == (clause is None)


def test_it_may_always_stay_even_where_nobody_might_go():
    hemmed_in = drive(x=0.5)
    assert hemmed_in.contains(hemmed_in.start)
    assert not hemmed_in.contains(Place(0.5, 9))


def test_every_sample_is_contained_and_most_go_somewhere():
    region, rng = drive(y=9, others=[(15, 6.5), (18, 9)]), Random(1)
    places = [region.sample(rng) for _ in range(300)]
    assert all(map(region.contains, places))
    assert sum(place != region.start for place in places) > 290


def test_where_there_is_no_way_out_a_sample_stays():
    region = drive(x=0.2, y=0.2, allowance=0.3)
    assert region.sample(Random(3)) == region.start


def test_the_outline_reaches_as_far_as_the_ground_lets_it():
    (outline,) = drive(y=9).outline()
    reached = {bearing: hypot(x - 15, y - 9) for bearing, (x, y) in zip(range(0, 360, 10), outline, strict=True)}
    assert reached[180] == 6
    assert reached[0] == pytest.approx(4.5, abs=0.1)  # 3 inches, and half as much of what is left in the woods


def test_the_outline_ends_where_somebody_stands():
    (outline,) = drive(others=[(21, 8)]).outline()
    assert outline[9][0] == pytest.approx(19, abs=0.1)


def test_places_that_matter_lead_to_the_goal_and_round_what_is_in_the_way():
    region = drive(others=[(19, 8), (21, 8)], goals=((30.0, 8.0),))
    found = list(region.notable())
    assert all(map(region.contains, found))
    assert any(place.x > 16 and place.y > 9 for place in found)
    assert any(place.x > 16 and place.y < 7 for place in found)


def test_a_goal_within_reach_is_gone_to_and_not_beyond():
    assert next(drive(goals=((18.0, 8.0),)).notable()) == Place(18, 8, 90)


def test_nothing_matters_without_landmarks_or_without_inches():
    assert list(drive().notable()) == []
    assert list(drive(allowance=0.4, goals=((18.0, 8.0),)).notable()) == []


def test_it_is_a_region_that_screens_and_players_can_use():
    assert isinstance(drive(), Region) and isinstance(drive(), Landmarked) and not isinstance(drive(), Drawn)
    assert drive().places() is None
    assert str(drive()).startswith("any of many places")


def test_two_are_equal_if_they_offer_the_same():
    assert drive() == drive() and hash(drive()) == hash(drive())
    assert drive() != drive(allowance=5)


def test_waypoints_are_the_same_places_and_none_of_them_matters():
    region = drive(goals=((30.0, 8.0),))
    points = Waypoints(region)
    assert points.contains(Place(21, 8)) and not points.contains(Place(22, 8))
    assert list(points.notable()) == []
    assert points == Waypoints(drive()) and points != Waypoints(drive(allowance=5))
    assert isinstance(points, Region) and not isinstance(points, Drawn)


def test_the_first_of_several_that_touches_stops_all():
    own = [shapes.footprint(Place(x, 5), DISC) for x in (10, 14)]
    others = [shapes.footprint(Place(*at), DISC) for at in ((10, 15), (14, 12))]
    assert inches_to_contact(own, (0, 20), others) == pytest.approx(5)
    assert inches_to_contact(own, (0, 4), others) is None
    assert inches_to_contact(own, (0, 20), []) is None


def test_a_unit_goes_as_far_as_it_gets_towards_a_point():
    drive = Drive(Place(15, 5), 8.0, Layout({}))
    place = drive.towards((15, 11))
    assert place is not None
    assert (place.x, place.y) == (15, 11)
    short = drive.towards((15, 29))  # its last inches would lie in the woods, where each counts double
    assert short is not None
    assert drive.contains(short)
    assert 10 < short.y < 12
