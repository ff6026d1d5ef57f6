"""Activation points by the d10 charts."""

import pytest
from gbday import in_column, plays, points_of, with_actions, with_scenario
from gbtable import BLUE, FOE, INFANTRY, RED, Body, act10, asks, first_question, marked, offers, stand, table10, why_not
from msgspec.structs import replace
from orders import activates, brigade10

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import Activate, Charge, Deactivate, Done, Move, Reactivate
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.facts.day import PlayerTurnOver
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.move.road import moves_of
from sandtable.rules.great_battles.nerve.morale import fail
from sandtable.rules.great_battles.staff.action_roll import roll_actions
from sandtable.rules.great_battles.steps import Activation, Nightfall
from sandtable.rules.great_battles.table.field import is_active
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act


def asked(state, *, dawn=False):
    return first_question(state, lambda play: activate_next(play, RED, dawn=dawn))


# ---- what it costs


@pytest.mark.case("gb10.activate.cost", 1)
@pytest.mark.clause("gb10.activate.pool")
def test_the_account_of_two_days():
    state = activates(brigade10(points=12, days=2), [Activate(("A",))], dawn=True).state
    state = activates(PlayerTurnOver().apply(state), [Activate(("C",))]).state
    after = activates(PlayerTurnOver().apply(state), [Activate(("D1",))])
    assert "Red spends 2 activation points [gb10.activate.cost]" in after.told
    assert points_of(after.state, RED) == 4
    morning = plays(gone_to_ground(after.state), Nightfall(), until="pass, or proceed").state
    again = activates(morning, [Activate(("D1",))], dawn=True)
    assert points_of(again.state, RED) == 3
    assert is_active(again.state.units["D1"])


def gone_to_ground(state):
    body = state.units["D1"]
    return state.put(replace(body, marks=body.marks - {Mark.ACTIVATED} | {Mark.TO_GROUND}))


@pytest.mark.case("gb10.activate.choice", 1)
def test_a_battlegroup_and_a_battalion_are_two_columns():
    question = asked(brigade10())
    assert why_not(question, Activate(("A", "C1"))) == "gb10.activate.choice"
    assert why_not(question, Activate(("A",))) == why_not(question, Activate(("C1",))) == ""


@pytest.mark.clause("gb10.activate.when", "gb10.activate.deactivate-when")
def test_one_choice_a_player_turn_and_standing_down_comes_before_it():
    state = marked(brigade10(options=("initiative-roll",)), "C1", Mark.ACTIVATED)
    after = activates(state, [Activate(("A1",))])
    assert offers(asked(after.state)) == [Done()]
    assert why_not(asked(after.state), Activate(("D1",))) == "gb10.activate.when"
    assert why_not(asked(after.state), Deactivate("C1")) == "gb10.activate.deactivate-when"
    assert "gb10.activate.when" in after.cited


@pytest.mark.clause("gb10.activate.pool")
def test_nobody_spends_points_he_does_not_have():
    assert why_not(asked(brigade10(points=3)), Activate(("A",))) == "gb10.activate.pool"


# ---- what it allows


@pytest.mark.clause("gb10.activate.effect")
def test_an_activated_battalion_goes_near_and_is_hit_the_more_easily():
    after = activates(table10(Body("A1", (20, 27), active=False), FOE), [Activate(("A1",))])
    assert "A1 is activated [gb10.activate.effect]" in after.told
    near = Place(20, 29, 0)
    assert Moves(after.state, after.state.units["A1"]).contains(near)
    for on in (True, False):
        state = table10(Body("A1", (20, 27), active=on), Body("B1", (20, 29), 180, side=BLUE))
        shot = aim(state, stand(state, "B1/1"), stand(state, "A1/1"))
        assert sum(one.value for one in hit_modifiers(state, shot)) == (0 if on else -2)


@pytest.mark.clause("gb10.activate.free-movement")
def test_far_from_the_enemy_anybody_moves_as_he_likes():
    state = table10(Body("A1", (20, 10), active=False, marks=(Mark.TO_GROUND,)), FOE)
    question = asks(with_actions(state, A1=1), lambda play: take_action(play, "A1"))
    moving = next(option for option in question.options if isinstance(option.command, Move))
    assert moving.clause == "gb10.activate.free-movement"
    assert why_not(question, Move("A1", Place(20, 13, 0))) == ""


