"""Odds for the client: outcomes from best to worst, and the sum of the first throw."""

from msgspec.structs import replace

from sandtable.kernel.facts import Rolled
from sandtable.kernel.showing import Showing
from sandtable.kernel.state import State
from sandtable.server import chances, scene
from sandtable.server import messages as wire
from sandtable.server.lines import sums
from sandtable.telling.wording import SUPPOSED, effects, in_prospect, prospects, uncertain
from sandtable.ways import Odds, Outcome


def odds(found: Odds, showing: Showing, view: State, id: str, seq: int) -> wire.Odds:
    roll = found.throws[0] if found.throws else None
    reckoned = reckoning(roll) if roll else ()
    return wire.Odds(
        id=id,
        seq=seq,
        exact=not found.too_many and not found.tries,
        branches=found.ways,
        prospects=tuple(
            chances.Prospect(one.tone, one.words, float(one.chance)) for one in prospects(found, showing, view)
        ),
        outcomes=outcomes(found.outcomes, view),
        reckoning=reckoned,
        total=sum(term.value for term in reckoned) if roll and roll.need else None,
        need=wanted(roll) if roll and roll.need else None,
        assumed=SUPPOSED[found.assumed],
        too_many=found.too_many,
        brief=in_brief(found, showing, view),
    )


def in_brief(found: Odds, showing: Showing, view: State) -> str:
    """A few words beside the option; none if no outcome changes the table."""
    told = effects(found, view)[1] if found.brief else []
    return in_prospect(found, showing, view) if prospects(found, showing, view) else ", ".join(told)


# ---- the sum


def reckoning(roll: Rolled) -> tuple[scene.Sum, ...]:
    """The sum for what a die must show: the need, minus what is added to the die. Without a need, what is added."""
    if roll.need is None:
        return sums(roll.adds)
    need = (roll.need.base, *roll.need.modifiers)
    return sums((*need, *(replace(term, value=-term.value) for term in roll.adds)))


def wanted(roll: Rolled) -> str:
    """What the unmodified die must show, in words. A face that always succeeds counts."""
    die, _ = roll.reading.each(roll.shown)[0]
    made = [face for face, worth in enumerate(die.worth, 1) if worth > 0]
    if not made:
        return "cannot be made"
    return die.says.format(made[0] if made[-1] == die.sides else made[-1])


# ---- outcomes


def outcomes(found: tuple[Outcome, ...], view: State) -> tuple[chances.Outcome, ...]:
    """The best outcome first, the rarer of equals first. Facts that happen in all of them are left out."""
    ranked = uncertain(sorted(found, key=lambda one: (-one.score, one.chance)), view)
    return tuple(
        chances.Outcome(one.words, float(one.chance), str(one.chance), one.tone, one.is_effect) for one in ranked
    )
