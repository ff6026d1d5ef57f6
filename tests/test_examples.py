"""The examples and the README do what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Its scripts, and what stands below each.
BATTLE, *BY_HAND = re.findall(r"```python\n(.*?)```.*?```\n(.*?)```", README, re.DOTALL)


def run(code, folder):
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_runs_and_is_short(file, tmp_path):
    code = file.read_text(encoding="utf-8")
    assert code.count("\n") <= 25
    assert run(code, tmp_path).strip()


def test_the_battle_of_the_readme_has_a_winner_and_is_saved(tmp_path):
    script, _ = BATTLE
    assert script.count("\n") <= 15
    assert re.search(r"(wins|A draw): .* \[pw\.victory\.", run(script, tmp_path).splitlines()[-1])
    assert (tmp_path / "krojanty.jsonl").exists()


@pytest.mark.parametrize(("script", "shown"), BY_HAND, ids=["great battles", "portable wargame"])
def test_a_table_set_by_hand_in_the_readme_prints_what_stands_below_it(script, shown, tmp_path):
    assert script.count("\n") <= 10
    assert run(script, tmp_path) == shown


def test_every_command_of_the_readme_is_a_command():
    named = set(re.findall(r"^sandtable (\w+)", README, re.M)) | set(re.findall(r"`sandtable (\w+)", README))
    shown = run("import sys; sys.argv[1:] = ['--help']; from sandtable.cli.main import main; main()", ROOT)
    assert named and all(re.search(rf"\b{name}\b", shown) for name in named)
