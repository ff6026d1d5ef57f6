"""Facts of the house rules of Malta."""

from msgspec.structs import replace

from sandtable.kernel.facts import Knowers, UnitEvent
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.facts.day import OF_A_PLACE, marks_without, tallies_without
from sandtable.rules.great_battles.table.formation import redrawn_anchor
from sandtable.rules.great_battles.words import ENTERS, Did, Mark, Tally, Tie


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
