"""Option: aircraft over the board, their flight and their attacks."""

from collections.abc import Collection, Iterator

from sandtable.board.board import Picker, Region
from sandtable.board.grid import FACINGS, Square, square_outlines
from sandtable.board.lazy import lazy
from sandtable.board.place import EDGES, Place, Point
from sandtable.kernel.decision import Command, Option, Refusal, Topic, refusing
from sandtable.kernel.events import Noted, Removed, Spent, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.portable_wargame.antiaircraft import aircraft_over, damage
from sandtable.rules.portable_wargame.book import BOMB_LOADS, BOMBER, BOOK, FIGHTERS
from sandtable.rules.portable_wargame.commands import Bomb, Dogfight, Fly, HoldFire, Leave, Strafe
from sandtable.rules.portable_wargame.events import Put
from sandtable.rules.portable_wargame.field import enemies_at, facing, field, grid, in_shelter, kind, square_of, turn
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit, lose, to_reach
from sandtable.rules.portable_wargame.scenario import battle
from sandtable.rules.portable_wargame.victory import exhausted
from sandtable.rules.portable_wargame.words import Did, Tally

FLIGHT, LEAVE, ATTACK = Clause("pw.air-move.orthogonal"), Clause("pw.air.departure"), Clause("pw.air-move.attack-step")
ARRIVAL = Clause("pw.air.arrival")
TO_HIT_AIRCRAFT = Reckoning(BOOK.term(5, "to hit an aircraft", "pw.air-to-air.hits"))
TO_HIT_GROUND = Reckoning(BOOK.term(5, "to hit", "pw.air-to-ground.dice"))
IN_COVER = BOOK.term(-1, "in cover", "pw.air-to-ground.mod-cover")
FROM_BOMBER = BOOK.term(1, "Bomber", "pw.air-to-ground.mod-bomber")
CAPABILITIES = Clause("pw.air-to-ground.capabilities")
NOT_AHEAD = Refusal(Clause("pw.air-to-ground.strafing-target"), "it strafes only the square directly ahead")
TOO_FAR = Refusal(Clause("pw.air-move.attack-penalty"), "it has moved too far to attack")
AGGRESSION = Clause("pw.exhaustion.aggressive-action")
NO_NEARER = Refusal(AGGRESSION, "aircraft of an exhausted side fly no nearer to the enemy")
NO_STRIKE = Refusal(AGGRESSION, "aircraft of an exhausted side do not attack ground Units")
GUNS = {
    "Reconnaissance Aircraft": Clause("pw.air-to-air.reconnaissance"),
    "Single-seater Fighter Aircraft": Clause("pw.air-to-air.single-seater"),
    "Two-seater Fighter Aircraft": Clause("pw.air-to-air.two-seater-fighter"),
    BOMBER: Clause("pw.air-to-air.bomber"),
}
HOMEWARDS = "on its way home"


# ---- flight


