"""What the computer would do, and why."""

import pytest

import sandtable as st
from sandtable.kernel.game import Game
from sandtable.kernel.seat import Seat
from sandtable.players.advice import advise, compared
from sandtable.rules import rule_sets

PW = "portable-wargame"


def battle(commands: int) -> Game:
    game = st.new_game(PW, "krojanty", "7")
    player = st.GreedyPlayer("7")
    for _ in range(commands):
        game.play(player.choose(game.seat()))
    return game


def test_advice_is_legal_varied_and_the_same_every_time():
    game = battle(0)
    while game.decision and len(game.stages) < 60:
        found = advise(game.seat())
        assert 1 <= len(found) <= 3
        assert all(game.decision.admits(one.command) for one in found)
        assert len({one.command for one in found}) == len(found)
        assert found == advise(game.seat())
        game.play(found[0].command)


def test_it_says_why_a_shot_is_good_and_what_an_attack_may_cost():
    reasons = {"gains": set(), "costs": set()}
    game = battle(10)
    while game.decision and len(game.stages) < 80:
        for one in advise(game.seat()):
            if one.command.attack:
                reasons["gains"].update(one.gains)
                reasons["costs"].update(one.costs)
        game.play(advise(game.seat())[0].command)
    assert "It wears the enemy down" in reasons["gains"]
    assert "It may cost us strength" in reasons["costs"]


@pytest.mark.parametrize("rules", [one for one in rule_sets() if rule_sets()[one].guide().lesson])
def test_every_book_with_a_lesson_gives_its_reasons(rules):
    lesson = rule_sets()[rules].guide().lesson
    game = st.new_game(rules, lesson.scenario, "7")
    player, reasons = st.GreedyPlayer("7"), set()
    while game.decision and len(game.stages) < 40 and len(reasons) < 2:
        if game.decision.side == lesson.side:
            reasons.update(reason for one in advise(game.seat()) for reason in (*one.gains, *one.costs))
        game.play(player.choose(game.seat()))
    assert len(reasons) > 1


def test_a_command_that_only_opens_a_question_has_the_reasons_of_what_follows():
    game = battle(10)
    while not any(one.then for one in advise(game.seat())):
        game.play(advise(game.seat())[0].command)
    best = next(one for one in advise(game.seat()) if one.then)
    assert best.gains


def test_two_commands_are_compared():
    game = battle(10)
    while not (best := advise(game.seat())[0]).command.attack:
        game.play(best.command)
    passing = next(option.command for option in game.seat().options if not option.command.attack)
    assert compared(game.seat(), passing, best.command).costs == ("The enemy recovers",)
    same = compared(game.seat(), best.command, best.command)
    assert not same.gains and not same.costs


def test_there_is_advice_even_if_no_guess_fits_what_the_side_knows(monkeypatch):
    monkeypatch.setattr(Seat, "foresee", lambda seat, rng: None)
    game = battle(10)
    assert [game.decision.admits(one.command) for one in advise(game.seat())] == [True]
