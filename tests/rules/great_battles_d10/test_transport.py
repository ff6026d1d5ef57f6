"""Transport by the d10 charts."""

import pytest
from gbday import with_actions
from gbtable import BLUE, INFANTRY, Body, asks, carried_out, fate, sid, stand, table10

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import Dismount, Fire, Halt, Limber, OpenFire
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.fire.fire import volley
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.contact import touch
from sandtable.rules.great_battles.move.movement import Rates, Way
from sandtable.rules.great_battles.move.transport import dismount, limber, limber_all, limber_options, pack
from sandtable.rules.great_battles.nerve.morale import hit_count
from sandtable.rules.great_battles.table.field import field
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Kind, Mark
from sandtable.scripted import act

TRUCKED = "Infantry by truck"


def hit_by(firer, inches, dice, *picks):
    ours = Body("A1", (20, 10), stands=(firer,))
    foe = Body("B1", (20, 10 + inches), 180, side=BLUE, stands=(TRUCKED,), loaded=True)
    state = table10(ours, foe)
    order = [Fire(sid(state, "A1/1"), sid(state, "B1/1"))]
    return act(state, lambda play: volley(play, order), dice, picks)


@pytest.mark.case("gb10.transport.shared-fate", 1)
@pytest.mark.case("gb10.transport.transport-state", 1)
@pytest.mark.parametrize(("firer", "inches", "dice"), [("AT gun M", 4, [8, 6]), (INFANTRY, 2, [4, 6])])
def test_who_rides_dies_with_the_truck(firer, inches, dice):
    after = hit_by(firer, inches, dice)
    assert Mark.DESTROYED in stand(after.state, "B1/1").marks
    assert "gb10.transport.shared-fate" in after.cited
    assert hit_count(after.state, "B1") == 2


@pytest.mark.clause("gb10.fire.targets-mounted")
@pytest.mark.parametrize("firer", ["AT gun L", "AT gun M", INFANTRY])
def test_a_shot_named_at_a_truck_hits_it_though_the_passengers_get_out(firer):
    """A light gun does nothing to them once they are on foot."""
    after = hit_by(firer, 2, [1, 7], Dismount("B1/1 infantry"))
    assert fate(after) == "suppressed" and Mark.LOADED not in stand(after.state, "B1/1").marks
    assert any("6 soft vehicle" in line for line in after.told)


@pytest.mark.case("gb10.transport.unload", 1)
def test_trucks_do_not_come_back_before_night():
    state = table10(Body("A1", (20, 10), stands=(TRUCKED,) * 3, loaded=True), Body("B1", (20, 40), 180, side=BLUE))
    after = act(state, lambda play: dismount(play, sid(play.state, "A1/1")))
    assert "gb10.transport.unload" in after.cited
    assert not list(limber_options(after.state, after.state.units["A1"]))
    packed = act(after.state, lambda play: pack(play, sid(play.state, "A1/1")))
    assert Mark.LOADED not in stand(packed.state, "A1/1").marks


@pytest.mark.clause("gb10.transport.unload")
def test_empty_half_tracks_leave_the_table():
    riders = ("Infantry by half-track",) * 2
    state = table10(Body("A1", (20, 10), stands=riders, loaded=True), Body("B1", (20, 40), 180, side=BLUE))
    assert not [unit for unit in state.units.values() if unit.kind == Kind.HALF_TRACK]
    question = asks(state, lambda play: take_action(play, "A1"))
    assert [option.command for option in question.options if isinstance(option.command, Dismount)] == [Dismount("A1")]
    after = carried_out(with_actions(state, A1=1), take_action, "A1", picks=[Dismount("A1"), Halt("A1")]).state
    assert Mark.LOADED not in stand(after, "A1/1").marks
    assert not [unit for unit in after.units.values() if unit.kind == Kind.HALF_TRACK]


@pytest.mark.clause("gb10.fire.dismantle")
def test_weapons_are_packed_up_even_in_close_combat():
    ours = Body("A1", (20, 10), attached=("Heavy weapons",), set_up=(4,), marks=("attacks B1",))
    state = table10(ours, Body("B1", (20, 10), 180, side=BLUE))
    assert [option.clause for option in limber_options(state, state.units["A1"])] == ["gb10.fire.dismantle"]


