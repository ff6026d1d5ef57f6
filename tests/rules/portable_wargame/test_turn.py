"""Turn sequence."""

import pytest
from tabletop import (
    BLUE,
    RED,
    activated,
    aiming,
    at,
    having_lost,
    offered,
    offers,
    sp,
    square,
    steps,
    table,
    turns,
    unit,
    why_not,
)

from sandtable.kernel.state import NOBODY, Unit
from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Attack,
    Bombard,
    Done,
    Fire,
    HoldFire,
    LayWire,
    Move,
)
from sandtable.rules.portable_wargame.sequence import EndPhase
from sandtable.rules.portable_wargame.words import Marker, Tally
from sandtable.scripted import act

RED_GUN = unit("Artillery", "d1", traits=("Field Artillery",))
BLUE_GUN = unit("Artillery", "d7", "S", side=BLUE, traits=("Field Artillery",))


@pytest.mark.clause("pw.turn.sequence")
def test_a_turn_is_artillery_initiative_one_side_the_other_side_and_the_end_phase():
    state = having_lost(table(RED_GUN, BLUE_GUN), BLUE, 2)
    orders = [Bombard("Red Artillery", at("d7")), HoldFire("Blue Artillery")]
    after = act(state, turns(1, 1), dice=[1, 2, 5, 3, 4], picks=[*orders, Done(), Done()])
    heads = [
        "Turn 1",
        "Red Artillery fires",
        "Red throws for init",
        "Blue throws for init",
        "Blue throws for act",
        "Red throws for act",
        "Blue has lost",
    ]
    places = [next(i for i, line in enumerate(after.told) if line.startswith(head)) for head in heads]
    assert places == sorted(places)
    assert after.told[0] == "Turn 1 [pw.turn.sequence]"


@pytest.mark.clause("pw.turn.sequence")
def test_then_the_next_turn_begins():
    state = table(unit("Infantry", "d1"), unit("Infantry", "d9", side=BLUE))
    after = act(state, turns(1, 2), dice=[5, 2, 1, 1, 5, 2, 1, 1], picks=[Done()] * 4)
    assert "Turn 2 [pw.turn.sequence]" in after.told
    assert after.state.tallies[Tally.TURN] == 2


@pytest.mark.clause("pw.turn.sequence")
def test_what_was_done_in_one_turn_does_not_count_in_the_next():
    state = table(unit("Infantry", "d1", spent=("activated", "moved", "entered")), unit("Infantry", "d9", side=BLUE))
    after = act(
        state, turns(2, 2), dice=[5, 2, 1, 1], picks=[Activate("Red Infantry"), Move("Red Infantry", at("d2")), Done()]
    )
    assert square(after.state, "Red Infantry") == "d2"


@pytest.mark.case("pw.turn.artillery-needs-no-activation", 1)
def test_every_gun_may_fire_though_few_units_will_be_activated():
    state = table(
        RED_GUN, unit("Artillery", "e1", name="other", traits=("Field Artillery",)), unit("Infantry", "d6", side=BLUE)
    )
    orders = [Bombard("Red Artillery", at("d6")), Bombard("other", at("d6"))]
    after = act(state, turns(1, 1), dice=[3, 3, 1, 1, 6, 1, 1, 1], picks=[*orders, Done(), Done()])
    assert sp(after.state, "Blue Infantry") == 2
    assert "Red throws for activation: rolls 1 [pw.activation.throw]" in after.told


@pytest.mark.clause("pw.turn.artillery-needs-no-activation")
def test_a_gun_needs_activation_to_move():
    question = aiming(table(RED_GUN, BLUE_GUN))
    assert offered(question, HoldFire("Red Artillery")) == "pw.turn.artillery-needs-no-activation"
    assert why_not(question, Move("Red Artillery", at("d2")))
    state = table(RED_GUN, BLUE_GUN)
    after = act(
        state,
        turns(1, 1),
        dice=[6, 1, 1, 1],
        picks=[
            HoldFire("Red Artillery"),
            HoldFire("Blue Artillery"),
            Activate("Red Artillery"),
            Move("Red Artillery", at("d2")),
            Done(),
        ],
    )
    assert square(after.state, "Red Artillery") == "d2"


