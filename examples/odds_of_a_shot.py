"""The exact odds of the first shot that a battle offers."""

import sandtable as st
from sandtable.rules.portable_wargame import Fire

game = st.new_game("portable-wargame", "krojanty", seed="7")
player = st.RandomPlayer(seed=1)
while game.decision:
    shots = [option.command for option in game.decision.options if isinstance(option.command, Fire)]
    if shots:
        print(shots[0].tell())
        for what, chance in st.odds(game, shots[0]).chances:
            print(f"  {float(chance):6.1%}  {what}")
        break
    game.play(player.choose(game.seat()))
