"""Artillery fire phase."""

from random import Random

import pytest
from tabletop import (
    BLUE,
    RED,
    activated,
    aiming,
    asks,
    at,
    ends,
    firing,
    offered,
    offers,
    played,
    queued,
    sp,
    square,
    steps,
    table,
    unit,
    why_not,
)

from sandtable.board.place import Place
from sandtable.kernel.facts import Rolled
from sandtable.kernel.seat import Seat
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.commands import (
    Bombard,
    Fire,
    Flak,
    HoldFire,
    Load,
    Move,
    Resolve,
    Retreat,
    Stand,
    Stay,
)
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.sequence import Bombardment, Orders
from sandtable.scripted import act

PHASE = steps(Orders(RED), Orders(BLUE), Bombardment())
HIDDEN = {"d2": "wood"}  # out of sight of a gun on d1 that faces N


def gun(where: str, facing: str = "N", gun_class: str = "Field Artillery", **more):
    return unit("Artillery", where, facing, traits=(gun_class,), **more)


def foe(where: str, kind: str = "Infantry", **more):
    return unit(kind, where, "S", side=BLUE, **more)


def shelled(state, dice, *picks):
    """An artillery phase in which Red's gun fires at the square where the enemy stands, or as picked."""
    return act(state, PHASE, dice=dice, picks=picks)


# ---- both sides together


@pytest.mark.case("pw.artillery.simultaneous", 1)
def test_a_battery_destroyed_in_the_phase_still_gets_its_shot():
    state = table(gun("d1", sp=1), gun("d6", "S", side=BLUE))
    orders = Bombard("Red Artillery", at("d6")), Bombard("Blue Artillery", at("d1"))
    after = shelled(state, [3, 3, 1, 1], *orders)
    assert square(after.state, "Red Artillery") is None
    assert sp(after.state, "Blue Artillery") == 1


@pytest.mark.clause("pw.artillery.simultaneous")
def test_effects_are_worked_out_when_every_gun_has_fired():
    state = table(gun("d1"), gun("d6", "S", side=BLUE))
    orders = Bombard("Red Artillery", at("d6")), Bombard("Blue Artillery", at("d1"))
    after = shelled(state, [3, 3, 1, 1], *orders)
    rolls = [entry.event.throw.words for entry in after.entries if isinstance(entry.event, Rolled)]
    fired = ["Red Artillery fires at d6", "Blue Artillery fires at d1"]
    assert rolls == [*fired, "Red Artillery is hit", "Blue Artillery is hit"]
    assert "pw.artillery.simultaneous" in after.cited


@pytest.mark.case("pw.artillery.resolution-order", 1)
def test_all_hits_of_a_unit_are_rolled_even_if_it_retreats_after_the_first():
    state = table(gun("c2", name="one"), gun("e2", name="two"), foe("d6"))
    orders = [Bombard(name, at("d6")) for name in ("one", "two")]
    after = shelled(state, [3, 3, 5, 1], *orders, Retreat("Blue Infantry", at("d7")))
    assert (square(after.state, "Blue Infantry"), sp(after.state, "Blue Infantry")) == ("d7", 3)


@pytest.mark.clause("pw.artillery.resolution-order", "pw.setup.information")
def test_targets_are_named_without_seeing_the_enemys_choice():
    state = table(gun("d1"), gun("d6", "S", side=BLUE))
    question = asks(state, steps(Orders(RED), Orders(BLUE)), picks=[Bombard("Red Artillery", at("d6"))])
    assert question.clause == "pw.artillery.resolution-order"
    assert question.view.piles["Red artillery orders"].cards == ("?",)


@pytest.mark.clause("pw.artillery.resolution-order")
def test_the_orders_lie_open_before_a_die_is_thrown_so_that_nothing_is_hidden_from_whoever_is_hit():
    state = queued(table(gun("d1"), foe("d6")), Orders(RED), Orders(BLUE), Bombardment())
    asked = played(state, dice=[3, 6], picks=[Bombard("Red Artillery", at("d6"))]).position
    assert asked.question.text == "Blue Infantry is hit: retreat or lose 1 SP?"
    assert asked.start.piles["Red artillery orders"].known_to is None
    assert Seat(RULES, asked.question, asked).imagine(Random(1)) == asked


