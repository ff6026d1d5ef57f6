"""Victory: objectives, broken armies, points, captured equipment, withdrawal."""

import pytest
from msgspec.structs import replace
from pk_day import FRENCH, GERMAN, does, marked, run, scenario_with, step, table, tallied, unit, verdict

from sandtable.board.place import Place
from sandtable.kernel.state import NOBODY
from sandtable.rules.panzer_korps.commands import March
from sandtable.rules.panzer_korps.disorder import capture, leave
from sandtable.rules.panzer_korps.scenario import Objective
from sandtable.rules.panzer_korps.steps import GroupMoves, SegmentEnd, TurnEnd
from sandtable.rules.panzer_korps.victory import concede, losses, points, take_objectives
from sandtable.rules.panzer_korps.words import Mark, Tally

BROKEN, POINTS = "pk.victory.broken", "pk.victory.points"
HILL, FARM, MILL = (
    Objective(name, at) for name, at in (("the hill", (20, 20)), ("the farm", (50, 20)), ("the mill", (60, 30)))
)


def armies(german=8, french=8, **said):
    """So many battalions a side."""
    own = [f"German G{n} at {5 + 4 * n},5: 3 infantry" for n in range(german)]
    return table(*own, *[f"French F{n} at {5 + 4 * n},43: 3 infantry" for n in range(french)], **said)


def without(state, *names):
    for name in names:
        state = does(state, leave, name, "dispersed").state
    return state


def named(letter, number):
    return [f"{letter}{n}" for n in range(number)]


# ---- broken


@pytest.mark.case("pk.victory.broken", 1)
@pytest.mark.parametrize(("gone", "how"), [(4, (BROKEN, FRENCH)), (3, None)])
def test_a_side_that_has_lost_half_of_its_formations_loses_at_once(gone, how):
    assert verdict(run(without(armies(), *named("G", gone)), TurnEnd())) == how


@pytest.mark.clause("pk.victory.broken")
def test_one_loss_breaks_nobody():
    assert verdict(run(without(armies(2, 2), "G0"), TurnEnd())) is None


@pytest.mark.clause("pk.victory.broken")
def test_formations_still_to_come_do_not_count():
    state = armies(4, 4)
    state = state.put(replace(state.units["G3"], place=None))
    state = tallied(state, "German", Tally.HAD, 3)
    assert verdict(run(without(state, "G0", "G1"), TurnEnd())) == (BROKEN, FRENCH)


@pytest.mark.clause("pk.victory.broken")
def test_if_both_are_broken_the_points_decide():
    state = without(armies(4, 6), *named("G", 2), *named("F", 3))
    assert verdict(run(state, TurnEnd())) == (BROKEN, GERMAN)


@pytest.mark.clause("pk.victory.broken")
def test_whoever_concedes_loses():
    assert verdict(does(armies(), concede, GERMAN)) == (BROKEN, FRENCH)


# ---- points


def battle(*units, holders=("German", "German", "French")):
    aims = [replace(one, holder=holder) for one, holder in zip((HILL, FARM, MILL), holders, strict=True)]
    return table(*units, objectives=aims, segment="Dusk", last="Dusk", days=1)


FORCES = "German I at 5,5: 3 infantry", "German II at 10,5: 3 infantry", "German III at 15,5: 3 infantry"
FOES = "French A at 5,43: 3 AFV 75", "French B at 10,43: 3 infantry", "French C at 15,43: 3 infantry"


@pytest.mark.case("pk.victory.points", 1)
def test_eight_points_to_five_are_a_clear_win():
    state = without(battle(*FORCES, *FOES), "A", "I", "II")
    assert (points(state, GERMAN), points(state, FRENCH)) == (8, 5)
    after = step(state, SegmentEnd())
    assert verdict(after) == (POINTS, GERMAN) and "a clear win, 8 to 5" in str(after)


@pytest.mark.clause("pk.victory.points")
@pytest.mark.parametrize(
    ("lost", "holders", "winner", "word"),
    [(("I",), ("German", "French", ""), FRENCH, "marginal"), ((), ("German", "French", ""), None, ""),
     (("A",), ("German", "French", ""), GERMAN, "marginal"), ((), ("German", "", ""), GERMAN, "clear")],
)  # fmt: skip
def test_a_lead_of_three_is_a_clear_win_and_no_lead_a_draw(lost, holders, winner, word):
    after = step(without(battle(*FORCES, *FOES, holders=holders), *lost), SegmentEnd())
    assert verdict(after) == (POINTS, winner) and word in str(after)


@pytest.mark.clause("pk.victory.points")
@pytest.mark.parametrize(("holder", "winner"), [("French", FRENCH), ("", None)])
def test_a_scenario_may_let_one_objective_decide(holder, winner):
    state = scenario_with(battle(*FORCES, *FOES, holders=("German", "German", holder)), decides="the mill")
    assert verdict(step(state, SegmentEnd())) == (POINTS, winner)


