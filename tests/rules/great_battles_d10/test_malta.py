"""The house rules of Malta. Red, the attacker, is the Axis."""

import pytest
from gbday import plays, points_of, with_actions, with_scenario
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
from sandtable.rules.great_battles.actions import move_next, tidy_next
from sandtable.rules.great_battles.airborne import land_next
from sandtable.rules.great_battles.attachments import attach_next
from sandtable.rules.great_battles.charts import HARD_COVER
from sandtable.rules.great_battles.commands import Charge, Dig, Done, Fire, Move, OpenFire, Pick, PlaceUnit
from sandtable.rules.great_battles.commands_airborne import Consolidate, DropOver, Meet, SavePoint
from sandtable.rules.great_battles.commands_artillery import AskForAircraft, KeepOnCall, PrePlan, Register
from sandtable.rules.great_battles.commands_malta import (
    CallUp,
    ComeLater,
    EnterBy,
    EntrenchHere,
    HoldOff,
    PutOff,
    Reassign,
)
from sandtable.rules.great_battles.deploy import deploy_next
from sandtable.rules.great_battles.digging import dig
from sandtable.rules.great_battles.edition import edition
from sandtable.rules.great_battles.events import PlayerTurnOver
from sandtable.rules.great_battles.field import owes
from sandtable.rules.great_battles.ground import cover
from sandtable.rules.great_battles.malta import grow_dark, is_axis
from sandtable.rules.great_battles.mission import gun_of
from sandtable.rules.great_battles.plan import plan_next
from sandtable.rules.great_battles.preparing import prepare_next
from sandtable.rules.great_battles.reading import check
from sandtable.rules.great_battles.scenario import Arrival, Artillery, Drop, Objective, Post
from sandtable.rules.great_battles.setup import muster, place_next
from sandtable.rules.great_battles.staff_points import is_cut_off, keep_points, refuse_spending
from sandtable.rules.great_battles.steps import (
    Calls,
    Dawn,
    Dusk,
    EndOfTurn,
    Moving,
    NightAttachments,
    PlayerTurn,
    Preparation,
)
from sandtable.rules.great_battles.victory import take_objectives
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.withheld import land_staff_late
from sandtable.rules.great_battles.words import COMMAND, Formation, Mark, Tally, Trait
from sandtable.testing import act

MALTA = ("malta",)

FIELD = {"kind": "orchard", "name": "field", "at": (20, 20), "size": (6, 4)}
BEACH = {"kind": "orchard", "name": "beach", "at": (50, 10), "size": (4, 4)}
AIRFIELD = Objective("the airfield", piece="field", airfield=True)
PORT = Objective("the port", piece="field", port=True)


def on_day(state, day, turn=5):
    return replace(state, tallies={**state.tallies, Tally.DAY: day, Tally.TURN: turn})


def with_points(state, side, points):
    unit = state.units[side]
    return state.put(replace(unit, tallies={**unit.tallies, Tally.POINTS: points}))


def armies(state, red=None, blue=None):
    """The same table with other facts about its sides."""
    ours, theirs = state.scenario.side
    return with_scenario(state, side=(replace(ours, **(red or {})), replace(theirs, **(blue or {}))))


# ---- activation points


@pytest.mark.clause("gb10.variants.malta-points", "gb10.variants.malta-cards")
def test_the_axis_begins_with_8_points_and_the_allies_with_3_and_nobody_with_cards():
    day = plays(table10(Body("A1", (20, 10)), FOE, options=MALTA), Dawn(1), steps=1)
    assert (points_of(day.state, RED), points_of(day.state, BLUE)) == (8, 3)
    assert "Red begins with 8 activation points [gb10.variants.malta-points]" in day.told
    assert not day.state.piles
    assert points_of(plays(day.state, Dawn(2), steps=1).state, RED) == 8  # what is left, not 8 once more
    assert points_of(plays(table10(Body("A1", (20, 10)), FOE), Dawn(1), steps=1).state, RED) == 20


@pytest.mark.clause("gb10.variants.malta-points")
def test_a_scenario_may_say_who_the_axis_is():
    state = table10(Body("A1", (20, 10)), FOE, options=MALTA)
    assert is_axis(state, RED) and not is_axis(state, BLUE)
    other = armies(state, blue={"axis": True})
    assert is_axis(other, BLUE) and not is_axis(other, RED)


