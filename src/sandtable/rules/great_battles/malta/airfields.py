"""Airfields by the house rules of Malta: passing through takes them, and landing on them draws fire."""

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Objective
from sandtable.rules.great_battles.commands.day import LetPass, OpenFire
from sandtable.rules.great_battles.edition import rule
from sandtable.rules.great_battles.fire.fire import of_sort, shots_of
from sandtable.rules.great_battles.fire.opportunity import fire_as_they_come, fire_by_order, has_orders
from sandtable.rules.great_battles.fire.shot import Shot, Volleys, refuse_firer, refuse_target
from sandtable.rules.great_battles.frame.victory import from_objective, in_objective, objectives, take
from sandtable.rules.great_battles.malta import house as malta
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.field import is_locked, on_table, owes, standing
from sandtable.rules.great_battles.words import FIGHTING

NEAR = 6.0  # inches from the field: variants.malta-airfield
STRIDE = 0.25  # inches between the checks of who is in it


# ---- who passes through


def cross_fields(play: Play, way: Way, share: float) -> None:
    """A battalion that was in the field on this part of its way has passed through it, even if it has left it."""
    for marker, one in objectives(play.state) if malta.is_played(play.state) else ():
        if one.airfield and marker.side != way.body.side:
            passing = on_the_way(play.state, way, share, one)
            if stand := next((stand for stand in passing if in_objective(play.state, one, stand)), None):
                take(play, marker, one, stand)


def on_the_way(state: State, way: Way, share: float, one: Objective) -> Iterator[Unit]:
    """Its fighting stands at every point of the way, if that can be near the field."""
    inches = way.inches()
    fighters = [stand for stand in standing(state, way.body.id) if stand.kind in FIGHTING]
    if not any(from_objective(state, one, stand) <= inches for stand in fighters):
        return
    for step in range(1, ceil(inches * share / STRIDE)):
        pose = way.pose(step * STRIDE / inches)
        yield from (replace(stand, place=pose[stand.id]) for stand in fighters if stand.id in pose)


# ---- who lands


@rule("variants.malta-airfield")
def watch_landing(play: Play, body: UnitId) -> None:
    """Opportunity fire by one battalion after another, though nobody has moved an inch."""
    foe, held = play.state.foe(play.state.units[body].side), set[UnitId]()
    while volleys := {i: shots for i, shots in volleys_on(play, body).items() if i not in held}:
        if has_orders(play.state, foe):
            if not fire_by_order(play, foe, volleys):
                return
            continue
        asked = Topic("opportunity", f"{body} lands on an airfield: opportunity fire?", (body,))
        options = [*(Option(OpenFire(one), play.clause) for one in volleys), Option(LetPass(), play.clause)]
        order = play.ask(foe, asked, lambda _view, o=options: o)  # type: ignore[misc]
        if not isinstance(order, OpenFire):
            return
        fire_as_they_come(play, order.unit, volleys[order.unit])
        held.add(order.unit)


def volleys_on(play: Play, body: UnitId) -> Volleys:
    return play.work_out(lambda: volleys_at(play.state, body))


def volleys_at(state: State, body: UnitId) -> Volleys:
    """The battalions that may fire at stands on an airfield, and every shot each could take."""
    found: Volleys = {}
    if not malta.is_played(state):
        return found
    for one in [one for _, one in objectives(state) if one.airfield]:
        landed = [s for s in standing(state, body) if in_objective(state, one, s) and refuse_target(state, s) is None]
        for enemy in on_table(state, state.foe(state.units[body].side)) if landed else ():
            if shots := shots_from(state, enemy, one, landed):
                found.setdefault(enemy.id, []).extend(shots)
    return found


def shots_from(state: State, enemy: Unit, one: Objective, landed: list[Unit]) -> list[Shot]:
    if is_locked(state, enemy):
        return []
    firers = [s for s in standing(state, enemy.id) if not owes(state, s) and refuse_firer(state, s) is None]
    near = [s for s in firers if from_objective(state, one, s) <= NEAR]
    return [shot for firer in near for shot in of_sort(state, shots_of(state, firer, landed, opportunity=True))]
