"""Transport: carrying and towing."""

import pytest
from tabletop import BLUE, RED, activated, asks, at, ends, offered, sp, square, steps, table, turns, unit, why_not

from sandtable.rules.portable_wargame.activation import activate, throw_dice
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Advance,
    Attack,
    Bombard,
    Done,
    Face,
    Fire,
    HoldFire,
    LeaveBehind,
    Load,
    Move,
    Retreat,
    Stand,
    Stay,
    Unload,
)
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.sequence import Activating, EndPhase, Orders
from sandtable.rules.portable_wargame.transport import begin
from sandtable.scripted import act

TRUCKS, INFANTRY = unit("Trucks", "d4", "E"), unit("Infantry", "d4")
GUN = unit("Artillery", "d4", traits=("Field Artillery",))
RIDER, IN_HALF_TRACK = unit("Infantry", aboard="Red Trucks"), unit("Infantry", aboard="Red Half-tracks")
ENEMY = unit("Infantry", "l12", side=BLUE)
LOAD, UNLOAD = Load("Red Trucks", "Red Infantry"), Unload("Red Trucks", "Red Infantry")


def begins(state, order):
    return act(state, lambda play: begin(play, order)).state


def turn_ends(state, picks=()):
    return act(state, steps(EndPhase()), picks=picks).state


def hit(state, dice, picks=(), name="Red Trucks"):
    return act(state, lambda play: take_hits(play, [Hit(name, state.board.named("d8"))]), dice, picks)


def aboard(state, name="Red Infantry"):
    return state.units[name].aboard


# ---- what may be carried


RIDES = ["Infantry", "Infantry Anti-tank", "Engineers", "Dismounted Cavalry", "Machine Guns", "Mortars", "Commanders"]


@pytest.mark.clause("pw.transport.motorised")
@pytest.mark.parametrize("carrier", ["Half-tracks", "Trucks"])
@pytest.mark.parametrize("kind", [*RIDES, "Artillery"])
def test_motorised_transport_carries_foot_and_tows_guns(carrier, kind):
    question = activated(table(unit(carrier, "d4"), unit(kind, "d4"), ENEMY), f"Red {carrier}")
    assert not why_not(question, Load(f"Red {carrier}", f"Red {kind}"))


@pytest.mark.clause("pw.transport.motorised")
@pytest.mark.parametrize("kind", ["Mounted Cavalry", "Tanks", "Self-propelled Artillery", "Artillery Spotters"])
def test_motorised_transport_carries_nothing_else(kind):
    question = activated(table(TRUCKS, unit(kind, "d4"), ENEMY), "Red Trucks")
    assert why_not(question, Load("Red Trucks", f"Red {kind}")) == "pw.transport.motorised"


@pytest.mark.clause("pw.transport.motorised")
def test_transport_carries_one_unit_at_a_time():
    question = activated(table(TRUCKS, RIDER, unit("Machine Guns", "d4"), ENEMY), "Red Trucks")
    assert why_not(question, Load("Red Trucks", "Red Machine Guns")) == "pw.transport.motorised"


@pytest.mark.case("pw.transport.horse-drawn", 1)
def test_horse_drawn_transport_takes_no_infantry_aboard():
    horses = unit("Horse-drawn Transport", "d4")
    question = activated(table(horses, INFANTRY, ENEMY), horses.id)
    assert why_not(question, Load(horses.id, "Red Infantry")) == "pw.transport.horse-drawn"


@pytest.mark.clause("pw.transport.horse-drawn")
def test_horse_drawn_transport_tows_artillery():
    horses = unit("Horse-drawn Transport", "d4")
    assert not why_not(activated(table(horses, GUN, ENEMY), horses.id), Load(horses.id, "Red Artillery"))


# ---- loading and unloading


