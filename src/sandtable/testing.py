"""For authors of rule sets: scripted answers, and the contract that every rule set must pass.

A rule is a plain function of a `Play`, so a test hands it a state and scripted dice and choices, and
looks at the state and the log it leaves. `check_contract` plays whole battles and holds a rule set to
what the rest of the program relies on.
"""

from collections.abc import Callable, Iterable

from sandtable.kernel.decision import Command, Decision, Question
from sandtable.kernel.dice import Reading, Shown
from sandtable.kernel.play import Over, Play
from sandtable.kernel.state import State
from sandtable.kernel.view import View, known


class Scripted:
    """Given dice, one after another, and given choices; where a choice is forced none is used up."""

    def __init__(self, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> None:
        self.dice, self.picks = list(dice), list(picks)
        self.asked: list[Decision] = []

    def throw(self, count: int, reading: Reading) -> Shown:
        assert len(self.dice) >= count, f"the rules throw {count} dice, the script has {len(self.dice)} left"
        shown, self.dice = tuple(self.dice[:count]), self.dice[count:]
        return shown

    def choose(self, question: Question) -> Command:
        self.asked.append(question.decision)
        if question.forced is not None:
            return question.forced
        assert self.picks, f"the rules ask: {question.text}, the script has no answer"
        pick = self.picks.pop(0)
        refusal = question.refuse(pick)
        assert refusal is None, f"{pick.tell()}: {refusal}"
        return pick


class Acted:
    """What came of carrying out a rule."""

    def __init__(self, play: Play, script: Scripted) -> None:
        self.state, self.entries, self.asked = play.state, play.entries, script.asked

    @property
    def told(self) -> list[str]:
        return [str(entry) for entry in self.entries if entry.event.tell()]

    @property
    def cited(self) -> set[str]:
        return {entry.clause for entry in self.entries}


def act(
    state: State,
    carry_out: Callable[[Play], object],
    dice: Iterable[int] = (),
    picks: Iterable[Command] = (),
    view: View = known,
) -> Acted:
    """Carry out a rule with scripted answers, all of which it must use."""
    script = Scripted(dice, picks)
    play = Play(state, script, view)
    try:
        carry_out(play)
    except Over:
        pass
    assert not script.dice, f"the rules left dice unthrown: {script.dice}"
    assert not script.picks, f"the rules never asked for: {[pick.tell() for pick in script.picks]}"
    return Acted(play, script)
