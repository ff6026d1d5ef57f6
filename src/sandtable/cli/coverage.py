"""Shows which clauses of a rule set are cited, played and tested."""

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from sandtable.book.coverage import Coverage, cover
from sandtable.cli.errors import Trouble
from sandtable.cli.find import book_of, rules_called, scenario_in
from sandtable.cli.screen import open_console
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario
from sandtable.testing import clauses_shown, section_of

ROUNDS = 120  # battles of each scenario, at most
SELDOM = 20  # only one round in so many includes the large scenarios
OFTEN = 24  # battles of an exercise per round, if it has something to show
COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())


class Witness(Struct, frozen=True, forbid_unknown_fields=True):
    """One random battle, and the clauses for which it is kept."""

    scenario: str
    options: tuple[str, ...]
    seed: str
    pull: tuple[str, ...]  # sections of the book that its players preferred
    shows: tuple[str, ...]


Seen = tuple[Witness, set[str]]  # a battle, and the clauses that it shows


def coverage(name: str, tests: Path | None = None) -> None:
    """Compare the book with the code, with the tests and with new battles; fail on a gap."""
    if tests is not None and not tests.is_dir():
        raise Trouble(f"{tests}: there is no such folder")
    found = survey(name, tests, keep=True)
    report(open_console(), found)
    if not found.complete:
        raise Trouble(f"{name}: {len(found.gaps)} clauses and {len(found.missing_cases)} cases have gaps")


def survey(name: str, tests: Path | None = None, *, keep: bool = False) -> Coverage:
    """`tests`: the folder of its tests; `keep`: write there which battles show which clauses, if any are new."""
    rules = rules_called(name)
    book, tests = book_of(rules), tests or folder_of_tests(rules)
    wanted = {c.stands_for for c in book.clauses.values() if c.kind != "definition"}
    shown = shown_in_play(rules, tests, {str(clause) for clause in wanted}, keep=keep)
    return cover(book, code_of(rules), tests, shown)


def code_of(rules: RuleSet) -> Path:
    return Path(str(files(book_of(rules).package)))


def folder_of_tests(rules: RuleSet) -> Path:
    """The tests beside the project file of its source tree. An installed package has none."""
    code = code_of(rules)
    above = [] if "site-packages" in code.parts else code.parents
    return next((folder for folder in above if (folder / "pyproject.toml").is_file()), code) / "tests"


