"""Battles as a player types them."""

from itertools import count

from msgspec.structs import replace

import sandtable as st
from sandtable.board.board import Picker
from sandtable.board.grid import COMPASS, square_name
from sandtable.kernel.decision import Command, Decision, Placing
from sandtable.players import PLAYERS
from sandtable.rules.great_battles import Lead, Pick

# Krojanty, both sides placed by hand: the Polish Machine Guns on d6 look down the road at Infantry on d4.
GERMANS = ["a2 N", "d4 E", "b3 S", "g3 S"]
POLES = ["c7 S", "b6 S", "c6 S", "e6 S", "f6 S", "d6 S"]
DEPLOYED = [*GERMANS, *POLES]


def named(decision: Decision | None, words: str) -> Command:
    assert decision is not None
    return next(option.command for option in decision.options if option.command.tell() == words)


def deployed(seed: str) -> st.Game:
    game = st.new_game("portable-wargame", "krojanty", seed=seed)
    for line in DEPLOYED:
        square, facing = line.split()
        option = game.decision.options[0]
        place = st.Place(ord(square[0]) - ord("a"), int(square[1:]) - 1, "NESW".index(facing) * 90)
        game.play(type(option.command)(option.command.unit, place))
    return game


def seed_for(side: str) -> str:
    """A seed that lets this side activate first after the deployment above."""
    return next(str(n) for n in count() if deployed(str(n)).position.question.side == side)


def typed(decision: Decision, command: Command) -> str:
    """A command as a player types it: its number, and a place if it needs one."""
    number = next(n for n, option in enumerate(decision.options, 1) if option.admits(command))
    if isinstance(command, Placing) and decision.options[number - 1].region is not None:
        return f"{number} {place_typed(decision, number, command.to)}"
    return str(number)


def place_typed(decision: Decision, number: int, place: st.Place) -> str:
    """A square and a letter on a grid; on a free table inches and degrees, or degrees if only the facing is open."""
    if isinstance(place.x, int):
        return f"{square_name(place)} {COMPASS[place.facing]}"
    return f"at {place.x:g} {place.y:g} {place.facing}"


def scripted(scenario: str, people: list[str], seed: str, rules: str = "portable-wargame") -> tuple[list[str], st.Game]:
    """The lines of a battle between random people, and the battle. People who share a screen
    press Enter whenever something is hidden from the next player."""
    game = st.new_game(rules, scenario, seed=seed)
    other = {side: PLAYERS["greedy"](f"{seed}/{side}") for side in game.state.sides if side not in people}
    anybody = st.RandomPlayer(1)
    lines, before = [], None
    while question := game.position.question:
        command = other.get(question.side, anybody).choose(game.seat())
        if question.side in people:
            changes = before not in (None, question.side) and game.view(question.side) is not game.state
            lines += [*([""] if changes else []), typed(game.decision, command)]
            before = question.side
        game.play(command)
    return lines, game


def march_begun() -> st.Game:
    """First orders after both sides have deployed. A1 has an action, and nobody has moved."""
    for seed in map(str, count()):
        game = st.new_game("great-battles-d20", "first-orders", seed=seed)
        for place in (st.Place(12.0, 6.0, 0), st.Place(12.0, 15.0, 180)):
            option = game.decision.options[0]
            game.play(replace(option.command, to=place))
            if isinstance(game.decision.options[0].command, Lead):
                game.play(game.decision.options[0].command)
        while game.decision.side == "Allied":
            if "A1: what does it do?" in game.decision.question:
                return game
            quiet = [option.command for option in game.decision.options if option.region is None]
            chosen = [command for command in quiet if command == Pick("A1")]
            game.play((chosen or quiet[-1:])[0])
    raise AssertionError


def guns_of() -> st.Game:
    """Summa at the first artillery order. All Units face the enemy."""
    game, rng = st.new_game("portable-wargame", "summa", seed="7", options=["gas"]), Picker(3)
    while game.state.tallies["turn"] == 0:
        ahead = {"Finnish": 180, "Soviet": 0}[game.decision.side]
        command = game.decision.options[0].complete(rng)
        while command.to.facing != ahead:
            command = game.decision.options[0].complete(rng)
        game.play(command)
    return game
