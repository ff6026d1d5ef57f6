"""Close combat, and the advance of the winner."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.grid import Square
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame.book import ADVANCING, BOOK, TRENCH, WOOD
from sandtable.rules.portable_wargame.commands import Advance, Attack, Decline, Face, Halt
from sandtable.rules.portable_wargame.entering import arrive
from sandtable.rules.portable_wargame.events import Turned
from sandtable.rules.portable_wargame.field import (
    enemies_at,
    facing,
    field,
    force,
    grid,
    ground_units,
    in_shelter,
    kind,
    on_board,
    square_of,
)
from sandtable.rules.portable_wargame.hits import meet_hazards, take_hits
from sandtable.rules.portable_wargame.losses import Hit, to_reach
from sandtable.rules.portable_wargame.stacking import in_river, refuse_beside_tank, refuse_river
from sandtable.rules.portable_wargame.victory import check_annihilation
from sandtable.rules.portable_wargame.words import Did, Mark

START, FURTHER = Clause("pw.close-combat.starting"), Clause("pw.close-combat.further")
LOADING = Refusal(Clause("pw.transport.procedure"), "it is loading or unloading this turn")
EXHAUSTED = Refusal(Clause("pw.exhaustion.aggressive-action"), "its side is exhausted")
COVER, ONE_BONUS = Clause("pw.close-combat.mod-cover"), Clause("pw.close-combat.wood-and-cover")


class Fighter(Struct, frozen=True, gc=False):
    """The situation of one Unit in a close combat."""

    commander: bool  # a friendly Commander is next to it
    sheltered: bool
    uphill: bool
    in_river: bool
    crossing: bool


MODIFIERS: Modifiers[Fighter] = Modifiers(
    BOOK,
    "close-combat-modifiers",
    [
        Modifier(
            "friendly Commander in an orthogonally adjacent square",
            "Commander adjacent",
            "pw.close-combat.mod-commander",
            lambda one: one.commander,
        ),
        Modifier(
            "Unit is in cover (wood, built-up area) or fortifications, and not crossing a trench",
            "in cover",
            COVER,
            lambda one: one.sheltered and not one.crossing,
        ),
        Modifier(
            "Unit is attacking an enemy on higher ground",
            "attacking uphill",
            "pw.terrain.hills-uphill",
            lambda one: one.uphill,
        ),
        Modifier("Unit is in a river (ford)", "in a river", "pw.terrain.rivers-close-combat", lambda one: one.in_river),
        Modifier(
            "Unit is crossing a trench",
            "crossing a trench",
            "pw.terrain.trenches-close-combat",
            lambda one: one.crossing,
        ),
    ],
)


# ---- why not


def refuse_attack(state: State, unit: Unit, target: Unit) -> Refusal | None:
    if Mark.EXHAUSTED in force(state, unit.side).marks:
        return EXHAUSTED
    if Did.LOADED in unit.spent:
        return LOADING
    if refusal := refuse_beside_tank(state, unit):
        return refusal
    if target.place is None or target.side == unit.side or kind(target).air:
        return Refusal(START, "the target is not an enemy ground Unit on the board")
    board = grid(state)
    if board.ahead(square_of(state, unit), facing(unit)) != board.square(target.place):
        return Refusal(START, "the target is not in the square ahead")
    others = enemies_at(state, unit.side, board.square(target.place))
    if not kind(target).combat and any(kind(other).combat for other in others):
        return Refusal(Clause("pw.close-combat.opponent"), "it must fight the combat Unit in the square")
    if kind(target).combat and not kind(target).tank and any(kind(other).tank for other in others):
        return Refusal(Clause("pw.tank-riders.stacking"), "it must fight the Tank Unit in the square")
    return None


def opponents(view: State, unit: Unit) -> list[Unit]:
    """The enemies ahead that it may fight."""
    ahead = grid(view).ahead(square_of(view, unit), facing(unit))
    if ahead is None or ahead not in field(view).held[view.foe(unit.side)]:
        return []
    return [enemy for enemy in enemies_at(view, unit.side, ahead) if refuse_attack(view, unit, enemy) is None]


def attacks(view: State, unit: Unit, clause: Clause = START) -> Iterator[Option]:
    for enemy in opponents(view, unit):
        yield Option(Attack(unit.id, enemy.id), clause)
    yield Option(Decline(unit.id), clause)


def no_attacks(view: State, unit: Unit) -> Iterator[Option]:
    for enemy in ground_units(view, view.foe(unit.side)):
        if refusal := refuse_attack(view, unit, enemy):
            yield Option(Attack(unit.id, enemy.id), refusal.clause, refusal=refusal)


# ---- what each Unit needs


def stance(state: State, unit: Unit, enemy: Unit, *, attacking: bool) -> Fighter:
    board, square = grid(state), square_of(state, unit)
    beside = board.beside[square]
    return Fighter(
        commander=any(c in beside for c in field(state).commanders[unit.side]),
        sheltered=in_shelter(board, square),
        uphill=attacking and board.levels[square] < board.levels[square_of(state, enemy)],
        in_river=in_river(board, square),
        crossing=TRENCH in board.grounds[square] and Did.ENTERED in unit.spent,
    )


def adds_for(state: State, unit: Unit, enemy: Unit, *, attacking: bool) -> tuple[Term, ...]:
    """The modifiers of its die. The bonus for a wood and the bonus for cover are the same one."""
    adds = MODIFIERS.that_apply(stance(state, unit, enemy, attacking=attacking))
    if WOOD not in grid(state).grounds[square_of(state, unit)]:
        return adds
    return tuple([replace(t, label="in a wood", clause=ONE_BONUS) if t.clause == COVER else t for t in adds])


def need_to_be_safe(state: State, unit: Unit, enemy: Unit) -> Reckoning:
    """The need is that for the front if the enemy is in its front square, otherwise that for flank or rear."""
    front = grid(state).ahead(square_of(state, unit), facing(unit)) == square_of(state, enemy)
    if front:
        return Reckoning(BOOK.term(kind(unit).front, f"{unit.kind} front on", "pw.close-combat.throw"))
    return Reckoning(BOOK.term(kind(unit).flank, f"{unit.kind} in flank or rear", "pw.close-combat.flank-or-rear"))


@rule("pw.close-combat.throw")
def throw(play: Play, unit: Unit, enemy: Unit, *, attacking: bool) -> bool:
    """Throw for a Unit. Returns whether it is hit."""
    adds = adds_for(play.state, unit, enemy, attacking=attacking)
    need = need_to_be_safe(play.state, unit, enemy)
    fights = Throw("close combat", f"{unit.id} fights {enemy.id}", unit.id, (enemy.id,))
    return not play.roll(fights, to_reach(need, adds), adds=adds, need=need)


# ---- doing it


@rule("pw.close-combat.simultaneous")
def fight(play: Play, order: Attack) -> None:
    """Both Units throw, then the attacked Unit resolves its hit first. The winner may advance."""
    attacker, defender = play.state.units[order.unit], play.state.units[order.target]
    here, there = square_of(play.state, attacker), square_of(play.state, defender)
    play.part(exchange_blows, attacker, defender)
    if beaten(play.state, defender.id, there):
        pursue(play, attacker.id, here, there)
    elif beaten(play.state, attacker.id, here):
        pursue(play, defender.id, there, here)


def exchange_blows(play: Play, attacker: Unit, defender: Unit) -> None:
    defender_hit, attacker_hit = play.part(throw_both, attacker, defender)
    if defender_hit:
        strike(play, defender, attacker)
    if attacker_hit:
        strike(play, attacker, defender)
    check_annihilation(play)


def throw_both(play: Play, attacker: Unit, defender: Unit) -> tuple[bool, bool]:
    """Returns whether the defender is hit, and whether the attacker is."""
    play.emit(Spent(attacker.id, Did.FOUGHT))
    defender_hit = play.part(throw, defender, attacker, attacking=False)
    return defender_hit, throw(play, attacker, defender, attacking=True)


@rule("pw.close-combat.tanks-not-protected")
def strike(play: Play, unit: Unit, enemy: Unit) -> None:
    """A full hit from any kind of enemy, from his square at the time of the throw."""
    if kind(unit).tank and kind(enemy).small_arms:
        play.emit(Noted(f"{unit.id} is not safe from small arms in close combat", about=(unit.id,)))
    take_hits(play, [Hit(unit.id, square_of(play.state, enemy))])


def beaten(state: State, unit_id: UnitId, square: Square) -> bool:
    """Whether it is destroyed or has left the square where it fought."""
    unit = state.units[unit_id]
    return not on_board(unit) or square_of(state, unit) != square


@rule("pw.close-combat.advance")
def pursue(play: Play, winner: UnitId, here: Square, there: Square) -> None:
    """The winner may advance into the enemy's square, and fights on if another enemy is next to it there."""
    if play.part(advance, winner, here, there):
        fight_on(play, winner)


