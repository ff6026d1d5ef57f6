"""Fire: the dice, and who takes the hit."""

import pytest
from facing import barred, blue_at, duel, fires, is_dead, is_hit, red, targeting, terms
from gbtable import BLUE, INFANTRY, TANK, WEAPONS, Body, marked, sid, stand, table, why_not
from missions import GUNS, ONE, falling

from sandtable.rules.great_battles.commands.day import DoNotSetUp, Fire, SetUp, Take
from sandtable.rules.great_battles.day.actions import aim_next
from sandtable.rules.great_battles.fire.fire import volley
from sandtable.rules.great_battles.fire.shot import target_class
from sandtable.rules.great_battles.table.arms import weapon
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act

GUN = "AT gun"
HEAVY, SUPERHEAVY, LIGHT = "Tiger H-H-S", "King Tiger S-S-S", "Stuart L-L-F"


def needs(after):
    """What the first two rolls needed, and by which clauses."""
    return [(roll.need.total, roll.need.base.clause.removeprefix("gb20.")) for roll in after.rolls]


HW = (INFANTRY, WEAPONS)


def with_weapons(inches, *, set_up=(2,), at_red=None, **how):
    return table(Body("R1", (20, 10), stands=HW, set_up=set_up, **(at_red or {})), blue_at(inches, **how))


# ---- to hit


@pytest.mark.case("gb20.fire.to-hit", 1)
@pytest.mark.parametrize(("die", "hit"), [(13, True), (12, False)])
def test_heavy_weapons_and_an_inactive_target_cancel_each_other(die, hit):
    after = fires(with_weapons(2, active=False), die, *([1] if hit else []))
    assert is_hit(after) == hit
    assert terms(after) == {"fire.heavy-weapons": 4, "fire.not-activated": -4}


@pytest.mark.clause("gb20.fire.to-hit")
@pytest.mark.parametrize(("mine", "far", "clause"), [(INFANTRY, 8, ""), (INFANTRY, 8.01, "fire.to-hit"),
                                                     (TANK, 12, ""), (TANK, 12.01, "fire.to-hit")])  # fmt: skip
def test_nothing_is_hit_beyond_the_last_range(mine, far, clause):
    assert barred(duel(far, (mine,)), by="R1/1") == clause


@pytest.mark.clause("gb20.fire.modifiers")
def test_all_modifiers_that_apply_are_added_to_the_die_and_none_to_the_second():
    after = fires(with_weapons(1, active=False, formation=Formation.ROAD_MARCH), 7, 8)
    assert after.told[0].startswith("R1/1 infantry fires at B1/1 infantry: rolls 7 -4 not activated")
    assert " = 13; needs 9 or more" in after.told[0]
    assert is_hit(after) and not is_dead(after)
    assert after.entries[1].clause == "gb20.fire.modifiers"
    assert after.told[1].startswith("B1/1 infantry is hit: rolls 8; needs 9 or more")


@pytest.mark.clause("gb20.fire.to-hit")
def test_a_plain_shot_cites_the_roll_to_hit():
    after = fires(duel(3), 16)
    assert not is_hit(after)
    assert after.told == [
        'R1/1 infantry fires at B1/1 infantry: rolls 16; needs 17 or more (17 at 3" [gb20.fire.infantry])'
        " [gb20.fire.to-hit]"
    ]


@pytest.mark.clause("gb20.fire.not-activated")
@pytest.mark.parametrize("marks", [(), (Mark.TO_GROUND,)])
def test_a_battalion_that_is_inactive_or_gone_to_ground_is_harder_to_hit(marks):
    assert terms(fires(duel(1, active=False, marks=marks), 12)) == {"fire.not-activated": -4}
    assert terms(fires(duel(1), 8)) == {}


@pytest.mark.case("gb20.fire.arc", 1)
@pytest.mark.parametrize(("die", "hit"), [(12, False), (13, True)])
def test_firing_to_its_own_rear_is_harder(die, hit):
    state = table(red(), Body("B1", (20, 8.5), 0, side=BLUE, stands=(INFANTRY,)))
    after = fires(state, die, *([1] if hit else []))
    assert is_hit(after) == hit
    assert terms(after) == {"fire.arc": -4}


