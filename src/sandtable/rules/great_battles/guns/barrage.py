"""Artillery barrages: in step 4A they are kept, placed and called, in step 4B everybody under them rolls."""

from collections.abc import Iterator, Sequence
from functools import partial

from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Noted, Unlinked, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import turns_today
from sandtable.rules.great_battles.commands.artillery import (
    CallMission,
    CancelMission,
    FireShell,
    FireSmoke,
    KeepUp,
    LetCome,
    Lift,
)
from sandtable.rules.great_battles.edition import cite, plays, refuse, rule, under
from sandtable.rules.great_battles.effects.hits import bombard, is_under
from sandtable.rules.great_battles.effects.missions import (
    is_aircraft,
    is_due,
    land,
    of_today,
    pay,
    planned_now,
    refuse_serving,
    rounds,
    rounds_to_spare,
    use_up,
)
from sandtable.rules.great_battles.facts.day import MarkedAs
from sandtable.rules.great_battles.facts.missions import Called
from sandtable.rules.great_battles.guns.air import pick_target, refuse_flying, strike
from sandtable.rules.great_battles.guns.calling import (
    call_options,
    callable_missions,
    no_calls,
    roll_delay,
    why_not_call,
)
from sandtable.rules.great_battles.table.field import all_standing, field
from sandtable.rules.great_battles.table.sighting import falling, is_hidden, is_smoke
from sandtable.rules.great_battles.words import COMMAND, Mark, Tally, Tie


def own_templates(state: State, side: Side) -> list[Unit]:
    """Its barrages on the table."""
    return [template for template in falling(state) if template.side == side]


@rule("barrage.step-4a")
def keep_barrages(play: Play, side: Side) -> None:
    """The side spends a round for each of its templates on the table, or removes the template."""
    for template in own_templates(play.state, side):
        if refuse_serving(play.state, template):  # the enemy reads this, and may not know the gun
            use_up(play, template, "is removed because its gun is not ready", "barrage.field-gun-template")
        elif rounds_to_spare(play.state, side) > 0:
            keep_or_lift(play, template)
        else:
            use_up(play, template, "has no round left", "barrage.out-of-rounds")


@rule("barrage.keeping")
def keep_or_lift(play: Play, template: Unit) -> None:
    keep = Option(KeepUp(template.id), cite(play.state, "barrage.continue"))
    lift = Option(Lift(template.id), cite(play.state, "barrage.template-spent"))
    asked = f"{template.id}: keep it up? {rounds(play.state, template.side)} rounds left"
    order = play.ask(template.side, Topic("barrage", asked, (template.id,)), lambda _view: [keep, lift])
    if isinstance(order, KeepUp):
        pay(play, template.side)
        play.emit(Noted(f"{template.id} is kept up", about=(template.id,)))
        offer_smoke(play, template.id)
    else:
        use_up(play, template, "is removed")


@rule("barrage.step-4a")
def due_missions(play: Play, side: Side) -> None:
    """Delayed missions come or are cancelled, then the pre-planned ones come."""
    cancel_missions(play, side)
    for mission in of_today(play.state, side, Mark.CALLED):
        if is_due(play.state, mission):
            arrive(play, mission, "barrage.delay-arrival")
    for mission in planned_now(play.state, side):
        arrive(play, mission, "barrage.missions")


@rule("barrage.cancel")
def cancel_missions(play: Play, side: Side) -> None:
    """The owner may cancel delayed missions, due or not; their templates are lost for the day."""
    why = refuse(play.state, "barrage.cancel", "a pre-planned mission comes as planned")

    def choices(view: State) -> Iterator[Option]:
        yield from (Option(CancelMission(one.id), why.clause) for one in of_today(view, side, Mark.CALLED))
        yield Option(LetCome(), why.clause)

    def barred(view: State) -> Iterator[Option]:
        for one in of_today(view, side, Mark.PRE_PLANNED):
            yield Option(CancelMission(one.id), why.clause, refusal=why)

    while of_today(play.state, side, Mark.CALLED):
        topic = Topic("cancel", f"{side}: do you cancel a mission that is on its way?", rare=True)
        order = play.ask(side, topic, choices, barred)
        if not isinstance(order, CancelMission):
            return
        use_up(play, play.state.units[order.unit], "is cancelled", "barrage.cancel")


