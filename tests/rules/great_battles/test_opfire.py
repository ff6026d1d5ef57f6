"""Opportunity fire, and standing orders for it."""

from random import Random

import pytest
from facing import SHOT, asked_to_fire, blue, marches, red
from gbtable import BLUE, INFANTRY, RED, TANK, Body, first_question, marked, offers, sid, stand, table, why_not
from manoeuvres import forms
from msgspec.structs import replace

import sandtable as st
from sandtable.board.place import Place
from sandtable.kernel.facts import Rolled
from sandtable.rules.great_battles.commands.day import (
    AskMe,
    ChangeFormation,
    Charge,
    Dismount,
    Done,
    EditOrders,
    Fire,
    FireAt,
    FireWithin,
    Form,
    Halt,
    HoldFire,
    Leg,
    LetOut,
    LetPass,
    Move,
    OpenFire,
    Pick,
    SetUp,
    Wait,
)
from sandtable.rules.great_battles.computer.habits import expected
from sandtable.rules.great_battles.day import actions
from sandtable.rules.great_battles.fire.opportunity import NEVER_FIRE, edit_orders, refuse_reply
from sandtable.rules.great_battles.fire.watch import Pair, Seen, Watch, pairs, ready_to_fire
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.field import standing_orders
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark, Tally, Tie
from sandtable.scripted import act

HOLD = HoldFire("B1/1 infantry")
SHOT_AT_TANK = Fire("B1/1 Sherman", "R1/1 Sherman")

HOUSE = {"kind": "village", "at": [20, 12.5], "size": [4, 1.5]}


def acts(state, *picks, dice=(), body="R1"):
    return act(state, lambda play: actions.act(play, body), dice, picks, view)


# ---- when


@pytest.mark.clause("gb20.opfire.trigger")
def test_a_stand_that_moves_an_inch_in_sight_may_be_fired_at():
    after = marches(table(red(), blue()), 20, 11, picks=[LetPass()])
    assert [decision.side for decision in asked_to_fire(after)] == [BLUE]
    assert asked_to_fire(after)[0].clause == "gb20.opfire.trigger"


@pytest.mark.clause("gb20.opfire.who")
def test_the_ends_of_two_long_lines_count_however_far_apart_their_middles_are():
    long = {"stands": (INFANTRY,) * 4, "attached": ("6 pounder AT gun M", TANK), "interval": 190}
    lines = [
        Body(name, at, facing, side=side, formation=Formation.DEFENSIVE, **long)
        for name, at, facing, side in (("R1", (15, 20), 0, RED), ("B1", (44, 23), 180, BLUE))
    ]
    after = marches(table(*lines), 15, 22, picks=[LetPass()])  # the nearest are 11.4 inches apart
    assert [decision.side for decision in asked_to_fire(after)] == [BLUE]


@pytest.mark.clause("gb20.opfire.trigger")
def test_the_point_at_which_somebody_who_cannot_fire_has_seen_an_inch_is_come_by_once():
    """A march that halted there for a barrage halted there again and again, and never ended."""
    state = table(red(), blue())
    way = Way(state, state.units["R1"], Place(20, 12, 0))
    watch = Watch(state, way, ready_to_fire(state, way), Seen({Pair(sid(state, "B1/1"), sid(state, "R1/1")): 0.5}))
    assert [halt.share for halt in watch.halts(state, 0.0, [0.5])] == [pytest.approx(0.25), 0.5]
    assert [halt.share for halt in watch.halts(state, 0.25, [0.5])] == [0.5]


@pytest.mark.clause("gb20.variants.nearest-target")
def test_a_gun_fires_at_the_tank_among_those_who_move_if_that_is_agreed():
    mixed = red(INFANTRY, INFANTRY, TANK, formation=Formation.DEFENSIVE)
    state = table(mixed, blue("AT gun M"), options=("nearest-target",))
    after = marches(state, 20, 11, picks=[OpenFire("B1"), HoldFire("B1/1 AT gun")])
    aimed = next(decision for decision in after.asked if "what does it fire at" in decision.question)
    targets = {option.command.target for option in aimed.options if isinstance(option.command, Fire)}
    assert targets == {sid(state, "R1/3")}


