"""Fire: dice spent on it, groups that fire together, their result, and opportunity fire at those who move."""

from collections.abc import Iterator, Sequence
from itertools import chain

from sandtable.kernel.decision import Command, Option, Refusal, Topic, refusing
from sandtable.kernel.events import Noted, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.combat_captain.book import DICE, cite
from sandtable.rules.combat_captain.casualties import settle
from sandtable.rules.combat_captain.commands import CeaseFire, Fire, FireSome, HoldFire, LeaveOut, Shoot, Switch
from sandtable.rules.combat_captain.facts import DiceSpent
from sandtable.rules.combat_captain.field import companies, enemies, in_contact, members, weapons
from sandtable.rules.combat_captain.hits import apply
from sandtable.rules.combat_captain.teams import ask, ask_owner
from sandtable.rules.combat_captain.volley import Firer, Names, Volley, aimed, aims, all_who_can, refuse_firing, replies
from sandtable.rules.combat_captain.words import Did, Die, Mark, Tally

COMBINE, SPLIT = cite("cc.fire.combine"), cite("cc.fire.groups")
LOW_AMMUNITION_DICE = 2  # cc.events.low-ammo
IN_CONTACT = Refusal(cite("cc.fire.contact"), "a sub-unit in contact cannot be fired at")
NO_TARGET = Refusal(cite("cc.fire.targets"), "only enemy sub-units on the table can be targets")
NOT_IN_GROUP = Refusal(SPLIT, "it is not one of those that fire")
NO_DICE = Refusal(cite("cc.activation.three-dice"), "the unit has not so many dice left")
SHORT_OF_ROUNDS = Refusal(cite("cc.events.low-ammo"), "low ammunition: only two of its dice can be used for fire")
OTHER_DICE = Refusal(SPLIT, "all who fire in one activity throw the same number of dice")
HAS_FIRED = Refusal(SPLIT, "it has fired in this activity")
NOBODY_CAN = Refusal(cite("cc.fire.sequence"), "none of its sub-units can fire at that")
ONE_DIE, CHARGE = cite("cc.opfire.dice"), cite("cc.opfire.charge")
ONCE = Refusal(cite("cc.opfire.limit"), "it has made opportunity fire this turn")
NOT_MOVED = Refusal(cite("cc.opfire.trigger"), "only sub-units that moved on this die can be targets")


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
        words = f"{company} fires with all three dice: each firer throws one more"
        play.emit(Noted(words, about=(company,)), cite("cc.fire.all-three-bonus"))
    fired: frozenset[UnitId] = frozenset()
    next_order: Command = order
    while isinstance(next_order, Fire | FireSome):
        group = chosen(play, next_order, dice, fired)
        fired |= {one.unit for one in group}
        shoot(play, company, group, next_order.target, dice)
        next_order = ask_more(play, company, order.dice, fired)


def ask_more(play: Play, company: UnitId, dice: int, fired: frozenset[UnitId]) -> Command:
    """Those who are left, if they have anything to fire at."""
    if not any(aims(play.state, company, fired)):
        return CeaseFire(company)
    return ask_owner(
        play,
        Topic("fire on", f"Who else of {company} fires?", (company,), aside=True),
        lambda view: more_options(view, company, dice, fired),
        why_not=lambda view, command: why_no_more(view, company, command, dice, fired),
    )


def more_options(view: State, company: UnitId, dice: int, fired: frozenset[UnitId]) -> Iterator[Option]:
    for target, shots in aims(view, company, fired):
        yield from ways_to_fire(Fire(company, target, dice), shots)
    yield Option(CeaseFire(company), SPLIT)


def options(view: State, company: UnitId) -> Iterator[Option]:
    """Every target with every number of dice."""
    most = most_dice(view, company)
    for target, shots in aims(view, company) if most > 0 else ():
        for dice in range(most, 0, -1):
            yield from ways_to_fire(Fire(company, target, dice), shots)


def ways_to_fire(order: Fire, shots: int, combine: Clause = COMBINE, split: Clause = SPLIT) -> Iterator[Option]:
    """All who can; or some, if there is anything to choose."""
    yield Option(order, combine)
    if shots > 1:
        yield Option(FireSome(order.company, order.target, order.dice), split)


def why_not(view: State, company: UnitId, command: Command) -> Refusal | None:
    """Why a shot is not on offer."""
    if not isinstance(command, Fire | FireSome) or command.company != company:
        return None
    if not 0 < command.dice <= view.units[company].tallies[Tally.DICE]:
        return NO_DICE
    if command.dice > most_dice(view, company):
        return SHORT_OF_ROUNDS
    return refuse_all(view, company, command.target)


def why_no_more(view: State, company: UnitId, command: Command, dice: int, fired: frozenset[UnitId]) -> Refusal | None:
    if not isinstance(command, Fire | FireSome) or command.company != company:
        return None
    return OTHER_DICE if command.dice != dice else refuse_all(view, company, command.target, fired)


