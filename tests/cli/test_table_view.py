"""The drawing of a free table, its roster and folded lists."""

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.board.table import FreeTable
from sandtable.cli import frame
from sandtable.cli.option_view import is_long, paragraphs
from sandtable.cli.places import read_spot
from sandtable.cli.prompts import Reader
from sandtable.cli.roster_view import TableRoster, heading
from sandtable.cli.screen import Light
from sandtable.cli.steps import read_way, unit_called
from sandtable.cli.table_view import TableView, is_line, letters
from sandtable.kernel.decision import Option
from sandtable.kernel.game import Game
from sandtable.kernel.state import UnitId
from sandtable.telling.display import Display
from tests.sappers import BATTLE, RULES, SAPPERS, TAPE, BlowBridge, LayTape
from tests.telling.anygame import RED, any_table, displayed


@pytest.fixture
def table() -> st.State:
    return any_table()


class Yard:
    """A region, as far as a map draws it."""

    def outline(self):
        return [[(4.0, 8.0), (10.0, 8.0), (10.0, 4.0), (4.0, 4.0)]]


def drawn(state: st.State, light: Light | None = None, window: frame.Frame | None = None) -> list[str]:
    window = window or frame.whole(state.board, 72, 36)
    return [line.plain for line in TableView(displayed(state), window, light or Light()).lines()]


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


def test_a_model_that_can_do_nothing_has_a_sign_and_a_lost_one_does_not_count(table):
    assert "I!" in "\n".join(drawn(table))
    lost = table.put(replace(table.units["R1/2"], marks=frozenset({"gone"})))
    text = "\n".join(drawn(lost))
    assert "I†" in text
    assert "R1·1" in text


def test_a_secret_mission_is_only_a_cross(table):
    text = "\n".join(drawn(table.put(replace(table.units["Red shells"], known_to=frozenset()))))
    assert "×" in text
    assert "※" not in text


def test_reach_and_the_active_unit_are_marked_without_colour_too(table):
    light = Light((Yard(),), frozenset({"B1/1"}), active="R1")
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
    game = st.new_game("great-battles-d20", "nissoria")
    found = letters(Display(game.rules, game.state))
    assert len(set(found.values())) == len(found)
    assert found["Infantry"] == "I"
    assert found["Armour"] == "A"


# ---- who is who


@pytest.mark.parametrize(
    ("words", "name"), [("r1", "R1"), ("b1/1", "B1/1"), ("staff", "Blue staff"), ("cross", "crossroads")]
)
def test_a_unit_is_found_by_letters_or_the_beginning_of_its_name(table, words, name):
    assert unit_called(displayed(table), words).id == name


def test_the_roster_tells_state_and_distance(table):
    lines = [line.plain for line in TableRoster(displayed(table)).brief(RED, 60, 3)]
    assert lines[0] == 'R1 2  at 6, 6 N  13.5" from b1'
    assert lines[1].strip() == "wedge · actions 1 of 2"
    assert lines[2].strip() == "Infantry, Infantry pinned"


def test_each_division_has_its_own_staff_and_its_own_count():
    """Two units of one kind in different divisions have a line each. A division's count has its name."""
    rules = st.rule_sets()["great-battles-d10"]
    state = rules.setup(rules.scenarios()["malta"], frozenset())
    side = state.sides[1]
    shown = Display(rules, state)
    lines = [line.plain for line in TableRoster(shown).others(side)]
    assert [line.partition("  ")[0] for line in lines[:4]] == [
        "wo Western Command C Ops", "wf Western Command FUP", "eo Eastern Command C Ops", "ef Eastern Command FUP"
    ]  # fmt: skip
    told = heading(shown, side).plain
    assert "Western Command: 2 activation points" in told and "Eastern Command: 1 activation point" in told
    assert "Axis: " not in heading(shown, state.sides[0]).plain


def test_what_is_counted_of_a_side_stands_beside_its_name(table):
    assert [heading(displayed(table), side).plain for side in table.sides] == ["Red  3 chits", "Blue  guns: 2 shells"]


def test_what_the_enemy_has_not_seen_is_told_to_its_owner(table):
    hidden = table.put(replace(table.units["R1/1"], known_to=frozenset()))
    assert "1 unseen" in TableRoster(displayed(hidden)).brief(RED, 60, 3)[1].plain


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
    unit: UnitId
    spotter: UnitId

    def tell(self) -> str:
        return f"call {self.unit}, spotted by {self.spotter}"


def test_long_lists_are_folded_by_unit(table):
    calls = [Call(f"template {number}", f"R{spotter}") for number in (1, 2, 3) for spotter in range(1, 6)]
    numbered = list(enumerate((Option(call, "x.y") for call in calls), 1))
    assert is_long(numbered)
    assert not is_long(numbered[:5])
    texts = [paragraph.renderable.plain for paragraph in paragraphs(numbered, table)]
    assert texts[1] == "call template 2, spotted by  6 R1 7 R2 8 R3 9 R4 10 R5"


# ---- tapes, and ground that changes


def sappers(*commands) -> tuple[Game, list[str]]:
    game = Game(RULES, BATTLE, "3", frozenset())
    for command in commands:
        game.play(command)
    window = frame.whole(game.state.board, 72, 36)
    return game, [line.plain for line in TableView(Display(RULES, game.state), window).lines()]


def test_a_tape_runs_across_the_map_with_an_arrow_at_its_head():
    _, lines = sappers(LayTape(TAPE, st.Place(18.0, 4.0, 90)))
    (row,) = [line for line in lines if "•" in line]
    assert row.count("•") == 40 and row.count("•▶") == 1  # 20 inches, and the arrow


def test_a_slanting_tape_that_is_narrower_than_a_letter_has_no_gaps():
    _, lines = sappers(LayTape(TAPE, st.Place(18.0, 12.0, 30)))
    assert len([line for line in lines if "•" in line or "◥" in line]) == 18


def test_a_model_on_a_round_base_is_a_model_and_no_shell():
    _, lines = sappers()
    text = "\n".join(lines)
    assert "SA" in text and "po" in text  # its tag, as of any model that belongs to no body


def test_a_broken_bridge_is_not_drawn():
    before, after = sappers()[1], sappers(BlowBridge(SAPPERS))[1]
    assert len({one[44] for one in (before[13], after[13])}) == 2 and after[13][44] == "~"
    assert [line[:40] for line in before] == [line[:40] for line in after]


@pytest.mark.parametrize("typed", ["3 8 4 to 40 4", "lay 8,4 to 40,4", "8 4 to 40 4"])
def test_two_points_lay_a_tape_from_the_first_towards_the_second(typed):
    game, _ = sappers()
    command = Reader(game.decision, Display(RULES, game.state)).command(typed)
    assert command == LayTape(TAPE, st.Place(18.0, 4.0, 90))
