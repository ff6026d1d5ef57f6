"""Setting up: board, coordinates, forces, deployment, reinforcements, options."""

import pytest
from tabletop import (
    BLUE,
    RED,
    activated,
    asks,
    at,
    ends,
    offers,
    played,
    queued,
    scenario,
    sp,
    square,
    steps,
    table,
    unit,
    why_not,
)

from sandtable import new_game
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.activation import activate, count_dice
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Attack,
    Bombard,
    Deploy,
    Load,
    Move,
    StartAboard,
)
from sandtable.rules.portable_wargame.scenario import Army, Crowd, Entry, check, ground_of
from sandtable.rules.portable_wargame.sequence import Activating, Bombardment, Orders, begin
from sandtable.rules.portable_wargame.setup import opening
from sandtable.rules.portable_wargame.words import Tally
from sandtable.scripted import act

INFANTRY = Entry("Infantry")


def begun(battle, *options):
    return begin(battle, frozenset(options))


def deploying(battle, *picks, options=()):
    """The question where the next Unit starts."""
    return played(begun(battle, *options), picks=picks).position.question


def starts(question, where: str) -> str:
    """The facings in which the Unit asked about may start in a square."""
    return "".join(f for f in "NESW" if not why_not(question, Deploy(question.options[0].command.unit, at(where, f))))


# ---- the board


@pytest.mark.clause("pw.setup.board")
def test_a_scenario_without_a_map_is_fought_on_eight_by_eight_open_squares():
    grid = opening(scenario((INFANTRY,)), frozenset()).board
    assert (grid.files, grid.ranks, set(grid.grounds), set(grid.levels)) == (8, 8, {frozenset()}, {0})


@pytest.mark.clause("pw.setup.board")
def test_a_scenario_gives_columns_and_rows():
    grid = opening(scenario((INFANTRY,), map=". r w\n" * 5), frozenset()).board
    assert (grid.files, grid.ranks, grid.grounds[grid.named("c1")]) == (3, 5, {"wood"})


@pytest.mark.clause("pw.setup.board")
def test_a_square_may_hold_one_area_feature_and_any_of_the_others():
    everything = "wood, road, river, ford, minefield, barbed wire, level 2"
    assert ground_of(everything)[1] == 2
    with pytest.raises(ScenarioError, match="trench and wood do not share a square"):
        check(scenario((INFANTRY,), legend={"q": "wood, trench"}))


@pytest.mark.clause("pw.setup.coordinates")
def test_squares_are_named_by_column_from_the_west_and_row_from_the_south():
    grid = table().board
    d4 = grid.named("d4")
    assert (grid.place(d4).x, grid.place(d4).y) == (3, 3)
    assert [grid.names[grid.ahead(d4, at("a1", facing).facing)] for facing in "NESW"] == ["d5", "e4", "d3", "c4"]


# ---- forces


@pytest.mark.clause("pw.setup.forces")
def test_a_scenario_lists_type_quality_strength_class_and_arrival():
    entry = Entry("Artillery", quality="Elite", gun="Field Artillery", strength=3, arrives=2, entry=("d1",))
    gun = opening(scenario((entry,)), frozenset()).units["Red Field Artillery"]
    assert gun.traits >= {"Elite", "Field Artillery"}
    assert (gun.tallies[Tally.SP], gun.tallies[Tally.ARRIVES], gun.place) == (3, 2, None)


@pytest.mark.clause("pw.setup.forces")
def test_a_side_has_one_commander_or_none():
    check(scenario((Entry("Commanders"), INFANTRY)))
    check(scenario((INFANTRY,)))
    with pytest.raises(ScenarioError, match="Red: forces: a side has one Commander at most"):
        check(scenario((Entry("Commanders", 2),)))


@pytest.mark.clause("pw.setup.forces")
def test_two_sides_fight():
    with pytest.raises(ScenarioError, match="two sides"):
        check(scenario((INFANTRY,), side=(Army(RED, "south", forces=(INFANTRY,)),)))


