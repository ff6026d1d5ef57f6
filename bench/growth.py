"""How the cost of a choice grows with the number of units, how often a Field is built, and instructions a choice."""

import re
import shutil
import subprocess
import sys

from msgspec.structs import replace

import sandtable as st
from bench.timing import side_by_side
from sandtable.kernel.scenario import Scenario
from sandtable.lab import Trial, simulate
from sandtable.rules.great_battles.battle.scenario import GreatBattle
from sandtable.rules.great_battles.table.field import Field

RULES = st.rule_sets()["great-battles-d20"]
TIMES = (1, 3, 5)  # so many times the battalions; more stands than that no scenario may have
COUNTED = [("portable-wargame", "krojanty"), ("great-battles-d20", "first-orders"), ("great-battles-d20", "nissoria")]
FOUGHT = """
import sandtable as st
from sandtable.lab import Trial, simulate
rules = st.rule_sets()[{rules!r}]
battle = rules.scenarios()[{scenario!r}]
trial = Trial(rules, battle, frozenset(battle.options), ("random", "random"), "bench")
print(sum(fought.choices for fought in simulate(trial, {games})))
"""


def trial_of(battle: Scenario) -> Trial:
    return Trial(RULES, battle, frozenset(battle.options), ("random", "random"), "bench")


def choices(trial: Trial, games: int) -> int:
    return sum(fought.choices for fought in simulate(trial, games))


def multiplied(battle: Scenario, times: int) -> GreatBattle:
    """The same battle with every battalion in reserve so many times over."""
    assert isinstance(battle, GreatBattle)
    sides = []
    for side in battle.side:
        held = [one for one in side.battalions if one.post is None and not one.airborne]
        more = [replace(one, id=f"{one.group}{n}{one.id[1:]}") for n in range(1, times) for one in held]
        sides.append(replace(side, battalions=(*side.battalions, *more)))
    return replace(battle, side=tuple(sides))


def show_units() -> None:
    trials = [trial_of(multiplied(RULES.scenarios()["agira"], times)) for times in TIMES]
    rates = side_by_side(*(lambda trial=trial: choices(trial, 1) for trial in trials))
    print("The cost of a random choice by the number of units: Agira with more battalions in reserve")
    for trial, rate in zip(trials, rates, strict=True):
        print(f"  {len(trial.start.units):4} units   {1e6 / rate:6.0f} us a choice   {rates[0] / rate:5.2f} times")
    print()


def show_fields() -> None:
    """How often a Field is built from nothing: otherwise it follows what has moved."""
    built, made = [0], Field.__init__

    def counted(field: Field, state: st.State) -> None:
        built[0] += 1
        made(field, state)

    Field.__init__ = counted  # type: ignore[method-assign, assignment]
    try:
        for name in ("nissoria", "agira"):
            built[0] = 0
            asked = choices(trial_of(RULES.scenarios()[name]), 3)
            print(f"  {name:10} {built[0] / asked:5.3f} Fields built a choice")
    finally:
        Field.__init__ = made  # type: ignore[method-assign]
    print()


def instructions(rules: str, scenario: str, games: int) -> tuple[int, int]:
    """Instructions of a process that fights so many battles, and the choices in them."""
    code = FOUGHT.format(rules=rules, scenario=scenario, games=games)
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run([*tool, sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", "")), int(done.stdout)


def show_instructions() -> None:
    if shutil.which("valgrind") is None:
        print("Instructions a choice: left out, there is no valgrind\n")
        return
    print("Instructions a random choice, by valgrind: they are the same on a busy machine")
    for rules, scenario in COUNTED:
        (few, before), (many, after) = (instructions(rules, scenario, games) for games in (1, 4))
        print(f"  {scenario:18} {(many - few) / (after - before):12,.0f}")
    print()


def run() -> None:
    show_units()
    show_fields()
    show_instructions()
