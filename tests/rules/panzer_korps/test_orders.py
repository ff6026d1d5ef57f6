"""Orders and leaders: the activation roll, secret changes, leaders that join others and that are replaced."""

import pytest
from msgspec.structs import replace
from pk_day import FRENCH, GERMAN, HERE, THERE, asks, does, group_with, labels, marked, run, step, sums, table, unit

from sandtable.kernel.view import UNREAD, open_table
from sandtable.mechanics.papers import paper
from sandtable.rules.panzer_korps.book import BOOK
from sandtable.rules.panzer_korps.commands import AttachLeader, GiveOrder, KeepOrders
from sandtable.rules.panzer_korps.disorder import leave
from sandtable.rules.panzer_korps.field import decorated_with, group_of, leaders_with, order_of, rating_of
from sandtable.rules.panzer_korps.orders import activate
from sandtable.rules.panzer_korps.steps import FirstOrders, Logistics, OrdersShown, Replacement, Segment
from sandtable.rules.panzer_korps.words import Mark
from sandtable.scripted import offers, why_not

GROUP, LEADER = "German group", "German group leader"
LOGISTICS = Logistics(GERMAN), Logistics(FRENCH), OrdersShown()
DONE, FRENCH_DONE = KeepOrders(GERMAN), KeepOrders(FRENCH)


def led(rating, words="", **said):
    return table(f"{HERE}; led by {rating}{words}", THERE, **said)


def activated(state, die):
    """The modified die, and whether the roll succeeds."""
    after = does(state, activate, state.units[GROUP], "tries", dice=[die])
    return sums(after)[0], bool(after.rolls[0].total)


# ---- the activation roll


@pytest.mark.case("pk.command.activation-roll", 1)
def test_a_d_leader_out_of_supply_in_rain_fails_on_a_five():
    assert activated(led("D", ", out of supply", weather=["rain"]), 5) == (7, False)


@pytest.mark.case("pk.command.activation-roll", 2)
def test_an_a_leader_succeeds_on_a_nine():
    assert activated(led("A"), 9) == (9, True)


@pytest.mark.case("pk.command.rating", 1)
@pytest.mark.parametrize(("rating", "number"), [("A", 9), ("C", 7), ("E", 5), ("H", 2)])
def test_the_rating_fixes_the_activation_number(rating, number):
    assert activated(led(rating), number)[1] and not activated(led(rating), number + 1)[1]
    assert BOOK.table("leader-rating").column("activation number")[rating] == number


@pytest.mark.case("pk.command.activation-weather", 1)
def test_rain_and_mud_count_once_and_dusk_besides():
    assert activated(led("E", weather=["rain", "mud"], segment="Dusk"), 3) == (5, True)


@pytest.mark.clause("pk.command.activation-weather")
def test_the_three_hardships_add_up():
    state = led("A", ", out of supply", weather=["snow", "fog"])
    after = does(state, activate, state.units[GROUP], "tries", dice=[1])
    assert labels(after) == ["out of supply", "rain, mud or snow", "visibility"] and sums(after) == [4]


@pytest.mark.clause("pk.command.activation-roll")
@pytest.mark.parametrize(
    ("segment", "dim"), [("Morning", 0), ("Early Morning", 1), ("Dusk", 1), ("Night", 1), ("Midnight", 1)]
)
def test_the_dark_segments_are_a_visibility_problem(segment, dim):
    assert activated(led("A", segment=segment), 2)[0] == 2 + dim


@pytest.mark.clause("pk.command.activation-roll")
def test_an_unwilling_leader_adds_two():
    assert activated(group_with(led("D"), "German", unwilling=True), 4) == (6, True)
    assert activated(group_with(led("D"), "German", unwilling=True), 5) == (7, False)


@pytest.mark.clause("pk.logistics.out-of-supply", "pk.logistics.supply")
@pytest.mark.parametrize(("cut_off", "counts"), [(1, True), (0, False)])
def test_a_group_is_out_of_supply_if_half_of_it_is(cut_off, counts):
    state = table(HERE, "German II at 46,5: 3 infantry", THERE)
    state = marked(state, "II", Mark.OUT_OF_SUPPLY) if cut_off else state
    assert (activated(state, 1)[0] == 2) == counts


# ---- changing orders


def changed(state, order, die):
    return run(state, *LOGISTICS, dice=[die], picks=[GiveOrder(GROUP, order), FRENCH_DONE])


@pytest.mark.case("pk.command.activation-use", 1)
def test_a_failed_roll_keeps_the_old_order_until_the_next_turn():
    state = led("D", ", order Hold")
    after = changed(state, "Advance", 7)
    assert order_of(unit(after, GROUP)) == "Hold"
    assert order_of(unit(changed(after.state, "Advance", 6), GROUP)) == "Advance"


@pytest.mark.clause("pk.command.activation-use")
def test_a_group_tries_once_in_a_turn():
    question = asks(led("D"), *LOGISTICS, picks=[GiveOrder(GROUP, "Hold")])
    assert question.side == GERMAN
    assert why_not(question, GiveOrder(GROUP, "Move")) == "pk.command.activation-use"


@pytest.mark.clause("pk.logistics.phase", "pk.command.orders")
def test_a_player_may_try_for_one_of_the_two_other_orders_or_keep_everything():
    question = asks(led("D", ", order Hold"), *LOGISTICS)
    assert offers(question) == [DONE, GiveOrder(GROUP, "Advance"), GiveOrder(GROUP, "Move")]
    assert not run(led("D"), *LOGISTICS, picks=[DONE, FRENCH_DONE]).rolls


