"""Reading scenarios: every error in a file is reported with its place."""

from functools import lru_cache
from itertools import pairwise

from sandtable.board import shapes
from sandtable.board.gridmap import MapError
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel.scenario import ScenarioError
from sandtable.mechanics import checks
from sandtable.mechanics.checks import (
    at_most,
    check_box,
    check_given_once,
    check_option,
    check_pieces,
    check_point,
    check_word,
)
from sandtable.rules.great_battles.battle.by_edition import BattleByEdition
from sandtable.rules.great_battles.battle.scenario import (
    ANY,
    DRAW,
    PATHS,
    ROADS,
    Army,
    Arrival,
    Division,
    Drop,
    Entry,
    GreatBattle,
    Post,
    aiming_points,
    day_length,
    model,
)
from sandtable.rules.great_battles.book.charts import BAD, CLOSED, COVERS, GOOD, MONTHS, QUALITIES, SUPPLY, Charts
from sandtable.rules.great_battles.book.drop_tables import flaks, heights, theatres
from sandtable.rules.great_battles.edition import EDITIONS, Edition
from sandtable.rules.great_battles.table.formation import is_too_few
from sandtable.rules.great_battles.words import FIGHTING, GUNS, Formation, Kind

STANDS = 20  # of a battalion
TROOPS = 120  # stands of a side
MISSIONS = 20  # templates, and aircraft, of a side
ROUNDS = 100  # of its artillery
POINTS = 500  # corners and bends on the map
LEVEL = 9  # of a hill
DAYS, TURNS = 31, 48  # of a battle, and of a day
STAFF = "c_ops", "fup", "c_ops_quality", "c_ops_arrives", "fup_arrives", "c_ops_lands"  # what a division has


@lru_cache(maxsize=8)
def scenarios(rules: str) -> dict[str, GreatBattle]:
    """The scenarios of an edition, the learning one first."""
    found = checks.shipped("sandtable.rules.great_battles", read_scenario)
    return {name: one for name, one in found.items() if one.rules == rules}


def read_scenario(source: checks.Source, where: str) -> GreatBattle:
    return checks.read_scenario(source, where, GreatBattle, check, check_troops)


def check(scenario: GreatBattle) -> None:
    """Find every error that the types do not catch, and name its place."""
    check_word(scenario.rules, EDITIONS, "rules")
    try:
        board = scenario.table()
    except MapError as fault:
        raise ScenarioError(f"map: {fault}") from None
    check_map(board)
    check_size(scenario)
    checks.check_sides([army.name for army in scenario.side])
    if all(army.axis for army in scenario.side):
        raise ScenarioError("side: axis: only one side can be the Axis")
    check_day(scenario, EDITIONS[scenario.rules].charts)
    check_weather(scenario, EDITIONS[scenario.rules])
    for army in scenario.side:
        check_army(army, board, EDITIONS[scenario.rules])
    check_dates(scenario, day_length(scenario, EDITIONS[scenario.rules].charts))
    check_names(scenario)
    check_objectives(scenario, board)
    for option in scenario.options:
        check_option(option, EDITIONS[scenario.rules].book.variants, "options")


def check_day(scenario: GreatBattle, charts: Charts) -> None:
    check_word(scenario.month, MONTHS, "month")
    if scenario.days < 1 or not 1 <= scenario.starts_at_turn <= day_length(scenario, charts):
        raise ScenarioError("days, turns, starts_at_turn: there must be a day and a turn to play")
    if scenario.last_day_turns < 0 or (scenario.days == 1 and 0 < scenario.last_day_turns < scenario.starts_at_turn):
        raise ScenarioError("last_day_turns: there must be a turn to play")
    if scenario.proceeds and not scenario.dawn:
        raise ScenarioError("proceeds: only a battle that begins at dawn can have it")
    for name, ground in scenario.ground.items():
        check_word(ground.cover, COVERS, f"ground.{name}: cover")
        check_word(ground.going, (GOOD, BAD, CLOSED), f"ground.{name}: going")


