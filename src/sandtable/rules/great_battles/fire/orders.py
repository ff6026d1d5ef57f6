"""Standing orders: a side takes opportunity fire without a question each time."""

from collections.abc import Mapping
from math import prod

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Noted, Spent, Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.commands.day import AskMe, Fire, FireAt, FireWithin
from sandtable.rules.great_battles.edition import dice, rule
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import Shot, score_to_hit
from sandtable.rules.great_battles.words import Did, Tally

Volleys = dict[UnitId, list[Shot]]

CHANCES = (10, 20, 30, 40, 50, 60, 75)  # per cent
RANGES = (1, 2, 3, 6, 8, 12)  # inches
NEVER_FIRE = 101


def staff(state: State, side: Side) -> Unit:
    """The unit that keeps the standing orders; only its side reads them."""
    return state.units[UnitId(f"{side} standing orders")]


def may_edit(state: State, side: Side) -> bool:
    """A side changes its orders once in its player turn."""
    return Did.EDITED not in staff(state, side).spent


def has_orders(state: State, side: Side) -> bool:
    return Tally.CHANCE in staff(state, side).tallies


def by_standing_order(state: State, side: Side, volleys: Volleys) -> tuple[UnitId, list[Fire]] | None:
    """The battalion that fires and its shots, the best one of each stand; None: nobody fires yet."""
    orders = staff(state, side).tallies
    best = {body: best_shots(state, shots, orders[Tally.WITHIN]) for body, shots in volleys.items()}
    body = max(best, key=lambda one: chance_to_suppress(best[one]))
    if not best[body] or chance_to_suppress(best[body]) * 100 < orders[Tally.CHANCE]:
        return None
    return body, [Fire(shot.firer.id, shot.target.id, shot.indirect) for shot, _ in best[body]]


def best_shots(state: State, shots: list[Shot], within: int) -> list[tuple[Shot, float]]:
    """The likeliest shot of each stand, and its chance to hit."""
    best: dict[UnitId, tuple[Shot, float]] = {}
    for shot in shots:
        chance = chance_to_hit(state, shot)
        if shot.distance <= within and (shot.firer.id not in best or chance > best[shot.firer.id][1]):
            best[shot.firer.id] = shot, chance
    return list(best.values())


def chance_to_suppress(shots: list[tuple[Shot, float]]) -> float:
    """The chance that at least one of them hits, to a millionth."""
    return round(1 - prod(1 - chance for _, chance in shots), 6)


def chance_to_hit(state: State, shot: Shot) -> float:
    return dice(state).chance(score_to_hit(state, shot), hit_modifiers(state, shot), natural=True)


@rule("opfire.trigger")
def edit_orders(play: Play, side: Side) -> None:
    """Ask for a chance, then for a distance."""
    clause, keeper, had = play.clause, staff(play.state, side).id, staff(play.state, side).tallies
    play.emit(Spent(keeper, Did.EDITED))
    chances = [Option(FireAt(chance), clause) for chance in (*CHANCES, NEVER_FIRE)] + [Option(AskMe(), clause)]
    match play.ask(side, Topic("orders", f"{side}: when does it fire at movers?"), lambda _view: chances):
        case FireAt(chance=never) if never == NEVER_FIRE:
            play.emit(Tallied(keeper, Tally.CHANCE, never))
            play.emit(Tallied(keeper, Tally.WITHIN, RANGES[-1]))
            note(play, side, FireAt(never).tell(), had)
        case FireAt(chance):
            ranges = [Option(FireWithin(inches), clause) for inches in RANGES]
            within = play.ask(side, Topic("orders", f"{side}: within what distance?"), lambda _view: ranges)
            assert isinstance(within, FireWithin)
            play.emit(Tallied(keeper, Tally.CHANCE, chance))
            play.emit(Tallied(keeper, Tally.WITHIN, within.inches))
            note(play, side, f"{FireAt(chance).tell()}, {within.tell()}", had)
        case _:
            play.emit(Tallied(keeper, Tally.CHANCE, None))
            note(play, side, AskMe().tell(), had)


def note(play: Play, side: Side, what: str, had: Mapping[str, int]) -> None:
    """`had`: the earlier orders."""
    if staff(play.state, side).tallies != had:
        play.emit(Noted(f"standing orders of {side}: {what}", frozenset({side}), side=side))
