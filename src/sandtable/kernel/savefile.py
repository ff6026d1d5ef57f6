"""Saves: JSON lines that a person can read. A head, a line of answers for each command, and a seal.

The path of answers is the game, so loading is playing it again, without working out options. The head
holds the whole scenario, so a save outlives a change of the scenario's file.
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
from sandtable.kernel.game import Game
from sandtable.kernel.position import MISFITS, PathError
from sandtable.kernel.replay import Retracing, Written, retrace
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import ScenarioError

FORMAT = 1
T = TypeVar("T")


class SaveError(ValueError):
    """A save cannot be read; names the file, the line and what is wrong there."""


class Head(Struct, frozen=True, kw_only=True):
    sandtable: int
    rules: str  # id and version
    scenario: msgspec.Raw
    seed: str
    variants: tuple[str, ...]


class Take(Struct, frozen=True, forbid_unknown_fields=True):
    """Commands were taken back here; later dice are of this take."""

    take: int


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how many commands there are, and a digest of all lines above."""

    commands: int
    digest: str


HEAD, TAKE = msgspec.json.Decoder(Head), msgspec.json.Decoder(Take)


def save(game: Game, file: File) -> None:
    """Written beside the file first, so that a failure leaves an older save as it was."""
    body = b"\n".join(lines(game))
    whole = b"%b\n%b\n" % (body, msgspec.json.encode(seal(body, len(game.stages) - 1)))
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".saving-") as folder:
        draft = File(folder) / file.name
        draft.write_bytes(whole)
        draft.replace(file)


def seal(body: bytes, commands: int) -> Seal:
    return Seal(commands, blake2b(body, digest_size=16).hexdigest())


def lines(game: Game) -> Iterator[bytes]:
    rules = f"{game.rules.id} {game.rules.version}"
    scenario = msgspec.Raw(msgspec.json.encode(game.scenario))
    head = Head(sandtable=FORMAT, rules=rules, scenario=scenario, seed=game.seed, variants=tuple(sorted(game.variants)))
    yield msgspec.json.encode(head)
    take = 0
    for stage in game.stages:
        if stage.take != take:
            take = stage.take
            yield msgspec.json.encode(Take(take))
        yield msgspec.json.encode(stage.leg.answers)


def load(file: File, rule_sets: Mapping[str, RuleSet], *, check: bool = False) -> Game:
    """The saved game, played again to its last pause. `check` also confirms that each command was allowed."""
    try:
        text = file.read_bytes()
    except OSError as fault:
        raise SaveError(f"{file.name}: {fault.strerror or fault}") from None
    return SavedText(file.name, text).load(rule_sets, check=check)


class SavedText:
    """The text of one save; every complaint names the file and the line."""

    def __init__(self, name: str, text: bytes) -> None:
        self.name = name
        *self.body, self.last = text.removesuffix(b"\n").split(b"\n")
        self.whole = text.endswith(b"\n")

    def fail(self, line: int, why: str) -> SaveError:
        return SaveError(f"{self.name}: line {line}: {why}")

    def decode(self, line: int, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            return decoder.decode(self.body[line - 1])
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise self.fail(line, f"cannot be read: {fault}") from None

    def load(self, rule_sets: Mapping[str, RuleSet], *, check: bool) -> Game:
        if not self.body:
            raise self.fail(1, "this is not a save, or it is cut short")
        head = self.decode(1, HEAD)
        game = self._opening(head, self._rules(head, rule_sets))
        seal_found = self._seal()
        pages = self._pages(game.rules)
        sealed = seal_found == seal(b"\n".join(self.body), len(pages) - 1)
        self._retrace(game, pages, check=check or not sealed)
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
        except (msgspec.ValidationError, UnicodeDecodeError, ScenarioError) as fault:
            raise self.fail(1, f"scenario: {fault}") from None

    def _seal(self) -> Seal:
        try:
            found = msgspec.json.decode(self.last, type=Seal)
        except (msgspec.DecodeError, UnicodeDecodeError):
            found = None
        if found is None or not self.whole:
            raise self.fail(len(self.body) + 1, "the save is cut short: its closing line is missing")
        return found

    def _pages(self, rules: RuleSet) -> list[tuple[int, Written]]:
        answers = msgspec.json.Decoder(answers_of(rules))
        take = 0
        pages: list[tuple[int, Written]] = []
        for line, text in enumerate(self.body[1:], 2):
            if text.startswith(b"{"):
                take = self.decode(line, TAKE).take
            else:
                pages.append((line, Written(take, self.decode(line, answers))))
        if not pages:
            raise self.fail(2, "the save is cut short: it has no opening")
        return pages

    def _retrace(self, game: Game, pages: Sequence[tuple[int, Written]], *, check: bool) -> None:
        start = game.rules.setup(game.scenario, game.variants)
        path = Retracing(start, [page for _, page in pages], game.seed, check=check)
        try:
            retrace(game, path)
        except PathError as fault:
            number = path.page(fault.index)
            raise self.fail(pages[number][0], f"command {number}: {fault}") from None
        except MISFITS as fault:  # the save is at fault, not the rule
            number = path.page(max(path.used - 1, 0))
            raise self.fail(pages[number][0], f"command {number} cannot be carried out: {fault!r}") from None


def answers_of(rules: RuleSet) -> Any:
    """The type of one line: throws and commands of this rule set."""
    answer: Any = Shown | Resign
    for command in rules.commands:
        answer = answer | command
    return list[answer]
