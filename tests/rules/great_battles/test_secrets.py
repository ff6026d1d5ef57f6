"""What is told of one side's hidden stands is told to that side alone, and nothing that happens gives them away."""

import pytest
from facing import blue, fires, red
from gbtable import BLUE, INFANTRY, RED, WEAPONS, carried_out, stand, table
from msgspec.structs import replace

from sandtable.rules.great_battles.move.drill import fall_in
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation
from sandtable.telling.story import readable

DEFENSIVE = Formation.DEFENSIVE


def hide(state, *names):
    """These stands are out of the enemy's knowledge, whatever he knows of the rest of their battalion."""
    for name in names:
        state = state.put(replace(stand(state, name), known_to=frozenset()))
    return state


def heard(after, side):
    """What a side reads of it."""
    return [str(entry) for entry in readable(after.entries, side)]


@pytest.mark.clause("gb20.formation.few-stands", "gb20.sighting.reveal")
def test_where_the_last_stand_of_a_battalion_hides_is_not_told_when_it_is_in_assault_formation():
    two = blue(INFANTRY, INFANTRY, at=(20, 30), formation=DEFENSIVE, destroyed=(1,))
    state = hide(table(red(), two), "B1/2")
    after = carried_out(state, fall_in)
    assert Formation.ASSAULT in after.state.units["B1"].marks
    assert len(heard(after, BLUE)) == 1 and not heard(after, RED)
    assert view(after.state, RED) == view(state, RED)
    assert view(after.state, BLUE) != view(state, BLUE)


@pytest.mark.clause("gb20.fire.heavy-weapons", "gb20.sighting.reveal")
def test_heavy_weapons_that_help_a_shot_come_out_with_it():
    state = hide(table(red(), blue(INFANTRY, WEAPONS, WEAPONS, set_up=(2,))), "B1/1", "B1/2", "B1/3")
    after = fires(state, 1, by="B1/1", at="R1/1")
    assert [stand(after.state, name).known_to for name in ("B1/1", "B1/2", "B1/3")] == [None, None, frozenset()]