def check_dates(scenario: GreatBattle, last: int) -> None:
    """Late and airborne units arrive on a turn that exists."""
    for army in scenario.side:
        said = [(f"{entry.id}: withheld", entry.withheld) for entry in army.battalions]
        lands = [(f"{entry.id}: lands", entry.lands) for entry in army.battalions]
        for one in army.formed:
            whose = f"{one.name}: " if army.divisions else ""
            said += [(f"{whose}c_ops_arrives", one.c_ops_arrives), (f"{whose}fup_arrives", one.fup_arrives)]
            lands.append((f"{whose}c_ops_lands" if whose else "drop: c_ops", one.c_ops_lands))
        dates = [(where, arrival.day, arrival.turn) for where, arrival in said if arrival and arrival.day]
        dates += [(where, 1, turn) for where, turn in lands if turn]
        for where, day, turn in dates:
            if not (1 <= day <= scenario.days and 1 <= turn <= last):
                raise ScenarioError(f"{army.name}: {where}: there is no turn {turn} of day {day} in this battle")


def check_weather(scenario: GreatBattle, edition: Edition) -> None:
    skies, last = edition.charts.skies, edition.rolls.die.sides
    names = [scenario.weather] if scenario.weather != "roll" else [name for _, name in scenario.skies]
    for name in [*(one for joined in names for one in joined.split(" and ")), *scenario.sight]:
        check_word(name, skies, "weather")
    if scenario.skies and scenario.skies[-1][0] != last:
        raise ScenarioError(f"skies: the last line must go to {last}")
    if nothing := [name for name, inches in scenario.sight.items() if inches < 1]:
        raise ScenarioError(f"sight: {nothing[0]}: sight is at least an inch")


def check_names(scenario: GreatBattle) -> None:
    names = {army.name for army in scenario.side}
    victory = scenario.victory
    named = [("attacker", scenario.attacker), ("first_player", scenario.first_player)]
    named += [("victory.hold.side", victory.hold.side)] if victory.hold else []
    named += [("victory.bring.side", victory.bring.side)] if victory.bring else []
    named += [("victory.wins.side", one.side) for one in victory.wins]
    named += [("victory.otherwise", victory.otherwise)] if victory.otherwise not in ("", DRAW) else []
    named += [(f"objectives: {one.name}: holder", one.holder) for one in scenario.objectives if one.holder]
    checks.check_sides_named(named, names)
    ids = [entry.id for army in scenario.side for entry in army.battalions]
    groups = [group for army in scenario.side for group in {entry.group for entry in army.battalions}]
    divisions = [one.name for army in scenario.side for one in army.divisions]
    given = [*ids, *groups, *names, *divisions, *(one.name for one in scenario.objectives), "sky"]
    if "" in given:
        raise ScenarioError("side, objectives: a name is empty")
    check_given_once(given, "side, objectives")
    if victory.must_stand and victory.must_stand not in ids:
        raise ScenarioError(f"victory.must_stand: no battalion {victory.must_stand!r}")


def check_objectives(scenario: GreatBattle, board: FreeTable) -> None:
    names = [one.name for one in scenario.objectives]
    pieces = {piece.name for piece in board.terrain}
    for one in scenario.objectives:
        one.check(board)
    for army in scenario.side:
        if unknown := set(army.supply_from) - {*names, *pieces}:
            raise ScenarioError(f"{army.name}: supply_from: neither a piece nor an objective: {min(unknown)!r}")
    victory = scenario.victory
    wanted = [*victory.hold.objectives, *victory.hold.decisive] if victory.hold else []
    for win in victory.wins:
        if not (win.holds or win.holds_one or win.enemy_without):
            raise ScenarioError(f"victory.wins: {win.side}: it needs a condition")
        for kind in filter(None, (win.standing, win.enemy_without)):
            check_standing(kind)
        wanted += [*win.holds, *win.clear_of, *(name for names in win.holds_one for name in names)]
    if victory.hold and not victory.hold.objectives:
        raise ScenarioError("victory.hold.objectives: the list is empty")
    if victory.hold and victory.hold.standing:
        check_standing(victory.hold.standing)
    for name in wanted + ([victory.bring.objective] if victory.bring else []):
        if name not in names:
            raise ScenarioError(f"victory: no objective {name!r}")