@pytest.mark.case("gb10.activate.inactive-limit", 1)
def test_on_the_road_it_halts_more_than_12_inches_away():
    lane = {"kind": "road", "name": "lane", "course": ((20, 0), (20, 48))}
    ours = Body("A1", (20, 12), stands=("Infantry by truck",) * 2, formation=Formation.ROAD_MARCH, active=False,
                loaded=True)  # fmt: skip
    state = table10(ours, Body("B1", (20, 40), 180, side=BLUE, stands=(INFANTRY,)), pieces=(lane,))
    state = in_column(state, "A1", ((20, 0), (20, 48)), 25.25)  # its front 14 inches away
    region = moves_of(state, state.units["A1"], 1.0)
    ahead = [replace(state.units["A1"].place, y=25.25 + inches) for inches in (1.9, 2.1, 9.0)]
    assert [why.clause if why else "" for why in map(region.why_not, ahead)] == [
        *("", "gb10.activate.inactive-limit", "gb10.activate.inactive-limit")
    ]


@pytest.mark.clause("gb10.activate.inactive-limit")
def test_who_is_within_12_inches_may_draw_away_but_come_no_nearer():
    state = table10(Body("A1", (20, 32), stands=(INFANTRY,), active=False), FOE)
    region = Moves(state, state.units["A1"])
    assert region.why_not(Place(20, 32.5, 0)).clause == "gb10.activate.inactive-limit"
    assert region.why_not(Place(20, 31.5, 0)) is None


@pytest.mark.clause("gb10.activate.inactive-limit")
def test_the_enemy_staff_counts_and_its_fup_does_not():
    far = Body("B1", (50, 46), 180, side=BLUE)
    for staff, near in (({"c_ops": {BLUE: (20, 40)}}, False), ({"fup": {BLUE: (20, 40)}}, True)):
        state = table10(Body("A1", (20, 27), stands=(INFANTRY,), active=False), far, **staff)
        assert Moves(state, state.units["A1"]).contains(Place(20, 29.5, 0)) == near


@pytest.mark.clause("gb10.activate.halt-on-sighting")
def test_who_was_not_known_stops_it():
    state = table10(Body("A1", (20, 18), active=False), Body("B1", (20, 31.5), 180, side=BLUE, hidden=True))
    way = Way(state, state.units["A1"], Place(20, 21, 0))
    after = act(state, lambda play: march(play, way, 1.0), view=view)
    assert "A1 meets a hidden enemy and stops [gb10.activate.halt-on-sighting]" in after.told
    assert after.state.units["A1"].place.y < 21


@pytest.mark.clause("gb10.activate.inactive-actions")
def test_it_rolls_and_moves_but_starts_no_close_combat():
    state = table10(Body("A1", (20, 10), active=False), Body("B1", (20, 11), 180, side=BLUE))
    rolled = act(state, lambda play: roll_actions(play, RED), [20]).state
    question = asks(rolled, lambda play: take_action(play, "A1"))
    assert why_not(question, Charge("A1", "B1")) == "gb10.activate.inactive-actions"
    assert why_not(question, Move("A1", Place(20, 9, 0))) == ""


# ---- how long it lasts


@pytest.mark.clause("gb10.activate.duration", "gb10.activate.markers")
def test_it_lasts_through_the_day_and_ends_at_night():
    state = table10(Body("A1", (20, 10)), FOE, days=2)
    assert is_active(plays(state, Activation(RED)).state.units["A1"])
    night = plays(state, Nightfall(), until="pass, or proceed")
    assert not is_active(night.state.units["A1"])
    assert "A1 is no longer activated [gb10.activate.duration]" in night.told
    assert why_not(asked(night.state, dawn=True), Activate(("A1",))) == ""