@pytest.mark.clause("gb20.fire.arc")
def test_the_arc_is_the_firers_and_begins_at_its_front_edge():
    beside = table(red(), Body("B1", (23, 10.5), 0, side=BLUE, stands=(INFANTRY,)))  # its centre is just ahead
    behind = table(red(), Body("B1", (23, 10.0), 0, side=BLUE, stands=(INFANTRY,)))
    facing_away = table(red(), Body("B1", (20, 11.5), 0, side=BLUE, stands=(INFANTRY,)))
    assert "fire.arc" not in terms(fires(beside, 2))
    assert "fire.arc" in terms(fires(behind, 2))
    assert "fire.arc" not in terms(fires(facing_away, 2))


@pytest.mark.case("gb20.fire.column-and-road", 1)
@pytest.mark.parametrize(("die", "hit"), [(9, True), (8, False)])
def test_a_column_on_the_road_is_easy_to_hit(die, hit):
    after = fires(duel(10, (HEAVY,), formation=Formation.ROAD_MARCH), die, *([1] if hit else []))
    assert is_hit(after) == hit


@pytest.mark.clause("gb20.fire.column-and-road")
def test_march_formation_is_a_column_even_off_the_road():
    assert terms(fires(duel(1, formation=Formation.MARCH), 2)) == {"fire.column-and-road": 2}
    assert terms(fires(duel(1, formation=Formation.DEFENSIVE), 2)) == {}


@pytest.mark.case("gb20.fire.always-hit", 1)
def test_an_unmodified_19_always_hits_and_the_second_die_follows():
    state = duel(7, active=False)
    order = Fire("R1/1 infantry", "B1/1 infantry")
    after = act(state, lambda play: volley(play, [order], opportunity=True), dice=[19, 18])
    assert is_hit(after) and not is_dead(after)
    assert sum(terms(after).values()) == -10
    assert terms(after)["fire.always-hit"] == 0
    assert needs(after)[1] == (19, "fire.dismounted")


@pytest.mark.clause("gb20.fire.always-hit")
def test_luck_is_not_mentioned_where_19_hits_anyway():
    assert "fire.always-hit" not in terms(fires(duel(7), 18))


@pytest.mark.case("gb20.fire.cover-no-effect", 1)
def test_cover_gives_no_modifier_to_hit_or_to_destroy():
    village = {"kind": "village", "at": [20, 12.5], "size": [3, 1]}
    after = fires(duel(2, pieces=(village,)), 13, 13)
    assert is_dead(after)
    assert terms(after) == {"fire.cover-no-effect": 0}


# ---- infantry


@pytest.mark.clause("gb20.fire.infantry")
@pytest.mark.parametrize(("far", "score"), [(1, 9), (1.01, 13), (2, 13), (3, 17), (3.01, 19), (8, 19)])
@pytest.mark.parametrize(("target", "second"), [(INFANTRY, None), ("Truck 0-0-W", 9)])
def test_infantry_hits_and_destroys_by_range(far, score, target, second):
    scores = [score for score, _ in needs(fires(duel(far, (), (target,)), 20, 20))]
    assert scores == [score, second or score]


@pytest.mark.case("gb20.fire.infantry", 1)
def test_infantry_destroys_any_armour_within_an_inch_and_none_beyond():
    near = fires(duel(1, (), (SUPERHEAVY,)), 9, 13)
    assert is_dead(near)
    farther = fires(duel(1.5, (), (SUPERHEAVY,)), 13)
    assert is_hit(farther) and not is_dead(farther)


@pytest.mark.case("gb20.fire.smg", 1)
@pytest.mark.parametrize(("smg", "hit"), [(True, False), (False, True)])
def test_an_smg_battalion_has_no_3_inch_range(smg, hit):
    state = table(red(smg=smg), blue_at(2.5))
    after = fires(state, 18, *([1] if hit else []))
    assert is_hit(after) == hit
    assert needs(after)[0] == ((19, "fire.smg") if smg else (17, "fire.infantry"))


@pytest.mark.clause("gb20.fire.smg")
def test_an_smg_battalion_uses_the_nearer_ranges_as_others_do():
    assert needs(fires(table(red(smg=True), blue_at(2)), 20, 1))[0] == (13, "fire.infantry")
    assert needs(fires(table(red(smg=True), blue_at(3)), 20, 18))[1] == (19, "fire.dismounted")


@pytest.mark.case("gb20.fire.heavy-weapons", 1)
def test_set_up_heavy_weapons_help_their_infantry():
    after = fires(with_weapons(3, formation=Formation.DEFENSIVE), 13, 1)
    assert is_hit(after)
    assert terms(after) == {"fire.heavy-weapons": 4}


