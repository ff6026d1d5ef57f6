"""On a laptop and on a phone every decision, its options and its button are in view."""

from random import Random

import pytest
from playing import ACT, BRIEFING, COMPUTER, FRIEND, LEARNING, PLACED, begin, take, wait
from playwright.sync_api import Page, expect
from screens import LAPTOP, PHONE

BATTLES = [*LEARNING.values(), "crossroads-house", "first-shots"]
COMMANDS = 5
screens = pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])

# What hides a button: it is outside the window, or something else lies over its middle.
HIDDEN = """(buttons) => buttons.filter((one) => one.offsetParent).filter((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return !inside || !one.contains(document.elementFromPoint(x, y));
}).map((one) => one.textContent.trim())"""


def hidden(page: Page, which: str) -> list[str]:
    found: list[str] = page.locator(which).evaluate_all(HIDDEN)
    return found


def seated(visit, screen, scenario: str, opponent: str = COMPUTER) -> Page:
    page: Page = visit(viewport=screen, touch=screen is PHONE)
    begin(page, scenario, opponent)
    return page


@screens
@pytest.mark.parametrize("scenario", BATTLES)
def test_the_question_the_first_option_and_every_button_are_in_view(visit, screen, scenario):
    page, done, rng = seated(visit, screen, scenario), -1, Random(2)
    for _ in range(COMMANDS):
        seen = wait(page, done)
        if seen["over"] or not seen["mine"]:
            break
        assert hidden(page, ".act button") == []
        expect(page.get_by_role("region", name="What now")).to_be_in_viewport()
        expect(page.locator("[role=radio][aria-checked=true]")).to_be_in_viewport()
        done = take(page, seen, rng)


LONG = "(words) => { words.textContent += ' at the south-western edge of the great wood'.repeat(3) }"


@pytest.mark.parametrize("rules", ["combat-captain", "great-battles-d10"])
def test_a_long_name_of_a_place_hides_no_button_of_a_phone(visit, rules):
    page: Page = visit(viewport=PHONE, touch=True)
    page.locator(f"[data-lesson={rules}]").last.click()
    page.locator(BRIEFING).click()
    page.locator(f"{ACT}:enabled").click()
    page.wait_for_selector(PLACED)
    page.locator(f"{ACT} span").evaluate(LONG)
    assert hidden(page, ".act button") == []


@screens
@pytest.mark.parametrize("scenario", BATTLES)
def test_begin_is_in_view_for_every_opponent(visit, screen, scenario):
    page = visit(viewport=screen, touch=screen is PHONE)
    page.locator(f"[data-scenario={scenario}]").click()
    for opponent in (COMPUTER, FRIEND):
        page.get_by_text(opponent).click()
        assert hidden(page, "dialog footer button") == []
    if page.locator("summary", has_text="Options").count():
        page.locator("summary", has_text="Options").click()
    assert hidden(page, "dialog footer button") == []


def test_the_log_has_the_room_that_the_options_leave(visit):
    page = seated(visit, LAPTOP, LEARNING["great-battles-d20"])
    wait(page)
    act, log = page.locator(".act").bounding_box(), page.get_by_role("region", name="Log").bounding_box()
    panel = page.get_by_role("complementary", name="Decision").bounding_box()
    assert act and log and panel
    below = panel["y"] + panel["height"] - (act["y"] + act["height"])
    assert log["height"] > 0.7 * below
