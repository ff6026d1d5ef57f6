"""Facts of the day, where a plain fact would make a poor sentence."""

from typing import ClassVar

from msgspec.structs import replace

from sandtable.board.place import Place, Point
from sandtable.kernel.events import Marked, Unmarked
from sandtable.kernel.facts import Event, Fact, Knowers, Placed, UnitEvent, knowers
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.kernel.whereabouts import Whereabouts
from sandtable.rules.great_battles.table.field import field
from sandtable.rules.great_battles.table.formation import backwards, redrawn_anchor
from sandtable.rules.great_battles.words import DROPS, Did, Formation, Kind, Mark, Tally, Tie

Spots = tuple[tuple[UnitId, Place], ...]
OF_A_PLACE = frozenset({Mark.SET_UP, Mark.DUG_IN, Mark.RENDEZVOUS, Mark.ACTION_TAKEN})  # a stand leaves them behind


class Marched(UnitEvent, Placed, frozen=True):
    """A battalion has moved with all its stands."""

    fact: ClassVar[Fact] = "move"

    to: Place  # the middle of its front
    spots: Spots
    how: str = "moves to"
    via: tuple[Point, ...] = ()  # the bends of a road

    def apply(self, state: State) -> State:
        units = state.units
        stands = [replace(units[stand], place=place) for stand, place in self.spots]
        return state.put_all([replace(units[self.unit], place=self.to), *stands])

    def tell_with(self, where: Whereabouts) -> str:
        to = f"{where.goal(self.unit, self.to)}, facing {where.facing(self.to)}"
        return f"{self.unit} {self.how} {to}" if self.how else ""

    def known_to(self, before: State, after: State) -> Knowers:
        return who_sees(after, after.units[self.unit], self.spots)


class Formed(UnitEvent, Placed, frozen=True):
    """A battalion takes up a formation, at the places given."""

    fact: ClassVar[Fact] = "move"

    verb: ClassVar[str] = "is"  # how the log tells of it

    formation: Formation
    interval: int
    to: Place
    spots: Spots

    def apply(self, state: State) -> State:
        units = state.units
        body = units[self.unit]
        marks = body.marks - frozenset(Formation) | {self.formation}
        tallies = {**body.tallies, Tally.INTERVAL: self.interval}
        stands = [replace(units[stand], place=place) for stand, place in self.spots]
        after = state.put_all([replace(body, place=self.to, marks=marks, tallies=tallies), *stands])
        return after.relaid(field(state).stands.get(self.unit, ()))  # their bases may turn

    def is_news(self, state: State) -> bool:
        """Whether a stand has moved or the formation is new."""
        moved = any(state.units[stand].place != place for stand, place in self.spots)
        return moved or self.formation not in state.units[self.unit].marks

    def tell_with(self, where: Whereabouts) -> str:
        at = f"{where.goal(self.unit, self.to)}, facing {where.facing(self.to)}"
        return f"{self.unit} {self.verb} in {self.formation} formation at {at}"

    def known_to(self, before: State, after: State) -> Knowers:
        return who_sees(after, after.units[self.unit], self.spots)


def who_sees(state: State, body: Unit, spots: Spots) -> Knowers:
    """A battalion's place tells where its stands are: if some are hidden, only the owner may read it."""
    hidden = any(state.units[stand].known_to is not None for stand, _ in spots)
    return frozenset({body.side}) if hidden else knowers(body)


class Started(Formed, frozen=True):
    """A battalion starts on the table and leaves the reserve."""

    verb: ClassVar[str] = "starts"

    def apply(self, state: State) -> State:
        after = super().apply(state)
        body = after.units[self.unit]
        return after.put(replace(body, marks=body.marks - {Mark.RESERVE}))


