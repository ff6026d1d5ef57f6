"""Play a battle in the terminal."""

from pathlib import Path
from secrets import token_hex
from shlex import quote

from rich.rule import Rule
from rich.text import Text

from sandtable.board.grid import SquareGrid
from sandtable.cli import find
from sandtable.cli.errors import Trouble, Unclear
from sandtable.cli.find import HUMAN
from sandtable.cli.log_view import line
from sandtable.cli.places import example
from sandtable.cli.prompts import Reader, Verb, WhereTo, read_verb
from sandtable.cli.screen import DIM, dress, interactive, open_console
from sandtable.cli.session import CutOff, Leave, Session
from sandtable.cli.verbs import ACTIONS, offer_save
from sandtable.kernel.decision import Command, Decision, IllegalCommand
from sandtable.kernel.game import Game
from sandtable.kernel.state import Side
from sandtable.players import PLAYERS
from sandtable.players.player import Player
from sandtable.telling.display import Display
from sandtable.telling.story import readable

HINT = "number or words · d5 N · ? why not · odds 1 · undo · save · auto · place all · help · quit"
TABLE_HINT = (
    "number or words · a place: 12.5 8 or 12.5 8 NE · a way: ahead 3, 3 N, towards e1 · face E · ? why not"
    " · odds 1 · zoom A1 · measure A1 e1 · sight A1 e1 · undo · save · auto · help · quit"
)
HINTS = 3  # prompts that show the hint


# ---- the start


def open_game(what: str, seed: str | None, given: list[str], *, no_options: bool) -> tuple[Game, Path | None]:
    """A new battle from a scenario's name or file, or a saved one."""
    if not find.is_save(what):
        battle = find.battle_called(what)
        options = find.options_of(*battle, given, none=no_options)
        return find.open_battle(battle, seed or token_hex(4), options), None
    if seed is not None or given or no_options:
        raise Trouble(f"{what}: a saved battle keeps its own seed and options")
    return find.open_save(what), Path(what)


def seat_players(game: Game, names: tuple[str, str], side: str | None) -> dict[Side, Player]:
    """Computer players by side. With --side the person plays that side, and the other player the other."""
    for name in names:
        find.check_player(name, human=True)
    sides = game.state.sides
    if side is not None:
        if HUMAN not in names:
            raise Trouble(f"--side {side}: --players {' '.join(names)} has no human")
        own = find.side_called(side, sides)
        if names[sides.index(own)] != HUMAN:
            names = (names[1], names[0])
    seats = zip(sides, names, strict=True)
    return {one: PLAYERS[name](f"{game.seed}/{one}") for one, name in seats if name != HUMAN}


def play(game: Game, file: Path | None, names: tuple[str, str], side: str | None) -> None:
    session = Session(game, seat_players(game, names, side), open_console(), file)
    session.how = flags(names, side)
    if interactive():
        edit_lines()
    try:
        opening(session)
        while game.position.question is not None or aftermath(session):
            if game.position.question is not None:
                next_choice(session)
    except (CutOff, KeyboardInterrupt):
        last_chance(session)
        farewell(session)
    except Leave:
        farewell(session)


def flags(names: tuple[str, str], side: str | None) -> str:
    seats = "" if names == (HUMAN, "greedy") else f" --players {names[0]} {names[1]}"
    return seats + (f" --side {quote(side)}" if side else "")


