"""The battle before anybody is on the table: sides, Force Groups, formations, leaders, squadrons, objectives."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.kernel.state import NOBODY, Link, Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK, SEGMENTS
from sandtable.rules.panzer_korps.scenario import Army, Formation, Group, KorpsScenario
from sandtable.rules.panzer_korps.words import Kind, Mark, Order, Tally, Tie, Trait


def opening(scenario: KorpsScenario, variants: frozenset[str]) -> State:
    """Everybody is off the table."""
    board = scenario.table()
    units: list[Unit] = []
    for army in scenario.side:
        units += of_army(army)
    for one in scenario.objectives:
        holder = Side(one.holder) if one.holder else NOBODY
        units.append(Unit(UnitId(one.name), Kind.OBJECTIVE, holder, shapes.place_at(one.point(board))))
    return State(
        rules=BOOK.about.id, scenario=scenario, board=board, sides=tuple(Side(army.name) for army in scenario.side),
        units={unit.id: unit for unit in units}, variants=variants,
        tallies={Tally.DAY: 1, Tally.SEGMENT: SEGMENTS.index(scenario.start), Tally.TURN: 0},
    )  # fmt: skip


def of_army(army: Army) -> Iterator[Unit]:
    side = Side(army.name)
    yield Unit(UnitId(side), Kind.FORCE, side, tallies={Tally.HAD: 0, Tally.MISSILES: army.missiles})
    for group in army.groups:
        marks = frozenset({group.order or Order.ADVANCE})
        yield Unit(UnitId(group.name), Kind.GROUP, side, part_of=UnitId(side), marks=marks)
        yield from (of_formation(side, group, one) for one in group.formations)
        yield from leaders(side, army, group)
    for squadron in army.squadrons:
        yield Unit(UnitId(squadron.name), Kind.SQUADRON, side, part_of=UnitId(side), tallies={Tally.DAMAGE: 0})


def of_formation(side: Side, group: Group, one: Formation) -> Unit:
    marks = {Mark.OFF_TABLE} if one.off_table else {Mark.ENTRENCHED} if one.entrenched else set()
    return Unit(
        UnitId(one.name), one.type, side, part_of=UnitId(group.name), traits=frozenset({one.quality, *one.traits}),
        marks=frozenset(marks), tallies={Tally.DISORDER: 0, Tally.PANICS: 0},
    )  # fmt: skip


def leaders(side: Side, army: Army, group: Group) -> Iterator[Unit]:
    """The leader of a group and its heroes, one with each formation in turn."""
    commands = not army.cinc and group.name == (army.commander or army.groups[0].name)
    own = {group.rating: True, Trait.CINC: commands, Trait.DECORATED: group.leader_decorated}
    named = {f"{group.name} leader": {trait for trait, has in own.items() if has}}
    named |= {f"{group.name} hero {number}": {Trait.DECORATED} for number in range(1, group.decorated + 1)}
    on_table = [one for one in group.formations if not one.off_table] or group.formations
    for number, (name, traits) in enumerate(named.items()):
        yield Unit(
            UnitId(name), Kind.LEADER, side, part_of=UnitId(group.name),
            aboard=UnitId(on_table[number % len(on_table)].name), traits=frozenset(traits),
            links=() if number else (Link(Tie.COMMANDS, UnitId(group.name)),),
        )  # fmt: skip
