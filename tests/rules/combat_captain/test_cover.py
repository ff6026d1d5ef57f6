"""Seeking cover: a die a level, which way it faces, what it saves, how it is lost."""

import pytest
from cc import FOE, SQUAD, able, asked_first, asks, at, fires, marches, walks, why_not
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.rules.combat_captain.air import bombing_run, strafe
from sandtable.rules.combat_captain.artillery import FULL, shatter
from sandtable.rules.combat_captain.book import BOOK
from sandtable.rules.combat_captain.close_combat import take_hits
from sandtable.rules.combat_captain.commands import (
    Bomb,
    Dismount,
    Done,
    MountUp,
    Rally,
    SeekCover,
    SeekCoverSingly,
    TakeCover,
)
from sandtable.rules.combat_captain.cover import seek_cover
from sandtable.rules.combat_captain.hits import apply
from sandtable.rules.combat_captain.volley import all_who_can
from sandtable.rules.combat_captain.words import Mark, Tally

COVER = Tally.COVER


def level(found, unit=SQUAD):
    return found.state.units[unit].tallies[COVER]


def singly(found, *picks):
    """Who may seek cover when so many have."""
    return asks(found.state, lambda play: seek_cover(play, SeekCoverSingly("Able")), picks=picks, kind="cover")


def struck(found, firers=(SQUAD,), hits=3, dice=()):
    """Hits of Able on Baker's first squad."""
    group = [one for one in all_who_can(found.state, "Able", found[FOE]) if one.unit in firers]
    return found.act(apply, group, FOE, hits, dice=dice)


# ---- the price


@pytest.mark.case("cc.cover.cost", 1)
def test_three_dice_bring_level_three_and_two_more_level_five():
    company = able("2 Rifle squad; 2 at 23 10")
    for _ in range(3):
        company.give(SeekCover("Able"))
    assert [level(company, f"Able Rifles {n}") for n in (1, 2)] == [3, 3]
    company.give(SeekCover("Able"))
    company.give(SeekCover("Able"))
    assert [level(company, f"Able Rifles {n}") for n in (1, 2)] == [5, 5]
    assert company.state.tallies[Tally.TURN] == 2


@pytest.mark.clause("cc.cover.time", "cc.cover.terrain-gives-none")
@pytest.mark.parametrize("ground", ["open", "forest", "building", "marsh", "road"])
def test_cover_takes_the_same_time_on_any_ground(ground):
    company = able("Rifle squad; cover 4", ground=[f"{ground} at 20,10 size 8,8"])
    after = company.give(SeekCover("Able"))
    assert level(company) == 5
    assert "cc.cover.cost" in after.cited


@pytest.mark.case("cc.cover.terrain-gives-none", 1)
def test_a_squad_in_a_house_has_no_save_before_it_seeks_cover():
    found = able(foe="American Baker at 20,14: 2 Rifle squad; 2 at 30 14", ground=["building at 20,14 size 4,4"])
    after = struck(found)
    assert after.state.units[FOE].tallies[Tally.MEN] == 2
    assert not after.rolls


@pytest.mark.clause("cc.cover.levels")
def test_no_cover_is_better_than_level_five():
    company = able("Rifle squad; cover 5")
    assert why_not(asked_first(company, "activity"), SeekCover("Able")) == "cc.cover.levels"
    mixed = able("2 Rifle squad; cover 4, 2 at 23 10, 2 cover 5")
    mixed.give(SeekCover("Able"))
    assert [level(mixed, f"Able Rifles {n}") for n in (1, 2)] == [5, 5]


@pytest.mark.clause("cc.cover.cost")
def test_taking_part_is_the_owners_choice_for_each_sub_unit():
    company = able("3 Rifle squad; in line")
    company.give(SeekCoverSingly("Able"), picks=[TakeCover("Able Rifles 2", at(17.5, 10, 200)), Done("Able")])
    assert [level(company, f"Able Rifles {n}") for n in (1, 2, 3)] == [0, 1, 0]
    assert company["Able"].tallies[Tally.DICE] == 2


