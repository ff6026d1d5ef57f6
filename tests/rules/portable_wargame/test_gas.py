"""Option: gas."""

import pytest
from tabletop import BLUE, RED, activated, aiming, at, offered, sp, square, steps, table, turns, unit, why_not

from sandtable.kernel.state import NOBODY, Unit
from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.commands import Bombard, Done, HoldFire, Move, Resolve, Retreat
from sandtable.rules.portable_wargame.gas import disperse, drift_all
from sandtable.rules.portable_wargame.sequence import Bombardment, Gas, Orders
from sandtable.scripted import act

ON = ("gas",)
GUN = unit("Artillery", "d1", "N", traits=("Field Artillery",), marks=("armed with a gas shell",))
ENEMY = unit("Infantry", "d6", "S", side=BLUE)
SHELL = Bombard("Red Artillery", at("d6"), gas=True)


WALLS = dict.fromkeys(("c4", "e4", "c5", "e5"), "river")


def cloud(where, facing="N", made=4, number=1):
    """A cloud made by a gun that faced that way."""
    return Unit(f"gas cloud {made}.{number}", "gas cloud", NOBODY, at(where, facing), tallies={"made in turn": made})


def clouded(*units, ground=None):
    """A table with clouds, in turn 5."""
    return table(*units, options=ON, turn=5, ground=ground)


def clouds(state):
    return [square(state, name) for name in state.units if name.startswith("gas cloud")]


def fires(state, dice, order=SHELL, picks=()):
    return act(state, steps(Orders(RED), Bombardment()), dice, picks=[order, *picks])


# ---- the shell


@pytest.mark.clause("pw.gas.allocation")
def test_a_gun_without_a_shell_fires_no_gas():
    plain = unit("Artillery", "d1", traits=("Field Artillery",))
    assert why_not(aiming(table(plain, ENEMY, options=ON)), SHELL) == "pw.gas.allocation"


@pytest.mark.clause("pw.gas.allocation")
def test_a_shell_is_fired_once_in_the_battle():
    after = fires(table(GUN, ENEMY, options=ON), dice=[3, 1])
    assert why_not(aiming(after.state), SHELL) == "pw.gas.allocation"


@pytest.mark.clause("pw.gas.allocation")
def test_without_the_option_no_gas_is_fired():
    assert why_not(aiming(table(GUN, ENEMY)), SHELL) == "pw.gas.allocation"


@pytest.mark.clause("pw.gas.firing")
def test_a_gas_shell_is_aimed_and_lands_like_any_other_and_leaves_a_cloud():
    state = table(GUN, ENEMY, options=ON)
    assert offered(aiming(state), SHELL) == "pw.gas.firing"
    short = fires(state, dice=[2])  # 2 + 2 for sight: in front of the target
    assert clouds(short.state) == ["d5"]
    assert "the gas cloud 1.1 spreads over d5 [pw.gas.firing]" in short.told
    assert "pw.gas.firing" in short.cited


@pytest.mark.clause("pw.gas.firing")
def test_a_gas_shell_obeys_range_and_arc():
    behind = table(
        unit("Artillery", "d1", "S", traits=("Field Artillery",), marks=("armed with a gas shell",)), ENEMY, options=ON
    )
    assert why_not(aiming(behind), SHELL) == "pw.artillery.arc"


@pytest.mark.clause("pw.gas.firing")
def test_a_shell_that_is_ineffective_is_spent_and_makes_no_cloud():
    """Unseen behind a wood and under cover itself: 1 - 1 = 0."""
    state = table(GUN, ENEMY, options=ON, ground={"d3": "wood", "d6": "wood"})
    after = fires(state, dice=[1])
    assert clouds(after.state) == []
    assert why_not(aiming(after.state), SHELL) == "pw.gas.allocation"


# ---- hits


@pytest.mark.clause("pw.gas.hit")
def test_a_shell_hits_everyone_where_it_lands():
    state = table(GUN, ENEMY, unit("Commanders", "d6", side=BLUE), options=ON)
    after = fires(state, dice=[3, 1, 1], picks=[Resolve("Blue Infantry")])
    assert (sp(after.state, "Blue Infantry"), sp(after.state, "Blue Commanders")) == (3, 1)


