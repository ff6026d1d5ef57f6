"""Opportunity fire: the other side may fire at a move that it sees."""

from collections.abc import Collection, Iterator, Sequence
from math import prod

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent, Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.showing import Threat
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.commands.artillery import CallMission
from sandtable.rules.great_battles.commands.day import (
    AskMe,
    EditOrders,
    Fire,
    FireAt,
    FireWithin,
    HoldFire,
    LetPass,
    OpenFire,
    Wait,
)
from sandtable.rules.great_battles.edition import cite, dice, refuse, rule
from sandtable.rules.great_battles.facts.day import OwesAction
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.fire.fire import roll_shots, shots_of, unlimber, volley
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import Shot, Volleys, refuse_firer, refuse_target, score_to_hit
from sandtable.rules.great_battles.fire.watch import Watch
from sandtable.rules.great_battles.table.field import (
    FORMATIONS,
    all_standing,
    body_of,
    debtors,
    on_table,
    owes,
    standing_orders,
)
from sandtable.rules.great_battles.table.sighting import is_hidden
from sandtable.rules.great_battles.words import STANDS, Did, Tally


@rule("opfire.trigger")
def react(play: Play, watch: Watch, share: float, known: Volleys | None = None) -> None:
    """The other side fires with one battalion after another, waits, or lets them pass.

    `known`: all possible volleys, where they are already worked out.
    """
    foe, may_edit_now, held = play.state.foe(watch.way.body.side), True, set[UnitId]()
    while True:
        found = play.work_out(lambda: watch.volleys(play.state, share)) if known is None else known
        volleys, known = {body: shots for body, shots in found.items() if body not in held}, None
        if not volleys:
            return
        if has_orders(play.state, foe):
            if not fire_by_order(play, foe, volleys):
                return
            continue
        match ask_to_fire(play, watch.way.body, volleys, edit=may_edit_now, wait=share < 1):
            case OpenFire(body):
                fire_as_they_come(play, body, volleys[body])
                held.add(body)
            case EditOrders():
                edit_orders(play, foe)
                may_edit_now = False
            case LetPass():
                watch.note(play.state, share)
                watch.let_pass = True
            case _:
                return


def ask_to_fire(play: Play, mover: Unit, volleys: Volleys, *, edit: bool, wait: bool) -> Command:
    state, clause, foe = play.state, play.clause, play.state.foe(mover.side)

    def choices(_view: State) -> Iterator[Option]:
        yield from (Option(OpenFire(body), cite(state, "opfire.who")) for body in volleys)
        if edit:
            yield Option(EditOrders(), clause)
        if wait:
            yield Option(Wait(), cite(state, "opfire.what-counts"))
        yield Option(LetPass(), clause)

    def barred(view: State) -> Iterator[Option]:
        """Battalions that have already taken their action, or whose stands have."""
        for body in on_table(view, foe):
            if debtors(view, body) and (why := refuse_reply(view, OpenFire(body.id))):
                yield Option(OpenFire(body.id), why.clause, refusal=why)

    asked = Topic("opportunity", f"{mover.id} moves in sight: opportunity fire?", (mover.id,))
    return play.ask(foe, asked, choices, barred, refuse_reply)


def refuse_reply(view: State, command: Command) -> Refusal | None:
    """Why a battalion cannot fire at the movers; barrage.own-turn-only: and why no mission can be called."""
    if isinstance(command, CallMission):
        return refuse(view, "barrage.own-turn-only", "you call barrages only in your own step 4")
    if not isinstance(command, OpenFire) or command.unit not in view.units:
        return None
    body = view.units[command.unit]
    if owing := debtors(view, body):
        return refuse(view, "actions.one-marker", f"action already taken: {' and '.join(one.id for one in owing)}")
    return refuse(view, "opfire.trigger", f"no stand of {body.id} that can fire has seen 1 inch of the move")


@rule("opfire.who")
def fire_as_they_come(play: Play, body: UnitId, shots: list[Shot]) -> None:
    """All chosen stands of the battalion fire at the same moment; then its action is taken."""
    firers = dict.fromkeys(shot.firer.id for shot in shots)
    asked = [ask_target(play, firer, [shot for shot in shots if shot.firer.id == firer]) for firer in firers]
    orders = [order for order in asked if isinstance(order, Fire)]
    if orders:
        volley(play, orders, opportunity=True)
        take_action(play, body, [order.unit for order in orders])


def ask_target(play: Play, firer: UnitId, shots: list[Shot]) -> Command:
    trigger, hold = cite(play.state, "opfire.trigger"), Option(HoldFire(firer), play.clause)
    options = [*(Option(Fire(firer, shot.target.id, shot.indirect), trigger) for shot in shots), hold]
    topic = Topic("target", f"{firer}: what does it fire at?", (firer,))
    return play.ask(play.state.units[firer].side, topic, lambda _view: options)


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
    for debtor in FireByEdition.of(play.state).debtors(body, firers):
        play.emit(OwesAction(debtor))


