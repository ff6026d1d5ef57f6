"""Set-ups of a whole side: by the scenario, by given commands, by the computer."""

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.board.place import Place
from sandtable.players.arranging import arrangement, as_data, commands_in, own_set_up, step_of_set_up
from sandtable.rules import rule_sets

SCENARIOS = [(rules.id, name) for rules in rule_sets().values() for name in rules.scenarios()]
GIVEN = [
    (rules.id, name, side)
    for rules in rule_sets().values()
    for name, scenario in rules.scenarios().items()
    for side in scenario.set_up
]


def asked_to_set_up(game: st.Game, side: str) -> st.Game:
    """Until this side is asked, the computer sets the other one up."""
    while game.decision.side != side:
        game.play(st.GreedyPlayer(1).choose(game.seat()))
    return game


@pytest.mark.parametrize(("rules", "scenario"), SCENARIOS)
def test_a_set_up_of_the_computer_is_played_as_it_was_proposed(rules, scenario):
    game = st.new_game(rules, scenario, "1")
    side, step = game.decision.side, step_of_set_up(game.position)
    found = arrangement(game.rules, game.position)
    assert step is not None and found.commands
    for command in found.commands:
        assert (game.decision.side, step_of_set_up(game.position)) == (side, step)
        game.play(command)
    over = game.decision.side != side or step_of_set_up(game.position) != step
    assert over and not found.moved


@pytest.mark.parametrize(("rules", "scenario", "side"), GIVEN)
def test_the_set_up_of_a_scenario_is_allowed_as_it_is_written(rules, scenario, side):
    game = asked_to_set_up(st.new_game(rules, scenario, "1"), side)
    own = own_set_up(game.rules, game.state, side)
    found = arrangement(game.rules, game.position, own)
    assert not found.moved and sorted(map(str, found.commands)) == sorted(map(str, own))


def test_krojanty_and_sedan_have_their_own_set_up_for_both_sides():
    assert {(scenario, side) for _, scenario, side in GIVEN} == {
        ("krojanty", "Polish"), ("krojanty", "German"), ("sedan", "German"), ("sedan", "French"),
    }  # fmt: skip


def test_a_kept_set_up_comes_back_as_it_was():
    game = st.new_game("great-battles-d20", "agira", "1")
    found = arrangement(game.rules, game.position)
    kept = commands_in(game.rules, [as_data(command) for command in found.commands])
    assert arrangement(game.rules, game.position, kept, "another seed").commands == found.commands


def test_a_refused_place_of_a_set_up_becomes_the_nearest_allowed_one():
    game = asked_to_set_up(st.new_game("portable-wargame", "krojanty", "1"), "Polish")
    first, *rest = own_set_up(game.rules, game.state, "Polish")
    found = arrangement(game.rules, game.position, [replace(first, to=Place(3, 7, 180)), *rest])
    assert found.commands[0].to == Place(3, 6, 180)
    assert "rows 6 to 7" in found.moved[0].refusal.why


def test_nothing_is_played_by_a_proposal_and_no_die_is_thrown():
    game = st.new_game("great-battles-d20", "nissoria", "1")
    before = game.state
    arrangement(game.rules, game.position)
    assert game.state is before and len(game.stages) == 1


def test_a_proposal_knows_nothing_of_hidden_enemies():
    """Two battles that differ only in what is hidden from the side that sets up give the same proposal."""
    games, found = [], []
    for seed in (1, 2):
        game = st.new_game("great-battles-d20", "nissoria", "1")
        first, player = game.decision.side, st.RandomPlayer(seed)
        while game.decision.side == first:
            game.play(player.choose(game.seat()))
        games.append(game.state)
        found.append((game.view(game.decision.side), arrangement(game.rules, game.position).commands))
    (one, proposal), (other, another) = found
    assert games[0] != games[1] and one == other and proposal == another
