"""Activation points, and what they buy."""

import pytest
from gbday import plays, points_of, with_actions, with_scenario
from gbtable import (
    BLUE,
    FOE,
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
from orders import activates, active, brigade

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import (
    Activate,
    Charge,
    Deactivate,
    Done,
    Fire,
    Leg,
    Move,
    OpenFire,
    Pick,
    Reactivate,
)
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.nerve.morale import fail
from sandtable.rules.great_battles.staff.action_roll import roll_actions
from sandtable.rules.great_battles.steps import Moving, Nightfall, PlayerTurn, Turn
from sandtable.rules.great_battles.table.field import is_active
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act


def asked(state, *, dawn=False):
    return asks(state, lambda play: activate_next(play, RED, dawn=dawn))


# ---- what it costs


@pytest.mark.case("gb20.activate.cost", 1)
@pytest.mark.parametrize(("dawn", "price"), [(True, 6), (False, 12)])
def test_two_battlegroups_cost_6_points_at_dawn_and_12_by_day(dawn, price):
    after = activates(brigade(points=12), [Activate(("A", "C"))], dawn=dawn)
    assert points_of(after.state, RED) == 12 - price
    assert f"Red spends {price} activation points [gb20.activate.cost]" in after.told


@pytest.mark.clause("gb20.activate.cost")
@pytest.mark.parametrize(("units", "dawn", "day"), [(("A1",), 1, 2), (("A",), 2, 4), (("A", "C", "D"), 10, 20)])
def test_the_price_of_a_battalion_and_of_battlegroups(units, dawn, day):
    assert points_of(activates(brigade(), [Activate(units)], dawn=True).state, RED) == 20 - dawn
    assert points_of(activates(brigade(), [Activate(units)]).state, RED) == 20 - day


@pytest.mark.case("gb20.activate.one-column", 1)
def test_a_battlegroup_and_a_battalion_may_not_be_combined():
    question = asked(brigade())
    assert why_not(question, Activate(("A", "C1"))) == "gb20.activate.one-column"
    assert why_not(question, Activate(("A1", "C1"))) == "gb20.activate.one-column"
    assert why_not(question, Activate(("A",))) == why_not(question, Activate(("C1",))) == ""


@pytest.mark.clause("gb20.activate.one-column")
def test_a_column_is_used_once_a_player_turn():
    after = activates(brigade(options=("reactivation-roll",)), [Activate(("A1",))])
    question = asks_again(after.state)
    assert offers(question) == [Done()]
    assert why_not(question, Activate(("C1",))) == "gb20.activate.one-column"


def asks_again(state):
    return first_question(state, lambda play: activate_next(play, RED, dawn=False))


@pytest.mark.clause("gb20.activate.pool")
def test_a_choice_that_costs_more_than_the_points_left_may_not_be_made():
    question = asked(brigade(points=3))
    assert why_not(question, Activate(("A",))) == "gb20.activate.pool"
    assert why_not(question, Activate(("A1",))) == ""
    assert why_not(asks_again(brigade(points=1)), Activate(("A1",))) == "gb20.activate.pool"


@pytest.mark.clause("gb20.activate.pool")
def test_points_that_are_spent_do_not_come_back_with_the_next_day():
    state = brigade(points=5, days=2)
    spent = activates(state, [Activate(("A",))]).state
    night = plays(spent, Nightfall(), until="pass, or proceed")
    assert points_of(night.state, RED) == 1


# ---- the three states


@pytest.mark.clause("gb20.activate.states")
def test_an_activated_battalion_is_not_activated_again():
    question = asked(table(Body("A1", (20, 10)), Body("A2", (30, 10), active=False), FOE))
    assert why_not(question, Activate(("A1",))) == "gb20.activate.states"


@pytest.mark.clause("gb20.activate.states")
@pytest.mark.parametrize("marks", [(), (Mark.TO_GROUND,)])
def test_inactive_and_gone_to_ground_both_count_as_not_activated(marks):
    near = Body("B1", (20, 12), 180, side=BLUE, stands=(INFANTRY,), active=False, marks=marks)
    state = table(Body("A1", (20, 10), stands=(INFANTRY,)), near)
    labels = {term.clause for term in hit_modifiers(state, aim(state, stand(state, "A1/1"), stand(state, "B1/1")))}
    assert "gb20.fire.not-activated" in labels


@pytest.mark.case("gb20.activate.gone-to-ground", 1)
def test_a_battalion_that_has_gone_to_ground_is_not_activated_again_that_day():
    state = table(Body("A1", (20, 10), active=False, marks=(Mark.TO_GROUND,)), Body("A2", (30, 10)), FOE, points=10)
    question = asks_again(state)
    assert why_not(question, Activate(("A1",))) == "gb20.activate.gone-to-ground"
    assert why_not(question, Activate(("A",))) == "gb20.activate.attachments"


@pytest.mark.clause("gb20.activate.gone-to-ground")
def test_a_battalion_that_fails_morale_goes_to_ground():
    after = act(table(Body("A1", (20, 10)), FOE), lambda play: fail(play, "A1"))
    assert "A1 is gone to ground [gb20.activate.gone-to-ground]" in after.told
    assert not is_active(after.state.units["A1"])
    near = table(Body("A1", (20, 25), active=False, marks=(Mark.TO_GROUND,)), FOE)
    assert Moves(near, near.units["A1"]).why_not(Place(20, 28, 0)).clause == "gb20.activate.approach-limit"


# ---- what it allows


@pytest.mark.clause("gb20.activate.effect")
def test_only_an_activated_battalion_goes_within_12_inches_of_an_enemy():
    for on in (True, False):
        state = table(Body("A1", (20, 26), active=on), FOE)
        assert Moves(state, state.units["A1"]).contains(Place(20, 29, 0)) == on


@pytest.mark.clause("gb20.activate.effect")
def test_activating_one_battalion_says_what_it_is_for():
    after = activates(brigade(), [Activate(("A1",))])
    assert "A1 is activated [gb20.activate.effect]" in after.told
    assert active(after.state) == ["A1"]


@pytest.mark.clause("gb20.activate.effect")
def test_an_inactive_battalion_rolls_for_actions_and_may_change_formation_and_move():
    state = table(Body("A1", (20, 10), active=False), FOE)
    after = act(state, lambda play: roll_actions(play, RED), [3])
    assert after.state.units["A1"].tallies["actions"] == 1
    question = asks(after.state, lambda play: take_action(play, "A1"))
    assert why_not(question, Move("A1", Place(20, 13, 0))) == ""
    centre = Forms(state, state.units["A1"], Formation.DEFENSIVE).notable()
    assert next(centre)


@pytest.mark.case("gb20.activate.approach-limit", 1)
def test_not_activated_it_comes_no_nearer_than_just_over_12_inches():
    state = table(Body("A1", (20, 26), stands=(INFANTRY,), active=False), FOE)  # 14 inches away
    region = Moves(state, state.units["A1"])
    assert region.why_not(Place(20, 28.5, 0)).clause == "gb20.activate.approach-limit"
    assert region.why_not(Place(20, 28, 0)).clause == "gb20.activate.approach-limit"
    assert region.why_not(Place(20, 27.99, 0)) is None


@pytest.mark.clause("gb20.activate.approach-limit")
def test_who_begins_within_12_inches_may_stay_or_draw_away_but_come_no_nearer():
    state = table(Body("A1", (20, 32), stands=(INFANTRY,), active=False), FOE)
    region = Moves(state, state.units["A1"])
    assert region.why_not(Place(20, 32.5, 0)).clause == "gb20.activate.approach-limit"
    assert region.why_not(Place(21, 31.8, 0)) is None
    assert region.why_not(Place(20, 32, 0)) is None


@pytest.mark.clause("gb20.activate.approach-limit")
def test_on_no_point_of_the_way_may_it_be_nearer():
    foe = Body("B1", (22.5, 41), 180, side=BLUE, stands=(TANK,))
    state = table(Body("A1", (19, 29.1), stands=(TANK,), active=False), foe)
    region = Moves(state, state.units["A1"])
    assert region.contains(Place(12, 29.1, 0))
    assert region.why_not(Place(26, 29.1, 0)).clause == "gb20.activate.approach-limit"  # past the enemy, not to him


@pytest.mark.clause("gb20.activate.approach-limit")
def test_the_limit_holds_for_changes_of_formation_too():
    state = table(Body("A1", (20, 27.8), active=False, stands=(INFANTRY,) * 4, formation=Formation.MARCH), FOE)
    region = Forms(state, state.units["A1"], Formation.MARCH)
    place = region.centres[0].place
    assert region.contains(place)
    turned = table(Body("A1", (20, 27), 90, active=False, stands=(INFANTRY,) * 6, formation=Formation.MARCH), FOE)
    region = Forms(turned, turned.units["A1"], Formation.MARCH)
    place = replace(region.centres[0].place, facing=0)
    assert region.why_not(place).clause == "gb20.activate.approach-limit"


@pytest.mark.clause("gb20.activate.approach-limit")
@pytest.mark.parametrize(("stands", "counts"), [(("HQ",), True), (("Heavy weapons",), True)])
def test_support_stands_count_as_enemies(stands, counts):
    state = table(
        Body("A1", (20, 26), stands=(INFANTRY,), active=False), Body("B1", (20, 40), 180, side=BLUE, stands=stands)
    )
    region = Moves(state, state.units["A1"])
    assert region.contains(Place(20, 28.5, 0)) != counts


@pytest.mark.clause("gb20.activate.approach-limit")
def test_staff_does_not_count_as_an_enemy():
    far = Body("B1", (50, 46), 180, side=BLUE)
    state = table(
        Body("A1", (20, 26), stands=(INFANTRY,), active=False), far, c_ops={BLUE: (20, 40)}, fup={BLUE: (20, 40)}
    )
    assert Moves(state, state.units["A1"]).contains(Place(20, 29, 0))


@pytest.mark.clause("gb20.activate.approach-limit")
def test_hidden_enemies_do_not_count_until_they_are_revealed_and_then_it_stops():
    wood = {"kind": "woods", "at": (20, 23), "size": (8, 2)}
    hidden = Body("B1", (20, 23), 180, side=BLUE, hidden=True, stands=(INFANTRY,))
    state = table(
        Body("A1", (20, 18), stands=(INFANTRY,), active=False, formation=Formation.ASSAULT), hidden, pieces=(wood,)
    )
    seen = view(state, RED)
    assert Moves(seen, seen.units["A1"]).contains(Place(20, 21, 0))
    open_ground = table(Body("A1", (20, 18), active=False), Body("B1", (20, 31.5), 180, side=BLUE, hidden=True))
    way = Way(open_ground, open_ground.units["A1"], Place(20, 21, 0))
    after = act(open_ground, lambda play: march(play, way, 1.0), view=view)
    assert "A1 meets a hidden enemy and stops [gb20.activate.approach-limit]" in after.told
    assert after.state.units["A1"].place == Place(20, 20, 0)


@pytest.mark.clause("gb20.activate.approach-limit", "gb10.activate.halt-on-sighting")
@pytest.mark.parametrize(("rules", "miss"), [(GB20, 1), (GB10, 10)])
def test_it_stops_where_a_hidden_enemy_gives_himself_away_by_his_fire_though_he_misses(rules, miss):
    wood, gun = {"kind": "woods", "at": (20, 20.25), "size": (6, 1)}, {"stands": ("AT gun M",), "hidden": True}
    bodies = Body("A1", (18, 14), 90, stands=(INFANTRY,), active=False), Body("B1", (20, 20), 180, side=BLUE, **gun)
    state = table(*bodies, rules=rules, pieces=(wood,))
    way = Way(state, state.units["A1"], Place(21, 14, 90))
    fire = OpenFire("B1"), Fire("B1/1 AT gun", "A1/1 infantry")
    after = act(state, lambda play: march(play, way, 1.0), [miss], fire, view)
    assert "A1 meets a hidden enemy and stops" in after.told[-1]
    assert after.state.units["A1"].place == Place(19, 14, 90)


@pytest.mark.clause("gb20.activate.approach-limit", "gb10.activate.halt-on-sighting")
@pytest.mark.parametrize("rules", [GB20, GB10])
def test_the_move_is_over_where_a_leg_of_it_ends_before_an_enemy_nobody_knew_of(rules):
    hidden = Body("B1", (20, 31.5), 180, side=BLUE, hidden=True)
    state = with_actions(table(Body("A1", (20, 18), stands=(INFANTRY,), active=False), hidden, rules=rules), A1=1)
    after = act(state, lambda play: take_action(play, "A1"), picks=[Leg("A1", Place(20, 20, 0))], view=view)
    assert "A1 meets a hidden enemy and stops" in after.told[-1]
    assert len(after.asked) == 1


@pytest.mark.clause("gb20.activate.approach-limit", "gb10.activate.inactive-limit")
@pytest.mark.parametrize("rules", [GB20, GB10])
def test_who_draws_away_may_come_back_within_one_move_but_no_nearer_than_he_began(rules):
    state = table(
        Body("A1", (20, 10), stands=(INFANTRY,), active=False), Body("B1", (20, 20), 180, side=BLUE), rules=rules
    )
    back = [Leg("A1", Place(20, 9.5, 0))]
    question = asks(with_actions(state, A1=1), lambda play: take_action(play, "A1"), picks=back)
    assert why_not(question, Move("A1", Place(20, 10, 0))) == ""
    assert why_not(question, Move("A1", Place(20, 10.1, 0))).endswith("-limit")


@pytest.mark.clause("gb20.activate.approach-limit")
def test_one_that_draws_away_under_fire_is_not_stopped_by_enemies_it_knew_of():
    foe = Body("B1", (20, 16), 180, side=BLUE, stands=(TANK,))
    state = with_actions(table(Body("A1", (20, 10), stands=(INFANTRY,) * 2, active=False), foe), A1=1)
    shots = [OpenFire("B1"), Fire(sid(state, "B1/1"), sid(state, "A1/1"))]
    to = Place(20, 7, 0)
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), Move("A1", to), *shots, Move("A1", to)], dice=[20, 1])
    assert day.state.units["A1"].place == to


