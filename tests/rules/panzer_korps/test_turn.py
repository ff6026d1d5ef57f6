"""The sequence of play: set-up, the Tactical Turn and what it remembers; measuring and formations."""

import pytest
from msgspec.structs import replace
from pk_day import FRENCH, GERMAN, HERE, THERE, asks, does, group_with, run, step, table, unit

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.mechanics.zones import Part
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.book import QUALITIES, at_least
from sandtable.rules.panzer_korps.commands import Bombard, BombardNoMore, Deploy, DeployInColumn, FlyStrike
from sandtable.rules.panzer_korps.decision import colour_of, decision_terms
from sandtable.rules.panzer_korps.field import field, is_afv, members, side_hit, status
from sandtable.rules.panzer_korps.scenario import USUAL_TABLE, Squadron, scenarios
from sandtable.rules.panzer_korps.setup import begin, know_each_other
from sandtable.rules.panzer_korps.words import Did, Mark, Tally
from sandtable.scripted import why_not

FIRST = scenarios()["first-shots"]


def opened(scenario=FIRST, dice=(), variants=frozenset()):
    state = begin(scenario, variants)
    return step(state, *state.agenda, dice=dice)


# ---- setting up


@pytest.mark.clause("pk.setup.sequence")
def test_the_defender_sets_up_first_then_orders_are_given_then_the_day_begins():
    french, german = FIRST.side[0].name, FIRST.side[1].name
    assert opened().state.agenda == (
        steps.Deployment(german), steps.Deployment(french), steps.FirstOrders(french), steps.FirstOrders(german),
        steps.OrdersShown(), steps.Day(1),
    )  # fmt: skip


@pytest.mark.clause("pk.setup.sequence", "pk.setup.rounding")
def test_without_a_defender_the_lower_die_sets_up_first_and_equal_dice_are_thrown_again():
    scenario = replace(FIRST, defender="")
    assert opened(scenario, [5, 2]).state.agenda[0] == steps.Deployment("German")
    assert opened(scenario, [2, 5]).state.agenda[0] == steps.Deployment("French")
    assert opened(scenario, [3, 3]).state.agenda == (steps.Opening(),)


@pytest.mark.clause("pk.setup.sequence")
def test_groups_that_the_scenario_does_not_fix_roll_before_the_set_up():
    assert [
        roll.throw.kind
        for roll in opened(scenarios()["arracourt"], [4] if scenarios()["arracourt"].defender else [1, 2, 4]).rolls
    ][-1] == "availability"


@pytest.mark.clause("pk.setup.table", "pk.setup.scale")
def test_the_usual_table_is_six_feet_by_four_and_the_first_side_has_the_south():
    assert USUAL_TABLE.size == (72, 48)
    assert [table().scenario.edge(side) for side in (GERMAN, FRENCH)] == ["south", "north"]


def setting_up(zone=(), ground=()):
    state = group_with(table(HERE, THERE, ground=ground), "German", zone=zone)
    one = state.units["I"]
    return state.put(replace(one, place=None, marks=frozenset()))


def refused(state, x, y, facing=0):
    return why_not(asks(state, steps.Deployment(GERMAN), kind="place"), Deploy("I", Place(x, y, facing)))


@pytest.mark.clause("pk.arrival.start-zone")
@pytest.mark.parametrize(("y", "clause"), [(1, ""), (8, ""), (8.01, "pk.arrival.start-zone")])
def test_a_formation_stands_whole_within_nine_inches_of_its_edge(y, clause):
    assert refused(setting_up(), 36, y, 90) == clause


@pytest.mark.clause("pk.arrival.start-zone")
def test_a_zone_of_the_scenario_is_a_box_or_the_ground_about_a_piece():
    box = setting_up((Part((10, 20, 20, 30)),))
    assert (refused(box, 11, 21), refused(box, 10.5, 21), refused(box, 36, 5)) == (
        "",
        "pk.arrival.start-zone",
        "pk.arrival.start-zone",
    )
    near = setting_up((Part(piece="village 1", within=4),), ["village at 36,24 size 6,6"])
    assert (refused(near, 36, 16), refused(near, 36, 15.9)) == ("", "pk.arrival.start-zone")
    on_it = setting_up((Part(piece="village 1"),), ["village at 36,24 size 6,6"])
    assert (refused(on_it, 36, 21.1), refused(on_it, 36, 20.9)) == ("", "pk.arrival.start-zone")


@pytest.mark.clause("pk.arrival.start-zone", "pk.organisation.states")
def test_it_starts_deployed_or_in_transit_column():
    for command, column in ((Deploy, False), (DeployInColumn, True)):
        after = run(
            setting_up(),
            steps.Deployment(GERMAN),
            steps.OrdersShown(),
            picks=[command("I", Place(36, 5, 0))],
        )
        assert (Mark.COLUMN in unit(after, "I").marks) == column