@pytest.mark.case("pw.transport.procedure", 1)
def test_a_unit_walks_to_its_truck_loads_next_turn_and_rides_in_the_third():
    state = table(unit("Infantry", "d3"), TRUCKS, ENEMY)
    walk = [Activate("Red Infantry"), Move("Red Infantry", at("d4")), Done(), Done()]
    load = [Activate("Red Trucks"), LOAD, Done()]
    ride = [Activate("Red Trucks"), Move("Red Trucks", at("d8")), Done()]
    second = act(state, turns(1, 2), dice=[6, 1, 2, 1] * 2, picks=walk + load).state
    assert (aboard(second), square(second, "Red Infantry")) == ("Red Trucks", None)
    third = act(second, turns(3, 3), dice=[6, 1, 2, 1], picks=ride).state
    assert (aboard(third), square(third, "Red Trucks")) == ("Red Trucks", "d8")


@pytest.mark.clause("pw.transport.load")
def test_loading_takes_the_turn_and_is_done_at_its_end():
    state = table(TRUCKS, INFANTRY, ENEMY)
    assert offered(activated(state, "Red Trucks"), LOAD) == "pw.transport.load"
    loading = begins(state, LOAD)
    assert square(loading, "Red Infantry") == "d4"
    assert square(turn_ends(loading), "Red Infantry") is None


@pytest.mark.clause("pw.transport.load")
def test_a_unit_in_another_square_is_not_loaded():
    question = activated(table(TRUCKS, unit("Infantry", "d5"), ENEMY), "Red Trucks")
    assert why_not(question, LOAD) == "pw.transport.load"


@pytest.mark.clause("pw.transport.load", "pw.transport.procedure")
def test_unloading_takes_the_turn_and_the_owner_chooses_the_facing():
    state = table(TRUCKS, RIDER, ENEMY)
    assert offered(activated(state, "Red Trucks"), UNLOAD) == "pw.transport.load"
    after = turn_ends(begins(state, UNLOAD), [Face("Red Infantry", 180)])
    assert (aboard(after), after.units["Red Infantry"].place) == (None, at("d4", "S"))
    assert not after.units["Red Infantry"].marks


@pytest.mark.clause("pw.transport.limber")
def test_limbering_takes_the_turn():
    state = table(TRUCKS, GUN, ENEMY)
    order = Load("Red Trucks", "Red Artillery")
    assert offered(activated(state, "Red Trucks"), order) == "pw.transport.limber"
    loading = begins(state, order)
    assert square(loading, "Red Artillery") == "d4"
    assert aboard(turn_ends(loading), "Red Artillery") == "Red Trucks"


@pytest.mark.clause("pw.transport.limber")
def test_an_unlimbered_gun_fires_in_the_next_turn():
    towed = unit("Artillery", traits=("Field Artillery",), aboard="Red Trucks")
    state = table(TRUCKS, towed, unit("Infantry", "d8", side=BLUE))
    order = Unload("Red Trucks", "Red Artillery")
    assert offered(activated(state, "Red Trucks"), order) == "pw.transport.limber"
    after = turn_ends(begins(state, order), [Face("Red Artillery", 0)])
    act(after, steps(Orders(RED)), picks=[Bombard("Red Artillery", at("d8"))])


@pytest.mark.clause("pw.transport.procedure")
def test_a_gun_that_has_fired_does_not_limber():
    gun = unit("Artillery", "d4", spent=("fired",))
    question = activated(table(TRUCKS, gun, ENEMY), "Red Trucks")
    assert why_not(question, Load("Red Trucks", "Red Artillery")) == "pw.transport.procedure"


@pytest.mark.clause("pw.transport.procedure")
@pytest.mark.parametrize("spent", ["entered", "activated"])
def test_a_unit_that_came_or_acted_this_turn_is_not_loaded(spent):
    question = activated(table(TRUCKS, unit("Infantry", "d4", spent=(spent,)), ENEMY), "Red Trucks")
    assert why_not(question, LOAD) == "pw.transport.procedure"


@pytest.mark.clause("pw.transport.procedure")
def test_transport_driven_to_its_square_this_turn_neither_loads_nor_unloads():
    driven = unit("Trucks", "d4", spent=("entered",))
    assert why_not(activated(table(driven, INFANTRY, ENEMY), "Red Trucks"), LOAD) == "pw.transport.procedure"
    assert why_not(activated(table(driven, RIDER, ENEMY), "Red Trucks"), UNLOAD) == "pw.transport.procedure"


