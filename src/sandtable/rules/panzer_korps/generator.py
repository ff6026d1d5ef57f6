"""A whole battle by the book's own generators: ground by the theatre, forces that arrive, weather.

The book has no lists of forces. The nations of a theatre, their battalions and their leaders are ours.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.table import FreeTable
from sandtable.board.tablemap import map_of
from sandtable.book.parsed import parsed
from sandtable.kernel.play import Play
from sandtable.kernel.view import open_table
from sandtable.mechanics import checks
from sandtable.mechanics.generating import Fate, article, nearest_hearts, slug
from sandtable.rules.panzer_korps import scenario
from sandtable.rules.panzer_korps.book import RATINGS, SEASONS, THEATRES
from sandtable.rules.panzer_korps.facts import FeatureLaid
from sandtable.rules.panzer_korps.ground import BUILT_UP, HILLS
from sandtable.rules.panzer_korps.setup import opening
from sandtable.rules.panzer_korps.terrain_generator import roll_up
from sandtable.rules.panzer_korps.words import Company, Type

Tanks = tuple[int, scenario.Weight, int]  # until a year: their weight and calibre


class War(Struct, frozen=True):
    """Who fights whom in a theatre, and in which years. The first side attacks."""

    theatre: str
    sides: tuple[tuple[str, str], tuple[str, str]]  # names and nations
    years: tuple[int, int]


class Lists(Struct, frozen=True):
    """The lists of forces.toml."""

    war: tuple[War, ...]
    tanks: dict[str, tuple[Tanks, ...]]
    other_tanks: tuple[Tanks, ...]
    skies: dict[str, tuple[str, ...]]
    qualities: tuple[str, ...]
    on_foot: tuple[str, ...]
    airfields: tuple[str, ...]


LISTS = msgspec.convert(parsed("sandtable.rules.panzer_korps", "forces.toml"), Lists)
STARTS: tuple[scenario.Start, ...] = ("table", "roll")  # of a side's first group and of the others
AIMS = 3
WINNING = (
    "3 points for each of {}, 1 for each enemy formation dispersed or retired (2 for tanks), 1 for captured "
    "equipment, at the end of Evening. A side whose army breaks loses at once."
)
CHOICES: Mapping[str, tuple[str, ...]] = {"theatre": THEATRES}


def generate(seed: str, chosen: Mapping[str, str]) -> scenario.KorpsScenario:
    """The same seed and theatre always give the same battle."""
    theatre = chosen.get("theatre") or THEATRES[0]
    checks.check_word(theatre, THEATRES, "theatre")
    fate = Fate(f"{theatre}/{seed}")
    wars = [war for war in LISTS.war if war.theatre == theatre]
    war = wars[fate.die(6) % len(wars)]
    year = war.years[0] + fate.die(100) % (war.years[1] - war.years[0] + 1)
    season = SEASONS[fate.die(10) % len(SEASONS)]
    sky = LISTS.skies[season][fate.die(6) - 1]
    (attacks, nation), (defends, other) = war.sides
    attacker, defender = army(fate, attacks, nation, year, "south"), army(fate, defends, other, year, "north")
    blank = scenario.KorpsScenario(
        id=f"generated-{slug(theatre)}-{slug(seed)}", rules="panzer-korps", title=f"{theatre}, {season} {year}",
        setting=f"{attacker.name} troops attack {defender.name} troops. The ground, the forces that arrive and the "
        "weather come from the book's own generators.",
        size=f"{sum(1 for side in (attacker, defender) for _ in side.formations)} formations",
        climate="winter" if sky == "snow" else "arid" if "Africa/" in theatre else "temperate",
        year=year, season=season, theatre=theatre, weather=(scenario.Weather(sky),) if sky else (), first=attacker.name,
        defender=defender.name, start="Morning", last="Evening", side=(attacker, defender),
    )  # fmt: skip
    play = Play(opening(blank, frozenset()), fate, open_table)
    roll_up(play)
    board = scenario.table(play.state)
    features = [entry.event for entry in play.entries if isinstance(entry.event, FeatureLaid)]
    aims = objectives(board, features, defender.name)
    names = ", ".join(one.name for one in aims)
    found = replace(blank, map=map_of(board), objectives=aims, victory_text=WINNING.format(names))
    scenario.check(found)
    return found


# ---- ground


def objectives(board: FreeTable, features: Iterable[FeatureLaid], holder: str) -> tuple[scenario.Objective, ...]:
    """Villages, towns and hills near the middle of the table; without any, the middle."""
    hearts = nearest_hearts(((feature.name, feature.laid) for feature in features), (BUILT_UP, HILLS), board)[:AIMS]
    named = article([name for name, _ in hearts])
    found = tuple(scenario.Objective(named[name], piece=heart.name, holder=holder) for name, heart in hearts)
    return found or (scenario.Objective("the middle", at=(board.width / 2, board.depth / 2), holder=holder),)


# ---- forces


def army(fate: Fate, name: str, nation: str, year: int, edge: Literal["south", "north"]) -> scenario.Army:
    groups = tuple(group(fate, name, nation, year, number, start) for number, start in enumerate(STARTS, 1))
    flies = nation in LISTS.airfields and fate.die(6) >= 4
    fighter = scenario.Squadron(f"{name} fighter-bombers", "fighter-bomber", quality(fate), "fast")
    return scenario.Army(name, nation, groups, edge, squadrons=(fighter,) if flies else (), home=fate.die(6) == 6)


def group(fate: Fate, name: str, nation: str, year: int, number: int, start: scenario.Start) -> scenario.Group:
    """Three or four battalions under a leader. Those of the second group are number 21 and so on."""
    makings = [infantry, infantry, armour if fate.die(6) >= 3 else infantry, guns if fate.die(6) >= 4 else infantry]
    numbered = enumerate(makings[: 2 + fate.die(2)], 10 * number + 1)
    made = [make(fate, nation, year, f"{name} {CALLED[make]} {place}") for place, make in numbered]
    made.append(artillery(fate, nation, f"{name} artillery {number}"))
    rating = RATINGS[(fate.die(6) + fate.die(4)) // 2]
    title = f"{name} group {number}"
    return scenario.Group(title, rating, tuple(made), decorated=fate.die(6) // 4, starts=start)


def quality(fate: Fate) -> str:
    return LISTS.qualities[fate.die(6) - 1]


def infantry(fate: Fate, nation: str, year: int, name: str) -> scenario.Formation:
    attached = (scenario.Attached(Company.HMG), scenario.Attached(Company.MORTAR, 81))[: fate.die(2)]
    ride: scenario.Ride = "foot" if nation in LISTS.on_foot or fate.die(6) <= 3 else "motorised"
    return scenario.Formation(name, Type.INFANTRY, quality(fate), ride=ride, attached=attached)


def armour(fate: Fate, nation: str, year: int, name: str) -> scenario.Formation:
    _, weight, calibre = next(row for row in LISTS.tanks.get(nation, LISTS.other_tanks) if year <= row[0])
    return scenario.Formation(name, Type.AFV, quality(fate), 1 + fate.die(2), calibre, ride="tracked", weight=weight)


def guns(fate: Fate, nation: str, year: int, name: str) -> scenario.Formation:
    return scenario.Formation(name, Type.AT, quality(fate), 2, 37 if year < 1942 else 57, ride="motorised")


def artillery(fate: Fate, nation: str, name: str) -> scenario.Formation:
    return scenario.Formation(name, Type.ARTILLERY, quality(fate), 3, 105, ride="motorised", off_table=True)


CALLED = {infantry: "infantry", armour: "tanks", guns: "anti-tank guns"}
