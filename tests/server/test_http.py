"""Lists, files and links over HTTP."""

import re

from msgspec import json
from msgspec.structs import replace
from talking import FIRST_ORDERS, KROJANTY, NISSORIA, begin, chair, server_in

import sandtable as st
from sandtable.kernel.savefile import save
from sandtable.server import app
from sandtable.server.library import scenario_info
from sandtable.server.limits import Allowance


def saved(tmp_path, commands=12):
    """A battle of a few random commands, and its save."""
    game, player = st.new_game("portable-wargame", "krojanty", "7"), st.RandomPlayer(1)
    for _ in range(commands):
        game.play(player.choose(game.seat()))
    save(game, tmp_path / "battle.jsonl")
    return (tmp_path / "battle.jsonl").read_bytes()


# ---- home and the books


def test_home_lists_every_rule_set_and_scenario_with_what_winning_takes(client):
    home = client.get("/api/home").json()
    assert {one["id"] for one in home["rulesets"]} == set(st.rule_sets())
    named = {one["id"]: one for one in home["scenarios"]}
    assert set(named) == {name for rules in st.rule_sets().values() for name in rules.scenarios()}
    for one in named.values():
        assert len(one["sides"]) == 2 and all(one["winning"]) and one["length"] and one["setting"]
        assert one["preview"]["width"] > 0
    assert home["scenarios"][0]["learning"]


def test_a_scenario_says_that_it_teaches_not_the_words_for_its_size():
    rules = st.rule_sets()["portable-wargame"]
    renamed = {name: replace(one, size="klein") for name, one in rules.scenarios().items()}
    assert [name for name, one in renamed.items() if scenario_info(rules, one).learning] == ["krojanty"]


def test_the_preview_shows_nothing_that_one_side_keeps_secret(client):
    home = client.get("/api/home").json()
    nissoria = next(one for one in home["scenarios"] if one["id"] == "nissoria")
    assert [piece["id"] for piece in nissoria["pieces"]] == []  # both sides place in secret


def test_the_preview_shows_both_armies_where_the_scenario_sets_them_up(client):
    home = client.get("/api/home").json()
    for name in ("krojanty", "sedan"):
        one = next(one for one in home["scenarios"] if one["id"] == name)
        assert {piece["side"] for piece in one["pieces"]} == {0, 1}


def test_an_option_comes_with_its_clause(client):
    rules = next(one for one in client.get("/api/home").json()["rulesets"] if one["id"] == "great-battles-d20")
    option = next(one for one in rules["options"] if one["id"] == "air-attack")
    assert option["clause"].startswith("gb20.") and len(option["text"]) > 20
    assert ["cover-to-hit", "destroy-modifiers"] in rules["excludes"]


def test_a_clause_is_read_with_its_tables_and_cases(client):
    clause = client.get("/api/rules/portable-wargame/pw.fire.hit").json()
    assert clause["title"] == "Scoring hits" and clause["cases"] and clause["tables"][0]["rows"]


def test_the_chapters_of_a_book_lead_to_its_clauses(client):
    chapters = client.get("/api/rules/portable-wargame").json()
    assert any(clause["id"] == "pw.fire.hit" for chapter in chapters for clause in chapter["clauses"])


def test_clauses_are_found_by_their_words(client):
    found = client.get("/api/rules/great-battles-d20/find", params={"q": "opportunity fire"}).json()
    assert found and all("fire" in f"{one['title']} {one['words']} {one['id']}".lower() for one in found[:3])


def test_what_does_not_exist_is_said_not_to(client):
    for path, words in (
        ("/api/rules/chess", "no rule set 'chess'"),
        ("/api/rules/portable-wargame/pw.nothing", "no clause 'pw.nothing'"),
    ):
        answer = client.get(path)
        assert answer.status_code == 400 and words in answer.json()["error"]


# ---- pages


def test_without_a_built_page_a_sentence_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "STATIC", tmp_path / "nowhere")
    with server_in(tmp_path) as client:
        answer = client.get("/s/some-token")
        assert "make setup" in answer.text and answer.status_code == 200


def test_the_built_page_is_served_at_every_address_of_a_game(tmp_path, monkeypatch):
    (tmp_path / "index.html").write_text("<title>sandtable</title>")
    (tmp_path / "app-1234.js").write_text("let x = 1;" * 1000)
    monkeypatch.setattr(app, "STATIC", tmp_path)
    with server_in(tmp_path) as client:
        for path in ("/", "/s/abc", "/w/abc", "/replay/abc"):
            assert "<title>sandtable" in client.get(path).text
        script = client.get("/static/app-1234.js")
        assert script.headers["content-encoding"] == "gzip" and "max-age" in script.headers["cache-control"]


def test_links_are_not_passed_on_to_other_sites(client):
    assert client.get("/s/secret").headers["referrer-policy"] == "no-referrer"


# ---- beginning a game


