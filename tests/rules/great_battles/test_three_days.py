"""A battle of three days played to its end by script, saved at every night; every save is proven and goes on."""

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

import sandtable as st
from sandtable.cli.main import app
from sandtable.rules.great_battles.commands.day import EndDay, PlayOn
from sandtable.rules.great_battles.words import Tally
from sandtable.testing import check_ends_by_a_rule

RULES = "great-battles-d20"
BATTLE = replace(st.rule_sets()[RULES].scenarios()["agira"], days=3, turns=6)


class Diehard:
    """Does anything legal, but never ends a day early."""

    def __init__(self) -> None:
        self._anything = st.RandomPlayer(seed=4)

    def choose(self, seat: st.Seat) -> st.Command:
        command = self._anything.choose(seat)
        return PlayOn() if isinstance(command, EndDay) else command


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The battle, and what was saved of it: the first moments of each night, and the end."""
    folder, game, player = tmp_path_factory.mktemp("three days"), st.new_game(RULES, BATTLE, seed="4"), Diehard()
    saves = []
    while game.decision:
        told = [entry.event.tell() for entry in game.play(player.choose(game.seat()))]
        if not game.decision or any(line.startswith("Night after day") for line in told):
            saves.append(folder / f"{len(saves) + 1}.jsonl")
            st.save_game(game, saves[-1])
    return game, saves


def test_it_lasts_three_days_and_ends_by_a_rule(played):
    game, saves = played
    told = [entry.event.tell() for entry in game.log()]
    assert [line for line in told if line.startswith("Night")] == ["Night after day 1", "Night after day 2"]
    assert len(saves) == 3 and game.state.tallies[Tally.DAY] == 3
    check_ends_by_a_rule(game)


def test_every_save_is_proven_die_by_die_and_command_by_command(played):
    for file in played[1]:
        result = CliRunner().invoke(app, ["replay", str(file), "--check"])
        assert result.exit_code == 0 and "all proven" in result.stdout


def test_a_save_of_the_night_is_the_battle_as_it_was(played):
    game, saves = played
    for day, file in enumerate(saves[:-1], 1):
        night = st.load_game(file)
        assert night.state.tallies[Tally.DAY] == day
        assert night.log() == game.log()[: len(night.log())]


def test_the_battle_goes_on_from_the_second_night_as_it_went_on(played):
    game, saves = played
    again = st.load_game(saves[1])
    for stage in game.stages[len(again.stages) :]:
        again.play(stage.leg.answers[0])
    assert again.log() == game.log() and again.state == game.state