@pytest.mark.clause("pw.setup.forces")
def test_a_unit_may_start_aboard_where_the_scenario_says_so():
    battle = scenario((Entry("Trucks"), Entry("Infantry", may_start_aboard=True)))
    aboard = StartAboard("Red Infantry", "Red Trucks")
    leg = played(begun(battle), picks=[Deploy("Red Trucks", at("d1")), aboard])
    assert leg.position.state.units["Red Infantry"].aboard == "Red Trucks"
    assert "Red Infantry is aboard Red Trucks [pw.setup.forces]" in map(str, leg.entries)
    assert "pw.setup.forces" in {entry.clause for entry in leg.entries}


@pytest.mark.clause("pw.setup.forces")
def test_a_unit_starts_aboard_only_what_may_carry_it():
    rider = Entry("Infantry", may_start_aboard=True)
    battle = scenario((Entry("Trucks"), Entry("Horse-drawn Transport"), Entry("Tanks"), rider))
    places = zip(("Trucks", "Horse-drawn Transport", "Tanks"), ("a1", "b1", "c1"), strict=True)
    question = deploying(battle, *(Deploy(f"Red {kind}", at(where)) for kind, where in places))
    assert offers(question) == [StartAboard("Red Infantry", "Red Trucks")]


@pytest.mark.clause("pw.setup.forces")
def test_a_unit_starts_aboard_nothing_unless_the_scenario_says_so():
    question = deploying(scenario((Entry("Trucks"), INFANTRY)), Deploy("Red Trucks", at("d1")))
    assert offers(question) == []


# ---- deployment


@pytest.mark.clause("pw.setup.deployment")
def test_the_side_listed_first_deploys_all_its_units_first():
    battle = scenario((INFANTRY, INFANTRY))
    questions = [
        deploying(battle),
        deploying(battle, Deploy("Red Infantry 1", at("a1"))),
        deploying(battle, Deploy("Red Infantry 1", at("a1")), Deploy("Red Infantry 2", at("b1"))),
    ]
    assert [question.side for question in questions] == [RED, RED, BLUE]


@pytest.mark.clause("pw.setup.deployment")
def test_the_side_that_the_scenario_names_deploys_first():
    assert deploying(scenario((INFANTRY,), deploys_first="Blue")).side == BLUE


@pytest.mark.clause("pw.setup.deployment")
def test_without_instructions_each_side_starts_in_the_two_rows_along_its_edge():
    south = deploying(scenario((INFANTRY,)))
    assert (starts(south, "d1"), starts(south, "d2"), starts(south, "d3")) == ("NESW", "NESW", "")
    north = deploying(scenario((INFANTRY,)), Deploy("Red Infantry", at("d1")))
    assert (starts(north, "d6"), starts(north, "d7"), starts(north, "d8")) == ("", "NESW", "NESW")


@pytest.mark.clause("pw.setup.deployment")
def test_a_scenario_may_name_the_rows_and_the_facings():
    red = Army(RED, "south", (3, 4), (Entry("Infantry", facing="ES"),))
    question = deploying(scenario((), side=(red, Army(BLUE, "north", forces=(INFANTRY,)))))
    assert (starts(question, "d2"), starts(question, "d3"), starts(question, "d4")) == ("", "ES", "ES")


@pytest.mark.clause("pw.setup.deployment")
def test_a_scenario_may_limit_how_many_start_in_some_rows():
    forces = (Entry("Infantry", 2), Entry("Engineers"))
    red = Army(RED, "south", (1, 3), forces, crowds=(Crowd("Infantry", (2, 3), 1),))
    battle = scenario((), side=(red, Army(BLUE, "north", forces=(INFANTRY,))))
    second = deploying(battle, Deploy("Red Infantry 1", at("a2")))
    assert why_not(second, Deploy("Red Infantry 2", at("c3"))) == "pw.setup.deployment"
    assert starts(second, "c1") == "NESW"
    others = deploying(battle, Deploy("Red Infantry 1", at("a2")), Deploy("Red Infantry 2", at("c1")))
    assert starts(others, "c3") == "NESW"


