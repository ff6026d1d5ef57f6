"""A battle as one viewer may see it, in the form of the wire."""

from typing import Literal

from msgspec import Struct, field

from sandtable.kernel.decision import Manner
from sandtable.kernel.facts import Fact
from sandtable.kernel.reckoning import Printed
from sandtable.kernel.showing import Badge, Drawing, Gauge, Grade, Standing, Steps
from sandtable.server.briefed import Briefing
from sandtable.server.landscape import Ground
from sandtable.server.results import Result

Point = tuple[float, float]
Spot = tuple[float, float, int]  # x, y, facing
What = Literal["took", "freed", "named", "said"]  # what a person did beside the battle


# ---- the table


class Row(Struct, frozen=True):
    label: str
    value: str


class TallyRow(Struct, frozen=True):
    """A number of the battle, of one side or of none (-1); with a gauge also a bar."""

    label: str
    value: str
    side: int
    gauge: Gauge | None


class Strength(Struct, frozen=True):
    now: int
    full: int


class Actions(Struct, frozen=True):
    left: int
    of: int


class Shown(Struct, frozen=True, kw_only=True):
    """A model or a body of models. x and y are null while it is off the table or its place is unknown."""

    id: str
    name: str
    tag: str
    side: int
    x: float | None
    y: float | None
    facing: int
    quality: Grade | None
    strength: Strength | None
    marks: tuple[Badge, ...]
    done: tuple[Badge, ...]
    secret: bool
    lost: bool
    card: tuple[Row, ...]
    says: str


class Piece(Shown, frozen=True, kw_only=True):
    """A model."""

    short: str  # without the name of its group
    kind: str
    symbol: str
    w: float
    d: float
    disc: bool
    group: str | None
    aboard: str | None
    task: str | None  # of a piece beside the table, like a squadron: what it does
    goes_for: tuple[str, ...]


class Group(Shown, frozen=True, kw_only=True):
    """A body of models."""

    pieces: tuple[str, ...]
    formation: str | None
    drawing: Drawing
    standing: Standing
    actions: Actions | None
    reserve: bool


class Template(Struct, frozen=True):
    """A marker that covers ground: a disc, or a tape `d` long and `w` wide along its facing."""

    id: str
    kind: str
    side: int
    x: float
    y: float
    facing: int
    w: float
    d: float
    disc: bool
    secret: bool
    words: str
    drawing: Drawing


class Objective(Struct, frozen=True):
    id: str
    name: str
    x: float
    y: float
    holder: int
    value: int


# ---- the decision


class Cover(Struct, frozen=True):
    """The ground that a template would cover."""

    w: float
    d: float
    disc: bool


class Refused(Struct, frozen=True):
    why: str
    clause: str


class Region(Struct, frozen=True):
    """Where the place of an option may lie. If outlines is null, a client must ask for it with `reach`.

    turns: the allowed facings, null for any. facing: the first facing, null for the unit's own.
    """

    outlines: tuple[tuple[Point, ...], ...] | None = None
    places: tuple[Spot, ...] | None = None
    turns: tuple[int, ...] | None = None
    facing: int | None = None


class Choice(Struct, frozen=True):
    """`deed`: the number of the first choice that does the same in another way. `ways`: how this one does it."""

    n: int
    deed: int
    words: str
    clause: str
    verb: str
    unit: str | None
    targets: tuple[str, ...]
    place: Spot | None
    region: Region | None
    lays: Cover | None  # the size of the template that it lays
    refusal: Refused | None
    quiet: bool  # it changes nothing
    attack: bool
    ends: bool  # it ends or gives up something
    goes: bool  # it begins a move: the next question is where to
    volley: str | None  # the body whose units may all fire as this one does
    ways: tuple[Manner, ...]


class SetUp(Struct, frozen=True):
    """The side sets up, so a page may ask for a set-up of all that is left."""

    scenario: str  # its id: under it a browser keeps set-ups
    given: bool  # the scenario has its own set-up of the side


class Decision(Struct, frozen=True):
    seq: int
    side: int
    kind: str  # the sort of question
    about: tuple[str, ...]  # the units concerned
    question: str
    clause: str
    mine: bool
    options: tuple[Choice, ...]
    barred: tuple[Choice, ...]
    ready: int  # the option to begin with
    set_up: SetUp | None


# ---- the log and the result


class Die(Struct, frozen=True):
    sides: int
    shown: int
    made: bool | None


class Sum(Struct, frozen=True, omit_defaults=True):
    value: int
    words: str
    clause: str
    printed: Printed | None = None  # the cell of a chart that gave it


class Need(Struct, frozen=True):
    total: int
    words: str  # "needs 13 or more"
    terms: tuple[Sum, ...]