def check_standing(kind: str) -> None:
    check_word(kind, (ANY, *sorted(FIGHTING)), "victory")


def check_army(army: Army, board: FreeTable, edition: Edition) -> None:
    checks.check_edge(army.edge, f"{army.name}: edge")
    check_word(army.supply, SUPPLY, f"{army.name}: supply")
    if army.artillery:
        check_word(army.artillery.quality, QUALITIES, f"{army.name}: artillery: quality")
    guns, sorties = army.artillery, army.air.missions if army.air else 0
    if min(army.points, sorties) < 0 or (guns and min(guns.templates, guns.rounds, guns.daily) < 0):
        raise ScenarioError(f"{army.name}: points, artillery, air: a number is below 0")
    if not army.battalions:
        raise ScenarioError(f"{army.name}: battalions: there are none")
    if not 0 <= army.air_calls <= edition.rolls.dice.sides:
        raise ScenarioError(f"{army.name}: air_calls: {army.air_calls} is not a score of the die")
    for entry in army.battalions:
        check_entry(entry, f"{army.name}: {entry.id}", board, edition)
        check_landing(entry, army.drop, f"{army.name}: {entry.id}")
        check_arrival(entry.withheld, f"{army.name}: {entry.id}: withheld", board)
        if entry.withheld and (entry.post or entry.airborne):
            raise ScenarioError(f"{army.name}: {entry.id}: withheld: only a battalion in reserve is held back")
    check_divisions(army)
    for division in army.formed:
        check_staff(division, f"{army.name}: {division.name}" if army.divisions else army.name, board, edition)
        if division.c_ops_lands and army.drop is None:
            raise ScenarioError(f"{army.name}: {division.name}: c_ops_lands: its side needs a drop")
    if army.drop:
        check_drop(army.drop, f"{army.name}: drop", board)


def check_divisions(army: Army) -> None:
    """setup.friendly-edge: each battalion, C Ops and FUP belongs to one division where a side has several."""
    names = [division.name for division in army.divisions]
    check_given_once(names, f"{army.name}: divisions")
    homes = dict[str, str]()
    for entry in army.battalions:
        where = f"{army.name}: {entry.id}: division"
        if names and not entry.division:
            raise ScenarioError(f"{where}: it needs one of {', '.join(names)}")
        if entry.division and entry.division not in names:
            raise ScenarioError(f"{where}: its side has no division {entry.division!r}")
        if homes.setdefault(entry.group, entry.division) != entry.division:
            raise ScenarioError(f"{where}: others of battlegroup {entry.group} are of {homes[entry.group]}")
    if empty := [name for name in names if name not in homes.values()]:
        raise ScenarioError(f"{army.name}: {empty[0]}: no battalion belongs to it")
    check_shared(army)


def check_shared(army: Army) -> None:
    """A side with several divisions leaves the staff to them."""
    whole, plain = army.whole, Division(army.name, army.points)
    if army.divisions and whole != plain:
        wrong = next(name for name in STAFF if getattr(whole, name) != getattr(plain, name))
        raise ScenarioError(f"{army.name}: {wrong}: its divisions have their own")
    if army.points and (rich := [division.name for division in army.divisions if division.points]):
        raise ScenarioError(f"{army.name}: {rich[0]}: points: the divisions of its side share their points")