@pytest.mark.clause("gb20.activate.approach-limit")
def test_only_an_activated_battalion_moves_into_contact():
    state = table(Body("A1", (20, 10), active=False), Body("B1", (20, 11), 180, side=BLUE))
    question = asks(state, lambda play: take_action(play, "A1"))
    assert why_not(question, Charge("A1", "B1")) == "gb20.activate.approach-limit"


# ---- how long it lasts


@pytest.mark.case("gb20.activate.duration", 1)
def test_at_night_everybody_becomes_inactive_and_must_be_paid_for_again():
    state = table(Body("A1", (20, 10)), Body("A2", (30, 10), active=False, marks=(Mark.TO_GROUND,)), FOE, days=2)
    night = plays(state, Nightfall(), until="pass, or proceed")
    assert not is_active(night.state.units["A1"])
    assert Mark.TO_GROUND not in night.state.units["A2"].marks
    assert "gb20.activate.duration" in night.cited
    question = asked(night.state, dawn=True)
    assert why_not(question, Activate(("A1",))) == why_not(question, Activate(("A2",))) == ""


@pytest.mark.clause("gb20.activate.duration")
def test_through_the_day_it_stays_activated():
    day = plays(table(Body("A1", (20, 10)), FOE), PlayerTurn(RED), PlayerTurn(BLUE), Turn(6))
    assert day.state.tallies[Tally.TURN] == 10 and is_active(day.state.units["A1"])


