"""Fire of non-Artillery Units."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from sandtable.board.board import Sight
from sandtable.board.grid import FACINGS, Square
from sandtable.board.place import Place
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.events import Noted, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning
from sandtable.kernel.state import State, Unit
from sandtable.rules.portable_wargame.book import (
    BOOK,
    COMMANDER,
    KINDS,
    MORTARS,
    RANGES,
    SPOTTER,
    TRENCH,
    WOOD,
)
from sandtable.rules.portable_wargame.commands import Fire
from sandtable.rules.portable_wargame.field import (
    commander_with_or_next_to,
    enemies_at,
    facing,
    field,
    grid,
    in_shelter,
    kind,
    square_of,
    units_at,
)
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit, to_reach
from sandtable.rules.portable_wargame.routes import Leg
from sandtable.rules.portable_wargame.stacking import in_river, refuse_beside_tank
from sandtable.rules.portable_wargame.words import Did

FIRE = Clause("pw.fire.target-square")
IN_RIVER = Refusal(Clause("pw.terrain.rivers-no-fire"), "a Unit in a river cannot fire")
CROSSING = Refusal(Clause("pw.terrain.trenches-no-fire"), "it is crossing a trench")
OUT_OF_RANGE = Refusal(Clause("pw.fire.range"), "the target is out of range")
GUN_OUT_OF_RANGE = Refusal(Clause("pw.fire.assault-gun-range"), "the target is out of range")
OUT_OF_ARC = Refusal(Clause("pw.fire.arc"), "the target is outside its forward arc")
NOT_ON_EDGE = Refusal(Clause("pw.fire.out-of-cover"), "it can fire out of cover only from the edge")
TOO_DEEP = Refusal(Clause("pw.fire.into-cover"), "it can fire only into the first square of cover")
WITHIN_WOOD = Refusal(Clause("pw.terrain.woods-range"), "within a wood the range is 1 square")
NO_WEAPON = Refusal(Clause("pw.units.weapons"), "it has no weapon to fire when activated")
GUNS_FIRED_EARLIER = Refusal(Clause("pw.initiative.no-artillery-fire"), "Artillery fires only in the artillery phase")
MOVED_TOO_FAR = Refusal(Clause("pw.move.fire-penalty"), "it has moved too far to fire")
ONCE = Refusal(Clause("pw.fire.once"), "it has already fired this turn")
TO_HIT = Reckoning(BOOK.term(5, "to hit", "pw.fire.hit"))


class Shot(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers."""

    sheltered: bool
    moved: bool
    commander: bool


MODIFIERS: Modifiers[Shot] = Modifiers(
    BOOK,
    "fire-modifiers",
    [
        Modifier("target is in cover or fortifications", "in cover", "pw.fire.mod-cover", lambda shot: shot.sheltered),
        Modifier(
            "firing Unit has not moved this turn", "not moved", "pw.fire.mod-not-moved", lambda shot: not shot.moved
        ),
        Modifier(
            "friendly Commander in the firing Unit's square or an orthogonally adjacent one",
            "Commander near",
            "pw.fire.mod-commander",
            lambda shot: shot.commander,
        ),
    ],
)


# ---- why not


def refuse_firing(state: State, unit: Unit, leg: Leg) -> Refusal | None:
    """Reasons against any target: the weapon, the movement, the ground."""
    own = kind(unit)
    if own.gun:
        return GUNS_FIRED_EARLIER
    if not own.weapon:
        return NO_WEAPON
    if Did.FIRED in unit.spent:
        return ONCE
    if leg.used > own.squares + (leg.by_road and leg.used > 0) - 1:
        return MOVED_TOO_FAR
    return refuse_beside_tank(state, unit) or refuse_ground(state, unit)


def refuse_ground(state: State, unit: Unit) -> Refusal | None:
    """A Unit in a river or crossing a trench cannot fire."""
    board, square = grid(state), square_of(state, unit)
    if in_river(board, square):
        return IN_RIVER
    return CROSSING if TRENCH in board.grounds[square] and Did.ENTERED in unit.spent else None


def weapon_range(unit: Unit) -> int:
    return range_of(unit.kind, unit.traits)


@lru_cache(maxsize=1024)
def range_of(kind: str, traits: frozenset[str]) -> int:
    """pw.fire.assault-gun-range: an Assault Gun may have the range of an artillery class."""
    return next((RANGES[name] for name in RANGES if name in traits), KINDS[kind].range)


def refuse_fire(state: State, unit: Unit, target: Square) -> Refusal | None:
    """Check range, arc, the edges of cover, woods, and last sight, which takes longest."""
    board, square = grid(state), square_of(state, unit)
    distance = board.squares_apart(square, target)
    if not 0 < distance <= weapon_range(unit):
        return GUN_OUT_OF_RANGE if unit.kind == "Assault Guns" else OUT_OF_RANGE
    if not kind(unit).all_round and not board.in_arc(square, facing(unit), target):
        return OUT_OF_ARC
    if distance == 1:
        return None  # pw.fire.adjacent-target: the next square is always in sight
    if refusal := refuse_edges(state, unit, square, target):
        return refusal
    return refuse_sight(state, unit, square, target)


