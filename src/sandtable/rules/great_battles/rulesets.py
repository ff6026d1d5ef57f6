"""The editions as rule sets."""

from functools import partial

from msgspec.structs import replace

from sandtable.board.board import POINT, Base
from sandtable.book.guide import guide_of
from sandtable.kernel.decision import Command
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State, Unit
from sandtable.rules import great_battles
from sandtable.rules.great_battles import d10, d20
from sandtable.rules.great_battles.battle.scenario import GreatBattle
from sandtable.rules.great_battles.computer.habits import expected, habit, reflex
from sandtable.rules.great_battles.computer.motives import MOTIVES
from sandtable.rules.great_battles.computer.worth import worth
from sandtable.rules.great_battles.edition import EDITIONS, Edition, charts
from sandtable.rules.great_battles.frame.reading import scenarios
from sandtable.rules.great_battles.frame.staging import staged
from sandtable.rules.great_battles.frame.tabletop import tabletop
from sandtable.rules.great_battles.frame.translating import translated
from sandtable.rules.great_battles.frame.victory import concede, losses
from sandtable.rules.great_battles.sequence import SEQUENCE, begin
from sandtable.rules.great_battles.showing import SHOWING
from sandtable.rules.great_battles.table.field import base_of
from sandtable.rules.great_battles.table.sighting import sight
from sandtable.rules.great_battles.view import imagine, view

COMMANDS: tuple[type[Command], ...] = tuple(getattr(great_battles, name) for name in great_battles.__all__)


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
        stage=partial(staged, rules=book.about.id),
        counterparts={other: partial(translated, to=other) for other in EDITIONS if other != book.about.id},
        scenarios=partial(scenarios, book.about.id),
        scenario=GreatBattle,
        setup=begin,
        sequence=SEQUENCE,
        commands=COMMANDS,
        concede=concede,
        worth=worth,
        motives=MOTIVES,
        guide=guide_of(book, "terms.toml", f"lesson-d{edition.rolls.die.sides}.toml"),
        patience=20,
        reflex=reflex,
        habit=habit,
        expected=expected,
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
