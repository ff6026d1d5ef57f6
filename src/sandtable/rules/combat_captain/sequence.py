"""The turn, on one page."""

from typing import ClassVar, Literal

from sandtable.board.place import Place
from sandtable.kernel.events import Heading, Noted, Refreshed, TurnBegun, Unlinked, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, Procedures, rule
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, SideStep, State, Step, UnitId
from sandtable.rules.combat_captain.activation import act, activate_next
from sandtable.rules.combat_captain.air import bombing_run, strafing_run, throw_planes
from sandtable.rules.combat_captain.artillery import cleared, fire_shell, throw_shells
from sandtable.rules.combat_captain.book import D6, cite
from sandtable.rules.combat_captain.casualties import settle
from sandtable.rules.combat_captain.close_combat import fight_next
from sandtable.rules.combat_captain.facts import DiceGiven, Rested, RunsLow
from sandtable.rules.combat_captain.scenario import battle
from sandtable.rules.combat_captain.setup import begin as opening
from sandtable.rules.combat_captain.setup import deploy_next
from sandtable.rules.combat_captain.support import ask_for_luck
from sandtable.rules.combat_captain.teams import tell_teams
from sandtable.rules.combat_captain.victory import check
from sandtable.rules.combat_captain.words import Body, Mark, Tally, Tie

Run = Literal["strafing", "bombing"]


class Opening(Step, frozen=True):
    """Who takes the first player turn; the other side sets up first."""


class Deployment(SideStep, frozen=True):
    sets_up: ClassVar[bool] = True


class Turn(Step, frozen=True):
    number: int
    first: Side


class PlayerTurn(SideStep, frozen=True):
    """All that one side does in a turn."""


class Activation(SideStep, frozen=True):
    """One side picks a company, and another, until it stops."""


class Acting(Step, frozen=True):
    """One activity of a company, and another, until its dice are gone."""

    company: UnitId


class CloseCombat(SideStep, frozen=True):
    """One close combat, and another, until all are fought."""


class RandomEvent(SideStep, frozen=True):
    """The active side may throw for support."""


class Shelling(SideStep, frozen=True):
    """So many shells of one strike are still to come."""

    number: int
    left: int
    aim: Place | None = None  # of the last one


class AirStrike(SideStep, frozen=True):
    """So many planes are still to come."""

    what: Run
    left: int


class EndOfPlayerTurn(SideStep, frozen=True):
    """What lasts for one player turn is over, and victory is checked."""


def begin(scenario: Scenario, variants: frozenset[str]) -> State:
    return opening(scenario, variants).change(agenda=(Opening(),))


@rule("cc.setup.first-player")
def open_battle(play: Play, step: Opening) -> bool:
    """As the scenario says, or the higher die."""
    one, other = play.state.sides
    first = Side(battle(play.state).first)
    if not first:
        dice = [play.roll(Throw("first player", f"{side} throws to go first", side=side), D6) for side in (one, other)]
        if dice[0] == dice[1]:
            play.emit(Noted("equal: both throw again"))
            return True
        first = one if dice[0] > dice[1] else other
    tell_teams(play)
    play.queue(Deployment(play.state.foe(first)), Deployment(first), Turn(1, first))
    return False


@rule("cc.turn.game-turn")
def turn(play: Play, step: Turn) -> None:
    """One player turn of each side."""
    play.emit(TurnBegun(Tally.TURN, step.number))
    play.emit(Heading(f"Turn {step.number}"))
    second = play.state.foe(step.first)
    play.queue(PlayerTurn(step.first), PlayerTurn(second), Turn(step.number + 1, step.first))


@rule("cc.turn.sequence")
def player_turn(play: Play, step: PlayerTurn) -> None:
    """Activation, close combat, random event, end of turn."""
    side = step.side
    play.emit(Heading(f"{side} is the active player"), cite("cc.turn.igo-ugo"))
    reset(play, side)
    cleared(play)
    play.queue(Activation(side), CloseCombat(side), RandomEvent(side), EndOfPlayerTurn(side))


@rule("cc.turn.resets")
def reset(play: Play, side: Side) -> None:
    """Markers of the last player turn are cleared, and every company of the side has its dice."""
    play.emit(Refreshed())
    for unit in [unit for unit in play.state.units.values() if unit.kind == Body.COMPANY]:
        for enemy in unit.linked(Tie.STANDS):
            play.emit(Unlinked(unit.id, Tie.STANDS, enemy))
    play.emit(DiceGiven(side), cite("cc.activation.three-dice"))
    force = UnitId(side)
    if Mark.SHORT_NEXT in play.state.units[force].marks:
        play.emit(RunsLow(force), cite("cc.events.low-ammo-scope"))


def activation(play: Play, step: Activation) -> None:
    """cc.activation.order: he finishes with a unit before he starts the next."""
    company = activate_next(play, step.side)
    if company is not None:
        play.queue(Acting(company), step)


def random_event(play: Play, step: RandomEvent) -> None:
    event, side = ask_for_luck(play, step.side)
    match event:
        case "artillery":
            play.queue(Shelling(side, 1, throw_shells(play, side)))
        case "strafing" | "bombing":
            play.queue(AirStrike(side, event, throw_planes(play, side)))


def shelling(play: Play, step: Shelling) -> None:
    """cc.casualties.event: all shells of one strike are one event."""
    aim = fire_shell(play, step.side, step.number, step.aim)
    if step.left > 1:
        play.queue(Shelling(step.side, step.number + 1, step.left - 1, aim))
    else:
        settle(play)


def air_strike(play: Play, step: AirStrike) -> None:
    """cc.air.tape-per-plane, cc.air.bomb-target: one plane after another."""
    run = strafing_run if step.what == "strafing" else bombing_run
    run(play, step.side)
    if step.left > 1:
        play.queue(AirStrike(step.side, step.what, step.left - 1))


@rule("cc.turn.resets")
def end_of_player_turn(play: Play, step: EndOfPlayerTurn) -> None:
    """Who stood still has done so for one more turn; low ammunition is over; then victory is checked."""
    play.emit(Rested(step.side))
    force = UnitId(step.side)
    if Mark.LOW_AMMUNITION in play.state.units[force].marks:
        play.emit(Unmarked(force, Mark.LOW_AMMUNITION))
    upcoming = play.state.agenda[1]
    check(play, last_of_turn=isinstance(upcoming, Turn))


SEQUENCE: Procedures = {
    Opening: open_battle,
    Deployment: lambda play, step: deploy_next(play, step.side),
    Turn: turn,
    PlayerTurn: player_turn,
    Activation: activation,
    Acting: lambda play, step: act(play, step.company),
    CloseCombat: lambda play, step: fight_next(play, step.side),
    RandomEvent: random_event,
    Shelling: shelling,
    AirStrike: air_strike,
    EndOfPlayerTurn: end_of_player_turn,
}
