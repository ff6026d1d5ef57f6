"""The first page says what this is and what to click first, and finds battles."""

import pytest
from playing import LEARNING, wait
from playwright.sync_api import Page, expect
from screens import LAPTOP, PHONE

from sandtable.players import LEVELS, PLAYERS

BATTLE = LEARNING["portable-wargame"]
screens = pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])


def home(visit, screen) -> Page:
    page: Page = visit(viewport=screen, touch=screen is PHONE)
    page.wait_for_selector(f"[data-scenario={BATTLE}]")
    return page


def shown(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('[data-scenario]')].map((one) => one.dataset.scenario)")


@screens
def test_it_says_what_this_is_and_what_to_click_first(visit, screen):
    page = home(visit, screen)
    expect(page.get_by_role("heading", level=1)).to_contain_text("WWII tabletop battles by the published rules")
    for name in ("Teach me", "Play now"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport()
    assert shown(page)[0] == BATTLE
    first_card = page.locator("[data-scenario]").first.bounding_box()
    credit = page.get_by_role("link", name="Read the rules").first.bounding_box()
    assert first_card and credit and first_card["y"] < credit["y"]


@screens
def test_filters_find_battles_by_book_length_size_and_solo(visit, screen):
    page = home(visit, screen)
    every = shown(page)
    filters = page.get_by_role("group", name="Which battles")
    filters.get_by_label("Book").select_option("Portable Wargame")
    book = shown(page)
    assert BATTLE in book and 0 < len(book) < len(every)
    filters.get_by_label("Size").select_option("Up to 16 units")
    assert shown(page) == [BATTLE]
    filters.get_by_label("Length").select_option("Longer")
    assert shown(page) == []
    page.get_by_role("button", name="Show all").click()
    assert shown(page) == every
    filters.get_by_label("Good for solo play").check()
    solo = shown(page)
    assert BATTLE in solo and LEARNING["great-battles-d20"] not in solo
    expect(page.locator("#battles")).to_contain_text(f"{len(solo)} of {len(every)}")


def test_a_card_shows_forces_and_who_wins_between_equal_computers(visit):
    page = home(visit, LAPTOP)
    card = page.locator(f"[data-scenario={BATTLE}]")
    expect(card).to_contain_text("4 cavalry")
    expect(card).to_contain_text("Wins: Polish")
    hidden = page.locator("[data-scenario=nissoria]")
    expect(hidden).to_contain_text("hidden")


def test_levels_have_names_that_people_know(visit):
    page = home(visit, LAPTOP)
    page.get_by_role("button", name="Play now").click()
    levels = page.get_by_label("Level").locator("option").all_inner_texts()
    assert levels == [level.title for level in LEVELS.values()] and not set(levels) & set(PLAYERS)


def test_teach_me_is_one_click_to_a_battle_in_which_everything_may_be_taken_back(visit):
    page = home(visit, LAPTOP)
    page.get_by_role("button", name="Teach me").click()
    page.wait_for_url("**/s/*")
    wait(page)
    expect(page.get_by_text("Practice", exact=True)).to_be_visible()
