"""Every table of the d10 charts, as the rules read it."""

import pytest

from sandtable.board.board import Base
from sandtable.rules.great_battles.book import drop_tables
from sandtable.rules.great_battles.book.charts import (
    BAD,
    BUNKER,
    CLOSED,
    DISMOUNTED,
    FOOT,
    GOOD,
    GUN_ROW,
    HARD_COVER,
    HORSE,
    NONE,
    QUALITIES,
    SOFT_COVER,
    SOFT_VEHICLE,
    SPEEDS,
    SUPPLY,
    WEIGHTS,
    Ground,
    Losses,
)
from sandtable.rules.great_battles.book.charts_d10 import D10Charts
from sandtable.rules.great_battles.d10 import BOOK
from sandtable.rules.great_battles.fire import modifiers
from sandtable.rules.great_battles.guns import calling
from sandtable.rules.great_battles.malta.house import house_of
from sandtable.rules.great_battles.nerve import morale, rally
from sandtable.rules.great_battles.staff import staff_points
from sandtable.rules.great_battles.words import FIGHTING, Formation, Kind

CHARTS = D10Charts(BOOK)


def rows(name):
    return CHARTS.table(name).rows


def earned(table, case):
    """What the d10 charts add."""
    return [term.value for term in table[BOOK.about.id].that_apply(case)]


# ---- stands and ground


def test_bases_are_the_books():
    assert CHARTS.bases[Kind.INFANTRY] == Base(1.5, 0.5)
    assert CHARTS.bases[Kind.ARMOUR] == Base(1.5, 1.0)
    assert CHARTS.bases[Kind.FIELD_GUN] == Base(1.0, 0.75)
    assert CHARTS.bases[Kind.HQ] == Base(0.75, 1.0)
    assert CHARTS.bases[Kind.TEMPLATE] == Base(1.0, 1.0, disc=True)
    assert FIGHTING | {Kind.HEAVY_WEAPONS, Kind.C_OPS, Kind.FUP, Kind.HALF_TRACK} <= CHARTS.bases.keys()


def test_options_amend_bases_and_gaps():
    amended = D10Charts(BOOK, frozenset({"rulebook-bases", "cd3-scale"}))
    assert amended.bases[Kind.HQ] == amended.bases[Kind.HEAVY_WEAPONS] == Base(1.0, 0.5)
    assert amended.bases[Kind.FIELD_GUN] == Base(1.0, 1.0)
    assert amended.bases[Kind.TEMPLATE] == Base(2.0, 2.0, disc=True)
    assert (CHARTS.gap, amended.gap, amended.intervals[-1]) == (2.0, 3.0, 290)


@pytest.mark.parametrize(
    ("kind", "ground"),
    [
        ("woods", Ground(BAD, SOFT_COVER, blocks=True)),
        ("orchard", Ground(GOOD, SOFT_COVER)),
        ("boulders", Ground(BAD, NONE)),
        ("village", Ground(BAD, HARD_COVER, blocks=True)),
        ("bunker", Ground(GOOD, BUNKER, foot_only=True)),
        ("stream", Ground(GOOD, NONE, line=True)),
        ("hill", Ground(GOOD, NONE, line=True)),
        ("ocean", Ground(CLOSED, NONE)),
    ],
)
def test_terrain(kind, ground):
    assert CHARTS.grounds[kind] == ground


# ---- the day


def test_weather_goes_by_a_die_of_ten():
    assert [CHARTS.weather(die) for die in (1, 6, 7, 9, 10)] == ["clear", "clear", "overcast", "drizzle", "fog"]
    assert [CHARTS.sight_in(sky) for sky in ("clear", "drizzle", "fog", "rain")] == [12, 12, 6, 6]


def test_sighting_distances():
    first = [CHARTS.sight(turn, second=False, odd=True) for turn in (1, 2, 3, 4, 9)]
    second = [CHARTS.sight(turn, second=True, odd=True) for turn in (1, 2, 3, 4, 9)]
    assert (first, second) == ([3, 6, 6, 12, 12], [3, 6, 12, 12, 12])
    assert CHARTS.sight(3, second=False, odd=False) == 12


