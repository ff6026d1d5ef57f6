"""All messages except the table itself. The client's types are made from these; see docs/wire.md."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.json import Decoder

from sandtable.kernel import showing
from sandtable.players.arranging import MOST
from sandtable.server.chances import Outcome, Prospect
from sandtable.server.scene import Group, Piece, Point, Region, Said, Spot, Sum

Where = str | Point  # a piece by its id, or a point of the table
Name = Annotated[str, Meta(max_length=200)]  # of a piece, or of a question
Commands = Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST)]  # of a set-up
Key = Annotated[str, Meta(max_length=64, pattern=r"^[!-~]*$")]  # of a browser
Nonce = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]  # printable: databases refuse NUL


class Message(Struct, frozen=True, tag_field="type"):
    """A message of the server or of a client, by its type."""


class Handover(Message, frozen=True, tag="handover"):
    side: int
    name: str
    title: str


class Odds(Message, frozen=True, tag="odds"):
    id: str
    seq: int
    exact: bool
    branches: int
    prospects: tuple[Prospect, ...]  # what is good first; none if no outcome is good or bad
    outcomes: tuple[Outcome, ...]
    reckoning: tuple[Sum, ...]
    total: int | None
    need: str | None
    assumed: str
    too_many: bool
    brief: str


class Standing(Struct, frozen=True):
    """The place of a model in a tested command."""

    id: str
    x: float
    y: float
    facing: int


class Threat(showing.Threat, frozen=True):
    """With the places of the enemy and of the model that he could fire at."""

    start: Point = field(name="from")
    end: Point = field(name="to")


class Tested(Message, frozen=True, tag="tested"):
    id: str
    seq: int
    to: Spot | None  # the exact place
    words: str  # the command with that place
    ok: bool
    why: str
    clause: str
    stands: tuple[Standing, ...]
    threats: tuple[Threat, ...]
    nearest: Spot | None  # the nearest allowed place, if this one is refused and the page asked for it
    off: float  # how far away that is
    sure: bool  # it is allowed, nobody could fire at it, and no die is thrown in this step


class Places(Message, frozen=True, tag="places"):
    id: str
    seq: int
    option: int
    places: tuple[Spot, ...]


class Placement(Struct, frozen=True):
    """A command of a set-up. `command` is as a save writes it; a page keeps it and sends it back."""

    unit: str | None
    words: str
    to: Spot | None
    command: dict[str, Any]


class Proposed(Message, frozen=True, tag="proposed"):
    """A set-up that is not played yet, and the side's units as they would stand."""

    id: str
    seq: int
    commands: tuple[Placement, ...]
    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...]
    why: str  # why a place that was asked for is not allowed; the unit stands at the nearest that is
    clause: str


class SetUpGiven(Message, frozen=True, tag="set-up"):
    """The commands that a side has given while it set up, for a page that keeps them."""

    id: str
    scenario: str
    side: str
    commands: tuple[dict[str, Any], ...]


class Reach(Message, frozen=True, tag="reach"):
    id: str
    seq: int
    option: int
    region: Region


class Sighted(Message, frozen=True, tag="sighted"):
    id: str
    clear: bool
    past: str
    at: Point | None
    distance: float
    words: str


class Leg(Struct, frozen=True):
    distance: float
    words: str


class Measured(Message, frozen=True, tag="measured"):
    id: str
    legs: tuple[Leg, ...]
    total: float
    words: str


class GroundAt(Message, frozen=True, tag="ground"):
    id: str
    words: str


class Sector(showing.Sector, frozen=True, kw_only=True):
    """With the place of the unit."""

    x: float
    y: float
    facing: int


class Field(Message, frozen=True, tag="field"):
    id: str
    piece: str
    sectors: tuple[Sector, ...]


class Hint(Struct, frozen=True):
    """A command that the computer would give, and why."""

    option: int  # its number in the open decision; -1 in a replay
    to: Spot | None
    words: str
    then: tuple[str, ...]  # the commands that should follow
    units: tuple[str, ...]
    gains: tuple[str, ...]
    costs: tuple[str, ...]
    odds: Odds | None  # in a replay; in a battle the page asks for the odds of an option


class Hints(Message, frozen=True, tag="hints"):
    """The best first."""

    id: str
    seq: int
    side: int
    question: str
    hints: tuple[Hint, ...]


class Refusal(Message, frozen=True, tag="refused"):
    id: str  # the id of the question, or the nonce of the command
    why: str
    clause: str


class Stale(Message, frozen=True, tag="stale"):
    id: str
    seq: int


