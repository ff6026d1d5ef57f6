"""Distances and lines of sight."""

from msgspec.structs import replace

from sandtable.board.board import CLEAR, Sight
from sandtable.telling.display import Display
from sandtable.telling.measuring import gap, sight
from tests.telling.anygame import any_table, displayed


def test_distance_is_from_edge_to_edge_of_the_nearest_models():
    table = any_table()
    found = gap(displayed(table), table.units["R1"], table.units["B1"])
    assert (found.inches, found.one.name, found.other.name) == (13.5, "R1/1", "B1/1")


def test_a_model_that_its_rule_set_calls_lost_is_not_measured_from():
    table = any_table()
    lost = table.put(replace(table.units["R1/1"], marks=frozenset({"gone"})))
    assert gap(displayed(lost), lost.units["R1"], lost.units["B1"]).one.name == "R1/2"


def test_sight_is_the_rule_sets_own():
    table = any_table()
    for seen in (CLEAR, Sight(False, "the wood", (5.0, 15.0))):
        own = replace(displayed(table).rules, sight=lambda state, a, b, seen=seen: seen)
        assert sight(Display(own, table), table.units["R1"], table.units["B1"])[2] == seen
