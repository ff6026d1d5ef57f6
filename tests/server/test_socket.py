"""What a seat hears, and what it may say."""

import random
from collections import Counter

import pytest
from litestar.exceptions import WebSocketDisconnect
from talking import FIRST_ORDERS, GERMANS, KROJANTY, NISSORIA, POLES, begin, chair, deploy, server_in

from sandtable.server.limits import Allowance


@pytest.fixture
def seats(client):
    """Two people at Krojanty, not yet deployed; the Germans are asked first."""
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["Polish"]) as poles, chair(client, links["seats"]["German"]) as germans:
        poles.hear_of("presence")
        yield poles, germans


@pytest.fixture
def deployed(seats):
    poles, germans = seats
    deploy(poles, germans)
    return next((one, other) for one, other in ((poles, germans), (germans, poles)) if one.table["decision"])


# ---- the table


def test_hello_is_answered_with_the_whole_table(seats):
    poles, germans = seats
    table = germans.table
    assert (table["title"], table["rules"]["short"]) == ("Krojanty, 1 September 1939", "Portable Wargame")
    assert table["you"] == [GERMANS] and not table["spectator"] and not table["hotseat"]
    assert [side["name"] for side in table["sides"]] == ["Polish", "German"]
    assert table["ground"]["kind"] == "grid" and len(table["ground"]["squares"]) == 64
    assert Counter(piece["side"] for piece in table["pieces"]) == {POLES: 6, GERMANS: 6}
    assert table["decision"]["question"] == "Where does German Commanders start?" and table["decision"]["mine"]
    assert poles.table["decision"] is None and poles.table["waiting"] == "Waiting for German."


def test_a_piece_is_described_for_the_eye_and_for_the_ear(deployed):
    piece = next(one for one in deployed[0].table["pieces"] if one["id"] == "Polish Uhlans 1")
    assert (piece["name"], piece["tag"], piece["symbol"], piece["quality"]["rank"]) == ("Uhlans 1", "U1", "cavalry", 3)
    assert piece["strength"] == {"now": 3, "full": 3} and {"label": "Moves", "value": "3 squares"} in piece["card"]
    assert piece["says"].startswith("Polish Uhlans 1, Mounted Cavalry, at ") and "strength 3 of 3" in piece["says"]


def test_on_a_free_table_battalions_are_groups_of_stands(client):
    with chair(client, begin(client, FIRST_ORDERS)["seats"]["Allied"]) as allied:
        body = next(one for one in allied.table["groups"] if one["id"] == "A1")
        assert body["tag"] == "A1" and len(body["pieces"]) == 7 and body["reserve"]
        stand = next(one for one in allied.table["pieces"] if one["id"] == body["pieces"][0])
        assert stand["group"] == "A1" and stand["symbol"] == "infantry" and stand["x"] is None
        assert {one["name"] for one in allied.table["objectives"]} == {"the village"}
        assert allied.table["ground"]["kind"] == "free" and allied.table["ground"]["features"][0]["name"] == "village"


def test_who_comes_and_goes_is_told(client):
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["Polish"]) as poles:
        assert [side["here"] for side in poles.table["sides"]] == [True, False]
        came = {"type": "presence", "side": GERMANS, "taken": False, "who": ""}
        with chair(client, links["seats"]["German"]):
            assert poles.hear_of("presence") == {**came, "here": True}
        assert poles.hear_of("presence") == {**came, "here": False}


# ---- commands


def test_a_command_is_acknowledged_to_its_giver_and_shown_to_all(seats):
    poles, germans = seats
    moved = germans.play("German Commanders", to=[3, 1, 0])
    assert moved["nonce"] == "n1" and moved["seq"] == 1 and moved["tick"]["seq"] == 1
    seen = poles.hear_of("moved")
    assert seen["nonce"] == "" and seen["lines"] == moved["lines"]
    assert seen["lines"][0]["words"] == "German Commanders starts on d2, facing N"
    assert seen["lines"][0]["units"] == ["German Commanders"] and seen["lines"][0]["side"] == GERMANS
    commander = next(one for one in seen["pieces"] if one["id"] == "German Commanders")
    assert (commander["x"], commander["y"], commander["facing"]) == (3, 1, 0)


def test_a_place_that_the_rules_forbid_is_refused_with_its_clause(seats):
    _, germans = seats
    answer = germans.play("German Commanders", to=[3, 7, 0])
    assert answer["type"] == "refused" and answer["clause"] == "pw.setup.deployment"
    assert "rows 2 to 4" in answer["why"] and answer["id"] == "n1"
    assert germans.play("German Commanders", to=[3, 1, 0])["type"] == "moved"