@pytest.mark.clause("gb10.variants.malta-points")
@pytest.mark.parametrize(("day", "turn", "clause"), [(1, 1, "gb10.variants.malta-points"), (1, 2, ""), (2, 1, "")])
def test_points_are_saved_from_the_second_turn_on(day, turn, clause):
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA, c_ops={RED: (20, 2)}), day, turn)
    state = with_points(state, RED, 3)
    why = refuse_spending(state, state.units["Red C Ops"], SavePoint(UnitId("Red C Ops")))
    assert (why.clause if why else "") == clause


@pytest.mark.case("gb10.variants.malta-carry-over", 1)
def test_after_day_2_the_axis_keeps_a_point_on_6():
    state = with_points(on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA), 2), RED, 3)
    after = act(state, lambda play: keep_points(play, RED), [6, 7, 2])
    assert points_of(after.state, RED) == 2
    assert "(6 after day 2 [gb10.variants.malta-carry-over])" in after.told[0]
    allies = act(with_points(state, BLUE, 2), lambda play: keep_points(play, BLUE), [5, 6])
    assert points_of(allies.state, BLUE) == 1  # 3 + 2


@pytest.mark.clause("gb10.variants.malta-ports")
def test_a_port_is_worth_two_points_to_whoever_takes_it():
    ours = Body("A1", (20, 20), stands=(INFANTRY,))
    state = table10(ours, FOE, options=MALTA, pieces=(FIELD,), objectives=(PORT,), points=5)
    after = act(state, take_objectives)
    assert points_of(after.state, RED) == 7 and "gb10.variants.malta-ports" in after.cited
    assert not act(after.state, take_objectives).entries
    assert points_of(act(with_points(state, RED, 19), take_objectives).state, RED) == 20
    plain = table10(ours, FOE, pieces=(FIELD,), objectives=(PORT,), points=5)
    assert points_of(act(plain, take_objectives).state, RED) == 5


# ---- aircraft, guns and supply


@pytest.mark.clause("gb10.variants.malta-air", "gb10.variants.malta-air-limit")
@pytest.mark.parametrize(("die", "comes"), [(3, True), (4, False)])
def test_a_point_buys_an_aircraft_on_3_and_one_only_in_a_turn(die, comes):
    state = table10(Body("A1", (20, 36)), FOE, options=MALTA, points=5)
    day = plays(state, Calls(RED), picks=[AskForAircraft(UnitId("Red"))], dice=[die])
    assert points_of(day.state, RED) == 4
    assert any("(3 heard [gb10.variants.malta-air])" in line for line in day.told)
    assert any(i.startswith("Red sortie") for i in day.state.units) == comes
    assert sum("ask for an aircraft?" in line for line in day.asked) == 1
    assert "Red asks for no other aircraft in this turn [gb10.variants.malta-air-limit]" in day.told


@pytest.mark.clause("gb10.variants.malta-artillery")
@pytest.mark.parametrize(("side", "day", "free"), [(RED, 1, False), (RED, 2, True), (BLUE, 1, True)])
def test_on_the_first_day_the_guns_of_the_axis_are_on_call(side, day, free):
    guns = Artillery("average", 2, 6)
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA, artillery=guns), day, 1)
    question = first_question(state, lambda play: plan_next(play, side))
    gun = UnitId(f"{side} template 1")
    for order in (PrePlan(gun, Place(20, 30)), Register(gun, Place(20, 30))):
        assert why_not(question, order) == ("" if free else "gb10.variants.malta-artillery")
    assert why_not(question, KeepOnCall(gun)) == ""


@pytest.mark.clause("gb10.variants.malta-supply")
def test_a_captured_port_is_a_source_of_supply():
    ring = [Body(f"B{n}", (x, y), 0, side=BLUE, stands=(TANK,)) for n, (x, y) in enumerate(RING, 1)]
    state = table10(Body("A1", (40, 10)), *ring, options=MALTA, c_ops={RED: (20, 23)}, pieces=(FIELD,),
                    objectives=(PORT,))  # fmt: skip
    staff = state.units["Red C Ops"]
    assert is_cut_off(state, staff)
    ours = armies(state, red={"supply_from": ("the port",)})
    assert is_cut_off(ours, staff)  # the enemy still holds it
    taken = ours.put(replace(ours.units["the port"], side=RED))
    assert not is_cut_off(taken, staff)


RING = [(17 + 2 * n, 26) for n in range(4)] + [(17 + 2 * n, 15) for n in range(4)]
RING += [(x, 16 + 2 * n) for x in (15.5, 24.5) for n in range(6)]


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


