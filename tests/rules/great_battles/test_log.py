"""The log of whole battles at random: no line of it changes nothing, and its sums add up."""

import pytest
from gbday import plays, with_actions
from gbtable import FOE, GB10, GB20, RED, Body, carried_out, table
from manoeuvres import DEFENSIVE, centre, four
from rear import rear

from sandtable.board.place import Place
from sandtable.cli.coverage import exercises, options_for
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.facts import Event, Rolled
from sandtable.kernel.position import Path, follow
from sandtable.players.player import seated
from sandtable.rules import rule_sets
from sandtable.rules.great_battles.commands.day import AskMe, ChangeFormation, FireAt, FireWithin, Form, Move, Pick
from sandtable.rules.great_battles.edition import EDITIONS
from sandtable.rules.great_battles.facts.day import Formed
from sandtable.rules.great_battles.fire.opportunity import edit_orders
from sandtable.rules.great_battles.staff.command import drive
from sandtable.rules.great_battles.steps import Moving
from sandtable.testing import CuriousPlayer

by_both_charts = pytest.mark.parametrize("rules", [GB20, GB10])


def log_of(rules, scenario, variants, seed):
    """How a battle at random starts, and its log."""
    start = rules.setup(scenario, variants)
    players = seated(rules, dict.fromkeys(start.sides, CuriousPlayer(seed)))
    return start, follow(rules, Path(start, (), SeededDice(seed), players)).entries


def idle(state, entries):
    """Lines that tell of a change where there is none."""
    for entry in entries:
        before, state = state, entry.event.apply(state)
        changes = type(entry.event).apply is not Event.apply
        if changes and entry.event.tell() and (before == state or says_again(before, entry.event)):
            yield str(entry)


def says_again(state, event):
    """Whether a battalion takes up the formation that it has, with nobody moving."""
    return isinstance(event, Formed) and not event.is_news(state)


def miscounted(entries, rolls):
    """Throws by whose sum, as it is told, something else would have come of them."""
    for entry in entries:
        throw = entry.event
        if isinstance(throw, Rolled) and throw.need is not None and len(throw.shown) == 1 and any(throw.reading.worth):
            (face,), plus = throw.shown, sum(term.value for term in throw.adds)
            told, best = rolls.dice.makes(face + plus, throw.need.total), max(throw.reading.worth)
            if told != (throw.total == best) and not (throw.total == best and rolls.dice.is_natural(face)):
                yield str(entry)


@by_both_charts
@pytest.mark.parametrize("turn", range(2))
def test_a_battle_at_random_tells_of_no_change_where_there_is_none_and_its_sums_add_up(rules, turn):
    played = rule_sets()[rules]
    small = [one for one in played.scenarios().values() if not one.size.startswith("large")]
    for scenario in (*small, *exercises(played)):
        log = log_of(played, scenario, options_for(played, scenario, turn), f"log {turn}")
        assert list(idle(*log)) == [], scenario.id
        assert list(miscounted(log[1], EDITIONS[rules].rolls)) == [], scenario.id


def test_a_line_that_changes_nothing_is_found():
    """Else a check that nothing ever fails would show nothing."""
    state = table(Body("A1", (20, 10)), FOE)
    lines = carried_out(state, lambda play: play.emit(Formed("A1", "assault", 100, Place(20, 10, 0), ()))).entries
    assert list(idle(state, lines)) == ["A1 is in assault formation at 20, 10, facing 0 []"]


# ---- nobody goes anywhere


@by_both_charts
@pytest.mark.clause("gb20.move.action", "gb10.move.basics")
def test_who_moves_to_where_he_is_uses_his_action_and_nothing_is_told_of_him(rules):
    state = with_actions(table(Body("A1", (20, 10), hidden=True), FOE, rules=rules), A1=1)
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), Move("A1", Place(20, 10, 0))], steps=1)
    assert "has acted this round" in day.state.units["A1"].spent
    assert day.state.units["A1"].known_to is not None and day.told == []


@by_both_charts
@pytest.mark.clause("gb20.formation.change", "gb10.formation.change")
def test_who_takes_up_the_formation_he_is_in_is_not_told_to(rules):
    state = with_actions(table(four(DEFENSIVE), FOE, rules=rules), A1=1)
    orders = [Pick("A1"), ChangeFormation("A1"), Form("A1", centre(state), DEFENSIVE)]
    assert plays(state, Moving(RED, 1), picks=orders, steps=1).told == []


@by_both_charts
@pytest.mark.clause("gb20.command.c-ops-move", "gb10.command.cops-move")
def test_a_c_ops_that_goes_to_where_it_is_stays(rules):
    road = {"kind": "road", "name": "road", "course": ((30, 0), (30, 40))}
    state = rear(Body("A1", (20, 20)), FOE, staff=(30, 10), pieces=(road,), rules=rules)
    staff = state.units["Red C Ops"]
    assert carried_out(state, drive, staff.id, staff.place).entries == []


@by_both_charts
@pytest.mark.clause("gb20.opfire.trigger", "gb10.opfire.trigger")
def test_standing_orders_that_are_given_again_are_not_told_again(rules):
    state, orders = table(Body("A1", (20, 10)), FOE, rules=rules), [FireAt(50), FireWithin(6)]
    first = carried_out(state, edit_orders, RED, picks=orders)
    assert len(first.told) == 1
    assert carried_out(first.state, edit_orders, RED, picks=orders).told == []
    assert carried_out(state, edit_orders, RED, picks=[AskMe()]).told == []
