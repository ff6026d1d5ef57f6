"""Close combat by the d10 charts."""

import pytest
from gbtable import (
    BLUE,
    INFANTRY,
    RED,
    WEAPONS,
    Body,
    act10,
    asks,
    first_question,
    marked,
    offers,
    sid,
    stand,
    table10,
    why_not,
)
from melee import HERE, NEAR, defender, refusal10
from msgspec.structs import replace

from sandtable.rules.great_battles.commands.combat import Advance
from sandtable.rules.great_battles.commands.day import Halt, Take
from sandtable.rules.great_battles.day.actions import with_action
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.fire.shot import refuse_firer, refuse_target
from sandtable.rules.great_battles.melee.close_combat import fight_all, modifiers_for, pursue, terms_in_new_cover
from sandtable.rules.great_battles.move.charge import find_charge
from sandtable.rules.great_battles.move.contact import may_close, refuse_contact, touch
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.nerve.morale import hit_battalions
from sandtable.rules.great_battles.nerve.morale import test_next as step_ten
from sandtable.rules.great_battles.table.field import enemies_touched, opponents
from sandtable.rules.great_battles.table.ground import in_bunker
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Did, Formation, Kind, Mark
from sandtable.scripted import act

TO_CONTACT = "gb10.close-combat.who-may-contact"
AT_GUN, PANTHER, STUART = "AT gun M", "Panther H-H-M", "Stuart L-L-F"


def attacker(**more):
    return Body("A1", HERE, **more)


def locked(*bodies, **more):
    return marked(table10(*bodies, **more), "A1", "attacks B1")


def adds(state, body, enemy, *, attacking):
    return [term.value for term in modifiers_for(state, state.units[body], state.units[enemy], attacking=attacking)]


def fights(state, dice=(), picks=()):
    return act10(state, lambda play: fight_all(play, RED), dice, picks)


def woods(kind="woods"):
    return {"kind": kind, "name": kind, "corners": ((10, 20.1), (30, 20.1), (30, 24), (10, 24))}


# ---- what each side adds


@pytest.mark.case("gb10.close-combat.infantry-modifiers", 1)
def test_infantry_against_infantry_in_cover():
    ours = attacker(stands=(INFANTRY,) * 4, quality="veteran", smg=True)
    state = locked(ours, defender(attached=(WEAPONS,)), pieces=(woods(),))
    assert adds(state, "A1", "B1", attacking=True) == [2, 1, 2, -2]
    assert adds(state, "B1", "A1", attacking=False) == [2]
    after = fights(state, [4, 5])
    assert "A1 and B1 are even and stay in contact [gb10.close-combat.tie]" in after.told


@pytest.mark.case("gb10.close-combat.armor-modifiers", 1)
def test_tanks_against_infantry_in_the_open():
    ours = attacker(stands=(PANTHER,) * 3, quality="experienced")
    state = locked(ours, defender(stands=(INFANTRY,) * 4))
    assert adds(state, "A1", "B1", attacking=True) == [1]
    assert adds(state, "B1", "A1", attacking=False) == [4, -4]
    assert "A1 and B1 are even and stay in contact [gb10.close-combat.tie]" in fights(state, [5, 6]).told


@pytest.mark.case("gb10.close-combat.armor-modifiers", 2)
def test_light_tanks_against_infantry_in_woods_with_a_gun():
    state = locked(attacker(stands=(STUART,) * 2), defender(attached=(AT_GUN,)), pieces=(woods(),))
    assert adds(state, "A1", "B1", attacking=True) == [-1]
    assert adds(state, "B1", "A1", attacking=False) == [3, 2, 2]
    assert "A1 and B1 are even and stay in contact [gb10.close-combat.tie]" in fights(state, [10, 2]).told


@pytest.mark.clause("gb10.close-combat.armor-modifiers")
def test_superheavy_tanks_and_suppressed_infantry():
    state = locked(attacker(stands=("Tiger II S-S-S",) * 2), defender(suppressed=(1,)), pieces=(woods("village"),))
    assert adds(state, "A1", "B1", attacking=True) == [1]
    assert adds(state, "B1", "A1", attacking=False) == [2, 3]