class Way(Struct, frozen=True):
    """The way of a unit, with its first and its last place. A unit that comes to the table has only the last."""

    unit: str
    path: tuple[Spot, ...]


class Line(Struct, frozen=True, omit_defaults=True):
    """A fact. Lines of one deed belong together: an order, and all that came of it."""

    n: int = field()
    seq: int = field()
    deed: int = field()  # the number of the line that its deed begins with
    side: int = field()
    words: str = field()
    clause: str = field()
    kind: Fact = field()
    dice: tuple[Die, ...] = field()
    terms: tuple[Sum, ...] = field()  # added to the dice
    units: tuple[str, ...] = field()  # the first acts or suffers
    spots: tuple[Spot | None, ...] = ()  # where each of them is; empty if none of them is on the table
    ways: tuple[Way, ...] = ()  # of those that move
    label: str = ""  # the words without the name of the first unit
    tone: Literal[-1, 0, 1] = 0  # bad or good for the first unit
    needs: str = ""  # "needs 13 or more (12 at 4 inches, +1 moved)"
    adds: str = ""  # "+1 moved": what is added to the dice
    total: str = ""  # "= 17": what they come to with that
    came: str = ""  # "hit": what the dice came to
    need: Need | None = None


class Frame(Struct, frozen=True):
    """What the table shows from this line on. Whatever is not listed stays as it was."""

    n: int  # the number of the line
    pieces: tuple["Piece", ...]
    groups: tuple["Group", ...]
    templates: tuple["Template", ...] | None  # all of them; null: as before
    gone: tuple[str, ...]  # pieces and groups that are no longer shown


# ---- a moment of a battle


class Turns(Struct, frozen=True):
    now: int
    last: int
    label: str
    first: int


class Undo(Struct, frozen=True):
    may: bool
    needs: Literal["", "consent"]
    why: str


class Tick(Struct, frozen=True):
    """A command on the scrubber."""

    seq: int
    side: int
    turn: bool  # a turn begins here
    undo: bool  # commands were taken back here


class Coaching(Struct, frozen=True):
    """In a lesson: the new idea of this decision, empty if there is none, and how many have been told."""

    words: str
    clause: str
    told: int


class Moment(Struct, frozen=True, kw_only=True):
    seq: int
    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...]
    templates: tuple[Template, ...]
    objectives: tuple[Objective, ...]
    tally: tuple[TallyRow, ...]
    turns: Turns
    steps: Steps
    decision: Decision | None
    waiting: str | None
    undo: Undo
    coaching: Coaching | None  # only in a lesson
    again: int  # how often dice were thrown again after an undo
    result: Result | None
    ground: Ground | None  # always in a Table; otherwise only if it differs from the table's


class SideInfo(Struct, frozen=True):
    name: str
    seat: str  # person, or the level of a computer
    here: bool
    taken: bool  # a browser holds the seat
    who: str  # the name of the person, or of the level


class Said(Struct, frozen=True):
    """What a person did or said beside the battle."""

    side: int
    what: What
    words: str
    at: float  # seconds since 1970


class Rules(Struct, frozen=True):
    id: str
    title: str
    short: str


class TerrainInfo(Struct, frozen=True):
    """A kind of ground for the legend, and what it does."""

    kind: str
    does: tuple[Row, ...]
    clause: str


class Rare(Struct, frozen=True):
    """A kind of question that is asked only of those who want it, and words for its button."""

    kind: str
    words: str


class Table(Moment, frozen=True, kw_only=True, tag_field="type", tag="table"):
    game: str
    title: str
    setting: str
    rules: Rules
    options: tuple[str, ...]
    you: tuple[int, ...]
    eyes: int  # the side whose view this is; -1: what everybody may know
    spectator: bool
    hotseat: bool
    sides: tuple[SideInfo, ...]
    briefing: Briefing
    log: tuple[Line, ...]
    seqs: tuple[Tick, ...]
    terrain: tuple[TerrainInfo, ...]  # every kind of ground that a map of these rules may have
    signs: tuple[Badge, ...]  # every mark of these rules
    practice: bool  # against the computer everything may be taken back
    rare: tuple[Rare, ...]  # questions that hardly anybody wants to be asked
    wanted: tuple[str, ...]  # their kinds that this player will be asked next time
    talk: tuple[Said, ...]


class Moved(Moment, frozen=True, kw_only=True, tag_field="type", tag="moved"):
    nonce: str  # the command's nonce, only for the visitor who gave it
    lines: tuple[Line, ...]
    frames: tuple[Frame, ...]  # how the table came to look like this, line by line
    tick: Tick


class MomentAt(Moment, frozen=True, kw_only=True, tag_field="type", tag="moment"):
    id: str
    log: int  # how many lines of the log there were
