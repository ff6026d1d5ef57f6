"""Fieldworks: formations on Hold dig in."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.book.charts import NONE, Grid, Scores
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.book.reasons import Reasons
from sandtable.kernel.counting import told
from sandtable.kernel.decision import Option, Refusal, Topic, judged, leaves_choice
from sandtable.kernel.events import Marked, Noted, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term, counting
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D6, cite, scored
from sandtable.rules.panzer_korps.commands import Dig, DigNoMore
from sandtable.rules.panzer_korps.field import field, formations, is_able, led_by, nation_of, order_for, standing
from sandtable.rules.panzer_korps.steps import Fieldworks
from sandtable.rules.panzer_korps.words import Mark, Tally, Type

TIME = "Day Segments to complete"
SUCCESS = Grid(BOOK.table("fieldworks"), rows=Scores)
MAY_DIG = BOOK.table("orders").column("may dig")
SWAPPED = "fieldworks-sign-swap"
DIGGING = cite("pk.fieldworks.conditions")
AS_PRINTED, AS_SWAPPED = "pk.fieldworks.modifiers", "pk.fieldworks.sign-swap"
TRIED = Refusal(cite("pk.fieldworks.attempt"), "it has tried in this Day Segment")


class Digger(NamedTuple):
    rating: str
    nation: str


def modifiers(clause: str, factor: int) -> Modifiers[Digger]:
    """The table as printed, or with the signs of the leaders swapped."""
    led = "leader rated {0.rating}".format
    return Modifiers(BOOK, "fieldworks-modifiers", [
        Modifier("leader A-D", led, clause, lambda one: factor * (one.rating in "ABCD")),
        Modifier("leader E", led, clause, lambda one: one.rating == "E"),
        Modifier("leader F-H", led, clause, lambda one: factor * (one.rating in "FGH")),
        Modifier("Russian", "Russian", AS_PRINTED, lambda one: one.nation == "Russia"),
    ])  # fmt: skip


PRINTED, SIGNS_SWAPPED = modifiers(AS_PRINTED, 1), modifiers(AS_SWAPPED, -1)


def dig_adds(state: State, unit: Unit) -> tuple[Term, ...]:
    digger = Digger(led_by(state, unit), nation_of(state, unit))
    return counting(*(SIGNS_SWAPPED if SWAPPED in state.variants else PRINTED).that_apply(digger))


def digs_in_vain(state: State, unit: Unit) -> bool:
    """Whether its best roll is a failure."""
    best = D6.sides + sum(term.value for term in dig_adds(state, unit))
    return SUCCESS.cell(best, TIME) == NONE


refuse_digging: Reasons[[State, Unit]] = Reasons(
    BOOK,
    ("pk.command.orders", "only a Force Group on Hold digs in",
     lambda state, unit: not MAY_DIG[order_for(state, unit)]),
    (DIGGING, "neither AFVs nor wagons dig in", lambda state, unit: unit.kind in (Type.AFV, Type.WAGONS)),
    (DIGGING, "it is in Transit Column", lambda state, unit: Mark.COLUMN in unit.marks),
    (DIGGING, "it is Fragmented or Panicked", lambda state, unit: not is_able(state, unit)),
    (DIGGING, "it is in contact with the enemy", lambda state, unit: unit.id in field(state).contacts),
    (DIGGING, "it is entrenched or digs already",
     lambda state, unit: Mark.ENTRENCHED in unit.marks or Tally.DIGGING in unit.tallies),
    (AS_PRINTED, "under its leader no roll would do", digs_in_vain),
)  # fmt: skip


@rule("pk.fieldworks.conditions")
def dig_in(play: Play, step: Fieldworks) -> None:
    """At the start of a Day Segment every formation that may dig tries once, if its owner likes."""
    side = step.side
    tried: set[UnitId] = set()

    def options(view: State) -> Iterator[Option]:
        for unit in formations(view, side):
            yield judged(Dig(unit.id), DIGGING, TRIED if unit.id in tried else refuse_digging(view, unit))
        yield Option(DigNoMore(side), DIGGING)

    while leaves_choice(options(play.state)):
        order = play.ask_which(side, Topic("fieldworks", "Who digs in?"), options)
        if not isinstance(order, Dig):
            return
        tried.add(order.unit)
        dig(play, play.state.units[order.unit])


@rule("pk.fieldworks.attempt")
def dig(play: Play, unit: Unit) -> None:
    """A modified d6: nothing, or so many Day Segments of work."""
    total = scored(play, Throw("fieldworks", f"{unit.id} digs in", unit.id), D6, dig_adds(play.state, unit))
    segments, result = SUCCESS.cell(total, TIME), SUCCESS.text(total, "result")
    if segments != NONE:
        play.emit(Tallied(unit.id, Tally.DIGGING, int(segments)))
        result = f"{result}, {told(int(segments), 'Day Segment')}"
    play.emit(Noted(f"{unit.id}: {result}", about=(unit.id,)))


@rule("pk.fieldworks.conditions")
def finish_works(play: Play) -> None:
    """At the end of the Day Segment, or of the next."""
    for unit in standing(play.state):
        left = unit.tallies.get(Tally.DIGGING)
        if left is not None:
            play.emit(Tallied(unit.id, Tally.DIGGING, left - 1 or None))
            if left == 1:
                play.emit(Marked(unit.id, Mark.ENTRENCHED))
