"""Close combat: who is in it, two throws with the losses between them, who wins."""

import pytest
from cc_melee import (
    AMERICAN,
    GERMAN,
    HITS,
    STRENGTH,
    asks_in_fight,
    chits,
    fought,
    lost,
    melee,
    men,
    point,
    run,
    table,
    thrown,
    unit,
    worth,
)

from sandtable.kernel.facts import Rolled
from sandtable.rules.combat_captain.commands import Activate, Fight, Occupy, Rally, TakeNext, TakeOne
from sandtable.rules.combat_captain.field import field
from sandtable.rules.combat_captain.sequence import Activation, CloseCombat
from sandtable.rules.combat_captain.words import Tie
from sandtable.scripted import offers, why_not

TANK = "M4 Sherman"
RUN = [4] * 4  # dice of a withdrawal

# ---- who fights


@pytest.mark.clause("cc.close-combat.timing")
def test_nobody_fights_before_the_last_unit_has_been_activated():
    at = melee("Rifle squad", "Rifle squad", "German Dog at 50,5: Rifle squad")
    after = run(at, Activation(GERMAN), CloseCombat(GERMAN), dice=[1, 2, 5, 1, *RUN], picks=[Activate("Able")])
    rolled = next(number for number, entry in enumerate(after.entries) if isinstance(entry.event, Rolled))
    assert {"Able", "Dog"} <= {name for entry in after.entries[:rolled] for name in entry.event.units}


@pytest.mark.clause("cc.activation.order")
def test_a_unit_is_finished_with_before_the_next_is_picked():
    at = table("German Able at 20,20: Rifle squad", "German Dog at 50,5: Rifle squad; chits 1")
    after = run(at, Activation(GERMAN), picks=[Activate("Dog"), Rally("Dog")])
    kinds = [(one.topic.kind, one.topic.about) for one in after.asked]
    assert kinds[:4] == [("activate", ()), ("activity", ("Dog",)), ("activity", ("Dog",)), ("activate", ())]


@pytest.mark.clause("cc.close-combat.order")
def test_the_active_player_picks_which_of_two_fights_comes_first_and_it_is_finished_before_the_other():
    others = "German Dog at 50,20: Rifle squad", "American Easy at 50,22 facing S: Rifle squad"
    at = melee("Rifle squad", "Rifle squad", *others)
    assert offers(asks_in_fight(at, kind="order of fights")) == [Fight("Able", "Baker"), Fight("Dog", "Easy")]
    after = fought(at, [1, 2, 5, 1, *RUN] * 2, Fight("Dog", "Easy"))
    assert [who for who, *_ in thrown(after, STRENGTH)] == ["Dog", "Easy", "Able", "Baker"]
    assert [roll.throw.kind for roll in after.rolls][4] == "withdrawal"


@pytest.mark.case("cc.close-combat.all-in", 1)
@pytest.mark.clause("cc.close-combat.all-in")
def test_one_touch_brings_the_whole_of_both_companies_into_the_fight():
    at = melee("8 Rifle squad; in file", "6 Rifle squad; 2 at 14 28, 3 at 26 28, 4 at 12 26, 5 at 28 26, 6 at 20 31")
    assert field(at.state).contacts == {"Able Rifles 1": ["Baker Rifles 1"], "Baker Rifles 1": ["Able Rifles 1"]}
    after = fought(at, [1] * 8 + [2] * 6 + [5] * 8 + [1] * 6 + RUN)
    assert [(who, dice) for who, dice, _ in thrown(after, HITS)] == [("Able", 8), ("Baker", 6)]


@pytest.mark.clause("cc.close-combat.stay-put")
def test_nobody_is_moved_for_the_fight_itself():
    at = melee("3 Rifle squad", "3 Rifle squad")
    question = asks_in_fight(at, [1] * 3 + [2] * 3 + [5] * 3 + [1] * 3 + RUN, kind="withdrawal")
    assert all(one.place == at.state.units[i].place for i, one in question.state.units.items())


@pytest.mark.case("cc.close-combat.multiple", 1)
@pytest.mark.clause("cc.close-combat.multiple", "cc.morale.on-unit")
def test_companies_linked_by_contact_add_their_dice_each_less_its_own_chits_and_lose_together():
    at = melee("Rifle squad", "Rifle squad", "German Dog at 22,22: Rifle squad; chits 1")
    after = fought(at, [1, 1, 2, 3, 3, 6, *RUN, *RUN])
    assert worth(after, STRENGTH) == {"Able": 3, "Dog": 2, "Baker": 6}
    assert (chits(after, "Able"), chits(after, "Dog"), chits(after, "Baker")) == (2, 3, 0)
    assert "cc.close-combat.multiple" in after.cited


