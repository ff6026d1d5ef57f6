"""Looking at scenarios."""

from importlib.resources import files
from shlex import quote

import pytest


def test_scenarios_are_listed_the_learning_one_first(run):
    shown = run("scenarios", "portable-wargame").stdout
    names = [line.split()[0] for line in shown.splitlines()[1:] if line and line[0] != " "]
    assert names[0] == "krojanty"
    assert set(names) >= {"krojanty", "sedan", "slim-river", "summa"}


def test_scenarios_of_one_rule_set_or_of_all(run):
    one, everything = run("scenarios", "portable-wargame").stdout, run("scenarios").stdout
    assert "great-battles-d20" not in one
    assert "great-battles-d20" in everything
    assert "portable-wargame" in everything


def test_how_long_a_scenario_is_stands_beside_its_size_once(run):
    assert "learning: 2 battalions · 9 turns" in run("scenarios", "great-battles-d20").stdout
    assert "Large: 11 battalions; 3 days." in run("scenarios", "malta").stdout
    assert "14 turns" in run("scenarios", "summa").stdout


@pytest.mark.parametrize("name", ["krojanty", "sedan", "slim-river", "summa"])
def test_a_scenario_shows_setting_map_forces_options_and_victory(run, name):
    shown = run("scenarios", name).stdout
    for words in ("Victory: ", "Options: ", "Commanders", "a    b    c", f"sandtable play {name}"):
        assert words in shown


def test_forces_are_counted_with_strength_quality_and_arrival(run):
    shown = run("scenarios", "krojanty").stdout
    assert "4 Uhlans" in shown
    assert "3 SP, Elite, Mounted Cavalry" in shown
    assert "arrives in turn 3" in shown


def test_the_map_has_its_objectives(run):
    assert "★" in run("scenarios", "summa").stdout


def test_a_scenario_from_a_file(run, tmp_path):
    text = files("sandtable.rules.portable_wargame").joinpath("scenarios/krojanty.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace('id = "krojanty"', 'id = "mine"'))
    assert "Mounted Cavalry" in run("scenarios", "mine.toml").stdout
    assert "Where does German Commanders" in run("play", "mine.toml", "--players", "human", "human").stdout


@pytest.mark.parametrize("name", ["mine.toml", "my battle"])
def test_a_file_is_shown_with_the_line_that_plays_it(run, tmp_path, name):
    text = files("sandtable.rules.portable_wargame").joinpath("scenarios/krojanty.toml").read_text()
    (tmp_path / name).write_text(text.replace("Krojanty, 1", "Krojanty again, 1"))
    shown = run("scenarios", name).stdout
    assert "Krojanty again" in shown
    assert f"To play: sandtable play {quote(name)}" in shown