@pytest.mark.parametrize(
    ("dawn", "inches", "losses"),
    [
        (True, 3, Losses(1, 1, 3)),
        (True, 6, Losses(suppressed=2)),
        (True, 9.01, Losses()),
        (False, 3.01, Losses(suppressed=3)),
        (False, 12, Losses(suppressed=1)),
        (False, 12.01, Losses()),
    ],
)
def test_deploying_near_the_enemy(dawn, inches, losses):
    assert CHARTS.deployment(dawn=dawn, distance=inches) == losses


def test_activation_costs_what_the_record_sheet_says():
    prices = [[CHARTS.activation(dawn=dawn, groups=groups) for groups in range(4)] for dawn in (True, False)]
    assert prices == [[1, 2, 6, 10], [2, 4, 12, 20]]
    dawn, day = prices
    first, second = (row[1:] for row in rows("activation-sheet"))
    assert list(first) == [f"{early}/{late}" for early, late in zip(dawn, day, strict=True)]
    assert list(second) == [f"{price}/{price}" for price in day]


# ---- percentage dice


@pytest.mark.parametrize(
    ("level", "total", "actions"),
    [("raw", 10, 2), ("raw", 11, 1), ("raw", 60, 1), ("raw", 61, 0), ("average", 25, 2), ("average", 76, 0),
     ("veteran", 40, 2), ("veteran", 90, 1), ("veteran", 91, 0), ("experienced", -5, 2)],
)  # fmt: skip
def test_actions(level, total, actions):
    assert CHARTS.actions(level, 50, total) == actions


def test_an_hq_adds_ten():
    assert (CHARTS.hq_bonus("average"), CHARTS.for_two("average")) == (10, 25)


@pytest.mark.parametrize(
    ("level", "total", "turns"),
    [("raw", 20, 0), ("raw", 21, 1), ("raw", 84, 2), ("raw", 85, 3), ("veteran", 60, 0), ("average", 0, 0),
     ("average", 40, 0), ("average", 71, 2), ("average", 130, 3)],
)  # fmt: skip
def test_barrage_delay(level, total, turns):
    assert CHARTS.delay(level, total) == turns


def test_delay_modifiers_are_score_modifiers():
    assert earned(calling.MODIFIERS, calling.Call(with_hq=True, registered=True)) == [10, 0]
    assert earned(calling.MODIFIERS, calling.Call(with_hq=False, registered=False)) == [-30]


def test_orders_take_longer_far_from_the_staff():
    assert CHARTS.cut_off == -10
    assert earned(staff_points.DELAYS, staff_points.Alerted(with_hq=True, far=True, hq_far=True)) == [10, -10, -10]


def test_morale_by_stands_and_count():
    assert [CHARTS.morale(4, hits) for hits in range(1, 9)] == [96, 83, 33, 17, 9, 4, 1, None]
    assert [CHARTS.morale(1, 1), CHARTS.morale(1, 2), CHARTS.morale(12, 1)] == [17, None, 99]
    assert (CHARTS.morale(8, 12), CHARTS.morale(8, 16)) == (9, None)


def test_morale_modifiers():
    def adds(**changes):
        usual = {"cover": NONE, "alike": True, "on_crest": False, "far": False, "skies": frozenset(), "quality": ""}
        return earned(morale.MODIFIERS, morale.Shaken(**(usual | changes)))

    assert [adds(cover=cover) for cover in (SOFT_COVER, HARD_COVER, BUNKER)] == [[10], [20], [30]]
    assert adds(cover=SOFT_COVER, on_crest=True) == [10]
    skies = [{"drizzle"}, {"fog"}, {"rain"}, {"rain", "drizzle"}]
    assert [adds(skies=frozenset(sky)) for sky in skies] == [[-10], [-20], [-20], [-20]]
    assert [adds(quality=level) for level in QUALITIES] == [[-10], [-5], [], [5], [10]]
    assert adds(far=True) == [-10]


