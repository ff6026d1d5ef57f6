"""Our scenario files equal those of the catalogue, and a bad file is refused in one line."""

import re
import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.scenario import Army, Crowd, Dash, Hold, read_scenario
from sandtable.rules.portable_wargame.sequence import begin
from sandtable.rules.portable_wargame.setup import opening
from sandtable.rules.portable_wargame.victory import exhaustion_point
from sandtable.rules.portable_wargame.words import Tally

PACKAGE = files("sandtable.rules.portable_wargame")
CATALOGUE = {
    entry["id"]: entry
    for entry in tomllib.loads(PACKAGE.joinpath("portable-wargame.toml").read_text(encoding="utf-8"))["scenario"]
}
KROJANTY = PACKAGE.joinpath("scenarios", "krojanty.toml").read_text(encoding="utf-8")


@pytest.fixture(params=CATALOGUE)
def printed(request):
    """A scenario from the catalogue."""
    return CATALOGUE[request.param]


@pytest.fixture
def battle(printed):
    """The same scenario from its file."""
    return RULES.scenarios()[printed["id"]]


# ---- the files and the catalogue


def test_every_scenario_of_the_catalogue_has_a_file():
    assert CATALOGUE.keys() <= RULES.scenarios().keys()


def test_the_learning_scenario_comes_first():
    assert next(iter(RULES.scenarios())) == "krojanty"


def test_titles_options_and_length_match(printed, battle):
    assert (battle.title, battle.setting) == (printed["title"], printed["setting"])
    assert (list(battle.options), battle.turns) == (printed["options"], printed["turn_limit"])
    assert f"The {battle.deploys_first} side deploys first." in printed["first"]


def test_the_ground_matches_square_by_square(printed, battle):
    board = battle.board()
    assert (board.files, board.ranks) == (printed["columns"], printed["rows"])
    grounds, levels = {name: set() for name in board.names}, dict.fromkeys(board.names, 0)
    for feature, squares in printed["terrain"]:
        for name in squares.split():
            if feature.startswith("hill level "):
                levels[name] = int(feature[-1])
            else:
                grounds[name].add(feature)
    assert dict(zip(board.names, board.grounds, strict=True)) == grounds
    assert dict(zip(board.names, board.levels, strict=True)) == levels


def lines(forces) -> Counter:
    """An order of battle without the names and the grouping of Units."""
    counted: Counter = Counter()
    for line in forces:
        arrival = line.get("arrives", 0), line.get("entry", "")
        counted[line["type"], line.get("class", ""), line.get("quality", "Average"), arrival] += line["count"]
    return counted


def entries_of(army: Army) -> list[dict]:
    return [
        {
            "type": one.type, "class": one.gun, "quality": one.quality, "arrives": one.arrives,
            "entry": " ".join(one.entry), "count": one.count,
        }
        for one in army.forces
    ]  # fmt: skip


def test_forces_match(printed, battle):
    sides = [(side["name"], side["edge"], lines(side["forces"])) for side in printed["side"]]
    assert [(army.name, army.edge, lines(entries_of(army))) for army in battle.side] == sides


def test_deployment_rows_match(printed, battle):
    rows = re.findall(r"([A-Z][A-Za-z ]+): rows (\d+) (?:to|and) (\d+)", printed["deployment"])
    assert {army.name: army.deploy for army in battle.side} == {name: (int(a), int(b)) for name, a, b in rows}


def test_initial_strength_and_exhaustion_points_match(printed, battle):
    forces = re.findall(r"([A-Z][A-Za-z ]+?) (\d+) \(Exhaustion Point (\d+)\)", printed["notes"].split("SP: ")[1])
    state = begin(battle, frozenset(battle.options))
    initial = {side: state.units[side].tallies[Tally.INITIAL] for side in state.sides}
    assert initial == {name: int(points) for name, points, _ in forces}
    assert {side: exhaustion_point(points) for side, points in initial.items()} == {n: int(p) for n, _, p in forces}


def test_special_instructions_are_in_the_files():
    german = RULES.scenarios()["krojanty"].army("German")
    assert {one.facing for one in german.forces if one.type == "Infantry"} == {"ESW"}
    slim_river = RULES.scenarios()["slim-river"]
    assert slim_river.army("British and Indian").crowds == (Crowd("Infantry", (10, 13), 3),)
    riders = [one.count for one in slim_river.army("Japanese").forces if one.may_start_aboard]
    assert riders == [2]


def test_victory_conditions_are_in_the_files():
    victory = {name: RULES.scenarios()[name].victory for name in CATALOGUE}
    assert victory["krojanty"].first_exhausted_loses
    assert (victory["summa"].hold, victory["summa"].otherwise) == (Hold("Soviet", ("e11", "f11"), 2), "Finnish")
    assert (victory["sedan"].hold, victory["sedan"].otherwise) == (Hold("German", ("d2", "g2", "f4"), 2), "French")
    dash = Dash("Japanese", "d3", ("Tanks", "Light Tanks"))
    assert (victory["slim-river"].dash, victory["slim-river"].otherwise) == (dash, "British and Indian")


