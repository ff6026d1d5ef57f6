"""The rules for Malta: support stands, where the garrison starts, and entrenchments."""

import pytest
from gbday import plays, with_actions, with_armies
from gbtable import BLUE, FOE, INFANTRY, RED, Body, first_question, marked, offers, sid, stand, table10, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Post
from sandtable.rules.great_battles.book.charts import HARD_COVER
from sandtable.rules.great_battles.commands.day import Charge, Dig, Done, EntrenchHere, Form, Move, Pick, PlaceUnit
from sandtable.rules.great_battles.commands.night import Reassign
from sandtable.rules.great_battles.day.actions import tidy_next
from sandtable.rules.great_battles.day.attachments import attach_next
from sandtable.rules.great_battles.effects.missions import gun_of
from sandtable.rules.great_battles.facts.day import Destroyed, PlayerTurnOver
from sandtable.rules.great_battles.facts.reserves import Replaced
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.setup import place_next
from sandtable.rules.great_battles.malta.preparing import prepare_next
from sandtable.rules.great_battles.move.digging import dig
from sandtable.rules.great_battles.move.stragglers import out_of_place
from sandtable.rules.great_battles.steps import Moving, NightAttachments, NightDrill, Preparation
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

MALTA = ("malta",)
FIELD = {"kind": "orchard", "name": "field", "at": (20, 20), "size": (6, 4)}


# ---- support stands


def two_battalions(second=(24, 10), **more):
    ours = Body("A1", (20, 10), attached=("HQ", "Heavy weapons"), set_up=(5,)), Body("A2", second, attached=("HQ",))
    return table10(*ours, FOE, options=MALTA, **more)


@pytest.mark.clause("gb10.variants.malta-support")
def test_at_night_a_support_stand_goes_over_to_another_battalion_on_the_table():
    state = two_battalions()
    weapons = sid(state, "A1/5")
    day = plays(state, NightAttachments(RED), picks=[Reassign(weapons, UnitId("A2"))])
    there = stand(day.state, "A2/5")
    assert there.part_of == "A2" and there.place is not None and Mark.SET_UP not in there.marks
    assert weapons not in day.state.units
    assert f"{weapons} joins A2 as A2/5 heavy weapons [gb10.variants.malta-support]" in day.told
    assert [day.state.units[name].tallies[Tally.AT_DAWN] for name in ("A1", "A2")] == [4, 5]


@pytest.mark.clause("gb10.variants.malta-support")
def test_those_from_whom_a_support_stand_goes_over_are_in_formation_as_they_stand():
    lends = Body("A1", (20, 10), attached=("AT gun M",), formation=Formation.DEFENSIVE)
    state = table10(lends, Body("A2", (22, 14), formation=Formation.DEFENSIVE), FOE, options=MALTA)
    after = plays(state, NightAttachments(RED), picks=[Reassign(sid(state, "A1/4"), UnitId("A2"))]).state
    assert not out_of_place(after, after.units["A1"]) and not out_of_place(after, after.units["A2"])


@pytest.mark.clause("gb10.variants.malta-support")
def test_the_limits_of_attachments_and_of_a_night_hold():
    state = two_battalions()
    question = first_question(state, at_night)
    assert why_not(question, Reassign(sid(state, "A1/4"), UnitId("A2"))) == "gb10.organisation.attachments"
    far = two_battalions(second=(50, 10))
    question = first_question(far, at_night)
    assert why_not(question, Reassign(sid(far, "A1/5"), UnitId("A2"))) == "gb10.variants.malta-support"
    away = two_battalions(second=None)
    question = first_question(away, at_night)
    assert why_not(question, Reassign(sid(away, "A1/5"), UnitId("A2"))) == "gb10.variants.malta-support"
    plain = replace(state, variants=frozenset())
    assert not any(isinstance(one, Reassign) for one in offers(first_question(plain, at_night)))


@pytest.mark.clause("gb10.variants.malta-support")
def test_a_support_stand_that_comes_upon_a_hidden_enemy_stays_and_is_not_sent_again_that_night():
    ours = Body("A1", (20, 10), attached=("Heavy weapons",)), Body("A2", (24, 10)), Body("A3", (16, 10))
    lurking = Body("B1", (25.5, 8.5), 90, side=BLUE, stands=(INFANTRY,), hidden=True)
    state = table10(*ours, lurking, options=MALTA)
    weapons = sid(state, "A1/4")
    after = act(state, at_night, picks=[Reassign(weapons, UnitId("A2"))], view=view).state
    assert stand(after, "B1/1").known_to is None and stand(after, "A1/4").part_of == "A1"
    again = first_question(after, at_night)
    assert why_not(again, Reassign(weapons, UnitId("A3"))) == "gb10.variants.malta-support"


