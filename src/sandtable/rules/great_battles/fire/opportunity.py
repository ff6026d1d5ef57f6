"""Opportunity fire: the other side may fire at a move that it sees."""

from collections.abc import Iterator, Sequence

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.great_battles.commands.day import EditOrders, Fire, HoldFire, LetPass, OpenFire, Wait
from sandtable.rules.great_battles.edition import cite, procedures, refuse, rule
from sandtable.rules.great_battles.facts.day import OwesAction
from sandtable.rules.great_battles.fire.fire import roll_shots, unlimber, volley
from sandtable.rules.great_battles.fire.orders import Volleys, by_standing_order, edit_orders, has_orders
from sandtable.rules.great_battles.fire.shot import Shot
from sandtable.rules.great_battles.fire.watch import Watch
from sandtable.rules.great_battles.guns.calling import refuse_in_reply
from sandtable.rules.great_battles.table.field import debtors, on_table


@rule("opfire.trigger")
def react(play: Play, watch: Watch, share: float, known: Volleys | None = None) -> None:
    """The other side fires with one battalion after another, waits, or lets them pass.

    `known`: all possible volleys, where they are already worked out.
    """
    edited, held = False, set[UnitId]()
    while volleys := volleys_now(play, watch, share, known, held):
        known = None
        if has_orders(play.state, watch.foe):
            if not fire_by_order(play, watch.foe, volleys):
                return
            continue
        match ask_to_fire(play, watch, share, volleys, edit=not edited):
            case OpenFire(body):
                fire_as_they_come(play, body, volleys[body])
                held.add(body)
            case EditOrders():
                edit_orders(play, watch.foe)
                edited = True
            case LetPass():
                watch.note(play.state, share)
                watch.let_pass = True
            case _:
                return


def volleys_now(play: Play, watch: Watch, share: float, known: Volleys | None, held: set[UnitId]) -> Volleys:
    """The volleys of battalions that were not yet chosen at this point."""
    found = play.work_out(lambda: watch.volleys(play.state, share)) if known is None else known
    return {body: shots for body, shots in found.items() if body not in held}


def ask_to_fire(play: Play, watch: Watch, share: float, volleys: Volleys, *, edit: bool) -> Command:
    state, clause = play.state, play.clause

    def choices(_view: State) -> Iterator[Option]:
        for body in volleys:
            yield Option(OpenFire(body), cite(state, "opfire.who"))
        if edit:
            yield Option(EditOrders(), clause)
        if share < 1:
            yield Option(Wait(), cite(state, "opfire.what-counts"))
        yield Option(LetPass(), clause)

    asked = Topic("opportunity", f"{watch.body} moves in sight: opportunity fire?", (watch.body,))
    return play.ask(watch.foe, asked, choices, lambda view: no_fire_yet(view, watch.foe), refuse_reply)


def no_fire_yet(view: State, side: Side) -> Iterator[Option]:
    """Battalions that have already taken their action, or whose stands have."""
    for body in on_table(view, side):
        if debtors(view, body) and (why := refuse_reply(view, OpenFire(body.id))):
            yield Option(OpenFire(body.id), why.clause, refusal=why)


def refuse_reply(view: State, command: Command) -> Refusal | None:
    """Why a battalion cannot fire at the movers."""
    if not isinstance(command, OpenFire) or command.unit not in view.units:
        return refuse_in_reply(view, command)
    body = view.units[command.unit]
    if owing := debtors(view, body):
        return refuse(view, "actions.one-marker", f"action already taken: {' and '.join(one.id for one in owing)}")
    return refuse(view, "opfire.trigger", f"no stand of {body.id} that can fire has seen 1 inch of the move")


@rule("opfire.who")
def fire_as_they_come(play: Play, body: UnitId, shots: list[Shot]) -> None:
    """All chosen stands of the battalion fire at the same moment; then its action is taken."""
    orders = []
    for firer in dict.fromkeys(shot.firer.id for shot in shots):
        mine = [shot for shot in shots if shot.firer.id == firer]
        order = play.ask(
            play.state.units[body].side,
            Topic("target", f"{firer}: what does it fire at?", (firer,)),
            lambda view, mine=mine, firer=firer: opportunity_options(view, firer, mine),  # type: ignore[misc]
        )
        orders += [order] if isinstance(order, Fire) else []
    if orders:
        volley(play, orders, opportunity=True)
        take_action(play, body, [order.unit for order in orders])


@rule("opfire.who")
def fire_by_order(play: Play, side: Side, volleys: Volleys) -> bool:
    """The battalion fires by standing order, without a question; returns whether anybody has fired."""
    found = by_standing_order(play.state, side, volleys)
    if found is None:
        return False
    body, orders = found
    play.emit(Noted(f"{body} fires by standing order", frozenset({side}), about=(body,)))
    unlimber(play, orders, "opfire.setup")
    roll_shots(play, orders, opportunity=True)
    take_action(play, body, [order.unit for order in orders])
    return True


@rule("opfire.marker")
def take_action(play: Play, body: UnitId, firers: Sequence[UnitId]) -> None:
    """The battalion has used its action, with any result."""
    for debtor in procedures(play.state).debtors(body, firers):
        play.emit(OwesAction(debtor))


def opportunity_options(view: State, firer: UnitId, shots: list[Shot]) -> Iterator[Option]:
    for shot in shots:
        yield Option(Fire(firer, shot.target.id, shot.indirect), cite(view, "opfire.trigger"))
    yield Option(HoldFire(firer), cite(view, "opfire.who"))