@pytest.mark.case("gb20.opfire.trigger", 1)
def test_less_than_an_inch_in_sight_is_not_enough():
    assert marches(table(red(), blue()), 20, 10.8).asked == []


@pytest.mark.case("gb20.opfire.trigger", 1)
def test_the_part_of_a_way_behind_a_house_is_not_in_sight():
    """Out of the shadow of the wood it is seen from 19.55 to 20.35, then the house hides it."""
    woods = {"kind": "woods", "at": [14.6, 12], "size": [10, 3]}
    house = {"kind": "village", "at": [25.4, 12], "size": [10.2, 2]}
    state = table(red(at=(18, 10.25)), blue(TANK, at=(20, 16)), pieces=(woods, house))
    assert marches(state, 21, 10.25).asked == []


@pytest.mark.clause("gb20.opfire.what-counts")
def test_the_inches_in_sight_are_measured_from_edge_to_edge_of_the_cover_between():
    """Between three woods it is seen twice for 0.71 inches, and may be fired at where the two make an inch."""
    woods = [{"kind": "woods", "name": f"wood {at}", "at": [at, 14], "size": [size, 1.5]}
             for at, size in ((15.65, 6), (20, 2), (24.35, 6))]  # fmt: skip
    mover = Body("R1", (16.07, 16.25), 90, stands=(TANK,), formation=Formation.MARCH)
    state = table(mover, blue(TANK, at=(20, 10.25), facing=0), pieces=tuple(woods))
    after = marches(state, 24.07, 16.25, facing=90, dice=[1], picks=[OpenFire("B1"), SHOT_AT_TANK])
    assert "R1 comes to 22.24, 16.25, facing 90 [gb20.move.action]" in after.told


def behind_a_wood(*stands):
    """Nobody sees the other through it."""
    wood = {"kind": "woods", "name": "the wood", "at": [20, 12], "size": [12, 2]}
    return table(red(at=(20, 10)), blue(*stands, at=(20, 15)), pieces=(wood,))


@pytest.mark.clause("gb20.opfire.what-counts", "gb20.fire.indirect")
def test_infantry_fires_indirectly_at_who_moves_an_inch_within_8_inches_of_it_out_of_sight():
    after = marches(behind_a_wood(INFANTRY), 21, 10, picks=[OpenFire("B1"), HOLD])
    shots = [option.command for option in after.asked[-1].options[:-1]]
    assert shots == [Fire("B1/1 infantry", "R1/1 infantry", indirect=True)]
    assert marches(behind_a_wood(INFANTRY), 20.9, 10).asked == []
    assert marches(behind_a_wood(TANK), 21, 10).asked == []


@pytest.mark.clause("gb20.opfire.what-counts", "gb20.fire.forbidden-targets")
def test_nobody_is_asked_about_a_mover_that_he_does_not_know_of():
    known, hidden = (table(red(hidden=hides), blue(at=(20, 15))) for hides in (False, True))
    for state, found in ((known, 2), (hidden, 0)):
        way = Way(state, state.units["R1"], Place(21, 10, 0))
        assert len(pairs(state, way)) == found  # directly and indirectly


@pytest.mark.clause("gb20.opfire.what-counts", "gb20.sighting.distance-use")
def test_what_is_moved_beyond_8_inches_does_not_count_for_indirect_fire():
    wood = {"kind": "woods", "name": "the wood", "at": [20, 12], "size": [12, 2]}
    state = table(red(at=(20, 10)), blue(at=(20, 19.5)), pieces=(wood,), sight=3)  # 9.5 inches off
    assert marches(state, 20, 12.4).asked == []
    assert len(marches(state, 20, 12.6, picks=[LetPass()]).asked) == 1


@pytest.mark.clause("gb20.opfire.trigger")
def test_the_firer_may_wait_for_a_better_moment():
    after = marches(table(red(), blue()), 20, 13, dice=[15, 1], picks=[Wait(), Wait(), OpenFire("B1"), SHOT])
    assert stand(after.state, "R1/1").place.y == 12.75
    shot = next(line for line in after.told if line.startswith("B1/1 infantry fires at R1/1 infantry: rolls 15 -6"))
    assert "needs 9 or more" in shot