@pytest.mark.clause("gb20.fire.heavy-weapons")
def test_heavy_weapons_may_be_set_up_at_the_moment_of_firing_and_stay_so():
    state = with_weapons(3, set_up=())
    after = fires(state, 13, 1, picks=[SetUp("R1/2 heavy weapons")])
    assert is_hit(after)
    assert Mark.SET_UP in stand(after.state, "R1/2").marks
    without = fires(state, 13, picks=[DoNotSetUp("R1/2 heavy weapons")])
    assert not is_hit(without)
    assert Mark.SET_UP not in stand(without.state, "R1/2").marks


@pytest.mark.clause("gb20.fire.heavy-weapons")
def test_suppressed_heavy_weapons_help_nobody_and_guns_are_never_helped():
    assert terms(fires(marked(with_weapons(3), "R1/2", Mark.SUPPRESSED), 2)) == {}
    gun = table(Body("R1", (20, 10), stands=(INFANTRY, TANK, WEAPONS), set_up=(3,)), blue_at(3))
    assert terms(fires(gun, 2, by="R1/2")) == {}


@pytest.mark.case("gb20.fire.indirect", 1)
def test_the_second_rank_fires_indirectly_in_the_last_column_with_heavy_weapons():
    state = table(
        Body("R1", (20, 10), stands=(INFANTRY,) * 3 + (WEAPONS,), set_up=(4,)), Body("B1", (20, 11.3), 180, side=BLUE)
    )
    after = fires(state, 15, 18, by="R1/3", indirect=True, picks=[Take("B1/1 infantry")])
    assert is_hit(after) and not is_dead(after)
    assert needs(after) == [(19, "fire.indirect"), (19, "fire.dismounted")]


@pytest.mark.clause("gb20.fire.indirect")
def test_indirect_fire_needs_no_line_of_sight_but_direct_fire_does():
    wood = {"kind": "woods", "at": [20, 12], "size": [10, 2]}
    state = duel(4, pieces=(wood,), sight=3)
    assert barred(state) == "fire.line-of-sight"
    assert barred(state, indirect=True) == ""
    assert barred(duel(8.5), indirect=True) == "fire.to-hit"


@pytest.mark.clause("gb20.fire.indirect")
def test_only_infantry_fires_indirectly_and_never_destroys_armour_so():
    assert barred(duel(4, (TANK,)), indirect=True) == "fire.indirect"
    assert is_hit(fires(duel(0.5, (), (LIGHT,)), 20, indirect=True))


# ---- guns


@pytest.mark.case("gb20.fire.gun", 1)
def test_a_light_gun_at_light_armour_7_inches_away():
    after = fires(duel(7, (LIGHT,), (LIGHT,)), 13, 18)
    assert is_hit(after) and not is_dead(after)
    assert needs(after) == [(13, "fire.gun"), (19, "fire.gun")]


@pytest.mark.clause("gb20.fire.gun")
@pytest.mark.parametrize(
    ("gun", "scores"),
    [(LIGHT, [5, 5, 13, 19]), (TANK, [5, 5, 9, 15]), (HEAVY, [5, 5, 9, 15]), (SUPERHEAVY, [5, 5, 5, 11])],
)
def test_guns_hit_by_weight_and_range(gun, scores):
    assert [needs(fires(duel(far, (gun,)), 20, 1))[0][0] for far in (3, 6, 9, 12)] == scores


@pytest.mark.clause("gb20.fire.gun")
@pytest.mark.parametrize(
    ("gun", "target", "scores"),
    [(HEAVY, HEAVY, [13, 15, 17, 19]), (HEAVY, TANK, [9, 9, 11, 13]), (SUPERHEAVY, SUPERHEAVY, [9, 13, 17, 19]),
     (TANK, LIGHT, [9, 9, 11, 13])],
)  # fmt: skip
def test_guns_destroy_by_weight_armour_and_range(gun, target, scores):
    assert [needs(fires(duel(far, (gun,), (target,)), 20, 1))[1][0] for far in (3, 6, 9, 12)] == scores


