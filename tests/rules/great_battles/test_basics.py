"""What holds in every turn: dice and measuring, the edges of the table, and who bears a loss."""

import pytest
from gbday import in_column, plays, with_actions
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, offers, sid, stand, table, why_not

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import Fire, Leave, Move, OpenFire, Pick, Take
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.effects.hits import lose_stand, suppress_one_of
from sandtable.rules.great_battles.fire.shot import aim, score_to_hit
from sandtable.rules.great_battles.nerve.rally import rally
from sandtable.rules.great_battles.nerve.retreat import Retreating
from sandtable.rules.great_battles.staff.action_roll import roll_actions
from sandtable.rules.great_battles.steps import Moving
from sandtable.rules.great_battles.table.field import gap, in_reserve, stands_of
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act

FOE = Body("B1", (20, 30), 180, side=BLUE)


# ---- dice and measuring


@pytest.mark.clause("gb20.setup.scale")
def test_battalions_and_lone_support_stands_roll_for_actions_as_one_unit():
    alone = Body("A2", (30, 10), stands=("AT gun M",))
    state = table(Body("A1", (20, 10), attached=("HQ", "Heavy weapons")), alone, FOE)
    told = act(state, lambda play: roll_actions(play, RED), [3, 3]).told
    assert [line.split(" has ")[0] for line in told if " has " in line] == ["A1", "A2"]


@pytest.mark.case("gb20.setup.dice", 1)
@pytest.mark.parametrize(("die", "down"), [(5, False), (4, True)])
def test_modifiers_are_added_to_the_die_and_the_figure_must_be_reached(die, down):
    state = table(Body("A1", (20, 10), attached=("HQ",), suppressed=(1,)))
    after = act(state, lambda play: rally(play, "A1"), [die])
    assert (Mark.SUPPRESSED in stand(after.state, "A1/1").marks) == down
    assert f"rolls {die} +2 HQ [gb20.rally.modifiers], -2 1 suppressed" in after.told[-2 + down]


@pytest.mark.case("gb20.setup.dice-limits", 1)
@pytest.mark.parametrize(("die", "down"), [(2, True), (3, False)])
def test_a_figure_of_1_can_be_failed(die, down):
    state = table(Body("A1", (20, 10), quality="veteran", suppressed=(1,)))
    after = act(state, lambda play: rally(play, "A1"), [die])
    assert (Mark.SUPPRESSED in stand(after.state, "A1/1").marks) == down
    assert "A1/1 infantry rallies: 1+ can be failed [gb20.setup.dice-limits]" in after.told


@pytest.mark.clause("gb20.setup.dice-limits")
def test_where_every_die_is_enough_nothing_need_be_said():
    state = table(Body("A1", (20, 10), quality="veteran", attached=("HQ",), suppressed=(1,)))
    assert "gb20.setup.dice-limits" not in act(state, lambda play: rally(play, "A1"), [1]).cited


@pytest.mark.case("gb20.setup.measuring", 1)
@pytest.mark.parametrize(("inches", "figure"), [(2.0, 13), (2.1, 17)])
def test_a_column_of_a_table_runs_up_to_its_own_figure(inches, figure):
    lone = {"stands": (INFANTRY,)}
    state = table(Body("A1", (20, 10), **lone), Body("B1", (20, 10 + inches), 180, side=BLUE, **lone))
    shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"))
    assert score_to_hit(state, shot).value == figure


@pytest.mark.clause("gb20.setup.measuring")
def test_distances_are_taken_between_the_nearest_points_of_two_bases():
    lone = {"stands": (INFANTRY,)}
    state = table(Body("A1", (20, 10), **lone), Body("B1", (22.5, 10), 180, side=BLUE, **lone))
    assert gap(state, stand(state, "A1/1"), stand(state, "B1/1")) == 1.0  # the middles are 2.55 inches apart


@pytest.mark.clause("gb20.setup.rounding")
def test_distances_are_never_rounded_to_whole_inches():
    lone = {"stands": (INFANTRY,)}
    state = table(Body("A1", (20, 10), **lone), Body("B1", (20, 12.04), 180, side=BLUE, **lone))
    shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"))
    assert (shot.distance, score_to_hit(state, shot).value) == (2.04, 17)


# ---- the edges of the table


def what_does_it_do(state, body="A1"):
    return asks(state, lambda play: take_action(play, body))


@pytest.mark.clause("gb20.setup.table-edge")
def test_nobody_moves_off_the_table():
    question = what_does_it_do(table(Body("A1", (30, 46)), Body("B1", (30, 20), 180, side=BLUE)))
    assert why_not(question, Move("A1", Place(30, 48.5, 0))) == "gb20.setup.table-edge"
    assert why_not(question, Move("A1", Place(30, 48, 0))) == ""


