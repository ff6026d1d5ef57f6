"""A battle and how it came about. No sockets, no clock, no database."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from sandtable.kernel.decision import Command, Decision, Resign
from sandtable.kernel.events import Revealed, Rolled
from sandtable.kernel.game import Game
from sandtable.kernel.position import Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.savefile import SavedText, lines, seal
from sandtable.kernel.state import Side, State
from sandtable.server.ledger import Ledger, Row
from sandtable.telling.story import readable

PERSON = "person"
Seats = Mapping[Side, str]  # a person, or the level of a computer


class TakeBack(Struct, frozen=True):
    """What an undo would unsay."""

    count: int = 0
    chance: bool = False  # a die or a discovery
    told: bool = False  # and whoever asks has been told of one
    fog: bool = False  # something was hidden from whoever asks: for all he knows, a die was thrown
    others: tuple[Side, ...] = ()  # commands of these people would be lost too


class Battle:
    """A game, who plays it, and the number of everything that was done; `seq` names the decision that is open."""

    def __init__(self, game: Game, seats: Seats, ledger: Ledger | None = None) -> None:
        self.game, self.seats = game, seats
        self.ledger = ledger or Ledger(answered(game, len(game.stages)))
        self._decision: tuple[int, Decision] | None = None

    @property
    def rules(self) -> RuleSet:
        return self.game.rules

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def seq(self) -> int:
        return self.ledger.seq

    @property
    def asked(self) -> Side | None:
        """Whose decision it is; None when the battle is over."""
        question = self.game.position.question
        return question.side if question else None

    @property
    def decision(self) -> Decision | None:
        """Worked out once, however many look at it."""
        question = self.game.position.question
        if question is None:
            return None
        if self._decision is None or self._decision[0] != self.seq:
            self._decision = self.seq, question.decision
        return self._decision[1]

    @property
    def people(self) -> tuple[Side, ...]:
        return tuple(side for side in self.state.sides if self.seats[side] == PERSON)

    def stage_of(self, seq: int) -> int | None:
        """Which stage a number of the ledger names, if it has not been taken back."""
        return next((stage for stage, mark in enumerate(self.ledger.marks) if mark.seq == seq), None)

    # ---- doing and undoing

    def play(self, command: Command, side: Side, nonce: str = "") -> Row:
        """Carry it out; the row must be kept before anybody is told. IllegalCommand says why not."""
        self.game.play(command)
        n = self.ledger.given(side, nonce)
        return Row(n, side, nonce, msgspec.json.encode(self.game.stages[-1].leg.answers))

    def undoing(self, sides: tuple[Side, ...]) -> TakeBack:
        """The last command of these sides and everything since; nothing if they have given none."""
        marks = self.ledger.marks
        last = max((stage for stage, mark in enumerate(marks) if mark.side in sides), default=None)
        if last is None:
            return TakeBack()
        entries = [entry for stage in self.game.stages[last:] for entry in stage.leg.entries]
        chances = [entry for entry in entries if isinstance(entry.event, Rolled | Revealed)]
        told = any(readable(chances, side) for side in sides)
        others = {mark.side for mark in marks[last:]} - set(sides)
        lost = tuple(side for side in self.people if side in others)
        return TakeBack(len(marks) - last, bool(chances), told, self._is_foggy(sides, last), lost)

    def _is_foggy(self, sides: tuple[Side, ...], stage: int) -> bool:
        """Whether these sides together do not see everything, before a stage or now."""
        states = [self.game.stages[at].leg.position.state for at in (max(stage - 1, 0), -1)]
        covered = [side for side in self.state.sides if side not in sides]
        return bool(covered) and any(self.rules.view(state, side) is not state for state in states for side in sides)

    def take_back(self, count: int, side: Side, nonce: str = "") -> Row:
        """Whatever consent it needs has been given, and the row has been kept or will be before anybody is told."""
        for _ in range(count):
            self.game.undo(consent=True)
        return Row(self.ledger.taken_back(count, side, nonce), side, nonce, undone=count)

    # ---- at rest

    def save(self) -> bytes:
        return sealed(list(lines(self.game)))


def answered(game: Game, stages: int) -> list[Side | None]:
    """Who gave the command of each of the first stages; nobody gave the opening."""
    found: list[Side | None] = [None]
    for before, stage in zip(game.stages, game.stages[1:stages], strict=False):
        command, question = stage.leg.answers[0], before.leg.position.question
        found.append(command.side if isinstance(command, Resign) else question.side if question else None)
    return found


def head_of(game: Game) -> bytes:
    """What a battle begins with: the lines of a save, without its seal."""
    return b"\n".join(lines(game))


def sealed(pages: Sequence[bytes]) -> bytes:
    body = b"\n".join(pages)
    return b"%b\n%b\n" % (body, msgspec.json.encode(seal(body, commands_in(pages))))


def commands_in(pages: Sequence[bytes]) -> int:
    """Head, takes and the opening are none."""
    return sum(page.startswith(b"[") for page in pages) - 1


def restored(head: bytes, rows: Sequence[Row], seats: Seats, rule_sets: Mapping[str, RuleSet]) -> Battle:
    """Play a battle again from what was kept of it. SaveError if the rules have changed since."""
    opening = head.split(b"\n")
    pages, take = reduced(opening, rows)
    game = SavedText("the game", sealed(pages)).load(rule_sets, check=False)
    game.take = take
    begun = answered(game, commands_in(opening) + 1)
    ledger = Ledger(begun + [None] * (commands_in(opening) + 1 - len(begun)))  # some may have been taken back
    ledger.read(rows)
    return Battle(game, seats, ledger)


def reduced(opening: Sequence[bytes], rows: Sequence[Row]) -> tuple[list[bytes], int]:
    """The lines of a save of what has not been taken back, and the take of the dice to come."""
    path: list[tuple[int, bytes]] = []
    take = 0
    for line in opening[1:]:
        if line.startswith(b"{"):
            take = int(msgspec.json.decode(line)["take"])
        else:
            path.append((take, line))
    for row in rows:
        if row.undone:
            del path[-row.undone :]
            take += row.undone
        else:
            path.append((take, row.text))
    pages, now = [opening[0]], 0
    for of_take, line in path:
        if of_take != now:
            pages.append(b'{"take":%d}' % of_take)
            now = of_take
        pages.append(line)
    return pages, take
