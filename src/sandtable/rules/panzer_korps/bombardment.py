"""Bombardment: targets in secret, then all of it at once, with drift."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.book.charts import Bands, Grid, Scores
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Option, Refusal, Topic, judged, leaves_choice
from sandtable.kernel.events import Added, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import NOBODY, Side, State, Step, Unit, UnitId
from sandtable.mechanics.zones import nearest_on_edge
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.book import BOOK, D6, cite
from sandtable.rules.panzer_korps.commands import PAPERS, Bombard, BombardNoMore, LaySmoke
from sandtable.rules.panzer_korps.disorder import disorder
from sandtable.rules.panzer_korps.facts import Bombarded, Shelled, segments_so_far
from sandtable.rules.panzer_korps.field import calibre_of, enemies, entry, field, is_deployed, is_known
from sandtable.rules.panzer_korps.fire import fire_against_cover
from sandtable.rules.panzer_korps.gunnery import INDIRECT, QUALITY, Aim, Die, cover_in, gun_die
from sandtable.rules.panzer_korps.initiative import in_order
from sandtable.rules.panzer_korps.scenario import Formation, battle, table
from sandtable.rules.panzer_korps.sighting import cover_of, is_entrenched
from sandtable.rules.panzer_korps.weather import is_night, lay_smoke
from sandtable.rules.panzer_korps.words import Kind, Mark, Tally, Type

PATTERN = 2.0  # inches from the point of impact: pk.bombardment.pattern
ACCURACY = Grid(BOOK.table("indirect-accuracy"), rows=Scores)
DRIFTS = {"right": 90, "left": 270, "closer": 180, "farther": 0}  # degrees off the line of fire
SHIFT = Grid(BOOK.table("indirect-cover-shift"), rows=Scores)
HEAVIEST = int(max(Bands("afv-fire-die", BOOK.table("afv-fire-die").headings).limits))  # heavier guns roll as this one
WHO, OFF_TABLE = cite("pk.bombardment.who"), cite("pk.bombardment.off-table")
NO_BATTERY = Refusal(WHO, "only Deployed artillery bombards, if it is neither Fragmented nor Panicked")
UNSPOTTED = Refusal(cite("pk.spotting.needed"), "nobody has spotted the target")
AT_NIGHT = Refusal(cite("pk.weather.night"), "at night only what was spotted in this Day Segment is bombarded")
OUT_OF_RANGE = Refusal(cite("pk.bombardment.range"), "the target is out of range")


# ---- targets, in secret


@rule("pk.bombardment.who")
def targets(play: Play, step: steps.Targets) -> bool:
    """Each battery may have one target, for shell or smoke. Only its side knows."""
    if not leaves_choice(target_options(play.state, step.side)):
        return False
    return PAPERS.write_next(play, step.side, Topic("bombardment", "Which battery bombards what?"), target_options)


def target_options(view: State, side: Side) -> Iterator[Option]:
    """What its batteries may fire at, and what they may not."""
    for unit in view.units.values():
        if unit.side == side and unit.kind == Type.ARTILLERY:
            unfit = refuse_battery(view, unit)
            clause = AT_NIGHT.clause if is_night(view) else OUT_OF_RANGE.clause if unit.place else OFF_TABLE
            for target in enemies(view, side):
                refusal = unfit or refuse_target(view, unit, target)
                yield judged(Bombard(unit.id, target.id), clause, refusal)
                yield judged(LaySmoke(unit.id, target.id), cite("pk.weather.smoke"), refusal)
    yield Option(BombardNoMore(side), WHO)


def refuse_battery(state: State, unit: Unit) -> Refusal | None:
    if unit.id in PAPERS.subjects(state, unit.side):
        return Refusal(WHO, "a battery bombards once in a turn")
    if Mark.OFF_TABLE in unit.marks:
        return None
    able = unit.place and is_deployed(unit) and Mark.PANICKED not in unit.marks
    return None if able and indirect_die(state, unit) else NO_BATTERY


def refuse_target(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Spotted by anybody, and in range; no line of sight is needed."""
    if not is_known(target):
        return UNSPOTTED
    if is_night(state) and target.tallies.get(Tally.SPOTTED) != segments_so_far(state):
        return AT_NIGHT
    if Mark.OFF_TABLE in unit.marks:
        return None
    reach = INDIRECT.figure(calibre_of(entry(state, unit))) or 0
    return None if shapes.within(field(state).gap(unit.id, target.id), reach) else OUT_OF_RANGE


# ---- all of it comes down at once


