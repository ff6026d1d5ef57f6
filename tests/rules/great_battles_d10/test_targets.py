"""Who fires at whom, and when, by the d10 charts."""

import pytest
from gbday import plays, with_actions
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, first_question, marked, moved, offers, sid, stand, table10

from sandtable.kernel.facts import Rolled
from sandtable.rules.great_battles.book.charts import DISMOUNTED
from sandtable.rules.great_battles.commands.day import DoNotSetUp, Fire, HoldFire, SetUp, Take
from sandtable.rules.great_battles.day.actions import aim_next
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.fire.fire import able_to_fire, refuse_fire, volley
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim, score_to_destroy, target_class
from sandtable.rules.great_battles.move.movement import Rates
from sandtable.rules.great_battles.nerve.morale import clear_destroyed, hit_count
from sandtable.rules.great_battles.nerve.rally import rally_modifiers
from sandtable.rules.great_battles.steps import Aiming, Firing
from sandtable.rules.great_battles.table.field import companies
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.words import Formation, Mark, Tally, Tie
from sandtable.scripted import act

WEAPONS, LIGHT = "Heavy weapons", "AT gun L"
LINE = Formation.DEFENSIVE


def ours(*stands, at=(20, 10), **more):
    return Body("A1", at, stands=stands or (INFANTRY,), **{"formation": LINE, **more})


def theirs(*stands, at=(20, 12), **more):
    return Body("B1", at, 180, side=BLUE, stands=stands or (INFANTRY,), **{"formation": LINE, **more})


def order(state, firer="A1/1", target="B1/1", **how):
    return Fire(sid(state, firer), sid(state, target), **how)


def why_not(state, firer="A1/1", target="B1/1", **how):
    why = refuse_fire(state, order(state, firer, target, **how))
    return why.clause if why else ""


def terms(state, firer="A1/1", target="B1/1"):
    shot = aim(state, stand(state, firer), stand(state, target))
    return [(one.value, one.clause) for one in hit_modifiers(state, shot)]


def declares(state, *orders):
    return plays(with_actions(state, A1=1), Aiming(RED, 1), Firing(RED, 1), picks=orders, die=10)


# ---- each for itself


@pytest.mark.clause("gb10.fire.independent", "gb10.fire.choose-target")
def test_stands_choose_their_own_targets_and_fire_once_an_action():
    state = table10(ours(INFANTRY, INFANTRY), theirs(INFANTRY, INFANTRY))
    day = declares(state, order(state), order(state, "A1/2", "B1/2"))
    fired = [line.split(":")[0] for line in day.told if "fires at" in line and "rolls" in line]
    assert fired == ["A1/1 infantry fires at B1/1 infantry", "A1/2 infantry fires at B1/2 infantry"]
    question = first_question(with_actions(state, A1=1), lambda play: aim_next(play, RED, 1))
    assert question.options[0].clause == "gb10.fire.choose-target"
    assert HoldFire(sid(state, "A1/1")) in offers(question)


@pytest.mark.clause("gb10.fire.choose-target")
def test_nobody_fires_beyond_the_reach_of_his_weapon():
    far = table10(ours(), theirs(at=(20, 18.1)))
    assert why_not(far) == "gb10.fire.procedure"
    assert act(with_actions(far, A1=1), lambda play: aim_next(play, RED, 1)).asked[0].options[0].command == HoldFire(
        sid(far, "A1/1")
    )


@pytest.mark.clause("gb10.fire.declare")
def test_a_shot_declared_at_somebody_who_has_fallen_is_lost():
    state = table10(ours(INFANTRY, TANK, at=(20, 10)), theirs(INFANTRY, INFANTRY))
    state = with_actions(state, A1=1)
    aimed = plays(state, Aiming(RED, 1), picks=[order(state), order(state, "A1/2")]).state
    assert all(stand(aimed, f"A1/{n}").linked(Tie.AIMS) for n in (1, 2))
    fallen = Destroyed(sid(aimed, "B1/1"), "", 1).apply(aimed)
    day = plays(fallen, Firing(RED, 1))
    assert sum("is lost" in line and "gb10.fire.declare" in line for line in day.told) == 2
    assert not any(isinstance(entry.event, Rolled) for entry in day.entries)


