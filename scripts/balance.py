"""Fights scenarios between equal computer players and keeps who won, for the cards of the first page.

    .venv/bin/python scripts/balance.py --games 60 krojanty first-orders

Without names it fights every scenario that does not take hours. The figures of the others stay. The same command gives
the same figures: they are those of `sandtable lab`.
"""

import argparse
import json
from pathlib import Path

from sandtable.cli.find import all_scenarios
from sandtable.cli.lab import content, fought
from sandtable.lab import Trial

FILE = Path(__file__).parents[1] / "src" / "sandtable" / "rules" / "balance.json"
LEVEL, SEED = "greedy", "0"


def keep(name: str, games: int, jobs: int) -> None:
    rules, scenario = all_scenarios()[name]
    trial = Trial(rules, scenario, frozenset(scenario.options), (LEVEL, LEVEL), SEED)
    figures = content(fought(trial, games, jobs, name))
    assert not figures["errors"], figures["errors"]
    every = json.loads(FILE.read_text()) if FILE.is_file() else {}
    every[f"{rules.id}/{scenario.id}"] = figures
    FILE.write_text(json.dumps(every, sort_keys=True, indent=1, ensure_ascii=False) + "\n")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--jobs", type=int, default=1)
    wanted = asked.parse_args()
    for name in wanted.scenarios or [name for name, (_, one) in all_scenarios().items() if not one.large]:
        keep(name, wanted.games, wanted.jobs)
        print(name, flush=True)


if __name__ == "__main__":
    main()
