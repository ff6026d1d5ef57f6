"""Opportunity fire: the other side watches a move and may fire into it."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from sandtable.board import shapes
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.commands.common import EditOrders, Fire, HoldFire, LetPass, OpenFire, Wait
from sandtable.rules.great_battles.edition import charts, cite, customs, refuse, rule, ways
from sandtable.rules.great_battles.facts.common import OwesAction
from sandtable.rules.great_battles.fire.fire import of_sort, roll_shots, shots_of, unlimber, volley
from sandtable.rules.great_battles.fire.orders import Volleys, by_standing_order, edit_orders, has_orders
from sandtable.rules.great_battles.fire.shot import Shot, refuse_firer, refuse_target
from sandtable.rules.great_battles.guns.calling import refuse_in_reply
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.divisions import staffs
from sandtable.rules.great_battles.table.field import apart_within, debtors, field, is_locked, on_table, owes, standing
from sandtable.rules.great_battles.table.formation import Places
from sandtable.rules.great_battles.table.sighting import falling, hidden_stands, in_view, is_hidden, sights

ENOUGH = 1.0 - shapes.TWO_STEPS  # inches moved in sight of the firer: opfire.trigger
STEP = 0.25  # inches between the points of a path at which sight is tried
LONGEST = 12.0

R = TypeVar("R")
Pair = tuple[UnitId, UnitId]  # a firer and a mover
Seen = dict[Pair, float]  # inches


class Memory(NamedTuple):
    """What a watch knows at one point of the way."""

    share: float
    seen: Seen
    upto: Seen
    known: tuple[State, Volleys] | None


class Watch:
    """What there is to be watched while one battalion moves, and what has been seen of it so far."""

    def __init__(self, state: State, way: Way, seen: Seen | None = None) -> None:
        """`seen`: how many inches each stand has seen of each in earlier legs of the same action."""
        self.body = way.body.id
        self.foe = state.foe(way.body.side)
        self.seen: Seen = {} if seen is None else seen
        self.follow(way)
        self.let_pass = not self._firers(state)

    def follow(self, way: Way) -> None:
        """The way, or the rest of one that was interrupted; what was seen so far still counts."""
        self.way, self.share = way, 0.0
        self._upto: Seen = {}
        self._poses: dict[float, Places] = {}
        self._unseen: set[float] = set()  # points between marks at which only hidden stands have seen an inch
        self._known: tuple[State, Volleys] | None = None
        self._forget()

    def _forget(self) -> None:
        """What holds only until something happens beside the move itself."""
        self._ready: list[tuple[UnitId, list[Unit]]] | None = None
        self._glimpses: dict[Pair, bool] = {}  # whether the one saw the other at the last point looked at

    def look(self, play: Play, find: Callable[[], R]) -> R:
        """Find something, and remember what was seen: neither is worked out again when the move is run again."""
        found, memory = play.work_out(lambda: (find(), self._memory()))
        self.share, seen, upto, self._known = memory
        self.seen.update(seen)
        self._upto.update(upto)
        self._forget()
        return found

    def _memory(self) -> Memory:
        return Memory(self.share, dict(self.seen), dict(self._upto), self._known)

    def anything(self, state: State) -> bool:
        """Whether anything at all can happen on the way."""
        if not self.let_pass or falling(state) or hidden_stands(state, self.foe):
            return True
        return staff_near(state, self, self.way.inches() + charts(state).overrun)

    def points_upto(self, state: State, mark: float) -> list[float]:
        """A mark of the way; before it every point still to come at which somebody has seen a whole inch of a mover."""
        if self.let_pass:
            return [mark]
        seen, upto, glimpses = dict(self.seen), dict(self._upto), dict(self._glimpses)
        came, self.share, early = self.share, mark, dict[float, list[Unit]]()
        for firer, mover in [pair for pair, inches in seen.items() if inches < ENOUGH and pair[1] in self.way.before]:
            if self._inches_seen(state, state.units[firer], state.units[mover]) >= ENOUGH:
                early.setdefault(self._upto[firer, mover], []).append(state.units[firer])
        self.seen.update(seen)  # it has not come so far yet
        self._upto, self._glimpses = upto, glimpses
        points = sorted(point for point in early if came + shapes.SLACK < point < mark - shapes.SLACK)
        self._unseen = {point for point in points if all(map(is_hidden, early[point]))}
        return [*points, mark]

    def sees(self, there: State, share: float) -> bool:
        """Whether something happens when the battalion has come that far."""
        self.share = share
        return self.meets(there) or bool(self.volleys(there))

    def secretly(self, there: State) -> bool:
        """Whether only stands that nobody knows of could fire there, or it is looked at for them alone.

        Then the log says nothing of it.
        """
        firers = [shot.firer for shots in self.volleys(there).values() for shot in shots]
        return not self.meets(there) and (self.share in self._unseen or all(map(is_hidden, firers)))

    def meets(self, there: State) -> bool:
        """Whether it comes into sight of somebody hidden, under a barrage or upon the enemy's staff."""
        own = standing(there, self.body)
        if any(sights(there, stand, hidden) for hidden in hidden_stands(there, self.foe) for stand in own):
            return True
        slabs = field(there).slabs
        if any(shapes.overlap(slabs[t.id], slabs[stand.id]) for t in falling(there) for stand in own):
            return True
        return staff_near(there, self, charts(there).overrun)

    def fire_on(self, play: Play) -> Volleys:
        return self.look(play, lambda: self.volleys(play.state))

    def volleys(self, state: State) -> Volleys:
        """The battalions that may fire now, and every shot each could take."""
        if self.let_pass:
            return {}
        if self._known is None or self._known[0] is not state:
            self._known = state, self._volleys(state)
        return self._known[1]

    def _volleys(self, state: State) -> Volleys:
        found: Volleys = {}
        moving = [stand for stand in standing(state, self.body) if stand.id in self.way.after]
        movers = [stand for stand in moving if refuse_target(state, stand) is None]
        for body, firers in self._firers(state):
            if shots := [shot for firer in firers for shot in of_sort(state, self._shots(state, firer, movers))]:
                found[body] = shots
        return found

    def _firers(self, state: State) -> list[tuple[UnitId, list[Unit]]]:
        """Who may fire at all, by battalions."""
        if self._ready is None:
            ready = [(body.id, standing(state, body.id)) for body in watchers(state, self.way)]
            self._ready = [(body, [one for one in stands if is_ready(state, one)]) for body, stands in ready]
        return self._ready

    def _shots(self, state: State, firer: Unit, movers: list[Unit]) -> Iterator[Shot]:
        for shot in shots_of(state, firer, movers, opportunity=True):
            if self._inches_seen(state, firer, shot.target) >= ENOUGH:
                yield shot

    def _inches_seen(self, state: State, firer: Unit, mover: Unit) -> float:
        """How much of its way the mover has made in sight of the firer, by quarters of an inch."""
        pair = firer.id, mover.id
        inches, done = self.seen.get(pair, 0.0), self._upto.get(pair, 0.0)
        if done >= self.share - shapes.SLACK or inches >= ENOUGH:
            return inches
        step = STEP / max(self.way.inches(), STEP)
        here = self._pose(done)[mover.id]
        seen = self._glimpses[pair] if pair in self._glimpses else in_view(state, firer, mover, here)
        while done < self.share - shapes.SLACK and inches < ENOUGH:
            done = min(done + step, self.share)
            there = self._pose(done)[mover.id]
            still = in_view(state, firer, mover, there)
            inches += shapes.span_of(here.point, there.point) * (seen and still)
            here, seen = there, still
        self.seen[pair], self._upto[pair], self._glimpses[pair] = inches, done, seen
        return inches

    def _pose(self, share: float) -> Places:
        if share not in self._poses:
            self._poses[share] = self.way.pose(share) if share else self.way.before
        return self._poses[share]