@pytest.mark.clause("gb10.fire.sequential")
def test_where_it_is_agreed_each_sees_what_the_one_before_has_done():
    state = with_actions(table10(ours(INFANTRY, INFANTRY), theirs(), options=("reactive-fire",)), A1=1)
    first = plays(state, Aiming(RED, 1), picks=[order(state)], dice=[1, 1], steps=1)
    assert Mark.DESTROYED in stand(first.state, "B1/1").marks and "gb10.fire.sequential" in first.cited
    assert not [one for one in plays(first.state, Aiming(RED, 1), steps=1).told if "fires at" in one]


# ---- what may be fired at


@pytest.mark.clause("gb10.fire.light-gun-targets")
@pytest.mark.parametrize(
    ("target", "loaded", "clause"),
    [
        ("HQ", False, "gb10.fire.light-guns"),
        (WEAPONS, False, "gb10.fire.light-guns"),
        ("Infantry by truck", False, "gb10.fire.light-guns"),
        ("Infantry by truck", True, ""),
        ("AT gun M", False, ""),
        (TANK, False, ""),
    ],
)
def test_light_guns_fire_at_vehicles_and_guns(target, loaded, clause):
    assert why_not(table10(ours(LIGHT), theirs(target, loaded=loaded))) == clause


@pytest.mark.clause("gb10.fire.medium-guns")
def test_medium_guns_only_suppress_superheavy_armour():
    state = table10(ours("AT gun M", set_up=(1,)), theirs("Tiger II S-S-S"))
    assert score_to_destroy(state, aim(state, stand(state, "A1/1"), stand(state, "B1/1"))) is None
    after = act(state, lambda play: volley(play, [order(state)]), [1])
    assert Mark.SUPPRESSED in stand(after.state, "B1/1").marks
    assert "gb10.fire.medium-guns" in after.cited


@pytest.mark.clause("gb10.fire.dismounted", "gb10.fire.at-equals-tank")
def test_everybody_on_foot_is_dismounted_and_a_gun_is_as_good_as_a_tank():
    for kind in (INFANTRY, "HQ", WEAPONS, "AT gun M", "Field gun M"):
        state = table10(ours("AT gun M", TANK), theirs(kind))
        assert target_class(stand(state, "B1/1")) == DISMOUNTED
        scores = [score_to_destroy(state, aim(state, stand(state, f"A1/{n}"), stand(state, "B1/1"))) for n in (1, 2)]
        assert [score.value for score in scores] == [2, 2]


@pytest.mark.clause("gb10.fire.line-of-sight-needed")
def test_direct_fire_needs_sight_and_the_sighting_distance():
    wood = {"kind": "woods", "name": "wood", "at": (20, 15), "size": (8, 3)}
    hidden = table10(ours(TANK), theirs(at=(20, 20)), pieces=(wood,))
    assert why_not(hidden) == "gb10.sighting.los"
    dark = table10(ours(TANK), theirs(at=(20, 20)), sight=6)
    assert why_not(dark) == "gb10.fire.line-of-sight-needed"


@pytest.mark.clause("gb10.fire.indirect-targets")
def test_indirect_fire_needs_neither_and_reaches_eight_inches():
    wood = {"kind": "woods", "name": "wood", "at": (20, 14), "size": (8, 3)}
    state = table10(ours(), theirs(at=(20, 18)), pieces=(wood,), sight=6)
    assert why_not(state, indirect=True) == ""
    assert why_not(table10(ours(), theirs(at=(20, 18.1))), indirect=True) != ""


@pytest.mark.clause("gb10.fire.suppressed")
def test_a_suppressed_stand_does_not_fire_and_is_not_suppressed_twice():
    state = table10(ours(suppressed=(1,)), theirs(suppressed=(1,)))
    assert why_not(state) == "gb10.fire.suppressed"
    again = act(table10(ours(), theirs(suppressed=(1,))), lambda play: volley(play, [order(play.state)]), [1, 10])
    assert hit_count(again.state, "B1") == 0


# ---- modifiers


