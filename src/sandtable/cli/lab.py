"""Fights many battles between computers, also under several books: who wins, how often, and at what cost."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from sandtable.cli.errors import Trouble, one_line
from sandtable.cli.find import battle_called, check_player, open_battle, staged
from sandtable.cli.screen import headed, open_console
from sandtable.kernel.scenario import ScenarioError
from sandtable.lab import BattleResult, Report, Share, Trial, fight, report, simulate, translated
from sandtable.rules import rule_sets
from sandtable.rules.engagements import engagements

INTERRUPTED = 130  # as shells have it


class Failure(Struct, frozen=True):
    """A battle that raised an error."""

    number: int
    seed: str
    error: str


class Fought(Struct, frozen=True):
    """The battles of one trial."""

    trial: Trial
    report: Report
    failures: list[Failure]


Outcome = BattleResult | Failure


def trial_of(name: str, players: tuple[str, str], seed: str, options: frozenset[str], *, swap: bool) -> Trial:
    for player in players:
        check_player(player, human=False)
    rules, scenario = battle = battle_called(name)
    open_battle(battle, seed, options)  # reports errors before the battles begin
    return Trial(rules, scenario, options, players, seed, swap)


def editions_of(name: str, players: tuple[str, str], seed: str) -> list[Trial]:
    """A battle in plain terms under every book; a scenario under its own edition and under each other edition."""
    if name in engagements():
        return [trial_of(called, players, seed, frozenset(), swap=False) for called in staged(engagements()[name])]
    rules, scenario = battle_called(name)
    own = trial_of(name, players, seed, frozenset(scenario.options), swap=False)
    others = [rule_sets()[other] for other in rules.counterparts if other in rule_sets()]
    if not others:
        raise Trouble(f"{scenario.id}: {rules.id} has no other edition to compare")
    try:
        return [own, *(translated(own, other) for other in others)]
    except ScenarioError as fault:
        raise Trouble(f"{scenario.id} cannot be fought under another edition: {one_line(fault)}") from None


def run(trials: list[Trial], games: int, jobs: int, *, as_json: bool, keep: Path | None = None) -> int:
    """Fight and report. The exit code is 1 if any battle failed."""
    if games < 1 or jobs < 1:
        raise Trouble("--games and --jobs must be at least 1")
    found = kept_in(keep, trials, games) if keep else {}
    try:
        for number, trial in enumerate(trials, 1):
            what = f"{trial.rules.id}, book {number} of {len(trials)}" if len(trials) > 1 else "battles"
            if trial.rules.id not in found:
                found[trial.rules.id] = fought(trial, games, jobs, what)
            if keep:
                keep.write_text(in_json(contents(found)) + "\n", encoding="utf-8")
    except KeyboardInterrupt:
        kept = f"; {keep} has {', '.join(found)}" if keep and found else ""
        Console(stderr=True).print(f"stopped{kept}")
        return INTERRUPTED
    tell([found[trial.rules.id] for trial in trials], as_json=as_json)
    return 1 if any(one.failures for one in found.values()) else 0


def tell(found: list[Fought], *, as_json: bool) -> None:
    if as_json:
        every = contents({one.trial.rules.id: one for one in found})
        print(in_json(every if len(found) > 1 else content(found[0])))
    elif len(found) > 1:
        show_editions(found)
    else:
        show(found[0])


def kept_in(file: Path, trials: list[Trial], games: int) -> dict[str, Fought]:
    """The books of which the file has the same battles."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        same = [trial for trial in trials if is_of(kept.get(trial.rules.id, {}), terms(trial, games))]
        return {trial.rules.id: read_back(trial, kept[trial.rules.id]) for trial in same}
    except (ValueError, AttributeError, msgspec.ValidationError):
        raise Trouble(f"{file}: this is no file of kept results") from None


def fought(trial: Trial, games: int, jobs: int, what: str) -> Fought:
    """With a progress bar on the error stream, so that the output stays clean."""
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        found = list(bar.track(outcomes(trial, games, jobs), games, description=what))
    battles = [one for one in found if isinstance(one, BattleResult)]
    return Fought(trial, report(trial, battles), [one for one in found if isinstance(one, Failure)])


def outcomes(trial: Trial, games: int, jobs: int) -> Iterator[Outcome]:
    """The outcomes in order. If a battle raises an error, the rest are fought one by one."""
    done = 0
    try:
        for battle in simulate(trial, games, jobs):
            done += 1
            yield battle
    except Exception:
        yield from (fight_or_fail(trial, number) for number in range(done, games))


def fight_or_fail(trial: Trial, number: int) -> Outcome:
    try:
        return fight(trial, number)
    except Exception as fault:
        return Failure(number, f"{trial.seed}/{number}", f"{type(fault).__name__}: {one_line(fault)}")


# ---- for people


def show(fought: Fought) -> None:
    console, trial, found = open_console(), fought.trial, fought.report
    console.print(Text(f"{trial.scenario.title}: {found.games} battles", "bold"))
    swapped, chosen = ", changing sides" * trial.swap, ", ".join(sorted(trial.variants)) or "none"
    players = f"{' against '.join(trial.players)}{swapped}"
    console.print(Text(f"{players} · options {chosen} · seed {trial.seed}", "dim"))
    console.print(wins(trial, found))
    console.print(
        f"Turns {found.mean_turns:.1f}, choices {found.mean_choices:.0f}, dice {found.mean_dice:.0f} a battle."
    )
    for side, losses in found.mean_losses.items():
        console.print(f"{side}: {', '.join(f'{value:.1f} {name}' for name, value in losses.items())} a battle.")
    ends = sorted(found.ended_by.items(), key=lambda item: (-item[1], item[0]))
    console.print(f"Ended by {', '.join(f'{clause} {count}' for clause, count in ends)}.")
    for failure in fought.failures:
        console.print(Text(f"Battle {failure.number}, seed {failure.seed}: {failure.error}", "red"))


