"""The tables of the book against what the code holds, row by row."""

import re
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from msgspec.structs import replace

from sandtable.book.book import BookError
from sandtable.rules.portable_wargame import artillery, close_combat, fire, gas
from sandtable.rules.portable_wargame.book import (
    BOMB_LOADS,
    BOMBER,
    BOOK,
    COVER,
    FIGHTERS,
    FORTIFICATIONS,
    GROUNDS,
    INDIRECT,
    KINDS,
    MOTORISED,
    OPAQUE,
    PASSENGERS,
    QUALITIES,
    RANGES,
    SHELTER,
    TRANSPORT,
)
from sandtable.rules.portable_wargame.losses import HIT_DICE

CHECKED = set()


def rows(table):
    CHECKED.add(f"pw.table.{table}")
    return list(BOOK.tables[f"pw.table.{table}"].rows)


def test_the_book_has_eighteen_tables_and_every_one_is_checked_here():
    assert set(BOOK.tables) == CHECKED
    assert len(CHECKED) == 18


# ---- Units


@pytest.mark.parametrize("name, points, _", rows("strength"))
def test_strength(name, points, _):
    assert KINDS[name].strength == points


@pytest.mark.parametrize("name, weapon, phase, arc, dice", rows("weapons"))
def test_weapons(name, weapon, phase, arc, dice):
    kind = KINDS[name]
    assert kind.weapon == (weapon if phase == "activation" else "")
    assert kind.gun == (phase == "artillery")
    assert kind.all_round == (arc == 360)
    assert kind.dice == (0 if dice == "-" else dice)


@pytest.mark.parametrize("name, squares, transport", rows("movement"))
def test_movement(name, squares, transport):
    assert KINDS[name].squares == squares
    assert (name in TRANSPORT) == transport


@pytest.mark.parametrize("weapon, reach", rows("fire-range"))
def test_fire_range(weapon, reach):
    """Assault Guns have a remark in place of a figure: 4 unless the scenario says otherwise."""
    users = [kind for kind in KINDS.values() if kind.weapon == weapon]
    assert users
    assert {kind.range for kind in users} == {4 if weapon == "Assault Guns" else reach}


@pytest.mark.parametrize("name, front, flank", rows("close-combat"))
def test_close_combat(name, front, flank):
    assert (KINDS[name].front, KINDS[name].flank) == (front, flank)


def test_types_without_rows_of_their_own_use_those_of_others():
    """pw.units.infantry-anti-tank and pw.cyclists.values."""
    infantry, cavalry = KINDS["Infantry"], KINDS["Mounted Cavalry"]
    for name, squares in (("Infantry Anti-tank", infantry.squares), ("Cyclists", cavalry.squares)):
        kind = KINDS[name]
        assert (kind.squares, kind.front, kind.flank) == (squares, infantry.front, infantry.flank)
    assert replace(KINDS["Cyclists"], name="Infantry", squares=infantry.squares) == infantry


def test_every_kind_has_a_row():
    ground = {row[0] for row in rows("strength")} | {"Cyclists"}
    assert ground | {row[0] for row in rows("aircraft-strength")} == set(KINDS)


@pytest.mark.parametrize("name, carries, tows", rows("transport"))
def test_transport(name, carries, tows):
    assert (name in MOTORISED) == (carries != "-")
    assert (name in TRANSPORT) == ("one Artillery Unit" in tows)
    if carries != "-":
        listed = re.split(r", | or ", carries.removeprefix("one ").removesuffix(" (Commander) Unit"))
        own = {"Infantry Anti-tank", "Cyclists"}  # they ride as Infantry
        assert {kind.removesuffix("s").removesuffix("er") for kind in PASSENGERS - own} == {
            word.removesuffix("s").removesuffix("er") for word in listed
        }


# ---- guns, hits and gas


@pytest.mark.parametrize("name, reach, indirect", rows("artillery-range"))
def test_artillery_range(name, reach, indirect):
    assert RANGES[name] == reach
    assert (name in INDIRECT) == indirect


@pytest.mark.parametrize("score, lands", rows("artillery-landing"))
def test_artillery_landing(score, lands):
    """Every score from -1 to 10 that the row stands for, as a die with modifiers comes to it."""
    figure = int(score.split()[0])
    scores = {"less": range(-1, figure + 1), "more": range(figure, 11)}.get(score.split()[-1], [figure])
    for one in scores:
        face = min(max(one, 1), 6)
        plus = BOOK.term(one - face, "", "pw.artillery.landing")
        assert artillery.RESULTS[artillery.landing_reading((plus,)).worth[face - 1]] == lands


@pytest.mark.parametrize("quality, loses, survives", rows("hits"))
def test_hits(quality, loses, survives):
    low, high = (range(int(span[0]), int(span[-1]) + 1) for span in (loses, survives))
    reading, need = HIT_DICE[quality]
    assert [reading.worth[face - 1] for face in (*low, *high)] == [1] * len(low) + [0] * len(high)
    assert need.total == max(low)
    assert len(low) + len(high) == 6


def test_every_quality_has_a_row():
    assert [row[0] for row in rows("hits")] == list(QUALITIES)


