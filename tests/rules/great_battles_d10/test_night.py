"""The night by the d10 charts, step by step."""

from functools import partial

import pytest
from gbday import plays
from gbtable import BLUE, GB10, INFANTRY, RED, Body, act10, marked, offers, sid, stand, why_not
from msgspec.structs import replace
from rear import A1, A2, STAFF, STAGING, asked, does, enemy, rear

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Artillery
from sandtable.rules.great_battles.commands.day import Done, EndDay, Form, Limber, Pick, SetUp
from sandtable.rules.great_battles.commands.night import Attach, Load, MoveStaff, Stay, Withdraw
from sandtable.rules.great_battles.day import night
from sandtable.rules.great_battles.day.attachments import attach_next
from sandtable.rules.great_battles.effects.missions import missions
from sandtable.rules.great_battles.facts.missions import Fell
from sandtable.rules.great_battles.march.leaving import refuse_leave
from sandtable.rules.great_battles.staff.supply import move_fups
from sandtable.rules.great_battles.steps import EndOfTurn, Nightfall, NightReserves, NightRest, PassOrProceed
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import (
    companies,
    formation,
    gap,
    in_reserve,
    is_locked,
    is_suppressed,
    stands_of,
)
from sandtable.rules.great_battles.words import Formation, Mark, Tally, Trait
from sandtable.scripted import act

AT_GUN = "6 pounder AT gun M by truck"


red = partial(rear, staff=(30, 20), fup=(30, 8), days=3, rules=GB10)


# ---- the FUP


@pytest.mark.case("gb10.night.fup", 1)
def test_the_fup_moves_up_to_its_c_ops_and_touches_it():
    question = asked(red(), move_fups)
    assert why_not(question, MoveStaff(STAGING, Place(31.6, 20))) == "gb10.night.fup"
    after = does(red(), move_fups, MoveStaff(STAGING, Place(30, 18.49)))
    assert after.told == ["Red FUP moves to 30, 18.49 [gb10.night.fup]"]
    assert gap(after.state, after.state.units[STAGING], after.state.units[STAFF]) <= 0.02


@pytest.mark.clause("gb10.night.fup")
@pytest.mark.parametrize("facing", [0, 37, 90, 200])
def test_there_is_always_a_place_for_it_beside_the_c_ops(facing):
    state = red()
    staff = state.units[STAFF]
    state = state.put(replace(staff, place=replace(staff.place, facing=facing)))
    (option, _) = asked(state, move_fups).options
    places = list(option.region.notable())
    assert len(places) >= 4
    for place in places:
        after = does(state, move_fups, MoveStaff(STAGING, place)).state
        assert gap(after, after.units[STAGING], after.units[STAFF]) <= 0.02


@pytest.mark.clause("gb10.night.fup-road", "gb10.night.fup")
@pytest.mark.parametrize(("x", "goes"), [(31.99, False), (32.0, True)])
def test_an_enemy_closer_than_an_inch_to_the_road_keeps_it_where_it_is(x, goes):
    after = does(red(enemy(x, 14)), move_fups, *([MoveStaff(STAGING, Place(30, 18.49))] if goes else []))
    assert (after.state.units[STAGING].place.point == (30, 18.49)) == goes
    if not goes:
        assert [option.command for option in after.asked[0].options] == [Stay(STAGING)]


# ---- rest


@pytest.mark.case("gb10.night.recover", 1)
def test_every_suppressed_stand_recovers_without_a_roll():
    state = red(Body("A1", (30, 15), suppressed=(1, 2)), enemy(30, 40, suppressed=(1,)))
    day = plays(state, NightRest())
    assert not any(map(is_suppressed, day.state.units.values()))
    assert "gb10.night.recover" in day.cited


@pytest.mark.clause("gb10.night.inactive", "gb10.night.markers-cleared", "gb10.activate.duration")
def test_everybody_is_inactive_and_owes_nothing():
    marks = (Mark.TO_GROUND, Mark.ACTION_TAKEN)
    day = plays(red(Body("A1", (30, 15), marks=marks), enemy(30, 40)), NightRest())
    assert day.state.units[A1].marks.isdisjoint({Mark.ACTIVATED, *marks})
    assert "A1 is no longer gone to ground [gb10.night.inactive]" in day.told
    assert {"gb10.night.markers-cleared", "gb10.activate.duration"} <= day.cited


@pytest.mark.clause("gb10.night.markers-cleared")
def test_templates_are_taken_off():
    state = red(Body("A1", (30, 15)), artillery=Artillery("average", 1, 5))
    falls = act(state, lambda play: play.emit(Fell(UnitId("Red template 1"), Place(30, 30)))).state
    after = act(falls, night.tidy_up)
    assert after.state.units["Red template 1"].place is None


@pytest.mark.clause("gb10.close-combat.continued-combat")
def test_an_undecided_close_combat_is_broken_off():
    state = red(Body("A1", (30, 29.75), marks=("attacks B1",)), Body("B1", (30, 29.75), 180, side=BLUE))
    after = act10(state, night.tidy_up)
    assert not is_locked(after.state, after.state.units[A1])
    assert "A1 and B1 break off [gb10.close-combat.continued-combat]" in after.told


@pytest.mark.clause("gb10.night.markers-cleared")
def test_weapons_are_packed_up_or_set_up_as_their_owner_likes():
    state = red(Body("A1", (30, 15), attached=("Heavy weapons", "AT gun M"), set_up=(4,)))
    assert offers(asked(state, night.stow)) == [Limber(sid(state, "A1/4")), SetUp(sid(state, "A1/5")), Done()]


