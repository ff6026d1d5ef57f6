"""Pictures of every page, kept for whoever wants to look: tests/web/shots."""

import pytest
from playing import COVERED, wait
from playwright.sync_api import Page
from positions import taken_back, with_shots
from screens import DESK, PHONE

SCREENS = {"desk": DESK, "phone": PHONE}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("scenario", ["slim-river", "close-quarters"])
def test_pictures(visit, shots, tmp_path, screen, scenario):
    page: Page = visit(viewport=SCREENS[screen], touch=screen == "phone")

    def picture(name: str) -> None:
        page.wait_for_timeout(500)
        page.screenshot(path=shots / f"{scenario}-{screen}-{name}.png")
        assert (shots / f"{scenario}-{screen}-{name}.png").stat().st_size > 10_000

    page.wait_for_selector("[data-scenario]")
    picture("home")
    page.get_by_label("Game file").set_input_files(taken_back(scenario, tmp_path, with_shots))
    if wait(page)["covered"]:
        picture("hand-over")
        page.locator(f"{COVERED} .primary").click()
    picture("table")
    page.locator("[role=radio]", has_text="fires at").first.click()
    page.wait_for_selector("section[aria-label=Odds]")
    picture("odds")
    open_log(page, screen)
    page.locator("section[aria-label=Log] .clause").first.click()
    page.wait_for_selector("[aria-label='Text of the rule'] p")
    picture("log")
    give_up(page)
    picture("after")
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector("[aria-label='What now']")
    open_log(page, screen)
    page.get_by_role("slider", name="Replay").click()
    picture("replay")


def open_log(page: Page, screen: str) -> None:
    if screen == "phone":
        page.get_by_role("navigation", name="Panel").get_by_role("button", name="Log").click()


def give_up(page: Page) -> None:
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Give up the battle").click()
    page.wait_for_selector("a[href^='/replay/']")
