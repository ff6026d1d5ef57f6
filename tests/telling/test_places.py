"""Places of a free table in words."""

import re

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.kernel.events import Moved
from sandtable.kernel.state import NOBODY
from sandtable.rules import rule_sets
from sandtable.rules.great_battles.commands.day import Move
from sandtable.server.battle import Battle
from sandtable.server.viewpoint import Viewpoint
from sandtable.telling.places import article, place_words, told, told_command
from tests.telling.anygame import any_table

BARE = any_table().board.relaid([], ["wood", "long hill", "road"])


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ((5, 16), "the wood"),
        ((5, 17.5), "the north edge of the wood"),
        ((5, 18.5), "the north edge of the wood"),
        ((8.4, 16), "the east edge of the wood"),
        ((5, 20.5), 'a point 2.5" north of the wood'),
        ((18, 16), "the long hill"),
        ((10, 12), 'the road 3" south-east of the wood'),
        ((12, 2), 'a point 10" south of the road'),
    ],
)
def test_a_place_is_told_by_the_ground_there_or_the_nearest_ground(point, words):
    assert place_words(any_table().board, point) == words


def test_on_a_bare_table_a_place_is_told_by_the_nearest_edge():
    assert place_words(BARE, (20, 10)) == 'a point 4" from the eastern edge of the table'


def test_a_move_says_how_far_it_goes_and_which_way():
    fact = Moved("R1/1", st.Place(6, 15))
    assert told(fact, any_table()) == 'R1/1 moves to the wood (9" north)'
    assert fact.tell() == "R1/1 moves to 6, 15"


def test_whoever_comes_from_nowhere_has_gone_no_way():
    table = any_table()
    away = table.put(replace(table.units["R1/1"], place=None))
    assert told(Moved("R1/1", st.Place(5, 16)), away) == "R1/1 moves to the wood"


def test_proper_names_take_no_article():
    names = ["west wood", "Caen road", "the wall", "Stonne", "Point 102", "izba 1", "Ta Qali"]
    assert [article(name) for name in names] == [
        *("the west wood", "the Caen road", "the wall", "Stonne", "Point 102", "izba 1", "Ta Qali")
    ]


@pytest.mark.parametrize("rules", rule_sets())
def test_no_line_of_a_log_has_a_place_in_numbers(rules):
    scenario = next(one for one in rule_sets()[rules].scenarios().values() if one.learning)
    game, player = st.new_game(rules, scenario.id, "1"), st.RandomPlayer("1")
    for _ in range(40):
        game.play(player.choose(game.seat()))
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    moves = [line.words for line in Viewpoint(battle, NOBODY, len(battle.audiences) - 1).log() if line.kind == "move"]
    assert moves and not [words for words in moves if re.search(r"\d, -?\d", words)]


def test_a_hint_tells_its_place_in_words():
    command = Move("R1/1", st.Place(6, 15, 90))
    assert told_command(command, any_table()) == 'R1/1 moves to the wood (9" north), facing east'
