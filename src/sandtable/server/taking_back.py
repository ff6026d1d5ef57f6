"""Undo: who may, who must agree, and what the other side reads before it agrees."""

from sandtable.kernel.state import Side
from sandtable.server import messages as wire
from sandtable.server import scene
from sandtable.server.battle import Audience, Battle, TakeBack
from sandtable.server.drawing import side_number
from sandtable.telling.story import readable

SECRETS_OUT = "the battle is over and its secrets are known, so you cannot undo"
NOT_AGREED = "dice have been thrown or something was discovered: the computer agrees only in a practice battle"
PRACTICE = "practice: the dice since then are thrown again, and the log counts it"
REVEALED = 6  # throws and discoveries in the question for consent


def undo_for(battle: Battle, sides: Audience) -> scene.Undo:
    """The answer depends only on what these sides have noticed."""
    if not sides:
        return scene.Undo(False, "", "only players may undo")
    if battle.asked is None:
        return scene.Undo(False, "", SECRETS_OUT)
    undoing = battle.undoing(sides)
    if not undoing.count:
        return scene.Undo(False, "", "you have given no command yet")
    if needs_consent(battle, undoing):
        return scene.Undo(True, "consent", why_consent(undoing))
    if not (against_computer(battle) and undoing.told):
        return scene.Undo(True, "", "")
    return scene.Undo(True, "", PRACTICE) if battle.practice else scene.Undo(False, "", NOT_AGREED)


def against_computer(battle: Battle) -> bool:
    """What a person has not seen tells him nothing, so against the computer only the dice that he has seen count."""
    return len(battle.people) < 2


def needs_consent(battle: Battle, undoing: TakeBack) -> bool:
    """People are asked, also at a shared table.

    If nobody else noticed the command, nobody is asked: the question would reveal it. If anything is hidden, the
    other side is asked every time: otherwise the question would reveal dice thrown out of sight.
    """
    if against_computer(battle) or undoing.quiet:
        return False
    return undoing.told or undoing.fog or bool(undoing.others)


def why_consent(undoing: TakeBack) -> str:
    if undoing.told:
        return "dice have been thrown or something was discovered"
    return "the other side has gone on" if undoing.others else "something may have happened out of your sight"


def last_of(battle: Battle, sides: Audience) -> Side:
    """The side that gave the last command of these sides."""
    return next(mark.side for mark in reversed(battle.ledger.marks) if mark.chosen and mark.side and mark.side in sides)


def wants_undo(battle: Battle, undoing: TakeBack, asker: Audience, asked: Audience) -> wire.WantsUndo:
    """The question for consent, with the dice and discoveries since then that both sides have seen.

    It does not say how many commands there were, because some may be secret.
    """
    side = last_of(battle, asker)
    what = "its last command" if undoing.count == 1 else "its last command and all that followed"
    both = [
        entry
        for entry in battle.chances(undoing.count)
        if all(any(readable([entry], side) for side in sides) for sides in (asker, asked))
    ]
    seen = [entry.event.tell() for entry in both]
    number = side_number(battle.state, side)
    return wire.WantsUndo(number, f"{side} wants to take back {what}", tuple(seen[:REVEALED]), len(seen))
