"""What hands do at the table: drag, turn, tap, measure, pinch; and what comes out of the printer."""

import re
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest
from listening import Wire
from playing import ACT, BESIDE, COMPUTER, LEARNING, PLACED, begin, resting, take, until, wait
from playwright.sync_api import Page, expect
from pointing import drag, on_screen
from positions import Exposed, at_moment, brought_along, exposed_move
from screens import PHONE

from sandtable import load_game
from sandtable.board.course import Course
from sandtable.board.place import Place
from sandtable.server.scene import Spot
from tests.patience import wait_until

CLOSE = 0.06  # inches: about a pixel


@pytest.fixture(scope="module")
def save(tmp_path_factory) -> Path:
    """A battle in which somebody may move in view of the enemy."""
    return at_moment("first-orders", tmp_path_factory.mktemp("hands"), exposed_move)


@pytest.fixture(scope="module")
def move(save) -> Exposed:
    found = exposed_move(load_game(save))
    assert found
    return found


def seated(visit, save: Path, move: Exposed) -> tuple[Page, Wire]:
    page = visit()
    wire = Wire(page)
    brought_along(page, save)
    page.locator(f"[role=radio][data-option='{move.option}']").click()
    expect(page.locator(ACT)).to_contain_text("Choose a place")
    return page, wire


def test_a_unit_is_dragged_and_goes_where_it_was_dropped(visit, save, move):
    page, wire = seated(visit, save, move)
    drag(page, on_screen(page, *move.start.point), on_screen(page, *move.to.point))
    expect(page.locator(ACT)).to_be_enabled()
    expect(page.locator(ACT)).not_to_contain_text("Choose a place")
    page.locator(ACT).click()
    expect(page.locator(".act.placing")).to_have_count(0)
    played = wire.asked("play")[-1]["to"]
    assert dist(played[:2], move.to.point) < CLOSE


OUTLINED = """(unit) => {
  const holds = (id, at) => document.elementFromPoint(...at)?.closest('[data-id]')?.dataset.id === id;
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  for (const body of document.querySelectorAll('.bn[data-id]')) {
    const id = body.dataset.id;
    const box = body.querySelector('.form').getBoundingClientRect();
    const stands = [...document.querySelectorAll(`.pc[data-id^="${id}/"]`)];
    const stand = stands.find((one) => holds(one.dataset.id, middle(one.querySelector('use').getBoundingClientRect())));
    if (id === unit || !stand) continue;
    const on = middle(stand.querySelector('use').getBoundingClientRect());
    for (let x = box.left + 2; x < box.right; x += 2)
      for (let y = box.top + 2; y < box.bottom; y += 2)
        if (holds(id, [x, y])) return { between: [x, y], on, stand: stand.dataset.id };
  }
}"""


def meant(wire: Wire) -> list[Spot]:
    """The places that the person has tapped. The unit may have gone to the nearest allowed ones instead."""
    return [test["to"] for test in wire.asked("test") if test.get("meant") and test.get("to")]


def test_a_finger_between_the_stands_of_others_means_the_place_and_on_a_stand_means_the_stand(visit, save, move):
    page = visit(touch=True)
    wire = Wire(page)
    brought_along(page, save)
    page.locator(f"[role=radio][data-option='{move.option}']").click()
    found = page.evaluate(OUTLINED, move.unit)
    page.touchscreen.tap(*found["between"])
    page.wait_for_selector(PLACED)
    x, y, _ = meant(wire)[0]
    assert dist(on_screen(page, x, y), found["between"]) < 2
    page.touchscreen.tap(*found["on"])
    expect(page.locator(f".pc.selected[data-id='{found['stand']}']")).to_be_attached()


TRAIL = """() => {
  window.trail = [];
  const look = () => {
    const ghost = document.querySelector('[data-grip=ghost] .pc')?.getAttribute('transform').match(/[\\d.]+/g);
    if (ghost) window.trail.push([Number(ghost[0]) / 20, Number(ghost[1]) / 20]);
    requestAnimationFrame(look);
  };
  look();
}"""


def asked_for_staff(page: Page, wire: Wire) -> dict[str, Any]:
    """Ask for the rare question where the staff goes, and play until it comes. Gives the staff as it stands."""
    page.get_by_role("button", name="Ask me about").click()
    page.get_by_role("button", name="Move the staff").click()
    rng, seen = Random(1), wait(page)
    while wire.latest("decision")["kind"] != "staff":
        seen = wait(page, take(page, seen, rng))
    staff = wire.latest("decision")["options"][0]["unit"]
    return next(one for one in reversed(wire.things()) if one["id"] == staff)


