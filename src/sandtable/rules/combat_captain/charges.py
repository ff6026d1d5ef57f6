"""Charges: whoever is charged stands or runs."""

from collections.abc import Iterator

from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Linked, Noted, Spent
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.book import cite
from sandtable.rules.combat_captain.commands import Stand, Withdraw
from sandtable.rules.combat_captain.field import companies, field
from sandtable.rules.combat_captain.morale import take_chit
from sandtable.rules.combat_captain.withdrawal import fall_back
from sandtable.rules.combat_captain.words import Did, Tie

ONCE = Refusal(cite("cc.close-combat.withdraw-once"), "it has withdrawn once this turn and has to fight")


def charged(state: State, charger: UnitId) -> list[Unit]:
    """cc.move.contact: enemy companies that a company is in contact with."""
    layout = field(state)
    met = {layout.company_of[enemy] for i in layout.companies.get(charger, ()) for enemy in layout.contacts.get(i, ())}
    side = state.units[charger].side
    return [body for body in companies(state, state.foe(side)) if body.id in met]


@rule("cc.close-combat.withdraw-timing")
def await_charges(play: Play, charger: UnitId) -> None:
    """Each unit that is charged anew decides, once for each enemy unit that charges it."""
    for body in charged(play.state, charger):
        if body.is_linked(Tie.STANDS, charger):
            continue
        if Did.WITHDREW in body.spent:
            play.emit(Noted(f"{body.id} has withdrawn once and has to fight", about=(body.id, charger)), ONCE.clause)
            play.emit(Linked(body.id, Tie.STANDS, charger))
            continue
        decide(play, body, charger)


def decide(play: Play, body: Unit, charger: UnitId) -> None:
    order = play.ask(
        body.side,
        Topic("charge", f"{charger} charges {body.id}. Does it stand?", (body.id, charger), -2),
        lambda view: options(body.id, charger),
    )
    if isinstance(order, Withdraw):
        withdraw(play, body.id, charger)
    else:
        play.emit(Linked(body.id, Tie.STANDS, charger))


def options(company: UnitId, charger: UnitId) -> Iterator[Option]:
    yield Option(Stand(company, charger), cite("cc.close-combat.withdraw-timing"))
    yield Option(Withdraw(company, charger), cite("cc.close-combat.withdraw"))


@rule("cc.close-combat.withdraw")
def withdraw(play: Play, company: UnitId, charger: UnitId) -> None:
    """Four dice, and a morale chit."""
    play.emit(Spent(company, Did.WITHDREW))
    fall_back(play, company, [charger])
    take_chit(play, company, "it has withdrawn", "cc.morale.gain-withdrawal")
