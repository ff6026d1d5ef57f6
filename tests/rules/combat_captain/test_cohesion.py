"""Leaders and unit cohesion."""

import pytest
from cc_fire import (
    INFANTRY,
    MORTAR,
    TRUCK,
    asked,
    dice_of,
    fires,
    forbidden,
    is_gone,
    leader,
    men,
    offered,
    on_table,
    refused,
    shot,
    sub,
    volley,
)

from sandtable.board.place import Place
from sandtable.board.shapes import shifted, span_of
from sandtable.mechanics.arrangement import BLOCK, LINE
from sandtable.rules.combat_captain.book import BOOK
from sandtable.rules.combat_captain.commands import (
    Dismount,
    Fire,
    Halt,
    March,
    MountUp,
    Move,
    MoveOne,
    SeekCover,
    SeekCoverSingly,
    TakeCover,
)
from sandtable.rules.combat_captain.control import isolated
from sandtable.rules.combat_captain.words import Tally, Tie
from sandtable.scripted import offers

FOE = "American Baker at 36,30 facing 180: Rifle squad"


def alone(table, company="Able"):
    """Numbers of its isolated sub-units."""
    own = [unit.id for unit in table.state.units.values() if unit.part_of == company]
    return [number for number, i in enumerate(own, 1) if i in isolated(table.state, company)]


# ---- the leader


@pytest.mark.clause("cc.cohesion.leader")
def test_each_company_has_one_leader_who_is_a_sub_unit_like_any_other():
    table = on_table("German Able at 36,22: 3 Rifle squad; leader 2", FOE)
    assert len(table["Able"].linked(Tie.LEADER)) == 1 and leader(table, "Able") == "Able 2"
    assert dice_of(fires(table, 1, 1, 1, 1)) == 3
    assert sub(table, "Able 2").tallies == sub(table, "Able 1").tallies


@pytest.mark.case("cc.cohesion.promotion", 1)
def test_the_nearest_squad_leads_when_the_leader_is_lost():
    table, after = volley(20, 6, theirs="3 Rifle squad", foe="2 at 36 35, 3 at 39 30")
    assert is_gone(table) and leader(table) == "Baker 3"
    assert "cc.cohesion.promotion" in after.cited


@pytest.mark.clause("cc.cohesion.promotion")
def test_of_two_equally_near_the_first_of_the_list_leads():
    table, _ = volley(20, 6, theirs="3 Rifle squad", foe="2 at 39 30, 3 at 33 30")
    assert leader(table) == "Baker 2"


@pytest.mark.clause("cc.cohesion.promotion")
def test_a_new_leader_may_leave_others_isolated():
    table, _ = volley(20, 6, theirs="3 Rifle squad", foe="2 at 36 37, 3 at 27.5 30")
    assert leader(table) == "Baker 2" and alone(table, "Baker") == [3]


# ---- the radius


@pytest.mark.case("cc.cohesion.radius", 1)
def test_the_control_radius_of_regulars_is_nine_inches():
    table = on_table("German Able at 30,20: 3 Rifle squad; 2 at 30 29, 3 at 39.2 20", FOE)
    assert alone(table) == [3]


@pytest.mark.clause("cc.cohesion.radius", "cc.cohesion.isolated")
@pytest.mark.parametrize(("quality", "inches"), [("Militia", 6), ("Regular", 9), ("Veteran", 12)])
def test_good_troops_may_spread_out_farther(quality, inches):
    words = f"{quality}, 2 at 30 {20 + inches}, 3 at {30 + inches + 0.02} 20"
    assert alone(on_table(f"German Able at 30,20: 3 Rifle squad; {words}", FOE)) == [3]


@pytest.mark.clause("cc.cohesion.isolated")
def test_whoever_is_aboard_is_where_his_vehicle_is():
    table = on_table("German Able at 30,20: 2 Rifle squad, Truck; 3 at 45 20, 2 aboard 3", FOE)
    assert alone(table) == [2, 3]
    table = on_table("German Able at 30,20: 2 Rifle squad, Truck; 3 at 45 20, 1 aboard 3", FOE)
    assert alone(table) == [2]


