"""Reserves come onto the table."""

from functools import partial

import pytest
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, TANK, Body, first_question, offers, sid, stand, why_not
from msgspec.structs import replace
from rear import A1, MAIN_ROAD, RESERVE, deploying, enemy, put, rear, takes, who_suffers

from sandtable.kernel.decision import Command
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import Done, KeepBack, Lead, Pick
from sandtable.rules.great_battles.commands.night import Withdraw
from sandtable.rules.great_battles.day.actions import with_action
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.day.landing import Landing
from sandtable.rules.great_battles.facts.day import Withdrawn
from sandtable.rules.great_battles.nerve.morale import hit_count
from sandtable.rules.great_battles.staff.action_roll import pay_back, roll_actions
from sandtable.rules.great_battles.table.field import standing
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

red = partial(rear, fup=(30, 10))


def deploys(state, order, *picks, dawn=True, dice=()):
    """One battalion comes on and whatever follows from it."""
    orders: list[Command] = [Pick(order.unit), order, *picks]
    return act(state, lambda play: deploy_next(play, RED, dawn=dawn), dice, orders, view)


def placing(state, dawn=True):
    return deploying(state, Pick(A1), dawn=dawn)


# ---- when and where


@pytest.mark.clause("gb20.deploy.when")
@pytest.mark.parametrize("dawn", [True, False])
def test_any_number_of_units_in_reserve_may_come_on_at_dawn_or_by_day(dawn):
    state = red(RESERVE, Body("A2"))
    assert offers(deploying(state, dawn=dawn)) == [Pick(A1), Pick(UnitId("A2")), Done()]
    after = deploys(state, put(30, 12), dawn=dawn)
    assert offers(deploying(after.state, dawn=dawn)) == [Pick(UnitId("A2")), Done()]


@pytest.mark.clause("gb20.deploy.when")
def test_a_battalion_its_owner_thinks_better_of_bringing_on_is_not_offered_again():
    state = red(RESERVE, Body("A2"))
    after = act(state, lambda play: deploy_next(play, RED, dawn=False), picks=[Pick(A1), KeepBack(A1)])
    question = deploying(after.state, dawn=False)
    assert why_not(question, Pick(A1)) == "gb20.deploy.when"


@pytest.mark.clause("gb20.deploy.zone")
def test_all_stands_come_on_within_twelve_inches_of_the_fup():
    question = placing(red(RESERVE))
    assert why_not(question, put(30, 23, formation=Formation.MARCH)) == ""
    assert why_not(question, put(30, 23.6, formation=Formation.MARCH)) == "gb20.deploy.zone"
    assert why_not(question, put(30, 24, 180, formation=Formation.MARCH)) == "gb20.deploy.zone"


@pytest.mark.clause("gb20.deploy.zone")
def test_nobody_comes_on_in_a_river_on_friends_or_in_contact():
    river = {"kind": "river", "at": [30, 18], "size": [20, 3]}
    assert why_not(placing(red(RESERVE, pieces=(MAIN_ROAD, river))), put(30, 18)) == "gb20.data.terrain"
    assert why_not(placing(red(RESERVE, Body("A2", (30, 15)))), put(30, 15)) == "gb20.deploy.zone"
    assert why_not(placing(red(RESERVE, enemy(30, 20))), put(30, 20)) == "gb20.deploy.zone"


@pytest.mark.clause("gb20.deploy.zone")
def test_it_comes_on_in_any_formation_along_the_road_too():
    after = deploys(red(RESERVE), put(30, 20, formation=Formation.ROAD_MARCH))
    assert [one.place.x for one in standing(after.state, A1)] == [30.0] * 4
    assert Formation.ROAD_MARCH in after.state.units[A1].marks


@pytest.mark.clause("gb20.deploy.zone")
def test_its_owner_says_whether_it_comes_mounted_and_with_weapons_set_up():
    state = red(Body("A1", stands=("Infantry by truck",) * 2, attached=("6 pounder AT gun M by truck",), loaded=True))
    mounted = deploys(state, put(30, 12, mounted=True)).state
    assert [Mark.LOADED in one.marks for one in standing(mounted, A1)] == [True, True, True]
    ready = deploys(state, put(30, 12, set_up=True)).state
    assert [Mark.LOADED in one.marks for one in standing(ready, A1)] == [False, False, False]
    assert Mark.SET_UP in stand(ready, "A1/3").marks
    both = deploys(state, put(30, 12, mounted=True, set_up=True)).state
    assert [Mark.LOADED in one.marks for one in standing(both, A1)] == [True, True, False]
    assert Mark.SET_UP in stand(both, "A1/3").marks


