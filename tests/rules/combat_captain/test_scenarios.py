"""Scenario files: those of the catalogue match it, and a bad one is refused in one line that names the place."""

import tomllib
from importlib.resources import files

import pytest
from cc import AMERICAN, GERMAN, scenario
from msgspec.structs import replace

from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.scenario import Company, Objective, Some, read_scenario

PACKAGE = files("sandtable.rules.combat_captain")
CATALOGUE = {
    entry["id"]: entry
    for entry in tomllib.loads(PACKAGE.joinpath("combat-captain.toml").read_text(encoding="utf-8"))["scenario"]
}
CROSSROADS = PACKAGE.joinpath("scenarios", "crossroads-house.toml").read_text(encoding="utf-8")
SHIPPED = [name for name in CATALOGUE if name in RULES.scenarios()]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_has_the_size_length_edges_and_companies_of_the_catalogue(name):
    battle, printed = RULES.scenarios()[name], CATALOGUE[name]
    assert (list(battle.map.size), battle.turns, battle.first) == (printed["table"], printed["turns"], printed["first"])
    assert {army.name: battle.army(army.name).edge for army in battle.side} == printed["edges"]
    companies = {(army.name, one.name, one.quality, one.cover) for army in battle.side for one in army.companies}
    assert companies == {(unit["side"], unit["name"], unit["quality"], unit["cover"]) for unit in printed["units"]}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_lists_the_sub_units_of_the_catalogue(name):
    battle, printed = RULES.scenarios()[name], CATALOGUE[name]
    numbers = {one.name: sum(some.count for some in one.sub_units) for army in battle.side for one in army.companies}
    assert numbers == {unit["name"]: sum(number for _, number in unit["subunits"]) for unit in printed["units"]}


def test_the_learning_scenario_comes_first():
    assert next(iter(RULES.scenarios())) == "crossroads-house"


# ---- files that cannot be played

