"""What barrages do to those under them by the d10 charts."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, asks, carried_out, first_question, moved, sid, stand, why_not
from missions import A1, BUNKERS, LONE, ONE, TWO, VILLAGE, WOOD, battle10, falling, falling_on, shelled10, suppressed

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import Fire
from sandtable.rules.great_battles.fire.fire import name_target
from sandtable.rules.great_battles.fire.shot import refuse_firer
from sandtable.rules.great_battles.guns.barrage import resolve_barrages
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.words import Mark

# ---- the effect


@pytest.mark.case("gb10.barrage.effect", 1)
def test_activated_in_the_open_8_suppresses():
    hit = shelled10(dice=[8])
    assert suppressed(hit.state) and not suppressed(shelled10(dice=[9]).state)
    assert "needs 8 or less (8 activated in the open [gb10.barrage.effect])" in hit.told[1]
    assert Mark.DESTROYED not in stand(shelled10(dice=[1]).state, "B1/1").marks


@pytest.mark.case("gb10.barrage.effect", 2)
def test_hard_cover_is_the_best_line_of_an_inactive_stand_which_still_may_not_fire():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=False)
    after = shelled10(body=body, pieces=(VILLAGE,), dice=[5])
    assert not suppressed(after.state)
    assert suppressed(shelled10(body=body, pieces=(VILLAGE,), dice=[4]).state)
    refusal = refuse_firer(after.state, stand(after.state, "B1/1"))
    assert refusal is not None and refusal.clause == "gb10.barrage.no-fire"


@pytest.mark.clause("gb10.barrage.effect-precedence")
@pytest.mark.parametrize(("pieces", "active", "upto"), [((), False, 6), ((WOOD,), True, 6), ((WOOD,), False, 6),
                                                        ((VILLAGE,), True, 4), ((BUNKERS,), False, 2)])  # fmt: skip
def test_only_the_best_line_counts(pieces, active, upto):
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=active)
    hit = shelled10(body=body, pieces=pieces, dice=[upto])
    assert suppressed(hit.state) and not suppressed(shelled10(body=body, pieces=pieces, dice=[upto + 1]).state)
    assert "[gb10.barrage.effect-precedence]" in hit.told[1]


@pytest.mark.clause("gb10.barrage.effect-precedence")
def test_a_crest_is_no_cover_and_two_templates_are_two_rolls():
    hill = {"kind": "hill", "name": "the hill", "level": 1, "corners": [[25, 25], [35, 25], [35, 31], [25, 31]]}
    assert suppressed(shelled10(pieces=(hill,), dice=[8]).state)
    state = falling_on(falling_on(battle10(A1, LONE), ONE, "B1/1"), TWO, "B1/1")
    assert len(carried_out(state, resolve_barrages, RED, dice=[10, 9]).rolls) == 2


@pytest.mark.case("gb10.barrage.exempt", 1)
def test_only_the_infantry_rolls_beside_heavy_weapons():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), attached=("Heavy weapons",))
    state = moved(moved(battle10(A1, body), "B1/1", 40, 40), "B1/2", 40, 41)
    after = carried_out(falling(state, ONE, 40, 40.5), resolve_barrages, RED, dice=[1])
    assert len(after.rolls) == 1 and suppressed(after.state) and not suppressed(after.state, "B1/2")
    assert "gb10.barrage.exempt" in after.cited


@pytest.mark.clause("gb10.barrage.exempt-command")
def test_staff_is_spared_and_a_load_rolls_once():
    staff = carried_out(falling(battle10(A1, LONE, c_ops={BLUE: (40, 40)}), ONE, 40, 40), resolve_barrages, RED)
    assert not staff.rolls and "gb10.barrage.exempt-command" in staff.cited
    riders = Body("B1", (30, 30), side=BLUE, stands=("Infantry by truck",), loaded=True)
    after = shelled10(body=riders, dice=[8])
    assert len(after.rolls) == 1 and suppressed(after.state)
    assert after.entries[-1].clause == "gb10.barrage.exempt-command"


@pytest.mark.clause("gb10.barrage.friendly")
def test_ones_own_troops_roll_as_the_enemys_do():
    state = falling_on(battle10(Body("A1", (30, 20), stands=(INFANTRY,)), LONE), ONE, "A1/1")
    after = carried_out(state, resolve_barrages, RED, dice=[8])
    assert suppressed(after.state, "A1/1") and "gb10.barrage.friendly" in after.cited


# ---- what it stops


@pytest.mark.clause("gb10.barrage.no-fire", "gb10.barrage.no-target")
def test_who_is_under_a_template_neither_fires_nor_is_fired_at():
    body = Body("B1", (30, 23), 180, side=BLUE, stands=(INFANTRY,))
    state = carried_out(falling_on(battle10(A1, body), ONE, "B1/1"), resolve_barrages, RED, dice=[9]).state
    refusal = refuse_firer(state, stand(state, "B1/1"))
    assert refusal is not None and refusal.clause == "gb10.barrage.no-fire"
    question = first_question(state, lambda play: name_target(play, sid(state, "A1/1")))
    assert why_not(question, Fire(sid(state, "A1/1"), sid(state, "B1/1"))) == "gb10.barrage.no-target"


@pytest.mark.clause("gb10.barrage.blocks-sight")
def test_nobody_fires_across_a_template():
    body = Body("B1", (30, 24), 180, side=BLUE, stands=(INFANTRY,))
    state = falling(battle10(Body("A1", (30, 20), stands=(INFANTRY,)), body), ONE, 30, 22)
    question = asks(state, lambda play: name_target(play, sid(state, "A1/1")))
    assert why_not(question, Fire(sid(state, "A1/1"), sid(state, "B1/1"))) == "gb10.barrage.blocks-sight"


@pytest.mark.case("gb10.barrage.moving-onto", 1)
def test_who_moves_onto_a_template_rolls_at_once_and_goes_on_as_in_bad_going():
    state = falling(battle10(Body("A1", (30, 20), stands=(INFANTRY,)), LONE), "Blue template 1", 30, 22)
    way = Way(state, state.units["A1"], Place(30, 22, 0))
    after = carried_out(state, lambda play: march(play, way, 1.0), dice=[3])
    assert suppressed(after.state, "A1/1") and "gb10.barrage.moving-onto" in after.cited
    rates = Rates(after.state, after.state.units["A1"])
    assert rates.good == rates.bad == 2.5


@pytest.mark.clause("gb10.barrage.staying")
def test_who_stays_under_a_template_does_not_roll_again():
    state = carried_out(falling_on(battle10(A1, LONE), ONE, "B1/1"), resolve_barrages, RED, dice=[10]).state
    way = Way(state, state.units["B1"], Place(30, 29.9, 180))
    assert not carried_out(state, lambda play: march(play, way, 1.0)).rolls
