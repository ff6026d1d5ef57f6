"""One battle under two editions, at the command line."""

import json

import pytest

from sandtable.cli import lab as bench

RANDOM = ("--players", "random", "random", "--games", "3")


def test_both_editions_stand_side_by_side(run):
    shown = run("compare", "crossroads", *RANDOM).stdout
    for words in (
        *("First contact at the crossroads: 3 battles under each book", "random against random · seed 0"),
        *("d10", "d20", "Canadian wins", "German wins", "drawn", "% to "),
        *("Canadian losses", "German losses", "decided by", "turns", "choices", "dice", "options"),
    ):
        assert words in shown


def test_the_edition_the_battle_is_written_for_comes_first(run):
    shown = [run("compare", name, *RANDOM).stdout for name in ("crossroads", "first-orders")]
    heads = [next(line.split()[-2:] for line in text.splitlines() if line.startswith("a battle")) for text in shown]
    assert heads == [["d10", "d20"], ["d20", "d10"]]


def test_the_same_trial_gives_the_same_bytes(run):
    first = run("compare", "crossroads", *RANDOM, "--json").stdout_bytes
    assert first == run("compare", "crossroads", *RANDOM, "--json").stdout_bytes
    assert first != run("compare", "crossroads", *RANDOM, "--json", "--seed", "other").stdout_bytes


def test_json_has_the_whole_report_of_each_edition(run):
    found = json.loads(run("compare", "crossroads", *RANDOM, "--json").stdout)
    assert list(found) == ["great-battles-d10", "great-battles-d20"]
    for one in found.values():
        assert one["scenario"] == "crossroads" and one["games"] == 3 and one["errors"] == []
        assert one["mean_dice"] > 0
        assert sum(share["count"] for share in one["wins"].values()) + one["draws"]["count"] == 3


def test_it_is_the_battle_that_the_lab_fights(run):
    compared = json.loads(run("compare", "crossroads", *RANDOM, "--json").stdout)["great-battles-d10"]
    assert compared == json.loads(run("lab", "crossroads", *RANDOM, "--json").stdout)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nissoria", "nissoria cannot be fought under another edition: its weather may be heat"),
        ("krojanty", "krojanty: portable-wargame has no other edition to compare"),
        ("nowhere", "no scenario 'nowhere'"),
    ],
)
def test_a_battle_that_does_not_translate_is_refused_with_the_reason(run, name, why):
    result = run("compare", name, *RANDOM)
    assert result.exit_code == 1
    assert result.stdout == "" and why in result.stderr


def test_battles_that_fail_are_named(run, monkeypatch):
    def fails(trial, number):
        raise LookupError("no such square")

    monkeypatch.setattr(bench, "fight", fails)
    monkeypatch.setattr(bench, "simulate", lambda trial, games, _jobs: (fails(trial, n) for n in range(games)))
    result = run("compare", "crossroads", *RANDOM)
    assert result.exit_code == 1
    assert "great-battles-d20, battle 0, seed 0/0: LookupError: no such square" in result.stdout


def test_kept_results_are_the_same_bytes_and_are_not_fought_again(run, monkeypatch, tmp_path):
    file = tmp_path / "kept.json"
    shown = run("compare", "crossroads", *RANDOM, "--keep", str(file)).stdout
    assert file.read_bytes() == run("compare", "crossroads", *RANDOM, "--json").stdout_bytes
    monkeypatch.setattr(bench, "fought", None)  # nothing is left to fight
    assert run("compare", "crossroads", *RANDOM, "--keep", str(file)).stdout == shown


def test_results_of_other_battles_are_fought_again(run, tmp_path):
    file = tmp_path / "kept.json"
    run("compare", "crossroads", *RANDOM, "--keep", str(file))
    run("compare", "crossroads", *RANDOM, "--keep", str(file), "--seed", "other")
    assert {one["seed"] for one in json.loads(file.read_text()).values()} == {"other"}


def test_a_file_of_something_else_is_refused(run, tmp_path):
    file = tmp_path / "kept.json"
    file.write_text("nonsense")
    result = run("compare", "crossroads", *RANDOM, "--keep", str(file))
    assert result.exit_code == 1 and "this is no file of kept results" in result.stderr
    assert file.read_text() == "nonsense"


def test_an_interrupt_keeps_the_books_that_are_done(run, monkeypatch, tmp_path):
    file, fought = tmp_path / "kept.json", bench.fought

    def stops(trial, games, jobs, what):
        if trial.rules.id == "great-battles-d20":
            raise KeyboardInterrupt
        return fought(trial, games, jobs, what)

    monkeypatch.setattr(bench, "fought", stops)
    result = run("compare", "crossroads", *RANDOM, "--keep", str(file))
    assert result.exit_code == 130 and result.stdout == ""
    assert "stopped" in result.stderr and "great-battles-d10" in result.stderr
    assert list(json.loads(file.read_text())) == ["great-battles-d10"]


def test_a_battle_in_plain_terms_is_fought_under_every_book(run):
    found = json.loads(run("compare", "lingevres", *RANDOM[:3], "--games", "1", "--json").stdout)
    assert set(found) >= {
        "combat-captain",
        "great-battles-d10",
        "great-battles-d20",
        "panzer-korps",
        "portable-wargame",
    }
    assert all(one["scenario"] == "lingevres" and one["games"] == 1 and not one["errors"] for one in found.values())


def test_a_battle_in_plain_terms_is_played_under_one_book(run):
    shown = run("scenarios", "combat-captain/ponyri").stdout
    assert "Ponyri station" in shown and "combat-captain" in shown
