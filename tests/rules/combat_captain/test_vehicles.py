"""Vehicles: their classes, who rides in them, and what becomes of him."""

import pytest
from cc_melee import (
    AMERICAN,
    GERMAN,
    HITS,
    asks,
    asks_in_fight,
    cover,
    fought,
    lost,
    melee,
    men,
    point,
    run,
    table,
    thrown,
    unit,
)

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.rules.combat_captain.book import KINDS
from sandtable.rules.combat_captain.commands import (
    Bomb,
    Dismount,
    Fire,
    Mount,
    MountSingly,
    MountUp,
    SetDown,
    TakeNext,
)
from sandtable.rules.combat_captain.sequence import Acting, AirStrike
from sandtable.rules.combat_captain.words import Tally, Tie
from sandtable.scripted import offers, why_not

GUN = "50 to 75 mm anti-tank gun"


def transport(ours, words="", *more, **how):
    return table(f"German Able at 20,20: {ours}; {words}", *more, **how)


def activity(at, *picks):
    return asks(at, Acting("Able"), kind="mount" if picks else "activity", picks=picks)


def did(at, *picks):
    return run(at, Acting("Able"), picks=picks)


def refused(at, rider, carrier):
    """The clause that keeps a rider from its carrier; none if all who can mount takes it aboard."""
    boards = MountUp("Able") in offers(activity(at)) and unit(did(at, MountUp("Able")), rider).aboard == carrier
    return "" if boards else why_not(activity(at), Mount(rider, carrier))


# ---- classes


@pytest.mark.clause("cc.vehicles.classes")
def test_cars_and_trucks_half_tracks_and_armour_are_three_classes():
    def named(cls):
        return {kind.type for kind in KINDS.values() if kind.cls == cls}

    assert named("non-armored vehicle") == {"Car", "Truck"}
    assert named("half-track") == {"Half-track"}
    assert named("armoured") == {"Armoured car", "Tank or self-propelled gun"}


# ---- who rides


@pytest.mark.clause("cc.vehicles.transport")
@pytest.mark.parametrize(
    ("ours", "rider", "carrier", "clause"),
    [
        ("Rifle squad, Truck", "Able Rifles 1", "Able Truck 1", ""),
        ("Rifle squad, Half-track", "Able Rifles 1", "Able Half-track 1", ""),
        (f"1 {GUN}, Truck", f"Able {GUN} 1", "Able Truck 1", ""),
        ("Rifle squad, Car", "Able Rifles 1", "Able Car 1", "cc.vehicles.transport"),
        ("Rifle squad, M4 Sherman", "Able Rifles 1", "Able M4 Sherman 1", "cc.vehicles.transport"),
        ("Car, Truck, Rifle squad", "Able Car 1", "Able Truck 1", "cc.vehicles.transport"),
    ],
)
def test_a_truck_or_half_track_carries_a_foot_sub_unit_or_tows_a_gun(ours, rider, carrier, clause):
    at = transport(ours, "in line")
    assert refused(at, rider, carrier) == clause


@pytest.mark.clause("cc.vehicles.transport")
def test_a_vehicle_carries_one_and_only_of_its_own_unit():
    at = transport(
        "Truck, 2 Rifle squad, Truck",
        "in line, 2 aboard 1, 3 at 17 20, 4 at 17 17",
        "German Dog at 20,17: Rifle squad, Truck",
    )
    assert refused(at, "Able Rifles 2", "Able Truck 1") == "cc.vehicles.transport"
    assert refused(at, "Able Rifles 2", "Dog Truck 1") == "cc.vehicles.transport"


@pytest.mark.clause("cc.activation.activities")
def test_a_company_as_such_mounts_nothing():
    assert refused(transport("Truck, Rifle squad"), "Able", "Able Truck 1") == "cc.activation.activities"


