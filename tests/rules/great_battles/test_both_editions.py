"""What the two editions say alike, each under a clause of its own."""

from random import Random

import pytest
from drops import cut
from gbday import plays, with_actions
from gbtable import (
    BLUE,
    FOE,
    GB10,
    GB20,
    INFANTRY,
    RED,
    Body,
    asks,
    carried_out,
    first_question,
    offers,
    sid,
    stand,
    table,
    why_not,
)
from manoeuvres import DEFENSIVE, MARCH, centre, four
from missions import A1, ONE, PLANE, battle, blind_to, falling_on, guns_planned, lone, on_call, skies, suppressed
from rear import RESERVE, enemy, in_play, made_up, put, rear, takes, who_suffers

from sandtable.board.place import Place
from sandtable.rules.great_battles.battle.reading import scenarios
from sandtable.rules.great_battles.battle.setup import opening, starts, unplaced
from sandtable.rules.great_battles.commands.artillery import ArriveOn, CallMission, PrePlan
from sandtable.rules.great_battles.commands.common import (
    ChangeFormation,
    Charge,
    Fire,
    Form,
    LetPass,
    Move,
    OpenFire,
    Pick,
    Wait,
)
from sandtable.rules.great_battles.day.actions import able_to_fire, aim_next, move_next
from sandtable.rules.great_battles.day.attachments import detach
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.day.replacements import isolate, lost_stands
from sandtable.rules.great_battles.facts.common import Marched
from sandtable.rules.great_battles.fire.hits import destroy
from sandtable.rules.great_battles.fire.opportunity import Watch, react
from sandtable.rules.great_battles.guns.barrage import resolve_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.march import drill
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.move.riders import get_down, mount
from sandtable.rules.great_battles.move.stragglers import out_of_place
from sandtable.rules.great_battles.staff.supply import situation
from sandtable.rules.great_battles.steps import Moving, PlayerTurn, Tidying
from sandtable.rules.great_battles.table.field import formation
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Trait


def by_both(d20, d10):
    """The clause, or the worked case of a clause, under which each edition says it."""
    said = [pytest.param(GB20, d20.args[0], marks=d20, id="d20"), pytest.param(GB10, d10.args[0], marks=d10, id="d10")]
    return pytest.mark.parametrize(("rules", "clause"), said)


# ---- the scenarios


BATTLES = [scenario for rules in (GB20, GB10) for scenario in scenarios(rules).values()]


@pytest.mark.parametrize("scenario", BATTLES, ids=lambda scenario: scenario.id)
def test_every_scenario_that_comes_with_the_rules_has_room_for_everybody(scenario):
    state, rng = opening(scenario, frozenset(scenario.options)), Random(scenario.id)
    waiting = [body for side in state.sides for body in unplaced(state, side)]
    assert waiting
    for body in waiting:
        options = list(starts(state, body))
        assert options, body.id
        for option in options:
            assert option.region is None or option.region.contains(option.complete(rng).to), option.command


# ---- actions


@by_both(pytest.mark.clause("gb20.actions.round-order"), pytest.mark.clause("gb10.actions.round-order"))
def test_moves_come_first_then_rallying_and_then_fire(rules, clause):
    day = plays(table(Body("A1", (20, 10)), FOE, rules=rules), PlayerTurn(RED), steps=1)
    assert day.agenda[day.agenda.index("Moving") :][:8] == ["Moving", "Tidying", "Aiming", "Firing"] * 2