@pytest.mark.clause("pk.setup.measuring")
def test_two_formations_do_not_stand_on_each_other():
    state = table(HERE, "German II at 38,5: 3 infantry", THERE)
    state = state.put(replace(state.units["I"], place=None, marks=frozenset()))
    assert refused(state, 36.5, 5) == "pk.setup.measuring" and refused(state, 36, 5) == ""


@pytest.mark.clause("pk.arrival.start-zone", "pk.terrain.impassable")
def test_nobody_starts_on_impassable_ground():
    assert refused(setting_up(ground=["water at 36,5 size 4,4"]), 36, 5) == "pk.terrain.impassable"


@pytest.mark.clause("pk.arrival.start-zone")
def test_a_scenario_without_room_for_a_formation_is_refused():
    cramped = replace(FIRST.side[0].groups[0], zone=(Part((0, 0, 1.5, 1.5)),))
    army = replace(FIRST.side[0], groups=(cramped,))
    with pytest.raises(ScenarioError, match="French: Char B1 battalion: zone: there is no room"):
        begin(replace(FIRST, side=(army, FIRST.side[1])), frozenset())


@pytest.mark.clause("pk.arrival.start-zone")
def test_after_the_set_up_formations_in_the_open_and_in_sight_are_known():
    units = "German I at 36,5: 3 infantry; unspotted", "French A at 36,43: 3 infantry; unspotted"
    after = does(table(*units, ground=["light woods at 36,43 size 6,6"]), know_each_other)
    assert Mark.SPOTTED in unit(after, "I").marks and Mark.SPOTTED not in unit(after, "A").marks


@pytest.mark.clause("pk.arrival.start-zone")
def test_formations_are_known_when_both_sides_have_set_up():
    state = setting_up()
    hidden = state.put(replace(state.units["A"], marks=frozenset({Mark.PLACED})))
    here = [Deploy("I", Place(36, 5, 0))]
    first = step(hidden, steps.Deployment(GERMAN), steps.Deployment(FRENCH), picks=here)
    assert Mark.SPOTTED not in unit(first, "I").marks
    last = step(hidden, steps.Deployment(GERMAN), steps.FirstOrders(GERMAN), picks=here)
    assert Mark.SPOTTED in unit(last, "I").marks and Mark.SPOTTED in unit(last, "A").marks


# ---- the Tactical Turn


@pytest.mark.case("pk.turn.tactical-sequence", 2)
def test_the_phases_of_a_turn_come_in_the_order_of_the_book():
    order = [type(one).__name__ for one in step(table(), steps.TacticalTurn(1, 3)).state.agenda]
    assert order == [
        "Logistics", "Logistics", "OrdersShown", "Targets", "Targets", "Bombardment", "Movement", "Movement",
        "Spotting", "Fire", "Spotting", "Fire", "CloseCombat", "Morale", "Morale", "TurnEnd",
    ]  # fmt: skip


@pytest.mark.clause("pk.turn.tactical-sequence", "pk.initiative.check")
def test_the_initiative_player_moves_fires_and_tests_first():
    agenda = step(table(), steps.TacticalTurn(1, 3)).state.agenda
    for kind in (steps.Movement, steps.Fire, steps.Morale):
        assert [one.side for one in agenda if isinstance(one, kind)] == [GERMAN, FRENCH]


@pytest.mark.clause("pk.turn.tactical-sequence")
def test_turns_are_counted_and_the_log_names_them():
    after = step(table(turn=4), steps.TacticalTurn(2, 3))
    assert after.state.tallies[Tally.TURN] == 5 and "Tactical Turn 2 of 3" in str(after)


@pytest.mark.clause("pk.turn.flags")
def test_the_turn_remembers_the_status_at_its_start():
    state = table("German I at 36,5: 3 infantry; disorder 3", "German II at 46,5: 3 infantry; disorder 6", THERE)
    after = step(state, steps.TacticalTurn(1, 1))
    assert Did.WAS_SUPPRESSED in unit(after, "I").spent and Did.WAS_FRAGMENTED in unit(after, "II").spent


@pytest.mark.clause("pk.turn.flags")
def test_at_the_end_of_a_turn_all_is_forgotten_but_that_somebody_fired():
    state = table("German I at 36,5: 3 infantry; moved, fired, surprised, was spotted, has fired", THERE)
    one = unit(run(state, steps.TurnEnd()), "I")
    assert not one.spent and Mark.WAS_SPOTTED not in one.marks and Mark.HAS_FIRED in one.marks


# ---- measuring


def pair(x, **said):
    return table("German I at 20,10: 3 infantry", f"French A at {x},10: 3 infantry", **said)


@pytest.mark.case("pk.setup.measuring", 1)
def test_distance_is_from_edge_to_edge():
    assert field(pair(34)).gap("I", "A") == 12


@pytest.mark.case("pk.setup.measuring", 2)
@pytest.mark.parametrize(("x", "touches"), [(22, True), (22.05, True), (22.06, False)])
def test_formations_at_no_distance_are_in_contact(x, touches):
    assert ("I" in field(pair(x)).contacts) == touches


