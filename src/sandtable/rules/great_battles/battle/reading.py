"""Reading scenarios: everything a file can get wrong, told with the place."""

import tomllib
from collections import Counter
from functools import lru_cache
from importlib.resources import files

import msgspec

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.gridmap import MapError
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import (
    ANY,
    DRAW,
    EDGES,
    Army,
    Arrival,
    Division,
    Drop,
    Entry,
    GreatBattle,
    Post,
    Win,
    aiming_points,
    day_length,
    model,
)
from sandtable.rules.great_battles.battle.sizes import check_map, check_size
from sandtable.rules.great_battles.book.charts import BAD, CLOSED, COVERS, GOOD, MONTHS, QUALITIES, SUPPLY, Charts
from sandtable.rules.great_battles.book.drop_tables import flaks, heights, theatres
from sandtable.rules.great_battles.edition import EDITIONS, Edition
from sandtable.rules.great_battles.table.alone import is_too_few
from sandtable.rules.great_battles.words import FIGHTING, GUNS, Formation, Kind

STAFF = "c_ops", "fup", "c_ops_quality", "c_ops_arrives", "fup_arrives", "c_ops_lands"  # what a division has


@lru_cache(maxsize=8)
def scenarios(rules: str) -> dict[str, GreatBattle]:
    """Those that come with an edition, the learning one first."""
    folder = files("sandtable.rules.great_battles").joinpath("scenarios")
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    found = [read_scenario(folder.joinpath(name).read_text(encoding="utf-8"), name) for name in names]
    mine = [one for one in found if one.rules == rules]
    return {one.id: one for one in sorted(mine, key=lambda one: ("learning" not in one.size, one.id))}


def read_scenario(text: str, where: str) -> GreatBattle:
    try:
        scenario = msgspec.convert(tomllib.loads(text), GreatBattle)
        check(scenario)
        check_troops(scenario)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ScenarioError) as fault:
        raise ScenarioError(f"{where}: {fault}") from None
    return scenario


def check(scenario: GreatBattle) -> None:
    """Everything a file can get wrong that its types do not catch; names the place."""
    if scenario.rules not in EDITIONS:
        raise ScenarioError(f"rules: {scenario.rules!r} is not one of {', '.join(EDITIONS)}")
    try:
        board = scenario.table()
    except MapError as fault:
        raise ScenarioError(f"map: {fault}") from None
    check_map(board)
    check_size(scenario)
    if len(scenario.side) != 2 or scenario.side[0].name == scenario.side[1].name:
        raise ScenarioError("side: two sides of different names are needed")
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
        known_option(EDITIONS[scenario.rules], option, "options")


def check_day(scenario: GreatBattle, charts: Charts) -> None:
    if scenario.month not in MONTHS:
        raise ScenarioError(f"month: {scenario.month!r} is not a month")
    if scenario.days < 1 or not 1 <= scenario.starts_at_turn <= day_length(scenario, charts):
        raise ScenarioError("days, turns, starts_at_turn: there must be a day and a turn to play")
    if scenario.last_day_turns < 0 or (scenario.days == 1 and 0 < scenario.last_day_turns < scenario.starts_at_turn):
        raise ScenarioError("last_day_turns: there must be a turn to play")
    if scenario.proceeds and not scenario.dawn:
        raise ScenarioError("proceeds: it is for a battle that begins with a dawn")
    for name, ground in scenario.ground.items():
        if ground.cover not in COVERS:
            raise ScenarioError(f"ground.{name}: cover: {ground.cover!r} is not one of {', '.join(COVERS)}")
        if ground.going not in (GOOD, BAD, CLOSED):
            raise ScenarioError(f"ground.{name}: going: {ground.going!r} is not good, bad or closed")


def check_dates(scenario: GreatBattle, last: int) -> None:
    """Whoever comes later, or from the air, comes on a turn that there is."""
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
        if name not in skies:
            raise ScenarioError(f"weather: {name!r} is not one of {', '.join(skies)}")
    if scenario.skies and scenario.skies[-1][0] != last:
        raise ScenarioError(f"skies: the last line must go to {last}")
    if nothing := [name for name, inches in scenario.sight.items() if inches < 1]:
        raise ScenarioError(f"sight: {nothing[0]}: one sees at least an inch")


