"""Recovery: markers that come off in the Movement phase."""

import pytest
from pk_moves import GROUP, one, table, unit

from sandtable.kernel.view import open_table
from sandtable.rules.panzer_korps.decision import rally, recover
from sandtable.rules.panzer_korps.steps import Recovery
from sandtable.rules.panzer_korps.words import Tally
from sandtable.scripted import act


def recovers(state):
    return act(state, lambda play: recover(play, Recovery(GROUP)), view=open_table)


def left(after, name="I"):
    return unit(after.state, name).tallies[Tally.DISORDER]


@pytest.mark.case("pk.disorder.recovery", 1)
def test_elite_troops_with_a_headquarters_remove_five():
    after = recovers(one("3 infantry, Divisional HQ; Elite, disorder 6"))
    assert left(after) == 1
    assert "pk.disorder.recovery" in after.cited


@pytest.mark.case("pk.disorder.recovery", 2)
def test_recruits_that_moved_remove_nothing():
    assert left(recovers(one("3 infantry; Recruit, moved, disorder 2"))) == 2


@pytest.mark.clause("pk.disorder.recovery")
@pytest.mark.parametrize(
    ("words", "removed"),
    [("Regular, moved", 1), ("Veteran, moved", 1), ("Hardened, moved", 2), ("Recruit", 1), ("Reservist, moved", 0),
     ("Recruit, moved, decorated 2", 2)],
)  # fmt: skip
def test_rest_quality_and_leaders_add_up(words, removed):
    assert left(recovers(one(f"3 infantry; disorder 5, {words}"))) == 5 - removed


@pytest.mark.clause("pk.disorder.recovery")
def test_markers_never_go_below_none():
    assert left(recovers(one("3 infantry; Elite, disorder 1"))) == 0


@pytest.mark.case("pk.disorder.recovery-timing", 1)
def test_auto_rally_comes_at_once_and_the_rest_after_the_move():
    state = act(one("3 infantry; disorder 4"), lambda play: rally(play, GROUP, 1), view=open_table).state
    assert unit(state).tallies[Tally.DISORDER] == 3
    after = recovers(state)
    assert left(after) == 1


@pytest.mark.clause("pk.disorder.recovery-timing")
def test_panicked_formations_recover_too_and_forced_moves_are_moves():
    panicked = recovers(one("3 infantry; Recruit, Panicked, disorder 4"))
    assert left(panicked) == 3
    assert "pk.disorder.recovery-timing" in panicked.cited
    assert left(recovers(one("3 infantry; Recruit, Panicked, fell back, moved, disorder 4"))) == 4


@pytest.mark.clause("pk.disorder.recovery-timing")
def test_only_the_group_that_has_moved_recovers():
    state = table("German I at 20,10: 3 infantry; disorder 2", "German II at 30,10: 3 infantry; disorder 2, group B")
    after = recovers(state)
    assert (left(after), left(after, "II")) == (0, 2)
