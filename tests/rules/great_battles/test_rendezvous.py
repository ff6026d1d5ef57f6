"""Troops from the air come together."""

import pytest
from drops import A1, choice, consolidates, lined_up, moves, scattered, spot
from gbtable import BLUE, INFANTRY, RED, Body, asks, marked, moved, offers, sid, stand, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.airborne.rendezvous import is_scattered, stragglers
from sandtable.rules.great_battles.commands.airborne import Consolidate, Infiltrate, Meet, MoveOff, StopShort
from sandtable.rules.great_battles.commands.day import Charge, Done, Form, Halt, Limber, Move, OpenFire, Rally
from sandtable.rules.great_battles.day.actions import tidy_next
from sandtable.rules.great_battles.day.night import reform_next
from sandtable.rules.great_battles.facts.day import PlayerTurnOver
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act


@pytest.mark.clause("gb20.airborne.consolidate")
def test_every_other_stand_goes_straight_to_the_rendezvous_which_stays():
    after = consolidates(scattered((20, 20), (32, 20), (20, 30)))
    assert spot(after) == (20, 20)
    assert spot(after, "A1/2") == (30, 20)  # infantry goes 2 inches in defensive formation
    assert spot(after, "A1/3") == (20, 28)
    assert is_scattered(after.state.units["A1"])


@pytest.mark.clause("gb20.airborne.consolidate")
def test_each_goes_at_its_own_rate():
    state = scattered((20, 20), (32, 20), (20, 30), stands=(INFANTRY, INFANTRY, "6 pounder AT gun M"))
    after = consolidates(state)
    assert spot(after, "A1/2") == (30, 20)
    assert spot(after, "A1/3") == (20, 29)


@pytest.mark.clause("gb20.airborne.consolidate")
def test_once_within_two_inches_of_one_that_is_in_all_are_together():
    after = consolidates(scattered((20, 20), (24, 20), (28, 20)))
    assert not is_scattered(after.state.units["A1"])
    gap = stand(after.state, "A1/2").place.x - 20
    assert 3.4 <= gap <= 3.5  # the bases are 1.5 inches wide
    assert Formation.DEFENSIVE in after.state.units["A1"].marks


@pytest.mark.clause("gb20.airborne.consolidate")
def test_until_then_it_only_consolidates_fires_and_rallies():
    state = scattered((20, 20), (32, 20), (20, 30), suppressed=(2,))
    question = choice(state, Meet(sid(state, "A1/1")), number=2)
    for command in (Move(A1, Place(20, 21)), Charge(A1, UnitId("B9")), Form(A1)):
        assert why_not(question, command) == "gb20.airborne.consolidate"
    assert offers(question) == [Consolidate(A1), MoveOff(A1), Halt(A1)]
    tidy = asks(state, lambda play: tidy_next(play, RED, 2))
    assert Rally(A1) in offers(tidy)


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_scattered_battalion_packs_nothing_up_and_does_not_reform_at_night():
    state = scattered((20, 20), (32, 20), stands=(INFANTRY, "6 pounder AT gun M"), set_up=(2,), suppressed=(1,))
    tidy = asks(state, lambda play: tidy_next(play, RED, 1))
    assert Limber(sid(state, "A1/2")) not in offers(tidy)
    assert not act(state, lambda play: reform_next(play, RED)).entries


@pytest.mark.clause("gb20.airborne.sequence")
def test_its_first_action_must_go_on_consolidating():
    state = scattered((20, 20), (32, 20))
    first = choice(state, Meet(sid(state, "A1/1")))
    assert why_not(first, Halt(A1)) == "gb20.airborne.sequence"
    whole = consolidates(state)
    assert whole.asked[0].barred[-1].command == Done()
    assert whole.asked[0].barred[-1].refusal.clause == "gb20.airborne.sequence"


