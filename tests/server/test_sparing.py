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
    battle.game.play(shot)
    assert battle.spared is None, "without a volley everybody is asked"
    battle.sparing.volley = shot
    assert battle.spared.units[1:] == shot.units[1:] and battle.decision.admits(battle.spared)


def at_the_first_shot():
    """A battle with the first shot of a body that has several."""
    for game in shots_of("great-battles-d20", "first-orders"):
        question = game.position.question
        shot = next(one.command for one in question.options if one.command.attack)
        twin = st.Game(game.rules, game.scenario, game.seed, game.variants)
        twin.resume(list(game.stages), list(game.record))
        twin.play(shot)
        battle = Battle(twin, dict.fromkeys(game.state.sides, "person"))
        battle.sparing.volley = shot
        if battle.spared:
            return Battle(game, dict.fromkeys(game.state.sides, "person")), shot
    raise AssertionError("nobody fires a volley")


def shots_of(rules, scenario):
    game, player = st.new_game(rule_sets()[rules].id, scenario, "3"), st.GreedyPlayer("3")
    while (question := game.position.question) is not None:
        if question.topic.kind == "target":
            yield game
        game.play(player.choose(game.seat()))


def test_what_nobody_chose_is_still_known_after_the_server_came_back():
    game = st.new_game("portable-wargame", "krojanty")
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    again = Ledger(len(battle.audiences), battle.opening())
    chosen = battle.play(battle.decision.options[0].complete(Random(1)), battle.asked, "n1")
    spared = battle.play(battle.decision.options[0].complete(Random(2)), battle.asked, spared=True)
    again.read([chosen, spared])
    assert [mark.chosen for mark in again.marks] == [True, True, False]
