"""Questions about a free table: an enlarged part, a distance, a line of sight."""

import re

from rich.console import Group

from sandtable.board.board import POINT
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.cli import frame
from sandtable.cli.errors import Trouble, Unclear
from sandtable.cli.option_view import light
from sandtable.cli.places import read_spot
from sandtable.cli.screen import DARK, dress
from sandtable.cli.session import Session
from sandtable.cli.steps import middle_of, unit_called
from sandtable.cli.table_view import MARGIN, TableView
from sandtable.kernel.decision import Decision
from sandtable.kernel.state import Unit
from sandtable.telling import measuring
from sandtable.telling.names import where

WINDOW = re.compile(r"(-?[\d.]+)[\s,]+(-?[\d.]+)(?:[\s,]+([\d.]+))?$")
ACROSS = 16.0  # inches of a part by default


def table_of(session: Session) -> FreeTable:
    board = session.view.board
    if not isinstance(board, FreeTable):
        raise Unclear("this works only on a free table; on a grid one counts squares, and the map is always whole")
    return board


# ---- a part of the map


def show_part(session: Session, rest: str, decision: Decision | None) -> None:
    """map 12 8 10: ten inches round a point."""
    table_of(session)
    found = WINDOW.match(rest)
    if found is None:
        raise Unclear(f"map {rest}: type map 12 8 10 for ten inches round 12, 8; map alone for the whole table")
    x, y, across = (float(part) if part else ACROSS for part in found.groups())
    draw_part(session, (x, y), across, decision)


def zoom(session: Session, rest: str, decision: Decision | None) -> None:
    """zoom A1, or zoom A1 10."""
    table_of(session)
    words, across = rest, ACROSS
    if found := re.fullmatch(r"(.+?)\s+([\d.]+)", rest):
        words, across = found[1], float(found[2])
    if not rest:
        raise Unclear("type a unit or a point: zoom A1, or map 12 8 10")
    draw_part(session, middle_of(session.display, on_table(session, words)), across, decision)


def draw_part(session: Session, middle: Point, across: float, decision: Decision | None) -> None:
    columns = session.console.width - 2 * MARGIN
    window = frame.part(table_of(session), middle, across, columns, session.console.height - 8)
    lit = light(decision, session.view) if decision else DARK
    session.say(Group(*TableView(session.display, window, lit).lines()))


# ---- the ruler


def measure(session: Session, rest: str, decision: Decision | None) -> None:
    """measure A1 e1, or measure A1 12 8."""
    board, view, display = table_of(session), session.view, session.display
    spot = read_spot(board, rest)
    if spot is not None and spot.before:
        unit = on_table(session, spot.before)
        there = Place(spot.x, spot.y)
        point = measuring.End(there, POINT, where(board, there))
        gap = measuring.gap_between(board, measuring.ends(display, display.standing(unit)), [point])
        assert gap is not None
        session.say(dress(f'{gap.one.name} is {gap.inches:.2f}" from {gap.other.name}', view))
        return
    one, other = two_units(session, rest, "measure")
    gap = measuring.gap(display, one, other)
    assert gap is not None
    session.say(dress(f'{gap.one.name} and {gap.other.name} are {gap.inches:.2f}" apart, from edge to edge', view))


def sight(session: Session, rest: str, decision: Decision | None) -> None:
    """sight A1 e1."""
    board, view, display = table_of(session), session.view, session.display
    one, other = two_units(session, rest, "sight")
    found = measuring.sight(display, one, other)
    assert found is not None
    a, b, line = found
    apart = measuring.gap(display, a, b)
    inches = f'{apart.inches:.2f}" apart' if apart else ""
    if line.clear:
        session.say(dress(f"{a.id} and {b.id} are in sight of each other, {inches}", view))
        return
    at = f" at {where(board, Place(*line.at))}" if line.at else ""
    session.say(dress(f"{one.id} and {other.id} do not see each other: {line.past} is in the way{at}"
                      f" between {a.id} and {b.id}, {inches}", view))  # fmt: skip


def two_units(session: Session, rest: str, verb: str) -> tuple[Unit, Unit]:
    """Two units on the table. Every way to split the words is tried."""
    fault: Trouble | Unclear = Unclear(f"type two units: {verb} A1 e1")
    words = rest.replace(",", " ").split()
    for number in range(1, len(words)):
        try:
            return on_table(session, " ".join(words[:number])), on_table(session, " ".join(words[number:]))
        except (Trouble, Unclear) as problem:
            fault = problem
    raise fault


def on_table(session: Session, words: str) -> Unit:
    unit = unit_called(session.display, words)
    if not session.display.standing(unit):
        raise Unclear(f"{unit.id} is not on the table")
    return unit
