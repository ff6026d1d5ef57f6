"""Fire by the d10 charts."""

import pytest
from gbtable import BLUE, INFANTRY, Body, asks, fate, marked, offers, sid, stand, table10
from missions import ONE, battle10, falling
from msgspec.structs import replace

from sandtable.rules.great_battles.commands.day import Fire, SetUp, Take
from sandtable.rules.great_battles.fire.fire import refuse_fire, shoot, shots_in_turn, volley
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers, in_forward_arc
from sandtable.rules.great_battles.fire.shot import aim, refuse_shot, score_to_destroy, score_to_hit
from sandtable.rules.great_battles.nerve.morale import hit_count
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

WEAPONS, SHERMAN, TIGER, CAR = "Heavy weapons", "Sherman M-M-M", "Tiger I S-H-S", "Armoured car L-L-W"


def facing(firer, target, inches, *, firers=1, options=(), **them):
    """One battalion in front of another, so many inches apart."""
    ours = Body("A1", (20, 10), stands=(firer,) * firers, formation=Formation.DEFENSIVE)
    theirs = Body("B1", (20, 10 + inches), 180, side=BLUE, stands=(target,), formation=Formation.DEFENSIVE, **them)
    return table10(ours, theirs, options=options)


def shot_of(state, firer="A1/1", target="B1/1", **how):
    return aim(state, stand(state, firer), stand(state, target), **how)


def needs(state, **how):
    """To hit with all modifiers, and to destroy."""
    shot = shot_of(state, **how)
    destroy = score_to_destroy(state, shot)
    total = score_to_hit(state, shot).value + sum(one.value for one in hit_modifiers(state, shot))
    return total, destroy.value if destroy else None


def fires(state, dice, picks=(), **how):
    order = Fire(sid(state, "A1/1"), sid(state, "B1/1"), **how)
    return act(state, lambda play: volley(play, [order]), dice, picks)


def why_not(state, **how):
    refusal = refuse_fire(state, Fire(sid(state, "A1/1"), sid(state, "B1/1"), **how))
    return refusal.clause if refusal else ""


# ---- to hit and to destroy


@pytest.mark.case("gb10.fire.procedure", 1)
@pytest.mark.case("gb10.fire.procedure", 2)
@pytest.mark.parametrize(("dice", "result"), [([6, 6], "destroyed"), ([5, 7], "suppressed"), ([7], "")])
def test_a_hit_suppresses_and_may_destroy(dice, result):
    assert fate(fires(facing(INFANTRY, INFANTRY, 1), dice)) == result


@pytest.mark.case("gb10.fire.infantry", 1)
@pytest.mark.case("gb10.fire.infantry", 2)
@pytest.mark.parametrize(("smg", "score"), [(False, 2), (True, 1)])
def test_submachine_guns_have_a_table_of_their_own(smg, score):
    ours = Body("A1", (20, 10), stands=(INFANTRY,), smg=smg)
    state = table10(ours, Body("B1", (20, 12.5), 180, side=BLUE, stands=(INFANTRY,)))
    assert needs(state) == (score, score)


@pytest.mark.case("gb10.fire.guns", 1)
def test_a_heavy_gun_destroys_a_heavy_tank_on_two():
    state = facing("AT gun H", "Tiger I H-H-S", 6)
    assert needs(state)[1] == 2
    assert fate(fires(state, [7, 2])) == "destroyed"
    assert fate(fires(state, [7, 3])) == "suppressed"


@pytest.mark.case("gb10.fire.guns", 2)
@pytest.mark.case("gb10.fire.guns", 3)
@pytest.mark.parametrize(
    ("gun", "target", "inches", "scores"),
    [("AT gun S", "Tiger II S-S-S", 9, (6, 1)), ("AT gun M", SHERMAN, 4.2, (7, 3))],
)
def test_guns_are_read_inch_by_inch(gun, target, inches, scores):
    assert needs(facing(gun, target, inches)) == scores


@pytest.mark.case("gb10.fire.guns-soft-targets", 1)
def test_a_gun_destroys_dismounted_stands_on_two():
    state = facing("AT gun H", "AT gun M", 4)
    assert fate(fires(state, [8, 3])) == "suppressed"
    assert fate(fires(state, [8, 2])) == "destroyed"