@pytest.mark.clause("pw.transport.procedure")
def test_one_activation_serves_for_both():
    state = begins(table(TRUCKS, INFANTRY, unit("Mortars", "f4"), ENEMY), LOAD)
    question = asks(state, steps(Activating(RED)))
    assert why_not(question, Activate("Red Infantry")) == "pw.activation.once-each"
    assert why_not(question, Activate("Red Trucks")) == "pw.activation.once-each"


@pytest.mark.clause("pw.transport.procedure", "pw.hits.retreat-effects")
@pytest.mark.parametrize(
    "name, picks",
    [
        ("Red Trucks", [Retreat("Red Trucks", at("d3"))]),
        ("Red Infantry", [Retreat("Red Infantry", at("d3")), LeaveBehind("Red Trucks")]),
    ],
)
def test_loading_is_given_up_when_either_is_driven_off(name, picks):
    loading = begins(table(TRUCKS, INFANTRY, ENEMY), LOAD)
    driven = hit(loading, dice=[6], picks=picks, name=name).state
    after = turn_ends(driven)
    assert (aboard(after), square(after, name)) == (None, "d3")
    assert "loading" not in driven.units["Red Infantry"].marks


@pytest.mark.clause("pw.transport.procedure", "pw.hits.retreat-effects")
def test_unloading_is_given_up_when_the_transport_is_driven_off():
    unloading = begins(table(TRUCKS, RIDER, ENEMY), UNLOAD)
    driven = hit(unloading, dice=[6, 6], picks=[Retreat("Red Trucks", at("d3"))]).state
    assert aboard(turn_ends(driven)) == "Red Trucks"


@pytest.mark.clause("pw.transport.procedure")
def test_loading_is_given_up_when_the_transport_is_destroyed():
    loading = begins(table(unit("Trucks", "d4", sp=1), INFANTRY, ENEMY), LOAD)
    after = turn_ends(hit(loading, dice=[1]).state)
    assert (aboard(after), square(after, "Red Infantry")) == (None, "d4")


@pytest.mark.clause("pw.transport.procedure")
def test_nobody_is_set_down_in_a_square_that_has_filled_up():
    unloading = begins(table(TRUCKS, RIDER, unit("Mortars", "d4"), ENEMY), UNLOAD)
    after = act(unloading, steps(EndPhase()))
    assert aboard(after.state) == "Red Trucks"
    assert "Red Infantry cannot be set down: the square is full [pw.transport.procedure]" in after.told


@pytest.mark.clause("pw.transport.procedure", "pw.close-combat.starting")
def test_a_unit_that_is_loading_may_win_and_advance_but_not_fight_on():
    loading = begins(table(TRUCKS, INFANTRY, unit("Tanks", "d5", "S", side=BLUE)), LOAD)
    picks = [Retreat("Blue Tanks", at("d6")), Advance("Red Infantry")]
    order = Attack("Blue Tanks", "Red Infantry")
    after = act(loading, lambda play: fight(play, order), dice=[6, 1, 6], picks=picks)
    assert square(after.state, "Red Infantry") == "d5"
    assert aboard(turn_ends(after.state)) is None


# ---- on the road


@pytest.mark.clause("pw.transport.towing-speed")
@pytest.mark.parametrize("kind, far", [("Trucks", 4), ("Horse-drawn Transport", 2)])
def test_transport_that_tows_moves_at_its_normal_rate(kind, far):
    name = f"Red {kind}"
    state = table(unit(kind, "d1"), unit("Artillery", aboard=name), ENEMY)
    question = activated(state, name)
    assert ends(question, f"d{1 + far}") and not ends(question, f"d{2 + far}")
    after = act(state, lambda play: activate(play, name), picks=[Move(name, at(f"d{1 + far}"))])
    assert "pw.transport.towing-speed" in after.cited


