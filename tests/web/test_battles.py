"""The learning battle of every rule set, from the home page to the winner by clicks."""

import re
from random import Random

import pytest
from playing import BESIDE, COMPUTER, FRIEND, LEARNING, begin, friends_link, play_out, play_out_between, told_who_won

battles = pytest.mark.parametrize("scenario", LEARNING.values())


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
    assert told_who_won(mine) == told_who_won(theirs)
