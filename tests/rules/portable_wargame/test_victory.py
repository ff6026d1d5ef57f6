"""Ending the battle and victory."""

import pytest
from tabletop import (
    BLUE,
    RED,
    asks,
    at,
    exhausted,
    having_lost,
    played,
    queued,
    scenario,
    sp,
    square,
    steps,
    table,
    unit,
)

from sandtable import Resign, new_game
from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Advance,
    Attack,
    Bombard,
    Deploy,
    Fire,
    Fly,
    LayWire,
    Leave,
    Move,
    Retreat,
    Stay,
    Step,
)
from sandtable.rules.portable_wargame.scenario import Dash, Entry, Hold, Victory
from sandtable.rules.portable_wargame.sequence import Activating, Bombardment, EndPhase, Orders, begin
from sandtable.scripted import act

INFANTRY = unit("Infantry", "d4")


def foe(where: str, facing: str = "S", kind: str = "Infantry", **more):
    return unit(kind, where, facing, side=BLUE, **more)


def last_turn(*units, red_lost: int = 0, blue_lost: int = 0, **more):
    """The end phase of the last turn."""
    state = table(*(units or (INFANTRY, foe("d9"))), turn=3, turns=3, **more)
    return having_lost(having_lost(state, RED, red_lost), BLUE, blue_lost)


def ended(state):
    """How the battle is told to end, in the end phase of this turn."""
    return act(state, steps(EndPhase())).told[-1]


# ---- when it ends


@pytest.mark.clause("pw.victory.end")
@pytest.mark.parametrize(("turn", "over"), [(2, False), (3, True)])
def test_the_battle_ends_with_the_scenarios_last_turn(turn, over):
    after = act(table(INFANTRY, foe("d9"), turn=turn, turns=3), steps(EndPhase()))
    assert ("the last turn is over: the battle ends [pw.victory.end]" in after.told) == over


@pytest.mark.clause("pw.victory.end")
def test_a_battle_lasts_fifteen_turns_if_the_scenario_does_not_say():
    assert scenario((Entry("Infantry"),)).turns == 15


@pytest.mark.clause("pw.victory.end")
def test_the_battle_ends_in_the_phase_five_in_which_both_sides_are_exhausted():
    state = exhausted(having_lost(table(INFANTRY, foe("d9"), turn=3), BLUE, 2), RED, 2)
    assert ended(state) == "Blue wins: it was exhausted in a later turn [pw.victory.order]"