@pytest.mark.clause("pw.artillery.resolution-order")
def test_the_side_listed_first_resolves_its_hits_first_in_the_order_its_owner_likes():
    state = table(gun("d1"), gun("d7", "S", side=BLUE), unit("Commanders", "d7", side=BLUE))
    orders = Bombard("Red Artillery", at("d7")), Bombard("Blue Artillery", at("d1"))
    after = shelled(state, [3, 3, 1, 1, 1], *orders, Resolve("Blue Commanders"))
    hit = [line.split(" is hit")[0] for line in after.told if "is hit" in line]
    assert hit == ["Red Artillery", "Blue Commanders", "Blue Artillery"]


@pytest.mark.clause("pw.artillery.resolution-order")
def test_modifiers_go_by_positions_at_the_start_of_the_phase():
    state = table(gun("d1", name="one"), gun("e1", name="two"), foe("d5"), ground={"e3": "wood"})
    orders = [Bombard(name, at("d5")) for name in ("one", "two")]
    after = shelled(
        state, [5, 5, 6, 6], *orders, Retreat("Blue Infantry", at("d6")), Retreat("Blue Infantry", at("d7"))
    )
    assert sum("the fire lands on d5" in line for line in after.told) == 2
    assert square(after.state, "Blue Infantry") == "d7"


# ---- what may be fired at


@pytest.mark.case("pw.artillery.range", 1)
@pytest.mark.parametrize(("gun_class", "clause"), [("Heavy Artillery", ""), ("Medium Artillery", "pw.artillery.range")])
def test_range_is_that_of_the_class(gun_class, clause):
    question = aiming(table(gun("d1", gun_class=gun_class), foe("j7")))
    assert why_not(question, Bombard("Red Artillery", at("j7"))) == clause


@pytest.mark.clause("pw.artillery.range")
def test_there_is_no_minimum_range_but_a_gun_cannot_fire_at_its_own_square():
    question = aiming(table(gun("d1"), foe("d2")))
    assert not why_not(question, Bombard("Red Artillery", at("d2")))
    assert why_not(question, Bombard("Red Artillery", at("d1"))) == "pw.artillery.range"


@pytest.mark.clause("pw.artillery.once")
def test_each_gun_fires_at_most_once_a_turn():
    state = table(gun("d1"), foe("d5"))
    after = shelled(state, [1], Bombard("Red Artillery", at("d5")))
    assert [decision.question for decision in after.asked] == ["Red Artillery: which square does it fire at?"]
    assert "pw.artillery.once" in after.cited
    again = activated(after.state, "Red Artillery", kind="fire")
    assert why_not(again, Fire("Red Artillery", at("d5"))) == "pw.initiative.no-artillery-fire"


@pytest.mark.clause("pw.artillery.once")
def test_a_gun_may_hold_its_fire():
    assert shelled(table(gun("d1"), foe("d5")), [], HoldFire("Red Artillery")).told == []


@pytest.mark.clause("pw.artillery.destroys-anything")
@pytest.mark.parametrize("kind", ["Tanks", "Light Tanks", "Trucks", "Commanders"])
def test_artillery_destroys_every_kind_of_ground_unit(kind):
    state = table(gun("d1"), foe("d5", kind, sp=1), foe("h9"))
    after = shelled(state, [3, 1], Bombard("Red Artillery", at("d5")))
    assert square(after.state, f"Blue {kind}") is None


@pytest.mark.clause("pw.artillery.destroys-anything")
def test_a_shot_at_tanks_is_offered_by_its_own_clause():
    question = aiming(table(gun("d1"), foe("d5", "Tanks")))
    assert offered(question, Bombard("Red Artillery", at("d5"))) == "pw.artillery.destroys-anything"


@pytest.mark.case("pw.artillery.arc", 1)
def test_a_target_outside_the_arc_cannot_be_named():
    question = aiming(table(gun("d1"), foe("f2")))
    assert why_not(question, Bombard("Red Artillery", at("f2"))) == "pw.artillery.arc"


@pytest.mark.clause("pw.artillery.fire-over-units")
@pytest.mark.parametrize("between", [unit("Infantry", "d3"), unit("Trucks", "d3", side=BLUE)])
def test_indirect_artillery_fires_over_units_of_either_side(between):
    question = aiming(table(gun("d1"), between, foe("d6")))
    assert offered(question, Bombard("Red Artillery", at("d6"))) == "pw.artillery.fire-over-units"


@pytest.mark.clause("pw.artillery.fire-over-units")
def test_indirect_artillery_needs_no_line_of_sight():
    question = aiming(table(gun("d1"), foe("d6"), ground={"d2": "wood", "d4": "level 2"}))
    assert offered(question, Bombard("Red Artillery", at("d6"))) == "pw.artillery.fire-over-units"


