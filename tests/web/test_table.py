"""What can be done at the table beside deciding: take back, look back, show others, bring a file along."""

import re
from random import Random

from playing import (
    ACT,
    BESIDE,
    COMPUTER,
    FRIEND,
    LEARNING,
    begin,
    friends_link,
    give_up,
    see_figures,
    take,
    until_seq,
    wait,
    who_is_asked,
)
from playwright.sync_api import Page, expect
from pointing import on_screen
from positions import at_moment, brought_along, with_shots
from screens import PHONE

BATTLE = LEARNING["portable-wargame"]


def test_a_command_without_dice_is_taken_back_at_once(visit):
    page = visit()
    begin(page, BATTLE, BESIDE)
    seen = wait(page)
    question = page.locator("[aria-label='What now'] h1").inner_text()
    done = take(page, seen, Random(1))
    wait(page, done)
    page.keyboard.press("u")
    expect(page.locator("[aria-label='What now'] h1")).to_have_text(question)
    expect(page.get_by_text("took a command back")).to_be_visible()


def test_a_command_with_dice_is_taken_back_when_the_other_side_agrees(visit):
    mine = visit()
    begin(mine, BATTLE, FRIEND)
    theirs = visit(friends_link(mine))
    asker, other = until_dice([mine, theirs])
    why = asker.locator("footer .note")
    expect(why).to_have_text(re.compile("^The other side must agree: dice have been thrown"))
    assert why.evaluate("(note) => note.scrollWidth <= note.clientWidth"), "it is cut off"
    asker.get_by_role("button", name="Undo").click()
    asked = re.compile(r"^\w+ wants to take back its last command\. Both of you have seen:")
    expect(other.get_by_role("alert").locator("p")).to_have_text(asked)
    other.get_by_role("button", name="Allow").click()
    for page in (asker, other):
        expect(page.get_by_text("took a command back")).to_be_visible()


def until_dice(pages: list[Page]) -> tuple[Page, Page]:
    """Plays on until the last command threw a die; whoever gave it, and the other."""
    done, rng = [-1, -1], Random(2)
    while found := who_is_asked(pages, done):
        at, seen = found
        done[at] = take(pages[at], seen, rng)
        until_seq(pages[at], done[at] + 1)
        if pages[at].locator("section[aria-label=Log] [role=img]").count():
            return pages[at], pages[1 - at]
    raise AssertionError("no die was thrown")


def test_looking_back_shows_the_table_as_it_was_and_plays_nothing(visit):
    page = visit()
    begin(page, BATTLE, BESIDE)
    done = -1
    for _ in range(3):
        done = take(page, wait(page, done), Random(3))
    wait(page, done)
    units = page.locator(".board [data-id]")
    expect(units).to_have_count(3)
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(page.get_by_text("Looking at command")).to_be_visible()
    expect(units).to_have_count(1)
    expect(page.locator(ACT)).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(units).to_have_count(3)


def test_a_watcher_sees_the_table_and_is_asked_nothing(visit):
    page = visit()
    begin(page, BATTLE, FRIEND)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Share this game").click()
    watch = page.get_by_label("Watch").input_value()
    watcher = visit(watch.replace(page.evaluate("location.origin"), ""))
    expect(watcher.locator("[aria-label='What now'] h1")).to_contain_text("Waiting")
    expect(watcher.locator("[role=radio]")).to_have_count(0)


def test_a_file_that_is_no_save_is_refused_by_what_is_wrong_with_it(visit, tmp_path):
    page = visit()
    (tmp_path / "shopping.jsonl").write_text("eggs, flour, milk\n")
    page.get_by_label("Game file").set_input_files(tmp_path / "shopping.jsonl")
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"shopping.jsonl could not be opened.*line 1"))


def test_a_game_is_on_the_home_page_to_go_on_with(visit):
    page = visit()
    begin(page, BATTLE, BESIDE)
    wait(page)
    seat = page.url
    page.goto("/")
    page.get_by_role("link", name=re.compile("Continue")).click()
    expect(page).to_have_url(seat)


