"""Close combat: who wins, the loser's retreat, and the winner's advance."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf

from sandtable.board import shapes
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent, Verdict
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import HAIR, Places
from sandtable.mechanics.legs import inches_to_contact
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.commands.combat import Advance, Fight
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.edition import Terms, charts, cite, refuse, rolls, rule, under
from sandtable.rules.great_battles.effects.hits import destroy, lose_stand, suppress
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.melee.by_edition import MeleeByEdition
from sandtable.rules.great_battles.move.contact import Pair, pairs, part, refuse_opponent, touch
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.nerve.rally import cover_bonus, rally_modifiers, stands_firm
from sandtable.rules.great_battles.nerve.retreat import look_about, retreat, straight_away
from sandtable.rules.great_battles.table.field import (
    all_standing,
    body_of,
    companies,
    contacts,
    field,
    is_suppressed,
    known_enemies,
    places_of,
    standing,
)
from sandtable.rules.great_battles.table.going import Rates, price
from sandtable.rules.great_battles.words import Did, Kind, Mark

SHORT = 0.1  # inches it keeps from an enemy it cannot fight
STEP = 15  # degrees between the directions of an advance


# ---- the fight


def due(state: State, attacker: UnitId | None = None) -> list[Pair]:
    """Close combats that have not been fought in this player turn, all of them or those of one attacker."""
    wanted = [pair for pair in pairs(state) if attacker in (None, pair[0])]
    return [pair for pair in wanted if fought(pair) not in state.units[pair[0]].spent]


def fought(pair: Pair) -> str:
    return f"{Did.FOUGHT} {pair[1]}"


@rule("close-combat.several")
def fight_all(play: Play, side: Side) -> None:
    """One pair after another; the side whose turn it is chooses the order."""
    part(play)
    while due(play.state):
        pair = pick_pair(play, side)
        under(play, "close-combat.roll", partial(fight, play, side, pair))


def pick_pair(play: Play, side: Side, attacker: UnitId | None = None) -> Pair:
    topic, clause = (
        Topic("combat", f"{side}: which close combat do you fight?"),
        cite(play.state, "close-combat.several"),
    )
    order = play.ask(side, topic, lambda view: [Option(Fight(*pair), clause) for pair in due(view, attacker)])
    assert isinstance(order, Fight)
    return order.unit, order.target


def fight(play: Play, side: Side, pair: Pair) -> None:
    """The higher total wins; a battalion without infantry and armour loses without a roll."""
    attacker, defender = pair
    play.emit(Spent(attacker, fought(pair)))
    kinds = {body: {stand.kind for stand in companies(play.state, body)} for body in pair}
    alone = [body for body in pair if kinds[body].isdisjoint({Kind.INFANTRY, Kind.ARMOUR})]
    if len(alone) == 1:
        (loser,), winner = alone, other(pair, alone[0])
        note = f"{loser} has neither infantry nor armour and loses to {winner}"
        lost = Verdict(note, about=(loser, winner), good=False)
        play.emit(lost, cite(play.state, "close-combat.guns-alone"))
        MeleeByEdition.of(play.state).overwhelm(play, side, pair, loser)
        return
    beaten = play.at_once(pair, partial(throw_for, pair=pair)).summed(lambda lead: loser_of(pair, lead))
    if beaten is None:
        note = f"{attacker} and {defender} are even and stay in contact"
        play.emit(Verdict(note, about=pair), cite(play.state, "close-combat.tie"))
    else:
        settle(play, side, pair, beaten)


def other(pair: Pair, one: UnitId) -> UnitId:
    return pair[0] if one == pair[1] else pair[1]


def loser_of(pair: Pair, lead: int) -> UnitId | None:
    """Nobody loses if neither is in the lead."""
    return pair[lead > 0] if lead else None


def throw_for(play: Play, body: UnitId, pair: Pair) -> int:
    """Its total, which adds to the attacker's lead or takes from it."""
    attacking, enemy, units = body == pair[0], other(pair, body), play.state.units
    adds = play.work_out(lambda: modifiers_for(play.state, units[body], units[enemy], attacking=attacking))
    throw = Throw("close combat", f"{body} {'attacks' if attacking else 'resists'} {enemy}", body, (enemy,))
    total = play.roll(throw, rolls(play.state).die, adds=adds) + sum(one.value for one in adds)
    return total if attacking else -total


