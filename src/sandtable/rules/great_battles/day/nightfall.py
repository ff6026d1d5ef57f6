"""Night: rest, replacements, withdrawal and attachments, one side after the other."""

from sandtable.kernel.events import Heading
from sandtable.kernel.play import Play
from sandtable.rules.great_battles.battle.roles import in_order
from sandtable.rules.great_battles.battle.victory import check_annihilation, take_objectives
from sandtable.rules.great_battles.day import night
from sandtable.rules.great_battles.day.replacements import rejoin_next, replace_losses
from sandtable.rules.great_battles.edition import rule
from sandtable.rules.great_battles.malta.withheld import wait_longer
from sandtable.rules.great_battles.staff.staff_points import keep_points
from sandtable.rules.great_battles.steps import (
    Dawn,
    NightAttachments,
    NightDrill,
    Nightfall,
    NightLoading,
    NightReserves,
    NightRest,
    NightStaff,
    NightStowing,
    Rejoining,
    Replacements,
    Resupply,
)
from sandtable.rules.great_battles.words import Tally


@rule("night.sequence")
def nightfall(play: Play, step: Nightfall) -> None:
    first, second = in_order(play.state)
    play.emit(Heading(f"Night after day {play.state.tallies[Tally.DAY]}"))
    wait_longer(play)
    play.queue(
        *(NightStaff(first), NightStaff(second), NightRest(), NightStowing(first), NightStowing(second)),
        *(NightLoading(first), NightLoading(second), Replacements(first), Replacements(second)),
        *(Rejoining(first), Rejoining(second)),
        *(NightReserves(first), NightReserves(second), NightDrill(first), NightDrill(second)),
        *(NightAttachments(first), NightAttachments(second), Resupply()),
    )


def night_staff(play: Play, step: NightStaff) -> None:
    night.move_fups(play, step.side)


def night_rest(play: Play, step: NightRest) -> None:
    night.rest(play)
    night.tidy_up(play)


def night_stowing(play: Play, step: NightStowing) -> bool:
    return night.stow(play, step.side)


def night_loading(play: Play, step: NightLoading) -> bool:
    return night.reload(play, step.side)


def replacements(play: Play, step: Replacements) -> bool:
    """A side that has lost its last stand to isolation and got none back has lost."""
    goes_on = replace_losses(play, step.side)
    if not goes_on:
        check_annihilation(play)
    return goes_on


def rejoining(play: Play, step: Rejoining) -> bool:
    return rejoin_next(play, step.side)


def night_reserves(play: Play, step: NightReserves) -> bool:
    return night.withdraw_next(play, step.side)


def night_drill(play: Play, step: NightDrill) -> bool:
    return night.reform_next(play, step.side)


def night_attachments(play: Play, step: NightAttachments) -> bool:
    return night.attach_next(play, step.side)


@rule("night.to-dawn")
def resupply(play: Play, step: Resupply) -> None:
    night.resupply(play)
    take_objectives(play)
    for side in in_order(play.state):
        night.load_reserves(play, side)
        keep_points(play, side)
    play.queue(Dawn(play.state.tallies[Tally.DAY] + 1))
