"""Random events: off-board artillery, strafing and bombing."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Base, Facings, Picker
from sandtable.board.place import EDGES, Place, Point
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Added, Discarded, Marked, Moved, Noted, Removed
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import NOBODY, Side, State, Unit, UnitId
from sandtable.mechanics.landmarks import middle_of
from sandtable.mechanics.regions import Ruled, is_on_lattice, outline_of, refuse_there
from sandtable.rules.combat_captain.book import (
    BOMBING,
    D6,
    EVENTS,
    PLANES_BY_DIE,
    RETURN_SHOT,
    STRAFING,
    Event,
    cite,
)
from sandtable.rules.combat_captain.casualties import eliminate, lose_men, saved, settle
from sandtable.rules.combat_captain.commands import (
    SUPPORT,
    Aim,
    Bomb,
    BreakOff,
    Choose,
    LayTape,
    NoLuck,
    Strafe,
    StrafeOne,
    TryLuck,
)
from sandtable.rules.combat_captain.facts import PlaneLost, told
from sandtable.rules.combat_captain.field import TAPE_LENGTH, enemies, field, is_left, kind
from sandtable.rules.combat_captain.scenario import battle, table
from sandtable.rules.combat_captain.teams import ask
from sandtable.rules.combat_captain.words import Kind as Body
from sandtable.rules.combat_captain.words import Mark, Tally

LONG, WIDE = 3.0, 1.5  # inches for each pip off seven, in range and in line: cc.off-board-artillery.digital-throw
USUAL = 7  # of two dice
BALL, HEAVY_BALL = 0.5, 1.0  # inches: radius of a shell
FULL, GRAZED = 3, 1  # men: cc.off-board-artillery.touch
HEAVY_FULL, HEAVY_GRAZED = 5, 2  # cc.off-board-artillery.heavy-guns-detail
HEAVY_OPTION = "bigger-cotton-balls"
NO_ENEMY = Refusal(cite("cc.air.bomb-target"), "only an enemy sub-unit can be bombed")
NO_PLANES = Refusal(cite("cc.events.no-planes"), "it has no aircraft left")
ONCE = Refusal(cite("cc.events.once"), "each side has one throw in its own player turn")
GIFTS: dict[str, Event] = {"artillery": "artillery", "strafing": "strafing", "bombing": "bombing"}
OFF_TABLE = Refusal(cite("cc.off-board-artillery.digital-throw"), "that is off the table")
MISSES = Refusal(cite("cc.air.tape-per-plane"), "no part of the tape would lie on the table")


def planes_left(state: State, side: Side) -> int:
    return state.units[UnitId(side)].tallies[Tally.PLANES]


# ---- the event


@rule("cc.events.option")
def ask_for_luck(play: Play, side: Side) -> tuple[Event, Side]:
    """What is thrown, and who has it."""
    order = ask(
        play,
        side,
        Topic("event", "Throw for off-board artillery or aircraft?"),
        lambda view: luck(side),
        why_not=lambda view, command: ONCE if isinstance(command, TryLuck) else None,
    )
    return throw_event(play, side) if isinstance(order, TryLuck) else ("nothing", side)


def luck(side: Side) -> Iterator[Option]:
    yield Option(NoLuck(side), cite("cc.events.option"))
    yield Option(TryLuck(side), cite("cc.events.table"))


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
    order = ask(
        play,
        side,
        Topic("gift", "Which support do you want?"),
        lambda view: gifts(view, side),
        why_not=lambda view, command: NO_PLANES if isinstance(command, Choose) else None,
    )
    assert isinstance(order, Choose)
    play.emit(Noted(f"{side} gets {order.tell()}", side=side))
    return GIFTS[order.support], side


def gifts(view: State, side: Side) -> Iterator[Option]:
    for event in SUPPORT:
        if event == "artillery" or planes_left(view, side):
            yield Option(Choose(side, event), cite("cc.events.opponent-gift"))


# ---- off-board artillery


@rule("cc.off-board-artillery.shells")
def throw_shells(play: Play, side: Side) -> int:
    return play.roll(Throw("shells", f"{side} fires off-board artillery", side=side), D6)


class Overhead(Ruled):
    """Somewhere above the table. A Region."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side, self.board = state, side, table(state)

    @property
    def key(self) -> tuple[object, ...]:
        return self.side, self.board

    def enemies(self) -> Iterator[list[Point]]:
        """Where each enemy company stands."""
        layout = field(self.state)
        for company, units in layout.companies.items():
            if self.state.units[company].side != self.side:
                yield [(slab.x, slab.y) for i in units if (slab := layout.slabs.get(i))]

    def sample(self, rng: Picker) -> Place:
        return shapes.place_at((rng.random() * self.board.width, rng.random() * self.board.depth), rng.randrange(360))

    def outline(self) -> list[list[Point]]:
        return outline_of((0.0, 0.0, self.board.width, self.board.depth))


