"""The day on one page: placing, dawn, the player turns, night."""

from collections.abc import Callable
from functools import partial

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Counted, Heading, Noted, TurnBegun
from sandtable.kernel.play import Play, Procedures
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, SideStep, State
from sandtable.rules.great_battles import steps
from sandtable.rules.great_battles.airborne.drop import land_next
from sandtable.rules.great_battles.battle.scenario import battle, in_order, players, turns_today
from sandtable.rules.great_battles.commands.day import EndDay, Pass, PlayOn, Proceed
from sandtable.rules.great_battles.day import night
from sandtable.rules.great_battles.day.actions import aim_next, fire_now, move_next, tidy_next
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.day.attachments import attach_next
from sandtable.rules.great_battles.day.by_edition import DayByEdition
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.day.replacements import rejoin_next, replace_losses
from sandtable.rules.great_battles.edition import cite, edition, plays, rule
from sandtable.rules.great_battles.facts.day import PlayerTurnOver, RoundOver
from sandtable.rules.great_battles.frame.setup import opening, place_next, tell_options
from sandtable.rules.great_battles.frame.victory import (
    check_annihilation,
    check_at_once,
    check_turn,
    end_battle,
    is_last_day,
    take_objectives,
)
from sandtable.rules.great_battles.frame.weather import dawn_weather, light, see_at_dawn, set_sight
from sandtable.rules.great_battles.guns.air import ask_for_aircraft
from sandtable.rules.great_battles.guns.barrage import call_missions, due_missions, keep_barrages, resolve_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.melee.close_combat import fight_all
from sandtable.rules.great_battles.move.drill import fall_in
from sandtable.rules.great_battles.nerve.morale import clear_destroyed, test_next
from sandtable.rules.great_battles.staff.action_roll import pay_back, roll_actions
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.staff.command import return_c_ops
from sandtable.rules.great_battles.staff.staff_points import (
    deliver_orders,
    is_played,
    keep_points,
    roll_staff,
    share_out,
    sharing,
    staff_acts,
)
from sandtable.rules.great_battles.staff.supply import move_fups
from sandtable.rules.great_battles.staff.withheld import wait_longer
from sandtable.rules.great_battles.table.field import on_table
from sandtable.rules.great_battles.table.road_owners import stand_along
from sandtable.rules.great_battles.table.sighting import everyone_looks
from sandtable.rules.great_battles.words import Mark, Tally


def both(state: State, *parts: type[SideStep]) -> list[SideStep]:
    """Each of these steps for both sides, the attacker first."""
    return [part(side) for part in parts for side in in_order(state)]


def begin(scenario: Scenario, variants: frozenset[str]) -> State:
    """Both sides place; then the first dawn, or the turn the scenario begins with."""
    state = opening(scenario, variants)
    first = steps.Dawn(1) if battle(state).dawn else steps.Opening()
    before = both(state, steps.Preparation) if plays(state, "preparation") else []
    return state.change(agenda=(*before, *both(state, steps.Placement), first))


@rule("setup.first-turn")
def open_battle(play: Play, step: steps.Opening) -> None:
    """Guns and aircraft are planned for the rest of the day, as they would have been at dawn."""
    turn = battle(play.state).starts_at_turn
    play.emit(Noted(f"The battle begins with turn {turn}"))
    tell_options(play)
    StaffByEdition.of(play.state).open_accounts(play)
    play.emit(TurnBegun(Tally.TURN, turn))
    play.queue(*both(play.state, steps.Plan), steps.Weather(), steps.Turn(turn))


# ---- dawn


@rule("dawn.sequence")
def dawn(play: Play, step: steps.Dawn) -> None:
    """Artillery plans, weather, deployment, pass or proceed, activation."""
    play.emit(Heading(f"Dawn of day {step.day}"))
    if step.day == 1:
        tell_options(play)
    play.emit(Counted(Tally.DAY, step.day))
    if step.day == 1:
        StaffByEdition.of(play.state).open_accounts(play)
    play.emit(TurnBegun(Tally.TURN, battle(play.state).starts_at_turn if step.day == 1 else 1))
    arrivals = both(play.state, steps.StaffReturns, steps.DawnDeployment)
    play.queue(*both(play.state, steps.Plan), steps.Weather(), *arrivals, steps.PassOrProceed())


def weather(play: Play, step: steps.Weather) -> None:
    dawn_weather(play)
    see_at_dawn(play)


def dawn_deployment(play: Play, step: steps.DawnDeployment) -> bool:
    goes_on = deploy_next(play, step.side, dawn=True)
    take_objectives(play)
    check_annihilation(play)
    return goes_on


