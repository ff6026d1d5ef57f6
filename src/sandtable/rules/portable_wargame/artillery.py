"""The artillery fire phase: secret targets, landing dice, and hits when every gun has fired."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.grid import Square
from sandtable.book.charts import Grid, Scores
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Noted, Spent, Stacked, Tallied, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Term
from sandtable.kernel.state import Pile, Side, State, Unit
from sandtable.kernel.view import UNREAD
from sandtable.rules.portable_wargame.antiaircraft import flak_targets, no_flak_targets, shoot_at_aircraft
from sandtable.rules.portable_wargame.book import BOOK, INDIRECT, RANGES, SPOTTER
from sandtable.rules.portable_wargame.commands import Bombard, Flak, HoldFire
from sandtable.rules.portable_wargame.field import (
    commander_with_or_next_to,
    facing,
    field,
    grid,
    in_shelter,
    kind,
    square_of,
    turn,
    units_at,
)
from sandtable.rules.portable_wargame.fire import WITHIN_WOOD, on_edge, refuse_ground, within_wood
from sandtable.rules.portable_wargame.gas import make_cloud
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.words import Did, Mark, Tally

ORDER = Clause("pw.artillery.target-square")
OUT_OF_RANGE = Refusal(Clause("pw.artillery.range"), "the target is out of range")
OUT_OF_ARC = Refusal(Clause("pw.artillery.arc"), "the target is outside its forward arc")
NOT_IN_PLACE = Refusal(
    Clause("pw.artillery.legal-target"), "a gun that is off the board, limbered or carried cannot fire"
)
LANDING = Grid(BOOK.table("artillery-landing"), rows=Scores)
ON, SHORT, OVER, NOWHERE = (LANDING.text(score) for score in (5, 4, 3, 0))
Order = Bombard | Flak | HoldFire


class Aim(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers of the landing die."""

    sheltered: bool
    observed: bool
    repeated: bool
    commander: bool


MODIFIERS: Modifiers[Aim] = Modifiers(
    BOOK,
    "artillery-modifiers",
    [
        Modifier(
            "target is in cover or fortifications", "in cover", "pw.artillery.mod-cover", lambda aim: aim.sheltered
        ),
        Modifier(
            "firing Unit or a friendly Artillery Spotter has direct line of sight to the target square",
            "observed",
            "pw.artillery.mod-line-of-sight",
            lambda aim: aim.observed,
        ),
        Modifier(
            "firing Unit fired at the same target square in the previous turn",
            "ranged in",
            "pw.artillery.mod-repeat",
            lambda aim: aim.repeated,
        ),
        Modifier(
            "friendly Commander in the firing Unit's square or an orthogonally adjacent one",
            "Commander near",
            "pw.artillery.mod-commander",
            lambda aim: aim.commander,
        ),
    ],
)


# ---- why not


def gun_class(gun: Unit) -> str:
    """pw.units.artillery-class: without a class, Self-propelled Artillery counts as Field Artillery."""
    return class_named(gun.traits)


@lru_cache(maxsize=1024)
def class_named(traits: frozenset[str]) -> str:
    return next((name for name in RANGES if name in traits), "Field Artillery")


def refuse_bombard(state: State, gun: Unit, target: Square) -> Refusal | None:
    board, square = grid(state), square_of(state, gun)
    if refusal := refuse_ground(state, gun):
        return refusal
    distance = board.squares_apart(square, target)
    if not 0 < distance <= RANGES[gun_class(gun)]:
        return OUT_OF_RANGE
    if not board.in_arc(square, facing(gun), target):
        return OUT_OF_ARC
    if target not in field(state).held[state.foe(gun.side)]:
        return Refusal(Clause("pw.artillery.legal-target"), "no enemy ground Unit is there")
    return None if distance == 1 else refuse_line(state, gun, square, target)


def refuse_line(state: State, gun: Unit, square: Square, target: Square) -> Refusal | None:
    board = grid(state)
    if within_wood(state, square, target):
        return WITHIN_WOOD
    if in_shelter(board, square) and not on_edge(state, gun, square, target):
        return Refusal(Clause("pw.artillery.out-of-cover"), "it can fire out of cover only from the edge")
    if gun_class(gun) not in INDIRECT:
        sight = board.sight_line(square, target, field(state).at)
        if not sight.clear:
            return Refusal(Clause("pw.artillery.direct-only"), f"it cannot see past the {sight.past}")
    return None


