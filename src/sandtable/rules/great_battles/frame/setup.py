"""From scenario to opening state, and the secret placing of units on the table."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import Facings, Picker
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Box
from sandtable.board.terrain import Piece
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Marked, Noted, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import NOBODY, Side, State, Unit, UnitId
from sandtable.mechanics.checks import check_option
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.by_edition import BattleByEdition
from sandtable.rules.great_battles.battle.muster import NOBODY_ELSE, muster
from sandtable.rules.great_battles.battle.scenario import (
    CARRIERS,
    Entry,
    GreatBattle,
    Objective,
    Post,
    battle,
    bounds,
    in_post,
    model,
    table,
)
from sandtable.rules.great_battles.book.vehicles import vehicle
from sandtable.rules.great_battles.commands.day import KeepBack, PlaceUnit
from sandtable.rules.great_battles.edition import EDITIONS, Edition, charts, cite, refuse, rule
from sandtable.rules.great_battles.edition import edition as edition_of
from sandtable.rules.great_battles.facts.day import Started
from sandtable.rules.great_battles.frame.by_edition import FrameByEdition
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.siting import (
    S,
    Site,
    SiteKind,
    formed_at,
    gets_out,
    open_sites,
    refuse_site,
    site_of,
)
from sandtable.rules.great_battles.move.drill import choose_lead
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.move.transport import PACKED
from sandtable.rules.great_battles.table.field import battalions, enemies_touched, placed_slabs, stands_of
from sandtable.rules.great_battles.table.formation import USUAL
from sandtable.rules.great_battles.table.sighting import reveal
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import GUNS, Formation, Kind, Mark, Tally

AT_START = Formation.DEFENSIVE, Formation.ASSAULT, Formation.MARCH, Formation.ROAD_MARCH

# ---- the opening state


def opening(scenario: Scenario, variants: frozenset[str]) -> State:
    """All units are off the table and the agenda is empty."""
    assert isinstance(scenario, GreatBattle)
    check(scenario)
    edition = EDITIONS[scenario.rules]
    variants = variants.union(*(edition.words.implied.get(option, ()) for option in variants))
    check_options(edition, variants)
    sides = tuple(Side(army.name) for army in scenario.side)
    secret = {army.name: None if scenario.open or army.open else NOBODY_ELSE for army in scenario.side}
    units = [unit for army in scenario.side for unit in muster(army, edition, secret[army.name], variants)]
    units += [objective(scenario, one) for one in scenario.objectives]
    units.append(Unit(UnitId("sky"), Kind.SKY, NOBODY))
    state = State(
        scenario.rules,
        scenario,
        scenario.table(),
        sides,
        {unit.id: unit for unit in units},
        tallies={Tally.DAY: 1, Tally.TURN: scenario.starts_at_turn - 1, Tally.SIGHT: 12},
        variants=variants,
    )
    check_room(state)
    return state


def check_room(state: State) -> None:
    """Each battalion that starts on the table finds room on an empty table."""
    for body in (body for side in state.sides for body in unplaced(state, side)):
        if isinstance(next(starts(state, body)).command, KeepBack):
            raise ScenarioError(f"{body.side}: {body.id}: post: there is no room for it")


def check_options(edition: Edition, variants: frozenset[str]) -> None:
    """Every option is known, and no two exclude each other."""
    for option in sorted(variants):
        check_option(option, edition.book.variants, "options")
    for one, other in edition.words.alternatives:
        if {one, other} <= variants:
            raise ScenarioError(f"options: {one} and {other} are alternatives; choose one of them")


def objective(scenario: GreatBattle, one: Objective) -> Unit:
    """victory.hold: at the start the defender holds every objective."""
    others = [army.name for army in scenario.side if army.name != scenario.attacker]
    place, holder = Place(*one.point(scenario.table())), Side(one.holder or others[0])
    return Unit(UnitId(one.name), Kind.OBJECTIVE, holder, place, tallies={"value": one.value})


# ---- placing


@rule("setup.hidden-placement")
def place_next(play: Play, side: Side) -> bool:
    """One unit after another, in secret unless the scenario says otherwise; returns whether any is left."""
    waiting = unplaced(play.state, side)
    if not waiting:
        return False
    body = waiting[0]
    order = play.ask(
        side,
        Topic("place", f"Where does {body.id} start?", (body.id,)),
        lambda view: starts(view, view.units[body.id]),
        why_not=lambda view, command: refuse_site(Ground, view, view.units[body.id], command),
    )
    found = None
    if isinstance(order, PlaceUnit):
        say_who_leads(play, order, Ground)
        found, _ = make_room(play, order, Ground, "setup.hidden-placement")
    if found is None:
        play.emit(Marked(body.id, Mark.KEPT_BACK))
    else:
        set_down(play, found)
        FrameByEdition.of(play.state).after_placing(play, body.id)
    return bool(unplaced(play.state, side))


def say_who_leads(play: Play, order: PlaceUnit, kind: SiteKind[S]) -> None:
    """formation.front-rank: the owner chooses the order of the stands that he places."""
    body = play.state.units[order.unit]

    def fits(led: State) -> bool:
        return refuse_site(kind, led, led.units[body.id], order) is None

    choose_lead(play, body, stands_of(play.state, body.id), order.formation, fits)


def make_room(play: Play, order: PlaceUnit, kind: SiteKind[S], why: str) -> tuple[PlaceUnit | None, list[Unit]]:
    """A hidden enemy under a placed battalion is revealed, and the battalion is placed as near as there is room.

    Returns the place and the revealed enemies. The owner is not asked again: placing is not a way to look first.
    """
    assert order.to is not None
    side, place, met = play.state.units[order.unit].side, order.to, list[Unit]()
    while held := site_of(kind, play.state, order).enemies_at(place):
        for enemy in held:
            reveal(play, enemy, why)
        met += held
        room = site_of(kind, seen_by(play.state, side), order).nearest_room(order.to)
        if room is None:
            return None, met
        place = room
    if met:
        words = f"{order.unit} meets {met[0].id} and is placed beside it"
        play.emit(Noted(words, frozenset({side})), cite(play.state, why))
    return replace(order, to=place), met


def unplaced(state: State, side: Side) -> list[Unit]:
    """Battalions that the scenario puts on the table and that are not there yet."""
    posts = {entry.id: entry.post for entry in battle(state).army(side).battalions}
    return [
        body
        for body in battalions(state, side)
        if posts[body.id] is not None and Mark.RESERVE in body.marks and Mark.KEPT_BACK not in body.marks
    ]


def starts(view: State, body: Unit) -> Iterator[Option]:
    entry, room = entry_of(view, body), False
    offered = (Formation(entry.formation),) if entry.formation else AT_START
    for order, ground in open_sites(Ground, view, body, offered, manners(view, body, entry)):
        room = True
        clause = cite(view, "setup.hidden-placement" if order.interval == USUAL else "formation.spacing")
        yield Option(order, clause, ground)
    if entry.may_wait or not room:  # its own side may have filled it
        yield Option(KeepBack(body.id), cite(view, "setup.hidden-placement"))


def manners(state: State, body: Unit, entry: Entry) -> list[tuple[bool, bool]]:
    """Mounted or not, and set up or not; setup.initial-state: packed up unless the scenario allows more."""
    ride = any(stand.kind not in GUNS and Mark.LOADED in stand.marks for stand in stands_of(state, body.id))
    return [(False, False), *([(True, False)] if ride else []), *([(False, True)] if entry.set_up else [])]


def entry_of(state: State, body: Unit) -> Entry:
    return next(entry for entry in battle(state).army(body.side).battalions if entry.id == body.id)


class Ground(Site):
    """Where a battalion may start in a formation. A Region."""

    clause = "setup.hidden-placement"
    mesh = 0.25

    def __init__(self, state: State, body: Unit, shape: Formation, interval: int = USUAL) -> None:
        super().__init__(state, body, shape, interval)
        entry = entry_of(state, body)
        assert entry.post is not None
        self.post: Post = entry.post
        self.away = (table(state).piece(entry.away_from), entry.away_by) if entry.away_from else None
        self.facing = entry.facing

    @lazy
    def box(self) -> Box:
        return bounds(table(self.state), self.post)

    def room(self, facing: int) -> Box:
        """The box for the middles of all its stands, or a little more: a small post has little room."""
        west, south, east, north = self.box
        x0, y0, x1, y1 = shapes.box_of([spot.point for spot in self.array.at(Place(0, 0, facing)).values()])
        return shapes.grown((west - x0, south - y0, east - x1, north - y1), shapes.TWO_STEPS)

    @property
    def facings(self) -> tuple[int, ...]:
        return super().facings if self.facing is None else (self.facing,)

    def faced(self) -> Facings:
        return super().faced() if self.facing is None else Facings(self.facing, (self.facing,))

    def why_not(self, place: Place) -> Refusal | None:
        if self.facing is not None and place.facing != self.facing:
            return refuse(self.state, "setup.hidden-placement", f"in this scenario it faces {self.facing}")
        return super().why_not(place)

    @property
    def where(self) -> tuple[object, ...]:
        return self.post, self.away

    def nets(self) -> Iterator[Place]:
        return (place for place in super().nets() if self.facing in (None, place.facing))

    def refuse_ground(self, places: Places) -> Refusal | None:
        if not all(in_post(table(self.state), self.post, self.box, spot.point) for spot in places.values()):
            return refuse(self.state, "setup.hidden-placement", "that is outside its area in this scenario")
        if self.away and self.is_near(places, *self.away):
            return refuse(self.state, "setup.hidden-placement", f"that is too near {self.away[0].name}")
        return None

    def refuse_company(self, places: Places) -> Refusal | None:
        if enemies_touched(self.state, self.body, places):
            return refuse(self.state, "setup.hidden-placement", "the enemy stands there")
        return refuse_end(self.state, self.body, places, "data.stand-types")

    def is_near(self, places: Places, piece: Piece, inches: float) -> bool:
        slabs = placed_slabs(self.state, places).values()
        return any(shapes.less(piece.inches_from(slab), inches) for slab in slabs)

    def guess(self, rng: Picker) -> Place:
        place = super().guess(rng)
        return place if self.facing is None else replace(place, facing=self.facing)


def set_down(play: Play, order: PlaceUnit) -> None:
    """Put a battalion on the table in a formation."""
    formed = formed_at(site_of(Ground, play.state, order), order.to)
    play.emit(Started(order.unit, order.formation, order.interval, *formed))
    tell_classes(play, order.unit)
    make_ready(play, order)


def tell_classes(play: Play, body: UnitId) -> None:
    """The owner is told the classes of listed stands, and of transport where the book rates it."""
    unit = play.state.units[body]
    entry = entry_of(play.state, unit)
    for number, text in enumerate(entry.everybody, 1):
        made, told = model(text), frozenset({unit.side})
        if made.rated:
            said = f"{body}/{number} {made.name}: {made.rated}"
            play.emit(Noted(said, told), cite(play.state, made.rated.rule))
        rated = CARRIERS.get(made.rides) == "W" and BattleByEdition.of(play.state).rates_transport
        if rated and (truck := vehicle(made.rides)):
            said = f"{body}/{number} {made.name} by {made.rides}: {truck}"
            play.emit(Noted(said, told), cite(play.state, truck.rule))
        if base := charts(play.state).rebased.get(made.kind):
            said = f"{body}/{number} {made.name} is {base.width:g} by {base.depth:g} inches"
            play.emit(Noted(said, told), cite(play.state, "organisation.rulebook-bases"))


def tell_options(play: Play) -> None:
    """The options in play, where the book has a clause on how they go together."""
    why = edition_of(play.state).words.options_rule
    if why and play.state.variants:
        play.emit(Noted(f"Played with {', '.join(sorted(play.state.variants))}"), cite(play.state, why))


def make_ready(play: Play, order: PlaceUnit) -> None:
    """Passengers get out unless they come mounted, guns stay hitched, and chosen weapons are set up."""
    for stand in stands_of(play.state, order.unit):
        if gets_out(stand, mounted=order.mounted, set_up=order.set_up):
            play.emit(Unmarked(stand.id, Mark.LOADED))
        if order.set_up and stand.kind in PACKED:
            play.emit(Marked(stand.id, Mark.SET_UP))