@by_both(pytest.mark.case("gb20.actions.first-then-second", 1), pytest.mark.clause("gb10.actions.first-then-second"))
def test_nobody_takes_a_second_action_before_all_first_ones_are_done(rules, clause):
    state = with_actions(table(Body("A1", (20, 10)), Body("A2", (30, 10)), FOE, rules=rules), A1=1, A2=2)
    day = plays(state, Moving(RED, 1), picks=[Pick("A2"), Move("A2", Place(30, 12, 0))], steps=1)
    question = asks(day.state, lambda play: move_next(play, RED, 1))
    assert why_not(question, Pick("A2")) == clause
    assert why_not(question, Pick("A1")) == ""


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        pytest.param(
            GB20, "gb20.close-combat.locked-fire", marks=pytest.mark.case("gb20.actions.round-order", 1), id="d20"
        ),
        pytest.param(GB10, "gb10.close-combat.no-fire", marks=pytest.mark.case("gb10.actions.fire-last", 1), id="d10"),
    ],
)
def test_who_has_been_contacted_in_the_same_round_can_no_longer_be_fired_at(rules, why):
    bodies = Body("A1", (20, 10)), Body("A2", (24, 10), formation=Formation.DEFENSIVE)
    state = with_actions(table(*bodies, Body("B1", (20, 11), 180, side=BLUE), rules=rules), A1=1, A2=1)
    day = plays(state, Moving(RED, 1), Tidying(RED, 1), picks=[Pick("A1"), Charge("A1", "B1")])
    shooter = next(able_to_fire(day.state, "A2"))
    question = first_question(day.state, lambda play: aim_next(play, RED, 1))
    assert why_not(question, Fire(shooter.id, sid(state, "B1/1"))) == why


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        pytest.param(GB20, "gb20.actions.all-must", marks=pytest.mark.clause("gb20.formation.change"), id="d20"),
        pytest.param(GB10, "gb10.actions.kinds", marks=pytest.mark.clause("gb10.formation.change"), id="d10"),
    ],
)
def test_a_change_of_formation_costs_the_action_of_the_round(rules, why):
    state = with_actions(table(four(MARCH), FOE, rules=rules), A1=1)
    orders = [Pick("A1"), ChangeFormation("A1"), Form("A1", centre(state), DEFENSIVE)]
    day = plays(state, Moving(RED, 1), picks=orders, steps=1)
    assert formation(day.state.units["A1"]) == DEFENSIVE
    question = plays(day.state, Moving(RED, 1), until="which battalion moves").question
    assert why_not(question, Pick("A1")) == why


@by_both(pytest.mark.clause("gb20.night.withdraw"), pytest.mark.clause("gb10.night.withdraw"))
def test_whoever_stays_when_an_attachment_goes_into_reserve_is_in_formation_as_he_stands(rules, clause):
    state = table(four(DEFENSIVE, attached=("AT gun M",)), FOE, rules=rules)
    after = carried_out(state, detach, sid(state, "A1/5")).state
    assert not out_of_place(after, after.units["A1"])


@by_both(pytest.mark.clause("gb20.variants.tank-riders"), pytest.mark.clause("gb10.fire.tank-riders"))
def test_a_tank_on_which_the_infantry_beside_it_has_got_up_is_in_formation_as_it_stands(rules, clause):
    pair = Body("A1", (20, 20), stands=(INFANTRY,), attached=("Sherman M-M-M",), interval=50, formation=DEFENSIVE)
    state = table(pair, FOE, rules=rules, options=("tank-riders",))
    after = carried_out(state, mount, sid(state, "A1/1"), sid(state, "A1/2")).state
    assert not out_of_place(after, after.units["A1"])
    down = carried_out(after, get_down, sid(state, "A1/1"), Place(21, 18.5, 0)).state
    assert out_of_place(down, down.units["A1"]) == [sid(state, "A1/1")]


# ---- barrages and aircraft


@by_both(pytest.mark.clause("gb20.move.action"), pytest.mark.clause("gb10.move.basics"))
def test_who_has_lost_one_end_of_its_line_goes_on_as_far_as_before_with_the_other(rules, clause):
    """The two that are left are in formation as they stand: nobody has to close up."""
    state = table(four(DEFENSIVE), FOE, rules=rules)
    lost = carried_out(state, lambda play: [destroy(play, sid(play.state, f"A1/{n}")) for n in (1, 2)]).state
    to = Place(22.5, 22, 0)
    after = plays(with_actions(lost, A1=1), Moving(RED, 1), picks=[Pick("A1"), Move("A1", to)]).state
    assert after.units["A1"].place == to
    assert [stand(after, f"A1/{n}").place for n in (3, 4)] == [Place(21.25, 21.75, 0), Place(23.75, 21.75, 0)]