@rule("dawn.pass-or-proceed")
def pass_or_proceed(play: Play, step: steps.PassOrProceed) -> None:
    """As soon as one side proceeds, both activate, that side first; a double pass uses up a turn."""
    if battle(play.state).proceeds and play.state.tallies[Tally.DAY] == 1:
        begin_day(play, players(play.state)[0])
        return
    clause, turn = play.clause, play.state.tallies[Tally.TURN]
    options = [Option(Proceed(), clause), Option(Pass(), clause)]
    for side in players(play.state):
        topic = Topic("dawn", f"{side}, turn {turn}: pass, or proceed to the day?")
        if isinstance(play.ask(side, topic, lambda _view: options), Proceed):
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
    activations = steps.DawnActivation(side), steps.DawnActivation(play.state.foe(side))
    play.queue(*sharing(play.state), *activations, steps.Turn(turn))


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
    passed = [steps.PassedTurn(side) for side in players(play.state)]
    if left <= 0:
        play.emit(Noted("both sides have passed the whole day"), cite(play.state, "dawn.all-pass"))
        play.queue(*passed, steps.EndOfTurn(turn))
    else:
        play.emit(Noted(f"after {left} more passed turns it is night"), cite(play.state, "dawn.all-pass"))
        play.queue(*passed, steps.NextTurn(turn + 1), steps.PassOrProceed())


def passed_turn(play: Play, step: steps.PassedTurn) -> None:
    """A passed turn has the light of its own number."""
    side = step.side
    set_sight(play, side)
    play.queue(steps.Barrages(side), steps.Shelling(side), steps.Morale(side), steps.Clearing(side))


def next_turn(play: Play, step: steps.NextTurn) -> None:
    """It grows lighter."""
    check_turn(play)
    play.emit(TurnBegun(Tally.TURN, step.number), cite(play.state, "dawn.pass-uses-turn"))
    see_at_dawn(play)


# ---- the turn


@rule("setup.player-turns")
def turn(play: Play, step: steps.Turn) -> None:
    """Step 1, then the two player turns."""
    play.emit(PlayerTurnOver())
    play.emit(TurnBegun(Tally.TURN, step.number))
    play.emit(Heading(f"Day {play.state.tallies[Tally.DAY]}, turn {step.number}"))
    if battle(play.state).changes:
        dawn_weather(play)
    light(play, step.number)
    turns = [steps.PlayerTurn(side) for side in players(play.state)]
    play.queue(*sharing(play.state), *turns, steps.EndOfTurn(step.number))


@rule("setup.turn-sequence")
def player_turn(play: Play, step: steps.PlayerTurn) -> None:
    side = step.side
    if is_dark(play.state):
        return
    play.emit(Noted(f"{side}'s turn", side=side))
    set_sight(play, side)
    everyone_looks(play)
    stand_along(play)
    order = edition(play.state).turn
    play.queue(
        *(part(side) for part in order.before),
        *(part(side, number) for number in (1, 2) for part in order.rounds),
        *(part(side) for part in order.after),
    )


def is_dark(state: State) -> bool:
    """Whether the day has ended early."""
    return state.tallies.get(Tally.DARK) == state.tallies[Tally.DAY]


def activation(play: Play, step: steps.Activation) -> bool:
    deliver_orders(play, step.side)
    return activate_next(play, step.side, dawn=False)


@rule("barrage.step-4a")
def barrages(play: Play, step: steps.Barrages) -> None:
    keep_barrages(play, step.side)
    due_missions(play, step.side)


def calls(play: Play, step: steps.Calls) -> bool:
    return ask_for_aircraft(play, step.side) or call_missions(play, step.side)


def action_rolls(play: Play, step: steps.ActionRolls) -> None:
    roll_actions(play, step.side)
    roll_staff(play, step.side)
    pay_back(play, step.side)


def staff(play: Play, step: steps.Staff) -> bool:
    goes_on = is_played(play.state) and staff_acts(play, step.side)
    if not is_played(play.state):
        StaffByEdition.of(play.state).staff_moves(play, step.side)
    check_at_once(play)
    return goes_on


def moving(play: Play, step: steps.Moving) -> bool:
    goes_on = move_next(play, step.side, step.round)
    take_objectives(play)
    return goes_on


@rule("fire.declare")
def firing(play: Play, step: steps.Firing) -> None:
    fire_now(play, step.side)
    play.emit(RoundOver(), cite(play.state, "actions.lost-if-unused"))


def close_combat(play: Play, step: steps.CloseCombat) -> None:
    fight_all(play, step.side)
    take_objectives(play)


def clearing(play: Play, step: steps.Clearing) -> None:
    clear_destroyed(play)
    fall_in(play)
    take_objectives(play)
    check_at_once(play)
    play.emit(PlayerTurnOver(), cite(play.state, "setup.player-turns"))


@rule("night.when")
def end_of_turn(play: Play, step: steps.EndOfTurn) -> None:
    """The next turn, or night, or the end."""
    check_turn(play)
    if is_last_day(play.state) and play.state.tallies[Tally.TURN] >= turns_today(play.state):
        end_battle(play)
    bodies = [body for side in play.state.sides for body in on_table(play.state, side)]
    to_ground = bool(bodies) and all(Mark.TO_GROUND in body.marks for body in bodies)
    if is_over(play, step.number) or is_dark(play.state) or to_ground or agreed(play):
        if is_last_day(play.state):
            end_battle(play)
        play.queue(steps.Nightfall())
    else:
        play.queue(steps.Turn(step.number + 1))


