"""Questions that change nothing: sight, distance, ground, fields of fire, and tests of a place."""

from collections.abc import Mapping
from itertools import pairwise
from math import fsum

from msgspec import Struct
from msgspec.structs import asdict, replace

from sandtable.board.board import POINT, Drawn, Lined, Picker, Sight
from sandtable.board.grid import SquareGrid
from sandtable.board.lazy import lazy
from sandtable.board.nearest import apart, nearest
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Decision, Refusal
from sandtable.kernel.position import PathError, Position, answered, run, settle
from sandtable.kernel.seat import NoDice, Seat
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.players.arranging import step_of_set_up
from sandtable.server import messages as wire
from sandtable.server import scene
from sandtable.server.battle import Battle
from sandtable.server.decisions import command_of, option_called, place_at, spot, units_named
from sandtable.server.refused import Refused
from sandtable.telling import measuring
from sandtable.telling.display import Display
from sandtable.telling.measuring import End, Gap
from sandtable.telling.names import where
from sandtable.telling.places import told_command

OFF = "that is not on the table"


# ---- options


class Open(Struct, frozen=True):
    """An option that a visitor asks about."""

    at: Position
    number: int
    command: Command


def option_asked(battle: Battle, decision: Decision, asked: wire.Asking, to: scene.Spot | None) -> Open:
    option = option_called(decision, asked.option)
    if option is None:
        raise Refused(f"there is no option {asked.option}")
    if option.region is not None and to is None and isinstance(asked, wire.Weigh):
        raise Refused("this option needs a place")
    return Open(battle.position, asked.option, command_of(battle.state.board, option, to))


def region_asked(battle: Battle, decision: Decision, asked: wire.Asking) -> Open:
    found = option_asked(battle, decision, asked, None)
    if asked.option >= len(decision.options) or decision.options[asked.option].region is None:
        raise Refused("this option needs no place")
    return found


def tested(battle: Battle, decision: Decision, view: State, asked: wire.Test) -> wire.Tested:
    """Whether the rules allow the place, why not, and which enemies could fire at it."""
    option = option_called(decision, asked.option)
    region, place = option.region if option else None, place_at(battle.state.board, asked.to) if asked.to else None
    if isinstance(region, Lined) and place:  # along roads it is the nearest place on a road
        place = region.nearest(place)
    to = spot(place) if place else None
    found = option_asked(battle, decision, asked, to)
    refusal = refusal_of(battle, found.command)
    spots = region.laid_out(place) if isinstance(region, Drawn) and place else {}
    threats = () if refusal else threats_at(battle, view, spots or alone(found.command, view))
    near = (
        nearest(region, place, standing(view, found.command)) if asked.meant and refusal and region and place else None
    )
    return wire.Tested(
        id=asked.id,
        seq=asked.seq,
        to=to,
        words=told_command(found.command, view),
        ok=refusal is None,
        why=refusal.why if refusal else "",
        clause=refusal.clause if refusal else "",
        stands=tuple(wire.Standing(id, at.x, at.y, at.facing) for id, at in spots.items()),
        threats=threats,
        nearest=spot(near) if near else None,
        off=round(apart(near, place), 1) if near and place else 0.0,
        sure=asked.meant and refusal is None and not threats and is_sure(battle, found.command),
    )


def standing(view: State, command: Command) -> Place | None:
    """Where the unit of a command stands now."""
    named = units_named(command, view)
    return view.units[named[0]].place if named else None


def is_sure(battle: Battle, command: Command) -> bool:
    """Whether no die is thrown and nobody else decides before this step is over, as far as the side knows.

    The last command of a set-up is never sure: with it the side says that it is ready.
    """
    at = battle.position
    assert at.question is not None
    known = Seat(battle.rules, at.question, at).imagine(Picker(0))
    try:
        then = settle(battle.rules, known, answered(known, command, NoDice())).position if known else None
        if then is not None and then.question is None and step_of_set_up(at):
            then = run(battle.rules, then.start, (), NoDice()).position
    except PathError:  # a die
        return False
    return then is not None and (then.question is None or then.question.side == at.question.side)


def refusal_of(battle: Battle, command: Command) -> Refusal | None:
    question = battle.position.question
    assert question is not None
    return question.refuse(command)


def alone(command: Command, view: State) -> Mapping[UnitId, Place]:
    """The unit that a command places, and its place."""
    to, named = getattr(command, "to", None), units_named(command, view)
    return {UnitId(named[0]): to} if named and isinstance(to, Place) else {}