@pytest.mark.parametrize("to", [None, [3.5, 1, 0], [1e308, 1, 0], [-1, -1, 45]])
def test_a_place_that_is_none_is_refused(seats, to):
    germans = seats[1]
    option = germans.choice("German Commanders")["n"]
    answer = germans.ask("moved", type="play", seq=0, option=option, nonce="x", to=to)
    assert answer["type"] == "refused" and answer["why"]


def test_an_option_that_is_barred_is_refused_with_its_reason(deployed):
    asked, _ = deployed
    while not asked.table["decision"]["barred"]:
        asked.play()
        if asked.table["decision"] is None:
            asked = deployed[1]
            asked.hello()
    barred = asked.table["decision"]["barred"][0]
    assert barred["n"] == len(asked.table["decision"]["options"])
    answer = asked.ask("moved", type="play", seq=asked.table["seq"], option=barred["n"], nonce="x")
    assert (answer["type"], answer["why"], answer["clause"]) == ("refused", *barred["refusal"].values())


def test_an_option_that_does_not_exist_is_refused(seats):
    for number in (99, -1):
        answer = seats[1].ask("moved", type="play", seq=0, option=number, nonce="x", to=[3, 1, 0])
        assert answer["type"] == "refused" and answer["why"] == f"there is no option {number}"


def test_whoever_is_not_asked_cannot_play(seats):
    poles, germans = seats
    answer = poles.ask("moved", type="play", seq=0, option=0, nonce="x", to=[3, 1, 0])
    assert answer["type"] == "refused" and answer["why"] == "this decision is not yours"
    assert germans.ask("table", type="hello")["seq"] == 0


def test_a_spectator_sees_what_everybody_may_know_and_cannot_play(client):
    links = begin(client, KROJANTY)
    with chair(client, links["watch"]) as guest:
        assert guest.table["spectator"] and guest.table["you"] == [] and guest.table["eyes"] == -1
        for message in (
            {"type": "play", "seq": 0, "option": 0, "nonce": "x", "to": [3, 1, 0]},
            {"type": "resign", "nonce": "x", "side": 0},
            {"type": "undo", "nonce": "x"},
            {"type": "consent", "yes": True},
        ):
            assert guest.ask("moved", **message)["type"] == "refused"


def test_a_repeated_command_is_harmless(seats):
    _, germans = seats
    message = {"type": "play", "seq": 0, "option": 0, "nonce": "same", "to": [3, 1, 0]}
    assert germans.ask("moved", **message)["seq"] == 1
    assert germans.ask("moved", **message) == {"type": "stale", "id": "same", "seq": 1}
    assert germans.ask("moved", **{**message, "seq": 1}) == {"type": "stale", "id": "same", "seq": 1}
    assert germans.hello()["seq"] == 1


def test_commands_that_come_in_the_wrong_order_do_not_harm(seats):
    _, germans = seats
    late = {"type": "play", "seq": 1, "option": 0, "nonce": "second", "to": [4, 1, 0]}
    assert germans.ask("moved", **late) == {"type": "stale", "id": "second", "seq": 0}
    assert germans.play("German Commanders", to=[3, 1, 0])["seq"] == 1
    assert germans.ask("moved", **{**late, "to": [4, 1, 90]})["seq"] == 2


def test_two_tabs_on_one_seat_see_the_same_and_a_stale_one_is_told(client):
    links = begin(client, KROJANTY)
    token = links["seats"]["German"]
    with chair(client, token) as first, chair(client, token) as second:
        first.play("German Commanders", to=[3, 1, 0])
        assert second.hear_of("moved")["seq"] == 1
        stale = second.ask("moved", type="play", seq=0, option=0, nonce="late", to=[4, 1, 0])
        assert stale == {"type": "stale", "id": "late", "seq": 1}


def test_a_side_may_resign_at_any_time_and_the_result_says_by_which_rule(seats):
    poles, germans = seats
    end = poles.ask("moved", type="resign", nonce="r", side=POLES)
    assert end["result"]["winner"] == GERMANS and end["result"]["words"] == "German wins: Polish concedes"
    assert end["result"]["clause"] == "pw.victory.end" and end["decision"] is None and end["waiting"] is None
    assert germans.hear_of("moved")["result"] == end["result"]
    assert germans.ask("moved", type="resign", nonce="r", side=GERMANS)["why"] == "the battle is over"


def test_nobody_resigns_for_the_other_side(seats):
    for side in (GERMANS, 7, -1):
        assert seats[0].ask("moved", type="resign", nonce="r", side=side)["why"] == "you do not play that side"


