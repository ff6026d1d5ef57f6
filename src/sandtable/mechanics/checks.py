"""Reads scenario files, and checks that books share. Every error says what is wrong and where."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from os import listdir
from typing import TypeVar

import msgspec

from sandtable.board import shapes
from sandtable.board.board import POINT, Base
from sandtable.board.gridmap import MapError
from sandtable.board.place import EDGES, Place, Point
from sandtable.board.shapes import Box
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground, TableMap, read_table
from sandtable.book.parsed import Content, parse, parsed
from sandtable.kernel.scenario import Scenario, ScenarioError

S = TypeVar("S", bound=Scenario)
Source = str | Content  # the text of a file, or what it says


def content(source: Source) -> Content:
    return parse(source) if isinstance(source, str) else source


def files_in(package: str, folder: str) -> dict[str, Content]:
    """What the TOML files in a folder of a package say, by name."""
    names = sorted(listdir(f"{import_module(package).__path__[0]}/{folder}"))
    return {name: parsed(package, f"{folder}/{name}") for name in names if name.endswith(".toml")}


def read_scenario(source: Source, where: str, kind: type[S], *checks: Callable[[S], object]) -> S:
    try:
        scenario = msgspec.convert(content(source), kind)
        for check in checks:
            check(scenario)
    except ValueError as fault:  # not TOML, not such a scenario, or one that cannot be played
        raise ScenarioError(f"{where}: {fault}") from None
    return scenario


def shipped(package: str, read: Callable[[Source, str], S]) -> dict[str, S]:
    """The scenarios in a package. Those for beginners come first."""
    found = [read(says, file) for file, says in files_in(package, "scenarios").items()]
    return {one.id: one for one in sorted(found, key=lambda one: (not one.learning, one.id))}


# ---- words and numbers


def check_word(word: str, known: Collection[str], where: str) -> None:
    if word not in known:
        raise ScenarioError(f"{where}: {word!r} is not one of {', '.join(known)}")


def check_words(where: str, **words: tuple[str, Collection[str]]) -> None:
    """Each word with those that are known, by the name of its field. An empty word says nothing."""
    for name, (word, known) in words.items():
        if word:
            check_word(word, known, f"{where}{name}")


def check_option(option: str, known: Collection[str], where: str) -> None:
    if option not in known:
        raise ScenarioError(f"{where}: unknown option {option!r}; there are {', '.join(known)}")


def check_edge(edge: str, where: str) -> None:
    if edge not in EDGES:
        raise ScenarioError(f"{where}: {edge!r} is not north, east, south or west")


def check_number(number: int, least: int, most: int, where: str) -> None:
    if not least <= number <= most:
        raise ScenarioError(f"{where}: {number} is not from {least} to {most}")


def check_numbers(where: str, **numbers: tuple[int, int, int]) -> None:
    """Each number with the least and the most that it may be, by the name of its field."""
    for name, (number, least, most) in numbers.items():
        check_number(number, least, most, f"{where}{name}")


def at_most(where: str, number: int, most: int) -> None:
    if number > most:
        raise ScenarioError(f"{where}: {number} is too many; at most {most} are allowed")


def check_facts(where: str, **wrong: tuple[bool, str]) -> None:
    """Whether anything is wrong, and why, by the name of the field that is to blame."""
    for name, (is_wrong, why) in wrong.items():
        if is_wrong:
            raise ScenarioError(f"{where}{name}: {why}")


# ---- names


def check_sides(names: Collection[str]) -> None:
    if len(names) != 2 or len(set(names)) != 2 or not all(names):
        raise ScenarioError("side: two sides of different names are needed")


def check_sides_named(named: Iterable[tuple[str, str]], names: Collection[str]) -> None:
    """`named`: places that name a side, and the name."""
    for where, side in named:
        if side not in names:
            raise ScenarioError(f"{where}: no side {side!r}")


def check_given_once(names: Iterable[str], where: str) -> None:
    if twice := sorted(name for name, count in Counter(names).items() if count > 1):
        raise ScenarioError(f"{where}: the name {twice[0]!r} is given twice")


# ---- the scenario as a whole


def check_frame(scenario: Scenario, rules: str, options: Collection[str], sides: Collection[str]) -> None:
    """It is for that book; it has two sides, and options that the book knows."""
    if scenario.rules != rules:
        raise ScenarioError(f"rules: {scenario.rules!r} is not {rules}")
    check_sides(sides)
    for option in scenario.options:
        check_option(option, options, "options")


def check_all_named(units: Iterable[str], sides: Iterable[str], objectives: Iterable[str]) -> None:
    """Nobody and nothing is without a name, and no name is given twice."""
    names = [*units, *objectives]
    if "" in names:
        raise ScenarioError("side, objectives: a name is empty")
    check_given_once([*names, *sides], "side, objectives")


# ---- the table


def laid_out(map: TableMap, kinds: Mapping[str, Ground]) -> FreeTable:
    """The table of a map; `kinds`: the kinds of ground."""
    try:
        return read_table(map, kinds)
    except MapError as fault:
        raise ScenarioError(f"map: {fault}") from None


def check_point(point: Point | None, where: str, board: FreeTable, base: Base = POINT) -> None:
    """The point must be on the lattice, and a base there wholly on the table."""
    if point is None:
        return
    if not (shapes.on_table(point, board.width, board.depth) and shapes.on_lattice(point)):
        raise ScenarioError(f"{where}: {point[0]:g}, {point[1]:g} is not a point of the table")
    if not board.holds(Place(*point), base):
        raise ScenarioError(f"{where}: at {point[0]:g}, {point[1]:g} it would not stand whole on the table")


def check_box(box: Box | None, where: str, board: FreeTable) -> None:
    west, south, east, north = box or (0.0, 0.0, board.width, board.depth)
    if not (0 <= west <= east <= board.width and 0 <= south <= north <= board.depth):
        raise ScenarioError(f"{where}: west, south, east and north of an area of the table are needed")


def check_pieces(names: Iterable[str], where: str, board: FreeTable) -> None:
    if unknown := sorted({*names} - {piece.name for piece in board.terrain}):
        raise ScenarioError(f"{where}: the map has no piece {unknown[0]!r}")


def check_rules(named: str, book: str) -> None:
    if named != book:
        raise ScenarioError(f"rules: {named!r} is not {book}")


def check_turns(turns: int) -> None:
    if turns < 1:
        raise ScenarioError("turns: there must be a turn to play")
