"""What a person is spared: rare questions that he has not asked for, and the further shots of a volley."""

from sandtable.kernel.decision import Command, Decision, Question
from sandtable.kernel.state import Side, State
from sandtable.players.assistant import likewise, unasked


class Sparing:
    """The kinds of rare questions that each side wants to be asked once, and the volley that is being fired."""

    def __init__(self) -> None:
        self.wanted: dict[Side, frozenset[str]] = {}
        self.volley: Command | None = None

    def want(self, side: Side, kind: str, *, yes: bool) -> None:
        kinds = self.wanted.get(side, frozenset())
        self.wanted[side] = kinds | {kind} if yes else kinds - {kind}

    def answer(self, question: Question) -> Command | None:
        """The command that a person is spared; None if he must be asked."""
        quiet = unasked(question, self.wanted.get(question.side, ()))
        if quiet is not None or self.volley is None or not fires_with(question.view, question):
            return quiet
        return likewise(question.view, self.volley, question)


def fires_with(view: State, asked: Question | Decision) -> str | None:
    """The body whose units can fire as the asked unit does, if it is one of several."""
    unit = view.units.get(asked.topic.about[0]) if asked.topic.about else None
    if unit is None or unit.part_of is None or unit.part_of in map(str, view.sides):
        return None
    if not any(option.command.attack for option in asked.options):
        return None
    comrades = sum(one.part_of == unit.part_of for one in view.units.values())
    return unit.part_of if comrades > 1 else None
