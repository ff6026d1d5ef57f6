"""What barrages do to those under them: step 4B, and whoever moves in."""

import pytest
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, carried_out, moved, sid, stand
from missions import (
    A1,
    BUNKERS,
    LONE,
    ONE,
    SCOUT,
    TWO,
    VILLAGE,
    WOOD,
    battle,
    calling,
    entered,
    falling,
    falling_on,
    on_call,
    shelled,
    suppressed,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.artillery import CallMission, KeepUp, LetCome
from sandtable.rules.great_battles.facts.day import Withdrawn
from sandtable.rules.great_battles.fire.fire import name_target
from sandtable.rules.great_battles.fire.shot import refuse_firer
from sandtable.rules.great_battles.guns.barrage import due_missions, keep_barrages, resolve_barrages
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.words import Formation, Mark, Tally, Tie

# ---- the template


@pytest.mark.clause("gb20.barrage.placement")
def test_a_stand_is_under_a_template_when_any_part_of_its_base_is():
    state = battle(A1, LONE)
    place = stand(state, "B1/1").place
    near = carried_out(falling(state, ONE, place.x + 1.24, place.y), resolve_barrages, RED, dice=[9])
    assert suppressed(near.state, "B1/1")
    assert "under Red template 1 [gb20.barrage.placement]" in near.told[0]
    touching = carried_out(falling(state, ONE, place.x + 1.25, place.y), resolve_barrages, RED)
    assert touching.entries == []


@pytest.mark.clause("gb20.barrage.placement")
def test_an_on_call_mission_falls_where_it_was_called_whatever_has_moved():
    state = calling(on_call(battle(A1, LONE), ONE), CallMission(ONE, Place(30, 30, 90), "A1"), 15).state
    state = replace(moved(state, "B1/1", 40, 40), tallies={**state.tallies, Tally.TURN: 6})
    after = carried_out(state, due_missions, RED, picks=[LetCome()])
    assert after.state.units[ONE].place == Place(30, 30)
    assert "Red template 1 comes to 30, 30 [gb20.barrage.placement]" in after.told


# ---- the roll


@pytest.mark.case("gb20.barrage.suppress", 1)
@pytest.mark.clause("gb20.barrage.suppress")
def test_activated_in_the_open_9_suppresses_and_8_does_not():
    hit, missed = shelled(dice=[9]), shelled(dice=[8])
    assert suppressed(hit.state, "B1/1") and not suppressed(missed.state, "B1/1")
    assert hit.told[-1] == f"{sid(hit.state, 'B1/1')} is suppressed by Red template 1 [gb20.barrage.suppress]"


@pytest.mark.clause("gb20.barrage.suppress")
def test_friends_under_the_template_roll_too():
    state = falling_on(battle(Body("A1", (30, 20), stands=(INFANTRY,)), LONE), ONE, "A1/1")
    assert suppressed(carried_out(state, resolve_barrages, RED, dice=[20]).state, "A1/1")


@pytest.mark.clause("gb20.barrage.suppress")
def test_a_stand_under_two_templates_rolls_for_each():
    state = falling_on(falling_on(battle(A1, LONE), ONE, "B1/1"), TWO, "B1/1")
    after = carried_out(state, resolve_barrages, RED, dice=[1, 9])
    assert suppressed(after.state, "B1/1") and len(after.rolls) == 2


@pytest.mark.clause("gb20.barrage.suppress")
def test_only_the_templates_of_the_player_whose_turn_it_is_are_rolled_for():
    state = falling_on(battle(A1, LONE), ONE, "B1/1")
    assert carried_out(state, resolve_barrages, BLUE).entries == []


@pytest.mark.case("gb20.barrage.column-choice", 1)
@pytest.mark.clause("gb20.barrage.column-choice")
def test_gone_to_ground_in_the_open_needs_13():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=False, marks=(Mark.TO_GROUND,))
    missed = shelled(body=body, dice=[12])
    assert not suppressed(missed.state, "B1/1")
    assert "needs 13 or more (13 not activated [gb20.barrage.column-choice])" in missed.told[1]
    assert suppressed(shelled(body=body, dice=[13]).state, "B1/1")


@pytest.mark.case("gb20.barrage.column-choice", 2)
@pytest.mark.clause("gb20.barrage.column-choice")
def test_inactive_in_a_village_is_just_hard_cover():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=False)
    assert not suppressed(shelled(body=body, pieces=(VILLAGE,), dice=[14]).state, "B1/1")
    assert suppressed(shelled(body=body, pieces=(VILLAGE,), dice=[15]).state, "B1/1")


@pytest.mark.clause("gb20.barrage.column-choice")
@pytest.mark.parametrize(("piece", "needed"), [(WOOD, 13), (VILLAGE, 15), (BUNKERS, 17)])
def test_cover_helps_and_not_being_activated_no_further(piece, needed):
    for active in (True, False):
        body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=active)
        assert not suppressed(shelled(body=body, pieces=(piece,), dice=[needed - 1]).state, "B1/1")
        assert suppressed(shelled(body=body, pieces=(piece,), dice=[needed]).state, "B1/1")


@pytest.mark.clause("gb20.barrage.column-choice")
def test_a_crest_line_is_no_cover_against_a_barrage():
    hill = {"kind": "hill", "name": "the hill", "level": 1, "corners": [[25, 25], [35, 25], [35, 31], [25, 31]]}
    assert suppressed(shelled(pieces=(hill,), dice=[9]).state, "B1/1")


@pytest.mark.clause("gb20.barrage.no-destroy")
def test_a_barrage_never_destroys_and_does_nothing_to_a_suppressed_stand():
    assert Mark.DESTROYED not in stand(shelled(dice=[20]).state, "B1/1").marks
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), suppressed=(1,))
    after = shelled(body=body, dice=[])
    assert "gb20.barrage.no-destroy" in after.cited and not after.rolls


