"""Dogfights: patrols against patrols, then patrols against strikes."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from sandtable.book.charts import Grid, Opposed, Scores
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.air import FIGHTERS, flying, is_on_mission, origin_of, squadron_of, squadrons
from sandtable.rules.panzer_korps.book import BOOK, D6, DICE, cite, scored
from sandtable.rules.panzer_korps.commands import BreakOffDogfight, FightOn, Intercept, InterceptNobody, PairPatrols
from sandtable.rules.panzer_korps.day_facts import AirDamaged, Met, SquadronDestroyed, WentHome
from sandtable.rules.panzer_korps.initiative import first_side
from sandtable.rules.panzer_korps.nations import Origin
from sandtable.rules.panzer_korps.papers import read_out, write
from sandtable.rules.panzer_korps.scenario import Squadron
from sandtable.rules.panzer_korps.steps import BreakingOff, Dogfight, Interception
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie

SKILL = BOOK.table("pilot-initiative")
FIRE_DIE, TARGET_DIE = Grid(BOOK.table("air-fire-die")), Grid(BOOK.table("air-target-die"))
DAMAGE = Opposed(BOOK.table("air-damage"))
MORALE_DIE = Grid(BOOK.table("air-morale-die"))
RESULTS = Grid(BOOK.table("air-morale-results"), rows=Scores)
ABORT = RESULTS.text("1 or less", "result")
MOST_ROUNDS = 3  # pk.air.dogfight
FATAL = 8  # ADM: pk.air.destroyed
FIGHT, PAIR = cite("pk.air.dogfight"), cite("pk.air.sequence")


# ---- who meets whom


@rule("pk.air.sequence")
def pair_patrols(play: Play) -> list[Dogfight]:
    """The initiative player pairs opposing patrols one against one, as far as they go."""
    fights = []
    while all(unpaired(play.state)):
        order = play.ask(first_side(play.state), Topic("pairing", "Which patrols meet?"), pair_options)
        assert isinstance(order, PairPatrols)
        play.emit(Met(order.unit, order.enemy))
        fights.append(Dogfight(order.unit, order.enemy, 1))
    return fights


def unpaired(state: State) -> tuple[list[Unit], list[Unit]]:
    """Patrols of both sides that have met nobody, those of the initiative player first."""
    first = first_side(state)
    return free_patrols(state, first), free_patrols(state, state.foe(first))


def free_patrols(state: State, side: Side) -> list[Unit]:
    return [one for one in flying(state, side, Mark.PATROL) if not one.linked(Tie.DOGFIGHTS)]


def pair_options(view: State) -> Iterator[Option]:
    ours, theirs = unpaired(view)
    return (Option(PairPatrols(one.id, other.id), PAIR) for one in ours for other in theirs)


@rule("pk.air.sequence")
def intercept(play: Play, step: Interception) -> None:
    """A patrol that has met no other may intercept a strike, one patrol after another."""
    side = step.side

    def options(view: State) -> Iterator[Option]:
        strikes = flying(view, view.foe(side), Mark.STRIKE)
        for one in free_patrols(view, side):
            yield from (Option(Intercept(one.id, strike.id), PAIR) for strike in strikes)
        yield Option(InterceptNobody(side), PAIR)

    order = play.ask(side, Topic("intercept", "Which strike do you intercept?"), options)
    if isinstance(order, Intercept):
        play.emit(Met(order.unit, order.enemy))
        play.queue(Dogfight(order.unit, order.enemy, 1), step)


# ---- a round


@rule("pk.air.dogfight")
def fight_round(play: Play, step: Dogfight) -> bool:
    """Initiative, the winner's fire, the loser's fire, morale; then both owners may break off."""
    one, other = play.state.units[step.one], play.state.units[step.other]
    if broke_off(play):
        return False
    first = throw_initiative(play, one, other)
    if first is None:
        return True
    second = other if first.id == one.id else one
    hit = [unit.id for unit, by in ((second, first), (first, second)) if shoot(play, by, unit)]
    for unit in (one.id, other.id):
        if unit in hit and is_flying(play.state, unit):
            air_morale(play, unit, step.round)
    if is_flying(play.state, one.id) and is_flying(play.state, other.id) and step.round < MOST_ROUNDS:
        choices = BreakingOff(one.id, other.id), BreakingOff(other.id, one.id)
        play.queue(*choices, Dogfight(one.id, other.id, step.round + 1))
    else:
        play.emit(Noted(f"the dogfight of {one.id} and {other.id} is over", about=(one.id, other.id)))
    return False


def broke_off(play: Play) -> bool:
    """Squadrons that break off go home. Gives whether there are any."""
    leaving = [order for order in read_out(play, play.state.sides) if isinstance(order, BreakOffDogfight)]
    for order in leaving:
        play.emit(WentHome(order.unit, "will break off"))
    return bool(leaving)


def is_flying(state: State, unit: UnitId) -> bool:
    return {Mark.ABORTED, Mark.LOST}.isdisjoint(state.units[unit].marks)


@rule("pk.air.pilot-initiative")
def throw_initiative(play: Play, one: Unit, other: Unit) -> Unit | None:
    """A d6 with the pilots' skill; the higher fires first. None: equal, both throw again."""
    totals = []
    for unit in (one, other):
        adds = SKILLS.that_apply(origin_of(play.state, unit))
        throw = Throw("pilot skill", f"pilot skill of {unit.id}", unit.id)
        totals.append(scored(play, throw, D6, adds))
    if totals[0] == totals[1]:
        play.emit(Noted("equal: both throw again"))
        return None
    return one if totals[0] > totals[1] else other


