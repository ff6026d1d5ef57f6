"""Fire, where the editions differ."""

from collections.abc import Callable, Sequence

from sandtable.kernel.play import Play
from sandtable.kernel.state import Unit, UnitId
from sandtable.rules.great_battles.edition import ByEdition, nothing


class FireByEdition(ByEdition, frozen=True, kw_only=True):
    targets: frozenset[str]  # kinds that may be fired at
    must_prefer: Callable[[Unit, Unit], bool]  # whether a firer must prefer such a target
    serve_templates: frozenset[str]  # kinds that cannot fire directly while they fire a template
    bars_shift: frozenset[str]  # marks of a stand that cannot give its hits to others or take theirs
    debtors: Callable[[UnitId, Sequence[UnitId]], Sequence[UnitId]]  # units that are marked when stands act out of turn
    wasted_shot: Callable[[Play, UnitId], None] = nothing
