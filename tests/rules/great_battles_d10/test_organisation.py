"""What battalions are made of by the d10 charts."""

import pytest
from gbday import plays
from gbtable import BLUE, FOE, INFANTRY, RED, TANK, Body, asks, marked, offers, sid, stand, table10, why_not
from msgspec.structs import replace

from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.commands.day import Activate
from sandtable.rules.great_battles.commands.night import Attach
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.day.activation import activate_next, members
from sandtable.rules.great_battles.day.attachments import attach_next
from sandtable.rules.great_battles.day.replacements import lost_stands, replace_losses
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim, refuse_firer, refuse_shot, score_to_hit
from sandtable.rules.great_battles.move.movement import Rates
from sandtable.rules.great_battles.nerve.morale import clear_destroyed
from sandtable.rules.great_battles.staff.action_roll import roll_actions
from sandtable.rules.great_battles.steps import Clearing
from sandtable.rules.great_battles.table.field import on_table, opponents, quality
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally, Trait
from sandtable.scripted import act

AT_GUN, WEAPONS = "AT gun M", "Heavy weapons"


# ---- attachments


@pytest.mark.case("gb10.organisation.attachments", 1)
def test_a_battalion_has_at_most_two_guns_or_tanks():
    four = ("HQ", WEAPONS, AT_GUN, TANK)
    table10(Body("A1", (20, 10), attached=four))
    with pytest.raises(
        ScenarioError, match="A1: attached: it has at most one HQ, one heavy weapons stand and two guns"
    ):
        table10(Body("A1", (20, 10), attached=(*four, AT_GUN)))
    state = table10(Body("A1", attached=four), Body("A2", stands=(AT_GUN,)), FOE)
    question = asks(state, lambda play: attach_next(play, RED))
    assert why_not(question, Attach("A2", "A1")) == "gb10.organisation.attachments"


@pytest.mark.case("gb10.organisation.attachments", 2)
def test_and_one_hq():
    with pytest.raises(ScenarioError, match="A1: attached"):
        table10(Body("A1", (20, 10), attached=("HQ", "HQ")))


@pytest.mark.clause("gb10.organisation.attachments", "gb10.organisation.armor")
def test_two_tanks_may_be_attached_to_infantry_but_not_three():
    table10(Body("A1", (20, 10), attached=(TANK, TANK)))
    with pytest.raises(ScenarioError, match="A1: attached"):
        table10(Body("A1", (20, 10), attached=(TANK, TANK, TANK)))


@pytest.mark.clause("gb10.organisation.armor-attachments")
def test_armour_has_an_hq_and_nothing_else():
    table10(Body("A1", (20, 10), stands=(TANK, TANK), attached=("HQ",)))
    with pytest.raises(ScenarioError, match="A1: attached"):
        table10(Body("A1", (20, 10), stands=(TANK, TANK), attached=(AT_GUN,)))


@pytest.mark.case("gb10.organisation.battlegroup", 1)
def test_a_brigade_of_three_regiments_is_activated_as_one():
    state = table10(*(Body(f"A{n}", (10.0 * n, 10), active=False) for n in (1, 2, 3)), FOE)
    assert [body.id for body in members(state, "A", RED)] == ["A1", "A2", "A3"]
    after = act(state, lambda play: activate_next(play, RED, dawn=True), picks=[Activate(("A",))])
    assert all(Mark.ACTIVATED in after.state.units[f"A{n}"].marks for n in (1, 2, 3))


# ---- battalions without infantry


def without_infantry(**fields):
    """A battalion whose infantry has been destroyed in this player turn."""
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 2, attached=("HQ", AT_GUN), **fields), FOE, days=3)
    for number in (1, 2):
        one = stand(state, f"A1/{number}")
        state = state.put(replace(one, marks=one.marks | {Mark.DESTROYED}, tallies={**one.tallies, "lost on day": 1}))
    return state


@pytest.mark.clause("gb10.organisation.losing-infantry")
def test_attachments_go_on_as_a_unit_of_their_own():
    state = without_infantry(quality="veteran", formation=Formation.DEFENSIVE)
    after = plays(state, Clearing(RED)).state
    left = after.units["Red remnants 1"]
    assert (quality(left), left.part_of, left.tallies[Tally.AT_DAWN]) == ("veteran", "A", 2)
    assert {Mark.ACTIVATED, Formation.DEFENSIVE} <= left.marks
    assert [one.id for one in on_table(after, RED)] == ["Red remnants 1"]
    assert stand(after, "Red remnants 1/2").place == stand(state, "A1/4").place
    assert Mark.WIPED_OUT in after.units["A1"].marks


@pytest.mark.clause("gb10.organisation.losing-infantry", "gb10.replacements.wiped-out")
def test_the_battalion_itself_is_made_up_again_like_one_wiped_out():
    after = act(without_infantry(), clear_destroyed)
    assert "A1 has lost all its own stands: its attachments go on as Red remnants 1" in after.told[2]
    assert "gb10.organisation.losing-infantry" in after.cited
    tonight = act(after.state, lambda play: replace_losses(play, RED))
    assert "A1 waits a full day for replacements [gb10.replacements.wiped-out]" in tonight.told


@pytest.mark.clause("gb10.replacements.attached")
def test_what_is_left_of_a_battalion_is_not_replaced_when_it_is_lost_too():
    state = act(without_infantry(), clear_destroyed).state
    state = act(state, lambda play: destroy(play, sid(state, "Red remnants 1/2"))).state
    assert lost_stands(state, state.units["Red remnants 1"]) == []


