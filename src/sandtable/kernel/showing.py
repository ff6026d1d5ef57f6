"""How a rule set describes its game to screens, which know no rules."""

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
Row = tuple[str, str]  # a label and its text
Verdicts = Mapping[str, tuple[str, str]]  # by the kind of a throw: words if it makes its need, and if it misses

Prospects = Mapping[str, tuple[str, str, str]]  # by the kind of a throw: words for what is good, even and bad


class Badge(Struct, frozen=True, gc=False):
    """A mark beside a model, or something that it did this turn."""

    word: str
    icon: str = ""  # its sign; if empty, its first letters
    meaning: str = ""  # one sentence
    stops: bool = False  # the unit can do little or nothing
    drawn: bool = False  # the drawing of the unit shows it already


class Grade(Struct, frozen=True, gc=False):
    """The quality of troops: the rank among so many, 1 for the worst, and the book's word."""

    rank: int
    of: int
    word: str


def badges(words: Iterable[str], signs: Mapping[str, Badge]) -> tuple[Badge, ...]:
    """Badges in alphabetical order. A word without a sign shows as a word."""
    return tuple(signs.get(word) or Badge(word) for word in sorted(words))


def signs(*known: Badge) -> dict[str, Badge]:
    return {badge.word: badge for badge in known}


class Look(Struct, frozen=True, gc=False):
    """A unit as a screen shows it. `role`: a model, a body of models, a marker, or nothing.

    A template covers the ground of its base, `RuleSet.base`: a disc, or a tape along its facing.
    """

    role: Role = "piece"
    symbol: str = "other"
    kind: str = ""  # the book's word; the unit's own kind if empty
    name: str = ""  # the name of such units: "Uhlans", "M4 Sherman"; its kind if empty
    strength: tuple[int, int] | None = None  # now, and in full
    counted_in: str = ""  # the unit of its strength: "SP"
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
    task: str | None = None  # what a piece does that is kept beside the table, like a squadron; None: it is not
    goes_for: tuple[UnitId, ...] = ()  # the units that such a piece goes for
    card: tuple[Row, ...] = ()
    brief: tuple[str, ...] = ()  # more for a list of units, a few words each
    set_up: tuple[str, ...] = ()  # how it begins the battle, from the scenario

    @property
    def is_force(self) -> bool:
        """Whether it counts as a force. A template without a name is only a tool of the table."""
        return self.role != "template" or bool(self.name)


class Clock(Struct, frozen=True, gc=False):
    now: int
    last: int
    label: str
    first: int = 1  # the first turn of this day
    day: int = 1  # every day starts to count turns again


class Gauge(Struct, frozen=True, gc=False):
    """So many out of so many, for a bar. At the limit something happens; 0: there is none."""

    now: int
    of: int
    limit: int = 0


class Count(Struct, frozen=True, gc=False):
    """A number to show, for one side or for the whole battle; with a gauge also as a bar."""

    label: str
    value: str
    side: Side | None = None
    gauge: Gauge | None = None


class Terrain(Struct, frozen=True, gc=False):
    """A kind of ground for a legend: what it does by the rules, a heading and a few words each."""

    kind: str
    does: tuple[Row, ...]
    clause: Clause


class Steps(Struct, frozen=True, gc=False):
    """The parts of a turn as in the book, and the present one; -1: none of them."""

    names: tuple[str, ...] = ()
    now: int = -1


class Sector(Struct, frozen=True, gc=False):
    """Part of a unit's field of fire: a slice of a ring on a free table, an outline on a grid."""

    kind: str  # "fire", "sight", "reach"
    words: str
    clause: Clause
    radius: float = 0.0
    degrees: int = 360
    outlines: tuple[tuple[Point, ...], ...] = ()


class Threat(Struct, frozen=True, gc=False):
    """An enemy who could fire at a unit, and his chance to hit; None if it is unknown."""

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


def plain_ground(state: State, at: Place) -> str:
    return ", ".join(sorted(state.board.ground(at))) or "open"


def nothing(*_: object) -> tuple[()]:
    return ()


def lucky(state: State, roll: Rolled) -> Side | None:
    """The side that wants the dice to make their need, if a side throws them."""
    thrown = roll.throw
    side = state.units[thrown.unit].side if thrown.unit and thrown.unit in state.units else thrown.side
    if side not in state.sides:
        return None
    return state.foe(side) if thrown.dreaded else side


class Feel(Struct, frozen=True, kw_only=True):
    """What a book is like to play, for a person who chooses one."""

    scale: str = ""
    length: str = ""
    special: str = ""
    steep: int = 9  # how hard it is to learn; newcomers are offered the lowest first


class Showing(Struct, frozen=True, kw_only=True):
    """What a screen asks of a rule set besides its rules. Each function that takes a state also takes a view.

    The `look` of a piece may depend on the unit and on its body, and on nothing else that changes.
    """

    short: str = ""  # the usual name of the game; its title if empty
    feel: Feel = Feel()
    look: Callable[[State, Unit], Look] = plain_look
    clock: Callable[[State], Clock] = plain_clock
    steps: Callable[[State], Steps] = no_steps
    tally: Callable[[State], tuple[Count, ...]] = nothing  # of both sides and of the battle
    winning: Callable[[Scenario], Mapping[str, str]] = unsaid  # a sentence for each side: what it needs to win
    length: Callable[[Scenario], str] = no_words  # "8 turns"
    names: Callable[[Scenario], Mapping[str, str]] = unsaid  # squares of a grid and the names on its map
    rare: Mapping[str, str] = {}  # for each kind of rare question, words for the button that asks for it
    verbs: Mapping[type[Command], str] = {}  # headings of commands; by default the words of the class name
    verdicts: Verdicts = {}  # of throws that need a score
    prospects: Prospects = {}  # for the side that throws
    meanings: Mapping[str, Mapping[int, str]] = {}  # of the faces of other throws, by the kind of the throw
    results: Mapping[str, Mapping[int, str]] = {}  # of throws with more than two results, by the kind and the total
    ground: Callable[[State, Place], str] = plain_ground  # the ground there, in words
    terrain: Callable[[Scenario], tuple[Terrain, ...]] = nothing  # every kind of ground that a map may have
    marks: tuple[Badge, ...] = ()  # every mark and deed with a sign or a meaning
    sectors: Callable[[State, Unit], tuple[Sector, ...]] = nothing  # the field of fire of a unit
    threats: Callable[[State, Collection[UnitId]], tuple[Threat, ...]] = nothing  # visible enemies of these units

    def ready(self, options: Sequence[Option]) -> int:
        """The option that a screen preselects: the first that ends nothing."""
        usual = (number for number, option in enumerate(options) if not option.command.ends)
        return next(usual, 0)

    def came(self, roll: Rolled) -> str:
        """What a throw has come to, in a few words; for several dice, how often. Empty if the next facts tell it."""
        if (results := self.results.get(roll.throw.kind)) is not None:
            return results.get(roll.total, "")
        if roll.need is None:
            return self.meanings.get(roll.throw.kind, {}).get(roll.shown[0], "")
        made, missed = self.verdicts.get(roll.throw.kind, ("made", "missed"))
        words = made if roll.succeeded else missed
        return f"{roll.total} of {len(roll.shown)}, {words}" if len(roll.shown) > 1 else words

    def verb(self, command: Command) -> str:
        return self.verbs.get(type(command)) or class_words(type(command))
