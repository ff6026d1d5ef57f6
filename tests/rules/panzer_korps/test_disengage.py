"""Disengaging: leaving a fire fight."""

import pytest
from pk_moves import GROUP, asked, at, moves, one, table, unit

from sandtable.rules.panzer_korps.commands import March, Withdraw
from sandtable.rules.panzer_korps.steps import GroupMoves
from sandtable.rules.panzer_korps.words import Did
from sandtable.scripted import why_not

BACK, SIDEWAYS = March("I", at(20, 8)), March("I", at(20, 12))


def fight(quality="Regular", foe="French A at 20,22: 3 infantry", **said):
    return one(f"3 infantry; {quality}, fired at A", foe=foe, **said)


@pytest.mark.case("pk.disengage.roll", 1)
def test_elite_disengages_on_seven_and_militia_stays_on_four():
    assert unit(moves(fight("Elite"), BACK, dice=[7]).state).place.point == (20, 8)
    assert unit(moves(fight("Militia"), BACK, dice=[4]).state).place.point == (20, 10)


@pytest.mark.clause("pk.disengage.roll")
@pytest.mark.parametrize(
    ("quality", "factor"), [("Hardened", 8), ("Elite", 7), ("Veteran", 5), ("Recruit", 5), ("Militia", 3)]
)
def test_the_factor_depends_on_quality(quality, factor):
    (roll,) = moves(fight(quality), BACK, dice=[1]).rolls
    assert roll.need.total == factor


@pytest.mark.case("pk.disengage.when", 1)
def test_a_battalion_that_fails_stays_and_has_used_up_a_move():
    state = table("German I at 20,10: 3 infantry; Veteran, fired at A", "German II at 40,10: 3 infantry",
                  "French A at 20,22: 3 infantry")  # fmt: skip
    after = moves(state, BACK, dice=[6], number=2)
    assert unit(after.state).place.point == (20, 10)
    assert Did.MOVED not in unit(after.state).spent
    assert after.state.agenda[1] == GroupMoves(GROUP, 1, 0)
    assert why_not(asked(after.state), SIDEWAYS) == "pk.disengage.when"
    assert {"pk.disengage.roll", "pk.disengage.when"} <= after.cited


@pytest.mark.clause("pk.disengage.when")
def test_the_one_fired_at_must_roll_as_well():
    assert moves(one(foe="French A at 20,22: 3 infantry; fired at I"), BACK, dice=[1]).rolls


@pytest.mark.clause("pk.disengage.when")
def test_no_roll_is_needed_to_come_nearer():
    assert moves(fight(), SIDEWAYS).rolls == []


@pytest.mark.clause("pk.disengage.when")
@pytest.mark.parametrize(
    "foe",
    [
        "French A at 20,24.1: 3 infantry",  # farther than 12 inches
        "French A at 20,22: 3 infantry; disorder 6",
        "French A at 20,22: 3 infantry; Panicked",
    ],
)
def test_a_distant_or_broken_enemy_holds_nobody(foe):
    assert moves(fight(foe=foe), BACK).rolls == []


@pytest.mark.clause("pk.disengage.when")
def test_an_enemy_out_of_sight_holds_nobody():
    assert moves(fight(ground=["heavy woods at 20,16 size 10,2"]), BACK).rolls == []


@pytest.mark.clause("pk.disengage.when")
def test_who_withdraws_from_the_table_must_disengage():
    state = one("3 infantry; fired at A", at="20,3", foe="French A at 20,12: 3 infantry")
    assert unit(moves(state, Withdraw("I"), dice=[10]).state).place is not None
    assert unit(moves(state, Withdraw("I"), dice=[5]).state).place is None
