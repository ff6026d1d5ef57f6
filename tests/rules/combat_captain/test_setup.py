"""Setting up: the table, its ground and sizes, who goes first, and where everybody stands."""

import pytest
from cc import (
    AMERICAN,
    GERMAN,
    PAK,
    able,
    at,
    goes,
    offered,
    scenario,
    setting_up,
    units,
    why_not,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.board.tablemap import Laid, TableMap
from sandtable.mechanics.arrangement import BLOCK, FILE, LINE, SHAPES
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.book import KINDS, RIFLE
from sandtable.rules.combat_captain.commands import Activate, Adjust, Deploy, Done, Mount, NameLeader, PutApart, Ready
from sandtable.rules.combat_captain.control import isolated, leader_of
from sandtable.rules.combat_captain.field import base, field
from sandtable.rules.combat_captain.going import ground_at
from sandtable.rules.combat_captain.scenario import Army, Company, Some, zone_of
from sandtable.rules.combat_captain.sequence import Opening, open_battle
from sandtable.rules.combat_captain.volley import dice_at
from sandtable.rules.combat_captain.words import Tally
from sandtable.tabletop import Table
from sandtable.testing import random_game

RIFLES, TRUCKS = Some("Rifle squad", 5), Some("Truck", 2)
BAKER_IN_LINE = Deploy("Baker", at(36, 45, 180), LINE)
ABLE_IN_LINE = Deploy("Able", at(36, 3), LINE)


# ---- sizes


@pytest.mark.clause("cc.setup.scale")
def test_a_figure_is_a_man_and_a_model_a_vehicle():
    both = able("Rifle squad, M4 Sherman")
    assert both["Able Rifles 1"].tallies[Tally.MEN] == 5
    assert Tally.MEN not in both["Able M4 Sherman 1"].tallies


@pytest.mark.clause("cc.setup.table")
def test_a_table_is_six_feet_by_four_and_the_sides_come_from_its_long_edges():
    battle = scenario()
    board = battle.table()
    assert (board.width, board.depth) == (72, 48)
    assert [battle.army(side).edge for side in (GERMAN, AMERICAN)] == ["south", "north"]
    assert zone_of(board, battle.army(AMERICAN), battle.side[1].companies[0])[1] > 40


@pytest.mark.clause("cc.setup.table")
def test_a_scenario_may_set_another_size_and_other_edges():
    german, american = (Company(name, (RIFLES,)) for name in ("Able", "Baker"))
    sides = Army(GERMAN, (german,), "west"), Army(AMERICAN, (american,), "east")
    battle = scenario(map=TableMap((60.0, 40.0)), side=sides)
    assert (battle.table().width, battle.army("German").edge, battle.army("American").edge) == (60, "west", "east")
    first = setting_up(battle).options[0]
    assert first.region.sample(Picker(0)).x > 50


@pytest.mark.clause("cc.setup.footprints")
@pytest.mark.parametrize(
    ("kind", "radius"),
    [("Rifle squad", 1.0), ("Mortar squad", 1.0), (PAK, 1.0), ("Truck", 1.5), ("Half-track", 1.5), ("Panther", 1.5),
     ("Armoured car with 20 to 40 mm gun", 1.5)],
)  # fmt: skip
def test_foot_and_guns_are_discs_of_an_inch_and_vehicles_of_one_and_a_half(kind, radius):
    state = able(f"1 {kind}, Rifle squad; 2 at 40 10").state
    unit = units(state, "Able")[0]
    assert (base(state, unit).disc, base(state, unit).width) == (True, 2 * radius)


@pytest.mark.case("cc.setup.footprints", 1)
def test_discs_a_tenth_of_an_inch_apart_are_in_contact_and_not_farther():
    squads = able(at="20,10", foe="American Baker at 20,12.1: Rifle squad")
    assert field(squads.state).contacts
    tank = able("M4 Sherman", "20,10", foe="American Baker at 20,12.7: Rifle squad")
    assert not field(tank.state).contacts


@pytest.mark.clause("cc.setup.rounding")
def test_a_distance_equal_to_a_limit_is_inside_it():
    for inches, which in ((8.0, "all"), (8.01, "even"), (16.0, "even"), (24.0, "odd"), (24.01, None)):
        found = able(at="20,10", foe=f"American Baker at 20,{11 + inches:g}: Rifle squad")
        here, there = found["Able Rifles 1"].at, found["Baker Rifles 1"].at
        assert dice_at(found.state.board, RIFLE, here.point, there.point, 1.0) == which
    assert not isolated(able("2 Rifle squad; 2 at 29 10").state, "Able")
    assert isolated(able("2 Rifle squad; 2 at 29.02 10").state, "Able")


# ---- ground


@pytest.mark.clause("cc.setup.terrain")
@pytest.mark.parametrize(
    ("pieces", "ground"),
    [
        ([], "open"), (["hill at 20,10 size 6,6 level 1"], "open"), (["marsh at 20,10 size 6,6"], "water"),
        (["orchard at 20,10 size 6,6"], "rough"), (["water at 20,10 size 6,6", "road at 20,10 size 2,8"], "road"),
        (["forest at 20,10 size 6,6", "road at 20,10 size 2,8"], "road"), (["cliff at 20,10 size 6,6"], "impassable"),
        (["hill at 20,10 size 6,6 level 1", "rough at 20,10 size 4,4"], "rough"),
    ],
)  # fmt: skip
def test_a_road_counts_before_all_else_and_a_hill_is_open_unless_it_is_rough(pieces, ground):
    found = able(ground=pieces)
    assert ground_at(found.state.board, KINDS["Rifle squad"], at(20, 10)) == ground


@pytest.mark.clause("cc.setup.terrain")
def test_a_road_over_water_is_a_bridge():
    pieces = ["water at 20,15 size 30,4", "road at 20,15 size 2,20"]
    truck = able("Truck, Rifle squad; leader 1, 2 at 24 10", ground=pieces)
    assert goes(truck, 20, 18, 4, 5, unit="Able Truck 1") == ""
    assert goes(truck, 22, 18, 6, 6, unit="Able Truck 1") == "cc.move.terrain"


# ---- who goes first


@pytest.mark.clause("cc.setup.first-player")
def test_the_scenario_names_who_goes_first():
    question = setting_up(scenario(first=AMERICAN), ABLE_IN_LINE, Ready(GERMAN), BAKER_IN_LINE, Ready(AMERICAN))
    assert (question.side, question.topic.kind) == (AMERICAN, "activity")


@pytest.mark.clause("cc.setup.first-player")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), GERMAN), ((2, 5), AMERICAN), ((3, 3, 1, 6), AMERICAN)])
def test_else_the_higher_die_goes_first_and_equal_dice_are_thrown_again(dice, first):
    question = setting_up(scenario(first=""), dice=dice)
    assert question.side != first


