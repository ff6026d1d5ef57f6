"""Decision Dice: which Force Group is next, what its die lets it do, and how it recovers when it has moved."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.book.charts import Grid, Scores
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.counting import told
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Noted, Spent, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term, counting, term_of
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK, COLOURS, D6, ELITE, HARDENED, REGULAR, VETERAN, cite, scored
from sandtable.rules.panzer_korps.commands import Rally, TakeGroup
from sandtable.rules.panzer_korps.facts import Recovered
from sandtable.rules.panzer_korps.field import decorated_with, entry, field, groups, known_enemies, members, rating_of
from sandtable.rules.panzer_korps.forced import fall_back
from sandtable.rules.panzer_korps.morale import test
from sandtable.rules.panzer_korps.move_facts import GroupPanicked
from sandtable.rules.panzer_korps.scenario import Formation, entries
from sandtable.rules.panzer_korps.sighting import in_cover, is_entrenched
from sandtable.rules.panzer_korps.steps import GroupMoves, Movement, Recovery
from sandtable.rules.panzer_korps.words import Company, Did, Kind, Mark, Tally

TABLE = BOOK.table("decision")
CHARTS = {colour: Grid(TABLE, rows=Scores, key=colour) for colour in COLOURS}
PANIC, FREEZE = (row[len(TABLE.key)] for row in TABLE.rows[:2])
SIZES = Grid(BOOK.table("force-group-size"), rows=Scores)
COLOUR = Grid(BOOK.table("command-colour"))
ALARM = 20.0  # inches: pk.decision.freeze
MODIFIERS = cite("pk.decision.modifiers")


@rule("pk.decision.procedure")
def movement(play: Play, step: Movement) -> None:
    """A side takes its Force Groups one after another, in the order it likes."""
    waiting = waiting_groups(play.state, step.side)
    if not waiting:
        return
    group = waiting[0] if len(waiting) == 1 else ask_group(play, step.side)
    play.emit(Spent(group, Did.DECIDED))
    moves = give_way_again(play, group) if Mark.PANICKING in play.state.units[group].marks else decide(play, group)
    play.queue(*([moves] if moves else []), Recovery(group), *([step] if len(waiting) > 1 else []))


def waiting_groups(state: State, side: Side) -> list[UnitId]:
    """Those on the table that have not moved in this turn."""
    there = field(state).of_group
    return [one.id for one in groups(state, side) if one.id in there and Did.DECIDED not in one.spent]


def ask_group(play: Play, side: Side) -> UnitId:
    return play.ask_for(
        TakeGroup, side, Topic("group", "Which Force Group moves next?"),
        lambda view: [Option(TakeGroup(i), play.clause) for i in waiting_groups(view, side)],
    ).group  # fmt: skip


# ---- the die


@rule("pk.decision.procedure")
def decide(play: Play, group: UnitId) -> GroupMoves | None:
    """A d6 with its modifiers, in the column of the group's colour."""
    total = scored(play, Throw("decision", f"{group} decides", group), D6, decision_terms(play.state, group))
    chart = CHARTS[colour_of(play.state, group)]
    result = chart.cell(total, "result")
    if result in (PANIC, FREEZE):
        (panic if result == PANIC else freeze)(play, group)
        return None
    moves, rallies, free = (int(chart.figure(total, column) or 0) for column in TABLE.columns[1:])
    more = [f"Auto Rally {rallies}"] * (rallies > 0) + [told(free, "free move")] * (free > 0)
    play.emit(Noted(", ".join([f"{group} may move {told(moves, 'formation')}", *more]), about=(group,)))
    rally(play, group, rallies)
    return GroupMoves(group, moves, free)


def decision_terms(state: State, group: UnitId) -> tuple[Term, ...]:
    """pk.decision.modifiers"""
    own = field(state).of_group[group]
    size = SIZES.figure(len(own)) or 0
    leaders = sum(one.kind == Kind.LEADER and one.aboard in own for one in state.units.values())
    attached = Term(leaders, told(leaders, "leader"), MODIFIERS)
    return counting(term_of(size, told(len(own), "formation"), MODIFIERS), attached)


def colour_of(state: State, group: UnitId) -> str:
    """pk.command.colour"""
    return entries(state).groups[group].colour or COLOUR.text(rating_of(state, state.units[group]))


