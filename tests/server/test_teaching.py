"""Lessons, briefings, hints, and battles that go on from a moment of another."""

import pytest
from talking import GERMANS, KROJANTY, NISSORIA, POLES, begin, chair, deploy, server_in

import sandtable as st
from sandtable.players import PLAYERS
from sandtable.rules import rule_sets
from sandtable.server.battle import LESSON, PERSON, Battle

LEARNERS = [name for name in rule_sets() if rule_sets()[name].guide().lesson]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server_in(tmp_path_factory.mktemp("teaching")) as found:
        yield found


# ---- guides


@pytest.mark.parametrize("name", LEARNERS)
def test_a_lesson_names_a_scenario_a_side_and_a_computer_that_exist(name):
    rules = rule_sets()[name]
    lesson = rules.guide().lesson
    scenario = rules.scenarios()[lesson.scenario]
    assert scenario.learning and 10 <= lesson.minutes <= 15
    assert lesson.side in rules.setup(scenario, frozenset(scenario.options)).sides
    assert lesson.opponent in PLAYERS


@pytest.mark.parametrize("name", LEARNERS)
def test_every_word_and_idea_of_a_guide_cites_a_clause_of_its_book(name):
    rules = rule_sets()[name]
    guide = rules.guide()
    assert {one.clause for one in (*guide.term, *guide.lesson.idea)} <= set(rules.book.clauses)
    forms = [form.lower() for term in guide.term for form in (term.word, *term.also)]
    assert len(forms) == len(set(forms)), "two words with the same form"


# ---- lessons


def test_a_lesson_gives_each_idea_once_and_takes_it_back_with_an_undo(client):
    begun = client.post("/api/lessons/portable-wargame").json()
    assert list(begun["seats"]) == ["Polish"]
    with chair(client, begun["seats"]["Polish"]) as pole:
        while not pole.table["decision"]:
            pole.hear_of("moved")
        first = pole.table["coaching"]
        assert first["told"] == 1 and first["words"] and first["clause"].startswith("pw.")
        pole.play()
        second = pole.table["coaching"]
        assert second["told"] == 2 and second["words"] not in ("", first["words"])
        pole.play()
        assert pole.table["coaching"]["words"] == ""
        pole.ask("table", type="undo", nonce="u1")
        assert pole.table["coaching"] == second


def test_a_lesson_spares_only_questions_that_teach_nothing_new():
    rules = rule_sets()["panzer-korps"]
    lesson = rules.guide().lesson
    game = st.new_game(rules.id, lesson.scenario, "1")
    seats = {side: PERSON if side == lesson.side else lesson.opponent for side in game.state.sides}
    battle, player, spared = Battle(game, seats, origin=LESSON), st.GreedyPlayer("1"), 0
    while (question := game.position.question) is not None:
        quiet = battle.spared
        if quiet is not None:
            assert battle.teacher.idea() is None
            spared += 1
        battle.play(quiet or player.choose(game.seat()), question.side, spared=quiet is not None)
    told = battle.teacher.coaching().told
    assert spared and told > len(battle.game.stages) / 4


def test_an_ordinary_battle_has_no_coaching_and_no_lesson_is_a_clear_error(client):
    with chair(client, begin(client, KROJANTY, hotseat=True)["table"]) as people:
        assert people.table["coaching"] is None
    answer = client.post("/api/lessons/chess")
    assert answer.status_code == 400 and "chess" in answer.json()["error"]


# ---- briefings


def test_a_briefing_says_how_each_side_wins_what_it_has_and_what_comes_later(client):
    with chair(client, begin(client, KROJANTY, hotseat=True)["table"]) as people:
        briefing = people.table["briefing"]
    assert "Krojanty" in briefing["setting"] and briefing["length"] == "8 turns"
    poles, germans = briefing["sides"]
    assert [(one["count"], one["name"], one["later"]) for one in poles["troops"]] == [
        (1, "Commanders", False), (4, "Uhlans", False), (1, "Machine Guns", False),
    ]  # fmt: skip
    assert [(one["name"], one["later"]) for one in germans["troops"]][-1] == ("Armoured Cars", True)
    assert "exhausted" in poles["winning"]


