"""Tank riders by the d10 charts: touching, and as an action of all."""

import pytest
from gbtable import BLUE, INFANTRY, TANK, Body, asks, marked, moved, offers, sid, stand, table10, why_not

from sandtable.kernel.events import Boarded
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.airborne import GetDown, Mount
from sandtable.rules.great_battles.commands.day import Fire, Halt
from sandtable.rules.great_battles.day.actions import act as acts
from sandtable.rules.great_battles.fire.fire import able_to_fire, volley
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim
from sandtable.rules.great_battles.words import Did, Formation, Mark
from sandtable.scripted import act

A1 = UnitId("A1")


def column(*others, options=("tank-riders",)):
    """Two infantry stands, each touching a tank of its battalion."""
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 2, attached=(TANK,) * 2, formation=Formation.DEFENSIVE)
    state = table10(body, *others, Body("B9", side=BLUE), options=options)
    for number, x in ((1, 20.0), (3, 21.25), (2, 25.0), (4, 26.25)):
        state = moved(state, f"A1/{number}", x, 20)
    return state


def up(state, rider, tank):
    return Mount(sid(state, f"A1/{rider}"), sid(state, f"A1/{tank}"))


@pytest.mark.clause("gb10.fire.tank-rider-details")
def test_getting_up_is_an_action_of_all_in_which_others_may_get_up_too():
    state = column()
    after = act(state, lambda play: acts(play, A1), (), [up(state, 1, 3), up(state, 2, 4)])
    assert stand(after.state, "A1/2").aboard == sid(state, "A1/4")
    assert Did.ACTED in after.state.units["A1"].spent and "gb10.fire.tank-rider-details" in after.cited
    alone = act(state, lambda play: acts(play, A1), (), [up(state, 1, 3), Halt(A1)])
    assert stand(alone.state, "A1/2").aboard is None
    assert Did.ACTED in alone.state.units["A1"].spent


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_who_gets_up_leaves_his_trench_and_the_others_stay_in_theirs():
    state = marked(marked(column(options=("tank-riders", "malta")), "A1/1", Mark.DUG_IN), "A1/2", Mark.DUG_IN)
    after = act(state, lambda play: acts(play, A1), (), [up(state, 1, 3), Halt(A1)]).state
    assert [Mark.DUG_IN in stand(after, f"A1/{n}").marks for n in (1, 2)] == [False, True]


@pytest.mark.clause("gb10.fire.tank-rider-details")
def test_they_must_touch_and_a_tank_carries_one():
    state = moved(column(), "A1/1", 19.5, 20)
    question = asks(state, lambda play: acts(play, A1))
    assert why_not(question, up(state, 1, 3)) == "gb10.fire.tank-rider-details"
    full = Boarded(sid(state, "A1/2"), sid(state, "A1/4")).apply(column())
    near = moved(full, "A1/1", 25.0, 20)
    assert why_not(asks(near, lambda play: acts(play, A1)), up(near, 1, 4)) == "gb10.fire.tank-rider-details"


@pytest.mark.clause("gb10.fire.tank-rider-details")
def test_a_rider_does_not_fire_and_gets_down_when_it_likes():
    state = column()
    state = Boarded(sid(state, "A1/1"), sid(state, "A1/3")).apply(state)
    assert sid(state, "A1/1") not in [one.id for one in able_to_fire(state, A1)]
    question = asks(state, lambda play: acts(play, A1))
    assert any(isinstance(option.command, GetDown) for option in question.options)


@pytest.mark.clause("gb10.fire.tank-riders", "gb10.fire.tank-rider-details")
def test_a_tank_with_riders_is_hit_more_easily_and_they_share_its_fate():
    gun = Body("B1", (21, 26), 180, side=BLUE, stands=("AT gun H",), set_up=(1,))
    state = column(gun)
    target = sid(state, "A1/3")
    plain = aim(state, stand(state, "B1/1"), stand(state, "A1/3"))
    assert hit_modifiers(state, plain) == ()
    state = Boarded(sid(state, "A1/1"), target).apply(state)
    shot = aim(state, stand(state, "B1/1"), stand(state, "A1/3"))
    assert [(one.value, one.clause) for one in hit_modifiers(state, shot)] == [(3, "gb10.fire.tank-riders")]
    after = act(state, lambda play: volley(play, [Fire(sid(state, "B1/1"), target)]), [1, 1])
    assert {"destroyed"} <= stand(after.state, "A1/1").marks


@pytest.mark.clause("gb10.fire.tank-riders")
def test_without_the_option_tanks_carry_nobody():
    state = column(options=())
    question = asks(state, lambda play: acts(play, A1))
    assert up(state, 1, 3) not in offers(question)
    assert why_not(question, up(state, 1, 3)) == "gb10.fire.tank-riders"
