"""Set-ups over the wire: proposed, changed, played as one, taken back as one."""

import pytest
from talking import FIRST_ORDERS, KROJANTY, NISSORIA, begin, chair


@pytest.fixture
def seats(client):
    """Two people at Krojanty; the Germans set up first."""
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["Polish"]) as poles, chair(client, links["seats"]["German"]) as germans:
        poles.hear_of("presence")
        yield poles, germans


def proposed(seat, **about):
    return seat.ask("proposed", type="propose", id="p", seq=seat.table["seq"], **{"how": "computer", **about})


def arrange(seat, commands, nonce="all", **but):
    """Play a set-up and hear of every command of it."""
    seat.say(type="arrange", **{"seq": seat.table["seq"], "nonce": nonce, "commands": commands, **but})
    return [seat.hear_of("moved") for _ in commands]


def written(draft):
    return [one["command"] for one in draft["commands"]]


def test_a_decision_of_a_set_up_says_so_and_whether_the_scenario_has_its_own(seats, client):
    _, germans = seats
    assert germans.table["decision"]["set_up"] == {"scenario": "krojanty", "given": True}
    with chair(client, begin(client, FIRST_ORDERS)["seats"]["Allied"]) as allied:
        assert allied.table["decision"]["set_up"] == {"scenario": "first-orders", "given": False}


def test_a_proposal_shows_the_side_as_it_would_stand_and_plays_nothing(seats):
    _, germans = seats
    draft = proposed(germans, how="scenario")
    places = {one["id"]: (one["x"], one["y"]) for one in draft["pieces"] if one["x"] is not None}
    assert places["German Commanders"] == (5, 1) and len(places) == 4
    assert germans.hello()["seq"] == 0 and all(one["x"] is None for one in germans.table["pieces"])


def test_a_set_up_is_played_command_by_command_and_both_sides_see_it(seats):
    poles, germans = seats
    draft = proposed(germans)
    moved = arrange(germans, written(draft))
    assert [one["seq"] for one in moved] == [1, 2, 3, 4]
    seen = [poles.hear_of("moved") for _ in range(4)]
    assert [one["lines"] for one in seen] == [one["lines"] for one in moved]
    assert poles.table["decision"]["mine"]


def test_one_undo_takes_the_whole_set_up_back(seats):
    poles, germans = seats
    arrange(germans, written(proposed(germans)))
    for _ in range(4):
        poles.hear_of("moved")
    germans.say(type="undo", nonce="u")
    germans.hear_of("undone")
    table = germans.hear_of("table")
    assert all(one["x"] is None for one in table["pieces"]) and table["decision"]["mine"]
    assert germans.table["decision"]["question"] == "Where does German Commanders start?"


def test_an_undo_after_a_hand_placed_unit_takes_back_only_that(seats):
    _, germans = seats
    germans.play("German Commanders", to=[3, 1, 0])
    germans.play("German Infantry 1", to=[2, 2, 180])
    germans.say(type="undo", nonce="u")
    table = germans.hear_of("table")
    assert sum(one["x"] is not None for one in table["pieces"]) == 1


def test_a_set_up_sent_twice_is_played_once(seats):
    _, germans = seats
    commands = written(proposed(germans))
    arrange(germans, commands)
    germans.say(type="arrange", seq=0, nonce="all", commands=commands)
    assert germans.hear_of("stale", "moved")["type"] == "stale"


def test_a_changed_place_that_is_refused_becomes_the_nearest_and_says_why(seats):
    _, germans = seats
    draft = proposed(germans, how="scenario")
    again = proposed(germans, how="given", commands=written(draft), change={"n": 0, "to": [5, 6, 0]})
    assert again["commands"][0]["to"][:2] == [5, 3] and "rows 2 to 4" in again["why"]


@pytest.mark.parametrize(
    "commands",
    [
        [{"type": "Resign", "side": "German"}],
        [{"type": "Deploy", "unit": "German Commanders", "to": [1e300, 0, 0]}],
        [{"type": "Deploy", "unit": "German Commanders", "to": [5, 7, 0]}],
        [{"type": "Deploy", "unit": "Polish Commanders", "to": [5, 6, 0]}],
        [{"type": "Activate", "unit": "nobody"}],
    ],
)
def test_a_page_cannot_slip_in_another_command(seats, commands):
    _, germans = seats
    answer = germans.ask("moved", type="arrange", seq=0, nonce="x", commands=commands)
    assert answer["type"] == "refused" and germans.hello()["seq"] == 0


def test_nobody_sets_up_for_the_other_side(seats):
    poles, germans = seats
    assert proposed(poles)["type"] == "refused"
    commands = written(proposed(germans))
    assert poles.ask("moved", type="arrange", seq=0, nonce="x", commands=commands)["type"] == "refused"


def test_a_side_gets_only_its_own_set_up_to_keep(seats):
    poles, germans = seats
    commands = written(proposed(germans))
    arrange(germans, commands)
    given = germans.ask("set-up", type="set-up", id="s")
    assert (given["scenario"], given["side"], given["commands"]) == ("krojanty", "German", commands)
    assert poles.ask("set-up", type="set-up", id="s")["commands"] == []


def test_a_secret_set_up_is_not_noticed_by_the_other_side(client):
    links = begin(client, NISSORIA)
    with chair(client, links["seats"]["Canadian"]) as one, chair(client, links["seats"]["German"]) as other:
        first, second = (one, other) if one.table["decision"] else (other, one)
        draft = proposed(first)
        arrange(first, written(draft))
        second.hear_of("moved")  # only that it is asked now
        seen = second.hello()
        assert seen["seq"] == 1 and not any(piece["x"] for piece in seen["pieces"] if piece["side"] != seen["you"][0])


# ---- places


def test_a_refused_place_comes_with_the_nearest_allowed_one(seats):
    _, germans = seats
    about = {"type": "test", "id": "t", "seq": 0, "option": 0, "to": [3, 7, 0]}
    assert germans.ask("tested", **about)["nearest"] is None
    found = germans.ask("tested", **about, meant=True)
    assert (found["ok"], found["nearest"], found["off"], found["sure"]) == (False, [3, 3, 0], 4.0, False)


def test_the_last_unit_of_a_set_up_is_never_placed_without_a_question(seats):
    _, germans = seats
    commands = written(proposed(germans))
    about = {"type": "test", "id": "t", "option": 0, "meant": True}
    assert germans.ask("tested", seq=0, **about, to=commands[0]["to"])["sure"]
    arrange(germans, commands[:-1])
    assert not germans.ask("tested", seq=3, **about, to=commands[-1]["to"])["sure"]


def test_the_first_suggested_place_is_the_one_that_the_computer_takes(client):
    with chair(client, begin(client, FIRST_ORDERS)["seats"]["Allied"]) as allied:
        (x, y, facing), *_ = allied.ask("places", type="suggest", id="s", seq=0, option=0)["places"]
        assert y > 6 and 10 < x < 14 and facing == 0  # forward in its area, in front of the village, facing it


def test_options_of_one_deed_differ_only_in_their_ways(client):
    with chair(
        client, begin(client, {"rules": "great-battles-d10", "scenario": "crossroads"})["seats"]["Canadian"]
    ) as seat:
        options = seat.table["decision"]["options"]
        assert {one["deed"] for one in options} == {0}
        ways = [{way["label"]: way["value"] for way in one["ways"]} for one in options]
        assert ways[0]["Formation"] == "defensive" and ways[1]["Spacing"] == "0.5″"
        assert len({tuple(way.items()) for way in ways}) == len(options)