# ---- garbage


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"type":"fly"}', '{"type":"play"}', '{"type":"play","seq":"x"}', "\x00", "é" * 100]
)
def test_a_message_that_is_none_is_answered_and_the_game_goes_on(seats, text):
    _, germans = seats
    germans.socket.send_text(text)
    assert germans.hear()["type"] == "error"
    assert germans.play("German Commanders", to=[3, 1, 0])["type"] == "moved"


def test_whoever_sends_nothing_but_garbage_is_shown_out(client):
    with chair(client, begin(client, KROJANTY)["watch"]) as guest:
        for _ in range(21):
            guest.socket.send_text("garbage")
        said = [guest.hear() for _ in range(21)]
        assert all(one["type"] == "error" for one in said)
        with pytest.raises(WebSocketDisconnect) as end:
            guest.hear()
        assert end.value.code == 4400


def test_whoever_says_too_much_too_soon_is_asked_to_slow_down(tmp_path):
    server = server_in(tmp_path, messages=Allowance(5, 0.0))
    with server as client, chair(client, begin(client, KROJANTY)["watch"]) as guest:
        answers = [guest.ask("pong", type="ping") for _ in range(6)]
        assert [one["type"] for one in answers] == ["pong"] * 5 + ["error"]
        assert "slow down" in answers[-1]["why"]


def test_a_link_that_leads_nowhere_is_said_to(client):
    with chair(client, "no-such-token", greeted=False) as lost:
        lost.say(type="hello")
        assert lost.hear() == {"type": "error", "why": "this link leads to no game"}
        with pytest.raises(WebSocketDisconnect) as end:
            lost.hear()
        assert end.value.code == 4404


def test_the_first_message_must_be_hello(client):
    with chair(client, begin(client, KROJANTY)["watch"], greeted=False) as rude:
        rude.say(type="ping")
        assert rude.hear()["why"] == "the first message must be hello"


# ---- taking back


def test_a_command_without_dice_is_taken_back_at_once_and_everybody_reads_of_it(seats):
    poles, germans = seats
    germans.play("German Commanders", to=[3, 1, 0])
    assert germans.table["undo"] == {"may": True, "needs": "", "why": ""}
    assert poles.hear_of("moved")["undo"]["may"] is False
    undone = germans.ask("undone", type="undo", nonce="u1")
    assert undone == {"type": "undone", "seq": 2, "by": GERMANS}
    table = germans.hear_of("table")
    assert table["seq"] == 2 and table["decision"]["question"] == "Where does German Commanders start?"
    chosen, taken_back = [line["words"] for line in table["log"]]
    assert chosen.startswith("The person who set up this battle chose the seed")
    assert taken_back == "German takes back its last command"
    assert poles.hear_of("table")["log"] == table["log"]
    germans.play("German Commanders", to=[4, 1, 0])
    assert [tick["undo"] for tick in germans.hello()["seqs"]] == [False, True]


def test_an_undo_that_is_repeated_is_done_once(seats):
    _, germans = seats
    for to in ([3, 1, 0], [4, 1, 90]):
        germans.play("", to=to)
    germans.ask("undone", type="undo", nonce="same")
    assert germans.ask("undone", type="undo", nonce="same")["type"] == "stale"
    assert len(germans.hello()["seqs"]) == 2


def test_across_dice_the_other_side_must_agree(deployed):
    one, other = deployed
    side, seq = one.table["you"][0], one.table["seq"]
    fire_until_dice(one, other)
    before = one.table["seq"]
    assert one.table["undo"]["needs"] == "consent" and seq < before
    one.say(type="undo", nonce="u")
    asked = other.hear_of("wants-undo")
    assert asked["side"] == side and "wants to take back" in asked["what"]
    other.say(type="consent", yes=False)
    assert one.hear_of("declined") == {"type": "declined", "side": 1 - side}
    one.say(type="undo", nonce="u2")
    other.hear_of("wants-undo")
    other.say(type="consent", yes=True)
    assert one.hear_of("undone")["seq"] == before + 1
    table = one.hear_of("table")
    told = "takes back its last command. The dice since then are thrown again (1 in this battle)"
    assert table["log"][-1]["words"].endswith(told) and table["again"] == 1


def fire_until_dice(one, other):
    """One side activates and acts until one of its commands has thrown a die."""
    while True:
        asked = one if one.table["decision"] else other
        asked.play()
        (other if asked is one else one).hear_of("moved")
        if asked is one and any(line["dice"] for line in one.table["lines"]):
            return