def test_the_briefing_of_a_side_does_not_tell_of_hidden_enemies(client):
    seats = begin(client, NISSORIA)["seats"]
    told = {}
    for side, token in seats.items():
        with chair(client, token) as player:
            told[side] = [{one["name"] for one in force["troops"]} for force in player.table["briefing"]["sides"]]
    canadian, german = told["Canadian"], told["German"]
    assert german[1] - canadian[1], "the Canadians know every German battalion"
    assert canadian[0] and german[1]


# ---- hints


def test_the_computer_gives_legal_hints_with_reasons_against_itself(client):
    with chair(client, begin(client, KROJANTY, seats={"German": "greedy"})["seats"]["Polish"]) as pole:
        while not pole.table["decision"]:
            pole.hear_of("moved")
        found = pole.ask("hints", type="hint", id="h", seq=pole.table["seq"])
        assert 1 <= len(found["hints"]) <= 3 and found["side"] == POLES
        best = found["hints"][0]
        assert best["gains"] and best["words"].startswith("place Polish Commanders")
        option = pole.table["decision"]["options"][best["option"]]
        assert best["to"] in option["region"]["places"]
        stale = pole.ask("hints", type="hint", id="h", seq=pole.table["seq"] - 1)
        assert stale["type"] == "refused" and "after the battle" in stale["why"]


def test_two_options_with_their_places_are_compared_for_whoever_plays_the_computer(client):
    with chair(client, begin(client, KROJANTY, seats={"German": "greedy"})["seats"]["Polish"]) as pole:
        while not pole.table["decision"]:
            pole.hear_of("moved")
        seq, (option, *_) = pole.table["seq"], pole.table["decision"]["options"]
        places = [{"option": 0, "to": to} for to in option["region"]["places"][:2]]
        found = pole.ask("hints", type="hint", id="h", seq=seq, compare=places)
        assert [one["option"] for one in found["hints"]] == [0]
        nowhere = pole.ask("hints", type="hint", id="h", seq=seq, compare=[{"option": 0, "to": None}, places[0]])
        assert nowhere["type"] == "refused"


def test_there_are_no_hints_between_people(client):
    seats = begin(client, KROJANTY)["seats"]
    with chair(client, seats["German"]) as german:
        assert german.ask("hints", type="hint", id="h", seq=german.table["seq"])["type"] == "refused"


def test_after_the_battle_every_decision_gets_its_hints(client):
    with chair(client, begin(client, KROJANTY, hotseat=True)["table"]) as people:
        people.play()
        people.ask("moved", type="resign", nonce="r", side=GERMANS)
        assert people.table["result"]
        found = people.ask("hints", type="hint", id="h", seq=1)
        assert found["side"] == GERMANS and found["hints"][0]["option"] == -1
        assert found["hints"][0]["odds"]["type"] == "odds"
        over = people.ask("hints", type="hint", id="h", seq=people.table["seq"])
        assert over["type"] == "refused"


# ---- playing on


def test_a_battle_that_is_over_goes_on_from_any_moment_with_new_dice(client):
    token = begin(client, KROJANTY, hotseat=True)["table"]
    with chair(client, token) as people:
        deploy(people)
        at, then = people.table["seq"], people.table["pieces"]
        people.ask("moved", type="resign", nonce="r", side=POLES)
    answer = client.post(f"/api/play-on/{token}", json={"seq": at, "hotseat": True})
    assert answer.status_code == 201, answer.text
    with chair(client, answer.json()["table"]) as again:
        assert again.table["pieces"] == then and again.table["result"] is None
        assert any("goes on from a moment" in line["words"] for line in again.table["log"])
        assert again.play()["type"] == "moved"


def test_a_seat_cannot_play_on_from_a_battle_that_is_still_fought(client):
    seats = begin(client, KROJANTY)["seats"]
    answer = client.post(f"/api/play-on/{seats['Polish']}", json={"seq": 0})
    assert answer.status_code == 400 and "when the battle is over" in answer.json()["error"]


def test_people_at_one_screen_play_on_at_once_but_not_from_a_moment_that_never_was(client):
    token = begin(client, KROJANTY, hotseat=True)["table"]
    assert client.post(f"/api/play-on/{token}", json={"seq": 0, "hotseat": True}).status_code == 201
    assert client.post(f"/api/play-on/{token}", json={"seq": 99}).status_code == 400
