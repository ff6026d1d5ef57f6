"""Morale chits: what they do, how they come and go."""

import pytest
from cc_fire import (
    INFANTRY,
    adds,
    asked,
    chits,
    facing,
    fires,
    is_gone,
    men,
    offered,
    on_table,
    points,
    refused,
    result,
    shot,
    sub,
    volley,
    volleys,
)

from sandtable.board.shapes import shifted
from sandtable.rules.combat_captain.commands import (
    Charge,
    FallBack,
    Halt,
    March,
    Move,
    MoveOne,
    Pass,
    Rally,
    StayPut,
    TakeNext,
    Withdraw,
)
from sandtable.rules.combat_captain.sequence import CloseCombat
from sandtable.rules.combat_captain.words import Tally

# ---- what they do


@pytest.mark.clause("cc.morale.effect")
@pytest.mark.parametrize(("number", "total"), [(0, 16), (1, 13), (2, 10), (6, 3)])
def test_each_chit_takes_a_pip_off_every_die_and_nothing_else(number, total):
    table = facing("3 Rifle squad", INFANTRY, ours=f"chits {number}")
    after = fires(table, 6, 4, 3, 6)
    assert points(after) == total
    assert adds(after)["organisation.enhanced-small-arms"] == 3  # modifiers are as they were


@pytest.mark.clause("cc.morale.effect")
@pytest.mark.parametrize(("number", "die", "hits"), [(0, 6, 5), (1, 6, 4), (1, 2, 0)])
def test_the_variable_die_is_read_in_a_lower_column(number, die, hits):
    table = facing("2 Rifle squad", INFANTRY, us="Soviet", ours=f"chits {number}")
    faces = [3 + number] * 4 + [2 + number] * 4
    after = fires(table, *faces, die, spend=3)
    assert (points(after), result(after)) == (20, hits)


@pytest.mark.case("cc.morale.on-unit", 1)
def test_chits_count_for_every_sub_unit_and_everything_it_throws():
    table = facing("2 Rifle squad", INFANTRY, 12, ours="chits 1")
    one = sub(table, "Able 1")
    near, far = (MoveOne(one.id, shifted(one.place, 180, inches)) for inches in (2, 3))
    question = asked(table, Move("Able"), dice=[3], kind="move")  # three pips are two inches
    assert question.refuse(near) is None and question.refuse(far) is not None
    table.give(Move("Able"), [3], [near, Halt("Able")])
    assert points(fires(table, 4, 6, 1)) == 3 + 5 + 2


@pytest.mark.clause("cc.morale.on-unit")
def test_there_is_no_upper_limit_and_no_die_is_worth_less_than_nothing():
    table = facing("2 Rifle squad", INFANTRY, ours="chits 9")
    after = fires(table, 6, 6, 6)
    assert points(after) == 2 and result(after) == 0


@pytest.mark.clause("cc.morale.on-unit")
def test_chits_of_one_company_do_not_touch_another():
    table = on_table("German Able at 30,20", "German Charlie at 34,20; chits 3", "American Baker at 30,26")
    assert points(fires(table, 6, 1)) == 7


@pytest.mark.clause("cc.morale.no-rout")
def test_a_company_with_many_chits_is_asked_what_it_does_like_any_other():
    shaken, steady = facing(INFANTRY, INFANTRY, ours="chits 9"), facing(INFANTRY, INFANTRY)
    assert [one for one in offered(shaken) if not isinstance(one, Rally)] == offered(steady)


# ---- how they come


@pytest.mark.case("cc.morale.gain-elimination", 1)
def test_two_squads_lost_in_one_volley_are_one_chit():
    table, after = volley(50, 5, theirs="3 Rifle squad", foe="2 at 39 31, 3 at 33.5 32")
    assert result(after) == 11 and men(table) == [0, 0, 4]
    assert chits(table) == 1 and "cc.morale.gain-elimination" in after.cited


@pytest.mark.clause("cc.morale.gain-elimination")
def test_men_lost_are_no_chit():
    table, _ = volley(15, 6, theirs="2 Rifle squad")
    assert men(table) == [2, 5] and chits(table) == 0


def fight(*dice, picks, mine="3 Rifle squad", theirs="4 Rifle squad"):
    table = on_table(
        f"German Able at 30,20: {mine}; in line", f"American Baker at 30,22 facing 180: {theirs}; in line, leader 1"
    )
    return table, table.take(CloseCombat("German"), dice=dice, picks=picks(table))


def beaten(table):
    return [
        TakeNext(sub(table, "Baker 3").id),
        TakeNext(sub(table, "Baker 4").id),
        FallBack(0, "Baker"),
        StayPut("Able"),
    ]


