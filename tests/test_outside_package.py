"""A rule set in a package of its own is found, played and tested without a line of ours changed."""

import ast
import re
from pathlib import Path

import pytest

from tests.outside import EXAMPLE, Outside

GUIDE = Path(__file__).parents[1] / "docs" / "adding-a-rule-set.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
SHOWN = [(kind, text) for kind, text in BLOCKS if kind != "sh"]
TYPED = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]
MOST_LINES = 225  # of the whole rule set, docstrings included

BATTLE = """
import sandtable as st
from skirmish import Fire
game, odds = st.new_game("skirmish", "farm", seed="3"), []
players = {"Blue": st.GreedyPlayer(seed=1), "Red": st.RandomPlayer(seed=2)}
while game.decision:
    shots = [option.command for option in game.decision.options if isinstance(option.command, Fire)]
    odds += [sum(outcome.chance for outcome in st.odds(game, shot).outcomes) for shot in shots[:1]]
    game.play(players[game.decision.side].choose(game.seat()))
st.save_game(game, "farm.jsonl")
assert st.load_game("farm.jsonl", check=True).state == game.state
print(*set(odds), game.log()[-1])
"""


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    return Outside(tmp_path_factory.mktemp("outside"))


def test_it_is_listed_with_its_battles(outside):
    assert re.search(r"skirmish +Skirmish +the sandtable authors +14 +mill, farm", outside.sandtable("rules"))
    assert "mill" in outside.sandtable("scenarios", "skirmish")
    shown = outside.sandtable("scenarios", "mill")
    assert "Learning: 3 teams a side.\n" in shown and "Options" not in shown


def test_a_battle_of_computers_ends_by_its_rules_and_every_shot_has_odds(outside):
    assert re.fullmatch(r"1 (Blue|Red) wins: .* \[sk\.win\.[a-z-]+\]\n", outside.run("-c", BATTLE))


def test_it_is_played_in_the_terminal(outside):
    shown = outside.sandtable("play", "mill", "--seed", "1", typed="1 9 10\n1 9 8\nquit\n")
    assert "it moves no more than 6 inches [sk.move.inches]" in shown
    assert "Blue Rifles 1 moves to 9, 8 [sk.move.inches]" in shown
    assert "out of range [sk.fire.range]" in outside.sandtable("play", "mill", typed="?\nquit\n")


def test_the_lab_shares_its_battles_among_processes(outside):
    assert "Ended by sk.win." in outside.sandtable("lab", "mill", "--games", "12", "--jobs", "2")


def test_its_own_tests_pass_the_contract_among_them(outside):
    assert re.search(r"\d+ passed", outside.run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(outside.source)))


def test_every_clause_is_cited_played_and_tested(outside):
    tests = outside.source / "tests"
    shown = outside.sandtable("rules", "skirmish", "--coverage", "--tests", str(tests))
    assert re.search(r"0 +gaps", shown)
    assert (tests / "witnesses" / "skirmish.json").exists()


# ---- the guide


@pytest.mark.parametrize(("kind", "text"), SHOWN, ids=lambda part: part.splitlines()[0][:40])
def test_what_the_guide_shows_stands_in_the_example(kind, text):
    files = EXAMPLE.rglob("*.py" if kind == "python" else f"*.{kind}")
    assert any(text in file.read_text(encoding="utf-8") for file in files)


def test_the_guide_shows_every_line_of_the_rules():
    shown = "".join(text for kind, text in SHOWN if kind == "python").splitlines()
    assert [line for line in code() if line not in shown] == []


def test_the_rule_set_is_small():
    assert len(code()) <= MOST_LINES


def code():
    """The lines of the rule set but for imports, what each module says of itself, and headings."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((EXAMPLE / "skirmish").glob("*.py"))]
    return [line for text in texts for line in lines_of(text) if line and not line.startswith("# ----")]


def lines_of(text):
    docstring, *rest = ast.parse(text).body
    imports = [node for node in rest if isinstance(node, ast.ImportFrom)]
    left_out = {number for node in (docstring, *imports) for number in range(node.lineno, node.end_lineno + 1)}
    return [line for number, line in enumerate(text.splitlines(), 1) if number not in left_out]


@pytest.mark.parametrize("line", sorted({line for line in TYPED if re.match("sandtable (rules|scenarios|lab)", line)}))
def test_what_the_guide_says_to_type_works(outside, line):
    _, *args = line.partition("#")[0].split()
    more = ["--tests", str(outside.source / "tests")] if "--coverage" in args else []
    assert outside.sandtable(*args, *more)
