"""The stretches of a move that are in sight, against looking at every fiftieth of an inch."""

from random import Random

import pytest
from gbrandom import some_table
from gbtable import BLUE, GB10, GB20, INFANTRY, TANK, Body
from missions import ONE, TWO, battle, falling

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.rules.great_battles.table.field import all_standing
from sandtable.rules.great_battles.table.glimpses import Look
from sandtable.rules.great_battles.table.sighting import is_within, outlook, sight_limit

STEP = 0.02
LOOKS = 40  # of each random table


def some_looks(seed, rules):
    """Somebody looks at somebody of the other side who goes up to 8 inches anywhere."""
    rng, state = Random(seed), some_table(seed, rules=rules)
    yield from looks(rng, state, *(list(all_standing(state, side)) for side in state.sides))


def looks(rng, state, eyes, movers):
    for _ in range(LOOKS):
        eye, mover = rng.choice(eyes), rng.choice(movers)
        x, y = (at + rng.uniform(-6, 6) for at in mover.place.point)
        to = Place(shapes.to_lattice(x), shapes.to_lattice(y), mover.place.facing)
        yield Look(state, eye, mover, mover.place, to)


def some_ridges(seed, rules):
    """Ridges, barrages and a stand or two in between; half of them with lines along the ridges."""
    rng = Random(seed)
    red, blue = Body("R1", (20, 12), stands=(INFANTRY,) * 3), Body("B1", (20, 22), 180, side=BLUE, stands=(TANK,) * 2)
    ridges = [
        {"kind": "ridge", "name": f"ridge {i}", "course": [(rng.uniform(8, 32), rng.uniform(13, 21)) for _ in range(3)],
         "width": rng.uniform(1, 3), "level": i}
        for i in (1, 2)
    ]  # fmt: skip
    options = ("ridge-crest",) if rules == GB10 and seed % 2 else ()
    state = battle(red, blue, pieces=tuple(ridges), options=options, rules=rules)
    for name in (ONE, TWO):
        state = falling(state, name, rng.uniform(15, 25), rng.uniform(14, 20))
    yield from looks(rng, state, *(list(all_standing(state, side)) for side in state.sides))


def is_seen(look, inches):
    to = look.slab(inches)
    return (
        is_within(look.from_, to, sight_limit(look.state)) and outlook(look.state, look.eye, look.mover, to).sight.clear
    )


@pytest.mark.clause("gb20.opfire.what-counts", "gb10.opfire.movement-that-triggers")
@pytest.mark.parametrize("rules", [GB20, GB10])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("some", [some_looks, some_ridges])
def test_no_stretch_in_sight_is_lost_and_none_is_made_up(some, seed, rules):
    for look in some(seed, rules):
        stretches = list(look.stretches(0.0, look.inches))
        assert [low for low, _, _ in stretches] == [0.0, *(high for _, high, _ in stretches[:-1])]
        assert stretches[-1][1] == look.inches
        steps = int(look.inches / STEP)
        for step in range(steps + 1):
            inches = step * STEP
            near = [seen for low, high, seen in stretches if low - 0.003 <= inches <= high + 0.003]
            assert is_seen(look, inches) in near, (look.eye.id, look.mover.id, look.by, inches)
