"""What a computer player makes of the rules."""

import pytest
from tabletop import BLUE, FIGHTER, RED, at, plane, played, queued, scenario, table, unit

from sandtable.kernel.seat import Seat
from sandtable.players.greedy import GreedyPlayer
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.commands import Activate, Bombard, ClearWire, Flak, Leave, Stay
from sandtable.rules.portable_wargame.scenario import Entry
from sandtable.rules.portable_wargame.sequence import Activating, Bombardment, Orders, begin

SEEDS = range(6)  # among what it thinks equal it picks by chance


def gun(where: str, facing: str = "N", gun_class: str = "Field Artillery", **more):
    return unit("Artillery", where, facing, traits=(gun_class,), **more)


def chosen(state, *picks):
    """What it answers to the first choice, or to that after the picks, from every seed."""
    asked = played(state, picks=picks).position
    return {GreedyPlayer(seed).choose(Seat(RULES, asked.question, asked)) for seed in SEEDS}


def test_its_guns_fire_and_at_what_promises_most_hits():
    two = unit("Infantry", "g5", side=BLUE), unit("Commanders", "g5", side=BLUE)
    state = table(gun("d1"), *two, unit("Trucks", "c7", side=BLUE))
    assert chosen(queued(state, Orders(RED), Orders(BLUE), Bombardment())) == {Bombard("Red Artillery", at("g5"))}


def test_its_guns_do_not_fire_where_they_would_rather_hit_their_own():
    own = unit("Infantry", "d4"), unit("Commanders", "d4"), unit("Infantry", "d6", name="Red Others")
    state = table(gun("d1"), *own, unit("Infantry", "d5", side=BLUE), unit("Trucks", "c7", side=BLUE))
    assert Bombard("Red Artillery", at("d5")) not in chosen(queued(state, Orders(RED), Orders(BLUE)))


def test_its_flak_fires_at_aircraft():
    state = table(gun("d1", gun_class="Anti-aircraft Guns"), plane(FIGHTER, "d3", side=BLUE), options=("air",))
    assert chosen(queued(state, Orders(RED), Orders(BLUE))) == {Flak("Red Artillery", "Blue Plane")}


def test_it_keeps_its_last_activations_for_the_aircraft_that_would_crash():
    foot = [unit("Infantry", f"{file}2", name=f"Red {file}") for file in "abcdef"]
    over = plane(FIGHTER, "d6", name="one"), plane(FIGHTER, "h6", name="two")
    state = table(*foot, *over, unit("Infantry", "f5", "S", side=BLUE), activations=2, options=("air",))
    assert chosen(queued(state, Activating(RED))) <= {Activate("one"), Activate("two")}


def test_its_units_do_not_go_home_over_an_exit_edge():
    foot = unit("Infantry", "d1"), unit("Infantry", "a1", name="Red Others")
    state = table(*foot, unit("Infantry", "h9", "S", side=BLUE), exits="south")
    assert Leave("Red Infantry") not in chosen(queued(state, Activating(RED)), Activate("Red Infantry"))


def hemmed_in(**more):
    """It cannot go anywhere."""
    others = [unit("Infantry", square, name=f"on {square}") for square in ("a2", "a3", "b1", "b2", "c1")]
    state = table(unit("Infantry", "a1"), *others, unit("Infantry", "a9", "S", side=BLUE), **more)
    return queued(state, Activating(RED))


def test_it_does_not_lay_wire_for_want_of_anything_better():
    assert chosen(hemmed_in(), Activate("Red Infantry")) == {Stay("Red Infantry")}


def test_wire_that_is_there_it_does_clear():
    tangled = hemmed_in(ground={"a1": "barbed wire"})
    assert ClearWire("Red Infantry") in chosen(tangled, Activate("Red Infantry"))


def test_its_guns_do_not_go_up_to_the_enemy():
    state = table(gun("d4"), unit("Infantry", "d8", "S", side=BLUE))
    for order in chosen(queued(state, Activating(RED)), Activate("Red Artillery")):
        assert order == Stay("Red Artillery") or order.to.y <= 3


def test_its_guns_do_not_go_where_they_cannot_fire():
    wood = dict.fromkeys(("d4", "d5", "e4", "e5", "c4", "c5"), "wood")
    state = table(gun("d3", "S"), unit("Infantry", "d9", "S", side=BLUE), ground=wood)
    for order in chosen(queued(state, Activating(RED)), Activate("Red Artillery")):
        assert order.to.facing == 0 and order.to.y <= 2


@pytest.mark.parametrize("entry", [Entry("Infantry"), Entry("Artillery", gun="Field Artillery")], ids=lambda e: e.type)
def test_whoever_deploys_first_faces_where_the_enemy_will_be(entry):
    assert {order.to.facing for order in chosen(begin(scenario((entry,)), frozenset()))} == {0}
