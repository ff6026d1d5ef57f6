"""Transport, limbering and set-up weapons."""

import pytest
from facing import blue_at
from gbday import plays
from gbrandom import off_table, overlaps
from gbtable import (
    BLUE,
    GB10,
    GB20,
    INFANTRY,
    RED,
    TANK,
    Body,
    asks,
    first_question,
    marked,
    offers,
    sid,
    stand,
    table,
    why_not,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import (
    Dismount,
    Done,
    Fire,
    Form,
    Halt,
    HoldFire,
    Leg,
    LetOut,
    Limber,
    Move,
    Pick,
    SetUp,
    StayAboard,
)
from sandtable.rules.great_battles.commands.night import Load
from sandtable.rules.great_battles.day import actions
from sandtable.rules.great_battles.day.actions import tidy_next
from sandtable.rules.great_battles.day.night import reload, stow
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.facts.day import RoundOver
from sandtable.rules.great_battles.fire.fire import name_target, volley
from sandtable.rules.great_battles.fire.shot import target_class
from sandtable.rules.great_battles.move.transport import limber_all, limber_options
from sandtable.rules.great_battles.nerve.morale import hit_count
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.steps import Moving
from sandtable.rules.great_battles.table.arms import weapon
from sandtable.rules.great_battles.table.field import companies, gap
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark
from sandtable.scripted import act

BUNKER = {"kind": "bunker", "name": "bunker", "at": (20, 10), "size": (6, 4)}
LONG_BUNKER = {"kind": "bunker", "name": "bunker", "at": (20, 10), "size": (6, 10)}
TRUCKS, TRACKS = ("Infantry by truck",) * 2, ("Infantry by half-track",) * 2

GUN = "6 pounder AT gun M by truck"


def riding(*stands, at=(20, 10), side=RED, facing=0, formation=Formation.ASSAULT, loaded=None, **how):
    """A battalion in its transport; `loaded`: which of its stands are."""
    name = "R1" if side == RED else "B1"
    body = Body(name, at, facing, side=side, stands=stands, formation=formation, **how)
    return body, [f"{name}/{i}" for i, text in enumerate(stands, 1) if " by " in text and (not loaded or i in loaded)]


def on_table(*found, actions_left=1, **how):
    """A table of such battalions, with an action each."""
    bodies = [one[0] if isinstance(one, tuple) else one for one in found]
    state = table(*bodies, **how)
    for one in found:
        for name in one[1] if isinstance(one, tuple) else ():
            state = marked(state, name, Mark.LOADED)
    for body in bodies:
        unit = state.units[body.name]
        state = state.put(replace(unit, tallies={**unit.tallies, "actions": actions_left}))
    return state


def fires(state, by, at, *dice, picks=(), more=()):
    orders = [Fire(sid(state, by), sid(state, at)), *more]
    return act(state, lambda play: volley(play, orders), dice, picks, view)


def loaded(state, name):
    return Mark.LOADED in stand(state, name).marks


def acts(state, *picks, dice=()):
    return act(state, lambda play: actions.act(play, "R1"), dice, picks, view)


# ---- carried and towed


@pytest.mark.clause("gb20.transport.own")
def test_a_loaded_battalion_moves_at_the_rate_of_its_transport():
    march = Formation.MARCH
    rows = [("truck", 6), ("half-track", 10), ("horse", 4), ("tractor", 6)]
    for transport, inches in rows:
        state = on_table(riding(f"Infantry by {transport}", f"Infantry by {transport}", formation=march))
        assert Rates(state, state.units["R1"]).good == inches
    on_foot = table(Body("R1", (20, 10), stands=TRUCKS))
    assert Rates(on_foot, on_foot.units["R1"]).good == 3


@pytest.mark.clause("gb20.transport.own")
def test_a_move_by_transport_is_offered_as_such():
    question = first_question(on_table(riding(*TRACKS)), lambda play: actions.act(play, "R1"))
    assert next(o.clause for o in question.options if isinstance(o.command, Move)) == "gb20.transport.own"


@pytest.mark.case("gb20.transport.shared-fate", 1)
def test_truck_and_infantry_are_destroyed_together():
    state = on_table(Body("R1", (20, 10), stands=(TANK,)), riding(*TRUCKS, at=(20, 16), side=BLUE, facing=180))
    after = fires(state, "R1/1", "B1/1", 20, 9)
    assert Mark.DESTROYED in stand(after.state, "B1/1").marks
    assert after.told[-1] == "B1/1 infantry is destroyed [gb20.transport.shared-fate]"
    assert hit_count(after.state, "B1") == 2
    assert "9 soft vehicle at 6" in after.told[-2]


@pytest.mark.clause("gb20.transport.shared-fate")
def test_half_tracks_are_fired_at_as_light_armour():
    state = on_table(Body("R1", (20, 10), stands=(TANK,)), riding(*TRACKS, at=(20, 16), side=BLUE, facing=180))
    after = fires(state, "R1/1", "B1/1", 20, 8, picks=[StayAboard(sid(state, "B1/1"))])
    assert "9 light armour at 6" in after.told[-2]
    assert after.told[-1] == "B1/1 infantry is suppressed [gb20.transport.shared-fate]"


# ---- getting out


@pytest.mark.clause("gb20.transport.unload")
def test_passengers_get_out_before_a_move_at_no_cost():
    after = acts(on_table(riding(*TRUCKS)), Dismount("R1"), Move("R1", Place(20, 13)))
    assert not loaded(after.state, "R1/1") and not loaded(after.state, "R1/2")
    assert after.state.units["R1"].place.y == 13
    assert "R1/1 infantry is no longer loaded [gb20.transport.unload]" in after.told


@pytest.mark.clause("gb20.transport.unload")
def test_passengers_get_out_during_a_move_and_go_on_at_foot_rate():
    """In trucks 4 inches in assault formation: 2 inches are half the move, and half of 3 inches is left."""
    state = on_table(riding(*TRUCKS))
    first = [Leg("R1", Place(20, 12)), Dismount("R1")]
    question = first_question_after(state, first)
    assert why_not(question, Move("R1", Place(20, 13.6))) == "gb20.move.rates"
    after = acts(state, *first, Move("R1", Place(20, 13.5)))
    assert after.state.units["R1"].place.y == 13.5


def first_question_after(state, picks):
    return asks(state, lambda play: actions.act(play, "R1"), picks=picks)


@pytest.mark.clause("gb20.transport.unload")
def test_a_battalion_that_gets_out_and_stays_keeps_its_action_for_its_stands():
    after = acts(on_table(riding(*TRUCKS)), Dismount("R1"), Halt("R1"))
    assert not loaded(after.state, "R1/1")
    assert list(actions.gunners(after.state, RED, 1))


@pytest.mark.clause("gb20.transport.unload")
@pytest.mark.parametrize("number", [0, 1])
def test_passengers_get_out_after_a_move_or_without_any_action(number):
    state = on_table(riding(*TRUCKS), actions_left=number)
    moves = [Pick("R1"), Move("R1", Place(20, 14))] * number
    day = plays(state, Moving(RED, 1), picks=[*moves, Dismount("R1")])
    assert not loaded(day.state, "R1/1") and not loaded(day.state, "R1/2")
    assert day.state.units["R1"].place.y == 10 + 4 * number


@pytest.mark.clause("gb20.transport.unload")
@pytest.mark.parametrize("number", [0, 1])
def test_any_loaded_stand_may_get_out_alone_and_a_towed_gun_be_unhitched(number):
    state = on_table(riding(*TRUCKS, GUN), actions_left=number)
    one = [LetOut("R1"), Dismount(sid(state, "R1/2"))]
    gun = [LetOut("R1"), Dismount(sid(state, "R1/3"))]
    picks = [*[Pick("R1")] * number, *one, *gun, *[Halt("R1")] * number, Done()]
    after = plays(state, Moving(RED, 1), picks=picks).state
    assert [loaded(after, f"R1/{n}") for n in (1, 2, 3)] == [True, False, False]
    assert Mark.SET_UP in stand(after, "R1/3").marks


@pytest.mark.clause("gb20.transport.unload")
def test_who_is_asked_to_get_out_may_stay_where_he_is():
    state = on_table(riding(GUN))
    assert offers(first_question_after(state, []))[-2:] == [LetOut("R1"), Halt("R1")]
    after = acts(state, LetOut("R1"), StayAboard("R1"), Halt("R1"))
    assert loaded(after.state, "R1/1")


@pytest.mark.clause("gb20.transport.unload")
def test_one_passenger_alone_is_not_asked_who_of_them_gets_out():
    assert LetOut("R1") not in offers(first_question_after(on_table(riding(TRUCKS[0], INFANTRY)), []))


@pytest.mark.clause("gb20.transport.half-tracks", "gb20.activate.approach-limit")
@pytest.mark.parametrize("active", [True, False])
def test_half_tracks_stay_no_nearer_to_the_enemy_than_a_battalion_that_is_not_activated_stands(active):
    """With its back to the enemy: behind a stand is towards him."""
    state = on_table(riding(*TRACKS, facing=180, active=active), blue_at(6))
    after = acts(state, Dismount("R1", stay=True), Halt("R1")).state
    tracks = [unit for unit in after.units.values() if unit.kind == Kind.HALF_TRACK and unit.place]
    enemy, nearest = stand(after, "B1/1"), min(gap(state, one, stand(state, "B1/1")) for one in companies(state, "R1"))
    assert len(tracks) == 2
    assert any(gap(after, one, enemy) < nearest - 0.02 for one in tracks) == active


@pytest.mark.clause("gb20.transport.unload")
def test_whoever_is_carried_may_get_out_when_fired_at_and_is_hit_as_he_was_when_the_shot_was_named():
    state = on_table(Body("R1", (20, 10), stands=(TANK,)), riding(*TRUCKS, at=(20, 16), side=BLUE, facing=180))
    after = fires(state, "R1/1", "B1/1", 20, 8, picks=[Dismount(sid(state, "B1/1"))])
    assert [one.side for one in after.asked] == [BLUE]
    assert any("9 soft vehicle at 6" in line for line in after.told)
    assert after.told[-2:] == [
        "B1/1 infantry is suppressed [gb20.transport.shared-fate]",
        "B1/1 infantry is no longer loaded [gb20.transport.unload]",
    ]
    assert loaded(after.state, "B1/2")


@pytest.mark.clause("gb20.transport.unload", "gb20.transport.shared-fate")
def test_who_is_lost_with_his_truck_is_not_asked_to_get_out():
    state = on_table(Body("R1", (20, 10), stands=(TANK,)), riding(*TRUCKS, at=(20, 16), side=BLUE, facing=180))
    assert fires(state, "R1/1", "B1/1", 20, 9).asked == []


@pytest.mark.clause("gb20.transport.unload")
def test_who_gets_out_under_fire_is_on_foot_for_shots_that_are_named_later():
    state = on_table(Body("R1", (20, 10), stands=(TANK,) * 2), riding(*TRUCKS, at=(20, 16), side=BLUE, facing=180))
    out = fires(state, "R1/1", "B1/1", 1, picks=[Dismount(sid(state, "B1/1"))]).state
    assert "17 dismounted at 6" in fires(out, "R1/2", "B1/1", 20, 16).told[-2]


@pytest.mark.clause("gb20.transport.unload")
def test_a_towed_gun_unhitches_when_fired_at():
    state = on_table(Body("R1", (20, 10), stands=(TANK,)), riding(GUN, at=(20, 16), side=BLUE, facing=180))
    after = fires(state, "R1/1", "B1/1", 20, 8, picks=[Dismount(sid(state, "B1/1"))])
    assert target_class(stand(after.state, "B1/1")) == "Dismounted"


@pytest.mark.clause("gb20.transport.unload", "gb20.variants.light-gun-no-infantry")
def test_a_shot_named_at_a_truck_is_not_lost_when_passengers_get_out():
    light = Body("R1", (20, 10), stands=("Stuart L-L-F",))
    trucks = riding(*TRUCKS, at=(20, 16), side=BLUE, facing=180)
    state = on_table(light, trucks, options=("light-gun-no-infantry",))
    after = fires(state, "R1/1", "B1/1", 20, 8, picks=[Dismount(sid(state, "B1/1"))])
    assert not any("is lost" in line for line in after.told)
    assert Mark.SUPPRESSED in stand(after.state, "B1/1").marks


@pytest.mark.clause("gb20.transport.half-tracks", "gb20.transport.shared-fate")
@pytest.mark.parametrize(("dice", "suffers"), [([20, 8], True), ([1], False)])
def test_a_half_track_whose_passengers_get_out_suppressed_is_suppressed_too(dice, suffers):
    state = on_table(Body("R1", (20, 10), stands=(TANK,)), riding(*TRACKS, at=(20, 16), side=BLUE, facing=180))
    after = fires(state, "R1/1", "B1/1", *dice, picks=[Dismount(sid(state, "B1/1"), stay=True)]).state
    track = stand(after, "B1/1 infantry's half-track")
    assert track.place is not None and (Mark.SUPPRESSED in track.marks) == suffers
    assert hit_count(after, "B1") == suffers


@pytest.mark.clause("gb20.transport.reload")
def test_infantry_that_got_out_has_no_transport_for_the_rest_of_the_day():
    state = acts(on_table(riding(*TRUCKS)), Dismount("R1"), Halt("R1")).state
    assert not loaded(state, "R1/1") and not loaded(state, "R1/2")
    question = first_question(state, lambda play: tidy_next(play, RED, 1))
    assert offers(question) == [Done()]


@pytest.mark.clause("gb20.transport.reload")
def test_at_night_each_stand_may_be_loaded_again():
    state = table(Body("R1", (20, 10), stands=(*TRUCKS, INFANTRY)))
    question = first_question(state, lambda play: reload(play, RED))
    assert offers(question) == [Load("R1/1 infantry"), Load("R1/2 infantry"), Done()]
    after = act(state, lambda play: reload(play, RED), picks=[Load("R1/1 infantry")])
    assert after.told == ["R1/1 infantry is loaded [gb20.transport.reload]"]


@pytest.mark.clause("gb20.data.terrain", "gb20.transport.reload")
@pytest.mark.parametrize("rules", [GB20, GB10])
@pytest.mark.parametrize(("pieces", "comes"), [((), True), ((BUNKER,), False)])
def test_no_transport_comes_into_a_bunker_by_night_or_by_day(rules, pieces, comes):
    gun = Body("A2", (22, 10), stands=("AT gun M by truck",), set_up=(1,))
    state = table(Body("A1", (20, 10), stands=("Infantry by truck",)), gun, pieces=pieces, rules=rules)
    at_night = [*offers(first_question(state, lambda play: reload(play, RED))),
                *offers(first_question(state, lambda play: stow(play, RED)))]  # fmt: skip
    assert (Load(sid(state, "A1/1")) in at_night) == (Limber(sid(state, "A2/1")) in at_night) == comes
    assert bool(list(limber_options(state, state.units["A2"]))) == comes


@pytest.mark.clause("gb20.transport.reload")
def test_a_gun_recalls_its_transport_when_it_is_limbered():
    state = on_table(Body("R1", (20, 10), stands=(GUN,), set_up=(1,)))
    after = act(state, lambda play: tidy_next(play, RED, 1), picks=[Limber(sid(state, "R1/1"))])
    assert "R1/1 6 pounder AT gun is loaded [gb20.transport.reload]" in after.told


@pytest.mark.clause("gb20.transport.reload")
def test_a_half_track_that_lingers_is_hitched_to_its_gun_again():
    gun = "AT gun M by half-track"
    state = on_table(riding(gun, at=(20, 16), side=BLUE, facing=180), Body("R1", (20, 10), stands=(TANK,)))
    name = sid(state, "B1/1")
    out = fires(state, "R1/1", "B1/1", 1, picks=[Dismount(name, stay=True)]).state
    assert stand(out, f"{name}'s half-track").place is not None
    set_up = marked(out, "B1/1", Mark.SET_UP)
    packed = act(set_up, lambda play: tidy_next(play, BLUE, 1), picks=[Limber(name)]).state
    assert loaded(packed, "B1/1") and stand(packed, f"{name}'s half-track").place is None


# ---- half-tracks


def dismounted_by_their_tracks(**how):
    return acts(on_table(riding(*TRACKS), blue_at(6), **how), Dismount("R1", stay=True), Halt("R1")).state


@pytest.mark.clause("gb20.transport.half-tracks")
def test_half_tracks_may_stay_behind_their_infantry_and_on_nobody():
    state = dismounted_by_their_tracks()
    track = stand(state, "R1/1 infantry's half-track")
    assert track.place is not None and track.place.y < stand(state, "R1/1").place.y
    others = [one for one in state.units.values() if one.part_of == "R1" and one.place and one.id != track.id]
    assert len(others) == 3 and all(gap(state, track, one) >= 0.01 for one in others)


@pytest.mark.clause("gb20.transport.half-tracks")
def test_half_tracks_of_a_tight_column_against_the_table_edge_stand_beside_it():
    state = on_table(riding(*TRACKS, *TRACKS, at=(20, 4), formation=Formation.MARCH), blue_at(6))
    after = acts(state, Dismount("R1", stay=True), Halt("R1")).state
    tracks = [one for one in after.units.values() if one.kind == Kind.HALF_TRACK]
    assert len(tracks) == 4 and all(track.place is not None for track in tracks)
    assert not overlaps(after) and not off_table(after)


@pytest.mark.clause("gb20.transport.half-tracks")
def test_a_half_track_for_which_there_is_no_room_leaves():
    state = on_table(riding(TRACKS[0], at=(0.5, 1)), size=(1, 1.2))
    after = acts(state, Dismount("R1", stay=True), Halt("R1"))
    assert stand(after.state, "R1/1 infantry's half-track").place is None
    assert "there is no room for R1/1 infantry's half-track [gb20.transport.half-tracks]" in after.told


@pytest.mark.clause("gb20.transport.half-tracks", "gb20.sighting.when")
def test_a_half_track_that_stays_sees_who_hides_beside_it():
    woods = {"kind": "woods", "at": (20, 7.6), "size": (3, 1.5)}
    lurking = Body("B1", (20, 7.9), side=BLUE, stands=(INFANTRY,), hidden=True)
    state = on_table(riding(TRACKS[0]), lurking, pieces=(woods,))
    assert stand(acts(state, Dismount("R1", stay=True), Halt("R1")).state, "B1/1").known_to is None


@pytest.mark.clause("gb20.transport.half-tracks")
def test_half_tracks_leave_if_they_are_not_wanted():
    state = acts(on_table(riding(*TRACKS)), Dismount("R1"), Halt("R1")).state
    assert stand(state, "R1/1 infantry's half-track").place is None


@pytest.mark.clause("gb20.transport.half-tracks")
def test_a_lingering_half_track_fires_moves_along_and_counts_for_nothing():
    state = dismounted_by_their_tracks()
    track = stand(state, "R1/1 infantry's half-track")
    assert weapon(track) == "I" and target_class(track) == "Light armour"
    assert track in actions.gunners(state, RED, 1)
    assert [one.kind for one in companies(state, "R1")] == [Kind.INFANTRY] * 2
    there = acts(state, Move("R1", Place(20, 10.5))).state
    assert stand(there, track.id).place.y > track.place.y


@pytest.mark.clause("gb20.transport.half-tracks", "gb20.organisation.remnants")
def test_half_tracks_that_are_all_that_is_left_of_a_battalion_do_not_act():
    state = acts(on_table(riding(*TRACKS)), Dismount("R1", stay=True), Halt("R1")).state
    for name in ("R1/1", "R1/2"):
        state = act(state, lambda play, name=name: destroy(play, sid(play.state, name))).state
    state = RoundOver().apply(state)
    question = first_question(state, lambda play: actions.move_next(play, RED, 1))
    assert offers(question) == [Done()]
    assert why_not(question, Pick("R1")) == "gb20.organisation.remnants"
    assert not list(actions.gunners(state, RED, 1))
    forming = first_question(state, lambda play: actions.ask_formation(play, "R1"))
    assert why_not(forming, Form("R1", Place(20, 10), Formation.ASSAULT)) != ""


@pytest.mark.clause("gb20.transport.reload")
def test_a_half_track_that_was_destroyed_does_not_come_back_at_night():
    state = dismounted_by_their_tracks()
    after = act(state, lambda play: destroy(play, "R1/1 infantry's half-track")).state
    assert Mark.NO_TRANSPORT in stand(after, "R1/1").marks
    assert offers(asks(after, lambda play: reload(play, RED))) == [Load("R1/2 infantry"), Done()]


@pytest.mark.clause("gb20.transport.half-tracks")
def test_a_lingering_half_track_in_the_way_blocks_nobody():
    state = dismounted_by_their_tracks()
    state = state.put(replace(stand(state, "R1/1 infantry's half-track"), place=Place(20, 13, 0)))
    question = first_question(state, lambda play: name_target(play, sid(state, "R1/1")))
    assert why_not(question, Fire(sid(state, "R1/1"), sid(state, "B1/1"))) == ""


@pytest.mark.clause("gb20.transport.half-tracks")
def test_a_loaded_half_track_fires_its_own_weapon():
    state = on_table(riding(*TRACKS), blue_at(2))
    after = fires(state, "R1/1", "B1/1", 12)
    assert '(13 at 2" [gb20.fire.i-class])' in after.told[0]
    assert weapon(stand(on_table(riding(*TRUCKS)), "R1/1")) == ""


@pytest.mark.clause("gb20.transport.half-tracks")
def test_the_enemy_sees_the_half_track_of_a_stand_he_sees():
    state = on_table(riding(*TRACKS), blue_at(6))
    track = stand(state, "R1/1 infantry's half-track")
    hidden = state.put(replace(track, known_to=frozenset()))
    after = acts(hidden, Dismount("R1", stay=True), Halt("R1")).state
    assert track.id in view(after, BLUE).units


# ---- setting up and packing up


@pytest.mark.clause("gb20.transport.set-up")
def test_guns_and_heavy_weapons_are_set_up_instantly_when_they_take_part_in_fire():
    state = on_table(riding(INFANTRY, GUN, "Heavy weapons"), blue_at(3, *[INFANTRY] * 2))
    gun, weapons = sid(state, "R1/2"), sid(state, "R1/3")
    shots = [Fire(gun, "B1/2 infantry")]
    after = fires(state, "R1/1", "B1/1", 1, 1, picks=[SetUp(weapons)], more=shots)
    assert f"{gun} is set up [gb20.transport.set-up]" in after.told
    assert f"{weapons} is set up [gb20.transport.set-up]" in after.told
    assert not loaded(after.state, "R1/2")
    assert Rates(after.state, after.state.units["R1"]).pinned


@pytest.mark.clause("gb20.transport.set-up")
def test_a_towed_gun_need_not_fire_and_stays_hitched():
    state = on_table(riding(INFANTRY, GUN), blue_at(3))
    picks = [HoldFire("R1/1 infantry")], [HoldFire(sid(state, "R1/2"))]
    for pick in picks:
        state = act(state, lambda play: actions.aim_next(play, RED, 1), picks=pick).state
    after = act(state, lambda play: actions.fire_now(play, RED))
    assert loaded(after.state, "R1/2")


@pytest.mark.case("gb20.transport.limber", 1)
def test_one_action_packs_up_gun_and_heavy_weapons():
    state = on_table(Body("R1", (20, 10), stands=(INFANTRY, GUN, "Heavy weapons"), set_up=(2, 3)))
    gun, weapons = sid(state, "R1/2"), sid(state, "R1/3")
    assert Rates(state, state.units["R1"]).pinned
    for pick in (Limber(gun), Limber(weapons)):
        state = act(state, lambda play: tidy_next(play, RED, 1), picks=[pick]).state
    assert loaded(state, "R1/2")
    assert not Rates(state, state.units["R1"]).pinned
    assert Rates(state, state.units["R1"]).good == 3


@pytest.mark.clause("gb20.transport.limber")
def test_a_stand_that_packs_up_does_nothing_else_with_the_action():
    state = on_table(Body("R1", (20, 10), stands=(GUN,), set_up=(1,)), blue_at(3))
    after = act(state, lambda play: tidy_next(play, RED, 1), picks=[Limber(sid(state, "R1/1"))]).state
    assert list(actions.gunners(after, RED, 1)) == []


@pytest.mark.clause("gb20.transport.limber")
def test_a_gun_without_transport_is_limbered_and_goes_an_inch():
    state = on_table(Body("R1", (20, 10), stands=("AT gun M",), set_up=(1,)))
    after = act(state, lambda play: tidy_next(play, RED, 1), picks=[Limber(sid(state, "R1/1"))]).state
    assert not loaded(after, "R1/1") and Mark.SET_UP not in stand(after, "R1/1").marks
    assert Rates(after, after.units["R1"]).good == 1


@pytest.mark.clause("gb20.morale.retreat-limbers", "gb20.data.terrain")
@pytest.mark.parametrize(("pieces", "comes"), [((), True), ((LONG_BUNKER,), False)])
def test_a_gun_that_falls_back_within_a_bunker_is_limbered_without_its_truck(pieces, comes):
    gun = Body("A1", (20, 13), stands=("AT gun M by truck",), set_up=(1,))
    state = table(gun, Body("B1", (20, 20), 180, side=BLUE), pieces=pieces)
    after = act(state, lambda play: retreat(play, "A1")).state
    assert Mark.SET_UP not in stand(after, "A1/1").marks and loaded(after, "A1/1") == comes


@pytest.mark.clause("gb20.transport.limber")
def test_a_retreat_packs_everything_up():
    state = on_table(Body("R1", (20, 10), stands=(INFANTRY, GUN, "Heavy weapons"), set_up=(2, 3)))
    after = act(state, lambda play: limber_all(play, "R1")).state
    assert not any(Mark.SET_UP in one.marks for one in after.units.values())