@pytest.mark.clause("gb20.opfire.what-counts")
def test_the_firer_is_offered_the_first_inch_and_every_inch_after_it():
    after = marches(table(red(), blue()), 20, 12.5, picks=[Wait(), Wait(), LetPass()])
    assert len(asked_to_fire(after)) == 3
    first = asked_to_fire(after)[0]
    assert next(o.clause for o in first.options if o.command == Wait()) == "gb20.opfire.what-counts"
    assert Wait() not in [option.command for option in asked_to_fire(after)[-1].options]


@pytest.mark.clause("gb20.opfire.what-counts")
def test_the_inch_need_not_be_in_one_piece():
    """Two short legs of one action make an inch; the same legs in two actions do not."""
    state = table(red(), blue())
    after = acts(state, Leg("R1", Place(20, 10.6)), Move("R1", Place(20, 11.2)), LetPass())
    assert len(asked_to_fire(after)) == 1
    again = acts(acts(state, Move("R1", Place(20, 10.6))).state, Move("R1", Place(20, 11.2)))
    assert asked_to_fire(again) == []


@pytest.mark.clause("gb20.opfire.what-counts")
def test_nobody_is_asked_twice_at_one_point_for_a_stand_that_has_gone_out_of_range():
    """The infantry sees the last of its inch 8.2 inches off: no shot for it, while the tank beside it waits."""
    state = table(red(), blue(TANK, INFANTRY, at=(20, 17.2), formation=Formation.DEFENSIVE))
    legs = Leg("R1", Place(20, 9.4)), Move("R1", Place(20, 7))
    after = acts(state, *legs, Wait(), Wait(), Wait(), LetPass())
    assert len(asked_to_fire(after)) == 4  # after 1.1 inches of the whole move, 1.6, 2.6 and at its end
    assert Wait() not in [option.command for option in asked_to_fire(after)[-1].options]


@pytest.mark.clause("gb20.opfire.what-counts")
def test_a_change_of_formation_is_seen_after_its_last_whole_inch_too():
    """A stand completes its inch in sight after that, and ends out of sight."""
    away = Body("A1", (20, 20), stands=(INFANTRY,) * 2)
    state = table(away, Body("B1", (12.5, 22), 180, side=BLUE, stands=(TANK,)), sight=6)
    after = forms(state, Formation.DEFENSIVE, 120, picks=[LetPass()])
    assert len(asked_to_fire(after)) == 1 and "A1 is in defensive formation" in after.told[-1]


@pytest.mark.clause("gb20.opfire.what-counts")
def test_a_change_of_formation_is_fired_at_stand_by_stand():
    state = table(red(INFANTRY, INFANTRY, INFANTRY), blue(at=(20, 13)))
    centre = stand(state, "R1/3").place
    order = Form("R1", Place(centre.x, centre.y, 0), Formation.DEFENSIVE, 100)
    after = acts(state, ChangeFormation("R1"), order, *[Wait()] * 5, OpenFire("B1"), HOLD)
    targets = {o.command.target for o in after.asked[-1].options if isinstance(o.command, Fire)}
    assert targets == {"R1/1 infantry", "R1/2 infantry"}  # the centre stand has not moved


@pytest.mark.clause("gb20.opfire.what-counts")
@pytest.mark.parametrize("x", [16.0, 16.25, 16.5, 16.75])
def test_who_is_seen_for_just_an_inch_between_two_woods_may_be_fired_at_where_that_inch_ends(x):
    woods = [{"kind": "woods", "name": f"wood {at}", "at": [at, 14], "size": [7.4, 1.5]} for at in (16, 24.3)]
    mover = Body("R1", (x, 16.25), 90, stands=(TANK,), formation=Formation.MARCH)
    state = table(mover, blue(TANK, at=(20, 10.25), facing=0), pieces=tuple(woods))
    after = marches(state, x + 8, 16.25, facing=90, dice=[1], picks=[OpenFire("B1"), SHOT_AT_TANK])
    assert any("B1/1 Sherman fires at R1/1 Sherman" in line for line in after.told)


