"""Option: tank riders."""

import pytest
from tabletop import BLUE, activated, at, ends, firing, offered, sp, square, steps, table, turns, unit, why_not

from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Attack,
    Bombard,
    Done,
    Face,
    Fire,
    HoldFire,
    LayWire,
    Load,
    Move,
    Resolve,
    Retreat,
    Stand,
    Stay,
    Unload,
)
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.sequence import Bombardment, EndPhase, Orders
from sandtable.rules.portable_wargame.transport import begin
from sandtable.scripted import act

ON = ("tank-riders",)
TANKS, INFANTRY, RIDER = unit("Tanks", "d4"), unit("Infantry", "d4"), unit("Infantry", aboard="Red Tanks")
ENEMY = unit("Infantry", "l12", side=BLUE)
LOAD, UNLOAD = Load("Red Tanks", "Red Infantry"), Unload("Red Tanks", "Red Infantry")


def shot_at(tanks, rider, dice, picks=(), options=ON):
    """Fire of Infantry on d6 at the tanks on d4."""
    state = table(tanks, rider, unit("Infantry", "d6", "S", side=BLUE), options=options)
    return act(state, lambda play: fire(play, Fire("Blue Infantry", at("d4"))), dice, picks)


@pytest.mark.clause("pw.tank-riders.carry")
@pytest.mark.parametrize("tank", ["Tanks", "Light Tanks"])
@pytest.mark.parametrize("foot", ["Infantry", "Infantry Anti-tank"])
def test_tank_units_carry_infantry(tank, foot):
    state = table(unit(tank, "d4"), unit(foot, "d4"), ENEMY, options=ON)
    assert not why_not(activated(state, f"Red {tank}"), Load(f"Red {tank}", f"Red {foot}"))


@pytest.mark.clause("pw.tank-riders.carry")
@pytest.mark.parametrize("kind", ["Engineers", "Dismounted Cavalry", "Machine Guns", "Commanders"])
def test_nothing_but_infantry_rides_on_tanks(kind):
    state = table(TANKS, unit(kind, "d4"), ENEMY, options=ON)
    assert why_not(activated(state, "Red Tanks"), Load("Red Tanks", f"Red {kind}")) == "pw.tank-riders.carry"


@pytest.mark.clause("pw.tank-riders.carry")
def test_without_the_option_nobody_rides():
    assert why_not(activated(table(TANKS, INFANTRY, ENEMY), "Red Tanks"), LOAD) == "pw.setup.options"


@pytest.mark.clause("pw.tank-riders.load")
def test_mounting_takes_the_turn():
    state = table(TANKS, INFANTRY, ENEMY, options=ON)
    assert offered(activated(state, "Red Tanks"), LOAD) == "pw.tank-riders.load"
    mounting = act(state, lambda play: begin(play, LOAD)).state
    assert square(mounting, "Red Infantry") == "d4"
    assert square(act(mounting, steps(EndPhase())).state, "Red Infantry") is None


@pytest.mark.clause("pw.tank-riders.load")
def test_dismounting_takes_the_turn():
    state = table(TANKS, RIDER, ENEMY, options=ON)
    assert offered(activated(state, "Red Tanks"), UNLOAD) == "pw.tank-riders.load"
    dismounting = act(state, lambda play: begin(play, UNLOAD)).state
    after = act(dismounting, steps(EndPhase()), picks=[Face("Red Infantry", 90)]).state
    assert (after.units["Red Infantry"].aboard, after.units["Red Infantry"].place) == (None, at("d4", "E"))


@pytest.mark.case("pw.tank-riders.stacking", 1)
def test_infantry_joins_tanks_in_one_turn_and_rides_from_the_next():
    walker = unit("Infantry", "d3")
    state = table(TANKS, walker, ENEMY, options=ON)
    join = [Activate("Red Infantry"), Move("Red Infantry", at("d4")), Done(), Done()]
    mount = [Activate("Red Tanks"), LOAD, Done()]
    after = act(state, turns(1, 2), dice=[6, 1, 2, 1] * 2, picks=join + mount).state
    assert after.units["Red Infantry"].aboard == "Red Tanks"
    assert not ends(activated(table(TANKS, walker, ENEMY), "Red Infantry"), "d4")


