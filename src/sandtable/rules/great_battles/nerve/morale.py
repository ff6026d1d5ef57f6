"""Morale at the end of a player turn, and the removal of destroyed stands."""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from sandtable.book.modifiers import Modifiers
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Marked, Noted, Removed, Spent, Unmarked, Verdict
from sandtable.kernel.facts import Knowers, Throw, UnitEvent, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.book.books import D10, D20, Shared, by_rules, in_d10, in_d20
from sandtable.rules.great_battles.book.charts import BUNKER, COVERS, HARD_COVER, NONE, QUALITIES, SOFT_COVER
from sandtable.rules.great_battles.commands.day import Pick
from sandtable.rules.great_battles.edition import Terms, charts, cite, earned, plays, rolls, rule, term
from sandtable.rules.great_battles.effects.hits import lose_stand
from sandtable.rules.great_battles.effects.missions import battery_of
from sandtable.rules.great_battles.facts.day import WipedOut
from sandtable.rules.great_battles.facts.reserves import renamed
from sandtable.rules.great_battles.frame.weather import weather
from sandtable.rules.great_battles.move.contact import part
from sandtable.rules.great_battles.nerve.by_edition import NerveByEdition
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.staff.staff_drop import is_off_road
from sandtable.rules.great_battles.table.divisions import c_ops, division_of
from sandtable.rules.great_battles.table.field import (
    battalions,
    companies,
    field,
    gap,
    has_companies,
    is_company,
    is_suppressed,
    on_table,
    quality,
    stands_of,
)
from sandtable.rules.great_battles.table.ground import cover, covered_or_crest
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally, Tie, Trait

# ---- who


def hits_on(stand: Unit) -> int:
    """morale.hit-count: a stand destroyed in this player turn counts 2, a suppressed stand 1."""
    return 2 if Did.DESTROYED in stand.spent else int(is_suppressed(stand))


def all_companies(state: State, body: UnitId) -> list[Unit]:
    """Wherever they are; half-tracks do not count."""
    return [stand for i in field(state).stands.get(body, ()) if is_company(stand := state.units[i])]


def struck(state: State, body: UnitId) -> list[Unit]:
    """Its stands that were hit in this player turn and have not been tested yet."""
    flags = {Did.SUPPRESSED, Did.DESTROYED}
    return [s for s in all_companies(state, body) if not flags.isdisjoint(s.spent) and Did.TESTED not in s.spent]


def counted(state: State, body: UnitId) -> list[Unit]:
    """Its stands that count in the test: the ones hit and, by an option, other suppressed ones."""
    found = struck(state, body)
    if plays(state, "all-suppressions"):
        names = {stand.id for stand in found}
        found += [s for s in all_companies(state, body) if is_suppressed(s) and s.id not in names]
    return found


def hit_count(state: State, body: UnitId) -> int:
    return sum(map(hits_on, counted(state, body)))


def hit_battalions(state: State) -> Iterator[Unit]:
    """Battalions of either side that were hit and have a stand on the table."""
    for side in state.sides:
        for body in on_table(state, side):
            if struck(state, body.id) and has_companies(state, body.id):
                yield body


def shaken(state: State, side: Side) -> list[Unit]:
    """Battalions that must test morale and whose hits a side knows of."""
    hit = [body for body in hit_battalions(state) if any(s.known_by(side) for s in struck(state, body.id))]
    return [body for body in hit if any(hits_on(s) for s in counted(state, body.id) if s.known_by(side))]


# ---- what to roll


def score_to_pass(state: State, body: Unit, hits: int) -> Term | None:
    """None where the table has a dash, and beyond it."""
    stands = body.tallies[Tally.AT_DAWN]
    score = charts(state).morale(stands, hits)
    clause = "morale.stands-at-start" if stands <= charts(state).most_stands else "morale.off-table"
    return None if score is None else term(state, score, f"{stands} stands at start, hit count {hits}", clause)


