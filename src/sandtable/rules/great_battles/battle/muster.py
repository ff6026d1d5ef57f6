"""A side as its scenario lists it: divisions, staff, battlegroups, battalions and their stands, guns and aircraft."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board.place import EDGES, Place
from sandtable.kernel.state import Side, Unit, UnitId
from sandtable.rules.great_battles.battle.by_edition import BattleByEdition
from sandtable.rules.great_battles.battle.scenario import Army, Division, Entry, Model, model
from sandtable.rules.great_battles.edition import Edition
from sandtable.rules.great_battles.words import ARMOUR, GUN, ITS_TRACK, RIDES, SPEED, Kind, Mark, Tally, Trait

NOBODY_ELSE: frozenset[Side] = frozenset()  # known to its owner alone


def muster(army: Army, edition: Edition, hidden: frozenset[Side] | None, variants: frozenset[str]) -> Iterator[Unit]:
    """A side: its force, divisions, battlegroups, battalions with their stands, and artillery."""
    side = Side(army.name)
    guns = army.artillery
    purse: dict[str, int] = {} if keep_their_own(army) else {Tally.POINTS: army.points}
    yield Unit(UnitId(side), Kind.FORCE, side, tallies={**purse, Tally.ROUNDS: guns.rounds if guns else 0})
    yield Unit(UnitId(f"{side} standing orders"), Kind.ORDERS, side, known_to=NOBODY_ELSE)
    for division in army.formed:
        yield from headquarters(army, division, hidden)
    homes = {entry.group: entry.division or side for entry in army.battalions}
    for group, home in homes.items():
        yield Unit(UnitId(group), Kind.BATTLEGROUP, side, part_of=UnitId(home))  # the scenario tells everybody its name
    for entry in army.battalions:
        lingering = BattleByEdition.within(edition).lingering
        yield from (unit for unit in raised(side, entry, hidden) if unit.kind != Kind.HALF_TRACK or lingering)
    yield from missions(army, side, variants)


def keep_their_own(army: Army) -> bool:
    """activate.pool: whether each division has activation points of its own."""
    return bool(army.divisions) and not army.points


def headquarters(army: Army, division: Division, hidden: frozenset[Side] | None) -> Iterator[Unit]:
    """A listed division, its C Ops and its FUP; the scenario tells everybody their names."""
    side, name = Side(army.name), UnitId(division.name)
    if army.divisions:
        purse: dict[str, int] = {Tally.POINTS: division.points} if keep_their_own(army) else {}
        yield Unit(name, Kind.DIVISION, side, tallies=purse)
    if division.c_ops_lands:
        marks = frozenset({Mark.TO_LAND})
        yield Unit(UnitId(f"{name} {Kind.C_OPS}"), Kind.C_OPS, side, part_of=name, marks=marks, known_to=NOBODY_ELSE)
    for kind, point in ((Kind.C_OPS, division.c_ops), (Kind.FUP, division.fup)):
        if point is not None:
            place = Place(*point, (EDGES[army.edge] + 180) % 360)
            yield Unit(UnitId(f"{name} {kind}"), kind, side, place, part_of=name, known_to=hidden)
    for kind, arrival in ((Kind.C_OPS, division.c_ops_arrives), (Kind.FUP, division.fup_arrives)):
        if arrival is not None:
            due: dict[str, int] = {Tally.DUE_DAY: arrival.day, Tally.DUE: arrival.turn}
            yield Unit(UnitId(f"{name} {kind}"), kind, side, part_of=name, marks=frozenset({Mark.WITHHELD}),
                       tallies=due, known_to=NOBODY_ELSE)  # fmt: skip


def missions(army: Army, side: Side, variants: frozenset[str]) -> Iterator[Unit]:
    """Templates of the artillery and of field guns, and aircraft if they are played."""
    own = army.artillery.templates if army.artillery else 0
    texts = [text for entry in army.battalions for text in entry.everybody]
    guns = sum(model(text).kind == Kind.FIELD_GUN for text in texts)
    for number in range(1, own + guns + 1):
        name = UnitId(f"{side} template {number}")
        traits = frozenset({Trait.OF_A_GUN}) if number > own else frozenset[str]()
        yield Unit(name, Kind.TEMPLATE, side, part_of=UnitId(side), traits=traits, known_to=NOBODY_ELSE)
    if army.air and "air-attack" in variants:
        rockets = frozenset({Trait.ROCKETS}) if army.air.rockets else frozenset[str]()
        for number in range(1, army.air.missions + 1):
            name = UnitId(f"{side} aircraft {number}")
            yield Unit(name, Kind.AIR_MISSION, side, part_of=UnitId(side), traits=rockets, known_to=NOBODY_ELSE)


def raised(side: Side, entry: Entry, hidden: frozenset[Side] | None) -> Iterator[Unit]:
    """A battalion and its stands. Only its owner knows of a battalion in reserve."""
    known = NOBODY_ELSE if entry.post is None else hidden
    flags = {
        Trait.COMMONWEALTH: entry.commonwealth,
        Trait.MAY_START_SET_UP: entry.set_up,
        Trait.MAY_WAIT: entry.may_wait,
        Trait.AIRBORNE: bool(entry.airborne),
        Trait.GLIDER: entry.airborne == "glider",
    }
    traits = frozenset({entry.quality, *(trait for trait, holds in flags.items() if holds)})
    marks = {Mark.RESERVE} | ({Mark.ACTIVATED} if entry.state == "activated" else set())
    marks |= {Mark.TO_LAND} if entry.airborne else set()
    tallies: dict[str, int] = {Tally.AT_DAWN: len(entry.everybody), Tally.LOST_TODAY: 0, Tally.ACTIONS: 0}
    body = UnitId(entry.id)
    yield Unit(body, Kind.BATTALION, side, part_of=UnitId(entry.group), traits=traits, marks=frozenset(marks),
               tallies=tallies, known_to=known)  # fmt: skip
    for number, text in enumerate(entry.everybody, 1):
        made = model(text)
        armed = replace(made, smg=made.smg or (entry.smg and made.kind == Kind.INFANTRY))
        yield from stand_of(side, body, number, armed, attached=number > len(entry.stands), known=known)


def model_name(stand: Unit) -> str:
    """The name of a model: "M4 Sherman" of "A1/7 M4 Sherman"."""
    return stand.id.partition("/")[2].partition(" ")[2]


def stand_of(
    side: Side, body: UnitId, number: int, made: Model, *, attached: bool, known: frozenset[Side] | None
) -> Iterator[Unit]:
    classes = ((GUN, made.gun), (ARMOUR, made.armour), (SPEED, made.speed), (RIDES, made.rides))
    traits = {word + value for word, value in classes if value}
    traits |= {Trait.ATTACHED, Trait.CAME_ATTACHED} if attached else set()
    traits |= {Trait.ENGINEERS} if made.engineers else set()
    traits |= {Trait.SMG} if made.smg else set()
    marks = frozenset({Mark.LOADED}) if made.rides else frozenset[str]()
    name = UnitId(f"{body}/{number} {made.name}")
    yield Unit(name, made.kind, side, part_of=body, traits=frozenset(traits), marks=marks,
               tallies={Tally.SLOT: number}, known_to=known)  # fmt: skip
    if made.rides == "half-track":
        yield Unit(UnitId(name + ITS_TRACK), Kind.HALF_TRACK, side, part_of=body, known_to=known)
