"""Maps of free tables in TOML."""

import tomllib

import msgspec
import pytest

from sandtable.board.gridmap import MapError
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground, TableMap, read_table
from sandtable.board.terrain import Area, Strip

KINDS = {
    "woods": Ground(opaque=True),
    "town": Ground(opaque=True),
    "hill": Ground(),
    "ridge": Ground(),
    "road": Ground(width=0.5),
}


def read(pieces, size="[45, 34]"):
    text = f"size = {size}\npieces = [\n{pieces}\n]"
    return read_table(msgspec.convert(tomllib.loads(text), TableMap), KINDS)


def laid(piece):
    (only,) = read(piece).terrain
    return only


def test_an_empty_table_has_a_size():
    assert read("") == FreeTable(45, 34)


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        (
            '{ kind = "woods", name = "west wood", at = [5, 10], size = [4, 3] }',
            Area("west wood", "woods", ((3.0, 11.5), (7.0, 11.5), (7.0, 8.5), (3.0, 8.5)), opaque=True),
        ),
        (
            '{ kind = "hill", at = [5, 10], size = [4, 3], turn = 90, level = 2 }',
            Area("hill 1", "hill", ((6.5, 12.0), (6.5, 8.0), (3.5, 8.0), (3.5, 12.0)), 2),
        ),
        (
            '{ kind = "town", corners = [[1, 2], [3, 4], [5, 2]] }',
            Area("town 1", "town", ((1.0, 2.0), (3.0, 4.0), (5.0, 2.0)), opaque=True),
        ),
        ('{ kind = "road", course = [[0, 17], [19, 17]] }', Strip("road 1", "road", ((0.0, 17.0), (19.0, 17.0)), 0.5)),
        (
            '{ kind = "ridge", course = [[9, 17], [19, 17]], width = 3, level = 1 }',
            Strip("ridge 1", "ridge", ((9.0, 17.0), (19.0, 17.0)), 3.0, 1),
        ),
    ],
)
def test_a_piece_is_a_rectangle_an_outline_or_a_course(text, piece):
    assert laid(text) == piece


def test_turned_corners_lie_on_the_lattice():
    corners = laid('{ kind = "woods", at = [5, 10], size = [4, 3], turn = 30 }').points
    assert len(corners) == 4 and all(round(n, 2) == n for corner in corners for n in corner)
    assert any(n % 0.5 for corner in corners for n in corner)  # they are turned


def test_pieces_without_a_name_are_numbered_kind_by_kind():
    wood, road = '{ kind = "woods", at = [5, 10], size = [1, 1] },', '{ kind = "road", course = [[0, 1], [9, 1]] },'
    named = '{ kind = "woods", name = "west wood", at = [5, 10], size = [1, 1] },'
    names = [piece.name for piece in read(wood + named + road + wood).terrain]
    assert names == ["woods 1", "west wood", "road 1", "woods 2"]


@pytest.mark.parametrize(
    ("piece", "fault"),
    [
        ('{ kind = "swamp", at = [1, 1], size = [1, 1] }', "swamp 1: unknown kind 'swamp', not one of hill, ridge"),
        ('{ kind = "woods", name = "west wood" }', "west wood: give one of at, corners, course, not none"),
        ('{ kind = "woods", at = [1, 1], course = [[1, 1]] }', "woods 1: .* not at and course"),
        ('{ kind = "woods", at = [1, 1] }', "woods 1: give the size"),
        ('{ kind = "woods", at = [1, 9], size = [4, 4] }', r"woods 1: \(-1.0, 11.0\) is off the table of 45.0 by 34.0"),
        ('{ kind = "town", corners = [[0, 0], [4, 4], [4, 0], [0, 4]] }', "town 1: the outline crosses itself"),
        ('{ kind = "town", corners = [[0, 0], [4, 4]] }', "town 1: an area has at least 3 corners"),
        ('{ kind = "woods", at = [5, 9], size = [0, 4] }', "woods 1: the outline crosses itself"),
        ('{ kind = "ridge", course = [[1, 1], [2, 2]] }', "ridge 1: give the width of the course"),
        ('{ kind = "road", course = [] }', "road 1: a strip has at least 1 point"),
        ('{ kind = "road", course = [[1, 1], [2, 2]], turn = 30 }', "road 1: turn goes with at, not with course"),
        ('{ kind = "woods", at = [5, 9], size = [2, 4], width = 3 }', "woods 1: width goes with course, not with at"),
        ('{ kind = "road", name = "lane", course = [[0, 1], [9, 1]] }', "lane: piece 1 has the same name"),
    ],
)
def test_a_fault_names_the_piece(piece, fault):
    first = '{ kind = "woods", name = "lane", at = [5, 10], size = [1, 1] },'
    with pytest.raises(MapError, match=f"^piece 2, {fault}"):
        read(first + piece)


def test_a_table_has_a_size():
    with pytest.raises(MapError, match="a table cannot have 0 by 34 inches"):
        read("", "[0, 34]")


def test_words_nobody_knows_are_refused():
    with pytest.raises(msgspec.ValidationError, match="depth"):
        read('{ kind = "woods", at = [1, 1], depth = 3 }')


def test_a_map_lies_as_it_is_drawn():
    table = read('{ kind = "woods", at = [20, 10], size = [4, 4] }')
    assert [part.pieces != () for part in table.along(Place(10, 10), Place(30, 10))] == [False, True, False]
