"""The rules for Malta: airfields, and forces that come later."""

import pytest
from drops import SAFE, consolidates, lands, scattered10, spot
from gbday import on_day, plays, with_actions, with_armies
from gbrandom import off_table
from gbtable import (
    BLUE,
    FOE,
    INFANTRY,
    RED,
    TANK,
    Body,
    asks,
    first_question,
    marked,
    moved,
    offers,
    sid,
    stand,
    table10,
    why_not,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Air, Arrival, Drop, Objective
from sandtable.rules.great_battles.commands.airborne import ComeIn, Consolidate, DropOver, Meet
from sandtable.rules.great_battles.commands.day import Done, Fire, KeepBack, Move, OpenFire, Pick, PlaceUnit
from sandtable.rules.great_battles.commands.night import CallUp, ComeLater, EnterBy, HoldOff, PutOff
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.edition import edition
from sandtable.rules.great_battles.facts.day import PlayerTurnOver
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.setup import muster
from sandtable.rules.great_battles.frame.victory import take_objectives
from sandtable.rules.great_battles.malta.preparing import prepare_next
from sandtable.rules.great_battles.staff.withheld import land_staff_late
from sandtable.rules.great_battles.steps import Moving, Nightfall, Preparation
from sandtable.rules.great_battles.table.field import owes
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import COMMAND, Formation, Mark, Tally, Trait
from sandtable.scripted import act

MALTA = ("malta",)
FIELD = {"kind": "orchard", "name": "field", "at": (20, 20), "size": (6, 4)}
BEACH = {"kind": "orchard", "name": "beach", "at": (50, 10), "size": (4, 4)}
AIRFIELD = Objective("the airfield", piece="field", airfield=True)


# ---- airfields


@pytest.mark.clause("gb10.variants.malta-airfield", "gb10.variants.malta-airfield-details")
@pytest.mark.parametrize(("y", "taken"), [(22.9, False), (23.1, True)])
def test_an_airfield_is_taken_only_with_no_enemy_within_an_inch_of_it(y, taken):
    bodies = Body("A1", (20, 19), stands=(INFANTRY,)), Body("B1", (20, y), 180, side=BLUE, stands=(INFANTRY,))
    state = table10(*bodies, options=MALTA, pieces=(FIELD,), objectives=(AIRFIELD,))
    after = act(state, take_objectives)
    assert (after.state.units["the airfield"].side == RED) == taken
    assert ("gb10.variants.malta-airfield" in after.cited) == taken
    assert act(replace(state, variants=frozenset()), take_objectives).state.units["the airfield"].side == RED


@pytest.mark.clause("gb10.variants.malta-airfield", "gb10.variants.malta-airfield-details")
@pytest.mark.parametrize(("x", "options", "taken"), [(40, MALTA, True), (24, MALTA, False), (40, (), False)])
def test_who_moves_right_across_an_airfield_has_passed_through_it(x, options, taken):
    strip = {"kind": "orchard", "name": "field", "at": (20, 14), "size": (8, 1)}
    tanks = Body("A1", (20, 10), stands=(TANK,) * 2, formation=Formation.MARCH)
    foe = Body("B1", (x, 14), 270, side=BLUE, stands=(INFANTRY,), suppressed=(1,))
    state = table10(tanks, foe, options=options, pieces=(strip,), objectives=(AIRFIELD,))
    day = plays(
        with_actions(state, A1=1), Moving(RED, 1), picks=[Pick(UnitId("A1")), Move(UnitId("A1"), Place(20, 17))]
    )
    assert day.state.units["A1"].place.y == 17
    assert (day.state.units["the airfield"].side == RED) == taken


@pytest.mark.clause("gb10.variants.malta-airfield", "gb10.variants.malta-airfield-details")
def test_who_comes_together_across_an_airfield_has_passed_through_it():
    strip = {"kind": "orchard", "name": "field", "at": (31, 20), "size": (0.5, 4)}
    on = {"options": MALTA, "pieces": (strip,), "objectives": (AIRFIELD,)}
    after = consolidates(scattered10((20, 20), (32, 20), on=on))
    assert spot(after, "A1/2") == (30, 20)
    assert after.state.units["the airfield"].side == RED


def lands_at(*picks, y=26.0, options=MALTA, dice=(), at=(20.0, 20.0)):
    """A1 comes down there, with B1 so far up the table."""
    foe = Body("B1", (20, y), 180, side=BLUE, stands=(INFANTRY,) * 2, formation=Formation.DEFENSIVE)
    state = table10(Body("A1", stands=(INFANTRY,), airborne="parachute"), foe, options=options, pieces=(FIELD,),
                    objectives=(AIRFIELD,), drop=Drop(heights=("low",)))  # fmt: skip
    chosen = [DropOver(UnitId("A1"), Place(*at, 0)), *picks]
    return lands(state, [SAFE, 1, 1, SAFE, *dice], chosen)


@pytest.mark.clause("gb10.variants.malta-airfield", "gb10.variants.malta-airfield-details")
def test_who_lands_on_an_airfield_is_fired_at_by_enemies_near_it():
    shot = Fire("B1/1 infantry", "A1/1 infantry")
    hold = [OpenFire(UnitId("B1")), shot, Fire("B1/2 infantry", "A1/1 infantry")]
    after = lands_at(*hold, dice=[9, 9])
    assert "-3 opportunity fire [gb10.opfire.modifier]" in " ".join(after.told)
    assert all(owes(after.state, stand(after.state, f"B1/{n}")) for n in (1, 2))
    question = next(one for one in after.asked if "lands on an airfield" in one.question)
    assert question.clause == "gb10.variants.malta-airfield"


@pytest.mark.clause("gb10.variants.malta-airfield")
def test_nobody_fires_at_those_who_land_elsewhere_or_from_farther_off_or_without_the_rule():
    assert not any("airfield" in one.question for one in lands_at(y=28.1).asked)
    assert not any("airfield" in one.question for one in lands_at(at=(20.0, 17.0)).asked)
    assert not any("airfield" in one.question for one in lands_at(options=()).asked)


@pytest.mark.case("gb10.variants.malta-paratroops", 1)
def test_paratroops_need_not_be_activated_to_come_together():
    foe = Body("B1", (28.75, 20), 270, side=BLUE, stands=(INFANTRY,), suppressed=(1,))
    for options, near in ((MALTA, True), ((), False)):
        ours = Body("A1", (20, 20), stands=(INFANTRY,) * 2, formation=Formation.DEFENSIVE, active=False)
        state = marked(table10(ours, foe, options=options), "A1", Mark.SCATTERED)
        state = with_actions(moved(moved(state, "A1/1", 26, 20), "A1/2", 20, 20), A1=1)
        body = state.units["A1"]
        state = state.put(replace(body, traits=body.traits | {Trait.AIRBORNE}))
        orders = [Pick("A1"), Meet(sid(state, "A1/1"))]
        question = asks(state, lambda play: move_next(play, RED, 1), picks=orders)
        assert (Consolidate(UnitId("A1")) in offers(question)) == near
        if near:
            assert question.options[0].clause == "gb10.variants.malta-paratroops"
            after = act(state, lambda play: move_next(play, RED, 1), picks=[*orders, question.options[0].command])
            assert stand(after.state, "A1/2").place.x == 22


@pytest.mark.clause("gb10.variants.malta-paratroops")
def test_once_together_they_must_be_activated_to_go_nearer():
    ours = Body("A1", (20, 20), active=False)
    state = table10(ours, Body("B1", (20, 28), 180, side=BLUE), options=MALTA)
    body = state.units["A1"]
    state = state.put(replace(body, traits=body.traits | {Trait.AIRBORNE}))
    question = asks(with_actions(state, A1=1), lambda play: move_next(play, RED, 1), picks=[Pick("A1")])
    assert why_not(question, Move("A1", Place(20, 21, 0))) == "gb10.activate.inactive-limit"


# ---- forces held back


def waves(**first):
    """A1 and A2 in reserve; A1 is written down by the scenario."""
    ours = Body("A1", active=False), Body("A2", active=False)
    state = table10(*ours, FOE, options=MALTA, pieces=(BEACH,), days=2)
    red, _ = state.scenario.side
    entries = tuple(replace(one, withheld=Arrival(**first)) if one.id == "A1" else one for one in red.battalions)
    return with_armies(state, red={"battalions": entries})


def prepared(state, *picks):
    return plays(state, Preparation(RED), picks=picks).state


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_a_written_arrival_comes_when_it_is_due_and_over_its_beach():
    state = prepared(waves(day=1, turn=6, at="beach", within=5.0))
    early = first_question(on_day(state, 1, 5), lambda play: deploy_next(play, RED, dawn=False))
    assert why_not(early, Pick("A1")) == "gb10.variants.malta-withheld"
    assert Pick("A2") not in offers(early)  # no road leads onto this table
    due = on_day(state, 1, 6)
    late = first_question(due, lambda play: deploy_next(play, RED, dawn=False))
    assert {Pick("A1"), PutOff("A1")} <= set(offers(late))
    landing = asks(due, lambda play: deploy_next(play, RED, dawn=False), picks=[Pick("A1")])
    here = PlaceUnit("A1", Place(50, 10, 0), Formation.ASSAULT)
    assert why_not(landing, here) == ""
    assert why_not(landing, replace(here, to=Place(40, 10, 0))) == "gb10.deploy.where"
    day = act(due, lambda play: deploy_next(play, RED, dawn=False), picks=[Pick("A1"), here])
    body = day.state.units["A1"]
    assert body.place == Place(50, 10, 0) and Mark.WITHHELD not in body.marks and Tally.DUE_DAY not in body.tallies
    assert "gb10.variants.malta-withheld" in day.cited


@pytest.mark.case("gb10.variants.malta-withheld", 1)
def test_two_average_dice_of_1_and_6_are_seven_turns():
    state = on_day(prepared(waves()), 1, 2)
    question = first_question(state, lambda play: deploy_next(play, RED, dawn=False))
    assert why_not(question, Pick("A1")) == "gb10.variants.malta-withheld"
    after = act(state, lambda play: deploy_next(play, RED, dawn=False), [1, 6], [CallUp("A1")], view=view)
    assert "A1 comes on day 1, turn 9 [gb10.variants.malta-withheld]" in after.told
    assert {entry.known_to for entry in after.entries if entry.event.tell()} == {frozenset({RED})}
    over_night = act(on_day(state, 1, 6), lambda play: deploy_next(play, RED, dawn=False), [1, 6], [CallUp("A1")])
    assert "A1 comes on day 2, turn 3 [gb10.variants.malta-withheld]" in over_night.told


@pytest.mark.clause("gb10.variants.malta-withheld", "gb10.variants.malta-day-end")
def test_who_is_on_his_way_when_the_day_ends_early_has_as_many_turns_to_go_as_before():
    written = prepared(waves(day=2, turn=4), HoldOff("A2"), ComeLater("A2"), EnterBy("A2"))
    state = on_day(written, 1, 7)
    called = act(state, lambda play: deploy_next(play, RED, dawn=False), [2, 2], [CallUp("A2")]).state
    after = plays(called, Nightfall(), steps=1)  # of the ten turns of the day it has had seven
    assert "A2 comes on day 2, turn 4 [gb10.variants.malta-withheld]" in after.told
    assert [dated(after.state, name) for name in ("A1", "A2")] == [(2, 4), (2, 4)]
    again = plays(on_day(called, 1, 10), Nightfall(), steps=1)
    assert dated(again.state, "A2") == (2, 1)


def dated(state, name):
    return tuple(state.units[name].tallies[tally] for tally in (Tally.DUE_DAY, Tally.DUE))


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_what_is_due_may_be_put_off_and_come_elsewhere():
    state = on_day(prepared(waves(day=1, turn=2, at="beach")), 1, 2)
    orders = [PutOff("A1"), EnterBy("A1")]
    after = act(state, lambda play: deploy_next(play, RED, dawn=False), [2, 2], orders)
    body = after.state.units["A1"]
    assert (body.tallies[Tally.DUE_DAY], body.tallies[Tally.DUE]) == (1, 6)
    assert "comes over beach" not in body.marks


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_who_is_put_off_again_and_comes_over_the_same_ground_is_not_called_nor_sent_there_once_more():
    state = on_day(prepared(waves(day=1, turn=2, at="beach")), 1, 2)
    orders = [PutOff("A1"), EnterBy("A1", "beach")]
    first = act(state, lambda play: deploy_next(play, RED, dawn=False), [2, 2], orders)
    assert "A1 is called [gb10.variants.malta-withheld]" in first.told
    due = on_day(PlayerTurnOver().apply(first.state), 1, 6)
    again = act(due, lambda play: deploy_next(play, RED, dawn=False), [2, 2], orders)
    for lines in (first.told, again.told):
        assert not [line for line in lines if "will come" in line]
    assert not [line for line in again.told if "is called" in line]


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_what_is_due_and_can_come_does_not_just_wait():
    state = on_day(prepared(waves(day=1, turn=2, at="beach")), 1, 2)
    by_day = first_question(state, lambda play: deploy_next(play, RED, dawn=False))
    assert why_not(by_day, Done()) == "gb10.variants.malta-withheld"
    landing = asks(state, lambda play: deploy_next(play, RED, dawn=False), picks=[Pick("A1")])
    assert why_not(landing, KeepBack("A1"))
    at_dawn = first_question(state, lambda play: deploy_next(play, RED, dawn=True))
    assert not why_not(at_dawn, Done())
    taken = moved(state, "B1/1", 50, 10)  # nobody gets ashore there
    beach = with_armies(taken, red={"battalions": tuple(narrowed(one) for one in taken.scenario.side[0].battalions)})
    assert not why_not(first_question(beach, lambda play: deploy_next(play, RED, dawn=False)), Done())


def narrowed(entry):
    """The same with hardly a beach to come over."""
    return replace(entry, withheld=replace(entry.withheld, within=0.5)) if entry.withheld else entry


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_the_axis_may_hold_back_others_and_the_enemy_does_not_know():
    orders = [HoldOff("A2"), ComeLater("A2", 2, 3), EnterBy("A2", "beach")]
    state = prepared(waves(day=1, turn=6, at="beach"), *orders)
    body = state.units["A2"]
    assert (body.tallies[Tally.DUE_DAY], body.tallies[Tally.DUE]) == (2, 3)
    assert {Mark.WITHHELD, "comes over beach"} <= body.marks
    assert "A2" not in view(state, BLUE).units
    allied = first_question(state, lambda play: prepare_next(play, BLUE))
    assert not any(isinstance(one, HoldOff) for one in offers(allied))


def paratroops(*picks):
    """A1, which may drop from the fifth turn on, when these orders are given before the battle."""
    state = table10(Body("A1", stands=(INFANTRY,), airborne="parachute"), FOE, options=MALTA, days=2, drop=Drop())
    return prepared(state, *picks)


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_the_axis_may_hold_back_paratroops_who_then_drop_when_it_is_written_down():
    times = asks(paratroops(), lambda play: prepare_next(play, RED), picks=[HoldOff("A1")])
    assert why_not(times, ComeLater("A1", 1, 5)) and not why_not(times, ComeLater("A1", 1, 6))
    state = paratroops(HoldOff("A1"), ComeLater("A1", 2, 3))
    assert "A1" not in view(state, BLUE).units
    assert not lands(on_day(state, 2, 2)).entries
    after = lands(on_day(state, 2, 3), [SAFE, 1, 1, SAFE], [ComeIn("A1", "low"), DropOver("A1", Place(20, 20, 0))])
    assert spot(after) == (20, 20) and Mark.WITHHELD not in after.state.units["A1"].marks


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_paratroops_that_are_held_back_are_called_for_and_put_off_like_the_rest():
    called = on_day(paratroops(HoldOff("A1"), ComeLater("A1")), 1, 5)
    assert not lands(called).entries
    due = act(called, lambda play: deploy_next(play, RED, dawn=False), [2, 2], [CallUp("A1")]).state
    due = PlayerTurnOver().apply(due)
    assert not lands(on_day(due, 1, 8)).entries
    later = act(on_day(due, 1, 9), lambda play: deploy_next(play, RED, dawn=False), [2, 2], [PutOff("A1")]).state
    body = later.units["A1"]
    assert (body.tallies[Tally.DUE_DAY], body.tallies[Tally.DUE]) == (2, 3)
    assert not lands(on_day(later, 1, 9)).entries


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_staff_that_comes_later_comes_over_the_beach_unless_the_enemy_is_there():
    track = {"kind": "road", "name": "track", "course": ((50, 9), (30, 9))}
    ours = Body("A1"), FOE
    state = with_armies(table10(*ours, options=MALTA, pieces=(BEACH, track)), red={
        "c_ops_arrives": Arrival(1, 4, "beach"), "fup_arrives": Arrival(1, 4, "beach")})  # fmt: skip
    state = with_fresh_staff(state)
    assert act(on_day(state, 1, 3), land_staff).state.units["Red C Ops"].place is None
    after = act(on_day(state, 1, 4), land_staff)
    assert after.state.units["Red C Ops"].place.point == (50, 9)
    assert after.state.units["Red FUP"].place is not None
    held = moved(on_day(state, 1, 4), "B1/1", 50, 9.5)
    assert act(held, land_staff).state.units["Red C Ops"].place is None


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_a_fup_that_comes_over_a_beach_at_the_edge_is_put_down_on_the_table():
    cove = {"kind": "orchard", "name": "beach", "corners": ((28, 0), (32, 0), (32, 2), (28, 2))}
    state = with_armies(table10(Body("A1"), FOE, options=MALTA, pieces=(cove,)), red={
        "c_ops_arrives": Arrival(1, 4, "beach"), "fup_arrives": Arrival(1, 4, "beach")})  # fmt: skip
    after = act(on_day(with_fresh_staff(state), 1, 4), land_staff).state
    assert after.units["Red FUP"].place.point == (30, 3)


@pytest.mark.clause("gb10.setup.table-edge", "gb10.variants.malta-withheld")
def test_a_c_ops_that_comes_over_a_narrow_beach_stands_whole_on_the_table():
    narrow = {"kind": "orchard", "name": "beach", "corners": ((57, 0), (60, 0), (60, 0.6), (57, 0.6))}
    state = with_armies(table10(Body("A1"), FOE, options=MALTA, pieces=(narrow,)), red={
        "c_ops_arrives": Arrival(1, 4, "beach"), "fup_arrives": Arrival(1, 4, "beach")})  # fmt: skip
    after = act(on_day(with_fresh_staff(state), 1, 4), land_staff).state
    assert after.units["Red C Ops"].place.point == (58.5, 0.5) and off_table(after) == []


def land_staff(play):
    land_staff_late(play, RED)


def with_fresh_staff(state):
    """With the staff that the scenario now speaks of."""
    everybody = muster(state.scenario.side[0], edition(state), None, state.variants)
    staff = [unit for unit in everybody if unit.kind in COMMAND]
    return replace(state, units={**state.units, **{u.id: u for u in staff}})


@pytest.mark.parametrize(
    ("red", "wrong"),
    [
        ({"c_ops_arrives": Arrival(1, 4)}, "c_ops_arrives: it needs day and at"),
        ({"c_ops_arrives": Arrival(1, 4, "cove")}, "the map has no piece 'cove'"),
        ({"c_ops_arrives": Arrival(1, 0, "beach")}, "day and turn go together"),
        ({"c_ops_arrives": Arrival(1, 4, "beach"), "c_ops": (5, 5)}, "it is on the table from the start"),
        ({"c_ops_arrives": Arrival(2, 4, "beach")}, "c_ops_arrives: there is no turn 4 of day 2 in this battle"),
        ({"fup_arrives": Arrival(-1, -1, "beach")}, "fup_arrives: there is no turn -1 of day -1 in this battle"),
        ({"drop": Drop(c_ops=99)}, "Red: drop: c_ops: there is no turn 99 of day 1 in this battle"),
        ({"air": Air(-1)}, "a number is below 0"),
    ],
)
def test_a_scenario_with_a_faulty_arrival_is_refused(red, wrong):
    state = with_armies(table10(Body("A1"), FOE, pieces=(BEACH,)), red=red)
    with pytest.raises(ScenarioError, match=wrong):
        check(state.scenario)
