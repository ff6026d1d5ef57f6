"""Opportunity fire: the other side may fire at a move that it sees."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import prod

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent, Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.showing import Threat
from sandtable.kernel.state import Side, State, Unit, UnitId
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
from sandtable.rules.great_battles.edition import cite, dice, procedures, refuse, rule
from sandtable.rules.great_battles.facts.day import OwesAction
from sandtable.rules.great_battles.fire.fire import roll_shots, shots_of, unlimber, volley
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers, luck
from sandtable.rules.great_battles.fire.shot import Shot, Volleys, refuse_firer, refuse_target, score_to_hit
from sandtable.rules.great_battles.fire.watch import Watch
from sandtable.rules.great_battles.guns.calling import refuse_in_reply
from sandtable.rules.great_battles.table.field import FORMATIONS, all_standing, body_of, debtors, on_table, owes
from sandtable.rules.great_battles.table.sighting import is_hidden
from sandtable.rules.great_battles.words import STANDS, Did, Tally


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


# ---- standing orders


CHANCES = (10, 20, 30, 40, 50, 60, 75)  # per cent
RANGES = (1, 2, 3, 6, 8, 12)  # inches
NEVER_FIRE = 101


def staff(state: State, side: Side) -> Unit:
    """The unit that keeps the standing orders; only its side reads them."""
    return state.units[UnitId(f"{side} standing orders")]


def may_edit(state: State, side: Side) -> bool:
    """A side changes its orders once in its player turn."""
    return Did.EDITED not in staff(state, side).spent


def has_orders(state: State, side: Side) -> bool:
    return Tally.CHANCE in staff(state, side).tallies


def by_standing_order(state: State, side: Side, volleys: Volleys) -> tuple[UnitId, list[Fire]] | None:
    """The battalion that fires and its shots, the best one of each stand; None: nobody fires yet."""
    orders = staff(state, side).tallies
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
    clause, keeper, had = play.clause, staff(play.state, side).id, staff(play.state, side).tallies
    play.emit(Spent(keeper, Did.EDITED))
    chances = [Option(FireAt(chance), clause) for chance in (*CHANCES, NEVER_FIRE)] + [Option(AskMe(), clause)]
    match play.ask(side, Topic("orders", f"{side}: when does it fire at movers?"), lambda _view: chances):
        case FireAt(chance=never) if never == NEVER_FIRE:
            play.emit(Tallied(keeper, Tally.CHANCE, never))
            play.emit(Tallied(keeper, Tally.WITHIN, RANGES[-1]))
            note(play, side, FireAt(never).tell(), had)
        case FireAt(chance):
            ranges = [Option(FireWithin(inches), clause) for inches in RANGES]
            within = play.ask(side, Topic("orders", f"{side}: within what distance?"), lambda _view: ranges)
            assert isinstance(within, FireWithin)
            play.emit(Tallied(keeper, Tally.CHANCE, chance))
            play.emit(Tallied(keeper, Tally.WITHIN, within.inches))
            note(play, side, f"{FireAt(chance).tell()}, {within.tell()}", had)
        case _:
            play.emit(Tallied(keeper, Tally.CHANCE, None))
            note(play, side, AskMe().tell(), had)


def note(play: Play, side: Side, what: str, had: Mapping[str, int]) -> None:
    """`had`: the earlier orders."""
    if staff(play.state, side).tallies != had:
        play.emit(Noted(f"standing orders of {side}: {what}", frozenset({side}), side=side))


# ---- who could fire, for a screen


def threats(view: State, units: Collection[UnitId]) -> tuple[Threat, ...]:
    """The best opportunity shot at these stands of each visible enemy whose battalion may still act."""
    stands = [view.units[unit] for unit in units if view.units[unit].kind in STANDS]
    aimed_at = [stand for stand in stands if refuse_target(view, stand) is None]
    if not aimed_at:
        return ()
    foes = [foe for foe in all_standing(view, view.foe(aimed_at[0].side)) if may_act(view, foe)]
    shots = [list(shots_of(view, foe, aimed_at, opportunity=True)) for foe in foes]
    return tuple(threat(view, max(found, key=lambda shot: chance(view, shot) or 0.0)) for found in shots if found)


def may_act(view: State, foe: Unit) -> bool:
    """opfire.who, among the stands that the side can see."""
    return not owes(view, foe) and not is_hidden(foe) and refuse_firer(view, foe) is None


def chance(view: State, shot: Shot) -> float | None:
    """None while a battalion comes onto the table: its formation is not final."""
    if body_of(view, shot.target).marks.isdisjoint(FORMATIONS):
        return None
    score, modifiers = score_to_hit(view, shot), hit_modifiers(view, shot)
    return dice(view).chance(score, modifiers + luck(view, score, modifiers), natural=True)


def threat(view: State, shot: Shot) -> Threat:
    hits = chance(view, shot)
    how = "" if hits is None else f", and would hit {hits:.0%} of the time"
    words = f'{shot.firer.id} could fire at {shot.target.id} at {shot.distance:g}"{how}'
    return Threat(shot.firer.id, shot.target.id, hits, words, cite(view, "opfire.trigger"))
