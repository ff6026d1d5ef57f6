"""Recovery: Disorder markers come off when the movement of a group is finished."""

from typing import NamedTuple

from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Unit
from sandtable.rules.panzer_korps.book import BOOK, ELITE, HARDENED, REGULAR, VETERAN
from sandtable.rules.panzer_korps.facts import Recovered
from sandtable.rules.panzer_korps.field import decorated_with, entry, members
from sandtable.rules.panzer_korps.scenario import Formation
from sandtable.rules.panzer_korps.steps import Recovery
from sandtable.rules.panzer_korps.words import Company, Did, Mark, Tally


class Case(NamedTuple):
    unit: Unit
    one: Formation
    decorated: int

    @property
    def has_hq(self) -> bool:
        return any(company.type == Company.HQ for company in self.one.attached)


RECOVERY = "pk.disorder.recovery"
ROWS = Modifiers[Case](
    BOOK,
    "recovery",
    [
        Modifier("did not move this turn", "did not move", RECOVERY, lambda it: Did.MOVED not in it.unit.spent),
        Modifier("Decorated leader with the formation", "{} Decorated", RECOVERY, lambda it: it.decorated),
        Modifier("Regular or Veteran", "quality", RECOVERY, lambda it: it.one.quality in (REGULAR, VETERAN)),
        Modifier("Elite or Hardened", "quality", RECOVERY, lambda it: it.one.quality in (ELITE, HARDENED)),
        Modifier("Divisional HQ company attached", "Divisional HQ", RECOVERY, lambda it: it.has_hq),
    ],
    column="markers removed",
    elsewhere=["Auto Rally allocated from the Decision Die"],
)


@rule("pk.disorder.recovery-timing")
def recover(play: Play, step: Recovery) -> None:
    """Each formation of the group, whether it moved, froze or panicked."""
    for unit in members(play.state, step.group):
        if markers := unit.tallies[Tally.DISORDER]:
            terms = ROWS.that_apply(Case(unit, entry(play.state, unit), decorated_with(play.state, unit)))
            removed = min(sum(term.value for term in terms), markers)
            if removed:
                play.emit(Recovered(unit.id, removed, terms), None if was_forced(unit) else BOOK.cite(RECOVERY))


def was_forced(unit: Unit) -> bool:
    """pk.disorder.recovery-timing: formations in panic or driven back recover too."""
    return Mark.PANICKED in unit.marks or not unit.spent.isdisjoint({Did.FELL_BACK, Did.FLED})
