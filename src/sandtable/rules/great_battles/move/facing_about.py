"""After a retreat: a battalion may turn about where it stands."""

from collections.abc import Iterator

from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, UnitId
from sandtable.rules.great_battles.commands.combat import FaceAbout
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.edition import cite, rule
from sandtable.rules.great_battles.facts.readiness import TurnedAbout
from sandtable.rules.great_battles.table.field import formation, standing
from sandtable.rules.great_battles.table.formation import about, anchor_about
from sandtable.rules.great_battles.words import Formation


@rule("morale.retreat-path")
def face_about(play: Play, body: UnitId) -> None:
    """The owner may turn every stand round on the spot; a road column keeps its facing."""
    unit, stands = play.state.units[body], standing(play.state, body)
    if not stands or formation(unit) == Formation.ROAD_MARCH:
        return
    order = play.ask(
        unit.side,
        Topic("face", f"{body} has retreated: does it turn about?", (body,)),
        lambda view: facings(view, body),
    )
    if isinstance(order, FaceAbout):
        spots = tuple((stand.id, about(stand.place)) for stand in stands if stand.place is not None)
        play.emit(TurnedAbout(body, anchor_about(play.state, unit), spots))


def facings(view: State, body: UnitId) -> Iterator[Option]:
    clause = cite(view, "morale.retreat-path")
    yield Option(FaceAbout(body), clause)
    yield Option(Halt(body), clause)
