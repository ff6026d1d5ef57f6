"""Tables nobody has thought of: random battalions in random formations on random maps, the same for the same seed."""

from itertools import combinations
from random import Random

from gbtable import BLUE, RED, Body, table
from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import table as board
from sandtable.rules.great_battles.d20 import EDITION
from sandtable.rules.great_battles.facts.day import Formed
from sandtable.rules.great_battles.frame.siting import Site
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.table.field import all_standing, enemies_touched, field, stands_of
from sandtable.rules.great_battles.table.formation import USUAL
from sandtable.rules.great_battles.words import COMMAND, GUNS, Formation, Kind, Mark

SIZE = (36, 30)
MODELS = (
    *("Infantry", "Infantry", "Infantry by truck", "Infantry by half-track", "Sherman M-M-M", "Tiger S-H-S"),
    *("Armoured car L-L-W", "AT gun M", "AT gun H by truck", "Field gun M by horse", "HQ", "Heavy weapons"),
)
ROADS = ({"kind": "road", "name": "lane", "course": ((0, 4), (14, 6), (20, 15), (36, 18))},
         {"kind": "paved road", "name": "highway", "course": ((10, 0), (10, 30))})  # fmt: skip
WATER = {"kind": "river", "name": "river", "course": ((0, 22), (18, 20), (36, 26)), "width": 1.5}


class Anywhere(Site):
    """Wherever there is room on the table."""

    clause = "setup.hidden-placement"

    @property
    def box(self):
        return 0.0, 0.0, *SIZE

    @property
    def where(self):
        return ()

    def refuse_ground(self, places):
        return None

    def refuse_company(self, places):
        touched = enemies_touched(self.state, self.body, places)
        return refuse_end(self.state, self.body, places) or (touched and "touched") or None


def some_stands(rng: Random, most: int = 8) -> tuple[str, ...]:
    return tuple(rng.choice(MODELS) for _ in range(rng.randint(1, most)))


def some_map(rng: Random) -> tuple[dict[str, object], ...]:
    """Roads, perhaps a river, and some woods, villages, hills and streams."""
    pieces: list[dict[str, object]] = [*ROADS]
    if rng.random() < 0.5:
        pieces.append(WATER)
    for number in range(rng.randint(0, 5)):
        kind = rng.choice(("woods", "village", "hill", "marsh", "orchard"))
        at = rng.randint(5, 31), rng.randint(5, 25)
        piece = {"kind": kind, "name": f"{kind} {number}", "at": at, "size": (rng.randint(2, 7), rng.randint(2, 7)),
                 "turn": rng.randrange(0, 90, 15)}  # fmt: skip
        pieces.append(piece | ({"level": 1} if kind == "hill" else {}))
    return tuple(pieces)


def some_table(
    seed: int, *, hidden: bool = False, active: bool | None = None, rules: str = EDITION.book.about.id
) -> State:
    """Two or three battalions a side, somewhere; `hidden`: nobody knows where Blue is."""
    rng = Random(seed)
    bodies = []
    for side, letter in ((RED, "A"), (BLUE, "B")):
        for number in range(1, rng.randint(2, 3) + 1):
            on = rng.random() < 0.5 if active is None else active
            bodies.append(Body(f"{letter}{number}", side=side, stands=some_stands(rng), active=on))
    state = table(*bodies, pieces=some_map(rng), size=SIZE, rules=rules)
    for body in bodies:
        state = put_down(state, UnitId(body.name), rng, hidden=hidden and body.side == BLUE)
    return state


def put_down(state: State, body: UnitId, rng: Random, *, hidden: bool = False) -> State:
    """Somewhere, in some formation, some stands suppressed, some weapons set up and some troops mounted."""
    found = [shape for shape in Formation if Anywhere(state, state.units[body], shape).first is not None]
    site = Anywhere(state, state.units[body], rng.choice(found))
    drawn = site.drawn_up(site.sample(rng))
    assert drawn is not None
    state = Formed(body, site.shape, USUAL, drawn[0], tuple(drawn[1].items())).apply(state)
    known = frozenset() if hidden else None
    units = dict(state.units)
    units[body] = replace(units[body], marks=units[body].marks - {Mark.RESERVE}, known_to=known)
    for stand in stands_of(state, body):
        units[stand.id] = replace(stand, marks=some_marks(stand, rng), known_to=known)
    return replace(state, units=units)


def some_marks(stand: Unit, rng: Random) -> frozenset[str]:
    rides = any(trait.startswith("rides ") for trait in stand.traits)
    loaded = rides and rng.random() < 0.5
    weapon = stand.kind in GUNS or stand.kind == Kind.HEAVY_WEAPONS
    ready = weapon and not loaded and rng.random() < 0.2
    marks = {Mark.LOADED: loaded, Mark.SET_UP: ready, Mark.SUPPRESSED: rng.random() < 0.1}
    return frozenset(mark for mark, holds in marks.items() if holds)


# ---- what must never be


def overlaps(state: State, tolerance: float = 0.03) -> list[tuple[str, str]]:
    """Pairs of stands that lie on each other by more than rounding to the lattice explains."""
    slabs = field(state).slabs
    pairs = combinations([one.id for one in everybody(state)], 2)
    return [(a, b) for a, b in pairs if shapes.apart(slabs[a], slabs[b]) < -tolerance]


def off_table(state: State) -> list[str]:
    """Whoever does not stand whole on it, C Ops and FUP too."""
    posts = [unit for unit in state.units.values() if unit.kind in COMMAND and unit.place is not None]
    slabs = field(state).slabs
    return [one.id for one in [*everybody(state), *posts] if not board(state).carries(slabs[one.id])]


def everybody(state: State) -> list[Unit]:
    return [stand for side in state.sides for stand in all_standing(state, side)]