# ---- deployment


@pytest.mark.case("cc.setup.deploy", 1)
def test_the_side_that_does_not_move_first_deploys_all_its_units_first():
    two = Company("Able", (RIFLES,)), Company("Dog", (RIFLES,))
    battle = scenario(german=two, first=AMERICAN)
    assert setting_up(battle).topic.about == ("Able",)
    assert setting_up(battle, ABLE_IN_LINE).topic.about == ("Dog",)
    question = setting_up(battle, ABLE_IN_LINE, Deploy("Dog", at(15, 3), LINE), Ready(GERMAN))
    assert (question.side, question.topic.about) == (AMERICAN, ("Baker",))


@pytest.mark.clause("cc.setup.deploy")
@pytest.mark.parametrize(
    ("place", "clause"),
    [(at(36, 44), ""), (at(36, 41.99), "cc.setup.deploy"), (at(36, 47.5), "cc.setup.deploy"),
     (at(1.5, 45), "cc.setup.deploy"), (at(36.001, 44), "cc.setup.deploy")],
)  # fmt: skip
def test_a_company_sets_up_on_the_table_in_its_zone(place, clause):
    battle = scenario(map=TableMap((72.0, 48.0), (Laid("forest", at=(36, 44), size=(30, 8)),)))
    assert why_not(setting_up(battle), Deploy("Baker", place, LINE)) == clause


