"""Optional rules of fire and of digging in."""

import pytest
from facing import fires, is_dead, targeting, terms
from gbtable import (
    BLUE,
    GB10,
    GB20,
    INFANTRY,
    RED,
    TANK,
    Body,
    first_question,
    marked,
    offers,
    sid,
    stand,
    table,
    why_not,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.book.charts import HARD_COVER, NONE
from sandtable.rules.great_battles.commands.day import ChangeFormation, Dig, Dismount, Done, Fire, Form, Pick
from sandtable.rules.great_battles.day import actions
from sandtable.rules.great_battles.day.actions import aim_next, tidy_next
from sandtable.rules.great_battles.day.night import refill, reform_next
from sandtable.rules.great_battles.facts.day import RoundOver, WipedOut, Withdrawn
from sandtable.rules.great_battles.facts.reserves import Replaced
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.contact import engage
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

LIGHT = "Stuart L-L-F"
VILLAGE = {"kind": "village", "at": [20, 12.5], "size": [6, 1]}


def duel(inches, *options, mine=(INFANTRY,), theirs=(INFANTRY,), pieces=(), set_up=(), **how):
    """Red in front of Blue, with these options; `how` describes Blue."""
    blue = Body("B1", (20, 10 + inches), 180, side=BLUE, stands=theirs, **how)
    return table(Body("R1", (20, 10), stands=mine, set_up=set_up), blue, options=options, pieces=pieces)


# ---- the dice


@pytest.mark.case("gb20.variants.medium-gun-corrected", 1)
def test_the_corrected_row_of_the_medium_gun():
    state = duel(8, "medium-gun-corrected", mine=(TANK,), theirs=(TANK,))
    after = fires(state, 20, 16)
    assert not is_dead(after)
    assert '17 medium armour at 8" [gb20.variants.medium-gun-corrected]' in after.told[1]
    assert is_dead(fires(state, 20, 17))


@pytest.mark.clause("gb20.variants.medium-gun-corrected")
def test_the_whole_corrected_row():
    scores = []
    for inches in (3, 6, 9):
        after = fires(duel(inches, "medium-gun-corrected", mine=(TANK,), theirs=(TANK,)), 20, 1)
        scores.append(after.entries[2].event.need.total)
    assert scores == [15, 15, 17]
    far = fires(duel(12, "medium-gun-corrected", mine=(TANK,), theirs=(TANK,)), 20)
    assert Mark.SUPPRESSED in stand(far.state, "B1/1").marks


@pytest.mark.case("gb20.variants.light-gun-no-infantry", 1)
def test_a_light_gun_may_not_fire_at_infantry_on_foot():
    gun = "2 pounder AT gun L"
    state = duel(2, "light-gun-no-infantry", mine=(gun,))
    shot = Fire(sid(state, "R1/1"), "B1/1 infantry")
    assert why_not(targeting(state), shot) == "gb20.variants.light-gun-no-infantry"
    assert is_dead(fires(duel(2, mine=(gun,)), 5, 17))


@pytest.mark.clause("gb20.variants.light-gun-no-infantry")
def test_a_light_gun_may_still_fire_at_guns_and_vehicles():
    for target in ("AT gun M", TANK, "Truck 0-0-W"):
        state = duel(2, "light-gun-no-infantry", mine=(LIGHT,), theirs=(target,))
        assert why_not(targeting(state), Fire(sid(state, "R1/1"), sid(state, "B1/1"))) == ""


@pytest.mark.clause("gb20.variants.heavy-weapons-plus-two")
def test_heavy_weapons_give_2():
    state = duel(3, "heavy-weapons-plus-two", mine=(INFANTRY, "Heavy weapons"), set_up=(2,))
    after = fires(state, 14)
    assert terms(after) == {"variants.heavy-weapons-plus-two": 2}


@pytest.mark.clause("gb20.variants.cover-to-hit")
def test_cover_makes_a_target_harder_to_hit():
    assert terms(fires(duel(2, "cover-to-hit", pieces=(VILLAGE,)), 14)) == {"variants.cover-to-hit": -2}
    assert terms(fires(duel(2, "cover-to-hit"), 12)) == {}


@pytest.mark.clause("gb20.variants.cover-to-hit", "gb20.variants.destroy-modifiers")
def test_the_two_options_about_cover_are_alternatives():
    with pytest.raises(ScenarioError, match="alternatives"):
        duel(2, "cover-to-hit", "destroy-modifiers")


@pytest.mark.clause("gb20.variants.destroy-modifiers")
@pytest.mark.parametrize(
    ("quality", "value"), [("raw", 2), ("inferior", 2), ("average", 0), ("experienced", -2), ("veteran", -2)]
)
def test_quality_changes_the_destroy_roll(quality, value):
    after = fires(duel(1, "destroy-modifiers", quality=quality), 9, 9 - value)
    assert is_dead(after)
    assert terms(after, 1) == ({"variants.destroy-modifiers": value} if value else {})
    assert not is_dead(fires(duel(1, "destroy-modifiers", quality=quality), 9, 8 - value))


@pytest.mark.clause("gb20.variants.destroy-modifiers")
def test_cover_is_a_further_2_off_the_destroy_roll():
    veterans = duel(2, "destroy-modifiers", quality="veteran", pieces=(VILLAGE,))
    assert not is_dead(fires(veterans, 13, 16))
    assert is_dead(fires(veterans, 13, 17))


@pytest.mark.clause("gb20.variants.ammo-low")
def test_a_19_leaves_a_stand_low_on_ammunition_for_later_shots():
    state = duel(1, "ammo-low")
    first = fires(state, 19, 1)
    assert "R1/1 infantry is low on ammunition [gb20.variants.ammo-low]" in first.told
    assert terms(first) == {}
    second = fires(first.state, 20, 1)
    assert terms(second) == {"variants.ammo-low": -2}
    assert "R1/1 infantry is lower on ammunition [gb20.variants.ammo-low]" in second.told
    assert terms(fires(second.state, 12)) == {"variants.ammo-low": -4}
    assert Tally.AMMO_LOW not in stand(fires(state, 18, 1).state, "R1/1").tallies
    assert Tally.AMMO_LOW not in stand(fires(duel(1), 19, 1).state, "R1/1").tallies


@pytest.mark.clause("gb20.variants.ammo-low")
def test_ammunition_comes_up_at_night_in_reserve_and_less_of_it_to_a_battalion_that_is_separated():
    state = duel(20, "ammo-low")
    low = state.put(replace(stand(state, "R1/1"), tallies={Tally.AMMO_LOW: 2}))
    assert stand(act(low, refill).state, "R1/1").tallies[Tally.AMMO_LOW] == 1  # it has no C Ops near it
    reserve = replace(low.units["R1"], marks=frozenset({Mark.RESERVE}), place=None)
    assert Tally.AMMO_LOW not in stand(act(low.put(reserve), refill).state, "R1/1").tallies


@pytest.mark.clause("gb20.variants.ammo-low")
def test_a_replaced_stand_comes_with_all_its_ammunition():
    state = duel(20, "ammo-low", theirs=(INFANTRY,) * 2)
    lost = replace(stand(state, "R1/1"), place=None, tallies={Tally.AMMO_LOW: 2}, marks=frozenset({Mark.DESTROYED}))
    after = Replaced("R1/1 infantry", waits=True).apply(state.put(lost))
    assert stand(after, "R1/1").marks == {Mark.WAITING} and Tally.AMMO_LOW not in stand(after, "R1/1").tallies


# ---- the order of shots and the choice of targets


@pytest.mark.clause("gb20.variants.sequential-fire")
def test_shots_are_named_rolled_and_applied_one_at_a_time():
    state = duel(1, "sequential-fire", mine=(INFANTRY,) * 2, theirs=(INFANTRY,) * 2)
    first = act(state, lambda play: aim_next(play, RED, 0), [9, 9], [Fire("R1/1 infantry", "B1/1 infantry")])
    assert is_dead(first)
    assert first.told[0] == "R1/1 infantry will fire at B1/1 infantry [gb20.variants.sequential-fire]"
    question = first_question(first.state, lambda play: aim_next(play, RED, 0))
    assert offers(question)[0] == Fire("R1/2 infantry", "B1/2 infantry")
    assert "B1/1" not in str(offers(question))


@pytest.mark.clause("gb20.variants.sequential-fire", "gb20.transport.unload")
def test_who_gets_out_after_a_shot_is_on_foot_for_the_next_and_no_shot_is_tried_twice():
    options, riders = ("sequential-fire", "light-gun-no-infantry"), ("Infantry by truck",)
    state = duel(1, *options, mine=(LIGHT, INFANTRY), theirs=riders, loaded=True)
    shots = Fire("R1/1 Stuart", "B1/1 infantry"), Dismount("B1/1 infantry"), Fire("R1/2 infantry", "B1/1 infantry")
    first = act(state, lambda play: aim_next(play, RED, 0), [1], shots[:2])
    assert not any("is lost" in line for line in first.told)
    second = act(first.state, lambda play: aim_next(play, RED, 0), [9, 8], shots[2:])
    assert "9 dismounted at 1" in second.told[-2] and not any("Stuart" in line for line in second.told)


def crowd(mine, *options):
    """A tank 6 inches off, infantry at 3, a tank at 4 and infantry at 5."""
    there = [(TANK, 13, 13), (INFANTRY, 18, 13), (TANK, 20.5, 14), (INFANTRY, 25, 14)]
    bodies = [Body(f"B{i}", (x, y), 180, side=BLUE, stands=(text,)) for i, (text, x, y) in enumerate(there, 1)]
    return table(Body("R1", (20, 10), stands=(mine,)), *bodies, options=options)


@pytest.mark.clause("gb20.variants.nearest-target")
@pytest.mark.parametrize(("mine", "target"), [(TANK, "B3/1"), ("AT gun M", "B3/1"), (INFANTRY, "B2/1")])
def test_everybody_fires_at_the_nearest_of_its_own_sort(mine, target):
    state = crowd(mine, "nearest-target")
    shots = [one for one in offers(targeting(state)) if isinstance(one, Fire)]
    assert {one.target for one in shots} == {sid(state, target)}
    assert targeting(state).options[0].clause == "gb20.variants.nearest-target"
    farther = Fire(sid(state, "R1/1"), sid(state, "B1/1" if mine != INFANTRY else "B4/1"))
    assert why_not(targeting(state), farther) == "gb20.variants.nearest-target"


@pytest.mark.clause("gb20.variants.nearest-target")
def test_with_none_of_its_sort_in_sight_a_stand_fires_at_what_it_likes():
    state = table(
        Body("R1", (20, 10), stands=(TANK,)),
        *(Body(f"B{i}", (14 + 4 * i, 13 + i), 180, side=BLUE, stands=(INFANTRY,)) for i in (1, 2)),
        options=("nearest-target",),
    )
    targets = [one.target for one in offers(targeting(state)) if isinstance(one, Fire)]
    assert targets == ["B1/1 infantry", "B2/1 infantry"]


@pytest.mark.clause("gb20.variants.nearest-target", "gb10.fire.nearest-target")
@pytest.mark.parametrize(("rules", "option"), [(GB20, "nearest-target"), (GB10, "like-against-like")])
def test_a_nearer_enemy_whom_it_does_not_see_forces_nobody_to_fire_over_the_obstacle(rules, option):
    house = {"kind": "village", "at": [19, 12.25], "size": [5, 2]}
    near = Body("B1", (20, 14), 180, side=BLUE, stands=(INFANTRY,))
    far = Body("B2", (26, 13), 180, side=BLUE, stands=(INFANTRY,))
    mine = Body("R1", (20, 10), stands=(INFANTRY,))
    state = table(mine, near, far, options=(option,), rules=rules, pieces=(house,))
    shots = [one for one in offers(targeting(state)) if isinstance(one, Fire)]
    assert {one.target for one in shots} == {"B2/1 infantry"}


@pytest.mark.clause("gb20.variants.nearest-target")
def test_without_the_option_anything_in_sight_is_a_target():
    targets = {one.target for one in offers(targeting(crowd(INFANTRY))) if isinstance(one, Fire)}
    assert len(targets) == 4


# ---- digging in


def diggers(*, done=0, pieces=(), options=("entrenching",), stands=(INFANTRY,) * 2):
    state = table(Body("R1", (20, 10), stands=stands), options=options, pieces=pieces)
    tallies = {**state.units["R1"].tallies, Tally.ACTIONS: 1} | ({Tally.DIGGING: done} if done else {})
    return state.put(replace(state.units["R1"], tallies=tallies))


def digs(state):
    after = act(state, lambda play: tidy_next(play, RED, 1), picks=[Dig("R1")])
    return after, RoundOver().apply(after.state)


@pytest.mark.clause("gb20.variants.entrenching")
def test_after_five_actions_its_stands_are_in_hard_cover():
    state = diggers()
    for done in range(1, 6):
        assert cover(state, stand(state, "R1/1")) == NONE
        after, state = digs(state)
        assert after.told[0] == f"R1 digs in, {done} of 5 [gb20.variants.entrenching]"
    assert [cover(state, stand(state, name)) for name in ("R1/1", "R1/2")] == [HARD_COVER, HARD_COVER]
    assert offers(first_question(state, lambda play: tidy_next(play, RED, 1))) == [Done()]


@pytest.mark.clause("gb20.variants.entrenching")
def test_digging_takes_the_whole_action_of_the_battalion():
    after, _ = digs(diggers())
    assert offers(first_question(after.state, lambda play: tidy_next(play, RED, 1))) == [Done()]


@pytest.mark.clause("gb20.variants.entrenching")
@pytest.mark.parametrize(
    "how",
    [
        {"options": ()},
        {"stands": (TANK,) * 2},
        {"pieces": ({"kind": "woods", "at": [20, 9.75], "size": [6, 2]},)},
    ],
)
def test_who_may_not_dig(how):
    assert offers(first_question(diggers(**how), lambda play: tidy_next(play, RED, 1))) == [Done()]


@pytest.mark.clause("gb20.variants.entrenching")
def test_infantry_in_its_trucks_does_not_dig():
    state = diggers(stands=("Infantry by truck",) * 2)
    state = marked(marked(state, "R1/1", Mark.LOADED), "R1/2", Mark.LOADED)
    assert offers(first_question(state, lambda play: tidy_next(play, RED, 1))) == [Done()]


@pytest.mark.clause("gb20.variants.entrenching")
def test_work_in_progress_and_finished_trenches_are_lost_by_moving():
    for state in (diggers(done=3), marked(diggers(), "R1/1", Mark.DUG_IN)):
        way = Way(state, state.units["R1"], Place(20, 11, 0))
        after = act(state, lambda play, way=way: march(play, way, 1.0)).state
        assert Tally.DIGGING not in after.units["R1"].tallies
        assert cover(after, stand(after, "R1/1")) == NONE


@pytest.mark.clause("gb20.variants.entrenching")
def test_work_in_progress_is_lost_when_the_enemy_comes_but_finished_trenches_are_not():
    blue = Body("B1", (20, 10), 180, side=BLUE, stands=(INFANTRY,))
    state = table(Body("R1", (20, 10), stands=(INFANTRY,)), blue, options=("entrenching",))
    body = state.units["R1"]
    busy = state.put(replace(body, tallies={**body.tallies, Tally.DIGGING: 3}))
    assert Tally.DIGGING not in act(busy, lambda play: engage(play, "B1", "R1")).state.units["R1"].tallies
    dug = act(marked(state, "R1/1", Mark.DUG_IN), lambda play: engage(play, "B1", "R1")).state
    assert cover(dug, stand(dug, "R1/1")) == HARD_COVER


@pytest.mark.clause("gb20.variants.entrenching")
def test_a_battalion_that_leaves_the_table_begins_anew():
    for leaves in (Withdrawn("R1"), WipedOut("R1", 1)):
        assert Tally.DIGGING not in leaves.apply(diggers(done=3)).units["R1"].tallies


@pytest.mark.clause("gb20.variants.entrenching")
def test_in_a_change_of_formation_the_centre_stand_keeps_its_trench():
    state = table(Body("R1", (20, 10)), options=("entrenching",))
    for name in ("R1/1", "R1/2", "R1/3"):
        state = marked(state, name, Mark.DUG_IN)
    centre = stand(state, "R1/3").place
    order = Form("R1", Place(centre.x, centre.y, 0), Formation.DEFENSIVE, 100)
    after = act(state, lambda play: actions.act(play, "R1"), picks=[ChangeFormation("R1"), order]).state
    assert [name for name in ("R1/1", "R1/2", "R1/3") if Mark.DUG_IN in stand(after, name).marks] == ["R1/3"]


@pytest.mark.clause("gb20.variants.entrenching")
def test_who_changes_formation_at_night_leaves_his_trench_and_his_work():
    state = table(Body("R1", (20, 10)), options=("entrenching",))
    body, centre = state.units["R1"], stand(state, "R1/3").place
    state = state.put(replace(body, tallies={**body.tallies, Tally.DIGGING: 4}))
    for name in ("R1/1", "R1/2", "R1/3"):
        state = marked(state, name, Mark.DUG_IN)
    order = Form("R1", Place(centre.x, centre.y, 0), Formation.DEFENSIVE, 100)
    after = act(state, lambda play: reform_next(play, RED), picks=[Pick("R1"), order]).state
    assert Tally.DIGGING not in after.units["R1"].tallies
    assert [name for name in ("R1/1", "R1/2", "R1/3") if Mark.DUG_IN in stand(after, name).marks] == ["R1/3"]


@pytest.mark.clause("gb20.variants.entrenching")
@pytest.mark.parametrize("gone", [Withdrawn("R1"), WipedOut("R1", 1)])
def test_who_leaves_the_table_begins_anew_with_digging(gone):
    assert Tally.DIGGING not in gone.apply(diggers(done=4)).units["R1"].tallies
