"""After a retreat: a battalion faces as its owner likes."""

from collections.abc import Iterator

from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.commands.combat import FaceAbout
from sandtable.rules.great_battles.commands.common import Halt
from sandtable.rules.great_battles.edition import cite, rule
from sandtable.rules.great_battles.facts.common import Marched
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.field import enemies_touched, formation, standing
from sandtable.rules.great_battles.table.formation import USUAL
from sandtable.rules.great_battles.table.sighting import reveal
from sandtable.rules.great_battles.words import Tally


@rule("morale.retreat-path")
def face_about(play: Play, body: UnitId) -> None:
    """Round its centre stand, in its formation; unless somebody nobody knew of stands there."""
    if not standing(play.state, body):
        return
    order = play.ask(
        play.state.units[body].side,
        f"{body} has fallen back: which way does it face?",
        lambda view: facing_options(view, view.units[body]),
        why_not=lambda view, command: why_not_face(view, view.units[body], command),
    )
    if isinstance(order, FaceAbout) and order.to is not None:
        region = facings(play.state, play.state.units[body])
        centre = region.centre_at(order.to)
        found = region.drawn_up(centre, order.to.facing) if centre else None
        assert found is not None
        anchor, places = found
        if met := enemies_touched(play.state, region.body, places):
            for enemy in met:
                reveal(play, enemy)
        else:
            play.emit(Marched(body, anchor, tuple(places.items()), "turns about at"))


class Facings(Forms):
    """The facings that a battalion may take up in its formation, however far that takes its stands. A Region."""

    def refuse_far(self, way: Way) -> Refusal | None:
        return None


def facings(state: State, body: Unit) -> Facings:
    return Facings(state, body, formation(body), body.tallies.get(Tally.INTERVAL, USUAL), free=True)


def facing_options(view: State, body: Unit) -> Iterator[Option]:
    clause, region = cite(view, "morale.retreat-path"), facings(view, body)
    if region.is_open():
        yield Option(FaceAbout(body.id), clause, region)
    yield Option(Halt(body.id), clause)


def why_not_face(view: State, body: Unit, command: Command) -> Refusal | None:
    if isinstance(command, FaceAbout) and command.to is not None:
        return facings(view, body).why_not(command.to)
    return None
