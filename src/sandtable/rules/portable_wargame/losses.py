"""The cost of a hit: the die, the loss, and the protection of tanks."""

from sandtable.book.charts import Grid
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame.book import BOOK, QUALITIES
from sandtable.rules.portable_wargame.events import StrengthLost
from sandtable.rules.portable_wargame.field import kind, strength
from sandtable.rules.portable_wargame.retreat import Hit

HITS = Grid(BOOK.table("hits"), reads=lambda cell: int(str(cell).split("-")[1]))
PROOF_TANKS = "small-arms-proof-tanks"


def read_quality(quality: str) -> tuple[Reading, Reckoning]:
    """A die is worth 1 if the Unit must lose a Strength Point, 0 if it may retreat instead."""
    worst = HITS.figure(quality) or 0
    reading = Reading(
        tuple(int(face <= worst) for face in range(1, 7)), "{} or less loses 1 SP, more may retreat instead"
    )
    return reading, Reckoning(BOOK.term(worst, quality, "pw.units.quality"))


HIT_DICE = {quality: read_quality(quality) for quality in QUALITIES}


def quality(unit: Unit) -> str:
    return next(name for name in QUALITIES if name in unit.traits)


def hit_die(play: Play, words: str, unit: Unit) -> int:
    reading, need = HIT_DICE[quality(unit)]
    return play.roll(Throw("hit", words, unit.id, dreaded=True), reading, need=need)


def protected(state: State, hit: Hit) -> bool:
    return hit.small_arms and kind(state.units[hit.unit]).tank


def cannot_lose(state: State, hit: Hit) -> bool:
    """Small arms cost a protected Tank Unit nothing, and never its last Strength Point."""
    return protected(state, hit) and (PROOF_TANKS in state.variants or strength(state.units[hit.unit]) == 1)


def lose_point(play: Play, hit: Hit) -> None:
    if not protected(play.state, hit):
        lose(play, hit.unit)
    elif PROOF_TANKS in play.state.variants:
        spared = Noted(f"{hit.unit} loses nothing: it is safe from small arms", about=(hit.unit,))
        play.emit(spared, Clause("pw.fire.small-arms-proof-tanks"))
    else:
        scratch(play, hit.unit)


@rule("pw.units.record-losses")
def lose(play: Play, unit: UnitId, points: int = 1, clause: Clause | None = None) -> None:
    play.emit(StrengthLost(unit, points, strength(play.state.units[unit]) - points), clause)


@rule("pw.fire.small-arms-hit-on-tank")
def scratch(play: Play, unit: UnitId) -> None:
    """Small arms never cost a Tank Unit its last Strength Point."""
    if strength(play.state.units[unit]) > 1:
        lose(play, unit, clause=play.clause)
    else:
        spared = Noted(f"{unit} loses nothing: small arms cannot destroy it", about=(unit,))
        play.emit(spared, Clause("pw.fire.small-arms-cannot-destroy-tanks"))
