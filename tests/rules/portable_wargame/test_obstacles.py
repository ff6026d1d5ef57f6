"""Obstacles: minefields, barbed wire and trenches."""

import pytest
from overground import ATTACK, foe, fought, reach, told
from tabletop import activated, asks, at, ends, firing, offered, offers, sp, square, steps, table, turns, unit, why_not

from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Advance,
    Attack,
    ClearWire,
    Decline,
    Done,
    Fire,
    LayWire,
    Move,
    Retreat,
    Stay,
)
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.movement import march
from sandtable.rules.portable_wargame.routes import fresh_leg
from sandtable.rules.portable_wargame.sequence import EndPhase
from sandtable.scripted import act

# ---- minefields


MINES = {f"{file}2": "minefield" for file in "abcdefgh"}


@pytest.mark.clause("pw.terrain.minefields")
def test_a_minefield_hits_whoever_moves_into_it_and_does_not_halt_it():
    question = activated(table(unit("Infantry", "d1"), ground=MINES), "Red Infantry")
    assert ends(question, "d3") == "NESW"
    state = table(unit("Infantry", "d1"), foe("d12"), ground=MINES)
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[1], picks=[Move("Red Infantry", at("d2"))])
    assert "Red Infantry sets off mines [pw.terrain.minefields]" in after.told
    assert sp(after.state, "Red Infantry") == 3


@pytest.mark.case("pw.terrain.minefields-timing", 1)
def test_a_unit_that_survives_the_mines_may_go_on():
    state = table(unit("Infantry", "d1"), foe("d12"), ground=MINES)
    question = activated(state, "Red Infantry", dice=[2], picks=[Move("Red Infantry", at("d3"))])
    assert (square(question.state, "Red Infantry"), sp(question.state, "Red Infantry")) == ("d2", 3)
    assert question.clause == "pw.terrain.minefields-timing"
    assert ends(question, "d3") == "NESW"
    assert Stay("Red Infantry") in offers(question)


@pytest.mark.clause("pw.terrain.minefields-timing")
def test_after_the_mines_a_unit_goes_no_further_than_its_allowance():
    state = table(unit("Infantry", "d1"), foe("d12"), ground=MINES)
    question = activated(state, "Red Infantry", dice=[2], picks=[Move("Red Infantry", at("d3"))])
    assert (ends(question, "e2"), ends(question, "d4")) == ("NESW", "")


