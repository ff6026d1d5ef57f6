"""Rolling up the battlefield."""

import pytest

from sandtable.board.place import Place
from sandtable.kernel.facts import Rolled
from sandtable.kernel.play import Play
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.view import open_table
from sandtable.mechanics.generating import Fate, article
from sandtable.rules.panzer_korps import RULES
from sandtable.rules.panzer_korps.book import THEATRES
from sandtable.rules.panzer_korps.commands import PlaceCrossing
from sandtable.rules.panzer_korps.facts import FeatureLaid
from sandtable.rules.panzer_korps.generator import generate, objectives
from sandtable.rules.panzer_korps.ground import KINDS
from sandtable.rules.panzer_korps.scenario import check, read_scenario
from sandtable.rules.panzer_korps.tabletop import tabletop
from sandtable.rules.panzer_korps.terrain_generator import THEATRE, roll_feature, roll_up
from sandtable.scripted import act, asks
from sandtable.telling.scenario_file import as_toml
from sandtable.testing import check_cites, check_ends_by_a_rule, random_game

MIDDLE = (2, 50, 50)  # the second part of the table, at its middle


def rolled(column, *dice, wet=False, picks=()):
    """What a throw on a column lays, by kind."""
    done = act(tabletop([]), lambda play: roll_feature(play, column, 1, wet=wet), dice, picks)
    return [piece.kind for piece in done.state.board.terrain], done


def kinds(column, *dice, **more):
    return rolled(column, *dice, **more)[0]


@pytest.mark.case("pk.terrain-generator.theatre", 1)
@pytest.mark.clause("pk.terrain-generator.theatre")
def test_the_theatre_says_how_many_features_of_each_kind():
    row = {column: THEATRE.cell("Eastern Front", column) for column in THEATRE.table.columns[1:]}
    assert row == {"hills": 1, "woods": 1, "river/stream": 1, "gully": 2, "brush": 2, "village/town": 1}
    play = Play(tabletop([], theatre="Eastern Front"), Fate("any"), open_table)
    roll_up(play)
    thrown = [entry.event.throw.kind for entry in play.entries if isinstance(entry.event, Rolled)]
    assert thrown.count("feature") == 8


@pytest.mark.case("pk.terrain-generator.climate", 1)
@pytest.mark.clause("pk.terrain-generator.climate")
def test_each_theatre_has_its_climate():
    climates = [THEATRE.text(theatre, "climate") for theatre in THEATRES[:3]]
    assert climates == ["cold", "cold and wet", "dry"]


@pytest.mark.case("pk.terrain-generator.woods", 1)
@pytest.mark.clause("pk.terrain-generator.woods")
def test_woods():
    found = [kinds("woods", die, *MIDDLE) for die in (3, 4, 5, 6)]
    assert found == [["light woods"], ["medium woods"], ["heavy woods"], ["unknown woods"]]


@pytest.mark.case("pk.terrain-generator.river", 1)
@pytest.mark.clause("pk.terrain-generator.river")
def test_rivers_and_the_enemys_crossing():
    assert kinds("river/stream", 3, *MIDDLE, 1) == ["stream"]
    crossing = [PlaceCrossing("French", Place(20.0, 12.0))]
    assert kinds("river/stream", 4, *MIDDLE, 1, picks=crossing) == ["minor river", "ford"]
    assert kinds("river/stream", 5, *MIDDLE, 1, picks=crossing) == ["major river", "road", "bridge"]
    assert kinds("river/stream", 6, *MIDDLE) == ["water", "beach"]


@pytest.mark.clause("pk.terrain-generator.river")
def test_the_enemy_of_the_side_in_whose_half_a_river_lies_places_its_crossing():
    asked = asks(tabletop([]), lambda play: roll_feature(play, "river/stream", 1, wet=False), (4, 2, 50, 50, 1))
    other = asks(tabletop([]), lambda play: roll_feature(play, "river/stream", 1, wet=False), (4, 5, 50, 50, 1))
    assert (asked.side, other.side) == ("French", "German")
    assert asked.refuse(PlaceCrossing("French", Place(20.0, 40.0))).clause == "pk.terrain-generator.river"


@pytest.mark.case("pk.terrain-generator.gully", 1)
@pytest.mark.clause("pk.terrain-generator.gully")
def test_gullies():
    throws = (1, *MIDDLE), (4, *MIDDLE, 3), (5, *MIDDLE), (6, *MIDDLE, 3)
    found = [kinds("gully", *dice) for dice in throws]
    assert found == [["broken ground"], ["gully"], ["depression"], ["chasm"]]


@pytest.mark.case("pk.terrain-generator.brush", 1)
@pytest.mark.clause("pk.terrain-generator.brush")
def test_brush():
    assert [kinds("brush", die, *MIDDLE) for die in (2, 3, 5)] == [["brush"], ["tall brush"], ["vineyard"]]
    assert kinds("brush", 6, *MIDDLE, wet=True) == ["jungle"]
    assert kinds("brush", 6, *MIDDLE) == ["unknown woods"]


