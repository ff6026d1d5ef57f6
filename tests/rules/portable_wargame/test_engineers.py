"""Engineers and minefield work."""

import pytest
from msgspec.structs import replace
from tabletop import BLUE, activated, at, offered, square, steps, table, turns, unit, why_not

from sandtable.kernel.events import Refreshed
from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.commands import Activate, ClearMines, Done, LayMines, Load, Move, Retreat
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.sequence import EndPhase
from sandtable.rules.portable_wargame.transport import begin
from sandtable.rules.portable_wargame.works import begin_mines
from sandtable.scripted import act

ENGINEERS, ENEMY = unit("Engineers", "d4"), unit("Infantry", "l12", side=BLUE)
LAY, CLEAR = LayMines("Red Engineers", at("d5")), ClearMines("Red Engineers", at("d5"))


def begun(*units, ground=None, order=LAY):
    """A table on which Engineers on d4 have begun work on d5."""
    state = table(ENGINEERS, *units, ENEMY, ground=ground)
    return act(state, lambda play: begin_mines(play, order)).state


def after_turns(state, count):
    for _ in range(count):
        state = act(state, steps(EndPhase())).state
    return state


def markers(state):
    """Work in progress."""
    return [name for name in state.units if name.endswith(" mines")]


def mined(state, name="d5"):
    return "minefield" in state.board.grounds[state.board.named(name)]


@pytest.mark.case("pw.engineers.work", 1)
@pytest.mark.parametrize(
    "last, laid, cleared", [(3, False, False), (4, True, False), (5, True, False), (6, True, True)]
)
def test_work_begun_in_turn_two_is_laid_in_turn_four_and_cleared_in_turn_six(last, laid, cleared):
    others = unit("Engineers", "h4", name="Red Others")
    state = table(ENGINEERS, others, ENEMY, ground={"h5": "minefield"})
    begin = [Activate("Red Engineers"), LAY, Activate("Red Others"), ClearMines("Red Others", at("h5")), Done()]
    idle = [Done(), Done()] * (last - 2)
    after = act(state, turns(2, last), dice=[6, 1, 2, 1] * (last - 1), picks=begin + idle)
    assert (mined(after.state, "d5"), not mined(after.state, "h5")) == (laid, cleared)


@pytest.mark.clause("pw.engineers.lay-minefield")
def test_engineers_lay_a_minefield_in_three_turns():
    two = after_turns(begun(), 2)
    third = act(two, steps(EndPhase()))
    assert (mined(two), mined(third.state)) == (False, True)
    assert "a minefield is laid on d5 [pw.engineers.lay-minefield]" in third.told
    assert markers(third.state) == []


@pytest.mark.clause("pw.engineers.lay-minefield")
def test_only_engineers_lay_mines_and_only_next_to_them():
    question = activated(table(ENGINEERS, ENEMY), "Red Engineers")
    assert offered(question, LAY) == "pw.engineers.lay-minefield"
    assert why_not(question, LayMines("Red Engineers", at("e5")))
    infantry = activated(table(unit("Infantry", "d4"), ENEMY), "Red Infantry")
    assert why_not(infantry, LayMines("Red Infantry", at("d5"))) == "pw.engineers.lay-minefield"


@pytest.mark.clause("pw.engineers.remove-minefield")
def test_engineers_clear_a_minefield_in_five_turns():
    four = after_turns(begun(ground={"d5": "minefield"}, order=CLEAR), 4)
    fifth = act(four, steps(EndPhase()))
    assert (mined(four), mined(fifth.state)) == (True, False)
    assert "the minefield on d5 is cleared [pw.engineers.remove-minefield]" in fifth.told


@pytest.mark.clause("pw.engineers.remove-minefield")
def test_only_engineers_clear_mines():
    mines = {"d5": "minefield"}
    question = activated(table(ENGINEERS, ENEMY, ground=mines), "Red Engineers")
    assert offered(question, CLEAR) == "pw.engineers.remove-minefield"
    assert why_not(question, ClearMines("Red Engineers", at("d3"))) == "pw.engineers.remove-minefield"
    infantry = activated(table(unit("Infantry", "d4"), ENEMY, ground=mines), "Red Infantry")
    assert why_not(infantry, ClearMines("Red Infantry", at("d5"))) == "pw.engineers.remove-minefield"


# ---- which turns count


@pytest.mark.clause("pw.engineers.work")
def test_beginning_work_is_all_they_do_in_that_activation():
    state = table(ENGINEERS, unit("Infantry", "d6", side=BLUE))
    after = act(state, lambda play: activate(play, "Red Engineers"), picks=[LAY])
    assert len(after.asked) == 1
    assert "pw.engineers.work" in after.cited


@pytest.mark.clause("pw.engineers.work")
def test_the_log_says_what_is_begun_and_what_is_given_up():
    state = table(ENGINEERS, ENEMY)
    began = act(state, lambda play: activate(play, "Red Engineers"), picks=[LAY])
    assert began.told == ["Red Engineers begins a minefield on d5 [pw.engineers.lay-minefield]"]
    fresh = act(began.state, lambda play: play.emit(Refreshed())).state
    left = act(fresh, lambda play: activate(play, "Red Engineers"), picks=[Move("Red Engineers", at("d3"))])
    assert left.told[0] == "Red Engineers gives up laying mines [pw.engineers.work]"