class WantsUndo(Message, frozen=True, tag="wants-undo"):
    side: int
    what: str
    seen: tuple[str, ...]  # the first few dice and discoveries since then that both sides know of
    of: int  # how many there are in all


class Undone(Message, frozen=True, tag="undone"):
    seq: int
    by: int


class Declined(Message, frozen=True, tag="declined"):
    """This side does not agree to an undo that the other asked for."""

    side: int


class Presence(Message, frozen=True, tag="presence"):
    """Who sits on a side now: somebody comes, leaves, takes or frees the seat, or gives a name."""

    side: int
    here: bool
    taken: bool
    who: str


class Told(Message, frozen=True, tag="told"):
    """Somebody did or said something beside the battle."""

    said: Said


class Fault(Message, frozen=True, tag="error"):
    why: str


class Pong(Message, frozen=True, tag="pong"):
    pass


# ---- from the client


class Hello(Message, frozen=True, tag="hello"):
    since: int = -1
    log: int = 0
    key: Key = ""  # the seat belongs to the first browser that gives one


class Play(Message, frozen=True, tag="play"):
    seq: int
    option: int
    nonce: Nonce
    to: Spot | None = None
    volley: bool = False  # the others of the body do likewise


class Asking(Message, frozen=True):
    """A question about an option of the decision."""

    id: Name
    seq: int
    option: int


class Weigh(Asking, frozen=True, tag="weigh"):
    to: Spot | None = None


class Test(Asking, frozen=True, tag="test"):
    to: Spot | None = None  # None: the option needs no place
    meant: bool = False  # the person means this place: say also the nearest allowed one, and whether it is sure


class Suggest(Asking, frozen=True, tag="suggest"):
    pass


class AskReach(Asking, frozen=True, tag="reach"):
    pass


class Meant(Struct, frozen=True):
    """An option and its place."""

    option: int
    to: Spot | None


class AskHint(Message, frozen=True, tag="hint"):
    """What would the computer do? Of the open decision, or of an earlier one after the battle.

    With two options: what does the first one gain and cost, measured by the second?
    """

    id: Name
    seq: int
    compare: tuple[Meant, Meant] | None = None


class Change(Struct, frozen=True):
    """Another place in a set-up, for the command of that number."""

    n: int
    to: Spot


class Propose(Message, frozen=True, tag="propose"):
    id: Name
    seq: int
    how: Literal["computer", "scenario", "given"]
    commands: Commands = ()  # if they are given
    change: Change | None = None
    seed: Name = ""  # another seed gives another set-up


class AskSetUp(Message, frozen=True, tag="set-up"):
    id: Name


class Arrange(Message, frozen=True, tag="arrange"):
    seq: int
    nonce: Nonce
    commands: Commands


class LookAlong(Message, frozen=True, tag="sight"):
    id: Name
    a: Where
    b: Where


class Measure(Message, frozen=True, tag="measure"):
    id: Name
    points: Annotated[list[Where], Meta(min_length=2, max_length=50)]


class PointAt(Message, frozen=True, tag="point"):
    id: Name
    x: float
    y: float


class AskField(Message, frozen=True, tag="field"):
    id: Name
    piece: Name


class AskUndo(Message, frozen=True, tag="undo"):
    nonce: Nonce


class Consent(Message, frozen=True, tag="consent"):
    yes: bool


class Resign(Message, frozen=True, tag="resign"):
    nonce: Nonce
    side: int


class Ready(Message, frozen=True, tag="ready"):
    pass


class Chat(Message, frozen=True, tag="chat"):
    words: Annotated[str, Meta(max_length=2000)]


class CallMe(Message, frozen=True, tag="call-me"):
    name: Annotated[str, Meta(max_length=200)]


class FreeSeat(Message, frozen=True, tag="free-seat"):
    """The next browser that opens the link gets the seat."""


class Want(Message, frozen=True, tag="want"):
    """Ask me the next question of this rare kind, or do not."""

    kind: Name
    yes: bool


class At(Message, frozen=True, tag="at"):
    id: Name
    seq: int


class Ping(Message, frozen=True, tag="ping"):
    pass


Heard = (
    Hello | Play | Weigh | Test | Suggest | AskReach | AskHint | LookAlong | Measure | PointAt | AskField | AskUndo
    | Consent | Propose | Arrange | AskSetUp | Resign | Ready | Chat | CallMe | FreeSeat | Want | At | Ping
)  # fmt: skip
HEARD = Decoder(Heard)
