"""How many taps a set-up, a move and a shot take, and what the table does with a tap."""

import re
from math import dist
from pathlib import Path
from random import Random

import pytest
from listening import Wire
from playing import ACT, COMPUTER, PLACED, begin, resting, wait
from playwright.sync_api import Page, expect
from pointing import drag, on_screen
from positions import at_moment, brought_along, with_shots
from screens import PHONE

from sandtable import load_game
from sandtable.kernel.game import Game
from sandtable.rules.great_battles.commands.day import Move, Pick
from sandtable.rules.panzer_korps.commands import Fire
from sandtable.server import asking
from sandtable.server import messages as wire_
from sandtable.server.battle import Battle
from tests.patience import wait_until

BOOKS = ["krojanty", "first-orders", "crossroads", "crossroads-house", "first-shots"]
COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, true); }"
READY = re.compile("Ready: set up like this")
CLOSE = 0.06  # inches: about a pixel
CLEAR = 0.8  # inches; a tap nearer to a unit may mean the unit


def counting(page: Page) -> None:
    """From now on the page counts every press of a button or finger."""
    page.evaluate(COUNT)


def presses(page: Page) -> int:
    return int(page.evaluate("window.presses"))


def set_up_box(page: Page):
    return page.get_by_role("region", name="Set-up")


# ---- setting up


@pytest.mark.parametrize("scenario", ["krojanty", "sedan"])
def test_the_historical_set_up_takes_two_clicks(visit, scenario):
    page = visit()
    begin(page, scenario, COMPUTER)
    wait(page)
    counting(page)
    page.get_by_role("button", name="Historical set-up").click()
    page.get_by_role("button", name=READY).click()
    expect(set_up_box(page)).to_have_count(0)
    assert presses(page) == 2


@pytest.mark.parametrize("scenario", BOOKS)
def test_the_computer_places_all_units_of_a_person_with_two_clicks(visit, scenario):
    page = visit()
    begin(page, scenario, COMPUTER)
    asked = wait(page)["seq"]
    counting(page)
    page.get_by_role("button", name="Place them for me").click()
    page.get_by_role("button", name=READY).click()
    wait(page, asked)
    expect(page.get_by_role("button", name=READY)).to_have_count(0)
    expect(page.locator("[aria-label='What now'] h1")).not_to_contain_text(re.compile("start\\?|set up\\?"))
    assert presses(page) == 2


def test_a_unit_of_a_draft_is_put_elsewhere_before_the_side_is_ready(visit):
    page = visit()
    wire = Wire(page)
    begin(page, "krojanty", COMPUTER, "Polish")
    wait(page)
    page.get_by_role("button", name="Historical set-up").click()
    page.get_by_role("button", name=READY).wait_for()
    page.mouse.click(*on_screen(page, 3, 6))  # the commanders
    page.mouse.click(*on_screen(page, 4, 6))
    page.mouse.click(*on_screen(page, 1, 0))  # out of the zone: the nearest place is b6, which is taken
    expect(page.locator(".act [role=status]")).to_contain_text("rows 6 to 7")
    page.get_by_role("button", name=READY).click()
    expect(set_up_box(page)).to_have_count(0)
    places = {one["unit"]: one["to"] for one in wire.asked("arrange")[-1]["commands"]}
    assert places["Polish Commanders"][:2] == [1, 5] and places["Polish Uhlans 2"] == [2, 5, 180]


def test_a_kept_set_up_is_offered_in_the_next_battle(visit):
    page = visit()
    wire = Wire(page)
    begin(page, "krojanty", COMPUTER, "Polish")
    wait(page)
    page.keyboard.press("p")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name=READY).click()
    expect(set_up_box(page)).to_have_count(0)
    page.goto("/")
    begin(page, "krojanty", COMPUTER, "Polish")
    wait(page)
    page.get_by_role("button", name=re.compile("^Set-up of ")).click()
    page.get_by_role("button", name=READY).click()
    wait_until(lambda: len(wire.asked("arrange")) == 2, resting(page))
    first, again = wire.asked("arrange")
    assert first["commands"] == again["commands"]


def test_a_small_screen_shows_every_button_of_a_set_up(visit):
    page = visit(viewport=PHONE, touch=True)
    begin(page, "crossroads", COMPUTER)
    wait(page)
    page.get_by_role("button", name="Place them for me").tap()
    ready = page.get_by_role("button", name=READY)
    expect(ready).to_be_in_viewport(ratio=1)
    ready.tap()
    expect(page.get_by_role("button", name=READY)).to_have_count(0)


# ---- moving


@pytest.fixture(scope="module")
def picking(tmp_path_factory) -> Path:
    """A battle in which somebody chooses which battalion moves."""
    return at_moment("first-orders", tmp_path_factory.mktemp("taps"), may_pick)


def may_pick(game: Game) -> bool:
    return isinstance(game.decision.options[0].command, Pick) and game.decision.side == "Allied"


def quiet_place(save: Path) -> tuple[str, tuple[float, float], tuple[float, float]]:
    """A battalion that may move, where it stands, and a place away from all stands where nothing is at stake."""
    game = load_game(save)
    game.play(game.decision.options[0].command)
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    decision, view = battle.decision, game.view(game.decision.side)
    number, move = next((n, o) for n, o in enumerate(decision.options) if isinstance(o.command, Move))
    stands = [unit.place for unit in view.units.values() if unit.place and "/" in unit.id]
    body = view.units[move.command.unit]
    for place in (move.region.sample(Random(seed)) for seed in range(200)):
        there = (place.x, place.y, body.at.facing)
        sure = asking.tested(battle, decision, view, wire_.Test("", 0, number, there, meant=True)).sure
        if sure and min(dist(place.point, one.point) for one in stands) > CLEAR:
            return body.id, stands[0].point, place.point
    raise AssertionError("no such place")