@rule("pk.bombardment.who")
def bombardment(play: Play, step: Step, bombed: Mapping[UnitId, int] = {}) -> None:
    """All dice are thrown for the table as it is; all markers, also those of bombs, are placed together at the end."""
    orders = [one for one in PAPERS.read_out(play, in_order(play.state)) if isinstance(one, Bombard | LaySmoke)]
    before, suffered = play.state, Counter(bombed)
    for order in orders:
        at = fall(play, order)
        if isinstance(order, Bombard):
            suffered.update(shell(play, before, order.unit, at))
            play.meet(*suffered.items())
        elif on_table(before, at):
            lay_smoke(play, at)
        else:
            play.emit(Noted("the smoke falls off the table"), cite("pk.weather.smoke"))
    for unit_id, markers in suffered.items():
        disorder(play, unit_id, markers)


def fall(play: Play, order: Bombard | LaySmoke) -> Point:
    """Where the fire comes down."""
    unit, aim = play.state.units[order.unit], play.state.units[order.target].at.point
    play.emit(Bombarded(unit.id))
    play.emit(Noted(order.tell(), about=(unit.id, order.target)))
    return scatter(play, aim, shapes.bearing(origin(play.state, unit), aim))


def origin(state: State, unit: Unit) -> Point:
    """pk.bombardment.off-table: artillery behind the table fires from the middle of its own edge."""
    if unit.place is not None:
        return unit.place.point
    board = table(state)
    return nearest_on_edge(board, battle(state).edge(unit.side), (board.width / 2, board.depth / 2))


@rule("pk.bombardment.accuracy")
def scatter(play: Play, aim: Point, line: int) -> Point:
    """A d6: on target, or a d6 inches to the right or left, closer or farther; `line`: degrees, away from the firer."""
    result = ACCURACY.text(play.roll(Throw("accuracy", "accuracy"), D6))
    if result not in DRIFTS:
        return aim
    inches = play.roll(Throw("drift", f"drift, {result}"), D6)
    to = shapes.ahead(aim, line + DRIFTS[result], inches)
    return shapes.to_lattice(to[0]), shapes.to_lattice(to[1])


def on_table(state: State, at: Point) -> bool:
    board = table(state)
    return shapes.on_table(at, board.width, board.depth)


def struck(state: State, at: Point) -> list[Unit]:
    """Every formation whose edge is within 2 inches of a point; none if that is off the table."""
    if not on_table(state, at):
        return []
    spot = shapes.limb(at, at, 0.0)
    near = (i for i, slab in field(state).slabs.items() if shapes.within(shapes.apart(spot, slab), PATTERN))
    return [state.units[i] for i in near]


@rule("pk.bombardment.pattern")
def shell(play: Play, before: State, unit_id: UnitId, at: Point) -> dict[UnitId, int]:
    """Friend and foe near the point of impact are attacked, each with its own dice; the markers of each."""
    found = {}
    if on_table(before, at):
        play.emit(Added(burst(unit_id, at)))
    for target in struck(before, at):
        play.emit(Shelled(target.id, unit_id))
        found[target.id] = attack(play, before, before.units[unit_id], target)
    if not found:
        play.emit(Noted(f"the fire of {unit_id} hits nobody", about=(unit_id,)))
    return found


def burst(by: UnitId, at: Point) -> Unit:
    """A marker for the rest of the turn."""
    return Unit(UnitId(f"{by} burst"), Kind.BURST, NOBODY, shapes.place_at(at))


@rule("pk.bombardment.fire-die")
def attack(play: Play, before: State, unit: Unit, target: Unit) -> int:
    """The FIRE DIE by calibre against the COVER DIE; the Disorder markers."""
    die = Die(indirect_die(before, unit), play.clause)
    crews: Formation = replace(entry(before, unit), gun="")  # of its own only the crews count, and SS
    terms = *QUALITY.that_apply(crews), *ENTRENCHED.that_apply(target)
    aim = Aim(die, terms, indirect_cover(before, unit, target))
    throw = Throw("bombardment", f"{unit.id} shells {target.id}", unit.id, (target.id,))
    return fire_against_cover(play, throw, aim)


def indirect_die(state: State, unit: Unit) -> int:
    """There is no upper limit of calibre; 0: it cannot fire."""
    return gun_die(state, unit, min(calibre_of(entry(state, unit)), HEAVIEST))


DUG_IN = "target entrenched"
ENTRENCHED: Modifiers[Unit] = Modifiers(
    BOOK, "afv-fire-modifiers", [Modifier(DUG_IN, "entrenched", "pk.bombardment.fire-die", is_entrenched)],
    column="modifier", elsewhere=[row for row in BOOK.table("afv-fire-modifiers").headings if row != DUG_IN],
)  # fmt: skip


def indirect_cover(state: State, unit: Unit, target: Unit) -> Die:
    """By terrain; against AFV shifted by calibre."""
    cover = cover_of(state, target, shapes.place_at(origin(state, unit)))
    shift = SHIFT.figure(calibre_of(entry(state, unit))) if target.kind == Type.AFV else 0
    return cover_in(cover, shift or 0, cite("pk.bombardment.cover"))
