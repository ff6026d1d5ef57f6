"""The commands. Each imports heavy modules itself, so that help appears at once."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from sandtable.cli.errors import Trouble


class Verbs(TyperGroup):
    """Shows Trouble in one line, never as a traceback."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        try:
            return super().invoke(ctx)
        except Trouble as fault:
            typer.echo(f"sandtable: {fault}", err=True)
            raise typer.Exit(1) from None


app = typer.Typer(cls=Verbs, add_completion=False, rich_markup_mode=None, no_args_is_help=True)


def tell_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version as version_of

        typer.echo(f"sandtable {version_of('sandtable')}")
        raise typer.Exit


@app.callback()
def sandtable(
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="show the version")
    ] = False,
) -> None:
    """Play published wargames exactly as printed. Every result and every refusal cites its rule."""


@app.command()
def rules(  # noqa: PLR0913
    name: Annotated[str | None, typer.Argument(metavar="RULES", help="a rule set")] = None,
    part: Annotated[str | None, typer.Argument(metavar="PART", help="a section, clause or table")] = None,
    charts: Annotated[bool, typer.Option("--charts", help="show every table as in the book")] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="show what we decided where the book is silent")] = False,
    variants: Annotated[bool, typer.Option("--variants", help="show the options and their clauses")] = False,
    coverage: Annotated[bool, typer.Option("--coverage", help="show which clauses are played and tested")] = False,
    tests: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="for --coverage: the tests, if they are not in its project")
    ] = None,
) -> None:
    """List the rule sets, or read one: chapters, clauses, tables."""
    from sandtable.cli import rules as view

    parts = ((charts, view.charts), (rulings, view.rulings), (variants, view.variants))
    wanted = [show for asked, show in parts if asked]
    if name is None:
        if wanted or coverage:
            raise Trouble("name a rule set, for example: sandtable rules portable-wargame --charts")
        view.list_rule_sets()
        return
    for show in wanted:
        show(name)
    if coverage:
        from sandtable.cli.coverage import coverage as report

        report(name, tests)
    if part is not None or not (wanted or coverage):
        view.show(name, part)


@app.command()
def scenarios(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="a rule set, a scenario, or a file")] = None,
) -> None:
    """List the scenarios, or show one: map, forces, victory."""
    from sandtable.cli import scenarios as view

    view.show(name)


@app.command()
def play(
    what: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="a scenario, its file (.toml), or a saved battle (.jsonl)")
    ] = "krojanty",
    side: Annotated[str | None, typer.Option(metavar="SIDE", help="your side; by default the first")] = None,
    players: Annotated[
        tuple[str, str], typer.Option(metavar="A B", help="the player of each side: human, greedy or random")
    ] = ("human", "greedy"),
    seed: Annotated[str | None, typer.Option(help="the same seed throws the same dice; by default a new one")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="play with this option; repeat it for more")
    ] = None,
    no_options: Annotated[bool, typer.Option("--no-options", help="play without the scenario's options")] = False,
) -> None:
    """Play a battle here in the terminal."""
    from sandtable.cli import play as table

    game, file = table.open_game(what, seed, option or [], no_options=no_options)
    table.play(game, file, players, side)


@app.command()
def odds(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="a saved battle")],
    command: Annotated[str, typer.Argument(metavar="COMMAND", help="the command, by its words or its number")],
    as_json: Annotated[bool, typer.Option("--json", help="for programs")] = False,
) -> None:
    """Show the exact odds of a command at the end of a saved battle."""
    from sandtable.cli import odds as view

    view.show(save, command, as_json=as_json)


@app.command()
def lab(  # noqa: PLR0913
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="a scenario or its file")] = "krojanty",
    games: Annotated[int, typer.Option(help="how many battles")] = 100,
    players: Annotated[tuple[str, str], typer.Option(metavar="A B", help="greedy or random")] = ("greedy", "greedy"),
    swap: Annotated[bool, typer.Option("--swap", help="players change sides after every battle")] = False,
    seed: Annotated[str, typer.Option(help="the same seed fights the same battles")] = "0",
    jobs: Annotated[int, typer.Option(help="processes to share the work")] = 1,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME", help="play with this option")] = None,
    all_options: Annotated[bool, typer.Option("--all-options", help="play with every option")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="for programs: the same trial gives the same bytes")] = False,
) -> None:
    """Fight many battles between computers: who wins, how often, at what cost."""
    from sandtable.cli import lab as bench
    from sandtable.cli.find import battle_called, options_of

    rules, battle = battle_called(scenario)
    if all_options and option:
        raise Trouble("you cannot use --all-options and --option together")
    chosen = rules.every_option if all_options else options_of(rules, battle, option or [])
    trial = bench.trial_of(scenario, players, seed, chosen, swap=swap)
    raise typer.Exit(bench.run([trial], games, jobs, as_json=as_json))


@app.command()
def compare(  # noqa: PLR0913
    scenario: Annotated[str, typer.Argument(metavar="BATTLE", help="a battle for every book, a scenario or its file")],
    games: Annotated[int, typer.Option(help="how many battles under each rule set")] = 20,
    players: Annotated[tuple[str, str], typer.Option(metavar="A B", help="greedy or random")] = ("greedy", "greedy"),
    seed: Annotated[str, typer.Option(help="the same seed fights the same battles")] = "0",
    jobs: Annotated[int, typer.Option(help="processes to share the work")] = 1,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="keep each book's results here; what it has is not fought again")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="for programs: the same trial gives the same bytes")] = False,
) -> None:
    """Fight the same battle under several books: who wins, how often, at what cost."""
    from sandtable.cli import lab as bench

    raise typer.Exit(bench.run(bench.editions_of(scenario, players, seed), games, jobs, as_json=as_json, keep=keep))


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def generate(
    words: typer.Context,
    name: Annotated[str, typer.Argument(metavar="RULES", help="a rule set with charts that make battles")],
    seed: Annotated[str | None, typer.Option(help="the same seed makes the same battle; by default a new one")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="where to write it; by default its own name")] = None,
) -> None:
    """Make a battle by a book's own charts. Its choices follow as --NAME VALUE: --theatre "Eastern Front"."""
    from sandtable.cli import generate as view

    view.run(name, words.args, seed, out)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="SAVE", help="a saved battle")],
    check: Annotated[bool, typer.Option("--check", help="prove every die and every command")] = False,
    to: Annotated[int | None, typer.Option(metavar="N", help="start at command N, or print up to command N")] = None,
    speed: Annotated[float, typer.Option(metavar="S", help="play automatically, S commands per second")] = 0.0,
) -> None:
    """Step through a saved battle, or prove it."""
    from sandtable.cli import replay as view

    if check:
        view.check(file)
    else:
        view.show(file, to, speed)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="the address to listen on; by default only for this machine")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="the port; 0 takes any free port")] = 8765,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="the database for games: sqlite:///… or postgresql://…")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="a name of this server, such as play.example.org")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="open a browser")] = True,
) -> None:
    """Play in the browser: against the computer or another person, here or far away."""
    from sandtable.cli import serve as web

    web.serve(host, port, db, name or [], open_browser=open_browser)


def main() -> None:
    try:
        app(prog_name="sandtable")
    except BrokenPipeError:  # the reader of the pipe has closed it
        sys.stderr.close()
