"""Attaching and detaching support units in reserve."""

from collections.abc import Iterator
from itertools import count

from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.by_edition import BattleByEdition
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.commands.night import Attach, Detach
from sandtable.rules.great_battles.day.by_edition import DayByEdition
from sandtable.rules.great_battles.day.landing import reserves
from sandtable.rules.great_battles.edition import cite, judged, refuse, rule
from sandtable.rules.great_battles.effects.missions import battery_of
from sandtable.rules.great_battles.facts.reserves import Attached, Detached
from sandtable.rules.great_battles.frame.reading import wrongly_attached
from sandtable.rules.great_battles.nerve.morale import wipe_out
from sandtable.rules.great_battles.table.field import body_of, field, stands_of
from sandtable.rules.great_battles.words import Did, Kind, Mark, Trait


@rule("night.attach")
def attach_next(play: Play, side: Side) -> bool:
    """One unit after another is attached or detached; returns whether the side goes on."""
    asked = Topic("attach", f"{side}: which support units are attached or detached?")
    order = play.ask_which(side, asked, lambda view: attach_options(view, side))
    match order:
        case Attach(unit, to):
            play.emit(Attached(unit, to))
        case Detach(stand):
            detach(play, stand)
        case _:
            return DayByEdition.of(play.state).transfer(play, order)
    return True


def attach_options(view: State, side: Side) -> Iterator[Option]:
    """Each support unit in reserve with each battalion there, and what can be detached."""
    bodies = [body for body in reserves(view, side) if Mark.WITHHELD not in body.marks]
    for unit in [body for body in bodies if is_support(view, body)]:
        rule = rule_for(stands_of(view, unit.id))
        for body in [body for body in bodies if body.id != unit.id]:
            yield judged(view, Attach(unit.id, body.id), rule, refuse_attach(view, unit, body))
    for stand in [stand for body in bodies for stand in attached(view, body)]:
        if Did.MOVED not in stand.spent:  # it has been attached tonight
            yield Option(Detach(stand.id), cite(view, rule_for([stand])))
    yield from DayByEdition.of(view).transfers(view, side)
    yield Option(Done(), cite(view, "night.attach"))


def is_support(state: State, unit: Unit) -> bool:
    """Whether it never had infantry: a battalion that has lost its own may be rebuilt."""
    stands = field(state).stands.get(unit.id, ())
    return all(state.units[stand].kind != Kind.INFANTRY for stand in stands)


def rule_for(stands: list[Unit], otherwise: str = "night.attach") -> str:
    """command.hq: an HQ gives its bonuses to the battalion it is attached to."""
    return "command.hq" if any(stand.kind == Kind.HQ for stand in stands) else otherwise


def attached(state: State, body: Unit) -> list[Unit]:
    return [stand for stand in stands_of(state, body.id) if Trait.ATTACHED in stand.traits]


def refuse_attach(state: State, unit: Unit, body: Unit) -> Refusal | None:
    if Trait.COMMONWEALTH in unit.traits and unit.part_of != body.part_of:
        return refuse(state, "night.attach", "Commonwealth units stay with their home brigade")
    return refuse_together(state, body, stands_of(state, unit.id))


def refuse_together(state: State, body: Unit, others: list[Unit]) -> Refusal | None:
    """Why these stands cannot be attached to a battalion too."""
    own = [stand.kind for stand in stands_of(state, body.id) if Trait.ATTACHED not in stand.traits]
    kinds = [stand.kind for stand in (*attached(state, body), *others)]
    wrong = wrongly_attached(own, kinds, BattleByEdition.of(state).most_armour)
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
