"""Force Groups that come later: availability, arrival rolls, zones."""

import pytest
from msgspec.structs import replace
from pk_day import (
    FRENCH,
    GERMAN,
    THERE,
    army_with,
    asks,
    does,
    group_with,
    labels,
    marked,
    off,
    run,
    scenario_with,
    step,
    sums,
    table,
    tallied,
    unit,
)

from sandtable.board.place import Place
from sandtable.board.tablemap import TableMap
from sandtable.mechanics.shorthand import piece
from sandtable.rules.panzer_korps.arrival import (
    availability,
    entry_line,
    mostly,
    open_points,
    refuse_entry,
    riding,
    roll_arrival,
)
from sandtable.rules.panzer_korps.scenario import laid
from sandtable.rules.panzer_korps.setup import Zone, unplaced
from sandtable.rules.panzer_korps.steps import Arrivals, Day, Deployment, Entering, TacticalTurn
from sandtable.rules.panzer_korps.words import Mark, Tally

GROUP = "German group"


def coming(*kinds, rating="D", order="Advance", mostly="mixed", starts="roll", **said):
    """A German group that is not on the table yet. Each kind is what one of its formations is."""
    own = [f"German {n} at {10 + 5 * n},5: {kind}" for n, kind in enumerate(kinds or ("3 infantry; foot",))]
    own = [
        one + f", led by {rating}, order {order}" if ";" in one else f"{one}; led by {rating}, order {order}"
        for one in own
    ]
    state = scenario_with(table(*own, THERE, **said), mostly=mostly)
    return group_with(off(state, *map(str, range(len(own)))), "German", starts=starts)


MECHANISED = "3 AFV 75", "3 infantry; mechanised"
MOTORISED = "3 AFV 75", "3 AFV 75", "3 infantry; motorised"


def rolls(state, die):
    """The total, the marks of the group and the segments that it waits."""
    after = does(state, availability, state.units[GROUP], dice=[die])
    group = unit(after, GROUP)
    return sums(after)[0], group.marks & {Mark.WAITING, Mark.DELAYED, Mark.KEEPS_OFF}, group.tallies[Tally.WAITS]


# ---- availability


@pytest.mark.case("pk.arrival.availability", 1)
def test_a_mechanised_group_led_by_a_at_home_starts_on_the_table():
    assert rolls(coming(*MECHANISED, rating="A", home={"German": True}), 5) == (0, {Mark.KEEPS_OFF}, 0)


@pytest.mark.case("pk.arrival.availability", 2)
def test_a_foot_group_led_by_g_in_snow_over_woods_does_not_arrive():
    assert rolls(coming(rating="G", weather=["snow"], mostly="woods"), 5) == (11, {Mark.DELAYED}, 0)


@pytest.mark.clause("pk.arrival.availability")
@pytest.mark.parametrize(
    ("die", "mark", "waits"),
    [(1, Mark.KEEPS_OFF, 0), (3, Mark.KEEPS_OFF, 0), (4, Mark.WAITING, 0), (5, Mark.WAITING, 0), (6, Mark.WAITING, 1),
     (7, Mark.WAITING, 1), (8, Mark.WAITING, 3), (9, Mark.WAITING, 3), (10, Mark.DELAYED, 0)],
)  # fmt: skip
def test_the_die_says_when_a_group_comes(die, mark, waits):
    assert rolls(coming(), die) == (die, {mark}, waits)


@pytest.mark.case("pk.setup.dice", 1)
def test_a_printed_zero_is_a_ten():
    assert rolls(coming(), 10)[1] == {Mark.DELAYED}


@pytest.mark.clause("pk.setup.dice")
def test_a_value_beyond_the_table_reads_its_last_entry():
    assert rolls(coming(*MECHANISED, rating="A"), 1) == (-3, {Mark.KEEPS_OFF}, 0)


@pytest.mark.clause("pk.arrival.availability")
def test_a_group_that_may_not_start_on_the_table_comes_in_the_first_segment():
    assert rolls(coming(starts="roll, not on the table"), 2)[1:] == ({Mark.WAITING}, 0)