@pytest.mark.clause("gb10.night.transport")
def test_transport_comes_back():
    state = red(Body("A1", (30, 15), stands=("Infantry by truck",) * 2))
    after = does(state, night.reload, Load(sid(state, "A1/1")))
    assert Mark.LOADED in stand(after.state, "A1/1").marks
    assert "gb10.night.transport" in after.cited


# ---- reserves


@pytest.mark.case("gb10.night.withdraw", 1)
def test_the_attacker_withdraws_first():
    day = plays(red(Body("A1", (30, 15)), enemy(30, 40)), Nightfall(), steps=1)
    sides = [step.side for step in day.state.agenda if isinstance(step, NightReserves)]
    assert sides == [RED, BLUE]


@pytest.mark.clause("gb10.night.withdraw")
def test_battalions_or_their_attachments_go_into_reserve():
    state = red(Body("A1", (30, 15), attached=("Heavy weapons",)), enemy(30, 40))
    assert offers(asked(state, night.withdraw_next)) == [Withdraw(A1), Withdraw(sid(state, "A1/4")), Done()]
    after = does(state, night.withdraw_next, Withdraw(A1))
    assert [body.id for body in in_reserve(after.state, RED)] == ["A1"]
    assert "A1 goes into reserve [gb10.night.withdraw]" in after.told


@pytest.mark.clause("gb10.night.attachments")
def test_support_units_are_attached_in_reserve_within_their_brigade():
    state = red(Body("A1"), Body("A2", stands=(AT_GUN,)), Body("C1"))
    body = state.units[A2]
    question = asked(state.put(replace(body, traits=body.traits | {Trait.COMMONWEALTH})), attach_next)
    assert offers(question) == [Attach(A2, A1), Done()]
    assert why_not(question, Attach(A2, UnitId("C1"))) == "gb10.night.attachments"
    after = does(state, attach_next, Attach(A2, A1)).state
    assert len(stands_of(after, A1)) == 4


# ---- drill


@pytest.mark.clause("gb10.night.formation")
def test_battalions_on_the_table_form_as_they_like():
    state = red(Body("A1", (10, 15)), enemy(30, 40))
    order = Form(A1, None, Formation.MARCH)
    options = asked(state, night.reform_next, Pick(A1)).options
    to = next(option.region for option in options if option.command == order).centres[0].place
    after = does(state, night.reform_next, Pick(A1), replace(order, to=replace(to, facing=180)))
    assert formation(after.state.units[A1]) == Formation.MARCH and after.state.units[A1].place.facing == 180
    assert "is in march formation" in after.told[-1] and "[gb10.night.formation" in after.told[-1]


@pytest.mark.clause("gb10.night.formation-limits")
def test_but_no_stand_goes_farther_than_twelve_inches():
    line = Body("A1", (30, 30), stands=(INFANTRY,) * 8, formation=Formation.DEFENSIVE, interval=190)
    state = red(line, enemy(5, 45), fup=(10, 1), staff=(12, 0.5))
    question = asked(state, night.reform_next, Pick(A1))
    centre = next(option.region for option in question.options if option.region).centres[0].place
    wheel = Form(A1, replace(centre, facing=90), Formation.DEFENSIVE, 190)
    assert why_not(question, replace(wheel, to=replace(centre, facing=20))) == ""
    assert why_not(question, wheel) == "gb10.night.formation-limits"


# ---- on to the next day


@pytest.mark.case("gb10.night.artillery", 1)
def test_the_daily_rounds_are_added_and_every_template_is_there_again():
    state = red(Body("A1", (30, 15)), artillery=Artillery("average", 2, 15, daily=5))
    unit = force(state, RED)
    fired = marked(state.put(replace(unit, tallies={**unit.tallies, Tally.ROUNDS: 3})), "Red template 1", Mark.USED)
    after = act(fired, night.resupply)
    assert force(after.state, RED).tallies[Tally.ROUNDS] == 8
    assert "Red has 8 rounds of artillery [gb10.night.artillery]" in after.told
    assert len(missions(after.state, RED)) == 2


@pytest.mark.clause("gb10.night.sequence")
def test_the_night_goes_through_its_steps_to_the_next_dawn():
    day = plays(red(Body("A1", (30, 15)), enemy(30, 40)), Nightfall(), steps=1)
    order = list(dict.fromkeys(day.agenda))
    assert order == [
        *("NightStaff", "NightRest", "NightStowing", "NightLoading", "Replacements", "Rejoining"),
        *("NightReserves", "NightDrill", "NightAttachments", "Resupply"),
    ]
    dawn = plays(day.state, *day.state.agenda, until="pass, or proceed", die=1)
    assert "Dawn of day 2" in " ".join(dawn.told) and isinstance(dawn.state.agenda[0], PassOrProceed)


@pytest.mark.clause("gb10.setup.early-night")
def test_night_falls_early_if_both_agree():
    state = red(Body("A1", (30, 15)), enemy(30, 40))
    assert plays(state, EndOfTurn(4), picks=[EndDay(), EndDay()], steps=1).agenda == ["Nightfall"]


# ---- by day


@pytest.mark.clause("gb10.night.day-withdrawal-stock")
def test_a_battalion_leaves_by_its_own_edge_even_if_it_has_gone_to_ground():
    state = marked(red(Body("A1", (30, 3)), enemy(30, 40)), "A1", Mark.TO_GROUND)
    assert refuse_leave(state, state.units[A1], 1.0) is None
    assert len(companies(state, A1)) == 3
    far = red(Body("A1", (30, 20)))
    assert refuse_leave(far, far.units[A1], 1.0).clause == "gb10.setup.table-edge"
