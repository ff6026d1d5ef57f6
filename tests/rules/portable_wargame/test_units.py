"""Units, Strength Points and quality."""

import pytest
from tabletop import BLUE, activated, aiming, asks, at, ends, firing, offers, scenario, sp, square, table, unit, why_not

from sandtable.board.place import Place
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.book import KINDS, RANGES
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import Advance, Attack, Bombard, Fire, Load, Move, Resolve, Stand
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.scenario import Entry
from sandtable.rules.portable_wargame.setup import opening
from sandtable.rules.portable_wargame.transport import complete
from sandtable.rules.portable_wargame.words import Tally
from sandtable.scripted import act

STRENGTHS = {
    "Infantry": 4, "Infantry Anti-tank": 2, "Engineers": 4, "Dismounted Cavalry": 3, "Mounted Cavalry": 3,
    "Machine Guns": 2, "Mortars": 2, "Artillery": 2, "Armoured Cars": 3, "Light Tanks": 3, "Tanks": 3,
    "Assault Guns": 3, "Self-propelled Artillery": 2, "Half-tracks": 2, "Trucks": 2, "Horse-drawn Transport": 1,
    "Artillery Spotters": 2, "Commanders": 2,
}  # fmt: skip


def mustered(*red: Entry, options: tuple[str, ...] = ()):
    return opening(scenario(red), frozenset(options))


@pytest.mark.clause("pw.units.types")
def test_types_fall_into_the_groups_that_the_rules_name():
    ground = {name: kind for name, kind in KINDS.items() if not kind.air}
    assert ground.keys() - {"Cyclists"} == STRENGTHS.keys()
    assert {name for name, kind in ground.items() if kind.tank} == {"Light Tanks", "Tanks"}
    assert {name for name, kind in ground.items() if kind.gun} == {"Artillery", "Self-propelled Artillery"}
    sharing = {"Half-tracks", "Trucks", "Horse-drawn Transport", "Artillery Spotters", "Commanders"}
    assert {name for name, kind in ground.items() if not kind.combat} == sharing


@pytest.mark.clause("pw.units.types")
@pytest.mark.parametrize(
    ("kind", "left"), [("Tanks", 1), ("Light Tanks", 1), ("Assault Guns", 0), ("Armoured Cars", 0)]
)
def test_only_light_tanks_and_tanks_are_tank_units(kind, left):
    state = table(unit("Infantry", "d4"), unit(kind, "d5", side=BLUE, sp=1))
    after = act(state, lambda play: fire(play, Fire("Red Infantry", at("d5"))), dice=[6, 1])
    assert sp(after.state, f"Blue {kind}") == left


@pytest.mark.case("pw.units.strength-points", 1)
def test_a_side_starts_with_the_sum_of_its_units_strength_points():
    force = (
        Entry("Commanders"), Entry("Infantry", 4), Entry("Machine Guns"), Entry("Artillery", gun="Field Artillery"),
        Entry("Trucks"),
    )  # fmt: skip
    assert mustered(*force).units["Red"].tallies[Tally.INITIAL] == 24


@pytest.mark.clause("pw.units.strength-points")
@pytest.mark.parametrize("points", [3, 6])
def test_a_scenario_may_lower_or_raise_strength(points):
    state = mustered(Entry("Infantry", strength=points))
    assert (sp(state, "Red Infantry"), state.units["Red"].tallies[Tally.INITIAL]) == (points, points)


@pytest.mark.clause("pw.units.strength-external")
@pytest.mark.parametrize(("kind", "points"), STRENGTHS.items())
def test_every_type_has_the_strength_that_the_table_gives(kind, points):
    force = Entry(kind, name="Force", gun="Heavy Artillery" if kind == "Artillery" else "")
    assert sp(mustered(force), "Red Force") == points


@pytest.mark.clause("pw.units.strength-ruled")
def test_cyclists_are_as_strong_as_infantry():
    assert sp(mustered(Entry("Cyclists"), options=("cyclists",)), "Red Cyclists") == 4


@pytest.mark.clause("pw.units.strength-ruled", "pw.units.artillery-class")
@pytest.mark.parametrize("gun", RANGES)
def test_every_class_of_artillery_is_as_strong_as_any(gun):
    assert sp(mustered(Entry("Artillery", gun=gun)), f"Red {gun}") == 2


@pytest.mark.clause("pw.units.record-losses")
def test_a_loss_is_recorded_for_the_unit_and_its_side():
    after = act(table(unit("Infantry", "d4")), lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[1])
    assert (sp(after.state, "Red Infantry"), after.state.units["Red"].tallies[Tally.LOST]) == (3, 1)
    assert "Red Infantry loses 1 SP, 3 left [pw.units.record-losses]" in after.told


@pytest.mark.clause("pw.units.record-losses")
def test_the_losses_of_a_side_are_summed():
    state = table(unit("Infantry", "d4", sp=1), unit("Tanks", "d6"), unit("Trucks", "d8", side=BLUE, sp=0))
    after = act(
        state,
        lambda play: take_hits(play, [Hit("Red Infantry"), Hit("Red Tanks")]),
        dice=[1, 1],
        picks=[Resolve("Red Tanks")],
    )
    assert RULES.losses(after.state, "Red") == {"SP lost": 2, "Units lost": 1}


@pytest.mark.case("pw.units.destroyed", 1)
def test_a_unit_without_strength_points_is_taken_off_at_once():
    state = table(unit("Infantry", "d4"), unit("Infantry", "d5", side=BLUE, sp=1))
    after = act(state, lambda play: fire(play, Fire("Red Infantry", at("d5"))), dice=[6, 1])
    assert square(after.state, "Blue Infantry") is None
    assert after.told[-1] == "Blue Infantry is destroyed [pw.units.destroyed]"


