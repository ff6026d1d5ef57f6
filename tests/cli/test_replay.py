"""Replaying and proving saves."""

import pytest

import sandtable as st
from sandtable.cli import replay as view


@pytest.fixture
def battle(tmp_path) -> st.Game:
    """A whole battle, saved as battle.jsonl."""
    game = st.new_game("portable-wargame", "krojanty", seed="7")
    player = st.RandomPlayer(3)
    while game.position.question:
        game.play(player.choose(game.seat()))
    st.save_game(game, tmp_path / "battle.jsonl")
    return game


def test_a_whole_battle_is_proven(run, battle):
    result = run("replay", "battle.jsonl", "--check")
    dice = sum(len(a) for stage in battle.stages for a in stage.leg.answers if isinstance(a, tuple))
    assert result.exit_code == 0
    proven, origin = result.stdout.splitlines()
    assert proven == f"{len(battle.stages) - 1} commands, {dice} dice: all proven"
    assert origin == "The scenario krojanty is the one that comes with this program."


def test_a_changed_die_is_found_and_named(run, battle, tmp_path):
    file = tmp_path / "battle.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if n > 1 and ",[1]" in line)
    lines[at] = lines[at].replace(",[1]", ",[6]", 1)
    file.write_text("".join(lines))
    result = run("replay", "battle.jsonl", "--check")
    assert result.exit_code == 1
    assert f"battle.jsonl: line {at + 1}:" in result.stderr
    assert "the seed gives" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_forged_command_is_found(run, battle, tmp_path):
    file = tmp_path / "battle.jsonl"
    text = file.read_text()
    assert '"Deploy"' in text
    first = text.index('"to":[', text.index("\n"))  # the first line holds the scenario, with places of its own
    file.write_text(text[:first] + '"to":[0,7,0]' + text[text.index("]", first) + 1 :])
    result = run("replay", "battle.jsonl", "--check")
    assert result.exit_code == 1
    assert "was not allowed" in result.stderr


@pytest.mark.parametrize("keep", [0.0, 0.1, 0.5, 0.9])
def test_a_save_that_was_cut_short_is_told(run, battle, tmp_path, keep):
    file = tmp_path / "battle.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * keep)])
    for command in (["replay", "battle.jsonl"], ["replay", "battle.jsonl", "--check"], ["play", "battle.jsonl"]):
        result = run(*command)
        assert result.exit_code == 1
        assert "battle.jsonl: line" in result.stderr
        assert result.stderr.count("\n") == 1
    assert file.read_bytes() == whole[: int(len(whole) * keep)]


def test_without_a_keyboard_the_whole_log_is_printed(run, battle):
    shown = run("replay", "battle.jsonl").stdout
    assert all(f"Turn {turn}" in shown for turn in range(1, battle.state.tallies["turn"] + 1))
    assert battle.log()[-1].event.tell() in shown


def test_it_stops_at_a_command(run, battle):
    shown = run("replay", "battle.jsonl", "--to", "3").stdout
    assert shown.count("starts on") == 3


def test_a_command_it_does_not_have(run, battle):
    result = run("replay", "battle.jsonl", "--to", "100000")
    assert result.exit_code == 1
    assert "there is no command 100000" in result.stderr


@pytest.fixture
def at_the_keyboard(monkeypatch):
    monkeypatch.setattr(view, "interactive", lambda: True)


def test_stepping_forward_back_and_away(run, battle, at_the_keyboard):
    shown = run("replay", "battle.jsonl", lines=["", "", "b", "7", "what", "999999", "q"]).stdout
    heads = [line for line in shown.splitlines() if "command" in line and " of " in line and "─" in line]
    assert [int(head.split("command ")[1].split()[0]) for head in heads] == [0, 1, 2, 1, 7]
    assert "'what': type a number from 0 to" in shown


def test_the_end_of_input_ends_it(run, battle, at_the_keyboard):
    assert run("replay", "battle.jsonl", lines=[""]).exit_code == 0


def test_it_plays_by_itself(run, battle, at_the_keyboard):
    last = len(battle.stages) - 1
    shown = run("replay", "battle.jsonl", "--to", str(last - 2), "--speed", "1000").stdout
    assert f"command {last} of {last}" in shown
