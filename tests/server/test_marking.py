"""What an item of a sum was read from is marked in its chart; where that is not certain, nothing is."""

from pathlib import Path

import pytest

from sandtable import load_game
from sandtable.kernel.facts import Rolled
from sandtable.rules import rule_sets
from sandtable.server.marking import NOWHERE, figure, find

KEPT = Path(__file__).parents[1] / "games"


def chart(name):
    return rule_sets()["great-battles-d20"].book.tables[f"gb20.table.{name}"]


@pytest.mark.parametrize(
    ("name", "label", "value", "row", "column"),
    [
        ("gun-hit", 'medium gun at 11.06"', 15, "Medium", "12"),
        ("rally", "experienced", 3, "Rally", "Experienced"),
        ("action-roll", "inferior, for two", 17, "2", "Inferior"),
        ("morale-modifiers", "heat", -2, "Drizzle, heat or cold", "modifier"),
        ("gun-hit", 'superheavy gun at 7.74"', 5, "Superheavy", "9"),
        ("morale-modifiers", "heat", 2, "Drizzle, heat or cold", "modifier"),
    ],
)
def test_the_cell_with_the_value_whose_headings_the_item_names(name, label, value, row, column):
    table = chart(name)
    found = find(table, label, value)
    assert (table.rows[found.row][0], table.columns[found.column - len(table.key)]) == (row, column)


def test_where_two_rows_would_fit_only_the_column_is_marked():
    table = chart("infantry-fire")
    found = find(table, 'at 1.5"', 13)  # to hit, or to destroy somebody on foot
    assert found.row is None and table.columns[found.column - len(table.key)] == "2"


def test_a_value_that_stands_nowhere_marks_nothing():
    assert find(chart("rally-modifiers"), "3 suppressed", -60) == NOWHERE


@pytest.mark.parametrize("battle", ["close-quarters", "proving-ground"])
def test_in_kept_battles_a_marked_cell_always_holds_the_number_of_the_sum(battle):
    game = load_game(KEPT / f"{battle}.jsonl")
    rolls = [entry.event for stage in game.stages for entry in stage.leg.entries if isinstance(entry.event, Rolled)]
    terms = {
        term for roll in rolls for term in (*roll.adds, *((roll.need.base, *roll.need.modifiers) if roll.need else ()))
    }
    marked = 0
    for term in terms:
        for name in game.rules.book.clauses[term.clause].tables:
            table = game.rules.book.tables[name]
            found = find(table, term.label, term.value)
            if found.row is not None and found.column is not None:
                assert figure(table.rows[found.row][found.column]) in (term.value, -term.value)
                marked += 1
    assert marked > 3
