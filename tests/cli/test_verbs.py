"""What a player may ask of the program while it waits."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.cli.session import step_of
from sandtable.testing import random_game


def since(result, words: str) -> str:
    """What was printed after these words last appeared."""
    return result.stdout.rpartition(words)[2]


# ---- choosing


@pytest.mark.parametrize("line", ["6", "mg", "MG", "activate polish machine guns", "machine", "activate mach"])
def test_number_tag_and_words_choose_alike(hot_seat, line):
    assert "Polish Machine Guns: what does it do?" in hot_seat(line).stdout


@pytest.mark.parametrize("line", ["d5 S", "d5s", "1 d5 S", "moves d5 s", "d5 facing S", "d5 south"])
def test_a_place_is_given_in_one_go(hot_seat, line):
    assert "Polish Machine Guns moves to d5, facing S" in hot_seat("mg", line).stdout


def test_a_number_alone_asks_for_the_place(hot_seat):
    shown = hot_seat("mg", "1", "d5 S").stdout
    assert "Polish Machine Guns moves to … (like" in shown
    assert "Polish Machine Guns moves to d5, facing S" in shown


def test_a_place_without_a_facing_asks_for_one_where_several_are_allowed(hot_seat):
    assert "d7: facing N or E or S or W? For example: d7 N" in hot_seat("mg", "d7").stdout


def test_a_place_out_of_reach_says_why_and_asks_again(hot_seat):
    shown = hot_seat("mg", "d2 S", "stay").stdout
    assert "Polish Machine Guns moves to d2 facing S: " in shown
    assert "[pw.move.allowance]" in shown
    assert "Polish Machine Guns: does it fire?" in shown


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fly to the moon", "no option is called 'fly to the moon'; type a number or help"),
        ("99", "there is no option 99; the options are 1 to 7"),
        ("0", "there is no option 0"),
        ("uhlans", "this could mean 2 or 3 or 4 or 5"),
        ("1 now", "'now' has no meaning after a number"),
        ("activate german infantry 1", "activate German Infantry 1: it is an enemy Unit [pw.activation.once-each]"),
        ("auto pilot", "type auto, auto turn or auto deploy, not auto pilot"),
        ("auto deploy", "no side is deploying now; auto turn plays to the end of the turn"),
        ("odds", "type the number of an option: odds 1"),
        ("why pw.fire.hti", "no clause 'pw.fire.hti'; did you mean pw.fire.hit?"),
    ],
)
def test_what_cannot_be_taken_is_told_in_one_line_and_asked_again(hot_seat, line, told):
    rest = since(hot_seat(line, "machine"), "help · quit\n")
    assert told in hot_seat(line).stdout
    assert "what does it do?" in rest


# ---- rules and odds


@pytest.mark.parametrize("line", ["?", "why not"])
def test_why_not_lists_what_is_barred_by_reason(hot_seat, line):
    shown = since(hot_seat("mg", "stay", line), "holds its fire")
    assert "Polish Machine Guns fires at a2, b3, g3: the target is out of range [pw.fire.range]" in shown


def test_why_not_of_one_thing(hot_seat):
    shown = hot_seat("mg", "why not d1 N", "why not d5 S").stdout
    assert "Polish Machine Guns moves to d1 facing N: " in shown
    assert "Polish Machine Guns moves to d5 facing S: it is allowed" in shown


@pytest.mark.parametrize("line", ["why pw.fire.hit", "why fire.hit", "why [pw.fire.hit]"])
def test_why_shows_a_clause(hot_seat, line):
    assert "stated by the book" in since(hot_seat(line), "pw.fire.hit")


def test_why_of_an_option_and_of_the_question(hot_seat):
    assert "pw.fire.target-square" in since(hot_seat("mg", "stay", "why 1"), "holds its fire")
    assert "pw.activation.once-each" in since(hot_seat("why"), "stop activating")


def test_odds_shows_every_outcome_and_they_sum_to_one(hot_seat):
    shown = hot_seat("mg", "stay", "odds 1").stdout.partition("█")[2].partition("exact")[0]
    fractions = [Fraction(word) for word in shown.split() if "/" in word and word[0].isdecimal()]
    assert sum(fractions) == 1


def test_odds_of_what_no_die_decides(hot_seat):
    assert "activate Polish Commanders: no die decides this" in hot_seat("odds 1").stdout


def test_odds_of_a_place(hot_seat):
    assert "moves to d5 facing S: no die decides this" in hot_seat("mg", "odds 1 d5 S").stdout


# ---- the table


def test_map_log_and_roster(hot_seat):
    assert "level 1" in since(hot_seat("map"), "Krojanty, 1 September 1939 · turn 1")
    assert "German Infantry 1 starts on d4, facing E" in since(hot_seat("log"), "stop activating")
    assert "a2 Armoured Cars 2" in since(hot_seat("roster"), "stop activating")
    assert since(hot_seat("log 1"), "stop activating").count("[pw.") == 1


def test_help_names_every_verb(hot_seat):
    shown = since(hot_seat("help"), "stop activating")
    for verb in ("why", "odds", "map", "log", "roster", "undo", "save", "auto", "resign", "quit"):
        assert verb in shown


# ---- undo


def test_a_command_without_dice_is_taken_back_at_once(hot_seat):
    shown = hot_seat("mg", "undo").stdout
    assert "You took back: activate Polish Machine Guns." in shown
    assert "which Unit is activated?" in shown.rpartition("You took back")[2]


def test_across_dice_the_other_side_is_asked(hot_seat):
    shown = hot_seat("mg", "stay", "1", "undo", "n", "undo", "y").stdout
    assert shown.count("German, do you agree to the undo?") == 2
    assert "nothing was taken back" in shown
    assert "You took back: Polish Machine Guns fires at d4. The dice will be new." in shown


def test_dice_fall_anew_and_the_save_still_proves_itself(hot_seat, run):
    hot_seat("mg", "stay", "1", "undo", "y", "1", "save battle.jsonl")
    assert run("replay", "battle.jsonl", "--check").exit_code == 0


def test_the_player_agrees_for_the_computer(run):
    lines = ["auto deploy", "auto turn", "undo", "y"]
    shown = run("play", "--players", "human", "random", "--seed", "5", lines=lines).stdout
    assert "German is the computer. Do you agree for it?" in shown
    assert "You took back" in shown


def test_there_is_nothing_to_take_back_at_first(run):
    shown = run("play", "--side", "German", "--seed", "5", lines=["undo"]).stdout
    assert "there is nothing to take back yet" in shown


# ---- save


def test_a_file_of_something_else_is_not_written_over(hot_seat, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    assert (
        "notes.txt exists and is not this battle's; save! notes.txt overwrites it" in hot_seat("save notes.txt").stdout
    )
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert "The battle is saved in notes.txt." in hot_seat("save! notes.txt").stdout


def test_its_own_file_is_written_again(hot_seat):
    assert hot_seat("save b.jsonl", "mg", "save b.jsonl", "save").stdout.count("The battle is saved in b.jsonl.") == 3
    assert len(st.load_game("b.jsonl").stages) == 12


def test_a_folder_that_is_not_there_is_told(hot_seat):
    shown = hot_seat("save nowhere/b.jsonl", "map").stdout
    assert "nowhere/b.jsonl: No such file or directory" in shown


# ---- auto


def test_auto_chooses_once(hot_seat):
    shown = hot_seat("auto").stdout
    assert shown.count("activations left") + shown.count("what does it do?") >= 2


def test_auto_deploy_places_the_rest_of_one_side(run):
    shown = run("play", "--players", "human", "human", "--seed", "5", lines=["a2 N", "auto deploy"]).stdout
    assert "German Infantry 3 starts on" in shown
    assert "Where does Polish Commanders start?" in shown
    assert "Polish Commanders starts on" not in shown


def test_place_all_sets_a_side_up_as_the_scenario_has_it_and_one_undo_takes_it_back(run):
    people = ["play", "--players", "human", "human", "--seed", "5"]
    shown = run(*people, lines=["place all"]).stdout
    assert "German Infantry 2 starts on d3, facing S" in shown
    assert "Where does Polish Commanders start?" in shown
    again = run(*people, lines=["place all", "undo"]).stdout
    assert again.rindex("Where does German Commanders start?") > again.rindex("You took back")


def test_place_all_is_refused_in_battle(hot_seat):
    assert "no side sets up now" in hot_seat("place all").stdout


@pytest.mark.parametrize("rules", list(st.rule_sets().values()), ids=lambda rules: rules.id)
def test_the_steps_in_which_one_sets_up_say_so(rules):
    """auto deploy does not depend on the names of the steps."""
    before, turns = set(), set()
    for game in random_game(rules, next(iter(rules.scenarios().values())), frozenset(), seed="1"):
        step, clock = step_of(game), rules.showing.clock(game.state)
        (before if clock.now == 0 else turns).add((type(step), step is not None and step.sets_up))
    assert before and all(sets_up for _, sets_up in before)
    assert any(not sets_up for _, sets_up in turns)


def test_auto_deploy_is_for_setting_up(hot_seat):
    assert "no side is deploying now" in hot_seat("auto deploy").stdout


def test_the_same_turn_of_another_day_is_another_turn():
    rules = st.rule_sets()["great-battles-d20"]
    game = st.new_game(rules.id, "agira")
    first = replace(game.state, agenda=(), tallies={**game.state.tallies, "day": 1, "turn": 2})
    second = replace(first, tallies={**first.tallies, "day": 2})
    clocks = [rules.showing.clock(state) for state in (first, second)]
    assert clocks[0].now == clocks[1].now and [clock.day for clock in clocks] == [1, 2]


def test_auto_turn_plays_to_the_end_of_the_turn(run):
    lines = ["auto deploy", "auto turn"]
    shown = run("play", "--players", "human", "random", "--seed", "5", lines=lines).stdout
    assert "Krojanty, 1 September 1939 · Turn 2 of 8" in shown


def test_a_clause_there_is_not_is_told_in_a_line(hot_seat):
    shown = hot_seat("why zz").stdout
    assert "no clause 'zz'\n" in shown
    assert "pw.activation.losing-dice" not in shown