# ---- moving


@pytest.mark.parametrize(
    ("row", "shape", "going", "inches"),
    [
        (FOOT, Formation.ASSAULT, GOOD, 3), (FOOT, Formation.MARCH, BAD, 5.5), (FOOT, Formation.ROAD_MARCH, "paved", 9),
        (SPEEDS["M"], Formation.ASSAULT, GOOD, 7), (SPEEDS["H"], Formation.DEFENSIVE, BAD, 2),
        (SPEEDS["W"], Formation.ROAD_MARCH, "dirt", 24), (HORSE, Formation.MARCH, BAD, 2),
        (GUN_ROW, Formation.ASSAULT, BAD, 0.5), (GUN_ROW, Formation.ROAD_MARCH, "paved", 1),
    ],
)  # fmt: skip
def test_rates(row, shape, going, inches):
    assert CHARTS.rate(row, shape, going) == inches


@pytest.mark.clause("gb10.move.bad-going-procedure")
@pytest.mark.parametrize(
    ("row", "shape", "inches"),
    [(FOOT, Formation.ASSAULT, 3), (SPEEDS["M"], Formation.ASSAULT, 4.5), (HORSE, Formation.MARCH, 3),
     (HORSE, Formation.DEFENSIVE, 1), (GUN_ROW, Formation.DEFENSIVE, None)],
)  # fmt: skip
def test_haste_is_never_faster_than_good_going(row, shape, inches):
    assert CHARTS.hurried_rate(row, shape) == inches


# ---- fire


def test_infantry_and_smg_fire():
    rifles, smg = CHARTS.small_arms(), CHARTS.small_arms(smg=True)
    assert (rifles.limits, rifles.hit) == ((1, 2, 3, 8), (6, 4, 2, 1))
    assert (smg.limits, smg.hit) == ((1, 2, 8), (6, 4, 1))
    assert rifles.destroy[DISMOUNTED] == (6, 4, 2, 1) and smg.destroy[SOFT_VEHICLE] == (6, 6, 6)
    assert rifles.destroy["Heavy armour"] == (4, None, None, None)


def test_guns_go_inch_by_inch():
    light, heavy = CHARTS.gun("L"), CHARTS.gun("H")
    assert light.hit == (8, 8, 8, 8, 7, 5, 4, 3, 1, 1, 1, None)
    assert (light.column(11), light.column(11.5)) == (10, None)
    assert [CHARTS.gun(weight).hit[11] for weight in WEIGHTS] == [None, 2, 2, 3]
    assert heavy.destroy["Heavy armour"] == (4, 4, 3, 3, 2, 2, 2, 1, 1, 1, None, None)
    assert CHARTS.gun("M").destroy["Superheavy armour"] == (None,) * 12
    assert CHARTS.gun("S").destroy["Superheavy armour"][:3] == (6, 6, 5)


def test_guns_at_soft_targets():
    for weight in WEIGHTS:
        assert CHARTS.gun(weight).destroy[DISMOUNTED] == (2,) * 12
        assert CHARTS.gun(weight).destroy[SOFT_VEHICLE] == (6,) * 12


def test_modifiers_of_fire():
    struck = [earned(modifiers.DESTROY, modifiers.Struck(level, covered=True)) for level in QUALITIES]
    assert struck == [[1, -1], [1, -1], [-1], [-1, -1], [-1, -1]]


def test_barrages_and_aircraft():
    assert [CHARTS.barrage(column) for column in range(4)] == [8, 6, 4, 2]
    found = [CHARTS.air(rockets=rockets, hard=hard) for rockets in (False, True) for hard in (False, True)]
    assert found == [2, 2, 3, 4]


# ---- rallying, replacements