def check_names(scenario: GreatBattle) -> None:
    names = {army.name for army in scenario.side}
    victory = scenario.victory
    named = [("attacker", scenario.attacker), ("first_player", scenario.first_player)]
    named += [("victory.hold.side", victory.hold.side)] if victory.hold else []
    named += [("victory.bring.side", victory.bring.side)] if victory.bring else []
    named += [("victory.wins.side", one.side) for one in victory.wins]
    named += [("victory.otherwise", victory.otherwise)] if victory.otherwise not in ("", DRAW) else []
    named += [(f"objectives: {one.name}: holder", one.holder) for one in scenario.objectives if one.holder]
    for where, side in named:
        if side not in names:
            raise ScenarioError(f"{where}: no side {side!r}")
    ids = [entry.id for army in scenario.side for entry in army.battalions]
    groups = [group for army in scenario.side for group in {entry.group for entry in army.battalions}]
    divisions = [one.name for army in scenario.side for one in army.divisions]
    given = Counter([*ids, *groups, *names, *divisions, *(one.name for one in scenario.objectives), "sky"])
    if "" in given:
        raise ScenarioError("side, objectives: a name is empty")
    if twice := sorted(name for name, count in given.items() if count > 1):
        raise ScenarioError(f"side, objectives: the name {twice[0]!r} is given twice")
    if victory.must_stand and victory.must_stand not in ids:
        raise ScenarioError(f"victory.must_stand: no battalion {victory.must_stand!r}")


def check_objectives(scenario: GreatBattle, board: FreeTable) -> None:
    names = [one.name for one in scenario.objectives]
    pieces = {piece.name for piece in board.terrain}
    for one in scenario.objectives:
        if (one.at is None) == (not one.piece):
            raise ScenarioError(f"objectives: {one.name}: either at or piece is needed")
        check_point(one.at, f"objectives: {one.name}: at", board)
        if one.piece and one.piece not in pieces:
            raise ScenarioError(f"objectives: {one.name}: the map has no piece {one.piece!r}")
    for army in scenario.side:
        if unknown := set(army.supply_from) - {*names, *pieces}:
            raise ScenarioError(f"{army.name}: supply_from: neither a piece nor an objective: {min(unknown)!r}")
    victory = scenario.victory
    wanted = [*victory.hold.objectives, *victory.hold.decisive] if victory.hold else []
    for win in victory.wins:
        check_win(win)
        wanted += [*win.holds, *win.clear_of, *(name for names in win.holds_one for name in names)]
    if victory.hold and not victory.hold.objectives:
        raise ScenarioError("victory.hold.objectives: there are none")
    if victory.hold and victory.hold.standing:
        check_standing(victory.hold.standing)
    for name in wanted + ([victory.bring.objective] if victory.bring else []):
        if name not in names:
            raise ScenarioError(f"victory: no objective {name!r}")


def check_win(win: Win) -> None:
    if not (win.holds or win.holds_one or win.enemy_without):
        raise ScenarioError(f"victory.wins: {win.side}: nothing is asked of it")
    for kind in filter(None, (win.standing, win.enemy_without)):
        check_standing(kind)


def check_standing(kind: str) -> None:
    if kind != ANY and kind not in FIGHTING:
        raise ScenarioError(f"victory: {kind!r} is not any or one of {', '.join(sorted(FIGHTING))}")


def known_option(edition: Edition, option: str, where: str) -> None:
    known = edition.book.variants
    if option not in known:
        raise ScenarioError(f"{where}: unknown option {option!r}; there are {', '.join(known)}")


def check_army(army: Army, board: FreeTable, edition: Edition) -> None:
    if army.edge not in EDGES:
        raise ScenarioError(f"{army.name}: edge: {army.edge!r} is not north, east, south or west")
    if army.supply not in SUPPLY:
        raise ScenarioError(f"{army.name}: supply: {army.supply!r} is not one of {', '.join(SUPPLY)}")
    if army.artillery and army.artillery.quality not in QUALITIES:
        raise ScenarioError(f"{army.name}: artillery: quality: {army.artillery.quality!r} is not known")
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
    """setup.friendly-edge: each battalion belongs to one division, and so do C Ops and FUP where a side has several."""
    names = [division.name for division in army.divisions]
    if twice := sorted(name for name, count in Counter(names).items() if count > 1):
        raise ScenarioError(f"{army.name}: divisions: the name {twice[0]!r} is given twice")
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
    """What a side with several divisions leaves to them."""
    whole, plain = army.whole, Division(army.name, army.points)
    if army.divisions and whole != plain:
        wrong = next(name for name in STAFF if getattr(whole, name) != getattr(plain, name))
        raise ScenarioError(f"{army.name}: {wrong}: it is for each of its divisions to say")
    if army.points and (rich := [division.name for division in army.divisions if division.points]):
        raise ScenarioError(f"{army.name}: {rich[0]}: points: its side has them in common already")