def test_whoever_goes_along_a_road_stays_on_it_while_the_pointer_goes_beside(visit, tmp_path):
    save = at_moment("first-orders", tmp_path, lambda game: game.decision.topic.kind == "mover")
    board = load_game(save).state.board
    road = Course(board.piece("road").points)
    page = visit()
    wire = Wire(page)
    brought_along(page, save)
    staff = asked_for_staff(page, wire)
    start = Place(staff["x"], staff["y"])
    page.locator("[role=radio][data-option='0']").click()
    page.mouse.move(*on_screen(page, *start.point))
    page.mouse.down()
    page.evaluate(TRAIL)
    page.mouse.move(*on_screen(page, start.x + 0.8, start.y + 0.2))
    until(page, "([x, close]) => Math.abs(window.trail.at(-1)[0] - x) < close", [start.x, CLOSE])  # the first answer
    page.evaluate("window.trail = []")
    for step in range(2, 20):
        page.mouse.move(*on_screen(page, start.x + 0.8, start.y + step / 5))
        until(page, "(drawn) => window.trail.length > drawn", page.evaluate("window.trail.length"))
    page.mouse.up()
    expect(page.locator(ACT)).to_be_enabled()
    trail = page.evaluate("window.trail")
    assert all(road.nearest((x, board.depth - y))[1] < CLOSE for x, y in trail), trail


def test_the_handle_turns_it_and_the_keys_turn_it_back(visit, save, move):
    page, wire = seated(visit, save, move)
    page.mouse.click(*on_screen(page, *move.to.point))
    expect(page.locator(".drag")).to_be_visible()
    handle = page.locator("[data-grip=turn] .handle").bounding_box()
    assert handle
    x, y = on_screen(page, *move.to.point)
    drag(page, (handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2), (x + 120, y))
    wait_until(lambda: any(asked["to"][2] == 90 for asked in wire.asked("test")), resting(page))
    expect(page.locator(ACT)).to_be_enabled()
    turned = wire.asked("test")[-1]["to"][2]  # as far as it may
    page.get_by_role("button", name="Turn left").click()
    wait_until(lambda: wire.asked("test")[-1]["to"][2] == (turned - 5) % 360, resting(page))


def test_who_could_fire_at_it_there_is_drawn_and_told(visit, save, move):
    page, _ = seated(visit, save, move)
    expect(page.locator(".threat")).to_have_count(0)
    page.mouse.click(*on_screen(page, *move.to.point))
    expect(page.locator(".threat").first).to_be_attached()
    told = page.get_by_role("region", name="Enemies who could fire at it there")
    expect(told).to_contain_text(re.compile(r"could fire at .* would hit \d+% of the time"))
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator(".threat")).to_have_count(0)


def test_the_ruler_measures_inches_on_a_free_table(visit, save, move):
    page, _ = seated(visit, save, move)
    page.keyboard.press("m")
    drag(page, on_screen(page, 2, 2), on_screen(page, 5, 6))
    expect(page.locator(".over-layer text", has_text=re.compile(r"(4\.9|5\.0)\d\""))).to_be_attached()


def test_the_ruler_counts_squares_on_a_grid(visit):
    page = visit()
    begin(page, LEARNING["portable-wargame"], BESIDE)
    wait(page)
    page.keyboard.press("m")
    drag(page, on_screen(page, 1, 1), on_screen(page, 1, 4))
    expect(page.locator(".over-layer text", has_text="3 squares")).to_be_attached()


def test_a_finger_is_told_how_to_place_a_unit(visit):
    page = visit(viewport=PHONE, touch=True)
    begin(page, LEARNING["great-battles-d20"], COMPUTER)
    wait(page)
    hint = page.locator("[role=radio] small").first
    expect(hint).to_have_text("tap a place", use_inner_text=True)
    page.locator(ACT).click()
    expect(hint).to_have_text("drag it or tap a place", use_inner_text=True)


def test_two_fingers_bring_the_table_closer_and_one_moves_it(visit):
    page = visit(viewport=PHONE, touch=True)
    begin(page, LEARNING["great-battles-d20"], COMPUTER)
    wait(page)
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def inch() -> float:
        return dist(on_screen(page, 5, 5), on_screen(page, 6, 5))

    before = inch()
    touch("touchStart", (150, 220), (240, 220))
    for by in (10, 20, 30, 40):
        touch("touchMove", (150 - by, 220), (240 + by, 220))
    touch("touchEnd")
    wait_until(lambda: inch() > before * 1.5, resting(page))
    was = on_screen(page, 5, 5)
    touch("touchStart", (195, 220))
    for by in (20, 40, 60):
        touch("touchMove", (195, 220 + by))
    touch("touchEnd")
    wait_until(lambda: on_screen(page, 5, 5)[1] > was[1] + 20, resting(page))
    assert abs(on_screen(page, 5, 5)[0] - was[0]) < 5


def test_paper_gets_the_map_and_the_order_of_battle_in_ink(visit):
    page = visit()
    page.emulate_media(color_scheme="dark")
    begin(page, LEARNING["great-battles-d20"], COMPUTER)
    wait(page)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    sheet = page.locator("article")
    expect(sheet.locator("svg").first).to_be_visible()
    expect(sheet.get_by_role("region", name="Forces")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.emulate_media(media="screen")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
