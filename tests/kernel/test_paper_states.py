"""Paper states: one rich moment of a battle for each of the five books, written down with the kernel's own types.

They ask whether units, marks, tallies, piles and steps have a place for everything a book needs, before the rules that
need it are written. The states are in papers/, the clause beside a datum says what it is for. What fitted badly, and
what was done about it, is told in docs/paper-states.md.
"""

from functools import reduce

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import testing
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.kernel import events
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import (
    Added,
    Carried,
    Counted,
    Discarded,
    Hidden,
    Marked,
    Moved,
    Queued,
    Removed,
    Revealed,
    Spent,
    Stacked,
    Tallied,
    Unmarked,
)
from sandtable.kernel.facts import Event
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Pile, Side, State, Unit, UnitId
from sandtable.kernel.view import UNREAD, known
from sandtable.rules.portable_wargame.artillery import pile as orders_of
from sandtable.scripted import Scripted
from tests.kernel.papers.combat_captain import combat_captain
from tests.kernel.papers.great_battles_d10 import ALLIES, AXIS, great_battles_d10
from tests.kernel.papers.great_battles_d20 import great_battles_d20
from tests.kernel.papers.panzer_korps import panzer_korps
from tests.kernel.papers.paper import Change, Paper, Phase
from tests.kernel.papers.portable_wargame import BLUE, RED, portable_wargame

PAPERS = [great_battles_d10(), great_battles_d20(), combat_captain(), panzer_korps(), portable_wargame()]

each_paper = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.state.rules)
each_side = pytest.mark.parametrize(
    ("paper", "side"),
    [pytest.param(paper, side, id=f"{paper.state.rules}-{side}") for paper in PAPERS for side in paper.state.sides],
)
each_change = pytest.mark.parametrize(
    ("paper", "change"),
    [
        pytest.param(paper, change, id=f"{paper.state.rules}: {change.what}")
        for paper in PAPERS
        for change in paper.changes
    ],
)


# ---- a state can be written, and built by facts


@each_paper
def test_a_state_can_be_written_as_json(paper):
    written = msgspec.json.decode(msgspec.json.encode(paper.state))
    assert set(written["units"]) == set(paper.state.units)


@each_paper
def test_a_unit_comes_back_from_json_as_it_was(paper):
    units = list(paper.state.units.values())
    assert msgspec.json.decode(msgspec.json.encode(units), type=list[Unit]) == units


@each_paper
def test_facts_alone_build_the_state_on_an_empty_table(paper):
    state = paper.state
    empty = replace(state, units={}, agenda=(), tallies={}, piles={})
    facts: list[Event] = [Added(one) for one in state.units.values()]
    facts += [Counted(name, value) for name, value in state.tallies.items()]
    facts += [Stacked(name, pile) for name, pile in state.piles.items()]
    assert reduce(lambda so_far, fact: fact.apply(so_far), [*facts, Queued(state.agenda)], empty) == state


# ---- what a side sees


@each_side
def test_hidden_units_are_absent_from_a_view_and_open_ones_are_there(paper, side):
    assert set(paper.state.units) - set(known(paper.state, side).units) == paper.unseen.get(side, set())


@each_side
def test_what_is_seen_is_seen_as_it_is(paper, side):
    view = known(paper.state, side)
    assert all(one == paper.state.units[name] for name, one in view.units.items())


@each_side
def test_secret_piles_are_only_counted(paper, side):
    unread = paper.unread.get(side, set())
    backs = {name: (UNREAD,) * len(pile.cards) for name, pile in paper.state.piles.items() if name in unread}
    faces = {name: pile.cards for name, pile in paper.state.piles.items() if name not in unread}
    assert {name: pile.cards for name, pile in known(paper.state, side).piles.items()} == backs | faces


@each_side
def test_a_view_nowhere_names_what_it_hides(paper, side):
    assert not leaks(paper.state, side)


@each_side
def test_whatever_a_seen_unit_belongs_to_or_rides_is_seen(paper, side):
    assert not testing.loose_ends(known(paper.state, side))