@pytest.mark.clause("pw.setup.deployment")
def test_a_deployed_unit_is_where_its_owner_put_it_in_the_open():
    leg = played(begun(scenario((INFANTRY,))), picks=[Deploy("Red Infantry", at("c2", "E"))])
    assert leg.position.state.units["Red Infantry"].place == at("c2", "E")
    assert "Red Infantry starts on c2, facing E [pw.setup.deployment]" in [str(entry) for entry in leg.entries]
    assert RULES.view(leg.position.state, BLUE).units["Red Infantry"].place == at("c2", "E")


@pytest.mark.clause("pw.setup.deployment")
def test_placement_obeys_the_stacking_rules():
    battle = scenario((INFANTRY, Entry("Machine Guns"), Entry("Commanders")))
    question = deploying(battle, Deploy("Red Infantry", at("d1")))
    assert why_not(question, Deploy("Red Machine Guns", at("d1"))) == "pw.move.stack-friends"
    last = deploying(battle, Deploy("Red Infantry", at("d1")), Deploy("Red Machine Guns", at("e1")))
    assert starts(last, "d1") == "NESW"


@pytest.mark.clause("pw.setup.deployment")
def test_nobody_starts_in_a_river_but_at_a_ford_or_bridge():
    question = deploying(scenario((INFANTRY,), map="...\n...\n...\n~f=\n"))
    assert why_not(question, Deploy("Red Infantry", at("a1"))) == "pw.terrain.rivers-impassable"
    assert (starts(question, "b1"), starts(question, "c1")) == ("NESW", "NESW")


@pytest.mark.clause("pw.setup.deployment")
def test_nobody_starts_next_to_an_enemy():
    red, blue = Army(RED, "south", (1, 4), (INFANTRY,)), Army(BLUE, "north", (3, 8), (INFANTRY,))
    question = deploying(scenario((), side=(red, blue)), Deploy("Red Infantry", at("d4")))
    assert why_not(question, Deploy("Blue Infantry", at("e4"))) == "pw.setup.deployment"
    assert why_not(question, Deploy("Blue Infantry", at("d4"))) == "pw.move.no-stack-enemies"
    assert starts(question, "e5") == "NESW"


@pytest.mark.clause("pw.setup.deployment")
def test_a_side_that_the_enemy_could_crowd_out_is_refused_before_the_battle():
    red, blue = (Army(side, edge, (1, 2), (INFANTRY,)) for side, edge in ((RED, "south"), (BLUE, "north")))
    with pytest.raises(ScenarioError, match="Red: deploy: 1 Units do not fit into 0 squares"):
        deploying(scenario((), side=(red, blue)))


@pytest.mark.clause("pw.units.infantry-anti-tank")
def test_infantry_anti_tank_counts_as_infantry_where_infantry_is_limited():
    forces = (INFANTRY, Entry("Infantry Anti-tank"))
    red = Army(RED, "south", (1, 3), forces, crowds=(Crowd("Infantry", (2, 3), 1),))
    battle = scenario((), side=(red, Army(BLUE, "north", (7, 8), (INFANTRY,))))
    question = deploying(battle, Deploy("Red Infantry", at("a2")))
    assert why_not(question, Deploy("Red Infantry Anti-tank", at("c3"))) == "pw.setup.deployment"
    assert starts(question, "c1") == "NESW"


@pytest.mark.clause("pw.setup.deployment")
def test_aircraft_and_reinforcements_are_not_placed():
    battle = scenario((Entry("Reconnaissance Aircraft"), Entry("Tanks", arrives=2, entry=("d1",)), INFANTRY))
    assert deploying(battle, Deploy("Red Infantry", at("a1")), options=("air",)).side == BLUE


# ---- reinforcements

ROAD_NORTH = {f"d{row}": "road" for row in range(1, 9)}


def cars(**more):
    return unit("Armoured Cars", traits=("enters d1",), arrives_in_turn=3, **more)