@pytest.mark.clause("pw.tank-riders.stacking")
def test_tanks_may_move_to_join_infantry_unless_they_carry_others():
    waiting = unit("Infantry", "d5", name="Red Waiting")
    assert ends(activated(table(TANKS, waiting, ENEMY, options=ON), "Red Tanks"), "d5")
    laden = activated(table(TANKS, RIDER, waiting, ENEMY, options=ON), "Red Tanks")
    assert why_not(laden, Move("Red Tanks", at("d5"))) == "pw.move.stack-limit"


@pytest.mark.clause("pw.tank-riders.stacking")
def test_two_infantry_units_do_not_share_a_square_for_all_that():
    other = unit("Infantry", "d3", name="Red Other")
    assert not ends(activated(table(INFANTRY, other, ENEMY, options=ON), "Red Other"), "d4")


@pytest.mark.clause("pw.tank-riders.stacking")
def test_no_third_unit_joins_tanks_and_infantry():
    third = unit("Infantry", "d3", name="Red Third")
    assert not ends(activated(table(TANKS, INFANTRY, third, ENEMY, options=ON), "Red Third"), "d4")


@pytest.mark.clause("pw.tank-riders.stacking")
def test_of_tanks_and_infantry_in_a_square_the_tanks_fight():
    foe = unit("Tanks", "d5", "S", side=BLUE)
    order = [Stay("Blue Tanks"), HoldFire("Blue Tanks")]
    state = table(TANKS, INFANTRY, foe, options=ON)
    question = activated(state, "Blue Tanks", picks=order, kind="attack")
    assert not why_not(question, Attack("Blue Tanks", "Red Tanks"))
    assert why_not(question, Attack("Blue Tanks", "Red Infantry")) == "pw.tank-riders.stacking"


@pytest.mark.clause("pw.tank-riders.stacking")
@pytest.mark.parametrize("foot", ["Infantry", "Infantry Anti-tank"])
def test_infantry_beside_a_tank_neither_fires_nor_attacks_nor_turns_nor_works(foot):
    name = f"Red {foot}"
    state = table(TANKS, unit(foot, "d4"), unit("Trucks", "d5", side=BLUE), options=ON)
    question = activated(state, name)
    for order in (Move(name, at("d4", "E")), LayWire(name)):
        assert why_not(question, order) == "pw.tank-riders.stacking"
    assert why_not(firing(state, name), Fire(name, at("d5"))) == "pw.tank-riders.stacking"
    fight = activated(state, name, picks=[Stay(name)], kind="attack")
    assert why_not(fight, Attack(name, "Blue Trucks")) == "pw.tank-riders.stacking"


@pytest.mark.clause("pw.tank-riders.stacking")
def test_infantry_that_joins_a_tank_does_not_fire_from_there():
    state = table(TANKS, unit("Infantry", "d3"), unit("Trucks", "d6", side=BLUE), options=ON)
    question = firing(state, "Red Infantry", Move("Red Infantry", at("d4")))
    assert why_not(question, Fire("Red Infantry", at("d6"))) == "pw.tank-riders.stacking"


@pytest.mark.clause("pw.tank-riders.stacking")
def test_infantry_that_has_moved_off_fires_and_the_tank_is_free():
    state = table(TANKS, INFANTRY, unit("Trucks", "d6", side=BLUE), options=ON)
    question = firing(state, "Red Infantry", Move("Red Infantry", at("c4")))
    assert why_not(question, Fire("Red Infantry", at("d6"))) == ""
    assert why_not(firing(state, "Red Tanks"), Fire("Red Tanks", at("d6"))) == ""
    assert offered(activated(state, "Red Tanks"), LayWire("Red Tanks"))


