"""Morale at the end of a player turn, and clearing away what has been destroyed."""

from collections.abc import Iterator, Sequence

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Marked, Noted, Removed, Spent, Unmarked, Verdict
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.weather import weather
from sandtable.rules.great_battles.book.charts import BUNKER, COVERS, HARD_COVER, NONE, SOFT_COVER
from sandtable.rules.great_battles.commands.common import Pick
from sandtable.rules.great_battles.edition import Terms, charts, cite, plays, rolls, rule, term, ways
from sandtable.rules.great_battles.facts.common import WipedOut
from sandtable.rules.great_battles.fire.hits import lose_stand
from sandtable.rules.great_battles.melee.contact import part
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.staff.staff_drop import is_off_road
from sandtable.rules.great_battles.table.divisions import c_ops, division_of
from sandtable.rules.great_battles.table.field import (
    battalions,
    companies,
    field,
    gap,
    is_company,
    is_suppressed,
    on_table,
    quality,
    stands_of,
)
from sandtable.rules.great_battles.table.ground import covered_or_crest
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import Did, Mark, Tally

IN_COVER = {SOFT_COVER: "soft cover or crest line", HARD_COVER: "hard cover", BUNKER: "bunker"}
FAR_OFF = "not within 12 inches of c ops"
REACH = 12.0  # inches


# ---- who


def hits_on(stand: Unit) -> int:
    """morale.hit-count: a stand that was destroyed in this player turn counts 2, one that is suppressed 1."""
    return 2 if Did.DESTROYED in stand.spent else int(is_suppressed(stand))


def all_companies(state: State, body: UnitId) -> list[Unit]:
    """Wherever they are; half-tracks do not count."""
    return [stand for i in field(state).stands.get(body, ()) if is_company(stand := state.units[i])]


def struck(state: State, body: UnitId) -> list[Unit]:
    """Its stands that were hit in this player turn and have not been tested for."""
    flags = {Did.SUPPRESSED, Did.DESTROYED}
    return [s for s in all_companies(state, body) if not flags.isdisjoint(s.spent) and Did.TESTED not in s.spent]


def counted(state: State, body: UnitId) -> list[Unit]:
    """Its stands that count when it tests: those struck and, if that is agreed, whoever else is suppressed."""
    found = struck(state, body)
    if plays(state, "all-suppressions"):
        names = {stand.id for stand in found}
        found += [s for s in all_companies(state, body) if is_suppressed(s) and s.id not in names]
    return found


def hit_count(state: State, body: UnitId) -> int:
    return sum(map(hits_on, counted(state, body)))


def hit_battalions(state: State) -> Iterator[Unit]:
    """Of either side, as long as they have a stand left on the table."""
    for side in state.sides:
        for body in on_table(state, side):
            if struck(state, body.id) and companies(state, body.id):
                yield body


def shaken(state: State, side: Side) -> list[Unit]:
    """Battalions that must test morale and that a side knows have been hit."""
    return [body for body in hit_battalions(state) if is_known_shaken(state, body.id, side)]


def is_known_shaken(state: State, body: UnitId, side: Side) -> bool:
    """It was hit, and something of that or of earlier hits counts still."""
    hit, still = struck(state, body), counted(state, body)
    return any(s.known_by(side) for s in hit) and any(hits_on(s) for s in still if s.known_by(side))


# ---- what to roll


def score_to_pass(state: State, body: Unit, hits: int) -> Term | None:
    """None where the table has a dash, and beyond it."""
    stands = body.tallies[Tally.AT_DAWN]
    score = charts(state).morale(stands, hits)
    clause = "morale.stands-at-start" if stands <= charts(state).most_stands else "morale.off-table"
    return None if score is None else term(state, score, f"{stands} stands at start, hit count {hits}", clause)


def morale_modifiers(state: State, body: Unit) -> Terms:
    """morale.modifiers: one figure each for cover, C Ops and weather, and for quality if that is agreed."""
    stands = companies(state, body.id)
    found = (
        cover_bonus(state, stands),
        staff_term(state, body, stands),
        weather_term(state),
        quality_term(state, body),
    )
    return tuple(one for one in found if one is not None)


def cover_bonus(state: State, stands: Sequence[Unit]) -> Term | None:
    """morale.cover: the best that any stand has."""
    covers = [covered_or_crest(state, stand) for stand in stands]
    best = max(covers, key=COVERS.index, default=NONE)
    if best == NONE:
        return None
    clause = "morale.modifiers" if all(one == best for one in covers) else "morale.cover"
    return term(state, charts(state).morale_covers[best], IN_COVER[best], clause)