@pytest.mark.clause("pw.gas.hit")
def test_a_cloud_hits_everyone_it_drifts_upon_friend_or_enemy():
    state = clouded(cloud("d5"), ENEMY, unit("Trucks", "d6", side=BLUE))
    after = act(state, drift_all, dice=[1, 1, 1], picks=[Resolve("Blue Trucks")])
    assert (sp(after.state, "Blue Infantry"), sp(after.state, "Blue Trucks")) == (3, 1)
    assert "Blue Infantry is caught in gas [pw.gas.hit]" in after.told
    friendly = act(clouded(cloud("d5"), unit("Infantry", "d6")), drift_all, dice=[1, 1])
    assert sp(friendly.state, "Red Infantry") == 3


@pytest.mark.clause("pw.gas.hit")
def test_a_unit_driven_out_by_gas_may_go_any_way():
    state = clouded(cloud("d5"), unit("Infantry", "d6"))
    after = act(state, drift_all, dice=[1, 6], picks=[Retreat("Red Infantry", at("d5"))])
    assert square(after.state, "Red Infantry") == "d5"


@pytest.mark.case("pw.gas.when-hit", 1)
def test_a_unit_that_enters_gas_is_hit_once():
    state = clouded(cloud("d6"), unit("Infantry", "d5"), unit("Infantry", "l12", side=BLUE))
    entered = act(state, lambda play: activate(play, "Red Infantry"), dice=[1], picks=[Move("Red Infantry", at("d6"))])
    assert sp(entered.state, "Red Infantry") == 3
    assert "Red Infantry is caught in gas [pw.gas.when-hit]" in entered.told
    assert sp(act(entered.state, drift_all, dice=[5]).state, "Red Infantry") == 3


@pytest.mark.clause("pw.gas.when-hit")
def test_every_cloud_in_a_square_hits_whoever_enters():
    state = clouded(cloud("d6"), cloud("d6", number=2), unit("Infantry", "d5"), unit("Infantry", "l12", side=BLUE))
    order = [Move("Red Infantry", at("d6"))]
    entered = act(state, lambda play: activate(play, "Red Infantry"), dice=[1, 1], picks=order)
    assert sp(entered.state, "Red Infantry") == 2


@pytest.mark.clause("pw.gas.when-hit")
def test_a_unit_driven_out_by_one_cloud_escapes_the_other():
    state = clouded(cloud("d6"), cloud("d6", number=2), unit("Infantry", "d5"), unit("Infantry", "l12", side=BLUE))
    order = [Move("Red Infantry", at("d6")), Retreat("Red Infantry", at("d7"))]
    entered = act(state, lambda play: activate(play, "Red Infantry"), dice=[6], picks=order)
    assert (square(entered.state, "Red Infantry"), sp(entered.state, "Red Infantry")) == ("d7", 4)


@pytest.mark.clause("pw.gas.when-hit")
def test_a_unit_killed_by_one_cloud_does_not_breathe_the_other():
    weak = unit("Infantry", "d5", sp=1), unit("Trucks", "a1"), unit("Infantry", "l12", side=BLUE)
    state = clouded(cloud("d6"), cloud("d6", number=2), *weak)
    order = [Move("Red Infantry", at("d6"))]
    entered = act(state, lambda play: activate(play, "Red Infantry"), dice=[1], picks=order)
    assert sum("caught in gas" in line for line in entered.told) == 1


@pytest.mark.clause("pw.gas.when-hit")
def test_aircraft_are_not_affected():
    after = act(clouded(cloud("d5"), unit("Reconnaissance Aircraft", "d6")), drift_all, dice=[1])
    assert sp(after.state, "Red Reconnaissance Aircraft") == 2


@pytest.mark.clause("pw.gas.when-hit")
def test_a_moving_unit_that_survives_gas_may_go_on():
    state = clouded(cloud("d5"), unit("Infantry", "d4"), unit("Infantry", "l12", side=BLUE), ground=WALLS)
    question = activated(state, "Red Infantry", dice=[1], picks=[Move("Red Infantry", at("d6"))])
    assert not why_not(question, Move("Red Infantry", at("d6")))


# ---- drift and duration