@pytest.mark.clause("cc.cohesion.length")
@pytest.mark.parametrize("quality", ["Militia", "Regular", "Veteran"])
@pytest.mark.parametrize("shape", [LINE, BLOCK])
@pytest.mark.parametrize("number", [8, 12, 14])
def test_a_company_is_no_longer_than_the_diameter_of_its_control(quality, shape, number):
    longest = next(row[2] for row in BOOK.table("control-radius").rows if row[0] == quality)
    table = on_table(f"German Able at 36,22: {number} Rifle squad; {quality}, {shape}", FOE)
    places = [unit.place.point for unit in table.state.units.values() if unit.part_of == "Able"]
    assert alone(table) == []
    assert max(span_of(a, b) for a in places for b in places) <= longest


@pytest.mark.clause("cc.cohesion.length")
def test_a_large_company_of_poor_troops_has_some_depth():
    ranks = {
        quality: len({unit.place.y for unit in strung_out(quality).state.units.values() if unit.part_of == "Able"})
        for quality in ("Militia", "Veteran")
    }
    assert ranks["Militia"] > ranks["Veteran"] == 1


def strung_out(quality):
    return on_table(f"German Able at 36,22: 8 Rifle squad; {quality}, in line", FOE)


# ---- what isolation does


CUT_OFF = "2 at 36 20"  # far from the leader, near to the enemy


def cut_off(mine="2 Rifle squad", words=CUT_OFF, *more, **ground):
    return on_table(f"German Able at 20,20: {mine}; {words}", FOE, *more, **ground)


@pytest.mark.case("cc.cohesion.effect", 1)
def test_an_isolated_squad_cannot_fire():
    table = cut_off()
    assert dice_of(fires(table, 1, 1)) == 1
    out_of_range = on_table("German Able at 5,5: 2 Rifle squad; 2 at 36 20", FOE)
    assert not [one for one in offered(out_of_range) if isinstance(one, Fire)]


@pytest.mark.clause("cc.cohesion.effect")
def test_the_reason_is_that_it_is_isolated():
    table = on_table(f"German Able at 5,5: {TRUCK}, Rifle squad; 2 at 36 20", FOE)
    assert refused(table, shot(table)) == "organisation.one-weapon"
    squad = on_table("German Able at 5,5: 2 Rifle squad; leader 2, 1 at 36 20", FOE)
    assert refused(squad, shot(squad)) == "cohesion.effect"


@pytest.mark.clause("cc.cohesion.effect")
def test_an_isolated_squad_makes_no_opportunity_fire():
    table = on_table("American Dog at 36,40: Rifle squad", f"German Able at 5,5: 2 Rifle squad; {CUT_OFF}, leader 1")
    one = sub(table, "Dog 1")
    march = March("Dog", shifted(one.place, 180, 3), "as they stand")
    after = table.give(Move("Dog"), [3], [march])
    assert not [question for question in after.asked if question.topic.kind == "opportunity fire"]


@pytest.mark.clause("cc.cohesion.effect")
def test_an_isolated_squad_spots_for_no_mortar():
    wall = ["building at 30,26 size 3,3"]
    near = on_table(f"German Able at 24,22: {MORTAR}, {INFANTRY}; 2 at 32 22", FOE, ground=wall)
    far = on_table(f"German Able at 24,22: {MORTAR}, {INFANTRY}; Militia, 2 at 32 22", FOE, ground=wall)
    assert dice_of(fires(near, 1, 1, 1)) == 2
    assert refused(far, shot(far)) == "sighting.mortar-spotter"


