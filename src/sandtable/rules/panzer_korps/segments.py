"""The day and its segments: an early start, the number of turns, the end."""

from fractions import Fraction
from math import floor
from typing import NamedTuple

from sandtable.book.charts import Grid, Scores
from sandtable.book.modifiers import Modifier, Modifiers, named
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.dice import at_least
from sandtable.kernel.events import Counted, Heading, Marked, Noted, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning, counting
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D6, QUALITIES, RESERVIST, SEGMENTS, cite, scored
from sandtable.rules.panzer_korps.commands import ForceStart, WaitForMorning
from sandtable.rules.panzer_korps.field import cinc_rating, formations, groups, members, rating_of
from sandtable.rules.panzer_korps.initiative import first_side
from sandtable.rules.panzer_korps.scenario import battle
from sandtable.rules.panzer_korps.weather import EARLY_MORNING, conditions, segment
from sandtable.rules.panzer_korps.words import Mark, Tally

TURNS = Grid(BOOK.table("segment-turns"), rows=Scores)
CO_VALUES = Grid(BOOK.table("segment-co-values"))
HOURS = BOOK.table("day-segments").column("hours")
FIXED = {name: int(cell) for name, cell in BOOK.table("day-segments").column("turns").items() if str(cell).isdecimal()}
EARLY = cite("pk.day-segments.early-morning")
FORCED = Reckoning(BOOK.term(4, "to force an early start", "pk.day-segments.early-morning"))
POOR = frozenset(QUALITIES[QUALITIES.index(RESERVIST) :])  # pk.organisation.quality: Reservists or worse
NOT_FIRST = "second or successive day of battle"
MOSTLY_POOR = "60 percent or more of the force Reservists or worse"
SIXTY_PERCENT = Fraction(60, 100)
CUT_OFF = frozenset({Mark.OUT_OF_SUPPLY})
HALF = Fraction(1, 2)
CLAUSE = "pk.day-segments.modifiers"


@rule("pk.day-segments.early-morning")
def force_start(play: Play, side: Side) -> bool:
    """A CinC rated A, B or C may try once a day: 4 or more on a d6. Gives whether the Early Morning is played."""
    options = [Option(WaitForMorning(side), EARLY), Option(ForceStart(side), EARLY)]
    words = "Does your CinC try to force the battle to start in the Early Morning?"
    if isinstance(play.ask(side, Topic("early start", words), lambda view: options), WaitForMorning):
        return False
    throw = Throw("early start", f"{side} tries to force an early start", side=side)
    return bool(play.roll(throw, at_least(FORCED.total, D6.sides), need=FORCED))


# ---- the number of turns


class Roll(NamedTuple):
    """The number of turns is judged for the side that rolls."""

    state: State
    side: Side


def in_weather(heading: str, *kinds: str) -> Modifier[Roll]:
    return named(heading, CLAUSE, lambda roll: not conditions(roll.state).isdisjoint(kinds))


MODIFIERS: Modifiers[Roll] = Modifiers(BOOK, "segment-modifiers", [
    named("air superiority", "pk.air.superiority", lambda roll: has_superiority(*roll)),
    in_weather("rain, sand or mud", "rain", "sand", "mud"),
    in_weather("snow, fog, ice or marsh", "snow", "fog", "ice", "marsh"),
    named("out of supply", "pk.logistics.out-of-supply", lambda roll: share(*roll, CUT_OFF) >= HALF),
    Modifier(NOT_FIRST, "not the first day", CLAUSE, lambda roll: roll.state.tallies[Tally.DAY] > 1),
    named("arrived the day before", CLAUSE, lambda roll: is_marked(*roll, Mark.FRESH)),
    Modifier(MOSTLY_POOR, "mostly Reservists or worse", CLAUSE, lambda roll: share(*roll, POOR) >= SIXTY_PERCENT),
])  # fmt: skip


def share(state: State, side: Side, mark_or_trait: frozenset[str]) -> Fraction:
    """The share of a side's formations on the table with one of these words."""
    own = formations(state, side)
    return Fraction(sum(not mark_or_trait.isdisjoint(u.marks | u.traits) for u in own), max(len(own), 1))


def co_average(state: State) -> int:
    """pk.day-segments.co-average: of all leaders with a formation on the table, else of the two CinCs."""
    leading = [group for side in state.sides for group in groups(state, side) if members(state, group.id)]
    ratings = [rating_of(state, group) for group in leading] or [cinc_rating(state, side) for side in state.sides]
    return rounded(Fraction(sum(CO_VALUES.figure(rating) or 0 for rating in ratings), len(ratings)))


def rounded(average: Fraction) -> int:
    """pk.setup.rounding: to the nearest whole number, a half up."""
    return floor(average + HALF)


def has_superiority(state: State, side: Side) -> bool:
    """pk.air.superiority: by the scenario, or by what could fly when the Day Segment began."""
    return battle(state).army(side).air_superiority or is_marked(state, side, Mark.SUPERIORITY)


def is_marked(state: State, side: Side, mark: str) -> bool:
    return mark in state.units[UnitId(side)].marks


@rule("pk.day-segments.turns")
def roll_turns(play: Play) -> int:
    """The number of Tactical Turns in this Day Segment: the player with the initiative rolls a d6."""
    given = battle(play.state).turns or FIXED.get(segment(play.state))
    if given is None:
        side = first_side(play.state)
        throw = Throw("turns", f"{side} rolls for the length of {segment(play.state)}", side=side)
        average = BOOK.term(co_average(play.state), "average of the COs", "pk.day-segments.co-average")
        adds = counting(average, *MODIFIERS.that_apply(Roll(play.state, side)))
        given = int(TURNS.figure(scored(play, throw, D6, adds)) or 0)
    play.emit(Counted(Tally.TURNS, given))
    play.emit(Noted(f"{segment(play.state)} has {given or 'no'} Tactical Turn{'' if given == 1 else 's'}"))
    return given


# ---- days and segments


@rule("pk.day-segments.list")
def begin_segment(play: Play, number: int) -> None:
    name, day = SEGMENTS[number], play.state.tallies[Tally.DAY]
    play.emit(Counted(Tally.SEGMENT, number))
    date = f"Day {day}, " if battle(play.state).days > 1 else ""
    play.emit(Heading(f"{date}{name}, {HOURS[name]} hours"))


@rule("pk.day-segments.modifiers")
def begin_day(play: Play, number: int) -> None:
    """A side that came on an earlier day and has not fought yet is fresh."""
    play.emit(Counted(Tally.DAY, number))
    play.emit(Counted(Tally.SEGMENT, 0))
    for army in battle(play.state).side:
        force = play.state.units[UnitId(army.name)]
        here = number > 1 and bool(formations(play.state, force.side)) and Mark.HAS_FOUGHT not in force.marks
        fresh = here or (number == 1 and army.arrived_yesterday)
        play.emit_if_new((Marked if fresh else Unmarked)(force.id, Mark.FRESH))


def is_last(state: State) -> bool:
    """pk.day-segments.end: whether the battle ends with this Day Segment."""
    scenario = battle(state)
    return (state.tallies[Tally.DAY], segment(state)) == (scenario.days, scenario.last)


def first_segment(state: State) -> int | None:
    """Where this day begins if nobody has to force it; None: with the Early Morning, if a side forces it."""
    scenario = battle(state)
    if state.tallies[Tally.DAY] > 1:
        return None
    return SEGMENTS.index(scenario.start) if scenario.start != EARLY_MORNING or scenario.start_forced else None
