"""Close combat: two throws, losses between them, and the loser runs."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from sandtable.kernel.decision import Command, Option, Refusal, Topic, refusing
from sandtable.kernel.events import Noted, Spent, Verdict
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, UnitId
from sandtable.mechanics.layout import linked
from sandtable.rules.combat_captain.advance import counter_attack, occupy
from sandtable.rules.combat_captain.book import Which, chit_terms, cite, reading
from sandtable.rules.combat_captain.casualties import eliminate, lose_men, settle, take_chit, taken
from sandtable.rules.combat_captain.commands import Fight, TakeNext, TakeOne
from sandtable.rules.combat_captain.control import fighters
from sandtable.rules.combat_captain.field import companies, is_left, kind, members, met_by
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.withdrawal import fall_back
from sandtable.rules.combat_captain.words import Did, Tally

ORDER, ALLOCATE = cite("cc.close-combat.order"), cite("cc.close-combat.allocate")
WIPED_OUT = "cc.close-combat.wiped-out"
TOO_FEW = Refusal(ALLOCATE, "too few hits are left to destroy it")


class Melee(Struct, frozen=True):
    """cc.close-combat.multiple: companies that are linked by contact."""

    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]

    @property
    def all(self) -> tuple[UnitId, ...]:
        return (*self.attackers, *self.defenders)


def melees(state: State, side: Side) -> list[Melee]:
    """Those that have not been fought, in the order of the active side's list."""
    found, done = [], set[UnitId]()
    for body in companies(state, side):
        band = linked(body.id, partial(met_by, state)) - done
        done |= band
        if not all(Did.FOUGHT in state.units[i].spent for i in band):
            ours = tuple(i for i in state.units if i in band and state.units[i].side == side)
            theirs = tuple(i for i in state.units if i in band and state.units[i].side != side)
            found.append(Melee(ours, theirs))
    return found


# ---- the phase


@rule("cc.close-combat.timing")
def fight_next(play: Play, side: Side) -> bool:
    """One close combat; gives whether another is to be fought."""
    waiting = melees(play.state, side)
    if waiting:
        fight(play, choose(play, waiting))
    return len(waiting) > 1


@rule("cc.close-combat.order")
def choose(play: Play, waiting: Sequence[Melee]) -> Melee:
    topic = Topic("order of fights", "Which close combat is fought next?", tuple(one.attackers[0] for one in waiting))
    order = ask_owner(
        play, topic, lambda view: (Option(Fight(one.attackers[0], one.defenders[0]), ORDER) for one in waiting)
    )
    return next(one for one in waiting if isinstance(order, Fight) and one.attackers[0] == order.company)


@rule("cc.close-combat.all-in")
def fight(play: Play, melee: Melee) -> None:
    """Hits, losses, the throw that decides, and what the winner makes of it."""
    tell_fight(play, melee)
    before = play.state
    ours, theirs = in_the_fight(before, melee.attackers), in_the_fight(before, melee.defenders)
    first_throw(play, melee, ours, theirs)
    attacker_won = second_throw(play, melee, ours, theirs)
    if attacker_won is None:
        return
    sides = (melee.attackers, ours), (melee.defenders, theirs)
    (winners, victors), (losers, beaten) = sides if attacker_won else reversed(sides)
    for company in losers:
        lose(play, company, beaten, victors)
    vacated = [place for i in beaten if (place := before.units[i].place)]
    for company in winners:
        if attacker_won:
            occupy(play, company, vacated)
        else:
            counter_attack(play, company, beaten)


def in_the_fight(state: State, bodies: Sequence[UnitId]) -> list[UnitId]:
    return [unit.id for body in bodies for unit in fighters(state, body)]


def tell_fight(play: Play, melee: Melee) -> None:
    words = f"{' and '.join(melee.attackers)} fights {' and '.join(melee.defenders)}"
    several = cite("cc.close-combat.multiple") if len(melee.all) > 2 else None
    play.emit(Noted(words, about=melee.all), several)
    for company in melee.all:
        play.emit(Spent(company, Did.FOUGHT))
        taking_part = fighters(play.state, company)
        apart = tuple(unit.id for unit in members(play.state, company) if unit not in taking_part)
        if apart:
            words = f"isolated and not in the fight: {', '.join(apart)}"
            play.emit(Noted(words, about=apart), cite("cc.close-combat.isolated"))


# ---- the first throw


@rule("cc.close-combat.simultaneous")
def first_throw(play: Play, melee: Melee, ours: Sequence[UnitId], theirs: Sequence[UnitId]) -> None:
    """Both sides throw; then both take their losses, the defender first, who saves in cover."""
    by_attacker = throw_all(play, melee.attackers, ours, STRIKE)
    by_defender = throw_all(play, melee.defenders, theirs, STRIKE_BACK)
    take_hits(play, theirs, by_attacker, in_cover=True)
    take_hits(play, ours, by_defender, in_cover=False)
    settle(play)


class Sort(Struct, frozen=True):
    """One of the four throws of a close combat."""

    kind: str
    verb: str
    which: Which
    clause: str


STRIKE = Sort("close combat hits", "strikes", "even", "cc.close-combat.attacker-hits")
STRIKE_BACK = Sort("close combat hits", "strikes back", "odd", "cc.close-combat.defender-hits")
PRESS_ON = Sort("close combat", "presses on", "odd", "cc.close-combat.win-attacker")
HOLD = Sort("close combat", "holds", "even", "cc.close-combat.win-defender")


