"""Contact: who may move into it, and how close combat begins and ends."""

from collections.abc import Iterator, Sequence

from sandtable.kernel.decision import Refusal, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.commands.day import Dismount
from sandtable.rules.great_battles.edition import refuse, rule
from sandtable.rules.great_battles.facts.day import Engaged, Parted
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.move.digging import disturb
from sandtable.rules.great_battles.move.riders import get_down_to_fight
from sandtable.rules.great_battles.move.transport import dismount, dismount_body, mounted, ways_out
from sandtable.rules.great_battles.table.field import (
    battalions,
    contacts,
    enemies_touched,
    is_active,
    on_tanks,
    opponents,
    places_of,
    standing,
    trait,
)
from sandtable.rules.great_battles.table.ground import in_bunker
from sandtable.rules.great_battles.table.sighting import reveal_body
from sandtable.rules.great_battles.words import GUNS, RIDES, Kind, Mark, Tie

Pair = tuple[UnitId, UnitId]  # attacker and defender


# ---- refusals


def refuse_contact(state: State, body: Unit, enemy: Unit, met: Sequence[Unit] | None = None) -> Refusal | None:
    """Why a battalion cannot move into contact with another, or with these of its stands, as far as it knows."""
    if not is_active(body):
        return refuse(state, "activate.inactive-actions", f"{body.id} is not activated")
    known = [stand for stand in standing(state, enemy.id) if stand.known_by(body.side)]
    return refuse_opponent(state, body, known, met)


def refuse_opponent(
    state: State, body: Unit, enemies: Sequence[Unit], met: Sequence[Unit] | None = None
) -> Refusal | None:
    """close-combat.contact: which enemies a battalion cannot fight, activated or not.

    `met`: the stands that it would touch; None: some of them, it may choose which.
    """
    own = kinds_of(state, body)
    if not MoveByEdition.of(state).may_close(own):
        return refuse(state, "close-combat.contact", "guns and support stands cannot move into contact alone")
    if tank := next((enemy for enemy in enemies if enemy.kind == Kind.ARMOUR), None):
        return refuse(state, "close-combat.no-armour-defender", f"{tank.id} is armour")
    by_stand = MoveByEdition.of(state).contact_by_stand
    reasons = [refuse_stand(state, own, enemy) for enemy in (met if met is not None and by_stand else enemies)]
    if by_stand and met is None and None in reasons:
        return None
    return next(filter(None, reasons), None)


def kinds_of(state: State, body: Unit) -> frozenset[str]:
    """The kinds that would fight: riders get down first."""
    return frozenset(stand.kind for stand in (*standing(state, body.id), *on_tanks(state, body.id)))


def refuse_stand(state: State, own: frozenset[str], enemy: Unit) -> Refusal | None:
    """Nobody may touch half-tracks; tanks alone may not touch mounted troops or bunkers."""
    if Mark.LOADED in enemy.marks and trait(enemy, RIDES) == "half-track":
        return refuse(state, "close-combat.no-armour-defender", f"{enemy.id} is in a half-track")
    if Kind.INFANTRY in own:
        return None
    if Mark.LOADED in enemy.marks:
        return refuse(state, "close-combat.mounted", f"{enemy.id} is mounted: armour alone cannot contact it")
    if in_bunker(state, enemy):
        return refuse(state, "close-combat.contact", f"{enemy.id} is in a bunker: armour alone cannot contact it")
    return None


def may_meet(state: State, body: Unit, enemy: Unit) -> list[Unit]:
    """The enemy stands it may touch; all of them where one forbidden stand forbids the whole battalion."""
    stands, own = standing(state, enemy.id), kinds_of(state, body)
    return [one for one in stands if not (MoveByEdition.of(state).contact_by_stand and refuse_stand(state, own, one))]


def has_fighters(kinds: frozenset[str]) -> bool:
    """close-combat.contact: only infantry and armour may move into contact."""
    return not kinds.isdisjoint({Kind.INFANTRY, Kind.ARMOUR})


def may_close(kinds: frozenset[str]) -> bool:
    """close-combat.who-may-contact: infantry with its attachments, or armour alone."""
    return Kind.INFANTRY in kinds or (Kind.ARMOUR in kinds and kinds <= {Kind.ARMOUR, Kind.HQ})


# ---- making contact


@rule("close-combat.unit-scale")
def touch(play: Play, body: UnitId) -> None:
    """The battalion that has moved into contact is the attacker for as long as the combat lasts."""
    for enemy in contacts(play.state, play.state.units[body]):
        if enemy.id not in opponents(play.state, play.state.units[body]):
            engage(play, body, enemy.id)


def engage(play: Play, body: UnitId, enemy: UnitId) -> None:
    """All stands of both battalions are in it, and are revealed; only hidden armour prevents it."""
    for one in (body, enemy):
        reveal_body(play, play.state.units[one])
    state, unit = play.state, play.state.units[body]
    touched = enemies_touched(state, unit, places_of(standing(state, body)))
    met = [stand for stand in touched if stand.part_of == enemy]
    if why := refuse_opponent(state, unit, standing(state, enemy), met):
        play.emit(Noted(f"{body} makes no contact with {enemy}: {why.why}", about=(body, enemy)), why.clause)
        return
    disturb(play, enemy)
    play.emit(Engaged(body, enemy))
    stand_to(play, enemy)
    go_in_on_foot(play, body)
    get_down_to_fight(play, body)


@rule("close-combat.mounted")
def stand_to(play: Play, body: UnitId) -> None:
    """Troops in soft vehicles or in tow get ready to fight at once; their transport leaves the table."""
    riders = mounted(play.state, body)
    if riders:
        play.emit(Noted(f"{body} gets out to fight", about=(body,)))
    for stand in riders:
        dismount(play, stand.id)


@rule("close-combat.mounted")
def go_in_on_foot(play: Play, body: UnitId) -> None:
    """The attacker's passengers get out at contact; half-tracks may stay, guns stay in tow."""
    riders = [stand for stand in mounted(play.state, body) if stand.kind not in GUNS]
    if not riders:
        return
    play.emit(Noted(f"{body} gets out to fight", about=(body,)))
    order = play.ask(
        play.state.units[body].side,
        Topic("half-tracks", f"{body} gets out to fight: do its half-tracks stay?", (body,)),
        lambda view: ways_out(view, body, riders),
    )
    assert isinstance(order, Dismount)
    dismount_body(play, body, stay=order.stay)


# ---- ending contact


def pairs(state: State) -> Iterator[Pair]:
    """Every close combat under way: who attacks whom."""
    for side in state.sides:
        for body in battalions(state, side):
            for enemy in body.linked(Tie.ATTACKS):
                yield body.id, enemy


@rule("close-combat.unit-scale")
def part(play: Play) -> None:
    """A combat is over when the two are no longer in contact."""
    for attacker, defender in list(pairs(play.state)):
        if all(enemy.id != defender for enemy in contacts(play.state, play.state.units[attacker])):
            play.emit(Parted(attacker, defender))