@pytest.mark.clause("pw.transport.passenger-status")
def test_a_carried_unit_cannot_be_activated():
    question = asks(table(TRUCKS, RIDER, ENEMY), steps(Activating(RED)))
    assert why_not(question, Activate("Red Infantry")) == "pw.transport.passenger-status"


@pytest.mark.clause("pw.transport.passenger-status")
def test_a_carried_unit_is_no_target_of_its_own():
    attacker = unit("Infantry", "d5", "S", side=BLUE)
    state = table(TRUCKS, RIDER, attacker)
    order = [Stay("Blue Infantry"), HoldFire("Blue Infantry")]
    question = activated(state, "Blue Infantry", picks=order, kind="attack")
    assert not why_not(question, Attack("Blue Infantry", "Red Trucks"))
    assert why_not(question, Attack("Blue Infantry", "Red Infantry")) == "pw.close-combat.starting"


@pytest.mark.clause("pw.transport.passenger-status")
def test_a_carried_unit_does_not_count_for_stacking():
    question = activated(table(TRUCKS, RIDER, unit("Mortars", "d3"), ENEMY), "Red Mortars")
    assert ends(question, "d4")


@pytest.mark.clause("pw.transport.passenger-status")
def test_a_carried_commander_keeps_his_die_and_helps_his_neighbours():
    commander = unit("Commanders", aboard="Red Trucks")
    state = table(TRUCKS, commander, unit("Infantry", "d5", "N"), unit("Infantry", "d7", side=BLUE))
    act(state, lambda play: throw_dice(play, RED), dice=[1, 1])
    shot = act(state, lambda play: fire(play, Fire("Red Infantry", at("d7"))), dice=[3, 1])
    assert sp(shot.state, "Blue Infantry") == 3


# ---- hits


@pytest.mark.clause("pw.transport.hit")
def test_a_hit_on_transport_is_a_hit_on_what_it_carries():
    after = hit(table(TRUCKS, RIDER, ENEMY), dice=[1, 2])
    assert (sp(after.state, "Red Trucks"), sp(after.state, "Red Infantry")) == (1, 3)
    assert any("Red Infantry is hit aboard" in line and "[pw.transport.hit]" in line for line in after.told)


@pytest.mark.clause("pw.transport.hit")
def test_what_is_carried_takes_one_hit_for_each_on_its_transport():
    state = table(unit("Machine Guns", "d8", "S", side=BLUE), unit("Half-tracks", "d6", sp=3), IN_HALF_TRACK)
    shot = Fire("Blue Machine Guns", at("d6"))
    after = act(state, lambda play: fire(play, shot), dice=[6, 6, 1, 1, 1, 1, 1])
    assert (sp(after.state, "Red Half-tracks"), sp(after.state, "Red Infantry")) == (1, 2)


@pytest.mark.clause("pw.transport.hit", "pw.fire.several-hits")
def test_hits_left_over_when_transport_is_destroyed_fall_on_what_it_carried():
    state = table(unit("Machine Guns", "d8", "S", side=BLUE), unit("Half-tracks", "d6", sp=1), IN_HALF_TRACK)
    shot = Fire("Blue Machine Guns", at("d6"))
    back = [Retreat("Red Infantry", at("d5"))]
    after = act(state, lambda play: fire(play, shot), dice=[6, 6, 6, 1, 1, 1, 6], picks=back)
    assert square(after.state, "Red Half-tracks") is None
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d5", 2)


@pytest.mark.case("pw.transport.passenger-retreat", 1)
@pytest.mark.parametrize(
    "choice, carrier, passenger",
    [(Retreat("Red Half-tracks", at("d3")), 2, 4), (Stand("Red Half-tracks"), 1, 3)],
)
def test_a_passenger_is_carried_off_or_loses_a_point(choice, carrier, passenger):
    state = table(unit("Half-tracks", "d4"), IN_HALF_TRACK, ENEMY)
    after = hit(state, dice=[5, 4], picks=[choice], name="Red Half-tracks")
    assert (sp(after.state, "Red Half-tracks"), sp(after.state, "Red Infantry")) == (carrier, passenger)
    assert aboard(after.state) == "Red Half-tracks"