@pytest.mark.clause("gb20.deploy.zone", "gb20.data.terrain")
def test_infantry_that_gets_out_of_its_trucks_comes_on_in_a_bunker():
    bunker = {"kind": "bunker", "at": [33, 14], "size": [6, 4]}
    state = red(Body("A1", stands=("Infantry by truck",) * 2, loaded=True), pieces=(MAIN_ROAD, bunker))
    assert why_not(placing(state), put(33, 14)) == ""
    assert why_not(placing(state), put(33, 14, mounted=True)) == "gb20.data.terrain"
    assert Mark.LOADED not in stand(deploys(state, put(33, 14)).state, "A1/1").marks


@pytest.mark.clause("gb20.deploy.zone")
def test_heavy_weapons_come_mounted_though_the_infantry_walks():
    state = red(Body("A1", stands=(INFANTRY,) * 2, attached=("Heavy weapons by truck",), loaded=True))
    mounted = deploys(state, put(30, 12, mounted=True)).state
    assert Mark.LOADED in stand(mounted, "A1/3").marks
    assert why_not(placing(state), put(30, 12, mounted=True, set_up=True)) != ""


# ---- supply


@pytest.mark.clause("gb20.deploy.supply-line")
def test_nobody_deploys_from_a_fup_whose_road_is_cut():
    far_road = {"kind": "road", "name": "far road", "course": [[30, 5], [30, 48]]}
    after = act(red(RESERVE, pieces=(far_road,)), lambda play: deploy_next(play, RED, dawn=False))
    assert [(one.command, one.refusal.clause) for one in after.asked[0].barred] == [
        (Pick(A1), "gb20.deploy.supply-line")
    ]


@pytest.mark.clause("gb20.deploy.supply-line")
def test_the_road_must_pass_within_an_inch_of_the_fup():
    near, off = red(RESERVE, fup=(32.2, 20)), red(RESERVE, fup=(32.3, 20))
    assert why_not(placing(near), put(32, 30)) == ""
    assert why_not(placing(off), put(32, 30)) == "gb20.deploy.zone"


@pytest.mark.clause("gb20.deploy.edge-alternative")
def test_with_the_road_of_the_fup_cut_units_come_on_from_the_edge():
    question = placing(red(RESERVE, enemy(31, 20), fup=(30, 40)))
    assert why_not(question, put(30, 10)) == ""
    assert why_not(question, put(30, 40)) == "gb20.deploy.zone"
    assert {option.clause for option in question.options if option.region} == {"gb20.deploy.edge-alternative"}
    after = deploys(red(RESERVE, enemy(31, 20), fup=(30, 40)), put(30, 5), dawn=True)
    assert after.told[0].endswith("no clear road leads from the FUP to the friendly edge [gb20.deploy.supply-line]")


@pytest.mark.clause("gb20.deploy.edge-alternative")
def test_without_a_fup_units_come_on_where_a_road_meets_the_edge():
    assert why_not(placing(red(RESERVE, fup=None)), put(30, 10)) == ""


@pytest.mark.clause("gb20.deploy.supply-line", "gb20.setup.friendly-road")
def test_a_road_cut_by_a_hidden_enemy_is_found_out_only_by_trying():
    state = red(RESERVE, enemy(31, 25, hidden=True), fup=(30, 40))
    assert why_not(placing(state), put(30, 40)) == ""
    after = deploys(state, put(30, 40))
    assert after.told == ["A1 cannot come on: the road is not clear [gb20.setup.friendly-road]"]
    assert after.state.units[UnitId("B1")].known_to is not None
    assert why_not(placing(after.state), put(30, 40)) == "gb20.deploy.zone"
    assert why_not(placing(after.state), put(30, 10)) == ""