@pytest.mark.clause("pw.tank-riders.stacking")
def test_infantry_beside_a_tank_that_cannot_move_off_can_only_stay():
    walls = dict.fromkeys(("c4", "e4", "d3", "d5"), "river")
    state = table(TANKS, INFANTRY, ENEMY, options=ON, ground=walls)
    assert activated(state, "Red Infantry", kind="action").forced == Stay("Red Infantry")


@pytest.mark.clause("pw.tank-riders.stacking")
def test_tanks_and_infantry_in_a_square_are_both_ordinary_targets():
    state = table(TANKS, INFANTRY, unit("Tanks", "d6", "S", side=BLUE), options=ON)
    shot = Fire("Blue Tanks", at("d4"))
    after = act(state, lambda play: fire(play, shot), dice=[6, 1, 1], picks=[Resolve("Red Infantry")])
    assert (sp(after.state, "Red Tanks"), sp(after.state, "Red Infantry")) == (2, 3)


@pytest.mark.clause("pw.tank-riders.freedom")
def test_tanks_with_riders_move_and_fire_as_usual():
    state = table(TANKS, RIDER, unit("Infantry", "d10", side=BLUE), options=ON)
    order = [Move("Red Tanks", at("d6")), Fire("Red Tanks", at("d10"))]
    after = act(state, lambda play: activate(play, "Red Tanks"), dice=[5, 1], picks=order)
    assert (square(after.state, "Red Tanks"), sp(after.state, "Blue Infantry")) == ("d6", 3)
    assert "Red Tanks moves to d6 by d5, facing N [pw.tank-riders.freedom]" in after.told


@pytest.mark.clause("pw.tank-riders.hit")
def test_riders_are_hit_with_the_tanks():
    after = shot_at(unit("Tanks", "d4"), RIDER, dice=[6, 1, 1])
    assert (sp(after.state, "Red Tanks"), sp(after.state, "Red Infantry")) == (2, 3)
    assert any("Red Infantry is hit aboard" in line and "[pw.tank-riders.hit]" in line for line in after.told)


@pytest.mark.clause("pw.tank-riders.hit")
@pytest.mark.parametrize("options", [ON, (*ON, "small-arms-proof-tanks")])
def test_riders_are_hit_even_where_the_tanks_lose_nothing(options):
    after = shot_at(unit("Tanks", "d4", sp=1), RIDER, dice=[6, 1, 1], options=options)
    assert (sp(after.state, "Red Tanks"), sp(after.state, "Red Infantry")) == (1, 3)


@pytest.mark.clause("pw.tank-riders.hit")
@pytest.mark.parametrize("choice, left", [(Retreat("Red Tanks", at("d3")), 4), (Stand("Red Tanks"), 3)])
def test_riders_are_carried_off_by_tanks_that_retreat(choice, left):
    after = shot_at(TANKS, RIDER, dice=[6, 6, 6], picks=[choice])
    assert sp(after.state, "Red Infantry") == left
    assert any("Red Infantry cannot retreat" in line for line in after.told) == (left == 3)
    assert after.state.units["Red Infantry"].aboard == "Red Tanks"


@pytest.mark.case("pw.tank-riders.destroyed", 1)
def test_riders_die_with_their_tanks():
    gun = unit("Artillery", "d9", "S", side=BLUE, traits=("Field Artillery",))
    state = table(unit("Tanks", "d4", sp=1), RIDER, unit("Trucks", "a1"), gun, options=ON)
    after = act(state, steps(Orders(BLUE), Bombardment()), dice=[5, 1], picks=[Bombard("Blue Artillery", at("d4"))])
    assert square(after.state, "Red Tanks") is None
    assert (sp(after.state, "Red Infantry"), after.state.units["Red Infantry"].aboard) == (0, None)
    assert after.state.units["Red"].tallies["lost SP"] == 5
    assert "Red Infantry is destroyed [pw.tank-riders.destroyed]" in after.told