def refuse_edges(state: State, unit: Unit, square: Square, target: Square) -> Refusal | None:
    board = grid(state)
    if within_wood(state, square, target):
        return WITHIN_WOOD
    if in_shelter(board, square) and not on_edge(state, unit, square, target):
        return NOT_ON_EDGE
    crossed, _ = board.crossed(square, target)
    if in_shelter(board, target) and crossed and in_shelter(board, crossed[-1]):
        return TOO_DEEP
    return None


def on_edge(state: State, unit: Unit, square: Square, target: Square) -> bool:
    """pw.fire.firing-direction: the next square in the direction of fire must hold no cover."""
    board = grid(state)
    directions = FACINGS if kind(unit).all_round else (facing(unit),)
    aimed = [d for d in directions if board.in_arc(square, d, target)]
    return any((n := board.ahead(square, d)) is not None and not in_shelter(board, n) for d in aimed)


def within_wood(state: State, square: Square, target: Square) -> bool:
    board = grid(state)
    crossed, _ = board.crossed(square, target)
    return all(WOOD in board.grounds[s] for s in (square, *crossed, target))


def sight(state: State, a: Unit | Place, b: Unit | Place) -> Sight:
    """Sight from square to square. Ground and Units in between may block it."""
    ends = [end.place if isinstance(end, Unit) else end for end in (a, b)]
    one, other = (grid(state).square(place) for place in ends if place is not None)
    return grid(state).sight_line(one, other, field(state).at)


def refuse_sight(state: State, unit: Unit, square: Square, target: Square) -> Refusal | None:
    board, standing = grid(state), field(state).at
    if unit.kind == MORTARS:
        return refuse_mortar(state, unit, square, target)
    sight = board.sight_line(square, target, standing)
    return None if sight.clear else Refusal(Clause("pw.fire.line-of-sight"), f"it cannot see past the {sight.past}")


def refuse_mortar(state: State, unit: Unit, square: Square, target: Square) -> Refusal | None:
    """A mortar fires over Units, and other Units beside it may spot for it."""
    board, standing = grid(state), field(state).at
    if board.sight_line(square, target).clear:
        return None
    helpers = [u for u in units_at(state, square) if u.kind in (SPOTTER, COMMANDER)]
    spotters = {square} if helpers else set()
    spotters |= {n for n in board.beside[square] if any(u.side == unit.side for u in units_at(state, n))}
    if any(board.sight_line(s, target, standing).clear for s in sorted(spotters)):
        return None
    return Refusal(Clause("pw.fire.mortar-spotting"), "neither it nor a Unit beside it sees the target")


def targets(view: State, unit: Unit, leg: Leg) -> Iterator[Option]:
    if refuse_firing(view, unit, leg):
        return
    board = grid(view)
    for square in sorted(field(view).held[view.foe(unit.side)]):
        if refuse_fire(view, unit, square) is None:
            yield Option(Fire(unit.id, board.place(square)), fire_clause(view, unit, square))


def fire_clause(view: State, unit: Unit, target: Square) -> Clause:
    """The rule that says most about this shot."""
    board, square = grid(view), square_of(view, unit)
    if board.squares_apart(square, target) == 1 and (in_shelter(board, square) or in_shelter(board, target)):
        return Clause("pw.fire.adjacent-target")
    if not board.in_arc(square, facing(unit), target):
        return Clause("pw.fire.all-round-arc")
    if unit.kind == MORTARS and not board.sight_line(square, target, field(view).at).clear:
        blind = not board.sight_line(square, target).clear
        return Clause("pw.fire.mortar-spotting" if blind else "pw.fire.mortar-over-units")
    if unit.kind == "Infantry Anti-tank" and any(kind(enemy).tank for enemy in enemies_at(view, unit.side, target)):
        return Clause("pw.fire.anti-tank-weapons")
    return FIRE


def no_targets(view: State, unit: Unit, leg: Leg) -> Iterator[Option]:
    board, never = grid(view), refuse_firing(view, unit, leg)
    for square in sorted(field(view).held[view.foe(unit.side)]):
        if refusal := never or refuse_fire(view, unit, square):
            yield Option(Fire(unit.id, board.place(square)), refusal.clause, refusal=refusal)


def why_not_fire(view: State, command: Command) -> Refusal | None:
    return Refusal(FIRE, "no enemy ground Unit is there") if isinstance(command, Fire) else None


# ---- the throw


@rule("pw.fire.dice")
def fire(play: Play, order: Fire) -> None:
    """Each die with a modified 5 or more hits every enemy Unit in the target square."""
    unit, board = play.state.units[order.unit], grid(play.state)
    square, target = square_of(play.state, unit), board.square(order.at)
    near = commander_with_or_next_to(play.state, unit.side, square)
    adds = MODIFIERS.that_apply(Shot(in_shelter(board, target), Did.MOVED in unit.spent, near))
    play.emit(Spent(unit.id, Did.FIRED), ONCE.clause)
    struck = [enemy.id for enemy in enemies_at(play.state, unit.side, target)]
    throw = Throw("to hit", f"{unit.id} fires at {board.names[target]}", unit.id, tuple(struck))
    hits = play.roll(throw, to_reach(TO_HIT, adds), kind(unit).dice, adds=adds, need=TO_HIT)
    if hits > 1:
        play.emit(Noted(f"each enemy there takes {hits} hits", about=tuple(struck)), Clause("pw.fire.several-hits"))
    take_hits(play, [Hit(i, square, kind(unit).small_arms) for i in struck for _ in range(hits)])