@pytest.mark.clause("gb20.fire.range-star")
@pytest.mark.parametrize("gun", [LIGHT, TANK, HEAVY, SUPERHEAVY])
def test_nine_inches_is_a_range_like_any_other_for_an_smg_battalion_too(gun):
    state = table(Body("R1", (20, 10), stands=(gun,), smg=True), blue_at(9, LIGHT))
    assert needs(fires(state, 20, 20)) == needs(fires(duel(9, (gun,), (LIGHT,)), 20, 20))


@pytest.mark.case("gb20.fire.gun-unarmoured", 1)
def test_a_gun_of_any_weight_destroys_infantry_on_17():
    after = fires(duel(5, (LIGHT,)), 5, 17)
    assert is_dead(after)
    assert needs(after)[1] == (17, "fire.gun-unarmoured")


@pytest.mark.clause("gb20.fire.gun-unarmoured")
def test_a_gun_of_any_weight_destroys_a_soft_vehicle_on_9_at_any_range():
    assert needs(fires(duel(12, (SUPERHEAVY,), ("Truck 0-0-W",)), 20, 9))[1] == (9, "fire.gun-unarmoured")


@pytest.mark.case("gb20.fire.light-gun-limit", 1)
@pytest.mark.parametrize("target", [HEAVY, SUPERHEAVY])
def test_a_light_gun_only_suppresses_heavy_armour(target):
    after = fires(duel(2, (LIGHT,), (target,)), 20)
    assert is_hit(after) and not is_dead(after)
    assert after.told[-1] == f"{stand(after.state, 'B1/1').id} is suppressed [gb20.fire.light-gun-limit]"


@pytest.mark.clause("gb20.fire.medium-gun-limit")
def test_a_medium_gun_only_suppresses_superheavy_armour():
    after = fires(duel(2, (TANK,), (SUPERHEAVY,)), 20)
    assert is_hit(after) and not is_dead(after)
    assert "gb20.fire.medium-gun-limit" in after.cited


@pytest.mark.case("gb20.fire.medium-gun-row", 1)
def test_a_medium_gun_destroys_medium_armour_on_11_at_8_inches_as_printed():
    assert is_dead(fires(duel(8, (TANK,), (TANK,)), 20, 11))


@pytest.mark.clause("gb20.fire.medium-gun-row")
def test_the_medium_gun_row_as_printed():
    second = [needs(fires(duel(far, (TANK,), (TANK,)), 20, 1))[1] for far in (3, 6, 9)]
    assert second == [(13, "fire.medium-gun-row"), (13, "fire.medium-gun-row"), (11, "fire.medium-gun-row")]
    assert len(needs(fires(duel(12, (TANK,), (TANK,)), 20))) == 1


@pytest.mark.clause("gb20.fire.i-class")
def test_an_i_class_weapon_fires_as_infantry_and_at_soft_targets_only():
    track = "Universal carrier I-L-H"
    assert needs(fires(duel(2, (track,)), 20, 13)) == [(13, "fire.i-class"), (13, "fire.dismounted")]
    assert barred(duel(1, (track,), (LIGHT,))) == "fire.i-class"
    assert barred(duel(1, (track,), ("Truck 0-0-W",))) == ""
    assert weapon(stand(duel(1, ("Truck 0-0-W",)), "R1/1")) == ""


@pytest.mark.clause("gb20.fire.i-class")
def test_a_vehicle_without_a_gun_does_not_fire():
    state = table(Body("R1", (20, 10), stands=("Truck 0-0-W", TANK)), blue_at(3))
    question = targeting(state, "R1/2")
    assert why_not(question, Fire(sid(state, "R1/1"), sid(state, "B1/1"))) == "gb20.fire.i-class"


# ---- what a hit does


@pytest.mark.clause("gb20.fire.hit-suppresses")
def test_a_hit_suppresses_if_the_second_die_fails():
    after = fires(duel(1), 9, 8)
    assert after.told[-1] == "B1/1 infantry is suppressed [gb20.fire.hit-suppresses]"
    assert is_hit(after)


@pytest.mark.clause("gb20.fire.hit-suppresses")
def test_armour_that_cannot_be_destroyed_is_still_suppressed():
    assert is_hit(fires(duel(2, (), (TANK,)), 13))


@pytest.mark.case("gb20.fire.destroy-roll", 1)
def test_the_destroy_roll_is_unmodified():
    after = fires(duel(2, active=False), 17, 13)
    assert is_dead(after)
    assert after.told[-1] == "B1/1 infantry is destroyed [gb20.fire.destroy-roll]"


