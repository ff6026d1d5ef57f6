"""The opening state of a scenario, and the deployment."""

from collections import Counter
from collections.abc import Iterator

from sandtable.board.board import Facings, Picker, Region
from sandtable.board.grid import Square, square_outlines
from sandtable.board.lazy import lazy
from sandtable.board.place import EDGES, Place, Point
from sandtable.kernel.decision import Command, Option, Placing, Refusal, Topic
from sandtable.kernel.events import Boarded
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import NOBODY, Side, State, Unit, UnitId
from sandtable.rules.portable_wargame.book import BOMB_LOADS, BOMBER, KINDS, ROWS_OF, TANKS, TRANSPORT
from sandtable.rules.portable_wargame.commands import Deploy, StartAboard
from sandtable.rules.portable_wargame.entering import take_objective
from sandtable.rules.portable_wargame.events import Put
from sandtable.rules.portable_wargame.field import field, grid, on_board
from sandtable.rules.portable_wargame.movement import ENTERS
from sandtable.rules.portable_wargame.scenario import (
    COMPASS,
    Army,
    Entry,
    PortableScenario,
    battle,
    check,
    known_option,
)
from sandtable.rules.portable_wargame.stacking import DEEP_RIVER, refuse_river, refuse_stack
from sandtable.rules.portable_wargame.transport import refuse_carry
from sandtable.rules.portable_wargame.words import Mark, Marker, Tally

CARRIERS = TRANSPORT | TANKS
DEPLOY = Clause("pw.setup.deployment")
FACES, MAY_RIDE = "starts facing ", "may start aboard"


# ---- the opening state


def opening(scenario: Scenario, variants: frozenset[str]) -> State:
    """The state with all Units off the board and an empty agenda."""
    assert isinstance(scenario, PortableScenario)
    check(scenario)
    for option in sorted(variants):
        known_option(option, "options")
    sides = tuple(Side(army.name) for army in scenario.side)
    every = [(army, *named) for army in scenario.side for named in listed(army, variants)]
    units = [unit_of(army, entry, name, variants) for army, name, entry in every]
    units += [force_of(side, units) for side in sides] + objectives(scenario)
    if twice := [name for name, count in Counter(unit.id for unit in units).items() if count > 1]:
        raise ScenarioError(f"side: forces: the name {twice[0]!r} is given twice")
    return State(
        "portable-wargame",
        scenario,
        scenario.board(),
        sides,
        {unit.id: unit for unit in units},
        tallies={Tally.TURN: 0, Tally.ACTIVATIONS: 0},
        variants=variants,
    )


def listed(army: Army, variants: frozenset[str]) -> list[tuple[UnitId, Entry]]:
    """The Units of a side by name. Units with the same name get numbers."""
    entries = [entry for entry in army.forces for _ in range(entry.count) if in_play(entry, variants)]
    names = [f"{army.name} {called(entry)}" for entry in entries]
    numbers = [f" {names[: i + 1].count(name)}" if names.count(name) > 1 else "" for i, name in enumerate(names)]
    return [(UnitId(name + number), entry) for entry, name, number in zip(entries, names, numbers, strict=True)]


def called(entry: Entry) -> str:
    return entry.name or entry.gun or entry.type


def in_play(entry: Entry, variants: frozenset[str]) -> bool:
    needs = "air" if KINDS[entry.type].air else entry.option
    return not needs or needs in variants


def unit_of(army: Army, entry: Entry, name: UnitId, variants: frozenset[str]) -> Unit:
    """Without the option, Cyclists count as Infantry."""
    kind = "Infantry" if entry.type == "Cyclists" and "cyclists" not in variants else entry.type
    tallies: dict[str, int] = {Tally.SP: entry.strength or KINDS[kind].strength}
    if entry.arrives or KINDS[kind].air:
        tallies[Tally.ARRIVES] = entry.arrives or 1
    if kind == BOMBER:
        tallies[Tally.BOMBS] = BOMB_LOADS
    return Unit(
        name,
        kind,
        Side(army.name),
        part_of=UnitId(army.name),
        traits=frozenset(traits(entry)),
        marks=frozenset({Mark.GAS_SHELL}) if entry.gas and "gas" in variants else frozenset(),
        tallies=tallies,
    )


def traits(entry: Entry) -> Iterator[str]:
    if not KINDS[entry.type].air:
        yield entry.quality
    if entry.gun:
        yield entry.gun
    if set(entry.facing) != set(COMPASS):
        yield FACES + entry.facing
    if entry.may_start_aboard:
        yield MAY_RIDE
    yield from (ENTERS + square for square in entry.entry)


def force_of(side: Side, units: list[Unit]) -> Unit:
    """A Unit for the whole side, which counts its Strength Points."""
    initial = sum(unit.tallies[Tally.SP] for unit in units if unit.side == side)
    return Unit(UnitId(side), Marker.FORCE, side, tallies={Tally.INITIAL: initial, Tally.LOST: 0})


