"""The turn: alternate player turns, their order, and what each of them clears."""

import pytest
from cc import AMERICAN, FOE, GERMAN, SQUAD, able, asked_first, asks, offered, play_on, table, walks, why_not
from msgspec.structs import replace

from sandtable.rules.combat_captain import RULES, FallBack, Fire, Halt, NoLuck, Pass, StayPut, TryLuck
from sandtable.rules.combat_captain.firing import offer_fire
from sandtable.rules.combat_captain.sequence import PlayerTurn, reset
from sandtable.rules.combat_captain.support import run_low
from sandtable.rules.combat_captain.words import Did, Mark, Tally
from sandtable.scripted import ScriptError
from sandtable.tabletop import Table

QUIET = Pass("Able"), NoLuck(GERMAN)
NEXT = Pass("Baker"), NoLuck(AMERICAN)


@pytest.mark.clause("cc.turn.igo-ugo")
def test_the_sides_take_player_turns_alternately():
    company = able()
    turns = []
    for number in range(3):
        question = asks(company.state, play_on, picks=(QUIET + NEXT) * number)
        turns.append((question.side, question.topic.kind, question.state.tallies[Tally.TURN]))
        other = asks(company.state, play_on, picks=(*((QUIET + NEXT) * number), *QUIET))
        turns.append((other.side, other.topic.kind, other.state.tallies[Tally.TURN]))
    assert turns == [(side, "activity", turn) for turn in (1, 2, 3) for side in (GERMAN, AMERICAN)]


@pytest.mark.clause("cc.turn.igo-ugo")
def test_the_passive_side_only_answers():
    company = able(foe="American Baker at 20,20: Rifle squad")
    question = asked_first(company)
    assert question.side == GERMAN
    assert why_not(question, Fire("Baker", SQUAD)) == "cc.activation.order"


IN_CONTACT = "American Baker at 20,17.05: Rifle squad"
DEFENDER_WINS = 1, 2, 2, 2, 1, 1, 1, 1  # no hits, nothing against two pips, four dice of withdrawal


@pytest.mark.clause("cc.turn.sequence")
def test_activation_comes_first_then_close_combat_then_the_event_then_the_check():
    company = able(at="20,15", foe=IN_CONTACT, turns=1)
    picks = Pass("Able"), FallBack(0, "Able"), StayPut("Baker"), TryLuck(GERMAN), *NEXT
    after = company.take(dice=[*DEFENDER_WINS, 3, 4], picks=picks)
    told = [entry.clause for entry in after.entries]
    order = "cc.activation.order", "cc.close-combat.winner", "cc.events.table", "cc.turn.igo-ugo"
    assert sorted(order, key=told.index) == list(order)


@pytest.mark.case("cc.turn.sequence", 1)
def test_no_event_is_thrown_for_before_close_combat_is_resolved():
    company = able(at="20,15", foe=IN_CONTACT)
    assert why_not(asked_first(company), TryLuck(GERMAN)) == "cc.activation.order"
    question = asks(company.state, play_on, DEFENDER_WINS, [Pass("Able")])
    assert question.topic.kind == "withdrawal"


@pytest.mark.clause("cc.turn.game-turn")
def test_a_game_turn_is_a_player_turn_of_each_side():
    company = able()
    question = asks(company.state, play_on, picks=QUIET)
    assert question.state.tallies[Tally.TURN] == 1
    question = asks(company.state, play_on, picks=QUIET + NEXT)
    assert (question.side, question.state.tallies[Tally.TURN]) == (GERMAN, 2)


@pytest.mark.clause("cc.turn.game-turn")
def test_turn_limits_count_game_turns():
    company = able(turn=3, turns=3)
    after = company.take(picks=QUIET + NEXT)
    assert not after.state.agenda
    assert "cc.victory.turn-limit" in after.cited


# ---- what is cleared


@pytest.mark.case("cc.turn.resets", 1)
def test_a_company_that_made_opportunity_fire_may_do_so_in_the_next_enemy_turn():
    found = table("German Able at 20,10: 2 Rifle squad", "American Baker at 20,20: 2 Rifle squad")
    once = found.act(offer_fire, "Able", [SQUAD], dice=[1, 1, 1], picks=[Fire("Baker", SQUAD)]).state
    with pytest.raises(ScriptError, match="nothing more"):
        asks(once, lambda play: offer_fire(play, "Able", [SQUAD]))
    later = asks(once.change(agenda=(PlayerTurn(GERMAN),)), play_on).state
    assert Fire in offered(asks(later, lambda play: offer_fire(play, "Able", [SQUAD])))


@pytest.mark.clause("cc.turn.resets")
def test_markers_of_both_sides_are_cleared_and_the_active_side_has_its_dice():
    found = table("German Able at 20,10: Rifle squad; dice 0", "American Baker at 20,20: Rifle squad; dice 1")
    state = found.state.put(replace(found["Baker"], spent=frozenset({Did.WITHDREW})))
    after = Table(RULES, state).act(reset, GERMAN).state
    assert (after.units["Able"].tallies[Tally.DICE], after.units["Baker"].tallies[Tally.DICE]) == (3, 1)
    assert not after.units["Baker"].spent


@pytest.mark.clause("cc.turn.resets")
def test_who_has_not_moved_has_stood_still_for_one_more_of_his_own_turns():
    company = able("2 Rifle squad; 2 at 23 10")
    walks(company, 20, 13, 4, picks=[Halt("Able"), *QUIET, NEXT[0]])
    assert [company[f"Able Rifles {n}"].tallies[Tally.STILL] for n in (1, 2)] == [0, 1]
    assert company[FOE].tallies[Tally.STILL] == 0


@pytest.mark.clause("cc.turn.resets")
def test_low_ammunition_ends_with_the_turn_in_which_it_was_in_force():
    company = able()
    short = company.act(run_low, GERMAN).state
    own = asks(short, play_on, picks=QUIET + NEXT)
    assert own.state.units["German"].marks == {Mark.LOW_AMMUNITION}
    later = asks(short, play_on, picks=QUIET + NEXT + QUIET)
    assert Mark.LOW_AMMUNITION not in later.state.units["German"].marks