@pytest.mark.clause("gb10.organisation.losing-infantry")
def test_a_lone_gun_that_is_left_stands_in_assault_formation():
    state = without_infantry(formation=Formation.DEFENSIVE)
    hq = stand(state, "A1/3")
    state = state.put(replace(hq, marks=hq.marks | {Mark.DESTROYED}))
    after = plays(state, Clearing(RED)).state
    assert Formation.ASSAULT in after.units["Red remnants 1"].marks


@pytest.mark.clause("gb10.organisation.losing-infantry")
def test_who_was_in_close_combat_with_it_still_is():
    state = without_infantry()
    gun = stand(state, "A1/4").place
    enemy = Body("B1", (gun.x, gun.y + 0.51), 180, side=BLUE)
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 2, attached=("HQ", AT_GUN), destroyed=(1, 2)), enemy)
    after = act(marked(state, "B1", "attacks A1"), clear_destroyed)
    assert opponents(after.state, after.state.units["B1"]) == ["Red remnants 1"]
    assert opponents(after.state, after.state.units["A1"]) == []


@pytest.mark.clause("gb10.organisation.losing-infantry")
def test_attachments_of_a_battalion_with_infantry_stay_with_it():
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 2, attached=("HQ", AT_GUN), destroyed=(1,)), FOE)
    assert "Red remnants 1" not in act(state, clear_destroyed).state.units
    lone = table10(Body("A1", (20, 10), stands=(AT_GUN,)), FOE)
    assert "Red remnants 1" not in act(lone, clear_destroyed).state.units


@pytest.mark.clause("gb10.organisation.losing-infantry")
def test_what_is_left_may_be_attached_to_another_battalion_in_reserve():
    left = act(without_infantry(), clear_destroyed).state
    body = left.units["Red remnants 1"]
    state = table10(Body("A2"), FOE)
    state = replace(left, units={**left.units, **{i: u for i, u in state.units.items() if i.startswith("A2")}})
    state = state.put(replace(body, marks=body.marks | {Mark.RESERVE}))
    question = asks(state, lambda play: attach_next(play, RED))
    assert Attach("Red remnants 1", "A2") in offers(question)


# ---- what stands and battalions are


@pytest.mark.clause("gb10.organisation.stands")
def test_bases_are_those_of_the_stand_table():
    bases = EDITION.charts.bases
    assert [(bases[kind].width, bases[kind].depth) for kind in (Kind.INFANTRY, Kind.ARMOUR, Kind.HQ)] == [
        *((1.5, 0.5), (1.5, 1.0), (0.75, 1.0))
    ]


@pytest.mark.clause("gb10.organisation.engineers")
def test_engineers_act_as_infantry():
    state = table10(Body("A1", (20, 10), stands=("Engineer infantry", INFANTRY)), Body("B1", (20, 12), 180, side=BLUE))
    shots = [aim(state, stand(state, name), stand(state, "B1/1")) for name in ("A1/1", "A1/2")]
    assert Trait.ENGINEERS in stand(state, "A1/1").traits
    assert score_to_hit(state, shots[0]).value == score_to_hit(state, shots[1]).value


@pytest.mark.clause("gb10.organisation.infantry", "gb10.organisation.heavy-weapons")
def test_infantry_fires_and_lobs_and_heavy_weapons_help_it_from_any_rank():
    ours = Body("A1", (20, 10), stands=(INFANTRY,) * 4, attached=(WEAPONS,), set_up=(5,))
    state = table10(ours, Body("B1", (20, 15), 180, side=BLUE))
    first, last, target = stand(state, "A1/1"), stand(state, "A1/4"), stand(state, "B1/1")
    assert refuse_shot(state, aim(state, first, target)) is None
    assert refuse_shot(state, aim(state, last, target)).clause == "gb10.formation.front-rank-fire"
    assert refuse_shot(state, aim(state, last, target, indirect=True)) is None
    helped = {term.label: term.value for term in hit_modifiers(state, aim(state, first, target))}
    assert helped["heavy weapons"] == 2
    assert refuse_firer(state, stand(state, "A1/5")) is not None


@pytest.mark.clause("gb10.organisation.anti-tank")
def test_a_gun_once_unlimbered_slows_its_battalion():
    free, slow = (table10(Body("A1", (20, 10), attached=(AT_GUN,), set_up=up), FOE) for up in ((), (4,)))
    assert not Rates(free, free.units["A1"]).pinned and Rates(slow, slow.units["A1"]).pinned


@pytest.mark.clause("gb10.organisation.battalion", "gb10.organisation.battalion-quality")
def test_a_battalion_rolls_as_one_with_its_attachments_and_with_one_quality():
    state = table10(Body("A1", (20, 10), attached=("HQ", AT_GUN), quality="raw"), FOE)
    after = act(state, lambda play: roll_actions(play, RED), [61])
    assert len([line for line in after.told if "rolls 61" in line]) == 1
    assert "raw, for two" in after.told[0]


@pytest.mark.clause("gb10.organisation.quality")
def test_qualities_from_worst_to_best():
    scores = [EDITION.charts.rally(level) for level in ("raw", "inferior", "average", "experienced", "veteran")]
    assert scores == [6, 7, 8, 9, 10]


@pytest.mark.clause("gb10.organisation.unit-card")
def test_what_is_recorded_of_a_battalion():
    body = table10(Body("A1", (20, 10), attached=("HQ",), quality="veteran"), FOE).units["A1"]
    assert (body.tallies[Tally.AT_DAWN], quality(body)) == (4, "veteran")
