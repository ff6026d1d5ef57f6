"""A kept value of a layout equals the value worked out now. Replays rely on it."""

from itertools import count

import pytest

from sandtable.kernel.state import State
from sandtable.rules import rule_sets
from sandtable.testing import random_game

EVERY = 20  # one of so many kept values is worked out again
BATTLES = [
    ("great-battles-d20", "manoeuvres"),
    ("great-battles-d20", "nissoria"),
    ("great-battles-d10", "armour-at-st-aignan"),
    ("great-battles-d10", "malta-airfield"),
    ("portable-wargame", "proving-ground"),
    ("combat-captain", "no-infantry-support"),
]


def alike(kept: object, fresh: object) -> bool:
    """By what others may read; a dict that is empty at first is a store of its own, which fills as it is asked."""
    if isinstance(fresh, dict) and not fresh:
        return True
    if isinstance(fresh, State) or not hasattr(fresh, "__dict__"):
        return kept == fresh
    return all(alike(vars(kept)[name], value) for name, value in vars(fresh).items() if not name.startswith("_"))


@pytest.mark.parametrize(("rules", "scenario"), BATTLES)
def test_what_is_kept_of_a_layout_is_what_would_be_read_off_it_now(monkeypatch, rules, scenario):
    kept_layout, asked, met = State.layout, count(1), set()

    def checked(state, work_out):
        value = kept_layout(state, work_out)
        if next(asked) % EVERY == 0:
            anew = type(state)(*(getattr(state, name) for name in state.__struct_fields__))
            assert alike(value, work_out(anew)), work_out
            met.add(work_out.__name__)
        return value

    monkeypatch.setattr(State, "layout", checked)
    rule_set = rule_sets()[rules]
    battle = rule_set.scenarios()[scenario]
    for number in range(2):
        for _ in random_game(rule_set, battle, frozenset(battle.options), f"layouts {number}"):
            pass
    assert "Field" in met
