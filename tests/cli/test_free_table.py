"""A free table at the keyboard: what a player sees and types."""

import re

import pytest

import sandtable as st
from sandtable.board.place import Place
from sandtable.cli.errors import Unclear
from sandtable.cli.places import Spot
from sandtable.cli.prompts import Reader, Spotter, WhereTo
from sandtable.telling.display import Display
from tests.cli.keyboard import march_begun, scripted

PLACED = ["12 6", "12 15"]  # first-orders, both sides placed by hand


@pytest.fixture
def battle(run):
    """Two people at the learning battle, both battalions on the table."""

    def call(*lines: str):
        typed = [PLACED[0], "1", "", PLACED[1], "", *lines]  # its infantry leads
        return run("play", "first-orders", "--players", "human", "human", "--seed", "3", lines=typed)

    return call


@pytest.fixture
def marching(run, tmp_path):
    """A battalion that is asked what it does."""
    st.save_game(march_begun(), tmp_path / "march.jsonl")

    def call(*lines: str):
        return run("play", "march.jsonl", "--players", "human", "human", lines=[*lines])

    return call


# ---- whole battles


def test_the_learning_battle_is_played_to_its_end(run):
    lines, game = scripted("first-orders", ["Allied", "Axis"], "5", "great-battles-d20")
    result = run("play", "first-orders", "--players", "human", "human", "--seed", "5", lines=[*lines, "save b.jsonl"])
    assert result.exit_code == 0
    assert st.load_game("b.jsonl").log() == game.log()
    assert str(game.log()[-1].event.tell()) in result.stdout


def test_a_battle_saved_is_stepped_through_and_proven(run, marching):
    assert "all proven" in run("replay", "march.jsonl", "--check").stdout
    assert "A1 starts in assault formation at 12, 6" in run("replay", "march.jsonl").stdout


def test_the_computer_places_a_side(run):
    shown = run("play", "first-orders", "--players", "human", "random", "--seed", "3", lines=["auto deploy"]).stdout
    assert "A1 starts in assault formation" in shown


# ---- what is shown


def test_setting_up_shows_where_one_may_stand(run):
    shown = run("play", "first-orders", "--seed", "3").stdout
    assert "Where does A1 start?" in shown
    assert "◦◦◦◦◦◦" in shown
    assert "west wood" in shown
    assert "low hill" in shown
    assert "12.5 8 NE" in shown  # the hint says how a place is given


def test_the_panel_has_both_sides_with_their_state_and_how_near_the_enemy_is(battle):
    shown = battle().stdout
    assert 'A1 7  at 12, 6 N  9.0" from e1' in shown
    assert "assault" in shown and "defensive, inactive" in shown
    assert "4 × Infantry, HQ, Heavy weapons, Armour" in shown
    assert "CO C Ops  at 12, 1 N" in shown
    assert "★ the village" in shown
    assert 'Sight 12"' in shown


AXIS = ["halts", "no more", "C Ops stays"]  # until the Axis says which battalion moves


def test_the_same_table_is_not_drawn_twice(marching):
    before, _, after = marching(*AXIS, "no more").stdout.partition("where does the C Ops go?")
    assert "west wood" in before
    assert "which battalion moves?" in after and "west wood" not in after.partition("Allied")[0]


def test_people_do_not_change_places_while_both_may_see_everything(marching):
    shown = marching(*AXIS, "no more", "play on").stdout
    assert "Allied: end the day?" in shown
    assert "take the seat" not in shown


def test_they_do_once_one_has_given_orders_in_secret(marching):
    orders = ["change standing orders", "fire at 30% or better", "3", "no more", ""]
    before, seat, after = marching(*AXIS, *orders).stdout.partition("Allied, take the seat. Axis, look away.")
    assert seat and "fire at 30% or better" in before and "30%" not in after


def test_map_draws_it_again_with_its_legend(marching):
    shown = marching("map").stdout.rpartition("> ")[0].rpartition("what does it do?")[2]
    assert "west wood" in shown
    assert "I Infantry" in shown
    assert "═════ road" in shown


@pytest.mark.parametrize("line", ["zoom A1", "zoom a1 10", "map 12 6 10"])
def test_a_part_is_drawn_larger(marching, line):
    shown = marching(line).stdout.rpartition("what does it do?")[2]
    assert "»A1·7" in shown
    assert "\n  6 " in shown
    assert "e1·3" not in shown


def test_the_roster_names_every_model(marching):
    shown = marching("roster").stdout.rpartition("what does it do?")[2]
    assert "A1/7 M4 Sherman" in shown
    assert "Armour, Gun Medium, Armour Medium" in shown
    assert "experienced" in shown


# ---- places and ways


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("12 8", (12, 8, 0)),
        ("12.5, 8", (12.5, 8, 0)),
        ("1 12 8", (12, 8, 0)),
        ("moves to 12 8", (12, 8, 0)),
        ("at 12 8", (12, 8, 0)),
        ("2 N", (12, 8, 0)),
        ("n 2", (12, 8, 0)),
        ("ahead 2", (12, 8, 0)),
        ("1 ahead 2", (12, 8, 0)),
        ("ahead", (12, 9, 0)),
        ("back 1", (12, 5, 0)),
        ("left 1.5", (10.5, 6, 0)),
        ("1 ne", (12.71, 6.71, 0)),
        ("towards e1 2", (12, 8, 0)),
        ("towards the village 1", (12, 7, 0)),
        ("face 10", (12, 6, 10)),
        ("12 7 10", (12, 7, 10)),
        ("ahead 1 facing 350", (12, 7, 350)),
    ],
)
def test_a_place_is_understood_as_people_write_it(marching, line, place):
    marching(line, "", "let them pass", "save after.jsonl")  # within 8 inches the enemy may fire at it
    assert st.load_game("after.jsonl").state.units["A1"].place == st.Place(*place)


