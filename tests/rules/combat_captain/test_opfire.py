"""Opportunity fire: the passive side's answer to each die of movement."""

import pytest
from cc_fire import (
    INFANTRY,
    PANZER,
    SHERMAN,
    adds,
    asked,
    dice_of,
    forbidden,
    is_gone,
    men,
    on_table,
    put,
    result,
    shot,
    some,
    sub,
    volleys,
)
from msgspec.structs import replace

from sandtable.board.shapes import shifted
from sandtable.kernel.decision import Command
from sandtable.rules.combat_captain.commands import (
    Charge,
    Fire,
    FireSome,
    Halt,
    HoldFire,
    March,
    Move,
    MoveOne,
    Pass,
    SeekCover,
    Stand,
    Switch,
    Withdraw,
)
from sandtable.rules.combat_captain.words import Mark, Tally
from sandtable.scripted import ScriptError, offers

OURS = "German Able at 30,20: 3 Rifle squad"
FOE = "American Baker at 30,34 facing 180: 2 Rifle squad"
ASKED = "opportunity fire"


def on(table, inches: float = 3, arrangement: str = "as they stand") -> Command:
    """All of Able, towards the enemy."""
    return March("Able", shifted(sub(table, "Able 1").place, 0, inches), arrangement)


def moving(table, *orders: Command, dice=(3,), kind: str = ASKED):
    """What the other side is asked when Able has moved."""
    return asked(table, Move("Able"), *orders, dice=dice, kind=kind)


def moves(table, *picks: Command, dice=(3,)):
    return table.give(Move("Able"), dice, [on(table), *picks])


# ---- when


@pytest.mark.clause("cc.opfire.passive")
def test_the_passive_side_may_fire_at_troops_that_move_or_hold_its_fire():
    table = on_table(OURS, FOE)
    question = moving(table, on(table))
    assert question.side == "American"
    assert shot(table, "Able 1", by="Baker") in offers(question) and HoldFire("American") in offers(question)
    after = moves(table, shot(table, "Able 1", by="Baker"), dice=[3, 6, 6, 6])
    assert result(after) == 3 and men(table, "Able") == [2, 5, 5]
    assert any(roll.throw.words.startswith("Baker makes opportunity fire at Able") for roll in after.rolls)


@pytest.mark.case("cc.opfire.trigger", 1)
@pytest.mark.parametrize("order", ["fire", "cover"])
def test_nothing_but_movement_is_fired_at(order):
    table = on_table(OURS, FOE)
    done = shot(table) if order == "fire" else SeekCover("Able")
    with pytest.raises(ScriptError):
        asked(table, done, dice=[1] * 4 if order == "fire" else (), kind=ASKED)


@pytest.mark.clause("cc.opfire.trigger")
def test_it_comes_after_every_die_when_all_have_made_their_moves():
    table = on_table(OURS, FOE)
    alone = MoveOne(sub(table, "Able 1").id, shifted(sub(table, "Able 1").place, 0, 2))
    assert moving(table, alone, kind="move").side == "German"  # the others have still to move
    moves(table, HoldFire("American"))
    assert moving(table, on(table)).side == "American"  # and the next die is another chance


@pytest.mark.clause("cc.opfire.trigger")
def test_only_those_who_moved_on_the_die_are_targets_and_where_they_ended():
    table = on_table(OURS, FOE)
    one = sub(table, "Able 2")
    question = moving(table, MoveOne(one.id, shifted(one.place, 0, 2)), Halt("Able"))
    assert {order.target for order in offers(question) if isinstance(order, Fire)} == {one.id}
    assert forbidden(question, shot(table, "Able 1", by="Baker")) == "opfire.trigger"


@pytest.mark.clause("cc.opfire.trigger")
def test_a_vehicle_that_is_back_where_it_began_has_moved():
    table = on_table(f"German Able at 30,20: 2 {PANZER}", f"American Baker at 30,34 facing 180: {SHERMAN}")
    one = sub(table, "Able 2")
    there_and_back = MoveOne(one.id, shifted(one.place, 0, 2)), MoveOne(one.id, one.place), Halt("Able")
    question = moving(table, *there_and_back, dice=(3, 3))
    assert {order.target for order in offers(question) if isinstance(order, Fire)} == {one.id}


