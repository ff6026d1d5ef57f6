"""What the two editions say alike, each under a clause of its own."""

from random import Random

import pytest
from drops import SAFE, cut, landed, lands
from gbday import plays, with_actions
from gbtable import (
    BLUE,
    FOE,
    GB10,
    GB20,
    INFANTRY,
    RED,
    Body,
    act10,
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
from msgspec.structs import replace
from rear import MAIN_ROAD, RESERVE, enemy, in_play, made_up, put, rear, takes, who_suffers

from sandtable.board.place import Place
from sandtable.kernel.events import Unmarked
from sandtable.rules.great_battles.battle.scenario import Drop
from sandtable.rules.great_battles.commands.airborne import DropOver
from sandtable.rules.great_battles.commands.artillery import ArriveOn, CallMission, PrePlan
from sandtable.rules.great_battles.commands.combat import Fight
from sandtable.rules.great_battles.commands.day import (
    ChangeFormation,
    Charge,
    Fire,
    Form,
    Halt,
    LetPass,
    Move,
    OpenFire,
    Pick,
    Take,
    Wait,
)
from sandtable.rules.great_battles.day.actions import able_to_fire, aim_next, move_next
from sandtable.rules.great_battles.day.attachments import detach
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.day.replacements import isolate, lost_stands
from sandtable.rules.great_battles.effects.hits import destroy, suppress
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.fire.opportunity import react
from sandtable.rules.great_battles.fire.watch import Watch, ready_to_fire
from sandtable.rules.great_battles.frame.reading import scenarios
from sandtable.rules.great_battles.frame.setup import opening, starts, unplaced
from sandtable.rules.great_battles.guns.barrage import resolve_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.march.march import drill
from sandtable.rules.great_battles.melee.close_combat import fight_all
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.move.riders import get_down, mount
from sandtable.rules.great_battles.move.stragglers import out_of_place
from sandtable.rules.great_battles.nerve.morale import exempt, hit_battalions, hit_count, shaken
from sandtable.rules.great_battles.nerve.morale import test_next as put_to_the_test
from sandtable.rules.great_battles.staff.supply import situation
from sandtable.rules.great_battles.steps import Moving, PlayerTurn, Tidying
from sandtable.rules.great_battles.table.field import formation
from sandtable.rules.great_battles.table.sighting import is_hidden
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Trait


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


# ---- two close combats in one player turn


STEADY = {GB20: 20, GB10: 1}  # rolls to rally
WON, LOST, EVEN = (10, 1), (1, 10), (9, 10)  # the attacker's die and the defender's: it has one infantry stand more
FIRST = Fight("A1", "B1")


def between_two(rules, y=20):
    """A1 attacks B1 and B2 with its front at y. One of its three stands has been hit in this player turn."""
    foes = [Body(name, (x, y), 180, side=BLUE, stands=(INFANTRY,)) for name, x in (("B1", 18.5), ("B2", 21.5))]
    state = table(Body("A1", (20, y), marks=("attacks B1", "attacks B2")), *foes, rules=rules)
    return carried_out(state, suppress, sid(state, "A1/1")).state


def who_tests(state, dice, picks):
    """Whoever must test morale when these close combats have been fought."""
    fought = act10(state, lambda play: fight_all(play, RED), dice, picks).state
    exempted = carried_out(fought, lambda play: [exempt(play, body) for body in list(hit_battalions(play.state))])
    return [body.id for body in hit_battalions(exempted.state)]


@by_both(pytest.mark.clause("gb20.close-combat.winner"), pytest.mark.clause("gb10.morale.winners-exempt"))
def test_who_wins_a_close_combat_and_loses_another_after_it_tests_morale(rules, clause):
    one = STEADY[rules]
    assert who_tests(between_two(rules), [*WON, one, *LOST, one, one, one], [FIRST, Halt("B2")]) == ["A1"]


@by_both(pytest.mark.clause("gb20.close-combat.winner"), pytest.mark.clause("gb10.morale.winners-exempt"))
def test_who_loses_a_close_combat_and_wins_another_after_it_tests_morale(rules, clause):
    """With the table edge behind it, it stays after the first and loses a stand."""
    state, one = between_two(rules, y=2), STEADY[rules]
    assert who_tests(state, [*LOST, one, one, *WON, one], [FIRST, Take(sid(state, "A1/3"))]) == ["A1"]


@by_both(pytest.mark.clause("gb20.close-combat.winner"), pytest.mark.clause("gb10.morale.winners-exempt"))
def test_who_wins_a_close_combat_and_stands_off_in_another_does_not_test_but_who_only_stands_off_does(rules, clause):
    state = between_two(rules)
    assert who_tests(state, [*WON, STEADY[rules], *EVEN], [FIRST]) == []
    assert who_tests(state, [*EVEN, *EVEN], [FIRST]) == ["A1"]


# ---- which hits count for morale


COUNTS_ALL = (pytest.mark.clause("gb20.variants.all-suppressions"), pytest.mark.clause("gb10.morale.all-suppressions"))


def hit_before(rules, *hit_now, options=("all-suppressions",)):
    """A1, of which two stands of five were suppressed in an earlier turn, after these have been hit in this one."""
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 5, suppressed=(4, 5))
    state = table(body, FOE, rules=rules, options=options)
    return carried_out(state, lambda play: [suppress(play, sid(state, name)) for name in hit_now]).state


def shaken_up(state, side=RED, dice=(10,)):
    return act10(state, lambda play: put_to_the_test(play, side), dice)


