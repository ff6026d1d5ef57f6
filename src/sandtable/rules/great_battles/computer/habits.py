"""Frequent questions: the answers a computer player assumes while it thinks about something else."""

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import EDGES
from sandtable.kernel.decision import Command, Option, Question
from sandtable.kernel.state import Side, State, UnitId
from sandtable.mechanics.landmarks import is_before
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.commands import day as say
from sandtable.rules.great_battles.commands.airborne import Allot
from sandtable.rules.great_battles.commands.combat import FaceAbout
from sandtable.rules.great_battles.computer.prospects import CLOSE_BY, Scene
from sandtable.rules.great_battles.fire.opportunity import chance_to_hit, has_orders
from sandtable.rules.great_battles.fire.shot import aim
from sandtable.rules.great_battles.frame.victory import is_last_day, leader
from sandtable.rules.great_battles.steps import Aiming
from sandtable.rules.great_battles.table.field import (
    all_standing,
    body_of,
    gap,
    is_suppressed,
    standing,
    standing_orders,
)
from sandtable.rules.great_battles.table.landmarks import enemies_by_distance
from sandtable.rules.great_battles.words import Did, Mark


def reflex(question: Question) -> Command | None:
    """The answers a computer player gives at once: how long a day is, whether weapons are set up, which stand takes
    a hit, how divisions share points, and which stand leads (the infantry, as they stand). It rallies, because a
    suppressed stand can do nothing else with the action, and turns to the enemy after a retreat. A battalion that opens
    fire at a move takes its best shots: it was expected to when it was told to fire."""
    match question.first.command:
        case say.Fire() if not isinstance(question.view.agenda[0], Aiming):
            return best_shot(question.view, question.options)
        case say.EndDay():  # as far as it sees, that would end a battle that it has won
            won = is_last_day(question.view) and leader(question.view) == question.side
            return say.EndDay() if won else say.PlayOn()
        case say.SetUp(weapons) if any(option.command == say.DoNotSetUp(weapons) for option in question.options):
            return say.SetUp(weapons) if pays_to_set_up(question.view, weapons) else say.DoNotSetUp(weapons)
        case say.Take():
            return least_able(question)
        case say.Rally() | say.Limber() | say.Dig():
            return next((one.command for one in question.options if isinstance(one.command, say.Rally)), None)
        case FaceAbout(body):
            return FaceAbout(body) if has_turned_away(question.view, body) else question.options[-1].command
        case Allot():
            return question.options[len(question.options) // 2].command
        case say.Lead(_, stand) if question.view.units[stand].place is None:
            return question.first.command
    return None


def pays_to_set_up(state: State, stand: UnitId) -> bool:
    """A weapon set up holds the battalion: good if it stays, or is as near as it wants to be."""
    body = body_of(state, state.units[stand])
    if Did.BUSY in state.units[stand].spent:  # it has just been packed up
        return False
    if not Scene(state).has_ground_to_win(body.side):
        return True
    enemies = [enemy for enemy in all_standing(state, state.foe(body.side)) if enemy.known_by(body.side)]
    return any(gap(state, one, enemy) <= CLOSE_BY for one in standing(state, body.id) for enemy in enemies)


def has_turned_away(state: State, body: UnitId) -> bool:
    """Whether the nearest enemy is behind a battalion; if none is known, the enemy's edge of the table."""
    unit = state.units[body]
    enemies = enemies_by_distance(state, unit, unit.at.point)
    ahead = shapes.ahead(unit.at.point, EDGES[battle(state).army(unit.side).edge] + 180, 1.0)
    return not is_before(unit.at, enemies[0] if enemies else ahead)


def least_able(question: Question) -> Command:
    """A stand that is already suppressed, else the last one."""
    units, takers = question.view.units, [option.command for option in question.options]
    down = [one for one in takers if isinstance(one, say.Take) and is_suppressed(units[one.unit])]
    return (down or takers)[-1]


def habit(question: Question) -> Command | None:
    """While it thinks about something else: let them pass, go on, take the best shot; None: worth a thought."""
    first = question.first
    match first.command:
        case say.OpenFire() | say.EditOrders():
            return say.LetPass()
        case say.FireAt():
            return say.AskMe()
        case say.Lead():
            return first.command
        case say.Dismount() if asks_who_gets_out(question):
            return first.command
        case say.Move() if first.region is None:  # one that was interrupted
            return first.command
        case say.Fire():
            return best_shot(question.view, question.options)
    return reflex(question)


def expected(state: State, side: Side) -> State:
    """The table as it thinks ahead: the enemy lets every move pass, unless it has given orders."""
    foe = state.foe(side)
    if has_orders(state, foe):
        return state
    keeper = standing_orders(state, foe)
    return state.put(replace(keeper, marks=keeper.marks | {Mark.LETS_PASS}))


def asks_who_gets_out(question: Question) -> bool:
    """Whether several stands may get out, nobody is under fire and nothing else is on offer."""
    match question.first.command, question.options[-1].command:
        case say.Dismount(one), say.StayAboard(body):
            return one != body
    return False


def best_shot(state: State, options: list[Option]) -> Command:
    def chance(command: Command) -> float:
        if not isinstance(command, say.Fire):
            return 0.0
        firer, target = state.units[command.unit], state.units[command.target]
        return chance_to_hit(state, aim(state, firer, target, indirect=command.indirect, opportunity=True))

    return max((option.command for option in options), key=chance)