@pytest.mark.clause("gb10.close-combat.infantry-modifiers", "gb10.close-combat.heavy-weapons")
@pytest.mark.parametrize(("ground", "value"), [("woods", -2), ("village", -3), ("bunker", -4)])
def test_cover_comes_off_the_attacker(ground, value):
    state = locked(attacker(attached=(PANTHER,)), defender(), pieces=(woods(ground),))
    assert adds(state, "A1", "B1", attacking=True) == [1, value]
    assert adds(state, "B1", "A1", attacking=False) == []


@pytest.mark.clause("gb10.close-combat.infantry-modifiers")
@pytest.mark.parametrize("ground", ["woods", "village", "bunker"])
def test_a_single_stand_takes_nothing_off_the_attacker_for_its_cover(ground):
    state = locked(attacker(), defender(stands=(INFANTRY,)), pieces=(woods(ground),))
    assert adds(state, "A1", "B1", attacking=True) == [2]


@pytest.mark.clause("gb10.close-combat.armor-modifiers", "gb10.close-combat.armor-details")
@pytest.mark.parametrize(("pieces", "values"), [((woods(),), [1, 2]), ((woods("village"),), [1, 2]), ((), [1, -4, 2])])
def test_a_single_infantry_stand_in_cover_is_not_in_the_open_but_has_no_bonus_against_tanks(pieces, values):
    state = locked(attacker(stands=(PANTHER,) * 2), defender(stands=(INFANTRY,), attached=(AT_GUN,)), pieces=pieces)
    assert adds(state, "B1", "A1", attacking=False) == values


@pytest.mark.case("gb10.close-combat.count-infantry-only", 1)
def test_attachments_do_not_count_as_numbers():
    state = locked(attacker(attached=("HQ", WEAPONS)), defender())
    assert adds(state, "A1", "B1", attacking=True) == []
    assert adds(state, "B1", "A1", attacking=False) == []


# ---- contact


@pytest.mark.case("gb10.close-combat.who-may-contact", 1)
def test_tanks_alone_may_not_contact_a_bunker():
    bunker = {"kind": "bunker", "at": (20, 25), "size": (8, 4)}
    tanks = attacker(stands=(PANTHER,) * 2, attached=("HQ",))
    assert refusal10(tanks, defender(NEAR)) == ""
    assert refusal10(tanks, defender(NEAR), pieces=(bunker,)) == "gb10.close-combat.who-may-contact"
    assert refusal10(attacker(), defender(NEAR), pieces=(bunker,)) == ""


@pytest.mark.clause("gb10.close-combat.who-may-contact", "gb10.close-combat.armor-defenders")
def test_a_gun_in_tow_keeps_tanks_off_itself_and_not_off_the_infantry_it_is_with():
    tanks = attacker(stands=(PANTHER,) * 2)
    state = table10(tanks, defender(NEAR, attached=("AT gun M by truck",), loaded=True))
    ours, theirs, gun = state.units["A1"], state.units["B1"], stand(state, "B1/4")
    assert refuse_contact(state, ours, theirs, [gun]).clause == "gb10.close-combat.armor-defenders"
    way = find_charge(state, ours, theirs, 1.0)
    assert isinstance(way, Way)
    met = enemies_touched(state, ours, way.after)
    assert met and gun not in met
    there = Marched("A1", way.to, tuple(way.after.items())).apply(state)
    after = act(there, lambda play: touch(play, "A1"))
    assert opponents(after.state, after.state.units["A1"]) == ["B1"]


@pytest.mark.clause("gb10.close-combat.who-may-contact")
def test_tanks_contact_those_of_a_battalion_who_are_not_in_the_bunker():
    line = defender(NEAR, stands=(INFANTRY,) * 3, formation=Formation.DEFENSIVE)
    tanks = attacker(stands=(PANTHER,) * 2)
    bunker = {"kind": "bunker", "at": (17.5, 24.2), "size": (2, 1)}
    state = table10(tanks, line, pieces=(bunker,))
    inside = [one for n in (1, 2, 3) if in_bunker(state, one := stand(state, f"B1/{n}"))]
    assert len(inside) == 1
    assert refuse_contact(state, state.units["A1"], state.units["B1"], inside).clause == TO_CONTACT
    way = find_charge(state, state.units["A1"], state.units["B1"], 1.0)
    assert isinstance(way, Way) and inside[0] not in enemies_touched(state, state.units["A1"], way.after)


