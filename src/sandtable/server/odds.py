"""Odds as the client draws them: outcomes from best to worst, and the sum behind the first throw."""

from msgspec.structs import replace

from sandtable.kernel.events import Rolled
from sandtable.kernel.state import State
from sandtable.outcomes import NOTHING
from sandtable.server import messages as wire
from sandtable.server import scene
from sandtable.server.lines import sums
from sandtable.server.thinking import Weighed
from sandtable.telling.chances import Chances
from sandtable.telling.wording import effects, uncertain


def odds(found: Weighed, view: State, id: str, seq: int) -> wire.Odds:
    chances, roll = found.chances, found.chances.first_roll
    reckoned = reckoning(roll) if roll else ()
    return wire.Odds(
        id=id,
        seq=seq,
        exact=not chances.too_many and not (chances.odds and chances.odds.tries),
        branches=chances.branches,
        outcomes=outcomes(found),
        reckoning=reckoned,
        total=sum(term.value for term in reckoned) if roll and roll.need else None,
        need=wanted(roll) if roll and roll.need else None,
        assumed=chances.assumed,
        too_many=chances.too_many,
        brief=brief(chances, view),
    )


# ---- the sum


def reckoning(roll: Rolled) -> tuple[scene.Sum, ...]:
    """What a die must show: the need, less what is added to the die. Without a need, what is added."""
    if roll.need is None:
        return sums(roll.adds)
    need = (roll.need.base, *roll.need.modifiers)
    return sums((*need, *(replace(term, value=-term.value) for term in roll.adds)))


def wanted(roll: Rolled) -> str:
    """In the words of the rules, for the die as it lies; a face that always makes it counts."""
    assert roll.need is not None
    made = [face for face, worth in enumerate(roll.reading.worth, 1) if worth > 0]
    if not made:
        return "cannot be made"
    edge = made[0] if made[-1] == roll.reading.sides else made[-1]
    return roll.reading.says.format(edge)


# ---- what may come of it


def outcomes(found: Weighed) -> tuple[wire.Outcome, ...]:
    """The best first, of equals the rarer; without what happens in all of them. `share` is how they are shaded."""
    if found.chances.odds is None:
        return ()
    told = uncertain(found.chances.odds.chances)
    ranked = sorted(told, key=lambda one: (one[0] == NOTHING, -found.worth.get(one[1], 0.0), one[2]))
    effects = [what for what, _, _ in ranked if what != NOTHING]
    shares = {what: share_of(number, effects, len(told)) for number, what in enumerate(effects)}
    return tuple(wire.Outcome(what, float(chance), str(chance), shares.get(what, "none")) for what, _, chance in ranked)


def share_of(number: int, effects: list[str], outcomes: int) -> wire.Share:
    """Of two effects and nothing the second is in between; of three, or where something always happens, the least."""
    if number == 0:
        return "best"
    is_last = number == len(effects) - 1
    return "low" if is_last and (len(effects) > 2 or len(effects) == outcomes) else "mid"


def brief(found: Chances, view: State) -> str:
    """The likeliest outcomes, if any changes the table; the chance of any effect stands beside them."""
    return ", ".join(effects(found.brief, view)[1]) if found.brief else ""
