"""Air attacks, an option: a mission strikes one stand and is gone."""

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.dice import Reading
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.book.charts import BUNKER
from sandtable.rules.great_battles.commands.artillery import Strike
from sandtable.rules.great_battles.edition import charts, cite, dice, refuse, rule, term
from sandtable.rules.great_battles.facts.missions import Picked
from sandtable.rules.great_battles.fire.hits import destroy, suppress
from sandtable.rules.great_battles.guns.mission import is_aircraft, of_today, use_up
from sandtable.rules.great_battles.guns.shelling import IMMUNE, riders, suppression_score
from sandtable.rules.great_battles.table.field import all_standing, field, trait
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.table.sighting import is_hidden, sight_limit
from sandtable.rules.great_battles.words import RIDES, Kind, Mark, Tie, Trait

FULL_DAY = 4  # sighting.daylight: the turn from which it is light
NOTHING, SUPPRESSED, DESTROYED = range(3)


# ---- when


def full_sight(state: State) -> int:
    return charts(state).sight(FULL_DAY, False, odd=False)


def refuse_flying(state: State) -> Refusal | None:
    """air.daylight: aircraft only fly in player turns of full daylight."""
    if sight_limit(state) >= full_sight(state):
        return None
    return refuse(state, "air.daylight", f"troops see only {sight_limit(state)} inches")


def refuse_turn(state: State, mission: Unit, turn: int) -> Refusal | None:
    """Why an aircraft cannot be planned for a turn that is surely dark."""
    second = mission.side != battle(state).first_player
    if not is_aircraft(mission) or charts(state).sight(turn, second, odd=False) >= full_sight(state):
        return None
    return refuse(state, "air.daylight", f"it is not light enough on turn {turn}")


# ---- targets


def strike_targets(view: State, mission: Unit) -> list[Unit]:
    """Visible enemy stands near the mission's point."""
    assert mission.place is not None
    circle = Base(2 * charts(view).strike, 2 * charts(view).strike, disc=True)
    disc, slabs = shapes.footprint(mission.place, circle), field(view).slabs
    enemies = all_standing(view, view.foe(mission.side))
    return [enemy for enemy in enemies if not is_hidden(enemy) and shapes.overlap(disc, slabs[enemy.id])]


@rule("air.air-target")
def pick_target(play: Play, mission: UnitId) -> None:
    """An aircraft picks one enemy stand at its point, or flies home."""
    unit, clause = play.state.units[mission], cite(play.state, "air.single-stand")
    if not strike_targets(play.state, unit):
        use_up(play, unit, "finds no enemy", "air.air-target")
        return
    order = play.ask(
        unit.side,
        Topic("target", f"{mission}: which stand does it attack?", (mission,)),
        lambda view: [Option(Strike(mission, one.id), clause) for one in strike_targets(view, view.units[mission])],
    )
    assert isinstance(order, Strike)
    play.emit(Picked(mission, Tie.STRIKES, order.target))


# ---- the attack


def strike_all(play: Play, side: Side) -> None:
    """Step 4B: every aircraft on the table attacks, and is gone."""
    for mission in of_today(play.state, side, Mark.FALLING):
        for target in mission.linked(Tie.STRIKES):
            strike(play, mission, target)


@rule("air.single-roll")
def strike(play: Play, mission: Unit, target: UnitId) -> None:
    """One die on the barrage table to suppress; the same die may also destroy."""
    stand = play.state.units[target]
    need = destroy_score(play.state, mission, stand)
    reading = strike_reading(play.state, stand, need)
    result = play.roll(
        Throw("to hit", f"{mission.id} attacks {target}", mission.id, (target,)), reading, need=Reckoning(need)
    )
    for one in [target, *riders(play.state, target)]:
        if result == DESTROYED:
            destroy(play, one, mission.id)
        elif result == SUPPRESSED:
            suppress(play, one, mission.id)
    use_up(play, mission, "flies home", "air.single-roll")


def destroy_score(state: State, mission: Unit, stand: Unit) -> Term:
    """The score for bombs, for rockets, or for rockets against their best targets."""
    rockets, hard = Trait.ROCKETS in mission.traits, is_vehicle(stand) or cover(state, stand) == BUNKER
    label = "fighter-bomber" if not rockets else "rockets at a vehicle or a bunker" if hard else "rockets"
    return term(state, charts(state).air(rockets=rockets, hard=hard), label, "air.destroy")


def is_vehicle(stand: Unit) -> bool:
    motor = Mark.LOADED in stand.marks and trait(stand, RIDES) != "horse"
    return motor or stand.kind in (Kind.ARMOUR, Kind.HALF_TRACK)


def strike_reading(state: State, stand: Unit, need: Term) -> Reading:
    """The effect of each face on the stand."""
    throw = dice(state)
    faces, dead = range(1, throw.sides + 1), f"destroyed by {throw.says}"
    if stand.kind in IMMUNE:
        return Reading(tuple(DESTROYED * throw.makes(face, need.value) for face in faces), dead)
    least = suppression_score(state, stand).value
    worth = [DESTROYED if throw.makes(face, need.value) else SUPPRESSED * throw.makes(face, least) for face in faces]
    return Reading(tuple(worth), f"suppressed by {throw.says.format(least)}, {dead}")