@pytest.mark.clause("cc.setup.deploy")
def test_nobody_sets_up_within_twelve_inches_of_the_enemy():
    near = Army(GERMAN, (Company("Able", (RIFLES,)),), zone=(0, 0, 72, 40))
    battle = scenario(side=(near, Army(AMERICAN, (Company("Baker", (RIFLES,)),))))
    question = setting_up(battle, BAKER_IN_LINE, Ready(AMERICAN))
    assert why_not(question, Deploy("Able", at(36, 31), LINE)) == ""
    assert why_not(question, Deploy("Able", at(36, 31.01), LINE)) == "cc.setup.deploy"
    closer = scenario(side=battle.side, keep_off=5.0)
    assert why_not(setting_up(closer, BAKER_IN_LINE, Ready(AMERICAN)), Deploy("Able", at(36, 38), LINE)) == ""


@pytest.mark.clause("cc.setup.deploy")
def test_nobody_sets_up_on_another_nor_where_it_may_not_go():
    battle = scenario(
        german=(Company("Able", (RIFLES,)), Company("Panzer", (Some("Panther", 2),))),
        map=TableMap((72.0, 48.0), (Laid("building", at=(10, 3), size=(8, 4)),)),
    )
    question = setting_up(battle, BAKER_IN_LINE, Ready(AMERICAN), ABLE_IN_LINE)
    assert why_not(question, Deploy("Panzer", at(36, 3), LINE)) == "cc.setup.footprints"
    assert why_not(question, Deploy("Panzer", at(10, 3), LINE)) == "cc.move.terrain"
    assert why_not(question, Deploy("Panzer", at(50, 3), LINE)) == ""


@pytest.mark.clause("cc.setup.deploy")
@pytest.mark.parametrize("quality", ["Militia", "Regular", "Veteran"])
@pytest.mark.parametrize("number", [(5, 0), (8, 0), (8, 2), (8, 6)])
def test_in_every_arrangement_on_offer_all_stand_in_the_leaders_control(quality, number):
    heavy = (Some("Machine gun squad", number[1]),) if number[1] else ()
    big = Company("Able", (Some("Rifle squad", number[0]), *heavy), quality=quality, zone=(0, 0, 72, 20))
    question = setting_up(scenario(german=(big,)), BAKER_IN_LINE, Ready(AMERICAN))
    found = [option for option in question.options if isinstance(option.command, Deploy)]
    assert {LINE, BLOCK} <= {option.command.arrangement for option in found}
    for option in found:
        order = option.complete(Picker(1))
        state = setting_up(scenario(german=(big,)), BAKER_IN_LINE, Ready(AMERICAN), order).state
        assert not isolated(state, "Able")


@pytest.mark.clause("cc.setup.deploy")
def test_an_arrangement_that_control_does_not_reach_over_is_not_on_offer():
    made_of = Some("Rifle squad", 8), Some("Machine gun squad", 6)
    militia = Company("Able", made_of, quality="Militia", zone=(0, 0, 72, 20))
    question = setting_up(scenario(german=(militia,)), BAKER_IN_LINE, Ready(AMERICAN))
    assert FILE not in {getattr(option.command, "arrangement", "") for option in question.options}
    assert why_not(question, Deploy("Able", at(36, 10), FILE)) == "cc.cohesion.radius"


@pytest.mark.clause("cc.setup.deploy")
def test_a_company_whose_zone_is_full_sets_up_elsewhere():
    one, other = (Company(name, (Some("Rifle squad"),), any_size=True, zone=(0, 0, 2, 2)) for name in ("Able", "Dog"))
    question = setting_up(scenario(german=(one, other)), BAKER_IN_LINE, Ready(AMERICAN), Deploy("Able", at(1, 1), LINE))
    assert why_not(question, Deploy("Dog", at(40, 20), LINE)) == ""


