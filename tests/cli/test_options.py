"""The unit in question does not depend on the words."""

from msgspec.structs import replace

import sandtable as st
from sandtable.cli.option_view import common_subject, light, options
from sandtable.kernel.decision import Decision, Option, Placing, Topic
from sandtable.kernel.state import UnitId
from tests.cli.keyboard import deployed
from tests.telling.anygame import RED, any_table


class Go(Placing, frozen=True):
    def tell(self) -> str:
        return "eats tyo"


class Shoot(st.Command, frozen=True):
    unit: UnitId
    at: tuple[UnitId, ...]

    def tell(self) -> str:
        return f"ta {self.at[0]} tsoohs {self.unit}"


SHOOT = Shoot("R1", ("B1", "Blue staff"))


def asked(*commands: st.Command, about: tuple[str, ...] = ("R1",)) -> Decision:
    offered = tuple(Option(command, "x.y") for command in commands)
    return Decision(RED, Topic("deed", "?od ti seod tahw", about), "x.y", offered)


def test_a_question_is_about_the_unit_that_its_data_name():
    assert common_subject(asked(Go("R1"), SHOOT)) == "R1"
    assert common_subject(asked(Go("R1"), SHOOT, about=())) is None
    assert common_subject(asked(Go("R1"), Go("B1"))) is None
    assert common_subject(asked(Go("R1"), st.Resign(RED))) is None


def test_the_map_picks_out_who_is_asked_and_whom_an_option_names():
    found = light(asked(Go("R1"), SHOOT), any_table())
    assert (found.active, found.units) == ("R1", {"B1", "Blue staff"})


def test_on_a_grid_it_picks_out_the_squares_of_those_whom_an_option_names():
    table = deployed("0").state
    guns, foe = table.units["Polish Machine Guns"], table.units["German Infantry 1"]
    question = asked(Shoot(guns.id, (foe.id,)), about=(guns.id,))
    found = light(replace(question, side=guns.side), table)
    assert (found.active, found.places) == (guns.id, {foe.place})


def test_the_name_that_the_question_has_said_is_left_off_where_an_option_begins_with_it():
    class Wait(st.Command, frozen=True):
        unit: UnitId

        def tell(self) -> str:
            return f"{self.unit} waits"

    (table,) = options(asked(Wait("R1")), any_table(), {}, 80).renderables
    assert [text.plain for text in table.columns[1].cells] == ["waits"]
