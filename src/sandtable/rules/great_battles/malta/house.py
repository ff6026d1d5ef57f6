"""The house rules of Malta, an option: points, ports, guns on call, the end of the day, and airfields."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.book.charts import whole
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Counted, Marked, Noted, Spent, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Objective, battle
from sandtable.rules.great_battles.book.books import D10
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER
from sandtable.rules.great_battles.commands.day import Done, EntrenchHere, LetPass, OpenFire
from sandtable.rules.great_battles.edition import charts, cite, plays, refuse, rolls, rule, term
from sandtable.rules.great_battles.fire.fire import of_sort, shots_of
from sandtable.rules.great_battles.fire.opportunity import fire_as_they_come, fire_by_order, has_orders
from sandtable.rules.great_battles.fire.shot import Shot, Volleys, refuse_firer, refuse_target
from sandtable.rules.great_battles.frame.victory import from_objective, in_objective, objectives, take
from sandtable.rules.great_battles.guns.air import by_scenario
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.staff.staff_points import night_score
from sandtable.rules.great_battles.table.divisions import divisions, force, points, purse, told
from sandtable.rules.great_battles.table.field import all_standing, is_locked, on_table, owes, standing
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.words import FIGHTING, Did, Kind, Mark, Tally

NEAR = 6.0  # inches from the field: variants.malta-airfield
STRIDE = 0.25  # inches between the checks of who is in it
BESIDE = 1.0  # inches from an airfield: variants.malta-airfield
LATE = 7  # the first turn that may be the last: variants.malta-day-end


def is_played(state: State) -> bool:
    return plays(state, "malta")


def is_axis(state: State, side: Side) -> bool:
    """The side that the scenario names, or else the attacker."""
    named = [army.name for army in battle(state).side if army.axis]
    return side == (named[0] if named else battle(state).attacker)


class House(Struct, frozen=True, gc=False):
    """What the house rules give one side."""

    points: int  # on the first turn of the first day
    keeps: int  # a point lasts overnight on this score
    keeps_by_day: int  # the score changes by this for each day that has ended
    port: int  # points for taking one
    air: int  # the score for an air attack that costs a point


@lru_cache(maxsize=2)
def house_of(column: str) -> House:
    """The rows of the table in order; "8 - day" changes by the day."""
    points, keeps, port, air = D10.table("malta").column(column).values()
    score, sign, _ = str(keeps).split()
    first, taken, heard = (whole("malta", cell) for cell in (points, port, air))
    return House(first, int(score), -1 if sign == "-" else 1, taken, heard)


def house(state: State, side: Side) -> House:
    return house_of("Axis" if is_axis(state, side) else "Allies")


# ---- activation points


@rule("variants.malta-points")
def open_accounts(play: Play) -> None:
    """A side begins with the shared points of the table, whatever else the scenario gives."""
    for side in play.state.sides if is_played(play.state) else ():
        whole, first = force(play.state, side), house(play.state, side).points
        for division in divisions(play.state, side):
            if division.id != whole.id:
                play.emit(Tallied(division.id, Tally.POINTS, None))
        play.emit(Tallied(whole.id, Tally.POINTS, first))
        play.emit(Noted(f"{side} begins with {told(first)}", side=side))


def refuse_saving(state: State) -> Refusal | None:
    """No C Ops saves a point on the first turn of the first day, when the divisions share their points."""
    if not is_played(state) or (state.tallies[Tally.DAY], state.tallies[Tally.TURN]) > (1, 1):
        return None
    return refuse(state, "variants.malta-points", "you can save points from the second turn of the first day on")


def carry_over(state: State, side: Side) -> Term:
    """The score that keeps a point overnight: each day it gets worse for the Axis and better for the Allies."""
    if not is_played(state):
        return night_score(state, side)
    figures, day = house(state, side), state.tallies[Tally.DAY]
    return term(state, figures.keeps + figures.keeps_by_day * day, f"after day {day}", "variants.malta-carry-over")


def holding(state: State, one: Objective, side: Side) -> str:
    """A side takes an airfield only if no enemy is next to it."""
    if not (one.airfield and is_played(state)):
        return "victory.hold"
    enemies = all_standing(state, state.foe(side))
    near = any(shapes.within(from_objective(state, one, enemy), BESIDE) for enemy in enemies)
    return "" if near else "variants.malta-airfield"


@rule("variants.malta-ports")
def take_port(play: Play, one: Objective, division: Unit) -> None:
    """A port gives points at once."""
    if not (one.port and is_played(play.state)):
        return
    account = purse(play.state, division)
    now = min(points(account) + house(play.state, division.side).port, charts(play.state).most_points)
    play.emit(Tallied(account.id, Tally.POINTS, now))
    play.emit(Noted(f"{account.id} has taken {one.name} and has {told(now)}", about=(account.id,)))


# ---- artillery


def refuse_mode(state: State, mission: Unit) -> Refusal | None:
    """On the first day Axis guns can only be on call."""
    bound = is_played(state) and is_axis(state, mission.side) and state.tallies[Tally.DAY] == 1
    if not bound or mission.kind != Kind.TEMPLATE:
        return None
    return refuse(state, "variants.malta-artillery", "on the first day Axis guns can only be on call")


# ---- aircraft


def air_call(state: State, side: Side) -> tuple[int, str]:
    """The score of the table, whatever else the scenario gives."""
    return (house(state, side).air, "variants.malta-air") if is_played(state) else by_scenario(state, side)


def one_call_a_turn(play: Play, side: Side) -> None:
    if is_played(play.state):
        clause = cite(play.state, "variants.malta-air-limit")
        play.emit(Spent(UnitId(side), Did.ASKED), clause)
        play.emit(Noted(f"{side} can ask for no other aircraft this turn", side=side), clause)


# ---- the end of the day


@rule("variants.malta-day-end")
def grow_dark(play: Play, side: Side) -> None:
    """Late in the day a die of at least the turn number ends the day after the turn of the Allies."""
    turn = play.state.tallies[Tally.TURN]
    if not is_played(play.state) or is_axis(play.state, side) or turn < LATE:
        return
    if play.roll(Throw("dusk", f"the day ends with turn {turn} on {turn} or more"), rolls(play.state).die) >= turn:
        play.emit(Counted(Tally.DARK, play.state.tallies[Tally.DAY]))
        play.emit(Noted("the day is over"))


@rule("variants.entrenching")
def offer_entrenchments(play: Play, body: UnitId) -> None:
    """By the house rules of Malta Allied stands outside towns may start dug in."""
    unit, clause = play.state.units[body], play.clause
    if not is_played(play.state) or is_axis(play.state, unit.side):
        return
    outside = [s for s in standing(play.state, body) if cover(play.state, s) not in (HARD_COVER, BUNKER)]
    if not outside:
        return
    options = [Option(EntrenchHere(body), clause), Option(Done(), clause)]
    order = play.ask(unit.side, Topic("dig", f"{body}: does it start dug in?", (body,)), lambda _view: options)
    for stand in outside if isinstance(order, EntrenchHere) else ():
        play.emit(Marked(stand.id, Mark.DUG_IN))


# ---- airfields: passing through takes them, and landing on them draws fire


def cross_fields(play: Play, way: Way, share: float) -> None:
    """A battalion that was in the field on this part of its way has passed through it, even if it has left it."""
    for marker, one in objectives(play.state) if is_played(play.state) else ():
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
    if not is_played(state):
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
