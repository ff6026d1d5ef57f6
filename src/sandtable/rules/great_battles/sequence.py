"""The day on one page: placing, dawn, the player turns, night."""

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Heading, Noted, TurnBegun
from sandtable.kernel.play import Play, Procedures
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import State
from sandtable.rules.great_battles.airborne.drop import land_next
from sandtable.rules.great_battles.battle.roles import in_order, players
from sandtable.rules.great_battles.battle.scenario import battle, turns_today
from sandtable.rules.great_battles.battle.setup import opening, place_next, tell_options
from sandtable.rules.great_battles.battle.victory import (
    check_at_once,
    check_turn,
    end_battle,
    is_last_day,
    is_last_turn,
    take_objectives,
)
from sandtable.rules.great_battles.battle.weather import dawn_weather, light, set_sight
from sandtable.rules.great_battles.commands.day import EndDay, PlayOn
from sandtable.rules.great_battles.day.action_roll import pay_back, roll_actions
from sandtable.rules.great_battles.day.actions import aim_next, fire_now, move_next, tidy_next
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.day.daybreak import (
    dawn,
    dawn_activation,
    dawn_deployment,
    next_turn,
    pass_or_proceed,
    passed_turn,
    plan,
    staff_returns,
    weather,
)
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.day.nightfall import (
    night_attachments,
    night_drill,
    night_loading,
    night_reserves,
    night_rest,
    night_staff,
    night_stowing,
    nightfall,
    rejoining,
    replacements,
    resupply,
)
from sandtable.rules.great_battles.edition import cite, edition, procedures, rule
from sandtable.rules.great_battles.facts.day import PlayerTurnOver, RoundOver
from sandtable.rules.great_battles.guns.air import ask_for_aircraft
from sandtable.rules.great_battles.guns.barrage import call_missions, due_missions, keep_barrages, resolve_barrages
from sandtable.rules.great_battles.malta import house as malta
from sandtable.rules.great_battles.malta.preparing import prepare_next
from sandtable.rules.great_battles.melee.close_combat import fight_all
from sandtable.rules.great_battles.move.drill import fall_in
from sandtable.rules.great_battles.nerve.morale import clear_destroyed, test_next
from sandtable.rules.great_battles.staff.sharing import share_out, sharing
from sandtable.rules.great_battles.staff.staff_points import deliver_orders, is_played, roll_staff, staff_acts
from sandtable.rules.great_battles.steps import (
    ActionRolls,
    Activation,
    Aiming,
    Barrages,
    Calls,
    Clearing,
    CloseCombat,
    Dawn,
    DawnActivation,
    DawnDeployment,
    Deployment,
    Dusk,
    EndOfTurn,
    Firing,
    Landing,
    Morale,
    Moving,
    NextTurn,
    NightAttachments,
    NightDrill,
    Nightfall,
    NightLoading,
    NightReserves,
    NightRest,
    NightStaff,
    NightStowing,
    Opening,
    PassedTurn,
    PassOrProceed,
    Placement,
    Plan,
    PlayerTurn,
    Preparation,
    Rejoining,
    Replacements,
    Resupply,
    Sharing,
    Shelling,
    Staff,
    StaffReturns,
    Tidying,
    Turn,
    Weather,
)
from sandtable.rules.great_battles.table.field import on_table
from sandtable.rules.great_battles.table.road_owners import stand_along
from sandtable.rules.great_battles.table.sighting import everyone_looks
from sandtable.rules.great_battles.words import Mark, Tally

# ---- from the scenario to the first turn


def begin(scenario: Scenario, variants: frozenset[str]) -> State:
    """Both sides place; then the first dawn, or the turn the scenario begins with."""
    state = opening(scenario, variants)
    first = Dawn(1) if battle(state).dawn else Opening()
    before = [Preparation(side) for side in in_order(state) if malta.is_played(state)]
    return state.change(agenda=(*before, *(Placement(side) for side in in_order(state)), first))


def preparation(play: Play, step: Preparation) -> bool:
    return prepare_next(play, step.side)


def placement(play: Play, step: Placement) -> bool:
    return place_next(play, step.side)


@rule("setup.first-turn")
def open_battle(play: Play, step: Opening) -> None:
    """Guns and aircraft are planned for the rest of the day, as they would have been at dawn."""
    turn = battle(play.state).starts_at_turn
    play.emit(Noted(f"The battle begins with turn {turn}"))
    tell_options(play)
    malta.open_accounts(play)
    play.emit(TurnBegun(Tally.TURN, turn))
    play.queue(*(Plan(side) for side in in_order(play.state)), Weather(), Turn(turn))


# ---- the turn


@rule("setup.player-turns")
def turn(play: Play, step: Turn) -> None:
    """Step 1, then the two player turns."""
    first, second = players(play.state)
    play.emit(PlayerTurnOver())
    play.emit(TurnBegun(Tally.TURN, step.number))
    play.emit(Heading(f"Day {play.state.tallies[Tally.DAY]}, turn {step.number}"))
    if battle(play.state).changes:
        dawn_weather(play)
    light(play, step.number)
    play.queue(*sharing(play.state), PlayerTurn(first), PlayerTurn(second), EndOfTurn(step.number))


def divide_points(play: Play, step: Sharing) -> None:
    share_out(play, step.side)


