"""Rallying, and what suppression does."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, sid, stand, table

from sandtable.kernel.events import Spent
from sandtable.rules.great_battles.effects.hits import suppress
from sandtable.rules.great_battles.facts.day import Destroyed, RoundOver
from sandtable.rules.great_battles.fire.shot import refuse_firer, set_up_weapons
from sandtable.rules.great_battles.nerve.morale import test_next as step_seven
from sandtable.rules.great_battles.nerve.rally import rally, rally_modifiers, refuse_rally
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.words import Did, Formation, Mark
from sandtable.scripted import act

VILLAGE = {"kind": "village", "at": (20, 19), "size": (12, 4)}
HILL = {"kind": "hill", "corners": ((10, 15), (30, 15), (30, 20), (10, 20)), "level": 1}


def rallies(state, dice, body="A1"):
    return act(state, lambda play: rally(play, body), dice)


def down(state):
    """The stands that are suppressed, by number."""
    return [unit.id.split("/")[1][0] for unit in state.units.values() if Mark.SUPPRESSED in unit.marks]


def sum_of(state, body="A1"):
    """The rally modifiers by what they are for."""
    return {term.clause.split(".")[-1]: term.value for term in rally_modifiers(state, state.units[body])}


def after_losing(state, *stands, day=1):
    for name in stands:
        state = Destroyed(sid(state, name), "", day).apply(state)
    return state


@pytest.mark.case("gb20.rally.modifiers", 1)
@pytest.mark.clause("gb20.rally.modifiers")
def test_hq_cover_suppression_and_losses_add_up():
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 4, attached=("HQ",), suppressed=(1, 2))
    state = after_losing(table(body, pieces=(VILLAGE,)), "A1/4")
    assert sum_of(state) == {"modifiers": 2, "cover": 4, "once-per-battalion": -4, "destroyed-count": -4}
    assert down(rallies(state, [7, 6]).state) == ["2"]


@pytest.mark.case("gb20.rally.once-per-battalion", 1)
@pytest.mark.clause("gb20.rally.once-per-battalion")
def test_the_modifier_does_not_improve_while_stands_recover():
    body = Body("A1", (20, 20), quality="inferior", suppressed=(1, 2, 3))
    after = rallies(table(body), [13, 13, 12])
    assert down(after.state) == ["3"]
    assert "rolls 12 -6 3 suppressed [gb20.rally.once-per-battalion] = 6" in after.told[-1]


@pytest.mark.case("gb20.rally.cover", 1)
@pytest.mark.clause("gb20.rally.cover")
@pytest.mark.parametrize(("die", "still"), [(5, []), (4, ["1"])])
def test_a_single_stand_in_soft_cover_gives_nothing(die, still):
    wood = {"kind": "woods", "at": (19.25, 19.75), "size": (1, 0.4)}
    body = Body("A1", (20, 20), quality="experienced", suppressed=(1,))
    assert down(rallies(table(body, pieces=(wood,)), [die]).state) == still


@pytest.mark.clause("gb20.rally.cover")
@pytest.mark.parametrize(("size", "bonus"), [((1, 0.4), 2), ((12, 4), 4)])
def test_one_stand_in_hard_cover_counts_as_a_step_less(size, bonus):
    village = {"kind": "village", "at": (19.25, 19.75), "size": size}
    assert sum_of(table(Body("A1", (20, 20)), pieces=(village,))) == {"cover": bonus}


@pytest.mark.clause("gb20.rally.cover")
def test_a_crest_line_counts_as_soft_cover():
    assert sum_of(table(Body("A1", (20, 19.9)), pieces=(HILL,))) == {"cover": 2}


@pytest.mark.clause("gb20.rally.destroyed-count")
def test_every_stand_lost_today_counts_and_those_of_other_days_do_not():
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 4, attached=("Heavy weapons",), destroyed=(1,))
    state = after_losing(table(body), "A1/2", "A1/5")
    assert sum_of(state) == {"destroyed-count": -8}


@pytest.mark.clause("gb20.rally.destroyed-count")
def test_a_lost_half_track_is_not_a_lost_stand():
    state = table(Body("A1", (20, 20), stands=(f"{INFANTRY} by half-track",) * 3))
    assert sum_of(after_losing(state, "A1/1 infantry's half-track")) == {}


@pytest.mark.clause("gb20.rally.action")
def test_only_suppressed_stands_with_nothing_else_to_do_roll_and_one_that_fails_may_try_again():
    state = table(Body("A1", (20, 20), suppressed=(1, 2)))
    failed = rallies(Spent(sid(state, "A1/2"), Did.BUSY).apply(state), [8]).state
    assert down(failed) == ["1", "2"]
    assert refuse_rally(failed, failed.units["A1"]).clause == "gb20.rally.action"
    later = RoundOver().apply(failed)
    assert refuse_rally(later, later.units["A1"]) is None
    assert down(rallies(later, [9, 9]).state) == []


@pytest.mark.clause("gb20.rally.action")
@pytest.mark.parametrize(
    ("quality", "figure"), [("raw", 9), ("inferior", 7), ("average", 5), ("experienced", 3), ("veteran", 1)]
)
def test_the_figure_is_that_of_the_battalions_quality(quality, figure):
    state = table(Body("A1", (20, 20), quality=quality, suppressed=(1,)))
    assert down(rallies(state, [figure + 2]).state) == []
    assert down(rallies(state, [figure + 1]).state) == ["1"]


@pytest.mark.clause("gb20.rally.action")
def test_the_rolls_of_a_hidden_battalion_are_its_owners_secret():
    state = table(Body("A1", (20, 20), suppressed=(1,), hidden=True), Body("B1", (20, 40), side=BLUE))
    after = rallies(state, [20])
    assert {entry.known_to for entry in after.entries} == {frozenset({RED})}


@pytest.mark.case("gb20.rally.suppression-effects", 1)
@pytest.mark.clause("gb20.rally.suppression-effects")
def test_a_second_suppression_has_no_effect_and_causes_no_test():
    state = table(Body("A1", (20, 20), suppressed=(1,)))
    after = act(state, lambda play: suppress(play, sid(state, "A1/1")))
    assert after.entries == []
    assert act(after.state, lambda play: step_seven(play, RED)).entries == []


@pytest.mark.clause("gb20.rally.suppression-effects")
def test_a_suppressed_stand_does_not_fire_and_slows_its_battalion():
    body = Body("A1", (20, 20), formation=Formation.MARCH, stands=("Sherman M-M-M",) * 2, suppressed=(1,))
    state = table(body)
    assert refuse_firer(state, stand(state, "A1/1")).clause == "gb20.rally.suppression-effects"
    assert refuse_firer(state, stand(state, "A1/2")) is None
    assert Rates(state, state.units["A1"]).good == Rates(state, state.units["A1"]).bad


@pytest.mark.clause("gb20.rally.suppression-effects")
def test_suppressed_heavy_weapons_give_no_bonus():
    body = Body("A1", (20, 20), attached=("Heavy weapons",), set_up=(4,), suppressed=(4,))
    state = table(body)
    assert not set_up_weapons(state, stand(state, "A1/1"))
