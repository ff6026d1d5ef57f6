"""The allowed place nearest to one that is not."""

from math import hypot

import pytest

from sandtable.board.board import Facings, Picker
from sandtable.board.nearest import nearest
from sandtable.board.place import Place


class Disc:
    """A region round a point; if `turns` is given, only with these facings."""

    def __init__(self, radius: float, turns: tuple[int, ...] | None = None) -> None:
        self.radius, self.turns = radius, turns

    def contains(self, place: Place) -> bool:
        return hypot(place.x - 10, place.y - 10) <= self.radius and (not self.turns or place.facing in self.turns)

    def sample(self, rng: Picker) -> Place:
        return Place(10.0, 10.0, self.turns[0] if self.turns else 0)

    def places(self) -> None: ...

    def outline(self) -> list[list[tuple[float, float]]]:
        return []

    def faced(self) -> Facings:
        return Facings(choice=self.turns)


@pytest.mark.parametrize("wanted", [Place(20.0, 10.0), Place(17.0, 17.0), Place(10.0, 1.0), Place(12.3, 10.1)])
def test_it_lies_on_the_rim_towards_the_wanted_place(wanted):
    found = nearest(Disc(2.0), wanted)
    assert Disc(2.0).contains(found)
    far = hypot(wanted.x - 10, wanted.y - 10) - 2
    assert hypot(found.x - wanted.x, found.y - wanted.y) == pytest.approx(far, abs=0.06)


def test_an_allowed_place_is_its_own_nearest():
    assert nearest(Disc(2.0), Place(10.5, 10.5, 33)) == Place(10.5, 10.5, 33)


def test_a_point_that_is_allowed_only_turned_is_turned_as_little_as_possible():
    assert nearest(Disc(2.0, (90, 180, 270)), Place(10.5, 10.5, 100)) == Place(10.5, 10.5, 90)
    assert nearest(Disc(2.0, (90, 180, 270)), Place(10.5, 10.5, 300)) == Place(10.5, 10.5, 270)


def test_of_counted_places_it_is_the_nearest_with_the_most_alike_facing():
    class Squares(Disc):
        def places(self):
            return [Place(1, 1, 0), Place(3, 3, 0), Place(3, 3, 90)]

    assert nearest(Squares(0), Place(4, 4, 90)) == Place(3, 3, 90)


def test_an_empty_region_has_no_nearest_place():
    class Nowhere(Disc):
        def contains(self, place):
            return False

    assert nearest(Nowhere(1.0), Place(0.0, 0.0)) is None
