"""Morale chits, and rallying."""

from collections.abc import Iterator

from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, UnitId
from sandtable.rules.combat_captain.book import cite
from sandtable.rules.combat_captain.commands import Rally
from sandtable.rules.combat_captain.facts import ChitTaken, DiceSpent, Rallied
from sandtable.rules.combat_captain.field import company_in_contact, members
from sandtable.rules.combat_captain.words import Die, Tally

RALLY = cite("cc.morale.rally")
ENGAGED = Refusal(RALLY, "a unit in contact with the enemy cannot rally")
NO_CHITS = Refusal(RALLY, "it has no morale chits")


def take_chit(play: Play, company: UnitId, why: str, clause: str) -> None:
    if members(play.state, company):
        play.emit(ChitTaken(company, why), cite(clause))


def refuse_rally(state: State, company: UnitId) -> Refusal | None:
    if not state.units[company].tallies[Tally.CHITS]:
        return NO_CHITS
    return ENGAGED if company_in_contact(state, company) else None


def options(view: State, company: UnitId) -> Iterator[Option]:
    if refuse_rally(view, company) is None:
        yield Option(Rally(company), RALLY)


def why_not(view: State, company: UnitId, command: Command) -> Refusal | None:
    is_its_own = isinstance(command, Rally) and command.company == company
    return refuse_rally(view, company) if is_its_own else None


@rule("cc.morale.rally")
def rally(play: Play, company: UnitId) -> None:
    """One die, one chit less."""
    play.emit(DiceSpent(company, Die.RALLY, 1), cite("cc.activation.dice-are-time"))
    play.emit(Rallied(company))