@pytest.mark.parametrize("die, goes", rows("gas-drift"))
def test_gas_drift(die, goes):
    assert gas.WAYS[gas.READING.worth[int(die) - 1]] == goes


# ---- ground


@pytest.mark.parametrize("feature, shelter, blocks, _movement, melee, _firing", rows("terrain"))
def test_terrain(feature, shelter, blocks, _movement, melee, _firing):
    assert (feature in COVER, feature in FORTIFICATIONS) == (shelter == "cover", shelter == "fortification")
    assert (feature in OPAQUE) == (blocks == "yes")
    assert (feature in SHELTER) == ("+1" in melee)
    assert (feature in GROUNDS) == (feature not in ("open", "hill", "bridge (road across river)"))


# ---- aircraft


@pytest.mark.parametrize("name, points", rows("aircraft-strength"))
def test_aircraft_strength(name, points):
    assert (KINDS[name].air, KINDS[name].strength) == (True, points)


@pytest.mark.parametrize("name, squares, endurance", rows("aircraft-movement"))
def test_aircraft_movement(name, squares, endurance):
    assert (KINDS[name].squares, KINDS[name].endurance) == (squares, endurance)


@pytest.mark.parametrize("name, reach, forward, rearward", rows("air-to-air"))
def test_air_to_air(name, reach, forward, rearward):
    kind = KINDS[name]
    assert (kind.air_range, kind.forward_guns, kind.rear_guns) == (reach, forward, rearward)


@pytest.mark.parametrize("name, reach, weapon, dice, anything", rows("air-to-ground"))
def test_air_to_ground(name, reach, weapon, dice, anything):
    assert (name in FIGHTERS) == (reach == 1) == (dice == "1") == (not anything)
    assert (name == BOMBER) == (weapon == "bombs (three loads)")
    assert BOMB_LOADS == 3


def test_every_aircraft_that_attacks_the_ground_has_a_row():
    assert {row[0] for row in rows("air-to-ground")} == FIGHTERS | {BOMBER}


# ---- modifiers

AIM, SHOT = {"sheltered": 0, "observed": 0, "repeated": 0, "commander": 0}, {"sheltered": 0, "moved": 1, "commander": 0}
FIGHTER = {"commander": 0, "sheltered": 0, "uphill": 0, "in_river": 0, "crossing": 0}
MODIFIERS = {
    "artillery-modifiers": (artillery, artillery.Aim, AIM, ["sheltered", "observed", "repeated", "commander"]),
    "fire-modifiers": (fire, fire.Shot, SHOT, ["sheltered", "moved", "commander"]),
    "close-combat-modifiers": (
        close_combat,
        close_combat.Fighter,
        FIGHTER,
        ["commander", "sheltered", "uphill", "in_river", "crossing"],
    ),
}
TABLES = {table: rows(table) for table in MODIFIERS}


@pytest.mark.parametrize("table, number", [(table, i) for table in MODIFIERS for i in range(len(TABLES[table]))])
def test_each_row_of_modifiers_is_earned_by_one_condition(table, number):
    """The conditions are listed in the order of the rows."""
    module, case, nothing, conditions = MODIFIERS[table]
    assert len(conditions) == len(TABLES[table])
    earned = case(**{**nothing, conditions[number]: not nothing[conditions[number]]})
    assert [term.value for term in module.MODIFIERS.that_apply(earned)] == [TABLES[table][number][1]]
    assert not module.MODIFIERS.that_apply(case(**nothing))


def test_each_modifier_cites_a_clause_of_its_own():
    for module, *_ in MODIFIERS.values():
        clauses = [row.clause for row in module.MODIFIERS.rows]
        assert len(set(clauses)) == len(clauses)


def imported_again(module):
    """Load a second copy of the module."""
    spec = spec_from_file_location("again", module.__file__)
    spec.loader.exec_module(module_from_spec(spec))


@pytest.mark.parametrize("table", MODIFIERS)
def test_a_row_that_is_missing_is_named_at_import(table, monkeypatch):
    printed = BOOK.tables[f"pw.table.{table}"]
    monkeypatch.setitem(BOOK.tables, printed.id, replace(printed, rows=printed.rows[1:]))
    with pytest.raises(BookError, match=re.escape(str(printed.rows[0][0]))):
        imported_again(MODIFIERS[table][0])


@pytest.mark.parametrize("table", MODIFIERS)
def test_a_row_that_is_not_known_is_named_at_import(table, monkeypatch):
    printed = BOOK.tables[f"pw.table.{table}"]
    monkeypatch.setitem(BOOK.tables, printed.id, replace(printed, rows=(*printed.rows, ("target is asleep", 1))))
    with pytest.raises(BookError, match="target is asleep"):
        imported_again(MODIFIERS[table][0])


@pytest.mark.parametrize("table", MODIFIERS)
def test_a_modifier_that_is_no_number_is_named_at_import(table, monkeypatch):
    printed = BOOK.tables[f"pw.table.{table}"]
    spoilt = ((printed.rows[0][0], "a lot"), *printed.rows[1:])
    monkeypatch.setitem(BOOK.tables, printed.id, replace(printed, rows=spoilt))
    with pytest.raises(BookError, match=rf"{printed.id}: 'a lot'"):
        imported_again(MODIFIERS[table][0])
