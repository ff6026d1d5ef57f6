"""The program as a user sees it: arguments, typed lines, output, and the exit code."""

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

import sandtable as st
from sandtable.cli.main import app
from tests.cli.keyboard import DEPLOYED, deployed, named, seed_for

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path, monkeypatch) -> Run:
    """Call the program in an empty folder on a wide screen. The user types `lines`, then the input ends."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")

    def call(*args: str, lines: list[str] | None = None) -> Result:
        typed = "".join(f"{line}\n" for line in lines or [])
        result = CliRunner().invoke(app, args, input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return call


@pytest.fixture
def hot_seat(run) -> Run:
    """Two people play Krojanty. The Units are deployed by hand, and with this seed the Poles go first."""
    seed = seed_for("Polish")

    def call(*lines: str) -> Result:
        return run("play", "--players", "human", "human", "--seed", seed, lines=[*DEPLOYED, *lines])

    return call


@pytest.fixture
def a_save(tmp_path) -> str:
    """A battle in which the Polish Machine Guns may fire at d4 or hold their fire."""
    game = deployed(seed_for("Polish"))
    for words in ("activate Polish Machine Guns", "Polish Machine Guns stays"):
        game.play(named(game.decision, words))
    st.save_game(game, tmp_path / "battle.jsonl")
    return "battle.jsonl"
