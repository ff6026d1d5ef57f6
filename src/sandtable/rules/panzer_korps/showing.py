"""How the game shows itself on a screen. It decides nothing in the rules."""

from collections.abc import Iterator

from sandtable.board.place import Place
from sandtable.kernel.counting import told
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import (
    Badge,
    Clock,
    Count,
    Feel,
    Gauge,
    Grade,
    Look,
    Prospects,
    Row,
    Sector,
    Showing,
    Steps,
    Terrain,
    Verdicts,
    badges,
    signs,
)
from sandtable.kernel.state import Side, State, Step, Unit, UnitId
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.book import BOOK, QUALITIES, SEGMENTS, cite
from sandtable.rules.panzer_korps.dogfights import FATAL
from sandtable.rules.panzer_korps.field import FORMATIONS, decorated_with, entry, fatal, group_of, order_of, status
from sandtable.rules.panzer_korps.ground import IMPASSABLE, KINDS
from sandtable.rules.panzer_korps.gunnery import ranges
from sandtable.rules.panzer_korps.scenario import Attached, Formation, KorpsScenario, battle, entries, table
from sandtable.rules.panzer_korps.victory import breaking_point, lost, points
from sandtable.rules.panzer_korps.weather import conditions, visibility
from sandtable.rules.panzer_korps.words import Did, Kind, Mark, Tally, Tie, Trait, Type

SYMBOLS = {
    Type.INFANTRY: "infantry", Type.CAVALRY: "cavalry", Type.AFV: "armour", Type.AT: "anti-tank",
    Type.INFANTRY_GUNS: "field-gun", Type.ARTILLERY: "field-gun", Type.ANTI_AIRCRAFT: "anti-air", Type.WAGONS: "truck",
}  # fmt: skip
TURN = ("Logistics", "Air and bombardment", "Movement", "Fire", "Close combat", "Morale")
STEPS: dict[type[Step], int] = {
    steps.TacticalTurn: 0, steps.Logistics: 0, steps.OrdersShown: 0, steps.AirMissions: 1, steps.AirWar: 1,
    steps.Interception: 1, steps.Dogfight: 1, steps.BreakingOff: 1, steps.Flak: 1, steps.Bombing: 1, steps.Targets: 1,
    steps.Bombardment: 1, steps.Movement: 2, steps.GroupMoves: 2, steps.Entering: 2, steps.Recovery: 2,
    steps.Spotting: 3, steps.Fire: 3, steps.CloseCombat: 4, steps.Morale: 5, steps.TurnEnd: 5,
}  # fmt: skip
SIGNS = signs(
    Badge("Suppressed", "suppressed", "As many Disorder markers as companies: it fires a smaller die.", stops=True),
    Badge("Fragmented", "disordered", "Twice as many Disorder markers as companies: it cannot fire.", stops=True),
    Badge(Mark.PANICKED, "disordered", "It neither fires nor moves until the end of the next turn.", stops=True),
    Badge(Mark.ENTRENCHED, "dug in", "The enemy's fire die has -2, its morale +2."),
    Badge(Mark.COLUMN, "loaded", "Transit Column: it moves fast and does not fire."),
    Badge("unspotted", meaning="The enemy has not spotted it and cannot aim at it."),
    Badge(Mark.OUT_OF_SUPPLY, meaning="No way to its own edge is clear of the enemy."),
    Badge("decorated", "taken", "A Decorated leader is with it."),
    Badge(Did.MOVED, "moved"), Badge(Did.FIRED, "fired"), Badge(Did.FOUGHT, "fought"),
    Badge(Did.SHELLED, "barrage", "It is under artillery fire this turn."),
)  # fmt: skip
SHOWN = (Mark.PANICKED, Mark.ENTRENCHED, Mark.COLUMN, Mark.OUT_OF_SUPPLY)
TASKS = (Mark.LOST, Mark.ABORTED, Mark.PATROL, Mark.STRIKE, Mark.FLOWN)  # of squadrons; the first that is true
DONE = (Did.MOVED, Did.FIRED, Did.FOUGHT, Did.SHELLED)


# ---- units


def look(state: State, unit: Unit) -> Look:
    if unit.kind in FORMATIONS:
        return formation(state, unit)
    match unit.kind:
        case Kind.SQUADRON:
            return squadron(state, unit)
        case Kind.OBJECTIVE:
            return Look(role="objective", symbol="objective", value=0 if battle(state).decides else 3)
        case Kind.SMOKE:
            return Look(role="template", kind="smoke", drawing="smoke")
        case Kind.BURST:
            return Look(role="template", kind="burst", drawing="burst")
    return Look(role="none")