def by_nation(heading: str, clause: str) -> Modifier[Origin]:
    return Modifier(heading, heading, clause, lambda origin: origin.fits(heading))


SKILLS: Modifiers[Origin] = Modifiers(
    BOOK, "pilot-initiative", [by_nation(str(row[0]), "pk.air.pilot-initiative") for row in SKILL.rows]
)


# ---- fire


class AirShot(Struct, frozen=True, gc=False):
    """A squadron that fires at another, or at the ground."""

    origin: Origin
    squadron: Squadron
    target: Squadron | None = None  # None: on the ground

    def is_by(self, grade: str) -> bool:
        return self.target is not None and self.squadron.grade == grade


FIRE = "pk.air.fire-modifiers"
NATIONAL = ("Italy 1940-1942", "Japan 1936-42", "American 1942-43", "Russia 1939-42", "China")


def firing_nation(heading: str) -> Modifier[AirShot]:
    return Modifier(heading, heading, FIRE, lambda shot: shot.origin.fits(heading))


def is_second_line(shot: AirShot) -> bool:
    return bool(shot.target) and shot.squadron.role in FIGHTERS and not shot.squadron.front_line


def is_at_jets(shot: AirShot) -> bool:
    return shot.target is not None and shot.target.speed == "jet"


def aimed_at(heading: str, *roles: str) -> Modifier[AirShot]:
    return Modifier(heading, heading, FIRE, lambda shot: shot.target is not None and shot.target.role in roles)


FIRE_MODIFIERS: Modifiers[AirShot] = Modifiers(BOOK, "air-fire-modifiers", [
    *map(firing_nation, NATIONAL),
    Modifier("non-front-line fighters", "not front-line", FIRE, is_second_line),
    Modifier("inferior class", "inferior", FIRE, lambda shot: shot.is_by("inferior")),
    Modifier("superior class", "superior", FIRE, lambda shot: shot.is_by("superior")),
    aimed_at("against bombers", "dive bomber", "light bomber", "medium bomber"),
    aimed_at("against heavy bombers", "heavy bomber"),
    aimed_at("against super heavy bombers", "super heavy bomber"),
    Modifier("against jets", "against jets", FIRE, is_at_jets),
])  # fmt: skip


def air_fire_die(squadron: Squadron) -> int:
    """pk.air.fire-die: by the quality of its pilots."""
    return FIRE_DIE.die(squadron.quality) or 0


@rule("pk.air.fire-die")
def shoot(play: Play, unit: Unit, target: Unit) -> bool:
    """The AIR FIRE DIE of a squadron against another. Gives whether the target is damaged."""
    if not is_flying(play.state, unit.id):
        return False
    own, foe = squadron_of(play.state, unit), squadron_of(play.state, target)
    adds = FIRE_MODIFIERS.that_apply(AirShot(origin_of(play.state, unit), own, foe))
    throw = Throw("air fire", f"fire of {unit.id} at {target.id}", unit.id, (target.id,))
    return damage_by_fire(play, target, scored(play, throw, DICE[air_fire_die(own)], adds))


@lru_cache(maxsize=1024)
def lets_through(score: int, sides: int) -> Reading:
    """The AIR TARGET DIE is worth the AIR DAMAGE markers that it lets through."""
    return Reading(tuple(int(DAMAGE.at(score, face)) for face in range(1, sides + 1)))