@pytest.mark.clause("gb20.opfire.what-counts")
def test_what_is_covered_beyond_the_sighting_distance_is_not_in_sight():
    far = table(red(), blue(TANK, at=(20, 16.5)), sight=6)
    assert marches(far, 20, 11.4).asked == []
    assert len(marches(far, 20, 11.6, picks=[LetPass()]).asked) == 1


# ---- who


@pytest.mark.clause("gb20.opfire.who")
@pytest.mark.parametrize(
    "how", [{}, {"active": False}, {"active": False, "marks": (Mark.TO_GROUND,)}, {"hidden": True}]
)
def test_a_battalion_of_any_state_may_fire_hidden_or_not(how):
    woods = {"kind": "woods", "at": [20, 14.25], "size": [2, 1]}
    after = marches(table(red(), blue(**how), pieces=(woods,)), 20, 11, dice=[1], picks=[OpenFire("B1"), SHOT])
    assert [type(entry.event) for entry in after.entries].count(Rolled) == 1


@pytest.mark.clause("gb20.opfire.who")
@pytest.mark.parametrize("how", [{"marks": (Mark.ACTION_TAKEN,)}, {"suppressed": (1,)}, {"marks": ("attacks R2",)}])
def test_who_may_not(how):
    assert marches(table(red(), blue(**how)), 20, 11).asked == []


@pytest.mark.clause("gb20.opfire.who")
def test_a_battalion_fires_once_with_all_its_stands_at_the_same_moment():
    state = table(red(INFANTRY, INFANTRY), blue(INFANTRY, INFANTRY))
    shots = [Fire("B1/1 infantry", "R1/2 infantry"), Fire("B1/2 infantry", "R1/1 infantry")]
    after = marches(state, 20, 12, dice=[1, 1], picks=[OpenFire("B1"), *shots])
    assert len(asked_to_fire(after)) == 1
    options = [option.command for option in after.asked[1].options]
    assert options[-1] == HOLD
    assert {one.target for one in options[:-1]} == {"R1/1 infantry", "R1/2 infantry"}


@pytest.mark.clause("gb20.opfire.who")
def test_a_battalion_whose_stands_all_hold_their_fire_has_not_taken_its_action():
    after = marches(table(red(), blue()), 20, 11, picks=[OpenFire("B1"), HOLD])
    assert Mark.ACTION_TAKEN not in after.state.units["B1"].marks


@pytest.mark.case("gb20.opfire.marker", 1)
def test_the_action_is_taken_even_if_every_shot_misses():
    after = marches(table(red(), blue()), 20, 11, dice=[2], picks=[OpenFire("B1"), SHOT])
    assert "B1 gets an action-taken marker [gb20.opfire.marker]" in after.told
    state = after.state
    assert refuse_reply(state, OpenFire("B1")).clause == "gb20.actions.one-marker"
    assert marches(state, 20, 12).asked == []


@pytest.mark.clause("gb20.opfire.trigger")
def test_a_battalion_that_has_seen_nothing_move_is_told_so():
    assert refuse_reply(table(red(), blue()), OpenFire("B1")).clause == "gb20.opfire.trigger"


# ---- the dice


@pytest.mark.case("gb20.opfire.modifier", 1)
@pytest.mark.parametrize(("die", "hit"), [(11, True), (10, False)])
def test_opportunity_fire_is_harder(die, hit):
    state = table(red(at=(20, 10)), blue(INFANTRY, "Heavy weapons", at=(20, 12), set_up=(2,)))
    after = marches(state, 20, 11, dice=[die, *([1] if hit else [])], picks=[OpenFire("B1"), SHOT])
    assert (Mark.SUPPRESSED in stand(after.state, "R1/1").marks) == hit
    assert "-6 opportunity fire [gb20.opfire.modifier]" in " ".join(after.told)


@pytest.mark.clause("gb20.opfire.modifier")
def test_the_second_die_of_opportunity_fire_is_not_modified():
    after = marches(table(red(), blue(at=(20, 12))), 20, 11, dice=[20, 9], picks=[OpenFire("B1"), SHOT])
    assert Mark.DESTROYED in stand(after.state, "R1/1").marks