@pytest.mark.clause("cc.vehicles.transport", "cc.fire.limits")
def test_mounted_troops_neither_fire_nor_are_fired_at():
    at = transport("Truck, Rifle squad", "2 aboard 1", "American Baker at 20,28 facing S: Rifle squad")
    assert not [one for one in offers(activity(at)) if isinstance(one, Fire)]
    theirs = asks(at, Acting("Baker"), kind="activity")
    assert Fire("Baker", "Able Truck 1") in offers(theirs) and Fire("Baker", "Able Rifles 1") not in offers(theirs)


@pytest.mark.case("cc.vehicles.transport", 1)
@pytest.mark.clause("cc.vehicles.transport", "cc.close-combat.dice")
def test_passengers_throw_in_close_combat_and_either_they_or_their_truck_take_the_hits():
    at, dice = melee("Rifle squad", "Truck, Rifle squad; 1 at 20 22.5, 2 aboard 1"), [4, 2, 5, 1, 4, 4, 4, 4]
    question = asks_in_fight(at, dice, kind="hits")
    assert {TakeNext("Baker Truck 1"), TakeNext("Baker Rifles 1")} <= {*offers(question)}
    after = fought(at, dice, TakeNext("Baker Rifles 1"))
    assert thrown(after, HITS) == [("Able", 1, 4), ("Baker", 1, 0)] and men(after, "Baker Rifles 1") == [1]


# ---- mounting


@pytest.mark.case("cc.vehicles.mount", 1)
@pytest.mark.clause("cc.vehicles.mount")
@pytest.mark.parametrize(("y", "clause"), [(25.0, "cc.vehicles.mount"), (24.5, "")])
def test_a_squad_mounts_within_two_inches_of_its_truck(y, clause):
    assert refused(transport("Truck, Rifle squad", f"2 at 20 {y}"), "Able Rifles 1", "Able Truck 1") == clause


@pytest.mark.clause("cc.vehicles.mount", "cc.activation.dice-are-time", "cc.cover.lost")
def test_one_die_lets_all_mount_who_can_and_costs_them_their_cover():
    at = transport("2 Truck, 2 Rifle squad", "1 at 20 20, 2 at 26 20, 3 at 20 23, 4 at 26 23, cover 1")
    after = did(at, MountUp("Able"))
    assert [unit(after, f"Able Rifles {n}").aboard for n in (1, 2)] == ["Able Truck 1", "Able Truck 2"]
    assert cover(after, "Able Rifles 1") == 0
    assert unit(after, "Able").tallies[Tally.DICE] == 0  # the others were given up
    assert "cc.vehicles.mount" in after.cited


@pytest.mark.clause("cc.vehicles.mount")
def test_some_mount_and_others_dismount_on_the_same_die_each_where_it_likes():
    at = transport("2 Truck, 2 Rifle squad", "1 at 20 20, 2 at 28 20, 3 aboard 1, 4 at 28 23")
    there = Place(20, 24.5)
    picks = MountSingly("Able"), Mount("Able Rifles 2", "Able Truck 2"), SetDown("Able Rifles 1", there)
    after = did(at, *picks)
    assert unit(after, "Able Rifles 2").aboard == "Able Truck 2" and unit(after, "Able Rifles 1").place == there


@pytest.mark.clause("cc.vehicles.mount")
@pytest.mark.parametrize(
    ("x", "y", "clause"),
    [(20, 24.5, ""), (20, 24.6, "cc.vehicles.mount"), (24, 20, "cc.vehicles.mount"), (20, 22, "cc.move.through-troops"),
     (16, 20, "cc.move.terrain")],
)  # fmt: skip
def test_passengers_get_out_within_two_inches_and_not_into_contact_or_where_they_may_not_stand(x, y, clause):
    foe = "American Baker at 26,20 facing S: Rifle squad"
    words = "2 at 20 16, 3 aboard 1, 4 aboard 2"
    at = transport("2 Truck, 2 Rifle squad", words, foe, ground=["river at 16,20 size 2,4"])
    question = activity(at, MountSingly("Able"))
    assert why_not(question, SetDown("Able Rifles 1", Place(x, y))) == clause


