"""Squadrons over a quiet front. German and French squadrons by name; the French A stands in the open at 36,30."""

from typing import Any

from msgspec.structs import replace
from pk_day import GERMAN, table

from sandtable.kernel.state import State
from sandtable.rules.panzer_korps.day_facts import MissionFlown
from sandtable.rules.panzer_korps.scenario import Squadron
from sandtable.rules.panzer_korps.words import Did, Mark, Tally

ME, SPIT = "Jagdstaffel", "Escadrille"  # a German and a French squadron
TARGET = "French A at 36,30 facing S: 3 infantry"


def sky(german: Any = "fighter", french: Any = "fighter", *units: str, **said: Any) -> State:
    """One squadron on each side, or several: each a role, or a Squadron with more to say."""
    listed = {"German": squadrons(ME, german), "French": squadrons(SPIT, french)}
    named = units or ("German I at 36,5 facing N: 3 infantry", TARGET)
    return table(*named, squadrons=listed, **said)


def squadrons(name: str, given: Any) -> list[Squadron]:
    many = given if isinstance(given, list) else [given] if given else []
    names = [name if number == 0 else f"{name} {number + 1}" for number in range(len(many))]
    return [
        replace(one, name=i) if isinstance(one, Squadron) else Squadron(i, one)
        for i, one in zip(names, many, strict=True)
    ]


def plane(role: str = "fighter", **more: Any) -> Squadron:
    return Squadron("", role, **more)


def flies(state: State, name: str, target: str = "") -> State:
    """The squadron is in the air: on patrol, or to strike."""
    return MissionFlown(name, Mark.STRIKE if target else Mark.PATROL, target or None).apply(state)


def hurt(state: State, name: str, markers: int) -> State:
    one = state.units[name]
    return state.put(replace(one, tallies={**one.tallies, Tally.DAMAGE: markers}))


def under_fire(state: State, name: str) -> State:
    one = state.units[name]
    return state.put(replace(one, spent=one.spent | {Did.UNDER_AA}))


def adm(state: State, name: str) -> int:
    return state.units[name].tallies[Tally.DAMAGE]


__all__ = ["GERMAN", "ME", "SPIT"]