def lands_at(*picks, y=26.0, options=MALTA, dice=(), at=(20.0, 20.0)):
    """A1 comes down there, with B1 so far up the table."""
    foe = Body("B1", (20, y), 180, side=BLUE, stands=(INFANTRY,) * 2, formation=Formation.DEFENSIVE)
    state = table10(Body("A1", stands=(INFANTRY,), airborne="parachute"), foe, options=options, pieces=(FIELD,),
                    objectives=(AIRFIELD,), drop=Drop(heights=("low",)))  # fmt: skip

    def all_of_it(play):
        while land_next(play, RED):
            pass

    chosen = [DropOver(UnitId("A1"), Place(*at, 0)), *picks]
    return act(state, all_of_it, [10, 1, 1, 10, *dice], chosen, view=view)


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


# ---- the end of the day


@pytest.mark.case("gb10.variants.malta-day-end", 1)
@pytest.mark.parametrize(("die", "over"), [(7, False), (8, True), (10, True)])
def test_late_in_the_day_a_die_as_high_as_the_turn_ends_it(die, over):
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA, days=2), 1, 8)
    day = plays(state, Dusk(BLUE), EndOfTurn(8), dice=[die], steps=2)
    assert ("the day is over [gb10.variants.malta-day-end]" in day.told) == over
    assert day.agenda[0] == ("Nightfall" if over else "Turn")


@pytest.mark.clause("gb10.variants.malta-day-end")
def test_only_after_the_turn_of_the_allies_and_from_turn_7_on():
    state = table10(Body("A1", (20, 10)), FOE, options=MALTA)
    assert not act(on_day(state, 1, 9), lambda play: grow_dark(play, RED)).entries
    assert not act(on_day(state, 1, 6), lambda play: grow_dark(play, BLUE)).entries
    assert not act(on_day(replace(state, variants=frozenset()), 1, 9), lambda play: grow_dark(play, BLUE)).entries
    assert plays(state, PlayerTurn(BLUE), steps=1).agenda[-1] == "Dusk"


@pytest.mark.clause("gb10.variants.malta-day-end")
def test_a_day_that_is_over_has_no_other_player_turn():
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA), 1, 9)
    day = plays(state, Dusk(BLUE), PlayerTurn(RED), dice=[9], steps=2)
    assert "Red's turn" not in " ".join(day.told) and day.agenda == []
    assert "Red's turn" in " ".join(plays(on_day(day.state, 2, 1), PlayerTurn(RED), steps=1).told)


# ---- support stands


def two_battalions(second=(24, 10), **more):
    ours = Body("A1", (20, 10), attached=("HQ", "Heavy weapons"), set_up=(5,)), Body("A2", second, attached=("HQ",))
    return table10(*ours, FOE, options=MALTA, **more)


@pytest.mark.clause("gb10.variants.malta-support")
def test_at_night_a_support_stand_goes_over_to_another_battalion_on_the_table():
    state = two_battalions()
    weapons = sid(state, "A1/5")
    day = plays(state, NightAttachments(RED), picks=[Reassign(weapons, UnitId("A2"))])
    there = stand(day.state, "A2/5")
    assert there.part_of == "A2" and there.place is not None and Mark.SET_UP not in there.marks
    assert weapons not in day.state.units
    assert f"{weapons} goes over to A2 as A2/5 heavy weapons [gb10.variants.malta-support]" in day.told
    assert [day.state.units[name].tallies[Tally.AT_DAWN] for name in ("A1", "A2")] == [4, 5]


@pytest.mark.clause("gb10.variants.malta-support")
def test_the_limits_of_attachments_and_of_a_night_hold():
    state = two_battalions()
    question = first_question(state, at_night)
    assert why_not(question, Reassign(sid(state, "A1/4"), UnitId("A2"))) == "gb10.organisation.attachments"
    far = two_battalions(second=(50, 10))
    question = first_question(far, at_night)
    assert why_not(question, Reassign(sid(far, "A1/5"), UnitId("A2"))) == "gb10.variants.malta-support"
    away = two_battalions(second=None)
    question = first_question(away, at_night)
    assert why_not(question, Reassign(sid(away, "A1/5"), UnitId("A2"))) == "gb10.variants.malta-support"
    plain = replace(state, variants=frozenset())
    assert not any(isinstance(one, Reassign) for one in offers(first_question(plain, at_night)))


def at_night(play):
    attach_next(play, RED)


