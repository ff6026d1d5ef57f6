"""Troops from the air by the d10 charts: one point for a battalion, lines of the enemy, and each stand for itself."""

from random import Random

import pytest
from drops import (
    A1,
    RIVER,
    ROAD,
    ROUGH,
    SAFE,
    STAFF,
    choice,
    consolidates,
    cut10,
    land_all,
    landed,
    lands,
    lined_up10,
    moves,
    scattered10,
    spot,
    staff_lands10,
)
from gbday import plays, with_actions
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, fate, marked, moved, offers, sid, stand, table10, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.facts import Rolled
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.airborne.drop import DropZone, land_next
from sandtable.rules.great_battles.airborne.rendezvous import is_scattered
from sandtable.rules.great_battles.battle.scenario import Drop
from sandtable.rules.great_battles.commands.airborne import (
    ComeIn,
    Consolidate,
    DropOver,
    Infiltrate,
    MakeFor,
    Meet,
    MoveOff,
)
from sandtable.rules.great_battles.commands.combat import Retreat
from sandtable.rules.great_battles.commands.day import Halt, Limber, Move, Rally
from sandtable.rules.great_battles.commands.night import Withdraw
from sandtable.rules.great_battles.day.actions import tidy_next
from sandtable.rules.great_battles.day.night import withdraw_next
from sandtable.rules.great_battles.day.replacements import isolate, roll_for
from sandtable.rules.great_battles.facts.day import RoundOver
from sandtable.rules.great_battles.move.movement import Rates
from sandtable.rules.great_battles.nerve.morale import morale_modifiers
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.staff.command import move_c_ops
from sandtable.rules.great_battles.staff.supply import situation, supply_of
from sandtable.rules.great_battles.steps import PlayerTurn
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act


def paras(*kinds, glider=False):
    return Body("A1", stands=kinds or (INFANTRY,), airborne="glider" if glider else "parachute")


def one_down(*dice, drop=None, height="normal", glider=False, others=(), at=(25.0, 20.0), kind=INFANTRY, **more):
    """A single stand comes down with these dice."""
    state = table10(paras(kind, glider=glider), *others, drop=drop or Drop(), **more)
    heights = [] if glider else [ComeIn(A1, height)]
    return lands(state, dice, [*heights, DropOver(A1, Place(*at, 90))])


# ---- the way down


@pytest.mark.case("gb10.airborne.approach", 1)
def test_low_through_medium_flak():
    after = one_down(2, height="low", drop=Drop(flak="medium"))
    assert landed(after) == Mark.DESTROYED and "gb10.airborne.approach" in after.cited
    assert landed(one_down(3, 1, 1, SAFE, height="low", drop=Drop(flak="medium"))) == Mark.SUPPRESSED


@pytest.mark.case("gb10.airborne.approach", 2)
@pytest.mark.clause("gb10.airborne.heights")
def test_a_glider_takes_flak_as_if_high_and_drifts_as_if_low():
    after = one_down(3, 6, 9, SAFE, glider=True, drop=Drop(flak="heavy"))
    assert landed(after) == Mark.SUPPRESSED
    assert spot(after) == (25.5, 20.5)


@pytest.mark.case("gb10.airborne.drift", 1)
@pytest.mark.clause("gb10.airborne.drift-theatre")
def test_drift_in_north_west_europe():
    after = one_down(SAFE, 6, 9, SAFE)
    assert spot(after) == (26, 21) and "gb10.airborne.drift" in after.cited


@pytest.mark.case("gb10.airborne.drift", 2)
@pytest.mark.clause("gb10.airborne.drift-theatre", "gb10.airborne.heights")
def test_drift_over_crete_from_high_up():
    assert spot(one_down(SAFE, 6, 8, SAFE, height="high", drop=Drop(theatre="Crete"))) == (23, 4)