class TurnedAbout(Marched, frozen=True):
    """A battalion faces the other way where it stands: the last stand in its order is now the first."""

    how: str = "turns about at"

    def apply(self, state: State) -> State:
        after = super().apply(state)
        for stand in backwards([unit for unit in after.units.values() if unit.part_of == self.unit]):
            after = after.put(stand)
        return after


class OwesAction(Marked, frozen=True):
    """It has acted out of turn and loses one of its next actions."""

    words = "{0.unit} gets an action-taken marker"

    mark: str = Mark.ACTION_TAKEN


class PaidBack(Unmarked, frozen=True):
    words = "{0.unit} removes its action-taken marker"

    mark: str = Mark.ACTION_TAKEN


class MarkedAs(Marked, frozen=True):
    """A mark with its own words."""

    words = "{0.unit} {0.how}"

    how: str


class StoodDown(UnitEvent, frozen=True):
    """The owner ends the activation of a battalion."""

    words = "{0.unit} stands down"

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=unit.marks - {Mark.ACTIVATED} | {Mark.DEACTIVATED})


class WeatherTurned(UnitEvent, frozen=True):
    """One kind of weather, or several at once."""

    kinds: frozenset[str]

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=self.kinds)

    def tell(self) -> str:
        return f"the weather: {' and '.join(sorted(self.kinds))}"


class Suppressed(UnitEvent, frozen=True):
    fact: ClassVar[Fact] = "loss"
    mood = -1

    by: str = ""

    def change(self, unit: Unit) -> Unit:
        return marked(unit, Mark.SUPPRESSED, Did.SUPPRESSED)

    def tell(self) -> str:
        return f"{self.unit} is suppressed{f' by {self.by}' * bool(self.by)}"


class Rallied(Unmarked, frozen=True):
    """A stand can act again."""

    mood = 1


class Destroyed(UnitEvent, frozen=True):
    """A stand is lost; it stays on the table until the morale step is over."""

    fact: ClassVar[Fact] = "loss"
    mood = -3

    by: str = ""
    day: int = 0

    def apply(self, state: State) -> State:
        stand = state.units[self.unit]
        gone = marked(stand, Mark.DESTROYED, Did.DESTROYED)
        tallies = {**tallies_without(gone, Tally.DIGGING), Tally.LOST_ON: self.day}
        after = state.put(replace(gone, marks=gone.marks - {Mark.SUPPRESSED, Mark.SET_UP}, tallies=tallies))
        body = after.units[stand.part_of] if stand.part_of else None
        if body is None or stand.kind == Kind.HALF_TRACK:
            return after
        lost = body.tallies.get(Tally.LOST_TODAY, 0) + 1
        place = redrawn_anchor(state, after, body)
        return after.put(replace(body, place=place, tallies={**body.tallies, Tally.LOST_TODAY: lost}))

    def tell(self) -> str:
        return f"{self.unit} is destroyed{f' by {self.by}' * bool(self.by)}"


class Aimed(UnitEvent, frozen=True):
    """A stand has named its target."""

    fact: ClassVar[Fact] = "fire"

    target: UnitId
    indirect: bool = False

    def change(self, unit: Unit) -> Unit:
        aimed = unit.link(Tie.LOBS if self.indirect else Tie.AIMS, self.target)
        return replace(aimed, spent=unit.spent | {Did.BUSY})

    def tell(self) -> str:
        return f"{self.unit} will fire {'indirectly ' * self.indirect}at {self.target}"


class RoundOver(Event, frozen=True):
    """A round of actions is over: stands and battalions are free to act again in the next."""

    def apply(self, state: State) -> State:
        units = {i: rested(u) if u.spent or u.links else u for i, u in state.units.items()}
        return state.change(units=units)


class PlayerTurnOver(Event, frozen=True):
    """A player turn is over: in the next one nobody has done or suffered anything yet."""

    def apply(self, state: State) -> State:
        units = {i: fresh(u) if u.spent or not OF_A_TURN.isdisjoint(u.tallies) else u for i, u in state.units.items()}
        return state.change(units=units)