@pytest.mark.case("gb10.close-combat.armor-defenders", 1)
def test_nobody_contacts_a_battalion_with_a_tank():
    assert refusal10(attacker(), defender(NEAR, attached=(PANTHER,))) == "gb10.close-combat.armor-defenders"


@pytest.mark.clause("gb10.close-combat.who-may-contact")
@pytest.mark.parametrize("stands", [(AT_GUN,), ("HQ",), (WEAPONS,)])
def test_guns_and_support_on_their_own_contact_nobody(stands):
    assert refusal10(attacker(stands=stands), defender(NEAR)) == "gb10.close-combat.who-may-contact"


# ---- guns on their own


@pytest.mark.case("gb10.close-combat.unattached-guns", 1)
@pytest.mark.parametrize("stands", [(AT_GUN,), ("Field gun M", "HQ"), (WEAPONS,)])
def test_guns_on_their_own_are_eliminated_without_a_die(stands):
    after = fights(locked(attacker(), defender(stands=stands)), picks=[Halt("A1")])
    assert all(Mark.DESTROYED in stand(after.state, f"B1/{n}").marks for n in range(1, len(stands) + 1))
    assert "gb10.close-combat.unattached-guns" in after.cited
    assert Did.WON in after.state.units["A1"].spent


@pytest.mark.case("gb10.organisation.unattached", 1)
def test_a_lone_gun_acts_for_itself():
    tanks = Body("A1", (20.0, 23.5), 180, stands=(PANTHER,) * 2)
    state = table10(tanks, Body("B1", HERE, side=BLUE, stands=(AT_GUN,), set_up=(1,)))
    gun = state.units["B1"]
    state = state.put(replace(gun, tallies={**gun.tallies, "actions": 1}))
    assert [body.id for body in with_action(state, BLUE, 1)] == ["B1"]
    assert refuse_firer(state, stand(state, "B1/1")) is None
    contact = fights(locked(attacker(stands=(PANTHER,) * 2), defender(stands=(AT_GUN,))), picks=[Halt("A1")])
    assert Mark.DESTROYED in stand(contact.state, "B1/1").marks


# ---- the loser, and the winner


@pytest.mark.case("gb10.close-combat.losers", 1)
def test_who_fails_to_rally_is_suppressed_or_eliminated():
    state = locked(attacker(), defender(stands=(INFANTRY,) * 4, attached=("HQ",), suppressed=(1,)))
    after = fights(state, [10, 1, 9, 9, 8, 8, 8], [Halt("A1")])
    assert Mark.DESTROYED in stand(after.state, "B1/1").marks
    assert Mark.SUPPRESSED in stand(after.state, "B1/2").marks
    assert not stand(after.state, "B1/3").marks & {Mark.SUPPRESSED, Mark.DESTROYED}
    assert "needs 8 or less (8 average [gb10.rally.number], +1 HQ" in " ".join(after.told)


@pytest.mark.clause("gb10.close-combat.loser-number")
def test_the_cover_that_counts_for_the_loser_is_that_where_it_has_retreated_to():
    woods_behind = {"kind": "woods", "name": "woods", "corners": ((10, 22.5), (30, 22.5), (30, 28), (10, 28))}
    state = locked(attacker(), defender(suppressed=(1,)), pieces=(woods_behind,))
    after = fights(state, [10, 1, 5, 5, 5], [Halt("A1")])
    assert "+1 3 in soft cover [gb10.close-combat.loser-number]" in " ".join(after.told)
    assert [one.value for one in terms_in_new_cover(state, state, "B1")] == [-1]


@pytest.mark.case("gb10.close-combat.winners", 1)
def test_the_winner_takes_no_morale_test():
    lost = replace(stand(table10(attacker(), defender()), "A1/3"), spent=frozenset({Did.DESTROYED}))
    state = locked(attacker(), defender())
    state = state.put(replace(lost, marks=lost.marks | {Mark.DESTROYED}, place=None))
    after = fights(state, [10, 1, 5, 5, 5], [Halt("A1")])
    assert [body.id for body in hit_battalions(after.state)] == ["A1"]
    tested = act(after.state, lambda play: step_ten(play, RED), view=view)
    assert "A1 has won its close combat and takes no morale test [gb10.morale.winners-exempt]" in tested.told


