"""Values of pairs of units that are worked out anew only when one of them has changed."""

from msgspec.structs import replace

import sandtable as st
from sandtable.board.place import Place
from sandtable.mechanics.pairs import Pairs


class Seen(Pairs[str]):
    """What somebody has seen of two units."""


def test_a_value_stays_until_one_of_the_two_or_its_basis_changes():
    state = st.new_game("portable-wargame", "sedan", "pairs").state
    one, other, third = list(state.units.values())[:3]

    def seen(now, a, b, what, basis=None):
        return now.layout(Seen).get(now.units[a.id], now.units[b.id], basis, lambda: what)

    assert [seen(state, one, other, "first"), seen(state, one, other, "again")] == ["first", "first"]
    assert seen(state, one, third, "a third") == "a third"
    moved = state.put(replace(third, place=Place(1, 1, 0)))
    assert (seen(moved, one, other, "moved"), seen(moved, one, third, "moved")) == ("first", "moved")
    tired = state.put(replace(other, marks=other.marks | {"tired"}))
    assert seen(tired, one, other, "tired") == "tired"
    assert seen(tired, one, other, "dark", "another basis") == "dark"
