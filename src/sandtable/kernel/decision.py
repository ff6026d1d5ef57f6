"""What a side may do now: a list of options. Some still need a place."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Protocol, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.board import Picker, Region
from sandtable.board.place import Place
from sandtable.kernel.naming import units_in
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, UnitId
from sandtable.kernel.whereabouts import Whereabouts


class Manner(Struct, frozen=True, gc=False):
    """How a deed is done, where a player may choose: the formation, and which."""

    label: str
    value: str


class Command(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """What a player wants to do."""

    words: ClassVar[str] = ""  # a few for a button, with its fields in braces: "{0.unit} stays"
    quiet: ClassVar[bool] = False  # it changes nothing: pass, hold
    attack: ClassVar[bool] = False  # it harms the enemy, now or later
    ends: ClassVar[bool] = False  # it ends or gives up something, so no screen preselects it
    opens: ClassVar[bool] = False  # it only chooses a unit or a way: the next question says what to do with it
    goes: ClassVar[bool] = False  # it begins a move: the next question is where to
    by_hand: ClassVar[bool] = False  # details for people: computer players do not try it
    switched: ClassVar[tuple[tuple[str, str], ...]] = ()  # fields that say only how it is done, with a label for each
    deed: ClassVar[str] = ""  # what is done; by default its class. Two classes may be two ways of one deed

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The units that it names, in its own order. The acting unit comes first."""
        return units_in(self)

    @property
    def ways(self) -> tuple[Manner, ...]:
        """How it is done, as far as a player may choose."""
        return tuple(Manner(label, self.way_of(field)) for field, label in self.switched)

    def way_of(self, field: str) -> str:
        """The value of such a field in words."""
        return f"{getattr(self, field)}"

    @property
    def same_deed(self) -> tuple[object, ...]:
        """Two commands are the same deed done in different ways if this is equal."""
        ways = [field for field, _ in self.switched]
        rest = (getattr(self, name) for name in self.__struct_fields__ if name not in ways)
        return (self.deed or type(self).__name__, *rest)

    def tell(self) -> str:
        """A few words for a button: "fire at d5". By default they are its name and its units."""
        return self.words.format(self) if self.words else " ".join([class_words(type(self)), *self.units])


def class_words(command: type[Command]) -> str:
    """HoldFire: hold fire."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", command.__name__).lower()


class OfUnit(Command, frozen=True):
    """A command to one unit."""

    unit: UnitId


class OfSide(Command, frozen=True):
    """A command of a side as a whole."""

    side: Side


class Placing(Command, frozen=True):
    """A command with a place that the player chooses."""

    unit: UnitId
    to: Place | None = None

    @property
    def at(self) -> Place:
        """The place, of a command that is complete."""
        assert self.to is not None
        return self.to

    @property
    def there(self) -> str:
        """The place in words, as far as it is known."""
        return f"{self.to.x:g}, {self.to.y:g}" if self.to else "..."

    @property
    def facing(self) -> str:
        """The facing there in words, if it is known."""
        return f", facing {self.to.facing}" if self.to else ""

    def tell(self) -> str:
        """Move Red Rifles to 9, 3."""
        return super().tell() + (f" to {self.there}" if self.to and not self.words else "")

    def tell_with(self, where: Whereabouts) -> str:
        """The same with its place told so."""
        return self.words.format(Spoken(self, where)) if self.to and self.words else self.tell()


class Spoken:
    """A command whose place is told otherwise than in numbers."""

    def __init__(self, command: Placing, where: Whereabouts) -> None:
        self._command = command
        self.there = where.goal(command.unit, command.at)
        self.facing = f", facing {where.facing(command.at)}"

    def __getattr__(self, name: str) -> object:
        return getattr(self._command, name)


class Resign(OfSide, frozen=True):
    """Give up the battle. Each side may do so at every pause."""

    words = "{0.side} resigns"


def commands_of(module: str) -> tuple[type[Command], ...]:
    """The commands of a module that have words of their own. The others are only kinds of commands."""
    found = vars(sys.modules[module]).values()
    return tuple(one for one in found if isinstance(one, type) and issubclass(one, Command) and "words" in vars(one))


class Refusal(Struct, frozen=True, gc=False):
    """Why not, and by which clause."""

    clause: Clause
    why: str

    def __str__(self) -> str:
        return f"{self.why} [{self.clause}]"


class IllegalCommand(ValueError):
    """The rules do not allow it; `refusal` says why."""

    def __init__(self, command: Command, refusal: Refusal) -> None:
        super().__init__(f"{command.tell()}: {refusal}")
        self.command, self.refusal = command, refusal


@runtime_checkable
class Reasoned(Region, Protocol):
    """A region that says why a place is not in it."""

    def why_not(self, place: Place) -> Refusal | None: ...


class Option(Struct, frozen=True, gc=False):
    """A command that a side may give, or a command that is shown with the reason why it may not."""

    command: Command
    clause: Clause
    region: Region | None = None  # where `command.to` may lie; None: the command is complete
    refusal: Refusal | None = None  # why it may not be given

    def admits(self, command: Command) -> bool:
        if self.region is None:
            return command == self.command
        return self.same_but_place(command) and self.region.contains(command.to)  # type: ignore[attr-defined]

    def __str__(self) -> str:
        """fire at d5; with the region or the refusal, if it has one."""
        rest = f" ({self.refusal})" if self.refusal else f" ({self.region})" if self.region else ""
        return f"{self.command.tell()}{rest}"

    def same_but_place(self, command: Command) -> bool:
        return isinstance(command, Placing) and command.to is not None and replace(command, to=None) == self.command

    def complete(self, rng: Picker) -> Command:
        """A command that this option allows, with a random place if it needs one."""
        return replace(self.command, to=self.region.sample(rng)) if self.region else self.command


def judged(command: Command, clause: Clause, why: Refusal | None) -> Option:
    """A command by its clause, or barred for a reason."""
    return Option(command, why.clause if why else clause, refusal=why)


def leaves_choice(judged: Iterable[Option]) -> bool:
    """Whether anything may be done but to do nothing more."""
    return any(option.refusal is None and not option.command.quiet for option in judged)


WhyNot = Callable[[State, Command], Refusal | None]


def refusing(refusal: Refusal, *commands: type[Command]) -> WhyNot:
    """Such commands have one reason against them, unless they are on offer."""
    return lambda view, command: refusal if isinstance(command, commands) else None


class Topic(Struct, frozen=True, gc=False):
    """What a question is about."""

    kind: str  # the sort of question: "target", "retreat"
    words: str  # the question itself
    about: tuple[UnitId, ...] = ()  # the units concerned
    tone: int = 0  # how good this question is for the first of them; below 0: bad
    rare: bool = False  # hardly anybody wants to be asked: people get it only if they say so
    usual: Command | None = None  # what those do who are not asked; None: nothing
    repeats: bool = False  # whoever says no once need not be asked again, unless he wants to
    aside: bool = False  # it only goes on with what has happened, so odds do not tell it


class Decision(Struct, frozen=True, gc=False):
    """A question to one side: what it may do, and what it may not do and why."""

    side: Side
    topic: Topic
    clause: Clause
    options: tuple[Option, ...]
    barred: tuple[Option, ...] = ()

    def __str__(self) -> str:
        """The question and its numbered options."""
        lines = [f"{number:3} {option}" for number, option in enumerate(self.options, 1)]
        return "\n".join([f"{self.side}: {self.question} [{self.clause}]", *lines])

    @property
    def question(self) -> str:
        return self.topic.words

    def admits(self, command: Command) -> bool:
        return any(option.admits(command) for option in self.options)


class Asking(Protocol):
    """The origin of a question: the state, the log so far, the clause, and each side's view."""

    state: State
    entries: list[Any]
    clause: Clause
    view: Callable[[State, Side], State]


