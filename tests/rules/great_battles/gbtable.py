"""Tables a player can read, from the book's own `tabletop`, and short ways to play on them.

Beside it are the set-ups of the chapters, for both editions: `orders` (activation and actions), `manoeuvres`, `facing`
(sight and fire), `melee`, `missions` (barrages and aircraft), `drops` (from the air), `rear` (staff, reserves, night),
`prize` (objectives); `gbday` plays parts of a day, `gbrandom` makes tables at random. A name that ends in 10: by the
d10 charts.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.d10 import EDITION as D10
from sandtable.rules.great_battles.d20 import EDITION as D20
from sandtable.rules.great_battles.frame.tabletop import BLUE, INFANTRY, RED, Body, Piece, army, tabletop
from sandtable.rules.great_battles.frame.tabletop import scenario as any_scenario
from sandtable.rules.great_battles.view import view as seen
from sandtable.rules.great_battles.words import Mark, Tie
from sandtable.scripted import ANY, Acted, Scripted, act, offers, why_not
from sandtable.scripted import asks as any_asks

__all__ = ["BLUE", "INFANTRY", "RED", "Body", "Piece", "army", "offers", "why_not"]  # and all that is defined here

Rule = Callable[[Play], object]

GB20, GB10 = D20.book.about.id, D10.book.about.id
TANK, WEAPONS = "Sherman M-M-M", "Heavy weapons"
FOE = Body("B1", (20, 40), 180, side=BLUE)  # somebody for Blue, out of the way

scenario = partial(any_scenario, rules=GB20)


def table(
    *bodies: Body, rules: str = GB20, options: tuple[str, ...] = (), pieces: tuple[Piece, ...] = (), **said: Any
) -> State:
    """A battle in the middle of a day, nothing on its agenda."""
    return tabletop(bodies, rules=rules, ground=pieces, options=frozenset(options), agenda=(), **said)


# ---- playing on it


def carried_out(
    state: State, rule: Callable[..., object], *args: Any, dice: Iterable[int] = (), picks: Iterable[Command] = ()
) -> Acted:
    """What comes of a rule when everybody is asked by his own view."""
    return act(state, lambda play: rule(play, *args), dice, picks, seen)


# ---- reading a table


def stand(state: State, name: str) -> Unit:
    """A stand by the beginning of its name: "A1/2"."""
    return next(unit for unit in state.units.values() if unit.id == name or unit.id.startswith(f"{name} "))


def sid(state: State, name: str) -> UnitId:
    return stand(state, name).id


def moved(state: State, name: str, x: float, y: float, facing: int | None = None) -> State:
    """The same table with one stand put by hand somewhere else."""
    one = stand(state, name)
    turn = facing if facing is not None else one.place.facing if one.place else 0
    return state.put(replace(one, place=Place(x, y, turn)))


def marked(state: State, name: str, *marks: str) -> State:
    one = stand(state, name)
    for mark in marks:
        kind, _, other = mark.partition(" ")
        tied = kind in (Tie.ATTACKS, Tie.UNDER) and bool(other)
        one = one.link(kind, UnitId(other)) if tied else replace(one, marks=one.marks | {mark})
    return state.put(one)


def fate(after: Acted, name: str = "B1/1") -> str:
    """What has become of a stand."""
    marks = stand(after.state, name).marks
    return next((mark for mark in (Mark.DESTROYED, Mark.SUPPRESSED) if mark in marks), "")


# ---- what the rules ask


asks = partial(any_asks, view=seen)
first_question = partial(any_asks, view=seen, kind=ANY)


# ---- the d10 charts


table10 = partial(table, rules=GB10)


class Unturned(Scripted):
    """A script by which whoever falls back goes on facing as he did."""

    def choose(self, question: Question) -> Command:
        if question.topic.kind == "face":
            return question.quiet.command
        return super().choose(question)


def act10(state: State, carry_out: Rule, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
    """As `act`, by the views of the sides, where nobody is out to turn about after a retreat."""
    script = Unturned(dice, picks)
    play = Play(state, script, seen)
    carry_out(play)
    script.finish()
    return Acted(play.state, play.entries, script.asked)
