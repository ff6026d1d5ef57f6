"""Requests to the program: why, odds, map, log, undo, save, auto."""

from collections.abc import Callable
from itertools import count as counting
from pathlib import Path

from rich.table import Table
from rich.text import Text

from sandtable.board.grid import SquareGrid
from sandtable.cli.chances_view import in_full
from sandtable.cli.clause_view import clause_card
from sandtable.cli.errors import Trouble, Unclear, unknown
from sandtable.cli.find import book_of
from sandtable.cli.log_view import story
from sandtable.cli.option_view import barred
from sandtable.cli.places import example
from sandtable.cli.prompts import Reader, WhereTo
from sandtable.cli.screen import dress
from sandtable.cli.session import Autopilot, CutOff, Leave, Session, step_of, turn_of
from sandtable.cli.surveying import measure, show_part, sight, zoom
from sandtable.forecast import ON_REQUEST
from sandtable.kernel.decision import Command, Decision, Refusal, Resign
from sandtable.kernel.events import Revealed
from sandtable.kernel.facts import Rolled
from sandtable.kernel.savefile import save as write
from sandtable.players.arranging import arrangement, own_set_up, step_of_set_up
from sandtable.telling.story import readable

Row = tuple[str, str]  # what to type, and what it does

CHOOSING: list[Row] = [("Choose", "type a number, a few words of an option, or a unit's letters: 2, fires at, u4")]
SQUARES: list[Row] = [
    ("A place", "type square and facing: d5 N. If several options need a place, type the number first: 1 d5 N"),
]
INCHES: list[Row] = [
    ("A place", "type inches from the west and the south edge: 12.5 8 keeps the facing, 12.5 8 90 or 12.5 8 NE turns; "
     "it is the middle of the front. If several options need a place, type the number first: 2 12.5 8"),
    ("A way", "type 3 N, ahead 3, back 2, left 1, towards e1 3; without inches it goes as far as it can. face E turns"),
    ("A tape", "type 10 20 to 40 30: the tape begins at the first point and runs towards the second"),
    ("map X Y W", "shows W inches round a point; zoom A1 shows them round a unit; map shows the whole table"),
    ("measure A B", "measures from edge to edge between two units; measure A 12 8 measures to a point"),
    ("sight A B", "says whether two units see each other, and what is in the way"),
]  # fmt: skip
HELP: list[Row] = [
    ("?", "lists what you may not do and why; why not {place} asks about one thing"),
    ("why X", "shows a rule: X is a clause, or the number of an option; why alone shows the rule of the question"),
    ("odds N", "shows every outcome of option N; odds 1 {place} is for an option with a place"),
    ("map log roster", ""),
    ("undo", "takes back your last command; if dice have fallen, the other side must agree"),
    ("save FILE", "saves the battle; save! FILE overwrites a file of another battle"),
    (
        "place all",
        "sets up all that is left, as the scenario has it or as the computer would; undo takes all of it back",
    ),
    ("auto", "lets the computer choose once; auto turn to the end of the turn; auto deploy for the set-up"),
    ("resign quit", ""),
]


def needed(decision: Decision | None) -> Decision:
    if decision is None:
        raise Unclear("the battle is over")
    return decision


# ---- rules and odds


def meant(session: Session, verb: str, rest: str, decision: Decision) -> tuple[Command, Refusal | None]:
    """The command that the player asks about, and why it is not allowed."""
    try:
        command = Reader(decision, session.display).command(rest)
    except WhereTo as needs:
        like = example(session.view.board, needs.option.region) if needs.option.region else ""
        raise Unclear(f"this needs a place: {verb} {rest} {like}") from None
    question = session.game.position.question
    return command, question.refuse(command) if question else None


def why_not(session: Session, rest: str, decision: Decision | None) -> None:
    decision = needed(decision)
    if not rest:
        session.say(barred(decision, session.view))
        return
    command, refusal = meant(session, "why not", rest, decision)
    session.say(dress(f"{command.tell()}: {refusal or 'it is allowed'}", session.view))