@pytest.mark.clause("gb20.setup.friendly-road")
def test_who_tries_one_road_learns_nothing_of_the_others():
    other = {"kind": "road", "name": "other road", "course": [[50, 0], [50, 48]]}
    state = red(
        RESERVE, enemy(30, 2, hidden=True), enemy(50, 2, "B2", hidden=True), fup=None, pieces=(MAIN_ROAD, other)
    )
    after = deploys(state, put(30, 10))
    assert after.told == ["A1 cannot come on: the road is not clear [gb20.setup.friendly-road]"]
    assert why_not(placing(after.state), put(30, 10)) == "gb20.deploy.zone"
    assert why_not(placing(after.state), put(50, 10)) == ""


@pytest.mark.clause("gb20.setup.friendly-road")
def test_a_road_that_comes_in_twice_is_not_tried_again_where_it_was_closed():
    loop = {"kind": "road", "name": "loop", "course": [[30, 0], [30, 20], [50, 20], [50, 0]]}
    after = deploys(red(RESERVE, enemy(30, 2, hidden=True), fup=None, pieces=(loop,)), put(30, 10))
    assert after.told == ["A1 cannot come on: the road is not clear [gb20.setup.friendly-road]"]
    assert why_not(placing(after.state), put(30, 10)) == "gb20.deploy.zone"
    assert why_not(placing(after.state), put(50, 10)) == ""


# ---- losses


@pytest.mark.case("gb20.deploy.losses", 1)
def test_at_dawn_five_inches_off_two_stands_are_suppressed():
    state = red(RESERVE, enemy(30, 20))
    after = deploys(state, put(30, 15), *takes(state, 1, 4))
    assert who_suffers(after.state) == ["A1/1", "A1/4"]


@pytest.mark.case("gb20.deploy.losses", 2)
@pytest.mark.parametrize(("dawn", "hit"), [(True, []), (False, ["A1/2"])])
def test_exactly_twelve_inches_off_costs_a_stand_suppressed_by_day_only(dawn, hit):
    state = red(RESERVE, enemy(30, 27))
    after = deploys(state, put(30, 15), *takes(state, 2)[: len(hit)], dawn=dawn)
    assert who_suffers(after.state) == hit


@pytest.mark.case("gb20.deploy.losses", 3)
def test_near_a_hidden_enemy_a_stand_is_destroyed_another_suppressed_and_the_battalion_falls_back():
    wood = {"kind": "woods", "at": [30, 18.5], "size": [4, 2]}
    state = red(RESERVE, enemy(30, 17.5, hidden=True), pieces=(MAIN_ROAD, wood))
    after = deploys(state, put(30, 15), *takes(state, 1, 2), dawn=False)
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks
    assert who_suffers(after.state) == ["A1/2"]
    assert after.state.units[A1].place.y == 12
    assert any(line.startswith("A1 retreats to 31.25, 12") for line in after.told)


@pytest.mark.clause("gb20.deploy.losses")
def test_more_than_twelve_inches_off_nothing_happens():
    after = deploys(red(RESERVE, enemy(30, 27.01)), put(30, 15), dawn=False)
    assert who_suffers(after.state) == []


@pytest.mark.clause("gb20.deploy.order-of-losses", "gb20.fire.forbidden-targets")
def test_who_may_not_be_fired_at_takes_no_hit_of_the_deployment_while_others_may():
    state = red(Body("A1", stands=(INFANTRY,) * 2, attached=("HQ", "Heavy weapons")), enemy(30, 20))
    after = deploys(state, put(30, 15), *takes(state, 1), dawn=False)  # three are to be: it finds two
    assert who_suffers(after.state) == ["A1/1", "A1/2"]


@pytest.mark.clause("gb20.deploy.order-of-losses")
def test_where_nobody_may_be_fired_at_whoever_is_there_takes_the_hits():
    state = red(Body("A1", stands=("Heavy weapons",)), Body("A2"), enemy(30, 20))
    after = deploys(state, put(30, 15, formation=Formation.ASSAULT))
    assert who_suffers(after.state) == ["A1/1"]


@pytest.mark.clause("gb20.setup.casualty-choice")
def test_a_stand_that_is_lost_for_want_of_a_way_back_may_be_any():
    state = red(Body("A1", stands=(INFANTRY,) * 3, attached=("HQ",)), enemy(30, 4), fup=(30, 5))
    after = deploys(state, put(30, 1.8), *takes(state, 1, 2, 4), dawn=False)
    assert Mark.DESTROYED in stand(after.state, "A1/4").marks