@pytest.mark.case("gb10.activate.reactivate", 1)
@pytest.mark.clause("gb10.activate.deactivate")
def test_a_battalion_that_has_stood_down_costs_the_day_price_once_more():
    state = table10(Body("A1", (20, 10)), FOE, points=3)
    down = activates(state, [Deactivate("A1")])
    assert points_of(down.state, RED) == 3 and "gb10.activate.deactivate" in down.cited
    assert why_not(asked(down.state), Activate(("A1",))) == "gb10.activate.deactivate"
    again = activates(PlayerTurnOver().apply(down.state), [Activate(("A1",))])
    assert "A1 is activated [gb10.activate.reactivate]" in again.told
    assert points_of(again.state, RED) == 1


@pytest.mark.clause("gb10.activate.deactivate-when")
def test_nobody_stands_down_in_close_combat_or_at_dawn():
    state = table10(Body("A1", (20, 10)), Body("A2", (30, 10)), Body("B1", (20, 10.02), 180, side=BLUE))
    state = marked(state, "A1", "attacks B1")
    assert why_not(asked(state), Deactivate("A1")) == "gb10.activate.deactivate-when"
    assert Deactivate("A2") in offers(asked(state))
    assert Deactivate("A2") not in offers(asked(state, dawn=True))


@pytest.mark.case("gb10.activate.gone-to-ground", 1)
def test_a_battalion_that_failed_its_morale_stays_down_for_the_day():
    lost = table10(Body("A1", (20, 20)), Body("A2", (40, 10)), FOE, points=10)
    down = plays(act_of_failing(lost), Activation(RED), steps=1)
    assert why_not(asked(down.state), Activate(("A1",))) == "gb10.activate.gone-to-ground"


def act_of_failing(state):
    after = act10(state, lambda play: fail(play, "A1"))
    assert "A1 is gone to ground [gb10.activate.gone-to-ground]" in after.told
    return PlayerTurnOver().apply(after.state)


@pytest.mark.clause("gb10.activate.battlegroup-members")
def test_a_battlegroup_brings_everybody_who_has_not_gone_to_ground():
    gun = Body("A3", (40, 10), active=False, stands=("AT gun M",))
    bodies = Body("A1", (20, 10), active=False), Body("A2", (30, 10), active=False, marks=(Mark.TO_GROUND,)), gun
    after = activates(table10(*bodies, Body("A4", active=False), FOE), [Activate(("A",))])
    assert [n for n in (1, 2, 3, 4) if is_active(after.state.units[f"A{n}"])] == [1, 3, 4]
    assert points_of(after.state, RED) == 16


# ---- the roll to reactivate


@pytest.mark.case("gb10.activate.reactivation-roll", 1)
def test_an_experienced_british_battalion_with_two_suppressed_stands_needs_less_than_5():
    body = Body("A1", (20, 10), active=False, marks=(Mark.DEACTIVATED,), quality="experienced", suppressed=(1, 2))
    state = table10(body, FOE, options=("initiative-roll",))
    after = activates(state, [Reactivate("A1")], dice=[4, 3])
    assert "needs 4 or less" in after.told[0] and "gb10.activate.reactivation-roll" in after.cited
    assert not is_active(after.state.units["A1"]) and points_of(after.state, RED) == 20
    assert Reactivate("A1") not in offers(asked(after.state))
    again = activates(PlayerTurnOver().apply(after.state), [Reactivate("A1")], dice=[2, 2])
    assert is_active(again.state.units["A1"])


@pytest.mark.clause("gb10.activate.reactivation-roll")
def test_germans_need_two_less():
    body = Body("A1", (20, 10), active=False, marks=(Mark.DEACTIVATED,), quality="experienced")
    state = table10(body, FOE, options=("initiative-roll",))
    red, blue = state.scenario.side
    german = with_scenario(state, side=(replace(red, german=True), blue))
    assert is_active(activates(german, [Reactivate("A1")], dice=[4, 4]).state.units["A1"])
    assert not is_active(activates(state, [Reactivate("A1")], dice=[4, 4]).state.units["A1"])
    assert Reactivate("A1") not in offers(asked(replace(state, variants=frozenset())))