# ---- the answer


@rule("opfire.trigger")
def react(play: Play, watch: Watch) -> None:
    """The other side may fire with one battalion after another, or wait, or let them pass."""
    edited, held = False, set[UnitId]()
    while volleys := {body: shots for body, shots in watch.fire_on(play).items() if body not in held}:
        if has_orders(play.state, watch.foe):
            if not fire_by_order(play, watch.foe, volleys):
                return
            continue
        match ask_to_fire(play, watch, volleys, edit=not edited):
            case OpenFire(body):
                fire_as_they_come(play, body, volleys[body])
                held.add(body)
            case EditOrders():
                edit_orders(play, watch.foe)
                edited = True
            case LetPass():
                watch.let_pass = True
            case _:
                return


def ask_to_fire(play: Play, watch: Watch, volleys: Volleys, *, edit: bool) -> Command:
    state, clause = play.state, play.clause

    def choices(_view: State) -> Iterator[Option]:
        for body in volleys:
            yield Option(OpenFire(body), cite(state, "opfire.who"))
        if edit:
            yield Option(EditOrders(), clause)
        if watch.share < 1:
            yield Option(Wait(), cite(state, "opfire.what-counts"))
        yield Option(LetPass(), clause)

    asked = Topic("opportunity", f"{watch.body} moves in sight: opportunity fire?", (watch.body,))
    return play.ask(watch.foe, asked, choices, lambda view: no_fire_yet(view, watch.foe), refuse_reply)


