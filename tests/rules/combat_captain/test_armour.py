"""Fire at armour: the kill number, classes of guns and armour, cover."""

import pytest
from cc_fire import (
    BAZOOKA,
    EIGHTY_EIGHT,
    HALF_TRACK,
    INFANTRY,
    LIGHT,
    MG,
    MORTAR,
    PAK,
    PANTHER,
    PANZER,
    SHERMAN,
    TIGER,
    adds,
    facing,
    fires,
    is_gone,
    offered,
    on_table,
    points,
    refused,
    result,
    shot,
    thrown,
    volley,
)

from sandtable.rules.combat_captain.book import BOOK
from sandtable.rules.combat_captain.commands import Fire

FORTY_FOUR = [4] * 8 + [3] * 4  # twelve dice
STUART, KV = "M3/M5 Stuart", "KV-1"


def volley_at(armour: str, total: int, *dice: int, foe: str = ""):
    """Guns of the ordinary class, which add nothing at ordinary armour."""
    return volley(total, *dice, theirs=armour, mine=f"{PAK}", foe=foe)


# ---- the kill number


@pytest.mark.case("cc.armour.kill-number", 1)
def test_a_kill_number_of_six_always_kills():
    table = facing(f"3 {SHERMAN}", PANZER, us="American", them="German")
    after = fires(table, *FORTY_FOUR, 2, spend=3)
    assert (points(after), result(after)) == (44, 6)
    assert thrown(after, "kill") == [] and is_gone(table)


@pytest.mark.case("cc.armour.kill-number", 2)
def test_a_die_above_the_kill_number_has_no_effect():
    table, after = volley_at(PANZER, 14, 5, 4)
    assert (points(after), result(after)) == (14, 3)
    assert thrown(after, "kill") == [4] and not is_gone(table)


@pytest.mark.clause("cc.armour.kill-number")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_die_not_above_the_kill_number_destroys_the_target(die):
    table, after = volley_at(PANZER, 14, 5, die)
    assert is_gone(table) and "cc.armour.kill-number" in after.cited


@pytest.mark.case("cc.armour.kill-roll-limits", 1)
def test_with_a_dash_there_is_no_kill_roll():
    table, after = volley_at(PANZER, 18, 1)
    assert result(after) == 0 and len(after.rolls) == 1
    assert not is_gone(table) and "cc.armour.kill-roll-limits" in after.cited


@pytest.mark.clause("cc.armour.kill-roll-limits")
@pytest.mark.parametrize(("die", "gone"), [(3, True), (4, False)])
def test_morale_chits_do_not_change_the_kill_roll(die, gone):
    table = facing(PANZER, SHERMAN, ours="chits 1")
    fires(table, 5, 5, 4, 4, 6, die, spend=3)  # 14 points, and the variable die is worth 5
    assert is_gone(table) == gone


@pytest.mark.clause("cc.armour.kill-roll-limits")
def test_a_variable_die_that_chits_take_away_is_a_dash():
    table = facing(PANZER, SHERMAN, ours="chits 2")
    after = fires(table, 6, 6, 6, 6, 2, spend=3)
    assert result(after) == 0 and thrown(after, "kill") == [] and not is_gone(table)


# ---- classes


@pytest.mark.case("cc.armour.modifiers", 1)
def test_three_guns_at_superior_armour_lose_three_points():
    table = facing(f"3 {SHERMAN}", PANTHER, us="American", them="German")
    after = fires(table, *FORTY_FOUR, 3, spend=3)
    assert (points(after), result(after)) == (41, 6)
    assert is_gone(table)


@pytest.mark.case("cc.armour.modifiers", 2)
def test_a_bazooka_with_all_its_dice_may_destroy_a_tiger():
    table = facing(BAZOOKA, TIGER, us="American", them="German")
    after = fires(table, 5, 4, 3, 6, 5, 3, spend=3)
    assert (points(after), result(after)) == (14, 3)
    assert thrown(after, "kill") == [3] and is_gone(table)


GUNS = {"Inferior Gun": LIGHT, "Gun": PAK, "Superior Gun": EIGHTY_EIGHT}
ARMOUR = {"Thin Armor": STUART, "Armor": SHERMAN, "Superior Armor": KV}


@pytest.mark.clause("cc.armour.classes", "cc.armour.modifiers")
@pytest.mark.parametrize("gun", GUNS)
@pytest.mark.parametrize("armour", ARMOUR)
def test_every_class_of_gun_has_its_modifier_at_every_class_of_armour(gun, armour):
    grid = BOOK.table("armour-modifiers")
    printed = next(row for row in grid.rows if row[0] == gun)[1 + grid.columns.index(armour)]
    after = fires(facing(f"1 {GUNS[gun]}", ARMOUR[armour]), 6, 1)
    assert sum(adds(after).values()) == printed and points(after) == 6 + printed


