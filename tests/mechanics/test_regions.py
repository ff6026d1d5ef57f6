"""Regions: where room is looked for again and again."""

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.mechanics.regions import Ruled, finds_room

TAKEN = Refusal(Clause("here"), "somebody stands there")
PLACES = [shapes.place_at((float(inch), 1.0)) for inch in range(10)]


class Row(Ruled):
    """A row of places, of which some are taken. It counts how often somebody looks."""

    def __init__(self, *taken: Place) -> None:
        self.taken, self.looks = taken, 0

    def why_not(self, place: Place) -> Refusal | None:
        self.looks += 1
        return TAKEN if place in self.taken else None


def test_room_is_where_it_was_last():
    board, row = FreeTable(10.0, 10.0), Row(*PLACES[:6])
    assert finds_room(board, row, PLACES, "row")
    assert row.looks == 7
    assert finds_room(board, row, PLACES, "row")
    assert row.looks == 8


def test_room_that_was_taken_meanwhile_is_looked_for_anew():
    board = FreeTable(10.0, 10.0)
    assert finds_room(board, Row(), PLACES, "row")
    assert finds_room(board, Row(*PLACES[:9]), PLACES, "row")
    assert not finds_room(board, Row(*PLACES), PLACES, "row")
    assert finds_room(board, Row(*PLACES[1:]), PLACES, "row")
