"""No player can know his dice beforehand."""

import msgspec
import pytest
from talking import FIRST_ORDERS, KROJANTY, chair

from sandtable.kernel.savefile import SavedText
from sandtable.rules import rule_sets


def begin(client, battle, **more):
    return client.post("/api/games", json={**battle, **more}).json()


def save_of(client, token):
    return client.get(f"/api/save/{token}").content


def seeds(save):
    lines = save.split(b"\n")
    return msgspec.json.decode(lines[0])["seed"], [msgspec.json.decode(s)["seed"] for s in lines if s[:7] == b'{"seed"']


@pytest.mark.parametrize(
    ("battle", "side", "other"), [(KROJANTY, "Polish", "German"), (FIRST_ORDERS, "Allied", "Axis")]
)
def test_a_battle_whose_secrets_are_out_is_not_taken_back(client, battle, side, other):
    """Resign, read the seed in the save, undo, and play on with dice that are known."""
    links = begin(client, battle, seats={other: "random"})
    token = links["seats"][side]
    with chair(client, token) as seat:
        seat.say(type="resign", nonce="r", side=seat.table["you"][0])
        while not seat.table["result"]:
            seat.hear_of("moved", "table")
        assert client.get(f"/api/save/{token}").status_code == 200
        assert seat.table["undo"]["may"] is False and "secrets are known" in seat.table["undo"]["why"]
        answer = seat.ask("undone", type="undo", nonce="u")
        assert answer["type"] == "refused" and "secrets are known" in answer["why"]
        assert seat.hello()["result"]


def test_a_save_that_is_brought_along_goes_on_with_dice_of_a_fresh_seed(client):
    links = begin(client, KROJANTY, hotseat=True)
    known = save_of(client, links["table"])
    brought = client.post("/api/games/open", content=known).json()
    again = save_of(client, brought["table"])
    (first, _), (same, fresh) = seeds(known), seeds(again)
    assert same == first and len(fresh) == 1 and fresh[0] != first
    assert SavedText("again", again).load(rule_sets(), check=True).seed == fresh[0]
    with chair(client, brought["table"]) as both:
        assert both.table["log"][0]["words"] == "This battle continues a save. Its dice are new"


def test_both_are_told_who_chose_the_seed(client):
    for seed, told in (("lucky", True), (None, False)):
        links = begin(client, KROJANTY, seed=seed)
        for token in (*links["seats"].values(), links["watch"]):
            with chair(client, token) as seat:
                lines = [line["words"] for line in seat.table["log"]]
                assert told == any("chose the seed of its dice" in words for words in lines)


def test_whoever_is_asked_to_agree_reads_what_both_have_seen(client):
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["Polish"]) as poles, chair(client, links["seats"]["German"]) as germans:
        seats = {0: poles, 1: germans}
        while True:
            one = next(seat for seat in seats.values() if seat.table["decision"])
            other = poles if one is germans else germans
            one.play()
            other.hear_of("moved")
            if any(line["dice"] for line in one.table["lines"]):
                break
        one.say(type="undo", nonce="u")
        asked = other.hear_of("wants-undo")
        assert asked["of"] >= len(asked["seen"]) > 0 and any("rolls" in words for words in asked["seen"])
