"""A save is read back as it was written, and errors name the faulty line."""

import msgspec
import pytest

import sandtable as st
from sandtable.kernel.savefile import SavedText
from sandtable.rules import rule_sets


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A whole battle with commands taken back on the way."""
    game = st.new_game("portable-wargame", "krojanty", "saved")
    player = st.RandomPlayer(5)
    number = 0
    while game.position.question:
        game.play(player.choose(game.seat()))
        number += 1
        if number in (20, 60, 61):
            game.undo(consent=True)
    file = tmp_path_factory.mktemp("saves") / "battle.jsonl"
    st.save_game(game, file)
    return game, file


def complaint(text, *, check=False):
    with pytest.raises(st.SaveError) as wrong:
        SavedText("battle.jsonl", text).load(rule_sets(), check=check)
    message = str(wrong.value)
    assert "\n" not in message and message.startswith("battle.jsonl: line ")
    return message


def lines(file):
    return file.read_bytes().split(b"\n")


def test_a_battle_with_takes_is_read_back_as_it_was(saved):
    game, file = saved
    again = st.load_game(file, check=True)
    assert again.position == game.position
    assert again.log() == game.log()
    assert again.take == game.take == 3
    assert lines(file).count(b'{"undone":1}') == 3


def test_a_loaded_game_goes_on_like_the_one_that_was_saved(tmp_path):
    games = [st.new_game("portable-wargame", "krojanty", "on") for _ in range(2)]
    player = st.RandomPlayer(5)
    for _ in range(40):
        command = player.choose(games[0].seat())
        games[0].play(command)
    st.save_game(games[0], tmp_path / "save.jsonl")
    games[1] = st.load_game(tmp_path / "save.jsonl")
    while games[0].position.question:
        command = player.choose(games[0].seat())
        assert games[0].play(command) == games[1].play(command)
    assert games[1].position == games[0].position


def test_a_save_cut_anywhere_is_refused(saved):
    text = saved[1].read_bytes()
    for length in range(0, len(text), 97):
        complaint(text[:length])
    for cut in [i for i, byte in enumerate(text) if byte == ord("\n")]:
        if cut < len(text) - 1:
            assert "cut short" in complaint(text[: cut + 1]) or "cannot be read" in complaint(text[: cut + 1])


def test_another_format_is_named(saved):
    text = saved[1].read_bytes().replace(b'{"sandtable":2', b'{"sandtable":9', 1)
    assert complaint(text) == "battle.jsonl: line 1: save format 9; this program reads format 2"


def test_another_version_of_the_rules_is_named(saved):
    text = saved[1].read_bytes().replace(b"portable-wargame 1.0", b"portable-wargame 0.3", 1)
    assert "version 0.3; this program plays version 1.0" in complaint(text)


def test_an_unknown_rule_set_is_named(saved):
    text = saved[1].read_bytes().replace(b"portable-wargame 1.0", b"chess 1.0", 1)
    assert "line 1: unknown rule set 'chess'" in complaint(text)


def test_a_tampered_die_is_named_with_what_the_seed_gives(saved):
    rows = lines(saved[1])
    at, row = next((i, row) for i, row in enumerate(rows) if i > 2 and any(isinstance(a, list) for a in answers(row)))
    changed = answers(row)
    die = next(i for i, answer in enumerate(changed) if isinstance(answer, list))
    changed[die] = [face % 6 + 1 for face in changed[die]]
    rows[at] = msgspec.json.encode(changed)
    message = complaint(b"\n".join(rows))
    assert f"line {at + 1}: " in message and "the seed gives" in message


def answers(row):
    return msgspec.json.decode(row) if row.startswith(b"[") else []


def test_a_tampered_command_is_named(saved):
    rows = lines(saved[1])
    at = next(i for i, row in enumerate(rows) if b'"Activate"' in row)
    side, other = (b"Polish", b"German") if b"Polish" in rows[at] else (b"German", b"Polish")
    rows[at] = rows[at].replace(side, other)
    message = complaint(b"\n".join(rows))
    assert f"line {at + 1}: " in message and "was not allowed" in message


def test_a_missing_command_is_noticed(saved):
    rows = lines(saved[1])
    complaint(b"\n".join(rows[:10] + rows[11:]))


def test_a_line_that_is_not_json_is_named(saved):
    rows = lines(saved[1])
    rows[7] = b"[{oops"
    assert "line 8: cannot be read" in complaint(b"\n".join(rows))


def test_a_scenario_that_cannot_be_played_is_named(saved):
    text = saved[1].read_bytes().replace(b'"entry":["d1"]', b'"entry":["d99"]', 1)
    assert "line 1: scenario: German: Armoured Cars: entry: no square 'd99'" in complaint(text)


def test_a_scenario_with_letters_that_are_none_is_named(saved):
    """A byte gone wrong on a disk inside a name, where JSON is still JSON."""
    text = saved[1].read_bytes()
    assert "line 1: scenario: 'utf-8' codec" in complaint(text.replace(b"Uhlans", b"Uhl\xffns", 1))


def test_a_battle_is_not_played_by_the_rules_of_another_edition(tmp_path):
    """Both editions read the same kind of scenario, so a head with the wrong edition must be found."""
    file = tmp_path / "battle.jsonl"
    st.save_game(st.new_game("great-battles-d20", "first-orders"), file)
    d20, d10 = (f"{name} {rule_sets()[name].version}".encode() for name in ("great-battles-d20", "great-battles-d10"))
    told = complaint(file.read_bytes().replace(d20, d10, 1))
    assert "rules: the scenario is for great-battles-d20, not for great-battles-d10" in told


def test_an_unknown_option_is_named(saved):
    text = saved[1].read_bytes().replace(b'"variants":[]', b'"variants":["lasers"]', 1)
    assert "unknown option 'lasers'" in complaint(text)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(st.SaveError, match=r"none\.jsonl: No such file"):
        st.load_game(tmp_path / "none.jsonl")


def test_a_save_that_cannot_be_written_leaves_the_old_one(saved, tmp_path, monkeypatch):
    game, _ = saved
    file = tmp_path / "old.jsonl"
    file.write_text("old")
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        st.save_game(game, file)
    assert file.read_text() == "old" and [f.name for f in tmp_path.iterdir()] == ["old.jsonl"]