@pytest.mark.parametrize("scenario", sorted(RULES.scenarios()))
def test_only_the_side_that_wins_by_holding_squares_is_said_to(scenario):
    battle = RULES.scenarios()[scenario]
    if battle.victory.hold:
        assert battle.victory.hold.side in battle.victory_text.split("if")[0]


def test_objectives_are_held_by_the_defender_at_the_start():
    assert RULES.scenarios()["summa"].objectives == {"e11": "Finnish", "f11": "Finnish"}
    assert RULES.scenarios()["sedan"].objectives == dict.fromkeys(("d2", "g2", "f4"), "French")


def test_players_are_told_whose_hold_wins():
    holds = [one for one in RULES.scenarios().values() if one.victory.hold]
    assert holds
    assert [one.id for one in holds if one.victory.hold.side not in one.victory_text] == []


# ---- files that cannot be played

FAULTS = {
    "unknown Unit type": ('type = "Machine Guns"', 'type = "Elephants"', "Polish: Elephants: unknown Unit type"),
    "entry off the board": (
        '"d1"',
        '"d9"',
        "German: Armoured Cars: entry: no square 'd9' on a board of 8 columns and 8 rows",
    ),
    "entry inside the board": ('"d1"', '"d4"', "German: Armoured Cars: entry: d4 is not on the edge of the board"),
    "deployment off the board": ("[6, 7]", "[6, 9]", "Polish: deploy: rows 6 to 9 are not on a board of 8 rows"),
    "unknown option": ("turns = 8", 'turns = 8\noptions = ["snow"]', "options: unknown option 'snow'; there are air, "),
    "rows unequal": (". . . r . 1 1 .", ". . . r . 1 1", "map: row 2 has 7 squares, row 8 has 8"),
    "unknown letter": (". . . r . 1 1 .", ". . . r . 1 ? .", "map: square g2: the legend does not have '?'"),
    "missing field": ('title = "Krojanty, 1 September 1939"\n', "", "missing required field `title`"),
    "wrong type": ("turns = 8", 'turns = "eight"', "Expected `int`, got `str` - at `$.turns`"),
    "unknown key": ("turns = 8", "turns = 8\nweather = 3", "unknown field `weather`"),
    "unknown key of a Unit": (
        'type = "Machine Guns"',
        'type = "Machine Guns", guns = 2',
        "unknown field `guns` - at `$.side[0].forces[2]`",
    ),
    "not TOML": ("turns = 8", "turns = ", "Invalid value (at line 7, column 9)"),
    "other rules": ('rules = "portable-wargame"', 'rules = "chess"', "rules: 'chess' is not 'portable-wargame'"),
    "no turns": ("turns = 8", "turns = 0", "turns: a battle lasts at least one turn"),
    "unknown side": ('deploys_first = "German"', 'deploys_first = "Red"', "deploys_first: no side 'Red'"),
    "one side twice": ('name = "German"', 'name = "Polish"', "side: two sides of different names are needed"),
    "a side without a name": ('name = "German"', 'name = ""', "side: two sides of different names are needed"),
    "a hold of more squares than there are": (
        "first_exhausted_loses = true",
        'hold = { side = "Polish", squares = ["d4"], count = 2 }',
        "victory.hold.count: 2 is not from 1 to 1, the squares named",
    ),
    "a hold of nothing": (
        "first_exhausted_loses = true",
        'hold = { side = "Polish", squares = ["d4"], count = 0 }',
        "victory.hold.count: 0 is not from 1 to 1",
    ),
    "unknown edge": ('edge = "south"', 'edge = "down"', "German: edge: 'down' is not north, east, south or west"),
    "no rows on a flank": ('"north"\ndeploy = [6, 7]', '"east"', "Polish: deploy: a side on the east edge needs rows"),
    "unknown quality": (
        'quality = "Elite"',
        'quality = "Brave"',
        "Polish: Mounted Cavalry: quality: 'Brave' is not Elite",
    ),
    "Artillery without class": (
        'type = "Machine Guns"',
        'type = "Artillery"',
        "Polish: Artillery: class: an Artillery Unit needs one",
    ),
    "unknown class": (
        'type = "Machine Guns"',
        'type = "Artillery", class = "Guns"',
        "Polish: Artillery: class: unknown artillery class 'Guns'",
    ),
    "class of a Unit without guns": (
        'type = "Machine Guns"',
        'type = "Trucks", class = "Infantry Guns"',
        "Polish: Trucks: class: only Artillery and Assault Guns",
    ),
    "no such count": ("count = 4", "count = 0", "Polish: Mounted Cavalry: count, strength and arrives"),
    "reinforcement without entry": (
        ', entry = ["d1"]',
        "",
        "German: Armoured Cars: entry: a reinforcement needs an entry square",
    ),
    "unknown facing": ('"ESW"', '"UP"', "German: Infantry: facing: 'UP' is not made of N, E, S and W"),
    "two Commanders": (
        '{ type = "Machine Guns" }',
        '{ type = "Commanders" }',
        "Polish: forces: a side has one Commander at most",
    ),
    "too many Units": ("count = 4", "count = 40", "Polish: deploy: 41 Units do not fit into 16 squares"),
    "unknown ground": ("turns = 8", 'turns = 8\nlegend = { q = "swamp" }', "map: legend: unknown ground 'swamp'"),
    "unknown level": (
        "turns = 8",
        'turns = 8\nlegend = { q = "level high" }',
        "map: legend: unknown ground 'level high'",
    ),
    "a ford without a river": ("turns = 8", 'turns = 8\nlegend = { q = "ford" }', "map: legend: a ford needs a river"),
    "a square held that is no objective": (
        "first_exhausted_loses = true",
        'hold = { side = "Polish", squares = ["d4"], count = 1 }',
        "victory.hold.squares: d4 is not one of the objectives",
    ),
    "a dash of unknown Units": (
        "first_exhausted_loses = true",
        'dash = { side = "Polish", square = "d4", types = ["Camels"] }',
        "victory.dash.types: unknown Unit type 'Camels'",
    ),
    "a name off the board": ('a8 = "Tuchola Forest"', 'z9 = "Lake"', "names.z9: no square 'z9'"),
    "an objective off the board": ("turns = 8", 'turns = 8\nobjectives = { z9 = "" }', "objectives.z9: no square 'z9'"),
    "unknown option of a Unit": (
        'type = "Machine Guns"',
        'type = "Machine Guns", option = "snow"',
        "Polish: Machine Guns: option: unknown option 'snow'",
    ),
    "unknown exit": (
        'edge = "south"',
        'edge = "south"\nexit = "up"',
        "German: exit: 'up' is not north, east, south or west",
    ),
    "arrival before the battle": ("arrives = 3", "arrives = -3", "German: Armoured Cars: count, strength and arrives"),
    "a hold of an unknown side": (
        "first_exhausted_loses = true",
        'hold = { side = "Red", squares = ["d4"], count = 1 }',
        "victory.hold.side: no side 'Red'",
    ),
    "a dash of an unknown side": (
        "first_exhausted_loses = true",
        'dash = { side = "Red", square = "d4", types = ["Tanks"] }',
        "victory.dash.side: no side 'Red'",
    ),
    "a dash off the board": (
        "first_exhausted_loses = true",
        'dash = { side = "Polish", square = "d9", types = ["Tanks"] }',
        "victory.dash.square: no square 'd9'",
    ),
    "nobody to ride": (
        'type = "Machine Guns"',
        'type = "Tanks", may_start_aboard = true',
        "Polish: Tanks: may_start_aboard: nothing",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_file_is_refused_in_one_line_that_names_the_file_and_the_place(fault):
    right, wrong, told = FAULTS[fault]
    assert right in KROJANTY
    with pytest.raises(ScenarioError) as refused:
        read_scenario(KROJANTY.replace(right, wrong, 1), "battle.toml")
    message = str(refused.value)
    assert message.startswith("battle.toml: ")
    assert told in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("right", "wrong", "twice"),
    [
        ('type = "Machine Guns"', 'type = "Machine Guns", name = "Uhlans 3"', "Polish Uhlans 3"),
        ('"Polish"', '"German Commanders"', "German Commanders"),
    ],
)
def test_no_unit_is_lost_for_want_of_a_name_of_its_own(right, wrong, twice):
    scenario = read_scenario(KROJANTY.replace(right, wrong, 1), "krojanty.toml")
    with pytest.raises(ScenarioError, match=f"side: forces: the name '{twice}' is given twice"):
        opening(scenario, frozenset())


def test_a_side_without_units_has_no_battle():
    bare = re.sub(r"forces = \[\n.*?\n\]", "forces = []", KROJANTY, count=1, flags=re.DOTALL)
    with pytest.raises(ScenarioError, match="Polish: forces: there are none"):
        read_scenario(bare, "battle.toml")


def test_reinforcements_need_no_room_at_the_start():
    assert (
        read_scenario(KROJANTY.replace("count = 2, arrives", "count = 40, arrives"), "krojanty.toml").id == "krojanty"
    )


def test_the_file_itself_is_in_order():
    assert read_scenario(KROJANTY, "krojanty.toml").id == "krojanty"