@by_both(pytest.mark.clause("gb20.formation.change"), pytest.mark.clause("gb10.formation.change"))
def test_who_falls_in_a_change_of_formation_leaves_the_others_in_theirs(rules, clause):
    state = table(four(MARCH), Body("B1", (20, 23.5), 180, side=BLUE, stands=(INFANTRY,)), rules=rules)
    region = Forms(state, state.units["A1"], DEFENSIVE)
    shot = Fire(sid(state, "B1/1"), sid(state, "A1/4"))
    dice = [20, 20] if rules == GB20 else [1, 1]
    after = carried_out(state, drill, "A1", region, centre(state), dice=dice, picks=[OpenFire("B1"), shot]).state
    assert not out_of_place(after, after.units["A1"])


@by_both(pytest.mark.clause("gb20.barrage.own-turn-only"), pytest.mark.clause("gb10.barrage.no-opfire"))
def test_no_mission_is_called_in_reply_to_a_move(rules, clause):
    state = on_call(battle(A1, Body("B1", (30, 26), 180, side=BLUE), rules=rules), ONE)
    way = Way(state, state.units["B1"], Place(30, 24, 180))
    watch = Watch(state, way)
    there = Marched("B1", way.to, tuple(way.after.items())).apply(state)
    assert watch.sees(there, 1.0)
    question = asks(there, lambda play: react(play, watch))
    assert question.side == RED and {type(command) for command in offers(question)} >= {OpenFire, LetPass}
    assert Wait() not in offers(question)
    assert why_not(question, CallMission(ONE, Place(30, 24), "A1")) == clause


@by_both(pytest.mark.clause("gb20.barrage.hidden-targets"), pytest.mark.clause("gb10.barrage.hidden-targets"))
def test_the_firer_learns_nothing_of_hidden_stands_under_his_template(rules, clause):
    state = falling_on(battle(A1, lone(hidden=True), rules=rules), ONE, "B1/1")
    dice = {GB20: (20, 1), GB10: (1, 10)}[rules]
    hit, missed = (carried_out(state, resolve_barrages, RED, dice=[die]) for die in dice)
    assert suppressed(hit.state) and not suppressed(missed.state)
    for after in (hit, missed):
        assert stand(after.state, "B1/1").known_to == frozenset()
        assert {entry.known_to for entry in after.entries} == {frozenset({BLUE})}
        assert view(after.state, RED) == view(state, RED)
        assert clause in after.cited


@by_both(pytest.mark.clause("gb20.air.daylight"), pytest.mark.clause("gb10.air.daylight"))
def test_an_aircraft_is_not_planned_for_turns_that_are_sure_to_be_dark(rules, clause):
    state = guns_planned(skies(lone(), turn=1, rules=rules))
    question = asks(state, lambda play: plan_next(play, RED), picks=[PrePlan(PLANE, Place(30, 30))])
    assert offers(question) == [ArriveOn(turn) for turn in range(3, 11)]
    assert why_not(question, ArriveOn(2)) == clause


@by_both(pytest.mark.clause("gb20.organisation.field-gun"), pytest.mark.clause("gb10.organisation.field-gun"))
def test_a_field_gun_is_a_gun_with_a_barrage_template_of_its_own(rules, clause):
    state = table(Body("A1", (20, 10), attached=("25 pounder field gun M",)), FOE, rules=rules)
    templates = [unit for unit in state.units.values() if unit.kind == Kind.TEMPLATE]
    assert [(unit.side, Trait.OF_A_GUN in unit.traits) for unit in templates] == [(RED, True)]
    assert stand(state, "A1/4").kind == Kind.FIELD_GUN


# ---- reserves and replacements


def deploys(state, *picks):
    """A1 comes on at dawn, behind where A2 stands."""
    orders = [Pick("A1"), put(30, 15), *picks]
    return carried_out(state, lambda play: deploy_next(play, RED, dawn=True), picks=orders)


