"""What battalions are made of."""

import pytest
from gbday import with_actions
from gbtable import BLUE, FOE, INFANTRY, RED, TANK, Body, asks, offers, sid, stand, table, why_not

from sandtable.board.place import Place
from sandtable.kernel.events import Spent
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.commands.day import Activate, Fire, Halt
from sandtable.rules.great_battles.commands.night import Attach
from sandtable.rules.great_battles.day.actions import aim_next
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.day.attachments import attach_next
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.facts.day import Destroyed, Engaged
from sandtable.rules.great_battles.fire.fire import volley
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim, refuse_target, score_to_hit
from sandtable.rules.great_battles.frame.reading import wrongly_attached
from sandtable.rules.great_battles.melee.close_combat import fight_all, modifiers_for
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.nerve.morale import morale_modifiers, score_to_pass
from sandtable.rules.great_battles.nerve.rally import score_to_rally
from sandtable.rules.great_battles.staff.action_roll import roll_actions
from sandtable.rules.great_battles.table.field import all_standing, is_active, on_table, quality
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Did, Formation, Kind, Mark, Tally, Trait
from sandtable.scripted import act

LEVELS = ("raw", "inferior", "average", "experienced", "veteran")


@pytest.mark.clause("gb20.organisation.quality")
def test_quality_governs_actions_rally_and_delay():
    actions, rallies, delays = [], [], []
    for level in LEVELS:
        state = table(Body("A1", (20, 10), quality=level), FOE)
        body = state.units["A1"]
        assert quality(body) == level
        actions.append(charts(state).for_two(level))
        rallies.append(score_to_rally(state, body).value)
        delays.append(charts(state).delay(level, 12))
    assert actions == sorted(actions, reverse=True) and len(set(actions)) == 5
    assert rallies == sorted(rallies, reverse=True) and len(set(rallies)) == 5
    assert delays == sorted(delays, reverse=True) and len(set(delays)) > 1


@pytest.mark.clause("gb20.organisation.quality")
def test_it_has_no_effect_on_fire_or_morale():
    found = set()
    for level in LEVELS:
        near = Body("B1", (20, 12), 180, side=BLUE, quality=level)
        state = table(Body("A1", (20, 10), quality=level), near)
        shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"))
        body = state.units["A1"]
        to_hit = score_to_hit(state, shot).value + sum(term.value for term in hit_modifiers(state, shot))
        figure = score_to_pass(state, body, 2).value, sum(term.value for term in morale_modifiers(state, body))
        found.add((to_hit, *figure))
    assert len(found) == 1


@pytest.mark.case("gb20.organisation.infantry-battalion", 1)
def test_an_infantry_battalion_has_at_most_two_guns_or_tanks_attached():
    five = ("HQ", "Heavy weapons", "AT gun M", "Field gun M", TANK)
    with pytest.raises(
        ScenarioError,
        match="A1: attached: it has at most one HQ, one heavy weapons stand and two guns or tanks",
    ):
        table(Body("A1", (20, 10), attached=five))
    table(Body("A1", (20, 10), attached=five[:4]))


@pytest.mark.clause("gb20.organisation.infantry-battalion")
@pytest.mark.parametrize("others", [("HQ", "HQ"), ("Heavy weapons",) * 2, ("AT gun M",) * 3, (INFANTRY,)])
def test_nor_more_than_one_hq_or_heavy_weapons_stand_nor_infantry(others):
    with pytest.raises(ScenarioError, match="attached"):
        table(Body("A1", (20, 10), attached=others))


@pytest.mark.clause("gb20.organisation.infantry-battalion")
def test_attachments_move_act_and_test_with_the_battalion():
    state = table(Body("A1", (20, 10), attached=("HQ", TANK)), FOE)
    assert state.units["A1"].tallies[Tally.AT_DAWN] == 5
    way = Moves(state, state.units["A1"]).way(Place(20, 12, 0))
    assert {sid(state, "A1/4"), sid(state, "A1/5")} <= way.after.keys()
    rolled = act(state, lambda play: roll_actions(play, RED), [3]).told
    assert rolled[0].startswith("A1 rolls for actions") and len(rolled) == 2


@pytest.mark.clause("gb20.organisation.infantry-battalion")
def test_at_night_what_does_not_fit_is_not_attached():
    gun = Body("A2", stands=("AT gun M",))
    full = Body("A1", attached=("AT gun H", TANK))
    question = asks_to_attach(table(full, Body("A3"), gun, FOE))
    assert why_not(question, Attach("A2", "A1")) == "gb20.organisation.infantry-battalion"
    assert why_not(question, Attach("A2", "A3")) == ""


def asks_to_attach(state):
    return asks(state, lambda play: attach_next(play, RED))


@pytest.mark.case("gb20.organisation.armour", 1)
def test_two_tanks_are_a_battalion_of_their_own():
    with pytest.raises(ScenarioError, match="A1: attached: it has at most one armour stand"):
        table(Body("A1", (20, 10), attached=(TANK, TANK)))
    state = table(Body("A1", (20, 10), attached=(TANK,)), Body("A2", (30, 10), stands=(TANK,) * 2), FOE)
    assert [body.id for body in on_table(state, RED)] == ["A1", "A2"]
    assert wrongly_attached([Kind.INFANTRY], [Kind.ARMOUR, Kind.ARMOUR], 1)[0] == "organisation.armour"


@pytest.mark.clause("gb20.organisation.armour")
def test_only_infantry_has_tanks_and_guns_attached():
    with pytest.raises(ScenarioError, match="only infantry battalions have attachments other than an HQ"):
        table(Body("A1", (20, 10), stands=(TANK,) * 2, attached=("AT gun M",)))
    table(Body("A1", (20, 10), stands=(TANK,) * 2, attached=("HQ",)))


