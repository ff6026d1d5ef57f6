"""Every clause of every book is cited by the code, shown in play and named by a test; every worked case is a test."""

from pathlib import Path

import pytest

from sandtable.book.coverage import cover
from sandtable.cli import coverage
from sandtable.cli.coverage import settings, survey
from sandtable.rules import rule_sets
from sandtable.testing import clauses_shown

SLOW = {"great-battles-d20"}  # battles that show every clause take minutes: `sandtable rules ID --coverage` fights them


@pytest.mark.parametrize("name", sorted(rule_sets().keys() - SLOW))
def test_the_book_is_covered(name):
    assert_complete(survey(name))


@pytest.mark.parametrize("name", sorted(SLOW))
def test_every_clause_is_cited_and_tested(name):
    rules = rule_sets()[name]
    code = Path(__file__).parents[1] / "src" / "sandtable" / "rules" / rules.book.package.rpartition(".")[2]
    assert_complete(cover(rules.book, code, coverage.tests_folder(), set(rules.book.clauses), rules.repeats))


@pytest.mark.parametrize("name", sorted(SLOW))
def test_a_few_exercises_show_most_clauses(name):
    rules = rule_sets()[name]
    shown = set()
    for number, (scenario, variants) in zip(range(24), settings(rules), strict=False):
        shown |= clauses_shown(rules, scenario, variants, f"coverage {number}")
    wanted = {clause.id for clause in rules.book.clauses.values() if clause.kind != "definition"}
    assert len(shown & wanted) > 0.8 * len(wanted)


def assert_complete(found):
    assert not found.strangers
    assert not found.missing_cases
    assert not [(row.clause, row.gaps) for row in found.gaps]