def arrive(play: Play, mission: Unit, why: str) -> None:
    """A mission comes to its point, if its gun and a round are there or, for an aircraft, light."""
    if is_aircraft(mission):
        if refuse_flying(play.state):
            use_up(play, mission, "cannot fly in this light", "air.daylight")
        else:
            land(play, mission, why)
            pick_target(play, mission.id)
    elif no_gun := refuse_serving(play.state, mission):
        use_up(play, mission, f"is lost: {no_gun.why}", "barrage.field-gun-template")
    elif (rounds if Mark.PRE_PLANNED in mission.marks else rounds_to_spare)(play.state, mission.side) > 0:
        pay(play, mission.side)
        land(play, mission, why)
        offer_smoke(play, mission.id)
    else:
        use_up(play, mission, "is lost because no round is left", "barrage.out-of-rounds")


@rule("barrage.step-4a")
def call_missions(play: Play, side: Side) -> bool:
    """One new mission is called, or none; returns whether the side may go on."""
    if not callable_missions(play.state, side):
        return False
    order = play.ask(
        side,
        Topic("call", f"{side}: which mission do you call? {rounds(play.state, side)} rounds left"),
        lambda view: call_options(view, side),
        lambda view: no_calls(view, side),
        why_not_call,
    )
    if isinstance(order, CallMission):
        call(play, order)
    return isinstance(order, CallMission)


@rule("barrage.delay")
def call(play: Play, order: CallMission) -> None:
    """Roll for its arrival: now, or some turns later; after the end of the day it is lost."""
    assert order.to is not None
    mission, turn = play.state.units[order.unit], play.state.tallies[Tally.TURN]
    due = turn + roll_delay(play, mission, order.spotter)
    play.emit(Called(mission.id, Place(order.to.x, order.to.y), due))
    called = play.state.units[mission.id]
    if due > turns_today(play.state):
        use_up(play, called, "would only come after dark", "barrage.after-dark")
    elif due == turn:
        arrive(play, called, "barrage.placement")


@rule("barrage.suppress")
def resolve_barrages(play: Play, side: Side) -> None:
    """Every stand of either side under each of the side's templates rolls; then its aircraft attack."""
    for template in [one for one in own_templates(play.state, side) if not is_smoke(play.state, one)]:
        state = play.state
        stands = [stand for one in state.sides for stand in all_standing(state, one)]
        staff = [unit for unit in state.units.values() if unit.kind in COMMAND and unit.place is not None]
        for stand in [one for one in stands + staff if is_under(state, template, one)]:
            ours = stand.side == template.side and not is_hidden(stand)
            under(play, "barrage.friendly" if ours else "barrage.suppress", partial(bombard, play, template, stand.id))
    for mission in of_today(play.state, side, Mark.FALLING):
        for target in mission.linked(Tie.STRIKES):
            strike(play, mission, target)


# ---- moving onto one


@rule("barrage.entering")
def enter_barrages(play: Play, body: UnitId, barrages: Sequence[Unit] | None = None) -> None:
    """Stands that have come under a template roll at once; a stand that left may come under it again."""
    for template in falling(play.state) if barrages is None else barrages:
        smoke = is_smoke(play.state, template)
        for stand in [play.state.units[i] for i in field(play.state).stands.get(body, ())]:
            covered = stand.place is not None and is_under(play.state, template, stand)
            was_under = stand.is_linked(Tie.UNDER, template.id)
            if covered and not was_under and Mark.DESTROYED not in stand.marks and not smoke:
                bombard(play, template, stand.id)
            elif was_under and not covered:
                play.emit(Unlinked(stand.id, Tie.UNDER, template.id))


def lift_all(play: Play) -> None:
    """Nightfall: every template leaves the table."""
    for template in falling(play.state):
        use_up(play, template, "is removed", "night.housekeeping")


# ---- smoke


def offer_smoke(play: Play, template: UnitId) -> None:
    """Smoke is an option, and only some books have it."""
    if plays(play.state, "smoke"):
        choose_round(play, template)


@rule("sighting.smoke-rounds")
def choose_round(play: Play, template: UnitId) -> None:
    """The owner chooses shells or smoke for each round: smoke hides everybody and hurts nobody."""
    state = play.state
    shell = Option(FireShell(template), cite(state, "barrage.effect"))
    smoke = Option(FireSmoke(template), cite(state, "sighting.smoke"))
    topic = Topic("smoke", f"{template}: does it fire shells or smoke?", (template,))
    order = play.ask(state.units[template].side, topic, lambda _view: [shell, smoke])
    was_smoke = Mark.SMOKE in state.units[template].marks
    if isinstance(order, FireSmoke) and not was_smoke:
        play.emit(MarkedAs(template, Mark.SMOKE, "is smoke"))
    elif isinstance(order, FireShell) and was_smoke:
        play.emit(Unmarked(template, Mark.SMOKE))
