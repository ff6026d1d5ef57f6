"""Short ways to play the parts of a day. The first side that is named has the initiative and the south edge."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.decision import Command, Question
from sandtable.kernel.events import Won
from sandtable.kernel.play import Over, Play
from sandtable.kernel.position import Waiting
from sandtable.kernel.state import Side, State, Step, Unit
from sandtable.kernel.view import open_table
from sandtable.rules.panzer_korps.sequence import SEQUENCE
from sandtable.rules.panzer_korps.tabletop import tabletop
from sandtable.rules.panzer_korps.words import Mark
from sandtable.scripted import ANY, Acted, Scripted, act

GERMAN, FRENCH = Side("German"), Side("French")
HERE, THERE = "German I at 36,5 facing N: 3 infantry", "French A at 36,43 facing S: 3 infantry"


def table(*units: str, **said: Any) -> State:
    """Formations in a few words; without any, one battalion on each side."""
    return tabletop(units or (HERE, THERE), **said)


def run(state: State, *steps: Step, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
    """Play these steps and what follows from them. All dice and choices must be used."""
    script = Scripted(dice, picks)
    play = Play(state.change(agenda=steps), script, open_table)
    try:
        while play.state.agenda:
            play.take_step(SEQUENCE)
    except Over:
        pass
    script.finish()
    return Acted(play.state, play.entries, script.asked)


def step(state: State, *steps: Step, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
    """Play the first of these steps. The others, and what follows from it, stay on the agenda."""
    return act(state.change(agenda=steps), lambda play: play.take_step(SEQUENCE), dice, picks, open_table)


def does(state: State, rule: Any, *args: Any, dice: Iterable[int] = (), picks: Iterable[Command] = ()) -> Acted:
    """Carry out one rule."""
    return act(state, lambda play: rule(play, *args), dice, picks, open_table)


def asks(
    state: State, *steps: Step, dice: Iterable[int] = (), picks: Iterable[Command] = (), kind: str = ANY
) -> Question:
    """The first question of that kind in these steps."""
    play = Play(state.change(agenda=steps), Scripted(dice, picks, halts=True, until=kind), open_table)
    try:
        while play.state.agenda:
            play.take_step(SEQUENCE)
    except Waiting as halt:
        return halt.question
    raise AssertionError("the rules ask nothing")


def unit(after: Acted | State, name: str) -> Unit:
    return (after.state if isinstance(after, Acted) else after).units[name]


def sums(after: Acted) -> list[int]:
    """Each throw of one die with its modifiers."""
    return [roll.shown[0] + sum(term.value for term in roll.adds) for roll in after.rolls]


def labels(after: Acted, roll: int = 0) -> list[str]:
    return [term.label for term in after.rolls[roll].adds]


def verdict(after: Acted) -> tuple[str, Side | None] | None:
    """By which clause the battle ends, and who wins; None if it goes on."""
    last = after.entries[-1] if after.entries else None
    return (last.clause, last.event.side) if last and isinstance(last.event, Won) else None


def scenario_with(state: State, **changes: Any) -> State:
    return replace(state, scenario=replace(state.scenario, **changes))


def army_with(state: State, side: str, **changes: Any) -> State:
    armies = [replace(one, **changes) if one.name == side else one for one in state.scenario.side]
    return scenario_with(state, side=tuple(armies))


def group_with(state: State, side: str, **changes: Any) -> State:
    """The first Force Group of a side with other entries."""
    army = state.scenario.army(side)
    return army_with(state, side, groups=(replace(army.groups[0], **changes), *army.groups[1:]))


def marked(state: State, name: str, *marks: str) -> State:
    one = state.units[name]
    return state.put(replace(one, marks=one.marks | frozenset(marks)))


def tallied(state: State, name: str, tally: str, value: int) -> State:
    one = state.units[name]
    return state.put(replace(one, tallies={**one.tallies, tally: value}))


def off(state: State, *names: str) -> State:
    """The state without these formations on the table."""
    for name in names:
        one = state.units[name]
        state = state.put(replace(one, place=None, marks=one.marks - {Mark.PLACED}))
    return state