def shown_in_play(rules: RuleSet, tests: Path, wanted: set[str], *, keep: bool) -> set[str]:
    """Fight the witnesses' battles, and others only for clauses that no witness shows."""
    file = tests / "witnesses" / f"{rules.id}.json"
    with Progress(*COLUMNS, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("clauses seen in battle", total=len(wanted))
        seen: list[Seen] = []
        missing = set(wanted)
        drills = exercises(rules, tests)
        for witness, shown in chain(asked(rules, drills, read(file)), searched(rules, drills, missing)):
            seen.append((witness, shown & wanted))
            missing -= shown
            progress.update(bar, completed=len(wanted - missing))
            if not missing:
                break
    if keep and tests.is_dir():
        write(file, fewest(seen, wanted))
    return wanted - missing


def asked(rules: RuleSet, drills: Iterable[Scenario], witnesses: Iterable[Witness]) -> Iterator[Seen]:
    """The clauses that each witness still shows. A battle that was renamed or removed shows nothing."""
    known = {one.id: one for one in (*rules.scenarios().values(), *drills)}
    for witness in witnesses:
        if witness.scenario in known and rules.variants.keys() >= set(witness.options):
            yield witness, fought(rules, known[witness.scenario], witness, witness.shows)


def searched(rules: RuleSet, drills: Sequence[Scenario], missing: set[str]) -> Iterator[Seen]:
    """Random battles by players who prefer the missing clauses."""
    for number, (scenario, options) in enumerate(settings(rules, drills, missing)):
        pull = sorted(set(map(section_of, missing)))
        witness = Witness(scenario.id, tuple(sorted(options)), f"coverage {number}", tuple(pull), ())
        yield witness, fought(rules, scenario, witness, missing)


def fought(rules: RuleSet, scenario: Scenario, witness: Witness, wanted: Iterable[str]) -> set[str]:
    return clauses_shown(rules, scenario, frozenset(witness.options), witness.seed, witness.pull, wanted)


def settings(
    rules: RuleSet, drills: Sequence[Scenario], missing: set[str]
) -> Iterator[tuple[Scenario, frozenset[str]]]:
    """Every scenario, then exercises for the missing clauses; then again."""
    for number in range(ROUNDS):
        for scenario in rules.scenarios().values():
            if number % SELDOM == SELDOM - 1 or not scenario.large:
                yield scenario, options_for(rules, scenario, number)
        for turn in range(number * OFTEN, (number + 1) * OFTEN):
            for drill in drills:
                if not missing.isdisjoint(drill.notes.split()):
                    yield drill, options_for(rules, drill, turn)


def exercises(rules: RuleSet, tests: Path | None = None) -> list[Scenario]:
    """Small scenarios of the tests for rare clauses. Their notes name the clauses that they often show."""
    folder = (tests or folder_of_tests(rules)) / "exercises"
    found = [scenario_in(file) for file in sorted(folder.glob("*.toml"))]
    return [scenario for its_rules, scenario in found if its_rules.id == rules.id]


def options_for(rules: RuleSet, scenario: Scenario, turn: int) -> frozenset[str]:
    """All options, the scenario's own, all but one, and none in turn; alternatives take turns too."""
    every = rules.every_option
    without = sorted(every)[turn % len(every)] if every else ""
    return (every, frozenset(scenario.options), other_options(rules, turn) - {without}, frozenset[str]())[turn % 4]


def other_options(rules: RuleSet, turn: int) -> frozenset[str]:
    """The second of each pair of alternatives, as far as they can be combined. The first pair changes each turn."""
    pairs = [frozenset(pair) for pair in rules.alternatives]
    found = rules.every_option - {first for first, _ in rules.alternatives}
    seconds = sorted({second for _, second in rules.alternatives})
    for number in range(len(seconds)):
        second = seconds[(turn // 4 + number) % len(seconds)]
        if not any(pair <= found | {second} for pair in pairs):
            found |= {second}
    return found


def report(console: Console, found: Coverage) -> None:
    for row in found.gaps:
        console.print(f"[bold]{row.clause}[/] {row.title}: not {', not '.join(row.gaps)}", highlight=False)
    for case in found.missing_cases:
        console.print(f"[bold]{case}[/]: this worked case has no test", highlight=False)
    for stranger in found.strangers:
        console.print(f"[bold]{stranger}[/]: the book has no such clause", highlight=False)
    console.print(summary(found))


def summary(found: Coverage) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    rows = found.rows
    own = [row for row in rows if row.kind != "definition"]
    for what, count, of in (
        ("cited by the code", sum(row.cited for row in own), len(own)),
        ("played in battles", sum(row.played for row in own), len(own)),
        ("tested", sum(row.tested for row in rows), len(rows)),
        ("worked cases tested", found.cases - len(found.missing_cases), found.cases),
    ):
        table.add_row(f"{count} of {of}", what)
    table.add_row(str(len(rows) - len(own)), "are definitions, used by other clauses")
    table.add_row(str(sum(bool(row.stands_for) for row in rows)), "repeat part of another clause")
    table.add_row(str(len(found.gaps)), "gaps")
    return table


# ---- witnesses, so that the search need not be repeated


def read(file: Path) -> list[Witness]:
    return msgspec.json.decode(file.read_bytes(), type=list[Witness]) if file.exists() else []


def write(file: Path, witnesses: Iterable[Witness]) -> None:
    """A line for each battle, so that a change shows as one line."""
    lines = ",\n".join(msgspec.json.encode(witness).decode() for witness in witnesses)
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def fewest(seen: Sequence[tuple[Witness, set[str]]], wanted: set[str]) -> list[Witness]:
    """A few battles that together show all wanted clauses: each one shows most of those still missing."""
    missing, kept = set(wanted), list[Witness]()
    while found := max(seen, key=lambda one: len(one[1] & missing), default=None):
        witness, shown = found
        if missing.isdisjoint(shown):
            break
        kept.append(replace(witness, shows=tuple(sorted(shown & missing))))
        missing -= shown
    return kept
