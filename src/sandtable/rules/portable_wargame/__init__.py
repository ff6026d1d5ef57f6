"""The Portable Wargame, modern period, on squares. Rules by Bob Cordery; described here in our own words."""

from sandtable.book.guide import guide_of
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.view import open_table
from sandtable.rules.portable_wargame.artillery import assume_hold
from sandtable.rules.portable_wargame.book import BOOK
from sandtable.rules.portable_wargame.commands import COMMANDS
from sandtable.rules.portable_wargame.fire import sight
from sandtable.rules.portable_wargame.scenario import PortableScenario, scenarios
from sandtable.rules.portable_wargame.sequence import SEQUENCE, begin
from sandtable.rules.portable_wargame.showing import SHOWING
from sandtable.rules.portable_wargame.staging import staged
from sandtable.rules.portable_wargame.tabletop import tabletop
from sandtable.rules.portable_wargame.victory import concede, losses
from sandtable.rules.portable_wargame.worth import MOTIVES, worth

# fmt: off
# isort: off
# The players' commands: from sandtable.rules.portable_wargame import Fire
from sandtable.rules.portable_wargame.commands import (
    Activate, Advance, Attack, Bomb, Bombard, ClearMines, ClearWire, Decline, Deploy, Dogfight, Done, Face,
    Fire, Flak, Fly, Halt, HoldFire, LayMines, LayWire, Leave, LeaveBehind, Load, Move, Resolve, Retreat, Stand,
    StartAboard, Stay, Step, Strafe, TakeAlong, Unload,
)

__all__ = [
    "RULES", "Activate", "Advance", "Attack", "Bomb", "Bombard", "ClearMines", "ClearWire", "Decline", "Deploy",
    "Dogfight", "Done", "Face", "Fire", "Flak", "Fly", "Halt", "HoldFire", "LayMines", "LayWire", "Leave",
    "LeaveBehind", "Load", "Move", "Resolve", "Retreat", "Stand", "StartAboard", "Stay", "Step", "Strafe",
    "TakeAlong", "Unload",
]
# fmt: on

RULES = RuleSet(
    id=BOOK.about.id,
    title=BOOK.about.name,
    version="1.0",
    book=BOOK,
    variants={option: BOOK.variant_text(option) for option in BOOK.variants},
    scenarios=scenarios,
    scenario=PortableScenario,
    setup=begin,
    sequence=SEQUENCE,
    stage=staged,
    commands=COMMANDS,
    concede=concede,
    worth=worth,
    guide=guide_of(BOOK, "guide.toml"),
    motives=MOTIVES,
    losses=losses,
    view=open_table,
    imagine=assume_hold,
    sight=sight,
    tabletop=tabletop,
    showing=SHOWING,
)
