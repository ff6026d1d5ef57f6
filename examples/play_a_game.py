"""A whole battle between two computer players, saved at the end."""

import sandtable as st

game = st.new_game("portable-wargame", "krojanty", seed="7")
players = {"Polish": st.RandomPlayer(seed=1), "German": st.RandomPlayer(seed=2)}
while game.decision:
    for entry in game.play(players[game.decision.side].choose(game.seat())):
        if entry.event.tell():
            print(entry)
st.save_game(game, "krojanty.jsonl")
