"""Scenario files: those that come with the rules, and what is said of bad ones."""

import pytest

from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import model
from sandtable.rules.great_battles.d20 import EDITION
from sandtable.rules.great_battles.frame.reading import read_scenario
from sandtable.rules.great_battles.frame.setup import opening, unplaced
from sandtable.rules.great_battles.sequence import begin
from sandtable.rules.great_battles.words import Kind

D20 = EDITION.book.about.id
GOOD = """
id = "fight"
rules = "great-battles-d20"
title = "A fight"
size = "small"
setting = "Anywhere."
month = "June"
attacker = "Red"
first_player = "Blue"
weather = "clear"
options = []

[map]
size = [40, 30]
pieces = [
  { kind = "village", name = "village", at = [20, 15], size = [5, 3] },
  { kind = "road", name = "road", course = [[20, 0], [20, 30]] },
]

[ground.grain]
going = "good"
cover = "soft"

[[objectives]]
name = "the village"
piece = "village"

[victory]
hold = { side = "Red", objectives = ["the village"] }
must_stand = "A1"
otherwise = "Blue"

[[side]]
name = "Red"
edge = "south"
points = 5
supply = "average"
artillery = { quality = "average", templates = 1, rounds = 2 }
c_ops = [20, 1]
fup = [20, 3]

[[side.battalions]]
id = "A1"
group = "A"
quality = "average"
stands = ["Infantry", "Infantry by truck"]
attached = ["HQ"]
post = { box = [5, 2, 35, 8] }
formation = "assault"
facing = 0

[[side]]
name = "Blue"
edge = "north"

[[side.battalions]]
id = "B1"
group = "B"
quality = "raw"
stands = ["Tiger S-H-S"]
post = { near = "village", within = 2 }
"""


def says(text: str) -> str:
    with pytest.raises(ScenarioError) as fault:
        read_scenario(text, "fight.toml")
    return str(fault.value)


@pytest.mark.clause("gb20.setup.scenario-data")
def test_a_file_that_is_right_can_be_played():
    scenario = read_scenario(GOOD, "fight.toml")
    assert [unit.id for unit in unplaced(begin(scenario, frozenset()), "Red")] == ["A1"]