@pytest.mark.case("pk.terrain-generator.village", 1)
@pytest.mark.clause("pk.terrain-generator.village")
def test_villages_and_towns():
    assert kinds("village/town", 1, *MIDDLE, 3) == ["farm", "wall", "wall", "wall"]
    assert KINDS["farm"].cover == "light"
    assert kinds("village/town", 4, *MIDDLE) == ["village"]
    assert kinds("village/town", 5, *MIDDLE, 2) == ["town", "town"]
    assert kinds("village/town", 6, *MIDDLE, 4) == ["city"] * 4


@pytest.mark.case("pk.terrain-generator.hills", 1)
@pytest.mark.clause("pk.terrain-generator.hills")
def test_hills():
    assert kinds("hills", 2, *MIDDLE) == ["rolling hill"]
    assert kinds("hills", 4, *MIDDLE) == ["two-level hill", "two-level hill"]
    assert kinds("hills", 5, *MIDDLE, 2) == ["two-level hill", "two-level hill", "cliff"]
    assert kinds("hills", 6, *MIDDLE) == ["steep hill"]
    two_levels = rolled("hills", 4, *MIDDLE)[1].state.board
    assert {two_levels.level_at((36.0, 12.0)), two_levels.level_at((36.0, 16.5))} == {2, 1}


@pytest.mark.clause("pk.terrain-generator.placement")
def test_a_feature_that_would_overlap_another_is_put_elsewhere():
    wooded = rolled("woods", 1, *MIDDLE)[1].state
    again = act(wooded, lambda play: roll_feature(play, "brush", 1, wet=False), (1, *MIDDLE, 5, 50, 50))
    places = {piece.kind: piece.points[0][1] for piece in again.state.board.terrain}
    assert places["light woods"] < 24 < places["brush"]
    dropped = act(wooded, lambda play: roll_feature(play, "brush", 1, wet=False), (1, *MIDDLE * 11))
    assert [piece.kind for piece in dropped.state.board.terrain] == ["light woods"]
    assert "left out" in dropped.told[-1]


@pytest.mark.clause("pk.terrain-generator.placement")
def test_the_middle_of_a_feature_keeps_three_inches_from_the_edge():
    kinds_found, done = rolled("village/town", 4, 1, 1, 1)
    (village,) = done.state.board.terrain
    assert kinds_found == ["village"] and village.covers((3.0, 3.0))


@pytest.mark.parametrize("theatre", THEATRES)
def test_generated_battles_are_valid_different_and_the_same_for_the_same_seed(theatre):
    found = [generate(str(seed), {"theatre": theatre}) for seed in range(8)]
    assert len({as_toml(one) for one in found}) == len(found)
    assert as_toml(generate("3", {"theatre": theatre})) == as_toml(found[3])
    for one in found:
        check(one)


def test_two_objectives_of_a_kind_keep_their_numbers():
    assert article(["farm 1", "farm 3", "rolling hill 2"]) == {
        "farm 1": "farm 1", "farm 3": "farm 3", "rolling hill 2": "the rolling hill",
    }  # fmt: skip


def test_a_saved_battle_is_the_battle_that_was_generated():
    made = generate("12", {"theatre": THEATRES[3]})
    assert any(piece.kind == "town" for piece in made.map.pieces)
    assert read_scenario(as_toml(made), "the file") == made


@pytest.mark.parametrize("number", range(len(THEATRES)))
def test_random_players_fight_a_generated_battle_of_each_theatre_to_its_end(number):
    made = generate(f"fought {number}", {"theatre": THEATRES[number]})
    *_, game = random_game(RULES, made, frozenset(), str(number))
    check_ends_by_a_rule(game)
    check_cites(game)


def laid(column, *dice):
    """The features that a throw lays."""
    done = rolled(column, *dice)[1]
    return done.state.board, [entry.event for entry in done.entries if isinstance(entry.event, FeatureLaid)]


def test_a_town_is_an_objective_and_its_middle_section_is_the_place_to_hold():
    board, features = laid("village/town", 5, *MIDDLE, 6)
    (aim,) = objectives(board, features, "French")
    assert aim.name == "the town" and aim.holder == "French"
    assert aim.piece in ("town 1, section 3", "town 1, section 4")


def test_the_foot_of_a_hill_is_the_place_to_hold():
    board, features = laid("hills", 5, *MIDDLE, 2)
    (aim,) = objectives(board, features, "French")
    assert (aim.name, aim.piece) == ("the cliff hill", "cliff hill 1")


def test_without_villages_and_hills_the_middle_of_the_table_is_the_objective():
    board, features = laid("woods", 3, *MIDDLE)
    (aim,) = objectives(board, features, "French")
    assert (aim.name, aim.at) == ("the middle", (36.0, 24.0))


def test_an_unknown_theatre_is_refused():
    with pytest.raises(ScenarioError, match="theatre: 'Mars' is not one of"):
        generate("1", {"theatre": "Mars"})
