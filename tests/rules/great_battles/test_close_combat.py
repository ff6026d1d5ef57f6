"""Close combat: who may contact whom, the fight, the loser and the winner."""

import pytest
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, TANK, Body, asks, offers, stand, table, why_not
from melee import HERE, NEAR, defender, refusal

from sandtable.kernel.decision import Refusal
from sandtable.rules.great_battles.commands.combat import Advance, Fight
from sandtable.rules.great_battles.commands.day import Charge, Dismount, Halt, LetPass, Take
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.edition import cite
from sandtable.rules.great_battles.facts.day import Destroyed, PlayerTurnOver, Suppressed
from sandtable.rules.great_battles.fire.shot import refuse_firer, refuse_target
from sandtable.rules.great_battles.melee.close_combat import fight_all, modifiers_for
from sandtable.rules.great_battles.move.charge import find_charge
from sandtable.rules.great_battles.move.contact import refuse_contact, touch
from sandtable.rules.great_battles.nerve.morale import test_next as step_seven
from sandtable.rules.great_battles.table.field import contacts, enemies_touched, opponents, standing
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Did, Formation, Kind, Mark, Tie
from sandtable.scripted import act

AT_GUN = "6 pounder AT gun M by truck"
LIGHT, SUPERHEAVY = "Stuart L-L-F", "Tiger S-S-S"


def attacker(name="A1", at=HERE, target="B1", **how):
    return Body(name, at, marks=(f"attacks {target}",), **how)


def fights(state, dice=(), picks=(), side=RED):
    """The attacker's die, the defender's, then one for each stand of the loser."""
    return act(state, lambda play: fight_all(play, side), dice, picks, view=view)


def village(*corners):
    return {"kind": "village", "corners": corners}


ALL_OVER_BLUE = village((10, 20), (30, 20), (30, 24), (10, 24))


def adds(state, body, enemy, *, attacking):
    """Modifiers by the last word of their clauses."""
    terms = modifiers_for(state, state.units[body], state.units[enemy], attacking=attacking)
    return [(term.clause.removeprefix("gb20.close-combat."), term.value) for term in terms]


def attack_adds(*bodies, pieces=()):
    return adds(table(*bodies, pieces=pieces), "A1", "B1", attacking=True)


def defence_adds(*bodies, pieces=()):
    return adds(table(*bodies, pieces=pieces), "B1", "A1", attacking=False)


def retreated(after, body="B1"):
    return any(f"{body} retreats to" in line for line in after.told)


# ---- contact


@pytest.mark.clause("gb20.close-combat.contact")
def test_infantry_with_or_without_tanks_may_contact_any_enemy_without_armour():
    guns = defender(at=NEAR, attached=(AT_GUN, "Heavy weapons"))
    assert refusal(Body("A1", HERE), guns) == ""
    assert refusal(Body("A1", HERE, attached=(TANK,)), guns, pieces=(ALL_OVER_BLUE,)) == ""


@pytest.mark.clause("gb20.close-combat.contact")
def test_tanks_alone_may_not_contact_bunkers():
    bunker = {"kind": "bunker", "at": (20, 25), "size": (8, 4)}
    tanks = Body("A1", HERE, stands=(TANK,) * 2)
    assert refusal(tanks, defender(at=NEAR)) == ""
    assert refusal(tanks, defender(at=NEAR), pieces=(bunker,)) == "gb20.close-combat.contact"
    assert refusal(Body("A1", HERE), defender(at=NEAR), pieces=(bunker,)) == ""


@pytest.mark.clause("gb20.close-combat.contact")
@pytest.mark.parametrize("alone", [(AT_GUN,), ("HQ",), ("Heavy weapons",)])
def test_guns_and_support_on_their_own_contact_nobody(alone):
    assert refusal(Body("A1", HERE, stands=alone), defender(at=NEAR)) == "gb20.close-combat.contact"


@pytest.mark.clause("gb20.close-combat.contact")
def test_only_an_activated_battalion_moves_into_contact():
    assert refusal(Body("A1", HERE, active=False), defender(at=NEAR)) == "gb20.activate.approach-limit"