def no_fire_yet(view: State, side: Side) -> Iterator[Option]:
    """Battalions that have taken their action already, or stands of them."""
    for body in on_table(view, side):
        if debtors(view, body) and (why := refuse_reply(view, OpenFire(body.id))):
            yield Option(OpenFire(body.id), why.clause, refusal=why)


def refuse_reply(view: State, command: Command) -> Refusal | None:
    """Why a battalion does not fire at those who move."""
    if not isinstance(command, OpenFire) or command.unit not in view.units:
        return refuse_in_reply(view, command)
    body = view.units[command.unit]
    if owing := debtors(view, body):
        return refuse(view, "actions.one-marker", f"{' and '.join(one.id for one in owing)}: action taken already")
    return refuse(view, "opfire.trigger", f"no stand of {body.id} that may fire has seen them move 1 inch")


@rule("opfire.who")
def fire_as_they_come(play: Play, body: UnitId, shots: list[Shot]) -> None:
    """All stands of the battalion that are to fire do so at the same moment; then it has taken its action."""
    orders = []
    for firer in dict.fromkeys(shot.firer.id for shot in shots):
        mine = [shot for shot in shots if shot.firer.id == firer]
        order = play.ask(
            play.state.units[body].side,
            Topic("target", f"{firer}: at whom does it fire?", (firer,)),
            lambda view, mine=mine, firer=firer: opportunity_options(view, firer, mine),  # type: ignore[misc]
        )
        orders += [order] if isinstance(order, Fire) else []
    if orders:
        volley(play, orders, opportunity=True)
        take_action(play, body, [order.unit for order in orders])


@rule("opfire.who")
def fire_by_order(play: Play, side: Side, volleys: Volleys) -> bool:
    """As the side has ordered for such a case, without being asked; gives whether anybody has fired."""
    found = by_standing_order(play.state, side, volleys)
    if found is None:
        return False
    body, orders = found
    play.emit(Noted(f"{body} fires by standing order", frozenset({side}), about=(body,)))
    unlimber(play, orders, "opfire.setup")
    roll_shots(play, orders, opportunity=True)
    take_action(play, body, [order.unit for order in orders])
    return True


@rule("opfire.marker")
def take_action(play: Play, body: UnitId, firers: Sequence[UnitId]) -> None:
    """Whatever the result."""
    for debtor in ways(play.state).debtors(body, firers):
        play.emit(OwesAction(debtor))


def opportunity_options(view: State, firer: UnitId, shots: list[Shot]) -> Iterator[Option]:
    for shot in shots:
        yield Option(Fire(firer, shot.target.id, shot.indirect), cite(view, "opfire.trigger"))
    yield Option(HoldFire(firer), cite(view, "opfire.who"))


def watchers(state: State, way: Way) -> list[Unit]:
    """opfire.who: battalions with a stand that owes nothing, not in close combat, near enough to the way."""
    near = bodies_near(state, way)
    return [
        body
        for body in on_table(state, state.foe(way.body.side))
        if body.id in near and not is_locked(state, body) and is_free(state, body)
    ]


def is_ready(state: State, firer: Unit) -> bool:
    return not owes(state, firer) and refuse_firer(state, firer) is None


def is_free(state: State, body: Unit) -> bool:
    return not all(owes(state, stand) for stand in standing(state, body.id))


def bodies_near(state: State, way: Way) -> set[UnitId | None]:
    """A rough look at who has a stand near enough to fire at one of those who move."""
    far = way.inches() + LONGEST + charts(state).largest_base
    box = shapes.grown(shapes.box_of([place.point for place in way.before.values()]), far)
    return {state.units[stand].part_of for stand in shapes.near(field(state).boxed, box)}


def staff_near(state: State, watch: Watch, far: float) -> bool:
    slabs = field(state).slabs
    posts = staffs(state, watch.foe)
    own = [stand for stand in standing(state, watch.body) if stand.kind in customs(state).overrunners]
    return any(apart_within(slabs[one.id], slabs[stand.id], far) is not None for one in posts for stand in own)
