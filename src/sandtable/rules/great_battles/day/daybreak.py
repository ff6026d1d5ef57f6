"""Dawn: plans, weather, reserves, and the start of the day."""

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Counted, Heading, Noted, TurnBegun
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side
from sandtable.rules.great_battles.battle.roles import in_order, players
from sandtable.rules.great_battles.battle.scenario import battle, turns_today
from sandtable.rules.great_battles.battle.setup import tell_options
from sandtable.rules.great_battles.battle.victory import check_annihilation, check_turn, take_objectives
from sandtable.rules.great_battles.battle.weather import DOUBTFUL, dawn_weather, light, set_sight
from sandtable.rules.great_battles.commands.day import Pass, Proceed
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.edition import cite, rule
from sandtable.rules.great_battles.facts.day import PlayerTurnOver
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.malta import house as malta
from sandtable.rules.great_battles.staff.command import return_c_ops
from sandtable.rules.great_battles.staff.sharing import sharing
from sandtable.rules.great_battles.steps import (
    Barrages,
    Clearing,
    Dawn,
    DawnActivation,
    DawnDeployment,
    EndOfTurn,
    Morale,
    NextTurn,
    PassedTurn,
    PassOrProceed,
    Plan,
    Shelling,
    StaffReturns,
    Turn,
    Weather,
)
from sandtable.rules.great_battles.words import Tally


@rule("dawn.sequence")
def dawn(play: Play, step: Dawn) -> None:
    """Artillery plans, weather, deployment, pass or proceed, activation."""
    first, second = in_order(play.state)
    play.emit(Heading(f"Dawn of day {step.day}"))
    if step.day == 1:
        tell_options(play)
    play.emit(Counted(Tally.DAY, step.day))
    if step.day == 1:
        malta.open_accounts(play)
    play.emit(TurnBegun(Tally.TURN, battle(play.state).starts_at_turn if step.day == 1 else 1))
    play.queue(
        *(Plan(first), Plan(second), Weather(), StaffReturns(first), StaffReturns(second)),
        *(DawnDeployment(first), DawnDeployment(second), PassOrProceed()),
    )


def plan(play: Play, step: Plan) -> bool:
    return plan_next(play, step.side)


def weather(play: Play, step: Weather) -> None:
    dawn_weather(play)
    see_at_dawn(play)


def see_at_dawn(play: Play) -> None:
    """Before the roll for the third turn nobody knows its light: sight is as on the second turn."""
    turn = play.state.tallies[Tally.TURN]
    set_sight(play, players(play.state)[0], turn - (turn == DOUBTFUL))


def staff_returns(play: Play, step: StaffReturns) -> None:
    return_c_ops(play, step.side)


def dawn_deployment(play: Play, step: DawnDeployment) -> bool:
    goes_on = deploy_next(play, step.side, dawn=True)
    take_objectives(play)
    check_annihilation(play)
    return goes_on


@rule("dawn.pass-or-proceed")
def pass_or_proceed(play: Play, step: PassOrProceed) -> None:
    """As soon as one side proceeds, both activate, that side first; a double pass uses up a turn."""
    if battle(play.state).proceeds and play.state.tallies[Tally.DAY] == 1:
        begin_day(play, players(play.state)[0])
        return
    for side in players(play.state):
        if proceeds(play, side):
            begin_day(play, side)
            return
    pass_turn(play)


@rule("dawn.start-of-day")
def begin_day(play: Play, side: Side) -> None:
    """Both sides activate at the dawn price; then the day begins with the turn on the marker."""
    turn, first = play.state.tallies[Tally.TURN], players(play.state)[0]
    play.emit(Noted(f"the day begins with turn {turn}"))
    if side != first:
        play.emit(Noted(f"{first} still takes the first turn"), cite(play.state, "dawn.turn-order"))
    shares = sharing(play.state)
    play.queue(*shares, DawnActivation(side), DawnActivation(play.state.foe(side)), Turn(turn))


def proceeds(play: Play, side: Side) -> bool:
    clause, turn = play.clause, play.state.tallies[Tally.TURN]
    options = [Option(Proceed(), clause), Option(Pass(), clause)]
    return isinstance(
        play.ask(side, Topic("dawn", f"{side}, turn {turn}: pass, or proceed to the day?"), lambda _view: options),
        Proceed,
    )


@rule("dawn.pass-uses-turn")
def pass_turn(play: Play) -> None:
    """The turn's pre-planned barrages fall, and both are asked again; after the last turn it is night.

    Weather and light change as on any other turn.
    """
    turn = play.state.tallies[Tally.TURN]
    play.emit(Noted(f"both sides pass turn {turn}"))
    if battle(play.state).changes:
        dawn_weather(play)
    light(play, turn)
    play.emit(PlayerTurnOver())  # deploy.order-of-losses: losses at dawn cause no morale test
    left = turns_today(play.state) - turn
    steps = [PassedTurn(side) for side in players(play.state)]
    if left <= 0:
        play.emit(Noted("both sides have passed the whole day"), cite(play.state, "dawn.all-pass"))
        play.queue(*steps, EndOfTurn(turn))
    else:
        play.emit(Noted(f"after {left} more passed turns it is night"), cite(play.state, "dawn.all-pass"))
        play.queue(*steps, NextTurn(turn + 1), PassOrProceed())


def passed_turn(play: Play, step: PassedTurn) -> None:
    """A passed turn has the light of its own number."""
    set_sight(play, step.side)
    play.queue(Barrages(step.side), Shelling(step.side), Morale(step.side), Clearing(step.side))


def next_turn(play: Play, step: NextTurn) -> None:
    """It grows lighter."""
    check_turn(play)
    play.emit(TurnBegun(Tally.TURN, step.number), cite(play.state, "dawn.pass-uses-turn"))
    see_at_dawn(play)


def dawn_activation(play: Play, step: DawnActivation) -> bool:
    return activate_next(play, step.side, dawn=True)
