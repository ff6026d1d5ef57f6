"""What a command says of itself, and what a region has against a place."""

import sandtable as st
from sandtable.kernel.decision import Command, Option, Placing, Question, Refusal, Topic
from sandtable.kernel.naming import plain_names
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import UnitId
from sandtable.mechanics.legs import StraightLeg
from sandtable.scripted import Scripted
from tests.sappers import BATTLE, RED, SAPPERS, setup


class HoldFire(Command, frozen=True):
    pass


class Move(Placing, frozen=True):
    pass


class Near(StraightLeg):
    clause = Clause("sap.turn.deed")

    def refuse(self, place: st.Place) -> Refusal | None:
        return Refusal(Clause("sap.deed.tape"), "too far") if place.x > self.far else None


def test_a_command_that_says_nothing_better_tells_its_name_units_and_place():
    assert HoldFire().tell() == "hold fire"
    assert Move(UnitId("Red Tank")).tell() == "move Red Tank"
    assert Move(UnitId("Red Tank"), st.Place(9, 3.5)).tell() == "move Red Tank to 9, 3.5"


def test_the_units_of_a_command_are_read_straight_from_its_fields():
    assert plain_names(Move) == ("unit",)
    assert Move(UnitId("Red Tank")).units == ("Red Tank",)


def test_a_region_says_why_not_where_the_rule_says_nothing():
    play = Play(setup(BATTLE, frozenset()), Scripted(), lambda state, side: state)
    option = Option(Move(SAPPERS), Clause("sap.turn.deed"), Near(st.Place(1, 1), 5))
    question = Question(play, RED, Topic("move", "Where?"), lambda view: [option], None, None)
    assert question.refuse(Move(SAPPERS, st.Place(4, 1))) is None
    assert question.refuse(Move(SAPPERS, st.Place(6, 1))) == Refusal("sap.deed.tape", "too far")
    assert question.refuse(Move(UnitId("Blue Post"), st.Place(6, 1))).why == "not now: Where?"