def test_after_the_battle_one_may_play_again_from_the_other_side(visit):
    page = visit()
    begin(page, BATTLE, COMPUTER, "Polish")
    wait(page)
    give_up(page)
    see_figures(page)
    page.get_by_role("link", name="Play again as German").click()
    expect(page.get_by_label("I play")).to_have_value("German")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/s/*")
    wait(page)
    give_up(page)
    see_figures(page)
    expect(page.get_by_role("link", name="Play again as Polish")).to_be_visible()


def test_options_of_a_list_show_their_odds_in_short(visit, tmp_path):
    page = visit()
    brought_along(page, at_moment("slim-river", tmp_path, with_shots))
    rows = page.locator("[role=radio]:not(.picked)", has_text="fires at")
    expect(rows.locator(".brief").first).to_have_text(re.compile(r"\w+ \d+%"))


def test_a_phone_shows_the_odds_and_still_several_options(visit, tmp_path):
    page = visit(viewport=PHONE, touch=True)
    brought_along(page, at_moment("slim-river", tmp_path, with_shots))
    page.locator("[role=radio]", has_text="fires at").first.click()
    odds = page.locator("section[aria-label=Odds]")
    expect(odds).to_be_visible()
    box = page.locator(".scroll").first.bounding_box()
    shown = [
        row
        for row in page.locator("[role=radio]").all()
        if (at := row.bounding_box()) and box and at["y"] + at["height"] <= box["y"] + box["height"] + 1
    ]
    assert len(shown) >= 2
    odds.locator("summary").click()
    expect(odds.locator(".few li").first).to_be_visible()


def test_on_a_narrow_window_the_step_that_is_played_is_still_named(visit, tmp_path):
    page = visit(viewport={"width": 800, "height": 1100})
    brought_along(page, at_moment("first-orders", tmp_path, lambda game: "fire" in game.decision.question))
    step = page.locator("[aria-label='Steps of the turn'] [aria-current=step]").bounding_box()
    menu = page.get_by_label("Menu").bounding_box()
    assert step and menu and step["x"] + step["width"] <= menu["x"]


def test_on_a_small_desk_the_odds_leave_room_for_more_than_one_option(visit, tmp_path):
    page = visit(viewport={"width": 1280, "height": 800})
    brought_along(page, at_moment("close-quarters", tmp_path, with_shots))
    page.wait_for_selector("section[aria-label=Odds]")
    second, odds = page.locator("[role=radio]").nth(1).bounding_box(), page.locator("div.odds").bounding_box()
    assert second and odds and second["y"] + 30 < odds["y"]


# Odds are held back until somebody lets them through.
SLOW_ODDS = """
const Line = window.WebSocket;
let held = [];
window.let_through = () => {
  held.forEach((tell) => tell());
  held = null;
};
window.WebSocket = class extends Line {
  set onmessage(hear) {
    super.onmessage = (event) => {
      if (held && event.data.includes('"type":"odds"')) held.push(() => hear(event));
      else hear(event);
    };
  }
};
"""


def test_the_button_stays_where_it_is_when_the_odds_come(visit, tmp_path):
    page = visit()
    page.add_init_script(SLOW_ODDS)
    page.reload()
    brought_along(page, at_moment("close-quarters", tmp_path, with_shots))
    page.locator("[role=radio]", has_text="fires at").first.click()
    button = page.locator(ACT)
    before = button.bounding_box()
    page.evaluate("window.let_through()")
    expect(page.locator("section[aria-label=Odds]")).to_be_visible()
    assert button.bounding_box() == before


def test_on_a_phone_an_undo_is_asked_and_told_whatever_lies_open(visit):
    mine = visit()
    begin(mine, BATTLE, FRIEND)
    theirs = visit(friends_link(mine))
    asker, other = until_dice([mine, theirs])
    for page in (asker, other):
        page.set_viewport_size(PHONE)
    other.get_by_role("button", name="Rules").click()
    asker.get_by_role("button", name=re.compile("^Log")).click()
    asker.get_by_role("button", name="Undo").click()
    expect(asker.get_by_text("The other side must agree. It has been asked.")).to_be_visible()
    other.get_by_role("button", name="Refuse").click()
    expect(asker.get_by_text("does not agree")).to_be_visible()


def test_a_unit_that_the_enemy_cannot_see_has_an_eye_on_its_tag_and_it_shows(visit):
    page = visit()
    begin(page, LEARNING["great-battles-d10"], COMPUTER, "German")
    take(page, wait(page), Random(1))
    eye = page.locator(".board .eye").first
    expect(eye).to_be_attached()
    assert eye.evaluate("(mark) => getComputedStyle(mark).clipPath") == "none"


def test_who_is_put_down_by_a_tap_faces_as_the_scenario_has_it(visit):
    page = visit()
    begin(page, LEARNING["great-battles-d20"], COMPUTER, "Axis")
    wait(page)
    page.mouse.click(*on_screen(page, 12, 14))
    page.wait_for_selector(".drag")
    expect(page.locator(ACT)).to_be_enabled()
    expect(page.get_by_label("Turn left")).to_have_count(0)
