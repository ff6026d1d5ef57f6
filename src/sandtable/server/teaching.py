"""A lesson: which new idea each decision of the learner brings. It follows from the battle, so nothing is kept."""

from collections.abc import Container, Iterable

from sandtable.kernel.decision import Question
from sandtable.kernel.game import Game
from sandtable.kernel.guide import Idea, Lesson
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side
from sandtable.server import scene


class Teacher:
    """Gives every idea once, at the first decision that it fits."""

    def __init__(self, game: Game, lesson: Lesson, learners: Container[Side]) -> None:
        self.game, self.lesson, self.learners = game, lesson, learners
        self._told: list[tuple[object, Idea | None]] = []  # for each stage: what identifies it, and its idea

    def idea(self) -> Idea | None:
        """The new idea of the open decision."""
        self._catch_up()
        return self._told[-1][1]

    def coaching(self) -> scene.Coaching:
        idea = self.idea()
        told = sum(one is not None for _, one in self._told)
        words, clause = (idea.words, idea.clause) if idea else ("", "")
        return scene.Coaching(words, clause, told)

    def _catch_up(self) -> None:
        """Go through the stages that came since. An undo takes their ideas back."""
        stages = self.game.stages
        while self._told and (
            len(self._told) > len(stages) or self._told[-1][0] is not stages[len(self._told) - 1].leg.entries
        ):
            self._told.pop()
        for stage in stages[len(self._told) :]:
            question = stage.leg.position.question
            known = [idea for _, idea in self._told]
            mine = question is not None and question.side in self.learners
            new = first_new(self.game.rules, question, self.lesson.idea, known) if mine and question else None
            self._told.append((stage.leg.entries, new))


def first_new(rules: RuleSet, question: Question, ideas: Iterable[Idea], known: list[Idea | None]) -> Idea | None:
    """The first idea for this question that has not been told."""
    return next((idea for idea in ideas if idea not in known and fits(rules, question, idea)), None)


def fits(rules: RuleSet, question: Question, idea: Idea) -> bool:
    if question.topic.kind != idea.kind:
        return False
    return not idea.offers or any(rules.showing.verb(option.command) == idea.offers for option in question.options)