@pytest.mark.clause("gb20.close-combat.several")
@pytest.mark.parametrize("rules", [GB20, GB10])
def test_who_meets_two_enemy_battalions_at_the_same_moment_may_charge_unless_one_of_them_has_armour(rules):
    def met(*theirs):
        line = {"formation": Formation.DEFENSIVE}
        foes = [defender((x, 21.5), name, stands=stands, **line) for x, name, stands in theirs]
        state = table(Body("A1", HERE, **line), *foes, rules=rules)
        way = find_charge(state, state.units["A1"], state.units["B1"], 1.0)
        if isinstance(way, Refusal):
            return way.why
        return {one.part_of for one in enemies_touched(state, way.body, way.after)}

    pair = (INFANTRY,) * 2
    assert met((17, "B1", pair), (23, "B2", pair)) == {"B1", "B2"}
    assert met((17, "B1", pair), (23, "B2", (TANK, INFANTRY))) == "B2/1 Sherman is armour"


@pytest.mark.case("gb20.close-combat.no-armour-defender", 1)
@pytest.mark.clause("gb20.close-combat.no-armour-defender")
def test_nobody_contacts_a_battalion_with_a_tank_suppressed_or_not():
    for suppressed in ((), (4,)):
        enemy = defender(at=NEAR, attached=(TANK,), suppressed=suppressed)
        assert refusal(Body("A1", HERE), enemy) == "gb20.close-combat.no-armour-defender"
        assert refusal(Body("A1", HERE, stands=(TANK,) * 2), enemy) == "gb20.close-combat.no-armour-defender"


@pytest.mark.clause("gb20.close-combat.no-armour-defender")
def test_nobody_contacts_troops_in_half_tracks():
    riders = (f"{INFANTRY} by half-track",) * 3
    enemy = defender(at=NEAR, stands=riders, loaded=True)
    assert refusal(Body("A1", HERE), enemy) == "gb20.close-combat.no-armour-defender"
    assert refusal(Body("A1", HERE), defender(at=NEAR, stands=riders)) == ""


@pytest.mark.clause("gb20.close-combat.no-armour-defender")
def test_a_tank_nobody_knew_of_shows_itself_and_there_is_no_close_combat():
    state = table(Body("A1", HERE), defender(attached=(TANK,), hidden=True))
    assert refuse_contact(view(state, RED), state.units["A1"], state.units["B1"]) is None
    after = act(state, lambda play: touch(play, "A1"))
    assert stand(after.state, "B1/4").known_to is None
    assert opponents(after.state, after.state.units["A1"]) == []
    assert "gb20.close-combat.no-armour-defender" in after.cited


@pytest.mark.clause("gb20.close-combat.unit-scale")
def test_who_moves_into_contact_is_the_attacker_and_all_stands_of_both_are_in_it():
    state = table(Body("A1", HERE), defender(hidden=True))
    after = act(state, lambda play: touch(play, "A1"))
    assert opponents(after.state, after.state.units["A1"]) == ["B1"]
    assert opponents(after.state, after.state.units["B1"]) == ["A1"]
    assert after.state.units["A1"].is_linked(Tie.ATTACKS, "B1") and not after.state.units["B1"].is_linked(
        Tie.ATTACKS, "A1"
    )
    rear = stand(after.state, "B1/3")
    assert rear.known_to is None and refuse_target(after.state, rear).clause == "gb20.close-combat.locked-fire"
    assert act(after.state, lambda play: touch(play, "B1")).entries == []


@pytest.mark.clause("gb20.close-combat.mounted")
def test_defenders_in_trucks_and_towed_guns_get_out_to_fight():
    riders = (f"{INFANTRY} by truck",) * 3
    state = table(Body("A1", HERE), defender(stands=riders, attached=(AT_GUN,), loaded=True))
    after = act(state, lambda play: touch(play, "A1"))
    assert not any(Mark.LOADED in unit.marks for unit in after.state.units.values() if unit.part_of == "B1")
    assert "gb20.close-combat.mounted" in after.cited
    tanks = Body("A1", HERE, stands=(TANK,) * 2)
    assert refusal(tanks, defender(at=NEAR, stands=riders, loaded=True)) == "gb20.close-combat.mounted"


@pytest.mark.parametrize("rules", [GB20, GB10])
@pytest.mark.parametrize("transport", ["truck", "half-track"])
@pytest.mark.clause("gb20.close-combat.mounted", "gb10.close-combat.armor-defenders")
def test_attackers_close_in_by_transport_and_fight_on_foot(rules, transport):
    riders = Body("A1", HERE, stands=(f"{INFANTRY} by {transport}",) * 3, loaded=True)
    state = table(riders, defender(at=(20, 23.8)), rules=rules)
    lingers = transport == "half-track" and rules == GB20
    picks = [Charge("A1", "B1"), LetPass(), *[Dismount("A1")] * lingers]
    after = act(state, lambda play: take_action(play, "A1"), picks=picks, view=view)
    assert opponents(after.state, after.state.units["A1"]) == ["B1"]
    assert not any(Mark.LOADED in unit.marks for unit in after.state.units.values())
    assert [one.kind for one in standing(after.state, "A1")] == [Kind.INFANTRY] * 3
    mounted = cite(state, "close-combat.mounted")
    assert f"A1 gets out to fight [{mounted}]" in after.told