def check_staff(division: Division, where: str, board: FreeTable, edition: Edition) -> None:
    """Points, C Ops and FUP of a division. A late one is not there from the start."""
    if division.points < 0:
        raise ScenarioError(f"{where}: points: the number is below 0")
    check_word(division.c_ops_quality, QUALITIES, f"{where}: c_ops_quality")
    check_point(division.c_ops, f"{where}: c_ops", board, edition.charts.bases[Kind.C_OPS])
    check_point(division.fup, f"{where}: fup", board, edition.charts.bases[Kind.FUP])
    if division.c_ops_lands and (division.c_ops or division.c_ops_arrives):
        raise ScenarioError(f"{where}: c_ops: it cannot come from the air and in another way too")
    staff = ("c_ops", division.c_ops_arrives, division.c_ops), ("fup", division.fup_arrives, division.fup)
    for name, arrival, point in staff:
        check_arrival(arrival, f"{where}: {name}_arrives", board)
        if arrival and point:
            raise ScenarioError(f"{where}: {name}_arrives: it is on the table from the start")
        if arrival and not (arrival.day and arrival.at):
            raise ScenarioError(f"{where}: {name}_arrives: it needs day and at")


def check_troops(scenario: GreatBattle) -> None:
    """victory.end: a side without infantry and armour would have lost before the first turn."""
    for army in scenario.side:
        stands = [text for entry in army.battalions for text in entry.everybody]
        if {model(text).kind for text in stands}.isdisjoint({Kind.INFANTRY, Kind.ARMOUR}):
            raise ScenarioError(f"{army.name}: battalions: there is neither infantry nor armour")


def check_entry(entry: Entry, where: str, board: FreeTable, edition: Edition) -> None:
    check_word(entry.quality, QUALITIES, f"{where}: quality")
    check_word(entry.state, ("inactive", "activated"), f"{where}: state")
    if entry.formation:
        check_word(entry.formation, tuple(Formation), f"{where}: formation")
    if not entry.stands:
        raise ScenarioError(f"{where}: stands: there are none")
    check_attached(entry, where, edition)
    if is_too_few(entry.formation, len(entry.everybody)):
        raise ScenarioError(f"{where}: formation: a single stand is in assault formation or in road march")
    if entry.facing is not None and not 0 <= entry.facing < 360:
        raise ScenarioError(f"{where}: facing: {entry.facing} is not from 0 to 359")
    if entry.post is not None:
        check_post(entry.post, where, board)
    check_pieces(filter(None, [entry.away_from]), f"{where}: away_from", board)


def check_arrival(arrival: Arrival | None, where: str, board: FreeTable) -> None:
    if arrival is None:
        return
    if (arrival.day > 0) != (arrival.turn > 0) or arrival.within <= 0:
        raise ScenarioError(f"{where}: day and turn go together, and within is more than 0")
    check_pieces(filter(None, [arrival.at]), f"{where}: at", board)


def check_landing(entry: Entry, drop: Drop | None, where: str) -> None:
    """An airborne battalion needs all its data."""
    check_word(entry.airborne or "glider", ("parachute", "glider"), f"{where}: airborne")
    if bool(entry.airborne) != (entry.lands > 0):
        raise ScenarioError(f"{where}: airborne and lands go together")
    if entry.airborne and entry.post is not None:
        raise ScenarioError(f"{where}: post: a battalion that comes from the air starts off the table")
    if entry.airborne and drop is None:
        raise ScenarioError(f"{where}: airborne: its side needs a drop")


def check_drop(drop: Drop, where: str, board: FreeTable) -> None:
    """The words must be in the airborne tables, and the places on the table."""
    check_word(drop.flak, flaks(), f"{where}: flak")
    check_word(drop.theatre, theatres(), f"{where}: theatre")
    if not drop.heights or not set(drop.heights) <= set(heights()):
        raise ScenarioError(f"{where}: heights: it needs one or more of {', '.join(heights())}")
    check_box(drop.zone, f"{where}: zone", board)
    if drop.supplies and not shapes.on_table(drop.supplies, board.width, board.depth):
        raise ScenarioError(f"{where}: supplies: that point is not on the table")
    if drop.quality_by and drop.supplies is None:
        raise ScenarioError(f"{where}: quality_by: it needs supplies")
    for _, supply in drop.quality_by:
        check_word(supply, SUPPLY, f"{where}: quality_by")
    check_pieces(drop.keep_off, f"{where}: keep_off", board)
    if next(aiming_points(board, drop), None) is None:
        raise ScenarioError(f"{where}: keep_off: it leaves no point of the drop zone")