@pytest.mark.clause("gb10.variants.malta-support")
def test_before_the_battle_stands_change_battalion_off_the_table():
    ours = Body("A1", attached=("Heavy weapons",)), Body("A2")
    state = table10(*ours, FOE, options=MALTA)
    after = plays(state, Preparation(RED), picks=[Reassign(sid(state, "A1/4"), UnitId("A2"))], steps=1)
    assert stand(after.state, "A2/4").place is None
    again = first_question(after.state, lambda play: prepare_next(play, RED))
    assert why_not(again, Reassign(sid(after.state, "A2/4"), UnitId("A1"))) == "gb10.variants.malta-support"


@pytest.mark.clause("gb10.variants.malta-support")
def test_a_field_gun_takes_its_template_along():
    ours = Body("A1", (20, 10), attached=("25 pounder field gun M",)), Body("A2", (24, 10))
    state = table10(*ours, FOE, options=MALTA)
    template = state.units["Red template 1"]
    assert gun_of(state, template).id == sid(state, "A1/4")
    after = plays(state, NightAttachments(RED), picks=[Reassign(sid(state, "A1/4"), UnitId("A2"))]).state
    assert gun_of(after, template).id == sid(after, "A2/4")
    back = PlayerTurnOver().apply(after)
    again = plays(back, NightAttachments(RED), picks=[Reassign(sid(after, "A2/4"), UnitId("A1"))]).state
    assert gun_of(again, template).id == sid(again, "A1/4")


# ---- forces held back


def waves(**first):
    """A1 and A2 in reserve; A1 is written down by the scenario."""
    ours = Body("A1", active=False), Body("A2", active=False)
    state = table10(*ours, FOE, options=MALTA, pieces=(BEACH,), days=2)
    red, _ = state.scenario.side
    entries = tuple(replace(one, withheld=Arrival(**first)) if one.id == "A1" else one for one in red.battalions)
    return armies(state, red={"battalions": entries})


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


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_what_is_due_may_be_put_off_and_come_elsewhere():
    state = on_day(prepared(waves(day=1, turn=2, at="beach")), 1, 2)
    orders = [PutOff("A1"), EnterBy("A1")]
    after = act(state, lambda play: deploy_next(play, RED, dawn=False), [2, 2], orders)
    body = after.state.units["A1"]
    assert (body.tallies[Tally.DUE_DAY], body.tallies[Tally.DUE]) == (1, 6)
    assert "comes over beach" not in body.marks


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


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_staff_that_comes_later_comes_over_the_beach_unless_the_enemy_is_there():
    track = {"kind": "road", "name": "track", "course": ((50, 9), (30, 9))}
    ours = Body("A1"), FOE
    state = armies(table10(*ours, options=MALTA, pieces=(BEACH, track)), red={
        "c_ops_arrives": Arrival(1, 4, "beach"), "fup_arrives": Arrival(1, 4, "beach")})  # fmt: skip
    state = with_fresh_staff(state)
    assert act(on_day(state, 1, 3), land_staff).state.units["Red C Ops"].place is None
    after = act(on_day(state, 1, 4), land_staff)
    assert after.state.units["Red C Ops"].place.point == (50, 9)
    assert after.state.units["Red FUP"].place is not None
    held = moved(on_day(state, 1, 4), "B1/1", 50, 9.5)
    assert act(held, land_staff).state.units["Red C Ops"].place is None


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
        ({"c_ops_arrives": Arrival(1, 4)}, "c_ops_arrives: day and at are needed"),
        ({"c_ops_arrives": Arrival(1, 4, "cove")}, "the map has no piece 'cove'"),
        ({"c_ops_arrives": Arrival(1, 0, "beach")}, "a day goes with a turn"),
        ({"c_ops_arrives": Arrival(1, 4, "beach"), "c_ops": (5, 5)}, "it is on the table from the start"),
    ],
)
def test_a_scenario_with_a_faulty_arrival_is_refused(red, wrong):
    state = armies(table10(Body("A1"), FOE, pieces=(BEACH,)), red=red)
    with pytest.raises(ScenarioError, match=wrong):
        check(state.scenario)


# ---- where the garrison starts


