"""For authors of rule sets: the contract that every rule set must fulfil.

`check_battle` checks on a whole battle what the rest of the program relies on. The other `check_` functions are its
parts. Each raises an AssertionError that says what went wrong. For single rules with given dice and choices, see
`sandtable.tabletop` and `sandtable.scripted`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path as File
from random import Random
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Decision, Option, Placing, Question, Resign
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Rolled
from sandtable.kernel.game import Game
from sandtable.kernel.position import Chooser, Path, Position, follow, take_step
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.savefile import load, save
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.seat import NoDice, Seat
from sandtable.kernel.state import Pile, Side, State, Unit
from sandtable.outcomes import TooManyBranches, outcomes
from sandtable.players.player import RandomPlayer, seated

CURIOSITY = 0.7  # 0: purely random
PULL = 10  # preference for sections of the book that still have clauses to show
TRIES = 3  # commands from other moments to try at each question
REFUSED = 1_000  # commands of a battle that are not offered and must be refused
WEIGHED = 0.1  # share of the questions whose odds are counted

# ---- whole battles


def random_game(rules: RuleSet, scenario: Scenario, variants: frozenset[str], seed: str) -> Iterator[Game]:
    """A battle between random players. Yields the game at every pause and at its end."""
    game = Game(rules, scenario, seed, variants)
    player = RandomPlayer(seed)
    yield game
    while game.position.question:
        game.play(player.choose(game.seat()))
        yield game


def clauses_shown(
    rules: RuleSet, scenario: Scenario, variants: frozenset[str], seed: str, pull: Iterable[str], wanted: Iterable[str]
) -> set[str]:
    """Clauses that a random battle shows: in the log, in sums, with options and with refusals.

    `pull`: sections of the book that the players prefer. The battle ends early when it has shown all `wanted`.
    """
    start = rules.setup(scenario, variants)
    player = CuriousPlayer(seed, frozenset(pull))
    path = WatchedPath(start, seed, seated(rules, dict.fromkeys(start.sides, player)))
    # the same battle if whoever is asked first gives up: players at random never do
    given_up = Path(start, (), SeededDice(seed), lambda question, path: Resign(question.side))
    path.shown.update(*map(clauses_of, follow(rules, given_up).entries))
    missing = set(wanted) - path.shown
    while path.start.agenda and missing:
        entries, _ = take_step(rules, path)
        path.shown.update(*map(clauses_of, entries))
        missing -= path.shown
    return path.shown


def section_of(clause: str) -> str:
    return clause.rpartition(".")[0]


class CuriousPlayer:
    """Does anything legal. It prefers kinds of commands that it has seldom given, or that belong to some sections."""

    def __init__(self, seed: str, sections: frozenset[str] = frozenset()) -> None:
        self._rng = Random(seed)
        self._sections = sections
        self._done: Counter[type[Command]] = Counter()

    def choose(self, seat: Seat) -> Command:
        command = self._rng.choices(seat.options, [*map(self._appeal, seat.options)])[0].complete(self._rng)
        self._done[type(command)] += 1
        return command

    def _appeal(self, option: Option) -> float:
        pull = PULL if section_of(option.clause) in self._sections else 1
        return float(pull * (1 + self._done[type(option.command)]) ** -CURIOSITY)


class WatchedPath(Path):
    """A path that looks at every question, and tries commands from other moments."""

    def __init__(self, start: State, seed: str, choose: Chooser) -> None:
        super().__init__(start, (), SeededDice(seed), choose)
        self._rng = Random(seed)
        self._met: list[Command] = []
        self.shown: set[str] = set()

    def choose(self, question: Question) -> Command:
        decision = question.decision
        self.shown.add(decision.clause)
        self.shown.update(option.clause for option in (*decision.options, *decision.barred))
        for command in self._misfits(decision):
            if refusal := question.refuse(command):
                self.shown.add(refusal.clause)
        self._met.append(super().choose(question))
        return self._met[-1]

    def _misfits(self, decision: Decision) -> Iterator[Command]:
        """Commands from other moments, and offered commands at places from other moments."""
        for command in self._rng.sample(self._met, min(TRIES, len(self._met))):
            yield command
            if isinstance(command, Placing) and command.to is not None:
                yield from (replace(option.command, to=command.to) for option in decision.options if option.region)


def clauses_of(entry: Entry) -> Iterator[str]:
    yield entry.clause
    if isinstance(entry.event, Rolled):
        yield from (term.clause for term in entry.event.adds)
        if entry.event.need:
            yield entry.event.need.base.clause
            yield from (term.clause for term in entry.event.need.modifiers)


# ---- the contract


class Checked(NamedTuple):
    """How much of a battle was checked."""

    weighed: int  # commands whose odds were counted
    refused: int  # commands that were not offered


def check_battle(rules: RuleSet, scenario: Scenario, variants: frozenset[str], seed: str, folder: File) -> Checked:
    """Check the whole contract on one random battle. It is saved in the folder."""
    rng, weighed, refused, next_save = Random(2), 0, 0, 0
    for number, game in enumerate(random_game(rules, scenario, variants, seed)):
        check_rerun(game)
        check_view_decides(game, shuffle_secrets)
        if number == next_save:  # more and more rarely, because each load replays and compares everything before
            check_save(game, folder / "battle.jsonl", check=False)
            next_save = number * 3 + 1
        if number % 25 == 0:
            check_hides(game)
        if game.position.question is None:
            break
        if refused < REFUSED:
            refused += check_refuses(game, [any_command(game, rng) for _ in range(60)])
        if rng.random() < WEIGHED:
            weighed += check_some_odds(game, rng)
    check_end(game, folder)
    return Checked(weighed, refused)


def check_end(game: Game, folder: File) -> None:
    """Check a finished battle: its log, its save, and its undo."""
    check_ends_by_a_rule(game)
    check_cites(game)
    check_facts_rebuild(game)
    check_log_hides(game)
    for check in (False, True):
        check_save(game, folder / "battle.jsonl", check=check)
    check_undo(game)


def check_some_odds(game: Game, rng: Random) -> int:
    """Check the odds of at most two options. Returns how many there were."""
    assert game.position.question is not None
    options = game.position.question.options
    some = rng.sample(options, min(2, len(options)))
    for option in some:
        check_odds(game.rules, game.position, option.complete(rng))
    return len(some)


def check_ends_by_a_rule(game: Game) -> None:
    """The battle is over, and its last fact names the winner and a clause of the book."""
    assert game.position.question is None and not game.state.agenda
    last = game.log()[-1]
    assert type(last.event).__name__ == "Won" and last.clause in game.rules.book.clauses


def check_cites(game: Game) -> None:
    """Every fact with words cites a clause of the book."""
    for entry in game.log():
        if entry.event.tell():
            for clause in clauses_of(entry):
                assert clause in game.rules.book.clauses, f"{entry.event.tell()}: no clause {clause!r}"


def check_facts_rebuild(game: Game) -> None:
    """The facts alone, applied in order, make the state."""
    state = game.rules.setup(game.scenario, game.variants)
    for entry in game.log():
        state = entry.event.apply(state)
    assert state == game.state


def check_save(game: Game, file: File, *, check: bool = True) -> None:
    """A save loads to the same positions and log, command by command. With `check` every command was allowed."""
    save(game, file)
    again = load(file, {game.rules.id: game.rules}, check=check)
    assert again.record == game.record and len(again.stages) == len(game.stages)
    for number, (loaded, played) in enumerate(zip(again.stages, game.stages, strict=True)):
        assert loaded == played, f"after command {number} the loaded game is another"


def check_undo(game: Game) -> None:
    """Undo leads back through the same positions to the opening."""
    positions = [stage.leg.position for stage in game.stages]
    while len(game.stages) > 1:
        game.undo(consent=True)
        assert game.position == positions[len(game.stages) - 1]


def check_rerun(game: Game) -> None:
    """A paused position equals the result of its step run again with the answers so far."""
    position = game.position
    if position.question is None:
        return
    again = follow(game.rules, Path(position.start, position.path, SeededDice("unused")))
    assert again.position == position


def check_odds(rules: RuleSet, at: Position, command: Command) -> None:
    """The chances of all outcomes sum to one. Odds with too many outcomes are tried, not counted."""
    try:
        assert sum(chance for _, chance in outcomes(rules, at, command)) == 1
    except TooManyBranches:
        pass


def check_refuses(game: Game, commands: Iterable[Command]) -> int:
    """A command that is not offered is refused, with a reason and a clause of the book. Returns how many were."""
    question = game.position.question
    assert question is not None
    refused = 0
    for command in commands:
        if question.decision.admits(command):
            continue
        refusal = question.refuse(command)
        assert refusal is not None and refusal.why, f"{command.tell()}: refused without a reason"
        assert refusal.clause in game.rules.book.clauses, f"{command.tell()}: no clause {refusal.clause!r}"
        refused += 1
    return refused


def check_hides(game: Game) -> None:
    """No side's view names what it hides, and no visible unit belongs to or rides on a hidden one."""
    for side in game.state.sides:
        view = game.view(side)
        assert not (leaked := leaks(game.state, view)), f"{side} can read {leaked}"
        assert not (loose := loose_ends(view)), f"{side} sees {loose}, but not what they belong to"


