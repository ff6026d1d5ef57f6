"""Choices that both sides make at once: each side writes its own down, then both are read out."""

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any

from msgspec import json

from sandtable.kernel.decision import Command, Option, Topic
from sandtable.kernel.events import Stacked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Pile, Side, State, UnitId
from sandtable.kernel.view import UNREAD

EMPTY = Pile()


def paper(side: Side) -> str:
    """The name of a side's pile: one card, whatever is on it."""
    return f"{side} paper"


def text_on(state: State, side: Side) -> str:
    """What the paper of a side says, if it can be read."""
    cards = state.piles.get(paper(side), EMPTY).cards
    return cards[0] if cards and cards[0] != UNREAD else ""


def pile_of(commands: list[Command], side: Side) -> Pile:
    """A paper with commands on it, or none."""
    return Pile((json.encode(commands).decode(),), frozenset({side})) if commands else EMPTY


class Papers:
    """The papers of a book, for the commands that it has."""

    def __init__(self, commands: Iterable[type[Command]]) -> None:
        self._commands = tuple(commands)

    def write(self, play: Play, side: Side, *commands: Command) -> None:
        """Write more on a side's paper; only that side knows what."""
        play.emit(Stacked(paper(side), pile_of([*self.written(play.state, side), *commands], side)))

    def write_next(
        self, play: Play, side: Side, topic: Topic, judged: Callable[[State, Side], Iterable[Option]]
    ) -> bool:
        """Let a side write one line more. Gives whether it goes on; a quiet answer ends it."""
        order = play.ask_which(side, topic, lambda view: judged(view, side))
        if not order.quiet:
            self.write(play, side, order)
        return not order.quiet

    def written(self, state: State, side: Side) -> list[Command]:
        """What a side has written. In the view of the other side it cannot be read."""
        text = text_on(state, side)
        return list(self._read(text)) if text else []

    def subjects(self, state: State, side: Side) -> frozenset[UnitId]:
        """The units that a side has written something for: the first of each command."""
        return self._named(text_on(state, side))

    def read_out(self, play: Play, sides: Iterable[Side], *kinds: type[Command]) -> list[Command]:
        """What both sides have written, in this order of sides: all of it, or commands of some kinds."""
        found: list[Command] = []
        for side in sides:
            if not play.state.piles.get(paper(side), EMPTY).cards:
                continue
            written = self.written(play.state, side)
            read = [command for command in written if not kinds or isinstance(command, kinds)]
            play.emit_if_new(Stacked(paper(side), pile_of([one for one in written if one not in read], side)))
            found += read
        return found

    @cached_property
    def _read(self) -> Callable[[str], tuple[Command, ...]]:
        """The commands on a paper. It is read again for every question about it."""
        kinds: Any = reduce(or_, self._commands)
        return lru_cache(maxsize=64)(json.Decoder(tuple[kinds, ...]).decode)

    @cached_property
    def _named(self) -> Callable[[str], frozenset[UnitId]]:
        """The first unit of each command on a paper."""
        read = self._read
        return lru_cache(maxsize=64)(lambda text: frozenset(one.units[0] for one in read(text or "[]") if one.units))
