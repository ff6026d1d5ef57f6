"""The drawing of a free table, its roster, folded lists, and the odds of shots that are only named."""

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.board.board import CLEAR, POINT, Base
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.cli import frame
from sandtable.cli.chances import Oracle
from sandtable.cli.folding import is_long, paragraphs
from sandtable.cli.measuring import gap, sight
from sandtable.cli.models import letters
from sandtable.cli.names import battalions, fighters, tags, unit_called
from sandtable.cli.places import read_spot
from sandtable.cli.steps import is_line, read_way
from sandtable.cli.table_roster import TableRoster
from sandtable.cli.table_view import Light, TableView
from sandtable.kernel.decision import Option
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, Unit
from tests.cli.keyboard import march_begun

RED, BLUE = Side("Red"), Side("Blue")
WIDE = Base(1.5, 0.5)


def stand(name: str, side: str, x: float, y: float, facing: int = 0, **rest) -> Unit:
    return Unit(name, "Infantry", side, st.Place(x, y, facing), **rest)


@pytest.fixture
def table() -> st.State:
    """A game nobody knows: a battalion of two on either side, a wood, a hill and a road."""
    board = FreeTable(24.0, 24.0, (
        Area("wood", "wood", ((2.0, 14.0), (8.0, 14.0), (8.0, 18.0), (2.0, 18.0)), opaque=True),
        Area("long hill", "hill", ((14.0, 14.0), (22.0, 14.0), (22.0, 18.0), (14.0, 18.0)), level=1),
        Strip("road", "road", ((0.0, 12.0), (24.0, 12.0)), 0.5),
    ))  # fmt: skip
    units = [
        Unit("Red", "Force", RED), Unit("Blue", "Force", BLUE),
        Unit("R1", "Battalion", RED, part_of="Red", marks=frozenset({"assault"}), tallies={"actions": 2}),
        stand("R1/1", RED, 6.0, 6.0, part_of="R1"),
        stand("R1/2", RED, 9.0, 6.0, part_of="R1", marks=frozenset({"suppressed"})),
        Unit("B1", "Battalion", BLUE, part_of="Blue"),
        stand("B1/1", BLUE, 6.0, 20.0, 180, part_of="B1"),
        Unit("Blue staff", "Staff", BLUE, st.Place(20.0, 22.0, 180), part_of="Blue"),
        Unit("crossroads", "Objective", BLUE, st.Place(12.0, 12.0)),
        Unit("Red shells", "Template", RED, st.Place(18.0, 8.0), part_of="Red"),
    ]  # fmt: skip
    scenario = Scenario(id="x", rules="x", title="X", setting="", size="")
    return st.State("x", scenario, board, (RED, BLUE), {unit.id: unit for unit in units})


def base_of(state: st.State, unit: Unit) -> Base:
    return {"Infantry": WIDE, "Template": Base(1.0, 1.0, disc=True)}.get(unit.kind, POINT)


def drawn(state: st.State, light: Light | None = None, window: frame.Frame | None = None) -> list[str]:
    window = window or frame.whole(state.board, 72, 36)
    return [line.plain for line in TableView(state, window, tags(state), base_of, light or Light()).lines()]


# ---- the map


def test_inches_stand_along_the_edges_every_six(table):
    lines = drawn(table)
    assert lines[0].split() == lines[-1].split() == ["0", "6", "12", "18", "24"]
    assert [line.split()[0] for line in lines[1:-1] if line[:3].strip()] == ["24", "18", "12", "6", "0"]


def test_ground_shows_as_pattern_line_and_name(table):
    text = "\n".join(drawn(table))
    assert "♣" in text
    assert "^" in text
    assert "long hill" in text
    assert "═════" in text


def test_models_stand_where_they_are_with_letter_and_facing(table):
    lines = drawn(table)
    assert "I▲" in lines[28]
    assert "i▼" in lines[7]


