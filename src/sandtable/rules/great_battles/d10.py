"""The d10 charts."""

from functools import partial

from msgspec.structs import replace

from sandtable.kernel.dice import Reading, at_most, pips
from sandtable.kernel.events import Noted, ReadAs
from sandtable.kernel.facts import Knowers, Rolled, Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.rules.great_battles import steps
from sandtable.rules.great_battles.airborne.by_edition import AirborneByEdition
from sandtable.rules.great_battles.battle.by_edition import BattleByEdition
from sandtable.rules.great_battles.book.books import D10 as BOOK
from sandtable.rules.great_battles.book.charts import GUN_ROW
from sandtable.rules.great_battles.book.charts_d10 import D10Charts
from sandtable.rules.great_battles.d20 import TURN as D20_TURN
from sandtable.rules.great_battles.day.by_edition import DayByEdition
from sandtable.rules.great_battles.day.deploy import way_off_or_to_fup
from sandtable.rules.great_battles.edition import (
    EDITIONS,
    Dice,
    Edition,
    Rolls,
    Terms,
    Words,
    Worth,
    cite,
    nothing,
    read_with,
)
from sandtable.rules.great_battles.effects.by_edition import EffectsByEdition
from sandtable.rules.great_battles.effects.missions import refuse_battery
from sandtable.rules.great_battles.fire.ammunition import waste
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.fire.fire import is_like
from sandtable.rules.great_battles.frame.by_edition import FrameByEdition
from sandtable.rules.great_battles.guns.by_edition import GunsByEdition
from sandtable.rules.great_battles.malta import house
from sandtable.rules.great_battles.malta.preparing import prepare_next, reassign, reassign_options
from sandtable.rules.great_battles.march.by_edition import MarchByEdition
from sandtable.rules.great_battles.melee.by_edition import MeleeByEdition
from sandtable.rules.great_battles.melee.close_combat import front_bearings, overwhelm, terms_in_new_cover
from sandtable.rules.great_battles.melee.modifiers import by_two_lists
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.move.contact import may_close
from sandtable.rules.great_battles.move.digging import refuse_dig
from sandtable.rules.great_battles.move.movement import along_last_leg
from sandtable.rules.great_battles.move.riders import mount_together
from sandtable.rules.great_battles.nerve.by_edition import NerveByEdition
from sandtable.rules.great_battles.nerve.morale import leave_behind
from sandtable.rules.great_battles.nerve.rally import keep_sum
from sandtable.rules.great_battles.nerve.retreat import face_about, retreat_singly
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.staff.command import press_on, roam_options
from sandtable.rules.great_battles.staff.supply import by_distance
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import standing
from sandtable.rules.great_battles.table.sighting import between_edges, whole_battalion
from sandtable.rules.great_battles.words import STANDS, Kind

NATURAL = 1  # fire.natural-one
FULL_DAY = 10  # turns: setup.turns-per-day


class LowIsGood(Dice):
    """One die must not exceed a score; modifiers change the score. Percentage dice are one die of a hundred."""

    says = "{} or less"
    natural_says = f"an unmodified {NATURAL} always hits"

    def makes(self, face: int, score: int) -> bool:
        return face <= score

    def is_natural(self, face: int) -> bool:
        return face <= NATURAL

    def test(
        self, play: Play, throw: Throw, score: Term, modifiers: Terms = (), *, natural: bool = False, by: Knowers = None
    ) -> bool:
        need, reading = Reckoning(score, modifiers), self.reading(score, modifiers, natural=natural)
        if len(set(reading.worth)) == 1:
            certain = "cannot fail" if reading.worth[0] else "cannot be made"
            sure = f"{throw.words}: {self.says.format(need.total)} {certain}"
            play.emit(Noted(sure, by, throw.named, throw.side), cite(play.state, "setup.score-limits"))
        return bool(play.roll(throw, reading, need=need, by=by))

    def reading(self, score: Term, modifiers: Terms, *, natural: bool) -> Reading:
        total = score.value + sum(term.value for term in modifiers)
        return at_most(total, self.sides, NATURAL if natural else 0)

    def read(
        self, play: Play, throw: Throw, worth: Worth, modifiers: Terms = (), *, score: Term | None = None,
        by: Knowers = None,
    ) -> int:  # fmt: skip
        """Modifiers are shown with the score. Where a chart has many scores, a plus is shown as a minus on the roll."""
        plus = sum(term.value for term in modifiers)
        reading = read_with(-plus, worth, self.sides, f"needs {self.says}" if score else "")
        if score:
            return play.roll(throw, reading, need=Reckoning(score, modifiers), by=by)
        adds = tuple(replace(one, value=-one.value) for one in modifiers)
        found = play.roll(throw, reading, adds=adds, by=by)
        rolled = play.entries[-1].event
        if plus and isinstance(rolled, Rolled):
            read_as = f"{throw.words}: read as {rolled.shown[0] - plus}"
            play.emit(ReadAs(read_as, by, throw.named, throw.side), cite(play.state, "setup.score-modifiers"))
        return found


