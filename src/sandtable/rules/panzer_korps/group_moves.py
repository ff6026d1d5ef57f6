"""The moves of a group: one question lists them all; the answer is carried out."""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.book.reasons import Reasons
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.legs import Waypoints
from sandtable.mechanics.tolls import Track
from sandtable.rules.panzer_korps import going
from sandtable.rules.panzer_korps.book import BOOK, cite
from sandtable.rules.panzer_korps.combats import refuse_overrun, wins_overrun
from sandtable.rules.panzer_korps.commands import Assault, Bend, EndMoves, Halt, March, Overrun, Withdraw
from sandtable.rules.panzer_korps.disorder import bog_down, remove
from sandtable.rules.panzer_korps.field import enemies, field, is_known, members
from sandtable.rules.panzer_korps.forced import disengages
from sandtable.rules.panzer_korps.move_facts import Engaged, Moved, Withdrawn
from sandtable.rules.panzer_korps.moving import Mover, Reach
from sandtable.rules.panzer_korps.spotting import spot_contacts, spot_on_way, surprise
from sandtable.rules.panzer_korps.steps import GroupMoves
from sandtable.rules.panzer_korps.victory import lose_captured
from sandtable.rules.panzer_korps.weather import is_night
from sandtable.rules.panzer_korps.words import Did, How, Mark, Type

GO, RATES, QUALITY = map(cite, ("pk.move.allowance", "pk.move.rates", "pk.move.quality"))
GROUND, ONCE, ROAD = map(cite, ("pk.move.terrain", "pk.move.terrain-once", "pk.move.road"))
STATES, FACING, DOUBLES = map(cite, ("pk.organisation.states", "pk.organisation.facing", "pk.move.double-quick"))
CONTACT, CHARGE, OVERRUN = map(cite, ("pk.move.contact", "pk.move.charge", "pk.overrun.procedure"))
UNITS, FREE = map(cite, ("pk.decision.move-units", "pk.decision.free-move"))
LEAVE, NIGHT = map(cite, ("pk.victory.withdrawal", "pk.day-segments.midnight"))
NO_HURRY = Refusal(DOUBLES, "only foot infantry in good order moves at the double quick")
NO_CHANGE = Refusal(STATES, "its state does not change in that way")


@rule("pk.decision.move-units")
def move_group(play: Play, step: GroupMoves) -> None:
    """So many formations move, one after another; some of them, or others, once more."""
    if all(refuse_move(unit, step) for unit in members(play.state, step.group)):
        return
    order = ask_move(play, step)
    if isinstance(order, EndMoves):
        return
    unit = play.state.units[order.units[0]]
    second = Did.MARCHED in unit.spent
    by_right = not second and step.moves > 0
    if not by_right:
        play.emit(Noted(f"{unit.id} makes a free move", about=(unit.id,)), FREE)
    mover = Mover(play.state, unit)
    conclude(play, mover, mover.ways, order, Did.MARCHED_TWICE if second else Did.MARCHED)
    rest = replace(step, moves=step.moves - by_right, free=step.free - (not by_right))
    if rest.moves or rest.free:
        play.queue(rest)


# ---- who may move


def movers(state: State, step: GroupMoves) -> list[Unit]:
    return [unit for unit in members(state, step.group) if refuse_move(unit, step) is None]


refuse_move: Reasons[[Unit, GroupMoves]] = Reasons(  # pk.decision.free-move: a second move, or one beyond the number
    BOOK,
    ("pk.disengage.when", "it has failed to disengage", lambda unit, step: Did.HELD in unit.spent),
    (UNITS, "each formation moves once",
     lambda unit, step: Did.MARCHED in unit.spent and (not step.free or Did.MARCHED_TWICE in unit.spent)),
    (UNITS, "the group has no move left for it", lambda unit, step: not step.moves and not step.free),
    ("pk.move.status-limits", "a Panicked formation makes no voluntary move",
     lambda unit, step: Mark.PANICKED in unit.marks),
)  # fmt: skip


# ---- the question


def ask_move(play: Play, step: GroupMoves) -> Command:
    group = play.state.units[step.group]
    left = f"{step.moves} left" + (f", {step.free} free" if step.free else "")
    return play.ask(
        group.side,
        Topic("move", f"Which formation of {group.id} moves? ({left})", (group.id,)),
        lambda view: options(view, step),
        lambda view: barred(view, step),
        lambda view, command: why_not(view, step, command),
    )