@pytest.mark.case("gb10.airborne.landing", 1)
def test_a_one_near_the_enemy_is_worse_than_any_die():
    near = Body("B1", (25, 26), 180, side=BLUE, stands=(INFANTRY,))
    after = one_down(SAFE, 1, 1, 1, others=(near,))
    assert landed(after) == Mark.DESTROYED
    assert any("-1 within 6 inches of an enemy [gb10.airborne.landing]" in line for line in after.told)
    assert landed(one_down(SAFE, 1, 1, 1)) == Mark.SUPPRESSED


@pytest.mark.case("gb10.airborne.drift-losses", 1)
def test_who_drifts_off_the_table_or_into_a_river_is_lost():
    after = one_down(SAFE, 2, 1, at=(25.0, 1.0))
    assert landed(after) == Mark.DESTROYED and spot(after) is None
    assert "A1/1 infantry is lost off the table [gb10.airborne.drift-losses]" in after.told
    assert "A1/1 infantry is lost in the water [gb10.airborne.drift-losses]" in one_down(
        SAFE, 7, 1, pieces=(RIVER,)
    ).told  # fmt: skip


@pytest.mark.clause("gb10.airborne.height-choice")
def test_a_battalion_has_one_height_and_one_aiming_point():
    state = table10(paras(INFANTRY, INFANTRY, "Heavy weapons"), drop=Drop())
    picks = [ComeIn(A1, "normal"), DropOver(A1, Place(20, 20, 90))]
    after = lands(state, [SAFE, 1, 1, SAFE, SAFE, 10, 1, SAFE, SAFE, 1, 10, SAFE], picks)
    assert spot(after) == (20, 20)
    assert spot(after, "A1/2") == (20, 26)
    assert spot(after, "A1/3") == (22, 20)
    assert [decision.clause for decision in after.asked if "which point" in decision.question] == [
        "gb10.airborne.height-choice"
    ]


@pytest.mark.clause("gb10.airborne.height-choice")
def test_who_comes_down_on_another_stands_beside_it():
    state = table10(paras(INFANTRY, INFANTRY), drop=Drop())
    picks = [ComeIn(A1, "normal"), DropOver(A1, Place(20, 20, 0))]
    after = lands(state, [SAFE, 1, 1, SAFE] * 2, picks)
    a, b = spot(after), spot(after, "A1/2")
    assert a == (20, 20) and a != b and abs(a[0] - b[0]) < 2 and abs(a[1] - b[1]) < 2


@pytest.mark.clause("gb10.airborne.height-choice")
def test_nobody_else_knows_of_the_point_and_all_are_seen_when_they_are_down():
    state = table10(paras(INFANTRY, INFANTRY), drop=Drop(zone=(10, 10, 30, 30)))
    over = DropOver(A1, Place(20, 20, 90))
    question = asks(state, land_all, picks=[ComeIn(A1, "low")])
    assert not why_not(question, over)
    assert why_not(question, DropOver(A1, Place(31, 20))) == "gb10.airborne.sequence"
    aimed = act(state, lambda play: [land_next(play, RED) for _ in range(2)], picks=[ComeIn(A1, "low"), over])
    assert stand(aimed.state, "A1/2").place == Place(20, 20, 90)
    assert sid(state, "A1/2") not in view(aimed.state, BLUE).units
    assert not any("dropped over" in str(one) for one in aimed.entries if one.known_to is None or BLUE in one.known_to)
    down = lands(aimed.state, [SAFE, 1, 1, SAFE] * 2)
    assert stand(down.state, "A1/2").known_to is None


@pytest.mark.clause("gb10.airborne.landing")
def test_who_is_still_in_the_air_hides_no_enemy_from_who_is_down():
    foe = Body("B1", (25, 27), 180, side=BLUE, stands=(INFANTRY,), hidden=True)
    state = table10(Body("A1", stands=(INFANTRY,) * 2, airborne="parachute"), foe, drop=Drop(heights=("normal",)))
    after = lands(state, [SAFE, 2, 1, 1, SAFE, 1, 1, SAFE], [DropOver(A1, Place(25.0, 25.0, 0))])
    assert spot(after) == (25, 23) and landed(after) == Mark.DESTROYED  # 1, and -1 within 6 inches of an enemy


