"""Organisation: units and sub-units, their men, weapons, quality and ratings."""

import pytest
from cc import FOE, PAK, SQUAD, able, asks, fires, men, points, scenario, table, why_not

from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import UnitId
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.activation import act
from sandtable.rules.combat_captain.book import BOOK, KINDS
from sandtable.rules.combat_captain.commands import Fire, FireSome, Shoot, Switch
from sandtable.rules.combat_captain.control import radius_of
from sandtable.rules.combat_captain.field import weapons
from sandtable.rules.combat_captain.hits import apply
from sandtable.rules.combat_captain.scenario import Army, Company, Some
from sandtable.rules.combat_captain.volley import all_who_can
from sandtable.rules.combat_captain.words import ENHANCED, Mark, Tally
from sandtable.tabletop import Table


def mustered(*made_of: Some, **said):
    return RULES.setup(scenario(german=(Company("Able", made_of, **said),)), frozenset())


# ---- units


@pytest.mark.clause("cc.organisation.unit")
def test_dice_chits_and_leader_belong_to_the_unit_and_places_cover_and_losses_to_the_sub_unit():
    state = mustered(Some("Rifle squad", 5))
    company, squad = state.units["Able"], state.units[SQUAD]
    assert company.tallies.keys() >= {Tally.DICE, Tally.CHITS} and company.place is None
    assert squad.tallies.keys() == {Tally.MEN, Tally.COVER, Tally.STILL} and squad.part_of == "Able"
    assert state.units["Able"].part_of == "German"


@pytest.mark.clause("cc.organisation.infantry-company")
def test_the_usual_company_has_eight_rifle_squads_and_four_heavy_weapons():
    made_of = Some("Rifle squad", 8), Some("Machine gun squad", 2), Some("Mortar squad"), Some("Bazooka squad")
    state = mustered(*made_of)
    assert sum(unit.part_of == "Able" for unit in state.units.values()) == 12
    assert mustered(*made_of[:1], *(Some(kind, 2) for kind in ("Machine gun squad", "Bazooka squad", "Mortar squad")))


@pytest.mark.clause("cc.organisation.infantry-limits", "cc.organisation.tank-company", "cc.organisation.battery")
@pytest.mark.parametrize(
    ("kind", "number", "usual"),
    [
        ("Rifle squad", 4, False), ("Rifle squad", 5, True), ("Rifle squad", 8, True), ("Rifle squad", 9, False),
        ("Panther", 1, False), ("Panther", 2, True), ("Panther", 5, True), ("Panther", 6, False),
        (PAK, 1, True), (PAK, 3, True), (PAK, 4, False),
    ],
)  # fmt: skip
def test_companies_tank_companies_and_batteries_have_their_usual_numbers(kind, number, usual):
    if usual:
        assert mustered(Some(kind, number))
    else:
        with pytest.raises(ScenarioError, match=r"German: Able: sub_units: .* are usual"):
            mustered(Some(kind, number))
        assert mustered(Some(kind, number), any_size=True)


@pytest.mark.clause("cc.organisation.infantry-limits")
def test_a_company_has_at_most_six_heavy_weapon_squads():
    assert mustered(Some("Rifle squad", 5), Some("Machine gun squad", 6))
    with pytest.raises(ScenarioError, match="7 heavy; 0 to 6 are usual"):
        mustered(Some("Rifle squad", 5), Some("Machine gun squad", 7))


@pytest.mark.case("cc.organisation.battery", 1)
def test_a_battery_of_three_guns_is_one_unit_with_three_dice():
    battery = able(f"3 {PAK}", foe="American Baker at 20,40: Rifle squad")
    after = fires(battery, 2, 4, 6, 1)
    assert [len(roll.shown) for roll in after.rolls] == [4]  # a die for each gun, and the variable die
    assert battery["Able"].tallies[Tally.DICE] == 2


