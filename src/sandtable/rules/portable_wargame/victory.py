"""Exhaustion, the end of the battle, and the winner."""

from fractions import Fraction

from sandtable.board.grid import square_name
from sandtable.kernel.events import Marked, Noted, Tallied
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.portable_wargame.book import KINDS
from sandtable.rules.portable_wargame.field import field, force, grid, turn
from sandtable.rules.portable_wargame.scenario import Hold, battle
from sandtable.rules.portable_wargame.words import Mark, Tally

POINT = Clause("pw.exhaustion.point")


def exhaustion_point(initial: int) -> int:
    """One third, rounded up."""
    return -(-initial // 3)


def exhausted(state: State, side: Side) -> bool:
    return Mark.EXHAUSTED in force(state, side).marks


@rule("pw.exhaustion.when-checked")
def check_exhaustion(play: Play) -> None:
    for side in play.state.sides:
        own = force(play.state, side)
        if not exhausted(play.state, side) and own.tallies[Tally.LOST] >= exhaustion_point(own.tallies[Tally.INITIAL]):
            become_exhausted(play, own)


@rule("pw.exhaustion.reached")
def become_exhausted(play: Play, own: Unit) -> None:
    point = exhaustion_point(own.tallies[Tally.INITIAL])
    lost, initial = own.tallies[Tally.LOST], own.tallies[Tally.INITIAL]
    play.emit(Noted(f"{own.side} has lost {lost} of {initial} SP; its Exhaustion Point is {point}"), POINT)
    play.emit(Marked(own.id, Mark.EXHAUSTED))
    play.emit(Tallied(own.id, Tally.EXHAUSTED_IN, turn(play.state)), Clause("pw.exhaustion.when-checked"))


# ---- at any moment


def has_ground_units(state: State, side: Side) -> bool:
    """Whether it has ground Units on the board or still to come."""
    if field(state).held[side]:  # a passenger has a carrier on the board
        return True
    return any(is_waiting(unit) and not KINDS[unit.kind].air for unit in state.units.values() if unit.side == side)


def is_waiting(unit: Unit) -> bool:
    """Whether it is a reinforcement or aircraft that has not arrived yet."""
    return unit.tallies.get(Tally.ARRIVES, 0) > 0


def check_annihilation(play: Play) -> None:
    if not all(field(play.state).held.values()):
        annihilate(play)


@rule("pw.victory.end")
def annihilate(play: Play) -> None:
    """A side without ground Units on the board or to come has lost. If both have none, it is a draw."""
    left = [side for side in play.state.sides if has_ground_units(play.state, side)]
    if len(left) == 2:
        return
    play.win(left[0] if left else None, "no enemy ground Units are left" if left else "no ground Units are left")


@rule("pw.victory.order")
def check_departure(play: Play, side: Side) -> None:
    """If a side's last ground Unit has left over its exit edge, the scenario's condition is checked first."""
    if has_ground_units(play.state, side):
        return
    winner, why = by_scenario(play.state)
    if winner is not None:
        play.win(winner, why)
    annihilate(play)


@rule("pw.victory.order")
def check_dash(play: Play, unit_id: UnitId) -> None:
    """In some scenarios a Unit wins at once if it ends its activation on a square."""
    dash, unit = battle(play.state).victory.dash, play.state.units[unit_id]
    if dash is None or unit.place is None or unit.side != dash.side or unit.kind not in dash.types:
        return
    if square_name(unit.place) == dash.square:
        play.win(unit.side, f"{unit.id} has reached {dash.square}")


# ---- phase 5


@rule("pw.victory.order")
def check_end(play: Play) -> None:
    """The battle ends if both sides are exhausted, after the last turn, or by the scenario's sudden end."""
    state, scenario = play.state, battle(play.state)
    worn = [side for side in state.sides if exhausted(state, side)]
    if len(worn) == 1 and scenario.victory.first_exhausted_loses:
        play.win(state.foe(worn[0]), "only the enemy is exhausted")
    if len(worn) == 2:
        both_exhausted(play)
    if turn(state) >= scenario.turns:
        time_up(play)


@rule("pw.exhaustion.battle-ends")
def both_exhausted(play: Play) -> None:
    play.emit(Noted("both sides are exhausted: the battle ends"))
    award(play)


@rule("pw.victory.end")
def time_up(play: Play) -> None:
    play.emit(Noted("the last turn is over: the battle ends"))
    award(play)


@rule("pw.victory.order")
def award(play: Play) -> None:
    """The scenario's condition decides first, then exhaustion, then the share of Strength Points kept."""
    for decide in (by_scenario, by_exhaustion, by_later_exhaustion, by_strength_kept):
        winner, why = decide(play.state)
        if winner is not None:
            play.win(winner, why)
    play.win(None, "neither side is better off")


Verdict = tuple[Side | None, str]


def by_scenario(state: State) -> Verdict:
    victory = battle(state).victory
    if victory.hold and holds(state, victory.hold) >= victory.hold.count:
        return Side(victory.hold.side), f"it holds {holds(state, victory.hold)} of {', '.join(victory.hold.squares)}"
    if victory.otherwise:
        return Side(victory.otherwise), "the enemy has not done what the scenario asks"
    return None, ""


def holds(state: State, hold: Hold) -> int:
    """pw.victory.objectives."""
    board, objectives = grid(state), field(state).objectives
    return sum(state.units[objectives[board.named(square)]].side == hold.side for square in hold.squares)


def by_exhaustion(state: State) -> Verdict:
    fresh = [side for side in state.sides if not exhausted(state, side)]
    return (fresh[0], "only the enemy is exhausted") if len(fresh) == 1 else (None, "")


def by_later_exhaustion(state: State) -> Verdict:
    one, other = state.sides
    first, second = (force(state, side).tallies.get(Tally.EXHAUSTED_IN, 0) for side in (one, other))
    if first == second:
        return None, ""
    return (one if first > second else other), "it was exhausted in a later turn"


def by_strength_kept(state: State) -> Verdict:
    one, other = state.sides
    first, second = kept(state, one), kept(state, other)
    if first == second:
        return None, ""
    return (one if first > second else other), "it keeps a larger share of its Strength Points"


def kept(state: State, side: Side) -> Fraction:
    own = force(state, side).tallies
    return 1 - Fraction(own[Tally.LOST], own[Tally.INITIAL])


@rule("pw.victory.end")
def concede(play: Play, side: Side) -> None:
    play.win(play.state.foe(side), f"{side} concedes")


def losses(state: State, side: Side) -> dict[str, int]:
    """pw.units.record-losses: the losses of a side."""
    gone = [unit for unit in state.units.values() if unit.side == side and unit.tallies.get(Tally.SP) == 0]
    return {"SP lost": force(state, side).tallies[Tally.LOST], "Units lost": len(gone)}
