"""Direct fire: who may fire at whom, and its effect."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from sandtable.board import shapes
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import ReadAs
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.book import DICE, cite
from sandtable.rules.panzer_korps.commands import BlindFire, Fire, HoldFire
from sandtable.rules.panzer_korps.disorder import disorder
from sandtable.rules.panzer_korps.facts import Fired
from sandtable.rules.panzer_korps.field import (
    angle,
    enemies,
    entry,
    field,
    formations,
    is_afv,
    is_deployed,
    is_known,
    place_of,
    point_of,
    status,
)
from sandtable.rules.panzer_korps.gunnery import (
    BY_CALIBRE,
    BY_QUALITY,
    ON_FOOT,
    Aim,
    Die,
    Shot,
    against,
    cover_against_fire,
    fire_die,
    ranges,
)
from sandtable.rules.panzer_korps.sighting import refuse_air, refuse_ground, refuse_sight
from sandtable.rules.panzer_korps.spotting import surprise
from sandtable.rules.panzer_korps.words import Did, Mark, Tie, Type

FIELD_OF_FIRE = 90  # degrees to either side: pk.organisation.facing
ELIGIBLE, BLIND = cite("pk.fire.eligible"), cite("pk.spotting.blind-fire")
UNARMED = Refusal(cite("pk.organisation.types"), "wagons never fire")
FIRED_ALREADY = Refusal(cite("pk.fire.procedure"), "a formation fires once")
FRAGMENTED = Refusal(cite("pk.disorder.fragmented"), "a Fragmented formation cannot fire")
IN_COLUMN = Refusal(cite("pk.organisation.states"), "a formation in Transit Column cannot fire")
PANICKED = Refusal(cite("pk.morale.panic-state"), "a Panicked formation cannot fire")
HAS_BOMBARDED = Refusal(cite("pk.bombardment.who"), "it has bombarded this turn")
DOUBLED = Refusal(cite("pk.move.double-quick"), "it has moved at the double quick")
SUPPRESSED = Refusal(cite("pk.disorder.suppressed"), "it cannot fire while Suppressed")
TOO_HEAVY = Refusal(cite("pk.fire.afv-die"), "its guns are too heavy for direct fire")
IN_CONTACT = Refusal(ELIGIBLE, "a formation in contact fires only at enemies in contact with it")
TARGET_IN_CONTACT = Refusal(ELIGIBLE, "nobody fires into a combat")
UNSPOTTED = Refusal(cite("pk.spotting.needed"), "nobody has spotted the target")
OUT_OF_FIELD = Refusal(cite("pk.organisation.facing"), "the target is outside its field of fire")
SMALL_ARMS = Refusal(cite("pk.fire.small-arms-range"), "the target is out of range")
GUN_RANGE = Refusal(cite("pk.fire.afv-range"), "the target is out of range")
NOT_BLIND = Refusal(BLIND, "infantry cannot fire blind")
NOT_KNOWN_HERE = Refusal(BLIND, "nobody knew of the target when the turn began")
IN_THE_CLEAR = Refusal(BLIND, "the target is in plain sight")


# ---- who may fire


def refuse_firer(state: State, unit: Unit) -> Refusal | None:
    """Reasons against any target."""
    if unit.kind == Type.WAGONS:
        return UNARMED
    if Did.FIRED in unit.spent:
        return FIRED_ALREADY
    if not is_deployed(unit):
        return IN_COLUMN
    if Mark.PANICKED in unit.marks:
        return PANICKED
    if Did.BOMBARDED in unit.spent or Did.DOUBLED in unit.spent:
        return HAS_BOMBARDED if Did.BOMBARDED in unit.spent else DOUBLED
    return refuse_die(state, unit)


def refuse_die(state: State, unit: Unit) -> Refusal | None:
    """A state or a gun without a FIRE DIE."""
    if fire_die(state, unit) is not None:
        return None
    found = status(state, unit)
    return FRAGMENTED if found == "Fragmented" else SUPPRESSED if found == "Suppressed" else TOO_HEAVY


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
    if not is_afv(unit) and angle(place_of(unit).facing, bearing(unit, target)) > FIELD_OF_FIRE:
        return OUT_OF_FIELD
    if field(state).gap(unit.id, target.id) > ranges(unit.kind, entry(state, unit))[1]:
        return SMALL_ARMS if unit.kind in ON_FOOT else GUN_RANGE
    return None


def bearing(unit: Unit, target: Unit) -> int:
    return shapes.bearing(point_of(unit), point_of(target))


def refuse_blind(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Through smoke, fog or darkness at one known when the turn began, or at an unspotted one that fired at it."""
    if unit.kind in ON_FOOT:
        return NOT_BLIND
    hidden = refuse_air(state, unit, target)
    if is_known(target) and hidden is None:
        return IN_THE_CLEAR
    if not (hidden and was_known(target)) and not shot_at(unit, target):
        return NOT_KNOWN_HERE
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
    if not play.work_out(lambda: any(shots(play.state, step.side))):
        return False
    order = play.ask(
        step.side, Topic("fire", "Who fires at whom?"), lambda view: options(view, step.side),
        lambda view: barred(view, step.side), why_not,
    )  # fmt: skip
    if not isinstance(order, Fire):
        return False
    fire(play, order)
    return True


def shots(state: State, side: Side) -> Iterator[Option]:
    """Every formation that may fire with each of its targets."""
    foes = enemies(state, side)
    for unit in formations(state, side):
        if refuse_firer(state, unit) is None:
            for target in foes:
                if refuse_fire(state, unit, target) is None:
                    yield Option(Fire(unit.id, target.id), ELIGIBLE)
                elif refuse_blind(state, unit, target) is None:
                    yield Option(BlindFire(unit.id, target.id), BLIND)


def options(view: State, side: Side) -> Iterator[Option]:
    yield from shots(view, side)
    yield Option(HoldFire(side), ELIGIBLE)


def barred(view: State, side: Side) -> Iterator[Option]:
    """The others, with the reason."""
    for unit in formations(view, side):
        for target in enemies(view, side):
            refusal = refuse_firer(view, unit) or refuse_fire(view, unit, target)
            if refusal and refuse_blind(view, unit, target):
                yield Option(Fire(unit.id, target.id), refusal.clause, refusal=refusal)


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


def aimed(state: State, order: Fire) -> Aim:
    unit, target = state.units[order.unit], state.units[order.target]
    sides, shot = fire_die(state, unit), Shot(state, unit, target, blind=isinstance(order, BlindFire))
    assert sides is not None
    die = Die(sides, BY_QUALITY if unit.kind in ON_FOOT else BY_CALIBRE)
    return Aim(die, shot.terms, cover_against_fire(state, target, unit))


@rule("pk.cover.effect")
def fire_against_cover(play: Play, throw: Throw, aim: Aim) -> int:
    """Each multiple of the COVER DIE that the FIRE DIE makes is a Disorder marker: greater 1, double 2, triple 3."""
    (target,) = throw.at
    shown = rolls_by(aim.fire.clause)(play, throw, DICE[aim.fire.sides], adds=aim.terms)
    score = shown + sum(term.value for term in aim.terms)
    shelter = Throw("cover", f"COVER DIE of {target}", target)
    markers = rolls_by(aim.cover.clause)(play, shelter, against(score, aim.cover.sides))
    if not markers:
        play.emit(ReadAs(f"no effect on {target}", about=(target,)))
    return markers


@lru_cache(maxsize=256)
def rolls_by(clause: Clause) -> Callable[..., int]:
    """A throw that cites this clause."""
    return rule(clause)(Play.roll)