OF_A_TURN = frozenset({Tally.USED_INCHES, Tally.RALLY_SUM})
TARGETS = (Tie.AIMS, Tie.LOBS)
OF_A_ROUND = frozenset({Did.ACTED, Did.BUSY, Did.FIRED, Did.PAID, Did.STAYED, Did.HURRIES, Did.ROUGH})


def fresh(unit: Unit) -> Unit:
    return replace(unit.unlink(*TARGETS), spent=frozenset(), tallies=tallies_without(unit, *OF_A_TURN))


def tallies_without(unit: Unit, *names: str) -> dict[str, int]:
    """Its tallies without these."""
    return {name: value for name, value in unit.tallies.items() if name not in names}


def rested(unit: Unit) -> Unit:
    """The unit without the marks and the targets of one round."""
    links = tuple([one for one in unit.links if one.kind not in TARGETS])
    return replace(unit, spent=unit.spent - OF_A_ROUND, links=links)


class Withdrawn(UnitEvent, frozen=True):
    """A battalion and its stands go into reserve and out of sight; waiting stands join them there."""

    words = "{0.unit} {0.how}"

    how: str = "goes into reserve"

    def apply(self, state: State) -> State:
        units = dict(state.units)
        body = units[self.unit]
        marks = body.marks - frozenset(Formation) - {Mark.ACTION_TAKEN, Mark.SCATTERED} | {Mark.RESERVE}
        units[self.unit] = replace(
            body, place=None, marks=marks, tallies=tallies_without(body, Tally.DIGGING), known_to=frozenset()
        )
        for stand in units.values():
            if stand.part_of == self.unit:
                marks = stand.marks - OF_A_PLACE
                marks = marks if Mark.WIPED_OUT in body.marks else marks - {Mark.WAITING}
                units[stand.id] = replace(
                    stand.unlink(Tie.UNDER),
                    place=None,
                    aboard=None,
                    marks=marks,
                    tallies=tallies_without(stand, Tally.DIGGING),
                    known_to=frozenset(),
                )
        return state.put_all(units.values())

    def known_to(self, before: State, after: State) -> Knowers:
        """Whoever saw it on the table sees it go."""
        return knowers(before.units[self.unit])


def marked(stand: Unit, mark: str, did: str) -> Unit:
    return replace(stand, marks=stand.marks | {mark}, spent=stand.spent | {did})


def marks_without(marks: frozenset[str], word: str) -> frozenset[str]:
    """The marks that do not begin with this word."""
    return frozenset(mark for mark in marks if not mark.startswith(word))


class Engaged(UnitEvent, frozen=True):
    """A battalion has moved into contact with another: they are in close combat until they part."""

    words = "{0.unit} is in close combat with {0.enemy}"

    enemy: UnitId

    def change(self, unit: Unit) -> Unit:
        return unit.link(Tie.ATTACKS, self.enemy)


class Parted(UnitEvent, frozen=True):
    """A close combat is over."""

    words = "{0.unit} and {0.enemy} are no longer in contact"

    enemy: UnitId

    def change(self, unit: Unit) -> Unit:
        return unit.unlink(Tie.ATTACKS, to=self.enemy)


class WipedOut(UnitEvent, frozen=True):
    """A battalion without stands goes into reserve, and the day is recorded."""

    fact: ClassVar[Fact] = "loss"
    mood = -5
    words = "{0.unit} has no stands left and goes into reserve"

    day: int

    def change(self, unit: Unit) -> Unit:
        gone = {*Formation, Mark.ACTION_TAKEN, Mark.TO_LAND, Mark.SCATTERED}
        marks = marks_without(unit.marks, DROPS) - gone | {Mark.WIPED_OUT, Mark.RESERVE}
        tallies = {**tallies_without(unit, Tally.DIGGING), Tally.LOST_ON: self.day}
        return replace(unit, place=None, marks=marks, tallies=tallies)
