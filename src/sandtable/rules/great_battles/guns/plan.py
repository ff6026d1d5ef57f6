"""The artillery plan that each side notes at dawn."""

from collections.abc import Iterator

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.great_battles.battle.scenario import turns_today
from sandtable.rules.great_battles.commands.artillery import ArriveOn, KeepOnCall, PrePlan, Register
from sandtable.rules.great_battles.edition import cite, refuse, rule
from sandtable.rules.great_battles.effects.missions import gun_of, mission_clause, missions
from sandtable.rules.great_battles.facts.missions import Planned
from sandtable.rules.great_battles.guns.air import refuse_turn
from sandtable.rules.great_battles.guns.by_edition import GunsByEdition
from sandtable.rules.great_battles.guns.spotting import OUTSIDE, Anywhere
from sandtable.rules.great_battles.words import Mark, Tally, Trait


def unplanned(state: State, side: Side) -> list[Unit]:
    """barrage.template-spent: at dawn all templates are free again, those of field guns if the gun is in play."""
    day = state.tallies[Tally.DAY]
    left = [one for one in missions(state, side) if one.tallies.get(Tally.DAY) != day]
    lost = {Mark.DESTROYED, Mark.WAITING}
    out = [one.id for one in left if (gun := gun_of(state, one)) and not gun.marks.isdisjoint(lost)]
    return [one for one in left if one.id not in out and Trait.ASKED_FOR not in one.traits]


@rule("dawn.artillery-plan")
def plan_next(play: Play, side: Side) -> bool:
    """One mission after another, in secret; returns whether any is left."""
    waiting = unplanned(play.state, side)
    if waiting:
        plan(play, waiting[0])
    return len(waiting) > 1


def plan(play: Play, mission: Unit) -> None:
    order = play.ask(
        mission.side,
        Topic("plan", f"{mission.id}: what does it do today?", (mission.id,)),
        lambda view: plan_options(view, view.units[mission.id]),
        lambda view: no_plans(view, view.units[mission.id]),
        refuse_plan,
    )
    day, clause = play.state.tallies[Tally.DAY], mission_clause(play.state, mission, "dawn.artillery-plan")
    match order:
        case PrePlan(_, Place(x, y)):
            play.emit(Planned(mission.id, Mark.PRE_PLANNED, day, Place(x, y), ask_turn(play, mission)), clause)
        case Register(_, Place(x, y)):
            play.emit(Planned(mission.id, Mark.REGISTERED, day, Place(x, y)), clause)
        case _:
            play.emit(Planned(mission.id, Mark.ON_CALL, day), clause)


def plan_options(view: State, mission: Unit) -> Iterator[Option]:
    clause, region = mission_clause(view, mission, "dawn.artillery-plan"), Anywhere(view, mission.side)
    if GunsByEdition.of(view).refuse_planning(view, mission) is None:
        if any(refuse_turn(view, mission, turn) is None for turn in turns_to_come(view)):
            yield Option(PrePlan(mission.id), clause, region)
        yield Option(Register(mission.id), clause, region)
    yield Option(KeepOnCall(mission.id), clause)


def no_plans(view: State, mission: Unit) -> Iterator[Option]:
    if why := GunsByEdition.of(view).refuse_planning(view, mission):
        yield from (Option(one, why.clause, refusal=why) for one in (PrePlan(mission.id), Register(mission.id)))


def refuse_plan(view: State, command: Command) -> Refusal | None:
    if not isinstance(command, PrePlan | Register) or command.to is None or command.unit not in view.units:
        return None
    mission = view.units[command.unit]
    outside = not Anywhere(view, mission.side).contains(command.to)
    why = GunsByEdition.of(view).refuse_planning(view, mission)
    return why or (refuse(view, "dawn.artillery-plan", OUTSIDE) if outside else None)


def ask_turn(play: Play, mission: Unit) -> int:
    """The turn on which a pre-planned mission comes."""
    clause, reasons = (
        cite(play.state, "barrage.missions"),
        {turn: refuse_turn(play.state, mission, turn) for turn in turns_to_come(play.state)},
    )
    order = play.ask(
        mission.side,
        Topic("plan-turn", f"{mission.id}: on which turn does it come?", (mission.id,)),
        lambda _view: [Option(ArriveOn(turn), clause) for turn, why in reasons.items() if why is None],
        lambda _view: [Option(ArriveOn(turn), why.clause, refusal=why) for turn, why in reasons.items() if why],
    )
    assert isinstance(order, ArriveOn)
    return order.turn


def turns_to_come(state: State) -> range:
    """At dawn the turn marker shows the first turn."""
    return range(state.tallies[Tally.TURN], turns_today(state) + 1)
