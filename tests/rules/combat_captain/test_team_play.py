"""Team play: several players on a side."""

import pytest
from cc_melee import GERMAN, asks, table
from msgspec.structs import replace

from sandtable.rules.combat_captain.commands import Activate, Move
from sandtable.rules.combat_captain.sequence import Activation, CloseCombat, Opening, open_battle
from sandtable.scripted import act, offers

PLAYERS = {"Able": "Anna", "Dog": "Bert", "Fox": ""}


def team(options=("team-play",), commander=""):
    """Three companies, two of them with a player each. Dog is in contact with Baker."""
    places = {"Able": "20,5", "Dog": "40,20", "Fox": "60,5"}
    ours = (f"German {name} at {place}: Rifle squad" for name, place in places.items())
    at = table(*ours, "American Baker at 40,22 facing S: Rifle squad", options=options)
    army, foe = at.state.scenario.side
    companies = tuple(replace(one, player=PLAYERS[one.name]) for one in army.companies)
    army = replace(army, companies=companies, commander=commander)
    at.state = replace(at.state, scenario=replace(at.state.scenario, side=(army, foe)))
    return at


def named(question):
    return [name for name in ("Anna", "Bert", "Carl") if name in question.text]


def told(at):
    after = act(at.state, lambda play: open_battle(play, Opening()))
    return [entry.event.about for entry in after.entries if entry.clause == "cc.setup.team-play"]


@pytest.mark.clause("cc.setup.team-play")
def test_at_the_start_it_is_told_who_commands_what():
    assert told(team()) == [("Able", "Fox"), ("Dog",), ("Baker",)]
    assert told(team(commander="Carl")) == [("Able",), ("Dog",), ("Fox",), ("Baker",)]
    assert told(team(options=())) == []


@pytest.mark.clause("cc.setup.team-play")
@pytest.mark.parametrize(("company", "player"), [("Able", "Anna"), ("Dog", "Bert"), ("Fox", "Carl")])
def test_each_player_decides_for_his_own_companies(company, player):
    at = team(commander="Carl")
    assert named(asks(at, Activation(GERMAN), kind="activity", picks=[Activate(company)])) == [player]


@pytest.mark.clause("cc.setup.team-play")
def test_what_follows_from_his_decision_is_his_too():
    picks = [Activate("Able"), Move("Able")]
    assert named(asks(team(), Activation(GERMAN), kind="move", dice=[4], picks=picks)) == ["Anna"]


@pytest.mark.clause("cc.setup.team-play")
def test_a_sub_unit_is_the_affair_of_the_player_who_has_its_company():
    question = asks(team(), CloseCombat(GERMAN), kind="occupy", dice=[1, 2, 5, 1, 3, 3, 3, 3])
    assert named(question) == ["Bert"]


@pytest.mark.clause("cc.setup.team-play")
@pytest.mark.parametrize(("commander", "player"), [("Carl", "Carl"), ("", "Anna")])
def test_the_commander_or_else_the_first_player_has_the_last_word_on_the_order_of_activation(commander, player):
    question = asks(team(commander=commander), Activation(GERMAN), kind="activate")
    assert named(question) == [player]
    assert {Activate(name) for name in PLAYERS} <= {*offers(question)}


@pytest.mark.clause("cc.setup.team-play")
def test_without_the_option_no_player_is_named():
    assert named(asks(team(options=()), Activation(GERMAN), kind="activity", picks=[Activate("Able")])) == []
