"""A battle in plain terms, for every book: ground in hundreds of metres, forces by nation, arm, quality and number.

Each book says in its `staging.py` what these terms are under its own rules, and at what scale.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.place import Point
from sandtable.board.shapes import Polygon
from sandtable.board.tablemap import Laid, TableMap
from sandtable.kernel.scenario import ScenarioError

Arm = Literal[
    "infantry", "machine guns", "mortars", "engineers", "cavalry", "recce", "armour", "anti-tank guns", "artillery"
]
Quality = Literal["green", "regular", "veteran", "elite"]
Weight = Literal["light", "medium", "heavy"]
GROUND = ("hill", "woods", "village", "town", "stream", "road", "bridge", "hedge", "brush")  # kinds of its map


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A battalion or battery: companies of one arm."""

    name: str
    arm: Arm
    companies: int = 3
    quality: Quality = "regular"
    weight: Weight = "medium"  # of armour
    calibre: int = 0  # mm, of guns and armour
    dug_in: bool = False


class Contender(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of the battle. The leader is good, average or poor."""

    name: str
    nation: str
    edge: Literal["south", "north"]
    forces: tuple[Force, ...]
    depth: float  # hundreds of metres from its edge within which it sets up
    leader: Literal["good", "average", "poor"] = "average"


class Engagement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The attacker comes first. He wins if he holds the aim when the time is up; otherwise the defender wins."""

    id: str
    title: str
    setting: str
    year: int
    month: str
    season: str
    climate: Literal["temperate", "winter", "arid"] = "temperate"
    hours: int
    map: TableMap  # in hundreds of metres
    aim: str  # a piece of its map
    side: tuple[Contender, Contender]

    @property
    def attacker(self) -> Contender:
        return self.side[0]

    @property
    def defender(self) -> Contender:
        return self.side[1]

    @property
    def middle_of_aim(self) -> Point:
        piece = next(piece for piece in self.map.pieces if piece.name == self.aim)
        corners = piece.corners or ()
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    @property
    def winning(self) -> str:
        return (
            f"{self.attacker.name} wins if it holds {self.aim} when the time is up. "
            f"Otherwise {self.defender.name} wins."
        )

    def check(self) -> None:
        """An error says what is wrong and where."""
        for piece in self.map.pieces:
            if piece.kind not in GROUND:
                raise ScenarioError(
                    f"map: {piece.name or piece.kind}: {piece.kind!r} is not one of {', '.join(GROUND)}"
                )
        if not any(piece.name == self.aim and piece.corners for piece in self.map.pieces):
            raise ScenarioError(f"aim: the map has no area {self.aim!r}")
        names = [force.name for side in self.side for force in side.forces]
        if len(set(names)) < len(names):
            raise ScenarioError("side: two forces have the same name")


def staged_map(battle: Engagement, scale: float, kinds: Mapping[str, str]) -> TableMap:
    """Its map in inches; `scale`: inches for a hundred metres; `kinds`: what a book calls each kind of ground."""
    laid = [scaled(piece, scale, kinds) for piece in battle.map.pieces]
    width, depth = battle.map.size
    return TableMap((width * scale, depth * scale), tuple(laid))


def scaled(piece: Laid, scale: float, kinds: Mapping[str, str]) -> Laid:
    def moved(points: Polygon | None) -> Polygon | None:
        return points and tuple((round(x * scale, 2), round(y * scale, 2)) for x, y in points)

    return replace(
        piece, kind=kinds.get(piece.kind, piece.kind), corners=moved(piece.corners), course=moved(piece.course)
    )


def zone(battle: Engagement, side: Contender, scale: float) -> tuple[float, float, float, float]:
    """Where a side sets up: west, south, east, north in inches."""
    width, depth, deep = battle.map.size[0] * scale, battle.map.size[1] * scale, side.depth * scale
    return (0.0, 0.0, width, deep) if side.edge == "south" else (0.0, depth - deep, width, depth)