@pytest.mark.case("pw.artillery.direct-only", 1)
@pytest.mark.parametrize(
    ("gun_class", "clause"),
    [
        ("Anti-tank Guns", "pw.artillery.direct-only"),
        ("Anti-aircraft Guns", "pw.artillery.direct-only"),
        ("Infantry Guns", ""),
    ],
)
def test_guns_that_fire_directly_only_must_see_the_target(gun_class, clause):
    state = table(gun("d2", gun_class=gun_class), unit("Infantry", "d4"), foe("d5", "Tanks"))
    assert why_not(aiming(state), Bombard("Red Artillery", at("d5"))) == clause


@pytest.mark.case("pw.artillery.direct-only", 1)
@pytest.mark.parametrize(("spotter", "landing"), [("a1", "d4"), ("d8", "d5")])
def test_a_gun_that_does_not_see_the_target_needs_a_spotter_for_the_bonus(spotter, landing):
    state = table(
        gun("d2", gun_class="Infantry Guns"),
        unit("Infantry", "d4"),
        unit("Artillery Spotters", spotter),
        foe("d5", "Tanks"),
        ground={"b2": "wood", "b3": "wood", "a2": "wood"},
    )
    after = shelled(state, [4, 1], Bombard("Red Artillery", at("d5")))
    assert any(f"the fire lands on {landing}" in line for line in after.told)


@pytest.mark.case("pw.artillery.direct-only", 2)
def test_an_anti_tank_gun_may_fire_at_a_target_on_the_edge_of_a_wood():
    state = table(gun("d2", gun_class="Anti-tank Guns"), foe("d4"), ground={"d4": "wood"})
    after = shelled(state, [4, 1], Bombard("Red Artillery", at("d4")))
    assert "= 5" in after.told[0]
    assert sp(after.state, "Blue Infantry") == 3


@pytest.mark.clause("pw.artillery.into-cover")
@pytest.mark.parametrize("ground", ["wood", "built-up area", "trench"])
def test_indirect_artillery_fires_into_cover_to_any_depth(ground):
    state = table(gun("d1"), foe("d7"), ground=dict.fromkeys(("d4", "d5", "d6", "d7", "d8"), ground))
    assert offered(aiming(state), Bombard("Red Artillery", at("d7"))) == "pw.artillery.into-cover"


@pytest.mark.clause("pw.artillery.into-cover")
def test_a_second_wood_cuts_off_guns_that_must_see():
    state = table(gun("d1", gun_class="Anti-tank Guns"), foe("d4"), ground={"d3": "wood", "d4": "wood"})
    assert why_not(aiming(state), Bombard("Red Artillery", at("d4"))) == "pw.artillery.direct-only"


@pytest.mark.case("pw.artillery.out-of-cover", 1)
def test_a_gun_fires_out_of_a_wood_only_from_its_edge():
    state = table(gun("d3"), foe("d4", name="near"), foe("d8", name="far"), ground={"d3": "wood", "d4": "wood"})
    assert why_not(aiming(state), Bombard("Red Artillery", at("d8"))) == "pw.artillery.out-of-cover"
    assert not why_not(aiming(state), Bombard("Red Artillery", at("d4")))


@pytest.mark.clause("pw.artillery.out-of-cover")
@pytest.mark.parametrize(("facing", "clause"), [("N", "pw.artillery.out-of-cover"), ("E", "")])
def test_the_edge_lies_in_the_direction_of_fire(facing, clause):
    state = table(gun("d3", facing), foe("g6"), ground={"d3": "bunker", "d4": "trench"})
    assert why_not(aiming(state), Bombard("Red Artillery", at("g6"))) == clause


@pytest.mark.clause("pw.artillery.direct-fire")
def test_fire_at_a_target_in_sight_and_in_the_open_is_direct():
    assert (
        offered(aiming(table(gun("d1"), foe("d5"))), Bombard("Red Artillery", at("d5"))) == "pw.artillery.direct-fire"
    )


@pytest.mark.clause("pw.artillery.indirect-fire")
def test_fire_at_a_target_in_cover_is_not_direct_though_the_square_is_in_sight():
    state = table(gun("d1"), foe("d5"), ground={"d5": "wood"})
    assert offered(aiming(state), Bombard("Red Artillery", at("d5"))) == "pw.artillery.into-cover"
    roll = shelled(state, [1], Bombard("Red Artillery", at("d5"))).told[0]
    assert "-1 in cover" in roll and "+2 observed" in roll


