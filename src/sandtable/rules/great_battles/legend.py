"""What each kind of ground does, for the legend."""

from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Row, Terrain
from sandtable.rules.great_battles.battle.scenario import PATHS, GreatBattle
from sandtable.rules.great_battles.book.charts import GOOD, NONE, Ground, terrain_rows
from sandtable.rules.great_battles.edition import EDITIONS


def terrain(scenario: Scenario) -> tuple[Terrain, ...]:
    """The rows of the chart, and what the scenario says of its own ground."""
    assert isinstance(scenario, GreatBattle)
    edition = EDITIONS[scenario.rules]
    printed = terrain_rows(edition.charts.table("terrain"))
    own = {kind: rows(ground) for kind, ground in scenario.ground.items()}
    kinds = {**dict.fromkeys(sorted(PATHS), printed["road"]), **printed, **own}
    return tuple(Terrain(kind, does, edition.clauses["data.terrain"]) for kind, does in kinds.items())


def rows(ground: Ground) -> tuple[Row, ...]:
    """Ground that only this scenario has."""
    found = [("going", ground.going)] * (ground.going != GOOD) + [("cover", ground.cover)] * (ground.cover != NONE)
    return (*found, *[("blocks sight", "yes")] * ground.blocks)