def wins(trial: Trial, found: Report) -> Table:
    table = headed()
    for name in ("", "wins", "rate", "95% interval"):
        table.add_column(name, justify="right" if name else "left")
    for side, share in found.wins.items():
        table.add_row(f"{side}", *figures(share))
    table.add_row("drawn", *figures(found.draws))
    if len(found.by_player) > 1:
        table.add_section()
        for player, share in found.by_player.items():
            table.add_row(f"player {player}", *figures(share))
    return table


def figures(share: Share) -> tuple[str, str, str]:
    low, high = share.interval
    return str(share.count), f"{share.rate:.1%}", f"{low:.1%} to {high:.1%}"


def show_editions(found: list[Fought]) -> None:
    console, first = open_console(), found[0].trial
    console.print(Text(f"{first.scenario.title}: {found[0].report.games} battles under each book", "bold"))
    console.print(Text(f"{' against '.join(first.players)} · seed {first.seed}", "dim"))
    console.print(side_by_side(found))
    for one in found:
        for failure in one.failures:
            words = f"{one.trial.rules.id}, battle {failure.number}, seed {failure.seed}: {failure.error}"
            console.print(Text(words, "red"))


def side_by_side(found: list[Fought]) -> Table:
    """A column for each book. Names and figures fold, so that five books fit on a screen."""
    table = headed()
    table.add_column("a battle")
    for one in found:
        table.add_column(one.trial.rules.id.replace("-", "-\n"), justify="right")
    reports = [one.report for one in found]
    for side in reports[0].wins:
        table.add_row(f"{side} wins", *(rate(report.wins[side]) for report in reports))
    table.add_row("drawn", *(rate(report.draws) for report in reports))
    table.add_section()
    for side in reports[0].mean_losses:
        table.add_row(f"{side} losses", *(lost(report.mean_losses[side]) for report in reports))
    table.add_row("turns", *(f"{report.mean_turns:.1f}" for report in reports))
    table.add_row("choices", *(f"{report.mean_choices:.0f}" for report in reports))
    table.add_row("dice", *(f"{report.mean_dice:.0f}" for report in reports))
    table.add_row("decided by", *(decided_by(report) for report in reports))
    table.add_row("options", *(", ".join(sorted(one.trial.variants)) or "none" for one in found))
    return table


def lost(losses: Mapping[str, float]) -> str:
    return "\n".join(f"{number:.1f} {what}" for what, number in losses.items())


def decided_by(report: Report) -> str:
    """The clauses that ended the battles, the most frequent first."""
    often = sorted(report.ended_by.items(), key=lambda one: (-one[1], one[0]))
    return "\n".join(f"{clause.rpartition('.')[2]} {count}" for clause, count in often)


def rate(share: Share) -> str:
    low, high = share.interval
    return f"{share.rate:.0%}\n{low:.0%} to {high:.0%}"


# ---- for programs


def in_json(found: object) -> str:
    return json.dumps(found, sort_keys=True, indent=2, ensure_ascii=False)


def contents(found: Mapping[str, Fought]) -> dict[str, object]:
    return {book: content(one) for book, one in found.items()}


def terms(trial: Trial, games: int) -> dict[str, object]:
    """What decides the results: the same terms give the same battles."""
    return {
        "rules": f"{trial.rules.id} {trial.rules.version}",
        "scenario": trial.scenario.id,
        "options": sorted(trial.variants),
        "players": list(trial.players),
        "swap": trial.swap,
        "seed": trial.seed,
        "games": games,
    }


def is_of(kept: Mapping[str, object], terms: Mapping[str, object]) -> bool:
    return all(kept.get(name) == value for name, value in terms.items())


def content(fought: Fought) -> dict[str, object]:
    """A trial always gives the same bytes, with any number of processes."""
    trial, found, failures = fought.trial, fought.report, fought.failures
    return {
        **terms(trial, found.games + len(failures)),
        "wins": {side: share_of(share) for side, share in found.wins.items()},
        "draws": share_of(found.draws),
        "by_player": {player: share_of(share) for player, share in found.by_player.items()},
        "ended_by": found.ended_by,
        "mean_turns": found.mean_turns,
        "mean_choices": found.mean_choices,
        "mean_dice": found.mean_dice,
        "mean_losses": found.mean_losses,
        "errors": msgspec.to_builtins(failures),
    }


def share_of(share: Share) -> dict[str, float]:
    low, high = share.interval
    rounded = {"rate": round(share.rate, 6), "low": round(low, 6), "high": round(high, 6)}
    return {"count": share.count, "of": share.of, **rounded}


def read_back(trial: Trial, kept: dict[str, Any]) -> Fought:
    """The opposite of `content`."""
    failures = msgspec.convert(kept["errors"], list[Failure])
    found = {**kept, "games": kept["games"] - len(failures)}
    return Fought(trial, msgspec.convert(found, Report), failures)