@pytest.mark.case("gb20.activate.deactivate", 1)
def test_a_battalion_that_has_stood_down_costs_the_day_price_once_more():
    state = table(Body("A1", (20, 10)), Body("B1", (20, 12), 180, side=BLUE), points=3)
    after = activates(state, [Deactivate("A1")])
    down = after.state
    assert after.told == ["A1 stands down [gb20.activate.deactivate]"]
    assert points_of(down, RED) == 3 and not is_active(down.units["A1"])
    shot = aim(down, stand(down, "B1/1"), stand(down, "A1/1"))
    assert any((term.value, term.clause) == (-4, "gb20.fire.not-activated") for term in hit_modifiers(down, shot))
    assert Moves(down, down.units["A1"]).why_not(Place(20, 11, 0)).clause == "gb20.activate.approach-limit"
    fresh = replace(down, units={i: replace(u, spent=frozenset()) for i, u in down.units.items()})
    again = activates(fresh, [Activate(("A1",))])
    assert points_of(again.state, RED) == 1 and is_active(again.state.units["A1"])


@pytest.mark.clause("gb20.activate.deactivate")
def test_it_is_not_activated_again_in_the_same_player_turn():
    down = activates(table(Body("A1", (20, 10)), FOE), [Deactivate("A1")]).state
    assert why_not(asks_again(down), Activate(("A1",))) == "gb20.activate.deactivate"