def check_staff(division: Division, where: str, board: FreeTable, edition: Edition) -> None:
    """Its points, its C Ops and its FUP. Who comes later is not there from the start."""
    if division.points < 0:
        raise ScenarioError(f"{where}: points: the number is below 0")
    if division.c_ops_quality not in QUALITIES:
        raise ScenarioError(f"{where}: c_ops_quality: {division.c_ops_quality!r} is not known")
    check_site(division.c_ops, f"{where}: c_ops", board, edition.charts.bases[Kind.C_OPS])
    check_site(division.fup, f"{where}: fup", board, edition.charts.bases[Kind.FUP])
    if division.c_ops_lands and (division.c_ops or division.c_ops_arrives):
        raise ScenarioError(f"{where}: c_ops: it comes from the air and in another way too")
    staff = ("c_ops", division.c_ops_arrives, division.c_ops), ("fup", division.fup_arrives, division.fup)
    for name, arrival, point in staff:
        check_arrival(arrival, f"{where}: {name}_arrives", board)
        if arrival and point:
            raise ScenarioError(f"{where}: {name}_arrives: it is on the table from the start")
        if arrival and not (arrival.day and arrival.at):
            raise ScenarioError(f"{where}: {name}_arrives: day and at are needed")


def check_point(point: Point | None, where: str, board: FreeTable) -> None:
    if point is not None and not (shapes.on_table(point, board.width, board.depth) and shapes.on_lattice(point)):
        raise ScenarioError(f"{where}: {point[0]:g}, {point[1]:g} is not a point of the table")


def check_site(point: Point | None, where: str, board: FreeTable, base: Base) -> None:
    """setup.table-edge: a marker that is put there lies whole on the table."""
    check_point(point, where, board)
    if point is not None and not board.holds(Place(*point), base):
        raise ScenarioError(f"{where}: at {point[0]:g}, {point[1]:g} it would not stand whole on the table")


def check_troops(scenario: GreatBattle) -> None:
    """victory.end: a side without infantry and armour would have lost before the first turn."""
    for army in scenario.side:
        stands = [text for entry in army.battalions for text in (*entry.stands, *entry.attached)]
        if {model(text).kind for text in stands}.isdisjoint({Kind.INFANTRY, Kind.ARMOUR}):
            raise ScenarioError(f"{army.name}: battalions: there is neither infantry nor armour")


def check_entry(entry: Entry, where: str, board: FreeTable, edition: Edition) -> None:
    if entry.quality not in QUALITIES:
        raise ScenarioError(f"{where}: quality: {entry.quality!r} is not one of {', '.join(QUALITIES)}")
    if entry.state not in ("inactive", "activated"):
        raise ScenarioError(f"{where}: state: {entry.state!r} is not inactive or activated")
    if entry.formation and entry.formation not in tuple(Formation):
        raise ScenarioError(f"{where}: formation: {entry.formation!r} is not one of {', '.join(Formation)}")
    if not entry.stands:
        raise ScenarioError(f"{where}: stands: there are none")
    check_attached(entry, where, edition)
    if is_too_few(entry.formation, len(entry.stands) + len(entry.attached)):
        raise ScenarioError(f"{where}: formation: a single stand is in assault formation or in road march")
    if entry.facing is not None and not 0 <= entry.facing < 360:
        raise ScenarioError(f"{where}: facing: {entry.facing} is not from 0 to 359")
    if entry.post is not None:
        check_post(entry.post, where, board)
    if entry.away_from and all(piece.name != entry.away_from for piece in board.terrain):
        raise ScenarioError(f"{where}: away_from: the map has no piece {entry.away_from!r}")


def check_arrival(arrival: Arrival | None, where: str, board: FreeTable) -> None:
    if arrival is None:
        return
    if (arrival.day > 0) != (arrival.turn > 0) or arrival.within <= 0:
        raise ScenarioError(f"{where}: a day goes with a turn, and within with some inches")
    if arrival.at and all(piece.name != arrival.at for piece in board.terrain):
        raise ScenarioError(f"{where}: at: the map has no piece {arrival.at!r}")