@pytest.mark.clause("gb10.transport.own", "gb10.transport.position")
def test_transport_is_a_state_of_the_stand_it_carries():
    state = table10(Body("A1", (20, 10), stands=(TRUCKED,), loaded=True), Body("B1", (20, 40), 180, side=BLUE))
    there = stand(state, "A1/1")
    assert Mark.LOADED in there.marks and "rides truck" in there.traits
    assert [unit.id for unit in state.units.values() if unit.part_of == "A1"] == [there.id]
    walking = act(state, lambda play: dismount(play, there.id)).state
    assert Mark.LOADED not in stand(walking, "A1/1").marks
    assert field(walking).slabs[there.id] == field(state).slabs[there.id]


@pytest.mark.clause("gb10.transport.rate")
@pytest.mark.parametrize(("carrier", "inches"), [("truck", 4), ("half-track", 7), ("horse", 2)])
def test_who_rides_goes_at_the_rate_of_what_carries_it(carrier, inches):
    stands = (f"Infantry by {carrier}",) * 2
    state = table10(Body("A1", (20, 10), stands=stands, loaded=True), Body("B1", (20, 40), 180, side=BLUE))
    assert Rates(state, state.units["A1"]).good == inches
    question = asks(state, lambda play: take_action(play, "A1"))
    assert question.options[0].clause == "gb10.transport.rate"
    foot = act(state, lambda play: [dismount(play, sid(play.state, f"A1/{n}")) for n in (1, 2)]).state
    assert Rates(foot, foot.units["A1"]).good == 3


@pytest.mark.clause("gb10.transport.remount", "gb10.transport.remount-details")
@pytest.mark.parametrize("gun", ["AT gun M by truck", "Field gun M by truck"])
def test_a_gun_that_limbers_has_its_transport_back(gun):
    state = table10(Body("A1", (20, 10), stands=(INFANTRY, gun), set_up=(2,)), Body("B1", (20, 40), 180, side=BLUE))
    after = act(state, lambda play: limber(play, sid(play.state, "A1/2")))
    assert Mark.LOADED in stand(after.state, "A1/2").marks and Mark.SET_UP not in stand(after.state, "A1/2").marks
    assert "gb10.transport.remount" in after.cited
    assert Rates(after.state, after.state.units["A1"]).inches_left == float("inf")


@pytest.mark.clause("gb10.transport.remount", "gb10.fire.guns-set-up")
def test_a_gun_that_unhitched_to_fight_gets_its_transport_back_with_an_action():
    theirs = Body("B1", (20, 10), 180, side=BLUE, attached=("AT gun M by truck",), loaded=True)
    contact = act(table10(Body("A1", (20, 10)), theirs), lambda play: touch(play, "A1")).state
    assert Mark.LOADED not in stand(contact, "B1/4").marks
    assert Limber(sid(contact, "B1/4")) in [one.command for one in limber_options(contact, contact.units["B1"])]
    after = act(contact, lambda play: limber(play, sid(contact, "B1/4"))).state
    assert Mark.LOADED in stand(after, "B1/4").marks


@pytest.mark.clause("gb10.close-combat.losers-weapons")
def test_a_gun_that_unhitched_to_fight_is_hitched_again_in_a_retreat():
    theirs = Body("B1", (20, 10), 180, side=BLUE, attached=("AT gun M by truck",), loaded=True)
    contact = act(table10(Body("A1", (20, 10)), theirs), lambda play: touch(play, "A1")).state
    after = act(contact, lambda play: limber_all(play, "B1")).state
    assert Mark.LOADED in stand(after, "B1/4").marks


@pytest.mark.clause("gb10.transport.opfire")
def test_carriers_on_the_move_are_caught_before_they_have_unloaded():
    ours = Body("A1", (20, 10), stands=(TRUCKED,), loaded=True)
    state = table10(ours, Body("B1", (20, 14), 180, side=BLUE, stands=(INFANTRY,)))
    way = Way(state, state.units["A1"], Place(20, 11, 0))
    shot = [OpenFire("B1"), Fire(sid(state, "B1/1"), sid(state, "A1/1"))]
    after = act(state, lambda play: march(play, way, 1.0), [1, 6], shot, view)
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks
    assert not any("get out" in one.question for one in after.asked)
