"""Close combat by the d10 charts: the two lists of modifiers, guns on their own, and what counts for the loser."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.kernel.events import Spent
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, NONE, QUALITIES, SOFT_COVER
from sandtable.rules.great_battles.edition import Terms, charts, cite, rule, term
from sandtable.rules.great_battles.fire.hits import destroy
from sandtable.rules.great_battles.melee.close_combat import infantry, other, pursue, shelter
from sandtable.rules.great_battles.melee.contact import Pair, part
from sandtable.rules.great_battles.nerve.rally import cover_bonus, rally_modifiers
from sandtable.rules.great_battles.nerve.retreat import straight_away
from sandtable.rules.great_battles.table.field import companies, is_smg, is_suppressed, quality, trait
from sandtable.rules.great_battles.words import ARMOUR, GUNS, Did, Kind

TANKS, FOOT = "close-combat.armor-modifiers", "close-combat.infantry-modifiers"
AMONG_TANKS = {
    SOFT_COVER: "2+ infantry stands in soft cover",
    HARD_COVER: "2+ infantry stands in hard cover",
    BUNKER: "2+ infantry stands in hard cover",
}
FROM_COVER = {
    SOFT_COVER: "Defender has 2+ stands in soft cover",
    HARD_COVER: "Defender has 2+ stands in hard cover",
    BUNKER: "Defender has 2+ stands in bunker",
}
STEP = 15  # degrees between the ways on which an advance is offered

Figures = Mapping[str, int]


# ---- what each side adds


def combat_terms(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """Armour on its own has a list, everybody else another."""
    if is_armour_alone(state, body if attacking else enemy):
        figures = charts(state).melee["armor-vs-infantry"]
        own = tank_terms(state, body, figures) if attacking else stand_terms(state, body, figures)
        return (*better_terms(state, body, enemy, (figures, TANKS)), *own)
    figures = charts(state).melee["infantry-vs-infantry"]
    own = assault_terms(state, body, enemy, figures) if attacking else resistance_terms(state, body, figures)
    return (*better_terms(state, body, enemy, (figures, FOOT)), *numbers_terms(state, body, enemy, figures), *own)


def is_armour_alone(state: State, body: Unit) -> bool:
    kinds = {stand.kind for stand in companies(state, body.id)}
    return Kind.ARMOUR in kinds and kinds <= {Kind.ARMOUR, Kind.HQ}


def better_terms(state: State, body: Unit, enemy: Unit, listed: tuple[Figures, str]) -> Iterator[Term]:
    (figures, name), ours, theirs = listed, quality(body), quality(enemy)
    levels = QUALITIES.index(ours) - QUALITIES.index(theirs)
    if levels > 0:
        yield term(state, levels * figures["Higher morale, per level"], f"{ours} against {theirs}", name)


def tank_terms(state: State, body: Unit, figures: Figures) -> Iterator[Term]:
    tanks = [stand for stand in companies(state, body.id) if stand.kind == Kind.ARMOUR]
    if all(trait(tank, ARMOUR) == "L" for tank in tanks):
        yield term(state, figures["Light armored vehicle"], "light armour", TANKS)
    if any(trait(tank, ARMOUR) == "S" and not is_suppressed(tank) for tank in tanks):
        yield term(state, figures["Superheavy armored vehicle"], "superheavy armour", TANKS)


def stand_terms(state: State, body: Unit, figures: Figures) -> Iterator[Term]:
    """What helps infantry against tanks: its numbers, its cover and its guns."""
    stands = companies(state, body.id)
    if steady := len(infantry(state, body)):
        yield term(state, steady * figures["Each unsuppressed infantry stand"], f"{steady} infantry", TANKS)
    troops = [stand for stand in stands if stand.kind == Kind.INFANTRY]
    if shelter(state, troops) == NONE:
        yield term(state, figures["Infantry in open"], "in the open", TANKS)
    if row := AMONG_TANKS.get(found := shared_cover(state, troops)):
        yield term(state, figures[row], f"{found} cover", TANKS)
    if any(stand.kind in GUNS for stand in stands):
        yield term(state, figures["Infantry with AT gun attached"], "gun", TANKS)


def shared_cover(state: State, stands: Sequence[Unit]) -> str:
    """The cover that two of these stands have: a single one is not in the open, but has no bonus either."""
    return shelter(state, stands) if len(stands) > 1 else NONE


def numbers_terms(state: State, body: Unit, enemy: Unit, figures: Figures) -> Iterator[Term]:
    more = len(infantry(state, body)) - len(infantry(state, enemy))
    if more > 0:
        value = more * figures["Each extra unsuppressed infantry stand"]
        yield term(state, value, f"{more} more infantry", "close-combat.count-infantry-only")
    if is_smg(state, body):
        yield term(state, figures["Submachine-gun battalion"], "SMG", FOOT)


def assault_terms(state: State, body: Unit, enemy: Unit, figures: Figures) -> Iterator[Term]:
    if any(stand.kind == Kind.ARMOUR for stand in companies(state, body.id)):
        yield term(state, figures["Has armor attached"], "armour attached", FOOT)
    found = shared_cover(state, companies(state, enemy.id))
    if row := FROM_COVER.get(found):
        yield term(state, figures[row], f"against {found if found == BUNKER else f'{found} cover'}", FOOT)


def resistance_terms(state: State, body: Unit, figures: Figures) -> Iterator[Term]:
    if any(stand.kind == Kind.HEAVY_WEAPONS for stand in companies(state, body.id)):
        yield term(state, figures["Defender has Hvy Wpns attached"], "heavy weapons", "close-combat.heavy-weapons")


# ---- who may, and who cannot resist


def may_close(kinds: frozenset[str]) -> bool:
    """close-combat.who-may-contact: infantry with whatever it has, or armour on its own."""
    return Kind.INFANTRY in kinds or (Kind.ARMOUR in kinds and kinds <= {Kind.ARMOUR, Kind.HQ})


@rule("close-combat.guns-alone")
def overwhelm(play: Play, side: Side, pair: Pair, alone: UnitId) -> None:
    """Guns and support on their own are eliminated without a roll; who has done it may advance."""
    winner = other(pair, alone)
    bearing = straight_away(play.state, play.state.units[alone], play.state.units[winner])
    play.emit(Spent(winner, Did.WON), cite(play.state, "close-combat.winner"))
    for stand in companies(play.state, alone):
        destroy(play, stand.id, winner)
    part(play)
    pursue(play, side, winner, bearing)


# ---- the loser


def loser_terms(before: State, after: State, loser: UnitId) -> Terms:
    """All as it was when it lost, but for the cover that it has found."""
    name = "close-combat.loser-number"
    then = rally_modifiers(before, before.units[loser], name)
    found = cover_bonus(after, companies(after, loser), name)
    return (*(one for one in then if one.clause != cite(before, name)), *([found] if found else []))


# ---- the winner


def front_bearings(winner: Unit) -> list[int]:
    """close-combat.advance: any way within its front 180 degrees, by steps."""
    assert winner.place is not None
    return [(winner.place.facing + turn) % 360 for turn in range(-90, 91, STEP)]
