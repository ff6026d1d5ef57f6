"""Facts of reserves and of airborne troops."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.facts import Knowers, Placed, UnitEvent
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.kernel.whereabouts import Whereabouts
from sandtable.rules.great_battles.book.charts import QUALITIES
from sandtable.rules.great_battles.facts.day import OF_A_PLACE, marks_without, tallies_without
from sandtable.rules.great_battles.table.formation import redrawn_anchor
from sandtable.rules.great_battles.words import DROPS, ENTERS, ITS_TRACK, Did, Formation, Mark, Tally, Tie, Trait


class Replaced(UnitEvent, frozen=True):
    """A destroyed stand is replaced; whoever knows its battalion knows it."""

    words = "{0.unit} is replaced"

    waits: bool  # its battalion is on the table, and it is not

    def apply(self, state: State) -> State:
        stand = state.units[self.unit]
        assert stand.part_of is not None
        marks = stand.marks - OF_A_PLACE - {Mark.DESTROYED, Mark.SUPPRESSED} | ({Mark.WAITING} if self.waits else set())
        known, tallies = state.units[stand.part_of].known_to, tallies_without(stand, Tally.DIGGING, Tally.AMMO_LOW)
        return state.put(replace(stand, place=None, marks=marks, tallies=tallies, spent=frozenset(), known_to=known))


class Detached(UnitEvent, frozen=True):
    """An attached stand goes into reserve as its own unit, under its own name."""

    words = "{0.unit} is detached and goes into reserve as {0.alone}"

    alone: UnitId
    battery: int = 0  # of a field gun

    def apply(self, state: State) -> State:
        stand = state.units[self.unit]
        assert stand.part_of is not None
        home, name = state.units[stand.part_of], renamed(self.unit, self.alone)
        traits = home.traits & {*QUALITIES, Trait.COMMONWEALTH}
        marks = home.marks & {Mark.REBUILT} | {Mark.RESERVE}
        tallies: dict[str, int] = {Tally.AT_DAWN: 1, Tally.LOST_TODAY: 0, Tally.ACTIONS: 0}
        body = Unit(self.alone, home.kind, home.side, part_of=home.part_of, traits=traits, marks=marks, tallies=tallies,
                    known_to=frozenset())  # fmt: skip
        units: dict[UnitId, Unit] = {}
        for unit in state.units.values():
            if unit.id == self.unit:
                units[body.id] = body
            if unit.id in (self.unit, self.unit + ITS_TRACK):
                unit = sent_away(unit, UnitId(name + unit.id.removeprefix(self.unit)), body.id)
            if unit.id == name and self.battery:
                unit = replace(unit, tallies={**unit.tallies, Tally.BATTERY: self.battery})
            units[unit.id] = unit
        after = replace(state, units=units)
        return after.put(replace(home, place=redrawn_anchor(state, after, home)))

    def known_to(self, before: State, after: State) -> Knowers:
        """The enemy sees at most that it is gone."""
        return frozenset({before.units[self.unit].side})


def renamed(stand: UnitId, body: UnitId, number: int = 1) -> UnitId:
    """ "A1/5 heavy weapons" as a stand of another body."""
    return UnitId(f"{body}/{number} {stand.partition('/')[2].partition(' ')[2]}")


def sent_away(stand: Unit, name: UnitId, body: UnitId) -> Unit:
    return replace(
        stand.unlink(Tie.UNDER),
        id=name,
        part_of=body,
        place=None,
        traits=stand.traits - {Trait.ATTACHED},
        marks=stand.marks - OF_A_PLACE,
        tallies=tallies_without(stand, Tally.DIGGING),
        known_to=frozenset(),
    )


class Attached(UnitEvent, frozen=True):
    """A support unit in reserve joins a battalion there and is no longer its own unit."""

    words = "{0.unit} is attached to {0.to}"

    to: UnitId

    def apply(self, state: State) -> State:
        units = {i: unit for i, unit in state.units.items() if i != self.unit}
        slots = [unit.tallies.get(Tally.SLOT, 0) for unit in units.values() if unit.part_of == self.to]
        for unit in state.units.values():
            if unit.part_of == self.unit:
                slots.append(max(slots, default=0) + 1)
                units[unit.id] = replace(
                    unit,
                    part_of=self.to,
                    traits=unit.traits | {Trait.ATTACHED},
                    spent=unit.spent | {Did.MOVED},
                    tallies={**unit.tallies, Tally.SLOT: slots[-1]},
                )
        return replace(state, units=units)

    def known_to(self, before: State, after: State) -> Knowers:
        return frozenset({before.units[self.unit].side})


class Reassigned(UnitEvent, frozen=True):
    """A support stand belongs to another battalion now, and its name says so."""

    words = "{0.unit} joins {0.to} as {0.name}"

    to: UnitId
    name: UnitId
    battery: int = 0  # of a field gun

    def apply(self, state: State) -> State:
        stand = state.units[self.unit]
        slots = [unit.tallies.get(Tally.SLOT, 0) for unit in state.units.values() if unit.part_of == self.to]
        guns = {Tally.BATTERY: self.battery} if self.battery else {}
        moved = replace(
            stand,
            id=self.name,
            part_of=self.to,
            place=None,
            marks=stand.marks - OF_A_PLACE,
            links=stand.unlink(Tie.UNDER).links,
            spent=stand.spent | {Did.MOVED},
            tallies={**stand.tallies, Tally.SLOT: max(slots, default=0) + 1, **guns},
            known_to=state.units[self.to].known_to,
        )
        units = {i: unit for i, unit in state.units.items() if i != self.unit}
        after = replace(state, units={**units, self.name: moved})
        home = state.units[stand.part_of] if stand.part_of else None
        return after.put(replace(home, place=redrawn_anchor(state, after, home))) if home else after

    def known_to(self, before: State, after: State) -> Knowers:
        """The sides that know both battalions."""
        hidden = before.units[self.unit].known_to is not None or after.units[self.name].known_to is not None
        return frozenset({before.units[self.unit].side}) if hidden else None


class Entering(UnitEvent, frozen=True):
    """The piece of terrain over which a held-back battalion will come; empty: it comes like reserves."""

    piece: str

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=marks_without(unit.marks, ENTERS) | ({ENTERS + self.piece} if self.piece else set()))

    def tell(self) -> str:
        return f"{self.unit} will come {f'over {self.piece}' if self.piece else 'like reserves'}"


class Arrived(UnitEvent, frozen=True):
    """A unit that was held back has arrived."""

    words = "{0.unit} is no longer held back"

    def change(self, unit: Unit) -> Unit:
        marks = marks_without(unit.marks, ENTERS) - {Mark.WITHHELD, Mark.CALLED}
        return replace(unit, marks=marks, tallies=tallies_without(unit, Tally.DUE_DAY, Tally.DUE))


# ---- airborne troops


class Bound(UnitEvent, Placed, frozen=True):
    """A stand in the air will be dropped over a point; only its owner knows."""

    at: Place

    def change(self, unit: Unit) -> Unit:
        return replace(unit, place=self.at, marks=unit.marks | {Mark.IN_THE_AIR})

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.unit} will be dropped over {where.at(self.at)}"


class Landed(UnitEvent, Placed, frozen=True):
    """A stand is on the table."""

    at: Place

    def change(self, unit: Unit) -> Unit:
        marks = marks_without(unit.marks, DROPS) - {Mark.IN_THE_AIR, Mark.TO_LAND}
        return replace(unit, place=self.at, marks=marks)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.unit} lands at {where.at(self.at)}"


class BlownAway(UnitEvent, frozen=True):
    """A unit is lost before it lands."""

    words = "{0.unit} is lost {0.where}"

    where: str

    def change(self, unit: Unit) -> Unit:
        marks = marks_without(unit.marks, DROPS) - {Mark.IN_THE_AIR, Mark.TO_LAND} | {Mark.DESTROYED}
        return replace(unit, place=None, marks=marks)


class Scattered(UnitEvent, frozen=True):
    """A whole battalion has landed: it has no formation but counts as defensive."""

    words = "{0.unit} has landed and is scattered"

    at: Place

    def change(self, unit: Unit) -> Unit:
        marks = marks_without(unit.marks, DROPS) - {Mark.TO_LAND, Mark.RESERVE} | {Formation.DEFENSIVE, Mark.SCATTERED}
        return replace(unit, place=self.at, marks=marks)
