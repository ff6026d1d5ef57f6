"""Catalogues load into types, and errors name the faulty entry."""

import sys

import pytest

from sandtable.book.book import Book, BookError
from sandtable.book.coverage import cover

GOOD = """
[ruleset]
id = "toy"
prefix = "toy"
name = "Toy"
author = "Nobody"
source = "none"
board = "none"
dice = ["d6"]
scale = ""
summary = ""

[[section]]
id = "fire"
title = "Fire"

[[clause]]
id = "toy.fire.hit"
title = "Hits"
kind = "mechanic"
text = "Five or more hits."
source = ""
status = "stated"
variant = ""
tables = ["toy.table.fire"]
note = ""

[[table]]
id = "toy.table.fire"
title = "Fire"
source = ""
key = ["what"]
columns = ["1 in", "3 in"]
rows = [["rifle", 6, 4], ["gun", 3, "-"]]

[[table]]
id = "toy.table.mods"
title = "Modifiers"
source = ""
key = ["when"]
columns = ["add"]
rows = [["in cover", -1], ["close", 1]]

[[case]]
clause = "toy.fire.hit"
given = "a 5"
expect = "a hit"

[[decision]]
id = "fire"
who = "you"
when = "now"
options = "fire"
limits = ["toy.fire.hit"]
"""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Write a catalogue, and read it as a package would."""
    folder = tmp_path / "toybook"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def read(text, names=None):
        (folder / "toy.toml").write_text(text)
        return Book("toybook", "toy.toml", names or {})

    yield read
    sys.modules.pop("toybook", None)


def test_a_catalogue_is_read_into_types(shelf):
    book = shelf(GOOD)
    assert book.clauses["toy.fire.hit"].section == "fire"
    assert book.tables["toy.table.fire"].row("rifle") == (6, 4)
    assert book.tables["toy.table.fire"].column("3 in") == {"rifle": 4, "gun": "-"}


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('kind = "mechanic"', 'kind = "guess"', r"toy\.toml: Invalid enum value 'guess' - at `\$\.clause\[0\]\.kind`"),
        ('note = ""', "note = 5", r"toy\.toml: Expected `str`, got `int` - at `\$\.clause\[0\]\.note`"),
        ('note = ""', 'notes = ""', r"toy\.toml: Object contains unknown field `notes` - at `\$\.clause\[0\]`"),
        ('status = "stated"\n', "", r"missing required field `status` - at `\$\.clause\[0\]`"),
        (
            'tables = ["toy.table.fire"]',
            'tables = ["toy.table.gone"]',
            r"clause toy\.fire\.hit: no table 'toy\.table\.gone'",
        ),
        (
            'status = "stated"',
            'status = "stated"\nrepeats = "toy.gone"',
            r"clause toy\.fire\.hit: no clause 'toy\.gone' to repeat",
        ),
        ('id = "toy.fire.hit"', 'id = "toy.melee.hit"', r"no section 'melee'"),
        ('clause = "toy.fire.hit"', 'clause = "toy.fire.miss"', r"case of toy\.fire\.miss: no such clause"),
        ('limits = ["toy.fire.hit"]', 'limits = ["toy.fire.no"]', r"decision fire: no clause 'toy\.fire\.no'"),
        ('id = "toy.table.mods"', 'id = "toy.table.fire"', r"table given twice: toy\.table\.fire"),
        ("[ruleset]", "[ruleset", r"toy\.toml: "),
    ],
)
def test_what_is_wrong_in_a_catalogue_is_named(shelf, before, after, complaint):
    with pytest.raises(BookError, match=complaint):
        shelf(GOOD.replace(before, after, 1))


def test_what_is_empty_may_be_left_out(shelf):
    start = GOOD[: GOOD.index("[[table]]")]
    for line in ('variant = ""\n', 'tables = ["toy.table.fire"]\n', 'note = ""\n'):
        start = start.replace(line, "")
    book = shelf(start)
    assert book.clauses["toy.fire.hit"].tables == () and not book.tables and not book.variants


def test_where_a_line_of_the_file_ends_means_nothing_to_the_reader(shelf):
    folded = GOOD.replace('"Five or more hits."', '"""Five or\nmore hits.\n\nA six\ndestroys.\n"""')
    assert shelf(folded).clauses["toy.fire.hit"].text == "Five or more hits.\nA six destroys."


def test_a_row_or_clause_that_is_not_there_is_named(shelf):
    book = shelf(GOOD)
    with pytest.raises(KeyError, match=r"toy\.table\.fire has no row 'bow'"):
        book.tables["toy.table.fire"].row("bow")
    with pytest.raises(BookError, match=r"no clause 'toy\.fire\.miss'"):
        book.cite("toy.fire.miss")


def test_a_clause_goes_by_its_id_or_by_the_name_the_code_has_for_it(shelf):
    book = shelf(GOOD, {"shooting.success": "fire.hit"})
    assert {book.cite(name) for name in ("toy.fire.hit", "fire.hit", "shooting.success")} == {"toy.fire.hit"}


def test_coverage_finds_what_is_missing(shelf, tmp_path):
    book = shelf(GOOD)
    code, tests = tmp_path / "code", tmp_path / "tests"
    code.mkdir()
    tests.mkdir()
    (code / "fire.py").write_text('"""toy.fire.hit"""\n')
    assert cover(book, code, tests, set()).rows[0].gaps == ("tested", "cited", "played")
    (code / "fire.py").write_text('CLAUSE = "toy.fire.hit"\n')
    (tests / "test_fire.py").write_text('@pytest.mark.case("toy.fire.hit", 1)\ndef test_it(): ...\n')
    assert cover(book, code, tests, {"toy.fire.hit"}).complete
    (tests / "test_fire.py").write_text('@pytest.mark.clause("toy.fire.hit", "toy.fire.miss")\ndef test_it(): ...\n')
    found = cover(book, code, tests, {"toy.fire.hit"})
    assert found.missing_cases == ("toy.fire.hit 1",) and found.strangers == ("toy.fire.miss",)
