"""One battle in plain terms under every book."""

from importlib.resources import files

import pytest

from sandtable.kernel.scenario import ScenarioError
from sandtable.lab import Trial, fight
from sandtable.rules import rule_sets
from sandtable.rules.engagements import engagements, read_engagement

BOOKS = sorted(id for id, rules in rule_sets().items() if rules.stage)
BATTLES = sorted(engagements())


def test_every_book_of_ours_can_stage_a_battle():
    ours = {"combat-captain", "great-battles-d10", "great-battles-d20", "panzer-korps", "portable-wargame"}
    assert ours <= set(BOOKS) and len(BATTLES) >= 2


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_is_fought_to_its_end_under_every_book(book, battle):
    rules, plain = rule_sets()[book], engagements()[battle]
    scenario = rules.stage(plain)
    assert scenario.title == plain.title and scenario.rules == book
    found = fight(Trial(rules, scenario, frozenset(), ("random", "random"), "any"), 0)
    assert found.winner in {side.name for side in plain.side} and found.clause


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("book", BOOKS)
def test_both_sides_have_troops_of_every_force_that_takes_the_field(book, battle):
    rules, plain = rule_sets()[book], engagements()[battle]
    state = rules.setup(rules.stage(plain), frozenset())
    looks = {unit.id: rules.showing.look(state, unit).role for unit in state.units.values()}
    for side in plain.side:
        pieces = [unit for unit in state.units.values() if unit.side == side.name and looks[unit.id] == "piece"]
        assert len(pieces) >= sum(force.arm != "artillery" for force in side.forces)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ('aim = "nowhere"', "aim: the map has no area 'nowhere'"),
        ("aim = 3", "Expected `str`"),
        ('surprise = true\naim = "Ponyri"', "unknown field"),
    ],
)
def test_a_broken_file_is_refused_with_its_name(written, why):
    text = files("sandtable.rules").joinpath("engagements", "ponyri.toml").read_text(encoding="utf-8")
    with pytest.raises(ScenarioError, match=f"new.toml: .*{why}"):
        read_engagement(text.replace('aim = "Ponyri"', written), "new.toml")
