"""Dogfights: patrols against patrols, then patrols against strikes."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from sandtable.book.charts import Grid, Opposed, Scores
from sandtable.book.modifiers import Modifier, Modifiers, named
from sandtable.book.nations import Origin, by_nation
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term, counting
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.air import FIGHTERS, flying, is_on_mission, origin_of, squadron_of, squadrons
from sandtable.rules.panzer_korps.book import BOOK, DICE, cite, scored
from sandtable.rules.panzer_korps.commands import PAPERS, BreakOff, FightOn, Intercept, InterceptNobody, PairPatrols
from sandtable.rules.panzer_korps.day_facts import AirDamaged, Met, SquadronDestroyed, WentHome
from sandtable.rules.panzer_korps.initiative import first_side, higher
from sandtable.rules.panzer_korps.scenario import Squadron
from sandtable.rules.panzer_korps.steps import BreakingOff, Dogfight, Interception
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie

PILOTS = [by_nation(str(row[0]), "pk.air.pilot-initiative") for row in BOOK.table("pilot-initiative").rows]
SKILLS = Modifiers[Origin](BOOK, "pilot-initiative", PILOTS)
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
        side, topic = first_side(play.state), Topic("pairing", "Which patrols meet?")
        order = play.ask_for(PairPatrols, side, topic, pairings)
        play.emit(Met(order.unit, order.target))
        fights.append(Dogfight(order.unit, order.target, 1))
    return fights


def unpaired(state: State) -> tuple[list[Unit], list[Unit]]:
    """Patrols of both sides that have met nobody, those of the initiative player first."""
    first = first_side(state)
    return free_patrols(state, first), free_patrols(state, state.foe(first))


def free_patrols(state: State, side: Side) -> list[Unit]:
    return [one for one in flying(state, side, Mark.PATROL) if not one.linked(Tie.DOGFIGHTS)]


def pairings(view: State) -> Iterator[Option]:
    return (Option(PairPatrols(one.id, other.id), PAIR) for one, other in product(*unpaired(view)))


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
        play.emit(Met(order.unit, order.target))
        play.queue(Dogfight(order.unit, order.target, 1), step)


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
    leaving = PAPERS.read_out(play, play.state.sides, BreakOff)
    for order in leaving:
        play.emit(WentHome(order.units[0], "will break off"))
    return bool(leaving)


def is_flying(state: State, unit: UnitId) -> bool:
    return {Mark.ABORTED, Mark.LOST}.isdisjoint(state.units[unit].marks)


@rule("pk.air.pilot-initiative")
def throw_initiative(play: Play, one: Unit, other: Unit) -> Unit | None:
    """A d6 with the pilots' skill; the higher fires first. None: equal, both throw again."""
    both = one, other
    throws = [Throw("pilot skill", f"pilot skill of {unit.id}", unit.id) for unit in both]
    first = higher(play, throws, [SKILLS.that_apply(origin_of(play.state, unit)) for unit in both])
    return None if first is None else both[first]


# ---- fire


class AirShot(NamedTuple):
    """A squadron that fires at another, or at the ground."""

    origin: Origin
    squadron: Squadron
    target: Squadron | None = None  # None: on the ground


FIRE = "pk.air.fire-modifiers"
NATIONAL = ("Italy 1940-1942", "Japan 1936-42", "American 1942-43", "Russia 1939-42", "China")
BOMBERS = ("dive bomber", "light bomber", "medium bomber")


def firing_nation(heading: str) -> Modifier[AirShot]:
    return named(heading, FIRE, lambda shot: shot.origin.fits(heading))


def in_the_air(heading: str, applies: Callable[[Squadron, Squadron], bool], label: str = "") -> Modifier[AirShot]:
    """A row for fire at another squadron."""
    return Modifier(heading, label or heading, FIRE, lambda shot: bool(shot.target) and applies(*shot[1:]))


FIRE_MODIFIERS: Modifiers[AirShot] = Modifiers(BOOK, "air-fire-modifiers", [
    *map(firing_nation, NATIONAL),
    in_the_air("non-front-line fighters", lambda one, _: one.role in FIGHTERS and not one.front_line, "not front-line"),
    in_the_air("inferior class", lambda one, _: one.grade == "inferior", "inferior"),
    in_the_air("superior class", lambda one, _: one.grade == "superior", "superior"),
    in_the_air("against bombers", lambda _, target: target.role in BOMBERS),
    in_the_air("against heavy bombers", lambda _, target: target.role == "heavy bomber"),
    in_the_air("against super heavy bombers", lambda _, target: target.role == "super heavy bomber"),
    in_the_air("against jets", lambda _, target: target.speed == "jet"),
])  # fmt: skip


