"""Seats belong to the browser that took them; people have names and talk; none of it touches the battle."""

import pytest
from litestar.exceptions import WebSocketDisconnect
from talking import GERMANS, KROJANTY, POLES, begin, chair, server_in

from sandtable.server import addresses, app, people
from sandtable.server.addresses import Door, reachable
from sandtable.server.app import TAKEN
from sandtable.server.limits import Allowance

ANNA, BEN = "anna-anna-anna-anna", "ben-ben-ben-ben-ben"


@pytest.fixture
def german(client):
    """The token of a seat."""
    return begin(client, KROJANTY)["seats"]["German"]


def take(one, key):
    return one.ask("table", type="hello", key=key)


def refused(client, token, **hello):
    """How the server closes a socket with this hello."""
    with pytest.raises(WebSocketDisconnect) as closed, chair(client, token, greeted=False) as one:
        one.say(type="hello", **hello)
        one.hear_of("error")
        one.hear()
    return closed.value.code


# ---- seats


def test_a_seat_belongs_to_the_first_browser_that_comes(client, german):
    with chair(client, german, greeted=False) as anna:
        assert take(anna, ANNA)["sides"][GERMANS]["taken"]
    assert refused(client, german, key=BEN) == TAKEN
    assert refused(client, german) == TAKEN
    with chair(client, german, greeted=False) as again:
        assert take(again, ANNA)["you"] == [GERMANS]


def test_who_set_up_the_battle_cannot_open_the_seat_that_the_friend_has_taken(client):
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["Polish"], greeted=False) as host:
        take(host, ANNA)
        with chair(client, links["seats"]["German"], greeted=False) as friend:
            take(friend, BEN)
            assert refused(client, links["seats"]["German"], key=ANNA) == TAKEN


def test_a_seat_that_is_handed_over_goes_to_the_next_browser(client, german):
    with chair(client, german, greeted=False) as anna:
        take(anna, ANNA)
        with pytest.raises(WebSocketDisconnect) as closed:
            anna.say(type="free-seat")
            while True:
                anna.hear()
        assert closed.value.code == TAKEN
    with chair(client, german, greeted=False) as ben:
        table = take(ben, BEN)
        assert [one["what"] for one in table["talk"]] == ["took", "freed", "took"]
    assert refused(client, german, key=ANNA) == TAKEN


def test_a_program_without_a_key_takes_no_seat(client, german):
    with chair(client, german) as one, chair(client, german) as other:
        assert not one.table["sides"][GERMANS]["taken"] and other.table["you"] == [GERMANS]
        assert one.ask("told", type="free-seat")["why"] == "nobody has taken this seat"


def test_a_seat_stays_taken_when_the_server_starts_again(tmp_path):
    with server_in(tmp_path) as client:
        token = begin(client, KROJANTY)["seats"]["German"]
        with chair(client, token, greeted=False) as anna:
            take(anna, ANNA)
            anna.ask("told", type="call-me", name="Anna")
    with server_in(tmp_path) as client:
        assert refused(client, token, key=BEN) == TAKEN
        with chair(client, token, greeted=False) as anna:
            assert take(anna, ANNA)["sides"][GERMANS]["who"] == "Anna"


def test_nobody_may_try_many_keys(tmp_path):
    with server_in(tmp_path, guesses=Allowance(2, 0.001)) as client:
        token = begin(client, KROJANTY)["seats"]["German"]
        with chair(client, token, greeted=False) as anna:
            take(anna, ANNA)
        assert [refused(client, token, key=f"guess-{n}") for n in range(3)] == [TAKEN, TAKEN, 4429]


def test_the_database_holds_no_key(tmp_path):
    with server_in(tmp_path) as client, chair(client, begin(client, KROJANTY)["seats"]["German"], greeted=False) as one:
        take(one, ANNA)
    assert not any(ANNA.encode() in file.read_bytes() for file in tmp_path.iterdir())


# ---- words


def test_what_one_says_everybody_hears_as_it_was_said(client):
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["Polish"]) as poles, chair(client, links["seats"]["German"]) as germans:
        germans.say(type="chat", words="Good luck, <b>friend</b>\n ☺")
        said = poles.hear_of("told")["said"]
        assert (said["side"], said["what"], said["words"]) == (GERMANS, "said", "Good luck, <b>friend</b> ☺")
        with chair(client, links["watch"]) as watcher:
            assert [one["words"] for one in watcher.table["talk"]] == [said["words"]]
            assert watcher.ask("told", type="chat", words="me too")["type"] == "refused"