@pytest.mark.case("gb10.fire.automatic-suppression", 1)
def test_what_cannot_be_destroyed_is_suppressed():
    after = fires(facing(INFANTRY, TIGER, 2), [4])
    assert fate(after) == "suppressed"
    assert "gb10.fire.automatic-suppression" in after.cited


# ---- modifiers


@pytest.mark.case("gb10.fire.modifiers", 1)
def test_heavy_weapons_at_a_road_column():
    ours = Body("A1", (20, 10), stands=(INFANTRY, WEAPONS), set_up=(2,), formation=Formation.DEFENSIVE)
    foe = Body("B1", (20, 15.75), 180, side=BLUE, stands=(INFANTRY,), formation=Formation.ROAD_MARCH)
    state = table10(ours, foe)
    shot = shot_of(state)
    assert 3 < shot.distance <= 8
    assert sorted(one.value for one in hit_modifiers(state, shot)) == [1, 2, 2]
    assert needs(state)[0] == 6


@pytest.mark.case("gb10.fire.modifiers", 2)
def test_to_the_rear_at_somebody_gone_to_ground():
    gun = Body("A1", (20, 10), 180, stands=("AT gun M",), set_up=(1,))
    foe = Body("B1", (20, 18.5), 180, side=BLUE, stands=(SHERMAN,), active=False, marks=(Mark.TO_GROUND,))
    state = table10(gun, foe)
    assert 7 < shot_of(state).distance <= 8
    assert needs(state)[0] == 1


@pytest.mark.case("gb10.fire.front-arc", 1)
@pytest.mark.parametrize(("y", "terms"), [(9.5, [-2]), (10.5, [])])
def test_behind_the_line_of_the_front_edge_is_outside_the_arc(y, terms):
    state = table10(Body("A1", (20, 10), stands=(SHERMAN,)), Body("B1", (24, 30), 180, side=BLUE, stands=(SHERMAN,)))
    foe = stand(state, "B1/1")
    state = state.put(replace(foe, place=replace(foe.place, y=y)))
    assert [one.value for one in hit_modifiers(state, shot_of(state))] == terms
    assert in_forward_arc(state, shot_of(state)) is (not terms)


@pytest.mark.case("gb10.fire.natural-one", 1)
def test_a_natural_one_hits_whatever_the_score():
    state = facing("AT gun L", "Truck 0-0-W", 10, active=False)
    assert needs(state) == (-1, 6)
    assert fate(fires(state, [1, 6])) == "destroyed"


@pytest.mark.case("gb10.fire.natural-one", 2)
def test_a_light_gun_does_not_reach_twelve_inches():
    assert why_not(facing("AT gun L", CAR, 12)) == "gb10.fire.procedure"
    assert why_not(facing("AT gun L", CAR, 11)) == ""


# ---- who may fire at whom


@pytest.mark.case("gb10.fire.light-guns", 1)
@pytest.mark.parametrize("target", [INFANTRY, "HQ", WEAPONS])
def test_light_guns_do_not_fire_at_people(target):
    assert why_not(facing("AT gun L", target, 3)) == "gb10.fire.light-guns"
    assert why_not(facing("AT gun M", target, 3)) == ""
    assert why_not(facing("AT gun L", "AT gun M", 3)) == ""


@pytest.mark.case("gb10.fire.i-weapons", 1)
def test_machine_guns_do_not_fire_at_armour():
    assert why_not(facing("Pz I I-L-M", CAR, 3)) == "gb10.fire.i-weapons"
    assert why_not(facing("Pz I I-L-M", INFANTRY, 3)) == ""


@pytest.mark.clause("gb10.fire.forbidden-targets")
def test_staff_and_support_stands_may_be_fired_at():
    foe = Body("B1", (20, 12), 180, side=BLUE, attached=("HQ", WEAPONS), formation=Formation.DEFENSIVE)
    state = table10(Body("A1", (20, 10)), foe)
    assert {"HQ", "Heavy weapons"} <= {shot.target.kind for shot in shots_in_turn(state, stand(state, "A1/1"))}