@pytest.mark.clause("cc.setup.deploy")
def test_a_company_that_finds_no_room_on_the_table_stays_off():
    one, other = (Company(name, (Some("Panther"),), any_size=True, zone=(0, 0, 4, 4)) for name in ("Able", "Baker"))
    battle = scenario(german=(one,), american=(other,), map=TableMap((4.0, 4.0)))
    question = setting_up(battle, Deploy("Baker", at(2, 2), LINE))
    assert [unit.part_of for unit in question.state.units.values() if unit.place] == ["Baker"]


@pytest.mark.clause("cc.setup.deploy")
def test_single_sub_units_are_put_elsewhere_in_the_zone_and_in_control():
    battle = scenario(first=AMERICAN)
    question = setting_up(battle, ABLE_IN_LINE, Adjust("Able"))
    third = "Able Rifles 3"
    assert why_not(question, PutApart(third, at(44.9, 3))) == ""
    assert why_not(question, PutApart(third, at(45.02, 3))) == "cc.cohesion.radius"
    assert why_not(question, PutApart(third, at(36, 6.5))) == "cc.setup.deploy"
    assert why_not(question, PutApart(third, at(36, 4))) == "cc.setup.footprints"
    assert why_not(question, PutApart("Able Rifles 1", at(36, 4))) == "cc.cohesion.leader"
    state = setting_up(battle, ABLE_IN_LINE, Adjust("Able"), PutApart(third, at(44, 4)), Done("Able")).state
    assert state.units[third].place.point == (44, 4)


@pytest.mark.clause("cc.cohesion.leader")
def test_the_owner_names_another_leader_before_he_sets_up():
    battle = scenario(first=AMERICAN)
    named = NameLeader("Able Rifles 4", "Able")
    state = setting_up(battle, named, ABLE_IN_LINE).state
    assert leader_of(state, "Able").id == "Able Rifles 4"
    assert state.units["Able Rifles 4"].place.point == (36, 3)
    assert NameLeader not in offered(setting_up(battle, named))


# ---- cover and transport at the start


@pytest.mark.clause("cc.setup.starting-cover")
def test_a_unit_may_start_in_cover_and_each_sub_unit_faces_as_its_owner_likes():
    battle = scenario(german=(Company("Able", (RIFLES,), cover=3),), first=AMERICAN)
    x, y = setting_up(battle, ABLE_IN_LINE).state.units["Able Rifles 2"].place.point
    turned = PutApart("Able Rifles 2", at(x, y, 217)), PutApart("Able Rifles 1", at(36, 3, 90))
    state = setting_up(battle, ABLE_IN_LINE, Adjust("Able"), *turned, Done("Able")).state
    assert {unit.tallies[Tally.COVER] for unit in units(state, "Able")} == {3}
    assert [state.units[f"Able Rifles {n}"].place.facing for n in (1, 2, 3)] == [90, 217, 0]


@pytest.mark.clause("cc.setup.starting-cover")
def test_a_unit_starts_without_cover_unless_the_scenario_gives_it_some():
    state = setting_up(scenario(first=AMERICAN), ABLE_IN_LINE).state
    assert {unit.tallies[Tally.COVER] for unit in units(state, "Able")} == {0}


MOTORISED = Company("Able", (RIFLES, TRUCKS), mounted=True, cover=2)


@pytest.mark.clause("cc.vehicles.transport")
def test_a_company_starts_mounted_where_the_scenario_lets_it():
    battle = scenario(german=(MOTORISED,), first=AMERICAN)
    state = setting_up(battle, Deploy("Able", at(36, 3), LINE, mounted=True)).state
    riders = {unit.id: unit.aboard for unit in state.units.values() if unit.aboard}
    assert riders == {"Able Rifles 1": "Able Truck 1", "Able Rifles 2": "Able Truck 2"}
    assert {state.units[rider].tallies[Tally.COVER] for rider in riders} == {0}
    plain = setting_up(scenario(german=(Company("Able", (RIFLES, TRUCKS)),), first=AMERICAN))
    assert not any(getattr(option.command, "mounted", False) for option in plain.options)