@pytest.mark.case("pk.arrival.availability-as-printed", 1)
def test_as_printed_a_six_comes_in_the_first_segment():
    printed = frozenset({"availability-as-printed"})
    assert rolls(coming(options=printed), 6) == (6, {Mark.WAITING}, 0)


@pytest.mark.clause("pk.arrival.availability-as-printed")
@pytest.mark.parametrize(
    ("die", "marks", "waits"),
    [(2, set(), 0), (4, {Mark.KEEPS_OFF}, 0), (9, {Mark.WAITING}, 1), (10, {Mark.WAITING}, 3)],
)
def test_as_printed_every_result_stands_one_row_lower(die, marks, waits):
    state = coming(options=frozenset({"availability-as-printed"}))
    assert rolls(state, die)[1:] == (marks, waits)


@pytest.mark.case("pk.arrival.availability-modifiers", 1)
def test_the_modifiers_add_up():
    state = coming(*MOTORISED, rating="B", weather=["rain"], mostly="swamp")
    after = does(state, availability, state.units[GROUP], dice=[5])
    assert labels(after) == ["led by B", "ground mostly swamp or mountain", "rain", "force all motorised"] and sums(
        after
    ) == [6]


@pytest.mark.clause("pk.arrival.availability-modifiers")
@pytest.mark.parametrize(
    ("rating", "figure"), [("A", -2), ("B", -1), ("C", 0), ("D", 0), ("E", 0), ("F", 1), ("G", 2), ("H", 3)]
)
def test_each_leader_has_his_figure(rating, figure):
    assert rolls(coming(rating=rating), 5)[0] == 5 + figure


@pytest.mark.clause("pk.arrival.availability-modifiers", "pk.logistics.out-of-supply")
@pytest.mark.parametrize(
    ("said", "figure"),
    [({"mostly": "woods"}, 1), ({"mostly": "mountain"}, 2), ({"mostly": "clear"}, -1), ({"weather": ["mud"]}, 2),
     ({"weather": ["rain", "snow"]}, 4), ({"home": {"German": True}}, -1), ({"home": {"French": True}}, 0)],
)  # fmt: skip
def test_ground_weather_and_home_count(said, figure):
    assert rolls(coming(**said), 5)[0] == 5 + figure
    assert rolls(group_with(coming(**said), "German", out_of_supply=True), 5)[0] == 7 + figure


@pytest.mark.case("pk.organisation.traits", 1)
def test_a_motorised_battalion_makes_a_group_motorised_and_a_mechanised_one_does_not():
    motorised, mechanised = coming(*MOTORISED), coming(*MOTORISED[:2], "3 infantry; mechanised")
    assert riding(motorised, motorised.units[GROUP]) == "motorised" and rolls(motorised, 5)[0] == 4
    assert riding(mechanised, mechanised.units[GROUP]) == "mechanised" and rolls(mechanised, 5)[0] == 3
    assert riding(coming("3 AFV 75", "3 infantry"), coming("3 AFV 75", "3 infantry").units[GROUP]) == ""


@pytest.mark.clause("pk.arrival.availability-modifiers")
@pytest.mark.parametrize(
    ("ground", "found"),
    [([], "clear"), (["light woods at 36,24 size 72,26"], "woods"), (["marsh at 36,24 size 72,26"], "swamp"),
     (["rolling hill at 36,24 size 72,26 level 1"], "mountain"), (["heavy woods at 36,24 size 72,24"], "mixed"),
     (["brush at 36,24 size 72,30"], "mixed")],
)  # fmt: skip
def test_what_covers_more_than_half_of_the_table_decides(ground, found):
    assert mostly(laid(TableMap((72.0, 48.0), tuple(map(piece, ground))))) == found


@pytest.mark.clause("pk.arrival.availability")
def test_a_delayed_group_rolls_again_on_the_second_day():
    delayed = marked(coming(), GROUP, Mark.DELAYED)
    after = step(delayed, Day(2), dice=[2])
    assert Mark.DELAYED not in unit(after, GROUP).marks and Deployment(GERMAN) in after.state.agenda
    assert unplaced(after.state, GERMAN) and not unplaced(delayed, GERMAN)


