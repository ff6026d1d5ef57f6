"""Numbers of units, without any book."""

from sandtable.kernel.counting import added, tallied, told
from sandtable.kernel.state import Side, Unit, UnitId


def test_numbers_are_told_with_their_plurals():
    assert [told(1, "man"), told(2, "man"), told(3, "die"), told(2, "plane")] == [
        "1 man",
        "2 men",
        "3 dice",
        "2 planes",
    ]


def test_a_tally_changes_and_the_others_stay():
    squad = Unit(UnitId("squad"), "squad", Side("Red"), tallies={"men": 5, "cover": 1})
    assert added(squad, "men", -2).tallies == {"men": 3, "cover": 1}
    assert tallied(squad, {"cover": 0}).tallies == {"men": 5, "cover": 0}