# ---- panic and freeze


@rule("pk.decision.panic")
def panic(play: Play, group: UnitId) -> None:
    """Those in cover freeze; all others fall back in this and the next turn."""
    own = [unit for unit in members(play.state, group) if not is_entrenched(unit)]
    exposed = tuple(unit.id for unit in own if not in_cover(play.state, unit))
    play.emit(GroupPanicked(group, exposed))
    for i in exposed:
        fall_back(play, i, play.clause)


@rule("pk.decision.panic")
def give_way_again(play: Play, group: UnitId) -> None:
    """The second turn: no Decision Die."""
    for unit in members(play.state, group):
        if Mark.GIVES_WAY in unit.marks:
            fall_back(play, unit.id, play.clause)
            play.emit(Unmarked(unit.id, Mark.GIVES_WAY))
    play.emit(Unmarked(group, Mark.PANICKING))


@rule("pk.decision.freeze")
def freeze(play: Play, group: UnitId) -> None:
    """Nobody moves. Those near a known enemy test their morale."""
    play.emit(Noted(f"{group} freezes", about=(group,)))
    for unit in members(play.state, group):
        foes = known_enemies(play.state, unit.side)
        if any(field(play.state).gap(unit.id, foe.id) <= ALARM for foe in foes):
            test(play, unit.id)


# ---- Auto Rally


@rule("pk.decision.auto-rally")
def rally(play: Play, group: UnitId, pool: int) -> None:
    """So many markers come off the group's formations, shared out as the owner likes."""
    while pool and (hurt := disordered(play.state, group)):
        if len(hurt) == 1 or sum(hurt.values()) <= pool:
            shares = {i: min(markers, pool) for i, markers in hurt.items()}
        else:
            shares = dict([ask_rally(play, group, pool)])
        for i, markers in shares.items():
            play.emit(Recovered(i, markers))
            pool -= markers


def disordered(state: State, group: UnitId) -> dict[UnitId, int]:
    found = {unit.id: unit.tallies[Tally.DISORDER] for unit in members(state, group)}
    return {i: markers for i, markers in found.items() if markers}


def ask_rally(play: Play, group: UnitId, pool: int) -> tuple[UnitId, int]:
    def options(view: State) -> Iterator[Option]:
        for i, markers in disordered(view, group).items():
            yield from (Option(Rally(i, number), play.clause) for number in range(min(markers, pool), 0, -1))

    words = f"Which Disorder markers come off? {told(pool, 'marker')} of {group}"
    order = play.ask_for(Rally, play.state.units[group].side, Topic("rally", words, (group,), 1), options)
    return order.unit, order.markers


# ---- recovery


class Case(NamedTuple):
    unit: Unit
    one: Formation
    decorated: int


RECOVERY = "pk.disorder.recovery"
ROWS: Modifiers[Case] = Modifiers(BOOK, "recovery", [
    Modifier("did not move this turn", "did not move", RECOVERY, lambda it: Did.MOVED not in it.unit.spent),
    Modifier("Decorated leader with the formation", "{} Decorated", RECOVERY, lambda it: it.decorated),
    Modifier("Regular or Veteran", "quality", RECOVERY, lambda it: it.one.quality in (REGULAR, VETERAN)),
    Modifier("Elite or Hardened", "quality", RECOVERY, lambda it: it.one.quality in (ELITE, HARDENED)),
    Modifier("Divisional HQ company attached", "Divisional HQ", RECOVERY,
             lambda it: any(company.type == Company.HQ for company in it.one.attached)),
], column="markers removed", elsewhere=["Auto Rally allocated from the Decision Die"])  # fmt: skip


@rule("pk.disorder.recovery-timing")
def recover(play: Play, step: Recovery) -> None:
    """Each formation of the group, whether it moved, froze or panicked."""
    for unit in members(play.state, step.group):
        if markers := unit.tallies[Tally.DISORDER]:
            terms = ROWS.that_apply(Case(unit, entry(play.state, unit), decorated_with(play.state, unit)))
            removed = min(sum(term.value for term in terms), markers)
            forced = Mark.PANICKED in unit.marks or not unit.spent.isdisjoint({Did.FELL_BACK, Did.FLED})
            if removed:
                play.emit(Recovered(unit.id, removed, terms), play.clause if forced else cite(RECOVERY))