@pytest.mark.clause("gb20.close-combat.mounted", "gb20.transport.half-tracks")
def test_half_tracks_of_attackers_may_stay_and_do_not_fight():
    state = table(Body("A1", HERE, stands=(f"{INFANTRY} by half-track",) * 3, loaded=True), defender())
    question = asks(state, lambda play: touch(play, "A1"))
    assert offers(question) == [Dismount("A1"), Dismount("A1", stay=True)] and question.side == RED
    after = act(state, lambda play: touch(play, "A1"), picks=[Dismount("A1", stay=True)]).state
    assert sum(one.kind == Kind.HALF_TRACK for one in standing(after, "A1")) == 3
    assert adds(after, "A1", "B1", attacking=True) == adds(
        table(Body("A1", HERE), defender()), "A1", "B1", attacking=True
    )


@pytest.mark.clause("gb20.close-combat.mounted")
def test_a_gun_that_attackers_tow_stays_in_tow():
    riders = (f"{INFANTRY} by truck",) * 3
    state = table(Body("A1", HERE, stands=riders, attached=(AT_GUN,), loaded=True), defender())
    after = act(state, lambda play: touch(play, "A1")).state
    assert [Mark.LOADED in stand(after, f"A1/{n}").marks for n in (1, 2, 3, 4)] == [False, False, False, True]


@pytest.mark.clause("gb20.close-combat.locked-fire")
def test_no_stand_in_close_combat_fires_or_is_fired_at():
    state = table(attacker(), defender(), Body("A2", (30, 20)))
    for name in ("A1/1", "A1/3", "B1/3"):
        assert refuse_firer(state, stand(state, name)).clause == "gb20.close-combat.locked-fire"
        assert refuse_target(state, stand(state, name)).clause == "gb20.close-combat.locked-fire"
    assert refuse_firer(state, stand(state, "A2/1")) is None


# ---- modifiers


@pytest.mark.case("gb20.close-combat.roll", 1)
@pytest.mark.clause("gb20.close-combat.roll")
def test_the_higher_total_wins():
    two_in_hard_cover = village((15, 20), (25, 20), (25, 20.6), (15, 20.6))
    state = table(
        attacker(stands=(INFANTRY,) * 4, attached=("M4 Sherman M-M-M",)),
        defender(quality="veteran", attached=("Heavy weapons",)),
        pieces=(two_in_hard_cover,),
    )
    after = fights(state, [17, 11, 20, 20, 20, 20], [Halt("A1")])
    assert "= 19 [gb20.close-combat.roll]" in after.told[0]
    assert "= 18 [gb20.close-combat.roll]" in after.told[1]
    assert retreated(after)
    assert retreated(fights(state, [15, 11, 20, 20, 20, 20, 20], [Halt("B1")]), "A1")


@pytest.mark.case("gb20.close-combat.armour-modifier", 1)
@pytest.mark.clause("gb20.close-combat.armour-modifier")
def test_tanks_on_their_own_have_4_against_the_open():
    state = table(attacker(stands=(TANK,) * 3), defender())
    after = fights(state, [10, 10, 20, 20, 20], [Halt("A1")])
    assert "= 14" in after.told[0] and "= 13" in after.told[1]
    assert retreated(after)


@pytest.mark.clause("gb20.close-combat.armour-modifier")
def test_tanks_have_nothing_against_cover_and_1_with_infantry_suppressed_or_not():
    tanks = attacker(stands=(TANK,) * 3)
    assert attack_adds(tanks, defender()) == [("armour-modifier", 4)]
    assert attack_adds(tanks, defender(), pieces=(ALL_OVER_BLUE,)) == []
    assert attack_adds(attacker(attached=(TANK,), suppressed=(4,)), defender()) == [("armour-modifier", 1)]
    assert ("armour-modifier", 4) not in defence_adds(attacker(), defender(stands=(TANK,) * 3))


