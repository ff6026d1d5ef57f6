"""Casualties: losses that do not weaken, consolidation, the end of an event."""

import pytest
from cc_fire import (
    INFANTRY,
    MG,
    PAK,
    TRUCK,
    adds,
    asked,
    chits,
    dice_of,
    facing,
    fires,
    is_gone,
    men,
    offered,
    on_table,
    put,
    shot,
    some,
    sub,
    volley,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.rules.combat_captain.commands import Consolidate, LayTape, LeaveOut, Strafe
from sandtable.rules.combat_captain.facts import ChitTaken, MenGiven
from sandtable.rules.combat_captain.sequence import AirStrike
from sandtable.rules.combat_captain.words import Tally
from sandtable.scripted import offers

ASIDE = "2 at 38.5 32"  # the second squad of Baker, beside and behind the first


def gives(table, giver, taker):
    return Consolidate(sub(table, giver).id, sub(table, taker).id)


# ---- no attrition


@pytest.mark.case("cc.casualties.no-attrition", 1)
def test_a_squad_of_one_man_fires_like_a_full_one():
    after = fires(facing(INFANTRY, INFANTRY, ours="1 men 1"), 6, 1)
    assert dice_of(after) == 1 and adds(after) == {"organisation.enhanced-small-arms": 1}


@pytest.mark.clause("cc.casualties.no-attrition")
def test_a_gun_with_one_man_left_fires_with_all_its_dice():
    after = fires(facing(f"1 {PAK}", INFANTRY, ours="1 men 1"), 1, 1, 1, 1, 1, spend=3)
    assert dice_of(after) == 4


# ---- consolidation


THREE_HITS = [4, 4, 4, 3, 5]  # one squad with rifles only, four dice: 15 points


def two_short(second=INFANTRY, foe="2 men 3"):
    """Baker 2 has lost men before; now three hits fall on Baker 1."""
    return facing(INFANTRY, f"{INFANTRY}, {second}", us="Soviet", foe=f"{ASIDE}, {foe}")


def three_hits(table, *picks):
    return fires(table, *THREE_HITS, spend=3, picks=picks)


@pytest.mark.case("cc.casualties.consolidate-procedure", 1)
def test_the_men_of_one_squad_fill_up_another_and_it_is_gone_with_the_last():
    table = two_short()
    three_hits(table, gives(table, "Baker 1", "Baker 2"))
    assert men(table) == [0, 5] and is_gone(table)
    assert chits(table) == 1


@pytest.mark.case("cc.casualties.consolidate-procedure", 2)
def test_men_may_go_to_another_kind_of_squad_so_that_none_is_lost():
    table = facing(INFANTRY, f"{MG}, {INFANTRY}", us="Soviet", foe=f"{ASIDE}, 2 men 3")
    fires(table, 3, 3, 3, 3, 4, spend=3, picks=[gives(table, "Baker 2", "Baker 1")])
    assert men(table) == [3, 1]
    assert chits(table) == 0


@pytest.mark.clause("cc.casualties.consolidate")
def test_no_more_than_one_squad_has_men_missing():
    table = two_short(foe="2 men 4")
    three_hits(table, gives(table, "Baker 1", "Baker 2"))
    assert men(table) == [1, 5]


@pytest.mark.clause("cc.casualties.consolidate")
def test_one_squad_below_strength_is_left_alone():
    table = two_short(foe="2 men 5")
    after = three_hits(table)
    assert men(table) == [2, 5]
    assert not [one for one in after.asked if one.topic.kind == "consolidate"]


@pytest.mark.clause("cc.casualties.consolidate-procedure")
def test_the_owner_names_who_gives_and_who_receives_until_one_is_left():
    table = facing(INFANTRY, f"3 {INFANTRY}", us="Soviet", foe=f"{ASIDE}, 3 at 33.5 32, 2 men 4, 3 men 4")
    question = asked(table, shot(table, spend=3), dice=THREE_HITS, kind="consolidate")
    pairs = [("Baker 1", "Baker 2"), ("Baker 1", "Baker 3"), ("Baker 2", "Baker 1"), ("Baker 2", "Baker 3"),
             ("Baker 3", "Baker 1"), ("Baker 3", "Baker 2")]  # fmt: skip
    assert question.side == "American"
    assert set(offers(question)) == {gives(table, *pair) for pair in pairs}
    three_hits(table, gives(table, "Baker 2", "Baker 3"), gives(table, "Baker 1", "Baker 2"))
    assert men(table) == [0, 5, 5]


@pytest.mark.clause("cc.casualties.consolidate-procedure")
def test_if_the_owner_makes_no_choice_the_fullest_receives_and_the_emptiest_gives():
    table = two_short(foe="2 men 4")
    question = asked(table, shot(table, spend=3), dice=THREE_HITS, kind="consolidate")
    assert offers(question)[0] == gives(table, "Baker 1", "Baker 2")


@pytest.mark.clause("cc.casualties.consolidate-procedure")
@pytest.mark.parametrize(("lead", "giver", "taker"), [(1, "Baker 2", "Baker 1"), (2, "Baker 1", "Baker 2")])
def test_of_two_alike_the_leader_receives(lead, giver, taker):
    table = two_short(foe=f"2 men 2, leader {lead}")
    question = asked(table, shot(table, spend=3), dice=THREE_HITS, kind="consolidate")
    assert offers(question)[0] == gives(table, giver, taker)


@pytest.mark.clause("cc.casualties.consolidate-procedure")
def test_distance_does_not_matter_and_the_crews_of_guns_take_part():
    table = facing(INFANTRY, f"{INFANTRY}, 1 {PAK}", us="Soviet", foe="2 at 60 44, 2 men 2")
    three_hits(table, gives(table, "Baker 1", "Baker 2"))
    assert men(table) == [0, 4] and is_gone(table)


@pytest.mark.clause("cc.casualties.consolidate-procedure")
def test_no_men_come_from_another_company():
    table = on_table(
        "Soviet Able at 36,24", "American Baker at 36,30: 1 Rifle squad", "American Dog at 40,32: Rifle squad; 1 men 3"
    )
    three_hits(table)
    assert men(table) == [2] and men(table, "Dog") == [3]


# ---- eliminated


@pytest.mark.clause("cc.casualties.eliminated")
def test_what_is_eliminated_is_off_the_table_and_in_nobodys_way():
    table = facing(INFANTRY, f"{TRUCK}, {INFANTRY}", foe="2 at 36 34", us="Soviet")
    assert shot(table, "Baker 2") not in offered(table)  # the truck stands in the line
    fires(table, 4, 4, 4, 4, 3, spend=3)
    assert is_gone(table)
    put(table, replace(table["Able"], tallies={**table["Able"].tallies, Tally.DICE: 1}))
    assert shot(table, "Baker 2") in offered(table) and shot(table) not in offered(table)


@pytest.mark.clause("cc.casualties.eliminated")
def test_a_company_without_sub_units_takes_no_part_any_more():
    table, after = volley(20, 6)
    assert is_gone(table) and chits(table) == 0
    assert not [one.event for one in after.entries if isinstance(one.event, ChitTaken)]


# ---- events


@pytest.mark.case("cc.casualties.event", 1)
def test_a_run_of_a_plane_is_one_event_with_consolidation_and_one_chit_at_its_end():
    table = on_table(
        "German Able at 10,10",
        f"American Baker at 36,30: {MG}, {INFANTRY}, {INFANTRY}; 2 at 36 34, 3 at 42 34, 3 men 4",
    )
    tape = LayTape(UnitId("German tape"), Place(36.0, 32.0, 0))
    after = table.take(
        AirStrike("German", "strafing", 1), dice=[5, 5, 5, 6, 6, 6, 2, 2],
        picks=[tape, Strafe("German"), gives(table, "Baker 2", "Baker 3")],
    )  # fmt: skip
    assert men(table) == [0, 1, 5] and chits(table) == 1
    facts = [one.event for one in after.entries if isinstance(one.event, MenGiven | ChitTaken)]
    assert [type(fact) for fact in facts] == [MenGiven, ChitTaken]


@pytest.mark.clause("cc.casualties.event")
def test_each_group_that_fires_is_an_event_of_its_own():
    table = facing(f"2 {MG}", f"{TRUCK}, {TRUCK}, {INFANTRY}", foe="2 at 40 31, 3 at 60 40")
    table.give(some(table), [4, 5, 4, 5], [LeaveOut(sub(table, "Able 2").id), shot(table, "Baker 2")])
    assert is_gone(table) and is_gone(table, "Baker 2")
    assert chits(table) == 2
