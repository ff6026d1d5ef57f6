"""A part of a step that is over is passed over when the step runs again, and the step comes to the same."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

import sandtable as st
from sandtable.kernel.decision import Option, Question, Topic
from sandtable.kernel.dice import SeededDice, at_least, pips
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import FRESH, Play, Trail
from sandtable.kernel.position import Path, Waiting, wait
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import UnitId
from sandtable.kernel.view import known
from sandtable.merging import Merging
from sandtable.outcomes import Ahead, Forking, every_way, outcomes
from sandtable.rules import rule_sets
from sandtable.rules.portable_wargame.commands import Advance, Halt
from sandtable.testing import random_game

RULES = rule_sets()["portable-wargame"]
START = st.table("portable-wargame", "Red Infantry at d4").state
CLAUSE = Clause("pw.close-combat.advance")
GO, STAY = Advance(UnitId("Red Infantry")), Halt(UnitId("Red Infantry"))
OFFERED = [Option(command, CLAUSE) for command in (GO, STAY)]
PARTS = ("first", "second", "third")


class Step:
    """Three parts with a die and a choice each. `carried_out`: those that were not passed over."""

    def __init__(self, *, in_parts: bool = True) -> None:
        self._in_parts, self.carried_out = in_parts, Counter[str]()

    def __call__(self, play: Play) -> list[str]:
        return [self.do(play, self.part, name) for name in PARTS]

    def do(self, play: Play, part: Callable[[Play, str], str], name: str) -> str:
        return play.part(part, name) if self._in_parts else part(play, name)

    def part(self, play: Play, name: str) -> str:
        self.carried_out[name] += 1
        die = play.roll(Throw("die", f"{name} die"), pips(3))
        answer = play.ask(play.state.sides[0], Topic("go", f"{name}?"), lambda _: OFFERED)
        play.emit(Noted(f"{name}: {die} and {play.work_out(answer.tell)}"))
        return f"{die}, {answer.tell()}"


class Nested(Step):
    """The same, all three within one."""

    def __call__(self, play: Play) -> list[str]:
        return [self.do(play, self.all_three, "all three")]

    def all_three(self, play: Play, name: str) -> str:
        return f"{name}: {super().__call__(play)}"


class AtOnce(Step):
    """Each part has shots at one moment."""

    def part(self, play: Play, name: str) -> str:
        found = list(islice(play.at_once((4, 6), fire).by_rank(int), 1))
        return f"{found} {super().part(play, name)}"


def fire(play: Play, need: int) -> int | None:
    return play.roll(Throw("hit", f"fires, {need} to hit"), at_least(need, 6)) or None


class Met(Step):
    """Parts in which ways meet."""

    def part(self, play: Play, name: str) -> str:
        said = super().part(play, name)[1:]
        play.meet()
        return said


def by_last_die(question: Question, path: Path):
    return GO if path.given[-1] != (1,) and question.text != "third?" else STAY


def ways(step: Step, kind: type[Forking], trail: Trail = FRESH, given=()) -> dict[object, Fraction]:
    def play_on(path: Path) -> object:
        play = path.set_out(known)
        found = step(play)
        return str(found), tuple(entry.event.tell() for entry in play.entries if isinstance(entry.event, Noted))

    sums: Counter[object] = Counter()
    for end, chance in every_way(Ahead(START, given, by_last_die, trail, play_on), kind=kind):
        sums[end] += chance
    return dict(sums)


def stopped(step: Step, given=(), trail: Trail = FRESH) -> Path:
    """The path to the next question."""
    path = Path(START, given, SeededDice("parts"), wait, trail=trail)
    with pytest.raises(Waiting):
        step(path.set_out(known))
    return path


def test_a_part_that_is_over_is_passed_over():
    step = Step()
    path = stopped(step)
    for number in (1, 2):
        path = stopped(step, (*path.given, GO), path.trail)
        assert len(path.given) == 2 * number + 1
    assert step.carried_out == {"first": 2, "second": 2, "third": 1}  # each once more for its answer
    assert path.trail.entries == stopped(Step(in_parts=False), path.given).trail.entries


@pytest.mark.parametrize("kind", [Forking, Merging])
@pytest.mark.parametrize("make", [Step, Nested, AtOnce, Met])
def test_every_way_comes_to_the_same_with_parts_and_without(make, kind):
    step, plain = make(), make(in_parts=False)
    assert ways(step, kind) == ways(plain, kind)
    assert (step.carried_out["first"] < plain.carried_out["first"]) == (make is not Met)


@pytest.mark.parametrize("kind", [Forking, Merging])
def test_the_ways_from_a_question_behind_a_part_do_not_begin_with_it(kind):
    path = stopped(Step())
    path = stopped(Step(), (*path.given, GO), path.trail)
    given, step = (*path.given, STAY), Step()
    assert ways(step, kind, path.trail, given) == ways(Step(in_parts=False), kind, FRESH, given)
    assert step.carried_out["first"] == 0 < step.carried_out["second"]


def test_ways_that_go_on_from_the_end_of_another_count_their_own_forks():
    """The trail of a way holds parts with forks. On the ways that begin there these dice are known."""
    ends: list[Path] = []

    def play_on(path: Path) -> None:
        with pytest.raises(Waiting):
            Step()(path.set_out(known))
        ends.append(path)

    ahead = Ahead(START, (), lambda question, path: GO if question.text == "first?" else None, FRESH, play_on)
    assert len(list(every_way(ahead))) == 9
    for path in ends:
        given = (*path.given, GO)
        assert ways(Step(), Forking, path.trail, given) == ways(Step(in_parts=False), Forking, FRESH, given)


def questions_behind_a_part() -> Iterator[tuple[st.Position, Question]]:
    battle = RULES.scenarios()["slim-river"]
    for seed in range(3):
        for game in random_game(RULES, battle, frozenset(battle.options), f"parts {seed}"):
            if game.position.question and any(game.position.trail.parts):
                yield game.position, game.position.question


def test_odds_at_a_question_within_a_fight_are_the_same_with_and_without_a_trail():
    asked = set()
    for at, question in questions_behind_a_part():
        asked.add(question.topic.kind)
        bare = st.Position(at.start, at.path, at.state, at.told, at.question)
        for option in question.options:
            command = option.complete(Random(1))
            with_trail, without = (
                [(leg.entries, leg.position, chance) for leg, chance in outcomes(RULES, one, command)]
                for one in (at, bare)
            )
            assert with_trail == without
    assert asked >= {"fire", "hit", "attack", "advance", "fight-on"}