def formation(state: State, unit: Unit) -> Look:
    own, markers = entry(state, unit), unit.tallies[Tally.DISORDER]
    lost = bool(unit.marks & {Mark.LOST, Mark.WITHDRAWN})
    now = status(state, unit)
    words = {mark for mark in SHOWN if mark in unit.marks} | ({now} if now in SIGNS else set())
    words |= {"unspotted"} if unit.place and Mark.SPOTTED not in unit.marks else set()
    words |= {"decorated"} if decorated_with(state, unit) else set()
    symbol = "recon" if Trait.RECCE in own.traits else SYMBOLS[unit.kind]
    most = fatal(own)
    return Look(
        symbol=symbol,
        kind=described(own),
        strength=(0 if lost else max(most - markers, 0), most),
        counted_in="steps",
        quality=Grade(len(QUALITIES) - QUALITIES.index(own.quality), len(QUALITIES), own.quality),
        formation=Mark.COLUMN if Mark.COLUMN in unit.marks else "Deployed",
        marks=badges(words, SIGNS),
        done=badges((word for word in DONE if word in unit.spent), SIGNS),
        reserve=Mark.OFF_TABLE in unit.marks,
        lost=lost,
        card=card(state, own, unit),
        brief=tuple(map(company, own.attached)),
        set_up=("off the table",) if own.off_table else (),
    )


def described(own: Formation) -> str:
    """Medium tracked AFV, 75mm."""
    words = [own.weight, "" if own.ride == "foot" else own.ride, own.type]
    guns = f", {own.calibre}mm" if own.calibre else ""
    return " ".join(filter(None, words)) + guns


def company(attached: Attached) -> str:
    return f"{attached.type} {attached.calibre}mm" if attached.calibre else attached.type


def card(state: State, own: Formation, unit: Unit) -> tuple[Row, ...]:
    """What it is, and its Force Group. A group is no piece: its formations stand on the table each for itself."""
    group = group_of(state, unit)
    rows: list[Row] = [
        ("Type", described(own)), ("Quality", " ".join([own.quality, *own.traits])), ("Companies", str(own.companies)),
        ("Disorder", f"{unit.tallies[Tally.DISORDER]} of {fatal(own)}"),
        ("Force Group", f"{group.id}, on {order_of(group)}"),
    ]  # fmt: skip
    rows += [("Gun", own.gun)] if own.gun else []
    rows += [("Attached", ", ".join(map(company, own.attached)))] if own.attached else []
    rows += [("Panics", str(unit.tallies[Tally.PANICS]))] if unit.tallies[Tally.PANICS] else []
    rows += [("Digging", f"{unit.tallies[Tally.DIGGING]} Day Segments to go")] if Tally.DIGGING in unit.tallies else []
    return tuple(rows)


def squadron(state: State, unit: Unit) -> Look:
    """A squadron is kept beside the table."""
    own, damage = entries(state).squadrons[unit.id], unit.tallies[Tally.DAMAGE]
    return Look(
        symbol="fighter" if own.role.startswith("fighter") else "bomber",
        kind=own.role,
        strength=(max(FATAL - damage, 0), FATAL),
        quality=Grade(len(QUALITIES) - QUALITIES.index(own.quality), len(QUALITIES), own.quality),
        reserve=True,
        lost=Mark.LOST in unit.marks,
        task=next((mark for mark in TASKS if mark in unit.marks), "on the ground"),
        goes_for=(*unit.linked(Tie.STRIKES), *unit.linked(Tie.DOGFIGHTS)),
        card=(("Role", own.role), ("Pilots", own.quality), ("Speed", own.speed), ("Damage", f"{damage} ADM")),
    )


def sectors(state: State, unit: Unit) -> tuple[Sector, ...]:
    """How far it fires, and the field of fire."""
    if unit.kind not in FORMATIONS or unit.place is None or not (reach := ranges(unit.kind, entry(state, unit))[1]):
        return ()
    degrees = 360 if unit.kind == Type.AFV else 180
    clause = cite("pk.fire.afv-range" if entry(state, unit).calibre else "pk.fire.small-arms-range")
    return (Sector("fire", f'fire, {reach:g}"', clause, float(reach), degrees),)


# ---- the battle


def clock(state: State) -> Clock:
    scenario, tallies = battle(state), state.tallies
    day, segment, turn = tallies[Tally.DAY], tallies[Tally.SEGMENT], tallies[Tally.TURN]
    first = SEGMENTS.index(scenario.start) if day == 1 else 0
    begun = not (state.agenda and state.agenda[0].sets_up)
    named = (f"{SEGMENTS[segment]}, turn {turn}" if turn else SEGMENTS[segment]) if begun else "Setting up"
    last = SEGMENTS.index(scenario.last) - first + 1
    return Clock(segment - first + 1 if begun else 0, max(last, 1), named, 1, day)


