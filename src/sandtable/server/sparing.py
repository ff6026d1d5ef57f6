"""What a person is spared: rare questions that he has not asked for, and what his last command has settled."""

from sandtable.kernel.decision import Command, Decision, Option, Question
from sandtable.kernel.state import Side, State, UnitId
from sandtable.players.assistant import likewise, only_shot, unasked


class Sparing:
    """The kinds of rare questions that each side wants to be asked once, those that it has declined, and the fire that
    goes on."""

    def __init__(self) -> None:
        self.wanted: dict[Side, frozenset[str]] = {}
        self.declined: dict[Side, frozenset[str]] = {}
        self.fire: Command | None = None  # the last command, if it settles the shots that follow
        self.side: Side | None = None  # who gave it

    def want(self, side: Side, kind: str, *, yes: bool) -> None:
        kinds = self.wanted.get(side, frozenset())
        self.wanted[side] = kinds | {kind} if yes else kinds - {kind}
        if yes:
            self.declined[side] = self.declined.get(side, frozenset()) - {kind}

    def given(self, decision: Decision | Question, command: Command, *, alone: bool) -> None:
        """A person has decided. `alone`: the others of the body do not do likewise."""
        side, topic = decision.side, decision.topic
        self.want(side, topic.kind, yes=False)
        if topic.repeats and command.quiet:
            self.declined[side] = self.declined.get(side, frozenset()) | {topic.kind}
        self.side, self.fire = side, None if alone else command

    def played(self, side: Side) -> None:
        """A side has given a command. If it is another one, no volley goes on."""
        if side != self.side:
            self.fire = None

    def answer(self, question: Question) -> Command | None:
        """The command that a person is spared; None if he must be asked."""
        side, topic = question.side, question.topic
        quiet = unasked(question, self.wanted.get(side, ()))
        if quiet is None and topic.repeats and topic.kind in self.declined.get(side, ()):
            quiet = question.quiet.command
        if quiet is not None or self.fire is None:
            return quiet
        return likewise(question.view, self.fire, question) or only_shot(self.fire, question)


def fires_with(view: State, option: Option) -> UnitId | None:
    """The body whose units can fire as the first unit of an option does, if it is one of several."""
    unit = view.units.get(option.command.units[0]) if option.command.attack and option.command.units else None
    if unit is None or unit.part_of is None or unit.part_of in map(str, view.sides):
        return None
    comrades = sum(one.part_of == unit.part_of for one in view.units.values())
    return unit.part_of if comrades > 1 else None