# ---- set-up after the roll


def placed_by_roll(**said):
    """The group starts on the table; the French A stands in the open at 36,43."""
    return marked(coming(**said), GROUP, Mark.KEEPS_OFF)


@pytest.mark.case("pk.arrival.start-zone", 1)
def test_a_group_that_the_roll_puts_on_the_table_keeps_thirty_inches_off():
    state = placed_by_roll()
    moved = state.put(replace(state.units["A"], place=Place(36, 38, 180)))
    zone = Zone(moved, moved.units["0"])
    assert zone.why_not(Place(36, 8, 0)).clause == "pk.arrival.start-zone"  # 28 inches
    assert zone.why_not(Place(36, 6, 0)) is None


@pytest.mark.clause("pk.arrival.start-zone")
def test_an_enemy_in_cover_is_not_known_and_keeps_nobody_off():
    state = placed_by_roll(ground=["light woods at 36,38 size 6,6"])
    moved = state.put(replace(state.units["A"], place=Place(36, 38, 180), marks=frozenset({Mark.PLACED})))
    assert Zone(moved, moved.units["0"]).why_not(Place(36, 8, 0)) is None


@pytest.mark.clause("pk.arrival.start-zone")
def test_if_thirty_inches_are_not_to_be_had_the_farthest_ground_is():
    state = placed_by_roll(size=(48.0, 48.0))
    near = state.put(replace(state.units["A"], place=Place(24, 12, 180)))
    zone = Zone(near, near.units["0"])
    assert zone.why_not(Place(10, 5, 0)) is not None
    assert {room.point for room in zone.rooms()} == {(1, 1), (47, 1)}


@pytest.mark.clause("pk.arrival.start-zone")
def test_other_groups_are_placed_anywhere_in_their_zone():
    state = coming()
    near = state.put(replace(state.units["A"], place=Place(36, 12, 180)))
    assert Zone(near, near.units["0"]).why_not(Place(36, 8, 0)) is None
    assert Zone(near, near.units["0"]).why_not(Place(36, 8.01, 0)).clause == "pk.arrival.start-zone"


# ---- arrival


def waiting(waits=0, tries=0, **said):
    state = marked(coming(**said), GROUP, Mark.WAITING)
    return tallied(tallied(state, GROUP, Tally.WAITS, waits), GROUP, Tally.TRIES, tries)


@pytest.mark.case("pk.arrival.roll", 1)
def test_the_third_attempt_of_a_c_leader_succeeds_on_a_forty():
    after = run(waiting(tries=2, rating="C"), Arrivals(), dice=[40, 1])
    assert after.rolls[0].need.total == 40 and after.rolls[0].total
    assert not run(waiting(tries=2, rating="C"), Arrivals(), dice=[41]).rolls[0].total


@pytest.mark.clause("pk.arrival.roll")
def test_every_day_segment_after_the_first_attempt_adds_five_percent():
    state = waiting(rating="H")
    needs = []
    for _ in range(3):
        after = run(state, Arrivals(), dice=[100])
        needs.append(after.rolls[0].need.total)
        state = after.state
    assert needs == [5, 10, 15]


@pytest.mark.clause("pk.arrival.roll", "pk.arrival.availability")
def test_a_late_group_rolls_from_the_fourth_segment_on():
    state, rolled = waiting(waits=3), []
    for _ in range(4):
        after = run(state, Arrivals(), dice=[] if unit(state, GROUP).tallies[Tally.WAITS] else [100])
        rolled.append(len(after.rolls))
        state = after.state
    assert rolled == [0, 0, 0, 1]


@pytest.mark.case("pk.command.rating-cinc", 1)
def test_the_chance_is_the_groups_own_leaders_and_not_the_cincs():
    after = run(waiting(rating="G", cinc={"German": "A"}), Arrivals(), dice=[11])
    assert after.rolls[0].need.total == 10