@pytest.mark.clause("gb10.airborne.sequence")
def test_they_land_before_barrages_are_rolled_for_and_in_the_order_of_the_tables():
    day = plays(table10(paras(), drop=Drop()), PlayerTurn(RED), steps=1)
    assert day.agenda.index("Landing") < day.agenda.index("Shelling") < day.agenda.index("ActionRolls")
    after = one_down(SAFE, 1, 1, SAFE)
    rolls = [str(entry.event.tell()).split(":")[0] for entry in after.entries if isinstance(entry.event, Rolled)]
    assert [roll.removeprefix("A1/1 infantry ").split()[0] for roll in rolls] == ["comes", "drifts", "drifts", "lands"]


@pytest.mark.clause("gb10.airborne.drift-simple", "gb10.airborne.drift-simple-details")
@pytest.mark.parametrize(
    ("dice", "height", "kind", "expected"),
    [
        ((1, 4), "normal", INFANTRY, (25, 24)),
        ((3, 4), "high", INFANTRY, (33, 20)),
        ((5, 5), "low", INFANTRY, (25, 17.5)),
        ((7, 6), "normal", INFANTRY, (25, 20)),
        ((7, 6), "normal", "Heavy weapons", (19, 20)),
        ((8, 5), "normal", INFANTRY, (21.46, 23.54)),
    ],
)
def test_simple_drift_is_a_direction_and_a_distance(dice, height, kind, expected):
    after = one_down(SAFE, *dice, SAFE, height=height, kind=kind, options=("simple-drift",))
    assert spot(after) == pytest.approx(expected, abs=0.01)
    assert "gb10.airborne.drift-simple" in after.cited


# ---- where nobody is dropped


TOWN = {"kind": "town", "name": "the town", "at": [20, 20], "size": [4, 4]}


@pytest.mark.clause("gb10.airborne.sequence")
def test_nobody_is_dropped_near_what_the_scenario_keeps_off():
    drop = Drop(zone=(10, 10, 30, 30), keep_off=("the town",), keep_off_by=2.0)
    state = table10(paras(), drop=drop, pieces=(TOWN,))
    zone = DropZone(state, RED)
    assert zone.why_not(Place(23.9, 20)).clause == "gb10.airborne.sequence"
    assert zone.contains(Place(24.1, 20))
    rng = Random(1)
    assert all(zone.contains(zone.sample(rng)) for _ in range(50))


@pytest.mark.parametrize(
    ("drop", "wrong"),
    [
        (Drop(keep_off=("the port",)), "keep_off: the map has no piece 'the port'"),
        (Drop(zone=(19, 19, 21, 21), keep_off=("the town",)), "keep_off: it leaves no point of the drop zone"),
        (Drop(quality_by=((6.0, "poor"),)), "quality_by: it needs supplies"),
        (Drop(supplies=(5, 5), quality_by=((6.0, "bad"),)), "quality_by: 'bad' is not one of"),
    ],
)
def test_a_scenario_with_a_faulty_drop_is_refused(drop, wrong):
    with pytest.raises(ScenarioError, match=wrong):
        table10(paras(), drop=drop, pieces=(TOWN,))


@pytest.mark.clause("gb10.airborne.landing")
@pytest.mark.parametrize("kind", ["woods", "rough", "village", "hill", "crops", "vineyard", "entrenchment"])
def test_rough_ground_hills_woods_and_buildings_are_rough_to_land_on_and_nothing_else_is(kind):
    piece = {"kind": kind, "name": kind, "corners": [[20, 15], [30, 15], [30, 25], [20, 25]]}
    if kind == "hill":
        piece["level"] = 1
    after = one_down(SAFE, 1, 1, 3, pieces=(piece,))
    assert landed(after) == (Mark.SUPPRESSED if kind in ("woods", "rough", "village", "hill") else "")


# ---- coming together


@pytest.mark.clause("gb10.airborne.scattered")
def test_scattered_troops_count_as_in_defensive_formation():
    after = one_down(SAFE, 1, 1, SAFE)
    body = after.state.units["A1"]
    assert Formation.DEFENSIVE in body.marks and is_scattered(body)
    assert Rates(after.state, body).good == 2


