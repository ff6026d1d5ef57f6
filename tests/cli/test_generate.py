"""A battle by a book's own charts, at the command line."""

import tomllib
from pathlib import Path

WANTED = ("generate", "panzer-korps", "--theatre", "Eastern Front", "--seed", "3")


def test_a_battle_is_shown_and_written_to_a_file_that_can_be_played(run):
    shown = run(*WANTED, "--out", "new.toml").stdout
    assert "Eastern Front" in shown and "Seed 3, written to new.toml" in shown
    content = tomllib.loads(Path("new.toml").read_text(encoding="utf-8"))
    assert content["theatre"] == "Eastern Front" and len(content["side"]) == 2
    fought = run("lab", "new.toml", "--games", "1", "--players", "random", "random")
    assert fought.exit_code == 0 and "1 battles" in fought.stdout


def test_the_same_seed_makes_the_same_file(run):
    texts = []
    for name, seed in (("a.toml", "3"), ("b.toml", "3"), ("c.toml", "4")):
        run(*WANTED[:-1], seed, "--out", name)
        texts.append(Path(name).read_bytes())
    assert texts[0] == texts[1] != texts[2]


def test_what_a_book_cannot_do_is_refused_in_one_line(run):
    for words, why in (
        (("generate", "portable-wargame"), "portable-wargame has no charts to make a battle with"),
        (("generate", "panzer-korps", "--theatre", "Mars"), "no theatre 'Mars'"),
        (("generate", "panzer-korps", "--planet", "Mars"), "no choice 'planet'"),
        (("generate", "panzer-korps", "--out", "nowhere/new.toml"), "nowhere/new.toml: No such file or directory"),
    ):
        refused = run(*words)
        assert refused.exit_code == 1 and why in refused.stderr