def test_case_tells_the_sides_apart_and_the_label_counts(table):
    text = "\n".join(drawn(table))
    assert "R1·2" in text
    assert "b1·1" in text
    assert "★" in text
    assert "※" in text


def test_a_suppressed_model_has_a_sign_and_a_lost_one_does_not_count(table):
    assert "I!" in "\n".join(drawn(table))
    lost = table.put(replace(table.units["R1/2"], marks=frozenset({"destroyed"})))
    text = "\n".join(drawn(lost))
    assert "I†" in text
    assert "R1·1" in text


def test_a_secret_mission_is_only_a_cross(table):
    text = "\n".join(drawn(table.put(replace(table.units["Red shells"], known_to=frozenset()))))
    assert "×" in text
    assert "※" not in text


def test_reach_and_the_active_unit_are_marked_without_colour_too(table):
    light = Light((((4.0, 8.0), (10.0, 8.0), (10.0, 4.0), (4.0, 4.0)),), frozenset({"B1/1"}), "R1")
    text = "\n".join(drawn(table, light))
    assert "◦◦◦◦" in text
    assert "»R1·2" in text
    assert "›b1·1" in text


def test_models_too_near_for_the_scale_are_set_beside_each_other(table):
    close = table.put(replace(table.units["R1/2"], place=st.Place(6.0, 5.4, 0)))
    text = "\n".join(drawn(close, window=frame.Frame(0.0, 0.0, 24.0, 24.0, 1.0)))
    assert "I▲" in text
    assert "I!" in text


def test_a_part_of_the_table_is_larger_and_stays_on_it(table):
    window = frame.part(table.board, (1.0, 1.0), 8.0, 80, 40)
    assert (window.left, window.bottom, window.width) == (0.0, 0.0, 8.0)
    assert window.scale == 10
    assert "R1·2" not in "\n".join(drawn(table, window=frame.part(table.board, (20.0, 20.0), 6.0, 80, 40)))


def test_the_map_is_never_wider_than_there_is_room():
    for columns in (40, 78, 100, 300):
        window = frame.whole(FreeTable(45.0, 34.0), columns, 30)
        assert window.columns <= min(columns, 100)


def test_kinds_of_models_have_letters_of_their_own():
    state = st.new_game("great-battles-d20", "nissoria").state
    found = letters(state)
    assert len(set(found.values())) == len(found)
    assert found["Infantry"] == "I"
    assert found["Armour"] == "A"


# ---- who is who


def test_battalions_are_the_units_and_their_models_are_not(table):
    assert [unit.id for unit in battalions(table)] == ["R1", "B1"]
    assert [unit.id for unit in fighters(table)] == ["R1", "B1", "Blue staff", "Red shells"]
    assert tags(table)["R1"] == "R1"
    assert tags(table)["B1"] == "b1"


@pytest.mark.parametrize(
    ("words", "name"), [("r1", "R1"), ("b1/1", "B1/1"), ("staff", "Blue staff"), ("cross", "crossroads")]
)
def test_a_unit_is_found_by_letters_or_the_beginning_of_its_name(table, words, name):
    assert unit_called(table, tags(table), words).id == name


def test_the_roster_tells_state_and_distance(table):
    lines = [line.plain for line in TableRoster(table, tags(table), base_of).brief(RED, 60, 3)]
    assert lines[0] == 'R1 2  at 6, 6 N  13.5" from b1'
    assert lines[1].strip() == "assault · actions 2"
    assert lines[2].strip() == "Infantry, Infantry suppressed"


def test_what_the_enemy_has_not_seen_is_told_to_its_owner(table):
    hidden = table.put(replace(table.units["R1/1"], known_to=frozenset()))
    assert "1 unseen" in TableRoster(hidden, tags(hidden), base_of).brief(RED, 60, 3)[1].plain


# ---- the ruler


def test_distance_is_from_edge_to_edge_of_the_nearest_models(table):
    found = gap(table, base_of, table.units["R1"], table.units["B1"])
    assert (found.inches, found.one.id, found.other.id) == (13.5, "R1/1", "B1/1")