@pytest.mark.case("pw.turn.activation-order", 1)
def test_a_unit_may_move_fire_and_fight_in_one_activation():
    state = table(unit("Infantry", "d3"), unit("Infantry", "d5", "S", side=BLUE))
    picks = [Move("Red Infantry", at("d4")), Fire("Red Infantry", at("d5")), Attack("Red Infantry", "Blue Infantry")]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[4, 6, 6], picks=picks)
    shot = next(line for line in after.told if "fires at d5" in line)
    assert "not moved" not in shot
    assert any("Red Infantry fights Blue Infantry" in line for line in after.told)


@pytest.mark.clause("pw.turn.activation-order")
def test_a_unit_does_not_fire_first_and_move_afterwards():
    question = activated(table(unit("Infantry", "d3"), unit("Infantry", "d5", "S", side=BLUE)), "Red Infantry")
    assert why_not(question, Fire("Red Infantry", at("d5"))) == "pw.turn.activation-order"
    assert why_not(question, Attack("Red Infantry", "Blue Infantry")) == "pw.turn.activation-order"


@pytest.mark.clause("pw.turn.activation-order")
def test_each_step_is_optional():
    state = table(unit("Infantry", "d4"), unit("Infantry", "d5", "S", side=BLUE))
    question = activated(state, "Red Infantry")
    shot = activated(state, "Red Infantry", picks=[offers(question)[0]])
    assert offered(shot, HoldFire("Red Infantry")) == "pw.turn.activation-order"


@pytest.mark.clause("pw.turn.activation-order")
def test_a_special_action_is_all_a_unit_does():
    state = table(unit("Infantry", "d4"), unit("Infantry", "d5", "S", side=BLUE))
    after = act(state, lambda play: activate(play, "Red Infantry"), picks=[LayWire("Red Infantry")])
    assert [decision.question for decision in after.asked] == ["Red Infantry: what does it do?"]


def marker(kind: str, where: str, owner: str = "", side=NOBODY, **tallies: int) -> Unit:
    named = {name.replace("_", " "): value for name, value in tallies.items()}
    return Unit(f"{owner or 'some'} {kind}", kind, side, at(where), part_of=owner or None, tallies=named)


@pytest.mark.clause("pw.turn.end-phase")
def test_the_business_of_the_end_phase_has_a_fixed_order():
    units = [
        unit("Trucks", "a1"), unit("Infantry", "a1", marks=("loading",), aboard="Red Trucks"), unit("Engineers", "c1"),
        unit("Machine Guns", "e1", marks=("laying wire",)), unit("Reconnaissance Aircraft", "g1", came_in_turn=1),
        unit("Infantry", "d9", side=BLUE),
    ]  # fmt: skip
    cloud = marker(Marker.CLOUD, "h5", made_in_turn=4)
    mines = marker(Marker.LAYING, "c2", "Red Engineers", RED, turns_worked=2)
    state = table(*units, turn=6, turns=6).put(cloud).put(mines)
    after = act(having_lost(state, RED, 20), steps(EndPhase()))
    business = [
        "pw.transport.procedure", "pw.engineers.lay-minefield", "pw.terrain.wire-work", "pw.gas.duration",
        "pw.air.departure", "pw.exhaustion.reached", "pw.victory.end",
    ]  # fmt: skip
    cited = [entry.clause for entry in after.entries if entry.event.tell()]
    assert list(dict.fromkeys(clause for clause in cited if clause in business)) == business


@pytest.mark.clause("pw.turn.end-phase")
def test_the_side_listed_first_goes_first_within_a_step():
    state = table(unit("Engineers", "c1"), unit("Engineers", "c8", side=BLUE))
    state = state.put(marker(Marker.LAYING, "c7", "Blue Engineers", BLUE, turns_worked=2))
    state = state.put(marker(Marker.LAYING, "c2", "Red Engineers", RED, turns_worked=2))
    laid = [line for line in act(state, steps(EndPhase())).told if "minefield is laid" in line]
    assert [line.split()[5] for line in laid] == ["c2", "c7"]


@pytest.mark.clause("pw.turn.end-phase")
def test_loading_counts_from_phase_five():
    state = table(
        unit("Trucks", "a1"),
        unit("Infantry", "a1", marks=("loading",), aboard="Red Trucks"),
        unit("Infantry", "h9", side=BLUE),
    )
    after = act(state, steps(EndPhase()))
    assert (after.state.units["Red Infantry"].place, after.state.units["Red Infantry"].marks) == (None, frozenset())
    assert after.state.tallies[Tally.TURN] == 1