@pytest.mark.clause("gb20.deploy.order-of-losses")
def test_a_battalion_with_no_way_back_loses_another_stand_instead():
    state = red(RESERVE, enemy(30, 4), fup=(30, 5))
    after = deploys(state, put(30, 1.5), *takes(state, 1, 2, 3), dawn=False)
    assert [Mark.DESTROYED in stand(after.state, f"A1/{n}").marks for n in (1, 2, 3, 4)] == [True, False, True, False]


@pytest.mark.clause("gb20.deploy.order-of-losses")
@pytest.mark.parametrize(("dawn", "left"), [(True, 0), (False, 1)])
def test_by_day_what_was_destroyed_stays_until_morale_and_at_dawn_it_is_taken_off_at_once(dawn, left):
    state = red(RESERVE, enemy(30, 17.5))
    after = deploys(state, put(30, 15), *takes(state, 1, 2), dawn=dawn)
    fallen = [one for one in after.state.units.values() if Mark.DESTROYED in one.marks]
    assert len([one for one in fallen if one.place is not None]) == left


@pytest.mark.clause("gb20.deploy.reveals")
def test_a_hidden_enemy_that_does_harm_is_revealed_and_the_newcomers_are_seen():
    wood = {"kind": "woods", "at": [30, 21], "size": [4, 2]}
    state = red(RESERVE, enemy(30, 20.5, hidden=True), pieces=(MAIN_ROAD, wood))
    after = deploys(state, put(30, 15), *takes(state, 1, 2))
    assert after.state.units[UnitId("B1")].known_to is None
    assert "B1/1 infantry is revealed [gb20.deploy.reveals]" in after.told
    assert view(after.state, BLUE).units[A1].place is not None


@pytest.mark.clause("gb20.deploy.reveals")
def test_a_hidden_enemy_too_far_off_to_do_harm_stays_hidden():
    wood = {"kind": "woods", "at": [30, 30], "size": [4, 4]}
    after = deploys(red(RESERVE, enemy(30, 29, hidden=True), pieces=(MAIN_ROAD, wood)), put(30, 15))
    assert after.state.units[UnitId("B1")].known_to is not None


# ---- put down on a hidden enemy

WOOD = {"kind": "woods", "at": [30, 20], "size": [24, 4]}


def upon(*others, y=20.0, **said):
    """Somebody hides in the wood where A1 is to come on."""
    return red(RESERVE, enemy(30, y, hidden=True), *others, pieces=(MAIN_ROAD, WOOD), **said)


def again(state, *, dawn):
    """Red is asked once more who comes on."""
    return first_question(state, lambda play: deploy_next(play, RED, dawn=dawn))


@pytest.mark.clause("gb20.deploy.ground-held")
@pytest.mark.parametrize("dawn", [True, False])
def test_a_battalion_put_down_on_a_hidden_enemy_has_deployed_and_takes_the_losses_of_the_nearest_column(dawn):
    state = upon()
    assert why_not(placing(state), put(30, 20)) == ""
    after = deploys(state, put(30, 20), *takes(state, 1, 2), dawn=dawn)
    assert Mark.RESERVE not in after.state.units[A1].marks
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks and who_suffers(after.state) == ["A1/2"]
    assert "B1/1 infantry is revealed [gb20.deploy.ground-held]" in after.told
    assert "A1 meets B1/1 infantry and is placed beside it [gb20.deploy.ground-held]" in after.told
    assert 'A1 comes on 0" from B1/1 infantry' in " ".join(after.told)
    assert offers(again(after.state, dawn=dawn)) == [Done()]


@pytest.mark.clause("gb20.deploy.ground-held")
def test_it_comes_on_as_near_as_there_is_room_on_its_own_side_and_falls_back_from_there():
    state = upon()
    after = deploys(state, put(30, 20.25), *takes(state, 1, 2))
    (formed,) = [line for line in after.told if line.startswith("A1 is in defensive formation at")]
    assert formed.startswith("A1 is in defensive formation at 30, 19.75, facing 0")
    assert any(line.startswith("A1 retreats to 31.25, 16.75") for line in after.told)


