"""A game in progress: play, refuse, undo, resign, look."""

from random import Random

import pytest

import sandtable as st
from sandtable.kernel.facts import Rolled
from sandtable.kernel.state import Pile
from sandtable.rules.portable_wargame.commands import Activate, Deploy, Done


def new_game(seed="1"):
    return st.new_game("portable-wargame", "krojanty", seed)


def play_on(game, until=lambda game: False, player=None):
    player = player or st.RandomPlayer(1)
    while game.position.question and not until(game):
        game.play(player.choose(game.seat()))
    return game


def fighting(game):
    return "which Unit is activated" in game.position.question.text


def test_the_battle_begins_with_a_question_to_the_side_that_deploys_first():
    assert new_game().decision.side == "German"


def test_an_illegal_command_is_refused_with_its_reason_and_changes_nothing():
    game = new_game()
    before = game.position
    with pytest.raises(st.IllegalCommand) as refused:
        game.play(Deploy("German Commanders", st.Place(0, 7, 0)))
    assert refused.value.refusal.clause == "pw.setup.deployment"
    assert "rows 2 to 4" in str(refused.value)
    assert game.position is before


def test_a_command_that_nobody_asked_for_is_refused_under_the_clause_of_the_question():
    with pytest.raises(st.IllegalCommand) as refused:
        new_game().play(Done())
    assert refused.value.refusal.clause == "pw.setup.deployment"


def test_a_command_without_dice_is_taken_back_freely():
    game = new_game()
    before = game.position
    command = game.seat().options[0].complete(Random(1))
    game.play(command)
    assert game.undo() == command
    assert game.position == before


def test_dice_are_taken_back_only_with_consent_and_are_thrown_anew():
    game = play_on(new_game(), fighting)
    while not any(isinstance(entry.event, Rolled) for entry in game.stages[-1].leg.entries):
        game.play(st.RandomPlayer(2).choose(game.seat()))
    with pytest.raises(st.NeedsConsent):
        game.undo()
    game.undo(consent=True)
    assert game.take == 1


def test_nothing_can_be_taken_back_before_anything_is_done():
    with pytest.raises(ValueError, match="there were only 0 commands"):
        new_game().undo()


def test_several_commands_are_taken_back_at_once_and_the_first_of_them_is_given():
    game = new_game()
    before = game.position
    first, *_ = [game.play(st.RandomPlayer(1).choose(game.seat())) and game.record[-1][0] for _ in range(3)]
    assert game.undo(3, consent=True) == first
    assert game.position == before and game.take == 1


def test_either_side_may_resign_at_any_pause():
    game = play_on(new_game(), fighting)
    (entry,) = [e for e in game.play(st.Resign("Polish")) if e.event.tell()]
    assert str(entry) == "German wins: Polish concedes [pw.victory.end]"
    assert game.state.winner == "German" and game.decision is None


def test_nothing_can_be_played_after_the_battle():
    game = new_game()
    game.play(st.Resign("Polish"))
    with pytest.raises(ValueError, match="over"):
        game.play(Activate("German Infantry 1"))


def test_the_log_tells_every_fact_with_its_clause():
    log = play_on(new_game()).log()
    assert all(str(entry).endswith(f"[{entry.clause}]") for entry in log)
    assert "Turn 1 [pw.turn.sequence]" in map(str, log)


def test_artillery_orders_are_known_to_their_side_alone():
    orders = "Finnish artillery orders"
    written = lambda game: bool(game.state.piles.get(orders, Pile()).cards)  # noqa: E731
    games = (play_on(st.new_game("portable-wargame", "summa", str(seed)), written) for seed in range(20))
    game = next(game for game in games if game.position.question)
    theirs, own = (game.view(side).piles[orders].cards for side in ("Soviet", "Finnish"))
    assert set(theirs) == {"?"} and len(theirs) == len(own) and "?" not in own
    assert len(game.log("Soviet")) < len(game.log("Finnish"))
