"""How a command unfolds on the table of one viewer: what changes with each line of his log."""

from collections.abc import Iterator, Sequence, Set

from msgspec import Struct

from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side, State, UnitId
from sandtable.server import scene
from sandtable.server.drawing import Drawing, Sketchbook
from sandtable.server.lines import Passage


class Shown(Struct, frozen=True):
    """Everything that a view shows, by name."""

    pieces: dict[str, scene.Piece]
    groups: dict[str, scene.Group]
    templates: tuple[scene.Template, ...]


def frames(rules: RuleSet, eyes: Side, final: State, course: Sequence[Passage], first: int) -> Iterator[scene.Frame]:
    """A frame for each fact that changes what the viewer sees. `first`: the number of the first line.

    A unit that is out of sight in the end, or was for a while, stays as it was until then.
    """
    book = Sketchbook()
    shown = drawn(rules, eyes, course[0].before, book) if course else None
    for n, passage in enumerate(course, first):
        if shown is None or passage.after.units is passage.before.units:
            continue
        before, shown = shown, drawn(rules, eyes, passage.after, book)
        frame = difference(n, before, shown, final.units.keys() - passage.veiled)
        if frame.pieces or frame.groups or frame.gone or frame.templates is not None:
            yield frame


def drawn(rules: RuleSet, eyes: Side, view: State, book: Sketchbook) -> Shown:
    drawing = Drawing(rules, view, eyes, book)
    pieces, groups = drawing.pieces(), drawing.groups()
    return Shown({one.id: one for one in pieces}, {one.id: one for one in groups}, drawing.templates())


def difference(n: int, before: Shown, now: Shown, open_: Set[UnitId]) -> scene.Frame:
    """`open_`: the units whose way to their last state the viewer may see."""
    pieces = (one for name, one in now.pieces.items() if name in open_ and before.pieces.get(name) != one)
    groups = (one for name, one in now.groups.items() if name in open_ and before.groups.get(name) != one)
    left = (name for name in (*before.pieces, *before.groups) if name not in now.pieces and name not in now.groups)
    templates = tuple(one for one in now.templates if one.id in open_ or one in before.templates)
    return scene.Frame(
        n=n,
        pieces=tuple(pieces),
        groups=tuple(groups),
        templates=templates if templates != before.templates else None,
        gone=tuple(name for name in left if name in open_),
    )
