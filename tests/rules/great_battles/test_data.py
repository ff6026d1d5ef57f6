"""Weapon, armour and terrain data."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, first_question, stand, table
from msgspec.structs import replace

from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.rules.great_battles.battle.scenario import Post
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, NONE, SOFT_COVER
from sandtable.rules.great_battles.commands.day import PlaceUnit
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.fire.shot import Shot, score_to_destroy, score_to_hit, target_class
from sandtable.rules.great_battles.frame.setup import place_next
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.nerve.morale import morale_modifiers
from sandtable.rules.great_battles.nerve.rally import rally_modifiers
from sandtable.rules.great_battles.table.arms import weapon
from sandtable.rules.great_battles.table.field import base_of, gap
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.ground import cover, covered_or_crest, on_crest
from sandtable.rules.great_battles.table.sighting import is_sighted
from sandtable.rules.great_battles.words import Formation, Kind

PANZER = "Pz IV F2 H-M-M"


def one(text, at=(20, 10), **how):
    return Body("R1", at, stands=(text,), **how)


# ---- classes


@pytest.mark.case("gb20.data.classes", 1)
def test_a_vehicle_is_rated_gun_armour_speed():
    state = table(one(PANZER), Body("B1", (20, 18), 180, side=BLUE, stands=(INFANTRY,)))
    rates, panzer = Rates(state, state.units["R1"]), stand(state, "R1/1")
    assert (rates.good, rates.bad) == (7, 3)
    assert weapon(panzer) == "H"
    assert score_to_hit(state, Shot(panzer, stand(state, "B1/1"), 8)).value == 9
    assert target_class(panzer) == "Medium armour"
    light = replace(panzer, traits=frozenset({"gun H", "armour M"}))
    assert score_to_destroy(state, Shot(light, panzer, 12)).value == 13


@pytest.mark.clause("gb20.data.classes")
@pytest.mark.parametrize(
    ("text", "gun", "target", "inches"),
    [
        ("Truck 0-0-W", "", "Soft vehicle", 4),
        ("Armoured car L-L-W", "L", "Light armour", 4),
        ("Half-track I-L-H", "I", "Light armour", 7),
        ("Stuart L-L-F", "L", "Light armour", 9),
        ("Churchill M-H-S", "M", "Heavy armour", 5),
        ("Tiger II S-S-S", "S", "Superheavy armour", 5),
    ],
)
def test_the_classes_of_vehicles(text, gun, target, inches):
    state = table(one(text))
    vehicle = stand(state, "R1/1")
    assert (weapon(vehicle), target_class(vehicle)) == (gun, target)
    assert Rates(state, state.units["R1"]).good == inches


@pytest.mark.clause("gb20.data.classes")
def test_a_towed_gun_has_a_gun_class_only():
    gun = stand(table(one("88 AT gun S")), "R1/1")
    assert weapon(gun) == "S" and target_class(gun) == "Dismounted"


# ---- stands


@pytest.mark.clause("gb20.data.stand-types")
@pytest.mark.parametrize(
    ("kind", "width", "depth"),
    [
        (Kind.INFANTRY, 1.5, 0.5),
        (Kind.ARMOUR, 1.5, 1.0),
        (Kind.ANTI_TANK, 1.0, 1.0),
        (Kind.FIELD_GUN, 1.0, 0.75),
        (Kind.HEAVY_WEAPONS, 0.75, 0.75),
        (Kind.HQ, 0.75, 1.0),
        (Kind.HALF_TRACK, 0.5, 0.75),
        (Kind.C_OPS, 1.0, 1.0),
        (Kind.FUP, 2.0, 2.0),
    ],
)
def test_the_bases_of_stands(kind, width, depth):
    assert charts(table(one(INFANTRY))).bases[kind] == Base(width, depth)


@pytest.mark.clause("gb20.data.stand-types")
def test_distances_are_measured_between_bases_of_that_size():
    state = table(one(PANZER), Body("B1", (20, 12), 180, side=BLUE, stands=(INFANTRY,)))
    assert gap(state, stand(state, "R1/1"), stand(state, "B1/1")) == 2
    assert (stand(state, "R1/1").place.y, stand(state, "B1/1").place.y) == (9.5, 12.25)


@pytest.mark.clause("gb20.data.stand-types")
def test_two_stands_do_not_start_on_the_same_spot():
    state = table(Body("R1", (20, 10), stands=(INFANTRY,)), Body("R2", stands=(INFANTRY,)))
    scenario = state.scenario
    posts = [replace(entry, post=Post(box=(0, 0, 60, 20))) for entry in scenario.side[0].battalions]
    army = replace(scenario.side[0], battalions=tuple(posts))
    state = replace(state, scenario=replace(scenario, side=(army, scenario.side[1])))
    question = first_question(state, lambda play: place_next(play, RED))
    refusal = question.refuse(PlaceUnit("R2", Place(20.5, 10, 0), Formation.ASSAULT))
    assert refusal is not None and refusal.clause == "gb20.data.stand-types"


# ---- terrain


@pytest.mark.clause("gb20.data.terrain")
@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("fields", NONE), ("woods", SOFT_COVER), ("orchard", SOFT_COVER), ("vineyard", SOFT_COVER),
        ("crops", SOFT_COVER), ("scrub", SOFT_COVER), ("rough", SOFT_COVER), ("broken", SOFT_COVER), ("marsh", NONE),
        ("town", HARD_COVER), ("village", HARD_COVER), ("buildings", HARD_COVER), ("entrenchment", HARD_COVER),
        ("bunker", BUNKER),
    ],
)  # fmt: skip
def test_the_cover_of_each_kind_of_ground(kind, found):
    state = table(one(INFANTRY), pieces=({"kind": kind, "at": [20, 9.75], "size": [2, 2]},))
    assert cover(state, stand(state, "R1/1")) == found


@pytest.mark.clause("gb20.data.terrain")
@pytest.mark.parametrize(
    ("kind", "good"),
    [("fields", True), ("woods", False), ("marsh", False), ("village", False), ("entrenchment", True)],
)
def test_the_going_of_each_kind_of_ground(kind, good):
    state = table(one(PANZER), pieces=({"kind": kind, "at": [20, 13], "size": [10, 12]},))
    assert (Moves(state, state.units["R1"]).why_not(Place(20, 16, 0)) is None) == good


@pytest.mark.clause("gb20.data.terrain")
def test_a_stand_is_where_the_centre_of_its_base_is():
    wood = {"kind": "woods", "at": [20, 10.5], "size": [4, 1.4]}  # from y = 9.8: the centre of the base is at 9.75
    state = table(one(INFANTRY), pieces=(wood,))
    assert cover(state, stand(state, "R1/1")) == NONE


@pytest.mark.clause("gb20.data.terrain")
def test_in_two_kinds_of_cover_the_better_counts():
    both = tuple({"kind": kind, "at": [20, 9.75], "size": [2, 2]} for kind in ("village", "woods"))
    state = table(one(INFANTRY), pieces=both)
    assert cover(state, stand(state, "R1/1")) == HARD_COVER


@pytest.mark.clause("gb20.data.terrain")
def test_nobody_stands_in_a_lake_and_only_dismounted_stands_in_a_bunker():
    lake = ({"kind": "lake", "at": [20, 12], "size": [4, 2]},)
    foot = table(one(INFANTRY), pieces=lake)
    assert Moves(foot, foot.units["R1"]).why_not(Place(20, 12, 0)) is not None
    bunker = ({"kind": "bunker", "at": [20, 12], "size": [4, 2]},)
    foot, tank = table(one(INFANTRY), pieces=bunker), table(one(PANZER), pieces=bunker)
    assert Moves(foot, foot.units["R1"]).why_not(Place(20, 12, 0)) is None
    assert Moves(tank, tank.units["R1"]).why_not(Place(20, 12, 0)) is not None


@pytest.mark.clause("gb20.data.terrain")
def test_who_would_start_in_a_lake_is_told_so():
    lake = ({"kind": "lake", "at": [20, 10], "size": [4, 4]},)
    state = table(Body("R1", stands=(INFANTRY,)), pieces=lake)
    entry = replace(state.scenario.side[0].battalions[0], post=Post(box=(0, 0, 60, 20)))
    army = replace(state.scenario.side[0], battalions=(entry,))
    state = replace(state, scenario=replace(state.scenario, side=(army, state.scenario.side[1])))
    question = first_question(state, lambda play: place_next(play, RED))
    refusal = question.refuse(PlaceUnit("R1", Place(20, 10, 0), Formation.ASSAULT))
    assert refusal is not None and refusal.clause == "gb20.data.terrain"


# ---- crests


def on_hill(y, stands=(INFANTRY,), **how):
    """A battalion whose front edge is so far north of the contour at y = 10, facing south."""
    hill = {"kind": "hill", "at": [20, 20], "size": [30, 20], "level": 1}
    up = Body("R1", (20, 10 + y), 180, stands=stands, **how)
    return table(up, Body("B1", (20, 4), 0, side=BLUE), pieces=(hill,))


@pytest.mark.clause("gb20.data.crest")
@pytest.mark.parametrize(("inches", "crest"), [(0.2, True), (1.0, True), (1.05, False), (5, False)])
def test_the_crest_line_is_an_inch_wide_on_the_high_side(inches, crest):
    state = on_hill(inches)
    assert on_crest(state, stand(state, "R1/1")) == crest


@pytest.mark.clause("gb20.data.crest")
def test_a_stand_below_the_contour_is_not_on_the_crest():
    state = on_hill(-0.8)
    assert not on_crest(state, stand(state, "R1/1"))


@pytest.mark.clause("gb20.data.crest")
def test_a_crest_line_is_soft_cover_for_morale_and_rally_but_not_for_sighting():
    pair = (INFANTRY, INFANTRY)
    state = on_hill(0.2, pair, suppressed=(1,))
    body, watcher = state.units["R1"], stand(state, "B1/1")
    assert covered_or_crest(state, stand(state, "R1/1")) == SOFT_COVER
    assert cover(state, stand(state, "R1/1")) == NONE
    below = on_hill(-3, pair, suppressed=(1,))
    for terms in (morale_modifiers, rally_modifiers):
        gained = sum(t.value for t in terms(state, body)) - sum(t.value for t in terms(below, below.units["R1"]))
        assert gained == 2
    hidden = replace(stand(state, "R1/1"), known_to=frozenset())
    assert is_sighted(state.put(hidden), hidden, [watcher])


@pytest.mark.clause("gb20.data.crest")
def test_a_narrow_ridge_is_all_crest_and_a_broad_one_is_not():
    for width, crest in ((2.0, True), (8.0, False)):
        ridge = {"kind": "ridge", "course": [[10, 20], [30, 20]], "width": width, "level": 1}
        state = table(one(INFANTRY, at=(20, 20.25)), pieces=(ridge,))
        assert on_crest(state, stand(state, "R1/1")) == crest


@pytest.mark.clause("gb20.data.stand-types")
def test_a_base_turns_its_long_side_along_the_road():
    state = table(one(INFANTRY, formation=Formation.ROAD_MARCH))
    assert base_of(state, stand(state, "R1/1")) == Base(0.5, 1.5)
