"""Lessons in the browser: whoever clicks only what is pointed out finishes them."""

import random

import pytest
from playing import ACT, BESIDE, COMPUTER, OVER, begin, give_up, until
from playwright.sync_api import Page, expect
from screens import LAPTOP, PHONE

from sandtable.rules import rule_sets

LESSONS = [name for name in rule_sets() if rule_sets()[name].guide().lesson]
MOST = 300  # clicks

POINTED = "[data-next]:not([disabled])"


def learn(page: Page, rules: str) -> None:
    page.wait_for_selector("[data-scenario]")
    begun = page.evaluate("async (at) => (await fetch(at, { method: 'POST' })).json()", f"/api/lessons/{rules}")
    (link,) = begun["seats"].values()
    page.goto(f"/s/{link}")


def step(page: Page) -> bool:
    """Click what is pointed out; False when the battle is over."""
    until(page, f"() => document.querySelector(\"{OVER}\") || document.querySelector('{POINTED}')")
    if page.locator(OVER).count():
        return False
    expect(page.locator(POINTED)).to_have_count(1)
    page.evaluate("(pointed) => document.querySelector(pointed)?.click()", POINTED)
    page.wait_for_timeout(20)
    return True


@pytest.mark.parametrize("rules", LESSONS)
def test_a_script_that_knows_no_rule_finishes_the_lesson(visit, rules):
    page: Page = visit(viewport=LAPTOP)
    learn(page, rules)
    expect(page.locator("[aria-label=Briefing]")).to_be_visible()
    clicks = 0
    while step(page):
        clicks += 1
        assert clicks < MOST, "the lesson does not end"
    assert clicks > 10


def test_whoever_strays_is_told_what_to_do_next_and_why(visit):
    """At every decision a random click, then a look: something is pointed out, and the better choice has its reason."""
    page: Page = visit(viewport=PHONE, touch=True)
    learn(page, "portable-wargame")
    rng = random.Random(21)
    strayed = 0
    for _ in range(40):
        until(page, f"() => document.querySelector(\"{OVER}\") || document.querySelector('{POINTED}')")
        if page.locator(OVER).count():
            break
        rows = page.locator("[role=radio]")
        if rows.count() > 1:
            rows.nth(rng.randrange(rows.count())).evaluate("row => row.click()")
            expect(page.locator(POINTED)).to_have_count(1)
            if page.get_by_text("Stronger now").count():
                strayed += 1
        step(page)
    assert strayed > 3


def test_hints_in_an_ordinary_battle_pick_an_option_and_its_place(visit):
    page: Page = visit(viewport=LAPTOP)
    begin(page, "krojanty", COMPUTER, "Polish")
    page.get_by_role("button", name="What would you do?").click()
    hints = page.locator("[aria-label=Hints] li button")
    expect(hints.first).to_contain_text("Place Polish Commanders", ignore_case=True)
    hints.first.click()
    expect(page.locator(ACT)).to_contain_text("Place Polish Commanders", ignore_case=True)
    expect(page.locator(ACT)).to_be_enabled()


def test_a_replay_goes_on_as_a_new_battle_from_the_moment_on_the_table(visit):
    page: Page = visit(viewport=LAPTOP)
    begin(page, "krojanty", BESIDE)
    give_up(page)
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/s/*")
    expect(page.locator("em.mine")).to_be_visible()
    expect(page.locator("section[aria-label=Log], aside[aria-label=Log]").first).to_contain_text(
        "goes on from a moment"
    )


def test_words_of_the_game_explain_themselves(visit):
    page: Page = visit(viewport=LAPTOP)
    begin(page, "krojanty", BESIDE)
    page.keyboard.press("b")
    briefing = page.locator("[aria-label=Briefing]")
    briefing.get_by_role("button", name="exhausted").first.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("a third of its Strength Points")
    page.mouse.move(0, 0)
    expect(page.get_by_role("tooltip")).to_have_count(0)
