"""What a computer player makes of the rules."""

import pytest
from tabletop import BLUE, FIGHTER, RED, at, plane, played, queued, scenario, table, unit

from sandtable.kernel.events import Removed
from sandtable.kernel.seat import Seat
from sandtable.players.greedy import GreedyPlayer
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.commands import Activate, Bombard, ClearWire, Done, Fire, Flak, Leave, Stay
from sandtable.rules.portable_wargame.events import StrengthLost
from sandtable.rules.portable_wargame.scenario import Entry
from sandtable.rules.portable_wargame.sequence import Activating, Bombardment, Orders, begin
from sandtable.rules.portable_wargame.worth import flanks_open

SEEDS = range(6)  # among what it thinks equal it picks by chance


def gun(where: str, facing: str = "N", gun_class: str = "Field Artillery", **more):
    return unit("Artillery", where, facing, traits=(gun_class,), **more)


def chosen(state, *picks, seeds=SEEDS):
    """What it answers to the first choice, or to that after the picks, from every seed."""
    asked = played(state, picks=picks).position
    return {GreedyPlayer(seed).choose(Seat(RULES, asked.question, asked)) for seed in seeds}


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


# ---- it takes what it can get


def beset(kind: str = "Infantry", quality: str = "Elite"):
    """A weak enemy Unit with Red on three sides and behind; the rest of Blue is far away."""
    around = {"c6": "E", "e6": "W", "d5": "N", "c4": "N", "e4": "N", "b4": "N", "f4": "N"}
    red = [unit("Infantry", square, facing, name=f"Red {square}") for square, facing in around.items()]
    weak = unit(kind, "d6", "N", side=BLUE, sp=1, quality=quality)
    return table(*red, weak, unit("Infantry", "l12", "S", side=BLUE, name="Blue Others"))


def destroyed(state, name: str):
    points = state.units[name].tallies["SP"]
    return Removed(name, "destroyed").apply(StrengthLost(name, points, 0).apply(state))


@pytest.mark.parametrize("quality", ["Elite", "Average", "Poor"])
@pytest.mark.parametrize("kind", ["Infantry", "Trucks"])
@pytest.mark.parametrize("shooter", ["Red d5", "Red c6"])
def test_it_does_not_hold_fire_beside_a_weak_enemy(kind, quality, shooter):
    state = queued(beset(kind, quality), Activating(RED))
    assert chosen(state, Activate(shooter), Stay(shooter)) == {Fire(shooter, at("d6"))}


@pytest.mark.parametrize("kind", ["Infantry", "Trucks", "Artillery Spotters"])
def test_it_is_better_off_without_an_enemy_however_close_its_units_are_to_it(kind):
    state = queued(beset(kind), Activating(RED))
    without = destroyed(state, f"Blue {kind}")
    assert RULES.worth(without, RED) > RULES.worth(state, RED) + 1
    assert RULES.worth(destroyed(without, "Red b4"), RED) < RULES.worth(without, RED) - 1


def test_it_does_not_stop_while_its_units_may_still_do_something():
    foot = [unit("Infantry", f"{file}1", name=f"Red {file}") for file in "abcdefgh"]
    walled = {f"{file}2": "river" for file in "abcdefgh"} | {"i1": "river"}
    state = table(*foot, unit("Infantry", "a9", "S", side=BLUE), ground=walled)
    assert Done() not in chosen(queued(state, Activating(RED)), seeds=range(40))


# ---- it keeps what it has


@pytest.mark.parametrize("enemy", ["d9", "h9"])
def test_it_does_not_leave_a_captured_objective_on_the_last_turn(enemy):
    foe = unit("Infantry", enemy, "S", side=BLUE), unit("Infantry", "g10", "S", side=BLUE, name="Blue Others")
    red = unit("Infantry", "d6"), unit("Infantry", "d3", name="Red Others")
    state = table(*red, *foe, objectives={"d6": "Red", "k11": "Blue"}, turn=15, turns=15)
    for order in chosen(queued(state, Activating(RED)), Activate("Red Infantry")):
        assert order == Stay("Red Infantry") or (order.to.x, order.to.y) == (3, 5)


# ---- it faces the enemy

BLUE_LINE = [unit("Infantry", where, "S", side=BLUE, name=f"Blue {where}") for where in ("f9", "g10", "b9", "e9")]


def test_whatever_place_it_picks_it_faces_the_enemy_there():
    """It tries only some places, and may try the best place only with a poor facing."""
    road = {f"f{rank}": "road" for rank in range(1, 13)}
    car = unit("Armoured Cars", "f2", "S")
    state = table(car, unit("Infantry", "c2"), *BLUE_LINE, ground=road, objectives={"f12": "Blue"})
    assert {order.to.facing for order in chosen(queued(state, Activating(RED)), Activate(car.id))} == {0}


def test_its_guns_face_the_mass_of_the_enemy_and_not_the_one_who_happens_to_be_nearest():
    nearest = unit("Infantry", "k4", "S", side=BLUE, name="Blue k4")
    state = table(gun("f4", "S"), unit("Infantry", "c2"), *BLUE_LINE, nearest)
    assert {order.to.facing for order in chosen(queued(state, Activating(RED)), Activate("Red Artillery"))} == {0}


def test_facing_off_the_board_does_not_hide_a_flank():
    foe = unit("Infantry", "c1", "E", side=BLUE), unit("Infantry", "c9", "S", side=BLUE, name="Blue Others")
    off, along = (queued(table(unit("Infantry", "d1", way), *foe), Activating(RED)) for way in ("S", "E"))
    assert flanks_open(off, RED) == flanks_open(along, RED) > 0
