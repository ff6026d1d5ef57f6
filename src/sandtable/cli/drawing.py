"""Draws the board of a battle."""

from rich.text import Text

from sandtable.board.grid import SquareGrid
from sandtable.board.table import FreeTable
from sandtable.cli import board_view, frame, table_view
from sandtable.cli.board_view import BoardView
from sandtable.cli.table_view import MARGIN, TableView
from sandtable.telling.display import Display

SMALL = 64, 24  # columns and lines of a map without a battle


def drawn(display: Display, width: int) -> list[Text]:
    """The map before the battle; empty for an unknown kind of board."""
    match board := display.state.board:
        case SquareGrid():
            return BoardView(display, board).lines()
        case FreeTable():
            columns, lines = SMALL
            small = frame.whole(board, min(columns, width - 2 * MARGIN), lines, least=lines)
            return TableView(display, small).lines()
    return []


def legend(display: Display) -> Text:
    match board := display.state.board:
        case SquareGrid():
            return board_view.legend_line(board)
        case FreeTable():
            return table_view.legend_line(display)
    return Text()
