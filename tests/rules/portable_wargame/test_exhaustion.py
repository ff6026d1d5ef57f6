"""Exhaustion Point."""

import pytest
from tabletop import (
    BLUE,
    BOMBER,
    FIGHTER,
    RED,
    activated,
    aiming,
    asks,
    at,
    ends,
    exhausted,
    firing,
    having_lost,
    offers,
    plane,
    scenario,
    square,
    steps,
    striking,
    table,
    turns,
    unit,
    why_not,
)

from sandtable.rules.portable_wargame.air import sortie
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Attack,
    Bomb,
    Bombard,
    Decline,
    Dogfight,
    Face,
    Fire,
    Fly,
    LayWire,
    Leave,
    Move,
    Stay,
    Strafe,
)
from sandtable.rules.portable_wargame.movement import march
from sandtable.rules.portable_wargame.routes import fresh_leg
from sandtable.rules.portable_wargame.scenario import Entry
from sandtable.rules.portable_wargame.sequence import EndPhase
from sandtable.rules.portable_wargame.setup import opening
from sandtable.rules.portable_wargame.victory import check_exhaustion, exhaustion_point
from sandtable.rules.portable_wargame.words import Tally
from sandtable.testing import act

REACHED = "Red is exhausted [pw.exhaustion.reached]"


def foe(where: str, facing: str = "S", kind: str = "Infantry", **more):
    return unit(kind, where, facing, side=BLUE, **more)


def worn(*units, **more):
    """A table on which Red is exhausted."""
    return exhausted(table(*units, **more), RED)


# ---- the point


@pytest.mark.case("pw.exhaustion.point", 1)
@pytest.mark.parametrize(("initial", "point"), [(35, 12), (36, 12), (37, 13)])
def test_the_exhaustion_point_is_a_third_rounded_up(initial, point):
    assert exhaustion_point(initial) == point
    state = table(unit("Infantry", "d4", sp=initial), foe("d9", sp=99))
    assert "exhausted" not in act(having_lost(state, RED, point - 1), check_exhaustion).state.units["Red"].marks
    after = act(having_lost(state, RED, point), check_exhaustion)
    told = f"Red has lost {point} of {initial} SP; its Exhaustion Point is {point} [pw.exhaustion.point]"
    assert after.told == [told, REACHED]


@pytest.mark.clause("pw.exhaustion.point")
def test_every_unit_of_the_force_counts_reinforcements_and_aircraft_included():
    tanks = Entry("Tanks", arrives=3, entry=("d1",))
    force = (Entry("Commanders"), Entry("Trucks"), tanks, Entry("Reconnaissance Aircraft"))
    with_air, without = (opening(scenario(force), frozenset(options)) for options in (["air"], []))
    assert with_air.units["Red"].tallies[Tally.INITIAL] == 2 + 2 + 3 + 2
    assert without.units["Red"].tallies[Tally.INITIAL] == 2 + 2 + 3


@pytest.mark.clause("pw.exhaustion.reached")
@pytest.mark.parametrize(("lost", "reached"), [(1, False), (2, True), (3, True)])
def test_a_side_is_exhausted_when_it_has_lost_that_many_points_or_more(lost, reached):
    after = act(having_lost(table(unit("Infantry", "d4"), foe("d9")), RED, lost), check_exhaustion)
    assert ("exhausted" in after.state.units["Red"].marks) == reached
    assert after.state.units["Red"].tallies.get(Tally.EXHAUSTED_IN, 0) == int(reached)


@pytest.mark.clause("pw.exhaustion.reached")
def test_exhaustion_is_reached_once_and_for_all():
    state = having_lost(table(unit("Infantry", "d4"), foe("d9"), turn=3), RED, 2)
    first = act(state, check_exhaustion).state
    later = act(first.change(tallies={**first.tallies, "turn": 4}), check_exhaustion)
    assert later.told == []
    assert later.state.units["Red"].tallies[Tally.EXHAUSTED_IN] == 3


@pytest.mark.case("pw.exhaustion.when-checked", 1)
def test_a_side_that_reaches_its_point_still_acts_freely_that_turn():
    red = [unit("Infantry", "d4", sp=3), unit("Infantry", "h1", name="other", sp=3)]
    state = having_lost(table(*red, foe("d5")), RED, 1)
    shot = [Activate("Blue Infantry"), Stay("Blue Infantry"), Fire("Blue Infantry", at("d4")), Decline("Blue Infantry")]
    onward = [Activate("other"), Move("other", at("h2"))]
    after = act(state, turns(5, 5), dice=[1, 6, 1, 6, 1, 1], picks=[*shot, *onward])
    places = [after.told.index("other moves to h2, facing N [pw.move.allowance]"), after.told.index(REACHED)]
    assert places == sorted(places)