def air_fire_die(squadron: Squadron) -> int:
    """pk.air.fire-die: by the quality of its pilots."""
    return FIRE_DIE.sides(squadron.quality)


def air_fire_adds(state: State, unit: Unit, target: Unit | None = None) -> tuple[Term, ...]:
    """Of a squadron at another, or at the ground."""
    foe = squadron_of(state, target) if target else None
    return FIRE_MODIFIERS.that_apply(AirShot(origin_of(state, unit), squadron_of(state, unit), foe))


@rule("pk.air.fire-die")
def shoot(play: Play, unit: Unit, target: Unit) -> bool:
    """The AIR FIRE DIE of a squadron against another. Gives whether the target is damaged."""
    if not is_flying(play.state, unit.id):
        return False
    die, adds = air_fire_die(squadron_of(play.state, unit)), air_fire_adds(play.state, unit, target)
    throw = Throw("air fire", f"fire of {unit.id} at {target.id}", unit.id, (target.id,))
    return damage_by_fire(play, target, scored(play, throw, DICE[die], adds))


@rule("pk.air.damage")
def damage_by_fire(play: Play, target: Unit, score: int) -> bool:
    """The AIR TARGET DIE by speed: over it 1 AIR DAMAGE marker, double 2, triple 3. Gives whether it is damaged."""
    sides = TARGET_DIE.sides(squadron_of(play.state, target).speed)
    throw = Throw("air target", f"AIR TARGET DIE of {target.id}", target.id)
    markers = play.roll(throw, DAMAGE.let_through(score, sides))
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


class Nerve(NamedTuple):
    state: State
    unit: Unit
    rounds: int  # of dogfighting after the first
    bombing: bool

    @property
    def squadron(self) -> Squadron:
        return squadron_of(self.state, self.unit)

    @property
    def under_fire(self) -> bool:
        """Of anti-aircraft guns."""
        return Did.UNDER_AA in self.unit.spent

    @property
    def alone(self) -> bool:
        friends = squadrons(self.state, self.unit.side)
        return not any(one.id != self.unit.id and is_on_mission(one) for one in friends)


MORALE = "pk.air.morale-modifiers"
BOMBING = "testing to commence a bombing run while under AA fire"
MORALE_MODIFIERS: Modifiers[Nerve] = Modifiers(BOOK, "air-morale-modifiers", [
    Modifier("Decorated pilot", "{} Decorated", MORALE, lambda nerve: nerve.squadron.decorated),
    Modifier("round of dogfighting after the first", "{} more rounds", MORALE, lambda nerve: nerve.rounds),
    Modifier("AIR DAMAGE marker", "{} ADM", MORALE, lambda nerve: nerve.unit.tallies[Tally.DAMAGE]),
    Modifier("anti-aircraft fire", "anti-aircraft fire", MORALE, lambda nerve: nerve.under_fire),
    Modifier("no other friendly squadron", "alone", MORALE, lambda nerve: nerve.alone),
    Modifier("fanatics", "fanatics", MORALE, lambda nerve: nerve.squadron.fanatic),
    Modifier(BOMBING, "bombing under fire", MORALE, lambda nerve: nerve.bombing and nerve.under_fire),
], column="modifier", elsewhere=("formation in entrenchments",))  # fmt: skip  # pk.air.entrenched-line: never in play


@rule("pk.air.morale")
def air_morale(play: Play, unit_id: UnitId, round: int = 0, *, bombing: bool = False) -> None:
    """A modified die: nothing, more AIR DAMAGE markers, or the squadron aborts and goes home."""
    unit = play.state.units[unit_id]
    quality = squadron_of(play.state, unit).quality
    die = MORALE_DIE.sides(quality, "die")
    bonus = BOOK.term(MORALE_DIE.figure(quality, "bonus") or 0, quality, "pk.air.morale")
    adds = counting(bonus, *MORALE_MODIFIERS.that_apply(Nerve(play.state, unit, max(round - 1, 0), bombing)))
    total = scored(play, Throw("air morale", f"morale of {unit_id}", unit_id), DICE[die], adds)
    if RESULTS.text(total, "result") == ABORT:
        play.emit(WentHome(unit_id, "must abort"))
    damage(play, unit_id, RESULTS.figure(total, "ADM added") or 0)


@rule("pk.air.dogfight")
def choose_to_break_off(play: Play, step: BreakingOff) -> None:
    """After a round each owner decides in secret: fight on or break off."""
    unit, ways = play.state.units[step.unit], (FightOn(step.unit), BreakOff(step.unit))
    topic = Topic("break off", f"Does {unit.id} fight on against {step.enemy}?", (unit.id, step.enemy))
    PAPERS.write(play, unit.side, play.ask(unit.side, topic, lambda view: [Option(way, FIGHT) for way in ways]))