class Flight(Region):
    """A Region: every square within an aircraft's move without another aircraft."""

    def __init__(self, state: State, plane: Unit) -> None:
        self.state, self.plane, self.board, self.range = state, plane, grid(state), kind(plane).squares
        self._exhausted = exhausted(state, plane.side)

    @lazy
    def cost(self) -> dict[Square, int]:
        """The squares used to reach each square."""
        costs: dict[Square, int] = {}
        for start, used in self.starts.items():
            for square, apart in enumerate(self.board.apart_from(start)):
                cost = used + apart
                known = costs.get(square, self.range + 1)
                if cost < known and square not in self._taken and not self.is_closing(start, square):
                    costs[square] = cost
        return costs

    def is_closing(self, start: Square, end: Square) -> bool:
        """pw.exhaustion.aggressive-action: whether it comes nearer to the nearest enemy on the ground or in the air."""
        if not self._exhausted:
            return False
        return any(self._nearest(end, enemies) < self._nearest(start, enemies) for enemies in self._enemies)

    def _nearest(self, square: Square, enemies: Collection[Square]) -> int:
        return min([self.board.squares_apart(square, enemy) for enemy in enemies], default=0)

    @lazy
    def _enemies(self) -> tuple[Collection[Square], Collection[Square]]:
        """The enemy's squares, on the ground and in the air."""
        foe = self.state.foe(self.plane.side)
        return field(self.state).held[foe], [square_of(self.state, plane) for plane in aircraft_over(self.state, foe)]

    @lazy
    def starts(self) -> dict[Square, int]:
        """Its square, or the squares of its own edge without aircraft; each with the squares used so far."""
        if self.plane.place is not None:
            return {square_of(self.state, self.plane): 0}
        edge = EDGES[battle(self.state).army(self.plane.side).edge]
        entries = [square for square in range(len(self.board.grounds)) if self.board.ahead(square, edge) is None]
        return {square: 1 for square in entries if square not in self._taken}

    @lazy
    def _taken(self) -> set[Square]:
        return {square for square, plane in field(self.state).planes.items() if plane != self.plane.id}

    def contains(self, place: Place) -> bool:
        return self.board.has(place) and self.board.square(place) in self.cost

    def sample(self, rng: Picker) -> Place:
        return self.board.place(rng.choice(list(self.cost)), rng.choice(FACINGS))

    def places(self) -> list[Place]:
        return [self.board.place(square, facing) for square in self.cost for facing in FACINGS]

    def outline(self) -> list[list[Point]]:
        return square_outlines(self.board.place(square) for square in self.cost)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flight) and self.cost == other.cost

    def __hash__(self) -> int:
        return hash(self.plane.id)


def flights(view: State, plane: Unit) -> Iterator[Option]:
    """One flight to a square and facing, or home over any edge within reach."""
    region = Flight(view, plane)
    yield Option(Fly(plane.id), FLIGHT if plane.place else ARRIVAL, region)
    if plane.place is not None and way_home(view, plane):
        yield Option(Leave(plane.id), LEAVE)


def way_home(view: State, plane: Unit) -> bool:
    board = grid(view)
    rank, file = divmod(square_of(view, plane), board.files)
    to_edge = min(rank, file, board.ranks - 1 - rank, board.files - 1 - file)
    return to_edge + 1 <= kind(plane).squares


def why_not_fly(view: State, command: Command) -> Refusal | None:
    if not isinstance(command, Fly) or command.to is None or not grid(view).has(command.to):
        return None
    if grid(view).square(command.to) in field(view).planes:
        return Refusal(Clause("pw.air-move.no-stacking"), "another aircraft is there")
    region, square = Flight(view, view.units[command.unit]), grid(view).square(command.to)
    reached = {s for s, used in region.starts.items() if used + grid(view).squares_apart(s, square) <= region.range}
    return NO_NEARER if reached else Refusal(FLIGHT, "the square is too far for one move")


@rule("pw.air-move.attack-step")
def sortie(play: Play, plane_id: UnitId) -> None:
    """An activated aircraft flies, and then it may make one attack."""
    plane = play.state.units[plane_id]
    order = play.ask(
        plane.side,
        Topic("fly", f"Where does {plane_id} fly?", (plane_id,)),
        lambda view: flights(view, view.units[plane_id]),
        why_not=why_not_fly,
    )
    if isinstance(order, Leave):
        play.emit(Removed(plane_id, HOMEWARDS), LEAVE)
        return
    assert isinstance(order, Fly) and order.to is not None
    used = Flight(play.state, plane).cost[grid(play.state).square(order.to)]
    fly(play, plane, order.to)
    attack = play.ask(
        plane.side,
        Topic("attack", f"Does {plane_id} attack?", (plane_id,)),
        lambda view: strikes(view, view.units[plane_id], used),
        lambda view: no_strikes(view, view.units[plane_id], used),
        refusing(NOT_AHEAD, Strafe),  # the square ahead has its own reason
    )
    carry_out_attack(play, attack)


def fly(play: Play, plane: Unit, to: Place) -> None:
    if plane.place is not None:
        play.emit(Put(plane.id, to, "flies to"), flight_clause(play.state, plane.side, grid(play.state).square(to)))
        return
    play.emit(Put(plane.id, to, "arrives over"), ARRIVAL)
    play.emit(Tallied(plane.id, Tally.ARRIVES, 0), ARRIVAL)
    play.emit(Tallied(plane.id, Tally.CAME, turn(play.state)), ARRIVAL)


