"""A battle and its history. No sockets, no clock, no database."""

from collections.abc import Mapping
from itertools import pairwise

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Decision, Resign
from sandtable.kernel.events import Entry, Revealed
from sandtable.kernel.facts import Rolled
from sandtable.kernel.game import Game, Stage, Undone
from sandtable.kernel.position import Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.savefile import SavedText, lines, sealed
from sandtable.kernel.state import NOBODY, Side, State
from sandtable.server.ledger import Kept, Ledger, Noticed, Row
from sandtable.server.sparing import Sparing
from sandtable.server.teaching import Teacher
from sandtable.telling.story import readable

PERSON = "person"
CHOSEN, BROUGHT, RESUMED, LESSON = "seed", "save", "resumed", "lesson"  # origins other than a new battle
EVERYBODY = NOBODY  # the view of what every side may see
Seats = Mapping[Side, str]  # a person, or the level of a computer
Audience = tuple[Side, ...]  # the sides of a player; empty: a watcher


class TakeBack(Struct, frozen=True):
    """What an undo would take back."""

    count: int = 0
    told: bool = False  # the asker has read of a die or a discovery
    fog: bool = False  # something was hidden from the asker, so a die may have been thrown unseen
    others: tuple[Side, ...] = ()  # sides whose commands would be lost too, as the asker knows
    quiet: bool = False  # only the asker has noticed anything
    public: bool = False  # everybody has read of a die or a discovery