@pytest.mark.case("cc.close-combat.isolated", 1)
@pytest.mark.clause("cc.close-combat.isolated")
def test_an_isolated_squad_that_touches_nobody_neither_throws_nor_falls_nor_runs():
    at = melee("Rifle squad", "3 Rifle squad; 3 at 60 40")
    dice = [6, 2, 2, 5, 3, *RUN]
    assert TakeNext("Baker Rifles 3") not in offers(asks_in_fight(at, dice, kind="hits"))
    after = fought(at, dice, TakeNext("Baker Rifles 1"))
    assert [count for _, count, _ in thrown(after, HITS)] == [1, 2]
    assert point(after, "Baker Rifles 3") == (60, 40)
    assert "cc.close-combat.isolated" in after.cited


@pytest.mark.clause("cc.close-combat.isolated")
def test_if_only_isolated_squads_touch_the_enemy_they_alone_fight_and_run_but_the_company_takes_the_chits():
    at = table("German Able at 20,20: Rifle squad", "American Baker at 60,40 facing S: 3 Rifle squad; 3 at 20 22")
    after = fought(at, [1, 2, 5, 3, *RUN])
    assert [count for _, count, _ in thrown(after, HITS)] == [1, 1]
    assert point(after, "Baker Rifles 1") == (60, 40) and point(after, "Baker Rifles 3") == (20, 38)
    assert chits(after, "Baker") == 2


@pytest.mark.clause("cc.close-combat.isolated", "cc.close-combat.withdraw-move")
def test_whoever_was_in_the_fight_runs_even_if_his_new_leader_is_far_off():
    at = melee("2 Rifle squad", "3 Rifle squad; 2 at 20 30, 3 at 14 19")
    after = fought(at, [4, 2, 2, 2, 2, 5, 5, 1, 1, *RUN], TakeNext("Baker Rifles 1"))
    assert lost(after) == ["Baker Rifles 1"] and unit(after, "Baker").is_linked(Tie.LEADER, "Baker Rifles 3")
    assert point(after, "Baker Rifles 2") != (20, 30)


@pytest.mark.clause("cc.close-combat.isolated", "cc.close-combat.loser")
def test_a_company_whose_fighters_have_all_fallen_takes_the_chit_for_its_defeat_and_nobody_runs():
    after = fought(melee("Rifle squad", "2 Rifle squad; 2 at 60 40"), [6, 2])
    assert point(after, "Baker Rifles 2") == (60, 40)
    assert "cc.morale.gain-defeat" in after.cited and "cc.morale.gain-withdrawal" not in after.cited


@pytest.mark.case("cc.close-combat.attacker", 1)
@pytest.mark.clause("cc.close-combat.attacker")
def test_the_active_player_attacks_whoever_came_up_to_whom():
    after = fought(melee(), [2, 2, 1, 2, *RUN], side=AMERICAN)
    assert worth(after, HITS) == {"Baker": 2, "Able": 0}


# ---- the first throw


@pytest.mark.case("cc.close-combat.dice", 1)
@pytest.mark.clause("cc.close-combat.dice")
def test_a_tank_throws_three_dice_a_half_track_one_and_a_truck_none():
    after = fought(melee(f"{TANK}, Half-track, Truck"), [1] * 4 + [2] + [5] * 4 + [1] + RUN)
    assert thrown(after, HITS)[0][:2] == ("Able", 4)


@pytest.mark.case("cc.close-combat.attacker-hits", 1)
@pytest.mark.clause("cc.close-combat.attacker-hits")
def test_attackers_hit_with_the_pips_of_their_even_dice():
    after = fought(melee("6 Rifle squad", "5 Rifle squad"), [6, 5, 4, 2, 1, 3] + [2] * 5 + [5] * 6 + [1] * 3 + RUN)
    assert worth(after, HITS)["Able"] == 12
    assert men(after, *(f"Baker Rifles {n}" for n in range(1, 6))) == [0, 0, 3, 5, 5]


@pytest.mark.case("cc.close-combat.defender-hits", 1)
@pytest.mark.clause("cc.close-combat.defender-hits")
def test_defenders_hit_with_the_pips_of_their_odd_dice():
    after = fought(melee("4 Rifle squad", "4 Rifle squad"), [1] * 4 + [5, 4, 3, 6] + [5] * 3 + [1] * 4 + RUN)
    assert worth(after, HITS)["Baker"] == 8
    assert men(after, *(f"Able Rifles {n}" for n in range(1, 5))) == [0, 2, 5, 5]


