"""Activation: three dice for every unit, spent on what its owner likes."""

from collections.abc import Iterator

from sandtable.kernel.decision import Command, Option, Refusal, Topic, refusing
from sandtable.kernel.events import Spent
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.combat_captain import casualties, cover, firing, transport
from sandtable.rules.combat_captain import commands as said
from sandtable.rules.combat_captain.book import cite
from sandtable.rules.combat_captain.facts import DiceSpent, Rallied
from sandtable.rules.combat_captain.field import companies, members, on_table
from sandtable.rules.combat_captain.moving import move
from sandtable.rules.combat_captain.teams import ask, ask_owner
from sandtable.rules.combat_captain.words import Did, Die, Tally

ONCE = Refusal(cite("cc.activation.order"), "it has been activated this turn")
NOT_ITS_TURN = Refusal(cite("cc.activation.order"), "another unit is being activated: finish with it first")


@rule("cc.activation.order")
def activate_next(play: Play, side: Side) -> UnitId | None:
    """One after another in any order, each once; None: no more."""
    if not waiting(play.state, side):
        return None
    topic = Topic("activate", "Which unit is activated next?")
    order = ask(play, side, topic, lambda view: options(view, side), refusing(ONCE, said.Activate))
    if not isinstance(order, said.Activate):
        return None
    play.emit(Spent(order.company, Did.ACTED))
    return order.company


def waiting(state: State, side: Side) -> list[Unit]:
    return [body for body in companies(state, side) if Did.ACTED not in body.spent]


def options(view: State, side: Side) -> Iterator[Option]:
    """The last one is activated without being asked for: it can still give up its dice."""
    left = waiting(view, side)
    yield from (Option(said.Activate(body.id), cite("cc.activation.order")) for body in left)
    if len(left) > 1:
        yield Option(said.EndActivation(side), cite("cc.activation.order"))


# ---- what it does


@rule("cc.activation.activities")
def act(play: Play, company: UnitId) -> bool:
    """One activity; gives whether dice are left."""
    if not can_act(play.state, company):
        return False
    dice = play.state.units[company].tallies[Tally.DICE]
    topic = Topic("activity", f"What does {company} do? Dice left: {dice}.", (company,))
    order = ask_owner(
        play, topic, lambda view: activities(view, company), lambda view, command: why_not(view, company, command)
    )
    carry_out(play, company, order)
    return can_act(play.state, company)


def can_act(state: State, company: UnitId) -> bool:
    return bool(state.units[company].tallies[Tally.DICE] and members(state, company))


def activities(view: State, company: UnitId) -> Iterator[Option]:
    yield from firing.options(view, company)
    if on_table(view, company):
        yield Option(said.Move(company), cite("cc.move.dice"))
    yield from cover.options(view, company)
    if casualties.refuse_rally(view, company) is None:
        yield Option(said.Rally(company), cite("cc.morale.rally"))
    yield from transport.options(view, company)
    yield Option(said.Pass(company), cite("cc.activation.order"))


def why_not(view: State, company: UnitId, command: Command) -> Refusal | None:
    if getattr(command, "company", company) != company:
        return NOT_ITS_TURN
    return (
        firing.why_not(view, company, command)
        or cover.why_not(view, company, command)
        or (casualties.refuse_rally(view, company) if isinstance(command, said.Rally) else None)
        or transport.why_not(view, command)
    )


def carry_out(play: Play, company: UnitId, order: Command) -> None:
    match order:
        case said.Fire() | said.FireSome():
            firing.fire(play, order)
        case said.Move():
            move(play, company)
        case said.SeekCover() | said.SeekCoverSingly():
            cover.seek_cover(play, order)
        case said.Rally():
            rally(play, company)
        case said.MountUp() | said.Dismount() | said.MountSingly():
            transport.mount_or_dismount(play, order)
        case said.Pass():
            give_up(play, company)


@rule("cc.activation.order")
def give_up(play: Play, company: UnitId) -> None:
    """Dice are never saved."""
    play.emit(DiceSpent(company, Die.PASS, play.state.units[company].tallies[Tally.DICE]))


@rule("cc.morale.rally")
def rally(play: Play, company: UnitId) -> None:
    """One die, one chit less."""
    play.emit(DiceSpent(company, Die.RALLY, 1), cite("cc.activation.dice-are-time"))
    play.emit(Rallied(company))
