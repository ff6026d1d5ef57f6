"""Checks of uploaded saves, in another process."""

import msgspec

from sandtable.kernel.savefile import SavedText, SaveError
from sandtable.rules import rule_sets
from sandtable.server.battle import EVERYBODY, PERSON, Battle
from sandtable.server.viewpoint import Viewpoint

SHOWN = 1024 * 1024  # bytes of the table of an uploaded save


def prove(save: bytes) -> None:
    """Check every die and command of a save, and the size of its table; SaveError says what is wrong.

    A stranger's file may break anything. Here it can break only this process.
    """
    game = SavedText("the save", save).load(rule_sets(), check=True)
    battle = Battle(game, dict.fromkeys(game.state.sides, PERSON))
    for who, sides in enumerate(battle.audiences):
        seen = Viewpoint(battle, sides[0] if sides else EVERYBODY, who)
        seen.log()
        size = len(msgspec.json.encode((seen.moment(), seen.ground())))
        if size > SHOWN:
            raise SaveError(f"the save: its table has {size} bytes; at most {SHOWN} are allowed")