def threats_at(battle: Battle, view: State, spots: Mapping[UnitId, Place]) -> tuple[wire.Threat, ...]:
    """The threats that the side can see, with these models at their new places."""
    known = {id: at for id, at in spots.items() if id in view.units}
    for id, at in known.items():
        view = view.put(replace(view.units[id], place=at))
    ends = {id: unit.place.point for id, unit in view.units.items() if unit.place}
    return tuple(
        wire.Threat(**asdict(one), start=ends[one.firer], end=ends[one.target])
        for one in battle.rules.showing.threats(view, tuple(known))
    )


# ---- the table


class SeenTable(Struct, frozen=True, dict=True):
    """What one side sees of the table."""

    battle: Battle
    view: State
    eyes: Side

    def models(self, name: str) -> list[Unit]:
        """The models of a unit that the side sees. It learns nothing of others, not even that they exist."""
        unit = self.view.units.get(UnitId(name))
        models = self.display.standing(unit) if unit is not None else []
        return [model for model in models if self.display.look(model).role == "piece"]

    @lazy
    def display(self) -> Display:
        return Display(self.battle.rules, self.view)

    def place(self, at: scene.Point) -> Place:
        """The place of a point; on a grid the square around it."""
        x, y = at
        return place_at(self.view.board, (round(x), round(y), 0) if self.is_grid else (x, y, 0))

    @property
    def is_grid(self) -> bool:
        return isinstance(self.view.board, SquareGrid)

    def ends(self, what: wire.Where) -> list[End]:
        """Possible ends of a ruler: each model of the unit, or the point."""
        if not isinstance(what, str):
            place = self.place(what)
            return [End(place, POINT, where(self.view.board, place))]
        unit = self.view.units.get(UnitId(what))
        shown = self.models(what) or ([unit] if unit and self.display.look(unit).role not in ("group", "none") else [])
        return measuring.ends(self.display, shown)

    def gap(self, one: wire.Where, other: wire.Where) -> Gap:
        found = measuring.gap_between(self.view.board, self.ends(one), self.ends(other))
        if found is None:
            raise Refused(OFF)
        return found


def sighted(table: SeenTable, asked: wire.LookAlong) -> wire.Sighted:
    """Sight between two units, from model to model; otherwise from point to point."""
    ours, theirs = (table.models(end) if isinstance(end, str) else [] for end in (asked.a, asked.b))
    if ours and theirs:
        a, b, line = measuring.sight_between(table.display, ours, theirs)
        return seen(table, asked.id, line, table.gap(a.id, b.id))
    gap = table.gap(asked.a, asked.b)
    rules = table.battle.rules
    return seen(table, asked.id, rules.sight(table.view, gap.one.place, gap.other.place), gap)


def seen(table: SeenTable, id: str, line: Sight, gap: Gap) -> wire.Sighted:
    one, other = gap.one.name, gap.other.name
    words = f"{one} and {other} see each other" if line.clear else f"{one} does not see {other}: {line.past}"
    return wire.Sighted(id, line.clear, line.past, line.at, gap.inches, f"{words}, {far(table, gap.inches)}")


def far(table: SeenTable, distance: float) -> str:
    if table.is_grid:
        return f"{distance:g} square{'s' * (distance != 1)}"
    return f'{distance:.2f}"'


def measured(table: SeenTable, asked: wire.Measure) -> wire.Measured:
    """The length of each leg; between units from edge to edge."""
    distances = [table.gap(one, other).inches for one, other in pairwise(asked.points)]
    legs = [wire.Leg(distance, far(table, distance)) for distance in distances]
    total = round(fsum(leg.distance for leg in legs), 2)
    return wire.Measured(asked.id, tuple(legs), total, far(table, total))


def ground_at(table: SeenTable, asked: wire.PointAt) -> wire.GroundAt:
    place = table.place((asked.x, asked.y))
    return wire.GroundAt(asked.id, table.battle.rules.showing.ground(table.view, place))


def field_of(table: SeenTable, asked: wire.AskField) -> wire.Field:
    """The fields of fire of each model of a unit."""
    models = table.models(asked.piece)
    if not models:
        raise Refused(OFF)
    found: list[wire.Sector] = []
    for model in models:
        assert model.place is not None
        for one in table.battle.rules.showing.sectors(table.view, model):
            found.append(wire.Sector(**asdict(one), **asdict(model.place)))
    return wire.Field(asked.id, asked.piece, tuple(found))