WORDS = Words(
    called={
        "reactivation-roll": frozenset({"initiative-roll"}),
        "sequential-fire": frozenset({"reactive-fire"}),
        "nearest-target": frozenset({"like-against-like"}),
        "cops-activation": frozenset({"c-ops-activation"}),
        "entrenching": frozenset({"malta"}),
        "free-paratroops": frozenset({"malta"}),
        "preparation": frozenset({"malta"}),
        "ammo-low": frozenset({"ammo-low", "ammo-low-quality"}),
    },
    standing=frozenset({"light-gun-no-infantry"}),
    alternatives=(
        ("cover-to-hit", "destroy-modifiers"),
        ("ammo-low", "ammo-low-quality"),
        ("c-ops-activation", "initiative-roll"),
        ("c-ops-activation", "reactivation-night-only"),
        ("initiative-roll", "reactivation-night-only"),
        ("malta", "initiative-roll"),
        ("malta", "reactivation-night-only"),
    ),
    implied={"malta": frozenset({"c-ops-activation", "air-attack"})},
    options_rule="variants.exclusive",
)
TURN = replace(  # setup.turn-sequence, variants.malta-day-end
    D20_TURN,
    before=(
        *(steps.Deployment, steps.Activation, steps.Barrages, steps.Calls, steps.Landing, steps.Shelling),
        *(steps.ActionRolls, steps.Staff),
    ),
    after=(*D20_TURN.after, steps.Dusk),
)
PARTS = (
    BattleByEdition(
        lingering=frozenset(),
        most_armour=2,
        rates_transport=True,
    ),
    TableByEdition(
        sight_line=between_edges,
        comes_out=whole_battalion,
        line_into_cover=True,
        feared=STANDS | {Kind.C_OPS},
        column_alone=True,
        pinned_rows=frozenset({GUN_ROW}),
    ),
    EffectsByEdition(
        refuse_battery=refuse_battery,
    ),
    MoveByEdition(
        facing_after=along_last_leg,
        drill_shapes=lambda before, after: (before, after),
        falls_short=True,
        may_close=may_close,
        contact_by_stand=True,
        bars_stopping=frozenset({Kind.FUP}),
        while_locked=frozenset({"rally", "limber"}),
    ),
    FrameByEdition(
        after_placing=house.offer_entrenchments,
        holding=house.holding,
        after_taking=house.take_port,
    ),
    StaffByEdition(
        overrunners=STANDS,
        situation=by_distance,
        staff_moves=nothing,
        roams=roam_options,
        finds_road_closed=press_on,
        open_accounts=house.open_accounts,
        refuse_saving=house.refuse_saving,
        keeps_points=house.carry_over,
    ),
    FireByEdition(
        targets=STANDS,
        must_prefer=is_like,
        serve_templates=frozenset({Kind.FIELD_GUN}),
        bars_shift=frozenset(),
        debtors=lambda _body, stands: stands,
        wasted_shot=waste,
    ),
    GunsByEdition(
        air_quality="average",
        air_call=house.air_call,
        after_air_call=house.one_call_a_turn,
        refuse_planning=house.refuse_mode,
    ),
    MarchByEdition(
        passes=house.cross_fields,
        may_not_leave=frozenset(),
    ),
    NerveByEdition(
        rally_sum=keep_sum,
        near_staff=all,
        retreat_scattered=retreat_singly,
        after_retreat=face_about,
        after_losses=leave_behind,
    ),
    MeleeByEdition(
        combat_terms=by_two_lists,
        overwhelm=overwhelm,
        loser_terms=terms_in_new_cover,
        advance_bearings=front_bearings,
    ),
    AirborneByEdition(
        links=2,
        aiming=lambda body, stands: (body, stands),
        infiltrations=lambda lines: lines,
        while_scattered=frozenset({"fire", "rally", "limber"}),
        after_landing=house.watch_landing,
    ),
    DayByEdition(
        needs_fup=True,
        mount_together=mount_together,
        diggers=lambda state, body: [one for one in standing(state, body.id) if refuse_dig(state, one) is None],
        way_home=way_off_or_to_fup,
        transfers=reassign_options,
        transfer=reassign,
        prepare=prepare_next,
        dusk=house.grow_dark,
        day_clause=lambda turns: "setup.turns-per-day" if turns == FULL_DAY else "setup.season-length",
    ),
)

EDITION = Edition(
    book=BOOK,
    read=partial(D10Charts, BOOK),
    rolls=Rolls(die=pips(10), dice=LowIsGood(10), percent=LowIsGood(100)),
    words=WORDS,
    turn=TURN,
    parts=PARTS,
)
EDITIONS[BOOK.about.id] = EDITION
