"""Whoever points at the table by hand is taken to mean a place that there is."""

from random import Random

import sandtable as st
from sandtable.rules.great_battles.commands.night import MoveStaff
from sandtable.server import asking
from sandtable.server import messages as wire
from sandtable.server.battle import Battle


def test_a_c_ops_is_put_on_the_road_that_one_points_beside():
    game, player = st.new_game("great-battles-d20", "first-orders", "1"), st.RandomPlayer(1)
    while not isinstance(game.decision.options[0].command, MoveStaff):
        game.play(player.choose(game.seat()))
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    decision = battle.decision
    view, region = battle.rules.view(battle.state, decision.side), decision.options[0].region
    for place in (region.sample(Random(number)) for number in range(10)):
        answer = asking.tested(battle, decision, view, wire.Test("", 0, 0, (place.x + 0.09, place.y + 0.13, 77)))
        x, y, facing = answer.to
        assert answer.ok and abs(x - place.x) + abs(y - place.y) < 0.3 and facing == place.facing