FAULTS = {
    "not TOML": ("turns = 5", "turns = ", "Invalid value"),
    "wrong type": ("turns = 5", 'turns = "five"', "Expected `int`, got `str` - at `$.turns`"),
    "unknown key": ("turns = 5", "turns = 5\nweather = 3", "unknown field `weather`"),
    "other rules": ('rules = "combat-captain"', 'rules = "chess"', "rules: 'chess' is not combat-captain"),
    "no turns": ("turns = 5", "turns = 0", "turns: there must be a turn"),
    "negative distance": ("turns = 5", "turns = 5\nkeep_off = -1", "keep_off: a distance is not negative"),
    "unknown option": ("turns = 5", 'turns = 5\noptions = ["snow"]', "options: unknown option 'snow'; there are "),
    "unknown first side": ('first = "American"', 'first = "Red"', "first: no side 'Red'"),
    "one side twice": ('name = "German"', 'name = "American"', "side: two sides of different names"),
    "a side without a name": ('name = "German"', 'name = ""', "side: two sides of different names"),
    "unknown edge": ('edge = "south"', 'edge = "down"', "American: edge: 'down' is not north, east, south or west"),
    "a zone off the table": ("[0, 0, 36, 4]", "[0, 0, 37, 4]", "American: zone: west, south, east and north"),
    "a zone inside out": ("[0, 0, 36, 4]", "[36, 0, 0, 4]", "American: zone: west, south, east and north"),
    "a company's zone off the table": (
        'short = "Able"',
        'short = "Able"\nzone = [0, 0, 1, 99]',
        "American: Able Company: zone: west, south",
    ),
    "unknown sub-unit": ('"Machine gun squad"', '"Camels"', "Able Company: sub_units: 'Camels' is not one of "),
    "none of a kind": ("count = 5", "count = 0", "Able Company: Rifle squad: 0 of them cannot fight"),
    "too few squads": ("count = 5", "count = 4", "Able Company: sub_units: 4 rifles; 5 to 8 are usual"),
    "too many squads": ("count = 5", "count = 9", "Able Company: sub_units: 9 rifles; 5 to 8 are usual"),
    "far too many squads": ("count = 5", "count = 99", "Able Company: sub_units: 100 is too many; at most 20"),
    "transport alone": (
        '[{ type = "Rifle squad", count = 5 }, { type = "Machine gun squad" }]',
        '[{ type = "Truck" }]',
        "Able Company: sub_units: transport alone",
    ),
    "nobody": (
        '[{ type = "Rifle squad", count = 5 }, { type = "Machine gun squad" }]',
        "[]",
        "Able Company: sub_units: ",
    ),
    "unknown quality": (
        'short = "Able"',
        'short = "Able"\nquality = "Elite"',
        "Able Company: quality: 'Elite' is not one of Militia, Regular, Veteran",
    ),
    "too much cover": ('short = "Able"', 'short = "Able"\ncover = 6', "Able Company: cover: 6 is not from 0 to 5"),
    "too much cover for a vehicle": (
        '{ type = "Machine gun squad" }]',
        '{ type = "Half-track" }]\ncover = 4',
        "Able Company: cover: 4 is not from 0 to 3",
    ),
    "a company named twice": ('name = "1. Kompanie"', 'name = "Able Company"', "'Able Company' is given twice"),
    "a company named like a side": ('name = "1. Kompanie"', 'name = "German"', "the name 'German' is given twice"),
    "a company without a name": ('name = "1. Kompanie"', 'name = ""', "a name is empty"),
    "an objective off the table": ("at = [15.5, 20]", "at = [15.5, 41]", "objectives: the lone house: at: 15.5, 41"),
    "an objective in no place": ("at = [15.5, 20]", "", "objectives: the lone house: either at or piece"),
    "an objective in no piece": ("at = [15.5, 20]", 'piece = "mill"', "the lone house: the map has no piece 'mill'"),
    "an unknown holder": (
        "at = [15.5, 20]",
        'at = [15.5, 20]\nholder = "Red"',
        "objectives: the lone house: holder: no side 'Red'",
    ),
    "an unknown winner": (
        'wins = [\n  { side = "American"',
        'wins = [\n  { side = "Red"',
        "victory.wins.side: no side 'Red'",
    ),
    "an unknown aim": (
        '"American", controls = ["the lone house"]',
        '"American", controls = ["the mill"]',
        "victory.wins.controls: 'the mill' is not one of the lone house",
    ),
    "no aim": (
        '"American", controls = ["the lone house"]',
        '"American", controls = []',
        "victory.wins.controls: name at least one objective",
    ),
    "an aim at no time": (
        '"American", controls = ["the lone house"]',
        '"American", controls = ["the lone house"], when = "soon"',
        "Invalid enum value 'soon' - at `$.victory.wins[0].when`",
    ),
    "an unknown otherwise": ("[victory]", '[victory]\notherwise = "Red"', "victory.otherwise: no side 'Red'"),
    "unknown ground": ('kind = "crops"', 'kind = "lava"', "map: piece 4, ploughed field: unknown kind 'lava'"),
    "ground off the table": ("[[18, 0], [18, 40]]", "[[18, 0], [18, 41]]", "map: piece 1, the road"),
    "no table": ("size = [36, 40]", "size = [0, 40]", "map: a table cannot "),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_file_is_refused_with_the_place(fault):
    old, new, words = FAULTS[fault]
    assert old in CROSSROADS
    with pytest.raises(ScenarioError) as refusal:
        read_scenario(CROSSROADS.replace(old, new, 1), "mine.toml")
    assert str(refusal.value).startswith("mine.toml: ")
    assert words in str(refusal.value)


def test_a_side_needs_a_company():
    battle = scenario()
    bare = replace(battle, side=(battle.side[0], replace(battle.side[1], companies=())))
    with pytest.raises(ScenarioError, match="American: companies"):
        RULES.setup(bare, frozenset())


def test_a_side_has_no_more_companies_than_a_table_holds():
    crowd = tuple(Company(f"Able {n}", (Some("Rifle squad", 5),)) for n in range(13))
    with pytest.raises(ScenarioError, match="German: companies: 13 is too many"):
        RULES.setup(scenario(german=crowd), frozenset())


@pytest.mark.parametrize("name", ["Able Rifles 3", "German shell", "American tape"])
def test_nothing_is_called_like_a_sub_unit_or_a_marker(name):
    with pytest.raises(ScenarioError, match=f"'{name}' is given twice"):
        RULES.setup(scenario(objectives=(Objective(name, (20.0, 20.0)),)), frozenset())


def test_a_company_without_room_in_its_zone_is_named():
    tight = Company("Able", (Some("Rifle squad", 5),), zone=(0, 0, 3, 3))
    with pytest.raises(ScenarioError, match="German: Able: zone: there is no room"):
        RULES.setup(scenario(german=(tight,)), frozenset())


def test_a_scenario_may_go_outside_the_usual_numbers():
    small = Company("Able", (Some("Rifle squad", 2),), any_size=True)
    state = RULES.setup(scenario(german=(small,)), frozenset())
    assert state.sides == (GERMAN, AMERICAN)
