"""Close assault: combats, strikes with their column shifts, winning and losing."""

from collections.abc import Mapping

from msgspec import Struct

from sandtable.board import shapes
from sandtable.book.charts import Grid
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.book.nations import Origin, by_nation
from sandtable.kernel.counting import told
from sandtable.kernel.events import Noted, Verdict
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D6, cite, scored
from sandtable.rules.panzer_korps.disorder import capture, disorder, is_lost, leave
from sandtable.rules.panzer_korps.facts import Beaten, Fought
from sandtable.rules.panzer_korps.field import decorated_with, entry, field, is_afv, nation_of, status
from sandtable.rules.panzer_korps.forced import fall_back
from sandtable.rules.panzer_korps.ground import Cover
from sandtable.rules.panzer_korps.scenario import battle
from sandtable.rules.panzer_korps.sighting import better, cover_of, is_entrenched
from sandtable.rules.panzer_korps.words import Company, Mark, Trait

TABLE, MARKERS = Grid(BOOK.table("close-assault")), Grid(BOOK.table("close-assault-results"))
PANIC = "Panic"  # its column
LEAST = 1.0 - shapes.TWO_STEPS  # inches that a loser must be able to fall back, rounded: pk.close-assault.outcome
MACHINE_GUNS = {Company.MMG, Company.HMG}
OUTCOME, PANICKED = cite("pk.close-assault.outcome"), cite("pk.close-assault.panicked")
LIMIT = cite("pk.close-assault.shift-limit")


class Combat(Struct, frozen=True):
    """Formations in contact; the attackers have moved into it."""

    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]

    @property
    def everybody(self) -> tuple[UnitId, ...]:
        return *self.attackers, *self.defenders


Strikes = Mapping[UnitId, UnitId]  # each striker, and whom it strikes


# ---- one round


def exchange(play: Play, combat: Combat, strikes: Strikes) -> bool:
    """Leadership, then all strikes at once. Whether the attackers have won."""
    play.emit(Fought(combat.everybody), cite("pk.organisation.states"))
    loser = leadership(play, combat)
    play.meet(loser)
    before, inflicted = play.state, {}
    for striker, struck in strikes.items():
        if Mark.PANICKED in before.units[striker].marks:
            play.emit(Noted(f"{striker} is Panicked and does not strike", about=(striker,)), PANICKED)
        else:
            shifts = shifts_of(before, striker, struck, led_worse=before.units[striker].side == loser)
            inflicted[striker] = strike(play, striker, struck, shifts)
    for striker, markers in inflicted.items():
        disorder(play, strikes[striker], markers)
    return judge(play, combat, inflicted)


@rule("pk.close-assault.table")
def strike(play: Play, striker: UnitId, struck: UnitId, shifts: tuple[Term, ...]) -> int:
    """Its quality against that of its opponent, shifted to the left: the opponent's Disorder markers."""
    one, other = play.state.units[striker], play.state.units[struck]
    column = PANIC if Mark.PANICKED in other.marks else entry(play.state, other).quality
    left = sum(term.value for term in shifts)
    letter = TABLE.text(entry(play.state, one).quality, column, -left)
    markers = MARKERS.number(letter)
    tell_shifts(play, striker, shifts)
    clause = LIMIT if left > TABLE.table.columns.index(column) else None
    words = f"{striker} strikes {struck}: {letter}, {told(markers, 'marker')}"
    play.emit(Noted(words, about=(striker, struck)), clause)
    return markers


def tell_shifts(play: Play, striker: UnitId, shifts: tuple[Term, ...]) -> None:
    """A line for each clause."""
    for clause in dict.fromkeys(term.clause for term in shifts):
        own = [term for term in shifts if term.clause == clause]
        columns, why = told(sum(term.value for term in own), "column"), ", ".join(term.label for term in own)
        play.emit(Noted(f"{striker} shifts {columns} to the left: {why}", about=(striker,)), clause)


@rule("pk.close-assault.outcome")
def judge(play: Play, combat: Combat, inflicted: Mapping[UnitId, int]) -> bool:
    """The side that inflicted fewer markers loses; on a tie the attacker."""
    ours, theirs = (sum(inflicted.get(i, 0) for i in side) for side in (combat.attackers, combat.defenders))
    won, about = ours > theirs, (combat.attackers[0], combat.defenders[0])
    words = f"{combat.attackers[0]} {'wins' if won else 'loses'} the close assault, {told(ours, 'marker')} to {theirs}"
    play.emit(Verdict(words, about=about, good=won))
    return won


def settle(play: Play, combat: Combat, losers: tuple[UnitId, ...], *, driven: bool) -> None:
    """After the blows: who is beaten, who is driven back, and whose equipment is taken."""
    for i in losers:
        if not is_lost(play, i):
            play.emit(Beaten(i), OUTCOME)
    if driven:
        drive_back(play, losers)
    take_equipment(play, combat)


@rule("pk.close-assault.outcome")
def drive_back(play: Play, losers: tuple[UnitId, ...]) -> None:
    """Losers fall back a normal move. Whoever is hemmed in is dispersed."""
    for i in losers:
        if not is_lost(play, i) and fall_back(play, i, play.clause) < LEAST and not is_lost(play, i):
            leave(play, i, "dispersed: it cannot fall back")


