"""Who could fire at a unit in its place, or in another. It decides nothing in the rules."""

from collections.abc import Collection

from sandtable.kernel.showing import Threat
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.edition import cite, dice
from sandtable.rules.great_battles.fire.fire import shots_of
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers, luck
from sandtable.rules.great_battles.fire.shot import Shot, refuse_firer, refuse_target, score_to_hit
from sandtable.rules.great_battles.table.field import FORMATIONS, all_standing, body_of, owes
from sandtable.rules.great_battles.table.sighting import is_hidden
from sandtable.rules.great_battles.words import STANDS


def threats(view: State, units: Collection[UnitId]) -> tuple[Threat, ...]:
    """The best opportunity shot at these stands of each visible enemy whose battalion may still act."""
    stands = [view.units[unit] for unit in units if view.units[unit].kind in STANDS]
    aimed_at = [stand for stand in stands if refuse_target(view, stand) is None]
    if not aimed_at:
        return ()
    foes = [foe for foe in all_standing(view, view.foe(aimed_at[0].side)) if may_act(view, foe)]
    shots = [list(shots_of(view, foe, aimed_at, opportunity=True)) for foe in foes]
    return tuple(threat(view, max(found, key=lambda shot: chance(view, shot) or 0.0)) for found in shots if found)


def may_act(view: State, foe: Unit) -> bool:
    """opfire.who, among the stands that the side can see."""
    return not owes(view, foe) and not is_hidden(foe) and refuse_firer(view, foe) is None


def chance(view: State, shot: Shot) -> float | None:
    """None while a battalion comes onto the table: its formation is not final."""
    if body_of(view, shot.target).marks.isdisjoint(FORMATIONS):
        return None
    score, modifiers = score_to_hit(view, shot), hit_modifiers(view, shot)
    return dice(view).chance(score, modifiers + luck(view, score, modifiers), natural=True)


def threat(view: State, shot: Shot) -> Threat:
    hits = chance(view, shot)
    how = "" if hits is None else f", and would hit {hits:.0%} of the time"
    words = f'{shot.firer.id} could fire at {shot.target.id} at {shot.distance:g}"{how}'
    return Threat(shot.firer.id, shot.target.id, hits, words, cite(view, "opfire.trigger"))
