"""The action roll, and the payment of owed actions."""

from functools import lru_cache, partial

from sandtable.kernel.events import Noted, Spent, Tallied
from sandtable.kernel.facts import Knowers, Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, Unit, UnitId
from sandtable.rules.great_battles.book.charts import Charts
from sandtable.rules.great_battles.edition import Terms, Worth, charts, cite, rolls, rule, term
from sandtable.rules.great_battles.facts.day import PaidBack
from sandtable.rules.great_battles.table.field import companies, debtors, has, on_table, quality
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.words import Did, Kind, Tally

HOW_MANY = (
    ("no action", "actions.no-action"),
    ("1 action", "actions.one-action"),
    ("2 actions", "actions.two-actions"),
)


@rule("actions.roll")
def roll_actions(play: Play, side: Side) -> None:
    """One die for each battalion on the table, in any state."""
    for body in on_table(play.state, side):
        roll_for(play, body)


def roll_for(play: Play, body: Unit) -> None:
    by, level = who_may_know(play.state, body), quality(body)
    bonus: Terms = ()
    if has(play.state, body.id, Kind.HQ):
        bonus = (term(play.state, charts(play.state).hq_bonus(level), "HQ", "actions.hq-modifier"),)
    actions = throw_for_actions(play, body.id, (level, "actions.two-actions"), bonus, by)
    many, why = HOW_MANY[actions]
    play.emit(Tallied(body.id, Tally.ACTIONS, actions), cite(play.state, why))
    play.emit(Noted(f"{body.id} has {many}", by, about=(body.id,)), cite(play.state, why))


def throw_for_actions(play: Play, unit: UnitId, by_quality: tuple[str, str], modifiers: Terms, by: Knowers) -> int:
    """The actions of a battalion or a C Ops; `by_quality`: its quality, and the rule for it."""
    chart, (level, why) = charts(play.state), by_quality
    score = term(play.state, chart.for_two(level), f"{level}, for two", why)
    throw, worth = rolls(play.state).percent.read, actions_by(chart, level)
    return throw(play, Throw("actions", f"{unit} rolls for actions", unit), worth, modifiers, score=score, by=by)


@lru_cache(maxsize=64)
def actions_by(chart: Charts, level: str) -> Worth:
    """One value for each line of the chart; the worth of the faces is worked out once."""
    return partial(chart.actions, level)


# ---- owed actions


@rule("actions.pay-back")
def pay_back(play: Play, side: Side) -> None:
    """The first action of a battalion removes its markers."""
    for body in on_table(play.state, side):
        owing = debtors(play.state, body)
        if owing and body.tallies[Tally.ACTIONS] > 0:
            settle(play, body, owing)


def settle(play: Play, body: Unit, owing: list[Unit]) -> None:
    """The action is used up; where only some stands have paid, the others may still act, but nobody moves."""
    for one in owing:
        play.emit(PaidBack(one.id))
    stands = [stand for stand in owing if stand.id != body.id]
    for stand in stands:
        play.emit(Spent(stand.id, Did.BUSY), cite(play.state, "actions.repay-stands"))
    if not stands or len(stands) == len(companies(play.state, body.id)):
        play.emit(Spent(body.id, Did.ACTED))
        return
    clause = cite(play.state, "actions.repay-stands")
    play.emit(Spent(body.id, Did.PAID), clause)
    words = f"some stands of {body.id} pay back: the others can fire, rally or pack up, but nobody moves"
    play.emit(Noted(words, who_may_know(play.state, body)), clause)