@pytest.mark.clause("cc.close-combat.swap")
def test_the_attacker_kills_with_even_dice_and_wins_with_odd_ones_the_defender_the_other_way_about():
    after = fought(melee(), [1, 2, 5, 3, *RUN])
    assert worth(after, HITS) == {"Able": 0, "Baker": 0}
    assert worth(after, STRENGTH) == {"Able": 5, "Baker": 0}


@pytest.mark.case("cc.close-combat.simultaneous", 1)
@pytest.mark.clause("cc.close-combat.simultaneous")
def test_a_side_that_dies_in_the_first_throw_has_struck_all_the_same():
    after = fought(melee(), [6, 3])
    assert men(after, "Able Rifles 1", "Baker Rifles 1") == [2, 0]


@pytest.mark.case("cc.close-combat.saves", 1)
@pytest.mark.clause("cc.close-combat.saves", "cc.cover.save-scope")
def test_defenders_save_in_cover_and_attackers_do_not_even_where_they_have_it():
    at = melee("3 Rifle squad; 2 cover 2, 3 cover 2", "2 Rifle squad; cover 2")
    after = fought(at, [4, 1, 1, 3, 2, 1, 2, 3, 6, 5, 5, 5, 1, 1, *RUN], TakeNext("Able Rifles 2"))
    assert thrown(after, "save") == [("Baker Rifles 1", 4, 2)]
    assert men(after, "Baker Rifles 1", "Able Rifles 2") == [3, 2]


@pytest.mark.clause("cc.close-combat.saves", "cc.cover.save-exceptions")
def test_it_does_not_matter_which_way_a_defender_in_cover_faces():
    at = table("German Able at 20,20: Rifle squad", "American Baker at 20,22 facing N: Rifle squad; cover 2")
    assert men(fought(at, [2, 2, 1, 2, 5, 1, *RUN]), "Baker Rifles 1") == [5]


@pytest.mark.case("cc.close-combat.hits-to-kill", 1)
@pytest.mark.clause("cc.close-combat.hits-to-kill")
def test_seven_hits_destroy_a_tank_and_a_truck_and_their_owner_may_not_refuse():
    at, dice = melee(f"{TANK}, Truck", "3 Rifle squad"), [1, 1, 1, 5, 1, 1]
    question = asks_in_fight(at, dice, kind="hits")
    assert offers(question) == [TakeNext("Able M4 Sherman 1"), TakeNext("Able Truck 1")]
    assert lost(fought(at, dice)) == ["Able M4 Sherman 1", "Able Truck 1"]


@pytest.mark.clause("cc.close-combat.hits-to-kill")
@pytest.mark.parametrize(("hits", "gone"), [((1, 1, 2), []), ((3, 2, 2), ["Able Half-track 1"])])
def test_three_hits_destroy_a_half_track(hits, gone):
    at = melee(f"Half-track, {TANK}", "3 Rifle squad")
    after = fought(at, [1] * 4 + [*hits] + [5] * (4 - len(gone)) + [1] * 3 + RUN)
    assert lost(after) == gone


@pytest.mark.case("cc.close-combat.allocate", 1)
@pytest.mark.clause("cc.close-combat.allocate")
def test_six_hits_take_a_tank_and_one_man_or_six_men_but_no_tank_after_two_men():
    at, dice = melee(f"{TANK}, 2 Rifle squad", "2 Rifle squad"), [1] * 5 + [5, 1]
    tank, squad = "Able M4 Sherman 1", "Able Rifles 1"
    assert why_not(asks_in_fight(at, dice, TakeOne(squad), kind="hits"), TakeNext(tank)) == ""
    two_men_lost = asks_in_fight(at, dice, TakeOne(squad), TakeOne(squad), kind="hits")
    assert why_not(two_men_lost, TakeNext(tank)) == "cc.close-combat.allocate"
    after = fought(at, [*dice, 5, 5, 1, 1, *RUN], TakeNext(tank))
    assert lost(after) == [tank] and men(after, squad, "Able Rifles 2") == [4, 5]


@pytest.mark.clause("cc.close-combat.allocate")
def test_hits_too_few_for_the_only_vehicle_left_are_lost():
    after = fought(melee("Rifle squad", TANK), [4, 2, 2, 2, 5, 1, 1, 1, *RUN])
    assert not lost(after) and "hits" not in [one.topic.kind for one in after.asked]


@pytest.mark.clause("cc.close-combat.allocate")
def test_a_hit_that_is_saved_is_used_up_and_a_vehicle_that_takes_too_few_stands():
    at = melee("Rifle squad", f"{TANK}; cover 3")
    after = fought(at, [6, 2, 2, 2, 1, 2, 4, 4, 4, 4, 5, 2, 2, 4, *RUN])
    assert sum(count for _, count, _ in thrown(after, "save")) == 6
    assert not lost(after)


