"""Each row of a table of modifiers has exactly one condition, or the book does not load."""

import pytest
from msgspec import Struct

from sandtable.book.book import BookError
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.reckoning import Printed
from sandtable.rules.portable_wargame.book import BOOK

CLAUSE = "pw.fire.mod-cover"
COVER, STILL, NEAR = BOOK.table("fire-modifiers").headings  # -1, +1, +1


class Shot(Struct):
    cover: int = 0
    still: bool = False
    near: int = 0


def rows(**changed):
    usual = {
        "cover": Modifier(COVER, "in cover", CLAUSE, lambda shot: shot.cover),
        "still": Modifier(STILL, "not moved", CLAUSE, lambda shot: shot.still),
        "near": Modifier(NEAR, "{} near", "fire.mod-commander", lambda shot: shot.near),
    }
    return [row for row in (usual | changed).values() if row]


def told(shot, *more, **options):
    terms = Modifiers(BOOK, "fire-modifiers", [*rows(), *more], **options).that_apply(shot)
    return [str(term) for term in terms]


def test_each_row_that_is_earned_is_a_term():
    assert told(Shot()) == []
    assert told(Shot(cover=1, still=True)) == [f"-1 in cover [{CLAUSE}]", f"+1 not moved [{CLAUSE}]"]


def test_a_count_is_multiplied_and_told():
    assert told(Shot(cover=2, near=3)) == [f"-2 in cover [{CLAUSE}]", "+3 3 near [pw.fire.mod-commander]"]
    assert told(Shot(near=1)) == ["+1 1 near [pw.fire.mod-commander]"]


def test_a_term_knows_the_cell_it_was_read_from():
    (cover, near) = Modifiers(BOOK, "fire-modifiers", rows()).that_apply(Shot(cover=1, near=2))
    assert (cover.printed, near.printed) == (
        Printed("pw.table.fire-modifiers", 0, 1),
        Printed("pw.table.fire-modifiers", 2, 1),
    )


def test_a_figure_that_only_a_clause_states_stands_nowhere_in_the_table():
    extra = Modifier(-4, "by agreement", CLAUSE, lambda shot: True)
    (term,) = Modifiers(BOOK, "fire-modifiers", [*rows(), extra]).that_apply(Shot())
    assert (term.value, term.printed) == (-4, None)


def test_label_and_clause_may_depend_on_the_case():
    deep = Modifier(COVER, lambda shot: f"{shot.cover} deep", lambda shot: "fire.hit", lambda shot: bool(shot.cover))
    (term,) = Modifiers(BOOK, "fire-modifiers", rows(cover=deep)).that_apply(Shot(cover=3))
    assert str(term) == "-1 3 deep [pw.fire.hit]"


def test_a_table_that_subtracts_is_turned_round():
    assert told(Shot(cover=1, near=2), factor=-1) == [f"+1 in cover [{CLAUSE}]", "-2 2 near [pw.fire.mod-commander]"]


def test_of_several_columns_one_is_read():
    kinds = BOOK.table("close-combat").headings
    infantry = Modifier("Infantry", "not hit", "close-combat.throw", lambda case: True)
    rest = [kind for kind in kinds if kind != "Infantry"]
    for number, column in enumerate(BOOK.table("close-combat").columns):
        (term,) = Modifiers(BOOK, "close-combat", [infantry], column=column, elsewhere=rest).that_apply(None)
        assert term.value == BOOK.table("close-combat").row("Infantry")[number]
        assert term.printed.column == 1 + number


@pytest.mark.parametrize(
    ("given", "options", "complaint"),
    [
        (rows(still=None), {}, rf"pw\.table\.fire-modifiers: no condition for the row '{STILL}'"),
        ([*rows(), Modifier("far off", "far", CLAUSE, bool)], {}, "no row 'far off'"),
        ([*rows(), Modifier(COVER, "again", CLAUSE, bool)], {}, f"two conditions for the row '{COVER}'"),
        (rows(), {"elsewhere": [COVER]}, f"two conditions for the row '{COVER}'"),
        (rows(still=Modifier(STILL, "not moved", "fire.nowhere", bool)), {}, "no clause 'fire.nowhere'"),
    ],
)
def test_what_does_not_fit_is_named_when_the_table_is_read(given, options, complaint):
    with pytest.raises(BookError, match=complaint):
        Modifiers(BOOK, "fire-modifiers", given, **options)


def test_a_row_that_another_rule_reads_needs_no_condition():
    assert Modifiers(BOOK, "fire-modifiers", rows(still=None), elsewhere=[STILL]).that_apply(Shot(still=True)) == ()
