"""Whole battles at the keyboard."""

import re

import pytest

import sandtable as st
from sandtable.cli import play as table
from sandtable.cli.play import seat_players
from sandtable.players import PLAYERS
from tests.cli.keyboard import DEPLOYED, GERMANS, guns_of, scripted


def test_the_learning_battle_is_played_to_its_end_against_the_computer(run):
    lines, game = scripted("krojanty", ["Polish"], "5")
    result = run("play", "--seed", "5", lines=[*lines, "save battle.jsonl", "quit"])
    assert result.exit_code == 0
    assert st.load_game("battle.jsonl").log() == game.log()
    assert str(game.log()[-1].event.tell()) in result.stdout


def test_the_learning_battle_is_played_to_its_end_by_two_people(run):
    lines, game = scripted("krojanty", ["Polish", "German"], "5")
    result = run("play", "krojanty", "--players", "human", "human", "--seed", "5", lines=[*lines, "save b.jsonl"])
    assert result.exit_code == 0
    assert st.load_game("b.jsonl").log() == game.log()


def test_you_may_play_the_other_side(run):
    result = run("play", "--side", "german", "--seed", "5", lines=["auto deploy"])
    assert "German: human" in result.stdout
    assert "Polish: computer" in result.stdout


def test_two_computers_fight_without_asking(run):
    result = run("play", "--players", "random", "random", "--seed", "5")
    assert result.exit_code == 0
    assert "SP lost" in result.stdout
    assert ">" not in result.stdout.splitlines()[-1]


def test_the_side_option_seats_the_person_there():
    game = st.new_game("portable-wargame", "krojanty")
    assert list(seat_players(game, ("human", "greedy"), "German")) == ["Polish"]


# ---- what is shown


def test_the_set_up_shows_map_roster_question_and_hint(hot_seat, run):
    shown = run("play", "--players", "human", "human", "--seed", "1").stdout
    assert "Where does German Commanders start? [pw.setup.deployment]" in shown
    assert "type a place, like" in shown
    assert "co Commanders" in shown
    assert "    a    b    c    d" in shown


def test_an_attack_has_its_exact_odds_beside_it(hot_seat):
    shown = hot_seat("mg", "stay").stdout
    # three dice, each 4 or more
    assert "fires at d4 hit 88%, miss 12%: 44% is hit: retreat or lose 1 SP?" in " ".join(shown.split())


def test_the_log_shows_needs_dice_sums_and_clauses(hot_seat):
    shown = " ".join(hot_seat("mg", "stay", "fires at d4").stdout.split())
    assert "Polish Machine Guns fires at d4: needs 5 or more (5 to hit" in shown
    assert "+1 not moved [pw.fire.mod-not-moved]" in shown
    assert re.search(r"of 3, (hit|miss) \[pw.fire.dice\]", shown)


def test_people_who_share_a_screen_change_places_when_something_is_hidden(run):
    game = guns_of()
    st.save_game(game, "guns.jsonl")
    lines = []
    while game.decision.side == "Finnish":
        lines.append("1")
        game.play(game.decision.options[0].command)
    shown = run("play", "guns.jsonl", "--players", "human", "human", lines=[*lines, "", "log"]).stdout
    before, _, after = shown.partition("Soviet, take the seat. Finnish, look away. Press Enter when ready.")
    assert "Finnish Field Artillery: which square does it fire at?" in before
    assert "Soviet Medium Artillery: which square does it fire at?" in after
    assert "Finnish Field Artillery" not in after.partition("which square")[0].replace("FA Field Artillery", "")


# ---- leaving


def test_the_end_of_input_leaves_and_says_that_nothing_was_saved(hot_seat):
    result = hot_seat()
    assert result.exit_code == 0
    assert result.stdout.rstrip().endswith("The battle was not saved.")