class Table(Overhead):
    """Where a shell may be aimed; to those who think, at the middle of companies. A Region."""

    def why_not(self, place: Place) -> Refusal | None:
        on_it = shapes.on_table(place.point, self.board.width, self.board.depth)
        return None if is_on_lattice(place) and on_it else OFF_TABLE

    def notable(self) -> Iterator[Place]:
        return (shapes.place_at(middle_of(points)) for points in self.enemies() if points)

    def faced(self) -> Facings:
        return GIVEN


@rule("cc.off-board-artillery.digital-throw")
def fire_shell(play: Play, side: Side, number: int) -> None:
    """Aimed, thrown and resolved before the next."""
    order = ask(
        play,
        side,
        Topic("shell", f"Where do you aim shell {number}?"),
        lambda view: [Option(Aim(UnitId(f"{side} shell")), OFF_TABLE.clause, Table(view, side))],
        why_not=lambda view, command: refuse_there(Table(view, side), command),
    )
    assert isinstance(order, Aim) and order.to is not None
    ball = throw_ball(play, side, order.to)
    board = table(play.state)
    if not shapes.on_table(ball.point, board.width, board.depth):
        play.emit(Noted("the shell falls off the table", side=side))
        return
    land(play, side, ball)


@rule("cc.off-board-artillery.blind-throw")
def throw_ball(play: Play, side: Side, aim: Place) -> Place:
    """Two dice for range, two for line; seven is where it was aimed."""
    long = play.roll(Throw("range", "how far the shell flies", side=side), D6, 2)
    wide = play.roll(Throw("line", "how straight the shell flies", side=side), D6, 2)
    away = (EDGES[battle(play.state).army(side).edge] + 180) % 360
    point = shapes.ahead(aim.point, away, (long - USUAL) * LONG)
    return shapes.place_at(shapes.ahead(point, (away + 90) % 360, (wide - USUAL) * WIDE))


@rule("cc.off-board-artillery.casualties")
def land(play: Play, side: Side, ball: Place) -> None:
    """Whatever it touches, friend or enemy, is a casualty unless cover saves it."""
    heavy = HEAVY_OPTION in play.state.variants and battle(play.state).army(side).heavy_artillery
    size = HEAVY_BALL if heavy else BALL
    fallen = sum(unit.kind == Body.SHELL and unit.place is not None for unit in play.state.units.values())
    name = UnitId(f"shell {fallen + 1}")
    play.emit(Added(Unit(name, Body.SHELL, NOBODY, ball, traits=frozenset({"heavy"}) if heavy else frozenset())))
    struck = touched(play.state, ball, size)
    clause = cite("cc.off-board-artillery.heavy-guns" if heavy else "cc.off-board-artillery.touch")
    words = f"a shell falls at {ball.x:g}, {ball.y:g}: {', '.join(i for i, _ in struck) or 'it touches nobody'}"
    play.emit(Noted(words, about=(name, *(i for i, _ in struck))), clause)
    for unit, span in struck:
        shatter(play, unit, span, heavy=heavy)