@rule("setup.turn-sequence")
def player_turn(play: Play, step: PlayerTurn) -> None:
    side = step.side
    if malta.is_dark(play.state):
        return
    play.emit(Noted(f"{side}'s turn", side=side))
    set_sight(play, side)
    everyone_looks(play)
    stand_along(play)
    turn = edition(play.state).turn
    play.queue(
        *(part(side) for part in turn.before),
        *(part(side, number) for number in (1, 2) for part in turn.rounds),
        *(part(side) for part in turn.after),
    )


def deployment(play: Play, step: Deployment) -> bool:
    return deploy_next(play, step.side, dawn=False)


def activation(play: Play, step: Activation) -> bool:
    deliver_orders(play, step.side)
    return activate_next(play, step.side, dawn=False)


@rule("barrage.step-4a")
def barrages(play: Play, step: Barrages) -> None:
    keep_barrages(play, step.side)
    due_missions(play, step.side)


def calls(play: Play, step: Calls) -> bool:
    return ask_for_aircraft(play, step.side) or call_missions(play, step.side)


def shelling(play: Play, step: Shelling) -> None:
    resolve_barrages(play, step.side)


def landing(play: Play, step: Landing) -> bool:
    return land_next(play, step.side)


def action_rolls(play: Play, step: ActionRolls) -> None:
    roll_actions(play, step.side)
    roll_staff(play, step.side)
    pay_back(play, step.side)


def staff(play: Play, step: Staff) -> bool:
    goes_on = is_played(play.state) and staff_acts(play, step.side)
    if not is_played(play.state):
        procedures(play.state).staff_moves(play, step.side)
    check_at_once(play)
    return goes_on


def moving(play: Play, step: Moving) -> bool:
    goes_on = move_next(play, step.side, step.round)
    take_objectives(play)
    return goes_on


def tidying(play: Play, step: Tidying) -> bool:
    return tidy_next(play, step.side, step.round)


def aiming(play: Play, step: Aiming) -> bool:
    return aim_next(play, step.side, step.round)


@rule("fire.declare")
def firing(play: Play, step: Firing) -> None:
    fire_now(play, step.side)
    play.emit(RoundOver(), cite(play.state, "actions.lost-if-unused"))


def close_combat(play: Play, step: CloseCombat) -> None:
    fight_all(play, step.side)
    take_objectives(play)


def morale(play: Play, step: Morale) -> bool:
    return test_next(play, step.side)


def clearing(play: Play, step: Clearing) -> None:
    clear_destroyed(play)
    fall_in(play)
    take_objectives(play)
    check_at_once(play)
    play.emit(PlayerTurnOver(), cite(play.state, "setup.player-turns"))


def dusk(play: Play, step: Dusk) -> None:
    malta.grow_dark(play, step.side)


@rule("night.when")
def end_of_turn(play: Play, step: EndOfTurn) -> None:
    """The next turn, or night, or the end."""
    check_turn(play)
    if is_last_turn(play.state):
        end_battle(play)
    if is_over(play, step.number) or malta.is_dark(play.state) or all_to_ground(play.state) or agreed(play):
        if is_last_day(play.state):
            end_battle(play)
        play.queue(Nightfall())
    else:
        play.queue(Turn(step.number + 1))


def is_over(play: Play, turn: int) -> bool:
    """The day has no more turns."""
    last = turns_today(play.state)
    if turn >= last:
        clause = cite(play.state, procedures(play.state).day_clause(last))
        play.emit(Noted(f"turn {turn} of {last} was the last of the day"), clause)
    return turn >= last


def all_to_ground(state: State) -> bool:
    bodies = [body for side in state.sides for body in on_table(state, side)]
    return bool(bodies) and all(Mark.TO_GROUND in body.marks for body in bodies)


def agreed(play: Play) -> bool:
    """The day ends if both sides want it; the second is asked only if the first does."""
    clause = play.clause
    options = [Option(EndDay(), clause), Option(PlayOn(), clause)]
    for side in players(play.state):
        if not isinstance(play.ask(side, Topic("end-day", f"{side}: end the day?"), lambda _view: options), EndDay):
            return False
    return True


SEQUENCE: Procedures = {
    Preparation: preparation,
    Placement: placement,
    Opening: open_battle,
    Dawn: dawn,
    Plan: plan,
    Weather: weather,
    StaffReturns: staff_returns,
    DawnDeployment: dawn_deployment,
    PassOrProceed: pass_or_proceed,
    PassedTurn: passed_turn,
    NextTurn: next_turn,
    DawnActivation: dawn_activation,
    Sharing: divide_points,
    Turn: turn,
    PlayerTurn: player_turn,
    Deployment: deployment,
    Activation: activation,
    Barrages: barrages,
    Calls: calls,
    Shelling: shelling,
    Landing: landing,
    ActionRolls: action_rolls,
    Staff: staff,
    Moving: moving,
    Tidying: tidying,
    Aiming: aiming,
    Firing: firing,
    CloseCombat: close_combat,
    Morale: morale,
    Clearing: clearing,
    Dusk: dusk,
    EndOfTurn: end_of_turn,
    Nightfall: nightfall,
    NightStaff: night_staff,
    NightRest: night_rest,
    NightStowing: night_stowing,
    NightLoading: night_loading,
    Replacements: replacements,
    Rejoining: rejoining,
    NightReserves: night_reserves,
    NightDrill: night_drill,
    NightAttachments: night_attachments,
    Resupply: resupply,
}
