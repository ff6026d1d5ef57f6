"""Panzer Korps, battalions at the tabletop. Rules by Manny Granillo; described here in our own words."""

from sandtable.book.guide import guide_of
from sandtable.kernel.ruleset import Generator, RuleSet
from sandtable.kernel.view import open_table
from sandtable.rules.panzer_korps.book import BOOK
from sandtable.rules.panzer_korps.commands import COMMANDS
from sandtable.rules.panzer_korps.field import base
from sandtable.rules.panzer_korps.generator import CHOICES, generate
from sandtable.rules.panzer_korps.scenario import KorpsScenario, scenarios
from sandtable.rules.panzer_korps.sequence import SEQUENCE
from sandtable.rules.panzer_korps.setup import begin
from sandtable.rules.panzer_korps.showing import SHOWING
from sandtable.rules.panzer_korps.sighting import sight
from sandtable.rules.panzer_korps.staging import staged
from sandtable.rules.panzer_korps.tabletop import tabletop
from sandtable.rules.panzer_korps.victory import concede, losses
from sandtable.rules.panzer_korps.worth import MOTIVES, habit, reflex, worth

RULES = RuleSet(
    id=BOOK.about.id,
    title=BOOK.about.name,
    version="1.0",
    book=BOOK,
    variants={option: BOOK.variant_text(option) for option in BOOK.variants},
    scenarios=scenarios,
    scenario=KorpsScenario,
    setup=begin,
    sequence=SEQUENCE,
    commands=COMMANDS,
    concede=concede,
    worth=worth,
    motives=MOTIVES,
    guide=guide_of(BOOK, "guide.toml"),
    reflex=reflex,
    habit=habit,
    losses=losses,
    stage=staged,
    generator=Generator(CHOICES, generate),
    view=open_table,
    base=base,
    sight=sight,
    tabletop=tabletop,
    showing=SHOWING,
)