@pytest.mark.clause("pw.transport.passenger-retreat")
def test_a_passenger_may_be_hurt_though_its_transport_retreats():
    after = hit(table(TRUCKS, RIDER, ENEMY), dice=[6, 1], picks=[Retreat("Red Trucks", at("d3"))])
    assert (sp(after.state, "Red Trucks"), sp(after.state, "Red Infantry")) == (2, 3)


@pytest.mark.clause("pw.transport.passenger-retreat")
def test_one_hit_is_over_for_both_before_the_mines_they_retreat_into_go_off():
    state = table(TRUCKS, RIDER, ENEMY, ground={"d3": "minefield"})
    after = hit(state, dice=[6, 6, 1, 1], picks=[Retreat("Red Trucks", at("d3"))])
    told = [line.split(":")[0].split(" [")[0] for line in after.told]
    assert told == [
        "Red Trucks is hit",
        "Red Trucks retreats to d3, facing E",
        "Red Infantry is hit aboard",
        "Red Infantry retreats with its carrier and loses nothing",
        "Red Trucks sets off mines",
        "Red Trucks is hit",
        "Red Trucks loses 1 SP, 1 left",
        "Red Infantry is hit aboard",
        "Red Infantry loses 1 SP, 3 left",
    ]


@pytest.mark.clause("pw.transport.destroyed")
def test_a_survivor_is_left_where_its_transport_was():
    after = hit(table(unit("Trucks", "d4", "E", sp=1), RIDER, ENEMY), dice=[1, 1])
    assert (aboard(after.state), after.state.units["Red Infantry"].place) == (None, at("d4", "E"))
    assert "Red Infantry is left on d4, facing E [pw.transport.destroyed]" in after.told


@pytest.mark.clause("pw.transport.destroyed")
def test_a_survivor_steps_aside_for_another_combat_unit():
    state = table(unit("Trucks", "d4", "E", sp=1), RIDER, unit("Mortars", "d4"), ENEMY)
    after = hit(state, dice=[1, 1], picks=[Retreat("Red Infantry", at("d3"))])
    assert square(after.state, "Red Infantry") == "d3"
    assert not after.asked[-1].admits(Stand("Red Infantry"))


@pytest.mark.clause("pw.transport.destroyed")
def test_a_survivor_that_steps_aside_into_mines_is_hit():
    state = table(unit("Trucks", "d4", sp=1), RIDER, unit("Mortars", "d4"), ENEMY, ground={"d3": "minefield"})
    after = hit(state, dice=[1, 1, 1], picks=[Retreat("Red Infantry", at("d3"))])
    assert sp(after.state, "Red Infantry") == 2


@pytest.mark.clause("pw.transport.destroyed")
def test_a_survivor_with_nowhere_to_go_is_destroyed():
    walls = dict.fromkeys(("c4", "e4", "d3", "d5"), "river")
    state = table(unit("Trucks", "d4", "E", sp=1), RIDER, unit("Mortars", "d4"), ENEMY, ground=walls)
    after = hit(state, dice=[1, 1])
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == (None, 0)
    assert after.state.units["Red"].tallies["lost SP"] == 5


@pytest.mark.clause("pw.transport.destroyed")
def test_a_commander_left_behind_shares_the_square():
    commander = unit("Commanders", aboard="Red Trucks")
    after = hit(table(unit("Trucks", "d4", sp=1), commander, unit("Mortars", "d4"), ENEMY), dice=[1, 1])
    assert square(after.state, "Red Commanders") == "d4"


@pytest.mark.clause("pw.transport.destroyed")
def test_a_passenger_killed_by_the_same_hit_is_not_left_behind():
    weak = unit("Infantry", aboard="Red Trucks", sp=1)
    after = hit(table(unit("Trucks", "d4", sp=1), weak, ENEMY), dice=[1, 1])
    assert (square(after.state, "Red Infantry"), aboard(after.state)) == (None, None)