def take_equipment(play: Play, combat: Combat) -> None:
    """Of each formation that is lost, by the first enemy that is left."""
    for lost, takers in ((combat.attackers, combat.defenders), (combat.defenders, combat.attackers)):
        for taker in [i for i in takers if not is_lost(play, i)][:1]:
            for i in lost:
                capture(play, i, taker)


# ---- leadership


LEADERSHIP = "pk.close-assault.leadership"
DECORATED, *NATIONS = BOOK.table("leadership-modifiers").headings
LED: Modifiers[Origin] = Modifiers(
    BOOK, "leadership-modifiers", [by_nation(str(row), LEADERSHIP) for row in NATIONS], elsewhere=(DECORATED,)
)  # fmt: skip
EACH: Modifiers[int] = Modifiers(
    BOOK, "leadership-modifiers", [Modifier(DECORATED, "{} Decorated", LEADERSHIP, lambda number: number)],
    elsewhere=NATIONS,
)  # fmt: skip


@rule("pk.close-assault.leadership")
def leadership(play: Play, combat: Combat) -> Side | None:
    """Both sides dice off; the formations of the loser shift one column."""
    ours, theirs = (leads(play, own) for own in (combat.attackers, combat.defenders))
    loser = combat.defenders if ours > theirs else combat.attackers
    return None if ours == theirs else play.state.units[loser[0]].side


def leads(play: Play, fighting: tuple[UnitId, ...]) -> int:
    """A die, with the Decorated leaders of those who fight and the nation that is best for them."""
    state, own = play.state, [play.state.units[i] for i in fighting]
    nations = [LED.that_apply(Origin(nation_of(state, unit), battle(state).year)) for unit in own]
    best = max(nations, key=lambda terms: sum(term.value for term in terms))
    decorated = EACH.that_apply(sum(decorated_with(state, unit) for unit in own))
    throw = Throw("leadership", f"{own[0].side} leads", own[0].id)
    return scored(play, throw, D6, (*decorated, *best))


# ---- column shifts


SHIFT = "pk.close-assault.shifts"
COVERED, BOTH = "pk.close-assault.cover-shift", "pk.close-assault.cover-shift-both"


class Blow:
    """What decides the column shifts of a strike."""

    def __init__(self, state: State, striker: Unit, struck: Unit, *, led_worse: bool) -> None:
        self.striker, self.led_worse, self.status = striker, led_worse, status(state, striker)
        self.foe, formation = struck, entry(state, struck)
        self.against = {company.type for company in formation.attached}
        self.fanatics = Trait.FANATIC in formation.traits
        foes = field(state).contacts.get(striker.id, ())
        self.outnumbered = sum(Mark.PANICKED not in state.units[i].marks for i in foes) > 1
        both = "cover-shift-both" in state.variants
        own = cover_in_assault(state, striker, struck) if both else "open"
        self.cover = better(own, cover_in_assault(state, struck, striker))
        self.cover_clause = BOTH if both else COVERED


def cover_in_assault(state: State, unit: Unit, foe: Unit) -> Cover:
    """Entrenchments count as light cover."""
    return better(cover_of(state, unit, foe), "light" if is_entrenched(unit) else "open")


def covered(row: str, *covers: Cover) -> Modifier[Blow]:
    label, clause = row.removeprefix("fighting "), lambda blow: blow.cover_clause
    return Modifier(row, label, clause, lambda blow: blow.cover in covers)


SHIFTS: Modifiers[Blow] = Modifiers(BOOK, "close-assault-shifts", [
    Modifier("facing any AFV", "facing AFV", SHIFT, lambda blow: is_afv(blow.foe) or Company.AFV in blow.against),
    Modifier("Suppressed", "Suppressed", "pk.disorder.suppressed", lambda blow: blow.status == "Suppressed"),
    Modifier("Fragmented", "Fragmented", "pk.disorder.fragmented", lambda blow: blow.status == "Fragmented"),
    Modifier("out of supply", "out of supply", SHIFT, lambda blow: Mark.OUT_OF_SUPPLY in blow.striker.marks),
    Modifier("facing Fanatics", "facing Fanatics", SHIFT, lambda blow: blow.fanatics),
    Modifier("facing MMG/HMG", "facing machine guns", SHIFT, lambda blow: bool(MACHINE_GUNS & blow.against)),
    Modifier("facing flamethrower", "facing flamethrowers", SHIFT, lambda blow: Company.FLAMETHROWERS in blow.against),
    Modifier("facing 2 or more units", "outnumbered", SHIFT, lambda blow: blow.outnumbered),
    covered("fighting in light/medium cover", "light", "medium"),
    covered("fighting in heavy cover", "heavy"),
    covered("fighting in super heavy cover", "super heavy"),
    Modifier("lost the leadership roll", "worse led", LEADERSHIP, lambda blow: blow.led_worse),
])  # fmt: skip


def shifts_of(state: State, striker: UnitId, struck: UnitId, *, led_worse: bool) -> tuple[Term, ...]:
    return SHIFTS.that_apply(Blow(state, state.units[striker], state.units[struck], led_worse=led_worse))
