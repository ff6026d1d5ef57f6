"""Fire: dice spent on it, groups that fire together, and their result."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.combat_captain.book import DICE, cite
from sandtable.rules.combat_captain.casualties import settle
from sandtable.rules.combat_captain.commands import CeaseFire, Fire, FireSome, LeaveOut, Shoot, Switch
from sandtable.rules.combat_captain.facts import DiceSpent
from sandtable.rules.combat_captain.field import enemies, members, weapons
from sandtable.rules.combat_captain.hits import apply
from sandtable.rules.combat_captain.volley import (
    Firer,
    Volley,
    aimed,
    all_who_can,
    refuse_firer,
    refuse_shot,
    refuse_target,
)
from sandtable.rules.combat_captain.words import Die, Mark, Tally

COMBINE, SPLIT = cite("cc.fire.combine"), cite("cc.fire.groups")
LOW_AMMUNITION_DICE = 2  # cc.events.low-ammo
NO_TARGET = Refusal(cite("cc.fire.targets"), "only enemy sub-units on the table can be targets")
NOT_IN_GROUP = Refusal(SPLIT, "it is not one of those that fire")
NO_DICE = Refusal(cite("cc.activation.three-dice"), "the unit has not so many dice left")
SHORT_OF_ROUNDS = Refusal(cite("cc.events.low-ammo"), "low ammunition: only two of its dice can be used for fire")
NOBODY_CAN = Refusal(cite("cc.fire.sequence"), "none of its sub-units can fire at that")


# ---- the activity


def most_dice(state: State, company: UnitId) -> int:
    """How many of its dice may still be fired."""
    body = state.units[company]
    left = body.tallies[Tally.DICE]
    if Mark.LOW_AMMUNITION in state.units[UnitId(body.side)].marks:
        return min(left, LOW_AMMUNITION_DICE - body.tallies[Tally.FIRE_DICE])
    return left


def fire_dice(state: State, company: UnitId, spent: int) -> int:
    """cc.fire.bonus-timing: dice for each firer; one more if these are the last of three that are all fired."""
    body = state.units[company]
    return spent + (body.tallies[Tally.FIRE_DICE] + spent == DICE)


@rule("cc.fire.sequence")
def fire(play: Play, order: Fire | FireSome) -> None:
    """Group after group of those who have not fired in this activity, until the owner stops."""
    company, dice = order.company, fire_dice(play.state, order.company, order.dice)
    play.emit(DiceSpent(company, Die.FIRE, order.dice), cite("cc.activation.dice-are-time"))
    if dice > order.dice:
        tell_bonus(play, company)
    fired: set[UnitId] = set()
    next_order: Command = order
    while isinstance(next_order, Fire | FireSome):
        group = chosen(play, next_order, fired)
        fired |= {one.unit for one in group}
        shoot(play, company, group, next_order.target, dice)
        next_order = ask_more(play, company, order.dice, fired)


@rule("cc.fire.all-three-bonus")
def tell_bonus(play: Play, company: UnitId) -> None:
    play.emit(Noted(f"{company} fires with all three dice: each firer throws one more", about=(company,)))


def ask_more(play: Play, company: UnitId, dice: int, fired: set[UnitId]) -> Command:
    """Those who are left, if they have anything to fire at."""
    if not any(targets(play.state, company, fired)):
        return CeaseFire(company)
    return play.ask(
        play.state.units[company].side,
        Topic("fire on", f"Who else of {company} fires?", (company,)),
        lambda view: more_options(view, company, dice, fired),
    )


def more_options(view: State, company: UnitId, dice: int, fired: set[UnitId]) -> Iterator[Option]:
    for target in targets(view, company, fired):
        yield from shots_at(company, target, dice, len(all_who_can(view, company, target, fired)))
    yield Option(CeaseFire(company), SPLIT)


def options(view: State, company: UnitId) -> Iterator[Option]:
    """Every target with every number of dice."""
    most = most_dice(view, company)
    found = list(targets(view, company)) if most > 0 else []
    for target in found:
        number = len(all_who_can(view, company, target))
        for dice in range(most, 0, -1):
            yield from shots_at(company, target, dice, number)


def shots_at(company: UnitId, target: Unit, dice: int, number: int) -> Iterator[Option]:
    yield Option(Fire(company, target.id, dice), COMBINE)
    if number > 1 or len(weapons(target)) > 1:
        yield Option(FireSome(company, target.id, dice), SPLIT)


def targets(state: State, company: UnitId, fired: set[UnitId] | frozenset[UnitId] = frozenset()) -> Iterator[Unit]:
    """Enemy sub-units that somebody of the company who has not fired can fire at."""
    body = state.units[company]
    able = [one for one in members(state, company) if one.id not in fired and refuse_firer(state, one) is None]
    if not able:
        return
    for target in enemies(state, body.side):
        if refuse_target(state, target) is None and any(can_fire(state, unit, target) for unit in able):
            yield target


def can_fire(state: State, unit: Unit, target: Unit) -> bool:
    return any(refuse_shot(state, unit, weapon, target) is None for weapon in weapons(unit))


def why_not(view: State, company: UnitId, command: Command) -> Refusal | None:
    """Why a shot is not on offer."""
    if not isinstance(command, Fire | FireSome) or command.company != company:
        return None
    if not 0 < command.dice <= view.units[company].tallies[Tally.DICE]:
        return NO_DICE
    if command.dice > most_dice(view, company):
        return SHORT_OF_ROUNDS
    target = view.units.get(command.target)
    if target is None or target.place is None or target not in enemies(view, view.units[company].side):
        return NO_TARGET
    return refuse_target(view, target) or refuse_all(view, company, target)


def refuse_all(view: State, company: UnitId, target: Unit) -> Refusal | None:
    """The reason of the first that might fire; None if somebody can."""
    found: Refusal | None = None
    for unit in members(view, company):
        refusals = [refuse_firer(view, unit)] if refuse_firer(view, unit) else [
            refuse_shot(view, unit, weapon, target) for weapon in weapons(unit)
        ]  # fmt: skip
        if None in refusals:
            return None
        found = found or refusals[0]
    return found or NOBODY_CAN


# ---- the group


def chosen(play: Play, order: Fire | FireSome, fired: set[UnitId]) -> list[Firer]:
    """All who can; or those whom their owner picks, with the weapon he wants."""
    target = play.state.units[order.target]
    group = play.work_out(lambda: all_who_can(play.state, order.company, target, fired))
    return pick(play, order.company, target, group) if isinstance(order, FireSome) else group


@rule("cc.fire.groups")
def pick(play: Play, company: UnitId, target: Unit, group: list[Firer]) -> list[Firer]:
    while True:
        match ask_group(play, company, target, group):
            case LeaveOut(unit=unit):
                group = [one for one in group if one.unit != unit]
            case Switch(unit=unit, weapon=weapon):
                group = [switched(play.state, one, target, weapon) if one.unit == unit else one for one in group]
            case _:
                return group


def ask_group(play: Play, company: UnitId, target: Unit, group: Sequence[Firer]) -> Command:
    return play.ask(
        play.state.units[company].side,
        Topic("group", f"Who of {company} fires at {target.id}?", (company, target.id)),
        lambda view: group_options(view, company, target, group),
        why_not=lambda view, command: NOT_IN_GROUP if isinstance(command, LeaveOut | Switch) else None,
    )


def group_options(view: State, company: UnitId, target: Unit, group: Sequence[Firer]) -> Iterator[Option]:
    yield Option(Shoot(company, target.id), COMBINE)
    for one in group:
        if len(group) > 1:
            yield Option(LeaveOut(one.unit), SPLIT)
        for weapon in other_weapons(view, one, target):
            yield Option(Switch(one.unit, weapon), cite("cc.fire.vehicle-mg-modifier"))


def other_weapons(state: State, one: Firer, target: Unit) -> list[str]:
    unit = state.units[one.unit]
    return [
        weapon.name for weapon in weapons(unit)
        if weapon != one.weapon and refuse_shot(state, unit, weapon, target) is None
    ]  # fmt: skip


def switched(state: State, one: Firer, target: Unit, name: str) -> Firer:
    unit = state.units[one.unit]
    weapon = next(weapon for weapon in weapons(unit) if weapon.name == name)
    return aimed(state, unit, weapon, target) or replace(one)


@rule("cc.fire.chart")
def shoot(play: Play, company: UnitId, group: Sequence[Firer], target: UnitId, dice: int) -> None:
    """All dice of the group together and the variable die, read on the fire chart."""
    volley = Volley(group, play.state.units[target])
    pool, adds = play.work_out(lambda: (volley.pool(play.state, dice), volley.told(play.state)))
    throw = Throw("fire", f"{company} fires at {target}", company, (target,))
    result = play.roll(throw, pool, pool.count, adds=adds)
    apply(play, group, target, result)
    settle(play)
