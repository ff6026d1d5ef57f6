"""The night, step by step."""

from functools import partial

import pytest
from gbday import plays
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, Body, carried_out, marked, offers, sid, stand, table, why_not
from msgspec.structs import replace
from rear import A1, A2, STAGING, asked, does, enemy, rear

from sandtable.board.place import Place
from sandtable.kernel.play import Play
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Artillery
from sandtable.rules.great_battles.commands.day import Done, EndDay, Form, Limber, Pick, PlayOn, SetUp
from sandtable.rules.great_battles.commands.night import Attach, Detach, Load, MoveStaff, Stay, Withdraw
from sandtable.rules.great_battles.d20 import EDITION
from sandtable.rules.great_battles.day import night
from sandtable.rules.great_battles.day.attachments import attach_next
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.effects.missions import gun_of, of_today
from sandtable.rules.great_battles.facts.missions import Fell
from sandtable.rules.great_battles.facts.reserves import Reassigned
from sandtable.rules.great_battles.guns.plan import unplanned
from sandtable.rules.great_battles.march.leaving import refuse_leave
from sandtable.rules.great_battles.sequence import SEQUENCE
from sandtable.rules.great_battles.staff.supply import move_fups
from sandtable.rules.great_battles.steps import Dawn, EndOfTurn, Nightfall, NightReserves, Resupply
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import (
    contacts,
    formation,
    has,
    in_reserve,
    is_locked,
    is_suppressed,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally, Trait
from sandtable.scripted import Scripted, act
from sandtable.testing import leaks, loose_ends

AT_GUN, TRUCKED = "6 pounder AT gun M by truck", "Infantry by truck"


red = partial(rear, staff=(30, 20), fup=(30, 4), days=3)


def has_mark(state, name, *marks):
    return [mark in stand(state, name).marks for mark in marks]


# ---- when


@pytest.mark.case("gb20.night.day-length", 1)
def test_a_day_has_ten_turns_in_june_eight_in_december_and_nine_in_march():
    assert [EDITION.charts.turns_in_day(month) for month in ("June", "December", "March")] == [10, 8, 9]


# ---- the FUP


@pytest.mark.clause("gb20.night.fup-moves")
def test_the_fup_moves_next_to_its_c_ops_along_a_clear_road():
    question = asked(red(), move_fups)
    assert why_not(question, MoveStaff(STAGING, Place(32, 20))) == ""
    assert why_not(question, MoveStaff(STAGING, Place(32.6, 20))) == "gb20.night.fup-moves"
    after = does(red(), move_fups, MoveStaff(STAGING, Place(30, 18)))
    assert after.state.units[STAGING].place.point == (30, 18)
    assert after.told == ["Red FUP moves to 30, 18 [gb20.night.fup-moves]"]


@pytest.mark.clause("gb20.night.fup-moves")
def test_with_an_enemy_within_two_inches_of_the_road_the_fup_stays():
    after = does(red(enemy(31, 10)), move_fups)
    assert [option.command for option in after.asked[0].options] == [Stay(STAGING)]
    assert after.asked[0].barred[0].refusal.clause == "gb20.setup.friendly-road"


@pytest.mark.clause("gb20.night.fup-moves")
def test_a_hidden_enemy_near_the_road_stops_it_too():
    after = does(red(enemy(31, 10, hidden=True)), move_fups, MoveStaff(STAGING, Place(30, 18)))
    assert after.state.units[STAGING].place.point == (30, 4)
    assert [entry.known_to for entry in after.entries] == [{RED}]


# ---- rest and housekeeping


@pytest.mark.case("gb20.night.flip-suppressed", 1)
def test_every_suppressed_stand_recovers_without_a_roll():
    state = red(Body("A1", (30, 15), suppressed=(1, 2, 3)), Body("B1", (30, 30), 180, side=BLUE, suppressed=(1, 3)))
    after = act(state, night.rest)
    assert not any(map(is_suppressed, after.state.units.values()))
    assert [entry.clause for entry in after.entries] == ["gb20.night.flip-suppressed"] * 5


@pytest.mark.clause("gb20.night.housekeeping")
def test_at_nightfall_every_battalion_is_inactive_and_owes_nothing():
    marks = (Mark.TO_GROUND, Mark.ACTION_TAKEN, Mark.DEACTIVATED)
    after = act(red(Body("A1", (30, 15), marks=marks)), night.tidy_up)
    assert has_mark(after.state, "A1", Mark.ACTIVATED, *marks) == [False] * 4
    assert "A1 is no longer gone to ground [gb20.night.housekeeping]" in after.told


@pytest.mark.clause("gb20.night.housekeeping")
def test_barrages_are_lifted_at_nightfall():
    state = red(Body("A1", (30, 15)), artillery=Artillery("average", 1, 5))
    template = UnitId("Red template 1")
    falls = act(state, lambda play: play.emit(Fell(template, Place(30, 30)))).state
    after = act(falls, night.tidy_up)
    assert after.state.units[template].place is None
    assert "gb20.night.housekeeping" in {entry.clause for entry in after.entries if "template" in entry.event.tell()}


@pytest.mark.clause("gb20.night.housekeeping")
def test_an_undecided_close_combat_is_broken_off_and_the_attacker_goes_back_an_inch():
    state = red(Body("A1", (30, 29.75), marks=("attacks B1",)), Body("B1", (30, 29.75), 180, side=BLUE))
    assert is_locked(state, state.units[A1])
    after = act(state, night.tidy_up).state
    assert after.units[A1].place.y == 28.75 and not is_locked(after, after.units[A1])
    assert contacts(after, after.units[A1]) == []


@pytest.mark.clause("gb20.night.housekeeping")
def test_one_inch_back_is_enough_to_break_off_from_two():
    line = Body("A1", (30, 20), formation=Formation.DEFENSIVE, interval=50, marks=("attacks B1", "attacks B2"))
    after = act(red(line, enemy(29, 20), enemy(31, 20, "B2")), night.tidy_up)
    assert after.state.units[A1].place.y == 19 and not is_locked(after.state, after.state.units[A1])
    assert sum("break off" in told for told in after.told) == 1


@pytest.mark.clause("gb20.night.housekeeping")
def test_weapons_are_packed_up_or_set_up_as_their_owner_likes():
    state = red(Body("A1", (30, 15), attached=("Heavy weapons", AT_GUN), set_up=(4,)))
    heavy, gun = sid(state, "A1/4"), sid(state, "A1/5")
    assert offers(asked(state, night.stow)) == [Limber(heavy), SetUp(gun), Done()]
    after = does(does(state, night.stow, Limber(heavy)).state, night.stow, SetUp(gun)).state
    assert [has_mark(after, name, Mark.SET_UP) for name in ("A1/4", "A1/5")] == [[False], [True]]
    assert [option.command for option in does(after, night.stow).asked[0].options] == [Done()]


@pytest.mark.clause("gb20.command.bn-hq")
def test_the_status_marker_of_a_battalion_shows_no_actions_at_night_and_is_no_stand():
    state = red(Body("A1", (30, 15)))
    body = state.units[A1]
    after = act(state.put(replace(body, tallies={**body.tallies, Tally.ACTIONS: 2})), night.tidy_up)
    assert after.state.units[A1].tallies[Tally.ACTIONS] == 0
    assert "gb20.command.bn-hq" in after.cited
    assert len(stands_of(after.state, A1)) == 3


@pytest.mark.clause("gb20.transport.reload")
def test_transport_comes_back_at_night():
    state = red(Body("A1", (30, 15), stands=(TRUCKED,) * 2), Body("A2", stands=(TRUCKED,) * 2))
    one, other = sid(state, "A1/1"), sid(state, "A1/2")
    assert offers(asked(state, night.reload)) == [Load(one), Load(other), Done()]
    after = plays(does(state, night.reload, Load(one)).state, Resupply(), steps=1).state
    loaded = [has_mark(after, name, Mark.LOADED) for name in ("A1/1", "A1/2", "A2/1", "A2/2")]
    assert loaded == [[True], [False], [True], [True]]


@pytest.mark.clause("gb20.transport.reload", "gb20.deploy.zone")
@pytest.mark.parametrize("rules", [GB20, GB10])
def test_who_goes_into_reserve_at_night_has_his_transport_in_the_morning(rules):
    state = red(Body("A1", (30, 15), stands=(TRUCKED, "AT gun M by truck"), set_up=(2,)), rules=rules)
    morning = plays(state, NightReserves(RED), Resupply(), picks=[Withdraw("A1")], steps=3).state
    assert has_mark(morning, "A1/1", Mark.LOADED) == has_mark(morning, "A1/2", Mark.LOADED) == [True]


@pytest.mark.clause("gb20.transport.reload")
def test_a_half_track_that_has_stayed_is_with_its_passengers_again():
    state = red(Body("A1", (30, 15), stands=("Infantry by half-track",)))
    track = UnitId(f"{sid(state, 'A1/1')}'s half-track")
    state = state.put(replace(state.units[track], place=Place(30, 14), known_to=None))
    after = does(state, night.reload, Load(sid(state, "A1/1"))).state
    assert after.units[track].place is None and has_mark(after, "A1/1", Mark.LOADED) == [True]


@pytest.mark.clause("gb20.variants.ammo-low")
@pytest.mark.parametrize(("at", "left"), [((30, 24), None), (None, None), ((30, 40), 1), ((30, 2), 2)])
def test_low_ammunition_is_made_up_at_night_by_the_situation(at, left):
    shut_in = [Body(f"B{n}", (x, 7), 180, side=BLUE, stands=(INFANTRY,)) for n, x in enumerate(range(1, 60, 3))]
    bodies = [Body("A1", at, stands=(INFANTRY,)), *(shut_in if at == (30, 2) else ())]
    state = red(*bodies, options=("ammo-low",))
    low = stand(state, "A1/1")
    state = state.put(replace(low, tallies={**low.tallies, Tally.AMMO_LOW: 2}))
    after = act(state, night.tidy_up)
    assert after.state.units[low.id].tallies.get(Tally.AMMO_LOW) == left
    assert ("gb20.variants.ammo-low" in after.cited) == (left != 2)


# ---- withdrawal


@pytest.mark.clause("gb20.night.withdraw")
def test_a_battalion_goes_into_reserve_out_of_the_enemys_knowledge():
    state = red(Body("A1", (30, 15), destroyed=(1,)), Body("A2", (20, 15)))
    assert offers(asked(state, night.withdraw_next)) == [Withdraw(A1), Withdraw(A2), Done()]
    after = does(state, night.withdraw_next, Withdraw(A1)).state
    assert [body.id for body in in_reserve(after, RED)] == ["A1"] and standing(after, A1) == []
    seen = view(after, BLUE)
    assert A1 not in seen.units and A1 not in leaks(after, seen)


@pytest.mark.clause("gb20.night.withdraw", "gb20.command.hq")
def test_only_some_attachments_may_be_withdrawn():
    state = red(Body("A1", (30, 15), attached=("HQ", "Heavy weapons")))
    question = asked(state, night.withdraw_next)
    hq, heavy = sid(state, "A1/4"), sid(state, "A1/5")
    assert offers(question) == [Withdraw(A1), Withdraw(hq), Withdraw(heavy), Done()]
    assert question.options[1].clause == "gb20.command.hq"
    after = does(state, night.withdraw_next, Withdraw(heavy))
    assert len(standing(after.state, A1)) == 4
    assert [body.id for body in in_reserve(after.state, RED)] == ["Red detachment 1"]
    assert after.told == [
        "A1/5 heavy weapons is detached and goes into reserve as Red detachment 1 [gb20.night.withdraw]"
    ]
    assert [entry.known_to for entry in after.entries] == [{RED}]


@pytest.mark.clause("gb20.airborne.supply")
def test_troops_from_the_air_without_staff_on_the_table_cannot_withdraw():
    state = table(Body("A1", (30, 15)), Body("A2", (10, 15)), days=2)
    body = state.units[A1]
    question = asked(state.put(replace(body, traits=body.traits | {Trait.AIRBORNE})), night.withdraw_next)
    assert offers(question) == [Withdraw(A2), Done()]
    assert why_not(question, Withdraw(A1)) == "gb20.airborne.supply"


# ---- formation


@pytest.mark.clause("gb20.night.formation")
def test_a_unit_on_the_table_changes_formation_and_facing_for_nothing():
    state = red(Body("A1", (30, 15), active=False, attached=("Heavy weapons",), set_up=(4,)))
    question = asked(state, night.reform_next, Pick(A1))
    wide = Form(A1, None, Formation.DEFENSIVE, 190)
    region = next(option.region for option in question.options if option.command == wide)
    to = next(place for place in region.everywhere() if place.facing == 180)
    after = does(state, night.reform_next, Pick(A1), replace(wide, to=to)).state
    assert formation(after.units[A1]) == Formation.DEFENSIVE and after.units[A1].place.facing == 180
    assert [option.command for option in does(after, night.reform_next).asked[0].options] == [Done()]


@pytest.mark.clause("gb20.night.formation")
def test_it_may_stay_as_it_is_and_may_not_come_into_contact():
    state = red(Body("A1", (30, 15), formation=Formation.MARCH), enemy(34, 13.8))
    question = asked(state, night.reform_next, Pick(A1))
    centre = stand(state, "A1/2").place
    assert question.options[-1].command == Stay(A1)
    assert why_not(question, Form(A1, replace(centre, facing=90), Formation.MARCH)) == ""
    assert why_not(question, Form(A1, centre, Formation.DEFENSIVE)) in ("gb20.move.path", "gb20.formation.no-contact")


@pytest.mark.clause("gb20.sighting.reveal")
@pytest.mark.parametrize("reforms", [True, False])
def test_a_hidden_battalion_comes_out_when_it_changes_formation_at_night_too(reforms):
    state = red(Body("A1", (30, 15), formation=Formation.MARCH, hidden=True))
    order = Form(A1, replace(stand(state, "A1/2").place, facing=90), Formation.MARCH) if reforms else Stay(A1)
    after = does(state, night.reform_next, Pick(A1), order).state
    assert all((one.known_to is None) == reforms for one in standing(after, A1))


# ---- attaching


def reserves(**more):
    """A battalion, a lone gun and a lone HQ, all in reserve, and somebody on the table."""
    bodies = [Body("A1", attached=("Heavy weapons",)), Body("A2", stands=(AT_GUN,)), Body("C1", stands=("HQ",))]
    return red(*bodies, Body("D1", (10, 10)), **more)


@pytest.mark.clause("gb20.night.attach", "gb20.command.hq")
def test_support_units_in_reserve_are_attached_to_a_battalion_there():
    state = reserves()
    question = asked(state, attach_next)
    gun, hq = Attach(A2, A1), Attach(UnitId("C1"), A1)
    assert offers(question) == [gun, hq, Attach(UnitId("C1"), A2), Detach(sid(state, "A1/4")), Done()]
    assert [option.clause for option in question.options[:2]] == ["gb20.night.attach", "gb20.command.hq"]
    after = does(does(state, attach_next, gun).state, attach_next, hq).state
    assert has(after, A1, Kind.HQ) and has(after, A1, Kind.ANTI_TANK)
    assert [body.id for body in in_reserve(after, RED)] == ["A1"]
    assert Trait.ATTACHED in stand(after, "A2/1").traits


@pytest.mark.clause("gb20.night.attach")
def test_the_limits_of_attachment_hold_and_nobody_attaches_to_a_battalion_on_the_table():
    state = red(
        Body("A1", attached=("HQ",)), Body("A2", stands=("HQ",)), Body("C1", stands=(INFANTRY,)), Body("D1", (9, 9))
    )
    question = asked(state, attach_next)
    assert why_not(question, Attach(A2, A1)) == "gb20.organisation.infantry-battalion"
    assert Attach(A2, UnitId("D1")) not in offers(question)


@pytest.mark.clause("gb20.night.attach", "gb20.organisation.remnants")
def test_a_battalion_that_has_lost_its_infantry_is_not_attached_to_another():
    state = red(Body("A1", stands=(INFANTRY,) * 2, attached=(AT_GUN,), destroyed=(1, 2)), Body("A2"))
    assert offers(asked(state, attach_next)) == [Detach(sid(state, "A1/3")), Done()]


@pytest.mark.clause("gb20.night.attach")
def test_commonwealth_units_stay_with_their_home_brigade():
    state = red(Body("A1"), Body("A2", stands=(AT_GUN,)), Body("C1"))
    body = state.units[A2]
    question = asked(state.put(replace(body, traits=body.traits | {Trait.COMMONWEALTH})), attach_next)
    assert offers(question) == [Attach(A2, A1), Done()]
    assert why_not(question, Attach(A2, UnitId("C1"))) == "gb20.night.attach"


@pytest.mark.clause("gb20.night.attach")
def test_two_stands_detached_one_after_the_other_are_two_units():
    state = red(Body("A1", attached=("Heavy weapons", "HQ")), Body("C1", attached=("Heavy weapons",)))
    for name in ("A1/4", "C1/4"):
        state = does(state, attach_next, Detach(sid(state, name))).state
    again = act(state, night.resupply).state
    again = does(again, attach_next, Attach(UnitId("Red detachment 1"), UnitId("C1"))).state
    again = does(again, attach_next, Detach(sid(again, "A1/5"))).state
    assert [body.id for body in in_reserve(again, RED)] == ["A1", "Red detachment 3", "C1", "Red detachment 2"]
    assert [len(stands_of(again, body.id)) for body in in_reserve(again, RED)] == [3, 1, 4, 1]


@pytest.mark.clause("gb20.night.attach")
def test_a_detached_stand_is_a_unit_of_its_own_until_it_is_attached_again():
    state = reserves()
    after = does(state, attach_next, Detach(sid(state, "A1/4"))).state
    alone = UnitId("Red detachment 1")
    assert [one.kind for one in stands_of(after, alone)] == [Kind.HEAVY_WEAPONS]
    assert len(stands_of(after, A1)) == 3
    again = does(after, attach_next, Attach(alone, A1)).state
    assert len(stands_of(again, A1)) == 4
    assert all(not isinstance(one, Detach) for one in offers(asked(again, attach_next)))
    assert {A1, alone}.isdisjoint(leaks(after, view(after, BLUE))) and loose_ends(view(after, RED)) == []


@pytest.mark.clause("gb20.night.attach", "gb20.night.withdraw")
def test_what_is_withdrawn_by_itself_may_join_a_battalion_in_reserve_in_the_same_night():
    state = red(Body("A1"), Body("D1", (10, 10), attached=("Heavy weapons",)))
    state = does(state, night.withdraw_next, Withdraw(sid(state, "D1/4"))).state
    assert Attach(UnitId("Red detachment 1"), A1) in offers(asked(state, attach_next))


@pytest.mark.clause("gb20.night.attach")
def test_who_is_detached_from_a_detachment_does_not_take_its_name():
    state = red(Body("A1", attached=(AT_GUN, AT_GUN)), Body("D1", (10, 10)))
    state = does(state, attach_next, Detach(sid(state, "A1/4"))).state
    first = UnitId("Red detachment 1")
    other = stand(state, "A1/5")  # as the house rules of Malta have it go over
    state = Reassigned(other.id, first, UnitId(f"{first}/2 AT gun")).apply(state)
    state = act(state, night.resupply).state
    after = does(state, attach_next, Detach(UnitId(f"{first}/2 AT gun"))).state
    assert [len(stands_of(after, body.id)) for body in in_reserve(after, RED)] == [3, 1, 1]


@pytest.mark.clause("gb20.barrage.field-guns")
def test_a_field_gun_that_is_detached_has_its_template_still_and_no_other():
    state = red(Body("A1", attached=("Field gun M",)), Body("D1", (10, 10)))
    after = does(state, attach_next, Detach(sid(state, "A1/4"))).state
    template = next(unit for unit in after.units.values() if Trait.OF_A_GUN in unit.traits)
    gun = gun_of(after, template)
    assert gun is not None and gun.id == "Red detachment 1/1 Field gun"
    lost = carried_out(after, destroy, gun.id).state
    tomorrow = replace(lost, tallies={**lost.tallies, Tally.DAY: 2})
    assert unplanned(tomorrow, RED) == []


# ---- on to the next day


@pytest.mark.clause("gb20.night.artillery")
def test_each_side_gets_its_daily_rounds_and_its_templates_back():
    state = red(Body("A1", (30, 15)), artillery=Artillery("average", 1, 2, daily=5))
    after = act(state, night.resupply)
    assert [force(after.state, side).tallies[Tally.ROUNDS] for side in (RED, BLUE)] == [7, 7]
    assert "Red has 7 rounds of artillery [gb20.night.artillery]" in after.told
    assert of_today(replace(after.state, tallies={**after.state.tallies, Tally.DAY: 2}), RED, Mark.USED) == []


@pytest.mark.clause("gb20.morale.stands-at-start")
def test_the_stands_of_each_battalion_are_counted_for_the_new_day():
    after = act(red(Body("A1", (30, 15), destroyed=(2,))), night.resupply).state
    assert after.units[A1].tallies[Tally.AT_DAWN] == 2


# ---- leaving by day


@pytest.mark.clause("gb20.night.day-withdrawal")
def test_a_battalion_moves_off_by_its_own_edge_unless_it_has_gone_to_ground():
    state = red(Body("A1", (30, 3)))
    assert refuse_leave(state, state.units[A1], 1.0) is None
    to_ground = marked(state, "A1", Mark.TO_GROUND)
    assert refuse_leave(to_ground, to_ground.units[A1], 1.0).clause == "gb20.night.day-withdrawal"
    far = red(Body("A1", (30, 20)))
    assert refuse_leave(far, far.units[A1], 1.0).clause == "gb20.setup.table-edge"


# ---- the sequence


def at_end_of(turn, state):
    return replace(state, agenda=(EndOfTurn(turn),), tallies={**state.tallies, Tally.TURN: turn})


def ends(state, *picks):
    return act(state, lambda play: play.take_step(SEQUENCE), picks=picks, view=view).state.agenda[0]


@pytest.mark.clause("gb20.night.when", "gb20.night.day-length")
def test_night_falls_after_the_last_turn_of_the_day():
    assert ends(at_end_of(10, red(Body("A1", (30, 15))))) == Nightfall()


@pytest.mark.clause("gb20.night.when")
def test_night_falls_when_all_battalions_have_gone_to_ground():
    down = red(Body("A1", (30, 15), marks=(Mark.TO_GROUND,)), enemy(30, 40, marks=(Mark.TO_GROUND,)))
    assert ends(at_end_of(4, down)) == Nightfall()


@pytest.mark.clause("gb20.night.when")
@pytest.mark.parametrize(("answers", "step"), [((EndDay(), EndDay()), "Nightfall"), ((EndDay(), PlayOn()), "Turn")])
def test_night_falls_when_both_players_agree(answers, step):
    assert type(ends(at_end_of(4, red(Body("A1", (30, 15)), enemy(30, 40))), *answers)).__name__ == step


@pytest.mark.clause("gb20.night.sequence", "gb20.night.to-dawn")
def test_the_night_goes_through_its_steps_in_order_to_the_next_dawn():
    state = replace(red(Body("A1", (30, 15), destroyed=(1,)), enemy(30, 40)), agenda=(Nightfall(),))
    asks_for, steps = Quiet(), []
    while not isinstance(state.agenda[0], Dawn):
        steps.append(type(state.agenda[0]).__name__)
        play = Play(state, asks_for, view)
        play.take_step(SEQUENCE)
        state = play.state
    assert list(dict.fromkeys(steps)) == [
        *("Nightfall", "NightStaff", "NightRest", "NightStowing", "NightLoading", "Replacements", "Rejoining"),
        *("NightReserves", "NightDrill", "NightAttachments", "Resupply"),
    ]
    assert state.agenda == (Dawn(2),)
    assert [side for side, text in asks_for.asked if "into reserve" in text] == [RED, BLUE]


class Quiet(Scripted):
    """Throws a 1 whatever it is for, and takes the last option, which is the quiet one."""

    def throw(self, count, reading, what):
        return (1,) * count

    def choose(self, question):
        self.asked.append((question.side, question.text))
        return question.options[-1].command