@pytest.mark.clause("cc.armour.classes")
def test_the_grid_has_the_figures_of_the_list():
    listed = {tuple(row[:2]): row[2] for row in BOOK.table("fire-modifiers").rows}
    grid = BOOK.table("armour-modifiers")
    cells = {(row[0], armour): row[i] for row in grid.rows for i, armour in enumerate(grid.columns, 1)}
    assert cells.pop(("Gun", "Armor")) == 0
    assert cells.items() <= listed.items()


@pytest.mark.clause("cc.armour.classes", "cc.fire.bazookas")
def test_a_bazooka_is_an_inferior_gun():
    assert adds(fires(facing(BAZOOKA, STUART), 6, 1)) == {"armour.modifiers": -1}


@pytest.mark.case("cc.armour.gun-vs-armour", 1)
def test_a_plain_gun_at_plain_armour_adds_nothing():
    assert adds(fires(facing(PANZER, SHERMAN), 4, 1)) == {}


@pytest.mark.case("cc.armour.superior-oddity", 1)
def test_a_superior_gun_is_no_better_than_another_at_superior_armour():
    table = facing(f"1 {PAK}, 1 {EIGHTY_EIGHT}", KV, them="Soviet")
    after = fires(table, 4, 4, 1)
    assert points(after) == 8 - 2 and adds(after) == {"armour.superior-oddity": -2}


@pytest.mark.clause("cc.armour.no-facing")
@pytest.mark.parametrize("facing_to", [0, 90, 180])
def test_armour_is_the_same_from_all_sides(facing_to):
    after = fires(facing(PANZER, KV, foe=f"1 facing {facing_to}", them="Soviet"), 6, 1)
    assert points(after) == 5


# ---- what can hurt it


@pytest.mark.clause("cc.armour.weapons")
@pytest.mark.parametrize("mine", [f"1 {PAK}", BAZOOKA, PANZER, "Field artillery 75 to 105 mm on the table"])
def test_guns_can_be_fired_at_armour(mine):
    table = facing(mine, SHERMAN)
    assert shot(table) in offered(table)


@pytest.mark.clause("cc.armour.weapons")
@pytest.mark.parametrize(
    ("mine", "clause"),
    [(INFANTRY, "fire.small-arms-armour"), (MG, "fire.small-arms-armour"), (HALF_TRACK, "fire.small-arms-armour"),
     (MORTAR, "fire.mortar-armour")],
)  # fmt: skip
def test_nothing_but_guns_can_be_fired_at_armour(mine, clause):
    table = facing(mine, SHERMAN)
    assert not [one for one in offered(table) if isinstance(one, Fire)]
    assert refused(table, shot(table)) == clause


@pytest.mark.case("cc.armour.one-target", 1)
def test_a_volley_destroys_no_second_tank():
    table, after = volley(80, 6, theirs=f"2 {SHERMAN}", mine=PAK)
    assert result(after) == 14
    assert is_gone(table) and not is_gone(table, "Baker 2")


# ---- cover


@pytest.mark.case("cc.armour.save", 1)
def test_cover_may_save_a_tank_that_would_be_destroyed():
    table, after = volley_at(SHERMAN, 14, 5, 1, 2, foe="cover 2")
    assert thrown(after) == [2] and not is_gone(table)
    assert "cc.armour.save" in after.cited


@pytest.mark.clause("cc.armour.save")
def test_a_die_above_its_cover_level_does_not_save_a_tank():
    table, _ = volley_at(SHERMAN, 14, 5, 1, 3, foe="cover 2")
    assert is_gone(table)


@pytest.mark.clause("cc.armour.save")
def test_cover_does_not_save_a_tank_from_fire_into_its_open_rear():
    table, after = volley_at(SHERMAN, 14, 5, 1, foe="cover 2, 1 facing 0")
    assert thrown(after) == [] and is_gone(table)


@pytest.mark.clause("cc.armour.save")
def test_a_sure_kill_can_be_saved_too():
    table, after = volley_at(SHERMAN, 44, 2, 1, foe="cover 1")
    assert thrown(after) == [1] and not is_gone(table)


@pytest.mark.clause("cc.armour.one-target")
def test_a_kill_of_armour_leaves_the_infantry_beside_it_alone():
    table = on_table(f"German Able at 30,20: 3 {PANZER}", f"American Baker at 30,30: {SHERMAN}, {INFANTRY}; 2 at 33 30")
    fires(table, *[6] * 12, 6, spend=3)
    assert is_gone(table) and not is_gone(table, "Baker 2")