def edit_lines() -> None:
    """Arrow keys and history at the prompt, if the system has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        pass


def opening(session: Session) -> None:
    game = session.game
    session.say(Rule(Text(game.scenario.title, "bold"), style=DIM))
    session.say(game.scenario.setting)
    seats = [f"{side}: {HUMAN if side in session.people else 'computer'}" for side in game.state.sides]
    chosen = f"options {', '.join(sorted(game.variants))}" if game.variants else "no options"
    session.say(dress(f"{game.rules.title} · {chosen} · seed {game.seed} · {' · '.join(seats)}", game.state))
    victory = game.scenario.victory_text
    if victory:
        session.say(f"Victory: {victory}")
    session.show_legend()


# ---- the loop


def next_choice(session: Session) -> None:
    """Let computers answer until a person must."""
    if automatic(session) is None:
        persons_choice(session)
        return
    with session.console.status("thinking", spinner="dots"):
        while player := automatic(session):
            session.game.play(player.choose(session.game.seat()))


def automatic(session: Session) -> Player | None:
    """The computer that answers now, for its own side or instead of a person."""
    question, pilot = session.game.position.question, session.autopilot
    if question is None:
        return None
    if pilot is not None and not pilot.goes_on(session.game):
        session.autopilot = pilot = None
    stands_in = session.deputy if pilot is not None and pilot.side == question.side else None
    return session.players.get(question.side, stands_in)


def persons_choice(session: Session) -> None:
    """Show the news and the options, and ask until a command is carried out."""
    hand_over(session)
    session.show_news()
    decision = session.game.decision
    assert decision is not None
    session.show_table(decision)
    session.show_question(decision)
    if session.prompts < HINTS:
        session.say(HINT if isinstance(session.view.board, SquareGrid) else TABLE_HINT, DIM)
    session.prompts += 1
    before = session.stamp
    while session.stamp == before:
        try:
            command = read(session, decision)
            if command is not None:
                session.game.play(command)
        except (Unclear, Trouble, IllegalCommand) as fault:
            session.say(str(fault), "yellow")


def hand_over(session: Session) -> None:
    """Clear the screen between two players if it shows something that the next may not see."""
    question = session.game.position.question
    assert question is not None
    side, before = question.side, session.asked
    session.asked = side
    if before in (None, side) or not has_secrets(session, before, side):
        return
    session.console.clear()
    session.pictured = None
    session.ask(f"{side}, take the seat. {before}, look away. Press Enter when ready. ")


def has_secrets(session: Session, before: Side, side: Side) -> bool:
    """Whether the last player's screen shows or told something that the next may not know."""
    game = session.game
    told = session.told + readable(game.log()[session.shown :], before)
    session.told = []
    own, other = Display(game.rules, game.view(before)), Display(game.rules, game.view(side))
    private = not all(entry.known_by(side) for entry in told)
    return private or own.state.piles != other.state.piles or on_show(own) != on_show(other)


def on_show(display: Display) -> list[tuple[object, ...]]:
    """Everything on the table, and the units off the table."""
    placed = (unit for unit in display.state.units.values() if unit.place)
    units = {unit.id: unit for unit in (*display.units, *placed)}
    return sorted((unit.id, unit.side, unit.place, sorted(unit.marks)) for unit in units.values())


def read(session: Session, decision: Decision) -> Command | None:
    """Read one line. None if it was a question to the program, which is now answered."""
    text = session.ask("> ")
    if not text:
        return None
    if verb := read_verb(text):
        return ACTIONS[verb.name](session, verb.rest, decision)
    reader = Reader(decision, session.display)
    try:
        return reader.command(text)
    except WhereTo as needs:
        return ask_place(session, reader, needs)


def ask_place(session: Session, reader: Reader, needs: WhereTo) -> Command | None:
    assert needs.option.region is not None
    like = example(session.view.board, needs.option.region)
    doing = needs.option.command.tell().replace("...", "…")
    text = session.ask(f"{doing} (like {like}; press Enter to go back): ")
    return reader.placed(needs.option, text) if text else None


# ---- the end


def aftermath(session: Session) -> bool:
    """Show the winner, the rule and the losses. True if an undo has reopened the battle."""
    session.show_news()
    session.show_table()
    verdict(session)
    if not session.people:
        return False
    session.say("Type save, log, map, roster, why or undo. Press Enter or type quit to leave.", DIM)
    while session.game.position.question is None:
        try:
            text = session.ask("> ") or "quit"
            verb = read_verb(text) or Verb("help", "")
            ACTIONS[verb.name](session, verb.rest, None)
        except (Unclear, Trouble) as fault:
            session.say(str(fault), "yellow")
    return True


def verdict(session: Session) -> None:
    game = session.game
    session.say(line(game.log()[-1], game.rules, game.state))
    for side in game.state.sides:
        cost = ", ".join(f"{name} {value}" for name, value in game.rules.losses(game.state, side).items())
        session.say(dress(f"{side}: {cost}", game.state))


def last_chance(session: Session) -> None:
    """After Ctrl+C ask once whether to save, as quit does."""
    if not interactive() or session.saved == session.stamp or len(session.game.stages) == 1:
        return
    try:
        offer_save(session)
    except CutOff:
        pass  # pressed again: leave at once


def farewell(session: Session) -> None:
    """Say how to go on, if that is possible."""
    if session.file is None:
        session.say("The battle was not saved." if len(session.game.stages) > 1 else "Nothing was played.", DIM)
        return
    lost = "" if session.saved == session.stamp else "Commands after the last save are lost. "
    session.say(f"{lost}To go on: sandtable play {quote(str(session.file))}{session.how}", DIM)
