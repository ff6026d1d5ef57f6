"""Arriving Force Groups march on."""

from random import Random

import pytest
from msgspec.structs import replace
from pk_moves import GROUP, at, table, unit

from sandtable.kernel.view import open_table
from sandtable.rules.panzer_korps.commands import Enter, EnterAndBend, March
from sandtable.rules.panzer_korps.decision import waiting_groups
from sandtable.rules.panzer_korps.entering import enter
from sandtable.rules.panzer_korps.field import is_known, is_worse
from sandtable.rules.panzer_korps.sequence import remember
from sandtable.rules.panzer_korps.steps import Entering, Recovery
from sandtable.rules.panzer_korps.words import Did, Mark, Tally
from sandtable.scripted import act, asks, why_not


def arriving(*foes, zone="central", what="3 AFV 75", **said):
    """I and II are behind the edge."""
    state = table(f"German I: {what}", f"German II: {what}", *foes, **said)
    group = state.units[GROUP]
    return state.put(replace(group, marks=group.marks | {zone}))


def marches_on(state, *picks, zone="central", dice=()):
    def all_of_them(play):
        while enter(play, Entering(GROUP, zone)):
            pass

    return act(state, all_of_them, dice, picks, open_table)


def question(state, zone="central"):
    return asks(state, lambda play: enter(play, Entering(GROUP, zone)), view=open_table)


def enters(state, x, y, zone="central"):
    return why_not(question(state, zone), Enter("I", at(x, y)))


@pytest.mark.clause("pk.arrival.timing")
def test_each_formation_enters_with_a_full_move_in_column_and_no_decision_die():
    after = marches_on(arriving(), Enter("I", at(30, 9)), Enter("II", at(34, 5)))
    assert unit(after.state).place.point == (30, 9)
    assert Mark.COLUMN in unit(after.state).marks
    assert Did.MOVED in unit(after.state).spent
    assert after.rolls == []
    assert waiting_groups(after.state, "German") == []
    assert "central" not in unit(after.state, GROUP).marks
    assert "pk.arrival.timing" in after.cited


@pytest.mark.clause("pk.arrival.timing")
def test_the_move_is_measured_from_the_edge():
    assert not enters(arriving(), 30, 9)
    assert enters(arriving(), 30, 9.01) == "pk.move.allowance"
    assert not enters(arriving(what="3 infantry; motorised"), 30, 10)


@pytest.mark.clause("pk.arrival.timing")
def test_a_road_carries_it_farther():
    state = arriving(what="3 infantry; motorised", ground=["road at 30,20 size 1,40"])
    assert not enters(state, 30, 14)
    assert enters(state, 33, 14) == "pk.move.allowance"


@pytest.mark.clause("pk.arrival.timing")
def test_a_way_on_may_bend():
    state = arriving()
    bend, on = EnterAndBend("I", at(30, 4)), March("I", at(34, 4, 90))
    after = marches_on(state, bend, on, Enter("II", at(28, 5)))
    assert unit(after.state).place == at(34, 4, 90)
    assert Mark.COLUMN in unit(after.state).marks
    enters = asks(state, lambda play: enter(play, Entering(GROUP, "central")), (), [bend], open_table)
    assert why_not(enters, March("I", at(35.01, 4))) == "pk.move.allowance"


@pytest.mark.clause("pk.arrival.zones")
def test_it_enters_over_the_zone_that_was_diced_for():
    assert enters(arriving(), 20, 5) == ""  # from the corner of the zone
    assert enters(arriving(), 16, 5) == "pk.move.allowance"
    left = arriving(zone="left")
    assert not enters(left, 5, 5, "left")
    right = arriving(zone="right flank")
    assert not enters(right, 66, 36, "right flank")
    assert enters(right, 66, 12, "right flank") == "pk.move.allowance"


@pytest.mark.clause("pk.arrival.zones")
def test_an_enemy_near_the_edge_closes_entry_points():
    state = arriving("French A at 36,3 facing S: 3 infantry")
    assert enters(state, 36, 6.5)
    assert not enters(state, 30, 6)


@pytest.mark.clause("pk.arrival.zones")
def test_a_group_whose_zone_is_closed_waits():
    foes = [f"French {n} at {24 + 5 * n},2 facing S: 3 infantry" for n in range(6)]
    after = marches_on(arriving(*foes))
    assert unit(after.state).place is None
    assert "central" in unit(after.state, GROUP).marks
    assert "pk.arrival.zones" in after.cited


@pytest.mark.clause("pk.command.orders")
def test_a_group_on_move_enters_away_from_known_enemies():
    state = arriving("French A at 36,16 facing S: 3 infantry", what="3 AFV 75; order Move")
    assert enters(state, 36, 9) == "pk.command.orders"
    assert not enters(state, 27, 9)


@pytest.mark.clause("pk.move.passing")
def test_nobody_enters_on_top_of_another():
    after = act(
        arriving(), lambda play: enter(play, Entering(GROUP, "central")), (), [Enter("I", at(30, 9))], open_table
    )
    assert why_not(question(after.state), Enter("II", at(30, 8))) == "pk.move.passing"


@pytest.mark.clause("pk.move.terrain-disorder")
def test_bad_ground_behind_the_edge_disorders_vehicles():
    state = arriving(ground=["marsh at 36,3 size 24,2"])
    after = marches_on(state, Enter("I", at(30, 7)), Enter("II", at(34, 7)), dice=[2, 1])
    assert unit(after.state).tallies[Tally.DISORDER] == 2


def test_every_place_that_the_region_offers_is_a_place_that_it_contains():
    state = arriving("French A at 36,5 facing S: 3 infantry", ground=["medium woods at 30,6 size 6,6"])
    for option in question(state).options:
        assert option.region.contains(option.region.sample(Random(1)))
        assert all(map(option.region.contains, option.region.notable()))


@pytest.mark.clause("pk.morale.when", "pk.turn.flags")
def test_a_suppressed_formation_that_marches_on_is_no_worse_than_before():
    after = act(arriving(what="3 infantry; disorder 3"), remember, view=open_table).state
    assert Did.WAS_SUPPRESSED in unit(after).spent and not is_worse(after, unit(after))


@pytest.mark.clause("pk.disorder.recovery-timing", "pk.disorder.recovery")
def test_a_group_that_has_marched_on_recovers():
    state = arriving(what="3 infantry; Elite, motorised, disorder 3").change(agenda=())
    after = marches_on(state, Enter("I", at(30, 9)), Enter("II", at(34, 5)))
    assert after.state.agenda == (Recovery(GROUP),)


@pytest.mark.clause("pk.disorder.recovery-timing")
def test_a_group_that_finds_its_zone_closed_does_not_recover():
    foes = [f"French {n} at {24 + 5 * n},2 facing S: 3 infantry" for n in range(6)]
    assert marches_on(arriving(*foes).change(agenda=())).state.agenda == ()


@pytest.mark.clause("pk.spotting.status")
def test_whoever_marches_past_an_enemy_is_spotted_on_its_way():
    state = arriving("French A at 37,6 facing S: 3 infantry; unspotted", what="3 infantry; motorised, unspotted")
    after = marches_on(state, Enter("I", at(33.5, 9.5)), Enter("II", at(27, 5)))
    assert is_known(unit(after.state)) and is_known(unit(after.state, "A"))
    assert not is_known(unit(after.state, "II"))