@pytest.mark.clause("cc.organisation.tank-company")
def test_each_vehicle_is_one_sub_unit():
    state = mustered(Some("Panther", 3))
    assert [unit.kind for unit in state.units.values() if unit.part_of == "Able"] == ["Panther"] * 3


# ---- men


@pytest.mark.case("cc.organisation.rifle-squad", 1)
def test_six_hits_eliminate_a_squad_of_five_and_the_sixth_finds_nobody():
    found = able(foe="American Baker at 20,16: Rifle squad")
    group = all_who_can(found.state, UnitId("Able"), found[FOE])
    after = found.act(apply, group, UnitId(FOE), 6)
    assert Mark.LOST in after.state.units[FOE].marks


@pytest.mark.clause("cc.organisation.crews")
@pytest.mark.parametrize(
    ("kind", "number"),
    [("Rifle squad", 5), ("Machine gun squad", 3), ("Mortar squad", 3), ("Bazooka squad", 2), (PAK, 4)],
)
def test_each_foot_sub_unit_has_its_men(kind, number):
    state = mustered(Some(kind, 3), any_size=True)
    assert {unit.tallies[Tally.MEN] for unit in state.units.values() if unit.kind == kind} == {number}


@pytest.mark.case("cc.organisation.crews", 1)
def test_a_gun_that_has_lost_three_of_its_crew_fires_at_full_effect_and_is_lost_with_the_fourth():
    battery = able(f"1 {PAK}; 1 men 1", foe="American Baker at 20,20: 2 Rifle squad")
    assert points(fires(battery, 6, 1)) == 8  # the die, and 2 for a gun at infantry
    theirs = table("German Able at 20,10: Rifle squad", f"American Baker at 20,16: 1 {PAK}")
    gun = UnitId(f"Baker {PAK} 1")
    group = all_who_can(theirs.state, UnitId("Able"), theirs[gun])
    hurt = theirs.act(apply, group, gun, 3).state
    assert (hurt.units[gun].tallies[Tally.MEN], Mark.LOST in hurt.units[gun].marks) == (1, False)
    assert Mark.LOST in Table(RULES, hurt).act(apply, group, gun, 1).state.units[gun].marks


# ---- kinds


@pytest.mark.clause("cc.organisation.types")
@pytest.mark.parametrize("row", BOOK.table("sub-unit-types").rows, ids=lambda row: row[0])
def test_the_table_gives_every_kind_its_class_strength_dice_and_toughness(row):
    name, cls, strength, _, dice, by_fire, in_combat = row
    kinds = [kind for kind in KINDS.values() if kind.type == name]
    assert kinds
    for kind in kinds:
        assert (kind.cls, kind.dice) == (cls, dice)
        assert kind.men == (strength if isinstance(strength, int) else 0)
        assert (kind.by_fire or by_fire, kind.in_combat or in_combat) == (by_fire, in_combat)


@pytest.mark.clause("cc.organisation.ratings")
@pytest.mark.parametrize(
    ("name", "gun", "armour"),
    [
        ("M3/M5 Stuart", "Inferior Gun", "Thin Armor"), ("M4 Sherman", "Gun", "Armor"), (PAK, "Gun", ""),
        ("KV-1", "Gun", "Superior Armor"), ("Panther", "Superior Gun", "Superior Armor"),
        ("Sherman Firefly", "Superior Gun", "Armor"), ("88 mm gun", "Superior Gun", ""),
        ("Armoured car with 20 to 40 mm gun", "Inferior Gun", "Thin Armor"),
    ],
)  # fmt: skip
def test_guns_and_armour_are_rated_by_the_table(name, gun, armour):
    assert (KINDS[name].weapons[0].gun, KINDS[name].armour) == (gun, armour)


# ---- weapons


