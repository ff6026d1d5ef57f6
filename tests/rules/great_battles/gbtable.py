"""Tables a player can read: battalions by name, strength, place and formation, on open ground but for some pieces."""

from collections.abc import Callable, Iterable
from functools import partial

import msgspec
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.board.tablemap import TableMap
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.play import Play
from sandtable.kernel.position import Waiting
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.d10 import EDITION as D10
from sandtable.rules.great_battles.d20 import EDITION
from sandtable.rules.great_battles.formation import USUAL, drawn_up
from sandtable.rules.great_battles.scenario import (
    Air,
    Army,
    Artillery,
    Drop,
    Entry,
    GreatBattle,
    Objective,
    Victory,
    model,
)
from sandtable.rules.great_battles.setup import opening
from sandtable.rules.great_battles.view import view as seen
from sandtable.rules.great_battles.words import Formation, Kind, Mark
from sandtable.testing import Acted, Scripted

RED, BLUE = Side("Red"), Side("Blue")
INFANTRY, TANK = "Infantry", "Sherman M-M-M"


class Body:
    """A battalion as a test describes it."""

    def __init__(
        self,
        name: str,
        at: tuple[float, float] | None = None,
        facing: int = 0,
        *,
        side: Side = RED,
        stands: tuple[str, ...] = (INFANTRY,) * 3,
        attached: tuple[str, ...] = (),
        quality: str = "average",
        formation: Formation = Formation.ASSAULT,
        interval: int = USUAL,
        active: bool = True,
        smg: bool = False,
        hidden: bool = False,
        group: str = "",
        marks: tuple[str, ...] = (),
        suppressed: tuple[int, ...] = (),
        destroyed: tuple[int, ...] = (),
        set_up: tuple[int, ...] = (),
        loaded: bool = False,
        airborne: str = "",
    ) -> None:
        """`at`: the middle of its front; None: in reserve. Stands count from 1, attached ones after the rest."""
        self.name, self.at, self.facing, self.side = name, at, facing, side
        lands = 5 if airborne else 0
        self.entry = Entry(name, group or name[0], quality, stands, attached, smg=smg, airborne=airborne, lands=lands)
        self.formation, self.interval, self.active, self.hidden = formation, interval, active, hidden
        self.marks, self.suppressed, self.destroyed, self.set_up = marks, suppressed, destroyed, set_up
        self.loaded = loaded

    @property
    def has_troops(self) -> bool:
        """A side needs infantry or armour; what has none is lent a battalion that waits in reserve."""
        kinds = {model(text).kind for text in (*self.entry.stands, *self.entry.attached)}
        return not kinds.isdisjoint({Kind.INFANTRY, Kind.ARMOUR})


def table(
    *bodies: Body,
    pieces: tuple[dict[str, object], ...] = (),
    size: tuple[float, float] = (60, 48),
    options: tuple[str, ...] = (),
    sight: int = 12,
    turn: int = 5,
    points: int = 20,
    artillery: Artillery | None = None,
    air: Air | None = None,
    c_ops: dict[Side, tuple[float, float]] | None = None,
    fup: dict[Side, tuple[float, float]] | None = None,
    supply: str = "average",
    weather: str = "",
    month: str = "June",
    days: int = 1,
    objectives: tuple[Objective, ...] = (),
    victory: Victory | None = None,
    edges: tuple[str, str] = ("south", "north"),
    drop: Drop | None = None,
    rules: str = EDITION.book.about.id,
) -> State:
    """A battle in the middle of a day. Red, the attacker and 1st player, is in the south, Blue in the north."""
    spare = {RED: Body("R9", side=RED, stands=(INFANTRY,)), BLUE: Body("B9", side=BLUE, stands=(INFANTRY,))}
    everybody = [
        *bodies,
        *(spare[s] for s in (RED, BLUE) if not any(one.side == s and one.has_troops for one in bodies)),
    ]
    armies = tuple(
        Army(
            side, edge, tuple(one.entry for one in everybody if one.side == side), points=points, supply=supply,
            artillery=artillery, air=air, c_ops=(c_ops or {}).get(side), fup=(fup or {}).get(side),
            drop=drop if side == RED else None,
        )
        for side, edge in zip((RED, BLUE), edges, strict=True)
    )  # fmt: skip
    drawn = TableMap(size=size, pieces=pieces_of(pieces))
    scenario = GreatBattle(
        id="test", rules=rules, title="Test", setting="", size="", map=drawn, month=month, side=armies,
        attacker=RED, first_player=RED, days=days, objectives=objectives, victory=victory or Victory(), open=True,
    )  # fmt: skip
    state = opening(scenario, frozenset(options))
    units = dict(state.units)
    for one in everybody:
        stand_up(state, units, one)
    if weather:
        units[UnitId("sky")] = replace(units[UnitId("sky")], marks=frozenset({weather}))
    return replace(state, units=units, tallies={**state.tallies, "turn": turn, "sighting distance": sight})