@pytest.mark.clause("gb20.opfire.setup")
def test_heavy_weapons_set_up_and_guns_unlimber_for_opportunity_fire():
    state = table(red(), blue(INFANTRY, "AT gun M by truck", "Heavy weapons", loaded=True))
    state = marked(state, "B1/2", Mark.LOADED)
    gun, weapons = sid(state, "B1/2"), sid(state, "B1/3")
    shots = [SHOT, Fire(gun, "R1/1 infantry")]
    after = marches(state, 20, 11, dice=[1, 1], picks=[OpenFire("B1"), *shots, SetUp(weapons)])
    assert f"{gun} is set up [gb20.opfire.setup]" in after.told
    assert f"{weapons} is set up [gb20.opfire.setup]" in after.told
    assert Mark.LOADED not in stand(after.state, "B1/2").marks


# ---- what it does to the move


@pytest.mark.clause("gb20.opfire.effect-on-move")
def test_a_mover_that_is_suppressed_goes_on_as_in_bad_going_or_halts():
    """Armour in assault formation, 7 inches in good going and 3 in bad: an inch leaves 6/7 of 3 inches."""
    state = table(red(TANK), blue("Tiger H-H-S", at=(20, 20)))
    tiger, tank = sid(state, "B1/1"), sid(state, "R1/1")
    fire = [OpenFire("B1"), Fire(tiger, tank)]
    on = marches(state, 20, 16, dice=[20, 1], picks=[*fire, Move("R1", Place(20, 13))])
    assert on.asked[-1].clause == "gb20.opfire.effect-on-move"
    assert [o.command for o in on.asked[-1].options] == [Move("R1", Place(20, 13)), Halt("R1")]
    assert on.state.units["R1"].place.y == 13
    halted = marches(state, 20, 16, dice=[20, 1], picks=[*fire, Halt("R1")])
    assert halted.state.units["R1"].place.y == 11


@pytest.mark.clause("gb20.opfire.effect-on-move")
def test_a_destroyed_stand_is_left_where_it_fell_and_the_rest_may_go_on():
    state = table(red(INFANTRY, INFANTRY), blue(at=(20, 13)))
    shot = Fire("B1/1 infantry", "R1/2 infantry")
    after = marches(state, 20, 12, dice=[20, 20], picks=[OpenFire("B1"), shot, Move("R1", Place(19.25, 12))])
    assert stand(after.state, "R1/2").place.y == 10.75
    assert stand(after.state, "R1/1").place == Place(19.25, 11.75)  # straight on


@pytest.mark.clause("gb20.opfire.effect-on-move")
def test_a_mover_that_is_missed_is_not_asked_again():
    after = marches(table(red(), blue()), 20, 12, dice=[2], picks=[OpenFire("B1"), SHOT])
    assert after.state.units["R1"].place.y == 12


@pytest.mark.clause("gb20.opfire.effect-on-move")
def test_the_move_may_still_end_in_contact():
    state = table(red(INFANTRY, INFANTRY), blue(at=(20, 12.5)))
    shot = Fire("B1/1 infantry", "R1/1 infantry")
    first = acts(state, Charge("R1", "B1"), OpenFire("B1"), shot, Halt("R1"), dice=[20, 1])
    on = next(o.command for o in first.asked[-1].options if isinstance(o.command, Move))
    after = acts(state, Charge("R1", "B1"), OpenFire("B1"), shot, on, dice=[20, 1])
    assert after.state.units["R1"].is_linked(Tie.ATTACKS, "B1")


@pytest.mark.clause("gb20.opfire.effect-on-move", "gb20.close-combat.no-armour-defender")
def test_who_charges_stops_short_of_a_battalion_whose_tank_shows_itself_on_the_way():
    orchard = {"kind": "orchard", "at": (18.75, 14.5), "size": (2, 1.5)}  # round the tank
    line = blue(INFANTRY, TANK, formation=Formation.DEFENSIVE)
    state = table(red(at=(21.25, 11.5)), line, pieces=(orchard,))
    state = state.put(replace(stand(state, "B1/2"), known_to=frozenset()))
    picks = Charge("R1", "B1"), OpenFire("B1"), HOLD, Fire("B1/2 Sherman", "R1/1 infantry")
    after = acts(state, *picks, Halt("R1"), dice=[1])
    assert [option.command for option in after.asked[-1].options] == [Move("R1", Place(21.25, 13.5, 0)), Halt("R1")]


