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


STRAYING = 4  # decisions of a book at which somebody clicks at random


def learn(page: Page, rules: str) -> None:
    """Begin the lesson as a person does: by the button on the first page."""
    page.locator(f"[data-lesson={rules}]").last.click()
    page.wait_for_url("**/s/*")


def is_pointed_at(page: Page) -> bool:
    """Wait for the next sensible click; False when the battle is over."""
    until(page, f"() => document.querySelector(\"{OVER}\") || document.querySelector('{POINTED}')")
    return not page.locator(OVER).count()


def step(page: Page) -> bool:
    """Click what is pointed out; False when the battle is over."""
    if not is_pointed_at(page):
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


@pytest.mark.parametrize("rules", LESSONS)
def test_whoever_strays_is_told_what_to_do_next_and_why(visit, rules):
    """At some decisions a random click: something is still pointed out, and the page compares both."""
    page: Page = visit(viewport=PHONE, touch=True)
    learn(page, rules)
    rng, strayed = random.Random(21), set[str | None]()
    while len(strayed) < STRAYING and is_pointed_at(page):
        rows, seq = page.locator("[role=radio]:visible"), page.locator("[data-seq]").get_attribute("data-seq")
        if rows.count() > 1 and seq not in strayed:
            rows.nth(rng.randrange(rows.count())).evaluate("row => row.click()")
            expect(page.locator(POINTED)).to_have_count(1)
            if page.get_by_text("The computer prefers").count():
                strayed.add(seq)
                expect(page.get_by_text("With yours")).to_be_visible()
        step(page)
    assert len(strayed) == STRAYING


def test_the_end_of_a_lesson_leads_on(visit):
    page: Page = visit(viewport=LAPTOP)
    learn(page, "portable-wargame")
    page.get_by_role("button", name="To the battle").click()
    give_up(page)
    expect(page.get_by_text("The lesson is over")).to_be_visible()
    page.get_by_role("link", name="Without help").click()
    expect(page.get_by_label("I play")).to_have_value("Polish")


def test_the_briefing_of_a_phone_shows_all_forces(visit):
    page: Page = visit(viewport=PHONE, touch=True)
    learn(page, "combat-captain")
    briefing = page.locator("[aria-label=Briefing]")
    expect(briefing.get_by_text("1. Kompanie")).to_be_in_viewport()
    expect(briefing.get_by_text("tape")).to_have_count(0)


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