def flight_clause(state: State, side: Side, square: Square) -> Clause:
    """The clause that says most about this flight."""
    if square in field(state).at:
        return Clause("pw.air-move.over-units")
    if square in field(state).near(state.foe(side)):
        return Clause("pw.air-move.no-stop")
    return Clause("pw.air-move.over-terrain") if grid(state).grounds[square] else Clause("pw.air-move.turning")


# ---- attacks


def refuse_dogfight(state: State, plane: Unit, target: Unit) -> Refusal | None:
    board, square, there = grid(state), square_of(state, plane), square_of(state, target)
    if board.squares_apart(square, there) > kind(plane).air_range:
        return Refusal(Clause("pw.air-to-air.range"), "the target is out of range")
    if guns_bearing(state, plane, there) == 0:
        return Refusal(GUNS[plane.kind], "none of its guns bears on the target")
    if not clear_sky(state, square, there):
        return Refusal(Clause("pw.air-to-air.line-of-sight"), "another aircraft is in the way")
    return None


def guns_bearing(state: State, plane: Unit, there: Square) -> int:
    board, square, own = grid(state), square_of(state, plane), kind(plane)
    if board.in_arc(square, facing(plane), there):
        return own.forward_guns
    return own.rear_guns if board.in_arc(square, (facing(plane) + 180) % 360, there) else 0


def clear_sky(state: State, a: Square, b: Square) -> bool:
    """Only another aircraft blocks the line. For corners see pw.definitions.los-squares."""
    squares, corners = grid(state).crossed(a, b)
    planes = field(state).planes
    return not any(s in planes for s in squares) and not any(one in planes and two in planes for one, two in corners)


def refuse_strafe(state: State, plane: Unit) -> Refusal | None:
    if exhausted(state, plane.side):
        return NO_STRIKE
    ahead = grid(state).ahead(square_of(state, plane), facing(plane))
    if plane.kind not in FIGHTERS:
        return Refusal(Clause("pw.air-to-ground.weapons"), "only Fighters strafe")
    if ahead is None or not enemies_at(state, plane.side, ahead):
        return Refusal(Clause("pw.air-to-ground.strafing-target"), "no enemy ground Unit is in the square ahead")
    return None


def refuse_bombs(state: State, plane: Unit, loads: int) -> Refusal | None:
    if exhausted(state, plane.side):
        return NO_STRIKE
    if plane.kind != BOMBER:
        return Refusal(Clause("pw.air-to-ground.weapons"), "only Bombers drop bombs")
    if not enemies_at(state, plane.side, square_of(state, plane)):
        return Refusal(Clause("pw.air-to-ground.bombing-target"), "no enemy ground Unit is beneath it")
    if loads > plane.tallies[Tally.BOMBS]:
        return Refusal(Clause("pw.air-to-ground.bomb-loads"), f"it has {plane.tallies[Tally.BOMBS]} loads left")
    return None


def possible(view: State, plane: Unit, used: int) -> Iterator[tuple[Command, Clause, Refusal | None]]:
    """Every conceivable attack, and why not."""
    never = TOO_FAR if used > kind(plane).squares - 1 else None
    for enemy in aircraft_over(view, view.foe(plane.side)):
        yield Dogfight(plane.id, enemy.id), GUNS[plane.kind], never or refuse_dogfight(view, plane, enemy)
    ahead = grid(view).ahead(square_of(view, plane), facing(plane))
    if ahead is not None:
        order = Strafe(plane.id, grid(view).place(ahead))
        yield order, Clause("pw.air-to-ground.strafing-target"), never or refuse_strafe(view, plane)
    for loads in range(1, BOMB_LOADS + 1):
        clause = Clause("pw.air-to-ground.bomb-loads" if loads > 1 else "pw.air-to-ground.bombing-target")
        yield Bomb(plane.id, loads), clause, never or refuse_bombs(view, plane, loads)