def staff_term(state: State, body: Unit, stands: Sequence[Unit]) -> Term | None:
    """morale.c-ops-distance: unless a stand is near its own C Ops."""
    staff = c_ops(state, division_of(state, body))
    helps = staff is not None and staff.place is not None and not is_off_road(staff)
    near = ways(state).near_staff
    if staff is not None and helps and near(gap(state, stand, staff) <= REACH for stand in stands):
        return None
    return term(state, charts(state).morale_far, FAR_OFF, "morale.c-ops-distance")


def weather_term(state: State) -> Term | None:
    """weather.effects: the worse, not the sum."""
    figures = {sky: value for sky, value in charts(state).morale_skies.items() if sky in weather(state)}
    if not figures:
        return None
    worst = min(figures.values())
    label = " and ".join(sorted(sky for sky, value in figures.items() if value == worst))
    return term(state, worst, label, "weather.effects")


def quality_term(state: State, body: Unit) -> Term | None:
    level, figures = quality(body), charts(state).morale_qualities
    if not plays(state, "quality-morale") or level not in figures:
        return None
    return term(state, figures[level], level, "variants.quality-morale")


# ---- testing


@rule("morale.trigger")
def test_next(play: Play, side: Side) -> bool:
    """One hit battalion tests, the side whose turn it is picking which; gives whether there are more."""
    hit = list(hit_battalions(play.state))
    if not hit:
        return False
    for body in hit:
        exempt(play, body)
    if shaken(seen_by(play.state, side), side):
        test(play, pick_battalion(play, side))
    elif unseen := list(hit_battalions(play.state)):
        test(play, unseen[0].id)
    return any(True for _ in hit_battalions(play.state))


def exempt(play: Play, body: Unit) -> None:
    """Winners who have lost no close combat do not test, nor does who has rallied everybody."""
    by = who_may_know(play.state, body)
    if Did.WON in body.spent and Did.LOST not in body.spent:
        note = Noted(f"{body.id} has won its close combat and takes no morale test", by, about=(body.id,))
        play.emit(note, cite(play.state, "morale.winners-exempt"))
    elif hit_count(play.state, body.id) == 0:
        note = Noted(f"{body.id} has rallied everybody and takes no morale test", by, about=(body.id,))
        play.emit(note, cite(play.state, "morale.counting"))
    else:
        return
    close(play, body.id)


def close(play: Play, body: UnitId) -> None:
    """The hits of this player turn are done with."""
    for stand in struck(play.state, body):
        play.emit(Spent(stand.id, Did.TESTED))


def pick_battalion(play: Play, side: Side) -> UnitId:
    clause = play.clause
    order = play.ask(
        side,
        Topic("morale", f"{side}: which battalion tests morale?"),
        lambda view: [Option(Pick(body.id), clause) for body in shaken(view, side)],
    )
    assert isinstance(order, Pick)
    return order.unit


def test(play: Play, body: UnitId) -> None:
    """One battalion's test and what comes of it; of one with hidden stands only its owner knows."""
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
        modifiers = morale_modifiers(play.state, unit)
        return rolls(play.state).percent.test(
            play, Throw("morale", f"{body} tests morale", body), score, modifiers, by=by
        )
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
        play.emit(
            Noted(f"{body} has no way to retreat and loses a stand", by, about=(body,)),
            cite(play.state, "morale.failure-details"),
        )
        lose_stand(play, body, "")
    go_to_ground(play, body)


@rule("activate.gone-to-ground")
def go_to_ground(play: Play, body: UnitId) -> None:
    for mark in (Mark.ACTIVATED, Mark.DEACTIVATED):
        if mark in play.state.units[body].marks:
            play.emit(Unmarked(body, mark))
    if Mark.TO_GROUND not in play.state.units[body].marks:
        play.emit(Marked(body, Mark.TO_GROUND))


# ---- clearing away


@rule("morale.clear-destroyed")
def clear_destroyed(play: Play) -> None:
    """What has been destroyed is taken off; a battalion with nothing left is in reserve."""
    for unit in list(play.state.units.values()):
        if Mark.DESTROYED in unit.marks and unit.place is not None:
            play.emit(Removed(unit.id, "taken off the table"))
    part(play)
    for side in play.state.sides:
        for body in battalions(play.state, side):
            ways(play.state).part_with(play, body)
            if not stands_of(play.state, body.id):
                wipe_out(play, body.id)


def wipe_out(play: Play, body: UnitId) -> None:
    """Half-tracks that have lingered on leave with the last stand."""
    for stand in field(play.state).stands.get(body, ()):
        if play.state.units[stand].place is not None:
            play.emit(Removed(stand, "taken off the table"))
    play.emit(WipedOut(body, play.state.tallies[Tally.DAY]))