def test_a_number_alone_asks_for_the_place(marching):
    shown = marching("1", "ahead 1", "", "log").stdout
    assert "A1 moves to … (like" in shown
    assert "A1 moves to 12, 7, facing 0" in shown


def test_where_only_a_facing_is_open_a_facing_will_do(marching):
    shown = marching("changes formation", "defensive face 30", "", "log").stdout
    assert "type a facing, like face" in shown
    assert "A1 is in defensive formation at " in shown
    assert "facing 30 [" in shown.rpartition("which formation?")[2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("12 12", "A1 moves to 12, 12, facing 0: "),
        ("12 -3", "A1 moves to 12, -3, facing 0: "),
        ("6 N", "A1 moves to 12, 12, facing 0: "),
        ("99 12 8", "A1 moves to 99, 12, facing 8: "),
        ("1 somewhere", "'somewhere' is not a place"),
        ("towards nobody", "no unit 'nobody'"),
        ("fly", "no option is called 'fly'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line_and_asked_again(marching, line, told):
    shown = marching(line, "ahead 1", "", "log").stdout.rpartition("what does it do?")[2]
    assert told in shown
    assert "A1 moves to 12, 7, facing 0" in shown


def test_a_refused_place_cites_the_clause(marching):
    refused = next(line for line in marching("12 12").stdout.splitlines() if "12, 12" in line)
    assert refused.endswith("]")
    assert "[gb20." in refused


def test_a_unit_that_is_not_on_the_table_goes_no_way(run):
    shown = run("play", "first-orders", "--seed", "3", lines=["ahead 3"]).stdout
    assert "A1 is not on the table yet; type a place, like 12.5 8 N" in shown


def test_figures_that_could_be_two_things_are_asked_about():
    game = march_begun()
    reader = Reader(game.decision, Display(game.rules, game.view("Allied")))
    assert reader.command("1 12 8").to == st.Place(12, 8, 0)
    with pytest.raises(WhereTo):
        reader.command("1")
    with pytest.raises(Unclear, match="there is no option 40"):
        reader.command("40")


# ---- ruler and sight


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("measure A1 e1", '9.00" apart, from edge to edge'),
        ("measure A1 12 24", 'A1/2 infantry is 18.00" from 12, 24'),
        ("measure Allied C Ops A1", "Allied C Ops and A1/"),
        ("sight A1 e1", "A1 and E1 do not see each other: village is in the way at 1"),
        ("sight A1 Allied C Ops", "are in sight of each other"),
        ("measure A1", "type two units: measure A1 e1"),
        ("measure A1 zz", "no unit 'zz'; there are"),
        ("sight", "type two units: sight A1 e1"),
        ("zoom", "type a unit or a point: zoom A1, or map 12 8 10"),
        ("zoom q", "no unit 'q'"),
        ("map 3", "type map 12 8 10 for ten inches round 12, 8"),
    ],
)
def test_ruler_sight_and_window(marching, line, told):
    assert told in marching(line).stdout.rpartition("what does it do?")[2]


def test_on_a_grid_there_is_no_ruler(run):
    assert "this works only on a free table" in run("play", "--seed", "1", lines=["measure a b"]).stdout


def test_help_tells_of_places_in_inches(marching):
    shown = marching("help").stdout.rpartition("what does it do?")[2]
    for words in ("12.5 8 NE", "towards e1 3", "map X Y W", "measure A B", "sight A B"):
        assert words in shown


def test_help_folds_beside_what_is_typed(marching, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = marching("help").stdout.rpartition("Choose ")[2].splitlines()[:-1]
    assert all(len(line) <= 80 for line in lines)
    typed = {line.split()[0] for line in lines if line[:1].strip() and not line.startswith(">")}
    assert typed == {"A", "map", "measure", "sight", "?", "why", "odds", "undo", "save", "auto", "resign", "place"}


def test_an_example_of_a_place_names_no_facing_where_there_is_none_to_choose(run):
    shown = run("play", "first-orders", "--seed", "3", lines=["12 5", "1", "no more"]).stdout
    assert re.search(r"goes to … +type a place, like [\d.]+ [\d.]+,", shown)


@pytest.mark.parametrize("columns", [84, 90, 100, 110])
def test_a_long_heading_in_the_roster_does_not_fold_the_map(run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = run("play", "first-orders", "--seed", "3", lines=[]).stdout
    east = [line for line in shown.splitlines() if line.startswith(" 24 +") or line.startswith("  0 +")]
    assert len(east) == 2
    assert all("+ 24" in line[5:] or "+ 0" in line[5:] for line in east)


def test_while_one_sets_up_it_is_no_turn_yet(battle, run):
    placing = run("play", "first-orders", "--seed", "3", lines=[]).stdout
    assert "First orders · Before the battle" in placing and "First orders · Turn" not in placing
    assert "First orders · Turn 4 of 12" in battle().stdout


def test_beside_a_road_one_is_asked_which_way_a_column_faces():
    game, player = st.new_game("great-battles-d20", "nissoria", "1"), st.RandomPlayer(1)
    while "E1 in road march" not in str([option.command.tell() for option in game.decision.options]):
        game.play(player.choose(game.seat()))
    column = next(option for option in game.decision.options if "road march" in option.command.tell())
    spotter = Spotter(Display(game.rules, game.view(game.decision.side)))
    beside = Spot("", 25.64, 17.7, None)
    with pytest.raises(Unclear, match=r"facing 89° or 269°. For example: 25.64 17.91 89$"):
        spotter.place(column, beside)
    assert spotter.is_inside(column, beside)
    assert spotter.place(column, Spot("", 25.64, 17.7, 270)) == Place(25.64, 17.91, 269)
