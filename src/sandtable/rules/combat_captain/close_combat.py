"""Close combat: two throws, losses between them, and the loser runs."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent, Verdict
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.combat_captain.advance import counter_attack, occupy
from sandtable.rules.combat_captain.book import Which, chit_terms, cite, reading
from sandtable.rules.combat_captain.casualties import eliminate, lose_men, settle, taken
from sandtable.rules.combat_captain.commands import Fight, TakeNext, TakeOne
from sandtable.rules.combat_captain.field import companies, field, is_left, kind
from sandtable.rules.combat_captain.morale import take_chit
from sandtable.rules.combat_captain.withdrawal import fall_back, fighters
from sandtable.rules.combat_captain.words import Did, Tally

ALLOCATE = cite("cc.close-combat.allocate")
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
        linked = linked_to(state, body.id) - done
        done |= linked
        if linked and not all(Did.FOUGHT in state.units[i].spent for i in linked):
            ours = tuple(i for i in state.units if i in linked and state.units[i].side == side)
            theirs = tuple(i for i in state.units if i in linked and state.units[i].side != side)
            found.append(Melee(ours, theirs))
    return found


def linked_to(state: State, company: UnitId) -> set[UnitId]:
    """Directly or through one another; nobody if it is in contact with nobody."""
    layout = field(state)
    todo, found = [company], set[UnitId]()
    while todo:
        body = todo.pop()
        met = {layout.company_of[e] for i in layout.companies.get(body, ()) for e in layout.contacts.get(i, ())}
        new = {i for i in met if i is not None} - found
        found |= new
        todo += new
    return found


# ---- the phase


@rule("cc.close-combat.timing")
def fight_next(play: Play, side: Side) -> bool:
    """One close combat; gives whether another is to be fought."""
    waiting = melees(play.state, side)
    if not waiting:
        return False
    fight(play, choose(play, side, waiting))
    return bool(melees(play.state, side))


@rule("cc.close-combat.order")
def choose(play: Play, side: Side, waiting: Sequence[Melee]) -> Melee:
    if len(waiting) == 1:
        return waiting[0]
    order = play.ask(
        side,
        Topic("order of fights", "Which close combat is fought next?", tuple(one.attackers[0] for one in waiting)),
        lambda view: fights(waiting),
    )
    return next(one for one in waiting if isinstance(order, Fight) and one.attackers[0] == order.company)


def fights(waiting: Sequence[Melee]) -> Iterator[Option]:
    return (Option(Fight(one.attackers[0], one.defenders[0]), cite("cc.close-combat.order")) for one in waiting)


@rule("cc.close-combat.all-in")
def fight(play: Play, melee: Melee) -> None:
    """Hits, losses, the throw that decides, and what the winner makes of it."""
    names = " and ".join(melee.attackers), " and ".join(melee.defenders)
    play.emit(Noted("{} fights {}".format(*names), about=melee.all))
    for company in melee.all:
        play.emit(Spent(company, Did.FOUGHT))
    ours, theirs = in_the_fight(play.state, melee.attackers), in_the_fight(play.state, melee.defenders)
    stood = {i: place for i in (*ours, *theirs) if (place := play.state.units[i].place)}
    first_throw(play, melee, ours, theirs)
    won = second_throw(play, melee, ours, theirs)
    if won is not None:
        winners, losers = (melee.attackers, melee.defenders) if won else (melee.defenders, melee.attackers)
        beaten = ours if not won else theirs
        finish(play, winners, losers, [stood[i] for i in beaten if i in stood], attacker_won=won)


def in_the_fight(state: State, bodies: Sequence[UnitId]) -> list[UnitId]:
    return [unit.id for body in bodies for unit in fighters(state, body)]


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
    return sum([throw(play, body, units, sort) for body in bodies])


def throw(play: Play, body: UnitId, units: Sequence[UnitId], sort: Sort) -> int:
    """cc.close-combat.dice: all dice of one company; its own chits count."""
    own = [play.state.units[i] for i in units if play.state.units[i].part_of == body and is_left(play.state.units[i])]
    dice = sum(kind(unit).dice for unit in own)
    return rule(sort.clause)(cast_dice)(play, body, sort, dice) if dice else 0


def cast_dice(play: Play, body: UnitId, sort: Sort, dice: int) -> int:
    lost = play.state.units[body].tallies[Tally.CHITS]
    thrown = Throw(sort.kind, f"{body} {sort.verb}: {sort.which} dice count", body)
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
    return play.ask(
        play.state.units[able[0]].side,
        Topic("hits", f"Who takes the hits? {hits} left.", tuple(able), -1),
        lambda view: take_options(view, able, hits),
        why_not=lambda view, command: TOO_FEW if isinstance(command, TakeNext | TakeOne) else None,
    )


def takers(state: State, units: Sequence[UnitId], hits: int) -> list[UnitId]:
    """Who can be hurt by so many."""
    left = [state.units[i] for i in units if is_left(state.units[i])]
    return [unit.id for unit in left if kind(unit).foot or kind(unit).in_combat <= hits]


def take_options(view: State, able: Sequence[UnitId], hits: int) -> Iterator[Option]:
    yield from (Option(TakeNext(i), ALLOCATE) for i in able)
    if len(able) > 1 and hits > 1:
        yield from (Option(TakeOne(i), ALLOCATE) for i in able if kind(view.units[i]).foot)


def take(play: Play, unit: UnitId, hits: int, *, in_cover: bool) -> int:
    """Until it is gone or the hits are; gives how many are left."""
    one = play.state.units[unit]
    level = one.tallies[Tally.COVER] if in_cover else 0
    enough = one.tallies[Tally.MEN] if kind(one).foot else kind(one).in_combat
    took, left = taken(play, one, level, hits, enough)
    if kind(one).foot:
        lose_men(play, unit, took)
    elif took == enough:
        destroy(play, unit)
    return left


@rule("cc.close-combat.hits-to-kill")
def destroy(play: Play, unit: UnitId) -> None:
    eliminate(play, unit, "destroyed")


# ---- the second throw


@rule("cc.close-combat.winner")
def second_throw(play: Play, melee: Melee, ours: Sequence[UnitId], theirs: Sequence[UnitId]) -> bool | None:
    """Whether the attacker wins; None if nobody is left to win."""
    if (left := last_left(play.state, ours, theirs)) is not DECIDE:
        return wiped_out(play, melee, attacker_won=left)
    attack = throw_all(play, melee.attackers, ours, PRESS_ON)
    defence = throw_all(play, melee.defenders, theirs, HOLD)
    cover = cover_points(play.state, theirs)
    if cover:
        play.emit(Noted(f"{cover} points for cover"), cite("cc.close-combat.cover-points"))
    won = attack > defence + cover
    tell_winner(play, melee, f"{attack} against {defence + cover}", attacker_won=won)
    return won


DECIDE = object()


def last_left(state: State, ours: Sequence[UnitId], theirs: Sequence[UnitId]) -> object:
    """cc.close-combat.wiped-out: who wins without a throw."""
    attackers, defenders = (
        any(kind(state.units[i]).dice and is_left(state.units[i]) for i in units) for units in (ours, theirs)
    )
    if attackers and defenders:
        return DECIDE
    return True if attackers else False if defenders else None


def cover_points(state: State, units: Sequence[UnitId]) -> int:
    return sum(state.units[i].tallies[Tally.COVER] for i in units if is_left(state.units[i]))


@rule("cc.close-combat.wiped-out")
def wiped_out(play: Play, melee: Melee, *, attacker_won: object) -> bool | None:
    if attacker_won is None:
        play.emit(Noted("nobody is left to win", about=melee.all))
        return None
    tell_winner(play, melee, "nobody is left against them", attacker_won=bool(attacker_won))
    return bool(attacker_won)


def tell_winner(play: Play, melee: Melee, why: str, *, attacker_won: bool) -> None:
    winner = melee.attackers if attacker_won else melee.defenders
    names = (*melee.attackers, *melee.defenders)
    play.emit(Verdict(f"{' and '.join(winner)} wins the close combat: {why}", about=names, good=attacker_won))


# ---- what follows


@rule("cc.close-combat.loser")
def finish(
    play: Play, winners: Sequence[UnitId], losers: Sequence[UnitId], vacated: Sequence[Place], *, attacker_won: bool
) -> None:
    """The losers run and take two chits; the winners may advance."""
    for company in losers:
        if any(unit.place for unit in fighters(play.state, company)):
            fall_back(play, company, winners)
            take_chit(play, company, "it has withdrawn", "cc.morale.gain-withdrawal")
            take_chit(play, company, "it has lost the close combat", "cc.morale.gain-defeat")
    advance = occupy if attacker_won else counter_attack
    for company in winners:
        advance(play, company, losers, vacated)