@pytest.mark.clause("gb10.close-combat.no-retreat")
def test_who_cannot_retreat_loses_a_stand_and_stays():
    edge = Body("B1", (20.0, 45.9), 180, side=BLUE)
    state = marked(table10(Body("A1", (20.0, 45.9)), edge), "A1", "attacks B1")
    after = fights(state, [10, 1, 5, 5], [Take(sid(state, "B1/3"))])
    assert Mark.DESTROYED in stand(after.state, "B1/3").marks
    assert "gb10.close-combat.no-retreat" in after.cited


@pytest.mark.clause("gb10.close-combat.advance-details")
def test_the_winner_goes_an_inch_any_way_ahead_of_it_and_keeps_its_facing():
    state = locked(attacker(), defender())
    question = asks(state, lambda play: fight_all(play, RED), [10, 1, 5, 5, 5], [Halt("B1")])
    ways = [option.command.bearing for option in question.options if isinstance(option.command, Advance)]
    assert ways == [None, *range(270, 360, 15), *range(15, 91, 15)]
    after = fights(state, [10, 1, 5, 5, 5], [Advance("A1", 45)])
    here, there = state.units["A1"].place, after.state.units["A1"].place
    assert (round(there.x - here.x, 2), round(there.y - here.y, 2), there.facing) == (0.71, 0.71, 0)


@pytest.mark.clause("gb10.airborne.consolidation-actions")
def test_a_winner_that_has_not_come_together_stays_where_it_is():
    state = marked(table10(attacker(), defender((20, 24))), "A1", Mark.SCATTERED)
    question = first_question(state, lambda play: pursue(play, RED, "A1", 0))
    assert offers(question) == [Halt("A1")]
    assert why_not(question, Advance("A1")) == "gb10.airborne.consolidation-actions"


@pytest.mark.case("gb10.close-combat.second-combat", 1)
def test_an_advance_that_meets_another_enemy_is_fought_out_at_once():
    other = Body("B2", (22.2, 20.0), 270, side=BLUE)
    state = locked(attacker(), defender(), other)
    after = fights(state, [10, 1, 5, 5, 5, 4, 4], [Advance("A1", 75)])
    assert opponents(after.state, after.state.units["A1"]) == ["B2"]
    fought = [line for line in after.told if line.startswith("A1 attacks B2")]
    assert len(fought) == 1 and fought[0].endswith("[gb10.close-combat.second-combat]")


# ---- what the words mean


@pytest.mark.clause("gb10.close-combat.whole-battalion")
def test_stands_that_touch_nobody_count_too():
    line = defender(stands=(INFANTRY,) * 5, formation=Formation.DEFENSIVE, interval=190)
    assert adds(locked(attacker(stands=(INFANTRY,)), line), "B1", "A1", attacking=False) == [4]


@pytest.mark.clause("gb10.close-combat.procedure", "gb10.close-combat.tie")
@pytest.mark.parametrize(("dice", "winner"), [((6, 5), "A1"), ((5, 6), "B1"), ((5, 5), "")])
def test_the_higher_total_wins_and_equal_totals_go_on(dice, winner):
    state = locked(attacker(), defender())
    after = fights(state, [*dice, *([1, 1, 1] if winner else [])], [Halt(winner)] if winner else [])
    assert [body for body in ("A1", "B1") if Did.WON in after.state.units[body].spent] == ([winner] if winner else [])
    if not winner:
        assert opponents(after.state, after.state.units["A1"]) == ["B1"]
        assert "gb10.close-combat.tie" in after.cited


@pytest.mark.clause("gb10.close-combat.no-fire")
def test_nobody_fires_into_or_out_of_it():
    state = locked(attacker(), defender())
    assert refuse_firer(state, stand(state, "A1/1")).clause == "gb10.close-combat.no-fire"
    assert refuse_target(state, stand(state, "B1/1")).clause == "gb10.close-combat.no-fire"


