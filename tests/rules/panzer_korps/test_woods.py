"""Woods of unknown density."""

import pytest
from pk_day import does, step, table

from sandtable.board.place import Place
from sandtable.rules.panzer_korps.commands import March
from sandtable.rules.panzer_korps.sequence import reveal_woods
from sandtable.rules.panzer_korps.steps import GroupMoves

UNKNOWN = "pk.terrain-generator.unknown"


def looks(y, *dice):
    """A battalion south of a wood whose edge is at y = 20; the kinds of ground afterwards."""
    state = table(
        f"German I at 36,{y}: 3 infantry", "French A at 5,43: 3 infantry", ground=["unknown woods at 36,24 size 8,8"]
    )
    after = does(state, reveal_woods, dice=dice)
    return [piece.kind for piece in after.state.board.terrain], after


@pytest.mark.case("pk.terrain-generator.unknown", 1)
def test_a_formation_within_six_inches_finds_medium_woods_on_a_four():
    kinds, after = looks(13, 4)
    assert kinds == ["medium woods"] and after.cited == {UNKNOWN}


@pytest.mark.clause("pk.terrain-generator.unknown")
@pytest.mark.parametrize(("die", "kind"), [(1, "light"), (3, "light"), (4, "medium"), (5, "heavy"), (6, "heavy")])
def test_a_die_says_what_the_woods_are(die, kind):
    assert looks(24, die)[0] == [f"{kind} woods"]


@pytest.mark.clause("pk.terrain-generator.unknown")
def test_woods_are_known_as_soon_as_somebody_has_moved_there():
    woods = ["unknown woods at 36,24 size 8,8"]
    state = table("German I at 36,12: 3 infantry", "French A at 5,43: 3 infantry", ground=woods)
    after = step(state, GroupMoves("German group", 1), dice=[4], picks=[March("I", Place(36, 15, 0))])
    assert [piece.kind for piece in after.state.board.terrain] == ["medium woods"]


@pytest.mark.clause("pk.terrain-generator.unknown")
def test_farther_off_nobody_knows():
    assert looks(12.99)[0] == ["unknown woods"]
