"""The Portable Wargame on one core, beside Catanatron and python-chess."""

import copy
from pathlib import Path
from tempfile import TemporaryDirectory

import sandtable as st
from bench import peers
from bench.timing import side_by_side
from sandtable.kernel.game import Game
from sandtable.lab import Trial, simulate
from sandtable.outcomes import odds
from sandtable.rules.portable_wargame.commands import Attack, Fire
from sandtable.testing import random_game

RULES = st.rule_sets()["portable-wargame"]


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
    show_odds()
    show_replay()


def show_choices() -> None:
    works = [peers.catanatron_choices, peers.chess_choices, lambda: choices("krojanty", 20)]
    works += [lambda name=name: choices(name, 5) for name in ("summa", "sedan", "slim-river")]
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


def show_odds() -> None:
    met = attacks("summa", 200)

    def exact() -> int:
        for position, command in met:
            odds(RULES, position, command)
        return len(met)

    (rate,) = side_by_side(exact)
    print(f"exact odds of an attack: {1000 / rate:.2f} ms on average over {len(met)} attacks\n")


def show_replay() -> None:
    battle = RULES.scenarios()["summa"]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "battle.jsonl"
        st.save_game(played("summa"), file)

        def play() -> int:
            *_, game = random_game(RULES, battle, frozenset(battle.options), "bench")
            return len(game.stages) - 1

        def replay() -> int:
            return len(st.load_game(file).stages) - 1

        slow, fast = side_by_side(play, replay)
    print(f"a command: played {1e6 / slow:.0f} us, replayed {1e6 / fast:.0f} us, {fast / slow:.1f} times as fast")