def at_night(play):
    attach_next(play, RED)


@pytest.mark.clause("gb10.variants.malta-support")
def test_before_the_battle_stands_change_battalion_off_the_table():
    ours = Body("A1", attached=("Heavy weapons",)), Body("A2")
    state = table10(*ours, FOE, options=MALTA)
    after = plays(state, Preparation(RED), picks=[Reassign(sid(state, "A1/4"), UnitId("A2"))], steps=1)
    assert stand(after.state, "A2/4").place is None
    again = first_question(after.state, lambda play: prepare_next(play, RED))
    assert why_not(again, Reassign(sid(after.state, "A2/4"), UnitId("A1"))) == "gb10.variants.malta-support"


@pytest.mark.clause("gb10.variants.malta-support")
def test_a_field_gun_takes_its_template_along():
    ours = Body("A1", (20, 10), attached=("25 pounder field gun M",)), Body("A2", (24, 10))
    state = table10(*ours, FOE, options=MALTA)
    template = state.units["Red template 1"]
    assert gun_of(state, template).id == sid(state, "A1/4")
    after = plays(state, NightAttachments(RED), picks=[Reassign(sid(state, "A1/4"), UnitId("A2"))]).state
    assert gun_of(after, template).id == sid(after, "A2/4")
    back = PlayerTurnOver().apply(after)
    again = plays(back, NightAttachments(RED), picks=[Reassign(sid(after, "A2/4"), UnitId("A1"))]).state
    assert gun_of(again, template).id == sid(again, "A1/4")


# ---- where the garrison starts


@pytest.mark.clause("gb10.setup.plotted-placement")
def test_a_battalion_may_have_to_start_away_from_the_airfield():
    state = table10(Body("A1"), Body("B1", side=BLUE, stands=(INFANTRY,)), pieces=(FIELD,))
    _, blue = state.scenario.side
    entries = tuple(
        replace(one, post=Post(box=(0, 0, 60, 48)), away_from="field", away_by=6.0) for one in blue.battalions
    )
    question = first_question(with_armies(state, blue={"battalions": entries}), lambda play: place_next(play, BLUE))
    at = PlaceUnit("B1", Place(20, 27.9, 180), Formation.ASSAULT)
    assert why_not(question, at) == "gb10.setup.plotted-placement"
    assert why_not(question, replace(at, to=Place(20, 28, 180))) == ""
    with pytest.raises(ScenarioError, match="away_from: the map has no piece 'port'"):
        lost = tuple(replace(one, away_from="port") for one in entries)
        check(with_armies(state, blue={"battalions": lost}).scenario)


# ---- entrenchments


@pytest.mark.clause("gb10.variants.malta-entrench", "gb10.variants.malta-entrench-details")
def test_a_stand_digs_for_itself_and_is_in_hard_cover_after_five_actions():
    state = table10(Body("A1", (20, 10), formation=Formation.DEFENSIVE), FOE, options=MALTA)
    one = sid(state, "A1/1")
    for done in range(1, 5):
        state = act(state, lambda play: dig(play, one)).state
        assert stand(state, "A1/1").tallies[Tally.DIGGING] == done
    after = act(state, lambda play: dig(play, one))
    assert cover(after.state, stand(after.state, "A1/1")) == HARD_COVER
    assert Mark.DUG_IN not in stand(after.state, "A1/2").marks
    assert "A1/1 infantry digs in, 5 of 5 [gb10.variants.malta-entrench]" in after.told


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_only_infantry_in_the_open_digs_and_does_nothing_else_meanwhile():
    wood = {"kind": "woods", "name": "wood", "at": (30, 10), "size": (6, 6)}
    bodies = Body("A1", (20, 10), attached=("HQ",)), Body("A2", (30, 10), stands=(INFANTRY,))
    state = with_actions(table10(*bodies, FOE, options=MALTA, pieces=(wood,)), A1=1, A2=1)
    digging = [one.unit for one in offers(first_question(state, tidies)) if isinstance(one, Dig)]
    assert digging == [sid(state, f"A1/{n}") for n in (1, 2, 3)]
    after = act(state, lambda play: dig(play, digging[0]))
    again = [one.unit for one in offers(first_question(after.state, tidies)) if isinstance(one, Dig)]
    assert again == digging[1:]
    assert not any(isinstance(one, Dig) for one in offers(first_question(replace(state, variants=frozenset()), tidies)))