@pytest.mark.clause("pw.artillery.target-square")
def test_the_target_square_is_named_before_the_die_is_rolled():
    ordered = act(table(gun("d1"), foe("d5")), steps(Orders(RED)), picks=[Bombard("Red Artillery", at("d5"))])
    assert "pw.artillery.target-square" in ordered.cited
    assert not any(isinstance(entry.event, Rolled) for entry in ordered.entries)
    assert act(ordered.state, steps(Bombardment()), dice=[1]).told[0].startswith("Red Artillery fires at d5: rolls 1")


@pytest.mark.case("pw.artillery.legal-target", 1)
def test_only_a_square_with_an_enemy_ground_unit_may_be_named():
    question = aiming(table(gun("d1"), unit("Infantry", "d4"), foe("d6", "Trucks")))
    assert offers(question) == [Bombard("Red Artillery", at("d6")), HoldFire("Red Artillery")]
    assert why_not(question, Bombard("Red Artillery", at("d5"))) == "pw.artillery.legal-target"
    assert why_not(question, Bombard("Red Artillery", at("d4"))) == "pw.artillery.legal-target"


@pytest.mark.clause("pw.artillery.legal-target", "pw.ground-to-air.who")
def test_a_gun_in_place_is_not_told_that_it_is_limbered():
    question = aiming(table(gun("d1", gun_class="Anti-aircraft Guns"), foe("d4"), options=("air",)))
    beyond = question.refuse(Bombard("Red Artillery", Place(3, 40, 0)))
    assert str(beyond) == "the target is not a square of the board [pw.artillery.legal-target]"
    ground = question.refuse(Flak("Red Artillery", "Blue Infantry"))
    assert str(ground) == "the target is not an enemy aircraft over the board [pw.ground-to-air.who]"


@pytest.mark.clause("pw.artillery.legal-target")
def test_friends_near_the_target_do_not_prevent_firing():
    state = table(gun("d1"), unit("Infantry", "d4"), unit("Infantry", "e5", name="other"), foe("d5"))
    assert not why_not(aiming(state), Bombard("Red Artillery", at("d5")))


@pytest.mark.clause("pw.artillery.legal-target")
def test_a_gun_that_is_towed_is_given_no_orders():
    state = table(gun(None, aboard="Red Trucks"), unit("Trucks", "d1"), foe("d5"))
    assert act(state, steps(Orders(RED))).asked == []


@pytest.mark.clause("pw.artillery.legal-target")
def test_a_towed_gun_cannot_be_named():
    state = table(gun("e1", name="other"), gun(None, aboard="Red Trucks"), unit("Trucks", "d1"), foe("d5"))
    assert why_not(aiming(state), Bombard("Red Artillery", at("d5"))) == "pw.artillery.legal-target"


# ---- where it lands


@pytest.mark.case("pw.artillery.landing", 1)
@pytest.mark.parametrize(("die", "landing"), [(5, "d5"), (4, "d4"), (3, "d6"), (2, "d4"), (1, "d6")])
def test_the_landing_die(die, landing):
    state = table(gun("d1"), foe("d5"), ground=HIDDEN)
    after = shelled(state, [die, 1][: 1 + (landing == "d5")], Bombard("Red Artillery", at("d5")))
    assert after.told[0].endswith("[pw.artillery.landing]")
    assert after.told[1].endswith(f"the fire lands on {landing} [pw.artillery.front-and-behind]")
    assert sp(after.state, "Blue Infantry") == (3 if landing == "d5" else 4)


@pytest.mark.clause("pw.artillery.landing")
def test_more_than_six_lands_on_the_target():
    after = shelled(table(gun("d1"), foe("d5")), [6, 1], Bombard("Red Artillery", at("d5")))
    assert "the fire lands on d5" in after.told[1]


@pytest.mark.case("pw.artillery.front-and-behind", 1)
@pytest.mark.parametrize(("score", "landing"), [(2, "d3"), (3, "f3")])
def test_short_and_over_lie_along_the_guns_facing(score, landing):
    state = table(gun("a2", "E"), foe("e3"), ground={"b2": "wood"})
    after = shelled(state, [score], Bombard("Red Artillery", at("e3")))
    assert after.told[1].endswith(f"the fire lands on {landing} [pw.artillery.front-and-behind]")


