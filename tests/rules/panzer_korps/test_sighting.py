"""Line of sight: from centre to centre, past ground, smoke and darkness."""

import pytest
from msgspec.structs import replace
from pk_fight import facing, may_fire, table

from sandtable.board.place import Place
from sandtable.kernel.state import NOBODY, Unit
from sandtable.rules.panzer_korps.ground import KINDS
from sandtable.rules.panzer_korps.sighting import refuse_sight, sight
from sandtable.rules.panzer_korps.words import Kind

HILL = "rolling hill at {} size 6,4 level {}"


def seen(found, a="I", b="A"):
    """Nothing if one sees the other, else the clause; it is the same both ways."""
    one, other = (refuse_sight(found.state, found[x], found[y]) for x, y in ((a, b), (b, a)))
    assert one == other
    return one.clause if one else ""


def smoked(found, x, y):
    """The table with a smoke disc on it."""
    found.state = found.state.put(Unit("Smoke 1", Kind.SMOKE, NOBODY, Place(x, y)))
    return found


LINE = "pk.terrain.line-of-sight"


@pytest.mark.case("pk.terrain.line-of-sight", 1)
@pytest.mark.parametrize("ground", [kind for kind, of in KINDS.items() if of.blocks_sight])
def test_woods_and_houses_in_between_block_sight(ground):
    assert seen(facing(inches=20, ground=[f"{ground} at 36,20 size 6,4"])) == LINE


@pytest.mark.clause("pk.terrain.effects")
@pytest.mark.parametrize("ground", [kind for kind, of in KINDS.items() if not of.blocks_sight])
def test_other_ground_does_not(ground):
    assert seen(facing(inches=20, ground=[f"{ground} at 36,20 size 6,4"])) == ""


@pytest.mark.case("pk.terrain.line-of-sight", 2)
@pytest.mark.parametrize(("inches", "clause"), [(7, LINE), (6.1, LINE), (6, "")])
def test_in_the_same_woods_one_sees_six_inches(inches, clause):
    assert seen(facing(inches=inches, ground=["heavy woods at 36,16 size 8,16"])) == clause


@pytest.mark.clause("pk.terrain.line-of-sight")
def test_a_formation_in_woods_sees_out_and_is_seen():
    assert seen(facing(inches=20, ground=["heavy woods at 36,10 size 8,12", "village at 36,32 size 4,4"])) == ""


@pytest.mark.clause("pk.terrain.line-of-sight")
@pytest.mark.parametrize(("levels", "clause"), [((0, 1, 0), LINE), ((1, 1, 0), ""), ((1, 2, 1), LINE), ((2, 1, 0), "")])
def test_ground_higher_than_both_ends_blocks_sight(levels, clause):
    here, between, there = levels
    ground = [HILL.format(f"36,{y}", level) for y, level in ((10, here), (20, between), (32, there)) if level]
    assert seen(facing(inches=20, ground=ground)) == clause


@pytest.mark.clause("pk.terrain.line-of-sight")
@pytest.mark.parametrize(("inches", "clause"), [(20, ""), (10.1, ""), (10, LINE)])
def test_from_a_hill_one_sees_over_woods_but_not_close_behind_them(inches, clause):
    """The woods end at 18; a formation is hidden up to 3 inches from its edge behind them."""
    ground = [HILL.format("36,10", 1), "light woods at 36,16 size 8,4"]
    assert seen(facing(inches=inches, ground=ground)) == clause


@pytest.mark.clause("pk.terrain.line-of-sight")
@pytest.mark.parametrize(("woods", "there", "clause"), [(1, 0, LINE), (0, 1, LINE), (0, 0, "")])
def test_one_must_be_higher_than_the_woods_and_than_the_other_end(woods, there, clause):
    ground = [HILL.format("36,10", 1), "light woods at 36,16 size 6,2"]
    ground += [HILL.format("36,16", 1)] * woods + [HILL.format("36,32", 1)] * there
    assert seen(facing(inches=20, ground=ground)) == clause


@pytest.mark.clause("pk.terrain.line-of-sight")
def test_formations_do_not_block_sight():
    found = table("German I at 36,10: 3 infantry", "German J at 36,15: 3 AFV 75", "French A at 36,20: 3 infantry")
    assert seen(found) == ""


@pytest.mark.clause("pk.weather.smoke")
@pytest.mark.parametrize(("x", "clause"), [(36, "pk.weather.smoke"), (38, "pk.weather.smoke"), (38.1, "")])
def test_smoke_that_the_line_touches_blocks_sight(x, clause):
    assert seen(smoked(facing(inches=20), x, 20)) == clause


@pytest.mark.clause("pk.weather.smoke")
def test_a_formation_in_smoke_is_not_seen():
    assert seen(smoked(facing(inches=20), 36, 33)) == "pk.weather.smoke"


@pytest.mark.case("pk.weather.visibility", 1)
def test_dawn_and_dusk_limit_sight():
    gun = "3 AT 88"
    dawn = table(
        f"German I at 36,10: {gun}", "French A at 36,27 facing S: 3 infantry", "French B at 30,16: 3 infantry",
        segment="Early Morning",
    )  # fmt: skip
    assert may_fire(dawn) == "pk.weather.visibility"
    assert not may_fire(facing(gun, inches=18, segment="Dusk"))


@pytest.mark.clause("pk.weather.visibility", "pk.weather.night")
@pytest.mark.parametrize(("said", "inches"), [
    ({"segment": "Night"}, 6), ({"segment": "Midnight"}, 6), ({"weather": ["fog"]}, 12),
    ({"segment": "Early Morning"}, 12), ({"segment": "Dusk"}, 20), ({"segment": "Dusk", "weather": ["fog"]}, 12),
])  # fmt: skip
def test_sight_ends_with_visibility(said, inches):
    assert seen(facing(inches=inches, **said)) == ""
    assert seen(facing(inches=inches + 0.1, **said)) == "pk.weather.visibility"


def test_a_screen_is_told_what_blocks_the_line_and_where():
    found = facing(inches=20, ground=["village at 36,20 size 6,4"])
    blocked = sight(found.state, found["I"], found["A"])
    assert (blocked.clear, blocked.past, blocked.at) == (False, "the village", (36.0, 22.0))
    assert sight(found.state, found["I"], Place(36, 14)).clear


@pytest.mark.clause("pk.terrain.line-of-sight")
def test_sight_is_measured_anew_when_something_moves():
    found = facing(inches=20, ground=["village at 36,20 size 6,4"])
    assert seen(found) == LINE
    found.state = found.state.put(replace(found["A"], place=Place(60, 30)))
    assert seen(found) == ""
