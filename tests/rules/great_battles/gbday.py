"""Parts of a day played through: some commands where they fit, and otherwise whatever is quietest."""

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.board.course import Course, in_file
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import Reading, Shown
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import OneWay, Over, Play
from sandtable.kernel.position import Waiting
from sandtable.kernel.state import Side, State, Step, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.sequence import SEQUENCE
from sandtable.rules.great_battles.table.field import base_of, standing
from sandtable.rules.great_battles.table.formation import in_order
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Tally


class Quiet(OneWay):
    """Takes the next command of the script as soon as it is allowed, else the only thing or the last thing on offer."""

    def __init__(self, dice: Iterable[int], picks: Iterable[Command], until: str, die: int) -> None:
        self.dice, self.picks, self.until, self.die = list(dice), list(picks), until, die
        self.asked: list[str] = []

    def throw(self, count: int, reading: Reading, what: Throw) -> Shown:
        faces = [self.dice.pop(0) if self.dice else self.die for _ in range(count)]
        return tuple(min(face, reading.sides) for face in faces)

    def choose(self, question: Question) -> Command:
        self.asked.append(f"{question.side}: {question.text}")
        if self.until and self.until in question.text:
            raise Waiting(question)
        if self.picks and question.refuse(self.picks[0]) is None:
            return self.picks.pop(0)
        return question.forced or question.options[-1].command


class Day:
    """How far it has got."""

    def __init__(self, state: State, entries: list[Entry], asked: list[str], question: Question | None) -> None:
        self.state, self.entries, self.asked, self.question = state, entries, asked, question

    @property
    def told(self) -> list[str]:
        return [str(entry) for entry in self.entries if entry.event.tell()]

    @property
    def cited(self) -> set[str]:
        return {entry.clause for entry in self.entries}

    @property
    def agenda(self) -> list[str]:
        """The names of the steps still to come."""
        return [type(step).__name__ for step in self.state.agenda]

    def line(self, words: str) -> int:
        """Where in the log something is told."""
        return next(number for number, line in enumerate(self.told) if words in line)


def plays(
    state: State,
    *agenda: Step,
    dice: Iterable[int] = (),
    picks: Iterable[Command] = (),
    until: str = "",
    die: int = 11,
    steps: int = 10_000,
) -> Day:
    """Play these steps and whatever they queue, at most so many, or until something is asked.

    Dice that the script does not give show `die`; every command of the script must have been used in the end.
    """
    script = Quiet(dice, picks, until, die)
    state = replace(state, agenda=agenda)
    entries: list[Entry] = []
    while state.agenda and steps:
        play = Play(state, script, view)
        try:
            play.take_step(SEQUENCE)
        except Waiting as halt:
            assert not script.picks, f"never allowed: {script.picks[0].tell()}"
            return Day(play.state, entries + play.entries, script.asked, halt.question)
        except Over:
            pass
        state, steps = play.state, steps - 1
        entries += play.entries
    assert not script.picks, f"never allowed: {script.picks[0].tell()}"
    assert not until, f"never asked: {until}"
    return Day(state, entries, script.asked, None)


# ---- tables as they must be for it


def with_actions(state: State, **actions: int) -> State:
    """As if these battalions had rolled for their actions."""
    for body, number in actions.items():
        unit = state.units[UnitId(body)]
        state = state.put(replace(unit, tallies={**unit.tallies, Tally.ACTIONS: number}))
    return state


def in_column(state: State, body: str, course: tuple[tuple[float, float], ...], head: float) -> State:
    """A battalion in road march along a course, its first stand with its middle so many inches from its beginning."""
    stands = in_order(standing(state, UnitId(body)))
    places = in_file(Course(course), head, [base_of(state, one) for one in stands], backwards=False)
    assert places is not None
    units = dict(state.units)
    for one, place in zip(stands, places, strict=True):
        units[one.id] = replace(one, place=place)
    units[UnitId(body)] = replace(units[UnitId(body)], place=places[0])
    return replace(state, units=units)


def with_scenario(state: State, **fields: object) -> State:
    """The same table in a battle that differs in these points."""
    return replace(state, scenario=replace(battle(state), **fields))  # type: ignore[type-var]


def with_armies(state: State, red: dict[str, object] | None = None, blue: dict[str, object] | None = None) -> State:
    """The same table with other facts about its sides."""
    ours, theirs = battle(state).side
    return with_scenario(state, side=(replace(ours, **(red or {})), replace(theirs, **(blue or {}))))


def on_day(state: State, day: int, turn: int = 5) -> State:
    return replace(state, tallies={**state.tallies, Tally.DAY: day, Tally.TURN: turn})


def points_of(state: State, side: Side) -> int:
    return state.units[UnitId(side)].tallies[Tally.POINTS]
