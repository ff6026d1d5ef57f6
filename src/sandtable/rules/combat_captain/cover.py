"""Seeking cover: time spent on it, level by level."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.regions import COMPASS, Turn
from sandtable.rules.combat_captain.book import ALL_ROUND, cite
from sandtable.rules.combat_captain.commands import Done, SeekCover, SeekCoverSingly, TakeCover
from sandtable.rules.combat_captain.control import isolated
from sandtable.rules.combat_captain.facts import Covered, DiceSpent
from sandtable.rules.combat_captain.field import enemies, field, kind, members, nearest
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.words import Die, Tally

SEEK, FACE = cite("cc.cover.cost"), cite("cc.cover.facing")
IN_FULL = Refusal(cite("cc.cover.levels"), "it has the best cover there is")
HULL_DOWN = Refusal(cite("cc.cover.vehicles"), "vehicles find cover only to level 3")
ISOLATED = Refusal(cite("cc.cohesion.effect"), "an isolated sub-unit cannot seek cover")
ABOARD = Refusal(SEEK, "a mounted sub-unit cannot seek cover")
STAYS = Refusal(SEEK, "it seeks cover once on a die, where it stands")
ENGAGED = Refusal(SEEK, "a sub-unit in contact cannot seek cover")


def refuse_cover(unit: Unit, alone: Collection[UnitId], met: Collection[UnitId]) -> Refusal | None:
    """`alone`: the isolated of its company; `met`: those in contact."""
    if unit.aboard or unit.place is None:
        return ABOARD
    if unit.tallies[Tally.COVER] >= kind(unit).highest_cover:
        return IN_FULL if kind(unit).foot else HULL_DOWN
    if unit.id in alone:
        return ISOLATED
    return ENGAGED if unit.id in met else None


def refusals(state: State, company: UnitId) -> list[tuple[Unit, Refusal | None]]:
    alone, met = isolated(state, company), field(state).contacts
    return [(unit, refuse_cover(unit, alone, met)) for unit in members(state, company)]


def takers(state: State, company: UnitId) -> list[Unit]:
    return [unit for unit, refusal in refusals(state, company) if refusal is None]


def options(view: State, company: UnitId) -> Iterator[Option]:
    able = takers(view, company)
    if not able:
        return
    yield Option(SeekCover(company), SEEK)
    if any(unit.tallies[Tally.COVER] + 1 < ALL_ROUND for unit in able):
        yield from (Option(SeekCover(company, facing), FACE) for facing in COMPASS)
    yield Option(SeekCoverSingly(company), SEEK)


def why_not(view: State, company: UnitId, command: Command) -> Refusal | None:
    """Of a company the reason of its first sub-unit."""
    match command:
        case SeekCover() | SeekCoverSingly() if command.company == company:
            return next((refusal for _, refusal in refusals(view, company) if refusal), None)
        case TakeCover(unit=one) if one in view.units and view.units[one].part_of == company:
            return next((refusal for unit, refusal in refusals(view, company) if unit.id == one), None) or STAYS
    return None


@rule("cc.cover.cost")
def seek_cover(play: Play, order: SeekCover | SeekCoverSingly) -> None:
    """One level for all who take part."""
    play.emit(DiceSpent(order.company, Die.COVER, 1), cite("cc.activation.dice-are-time"))
    if isinstance(order, SeekCoverSingly):
        singly(play, order.company)
        return
    state, able = play.state, takers(play.state, order.company)
    foes = enemies(state, able[0].side)
    taken = [(unit.id, facing_there(state, unit, order.facing, foes)) for unit in able]
    play.emit(Covered(order.company, tuple(taken)))
    levels = {play.state.units[i].tallies[Tally.COVER] for i, _ in taken}
    words = f"level {min(levels)}" if len(levels) == 1 else f"levels {min(levels)} to {max(levels)}"
    play.emit(Noted(f"{order.company} has cover of {words}", about=(order.company,)), cite("cc.cover.levels"))


def facing_there(state: State, unit: Unit, facing: int | None, foes: Sequence[Unit]) -> Place:
    """As its owner says, or towards the nearest enemy."""
    if facing is not None:
        return replace(unit.at, facing=facing)
    foe = nearest(state, unit, foes)
    return replace(unit.at, facing=shapes.bearing(unit.at.point, foe.at.point)) if foe else unit.at


def singly(play: Play, company: UnitId) -> None:
    """One after another, each facing its own way."""
    done: frozenset[UnitId] = frozenset()
    topic = Topic("cover", f"Who of {company} seeks cover, and facing which way?", (company,))
    while any(unit.id not in done for unit in takers(play.state, company)):
        options = partial(single_options, company=company, done=done)
        order = ask_owner(play, topic, options, lambda view, command: why_not(view, company, command))
        if not isinstance(order, TakeCover):
            return
        assert order.to is not None
        play.emit(Covered(company, ((order.unit, order.to),)))
        done |= {order.unit}


def single_options(view: State, company: UnitId, done: frozenset[UnitId]) -> Iterator[Option]:
    for unit in takers(view, company):
        if unit.id not in done:
            yield Option(TakeCover(unit.id), FACE, Turn(unit.id, unit.at, STAYS))
    yield Option(Done(company), SEEK)