@pytest.mark.clause("gb20.transport.unload", "gb20.opfire.effect-on-move")
def test_passengers_may_get_out_after_they_have_been_fired_at_on_the_move():
    state = table(red(*("Infantry by truck",) * 2, loaded=True, formation=Formation.MARCH), blue(at=(20, 14)))
    state = marked(marked(state, "R1/1", Mark.LOADED), "R1/2", Mark.LOADED)
    shot = Fire("B1/1 infantry", sid(state, "R1/1"))
    picks = [OpenFire("B1"), shot, Dismount("R1")]
    after = marches(state, 20, 12, dice=[20, 1], picks=[*picks, Halt("R1")])
    assert Mark.LOADED not in stand(after.state, "R1/1").marks
    assert "soft vehicle" in " ".join(after.told)


@pytest.mark.clause("gb20.transport.unload", "gb20.opfire.effect-on-move")
def test_one_of_them_may_get_out_and_the_rest_ride_on_at_his_pace():
    state = table(red(*("Infantry by truck",) * 2, loaded=True, formation=Formation.MARCH), blue(at=(20, 14)))
    state = marked(marked(state, "R1/1", Mark.LOADED), "R1/2", Mark.LOADED)
    picks = [OpenFire("B1"), Fire("B1/1 infantry", sid(state, "R1/1")), LetOut("R1"), Dismount(sid(state, "R1/1"))]
    after = marches(state, 20, 12, dice=[20, 1], picks=[*picks, Halt("R1")])
    assert [Mark.LOADED in stand(after.state, f"R1/{n}").marks for n in (1, 2)] == [False, True]


# ---- what the enemy learns


def hidden_in_woods(**how):
    woods = {"kind": "woods", "at": [20, 14.25], "size": [6, 1]}
    return table(red(), blue(INFANTRY, INFANTRY, hidden=True, **how), pieces=(woods,))


@pytest.mark.case("gb20.sighting.reveal", 1)
def test_only_the_stands_that_fire_come_out_of_hiding():
    state = hidden_in_woods()
    after = marches(state, 20, 11, dice=[1], picks=[OpenFire("B1"), SHOT, HoldFire("B1/2 infantry")])
    assert stand(after.state, "B1/1").known_to is None
    assert stand(after.state, "B1/2").known_to == frozenset()
    seen = view(after.state, RED)
    assert "B1/1 infantry" in seen.units and "B1/2 infantry" not in seen.units
    assert Mark.ACTION_TAKEN in seen.units["B1"].marks
    assert not any("B1/2" in str(entry) for entry in after.entries if entry.known_to is None or RED in entry.known_to)


@pytest.mark.clause("gb20.sighting.reveal")
def test_a_hidden_battalion_that_holds_its_fire_leaves_no_trace_in_the_log():
    after = marches(hidden_in_woods(), 20, 12, picks=[Wait(), LetPass()])
    assert after.told == ["R1 moves to 20, 12, facing 0 [gb20.move.action]"]


# ---- standing orders


def ordered(state, chance, within, side=BLUE):
    return act(state, lambda play: edit_orders(play, side), picks=[FireAt(chance), FireWithin(within)]).state


@pytest.mark.clause("gb20.opfire.trigger")
def test_standing_orders_answer_for_the_side_and_only_it_reads_so():
    state = ordered(table(red(), blue()), 10, 6)
    after = marches(state, 20, 11, dice=[2])
    assert after.asked == []
    note = next(entry for entry in after.entries if entry.event.tell() == "B1 fires by standing order")
    assert note.known_to == {BLUE}
    assert Mark.ACTION_TAKEN in after.state.units["B1"].marks


@pytest.mark.clause("gb20.opfire.trigger")
def test_standing_orders_wait_until_the_chance_is_good_enough_and_near_enough():
    state = table(red(), blue())
    assert marches(ordered(state, 30, 6), 20, 12).asked == []
    closer = marches(ordered(state, 30, 6), 20, 13, dice=[2])
    assert stand(closer.state, "R1/1").place.y == 12.75
    assert Mark.ACTION_TAKEN in closer.state.units["B1"].marks
    assert Mark.ACTION_TAKEN not in marches(ordered(state, 10, 2), 20, 11.5).state.units["B1"].marks