@by_both(pytest.mark.clause("gb20.deploy.intervening-friends"), pytest.mark.clause("gb10.deploy.intervening"))
def test_friends_between_them_keep_the_enemy_from_doing_harm(rules, clause):
    screen = Body("A2", (30, 18), stands=(INFANTRY,) * 6, formation=Formation.DEFENSIVE, interval=50)
    after = deploys(rear(RESERVE, screen, enemy(30, 20), fup=(30, 10), rules=rules))
    assert who_suffers(after.state) == []
    assert f"friends stand between A1 and B1/1 infantry [{clause}]" in after.told


@by_both(pytest.mark.clause("gb20.deploy.intervening-friends"), pytest.mark.clause("gb10.deploy.intervening-line"))
def test_a_screen_that_leaves_one_stand_open_is_none(rules, clause):
    gap = Body("A2", (30, 18), stands=(INFANTRY,))
    state = rear(RESERVE, gap, enemy(30, 20), fup=(30, 10), rules=rules)
    assert who_suffers(deploys(state, *takes(state, 1, 2)).state) == ["A1/1", "A1/2"]


@by_both(pytest.mark.clause("gb20.replacements.no-attachments"), pytest.mark.clause("gb10.replacements.attached"))
def test_an_attached_stand_is_never_replaced(rules, clause):
    state = rear(Body("A1", (30, 15), attached=("HQ",)), staff=(30, 5), fup=(30, 8), days=3, rules=rules)
    after = made_up(carried_out(state, destroy, sid(state, "A1/4")).state)
    assert after.told == [f"A1/4 HQ was attached and is not replaced [{clause}]"]
    assert in_play(after.state, 4) == [False]


@by_both(pytest.mark.clause("gb20.replacements.no-attachments"), pytest.mark.clause("gb10.replacements.attached"))
def test_an_attachment_that_was_detached_is_not_replaced_either_but_a_gun_that_came_on_its_own_is(rules, clause):
    guns = Body("A1", attached=("AT gun M",)), Body("A2", stands=("AT gun M",))
    state = rear(*guns, Body("A3", (30, 15)), staff=(30, 5), fup=(30, 8), days=3, rules=rules)
    state = carried_out(state, detach, sid(state, "A1/4")).state
    for gun in (sid(state, "Red detachment 1/1"), sid(state, "A2/1")):
        state = carried_out(state, destroy, gun).state
    lost = [[one.id for one in lost_stands(state, state.units[body])] for body in ("Red detachment 1", "A2")]
    assert lost == [[], [sid(state, "A2/1")]]


@by_both(pytest.mark.clause("gb20.barrage.spotting"), pytest.mark.clause("gb10.barrage.spotters"))
def test_stands_hide_the_ground_beyond_them_but_not_that_of_the_battalion_fired_at(rules, clause):
    eye, friend = Body("A1", (30, 20), stands=(INFANTRY,)), Body("A2", (30, 24), stands=(INFANTRY,))
    assert blind_to(battle(eye, friend, lone(), rules=rules), 30, 28) == clause
    assert not blind_to(battle(eye, friend, lone(), rules=rules), 30, 28, "A2")
    first = Body("B2", (30, 26), 180, side=BLUE, stands=(INFANTRY,))
    assert blind_to(battle(eye, lone(), first, rules=rules), 30, 30.25) == clause
    assert not blind_to(battle(eye, lone(), first, rules=rules), 30, 26.5)
    assert not blind_to(battle(eye, lone(), Body("B2", (30, 26), 180, side=BLUE, hidden=True), rules=rules), 30, 30.25)


@by_both(pytest.mark.clause("gb20.airborne.supply"), pytest.mark.clause("gb10.airborne.isolated"))
def test_troops_from_the_air_without_c_ops_and_fup_are_isolated_but_lose_no_further_stand(rules, clause):
    state = cut(rules=rules)
    assert situation(state, state.units["A1"]) == "Isolated"
    after = carried_out(state, lambda play: isolate(play, play.state.units["A1"]))
    assert f"A1 has come from the air and loses nothing [{clause}]" in after.told
