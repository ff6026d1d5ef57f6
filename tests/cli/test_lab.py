"""The lab at the command line."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from sandtable.cli import lab as bench

RANDOM = ("--players", "random", "random", "--games", "20")


def test_the_same_trial_gives_the_same_bytes(run):
    first = run("lab", "krojanty", *RANDOM, "--json").stdout_bytes
    assert first == run("lab", "krojanty", *RANDOM, "--json").stdout_bytes
    assert first == run("lab", "krojanty", *RANDOM, "--json", "--jobs", "2").stdout_bytes


def test_json_has_sorted_keys_and_adds_up(run):
    text = run("lab", "krojanty", *RANDOM, "--json").stdout
    found = json.loads(text)
    assert list(found) == sorted(found)
    assert sum(share["count"] for share in found["wins"].values()) + found["draws"]["count"] == found["games"] == 20
    assert found["errors"] == []


def test_another_seed_gives_other_battles(run):
    first, other = (run("lab", *RANDOM, "--json", "--seed", seed).stdout for seed in ("1", "2"))
    assert first != other


def test_the_table_has_rates_intervals_ends_turns_and_losses(run):
    shown = run("lab", "krojanty", *RANDOM).stdout
    for words in ("Polish", "German", "drawn", "95% interval", " to ", "Ended by pw.", "Turns ", "choices ", "SP lost"):
        assert words in shown


def test_players_may_change_sides(run):
    shown = run("lab", "krojanty", "--players", "greedy", "random", "--games", "2", "--swap").stdout
    assert "player greedy" in shown
    assert "changing sides" in shown


def test_options_are_those_of_the_scenario_those_given_or_all(run):
    def options(*flags: str) -> list[str]:
        return json.loads(
            run("lab", "sedan", "--players", "random", "random", "--games", "1", "--json", *flags).stdout
        )["options"]

    assert options() == ["air"]
    assert options("--option", "gas", "--option", "air") == ["air", "gas"]
    assert len(options("--all-options")) == 5


@pytest.fixture
def broken(monkeypatch):
    """Every third battle fails."""
    fight = bench.fight

    def fight_or_break(trial, number):
        if number % 3 == 2:
            raise LookupError(f"no such\nsquare in {number}")
        return fight(trial, number)

    def simulate(trial, games, jobs):
        return (fight_or_break(trial, number) for number in range(games))

    monkeypatch.setattr(bench, "fight", fight_or_break)
    monkeypatch.setattr(bench, "simulate", simulate)


def test_a_battle_that_fails_is_reported_with_its_seed(run, broken):
    result = run("lab", "krojanty", "--players", "random", "random", "--games", "8", "--seed", "x")
    assert result.exit_code == 1
    assert "6 battles" in result.stdout
    assert "Battle 2, seed x/2: LookupError: no such square in 2" in result.stdout
    assert "Battle 5, seed x/5" in result.stdout


def test_failures_are_in_the_json_too(run, broken):
    result = run("lab", "krojanty", "--players", "random", "random", "--games", "8", "--json")
    assert result.exit_code == 1
    assert [error["seed"] for error in json.loads(result.stdout)["errors"]] == ["0/2", "0/5"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a process group to press Ctrl+C in")
def test_ctrl_c_stops_many_processes_at_once():
    code = "from sandtable.cli.main import main; main()"
    command = [sys.executable, "-c", code, "lab", "krojanty", "--games", "20000", "--jobs", "2"]
    lab = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)  # by now they fight
    os.killpg(lab.pid, signal.SIGINT)
    try:
        lab.communicate(timeout=10)
    finally:
        if lab.poll() is None:
            os.killpg(lab.pid, signal.SIGKILL)
    assert lab.returncode != 0
