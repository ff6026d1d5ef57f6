"""Running: from a charge, or beaten in a close combat."""

import pytest
from cc_melee import (
    AMERICAN,
    asks_in_fight,
    charged,
    chits,
    cover,
    fought,
    lost,
    melee,
    point,
    table,
    thrown,
    unit,
    worth,
)
from pytest import approx

from sandtable.board import shapes
from sandtable.rules.combat_captain.commands import (
    Charge,
    FallBack,
    FallBackLeg,
    Fire,
    HoldFire,
    Move,
    Pass,
    Stand,
    TakeNext,
    TurnAway,
    Withdraw,
)
from sandtable.rules.combat_captain.field import field
from sandtable.rules.combat_captain.words import Tally, Tie
from sandtable.scripted import why_not

LOST = [1, 2, 5, 1]  # of one squad against another: the defender loses without a casualty

# ---- from a charge


def before_the_charge(*more):
    """Able stands 4 inches from Baker."""
    ours, theirs = "German Able at 20,10 facing N: 2 Rifle squad", "American Baker at 20,16 facing S: 2 Rifle squad"
    return table(ours, f"{theirs}; cover 2", *more)


RUNS = Withdraw("Baker", "Able")


@pytest.mark.case("cc.close-combat.withdraw", 1)
@pytest.mark.clause("cc.close-combat.withdraw", "cc.morale.gain-withdrawal")
def test_a_company_that_runs_from_a_charge_throws_four_dice_loses_its_cover_and_takes_one_chit():
    after = charged(before_the_charge(), 5, RUNS, FallBack(0, "Baker"), dice=[1, 2, 1, 2])
    assert point(after, "Baker Rifles 1") == (20, 22)
    assert (chits(after, "Baker"), cover(after, "Baker Rifles 1"), cover(after, "Baker Rifles 2")) == (1, 0, 0)
    assert "cc.close-combat.withdraw-move" in after.cited


def charged_again():
    """Baker has run from Able once and is caught by it on its second die."""
    at = before_the_charge()
    charged(at, 5, RUNS, FallBack(0, "Baker"), dice=[1, 1, 1, 1])
    return at, charged(at, 6, HoldFire(AMERICAN))


@pytest.mark.case("cc.close-combat.withdraw-once", 1)
@pytest.mark.clause("cc.close-combat.withdraw-once", "cc.dice.penalty-scope")
def test_a_company_that_has_run_once_and_is_caught_again_has_to_fight_less_its_chit():
    at, after = charged_again()
    assert "cc.close-combat.withdraw-once" in after.cited and unit(after, "Baker").is_linked(Tie.STANDS, "Able")
    fight = fought(at, [1, 1, 5, 3, 1, 6, 4, 3, 3, 3, 3], TakeNext("Able Rifles 1"))
    assert worth(fight, "close combat hits")["Baker"] == 6


@pytest.mark.clause("cc.close-combat.withdraw-once")
def test_to_run_a_second_time_is_not_on_offer():
    _, after = charged_again()
    (question,) = (one for one in after.asked if one.topic.kind == "charge")
    assert [option.command for option in question.options] == [Stand("Baker", "Able")]


@pytest.mark.clause("cc.close-combat.withdraw-once", "cc.turn.resets")
def test_in_the_next_enemy_turn_it_may_run_again():
    at = before_the_charge()
    charged(at, 5, RUNS, FallBack(0, "Baker"), dice=[1, 1, 1, 1])
    at.give(Pass("Able"))
    at.give(Pass("Baker"))
    after = charged(at, 6, RUNS, FallBack(0, "Baker"), dice=[6, 6, 6, 6])
    assert chits(after, "Baker") == 2


@pytest.mark.case("cc.close-combat.withdraw-timing", 1)
@pytest.mark.clause("cc.close-combat.withdraw-timing")
def test_a_company_that_stands_against_one_charge_is_asked_again_at_the_next_and_may_run_from_both():
    at = before_the_charge("German Dog at 12,16 facing E: Rifle squad")
    charged(at, 5, Stand("Baker", "Able"))
    at.give(Pass("Able"))
    picks = Charge("Dog", "Baker"), Withdraw("Baker", "Dog"), FallBack(0, "Baker")
    after = at.give(Move("Dog"), dice=[6, 3, 3, 3, 3], picks=picks)
    assert chits(after, "Baker") == 1 and not field(after.state).contacts and not lost(after)