# ---- kinds of stands


@pytest.mark.clause("gb20.organisation.anti-tank")
def test_an_anti_tank_gun_unlimbers_to_fire_and_then_holds_the_battalion_to_1_inch():
    gun = Body("A1", (20, 10), attached=("AT gun H by truck",), formation=Formation.DEFENSIVE, loaded=True)
    state = with_actions(table(gun, Body("B1", (21, 14), 180, side=BLUE, stands=(TANK,))), A1=1)
    shot = aim(state, stand(state, "A1/4"), stand(state, "B1/1"))
    assert score_to_hit(state, shot).label.startswith("heavy gun")
    after = act(state, lambda play: volley(play, [Fire(sid(state, "A1/4"), sid(state, "B1/1"))]), [1]).state
    assert stand(after, "A1/4").marks == {Mark.SET_UP}
    assert Moves(after, after.units["A1"]).why_not(Place(20, 11.5, 0)).clause == "gb20.move.set-up"


@pytest.mark.clause("gb20.organisation.anti-tank")
def test_it_gives_a_bonus_in_defence():
    bonus = []
    for attached in ((), ("AT gun M",)):
        state = table(Body("A1", (20, 10)), Body("B1", (20, 10.01), 180, side=BLUE, attached=attached))
        adds = modifiers_for(state, state.units["B1"], state.units["A1"], attacking=False)
        bonus.append(sum(term.value for term in adds))
    assert bonus[1] > bonus[0]


@pytest.mark.clause("gb20.organisation.heavy-weapons")
def test_heavy_weapons_never_fire_nor_are_fired_at_but_help_when_set_up():
    body = Body("A1", (20, 10), attached=("Heavy weapons",), set_up=(4,), formation=Formation.DEFENSIVE)
    near = Body("B1", (20, 12), 180, side=BLUE, attached=("Heavy weapons",), formation=Formation.DEFENSIVE)
    state = with_actions(table(body, near), A1=1)
    asked = []
    while question := next_aim(state):
        asked.append(question.text)
        state = Spent(sid(state, f"A1/{len(asked)}"), Did.BUSY).apply(state)
    assert len(asked) == 3
    assert refuse_target(state, stand(state, "B1/4")) is not None
    shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"))
    assert "gb20.fire.heavy-weapons" in {term.clause for term in hit_modifiers(state, shot)}


def next_aim(state):
    try:
        return asks(state, lambda play: aim_next(play, RED, 1))
    except AssertionError:
        return None


@pytest.mark.clause("gb20.organisation.engineers")
def test_engineers_are_infantry_with_a_marker():
    state = table(Body("A1", (20, 10), stands=("Engineer infantry", INFANTRY)), Body("B1", (20, 12), 180, side=BLUE))
    sapper, plain = stand(state, "A1/1"), stand(state, "A1/2")
    assert sapper.kind == plain.kind == Kind.INFANTRY and Trait.ENGINEERS in sapper.traits
    shots = [aim(state, one, stand(state, "B1/1")) for one in (sapper, plain)]
    assert score_to_hit(state, shots[0]).value == score_to_hit(state, shots[1]).value


# ---- bodies


@pytest.mark.clause("gb20.organisation.battlegroup")
def test_a_battlegroup_is_activated_as_one():
    bodies = Body("A1", (20, 10), active=False), Body("A2", (30, 10), active=False), Body("C1", (40, 10), active=False)
    state = table(*bodies, FOE)
    assert state.units["A1"].part_of == "A" and state.units["A"].kind == Kind.BATTLEGROUP
    after = act(state, lambda play: activate_next(play, RED, dawn=True), picks=[Activate(("A",))])
    assert [name for name in ("A1", "A2", "C1") if is_active(after.state.units[name])] == ["A1", "A2"]


@pytest.mark.clause("gb20.organisation.unattached")
def test_a_lone_gun_rolls_for_actions_is_activated_and_tests_morale_by_its_number_of_stands():
    state = table(Body("A1", (20, 10), stands=("AT gun M",), active=False), Body("A2", (30, 10)), FOE)
    assert act(state, lambda play: roll_actions(play, RED), [3, 3]).state.units["A1"].tallies[Tally.ACTIONS] == 1
    question = asks(state, lambda play: activate_next(play, RED, dawn=False))
    assert Activate(("A1",)) in offers(question)
    lone, three = (score_to_pass(state, state.units[name], 1).value for name in ("A1", "A2"))
    assert lone == charts(state).morale(1, 1) and three == charts(state).morale(3, 1)


@pytest.mark.clause("gb20.organisation.remnants")
def test_a_battalion_goes_on_while_any_stand_is_in_play():
    state = table(Body("A1", (20, 10), attached=("HQ",)), FOE)
    for number in (1, 2, 3):
        state = Destroyed(sid(state, f"A1/{number}"), "", 1).apply(state)
    assert [body.id for body in on_table(state, RED)] == ["A1"]
    assert [one.id for one in all_standing(state, RED)] == [sid(state, "A1/4")]


@pytest.mark.clause("gb20.organisation.remnants")
def test_without_infantry_and_armour_it_loses_any_close_combat():
    state = table(Body("A1", (20, 10)), Body("B1", (20, 10.01), 180, side=BLUE, stands=("AT gun M",)))
    state = Engaged("A1", "B1").apply(state)
    told = act(state, lambda play: fight_all(play, RED), [20], [Halt("A1")], view).told
    assert any("B1 has neither infantry nor armour and loses to A1" in line for line in told)
