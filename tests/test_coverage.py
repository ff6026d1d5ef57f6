"""Every clause of every book is cited by the code, shown in play and named by a test; every worked case is a test."""

import pytest

from sandtable.cli.coverage import survey
from sandtable.rules import rule_sets


@pytest.mark.parametrize("name", sorted(rule_sets()))
def test_the_book_is_covered(name):
    found = survey(name)
    assert not found.strangers
    assert not found.missing_cases
    assert not [(row.clause, row.gaps) for row in found.gaps]
