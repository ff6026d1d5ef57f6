"""Option: cyclists."""

import pytest
from tabletop import BLUE, activated, at, ends, firing, sp, table, unit, why_not

from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import Attack, Fire, Load, Move
from sandtable.rules.portable_wargame.scenario import scenarios
from sandtable.rules.portable_wargame.setup import opening
from sandtable.scripted import act

CYCLISTS, ENEMY = unit("Cyclists", "d1"), unit("Infantry", "d6", side=BLUE)
ON = ("cyclists",)


def fires_after(state, *moves):
    return why_not(firing(state, "Red Cyclists", *moves), Fire("Red Cyclists", at("d6")))


@pytest.mark.case("pw.cyclists.unit", 1)
def test_cyclists_move_as_cavalry_and_fight_as_infantry():
    state = table(CYCLISTS, ENEMY, options=ON)
    question = activated(state, "Red Cyclists")
    assert ends(question, "d4") and ends(question, "f2") and not ends(question, "f3")
    assert not fires_after(state, Move("Red Cyclists", at("d3")))
    assert fires_after(state, Move("Red Cyclists", at("d4"))) == "pw.move.fire-penalty"
    flanked = table(unit("Cyclists", "d4", "E"), unit("Infantry", "d5", "S", side=BLUE), options=ON)
    order = Attack("Blue Infantry", "Red Cyclists")
    assert sp(act(flanked, lambda play: fight(play, order), dice=[4, 6, 1]).state, "Red Cyclists") == 3
    assert sp(act(flanked, lambda play: fight(play, order), dice=[5, 6]).state, "Red Cyclists") == 4


@pytest.mark.clause("pw.cyclists.unit")
def test_a_move_of_cyclists_cites_their_rule():
    state = table(CYCLISTS, unit("Infantry", "l12", side=BLUE), options=ON)
    after = act(state, lambda play: activate(play, "Red Cyclists"), picks=[Move("Red Cyclists", at("d4"))])
    assert "pw.cyclists.unit" in after.cited


@pytest.mark.clause("pw.cyclists.unit")
@pytest.mark.parametrize("options, kind", [(ON, "Cyclists"), ((), "Infantry")])
def test_without_the_option_cyclists_are_plain_infantry(options, kind):
    state = opening(scenarios()["slim-river"], frozenset(options))
    assert {one.kind for one in state.units.values() if "Cyclists" in one.id} == {kind}


@pytest.mark.clause("pw.cyclists.values")
def test_cyclists_have_infantry_strength_and_small_arms_with_a_forward_arc():
    """Four Strength Points, one die, three squares, and no harm to the last point of tanks."""
    state = table(unit("Cyclists", "d3", "N"), unit("Tanks", "d6", side=BLUE, sp=1), options=ON)
    assert sp(state, "Red Cyclists") == 4
    assert not fires_after(state)
    assert why_not(firing(table(unit("Cyclists", "d3", "E"), ENEMY), "Red Cyclists"), Fire("Red Cyclists", at("d6")))
    order = [Move("Red Cyclists", at("d4")), Fire("Red Cyclists", at("d6"))]
    after = act(state, lambda play: activate(play, "Red Cyclists"), dice=[5, 1], picks=order)
    assert sp(after.state, "Blue Tanks") == 1


@pytest.mark.clause("pw.cyclists.values")
def test_cyclists_ride_in_trucks_but_not_on_tanks():
    everything = ("cyclists", "tank-riders")
    truck = activated(table(unit("Trucks", "d1"), CYCLISTS, ENEMY, options=everything), "Red Trucks")
    tank = activated(table(unit("Tanks", "d1"), CYCLISTS, ENEMY, options=everything), "Red Tanks")
    assert not why_not(truck, Load("Red Trucks", "Red Cyclists"))
    assert why_not(tank, Load("Red Tanks", "Red Cyclists")) == "pw.tank-riders.carry"
