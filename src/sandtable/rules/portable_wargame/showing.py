"""How screens show this game. Nothing here changes the rules."""

from collections.abc import Mapping
from functools import lru_cache

from sandtable.board.grid import square_name, square_outlines
from sandtable.board.place import Place
from sandtable.kernel.decision import Command
from sandtable.kernel.reckoning import Clause
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
    Verdicts,
    badges,
    signs,
)
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame import commands as said
from sandtable.rules.portable_wargame import sequence as steps
from sandtable.rules.portable_wargame.artillery import gun_class
from sandtable.rules.portable_wargame.book import KINDS, QUALITIES, RANGES, Kind
from sandtable.rules.portable_wargame.field import force, grid
from sandtable.rules.portable_wargame.fire import weapon_range
from sandtable.rules.portable_wargame.legend import terrain
from sandtable.rules.portable_wargame.scenario import Army, Entry, PortableScenario, battle
from sandtable.rules.portable_wargame.setup import FACES, called, listed
from sandtable.rules.portable_wargame.victory import exhaustion_point
from sandtable.rules.portable_wargame.words import Did, Mark, Marker, Tally

SYMBOLS = {
    "Infantry": "infantry", "Infantry Anti-tank": "anti-tank", "Engineers": "engineer", "Cyclists": "infantry",
    "Dismounted Cavalry": "cavalry", "Mounted Cavalry": "cavalry", "Machine Guns": "machine-gun",
    "Mortars": "mortar", "Artillery": "field-gun", "Armoured Cars": "recon", "Light Tanks": "armour",
    "Tanks": "armour", "Assault Guns": "assault-gun", "Self-propelled Artillery": "assault-gun",
    "Half-tracks": "half-track", "Trucks": "truck", "Horse-drawn Transport": "truck",
    "Artillery Spotters": "spotter", "Commanders": "commander", "Reconnaissance Aircraft": "recon",
    "Single-seater Fighter Aircraft": "fighter", "Two-seater Fighter Aircraft": "fighter",
    "Two-seater Bomber Aircraft": "bomber", Marker.CLOUD: "gas", Marker.LAYING: "works", Marker.CLEARING: "works",
    Marker.OBJECTIVE: "objective",
}  # fmt: skip
CLASSES = {"Anti-tank Guns": "anti-tank", "Anti-aircraft Guns": "anti-air"}
GRADES = {name: Grade(rank, 3, name) for rank, name in enumerate(("Poor", "Average", "Elite"), 1)}
SIGNS = signs(
    Badge(Mark.LOADING, "loaded", "It is taking a Unit aboard."),
    Badge(Mark.UNLOADING, "loaded", "It is setting a Unit down."),
    Badge(Mark.LAYING_WIRE, "wire", "It is laying wire in its square."),
    Badge(Mark.CLEARING_WIRE, "wire", "It is clearing the wire in its square."),
    Badge(Mark.GAS_SHELL, "gas", "It has a gas shell to fire."),
    Badge(Did.MOVED, "moved"), Badge(Did.FIRED, "fired"), Badge(Did.FOUGHT, "fought"), Badge(Did.LOADED, "loaded"),
)  # fmt: skip
ROUND = ("Gas", "Artillery orders", "Artillery fire", "Initiative", "Activation", "End of turn")
STEPS = {
    steps.Gas: 0, steps.Orders: 1, steps.Bombardment: 2, steps.Initiative: 3, steps.Activation: 4,
    steps.Activating: 4, steps.EndPhase: 5,
}  # fmt: skip
VERBS: dict[type[Command], str] = {
    said.Deploy: "place", said.StartAboard: "place", said.Bombard: "fire", said.Flak: "fire", said.Step: "move",
    said.HoldFire: "hold", said.Stay: "hold", said.Halt: "hold", said.Decline: "hold", said.Done: "finish",
    said.Dogfight: "fire", said.Strafe: "fire", said.Bomb: "fire", said.Stand: "take the hit",
    said.Retreat: "take the hit", said.LayMines: "work", said.ClearMines: "work", said.LayWire: "work",
    said.ClearWire: "work", said.Load: "carry", said.Unload: "carry", said.TakeAlong: "carry",
    said.LeaveBehind: "carry", said.Face: "turn",
}  # fmt: skip


# ---- units