def touched(state: State, ball: Place, size: float) -> list[tuple[UnitId, float]]:
    """cc.off-board-artillery.touch: the sub-units under a ball, and how far its centre is from theirs."""
    spans = {i: shapes.span_of((slab.x, slab.y), ball.point) for i, slab in field(state).slabs.items()}
    return [(i, span) for i, span in spans.items() if shapes.within(span, field(state).slabs[i].rim + size)]


@rule("cc.off-board-artillery.touch")
def shatter(play: Play, unit: UnitId, span: float, *, heavy: bool) -> None:
    """Men under the middle of the ball suffer more than those at its edge; a vehicle is destroyed."""
    one = play.state.units[unit]
    if not is_left(one):
        return
    level = one.tallies[Tally.COVER]
    if not kind(one).foot:
        if not saved(play, one, level, 1, 1):
            eliminate(play, unit, "destroyed")
        return
    full, grazed = (HEAVY_FULL, HEAVY_GRAZED) if heavy else (FULL, GRAZED)
    clause = "cc.off-board-artillery.heavy-guns-detail" if heavy else "cc.off-board-artillery.touch"
    men = min(full if shapes.within(span, kind(one).radius) else grazed, one.tallies[Tally.MEN])
    play.emit(Noted(f"{told(men, 'man')} of {unit} is under the shell", about=(unit,)), cite(clause))
    lose_men(play, unit, men - saved(play, one, level, men, men))


# ---- aircraft


@rule("cc.air.planes")
def throw_planes(play: Play, side: Side) -> int:
    """One to three, but no more than are left."""
    number = PLANES_BY_DIE[play.roll(Throw("planes", f"{side} calls its aircraft", side=side), D6)]
    left = planes_left(play.state, side)
    if number > left:
        play.emit(Noted(f"only {told(left, 'plane')} left", side=side), cite("cc.air.maximum"))
    play.emit(Noted(f"{told(min(number, left), 'plane')} of {side} come", side=side))
    return min(number, left)


class Sky(Overhead):
    """Where a tape may lie: part of it on the table; to those who think, over two neighbours. A Region."""

    def why_not(self, place: Place) -> Refusal | None:
        return None if is_on_lattice(place) and crosses(self.board, place) else MISSES

    def notable(self) -> Iterator[Place]:
        for a, b in (pair for points in self.enemies() for pair in pairwise(points)):
            yield shapes.place_at(shapes.midway(a, b), shapes.bearing(a, b))


def ends_of(tape: Place) -> tuple[Point, Point]:
    """Where the plane comes over, and where it leaves."""
    half = TAPE_LENGTH / 2
    return shapes.ahead(tape.point, tape.facing + 180, half), shapes.ahead(tape.point, tape.facing, half)


def crosses(board: FreeTable, tape: Place) -> bool:
    middle = Place(board.width / 2, board.depth / 2)
    return shapes.clip(shapes.footprint(middle, Base(board.width, board.depth)), *ends_of(tape)) is not None


@rule("cc.air.strafing-tape")
def strafing_run(play: Play, side: Side) -> None:
    """One plane: its tape, and a die for every man under it."""
    order = ask(
        play,
        side,
        Topic("tape", "Where do you lay the tape?"),
        lambda view: [Option(LayTape(UnitId(f"{side} tape")), cite("cc.air.tape-per-plane"), Sky(view, side))],
        why_not=lambda view, command: refuse_there(Sky(view, side), command),
    )
    assert isinstance(order, LayTape) and order.to is not None
    play.emit(Moved(order.unit, order.to))
    crossed = men_crossed(play.state, order.to)
    words = ", ".join(f"{told(men, 'man')} of {i}" for i, men in crossed) or "nobody"
    play.emit(Noted(f"the tape crosses {words}", about=tuple(i for i, _ in crossed)), cite("cc.air.crossed-men"))
    fly(play, side, crossed)
    play.emit(Removed(order.unit, "taken up"))
    settle(play)