@pytest.mark.case("gb10.fire.indirect", 1)
def test_the_second_rank_fires_over_the_first():
    ours = Body("A1", (20, 10), stands=(INFANTRY,) * 4, attached=(WEAPONS,), set_up=(5,))
    state = table10(ours, Body("B1", (20, 11.3), 180, side=BLUE, stands=(INFANTRY,)))
    shot = shot_of(state, "A1/3", indirect=True)
    assert shot.distance == 2.0
    assert needs(state, firer="A1/3", indirect=True) == (3, 1)
    assert refuse_shot(state, shot) is None


@pytest.mark.clause("gb10.organisation.stands")
@pytest.mark.parametrize("kind", ["HQ", WEAPONS])
def test_support_stands_only_give_modifiers(kind):
    assert why_not(facing(kind, INFANTRY, 2)) == "gb10.organisation.stands"


@pytest.mark.clause("gb10.fire.heavy-weapons", "gb10.barrage.exempt", "gb10.organisation.heavy-weapons")
@pytest.mark.parametrize("ready", [(), (2,)])
def test_heavy_weapons_under_a_barrage_help_all_the_same(ready):
    ours = Body("A1", (20, 10), stands=(INFANTRY, WEAPONS), set_up=ready, formation=Formation.DEFENSIVE)
    foe = Body("B1", (20, 13), 180, side=BLUE, stands=(INFANTRY,), formation=Formation.DEFENSIVE)
    behind = stand(state := battle10(ours, foe), "A1/2").place
    state = falling(state, ONE, behind.x, behind.y - 0.3)
    after = fires(state, [4, 10], [] if ready else [SetUp(sid(state, "A1/2"))])
    assert fate(after) == "suppressed"


@pytest.mark.case("gb10.fire.blocking-stands", 1)
def test_the_targets_own_battalion_does_not_block():
    foe = Body("B1", (20, 14), 180, side=BLUE, stands=(INFANTRY,) * 2, formation=Formation.MARCH)
    other = Body("B2", (20, 12.5), 180, side=BLUE, stands=(INFANTRY,))
    tank = Body("A1", (20, 10), stands=(SHERMAN,))
    state = table10(tank, foe)
    assert refuse_shot(state, shot_of(state, target="B1/2")) is None
    state = table10(tank, foe, other)
    assert refuse_shot(state, shot_of(state, target="B1/2")).clause == "gb10.fire.blocking-stands"


# ---- who takes the hit


@pytest.mark.case("gb10.fire.displace", 1)
def test_a_stand_of_the_rear_rank_may_take_a_suppression():
    foe = Body("B1", (20, 11), 180, side=BLUE, stands=(INFANTRY,) * 4)
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,)), foe)
    order = [Fire(sid(state, "A1/1"), sid(state, "B1/1"))]
    question = asks(state, lambda play: volley(play, order), [5, 7])
    assert offers(question) == [Take(sid(state, f"B1/{n}")) for n in (1, 3, 4)]
    assert [option.clause for option in question.options][1] == "gb10.fire.displace-limits"
    assert fate(fires(state, [5, 7], [Take(sid(state, "B1/3"))]), "B1/3") == "suppressed"


@pytest.mark.case("gb10.fire.simultaneous-shots", 1)
def test_one_die_that_destroys_makes_the_others_idle():
    state = facing(INFANTRY, INFANTRY, 1, firers=3)
    target = stand(state, "B1/1")
    state = state.put(replace(target, place=replace(target.place, y=target.place.y - 0.5)))
    orders = [Fire(sid(state, f"A1/{n}"), target.id) for n in (1, 2, 3)]
    after = act(state, lambda play: volley(play, orders), [1, 9, 1, 8, 1, 1])
    assert fate(after) == "destroyed"
    assert hit_count(after.state, "B1") == 2


@pytest.mark.case("gb10.fire.targets-mounted", 1)
def test_half_tracks_are_light_armour_and_take_their_load_with_them():
    state = facing("AT gun L", "Infantry by half-track", 4, loaded=True)
    assert needs(state)[1] == 3
    after = fires(state, [8, 3])
    assert fate(after) == "destroyed" and "gb10.transport.shared-fate" in after.cited


# ---- options


@pytest.mark.case("gb10.fire.destroy-modifiers", 1)
def test_veterans_in_woods_are_harder_to_destroy():
    woods = {"kind": "woods", "name": "woods", "at": (20, 12), "size": (6, 2)}
    ours = Body("A1", (20, 10), stands=(INFANTRY,))
    foe = Body("B1", (20, 11), 180, side=BLUE, stands=(INFANTRY,), quality="veteran")
    state = table10(ours, foe, pieces=(woods,), options=("destroy-modifiers",))
    assert fate(fires(state, [6, 4])) == "destroyed"
    assert fate(fires(state, [6, 5])) == "suppressed"


