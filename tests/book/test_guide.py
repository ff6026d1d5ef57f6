"""Guides are read with their book, and errors name the faulty entry."""

import sys

import pytest

from sandtable.book.book import Book, BookError
from sandtable.book.guide import read_guide
from tests.book.test_book import GOOD

GUIDE = """
[[term]]
word = "hit"
meaning = "Five or more."
clause = "shooting.success"

[lesson]
scenario = "first"
side = "Red"
opponent = "random"
minutes = 12

[[lesson.idea]]
kind = "fire"
words = "Fire first."
clause = "toy.fire.hit"
"""


@pytest.fixture
def guide(tmp_path, monkeypatch):
    folder = tmp_path / "guidedbook"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    (folder / "toy.toml").write_text(GOOD)

    def read(text):
        (folder / "guide.toml").write_text(text)
        return read_guide(Book("guidedbook", "toy.toml", {"shooting.success": "fire.hit"}), "guide.toml")

    yield read
    sys.modules.pop("guidedbook", None)


def test_clauses_of_a_guide_go_by_their_id_or_by_the_name_of_the_code(guide):
    found = guide(GUIDE)
    assert found.term[0].clause == found.lesson.idea[0].clause == "toy.fire.hit"


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('clause = "toy.fire.hit"', 'clause = "toy.fire.miss"', r"guide\.toml: toy\.toml: no clause 'toy\.fire\.miss'"),
        ('side = "Red"\n', "", r"guide\.toml: .*missing required field `side`"),
        ("minutes = 12", 'minutes = "some"', r"guide\.toml: Expected `int`"),
        ("[lesson]", "[lesson", r"guide\.toml: "),
    ],
)
def test_what_is_wrong_in_a_guide_is_named(guide, before, after, complaint):
    with pytest.raises(BookError, match=complaint):
        guide(GUIDE.replace(before, after, 1))