class Battle:
    """A game, its players, and a ledger of who noticed what.

    `origin`: where it comes from. `practice`: a person may take back anything against the computer.
    """

    def __init__(
        self, game: Game, seats: Seats, ledger: Ledger | None = None, origin: str = "", *, practice: bool = False
    ) -> None:
        self.game, self.rules, self.seats, self.origin = game, game.rules, seats, origin
        self.practice = practice
        self.audiences = audiences(game.state.sides, self.people)
        self.ledger = ledger or Ledger(len(self.audiences), self.opening())
        self.sparing, self.teacher = Sparing(), self._teacher()
        self._decision: tuple[int, Decision] | None = None

    def _teacher(self) -> Teacher | None:
        lesson = self.rules.guide().lesson if self.origin == LESSON else None
        return Teacher(self.game, lesson, self.people) if lesson else None

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
        """The side that must decide; None when the battle is over."""
        question = self.game.position.question
        return question.side if question else None

    @property
    def decision(self) -> Decision | None:
        """The open decision, worked out once for all visitors."""
        question = self.game.position.question
        if question is None:
            return None
        if self._decision is None or self._decision[0] != self.seq:
            self._decision = self.seq, question.decision
        return self._decision[1]

    @property
    def spared(self) -> Command | None:
        """The answer to the open question that a person is spared; None if there is somebody to ask.

        A lesson asks everything from which something new is to be learned.
        """
        question = self.game.position.question
        if question is None or self.seats[question.side] != PERSON or (self.teacher and self.teacher.idea()):
            return None
        return self.sparing.answer(question)

    @property
    def people(self) -> tuple[Side, ...]:
        return tuple(side for side in self.state.sides if self.seats[side] == PERSON)

    # ---- who noticed what

    def number(self, who: int) -> int:
        """How many commands an audience has noticed. For it this number names the open decision."""
        return self.ledger.numbers[who]

    def stage_of(self, number: int, who: int) -> int | None:
        """The stage that an audience knows by this number; None if it was taken back."""
        marks = enumerate(self.ledger.marks)
        return next((stage for stage, mark in marks if who in mark.noticed and mark.numbers[who] == number), None)

    def _noticed(self, before: Stage, after: Stage, side: Side | None) -> Noticed:
        """The audiences whose screens change: they gave the command, read of it, see it, or see who is asked next."""
        asked = [question_side(stage) for stage in (before, after)]
        eyes = (*self.state.sides, EVERYBODY)
        sees = {one for one in eyes if asked[0] != asked[1] or self._notices(one, before, after)}
        return frozenset(
            who
            for who, sides in enumerate(self.audiences)
            if side in sides or not sees.isdisjoint(sides or {EVERYBODY})
        )

    def _notices(self, eyes: Side, before: Stage, after: Stage) -> bool:
        if readable(after.leg.entries, eyes):
            return True
        view = self.rules.view
        return view(before.leg.position.state, eyes) != view(after.leg.position.state, eyes)

    def opening(self) -> list[tuple[Side | None, Noticed]]:
        """The commands from before the battle came here. Everybody notices the last of them."""
        stages, everybody = self.game.stages, frozenset(range(len(self.audiences)))
        found: list[tuple[Side | None, Noticed]] = [(None, everybody)]
        for before, after in pairwise(stages):
            side = giver(before, after)
            found.append((side, self._noticed(before, after, side)))
        return found

    # ---- doing and undoing

    def play(self, command: Command, side: Side, nonce: str = "", *, spared: bool = False) -> Row:
        """Carry a command out. The row must be kept before anybody is told. IllegalCommand says why not.

        `spared`: the side was spared the question.
        """
        self.game.play(command)
        self.sparing.played(side)
        before, after = self.game.stages[-2:]
        noticed = self._noticed(before, after, side)
        n = self.ledger.given(side, nonce, noticed, spared=spared)
        return Row(n, side, nonce, msgspec.json.encode(self.game.record[-1]), noticed=noticed, spared=spared)

    def undoing(self, sides: Audience) -> TakeBack:
        """The last command of these sides, those given with it, and everything since; nothing if there are none.

        The answer depends only on what these sides have noticed.
        """
        marks = self.ledger.marks
        last = max((stage for stage, mark in enumerate(marks) if mark.side in sides and mark.chosen), default=None)
        if last is None:
            return TakeBack()
        last = self.ledger.given_with(last)
        chances = self.chances(len(marks) - last)
        told, public = any(readable(chances, side) for side in sides), any(one.known_to is None for one in chances)
        own, shared = self.audiences.index(sides), self.audiences.index(self.people)
        known = {mark.side for mark in marks[last:] if own in mark.noticed and mark.chosen} - set(sides)
        lost = tuple(side for side in self.people if side in known)
        quiet = all(mark.noticed <= {own, shared} for mark in marks[last:])
        return TakeBack(len(marks) - last, told, self._is_foggy(sides, last), lost, quiet, public)

    def chances(self, count: int) -> list[Entry]:
        """Every die and every discovery of the last commands."""
        entries = [entry for stage in self.game.stages[-count:] for entry in stage.leg.entries]
        return [entry for entry in entries if isinstance(entry.event, Rolled | Revealed)]

    def _is_foggy(self, sides: tuple[Side, ...], stage: int) -> bool:
        """Whether something was or is hidden from these sides together, before a stage or now."""
        states = [self.game.stages[at].leg.position.state for at in (max(stage - 1, 0), -1)]
        covered = [side for side in self.state.sides if side not in sides]
        return bool(covered) and any(self.rules.view(state, side) is not state for state in states for side in sides)

    def take_back(self, count: int, side: Side, nonce: str = "", *, again: bool = False) -> Row:
        """Take commands back. The other side must have agreed, and the row must be kept before anybody is told.

        `again`: dice are thrown again.
        """
        undone = (mark.noticed for mark in self.ledger.marks[-count:])
        noticed = frozenset(who for who, sides in enumerate(self.audiences) if side in sides).union(*undone)
        self.game.undo(count, consent=True)
        row = Row(0, side, nonce, undone=count, noticed=noticed, again=again)
        return replace(row, n=self.ledger.taken_back(row))

    # ---- at rest

    def save(self) -> bytes:
        return sealed(list(lines(self.game)))


def audiences(sides: tuple[Side, ...], people: tuple[Side, ...]) -> tuple[Audience, ...]:
    """Each side alone, the people at a shared table, and the watchers."""
    return (*((side,) for side in sides), people, ())


def question_side(stage: Stage) -> Side | None:
    question = stage.leg.position.question
    return question.side if question else None


def giver(before: Stage, after: Stage) -> Side | None:
    """The side that gave the command between two stages."""
    command = after.leg.answers[0]
    return command.side if isinstance(command, Resign) else question_side(before)


def head_of(game: Game) -> bytes:
    """The start of a battle: the lines of a save, without its seal."""
    return b"\n".join(lines(game))


def restored(kept: Kept, rule_sets: Mapping[str, RuleSet]) -> Battle:
    """Play a kept battle again. SaveError if the rules have changed since."""
    rows = [msgspec.json.encode(Undone(row.undone)) if row.undone else row.text for row in kept.rows]
    pages = [*kept.head.split(b"\n"), *rows]
    game = SavedText("the game", sealed(pages)).load(rule_sets, check=False)
    seats = kept.seats
    people = tuple(side for side in game.state.sides if seats[side] == PERSON)
    ledger = Ledger(len(audiences(game.state.sides, people)), kept.opening)
    ledger.read(kept.rows)
    return Battle(game, seats, ledger, kept.origin, practice=kept.practice)