@pytest.mark.clause("cc.vehicles.transport")
def test_the_owner_says_who_starts_aboard_what():
    battle = scenario(german=(MOTORISED,), first=AMERICAN)
    picks = Deploy("Able", at(36, 5.5), LINE), Adjust("Able"), Mount("Able Rifles 4", "Able Truck 2")
    question = setting_up(battle, *picks)
    assert question.state.units["Able Rifles 4"].aboard == "Able Truck 2"
    assert why_not(question, Mount("Able Rifles 5", "Able Truck 2"))
    out = next(option for option in question.options if getattr(option.command, "unit", "") == "Able Rifles 4")
    after = setting_up(battle, *picks, out.complete(Picker(0)), Done("Able")).state.units["Able Rifles 4"]
    assert after.aboard is None and after.place


@pytest.mark.clause("cc.vehicles.transport")
def test_nobody_starts_mounted_against_the_scenario():
    battle = scenario(german=(Company("Able", (RIFLES, TRUCKS)),), first=AMERICAN)
    question = setting_up(battle, Deploy("Able", at(36, 5.5), LINE), Adjust("Able"))
    assert why_not(question, Mount("Able Rifles 4", "Able Truck 2")) == "cc.setup.deploy"


# ---- several players on a side


TEAM = (Company("Able", (RIFLES,), player="Fred"), Company("Panzer", (Some("Panther", 2),), player="Otto"))


@pytest.mark.clause("cc.setup.team-play")
def test_with_several_players_on_a_side_each_is_asked_for_his_own_units():
    battle = scenario(german=TEAM)
    panzer = Deploy("Panzer", at(15, 3), LINE)
    picks = BAKER_IN_LINE, Ready(AMERICAN), ABLE_IN_LINE, panzer, Ready(GERMAN), Activate("Panzer")
    question = setting_up(battle, *picks, options=("team-play",))
    assert "Otto" in question.text and "Fred" not in question.text
    assert "Otto" not in setting_up(battle, *picks).text


@pytest.mark.clause("cc.setup.team-play")
def test_who_commands_what_is_told_at_the_start():
    opening = Table(RULES, RULES.setup(scenario(german=TEAM), frozenset({"team-play"})))
    noted = [
        entry.event for entry in opening.act(open_battle, Opening()).entries if entry.clause == "cc.setup.team-play"
    ]
    assert [event.about for event in noted] == [("Able",), ("Panzer",), ("Baker",)]


# ---- any set-up


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), shape=st.sampled_from(SHAPES))
def test_whoever_sets_up_anyhow_stands_in_its_zone_in_control_and_on_nobody(seed, shape):
    battle = scenario(
        german=(MOTORISED, Company("Dog", (Some("Rifle squad", 8),), quality="Militia", zone=(0, 0, 72, 12))),
        map=TableMap((72.0, 48.0), (Laid("building", at=(30, 3), size=(6, 4)), Laid("river", at=(50, 4), size=(4, 8)))),
    )
    for game in random_game(RULES, battle, frozenset(), str(seed)):
        if game.state.tallies[Tally.TURN]:
            break
    state, layout = game.state, field(game.state)
    for company in ("Able", "Dog", "Baker"):
        assert not isolated(state, company)
    discs = list(layout.slabs.items())
    assert all(shapes.apart(a, b) >= -shapes.TWO_STEPS for i, a in discs for j, b in discs if i < j)
    assert all(unit.place.y <= 6 for unit in units(state, "Able"))
    assert all(ground_at(state.board, KINDS[unit.kind], unit.place) != "impassable" for unit in units(state, "Dog"))
