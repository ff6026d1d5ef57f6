"""Vehicles and guns by name."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, sid, stand, table, table10
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import Post, model
from sandtable.rules.great_battles.book.vehicles import gun, vehicle, vehicles
from sandtable.rules.great_battles.commands.day import Fire, PlaceUnit
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.fire.fire import volley
from sandtable.rules.great_battles.fire.shot import aim, refuse_shot, score_to_destroy, score_to_hit
from sandtable.rules.great_battles.frame.setup import opening, place_next
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark
from sandtable.scripted import act


def duel(firer, target, inches):
    ours = Body("A1", (20, 10), stands=(firer,))
    state = table10(ours, Body("B1", (20, 10 + inches), 180, side=BLUE, stands=(target,)))
    return state, aim(state, stand(state, "A1/1"), stand(state, "B1/1"))


def classes(text):
    made = model(text)
    return made.gun, made.armour, made.speed


# ---- vehicles


@pytest.mark.case("gb10.data.vehicles", 1)
def test_a_tiger_ii_goes_5_inches_in_assault_formation():
    state = table10(Body("A1", (20, 10), stands=("Tiger II",)))
    assert Rates(state, state.units["A1"]).good == 5


@pytest.mark.case("gb10.data.vehicles", 2)
@pytest.mark.case("gb10.data.vehicles", 3)
@pytest.mark.parametrize(
    ("firer", "target", "inches", "hit", "destroy"),
    [("Sherman", "Matilda", 2, 8, 1), ("Matilda", "Sherman", 3, 8, 1)],
)
def test_a_sherman_and_a_matilda(firer, target, inches, hit, destroy):
    state, shot = duel(firer, target, inches)
    assert (score_to_hit(state, shot).value, score_to_destroy(state, shot).value) == (hit, destroy)


@pytest.mark.clause("gb10.data.vehicles", "gb10.data.codes")
def test_every_vehicle_of_the_list_is_a_stand_under_its_printed_name():
    rows = EDITION.book.tables["gb10.table.vehicles"].rows
    assert len(rows) == len(vehicles()) == 70
    for name, _nation, _kind, _year, *codes in rows:
        assert classes(str(name)) == tuple(codes)
        made = model(str(name).upper())
        assert made.kind == Kind.ARMOUR and made.name == name


@pytest.mark.clause("gb10.data.codes")
def test_a_scenario_may_rate_its_own_vehicles_and_guns():
    assert classes("Carrier I-L-F") == ("I", "L", "F")
    assert classes("Sherman H-M-M") == ("H", "M", "M")  # what is written there goes before the list
    assert model("25 pounder field gun M by truck").gun == "M"


@pytest.mark.clause("gb10.data.generic", "gb10.data.soft")
def test_armoured_cars_half_tracks_and_soft_vehicles_are_always_the_same():
    assert classes("Armored car") == classes("Armoured car") == ("L", "L", "W")
    assert classes("Half-track") == ("I", "L", "H")
    assert classes("Soft vehicle") == ("0", "0", "W")


@pytest.mark.clause("gb10.data.vehicles")
@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("Shermann", "M4 Sherman"), ("Pz VI Tigre II", "Pz VI Tiger II"), ("Pantther", "Pz V Panther"), ("KV-1", "KV-I")],
)
def test_a_name_that_is_nearly_right_is_refused_with_the_right_one(wrong, meant):
    with pytest.raises(ScenarioError, match=f"did you mean .*{meant}"):
        model(wrong)


@pytest.mark.clause("gb10.data.vehicles")
def test_a_name_that_means_several_or_nothing_is_refused():
    assert vehicle("II") is None
    with pytest.raises(ScenarioError, match="did you mean Pz IV D-F1 or Pz IV F2-H"):
        model("Pz IV")
    with pytest.raises(ScenarioError, match="is not a stand") as trouble:
        model("Rowing boat")
    assert "did you mean" not in str(trouble.value)
    with pytest.raises(ScenarioError, match="needs no transport"):
        model("Sherman by truck")


# ---- guns


@pytest.mark.case("gb10.data.at-guns", 1)
def test_a_6_pounder_can_only_suppress_a_tiger_ii():
    state, shot = duel("57mm 6 pounder AT gun", "Tiger II", 1)
    assert score_to_destroy(state, shot) is None
    order = [Fire(sid(state, "A1/1"), sid(state, "B1/1"))]
    after = act(state, lambda play: volley(play, order), [1])
    assert Mark.SUPPRESSED in stand(after.state, "B1/1").marks


@pytest.mark.clause("gb10.data.at-guns", "gb10.data.field-guns", "gb10.data.calibre-gaps")
@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("20mm AT gun", "L"), ("37mm AT gun", "L"), ("44mm AT gun", "L"), ("2 pounder AT gun", "L"),
        ("45mm AT gun", "M"), ("6 pounder AT gun", "M"), ("59mm AT gun", "M"), ("75mm AT gun", "H"),
        ("17 pounder AT gun", "H"), ("80mm AT gun", "H"), ("81mm AT gun", "S"), ("88mm AT gun", "S"),
        ("75mm field gun", "L"), ("79mm field gun", "L"), ("80mm field gun", "M"), ("105mm field gun", "M"),
        ("121mm field gun", "M"), ("122mm field gun", "H"), ("152mm Field gun", "H"),
    ],
)  # fmt: skip
def test_guns_go_by_their_bore(text, weight):
    made = model(f"{text} by truck")
    assert made.gun == weight and made.rides == "truck" and made.name == text
    assert made.kind == (Kind.ANTI_TANK if "AT" in text else Kind.FIELD_GUN)


@pytest.mark.clause("gb10.data.at-guns")
def test_a_gun_whose_bore_nobody_knows_is_refused():
    assert gun("AT gun") is None and gun("25 pounder field gun") is None
    with pytest.raises(ScenarioError, match="by its bore or its class"):
        model("25 pounder field gun")


@pytest.mark.clause("gb10.data.light-no-effect")
def test_a_field_gun_of_75mm_cannot_hit_infantry():
    state, shot = duel("75mm field gun", INFANTRY, 3)
    refusal = refuse_shot(state, shot)
    assert refusal is not None and refusal.clause == "gb10.fire.light-guns"


# ---- being told


def put_down(make, *stands, attached=()):
    body = Body("A1", stands=stands, attached=attached)
    state = make(body, Body("B1", (20, 40), 180, side=BLUE))
    army, other = state.scenario.side
    entries = tuple(replace(one, post=Post(box=(10, 5, 40, 20))) for one in army.battalions)
    state = opening(replace(state.scenario, side=(replace(army, battalions=entries), other)), frozenset())
    order = PlaceUnit("A1", Place(25, 12, 0), Formation.DEFENSIVE)
    return act(state, lambda play: place_next(play, RED), picks=[order], view=view)


@pytest.mark.clause(
    "gb10.data.vehicles", "gb10.data.generic", "gb10.data.soft", "gb10.data.at-guns", "gb10.data.field-guns"
)
def test_the_owner_is_told_how_the_lists_rate_what_he_puts_down():
    stands = ("Infantry by truck", "Tiger II", "Armored Car", "6 pounder AT gun", "105mm field gun", "Carrier I-L-F")
    after = put_down(table10, *stands)
    told = {str(entry.event.tell()): str(entry.clause) for entry in after.entries if entry.event.tell()}
    assert told["A1/1 infantry by truck: 0-0-W"] == "gb10.data.soft"
    assert told["A1/2 Pz VI Tiger II: S-S-S"] == "gb10.data.vehicles"
    assert told["A1/3 Armored Car: L-L-W"] == "gb10.data.generic"
    assert told["A1/4 6 pounder AT gun: M"] == "gb10.data.at-guns"
    assert told["A1/5 105mm field gun: M"] == "gb10.data.field-guns"
    assert not [line for line in told if line.startswith("A1/6")]
    notes = [entry for entry in after.entries if ".data." in entry.clause]
    assert {entry.known_to for entry in notes} == {frozenset({RED})}


@pytest.mark.clause("gb20.data.classes")
def test_the_lists_serve_the_d20_chart_too():
    after = put_down(table, "Tiger II", "Infantry by truck", attached=("17 pounder AT gun by tractor",))
    notes = [str(entry) for entry in after.entries if entry.clause == "gb20.data.classes"]
    assert notes == [
        "A1/1 Pz VI Tiger II: S-S-S [gb20.data.classes]", "A1/3 17 pounder AT gun: H [gb20.data.classes]"
    ]  # fmt: skip