@pytest.mark.clause("cc.vehicles.mount")
def test_all_dismount_beside_their_vehicles():
    at = transport("2 Truck, 2 Rifle squad", "1 at 20 20, 2 at 28 20, 3 aboard 1, 4 aboard 2")
    after = did(at, Dismount("Able"))
    gaps = [shapes.span_of(point(after, f"Able Rifles {n}"), point(after, f"Able Truck {n}")) - 2.5 for n in (1, 2)]
    assert all(0 <= gap <= 2 for gap in gaps)


@pytest.mark.clause("cc.vehicles.mount")
def test_who_is_in_contact_neither_mounts_nor_is_mounted():
    at = transport("Truck, Rifle squad", "2 at 20 23", "American Baker at 20,25 facing S: Rifle squad")
    assert refused(at, "Able Rifles 1", "Able Truck 1") == "cc.vehicles.mount"


@pytest.mark.clause("cc.cohesion.effect")
def test_who_is_isolated_does_not_mount():
    at = transport("Rifle squad, Truck, Rifle squad", "2 at 60 20, 3 at 60 23")
    assert refused(at, "Able Rifles 2", "Able Truck 1") == "cc.cohesion.effect"


# ---- wrecks


def wrecked(*dice, words="", picks=(), ground=()):
    """Able's truck with a squad aboard is bombed; the dice are those of its men."""
    at = transport("Rifle squad, Truck, Rifle squad", f"2 at 26 20, 3 aboard 2, cover 1{words}", ground=ground)
    targets = [Bomb(AMERICAN, "Able Truck 1"), *picks]
    return run(at, AirStrike(AMERICAN, "bombing", 1), dice=[5, *dice], picks=targets)


@pytest.mark.case("cc.vehicles.passengers-lost", 1)
@pytest.mark.clause("cc.vehicles.passengers-lost")
def test_a_die_for_each_man_of_a_wreck_the_odd_are_lost_and_the_others_stand_beside_it_without_cover():
    after = wrecked(1, 2, 4, 5, 6)
    assert lost(after) == ["Able Truck 1"] and men(after, "Able Rifles 2") == [3]
    assert cover(after, "Able Rifles 2") == 0 and unit(after, "Able Rifles 2").aboard is None


@pytest.mark.clause("cc.vehicles.passengers-lost")
@pytest.mark.parametrize(("y", "clause"), [(22.6, ""), (22.7, "cc.vehicles.mount")])
def test_their_owner_puts_the_survivors_where_they_touch_the_spot(y, clause):
    at = transport("Rifle squad, Truck, Rifle squad", "2 at 26 20, 3 aboard 2")
    picks = [Bomb(AMERICAN, "Able Truck 1")]
    question = asks(at, AirStrike(AMERICAN, "bombing", 1), kind="survivors", dice=[5, 2, 2, 2, 2, 2], picks=picks)
    assert question.side == GERMAN
    assert bool(why_not(question, SetDown("Able Rifles 2", Place(26, y)))) == bool(clause)


@pytest.mark.clause("cc.vehicles.passengers-lost", "cc.cohesion.promotion")
def test_if_all_aboard_are_lost_nobody_is_asked_and_somebody_else_leads():
    after = wrecked(1, 1, 3, 5, 5, words=", leader 3")
    assert lost(after) == ["Able Truck 1", "Able Rifles 2"] and "survivors" not in [
        one.topic.kind for one in after.asked
    ]
    assert unit(after, "Able").is_linked(Tie.LEADER, "Able Rifles 1")


@pytest.mark.clause("cc.vehicles.passengers-lost")
def test_survivors_of_a_wreck_in_close_combat_fight_on_and_run():
    at = melee("Rifle squad", "Half-track, Rifle squad; 1 at 20 22.5, 2 aboard 1")
    dice = [4, 2, 2, *(2, 2, 2, 1, 1), 5, 2, 3, 3, 3, 3]
    after = fought(at, dice, TakeNext("Baker Half-track 1"))
    assert lost(after) == ["Baker Half-track 1"] and men(after, "Baker Rifles 1") == [2]
    assert point(after, "Baker Rifles 1")[1] > 26