@pytest.mark.case("gb10.airborne.rendezvous", 1)
def test_all_are_in_when_the_last_is_near_one_that_is_in():
    state = scattered10((20, 20), (23, 20), (26, 20))
    question = choice(state, Meet(sid(state, "A1/1")))
    assert not why_not(question, Move(A1, replace(question.state.units["A1"].place, y=21)))
    apart = choice(scattered10((20, 20), (23, 20), (30, 20)), Meet(sid(state, "A1/1")))
    assert offers(apart) == [Consolidate(A1), MoveOff(A1)]


@pytest.mark.clause("gb10.airborne.rendezvous")
def test_a_stand_near_one_that_is_not_itself_next_to_the_rendezvous_is_not_in():
    """They are in a row, each within 2 inches of the one before: the fourth has to come on past the third."""
    state = scattered10((20, 20), (23, 20), (26, 20), (29, 20))
    assert offers(choice(state, Meet(sid(state, "A1/1")))) == [Consolidate(A1), MoveOff(A1)]
    after = consolidates(state)
    assert [spot(after, f"A1/{n}") for n in (2, 3)] == [(23, 20), (26, 20)]
    assert is_scattered(after.state.units["A1"]) and spot(after, "A1/4") == (27.5, 20)
    alone = moves(state, Meet(sid(state, "A1/1")), MoveOff(A1), Halt(A1))
    assert [fate(alone, f"A1/{n}") for n in (2, 3, 4)] == ["", "", Mark.DESTROYED]


@pytest.mark.clause("gb10.airborne.consolidation-actions")
def test_a_stand_right_behind_one_of_its_own_goes_on_past_it():
    state = scattered10((20, 20), (23, 20), (26, 20), (27.5, 20), (29, 20))
    after = consolidates(state)
    assert [spot(after, f"A1/{n}") for n in (3, 4)] == [(26, 20), (24.5, 20)]
    again = consolidates(scattered10((20, 20), (23, 20), (26, 20), (27.5, 20)))
    assert not is_scattered(again.state.units["A1"])
    lake = {"kind": "lake", "name": "the lake", "at": [24.5, 20], "size": [1, 4]}
    ashore = scattered10((20, 20), (23, 20), (26, 20), (27.5, 20), on={"pieces": (lake,)})
    assert offers(choice(ashore, Meet(sid(ashore, "A1/1")))) == [MoveOff(A1), Halt(A1)]


@pytest.mark.clause("gb10.airborne.rendezvous")
def test_all_others_go_straight_to_the_rendezvous_at_two_inches():
    after = consolidates(scattered10((20, 20), (32, 20), (20, 30)))
    assert [spot(after, f"A1/{n}") for n in (1, 2, 3)] == [(20, 20), (30, 20), (20, 28)]
    assert "gb10.airborne.rendezvous" in after.cited


@pytest.mark.clause("gb10.move.suppressed", "gb10.move.set-up-weapons")
@pytest.mark.parametrize(("more", "x"), [({"suppressed": (1,)}, 30.5), ({"set_up": (3,)}, 31)])
def test_a_stand_that_is_suppressed_or_set_up_slows_all_who_come_together(more, x):
    state = scattered10((20, 20), (32, 20), (20, 23), stands=(INFANTRY, INFANTRY, "Heavy weapons"), **more)
    once = consolidates(state)
    assert spot(once, "A1/2") == (x, 20)
    again = offers(choice(RoundOver().apply(once.state), number=2))
    assert (Consolidate(A1) in again) == (x == 30.5)


@pytest.mark.clause("gb10.airborne.consolidation-actions")
def test_until_then_it_consolidates_and_its_stands_fire_rally_or_limber():
    state = scattered10((20, 20), (32, 20), stands=(INFANTRY, "6 pounder AT gun M"), set_up=(2,), suppressed=(1,))
    first = choice(state, Meet(sid(state, "A1/1")))
    assert why_not(first, Halt(A1)) == "gb10.airborne.sequence"
    second = choice(state, Meet(sid(state, "A1/1")), number=2)
    assert why_not(second, Move(A1, Place(20, 21))) == "gb10.airborne.consolidation-actions"
    assert Halt(A1) in offers(second)
    tidy = offers(asks(state, lambda play: tidy_next(play, RED, 2)))
    assert {Rally(A1), Limber(sid(state, "A1/2"))} <= set(tidy)