def check_log_hides(game: Game) -> None:
    """No side has read a line that names a unit unknown to it then, or the place of one."""
    for side in game.state.sides:
        assert not (leaked := [*told_too_much(game, side)]), f"{side} can read {leaked}"


def told_too_much(game: Game, side: Side) -> Iterator[str]:
    state, known = game.rules.setup(game.scenario, game.variants), set[str]()
    for entry in game.log():
        state, words = entry.event.apply(state), entry.event.tell()
        if not words or not entry.known_by(side):
            continue
        seen = game.rules.view(state, side).units
        known |= {word for unit in seen.values() for word in giveaways(unit)}
        hidden = [word for unit in state.units.values() for word in giveaways(unit) if word in words]
        if any(names(words, word) for word in hidden if word not in known):
            yield str(entry)


def giveaways(unit: Unit) -> list[str]:
    """Its name and its place, in the words of the log."""
    return [unit.id, *([f"{unit.place.x:g}, {unit.place.y:g}"] if unit.place else [])]


def names(words: str, word: str) -> bool:
    """Whether the words contain the word as a whole, not as part of another name or number."""
    return re.search(rf"(?<![\w/.]){re.escape(word)}(?![\w/.])", words) is not None


def leaks(state: State, view: State) -> list[str]:
    """Hidden ids and cards in the text of a view: in marks, in steps, in the names of other things."""
    secrets: list[str] = [name for name in state.units if name not in view.units]
    secrets += [card for name, pile in state.piles.items() if pile != view.piles[name] for card in pile.cards]
    if not secrets:
        return []
    text = msgspec.json.encode(replace(view, scenario=None)).decode()
    written = {one: msgspec.json.encode(one).decode()[1:-1] for one in secrets}
    return [one for one in secrets if re.search(rf"(?<!\w){re.escape(written[one])}(?!\w)", text)]


