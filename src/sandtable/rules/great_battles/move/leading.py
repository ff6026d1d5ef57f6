"""The first stand of a formation."""

from collections.abc import Callable, Iterator, Sequence

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.commands.day import Lead
from sandtable.rules.great_battles.edition import cite, rule
from sandtable.rules.great_battles.table.field import fighting
from sandtable.rules.great_battles.table.formation import in_order
from sandtable.rules.great_battles.words import Formation, Tally

Fits = Callable[[State], bool]  # whether the formation still fits in its place


@rule("formation.front-rank")
def choose_lead(play: Play, body: Unit, stands: Sequence[Unit], shape: Formation, fits: Fits) -> None:
    """The owner chooses the first stand where that matters."""
    line = fighting(in_order(stands))
    if shape == Formation.DEFENSIVE or len({(s.kind, s.traits, s.marks) for s in line}) < 2:
        return
    unlike: dict[tuple[object, ...], UnitId] = {}  # of equal stands off the table, the front one
    for stand in line:
        unlike.setdefault((stand.kind, stand.traits, stand.marks, stand.place), stand.id)
    names, topic = list(unlike.values()), Topic("lead", f"{body.id}: which stand leads?", (body.id,))
    order = play.ask(body.side, topic, lambda view: lead_options(view, body.id, names, fits))
    assert isinstance(order, Lead)
    if order.stand != line[0].id:
        play.emit(put_first(line, order.stand))


def put_first(line: Sequence[Unit], stand: UnitId) -> Tallied:
    return Tallied(stand, Tally.SLOT, min(one.tallies.get(Tally.SLOT, 0) for one in line) - 1)


def lead_options(view: State, body: UnitId, line: Sequence[UnitId], fits: Fits) -> Iterator[Option]:
    """The front stand, and every stand with which the formation still fits."""
    stands, clause = [view.units[stand] for stand in line], cite(view, "formation.front-rank")
    yield Option(Lead(body, line[0]), clause)
    for stand in line[1:]:
        if fits(put_first(stands, stand).apply(view)):
            yield Option(Lead(body, stand), clause)