@pytest.mark.case("gb20.close-combat.armour-class-modifier", 1)
@pytest.mark.clause("gb20.close-combat.armour-class-modifier")
def test_light_tanks_have_1_less():
    state = table(attacker(stands=(LIGHT,) * 2), defender(stands=(INFANTRY,) * 2, attached=("6 pounder AT gun M",)))
    after = fights(state, [12, 10, 20, 20, 20], [Halt("A1")])
    assert "= 15" in after.told[0] and "= 14" in after.told[1]
    assert retreated(after)


@pytest.mark.clause("gb20.close-combat.armour-class-modifier")
def test_all_must_be_light_but_one_superheavy_is_enough():
    foe = defender()
    assert attack_adds(attacker(stands=(LIGHT, TANK)), foe) == [("armour-modifier", 4)]
    assert attack_adds(attacker(stands=(SUPERHEAVY, LIGHT), suppressed=(1,)), foe) == [
        ("armour-modifier", 4),
        ("armour-class-modifier", 1),
    ]
    assert attack_adds(attacker(stands=(LIGHT,) * 2), foe, pieces=(ALL_OVER_BLUE,)) == [("armour-class-modifier", -1)]


@pytest.mark.clause("gb20.close-combat.smg")
def test_smg_battalions_have_2_on_either_side():
    assert attack_adds(attacker(smg=True), defender()) == [("smg", 2)]
    assert defence_adds(attacker(), defender(smg=True)) == [("smg", 2)]


@pytest.mark.clause("gb20.close-combat.quality")
def test_the_better_battalion_has_1_for_each_level():
    assert attack_adds(attacker(quality="veteran"), defender(quality="raw")) == [("quality", 4)]
    assert defence_adds(attacker(quality="veteran"), defender(quality="raw")) == []
    assert defence_adds(attacker(quality="average"), defender(quality="experienced")) == [("quality", 1)]


@pytest.mark.clause("gb20.close-combat.infantry-count")
def test_each_unsuppressed_infantry_stand_more_counts_1_and_nothing_else_does():
    many = attacker(stands=(INFANTRY,) * 4, attached=("HQ", "Heavy weapons", "6 pounder AT gun M"), suppressed=(4,))
    assert attack_adds(many, defender(stands=(INFANTRY,) * 2)) == [("infantry-count", 1)]
    assert defence_adds(attacker(stands=(TANK,) * 2), defender()) == [("infantry-count", 3)]


@pytest.mark.clause("gb20.close-combat.cover")
@pytest.mark.parametrize(("kind", "bonus"), [("woods", 2), ("village", 3), ("bunker", 4)])
def test_the_defender_has_a_bonus_for_cover_that_two_stands_have(kind, bonus):
    front = {"kind": kind, "corners": ((15, 20), (25, 20), (25, 20.6), (15, 20.6))}
    left = {"kind": kind, "corners": ((15, 20), (20, 20), (20, 20.6), (15, 20.6))}
    assert defence_adds(attacker(), defender(), pieces=(front,)) == [("cover", bonus)]
    assert defence_adds(attacker(), defender(), pieces=(left,)) == []
    lone = attacker(stands=(INFANTRY,)), defender(stands=(INFANTRY,))
    assert defence_adds(*lone, pieces=(front,)) == [("cover", bonus)]
    assert (
        attack_adds(attacker(), defender(), pieces=({**front, "corners": ((15, 18), (25, 18), (25, 20), (15, 20))},))
        == []
    )


@pytest.mark.clause("gb20.close-combat.cover")
def test_a_crest_line_is_no_cover_in_close_combat():
    hill = {"kind": "hill", "corners": ((10, 19.9), (30, 19.9), (30, 26), (10, 26)), "level": 1}
    assert defence_adds(attacker(), defender(), pieces=(hill,)) == []


@pytest.mark.clause("gb20.close-combat.guns-and-heavy-weapons")
def test_guns_and_heavy_weapons_help_the_defender_once_each_ready_or_not():
    armed = {"attached": (AT_GUN, "25 pounder field gun M", "Heavy weapons")}
    both = [("guns-and-heavy-weapons", 2), ("guns-and-heavy-weapons", 2)]
    assert defence_adds(attacker(), defender(**armed, suppressed=(4, 5, 6))) == both
    assert attack_adds(attacker(**armed), defender()) == []


# ---- the fight