@pytest.mark.clause("pw.terrain.minefields-timing")
def test_a_unit_that_retreats_from_the_mines_ends_its_activation():
    state = table(unit("Infantry", "d1"), foe("d5"), ground=MINES)
    picks = [Move("Red Infantry", at("d3")), Retreat("Red Infantry", at("d1"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[6], picks=picks)
    assert square(after.state, "Red Infantry") == "d1"
    assert len(after.asked) == 2


@pytest.mark.clause("pw.terrain.minefields-timing")
def test_leaving_a_minefield_is_not_hit_and_the_mines_stay():
    state = table(unit("Infantry", "d2"), foe("d12"), ground=MINES)
    after = act(state, lambda play: activate(play, "Red Infantry"), picks=[Move("Red Infantry", at("d3"))])
    assert sp(after.state, "Red Infantry") == 4
    state = table(unit("Infantry", "d1"), foe("d12"), ground=MINES)
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[1], picks=[Move("Red Infantry", at("d2"))])
    assert "minefield" in after.state.board.grounds[after.state.board.named("d2")]


@pytest.mark.clause("pw.terrain.minefields-timing")
def test_mines_hit_a_unit_that_retreats_into_them():
    state = table(unit("Infantry", "d3"), foe("d6"), ground=MINES)
    hit = Hit("Red Infantry", state.board.named("d6"))
    after = act(state, lambda play: take_hits(play, [hit]), dice=[6, 1], picks=[Retreat("Red Infantry", at("d2"))])
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d2", 3)


@pytest.mark.clause("pw.terrain.minefields-timing")
def test_mines_hit_a_unit_that_advances_into_them():
    state = table(unit("Infantry", "d4"), foe("d5", sp=1), foe("h9", name="other"), ground={"d5": "minefield"})
    after = act(state, lambda play: fight(play, ATTACK), dice=[1, 6, 1, 1], picks=[Advance("Red Infantry")])
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d5", 3)


@pytest.mark.clause("pw.terrain.minefields-timing")
def test_loaded_transport_is_hit_together_with_its_passenger():
    state = table(unit("Trucks", "d1"), unit("Infantry", None, aboard="Red Trucks"), foe("d12"), ground=MINES)
    picks = [Move("Red Trucks", at("d2"))]
    after = act(state, lambda play: activate(play, "Red Trucks"), dice=[1, 1], picks=picks)
    assert (sp(after.state, "Red Trucks"), sp(after.state, "Red Infantry")) == (1, 3)


@pytest.mark.clause("pw.terrain.minefields-timing")
def test_a_way_clear_of_mines_is_preferred():
    state = table(unit("Tanks", "d1"), ground={"d2": "minefield"})
    leg = fresh_leg(state, state.units["Red Tanks"])
    after = act(state, lambda play: march(play, "Red Tanks", Move("Red Tanks", at("e2")), leg))
    assert after.told == ["Red Tanks moves to e2 by e1, facing N [pw.move.turning]"]


# ---- barbed wire


def wired(state, where: str) -> bool:
    return "barbed wire" in state.board.grounds[state.board.named(where)]


def worked(order, ground: dict[str, str], **more):
    """An activation spent on wire, and the end of that turn."""
    state = table(unit("Infantry", "d4", **more), foe("d12"), ground=ground)
    begun = act(state, lambda play: activate(play, "Red Infantry"), picks=[order]).state
    return act(begun, steps(EndPhase()))


@pytest.mark.clause("pw.terrain.wire-lay")
def test_a_unit_wires_its_square_in_a_turn():
    question = activated(table(unit("Infantry", "d4")), "Red Infantry")
    assert offered(question, LayWire("Red Infantry")) == "pw.terrain.wire-lay"
    assert wired(worked(LayWire("Red Infantry"), {}).state, "d4")


@pytest.mark.clause("pw.terrain.wire-lay")
@pytest.mark.parametrize("kind", ["Tanks", "Trucks", "Commanders", "Machine Guns"])
def test_any_ground_unit_lays_wire(kind):
    assert LayWire(f"Red {kind}") in offers(activated(table(unit(kind, "d4")), f"Red {kind}"))


@pytest.mark.clause("pw.terrain.wire-remove")
def test_a_unit_clears_the_wire_of_its_square_in_a_turn():
    wire = {"d4": "barbed wire"}
    question = activated(table(unit("Infantry", "d4"), ground=wire), "Red Infantry")
    assert offered(question, ClearWire("Red Infantry")) == "pw.terrain.wire-remove"
    assert not wired(worked(ClearWire("Red Infantry"), wire).state, "d4")


@pytest.mark.clause("pw.terrain.wire-work")
def test_wire_is_laid_in_phase_five():
    state = table(unit("Infantry", "d4"), foe("d12"))
    begun = act(state, lambda play: activate(play, "Red Infantry"), picks=[LayWire("Red Infantry")])
    assert not wired(begun.state, "d4")
    assert len(begun.asked) == 1
    assert "wire is laid on d4 [pw.terrain.wire-work]" in act(begun.state, steps(EndPhase())).told


@pytest.mark.clause("pw.terrain.wire-work")
@pytest.mark.parametrize(
    ("ground", "spent", "order"),
    [
        ({}, ("entered",), LayWire("Red Infantry")),
        ({"d4": "river, ford"}, (), LayWire("Red Infantry")),
        ({"d4": "barbed wire"}, (), LayWire("Red Infantry")),
        ({}, (), ClearWire("Red Infantry")),
        ({"d4": "barbed wire"}, ("entered",), ClearWire("Red Infantry")),
    ],
)
def test_wire_work_needs_a_unit_that_was_there_all_turn_and_ground_for_it(ground, spent, order):
    question = activated(table(unit("Infantry", "d4", spent=spent), ground=ground), "Red Infantry")
    assert why_not(question, order) == "pw.terrain.wire-work"


@pytest.mark.clause("pw.terrain.wire-work")
def test_a_bridge_may_be_wired():
    question = activated(table(unit("Infantry", "d4"), ground={"d4": "river, road"}), "Red Infantry")
    assert not why_not(question, LayWire("Red Infantry"))


@pytest.mark.clause("pw.terrain.wire-work")
def test_artillery_that_fired_does_no_wire_work():
    gun = unit("Artillery", "d4", traits=("Field Artillery",), spent=("fired",))
    question = activated(table(gun), "Red Artillery", kind="action")
    assert why_not(question, LayWire("Red Artillery")) == "pw.terrain.wire-work"


@pytest.mark.clause("pw.terrain.wire-work")
def test_a_unit_driven_from_its_square_lays_no_wire():
    state = table(unit("Infantry", "d4"), foe("d12"))
    begun = act(state, lambda play: activate(play, "Red Infantry"), picks=[LayWire("Red Infantry")]).state
    hit = Hit("Red Infantry", state.board.named("d12"))
    driven = act(begun, lambda play: take_hits(play, [hit]), dice=[6], picks=[Retreat("Red Infantry", at("d3"))]).state
    stayed, after = (act(one, steps(EndPhase())).state for one in (begun, driven))
    assert wired(stayed, "d4")
    assert not wired(after, "d4") and not wired(after, "d3")


@pytest.mark.clause("pw.terrain.wire-work")
def test_a_unit_that_only_loses_a_point_goes_on_with_its_wire():
    state = table(unit("Infantry", "d4"), foe("d12"))
    begun = act(state, lambda play: activate(play, "Red Infantry"), picks=[LayWire("Red Infantry")]).state
    hurt = act(begun, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[1]).state
    assert wired(act(hurt, steps(EndPhase())).state, "d4")


WIRE = {"d2": "barbed wire", "c1": "river", "e1": "river", "c2": "river", "e2": "river"}


@pytest.mark.case("pw.terrain.wire-move", 1)
@pytest.mark.parametrize(
    ("kind", "beyond"),
    [
        ("Assault Guns", "NESW"),
        ("Tanks", "NESW"),
        ("Light Tanks", "NESW"),
        ("Self-propelled Artillery", "NESW"),
        ("Infantry", ""),
        ("Armoured Cars", ""),
        ("Half-tracks", ""),
    ],
)
def test_wire_stops_all_but_tanks_assault_guns_and_self_propelled_artillery(kind, beyond):
    question = reach(kind, "d1", WIRE)
    assert (ends(question, "d2"), ends(question, "d3")) == ("NESW", beyond)


@pytest.mark.clause("pw.terrain.wire-move")
def test_next_turn_a_unit_simply_moves_on_and_the_wire_stays():
    state = table(unit("Infantry", "d1"), foe("d12"), ground=WIRE)
    first = [Activate("Red Infantry"), Move("Red Infantry", at("d2")), Done()]
    second = [Activate("Red Infantry"), Move("Red Infantry", at("d4")), Done()]
    after = act(state, turns(1, 2), dice=[6, 1, 1, 1] * 2, picks=[*first, *second])
    assert square(after.state, "Red Infantry") == "d4"
    assert wired(after.state, "d2")
    assert "Red Infantry moves to d2, facing N [pw.terrain.wire-move]" in after.told


# ---- trenches


TRENCH = {f"{file}2": "trench" for file in "abcdefgh"}


@pytest.mark.clause("pw.terrain.trenches-cross")
@pytest.mark.parametrize("kind", ["Tanks", "Infantry", "Mounted Cavalry"])
def test_a_unit_crosses_a_trench_in_two_turns(kind):
    question = reach(kind, "d1", TRENCH)
    assert (ends(question, "d2"), ends(question, "d3")) == ("NESW", "")
    assert told(kind, "d1", "d2", TRENCH).endswith("[pw.terrain.trenches-cross]")
    later = reach(kind, "d2", TRENCH)
    assert (ends(later, "d3"), ends(later, "d4")) == ("NESW", "")
    assert why_not(later, Move(f"Red {kind}", at("d4"))) == "pw.terrain.trenches-cross"
    assert told(kind, "d2", "d3", TRENCH).endswith("[pw.terrain.trenches-cross]")


@pytest.mark.clause("pw.terrain.trenches-no-fire")
def test_a_unit_that_crosses_a_trench_does_not_fire():
    state = table(unit("Infantry", "d1"), foe("d4"), ground=TRENCH)
    question = firing(state, "Red Infantry", Move("Red Infantry", at("d2")))
    assert why_not(question, Fire("Red Infantry", at("d4"))) == "pw.terrain.trenches-no-fire"


@pytest.mark.clause("pw.terrain.trenches-close-combat")
@pytest.mark.parametrize(
    ("theirs", "term"), [(("entered",), "-1 crossing a trench [pw.terrain.trenches-close-combat]"), ((), "+1 in cover")]
)
def test_in_close_combat_a_unit_that_crosses_a_trench_takes_one_off(theirs, term):
    assert term in fought([4, 6], {"d5": "trench"}, theirs=theirs).told[0]


@pytest.mark.case("pw.terrain.trenches-crossing-or-occupying", 1)
def test_a_unit_crosses_a_trench_in_the_turn_it_enters_and_occupies_it_from_the_next():
    state = table(unit("Infantry", "d4"), foe("d6"), ground={"d5": "trench"})
    picks = [Move("Blue Infantry", at("d5", "S")), Decline("Blue Infantry")]
    entered = act(state, lambda play: activate(play, "Blue Infantry"), picks=picks)
    assert any(option.clause == "pw.terrain.trenches-no-fire" for option in entered.asked[1].barred)
    crossing = act(entered.state, lambda play: fight(play, ATTACK), dice=[2, 6, 1])
    assert sp(crossing.state, "Blue Infantry") == 3
    next_turn = asks(entered.state, turns(2, 2), dice=[6, 1, 1]).state
    occupying = act(next_turn, lambda play: fight(play, ATTACK), dice=[2, 6])
    assert sp(occupying.state, "Blue Infantry") == 4


@pytest.mark.clause("pw.terrain.trenches-crossing-or-occupying")
@pytest.mark.parametrize("spent", [(), ("entered",)])
def test_a_unit_in_a_trench_is_in_fortifications_when_fired_at_even_while_crossing(spent):
    state = table(unit("Infantry", "d4"), foe("d5", spent=spent), ground={"d5": "trench"})
    after = act(state, lambda play: fire(play, Fire("Red Infantry", at("d5"))), dice=[4])
    assert "-1 in cover" in after.told[0]


@pytest.mark.clause("pw.terrain.trenches-crossing-or-occupying")
def test_a_unit_that_advances_into_a_trench_is_crossing_it():
    state = table(unit("Infantry", "d4"), foe("d5", sp=1), foe("d6", name="other"), ground={"d5": "trench"})
    picks = [Advance("Red Infantry"), Attack("Red Infantry", "other")]
    after = act(state, lambda play: fight(play, ATTACK), dice=[1, 6, 1, 6, 3, 1], picks=picks)
    assert any("-1 crossing a trench" in line for line in after.told)


@pytest.mark.clause("pw.terrain.trenches-crossing-or-occupying")
def test_a_unit_that_occupies_a_trench_may_fire_out_of_it():
    state = table(unit("Infantry", "d2"), foe("d4"), ground=TRENCH)
    assert not why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at("d4")))
