"""A save proves itself: a change with a new seal is found, unless the result is another legal battle."""

from random import Random

import msgspec
import pytest

import sandtable as st
from sandtable.kernel.decision import Command
from sandtable.kernel.savefile import SavedText, lines, sealed
from sandtable.rules import rule_sets

BATTLES = [("portable-wargame", "krojanty"), ("portable-wargame", "summa"), ("great-battles-d10", "crossroads")]
COMMANDS = 110
FORGERIES = 500


def battle(rules, scenario):
    """A battle or its first commands, some of them taken back."""
    game, player = st.new_game(rules, scenario, "forged"), st.RandomPlayer(3)
    for number in range(COMMANDS):
        if game.position.question is None:
            break
        game.play(player.choose(game.seat()))
        if number in (30, 70, 90):
            game.undo(2, consent=True)
    return game


@pytest.fixture(scope="module")
def saves():
    return [[*lines(battle(*which))] for which in BATTLES]


def proven(text):
    return SavedText("forged.jsonl", sealed(text)).load(rule_sets(), check=True)


def refusal(text):
    with pytest.raises(st.SaveError) as wrong:
        proven(text)
    return str(wrong.value)


def answers(line):
    return msgspec.json.decode(line) if line.startswith(b"[") else []


def written(page):
    return msgspec.json.encode(page)


# ---- the tricks of a forger, each on his own


def change_a_face(text, rng):
    at, page, dice = a_throw(text, rng)
    page[dice][0] = page[dice][0] % 6 + 1
    text[at] = written(page)


def leave_out_a_throw(text, rng):
    at, page, dice = a_throw(text, rng)
    del page[dice]
    text[at] = written(page)


def throw_once_more(text, rng):
    at, page, dice = a_throw(text, rng)
    page.insert(dice, [1])
    text[at] = written(page)


def swap_lines(text, rng):
    one, other = rng.sample(range(2, len(text)), 2)
    text[one], text[other] = text[other], text[one]


def say_it_twice(text, rng):
    at = a_command(text, rng)
    text.insert(at, text[at])


def leave_out_a_command(text, rng):
    del text[a_command(text, rng)]


def give_another_command(text, rng):
    at, other = a_command(text, rng), a_command(text, rng)
    text[at] = written([answers(text[other])[0], *answers(text[at])[1:]])


def hide_a_command_in_a_line(text, rng):
    """Behind a command that was allowed."""
    at, other = a_command(text, rng), a_command(text, rng)
    text[at] = written([*answers(text[at]), answers(text[other])[0]])


def join_lines(text, rng):
    at = rng.choice([n for n in range(2, len(text) - 1) if text[n][:1] == text[n + 1][:1] == b"["])
    text[at : at + 2] = [written([*answers(text[at]), *answers(text[at + 1])])]


def split_a_line(text, rng):
    long = [n for n in range(2, len(text)) if len(answers(text[n])) > 1]
    at = rng.choice(long)
    page = answers(text[at])
    text[at : at + 1] = [written(page[:1]), written(page[1:])]


def take_back_less(text, rng):
    at = rng.choice([n for n, line in enumerate(text) if line.startswith(b'{"undone"')])
    text[at] = b'{"undone":1}'


def take_back_more(text, rng):
    text.insert(rng.randrange(2, len(text)), b'{"undone":%d}' % rng.randrange(-1, 60))


def forget_an_undo(text, rng):
    del text[rng.choice([n for n, line in enumerate(text) if line.startswith(b'{"undone"')])]


def take_other_dice(text, rng):
    at, _, _ = a_throw(text, rng)
    text.insert(at, b'{"seed":"%d"}' % rng.randrange(1000))


def add_a_word(text, rng):
    at = a_command(text, rng)
    page = answers(text[at])
    page[0]["secretly"] = True
    text[at] = written(page)


def a_command(text, rng):
    return rng.choice([n for n in range(2, len(text)) if text[n].startswith(b"[")])


