"""What a scenario may not exceed; each error says where, and how much is allowed."""

import msgspec
import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.kernel.savefile import SavedText, lines, sealed
from sandtable.kernel.scenario import ENTRIES, LARGEST, LONG, SHORT, ScenarioError, check_limits
from sandtable.rules import rule_sets

BATTLES = [(rules, name) for rules in rule_sets() for name in rule_sets()[rules].scenarios()]
GRID, FREE = ("portable-wargame", "krojanty"), ("great-battles-d20", "first-orders")


def scenario(rules, name):
    return rule_sets()[rules].scenarios()[name]


def with_army(written, **changes):
    return replace(written, side=(replace(written.side[0], **changes), *written.side[1:]))


def refusal(written):
    with pytest.raises(ScenarioError) as wrong:
        st.new_game(written.rules, written)
    return str(wrong.value)


# ---- every text, list and number


@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle[1])
def test_whatever_a_scenario_says_is_limited(battle):
    """Each text, number and list of each shipped scenario in turn, made too large."""
    content = msgspec.to_builtins(scenario(*battle))
    spots = list(places(content))
    assert len(spots) > 20
    for holder, key, value in spots:
        holder[key] = too_much(value)
        with pytest.raises(ScenarioError, match=r"at most|from -2000 to 2000"):
            check_limits(Untyped(content))
        holder[key] = value


class Untyped(msgspec.Struct):
    """Replaces a scenario whose types would refuse large values for other reasons."""

    content: object


def places(value):
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        if isinstance(one, tuple):
            one = value[key] = list(one)
        if not isinstance(one, bool):
            yield value, key, one
        yield from places(one)


def too_much(value):
    match value:
        case str():
            return "x" * (LONG + 1)
        case int() | float():
            return LARGEST + 1
        case dict():
            return {**value, **{f"more {number}": 0 for number in range(ENTRIES + 1)}}
    return [*value, *range(ENTRIES + 1)]


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan"), 10**400, -(10**400)])
def test_what_is_no_number_of_anything_is_refused(number):
    written = with_army(scenario(*FREE), points=number)
    assert refusal(written) == "side 1, points: a number from -2000 to 2000 is needed"


def test_a_text_says_how_long_it_may_be():
    assert refusal(replace(scenario(*GRID), title="x" * 5000)) == (
        f"title: a text of 5000 characters; at most {SHORT} are allowed"
    )
    assert refusal(replace(scenario(*FREE), notes="x" * 5000)) == (
        f"notes: a text of 5000 characters; at most {LONG} are allowed"
    )


@pytest.mark.parametrize("text", ["\x00", "\x1b[2J", "\u202eright to left", "a\u2028b", "\ud800"])
def test_what_a_screen_would_obey_is_refused(text):
    assert "cannot be shown" in refusal(replace(scenario(*GRID), title=text))


@pytest.mark.parametrize("text", [" ", "two\nlines", "blank at the end "])
def test_a_name_is_one_line_without_blanks_at_its_ends(text):
    assert "one line" in refusal(replace(scenario(*GRID), title=text))


def test_letters_of_every_language_are_welcome():
    st.new_game(GRID[0], replace(scenario(*GRID), title="Krojanty · Крояны · クロヤンティ · Grünfließ 1939"))


# ---- boards and forces


def test_a_grid_says_how_large_it_may_be():
    wide = replace(scenario(*GRID), map="\n".join(["." * 27] * 12))
    assert "27 columns and 12 rows is too large; at most 26 and 40 are allowed" in refusal(wide)


def test_a_side_of_units_says_how_many_it_may_have():
    written = scenario(*GRID)
    forces = tuple(replace(entry, count=61) for entry in written.side[0].forces[:1])
    assert "61 Units are too many; at most 60 are allowed" in refusal(with_army(written, forces=forces))


def test_a_table_says_how_large_it_may_be():
    written = scenario(*FREE)
    assert "144 are allowed" in refusal(replace(written, map=replace(written.map, size=(145.0, 36.0))))


def test_a_battalion_and_a_side_say_how_many_stands_they_may_have():
    written = scenario(*FREE)
    first = written.side[0].battalions[0]
    assert f"{first.id}: stands: 21 is too many; at most 20" in refusal(
        with_army(written, battalions=(replace(first, stands=("Infantry",) * 21, attached=()),))
    )
    many = tuple(replace(first, id=f"b{n}", stands=("Infantry",) * 20, attached=()) for n in range(7))
    assert "stands: 140 is too many; at most 120" in refusal(with_army(written, battalions=many))


@pytest.mark.parametrize(("field", "most"), [("days", 31), ("turns", 48), ("last_day_turns", 48)])
def test_a_battle_says_how_long_it_may_last(field, most):
    assert f"at most {most} are allowed" in refusal(replace(scenario(*FREE), **{field: most + 1}))


def test_guns_and_aircraft_are_limited():
    written = scenario("great-battles-d20", "nissoria")
    guns = next(army.artillery for army in written.side if army.artillery)
    assert "templates: 21" in refusal(with_army(written, artillery=replace(guns, templates=21)))
    assert "rounds: 101" in refusal(with_army(written, artillery=replace(guns, rounds=101)))


def test_a_map_says_how_many_corners_it_may_have():
    written = scenario(*FREE)
    piece = replace(written.map.pieces[0], kind="woods", at=None, size=None, turn=0, corners=None, width=1.0)
    comb = tuple((2 + 0.2 * n, 2.0 + n % 2) for n in range(100))
    pieces = tuple(replace(piece, name=f"comb {n}", course=comb) for n in range(6))
    assert "corners and bends: 600 is too many; at most 500" in refusal(
        replace(written, map=replace(written.map, pieces=pieces), objectives=(), victory=type(written.victory)())
    )


def test_a_road_has_a_course():
    written = scenario(*FREE)
    road = replace(written.map.pieces[0], kind="road", at=None, size=None, corners=None, width=None, level=0)
    for course in (((5.0, 5.0),), ((5.0, 5.0), (5.0, 5.0))):
        pieces = (*written.map.pieces, replace(road, name="lane", course=course))
        assert "map: lane: " in refusal(replace(written, map=replace(written.map, pieces=pieces)))


# ---- in a save


def test_a_save_with_an_endless_title_says_so():
    game = st.new_game(*GRID)
    game.scenario = replace(game.scenario, title="x" * 4_000_000)
    with pytest.raises(st.SaveError, match="line 1: scenario: title: a text of 4000000 characters; at most 100"):
        SavedText("long.jsonl", sealed([*lines(game)])).load(rule_sets(), check=True)