@pytest.mark.clause("pw.engineers.work")
@pytest.mark.parametrize("spent", ["fired", "fought", "entered"])
def test_a_turn_with_fire_an_attack_or_a_retreat_does_not_count(spent):
    """They may have been driven to d4 earlier in the turn in which they begin."""
    state = begun()
    disturbed = state.put(unit("Engineers", "d4", spent=(spent,)))
    quiet = after_turns(disturbed, 1).put(ENGINEERS)
    assert not mined(after_turns(quiet, 2))
    assert mined(after_turns(quiet, 3))


@pytest.mark.clause("pw.engineers.work")
def test_leaving_the_square_abandons_the_work():
    state = after_turns(begun(), 1)
    away = act(state, lambda play: activate(play, "Red Engineers"), picks=[Move("Red Engineers", at("d3"))]).state
    back = act(away, lambda play: activate(play, "Red Engineers"), picks=[Move("Red Engineers", at("d4"))]).state
    assert mined(after_turns(state, 3)) and not mined(after_turns(back, 3))


@pytest.mark.clause("pw.engineers.work", "pw.hits.retreat-effects")
def test_being_driven_off_abandons_the_work():
    back = [Retreat("Red Engineers", at("d3"))]
    away = act(begun(), lambda play: take_hits(play, [Hit("Red Engineers")]), dice=[6], picks=back).state
    assert square(away, "Red Engineers") == "d3"
    assert not mined(after_turns(away, 4))


@pytest.mark.clause("pw.engineers.work", "pw.transport.passenger-status")
def test_being_taken_aboard_abandons_the_work():
    state = begun(unit("Trucks", "d4"))
    loading = act(state, lambda play: begin(play, Load("Red Trucks", "Red Engineers"))).state
    assert mined(after_turns(state, 4)) and not mined(after_turns(loading, 4))


@pytest.mark.clause("pw.engineers.work")
def test_engineers_that_begin_something_else_give_up_what_they_were_at():
    elsewhere = act(begun(), lambda play: begin_mines(play, LayMines("Red Engineers", at("c4")))).state
    after = after_turns(elsewhere, 3)
    assert (mined(after, "c4"), mined(after, "d5")) == (True, False)
    clearing = act(
        begun(ground={"c4": "minefield"}), lambda play: begin_mines(play, ClearMines("Red Engineers", at("c4")))
    )
    assert markers(clearing.state) == ["Red Engineers, clearing mines"]


@pytest.mark.clause("pw.engineers.work")
@pytest.mark.parametrize(("order", "ground"), [(LAY, {}), (CLEAR, {"d5": "minefield"})])
def test_work_under_way_is_not_begun_again_and_so_loses_no_turns(order, ground):
    state = after_turns(begun(ground=ground, order=order), 2)
    question = activated(state, "Red Engineers")
    assert why_not(question, order) == "pw.engineers.work"
    assert not offered(question, order)
    assert offered(question, replace(order, at=at("e4"))) == ("pw.engineers.lay-minefield" if order == LAY else "")


@pytest.mark.clause("pw.engineers.work")
def test_two_units_on_one_square_do_not_speed_each_other_up():
    both = begun(unit("Engineers", "e5", name="Red Others"))
    both = act(both, lambda play: begin_mines(play, LayMines("Red Others", at("d5")))).state
    two = after_turns(both, 2)
    third = act(two, steps(EndPhase()))
    assert not mined(two)
    assert [line for line in third.told if "minefield" in line] == [
        "a minefield is laid on d5 [pw.engineers.lay-minefield]"
    ]
    assert markers(third.state) == []


@pytest.mark.clause("pw.engineers.work")
def test_two_units_clear_a_field_once():
    both = begun(unit("Engineers", "e5", name="Red Others"), ground={"d5": "minefield"}, order=CLEAR)
    both = act(both, lambda play: begin_mines(play, ClearMines("Red Others", at("d5")))).state
    fifth = act(after_turns(both, 4), steps(EndPhase()))
    assert not mined(fifth.state)
    assert sum("minefield" in line for line in fifth.told) == 1
    assert markers(fifth.state) == []


# ---- where


@pytest.mark.clause("pw.engineers.minefield-square")
@pytest.mark.parametrize("ground", ["minefield", "river", "river, ford", "river, road"])
def test_no_mines_where_there_are_some_or_in_a_river(ground):
    question = activated(table(ENGINEERS, ENEMY, ground={"d5": ground}), "Red Engineers")
    assert why_not(question, LAY) == "pw.engineers.minefield-square"


@pytest.mark.clause("pw.engineers.minefield-square")
def test_no_mines_are_begun_under_a_unit_but_they_may_be_cleared_there():
    truck = unit("Trucks", "d5")
    laying = activated(table(ENGINEERS, truck, ENEMY), "Red Engineers")
    clearing = activated(table(ENGINEERS, truck, ENEMY, ground={"d5": "minefield"}), "Red Engineers")
    assert why_not(laying, LAY) == "pw.engineers.minefield-square"
    assert not why_not(clearing, CLEAR)


@pytest.mark.clause("pw.engineers.minefield-square")
def test_mines_that_are_due_wait_until_the_square_is_vacant():
    occupied = begun().put(unit("Trucks", "d5"))
    waiting = after_turns(occupied, 4)
    assert not mined(waiting)
    assert mined(after_turns(waiting.put(unit("Trucks", "d6")), 1))
