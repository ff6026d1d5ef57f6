"""A spoilt scenario file is refused with a clear reason, or it can be played and shown."""

import msgspec
import pytest
from mutations import spoilt

import sandtable as st
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules import rule_sets
from sandtable.server.battle import EVERYBODY, PERSON, Battle
from sandtable.server.viewpoint import Viewpoint

FILES, LOT = 400, 40
COMMANDS = 60


def game_of(seed: int) -> st.Game | None:
    """None: the file is refused, which is as good."""
    content = spoilt(seed)
    rules = rule_sets().get(str(content.get("rules")))
    if rules is None:
        return None
    try:
        scenario = msgspec.convert(content, rules.scenario)
        options = frozenset(scenario.options) if seed % 2 else rules.every_option
        return st.Game(rules, scenario, str(seed), options)
    except (msgspec.ValidationError, ScenarioError) as fault:
        assert str(fault)
        return None


def play_on(game: st.Game, seed: int) -> None:
    player = st.RandomPlayer(seed)
    for _ in range(COMMANDS):
        if game.position.question is None:
            break
        game.play(player.choose(game.seat()))


def show(game: st.Game) -> None:
    battle = Battle(game, dict.fromkeys(game.state.sides, PERSON))
    for who, sides in enumerate(battle.audiences):
        seen = Viewpoint(battle, sides[0] if sides else EVERYBODY, who)
        assert msgspec.json.encode((seen.log(), seen.moment(), seen.ground()))


@pytest.mark.parametrize("first", range(0, FILES, LOT))
def test_what_passes_the_check_can_be_played_and_shown(first):
    played = 0
    for seed in range(first, first + LOT):
        try:
            if game := game_of(seed):
                show(game)
                play_on(game, seed)
                show(game)
                played += 1
        except Exception as fault:
            fault.add_note(f"the scenario that was spoilt with seed {seed}")
            raise
    assert played, "not one of them could be played"