@pytest.mark.clause("cc.close-combat.withdraw-timing", "cc.opfire.charge")
def test_opportunity_fire_at_the_charge_comes_before_the_choice_to_stand():
    picks = Fire("Baker", "Able Rifles 1"), Stand("Baker", "Able")
    after = charged(before_the_charge(), 5, *picks, dice=[1, 1, 1])
    kinds = [one.topic.kind for one in after.asked]
    assert kinds.index("opportunity fire") < kinds.index("charge")


@pytest.mark.clause("cc.close-combat.withdraw-timing")
def test_a_company_is_asked_once_about_each_enemy_that_charges_it():
    at = before_the_charge()
    charged(at, 5, Stand("Baker", "Able"))
    after = at.give(Move("Able"), dice=[1])
    assert "charge" not in [one.topic.kind for one in after.asked]


@pytest.mark.clause("cc.close-combat.withdraw-timing")
def test_whoever_has_charged_in_vain_may_spend_its_other_dice():
    after = charged(before_the_charge(), 5, RUNS, FallBack(0, "Baker"), dice=[1, 1, 1, 1])
    assert unit(after, "Able").tallies[Tally.DICE] == 2
    assert after.state.agenda[0].company == "Able"


# ---- beaten


@pytest.mark.case("cc.close-combat.loser", 1)
@pytest.mark.clause("cc.close-combat.loser", "cc.morale.gain-defeat")
def test_a_beaten_company_runs_as_far_as_four_dice_say_and_then_has_two_chits():
    after = fought(melee(), [*LOST, 2, 5, 6, 1])
    assert point(after, "Baker Rifles 1") == (20, 36) and chits(after, "Baker") == 2


@pytest.mark.clause("cc.close-combat.withdraw-move", "cc.close-combat.isolated")
def test_it_runs_from_those_who_fought_and_not_from_an_isolated_squad_nearer_by():
    at = melee("2 Rifle squad; 2 at 27 30", "2 Rifle squad; 2 at 27 26")
    after = fought(at, [1, 2, 2, 5, 1, 1, 3, 3, 3, 3])
    assert shapes.bearing((27, 26), point(after, "Baker Rifles 2")) == shapes.bearing((20, 20), (27, 26))


@pytest.mark.clause("cc.close-combat.withdraw-move", "cc.dice.penalty-scope")
def test_chits_that_it_had_before_shorten_its_run_and_vehicles_throw_no_second_die():
    at = melee("Rifle squad", "Half-track, Rifle squad; 1 at 20 22.5, 2 lost, chits 1")
    after = fought(at, [*LOST, 2, 5, 6, 1])
    assert thrown(after, "withdrawal") == [("Baker", 4, 14)]
    assert point(after, "Baker Half-track 1") == (20, 32.5)


def way(turn, *more, at=None):
    """Where Baker's squad goes, as a bearing and inches, with dice of 3."""
    at = at or melee()
    after = fought(at, [*LOST, 3, 3, 3, 3], FallBack(turn, "Baker"), *more)
    there = point(after, "Baker Rifles 1")
    return shapes.bearing((20, 22), there), shapes.span_of((20, 22), there)


@pytest.mark.case("cc.close-combat.withdraw-move", 1)
@pytest.mark.clause("cc.close-combat.withdraw-move")
def test_it_goes_the_full_distance_within_45_degrees_of_straight_away():
    assert way(0) == (0, 12)
    question = asks_in_fight(melee(), [*LOST, 3, 3, 3, 3], kind="withdrawal")
    allowed = {turn for turn in range(-180, 181, 15) if not why_not(question, FallBack(turn, "Baker"))}
    assert allowed == {-45, -30, -15, 0, 15, 30, 45}
    assert why_not(question, FallBack(60, "Baker")) == "cc.close-combat.withdraw-move"
    assert why_not(question, FallBackLeg(45, "Baker")) == ""


@pytest.mark.clause("cc.close-combat.withdraw-move")
def test_it_may_turn_at_the_start_of_every_die():
    picks = [FallBackLeg(turn, "Baker") for turn in (45, 0, -45)]
    after = fought(melee(), [*LOST, 4, 2, 4, 2], *picks)
    x, y = point(after, "Baker Rifles 1")
    assert x > 20 and shapes.span_of((20, 22), (x, y)) < 12


