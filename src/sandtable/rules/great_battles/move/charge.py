"""Moving into contact."""

from collections.abc import Iterator
from math import hypot

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.board.sweep import shortest_line
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.layout import HAIR, TOUCHING
from sandtable.mechanics.legs import inches_to_contact
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.move.approach import refuse_approach
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.move.contact import may_meet, refuse_contact
from sandtable.rules.great_battles.move.movement import (
    ROUNDING,
    Bent,
    Way,
    first_contact,
    refuse_end,
    refuse_gap,
    refuse_rate,
)
from sandtable.rules.great_battles.table.field import (
    all_standing,
    body_of,
    enemies_touched,
    field,
    placed_slabs,
    places_of,
    standing,
)
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.words import Formation

HOPELESS = 1.0  # inches beyond its reach: no other way can save so much
FARTHEST = 36.0  # inches: no move is longer


def ways_in(state: State, body: Unit, enemy: Unit) -> Iterator[Way]:
    """Straight ways into contact: by the shortest line to each enemy stand, nearest first, then straight ahead."""
    slabs, meets = field(state).slabs, may_meet(state, body, enemy)
    lines = [shortest_line(slabs[one.id], slabs[other.id]) for one in standing(state, body.id) for other in meets]
    nearest = sorted((shapes.span_of(*line), line) for line in lines if line)[:3]
    headings = [(b[0] - a[0], b[1] - a[1]) for _, (a, b) in nearest] + [shapes.heading(body.at.facing)]
    yield from filter(None, (way_along(state, body, heading) for heading in headings))


def way_along(state: State, body: Unit, heading: tuple[float, float]) -> Way | None:
    """Straight on this bearing until a stand touches an enemy; first it wheels, if the book wants that."""
    start = turned = body.at
    size = shapes.span_of((0.0, 0.0), heading)
    by = heading[0] / size * FARTHEST, heading[1] / size * FARTHEST
    end = Place(start.x + by[0], start.y + by[1], start.facing)
    if (facing := MoveByEdition.of(state).facing_after(start, end)) is not None:
        turned = replace(start, facing=facing)
    slabs, foe = field(state).slabs, state.foe(body.side)
    far = inches_to_contact(bases(state, body, turned), by, [slabs[one.id] for one in all_standing(state, foe)])
    if far is None:
        return None
    to = shapes.place_at(shapes.along(start.point, end.point, max(far - HAIR, 0.0)), turned.facing)
    return Way(state, body, to) if turned == start else Bent(state, body, to)


def bases(state: State, body: Unit, turned: Place) -> list[Slab]:
    """Its bases after a wheel on its anchor; none if it would touch an enemy in the wheel."""
    if turned == body.place:
        return [field(state).slabs[stand.id] for stand in standing(state, body.id)]
    wheel = Way(state, body, turned)
    return [] if first_contact(state, wheel) else list(placed_slabs(state, wheel.after).values())


def may_charge(state: State, body: Unit, enemy: Unit, left: float) -> bool:
    """Whether there is a way into contact. The middles of the bases rule out most enemies."""
    if refuse_contact(state, body, enemy):
        return False
    far = Rates(state, body).good * left + ROUNDING + TOUCHING + 2 * charts(state).largest_base
    own, theirs = (places_of(standing(state, one.id)).values() for one in (body, enemy))
    near = any(hypot(there.x - here.x, there.y - here.y) <= far for here in own for there in theirs)
    return near and isinstance(find_charge(state, body, enemy, left), Way)


def find_charge(state: State, body: Unit, enemy: Unit, left: float) -> Way | Refusal:
    """A way into contact with that battalion, or why there is none."""
    if refusal := refuse_contact(state, body, enemy) or refuse_column(state, body):
        return refusal
    why = refuse(state, "move.contact", f"no straight move makes contact with {enemy.id}")
    rates = Rates(state, body)
    for way in ways_in(state, body, enemy):
        touched = enemies_touched(state, body, way.after)
        if all(stand.part_of != enemy.id for stand in touched):
            continue
        refusal = refuse_touched(state, body, touched) or refuse_charge_way(state, way, rates, left)
        if refusal is None:
            return way
        why = refusal
        if shapes.span_of(way.start.point, way.to.point) > rates.good * left + HOPELESS:
            break
    return why


def refuse_column(state: State, body: Unit) -> Refusal | None:
    if Formation.ROAD_MARCH not in body.marks:
        return None
    return refuse(state, "move.road", "it is in road march and must change formation before it makes contact")


def refuse_touched(state: State, body: Unit, touched: list[Unit]) -> Refusal | None:
    """Why a battalion cannot touch all these stands at once."""
    if why := refuse_column(state, body):
        return why
    for enemy in {stand.part_of: body_of(state, stand) for stand in touched}.values():
        met = [stand for stand in touched if stand.part_of == enemy.id]
        if why := refuse_contact(state, body, enemy, met):
            return why
    return None


def refuse_charge_way(state: State, way: Way, rates: Rates, left: float) -> Refusal | None:
    """Why a battalion cannot take a way that ends in contact."""
    return (
        refuse_rate(state, way, rates, left)
        or refuse_end(state, way.body, way.after)
        or refuse_gap(state, way)
        or refuse_approach(state, way)
    )