@pytest.mark.case("gb10.fire.cover-to-hit", 1)
def test_cover_counts_where_it_is_agreed():
    village = {"kind": "village", "name": "village", "at": (20, 13), "size": (6, 2)}
    bodies = Body("A1", (20, 10), stands=(INFANTRY,)), Body("B1", (20, 12), 180, side=BLUE, stands=(INFANTRY,))
    agreed = table10(*bodies, pieces=(village,), options=("cover-to-hit",))
    assert fate(fires(agreed, [4])) == ""
    assert fate(fires(table10(*bodies, pieces=(village,)), [4, 10])) == "suppressed"


@pytest.mark.case("gb10.fire.ammo-low", 1)
def test_a_marker_of_low_ammunition_costs_one():
    state = facing(INFANTRY, INFANTRY, 2, options=("ammo-low",))
    firer = stand(state, "A1/1")
    low = state.put(replace(firer, tallies={**firer.tallies, Tally.AMMO_LOW: 1}))
    assert fate(fires(low, [4])) == ""
    after = fires(state, [1, 10])
    assert stand(after.state, "A1/1").tallies[Tally.AMMO_LOW] == 1


@pytest.mark.clause("gb10.fire.ammo-low-quality")
@pytest.mark.parametrize(
    ("level", "die", "low"), [("raw", 6, True), ("raw", 5, False), ("veteran", 10, True), ("veteran", 9, False)]
)
def test_good_troops_run_low_less_often(level, die, low):
    ours = Body("A1", (20, 10), stands=(INFANTRY,), quality=level)
    foe = Body("B1", (20, 12), 180, side=BLUE, stands=(TIGER,))
    state = table10(ours, foe, options=("ammo-low-quality",))
    after = fires(state, [1, die])  # nothing can destroy it: the second die is for the ammunition
    assert (Tally.AMMO_LOW in stand(after.state, "A1/1").tallies) is low
    assert "gb10.fire.ammo-low-quality" in after.cited


@pytest.mark.clause("gb10.fire.ammo-low")
def test_a_shot_in_vain_takes_ammunition_too():
    state = facing(INFANTRY, INFANTRY, 2, options=("ammo-low",))
    gone = marked(state, sid(state, "B1/1"), Mark.DESTROYED)
    after = fires(gone, [1])
    assert stand(after.state, "A1/1").tallies[Tally.AMMO_LOW] == 1
    assert not fires(marked(facing(INFANTRY, INFANTRY, 2), "B1/1", Mark.DESTROYED), []).state.units["B1"].spent


@pytest.mark.clause("gb10.fire.ammo-low")
def test_a_shot_in_vain_for_which_a_die_is_thrown_has_been_fired_and_is_seen():
    foe = Body("B1", (20, 12), 180, side=BLUE, stands=(INFANTRY,))
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,), hidden=True), foe, options=("ammo-low",))
    after = fires(marked(state, sid(state, "B1/1"), Mark.DESTROYED), [2])
    assert stand(after.state, "A1/1").known_to is None


@pytest.mark.clause("gb10.fire.nearest-target")
def test_like_against_like():
    near = Body("B1", (20, 11.5), 180, side=BLUE, stands=("AT gun M",))
    far = Body("B2", (22.5, 12.5), 180, side=BLUE, stands=(INFANTRY,))
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,)), near, far, options=("like-against-like",))
    refusal = refuse_fire(state, Fire(sid(state, "A1/1"), sid(state, "B1/1")))
    assert refusal.clause == "gb10.fire.nearest-target"
    assert refuse_fire(state, Fire(sid(state, "A1/1"), sid(state, "B2/1"))) is None


def test_a_miss_is_told_with_its_sum():
    after = act(facing(INFANTRY, INFANTRY, 2), lambda play: shoot(play, shot_of(play.state)), [5])
    assert after.told[0] == (
        'A1/1 infantry fires at B1/1 infantry: rolls 5; needs 4 or less (4 at 2" [gb10.fire.infantry])'
        " [gb10.fire.procedure]"
    )
