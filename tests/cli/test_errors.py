"""Every error is one line on the error stream, with exit code 1 and no traceback."""

from importlib.resources import files

import pytest

GOOD = 'rules = "portable-wargame"\n'


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ("play krojanti", "no scenario 'krojanti'; did you mean krojanty?"),
        ("play zzz", "no scenario 'zzz'; there are "),
        ("play nowhere.toml", "nowhere.toml: No such file or directory"),
        ("play nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
        ("play --option gass", "no option 'gass'; did you mean gas?"),
        ("play --option gas --no-options", "you cannot use --no-options and --option together"),
        ("play --players human gredy", "no player 'gredy'; did you mean greedy?"),
        ("play --side Germam", "no side 'Germam'; did you mean German?"),
        ("play --players greedy greedy --side German", "--side German: --players greedy greedy has no human"),
        ("scenarios sedann", "no scenario or rule set 'sedann'; did you mean sedan?"),
        ("rules portable", "no rule set 'portable'; did you mean portable-wargame?"),
        ("rules portable-wargame firee", "no section, clause or table 'firee'; did you mean fire?"),
        ("rules portable-wargame pw.fire.hitt", "did you mean pw.fire.hit?"),
        ("rules --charts", "name a rule set"),
        ("odds nowhere.jsonl 1", "nowhere.jsonl: No such file or directory"),
        ("replay nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
        ("replay nowhere.jsonl --check", "nowhere.jsonl: No such file or directory"),
        ("lab krojantie", "no scenario 'krojantie'; did you mean krojanty?"),
        ("lab --players human greedy", "no player 'human'; there are random, greedy"),
        ("lab --games 0", "--games and --jobs must be at least 1"),
        ("lab --all-options --option gas --games 1", "you cannot use --all-options and --option together"),
        ("lab --option airr", "no option 'airr'; did you mean air?"),
    ],
)
def test_a_wrong_name_is_told_with_the_nearest_there_is(run, args, told):
    result = run(*args.split())
    assert result.exit_code == 1
    assert told in result.stderr
    assert result.stderr.startswith("sandtable: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rules =", "mine.toml: Invalid value"),
        ("title = 'x'", "mine.toml: it does not name its rules"),
        ("rules = 'chess'", "mine.toml: no rule set 'chess'"),
        (GOOD, "mine.toml: Object missing required field"),
        (GOOD + "colour = 3", "mine.toml: "),
    ],
)
def test_a_wrong_scenario_file_is_told_with_its_name(run, tmp_path, text, told):
    (tmp_path / "mine.toml").write_text(text)
    for verb in ("play", "scenarios", "lab"):
        result = run(verb, "mine.toml")
        assert result.exit_code == 1
        assert told in result.stderr
        assert result.stderr.count("\n") == 1


def test_what_a_scenario_file_gets_wrong_is_told_with_its_place(run, tmp_path):
    text = files("sandtable.rules.portable_wargame").joinpath("scenarios/krojanty.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace('type = "Infantry"', 'type = "Elephants"'))
    result = run("play", "mine.toml")
    assert result.exit_code == 1
    assert "mine.toml: German: Elephants: unknown Unit type" in result.stderr


@pytest.mark.parametrize("number", ["inf", "-inf", "nan", "1e400"])
@pytest.mark.parametrize("where", ["size = [24, 24]", "near = [12, 4]", "course = [[12, 0]"])
def test_a_number_without_end_is_told(run, tmp_path, number, where):
    text = files("sandtable.rules.great_battles").joinpath("scenarios/first-orders.toml").read_text()
    assert where in text
    (tmp_path / "mine.toml").write_text(text.replace(where, where.replace("12", number).replace("24,", f"{number},")))
    assert f"sandtable: mine.toml: {number} is not a finite number" in run("play", "mine.toml").stderr


def test_a_scenario_file_that_is_not_text(run, tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\x00")
    assert "sandtable: mine.toml: " in run("play", "mine.toml").stderr


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n{}\n", '{"sandtable":99}\n[]\n'])
def test_a_file_that_is_no_save_is_told(run, tmp_path, text):
    (tmp_path / "x.jsonl").write_text(text)
    for args in (["play", "x.jsonl"], ["odds", "x.jsonl", "1"], ["replay", "x.jsonl", "--check"]):
        result = run(*args)
        assert result.exit_code == 1
        assert "x.jsonl: line " in result.stderr
        assert result.stderr.count("\n") == 1
    assert (tmp_path / "x.jsonl").read_text() == text


def test_a_save_has_its_own_seed_and_options(run, a_save):
    for flags in (["--seed", "3"], ["--option", "gas"], ["--no-options"]):
        assert "a saved battle keeps its own seed and options" in run("play", a_save, *flags).stderr


@pytest.mark.parametrize("verb", ["play", "scenarios", "lab"])
def test_a_name_too_long_for_a_file_is_no_scenario(run, verb):
    result = run(verb, "x" * 5000)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_a_file_that_may_not_be_read_is_told(run, tmp_path, monkeypatch):
    """The user who runs the tests may read everything, so the file itself refuses."""
    (tmp_path / "battle").write_text("{")

    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert run("play", "battle").stderr == "sandtable: battle: Permission denied\n"


def test_a_battle_saved_under_any_ending_is_gone_on_with(run, a_save, tmp_path):
    (tmp_path / a_save).rename(tmp_path / "battle.toml")
    assert run("play", "battle.toml", "--players", "human", "human").exit_code == 0


@pytest.mark.parametrize("args", [["play"], ["lab", "--games", "1"]])
def test_a_seed_that_cannot_be_written_down_is_told(run, args):
    result = run(*args, "--seed", "\udcff")  # as a byte that is no letter comes from the shell
    assert result.exit_code == 1
    assert "sandtable: seed '\\udcff': " in result.stderr