def test_a_new_game_has_a_link_for_each_person_and_one_to_watch(client):
    links = begin(client, KROJANTY, seats={"German": "greedy"})
    assert list(links["seats"]) == ["Polish"] and links["table"] is None
    assert len({links["watch"], *links["seats"].values()}) == 2
    assert all(len(token) >= 22 for token in (links["watch"], *links["seats"].values()))


def test_what_cannot_be_played_is_refused_with_the_fault(client):
    for battle, words in (
        ({**KROJANTY, "rules": "chess"}, "no rule set 'chess'"),
        ({**KROJANTY, "scenario": "waterloo"}, "no scenario 'waterloo'"),
        ({**KROJANTY, "seats": {"French": "person"}}, "no side 'French'"),
        ({**KROJANTY, "seats": {"German": "deep blue"}}, "'deep blue'"),
        ({**KROJANTY, "options": ["dragons"]}, "no option 'dragons'"),
        ({**FIRST_ORDERS, "options": ["cover-to-hit", "destroy-modifiers"]}, "alternatives"),
    ):
        answer = client.post("/api/games", json=battle)
        assert answer.status_code == 400 and words in answer.json()["error"]


def test_input_of_the_wrong_form_is_refused_with_its_place(client):
    answer = client.post("/api/games", json={**KROJANTY, "hotseat": "maybe"})
    assert answer.status_code == 400 and answer.json()["where"] == "hotseat"


def test_a_body_that_is_too_long_is_refused(client):
    answer = client.post("/api/games", json={**KROJANTY, "seed": "x" * 100_000})
    assert answer.status_code == 413 and "error" in answer.json()


def test_options_are_the_scenarios_own_unless_others_are_given(client):
    for options, played in ((None, []), (["gas"], ["gas"])):
        more = {} if options is None else {"options": options}
        with chair(client, begin(client, KROJANTY, **more)["seats"]["Polish"]) as poles:
            assert poles.table["options"] == played


def test_whoever_begins_too_many_games_has_to_wait(tmp_path):
    with server_in(tmp_path, games=Allowance(2, 0.0)) as client:
        answers = [client.post("/api/games", json=KROJANTY).status_code for _ in range(3)]
        assert answers == [201, 201, 429]


# ---- links


def test_whoever_guesses_links_has_to_wait(tmp_path):
    with server_in(tmp_path, guesses=Allowance(3, 0.0)) as client:
        token = begin(client, KROJANTY, hotseat=True)["table"]
        assert client.get(f"/api/save/{token}").status_code == 200
        assert [client.get(f"/api/save/guess{n}").status_code for n in range(4)] == [404, 404, 404, 429]
        assert client.get(f"/api/save/{token}").status_code == 429  # even the right one tells nothing now


# ---- saves


def test_a_shared_table_may_be_saved_at_any_time_a_single_seat_only_when_the_battle_is_over(client):
    links = begin(client, KROJANTY, hotseat=True)
    assert client.get(f"/api/save/{links['table']}").status_code == 200
    for token in (links["seats"]["Polish"], links["watch"]):
        answer = client.get(f"/api/save/{token}")
        assert answer.status_code == 409 and "secrets of both sides" in answer.json()["error"]
    with chair(client, links["seats"]["Polish"]) as poles:
        poles.ask("moved", type="resign", nonce="r", side=0)
    for token in (links["seats"]["Polish"], links["watch"]):
        assert client.get(f"/api/save/{token}").status_code == 200


def test_a_save_that_is_brought_along_goes_on_where_it_was(client, tmp_path):
    text = saved(tmp_path)
    answer = client.post("/api/games/open", content=text)
    assert answer.status_code == 201
    links = answer.json()
    *body, _ = client.get(f"/api/save/{links['table']}").content.splitlines()
    assert body[:-1] == text.splitlines()[:-1] and body[-1].startswith(b'{"seed":')
    with chair(client, links["table"]) as both:
        assert both.table["seq"] == 12 and len(both.table["seqs"]) == 13


def test_a_save_can_be_played_on_against_the_computer(client, tmp_path):
    seats = json.encode({"German": "random"}).decode()
    answer = client.post("/api/games/open", content=saved(tmp_path), params={"seats": seats, "hotseat": False})
    assert list(answer.json()["seats"]) == ["Polish"] and answer.json()["table"] is None


def test_a_bad_save_is_refused_with_line_and_fault(client, tmp_path):
    text = saved(tmp_path)
    lines = text.split(b"\n")
    changed = b"\n".join([*lines[:5], lines[5].replace(b'"to":[', b'"to":[9'), *lines[6:]])
    for bad, words in (
        (b"", "not a save"),
        (b"\xff\xfe\n\n", "line 1"),
        (text[:-30], "closing line is missing"),
        (changed, "line 6"),
        (text.replace(b"portable-wargame 1.0", b"portable-wargame 9.0"), "version 9.0"),
    ):
        answer = client.post("/api/games/open", content=bad)
        assert answer.status_code == 400 and words in answer.json()["error"], answer.text