def objectives(scenario: PortableScenario) -> list[Unit]:
    board = scenario.board()
    return [
        Unit(UnitId(f"objective {name}"), Marker.OBJECTIVE, Side(side) or NOBODY, board.place(board.named(name)))
        for name, side in scenario.objectives.items()
    ]


# ---- deployment


@rule("pw.setup.deployment")
def deploy_next(play: Play, side: Side) -> bool:
    """Place the next Unit; carriers come first. Returns whether any is left."""
    unit = min(undeployed(play.state, side), key=lambda u: u.kind not in CARRIERS, default=None)
    if unit is None:
        return False
    order = play.ask(
        side,
        Topic("place", f"Where does {unit.id} start?", (unit.id,)),
        lambda view: starts(view, unit),
        why_not=lambda view, command: why_not_start(view, unit, command),
    )
    match order:
        case StartAboard(_, carrier):
            play.emit(Boarded(unit.id, carrier), Clause("pw.setup.forces"))
        case Deploy(_, to) if to is not None:
            play.emit(Put(unit.id, to, "starts on"))
            take_objective(play, side, grid(play.state).square(to))
    return True


def undeployed(state: State, side: Side) -> list[Unit]:
    return [
        unit
        for unit in state.units.values()
        if unit.side == side and unit.kind in KINDS and not on_board(unit) and Tally.ARRIVES not in unit.tallies
    ]


def starts(view: State, unit: Unit) -> Iterator[Option]:
    yield Option(Deploy(unit.id), DEPLOY, Zone(view, unit))
    if MAY_RIDE in unit.traits:
        for carrier in view.standing(unit.side):
            if carrier.kind in CARRIERS and refuse_carry(view, carrier, unit) is None:
                yield Option(StartAboard(unit.id, carrier.id), Clause("pw.setup.forces"))


class Zone(Region):
    """A Region: where a Unit may start. It checks squares only on request."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state, self.unit, self.board = state, unit, grid(state)
        given = [trait.removeprefix(FACES) for trait in unit.traits if trait.startswith(FACES)]
        self.facings = tuple(COMPASS[letter] for letter in (given[0] if given else "NESW"))
        first, last = battle(state).army(unit.side).rows(self.board.ranks)
        self.rows = range((first - 1) * self.board.files, last * self.board.files)

    def contains(self, place: Place) -> bool:
        if not self.board.has(place) or place.facing not in self.facings:
            return False
        return refuse_start(self.state, self.unit, self.board.square(place)) is None

    def sample(self, rng: Picker) -> Place:
        square = rng.choice(self.rows)
        if refuse_start(self.state, self.unit, square):
            square = rng.choice(self.squares)
        return self.board.place(square, rng.choice(self.facings))

    def places(self) -> list[Place]:
        return [self.board.place(square, facing) for square in self.squares for facing in self.facings]

    def outline(self) -> list[list[Point]]:
        return square_outlines(self.board.place(square) for square in self.squares)

    def faced(self) -> Facings:
        """At first towards the enemy."""
        return Facings((EDGES[battle(self.state).army(self.unit.side).edge] + 180) % 360)

    @lazy
    def squares(self) -> list[Square]:
        return [square for square in self.rows if refuse_start(self.state, self.unit, square) is None]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Zone) and (self.squares, self.facings) == (other.squares, other.facings)

    def __hash__(self) -> int:
        return hash(self.unit.id)


def refuse_start(state: State, unit: Unit, square: Square) -> Refusal | None:
    board, army = grid(state), battle(state).army(unit.side)
    row, (first, last) = square // board.files + 1, army.rows(board.ranks)
    if not first <= row <= last:
        return Refusal(DEPLOY, f"{unit.side} starts in rows {first} to {last}")
    if refuse_river(board, square):
        return DEEP_RIVER
    if square in field(state).near(state.foe(unit.side)):
        return Refusal(DEPLOY, "an enemy Unit is next to it")
    return refuse_crowd(state, unit, army, row) or refuse_stack(state, unit, square)


def refuse_crowd(state: State, unit: Unit, army: Army, row: int) -> Refusal | None:
    for crowd in army.crowds:
        first, last = crowd.rows
        alike = [u for u in state.standing(unit.side) if ROWS_OF.get(u.kind, u.kind) == crowd.type]
        there = sum(first <= u.place.y + 1 <= last for u in alike if u.place)
        if ROWS_OF.get(unit.kind, unit.kind) == crowd.type and first <= row <= last and there >= crowd.count:
            return Refusal(DEPLOY, f"at most {crowd.count} {crowd.type} start in rows {first} to {last}")
    return None


def why_not_start(view: State, unit: Unit, command: Command) -> Refusal | None:
    if not isinstance(command, Placing) or command.to is None or command.unit != unit.id:
        return None
    if not grid(view).has(command.to):
        return Refusal(DEPLOY, "the place must be a square of the board with a facing to an edge")
    refusal = refuse_start(view, unit, grid(view).square(command.to))
    return refusal or Refusal(DEPLOY, "the scenario does not allow this facing at the start")
