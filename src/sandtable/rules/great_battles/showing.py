"""How the game looks on a screen. It decides nothing in the rules."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.decision import Command
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import (
    Badge,
    Clock,
    Count,
    Drawing,
    Feel,
    Gauge,
    Grade,
    Look,
    Row,
    Sector,
    Showing,
    Steps,
    badges,
    signs,
)
from sandtable.kernel.state import Side, State, Step, Unit
from sandtable.rules.great_battles import steps
from sandtable.rules.great_battles.battle.muster import model_name
from sandtable.rules.great_battles.battle.scenario import (
    DRAW,
    PATHS,
    GreatBattle,
    Win,
    battle,
    day_length,
    table,
    turns_today,
)
from sandtable.rules.great_battles.book.charts import GOOD, NONE, QUALITIES, WEIGHTS
from sandtable.rules.great_battles.commands import artillery as guns
from sandtable.rules.great_battles.commands import combat
from sandtable.rules.great_battles.commands import day as said
from sandtable.rules.great_battles.edition import EDITIONS, cite
from sandtable.rules.great_battles.fire.opportunity import threats
from sandtable.rules.great_battles.legend import terrain
from sandtable.rules.great_battles.table.arms import ON_FOOT, arm_of, weapon
from sandtable.rules.great_battles.table.divisions import division_of, points, purses, told
from sandtable.rules.great_battles.table.field import quality
from sandtable.rules.great_battles.table.formation import counts_as
from sandtable.rules.great_battles.wording import PROSPECTS, RARE, RESULTS, VERDICTS
from sandtable.rules.great_battles.words import (
    ARMOUR,
    COMPANIES,
    GUN,
    RIDES,
    SPEED,
    STANDS,
    Did,
    Formation,
    Kind,
    Mark,
    Tally,
    Tie,
    Trait,
)

SYMBOLS = {
    Kind.INFANTRY: "infantry", Kind.ARMOUR: "armour", Kind.ANTI_TANK: "anti-tank", Kind.FIELD_GUN: "field-gun",
    Kind.HEAVY_WEAPONS: "heavy-weapons", Kind.HQ: "hq", Kind.HALF_TRACK: "half-track", Kind.C_OPS: "ops",
    Kind.FUP: "other", Kind.AIR_MISSION: "bomber",
}  # fmt: skip
TURN = (
    "Deployment", "Activation", "Barrages", "Landing", "Action rolls", "First round", "Second round", "Close combat",
    "Morale",
)  # fmt: skip
STEPS: dict[type[Step], int] = {
    steps.Deployment: 0, steps.Activation: 1, steps.Barrages: 2, steps.Calls: 2, steps.Shelling: 2, steps.Landing: 3,
    steps.ActionRolls: 4, steps.Staff: 5, steps.CloseCombat: 7, steps.Morale: 8, steps.Clearing: 8, steps.Dusk: 8,
}  # fmt: skip
OTHER: dict[type[Step], str] = {
    steps.Preparation: "Setting up", steps.Placement: "Setting up",
    steps.Dawn: "Dawn", steps.Plan: "Dawn", steps.Weather: "Dawn",
    steps.StaffReturns: "Dawn", steps.DawnDeployment: "Dawn", steps.PassOrProceed: "Dawn",
    steps.DawnActivation: "Dawn", steps.Opening: "Dawn", steps.NextTurn: "Dawn", steps.Turn: "End of turn",
    steps.PlayerTurn: "End of turn", steps.EndOfTurn: "End of turn", steps.PassedTurn: "Dawn",
    steps.Sharing: "Sharing points",
}  # fmt: skip
ORDERS = "standing orders"
VERBS: dict[type[Command], str] = {
    said.PlaceUnit: "place", said.KeepBack: "keep back", said.Done: "finish", said.Pass: "finish",
    said.Proceed: "finish", said.EndDay: "finish", said.Leg: "move", said.Charge: "move", said.Leave: "leave",
    said.Halt: "hold", said.ChangeFormation: "form", said.HoldFire: "hold", said.OpenFire: "fire", said.Wait: "hold",
    said.LetPass: "hold", said.EditOrders: ORDERS, said.FireAt: ORDERS, said.FireWithin: ORDERS, said.AskMe: ORDERS,
    said.Take: "take the hit", said.Pick: "choose", guns.PrePlan: "plan", guns.Register: "plan",
    guns.KeepOnCall: "plan", guns.ArriveOn: "plan", guns.CallMission: "call", guns.KeepUp: "barrage",
    guns.Lift: "barrage", guns.CancelMission: "barrage", guns.LetCome: "barrage", guns.Strike: "fire",
    combat.Fight: "fight", said.LetOut: "dismount",
}  # fmt: skip
INSIDE = frozenset({*Formation, Mark.ACTIVATED, Mark.RESERVE})  # marks with their own drawing
SIGNS = signs(
    Badge(Mark.SUPPRESSED, "suppressed", "It can do nothing until it rallies.", stops=True),
    Badge(Mark.TO_GROUND, "ground", "It has gone to ground and is not activated.", drawn=True),
    Badge(Mark.DEACTIVATED, meaning="Its owner let it stand down today.", drawn=True),
    Badge(Mark.ACTION_TAKEN, "taken", "It has acted out of turn: it loses one of its next actions."),
    Badge(Mark.DUG_IN, "dug in", "It has dug in and is harder to hit."),
    Badge(Mark.SET_UP, "set up", "Its heavy weapon is set up."),
    Badge(Mark.LOADED, "loaded", "Its transport carries or tows it."),
    Badge(Did.MOVED, "moved"), Badge(Did.FIRED, "fired"), Badge(Did.FOUGHT, "fought"),
)  # fmt: skip
TIES = {
    Tie.ATTACKS: Badge(Tie.ATTACKS, "fought", "They are in close combat."),
    Tie.UNDER: Badge(Tie.UNDER, "barrage", "It is under a barrage and has had its roll."),
}
INACTIVE = Badge("inactive", meaning="It must be activated before it can act.", drawn=True)
COUNTS = {
    Tally.LOST_TODAY: "{} lost today", Tally.AMMO_LOW: "low ammunition {}", Tally.DIGGING: "digging {}",
    Tally.OVERRUN: "overrun {} times", Tally.DUE_DAY: "due on day {}", Tally.DUE: "due on turn {}",
}  # fmt: skip
TOLD = (Trait.SMG, Trait.ENGINEERS, Trait.ATTACHED, Trait.COMMONWEALTH, Trait.AIRBORNE, Trait.GLIDER, Trait.ROCKETS,
        Trait.OF_A_GUN)  # fmt: skip
AT_START = (Trait.MAY_START_SET_UP, Trait.MAY_WAIT)
FRONTS: dict[str, Drawing] = {
    Formation.ASSAULT: "attack", Formation.DEFENSIVE: "defence", Formation.MARCH: "march", Formation.ROAD_MARCH: "road",
}  # fmt: skip


# ---- units


def look(state: State, unit: Unit) -> Look:
    if unit.kind in STANDS:
        return stand(unit)
    match unit.kind:
        case Kind.BATTALION:
            return battalion(state, unit)
        case Kind.OBJECTIVE:
            return Look(role="objective", symbol="objective", value=unit.tallies.get("value", 0))
        case Kind.TEMPLATE | Kind.AIR_MISSION:
            return mission(unit)
        case Kind.C_OPS | Kind.FUP:
            return staff(unit)
    return Look(role="none")


def ties(unit: Unit) -> tuple[Badge, ...]:
    """Its links to others, as marks."""
    known = [(TIES[link.kind], link.to) for link in unit.links if link.kind in TIES]
    return tuple(replace(badge, word=f"{badge.word} {to}") for badge, to in sorted(known, key=lambda tie: tie[1]))


def staff(unit: Unit) -> Look:
    return Look(
        symbol=SYMBOLS[unit.kind],
        name=unit.id.removeprefix(f"{unit.side} "),
        marks=badges(unit.marks, SIGNS),
        card=(("Type", unit.kind),),
        brief=brief(unit),
    )


def brief(unit: Unit) -> tuple[str, ...]:
    """The traits that matter in play, and its counts."""
    counts = (words.format(value) for tally, words in COUNTS.items() if (value := unit.tallies.get(tally)))
    return (*(trait for trait in TOLD if trait in unit.traits), *counts)


def stand(unit: Unit) -> Look:
    classes = (("Gun", GUN), ("Armour", ARMOUR))
    rows: list[Row] = [("Type", unit.kind)]
    for label, word in classes:
        rows += [(label, WEIGHTS.get(value, value)) for value in after(unit, word)]
    rows += [("Speed", value) for value in after(unit, SPEED)] + [("Rides", value) for value in after(unit, RIDES)]
    name = model_name(unit) if unit.kind in COMPANIES else unit.kind
    kind = () if name.lower() == unit.kind.lower() else (unit.kind,)
    return Look(
        symbol=SYMBOLS[unit.kind],
        name=name,
        marks=(*badges(unit.marks - {Mark.DESTROYED}, SIGNS), *ties(unit)),
        done=badges(unit.spent, SIGNS),
        lost=Mark.DESTROYED in unit.marks,
        card=tuple(rows),
        brief=(*kind, *(f"{label} {value}" for label, value in rows[1:]), *brief(unit)),
    )


def after(unit: Unit, word: str) -> list[str]:
    """The endings of its traits that begin with a word."""
    return [trait.removeprefix(word) for trait in sorted(unit.traits) if trait.startswith(word)]


def battalion(state: State, unit: Unit) -> Look:
    """The strength of a battalion is secret while parts of it are unknown."""
    level = QUALITIES.index(quality(unit)) if not unit.traits.isdisjoint(QUALITIES) else None
    own = [one for one in state.units.values() if one.part_of == unit.id and one.kind in COMPANIES]
    left = sum(Mark.DESTROYED not in one.marks for one in own)
    active = Mark.ACTIVATED in unit.marks
    rows: list[Row] = [("Quality", QUALITIES[level])] if level is not None else []
    rows += [("Stands", f"{left} of {len(own)}")] if Tally.AT_DAWN in unit.tallies else [("Stands seen", str(left))]
    rows.append(("State", "activated" if active else "not activated"))
    formation = str(counts_as(state, unit)) if not unit.marks.isdisjoint(Formation) else None
    division = division_of(state, unit)
    rows += [("Division", str(division.id))] if division.kind == Kind.DIVISION else []
    return Look(
        role="group",
        symbol="infantry",
        strength=(left, len(own)) if Tally.AT_DAWN in unit.tallies else None,
        quality=Grade(level + 1, len(QUALITIES), QUALITIES[level]) if level is not None else None,
        formation=formation,
        drawing=FRONTS.get(formation or "", ""),
        standing="to ground" if Mark.TO_GROUND in unit.marks else "" if active else "inactive",
        actions=(actions_left(state, unit), unit.tallies.get(Tally.ACTIONS, 0)),
        marks=(*((INACTIVE,) if not active else ()), *badges(unit.marks - INSIDE, SIGNS), *ties(unit)),
        done=badges(unit.spent, SIGNS),
        reserve=Mark.RESERVE in unit.marks,
        lost=Mark.WIPED_OUT in unit.marks,
        card=tuple(rows),
        brief=brief(unit),
        set_up=tuple(trait for trait in AT_START if trait in unit.traits),
    )


def actions_left(state: State, unit: Unit) -> int:
    """Actions of past rounds are gone, and so is a used one of this round."""
    head = state.agenda[0] if state.agenda else None
    over = head.round - 1 if isinstance(head, steps.RoundStep) and head.side == unit.side else 0
    return max(unit.tallies.get(Tally.ACTIONS, 0) - over - (Did.ACTED in unit.spent), 0)


def mission(unit: Unit) -> Look:
    """A mission on call has no place."""
    air, falls = unit.kind == Kind.AIR_MISSION, Mark.FALLING in unit.marks
    fall: Drawing = "smoke" if Mark.SMOKE in unit.marks else "burst"
    return Look(
        role="template",
        symbol="bomber" if air else "other",
        kind="air" if air else "barrage" if falls else "planned barrage",
        name=unit.kind,
        marks=badges(unit.marks, SIGNS),
        drawing="air" if air else fall if falls else "planned",
        brief=brief(unit),
    )


def sectors(state: State, unit: Unit) -> tuple[Sector, ...]:
    """The range bands of its weapon, all round."""
    if unit.kind not in STANDS or unit.place is None or not weapon(unit):
        return ()
    arm = arm_of(state, unit)
    rule = "fire.infantry" if weapon(unit) in ON_FOOT else "fire.gun"
    scores = zip(arm.limits, arm.hit, (*arm.hit[1:], None), strict=True)
    bands = [limit for limit, score, beyond in scores if score != beyond]
    return tuple(Sector("fire", f'{limit:g}"', cite(state, rule), limit, 180) for limit in bands)


# ---- the battle


def clock(state: State) -> Clock:
    scenario = battle(state)
    last = turns_today(state)
    day, turn = state.tallies[Tally.DAY], state.tallies[Tally.TURN]
    first = scenario.starts_at_turn if day == 1 else 1
    if any(isinstance(step, steps.Preparation | steps.Placement) for step in state.agenda):
        return Clock(0, last, "Before the battle", first, day)
    of_days = f"Day {day} of {scenario.days}, " if scenario.days > 1 else ""
    return Clock(turn, last, f"{of_days}turn {turn} of {last}".capitalize(), first, day)


def steps_now(state: State) -> Steps:
    head = state.agenda[0] if state.agenda else None
    if isinstance(head, steps.RoundStep):
        return Steps(TURN, 4 + head.round)
    if head is None:
        return Steps(TURN)
    if type(head) in STEPS:
        return Steps(TURN, STEPS[type(head)])
    return Steps((OTHER.get(type(head), "Night"),), 0)


def tally(state: State) -> tuple[Count, ...]:
    rows = [Count("Sight", f'{state.tallies[Tally.SIGHT]}"')]
    for unit in state.units.values():
        if unit.kind == Kind.FORCE:
            rows += [points_left(state, one, unit.side) for one in purses(state, unit.side)]
            if left := unit.tallies.get(Tally.ROUNDS):
                guns = battle(state).army(unit.side).artillery
                gauge = Gauge(left, max(left, guns.rounds if guns else 0))
                rows.append(Count(f"{unit.side} artillery", f"{left} rounds", unit.side, gauge))
    return tuple(rows)


def points_left(state: State, purse: Unit, side: Side) -> Count:
    """The activation points of a side or division, out of those that it began with."""
    army = battle(state).army(side)
    start = next((one.points for one in army.formed if one.name == purse.id), army.points)
    return Count(purse.id, told(points(purse)), side, Gauge(points(purse), max(points(purse), start)))


def winning(scenario: Scenario) -> dict[str, str]:
    assert isinstance(scenario, GreatBattle)
    victory = scenario.victory
    most = "Have the higher score at the end: points for objectives held and for enemy stands destroyed."
    found = {army.name: most for army in scenario.side}
    if hold := victory.hold:
        when = "at the end of any turn" if hold.every_turn else "when the battle ends"
        clear = f' with no enemy fighting stand within {hold.clear:g}"' if hold.clear else ""
        found[hold.side] = f"Hold {' and '.join(hold.objectives)}{clear} {when}."
    if bring := victory.bring:
        near = f'within {bring.clear:g}" of it' if bring.clear else "in contact with it"
        found[bring.side] = f"Bring your C Ops into {bring.objective} with no enemy fighting stand {near}."
    for side in dict.fromkeys(win.side for win in victory.wins):
        tasks = [what_wins(win) for win in victory.wins if win.side == side]
        found[side] = f"When the battle ends: {', or '.join(tasks)}."
    if victory.otherwise not in ("", DRAW):
        found[victory.otherwise] = "Keep the enemy from it until the time is up."
    if victory.must_stand:
        found[victory.otherwise] = f"{found[victory.otherwise]} You also win if {victory.must_stand} goes to ground."
    return found


def what_wins(win: Win) -> str:
    """One way to win when the battle ends."""
    held = [*win.holds, *(f"one of {' and '.join(names)}" for names in win.holds_one)]
    parts = [f"hold {' and '.join(held)}"] * bool(held)
    away = f'keep every enemy fighting stand {win.clear:g}" away from {" and ".join(win.clear_of)}'
    parts += [away] * bool(win.clear_of)
    parts += [f"leave the enemy no {win.enemy_without.lower()}"] * bool(win.enemy_without)
    parts += [f"lose no more than {win.lost_at_most:.0%} of your stands"] if win.lost_at_most is not None else []
    return " and ".join(parts)


def length(scenario: Scenario) -> str:
    assert isinstance(scenario, GreatBattle)
    turns = day_length(scenario, EDITIONS[scenario.rules].charts) - scenario.starts_at_turn + 1
    return f"{scenario.days} days" if scenario.days > 1 else f"{turns} turns"


def ground(state: State, at: Place) -> str:
    board, grounds = table(state), battle(state).grounds
    pieces = board.under(at)
    kinds = [piece.kind for piece in pieces]
    rules = [grounds[kind] for kind in kinds if kind not in PATHS]
    going = next((one.going for one in rules if one.going != GOOD), GOOD)
    cover = next((one.cover for one in rules if one.cover != NONE), "no")
    what = ", ".join(dict.fromkeys(kinds)) or "open"
    return f"{at.x:g}, {at.y:g}: {what}, {going} going, {cover} cover, level {board.level(at)}"


SHOWING = Showing(
    short="Great Battles",
    feel=Feel(
        scale="An open table in inches. A stand is a company, a battalion acts as one, an inch is about 200 yards.",
        length="Two battalions take half an hour. A division fights for several days and fills an evening or more.",
        special="The will to advance is scarce: a few activation points for the whole battle. Units are hidden until "
        "somebody sees them, artillery is planned at dawn, and the night brings supply and replacements.",
        steep=4,
    ),
    look=look,
    clock=clock,
    steps=steps_now,
    tally=tally,
    winning=winning,
    length=length,
    rare=RARE,
    verbs=VERBS,
    verdicts=VERDICTS,
    results=RESULTS,
    prospects=PROSPECTS,
    ground=ground,
    terrain=terrain,
    marks=(*SIGNS.values(), *TIES.values(), INACTIVE),
    sectors=sectors,
    threats=threats,
)
