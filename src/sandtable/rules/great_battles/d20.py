"""The d20 reference chart, version 5."""

from functools import partial
from math import inf

from sandtable.kernel.dice import Reading, at_least, pips
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Knowers, Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.rules.great_battles import steps
from sandtable.rules.great_battles.airborne.by_edition import AirborneByEdition
from sandtable.rules.great_battles.battle.by_edition import BattleByEdition
from sandtable.rules.great_battles.book.books import D20 as BOOK
from sandtable.rules.great_battles.book.charts_d20 import D20Charts
from sandtable.rules.great_battles.day.by_edition import DayByEdition
from sandtable.rules.great_battles.day.deploy import way_to_staff
from sandtable.rules.great_battles.edition import (
    EDITIONS,
    Dice,
    Edition,
    PlayerTurnOrder,
    Rolls,
    Terms,
    Words,
    Worth,
    cite,
    read_with,
)
from sandtable.rules.great_battles.effects.by_edition import EffectsByEdition
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.fire.fire import must_prefer
from sandtable.rules.great_battles.frame.by_edition import FrameByEdition
from sandtable.rules.great_battles.guns.air import by_scenario
from sandtable.rules.great_battles.guns.by_edition import GunsByEdition
from sandtable.rules.great_battles.march.by_edition import MarchByEdition
from sandtable.rules.great_battles.melee.by_edition import MeleeByEdition
from sandtable.rules.great_battles.melee.close_combat import settle, terms_when_it_lost
from sandtable.rules.great_battles.melee.modifiers import by_one_list
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.move.contact import has_fighters
from sandtable.rules.great_battles.move.digging import refuse_dig
from sandtable.rules.great_battles.nerve.by_edition import NerveByEdition
from sandtable.rules.great_battles.nerve.retreat import retreat_together
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.staff.command import move_c_ops, stays_put
from sandtable.rules.great_battles.staff.staff_points import night_score as by_scenario_score
from sandtable.rules.great_battles.staff.supply import by_line
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.sighting import between_middles
from sandtable.rules.great_battles.words import FIGHTING, STANDS, Formation, Kind, Mark

SIDES = 20
NATURAL = 19  # fire.always-hit


class HighIsGood(Dice):
    """One d20; modifiers are added to the die, and it must reach the score."""

    says = "{} or more"
    natural_says = f"{NATURAL} or better always hits"

    def makes(self, face: int, score: int) -> bool:
        return face >= score

    def is_natural(self, face: int) -> bool:
        return face >= NATURAL

    def test(
        self, play: Play, throw: Throw, score: Term, modifiers: Terms = (), *, natural: bool = False, by: Knowers = None
    ) -> bool:
        reading = self.reading(score, modifiers, natural=natural)
        if score.value <= 1 and not all(reading.worth):
            sure = f"{throw.words}: {score.value}+ can be failed"
            play.emit(Noted(sure, by, throw.named, throw.side), cite(play.state, "setup.dice-limits"))
        return bool(play.roll(throw, reading, adds=modifiers, need=Reckoning(score), by=by))

    def reading(self, score: Term, modifiers: Terms, *, natural: bool) -> Reading:
        needed = score.value - sum(term.value for term in modifiers)
        return at_least(min(needed, NATURAL) if natural else needed, self.sides)

    def read(
        self, play: Play, throw: Throw, worth: Worth, modifiers: Terms = (), *, score: Term | None = None,
        by: Knowers = None,
    ) -> int:  # fmt: skip
        plus = sum(term.value for term in modifiers)
        says, need = (f"needs {self.says}", Reckoning(score)) if score else ("", None)
        return play.roll(throw, read_with(plus, worth, self.sides, says), adds=modifiers, need=need, by=by)


TURN = PlayerTurnOrder(
    before=(
        *(steps.Deployment, steps.Activation, steps.Barrages, steps.Calls, steps.Shelling, steps.Landing),
        *(steps.ActionRolls, steps.Staff),
    ),
    rounds=(steps.Moving, steps.Tidying, steps.Aiming, steps.Firing),
    after=(steps.CloseCombat, steps.Morale, steps.Clearing),
)
PARTS = (
    BattleByEdition(
        lingering=frozenset({"half-track"}),
        most_armour=1,
        rates_transport=False,
    ),
    TableByEdition(
        sight_line=between_middles,
        comes_out=lambda _state, stand: (stand,),
        line_into_cover=False,
        feared=STANDS,
        column_alone=False,
        pinned_rows=frozenset(),
    ),
    EffectsByEdition(),
    MoveByEdition(
        drill_shapes=lambda _before, _after: (Formation.MARCH,),
        falls_short=False,
        may_close=has_fighters,
        contact_by_stand=False,
        bars_stopping=frozenset(),
        while_locked=frozenset({"rally"}),
    ),
    FrameByEdition(
        holding=lambda _state, _objective, _side: "victory.hold",
    ),
    StaffByEdition(
        overrunners=FIGHTING,
        situation=by_line,
        staff_moves=move_c_ops,
        roams=lambda _view, _side: (),
        finds_road_closed=stays_put,
        keeps_points=by_scenario_score,
    ),
    FireByEdition(
        targets=FIGHTING | {Kind.HALF_TRACK},
        must_prefer=must_prefer,
        serve_templates=frozenset(),
        bars_shift=frozenset({Mark.LOADED}),
        debtors=lambda body, _stands: (body,),
    ),
    GunsByEdition(
        air_quality="",
        air_call=by_scenario,
    ),
    MarchByEdition(
        may_not_leave=frozenset({Mark.TO_GROUND}),
    ),
    NerveByEdition(
        rally_sum=lambda _play, _body, terms: terms,
        near_staff=any,
        retreat_scattered=retreat_together,
    ),
    MeleeByEdition(
        combat_terms=by_one_list,
        overwhelm=settle,
        loser_terms=terms_when_it_lost,
        advance_bearings=lambda _winner: (),
    ),
    AirborneByEdition(
        links=inf,
        aiming=lambda _body, stands: (stands[0], stands[:1]),
        infiltrations=lambda _lines: 1,
        while_scattered=frozenset({"fire", "rally"}),
    ),
    DayByEdition(
        needs_fup=False,
        mount_together=lambda _play, _body: False,
        diggers=lambda state, body: [body] if refuse_dig(state, body) is None else [],
        way_home=way_to_staff,
        transfers=lambda _view, _side: (),
        transfer=lambda _play, _order: False,
        prepare=lambda _play, _side: False,
        day_clause=lambda _turns: "night.day-length",
    ),
)

EDITION = Edition(
    book=BOOK,
    read=partial(D20Charts, BOOK),
    rolls=Rolls(die=pips(SIDES), dice=HighIsGood(SIDES), percent=HighIsGood(SIDES)),
    words=Words(alternatives=(("cover-to-hit", "destroy-modifiers"),)),
    turn=TURN,
    parts=PARTS,
)
EDITIONS[BOOK.about.id] = EDITION
