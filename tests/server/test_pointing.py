"""A place pointed at by hand becomes an exact place."""

from random import Random

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.rules.great_battles.commands.airborne import DropOver
from sandtable.rules.great_battles.commands.artillery import PrePlan
from sandtable.rules.great_battles.commands.day import Move
from sandtable.rules.great_battles.commands.night import MoveStaff
from sandtable.server import asking, decisions
from sandtable.server import messages as wire
from sandtable.server.battle import Battle
from sandtable.server.lines import on_show


def up_to(kind, rules, scenario):
    """A battle in which the first thing on offer is such a command."""
    game, player = st.new_game(rules, scenario, "1"), st.RandomPlayer(1)
    while not isinstance(game.decision.options[0].command, kind):
        game.play(player.choose(game.seat()))
    return game


def first_region(game):
    """That of the first option, as a screen is told of it."""
    view = game.rules.view(game.state, game.decision.side)
    return decisions.choice(game.rules, view, game.decision.options[0], 0).region


def test_a_c_ops_is_put_on_the_road_that_one_points_beside():
    game = up_to(MoveStaff, "great-battles-d20", "first-orders")
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    decision = battle.decision
    view, region = battle.rules.view(battle.state, decision.side), decision.options[0].region
    for place in (region.sample(Random(number)) for number in range(10)):
        answer = asking.tested(battle, decision, view, wire.Test("", 0, 0, (place.x + 0.09, place.y + 0.13, 77)))
        x, y, facing = answer.to
        assert answer.ok and abs(x - place.x) + abs(y - place.y) < 0.3 and facing == place.facing


@pytest.mark.parametrize(
    ("kind", "rules", "scenario"),
    [
        (MoveStaff, "great-battles-d20", "first-orders"),
        (PrePlan, "great-battles-d10", "crossroads"),
        (Move, "great-battles-d10", "crossroads"),
        (DropOver, "great-battles-d10", "malta"),
    ],
)
def test_nobody_is_offered_to_turn_what_faces_nowhere(kind, rules, scenario):
    assert first_region(up_to(kind, rules, scenario)).turns == ()


def test_where_any_facing_is_allowed_it_may_be_turned():
    assert first_region(up_to(Move, "great-battles-d20", "first-orders")).turns is None


def test_whoever_comes_onto_the_table_begins_by_facing_the_enemy():
    game = st.new_game("great-battles-d10", "crossroads", "1")
    while game.decision.side != "German":
        game.play(st.RandomPlayer(1).choose(game.seat()))
    assert first_region(game).facing == 180 and first_region(game).turns is None


def test_whoever_faces_as_the_scenario_has_it_is_so_put_and_not_turned():
    game = st.new_game("great-battles-d20", "close-quarters", "1")
    while game.decision.side != "Red":
        game.play(st.RandomPlayer(1).choose(game.seat()))
    assert first_region(game).facing == 180 and first_region(game).turns == (180,)


def test_a_ruler_between_battalions_lies_between_their_nearest_stands():
    game = up_to(Move, "great-battles-d20", "first-orders")
    battle, side = Battle(game, dict.fromkeys(game.state.sides, "person")), game.decision.side
    table = asking.SeenTable(battle, battle.rules.view(battle.state, side), side)

    def inches(one, other):
        return asking.measured(table, wire.Measure("", [one, other])).total

    ours, theirs = table.models("A1"), table.models("E1")
    assert inches("A1", "E1") == min(inches(one.id, other.id) for one in ours for other in theirs)
    last = ours[-1].place.point
    assert inches("A1", last) == 0 < inches(ours[0].id, last)


def test_a_line_points_at_a_mission_only_where_it_lies():
    game = st.new_game("great-battles-d20", "nissoria", "1")
    mission = game.state.units["Canadian template 1"]
    laid = game.state.put(replace(mission, place=st.Place(20.0, 20.0)))
    named = ("A1", mission.id, "Canadian")
    assert on_show(game.rules, named, game.state) == ("A1",)
    assert on_show(game.rules, named, laid) == ("A1", mission.id)
