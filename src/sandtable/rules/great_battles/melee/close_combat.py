"""Close combat: who wins, the loser's retreat, and the winner's advance."""

from collections.abc import Iterator, Sequence
from math import inf

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent, Verdict
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import HAIR, Places
from sandtable.mechanics.legs import inches_to_contact
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.book.charts import COVERS, NONE
from sandtable.rules.great_battles.commands.combat import Advance, Fight
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.edition import Terms, charts, cite, procedures, refuse, rolls, rule
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.move.contact import Pair, pairs, part, refuse_opponent, touch
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.nerve.rally import rally_modifiers, stands_firm
from sandtable.rules.great_battles.nerve.retreat import look_about, retreat, straight_away
from sandtable.rules.great_battles.table.field import (
    all_standing,
    body_of,
    companies,
    contacts,
    field,
    is_suppressed,
    known_enemies,
    standing,
)
from sandtable.rules.great_battles.table.going import Rates, price
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.table.hits import destroy, lose_stand, suppress
from sandtable.rules.great_battles.words import Did, Kind, Mark

SHORT = 0.1  # inches it keeps from an enemy it cannot fight


# ---- what each side adds


def modifiers_for(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """The modifiers of a battalion against another."""
    return procedures(state).combat_terms(state, body, enemy, attacking=attacking)


def infantry(state: State, body: Unit) -> list[Unit]:
    """Unsuppressed infantry stands, wherever they are in the battalion."""
    return [s for s in companies(state, body.id) if s.kind == Kind.INFANTRY and not is_suppressed(s)]


def shelter(state: State, stands: Sequence[Unit]) -> str:
    """The cover of two of these stands, or of the only one."""
    ranks = sorted((COVERS.index(cover(state, stand)) for stand in stands), reverse=True)
    return COVERS[ranks[:2][-1]] if ranks else NONE


# ---- which combat next


def due(state: State, attacker: UnitId | None = None) -> list[Pair]:
    """Close combats that have not been fought in this player turn, all of them or those of one attacker."""
    return [
        pair for pair in pairs(state) if attacker in (None, pair[0]) and fought(pair) not in state.units[pair[0]].spent
    ]


def fought(pair: Pair) -> str:
    return f"{Did.FOUGHT} {pair[1]}"


@rule("close-combat.several")
def fight_all(play: Play, side: Side) -> None:
    """One pair after another; the side whose turn it is chooses the order."""
    part(play)
    while due(play.state):
        fight(play, side, pick_pair(play, side))


def pick_pair(play: Play, side: Side, attacker: UnitId | None = None) -> Pair:
    order = play.ask(
        side, Topic("combat", f"{side}: which close combat do you fight?"), lambda view: fight_options(view, attacker)
    )
    assert isinstance(order, Fight)
    return order.unit, order.target


def fight_options(view: State, attacker: UnitId | None) -> Iterator[Option]:
    for pair in due(view, attacker):
        yield Option(Fight(*pair), cite(view, "close-combat.several"))


# ---- the fight


@rule("close-combat.roll")
def fight(play: Play, side: Side, pair: Pair) -> None:
    fight_out(play, side, pair)


@rule("close-combat.second-combat")
def fight_again(play: Play, side: Side, pair: Pair) -> None:
    """An advance has met another enemy: that combat follows at once."""
    fight_out(play, side, pair)


def fight_out(play: Play, side: Side, pair: Pair) -> None:
    """The higher total wins; a battalion of nothing but guns and support loses without a roll."""
    attacker, defender = pair
    play.emit(Spent(attacker, fought(pair)))
    alone = [body for body in pair if is_alone(play.state, body)]
    if len(alone) == 1:
        note = f"{alone[0]} has neither infantry nor armour and loses to {other(pair, alone[0])}"
        lost = Verdict(note, about=(alone[0], other(pair, alone[0])), good=False)
        play.emit(lost, cite(play.state, "close-combat.guns-alone"))
        procedures(play.state).overwhelm(play, side, pair, alone[0])
        return
    ours, theirs = total(play, attacker, defender, attacking=True), total(play, defender, attacker, attacking=False)
    if ours == theirs:
        note = f"{attacker} and {defender} are even and stay in contact"
        play.emit(Verdict(note, about=pair), cite(play.state, "close-combat.tie"))
    else:
        settle(play, side, pair, defender if ours > theirs else attacker)


def is_alone(state: State, body: UnitId) -> bool:
    """close-combat.guns-alone: it has no infantry and no armour."""
    return {Kind.INFANTRY, Kind.ARMOUR}.isdisjoint(stand.kind for stand in companies(state, body))


def other(pair: Pair, one: UnitId) -> UnitId:
    return pair[0] if one == pair[1] else pair[1]


def total(play: Play, body: UnitId, enemy: UnitId, *, attacking: bool) -> int:
    units = play.state.units
    adds = modifiers_for(play.state, units[body], units[enemy], attacking=attacking)
    die = play.roll(
        Throw("close combat", f"{body} {'attacks' if attacking else 'resists'} {enemy}", body, (enemy,)),
        rolls(play.state).die,
        adds=adds,
    )
    return die + sum(one.value for one in adds)


def settle(play: Play, side: Side, pair: Pair, loser: UnitId) -> None:
    """The loser retreats and rolls with the modifiers it had when it lost; the winner may follow."""
    winner = other(pair, loser)
    play.emit(Spent(winner, Did.WON), cite(play.state, "close-combat.winner"))
    before, stands = play.state, companies(play.state, loser)
    bearing = straight_away(before, before.units[loser], before.units[winner])
    gone = give_way(play, loser, winner)
    modifiers = procedures(play.state).loser_terms(before, play.state, loser)
    roll_to_rally(play, stands, modifiers)
    part(play)
    if gone:
        pursue(play, side, winner, bearing)


# ---- the loser


def loser_terms(before: State, _after: State, loser: UnitId) -> Terms:
    """The loser rolls to rally with the modifiers it had when it lost."""
    return rally_modifiers(before, before.units[loser], "close-combat.loser-number")


@rule("close-combat.loser-retreat")
def give_way(play: Play, loser: UnitId, winner: UnitId) -> bool:
    """It retreats 3 inches from the winner's nearest stand, or stays and loses a stand. Returns whether it went."""
    play.emit(Spent(loser, Did.LOST))
    play.emit(Verdict(f"{loser} loses to {winner} and must retreat", about=(loser, winner), good=False))
    if retreat(play, loser, play.state.units[winner]):
        return True
    hold_out(play, loser)
    return False


@rule("close-combat.cannot-retreat")
def hold_out(play: Play, loser: UnitId) -> None:
    play.emit(Noted(f"{loser} cannot retreat, so it stays and loses a stand", about=(loser,)))
    lose_stand(play, loser, "")


@rule("close-combat.loser-rally")
def roll_to_rally(play: Play, stands: Sequence[Unit], modifiers: Terms) -> None:
    """Every stand rolls to rally: a stand that fails is suppressed, or destroyed if it was suppressed."""
    for one in stands:
        stand = play.state.units[one.id]
        if Mark.DESTROYED in stand.marks or stands_firm(play, stand.id, modifiers):
            continue
        if is_suppressed(stand):
            destroy(play, stand.id)
        else:
            suppress(play, stand.id)


# ---- the winner


@rule("close-combat.winners")
def pursue(play: Play, side: Side, winner: UnitId, straight: int) -> None:
    """The winner may advance an inch, and into another close combat with an enemy it meets."""
    order = play.ask(
        play.state.units[winner].side,
        Topic("advance", f"{winner} has won: does it advance?", (winner,)),
        lambda view: advance_options(view, view.units[winner], straight),
        lambda view: no_advance(view, view.units[winner], straight),
    )
    if not isinstance(order, Advance):
        return
    advance(play, winner, straight if order.bearing is None else order.bearing)
    while due(play.state, winner):
        fight_again(play, side, pick_pair(play, side, winner))


def advance_options(view: State, winner: Unit, straight: int) -> Iterator[Option]:
    clause = cite(view, "close-combat.advance")
    for command, bearing in advances(view, winner, straight):
        if refuse_advance(view, winner, bearing) is None:
            yield Option(command, clause)
    yield Option(Halt(winner.id), clause)


def no_advance(view: State, winner: Unit, straight: int) -> Iterator[Option]:
    for command, bearing in advances(view, winner, straight):
        if why := refuse_advance(view, winner, bearing):
            yield Option(command, why.clause, refusal=why)


def advances(state: State, winner: Unit, straight: int) -> Iterator[tuple[Advance, int]]:
    """Straight after the enemy, and the other directions that the edition allows."""
    yield Advance(winner.id), straight
    for bearing in procedures(state).advance_bearings(winner):
        if bearing != straight:
            yield Advance(winner.id, bearing), bearing


def refuse_advance(state: State, winner: Unit, bearing: int) -> Refusal | None:
    if contacts(state, winner):
        return refuse(state, "close-combat.advance", f"{winner.id} is still in contact with an enemy")
    if Mark.SCATTERED in winner.marks:
        return refuse(state, "airborne.consolidation-actions", f"{winner.id} must consolidate first")
    inches = room_ahead(state, winner, bearing, known_enemies(state, winner))
    return refuse_ground(state, winner, spots_ahead(state, winner, bearing, inches))


def refuse_ground(state: State, body: Unit, spots: Places) -> Refusal | None:
    """An advance cannot leave the table, enter another stand or cross impassable ground."""
    board, grounds, rates = table(state), battle(state).grounds, Rates(state, body)
    for stand in standing(state, body.id):
        if stand.place and price(board, grounds, rates, stand, stand.place.point, spots[stand.id].point) == inf:
            return refuse(state, "close-combat.advance", "the ground there cannot be crossed")
    return refuse_end(state, body, spots)


def room_ahead(state: State, body: Unit, bearing: int, enemies: Sequence[Unit]) -> float:
    """How far it can advance: to contact with an enemy it may fight, or short of one it may not."""
    x, y = shapes.heading(bearing)
    slabs, inches = field(state).slabs, charts(state).advance
    by = x * (inches + SHORT), y * (inches + SHORT)
    own = [slabs[stand.id] for stand in standing(state, body.id)]
    for enemy in enemies:
        met = inches_to_contact(own, by, [slabs[enemy.id]])
        if met is not None:
            why = refuse_opponent(state, body, standing(state, body_of(state, enemy).id), [enemy])
            inches = min(inches, max(met - (SHORT if why else HAIR), 0.0))
    return inches


def spots_ahead(state: State, body: Unit, bearing: int, inches: float) -> Places:
    places: list[tuple[UnitId, Place | None]] = [(stand.id, stand.place) for stand in standing(state, body.id)]
    return {stand: shapes.shifted(place, bearing, inches) for stand, place in places if place is not None}


def advance(play: Play, winner: UnitId, bearing: int) -> None:
    """It goes as far as there is room, looks round, and fights any enemy that it touches."""
    unit = play.state.units[winner]
    assert unit.place is not None
    enemies = list(all_standing(play.state, play.state.foe(unit.side)))
    inches = play.work_out(lambda: room_ahead(play.state, unit, bearing, enemies))
    spots = spots_ahead(play.state, unit, bearing, inches)
    leave_work(play, winner)
    play.emit_if_new(Marched(winner, shapes.shifted(unit.place, bearing, inches), tuple(spots.items()), "advances to"))
    look_about(play, winner)
    touch(play, winner)