@pytest.mark.case("cc.morale.gain-defeat", 1)
def test_lost_squads_withdrawing_and_defeat_are_three_chits():
    table, after = fight(6, 4, 1, 2, 2, 2, 2, 5, 5, 5, 1, 1, 6, 6, 6, 6, picks=beaten)
    assert is_gone(table, "Baker 3") and is_gone(table, "Baker 4")
    assert chits(table) == 3 and chits(table, "Able") == 0
    assert {"cc.morale.gain-elimination", "cc.morale.gain-withdrawal", "cc.morale.gain-defeat"} <= after.cited


@pytest.mark.clause("cc.morale.gain-withdrawal")
def test_a_company_that_runs_before_a_charge_takes_one_chit():
    table = on_table("German Able at 30,20: 2 Rifle squad", "American Baker at 30,24.5 facing 180: 2 Rifle squad")
    after = table.give(
        Move("Able"), [3, 6, 6, 6, 6], [Charge("Able", "Baker"), Withdraw("Baker", "Able"), FallBack(0, "Baker")]
    )
    assert chits(table) == 1 and "cc.morale.gain-withdrawal" in after.cited


@pytest.mark.case("cc.morale.timing", 1)
def test_a_chit_for_a_squad_lost_at_the_first_throw_counts_at_the_second():
    def one_lost(table):
        return [TakeNext(sub(table, "Baker 2").id), FallBack(0, "Baker"), StayPut("Able")]

    table, after = fight(4, 1, 1, 2, 2, 5, 5, 5, 6, 6, 6, 6, 6, picks=one_lost, theirs="Rifle squad, Bazooka squad")
    thrown = [roll for roll in after.rolls if roll.throw.unit == "Baker"]
    assert [roll.reading.worth for roll in thrown[:2]] == [(1, 0, 3, 0, 5, 0), (0, 1, 0, 3, 0, 5)]
    assert chits(table) == 3


@pytest.mark.clause("cc.morale.timing")
def test_chits_for_withdrawing_and_defeat_do_not_shorten_the_withdrawal():
    def runs(table):
        return [FallBack(0, "Baker"), StayPut("Able")]

    table, after = fight(1, 1, 1, 2, 2, 5, 5, 5, 2, 2, 6, 6, 6, 6, picks=runs, theirs="2 Rifle squad")
    assert chits(table) == 2
    assert sub(table, "Baker 1").place.y == pytest.approx(22 + 24, abs=0.2)
    assert not [term for roll in after.rolls if roll.throw.kind == "withdrawal" for term in roll.adds]


@pytest.mark.clause("cc.morale.timing")
def test_a_chit_taken_under_opportunity_fire_counts_at_the_next_die():
    table = on_table("German Able at 30,20: 2 Rifle squad; 2 men 1", "American Baker at 30,31: 2 Rifle squad")
    march = March("Able", shifted(sub(table, "Able 1").place, 0, 3), "as they stand")
    table.give(Move("Able"), [3, 6, 6, 3], [march, shot(table, "Able 2", by="Baker")])
    assert is_gone(table, "Able 2") and chits(table, "Able") == 1
    (roll,) = table.give(Move("Able"), [3], [Halt("Able")]).rolls
    assert [(term.value, term.clause) for term in roll.adds] == [(-1, "cc.dice.morale-penalty")]


# ---- how they go


@pytest.mark.case("cc.morale.rally", 1)
def test_two_dice_spent_on_rallying_leave_one_chit_of_three():
    table = facing("2 Rifle squad", INFANTRY, ours="chits 3")
    for _ in range(2):
        rallied = table.give(Rally("Able"))
    assert chits(table, "Able") == 1 and not rallied.rolls
    after = fires(table, 4, 3, 6)
    (roll,) = volleys(after)
    assert points(after) == 3 + 2 + 2
    assert roll.reading.across.worth == (0, 1, 2, 3, 4, 5)


@pytest.mark.clause("cc.morale.rally")
def test_a_company_without_chits_has_nothing_to_rally_from():
    table = facing(INFANTRY, INFANTRY)
    assert Rally("Able") not in offered(table)
    assert refused(table, Rally("Able")) == "morale.rally"


@pytest.mark.clause("cc.morale.rally")
def test_a_company_in_contact_cannot_rally():
    table = on_table("German Able at 30,20: 2 Rifle squad; chits 2", "American Baker at 30,22: Rifle squad")
    assert refused(table, Rally("Able")) == "morale.rally"


@pytest.mark.clause("cc.morale.rally")
def test_rallying_costs_a_die():
    table = facing(INFANTRY, INFANTRY, ours="chits 1")
    table.give(Rally("Able"))
    assert table["Able"].tallies[Tally.DICE] == 2
    table.give(Pass("Able"))
    assert chits(table, "Able") == 0