def check_landing(entry: Entry, drop: Drop | None, where: str) -> None:
    """Whether a battalion that comes from the air says so fully."""
    if entry.airborne not in ("", "parachute", "glider"):
        raise ScenarioError(f"{where}: airborne: {entry.airborne!r} is not parachute or glider")
    if bool(entry.airborne) != (entry.lands > 0):
        raise ScenarioError(f"{where}: airborne, lands: how it comes and on which turn go together")
    if entry.airborne and entry.post is not None:
        raise ScenarioError(f"{where}: post: a battalion that comes from the air starts off the table")
    if entry.airborne and drop is None:
        raise ScenarioError(f"{where}: airborne: its side needs a drop")


def check_drop(drop: Drop, where: str, board: FreeTable) -> None:
    """The words of the airborne tables, and places on the table."""
    for name, word, known in (("flak", drop.flak, flaks()), ("theatre", drop.theatre, theatres())):
        if word not in known:
            raise ScenarioError(f"{where}: {name}: {word!r} is not one of {', '.join(known)}")
    if not drop.heights or not set(drop.heights) <= set(heights()):
        raise ScenarioError(f"{where}: heights: one or more of {', '.join(heights())} are needed")
    west, south, east, north = drop.zone or (0.0, 0.0, board.width, board.depth)
    if not (0 <= west <= east <= board.width and 0 <= south <= north <= board.depth):
        raise ScenarioError(f"{where}: zone: west, south, east and north of an area of the table are needed")
    if drop.supplies and not shapes.on_table(drop.supplies, board.width, board.depth):
        raise ScenarioError(f"{where}: supplies: that is not a point of the table")
    if drop.quality_by and drop.supplies is None:
        raise ScenarioError(f"{where}: quality_by: no supplies are dropped")
    if unknown := [supply for _, supply in drop.quality_by if supply not in SUPPLY]:
        raise ScenarioError(f"{where}: quality_by: {unknown[0]!r} is not one of {', '.join(SUPPLY)}")
    if unknown := sorted({*drop.keep_off} - {piece.name for piece in board.terrain}):
        raise ScenarioError(f"{where}: keep_off: the map has no piece {unknown[0]!r}")
    if not aiming_points(board, drop):
        raise ScenarioError(f"{where}: keep_off: nothing is left of the drop zone")


def check_attached(entry: Entry, where: str, edition: Edition) -> None:
    try:
        own = [model(text).kind for text in entry.stands]
        others = [model(text).kind for text in entry.attached]
    except ScenarioError as fault:
        raise ScenarioError(f"{where}: {fault}") from None
    if wrong := wrongly_attached(own, others, edition.customs.most_armour):
        raise ScenarioError(f"{where}: attached: {wrong[1]}")


def wrongly_attached(own: list[str], others: list[str], most_armour: int) -> tuple[str, str] | None:
    """Why stands of these kinds may not all be attached to a battalion of those, and the clause first."""
    guns = sum(kind in GUNS or kind == Kind.ARMOUR for kind in others)
    if others and Kind.INFANTRY not in own and set(others) - {Kind.HQ}:
        whose = "organisation.armor-attachments" if Kind.ARMOUR in own else "organisation.infantry-battalion"
        return whose, "only infantry battalions have attachments beside an HQ"
    if others.count(Kind.HQ) > 1 or others.count(Kind.HEAVY_WEAPONS) > 1 or guns > 2 or Kind.INFANTRY in others:
        return "organisation.infantry-battalion", "at most one HQ, one heavy weapons stand and two guns or tanks"
    if others.count(Kind.ARMOUR) > most_armour:
        return "organisation.armour", "one armour stand at most; two or more are a battalion of their own"
    return None


def check_post(post: Post, where: str, board: FreeTable) -> None:
    if post.box is None and post.near is None:
        raise ScenarioError(f"{where}: post: a box, or near and within, are needed")
    if isinstance(post.near, str) and all(piece.name != post.near for piece in board.terrain):
        raise ScenarioError(f"{where}: post: the map has no piece {post.near!r}")
    if post.within < 0 or (post.near is not None and not isinstance(post.near, str) and not post.within):
        raise ScenarioError(f"{where}: post: within: how many inches round it is needed")
    west, south, east, north = post.box or (0.0, 0.0, board.width, board.depth)
    if not (0 <= west <= east <= board.width and 0 <= south <= north <= board.depth):
        raise ScenarioError(f"{where}: post: box: west, south, east and north of an area of the table are needed")
