"""A rule set in a package of its own, from the home page to the winner by clicks."""

import re
from random import Random

import pytest
from playing import COMPUTER, begin, play_out, told_who_won
from server_process import ServerProcess

from tests.outside import Outside


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that finds it."""
    outside = Outside(tmp_path_factory.mktemp("outside"))
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", outside.environment["PYTHONPATH"])
        server.open()
    yield server
    server.kill()


def test_a_battle_of_an_outside_rule_set_is_played_against_the_computer(visit):
    page = visit()
    begin(page, "mill", COMPUTER)
    play_out(page, Random(1))
    assert re.search("victory|draw", told_who_won(page))
