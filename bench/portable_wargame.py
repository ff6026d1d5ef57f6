"""The Portable Wargame on one core, beside Catanatron and python-chess."""

import copy
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import sandtable as st
from bench import peers
from bench.timing import side_by_side
from sandtable.forecast import odds
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.position import resume
from sandtable.lab import Trial, simulate
from sandtable.rules.portable_wargame.commands import Attack, Fire
from sandtable.testing import random_game

RULES = st.rule_sets()["portable-wargame"]
BATTLES = 10  # of each scenario


def choices(scenario: str, games: int) -> int:
    """Random battles in the lab, one process: questions answered, those with one answer too."""
    battle = RULES.scenarios()[scenario]
    trial = Trial(RULES, battle, frozenset(battle.options), ("random", "random"), "bench")
    return sum(fought.choices for fought in simulate(trial, games))


def battles(scenario: str, games: int) -> int:
    choices(scenario, games)
    return games


def played(scenario: str) -> Game:
    battle = RULES.scenarios()[scenario]
    *_, game = random_game(RULES, battle, frozenset(battle.options), "bench")
    return game


def attacks(scenario: str, count: int) -> list[tuple[st.Position, st.Command]]:
    """Attacks met in random battles, each with the position in which it was on offer."""
    found: list[tuple[st.Position, st.Command]] = []
    for seed in range(99):
        battle = RULES.scenarios()[scenario]
        for game in random_game(RULES, battle, frozenset(battle.options), f"attacks {seed}"):
            options = game.position.question.options if game.position.question else []
            found += [(game.position, o.command) for o in options if isinstance(o.command, Attack | Fire)]
            if len(found) >= count:
                return found[:count]
    return found


def run_all() -> None:
    print("The Portable Wargame, one core, interpreted\n")
    show_choices()
    show_copies()
    show_forks()
    show_odds()
    show_replay()


def show_choices() -> None:
    works = [peers.catanatron_choices, peers.chess_choices, lambda: choices("krojanty", BATTLES)]
    works += [partial(choices, name, BATTLES) for name in ("summa", "sedan", "slim-river")]
    names = ["catanatron", "python-chess", "krojanty", "summa", "sedan", "slim-river"]
    rates = side_by_side(*works)
    print("random choices a second")
    for name, rate in zip(names, rates, strict=True):
        print(f"  {name:14} {rate:10,.0f}   {rate / rates[0]:5.2f} of catanatron")
    (games,) = side_by_side(lambda: battles("krojanty", 20))
    print(f"  krojanty, whole battles a second: {games:.0f}\n")


def show_copies() -> None:
    position = played("summa").stages[100].leg.position

    def ours(copies: int = 100_000) -> int:
        for _ in range(copies):
            copy.copy(position)
        return copies

    catan, chess, mine = side_by_side(peers.catanatron_copies, peers.chess_copies, ours)
    print("copies of a position a second (ours shares everything)")
    for name, rate in (("catanatron", catan), ("python-chess", chess), ("sandtable", mine)):
        print(f"  {name:14} {rate:10,.0f}   {rate / catan:8.1f} of catanatron")
    print()


def show_forks() -> None:
    """A position copied and changed, as a player who looks ahead does: its first option is carried out."""
    position = played("summa").stages[100].leg.position
    assert position.question is not None
    command = position.question.first.complete(Random(1))

    def ours(forks: int = 300) -> int:
        for number in range(forks):
            resume(RULES, position, command, SeededDice("bench", number))
        return forks

    catan, mine = side_by_side(peers.catanatron_forks, ours)
    print(f"positions copied and changed a second: {mine:,.0f}, {mine / catan:.1f} of catanatron\n")


def show_odds() -> None:
    met = attacks("summa", 200)

    def exact() -> int:
        for position, command in met:
            odds(RULES, position, command)
        return len(met)

    (rate,) = side_by_side(exact)
    print(f"exact odds of an attack: {1000 / rate:.2f} ms on average over {len(met)} attacks\n")


def show_replay() -> None:
    """A save loaded, beside the battle as random players, a screen and greedy players have it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "battle.jsonl"
        st.save_game(played("summa"), file)
        works = [lambda: len(st.load_game(file).stages) - 1, lambda: play_out(look=False), lambda: play_out(look=True)]
        replayed, plain, shown = side_by_side(*works)
    (thoughtful,) = side_by_side(lambda: play_out(look=False, player=st.GreedyPlayer(1), commands=40))
    print(f"a command replayed from a save: {1e6 / replayed:.0f} us")
    for what, rate in (
        ("played by random players", plain),
        ("played with every decision laid out for a screen", shown),
        ("played by greedy players", thoughtful),
    ):
        print(f"  {what:50} {1e6 / rate:8.0f} us   replay is {replayed / rate:6.1f} times as fast")


def play_out(*, look: bool, player: st.Player | None = None, commands: int = 9999) -> int:
    """Commands given in a paused game; with `look`, each decision with its regions and refusals is worked out."""
    game = st.new_game("portable-wargame", "summa", "bench")
    player = player or st.RandomPlayer("bench")
    while game.position.question and len(game.stages) <= commands:
        if look and (decision := game.decision):
            for option in decision.options:
                if option.region:
                    option.region.places(), option.region.outline()
        game.play(player.choose(game.seat()))
    return len(game.stages) - 1