@pytest.mark.clause("gb10.close-combat.armor-details")
@pytest.mark.parametrize(("stands", "values"), [((INFANTRY,), [1]), ((INFANTRY,) * 3, [3, -4])])
def test_the_only_infantry_in_cover_is_not_in_the_open(stands, values):
    """A wood that holds one stand of the defender's."""
    copse = {"kind": "woods", "name": "copse", "at": (20, 20.3), "size": (1.0, 0.5)}
    state = locked(attacker(stands=(PANTHER,) * 2), defender(stands=stands), pieces=(copse,))
    assert adds(state, "B1", "A1", attacking=False) == values


@pytest.mark.clause("gb10.close-combat.armor-details")
def test_tanks_are_light_if_all_are_and_superheavy_if_one_that_can_fight_is():
    mixed = locked(attacker(stands=(STUART, PANTHER)), defender())
    assert adds(mixed, "A1", "B1", attacking=True) == []
    tiger = attacker(stands=("Tiger II S-S-S", PANTHER), suppressed=(1,))
    assert adds(locked(tiger, defender()), "A1", "B1", attacking=True) == []


@pytest.mark.clause("gb10.close-combat.support-state")
def test_suppressed_guns_weapons_and_tanks_still_help_and_are_not_set_up_by_it():
    state = locked(attacker(), defender(attached=(WEAPONS,), suppressed=(4,)))
    assert adds(state, "B1", "A1", attacking=False) == [2]
    fought = fights(state, [7, 5])
    assert "A1 and B1 are even and stay in contact [gb10.close-combat.tie]" in fought.told
    assert Mark.SET_UP not in stand(fought.state, "B1/4").marks
    field_gun = locked(attacker(stands=(PANTHER,) * 2), defender(attached=("Field gun M",), suppressed=(4,)))
    gun = locked(attacker(stands=(PANTHER,) * 2), defender(attached=(AT_GUN,)))
    assert adds(field_gun, "B1", "A1", attacking=False) == adds(gun, "B1", "A1", attacking=False)


@pytest.mark.clause("gb10.close-combat.losers-weapons")
def test_weapons_that_retreat_are_packed_up():
    state = locked(attacker(), defender(attached=(WEAPONS,), set_up=(4,)))
    after = fights(state, [10, 1, 1, 1, 1, 1], [Halt("A1")])
    assert Mark.SET_UP not in stand(after.state, "B1/4").marks
    assert "gb10.close-combat.losers-weapons" in after.cited


@pytest.mark.clause("gb10.close-combat.multiple")
def test_each_pair_is_a_combat_of_its_own_in_the_order_the_phasing_player_likes():
    other = Body("B2", (22.5, 20.0), 180, side=BLUE, stands=(INFANTRY,))
    state = locked(attacker(stands=(INFANTRY,) * 2, formation=Formation.DEFENSIVE), defender(stands=(INFANTRY,)), other)
    state = marked(state, "A1", "attacks B2")
    question = asks(state, lambda play: fight_all(play, RED))
    assert [option.clause for option in question.options] == ["gb10.close-combat.multiple"] * 2


@pytest.mark.clause("gb10.close-combat.no-flank-bonus")
def test_from_behind_there_is_no_bonus():
    rear = Body("B1", (20.0, 20.5), 0, side=BLUE)
    assert adds(locked(attacker(), rear), "A1", "B1", attacking=True) == []


@pytest.mark.clause("gb10.close-combat.armor-alone")
def test_armour_alone_is_tanks_with_or_without_an_hq():
    assert may_close(frozenset({Kind.ARMOUR, Kind.HQ})) and may_close(frozenset({Kind.INFANTRY, Kind.ARMOUR}))
    assert not may_close(frozenset({Kind.ARMOUR, Kind.ANTI_TANK}))


@pytest.mark.clause("gb10.close-combat.unattached-stands")
def test_an_hq_on_its_own_is_eliminated_too():
    after = fights(locked(attacker(), defender(stands=("HQ",))), picks=[Halt("A1")])
    assert Mark.DESTROYED in stand(after.state, "B1/1").marks and Did.WON in after.state.units["A1"].spent
