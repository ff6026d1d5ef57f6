"""What no player with any sense does in the Great Battles: small tables on which the computer must not do it either."""

import pytest
from gbday import on_day, with_actions, with_scenario
from gbtable import BLUE, INFANTRY, RED, TANK, WEAPONS, Body, asks, marked, stand, table, table10
from greed import GOAL, TAKE_IT, VILLAGE, a_round, played, said
from msgspec.structs import replace

from sandtable.mechanics.landmarks import is_before
from sandtable.rules.great_battles.battle.scenario import Hold, Objective, Victory
from sandtable.rules.great_battles.commands.combat import FaceAbout
from sandtable.rules.great_battles.commands.day import Fire, Halt, Limber, Pick, Rally
from sandtable.rules.great_battles.computer.habits import reflex
from sandtable.rules.great_battles.computer.worth import worth
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.fire.fire import fire_options
from sandtable.rules.great_battles.frame.victory import in_objective
from sandtable.rules.great_battles.nerve.retreat import face_about
from sandtable.rules.great_battles.steps import DawnDeployment
from sandtable.rules.great_battles.table.field import all_standing
from sandtable.rules.great_battles.words import Formation, Kind, Mark

ROAD = {"kind": "road", "name": "road", "course": [[20, 0], [20, 48]]}
FORT = {"kind": "village", "name": "fort", "at": [40, 20], "size": [6, 4]}
BOTH = Victory(hold=Hold(RED, ("the village", "the fort")), otherwise=BLUE)
CLEAR = Victory(hold=Hold(RED, ("the village",), clear=3), otherwise=BLUE)
IN_IT = Victory(hold=Hold(RED, ("the village",), standing=Kind.INFANTRY), otherwise=BLUE)


def held_by(state, side, *names):
    for name in names or (GOAL.name,):
        state = state.put(replace(state.units[name], side=side))
    return state


# ---- an enemy who dies


def weak(*bodies, arm=INFANTRY, **said):
    """Enemies under the fire of two battalions."""
    own = Body("A1", (18, 16), stands=(arm,) * 4), Body("A2", (23, 16), stands=(arm,) * 4)
    return with_actions(table(*own, *bodies, pieces=(VILLAGE,), objectives=(GOAL,), **said), A1=2, A2=2)


LAST = Body("B1", (20, 19), 180, side=BLUE, stands=(INFANTRY,), suppressed=(1,))
TRUCKS = Body("B1", (20.5, 17), 180, side=BLUE, stands=("Infantry by truck",), loaded=True)
SECOND = Body("B2", (21, 20), 180, side=BLUE, stands=(INFANTRY,) * 2)
FAR = Body("B2", (21, 23.5), 180, side=BLUE, stands=(INFANTRY,) * 2)
ENEMIES = {
    "the last of a battalion": weak(LAST, FAR, victory=TAKE_IT),
    "one of two battalions that hold the objective": weak(LAST, SECOND, victory=TAKE_IT),
    "the nearer of two that spoil it": held_by(weak(LAST, FAR, victory=CLEAR), RED),
    "one where stands are all that counts": weak(LAST, FAR),
    "one that is as good as dead": weak(TRUCKS, FAR, arm=TANK),
    "one that alone is in reach": weak(LAST, Body("B2", (20, 40), 180, side=BLUE), victory=TAKE_IT),
}


@pytest.mark.parametrize("state", ENEMIES.values(), ids=ENEMIES)
@pytest.mark.parametrize("agenda", [(), (*a_round(RED), *a_round(RED, 2))], ids=["after firing", "before firing"])
def test_it_is_never_worse_off_because_an_enemy_dies(state, agenda):
    state = replace(state, agenda=agenda)
    assert worth(marked(state, "B1/1", Mark.DESTROYED), RED) > worth(state, RED)


@pytest.mark.parametrize("state", ENEMIES.values(), ids=ENEMIES)
def test_it_does_not_hold_its_fire_beside_a_weak_enemy(state):
    _, orders = played(state, *a_round(RED)[1:])
    able = {one.id for one in all_standing(state, RED) if len(list(fire_options(state, one))) > 1}
    assert able == {shot.unit for shot in said(orders, Fire)} != set()