@pytest.mark.clause("gb10.fire.road-and-column", "gb10.fire.on-road")
def test_road_march_is_three_column_one_and_astride_a_road_nothing():
    lane = {"kind": "road", "name": "lane", "course": ((20, 0), (20, 48))}
    for shape, bonus in ((Formation.ROAD_MARCH, 3), (Formation.MARCH, 1), (LINE, 0)):
        foe = theirs(INFANTRY, INFANTRY, at=(20, 12), formation=shape)
        state = table10(ours(), foe, pieces=(lane,))
        assert sum(value for value, _ in terms(state)) == bonus


@pytest.mark.clause("gb10.fire.road-and-column", "gb10.fire.on-road", "gb10.formation.assault")
@pytest.mark.parametrize(
    ("at", "facing", "bonus"),
    [
        ((20, 12), 180, 3),
        ((20, 12.5), 0, 3),  # the other way
        ((20, 12), 165, 3),
        ((20, 12), 164, 0),  # rather across it
        ((20.6, 12), 180, 0),  # beside it
    ],
)
def test_a_single_stand_aligned_with_a_road_is_in_column_on_it(at, facing, bonus):
    lane = {"kind": "road", "name": "lane", "course": ((20, 0), (20, 48))}
    foe = Body("B1", at, facing, side=BLUE, stands=(INFANTRY,))
    state = table10(ours(at=(20, 8)), foe, pieces=(lane,))
    assert sum(value for value, _ in terms(state)) == bonus
    two = table10(ours(at=(20, 8)), Body("B1", at, facing, side=BLUE, stands=(INFANTRY,) * 2), pieces=(lane,))
    assert terms(two) == []


@pytest.mark.clause("gb10.fire.all-round")
def test_anybody_may_fire_behind_himself():
    state = table10(ours(TANK, at=(20, 14)), Body("B1", (20, 10), 0, side=BLUE, stands=(INFANTRY,)))
    assert why_not(state) == ""
    assert terms(state) == [(-2, "gb10.fire.all-round")]


@pytest.mark.clause("gb10.fire.cover-no-effect")
def test_cover_makes_no_difference_to_fire():
    town = {"kind": "village", "name": "village", "at": (20, 12.25), "size": (4, 1)}
    for pieces in ((), (town,)):
        state = table10(ours(), theirs(), pieces=pieces)
        shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"))
        assert sum(one.value for one in hit_modifiers(state, shot)) == 0
        assert score_to_destroy(state, shot).value == 4


@pytest.mark.clause("gb10.fire.no-ammo-in-stock")
def test_ammunition_does_not_run_out_unless_it_is_agreed():
    after = act(table10(ours(), theirs()), lambda play: volley(play, [order(play.state)]), [1, 10])
    assert Tally.AMMO_LOW not in stand(after.state, "A1/1").tallies


# ---- heavy weapons and guns


@pytest.mark.clause("gb10.fire.heavy-weapons")
def test_heavy_weapons_help_all_infantry_and_are_set_up_by_it():
    state = table10(ours(INFANTRY, INFANTRY, WEAPONS), theirs(INFANTRY, INFANTRY))
    orders = [order(state), order(state, "A1/2", "B1/2")]
    after = act(state, lambda play: volley(play, orders), [10, 10], [SetUp(sid(state, "A1/3"))])
    assert sum("+2 heavy weapons" in line for line in after.told) == 2
    assert Mark.SET_UP in stand(after.state, "A1/3").marks
    assert Rates(after.state, after.state.units["A1"]).inches_left == 1
    declined = act(state, lambda play: volley(play, orders), [10, 10], [DoNotSetUp(sid(state, "A1/3"))])
    assert not any("heavy weapons" in line and "+2" in line for line in declined.told)


@pytest.mark.clause("gb10.fire.heavy-weapons-state")
def test_suppressed_heavy_weapons_are_no_help():
    state = table10(ours(INFANTRY, WEAPONS, suppressed=(2,)), theirs())
    assert act(state, lambda play: volley(play, [order(state)]), [10]).asked == []
    ready = table10(ours(INFANTRY, WEAPONS, suppressed=(2,), set_up=(2,)), theirs())
    assert terms(ready) == []