@pytest.mark.clause("pw.victory.end")
def test_a_side_without_ground_units_has_lost_at_that_moment():
    state = table(INFANTRY, foe("d5", sp=1), unit("Reconnaissance Aircraft", "h9", side=BLUE), options=("air",))
    picks = [Stay("Red Infantry"), Fire("Red Infantry", at("d5"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[6, 1], picks=picks)
    assert after.told[-1] == "Red wins: no enemy ground Units are left [pw.victory.end]"
    assert (after.state.winner, after.state.agenda) == (RED, ())


@pytest.mark.clause("pw.victory.end")
def test_a_side_with_ground_units_still_to_come_has_not_lost():
    later = unit("Tanks", side=BLUE, traits=("enters d12",), arrives_in_turn=9)
    state = table(INFANTRY, foe("d5", sp=1), later)
    picks = [Stay("Red Infantry"), Fire("Red Infantry", at("d5"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[6, 1], picks=picks)
    assert after.state.winner is None


@pytest.mark.clause("pw.victory.end")
@pytest.mark.parametrize(
    "waiting",
    [
        unit("Reconnaissance Aircraft", side=BLUE, arrives_in_turn=9),
        unit("Tanks", traits=("enters d1",), arrives_in_turn=9),
    ],
)
def test_neither_aircraft_nor_the_enemys_reinforcements_save_a_side(waiting):
    state = table(INFANTRY, foe("d5", sp=1), waiting, options=("air",))
    picks = [Stay("Red Infantry"), Fire("Red Infantry", at("d5"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[6, 1], picks=picks)
    assert after.state.winner == RED


@pytest.mark.clause("pw.victory.end", "pw.victory.order")
def test_in_the_artillery_phase_it_is_looked_at_when_all_hits_are_resolved():
    guns = [
        unit("Artillery", "d1", "N", traits=("Field Artillery",), sp=1),
        unit("Artillery", "d6", "S", side=BLUE, traits=("Field Artillery",), sp=1),
    ]
    orders = [Bombard("Red Artillery", at("d6")), Bombard("Blue Artillery", at("d1"))]
    after = act(table(*guns), steps(Orders(RED), Orders(BLUE), Bombardment()), dice=[5, 5, 1, 1], picks=orders)
    assert after.told[-1] == "A draw: no ground Units are left [pw.victory.end]"


@pytest.mark.clause("pw.victory.end", "pw.victory.order")
def test_in_close_combat_it_is_looked_at_when_both_hits_are_resolved():
    state = table(unit("Infantry", "d4", sp=1), foe("d5", sp=1))
    after = act(state, lambda play: fight(play, Attack("Red Infantry", "Blue Infantry")), dice=[1, 1, 1, 1])
    assert after.told[-1] == "A draw: no ground Units are left [pw.victory.end]"


@pytest.mark.clause("pw.victory.end")
def test_nobody_is_asked_to_advance_when_the_last_enemy_has_fallen():
    state = table(INFANTRY, foe("d5", sp=1))
    after = act(state, lambda play: fight(play, Attack("Red Infantry", "Blue Infantry")), dice=[1, 6, 1])
    assert (after.asked, after.state.winner) == ([], RED)


@pytest.mark.clause("pw.victory.end")
def test_a_last_unit_lost_to_mines_loses_the_battle():
    state = table(unit("Infantry", "d4", sp=1), foe("d9"), ground={"d5": "minefield"})
    picks = [Activate("Red Infantry"), Move("Red Infantry", at("d5"))]
    after = act(state, steps(Activating(RED)), dice=[1], picks=picks)
    assert after.state.winner == BLUE


DASH = Victory(dash=Dash("Red", "d6", ("Tanks", "Light Tanks")), otherwise="Blue")


@pytest.mark.clause("pw.victory.end", "pw.victory.order")
@pytest.mark.parametrize(
    ("kind", "end", "wins"), [("Tanks", "d6", True), ("Tanks", "d5", False), ("Infantry", "d6", False)]
)
def test_an_immediate_condition_of_the_scenario_ends_the_battle(kind, end, wins):
    state = table(unit(kind, "d4"), foe("a9"), victory=DASH)
    after = act(state, lambda play: activate(play, f"Red {kind}"), picks=[Move(f"Red {kind}", at(end))])
    assert (after.told[-1] == f"Red wins: Red {kind} has reached d6 [pw.victory.order]") == wins


@pytest.mark.clause("pw.victory.end")
def test_an_immediate_condition_is_for_one_side_only():
    state = table(unit("Infantry", "a1"), foe("d8", kind="Tanks"), victory=DASH)
    after = act(state, lambda play: activate(play, "Blue Tanks"), picks=[Move("Blue Tanks", at("d6", "S"))])
    assert square(after.state, "Blue Tanks") == "d6" and after.state.winner is None


@pytest.mark.clause("pw.victory.end")
def test_a_unit_destroyed_on_the_way_has_not_arrived():
    state = table(unit("Tanks", "d5", sp=1), INFANTRY, foe("a9"), victory=DASH, ground={"d6": "minefield"})
    after = act(state, lambda play: activate(play, "Red Tanks"), dice=[1], picks=[Move("Red Tanks", at("d6"))])
    assert sp(after.state, "Red Tanks") == 0 and after.state.winner is None


@pytest.mark.clause("pw.victory.end")
def test_passing_through_is_not_ending_there():
    state = table(
        unit("Tanks", "d4"),
        foe("a9"),
        victory=DASH,
        ground={"c4": "river", "e4": "river", "c5": "river", "e5": "river"},
    )
    after = act(state, lambda play: activate(play, "Red Tanks"), picks=[Move("Red Tanks", at("d7"))])
    assert square(after.state, "Red Tanks") == "d7" and after.state.winner is None


@pytest.mark.clause("pw.victory.end")
def test_any_activation_that_ends_there_will_do():
    state = table(unit("Tanks", "d6"), foe("a9"), victory=DASH)
    after = act(state, lambda play: activate(play, "Red Tanks"), picks=[LayWire("Red Tanks")])
    assert after.state.winner == RED


@pytest.mark.clause("pw.victory.end", "pw.victory.order")
@pytest.mark.parametrize("side", ["Polish", "German"])
def test_either_player_may_concede_at_any_pause(side):
    game = new_game("portable-wargame", "krojanty")
    entries = game.play(Resign(side))
    winner = "German" if side == "Polish" else "Polish"
    assert str(entries[-1]) == f"{winner} wins: {side} concedes [pw.victory.end]"
    assert (game.state.winner, game.decision) == (winner, None)


# ---- who wins


@pytest.mark.case("pw.victory.order", 1)
def test_of_two_exhausted_sides_the_one_exhausted_later_wins():
    state = exhausted(having_lost(table(INFANTRY, foe("d9"), turn=8), BLUE, 2), RED, 6)
    assert ended(state) == "Blue wins: it was exhausted in a later turn [pw.victory.order]"


@pytest.mark.clause("pw.victory.order")
@pytest.mark.parametrize(("red_in", "blue_in", "winner"), [(6, 8, BLUE), (8, 6, RED)])
def test_it_does_not_matter_which_side_was_exhausted_first(red_in, blue_in, winner):
    state = exhausted(exhausted(table(INFANTRY, foe("d9"), turn=8), RED, red_in), BLUE, blue_in)
    assert act(state, steps(EndPhase())).state.winner == winner


HOLD = Victory(hold=Hold("Red", ("e11", "f11"), 2), otherwise="Blue")


@pytest.mark.clause("pw.victory.order")
@pytest.mark.parametrize(
    ("f11", "told"),
    [
        ("Red", "Red wins: it holds 2 of e11, f11 [pw.victory.order]"),
        ("Blue", "Blue wins: the enemy has not done what the scenario asks [pw.victory.order]"),
    ],
)
def test_the_scenarios_own_condition_goes_before_exhaustion(f11, told):
    state = last_turn(objectives={"e11": "Red", "f11": f11}, victory=HOLD)
    loser = RED if f11 == "Red" else BLUE
    assert ended(exhausted(state, loser)) == told


@pytest.mark.clause("pw.victory.order")
def test_a_scenario_may_let_the_side_that_is_exhausted_first_lose_at_once():
    state = having_lost(table(INFANTRY, foe("d9"), victory=Victory(first_exhausted_loses=True)), RED, 2)
    assert ended(state) == "Blue wins: only the enemy is exhausted [pw.victory.order]"


@pytest.mark.clause("pw.victory.order")
def test_such_a_scenario_goes_on_while_nobody_is_exhausted():
    state = table(INFANTRY, foe("d9"), victory=Victory(first_exhausted_loses=True))
    assert act(state, steps(EndPhase())).state.winner is None


@pytest.mark.clause("pw.victory.order")
def test_a_side_that_is_not_exhausted_beats_one_that_is():
    state = last_turn(unit("Infantry", "d4", sp=9), foe("d9", sp=9), red_lost=2)
    assert ended(exhausted(state, BLUE)) == "Red wins: only the enemy is exhausted [pw.victory.order]"


@pytest.mark.clause("pw.victory.order")
@pytest.mark.parametrize(
    ("red_lost", "blue_lost", "told"),
    [
        (1, 1, "Blue wins: it keeps a larger share of its Strength Points [pw.victory.order]"),
        (1, 3, "Red wins: it keeps a larger share of its Strength Points [pw.victory.order]"),
        (1, 2, "A draw: neither side is better off [pw.victory.order]"),
        (0, 0, "A draw: neither side is better off [pw.victory.order]"),
    ],
)
def test_then_the_larger_fraction_of_strength_kept_wins_or_it_is_a_draw(red_lost, blue_lost, told):
    units = unit("Infantry", "d4", sp=6), foe("d9", sp=12)
    assert ended(last_turn(*units, red_lost=red_lost, blue_lost=blue_lost)) == told


@pytest.mark.clause("pw.victory.order")
def test_sides_exhausted_in_the_same_turn_are_judged_by_strength_kept():
    state = last_turn(unit("Infantry", "d4", sp=6), foe("d9", sp=6), red_lost=3, blue_lost=2)
    assert ended(state) == "Blue wins: it keeps a larger share of its Strength Points [pw.victory.order]"


@pytest.mark.clause("pw.victory.order")
def test_having_no_ground_units_loses_whatever_the_scenario_asks():
    state = table(INFANTRY, foe("d5", sp=1), objectives={"e11": "Blue", "f11": "Blue"}, victory=HOLD)
    picks = [Stay("Red Infantry"), Fire("Red Infantry", at("d5"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[6, 1], picks=picks)
    assert after.state.winner == RED


HOME = Victory(hold=Hold("Red", ("e11",), 1))


def marched_off(victory, holds):
    """Red's last Unit leaves over its exit edge."""
    state = table(unit("Infantry", "d1"), foe("d9"), objectives={"e11": holds}, victory=victory, exits="south")
    return act(state, lambda play: activate(play, "Red Infantry"), picks=[Leave("Red Infantry")]).told[-1]


@pytest.mark.clause("pw.victory.order")
def test_a_side_whose_last_unit_marched_off_is_judged_by_the_scenario_first():
    assert marched_off(HOME, "Red") == "Red wins: it holds 1 of e11 [pw.victory.order]"


@pytest.mark.clause("pw.victory.order")
def test_where_the_scenario_does_not_decide_a_side_that_marched_off_has_lost():
    assert marched_off(HOME, "Blue") == "Blue wins: no enemy ground Units are left [pw.victory.end]"


@pytest.mark.clause("pw.victory.order")
def test_a_side_that_has_more_to_come_goes_on_when_its_units_march_off():
    later = unit("Tanks", traits=("enters d1",), arrives_in_turn=9)
    units = unit("Infantry", "d1"), later, foe("d9")
    state = table(*units, objectives={"e11": "Red"}, victory=HOME, exits="south")
    after = act(state, lambda play: activate(play, "Red Infantry"), picks=[Leave("Red Infantry")])
    assert after.state.winner is None


# ---- objectives


def holder(state, where: str) -> str:
    return state.units[f"objective {where}"].side


@pytest.mark.case("pw.victory.objectives", 1)
def test_the_last_side_to_have_been_in_a_square_holds_it():
    state = table(unit("Infantry", "e10"), foe("a12"), objectives={"e11": "Blue"}, turn=4)
    after = act(state, lambda play: activate(play, "Red Infantry"), picks=[Move("Red Infantry", at("e11"))])
    assert "Red takes the objective e11 [pw.victory.objectives]" in after.told
    gone = act(after.state, lambda play: activate(play, "Red Infantry"), picks=[Move("Red Infantry", at("e9"))])
    assert holder(gone.state, "e11") == "Red"


@pytest.mark.clause("pw.victory.objectives")
@pytest.mark.parametrize("owner", ["Red", "Blue", ""])
def test_before_anyone_has_been_in_it_an_objective_is_held_as_the_scenario_says(owner):
    battle = scenario((Entry("Infantry"),), objectives={"d4": owner})
    assert holder(begin(battle, frozenset()), "d4") == owner


@pytest.mark.clause("pw.victory.objectives")
def test_a_unit_that_starts_on_an_objective_holds_it():
    battle = scenario((Entry("Infantry"),), objectives={"d1": ""})
    leg = played(begin(battle, frozenset()), picks=[Deploy("Red Infantry", at("d1"))])
    assert holder(leg.position.state, "d1") == "Red"


@pytest.mark.clause("pw.victory.objectives")
def test_a_unit_that_passes_through_takes_the_objective():
    walls = {"c5": "river", "e5": "river", "c4": "river", "e4": "river"}
    state = table(unit("Infantry", "d4"), foe("a12"), objectives={"d5": "Blue"}, ground=walls)
    after = act(state, lambda play: activate(play, "Red Infantry"), picks=[Move("Red Infantry", at("d6"))])
    assert (square(after.state, "Red Infantry"), holder(after.state, "d5")) == ("d6", "Red")


@pytest.mark.clause("pw.victory.objectives")
def test_a_unit_may_choose_its_way_over_an_objective():
    state = table(unit("Infantry", "d4"), foe("a12"), objectives={"d5": "Blue"})
    picks = [Step("Red Infantry", at("d5")), Move("Red Infantry", at("e5"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), picks=picks)
    assert (square(after.state, "Red Infantry"), holder(after.state, "d5")) == ("e5", "Red")


@pytest.mark.clause("pw.victory.objectives")
def test_retreats_and_advances_take_objectives_too():
    state = table(INFANTRY, foe("d5"), foe("h9", name="other"), objectives={"d6": "Red", "d5": "Blue"})
    picks = [Retreat("Blue Infantry", at("d6")), Advance("Red Infantry")]
    question = asks(
        state, lambda play: fight(play, Attack("Red Infantry", "Blue Infantry")), dice=[1, 6, 6], picks=picks
    )
    assert (holder(question.state, "d6"), holder(question.state, "d5")) == ("Blue", "Red")


@pytest.mark.clause("pw.victory.objectives")
def test_aircraft_take_no_objectives():
    fighter = unit("Single-seater Fighter Aircraft", "d4")
    state = table(fighter, unit("Infantry", "a1"), foe("h9"), objectives={"d6": "Blue"}, options=("air",))
    picks = [Activate(fighter.id), Fly(fighter.id, at("d6"))]
    leg = played(queued(state, Activating(RED)), picks=picks)
    assert (square(leg.position.state, fighter.id), holder(leg.position.state, "d6")) == ("d6", "Blue")