def test_whoever_comes_later_is_still_asked_to_agree(client):
    links = begin(client, KROJANTY)
    with chair(client, links["seats"]["German"]) as germans:
        with chair(client, links["seats"]["Polish"]) as poles:
            deploy(poles, germans)
            germans.say(type="undo", nonce="u")  # the Poles have deployed since
            poles.hear_of("wants-undo")
        with chair(client, links["seats"]["Polish"]) as poles:
            assert poles.hear_of("wants-undo")["side"] == GERMANS


def test_nobody_agrees_to_what_nobody_asked(seats):
    assert seats[0].ask("undone", type="consent", yes=True)["why"] == "nobody has asked you to agree to an undo"


def test_whoever_has_done_nothing_cannot_take_anything_back(seats):
    answer = seats[0].ask("undone", type="undo", nonce="u")
    assert answer["type"] == "refused" and answer["why"] == "you have given no command yet"


def test_against_the_computer_what_crossed_no_die_is_taken_back_freely(client):
    links = begin(client, KROJANTY, seats={"Polish": "random"})
    with chair(client, links["seats"]["German"]) as germans:
        while germans.table["turns"]["now"] == 0 or not germans.table["decision"]:
            if germans.table["decision"]:
                germans.play()
            else:
                germans.hear_of("moved")
        germans.play()
        before = germans.table["seq"]
        while not germans.table["decision"]:
            germans.hear_of("moved")
        assert germans.table["undo"] == {"may": True, "needs": "", "why": ""}
        assert germans.ask("undone", type="undo", nonce="u")["seq"] > before
        table = germans.hear_of("table")
        assert table["decision"] is not None and "takes back" in table["log"][-1]["words"] and table["again"] == 0


def throw_dice(one):
    """One side plays against the computer until one of its own commands has thrown a die, and it is asked again."""
    thrown = False
    while not (thrown and one.table["decision"]):
        if one.table["decision"]:
            one.play()
            thrown = any(line["dice"] for line in one.table["lines"])
        else:
            one.hear_of("moved")


def test_in_an_ordinary_battle_the_computer_does_not_agree_across_dice(client):
    links = begin(client, KROJANTY, seats={"Polish": "random"})
    with chair(client, links["seats"]["German"]) as germans:
        throw_dice(germans)
        undo, seq = germans.table["undo"], germans.table["seq"]
        assert not undo["may"] and "only in a practice battle" in undo["why"]
        answer = germans.ask("undone", type="undo", nonce="u")
        assert answer["type"] == "refused" and answer["why"] == undo["why"]
        assert germans.hello()["seq"] == seq


def test_in_practice_dice_are_thrown_again_and_that_is_counted_and_told(client):
    links = begin(client, KROJANTY, seats={"Polish": "random"}, practice=True)
    with chair(client, links["seats"]["German"]) as germans:
        assert germans.table["practice"]
        for times in (1, 2):
            throw_dice(germans)
            assert germans.table["undo"]["may"] and "thrown again" in germans.table["undo"]["why"]
            germans.ask("undone", type="undo", nonce=f"u{times}")
            table = germans.hear_of("table")
            assert table["again"] == times and f"({times} in this battle)" in table["log"][-1]["words"]
    with chair(client, links["watch"]) as watcher:
        assert watcher.table["again"] == 2 and watcher.table["practice"]


# ---- one screen for two


def test_on_one_screen_the_table_is_covered_until_the_other_has_taken_the_seat(client):
    links = begin(client, NISSORIA, hotseat=True)
    with chair(client, links["table"], greeted=False) as both:
        both.say(type="hello")
        cover = both.hear()
        assert cover == {"type": "handover", "side": 0, "name": "Canadian", "title": cover["title"]}
        both.say(type="point", id="p", x=1, y=1)
        assert both.hear()["why"] == "the table is covered"
        both.say(type="ready")
        table = both.hear()
        assert table["type"] == "table" and table["eyes"] == 0 and table["hotseat"] and table["you"] == [0, 1]
        assert not any(piece["side"] == 1 for piece in table["pieces"])


def test_where_nothing_is_hidden_nobody_has_to_look_away(client):
    links = begin(client, KROJANTY, hotseat=True)
    with chair(client, links["table"]) as both:
        while both.table["turns"]["now"] == 0:
            assert both.play()["type"] == "moved"
        assert both.table["decision"]["mine"]


# ---- the past


def test_an_earlier_moment_is_shown_as_it_was(deployed):
    asked, _ = deployed
    then = asked.ask("moment", type="at", id="t", seq=3)
    assert then["id"] == "t" and then["seq"] == 3 and then["log"] == 4 and then["decision"] is None
    assert sum(piece["x"] is not None for piece in then["pieces"]) == 3
    assert asked.ask("moment", type="at", id="t", seq=999)["why"] == "there is no such moment"