def why(session: Session, rest: str, decision: Decision | None) -> None:
    book = book_of(session.game.rules)
    clause = book.clauses[book.cite(clause_named(session, rest, decision))]
    session.say(clause_card(book, clause))


def clause_named(session: Session, rest: str, decision: Decision | None) -> str:
    """A clause by the number of an option, by its id, or by a unique ending."""
    clauses = book_of(session.game.rules).clauses
    if not rest:
        return needed(decision).clause
    if rest.isdecimal():
        return Reader(needed(decision), session.display).numbered(int(rest)).clause
    wanted = rest.strip("[]").lower()
    fits = [clause for clause in clauses if clause == wanted or clause.endswith(f".{wanted}")]
    if len(fits) == 1 or wanted in fits:
        return wanted if wanted in fits else fits[0]
    if fits:
        raise Unclear(f"this could mean {', '.join(fits)}")
    raise unknown("clause", wanted, sorted(clauses))


def odds(session: Session, rest: str, decision: Decision | None) -> None:
    decision = needed(decision)
    if not rest:
        raise Unclear("type the number of an option: odds 1")
    command, refusal = meant(session, "odds", rest, decision)
    if refusal:
        raise Unclear(f"{command.tell()}: {refusal}")
    session.say(in_full(command.tell(), session.oracle.ask(session.game, command, ON_REQUEST), session.view))


# ---- the table


def show_map(session: Session, rest: str, decision: Decision | None) -> None:
    if rest:
        show_part(session, rest, decision)
        return
    session.pictured = None
    session.show_table(decision)
    session.show_legend()


def show_log(session: Session, rest: str, decision: Decision | None) -> None:
    entries = readable(session.game.log(), session.reader)
    last = int(rest) if rest.isdecimal() else len(entries)
    session.say(story(entries[max(0, len(entries) - last) :], session.game.rules, session.view))


def show_roster(session: Session, rest: str, decision: Decision | None) -> None:
    session.show_roster()


def show_help(session: Session, rest: str, decision: Decision | None) -> None:
    grid = isinstance(session.view.board, SquareGrid)
    places, place = (SQUARES, "d5 N") if grid else (INCHES, "12.5 8")
    shown = Table.grid(padding=(0, 2, 0, 0))
    shown.add_column(no_wrap=True)
    for typed, does in (*CHOOSING, *places, *HELP):
        shown.add_row(Text(typed), Text(does.format(place=place)))
    session.say(shown)


# ---- undo


def undo(session: Session, rest: str, decision: Decision | None) -> None:
    """Go back to the last choice of a person."""
    count = commands_back(session)
    if count == 0:
        raise Unclear("there is nothing to take back yet")
    stages = session.game.stages[-count:]
    known = any(isinstance(entry.event, Rolled | Revealed) for stage in stages for entry in stage.leg.entries)
    if known and not consents(session, count):
        raise Unclear("nothing was taken back")
    command = session.game.undo(count, consent=True)
    session.shown, session.secret, session.autopilot, session.lot = len(session.game.log()), [], None, (0, 0)
    again = " The dice will be new." if known else ""
    session.say(f"You took back: {command.tell()}.{again}", "magenta")


def commands_back(session: Session) -> int:
    """How many commands ago a person last gave one, with all that were given with it; 0 if never."""
    stages = session.game.stages
    for count in range(1, len(stages)):
        asked = stages[-count - 1].leg.position.question
        if asked and asked.side in session.people:
            return len(stages) - session.given_with(len(stages) - count)
    return 0


def consents(session: Session, count: int) -> bool:
    asked = session.game.stages[-count - 1].leg.position.question
    other = session.game.state.foe(asked.side) if asked else session.game.state.sides[0]
    if other in session.players:
        return session.agree(f"Dice have fallen since. {other} is the computer. Do you agree for it?")
    return session.agree(f"Dice have fallen since. {other}, do you agree to the undo?")