@pytest.mark.clause("gb20.deploy.ground-held", "gb20.deploy.cost-day")
def test_it_pays_for_deploying_and_tests_morale_like_any_other():
    state = upon()
    after = deploys(state, put(30, 20), *takes(state, 1, 2), dawn=False)
    assert "A1 gets an action-taken marker [gb20.deploy.cost-day]" in after.told
    assert hit_count(after.state, A1) == 3


@pytest.mark.clause("gb20.deploy.ground-held")
def test_friends_in_between_do_not_help_who_was_put_down_on_the_enemy():
    screen = Body("A2", (30, 19.9), stands=(INFANTRY,) * 4, formation=Formation.DEFENSIVE)
    lake = {"kind": "lake", "at": [30, 30], "size": [60, 18.4]}
    state = red(RESERVE, screen, enemy(30, 20.1, hidden=True), pieces=(MAIN_ROAD, WOOD, lake))
    behind = deploys(state, put(30, 19.25)).state
    assert who_suffers(behind) == []
    after = deploys(state, put(30, 20.5), *takes(state, 1, 2))
    assert any(line.startswith("A1 is in defensive formation at 30, 19.25") for line in after.told)
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks


@pytest.mark.clause("gb20.deploy.ground-held")
def test_whoever_else_hides_where_it_would_then_stand_comes_out_too_and_nobody_else():
    state = upon(enemy(34, 18.9, "B2", hidden=True), enemy(45, 30, "B3", hidden=True), sight=3)
    after = deploys(state, put(30, 20.25), *takes(state, 1, 2))
    assert [stand(after.state, f"B{n}/1").known_to is None for n in (1, 2, 3)] == [True, True, False]


@pytest.mark.clause("gb20.deploy.ground-held")
def test_in_road_march_it_stops_short_on_the_road():
    state = upon(sight=3)
    after = deploys(state, put(30, 21, formation=Formation.ROAD_MARCH), *takes(state, 4, 3))
    (formed,) = [line for line in after.told if line.startswith("A1 is in road march formation at")]
    assert formed.startswith("A1 is in road march formation at 30, 19, facing 0")


@pytest.mark.clause("gb20.deploy.ground-held")
@pytest.mark.parametrize("dawn", [True, False])
def test_without_room_beside_him_it_takes_the_hits_in_reserve_and_does_not_try_again(dawn):
    lake = {"kind": "lake", "at": [30, 25], "size": [60, 46]}
    causeway = {"kind": "road", "name": "causeway", "course": [[30, 0], [30, 8]]}
    state = red(RESERVE, enemy(30, 4.6, hidden=True), fup=(30, 1), pieces=(causeway, lake), sight=3)
    after = deploys(state, put(30, 7, formation=Formation.ROAD_MARCH), *takes(state, 1, 2), dawn=dawn)
    assert Mark.RESERVE in after.state.units[A1].marks
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks
    assert Mark.SUPPRESSED in stand(after.state, "A1/2").marks
    assert stand(after.state, "B1/1").known_to is None
    assert why_not(again(after.state, dawn=dawn), Pick(A1)) == "gb20.deploy.when"


# ---- what it costs


@pytest.mark.case("gb20.deploy.cost-dawn", 1)
def test_a_battalion_deployed_at_dawn_has_all_its_actions():
    after = deploys(red(RESERVE), put(30, 12))
    assert "A1 comes on at no cost [gb20.deploy.cost-dawn]" in after.told
    turn = act(after.state, lambda play: (roll_actions(play, RED), pay_back(play, RED)), dice=[20]).state
    assert [body.id for body in with_action(turn, RED, 1)] == [body.id for body in with_action(turn, RED, 2)] == ["A1"]


@pytest.mark.case("gb20.deploy.cost-day", 1)
def test_a_battalion_deployed_by_day_pays_with_the_first_action_it_rolls():
    after = deploys(red(RESERVE), put(30, 12), dawn=False)
    assert "A1 gets an action-taken marker [gb20.deploy.cost-day]" in after.told
    turn = act(after.state, lambda play: (roll_actions(play, RED), pay_back(play, RED)), dice=[7]).state
    assert Mark.ACTION_TAKEN not in turn.units[A1].marks
    assert with_action(turn, RED, 1) == with_action(turn, RED, 2) == []