def pieces_of(pieces: tuple[dict[str, object], ...]) -> tuple:
    return msgspec.convert({"size": [1, 1], "pieces": list(pieces)}, TableMap).pieces


def stand_up(state: State, units: dict[UnitId, Unit], one: Body) -> None:
    known = frozenset[Side]() if one.hidden or one.at is None else None
    body = units[UnitId(one.name)]
    marks = {
        *one.marks,
        *([Mark.ACTIVATED] if one.active else []),
        *([Mark.RESERVE] if one.at is None else [one.formation]),
    }
    marks |= body.marks & {Mark.TO_LAND} if one.at is None else set()
    tallies = {**body.tallies, "interval": one.interval}
    stands = [unit for unit in units.values() if unit.part_of == body.id and unit.kind != Kind.HALF_TRACK]
    anchor = Place(*one.at, one.facing) if one.at else None
    spots = drawn_up(state, one.formation, stands, one.interval, anchor) if anchor else {}
    units[body.id] = replace(body, place=anchor, marks=frozenset(marks), tallies=tallies, known_to=known)
    for number, stand in enumerate(stands, 1):
        flags = {
            Mark.SUPPRESSED: number in one.suppressed,
            Mark.DESTROYED: number in one.destroyed,
            Mark.SET_UP: number in one.set_up,
            Mark.LOADED: one.loaded and Mark.LOADED in stand.marks,
        }
        place = None if number in one.destroyed else spots.get(stand.id)
        marked = frozenset(mark for mark, holds in flags.items() if holds)
        units[stand.id] = replace(stand, place=place, marks=marked, known_to=known)


# ---- reading a table


def stand(state: State, name: str) -> Unit:
    """A stand by the beginning of its name: "A1/2"."""
    return next(unit for unit in state.units.values() if unit.id == name or unit.id.startswith(f"{name} "))


def sid(state: State, name: str) -> UnitId:
    return stand(state, name).id


def moved(state: State, name: str, x: float, y: float, facing: int | None = None) -> State:
    """The same table with one stand put by hand somewhere else."""
    one = stand(state, name)
    turn = facing if facing is not None else one.place.facing if one.place else 0
    return state.put(replace(one, place=Place(x, y, turn)))


def marked(state: State, name: str, *marks: str) -> State:
    one = stand(state, name)
    return state.put(replace(one, marks=one.marks | set(marks)))


def asks(
    state: State, carry_out: Callable[[Play], object], dice: Iterable[int] = (), picks: Iterable[Command] = ()
) -> Question:
    """The first question that the script leaves open."""
    script = Scripted(dice, picks)

    class Halting(Scripted):
        def choose(self, question: Question) -> Command:
            if question.forced is None and not self.picks:
                raise Waiting(question)
            return super().choose(question)

    halting = Halting(script.dice, script.picks)
    try:
        carry_out(Play(state, halting, seen))
    except Waiting as halt:
        return halt.question
    raise AssertionError("the rules asked nothing")


def offers(question: Question) -> list[Command]:
    """What may be chosen, where no place is left open."""
    return [option.command for option in question.options if option.region is None]


def why_not(question: Question, command: Command) -> str:
    """The clause that forbids a command; none if it is allowed."""
    refusal = question.refuse(command)
    return refusal.clause if refusal else ""


def first_question(state: State, carry_out: Callable[[Play], object]) -> Question:
    """The first thing the rules ask, even if there is only one answer."""

    class Halting(Scripted):
        def choose(self, question: Question) -> Command:
            raise Waiting(question)

    try:
        carry_out(Play(state, Halting(), seen))
    except Waiting as halt:
        return halt.question
    raise AssertionError("the rules asked nothing")


# ---- the d10 charts


table10 = partial(table, rules=D10.book.about.id)


class Unturned(Scripted):
    """A script by which whoever falls back goes on facing as he did."""

    def choose(self, question: Question) -> Command:
        if question.text.endswith("which way does it face?"):
            return question.options[-1].command
        return super().choose(question)


def act10(
    state: State, carry_out: Callable[[Play], object], dice: Iterable[int] = (), picks: Iterable[Command] = ()
) -> Acted:
    """As `act`, by the views of the sides, where nobody is out to turn about after a retreat."""
    script = Unturned(dice, picks)
    play = Play(state, script, seen)
    carry_out(play)
    assert not script.dice and not script.picks
    return Acted(play, script)