@pytest.mark.clause("gb20.airborne.consolidate")
def test_if_its_owner_moves_it_off_the_stragglers_are_destroyed():
    state = scattered((20, 20), (22.5, 20), (20, 30))
    after = moves(state, Meet(sid(state, "A1/1")), MoveOff(A1), Halt(A1))
    assert Mark.DESTROYED in stand(after.state, "A1/3").marks
    assert Mark.DESTROYED not in stand(after.state, "A1/2").marks
    assert not is_scattered(after.state.units["A1"])


@pytest.mark.clause("gb20.airborne.consolidate")
def test_together_again_it_may_do_anything():
    state = scattered((20, 20), (22.5, 20))
    question = choice(state, Meet(sid(state, "A1/1")))
    assert not why_not(question, Move(A1, replace(question.state.units["A1"].place, y=21)))


@pytest.mark.clause("gb20.airborne.consolidate")
def test_another_rendezvous_is_chosen_only_if_the_first_is_destroyed():
    state = marked(scattered((20, 20), (32, 20), (20, 30)), "A1/1", Mark.RENDEZVOUS)
    assert Consolidate(A1) in offers(choice(state))
    lost = marked(state, "A1/1", Mark.DESTROYED)
    assert Meet(sid(state, "A1/2")) in offers(choice(lost))


@pytest.mark.clause("gb20.airborne.consolidate")
def test_not_activated_it_comes_no_nearer_than_twelve_inches_to_the_enemy():
    enemy = Body("B1", (38, 20), 270, side=BLUE, stands=(INFANTRY,))
    state = scattered((30, 20), (23.5, 20), (20, 20), others=(enemy,), active=False)
    after = consolidates(state)
    edge = 38 - 12 - 0.5  # where the edge of the base would come within 12 inches
    assert 23.5 < spot(after, "A1/2")[0] <= edge
    free = consolidates(scattered((30, 20), (23.5, 20), (20, 20), others=(enemy,), active=True))
    assert spot(free, "A1/2")[0] == 25.5


@pytest.mark.clause("gb20.airborne.consolidate")
def test_the_enemy_may_fire_at_those_who_come_together_in_his_sight():
    enemy = Body("B1", (31, 26), 180, side=BLUE, stands=(INFANTRY,))
    state = scattered((20, 20), (32, 20), others=(enemy,))
    question = choice(state, Meet(sid(state, "A1/1")), Consolidate(A1))
    assert OpenFire(UnitId("B1")) in offers(question)


@pytest.mark.case("gb20.airborne.consolidate", 1)
@pytest.mark.parametrize(("die", "mark"), [(7, Mark.SUPPRESSED), (6, Mark.DESTROYED)])
def test_a_veteran_stand_slips_between_two_enemies_on_7(die, mark):
    state = lined_up(25, quality="veteran")
    after = consolidates(state, Infiltrate(sid(state, "A1/2")), dice=[die])
    assert mark in stand(after.state, "A1/2").marks
    assert any(
        "needs 7 or more (7 veteran, through the enemy [gb20.airborne.consolidate])" in line for line in after.told
    )
    assert spot(after, "A1/2")[0] < 25


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_stand_may_stop_short_of_the_enemy_instead():
    state = lined_up(25, quality="veteran")
    after = consolidates(state, StopShort(sid(state, "A1/2")))
    assert spot(after, "A1/2")[0] >= 25
    assert not stand(after.state, "A1/2").marks


@pytest.mark.clause("gb20.airborne.consolidate")
def test_a_gap_of_two_inches_is_no_line():
    state = moved(lined_up(25), "B1/1", 25, 22.0, 90)
    after = consolidates(state)
    assert not any("slips through" in line for line in after.told)


def test_a_new_player_turn_leaves_a_scattered_battalion_scattered():
    state = PlayerTurnOver().apply(scattered((20, 20), (32, 20)))
    assert stragglers(marked(state, "A1/1", Mark.RENDEZVOUS), state.units["A1"])