@pytest.mark.clause("gb20.deploy.whole-battalion")
def test_all_its_stands_come_on_together_attachments_included():
    state = red(Body("A1", attached=("HQ", "Heavy weapons"), destroyed=(2,)))
    after = deploys(state, put(30, 12))
    assert len(standing(after.state, A1)) == 4
    assert "A1 is no longer in reserve [gb20.deploy.whole-battalion]" in after.told


@pytest.mark.clause("gb20.deploy.zone", "gb20.formation.front-rank")
def test_the_owner_says_who_stands_first_where_a_battalion_comes_on():
    state = red(Body("A1", stands=(INFANTRY,) * 3, attached=(TANK,)))
    order = put(30, 12, formation=Formation.ASSAULT)
    after = deploys(state, order, Lead(A1, sid(state, "A1/4"))).state
    assert sid(state, "A1/4") in front_rank(after, after.units[A1])


@pytest.mark.clause("gb20.morale.stands-at-start")
@pytest.mark.parametrize("rules", [GB20, GB10])
def test_who_comes_on_again_after_losses_tests_morale_by_the_stands_of_the_morning(rules):
    state = red(Body("A1", (30, 10), stands=(INFANTRY,) * 4, destroyed=(3, 4)), rules=rules)
    after = deploys(Withdrawn(A1).apply(state), put(30, 12), dawn=False)
    assert len(standing(after.state, A1)) == 2
    assert after.state.units[A1].tallies[Tally.AT_DAWN] == 4


@pytest.mark.clause("gb20.formation.spacing")
@pytest.mark.parametrize("interval", [50, 190])
def test_a_battalion_comes_on_with_its_stands_as_far_apart_as_its_owner_likes(interval):
    after = deploys(red(RESERVE), replace(put(30, 12), interval=interval)).state
    first, second = sorted(one.place.x for one in standing(after, A1))[:2]
    assert second - first == pytest.approx(1.5 + interval / 100)
    assert after.units[A1].tallies[Tally.INTERVAL] == interval


# ---- the option of withdrawing by day


@pytest.mark.clause("gb20.variants.day-withdrawal")
def test_with_the_option_a_battalion_goes_into_reserve_at_once():
    state = red(Body("A1", (30, 20)), Body("A2"), staff=(30, 5), options=("day-withdrawal",))
    after = act(state, lambda play: deploy_next(play, RED, dawn=False), picks=[Withdraw(A1)], view=view)
    assert Mark.RESERVE in after.state.units[A1].marks and standing(after.state, A1) == []
    assert A1 not in view(after.state, BLUE).units
    assert after.told[0] == "A1 goes into reserve [gb20.variants.day-withdrawal]"
    assert why_not(deploying(after.state, dawn=False), Pick(A1)) == "gb20.deploy.when"


@pytest.mark.clause("gb20.variants.day-withdrawal")
def test_without_the_option_or_with_a_stand_surrounded_it_may_not():
    one, ring = Body("A1", (30, 20), stands=(INFANTRY,)), []
    for number, (x, y) in enumerate(
        [(30, 25), (30, 15), (25, 20), (35, 20), (26, 24), (34, 24), (26, 16), (34, 16)], 1
    ):
        ring.append(Body(f"B{number}", (x, y), 180, side=BLUE, stands=(INFANTRY,)))
    question = deploying(red(one, Body("A2"), *ring, staff=(30, 5), options=("day-withdrawal",)), dawn=False)
    assert why_not(question, Withdraw(A1)) == "gb20.variants.day-withdrawal"
    plain = deploying(red(Body("A1", (30, 20)), Body("A2")), dawn=False)
    assert Withdraw(A1) not in offers(plain)


@pytest.mark.clause("gb20.deploy.zone")
def test_room_that_is_taken_is_found_again_when_it_is_left():
    state = red(RESERVE, Body("A2", (30, 40)))
    friend, body = standing(state, UnitId("A2"))[0], state.units[A1]

    def room(lying):
        return Landing(lying, body, Formation.DEFENSIVE).first

    free = room(state)
    taken = state.put(replace(friend, place=free))
    for _ in range(2):
        assert room(taken) not in (free, None)
        assert room(state) == free
    fallen = taken.put(replace(taken.units[friend.id], marks=frozenset({Mark.DESTROYED})))
    assert room(fallen) == free
