"""Low ammunition, an option: a shot may cost the firer its rounds."""

from sandtable.kernel.events import Noted, ReadAs, Tallied
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.edition import charts, dice, plays, rolls, rule
from sandtable.rules.great_battles.table.field import body_of, quality
from sandtable.rules.great_battles.table.sighting import is_hidden, reveal
from sandtable.rules.great_battles.words import Tally


def last_die(play: Play) -> int:
    """The last die thrown."""
    rolled = play.entries[-1].event
    assert isinstance(rolled, Rolled)
    return rolled.shown[0]


@rule("variants.ammo-low")
def run_low(play: Play, firer: UnitId) -> None:
    """A face that always hits costs the firer ammunition."""
    low = play.state.units[firer].tallies.get(Tally.AMMO_LOW, 0) + 1
    play.emit(Tallied(firer, Tally.AMMO_LOW, low))
    play.emit(Noted(f"{firer} is {'lower' if low > 1 else 'low'} on ammunition", about=(firer,)))


@rule("fire.ammo-low-quality")
def run_low_by_quality(play: Play, firer: UnitId, die: int | None) -> None:
    """Only if the die to destroy, or a die thrown instead, is as high as the rally number."""
    level = quality(body_of(play.state, play.state.units[firer]))
    least = charts(play.state).rally(level)
    throw = Throw("ammunition", f"{firer} counts its rounds", firer)
    thrown = play.roll(throw, rolls(play.state).die) if die is None else die
    if thrown >= least:
        run_low(play, firer)
    else:
        play.emit(ReadAs(f"{firer} is {level} and has enough rounds: {thrown} is below {least}", about=(firer,)))


@rule("variants.ammo-low")
def waste(play: Play, firer: UnitId) -> None:
    """A declared shot without a target still rolls for ammunition: it was fired."""
    if not plays(play.state, "ammo-low"):
        return
    if is_hidden(play.state.units[firer]):
        reveal(play, play.state.units[firer], "fire.reveals")
    throw = Throw("ammunition", f"{firer} wastes a shot", firer)
    if dice(play.state).is_natural(play.roll(throw, rolls(play.state).die)):
        if plays(play.state, "ammo-low-quality"):
            run_low_by_quality(play, firer, None)
        else:
            run_low(play, firer)
