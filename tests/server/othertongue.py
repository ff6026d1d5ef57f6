"""An invented language: every sentence of ours in other words, with another length and order."""

from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Question, Refusal
from sandtable.kernel.events import Noted, Won
from sandtable.kernel.facts import Event
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.showing import Badge

SYLLABLES = ("ka", "mu", "tor", "vi", "zel", "oph", "ran", "gi")


def foreign(text: str) -> str:
    """The same result for the same words, and another for other words."""
    if not text:
        return ""
    digest = blake2b(text.encode(), digest_size=12).digest()
    words = ["".join(SYLLABLES[byte >> shift & 7] for shift in (0, 3)) for byte in digest]
    return " ".join(words[: 4 + digest[0] % 8]) + digest.hex()[:6]


@contextmanager
def spoken():
    """Inside this context, facts, commands, questions, refusals and sums use the language."""
    patch = pytest.MonkeyPatch()
    for kind in {*every(Event), *every(Command)}:
        if "tell" in vars(kind):
            patch.setattr(kind, "tell", speaking(vars(kind)["tell"]))
    ask, roll, emit, refuse = Play.ask, Play.roll, Play.emit, Question.refuse
    patch.setattr(Play, "ask", lambda play, side, topic, *rest, **more: ask(play, side, worded(topic), *rest, **more))
    patch.setattr(Play, "roll", lambda play, throw, *rest, **more: roll(play, worded(throw), *rest, **sums(more)))
    patch.setattr(Play, "emit", lambda play, event, *rest, **more: emit(play, noted(event), *rest, **more))
    patch.setattr(Question, "refuse", lambda question, command: refused(refuse(question, command)))
    try:
        yield
    finally:
        patch.undo()


def every(kind: type) -> set[type]:
    return {kind}.union(*map(every, kind.__subclasses__()))


def speaking(tell):
    return lambda self: foreign(tell(self))


def worded(value: Any) -> Any:
    return replace(value, words=foreign(value.words))


def noted(event: Event) -> Event:
    if isinstance(event, Noted):
        return replace(event, what=foreign(event.what))
    return replace(event, why=foreign(event.why)) if isinstance(event, Won) else event


def refused(refusal: Refusal | None) -> Refusal | None:
    return replace(refusal, why=foreign(refusal.why)) if refusal else None


def term(one: Term) -> Term:
    return replace(one, label=foreign(one.label))


def sums(more: dict[str, Any]) -> dict[str, Any]:
    need = more.get("need")
    turned = Reckoning(term(need.base), tuple(map(term, need.modifiers))) if need else None
    return {**more, "adds": tuple(map(term, more.get("adds", ()))), "need": turned}


def shown_otherwise(rules: RuleSet) -> RuleSet:
    """The same rules, with screens that use the language."""
    showing = rules.showing

    def look(state, unit):
        found = showing.look(state, unit)
        marks, done = (tuple(map(badge, badges)) for badges in (found.marks, found.done))
        card = tuple((foreign(label), foreign(value)) for label, value in found.card)
        return replace(found, marks=marks, done=done, card=card, formation=foreign(found.formation or "") or None)

    def clock(state):
        found = showing.clock(state)
        return replace(found, label=foreign(found.label))

    verbs = {command: foreign(words) for command, words in showing.verbs.items()}
    return replace(rules, showing=replace(showing, look=look, clock=clock, verbs=verbs))


def badge(one: Badge) -> Badge:
    return replace(one, word=foreign(one.word), meaning=foreign(one.meaning))
