"""A battle as one viewer may see it: a side, or everybody."""

from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import asdict, replace

from sandtable.kernel.events import Entry
from sandtable.kernel.state import Side, State
from sandtable.server import scene
from sandtable.server.aftermath import result_of
from sandtable.server.battle import BROUGHT, CHOSEN, LESSON, PERSON, RESUMED, Battle
from sandtable.server.decisions import decision
from sandtable.server.deeds import Deed
from sandtable.server.drawing import Drawing, Sketchbook, ground, side_number
from sandtable.server.frames import frames
from sandtable.server.landscape import Ground
from sandtable.server.lines import Passage, Span, line, passages

KEPT = 3  # views
NO_UNDO = scene.Undo(False, "", "")
ORIGINS = {
    CHOSEN: "The person who set up this battle chose the seed of its dice and can know them",
    RESUMED: "This battle goes on from a moment of another battle. Its dice are new",
    LESSON: "A lesson. You may take back everything, dice too",
    BROUGHT: "This battle continues a save. Its dice are new",
}


class StageLog(NamedTuple):
    """What one stage added to the log."""

    entries: tuple[Entry, ...]
    lines: int  # how many there were after it
    secrets: bool  # whether some of them are not for everybody
    deed: Deed  # the one that the last of them belongs to


class Common:
    """The last drawing of an open table. All viewers from whom nothing is hidden share it."""

    def __init__(self) -> None:
        self.book = Sketchbook()
        self.state: State | None = None
        self.shown: scene.Moment | None = None


