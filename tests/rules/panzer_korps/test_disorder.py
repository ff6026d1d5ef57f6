"""Disorder markers, status, and formations that are lost."""

import pytest
from pk_fight import facing, markers, shoots, state_of, table

from sandtable.rules.panzer_korps.book import QUALITIES, RECRUIT, RESERVIST, VETERAN, at_least
from sandtable.rules.panzer_korps.disorder import disorder, retire
from sandtable.rules.panzer_korps.field import status_at
from sandtable.rules.panzer_korps.words import Did, Mark


def disordered(found, number, unit="A"):
    return found.act(disorder, unit, number)


@pytest.mark.case("pk.organisation.quality", 1)
def test_the_ladder_of_quality():
    assert [one for one in QUALITIES if at_least(one, VETERAN)] == ["Hardened", "Elite", "Veteran"]
    assert [one for one in QUALITIES if not at_least(one, RECRUIT)] == ["Militia", "Partisan"]
    worse = [one for one in QUALITIES if not at_least(one, RESERVIST) or one == RESERVIST]
    assert worse == ["Reservist", "Recruit", "Militia", "Partisan"]


@pytest.mark.case("pk.disorder.status", 1)
def test_three_companies_are_suppressed_fragmented_and_dispersed_at_3_6_and_9():
    found = facing(theirs="3 infantry, MMG, mortar 81")
    assert [state_of(disordered(found, number)) for number in (2, 3, 6)] == ["formed", "Suppressed", "Fragmented"]
    assert "A is dispersed [pk.disorder.status]" in disordered(found, 9).told


@pytest.mark.clause("pk.disorder.status")
@pytest.mark.parametrize("companies", [1, 2, 4])
def test_a_step_for_each_marker_a_company(companies):
    steps = [status_at(companies, companies * number - 1) for number in (1, 2, 3)]
    assert steps == ["formed", "Suppressed", "Fragmented"] and status_at(companies, companies * 3) == "dispersed"


@pytest.mark.clause("pk.disorder.status")
def test_the_log_tells_a_new_status_once():
    found = facing(theirs="3 infantry; disorder 3")
    assert "A is Suppressed [pk.disorder.status]" not in disordered(found, 1).told
    assert "A is Fragmented [pk.disorder.status]" in disordered(found, 3).told


@pytest.mark.case("pk.disorder.markers", 1)
def test_markers_of_all_kinds_add_up():
    found = facing()
    shoots(found, 4, 2)
    assert markers(disordered(found, 1)) == 3


@pytest.mark.clause("pk.disorder.markers")
def test_a_formation_that_takes_disorder_remembers_it():
    assert Did.DISORDERED in disordered(facing(), 1).state.units["A"].spent
    assert not disordered(facing(), 0).entries


@pytest.mark.clause("pk.disorder.status", "pk.organisation.decorated-leaders")
def test_leaders_are_lost_with_their_formation():
    after = disordered(facing(theirs="3 infantry; decorated 1"), 9)
    lost = after.state.units
    assert lost["A"].place is None and Mark.LOST in lost["A"].marks
    assert "A hero 1 is lost with A [pk.organisation.decorated-leaders]" in after.told
    assert Mark.LOST in lost["A hero 1"].marks and lost["A hero 1"].aboard is None


@pytest.mark.clause("pk.terrain.impassable")
def test_a_formation_that_retires_is_lost():
    after = facing().act(retire, "A", "driven off the table")
    assert after.state.units["A"].place is None and Mark.LOST in after.state.units["A"].marks


@pytest.mark.clause("pk.morale.when")
def test_friends_within_twenty_inches_see_it():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20: 3 infantry", "French B at 58,20: 3 infantry",
        "French C at 58.1,22: 3 infantry", "French D at 26,20: 3 infantry", ground=["village at 31,20 size 3,3"],
    )  # fmt: skip
    after = disordered(found, 9)
    assert [i for i, unit in after.state.units.items() if Did.SAW_BREAK in unit.spent] == ["B"]
