"""Everybody can use every page: axe-core finds nothing serious, and nothing is wider than a phone."""

import json
from pathlib import Path
from random import Random

import pytest
from playing import BESIDE, COMPUTER, FRIEND, LEARNING, begin, friends_link, take, wait
from playwright.sync_api import Page, expect
from screens import DESK, PHONE

AXE = Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js"
GRID, FREE = LEARNING["portable-wargame"], LEARNING["great-battles-d20"]
BOOK = "portable-wargame"
screens = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def serious(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {json.dumps([node['target'] for node in one['nodes'][:3]])}" for one in grave]


def too_wide(page: Page) -> list[str]:
    """Whatever reaches past the edge of the window and is not clipped by something that fits."""
    return page.evaluate("""() => {
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1)
        .map((one) => one.outerHTML.slice(0, 80));
    }""")


def check(page: Page) -> None:
    assert serious(page) == []
    assert too_wide(page) == []


def screen(visit, phone: bool, path: str = "/") -> Page:
    return visit(path, viewport=PHONE if phone else DESK, touch=phone)


@screens
def test_home_and_setting_up(visit, phone):
    page = screen(visit, phone)
    page.wait_for_selector(f"[data-scenario={GRID}]")
    check(page)
    page.locator(f"[data-scenario={FREE}]").click()
    page.locator("summary", has_text="Options").click()
    check(page)


@screens
@pytest.mark.parametrize("scenario", [GRID, FREE])
def test_the_table_with_a_decision_a_ghost_and_a_rule_open(visit, phone, scenario):
    page = screen(visit, phone)
    begin(page, scenario, COMPUTER)
    wait(page)
    check(page)
    page.locator(".act .primary").click()
    page.wait_for_selector(".act.placing")
    page.locator(".clause").first.click()
    page.wait_for_selector("[aria-label='Text of the rule'] p")
    check(page)


@screens
def test_a_lesson_and_a_book_in_short(visit, phone):
    page = screen(visit, phone)
    page.locator(f"[data-lesson={BOOK}]").last.click()
    page.get_by_role("button", name="To the battle").wait_for()
    check(page)
    page.get_by_role("button", name="To the battle").click()
    expect(page.get_by_label("Lesson")).to_contain_text("Try:")
    check(page)
    page.goto(f"/rules/{BOOK}")
    expect(page.get_by_label("In short")).to_contain_text("First lesson")
    check(page)


@screens
def test_hand_over_and_the_end(visit, phone):
    page = screen(visit, phone)
    begin(page, FREE, BESIDE)
    seen = wait(page)
    if not seen["covered"]:
        take(page, seen, Random(0))
        page.wait_for_selector("main .card")
    check(page)
    page.locator("main .card .primary").click()
    resign(page)
    check(page)
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector("[aria-label='What now']")
    check(page)


def resign(page: Page) -> None:
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Give up the battle").click()
    page.wait_for_selector("a[href^='/replay/']")


@screens
def test_sharing_talking_and_a_seat_that_is_taken(visit, phone):
    page = screen(visit, phone)
    begin(page, GRID, FRIEND)
    link = friends_link(page)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Share this game").click()
    expect(page.get_by_label("Play German")).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    friend = screen(visit, phone, link)
    friend.get_by_role("button", name="Talk").click()
    friend.get_by_label("Say something").fill("hello")
    friend.get_by_role("button", name="Say", exact=True).click()
    expect(friend.get_by_role("list", name="What was said")).to_contain_text("hello")
    check(friend)
    page.goto(link)
    expect(page.get_by_role("heading", name="This seat is not yours.")).to_be_visible()
    check(page)


@pytest.mark.parametrize(("tab", "shows"), [("Log", "ol"), ("Forces", "li"), ("Rules", "summary")])
def test_the_tabs_of_a_phone(visit, tab, shows):
    page = screen(visit, phone=True)
    begin(page, GRID, COMPUTER)
    wait(page)
    page.get_by_role("navigation", name="Panel").get_by_role("button", name=tab).click()
    expect(page.get_by_role("region", name=tab, exact=True).locator(shows).first).to_be_visible()
    check(page)


def test_the_dark_theme(visit):
    page = visit()
    page.emulate_media(color_scheme="dark")
    begin(page, GRID, COMPUTER)
    wait(page)
    page.reload()
    wait(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    check(page)
