"""Falling back, on discs and rectangles of no book."""

import pytest

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import UnitId
from sandtable.mechanics.falling_back import FallingBack, straight_away
from sandtable.mechanics.layout import Layout

BOARD = FreeTable(40, 30)
DISC, STAND = Base(2.0, disc=True), Base(1.0, 0.5)
A, B, FOE, OTHER = UnitId("a"), UnitId("b"), UnitId("foe"), UnitId("other")


class Rout(FallingBack):
    """The rule of a small book: nobody leaves the table, and nobody goes through an enemy."""

    def __init__(self, places, taken=(), enemies=(), base=DISC, inches=4.0):
        super().__init__(places, lambda _: base, inches, [footprint(place) for place in taken])
        self.enemies = [footprint(place) for place in enemies]

    def why_not(self, bearing):
        spots = self.spots(bearing)
        if not all(BOARD.carries(self.slab(i, place)) for i, place in spots.items()):
            return Refusal(Clause("test.edge"), "it would leave the table")
        if any(self.meets(spots, enemy) for enemy in self.enemies):
            return Refusal(Clause("test.enemy"), "an enemy is in the way")
        return None


def footprint(place, base=DISC):
    return shapes.footprint(place, base)


def away_from(own, *foes, base=DISC):
    enemies = {UnitId(f"foe{n}"): foe for n, foe in enumerate(foes)}
    layout = Layout({i: footprint(place, base) for i, place in ({A: own} | enemies).items()})
    return straight_away(layout, enemies, {A: own})


def test_straight_away_is_on_along_the_shortest_line():
    assert away_from(Place(20, 15), Place(20, 5)) == 0
    assert away_from(Place(20, 15), Place(15, 20)) == 135


def test_the_nearest_enemy_counts():
    assert away_from(Place(20, 15), Place(20, 5), Place(26, 15)) == 270


def test_discs_that_touch_part_along_the_line_of_their_middles():
    assert away_from(Place(20, 15), Place(20 - 2**0.5, 15 - 2**0.5)) == 45


def test_rectangles_that_touch_part_square_to_their_edges():
    assert away_from(Place(20, 15), Place(20.4, 14.5), base=STAND) == 0


def test_without_an_enemy_no_way_is_straight_away():
    assert away_from(Place(20, 15)) is None


def test_bases_go_so_far_and_face_as_before():
    assert Rout({A: Place(20, 15, 30)}).spots(90) == {A: Place(24, 15, 30)}


def test_who_would_end_on_a_friend_goes_on_until_clear():
    spot = Rout({A: Place(20, 15)}, taken=[Place(24, 15)]).spots(90)[A]
    assert spot.x == pytest.approx(26, abs=0.1)
    assert spot.y == 15


def test_those_in_front_make_room_for_those_behind():
    spots = Rout({A: Place(18, 15), B: Place(20, 15)}, taken=[Place(24, 15)]).spots(90)
    assert spots[B].x == pytest.approx(26, abs=0.1)
    assert spots[A] == Place(22, 15)


def test_an_enemy_is_met_on_the_way_and_at_its_end():
    way = Rout({A: Place(20, 15)})
    spots = way.spots(90)
    assert way.meets(spots, footprint(Place(22, 16.5)))
    assert way.meets(spots, footprint(Place(26, 15)))
    assert not way.meets(spots, footprint(Place(26.1, 15)))
    assert not way.meets(spots, footprint(Place(18, 15)))


def test_what_could_be_met_lies_in_the_box_it_sweeps():
    west, south, east, north = (way := Rout({A: Place(20, 15)})).swept(way.spots(90))
    assert (west, east) == (pytest.approx(18.98), pytest.approx(25.02))
    assert (south, north) == (pytest.approx(13.98), pytest.approx(16.02))


def test_a_clear_way_is_the_only_one():
    assert Rout({A: Place(20, 15)}).clear(90) == [90]


def test_beside_a_blocked_way_there_are_others_on_either_hand():
    ways = Rout({A: Place(20, 15)}, enemies=[Place(25, 15)]).clear(90)
    assert 90 not in ways
    assert {abs(way - 90) for way in ways} <= set(range(5, 46, 5))
    assert {way > 90 for way in ways} == {True, False}


def test_in_a_corner_there_is_no_way():
    assert Rout({A: Place(1, 15)}).clear(270) == []
