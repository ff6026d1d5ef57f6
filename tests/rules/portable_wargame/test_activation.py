"""Unit activation dice."""

import pytest
from tabletop import BLUE, RED, asks, at, offered, offers, played, queued, sp, square, steps, table, unit, why_not

from sandtable.kernel.facts import Rolled
from sandtable.rules.portable_wargame.activation import count_dice, throw_dice
from sandtable.rules.portable_wargame.commands import Activate, Done, Fire, Move, Stay
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.sequence import Activating, Activation, Initiative
from sandtable.scripted import act

COMMANDER = unit("Commanders", "l1")


def others(number: int):
    return [unit("Infantry", f"{'abcdefghijk'[i]}1", name=f"Red Infantry {i}") for i in range(number)]


def dice_for(*units, turn: int = 1) -> int:
    """How many dice Red throws."""
    return int(act(table(*units, turn=turn), lambda play: count_dice(play, RED)).told[0].split()[2])


@pytest.mark.clause("pw.activation.throw")
def test_a_side_throws_all_its_dice_once():
    after = act(table(COMMANDER, *others(6)), lambda play: throw_dice(play, RED), dice=[1, 2, 3])
    throws = [entry.event.shown for entry in after.entries if isinstance(entry.event, Rolled)]
    assert throws == [(1, 2, 3)]
    assert "Red throws for activation: rolls 1 2 3 [pw.activation.throw]" in after.told


@pytest.mark.clause("pw.activation.throw")
def test_the_second_side_throws_when_the_first_has_finished_with_its_dice_counted_then():
    blue = [unit("Infantry", f"{file}9", "S", side=BLUE, name=f"Blue {file}") for file in "abcde"]
    shot = unit("Infantry", "f8", "S", side=BLUE, sp=1)
    state = table(unit("Machine Guns", "f7"), *blue, shot)
    picks = [Activate("Red Machine Guns"), Stay("Red Machine Guns"), Fire("Red Machine Guns", at("f8"))]
    leg = played(queued(state, Initiative()), dice=[6, 1, 1, 6, 1, 1, 1, 1], picks=picks)
    throws = [e.event.shown for e in leg.entries if isinstance(e.event, Rolled) and e.event.throw.kind == "activation"]
    assert throws == [(1,), (1,)]


@pytest.mark.case("pw.activation.total", 1)
def test_the_total_is_the_most_units_that_may_be_activated():
    six = [COMMANDER, *others(5)]
    state = table(*six, unit("Infantry", "a9", side=BLUE), *[unit("Trucks", f"{f}3", name=f) for f in "ab"])
    leg = played(queued(state, Activation(RED)), dice=[2, 5, 1])
    assert "8 activations left" in leg.position.question.text


@pytest.mark.case("pw.activation.total", 1)
def test_each_unit_may_be_activated_once_and_activations_left_over_are_lost():
    six = [COMMANDER, *others(5)]
    state = table(*six, unit("Infantry", "a9", side=BLUE), activations=8)
    picks = [pick for one in six for pick in (Activate(one.id), Stay(one.id))]
    after = act(state, steps(Activating(RED)), picks=picks)
    assert after.state.tallies["activations left"] == 2
    assert after.asked[-1].options[0].command == Done()


@pytest.mark.clause("pw.activation.total")
def test_no_more_units_are_activated_than_the_total():
    state = table(*others(2), unit("Infantry", "a9", side=BLUE), activations=1)
    picks = [Activate("Red Infantry 0"), Stay("Red Infantry 0")]
    after = act(state, steps(Activating(RED)), picks=picks)
    spent = [option for option in after.asked[-1].barred if option.command == Activate("Red Infantry 1")]
    assert spent[0].refusal.clause == "pw.activation.total"


@pytest.mark.case("pw.activation.number-of-dice", 1)
def test_a_commander_and_eleven_others_give_four_dice():
    after = act(table(COMMANDER, *others(11)), lambda play: throw_dice(play, RED), dice=[1, 1, 1, 1])
    assert after.told[0] == "Red has 4 activation dice for 11 Units and the Commander [pw.activation.number-of-dice]"


@pytest.mark.case("pw.activation.losing-dice", 1)
def test_a_die_goes_when_the_others_come_down_to_a_multiple_of_five():
    state = table(COMMANDER, *others(11), unit("Infantry", "a9", side=BLUE))
    weak = state.put(unit("Infantry", "k1", name="Red Infantry 10", sp=1))
    lost = act(weak, lambda play: take_hits(play, [Hit("Red Infantry 10")]), dice=[1])
    after = act(lost.state, lambda play: throw_dice(play, RED), dice=[1, 1, 1])
    assert after.told[0] == "Red has 3 activation dice for 10 Units and the Commander [pw.activation.losing-dice]"


