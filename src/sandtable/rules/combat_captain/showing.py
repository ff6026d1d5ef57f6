"""How the game shows itself on a screen. It decides nothing in the rules."""

from collections.abc import Collection

from sandtable.board.place import Place
from sandtable.kernel.decision import Command
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
    Sector,
    Showing,
    Steps,
    Threat,
    Verdicts,
    badges,
    signs,
)
from sandtable.kernel.state import State, Step, Unit, UnitId
from sandtable.rules.combat_captain import book
from sandtable.rules.combat_captain import commands as said
from sandtable.rules.combat_captain import sequence as steps
from sandtable.rules.combat_captain.book import KINDS, cite
from sandtable.rules.combat_captain.control import leader_of, quality, radius_of
from sandtable.rules.combat_captain.field import enemies, weapons
from sandtable.rules.combat_captain.going import dice_on, ground_at
from sandtable.rules.combat_captain.legend import terrain
from sandtable.rules.combat_captain.scenario import CaptainScenario, battle, entry_of, table
from sandtable.rules.combat_captain.support import NoLuck, TryLuck
from sandtable.rules.combat_captain.victory import COLLAPSE, share_lost
from sandtable.rules.combat_captain.volley import DICE_AT, refuse_firing
from sandtable.rules.combat_captain.words import Body, Did, Mark, Tally, Tie

SYMBOLS = {book.RIFLES: "infantry", book.MACHINE_GUN: "machine-gun", book.MORTAR: "mortar", book.BAZOOKA: "anti-tank"}
BY_CLASS = {"non-armored vehicle": "transport", "half-track": "half-track", "armoured": "armour"}
TURN = ("Activation", "Close combat", "Random event", "End of turn")
STEPS: dict[type[Step], int] = {
    steps.PlayerTurn: 0, steps.Activation: 0, steps.Acting: 0, steps.CloseCombat: 1, steps.RandomEvent: 2,
    steps.Shelling: 2, steps.AirStrike: 2, steps.EndOfPlayerTurn: 3,
}  # fmt: skip
VERBS: dict[type[Command], str] = {
    said.Deploy: "place", said.NameLeader: "leader", said.Adjust: "adjust", said.PutApart: "place",
    said.Ready: "finish", said.EndActivation: "finish", said.Pass: "finish", said.March: "move", said.Charge: "charge",
    said.MoveOne: "move one", said.Halt: "stay", said.SeekCover: "cover", said.SeekCoverSingly: "cover",
    said.TakeCover: "cover", said.FireSome: "fire with some", said.LeaveOut: "leave out", said.Switch: "other weapon",
    said.Shoot: "fire", said.CeaseFire: "cease fire", said.TakeNext: "take the hits", said.TakeOne: "take one hit",
    said.MountUp: "mount", said.MountSingly: "mount", said.SetDown: "dismount", said.Done: "finish",
    said.FallBackLeg: "fall back", said.TurnAway: "fall back", said.OccupyOne: "advance", said.Occupy: "advance",
    said.CounterAttack: "advance", said.StayPut: "stay", TryLuck: "throw", NoLuck: "do not throw",
    said.StrafeOne: "strafe",
}  # fmt: skip
SIGNS = signs(
    Badge("leader", "leader", "The control radius of its unit is measured from it."),
    *(Badge(f"cover {level}", "dug in", f"A die of {level} or less saves it from a hit"
            f"{', from all sides' if level >= book.ALL_ROUND else ', except from behind'}.")
      for level in range(1, book.HIGHEST_COVER + 1)),
    Badge(Did.MOVED, "moved"), Badge(Did.FOUGHT, "fought"), Badge(Did.FIRED, "fired"),
    Badge(Did.WITHDREW, meaning="It has run from a charge this turn; it must stand and fight the next."),
    Badge(Did.ACTED, meaning="It has been activated this turn."),
)  # fmt: skip


# ---- units


def look(state: State, unit: Unit) -> Look:
    if unit.kind in KINDS:
        return sub_unit(state, unit)
    match unit.kind:
        case Body.COMPANY:
            return company(state, unit)
        case Body.OBJECTIVE:
            return Look(role="objective", symbol="objective")
        case Body.SHELL:
            return Look(role="template", kind="shell", drawing="burst" if unit.place else "planned")
        case Body.TAPE:
            return Look(role="template", kind="tape", drawing="tape")
    return Look(role="none")


def sub_unit(state: State, unit: Unit) -> Look:
    kind, cover = KINDS[unit.kind], unit.tallies.get(Tally.COVER, 0)
    words = {f"cover {cover}"} if cover else set()
    if unit.part_of and state.units[unit.part_of].is_linked(Tie.LEADER, unit.id):
        words.add("leader")
    rows = [("Type", kind.type)]
    rows += [("Weapon", ", ".join(weapon.name.lower() for weapon in weapons(unit)))] if weapons(unit) else []
    rows += [("Armour", kind.armour)] if kind.armour else []
    rows.append(("Cover", f"level {cover}" if cover else "none"))
    return Look(
        symbol=SYMBOLS.get(unit.kind) or BY_CLASS.get(kind.cls, "anti-tank"), name=kind.name,
        strength=(unit.tallies[Tally.MEN], kind.men) if kind.foot else None, counted_in="men" if kind.foot else "",
        marks=badges(words, SIGNS), done=badges(unit.spent, SIGNS), lost=Mark.LOST in unit.marks,
        card=tuple(rows), brief=tuple(str(weapon.name.lower()) for weapon in weapons(unit)),
    )  # fmt: skip