def advance(play: Play, winner: UnitId, here: Square, there: Square) -> bool:
    """Returns whether it has advanced and stands there."""
    if refusal := refuse_advance(play.state, winner, here, there):
        if not beaten(play.state, winner, here):
            play.emit(Noted(f"{winner} has won but does not advance: {refusal.why}", about=(winner,)), refusal.clause)
        return False
    clause = Clause("pw.close-combat.advance")
    unit = play.state.units[winner]
    choice = play.ask(
        unit.side,
        Topic("advance", f"{winner} has won: does it advance?", (winner,)),
        lambda _: [Option(Advance(winner), clause), Option(Halt(winner), clause)],
    )
    if not isinstance(choice, Advance):
        return False
    board = grid(play.state)
    arrive(play, winner, board.place(there, board.facing_to(here, there)), "advances to")
    meet_hazards(play, there, here, [winner])
    return not beaten(play.state, winner, there)


def refuse_advance(state: State, winner: UnitId, here: Square, there: Square) -> Refusal | None:
    limits, unit = Clause("pw.close-combat.advance-limits"), state.units[winner]
    if unit.kind not in ADVANCING:
        return Refusal(Clause("pw.close-combat.advance"), f"{unit.kind} do not advance")
    if beaten(state, winner, here):
        return Refusal(limits, "it has left the square where it fought")
    if there in field(state).at or refuse_river(grid(state), there):
        return Refusal(limits, "the square is not free for it")
    return EXHAUSTED if Mark.EXHAUSTED in force(state, unit.side).marks else None


@rule("pw.close-combat.further-facing")
def fight_on(play: Play, winner: UnitId) -> None:
    """The owner turns it to an enemy next to it, and it may attack that enemy."""
    unit, board = play.state.units[winner], grid(play.state)
    enemies = field(play.state).held[play.state.foe(unit.side)]
    square = square_of(play.state, unit)
    toward = [board.facing_to(square, n) for n in board.beside[square] if n in enemies]
    if not toward:
        return
    clause = Clause("pw.close-combat.further-facing")
    answer = play.ask(
        unit.side,
        Topic("fight-on", f"Which enemy does {winner} face?", (winner,)),
        lambda _: [Option(Face(winner, facing), clause) for facing in toward],
    )
    assert isinstance(answer, Face)
    if answer.facing != facing(unit):
        play.emit(Turned(winner, answer.facing))
    order = play.ask(
        unit.side,
        Topic("fight-on", f"Does {winner} fight on?", (winner,)),
        lambda view: attacks(view, view.units[winner], FURTHER),
    )
    if isinstance(order, Attack):
        fight(play, order)
