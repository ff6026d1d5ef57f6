"""The learning battle of every rule set, from the home page to the winner by clicks.

Two browsers play them to the same end in test_rude.py and test_fog.py.
"""

import re
from random import Random

import pytest
from playing import BESIDE, COMPUTER, LEARNING, begin, play_out, told_who_won

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
