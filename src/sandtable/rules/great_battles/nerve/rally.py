"""Rallying: removing suppression, and standing firm after a lost close combat."""

from collections.abc import Sequence

from msgspec import Struct

from sandtable.book.modifiers import Modifiers
from sandtable.kernel.decision import Refusal
from sandtable.kernel.events import Spent, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.book.books import D10, D20, Shared, by_rules, in_d10, in_d20
from sandtable.rules.great_battles.book.charts import BUNKER, COVERS
from sandtable.rules.great_battles.book.charts_d20 import COVER_ROWS
from sandtable.rules.great_battles.edition import Terms, charts, dice, earned, refuse, rule, term
from sandtable.rules.great_battles.facts.day import Rallied
from sandtable.rules.great_battles.nerve.by_edition import NerveByEdition
from sandtable.rules.great_battles.table.field import companies, is_suppressed, on_tanks, quality, standing
from sandtable.rules.great_battles.table.ground import covered_or_crest
from sandtable.rules.great_battles.table.sighting import who_may_know
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally


def to_rally(state: State, body: Unit) -> list[Unit]:
    """Suppressed stands that have not used the action otherwise, tank riders too."""
    stands = [*standing(state, body.id), *on_tanks(state, body.id)]
    return [stand for stand in stands if is_suppressed(stand) and Did.BUSY not in stand.spent]


def refuse_rally(state: State, body: Unit) -> Refusal | None:
    if to_rally(state, body):
        return None
    return refuse(state, "rally.action", f"no free stand of {body.id} is suppressed")


def score_to_rally(state: State, body: Unit) -> Term:
    level = quality(body)
    return term(state, charts(state).rally(level), level, "rally.number")


class Rallying(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers, without the cover."""

    has_hq: bool
    suppressed: int
    lost: int


ROWS: tuple[Shared[Rallying], ...] = (
    Shared("HQ attached", "Battalion has HQ attached", "HQ", "rally.modifiers", lambda body: body.has_hq),
    Shared("Each stand suppressed", "Each stand suppressed", "{} suppressed", "rally.once-per-battalion",
           lambda body: body.suppressed),
    Shared("Each stand destroyed", "Each stand destroyed", "{} lost today", "rally.destroyed-count",
           lambda body: body.lost),
)  # fmt: skip
MODIFIERS = by_rules(
    Modifiers(D20, "rally-modifiers", in_d20(ROWS), elsewhere=COVER_ROWS.values()),
    Modifiers(D10, "rally-modifiers", in_d10(ROWS)),
)


def rally_modifiers(state: State, body: Unit, for_cover: str = "rally.cover") -> Terms:
    """rally.modifiers: one sum for the whole battalion as it stands now; `for_cover`: the rule for its cover."""
    stands = companies(state, body.id)
    has_hq, cover = any(stand.kind == Kind.HQ for stand in stands), cover_bonus(state, stands, for_cover)
    down = sum(map(is_suppressed, [*stands, *on_tanks(state, body.id)]))
    case = Rallying(has_hq, down, body.tallies.get(Tally.LOST_TODAY, 0))
    terms = earned(state, MODIFIERS, case)
    return terms if cover is None else (*terms[:has_hq], cover, *terms[has_hq:])


def cover_bonus(state: State, stands: Sequence[Unit], rule: str) -> Term | None:
    """rally.cover: the best entry counts; with only one stand in that cover it is a step less."""
    ranks = [COVERS.index(covered_or_crest(state, stand)) for stand in stands]
    found = []
    for cover in COVERS[1:]:
        if inside := sum(rank >= COVERS.index(cover) for rank in ranks):
            label = f"{inside} in {cover if cover == BUNKER else f'{cover} cover'}"
            found.append((charts(state).rally_cover(cover, inside), label))
    value, label = max(found, key=lambda entry: entry[0], default=(0, ""))
    return term(state, value, label, rule) if value else None


@rule("rally.action")
def rally(play: Play, body: UnitId) -> None:
    """Every free suppressed stand rolls; a stand that reaches the figure for its battalion's quality recovers."""
    unit = play.state.units[body]
    modifiers = NerveByEdition.of(play.state).rally_sum(play, body, rally_modifiers(play.state, unit))
    for stand in to_rally(play.state, unit):
        if stands_firm(play, stand.id, modifiers):
            play.emit(Rallied(stand.id, Mark.SUPPRESSED))
        play.emit(Spent(stand.id, Did.BUSY))


@rule("rally.once-per-battalion")
def keep_sum(play: Play, body: UnitId, terms: Terms) -> Terms:
    """The modifiers of the first rally in a player turn also count for the second."""
    known = play.state.units[body].tallies.get(Tally.RALLY_SUM)
    if known is not None:
        return (term(play.state, known, "as before in this turn", "rally.once-per-battalion"),)
    play.emit(Tallied(body, Tally.RALLY_SUM, sum(one.value for one in terms)))
    return terms


def stands_firm(play: Play, stand: UnitId, modifiers: Terms) -> bool:
    """One stand's roll on the rally table."""
    state = play.state
    owner = state.units[stand].part_of
    assert owner is not None
    body = state.units[owner]
    score, by = score_to_rally(state, body), who_may_know(state, body)
    return dice(state).test(play, Throw("rally", f"{stand} rallies", stand), score, modifiers, by=by)