def test_a_save_that_is_too_large_is_refused(client):
    answer = client.post("/api/games/open", content=b"x" * (5 * 1024 * 1024))
    assert answer.status_code == 413 and "error" in answer.json()


def test_seats_of_a_save_must_make_sense(client, tmp_path):
    answer = client.post("/api/games/open", content=saved(tmp_path), params={"seats": "{nonsense"})
    assert answer.status_code == 400 and answer.json()["error"].startswith("seats:")


def test_no_answer_of_the_server_names_a_file_or_shows_a_traceback(client):
    for answer in (
        client.get("/api/nothing"),
        client.post("/api/games", content=b"{"),
        client.put("/api/games"),
        client.get("/api/save/%00"),
        client.get("/static/../../etc/passwd"),
    ):
        assert answer.status_code in (400, 404, 405) and "error" in answer.json()
        assert "Traceback" not in answer.text and ".py" not in answer.text


def test_who_mistypes_the_address_of_a_page_gets_a_page_and_a_program_gets_an_error(client):
    lost = client.get("/battles", headers={"Accept": "text/html,*/*"})
    assert lost.status_code == 404 and "error" not in lost.text
    assert lost.text == client.get("/").text
    assert client.get("/battles").json()["error"]


def test_a_game_of_hidden_units_keeps_its_seed_to_itself(client):
    links = begin(client, NISSORIA, seed="a-very-secret-seed")
    with chair(client, links["seats"]["Canadian"]) as canadians:
        assert "a-very-secret-seed" not in json.encode(canadians.table).decode()


# ---- what browsers are told


def test_every_answer_forbids_foreign_and_inline_scripts_frames_and_guessing(client):
    for path in (
        "/",
        "/rules",
        "/s/nobody",
        "/api/home",
        "/api/rules/chess",
        "/api/save/nobody",
        "/nowhere",
        "/static/index.html",
    ):
        headers = client.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'"), (
            path
        )
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"


def test_the_address_of_every_file_of_the_page_changes_with_what_is_in_it(client):
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/").text)
    assert {address.rsplit(".", 1)[1].split("?")[0] for address in addresses} == {"js", "css"}
    for address in addresses:
        assert re.search(r"-[\w-]{8}\.(js|css)$", address)
        assert client.get(address).status_code == 200


def test_the_theme_is_set_before_the_first_paint(client):
    text = client.get("/").text
    head, address = text[: text.index("</head>")], re.findall(r'<script src="([^"]+)"', text)
    assert address and head.index(address[0]) < head.index("stylesheet")
    assert "dataset.theme" in client.get(address[0]).text and "export" not in client.get(address[0]).text


def test_the_page_holds_no_inline_script_and_no_inline_style(client):
    text = client.get("/").text
    assert re.findall(r"<script(?![^>]* src=)", text) == [] and "<style" not in text and " style=" not in text


# ---- battles by charts, and battles for every book


def test_a_battle_by_charts_is_shown_begun_and_saved_as_a_file(client):
    asked = {"seed": "7", "choices": json.encode({"theatre": "Asia"}).decode()}
    shown = client.get("/api/make/panzer-korps", params=asked).json()
    assert shown["title"].startswith("Asia") and shown["made"] == {"seed": "7", "choices": {"theatre": "Asia"}}
    begun = client.post("/api/games", json={"rules": "panzer-korps", "scenario": shown["id"], "made": shown["made"]})
    assert begun.status_code == 201 and set(begun.json()["seats"]) == set(shown["sides"])
    file = client.get("/api/make/panzer-korps/file", params=asked)
    assert file.headers["content-disposition"] == f'attachment; filename="{shown["id"]}.toml"'
    assert 'theatre = "Asia"' in file.text


def test_a_battle_that_no_chart_makes_is_refused(client):
    for asked, why in (
        ({"seed": "7", "choices": '{"theatre": "Mars"}'}, "theatre: there is no 'Mars'"),
        ({"seed": "7", "choices": "Asia"}, "choices: "),
        ({"seed": "x" * 61}, "a seed has 1 to 60 letters"),
    ):
        refused = client.get("/api/make/panzer-korps", params=asked)
        assert refused.status_code == 400 and why in refused.json()["error"]
    assert client.get("/api/make/portable-wargame", params={"seed": "1"}).status_code == 400
    assert client.get("/api/make/nothing", params={"seed": "1"}).status_code == 400


def test_a_battle_in_plain_terms_is_shown_and_begun_under_every_book(client):
    (head, *_) = client.get("/api/battles").json()
    battle = client.get(f"/api/battles/{head['id']}").json()
    assert len(battle["books"]) >= 5
    for book in battle["books"]:
        assert sum(ending["count"] for ending in book["endings"]) == book["figures"]["games"] == 200
        assert all(ending["title"] and ending["clause"] for ending in book["endings"])
        begun = client.post("/api/games", json={"rules": book["scenario"]["rules"], "scenario": head["id"]})
        assert begun.status_code == 201, begun.text
    assert client.get("/api/battles/nowhere").status_code == 400