def men_crossed(state: State, tape: Place) -> list[tuple[UnitId, int]]:
    """cc.air.crossed-men: foot sub-units in order along the tape, and how many men of each."""
    found = []
    for i, slab in field(state).slabs.items():
        part = shapes.clip_disc((slab.x, slab.y), slab.rim, *ends_of(tape))
        unit = state.units[i]
        if part is not None and kind(unit).foot:
            share = (part[1] - part[0]) / (2 * slab.rim)
            men = max(floor(unit.tallies[Tally.MEN] * share + 0.5 + 1e-9), 1)
            found.append((part[0], i, min(men, unit.tallies[Tally.MEN])))
    return [(i, men) for _, i, men in sorted(found)]


def fly(play: Play, side: Side, crossed: Sequence[tuple[UnitId, int]]) -> None:
    """Man by man; its player may break off between any two."""
    order: Command | None = None
    for unit in (unit for unit, men in crossed for _ in range(men)):
        if not isinstance(order, Strafe):
            order = ask_on(play, side, unit)
        if isinstance(order, BreakOff):
            play.emit(Noted("the plane breaks off its run", side=side), cite("cc.air.break-off"))
            return
        if not strafe(play, side, unit):
            return
    leave(play, side)


@rule("cc.air.leave")
def leave(play: Play, side: Side) -> None:
    play.emit(Noted("the plane flies away", side=side))


def ask_on(play: Play, side: Side, unit: UnitId) -> Command:
    return ask(
        play,
        side,
        Topic("run", "Does the plane go on?", (unit,)),
        lambda view: [
            Option(Strafe(side), cite("cc.air.strafing-hits")),
            Option(StrafeOne(side, unit), cite("cc.air.strafing-hits")),
            Option(BreakOff(side), cite("cc.air.break-off")),
        ],
    )


@rule("cc.air.strafing-hits")
def strafe(play: Play, side: Side, unit: UnitId) -> bool:
    """One man; gives whether the plane flies on."""
    one = play.state.units[unit]
    face = play.roll(Throw("strafing", f"a man of {unit} is strafed", side=side, at=(unit,)), D6)
    match STRAFING[face]:
        case "casualty" if not saved(play, one, one.tallies[Tally.COVER], 1, 1):
            lose_men(play, unit, 1)
        case "return shot" if one.side != side:
            return return_shot(play, side, unit)
        case "return shot":
            play.emit(Noted("friends do not shoot back", about=(unit,)), cite("cc.air.friendly-return"))
    return True


@rule("cc.air.return-shot")
def return_shot(play: Play, side: Side, unit: UnitId) -> bool:
    """Whether the plane flies on."""
    match RETURN_SHOT[play.roll(Throw("return shot", f"a man of {unit} shoots back", unit), D6)]:
        case "no effect":
            return True
        case "breaks off":
            play.emit(Noted("the plane breaks off its run", side=side))
        case _:
            play.emit(PlaneLost(UnitId(side)))
    return False


@rule("cc.air.bombing")
def bombing_run(play: Play, side: Side) -> None:
    """One plane, one bomb, one target."""
    if not enemies(play.state, side):
        return
    order = ask(
        play,
        side,
        Topic("bomb", "What does the plane bomb?"),
        lambda view: [Option(Bomb(side, unit.id), cite("cc.air.bomb-target")) for unit in enemies(view, side)],
        why_not=lambda view, command: NO_ENEMY if isinstance(command, Bomb) else None,
    )
    assert isinstance(order, Bomb)
    throw = Throw("bomb", f"a plane bombs {order.target}", side=side, at=(order.target,))
    match BOMBING[play.roll(throw, D6)]:
        case "hits":
            eliminate(play, order.target, "destroyed by a bomb")
        case "misses":
            play.emit(Noted("the bomb misses", about=(order.target,)))
        case _:
            play.emit(Noted("the bomb misses and the plane is shot down", about=(order.target,)))
            play.emit(PlaneLost(UnitId(side)))
    settle(play)


def cleared(play: Play) -> None:
    """Shells lie where they fell until the next player turn."""
    for unit in [unit for unit in play.state.units.values() if unit.kind == Body.SHELL and unit.place]:
        play.emit(Discarded(unit.id))