@pytest.mark.clause("cc.cover.cost")
def test_each_takes_part_once_on_a_die_and_where_it_stands():
    company = able("3 Rifle squad; in line")
    question = singly(company, TakeCover(SQUAD, at(20, 10, 90)))
    assert why_not(question, TakeCover(SQUAD, at(20, 10, 90))) == "cc.cover.cost"
    assert why_not(question, TakeCover("Able Rifles 2", at(17, 10, 90))) == "cc.cover.cost"
    assert why_not(question, TakeCover("Able Rifles 2", at(17.5, 10, 90))) == ""


@pytest.mark.clause("cc.cover.cost")
@pytest.mark.parametrize(
    ("words", "foe", "clause"),
    [
        ("2 at 40 10", "60,44", "cc.cohesion.effect"),
        ("2 aboard 3", "60,44", "cc.cover.cost"),
        ("2 at 27 14", "27,16", "cc.cover.cost"),
    ],
)
def test_isolated_mounted_and_engaged_sub_units_find_no_cover(words, foe, clause):
    company = able(f"2 Rifle squad, Truck; 3 at 23 12, {words}", foe=f"American Baker at {foe}: Rifle squad")
    assert why_not(singly(company), TakeCover("Able Rifles 2", at(0, 0))) == clause
    company.give(SeekCover("Able"))
    assert (level(company), level(company, "Able Rifles 2")) == (1, 0)


@pytest.mark.case("cc.cover.vehicles", 1)
def test_vehicles_stop_at_level_three():
    tanks = able("2 M4 Sherman; cover 3")
    question = asked_first(tanks, "activity")
    assert why_not(question, SeekCover("Able")) == "cc.cover.vehicles"
    lower = able("2 M4 Sherman; cover 2")
    lower.give(SeekCover("Able"))
    assert level(lower, "Able M4 Sherman 1") == 3


@pytest.mark.clause("cc.cover.vehicles")
def test_foot_goes_on_where_its_vehicles_stop():
    company = able("Rifle squad, Half-track; cover 3, 2 at 24 10")
    company.give(SeekCover("Able"))
    assert (level(company), level(company, "Able Half-track 1")) == (4, 3)


# ---- facing


@pytest.mark.clause("cc.cover.facing")
@settings(max_examples=20, deadline=None)
@given(turn=st.integers(0, 359))
def test_the_owner_faces_his_cover_any_way(turn):
    company = able("2 Rifle squad; 2 at 23 10")
    company.give(SeekCoverSingly("Able"), picks=[TakeCover(SQUAD, at(20, 10, turn)), Done("Able")])
    assert (level(company), company[SQUAD].place) == (1, at(20, 10, turn))
    alone = able()
    alone.give(SeekCoverSingly("Able"), picks=[TakeCover(SQUAD, at(20, 10, turn))])
    assert alone[SQUAD].place == at(20, 10, turn)


@pytest.mark.clause("cc.cover.facing")
@pytest.mark.parametrize(("order", "way"), [
    (SeekCover("Able"), "the enemy"), (SeekCover("Able", 45), "north-east"),
    (SeekCover("Able", 180), "south"),
])  # fmt: skip
def test_the_way_it_faces_is_told_in_words(order, way):
    assert order.tell().endswith(f"facing {way}")


@pytest.mark.clause("cc.cover.facing")
def test_cover_may_be_faced_together_or_towards_the_nearest_enemy():
    together = able("2 Rifle squad; 2 at 23 10")
    together.give(SeekCover("Able", 45))
    assert [together[f"Able Rifles {n}"].place.facing for n in (1, 2)] == [45, 45]
    foe = able("2 Rifle squad; 2 at 23 10", foe="American Baker at 40,10: Rifle squad")
    foe.give(SeekCover("Able"))
    assert [foe[f"Able Rifles {n}"].place.facing for n in (1, 2)] == [90, 90]


