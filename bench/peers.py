"""Other people's engines, for comparison only; the product never imports them."""

import random

import chess
from catanatron import Color, Game
from catanatron import RandomPlayer as CatanPlayer

SEATS = (Color.RED, Color.BLUE)  # two, as our battles have


def catanatron_choices(games: int = 10) -> int:
    """Random Catan: every choice counted, those with one option too."""
    choices = 0
    for seed in range(games):
        game = Game([CatanPlayer(color) for color in SEATS], seed=seed)
        game.play()
        choices += len(game.state.actions)
    return choices


def catanatron_copies(copies: int = 300) -> int:
    game = Game([CatanPlayer(color) for color in SEATS], seed=1)
    for _ in range(100):
        game.play_tick()
    for _ in range(copies):
        game.copy()
    return copies


def catanatron_forks(forks: int = 300) -> int:
    """A copy in which a choice is made."""
    game = Game([CatanPlayer(color) for color in SEATS], seed=1)
    for _ in range(100):
        game.play_tick()
    for _ in range(forks):
        game.copy().play_tick()
    return forks


def chess_choices(games: int = 3) -> int:
    rng, choices = random.Random(1), 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and board.fullmove_number < 100:
            board.push(rng.choice(list(board.legal_moves)))
            choices += 1
    return choices


def chess_copies(copies: int = 3000) -> int:
    board = chess.Board()
    for _ in range(copies):
        board.copy()
    return copies
