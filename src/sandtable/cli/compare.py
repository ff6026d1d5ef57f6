"""One battle under several books, side by side."""

from collections.abc import Mapping

from rich import box
from rich.table import Table
from rich.text import Text

from sandtable.cli.errors import Trouble, one_line
from sandtable.cli.find import battle_called, staged
from sandtable.cli.lab import Failure, as_text, content, fought, trial_of
from sandtable.cli.screen import open_console
from sandtable.kernel.scenario import ScenarioError
from sandtable.lab import Report, Share, Trial, translated
from sandtable.rules import engagements, rule_sets

Fought = tuple[Trial, Report, list[Failure]]


def trials_of(name: str, players: tuple[str, str], seed: str) -> tuple[Trial, ...]:
    """A battle in plain terms under every book; a scenario under its own edition and under each other edition."""
    if name in engagements():
        return tuple(trial_of(called, players, seed, frozenset(), swap=False) for called in staged(engagements()[name]))
    rules, scenario = battle_called(name)
    own = trial_of(name, players, seed, frozenset(scenario.options), swap=False)
    others = [rule_sets()[other] for other in rules.counterparts if other in rule_sets()]
    if not others:
        raise Trouble(f"{scenario.id}: {rules.id} has no other edition to compare")
    try:
        return own, *(translated(own, other) for other in others)
    except ScenarioError as fault:
        raise Trouble(f"{scenario.id} cannot be fought under another edition: {one_line(fault)}") from None


def run(trials: tuple[Trial, ...], games: int, jobs: int, *, as_json: bool) -> int:
    """Fight and report. The exit code is 1 if any battle failed."""
    found = [(trial, *fought(trial, games, jobs, trial.rules.id)) for trial in trials]
    if as_json:
        print(as_text({trial.rules.id: content(trial, report, failures) for trial, report, failures in found}))
    else:
        show(found)
    return 1 if any(failures for _, _, failures in found) else 0


def show(found: list[Fought]) -> None:
    console, (first, report, _) = open_console(), found[0]
    console.print(Text(f"{first.scenario.title}: {report.games} battles under each book", "bold"))
    console.print(Text(f"{' against '.join(first.players)} · seed {first.seed}", "dim"))
    console.print(side_by_side(found))
    for trial, _, failures in found:
        for failure in failures:
            words = f"{trial.rules.id}, battle {failure.number}, seed {failure.seed}: {failure.error}"
            console.print(Text(words, "red"))


def side_by_side(found: list[Fought]) -> Table:
    """A column for each book. Names and figures fold, so that five books fit on a screen."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("a battle")
    for trial, _, _ in found:
        table.add_column(trial.rules.id.replace("-", "-\n"), justify="right")
    reports = [report for _, report, _ in found]
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
    table.add_row("options", *(", ".join(sorted(trial.variants)) or "none" for trial, _, _ in found))
    return table


def lost(losses: Mapping[str, float]) -> str:
    return "\n".join(f"{number:.1f} {what.removesuffix(' lost')}" for what, number in losses.items())


def decided_by(report: Report) -> str:
    """The clauses that ended the battles, the most frequent first."""
    often = sorted(report.ended_by.items(), key=lambda one: (-one[1], one[0]))
    return "\n".join(f"{clause.partition('.')[2]} {count}" for clause, count in often)


def rate(share: Share) -> str:
    low, high = share.interval
    return f"{share.rate:.0%}\n{low:.0%} to {high:.0%}"