@pytest.mark.clause("cc.close-combat.remove-first", "cc.morale.timing")
def test_losses_and_their_chit_come_before_the_throw_that_decides_and_the_lost_do_not_throw():
    after = fought(melee("Rifle squad", "2 Rifle squad"), [6, 2, 2, 5, 4, *RUN])
    assert thrown(after, STRENGTH) == [("Able", 1, 5), ("Baker", 1, 3)]


# ---- the second throw


@pytest.mark.case("cc.close-combat.win-attacker", 1)
@pytest.mark.clause("cc.close-combat.win-attacker")
def test_two_tanks_a_half_track_and_a_truck_throw_seven_dice_to_win_and_the_odd_ones_count():
    at = melee(f"2 {TANK}, Half-track, Truck")
    after = fought(at, [1] * 7 + [2] + [1, 2, 3, 4, 5, 6, 1] + [4] + RUN)
    assert thrown(after, STRENGTH)[0] == ("Able", 7, 10)


@pytest.mark.clause("cc.close-combat.win-defender")
def test_a_defending_tank_throws_three_dice_to_win_and_the_even_ones_count():
    after = fought(melee("Rifle squad", f"{TANK}, Truck"), [1, 2, 2, 2, 5, 2, 4, 5, *RUN])
    assert thrown(after, STRENGTH)[1] == ("Baker", 3, 6)


@pytest.mark.case("cc.close-combat.cover-points", 1)
@pytest.mark.clause("cc.close-combat.cover-points")
@pytest.mark.parametrize(("attack", "beaten"), [([5, 5, 5, 1, 1], "Baker"), ([5, 5, 3, 1, 1], "Able")])
def test_each_level_of_cover_of_each_defender_is_worth_a_point(attack, beaten):
    """Seventeen beats ten and six for cover, fifteen does not."""
    at = melee("5 Rifle squad", "3 Rifle squad; cover 2")
    after = fought(at, [1] * 5 + [2] * 3 + attack + [4, 1, 6] + RUN)
    assert [company for company in ("Able", "Baker") if chits(after, company)] == [beaten]
    assert "cc.close-combat.cover-points" in after.cited


@pytest.mark.case("cc.close-combat.winner", 1)
@pytest.mark.clause("cc.close-combat.winner")
def test_the_higher_total_wins():
    after = fought(melee("4 Rifle squad", "2 Rifle squad"), [1] * 4 + [2] * 2 + [5, 3, 3, 2] + [6, 4] + RUN)
    assert worth(after, STRENGTH) == {"Able": 11, "Baker": 10}
    assert (chits(after, "Able"), chits(after, "Baker")) == (0, 2)


@pytest.mark.case("cc.close-combat.tie", 1)
@pytest.mark.clause("cc.close-combat.tie")
def test_equal_totals_are_the_defenders():
    at = melee("3 Rifle squad", "2 Rifle squad; 1 cover 3")
    after = fought(at, [1] * 3 + [2] * 2 + [5, 3, 1] + [6, 1] + RUN)
    assert worth(after, STRENGTH) == {"Able": 9, "Baker": 6}
    assert (chits(after, "Able"), chits(after, "Baker")) == (2, 0)
    assert "cc.close-combat.tie" in after.cited


@pytest.mark.case("cc.close-combat.wiped-out", 1)
@pytest.mark.clause("cc.close-combat.wiped-out")
def test_who_has_nobody_left_against_him_wins_without_a_second_throw_and_may_occupy_the_ground():
    after = fought(melee("2 Rifle squad"), [6, 2, 2], Occupy("Able"))
    assert not thrown(after, STRENGTH) and "cc.close-combat.wiped-out" in after.cited
    assert point(after, "Able Rifles 1") == (20, 22)


@pytest.mark.clause("cc.close-combat.wiped-out")
def test_if_nobody_is_left_on_either_side_nobody_wins_and_a_truck_stays_where_it_is():
    at = melee("Rifle squad", "Rifle squad, Truck")
    after = fought(at, [6, 5])
    assert lost(after) == ["Able Rifles 1", "Baker Rifles 1"]
    assert unit(after, "Baker Truck 1").place == at["Baker Truck 1"].place and chits(after, "Baker") == 1


@pytest.mark.clause("cc.close-combat.wiped-out", "cc.close-combat.loser")
def test_trucks_that_are_left_alone_run_from_the_winner():
    after = fought(melee("2 Rifle squad", "Rifle squad, Truck; 2 at 20 24.5"), [6, 1, 2, *RUN])
    assert point(after, "Baker Truck 1") == (20, 36.5) and chits(after, "Baker") == 3
