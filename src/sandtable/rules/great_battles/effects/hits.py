"""The effects of hits on stands, from any source."""

from collections.abc import Callable, Sequence

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Carried, Marked, Noted
from sandtable.kernel.facts import knowers
from sandtable.kernel.play import Play
from sandtable.kernel.state import Unit, UnitId
from sandtable.rules.great_battles.commands.day import Take
from sandtable.rules.great_battles.edition import cite, rule
from sandtable.rules.great_battles.effects.missions import silence
from sandtable.rules.great_battles.facts.day import Destroyed, Suppressed
from sandtable.rules.great_battles.table.field import is_suppressed, riders_on, stands_of
from sandtable.rules.great_battles.words import ITS_TRACK, Kind, Mark, Tally


def suppress(play: Play, stand: UnitId, by: str = "") -> bool:
    """rally.suppression-effects: a second suppression has no effect. Returns whether this one had."""
    unit = play.state.units[stand]
    if is_suppressed(unit) or Mark.DESTROYED in unit.marks:
        return False
    play.emit(Suppressed(stand, by))
    share_fate(play, stand, suppress)
    return True


def destroy(play: Play, stand: UnitId, by: str = "") -> None:
    if Mark.DESTROYED not in play.state.units[stand].marks:
        play.emit(Destroyed(stand, by, play.state.tallies[Tally.DAY]))
        silence(play, play.state.units[stand])
        share_fate(play, stand, destroy)
        fall_off(play, play.state.units[stand])
        lose_hq(play, play.state.units[stand])
        lose_transport(play, play.state.units[stand])


@rule("command.hq-lost")
def lose_hq(play: Play, stand: Unit) -> None:
    """The battalion only loses the bonuses of its HQ."""
    if stand.kind == Kind.HQ and stand.part_of is not None:
        play.emit(Noted(f"{stand.part_of} loses the bonuses of its HQ", knowers(stand), about=(stand.part_of,)))


@rule("transport.reload")
def lose_transport(play: Play, track: Unit) -> None:
    """Infantry that got out of a lost half-track does not get it back."""
    if track.kind == Kind.HALF_TRACK:
        play.emit(Marked(UnitId(track.id.removesuffix(ITS_TRACK)), Mark.NO_TRANSPORT))


@rule("variants.tank-riders")
def share_fate(play: Play, tank: UnitId, suffer: Callable[[Play, UnitId], object]) -> None:
    """Passengers suffer the same as their tank."""
    for rider in riders_on(play.state, tank):
        suffer(play, rider)


@rule("variants.tank-riders")
def fall_off(play: Play, rider: Unit) -> None:
    """A lost passenger no longer rides, even if its tank survives."""
    if rider.aboard is not None:
        play.emit(Carried(rider.id, None))


def lose_stand(play: Play, body: UnitId, by: str) -> None:
    """The owner chooses one stand of the battalion, and it is destroyed."""
    lose_one_of(play, stands_of(play.state, body), by)


@rule("setup.casualty-choice")
def lose_one_of(play: Play, stands: Sequence[Unit], by: str) -> None:
    """The owner chooses one of these stands, and it is destroyed."""
    if victim := pick_stand(play, "Which stand is lost?", stands):
        destroy(play, victim, by)


@rule("setup.casualty-choice")
def suppress_one_of(play: Play, stands: Sequence[Unit], by: str) -> None:
    """One of these stands is suppressed, an unsuppressed one if there is one."""
    if victim := pick_stand(play, "Which stand is suppressed?", [one for one in stands if not is_suppressed(one)]):
        suppress(play, victim, by)


def pick_stand(play: Play, question: str, stands: Sequence[Unit]) -> UnitId | None:
    if not stands:
        return None
    side, body, clause = stands[0].side, stands[0].part_of, cite(play.state, "setup.casualty-choice")
    order = play.ask(
        side,
        Topic("loss", f"{body}: {question}", (body,) if body else (), tone=-1),
        lambda _view: [Option(Take(one.id), clause) for one in stands],
    )
    assert isinstance(order, Take)
    return order.unit
