"""One battle under two editions of its rules, side by side."""

from rich import box
from rich.table import Table
from rich.text import Text

from sandtable.cli.errors import Trouble, one_line
from sandtable.cli.find import battle_called
from sandtable.cli.lab import Failure, as_text, content, figures, fought, trial_of
from sandtable.cli.screen import open_console
from sandtable.kernel.scenario import ScenarioError
from sandtable.lab import Report, Share, Trial, translated
from sandtable.rules import rule_sets

Fought = tuple[Trial, Report, list[Failure]]


def trials_of(name: str, players: tuple[str, str], seed: str) -> tuple[Trial, ...]:
    """The battle under its own edition and under each other edition."""
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
    console.print(Text(f"{first.scenario.title}: {report.games} battles under each edition", "bold"))
    console.print(Text(f"{' against '.join(first.players)} · seed {first.seed}", "dim"))
    console.print(side_by_side(found))
    for trial, _, failures in found:
        for failure in failures:
            words = f"{trial.rules.id}, battle {failure.number}, seed {failure.seed}: {failure.error}"
            console.print(Text(words, "red"))


def side_by_side(found: list[Fought]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("a battle")
    for trial, _, _ in found:
        table.add_column(trial.rules.id, justify="right")
    reports = [report for _, report, _ in found]
    for side in reports[0].wins:
        table.add_row(f"{side} wins", *(rate(report.wins[side]) for report in reports))
    table.add_row("drawn", *(rate(report.draws) for report in reports))
    table.add_section()
    for side, losses in reports[0].mean_losses.items():
        for what in losses:
            table.add_row(f"{side} {what}", *(f"{report.mean_losses[side].get(what, 0):.1f}" for report in reports))
    table.add_row("turns", *(f"{report.mean_turns:.1f}" for report in reports))
    table.add_row("choices", *(f"{report.mean_choices:.0f}" for report in reports))
    table.add_row("dice", *(f"{report.mean_dice:.0f}" for report in reports))
    table.add_row("options", *(", ".join(sorted(trial.variants)) or "none" for trial, _, _ in found))
    return table


def rate(share: Share) -> str:
    _, percent, interval = figures(share)
    return f"{percent} ({interval})"
