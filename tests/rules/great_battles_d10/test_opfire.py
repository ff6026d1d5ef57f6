"""Opportunity fire by the d10 charts: each stand for itself."""

import pytest
from facing import SHOT, asked_to_fire, blue, marches, red
from gbday import plays
from gbtable import BLUE, INFANTRY, TANK, Body, first_question, marked, offers, sid, stand, table10, why_not

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import (
    EditOrders,
    Fire,
    FireAt,
    FireWithin,
    Halt,
    HoldFire,
    LetPass,
    Move,
    OpenFire,
    SetUp,
)
from sandtable.rules.great_battles.fire.fire import able_to_fire
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.steps import CloseCombat
from sandtable.rules.great_battles.words import Mark


def owing(state):
    return [i for i, unit in state.units.items() if Mark.ACTION_TAKEN in unit.marks]


@pytest.mark.case("gb10.opfire.trigger", 1)
def test_a_gap_of_less_than_an_inch_is_crossed_in_safety():
    """Out of the shadow of the wood it is seen from 19.55 to 20.35, then the house hides it."""
    woods = {"kind": "woods", "at": [14.6, 12], "size": [10, 3]}
    house = {"kind": "village", "at": [25.4, 12], "size": [10.2, 2]}
    narrow = table10(red(at=(18, 10.25), facing=90), blue("AT gun M", at=(20, 16)), pieces=(woods, house))
    assert marches(narrow, 21, 10.25, facing=90).asked == []
    wide = table10(red(at=(18, 10.25), facing=90), blue("AT gun M", at=(20, 16)), pieces=(woods,))
    after = marches(wide, 21, 10.25, facing=90, picks=[LetPass()])
    assert {decision.clause for decision in asked_to_fire(after)} == {"gb10.opfire.trigger"}


@pytest.mark.case("gb10.opfire.trigger", 2)
@pytest.mark.clause("gb10.sighting.indirect")
def test_within_8_inches_infantry_needs_no_line_of_sight_for_indirect_fire():
    wood = {"kind": "woods", "name": "the wood", "at": [20, 12], "size": [12, 2]}
    state = table10(red(at=(20, 10), facing=90), blue(INFANTRY, "AT gun M", at=(20, 15)), pieces=(wood,))
    after = marches(state, 21, 10, facing=90, picks=[OpenFire("B1"), HoldFire("B1/1 infantry")])
    assert [option.command for option in after.asked[-1].options] == [
        Fire("B1/1 infantry", "R1/1 infantry", indirect=True),
        HoldFire("B1/1 infantry"),
    ]
    assert marches(state, 20.9, 10, facing=90).asked == []


@pytest.mark.case("gb10.opfire.modifier", 1)
@pytest.mark.parametrize(("die", "hit"), [(3, True), (4, False)])
def test_at_an_inch_3_or_less_hits(die, hit):
    state = table10(red(at=(20, 10)), blue(at=(20, 12)))
    after = marches(state, 20, 11, dice=[die, *([10] if hit else [])], picks=[OpenFire("B1"), SHOT])
    assert (Mark.SUPPRESSED in stand(after.state, "R1/1").marks) == hit
    assert "-3 opportunity fire [gb10.opfire.modifier]" in " ".join(after.told)


@pytest.mark.case("gb10.opfire.modifier", 2)
@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, False)])
def test_at_two_inches_only_a_one_hits_who_is_not_activated(die, hit):
    state = table10(red(at=(20, 10), active=False), blue(at=(20, 11)))
    after = marches(state, 20, 9, dice=[die, *([10] if hit else [])], picks=[OpenFire("B1"), SHOT])
    assert any("needs -1 or less" in line for line in after.told)
    assert (Mark.SUPPRESSED in stand(after.state, "R1/1").marks) == hit


# ---- who


@pytest.mark.case("gb10.opfire.eligible", 1)
@pytest.mark.clause("gb10.opfire.action-taken")
def test_a_stand_that_has_fired_does_not_fire_again():
    state = table10(red(), red_two := Body("R2", (24, 10), stands=(INFANTRY,)), blue())
    after = marches(state, 20, 11, dice=[9], picks=[OpenFire("B1"), SHOT])
    assert "B1/1 infantry gets an action-taken marker [gb10.opfire.action-taken]" in after.told
    assert owing(after.state) == ["B1/1 infantry"]
    assert marches(after.state, 24, 13, body=red_two.name).asked == []