@pytest.mark.clause("gb10.fire.guns-set-up")
def test_a_gun_unlimbers_to_fire_and_then_holds_its_battalion_to_an_inch():
    state = table10(ours(INFANTRY, "AT gun M by truck"), theirs(TANK))
    state = marked(state, "A1/2", Mark.LOADED)
    after = act(state, lambda play: volley(play, [order(state, "A1/2")]), [10])
    gun = stand(after.state, "A1/2")
    assert Mark.SET_UP in gun.marks and Mark.LOADED not in gun.marks
    assert "A1/2 AT gun is set up [gb10.fire.guns-set-up]" in after.told
    assert Rates(after.state, after.state.units["A1"]).inches_left == 1


# ---- who is in the way, and who takes the hit


@pytest.mark.clause("gb10.fire.through-friends")
def test_friends_block_direct_fire_and_not_indirect():
    screen = Body("A2", (20, 11), stands=(INFANTRY,))
    state = table10(ours(), screen, theirs(at=(20, 13)))
    assert why_not(state) == "gb10.fire.through-friends"
    assert why_not(state, indirect=True) == ""


@pytest.mark.clause("gb10.fire.through-enemy")
def test_one_may_fire_past_a_stand_of_the_targets_battalion_and_its_owner_may_shift():
    foe = Body("B1", (20, 12), 180, side=BLUE, stands=(INFANTRY,) * 4, formation=Formation.ASSAULT)
    state = table10(ours(TANK), foe)
    assert [why_not(state, target=f"B1/{n}") for n in (1, 2, 3, 4)] == [""] * 4
    question = asks(state, lambda play: volley(play, [order(state)]), [1, 10])
    assert len([one for one in offers(question) if isinstance(one, Take)]) > 1


@pytest.mark.clause("gb10.fire.displace-limits")
@pytest.mark.parametrize("to_destroy", [10, 1])
def test_only_a_fresh_stand_takes_a_hit_whether_it_suppresses_or_destroys(to_destroy):
    foe = Body("B1", (20, 11), 180, side=BLUE, stands=(INFANTRY,) * 4, suppressed=(3,))
    state = table10(ours(), foe)
    question = asks(state, lambda play: volley(play, [order(state)]), [1, to_destroy])
    assert offers(question) == [Take(sid(state, "B1/1")), Take(sid(state, "B1/4"))]


@pytest.mark.clause("gb10.fire.displace-limits")
def test_a_hit_goes_to_a_stand_of_the_same_kind_in_the_rear_only():
    foe = Body("B1", (20, 12), 180, side=BLUE, stands=(INFANTRY,) * 6, attached=("AT gun M",), suppressed=(5,),
               formation=Formation.ASSAULT)  # fmt: skip
    state = table10(ours(TANK), foe)
    rear = {one.id for one in companies(state, "B1")} - front_rank(state, state.units["B1"])
    assert {sid(state, "B1/5"), sid(state, "B1/6"), sid(state, "B1/7")} <= rear
    question = asks(state, lambda play: volley(play, [order(state)]), [1, 10])
    assert offers(question) == [Take(sid(state, "B1/1")), Take(sid(state, "B1/6"))]
    assert question.options[1].clause == "gb10.fire.displace-limits"


@pytest.mark.clause("gb10.fire.reveals")
def test_who_fires_is_seen():
    state = table10(ours(hidden=True), theirs())
    after = act(state, lambda play: volley(play, [order(state)]), [10])
    assert stand(after.state, "A1/1").known_to is None and "gb10.fire.reveals" in after.cited


@pytest.mark.clause("gb10.fire.eliminated-marker", "gb10.fire.eliminated-stand")
def test_a_stand_that_has_fallen_lies_there_until_morale_is_done_but_is_no_stand_any_more():
    state = table10(ours(INFANTRY, INFANTRY), theirs())
    lost = Destroyed(sid(state, "A1/1"), "", 1).apply(state)
    assert stand(lost, "A1/1").place is not None
    assert [one.id for one in companies(lost, "A1")] == [sid(state, "A1/2")]
    assert sid(state, "A1/1") not in [one.id for one in able_to_fire(lost, "A1")]
    assert hit_count(lost, "A1") == 2
    assert any(one.value == -2 for one in rally_modifiers(lost, lost.units["A1"]))
    after = act(lost, clear_destroyed)
    assert stand(after.state, "A1/1").place is None and "gb10.fire.eliminated-marker" in after.cited
    in_front = moved(Destroyed(sid(state, "A1/2"), "", 1).apply(state), "A1/2", 20, 11)
    assert why_not(in_front) == ""
