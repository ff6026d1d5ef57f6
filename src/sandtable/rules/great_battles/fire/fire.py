"""Fire: naming targets, rolling to hit and to destroy, and which stand takes the hit."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Marked, Noted, Spent, Unmarked
from sandtable.kernel.facts import Throw, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import DISMOUNTED
from sandtable.rules.great_battles.commands.day import DoNotSetUp, Fire, HoldFire, SetUp, Take
from sandtable.rules.great_battles.edition import (
    Terms,
    cite,
    dice,
    plays,
    refuse,
    rule,
    under,
)
from sandtable.rules.great_battles.effects.hits import destroy, suppress
from sandtable.rules.great_battles.effects.missions import gun_of, of_today
from sandtable.rules.great_battles.fire.ammunition import last_die, run_low, run_low_by_quality
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.fire.modifiers import destroy_modifiers, hit_modifiers, luck
from sandtable.rules.great_battles.fire.shot import (
    Shot,
    aim,
    is_seen,
    refuse_firer,
    refuse_shot,
    refuse_target,
    score_to_destroy,
    score_to_hit,
    set_up_weapons,
    suppress_only,
    target_class,
    within_reach,
)
from sandtable.rules.great_battles.move.transport import offer_to_dismount
from sandtable.rules.great_battles.table.arms import INFANTRY_WEAPON, arm_of, weapon
from sandtable.rules.great_battles.table.field import (
    all_standing,
    body_of,
    gap,
    is_suppressed,
    standing,
    trait,
)
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.table.sighting import fires_over, is_hidden, reveal, under_fire
from sandtable.rules.great_battles.words import ARMOUR, COMMAND, GUNS, STANDS, Did, Kind, Mark

DESTROYED, SUPPRESSED = "destroyed", "suppressed"
NOT_READY = frozenset({Mark.SET_UP, Mark.LOADED})  # for setting up: it is so already, or cannot be


class Hit(NamedTuple):
    """A shot that told, and its result: destroyed or suppressed."""

    shot: Shot
    result: str


# ---- targets


def shots_of(state: State, firer: Unit, targets: Iterable[Unit], *, opportunity: bool = False) -> Iterator[Shot]:
    """Every shot a stand can take at these targets, direct fire first."""
    arm, lobs = arm_of(state, firer), weapon(firer) == INFANTRY_WEAPON
    for target in within_reach(state, firer, targets):
        if arm.column(gap(state, firer, target)) is None:
            continue  # whichever way it fires
        direct = aim(state, firer, target, opportunity=opportunity)
        for shot in (direct, replace(direct, indirect=True)) if lobs else (direct,):
            if refuse_shot(state, shot) is None:
                yield shot


def shots_in_turn(view: State, firer: Unit) -> list[Shot]:
    """Every shot it can take with its action; the view has no hidden enemies."""
    shots = shots_of(view, firer, all_standing(view, view.foe(firer.side)))
    return [shot for shot in shots if not is_hidden(shot.target) and refuse_target(view, shot.target) is None]


def fire_options(view: State, firer: Unit) -> Iterator[Option]:
    """Hold fire, or fire at one target; with the option only at the nearest of its own sort."""
    shots = shots_in_turn(view, firer)
    nearest = nearest_of_sort(view, shots)
    for shot in nearest or shots:
        clause = "variants.nearest-target" if nearest else "fire.indirect" if shot.indirect else "fire.action"
        if not shot.indirect and fires_over(view, shot.firer, shot.target):
            clause = "fire.overhead-fire"
        yield Option(Fire(firer.id, shot.target.id, shot.indirect), cite(view, clause))
    yield Option(HoldFire(firer.id), cite(view, "fire.action"))


def nearest_of_sort(view: State, shots: list[Shot]) -> list[Shot]:
    """variants.nearest-target: armour and guns at the nearest armour they see, infantry at dismounted enemies."""
    if not plays(view, "nearest-target"):
        return []
    must_prefer = FireByEdition.of(view).must_prefer
    alike = [shot for shot in shots if must_prefer(shot.firer, shot.target) and is_seen(view, shot)]
    near = min((shot.distance for shot in alike), default=0.0)
    return [shot for shot in alike if shot.distance == near]


def of_sort(state: State, shots: Iterable[Shot]) -> list[Shot]:
    """The shots of one stand that the option allows."""
    found = list(shots)
    return nearest_of_sort(state, found) or found


def must_prefer(firer: Unit, target: Unit) -> bool:
    kind = target_class(target)
    return kind == DISMOUNTED if weapon(firer) == INFANTRY_WEAPON else kind.endswith("armour")


def is_like(firer: Unit, target: Unit) -> bool:
    """Infantry fires at infantry, everybody else at armour."""
    if weapon(firer) == INFANTRY_WEAPON:
        return target.kind == Kind.INFANTRY and target_class(target) == DISMOUNTED
    return target_class(target).endswith("armour")


def no_fire_options(view: State, firer: Unit) -> Iterator[Option]:
    """The targets it cannot fire at, and why."""
    foe = view.foe(firer.side)
    staff = [unit for unit in view.units.values() if unit.kind in COMMAND and unit.side == foe]
    for enemy in (*all_standing(view, foe), *(post for post in staff if post.place is not None)):
        order = Fire(firer.id, enemy.id)
        if not is_hidden(enemy) and (why := refuse_fire(view, order)):
            yield Option(order, why.clause, refusal=why)


def refuse_fire(view: State, order: Command) -> Refusal | None:
    """Why a stand cannot fire at that target; None also if there is no such target."""
    if not isinstance(order, Fire) or not {order.unit, order.target} <= view.units.keys():
        return None
    firer, target = view.units[order.unit], view.units[order.target]
    if firer.kind not in STANDS or target.kind not in STANDS | COMMAND or firer.side == target.side:
        return None
    if why := refuse_firer(view, firer) or refuse_gunner(view, firer) or refuse_target(view, target):
        return why
    shot = aim(view, firer, target, indirect=order.indirect)
    if why := refuse_shot(view, shot):
        return why
    nearest = nearest_of_sort(view, shots_in_turn(view, firer)) if plays(view, "nearest-target") else []
    if not nearest or shot in nearest:
        return None
    return refuse(view, "variants.nearest-target", f"it must fire at {nearest[0].target.id}")


def refuse_gunner(state: State, firer: Unit) -> Refusal | None:
    """A field gun cannot fire directly in a turn in which its template falls."""
    if firer.kind not in FireByEdition.of(state).serve_templates:
        return None
    fired = [gun_of(state, template) for template in of_today(state, firer.side, Mark.FALLING)]
    if all(gun is None or gun.id != firer.id for gun in fired):
        return None
    return refuse(state, "barrage.field-gun-template", f"{firer.id} fires its template in this turn")


@rule("fire.declare")
def name_target(play: Play, firer: UnitId) -> Fire | None:
    """Ask for the target of one stand."""
    unit = play.state.units[firer]
    order = play.ask(
        unit.side,
        Topic("target", f"{firer}: what does it fire at?", (firer,)),
        lambda view: fire_options(view, view.units[firer]),
        lambda view: no_fire_options(view, view.units[firer]),
        refuse_fire,
    )
    return order if isinstance(order, Fire) else None


# ---- getting ready


def unlimber(play: Play, orders: Sequence[Fire], why: str) -> None:
    """A gun that fires unlimbers at no cost."""
    clause = cite(play.state, why)
    for order in orders:
        stand = play.state.units[order.unit]
        if stand.kind in GUNS and Mark.SET_UP not in stand.marks:
            if Mark.LOADED in stand.marks:
                play.emit(Unmarked(stand.id, Mark.LOADED), clause)
            play.emit(Marked(stand.id, Mark.SET_UP), clause)


@rule("fire.heavy-weapons")
def offer_heavy_weapons(play: Play, body: UnitId, why: str) -> None:
    """The owner may set up heavy weapons for the bonus."""
    heavy = [stand for stand in standing(play.state, body) if stand.kind == Kind.HEAVY_WEAPONS]
    ready = [stand for stand in heavy if not is_suppressed(stand) and stand.marks.isdisjoint(NOT_READY)]
    if not ready or set_up_weapons(play.state, ready[0]):
        return
    weapons, clause = ready[0], play.clause
    order = play.ask(
        weapons.side,
        Topic("set-up", f"{body}: does it set up its heavy weapons for the bonus?", (body,)),
        lambda _view: [Option(SetUp(weapons.id), clause), Option(DoNotSetUp(weapons.id), clause)],
    )
    if isinstance(order, SetUp):
        if is_hidden(play.state.units[weapons.id]):
            reveal(play, play.state.units[weapons.id])
        play.emit(Marked(weapons.id, Mark.SET_UP), cite(play.state, why))


# ---- the shots


def volley(play: Play, orders: Sequence[Fire], *, opportunity: bool = False) -> None:
    """The firers get ready and fire."""
    why = "opfire.setup" if opportunity else "transport.set-up"
    unlimber(play, orders, why)
    firers = [play.state.units[order.unit] for order in orders]
    infantry = [body_of(play.state, firer).id for firer in firers if weapon(firer) == INFANTRY_WEAPON]
    for body in dict.fromkeys(infantry):
        offer_heavy_weapons(play, body, why)
    roll_shots(play, orders, opportunity=opportunity)


@rule("fire.at-once")
def roll_shots(play: Play, orders: Sequence[Fire], *, opportunity: bool) -> None:
    """Target by target: all dice first, then the results, then the target may get out of its transport."""
    for target in dict.fromkeys(order.target for order in orders):
        fire_at(play, [order for order in orders if order.target == target], opportunity=opportunity)
        if not opportunity:
            offer_to_dismount(play, target)


def fire_at(play: Play, orders: Sequence[Fire], *, opportunity: bool) -> None:
    """All shots at one target: the worst result first, as long as another can matter."""
    target = orders[0].target
    why_nobody = play.work_out(lambda: refuse_target(play.state, play.state.units[target]))
    fire_one = partial(take_shot, why_nobody=why_nobody, opportunity=opportunity)
    for hit in play.at_once(orders, fire_one).by_rank(lambda hit: hit.result):
        take_hit(play, hit, displace(play, play.state.units[target], hit.result))
        if takes_no_more(play.state.units[target], hit.result):
            break


def takes_no_more(target: Unit, result: str) -> bool:
    """Whether neither another such result nor a lesser one would do anything to it."""
    return Mark.DESTROYED in target.marks or (result == SUPPRESSED and is_suppressed(target))


def take_shot(play: Play, order: Fire, *, why_nobody: Refusal | None, opportunity: bool) -> Hit | None:
    """A stand fires, or its shot is lost; nothing comes of a miss or a second suppression."""
    shot, why = play.work_out(lambda: aimed(play.state, order, why_nobody, opportunity=opportunity))
    if why is None:
        reveal_firer(play, shot)
    play.emit(Spent(order.unit, Did.FIRED))  # even if the shot is lost
    if why is not None:
        lose_shot(play, shot.firer, why)
        return None
    result = shoot(play, shot)
    return Hit(shot, result) if result and not takes_no_more(shot.target, result) else None


def aimed(state: State, order: Fire, why_nobody: Refusal | None, *, opportunity: bool) -> tuple[Shot, Refusal | None]:
    """The shot, and why it cannot be taken: nobody can fire at its target, or this stand cannot."""
    firer, target = state.units[order.unit], state.units[order.target]
    shot = aim(state, firer, target, indirect=order.indirect, opportunity=opportunity)
    return shot, why_nobody or refuse_shot(state, shot)


def lose_shot(play: Play, firer: Unit, why: Refusal) -> None:
    lost = Noted(f"the shot of {firer.id} is lost: {why.why}", knowers(firer), about=(firer.id,))
    play.emit(lost, cite(play.state, "fire.declare"))
    FireByEdition.of(play.state).wasted_shot(play, firer.id)


def take_hit(play: Play, hit: Hit, stand: UnitId) -> None:
    """The stand that was hit, or the one behind it; a carried or towed target shares the fate of its transport."""
    if hit.result == DESTROYED:
        why = "transport.shared-fate" if Mark.LOADED in hit.shot.target.marks else "fire.destroy-roll"
        under(play, why, lambda: destroy(play, stand))
    else:
        under(play, suppress_only(play.state, hit.shot), lambda: suppress(play, stand))


def reveal_firer(play: Play, shot: Shot) -> None:
    """A firer is revealed, and so are heavy weapons that help its shot: everybody reads them in the sum."""
    if is_hidden(shot.firer):
        reveal(play, shot.firer, "fire.reveals")
    helping = set_up_weapons(play.state, shot.firer) if shot.heavy_weapons else []
    if helping and all(map(is_hidden, helping)):
        reveal(play, helping[0], "fire.reveals")


def shoot(play: Play, shot: Shot) -> str:
    """Roll to hit, then to destroy; returns the result for the target, empty for a miss."""
    words = f"{shot.firer.id} {'fires indirectly at' if shot.indirect else 'fires at'} {shot.target.id}"
    throw = Throw("to hit", words, shot.firer.id, (shot.target.id,))
    how, score, modifiers = play.work_out(lambda: sum_to_hit(play.state, shot))
    test = dice(play.state).test
    hit = under(play, how, lambda: test(play, throw, score, modifiers, natural=True))
    spends = plays(play.state, "ammo-low") and dice(play.state).is_natural(last_die(play))
    by_quality = spends and plays(play.state, "ammo-low-quality")
    if spends and not by_quality:
        run_low(play, shot.firer.id)
    before = len(play.entries)
    result = try_to_destroy(play, shot) if hit else ""
    if by_quality:
        run_low_by_quality(play, shot.firer.id, last_die(play) if len(play.entries) > before else None)
    return result


def sum_to_hit(state: State, shot: Shot) -> tuple[str, Term, Terms]:
    """The rule that gives the sum, the score and the modifiers."""
    score, modifiers = score_to_hit(state, shot), hit_modifiers(state, shot)
    how = "fire.modifiers" if any(one.value for one in modifiers) else "fire.to-hit"
    return how, score, modifiers + luck(state, score, modifiers)


def sum_to_destroy(state: State, shot: Shot) -> tuple[Term | None, Terms]:
    return score_to_destroy(state, shot), destroy_modifiers(state, shot)


@rule("fire.destroy-roll")
def try_to_destroy(play: Play, shot: Shot) -> str:
    score, modifiers = play.work_out(lambda: sum_to_destroy(play.state, shot))
    throw = Throw("to destroy", f"{shot.target.id} is hit", shot.firer.id, (shot.target.id,))
    dead = score is not None and dice(play.state).test(play, throw, score, modifiers)
    return DESTROYED if dead else SUPPRESSED


@rule("fire.displace")
def displace(play: Play, target: Unit, result: str) -> UnitId:
    """The owner may let a stand of the same kind in the rear rank take the hit."""
    behind, clause = may_take(play.state, target, result), play.clause
    if not behind:
        return target.id
    limits = cite(play.state, "fire.displace-limits")
    order = play.ask(
        target.side,
        Topic("loss", f"{target.id} is {result}: which stand takes the hit?", (target.id,), tone=-1),
        lambda _view: [Option(Take(target.id), clause), *(Option(Take(stand), limits) for stand in behind)],
    )
    assert isinstance(order, Take)
    return order.unit


def may_take(state: State, target: Unit, result: str) -> list[UnitId]:
    """Fresh stands of the same kind in the rear rank: neither suppressed nor under a barrage."""
    bars = FireByEdition.of(state).bars_shift
    if target.kind == Kind.HALF_TRACK or not bars.isdisjoint(target.marks):
        return []
    if result == SUPPRESSED and is_suppressed(target):
        return []  # rally.suppression-effects: a second suppression has no effect
    body = body_of(state, target)
    front = front_rank(state, body)
    behind = [stand for stand in standing(state, body.id) if stand.id not in front and alike(stand, target)]
    fresh = [stand for stand in behind if bars.isdisjoint(stand.marks) and not is_suppressed(stand)]
    return [stand.id for stand in fresh if not under_fire(state, stand)] if target.id in front else []


def alike(one: Unit, other: Unit) -> bool:
    """Infantry is like infantry, a gun like a gun, armour like armour of its class."""
    if one.kind in GUNS:
        return other.kind in GUNS
    return one.kind == other.kind and trait(one, ARMOUR) == trait(other, ARMOUR)


def able_to_fire(state: State, body: UnitId) -> Iterator[Unit]:
    """Its stands that can fire at all and have not done their part of the action."""
    for stand in standing(state, body):
        if Did.BUSY not in stand.spent and not (refuse_firer(state, stand) or refuse_gunner(state, stand)):
            yield stand