@pytest.mark.case("gb20.close-combat.guns-alone", 1)
@pytest.mark.clause("gb20.close-combat.guns-alone")
def test_a_gun_alone_loses_without_a_roll():
    state = table(attacker(), defender(stands=(AT_GUN,), set_up=(1,)))
    after = fights(state, [4], [Halt("A1")])
    assert retreated(after) and "gb20.close-combat.guns-alone" in after.cited
    gun = stand(after.state, "B1/1")
    assert {Mark.LOADED, Mark.SUPPRESSED} <= gun.marks and Mark.SET_UP not in gun.marks


@pytest.mark.case("gb20.close-combat.tie", 1)
@pytest.mark.clause("gb20.close-combat.tie")
def test_a_tie_keeps_them_in_contact_until_the_next_player_turn():
    state = table(attacker(), defender())
    tie = fights(state, [14, 14])
    assert contacts(tie.state, tie.state.units["A1"]) and "gb20.close-combat.tie" in tie.cited
    assert refuse_firer(tie.state, stand(tie.state, "B1/1")).clause == "gb20.close-combat.locked-fire"
    assert fights(tie.state).entries == []
    again = fights(PlayerTurnOver().apply(tie.state), [10, 14, 20, 20, 20], [Halt("B1")], side=BLUE)
    assert "A1 attacks B1" in again.told[0] and retreated(again, "A1")


@pytest.mark.clause("gb20.close-combat.loser-retreat")
def test_the_loser_retreats_3_inches_and_packs_up_its_weapons():
    state = table(attacker(), defender(attached=("Heavy weapons",), set_up=(4,)))
    after = fights(state, [20, 1, 20, 20, 20, 20], [Halt("A1")])
    assert after.state.units["B1"].place.y == 23
    assert Mark.SET_UP not in stand(after.state, "B1/4").marks
    assert "gb20.close-combat.loser-retreat" in after.cited
    assert opponents(after.state, after.state.units["A1"]) == []


@pytest.mark.case("gb20.close-combat.loser-rally", 1)
@pytest.mark.clause("gb20.close-combat.loser-rally")
def test_every_stand_of_the_loser_rolls_to_rally():
    state = table(attacker(), defender(stands=(INFANTRY,) * 4, suppressed=(4,)))
    after = fights(state, [20, 1, 7, 6, 12, 5], [Halt("A1")]).state
    marks = [stand(after, f"B1/{n}").marks & {Mark.SUPPRESSED, Mark.DESTROYED} for n in (1, 2, 3, 4)]
    assert marks == [set(), {Mark.SUPPRESSED}, set(), {Mark.DESTROYED}]


@pytest.mark.clause("gb20.close-combat.loser-rally")
def test_the_losers_rolls_count_the_cover_where_it_fought_and_leave_old_suppressions():
    state = table(attacker(), defender(suppressed=(3,)), pieces=(village((15, 20), (25, 20), (25, 21.4), (15, 21.4)),))
    after = fights(state, [20, 1, 3, 3, 3], [Halt("A1")])
    assert any("+4 3 in hard cover [gb20.rally.cover]" in line for line in after.told)
    assert Mark.SUPPRESSED in stand(after.state, "B1/3").marks


@pytest.mark.case("gb20.close-combat.winner", 1)
@pytest.mark.clause("gb20.close-combat.winner")
def test_the_winner_takes_no_morale_test():
    state = table(attacker(), defender())
    for name in ("A1/1", "A1/2"):
        state = Suppressed(stand(state, name).id).apply(state)
    won = fights(state, [20, 1, 20, 20, 20], [Halt("A1")])
    assert Did.WON in won.state.units["A1"].spent
    after = act(won.state, lambda play: step_seven(play, RED))
    assert [entry.clause for entry in after.entries if entry.event.tell()] == ["gb20.close-combat.winner"]


@pytest.mark.clause("gb20.close-combat.cannot-retreat")
def test_a_loser_that_cannot_retreat_loses_a_stand_and_the_combat_goes_on():
    edge = table(attacker(at=(20, 46)), defender(at=(20, 46)))
    lost = stand(edge, "B1/3").id
    after = fights(edge, [20, 1, 20, 20], [Take(lost)])
    assert "gb20.close-combat.cannot-retreat" in after.cited
    assert Mark.DESTROYED in after.state.units[lost].marks
    assert opponents(after.state, after.state.units["A1"]) == ["B1"]
    assert not any("does it advance" in decision.question for decision in after.asked)


# ---- the winner


