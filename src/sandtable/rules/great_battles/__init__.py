"""Great Battles of World War II. Rules by Bruce McFarlane, charts by Bill Owen; described here in our own words.

This module exports every command: from sandtable.rules.great_battles import Fire.
"""

# fmt: off
# isort: off
from sandtable.rules.great_battles.commands.airborne import (
    Allot, ComeIn, Consolidate, DropOver, GetDown, Infiltrate, MakeFor, Meet, Mount, MoveOff, SavePoint,
    StopShort, TravelNow,
)
from sandtable.rules.great_battles.commands.artillery import (
    ArriveOn, AskForAircraft, CallMission, CancelMission, FireShell, FireSmoke, KeepOnCall, KeepUp, LetCome,
    Lift, PrePlan, Register, Strike,
)
from sandtable.rules.great_battles.commands.combat import (
    Advance, FaceAbout, Fight, Retreat,
)
from sandtable.rules.great_battles.commands.day import (
    Activate, AskMe, ChangeFormation, Charge, Deactivate, Dig, Dismount, DoNotSetUp, Done, EditOrders, EndDay,
    Fire, FireAt, FireWithin, Form, Halt, HoldFire, Hurry, KeepBack, Lead, Leave, Leg, LetOut, LetPass, Limber,
    Move, OpenFire, Pass, Pick, PlaceUnit, PlayOn, Proceed, Rally, Reactivate, SetUp, StayAboard, Take, Wait,
)
from sandtable.rules.great_battles.commands.day import EntrenchHere
from sandtable.rules.great_battles.commands.night import CallUp, ComeLater, EnterBy, HoldOff, PutOff, Reassign
from sandtable.rules.great_battles.commands.night import (
    Attach, Detach, Load, MoveStaff, Rejoin, Stay, WaitInReserve, Withdraw,
)

__all__ = [
    "Activate", "Advance", "Allot", "ArriveOn", "AskForAircraft", "AskMe", "Attach", "CallMission", "CallUp",
    "CancelMission", "ChangeFormation", "Charge", "ComeIn", "ComeLater", "Consolidate", "Deactivate", "Detach",
    "Dig", "Dismount", "DoNotSetUp", "Done", "DropOver", "EditOrders", "EndDay", "EnterBy", "EntrenchHere",
    "FaceAbout", "Fight", "Fire", "FireAt", "FireShell", "FireSmoke", "FireWithin", "Form", "GetDown", "Halt",
    "HoldFire", "HoldOff", "Hurry", "Infiltrate", "KeepBack", "KeepOnCall", "KeepUp", "Lead", "Leave", "Leg",
    "LetCome", "LetOut", "LetPass", "Lift", "Limber", "Load", "MakeFor", "Meet", "Mount", "Move", "MoveOff",
    "MoveStaff", "OpenFire", "Pass", "Pick", "PlaceUnit", "PlayOn", "PrePlan", "Proceed", "PutOff", "Rally",
    "Reactivate", "Reassign", "Register", "Rejoin", "Retreat", "SavePoint", "SetUp", "Stay", "StayAboard",
    "StopShort", "Strike", "Take", "TravelNow", "Wait", "WaitInReserve", "Withdraw",
]