@pytest.mark.clause("cc.cohesion.effect")
def test_an_isolated_squad_cannot_seek_cover_but_keeps_what_it_has():
    table = cut_off("3 Rifle squad", f"{CUT_OFF}, 3 at 22 20, 2 cover 1")
    question = asked(table, SeekCoverSingly("Able"), kind="cover")
    assert forbidden(question, TakeCover(sub(table, "Able 2").id, 0)) == "cohesion.effect"
    table.give(SeekCover("Able"))
    assert [sub(table, f"Able {number}").tallies[Tally.COVER] for number in (1, 2, 3)] == [1, 1, 1]


@pytest.mark.clause("cc.cohesion.effect")
def test_an_isolated_squad_neither_mounts_nor_dismounts():
    table = cut_off(f"2 Rifle squad, {TRUCK}", "2 at 36 20, 3 at 36 16.8")
    assert refused(table, MountUp("Able")) != "" and MountUp("Able") not in offered(table)
    aboard = cut_off(f"2 Rifle squad, {TRUCK}", "3 at 36 20, 2 aboard 3")
    assert Dismount("Able") not in offered(aboard)


@pytest.mark.clause("cc.cohesion.effect")
@pytest.mark.parametrize(("bearing", "clause"), [(270, ""), (0, "cohesion.effect"), (90, "cohesion.effect")])
def test_an_isolated_squad_may_only_move_nearer_to_its_leader(bearing, clause):
    table = cut_off()
    one = sub(table, "Able 2")
    question = asked(table, Move("Able"), dice=[4], kind="move")
    assert forbidden(question, MoveOne(one.id, shifted(one.place, bearing, 3))) == clause


@pytest.mark.clause("cc.cohesion.effect")
def test_it_is_isolated_no_more_as_soon_as_it_is_in_control():
    table = cut_off(words="2 at 32 20")
    one = sub(table, "Able 2")
    table.give(Move("Able"), [4], [MoveOne(one.id, shifted(one.place, 270, 3)), Halt("Able")])
    assert alone(table) == []


# ---- keeping together


@pytest.mark.case("cc.cohesion.moving", 1)
def test_no_squad_may_be_left_outside_the_control_radius_by_a_move():
    table = on_table("German Able at 20,20: 2 Rifle squad; Militia, 2 at 25 20", FOE)
    lead, other = sub(table, "Able 1"), sub(table, "Able 2")
    question = asked(table, Move("Able"), dice=[2], kind="move")
    assert forbidden(question, MoveOne(lead.id, Place(18.0, 20.0, 0))) == "cohesion.moving"
    assert forbidden(question, MoveOne(lead.id, Place(19.0, 20.0, 0))) == ""
    assert forbidden(question, MoveOne(other.id, Place(27.0, 20.0, 0))) == "cohesion.moving"
    assert forbidden(question, MoveOne(other.id, Place(26.0, 20.0, 0))) == ""


@pytest.mark.clause("cc.cohesion.moving")
def test_a_company_that_moves_together_stays_together():
    table = on_table("German Able at 20,20: 2 Rifle squad; Militia, 2 at 26 20", FOE)
    march = March("Able", shifted(sub(table, "Able 1").place, 270, 4), "as they stand")
    assert march.unit in {getattr(one, "unit", None) for one in marches(table)}
    table.give(Move("Able"), [4], [march])
    assert alone(table) == [] and men(table, "Able") == [5, 5]


def marches(table):
    question = asked(table, Move("Able"), dice=[4], kind="move")
    return [option.command for option in question.options] + offers(question)


@pytest.mark.clause("cc.cohesion.moving")
def test_a_move_that_others_cannot_follow_is_refused():
    """The squad behind the wall of water cannot keep up."""
    table = on_table(
        "German Able at 20,20: 2 Rifle squad; Militia, 2 at 26 20", FOE, ground=["river at 24.5,20 size 1,30"]
    )
    question = asked(table, Move("Able"), dice=[4], kind="move")
    march = March("Able", shifted(sub(table, "Able 1").place, 270, 4), "as they stand")
    assert forbidden(question, march) == "cohesion.moving"
