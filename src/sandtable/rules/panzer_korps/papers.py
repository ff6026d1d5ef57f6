"""Choices that both sides make at once: each side writes its own down, then both are read out."""

from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import or_
from typing import Any

from msgspec import json

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Stacked
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Pile, Side, State
from sandtable.kernel.view import UNREAD
from sandtable.rules.panzer_korps.commands import COMMANDS


def paper(side: Side) -> str:
    """The name of a side's pile: one card, whatever is on it."""
    return f"{side} paper"


def write(play: Play, side: Side, *commands: Command) -> None:
    """Write more on a side's paper; only that side knows what."""
    card = json.encode([*written(play.state, side), *commands]).decode()
    play.emit(Stacked(paper(side), Pile((card,), frozenset({side}))))


def write_next(play: Play, side: Side, topic: Topic, options: Callable[[State, Side], Iterable[Option]]) -> bool:
    """Let a side write one line more. Gives whether it goes on; a quiet answer ends it."""
    order = play.ask_which(side, topic, lambda view: options(view, side))
    if not order.quiet:
        write(play, side, order)
    return not order.quiet


def written(state: State, side: Side) -> list[Command]:
    """What a side has written. In the view of the other side it cannot be read."""
    cards = state.piles.get(paper(side), Pile()).cards
    return reader().decode(cards[0]) if cards and cards[0] != UNREAD else []


def read_out(play: Play, sides: tuple[Side, ...]) -> list[Command]:
    """Everything that both sides have written, in this order of sides; the papers are empty then."""
    found = [command for side in sides for command in written(play.state, side)]
    for side in sides:
        play.emit_if_new(Stacked(paper(side), Pile()))
    return found


def judged(command: Command, clause: Clause, why: Refusal | None) -> Option:
    """A command by its clause, or barred for a reason."""
    return Option(command, why.clause if why else clause, refusal=why)


def leaves_choice(options: Iterable[Option]) -> bool:
    """Whether anything may be done but to do nothing more."""
    return sum(option.refusal is None for option in options) > 1


@cache
def reader() -> "json.Decoder[list[Command]]":
    kinds: Any = reduce(or_, COMMANDS)
    return json.Decoder(list[kinds])