@pytest.mark.case("pw.artillery.landing-off-limits", 1)
def test_fire_that_falls_on_the_gun_itself_has_no_effect():
    state = table(gun("d1", gun_class="Infantry Guns"), foe("d2"))
    after = shelled(state, [2], Bombard("Red Artillery", at("d2")))
    assert "= 4" in after.told[0]
    assert after.told[1] == "Red Artillery: no effect [pw.artillery.landing-off-limits]"
    assert sp(after.state, "Red Artillery") == 2


@pytest.mark.clause("pw.artillery.landing-off-limits")
def test_fire_that_falls_off_the_board_has_no_effect():
    after = shelled(table(gun("d6"), foe("d12")), [1], Bombard("Red Artillery", at("d12")))
    assert after.told[1] == "Red Artillery: no effect [pw.artillery.landing-off-limits]"


@pytest.mark.case("pw.artillery.hits-all-in-square", 1)
def test_everyone_where_the_fire_lands_is_hit_friend_and_enemy_alike():
    state = table(gun("d1"), unit("Infantry", "d6"), unit("Commanders", "d6"), foe("d7"))
    after = shelled(state, [4, 1, 1], Bombard("Red Artillery", at("d7")), Resolve("Red Infantry"))
    assert (sp(after.state, "Red Infantry"), sp(after.state, "Red Commanders")) == (3, 1)
    assert sp(after.state, "Blue Infantry") == 4
    hit = [line for line in after.told if line.endswith("is under fire [pw.artillery.hits-all-in-square]")]
    assert [line.split(" is ")[0] for line in hit] == ["Red Commanders", "Red Infantry"]


# ---- modifiers


@pytest.mark.case("pw.artillery.mod-cover", 1)
def test_fire_at_cover_may_be_totally_ineffective():
    state = table(gun("d1"), foe("d5"), ground={"d2": "wood", "d5": "wood"})
    after = shelled(state, [1], Bombard("Red Artillery", at("d5")))
    assert "-1 in cover [pw.artillery.mod-cover] = 0" in after.told[0]
    assert after.told[1] == "Red Artillery: no effect [pw.artillery.landing]"


@pytest.mark.clause("pw.artillery.mod-cover")
@pytest.mark.parametrize(("wood", "minus"), [("d5", True), ("d4", False)])
def test_cover_is_that_of_the_target_square_not_of_where_the_fire_lands(wood, minus):
    state = table(gun("d1"), foe("d5"), ground={"d2": "wood", wood: "wood"})
    roll = shelled(state, [4], Bombard("Red Artillery", at("d5"))).told[0]
    assert ("-1 in cover" in roll) == minus


@pytest.mark.case("pw.artillery.mod-line-of-sight", 1)
def test_a_spotter_who_sees_the_target_adds_two():
    state = table(gun("d1"), unit("Artillery Spotters", "h9"), foe("d5"), ground=HIDDEN)
    after = shelled(state, [3, 1], Bombard("Red Artillery", at("d5")))
    assert "+2 observed [pw.artillery.mod-line-of-sight] = 5" in after.told[0]
    assert "the fire lands on d5" in after.told[1]


@pytest.mark.clause("pw.artillery.mod-line-of-sight")
def test_two_who_see_the_target_add_two_all_the_same():
    state = table(gun("d1"), unit("Artillery Spotters", "h9"), foe("d5"))
    assert "= 3" in shelled(state, [1], Bombard("Red Artillery", at("d5"))).told[0]


@pytest.mark.clause("pw.artillery.mod-line-of-sight")
@pytest.mark.parametrize(
    "watcher",
    [
        unit("Commanders", "d9"),
        unit("Infantry", "d9"),
        unit("Artillery Spotters", "d9", side=BLUE),
        unit("Reconnaissance Aircraft", "d5"),
    ],
)
def test_nobody_but_the_gun_and_friendly_spotters_observes(watcher):
    state = table(gun("d1"), watcher, foe("d5"), ground=HIDDEN)
    assert "observed" not in shelled(state, [4], Bombard("Red Artillery", at("d5"))).told[0]


@pytest.mark.case("pw.artillery.mod-repeat", 1)
def test_all_modifiers_add_up():
    d5 = table().board.named("d5")
    state = table(
        gun("d1", target_square=d5, target_turn=1),
        unit("Commanders", "e1"),
        foe("d5"),
        ground={"d5": "built-up area"},
        turn=2,
    )
    after = shelled(state, [1], Bombard("Red Artillery", at("d5")))
    assert "+1 ranged in [pw.artillery.mod-repeat]" in after.told[0]
    assert "= 4" in after.told[0]
    assert "the fire lands on d4" in after.told[1]


