"""Charges: whoever is charged stands or runs."""

from collections.abc import Iterator

from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Linked, Noted, Spent
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.book import cite
from sandtable.rules.combat_captain.commands import Stand, Withdraw
from sandtable.rules.combat_captain.field import companies, met_by
from sandtable.rules.combat_captain.teams import ask
from sandtable.rules.combat_captain.withdrawal import fall_back
from sandtable.rules.combat_captain.words import Did, Tie

STANDS = cite("cc.close-combat.withdraw-timing")
ONCE = Refusal(cite("cc.close-combat.withdraw-once"), "it has withdrawn once this turn and has to fight")


def charged(state: State, company: UnitId) -> list[Unit]:
    """cc.move.contact: enemy companies that a company is in contact with, in the order of their list."""
    met = met_by(state, company)
    return [body for body in companies(state, state.foe(state.units[company].side)) if body.id in met]


@rule("cc.close-combat.withdraw-timing")
def await_charges(play: Play, charger: UnitId) -> None:
    """Each unit that is charged anew decides, once for each enemy unit that charges it."""
    for body in charged(play.state, charger):
        if not body.is_linked(Tie.STANDS, charger):
            decide(play, body, charger)


def decide(play: Play, body: Unit, charger: UnitId) -> None:
    """Whoever has run once has to stand."""
    if Did.WITHDREW in body.spent:
        play.emit(Noted(f"{body.id} has withdrawn once and has to fight", about=(body.id, charger)), ONCE.clause)
    order = ask(
        play,
        body.side,
        Topic("charge", f"{charger} charges {body.id}. Does it stand?", (body.id, charger), -2),
        lambda view: options(view.units[body.id], charger),
        why_not=lambda view, command: ONCE if isinstance(command, Withdraw) else None,
    )
    if isinstance(order, Withdraw):
        withdraw(play, body.id)
    else:
        play.emit(Linked(body.id, Tie.STANDS, charger))


def options(body: Unit, charger: UnitId) -> Iterator[Option]:
    yield Option(Stand(body.id, charger), STANDS)
    if Did.WITHDREW not in body.spent:
        yield Option(Withdraw(body.id, charger), cite("cc.close-combat.withdraw"))


@rule("cc.close-combat.withdraw")
def withdraw(play: Play, company: UnitId) -> None:
    """Four dice and a morale chit, away from all who are in contact with it."""
    play.emit(Spent(company, Did.WITHDREW))
    fall_back(play, company, [enemy.id for enemy in charged(play.state, company)])
