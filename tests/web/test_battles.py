"""Learning battles from the first decision to the winner, by clicks.

Two browsers play one to the same end in test_rude.py and some in test_fog.py; a person plays one of each book against
the computer in test_lessons.py.
"""

import re
from random import Random

import pytest
from playing import BESIDE, COMPUTER, LEARNING, begin, play_out, take, take_at_once, told_who_won


@pytest.mark.parametrize(
    ("rules", "by"), [("portable-wargame", take), ("great-battles-d20", take_at_once)], ids=["open", "hiding"]
)
def test_two_people_at_one_screen(visit, rules, by):
    page = visit()
    begin(page, LEARNING[rules], BESIDE)
    play_out(page, Random(1), by)
    assert re.search("victory|draw", told_who_won(page))


def test_one_against_the_computer(visit):
    page = visit()
    begin(page, LEARNING["portable-wargame"], COMPUTER)
    play_out(page, Random(2))
    assert re.search("victory|draw", told_who_won(page))