@pytest.mark.case("gb20.barrage.immune", 1)
@pytest.mark.clause("gb20.barrage.immune")
@pytest.mark.parametrize("kind", ["HQ", "Heavy weapons"])
def test_no_roll_is_made_for_hq_and_heavy_weapons(kind):
    body = Body("B1", (30, 30), side=BLUE, attached=(kind,))
    state = moved(battle(A1, body), "B1/4", 40, 40)
    after = carried_out(falling_on(state, ONE, "B1/4"), resolve_barrages, RED)
    assert not after.rolls and not suppressed(after.state, "B1/4")
    assert "gb20.barrage.immune" in after.cited


@pytest.mark.clause("gb20.barrage.immune")
def test_staff_under_a_template_is_not_affected():
    state = battle(A1, LONE, c_ops={BLUE: (40, 40)}, fup={BLUE: (10, 40)})
    for x, name in ((40, "Blue C Ops"), (10, "Blue FUP")):
        after = carried_out(falling(state, ONE, x, 40), resolve_barrages, RED)
        assert not after.rolls and "gb20.barrage.immune" in after.cited
        assert after.state.units[name].linked(Tie.UNDER) == ["Red template 1"]


# ---- who is under it


@pytest.mark.clause("gb20.barrage.hidden-targets")
def test_hidden_staff_under_a_template_is_not_given_away_either():
    state = battle(A1, LONE, c_ops={BLUE: (40, 40)})
    state = state.put(replace(state.units["Blue C Ops"], known_to=frozenset()))
    after = carried_out(falling(state, ONE, 40, 40), resolve_barrages, RED)
    assert {entry.known_to for entry in after.entries} == {frozenset({BLUE})}


@pytest.mark.clause("gb20.barrage.loaded-transport")
def test_one_roll_is_made_for_a_stand_and_its_transport():
    body = Body("B1", (30, 30), side=BLUE, stands=("Infantry by truck",), loaded=True)
    after = shelled(body=body, dice=[9])
    assert len(after.rolls) == 1 and suppressed(after.state, "B1/1")
    assert after.entries[-1].clause == "gb20.barrage.loaded-transport"


@pytest.mark.clause("gb20.barrage.loaded-transport")
def test_riders_suffer_what_the_tank_suffers():
    state = battle(
        A1, Body("B1", (30, 30), side=BLUE, stands=(TANK,)), Body("B2", (50, 30), side=BLUE, stands=(INFANTRY,))
    )
    rider = replace(stand(state, "B2/1"), place=None, aboard=sid(state, "B1/1"))
    after = carried_out(falling_on(state.put(rider), ONE, "B1/1"), resolve_barrages, RED, dice=[9])
    assert suppressed(after.state, "B1/1") and suppressed(after.state, "B2/1")


# ---- what it stops


@pytest.mark.case("gb20.barrage.pins-fire", 1)
@pytest.mark.clause("gb20.barrage.pins-fire")
def test_a_stand_under_a_template_neither_fires_nor_is_fired_at():
    body = Body("B1", (30, 23), 180, side=BLUE, interval=190, formation=Formation.DEFENSIVE)
    state = carried_out(falling_on(battle(A1, body), ONE, "B1/2"), resolve_barrages, RED, dice=[1]).state
    pinned = refuse_firer(state, stand(state, "B1/2"))
    assert not suppressed(state, "B1/2") and pinned is not None and pinned.clause == "gb20.barrage.pins-fire"
    assert refuse_firer(state, stand(state, "B1/1")) is None
    question = asks(state, lambda play: name_target(play, sid(state, "A1/1")))
    barred = {option.command.target: option.clause for option in question.decision.barred}
    assert barred[sid(state, "B1/2")] == "gb20.barrage.pins-fire"
    assert any(
        option.command.target == sid(state, "B1/1") for option in question.options if hasattr(option.command, "target")
    )


# ---- coming under one


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_moves_onto_a_template_rolls_at_once():
    state = falling(battle(SCOUT, LONE), ONE, 30, 23)
    after = entered(state, 30, 23.2, dice=[9])
    assert suppressed(after.state, "A1/1")
    assert after.told[-1].endswith("[gb20.barrage.entering]")


@pytest.mark.clause("gb20.barrage.entering")
def test_once_suppressed_the_battalion_goes_on_at_the_bad_going_rate():
    after = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[9])
    rates = Rates(after.state, after.state.units["A1"])
    assert rates.good == rates.bad


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_stays_under_a_template_does_not_roll_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    assert entered(state, 30, 23.4).entries == []


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_rolled_for_in_step_4b_does_not_roll_again_while_it_stays():
    state = carried_out(falling_on(battle(SCOUT, LONE), ONE, "A1/1"), resolve_barrages, RED, dice=[1]).state
    assert entered(state, 30, 20.1).entries == []


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_leaves_a_template_and_comes_back_rolls_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    gone = entered(state, 30, 20)
    assert stand(gone.state, "A1/1").marks == frozenset()
    assert len(entered(gone.state, 30, 23.2, dice=[1]).rolls) == 1


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_has_been_in_reserve_rolls_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    assert Withdrawn("A1").apply(state).units[sid(state, "A1/1")].marks == frozenset()


@pytest.mark.clause("gb20.barrage.entering")
def test_it_rolls_again_when_the_template_is_kept_up():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    kept = carried_out(state, keep_barrages, RED, picks=[KeepUp(ONE)]).state
    assert suppressed(carried_out(kept, resolve_barrages, RED, dice=[9]).state, "A1/1")