def bombardments(view: State, gun: Unit) -> Iterator[Option]:
    board = grid(view)
    gas = "gas" in view.variants and Mark.GAS_SHELL in gun.marks
    for square in sorted(field(view).held[view.foe(gun.side)]):
        if refuse_bombard(view, gun, square) is None:
            yield Option(Bombard(gun.id, board.place(square)), aim_clause(view, gun, square))
            if gas:
                yield Option(Bombard(gun.id, board.place(square), gas=True), Clause("pw.gas.firing"))
    yield from flak_targets(view, gun)
    yield Option(HoldFire(gun.id), Clause("pw.turn.artillery-needs-no-activation"))


def aim_clause(view: State, gun: Unit, square: Square) -> Clause:
    """The rule about targets that says most about this shot."""
    board = grid(view)
    if in_shelter(board, square):
        return Clause("pw.artillery.into-cover")
    if not board.sight_line(square_of(view, gun), square, field(view).at).clear:
        return Clause("pw.artillery.fire-over-units")
    tanks = any(kind(unit).tank for unit in units_at(view, square))
    return Clause("pw.artillery.destroys-anything" if tanks else "pw.artillery.direct-fire")


def no_bombardments(view: State, gun: Unit) -> Iterator[Option]:
    board = grid(view)
    for square in sorted(field(view).held[view.foe(gun.side)]):
        refusal = refuse_bombard(view, gun, square)
        if refusal:
            yield Option(Bombard(gun.id, board.place(square)), refusal.clause, refusal=refusal)
        if refusal or Mark.GAS_SHELL not in gun.marks or "gas" not in view.variants:
            spent = refusal or Refusal(Clause("pw.gas.allocation"), "it has no Gas Shell")
            yield Option(Bombard(gun.id, board.place(square), gas=True), spent.clause, refusal=spent)
    yield from no_flak_targets(view, gun)


def why_not_bombard(view: State, command: Command) -> Refusal | None:
    """Why the command names a wrong square or gun."""
    gun = view.units.get(command.gun) if isinstance(command, Bombard | Flak) else None
    if gun is None or gun.kind not in ("Artillery", "Self-propelled Artillery"):
        return None
    if gun.place is None:
        return NOT_IN_PLACE
    if not isinstance(command, Bombard):
        return Refusal(Clause("pw.ground-to-air.who"), "the target is not an enemy aircraft over the board")
    if not grid(view).has(command.at):
        return Refusal(Clause("pw.artillery.legal-target"), "the target is not a square of the board")
    return refuse_bombard(view, gun, grid(view).square(command.at))


# ---- step 1: secret targets


@rule("pw.artillery.resolution-order")
def order_targets(play: Play, side: Side) -> None:
    """Each gun that can fire gets an order, face down. "Hold" is an order like any other."""
    for gun in able_guns(play.state, side):
        answer = play.ask(
            side,
            Topic("bombard", f"{gun.id}: which square does it fire at?", (gun.id,)),
            lambda view, gun=gun: bombardments(view, gun),  # type: ignore[misc]
            lambda view, gun=gun: no_bombardments(view, gun),  # type: ignore[misc]
            why_not_bombard,
        )
        card = card_of(answer)
        cards = play.state.piles[pile(side)].cards if pile(side) in play.state.piles else ()
        play.emit(Stacked(pile(side), Pile((*cards, card), frozenset({side}))), ORDER)


@rule("pw.artillery.resolution-order")
def turn_up(play: Play) -> None:
    """Both sides' orders are revealed before any die is thrown, so that both sides know the results."""
    for side in play.state.sides:
        if cards := play.state.piles.get(pile(side), Pile()).cards:
            play.emit(Stacked(pile(side), Pile(cards)))


def pile(side: Side) -> str:
    return f"{side} artillery orders"


def able_guns(state: State, side: Side) -> list[Unit]:
    """pw.turn.artillery-needs-no-activation: every gun on the board that is not carried or towed."""
    return [unit for unit in state.standing(side) if unit.kind in ("Artillery", "Self-propelled Artillery")]


def assume_hold(view: State, _rng: object) -> State:
    """A side assumes that guns with unknown orders hold their fire."""
    held = {pile(side): [card_of(HoldFire(gun.id)) for gun in able_guns(view, side)] for side in view.sides}
    piles = {
        name: replace(found, cards=tuple(held[name][: len(found.cards)])) if UNREAD in found.cards else found
        for name, found in view.piles.items()
    }
    return view.change(piles=piles)


