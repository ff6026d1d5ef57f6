"""Battles at an interesting moment."""

import re
from collections.abc import Callable
from itertools import chain, count
from math import dist
from pathlib import Path
from random import Random
from typing import NamedTuple

from playing import COVERED, wait
from playwright.sync_api import Page, expect

from sandtable import rule_sets, save_game
from sandtable.board.place import Place
from sandtable.kernel.game import Game
from sandtable.server import messages as wire
from sandtable.server.asking import tested
from sandtable.server.battle import Battle
from sandtable.server.decisions import spot
from sandtable.testing import random_game

TRIES = 60  # places tried for a move
FAR = 0.6  # inches; a new place is at least this far away


class Exposed(NamedTuple):
    """A move to a place where an enemy could fire at the unit."""

    option: int
    unit: str
    start: Place
    to: Place


def at_moment(scenario: str, folder: Path, wanted: Callable[[Game], object]) -> Path:
    """The first moment in random battles at which the condition holds."""
    rules = next(rules for rules in rule_sets().values() if scenario in rules.scenarios())
    battle = rules.scenarios()[scenario]
    games = (random_game(rules, battle, frozenset(battle.options), f"{scenario} {number}") for number in count())
    game = next(game for game in chain.from_iterable(games) if game.decision and wanted(game))
    save_game(game, folder / f"{scenario}.jsonl")
    return folder / f"{scenario}.jsonl"


def with_shots(game: Game) -> bool:
    """Whether a unit could fire at several targets."""
    options = game.decision.options if game.decision else ()
    return sum(re.search(r"\bfires at\b", option.command.tell()) is not None for option in options) > 1


def exposed_move(game: Game) -> Exposed | None:
    """A move of a unit on the table to a place where visible enemies could fire at it, if there is one."""
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    decision, rng = battle.decision, Random(1)
    assert decision is not None
    view = battle.rules.view(battle.state, decision.side)
    for number, option in enumerate(decision.options):
        unit = view.units.get(getattr(option.command, "unit", ""))
        if option.region is None or unit is None or unit.place is None:
            continue
        for place in (option.region.sample(rng) for _ in range(TRIES)):
            if dist(place.point, unit.place.point) < FAR:
                continue
            if tested(battle, decision, view, wire.Test("", 0, number, spot(place))).threats:
                return Exposed(number, unit.id, unit.place, place)
    return None


def brought_along(page: Page, save: Path) -> None:
    """Load the save on the first page, and uncover the table."""
    page.wait_for_selector("[data-scenario]")
    page.get_by_label("Game file").set_input_files(save)
    page.wait_for_url("**/s/*")
    if wait(page)["covered"]:
        page.locator(f"{COVERED} .primary").click()
        expect(page.locator(COVERED)).to_have_count(0)
        wait(page)
