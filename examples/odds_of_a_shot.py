"""The exact odds of the first shot that a battle offers."""

import sandtable as st
from sandtable.rules.portable_wargame import Fire

game = st.new_game("portable-wargame", "krojanty", seed="7")
player = st.RandomPlayer(seed=1)
while game.decision:
    shots = [option.command for option in game.decision.options if isinstance(option.command, Fire)]
    if shots:
        print(shots[0].tell())
        for outcome in st.odds(game, shots[0]).outcomes:
            print(f"  {float(outcome.chance):6.1%}  {outcome.tone:4}  {outcome}")
        break
    game.play(player.choose(game.seat()))
