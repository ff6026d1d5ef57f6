"""Opportunity fire: the passive side's answer to each die of movement."""

from collections.abc import Iterator, Sequence

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Spent
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.combat_captain.book import cite
from sandtable.rules.combat_captain.commands import Fire, FireSome, HoldFire
from sandtable.rules.combat_captain.field import companies, in_contact, members
from sandtable.rules.combat_captain.firing import chosen, shoot, shots_at
from sandtable.rules.combat_captain.teams import ask
from sandtable.rules.combat_captain.volley import all_who_can, refuse_firing
from sandtable.rules.combat_captain.words import Did

FIRE, CHARGE = cite("cc.opfire.dice"), cite("cc.opfire.charge")
ONCE = Refusal(cite("cc.opfire.limit"), "it has made opportunity fire this turn")
NOT_MOVED = Refusal(cite("cc.opfire.trigger"), "only sub-units that moved on this die can be targets")


@rule("cc.opfire.trigger")
def offer_fire(play: Play, mover: UnitId, moved: Sequence[UnitId]) -> None:
    """One passive unit after another may fire once at those who moved on this die."""
    side = play.state.foe(play.state.units[mover].side)
    while any(shots(play.state, side, moved)):
        order = ask(
            play,
            side,
            Topic("opportunity fire", f"{mover} has moved. Does anybody fire?", (mover,)),
            lambda view: [*shots(view, side, moved), Option(HoldFire(side), cite("cc.opfire.passive"))],
            why_not=lambda view, command: why_not(view, side, moved, command),
        )
        if not isinstance(order, Fire | FireSome):
            return
        fire(play, order, moved)


@rule("cc.opfire.dice")
def fire(play: Play, order: Fire | FireSome, moved: Sequence[UnitId]) -> None:
    """One group, one target, one die for each firer."""
    group = chosen(play, order, order.dice, charging=moved)
    play.emit(Spent(order.company, Did.FIRED), ONCE.clause)
    shoot(play, order.company, group, order.target, order.dice)


def shots(state: State, side: Side, moved: Sequence[UnitId]) -> Iterator[Option]:
    """What each company that has not fired yet may fire at."""
    targets = [state.units[i] for i in moved if state.units[i].place is not None]
    for company in (body for body in companies(state, side) if Did.FIRED not in body.spent):
        for target in targets:
            if group := all_who_can(state, company.id, target, charging=moved):
                clause = CHARGE if in_contact(state, target.id) else FIRE
                yield from shots_at(state, group, Fire(company.id, target.id), clause, clause)


def why_not(view: State, side: Side, moved: Sequence[UnitId], command: Command) -> Refusal | None:
    if not isinstance(command, Fire | FireSome) or command.company not in view.units:
        return None
    body, target = view.units[command.company], view.units.get(command.target)
    if body.side != side:
        return None
    if Did.FIRED in body.spent:
        return ONCE
    if target is None or target.id not in moved or target.place is None:
        return NOT_MOVED
    if command.dice != 1:
        return Refusal(FIRE, "opportunity fire is made with one die")
    found = [refuse_firing(view, unit, target, moved) for unit in members(view, body.id)]
    return None if None in found else next(iter(found), None)