@pytest.mark.case("pk.arrival.timing", 1)
def test_a_group_that_arrives_in_a_segment_without_turns_enters_in_the_next_turn():
    state = run(waiting(), Arrivals(), dice=[1, 1]).state
    question = asks(state, TacticalTurn(1, 1), kind="orders")
    steps = [one for one in question.state.agenda if isinstance(one, Entering)]
    assert steps == [Entering(GROUP, "central")]


@pytest.mark.clause("pk.arrival.timing")
def test_the_initiative_players_groups_roll_first():
    state = marked(off(waiting(), "A"), "French group", Mark.WAITING)
    after = run(state, Arrivals(), dice=[100, 100])
    assert [roll.throw.unit for roll in after.rolls] == [GROUP, "French group"]


# ---- where


@pytest.mark.case("pk.arrival.deployment", 1)
def test_a_b_leader_on_advance_comes_on_the_enemys_flank():
    after = run(waiting(rating="B"), Arrivals(), dice=[1, 4, 2])
    assert sums(after)[1] == 7 and "right flank" in unit(after, GROUP).marks


@pytest.mark.case("pk.arrival.deployment-modifiers", 1)
def test_an_e_leader_on_move_comes_in_the_central_zone():
    after = run(waiting(rating="E", order="Move"), Arrivals(), dice=[1, 6])
    assert sums(after)[1] == 4 and "central" in unit(after, GROUP).marks


@pytest.mark.clause("pk.arrival.deployment")
@pytest.mark.parametrize(
    ("dice", "zone"),
    [([1], "central"), ([4], "central"), ([5], "left"), ([6], "right")],
)
def test_the_die_says_in_which_zone_a_group_enters(dice, zone):
    after = run(waiting(order="Move"), Arrivals(), dice=[1, *dice])
    assert zone in unit(after, GROUP).marks and Mark.WAITING not in unit(after, GROUP).marks


@pytest.mark.clause("pk.arrival.deployment")
@pytest.mark.parametrize(("die", "zone"), [(3, "right flank"), (4, "left flank")])
def test_another_die_says_on_which_flank(die, zone):
    assert zone in unit(run(waiting(), Arrivals(), dice=[1, 6, die]), GROUP).marks


@pytest.mark.clause("pk.arrival.deployment-modifiers")
def test_all_modifiers_of_the_deployment_add_up():
    state = waiting(home={"German": True}, air_superiority={"German": True}, rating="A")
    state = army_with(state, "German", groups=coming(*MECHANISED, rating="A").scenario.army("German").groups)
    after = does(state, roll_arrival, state.units[GROUP], dice=[1, 1, 1])
    assert labels(after, 1) == [
        "all mechanised",
        "air superiority",
        "home nation",
        "A-C leader",
        "Advance order (as against Move)",
    ]
    assert sums(after)[1] == 7


@pytest.mark.case("pk.arrival.zones", 1)
def test_the_central_zone_is_the_middle_third_of_the_edge():
    assert entry_line(table(), GERMAN, "central") == ((24, 0), (48, 0))


@pytest.mark.clause("pk.arrival.zones", "pk.setup.table")
def test_left_and_right_are_as_the_owner_sees_them():
    state = table()
    assert entry_line(state, GERMAN, "left") == ((0, 0), (24, 0))
    assert entry_line(state, FRENCH, "left") == ((72, 48), (48, 48))
    assert entry_line(state, GERMAN, "right flank") == ((72, 24), (72, 48))
    assert entry_line(state, FRENCH, "right flank") == ((0, 24), (0, 0))


@pytest.mark.clause("pk.arrival.zones")
def test_an_enemy_within_three_inches_closes_an_entry_point():
    state = table("German I at 10,5: 3 infantry", "French A at 36,2: 3 infantry")
    assert refuse_entry(state, GERMAN, (39.46, 0.0)).clause == "pk.arrival.zones"  # exactly 3 inches
    assert refuse_entry(state, GERMAN, (39.48, 0.0)) is None
    points = open_points(state, GERMAN, "central")
    assert (30.0, 0.0) in points and (36.0, 0.0) not in points