# ---- formations


@pytest.mark.case("pk.organisation.quality", 1)
def test_the_ladder_of_quality():
    assert [one for one in QUALITIES if at_least(one, "Veteran")] == ["Hardened", "Elite", "Veteran"]
    assert [one for one in QUALITIES if not at_least(one, "Recruit")] == ["Militia", "Partisan"]
    assert [one for one in QUALITIES if not at_least(one, "Regular")] == ["Reservist", "Recruit", "Militia", "Partisan"]


@pytest.mark.clause("pk.organisation.formation", "pk.organisation.attached")
def test_attached_companies_do_not_count_for_the_status():
    state = table("German I at 20,10: 3 infantry, HMG, mortar 81; disorder 3", THERE)
    assert status(state, state.units["I"]) == "Suppressed"


@pytest.mark.clause("pk.organisation.types", "pk.organisation.attached")
def test_an_attached_company_does_not_change_the_type():
    state = table("German I at 20,10: 3 infantry, AFV 75", THERE)
    assert not is_afv(state.units["I"])


@pytest.mark.case("pk.organisation.facing", 1)
@pytest.mark.parametrize(("degrees", "hit"), [(60, "front"), (61, "flank"), (120, "flank"), (121, "rear")])
def test_front_flank_and_rear(degrees, hit):
    state = table(f"German I at 20,20 facing {(360 - degrees) % 360}: 3 infantry", "French A at 20,30: 3 infantry")
    assert side_hit(state.units["I"], state.units["A"]) == hit


@pytest.mark.clause("pk.organisation.facing")
@pytest.mark.parametrize(("x", "hit"), [(37.32, "front"), (37.4, "flank")])
def test_an_arc_ends_at_its_exact_degree(x, hit):
    """60 degrees lead to x = 37.3205; 37.4 is 60.1 degrees."""
    state = table("German I at 20,20: 3 infantry", f"French A at {x},30: 3 infantry")
    assert side_hit(state.units["I"], state.units["A"]) == hit


@pytest.mark.case("pk.organisation.force-group", 1)
def test_the_size_of_a_group_is_its_formations_on_the_table():
    state = table(*[f"German {n} at {10 + 5 * n},5: 3 infantry" for n in range(6)], THERE)
    for name in ("0", "1"):
        state = state.put(replace(state.units[name], place=None))
    assert len(members(state, "German group")) == 4
    assert decision_terms(state, "German group")[0].value == -3


@pytest.mark.case("pk.command.colour", 1)
@pytest.mark.parametrize(
    ("rating", "colour"), [("A", "Black"), ("B", "White"), ("C", "Red"), ("D", "Red"), ("F", "Blue"), ("H", "Yellow")]
)
def test_the_colour_follows_the_leader_unless_the_scenario_sets_it(rating, colour):
    assert colour_of(table(f"{HERE}; led by {rating}", THERE), "German group") == colour
    assert colour_of(table(f"{HERE}; led by {rating}, colour White", THERE), "German group") == "White"


# ---- simultaneous phases


@pytest.mark.case("pk.setup.choices", 1)
def test_batteries_that_suppress_each_other_both_fire_at_full_effect():
    units = "German Guns at 36,5 facing N: 3 artillery 105", "French Canons at 36,43 facing S: 3 artillery 105"
    picks = Bombard("Guns", "Canons"), Bombard("Canons", "Guns")
    phase = steps.Targets(GERMAN), steps.Targets(FRENCH), steps.Bombardment()
    after = run(table(*units), *phase, dice=[1, 9, 1, 1, 9, 1], picks=picks)
    assert [status(after.state, unit(after, name)) for name in ("Guns", "Canons")] == ["Suppressed", "Suppressed"]
    assert [roll.reading.sides for roll in after.rolls if roll.throw.kind == "bombardment"] == [10, 10]


@pytest.mark.clause("pk.setup.choices", "pk.air.sequence", "pk.bombardment.who")
def test_a_battery_under_bombs_fires_at_full_effect_in_the_same_phase():
    units = "German Guns at 36,5 facing N: 3 artillery 105", "French Canons at 36,43 facing S: 3 artillery 105"
    state = table(*units, squadrons={"French": [Squadron("Potez", "light bomber")]})
    phase = steps.AirMissions(FRENCH), steps.Targets(GERMAN), steps.Targets(FRENCH), steps.AirWar(), steps.Bombardment()
    picks = FlyStrike("Potez", "Guns"), Bombard("Guns", "Canons"), BombardNoMore(FRENCH)
    after = run(state, *phase, dice=[8, 1, 1, 9, 1], picks=picks)
    assert status(after.state, unit(after, "Guns")) == "Suppressed"
    assert [roll.reading.sides for roll in after.rolls if roll.throw.kind == "bombardment"] == [10]