@pytest.mark.clause("cc.organisation.one-weapon")
@pytest.mark.parametrize(
    ("kind", "number"),
    [("Rifle squad", 1), ("Machine gun squad", 1), ("Mortar squad", 1), ("Bazooka squad", 1), (PAK, 1), ("Car", 0),
     ("Truck", 0), ("Half-track", 1), ("Panther", 2), ("Armoured car with 20 to 40 mm gun", 2)],
)  # fmt: skip
def test_tanks_have_a_machine_gun_beside_their_cannon_and_others_one_weapon_or_none(kind, number):
    state = mustered(Some(kind), Some("Rifle squad"), any_size=True)
    unit = next(unit for unit in state.units.values() if unit.kind == kind)
    assert len(weapons(unit)) == number


@pytest.mark.case("cc.organisation.one-weapon", 1)
def test_a_machine_gun_squad_fires_no_rifles_as_well():
    found = able("Machine gun squad, Rifle squad; 2 at 24 10", foe="American Baker at 20,20: 2 Rifle squad")
    order = FireSome("Able", FOE)
    after = found.give(order, [1, 1, 1], [Shoot("Able", FOE)])
    options = next(one for one in after.asked if one.topic.kind == "group").options
    assert Switch not in {type(option.command) for option in options}
    assert [len(roll.shown) for roll in after.rolls] == [3]  # one die each, and the variable die


@pytest.mark.clause("cc.organisation.one-weapon")
def test_a_truck_has_nothing_to_fire():
    found = able("Truck, Rifle squad; 2 aboard 1, leader 1", foe="American Baker at 20,16: Rifle squad")
    question = asks(found.state, lambda play: act(play, UnitId("Able")))
    assert why_not(question, Fire("Able", FOE)) == "cc.organisation.one-weapon"


@pytest.mark.case("cc.organisation.enhanced-small-arms", 1)
def test_german_militia_have_enhanced_small_arms():
    found = able("Rifle squad; Militia", foe="American Baker at 20,16: Rifle squad")
    after = fires(found, 4, 1)
    assert points(after) == 5
    assert "cc.organisation.enhanced-small-arms" in {term.clause for term in after.rolls[0].adds}


@pytest.mark.case("cc.organisation.enhanced-small-arms", 2)
def test_soviet_regulars_have_rifles_only():
    found = table("Soviet Able at 20,10: Rifle squad", "American Baker at 20,16: Rifle squad")
    after = fires(found, 4, 1)
    assert points(after) == 4
    assert after.rolls[0].adds == ()


@pytest.mark.case("cc.organisation.regular-or-better", 1)
@pytest.mark.parametrize(("quality", "score"), [("Militia", 4), ("Regular", 5), ("Veteran", 5)])
def test_american_militia_have_rifles_only_and_better_troops_have_not(quality, score):
    found = table(f"American Able at 20,10: Rifle squad; {quality}", "German Baker at 20,16: Rifle squad")
    assert points(fires(found, 4, 1)) == score


@pytest.mark.clause("cc.organisation.regular-or-better")
def test_a_side_may_be_called_otherwise_than_its_nation():
    own = Army("Screaming Eagles", (Company("Able", (Some("Rifle squad", 5),)),), nation="American")
    other = Army("Soviet", (Company("Baker", (Some("Rifle squad", 5),)),))
    state = RULES.setup(scenario(side=(own, other), first=""), frozenset())
    assert ENHANCED in state.units[SQUAD].traits
    assert ENHANCED not in state.units[FOE].traits


# ---- quality


@pytest.mark.clause("cc.organisation.quality")
@pytest.mark.parametrize(("quality", "inches"), [("Militia", 6), ("Regular", 9), ("Veteran", 12)])
def test_quality_sets_the_control_radius(quality, inches):
    assert radius_of(able(f"Rifle squad; {quality}")["Able"]) == inches


@pytest.mark.clause("cc.organisation.quality")
def test_quality_has_no_effect_on_the_dice_of_germans():
    scores = set()
    for quality in ("Militia", "Regular", "Veteran"):
        found = able(f"2 Rifle squad; {quality}", foe="American Baker at 20,16: 2 Rifle squad")
        scores.add((points(fires(found, 4, 6, 1)), men(found)))
    assert len(scores) == 1