@pytest.mark.clause("gb20.setup.scenario-data")
@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('rules = "great-battles-d20"', 'rules = "chess"', "rules: 'chess' is not one of great-battles-d20"),
        ('month = "June"', 'month = "Juno"', "month: 'Juno' is not one of January, February"),
        ('month = "June"', 'month = "June"\nstarts_at_turn = 11', "days, turns, starts_at_turn: there must be a day"),
        ('month = "June"', 'month = "June"\ndays = 0', "days, turns, starts_at_turn: there must be a day"),
        ('weather = "clear"', 'weather = "hail"', "weather: 'hail' is not one of clear"),
        ('weather = "clear"', 'weather = "roll"\nskies = [[10, "fog"]]', "skies: the last line must go to 20"),
        ("options = []", 'options = ["magic"]', "options: unknown option 'magic'"),
        ('attacker = "Red"', 'attacker = "Green"', "attacker: no side 'Green'"),
        ('first_player = "Blue"', 'first_player = "Green"', "first_player: no side 'Green'"),
        ('name = "Blue"\nedge', 'name = "Red"\nedge', "side: two sides of different names are needed"),
        ('kind = "village", name', 'kind = "castle", name', "map: piece 1, village: "),
        ("at = [20, 15]", "at = [39, 15]", "map: piece 1, village: (41.5, 16.5) is off the table"),
        ('cover = "soft"', 'cover = "some"', "ground.grain: cover: 'some' is not one of none, soft, hard, bunker"),
        ('going = "good"', 'going = "fine"', "ground.grain: going: 'fine' is not one of good, bad, closed"),
        ('piece = "village"', 'piece = "town"', "objectives: the village: the map has no piece 'town'"),
        ('piece = "village"', "value = 3", "objectives: the village: either at or piece is needed"),
        ('piece = "village"', "at = [50, 3]", "objectives: the village: at: 50, 3 is not a point of the table"),
        (
            'piece = "village"',
            'piece = "village"\nholder = "Green"',
            "objectives: the village: holder: no side 'Green'",
        ),
        ('hold = { side = "Red"', 'hold = { side = "Green"', "victory.hold.side: no side 'Green'"),
        ('objectives = ["the village"]', 'objectives = ["the mill"]', "victory: no objective 'the mill'"),
        ('objectives = ["the village"]', "objectives = []", "victory.hold.objectives: the list is empty"),
        ('must_stand = "A1"', 'must_stand = "A7"', "victory.must_stand: no battalion 'A7'"),
        ('otherwise = "Blue"', 'otherwise = "Green"', "victory.otherwise: no side 'Green'"),
        ('edge = "south"', 'edge = "left"', "Red: edge: 'left' is not north, east, south or west"),
        ('supply = "average"', 'supply = "good"', "Red: supply: 'good' is not one of poor"),
        (
            '{ quality = "average", t',
            '{ quality = "fine", t',
            "Red: artillery: quality: 'fine' is not one of raw, inferior",
        ),
        ("points = 5", "points = -5", "Red: points, artillery, air: a number is below 0"),
        ("points = 5", 'points = 5\nc_ops_quality = "fine"', "Red: c_ops_quality: 'fine' is not one of raw, inferior"),
        ("c_ops = [20, 1]", "c_ops = [20, 31]", "Red: c_ops: 20, 31 is not a point of the table"),
        ("c_ops = [20, 1]", "c_ops = [20, 0.4]", "Red: c_ops: at 20, 0.4 it would not stand whole on the table"),
        ("fup = [20, 3]", "fup = [0.9, 3]", "Red: fup: at 0.9, 3 it would not stand whole on the table"),
        ("fup = [20, 3]", "fup = [20.001, 3]", "Red: fup: 20.001, 3 is not a point of the table"),
        ('id = "B1"\ngroup = "B"', 'id = "A1"\ngroup = "B"', "side, objectives: the name 'A1' is given twice"),
        ('id = "B1"\ngroup = "B"', 'id = "B1"\ngroup = "A"', "side, objectives: the name 'A' is given twice"),
        ('id = "B1"\ngroup = "B"', 'id = "B1"\ngroup = "Red"', "side, objectives: the name 'Red' is given twice"),
        ('name = "the village"', 'name = "B1"', "side, objectives: the name 'B1' is given twice"),
        ('quality = "raw"', 'quality = "green"', "Blue: B1: quality: 'green' is not one of raw"),
        (
            'quality = "raw"',
            'quality = "raw"\nstate = "asleep"',
            "Blue: B1: state: 'asleep' is not one of inactive, activated",
        ),
        ('formation = "assault"', 'formation = "square"', "Red: A1: formation: 'square' is not one of march"),
        (
            'quality = "raw"',
            'quality = "raw"\nformation = "march"',
            "Blue: B1: formation: a single stand is in assault",
        ),
        ("facing = 0", "facing = 360", "Red: A1: facing: 360 is not from 0 to 359"),
        ('stands = ["Tiger S-H-S"]', "stands = []", "Blue: B1: stands: there are none"),
        ('["Tiger S-H-S"]', '["Tiger"]', "Blue: B1: 'Tiger' is not a stand: Infantry, HQ"),
        (
            '["Tiger S-H-S"]',
            '["Tiger S-H-S by truck"]',
            "Blue: B1: 'Tiger S-H-S by truck': a vehicle needs no transport",
        ),
        ("by truck", "by camel", "Red: A1: 'Infantry by camel': there is no transport 'camel'"),
        ('["Tiger S-H-S"]', '["AT gun M"]', "Blue: battalions: there is neither infantry nor armour"),
        ('attached = ["HQ"]', 'attached = ["HQ", "HQ"]', "Red: A1: attached: it has at most one HQ"),
        ("{ box = [5, 2, 35, 8] }", "{}", "Red: A1: post: it needs a box, or near and within"),
        ("box = [5, 2, 35, 8]", "box = [35, 2, 5, 8]", "Red: A1: post: box: west, south, east and north"),
        ("box = [5, 2, 35, 8]", "box = [5, 2, 45, 8]", "Red: A1: post: box: west, south, east and north"),
        ("box = [5, 2, 35, 8]", "near = [9, 9]", "Red: A1: post: within: it needs a number of inches"),
        ('near = "village"', 'near = "town"', "Blue: B1: post: the map has no piece 'town'"),
        ('quality = "raw"', 'quality = "raw"\nairborne = "balloon"', "Blue: B1: airborne: 'balloon' is not"),
    ],
)
def test_a_bad_file_is_refused_in_one_line_that_names_the_file_and_the_place(right, wrong, message):
    assert GOOD.count(right) >= 1
    fault = says(GOOD.replace(right, wrong, 1))
    assert fault.startswith(f"fight.toml: {message}")
    assert "\n" not in fault


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ('month = "June"', "month = 6", "$.month"),
        ('edge = "north"', 'edge = "north"\ncolour = "grey"', "$.side[1]"),
        ("points = 5", 'points = "many"', "$.side[0].points"),
        ('title = "A fight"', "", "title"),
        ('title = "A fight"', 'title = "A fight', "line"),
        ("box = [5, 2, 35, 8]", "box = [5, 2, 35]", "$.side[0].battalions[0].post.box"),
    ],
)
def test_what_does_not_fit_the_form_is_named_too(right, wrong, place):
    fault = says(GOOD.replace(right, wrong, 1))
    assert fault.startswith("fight.toml: ") and place in fault and "\n" not in fault


def test_a_side_without_battalions_is_refused():
    start = GOOD.index('[[side.battalions]]\nid = "B1"')
    assert "battalions" in says(GOOD[:start] + "battalions = []\n")


def test_options_that_are_alternatives_are_refused_together():
    scenario = read_scenario(GOOD, "fight.toml")
    with pytest.raises(ScenarioError, match="cover-to-hit and destroy-modifiers are alternatives"):
        opening(scenario, frozenset({"cover-to-hit", "destroy-modifiers"}))
    with pytest.raises(ScenarioError, match="options: unknown option 'magic'"):
        opening(scenario, frozenset({"magic"}))


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("Infantry", Kind.INFANTRY, ("infantry", "", "", "", "")),
        ("Infantry by half-track", Kind.INFANTRY, ("infantry", "", "", "", "half-track")),
        ("HQ", Kind.HQ, ("HQ", "", "", "", "")),
        ("Heavy weapons by truck", Kind.HEAVY_WEAPONS, ("heavy weapons", "", "", "", "truck")),
        ("M4 Sherman M-M-M", Kind.ARMOUR, ("M4 Sherman", "M", "M", "M", "")),
        ("6 pounder AT gun M by truck", Kind.ANTI_TANK, ("6 pounder AT gun", "M", "", "", "truck")),
        ("Field gun M by horse", Kind.FIELD_GUN, ("Field gun", "M", "", "", "horse")),
    ],
)
def test_a_line_of_an_order_of_battle_says_what_a_stand_is(text, kind, rest):
    found = model(text)
    assert (found.kind, found.name, found.gun, found.armour, found.speed, found.rides) == (kind, *rest)
