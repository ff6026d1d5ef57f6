"""Victory: objectives, collapse, the last turn."""

from fractions import Fraction

from sandtable.board import shapes
from sandtable.kernel.events import Held
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.aims import Win
from sandtable.mechanics.objectives import taker
from sandtable.rules.combat_captain.book import KINDS
from sandtable.rules.combat_captain.field import kind, place_of
from sandtable.rules.combat_captain.scenario import battle
from sandtable.rules.combat_captain.words import Body, Mark, Tally

CONTROL = 3.0  # inches: cc.victory.control
COLLAPSE = Fraction(2, 3)  # cc.victory.collapse


# ---- losses


def lost_sub_units(state: State, side: Side) -> int:
    """Cars and trucks not counted."""
    return sum(unit.side == side and Mark.LOST in unit.marks and not KINDS[unit.kind].soft for unit in fighting(state))


def fighting(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.kind in KINDS]


def share_lost(state: State, side: Side) -> Fraction:
    return Fraction(lost_sub_units(state, side), state.units[UnitId(side)].tallies[Tally.HAD])


def losses(state: State, side: Side) -> dict[str, int]:
    men = [unit for unit in fighting(state) if unit.side == side and kind(unit).foot]
    return {
        "sub-units": lost_sub_units(state, side),
        "men": sum(kind(unit).men - unit.tallies[Tally.MEN] for unit in men),
    }


# ---- objectives


@rule("cc.victory.control")
def take_objectives(play: Play) -> None:
    """Whoever alone has a sub-unit near enough takes it."""
    places = {unit.id: place_of(play.state, unit) for unit in fighting(play.state) if not kind(unit).soft}
    for one in [unit for unit in play.state.units.values() if unit.kind == Body.OBJECTIVE]:
        near = [i for i, at in places.items() if at and shapes.within(shapes.span_of(at.point, one.at.point), CONTROL)]
        if who := taker([play.state.units[i] for i in near], one.side):
            play.emit(Held(one.id, who.side))


# ---- the check


@rule("cc.victory.check")
def check(play: Play, *, last_of_turn: bool) -> None:
    """At the end of every player turn; the scenario's final conditions after the last game turn."""
    take_objectives(play)
    collapse(play)
    scenario = battle(play.state)
    final = last_of_turn and play.state.tallies[Tally.TURN] >= scenario.turns
    checks = {"player turn"} | ({"game turn"} if last_of_turn else set()) | ({"end"} if final else set())
    for win in scenario.victory.met(play.state, checks):
        objectives_held(play, win)
    if final:
        time_is_up(play)


@rule("cc.victory.objectives")
def objectives_held(play: Play, win: Win) -> None:
    play.win(Side(win.side), f"it controls {' and '.join(win.controls)}")


@rule("cc.victory.collapse")
def collapse(play: Play) -> None:
    """Two-thirds lost: the battle is."""
    broken = [side for side in play.state.sides if share_lost(play.state, side) >= COLLAPSE]
    if len(broken) == 2:
        win_by_share(play, "both sides have collapsed")
    elif broken:
        play.win(play.state.foe(broken[0]), f"{broken[0]} has lost two-thirds of its sub-units")


@rule("cc.victory.turn-limit")
def time_is_up(play: Play) -> None:
    if decided := battle(play.state).victory.by_default():
        play.win(*decided)
    win_by_share(play, "time is up")


def win_by_share(play: Play, why: str) -> None:
    """The smaller share of losses wins; equal shares are a draw, unless the scenario names a winner."""
    one, other = play.state.sides
    first, second = share_lost(play.state, one), share_lost(play.state, other)
    if first == second:
        even = battle(play.state).victory.if_even
        play.win(Side(even) if even else None, f"{why}; both have lost the same share of their sub-units")
    play.win(one if first < second else other, f"{why}; it has lost the smaller share of its sub-units")


@rule("cc.victory.concede")
def concede(play: Play, side: Side) -> None:
    play.win(play.state.foe(side), f"{side} concedes")
