"""A battle with its commands taken back, kept and played again."""

import random

import pytest
from keeping import Kept

import sandtable as st
from sandtable.kernel.decision import Resign
from sandtable.kernel.state import Side
from sandtable.server.battle import Battle, head_of

PERSON = {Side("Polish"): "person", Side("German"): "person"}


def alike(one: Battle, other: Battle) -> bool:
    """The same table, the same question, the same log, the same numbers, and the same dice to come."""
    return (
        one.state == other.state
        and one.position.question == other.position.question
        and one.game.log() == other.game.log()
        and (one.ledger.marks, one.ledger.notes) == (other.ledger.marks, other.ledger.notes)
        and (one.ledger.nonces, one.ledger.seq, one.ledger.undos)
        == (other.ledger.nonces, other.ledger.seq, other.ledger.undos)
        and (one.game.take, one.game.thrown) == (other.game.take, other.game.thrown)
    )


@pytest.mark.parametrize(("rules", "scenario"), [("portable-wargame", "summa"), ("great-battles-d20", "nissoria")])
def test_a_battle_is_played_again_to_where_it_was(rules, scenario):
    kept = Kept(rules, scenario)
    kept.play(60)
    assert alike(kept.again(), kept.battle)


def test_commands_taken_back_stay_taken_back_and_their_dice_are_not_thrown_again():
    kept, rng = Kept(), random.Random(1)
    kept.play(30)
    for _ in range(4):
        kept.undo(rng.choice(kept.battle.state.sides))
        assert alike(kept.again(), kept.battle)  # even when the undo was the last thing done
        kept.play(7)
    assert alike(kept.again(), kept.battle)
    assert kept.battle.game.take >= 4


def test_the_numbers_of_a_battle_only_grow():
    kept = Kept()
    kept.play(3)
    seqs = [kept.battle.seq]
    kept.undo(kept.battle.ledger.marks[-1].side)
    seqs.append(kept.battle.seq)
    kept.play()
    seqs.append(kept.battle.seq)
    assert seqs == [3, 4, 5]
    assert [mark.numbers[0] for mark in kept.battle.ledger.marks] == [0, 1, 2, 5]
    assert kept.battle.stage_of(3, 0) is None and kept.battle.stage_of(5, 0) == 3


def test_taking_back_ones_own_last_command_takes_back_all_that_came_after_it():
    kept = Kept()
    kept.play(9)  # the Germans have deployed, then the Poles
    undoing = kept.battle.undoing((Side("German"),))
    later = [mark for mark in kept.battle.ledger.marks if mark.numbers[0] > 4]
    assert undoing.count == len(later) + 1 and undoing.others == (Side("Polish"),) and not undoing.told


def test_a_computers_commands_need_nobodys_consent():
    kept = Kept(seats={Side("Polish"): "greedy", Side("German"): "person"})
    kept.play(9)
    assert kept.battle.undoing((Side("German"),)).others == ()


def test_what_crosses_a_die_is_known_to():
    kept = Kept()
    while not any(entry.event.__class__.__name__ == "Rolled" for entry in kept.battle.game.stages[-1].leg.entries):
        kept.play()
    side = kept.battle.ledger.marks[-1].side
    assert kept.battle.undoing((side,)).told


def test_a_save_that_was_brought_along_is_part_of_the_battle_and_can_be_taken_back():
    before = Kept()
    before.play(12)
    game = st.new_game("portable-wargame", "krojanty", "5")
    for stage in before.battle.game.stages[1:]:
        game.play(stage.leg.answers[0])
    kept = Kept()
    kept.head, kept.battle, kept.rows = head_of(game), Battle(game, PERSON), []
    kept.opening = kept.battle.opening()
    assert kept.battle.seq == 12 and kept.battle.ledger.marks[0].side is None
    kept.undo(kept.battle.ledger.marks[-1].side)
    kept.undo(kept.battle.ledger.marks[-1].side)
    kept.play(4)
    assert alike(kept.again(), kept.battle)


def test_a_resignation_is_kept_as_that_of_whoever_gave_up():
    kept = Kept()
    kept.rows.append(kept.battle.play(Resign(Side("Polish")), Side("Polish"), "r"))
    again = kept.again()
    assert again.asked is None and again.state.winner == "German" and again.ledger.marks[-1].side == "Polish"


def test_the_save_of_a_battle_can_be_loaded_and_proved(tmp_path):
    kept = Kept()
    kept.play(25)
    kept.undo(kept.battle.ledger.marks[-1].side)
    kept.play(5)
    (tmp_path / "battle.jsonl").write_bytes(kept.battle.save())
    assert st.load_game(tmp_path / "battle.jsonl", check=True).state == kept.battle.state
