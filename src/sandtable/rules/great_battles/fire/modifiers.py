"""The modifiers of the rolls to hit and to destroy."""

from msgspec import Struct

from sandtable.board import shapes
from sandtable.book.modifiers import Modifiers
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.book.books import D10, D20, Shared, by_rules, in_d10, in_d20
from sandtable.rules.great_battles.book.charts import NONE, QUALITIES
from sandtable.rules.great_battles.edition import Terms, dice, earned, plays, term
from sandtable.rules.great_battles.fire.shot import Shot
from sandtable.rules.great_battles.table.field import base_of, body_of, is_active, quality, riders_on
from sandtable.rules.great_battles.table.formation import counts_as
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.words import Formation, Tally

ON_TANKS = "on tanks"  # riders are in no formation
PLUS_TWO = "heavy-weapons-plus-two"
IN_COLUMN = (Formation.MARCH, Formation.ROAD_MARCH)


class Aimed(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers to hit."""

    state: State
    shot: Shot
    body: Unit  # of the target
    shape: str  # its formation
    covered: bool


HIT_ROWS: tuple[Shared[Aimed], ...] = (
    Shared(("Target", "Not activated"), "Target not activated", "not activated", "fire.not-activated",
           lambda aimed: not is_active(aimed.body)),
    Shared(6, 3, "with riders", "variants.tank-riders", lambda aimed: aimed.shape == ON_TANKS),
    Shared(("Target", "Column"), "Target in column", "in column", "fire.column-and-road",
           lambda aimed: aimed.shape in IN_COLUMN),
    Shared(("Target", "Road"), "Target on road", "on road", "fire.column-and-road",
           lambda aimed: aimed.shape == Formation.ROAD_MARCH),
    Shared(("Firer", "With heavy weapons (infantry only)"), "Infantry with heavy weapons", "heavy weapons",
           "fire.heavy-weapons", lambda aimed: aimed.shot.heavy_weapons and not plays(aimed.state, PLUS_TWO)),
    Shared(2, None, "heavy weapons", "variants.heavy-weapons-plus-two",
           lambda aimed: aimed.shot.heavy_weapons and plays(aimed.state, PLUS_TWO)),
    Shared(("Firer", "To own flank or rear (outside forward 180 degrees)"), "Firing outside front 180 degrees",
           "to flank or rear", "fire.arc", lambda aimed: not in_forward_arc(aimed.state, aimed.shot)),
    Shared(("Firer", "Opportunity fire"), "Firer using opportunity fire", "opportunity fire", "opfire.modifier",
           lambda aimed: aimed.shot.opportunity),
    Shared(-2, -1, "in cover", "variants.cover-to-hit",
           lambda aimed: aimed.covered and plays(aimed.state, "cover-to-hit")),
    Shared(0, 0, "in cover", "fire.cover-no-effect",
           lambda aimed: aimed.covered and not plays(aimed.state, "cover-to-hit")),
    Shared(-2, -1, "low on ammunition", "variants.ammo-low",
           lambda aimed: aimed.shot.firer.tallies.get(Tally.AMMO_LOW, 0)),
)  # fmt: skip
HIT = by_rules(
    Modifiers(D20, "fire-modifiers", in_d20(HIT_ROWS)),
    Modifiers(D10, "to-hit-modifiers", in_d10(HIT_ROWS)),
)


def hit_modifiers(state: State, shot: Shot) -> Terms:
    """fire.modifiers: all modifiers that apply are added."""
    body = body_of(state, shot.target)
    ridden = plays(state, "tank-riders") and riders_on(state, shot.target.id)
    shape = ON_TANKS if ridden else counts_as(state, body)
    return earned(state, HIT, Aimed(state, shot, body, shape, cover(state, shot.target) != NONE))


def in_forward_arc(state: State, shot: Shot) -> bool:
    """fire.arc: the centre of the target is not behind the line of the firer's front edge."""
    place, target = shot.firer.at, shot.target.at
    (x, y), front = shapes.heading(place.facing), base_of(state, shot.firer).depth / 2
    return (target.x - place.x) * x + (target.y - place.y) * y >= front - shapes.SLACK


def luck(state: State, score: Term, modifiers: Terms) -> Terms:
    """fire.always-hit: some faces always hit, even where the score is out of reach."""
    throw = dice(state)
    if throw.chance(score, modifiers, natural=True) == throw.chance(score, modifiers):
        return ()
    return (term(state, 0, throw.natural_says, "fire.always-hit"),)


class Struck(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers to destroy."""

    quality: str
    covered: bool


AGREED = "variants.destroy-modifiers"
DESTROY_ROWS: tuple[Shared[Struck], ...] = (
    Shared(2, "Raw or Inferior", lambda struck: struck.quality, AGREED, lambda struck: struck.quality in QUALITIES[:2]),
    Shared(-2, "Experienced or Veteran", lambda struck: struck.quality, AGREED,
           lambda struck: struck.quality in QUALITIES[3:]),
    Shared(-2, "In cover", "in cover", AGREED, lambda struck: struck.covered),
)  # fmt: skip
DESTROY = by_rules(
    Modifiers(D20, "", in_d20(DESTROY_ROWS)),
    Modifiers(D10, "destroy-modifiers", in_d10(DESTROY_ROWS)),
)


def destroy_modifiers(state: State, shot: Shot) -> Terms:
    """The destroy roll has no modifiers except by an option."""
    if not plays(state, "destroy-modifiers"):
        return ()
    struck = Struck(quality(body_of(state, shot.target)), cover(state, shot.target) != NONE)
    return earned(state, DESTROY, struck)