@rule("pk.air.damage")
def damage_by_fire(play: Play, target: Unit, score: int) -> bool:
    """The AIR TARGET DIE by speed: over it 1 AIR DAMAGE marker, double 2, triple 3. Gives whether it is damaged."""
    sides = TARGET_DIE.die(squadron_of(play.state, target).speed)
    assert sides is not None
    throw = Throw("air target", f"AIR TARGET DIE of {target.id}", target.id)
    markers = play.roll(throw, lets_through(score, sides))
    if not markers:
        play.emit(Noted(f"no damage to {target.id}", about=(target.id,)))
    return damage(play, target.id, markers)


@rule("pk.air.destroyed")
def damage(play: Play, unit: UnitId, markers: int) -> bool:
    """With 8 AIR DAMAGE markers a squadron is destroyed. Gives whether there were any."""
    if markers:
        play.emit(AirDamaged(unit, int(markers)), cite("pk.air.damage"))
    if markers and play.state.units[unit].tallies[Tally.DAMAGE] >= FATAL:
        play.emit(SquadronDestroyed(unit))
    return bool(markers)


# ---- morale


class Nerve(Struct, frozen=True, gc=False):
    squadron: Squadron
    damage: int
    rounds: int  # of dogfighting after the first
    under_fire: bool  # of anti-aircraft guns
    alone: bool
    bombing: bool


MORALE = "pk.air.morale-modifiers"
BOMBING = "testing to commence a bombing run while under AA fire"
MORALE_MODIFIERS: Modifiers[Nerve] = Modifiers(BOOK, "air-morale-modifiers", [
    Modifier("Decorated pilot", "{} Decorated", MORALE, lambda nerve: nerve.squadron.decorated),
    Modifier("round of dogfighting after the first", "{} more rounds", MORALE, lambda nerve: nerve.rounds),
    Modifier("AIR DAMAGE marker", "{} ADM", MORALE, lambda nerve: nerve.damage),
    Modifier("anti-aircraft fire", "anti-aircraft fire", MORALE, lambda nerve: nerve.under_fire),
    Modifier("no other friendly squadron", "alone", MORALE, lambda nerve: nerve.alone),
    Modifier("fanatics", "fanatics", MORALE, lambda nerve: nerve.squadron.fanatic),
    Modifier(BOMBING, "bombing under fire", MORALE, lambda nerve: nerve.bombing),
], column="modifier", elsewhere=("formation in entrenchments",))  # fmt: skip  # pk.air.entrenched-line: never in play


def morale_adds(state: State, unit: Unit, round: int, *, bombing: bool) -> tuple[Term, ...]:
    own = squadron_of(state, unit)
    friends = [one for one in squadrons(state, unit.side) if one.id != unit.id and is_on_mission(one)]
    under_fire = Did.UNDER_AA in unit.spent
    bonus = BOOK.term(MORALE_DIE.figure(own.quality, "bonus") or 0, own.quality, "pk.air.morale")
    nerve = Nerve(own, unit.tallies[Tally.DAMAGE], max(round - 1, 0), under_fire, not friends, bombing and under_fire)
    return ((bonus,) if bonus.value else ()) + MORALE_MODIFIERS.that_apply(nerve)


@rule("pk.air.morale")
def air_morale(play: Play, unit_id: UnitId, round: int = 0, *, bombing: bool = False) -> None:
    """A modified die: nothing, more AIR DAMAGE markers, or the squadron aborts and goes home."""
    unit = play.state.units[unit_id]
    die = MORALE_DIE.die(squadron_of(play.state, unit).quality, "die")
    assert die is not None
    adds = morale_adds(play.state, unit, round, bombing=bombing)
    total = scored(play, Throw("air morale", f"morale of {unit_id}", unit_id), DICE[die], adds)
    if RESULTS.text(total, "result") == ABORT:
        play.emit(WentHome(unit_id, "must abort"))
    damage(play, unit_id, RESULTS.figure(total, "ADM added") or 0)


# ---- breaking off


@rule("pk.air.dogfight")
def choose_to_break_off(play: Play, step: BreakingOff) -> None:
    """After a round each owner decides in secret: fight on or break off."""
    unit, ways = play.state.units[step.unit], (FightOn(step.unit), BreakOffDogfight(step.unit))
    topic = Topic("break off", f"Does {unit.id} fight on against {step.enemy}?", (unit.id, step.enemy))
    write(play, unit.side, play.ask(unit.side, topic, lambda view: [Option(way, FIGHT) for way in ways]))