@pytest.mark.clause("gb20.opfire.trigger")
def test_whoever_is_to_hold_fire_is_not_asked_how_near():
    after = act(table(red(), blue()), lambda play: edit_orders(play, BLUE), picks=[FireAt(NEVER_FIRE)])
    assert after.told == ["standing orders of Blue: hold fire [gb20.opfire.trigger]"]
    assert marches(after.state, 20, 13).entries[-1].event.tell().startswith("R1 moves to")


@pytest.mark.clause("gb20.opfire.trigger")
def test_standing_orders_are_set_when_an_enemy_moves_and_hold_from_then_on():
    state = table(red(), blue())
    after = marches(state, 20, 12, picks=[EditOrders(), FireAt(75), FireWithin(6)])
    keeper = after.state.units["Blue standing orders"]
    assert (keeper.tallies[Tally.CHANCE], keeper.tallies[Tally.WITHIN]) == (75, 6)
    assert len(after.asked) == 3
    assert "Blue standing orders" not in view(after.state, RED).units
    assert not any("75%" in str(entry) for entry in after.entries if entry.known_to is None or RED in entry.known_to)


@pytest.mark.clause("gb20.opfire.trigger")
def test_standing_orders_may_be_changed_once_in_ones_own_turn():
    state = ordered(table(red(), blue()), 10, 6, RED)
    state = state.put(state.units["R1"].__class__(**{**as_dict(state.units["R1"]), "tallies": {"actions": 1}}))
    fresh = state.put(state.units["Red standing orders"].__class__(**{**as_dict(keeper(state)), "spent": frozenset()}))
    question = first_question(fresh, lambda play: actions.move_next(play, RED, 1))
    assert offers(question) == [Pick("R1"), EditOrders(), Done()]
    after = act(fresh, lambda play: actions.move_next(play, RED, 1), picks=[EditOrders(), AskMe()])
    assert Tally.CHANCE not in after.state.units["Red standing orders"].tallies
    assert why_not(first_question(after.state, lambda play: actions.move_next(play, RED, 1)), EditOrders())


def keeper(state):
    return state.units["Red standing orders"]


def as_dict(unit):
    return {name: getattr(unit, name) for name in unit.__struct_fields__}


@pytest.mark.clause("gb20.opfire.setup")
def test_by_standing_order_guns_unlimber_but_heavy_weapons_are_not_set_up():
    state = table(red(), blue(INFANTRY, "AT gun M", "Heavy weapons"))
    after = marches(ordered(state, 10, 6), 20, 11, dice=[1, 1])
    assert Mark.SET_UP in stand(after.state, "B1/2").marks
    assert Mark.SET_UP not in stand(after.state, "B1/3").marks


# ---- in the thoughts of a computer player


def test_a_computer_player_thinks_of_its_move_as_if_everybody_let_it_pass():
    state = table(red(), blue())
    thought, played = marches(expected(state, RED), 20, 11), marches(state, 20, 11, picks=[LetPass()])
    assert thought.asked == []
    assert thought.state.units["R1"] == played.state.units["R1"]
    assert stand(thought.state, "R1/1") == stand(played.state, "R1/1")


def test_a_computer_player_does_not_think_away_the_orders_to_fire_that_it_knows():
    state = table(red(), blue())
    keeper = standing_orders(state, BLUE)
    ordered = state.put(replace(keeper, tallies={Tally.CHANCE: 10, Tally.WITHIN: 12}))
    assert expected(ordered, RED) is ordered


def test_what_a_computer_player_expects_shows_nothing_that_is_hidden():
    game = st.new_game("great-battles-d20", "first-orders", seed="1")
    seat = game.seat()
    foreseen = seat.foresee(Random(1))
    assert Mark.LETS_PASS in standing_orders(foreseen.state, foreseen.state.foe(seat.side)).marks
    assert view(foreseen.state, seat.side) == seat.view
