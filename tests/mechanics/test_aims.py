"""What wins by objectives, without any book."""

import pytest

from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import Side
from sandtable.mechanics.aims import Victory, Win

RED, BLUE = Side("Red"), Side("Blue")
TOWN = Win(RED, ("the town",), "game turn")


def test_each_side_is_told_its_aims_and_the_other_to_keep_it_from_them():
    bridge = Win(RED, ("the bridge", "the ford"))
    assert Victory((TOWN, bridge), otherwise=BLUE).aims() == {
        RED: "Control the town at the end of any turn; or Control the bridge and the ford when the battle ends.",
        BLUE: "Keep the enemy from its aim until the time is up.",
    }


def test_a_side_without_an_aim_is_told_nothing():
    assert Victory((TOWN,), otherwise="draw").aims().keys() == {RED}


@pytest.mark.parametrize(
    ("victory", "told"),
    [
        (Victory((Win("Green", ("the town",)),)), "victory.wins.side: no side 'Green'"),
        (Victory((Win(RED, ("the mill",)),)), "victory.wins.controls: 'the mill' is not one of the town"),
        (Victory((Win(RED, ()),)), "victory.wins.controls: name at least one objective"),
        (Victory(otherwise="Green"), "victory.otherwise: no side 'Green'"),
        (Victory(if_even="Green"), "victory.if_even: no side 'Green'"),
    ],
)
def test_an_aim_that_cannot_be_is_refused_by_its_place(victory, told):
    with pytest.raises(ScenarioError, match=told):
        victory.check([RED, BLUE], ["the town"])


@pytest.mark.parametrize(
    ("otherwise", "winner"), [(BLUE, (BLUE, "the enemy has not reached its aim in time")), ("", None)]
)
def test_when_the_time_is_up_the_scenario_may_say_who_wins(otherwise, winner):
    assert Victory(otherwise=otherwise).by_default() == winner


def test_a_side_goes_for_its_aims_or_keeps_the_enemy_from_his():
    assert Victory((TOWN,)).goals(RED) == ["the town"]
    assert Victory((TOWN,)).goals(BLUE) == ["the town"]
    assert Victory((TOWN,), otherwise=BLUE).goals(BLUE) == ["the town"]
    both = Victory((TOWN, Win(BLUE, ("the bridge", "the town"))))
    assert both.goals(BLUE) == ["the bridge", "the town"]
