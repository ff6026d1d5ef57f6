"""Air attacks."""

import pytest
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, carried_out, offers, sid, stand, why_not
from missions import (
    BUNKERS,
    ONE,
    PLANE,
    asked_to_call,
    attacked,
    called,
    calling,
    due,
    is_falling,
    is_used,
    lone,
    on_call,
    over,
    pre_planned,
    registered,
    skies,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.artillery import CallMission, LetCome, Strike
from sandtable.rules.great_battles.effects.missions import rounds
from sandtable.rules.great_battles.guns.barrage import due_missions, resolve_barrages
from sandtable.rules.great_battles.words import Mark, Tally, Tie

# ---- the attack


@pytest.mark.case("gb20.air.attack", 1)
@pytest.mark.clause("gb20.air.attack")
def test_rockets_destroy_a_tank_on_13_and_suppress_it_on_9():
    assert attacked(13, text=TANK, rockets=True) == "destroyed"
    assert attacked(12, text=TANK, rockets=True) == "suppressed"
    assert attacked(9, text=TANK, rockets=True) == "suppressed"
    assert attacked(8, text=TANK, rockets=True) == ""


@pytest.mark.clause("gb20.air.attack")
def test_rockets_destroy_infantry_on_15_and_a_fighter_bomber_on_17():
    assert (attacked(14, rockets=True), attacked(15, rockets=True)) == ("suppressed", "destroyed")
    assert (attacked(16), attacked(17)) == ("suppressed", "destroyed")
    assert (attacked(16, text=TANK), attacked(17, text=TANK)) == ("suppressed", "destroyed")


@pytest.mark.clause("gb20.air.attack")
def test_rockets_destroy_a_bunker_and_trucks_on_13():
    assert (attacked(12, rockets=True, pieces=(BUNKERS,)), attacked(13, rockets=True, pieces=(BUNKERS,))) == (
        "",
        "destroyed",
    )
    assert attacked(13, rockets=True, text="Infantry by truck", loaded=True) == "destroyed"
    assert attacked(13, rockets=True, text="Infantry by horse", loaded=True) == "suppressed"


@pytest.mark.clause("gb20.air.attack")
@pytest.mark.parametrize("text", ["HQ", "Heavy weapons"])
def test_hq_and_heavy_weapons_are_destroyed_but_never_suppressed(text):
    assert (attacked(16, text=text), attacked(17, text=text)) == ("", "destroyed")


@pytest.mark.clause("gb20.air.attack")
def test_the_log_says_what_the_one_die_had_to_come_to():
    after = carried_out(over(skies(lone(TANK), rockets=True)), resolve_barrages, RED, dice=[13])
    assert len(after.rolls) == 1
    assert "suppressed by 9 or more, destroyed by 13 or more (13 rockets at a vehicle or a bunker" in after.told[0]
    assert after.told[1].endswith("is destroyed by Red aircraft 1 [gb20.air.attack]")


@pytest.mark.clause("gb20.air.attack")
def test_riders_go_with_their_tank():
    state = skies(lone(TANK), Body("B2", (50, 30), side=BLUE, stands=(INFANTRY,)))
    rider = replace(stand(state, "B2/1"), place=None, aboard=sid(state, "B1/1"))
    after = carried_out(over(state.put(rider)), resolve_barrages, RED, dice=[17])
    assert Mark.DESTROYED in stand(after.state, "B2/1").marks


# ---- the mission


@pytest.mark.clause("gb20.air.attack")
def test_it_lasts_for_one_step_and_costs_no_round():
    after = carried_out(over(skies(lone())), resolve_barrages, RED, dice=[1])
    assert is_used(after.state, PLANE) and rounds(after.state, RED) == 5
    assert carried_out(after.state, resolve_barrages, RED).entries == []


@pytest.mark.clause("gb20.air.attack")
def test_its_owner_picks_one_enemy_stand_at_the_point():
    state = skies(Body("B1", (30, 30), 180, side=BLUE))
    question = asks(pre_planned(state, PLANE, 30, 30.2), lambda play: due_missions(play, RED))
    pair = [sid(state, "B1/1"), sid(state, "B1/2")]
    assert offers(question) == [Strike(PLANE, name) for name in pair]
    after = carried_out(pre_planned(state, PLANE, 30, 30.2), due_missions, RED, picks=[Strike(PLANE, pair[1])])
    after = carried_out(after.state, resolve_barrages, RED, dice=[9])
    assert (
        Mark.SUPPRESSED in stand(after.state, "B1/2").marks and Mark.SUPPRESSED not in stand(after.state, "B1/1").marks
    )


@pytest.mark.clause("gb20.air.attack")
def test_where_no_enemy_is_seen_it_does_nothing_and_tells_nothing():
    hidden = carried_out(pre_planned(skies(lone(hidden=True)), PLANE, 30, 30), due_missions, RED)
    empty = carried_out(pre_planned(skies(lone()), PLANE, 50, 10), due_missions, RED)
    assert is_used(hidden.state, PLANE) and is_used(empty.state, PLANE)
    assert (
        hidden.told[-1]
        == empty.told[-1]
        == "Red aircraft 1 finds no enemy: it is out of use until the next dawn [gb20.air.attack]"
    )


@pytest.mark.clause("gb20.air.attack")
def test_friends_at_the_point_are_not_attacked():
    place = stand(skies(lone()), "A1/1").place
    after = carried_out(pre_planned(skies(lone()), PLANE, place.x, place.y), due_missions, RED)
    assert is_used(after.state, PLANE)


@pytest.mark.clause("gb20.air.attack")
def test_it_is_called_and_delayed_like_a_template():
    state = on_call(skies(lone()), PLANE)
    order = CallMission(PLANE, Place(30, 30), "A1")
    now = calling(state, order, 16)
    assert is_falling(now.state, PLANE) and now.state.units[PLANE].linked(Tie.STRIKES) == [sid(state, "B1/1")]
    later = calling(state, order, 15)
    assert due(later.state, PLANE) == 6 and not is_falling(later.state, PLANE)
    written = calling(registered(skies(lone()), PLANE, 30, 30), order, 13)
    assert is_falling(written.state, PLANE)


@pytest.mark.clause("gb20.air.attack")
def test_it_is_called_though_no_round_is_left():
    state = on_call(skies(lone()), PLANE)
    state = state.put(replace(state.units[RED], tallies={**state.units[RED].tallies, Tally.ROUNDS: 0}))
    question = asked_to_call(state)
    assert question.options[0].clause == "gb20.air.attack"


# ---- the light


@pytest.mark.clause("gb20.air.daylight")
@pytest.mark.parametrize("sight", [3, 6, 11])
def test_it_is_not_called_before_one_sees_12_inches(sight):
    state = on_call(skies(lone(), sight=sight), PLANE, ONE)
    question = asked_to_call(state)
    assert why_not(question, CallMission(PLANE, Place(30, 21), "A1")) == "gb20.air.daylight"


@pytest.mark.clause("gb20.air.daylight")
def test_one_that_comes_in_poor_light_is_lost():
    planned = carried_out(pre_planned(skies(lone(), sight=8), PLANE, 30, 30), due_missions, RED)
    delayed = carried_out(called(skies(lone(), sight=8), PLANE, 30, 30), due_missions, RED, picks=[LetCome()])
    for after in (planned, delayed):
        assert is_used(after.state, PLANE) and after.entries[-1].clause == "gb20.air.daylight"