class Question:
    """A decision whose options are worked out only when somebody looks. A replay never looks."""

    __slots__ = (
        *("side", "topic", "clause", "state", "told"),
        *("_view", "_options", "_barred", "_why_not", "_found", "_rest", "_seen"),
    )

    def __init__(
        self,
        at: Asking,
        side: Side,
        topic: Topic,
        options: Callable[[State], Iterable[Option]],
        barred: Callable[[State], Iterable[Option]] | None,
        why_not: WhyNot | None,
    ) -> None:
        self.side, self.topic, self.clause = side, topic, at.clause
        self.state, self.told, self._view = at.state, len(at.entries), at.view
        self._options, self._barred, self._why_not = options, barred, why_not
        self._found: list[Option] = []
        self._rest: Iterator[Option] | None = None
        self._seen: State | None = None

    @property
    def text(self) -> str:
        return self.topic.words

    @property
    def quiet(self) -> Option:
        """The option that changes nothing; without one, the first option."""
        return next((option for option in self.options if option.command.quiet), self.options[0])

    @property
    def view(self) -> State:
        """The table as the asked side may see it."""
        if self._seen is None:
            self._seen = self._view(self.state, self.side)
        return self._seen

    @property
    def options(self) -> list[Option]:
        """What the side may do, worked out from its own view and nothing else."""
        self._found += self._rest or self._unseen()
        return self._found

    @property
    def first(self) -> Option:
        """The first option. The others are not worked out."""
        if not self._found:
            self._found.append(next(self._rest or self._unseen()))
        return self._found[0]

    @property
    def forced(self) -> Command | None:
        """The only possible command, if there is no choice. It works out two options at most."""
        found = self._found
        for option in self._rest or self._unseen():
            found.append(option)
            if option.region is not None or len(found) > 1:
                return None
        return found[0].command if len(found) == 1 and found[0].region is None else None

    def _unseen(self) -> Iterator[Option]:
        """The options that nobody has looked at yet."""
        rest = self._rest = iter(self._options(self.view))
        return rest

    @property
    def decision(self) -> Decision:
        barred = tuple(self._barred(self.view)) if self._barred else ()
        return Decision(self.side, self.topic, self.clause, tuple(self.options), barred)

    def refuse(self, command: Command) -> Refusal | None:
        """Why the command may not be given now; None if it may. A side may always resign."""
        if isinstance(command, Resign) or any(option.admits(command) for option in self.options):
            return None
        for option in self._barred(self.view) if self._barred else ():
            if option.admits(command) and option.refusal:
                return option.refusal
        why = self._why_not(self.view, command) if self._why_not else None
        return why or refused_place(self.options, command) or Refusal(self.clause, f"not now: {self.text}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Question):
            return NotImplemented
        return (self.side, self.topic, self.clause) == (other.side, other.topic, other.clause)

    def __hash__(self) -> int:
        return hash((self.side, self.topic, self.clause))


def refused_place(options: Iterable[Option], command: Command) -> Refusal | None:
    """The refusal of an option's region for the place that a command names."""
    if not isinstance(command, Placing) or command.to is None:
        return None
    regions = (option.region for option in options if option.same_but_place(command))
    return next((region.why_not(command.to) for region in regions if isinstance(region, Reasoned)), None)