def is_over(play: Play, turn: int) -> bool:
    """The day has no more turns."""
    last = turns_today(play.state)
    if turn >= last:
        clause = cite(play.state, DayByEdition.of(play.state).day_clause(last))
        play.emit(Noted(f"turn {turn} of {last} was the last of the day"), clause)
    return turn >= last


def agreed(play: Play) -> bool:
    """The day ends if both sides want it; the second is asked only if the first does."""
    clause = play.clause
    options = [Option(EndDay(), clause), Option(PlayOn(), clause)]
    for side in players(play.state):
        proposed = side != players(play.state)[0]  # an answer to the other side is never rare
        topic = Topic("end-day", f"{side}: end the day?", rare=not proposed, repeats=proposed)
        if not isinstance(play.ask(side, topic, lambda _view: options), EndDay):
            return False
    return True


# ---- night


@rule("night.sequence")
def nightfall(play: Play, step: steps.Nightfall) -> None:
    """Rest, replacements, withdrawal and attachments, one side after the other."""
    play.emit(Heading(f"Night after day {play.state.tallies[Tally.DAY]}"))
    wait_longer(play)
    stores = steps.NightStowing, steps.NightLoading, steps.Replacements, steps.Rejoining
    bodies = steps.NightReserves, steps.NightDrill, steps.NightAttachments
    parts = both(play.state, *stores, *bodies)
    play.queue(*both(play.state, steps.NightStaff), steps.NightRest(), *parts, steps.Resupply())


def night_rest(play: Play, step: steps.NightRest) -> None:
    night.rest(play)
    night.tidy_up(play)


def replacements(play: Play, step: steps.Replacements) -> bool:
    """A side that has lost its last stand to isolation and got none back has lost."""
    goes_on = replace_losses(play, step.side)
    if not goes_on:
        check_annihilation(play)
    return goes_on


@rule("night.to-dawn")
def resupply(play: Play, step: steps.Resupply) -> None:
    night.resupply(play)
    take_objectives(play)
    for side in in_order(play.state):
        night.load_reserves(play, side)
        keep_points(play, side)
    play.queue(steps.Dawn(play.state.tallies[Tally.DAY] + 1))


# ---- all steps


def for_side(act: Callable[[Play, Side], bool | None]) -> Callable[[Play, SideStep], bool | None]:
    """A step that is one act of its side."""
    return lambda play, step: act(play, step.side)


def for_round(act: Callable[[Play, Side, int], bool]) -> Callable[[Play, steps.RoundStep], bool]:
    """The same in a round of actions."""
    return lambda play, step: act(play, step.side, step.round)


SEQUENCE: Procedures = {
    steps.Preparation: for_side(lambda play, side: DayByEdition.of(play.state).prepare(play, side)),
    steps.Placement: for_side(place_next),
    steps.Opening: open_battle,
    steps.Dawn: dawn,
    steps.Plan: for_side(plan_next),
    steps.Weather: weather,
    steps.StaffReturns: for_side(return_c_ops),
    steps.DawnDeployment: dawn_deployment,
    steps.PassOrProceed: pass_or_proceed,
    steps.PassedTurn: passed_turn,
    steps.NextTurn: next_turn,
    steps.DawnActivation: for_side(partial(activate_next, dawn=True)),
    steps.Sharing: for_side(share_out),
    steps.Turn: turn,
    steps.PlayerTurn: player_turn,
    steps.Deployment: for_side(partial(deploy_next, dawn=False)),
    steps.Activation: activation,
    steps.Barrages: barrages,
    steps.Calls: calls,
    steps.Shelling: for_side(resolve_barrages),
    steps.Landing: for_side(land_next),
    steps.ActionRolls: action_rolls,
    steps.Staff: staff,
    steps.Moving: moving,
    steps.Tidying: for_round(tidy_next),
    steps.Aiming: for_round(aim_next),
    steps.Firing: firing,
    steps.CloseCombat: close_combat,
    steps.Morale: for_side(test_next),
    steps.Clearing: clearing,
    steps.Dusk: for_side(lambda play, side: DayByEdition.of(play.state).dusk(play, side)),
    steps.EndOfTurn: end_of_turn,
    steps.Nightfall: nightfall,
    steps.NightStaff: for_side(move_fups),
    steps.NightRest: night_rest,
    steps.NightStowing: for_side(night.stow),
    steps.NightLoading: for_side(night.reload),
    steps.Replacements: replacements,
    steps.Rejoining: for_side(rejoin_next),
    steps.NightReserves: for_side(night.withdraw_next),
    steps.NightDrill: for_side(night.reform_next),
    steps.NightAttachments: for_side(attach_next),
    steps.Resupply: resupply,
}