def test_a_name_is_shown_to_everybody(client):
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["Polish"]) as poles, chair(client, links["seats"]["German"]) as germans:
        germans.say(type="call-me", name="  Ben ")
        assert poles.hear_of("told")["said"]["words"] == "Ben"
        assert poles.hear_of("presence") == {
            "type": "presence", "side": GERMANS, "here": True, "taken": False, "who": "Ben",
        }  # fmt: skip


def test_a_computer_is_called_by_its_level(client):
    links = begin(client, KROJANTY, seats={"Polish": "random"})
    with chair(client, links["seats"]["German"]) as germans:
        assert germans.table["sides"][POLES]["who"] == "Recruit" and germans.table["sides"][POLES]["seat"] == "random"


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"type": "chat", "words": "x" * 301}, "301 characters"),
        ({"type": "chat", "words": " \u202e\u0000 "}, "nothing to say"),
        ({"type": "call-me", "name": "x" * 25}, "25 characters"),
    ],
)
def test_too_much_or_nothing_is_not_said(client, german, message, why):
    with chair(client, german) as one:
        answer = one.ask("told", **message)
        assert answer["type"] == "refused" and why in answer["why"]
        assert one.hello()["talk"] == []


def test_a_chatterer_must_wait(tmp_path):
    with server_in(tmp_path, talk=Allowance(3, 0.001)) as client:
        links = begin(client, KROJANTY)
        with chair(client, links["seats"]["German"]) as one, chair(client, links["seats"]["German"]) as window:
            for n in range(3):
                assert one.ask("told", type="chat", words=f"{n}")["type"] == "told"
            assert "wait a moment" in window.ask("refused", type="chat", words="again")["why"]


def test_a_table_has_room_for_so_many_words(tmp_path, monkeypatch):
    monkeypatch.setattr(people, "REMARKS", 2)
    with server_in(tmp_path) as client, chair(client, begin(client, KROJANTY)["seats"]["German"]) as one:
        for n in range(2):
            one.ask("told", type="chat", words=f"{n}")
        assert "Too much has been said" in one.ask("told", type="chat", words="more")["why"]


def test_words_change_neither_the_numbers_nor_the_save(client):
    """The same battle with and without talk: the same dice, the same numbers, the same file."""
    saves = []
    for talk in (False, True):
        links = begin(client, KROJANTY, hotseat=True)
        with chair(client, links["seats"]["German"]) as germans:
            if talk:
                germans.ask("told", type="chat", words="hello")
            assert germans.play()["seq"] == 1
        saves.append(client.get(f"/api/save/{links['table']}").text)
    assert saves[0] == saves[1] and "hello" not in saves[1]


# ---- where a friend reaches it


def at(client, monkeypatch, visitor, host):
    """What a visitor from an address is told who calls the server by this name."""
    monkeypatch.setattr(app, "address_of", lambda request: visitor)
    return client.get("/api/reach", headers={"host": host}).json()


def test_a_server_for_this_machine_alone_gives_the_command_that_opens_it(client, monkeypatch):
    found = at(client, monkeypatch, "127.0.0.1", "localhost")
    assert found == {"addresses": [], "command": "sandtable serve --host 0.0.0.0 --port 8765"}


def test_an_open_server_gives_the_addresses_of_its_machine(monkeypatch):
    monkeypatch.setattr(addresses, "used_addresses", lambda: iter(["192.168.1.5", "127.0.1.1"]))
    monkeypatch.setattr(addresses, "named_addresses", lambda: iter(["192.168.1.5", "fe80::1", "2001:db8::5"]))
    assert reachable(Door("0.0.0.0", 8000)).addresses == ("http://192.168.1.5:8000",)
    assert reachable(Door("::", 8000)).addresses == ("http://[2001:db8::5]:8000",)
    assert reachable(Door("192.168.1.9", 80)).addresses == ("http://192.168.1.9:80",)
    assert reachable(Door("127.0.0.1", 80, ("play.example.org",))).addresses == ("https://play.example.org",)


@pytest.mark.parametrize(("visitor", "host"), [("127.0.0.1", "192.168.1.5"), ("192.168.1.7", "localhost")])
def test_a_stranger_is_not_told_the_addresses_of_the_machine(client, monkeypatch, visitor, host):
    """Neither by a name of the server in the open, nor if he pretends to be at the machine."""
    assert at(client, monkeypatch, visitor, host) == {"addresses": [], "command": ""}