@pytest.mark.clause("gb10.setup.plotted-placement")
def test_a_battalion_may_have_to_start_away_from_the_airfield():
    state = table10(Body("A1"), Body("B1", side=BLUE, stands=(INFANTRY,)), pieces=(FIELD,))
    _, blue = state.scenario.side
    entries = tuple(
        replace(one, post=Post(box=(0, 0, 60, 48)), away_from="field", away_by=6.0) for one in blue.battalions
    )
    question = first_question(armies(state, blue={"battalions": entries}), lambda play: place_next(play, BLUE))
    at = PlaceUnit("B1", Place(20, 27.9, 180), Formation.ASSAULT)
    assert why_not(question, at) == "gb10.setup.plotted-placement"
    assert why_not(question, replace(at, to=Place(20, 28, 180))) == ""
    with pytest.raises(ScenarioError, match="away_from: the map has no piece 'port'"):
        lost = tuple(replace(one, away_from="port") for one in entries)
        check(armies(state, blue={"battalions": lost}).scenario)


# ---- entrenchments


@pytest.mark.clause("gb10.variants.malta-entrench", "gb10.variants.malta-entrench-details")
def test_a_stand_digs_for_itself_and_is_in_hard_cover_after_five_actions():
    state = table10(Body("A1", (20, 10), formation=Formation.DEFENSIVE), FOE, options=MALTA)
    one = sid(state, "A1/1")
    for done in range(1, 5):
        state = act(state, lambda play: dig(play, one)).state
        assert stand(state, "A1/1").tallies[Tally.DIGGING] == done
    after = act(state, lambda play: dig(play, one))
    assert cover(after.state, stand(after.state, "A1/1")) == HARD_COVER
    assert Mark.DUG_IN not in stand(after.state, "A1/2").marks
    assert "A1/1 infantry digs in, 5 of 5 [gb10.variants.malta-entrench]" in after.told


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_only_infantry_in_the_open_digs_and_does_nothing_else_meanwhile():
    wood = {"kind": "woods", "name": "wood", "at": (30, 10), "size": (6, 6)}
    bodies = Body("A1", (20, 10), attached=("HQ",)), Body("A2", (30, 10), stands=(INFANTRY,))
    state = with_actions(table10(*bodies, FOE, options=MALTA, pieces=(wood,)), A1=1, A2=1)
    digging = [one.unit for one in offers(first_question(state, tidies)) if isinstance(one, Dig)]
    assert digging == [sid(state, f"A1/{n}") for n in (1, 2, 3)]
    after = act(state, lambda play: dig(play, digging[0]))
    again = [one.unit for one in offers(first_question(after.state, tidies)) if isinstance(one, Dig)]
    assert again == digging[1:]
    assert not any(isinstance(one, Dig) for one in offers(first_question(replace(state, variants=frozenset()), tidies)))


def tidies(play):
    return tidy_next(play, RED, 1)


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_work_is_lost_when_the_stand_moves_or_the_enemy_closes():
    ours = Body("A1", (20, 10)), Body("B1", (20, 12), 180, side=BLUE)
    state = with_actions(table10(*ours, options=MALTA), A1=1)
    dug = act(state, lambda play: [dig(play, sid(state, "A1/1")), dig(play, sid(state, "B1/1"))]).state
    moved_on = plays(dug, Moving(RED, 1), picks=[Pick("A1"), Move("A1", Place(20, 10.5, 0))], steps=1).state
    assert Tally.DIGGING not in stand(moved_on, "A1/1").tallies
    assert Tally.DIGGING in stand(moved_on, "B1/1").tallies
    closed = plays(dug, Moving(RED, 1), picks=[Pick("A1"), Charge("A1", "B1")], steps=1).state
    assert Tally.DIGGING not in stand(closed, "B1/1").tallies


@pytest.mark.clause("gb10.variants.malta-entrench")
@pytest.mark.parametrize("town", [False, True])
def test_allied_stands_outside_towns_may_start_dug_in(town):
    piece = {"kind": "town", "name": "town", "at": (20, 40), "size": (12, 10)}
    theirs = Body("B1", side=BLUE, active=False)
    state = table10(Body("A1"), theirs, options=MALTA, pieces=(piece,) if town else ())
    _, blue = state.scenario.side
    entries = tuple(replace(one, post=Post(box=(10, 30, 30, 48))) for one in blue.battalions)
    state = armies(state, blue={"battalions": entries})
    place = PlaceUnit("B1", Place(20, 40, 180), Formation.DEFENSIVE)
    picks = [place] if town else [place, EntrenchHere("B1")]
    after = act(state, lambda play: place_next(play, BLUE), picks=picks, view=view)
    assert (Mark.DUG_IN in stand(after.state, "B1/1").marks) != town
    if not town:
        assert Done() in [option.command for option in after.asked[-1].options]