class Viewpoint:
    """It gives out only what this viewer may see, with the numbers of its audience.

    `common`: the drawing that several viewers share.
    """

    def __init__(self, battle: Battle, eyes: Side, who: int, common: "Common | None" = None) -> None:
        self.battle, self.eyes, self.who, self.common = battle, eyes, who, common or Common()
        self.lines: list[scene.Line] = []
        self._told: list[StageLog] = []  # one for each stage
        self._course: list[Passage] = []  # the last stage that was told, fact by fact
        self._frames: tuple[scene.Frame, ...] | None = None  # of that stage
        self._undos = 0
        self._last: tuple[int, scene.Moment] | None = None
        self._book = Sketchbook()
        self._views: dict[int, tuple[State, State]] = {}  # for the last few stages: the state, and the view of it

    # ---- the log

    def log(self) -> list[scene.Line]:
        """Every line so far."""
        if self._undos != self.battle.ledger.undos:
            self._undos = self.battle.ledger.undos
            self._forget()
        for stage in range(len(self._told), len(self.battle.game.stages)):
            self._tell(stage)
        return self.lines

    def _forget(self) -> None:
        """Drop the lines of stages that were taken back, and of the stage before them: it gets the note."""
        stages = zip(self._told, self.battle.game.stages, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0].entries is pair[1].leg.entries, stages))
        del self._told[max(same - 1, 0) :]
        del self.lines[self._told[-1].lines if self._told else 0 :]

    def behind(self) -> int:
        """How many stages the log does not tell yet."""
        stages, undone = len(self.battle.game.stages), self._undos != self.battle.ledger.undos
        return stages if undone else stages - len(self._told)

    def draw(self) -> None:
        """Prepare everything that it shows, so that sending it is quick."""
        self.moment()
        self.frames()

    def _tell(self, stage: int) -> None:
        battle = self.battle
        mark, stages = battle.ledger.marks[stage], battle.game.stages
        leg, asked = stages[stage].leg, stages[max(stage - 1, 0)].leg.position
        span = Span(mark.numbers[self.who], self.view(max(stage - 1, 0)), self.view(stage))
        start = asked.state if stage else battle.rules.setup(battle.game.scenario, battle.game.variants)
        course = list(passages(battle.rules, start, leg.entries, self.eyes))
        deed = self._told[-1].deed.at_command(goes_on=bool(asked.path)) if self._told else Deed()
        for n, passage in enumerate(course, len(self.lines)):
            deed = deed.at_fact(passage.entry.event, passage.after, n)
            self.lines.append(line(battle.rules, span, passage, n, deed.begun))
        if stage == 0 and battle.origin:
            self._note(ORIGINS[battle.origin], -1, 0)
        for note in battle.ledger.notes:
            if note.stage == stage and self.who in note.noticed:
                self._note(note.words, side_number(battle.state, note.side), note.numbers[self.who])
        secrets = any(passage.entry.known_to is not None for passage in course)
        self._told.append(StageLog(leg.entries, len(self.lines), secrets, deed))
        self._course, self._frames = course, None

    def _note(self, words: str, side: int, seq: int) -> None:
        n = len(self.lines)
        self.lines.append(scene.Line(n, seq, n, side, words, "", "note", (), (), ()))

    def lines_since(self, stage: int) -> tuple[scene.Line, ...]:
        """The lines of this stage and of later ones."""
        log = self.log()
        return tuple(log[self._told[stage - 1].lines if stage else 0 :])

    def frames(self) -> tuple[scene.Frame, ...]:
        """How the last stage unfolds on the table."""
        log = self.log()
        if self._frames is None:
            first = self._told[-2].lines if len(self._told) > 1 else 0
            self._frames = tuple(frames(self.battle.rules, self.eyes, self.view(), self._course, first))
        return self._frames if log else ()

    def has_secrets(self) -> bool:
        """Whether the log has lines that not everybody may read."""
        self.log()
        return any(stage.secrets for stage in self._told)

    # ---- the table

    def view(self, stage: int | None = None) -> State:
        stages = self.battle.game.stages
        stage = len(stages) - 1 if stage is None else stage
        state = stages[stage].leg.position.state
        kept = self._views.get(stage)
        if kept is None or kept[0] is not state:
            kept = self._views[stage] = state, self.battle.rules.view(state, self.eyes)
        while len(self._views) > KEPT:
            del self._views[next(iter(self._views))]
        return kept[1]

    def moment(self) -> scene.Moment:
        battle = self.battle
        if self._last is None or self._last[0] != battle.seq:
            shown = self.shown(len(battle.game.stages) - 1)
            asked = battle.decision if battle.asked == self.eyes and battle.spared is None else None
            choices = decision(battle.rules, self.view(), asked, battle.number(self.who)) if asked else None
            result = result_of(battle, self.who) if battle.asked is None else None
            waiting = None if asked or result else waiting_for(battle)
            taught = battle.teacher if battle.seats.get(self.eyes) == PERSON else None
            coaching = taught.coaching() if taught else None
            again, shown = battle.ledger.again, replace(shown, decision=choices, waiting=waiting)
            self._last = battle.seq, replace(shown, again=again, result=result, coaching=coaching)
        return self._last[1]

    def moment_at(self, stage: int, id: str) -> scene.MomentAt:
        """A past moment, without a decision."""
        self.log()
        shown = self.shown(stage)
        board = self.battle.game.stages[stage].leg.position.state.board
        then = None if board is self.battle.state.board else self.ground(stage)
        return scene.MomentAt(**{**asdict(shown), "ground": then}, id=id, log=self._told[stage].lines)

    def ground(self, stage: int = -1) -> Ground:
        state = self.battle.game.stages[stage].leg.position.state
        return ground(state.board, state.scenario, self.battle.rules.showing)

    def shown(self, stage: int) -> scene.Moment:
        state, view = self.battle.game.stages[stage].leg.position.state, self.view(stage)
        last = stage == len(self.battle.game.stages) - 1  # an undo after the last stage counts too
        number = self.battle.number(self.who) if last else self.battle.ledger.marks[stage].numbers[self.who]
        return replace(self._drawn(state, view), seq=number)

    def _drawn(self, state: State, view: State) -> scene.Moment:
        if view is not state:
            return self._draw(view, self._book)
        if self.common.state is not state or self.common.shown is None:
            self.common.state, self.common.shown = state, self._draw(view, self.common.book)
        return self.common.shown

    def _draw(self, view: State, book: Sketchbook) -> scene.Moment:
        rules = self.battle.rules
        drawing = Drawing(rules, view, self.eyes, book)
        clock = rules.showing.clock(view)
        return scene.Moment(
            seq=0,
            pieces=drawing.pieces(),
            groups=drawing.groups(),
            templates=drawing.templates(),
            objectives=drawing.objectives(),
            tally=tuple(drawing.tally_row(one) for one in rules.showing.tally(view)),
            turns=scene.Turns(clock.now, clock.last, clock.label, clock.first),
            steps=rules.showing.steps(view),
            decision=None,
            waiting=None,
            undo=NO_UNDO,
            coaching=None,
            again=0,
            result=None,
            ground=None,
        )


def waiting_for(battle: Battle) -> str:
    side = battle.asked
    assert side is not None
    return f"Waiting for {side}." if battle.seats[side] == PERSON else f"{side} is thinking."


def ticks(battle: Battle, who: int) -> tuple[scene.Tick, ...]:
    """A tick for every command that an audience noticed."""
    stages = [stage for stage, mark in enumerate(battle.ledger.marks) if who in mark.noticed]
    return tuple(tick(battle, who, stage) for stage in stages)


def tick(battle: Battle, who: int, stage: int) -> scene.Tick:
    marks = battle.ledger.marks
    mark, label = marks[stage], label_at(battle, stage)
    before = next((n for n in range(stage - 1, -1, -1) if who in marks[n].noticed), None)
    turn = before is None or label_at(battle, before) != label
    return scene.Tick(mark.numbers[who], side_number(battle.state, mark.side), turn, who in mark.after_undo)


def label_at(battle: Battle, stage: int) -> str:
    return battle.rules.showing.clock(battle.game.stages[stage].leg.position.state).label
