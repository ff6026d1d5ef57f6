"""The units of a battle, as its scenario lists them."""

from collections import Counter
from collections.abc import Iterator

from sandtable.board.place import Place
from sandtable.kernel.state import NOBODY, Link, Side, State, Unit, UnitId
from sandtable.mechanics.checks import check_given_once
from sandtable.rules.combat_captain.book import KINDS, PLANES, RIFLES, is_enhanced
from sandtable.rules.combat_captain.scenario import Army, CaptainScenario, Company, Objective
from sandtable.rules.combat_captain.words import ENHANCED, Tally, Tie
from sandtable.rules.combat_captain.words import Kind as Body


def force(army: Army) -> Iterator[Unit]:
    """cc.organisation.unit: a side, its companies, and their sub-units."""
    side = Side(army.name)
    companies = [list(sub_units(army, company)) for company in army.companies]
    had = sum(not KINDS[one.kind].soft for listed in companies for one in listed)
    yield Unit(UnitId(side), Body.FORCE, side, tallies={Tally.PLANES: PLANES, Tally.HAD: had})
    yield Unit(UnitId(f"{side} shell"), Body.SHELL, side)
    yield Unit(UnitId(f"{side} tape"), Body.TAPE, side)
    for company, listed in zip(army.companies, companies, strict=True):
        leader = next((one.id for one in listed if one.kind == RIFLES), listed[0].id)
        yield Unit(
            UnitId(company.name),
            Body.COMPANY,
            side,
            part_of=UnitId(side),
            traits=frozenset({company.quality}),
            tallies={Tally.CHITS: 0, Tally.DICE: 0, Tally.FIRE_DICE: 0},
            links=(Link(Tie.LEADER, leader),),
        )
        yield from listed


def sub_units(army: Army, company: Company) -> Iterator[Unit]:
    """cc.organisation.types: numbered kind by kind."""
    number: Counter[str] = Counter()
    enhanced = is_enhanced(army.nation or army.name, company.quality)
    for some in company.sub_units:
        kind = KINDS[some.type]
        for _ in range(some.count):
            called = some.name or SHORT.get(some.type, some.type)
            number[called] += 1
            tallies = {Tally.COVER: company.cover, Tally.STILL: 0}
            yield Unit(
                UnitId(f"{company.called} {called} {number[called]}"),
                kind.name,
                Side(army.name),
                part_of=UnitId(company.name),
                traits=frozenset({ENHANCED}) if enhanced and kind.name == RIFLES else frozenset(),
                tallies={Tally.MEN: kind.men, **tallies} if kind.foot else tallies,
            )


SHORT = {
    "Rifle squad": "Rifles", "Machine gun squad": "MG", "Mortar squad": "Mortar", "Bazooka squad": "Bazooka",
}  # fmt: skip


def objective(scenario: CaptainScenario, one: Objective) -> Unit:
    place = Place(*one.point(scenario.table()))
    return Unit(UnitId(one.name), Body.OBJECTIVE, Side(one.holder) if one.holder else NOBODY, place)


def opening(scenario: CaptainScenario, variants: frozenset[str]) -> State:
    """Everybody is off the table and nothing is on the agenda yet."""
    listed = [unit for army in scenario.side for unit in force(army)]
    listed += [objective(scenario, one) for one in scenario.objectives]
    check_given_once([unit.id for unit in listed], "side, objectives")
    units = {unit.id: unit for unit in listed}
    sides = tuple(Side(army.name) for army in scenario.side)
    return State(scenario.rules, scenario, scenario.table(), sides, units, tallies={Tally.TURN: 0}, variants=variants)