@pytest.mark.case("pw.activation.losing-dice", 2)
def test_losing_the_commander_costs_a_die():
    state = table(unit("Commanders", "l1", sp=1), *others(8))
    act(state, lambda play: throw_dice(play, RED), dice=[1, 1, 1])
    lost = act(state, lambda play: take_hits(play, [Hit("Red Commanders")]), dice=[1])
    after = act(lost.state, lambda play: throw_dice(play, RED), dice=[1, 1])
    assert after.told[0] == "Red has 2 activation dice for 8 Units [pw.activation.losing-dice]"


@pytest.mark.clause("pw.activation.what-counts")
@pytest.mark.parametrize(
    ("sixth", "dice"),
    [
        (unit("Trucks", "h5"), 2),
        (unit("Artillery Spotters", "h5"), 2),
        (unit("Artillery", "h5", traits=("Field Artillery",)), 2),
        (unit("Machine Guns", None, aboard="Red Infantry 0"), 2),
        (unit("Tanks", None, traits=("enters d1",), arrives_in_turn=2), 2),
        (unit("Tanks", None, traits=("enters d1",), arrives_in_turn=3), 1),
        (unit("Reconnaissance Aircraft", "h5"), 2),
        (unit("Reconnaissance Aircraft", None, arrives_in_turn=1), 1),
        (unit("Infantry", "h5", side=BLUE), 1),
        (unit("Infantry", None, sp=0), 1),
    ],
)
def test_units_on_the_board_and_reinforcements_whose_turn_has_come_count(sixth, dice):
    assert dice_for(*others(5), sixth, turn=2) == dice


@pytest.mark.clause("pw.activation.number-of-dice")
@pytest.mark.parametrize(("number", "dice"), [(1, 1), (4, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_begun_fives_count_in_full(number, dice):
    assert dice_for(*others(number)) == dice


@pytest.mark.clause("pw.activation.once-each")
def test_a_unit_is_activated_once_a_turn():
    state = table(*others(2), unit("Infantry", "a9", side=BLUE))
    question = asks(state, steps(Activating(RED)), picks=[Activate("Red Infantry 0"), Stay("Red Infantry 0")])
    assert why_not(question, Activate("Red Infantry 0")) == "pw.activation.once-each"
    assert offered(question, Activate("Red Infantry 1")) == "pw.activation.once-each"


@pytest.mark.clause("pw.activation.once-each")
def test_units_are_picked_in_any_order_and_activations_need_not_be_used():
    question = asks(table(*others(3), unit("Infantry", "a9", side=BLUE)), steps(Activating(RED)))
    assert offers(question) == [*(Activate(f"Red Infantry {i}") for i in range(3)), Done()]


@pytest.mark.clause("pw.activation.once-each")
def test_a_side_finishes_with_one_unit_before_it_picks_the_next():
    state = table(*others(2), unit("Infantry", "a9", side=BLUE))
    question = asks(state, steps(Activating(RED)), picks=[Activate("Red Infantry 0")])
    assert why_not(question, Activate("Red Infantry 1"))


@pytest.mark.clause("pw.activation.once-each")
def test_enemy_units_are_not_activated():
    question = asks(table(*others(2), unit("Infantry", "a9", side=BLUE)), steps(Activating(RED)))
    assert why_not(question, Activate("Blue Infantry")) == "pw.activation.once-each"


@pytest.mark.clause("pw.activation.once-each")
def test_a_commander_needs_an_activation_to_move():
    state = table(COMMANDER, unit("Infantry", "a9", side=BLUE), activations=1)
    after = act(state, steps(Activating(RED)), picks=[Activate("Red Commanders"), Move("Red Commanders", at("l3"))])
    assert (square(after.state, "Red Commanders"), after.state.tallies["activations left"]) == ("l3", 0)


@pytest.mark.clause("pw.activation.once-each")
def test_a_destroyed_unit_is_not_activated():
    state = table(*others(1), unit("Tanks", None, sp=0), unit("Infantry", "a9", side=BLUE))
    question = asks(state, steps(Activating(RED)))
    assert why_not(question, Activate("Red Tanks")) == "pw.units.destroyed"
    assert sp(state, "Red Tanks") == 0
