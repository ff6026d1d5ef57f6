"""A spy's test: move or disguise what a side has not seen, and what comes of its commands reads the same to it."""

from random import Random

import pytest
from gbtable import GB10, GB20
from msgspec.structs import replace

from sandtable.kernel.events import Revealed
from sandtable.kernel.position import MISFITS, Path, follow
from sandtable.rules import rule_sets
from sandtable.rules.great_battles.steps import Aiming, Moving, Tidying
from sandtable.rules.great_battles.words import COMMAND, COMPANIES, Did, Kind, Mark, Tally
from sandtable.telling.story import readable
from sandtable.testing import random_game

BATTLES = 5  # of each scenario
FOUND_OUT = (
    "finds no way out",
    "finds the road unsafe",
    " takes ",
    " wins",
    "A draw",
)  # by rules that count the hidden


class Steady:
    """Dice that always show the same, so that dice thrown out of sight change nothing for the others."""

    def throw(self, count, reading):
        return (reading.sides // 2 + 1,) * count


def moved(unit, rng):
    if unit.place is None or unit.kind not in COMPANIES | COMMAND:
        return unit  # where a barrage is to fall is seen when it falls
    return replace(unit, place=replace(unit.place, x=unit.place.x + 0.37, y=unit.place.y - 0.61))


def tired(unit, rng):
    mark, did = rng.choice([Mark.SUPPRESSED, Mark.SET_UP, Mark.DUG_IN]), rng.choice([Did.FIRED, Did.MOVED])
    return replace(unit, marks=unit.marks ^ {mark}, spent=unit.spent ^ {did}) if unit.kind in COMPANIES else unit


def another(unit, rng):
    kind = rng.choice([Kind.HQ, Kind.HEAVY_WEAPONS])
    return replace(unit, kind=kind) if unit.kind == Kind.INFANTRY else unit


def disturbed(state, side, change, rng):
    """Hidden units otherwise, and battalions that are not wholly known stronger."""
    units = {i: unit if unit.known_by(side) else change(unit, rng) for i, unit in state.units.items()}
    for body in {unit.part_of for unit in units.values() if unit.kind in COMPANIES and not unit.known_by(side)}:
        tallies = units[body].tallies
        units[body] = replace(units[body], tallies={**tallies, Tally.AT_DAWN: tallies[Tally.AT_DAWN] + 1})
    return replace(state, units=units)


def heard(leg, side):
    return [str(entry) for entry in readable(leg.entries, side)]


def outcome(rules, start, position, command, side):
    """What a side reads, what it is asked then if it is asked, and whether something has come out of hiding."""
    leg = follow(rules, Path(start, (*position.path, command), Steady()))
    question = leg.position.question
    decision = question.decision if question is not None and question.side == side else None
    return heard(leg, side), decision, any(isinstance(entry.event, Revealed) for entry in leg.entries)


def alike(one, other):
    """The same, as far as both have got: somebody who hides may have been asked something in between."""
    (lines, asked, _), (others, asked_too, _) = one, other
    for line, its in zip(lines, others, strict=False):
        if line != its:
            return any(words in line + its for words in FOUND_OUT)
    return asked is None or asked_too is None or len(lines) != len(others) or asked == asked_too


def moments(rules, name):
    """Commands of the rounds of actions, and the positions in which they were given, of some battles at random."""
    scenario = rules.scenarios()[name]
    for seed in range(BATTLES):
        for game in random_game(rules, scenario, frozenset(scenario.options), f"spy {seed}"):
            if len(game.stages) > 1:
                position, command = game.stages[-2].leg.position, game.stages[-1].leg.answers[0]
                if isinstance(position.start.agenda[0], Moving | Tidying | Aiming):
                    yield position, command


@pytest.mark.parametrize(("rules_id", "name"), [(GB20, "nissoria"), (GB20, "le-mesnil-patry"), (GB10, "crossroads")])
@pytest.mark.parametrize("change", [moved, tired, another])
def test_what_comes_of_a_command_tells_nothing_of_what_stays_hidden(rules_id, name, change):
    rules, rng, compared = rule_sets()[rules_id], Random(1), 0
    for position, command in moments(rules, name):
        side = position.question.side
        start = disturbed(position.start, side, change, rng)
        if start.units == position.start.units:
            continue  # nothing is hidden any more
        assert rules.view(start, side) == rules.view(position.start, side)
        try:
            was, now = (outcome(rules, one, position, command, side) for one in (position.start, start))
        except MISFITS:
            continue  # who is hidden was asked something on the way
        if not was[-1] and not now[-1]:
            assert alike(was, now), (command, was[0], now[0])
            compared += 1
    assert compared > 20