@pytest.mark.clause("gb20.setup.table-edge")
def test_a_battalion_leaves_by_its_friendly_edge_in_one_action_and_is_in_reserve():
    state = table(Body("A1", (30, 2.5)), FOE)
    after = act(state, lambda play: take_action(play, "A1"), picks=[Leave("A1")], view=view)
    assert [body.id for body in in_reserve(after.state, RED)] == ["A1"]
    assert stand(after.state, "A1/1").place is None


@pytest.mark.clause("gb20.setup.table-edge")
@pytest.mark.parametrize(
    ("body", "edges"),
    [
        (Body("A1", (30, 3.5)), ("south", "north")),  # its last stand would have to go more than 3 inches
        (Body("A1", (30, 46), 180), ("south", "north")),  # by the enemy's edge
        (Body("A1", (1, 20), 270), ("south", "north")),
    ],
)
def test_it_does_not_leave_from_farther_off_or_by_another_edge(body, edges):
    question = what_does_it_do(table(body, Body("B1", (45, 20), 180, side=BLUE), edges=edges))
    assert why_not(question, Leave("A1")) == "gb20.setup.table-edge"


@pytest.mark.clause("gb20.setup.table-edge")
def test_a_column_leaves_along_its_road_at_the_rate_of_the_road():
    road = {"kind": "road", "name": "road", "course": ((30, 48), (30, 0))}
    body = Body("A1", (30, 6), 180, stands=(INFANTRY,) * 2, formation=Formation.ROAD_MARCH)
    state = table(body, Body("B1", (45, 40), 180, side=BLUE), pieces=(road,))
    near, far = (in_column(state, "A1", ((30, 48), (30, 0)), 48 - inches) for inches in (6, 7))
    after = act(near, lambda play: take_action(play, "A1"), picks=[Leave("A1")], view=view)
    assert Mark.RESERVE in after.state.units["A1"].marks
    assert why_not(what_does_it_do(far), Leave("A1")) == "gb20.setup.table-edge"


@pytest.mark.clause("gb20.setup.table-edge")
def test_who_may_leave_gets_off_though_one_stand_meets_rough_ground_first_and_another_at_the_edge():
    tanks = Body("A1", (30, 5.6), stands=(TANK, TANK))
    marshes = ({"kind": "marsh", "name": "moss", "corners": ((24, 2), (30, 2), (30, 3), (24, 3))},
               {"kind": "marsh", "name": "fen", "corners": ((30, 0), (36, 0), (36, 0.4), (30, 0.4))})  # fmt: skip
    state = table(tanks, FOE, pieces=marshes)
    after = act(state, lambda play: take_action(play, "A1"), picks=[Leave("A1")], view=view)
    assert Mark.RESERVE in after.state.units["A1"].marks


@pytest.mark.clause("gb20.setup.table-edge")
def test_a_battalion_that_is_hit_on_its_way_out_may_not_get_off_the_table():
    car = Body("A1", (30, 2.9), stands=("Armoured car L-L-W",))
    state = with_actions(table(car, Body("B1", (30, 12), 180, side=BLUE, stands=(TANK,))), A1=1)
    shot = [OpenFire("B1"), Fire(sid(state, "B1/1"), sid(state, "A1/1"))]
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), Leave("A1"), *shot], dice=[20, 1])
    assert Mark.RESERVE not in day.state.units["A1"].marks
    assert stand(day.state, "A1/1").place.y == pytest.approx(1.4)


@pytest.mark.clause("gb20.setup.table-edge")
def test_a_retreat_over_the_edge_is_blocked():
    state = table(Body("A1", (30, 2)), FOE)
    room = Retreating(state, state.units["A1"], 3.0, [])
    assert room.why_not(180).clause == "gb20.setup.table-edge"
    assert room.why_not(0) is None


# ---- losses of the owner's choice


@pytest.mark.clause("gb20.setup.casualty-choice")
def test_the_owner_picks_the_stand_that_is_lost_attachments_included():
    state = table(Body("A1", (20, 10), attached=("HQ",)), FOE)
    question = asks(state, lambda play: lose_stand(play, "A1", "B1"))
    assert question.side == RED
    assert offers(question) == [Take(sid(state, f"A1/{n}")) for n in (1, 2, 3, 4)]
    after = act(state, lambda play: lose_stand(play, "A1", "B1"), picks=[Take(sid(state, "A1/4"))])
    assert Mark.DESTROYED in stand(after.state, "A1/4").marks
    assert "gb20.setup.casualty-choice" in after.cited


@pytest.mark.clause("gb20.setup.casualty-choice")
def test_a_suppression_goes_to_an_unsuppressed_stand_while_there_is_one():
    state = table(Body("A1", (20, 10), suppressed=(1,)), FOE)
    question = asks(state, lambda play: suppress_one_of(play, stands_of(play.state, "A1"), "B1"))
    assert offers(question) == [Take(sid(state, f"A1/{n}")) for n in (2, 3)]
    down = table(Body("A1", (20, 10), suppressed=(1, 2, 3)), FOE)
    assert not act(down, lambda play: suppress_one_of(play, stands_of(play.state, "A1"), "B1")).told