@pytest.mark.parametrize("touch", [False, True])
def test_a_move_on_the_free_table_takes_two_taps(visit, picking, touch):
    unit, stand, to = quiet_place(picking)
    page = visit(touch=touch)
    wire = Wire(page)
    brought_along(page, picking)
    before = wait(page)["seq"]
    counting(page)
    tap = page.touchscreen.tap if touch else page.mouse.click
    tap(*on_screen(page, *stand))
    wait(page, before)
    expect(page.locator("[aria-label='What now'] h1")).to_contain_text(f"{unit}: what does it do?")
    tap(*on_screen(page, *to))
    wait(page, before + 1)
    assert presses(page) == 2
    assert dist(wire.asked("play")[-1]["to"][:2], to) < CLOSE


def test_a_tap_out_of_reach_goes_to_the_nearest_place_and_says_so(visit, picking):
    page = visit()
    wire = Wire(page)
    _, stand, _ = quiet_place(picking)
    brought_along(page, picking)
    before = wait(page)["seq"]
    page.mouse.click(*on_screen(page, *stand))
    wait(page, before)
    page.mouse.click(*on_screen(page, 22, 22))
    expect(page.locator(".act [role=status]")).to_contain_text("The nearest place")
    expect(page.locator(".drag")).to_contain_text(re.compile(r"\d″ off: "))
    expect(page.locator(ACT)).to_be_enabled()
    x, y, _ = wire.asked("test")[-1]["to"]
    assert dist((x, y), stand) > 1 and dist((x, y), (22, 22)) > 1
    page.mouse.click(*on_screen(page, x, y - 0.3))  # on the ghost: yes
    wait(page, before + 1)
    assert wire.asked("play")[-1]["to"][:2] == [x, y]


# ---- switches and handles


def test_a_formation_is_switched_while_the_unit_stays_in_place(visit):
    page = visit()
    wire = Wire(page)
    begin(page, "crossroads", COMPUTER)
    wait(page)
    expect(page.get_by_role("radio")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_selector(PLACED)
    there = wire.asked("test")[-1]["to"]
    beside = page.locator(".beside")
    beside.get_by_role("button", name="assault").click()
    expect(page.locator(ACT)).to_contain_text("A1 in assault formation")
    beside.get_by_role("button", name="0.5″").click()
    expect(page.locator(ACT)).to_contain_text("A1 in assault formation, 0.5 inches apart")
    expect(page.locator(ACT)).to_be_enabled()
    assert wire.asked("test")[-1]["to"] == there, wire.asked("test")


def test_handles_move_a_body_along_its_own_axes(visit):
    page = visit()
    wire = Wire(page)
    begin(page, "crossroads", COMPUTER)
    wait(page)
    page.keyboard.press("Enter")
    page.wait_for_selector(PLACED)
    x, y, _ = wire.asked("test")[-1]["to"]
    for grip, by in (("ahead", (40, 30)), ("aside", (-30, 40))):
        box = page.locator(f"[data-grip={grip}] .handle").bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        drag(page, middle, (middle[0] + by[0], middle[1] + by[1]))
        expect(page.locator(ACT)).to_be_enabled()
        now = wire.asked("test")[-1]["to"]
        assert (now[0] == pytest.approx(x, abs=CLOSE)) == (grip == "ahead")
        assert (now[1] == pytest.approx(y, abs=CLOSE)) == (grip == "aside")
        x, y = now[:2]


# ---- shooting


def two_firers(game: Game) -> bool:
    orders = [option.command for option in game.decision.options]
    return len({order.unit for order in orders if isinstance(order, Fire)}) > 1


def test_a_shot_takes_two_taps(visit, tmp_path):
    save = at_moment("first-shots", tmp_path, two_firers)
    game = load_game(save)
    number, order = next((n, o.command) for n, o in enumerate(game.decision.options) if isinstance(o.command, Fire))
    page = visit()
    wire = Wire(page)
    brought_along(page, save)
    before = wait(page)["seq"]
    counting(page)
    for unit in (order.unit, order.target):
        page.mouse.click(*on_screen(page, *game.state.units[unit].at.point))
    wait_until(lambda: wire.asked("play"), resting(page))
    assert presses(page) == 2
    assert (wire.asked("play")[-1]["option"], wire.asked("play")[-1]["seq"]) == (number, before)


def test_a_tap_is_no_order_if_the_person_does_not_want_that(visit, picking):
    page = visit()
    wire = Wire(page)
    _, stand, _ = quiet_place(picking)
    brought_along(page, picking)
    wait(page)
    page.get_by_label("Menu").click()
    page.get_by_label("A tap is an order").uncheck()
    page.keyboard.press("Escape")
    page.mouse.click(*on_screen(page, *stand))
    expect(page.locator(".bn.selected, .pc.selected").first).to_be_attached()
    assert not wire.asked("play")


def test_a_phone_shows_a_shot_with_both_its_ends(visit, tmp_path):
    page = visit(viewport=PHONE, touch=True)
    brought_along(page, at_moment("crossroads-house", tmp_path, with_shots))
    page.locator("[role=radio]", has_text="fires at").first.click()
    target, sheet = page.locator(".over-layer .aim").first, page.locator(".sheet")
    target.wait_for(state="attached")

    def is_seen() -> bool:
        ring, below = target.bounding_box(), sheet.bounding_box()
        return bool(ring and below and 0 < ring["x"] < PHONE["width"] and 0 < ring["y"] < below["y"])

    wait_until(is_seen, resting(page))
