"""A battle as one pair of eyes may see it, in the form in which it goes over the wire."""

from typing import Literal

from msgspec import Struct, field

from sandtable.kernel.facts import Fact
from sandtable.kernel.reckoning import Printed
from sandtable.kernel.showing import Badge, Drawing, Grade, Standing

Point = tuple[float, float]
Spot = tuple[float, float, int]  # x, y, facing
Shape = Literal["area", "strip"]
AREA: Shape = "area"
STRIP: Shape = "strip"


# ---- what is on the table


class Feature(Struct, frozen=True):
    id: str
    kind: str
    shape: Shape
    points: tuple[Point, ...]
    width: float | None
    level: int
    name: str


class Ground(Struct, frozen=True, omit_defaults=True):
    kind: Literal["grid", "free"] = field()
    width: float = field()
    height: float = field()
    climate: str = field()
    features: tuple[Feature, ...] = field()
    squares: tuple[tuple[str, ...], ...] | None = None  # rank by rank from the south-west corner
    levels: tuple[int, ...] | None = None


class Row(Struct, frozen=True):
    label: str
    value: str


class Strength(Struct, frozen=True):
    now: int
    full: int


class Actions(Struct, frozen=True):
    left: int
    of: int


class Piece(Struct, frozen=True):
    """A model. x and y are null while it is off the table."""

    id: str
    name: str
    short: str  # without the name of its group
    tag: str
    side: int
    kind: str
    symbol: str
    x: float | None
    y: float | None
    facing: int
    w: float
    d: float
    disc: bool
    group: str | None
    marks: tuple[Badge, ...]
    done: tuple[Badge, ...]
    strength: Strength | None
    quality: Grade | None
    secret: bool
    lost: bool
    aboard: str | None
    card: tuple[Row, ...]
    says: str


class Group(Struct, frozen=True):
    """A body of models. x and y are null while it is off the table or where it stands is not known."""

    id: str
    name: str
    tag: str
    side: int
    pieces: tuple[str, ...]
    formation: str | None
    drawing: Drawing
    standing: Standing
    x: float | None
    y: float | None
    facing: int
    quality: Grade | None
    strength: Strength | None
    marks: tuple[Badge, ...]
    done: tuple[Badge, ...]
    actions: Actions | None
    reserve: bool
    secret: bool
    lost: bool
    card: tuple[Row, ...]
    says: str


class Template(Struct, frozen=True):
    """A marker that covers ground: a disc, or a tape `d` long and `w` wide that runs the way it faces."""

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


# ---- what may be done


class Cover(Struct, frozen=True):
    """The ground that a template would cover."""

    w: float
    d: float
    disc: bool


class Refused(Struct, frozen=True):
    why: str
    clause: str


class Region(Struct, frozen=True):
    """Where an open place may lie. Outlines of null: not worked out yet; `reach` asks for it.

    Turns: the facings to choose from, null for any. Facing: to begin with, null for as the unit stands.
    """

    outlines: tuple[tuple[Point, ...], ...] | None = None
    places: tuple[Spot, ...] | None = None
    turns: tuple[int, ...] | None = None
    facing: int | None = None


class Choice(Struct, frozen=True):
    n: int
    words: str
    clause: str
    verb: str
    unit: str | None
    targets: tuple[str, ...]
    place: Spot | None
    region: Region | None
    lays: Cover | None  # where a template is laid: how large it is
    refusal: Refused | None
    quiet: bool  # it lets things be
    attack: bool
    ends: bool  # it ends or undoes something


class Decision(Struct, frozen=True):
    seq: int
    side: int
    kind: str  # what sort of question
    about: tuple[str, ...]  # the units whose affair it is
    question: str
    clause: str
    mine: bool
    options: tuple[Choice, ...]
    barred: tuple[Choice, ...]
    ready: int  # the option to begin with


# ---- what has happened


class Die(Struct, frozen=True):
    sides: int
    shown: int
    made: bool | None


class Sum(Struct, frozen=True, omit_defaults=True):
    value: int
    words: str
    clause: str
    printed: Printed | None = None  # the cell of a chart that it was read from


class Need(Struct, frozen=True):
    total: int
    words: str  # "needs 13 or more"
    terms: tuple[Sum, ...]


class Line(Struct, frozen=True, omit_defaults=True):
    n: int = field()
    seq: int = field()
    side: int = field()
    words: str = field()
    clause: str = field()
    kind: Fact = field()
    dice: tuple[Die, ...] = field()
    terms: tuple[Sum, ...] = field()
    units: tuple[str, ...] = field()
    need: Need | None = None
    start: Spot | None = field(default=None, name="from")
    end: Spot | None = field(default=None, name="to")


class Lost(Struct, frozen=True):
    label: str
    count: int


class Loss(Struct, frozen=True):
    side: int
    items: tuple[Lost, ...]


class TurnLoss(Struct, frozen=True):
    turn: str
    number: int
    seq: int
    losses: tuple[Loss, ...]


class Luck(Struct, frozen=True):
    side: int
    rolls: int
    expected: float
    got: int
    made: tuple[tuple[float, bool], ...]  # chance of each die, and whether it made its need


class Turning(Struct, frozen=True):
    seq: int
    words: str
    swing: float  # above zero: towards the first side


class Result(Struct, frozen=True):
    winner: int
    words: str
    clause: str
    losses: tuple[Loss, ...]
    by_turn: tuple[TurnLoss, ...]
    luck: tuple[Luck, ...]
    turning: tuple[Turning, ...]


# ---- a moment of a battle, as one pair of eyes may see it


class Turns(Struct, frozen=True):
    now: int
    last: int
    label: str
    first: int


class Steps(Struct, frozen=True):
    names: tuple[str, ...]
    now: int


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


class Moment(Struct, frozen=True, kw_only=True):
    seq: int
    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...]
    templates: tuple[Template, ...]
    objectives: tuple[Objective, ...]
    tally: tuple[Row, ...]
    turns: Turns
    steps: Steps
    decision: Decision | None
    waiting: str | None
    undo: Undo
    result: Result | None
    ground: Ground | None  # in a table always; else only where it is no longer that of the table


class SideInfo(Struct, frozen=True):
    name: str
    seat: str  # person, or the level of a computer
    here: bool


class Rules(Struct, frozen=True):
    id: str
    title: str
    short: str


class Table(Moment, frozen=True, kw_only=True, tag_field="type", tag="table"):
    game: str
    title: str
    setting: str
    rules: Rules
    options: tuple[str, ...]
    you: tuple[int, ...]
    eyes: int  # whose view this is; -1: what everybody may know
    spectator: bool
    hotseat: bool
    sides: tuple[SideInfo, ...]
    log: tuple[Line, ...]
    seqs: tuple[Tick, ...]


class Moved(Moment, frozen=True, kw_only=True, tag_field="type", tag="moved"):
    nonce: str  # of the command that did it, to whoever gave it
    lines: tuple[Line, ...]
    tick: Tick


class MomentAt(Moment, frozen=True, kw_only=True, tag_field="type", tag="moment"):
    id: str
    log: int  # how many lines of the log there were
