"""How the game shows itself on a screen."""

import pytest
from msgspec.structs import replace
from tabletop import BLUE, RED, at, having_lost, plane, scenario, table, unit

from sandtable.kernel.dice import at_least
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.showing import Clock, Count, Gauge, Grade, lucky
from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.book import KINDS
from sandtable.rules.portable_wargame.commands import Bombard, Fire, HoldFire
from sandtable.rules.portable_wargame.losses import HIT_DICE
from sandtable.rules.portable_wargame.scenario import Entry
from sandtable.rules.portable_wargame.sequence import Activating, EndPhase, Orders, Turn, begin

SHOWING = RULES.showing


def test_every_kind_of_unit_has_a_symbol():
    for kind in KINDS:
        assert SHOWING.look(table(), unit(kind, "d4")).symbol != "other", kind


def test_a_gun_is_drawn_as_what_its_class_is():
    for gun, symbol in (
        ("Anti-tank Guns", "anti-tank"),
        ("Anti-aircraft Guns", "anti-air"),
        ("Heavy Artillery", "field-gun"),
    ):
        assert SHOWING.look(table(), unit("Artillery", "d4", traits=(gun,))).symbol == symbol


def test_a_unit_shows_strength_quality_and_what_has_become_of_it():
    worn = SHOWING.look(table(), unit("Infantry", "d4", sp=2, quality="Elite", spent=("fired",)))
    assert (worn.strength, worn.counted_in, worn.quality) == ((2, 4), "SP", Grade(3, 3, "Elite"))
    assert [badge.word for badge in worn.done] == ["fired"] and not worn.lost
    assert SHOWING.look(table(), unit("Infantry", sp=0)).lost
    assert SHOWING.look(table(), plane("Two-seater Bomber Aircraft", arrives=3)).reserve


@pytest.mark.clause("pw.units.strength-points")
@pytest.mark.parametrize("given", [2, 6])
def test_strength_is_shown_out_of_what_the_scenario_gave(given):
    state = begin(scenario((Entry("Infantry", strength=given),)), frozenset())
    fresh = state.units["Red Infantry"]
    worn = replace(fresh, tallies={**fresh.tallies, "SP": 1})
    assert SHOWING.look(state, worn).strength == (1, given)
    assert dict(SHOWING.look(state, worn).card)["Strength"] == f"1 of {given} SP"


def test_a_list_of_forces_is_told_name_kind_and_set_up():
    cars = Entry("Armoured Cars", count=2, arrives=3, entry=("d1",))
    guns = Entry("Artillery", gun="Field Artillery", name="Howitzers", facing="ESW")
    state = begin(scenario((Entry("Mounted Cavalry", name="Uhlans"), cars, guns)), frozenset())
    looks = [SHOWING.look(state, one) for one in state.units.values() if one.side == RED and one.part_of]
    assert [(look.name, look.brief, look.set_up) for look in looks] == [
        ("Uhlans", ("Mounted Cavalry",), ()),
        ("Armoured Cars", ("arrives in turn 3",), ("enters d1",)),
        ("Armoured Cars", ("arrives in turn 3",), ("enters d1",)),
        ("Howitzers", ("Field Artillery",), ("starts facing E, S or W",)),
    ]


def test_the_card_has_the_figures_of_the_tables():
    card = dict(SHOWING.look(table(), unit("Tanks", "d4")).card)
    assert card["Moves"] == "3 squares" and card["Fires"] == "4 squares, all round"


def test_the_field_of_fire_is_what_lies_in_range_and_arc():
    north = SHOWING.sectors(table(), unit("Infantry", "d4", "N"))[0]
    assert north.radius == 3 and north.outlines
    assert all(y > 3 for outline in north.outlines for _, y in outline)
    assert len(SHOWING.sectors(table(), unit("Tanks", "f6"))[0].outlines) == 40
    assert SHOWING.sectors(table(), unit("Trucks", "d4")) == ()


def test_the_clock_and_the_steps_follow_the_turn():
    assert SHOWING.clock(table(turn=3, turns=8)) == Clock(3, 8, "Turn 3 of 8")
    assert SHOWING.clock(table(turn=0)).label == "Deployment"
    for head, name in ((Activating(RED), "Activation"), (EndPhase(), "End of turn")):
        found = SHOWING.steps(replace(table(), agenda=(head,)))
        assert found.names[found.now] == name
    assert SHOWING.steps(replace(table(), agenda=(Turn(1),))).now == -1


def test_the_tally_says_how_near_each_side_is_to_exhaustion():
    state = having_lost(table(unit("Infantry", "d4"), unit("Infantry", "d8", side=BLUE)), RED, 1)
    red, blue = SHOWING.tally(state)[:2]
    assert red == Count(RED, "1 SP lost, exhausted at 2", RED, Gauge(1, 4, 2))
    assert blue == Count(BLUE, "0 SP lost, exhausted at 2", BLUE, Gauge(0, 4, 2))


def test_activations_that_were_not_used_are_not_shown_in_the_next_phase():
    state = table(unit("Infantry", "d4"), activations=3)
    assert Count("Activations left", "3") in SHOWING.tally(replace(state, agenda=(Activating(RED),)))
    for head in (Orders(RED), EndPhase()):
        assert len(SHOWING.tally(replace(state, agenda=(head,)))) == 2


def test_the_ground_is_told_in_words():
    state = table(ground={"d3": "wood", "d4": "river, road, level 1"})
    assert SHOWING.ground(state, at("d3")) == "d3: wood"
    assert SHOWING.ground(state, at("d4")) == "d4: river, road, level 1"
    assert SHOWING.ground(state, at("e5")) == "e5: open"


def test_firing_and_holding_fire_stand_under_their_headings():
    assert SHOWING.verb(Fire("x", at("d4"))) == SHOWING.verb(Bombard("x", at("d4"))) == "fire"
    assert SHOWING.verb(HoldFire("x")) == "hold"


def test_a_die_that_makes_its_need_is_good_for_whoever_throws_but_a_hit_die_is_not():
    state = table(unit("Infantry", "d4"))
    need = Reckoning(Term(5, "hit", Clause("pw.fire.hit")))
    assert lucky(state, Rolled(Throw("to hit", "fires", "Red Infantry"), at_least(5, 6), (6,), (), need)) == RED
    reading, need = HIT_DICE["Average"]
    assert lucky(state, Rolled(Throw("hit", "is hit", "Red Infantry", dreaded=True), reading, (1,), (), need)) == BLUE


@pytest.mark.parametrize("scenario", sorted(RULES.scenarios()))
def test_every_scenario_says_what_winning_takes_and_how_long_it_lasts(scenario):
    one = RULES.scenarios()[scenario]
    winning = SHOWING.winning(one)
    assert set(winning) == {army.name for army in one.side} and all(winning.values())
    assert SHOWING.length(one) == f"{one.turns} turns"


def test_what_must_be_held_or_reached_is_named():
    assert (
        SHOWING.winning(RULES.scenarios()["sedan"])["German"]
        == "Hold 2 of d2, g2, f4 when the battle ends, after turn 12 at the latest."
    )
    assert "d3" in SHOWING.winning(RULES.scenarios()["slim-river"])["Japanese"]


def test_it_is_said_that_a_battle_may_end_before_its_last_turn():
    for name in ("sedan", "summa", "slim-river"):
        for told in SHOWING.winning(RULES.scenarios()[name]).values():
            assert "at the latest" in told
