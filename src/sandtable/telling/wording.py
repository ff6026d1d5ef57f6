"""Odds in a few words."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from msgspec import Struct

from sandtable.kernel.facts import Event, Rolled
from sandtable.kernel.showing import Showing
from sandtable.kernel.state import Side, State, Unit
from sandtable.telling import places
from sandtable.telling.names import short_name
from sandtable.ways import NOTHING, TONES, Odds, Outcome, Tone

SHOWN = 3  # outcomes beside an option
GENERALLY = ("good for you", "no change", "bad for you")
UNDER_FIRE = ("good for you", "unharmed", "hit")
SUPPOSED = {"": "", "holding": "others holding", "acting": "others acting at the first chance"}


class OutcomeWords(Struct, frozen=True):
    """An outcome in words, without facts that happen in all outcomes."""

    words: str  # NOTHING, if nothing else happens
    chance: Fraction
    tone: Tone

    @property
    def is_effect(self) -> bool:
        return self.words != NOTHING


def percent(chance: Fraction) -> str:
    share = float(100 * chance)
    return f"{share:.0f}%" if 1 <= share <= 99 or share in (0, 100) else f"{share:.1f}%"


def effects(odds: Odds, state: State) -> tuple[str, list[str]]:
    """The chance of any effect, and the most likely outcomes."""
    told = uncertain(odds.brief, state)
    nothing = sum((one.chance for one in told if not one.is_effect), Fraction(0))
    items = sorted((one for one in told if one.is_effect), key=lambda one: (-one.chance, one.words))
    parts = [f"{percent(one.chance)} {one.words}" for one in items[:SHOWN]] + ["…"] * (len(items) > SHOWN)
    any_effect = percent(1 - nothing)
    if odds.tries:
        any_effect = f"about {any_effect} (±{give_or_take(odds, 1 - nothing)}, {odds.tries:,} tries)"
    return f"effect {any_effect}", parts


class Prospect(Struct, frozen=True):
    """How likely a deed goes well, makes no difference, or goes badly for its side; in a word of the book."""

    tone: Tone
    words: str
    chance: Fraction


def prospects(odds: Odds, showing: Showing, state: State) -> tuple[Prospect, ...]:
    """What is good comes first. There are none if nothing is good or bad."""
    if not odds.chance("good") and not odds.chance("bad"):
        return ()
    named = zip(TONES, prospect_words(odds, showing, state), strict=True)
    return tuple(Prospect(tone, words, odds.chance(tone)) for tone, words in named if odds.chance(tone))


def prospect_words(odds: Odds, showing: Showing, state: State) -> tuple[str, str, str]:
    """Words for what is good, even and bad. If only the enemy throws such dice, the side is under fire."""
    kind = odds.throws[0].throw.kind if odds.throws else ""
    throwers = {thrower(roll, state) for roll in odds.throws if roll.throw.kind == kind}
    if odds.side in throwers or throwers == {None}:
        return showing.prospects.get(kind, GENERALLY)
    return UNDER_FIRE


def thrower(roll: Rolled, state: State) -> Side | None:
    unit = state.units.get(roll.throw.unit) if roll.throw.unit else None
    return unit.side if unit else roll.throw.side


def in_prospect(odds: Odds, showing: Showing, state: State) -> str:
    """Win 29%, stand-off 5%, lose 66%; if nothing is good or bad, the chance of any effect."""
    found = prospects(odds, showing, state)
    if not found:
        return effects(odds, state)[0]
    told = ", ".join(f"{one.words} {percent(one.chance)}" for one in found)
    return f"about {told} (±{give_or_take(odds, found[0].chance)}, {odds.tries:,} tries)" if odds.tries else told


def give_or_take(odds: Odds, chance: Fraction) -> int:
    """The standard error in percentage points, rounded up."""
    return ceil(100 * odds.error(chance))


def named_in(outcomes: Sequence[Outcome], state: State) -> list[Unit]:
    """The units that the outcomes are about."""
    facts = (fact.units for outcome in outcomes for fact in outcome.facts)
    asked = (outcome.asked.about for outcome in outcomes if outcome.asked)
    names = dict.fromkeys(name for units in (*facts, *asked) for name in units)
    return [state.units[name] for name in names if name in state.units]


def uncertain(outcomes: Sequence[Outcome], state: State) -> list[OutcomeWords]:
    """The outcomes without facts that happen in all of them. Outcomes with the same words are one.

    Names are shortened as far as the units are not mixed up; a single unit's name is left out.
    """
    named = named_in(outcomes, state)
    certain = set.intersection(*(set(one.facts) for one in outcomes)) if len(outcomes) > 1 else set[Event]()
    found: dict[str, OutcomeWords] = {}
    for one in outcomes:
        words = [places.told(fact, state) for fact in one.facts if fact not in certain]
        words += [one.asked.words] if one.asked else []
        text = "; ".join(shorten(part, named) for part in words) or NOTHING
        so_far = found[text].chance if text in found else Fraction(0)
        found[text] = OutcomeWords(text, so_far + one.chance, one.tone)
    return list(found.values())


def shorten(words: str, named: Sequence[Unit]) -> str:
    names = [short_name(unit) for unit in named]
    for unit in sorted(named, key=lambda unit: -len(unit.id)):
        if len(named) == 1:
            words = words.removeprefix(f"{unit.id} ")
        elif names.count(short_name(unit)) == 1:
            words = words.replace(unit.id, short_name(unit))
    return words