@pytest.mark.clause("pk.logistics.phase", "pk.setup.choices")
def test_both_sides_write_before_anything_happens():
    question = asks(led("D"), *LOGISTICS, picks=[GiveOrder(GROUP, "Hold")], kind="")
    assert question.side == FRENCH and order_of(question.state.units[GROUP]) == "Advance"
    assert open_table(question.state, FRENCH).piles[paper(GERMAN)].cards == (UNREAD,)


@pytest.mark.clause("pk.setup.choices")
def test_the_initiative_players_orders_are_carried_out_first():
    picks = [GiveOrder(GROUP, "Hold"), GiveOrder("French group", "Hold")]
    after = run(led("D"), *LOGISTICS, dice=[1, 1], picks=picks)
    assert [roll.throw.unit for roll in after.rolls] == [GROUP, "French group"]


# ---- first orders


def before_battle(order=""):
    state = group_with(table(HERE, "German II at 60,5: 3 infantry", THERE, turn=0), "German", order=order)
    return state, (FirstOrders(GERMAN), OrdersShown())


@pytest.mark.clause("pk.command.orders", "pk.setup.sequence")
def test_first_orders_need_no_roll():
    state, steps = before_battle()
    after = run(state, *steps, picks=[GiveOrder(GROUP, "Hold"), DONE])
    assert order_of(unit(after, GROUP)) == "Hold" and not after.rolls


@pytest.mark.clause("pk.command.orders")
def test_an_order_of_the_scenario_is_not_the_owners_choice():
    state, steps = before_battle("Hold")
    assert why_not(asks(state, *steps), GiveOrder(GROUP, "Move")) == "pk.command.orders"


@pytest.mark.clause("pk.organisation.decorated-leaders", "pk.setup.sequence")
def test_at_the_set_up_a_leader_joins_any_formation_of_his_group():
    state, steps = before_battle()
    after = run(state, *steps, picks=[AttachLeader(LEADER, "II"), DONE])
    assert unit(after, LEADER).aboard == "II"


# ---- leaders


def three(**said):
    """The leader is with I; II is 12 inches away, III farther."""
    units = (
        "German II at 50,5: 3 infantry",
        "German III at 51,5: 3 infantry; decorated 1",
        "German IV at 30,5: 3 infantry; group Other",
    )
    return table(HERE, *units, THERE, **said)


@pytest.mark.clause("pk.organisation.decorated-leaders")
def test_in_the_logistics_phase_a_leader_goes_twelve_inches_within_his_group():
    question = asks(three(), *LOGISTICS)
    assert why_not(question, AttachLeader(LEADER, "II")) == ""
    for formation in ("III", "IV"):
        assert why_not(question, AttachLeader(LEADER, formation)) == "pk.organisation.decorated-leaders"
    after = run(three(), *LOGISTICS, picks=[AttachLeader(LEADER, "II"), DONE, FRENCH_DONE])
    assert unit(after, LEADER).aboard == "II"


@pytest.mark.clause("pk.organisation.decorated-leaders")
def test_a_leader_goes_once_in_a_turn():
    question = asks(three(), *LOGISTICS, picks=[AttachLeader(LEADER, "II")])
    assert why_not(question, AttachLeader(LEADER, "I")) == "pk.organisation.decorated-leaders"


@pytest.mark.clause("pk.organisation.decorated-leaders")
def test_only_decorated_leaders_count_as_such():
    state = three()
    assert (decorated_with(state, state.units["I"]), decorated_with(state, state.units["III"])) == (0, 1)
    assert [one.id for one in leaders_with(state, state.units["I"])] == [LEADER]


def leaderless():
    state = led("A")
    state = table(f"{HERE}; led by A", "German II at 46,5: 3 infantry", THERE)
    return does(state, leave, "I", "dispersed").state


@pytest.mark.clause("pk.organisation.decorated-leaders")
def test_a_leader_leaves_the_battle_with_his_formation_and_his_group_acts_as_if_led_by_an_e():
    state = leaderless()
    assert Mark.LOST in state.units[LEADER].marks
    assert rating_of(state, group_of(state, state.units["II"])) == "E"


@pytest.mark.clause("pk.organisation.decorated-leaders")
def test_a_new_leader_rated_e_comes_at_the_start_of_the_next_segment():
    after = step(leaderless(), Segment(2), dice=[1, 1, 3])
    assert after.state.agenda[0] == Replacement(GROUP)
    state = step(after.state, Replacement(GROUP)).state
    (new,) = leaders_with(state, state.units["II"])
    assert rating_of(state, state.units[GROUP]) == "E" and new.side == GERMAN
    assert Replacement(GROUP) not in step(state, Segment(3), dice=[1, 1, 3]).state.agenda


@pytest.mark.clause("pk.organisation.decorated-leaders")
def test_the_owner_chooses_the_formation_of_the_new_leader():
    state = table(f"{HERE}; led by A", "German II at 46,5: 3 infantry", "German III at 56,5: 3 infantry", THERE)
    question = asks(does(state, leave, "I", "dispersed").state, Replacement(GROUP))
    assert [one.formation for one in offers(question)] == ["II", "III"]


@pytest.mark.clause("pk.command.rating-cinc", "pk.organisation.force-group")
def test_a_roll_of_a_group_is_its_own_leaders():
    state = table(
        f"{HERE}; led by G", "German II at 46,5: 3 infantry; group Other, led by A", THERE, cinc={"German": "A"}
    )
    assert not activated(state, 4)[1] and activated(state, 3)[1]


@pytest.mark.clause("pk.logistics.phase")
def test_a_group_with_nobody_left_gets_no_orders():
    state = led("D")
    gone = replace(state.units["I"], place=None, marks=frozenset({Mark.LOST}))
    assert offers(asks(state.put(gone), *LOGISTICS, kind="orders")) == [DONE]