@pytest.mark.clause("gb10.airborne.consolidation-actions")
def test_each_stand_falls_back_from_the_enemy_nearest_to_it():
    foes = Body("B1", (20, 23), 180, side=BLUE, stands=(INFANTRY,)), Body("B2", (36, 20), 270, side=BLUE)
    state = scattered10((20, 20), (32, 20), others=foes)
    after = act(state, lambda play: retreat(play, "A1"), view=view)
    assert spot(after) == (20, 17)
    assert spot(after, "A1/2") == (29, 20)
    assert "gb10.airborne.consolidation-actions" in after.cited


@pytest.mark.clause("gb10.airborne.consolidation-actions")
def test_a_stand_with_nowhere_to_go_stays_and_one_that_is_blocked_turns_aside():
    foes = [Body(f"B{n}", (20, y), 180, side=BLUE, stands=(INFANTRY,)) for n, y in enumerate((4.6, 9.5), 1)]
    state = scattered10((20, 0.6), (20, 8), others=tuple(foes))
    aside = Retreat(sid(state, "A1/2"), 135)
    after = act(state, lambda play: retreat(play, "A1"), picks=[aside], view=view)
    assert spot(after) == (20, 0.6)
    assert spot(after, "A1/2") == (22.12, 5.88)


@pytest.mark.clause("gb10.airborne.consolidation-actions", "gb10.activate.inactive-limit")
@pytest.mark.parametrize(("active", "x"), [(False, 23.6), (True, 25.5)])
def test_not_activated_it_keeps_off_the_enemy_staff_too_on_its_way(active, x):
    """The edge of the C Ops is 12.2 inches from that of the second stand."""
    ours = Body("A1", (20, 20), stands=(INFANTRY,) * 2, formation=Formation.DEFENSIVE, active=active)
    state = marked(table10(ours, c_ops={BLUE: (36.95, 20)}), "A1", Mark.SCATTERED)
    state = with_actions(moved(moved(state, "A1/1", 30, 20), "A1/2", 23.5, 20), A1=1)
    staff = state.units["Blue C Ops"]
    after = consolidates(state.put(replace(staff, known_to=None)))
    assert spot(after, "A1/2")[0] == x


@pytest.mark.clause("gb10.airborne.abandon")
def test_whoever_is_left_behind_is_destroyed():
    state = scattered10((20, 20), (22.5, 20), (20, 30))
    after = moves(state, Meet(sid(state, "A1/1")), MoveOff(A1), Halt(A1))
    assert [fate(after, f"A1/{n}") for n in (1, 2, 3)] == ["", "", Mark.DESTROYED]
    assert "gb10.airborne.abandon" in after.cited


# ---- through the enemy


@pytest.mark.case("gb10.airborne.infiltration", 1)
@pytest.mark.parametrize(("die", "mark"), [(6, Mark.SUPPRESSED), (7, Mark.DESTROYED)])
def test_an_experienced_stand_gets_through_on_6(die, mark):
    state = lined_up10(25, quality="experienced")
    after = consolidates(state, Infiltrate(sid(state, "A1/2")), dice=[die])
    assert fate(after, "A1/2") == mark
    assert any("(6 experienced, through the enemy [gb10.airborne.infiltration])" in line for line in after.told)


@pytest.mark.clause("gb10.airborne.infiltration")
@pytest.mark.parametrize(("to", "rolls"), [(25.01, 0), (25.0, 1), (24.9, 1)])
def test_who_stops_right_between_two_enemies_rolls_there(to, rolls):
    after = consolidates(lined_up10(23.0, meet=16.0, to=to), *[Infiltrate("A1/2 infantry")] * rolls, dice=[1] * rolls)
    assert sum("slips through" in line for line in after.told) == rolls