def a_throw(text, rng):
    """A line with dice, its answers, and which of them the dice are."""
    throws = [(n, i) for n, line in enumerate(text[1:], 1) for i, one in enumerate(answers(line)) if type(one) is list]
    at, dice = rng.choice(throws)
    return at, answers(text[at]), dice


TRICKS = [
    change_a_face, leave_out_a_throw, throw_once_more, swap_lines, say_it_twice, leave_out_a_command,
    give_another_command, hide_a_command_in_a_line, join_lines, split_a_line, take_back_less, take_back_more,
    forget_an_undo, take_other_dice, add_a_word,
]  # fmt: skip
ALWAYS_FOUND = [
    change_a_face, leave_out_a_throw, throw_once_more, hide_a_command_in_a_line, join_lines, split_a_line, add_a_word,
]  # fmt: skip


def test_what_was_saved_is_proven(saves):
    for text in saves:
        assert [*lines(proven(text))] == text


@pytest.mark.parametrize("trick", ALWAYS_FOUND)
def test_dice_and_what_follows_from_a_command_cannot_be_changed(saves, trick):
    for text in saves:
        for seed in range(3):
            forged = list(text)
            trick(forged, Random(seed))
            assert "forged.jsonl: line " in refusal(forged)


def test_no_forgery_passes_that_is_not_a_battle_anybody_could_have_played(saves):
    """An accepted save is complete: written again, it is the same text, and each command was allowed."""
    rng, refused = Random(1), 0
    for number in range(FORGERIES):
        forged = list(saves[number % len(saves)])
        rng.choice(TRICKS)(forged, rng)
        try:
            game = proven(forged)
        except st.SaveError:
            refused += 1
        else:
            assert [*lines(game)] == forged and is_legal(game)
    assert refused > 0.9 * FORGERIES


def is_legal(game):
    """Each command that stands was on offer where it stands."""
    pairs = zip(game.stages, game.stages[1:], strict=False)
    return all(before.leg.position.question.refuse(after.leg.answers[0]) is None for before, after in pairs)


def test_a_command_that_was_not_allowed_is_named_with_the_reason(saves):
    text = list(saves[0])
    at = next(n for n, line in enumerate(text) if n > 1 and b'"Deploy"' in line)
    page = answers(text[at])
    page[0]["to"] = [0, 7, 0]
    text[at] = written(page)
    assert f"line {at + 1}: " in refusal(text) and "was not allowed" in refusal(text)


def test_a_forced_answer_is_compared_with_what_the_rules_force():
    """Another command there would be carried out, because no player is asked at that point."""
    game, player = st.new_game("portable-wargame", "krojanty", "1"), st.RandomPlayer(3)
    while not any(isinstance(answer, Command) for answer in game.record[-1][1:]):
        game.play(player.choose(game.seat()))
    text = [*lines(game)]
    page = answers(text[-1])
    forced = next(n for n, one in enumerate(page) if n and isinstance(one, dict))
    page[forced] = answers(text[-2])[0]
    text[-1] = written(page)
    assert "the rules leave only" in refusal(text)


def test_dice_after_an_undo_are_of_the_next_take_and_the_save_shows_every_undo(saves):
    text = saves[0]
    again = proven(text)
    assert again.take == sum(line.startswith(b'{"undone"') for line in text) == 3


def test_a_game_goes_on_with_other_dice_when_it_is_given_another_seed():
    game = battle(*BATTLES[1])
    game.reseed("fresh")
    player = st.RandomPlayer(4)
    for _ in range(30):
        game.play(player.choose(game.seat()))
    game.undo(consent=True)
    again = proven([*lines(game)])
    assert again.position == game.position and (again.seed, again.first_seed) == ("fresh", "forged")
    command = player.choose(game.seat())
    assert again.play(command) == game.play(command)
    unproven = SavedText("forged.jsonl", sealed([*lines(game)])).load(rule_sets(), check=False)
    assert unproven.position == game.position and unproven.seed == "fresh" and unproven.take == game.take