@pytest.mark.clause("cc.close-combat.withdraw-move")
def test_each_squad_may_go_a_way_of_its_own():
    at = melee("Rifle squad", "2 Rifle squad; 2 at 18 24")
    after = fought(at, [1, 2, 2, 5, 1, 1, 3, 3, 3, 3], TurnAway(45, "Baker Rifles 1"), FallBack(0, "Baker"))
    assert point(after, "Baker Rifles 1")[0] > 27
    assert point(after, "Baker Rifles 2")[0] < 18


@pytest.mark.clause("cc.close-combat.withdraw-move")
def test_a_squad_runs_through_friends_and_on_to_the_first_room_beyond_them():
    friends = "American Easy at 20,34 facing S: Rifle squad"
    assert way(0, at=melee("Rifle squad", "Rifle squad", friends)) == (0, approx(14, abs=0.25))


@pytest.mark.clause("cc.close-combat.withdraw-move")
def test_where_there_is_no_room_beyond_a_friend_it_stops_before_him():
    friends = "American Easy at 20,34 facing S: Rifle squad"
    at = melee("Rifle squad", "Rifle squad", friends, ground=["river at 20,37 size 40,2"])
    assert way(0, at=at) == (0, approx(10, abs=0.25))


@pytest.mark.clause("cc.close-combat.withdraw-move", "cc.move.table-edge")
def test_it_stops_at_the_edge_of_the_table():
    at = melee("Rifle squad", "Rifle squad", size=(40, 30))
    assert way(0, at=at) == (0, approx(7))


@pytest.mark.clause("cc.close-combat.withdraw-move")
@pytest.mark.parametrize(
    ("ground", "die"),
    [("river at 20,30 size 40,4", 3), ("forest at 20,30 size 40,4", 4)],
)
def test_it_stops_at_ground_that_nobody_enters_and_where_its_dice_do_not_count(ground, die):
    at = melee("Rifle squad", "Rifle squad", ground=[ground])
    after = fought(at, [*LOST, die, die, die, die])
    assert point(after, "Baker Rifles 1")[1] == approx(28, abs=0.05)


@pytest.mark.clause("cc.close-combat.withdraw-move", "cc.move.obstacles")
def test_a_die_too_short_to_get_over_a_wall_ends_before_it():
    at = melee("Rifle squad", "Rifle squad", ground=["wall at 20,25 size 40,0.2"])
    after = fought(at, [*LOST, 3, 1, 1, 1])
    assert point(after, "Baker Rifles 1")[1] < 25


@pytest.mark.clause("cc.close-combat.withdraw-move")
def test_it_stops_one_inch_short_of_other_enemies():
    at = melee("Rifle squad", "Rifle squad", "German Dog at 20,36 facing S: Rifle squad")
    assert way(0, at=at) == (0, approx(11, abs=0.02))


@pytest.mark.case("cc.close-combat.trapped", 1)
@pytest.mark.clause("cc.close-combat.trapped")
def test_a_squad_that_cannot_get_away_is_captured():
    at = melee("Rifle squad", "Rifle squad", ground=["river at 20,23.06 size 40,2"])
    after = fought(at, [*LOST, 3, 3, 3, 3])
    assert lost(after) == ["Baker Rifles 1"] and "cc.close-combat.trapped" in after.cited


@pytest.mark.clause("cc.close-combat.trapped", "cc.vehicles.transport")
def test_passengers_are_captured_with_their_vehicle():
    theirs = "Half-track, 2 Rifle squad; 1 at 20 22.5, 2 aboard 1, 3 at 24 24"
    at = melee("Rifle squad", theirs, ground=["river at 20,24.56 size 3,4"])
    after = fought(at, [1, 2, 2, 2, 5, 1, 1, 1, 3, 3, 3, 3])
    assert lost(after) == ["Baker Half-track 1", "Baker Rifles 1"] and not thrown(after, "survival")


@pytest.mark.clause("cc.close-combat.withdraw-move")
def test_passengers_run_with_their_vehicle():
    at = melee("Rifle squad", "Half-track, Rifle squad; 1 at 20 22.5, 2 aboard 1")
    after = fought(at, [1, 2, 2, 5, 1, 1, 3, 3, 3, 3])
    assert point(after, "Baker Half-track 1") == (20, 34.5) and unit(after, "Baker Rifles 1").aboard
