"""The names that rules have in the code, and the clauses of both books they stand for."""

import importlib
import re
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from sandtable.book.book import Book
from sandtable.kernel.decision import Command
from sandtable.rules import great_battles
from sandtable.rules.great_battles import commands
from sandtable.rules.great_battles.book.names import D10_NAMES, D20_NAMES
from sandtable.rules.great_battles.rulesets import D20

FOLDER = Path(great_battles.__file__).parent
MEANS_ANOTHER = {"formation.spacing", "night.day-withdrawal"}  # clauses of the d10 book that are another book's rule


@cache
def book(file):
    return Book("sandtable.rules.great_battles", file)


def clauses(file):
    return {str(clause).partition(".")[2] for clause in book(file).clauses}


@cache
def cited():
    """Every rule that the code names."""
    sections = {section.id for file in ("d10.toml", "d20.toml") for section in book(file).sections}
    texts = [one.read_text() for one in FOLDER.rglob("*.py") if one.name != "names.py"]
    found = {name for text in texts for name in re.findall(r'"([a-z-]+\.[a-z0-9-]+)"', text)}
    return {name for name in found if name.partition(".")[0] in sections} - {"victory.otherwise"}


def test_every_rule_the_code_names_is_a_clause_of_a_book():
    known = clauses("d20.toml") | set(D20_NAMES) | clauses("d10.toml") | set(D10_NAMES)
    assert cited() - known == set()


def test_a_name_is_given_only_where_the_book_lacks_it():
    assert set(D20_NAMES) & clauses("d20.toml") == set()
    assert set(D10_NAMES) & clauses("d10.toml") == MEANS_ANOTHER


def test_names_stand_for_clauses():
    assert set(D20_NAMES.values()) <= clauses("d20.toml")
    assert set(D10_NAMES.values()) <= clauses("d10.toml")


def test_no_name_is_given_that_no_rule_has():
    assert (set(D10_NAMES) | set(D20_NAMES)) - cited() == set()


def test_every_command_is_exported_and_can_be_saved():
    rooms = [importlib.import_module(f"{commands.__name__}.{room.name}") for room in iter_modules(commands.__path__)]
    kinds = {kind.__name__ for room in rooms for kind in vars(room).values() if is_command_of(kind, room)}
    assert kinds == set(great_battles.__all__) == {kind.__name__ for kind in D20.commands}


def is_command_of(kind: object, room: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, Command) and kind.__module__ == room.__name__
