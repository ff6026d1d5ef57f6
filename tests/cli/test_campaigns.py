"""Battles of several days that two computer players have fought to a winner, each from its own seat."""

import pytest
from campaigns.fight import CAMPAIGNS, HERE

import sandtable as st


@pytest.mark.parametrize(("name", "days"), CAMPAIGNS.items())
def test_a_campaign_of_computer_players_is_proven_from_its_save(run, name, days):
    file = HERE / f"{name}.jsonl"
    shown = run("replay", str(file), "--check").stdout
    assert "all proven\n" in shown
    state = st.load_game(file).state
    assert state.winner in state.sides and state.tallies["day"] == state.scenario.days == days