@pytest.mark.clause("gb20.activate.deactivate")
def test_battalions_stand_down_by_day_only_and_not_in_close_combat():
    state = table(Body("A1", (20, 10)), Body("A2", (30, 10)), Body("B1", (20, 10.02), 180, side=BLUE))
    state = marked(state, "A1", "attacks B1")
    question = asked(state)
    assert Deactivate("A2") in offers(question)
    assert why_not(question, Deactivate("A1")) == "gb20.activate.deactivate"
    assert Deactivate("A2") not in offers(asks_at_dawn(state))


def asks_at_dawn(state):
    return first_question(state, lambda play: activate_next(play, RED, dawn=True))


@pytest.mark.clause("gb20.activate.deactivate")
def test_nobody_stands_down_after_somebody_has_been_activated():
    state = table(Body("A1", (20, 10)), Body("A2", (30, 10), active=False), FOE, options=("reactivation-roll",))
    after = activates(state, [Activate(("A2",))])
    assert why_not(asks_again(after.state), Deactivate("A1")) == "gb20.activate.deactivate"


# ---- who shares it


@pytest.mark.clause("gb20.activate.attachments")
def test_a_battlegroup_brings_all_its_battalions_on_the_table_or_in_reserve():
    after = activates(brigade(), [Activate(("A",))])
    assert active(after.state) == ["A1", "A2"]
    assert "A2 is activated [gb20.activate.attachments]" in after.told


