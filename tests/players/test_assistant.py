"""What spares a person questions: units that open, volleys, and questions that wait."""

from collections import Counter

import pytest

import sandtable as st
from sandtable.kernel.game import Game
from sandtable.players.assistant import choices, likewise, unasked
from sandtable.rules import rule_sets

BATTLES = [
    ("portable-wargame", "krojanty"),
    ("great-battles-d20", "first-orders"),
    ("great-battles-d10", "crossroads"),
    ("combat-captain", "crossroads-house"),
    ("panzer-korps", "first-shots"),
]

CHOOSE_UNITS = ("portable-wargame", "great-battles-d20", "great-battles-d10")  # first a unit, then what it does


def questions(rules: str, scenario: str, most: int = 200):
    """The questions of a battle between computers."""
    game, player = st.new_game(rules, scenario, "3"), st.GreedyPlayer("3")
    while game.position.question is not None and most:
        yield game
        game.play(player.choose(game.seat()))
        most -= 1


@pytest.mark.parametrize(("rules", "scenario"), BATTLES)
def test_every_choice_behind_a_unit_can_be_played_command_by_command(rules, scenario):
    behind = Counter()
    for number, game in enumerate(questions(rules, scenario, 60)):
        found = choices(game.rules, game.position)
        deep = [one for one in found if one.before]
        behind[bool(deep)] += 1
        if deep and number % 3 == 0:
            twin = copied(game)
            for command in deep[-1].before:
                assert twin.decision.admits(command)
                twin.play(command)
            assert deep[-1].option.command in [one.command for one in twin.decision.options]
    if rules in CHOOSE_UNITS:
        assert behind[True]


def copied(game: Game) -> Game:
    twin = Game(game.rules, game.scenario, game.seed, game.variants)
    twin.resume(list(game.stages), list(game.record))
    return twin


def test_a_unit_that_is_activated_shows_its_moves_at_once():
    for game in questions("portable-wargame", "krojanty"):
        if game.position.question.topic.kind == "activate":
            found = choices(game.rules, game.position)
            verbs = {game.rules.showing.verb(one.option.command) for one in found}
            assert "move" in verbs and "activate" not in verbs
            assert any(one.option.command.quiet and not one.before for one in found), "nobody may stop activating"
            return
    raise AssertionError("nobody was activated")


def test_the_others_of_a_battalion_fire_where_the_first_fires():
    volleys = 0
    for game in questions("great-battles-d20", "first-orders"):
        question = game.position.question
        if question.topic.kind != "target":
            continue
        shots = [one.command for one in question.options if one.command.attack]
        twin = copied(game)
        twin.play(shots[0])
        then = twin.position.question
        same = then and then.topic.kind == "target" and then.topic.about[0][:2] == question.topic.about[0][:2]
        if same and (also := likewise(twin.state, shots[0], then)):
            assert also.units[0] == then.topic.about[0] and also.units[1][:2] == shots[0].units[1][:2]
            assert twin.decision.admits(also)
            volleys += 1
    assert volleys


def test_nobody_else_does_likewise():
    """Not another battalion, and not after a command that is no attack."""
    for game in questions("great-battles-d20", "first-orders"):
        question = game.position.question
        if question.topic.kind == "target":
            shot = next(one.command for one in question.options if one.command.attack)
            hold = question.quiet.command
            assert likewise(game.state, hold, question) is None
            foreign = type(shot)("another/1 infantry", shot.units[1])
            assert likewise(game.state, foreign, question) is None
            return
    raise AssertionError("nobody fired")


@pytest.mark.parametrize("name", rule_sets())
def test_every_rare_question_has_words_for_its_button(name):
    rules = rule_sets()[name]
    scenario = next(one for one in rules.scenarios().values() if one.learning)
    asked = set()
    for game in questions(name, scenario.id):
        question = game.position.question
        if question.topic.rare:
            asked.add(question.topic.kind)
            answer = unasked(question, ())
            assert answer.quiet or answer == (question.topic.usual or question.first.command)
            assert question.refuse(answer) is None and unasked(question, {question.topic.kind}) is None
        else:
            assert unasked(question, ()) is None
    assert asked <= set(rules.showing.rare)
    assert bool(asked) == bool(rules.showing.rare)
