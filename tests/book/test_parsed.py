"""A TOML file of a package is parsed once, and again when it has changed."""

import os
import sys

import pytest

from sandtable.book import parsed as parsing
from sandtable.book.parsed import parsed


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A package with one file, where Python keeps bytecode."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "a.toml").write_text("x = 1")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    yield folder
    sys.modules.pop("shelf", None)


def nobody_parses(text):
    raise AssertionError(f"it parses {text!r}")


def test_what_was_parsed_is_kept(shelf, monkeypatch):
    assert parsed("shelf", "a.toml") == {"x": 1}
    monkeypatch.setattr(parsing, "parse", nobody_parses)
    assert parsed("shelf", "a.toml") == {"x": 1}


def test_a_changed_file_is_parsed_again(shelf):
    parsed("shelf", "a.toml")
    (shelf / "a.toml").write_text("x = 2")
    os.utime(shelf / "a.toml", ns=(1, 1))  # even if it looks older than before
    assert parsed("shelf", "a.toml") == {"x": 2}


def test_what_is_kept_but_cut_short_is_not_believed(shelf):
    parsed("shelf", "a.toml")
    (kept,) = (shelf / "__pycache__").glob("a.toml*")
    kept.write_bytes(kept.read_bytes()[:-3])
    assert parsed("shelf", "a.toml") == {"x": 1}


def test_nothing_is_kept_where_python_keeps_no_bytecode(shelf, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    parsed("shelf", "a.toml")
    assert not list(shelf.glob("__pycache__/a.toml*"))
