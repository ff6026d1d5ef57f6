"""Saves: JSON lines that a person can read. A head, one line for each act, and a seal.

The path of answers is the game, so to load is to play it again, without working out options. The head
holds the whole scenario, so a save stays valid if the scenario's file changes.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path as File
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.kernel.decision import Resign
from sandtable.kernel.dice import Shown
from sandtable.kernel.game import Game, Page, Reseeded, Undone
from sandtable.kernel.position import MISFITS, PathError
from sandtable.kernel.replay import Retracing, do_again, retrace, standing
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import ScenarioError

FORMAT = 2
T = TypeVar("T")


class SaveError(ValueError):
    """A save cannot be read. The message names the file, the line and the fault."""


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    sandtable: int
    rules: str  # id and version
    scenario: msgspec.Raw
    seed: str  # of the first dice
    variants: tuple[str, ...]


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: the number of commands, and a digest of all lines above."""

    commands: int
    digest: str


HEAD = msgspec.json.Decoder(Head)
UNDONE, RESEEDED = msgspec.json.Decoder(Undone), msgspec.json.Decoder(Reseeded)


def save(game: Game, file: File) -> None:
    """Write to a new file first, so that a failure does not damage an older save."""
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".saving-") as folder:
        draft = File(folder) / file.name
        draft.write_bytes(sealed([*lines(game)]))
        draft.replace(file)


def lines(game: Game) -> Iterator[bytes]:
    """All lines except the seal."""
    rules = f"{game.rules.id} {game.rules.version}"
    scenario = msgspec.Raw(msgspec.json.encode(game.scenario))
    head = Head(
        sandtable=FORMAT, rules=rules, scenario=scenario, seed=game.first_seed, variants=tuple(sorted(game.variants))
    )
    yield msgspec.json.encode(head)
    yield from map(msgspec.json.encode, game.record)


def sealed(lines: Sequence[bytes]) -> bytes:
    """The whole text of a save."""
    return b"%b\n%b\n" % (b"\n".join(lines), msgspec.json.encode(seal(lines)))


def seal(lines: Sequence[bytes]) -> Seal:
    commands = sum(line.startswith(b"[") for line in lines) - 1  # those taken back count; the opening does not
    return Seal(commands, blake2b(b"\n".join(lines), digest_size=16).hexdigest())


def load(file: File, rule_sets: Mapping[str, RuleSet], *, check: bool = False) -> Game:
    """The saved game, played again to its last pause. `check` also confirms that each command was allowed."""
    try:
        text = file.read_bytes()
    except OSError as fault:
        raise SaveError(f"{file.name}: {fault.strerror or fault}") from None
    return SavedText(file.name, text).load(rule_sets, check=check)


class SavedText:
    """The text of one save. Every error names the file and the line."""

    def __init__(self, name: str, text: bytes) -> None:
        self.name = name
        *self.body, self.last = text.removesuffix(b"\n").split(b"\n")
        self.whole = text.endswith(b"\n")

    def fail(self, line: int, why: str) -> SaveError:
        return SaveError(f"{self.name}: line {line}: {why}")

    def decode(self, line: int, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            return decoder.decode(self.body[line - 1])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise self.fail(line, f"cannot be read: {fault}") from None

    def load(self, rule_sets: Mapping[str, RuleSet], *, check: bool) -> Game:
        if not self.body:
            raise self.fail(1, "this is not a save, or it is cut short")
        head = self.decode(1, HEAD)
        game = self._opening(head, self._rules(head, rule_sets))
        seal_found, record = self._seal(), self._record(game.rules)
        sealed = seal_found == seal(self.body)
        if check or not sealed:
            self._prove(game, record)
        else:
            self._retrace(game, record)
        if not sealed:
            raise self.fail(len(self.body) + 1, "the lines above are not those that were saved")
        return game

    def _rules(self, head: Head, rule_sets: Mapping[str, RuleSet]) -> RuleSet:
        if head.sandtable != FORMAT:
            raise self.fail(1, f"save format {head.sandtable}; this program reads format {FORMAT}")
        name, _, version = head.rules.partition(" ")
        if name not in rule_sets:
            raise self.fail(1, f"unknown rule set {name!r}")
        rules = rule_sets[name]
        if version != rules.version:
            raise self.fail(1, f"saved under {name} version {version}; this program plays version {rules.version}")
        return rules

    def _opening(self, head: Head, rules: RuleSet) -> Game:
        try:
            scenario = msgspec.json.decode(bytes(head.scenario), type=rules.scenario)
            return Game(rules, scenario, head.seed, frozenset(head.variants))
        except (msgspec.ValidationError, UnicodeDecodeError, RecursionError, ScenarioError) as fault:
            raise self.fail(1, f"scenario: {fault}") from None

    def _seal(self) -> Seal:
        try:
            found = msgspec.json.decode(self.last, type=Seal)
        except (msgspec.DecodeError, UnicodeDecodeError):
            found = None
        if found is None or not self.whole:
            raise self.fail(len(self.body) + 1, "the save is cut short: its closing line is missing")
        return found

    def _record(self, rules: RuleSet) -> list[Page]:
        """The pages, from the second line on."""
        answers = msgspec.json.Decoder(answers_of(rules))
        record: list[Page] = []
        for line, text in enumerate(self.body[1:], 2):
            if text.startswith(b'{"undone"'):
                record.append(self.decode(line, UNDONE))
            elif text.startswith(b'{"seed"'):
                record.append(self.decode(line, RESEEDED))
            else:
                record.append(self.decode(line, answers))
        if not record or not isinstance(record[0], tuple):
            raise self.fail(2, "the save is cut short: it has no opening")
        return record

    def _prove(self, game: Game, record: Sequence[Page]) -> None:
        """Give every command again to a new game, and repeat every undo."""
        if record[0] != game.record[0]:
            raise self._misfit(0, "the opening of the battle is different")
        for number, page in enumerate(record[1:], 1):
            try:
                do_again(game, page)
            except PathError as fault:
                raise self._misfit(number, str(fault)) from None
            except MISFITS as fault:  # the save is wrong, not the rule
                raise self._misfit(number, f"it cannot be carried out: {fault!r}") from None

    def _retrace(self, game: Game, record: list[Page]) -> None:
        """Play it again in one run, without working out options. Commands that were taken back are left out."""
        path: Retracing | None = None
        try:
            written = standing(record, game.seed)
            path = Retracing(game.rules.setup(game.scenario, game.variants), written)
            stages = retrace(game, path)
        except PathError as fault:
            raise self._misfit(path.page(fault.index) if path else fault.index, str(fault)) from None
        except MISFITS as fault:
            number = path.page(max(path.used - 1, 0)) if path else 0
            raise self._misfit(number, f"it cannot be carried out: {fault!r}") from None
        game.resume(stages, record)

    def _misfit(self, number: int, why: str) -> SaveError:
        """An error about a page of the record. The second line is the first page."""
        return self.fail(number + 2, why)


def answers_of(rules: RuleSet) -> Any:
    """The type of one line: throws and commands of this rule set."""
    answer: Any = Shown | Resign
    for command in rules.commands:
        answer = answer | command
    return tuple[answer, ...]
