"""A player of your own: anything that chooses. This one attacks whenever it can."""

import sandtable as st
from sandtable.rules.portable_wargame import Attack, Fire


class Hothead:
    def __init__(self) -> None:
        self._otherwise = st.RandomPlayer(seed=3)

    def choose(self, seat: st.Seat) -> st.Command:
        fights = [option.command for option in seat.options if isinstance(option.command, Fire | Attack)]
        return fights[0] if fights else self._otherwise.choose(seat)


game = st.new_game("portable-wargame", "krojanty", seed="7")
while game.decision:
    game.play(Hothead().choose(game.seat()))
print(game.state.winner or "Nobody", "wins")
