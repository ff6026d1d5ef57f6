"""Tables a player can read: battalions by name, strength, place and formation, on open ground but for some pieces.

Beside it are the set-ups of the chapters, for both editions: `orders` (activation and actions), `manoeuvres`, `facing`
(sight and fire), `melee`, `missions` (barrages and aircraft), `drops` (from the air), `rear` (staff, reserves, night),
`prize` (objectives); `gbday` plays parts of a day, `gbrandom` makes tables at random. A name that ends in 10: by the
d10 charts.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.board.tablemap import TableMap
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.events import Rolled
from sandtable.kernel.play import Play
from sandtable.kernel.position import Waiting
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import (
    Air,
    Army,
    Artillery,
    Division,
    Drop,
    Entry,
    GreatBattle,
    Objective,
    Victory,
    model,
)
from sandtable.rules.great_battles.battle.setup import opening
from sandtable.rules.great_battles.battle.weather import SKY
from sandtable.rules.great_battles.d10 import EDITION as D10
from sandtable.rules.great_battles.d20 import EDITION as D20
from sandtable.rules.great_battles.table.formation import USUAL, drawn_up
from sandtable.rules.great_battles.view import view as seen
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally
from sandtable.testing import Acted, Scripted, act

Rule = Callable[[Play], object]
Piece = dict[str, object]  # a piece of terrain as a scenario writes it
Spots = dict[Side, tuple[float, float]]

GB20, GB10 = D20.book.about.id, D10.book.about.id
RED, BLUE = Side("Red"), Side("Blue")
INFANTRY, TANK, WEAPONS = "Infantry", "Sherman M-M-M", "Heavy weapons"


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
        division: str = "",
    ) -> None:
        """`at`: the middle of its front; None: in reserve. Stands count from 1, attached ones after the rest."""
        self.name, self.at, self.facing, self.side = name, at, facing, side
        lands = 5 if airborne else 0
        self.entry = Entry(name, group or name[0], quality, stands, attached, smg=smg, airborne=airborne, lands=lands,
                           division=division)  # fmt: skip
        self.formation, self.interval, self.active, self.hidden = formation, interval, active, hidden
        self.marks, self.suppressed, self.destroyed, self.set_up = marks, suppressed, destroyed, set_up
        self.loaded = loaded

    @property
    def has_troops(self) -> bool:
        """A side needs infantry or armour; what has none is lent a battalion that waits in reserve."""
        kinds = {model(text).kind for text in (*self.entry.stands, *self.entry.attached)}
        return not kinds.isdisjoint({Kind.INFANTRY, Kind.ARMOUR})


FOE = Body("B1", (20, 40), 180, side=BLUE)  # somebody for Blue, out of the way


def table(
    *bodies: Body, options: tuple[str, ...] = (), sight: int = 12, turn: int = 5, weather: str = "", **said: Any
) -> State:
    """A battle in the middle of a day. What else the scenario says: see `scenario` and `army`."""
    everybody = [*bodies, *lent(bodies)]
    state = opening(scenario(everybody, **said), frozenset(options))
    units = dict(state.units)
    for one in everybody:
        stand_up(state, units, one)
    if weather:
        units[SKY] = replace(units[SKY], marks=frozenset({weather}))
    return replace(state, units=units, tallies={**state.tallies, Tally.TURN: turn, Tally.SIGHT: sight})


def lent(bodies: Iterable[Body]) -> list[Body]:
    """A battalion in reserve for each side that has no troops."""
    fighting = {one.side for one in bodies if one.has_troops}
    spare = Body("R9", side=RED, stands=(INFANTRY,)), Body("B9", side=BLUE, stands=(INFANTRY,))
    return [one for one in spare if one.side not in fighting]


def scenario(
    bodies: Iterable[Body],
    *,
    rules: str = GB20,
    size: tuple[float, float] = (60, 48),
    pieces: tuple[Piece, ...] = (),
    edges: tuple[str, str] = ("south", "north"),
    month: str = "June",
    days: int = 1,
    objectives: tuple[Objective, ...] = (),
    victory: Victory | None = None,
    **armies: Any,
) -> GreatBattle:
    """Red, the attacker and 1st player, is in the south, Blue in the north."""
    drawn = msgspec.convert({"size": size, "pieces": list(pieces)}, TableMap)
    sides = tuple(army(side, edge, bodies, **armies) for side, edge in zip((RED, BLUE), edges, strict=True))
    return GreatBattle(
        id="test", rules=rules, title="Test", setting="", size="", map=drawn, month=month, side=sides,
        attacker=RED, first_player=RED, days=days, objectives=objectives, victory=victory or Victory(), open=True,
    )  # fmt: skip


def army(
    side: Side,
    edge: str,
    bodies: Iterable[Body],
    *,
    points: int = 20,
    supply: str = "average",
    artillery: Artillery | None = None,
    air: Air | None = None,
    c_ops: Spots | None = None,
    fup: Spots | None = None,
    drop: Drop | None = None,
    divisions: tuple[Division, ...] = (),
) -> Army:
    """Both sides have the same, but for where their staff is; it is Red who comes from the air and has divisions."""
    mine = tuple(one.entry for one in bodies if one.side == side)
    staff, staging = (c_ops or {}).get(side), (fup or {}).get(side)
    return Army(
        side, edge, mine, points=points, supply=supply, artillery=artillery, air=air, c_ops=staff, fup=staging,
        drop=drop if side == RED else None, divisions=divisions if side == RED else (),
    )  # fmt: skip


def stand_up(state: State, units: dict[UnitId, Unit], one: Body) -> None:
    """Put a battalion and its stands among the units as the test describes them."""
    body = units[UnitId(one.name)]
    stands = [unit for unit in units.values() if unit.part_of == body.id and unit.kind != Kind.HALF_TRACK]
    anchor = Place(*one.at, one.facing) if one.at else None
    spots = drawn_up(state, one.formation, stands, one.interval, anchor) if anchor else {}
    known = frozenset[Side]() if one.hidden or one.at is None else None
    tallies = {**body.tallies, "interval": one.interval}
    units[body.id] = replace(body, place=anchor, marks=marks_of(one, body), tallies=tallies, known_to=known)
    for number, stand in enumerate(stands, 1):
        place = None if number in one.destroyed else spots.get(stand.id)
        units[stand.id] = replace(stand, place=place, marks=marks_on(one, number, stand), known_to=known)


def marks_of(one: Body, body: Unit) -> frozenset[str]:
    where = body.marks & {Mark.TO_LAND} | {Mark.RESERVE} if one.at is None else {one.formation}
    return frozenset({*one.marks, *where, *([Mark.ACTIVATED] if one.active else [])})


def marks_on(one: Body, number: int, stand: Unit) -> frozenset[str]:
    flags = {
        Mark.SUPPRESSED: number in one.suppressed,
        Mark.DESTROYED: number in one.destroyed,
        Mark.SET_UP: number in one.set_up,
        Mark.LOADED: one.loaded and Mark.LOADED in stand.marks,
    }
    return frozenset(mark for mark, holds in flags.items() if holds)


# ---- playing on it


def carried_out(
    state: State, rule: Callable[..., object], *args: Any, dice: Iterable[int] = (), picks: Iterable[Command] = ()
) -> Acted:
    """What comes of a rule when everybody is asked by his own view."""
    return act(state, lambda play: rule(play, *args), dice, picks, seen)


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


def rolls(after: Acted) -> list[Rolled]:
    return [entry.event for entry in after.entries if isinstance(entry.event, Rolled)]


def fate(after: Acted, name: str = "B1/1") -> str:
    """What has become of a stand."""
    marks = stand(after.state, name).marks
    return next((mark for mark in (Mark.DESTROYED, Mark.SUPPRESSED) if mark in marks), "")


# ---- what the rules ask


class ToTheEnd(Scripted):
    """A script that halts at the first question it leaves open."""

    def choose(self, question: Question) -> Command:
        if question.forced is None and not self.picks:
            raise Waiting(question)
        return super().choose(question)


class AtOnce(Scripted):
    """A script that halts at the first question of all."""

    def choose(self, question: Question) -> Command:
        raise Waiting(question)


def halted(state: State, carry_out: Rule, script: Scripted) -> Question:
    try:
        carry_out(Play(state, script, seen))
    except Waiting as halt:
        return halt.question
    raise AssertionError("the rules asked nothing")


def asks(state: State, carry_out: Rule, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Question:
    """The first question that the script leaves open."""
    return halted(state, carry_out, ToTheEnd(dice, picks))


def first_question(state: State, carry_out: Rule) -> Question:
    """The first thing the rules ask, even if there is only one answer."""
    return halted(state, carry_out, AtOnce())


def offers(question: Question) -> list[Command]:
    """What may be chosen, where no place is left open."""
    return [option.command for option in question.options if option.region is None]


def why_not(question: Question, command: Command) -> str:
    """The clause that forbids a command; none if it is allowed."""
    refusal = question.refuse(command)
    return refusal.clause if refusal else ""


# ---- the d10 charts


table10 = partial(table, rules=GB10)


class Unturned(Scripted):
    """A script by which whoever falls back goes on facing as he did."""

    def choose(self, question: Question) -> Command:
        if question.text.endswith("does it turn about?"):
            return question.options[-1].command
        return super().choose(question)


def act10(state: State, carry_out: Rule, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
    """As `act`, by the views of the sides, where nobody is out to turn about after a retreat."""
    script = Unturned(dice, picks)
    play = Play(state, script, seen)
    carry_out(play)
    assert not script.dice and not script.picks
    return Acted(play, script)
