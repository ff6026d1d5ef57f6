"""Ground that changes during a battle."""

from fractions import Fraction

import pytest

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.kernel.events import GroundChanged
from sandtable.kernel.game import Game
from sandtable.kernel.savefile import load, save
from sandtable.outcomes import outcomes
from sandtable.testing import check_facts_rebuild, check_rerun, check_undo
from tests.sappers import BATTLE, RED, RULES, SAPPERS, TAPE, BlowBridge, LayTape, Scout, Wait, crossings

ON_BRIDGE, IN_WOOD = Place(20.0, 12.0), Place(8.0, 18.0)
MARSH = Area("wood", "marsh", ((4.0, 16.0), (12.0, 16.0), (12.0, 22.0)))


@pytest.fixture
def game():
    return Game(RULES, BATTLE, "3", frozenset())


def kinds(game, at):
    return game.state.board.ground(at)


def test_a_broken_bridge_is_gone_for_rules_and_views(game):
    assert kinds(game, ON_BRIDGE) == {"bridge", "stream"}
    game.play(BlowBridge(SAPPERS))
    assert kinds(game, ON_BRIDGE) == {"stream"}
    assert game.view("Blue").board.ground(ON_BRIDGE) == {"stream"}
    assert BlowBridge(SAPPERS) not in [option.command for option in game.decision.options]


def test_a_wood_turns_out_to_be_something_else_where_it_lay(game):
    before = game.state.board
    game.play(Scout(SAPPERS))
    after = game.state.board
    assert kinds(game, IN_WOOD) < {"marsh", "woods"}
    assert [piece.name for piece in after.terrain] == [piece.name for piece in before.terrain]
    assert before.ground(IN_WOOD) == {"unknown wood"}


def test_the_log_says_what_has_changed_and_who_did_it(game):
    (entry,) = [one for one in game.play(BlowBridge(SAPPERS)) if isinstance(one.event, GroundChanged)]
    assert str(entry) == "The bridge breaks [sap.deed.bridge]"
    assert entry.event.units == (SAPPERS,)


def test_what_was_read_off_the_ground_is_read_again(game):
    def bridges(state):
        return crossings(state.board)

    assert game.state.layout(bridges) == game.state.board.derived(crossings) == ["bridge"]
    game.play(BlowBridge(SAPPERS))
    assert game.state.layout(bridges) == game.state.board.derived(crossings) == []


def test_taking_back_puts_the_bridge_back(game):
    game.play(BlowBridge(SAPPERS))
    game.undo()
    assert kinds(game, ON_BRIDGE) == {"bridge", "stream"}


def test_changed_ground_outlives_save_replay_and_undo(game, tmp_path):
    for command in (Scout(SAPPERS), LayTape(TAPE, Place(20.0, 12.0, 45)), BlowBridge(SAPPERS)):
        game.play(command)
        check_rerun(game)
    save(game, tmp_path / "bridge.jsonl")
    for check in (False, True):
        again = load(tmp_path / "bridge.jsonl", {RULES.id: RULES}, check=check)
        assert again.state == game.state and again.log() == game.log()
    game.play(Wait(RED))
    check_facts_rebuild(game)
    check_undo(game)


def test_odds_tell_grounds_apart(game):
    found = outcomes(RULES, game.position, Scout(SAPPERS))
    assert {leg.position.state.board.ground(IN_WOOD): chance for leg, chance in found} == {
        frozenset({"marsh"}): Fraction(1, 2),
        frozenset({"woods"}): Fraction(1, 2),
    }


# ---- the table itself


def test_a_new_piece_lies_above_the_others():
    board = RULES.setup(BATTLE, frozenset()).board.relaid([Strip("crater", "crater", ((20.0, 8.0),), 2.0)])
    assert board.terrain[-1].name == "crater" and board.ground(Place(20.0, 8.5)) == {"crater"}


@pytest.mark.parametrize(
    ("laid", "gone", "told"),
    [
        ([], ["ford"], "no piece of terrain 'ford'; there are wood, stream, bridge"),
        ([Strip("road", "road", ((0.0, 0.0), (40.0, 0.0)), 1.0)], [], r"road: \(40.0, 0.0\) is off the table"),
    ],
)
def test_ground_that_cannot_be_is_refused_by_name(laid, gone, told):
    with pytest.raises(ValueError, match=told):
        RULES.setup(BATTLE, frozenset()).board.relaid(laid, gone)


def test_tables_with_the_same_ground_are_the_same_table():
    board = FreeTable(24.0, 24.0, (MARSH,))
    again = board.relaid([], ["wood"]).relaid([MARSH])
    assert again == board and hash(again) == hash(board)
