"""What a person is spared: rare questions wait for their buttons, and a volley is one order."""

from random import Random

import pytest
from talking import begin, chair

import sandtable as st
from sandtable.rules import rule_sets
from sandtable.server.battle import Battle
from sandtable.server.ledger import Ledger

HOUSE = {"rules": "combat-captain", "scenario": "crossroads-house"}
PLACES = {"Able Company": [18, 2, 0], "1. Kompanie": [18, 36, 180]}


@pytest.fixture
def table(client):
    """Both sides at one screen, set up. Whether they are ready is a rare question."""
    with chair(client, begin(client, HOUSE, hotseat=True)["table"]) as found:
        while found.table["decision"]["set_up"]:
            company = found.table["decision"]["about"][0]
            found.play(f"set up {company} in line", to=PLACES[company])
            settled(found)
        yield found


def settled(seat):
    """Hear of everything that was answered for the person."""
    while seat.table["decision"] is None:
        seat.hear_of("moved")
    return seat.table["decision"]


def test_nobody_is_asked_a_rare_question_who_has_not_asked_for_it(table):
    kinds = []
    while len(kinds) < 6:
        kinds.append(settled(table)["kind"])
        table.play(next(one["words"] for one in reversed(table.table["decision"]["options"]) if not one["region"]))
    assert not {"ready", "event"} & set(kinds), kinds
    assert any("tries its luck" in line["words"] for line in table.hello()["log"]), "the usual answer was not given"


def test_who_wants_a_rare_question_is_asked_it_once(table):
    assert {"kind": "event", "words": "No throw for support"} in table.table["rare"]
    table.say(type="want", kind="event", yes=True)
    assert table.hello()["wanted"] == ["event"]
    table.play("gives up")
    assert settled(table)["kind"] == "event"
    table.play()
    settled(table)
    assert table.hello()["wanted"] == []


def test_a_kind_that_the_book_does_not_have_cannot_be_wanted(table):
    assert table.ask("table", type="want", kind="lunch", yes=True)["type"] == "refused"


def test_an_undo_passes_over_what_nobody_chose(table):
    table.say(type="undo", nonce="back")
    assert table.hear_of("table")["decision"]["kind"] == "place"


def test_the_further_shots_of_a_volley_are_answers_that_the_rules_allow():
    battle, shot = at_the_first_shot()
    question = battle.position.question
    battle.game.play(shot)
    assert battle.spared is None, "without a volley everybody is asked"
    battle.sparing.given(question, shot, alone=False)
    assert battle.spared.units[1:] == shot.units[1:] and battle.decision.admits(battle.spared)


def test_a_volley_ends_when_the_other_side_acts():
    battle, shot = at_the_first_shot()
    battle.sparing.given(battle.position.question, shot, alone=False)
    battle.sparing.played(battle.asked)
    assert battle.sparing.fire == shot
    battle.sparing.played(battle.state.foe(battle.asked))
    assert battle.sparing.fire is None


def at_the_first_shot():
    """A battle with the first shot of a body that has several."""
    for game in shots_of("great-battles-d20", "first-orders"):
        question = game.position.question
        shot = next(one.command for one in question.options if one.command.attack)
        twin = st.Game(game.rules, game.scenario, game.seed, game.variants)
        twin.resume(list(game.stages), list(game.record))
        twin.play(shot)
        battle = Battle(twin, dict.fromkeys(game.state.sides, "person"))
        battle.sparing.given(game.position.question, shot, alone=False)
        if battle.spared:
            return Battle(game, dict.fromkeys(game.state.sides, "person")), shot
    raise AssertionError("nobody fires a volley")


def shots_of(rules, scenario):
    game, player = st.new_game(rule_sets()[rules].id, scenario, "3"), st.GreedyPlayer("3")
    while (question := game.position.question) is not None:
        if question.topic.kind == "target":
            yield game
        game.play(player.choose(game.seat()))


def people_at(rules, scenario, seed="3", computer=""):
    """Every question of a battle whose people choose as the computer does, with their battle."""
    game, player = st.new_game(rules, scenario, seed), st.GreedyPlayer(seed)
    battle = Battle(game, {side: "greedy" if side == computer else "person" for side in game.state.sides})
    while (question := game.position.question) is not None:
        yield battle, question
        if (spared := battle.spared) is not None:
            battle.play(spared, question.side, spared=True)
            continue
        command = player.choose(game.seat())
        battle.sparing.given(question, command, alone=False)
        battle.play(command, question.side)


def test_whoever_opens_fire_fires_at_the_only_target():
    shots = [
        (battle.spared, question)
        for battle, question in people_at("great-battles-d10", "crossroads")
        if battle.sparing.fire is not None and battle.sparing.fire.opens and question.topic.kind == "target"
    ]
    assert shots
    for shot, question in shots:
        targets = {option.command.units[1] for option in question.options if option.command.attack}
        assert (shot is not None) == (len(targets) == 1)


def test_an_offer_that_was_declined_comes_again_only_if_it_is_wanted():
    battle, question = next(
        (battle, question)
        for battle, question in people_at("great-battles-d10", "crossroads", computer="Canadian")
        if question.topic.repeats and battle.spared is None
    )
    battle.sparing.given(question, question.quiet.command, alone=True)
    assert battle.spared == question.quiet.command
    battle.sparing.want(question.side, question.topic.kind, yes=True)
    assert battle.spared is None


def test_the_next_shells_go_to_the_same_place_while_an_enemy_is_there():
    battle, question = next(
        (battle, question)
        for seed in "1234567"
        for battle, question in people_at("combat-captain", "crossroads-house", seed)
        if question.topic.kind == "shell" and battle.spared is not None
    )
    assert battle.decision.admits(battle.spared) and question.topic.usual == battle.spared


def test_a_force_group_fires_as_its_first_formation_does():
    volleys = [
        (battle.sparing.fire, battle.spared)
        for battle, question in people_at("panzer-korps", "first-shots")
        if question.topic.kind == "fire" and battle.sparing.fire and battle.spared
    ]
    assert volleys and all(type(shot) is type(first) and shot.unit != first.unit for first, shot in volleys)


def test_what_nobody_chose_is_still_known_after_the_server_came_back():
    game = st.new_game("portable-wargame", "krojanty")
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    again = Ledger(len(battle.audiences), battle.opening())
    chosen = battle.play(battle.decision.options[0].complete(Random(1)), battle.asked, "n1")
    spared = battle.play(battle.decision.options[0].complete(Random(2)), battle.asked, spared=True)
    again.read([chosen, spared])
    assert [mark.chosen for mark in again.marks] == [True, True, False]