@pytest.mark.case("pw.setup.reinforcements", 1)
def test_a_reinforcement_pays_for_its_entry_square_and_moves_on():
    question = activated(table(cars(), ground=ROAD_NORTH, turn=3), "Red Armoured Cars")
    assert (ends(question, "d1"), ends(question, "d5"), ends(question, "d6")) == ("NESW", "NESW", "")
    assert (ends(question, "c4"), ends(question, "c3")) == ("", "NESW")


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_reinforcement_comes_on_in_its_activation():
    state = table(cars(), unit("Infantry", "h9", side=BLUE), ground=ROAD_NORTH, turn=3)
    picks = [Activate("Red Armoured Cars"), Move("Red Armoured Cars", at("d3", "E"))]
    after = act(state, steps(Activating(RED)), picks=picks)
    assert square(after.state, "Red Armoured Cars") == "d3"
    assert "Red Armoured Cars comes on at d3 by d1-d2, facing E [pw.setup.reinforcements]" in after.told


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_reinforcement_comes_on_once():
    ground = {"d1": "minefield"}
    state = table(cars(sp=1), unit("Infantry", "a1"), unit("Infantry", "h9", side=BLUE), ground=ground, turn=3)
    lost = act(
        state, lambda play: activate(play, "Red Armoured Cars"), dice=[1], picks=[Move("Red Armoured Cars", at("d1"))]
    )
    question = asks(lost.state, steps(Activating(RED)))
    assert why_not(question, Activate("Red Armoured Cars")) == "pw.units.destroyed"


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_reinforcement_halted_at_the_edge_faces_away_from_it():
    state = table(cars(), unit("Infantry", "h9", side=BLUE), ground={"d1": "minefield"}, turn=3)
    question = activated(state, "Red Armoured Cars", dice=[1], picks=[Move("Red Armoured Cars", at("d3"))])
    assert question.state.units["Red Armoured Cars"].place == at("d1", "N")


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_reinforcement_is_refused_a_square_out_of_reach():
    question = activated(table(cars(), ground=ROAD_NORTH, turn=3), "Red Armoured Cars")
    assert why_not(question, Move("Red Armoured Cars", at("d6"))) == "pw.move.allowance"


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_reinforcement_waits_for_its_turn_and_for_a_free_square():
    early = played(queued(table(cars(), unit("Infantry", "a1"), turn=2), Activating(RED))).position.question
    assert why_not(early, Activate("Red Armoured Cars")) == "pw.setup.reinforcements"
    state = table(cars(), unit("Infantry", "a1"), unit("Infantry", "d1", side=BLUE), turn=3)
    blocked = played(queued(state, Activating(RED))).position.question
    assert why_not(blocked, Activate("Red Armoured Cars")) == "pw.setup.reinforcements"


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_friend_on_the_entry_square_is_passed_through():
    state = table(cars(), unit("Infantry", "d1"), turn=3)
    assert not why_not(asks(state, steps(Activating(RED))), Activate("Red Armoured Cars"))
    question = activated(state, "Red Armoured Cars")
    assert (ends(question, "d1"), ends(question, "d2")) == ("", "NESW")


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_friend_blocks_an_entry_square_in_which_the_unit_would_have_to_stop():
    state = table(cars(), unit("Infantry", "d1"), unit("Trucks", "a1"), ground={"d1": "wood"}, turn=3)
    question = played(queued(state, Activating(RED))).position.question
    assert why_not(question, Activate("Red Armoured Cars")) == "pw.setup.reinforcements"


@pytest.mark.clause("pw.setup.reinforcements")
@pytest.mark.parametrize(("turn", "dice"), [(2, 1), (3, 2)])
def test_a_reinforcement_counts_for_dice_from_the_turn_it_may_enter(turn, dice):
    state = table(cars(), *(unit("Infantry", f"{file}1", name=file) for file in "abcef"), turn=turn)
    assert act(state, lambda play: count_dice(play, RED)).told[0].startswith(f"Red has {dice} activation dice")


@pytest.mark.clause("pw.setup.reinforcements")
def test_a_reinforcement_counts_for_initial_strength_from_the_start():
    battle = scenario((INFANTRY, Entry("Armoured Cars", arrives=3, entry=("d1",))))
    assert opening(battle, frozenset()).units["Red"].tallies[Tally.INITIAL] == 7