def test_rally_numbers():
    assert [CHARTS.rally(level) for level in QUALITIES] == [6, 7, 8, 9, 10]
    assert [CHARTS.reactivation(level) for level in QUALITIES] == [6, 7, 8, 9, 10]
    assert CHARTS.infiltration("average") == 5
    assert earned(rally.MODIFIERS, rally.Rallying(has_hq=True, suppressed=3, lost=2)) == [1, -3, -4]
    covers = [[CHARTS.rally_cover(cover, inside) for inside in (1, 2)] for cover in (SOFT_COVER, HARD_COVER, BUNKER)]
    assert covers == [[0, 1], [1, 2], [2, 3]]


def test_ammunition_by_quality_starts_at_the_rally_number():
    first = {str(row[0]).lower(): int(str(row[1]).partition("-")[0]) for row in rows("ammo-quality")}
    assert first == {level: CHARTS.rally(level) for level in QUALITIES}


@pytest.mark.parametrize(
    ("situation", "figures"),
    [
        ("Isolated", [None] * 5),
        ("Separated", [None, None, 1, 1, 2]),
        ("OK", [1, 2, 2, 3, 3]),
        ("In reserve", [3, 5, 6, 7, 9]),
    ],
)
def test_replacements(situation, figures):
    assert [CHARTS.replacement(situation, supply) for supply in SUPPLY] == figures


def test_ammunition_at_night():
    assert [CHARTS.refill(where) for where in ("Isolated", "Separated", "OK", "In reserve")] == [0, 1, None, None]


def test_points_at_the_end():
    assert (CHARTS.points.stand, CHARTS.points.overrun, CHARTS.points.margin) == (1, 5, 1)


# ---- from the air


def test_the_airborne_tables():
    assert drop_tables.approach("normal", "medium", 1) == "D"
    assert drop_tables.drift("Crete", 7, 2) == (2.0, 1.0)
    assert drop_tables.landing(0, night=False, glider=False, rough=True) == "D"


def test_the_figures_of_malta():
    axis, allies = house_of("Axis"), house_of("Allies")
    assert (axis.points, axis.keeps, axis.keeps_by_day, axis.port, axis.air) == (8, 8, -1, 2, 3)
    assert (allies.points, allies.keeps, allies.keeps_by_day, allies.port, allies.air) == (3, 3, 1, 2, 3)
    assert CHARTS.average_die.worth == (3, 2, 3, 4, 5, 4)


# ---- classes, and what only the record sheet and the reader of the book need


def test_classes_are_those_of_the_code():
    guns, armour = dict(rows("gun-classes")), dict(rows("armor-classes"))
    assert {code: guns[code] for code in WEIGHTS} == WEIGHTS == {code: armour[code] for code in WEIGHTS}
    speeds = {"H": "Halftrack", "W": "Wheeled"}
    assert dict(rows("speed-classes")) == SPEEDS | speeds


def test_every_table_of_the_book_is_here():
    later = {"vehicles", "gun-calibres", "attachments", "variants", "action-kinds",
             "close-combat-initiation", "formations"}  # fmt: skip
    read = {
        "terrain", "weather", "deployment", "activation", "activation-sheet", "barrage-delay",
        "barrage-delay-modifiers", "barrage-effect", "action-points", "movement", "infantry-fire", "smg-fire",
        "light-gun", "medium-gun", "heavy-gun", "superheavy-gun", "gun-soft-targets", "to-hit-modifiers",
        "destroy-modifiers", "ammo-removal", "ammo-quality", "rally", "rally-modifiers", "rally-cover",
        "armor-vs-infantry", "infantry-vs-infantry", "morale", "morale-modifiers", "replacements", "sighting",
        "approach-damage", "drift", "landing-damage", "air-destroy", "stands", "gun-classes", "armor-classes",
        "speed-classes", "activation-delay-modifiers", "malta", "average-dice",
    }  # fmt: skip
    assert {table.rpartition(".")[2] for table in BOOK.tables} == read | later
