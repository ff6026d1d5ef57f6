"""Direct fire: who may fire at whom, and its effect."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain, product

from sandtable.board import shapes
from sandtable.book.reasons import Reasons
from sandtable.kernel.decision import Command, Option, Refusal, Topic, judged
from sandtable.kernel.events import ReadAs
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.panzer_korps import gunnery, steps
from sandtable.rules.panzer_korps.book import BOOK, DICE, Status, cite
from sandtable.rules.panzer_korps.commands import BlindFire, Fire, HoldFire
from sandtable.rules.panzer_korps.disorder import disorder
from sandtable.rules.panzer_korps.facts import Fired
from sandtable.rules.panzer_korps.field import enemies, entry, field, formations, is_deployed, is_known, status
from sandtable.rules.panzer_korps.sighting import refuse_air, refuse_ground, refuse_sight
from sandtable.rules.panzer_korps.spotting import surprise
from sandtable.rules.panzer_korps.words import Did, Mark, Tie, Type

FIELD_OF_FIRE = 90  # degrees to either side: pk.organisation.facing
ELIGIBLE, BLIND = cite("pk.fire.eligible"), cite("pk.spotting.blind-fire")
IN_CONTACT = Refusal(ELIGIBLE, "a formation in contact fires only at enemies in contact with it")
TARGET_IN_CONTACT = Refusal(ELIGIBLE, "nobody fires into a combat")
UNSPOTTED = Refusal(cite("pk.spotting.needed"), "nobody has spotted the target")
OUT_OF_FIELD = Refusal(cite("pk.organisation.facing"), "the target is outside its field of fire")
SMALL_ARMS = Refusal(cite("pk.fire.small-arms-range"), "the target is out of range")
GUN_RANGE = Refusal(cite("pk.fire.afv-range"), "the target is out of range")


# ---- who may fire


def cannot_fire(state: State, unit: Unit, found: Status) -> bool:
    """Whether it has no FIRE DIE because of that status."""
    return status(state, unit) == found and gunnery.fire_die(state, unit) is None


refuse_firer: Reasons[[State, Unit]] = Reasons(  # against any target
    BOOK,
    ("pk.organisation.types", "wagons never fire", lambda state, unit: unit.kind == Type.WAGONS),
    ("pk.fire.procedure", "a formation fires once", lambda state, unit: Did.FIRED in unit.spent),
    ("pk.organisation.states", "a formation in Transit Column cannot fire", lambda state, unit: not is_deployed(unit)),
    ("pk.morale.panic-state", "a Panicked formation cannot fire", lambda state, unit: Mark.PANICKED in unit.marks),
    ("pk.bombardment.who", "it has bombarded this turn", lambda state, unit: Did.BOMBARDED in unit.spent),
    ("pk.move.double-quick", "it has moved at the double quick", lambda state, unit: Did.DOUBLED in unit.spent),
    ("pk.disorder.fragmented", "a Fragmented formation cannot fire", partial(cannot_fire, found="Fragmented")),
    ("pk.disorder.suppressed", "it cannot fire while Suppressed", partial(cannot_fire, found="Suppressed")),
    ("pk.fire.afv-die", "its guns are too heavy for direct fire", partial(cannot_fire, found="formed")),
)


def refuse_fire(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Spotted, in reach, and last in line of sight, which takes longest."""
    if not is_known(target):
        return UNSPOTTED
    return refuse_reach(state, unit, target) or refuse_sight(state, unit, target)