# ---- standing orders


CHANCES = (10, 20, 30, 40, 50, 60, 75)  # per cent
RANGES = (1, 2, 3, 6, 8, 12)  # inches
NEVER_FIRE = 101


def may_edit(state: State, side: Side) -> bool:
    """A side changes its orders once in its player turn."""
    return Did.EDITED not in standing_orders(state, side).spent


def has_orders(state: State, side: Side) -> bool:
    return Tally.CHANCE in standing_orders(state, side).tallies


def by_standing_order(state: State, side: Side, volleys: Volleys) -> tuple[UnitId, list[Fire]] | None:
    """The battalion that fires and its shots, the best one of each stand; None: nobody fires yet."""
    orders = standing_orders(state, side).tallies
    best = {body: best_shots(state, shots, orders[Tally.WITHIN]) for body, shots in volleys.items()}
    body = max(best, key=lambda one: chance_to_suppress(best[one]))
    if not best[body] or chance_to_suppress(best[body]) * 100 < orders[Tally.CHANCE]:
        return None
    return body, [Fire(shot.firer.id, shot.target.id, shot.indirect) for shot, _ in best[body]]


def best_shots(state: State, shots: list[Shot], within: int) -> list[tuple[Shot, float]]:
    """The likeliest shot of each stand, and its chance to hit."""
    best: dict[UnitId, tuple[Shot, float]] = {}
    for shot in shots:
        chance = chance_to_hit(state, shot)
        if shot.distance <= within and (shot.firer.id not in best or chance > best[shot.firer.id][1]):
            best[shot.firer.id] = shot, chance
    return list(best.values())


def chance_to_suppress(shots: list[tuple[Shot, float]]) -> float:
    """The chance that at least one of them hits, to a millionth."""
    return round(1 - prod(1 - chance for _, chance in shots), 6)


def chance_to_hit(state: State, shot: Shot) -> float:
    return dice(state).chance(score_to_hit(state, shot), hit_modifiers(state, shot), natural=True)


@rule("opfire.trigger")
def edit_orders(play: Play, side: Side) -> None:
    """Ask for a chance, then for a distance."""
    clause, keeper, had = play.clause, standing_orders(play.state, side).id, standing_orders(play.state, side).tallies
    play.emit(Spent(keeper, Did.EDITED))
    chances = [Option(FireAt(chance), clause) for chance in (*CHANCES, NEVER_FIRE)] + [Option(AskMe(), clause)]
    order = play.ask(side, Topic("orders", f"{side}: when does it fire at movers?"), lambda _view: chances)
    told, chance, within = order.tell(), order.chance if isinstance(order, FireAt) else None, RANGES[-1]
    if chance is not None and chance != NEVER_FIRE:
        ranges = [Option(FireWithin(inches), clause) for inches in RANGES]
        near = play.ask(side, Topic("orders", f"{side}: within what distance?"), lambda _view: ranges)
        assert isinstance(near, FireWithin)
        told, within = f"{told}, {near.tell()}", near.inches
    play.emit(Tallied(keeper, Tally.CHANCE, chance))
    if chance is not None:
        play.emit(Tallied(keeper, Tally.WITHIN, within))
    if standing_orders(play.state, side).tallies != had:
        play.emit(Noted(f"standing orders of {side}: {told}", frozenset({side}), side=side))


# ---- who could fire, for a screen


def threats(view: State, units: Collection[UnitId]) -> tuple[Threat, ...]:
    """opfire.who: the best opportunity shot at these stands of each visible enemy stand that may still act."""
    stands = [view.units[unit] for unit in units if view.units[unit].kind in STANDS]
    aimed_at = [stand for stand in stands if refuse_target(view, stand) is None]
    found = []
    for foe in all_standing(view, view.foe(aimed_at[0].side)) if aimed_at else ():
        if not owes(view, foe) and not is_hidden(foe) and refuse_firer(view, foe) is None:
            shots = [(shot, chance(view, shot)) for shot in shots_of(view, foe, aimed_at, opportunity=True)]
            if shots:
                shot, hits = max(shots, key=lambda one: one[1] or 0.0)
                how = "" if hits is None else f", and would hit {hits:.0%} of the time"
                words = f'{foe.id} could fire at {shot.target.id} at {shot.distance:g}"{how}'
                found.append(Threat(foe.id, shot.target.id, hits, words, cite(view, "opfire.trigger")))
    return tuple(found)


def chance(view: State, shot: Shot) -> float | None:
    """None while a battalion comes onto the table: its formation is not final."""
    formed = not body_of(view, shot.target).marks.isdisjoint(FORMATIONS)
    return chance_to_hit(view, shot) if formed else None
