"""The editions as rule sets."""

from functools import partial
from types import ModuleType

from msgspec.structs import replace

from sandtable.board.board import POINT, Base
from sandtable.kernel.decision import Command
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles import d10, d20
from sandtable.rules.great_battles.battle.scenario import GreatBattle
from sandtable.rules.great_battles.commands import airborne as commands_airborne
from sandtable.rules.great_battles.commands import artillery as commands_artillery
from sandtable.rules.great_battles.commands import combat as commands_combat
from sandtable.rules.great_battles.commands import day as commands_day
from sandtable.rules.great_battles.commands import night as commands_night
from sandtable.rules.great_battles.computer.habits import habit, reflex
from sandtable.rules.great_battles.computer.worth import worth
from sandtable.rules.great_battles.edition import EDITIONS, Edition, charts
from sandtable.rules.great_battles.frame.reading import scenarios
from sandtable.rules.great_battles.frame.tabletop import tabletop
from sandtable.rules.great_battles.frame.translating import translated
from sandtable.rules.great_battles.frame.victory import concede, losses
from sandtable.rules.great_battles.sequence import SEQUENCE, begin
from sandtable.rules.great_battles.showing import SHOWING
from sandtable.rules.great_battles.table.field import base_of
from sandtable.rules.great_battles.table.sighting import sight
from sandtable.rules.great_battles.view import imagine, view


def commands_of(*modules: ModuleType) -> tuple[type[Command], ...]:
    """Every command that these modules define."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, type)]
    return tuple(one for one in found if issubclass(one, Command) and one.__module__.startswith(__package__ or ""))


COMMANDS = commands_of(commands_day, commands_artillery, commands_combat, commands_airborne, commands_night)


def footprint(state: State, unit: Unit) -> Base:
    """Markers that have no base are points."""
    return base_of(state, unit) if unit.kind in charts(state).bases else POINT


def rule_set(edition: Edition) -> RuleSet:
    book = edition.book
    return RuleSet(
        id=book.about.id,
        title=book.about.name,
        version="1.0",
        book=book,
        variants={option: book.variant_text(option) for option in book.variants},
        alternatives=edition.words.alternatives,
        repeats=edition.words.repeats,
        counterparts={other: partial(translated, to=other) for other in EDITIONS if other != book.about.id},
        scenarios=partial(scenarios, book.about.id),
        scenario=GreatBattle,
        setup=begin,
        sequence=SEQUENCE,
        commands=COMMANDS,
        concede=concede,
        worth=worth,
        patience=20,
        reflex=reflex,
        habit=habit,
        losses=losses,
        view=view,
        imagine=imagine,
        base=footprint,
        tabletop=partial(tabletop, rules=book.about.id),
        sight=sight,
        showing=replace(SHOWING, short=f"{SHOWING.short} d{edition.rolls.die.sides}"),
    )


D20 = rule_set(d20.EDITION)
D10 = rule_set(d10.EDITION)