@pytest.mark.clause("pk.victory.points")
def test_losses_are_told_for_each_side():
    state = tallied(without(battle(*FORCES, *FOES), "A"), "I", Tally.CAPTURED, 1)
    assert losses(state, FRENCH) == {"formations": 1, "captured": 1} and losses(state, GERMAN)["formations"] == 0


# ---- objectives


def at_hill(german, french="60,44", holder="French", words=""):
    units = f"German I at {german}: 3 infantry{words}", f"French A at {french}: 3 infantry"
    state = table(*units, objectives=[replace(HILL, holder=holder)])
    return unit(does(state, take_objectives), "the hill").side


@pytest.mark.case("pk.victory.objective", 1)
@pytest.mark.parametrize("words", ["; disorder 6", "; Panicked"])
def test_a_fragmented_or_panicked_formation_takes_nothing(words):
    assert at_hill("20,20", words=words) == FRENCH


@pytest.mark.clause("pk.victory.objective")
@pytest.mark.parametrize(("y", "holder"), [(24, GERMAN), (24.01, FRENCH)])
def test_whoever_alone_is_within_three_inches_takes_it(y, holder):
    assert at_hill(f"20,{y}") == holder


@pytest.mark.clause("pk.victory.objective")
def test_nobody_takes_what_both_are_near():
    assert at_hill("20,18", french="20,22") == FRENCH


@pytest.mark.clause("pk.victory.objective")
def test_it_is_kept_when_its_holder_goes_away_and_nobodys_before():
    assert at_hill("5,5", holder="German") == GERMAN and at_hill("5,5", holder="") == NOBODY


@pytest.mark.clause("pk.victory.objective")
def test_objectives_change_hands_at_the_end_of_a_turn():
    state = table("German I at 20,20: 3 infantry", "French A at 60,43: 3 infantry", objectives=[HILL])
    assert unit(run(state, TurnEnd()), "the hill").side == GERMAN


@pytest.mark.clause("pk.victory.objective")
def test_objectives_change_hands_when_a_formation_has_moved_there():
    state = table("German I at 20,14: 3 infantry", "French A at 60,43: 3 infantry", objectives=[HILL])
    after = step(state, GroupMoves("German group", 1), picks=[March("I", Place(20, 17, 0))])
    assert unit(after, "the hill").side == GERMAN


# ---- captured equipment


@pytest.mark.case("pk.victory.captured", 1)
@pytest.mark.parametrize(("kind", "score"), [("3 AT 75", 2), ("3 AFV 75", 3), ("3 wagons", 2), ("3 infantry", 1)])
def test_equipment_lost_in_a_close_assault_is_captured(kind, score):
    state = without(
        table("German I at 20,10: 3 infantry", f"French A at 20,12: {kind}", "French B at 60,43: 3 infantry"), "A"
    )
    assert points(does(state, capture, "A", "I").state, GERMAN) == score


# ---- withdrawal


@pytest.mark.case("pk.victory.withdrawal", 1)
def test_a_side_whose_last_formation_has_left_has_lost():
    state = table("German I at 20,1: 3 infantry", "French A at 60,43: 3 infantry")
    gone = replace(state.units["I"], place=None, marks=state.units["I"].marks | {Mark.WITHDRAWN})
    assert verdict(run(state.put(gone), TurnEnd())) == ("pk.victory.withdrawal", FRENCH)


@pytest.mark.clause("pk.victory.withdrawal")
@pytest.mark.parametrize(
    ("mark", "day", "lost"), [(Mark.WAITING, 1, False), (Mark.DELAYED, 1, False), (Mark.DELAYED, 7, True)]
)
def test_it_has_not_lost_while_somebody_may_still_come(mark, day, lost):
    state = table("German I at 20,1: 3 infantry", "French A at 60,43: 3 infantry", day=day)
    state = marked(state.put(replace(state.units["I"], place=None)), "German group", mark)
    assert (verdict(run(state, TurnEnd())) is not None) == lost


@pytest.mark.clause("pk.victory.withdrawal")
@pytest.mark.parametrize(("zone", "lost"), [("", True), ("central", False)])
def test_in_the_last_segment_only_a_group_that_has_arrived_may_still_come(zone, lost):
    state = table("German I at 20,1: 3 infantry", "French A at 60,43: 3 infantry", segment="Dusk", last="Dusk", days=1)
    state = marked(state.put(replace(state.units["I"], place=None)), "German group", zone or Mark.WAITING)
    assert (verdict(run(state, TurnEnd())) is not None) == lost


@pytest.mark.clause("pk.victory.withdrawal")
def test_whoever_withdraws_counts_neither_for_breaking_nor_for_points():
    state = armies(4, 4)
    for name in ("G0", "G1"):
        one = state.units[name]
        state = state.put(replace(one, place=None, marks=one.marks | {Mark.WITHDRAWN}))
    assert verdict(run(state, TurnEnd())) is None and points(state, FRENCH) == 0