def look(state: State, unit: Unit) -> Look:
    if unit.kind == Marker.OBJECTIVE:
        return Look(role="objective", symbol="objective")
    if unit.kind == Marker.FORCE:
        return Look(role="none")
    if unit.kind not in KINDS:
        cloud = unit.kind == Marker.CLOUD
        return Look(role="template", symbol=SYMBOLS.get(unit.kind, "works"), drawing="gas" if cloud else "works")
    now, kind = unit.tallies[Tally.SP], KINDS[unit.kind]
    gone = unit.place is None and unit.aboard is None
    return Look(
        symbol=next((CLASSES[name] for name in CLASSES if name in unit.traits), SYMBOLS.get(unit.kind, "other")),
        name=name_of(state, unit),
        strength=(now, initial(state, unit, kind)),
        counted_in=Tally.SP,
        quality=next((GRADES[name] for name in QUALITIES if name in unit.traits), None),
        marks=badges(unit.marks, SIGNS),
        done=badges(unit.spent, SIGNS),
        reserve=gone and unit.tallies.get(Tally.ARRIVES, 0) > 0,
        lost=gone and now == 0,
        card=tuple(card(state, unit, kind)),
        brief=tuple(brief(state, unit)),
        set_up=tuple(map(at_start, sorted(unit.traits.difference(QUALITIES, RANGES)))),
    )


def at_start(trait: str) -> str:
    """How a Unit begins the battle. Its facings are given as letters: "ESW"."""
    if not trait.startswith(FACES):
        return trait
    *others, last = list(trait.removeprefix(FACES))
    return f"{FACES}{', '.join(others)} or {last}" if others else trait


def brief(state: State, unit: Unit) -> list[str]:
    """Its kind if the name does not say so, its turn of arrival, and its bomb loads."""
    gun = next((name for name in RANGES if name in unit.traits), unit.kind)
    words = [gun] if gun != name_of(state, unit) else []
    words += [f"{Tally.ARRIVES} {turn}"] if (turn := unit.tallies.get(Tally.ARRIVES, 0)) else []
    return words + ([f"{Tally.BOMBS} {loads}"] if (loads := unit.tallies.get(Tally.BOMBS, 0)) else [])


def card(state: State, unit: Unit, kind: Kind) -> list[Row]:
    rows: list[Row] = [
        ("Type", unit.kind),
        ("Strength", f"{unit.tallies[Tally.SP]} of {initial(state, unit, kind)} SP"),
    ]
    rows += [("Quality", name) for name in QUALITIES if name in unit.traits]
    rows += [("Class", name) for name in RANGES if name in unit.traits]
    rows.append(("Moves", f"{kind.squares} squares"))
    if reach := reach_of(unit, kind):
        rows.append(("Fires", f"{reach} squares{', all round' if kind.all_round else ''}"))
    if kind.front:
        rows.append(("Close combat", f"{kind.front} from the front, {kind.flank} from flank or rear"))
    if arrives := unit.tallies.get(Tally.ARRIVES, 0):
        rows.append(("Arrives", f"turn {arrives}"))
    if bombs := unit.tallies.get(Tally.BOMBS, 0):
        rows.append(("Bomb loads", str(bombs)))
    return rows


def initial(state: State, unit: Unit, kind: Kind) -> int:
    """Its Strength Points at the start. A scenario may change them: pw.units.strength-points."""
    entry = entry_of(state, unit)
    return entry.strength or kind.strength if entry else kind.strength


def name_of(state: State, unit: Unit) -> str:
    entry = entry_of(state, unit)
    return called(entry) if entry else unit.kind


def entry_of(state: State, unit: Unit) -> Entry | None:
    return order_of_battle(battle(state).army(unit.side), state.variants).get(unit.id)


@lru_cache(maxsize=16)
def order_of_battle(army: Army, variants: frozenset[str]) -> Mapping[UnitId, Entry]:
    return dict(listed(army, variants))


def reach_of(unit: Unit, kind: Kind) -> int:
    """Its range in squares."""
    return RANGES[gun_class(unit)] if kind.gun else weapon_range(unit)