def steps_now(state: State) -> Steps:
    head = state.agenda[0] if state.agenda else None
    if head is None or type(head) in STEPS:
        return Steps(TURN, STEPS[type(head)] if head else -1)
    return Steps(("Setting up" if head.sets_up else "A new Day Segment",), 0)


def tally(state: State) -> tuple[Count, ...]:
    rows = [Count(f"{side} points", str(points(state, side)), side) for side in state.sides]
    rows += [losses_of(state, side) for side in state.sides]
    weather = ", ".join(sorted(conditions(state) - {"clear"})) or "clear"
    rows.append(Count("weather", weather))
    if visibility(state) < 1000:
        rows.append(Count("visibility", f'{visibility(state):g}"'))
    return tuple(rows)


def losses_of(state: State, side: Side) -> Count:
    """The formations that a side has lost, out of those it has had; its army breaks at so many."""
    gone, had = len(lost(state, side)), state.units[UnitId(side)].tallies[Tally.HAD]
    limit = breaking_point(had)
    return Count(f"{side} losses", f"{gone} of {had}, broken at {limit}", side, Gauge(gone, had, limit))


def winning(scenario: Scenario) -> dict[str, str]:
    assert isinstance(scenario, KorpsScenario)
    if scenario.decides:
        return {army.name: f"Control {scenario.decides} when the battle ends." for army in scenario.side}
    aims = ", ".join(one.name for one in scenario.objectives)
    prizes = f"3 for each of {aims}, " if aims else ""
    words = f"Score more points: {prizes}1 for each enemy formation lost (tanks 2)."
    return {army.name: words for army in scenario.side}


def length(scenario: Scenario) -> str:
    assert isinstance(scenario, KorpsScenario)
    parts = SEGMENTS.index(scenario.last) - SEGMENTS.index(scenario.start) + 1 + 9 * (scenario.days - 1)
    return f"{parts} Day Segments"


def ground(state: State, at: Place) -> str:
    """What lies there, and its cover."""
    kinds = [piece.kind for piece in table(state).under(at)]
    covers = [KINDS[kind].cover for kind in kinds if KINDS[kind].cover != "open"]
    return f"{', '.join(kinds) or 'open'}; {' and '.join(covers) or 'no'} cover"


def terrain(scenario: Scenario) -> tuple[Terrain, ...]:
    """What each kind of ground does, for the legend."""
    return tuple(Terrain(kind, tuple(effects(kind)), cite("pk.terrain.in-cover")) for kind in KINDS)


def effects(kind: str) -> Iterator[Row]:
    of = KINDS[kind]
    yield "cover", of.cover if of.cover != "open" else "none"
    if of.entry == IMPASSABLE:
        yield "movement", IMPASSABLE
    elif of.entry:
        inches, disorders = BOOK.table("terrain-movement").row(of.entry)
        yield "movement", f'{inches:g}"' if isinstance(inches, int | float) else str(inches)
        if disorders:
            yield "vehicles", "may be disordered on entering"
    if of.blocks_sight:
        yield "sight", "blocked beyond it"


VERDICTS: Verdicts = {
    "spotting": ("spotted", "not spotted"),
    "disengage": ("gets away", "cannot get away"),
    "activation": ("obeys", "does not obey"),
    "arrival": ("arrives", "does not arrive"),
    "early start": ("starts early", "does not start"),
}


PROSPECTS: Prospects = {
    "fire": ("Disorder", "no effect", "own Disorder"),
    "bombardment": ("Disorder", "no effect", "own Disorder"),
    "bombs": ("Disorder", "no effect", "own loss"),
    "morale": ("recover", "stand firm", "break"),
    "activation": ("obeys", "no new order", "worse"),
    "leadership": ("win", "undecided", "lose"),
    "spotting": ("spotted", "not spotted", "seen"),
    "disengage": ("gets away", "gets away", "held up"),
    "air fire": ("hit", "miss", "own loss"),
}

SHOWING = Showing(
    short="Panzer Korps",
    feel=Feel(
        scale="An open table in inches. You lead force groups of battalions; an inch is 50 metres.",
        length="A first battle takes a quarter of an hour, a full one about an hour.",
        special="Dice say how long each part of the day lasts and how many formations obey. There are no hit points: "
        "fire brings disorder, and disorder breaks formations up.",
        steep=3,
    ),
    look=look,
    clock=clock,
    steps=steps_now,
    tally=tally,
    winning=winning,
    length=length,
    rare={
        "orders": "Change orders and leaders",
        "initiative": "Subtract from the initiative",
        "morale": "Choose the order of morale tests",
    },
    verdicts=VERDICTS,
    results={"cover": {0: "no effect", **{n: told(n, "Disorder marker") for n in range(1, 4)}}},
    prospects=PROSPECTS,
    ground=ground,
    terrain=terrain,
    marks=tuple(SIGNS.values()),
    sectors=sectors,
)