def loose_ends(view: State) -> list[str]:
    """Visible units that belong to or ride on a hidden one."""
    units = view.units
    return [one.id for one in units.values() if not {one.part_of, one.aboard} <= {None, *units}]


def check_view_decides(game: Game, disturb: Callable[[State, Side], State]) -> None:
    """If something changes that the asked side may not know, its view and its options stay equal."""
    position, rules = game.position, game.rules
    if position.question is None or position.path:
        return  # in the middle of a step the answers so far may name hidden things
    side = position.question.side
    changed = disturb(position.start, side)
    assert rules.view(changed, side) == rules.view(position.start, side)
    again = follow(rules, Path(changed, (), NoDice())).position.question
    assert again is not None and again.decision == position.question.decision


# ---- things to try


def any_command(game: Game, rng: Random) -> Command:
    """A random command with a random unit and place, which may make no sense."""
    kind = rng.choice(game.rules.commands)
    hints = get_type_hints(kind)
    return kind(**{field: any_value(hints[field], game.state, rng) for field in kind.__struct_fields__})


def any_value(hint: Any, state: State, rng: Random) -> Any:
    """A random value of a type: a unit, a place, a number, a word."""
    if get_origin(hint) is tuple:
        return tuple(any_value(get_args(hint)[0], state, rng) for _ in range(rng.randrange(1, 3)))
    if Place in (hint, *get_args(hint)):
        return Place(rng.randrange(-1, 26), rng.randrange(-1, 26), rng.choice((0, 90, 180, 270, 45)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return rng.choice(list(hint))
    if hint in (int, bool):
        return rng.choice((0, 1, 2, 5, 90, 100)) if hint is int else rng.random() < 0.5
    return rng.choice(sorted(state.units))


def shuffle_secrets(state: State, side: Side) -> State:
    """The state with other cards in piles that the side may not read, and with changed hidden units."""
    piles = {
        name: pile if pile.known_by(side) else Pile(pile.cards[::-1], pile.known_to)
        for name, pile in state.piles.items()
    }
    units = {name: unit if unit.known_by(side) else disguised(unit) for name, unit in state.units.items()}
    return replace(state, piles=piles, units=units)


def disguised(unit: Unit) -> Unit:
    """The unit at another place, with other tallies and other marks."""
    place = unit.place and replace(unit.place, x=unit.place.x + 0.37, y=unit.place.y + 1.13)
    tallies = {name: count + 1 for name, count in unit.tallies.items()}
    return replace(unit, place=place, tallies=tallies, marks=unit.marks ^ {"suppressed", "set up"})