@pytest.mark.clause("cc.cover.facing")
def test_any_place_that_is_offered_for_cover_is_where_it_stands():
    region = next(option.region for option in singly(able("2 Rifle squad; 2 at 23 10")).options if option.region)
    assert region.sample(Picker(3)).point == (20, 10)
    assert {place.point for place in region.notable()} == {(20, 10)}
    assert region.outline() == [[(20, 10)]]


def fired_on(bearing, cover=3):
    """Able fires from some bearing at Baker, which faces due north."""
    there = shapes.shifted(at(30, 24), bearing, 7)
    return fired_from(there.x, there.y, cover)


def fired_from(x, y, cover=3):
    return able(at=f"{x},{y}", foe=f"American Baker at 30,24 facing N: 2 Rifle squad; cover {cover}, 2 at 60 24")


@pytest.mark.case("cc.cover.facing", 1)
@pytest.mark.parametrize(("bearing", "rolls"), [(0, 1), (134, 1), (226, 1), (136, 0), (140, 0), (220, 0), (180, 0)])
def test_low_cover_is_open_to_the_rear(bearing, rolls):
    assert len(struck(fired_on(bearing), hits=1, dice=[6] * rolls).rolls) == rolls


@pytest.mark.clause("cc.cover.facing")
@pytest.mark.parametrize(("x", "rolls"), [(35, 1), (34.98, 0), (25, 1), (25.02, 0)])
def test_an_angle_of_exactly_135_degrees_is_covered(x, rolls):
    assert len(struck(fired_from(x, 19), hits=1, dice=[6] * rolls).rolls) == rolls


@pytest.mark.case("cc.cover.arc", 1)
def test_cover_of_level_four_protects_all_round():
    after = struck(fired_on(180, cover=4), hits=2, dice=[4, 5])
    assert after.state.units[FOE].tallies[Tally.MEN] == 4


@pytest.mark.clause("cc.cover.arc")
@pytest.mark.parametrize("row", BOOK.table("cover").rows[1:], ids=lambda row: f"level {row[0]}")
def test_the_table_gives_each_level_its_save_and_its_arc(row):
    number, saves, arc, _ = row
    last = int(str(saves).rpartition("-")[2])
    assert last == number
    after = struck(fired_on(0, cover=number), hits=2, dice=[last, last + 1])
    assert after.state.units[FOE].tallies[Tally.MEN] == 4
    assert bool(struck(fired_on(180, cover=number), hits=1, dice=[6] * (arc == 360)).rolls) == (arc == 360)


@pytest.mark.case("cc.cover.combined-direction", 1)
def test_a_save_is_lost_only_if_all_who_fire_together_are_in_the_open_arc():
    foe = "American Baker at 30,24 facing N: 2 Rifle squad; cover 1, 2 at 60 24"
    both = able("2 Rifle squad; 1 at 30 18, 2 at 36 24", foe=foe)
    after = struck(both, (SQUAD, "Able Rifles 2"), 2, dice=[1, 2])
    assert after.state.units[FOE].tallies[Tally.MEN] == 4
    alone = struck(both, (SQUAD,), 2)
    assert (alone.rolls, alone.state.units[FOE].tallies[Tally.MEN]) == ([], 3)


# ---- saves


@pytest.mark.case("cc.cover.save", 1)
def test_a_squad_at_level_two_saves_on_one_and_two():
    after = struck(fired_on(0, cover=2), hits=3, dice=[1, 2, 3])
    assert after.state.units[FOE].tallies[Tally.MEN] == 4
    assert "cc.cover.save" in after.cited


@pytest.mark.clause("cc.cover.save")
def test_the_owner_of_the_target_throws_and_the_level_is_what_he_needs():
    after = struck(fired_on(0, cover=2), hits=1, dice=[2])
    (roll,) = after.rolls
    assert (roll.throw.unit, roll.need.total, roll.total) == (FOE, 2, 1)