@pytest.mark.clause("pw.exhaustion.when-checked")
def test_both_sides_check_in_phase_five():
    state = having_lost(having_lost(table(unit("Infantry", "d4"), foe("d9")), RED, 2), BLUE, 2)
    after = act(state, steps(EndPhase()))
    assert [line for line in after.told if "is exhausted" in line] == [REACHED, REACHED.replace("Red", "Blue")]


# ---- what it means


@pytest.mark.clause("pw.exhaustion.effect")
def test_an_exhausted_side_fights_on_but_makes_no_movement_toward_the_enemy():
    state = worn(unit("Infantry", "d4"), foe("d7"))
    assert ends(activated(state, "Red Infantry"), "d5") == ""
    assert not why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at("d7")))


@pytest.mark.clause("pw.exhaustion.effect")
def test_its_moves_are_told_under_that_clause():
    state = worn(unit("Infantry", "d4"), foe("d8"))
    leg = fresh_leg(state, state.units["Red Infantry"])
    after = act(state, lambda play: march(play, "Red Infantry", Move("Red Infantry", at("d3")), leg))
    assert after.told == ["Red Infantry moves to d3, facing N [pw.exhaustion.effect]"]


@pytest.mark.case("pw.exhaustion.aggressive-action", 1)
def test_an_exhausted_unit_ends_no_nearer_to_the_nearest_enemy():
    question = activated(worn(unit("Infantry", "d4"), foe("d8")), "Red Infantry")
    assert [where for where in ("d5", "e5", "c4", "d3", "d2", "b4", "e3") if ends(question, where)] == [
        "e5", "c4", "d3", "d2", "b4", "e3",
    ]  # fmt: skip
    assert why_not(question, Move("Red Infantry", at("d5"))) == "pw.exhaustion.aggressive-action"


@pytest.mark.case("pw.exhaustion.aggressive-action", 1)
def test_an_exhausted_unit_may_fire_but_not_start_a_close_combat():
    state = worn(unit("Infantry", "d4"), foe("d5"))
    assert not why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at("d5")))
    question = activated(
        state, "Red Infantry", dice=[1], picks=[Stay("Red Infantry"), Fire("Red Infantry", at("d5"))], until="attack"
    )
    assert why_not(question, Attack("Red Infantry", "Blue Infantry")) == "pw.exhaustion.aggressive-action"


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_an_exhausted_unit_does_not_come_next_to_an_enemy_even_if_it_was():
    state = worn(unit("Infantry", "d4"), foe("d5", "N"), foe("b4", "N", name="other"))
    question = activated(state, "Red Infantry")
    assert ends(question, "c4") == ""
    assert why_not(question, Move("Red Infantry", at("c4", "W"))) == "pw.exhaustion.aggressive-action"


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_an_exhausted_unit_is_refused_a_square_out_of_reach_for_its_distance():
    question = activated(worn(unit("Infantry", "d4"), foe("d8")), "Red Infantry")
    assert why_not(question, Move("Red Infantry", at("d1"))) == "pw.move.allowance"
    assert why_not(question, Move("Red Infantry", at("b6"))) == "pw.move.allowance"


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_the_nearest_enemy_is_whichever_is_nearest_at_each_end_of_the_move():
    state = worn(unit("Infantry", "d4"), foe("d7"), foe("h4", name="other"))
    question = activated(state, "Red Infantry")
    assert (ends(question, "f4"), ends(question, "e4")) == ("", "NESW")


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_a_unit_of_an_exhausted_side_does_not_advance():
    state = worn(unit("Infantry", "d5"), foe("d6", sp=1), foe("h9", name="other"))
    attack = Attack("Blue Infantry", "Red Infantry")
    after = act(state, lambda play: fight(play, attack), dice=[6, 1, 1])
    assert square(after.state, "Blue Infantry") is None
    assert square(after.state, "Red Infantry") == "d5"
    assert after.asked == []


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_an_exhausted_side_may_fire_artillery_turn_withdraw_and_work():
    gun = unit("Artillery", "d1", traits=("Field Artillery",))
    state = worn(gun, unit("Infantry", "d4"), foe("d5"))
    assert not why_not(aiming(state), Bombard("Red Artillery", at("d5")))
    question = activated(state, "Red Infantry")
    assert (ends(question, "d4"), ends(question, "d3")) == ("ESW", "NESW")
    assert LayWire("Red Infantry") in offers(question)


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_a_reinforcement_is_judged_from_its_entry_square():
    tanks = unit("Tanks", traits=("enters d1",), arrives_in_turn=1)
    question = activated(worn(tanks, foe("d8")), "Red Tanks")
    assert [where for where in ("d1", "d2", "c1", "e2", "b1") if ends(question, where)] == ["d1", "c1", "e2", "b1"]


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_a_reinforcement_with_two_entry_squares_may_be_judged_from_either():
    commander = unit("Commanders", traits=("enters d1", "enters e1"), arrives_in_turn=1)
    question = activated(worn(commander, foe("d5")), "Red Commanders")
    assert ends(question, "e2") == "NESW"


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_a_unit_hit_by_mines_on_a_detour_does_not_stop_nearer_to_the_enemy():
    ground = {"d5": "minefield", "c4": "river", "e4": "river", "d3": "river", "c5": "river"}
    state = worn(unit("Mounted Cavalry", "d4"), foe("d10"), ground=ground)
    question = activated(state, "Red Mounted Cavalry", dice=[1], picks=[Move("Red Mounted Cavalry", at("f5"))])
    assert square(question.state, "Red Mounted Cavalry") == "d5"
    assert Stay("Red Mounted Cavalry") not in offers(question)
    assert Face("Red Mounted Cavalry", 90) not in offers(question)
    assert ends(question, "f5") == "NESW"


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_aircraft_of_an_exhausted_side_fly_no_nearer_to_the_enemy():
    question = flying(plane(FIGHTER, "d2"), foe("d6"))
    assert why_not(question, Fly("Red Plane", at("d3"))) == "pw.exhaustion.aggressive-action"
    assert not why_not(question, Fly("Red Plane", at("d2", "E")))
    assert not why_not(question, Fly("Red Plane", at("d10")))
    assert not why_not(question, Leave("Red Plane"))


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_nor_do_they_close_with_enemy_aircraft():
    question = flying(plane(FIGHTER, "d2"), foe("l12"), plane(FIGHTER, "a2", side=BLUE))
    assert why_not(question, Fly("Red Plane", at("c2"))) == "pw.exhaustion.aggressive-action"


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_aircraft_that_arrive_for_an_exhausted_side_are_judged_from_where_they_come_over_the_board():
    question = flying(plane(FIGHTER), foe("a6"))
    assert not why_not(question, Fly("Red Plane", at("h1")))
    assert not why_not(question, Fly("Red Plane", at("l3")))
    assert why_not(question, Fly("Red Plane", at("a4"))) == "pw.exhaustion.aggressive-action"
    assert why_not(question, Fly("Red Plane", at("f12"))) == ""


