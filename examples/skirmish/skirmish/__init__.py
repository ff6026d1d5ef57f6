"""Skirmish: a small rule set on a free table, to show how one is written."""

from collections.abc import Iterable

from sandtable.board.board import Base
from sandtable.board.tablemap import TableMap
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.showing import Look, Showing, badges
from sandtable.kernel.state import Side, State, Unit
from sandtable.mechanics.shorthand import piece
from skirmish.battle import BASE, BOOK, OBJECTIVE, SYMBOLS, Acting, Judging, Skirmish, Turn, bases, scenarios, setup
from skirmish.rules import EndTurn, Fire, Move, act, judge, lose, sight, turn


def base(state: State, unit: Unit) -> Base:
    return BASE


def look(state: State, unit: Unit) -> Look:
    """How a unit is drawn."""
    if unit.id == OBJECTIVE:
        return Look(role="objective", symbol="objective")
    return Look(symbol=SYMBOLS[unit.kind], done=badges(unit.spent, {}), lost=unit.place is None)


def worth(state: State, side: Side) -> float:
    """How well a side stands, for computer players."""
    return strength(state, side) - strength(state, state.foe(side))


def strength(state: State, side: Side) -> float:
    """A point for each team, less the further it is from the objective."""
    gap = state.layout(bases).gap
    return sum(1 - 0.05 * gap(team.id, OBJECTIVE) for team in state.standing(side))


def losses(state: State, side: Side) -> dict[str, int]:
    """What the battle has cost a side, for the lab."""
    return {"teams lost": sum(unit.side == side and unit.place is None for unit in state.units.values())}


def tabletop(teams: tuple[str, ...], ground: Iterable[str], options: frozenset[str]) -> State:
    """A table set by hand, for tests and experiments."""
    drawn = TableMap((36, 24), tuple(map(piece, ground)))
    battle = Skirmish(
        id="by hand", rules="skirmish", title="", setting="", size="", map=drawn, teams=teams, objective=(18, 12)
    )
    return setup(battle, options)


RULES = RuleSet(
    id=BOOK.about.id,
    title=BOOK.about.name,
    version="1.0",
    book=BOOK,
    scenarios=scenarios,
    scenario=Skirmish,
    setup=setup,
    sequence={Turn: turn, Acting: act, Judging: judge},
    commands=(Move, Fire, EndTurn),
    concede=lose,
    worth=worth,
    losses=losses,
    base=base,
    sight=sight,
    tabletop=tabletop,
    showing=Showing(look=look),
)
