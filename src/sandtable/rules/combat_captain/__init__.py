"""Combat Captain, companies at the tabletop. Rules by David Raybin; described here in our own words."""

from sandtable.book.guide import guide_of
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.view import open_table
from sandtable.rules.combat_captain.book import BOOK
from sandtable.rules.combat_captain.field import base
from sandtable.rules.combat_captain.scenario import CaptainScenario, scenarios
from sandtable.rules.combat_captain.sequence import SEQUENCE, begin
from sandtable.rules.combat_captain.showing import SHOWING
from sandtable.rules.combat_captain.sighting import sight
from sandtable.rules.combat_captain.staging import staged
from sandtable.rules.combat_captain.tabletop import tabletop
from sandtable.rules.combat_captain.victory import concede, losses
from sandtable.rules.combat_captain.worth import MOTIVES, habit, reflex, shortlist, worth

# fmt: off
# isort: off
# What a player may say: from sandtable.rules.combat_captain import Fire
from sandtable.rules.combat_captain.commands import (
    Activate, Adjust, Aim, Bomb, BreakOff, CeaseFire, Charge, Consolidate, CounterAttack, Deploy, Dismount,
    Done, EndActivation, FallBack, FallBackLeg, Fight, Fire, FireSome, Halt, HoldFire, LayTape, LeaveOut, March,
    Mount, MountSingly, MountUp, Move, MoveOne, NameLeader, Occupy, OccupyOne, Pass, PutApart, Rally,
    Ready, SeekCover, SeekCoverSingly, SetDown, Shoot, Stand, StayPut, Strafe, StrafeOne, Switch, TakeCover,
    TakeNext, TakeOne, TurnAway, Withdraw,
)
from sandtable.rules.combat_captain.support import Choose, NoLuck, TryLuck

__all__ = [
    "RULES", "Activate", "Adjust", "Aim", "Bomb", "BreakOff", "CeaseFire", "Charge", "Choose", "Consolidate",
    "CounterAttack", "Deploy", "Dismount", "Done", "EndActivation", "FallBack", "FallBackLeg", "Fight", "Fire",
    "FireSome", "Halt", "HoldFire", "LayTape", "LeaveOut", "March", "Mount", "MountSingly", "MountUp", "Move",
    "MoveOne", "NameLeader", "NoLuck", "Occupy", "OccupyOne", "Pass", "PutApart", "Rally", "Ready", "SeekCover",
    "SeekCoverSingly", "SetDown", "Shoot", "Stand", "StayPut", "Strafe", "StrafeOne", "Switch", "TakeCover",
    "TakeNext", "TakeOne", "TryLuck", "TurnAway", "Withdraw",
]
# fmt: on

RULES = RuleSet(
    id=BOOK.about.id,
    title=BOOK.about.name,
    version="1.0",
    book=BOOK,
    variants={option: BOOK.variant_text(option) for option in BOOK.variants},
    scenarios=scenarios,
    scenario=CaptainScenario,
    setup=begin,
    sequence=SEQUENCE,
    stage=staged,
    commands=tuple(globals()[name] for name in __all__ if name != "RULES"),
    concede=concede,
    worth=worth,
    motives=MOTIVES,
    guide=guide_of(BOOK, "guide.toml"),
    reflex=reflex,
    habit=habit,
    shortlist=shortlist,
    losses=losses,
    view=open_table,
    base=base,
    sight=sight,
    tabletop=tabletop,
    showing=SHOWING,
)
