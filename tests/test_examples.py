"""The examples and the README do what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def run(code, folder):
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_runs_and_is_short(file, tmp_path):
    code = file.read_text(encoding="utf-8")
    assert code.count("\n") <= 25
    assert run(code, tmp_path).strip()


def test_the_script_of_the_readme_runs_to_a_winner(tmp_path):
    scripts = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert len(scripts) == 1 and scripts[0].count("\n") <= 15
    told = run(scripts[0], tmp_path).splitlines()
    assert re.search(r"(wins|A draw): .* \[pw\.victory\.", told[-1])
    assert (tmp_path / "krojanty.jsonl").exists()


def test_every_command_of_the_readme_is_a_command():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^sandtable (\w+)", readme, re.M)) | set(re.findall(r"`sandtable (\w+)", readme))
    shown = run("import sys; sys.argv[1:] = ['--help']; from sandtable.cli.main import main; main()", ROOT)
    assert named and all(re.search(rf"\b{name}\b", shown) for name in named)