@pytest.mark.case("pw.gas.duration", 1)
def test_a_cloud_of_turn_four_drifts_twice_and_is_gone_after_turn_six():
    state = table(GUN, ENEMY, options=ON)
    landing, idle = [3, 1, 6, 1, 1, 1], [5, 6, 1, 1, 1]
    orders = [SHELL, Done(), Done(), HoldFire("Red Artillery"), Done(), Done()]
    fifth = act(state, turns(4, 5), dice=landing + idle, picks=orders)
    assert clouds(fifth.state) == ["d6"]
    sixth = act(fifth.state, turns(6, 6), dice=idle, picks=orders[3:])
    assert clouds(sixth.state) == []
    assert sp(sixth.state, "Blue Infantry") == 3
    assert [sum("drifts: rolls" in line for line in turn.told) for turn in (fifth, sixth)] == [1, 1]
    assert "the gas cloud 4.1 is gone [pw.gas.duration]" in sixth.told


@pytest.mark.clause("pw.gas.duration")
@pytest.mark.parametrize("made, left", [(3, []), (4, ["d5"]), (5, ["d5"])])
def test_a_cloud_lasts_three_turns(made, left):
    assert clouds(act(clouded(cloud("d5", made=made)), disperse).state) == left


@pytest.mark.clause("pw.gas.drift")
@pytest.mark.parametrize("die, ends", [(1, "d7"), (2, "d5"), (3, "d7"), (4, "d5"), (5, "d6"), (6, "d6")])
def test_the_die_moves_a_cloud_over_short_or_not_at_all(die, ends):
    after = act(clouded(cloud("d6")), drift_all, dice=[die])
    assert clouds(after.state) == [ends]
    assert "pw.gas.drift" in after.cited


@pytest.mark.case("pw.gas.drift-timing", 1)
def test_a_cloud_drifts_along_the_facing_of_its_gun():
    over = act(clouded(cloud("d6", "N"), unit("Infantry", "d7", side=BLUE)), drift_all, dice=[3, 1])
    assert (clouds(over.state), sp(over.state, "Blue Infantry")) == (["d7"], 3)
    back = act(over.state, drift_all, dice=[4])
    assert clouds(back.state) == ["d6"]


@pytest.mark.clause("pw.gas.drift-timing")
def test_clouds_drift_oldest_first_and_then_in_the_order_they_were_made():
    many = [cloud("a6", made=4, number=n) for n in range(1, 12)]
    state = clouded(cloud("b6", made=5), *many)
    after = act(state, drift_all, dice=[5] * 12)
    names = [line.split(" drifts")[0] for line in after.told if "rolls" in line]
    assert names == [*(f"gas cloud 4.{n}" for n in range(1, 12)), "gas cloud 5.1"]
    assert after.entries[0].clause == "pw.gas.drift-timing"
    assert not act(clouded(ENEMY), drift_all).entries


@pytest.mark.clause("pw.gas.drift-timing")
def test_a_cloud_that_drifts_off_the_board_is_gone():
    after = act(clouded(cloud("d12")), drift_all, dice=[1])
    assert clouds(after.state) == []
    assert "the gas cloud 4.1 is gone [pw.gas.drift]" in after.told


@pytest.mark.clause("pw.gas.drift-timing")
def test_clouds_drift_before_targets_are_named_and_new_ones_not_at_all():
    """The gun is driven into a trench first, and being on its way through it may not fire."""
    gun = unit("Artillery", "d6", traits=("Field Artillery",))
    state = clouded(cloud("d5"), gun, unit("Infantry", "d10", side=BLUE), ground={"c6": "trench"})
    drifted = act(state, steps(Gas()), dice=[1, 6], picks=[Retreat("Red Artillery", at("c6"))])
    order = Bombard("Red Artillery", at("d10"))
    assert why_not(aiming(drifted.state), order) == "pw.terrain.trenches-no-fire"
    fresh = fires(table(GUN, ENEMY, options=ON), dice=[3, 1])
    assert clouds(fresh.state) == ["d6"]


@pytest.mark.clause("pw.gas.drift-timing")
def test_hits_are_resolved_as_each_cloud_moves():
    """Driven from the first cloud's path into that of the second, the Unit is hit by both."""
    state = clouded(cloud("d5"), cloud("e5", number=2), unit("Infantry", "d6"))
    after = act(state, drift_all, dice=[1, 6, 1, 1], picks=[Retreat("Red Infantry", at("e6"))])
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("e6", 3)
