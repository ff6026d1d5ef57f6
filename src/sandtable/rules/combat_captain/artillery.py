"""Off-board artillery: shells that are aimed and fly as the dice say."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import EDGES, Place, Point
from sandtable.kernel.counting import told
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Added, Discarded, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import NOBODY, Side, State, Unit, UnitId
from sandtable.mechanics.landmarks import middle_of
from sandtable.mechanics.regions import AnyPoint
from sandtable.rules.combat_captain.book import D6, cite
from sandtable.rules.combat_captain.casualties import eliminate, lose_men, saved
from sandtable.rules.combat_captain.commands import Aim
from sandtable.rules.combat_captain.facts import ShellFell
from sandtable.rules.combat_captain.field import companies, field, is_left, kind, on_table
from sandtable.rules.combat_captain.scenario import battle, table
from sandtable.rules.combat_captain.teams import ask
from sandtable.rules.combat_captain.words import Body, Tally

LONG, WIDE = 3.0, 1.5  # inches for each pip off seven, in range and in line: cc.off-board-artillery.digital-throw
USUAL = 7  # of two dice
BALL, HEAVY_BALL = 0.5, 1.0  # inches: radius of a shell
FULL, GRAZED = 3, 1  # men: cc.off-board-artillery.touch
HEAVY_FULL, HEAVY_GRAZED = 5, 2  # cc.off-board-artillery.heavy-guns-detail
HEAVY_OPTION = "bigger-cotton-balls"
OFF_TABLE = Refusal(cite("cc.off-board-artillery.digital-throw"), "that is off the table")


@rule("cc.off-board-artillery.shells")
def throw_shells(play: Play, side: Side) -> int:
    return play.roll(Throw("shells", f"{side} fires off-board artillery", side=side), D6)


def enemy_spots(state: State, side: Side) -> Iterator[list[Point]]:
    """Where each enemy company stands."""
    for body in companies(state, state.foe(side)):
        yield [unit.at.point for unit in on_table(state, body.id)]


def aims(state: State, side: Side) -> AnyPoint:
    """Where a shell may be aimed; to those who think, at the middle of companies."""
    middles = (middle_of(points) for points in enemy_spots(state, side) if points)
    return AnyPoint(table(state), middles, OFF_TABLE)


@rule("cc.off-board-artillery.digital-throw")
def fire_shell(play: Play, side: Side, number: int, before: Place | None) -> Place:
    """Aimed, thrown and resolved before the next. `before`: where the last one was aimed."""
    aim = Aim(UnitId(f"{side} shell"))
    again = replace(aim, to=before) if before and still_threatens(play.state, side, before) else None
    topic = Topic("shell", f"Where do you aim shell {number}?", rare=again is not None, usual=again)
    order = ask(play, side, topic, lambda view: [Option(aim, OFF_TABLE.clause, aims(view, side))])
    assert isinstance(order, Aim) and order.to is not None
    ball = throw_ball(play, side, order.to)
    board = table(play.state)
    if not shapes.on_table(ball.point, board.width, board.depth):
        play.emit(Noted("the shell falls off the table", side=side))
    else:
        land(play, side, ball)
    return order.to


def still_threatens(state: State, side: Side, aim: Place) -> bool:
    """Whether an enemy is still so near that one pip of range takes a shell there."""
    return any(shapes.span_of(point, aim.point) <= LONG for spots in enemy_spots(state, side) for point in spots)


@rule("cc.off-board-artillery.blind-throw")
def throw_ball(play: Play, side: Side, aim: Place) -> Place:
    """Two dice for range, two for line; seven is where it was aimed."""
    long = play.roll(Throw("range", f"how far the shell flies; {USUAL} is as it was aimed", side=side), D6, 2)
    wide = play.roll(Throw("line", f"how straight the shell flies; {USUAL} is as it was aimed", side=side), D6, 2)
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
    struck = field(play.state).touched(ball.point, size)
    clause = cite("cc.off-board-artillery.heavy-guns" if heavy else "cc.off-board-artillery.touch")
    touched = ", ".join(i for i, _ in struck) or "it touches nobody"
    play.emit(ShellFell(touched, about=(name, *(i for i, _ in struck)), at=ball), clause)
    for unit, span in struck:
        shatter(play, unit, span, heavy=heavy)


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
    play.emit(Noted(f"under the shell: {told(men, 'man')} of {unit}", about=(unit,)), cite(clause))
    lose_men(play, unit, men - saved(play, one, level, men, men))


def cleared(play: Play) -> None:
    """Shells lie where they fell until the next player turn."""
    for unit in [unit for unit in play.state.units.values() if unit.kind == Body.SHELL and unit.place]:
        play.emit(Discarded(unit.id))
