"""Aims: the objectives that a side must control to win, when that is checked, and who wins if nobody does."""

from collections.abc import Collection, Iterator
from typing import Literal

from msgspec import Struct

from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import Side, State, UnitId
from sandtable.mechanics.checks import check_sides_named, check_word

DRAW = "draw"
When = Literal["player turn", "game turn", "end"]
CHECKED: dict[When, str] = {
    "player turn": "at the end of any player turn", "game turn": "at the end of any turn",
    "end": "when the battle ends",
}  # fmt: skip


class Win(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side wins if it controls these objectives at a check."""

    side: str
    controls: tuple[str, ...]
    when: When = "end"

    def is_met(self, state: State) -> bool:
        return all(state.units[UnitId(name)].side == self.side for name in self.controls)

    def tell(self) -> str:
        return f"Control {' and '.join(self.controls)} {CHECKED[self.when]}"


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first of these that is met decides; else `otherwise`, or what the book says."""

    wins: tuple[Win, ...] = ()
    otherwise: str = ""  # a side, or "draw"
    if_even: str = ""  # a side that wins if both have done equally well

    def check(self, sides: Collection[str], objectives: Collection[str]) -> None:
        named = [("victory.wins.side", win.side) for win in self.wins]
        named += [("victory.otherwise", self.otherwise)] if self.otherwise not in ("", DRAW) else []
        named += [("victory.if_even", self.if_even)] if self.if_even else []
        check_sides_named(named, sides)
        for win in self.wins:
            for name in win.controls:
                check_word(name, objectives or ["(none)"], "victory.wins.controls")
            if not win.controls:
                raise ScenarioError("victory.wins.controls: name at least one objective")

    def met(self, state: State, checks: Collection[str]) -> Iterator[Win]:
        """The wins that are met, of those that are checked now."""
        return (win for win in self.wins if win.when in checks and win.is_met(state))

    def goals(self, side: Side) -> list[UnitId]:
        """The objectives that a side must control, or else keep from the enemy."""
        own = [name for win in self.wins if win.side == side for name in win.controls]
        kept = [name for win in self.wins if win.side not in (side, self.otherwise) for name in win.controls]
        return list(map(UnitId, dict.fromkeys(own or kept)))

    def aims(self) -> dict[str, str]:
        """A sentence for each side that the scenario gives an aim."""
        found = {win.side: "" for win in self.wins}
        for side in found:
            found[side] = f"{'; or '.join(win.tell() for win in self.wins if win.side == side)}."
        if self.otherwise not in ("", DRAW, *found):
            found[self.otherwise] = "Keep the enemy from its aim until the time is up."
        return found

    def by_default(self) -> tuple[Side | None, str] | None:
        """Who wins when the time is up, and why; None if the scenario does not say."""
        if self.otherwise == DRAW:
            return None, "time is up and nobody has won"
        return (Side(self.otherwise), "the enemy has not reached its aim in time") if self.otherwise else None
