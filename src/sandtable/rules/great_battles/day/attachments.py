"""Attaching and detaching support units in reserve."""

from collections.abc import Iterator
from itertools import count

from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.reading import wrongly_attached
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.commands.malta import Reassign
from sandtable.rules.great_battles.commands.night import Attach, Detach
from sandtable.rules.great_battles.day.landing import reserves
from sandtable.rules.great_battles.edition import cite, parameters, refuse, rule
from sandtable.rules.great_battles.facts.reserves import Attached, Detached
from sandtable.rules.great_battles.malta.reassigning import no_reassigning, reassign, reassign_options
from sandtable.rules.great_battles.nerve.morale import wipe_out
from sandtable.rules.great_battles.table.field import body_of, field, stands_of
from sandtable.rules.great_battles.table.missions import battery_of
from sandtable.rules.great_battles.words import Did, Kind, Mark, Trait


@rule("night.attach")
def attach_next(play: Play, side: Side) -> bool:
    """One unit after another is attached or detached; returns whether the side goes on."""
    order = play.ask(
        side,
        Topic("attach", f"{side}: which support units are attached or detached?"),
        lambda view: attach_options(view, side),
        lambda view: no_attaching(view, side),
    )
    match order:
        case Attach(unit, to):
            play.emit(Attached(unit, to))
        case Detach(stand):
            detach(play, stand)
        case Reassign():
            reassign(play, order)
        case _:
            return False
    return True


def attach_options(view: State, side: Side) -> Iterator[Option]:
    for unit, body in pairings(view, side):
        if refuse_attach(view, unit, body) is None:
            yield Option(Attach(unit.id, body.id), clause_for(view, stands_of(view, unit.id)))
    for body in at_hand(view, side):
        for stand in attached(view, body):
            if Did.MOVED not in stand.spent:  # it has been attached tonight
                yield Option(Detach(stand.id), clause_for(view, [stand]))
    yield from reassign_options(view, side)
    yield Option(Done(), cite(view, "night.attach"))


def no_attaching(view: State, side: Side) -> Iterator[Option]:
    for unit, body in pairings(view, side):
        if why := refuse_attach(view, unit, body):
            yield Option(Attach(unit.id, body.id), why.clause, refusal=why)
    yield from no_reassigning(view, side)


def at_hand(state: State, side: Side) -> list[Unit]:
    """Whether a unit is in reserve and not held back."""
    return [body for body in reserves(state, side) if Mark.WITHHELD not in body.marks]


def pairings(state: State, side: Side) -> Iterator[tuple[Unit, Unit]]:
    """Each support unit in reserve with each battalion there."""
    bodies = at_hand(state, side)
    for unit in bodies:
        if is_support(state, unit):
            yield from ((unit, body) for body in bodies if body.id != unit.id)


def is_support(state: State, unit: Unit) -> bool:
    """Whether it never had infantry: a battalion that has lost its own may be rebuilt."""
    stands = field(state).stands.get(unit.id, ())
    return all(state.units[stand].kind != Kind.INFANTRY for stand in stands)


def clause_for(state: State, stands: list[Unit], otherwise: str = "night.attach") -> Clause:
    """command.hq: an HQ gives its bonuses to the battalion it is attached to."""
    return cite(state, "command.hq" if any(stand.kind == Kind.HQ for stand in stands) else otherwise)


def attached(state: State, body: Unit) -> list[Unit]:
    return [stand for stand in stands_of(state, body.id) if Trait.ATTACHED in stand.traits]


def refuse_attach(state: State, unit: Unit, body: Unit) -> Refusal | None:
    stands = stands_of(state, unit.id)
    if Trait.COMMONWEALTH in unit.traits and unit.part_of != body.part_of:
        return refuse(state, "night.attach", "Commonwealth units stay with their home brigade")
    own = [stand.kind for stand in stands_of(state, body.id) if Trait.ATTACHED not in stand.traits]
    wrong = wrongly_attached(
        own, [stand.kind for stand in (*attached(state, body), *stands)], parameters(state).most_armour
    )
    return refuse(state, *wrong) if wrong else None


def detach(play: Play, stand: UnitId) -> None:
    """The stand is its own unit from now on; a battalion may be left without stands."""
    unit = play.state.units[stand]
    body = body_of(play.state, unit)
    battery = battery_of(play.state, unit) if unit.kind == Kind.FIELD_GUN else 0
    play.emit(Detached(stand, name_for(play.state, unit), battery))
    if not stands_of(play.state, body.id):
        wipe_out(play, body.id)


def name_for(state: State, stand: Unit) -> UnitId:
    """A name that does not tell its battalion; it keeps the name while no other unit has it."""
    what, home = f"{stand.side} detachment", stand.id.partition("/")[0]
    taken = {name.partition("/")[0] for name in state.units if not name.startswith(stand.id)}
    if home.startswith(what) and home not in taken:
        return UnitId(home)
    return UnitId(next(name for name in (f"{what} {number}" for number in count(1)) if name not in taken))