def company(state: State, unit: Unit) -> Look:
    rank, chits = book.QUALITIES.index(quality(unit)), unit.tallies[Tally.CHITS]
    listed = [one for one in state.units.values() if one.part_of == unit.id]
    left = sum(Mark.LOST not in one.marks for one in listed)
    entry = entry_of(state, unit)
    rows = [
        ("Quality", quality(unit)), ("Control radius", f'{radius_of(unit)}"'),
        ("Sub-units", f"{left} of {len(listed)}"), ("Leader", str(leader_of(state, unit.id).id)),
        ("Morale chits", str(chits)),
    ]  # fmt: skip
    rows += [("Player", entry.player)] if entry.player else []
    chit = Badge(f"{chits} morale", "suppressed", f"Each die it throws is worth {chits} less.")
    return Look(
        role="group", symbol="infantry", strength=(left, len(listed)), lost=left == 0, card=tuple(rows),
        quality=Grade(rank + 1, len(book.QUALITIES), quality(unit)), actions=(unit.tallies[Tally.DICE], book.DICE),
        marks=(chit,) if chits else (), done=badges(unit.spent, SIGNS),
        set_up=("may start mounted",) if entry.mounted else (),
    )  # fmt: skip


def sectors(state: State, unit: Unit) -> tuple[Sector, ...]:
    """The bands of its weapons."""
    if unit.kind not in KINDS or unit.place is None:
        return ()
    found = []
    for weapon in weapons(unit):
        for band, which in DICE_AT.items():
            if reach := book.RANGES.figure(weapon.ranges, band):
                words = f'{weapon.name.lower().partition(":")[0]} {reach}", {which} dice'
                found.append(Sector("fire", words, cite("cc.fire.ranges"), float(reach)))
    return tuple(found)


def threats(view: State, units: Collection[UnitId]) -> tuple[Threat, ...]:
    """Enemies in range and sight; what comes of a volley depends on all who fire."""
    targets = [unit for i in units if (unit := view.units[i]).kind in KINDS and unit.place]
    pairs = [(enemy, target) for target in targets for enemy in enemies(view, target.side)]
    return tuple(
        Threat(enemy.id, target.id, None, f"{enemy.id} can fire at {target.id}", cite("cc.fire.targets"))
        for enemy, target in pairs
        if refuse_firing(view, enemy, target) is None
    )


# ---- the battle


def clock(state: State) -> Clock:
    turn, last = state.tallies[Tally.TURN], battle(state).turns
    return Clock(turn, last, f"Turn {turn} of {last}" if turn else "Setting up")


def steps_now(state: State) -> Steps:
    if state.agenda and type(state.agenda[0]) not in STEPS:
        return Steps(("Setting up",), 0)
    return Steps(TURN, STEPS[type(state.agenda[0])] if state.agenda else -1)


def tally(state: State) -> tuple[Count, ...]:
    rows = []
    for side in state.sides:
        share = share_lost(state, side)
        gauge = Gauge(round(100 * share), 100, round(100 * COLLAPSE))
        rows.append(Count(f"{side} losses", f"{gauge.now}% of {gauge.limit}%", side, gauge))
        rows.append(Count(f"{side} planes", str(state.units[UnitId(side)].tallies[Tally.PLANES]), side))
        if Mark.LOW_AMMUNITION in state.units[UnitId(side)].marks:
            rows.append(Count(f"{side} ammunition", "low: two fire dice a unit", side))
    return tuple(rows)


def winning(scenario: Scenario) -> dict[str, str]:
    assert isinstance(scenario, CaptainScenario)
    fewest = {army.name: "Lose the smaller share of your sub-units." for army in scenario.side}
    return fewest | scenario.victory.aims()


def length(scenario: Scenario) -> str:
    assert isinstance(scenario, CaptainScenario)
    return f"{scenario.turns} turns"


def ground(state: State, at: Place) -> str:
    """What lies there, and which dice count for men on foot."""
    pieces = [piece.kind for piece in table(state).under(at)]
    foot = KINDS[book.RIFLES]
    which = dice_on(foot.mover, ground_at(table(state), foot, at))
    dice = "closed to all" if which == "-" else f"on foot {which} dice count"
    return f"{', '.join(pieces) or 'open'}; {dice}"


VERDICTS: Verdicts = {"save": ("saved", "not saved"), "kill": ("destroyed", "not pierced")}
MEANINGS = {"strafing": book.STRAFING, "return shot": book.RETURN_SHOT}


PROSPECTS: Prospects = {
    "fire": ("casualties", "no effect", "own casualties"),
    "close combat hits": ("win", "undecided", "lose"),
    "close combat": ("win", "undecided", "lose"),
    "strafing": ("casualties", "no effect", "own loss"),
    "bomb": ("hit", "miss", "plane lost"),
    "save": ("saved", "no change", "own casualties"),
}

SHOWING = Showing(
    short="Combat Captain",
    feel=Feel(
        scale="An open table in inches. A figure is a man and a model is a vehicle; you lead one to four companies.",
        length="A company on each side takes a quarter of an hour, a battalion an hour.",
        special="Each company has three dice of time a turn. It pays with them for every move, volley, rally and "
        "for cover, so you choose what it has no time for.",
        steep=2,
    ),
    look=look, clock=clock, steps=steps_now, tally=tally, winning=winning, length=length,
    rare={
        "event": "No throw for support", "ready": "Adjust after placing", "consolidate": "Choose who gives up men",
        "shell": "Aim the next shell elsewhere", "run": "Break off a strafing run",
    },
    verbs=VERBS, verdicts=VERDICTS, prospects=PROSPECTS, meanings=MEANINGS, ground=ground, terrain=terrain,
    marks=tuple(SIGNS.values()), sectors=sectors, threats=threats,
)  # fmt: skip
