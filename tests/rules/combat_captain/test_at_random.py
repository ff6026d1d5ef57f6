"""Battles at random on the exercises: they end by a rule, cite the book, and are the same for the same seed."""

import pytest

from sandtable.cli.coverage import exercises
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.field import field
from sandtable.rules.combat_captain.scenario import table
from sandtable.testing import check_cites, check_ends_by_a_rule, check_facts_rebuild, random_game

LONG = 100  # turns
EXERCISES = {one.id: one for one in exercises(RULES) if one.turns < LONG}
OPTIONS = frozenset(), RULES.every_option


def played(exercise, seed):
    """The battle when it is over; on the way nobody is ever on another or off the table."""
    for game in random_game(RULES, exercise, OPTIONS[seed % 2], f"exercise {seed}"):
        layout, board = field(game.state), table(game.state)
        assert all(board.carries(slab) for slab in layout.slabs.values())
        assert not list(overlaps(layout))
    return game


def overlaps(layout, tolerance=0.03):
    slabs = list(layout.slabs.items())
    for number, (one, a) in enumerate(slabs):
        for other, b in slabs[:number]:
            if ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 < a.rim + b.rim - tolerance:
                yield one, other


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", EXERCISES)
def test_a_random_battle_ends_by_a_rule_and_nobody_stands_on_another(name, seed):
    game = played(EXERCISES[name], seed)
    check_ends_by_a_rule(game)
    check_cites(game)
    check_facts_rebuild(game)


def test_the_same_seed_makes_the_same_battle():
    one, other = (played(EXERCISES["cc-hand-to-hand"], 1) for _ in range(2))
    assert list(map(str, one.log())) == list(map(str, other.log()))
