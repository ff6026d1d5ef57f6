"""Tables are read by the row and the column that a case is in; a figure knows where it is printed."""

import pytest

from sandtable.book.book import BookError, Table
from sandtable.book.charts import Bands, Grid, Opposed, Scores
from sandtable.kernel.dice import shifted
from sandtable.kernel.reckoning import Printed


def table(columns, *rows, key=("what",)):
    return Table("toy.table.it", "It", "", tuple(columns), rows, key)


RANGES = table(("short", "long"), ("rifle", 6, 12), ("bazooka", 2, "-"))
CALIBRES = table(("formed", "shaken"), ("MMG or 20", "d4", "-"), (50, "d6", "d4"), (76, "d8", "d6"))
ASSAULT = table(("Hard", "Line", "Raw"), ("Hard", "D", "C", "B"), ("Line", "E", "D", "C"))


def test_a_cell_is_read_by_two_names_and_a_dash_is_no_figure():
    grid = Grid(RANGES)
    assert (grid.text("rifle", "long"), grid.figure("rifle", "long")) == ("12", 12)
    assert (grid.text("bazooka", "long"), grid.figure("bazooka", "long")) == ("-", None)


def test_without_a_column_the_first_is_read():
    assert Grid(RANGES).figure("rifle") == 6


def test_a_figure_knows_its_cell_with_the_names_of_rows_counted():
    assert Grid(RANGES).figure("bazooka", "short").printed == Printed("toy.table.it", 1, 1)
    several = table(("add",), ("Gun", "Armour", 1), ("Gun", "Foot", 2), key=("firer", "target"))
    figure = Grid(several).figure(("Gun", "Foot"))
    assert (figure, figure.printed) == (2, Printed("toy.table.it", 1, 2))


def test_a_name_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(KeyError, match=r"toy\.table\.it has no 'bow', only rifle, bazooka"):
        Grid(RANGES).figure("bow")


@pytest.mark.parametrize(("inches", "band"), [(0, "short"), (6, "short"), (6.01, "long"), (12, "long"), (12.5, None)])
def test_the_band_of_a_distance_is_the_first_column_whose_figure_is_not_less(inches, band):
    assert Grid(RANGES).band("rifle", inches) == band


def test_past_a_dash_there_is_no_band():
    assert Grid(RANGES).band("bazooka", 3) is None


def test_a_calibre_is_read_in_the_first_row_that_is_not_less():
    grid = Grid(CALIBRES, rows=Bands)
    assert [grid.die(mm, "formed") for mm in (20, 37, 50, 75, 88)] == [4, 6, 6, 8, None]
    assert grid.die(20, "shaken") is None


def test_a_last_column_may_have_no_limit():
    losses = table(("to 3 in", "over 3 in"), ("day", "2s", "-"))
    assert [Grid(losses, columns=Bands).text("day", far) for far in (3, 3.1, 99)] == ["2s", "-", "-"]


def test_a_cell_that_is_no_die_and_a_heading_that_is_no_limit_are_named():
    with pytest.raises(BookError, match=r"toy\.table\.it: '12' should be a die"):
        Grid(RANGES).die("rifle", "long")
    with pytest.raises(BookError, match=r"toy\.table\.it: cannot read 'rifle' as a limit"):
        Grid(RANGES, rows=Bands)


@pytest.mark.parametrize(
    ("headings", "score", "row"),
    [
        (("0 or less", "1-3", "4", "5 or more"), -5, 0),
        (("0 or less", "1-3", "4", "5 or more"), 3, 1),
        (("0 or less", "1-3", "4", "5 or more"), 60, 3),
        (("7 or more", "5 to 6", "-1-4", "-2 or less"), 5, 1),
        (("7 or more", "5 to 6", "-1-4", "-2 or less"), -1, 2),
        (("75 or less", "149 or less (76-149)", "150 or greater (150-319)", "320 or greater"), 149, 1),
        (("75 or less", "149 or less (76-149)", "150 or greater (150-319)", "320 or greater"), 320, 3),
        (("1-2", "3", "4+"), 9, 2),
        (("1-3", "4-5", "6"), -2, 0),
        (("1-3", "4-5", "6"), 8, 2),
        (("20-40", "41-60", "by hand"), 90, 1),
        (("20-40", "41-60", "by hand"), "by hand", 2),
        ((-1, 0, 1), 0, 1),
    ],
)
def test_scores_find_their_row_and_past_the_end_the_last(headings, score, row):
    rows = [(heading, number) for number, heading in enumerate(headings)]
    assert Grid(table(("row",), *rows), rows=Scores).figure(score) == row


def test_a_hole_between_scores_is_an_error():
    with pytest.raises(BookError, match=r"toy\.table\.it: the scores 2 and 4 do not follow on each other"):
        Grid(table(("row",), ("1-2", 0), ("4", 1)), rows=Scores)
    with pytest.raises(BookError, match="no heading is a score: rifle; bazooka"):
        Grid(RANGES, rows=Scores)


def test_of_several_keys_one_names_the_rows():
    decision = table(("moves",), (1, -1, 0), (2, 0, 3), (3, 1, 5), key=("Blue", "Red"))
    assert [Grid(decision, rows=Scores, key="Red").figure(score) for score in (-9, 0, 1, 9)] == [0, 3, 5, 5]


@pytest.mark.parametrize(("columns", "letter"), [(0, "C"), (-1, "D"), (-2, "E"), (-9, "E"), (1, "C")])
def test_a_shift_of_columns_stops_at_the_first_and_the_last(columns, letter):
    assert Grid(ASSAULT).text("Line", "Raw", columns) == letter


@pytest.mark.parametrize(
    ("fire", "cover", "markers"), [(3, 4, 0), (4, 4, 0), (5, 4, 1), (8, 4, 2), (13, 4, 3), (9, 1, 3)]
)
def test_one_die_against_another_reaches_the_row_of_its_multiple(fire, cover, markers):
    effect = table(("markers",), ("not above", 0), ("above", 1), ("double", 2), ("triple", 3))
    found = Opposed(effect).at(fire, cover)
    assert (found, found.printed) == (markers, Printed("toy.table.it", markers, 1))


@pytest.mark.parametrize(("sides", "steps", "found"), [(6, 1, 8), (6, 3, 12), (10, 3, 12), (6, -1, 4), (4, -2, 4)])
def test_a_die_shifts_along_the_ladder_as_far_as_there_are_dice(sides, steps, found):
    assert shifted(sides, steps) == found
