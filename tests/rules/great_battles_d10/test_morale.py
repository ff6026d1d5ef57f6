"""Morale by the d10 charts."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, act10, asks, moved, offers, stand, table10
from msgspec.structs import replace

from sandtable.kernel.events import Tallied
from sandtable.rules.great_battles.commands.day import Pick, Take
from sandtable.rules.great_battles.effects.hits import destroy, suppress
from sandtable.rules.great_battles.facts.day import RoundOver
from sandtable.rules.great_battles.nerve.morale import (
    hit_battalions,
    hit_count,
    morale_modifiers,
    passes,
    score_to_pass,
)
from sandtable.rules.great_battles.nerve.morale import test as put_to_it
from sandtable.rules.great_battles.nerve.morale import test_next as step_ten
from sandtable.rules.great_battles.nerve.rally import rally
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Did, Mark, Tally
from sandtable.scripted import act

FOE = Body("B1", (20, 30), 180, side=BLUE)
STAFF = {"c_ops": {RED: (20, 6)}}


def hurt(state, *, lost=(), down=()):
    """After fire in this player turn."""

    def suffer(play):
        for number in down:
            suppress(play, stand(play.state, f"A1/{number}").id)
        for number in lost:
            destroy(play, stand(play.state, f"A1/{number}").id)

    return act(state, suffer).state


def rolls(state, roll):
    return act10(state, lambda play: put_to_it(play, "A1"), [roll])


def passed(after):
    return Mark.TO_GROUND not in after.state.units["A1"].marks


@pytest.mark.case("gb10.morale.roll", 1)
@pytest.mark.parametrize(("roll", "good"), [(33, True), (34, False)])
def test_a_suppression_and_a_loss_count_three(roll, good):
    state = hurt(table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4), FOE, **STAFF), lost=(4,), down=(1,))
    assert hit_count(state, "A1") == 3
    assert passed(rolls(state, roll)) is good


@pytest.mark.case("gb10.morale.roll", 2)
def test_hard_cover_helps_and_one_stand_far_from_the_staff_hurts():
    village = {"kind": "village", "name": "village", "at": (19, 10), "size": (1.2, 1)}
    state = table10(Body("A1", (20, 10)), FOE, pieces=(village,), c_ops={RED: (7, 10)})
    state = hurt(state, lost=(3,), down=(1,))
    after = rolls(state, 28)
    assert "needs 27 or less (17 3 stands at start, hit count 3" in " ".join(after.told)
    assert not passed(after)
    assert any("A1 retreats to" in line for line in after.told)


@pytest.mark.case("gb10.morale.roll", 3)
def test_the_last_stand_may_just_hold():
    state = hurt(table10(Body("A1", (20, 10)), FOE, **STAFF), lost=(2, 3), down=(1,))
    assert passed(rolls(state, 2)) and not passed(rolls(state, 3))


@pytest.mark.clause("gb10.morale.stand-count")
def test_who_has_lost_everybody_fails_without_a_roll():
    state = table10(Body("A1", (20, 10)), FOE, **STAFF)
    after = act(state, lambda play: passes(play, "A1", 6))
    assert any("fails without a roll" in line for line in after.told)


@pytest.mark.clause("gb10.morale.stand-count")
def test_more_than_8_stands_use_the_column_for_8():
    state = Tallied("A1", Tally.AT_DAWN, 9).apply(table10(Body("A1", (20, 10)), FOE, **STAFF))
    score = score_to_pass(state, state.units["A1"], 2)
    assert (score.value, score.clause) == (96, "gb10.morale.stand-count")


@pytest.mark.clause("gb10.morale.stand-count")
def test_beyond_the_last_row_it_is_used_unless_everybody_is_lost():
    state = Tallied("A1", Tally.AT_DAWN, 7).apply(table10(Body("A1", (20, 10)), FOE, **STAFF))
    assert score_to_pass(state, state.units["A1"], 13).value == 5
    after = act(state, lambda play: passes(play, "A1", 14))
    assert after.told == ["A1 fails without a roll [gb10.morale.stand-count]"]


@pytest.mark.case("gb10.morale.quality", 1)
def test_veterans_stand_longer_where_it_is_agreed():
    ours = Body("A1", (20, 10), stands=(INFANTRY,) * 6, quality="veteran")
    state = hurt(table10(ours, FOE, options=("quality-morale",), **STAFF), lost=(5, 6))
    assert passed(rolls(state, 58)) and not passed(rolls(state, 61))


@pytest.mark.case("gb10.morale.winners-exempt", 1)
def test_winners_do_not_test():
    state = hurt(table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4), FOE, **STAFF), lost=(3, 4))
    unit = state.units["A1"]
    after = act(state.put(replace(unit, spent=unit.spent | {Did.WON})), lambda play: step_ten(play, RED), view=view)
    assert after.told == ["A1 has won its close combat and takes no morale test [gb10.morale.winners-exempt]"]


@pytest.mark.case("gb10.morale.count", 1)
def test_who_has_rallied_everybody_does_not_test():
    state = hurt(table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4), FOE, **STAFF), down=(1,))
    rallied = act(state, lambda play: rally(play, "A1"), [5]).state
    after = act(RoundOver().apply(rallied), lambda play: step_ten(play, RED), view=view)
    assert after.told == ["A1 has rallied all its stands and takes no morale test [gb10.morale.counting]"]
    assert not list(hit_battalions(after.state))


@pytest.mark.case("gb10.morale.stand-count", 1)
def test_attachments_count_as_stands():
    guns = ("HQ", "Heavy weapons", "AT gun M", "AT gun M")
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4, attached=guns), FOE)
    assert score_to_pass(state, state.units["A1"], 2).value == 96


@pytest.mark.clause("gb10.morale.when", "gb10.morale.counting")
def test_whoever_of_either_side_was_hit_in_this_player_turn_is_tested():
    state = table10(Body("A1", (20, 10), suppressed=(1,)), Body("A2", (40, 10)), FOE, **STAFF)
    assert list(hit_battalions(state)) == []  # suppressed in an earlier turn
    hit = act(state, lambda play: [suppress(play, stand(play.state, "A1/2").id) for _ in range(2)]).state
    hit = act(hit, lambda play: suppress(play, stand(play.state, "B1/1").id)).state
    assert [body.id for body in hit_battalions(hit)] == ["A1", "B1"]
    assert hit_count(hit, "A1") == 1  # the second suppression had no effect
    both = act(hit, lambda play: destroy(play, stand(play.state, "A1/2").id)).state
    assert hit_count(both, "A1") == 2  # suppressed and then eliminated
    question = asks(hit, lambda play: step_ten(play, RED))
    assert offers(question) == [Pick("A1"), Pick("B1")] and question.options[0].clause == "gb10.morale.when"


@pytest.mark.clause("gb10.morale.modifiers", "gb10.morale.modifier-details")
@pytest.mark.parametrize(("kind", "bonus"), [("woods", 10), ("village", 20), ("bunker", 30)])
def test_the_best_cover_counts_and_only_once(kind, bonus):
    wood = {"kind": "woods", "name": "wood", "at": (40, 10), "size": (4, 4)}
    piece = {"kind": kind, "name": kind, "at": (20, 9.75), "size": (1.2, 1)}
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 3), FOE, pieces=(wood, piece), **STAFF)
    state = moved(state, "A1/1", 20, 9.75)
    assert [one.value for one in morale_modifiers(state, state.units["A1"])] == [bonus]


@pytest.mark.clause("gb10.morale.modifier-details")
def test_without_a_c_ops_on_the_table_it_is_as_if_it_were_far_away():
    near = table10(Body("A1", (20, 10)), FOE, **STAFF)
    assert [one.value for one in morale_modifiers(near, near.units["A1"])] == []
    none = table10(Body("A1", (20, 10)), FOE)
    assert [one.value for one in morale_modifiers(none, none.units["A1"])] == [-10]
    gone = near.put(replace(near.units["Red C Ops"], place=None, marks=frozenset({Mark.DESTROYED})))
    assert [one.value for one in morale_modifiers(gone, gone.units["A1"])] == [-10]


@pytest.mark.clause("gb10.morale.no-cover-inactive", "gb10.morale.no-quality")
def test_lying_low_is_no_cover_and_quality_makes_no_difference():
    for level in ("raw", "veteran"):
        low = Body("A1", (20, 10), active=False, marks=(Mark.TO_GROUND,), quality=level)
        state = table10(low, FOE, **STAFF)
        assert morale_modifiers(state, state.units["A1"]) == ()


@pytest.mark.clause("gb10.morale.failure")
def test_who_fails_falls_back_three_inches_and_goes_to_ground():
    state = hurt(table10(Body("A1", (20, 20)), FOE, **STAFF), down=(1, 2))
    after = rolls(state, 100)
    assert after.state.units["A1"].place.y == pytest.approx(17, abs=0.05)
    assert {"gb10.morale.failure", "gb10.activate.gone-to-ground"} <= after.cited


@pytest.mark.clause("gb10.morale.failure-details")
def test_who_cannot_fall_back_loses_a_stand_and_goes_to_ground_all_the_same():
    state = hurt(table10(Body("A1", (20, 1.6), active=False), FOE, **STAFF), down=(1,))
    after = act10(state, lambda play: put_to_it(play, "A1"), [100], [Take(stand(state, "A1/1").id)])
    assert "A1 cannot retreat and loses a stand [gb10.morale.failure-details]" in after.told
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks and not passed(after)
    assert stand(after.state, "A1/2").place == stand(state, "A1/2").place