def card_of(order: Command) -> str:
    return msgspec.json.encode(order).decode()


# ---- steps 2 to 4


class Landed(Struct, frozen=True, gc=False):
    gun: Unit
    square: Square
    origin: Square
    gas: bool


@rule("pw.artillery.simultaneous")
def bombardment(play: Play) -> None:
    """Every gun fires, from the positions at the start of the phase. Then all hits are resolved."""
    before = play.state
    orders = [order for side in before.sides for order in read_orders(before, side)]
    landed = [fell for order in orders if isinstance(order, Bombard) and (fell := bombard(play, before, order))]
    for order in orders:
        if isinstance(order, Flak):
            shoot_at_aircraft(play, order)
    for side in before.sides:
        play.emit(Stacked(pile(side), Pile()))
    for fell in landed:
        if fell.gas:
            make_cloud(play, fell.square, facing(fell.gun))
    strike(play, landed)


def read_orders(state: State, side: Side) -> list[Order]:
    cards = state.piles[pile(side)].cards if pile(side) in state.piles else ()
    return [msgspec.json.decode(card, type=Order) for card in cards]


@rule("pw.artillery.landing")
def bombard(play: Play, before: State, order: Bombard) -> Landed | None:
    """One modified die decides where the shot lands."""
    gun, board = before.units[order.gun], grid(before)
    square, target = square_of(before, gun), board.square(order.at)
    adds = landing_adds(before, gun, target)
    play.emit(Spent(gun.id, Did.FIRED), Clause("pw.artillery.once"))
    play.emit(Tallied(gun.id, Tally.TARGET, target))
    play.emit(Tallied(gun.id, Tally.TARGET_TURN, turn(before)))
    if order.gas:
        play.emit(Unmarked(gun.id, Mark.GAS_SHELL), Clause("pw.gas.firing"))
    result = RESULTS[play.roll(Throw("to hit", order.tell(), gun.id), landing_reading(adds), adds=adds)]
    landing = where(before, gun, target, result)
    if landing is None or landing == square:
        off = "pw.artillery.landing" if result == NOWHERE else "pw.artillery.landing-off-limits"
        play.emit(Noted(f"{gun.id}: no effect", about=(gun.id,)), Clause(off))
        return None
    play.emit(
        Noted(f"{gun.id}: the fire lands on {board.names[landing]}", about=(gun.id,)),
        Clause("pw.artillery.front-and-behind"),
    )
    return Landed(gun, landing, square, order.gas)


def landing_adds(state: State, gun: Unit, target: Square) -> tuple[Term, ...]:
    """The modifiers of the landing die."""
    board, square, standing = grid(state), square_of(state, gun), field(state).at
    watchers = [square] + [square_of(state, u) for u in state.standing(gun.side) if u.kind == SPOTTER]
    aimed = gun.tallies.get(Tally.TARGET), gun.tallies.get(Tally.TARGET_TURN, 0) + 1
    return MODIFIERS.that_apply(
        Aim(
            sheltered=in_shelter(board, target),
            observed=any(board.sight_line(watcher, target, standing).clear for watcher in watchers),
            repeated=aimed == (target, turn(state)),
            commander=commander_with_or_next_to(state, gun.side, square),
        )
    )


RESULTS = (NOWHERE, OVER, SHORT, ON)


def landing_reading(adds: tuple[Term, ...]) -> Reading:
    """A face is worth the landing place of its modified score, so that the odds have few branches."""
    plus = sum(term.value for term in adds)
    return Reading(tuple(RESULTS.index(LANDING.text(face + plus)) for face in range(1, 7)))


def where(state: State, gun: Unit, target: Square, result: str) -> Square | None:
    """The landing square. Short and over lie along the gun's facing; None: nowhere, or off the board."""
    if result == ON:
        return target
    if result == NOWHERE:
        return None
    return grid(state).ahead(target, facing(gun) if result == OVER else (facing(gun) + 180) % 360)


@rule("pw.artillery.hits-all-in-square")
def strike(play: Play, landed: list[Landed]) -> None:
    """Every Unit in a landing square is hit, friend and enemy. Friends may retreat in any direction."""
    hits = [
        Hit(unit.id, None if fell.gas or unit.side == fell.gun.side else fell.origin)
        for fell in landed
        for unit in units_at(play.state, fell.square)
    ]
    for unit in sorted({hit.unit for hit in hits}):
        play.emit(Noted(f"{unit} is under fire", about=(unit,)))
    take_hits(play, hits)
