"""The learning battle of every rule set, from the home page to the winner by clicks."""

import re
from random import Random

import pytest
from playing import BESIDE, COMPUTER, FRIEND, LEARNING, begin, friends_link, play_out, play_out_between
from playwright.sync_api import Page, expect

battles = pytest.mark.parametrize("scenario", LEARNING.values())


def told_who_won(page: Page) -> str:
    expect(page).to_have_url(re.compile("/s/"))
    return page.get_by_role("heading", level=1).inner_text()


@battles
def test_two_people_at_one_screen(visit, scenario):
    page = visit()
    begin(page, scenario, BESIDE)
    play_out(page, Random(1))
    assert re.search("victory|draw", told_who_won(page))


@battles
def test_one_against_the_computer(visit, scenario):
    page = visit()
    begin(page, scenario, COMPUTER)
    play_out(page, Random(2))
    assert re.search("victory|draw", told_who_won(page))


@battles
def test_two_browsers_see_the_same_end(visit, scenario):
    mine = visit()
    begin(mine, scenario, FRIEND)
    theirs = visit(friends_link(mine))
    play_out_between([mine, theirs], Random(3))
    expect(theirs.get_by_role("link", name="Watch the replay")).to_be_visible()
    expect(mine.get_by_role("link", name="Watch the replay")).to_be_visible()
    assert told_who_won(mine) == told_who_won(theirs)
