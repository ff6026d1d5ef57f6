"""Smoke, an option: a round that hides everybody and hurts nobody."""

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.artillery import FireShell, FireSmoke
from sandtable.rules.great_battles.edition import cite, plays, rule
from sandtable.rules.great_battles.facts.day import MarkedAs
from sandtable.rules.great_battles.words import Mark


def offer_smoke(play: Play, template: UnitId) -> None:
    """A round has landed, or the barrage goes on."""
    if plays(play.state, "smoke"):
        choose_round(play, template)


@rule("sighting.smoke-rounds")
def choose_round(play: Play, template: UnitId) -> None:
    """The owner chooses shells or smoke for each round."""
    state = play.state
    shell = Option(FireShell(template), cite(state, "barrage.effect"))
    smoke = Option(FireSmoke(template), cite(state, "sighting.smoke"))
    order = play.ask(
        state.units[template].side,
        Topic("smoke", f"{template}: does it fire shells or smoke?", (template,)),
        lambda _view: [shell, smoke],
    )
    was_smoke = Mark.SMOKE in state.units[template].marks
    if isinstance(order, FireSmoke) and not was_smoke:
        play.emit(MarkedAs(template, Mark.SMOKE, "is smoke"))
    elif isinstance(order, FireShell) and was_smoke:
        play.emit(Unmarked(template, Mark.SMOKE))