def keys(monkeypatch, *typed: str | type[BaseException]) -> list[str]:
    """At the keyboard: lines, and Ctrl+C and Ctrl+D as what they raise. Gives the prompts, as they come."""
    prompts, left = list[str](), list(typed)

    def one(prompt: str) -> str:
        prompts.append(prompt)
        answer = left.pop(0)
        if not isinstance(answer, str):
            raise answer
        return answer

    monkeypatch.setattr(table, "interactive", lambda: True)
    monkeypatch.setattr("builtins.input", one)
    return prompts


@pytest.mark.parametrize("key", [KeyboardInterrupt, EOFError])
def test_who_leaves_by_a_key_is_asked_whether_to_save(run, monkeypatch, key):
    keys(monkeypatch, *DEPLOYED[:2], key, "")
    assert "To go on: sandtable play krojanty.jsonl" in run("play", "--players", "human", "human").stdout
    assert len(st.load_game("krojanty.jsonl").stages) == 3


def test_who_presses_it_again_leaves_without_saving(run, monkeypatch):
    prompts = keys(monkeypatch, DEPLOYED[0], KeyboardInterrupt, KeyboardInterrupt)
    assert "The battle was not saved." in run("play", "--players", "human", "human").stdout
    assert len(prompts) == 3


def test_who_says_quit_and_then_presses_it_is_not_asked_again(run, monkeypatch):
    prompts = keys(monkeypatch, DEPLOYED[0], "quit", KeyboardInterrupt)
    assert "The battle was not saved." in run("play", "--players", "human", "human").stdout
    assert len(prompts) == 3


def test_the_computer_may_be_stopped_while_it_thinks(run, monkeypatch):
    def choose(self, seat):
        raise KeyboardInterrupt

    monkeypatch.setattr(PLAYERS["greedy"], "choose", choose)
    keys(monkeypatch, *GERMANS, "")
    assert "To go on: sandtable play krojanty.jsonl" in run("play", "--side", "German").stdout


def test_after_a_save_it_says_how_to_go_on(hot_seat):
    shown = hot_seat("save battle.jsonl").stdout
    assert shown.rstrip().endswith("To go on: sandtable play battle.jsonl --players human human")


def test_a_save_is_gone_on_with(hot_seat, run):
    hot_seat("mg", "stay", "save battle.jsonl")
    shown = run("play", "battle.jsonl", "--players", "human", "human", lines=["hold", "save", "quit"]).stdout
    assert "Polish Machine Guns: does it fire?" in shown
    assert "The battle is saved in battle.jsonl." in shown
    assert len(st.load_game("battle.jsonl").stages) == 14


def test_a_save_of_any_name_is_gone_on_with(hot_seat, run):
    assert "To go on: sandtable play 'my battle' --players human human" in hot_seat("mg", "save my battle").stdout
    assert "what does it do?" in run("play", "my battle", "--players", "human", "human").stdout


def test_what_was_not_saved_is_told(hot_seat):
    assert "Commands after the last save are lost." in hot_seat("save b.jsonl", "mg").stdout


def test_quit_offers_to_save(hot_seat, tmp_path):
    assert "To go on: sandtable play krojanty.jsonl" in hot_seat("quit", "").stdout
    assert (tmp_path / "krojanty.jsonl").exists()


def test_a_file_that_is_there_already_is_not_proposed(hot_seat, tmp_path):
    (tmp_path / "krojanty.jsonl").write_text("mine")
    assert "The battle is saved in krojanty-2.jsonl." in hot_seat("quit", "krojanty.jsonl", "").stdout
    assert (tmp_path / "krojanty.jsonl").read_text() == "mine"


def test_quit_without_saving(hot_seat, tmp_path):
    hot_seat("quit", "n")
    assert not list(tmp_path.iterdir())


# ---- after the battle


def test_a_battle_given_up_is_over_and_can_still_be_saved_or_taken_back(hot_seat):
    shown = hot_seat("resign", "y", "why", "map", "undo", "resign", "y", "save end.jsonl", "").stdout
    assert "German wins: Polish concedes [pw.victory.end]" in shown
    assert "You took back: Polish resigns." in shown
    assert st.load_game("end.jsonl").state.winner == "German"


def test_resigning_needs_a_yes(hot_seat):
    assert "concedes" not in hot_seat("resign", "n").stdout
