"""A table set by hand: battalions by name, strength, place and formation, on open ground with some pieces.

    table("great-battles-d20", "Red A1 at 20,10 facing 0: 3 Infantry", "Blue B1 at 20,14 facing 180: Infantry; march",
          ground=["woods at 20,16 size 4,1"])

Words of a battalion: its quality and formation, "inactive", "hidden", "SMG", "loaded", "attacks B1", any of its
marks; and of one of its stands, by number: "suppressed 2", "destroyed 1", "set up 3". Without a place it is in reserve.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.board.tablemap import Laid, TableMap
from sandtable.kernel.state import Link, Side, State, Step, Unit, UnitId
from sandtable.mechanics.shorthand import Described, described, piece
from sandtable.rules.great_battles import steps
from sandtable.rules.great_battles.battle.scenario import (
    Army,
    Division,
    Drop,
    Entry,
    GreatBattle,
    Objective,
    Victory,
    model,
)
from sandtable.rules.great_battles.book.charts import QUALITIES
from sandtable.rules.great_battles.frame.setup import opening
from sandtable.rules.great_battles.frame.weather import SKY
from sandtable.rules.great_battles.table.formation import USUAL, drawn_up
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally, Tie

Piece = dict[str, object]  # a piece of terrain as a scenario writes it
Spots = dict[Side, tuple[float, float]]

RED, BLUE = Side("Red"), Side("Blue")
INFANTRY = "Infantry"
OF_A_STAND = {Mark.SUPPRESSED: "suppressed", Mark.DESTROYED: "destroyed", Mark.SET_UP: "set_up"}
MARKS = frozenset(value for name, value in vars(Mark).items() if name.isupper())


class Body(Struct, frozen=True):
    """A battalion as somebody describes it. Stands count from 1, attached ones after the rest."""

    name: str
    at: tuple[float, float] | None = None  # the middle of its front; None: in reserve
    facing: int = 0
    side: Side = RED
    stands: tuple[str, ...] = (INFANTRY,) * 3
    attached: tuple[str, ...] = ()
    quality: str = "average"
    formation: Formation = Formation.ASSAULT
    interval: int = USUAL
    active: bool = True
    smg: bool = False
    hidden: bool = False
    group: str = ""
    marks: tuple[str, ...] = ()
    suppressed: tuple[int, ...] = ()
    destroyed: tuple[int, ...] = ()
    set_up: tuple[int, ...] = ()
    loaded: bool = False
    airborne: str = ""
    division: str = ""

    @property
    def entry(self) -> Entry:
        group, lands = self.group or self.name[0], 5 if self.airborne else 0
        return Entry(self.name, group, self.quality, self.stands, self.attached, smg=self.smg, airborne=self.airborne,
                     lands=lands, division=self.division)  # fmt: skip


def tabletop(
    bodies: Iterable["Body | str"],
    *,
    rules: str,
    ground: Iterable[str | Piece] = (),
    options: frozenset[str] = frozenset(),
    sight: int = 12,
    turn: int = 5,
    weather: str = "",
    agenda: tuple[Step, ...] | None = None,
    **said: Any,
) -> State:
    """A battle in the middle of a day; Red acts. For further arguments see `scenario` and `army`."""
    given = [one if isinstance(one, Body) else body_of(described(one)) for one in bodies]
    everybody = [*given, *lent(given)]
    state = opening(scenario(everybody, rules=rules, pieces=tuple(ground), **said), options)
    units = dict(state.units)
    for one in everybody:
        stand_up(state, units, one)
    for body in [unit for unit in units.values() if Mark.ACTIVATED in unit.marks and agenda is None]:
        units[body.id] = replace(body, tallies={**body.tallies, Tally.ACTIONS: 1})  # as if the dice had given it one
    if weather:
        units[SKY] = replace(units[SKY], marks=frozenset({weather}))
    tallies = {**state.tallies, Tally.TURN: turn, Tally.SIGHT: sight}
    return replace(state, units=units, tallies=tallies, agenda=rounds(RED) if agenda is None else agenda)


def rounds(side: Side) -> tuple[Step, ...]:
    """One round of actions, and what ends a player turn."""
    one_round = (steps.Moving, steps.Tidying, steps.Aiming, steps.Firing)
    return (*(step(side, 1) for step in one_round), steps.CloseCombat(side), steps.Morale(side), steps.Clearing(side))


def body_of(said: Described) -> "Body":
    """A battalion as its words describe it."""
    how: dict[str, Any] = {"marks": ()}
    for word in said.words:
        how.update(meaning(said, word, how))
    at = said.place.point if said.place else None
    stands = said.made_of or (INFANTRY,) * 3
    return Body(said.name, at, said.place.facing if said.place else 0, side=said.side, stands=stands, **how)


def meaning(said: Described, word: str, so_far: dict[str, Any]) -> dict[str, Any]:
    if word in QUALITIES:
        return {"quality": word}
    if word in set(Formation):
        return {"formation": Formation(word)}
    if word in ("hidden", "loaded"):
        return {word: True}
    if word == "inactive":
        return {"active": False}
    if word == "SMG":
        return {"smg": True}
    mark, _, number = word.rpartition(" ")
    if mark in OF_A_STAND and number.isdecimal():
        field = OF_A_STAND[mark]
        return {field: (*so_far.get(field, ()), int(number))}
    if word in MARKS or attack_of(word):
        return {"marks": (*so_far["marks"], word)}
    raise said.fault(f"{word!r} is no quality, formation or mark of a battalion")


def lent(bodies: Iterable[Body]) -> list[Body]:
    """A battalion in reserve for each side that has neither infantry nor armour."""
    troops = {Kind.INFANTRY, Kind.ARMOUR}
    fighting = {one.side for one in bodies for text in (*one.stands, *one.attached) if model(text).kind in troops}
    spare = Body("R9", side=RED, stands=(INFANTRY,)), Body("B9", side=BLUE, stands=(INFANTRY,))
    return [one for one in spare if one.side not in fighting]


def scenario(
    bodies: Iterable[Body],
    *,
    rules: str,
    size: tuple[float, float] = (60, 48),
    pieces: tuple[str | Piece, ...] = (),
    edges: tuple[str, str] = ("south", "north"),
    month: str = "June",
    days: int = 1,
    objectives: tuple[Objective, ...] = (),
    victory: Victory | None = None,
    **armies: Any,
) -> GreatBattle:
    """Red, the attacker and 1st player, is in the south, Blue in the north."""
    laid = tuple(piece(one) if isinstance(one, str) else msgspec.convert(one, Laid) for one in pieces)
    drawn = TableMap(size, laid)
    sides = tuple(army(side, edge, bodies, **armies) for side, edge in zip((RED, BLUE), edges, strict=True))
    return GreatBattle(
        id="by hand", rules=rules, title="A table set by hand", setting="", size="", map=drawn, month=month, side=sides,
        attacker=RED, first_player=RED, days=days, objectives=objectives, victory=victory or Victory(), open=True,
    )  # fmt: skip


def army(
    side: Side,
    edge: str,
    bodies: Iterable[Body],
    *,
    c_ops: Spots | None = None,
    fup: Spots | None = None,
    drop: Drop | None = None,
    divisions: tuple[Division, ...] = (),
    **said: Any,
) -> Army:
    """Both sides have the same, except for the place of their staff; only Red has a drop and divisions."""
    mine = tuple(one.entry for one in bodies if one.side == side)
    own = {"drop": drop, "divisions": divisions} if side == RED else {}
    staff = {"c_ops": (c_ops or {}).get(side), "fup": (fup or {}).get(side)}
    return Army(side, edge, mine, **{"points": 20, **staff, **own, **said})


def stand_up(state: State, units: dict[UnitId, Unit], one: Body) -> None:
    """Put a battalion and its stands among the units as they are described."""
    body, attacks = units[UnitId(one.name)], [enemy for enemy in map(attack_of, one.marks) if enemy]
    marks = {mark for mark in one.marks if not attack_of(mark)} | ({Mark.ACTIVATED} if one.active else set())
    marks |= body.marks & {Mark.TO_LAND} | {Mark.RESERVE} if one.at is None else {one.formation}
    stands = [unit for unit in units.values() if unit.part_of == body.id and unit.kind != Kind.HALF_TRACK]
    anchor = Place(*one.at, one.facing) if one.at else None
    spots = drawn_up(state, one.formation, stands, one.interval, anchor) if anchor else {}
    known = frozenset[Side]() if one.hidden or one.at is None else None
    tallies = {**body.tallies, "interval": one.interval}
    links = tuple(Link(Tie.ATTACKS, enemy) for enemy in attacks)
    units[body.id] = replace(body, place=anchor, marks=frozenset(marks), tallies=tallies, known_to=known, links=links)
    for number, stand in enumerate(stands, 1):
        place = None if number in one.destroyed else spots.get(stand.id)
        own = {mark for mark, field in OF_A_STAND.items() if number in getattr(one, field)}
        own |= stand.marks & {Mark.LOADED} if one.loaded else set()
        units[stand.id] = replace(stand, place=place, marks=frozenset(own), known_to=known)


def attack_of(word: str) -> UnitId | None:
    """The enemy in "attacks B1", with whom it is in close combat."""
    kind, _, enemy = word.partition(" ")
    return UnitId(enemy) if kind == Tie.ATTACKS and enemy else None
