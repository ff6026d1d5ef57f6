"""The verbs, and how lightly they start."""

import subprocess
import sys
from importlib.metadata import version

import pytest

VERBS = ("rules", "scenarios", "play", "odds", "lab", "compare", "replay", "serve")


def test_help_names_every_verb(run):
    shown = run("--help").stdout
    assert all(verb in shown for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(run, verb):
    result = run(verb, "--help")
    assert result.exit_code == 0
    assert "Usage: " in result.stdout


def test_it_tells_its_version(run):
    assert run("--version").stdout == f"sandtable {version('sandtable')}\n"


def test_it_is_run_as_a_module_too():
    told = subprocess.run([sys.executable, "-m", "sandtable", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"sandtable {version('sandtable')}\n"


def test_without_a_verb_help_is_shown(run):
    assert "Usage: " in run().output


@pytest.mark.parametrize("module", ["rich", "sandtable.rules.portable_wargame", "sandtable.lab"])
def test_nothing_heavy_is_imported_before_a_command_needs_it(module):
    code = f"import sandtable.cli.main, sys; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_scenario_is_found_without_the_rule_sets_of_others():
    code = (
        "import sys\n"
        "from sandtable.cli.find import battle_called\n"
        "assert battle_called('krojanty')[0].id == 'portable-wargame'\n"
        "sys.exit('sandtable.rules.panzer_korps' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_reader_of_a_pipe_may_have_had_enough():
    command = f"{sys.executable} -c 'from sandtable.cli.main import main; main()' rules portable-wargame --rulings"
    result = subprocess.run(["bash", "-c", f"{command} | head -1"], capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr
