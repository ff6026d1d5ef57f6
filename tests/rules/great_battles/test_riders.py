"""Tank riders, where they are played."""

import pytest
from gbday import plays, with_actions
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, TANK, Body, asks, marked, moved, offers, sid, stand, table, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Boarded
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.airborne import GetDown, Mount
from sandtable.rules.great_battles.commands.day import Fire, Halt, Leg, Move, Pick, Take
from sandtable.rules.great_battles.day.actions import act as acts
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.edition import cite
from sandtable.rules.great_battles.effects.hits import destroy, lose_stand, suppress
from sandtable.rules.great_battles.facts.day import Withdrawn
from sandtable.rules.great_battles.fire.fire import volley
from sandtable.rules.great_battles.melee.modifiers import infantry
from sandtable.rules.great_battles.move.contact import refuse_contact, touch
from sandtable.rules.great_battles.nerve.rally import rally
from sandtable.rules.great_battles.steps import Moving
from sandtable.rules.great_battles.table.field import riders_on, standing
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act

A1 = UnitId("A1")
GUN = Body("B1", (22, 29.5), 180, side=BLUE, stands=("6 pounder AT gun M",), set_up=(1,))


def beside(options=("tank-riders",), *others, formation=Formation.DEFENSIVE):
    """Two infantry stands in line with a tank, which is the third and 0.5 inches from the second."""
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 2, attached=(TANK,), formation=formation, interval=50)
    return table(body, *others, Body("B9", side=BLUE), options=options)


def mounted(*others, **more):
    """The second infantry stand is on the tank."""
    state = beside(("tank-riders",), *others, **more)
    return Boarded(sid(state, "A1/2"), sid(state, "A1/3")).apply(state)


def mount(state):
    return Mount(sid(state, "A1/2"), sid(state, "A1/3"))


def choices(state, *picks):
    return asks(state, lambda play: acts(play, A1), picks=picks)


@pytest.mark.clause("gb20.variants.tank-riders")
def test_an_infantry_stand_gets_up_on_an_adjacent_tank_without_an_action():
    state = beside()
    after = act(state, lambda play: acts(play, A1), (), [mount(state), Halt(A1)])
    rider = stand(after.state, "A1/2")
    assert (rider.aboard, rider.place) == (sid(state, "A1/3"), None)
    assert "A1/2 infantry is aboard A1/3 Sherman [gb20.variants.tank-riders]" in after.told
    assert "has acted this round" not in after.state.units["A1"].spent


@pytest.mark.clause("gb20.variants.tank-riders")
def test_nobody_rides_unless_it_is_played_or_from_farther_off_or_two_on_one_tank():
    state = beside(options=())
    assert mount(state) not in offers(choices(state))
    assert why_not(choices(state), mount(state)) == "gb20.variants.tank-riders"
    state = beside()
    far = Mount(sid(state, "A1/1"), sid(state, "A1/3"))
    assert why_not(choices(state), far) == "gb20.variants.tank-riders"
    full = moved(mounted(), "A1/1", 20, 19.75)
    assert why_not(choices(full), far) == "gb20.variants.tank-riders"


@pytest.mark.clause("gb20.variants.tank-riders")
def test_a_tank_and_its_riders_move_at_the_rate_of_the_tank():
    state = mounted()
    alone = state.put(replace(stand(state, "A1/1"), place=None, marks=frozenset({Mark.DESTROYED})))
    order = Move(A1, Place(22, 23.5))
    assert why_not(choices(alone), order) == ""
    assert why_not(choices(state), order) == "gb20.move.rates"  # with infantry on foot it goes 2 inches


@pytest.mark.clause("gb20.variants.tank-riders")
def test_riders_get_down_next_to_their_tank_before_or_during_a_move():
    state = mounted()
    rider = sid(state, "A1/2")
    question = choices(state)
    assert why_not(question, GetDown(rider, Place(26, 20))) == "gb20.variants.tank-riders"
    assert why_not(question, GetDown(rider, Place(22, 19.5))) == "gb20.variants.tank-riders"
    picks = [GetDown(rider, Place(22, 20.5, 0)), Halt(A1)]
    down = stand(act(state, lambda play: acts(play, A1), (), picks).state, "A1/2")
    assert (down.aboard, down.place) == (None, Place(22, 20.5))
    on_the_way = choices(state, Leg(A1, replace(state.units["A1"].place, y=20.5)))
    assert any(isinstance(option.command, GetDown) for option in on_the_way.options)


@pytest.mark.clause("gb20.variants.tank-riders")
@pytest.mark.parametrize("number", [0, 1])
def test_riders_get_down_after_a_move_or_without_any_action(number):
    state = with_actions(mounted(), A1=number)
    rider, gone = sid(state, "A1/2"), 1 * number
    moves = [Pick(A1), Move(A1, replace(state.units["A1"].place, y=20 + gone))] * number
    down = GetDown(rider, Place(22, 20.5 + gone, 0))
    day = plays(state, Moving(RED, 1), picks=[*moves, down])
    assert stand(day.state, "A1/2").place == down.to
    far = asks(with_actions(mounted(), A1=0), lambda play: move_next(play, RED, 1))
    assert why_not(far, GetDown(rider, Place(26, 20))) == "gb20.variants.tank-riders"


@pytest.mark.clause("gb20.activate.approach-limit")
@pytest.mark.parametrize(("active", "clause"), [(True, ""), (False, "gb20.activate.approach-limit")])
def test_riders_of_a_battalion_that_is_not_activated_get_down_no_nearer_to_the_enemy(active, clause):
    state = mounted(Body("B1", (22, 32.6), 180, side=BLUE))  # 12.6 inches from the tank
    marks = state.units["A1"].marks - (set() if active else {Mark.ACTIVATED})
    question = choices(state.put(replace(state.units["A1"], marks=marks)))
    assert why_not(question, GetDown(sid(state, "A1/2"), Place(22, 21, 0))) == clause
    assert why_not(question, GetDown(sid(state, "A1/2"), Place(22, 18.5, 0))) == ""


@pytest.mark.clause("gb20.variants.tank-riders")
def test_who_has_got_down_does_not_get_up_again_in_the_same_turn():
    state = mounted()
    question = choices(state, GetDown(sid(state, "A1/2"), Place(22, 20.5, 0)))
    assert why_not(question, mount(state)) == "gb20.variants.tank-riders"


@pytest.mark.case("gb20.variants.tank-riders", 1)
@pytest.mark.clause("gb20.variants.tank-riders")
def test_fire_at_a_tank_with_riders_has_plus_six():
    state = moved(mounted(GUN), "B1/1", 22, 29.5, 180)
    shot = Fire(sid(state, "B1/1"), sid(state, "A1/3"))
    after = act(state, lambda play: volley(play, [shot]), [3, 1])
    assert any("+6 with riders [gb20.variants.tank-riders] = 9; needs 9 or more" in line for line in after.told)
    assert Mark.SUPPRESSED in stand(after.state, "A1/3").marks


@pytest.mark.clause("gb20.variants.tank-riders")
def test_the_six_stands_in_place_of_the_modifier_for_a_column():
    state = mounted(GUN, formation=Formation.MARCH)
    shot = Fire(sid(state, "B1/1"), sid(state, "A1/3"))
    after = act(state, lambda play: volley(play, [shot]), [1])
    assert any("+6 with riders" in line and "in column" not in line for line in after.told)


@pytest.mark.clause("gb20.variants.tank-riders")
@pytest.mark.parametrize(("suffer", "mark"), [(suppress, Mark.SUPPRESSED), (destroy, Mark.DESTROYED)])
def test_passengers_suffer_what_the_tank_suffers(suffer, mark):
    state = mounted()
    after = act(state, lambda play: suffer(play, sid(state, "A1/3")))
    assert mark in stand(after.state, "A1/2").marks
    assert mark not in stand(after.state, "A1/1").marks
    line = f"A1/2 infantry is {mark} [gb20.variants.tank-riders]"
    assert line in after.told


@pytest.mark.clause("gb20.variants.tank-riders")
def test_a_rider_that_is_lost_alone_is_no_longer_on_its_tank():
    state = mounted()
    after = act(state, lambda play: lose_stand(play, A1, ""), (), [Take(sid(state, "A1/2"))]).state
    assert Mark.DESTROYED in stand(after, "A1/2").marks
    assert riders_on(after, sid(state, "A1/3")) == []


@pytest.mark.clause("gb20.rally.action", "gb20.rally.once-per-battalion")
def test_riders_that_are_suppressed_rally_like_any_stand():
    state = marked(marked(mounted(), "A1/2", Mark.SUPPRESSED), "A1/3", Mark.SUPPRESSED)
    after = act(state, lambda play: rally(play, A1), [9, 9])
    assert all(Mark.SUPPRESSED not in stand(after.state, name).marks for name in ("A1/2", "A1/3"))
    assert "-4 2 suppressed" in after.told[0]


@pytest.mark.clause("gb20.move.suppressed")
def test_with_suppressed_riders_a_battalion_moves_as_in_bad_going():
    state = mounted()
    alone = state.put(replace(stand(state, "A1/1"), place=None, marks=frozenset({Mark.DESTROYED})))
    order = Move(A1, Place(22, 23.5))
    assert why_not(choices(alone), order) == ""
    assert why_not(choices(marked(alone, "A1/2", Mark.SUPPRESSED)), order) != ""


@pytest.mark.clause("gb20.variants.tank-riders")
def test_riders_are_not_on_the_table_of_their_own_and_go_into_reserve_on_foot():
    state = mounted()
    assert sid(state, "A1/2") not in [one.id for one in standing(state, A1)]
    gone = Withdrawn(A1).apply(state)
    assert stand(gone, "A1/2").aboard is None


@pytest.mark.parametrize("rules", [GB20, GB10])
@pytest.mark.clause("gb20.variants.tank-riders", "gb10.fire.tank-rider-details")
def test_riders_get_down_to_fight_when_their_battalion_moves_into_contact(rules):
    state = charging(rules)
    question = asks(state, lambda play: touch(play, A1))
    rider, there = sid(state, "A1/2"), Place(23.5, 19.5, 0)
    assert (question.side, question.text) == (RED, f"{rider} gets down to fight: where?")
    assert why_not(question, GetDown(rider, Place(26, 20))) == cite(state, "fire.tank-rider-details")
    after = act(state, lambda play: touch(play, A1), (), [GetDown(rider, there)], view).state
    assert (stand(after, "A1/2").aboard, stand(after, "A1/2").place) == (None, there)
    assert len(infantry(after, after.units["A1"])) == 2


@pytest.mark.clause("gb20.variants.tank-riders")
def test_a_rider_for_whom_there_is_no_room_stays_up_and_does_not_fight():
    state = charging(GB20, pieces=({"kind": "lake", "at": (22, 19.5), "size": (6, 6)},))
    after = act(state, lambda play: touch(play, A1))
    assert after.asked == [] and stand(after.state, "A1/2").aboard == sid(state, "A1/3")
    assert len(infantry(after.state, after.state.units["A1"])) == 1


@pytest.mark.parametrize("rules", [GB20, GB10])
@pytest.mark.clause("gb20.variants.tank-riders", "gb10.fire.tank-rider-details")
def test_tanks_with_riders_are_no_armour_alone(rules):
    state = charging(rules, pieces=({"kind": "bunker", "at": (20, 22), "size": (12, 4)},))
    units = state.units
    alone = state.put(replace(stand(state, "A1/1"), place=None, marks=frozenset({Mark.DESTROYED})))
    assert refuse_contact(alone, units["A1"], units["B1"]) is None
    without = alone.put(replace(stand(alone, "A1/2"), aboard=None, marks=frozenset({Mark.DESTROYED})))
    assert refuse_contact(without, units["A1"], units["B1"]) is not None


def charging(rules, **more):
    """The second of two infantry stands rides on the tank beside them, and B1 is in contact."""
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 2, attached=(TANK,), formation=Formation.DEFENSIVE, interval=50)
    state = table(body, Body("B1", (20, 20), 180, side=BLUE), rules=rules, options=("tank-riders",), **more)
    return Boarded(sid(state, "A1/2"), sid(state, "A1/3")).apply(state)


def test_mounting_brings_both_out_of_hiding():
    state = beside()
    for name in ("A1/2", "A1/3", "A1"):
        state = state.put(replace(stand(state, name), known_to=frozenset()))
    after = act(state, lambda play: acts(play, A1), (), [mount(state), Halt(A1)])
    assert all(stand(after.state, name).known_to is None for name in ("A1/2", "A1/3", "A1"))
