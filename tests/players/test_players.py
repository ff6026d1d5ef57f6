"""Computer players: legal, repeatable, and the one that thinks beats the one that does not."""

from random import Random
from types import SimpleNamespace

import pytest

import sandtable as st
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Counted, Entry, TurnBegun
from sandtable.kernel.position import run
from sandtable.kernel.seat import Seat
from sandtable.lab import Share, Trial, fight, report, simulate, turns_of
from sandtable.players.player import seated
from sandtable.rules import rule_sets
from sandtable.rules.portable_wargame.commands import Stay

RULES = rule_sets()["portable-wargame"]


def trial(name="krojanty", players=("greedy", "random"), seed="players", swap=True):
    scenario = RULES.scenarios()[name]
    return Trial(RULES, scenario, frozenset(scenario.options), players, seed, swap)


def test_greedy_beats_random_on_either_side():
    battles = [fight(trial(), number) for number in range(12)]
    assert sum(battle.by == "greedy" for battle in battles) >= 11


def test_the_same_seed_gives_the_same_battles():
    assert [fight(trial(), number) for number in range(2)] == [fight(trial(), number) for number in range(2)]


def test_battles_are_the_same_however_many_processes_fight_them():
    mine = trial(players=("random", "random"))
    assert list(simulate(mine, 24, jobs=2)) == list(simulate(mine, 24, jobs=1))


def test_players_change_sides_when_told_to():
    assert [trial().seating(number) for number in range(3)] == [
        ("greedy", "random"),
        ("random", "greedy"),
        ("greedy", "random"),
    ]
    assert trial(swap=False).seating(1) == ("greedy", "random")


def test_greedy_imagines_the_enemys_artillery_orders_without_reading_them():
    game, orders = soviets_ordering(), "Finnish artillery orders"
    imagined = game.seat().imagine(Random(1))
    assert imagined is not None
    assert all("HoldFire" in card for card in imagined.state.piles[orders].cards)
    assert len(imagined.state.piles[orders].cards) == len(game.state.piles[orders].cards) > 0


def soviets_ordering():
    """A battle in which the Soviets are to name a target after the Finns have named theirs."""
    for seed in range(20):
        game, player = st.new_game("portable-wargame", "summa", str(seed)), st.RandomPlayer(seed)
        while game.position.question:
            if game.position.question.side == "Soviet" and "which square" in game.position.question.text:
                return game
            game.play(player.choose(game.seat()))
    raise AssertionError("the Soviets never had a choice of targets")


def test_a_player_is_anything_that_chooses():
    class First:
        def choose(self, seat: Seat) -> st.Command:
            option = seat.options[0]
            return option.command if option.region is None else st.RandomPlayer(0).choose(seat)

    game = st.new_game("portable-wargame", "krojanty", "first")
    for _ in range(30):
        game.play(First().choose(game.seat()))
    assert len(game.stages) == 31


def test_an_answer_thought_of_does_not_outlive_the_next_question():
    """The path to a later question may equal the path to a question that was never asked."""
    game, player = st.new_game("portable-wargame", "krojanty", "stale"), st.GreedyPlayer("stale")
    player._foreseen = {game.position.path: Stay("nobody")}
    assert player.choose(SimpleNamespace(reflex=Stay("at once"))) == Stay("at once")
    assert game.decision.admits(player.choose(game.seat()))


def test_what_a_player_says_is_held_against_the_rules():
    class Sleeper:
        def choose(self, seat):
            return Stay("nobody")

    start = RULES.setup(RULES.scenarios()["krojanty"], frozenset())
    with pytest.raises(st.IllegalCommand, match="not now"):
        run(RULES, start, (), SeededDice("1"), seated(RULES, dict.fromkeys(start.sides, Sleeper())))


def test_a_report_adds_up():
    battles = list(simulate(trial(players=("random", "random")), 10))
    summed = report(trial(players=("random", "random")), battles)
    assert sum(share.count for share in summed.wins.values()) + summed.draws.count == summed.games == 10
    assert sum(summed.ended_by.values()) == 10
    assert summed.mean_losses["Polish"]["SP lost"] == sum(b.losses["Polish"]["SP lost"] for b in battles) / 10


def test_the_turns_of_every_day_count_once():
    said = [TurnBegun("hour", 9), TurnBegun("hour", 10), Counted("turn", 2), *(TurnBegun("hour", n) for n in (1, 1, 2))]
    assert turns_of([Entry(fact, "gb20.setup.player-turns") for fact in said]) == 4


def test_a_share_has_an_honest_interval():
    low, high = Share(0, 20).interval
    assert low == 0 and 0.1 < high < 0.2
    low, high = Share(50, 100).interval
    assert 0.40 < low < 0.41 and 0.59 < high < 0.60
    assert Share(0, 0).interval == (0.0, 1.0)