def refuse_reach(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Combats, field of fire and range."""
    contacts = field(state).contacts
    if unit.id in contacts and target.id not in contacts[unit.id]:
        return IN_CONTACT
    if target.id in contacts and unit.id not in contacts[target.id]:
        return TARGET_IN_CONTACT
    if unit.kind != Type.AFV and not shapes.lies_ahead(unit.at, target.at.point, FIELD_OF_FIRE):
        return OUT_OF_FIELD
    if field(state).gap(unit.id, target.id) > gunnery.ranges(unit.kind, entry(state, unit))[1]:
        return SMALL_ARMS if unit.kind in gunnery.ON_FOOT else GUN_RANGE
    return None


def refuse_blind(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Through smoke, fog or darkness at one known when the turn began, or at an unspotted one that fired at it."""
    if unit.kind in gunnery.ON_FOOT:
        return Refusal(BLIND, "infantry cannot fire blind")
    hidden = refuse_air(state, unit, target)
    if is_known(target) and hidden is None:
        return Refusal(BLIND, "the target is in plain sight")
    if not (hidden and was_known(target)) and not shot_at(unit, target):
        return Refusal(BLIND, "nobody knew of the target when the turn began")
    return refuse_reach(state, unit, target) or refuse_ground(state, unit, target)


def was_known(target: Unit) -> bool:
    """Spotted when the turn began, and not lost since by moving away."""
    if is_known(target):
        return Did.FOUND not in target.spent
    return Mark.WAS_SPOTTED in target.marks and Did.MOVED not in target.spent


def shot_at(unit: Unit, target: Unit) -> bool:
    """Whether an unspotted enemy has fired at it this turn."""
    return not is_known(target) and Did.FIRED in target.spent and target.is_linked(Tie.FIRED_AT, unit.id)


# ---- the Fire phase


@rule("pk.fire.procedure")
def fire_phase(play: Play, step: steps.Fire) -> bool:
    """One shot after another, in the order that the player likes, until he holds fire or nobody can."""
    if not play.work_out(lambda: can_fire(play.state, step.side)):
        return False
    hold, topic = Option(HoldFire(step.side), ELIGIBLE), Topic("fire", "Who fires at whom?")
    order = play.ask_which(step.side, topic, lambda view: chain(shots(view, step.side), [hold]), why_not)
    if not isinstance(order, Fire):
        return False
    fire(play, order)
    return True


def shots(state: State, side: Side) -> Iterator[Option]:
    """Every formation with each enemy, and why it may not fire."""
    foes = enemies(state, side)
    for unit in formations(state, side):
        unfit = refuse_firer(state, unit)
        for target in foes:
            refusal = unfit or refuse_fire(state, unit, target)
            if refusal and not unfit and refuse_blind(state, unit, target) is None:
                yield Option(BlindFire(unit.id, target.id), BLIND)
            else:
                yield judged(Fire(unit.id, target.id), ELIGIBLE, refusal)


def can_fire(state: State, side: Side) -> bool:
    """Whether anybody has a shot."""
    pairs = product([unit for unit in formations(state, side) if not refuse_firer(state, unit)], enemies(state, side))
    return any(not (refuse_fire(state, *pair) and refuse_blind(state, *pair)) for pair in pairs)


def why_not(view: State, command: Command) -> Refusal | None:
    if not isinstance(command, Fire):
        return None
    unit, target = view.units.get(command.unit), view.units.get(command.target)
    if unit is None or target is None or not {unit.id, target.id} <= field(view).slabs.keys():
        return Refusal(ELIGIBLE, "formations on the table fire at formations on the table")
    judge = refuse_blind if isinstance(command, BlindFire) else refuse_fire
    return refuse_firer(view, unit) or judge(view, unit, target)


# ---- a shot


@rule("pk.fire.procedure")
def fire(play: Play, order: Fire) -> None:
    """The modified FIRE DIE against the COVER DIE. Whoever is fired at by an unspotted enemy is surprised."""
    aim = play.work_out(lambda: aimed(play.state, order))
    unit_id, target = order.unit, order.target
    play.emit(Fired(unit_id, target))
    if not is_known(play.state.units[unit_id]):
        surprise(play, target)
    markers = fire_against_cover(play, Throw("fire", order.tell(), unit_id, (target,)), aim)
    play.meet(markers)
    disorder(play, target, markers)


def aimed(state: State, order: Fire) -> gunnery.Aim:
    unit, target = state.units[order.unit], state.units[order.target]
    shot = gunnery.Shot(state, unit, target, blind=isinstance(order, BlindFire))
    clause = gunnery.BY_QUALITY if unit.kind in gunnery.ON_FOOT else gunnery.BY_CALIBRE
    die = gunnery.Die(gunnery.fire_die(state, unit) or 0, clause)
    return gunnery.Aim(die, shot.terms, gunnery.cover_against_fire(state, target, unit))


@rule("pk.cover.effect")
def fire_against_cover(play: Play, throw: Throw, aim: gunnery.Aim) -> int:
    """Each multiple of the COVER DIE that the FIRE DIE makes is a Disorder marker: greater 1, double 2, triple 3."""
    (target,) = throw.at
    shown = rolls_by(aim.fire.clause)(play, throw, DICE[aim.fire.sides], adds=aim.terms)
    score = shown + sum(term.value for term in aim.terms)
    shelter = Throw("cover", f"COVER DIE of {target}", target)
    markers = rolls_by(aim.cover.clause)(play, shelter, gunnery.EFFECT.let_through(score, aim.cover.sides))
    if not markers:
        play.emit(ReadAs(f"no effect on {target}", about=(target,)))
    return markers


@lru_cache(maxsize=256)
def rolls_by(clause: Clause) -> Callable[..., int]:
    """A throw that cites this clause."""
    return rule(clause)(Play.roll)
