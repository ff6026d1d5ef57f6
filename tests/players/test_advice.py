"""What the computer would do, and why."""

import sandtable as st
from sandtable.kernel.game import Game
from sandtable.players.advice import advise

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
