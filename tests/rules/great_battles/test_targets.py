"""Fire: who may fire at whom."""

import pytest
from facing import barred, blue_at, duel, red, targeting
from gbtable import BLUE, INFANTRY, TANK, WEAPONS, Body, marked, moved, stand, table, why_not

from sandtable.kernel.facts import Rolled
from sandtable.rules.great_battles.commands.day import Fire, HoldFire, Take
from sandtable.rules.great_battles.day.actions import aim_next, fire_now
from sandtable.rules.great_battles.fire.fire import volley
from sandtable.rules.great_battles.fire.shot import aim as aimed
from sandtable.rules.great_battles.fire.shot import refuse_shot, refuse_target
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act

# ---- the action


@pytest.mark.clause("gb20.fire.action")
def test_a_stand_may_fire_at_one_enemy_in_sight_or_hold_its_fire():
    state = table(red(), blue_at(2), Body("B2", (24, 12), 180, side=BLUE, stands=(INFANTRY,)))
    orders = [option.command for option in targeting(state).options]
    assert Fire("R1/1 infantry", "B1/1 infantry") in orders
    assert Fire("R1/1 infantry", "B2/1 infantry") in orders
    assert orders[-1] == HoldFire("R1/1 infantry")


@pytest.mark.clause("gb20.fire.action")
@pytest.mark.parametrize("mark", ["suppressed", "loaded"])
def test_a_stand_that_is_suppressed_or_carried_does_not_fire(mark):
    state = marked(duel(2, ("Infantry by truck",)), "R1/1", mark)
    assert act(state, lambda play: aim_next(play, "Red", 0)).asked == []


@pytest.mark.clause("gb20.fire.action")
def test_each_stand_fires_once_in_a_fire_action():
    state = duel(2)
    once = act(state, lambda play: aim_next(play, "Red", 0), picks=[Fire("R1/1 infantry", "B1/1 infantry")]).state
    fired = act(once, lambda play: fire_now(play, "Red"), dice=[1]).state
    assert act(fired, lambda play: aim_next(play, "Red", 0)).asked == []
    assert act(fired, lambda play: fire_now(play, "Red")).entries == []


@pytest.mark.clause("gb20.fire.declare")
def test_targets_are_named_before_any_shot_is_rolled():
    state = duel(2, (INFANTRY, INFANTRY), (INFANTRY, INFANTRY))
    named = state
    for number in (1, 2):
        order = Fire(f"R1/{number} infantry", f"B1/{number} infantry")
        after = act(named, lambda play: aim_next(play, "Red", 0), picks=[order])
        assert after.told == [f"R1/{number} infantry will fire at B1/{number} infantry [gb20.fire.declare]"]
        named = after.state
    assert not any(isinstance(entry.event, Rolled) for entry in after.entries)
    shots = act(named, lambda play: fire_now(play, "Red"), dice=[1, 1])
    assert sum(isinstance(entry.event, Rolled) for entry in shots.entries) == 2


@pytest.mark.clause("gb20.fire.declare")
def test_a_shot_at_a_stand_that_has_been_destroyed_meanwhile_is_lost():
    state = table(
        Body("R1", (20, 10), stands=(INFANTRY, INFANTRY)),
        blue_at(2, INFANTRY, INFANTRY, INFANTRY),
    )
    first, second = (Fire(f"R1/{i} infantry", target) for i, target in ((1, "B1/1 infantry"), (2, "B1/3 infantry")))
    after = act(state, lambda play: volley(play, [first, second]), dice=[20, 20], picks=[Take("B1/3 infantry")])
    assert "the shot of R1/2 infantry is lost: nobody can fire at B1/3 infantry [gb20.fire.declare]" in after.told


@pytest.mark.clause("gb20.fire.at-once")
def test_all_shots_at_a_target_are_rolled_before_any_result_is_applied():
    state = duel(1, (INFANTRY, INFANTRY))
    orders = [Fire(f"R1/{i} infantry", "B1/1 infantry") for i in (1, 2)]
    after = act(state, lambda play: volley(play, orders), dice=[9, 9, 9, 9])
    told = [line.split(" [")[0].split(":")[0] for line in after.told]
    assert told == [
        "R1/1 infantry fires at B1/1 infantry", "B1/1 infantry is hit",
        "R1/2 infantry fires at B1/1 infantry", "B1/1 infantry is hit",
        "B1/1 infantry is destroyed",
    ]  # fmt: skip
    assert "gb20.fire.at-once" in after.cited