def check_attached(entry: Entry, where: str, edition: Edition) -> None:
    try:
        own = [model(text).kind for text in entry.stands]
        others = [model(text).kind for text in entry.attached]
    except ScenarioError as fault:
        raise ScenarioError(f"{where}: {fault}") from None
    if wrong := wrongly_attached(own, others, BattleByEdition.within(edition).most_armour):
        raise ScenarioError(f"{where}: attached: {wrong[1]}")


def wrongly_attached(own: list[str], others: list[str], most_armour: int) -> tuple[str, str] | None:
    """Why these kinds cannot all be attached to a battalion of those kinds: the clause and the reason."""
    guns = sum(kind in GUNS or kind == Kind.ARMOUR for kind in others)
    if others and Kind.INFANTRY not in own and set(others) - {Kind.HQ}:
        whose = "organisation.armor-attachments" if Kind.ARMOUR in own else "organisation.infantry-battalion"
        return whose, "only infantry battalions have attachments other than an HQ"
    if others.count(Kind.HQ) > 1 or others.count(Kind.HEAVY_WEAPONS) > 1 or guns > 2 or Kind.INFANTRY in others:
        return "organisation.infantry-battalion", "it has at most one HQ, one heavy weapons stand and two guns or tanks"
    if others.count(Kind.ARMOUR) > most_armour:
        return "organisation.armour", "it has at most one armour stand; two or more form their own battalion"
    return None


def check_post(post: Post, where: str, board: FreeTable) -> None:
    if post.box is None and post.near is None:
        raise ScenarioError(f"{where}: post: it needs a box, or near and within")
    if isinstance(post.near, str):
        check_pieces([post.near], f"{where}: post", board)
    if post.within < 0 or (post.near is not None and not isinstance(post.near, str) and not post.within):
        raise ScenarioError(f"{where}: post: within: it needs a number of inches")
    check_box(post.box, f"{where}: post: box", board)


# ---- limits, so that a battle can be played; and roads that a column can follow


def check_size(scenario: GreatBattle) -> None:
    at_most("days", scenario.days, DAYS)
    at_most("turns", max(scenario.turns, scenario.last_day_turns), TURNS)
    for army in scenario.side:
        for entry in army.battalions:
            at_most(f"{army.name}: {entry.id}: stands", len(entry.everybody), STANDS)
        at_most(f"{army.name}: stands", sum(len(entry.everybody) for entry in army.battalions), TROOPS)
        if army.artillery:
            at_most(f"{army.name}: artillery: templates", army.artillery.templates, MISSIONS)
            at_most(f"{army.name}: artillery: rounds", max(army.artillery.rounds, army.artillery.daily), ROUNDS)
        if army.air:
            at_most(f"{army.name}: air: missions", army.air.missions, MISSIONS)


def check_map(board: FreeTable) -> None:
    at_most("map: corners and bends", sum(len(piece.points) for piece in board.terrain), POINTS)
    for piece in board.terrain:
        at_most(f"map: {piece.name}: level", abs(piece.level), LEVEL)
        if piece.kind in ROADS and not (isinstance(piece, Strip) and len(piece.points) > 1):
            raise ScenarioError(f"map: {piece.name}: a road has a course of 2 points or more")
        if piece.kind in PATHS and any(a == b for a, b in pairwise(piece.points)):
            raise ScenarioError(f"map: {piece.name}: its course has a point twice running")
