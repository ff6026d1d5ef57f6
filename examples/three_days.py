"""A battle of three days between two computer players, saved every night, and every save proven."""

from msgspec.structs import replace

import sandtable as st

battle = replace(st.rule_sets()["great-battles-d20"].scenarios()["agira"], days=3)
game = st.new_game("great-battles-d20", battle, seed="3")
player, saves = st.RandomPlayer(seed=3), []
while game.decision:
    told = [entry.event.tell() for entry in game.play(player.choose(game.seat()))]
    if not game.decision or any(line.startswith("Night after day") for line in told):
        saves.append(f"day-{len(saves) + 1}.jsonl")
        st.save_game(game, saves[-1])
for name in saves:
    print(name, len(st.load_game(name, check=True).log()), "facts, all proven")
print(game.state.winner or "Nobody", "wins")
