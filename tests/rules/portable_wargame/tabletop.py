"""Readable tables: Units by type, square and facing, and ground by square."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.play import Play
from sandtable.kernel.position import Leg, run
from sandtable.kernel.state import Side, State, Step, Unit, UnitId
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.air import sortie
from sandtable.rules.portable_wargame.artillery import order_targets
from sandtable.rules.portable_wargame.book import KINDS
from sandtable.rules.portable_wargame.commands import Fly, Move, Stay
from sandtable.rules.portable_wargame.scenario import Army, Entry, PortableScenario
from sandtable.rules.portable_wargame.sequence import SEQUENCE, Turn
from sandtable.rules.portable_wargame.tabletop import tabletop
from sandtable.rules.portable_wargame.words import Tally
from sandtable.scripted import Scripted, offers, why_not
from sandtable.scripted import asks as any_asks

__all__ = ["offers", "why_not"]  # and all that is defined here

RED, BLUE = Side("Red"), Side("Blue")
RECON, FIGHTER = "Reconnaissance Aircraft", "Single-seater Fighter Aircraft"
TWO_SEATER, BOMBER = "Two-seater Fighter Aircraft", "Two-seater Bomber Aircraft"
FACING = {"N": 0, "E": 90, "S": 180, "W": 270}
EMPTY = "\n".join([". " * 12] * 12)


def at(square: str, facing: str = "N") -> Place:
    """The place called d4, facing N."""
    return Place(ord(square[0]) - ord("a"), int(square[1:]) - 1, FACING[facing])


def unit(
    kind: str,
    square: str | None = None,
    facing: str = "N",
    *,
    side: Side = RED,
    name: str = "",
    sp: int | None = None,
    quality: str = "Average",
    traits: tuple[str, ...] = (),
    marks: tuple[str, ...] = (),
    spent: tuple[str, ...] = (),
    aboard: str | None = None,
    **tallies: int,
) -> Unit:
    """A Unit, by default called "Red Infantry". `traits`: artillery class, "enters d1"."""
    points = KINDS[kind].strength if sp is None else sp
    return Unit(
        UnitId(name or f"{side} {kind}"),
        kind,
        side,
        at(square, facing) if square else None,
        part_of=UnitId(side),
        aboard=UnitId(aboard) if aboard else None,
        traits=frozenset({quality, *traits}),
        marks=frozenset(marks),
        spent=frozenset(spent),
        tallies={Tally.SP: points, **{name.replace("_", " "): value for name, value in tallies.items()}},
    )


def plane(
    kind: str,
    square: str | None = None,
    facing: str = "N",
    *,
    side: Side = RED,
    name: str = "",
    arrives: int = 1,
    sp: int | None = None,
) -> Unit:
    """An aircraft, by default called "Red Plane": over a square since turn 1, or still to arrive."""
    loads = {"bomb_loads": 3} if kind == BOMBER else {}
    came = {"arrives_in_turn": 0, "came_in_turn": 1} if square else {"arrives_in_turn": arrives}
    return unit(kind, square, facing, side=side, name=name or f"{side} Plane", sp=sp, **loads, **came)


def table(*units: Unit, ground: dict[str, str] | None = None, options: tuple[str, ...] = (), **said: Any) -> State:
    """A battle under way on open ground, except `ground`, such as {"d3": "wood", "d4": "river, road, level 1"}."""
    laid = [f"{square} {meaning}" for square, meaning in (ground or {}).items()]
    return tabletop(units, ground=laid, options=frozenset(options), agenda=(), **said)


def scenario(red: tuple[Entry, ...], blue: tuple[Entry, ...] = (Entry("Infantry"),), **fields) -> PortableScenario:
    """A battle before deployment on open ground, with Red in the south and Blue in the north."""
    sides = (Army(RED, "south", forces=red), Army(BLUE, "north", forces=blue))
    about = {"id": "test", "rules": "portable-wargame", "title": "Test", "setting": "", "size": "", "side": sides}
    return PortableScenario(**about | fields)


def exhausted(state: State, side: Side, in_turn: int = 1) -> State:
    own = state.units[UnitId(side)]
    tallies = {**own.tallies, Tally.EXHAUSTED_IN: in_turn}
    return state.put(replace(own, marks=own.marks | {"exhausted"}, tallies=tallies))


def having_lost(state: State, side: Side, points: int) -> State:
    """The state after a side has lost so many Strength Points."""
    own = state.units[UnitId(side)]
    return state.put(replace(own, tallies={**own.tallies, Tally.LOST: points}))


def queued(state: State, *steps: Step) -> State:
    """The state with these steps to come; (Turn(1),) plays whole turns."""
    return state.change(agenda=steps or (Turn(1),))


def sp(state: State, name: str) -> int:
    return state.units[UnitId(name)].tallies[Tally.SP]


def square(state: State, name: str) -> str | None:
    """The square of a Unit, such as "d4"; None off the board."""
    place = state.units[UnitId(name)].place
    return f"{chr(ord('a') + int(place.x))}{int(place.y) + 1}" if place else None


# ---- up to a choice without a scripted answer


def asks(
    state: State,
    carry_out: Callable[[Play], object],
    dice: Iterable[int] = (),
    picks: Iterable[Command] = (),
    kind: str = "",
) -> Question:
    """The question of a rule after the scripted answers; with `kind` also a question without a choice."""
    return any_asks(state, carry_out, dice, picks, RULES.view, kind)


def activated(
    state: State, name: str, dice: Iterable[int] = (), picks: Iterable[Command] = (), kind: str = ""
) -> Question:
    """The question to an activated Unit after the scripted answers. The first one is where it goes."""
    return asks(state, lambda play: activate(play, UnitId(name)), dice, picks, kind)


def firing(state: State, name: str, *picks: Command) -> Question:
    """What a Unit may fire at after it has stayed or done the picks."""
    return activated(state, name, picks=picks or [Stay(UnitId(name))], kind="fire")


def striking(state: State, name: str = "Red Plane") -> Question:
    """What an aircraft may attack from its square."""
    circles = Fly(UnitId(name), state.units[UnitId(name)].place)
    return asks(state, lambda play: sortie(play, UnitId(name)), picks=[circles], kind="attack")


def aiming(state: State, side: Side = RED) -> Question:
    """What the first gun of a side may fire at in the artillery phase."""
    return asks(state, lambda play: order_targets(play, side), kind="bombard")


def played(state: State, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Leg:
    """Play the agenda to the first choice without a scripted answer, or to the end of the battle."""
    script = Scripted(dice, picks)
    leg = run(RULES, state, (), script, lambda question, _: script.choose(question) if script.picks else None)
    assert not script.dice, f"the rules left dice unthrown: {script.dice}"
    assert not script.picks, f"the rules never asked for: {[pick.tell() for pick in script.picks]}"
    return leg


def ends(question: Question, square: str) -> str:
    """The facings in which a Unit may end its move in a square, such as "NESW"; empty if it may not end there."""
    region = next(option.region for option in question.options if isinstance(option.command, Move))
    return "".join(letter for letter in FACING if region.contains(at(square, letter)))


# ---- whole steps


def offered(question: Question, command: Command) -> str:
    """The clause under which a command is offered; empty if it is not."""
    return next((option.clause for option in question.options if option.admits(command)), "")


def steps(*todo: Step) -> Callable[[Play], None]:
    """A rule for `act` that plays whole steps and everything that follows from them."""
    return until(None, *todo)


def turns(first: int, last: int) -> Callable[[Play], None]:
    """A rule for `act` that plays whole turns."""
    return until(Turn(last + 1), Turn(first))


def until(end: Step | None, *todo: Step) -> Callable[[Play], None]:
    def carry_out(play: Play) -> None:
        play.queue(*todo)
        while play.state.agenda and play.state.agenda[0] != end:
            play.take_step(SEQUENCE)

    return carry_out