def tidies(play):
    return tidy_next(play, RED, 1)


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_work_is_lost_when_the_stand_moves_or_the_enemy_closes():
    ours = Body("A1", (20, 10)), Body("B1", (20, 12), 180, side=BLUE)
    state = with_actions(table10(*ours, options=MALTA), A1=1)
    dug = act(state, lambda play: [dig(play, sid(state, "A1/1")), dig(play, sid(state, "B1/1"))]).state
    moved_on = plays(dug, Moving(RED, 1), picks=[Pick("A1"), Move("A1", Place(20, 10.5, 0))], steps=1).state
    assert Tally.DIGGING not in stand(moved_on, "A1/1").tallies
    assert Tally.DIGGING in stand(moved_on, "B1/1").tallies
    closed = plays(dug, Moving(RED, 1), picks=[Pick("A1"), Charge("A1", "B1")], steps=1).state
    assert Tally.DIGGING not in stand(closed, "B1/1").tallies


def dug_in(state, body, count):
    return [n for n in range(1, count + 1) if Mark.DUG_IN in stand(state, f"{body}/{n}").marks]


def all_dug_in(state, body, count):
    for n in range(1, count + 1):
        state = marked(state, f"{body}/{n}", Mark.DUG_IN)
    return state


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_who_forms_otherwise_at_night_leaves_his_trench():
    state = all_dug_in(table10(Body("A1", (20, 10)), FOE, options=MALTA), "A1", 3)
    centre = stand(state, "A1/3").place
    forms = [Pick(UnitId("A1")), Form(UnitId("A1"), Place(centre.x, centre.y, 0), Formation.DEFENSIVE)]
    assert dug_in(plays(state, NightDrill(RED), picks=forms).state, "A1", 3) == [3]


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_who_makes_room_for_another_stand_at_night_leaves_his_trench():
    ours = Body("A1", (20, 20), attached=("6 pounder AT gun M",)), Body("A2", (20, 10))
    state = all_dug_in(table10(*ours, FOE, options=MALTA), "A2", 3)
    after = plays(state, NightAttachments(RED), picks=[Reassign(sid(state, "A1/4"), UnitId("A2"))]).state
    stayed = [n for n in (1, 2, 3) if stand(after, f"A2/{n}").place == stand(state, f"A2/{n}").place]
    assert dug_in(after, "A2", 3) == stayed and 0 < len(stayed) < 3


@pytest.mark.clause("gb10.variants.malta-entrench")
def test_a_company_that_is_made_up_again_begins_its_trench_anew():
    state = table10(Body("A1", (20, 10)), FOE, options=MALTA)
    one = sid(state, "A1/1")
    dug = act(state, lambda play: dig(play, one)).state
    again = Replaced(one, waits=True).apply(Destroyed(one).apply(dug))
    assert Tally.DIGGING not in again.units[one].tallies


@pytest.mark.clause("gb10.variants.malta-entrench")
@pytest.mark.parametrize("town", [False, True])
def test_allied_stands_outside_towns_may_start_dug_in(town):
    piece = {"kind": "town", "name": "town", "at": (20, 40), "size": (12, 10)}
    theirs = Body("B1", side=BLUE, active=False)
    state = table10(Body("A1"), theirs, options=MALTA, pieces=(piece,) if town else ())
    _, blue = state.scenario.side
    entries = tuple(replace(one, post=Post(box=(10, 30, 30, 48))) for one in blue.battalions)
    state = with_armies(state, blue={"battalions": entries})
    place = PlaceUnit("B1", Place(20, 40, 180), Formation.DEFENSIVE)
    picks = [place] if town else [place, EntrenchHere("B1")]
    after = act(state, lambda play: place_next(play, BLUE), picks=picks, view=view)
    assert (Mark.DUG_IN in stand(after.state, "B1/1").marks) != town
    if not town:
        assert Done() in [option.command for option in after.asked[-1].options]