@pytest.mark.clause("gb10.airborne.infiltration-number")
def test_it_rolls_once_for_each_line_it_crosses():
    """Two lines of two stands each, two inches and more from each other."""
    state = lined_up10(22.9, 25.4, meet=15.0, to=26.5, quality="veteran", stands=(INFANTRY, TANK))
    after = consolidates(state, Infiltrate(sid(state, "A1/2")), dice=[7, 7])
    assert fate(after, "A1/2") == Mark.SUPPRESSED
    assert sum("slips through" in line for line in after.told) == 2
    lost = consolidates(state, Infiltrate(sid(state, "A1/2")), dice=[8])
    assert fate(lost, "A1/2") == Mark.DESTROYED


# ---- the C Ops


@pytest.mark.clause("gb10.airborne.cops")
def test_a_c_ops_off_the_road_makes_for_a_point_of_one_and_is_no_help_until_then():
    after = staff_lands10(MakeFor(STAFF, Place(40, 10)), at=(12.0, 10.0), pieces=(ROAD,))
    assert any(one.clause == "gb10.airborne.cops" for one in after.asked[-1].options)
    labels = {one.label for one in morale_modifiers(after.state, after.state.units["A1"])}
    on_road = after.state.put(replace(after.state.units[STAFF], marks=frozenset()))
    assert labels and not morale_modifiers(on_road, after.state.units["A1"])


@pytest.mark.clause("gb10.airborne.cops-off-road")
@pytest.mark.parametrize(("pieces", "x"), [((ROAD,), 30.0), ((ROAD, ROUGH), 29.5)])
def test_it_walks_6_inches_or_5_and_a_half_over_bad_going(pieces, x):
    at = 24.0, 24.0
    after = staff_lands10(MakeFor(STAFF, Place(40, 24)), at=at, pieces=pieces)
    walked = act(after.state, lambda play: move_c_ops(play, RED))
    assert walked.state.units[STAFF].place.x == pytest.approx(x, abs=0.01)
    assert "gb10.airborne.cops-off-road" in walked.cited


# ---- supply


@pytest.mark.clause("gb10.airborne.no-withdrawal")
def test_without_c_ops_and_fup_they_cannot_withdraw_at_night():
    script = act(cut10(), lambda play: withdraw_next(play, RED))
    refusals = {option.command: option.refusal.clause for option in script.asked[0].barred}
    assert refusals[Withdraw(A1)] == "gb10.airborne.no-withdrawal"
    assert Withdraw(A1) in offers(asks(cut10(c_ops=(40.0, 24.0)), lambda play: withdraw_next(play, RED)))


ZONE = Drop(supplies=(46.0, 44.0), quality_by=((6.0, "poor"), (12.0, "inferior")))


@pytest.mark.clause("gb10.airborne.supply-drops")
@pytest.mark.parametrize(("y", "supply"), [(40.0, "poor"), (34.0, "inferior"), (20.0, "average")])
def test_what_is_dropped_is_worth_less_near_the_enemy(y, supply):
    foe = Body("B1", (50, y), 180, side=BLUE, stands=(INFANTRY,))
    state = cut10(ZONE, c_ops=(40.0, 24.0), others=(foe,))
    assert supply_of(state, state.units["A1"]) == supply
    lost = [stand(state, "A1/3")]
    after = act(state, lambda play: roll_for(play, "A1", "OK", lost), [10])
    assert ("gb10.airborne.supply-drops" in after.cited) == (supply != "average")


@pytest.mark.clause("gb10.airborne.supply-drops")
def test_who_has_no_clear_road_to_them_is_isolated():
    far = cut10(Drop(supplies=(54.0, 44.0)), c_ops=(40.0, 24.0))
    assert situation(far, far.units["A1"]) == "Isolated"
    after = act(far, lambda play: isolate(play, play.state.units["A1"]))
    assert "A1 came by air and loses nothing [gb10.airborne.supply-drops]" in after.told