@pytest.mark.clause("pw.units.quality")
@pytest.mark.parametrize(("quality", "worst"), [("Elite", 2), ("Average", 3), ("Poor", 4)])
def test_quality_decides_which_dice_cost_a_point_outright(quality, worst):
    state = table(unit("Infantry", "d4", quality=quality))
    lost = act(state, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[worst])
    kept = asks(state, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[worst + 1])
    assert sp(lost.state, "Red Infantry") == 3
    assert Stand("Red Infantry") in offers(kept)
    assert f"{worst} {quality} [pw.units.quality]" in lost.told[0]


@pytest.mark.clause("pw.units.quality")
def test_a_unit_is_average_if_nothing_is_said():
    assert "Average" in mustered(Entry("Infantry")).units["Red Infantry"].traits


@pytest.mark.clause("pw.units.facing")
def test_no_unit_faces_a_corner():
    question = activated(table(unit("Infantry", "d4")), "Red Infantry")
    assert ends(question, "d5") == "NESW"
    assert why_not(question, Move("Red Infantry", Place(3, 4, 45)))


@pytest.mark.clause("pw.units.facing")
def test_a_carried_unit_has_no_facing_of_its_own():
    state = table(unit("Trucks", "d4"), unit("Infantry", "d4", "E"))
    loading = act(state, lambda play: activate(play, "Red Trucks"), picks=[Load("Red Trucks", "Red Infantry")])
    assert act(loading.state, complete).state.units["Red Infantry"].place is None


@pytest.mark.clause("pw.units.infantry-anti-tank")
def test_infantry_anti_tank_moves_fights_advances_and_rides_as_infantry():
    foot, guns = KINDS["Infantry"], KINDS["Infantry Anti-tank"]
    assert (guns.squares, guns.front, guns.flank) == (foot.squares, foot.front, foot.flank)
    state = table(
        unit("Infantry Anti-tank", "d4"), unit("Infantry", "d5", "S", side=BLUE, sp=1), unit("Trucks", "h9", side=BLUE)
    )
    attack = Attack("Red Infantry Anti-tank", "Blue Infantry")
    won = act(state, lambda play: fight(play, attack), dice=[1, 6, 1], picks=[Advance("Red Infantry Anti-tank")])
    assert square(won.state, "Red Infantry Anti-tank") == "d5"
    aboard = activated(table(unit("Trucks", "d4"), unit("Infantry Anti-tank", "d4")), "Red Trucks")
    assert Load("Red Trucks", "Red Infantry Anti-tank") in offers(aboard)


@pytest.mark.clause("pw.units.infantry-anti-tank")
def test_infantry_anti_tank_fires_its_own_weapon_and_can_destroy_tanks():
    near, far = unit("Tanks", "d5", side=BLUE, sp=1), unit("Trucks", "d7", side=BLUE)
    state = table(unit("Infantry Anti-tank", "d4"), near, far)
    assert why_not(firing(state, "Red Infantry Anti-tank"), Fire("Red Infantry Anti-tank", at("d7"))) == "pw.fire.range"
    after = act(state, lambda play: fire(play, Fire("Red Infantry Anti-tank", at("d5"))), dice=[5, 1])
    assert square(after.state, "Blue Tanks") is None


@pytest.mark.clause("pw.units.weapons")
@pytest.mark.parametrize(
    "kind",
    ["Mounted Cavalry", "Half-tracks", "Trucks", "Horse-drawn Transport", "Artillery Spotters", "Commanders"],
)
def test_a_type_without_a_weapon_cannot_fire(kind):
    state = table(unit(kind, "d4"), unit("Infantry", "d5", side=BLUE))
    assert why_not(firing(state, f"Red {kind}"), Fire(f"Red {kind}", at("d5"))) == "pw.units.weapons"


@pytest.mark.clause("pw.units.weapons")
@pytest.mark.parametrize("kind", ["Infantry", "Engineers", "Dismounted Cavalry"])
def test_men_on_foot_fire_small_arms(kind):
    state = table(unit(kind, "d4"), unit("Infantry", "d7", side=BLUE), unit("Tanks", "e5", side=BLUE, sp=1))
    assert not why_not(firing(state, f"Red {kind}"), Fire(f"Red {kind}", at("d7")))
    after = act(state, lambda play: fire(play, Fire(f"Red {kind}", at("e5"))), dice=[6, 1])
    assert sp(after.state, "Blue Tanks") == 1


@pytest.mark.clause("pw.units.artillery-class")
@pytest.mark.parametrize(("traits", "reach"), [((), 8), (("Medium Artillery",), 10), (("Anti-tank Guns",), 4)])
def test_self_propelled_artillery_fires_as_its_class_or_as_field_artillery(traits, reach):
    near, far = unit("Trucks", f"a{1 + reach}", side=BLUE), unit("Trucks", f"a{2 + reach}", side=BLUE, name="far")
    state = table(unit("Self-propelled Artillery", "a1", traits=traits), near, far)
    question = aiming(state)
    assert not why_not(question, Bombard("Red Self-propelled Artillery", near.place))
    assert why_not(question, Bombard("Red Self-propelled Artillery", far.place)) == "pw.artillery.range"


@pytest.mark.clause("pw.units.artillery-class")
def test_a_class_fixes_whether_self_propelled_artillery_fires_indirectly():
    gun = unit("Self-propelled Artillery", "d2", traits=("Anti-tank Guns",))
    question = aiming(table(gun, unit("Infantry", "d4"), unit("Tanks", "d5", side=BLUE)))
    assert why_not(question, Bombard(gun.id, at("d5"))) == "pw.artillery.direct-only"
