"""A battalion has lost its own stands: its attachments go on as their own unit."""

from itertools import count

from msgspec.structs import replace

from sandtable.kernel.facts import Knowers, UnitEvent, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import QUALITIES
from sandtable.rules.great_battles.edition import rule
from sandtable.rules.great_battles.facts.reserves import renamed
from sandtable.rules.great_battles.guns.mission import battery_of
from sandtable.rules.great_battles.table.field import stands_of
from sandtable.rules.great_battles.words import Kind, Mark, Tally, Tie, Trait

KEPT = frozenset({*QUALITIES, Trait.COMMONWEALTH, Trait.AIRBORNE, Trait.GLIDER})


class LeftBehind(UnitEvent, frozen=True):
    """The attachments of a battalion are their own unit where they stand, and take its place in close combat.

    Their names do not tell the battalion, because it may be rebuilt where nobody sees it.
    """

    alone: UnitId
    batteries: tuple[int, ...]  # of its stands, for field guns

    def apply(self, state: State) -> State:
        home = state.units[self.unit]
        stands = {stand.id: renamed(stand.id, self.alone, n) for n, stand in enumerate(stands_of(state, self.unit), 1)}
        guns = dict(zip(stands, self.batteries, strict=True))
        units: dict[UnitId, Unit] = {}
        for unit in state.units.values():
            if unit.id == self.unit:
                units[unit.id] = home.unlink(Tie.ATTACKS)
                units[self.alone] = self.body(home, len(stands))
            elif unit.id in stands:
                units[stands[unit.id]] = self.stand(unit, stands[unit.id], guns[unit.id])
            elif unit.aboard in stands:
                units[unit.id] = replace(unit, aboard=stands[unit.aboard])
            elif unit.is_linked(Tie.ATTACKS, self.unit):
                units[unit.id] = unit.unlink(Tie.ATTACKS, to=self.unit).link(Tie.ATTACKS, self.alone)
            else:
                units[unit.id] = unit
        return replace(state, units=units)

    def stand(self, unit: Unit, name: UnitId, battery: int) -> Unit:
        tallies = {**unit.tallies, **({Tally.BATTERY: battery} if battery else {})}
        return replace(unit, id=name, part_of=self.alone, traits=unit.traits - {Trait.ATTACHED}, tallies=tallies)

    def body(self, home: Unit, stands: int) -> Unit:
        """It has the quality, the formation and the state of the battalion."""
        marks, traits = home.marks - {Mark.KEPT_BACK}, home.traits & KEPT
        tallies = {**home.tallies, Tally.AT_DAWN: stands, Tally.LOST_TODAY: 0}
        return replace(home, id=self.alone, traits=traits, marks=marks, tallies=tallies)

    def tell(self) -> str:
        return f"{self.unit} has lost all its own stands: its attachments go on as {self.alone}"

    def known_to(self, before: State, after: State) -> Knowers:
        return knowers(before.units[self.unit])


@rule("organisation.losing-infantry")
def leave_behind(play: Play, body: Unit) -> None:
    """A battalion with only attachments left is wiped out; they go on without it."""
    left = stands_of(play.state, body.id)
    if left and all(Trait.ATTACHED in stand.traits for stand in left):
        batteries = tuple(battery_of(play.state, one) if one.kind == Kind.FIELD_GUN else 0 for one in left)
        play.emit(LeftBehind(body.id, name_for(play.state, body), batteries))


def name_for(state: State, body: Unit) -> UnitId:
    names = (f"{body.side} remnants {number}" for number in count(1))
    return UnitId(next(name for name in names if name not in state.units))
