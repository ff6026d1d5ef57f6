"""A number of a sum says in which cell of a chart it is printed; that chart comes with its rule."""

import re
from pathlib import Path

import pytest

from sandtable import load_game, rule_sets
from sandtable.kernel.facts import Rolled
from sandtable.kernel.reckoning import Clause, Printed, Term
from sandtable.server import library
from sandtable.server.lines import sums
from sandtable.server.refused import Refused

NO_TABLE = "gb20.table.luck"

KEPT = Path(__file__).parents[1] / "games"


def terms_of(game):
    rolls = [entry.event for stage in game.stages for entry in stage.leg.entries if isinstance(entry.event, Rolled)]
    return {
        term for roll in rolls for term in (*roll.adds, *((roll.need.base, *roll.need.modifiers) if roll.need else ()))
    }


@pytest.mark.parametrize(
    ("battle", "least"), [("close-quarters", 10), ("proving-ground", 5), ("armour-at-st-aignan", 10)]
)
def test_in_kept_battles_the_cell_holds_what_the_sum_counts(battle, least):
    """Once, or so many times; a chart that adds to the die takes the same from the score."""
    game = load_game(KEPT / f"{battle}.jsonl")
    placed = [term for term in terms_of(game) if term.printed]
    for term in placed:
        cells = game.rules.book.tables[term.printed.table].rows[term.printed.row]
        figures = [int(one) or 100 for one in re.findall(r"\d+", str(cells[term.printed.column]))]
        assert term.value == 0 or any(term.value % figure == 0 for figure in figures if figure), (term, cells)
    assert len(placed) >= least


def test_the_place_goes_over_the_wire_with_the_number():
    at = Printed("gb20.table.rally", 0, 3)
    (item,) = sums([Term(5, "average", Clause("gb20.rally.action"), at)])
    assert (item.value, item.printed) == (5, at)


def test_the_chart_comes_with_a_rule_that_does_not_name_it():
    book, rule, table = "great-battles-d10", "gb10.fire.all-round", "gb10.table.to-hit-modifiers"
    assert table not in rule_sets()[book].book.clauses[rule].tables
    assert table in [chart.id for chart in library.clause(book, rule, table).tables]


def test_a_chart_that_a_rule_names_comes_once():
    charts = [chart.id for chart in library.clause("great-battles-d20", "gb20.rally.action", "gb20.table.rally").tables]
    assert charts.count("gb20.table.rally") == 1


def test_a_chart_that_is_not_in_the_book_is_refused():
    with pytest.raises(Refused, match="there is no table"):
        library.clause("great-battles-d20", "gb20.rally.action", NO_TABLE)