def test_sight_is_the_boards_unless_the_rules_have_their_own(table):
    rules = st.new_game("portable-wargame", "krojanty").rules
    line = sight(rules, table, table.units["R1"], table.units["B1"])[2]
    assert (line.clear, line.past) == (False, "wood")
    own = replace(rules, sight=lambda state, a, b: CLEAR)
    assert sight(own, table, table.units["R1"], table.units["B1"])[2].clear


# ---- reading


@pytest.mark.parametrize(
    ("text", "x", "y", "facing", "before"),
    [
        ("12.5 8", 12.5, 8, None, ""),
        ("12.5, 8, 90", 12.5, 8, 90, ""),
        ("moves to 3 4 NE", 3, 4, 45, "moves to"),
        ("3 4 facing northwest", 3, 4, 315, ""),
    ],
)
def test_a_place_in_inches(text, x, y, facing, before):
    spot = read_spot(object(), text)
    assert (spot.x, spot.y, spot.facing, spot.before) == (x, y, facing, before)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 N", {"inches": 3.0, "wind": 0}),
        ("se 2.5", {"inches": 2.5, "wind": 135}),
        ("ahead", {"inches": None, "hand": 0}),
        ("left 2 facing E", {"inches": 2.0, "hand": 270, "facing": 90}),
        ("towards the village 3", {"inches": 3.0, "unit": "the village"}),
        ("go towards e1", {"inches": None, "unit": "e1", "before": "go"}),
        ("face 45", {"inches": 0.0, "facing": 45}),
    ],
)
def test_a_way(text, said):
    way = read_way(text)
    assert {name: getattr(way, name) for name in said} == said


@pytest.mark.parametrize("text", ["", "N", "north", "hello", "face up"])
def test_what_is_no_way_is_not_read(text):
    assert read_way(text) is None


def test_a_line_is_told_from_a_polygon():
    assert is_line([(0.0, 0.0), (5.0, 0.0)])
    assert is_line([(0.0, 0.0), (5.0, 0.0), (10.0, 1.0)])
    assert not is_line([(0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0)])


# ---- options


class Call(st.Command, frozen=True):
    unit: str
    spotter: str

    def tell(self) -> str:
        return f"call {self.unit}, spotted by {self.spotter}"


def test_long_lists_are_folded_by_unit(table):
    calls = [Call(f"template {number}", f"R{spotter}") for number in (1, 2, 3) for spotter in range(1, 6)]
    numbered = list(enumerate((Option(call, "x.y") for call in calls), 1))
    assert is_long(numbered)
    assert not is_long(numbered[:5])
    texts = [paragraph.renderable.plain for paragraph in paragraphs(numbered, table)]
    assert texts[1] == "call template 2, spotted by  6 R1 7 R2 8 R3 9 R4 10 R5"


# ---- odds


def test_a_shot_that_is_only_named_has_the_odds_of_its_dice():
    game = march_begun()
    while "at whom does it fire" not in game.decision.question:
        towards = [o for o in game.decision.options if o.region is not None]
        quiet = [option.command for option in game.decision.options if option.region is None]
        picked = [command for command in quiet if command.tell() == "A1 next"]
        ahead = [replace(o.command, to=place) for o in towards[:1] if (place := farthest_ahead(o.region))]
        game.play((picked or ahead or quiet[-1:])[0])
    shot = game.decision.options[0].command
    found = Oracle().ask(game, shot)
    assert found.odds is not None
    assert sum(chance for _, chance in found.odds.chances) == 1
    assert found.assumed == "others holding"


def farthest_ahead(region) -> st.Place | None:
    """Straight up the table from 12, 6."""
    steps = [st.Place(12.0, 6.0 + number / 2, 0) for number in range(20, 0, -1)]
    return next((place for place in steps if region.contains(place)), None)