@pytest.mark.clause("cc.opfire.trigger")
def test_nobody_is_asked_if_nobody_moved():
    table = on_table(OURS, FOE)
    with pytest.raises(ScriptError):
        moving(table, Halt("Able"))


@pytest.mark.clause("cc.opfire.trigger")
def test_who_cannot_be_seen_where_he_ends_is_not_fired_at():
    table = on_table(OURS, FOE, ground=["building at 30,28 size 30,1"])
    with pytest.raises(ScriptError):
        moving(table, on(table))


# ---- how often


@pytest.mark.case("cc.opfire.limit", 1)
def test_a_company_fires_once_in_an_enemy_turn():
    table = on_table(OURS, "German Charlie at 45,20: 2 Rifle squad", FOE)
    moves(table, shot(table, "Able 1", by="Baker"), dice=[3, 1, 1, 1])
    table.give(Pass("Able"))
    with pytest.raises(ScriptError):
        asked(table, Move("Charlie"), March("Charlie", shifted(sub(table, "Charlie 1").place, 0, 3), "as they stand"),
              dice=[3], kind=ASKED, company="Charlie")  # fmt: skip


@pytest.mark.clause("cc.opfire.limit")
def test_several_companies_fire_one_after_another_each_once():
    table = on_table(OURS, FOE, "American Dog at 38,34 facing 180: 2 Rifle squad")
    first = shot(table, "Able 1", by="Baker")
    question = moving(table, on(table), first, dice=[3, 1, 1, 1])
    assert {order.company for order in offers(question) if isinstance(order, Fire)} == {"Dog"}
    assert forbidden(question, first) == "opfire.limit"


@pytest.mark.clause("cc.opfire.limit")
def test_it_may_fire_again_in_the_next_enemy_turn():
    table = on_table(OURS, FOE)
    moves(table, shot(table, "Able 1", by="Baker"), dice=[3, 1, 1, 1])
    table.give(Pass("Able"))
    table.give(Pass("Baker"))
    after = table.give(Move("Able"), [1, 1, 1, 1], [on(table, 1), shot(table, "Able 1", by="Baker")])
    assert dice_of(after) == 2


# ---- with what


@pytest.mark.case("cc.opfire.dice", 1)
def test_each_firer_throws_one_die_and_keeps_his_dice_for_his_own_turn():
    table = on_table(OURS, "American Baker at 30,34 facing 180: 6 Rifle squad, Machine gun squad; Veteran, in line")
    after = moves(table, shot(table, "Able 1", by="Baker"), dice=[3, *[1] * 8])
    assert dice_of(after) == 7 and len(volleys(after)) == 1
    table.give(Pass("Able"))
    assert dice_of(table.give(shot(table, "Able 1", 3, by="Baker"), [1] * 29)) == 28


@pytest.mark.clause("cc.opfire.dice")
def test_it_is_made_with_no_more_than_one_die():
    table = on_table(OURS, FOE)
    question = moving(table, on(table))
    assert {order.dice for order in offers(question) if isinstance(order, Fire | FireSome)} == {1}
    assert forbidden(question, shot(table, "Able 1", 2, by="Baker")) == "opfire.dice"


@pytest.mark.clause("cc.opfire.dice")
def test_range_modifiers_chits_and_saves_are_those_of_any_fire():
    table = on_table(f"{OURS}; cover 2", f"{FOE}; chits 1")
    one = sub(table, "Able 1")
    alone = MoveOne(one.id, shifted(one.place, 90, 0.5))
    after = table.give(Move("Able"), [2, 6, 6, 6], [alone, Halt("Able"), shot(table, "Able 1", by="Baker")])
    assert adds(after) == {"organisation.enhanced-small-arms": 2, "dice.morale-penalty": -1}
    assert result(after) == 2 and men(table, "Able") == [3, 5, 5]  # 5 + 5 + 2 points, column 5


