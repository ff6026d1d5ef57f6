"""The sequence of a turn."""

from typing import ClassVar

from sandtable.kernel.dice import pips
from sandtable.kernel.events import Heading, Noted, Refreshed, TurnBegun
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, Procedures, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, SideStep, State, Step
from sandtable.rules.portable_wargame.activation import activate_next, throw_dice
from sandtable.rules.portable_wargame.air import end_of_endurance
from sandtable.rules.portable_wargame.artillery import bombardment, order_targets, turn_up
from sandtable.rules.portable_wargame.book import D6
from sandtable.rules.portable_wargame.gas import disperse, drift_all
from sandtable.rules.portable_wargame.scenario import battle
from sandtable.rules.portable_wargame.setup import deploy_next, opening
from sandtable.rules.portable_wargame.transport import complete
from sandtable.rules.portable_wargame.victory import check_annihilation, check_end, check_exhaustion
from sandtable.rules.portable_wargame.words import Tally
from sandtable.rules.portable_wargame.works import advance_works, finish_wire


class Deployment(SideStep, frozen=True):
    sets_up: ClassVar[bool] = True


class Turn(Step, frozen=True):
    number: int


class Gas(Step, frozen=True):
    """Clouds drift before targets are named."""


class Orders(SideStep, frozen=True):
    """One side names its artillery targets."""


class Bombardment(Step, frozen=True):
    pass


class Initiative(Step, frozen=True):
    pass


class Activation(SideStep, frozen=True):
    """One side throws its activation dice."""


class Activating(SideStep, frozen=True):
    """One side activates Units one by one until it stops."""


class EndPhase(Step, frozen=True):
    pass


def begin(scenario: Scenario, variants: frozenset[str]) -> State:
    """Both sides deploy, first the side that the scenario names. Then the first turn begins."""
    state = opening(scenario, variants)
    first = Side(battle(state).deploys_first) or state.sides[0]
    return state.change(agenda=(Deployment(first), Deployment(state.foe(first)), Turn(1)))


def deployment(play: Play, step: Deployment) -> bool:
    return deploy_next(play, step.side)


@rule("pw.turn.sequence")
def turn(play: Play, step: Turn) -> None:
    first, second = play.state.sides
    play.emit(Refreshed())
    play.emit(TurnBegun(Tally.TURN, step.number))
    play.emit(Heading(f"Turn {step.number}"))
    play.queue(Gas(), Orders(first), Orders(second), Bombardment(), Initiative(), EndPhase(), Turn(step.number + 1))


def gas(play: Play, step: Gas) -> None:
    if "gas" in play.state.variants:
        drift_all(play)
        check_annihilation(play)


def orders(play: Play, step: Orders) -> None:
    order_targets(play, step.side)
    if step.side == play.state.sides[-1]:
        turn_up(play)


def artillery(play: Play, step: Bombardment) -> None:
    bombardment(play)
    check_annihilation(play)


@rule("pw.initiative.roll")
def initiative(play: Play, step: Initiative) -> bool:
    """The higher die goes first; equal dice are thrown again."""
    one, other = play.state.sides
    first, second = (
        play.roll(Throw("initiative", f"{side} throws for initiative", side=side), pips(D6)) for side in (one, other)
    )
    if first == second:
        play.emit(Noted("the dice are equal: both sides throw again"), Clause("pw.initiative.ties"))
    else:
        winner = one if first > second else other
        play.emit(Noted(f"{winner} acts first", side=winner))
        play.queue(Activation(winner), Activation(play.state.foe(winner)))
    return first == second


def activation(play: Play, step: Activation) -> None:
    throw_dice(play, step.side)
    play.queue(Activating(step.side))


def activating(play: Play, step: Activating) -> bool:
    return activate_next(play, step.side)


@rule("pw.turn.end-phase")
def end_phase(play: Play, step: EndPhase) -> None:
    """Loading and work are completed, gas disperses, aircraft go home, exhaustion and victory are checked."""
    play.emit(Noted(f"End of turn {play.state.tallies[Tally.TURN]}"))
    complete(play)
    advance_works(play)
    finish_wire(play)
    disperse(play)
    end_of_endurance(play)
    check_exhaustion(play)
    check_end(play)


SEQUENCE: Procedures = {
    Deployment: deployment,
    Turn: turn,
    Gas: gas,
    Orders: orders,
    Bombardment: artillery,
    Initiative: initiative,
    Activation: activation,
    Activating: activating,
    EndPhase: end_phase,
}