def strikes(view: State, plane: Unit, used: int) -> Iterator[Option]:
    for command, clause, refusal in possible(view, plane, used):
        if refusal is None:
            yield Option(command, clause)
    yield Option(HoldFire(plane.id), ATTACK)


def no_strikes(view: State, plane: Unit, used: int) -> Iterator[Option]:
    for command, _, refusal in possible(view, plane, used):
        if refusal is not None:
            yield Option(command, refusal.clause, refusal=refusal)


def carry_out_attack(play: Play, order: Command) -> None:
    match order:
        case Dogfight():
            dogfight(play, order)
        case Strafe(plane, at):
            strafe(play, play.state.units[plane], grid(play.state).square(at))
        case Bomb(plane, loads):
            drop_bombs(play, play.state.units[plane], loads)


@rule("pw.air-to-air.hits")
def dogfight(play: Play, order: Dogfight) -> None:
    """Throw a die for each gun that bears. Each 5 or 6 costs the enemy aircraft a Strength Point."""
    plane, target = play.state.units[order.unit], play.state.units[order.target]
    guns = guns_bearing(play.state, plane, square_of(play.state, target))
    play.emit(Spent(plane.id, Did.FIRED), Clause("pw.air-to-air.once"))
    throw = Throw("to hit", f"{plane.id} fires at {target.id}", plane.id, (target.id,))
    if hits := play.roll(throw, to_reach(TO_HIT_AIRCRAFT), guns, need=TO_HIT_AIRCRAFT):
        damage(play, target.id, hits)


@rule("pw.air-to-ground.dice")
def strafe(play: Play, plane: Unit, target: Square) -> None:
    """Throw one die for all guns together. Like Machine Guns, strafing cannot destroy Tank Units."""
    adds = (IN_COVER,) if in_shelter(grid(play.state), target) else ()
    attack_ground(play, plane, target, adds, "strafes")


@rule("pw.air-to-ground.bomb-loads")
def drop_bombs(play: Play, plane: Unit, loads: int) -> None:
    """Throw a die for each load. Like artillery, bombs can destroy anything."""
    target = square_of(play.state, plane)
    adds = (FROM_BOMBER,) + ((IN_COVER,) if in_shelter(grid(play.state), target) else ())
    play.emit(Tallied(plane.id, Tally.BOMBS, plane.tallies[Tally.BOMBS] - loads))
    attack_ground(play, plane, target, adds, "bombs", loads)


def attack_ground(play: Play, plane: Unit, target: Square, adds: tuple[Term, ...], how: str, dice: int = 1) -> None:
    board = grid(play.state)
    play.emit(Spent(plane.id, Did.FIRED))
    throw = Throw("to hit", f"{plane.id} {how} {board.names[target]}", plane.id)
    hits = play.roll(throw, to_reach(TO_HIT_GROUND, adds), dice, adds=adds, need=TO_HIT_GROUND)
    small_arms = plane.kind in FIGHTERS
    struck = enemies_at(play.state, plane.side, target)
    if hits and any(kind(enemy).tank for enemy in struck):
        play.emit(Noted(f"it hits like {'Machine Guns' if small_arms else 'Artillery'}"), CAPABILITIES)
    take_hits(play, [Hit(one.id, square_of(play.state, plane), small_arms) for one in struck for _ in range(hits)])


# ---- crashes and endurance


@rule("pw.air-move.crash")
def crash(play: Play, side: Side) -> None:
    """When its side has finished, every aircraft that was not activated is lost."""
    for plane in aircraft_over(play.state, side):
        if Did.ACTIVATED not in plane.spent:
            lose(play, plane.id, plane.tallies[Tally.SP])
            play.emit(Removed(plane.id, "lost: it was not activated and has crashed"))


@rule("pw.air.departure")
def end_of_endurance(play: Play) -> None:
    for side in play.state.sides:
        for plane in aircraft_over(play.state, side):
            if turn(play.state) >= plane.tallies[Tally.CAME] + kind(plane).endurance - 1:
                play.emit(Removed(plane.id, HOMEWARDS))