def sectors(state: State, unit: Unit) -> tuple[Sector, ...]:
    """The squares in its range and arc."""
    if unit.kind not in KINDS or unit.place is None:
        return ()
    board, kind, reach = grid(state), KINDS[unit.kind], reach_of(unit, KINDS[unit.kind])
    start = board.square(unit.place)
    near = [s for s in range(board.files * board.ranks) if 0 < board.squares_apart(start, s) <= reach]
    held = [s for s in near if kind.all_round or board.in_arc(start, unit.place.facing, s)]
    if not held:
        return ()
    clause = Clause("pw.artillery.range" if kind.gun else "pw.fire.range")
    outlines = tuple(tuple(outline) for outline in square_outlines(board.place(s) for s in held))
    return (Sector("fire", f"fires {reach} squares", clause, float(reach), 360 if kind.all_round else 90, outlines),)


# ---- the battle


def clock(state: State) -> Clock:
    turn, last = state.tallies[Tally.TURN], battle(state).turns
    return Clock(turn, last, f"Turn {turn} of {last}" if turn else "Deployment")


def steps_now(state: State) -> Steps:
    head = type(state.agenda[0]) if state.agenda else None
    return Steps(ROUND, STEPS.get(head, -1) if head else -1)


def tally(state: State) -> tuple[Count, ...]:
    rows: list[Count] = []
    for side in state.sides:
        own = force(state, side)
        lost, initial = own.tallies[Tally.LOST], own.tallies[Tally.INITIAL]
        point = exhaustion_point(initial)
        worn = ", exhausted" if own.marks else ""
        gauge = Gauge(lost, initial, point)
        rows.append(Count(side, f"{lost} SP lost, exhausted at {point}{worn}", side, gauge))
    left = state.tallies[Tally.ACTIVATIONS]
    activating = bool(state.agenda) and isinstance(state.agenda[0], steps.Activating)  # unused ones are lost later
    return (*rows, Count("Activations left", str(left))) if left and activating else tuple(rows)


def winning(scenario: Scenario) -> dict[str, str]:
    assert isinstance(scenario, PortableScenario)
    victory = scenario.victory
    judged = f"Exhaust the enemy before he exhausts you. The battle is judged after turn {scenario.turns}."
    if victory.first_exhausted_loses:
        judged = f"You win at once if only the enemy is exhausted. The battle is judged after turn {scenario.turns}."
    found = {army.name: judged for army in scenario.side}
    last = f"after turn {scenario.turns} at the latest"  # it ends earlier if both sides are exhausted
    if hold := victory.hold:
        squares = ", ".join(hold.squares)
        found[hold.side] = f"Hold {hold.count} of {squares} when the battle ends, {last}."
    if dash := victory.dash:
        runners = " or ".join(dash.types)
        found[dash.side] = f"End an activation of {runners} on {dash.square} before the battle ends, {last}."
    if victory.otherwise:
        found[victory.otherwise] = f"Stop the enemy until the battle ends, {last}."
    return found


def length(scenario: Scenario) -> str:
    assert isinstance(scenario, PortableScenario)
    return f"{scenario.turns} turns"


def names(scenario: Scenario) -> Mapping[str, str]:
    assert isinstance(scenario, PortableScenario)
    return scenario.names


def ground(state: State, at: Place) -> str:
    board = grid(state)
    square = board.square(at)
    level = f", level {board.levels[square]}" if board.levels[square] else ""
    return f"{square_name(at)}: {', '.join(sorted(board.grounds[square])) or 'open'}{level}"


VERDICTS: Verdicts = {
    "to hit": ("hit", "miss"),
    "close combat": ("is unhurt", "is hit itself"),
    "hit": ("loses 1 SP", "may retreat instead"),
}


PROSPECTS: Prospects = {
    "to hit": ("hit", "miss", "own loss"),
    "close combat": ("win", "stand-off", "lose"),
    "hit": ("spared", "no loss", "loss or retreat"),
}

SHOWING = Showing(
    short="Portable Wargame",
    feel=Feel(
        scale="Squares. A Unit is a company or a battalion and fills one square; a battle has 12 to 36 of them.",
        length="A small battle takes ten minutes, a large one an hour.",
        special="Only six-sided dice. Artillery fires first, then dice say how many of your Units may act. Flanks "
        "decide battles, and a side that has lost a third of its strength can only defend.",
        steep=1,
    ),
    look=look,
    clock=clock,
    steps=steps_now,
    tally=tally,
    winning=winning,
    length=length,
    names=names,
    verbs=VERBS,
    verdicts=VERDICTS,
    prospects=PROSPECTS,
    ground=ground,
    terrain=terrain,
    marks=tuple(SIGNS.values()),
    sectors=sectors,
)
