"""How a game shows itself: what a screen that knows no rule needs to be told by the rule set."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, class_words
from sandtable.kernel.facts import Rolled
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, State, Unit, UnitId

Role = Literal["piece", "group", "template", "objective", "none"]
Drawing = Literal["", "attack", "defence", "march", "road", "burst", "planned", "air", "smoke", "gas", "works", "tape"]
Standing = Literal["", "inactive", "to ground"]
Row = tuple[str, str]  # a label and what stands beside it


class Badge(Struct, frozen=True, gc=False):
    """A mark beside a model, or something that it has done this turn."""

    word: str
    icon: str = ""  # which sign stands for it; none: its first letters
    meaning: str = ""  # in a sentence
    stops: bool = False  # the unit can do little or nothing
    drawn: bool = False  # the drawing of the unit tells it already


class Grade(Struct, frozen=True, gc=False):
    """How good troops are: the rank among so many, 1 for the worst, and the word of the book."""

    rank: int
    of: int
    word: str


def badges(words: Iterable[str], signs: Mapping[str, Badge]) -> tuple[Badge, ...]:
    """In alphabetical order; what has no sign of its own is shown by its word."""
    return tuple(signs.get(word) or Badge(word) for word in sorted(words))


def signs(*known: Badge) -> dict[str, Badge]:
    return {badge.word: badge for badge in known}


class Look(Struct, frozen=True, gc=False):
    """One unit as a table shows it. `role` says as what: a model, a body of models, a marker; or not at all.

    A template covers the ground of its base, `RuleSet.base`: a disc, or a tape that runs the way it faces.
    """

    role: Role = "piece"
    symbol: str = "other"
    kind: str = ""  # in the words of the book; the unit's own kind if empty
    name: str = ""  # what it and its like are called: "Uhlans", "M4 Sherman"; its kind if empty
    strength: tuple[int, int] | None = None  # now, and in full
    counted_in: str = ""  # what its strength is counted in: "SP"
    quality: Grade | None = None
    formation: str | None = None
    drawing: Drawing = ""  # how a formation or a template is drawn
    standing: Standing = ""  # of a body
    actions: tuple[int, int] | None = None  # left, of
    marks: tuple[Badge, ...] = ()
    done: tuple[Badge, ...] = ()  # this turn
    reserve: bool = False
    lost: bool = False
    value: int = 0  # of an objective
    card: tuple[Row, ...] = ()
    brief: tuple[str, ...] = ()  # what else a list of units says of it, in a few words each
    set_up: tuple[str, ...] = ()  # what the scenario says of how it begins the battle


class Clock(Struct, frozen=True, gc=False):
    now: int
    last: int
    label: str
    first: int = 1  # of those that are played today
    day: int = 1  # turns are numbered anew every day


class Count(Struct, frozen=True, gc=False):
    """Something that is counted: of one side, or of the whole battle."""

    label: str
    value: str
    side: Side | None = None


class Steps(Struct, frozen=True, gc=False):
    """The parts of a turn as the book has them, and which of them is under way; -1: none of these."""

    names: tuple[str, ...] = ()
    now: int = -1


class Sector(Struct, frozen=True, gc=False):
    """Part of what a unit commands: a slice of a ring on a free table, an outline on a grid."""

    kind: str  # "fire", "sight", "reach"
    words: str
    clause: Clause
    radius: float = 0.0
    degrees: int = 360
    outlines: tuple[tuple[Point, ...], ...] = ()


class Threat(Struct, frozen=True, gc=False):
    """An enemy who could fire at a unit, and how likely he is to hit; None: that cannot be said."""

    firer: UnitId
    target: UnitId
    chance: float | None
    words: str
    clause: Clause


def plain_look(state: State, unit: Unit) -> Look:
    role: Role = "piece" if unit.place is not None or unit.aboard is not None else "none"
    return Look(role=role, marks=badges(unit.marks, {}), done=badges(unit.spent, {}))


def plain_clock(state: State) -> Clock:
    turn = state.tallies.get("turn", 0)
    return Clock(turn, 0, f"Turn {turn}" if turn else "Setting up")


def no_steps(state: State) -> Steps:
    return Steps()


def unsaid(scenario: Scenario) -> Mapping[str, str]:
    return {}


def no_words(scenario: Scenario) -> str:
    return ""


def no_tally(state: State) -> tuple[Count, ...]:
    return ()


def plain_ground(state: State, at: Place) -> str:
    return ", ".join(sorted(state.board.ground(at))) or "open"


def no_sectors(state: State, unit: Unit) -> tuple[Sector, ...]:
    return ()


def no_threats(view: State, units: Collection[UnitId]) -> tuple[Threat, ...]:
    return ()


def lucky(state: State, roll: Rolled) -> Side | None:
    """The side for which it is good that the dice make their need, if a side throws them."""
    thrown = roll.throw
    side = state.units[thrown.unit].side if thrown.unit and thrown.unit in state.units else thrown.side
    if side not in state.sides:
        return None
    return state.foe(side) if thrown.dreaded else side


class Showing(Struct, frozen=True, kw_only=True):
    """Everything a screen asks of a rule set beside its rules. Whatever takes a state may be given a view.

    What `look` says of a piece may depend on the unit and on the body it is part of, and on nothing else that changes.
    """

    short: str = ""  # what people call the game; its title if empty
    look: Callable[[State, Unit], Look] = plain_look
    clock: Callable[[State], Clock] = plain_clock
    steps: Callable[[State], Steps] = no_steps
    tally: Callable[[State], tuple[Count, ...]] = no_tally  # of both sides and of the battle
    winning: Callable[[Scenario], Mapping[str, str]] = unsaid  # what victory takes, a sentence a side
    length: Callable[[Scenario], str] = no_words  # "8 turns"
    verbs: Mapping[type[Command], str] = {}  # under which heading a command stands; else the words of its name
    ground: Callable[[State, Place], str] = plain_ground  # what lies there, in words
    sectors: Callable[[State, Unit], tuple[Sector, ...]] = no_sectors  # what a unit commands from where it is
    threats: Callable[[State, Collection[UnitId]], tuple[Threat, ...]] = no_threats  # who in view could fire at these

    def ready(self, options: Sequence[Option]) -> int:
        """Which option a screen begins with: the first that ends nothing."""
        usual = (number for number, option in enumerate(options) if not option.command.ends)
        return next(usual, 0)

    def verb(self, command: Command) -> str:
        return self.verbs.get(type(command)) or class_words(type(command))
