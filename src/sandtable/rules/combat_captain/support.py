"""Random events: who gets artillery or aircraft, and who runs low on ammunition."""

from collections.abc import Iterator

from sandtable.kernel.decision import OfSide, Option, Refusal, Topic, refusing
from sandtable.kernel.events import Marked, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.combat_captain.air import planes_left
from sandtable.rules.combat_captain.book import D6, EVENTS, Event, cite
from sandtable.rules.combat_captain.teams import ask
from sandtable.rules.combat_captain.words import Mark

NO_PLANES = Refusal(cite("cc.events.no-planes"), "it has no aircraft left")
ONCE = Refusal(cite("cc.events.once"), "each side has one throw in its own player turn")
GIFTS: dict[str, Event] = {"artillery": "artillery", "strafing": "strafing", "bombing": "bombing"}


class TryLuck(OfSide, frozen=True):
    """Throw for a random event."""

    words = "throw for artillery or aircraft"


class NoLuck(OfSide, frozen=True):
    words = "do not throw"
    quiet = True


class Choose(OfSide, frozen=True):
    """Which support: artillery, strafing or bombing."""

    support: str

    def tell(self) -> str:
        return SUPPORT.get(self.support, self.support)


SUPPORT = {"artillery": "off-board artillery fire", "strafing": "a strafing run", "bombing": "a bombing run"}


@rule("cc.events.option")
def ask_for_luck(play: Play, side: Side) -> tuple[Event, Side]:
    """What is thrown, and who has it."""
    topic = Topic("event", "Throw for off-board artillery or aircraft?", rare=True, usual=TryLuck(side))
    offers = [Option(NoLuck(side), cite("cc.events.option")), Option(TryLuck(side), cite("cc.events.table"))]
    order = ask(play, side, topic, lambda view: offers, refusing(ONCE, TryLuck))
    return throw_event(play, side) if isinstance(order, TryLuck) else ("nothing", side)


@rule("cc.events.table")
def throw_event(play: Play, side: Side) -> tuple[Event, Side]:
    event = EVENTS[play.roll(Throw("event", f"{side} tries its luck", side=side), D6, 2)]
    match event:
        case "gift":
            return gift(play, play.state.foe(side))
        case "low ammunition":
            run_low(play, side)
        case "nothing":
            play.emit(Noted("nothing happens", side=side), cite("cc.events.none"))
        case "strafing" | "bombing" if not planes_left(play.state, side):
            play.emit(Noted(f"{side} has no aircraft left", side=side), NO_PLANES.clause)
            return "nothing", side
        case _:
            play.emit(Noted(f"{side} gets {SUPPORT[event]}", side=side), cite("cc.events.support"))
    return event, side


@rule("cc.events.low-ammo")
def run_low(play: Play, side: Side) -> None:
    """In its next activation phase."""
    play.emit(Marked(UnitId(side), Mark.SHORT_NEXT))


@rule("cc.events.opponent-gift")
def gift(play: Play, side: Side) -> tuple[Event, Side]:
    """The other side has its choice on the spot."""
    topic = Topic("gift", "Which support do you want?")
    order = ask(play, side, topic, lambda view: gifts(view, side), refusing(NO_PLANES, Choose))
    assert isinstance(order, Choose)
    play.emit(Noted(f"{side} gets {order.tell()}", side=side))
    return GIFTS[order.support], side


def gifts(view: State, side: Side) -> Iterator[Option]:
    for event in SUPPORT:
        if event == "artillery" or planes_left(view, side):
            yield Option(Choose(side, event), cite("cc.events.opponent-gift"))
