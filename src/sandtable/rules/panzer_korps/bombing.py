"""Anti-aircraft fire, bombs and missiles."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board.place import EDGES, Place, Point
from sandtable.book.charts import Grid
from sandtable.kernel.decision import Option, Refusal, Topic, judged, leaves_choice
from sandtable.kernel.events import Added, NotedAt, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.air import flying, is_on_mission, reveal_missions, squadron_of
from sandtable.rules.panzer_korps.bombardment import bombardment, burst, on_table, scatter, struck
from sandtable.rules.panzer_korps.book import BOOK, DICE, cite, scored
from sandtable.rules.panzer_korps.commands import FireFlak, HoldFlak
from sandtable.rules.panzer_korps.day_facts import MissileLaunched, SquadronLanded
from sandtable.rules.panzer_korps.dogfights import air_fire_adds, air_fire_die, air_morale, damage_by_fire, pair_patrols
from sandtable.rules.panzer_korps.field import calibre_of, entry, field, formations, is_able, is_afv
from sandtable.rules.panzer_korps.fire import fire_against_cover
from sandtable.rules.panzer_korps.gunnery import QUALITY, Aim, Die, cover_in, gun_die, ranges_of
from sandtable.rules.panzer_korps.initiative import in_order
from sandtable.rules.panzer_korps.scenario import battle
from sandtable.rules.panzer_korps.sighting import cover_of
from sandtable.rules.panzer_korps.steps import AirWar, Bombing, Flak, Interception
from sandtable.rules.panzer_korps.words import Company, Did, Mark, Tie, Type

FLAK = cite("pk.air.anti-aircraft")
SHIFTS = Grid(BOOK.table("bomber-cover-shift"))
KINDS = {"fighter-bomber": "light bombers"}  # pk.air.squadron: against the ground
MISSILE = "ballistic missile (V2)"
MISSILE_DIE = 12  # pk.air.missile
LEVEL = frozenset({"medium bomber", "heavy bomber", "super heavy bomber"})  # pk.air.bombing


def air_war(play: Play, step: AirWar) -> None:
    """Missions are shown and patrols meet; then dogfights, interceptions, anti-aircraft fire and bombs."""
    missiles = reveal_missions(play)
    first, second = in_order(play.state)
    if missiles or any(is_on_mission(unit) for unit in play.state.units.values()):
        aims = tuple((play.state.units[one.unit].side, one.to.point) for one in missiles if one.to)
        fights = pair_patrols(play)
        play.queue(*fights, Interception(first), Interception(second), Flak(first), Flak(second), Bombing(aims))


# ---- anti-aircraft fire


@rule("pk.air.anti-aircraft")
def fire_flak(play: Play, step: Flak) -> None:
    """Anti-aircraft guns fire once at a strike whose target is within their range."""
    topic = Topic("flak", "Which strike do your anti-aircraft guns fire at?")
    while leaves_choice(flak_options(play.state, step.side)):
        order = play.ask_which(step.side, topic, lambda view: flak_options(view, step.side))
        if not isinstance(order, FireFlak):
            return
        shoot_flak(play, play.state.units[order.unit], play.state.units[order.target])


def flak_options(view: State, side: Side) -> Iterator[Option]:
    """What anti-aircraft guns may fire at, and what they may not."""
    strikes = flying(view, view.foe(side), Mark.STRIKE)
    for unit in formations(view, side) if strikes else ():
        if calibre := flak_calibre(view, unit):
            for strike in strikes:
                yield judged(FireFlak(unit.id, strike.id), FLAK, refuse_flak(view, unit, calibre, strike))
    yield Option(HoldFlak(side), FLAK)


def flak_calibre(state: State, unit: Unit) -> int | None:
    """The calibre of its anti-aircraft guns, its own or attached; None: it has none."""
    if unit.kind == Type.ANTI_AIRCRAFT:
        return calibre_of(entry(state, unit))
    attached = [one.calibre for one in entry(state, unit).attached if one.type == Company.ANTI_AIRCRAFT]
    return max(attached, default=None)


def refuse_flak(state: State, unit: Unit, calibre: int, strike: Unit) -> Refusal | None:
    """Guns fire once, at a strike whose target lies within their long range."""
    if Did.FLAK in unit.spent:
        return Refusal(FLAK, "it has fired in this phase")
    if Mark.COLUMN in unit.marks or not is_able(state, unit) or not gun_die(state, unit, calibre):
        return Refusal(FLAK, "it has no anti-aircraft guns that can fire")
    target = strike.linked(Tie.STRIKES)[0]
    near = target in field(state).slabs and field(state).gap(unit.id, target) <= ranges_of(calibre)[1]
    return None if near else Refusal(FLAK, "no strike comes within range of its guns")


@rule("pk.air.anti-aircraft")
def shoot_flak(play: Play, unit: Unit, strike: Unit) -> None:
    """The FIRE DIE of the calibre with the quality of the crews alone, against the AIR TARGET DIE."""
    die, formation = gun_die(play.state, unit, flak_calibre(play.state, unit) or 0), entry(play.state, unit)
    crews = formation if unit.kind == Type.ANTI_AIRCRAFT else replace(formation, gun="")
    adds: tuple[Term, ...] = QUALITY.that_apply(crews)
    play.emit(Spent(unit.id, Did.FLAK))
    play.emit(Spent(strike.id, Did.UNDER_AA))
    throw = Throw("anti-aircraft", f"fire of {unit.id} at {strike.id}", unit.id, (strike.id,))
    damage_by_fire(play, strike, scored(play, throw, DICE[die], adds))


# ---- bombs


def bombing(play: Play, step: Bombing) -> None:
    """All bombs, missiles and shells come down at once; then every squadron goes home."""
    start_runs(play)
    before = play.state
    suffered = Counter[UnitId]()
    for strike in [unit for side in in_order(before) for unit in flying(before, side, Mark.STRIKE)]:
        suffered.update(drop_bombs(play, before, strike))
    for side, aim in step.aims:
        suffered.update(launch(play, before, side, aim))
    bombardment(play, step, suffered)
    go_home(play)


@rule("pk.air.sequence")
def start_runs(play: Play) -> None:
    """A strike that anti-aircraft guns fired at tests morale before its bombing run."""
    for side in in_order(play.state):
        for unit in flying(play.state, side, Mark.STRIKE):
            if Did.UNDER_AA in unit.spent:
                air_morale(play, unit.id, bombing=True)


@rule("pk.air.bombing")
def drop_bombs(play: Play, before: State, unit: Unit) -> dict[UnitId, int]:
    """Small bombers hit the formation they aim at; level bombers scatter and hit everybody near. Gives the markers."""
    squadron, target = squadron_of(before, unit), before.units[unit.linked(Tie.STRIKES)[0]]
    if target.place is None:
        return {}
    if squadron.role not in LEVEL:
        return {target.id: bomb(play, before, unit, target)}
    at = scatter(play, target.at.point, away_from_edge(before, unit.side))
    explode(play, unit.id, at)
    return {other.id: bomb(play, before, unit, other) for other in struck(before, at)}


def away_from_edge(state: State, side: Side) -> int:
    return (EDGES[battle(state).edge(side)] + 180) % 360


def explode(play: Play, by: UnitId, at: Point) -> None:
    if on_table(play.state, at):
        play.emit(Added(burst(by, at)))
    play.emit(NotedAt(f"point of impact of {by}:", about=(by,), at=Place(*at)))


def bomb(play: Play, before: State, unit: Unit, target: Unit) -> int:
    squadron = squadron_of(before, unit)
    cover = cover_from_air(before, target, KINDS.get(squadron.role, f"{squadron.role}s"))
    die = Die(air_fire_die(squadron), play.clause)
    throw = Throw("bombs", f"bombs of {unit.id} on {target.id}", unit.id, (target.id,))
    return fire_against_cover(play, throw, Aim(die, air_fire_adds(before, unit), cover))


def cover_from_air(state: State, target: Unit, attacker: str) -> Die:
    """The COVER DIE by terrain; against AFV shifted by the kind of bomber."""
    shift = SHIFTS.figure(attacker) if is_afv(target) else None
    return cover_in(cover_of(state, target), shift or 0, cite("pk.air.bomber-shift"))


@rule("pk.air.missile")
def launch(play: Play, before: State, side: Side, aim: Point) -> dict[UnitId, int]:
    """It scatters twice, and attacks everybody near with a d12."""
    force, line = UnitId(side), away_from_edge(before, side)
    play.emit(MissileLaunched(force))
    at = scatter(play, scatter(play, aim, line), line)
    explode(play, force, at)
    found = {}
    for target in struck(before, at):
        throw = Throw("missile", f"the missile hits {target.id}", side=side, at=(target.id,))
        cover = cover_from_air(before, target, MISSILE)
        found[target.id] = fire_against_cover(play, throw, Aim(Die(MISSILE_DIE, play.clause), (), cover))
    return found


@rule("pk.air.sequence")
def go_home(play: Play) -> None:
    for unit in list(play.state.units.values()):
        if is_on_mission(unit):
            play.emit(SquadronLanded(unit.id))