def test_it_is_not_worse_off_for_taking_one_of_two_objectives():
    """Its battalions in it have the farther one still before them."""
    fort = Objective("the fort", piece="fort")
    bodies = Body("A1", (18, 20)), Body("A2", (21, 20)), Body("B1", (40, 20), 180, side=BLUE)
    state = table(*bodies, pieces=(VILLAGE, FORT), objectives=(GOAL, fort), victory=BOTH)
    assert worth(held_by(state, RED), RED) > worth(state, RED)


# ---- weapons


@pytest.mark.parametrize("a_table", [table, table10])
@pytest.mark.parametrize("holder", [RED, BLUE])
def test_it_does_not_pack_up_its_weapons_in_a_fire_fight(a_table, holder):
    armed = Body("A1", (20, 14), stands=(INFANTRY,) * 3, attached=(WEAPONS,), set_up=(4,))
    enemy = Body("B1", (20, 16.5), 180, side=BLUE)
    state = a_table(armed, enemy, pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
    _, orders = played(with_actions(held_by(state, holder), A1=2), *a_round(RED), *a_round(RED, 2))
    assert not said(orders, Limber)


def test_who_is_on_guard_keeps_his_guns_ready():
    guns = Body("B1", (20, 20), 180, side=BLUE, stands=(INFANTRY,), attached=("75 mm AT gun H by truck",), set_up=(2,))
    state = table(guns, Body("A1", (20, 2)), pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT)
    _, orders = played(with_actions(state, B1=2), *a_round(BLUE), *a_round(BLUE, 2))
    assert not said(orders, Limber)


# ---- rallying


@pytest.mark.parametrize("at", [(20, 15), (20, 2), (20, 11)], ids=["in a fight", "far from everybody", "ahead"])
def test_it_rallies_where_that_costs_nothing(at):
    """Its action is there, and who is suppressed can do nothing else with it."""
    shaken = Body("A1", at, stands=(INFANTRY,) * 6, suppressed=(2, 3, 4, 5, 6), quality="inferior")
    others = Body("A2", (30, 1), active=False), Body("A3", (10, 1), active=False)
    state = table(shaken, *others, Body("B1", (20, 18), 180, side=BLUE), pieces=(VILLAGE,), objectives=(GOAL,),
                  victory=TAKE_IT)  # fmt: skip
    _, orders = played(with_actions(state, A1=1), *a_round(RED)[1:])
    assert said(orders, Rally)


def test_it_thinks_no_less_of_a_stand_that_has_rallied():
    """Under heavy fire too."""

    def stands(*down):
        enemies = [Body(f"B{n}", (10 + 5 * n, 18), 180, side=BLUE, stands=(INFANTRY,) * 4) for n in (1, 2, 3)]
        return table(Body("A1", (20, 15), stands=(INFANTRY,) * 4, suppressed=down), *enemies)

    assert worth(stands(), RED) > worth(stands(2), RED) > worth(stands(2, 3), RED)


# ---- reserves


def test_it_brings_its_reserves_on_at_dawn_where_that_is_free():
    """Nothing is seen of the enemy, and that is not to say that there is none."""
    own = Body("A1", (20, 15)), Body("A2", active=False), Body("A3", active=False)
    enemy = Body("B1", (20, 34), 180, side=BLUE, hidden=True)
    state = table(*own, enemy, fup={RED: (20, 4)}, c_ops={RED: (20, 5)}, pieces=(ROAD,))
    state = with_scenario(on_day(state, 1, 1), open=False)
    after, _ = played(state, DawnDeployment(RED))
    assert all(stand(after, one).place for one in ("A2/1", "A3/1"))


def test_a_battalion_that_comes_on_behind_takes_nothing_from_those_in_front():
    """Those in front are not to wait for it more than it is worth."""

    def stands(*late):
        front = Body("A1", (18, 16)), Body("A2", (23, 16))
        bodies = *front, *late, Body("B1", (20, 40), 180, side=BLUE)
        return worth(table(*bodies, pieces=(VILLAGE,), objectives=(GOAL,), victory=TAKE_IT), RED)

    waiting = Body("A3", active=False), Body("A4", active=False)
    behind = Body("A3", (18, 1), active=False), Body("A4", (23, 1), active=False)
    assert stands(*behind) > stands(*waiting)


# ---- an objective that is taken


def test_it_does_not_leave_on_the_last_turn_an_objective_that_it_has_to_stand_in():
    prey = Body("B1", (20, 24.5), 180, side=BLUE, stands=(INFANTRY,), suppressed=(1,))
    state = table(Body("A1", (20, 21)), prey, pieces=(VILLAGE,), objectives=(GOAL,), victory=IN_IT, turn=10)
    state = held_by(with_scenario(state, turns=10), RED)
    after, _ = played(with_actions(state, A1=2), *a_round(RED), *a_round(RED, 2))
    assert any(in_objective(after, GOAL, one) for one in all_standing(after, RED))


def test_an_objective_that_it_has_left_is_not_won_if_it_has_to_stand_in_it():
    def at(y):
        state = table(Body("A1", (20, y)), Body("B1", (4, 40), side=BLUE), pieces=(VILLAGE,), objectives=(GOAL,),
                      victory=IN_IT)  # fmt: skip
        return worth(held_by(state, RED), RED)

    assert at(20) > at(27) + 5


def test_it_does_not_leave_an_objective_open_to_an_enemy_who_stands_before_it():
    def guarded_from(y):
        return worth(table(Body("B1", (20, 20), 180, side=BLUE), Body("A1", (20, y)), pieces=(VILLAGE,),
                           objectives=(GOAL,), victory=TAKE_IT), BLUE)  # fmt: skip

    def open_to(y):
        return worth(table(Body("B1", (20, 26), 180, side=BLUE), Body("A1", (20, y)), pieces=(VILLAGE,),
                           objectives=(GOAL,), victory=TAKE_IT), BLUE)  # fmt: skip

    assert guarded_from(14) - open_to(14) > guarded_from(2) - open_to(2) + 2


# ---- which way it faces


@pytest.mark.parametrize("facing, turns", [(0, False), (180, True)])
def test_after_a_retreat_it_turns_about_only_if_that_brings_it_face_to_face(facing, turns):
    state = table(Body("A1", (20, 10), facing), Body("B1", (20, 16), 180, side=BLUE))
    question = asks(state, lambda play: face_about(play, "A1"))
    assert reflex(question) == (FaceAbout("A1") if turns else Halt("A1"))


def test_a_battalion_that_comes_on_with_the_enemy_behind_it_may_face_him():
    enemy = Body("B1", (12, 3), 90, side=BLUE)
    state = table(Body("A1", active=False), Body("A2", (20, 30)), enemy, fup={RED: (20, 6)}, c_ops={RED: (20, 7)},
                  pieces=(ROAD,))  # fmt: skip
    question = asks(state, lambda play: deploy_next(play, RED, dawn=False), picks=[Pick("A1")])
    sites = [one.region for one in question.options if one.region and one.command.formation == Formation.ASSAULT]
    places = [place for site in sites for place in site.notable()]
    assert any(is_before(place, (12, 3)) for place in places)


@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_guns_are_turned_to_the_enemy(facing):
    guns = Body("A1", (20, 15), facing, stands=("75 mm AT gun H",))
    tanks = Body("B1", (20, 29), 180, side=BLUE, stands=("Sherman M-M-M",) * 2)
    state = with_actions(table(guns, Body("A9", (40, 2)), tanks), A1=2)
    after, _ = played(state, *a_round(RED), *a_round(RED, 2))
    assert is_before(after.units["A1"].place, (20, 29))


@pytest.mark.parametrize(
    "enemy", [Body("B1", (20, 25), 180, side=BLUE), Body("B1", (4, 46), 180, side=BLUE, hidden=True)]
)
def test_it_would_rather_face_the_enemy_than_turn_its_back_on_him(enemy):
    """As it may choose after a retreat; and where it sees no enemy it faces his edge of the table."""

    def facing(degrees):
        return worth(table(Body("A1", (20, 10), degrees), enemy), RED)

    assert facing(0) > facing(180)