@pytest.mark.clause("gb20.fire.destroy-roll")
def test_a_stand_that_was_already_suppressed_can_be_destroyed():
    assert is_dead(fires(duel(1, suppressed=(1,)), 9, 9))


@pytest.mark.clause("gb20.fire.dismounted")
def test_infantry_on_foot_and_guns_are_dismounted_and_carried_ones_are_their_vehicle():
    state = table(
        red(INFANTRY, f"{GUN} M by truck", "field gun M by horse", "Infantry by half-track", "Infantry by truck")
    )
    assert {target_class(stand(state, f"R1/{i}")) for i in (1, 2, 3, 4, 5)} == {"Dismounted"}
    carried = [marked(state, f"R1/{i}", Mark.LOADED) for i in range(6)[2:]]
    assert [target_class(stand(one, f"R1/{i}")) for i, one in enumerate(carried, 2)] == [
        "Soft vehicle", "Soft vehicle", "Light armour", "Soft vehicle"
    ]  # fmt: skip


@pytest.mark.clause("gb20.fire.displace")
def test_a_stand_in_the_rear_rank_may_bear_it_for_the_front():
    state = duel(1, (), (INFANTRY,) * 3)
    order = Fire("R1/1 infantry", "B1/1 infantry")
    after = act(state, lambda play: volley(play, [order]), dice=[9, 9], picks=[Take("B1/3 infantry")])
    assert is_dead(after, "B1/3") and not is_dead(after, "B1/1")
    assert after.asked[0].side == BLUE
    assert after.asked[0].clause == "gb20.fire.displace"


@pytest.mark.clause("gb20.fire.displace")
@pytest.mark.parametrize(
    ("stands", "how", "dice"),
    [
        ((INFANTRY, INFANTRY, LIGHT), {}, [9, 9]),  # not for another kind
        ((TANK, TANK, HEAVY), {}, [9, 20]),  # nor another class
        ((INFANTRY,) * 3, {"suppressed": (3,)}, [9, 8]),  # nor one that is not fresh, a suppression
        ((INFANTRY,) * 3, {"suppressed": (3,)}, [9, 9]),  # or a loss
        ((INFANTRY,) * 3, {"suppressed": (1,)}, [9, 8]),  # a suppressed stand is not suppressed again
        ((INFANTRY,) * 3, {"formation": Formation.DEFENSIVE}, [20, 20]),  # there is no rear rank
    ],
)
def test_who_may_not_bear_it(stands, how, dice):
    assert fires(duel(1, (), stands, **how), *dice).asked == []


@pytest.mark.clause("gb20.fire.displace")
def test_a_fresh_stand_bears_a_loss_for_a_suppressed_one_and_a_gun_bears_it_for_any_gun():
    order = Fire("R1/1 infantry", "B1/1 infantry")
    state = duel(1, (), (INFANTRY,) * 3, suppressed=(1,))
    assert is_dead(act(state, lambda p: volley(p, [order]), [9, 9], [Take("B1/3 infantry")]), "B1/3")
    guns = duel(1, (), (f"{GUN} M", f"{GUN} M", "field gun M"))
    shot = Fire("R1/1 infantry", sid(guns, "B1/1"))
    assert is_dead(act(guns, lambda p: volley(p, [shot]), [9, 9], [Take(sid(guns, "B1/3"))]), "B1/3")


@pytest.mark.clause("gb20.fire.displace")
def test_a_stand_in_transport_or_under_a_barrage_bears_nothing_for_others():
    state = duel(1, (), ("Infantry by truck",) * 3)
    assert fires(marked(state, "B1/3", Mark.LOADED), 9, 9).asked == []
    shelled = table(red(), blue_at(1, *[INFANTRY] * 3), artillery=GUNS)
    rear = stand(shelled, "B1/3").place
    assert fires(falling(shelled, ONE, rear.x, rear.y + 0.7), 9, 9).asked == []


@pytest.mark.clause("gb20.fire.forbidden-targets")
def test_nobody_under_a_barrage_fires_or_is_fired_at():
    state = table(red(), blue_at(4), artillery=GUNS)
    target = stand(state, "B1/1").place
    assert barred(falling(state, ONE, target.x, target.y)) == "barrage.pins-fire"
    firer = stand(state, "R1/1").place
    pinned = falling(state, ONE, firer.x, firer.y)
    assert act(pinned, lambda play: aim_next(play, "Red", 0)).asked == []