def barred(view: State, step: GroupMoves) -> Iterator[Option]:
    """Enemies that nobody can move into contact with, and why."""
    for mover in (Mover(view, unit) for unit in movers(view, step)):
        for enemy in enemies(view, mover.unit.side):
            found = mover.assault(enemy, going.NORMAL)
            if isinstance(found, Refusal):
                yield Option(Assault(mover.unit.id, enemy.id), found.clause, refusal=found)


def options(view: State, step: GroupMoves) -> Iterator[Option]:
    for unit in movers(view, step):
        mover = Mover(view, unit)
        yield from ways_on(mover, mover.ways)
        if mover.leaves() is None:
            yield Option(Withdraw(unit.id), LEAVE)
    yield Option(EndMoves(step.group), UNITS)


def ways_on(mover: Mover, ways: Sequence[How]) -> Iterator[Option]:
    """To end its move in each way of moving, to bend within reach of the fastest, to attack."""
    reaches = [Reach(mover, how) for how in mover.left_of(ways)]
    for reach in reaches:
        if not mover.refuse_here or reach.how == going.NORMAL or not reach.is_empty:
            clause = DOUBLES if reach.how == going.DOUBLE else STATES if reach.how else GO
            yield Option(March(mover.unit.id, how=reach.how), clause, reach)
    fastest = max(reaches, key=lambda reach: reach.far, default=None)
    if fastest and fastest.far > 0 and not (mover.refuse_here and fastest.is_empty):
        yield Option(Bend(mover.unit.id), GO, Waypoints(fastest))
    yield from attacks(mover, ways)


def attacks(mover: Mover, ways: Sequence[How]) -> Iterator[Option]:
    if mover.unfit:
        return
    near = [enemy for enemy in enemies(mover.state, mover.unit.side) if mover.may_reach(enemy)]
    for how in ways if near else ():
        for enemy in near:
            if not isinstance(mover.assault(enemy, how), Refusal):
                yield Option(Assault(mover.unit.id, enemy.id, how), CONTACT)
                if refuse_overrun(mover, enemy) is None:
                    yield Option(Overrun(mover.unit.id, enemy.id, how), OVERRUN)


def why_not(view: State, step: GroupMoves, command: Command) -> Refusal | None:
    match command:
        case March(unit=i) | Assault(unit=i) | Withdraw(unit=i) if i in view.units:
            unit = view.units[i]
            if unit.part_of != step.group or unit.place is None:
                return Refusal(UNITS, f"only formations of {step.group} move now")
            return refuse_move(unit, step) or why_not_on(Mover(view, unit), command)
    return None


def why_not_on(mover: Mover, command: Command) -> Refusal | None:
    match command:
        case Assault(target=target, how=how) if target in field(mover.state).slabs:
            enemy = mover.state.units[target]
            found = mover.assault(enemy, how)
            if isinstance(found, Refusal):
                return found
            return refuse_overrun(mover, enemy) if isinstance(command, Overrun) else None
        case Withdraw():
            return mover.leaves()
        case March(how=how) if how not in mover.ways:
            return NO_HURRY if how == going.DOUBLE else NO_CHANGE
        case March(how=how):
            return mover.refuse_way(mover.here.point, mover.allowance(how))
    return None


# ---- under way


def ask_on(play: Play, mover: Mover, ways: Sequence[How]) -> Command:
    return play.ask(
        mover.unit.side,
        Topic("way", f"How does {mover.unit.id} go on?", (mover.unit.id,)),
        lambda view: chain(ways_on(mover, ways), [Option(Halt(mover.unit.id), GO)]),
        why_not=lambda view, command: why_not_on(mover, command),
    )


def conclude(play: Play, mover: Mover, ways: Sequence[How], order: Command, *did: str) -> None:
    """The rest of a move, bend after bend, in one of these ways of moving."""
    while isinstance(order, Bend):
        mover = mover.bent(order.at)
        order = ask_on(play, mover, ways)
    match order:
        case March(how=how):
            march(play, mover, how, order.at, *did)
        case Halt():
            march(play, mover, (mover.left_of(ways) or ways)[0], mover.here, *did)
        case Overrun(target=target, how=how):
            run_over(play, mover, how, target, *did)
        case Assault(target=target, how=how):
            assault(play, mover, how, target, *did)
        case Withdraw():
            withdraw(play, mover)