@pytest.mark.clause("pw.artillery.mod-repeat")
@pytest.mark.parametrize(("where", "turn", "ranged_in"), [("d5", 2, True), ("d5", 3, False), ("e5", 2, False)])
def test_a_gun_has_ranged_in_on_the_square_it_fired_at_in_the_turn_before(where, turn, ranged_in):
    before = table(gun("d1"), foe("d5"), foe("e5", name="other"), ground=HIDDEN)
    fired = shelled(before, [1], Bombard("Red Artillery", at("d5"))).state
    later = fired.change(tallies={**fired.tallies, "turn": turn})
    assert ("ranged in" in shelled(later, [1], Bombard("Red Artillery", at(where))).told[0]) == ranged_in


@pytest.mark.clause("pw.artillery.mod-repeat")
def test_ranging_in_is_on_the_square_whoever_stands_there_now():
    before = table(gun("d1"), foe("d5", sp=1), foe("d6", "Trucks"), ground=HIDDEN)
    fired = shelled(before, [5, 1], Bombard("Red Artillery", at("d5"))).state
    moved = fired.put(foe("d5", "Trucks")).change(tallies={**fired.tallies, "turn": 2})
    assert "ranged in" in shelled(moved, [1], Bombard("Red Artillery", at("d5"))).told[0]


@pytest.mark.clause("pw.artillery.mod-commander")
@pytest.mark.parametrize(("commander", "near"), [("d1", True), ("c1", True), ("c2", False), ("d4", False)])
def test_a_commander_with_the_gun_or_next_to_it_adds_one(commander, near):
    state = table(gun("d1"), unit("Commanders", commander), foe("e6"), ground={"d2": "wood", "e4": "wood"})
    roll = shelled(state, [3], Bombard("Red Artillery", at("e6"))).told[0]
    assert ("+1 Commander near [pw.artillery.mod-commander]" in roll) == near


# ---- afterwards


@pytest.mark.case("pw.artillery.no-move-after-firing", 1)
def test_a_gun_that_fired_neither_moves_nor_turns():
    state = table(gun("d1", spent=("fired",)), foe("h9"))
    question = activated(state, "Red Artillery", kind="action")
    assert offers(question) == [Stay("Red Artillery")]
    assert Move("Red Artillery") in [option.command for option in question.decision.barred]
    for place in (at("d2"), at("d1", "E")):
        assert why_not(question, Move("Red Artillery", place)) == "pw.artillery.no-move-after-firing"


@pytest.mark.case("pw.artillery.no-move-after-firing", 1)
def test_self_propelled_artillery_that_fired_moves_one_square_less_and_does_not_fire_again():
    state = table(unit("Self-propelled Artillery", "d1", spent=("fired",)), foe("d8"))
    question = activated(state, "Red Self-propelled Artillery")
    assert (ends(question, "d3"), ends(question, "d4")) == ("NESW", "")
    shot = firing(state, "Red Self-propelled Artillery")
    assert why_not(shot, Fire("Red Self-propelled Artillery", at("d8"))) == "pw.initiative.no-artillery-fire"


@pytest.mark.clause("pw.artillery.no-move-after-firing", "pw.move.artillery-that-fired")
def test_a_gun_that_fired_in_the_phase_cannot_be_moved_or_limbered_that_turn():
    state = table(gun("d1"), unit("Trucks", "d1"), foe("d6"))
    fired = shelled(state, [1], Bombard("Red Artillery", at("d6"))).state
    moving = activated(fired, "Red Artillery", kind="action")
    assert why_not(moving, Move("Red Artillery", at("d2"))) == "pw.artillery.no-move-after-firing"
    assert why_not(activated(fired, "Red Trucks"), Load("Red Trucks", "Red Artillery")) == "pw.transport.procedure"


@pytest.mark.clause("pw.artillery.no-move-after-firing")
def test_a_gun_that_fired_may_be_forced_to_retreat():
    state = table(gun("d1", spent=("fired",)), foe("d6"))
    question = asks(state, lambda play: take_hits(play, [Hit("Red Artillery")]), dice=[6])
    assert Retreat("Red Artillery", at("c1")) in offers(question)
    assert Stand("Red Artillery") in offers(question)
