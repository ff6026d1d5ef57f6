"""The rules, to be read: a page from home, and the drawer beside the table."""

import re

import pytest
from playing import ACT
from playwright.sync_api import Locator, Page, expect
from positions import at_moment, brought_along, with_shots
from test_access import check, screen, screens


@screens
def test_the_rules_are_read_from_home_by_chapter_chart_option_and_ruling(visit, phone):
    page = screen(visit, phone)
    page.get_by_role("link", name=re.compile("Read the rules of Great Battles.*d20", re.I)).click()
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
    check(page)
    chapters = page.get_by_role("navigation", name="Chapters")
    for part, shows in (("Charts", "table"), ("Options", "article"), ("Rulings", "article")):
        chapters.get_by_role("link", name=part, exact=True).click()
        expect(page.get_by_role("heading", level=1, name=part)).to_be_visible()
        expect(page.locator(f"main {shows}").first).to_be_visible()
        check(page)


@screens
def test_a_word_finds_its_rules_and_one_opens_in_its_chapter(visit, phone):
    page = screen(visit, phone, "/rules/portable-wargame")
    page.get_by_role("searchbox").fill("gas mask")
    expect(page.get_by_role("heading", level=1)).to_contain_text("No rule has")
    page.get_by_role("searchbox").fill("retreat")
    first = page.locator(".found a").first
    clause = str(first.get_attribute("href")).removeprefix("#")
    check(page)
    first.click()
    expect(page.locator(f"article[id='{clause}']")).to_be_in_viewport()


@pytest.mark.parametrize("scenario", ["close-quarters", "krojanty"])
def test_an_item_of_the_odds_opens_its_rule_with_what_it_was_read_from_marked(visit, tmp_path, scenario):
    page = visit()
    brought_along(page, at_moment(scenario, tmp_path, with_shots))
    shots = page.locator("[role=radio]", has_text="fires at")
    expect(shots.first).to_be_visible()
    assert any(opens_marked(page, shots.nth(n)) for n in range(min(shots.count(), 3)))
    expect(page.locator(ACT)).to_be_visible()


def opens_marked(page: Page, shot: Locator) -> bool:
    """Whether an item of a shot's odds opens a rule with something marked in its chart."""
    shot.click()
    items = page.locator("section[aria-label=Odds] tbody .clause")
    expect(items.first).to_be_visible()
    return any(is_marked(page, items.nth(m)) for m in range(items.count()))


def is_marked(page: Page, item: Locator) -> bool:
    """Marks come with the text, so the text of the item before must be gone."""
    item.click()
    text = page.locator("[aria-label='Text of the rule'] p")
    expect(text.first).to_be_visible()
    if page.locator(".wide .used").count():
        return True
    page.get_by_role("button", name="Close the rule").click()
    expect(text).to_have_count(0)
    return False
