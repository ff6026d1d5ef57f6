"""A whole learning battle without a mouse."""

import re
from random import Random

import pytest
from playing import ACT, BRIEFING, COMPUTER, LEARNING, Row, Seen, begin, sensible, wait
from playwright.sync_api import Page, expect

FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"
TABS = 80  # presses of Tab after which nobody looks further


def tab_to(page: Page, selector: str) -> None:
    for _ in range(TABS):
        if page.evaluate(FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def reached(page: Page, *selectors: str) -> list[str]:
    """In which order Tab comes to these."""
    order: list[str] = []
    for _ in range(TABS):
        page.keyboard.press("Tab")
        order += [one for one in selectors if one not in order and page.evaluate(FOCUSED, one)]
    return order


def set_up(page: Page, scenario: str) -> None:
    page.wait_for_selector("[data-scenario]")
    tab_to(page, f"[data-scenario={scenario}]")
    page.keyboard.press("Enter")
    tab_to(page, "input[name=opponent]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "dialog footer .primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/s/*")


def walk_to(page: Page, rows: list[Row], wanted: Row) -> None:
    """Into the list by an arrow key, then down or up to the option."""
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("ArrowDown")
    for _ in rows:
        at = page.evaluate("Number(document.activeElement?.dataset.option ?? -1)")
        if at == wanted["n"]:
            return
        page.keyboard.press("ArrowDown" if at < wanted["n"] else "ArrowUp")
    raise AssertionError(f"the arrow keys never came to {wanted['words']}")


def take_by_keys(page: Page, seen: Seen, rng: Random) -> int:
    walk_to(page, seen["rows"], sensible(seen["rows"], rng))
    if page.locator(ACT, has_text="Choose a place").count():
        page.keyboard.press("Enter")
        expect(page.locator(ACT)).not_to_contain_text("Choose a place")
        expect(page.locator(ACT)).to_be_enabled()
    page.keyboard.press("Enter")
    return seen["seq"]


def test_a_whole_battle_by_keys(visit):
    page = visit()
    set_up(page, LEARNING["portable-wargame"])
    done, rng = -1, Random(5)
    while not (seen := wait(page, done))["over"]:
        done = take_by_keys(page, seen, rng)
    assert re.search("victory|draw", page.get_by_role("heading", level=1).inner_text())


def test_a_unit_is_placed_and_turned_by_keys(visit):
    page = visit()
    set_up(page, LEARNING["portable-wargame"])
    wait(page)
    page.keyboard.press("Enter")
    ghost = page.locator(".drag").first
    expect(ghost).to_be_visible()
    expect(page.locator(ACT)).to_be_enabled()
    before = ghost.bounding_box()
    page.keyboard.press("ArrowRight")
    expect(page.locator(ACT)).to_be_enabled()
    after = ghost.bounding_box()
    assert before and after and after["x"] > before["x"]
    page.keyboard.press("Escape")
    expect(page.locator(ACT)).to_contain_text("Choose a place")


def test_l_shows_the_legend_with_the_ground_of_this_battle(visit):
    page = visit()
    set_up(page, LEARNING["portable-wargame"])
    wait(page)
    page.keyboard.press("l")
    legend = page.get_by_role("dialog", name="Legend")
    expect(legend.get_by_text("Machine Guns", exact=True)).to_be_visible()
    expect(legend.get_by_text("stop on entering; 1 square a turn when starting in it")).to_be_visible()
    expect(legend.get_by_text("Minefield")).to_have_count(0)


def test_question_mark_shows_the_keys_and_slash_finds_a_unit(visit):
    page = visit()
    set_up(page, LEARNING["portable-wargame"])
    wait(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("machine")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name=re.compile("Card of .*Machine Guns"))).to_be_visible()


@pytest.mark.parametrize("rules", ["portable-wargame", "great-battles-d20"])
def test_tab_goes_from_the_top_bar_to_the_options_the_button_the_log_and_the_map(visit, rules):
    page = visit()
    begin(page, LEARNING[rules], COMPUTER)
    wait(page)
    page.reload()  # so that Tab begins at the top
    page.wait_for_selector(BRIEFING)
    page.keyboard.press("Escape")
    expect(page.locator(BRIEFING)).to_have_count(0)
    parts = [
        "header summary",
        "[role=radio]",
        ACT,
        "[aria-label='Log, forces or rules'] button",
        "main *",
        "footer *",
    ]
    assert reached(page, *parts) == parts
    table, button = page.locator("main").bounding_box(), page.locator(ACT).bounding_box()
    assert table and button and table["x"] + table["width"] <= button["x"]  # where they stand is another matter
