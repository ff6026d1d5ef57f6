"""The Close Combat phase: one combat after another, who strikes whom, the winner's advance; and overruns."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.book.reasons import Reasons
from sandtable.kernel.decision import Command, Option, Refusal, Topic, refusing
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import collides
from sandtable.mechanics.layout import clusters
from sandtable.mechanics.regions import LeftGround
from sandtable.mechanics.tolls import START
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.book import BOOK, cite
from sandtable.rules.panzer_korps.close_assault import Combat, exchange, settle
from sandtable.rules.panzer_korps.commands import Occupy, StayPut, Strike, TakeCombat
from sandtable.rules.panzer_korps.disorder import is_lost
from sandtable.rules.panzer_korps.facts import CombatOver
from sandtable.rules.panzer_korps.field import DISC, RADIUS, entry, field, is_able, is_afv, is_deployed, status
from sandtable.rules.panzer_korps.going import CLOSED, tolls_for
from sandtable.rules.panzer_korps.initiative import first_side
from sandtable.rules.panzer_korps.move_facts import Moved
from sandtable.rules.panzer_korps.moving import Mover
from sandtable.rules.panzer_korps.scenario import table
from sandtable.rules.panzer_korps.sighting import in_cover, is_entrenched
from sandtable.rules.panzer_korps.words import Did, Mark, Tie, Type

ADVANCE = 2.0  # inches: pk.close-assault.outcome
WHO, OUTCOME = cite("pk.close-assault.who"), cite("pk.close-assault.outcome")
NOT_TOUCHED = Refusal(WHO, "a formation strikes an enemy that it touches")


@rule("pk.close-assault.who")
def close_combat(play: Play, step: steps.CloseCombat) -> bool:
    """Every group of formations in contact fights once, in the order that the initiative player likes."""
    waiting = combats(play.state)
    if not waiting:
        return False
    combat = ask_combat(play, {one.attackers[0]: one for one in waiting}) if len(waiting) > 1 else waiting[0]
    held = {i: play.state.units[i].at.point for i in combat.defenders}
    won = exchange(play, combat, strikes_of(play, combat))
    play.emit(CombatOver(combat.everybody))
    settle(play, combat, combat.defenders if won else combat.attackers, driven=True)
    if won:
        move_up(play, combat, held)
    return True


def combats(state: State) -> list[Combat]:
    """Formations that touch each other directly or through others, as far as they have not fought."""
    contacts = field(state).contacts
    # pk.overrun.procedure: who has made an overrun in vain does not fight again
    left = [i for i in contacts if Did.FOUGHT not in state.units[i].spent]
    return [combat_of(state, members) for members in clusters(left, contacts) if len(members) > 1]


def combat_of(state: State, members: list[UnitId]) -> Combat:
    """The side that moved into contact is the attacker; if both did, the one that moved first, maybe last turn."""
    began = [state.units[i] for i in members if set(state.units[i].linked(Tie.FIGHTS)) & set(members)]
    earlier = [unit for unit in began if Did.MOVED not in unit.spent]
    moved_in = {unit.side for unit in earlier or began}
    first = first_side(state)
    attacker = first if first in moved_in or not moved_in else state.foe(first)
    own = tuple(i for i in members if state.units[i].side == attacker)
    return Combat(own, tuple(i for i in members if i not in own))


def ask_combat(play: Play, named: dict[UnitId, Combat]) -> Combat:
    side, topic = first_side(play.state), Topic("combat", "Which combat is fought next?")
    return named[play.ask_for(TakeCombat, side, topic, lambda view: (Option(TakeCombat(i), WHO) for i in named)).unit]


# ---- who strikes whom


def strikes_of(play: Play, combat: Combat) -> dict[UnitId, UnitId]:
    """Each formation strikes one enemy that it touches; attackers choose first."""
    found = {}
    for own, foes in ((combat.attackers, combat.defenders), (combat.defenders, combat.attackers)):
        for i in own:
            touched = tuple(foe for foe in field(play.state).contacts[i] if foe in foes)
            no_choice = len(touched) == 1 or Mark.PANICKED in play.state.units[i].marks
            found[i] = touched[0] if no_choice else ask_target(play, i, touched)
    return found


def ask_target(play: Play, unit_id: UnitId, touched: tuple[UnitId, ...]) -> UnitId:
    return play.ask_for(
        Strike, play.state.units[unit_id].side, Topic("strike", f"Whom does {unit_id} strike?", (unit_id,)),
        lambda view: (Option(Strike(unit_id, foe), WHO) for foe in touched),
        refusing(NOT_TOUCHED, Strike),
    ).target  # fmt: skip


# ---- the ground that the enemy held


@rule("pk.close-assault.outcome")
def move_up(play: Play, combat: Combat, held: dict[UnitId, Point]) -> None:
    """If the defenders are gone, one attacker may move up to 2 inches into their ground."""
    gone = all(is_lost(play, i) or play.state.units[i].at.point != point for i, point in held.items())
    if not gone or not next(advances(play.state, combat, held), None):
        return
    side = play.state.units[combat.attackers[0]].side
    topic = Topic("advance", "Who moves up into the ground that the enemy held?", combat.attackers)
    stay = Option(StayPut(side), OUTCOME)
    order: Command = play.ask(side, topic, lambda view: (*advances(view, combat, held), stay))
    if isinstance(order, Occupy):
        inches = shapes.to_lattice(shapes.span_of(play.state.units[order.unit].at.point, order.at.point))
        play.emit(Moved(order.unit, order.at, inches=inches))


def advances(state: State, combat: Combat, held: dict[UnitId, Point]) -> Iterator[Option]:
    for i in combat.attackers:
        unit = state.units[i]
        if unit.place and is_able(state, unit):
            region = HeldGround(state, unit, tuple(held.values()))
            if not region.is_empty:
                yield Option(Occupy(i), OUTCOME, region)


class HeldGround(LeftGround):
    """The places up to 2 inches away on ground that the enemy held. A Region."""

    def __init__(self, state: State, unit: Unit, held: tuple[Point, ...]) -> None:
        super().__init__(unit.id, unit.at, held, ADVANCE, RADIUS)
        self.board, self.tolls = table(state), tolls_for(entry(state, unit).ride)
        self.others = field(state).all_but({unit.id})

    def why_not(self, place: Place) -> Refusal | None:
        if not self.is_on(place):
            return Refusal(OUTCOME, "the winner moves up to 2 inches into the ground that the enemy held")
        if not self.board.holds(place, DISC) or collides(place.point, RADIUS, self.others):
            return Refusal(cite("pk.move.passing"), "a formation cannot end on another, or off the table")
        return None if self.tolls.goes(self.board, START, self.here.point, place.point) else CLOSED


# ---- overruns: AFV and cavalry ride down disordered troops in the open

OVERRUN = "pk.overrun.procedure"
refuse_overrun: Reasons[[Mover, Unit]] = Reasons(
    BOOK,
    (OVERRUN, "only AFV and cavalry overrun", lambda mover, foe: mover.unit.kind not in (Type.AFV, Type.CAVALRY)),
    (OVERRUN, "a formation makes one overrun a turn", lambda mover, foe: Did.OVERRAN in mover.unit.spent),
    (OVERRUN, "an AFV formation cannot be overrun", lambda mover, foe: is_afv(foe)),
    (OVERRUN, "only a formation in the open and not entrenched can be overrun",
     lambda mover, foe: is_entrenched(foe) or in_cover(mover.state, foe, mover.here)),
    (OVERRUN, "it is neither disordered nor in Transit Column",
     lambda mover, foe: status(mover.state, foe) == "formed" and Mark.PANICKED not in foe.marks and is_deployed(foe)),
)  # fmt: skip


@rule("pk.overrun.procedure")
def wins_overrun(play: Play, attacker: UnitId, target: UnitId) -> bool:
    """One round of close assault at once. True: the enemy has given way or is dispersed, and the move goes on."""
    combat = Combat((attacker,), (target,))
    won = exchange(play, combat, {attacker: target, target: attacker})
    settle(play, combat, combat.defenders if won else combat.attackers, driven=won)
    cleared = won or is_lost(play, target)
    return cleared and not is_lost(play, attacker) and attacker not in field(play.state).contacts