@pytest.mark.clause("gb10.opfire.eligible")
def test_stands_of_one_battalion_fire_at_different_moments():
    state = table10(red(), blue(INFANTRY, INFANTRY))
    two = "B1/2 infantry"
    first = [OpenFire("B1"), SHOT, HoldFire(two)]
    after = marches(state, 20, 12, dice=[9, 9], picks=[*first, OpenFire("B1"), Fire(two, "R1/1 infantry")])
    assert [line.split(" gets")[0] for line in after.told if "action-taken" in line] == ["B1/1 infantry", two]
    last = asked_to_fire(after)[-1]
    assert [option.command for option in last.options if isinstance(option.command, OpenFire)] == [OpenFire("B1")]


@pytest.mark.clause("gb10.opfire.eligible")
def test_a_battalion_of_which_nobody_is_free_is_told_why():
    other = Body("B2", (24, 14), 180, side=BLUE, stands=(INFANTRY,))
    state = marked(table10(red(), blue(), other), "B1/1", Mark.ACTION_TAKEN)
    question = first_question(state, lambda play: march(play, Way(state, state.units["R1"], Place(20, 11, 0)), 1.0))
    assert why_not(question, OpenFire("B1")) == "gb10.opfire.eligible"
    assert offers(question) == [OpenFire("B2"), EditOrders(), LetPass()]


@pytest.mark.clause("gb10.opfire.eligible", "gb10.opfire.reveals")
@pytest.mark.parametrize("how", [{"active": False}, {"marks": (Mark.TO_GROUND,)}, {"hidden": True}])
def test_a_battalion_of_any_state_may_and_comes_out_by_it(how):
    woods = {"kind": "woods", "at": [20, 14.25], "size": [2, 1]}
    after = marches(table10(red(), blue(**how), pieces=(woods,)), 20, 11, dice=[9], picks=[OpenFire("B1"), SHOT])
    assert stand(after.state, "B1/1").known_to is None


@pytest.mark.clause("gb10.opfire.eligible")
@pytest.mark.parametrize("how", [{"suppressed": (1,)}, {"marks": ("attacks R2",)}])
def test_who_may_not(how):
    assert marches(table10(red(), blue(**how)), 20, 11).asked == []


@pytest.mark.clause("gb10.opfire.action-taken")
def test_heavy_weapons_that_help_owe_nothing():
    state = table10(red(), blue(INFANTRY, "Heavy weapons"))
    after = marches(state, 20, 11, dice=[9], picks=[OpenFire("B1"), SHOT, SetUp(sid(state, "B1/2"))])
    assert owing(after.state) == ["B1/1 infantry"]


@pytest.mark.clause("gb10.opfire.eligible")
def test_by_standing_order_every_stand_fires_once():
    state = table10(red(), blue(INFANTRY, INFANTRY, at=(20, 12)))
    orders = [EditOrders(), FireAt(10), FireWithin(6)]
    after = marches(state, 20, 11, dice=[9, 9], picks=orders)
    assert owing(after.state) == ["B1/1 infantry", "B1/2 infantry"]


# ---- what it does to the move


@pytest.mark.clause("gb10.opfire.resolution")
def test_a_mover_that_is_suppressed_goes_on_as_in_bad_going_or_halts():
    state = table10(red(TANK), blue("Tiger H-H-S", at=(20, 20)))
    fire = [OpenFire("B1"), Fire(sid(state, "B1/1"), sid(state, "R1/1"))]
    halted = marches(state, 20, 15, dice=[1, 10], picks=[*fire, Halt("R1")])
    assert halted.asked[-1].clause == "gb10.opfire.resolution"
    assert halted.state.units["R1"].place.y == 11
    far = next(o.command.to.y for o in halted.asked[-1].options if isinstance(o.command, Move))
    assert 11 < far < 15


@pytest.mark.case("gb10.opfire.movement-that-triggers", 1)
def test_nobody_fires_at_those_who_fall_back():
    ours = Body("R1", (20, 20), marks=("attacks B1",))
    gun = Body("B2", (24, 30), 180, side=BLUE, stands=("AT gun M",))
    state = table10(ours, Body("B1", (20, 20.02), 180, side=BLUE), gun)
    day = plays(state, CloseCombat(BLUE), dice=[1, 10], die=1)  # it loses, and rallies
    assert day.state.units["R1"].place.y <= 17.02
    assert not any("opportunity fire" in line for line in day.asked)
    assert list(able_to_fire(day.state, "B2"))