@by_both(*COUNTS_ALL)
def test_stands_suppressed_before_count_for_morale_where_that_is_agreed(rules, clause):
    assert hit_count(hit_before(rules, "A1/1", options=()), "A1") == 1
    state = hit_before(rules, "A1/1")
    lost = carried_out(state, destroy, sid(state, "A1/5")).state
    assert (hit_count(state, "A1"), hit_count(lost, "A1")) == (3, 4)
    assert f"A1 has a hit count of 3 [{clause}]" in shaken_up(state).told


@by_both(*COUNTS_ALL)
def test_who_was_not_hit_in_the_player_turn_does_not_test_for_old_suppressions(rules, clause):
    assert shaken_up(hit_before(rules), dice=()).entries == []


@by_both(*COUNTS_ALL)
def test_who_has_rallied_from_the_hits_of_the_turn_tests_for_the_older_ones(rules, clause):
    state = hit_before(rules, "A1/1")
    rallied = Unmarked(sid(state, "A1/1"), Mark.SUPPRESSED).apply(state)
    assert f"A1 has a hit count of 2 [{clause}]" in shaken_up(rallied).told


@by_both(*COUNTS_ALL)
def test_old_suppressions_that_the_enemy_sees_do_not_tell_him_of_hits_that_he_does_not(rules, clause):
    state = hit_before(rules, "A1/1")
    hidden = state.put(replace(stand(state, "A1/1"), known_to=frozenset()))
    assert [body.id for body in shaken(view(state, BLUE), BLUE)] == ["A1"]
    assert shaken(view(hidden, BLUE), BLUE) == []
    after = shaken_up(hidden, side=BLUE)
    assert after.asked == [] and {entry.known_to for entry in after.entries} == {frozenset({RED})}


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
    watch = Watch(state, way, ready_to_fire(state, way))
    there = Marched("B1", way.to, tuple(way.after.items())).apply(state)
    assert watch.volleys(there, 1.0)
    question = asks(there, lambda play: react(play, watch, 1.0))
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


def deploys(state, *picks, formation=Formation.DEFENSIVE):
    """A1 comes on at dawn, behind where A2 stands."""
    orders = [Pick("A1"), put(30, 15, formation=formation), *picks]
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


@by_both(pytest.mark.clause("gb20.deploy.intervening-friends"), pytest.mark.clause("gb10.deploy.intervening-line"))
def test_a_friend_right_in_the_middle_screens_off_the_enemy_however_narrow_his_base(rules, clause):
    lone, screen = Body("A1", stands=(INFANTRY,)), Body("A2", (30, 18), stands=("Heavy weapons",))
    state = rear(lone, screen, enemy(30, 20), fup=(30, 10), rules=rules)
    assert who_suffers(deploys(state, formation=Formation.ASSAULT).state) == []


@by_both(pytest.mark.clause("gb20.deploy.intervening-friends"), pytest.mark.clause("gb10.deploy.intervening-line"))
def test_a_hidden_friend_is_no_screen(rules, clause):
    screen = Body("A2", (30, 18), stands=(INFANTRY,) * 6, formation=Formation.DEFENSIVE, interval=50, hidden=True)
    wood = {"kind": "woods", "at": [30, 18], "size": [24, 2]}
    state = rear(RESERVE, screen, enemy(30, 20), fup=(30, 10), rules=rules, pieces=(MAIN_ROAD, wood))
    after = deploys(state, *takes(state, 1, 2))
    assert who_suffers(after.state) == ["A1/1", "A1/2"]
    assert stand(after.state, "A2/1").known_to is not None


def comes_down(*others, rules):
    """A stand lands right where it is dropped, with a 1 on the die for landing damage."""
    para = Body("A1", stands=(INFANTRY,), airborne="parachute")
    wood = {"kind": "woods", "at": [25, 26], "size": [30, 4]}
    state = table(para, *others, drop=Drop(heights=("normal",)), pieces=(wood,), rules=rules)
    name = "A1" if rules == GB10 else sid(state, "A1/1")
    return lands(state, [SAFE, 1, 1, 1], [DropOver(name, Place(25, 20))])


@by_both(pytest.mark.clause("gb20.airborne.rolls"), pytest.mark.clause("gb10.airborne.landing"))
def test_a_hidden_enemy_within_six_inches_makes_a_landing_worse_and_the_nearest_comes_out(rules, clause):
    near, farther = (enemy(x, 26, name, hidden=True) for x, name in ((25, "B1"), (27.5, "B2")))
    after = comes_down(near, farther, rules=rules)
    assert landed(after) == Mark.DESTROYED
    assert f"B1/1 infantry is revealed [{clause}]" in after.told
    assert not is_hidden(stand(after.state, "B1/1")) and is_hidden(stand(after.state, "B2/1"))


@by_both(pytest.mark.clause("gb20.airborne.rolls"), pytest.mark.clause("gb10.airborne.landing"))
def test_where_an_enemy_that_is_seen_is_near_enough_nobody_else_comes_out(rules, clause):
    after = comes_down(enemy(25, 25.9, hidden=True), enemy(27.5, 26, "B2"), rules=rules)
    assert landed(after) == Mark.DESTROYED
    assert is_hidden(stand(after.state, "B1/1"))


@by_both(pytest.mark.clause("gb20.airborne.rolls"), pytest.mark.clause("gb10.airborne.landing"))
def test_a_hidden_enemy_more_than_six_inches_off_is_not_found(rules, clause):
    after = comes_down(enemy(25, 27, hidden=True), rules=rules)
    assert landed(after) == Mark.SUPPRESSED
    assert is_hidden(stand(after.state, "B1/1"))


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
    assert f"A1 came by air and loses nothing [{clause}]" in after.told