# ---- who may not


@pytest.mark.case("gb20.fire.forbidden-targets", 1)
def test_hq_and_heavy_weapons_are_no_targets():
    state = moved(moved(duel(2, (), (INFANTRY, "HQ", WEAPONS)), "B1/1", 50, 40), "B1/2", 20, 12)
    question = targeting(moved(state, "B1/3", 22, 12))
    assert [option.command for option in question.options] == [HoldFire("R1/1 infantry")]
    for name in ("B1/2", "B1/3"):
        assert barred(state, name) == "fire.forbidden-targets"


@pytest.mark.clause("gb20.fire.forbidden-targets")
def test_staff_is_no_target_and_support_does_not_fire():
    state = table(
        Body("R1", (20, 10), stands=(INFANTRY, "HQ")), blue_at(2), c_ops={BLUE: (23, 13)}, fup={BLUE: (17, 14)}
    )
    question = targeting(state)
    for staff in ("Blue C Ops", "Blue FUP"):
        assert why_not(question, Fire("R1/1 infantry", staff)) == "gb20.fire.forbidden-targets"
    assert why_not(question, Fire("R1/2 HQ", "B1/1 infantry")) == "gb20.fire.forbidden-targets"


@pytest.mark.clause("gb20.fire.forbidden-targets")
def test_nobody_fires_into_or_out_of_a_close_combat():
    state = table(red(), blue_at(2, marks=("attacks R1",)))
    assert refuse_target(state, stand(state, "B1/1")).clause == "gb20.close-combat.locked-fire"
    assert act(state, lambda play: aim_next(play, "Red", 0)).asked == []


@pytest.mark.clause("gb20.fire.forbidden-targets")
def test_hidden_stands_are_not_offered_as_targets():
    state = table(red(), blue_at(2, hidden=True))
    assert [option.command for option in targeting(state).options] == [HoldFire("R1/1 infantry")]


@pytest.mark.clause("gb20.fire.line-of-sight")
def test_direct_fire_goes_no_farther_than_one_sees():
    assert barred(duel(5, (TANK,), sight=3), by="R1/1") == "fire.line-of-sight"
    assert barred(duel(3, (TANK,), sight=3), by="R1/1") == ""


@pytest.mark.clause("gb20.fire.through-stands")
def test_friends_block_fire_and_so_do_enemies_of_another_battalion():
    friend = Body("R2", (20, 12), stands=(INFANTRY,))
    other = Body("B2", (20, 12), 180, side=BLUE, stands=(INFANTRY,))
    for between in (friend, other):
        assert barred(table(red(), blue_at(4), between)) == "fire.through-stands"
        assert barred(table(red(), blue_at(4), between), indirect=True) == ""


@pytest.mark.clause("gb20.fire.through-stands")
def test_the_targets_own_battalion_and_the_hidden_and_the_dead_do_not_block():
    column = duel(3, (), (INFANTRY,) * 2, formation=Formation.MARCH)
    assert barred(column, "B1/2") == ""
    for side, name in (("Red", "R2"), (BLUE, "B2")):
        hidden = Body(name, (20, 12), 180, side=side, stands=(INFANTRY,), hidden=True)
        state = table(red(), blue_at(4), hidden)
        shot = aimed(state, stand(state, "R1/1"), stand(state, "B1/1"))
        assert refuse_shot(state, shot) is None
    dead = marked(table(red(), blue_at(4), Body("R2", (20, 12), stands=(INFANTRY,))), "R2/1", Mark.DESTROYED)
    assert barred(dead) == ""


@pytest.mark.clause("gb20.fire.through-stands")
def test_staff_does_not_block():
    state = table(red(), blue_at(4), c_ops={BLUE: (20, 12.5)})
    assert barred(state) == ""