def modifiers_for(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """The modifiers of a battalion against another."""
    return MeleeByEdition.of(state).combat_terms(state, body, enemy, attacking=attacking)


@rule("close-combat.guns-alone")
def overwhelm(play: Play, side: Side, pair: Pair, alone: UnitId) -> None:
    """Guns and support alone are destroyed without a roll; the winner may advance."""
    winner = other(pair, alone)
    bearing = straight_away(play.state, play.state.units[alone], play.state.units[winner])
    play.emit(Spent(winner, Did.WON), cite(play.state, "close-combat.winner"))
    for stand in companies(play.state, alone):
        destroy(play, stand.id, winner)
    part(play)
    pursue(play, side, winner, bearing)


def settle(play: Play, side: Side, pair: Pair, loser: UnitId) -> None:
    """The loser retreats and rolls with the modifiers it had when it lost; the winner may follow."""
    winner = other(pair, loser)
    play.emit(Spent(winner, Did.WON), cite(play.state, "close-combat.winner"))
    before, stands = play.state, companies(play.state, loser)
    bearing = straight_away(before, before.units[loser], before.units[winner])
    gone = give_way(play, loser, winner)
    modifiers = MeleeByEdition.of(play.state).loser_terms(before, play.state, loser)
    roll_to_rally(play, stands, modifiers)
    part(play)
    if gone:
        pursue(play, side, winner, bearing)


# ---- the loser


def terms_when_it_lost(before: State, _after: State, loser: UnitId) -> Terms:
    """The loser rolls to rally with the modifiers it had when it lost."""
    return rally_modifiers(before, before.units[loser], "close-combat.loser-number")


def terms_in_new_cover(before: State, after: State, loser: UnitId) -> Terms:
    """The modifiers from when it lost, except for its new cover."""
    name = "close-combat.loser-number"
    then = rally_modifiers(before, before.units[loser], name)
    found = cover_bonus(after, companies(after, loser), name)
    return (*(one for one in then if one.clause != cite(before, name)), *([found] if found else []))


@rule("close-combat.loser-retreat")
def give_way(play: Play, loser: UnitId, winner: UnitId) -> bool:
    """It retreats 3 inches from the winner's nearest stand, or stays and loses a stand. Returns whether it went."""
    play.emit(Spent(loser, Did.LOST))
    play.emit(Verdict(f"{loser} loses to {winner} and must retreat", about=(loser, winner), good=False))
    if retreat(play, loser, play.state.units[winner]):
        return True
    note = Noted(f"{loser} cannot retreat, so it stays and loses a stand", about=(loser,))
    play.emit(note, cite(play.state, "close-combat.cannot-retreat"))
    lose_stand(play, loser, "")
    return False


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
    clause = cite(play.state, "close-combat.advance")

    def choices(view: State) -> Iterator[Option]:
        found = advances(view, view.units[winner], straight)
        yield from (Option(command, clause) for command, why in found if why is None)
        yield Option(Halt(winner), clause)

    def barred(view: State) -> Iterator[Option]:
        found = advances(view, view.units[winner], straight)
        yield from (Option(command, why.clause, refusal=why) for command, why in found if why)

    topic = Topic("advance", f"{winner} has won: does it advance?", (winner,))
    order = play.ask(play.state.units[winner].side, topic, choices, barred)
    if not isinstance(order, Advance):
        return
    advance(play, winner, straight if order.bearing is None else order.bearing)
    while due(play.state, winner):
        pair = pick_pair(play, side, winner)  # an advance has met another enemy: that combat follows at once
        under(play, "close-combat.second-combat", partial(fight, play, side, pair))


def advances(state: State, winner: Unit, straight: int) -> Iterator[tuple[Advance, Refusal | None]]:
    """Straight after the enemy, and the other directions that the edition allows; each with what is against it."""
    yield Advance(winner.id), refuse_advance(state, winner, straight)
    for bearing in MeleeByEdition.of(state).advance_bearings(winner):
        if bearing != straight:
            yield Advance(winner.id, bearing), refuse_advance(state, winner, bearing)


def front_bearings(winner: Unit) -> list[int]:
    """close-combat.advance: any direction within its front 180 degrees, in steps."""
    return [(winner.at.facing + turn) % 360 for turn in range(-90, 91, STEP)]


def refuse_advance(state: State, winner: Unit, bearing: int) -> Refusal | None:
    if contacts(state, winner):
        return refuse(state, "close-combat.advance", f"{winner.id} is still in contact with an enemy")
    if Mark.SCATTERED in winner.marks:
        return refuse(state, "airborne.consolidation-actions", f"{winner.id} must consolidate first")
    inches = room_ahead(state, winner, bearing, known_enemies(state, winner))
    spots = spots_ahead(state, winner, bearing, inches)
    board, grounds, rates = table(state), battle(state).grounds, Rates(state, winner)
    for stand in standing(state, winner.id):
        if stand.place and price(board, grounds, rates, stand, stand.place.point, spots[stand.id].point) == inf:
            return refuse(state, "close-combat.advance", "the ground there cannot be crossed")
    return refuse_end(state, winner, spots)


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
    places = places_of(standing(state, body.id))
    return {stand: shapes.shifted(place, bearing, inches) for stand, place in places.items()}


def advance(play: Play, winner: UnitId, bearing: int) -> None:
    """It goes as far as there is room, looks round, and fights any enemy that it touches."""
    unit = play.state.units[winner]
    enemies = list(all_standing(play.state, play.state.foe(unit.side)))
    inches = play.work_out(lambda: room_ahead(play.state, unit, bearing, enemies))
    spots = spots_ahead(play.state, unit, bearing, inches)
    leave_work(play, winner)
    play.emit_if_new(Marched(winner, shapes.shifted(unit.at, bearing, inches), tuple(spots.items()), "advances to"))
    look_about(play, winner)
    touch(play, winner)
