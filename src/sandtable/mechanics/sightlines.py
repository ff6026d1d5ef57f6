"""Lines of sight between two ends: what blocks them, and lines that somebody has looked along before."""

from collections.abc import Callable

from sandtable.board.board import CLEAR, Sight
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit, UnitId

End = Unit | Place


class Blocked(Refusal, frozen=True):
    """What stands in the line, and where."""

    past: str = ""
    at: Point | None = None


def shown(blocked: Blocked | None) -> Sight:
    """As a screen asks for it."""
    return CLEAR if blocked is None else Sight(clear=False, past=blocked.past, at=blocked.at)


Look = Callable[[State, End, End], Blocked | None]
Looks = dict[tuple[UnitId, UnitId], Blocked | None]


def looked(state: State, known: Looks, a: End, b: End, look: Look) -> Blocked | None:
    """Sight is mutual. A line between two units is looked along once, and is `known` then."""
    if not (isinstance(a, Unit) and isinstance(b, Unit)):
        return look(state, a, b)
    pair = (a.id, b.id) if a.id < b.id else (b.id, a.id)
    if pair not in known:
        known[pair] = look(state, state.units[pair[0]], state.units[pair[1]])
    return known[pair]