@rule("pk.move.allowance")
def march(play: Play, mover: Mover, how: How, to: Place, *did: str) -> None:
    """To a place where it turns to any facing; a turn or a change of state alone is a move too."""
    track = mover.leads(to.point)
    assert track is not None
    if to == mover.began and (how == going.NORMAL or mover.earlier):  # it stays as it is
        for one in did:
            play.emit(Spent(mover.unit.id, one))
    elif not go(play, mover, how, to, track, *did):
        return
    arrive(play, mover, how, track)


def go(play: Play, mover: Mover, how: How, to: Place, track: Track, *did: str) -> bool:
    """Whether it goes: it may have to leave a fire fight first."""
    if not disengages(play, mover.unit.id, to.point):
        return False
    column, more = going.ends_in_column(how, column=mover.column), (Did.DOUBLED,) if how == going.DOUBLE else ()
    inches = shapes.to_lattice(track.inches - mover.earlier)
    play.emit(Moved(mover.unit.id, to, column, inches, how, mover.via, (*did, *more)), clause_of(mover, how, track))
    spot_on_way(play, mover.unit.id, mover.began.point, *mover.via, to.point)
    return True


def clause_of(mover: Mover, how: How, track: Track) -> Clause:
    """The clause that says most about a move."""
    if how != going.NORMAL:
        return DOUBLES if how == going.DOUBLE else STATES
    if not track.inches:
        return FACING
    if mover.doubles and not track.watched:
        return NIGHT
    if track.road and mover.allowance(how).road:
        return ROAD
    if track.cost:
        return GO if going.bonus(mover.one) else ONCE if len(track.met) > 1 else GROUND
    return QUALITY if going.bonus(mover.one) else RATES


def arrive(play: Play, mover: Mover, how: How, track: Track) -> None:
    """At the end of a move bad ground disorders vehicles."""
    vehicles = going.is_vehicles(mover.one, column=going.travels_in_column(how, column=mover.column))
    if track.rough and vehicles and play.state.units[mover.unit.id].place is not None:
        bog_down(play, mover.unit.id)


# ---- into contact


@rule("pk.move.contact")
def assault(play: Play, mover: Mover, how: How, target: UnitId, *did: str) -> None:
    """It stops in contact and faces the enemy; they fight in the Close Combat phase."""
    clause = CHARGE if mover.unit.kind == Type.CAVALRY else CONTACT
    if (track := close_in(play, mover, how, target, clause, *did)) is not None:
        arrive(play, mover, how, track)


def close_in(play: Play, mover: Mover, how: How, target: UnitId, clause: Clause, *did: str) -> Track | None:
    found = mover.assault(play.state.units[target], how)
    assert not isinstance(found, Refusal)
    place, track = found
    unseen = not is_known(mover.unit)
    if not go(play, mover, how, place, track, *did):
        return None
    play.emit(Engaged(mover.unit.id, target), clause)
    if unseen:
        surprise(play, target)
    return track


@rule("pk.overrun.procedure")
def run_over(play: Play, mover: Mover, how: How, target: UnitId, *did: str) -> None:
    """They fight at once; if the enemy gives way, the move goes on."""
    track = close_in(play, mover, how, target, play.clause, *did, Did.OVERRAN)
    if track is None:
        return
    spot_contacts(play)
    if not wins_overrun(play, mover.unit.id, target):
        play.emit(Spent(mover.unit.id, Did.FOUGHT))
        arrive(play, mover, how, track)
        return
    onward = Mover(play.state, play.state.units[mover.unit.id], (), track, earlier=track.inches, column=mover.column)
    conclude(play, onward, [how], ask_on(play, onward, [how]))


@rule("pk.victory.withdrawal")
def withdraw(play: Play, mover: Mover) -> None:
    """Over its own edge, for good. Its leaders go with it."""
    if disengages(play, mover.unit.id, None):
        if is_night(play.state):
            lose_captured(play, mover.unit)
        remove(play, Withdrawn(mover.unit.id))
