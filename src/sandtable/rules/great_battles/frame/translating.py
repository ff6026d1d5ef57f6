"""A battle for one edition, translated for the other."""

from msgspec.structs import replace

from sandtable.board.tablemap import TableMap
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.rules.great_battles.battle.scenario import PATHS, Army, GreatBattle
from sandtable.rules.great_battles.edition import EDITIONS, Edition
from sandtable.rules.great_battles.frame.reading import check


def translated(scenario: Scenario, to: str) -> GreatBattle:
    """The same map, forces and aims by the other book; an error names what that book does not have."""
    assert isinstance(scenario, GreatBattle)
    ours, theirs = EDITIONS[scenario.rules], EDITIONS[to]
    check_ground(scenario.map, frozenset(theirs.charts.grounds) | frozenset(scenario.ground))
    check_sky(scenario, theirs)
    found = replace(
        scenario,
        rules=to,
        options=tuple(filter(None, (option_in(ours, theirs, option) for option in scenario.options))),
        skies=tuple((score_on(ours, theirs, score), sky) for score, sky in scenario.skies),
        side=tuple(army_in(army) for army in scenario.side),
    )
    check(found)
    return found


def check_ground(drawn: TableMap, known: frozenset[str]) -> None:
    for piece in drawn.pieces:
        if piece.kind not in known | PATHS:
            raise ScenarioError(f"its map has {piece.kind}, which the other book does not know")


def check_sky(scenario: GreatBattle, theirs: Edition) -> None:
    names = [scenario.weather.removesuffix("roll"), *(sky for _, sky in scenario.skies), *scenario.sight]
    for sky in [one for joined in names for one in joined.split(" and ") if one]:
        if sky not in theirs.charts.skies:
            raise ScenarioError(f"its weather may be {sky}, which the other book does not know")


def score_on(ours: Edition, theirs: Edition, score: int) -> int:
    """A line of a weather table for a die with other sides."""
    sides, others = ours.rolls.die.sides, theirs.rolls.die.sides
    if score * others % sides:
        raise ScenarioError(f"its own table of weathers is for a die of {sides}")
    return score * others // sides


def option_in(ours: Edition, theirs: Edition, option: str) -> str:
    """What the other book calls an option; empty if it is a plain rule there."""
    shared = next((name for name, own in ours.words.called.items() if own == {option}), option)
    if shared in theirs.words.standing:
        return ""
    names = theirs.words.called.get(shared, frozenset({shared}))
    (name, *others) = sorted(names)
    bundled = option in ours.words.implied or name in theirs.words.implied
    if bundled or (others and shared not in names) or (shared if others else name) not in theirs.book.variants:
        raise ScenarioError(f"the other book has no option like {option}")
    return shared if others else name


def army_in(army: Army) -> Army:
    """Scores that belong to one die are removed; the other book's own scores apply."""
    if army.air_calls:
        raise ScenarioError(f"{army.name} may ask for aircraft, which the other book does not know")
    return replace(army, keeps_points=0, keeps_by_day=0)