# ---- options, dice and information


@pytest.mark.clause("pw.setup.options")
def test_options_are_off_unless_the_scenario_or_the_players_switch_them_on():
    assert new_game("portable-wargame", "krojanty").state.variants == frozenset()
    assert new_game("portable-wargame", "sedan").state.variants == {"air"}
    assert new_game("portable-wargame", "krojanty", options=["gas"]).state.variants == {"gas"}
    assert new_game("portable-wargame", "sedan", options=[]).state.variants == frozenset()


@pytest.mark.clause("pw.setup.options")
def test_there_are_five_options():
    assert set(RULES.variants) == {"cyclists", "tank-riders", "gas", "air", "small-arms-proof-tanks"}
    with pytest.raises(ScenarioError, match="unknown option 'snow'"):
        begun(scenario((INFANTRY,)), "snow")


@pytest.mark.clause("pw.setup.options")
def test_what_belongs_to_an_option_needs_the_option():
    battle = scenario((INFANTRY, Entry("Reconnaissance Aircraft"), Entry("Engineers", option="gas")))
    assert {u for u in begun(battle).units if u.startswith("Red ")} == {"Red Infantry"}
    everybody = {"Red Infantry", "Red Reconnaissance Aircraft", "Red Engineers"}
    assert {u for u in begun(battle, "air", "gas").units if u.startswith("Red ")} == everybody


@pytest.mark.clause("pw.setup.options")
def test_a_tank_carries_nobody_while_tank_riders_are_off():
    state = table(unit("Tanks", "d4"), unit("Infantry", "d4"))
    question = activated(state, "Red Tanks")
    assert why_not(question, Load("Red Tanks", "Red Infantry")) == "pw.setup.options"


@pytest.mark.case("pw.setup.dice", 1)
def test_a_thrown_one_may_be_good_enough_and_a_thrown_six_may_not():
    defender = unit("Infantry", "d5", "S", side=BLUE)
    commander = unit("Commanders", "d6", side=BLUE)
    lucky = table(unit("Infantry", "d4"), defender, commander, ground={"d5": "built-up area"})
    attack = Attack("Red Infantry", "Blue Infantry")
    assert not any("is hit" in line for line in act(lucky, lambda play: fight(play, attack), dice=[1, 3]).told)
    horses = unit("Horse-drawn Transport", "d5", "N", side=BLUE, sp=2)
    unlucky = table(unit("Infantry", "d4"), horses, ground={"d5": "river, ford"})
    attack = Attack("Red Infantry", "Blue Horse-drawn Transport")
    assert sp(act(unlucky, lambda play: fight(play, attack), dice=[6, 3, 1]).state, horses.id) == 1


@pytest.mark.clause("pw.setup.dice")
def test_modifiers_add_up_and_scores_may_leave_the_range_of_the_die():
    gun = unit("Artillery", "d1", traits=("Field Artillery",))
    state = table(gun, unit("Commanders", "d2"), unit("Infantry", "d5", side=BLUE, sp=2))
    after = act(state, steps(Orders(RED), Bombardment()), dice=[6, 1], picks=[Bombard("Red Artillery", at("d5"))])
    assert "= 7" in after.told[0]
    assert sp(after.state, "Blue Infantry") == 1


@pytest.mark.clause("pw.setup.information")
def test_only_artillery_orders_are_secret():
    red = unit("Artillery", "d1", traits=("Field Artillery",))
    guns = red, unit("Artillery", "d6", "S", side=BLUE, traits=("Field Artillery",))
    leg = played(queued(table(*guns), Orders(RED), Orders(BLUE)), picks=[Bombard("Red Artillery", at("d6"))])
    assert leg.position.question.side == BLUE
    seen, actual = leg.position.question.view, leg.position.state
    assert (seen.units, seen.board, seen.tallies) == (actual.units, actual.board, actual.tallies)
    assert [pile.cards for pile in seen.piles.values()] == [("?",)]
    secret = [entry for entry in leg.entries if entry.known_to is not None]
    assert {entry.known_to for entry in secret} == {frozenset({RED})}
