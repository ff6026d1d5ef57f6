"""Reading the rules."""

from pathlib import Path

import pytest

from sandtable.cli.coverage import folder_of_tests, other_options
from sandtable.rules import rule_sets

BOOK = rule_sets()["portable-wargame"].book


def test_rule_sets_are_listed_with_author_clauses_and_scenarios(run):
    shown = run("rules").stdout
    for words in ("portable-wargame", "Bob Cordery", str(len(BOOK.clauses)), "krojanty", "sedan"):
        assert words in shown


def test_chapters_with_their_clauses_and_credits(run):
    shown = run("rules", "portable-wargame").stdout
    assert "Rules by Bob Cordery" in shown
    assert BOOK.about.source in " ".join(shown.split())
    counts = [int(line.split()[-2]) for line in shown.splitlines() if line.rstrip().endswith((" clauses", " clause"))]
    assert sum(counts) == len(BOOK.clauses)


def test_a_section_shows_each_of_its_clauses(run):
    shown = run("rules", "portable-wargame", "initiative").stdout
    section = [clause.id for clause in BOOK.clauses.values() if clause.section == "initiative"]
    assert len(section) == 3 and all(clause in shown for clause in section)


@pytest.mark.parametrize("name", ["pw.fire.mod-cover", "fire.mod-cover"])
def test_a_clause_with_its_standing_tables_and_cases(run, name):
    shown = run("rules", "portable-wargame", name).stdout
    for words in ("pw.fire.mod-cover", "modifier · stated by the book", "Non-artillery die modifiers", "Case: "):
        assert words in shown


def test_an_option_and_a_note_are_named(run):
    shown = run("rules", "portable-wargame", "pw.cyclists.values").stdout
    assert "option cyclists" in shown
    assert "Note: " in run("rules", "portable-wargame", "pw.setup.board").stdout


def test_a_table_by_itself(run):
    shown = run("rules", "portable-wargame", "pw.table.hits").stdout
    assert "Elite" in shown
    assert "1-2" in shown


def test_charts_prints_every_table(run):
    shown = run("rules", "portable-wargame", "--charts").stdout
    assert all(table in shown for table in BOOK.tables)


def test_rulings_prints_every_ruling_and_nothing_else(run):
    shown = run("rules", "portable-wargame", "--rulings").stdout
    heads = [line.split()[-1] for line in shown.splitlines() if line.strip() and line.split()[-1] in BOOK.clauses]
    rulings = [clause.id for clause in BOOK.clauses.values() if clause.status == "ruling"]
    assert set(rulings) <= set(heads)


def test_variants_prints_each_option_with_its_clauses(run):
    shown = run("rules", "portable-wargame", "--variants").stdout
    optional = [clause.id for clause in BOOK.clauses.values() if clause.variant]
    assert len(optional) > 10 and all(clause in shown for clause in optional)


def test_the_folder_of_tests_a_rule_set_are_those_of_its_project():
    assert folder_of_tests(rule_sets()["portable-wargame"]) == Path(__file__).parents[1]


def test_a_folder_of_tests_that_is_not_there_is_told_in_a_line(run):
    told = run("rules", "portable-wargame", "--coverage", "--tests", "nowhere")
    assert (told.exit_code, told.stderr) == (1, "sandtable: nowhere: there is no such folder\n")


@pytest.mark.parametrize("name", sorted(rule_sets()))
def test_a_survey_never_joins_options_that_exclude_each_other(name):
    rules = rule_sets()[name]
    rounds = [other_options(rules, turn) for turn in range(64)]
    assert not [pair for pair in rules.alternatives for options in rounds if options >= set(pair)]
    assert rules.every_option.union(*rounds) == frozenset(rules.variants)