@pytest.mark.clause("cc.opfire.dice")
def test_low_ammunition_does_not_restrict_it():
    table = on_table(OURS, FOE)
    put(table, replace(table["American"], marks=frozenset({Mark.LOW_AMMUNITION})))
    put(table, replace(table["Baker"], tallies={**table["Baker"].tallies, Tally.DICE: 0, Tally.FIRE_DICE: 3}))
    assert shot(table, "Able 1", by="Baker") in offers(moving(table, on(table)))


@pytest.mark.clause("cc.opfire.dice")
def test_part_of_a_company_may_fire_and_a_lone_tank_may_choose_its_weapon():
    table = on_table(OURS, f"American Baker at 30,34 facing 180: {SHERMAN}")
    question = moving(table, on(table), some(table, "Able 1", by="Baker"), kind="group")
    assert [order for order in offers(question) if isinstance(order, Switch)]


@pytest.mark.clause("cc.opfire.dice", "cc.cohesion.effect")
def test_the_reason_of_those_who_cannot_fire_is_told():
    table = on_table(OURS, FOE, "American Dog at 60,44: 2 Rifle squad")
    question = moving(table, on(table))
    assert forbidden(question, shot(table, "Able 1", by="Dog")) == "fire.ranges"
    tanks = on_table(f"German Able at 30,20: 2 {PANZER}", FOE, f"American Dog at 38,34: {SHERMAN}")
    question = moving(tanks, on(tanks), dice=(3, 3))
    assert forbidden(question, shot(tanks, "Able 1", by="Baker")) == "fire.small-arms-armour"


# ---- charges


def charge_table(mine="2 Rifle squad"):
    return on_table(f"German Able at 30,20: {mine}", "American Baker at 30,24.5 facing 180: 2 Rifle squad")


@pytest.mark.case("cc.opfire.charge", 1)
def test_whoever_is_charged_may_fire_at_the_charge_before_he_stands_or_runs():
    table = charge_table()
    question = moving(table, Charge("Able", "Baker"))
    assert question.side == "American"
    order = shot(table, "Able 1", by="Baker")
    clauses = {option.command: option.clause for option in question.options}
    assert clauses[order] == "cc.opfire.charge"
    later = moving(table, Charge("Able", "Baker"), order, dice=[3, 1, 1, 1], kind="charge")
    assert offers(later) == [Stand("Baker", "Able"), Withdraw("Baker", "Able")]


@pytest.mark.clause("cc.opfire.charge")
def test_those_who_have_just_been_contacted_fire_with_the_rest():
    table = charge_table()
    after = table.give(Move("Able"), [3, 1, 1, 1], [Charge("Able", "Baker"), shot(table, "Able 1", by="Baker")])
    assert dice_of(after) == 2


@pytest.mark.clause("cc.opfire.charge")
def test_there_is_no_charge_if_all_who_made_contact_are_destroyed():
    table = on_table(
        "German Able at 30,20: Rifle squad; 1 men 1", "American Baker at 30,24.5 facing 180: 2 Rifle squad"
    )
    after = table.give(Move("Able"), [3, 6, 6, 6], [Charge("Able", "Baker"), shot(table, "Able 1", by="Baker")])
    assert is_gone(table, "Able 1")
    assert not [question for question in after.asked if question.topic.kind == "charge"]


@pytest.mark.clause("cc.opfire.charge", "cc.fire.contact")
def test_a_squad_that_was_in_contact_before_the_die_cannot_fire():
    table = on_table(
        "German Able at 30,20: Rifle squad", "German Charlie at 40,32: Rifle squad",
        "American Baker at 30,24.5 facing 180: 2 Rifle squad; 2 at 40 34",
    )  # fmt: skip
    after = table.give(Move("Able"), [3, 1, 1], [Charge("Able", "Baker"), shot(table, "Able 1", by="Baker")])
    assert dice_of(after) == 1


@pytest.mark.clause("cc.opfire.trigger")
def test_nobody_is_asked_who_has_nothing_to_fire_with():
    table = on_table(f"German Able at 30,20: 2 {PANZER}", f"American Baker at 30,34: {INFANTRY}")
    with pytest.raises(ScriptError):
        moving(table, on(table), dice=(3, 3))