@pytest.mark.clause("gb20.close-combat.advance")
def test_the_winner_may_advance_an_inch_whatever_its_state():
    state = table(attacker(), defender(active=False))
    after = fights(state, [1, 20, 20, 20, 20], [Advance("B1")])
    assert after.state.units["B1"].place.y == 19
    assert stand(after.state, "B1/1").place.facing == 180
    stayed = fights(state, [1, 20, 20, 20, 20], [Halt("B1")])
    assert stayed.state.units["B1"].place.y == 20


@pytest.mark.clause("gb20.close-combat.advance")
def test_an_advance_into_another_enemy_is_a_further_close_combat_at_once():
    state = table(
        attacker(stands=(INFANTRY,) * 3), defender(), defender(name="B2", at=(21.9, 20.6), stands=(INFANTRY,))
    )
    after = fights(state, [20, 1, 20, 20, 20, 14, 16], [Advance("A1")])
    assert after.state.units["A1"].is_linked(Tie.ATTACKS, "B2")
    assert any("A1 attacks B2" in line for line in after.told)
    assert "gb20.close-combat.tie" in after.cited


@pytest.mark.clause("gb20.close-combat.advance")
def test_it_stops_short_of_an_enemy_it_may_not_contact():
    state = table(attacker(), defender(), defender(name="B2", at=(21.9, 20.6), stands=(TANK,)))
    after = fights(state, [20, 1, 20, 20, 20], [Advance("A1")])
    assert after.state.units["A1"].place.y == 20.5
    assert opponents(after.state, after.state.units["A1"]) == []


@pytest.mark.clause("gb20.close-combat.advance")
def test_a_winner_still_in_contact_with_another_does_not_advance():
    both = defender(at=(18.5, 20), stands=(INFANTRY,)), defender(name="B2", at=(21.5, 20), stands=(INFANTRY,))
    state = table(Body("A1", HERE, marks=("attacks B1", "attacks B2")), *both)
    after = fights(state, [20, 1, 20, 12, 14], [Fight("A1", "B1")])
    asked = next(decision for decision in after.asked if "does it advance" in decision.question)
    assert [option.command for option in asked.options] == [Halt("A1")]
    assert "still in contact" in asked.barred[0].refusal.why


@pytest.mark.clause("gb20.close-combat.advance")
def test_nobody_advances_over_what_cannot_be_crossed():
    lake = {"kind": "lake", "corners": ((19, 20.05), (21, 20.05), (21, 20.2), (19, 20.2))}
    state = table(attacker(stands=(INFANTRY,)), defender(at=(20, 20), stands=(INFANTRY,)), pieces=(lake,))
    after = fights(state, [20, 1, 20])
    assert after.state.units["A1"].place.y == 20


# ---- several


@pytest.mark.clause("gb20.close-combat.several")
def test_pairs_are_fought_one_at_a_time_in_the_order_of_the_active_player():
    state = table(attacker(), defender(), attacker("A2", (40, 20), "B2"), defender((40, 20), "B2"))
    question = asks(state, lambda play: fight_all(play, BLUE))
    assert question.side == BLUE
    assert offers(question) == [Fight("A1", "B1"), Fight("A2", "B2")]
    assert why_not(question, Fight("A1", "B2"))


@pytest.mark.clause("gb20.close-combat.several")
def test_a_battalion_that_has_lost_and_gone_fights_no_other():
    two = attacker("A1", (18.5, 20), stands=(INFANTRY,)), attacker("A2", (21.5, 20), stands=(INFANTRY,))
    state = table(*two, defender())
    after = fights(state, [20, 1, 20, 20, 20], [Fight("A2", "B1"), Halt("A2")])
    assert not any("A1 attacks B1" in line for line in after.told)
    assert opponents(after.state, after.state.units["A1"]) == []


@pytest.mark.clause("gb20.close-combat.several")
def test_modifiers_are_worked_out_afresh_for_each_pair():
    two = attacker("A1", (18.5, 20), stands=(INFANTRY,)), attacker("A2", (21.5, 20), stands=(INFANTRY,) * 3)
    assert defence_adds(*two, defender()) == [("infantry-count", 2)]
    state = table(*two, defender())
    assert adds(state, "B1", "A2", attacking=False) == []


def test_a_battalion_whose_last_stand_in_contact_is_gone_is_out_of_it():
    state = table(attacker(stands=(INFANTRY,)), defender(stands=(INFANTRY,)))
    state = Destroyed(stand(state, "B1/1").id, "", 1).apply(state)
    after = fights(state)
    assert opponents(after.state, after.state.units["A1"]) == []
    assert Formation.ASSAULT in after.state.units["A1"].marks
