"""Companies in contact, and what a fight, an event or a run does to them. The side that is named first is active."""

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.board.board import Picker
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.play import Over, Play
from sandtable.kernel.position import Waiting
from sandtable.kernel.state import Side, Step, Unit
from sandtable.kernel.view import open_table
from sandtable.rules.combat_captain.commands import Charge, Move
from sandtable.rules.combat_captain.sequence import CloseCombat
from sandtable.rules.combat_captain.words import Mark, Tally
from sandtable.scripted import Acted, Scripted
from sandtable.tabletop import Table
from sandtable.tabletop import table as any_table

GERMAN, AMERICAN = Side("German"), Side("American")
HITS, STRENGTH = "close combat hits", "close combat"  # throws


def table(*units: str, **more: Any) -> Table:
    return any_table("combat-captain", *units, **more)


def melee(ours: str = "Rifle squad", theirs: str = "Rifle squad", *more: str, **how: Any) -> Table:
    """Able attacks Baker; their leaders touch."""
    return table(f"German Able at 20,20 facing N: {ours}", f"American Baker at 20,22 facing S: {theirs}", *more, **how)


class Calm(Scripted):
    """Gives the answers it has where they fit, and lets all else be: nobody advances, losers run straight."""

    def choose(self, question: Question) -> Command:
        self.asked.append(question.decision)
        if question.forced is not None:
            return question.forced
        if self.picks and question.refuse(self.picks[0]) is None:
            return self.picks.pop(0)
        return question.quiet.complete(Picker(0))


def run(at: Table, *steps: Step, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
    """Steps of the sequence and whatever follows from them. The table stays as it is."""
    script = Calm(dice, picks)
    play = Play(at.state.change(agenda=steps), script, open_table)
    try:
        while play.state.agenda:
            play.take_step(at.rules.sequence)
    except Over:
        pass
    script.finish()
    return Acted(play.state, play.entries, script.asked)


def fought(at: Table, dice: Iterable[int] = (), *picks: Command, side: Side = GERMAN) -> Acted:
    """All close combats of a side. The dice: attacker's, defender's, saves; then again; then four to withdraw."""
    return run(at, CloseCombat(side), dice=dice, picks=picks)


class Wondering(Calm):
    """The same, up to a question of some kind."""

    def __init__(self, dice: Iterable[int], picks: Iterable[Command], kind: str) -> None:
        super().__init__(dice, picks)
        self.kind = kind

    def choose(self, question: Question) -> Command:
        if question.topic.kind == self.kind and not self.picks:
            raise Waiting(question)
        return super().choose(question)


def asks(at: Table, *steps: Step, kind: str, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Question:
    """The first question of a kind that steps lead to, when all picks are used up."""
    play = Play(at.state.change(agenda=steps), Wondering(dice, picks, kind), open_table)
    try:
        while play.state.agenda:
            play.take_step(at.rules.sequence)
    except Waiting as halt:
        return halt.question
    raise AssertionError(f"nobody is asked about {kind}")


def asks_in_fight(at: Table, dice: Iterable[int] = (), *picks: Command, kind: str) -> Question:
    return asks(at, CloseCombat(GERMAN), kind=kind, dice=dice, picks=picks)


def charged(at: Table, die: int, *picks: Command, dice: Sequence[int] = ()) -> Acted:
    """Able moves on one die and charges Baker; then whatever is picked."""
    return at.give(Move("Able"), dice=[die, *dice], picks=[Charge("Able", "Baker"), *picks])


# ---- what a player notices


def unit(after: Acted | Table, name: str) -> Unit:
    return after.state.units[name]


def men(after: Acted | Table, *names: str) -> list[int]:
    return [unit(after, name).tallies[Tally.MEN] for name in names]


def chits(after: Acted | Table, company: str) -> int:
    return unit(after, company).tallies[Tally.CHITS]


def cover(after: Acted | Table, name: str) -> int:
    return unit(after, name).tallies[Tally.COVER]


def planes(after: Acted | Table, side: Side) -> int:
    return unit(after, side).tallies[Tally.PLANES]


def point(after: Acted | Table, name: str) -> tuple[float, float]:
    place = unit(after, name).place
    assert place is not None
    return place.point


def lost(after: Acted | Table) -> list[str]:
    return [one.id for one in after.state.units.values() if Mark.LOST in one.marks]


def thrown(after: Acted, kind: str) -> list[tuple[str | None, int, int]]:
    """Of each throw of a kind: who threw, how many dice, and what they were worth."""
    rolls = [one for one in after.rolls if one.throw.kind == kind]
    return [(one.throw.unit or one.throw.side, len(one.shown), one.total) for one in rolls]


def worth(after: Acted, kind: str) -> dict[str | None, int]:
    """What the dice of each were worth, throw by throw added up."""
    return {who: total for who, _, total in thrown(after, kind)}


def cites(after: Acted, clause: str) -> bool:
    return any(entry.clause == clause for entry in after.entries)
