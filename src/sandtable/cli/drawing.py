"""Draw whatever board a battle is fought on."""

from rich.text import Text

from sandtable.board.grid import SquareGrid
from sandtable.board.table import FreeTable
from sandtable.cli import board_view, frame, table_view
from sandtable.cli.board_view import BoardView
from sandtable.cli.table_view import MARGIN, TableView
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State
from sandtable.telling.names import tags

SMALL = 64, 24  # columns and lines of a map that is only looked at


def drawn(state: State, rules: RuleSet, width: int) -> list[Text]:
    """A map as it stands before the battle; none if nobody knows how to draw the board."""
    match state.board:
        case SquareGrid():
            return BoardView(state, state.board, tags(state)).lines()
        case FreeTable():
            columns, lines = SMALL
            small = frame.whole(state.board, min(columns, width - 2 * MARGIN), lines, least=lines)
            return TableView(state, small, tags(state), rules.base).lines()
    return []


def legend(state: State) -> Text:
    match state.board:
        case SquareGrid():
            return board_view.legend_line(state.board)
        case FreeTable():
            return table_view.legend_line(state)
    return Text()
