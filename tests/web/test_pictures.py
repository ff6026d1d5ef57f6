"""Pictures of every page, kept for whoever wants to look: tests/web/shots."""

import pytest
from playing import ACT, COVERED, give_up, see_figures, wait
from playwright.sync_api import Page, expect
from pointing import on_screen
from positions import at_moment, brought_along, exposed_move, with_shots
from screens import DESK, PHONE

from sandtable import load_game

# Letters have come, nothing glides any more, and a frame has been drawn since.
DRAWN = """async () => {
  await document.fonts.ready;
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
SCREENS = {"desk": DESK, "phone": PHONE}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("scenario", ["slim-river", "close-quarters"])
def test_pictures(visit, shots, tmp_path, screen, scenario):
    page: Page = visit(viewport=SCREENS[screen], touch=screen == "phone")

    def picture(name: str) -> None:
        page.evaluate(DRAWN)
        page.screenshot(path=shots / f"{scenario}-{screen}-{name}.png")
        assert (shots / f"{scenario}-{screen}-{name}.png").stat().st_size > 10_000

    page.wait_for_selector("[data-scenario]")
    picture("home")
    page.get_by_label("Game file").set_input_files(at_moment(scenario, tmp_path, with_shots))
    page.wait_for_url("**/s/*")
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
    picture("ended")
    see_figures(page)
    picture("after")
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector("[aria-label='What now']")
    open_log(page, screen)
    page.get_by_role("slider", name="Replay").click()
    picture("replay")


def open_log(page: Page, screen: str) -> None:
    if screen == "phone":
        page.get_by_role("navigation", name="Panel").get_by_role("button", name="Log").click()


@pytest.mark.parametrize("screen", SCREENS)
def test_pictures_of_the_rules_and_of_a_move_under_fire(visit, shots, tmp_path, screen):
    page: Page = visit("/rules/great-battles-d20", viewport=SCREENS[screen], touch=screen == "phone")
    page.wait_for_selector("main article")
    page.screenshot(path=shots / f"rules-{screen}.png")
    page.goto("/rules/great-battles-d20#charts")
    page.wait_for_selector("main table")
    page.screenshot(path=shots / f"charts-{screen}.png")
    save = at_moment("first-orders", tmp_path, exposed_move)
    move = exposed_move(load_game(save))
    assert move
    page.goto("/")
    brought_along(page, save)
    page.locator(f"[role=radio][data-option='{move.option}']").click()
    if screen == "phone":  # a finger on the unit itself would mean the unit
        page.locator(ACT).click()
        page.wait_for_selector(".act.placing")
    else:
        page.mouse.click(*on_screen(page, *move.to.point))
        page.wait_for_selector(".threat", state="attached")
    expect(page.locator(ACT)).to_be_enabled()
    page.evaluate(DRAWN)
    page.screenshot(path=shots / f"threats-{screen}.png")
    assert {one.name for one in shots.glob(f"*-{screen}.png")} >= {f"rules-{screen}.png", f"threats-{screen}.png"}