# ---- saving and leaving


def save(session: Session, rest: str, decision: Decision | None) -> None:
    file = Path(rest) if rest else default_file(session)
    if file.exists() and (session.file is None or file.resolve() != session.file.resolve()):
        raise Unclear(f"{file} exists and is not this battle's; save! {file} overwrites it")
    save_as(session, file)


def save_over(session: Session, rest: str, decision: Decision | None) -> None:
    save_as(session, Path(rest) if rest else default_file(session))


def default_file(session: Session) -> Path:
    """The last save, or a name that is still free."""
    name = session.game.scenario.id
    files = (Path(f"{name}{f'-{number}' if number > 1 else ''}.jsonl") for number in counting(1))
    return session.file or next(file for file in files if not file.exists())


def save_as(session: Session, file: Path) -> None:
    try:
        write(session.game, file)
    except OSError as fault:
        raise Trouble(f"{file}: {fault.strerror or fault}") from None
    session.file, session.saved = file, session.stamp
    session.say(f"The battle is saved in {file}.", "magenta")


def resign(session: Session, rest: str, decision: Decision | None) -> Command | None:
    side = needed(decision).side
    return Resign(side) if session.agree(f"Does {side} give up the battle?") else None


def leave(session: Session, rest: str, decision: Decision | None) -> None:
    try:
        if session.saved != session.stamp:
            offer_save(session)
    except CutOff:
        pass  # that was the answer
    raise Leave


def offer_save(session: Session) -> None:
    file = default_file(session)
    name = session.ask(f"Save before you leave? Press Enter for {file}, or type another name, or n: ")
    if name.lower() in ("n", "no"):
        return
    try:
        save(session, name, None)
    except (Unclear, Trouble) as fault:
        session.say(str(fault), "yellow")
        offer_save(session)


# ---- the computer chooses


def auto(session: Session, rest: str, decision: Decision | None) -> Command | None:
    needed(decision)
    if rest:
        raise Unclear(f"type auto, auto turn or auto deploy, not auto {rest}")
    return session.deputy.choose(session.game.seat())


def auto_turn(session: Session, rest: str, decision: Decision | None) -> Command | None:
    session.autopilot = Autopilot(needed(decision).side, turn_of(session.game))
    return auto(session, "", decision)


def auto_deploy(session: Session, rest: str, decision: Decision | None) -> Command | None:
    side, step = needed(decision).side, step_of(session.game)
    if step is None or not step.sets_up:
        raise Unclear("no side is deploying now; auto turn plays to the end of the turn")
    session.autopilot = Autopilot(side, turn_of(session.game), step)
    return auto(session, "", decision)


def place_all(session: Session, rest: str, decision: Decision | None) -> None:
    """Set up the rest of the side. One undo takes all of it back."""
    side, game, step = needed(decision).side, session.game, step_of_set_up(session.game.position)
    if step is None:
        raise Unclear("no side sets up now")
    found = arrangement(game.rules, game.position, own_set_up(game.rules, game.state, side), game.seed)
    if found is None:
        raise Unclear("no set-up fits what you know")
    begun = len(game.stages)
    for command in found.commands:
        asked = game.position.question
        if asked is None or (asked.side, step_of_set_up(game.position)) != (side, step):
            break
        game.play(command)
    session.lot = begun, len(game.stages)


# Each does what was asked, and returns a command to play, if there is one.
ACTIONS: dict[str, Callable[[Session, str, Decision | None], Command | None]] = {
    "?": why_not, "why not": why_not, "why": why, "odds": odds, "map": show_map, "zoom": zoom, "measure": measure,
    "sight": sight, "log": show_log, "roster": show_roster,
    "undo": undo, "save": save, "save!": save_over, "resign": resign, "quit": leave, "help": show_help, "auto": auto,
    "auto turn": auto_turn, "auto deploy": auto_deploy, "place all": place_all,
}  # fmt: skip
