"""Ground that changes and tapes that are laid, over the wire."""

import pytest
from talking import begin, chair

from sandtable.rules import RuleSets
from tests.sappers import RULES

BATTLE = {"rules": "sappers", "scenario": "bridge"}


@pytest.fixture
def seats(client, monkeypatch):
    known = RuleSets.__getitem__
    monkeypatch.setattr(RuleSets, "__getitem__", lambda self, name: RULES if name == RULES.id else known(self, name))
    links = begin(client, BATTLE)["seats"]
    with chair(client, links["Red"]) as red, chair(client, links["Blue"]) as blue:
        red.hear_of("presence")
        yield red, blue


def names(ground):
    return [feature["name"] for feature in ground["features"]]


def test_everybody_is_sent_the_changed_ground_and_only_then(seats):
    red, blue = seats
    assert names(red.table["ground"]) == ["wood", "stream", "bridge"]
    for chair_, moved in ((red, red.play("blow the bridge")), (blue, blue.hear_of("moved"))):
        assert names(moved["ground"]) == names(chair_.table["ground"]) == ["wood", "stream"]
    assert red.play("lay the tape", to=(18, 12, 90))["ground"] is None


def test_a_wood_that_is_known_is_drawn_as_what_it_is(seats):
    red, _ = seats
    kinds = {one["name"]: one["kind"] for one in red.play("scout")["ground"]["features"]}
    assert kinds["wood"] in ("marsh", "woods")


def test_who_looks_back_sees_the_bridge_that_stood_then(seats):
    red, _ = seats
    red.play("blow the bridge")
    assert names(red.ask("moment", type="at", id="a", seq=0)["ground"]) == ["wood", "stream", "bridge"]
    assert red.ask("moment", type="at", id="b", seq=1)["ground"] is None


def test_taking_back_sends_the_ground_as_it_was(seats):
    red, blue = seats
    red.play("blow the bridge")
    blue.hear_of("moved")
    red.say(type="undo", nonce="u")
    for one in seats:
        assert names(one.hear_of("table", "moved")["ground"]) == ["wood", "stream", "bridge"]


def test_the_ground_under_the_pointer_is_that_of_now(seats):
    red, _ = seats
    assert red.ask("ground", type="point", id="p", x=20, y=12)["words"] == "bridge, stream"
    red.play("blow the bridge")
    assert red.ask("ground", type="point", id="p", x=20, y=12)["words"] == "stream"


def test_a_tape_is_as_long_as_its_base_and_runs_the_way_it_faces(seats):
    red, blue = seats
    assert red.table["templates"] == []
    red.play("lay the tape", to=(18, 12, 63))
    (tape,) = blue.hear_of("moved")["templates"]
    assert (tape["x"], tape["y"], tape["facing"], tape["w"], tape["d"], tape["disc"]) == (18, 12, 63, 0.5, 20, False)
    assert tape["drawing"] == "tape" and tape["side"] == 0


def test_an_option_says_how_large_the_template_is_that_it_lays(seats):
    red, _ = seats
    assert red.choice("lay the tape")["lays"] == {"w": 0.5, "d": 20, "disc": False}
    assert red.choice("blow the bridge")["lays"] is None