def test_a_moment_that_was_taken_back_is_no_more(seats):
    _, germans = seats
    germans.play("German Commanders", to=[3, 1, 0])
    germans.ask("undone", type="undo", nonce="u")
    germans.hear_of("table")
    assert germans.ask("moment", type="at", id="t", seq=1)["type"] == "refused"


# ---- questions


def test_the_ground_under_the_pointer_is_told_in_words(deployed):
    assert deployed[0].ask("ground", type="point", id="p", x=5.1, y=1.2)["words"] == "f2: open, level 1"
    assert deployed[0].ask("ground", type="point", id="p", x=55, y=1)["type"] == "refused"


def test_sight_and_distance_are_as_the_rules_have_them(deployed):
    seen = deployed[0].ask("sighted", type="sight", id="s", a=[0, 0], b=[2, 0])
    assert seen["clear"] and seen["distance"] == 2 and "2 squares" in seen["words"]
    blocked = deployed[0].ask("sighted", type="sight", id="s", a=[4, 1], b=[7, 1])
    assert not blocked["clear"] and blocked["past"].startswith("hill on ") and blocked["at"]
    measured = deployed[0].ask("measured", type="measure", id="m", points=[[0, 0], [2, 0], "German Commanders"])
    assert len(measured["legs"]) == 2 and measured["total"] == sum(leg["distance"] for leg in measured["legs"])


def test_a_question_about_what_is_not_there_is_refused(deployed):
    for message in (
        {"type": "sight", "a": "Napoleon", "b": [0, 0]},
        {"type": "sight", "a": [99, 0], "b": [0, 0]},
        {"type": "measure", "points": ["Napoleon", [0, 0]]},
        {"type": "field", "piece": "Napoleon"},
    ):
        assert deployed[0].ask("sighted", id="q", **message)["type"] == "refused"


def test_what_a_unit_commands_is_drawn(deployed):
    found = deployed[0].ask("field", type="field", id="f", piece="Polish Machine Guns")
    assert found["sectors"][0]["clause"] == "pw.fire.range" and found["sectors"][0]["outlines"]


def test_odds_come_with_their_sum_before_a_shot(client):
    links, rng = begin(client, KROJANTY, hotseat=True), random.Random(3)
    with chair(client, links["table"]) as both:
        while not (shots := [one for one in both.table["decision"]["options"] if one["verb"] == "fire"]):
            one = rng.choice(both.table["decision"]["options"])
            both.play(one["words"], to=rng.choice(one["region"]["places"]) if one["region"] else None)
            assert not both.table["result"], "nobody ever fired"
        odds = both.ask("odds", type="weigh", id="w", seq=both.table["seq"], option=shots[0]["n"])
        assert odds["exact"] and odds["branches"] > 1 and not odds["too_many"]
        assert sum(one["chance"] for one in odds["outcomes"]) == pytest.approx(1)
        assert odds["outcomes"][-1]["tone"] in ("even", "bad") and "%" in odds["brief"]
        assert odds["need"] and all(term["clause"].startswith("pw.") for term in odds["reckoning"])


def test_places_are_tested_suggested_and_outlined_on_a_free_table(client):
    links = begin(client, FIRST_ORDERS)
    with chair(client, links["seats"]["Allied"]) as allied:
        option = allied.table["decision"]["options"][0]
        assert option["region"] == {"outlines": None, "places": None, "turns": [0], "facing": 0}
        about = {"seq": 0, "option": option["n"]}
        region = allied.ask("reach", type="reach", id="r", **about)["region"]
        assert region["outlines"] and region["places"] is None
        places = allied.ask("places", type="suggest", id="p", **about)["places"]
        good = allied.ask("tested", type="test", id="t", to=places[0], **about)
        assert good["ok"] and len(good["stands"]) == 7
        bad = allied.ask("tested", type="test", id="t", to=[1, 1, 0], **about)
        assert not bad["ok"] and bad["why"] and bad["clause"].startswith("gb20.")
        assert allied.ask("odds", type="weigh", id="w", **about)["why"] == "this option needs a place"


def test_questions_about_the_decision_are_for_whoever_must_decide(seats):
    poles, germans = seats
    assert poles.ask("odds", type="weigh", id="w", seq=0, option=0)["why"] == "this decision is not yours"
    assert germans.ask("odds", type="weigh", id="w", seq=5, option=0)["type"] == "stale"
    assert germans.ask("places", type="suggest", id="w", seq=0, option=44)["type"] == "refused"