def refuse_all(view: State, company: UnitId, name: UnitId, fired: frozenset[UnitId] = frozenset()) -> Refusal | None:
    """The reason of the first that might fire; None if somebody can."""
    target = view.units.get(name)
    if target is None or target.place is None or target not in enemies(view, view.units[company].side):
        return NO_TARGET
    if in_contact(view, target.id):
        return IN_CONTACT
    found = [HAS_FIRED if one.id in fired else refuse_firing(view, one, target) for one in members(view, company)]
    return None if None in found else found[0] if found else NOBODY_CAN


# ---- the group


def chosen(play: Play, order: Fire | FireSome, dice: int, fired: Names = (), charging: Names = ()) -> list[Firer]:
    """All who can; or those whom their owner picks, with the weapon he wants."""
    target = play.state.units[order.target]
    group = play.work_out(lambda: all_who_can(play.state, order.company, target, dice, fired, charging))
    return pick(play, order.company, target, group) if isinstance(order, FireSome) else group


@rule("cc.fire.groups")
def pick(play: Play, company: UnitId, target: Unit, group: list[Firer]) -> list[Firer]:
    while True:
        match ask_group(play, company, target, group):
            case LeaveOut(unit=unit):
                group = [one for one in group if one.unit != unit]
            case Switch(unit=unit):
                group = [other_shots(play.state, one, target)[0] if one.unit == unit else one for one in group]
            case _:
                return group


def ask_group(play: Play, company: UnitId, target: Unit, group: Sequence[Firer]) -> Command:
    topic = Topic("group", f"Who of {company} fires at {target.id}?", (company, target.id))
    return ask_owner(
        play, topic, lambda view: group_options(view, company, target, group), refusing(NOT_IN_GROUP, LeaveOut, Switch)
    )


def group_options(view: State, company: UnitId, target: Unit, group: Sequence[Firer]) -> Iterator[Option]:
    yield Option(Shoot(company, target.id), COMBINE)
    for one in group:
        if len(group) > 1:
            yield Option(LeaveOut(one.unit), SPLIT)
        for shot in other_shots(view, one, target):
            yield Option(Switch(one.unit, shot.weapon.name), cite("cc.fire.vehicle-mg-modifier"))


def other_shots(state: State, one: Firer, target: Unit) -> list[Firer]:
    """The same sub-unit with its other weapon, if it has one that it can fire."""
    unit = state.units[one.unit]
    found = (aimed(state, unit, weapon, target) for weapon in weapons(unit) if weapon != one.weapon)
    return [shot for shot in found if shot]


@rule("cc.fire.chart")
def shoot(
    play: Play, company: UnitId, group: Sequence[Firer], target: UnitId, dice: int, deed: str = "fires at"
) -> None:
    """All dice of the group together and the variable die, read on the fire chart."""
    volley = Volley(group, play.state.units[target])
    pool, adds = play.work_out(lambda: (volley.pool(play.state, dice), volley.told(play.state)))
    throw = Throw("fire", f"{company} {deed} {target}", company, (target,))
    result = play.roll(throw, pool, pool.count, adds=adds)
    apply(play, group, target, result)
    settle(play)


# ---- opportunity fire: the passive side's answer to each die of movement


@rule("cc.opfire.trigger")
def offer_fire(play: Play, mover: UnitId, moved: Sequence[UnitId]) -> None:
    """One passive unit after another may fire once at those who moved on this die."""
    side = play.state.foe(play.state.units[mover].side)
    while any(shots(play.state, side, moved)):
        order = ask(
            play,
            side,
            Topic("opportunity fire", f"{mover} has moved. Does anybody fire?", (mover,)),
            lambda view: chain(shots(view, side, moved), [Option(HoldFire(side), cite("cc.opfire.passive"))]),
            why_not=lambda view, command: why_no_answer(view, side, moved, command),
        )
        if not isinstance(order, Fire | FireSome):
            return
        answer(play, order, moved)


@rule("cc.opfire.dice")
def answer(play: Play, order: Fire | FireSome, moved: Sequence[UnitId]) -> None:
    """One group, one target, one die for each firer."""
    group = chosen(play, order, order.dice, charging=moved)
    play.emit(Spent(order.company, Did.FIRED), ONCE.clause)
    shoot(play, order.company, group, order.target, order.dice, "makes opportunity fire at")


def shots(state: State, side: Side, moved: Sequence[UnitId]) -> Iterator[Option]:
    """What each company that has not fired yet may fire at."""
    for company in (body.id for body in companies(state, side) if Did.FIRED not in body.spent):
        for target, number in replies(state, company, moved):
            clause = CHARGE if in_contact(state, target) else ONE_DIE
            yield from ways_to_fire(Fire(company, target), number, clause, clause)


def why_no_answer(view: State, side: Side, moved: Sequence[UnitId], command: Command) -> Refusal | None:
    if not isinstance(command, Fire | FireSome) or command.company not in view.units:
        return None
    body, target = view.units[command.company], view.units.get(command.target)
    if body.side != side:
        return None
    if Did.FIRED in body.spent:
        return ONCE
    if target is None or target.id not in moved or target.place is None:
        return NOT_MOVED
    if command.dice != 1:
        return Refusal(ONE_DIE, "opportunity fire is made with one die")
    found = [refuse_firing(view, unit, target, moved) for unit in members(view, body.id)]
    return None if None in found else next(iter(found), None)
