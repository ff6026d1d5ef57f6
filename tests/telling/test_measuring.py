"""Distances and lines of sight."""

from msgspec.structs import replace

import sandtable as st
from sandtable.board.board import CLEAR, Sight
from sandtable.telling.measuring import gap, sight
from tests.telling.anygame import any_table, base_of


def test_distance_is_from_edge_to_edge_of_the_nearest_models():
    table = any_table()
    found = gap(table, base_of, table.units["R1"], table.units["B1"])
    assert (found.inches, found.one.name, found.other.name) == (13.5, "R1/1", "B1/1")


def test_sight_is_the_rule_sets_own():
    table = any_table()
    rules = st.rule_sets()["portable-wargame"]
    for seen in (CLEAR, Sight(False, "the wood", (5.0, 15.0))):
        own = replace(rules, sight=lambda state, a, b, seen=seen: seen)
        assert sight(own, table, table.units["R1"], table.units["B1"])[2] == seen