class Shaken(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers."""

    cover: str  # the best that any stand has
    alike: bool  # whether all have it
    on_crest: bool  # whether only a crest gives it
    far: bool  # from the C Ops
    skies: frozenset[str]
    quality: str  # empty where that does not count


MILD, HARSH = frozenset({"drizzle", "heat", "cold"}), frozenset({"fog", "rain"})


def cover_clause(body: Shaken) -> str:
    return "morale.modifiers" if body.alike else "morale.cover"


SOFT, BY_QUALITY = "soft cover or crest line", "variants.quality-morale"
ROWS: tuple[Shared[Shaken], ...] = (
    Shared("Soft cover or crest line", None, SOFT, cover_clause, lambda body: body.cover == SOFT_COVER),
    Shared(None, "1 or more stands in soft cover", SOFT, cover_clause,
           lambda body: body.cover == SOFT_COVER and not body.on_crest),
    Shared(None, "1 or more stands on crestline", SOFT, cover_clause,
           lambda body: body.cover == SOFT_COVER and body.on_crest),
    Shared("Hard cover", "1 or more stands in hard cover", "hard cover", cover_clause,
           lambda body: body.cover == HARD_COVER),
    Shared("Bunker", "1 or more stands in bunker", "bunker", cover_clause, lambda body: body.cover == BUNKER),
    Shared("Not within 12 inches of C Ops", "1 or more stands not within 12 in of C Ops",
           "not within 12 inches of the C Ops", "morale.c-ops-distance", lambda body: body.far),
    Shared("Drizzle, heat or cold", "Drizzle", lambda body: " and ".join(sorted(body.skies & MILD)), "weather.effects",
           lambda body: not body.skies.isdisjoint(MILD) and body.skies.isdisjoint(HARSH)),  # the worse, not the sum
    Shared("Fog or rain", "Fog or rain", lambda body: " and ".join(sorted(body.skies & HARSH)), "weather.effects",
           lambda body: not body.skies.isdisjoint(HARSH)),
    Shared(2, "Veteran", "veteran", BY_QUALITY, lambda body: body.quality == "veteran"),
    Shared(1, "Experienced", "experienced", BY_QUALITY, lambda body: body.quality == "experienced"),
    Shared(-1, "Inferior", "inferior", BY_QUALITY, lambda body: body.quality == "inferior"),
    Shared(-2, "Raw", "raw", BY_QUALITY, lambda body: body.quality == "raw"),
)  # fmt: skip
MODIFIERS = by_rules(
    Modifiers(D20, "morale-modifiers", in_d20(ROWS)),
    Modifiers(D10, "morale-modifiers", in_d10(ROWS)),
)


def morale_modifiers(state: State, body: Unit) -> Terms:
    """morale.modifiers: one figure each for cover, C Ops and weather, and for quality if that is agreed."""
    stands = companies(state, body.id)
    covers = [covered_or_crest(state, stand) for stand in stands]
    best = max(covers, key=COVERS.index, default=NONE)
    case = Shaken(
        cover=best,
        alike=all(one == best for one in covers),
        on_crest=best == SOFT_COVER and all(cover(state, stand) == NONE for stand in stands),
        far=is_far_from_staff(state, body, stands),
        skies=weather(state),
        quality=quality(body) if plays(state, "quality-morale") else "",
    )
    return earned(state, MODIFIERS, case)


def is_far_from_staff(state: State, body: Unit, stands: Sequence[Unit]) -> bool:
    """morale.c-ops-distance: unless a stand is near its own C Ops."""
    staff = c_ops(state, division_of(state, body))
    if staff is None or staff.place is None or is_off_road(staff):
        return True
    return not NerveByEdition.of(state).near_staff(
        gap(state, stand, staff) <= charts(state).near_staff for stand in stands
    )


# ---- testing


@rule("morale.trigger")
def test_next(play: Play, side: Side) -> bool:
    """One hit battalion tests; the side whose turn it is picks it; returns whether there are more."""
    hit = list(hit_battalions(play.state))
    if not hit:
        return False
    for body in hit:
        exempt(play, body)
    if shaken(seen_by(play.state, side), side):
        topic, clause = Topic("morale", f"{side}: which battalion tests morale?"), play.clause
        order = play.ask(side, topic, lambda view: [Option(Pick(body.id), clause) for body in shaken(view, side)])
        assert isinstance(order, Pick)
        test(play, order.unit)
    elif unseen := list(hit_battalions(play.state)):
        test(play, unseen[0].id)
    return any(True for _ in hit_battalions(play.state))


def exempt(play: Play, body: Unit) -> None:
    """Winners without a lost close combat do not test, nor does a battalion that has rallied all its stands."""
    if Did.WON in body.spent and Did.LOST not in body.spent:
        why, clause = "has won its close combat", "morale.winners-exempt"
    elif hit_count(play.state, body.id) == 0:
        why, clause = "has rallied all its stands", "morale.counting"
    else:
        return
    note = f"{body.id} {why} and takes no morale test"
    play.emit(Noted(note, who_may_know(play.state, body), about=(body.id,)), cite(play.state, clause))
    close(play, body.id)


def close(play: Play, body: UnitId) -> None:
    """The hits of this player turn are settled."""
    for stand in struck(play.state, body):
        play.emit(Spent(stand.id, Did.TESTED))


def test(play: Play, body: UnitId) -> None:
    """One battalion's test and its result; with hidden stands only its owner knows."""
    hits = hit_count(play.state, body)
    by = who_may_know(play.state, play.state.units[body])
    why = "variants.all-suppressions" if plays(play.state, "all-suppressions") else "morale.hit-count"
    play.emit(Noted(f"{body} has a hit count of {hits}", by, about=(body,)), cite(play.state, why))
    if not passes(play, body, hits):
        fail(play, body)
    close(play, body)


@rule("morale.roll")
def passes(play: Play, body: UnitId, hits: int) -> bool:
    """The die and its modifiers against the table; a dash is a failure without a roll."""
    unit = play.state.units[body]
    staff = c_ops(play.state, division_of(play.state, unit))
    score, by = score_to_pass(play.state, unit, hits), who_may_know(play.state, unit, staff)
    if score is not None:
        modifiers, throw = morale_modifiers(play.state, unit), Throw("morale", f"{body} tests morale", body)
        return rolls(play.state).percent.test(play, throw, score, modifiers, by=by)
    beyond = hits > charts(play.state).most_hits
    clause = cite(play.state, "morale.off-table" if beyond else "morale.roll")
    play.emit(Noted(f"{body} fails without a roll", by, about=(body,)), clause)
    return False


@rule("morale.failure")
def fail(play: Play, body: UnitId) -> None:
    """It retreats 3 inches, or loses a stand instead, and goes to ground either way."""
    by = who_may_know(play.state, play.state.units[body])
    play.emit(Verdict(f"{body} fails its morale test", by, about=(body,), good=False))
    if not retreat(play, body):
        note = Noted(f"{body} cannot retreat and loses a stand", by, about=(body,))
        play.emit(note, cite(play.state, "morale.failure-details"))
        lose_stand(play, body, "")
    marks, clause = play.state.units[body].marks, cite(play.state, "activate.gone-to-ground")
    for mark in (Mark.ACTIVATED, Mark.DEACTIVATED):
        if mark in marks:
            play.emit(Unmarked(body, mark), clause)
    if Mark.TO_GROUND not in marks:
        play.emit(Marked(body, Mark.TO_GROUND), clause)


# ---- clearing away


@rule("morale.clear-destroyed")
def clear_destroyed(play: Play) -> None:
    """Destroyed stands are removed; a battalion without stands is in reserve."""
    for unit in list(play.state.units.values()):
        if Mark.DESTROYED in unit.marks and unit.place is not None:
            play.emit(Removed(unit.id, "taken off the table"))
    part(play)
    for side in play.state.sides:
        for body in battalions(play.state, side):
            NerveByEdition.of(play.state).after_losses(play, body)
            if not stands_of(play.state, body.id):
                wipe_out(play, body.id)


def wipe_out(play: Play, body: UnitId) -> None:
    """Half-tracks that stayed behind leave with the last stand."""
    for stand in field(play.state).stands.get(body, ()):
        if play.state.units[stand].place is not None:
            play.emit(Removed(stand, "taken off the table"))
    play.emit(WipedOut(body, play.state.tallies[Tally.DAY]))


# ---- attachments that go on without their battalion


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
        names = (f"{body.side} remnants {number}" for number in count(1))
        name = next(name for name in names if name not in play.state.units)
        play.emit(LeftBehind(body.id, UnitId(name), batteries))
