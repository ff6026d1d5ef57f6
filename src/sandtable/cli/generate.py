"""Makes a battle by a book's own charts, shows it, and writes it to a file."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from sandtable.cli import scenarios
from sandtable.cli.errors import Trouble, one_line, unknown
from sandtable.cli.find import rules_called
from sandtable.kernel.ruleset import Generator
from sandtable.kernel.scenario import ScenarioError
from sandtable.telling.scenario_file import as_toml


def run(name: str, words: Sequence[str], seed: str | None, out: Path | None) -> None:
    rules = rules_called(name)
    if rules.generator is None:
        raise Trouble(f"{rules.id} has no charts to make a battle with")
    seed = seed or secrets.token_hex(4)
    try:
        scenario = rules.generator.make(seed, chosen(rules.generator, words))
    except ScenarioError as fault:
        raise Trouble(one_line(fault)) from None
    file = out or Path(f"{scenario.id}.toml")
    try:
        file.write_text(as_toml(scenario), encoding="utf-8")
    except OSError as fault:
        raise Trouble(f"{file}: {fault.strerror or fault}") from None
    scenarios.show(str(file))
    print(f"\nSeed {seed}, written to {file}. Play it: sandtable play {file}")


def chosen(generator: Generator, words: Sequence[str]) -> dict[str, str]:
    """--theatre "Eastern Front": the choices of the book, each once."""
    found: dict[str, str] = {}
    left = list(words)
    while left:
        name, _, value = left.pop(0).partition("=")
        choice = name.removeprefix("--")
        if not name.startswith("--") or choice not in generator.choices:
            raise unknown("choice", choice, generator.choices)
        value = value or (left.pop(0) if left else "")
        if value not in generator.choices[choice]:
            raise unknown(choice, value, generator.choices[choice])
        found[choice] = value
    return found