@each_side
def test_what_a_side_does_not_know_changes_nothing_it_sees(paper, side):
    state = paper.state
    for name in paper.unseen.get(side, ()):
        state = Moved(name, Place(1.0, 1.0)).apply(Tallied(name, "hits", 9).apply(Marked(name, "bogged").apply(state)))
    for name in paper.unread.get(side, ()):
        pile = state.piles[name]
        state = Stacked(name, replace(pile, cards=("another card",) * len(pile.cards))).apply(state)
    assert known(state, side) == known(paper.state, side)


def leaks(state: State, side: Side) -> list[str]:
    return testing.leaks(state, known(state, side))


def test_the_check_sees_a_hidden_unit_that_a_step_names():
    state = great_battles_d10().state
    assert leaks(state.change(agenda=(Phase("actions of B2", ALLIES),)), AXIS) == ["B2"]


def test_the_check_sees_a_card_shown_in_another_pile():
    state = portable_wargame().state
    (card,) = state.piles[orders_of(RED)].cards
    assert leaks(Stacked("discards", Pile((card,))).apply(state), BLUE) == [card]


def test_the_check_sees_a_stand_whose_battalion_is_still_hidden():
    state = Revealed(UnitId("B2/1")).apply(great_battles_d10().state)
    assert testing.loose_ends(known(state, AXIS)) == ["B2/1"]


@each_paper
def test_everything_that_has_a_place_is_on_the_table(paper):
    board = paper.state.board
    on_table = board.holds if isinstance(board, FreeTable) else board.has
    assert all(on_table(one.place) for one in paper.state.units.values() if one.place)


# ---- what happens


@each_change
def test_the_change_can_be_told_in_facts(paper, change):
    assert change.holds(carried_out(paper, change).state)


@each_change
def test_the_change_is_a_change(paper, change):
    assert carried_out(paper, change).state != paper.state


@each_change
def test_facts_alone_rebuild_the_state_after_the_change(paper, change):
    play = carried_out(paper, change)
    written = msgspec.json.encode([entry.event for entry in play.entries])
    facts = msgspec.json.decode(written, type=list[FACTS])
    assert reduce(lambda so_far, fact: fact.apply(so_far), facts, paper.state) == play.state


@each_change
def test_views_stay_whole_and_tight_after_the_change(paper, change):
    after = carried_out(paper, change).state
    faults = [(side, leaks(after, side), testing.loose_ends(known(after, side))) for side in after.sides]
    assert faults == [(side, [], []) for side in after.sides]


@pytest.mark.parametrize(
    ("paper", "change"),
    [
        pytest.param(paper, change, id=f"{paper.state.rules}: {change.what}")
        for paper in PAPERS
        for change in paper.changes
        if change.secret_from
    ],
)
def test_a_secret_change_is_neither_seen_nor_read(paper, change):
    play = carried_out(paper, change)
    read = [entry for entry in play.entries if entry.known_to is None or change.secret_from in entry.known_to]
    assert (known(play.state, change.secret_from), read) == (known(paper.state, change.secret_from), [])


FACTS = Added | Carried | Counted | Discarded | Hidden | Marked | Moved | Removed | Revealed | Spent | Stacked
FACTS |= Tallied | Unmarked | events.GroundChanged | events.Refreshed | events.Joined | events.Held


def carried_out(paper: Paper, change: Change) -> Play:
    play = Play(paper.state, Scripted(), known)
    for fact in change.facts:
        play.emit(fact, Clause(change.clause))
    return play


# ---- what did not fit at first: docs/paper-states.md


def test_a_die_for_a_hidden_stand_is_not_shown_to_the_firer():
    play = Play(great_battles_d10().state, Scripted(dice=[3]), known)
    play.roll("B2/1 is under fire", at_most(6, 10), by=frozenset({ALLIES}))
    assert play.entries[-1].known_to == {ALLIES}


def test_a_secret_plan_is_given_up_in_secret():
    play = Play(great_battles_d10().state, Scripted(), known)
    play.emit(Discarded(UnitId("target of Allied template 2")), Clause("gb10.barrage.cancel"))
    assert play.entries[-1].known_to == {ALLIES}