@pytest.mark.clause("gb20.activate.attachments")
def test_those_gone_to_ground_are_left_out_and_lone_guns_come_along():
    gun = Body("A3", (40, 10), active=False, stands=("AT gun M",))
    lost = Body("A2", (30, 10), active=False, marks=(Mark.TO_GROUND,))
    after = activates(table(Body("A1", (20, 10), active=False), lost, gun, FOE), [Activate(("A",))])
    assert [name for name in ("A1", "A2", "A3") if is_active(after.state.units[name])] == ["A1", "A3"]


@pytest.mark.clause("gb20.activate.attachments")
def test_attached_stands_have_the_state_of_their_battalion():
    lone = Body("B1", (20, 13), 180, side=BLUE, attached=(TANK,), active=False, formation=Formation.DEFENSIVE)
    state = table(Body("A1", (20, 10), stands=(TANK,)), lone)
    shot = aim(state, stand(state, "A1/1"), stand(state, "B1/4"))
    assert any(term.clause == "gb20.fire.not-activated" for term in hit_modifiers(state, shot))


# ---- the roll to reactivate


def stood_down(*, german=False, suppressed=(), lost=0, quality="experienced", **more):
    body = Body("A1", (20, 10), active=False, marks=(Mark.DEACTIVATED,), quality=quality, suppressed=suppressed)
    state = table(body, FOE, options=("reactivation-roll",), **more)
    for number in range(1, lost + 1):
        state = Destroyed(sid(state, f"A1/{number}"), "", 1).apply(state)
    red, blue = state.scenario.side
    return with_scenario(state, side=(replace(red, german=german), blue))


@pytest.mark.clause("gb20.variants.reactivation-roll")
@pytest.mark.parametrize(("dice", "again"), [([4, 4], True), ([4, 5], False)])
def test_a_german_battalion_needs_two_d10_below_its_rally_number(dice, again):
    after = activates(stood_down(german=True), [Reactivate("A1")], dice=dice)
    assert is_active(after.state.units["A1"]) == again
    assert points_of(after.state, RED) == 20
    assert "needs 8 or less (8 experienced, below [gb20.variants.reactivation-roll])" in after.told[0]


@pytest.mark.clause("gb20.variants.reactivation-roll")
def test_losses_and_not_being_german_count_against_it():
    state = stood_down(quality="veteran", suppressed=(3,), lost=1)
    after = activates(state, [Reactivate("A1")], dice=[2, 2])
    assert "needs 4 or less" in after.told[0] and is_active(after.state.units["A1"])
    assert not is_active(activates(state, [Reactivate("A1")], dice=[2, 3]).state.units["A1"])


@pytest.mark.clause("gb20.variants.reactivation-roll")
def test_it_may_be_tried_once_a_player_turn_and_not_by_those_gone_to_ground():
    tried = activates(stood_down(), [Reactivate("A1")], dice=[10, 10]).state
    assert Reactivate("A1") not in offers(asked(tried))
    ground = table(Body("A1", (20, 10), active=False, marks=(Mark.TO_GROUND,)), Body("A2", (30, 10), active=False), FOE,
                   options=("reactivation-roll",))  # fmt: skip
    assert Reactivate("A1") not in offers(asked(ground))


@pytest.mark.clause("gb20.variants.reactivation-roll")
def test_without_the_option_nobody_rolls_to_reactivate():
    state = replace(stood_down(), variants=frozenset())
    assert Reactivate("A1") not in offers(asked(state))
    never_stood_down = table(Body("A1", (20, 10), active=False), FOE, options=("reactivation-roll",))
    assert Reactivate("A1") not in offers(asked(never_stood_down))
