"""Whatever fails says so on the page: what is safe, and what to do."""

import resource
import sqlite3
from contextlib import closing
from random import Random

import pytest
from playing import ACT, COMPUTER, FRIEND, LEARNING, PLACED, begin, see_figures, take, until_seq, wait
from playwright.sync_api import Page, expect
from server_process import ServerProcess

BATTLE, HIDING = LEARNING["portable-wargame"], LEARNING["great-battles-d20"]


@pytest.fixture
def server(tmp_path):
    """A server of its own, to harm."""
    server = ServerProcess(tmp_path)
    server.open()
    yield server
    server.kill()


def playing(visit, scenario: str = BATTLE, opponent: str = COMPUTER) -> Page:
    page: Page = visit()
    begin(page, scenario, opponent)
    wait(page)
    return page


def told(page: Page, words: str) -> None:
    expect(page.get_by_role("complementary", name="Decision").get_by_role("status").first).to_contain_text(words)


def test_a_dead_server_is_told_and_the_battle_goes_on_when_it_is_back(visit, server):
    page = playing(visit)
    seq = wait(page)["seq"]
    page.locator(ACT).click()
    page.wait_for_selector(PLACED)
    before = page.locator(ACT).bounding_box()
    server.kill()
    told(page, "The server does not answer. Everything in the log is safe.")
    told(page, "sandtable serve")
    assert page.locator(ACT).bounding_box() == before, "what comes late moved the button"
    page.locator(ACT).click()  # while nobody hears it
    told(page, "Your last command is sent again")
    server.open()
    until_seq(page, seq + 1)
    expect(page.get_by_text("does not answer")).to_have_count(0)


def test_the_first_page_says_that_the_server_does_not_answer(visit, server):
    page = visit()
    page.locator(f"[data-scenario={BATTLE}]").click()
    server.kill()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Teach me").click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    server.open()


def test_a_full_disk_is_told_and_the_command_can_be_given_again(visit, server, tmp_path):
    page = playing(visit)
    seq = wait(page)["seq"]
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    page.locator(ACT).click()
    page.wait_for_selector(PLACED)
    page.locator(ACT).click()
    told(page, "Everything before it is safe")
    assert wait(page)["seq"] == seq
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    take(page, wait(page), Random(1))
    until_seq(page, seq + 1)


def test_a_battle_with_secrets_says_when_it_can_be_saved(visit):
    page = playing(visit, HIDING, FRIEND)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Save the game file").click()
    told(page, "you can save this battle only when it is over")
    told(page, "Nothing is lost")


def test_a_battle_that_is_over_can_be_saved(visit):
    page = playing(visit)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Give up the battle").click()
    see_figures(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game file").click()
    assert saved.value.suggested_filename == f"{BATTLE}.jsonl"


@pytest.mark.parametrize("text", ["", "not a game", '{"sandtable":99}\n[]\n'])
def test_a_broken_file_is_refused_in_plain_words(visit, tmp_path, text):
    file = tmp_path / "battle.jsonl"
    file.write_text(text)
    page = visit()
    page.get_by_label("Game file").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("battle.jsonl could not be opened")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")


def test_a_link_to_no_battle_says_what_to_do(visit):
    page = visit("/s/nobody-has-this-link")
    expect(page.get_by_role("heading", name="This link leads to no battle.")).to_be_visible()
    page.get_by_role("link", name="Go to the first page").click()
    expect(page.get_by_role("button", name="Teach me")).to_be_visible()


def test_a_battle_of_older_rules_says_that_it_cannot_go_on(visit, server, tmp_path):
    page = playing(visit)
    until_seq(page, take(page, wait(page), Random(1)) + 1)
    server.kill()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
        database.execute("UPDATE rows SET text = ?", (b'["no such command"]',))
    server.open()
    page.goto(page.url)
    expect(page.get_by_role("heading", name="This battle cannot go on here.")).to_be_visible()
    expect(page.get_by_text("Nothing was deleted")).to_be_visible()


def test_practice_takes_back_dice_and_counts_it_in_the_log_and_after_the_battle(visit):
    page = visit()
    page.locator(f"[data-scenario={BATTLE}]").click()
    page.get_by_label("Practice: take back anything").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/s/*")
    undo, rng, done = page.get_by_role("button", name="Undo"), Random(3), -1
    while "thrown again" not in (undo.get_attribute("title") or ""):
        done = take(page, wait(page, done), rng)
        until_seq(page, done + 1)
    wait(page, done)
    undo.click()
    expect(page.get_by_role("list", name="What happened")).to_contain_text("thrown again (1 in this battle)")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Give up the battle").click()
    see_figures(page)
    expect(page.get_by_text("Dice were thrown again once after an undo: a practice battle.")).to_be_visible()


def test_in_an_ordinary_battle_the_computer_does_not_agree_to_an_undo_across_dice(visit):
    page, rng, done = playing(visit), Random(3), -1
    undo = page.get_by_role("button", name="Undo")
    while "only in a practice battle" not in (undo.get_attribute("title") or ""):
        done = take(page, wait(page, done), rng)
        until_seq(page, done + 1)
    expect(undo).to_be_disabled()