def flying(*units):
    """Where Red's aircraft may fly when Red is exhausted."""
    state = worn(unit("Infantry", "a1"), *units, options=("air",))
    return asks(state, lambda play: sortie(play, "Red Plane"))


@pytest.mark.clause("pw.exhaustion.aggressive-action")
@pytest.mark.parametrize(("kind", "attack"), [(FIGHTER, Strafe("Red Plane", at("d6"))), (BOMBER, Bomb("Red Plane", 1))])
def test_aircraft_of_an_exhausted_side_do_not_attack_ground_units(kind, attack):
    where = "d5" if kind == FIGHTER else "d6"
    units = plane(kind, where), unit("Infantry", "a1"), foe("d6")
    assert not why_not(striking(table(*units, options=("air",))), attack)
    assert why_not(striking(worn(*units, options=("air",))), attack) == "pw.exhaustion.aggressive-action"


@pytest.mark.clause("pw.exhaustion.aggressive-action")
def test_aircraft_of_an_exhausted_side_still_fire_at_aircraft():
    units = plane(FIGHTER, "d4"), unit("Infantry", "a1"), foe("d9"), plane(FIGHTER, "d7", side=BLUE)
    assert not why_not(striking(worn(*units, options=("air",))), Dogfight("Red Plane", "Blue Plane"))


# ---- both sides


@pytest.mark.clause("pw.exhaustion.battle-ends")
def test_the_battle_is_over_when_both_sides_are_exhausted():
    state = having_lost(exhausted(table(unit("Infantry", "d4"), foe("d9"), turn=3), RED), BLUE, 2)
    after = act(state, steps(EndPhase()))
    assert "both sides are exhausted: the battle ends [pw.exhaustion.battle-ends]" in after.told
    assert after.state.agenda == ()


@pytest.mark.clause("pw.exhaustion.battle-ends")
def test_one_exhausted_side_does_not_end_it():
    after = act(having_lost(table(unit("Infantry", "d4"), foe("d9")), RED, 3), steps(EndPhase()))
    assert after.told[-1] == REACHED
    assert after.state.winner is None