UNDER_FIRE = {
    "a shell": (lambda play: shatter(play, SQUAD, 0.0, heavy=False), FULL),
    "a plane": (lambda play: strafe(play, "American", SQUAD), 1),
    "close combat": (lambda play: take_hits(play, [SQUAD], 2, in_cover=True), 2),
}


@pytest.mark.case("cc.cover.save-scope", 1)
@pytest.mark.parametrize("what", UNDER_FIRE)
@pytest.mark.parametrize("save", [3, 4])
def test_cover_saves_from_shells_planes_and_in_close_combat_from_any_side(what, save):
    company = able("Rifle squad; cover 3", foe="American Baker at 20,7.95: Rifle squad")  # behind its back
    rule, hits = UNDER_FIRE[what]
    dice = [*([5] if what == "a plane" else []), *[save] * hits]
    after = company.act(rule, dice=dice)
    assert after.state.units[SQUAD].tallies[Tally.MEN] == (5 if save == 3 else 5 - hits)


@pytest.mark.clause("cc.cover.save-scope")
def test_an_attacker_in_close_combat_has_no_save():
    company = able("Rifle squad; cover 3")
    after = company.act(lambda play: take_hits(play, [SQUAD], 2, in_cover=False))
    assert after.state.units[SQUAD].tallies[Tally.MEN] == 3


@pytest.mark.clause("cc.cover.save-exceptions")
def test_nothing_saves_from_a_bomb():
    found = able(foe="American Baker at 20,20: 2 Rifle squad; cover 5, 2 at 40 20")
    after = found.act(bombing_run, "German", dice=[5], picks=[Bomb("German", FOE)])
    assert Mark.LOST in after.state.units[FOE].marks


@pytest.mark.clause("cc.cover.save-exceptions")
def test_a_kill_on_a_tank_in_cover_can_be_saved_but_not_an_automatic_one():
    found = able("M4 Sherman", foe="American Baker at 20,20 facing S: 2 M4 Sherman; cover 2, 2 at 40 20")
    group = all_who_can(found.state, "Able", found["Baker M4 Sherman 1"])
    saved = found.act(apply, group, "Baker M4 Sherman 1", 6, dice=[2])
    assert Mark.LOST not in saved.state.units["Baker M4 Sherman 1"].marks
    sure = found.act(apply, group, "Baker M4 Sherman 1", 100)
    assert Mark.LOST in sure.state.units["Baker M4 Sherman 1"].marks
    assert not sure.rolls


# ---- losing it


@pytest.mark.case("cc.cover.lost", 1)
def test_cover_is_kept_in_firing_and_lost_in_moving():
    company = able("Rifle squad; cover 3", foe="American Baker at 20,30: Rifle squad")
    fires(company, 2, 1)
    fires(company, 2, 1)
    assert level(company) == 3
    marches(company, 20, 11, 1)
    assert level(company) == 0


@pytest.mark.clause("cc.cover.lost")
def test_who_stays_behind_keeps_his_cover():
    company = able("2 Rifle squad; cover 2, 2 at 23 10")
    walks(company, 20, 13, 4)
    assert (level(company), level(company, "Able Rifles 2")) == (0, 2)


@pytest.mark.clause("cc.cover.lost")
def test_rallying_and_being_fired_at_leave_cover_alone():
    company = able("Rifle squad; cover 3, chits 1")
    company.give(Rally("Able"))
    assert level(company) == 3
    found = fired_on(0, cover=3)
    assert struck(found, hits=1, dice=[6]).state.units[FOE].tallies[COVER] == 3


@pytest.mark.clause("cc.cover.lost")
def test_mounting_and_dismounting_give_up_cover():
    company = able("Rifle squad, Truck; 2 at 23.5 10, 1 cover 3")
    company.give(MountUp("Able"))
    assert level(company) == 0
    company.give(Dismount("Able"))
    assert level(company) == 0