def throw_all(play: Play, bodies: Sequence[UnitId], units: Sequence[UnitId], sort: Sort) -> int:
    """cc.close-combat.dice: all dice of one company, then of the next."""
    total = 0
    for body in bodies:
        own = [unit for i in units if (unit := play.state.units[i]).part_of == body and is_left(unit)]
        if dice := sum(kind(unit).dice for unit in own):
            total += rule(sort.clause)(throw)(play, body, sort, dice)
    return total


def throw(play: Play, body: UnitId, sort: Sort, dice: int) -> int:
    """Its own chits count."""
    lost = play.state.units[body].tallies[Tally.CHITS]
    thrown = Throw(sort.kind, f"{body} {sort.verb}, {sort.which} dice count", body)
    return play.roll(thrown, reading(sort.which, lost), dice, adds=chit_terms(lost))


@rule("cc.close-combat.allocate")
def take_hits(play: Play, units: Sequence[UnitId], hits: int, *, in_cover: bool) -> None:
    """The owner says who takes them. Hits that can destroy nobody are lost."""
    while hits and (able := takers(play.state, units, hits)):
        match ask_taker(play, able, hits):
            case TakeOne(unit=unit):
                hits = take(play, unit, 1, in_cover=in_cover) + hits - 1
            case TakeNext(unit=unit):
                hits = take(play, unit, hits, in_cover=in_cover)


def ask_taker(play: Play, able: Sequence[UnitId], hits: int) -> Command:
    topic = Topic("hits", f"Who takes the hits? {hits} left.", tuple(able), -1)
    return ask_owner(play, topic, lambda view: take_options(view, able, hits), refusing(TOO_FEW, TakeNext, TakeOne))


def takers(state: State, units: Sequence[UnitId], hits: int) -> list[UnitId]:
    """Who can be hurt by so many."""
    left = [state.units[i] for i in units if is_left(state.units[i])]
    return [unit.id for unit in left if kind(unit).foot or kind(unit).in_combat <= hits]


def take_options(view: State, able: Sequence[UnitId], hits: int) -> Iterator[Option]:
    yield from (Option(TakeNext(i), ALLOCATE) for i in able)
    if len(able) > 1 and hits > 1:
        yield from (Option(TakeOne(i), ALLOCATE) for i in able if kind(view.units[i]).foot)


@rule("cc.close-combat.hits-to-kill")
def take(play: Play, unit: UnitId, hits: int, *, in_cover: bool) -> int:
    """Until it is gone or the hits are; gives how many are left."""
    one = play.state.units[unit]
    level = one.tallies[Tally.COVER] if in_cover else 0
    enough = one.tallies[Tally.MEN] if kind(one).foot else kind(one).in_combat
    took, left = taken(play, one, level, hits, enough)
    if kind(one).foot:
        lose_men(play, unit, took)
    elif took == enough:
        eliminate(play, unit, "destroyed")
    return left


# ---- the second throw


@rule("cc.close-combat.winner")
def second_throw(play: Play, melee: Melee, ours: Sequence[UnitId], theirs: Sequence[UnitId]) -> bool | None:
    """Whether the attacker wins; None if nobody is left to win."""
    attackers, defenders = can_fight(play.state, ours), can_fight(play.state, theirs)
    if not (attackers or defenders):
        play.emit(Noted("nobody is left to win", about=melee.all), cite(WIPED_OUT))
        return None
    if not (attackers and defenders):
        return tell_winner(play, melee, "nobody is left against them", WIPED_OUT, attacker_won=attackers)
    attack = throw_all(play, melee.attackers, ours, PRESS_ON)
    defence = throw_all(play, melee.defenders, theirs, HOLD) + cover_points(play, theirs)
    clause = "cc.close-combat.tie" if attack == defence else "cc.close-combat.winner"
    return tell_winner(play, melee, f"{attack} against {defence}", clause, attacker_won=attack > defence)


def can_fight(state: State, units: Sequence[UnitId]) -> bool:
    return any(kind(state.units[i]).dice and is_left(state.units[i]) for i in units)


@rule("cc.close-combat.cover-points")
def cover_points(play: Play, units: Sequence[UnitId]) -> int:
    points = sum(play.state.units[i].tallies[Tally.COVER] for i in units if is_left(play.state.units[i]))
    if points:
        play.emit(Noted(f"{points} points for cover"))
    return points


def tell_winner(play: Play, melee: Melee, why: str, clause: str, *, attacker_won: bool) -> bool:
    winner = " and ".join(melee.attackers if attacker_won else melee.defenders)
    play.emit(Verdict(f"{winner} wins the close combat: {why}", about=melee.all, good=attacker_won), cite(clause))
    return attacker_won


# ---- what follows


@rule("cc.close-combat.loser")
def lose(play: Play, company: UnitId, beaten: Sequence[UnitId], victors: Sequence[UnitId]) -> None:
    """Whoever was in the fight runs; one chit for that, and one for the defeat."""
    fall_back(play, company, victors, [i for i in beaten if play.state.units[i].part_of == company])
    take_chit(play, company, "it has lost the close combat", "cc.morale.gain-defeat")
