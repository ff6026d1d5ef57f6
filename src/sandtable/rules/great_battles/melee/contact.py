"""Contact: who may move into it with whom, and how close combat begins and ends."""

from collections.abc import Iterator, Sequence

from sandtable.kernel.decision import Refusal
from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.edition import refuse, rule, ways
from sandtable.rules.great_battles.facts.common import Engaged, Parted
from sandtable.rules.great_battles.move.digging import disturb
from sandtable.rules.great_battles.move.transport import dismount, mounted
from sandtable.rules.great_battles.table.field import battalions, contacts, is_active, opponents, standing, trait
from sandtable.rules.great_battles.table.ground import in_bunker
from sandtable.rules.great_battles.table.sighting import reveal_body
from sandtable.rules.great_battles.words import ATTACKS, RIDES, Kind, Mark

Pair = tuple[UnitId, UnitId]  # attacker and defender


# ---- may it


def refuse_contact(state: State, body: Unit, enemy: Unit) -> Refusal | None:
    """Why a battalion may not move into contact with another, as far as its side can know."""
    if not is_active(body):
        return refuse(state, "activate.inactive-actions", f"{body.id} is not activated")
    known = [stand for stand in standing(state, enemy.id) if stand.known_by(body.side)]
    return refuse_opponent(state, body, known)


def refuse_opponent(state: State, body: Unit, enemies: Sequence[Unit]) -> Refusal | None:
    """close-combat.contact: which enemy stands a battalion does not close with, activated or not."""
    own = frozenset(stand.kind for stand in standing(state, body.id))
    if not ways(state).may_close(own):
        return refuse(state, "close-combat.contact", "guns and support on their own may not move into contact")
    for enemy in enemies:
        if enemy.kind == Kind.ARMOUR:
            return refuse(state, "close-combat.no-armour-defender", f"{enemy.id} is armour")
        if Mark.LOADED in enemy.marks and trait(enemy, RIDES) == "half-track":
            return refuse(state, "close-combat.no-armour-defender", f"{enemy.id} is in a half-track")
    return None if Kind.INFANTRY in own else refuse_to_tanks(state, enemies)


def has_fighters(kinds: frozenset[str]) -> bool:
    """close-combat.contact: who may move into it."""
    return not kinds.isdisjoint({Kind.INFANTRY, Kind.ARMOUR})


def refuse_to_tanks(state: State, enemies: Sequence[Unit]) -> Refusal | None:
    """Armour on its own closes with dismounted enemies that are not in bunkers."""
    for enemy in enemies:
        if Mark.LOADED in enemy.marks:
            return refuse(state, "close-combat.mounted", f"{enemy.id} is mounted: armour alone may not contact it")
        if in_bunker(state, enemy):
            return refuse(state, "close-combat.contact", f"{enemy.id} is in a bunker: armour alone may not contact it")
    return None


# ---- coming into it


@rule("close-combat.unit-scale")
def touch(play: Play, body: UnitId) -> None:
    """The battalion that has moved into contact is the attacker for as long as the combat lasts."""
    for enemy in contacts(play.state, play.state.units[body]):
        if enemy.id not in opponents(play.state, play.state.units[body]):
            engage(play, body, enemy.id)


def engage(play: Play, body: UnitId, enemy: UnitId) -> None:
    """All stands of both are in it, and are seen; only armour nobody knew of prevents it."""
    for unit in (body, enemy):
        reveal_body(play, play.state.units[unit])
    if why := refuse_opponent(play.state, play.state.units[body], standing(play.state, enemy)):
        play.emit(Noted(f"{body} does not close with {enemy}: {why.why}"), why.clause)
        return
    disturb(play, enemy)
    play.emit(Engaged(body, enemy))
    stand_to(play, enemy)


@rule("close-combat.mounted")
def stand_to(play: Play, body: UnitId) -> None:
    """Whoever is carried in soft vehicles or towed gets ready to fight at once; the transport leaves the table."""
    riders = mounted(play.state, body)
    if riders:
        play.emit(Noted(f"{body} gets out to fight"))
    for stand in riders:
        dismount(play, stand.id)


# ---- going out of it


def pairs(state: State) -> Iterator[Pair]:
    """Every close combat under way: who attacks whom."""
    for side in state.sides:
        for body in battalions(state, side):
            for mark in sorted(body.marks):
                if mark.startswith(ATTACKS):
                    yield body.id, UnitId(mark.removeprefix(ATTACKS))


def in_touch(state: State, pair: Pair) -> bool:
    attacker, defender = pair
    return any(enemy.id == defender for enemy in contacts(state, state.units[attacker]))


@rule("close-combat.unit-scale")
def part(play: Play) -> None:
    """A combat is over when the two are no longer in contact."""
    for attacker, defender in list(pairs(play.state)):
        if not in_touch(play.state, (attacker, defender)):
            play.emit(Parted(attacker, defender))
