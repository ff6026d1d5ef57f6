"""Resolving hits on Units."""

import pytest
from tabletop import BLUE, RED, activated, asks, at, offered, sp, square, steps, table, unit, why_not

from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import (
    Attack,
    Bombard,
    Fire,
    LeaveBehind,
    Move,
    Resolve,
    Retreat,
    Stand,
    TakeAlong,
)
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.sequence import Bombardment, Orders
from sandtable.scripted import act

INFANTRY = unit("Infantry", "d4", "S")


def hits(state, *names, dice=(), picks=(), from_square=None):
    origin = state.board.named(from_square) if from_square else None
    return act(state, lambda play: take_hits(play, [Hit(name, origin) for name in names]), dice, picks)


def ways_out(state, from_square=None, name="Red Infantry"):
    """The question to a Unit that may retreat."""
    origin = state.board.named(from_square) if from_square else None
    return asks(state, lambda play: take_hits(play, [Hit(name, origin)]), dice=[6], kind="hit")


# ---- the die


@pytest.mark.case("pw.hits.roll", 1)
@pytest.mark.parametrize("quality, picks", [("Elite", [Stand("Red Infantry")]), ("Average", []), ("Poor", [])])
def test_a_three_lets_only_elite_units_choose(quality, picks):
    after = hits(table(unit("Infantry", "d4", quality=quality)), "Red Infantry", dice=[3], picks=picks)
    assert sp(after.state, "Red Infantry") == 3
    assert len(after.asked) == len(picks)
    assert after.entries[0].clause == "pw.hits.roll"


@pytest.mark.clause("pw.hits.roll")
@pytest.mark.parametrize("quality, worst", [("Elite", 2), ("Average", 3), ("Poor", 4)])
def test_the_die_is_read_by_quality_and_never_modified(quality, worst):
    state = table(unit("Infantry", "d4", quality=quality), unit("Commanders", "d4"), ground={"d4": "bunker"})
    assert not hits(state, "Red Infantry", dice=[worst]).asked
    assert hits(state, "Red Infantry", dice=[worst + 1], picks=[Stand("Red Infantry")]).asked


@pytest.mark.clause("pw.hits.stand-or-retreat")
def test_the_owner_may_retreat_or_lose_a_point():
    question = ways_out(table(INFANTRY), from_square="d7")
    assert question.side == RED
    assert offered(question, Stand("Red Infantry")) == "pw.hits.stand-or-retreat"
    assert offered(question, Retreat("Red Infantry", at("d3"))) == "pw.definitions.retreat"


@pytest.mark.clause("pw.fire.small-arms-hit-on-tank", "pw.fire.small-arms-proof-tanks")
@pytest.mark.parametrize(
    ("points", "options", "asked"),
    [
        (2, (), "retreat or lose 1 SP?"),
        (1, (), "where does it retreat to?"),
        (2, ("small-arms-proof-tanks",), "where does it retreat to?"),
    ],
)
def test_a_tank_is_told_what_standing_costs_it(points, options, asked):
    state = table(unit("Tanks", "d4", sp=points), unit("Infantry", "d8", "S", side=BLUE), options=options)
    hit = Hit("Red Tanks", state.board.named("d8"), small_arms=True)
    assert asks(state, lambda play: take_hits(play, [hit]), dice=[6]).text == f"Red Tanks is hit: {asked}"


@pytest.mark.clause("pw.hits.stand-or-retreat")
def test_a_unit_that_cannot_retreat_loses_a_point():
    walls = dict.fromkeys(("c4", "e4", "d3", "d5"), "river")
    after = hits(table(INFANTRY, ground=walls), "Red Infantry", dice=[6])
    assert sp(after.state, "Red Infantry") == 3


@pytest.mark.clause("pw.hits.stand-or-retreat")
def test_a_forced_loss_says_what_bars_every_way_out():
    state = table(INFANTRY, unit("Trucks", "d3"), unit("Infantry", "b4", side=BLUE), ground={"e4": "river"})
    after = hits(state, "Red Infantry", dice=[6], from_square="d8")
    assert after.told[1:] == [
        "Red Infantry cannot retreat: d5: the square is nearer to the enemy who caused the hit; "
        "e4: the river has neither ford nor bridge there; d3: the square is not empty; "
        "c4: an enemy Unit is next to it [pw.hits.retreat-square]",
        "Red Infantry loses 1 SP, 3 left [pw.units.record-losses]",
    ]


@pytest.mark.clause("pw.hits.stand-or-retreat")
def test_a_loss_that_was_chosen_says_nothing_of_the_kind():
    after = hits(table(INFANTRY), "Red Infantry", dice=[6], picks=[Stand("Red Infantry")])
    assert not any("cannot retreat" in line for line in after.told)


@pytest.mark.clause("pw.hits.each-separately")
def test_the_owner_of_several_units_chooses_their_order():
    state = table(unit("Infantry", "d4"), unit("Commanders", "d4"))
    question = asks(state, lambda play: take_hits(play, [Hit("Red Infantry"), Hit("Red Commanders")]))
    assert (question.side, question.clause) == (RED, "pw.hits.each-separately")
    assert offered(question, Resolve("Red Commanders")) == "pw.hits.each-separately"


@pytest.mark.clause("pw.hits.each-separately")
def test_each_hit_is_resolved_completely_before_the_next():
    state = table(unit("Infantry", "d4"), unit("Machine Guns", "d6"))
    picks = [Resolve("Red Machine Guns"), Retreat("Red Machine Guns", at("d7")), Stand("Red Machine Guns")]
    names = ["Red Infantry", "Red Machine Guns", "Red Machine Guns"]
    after = hits(state, *names, dice=[6, 6, 1], picks=picks)
    told = [line.split(":")[0].split(" [")[0] for line in after.told]
    assert told == [
        "Red Machine Guns is hit",
        "Red Machine Guns retreats to d7, facing N",
        "Red Machine Guns is hit",
        "Red Machine Guns loses 1 SP, 1 left",
        "Red Infantry is hit",
        "Red Infantry loses 1 SP, 3 left",
    ]


# ---- where to


@pytest.mark.case("pw.hits.retreat-square", 1)
def test_a_unit_in_a_corner_with_an_enemy_near_cannot_retreat():
    shooter, flanker = unit("Infantry", "a4", "S", side=BLUE), unit("Infantry", "b2", side=BLUE, name="Blue Flanker")
    state = table(unit("Infantry", "a1"), shooter, flanker)
    after = act(state, lambda play: fire(play, Fire("Blue Infantry", at("a1"))), dice=[4, 6])
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("a1", 3)
    assert [option.command for option in after.asked[0].options] == [Stand("Red Infantry")]


@pytest.mark.case("pw.hits.retreat-square", 2)
def test_friendly_fire_lets_a_unit_retreat_toward_its_own_guns():
    gun, enemy = unit("Artillery", "d1", traits=("Field Artillery",)), unit("Infantry", "d5", side=BLUE)
    picks = [Bombard("Red Artillery", at("d5")), Retreat("Red Infantry", at("d3"))]
    state = table(gun, unit("Infantry", "d4"), enemy)
    after = act(state, steps(Orders(RED), Bombardment()), dice=[4, 6], picks=picks)
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d3", 4)


@pytest.mark.case("pw.hits.retreat-square", 3)
def test_a_square_with_a_lone_commander_is_not_empty():
    friends = [unit("Infantry", "c4", name="Red C"), unit("Infantry", "e4", name="Red E"), unit("Commanders", "d3")]
    state = table(INFANTRY, *friends, unit("Tanks", "d7", "S", side=BLUE))
    after = act(state, lambda play: fire(play, Fire("Blue Tanks", at("d4"))), dice=[5, 6])
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d4", 3)
    refused = {option.command.at: option.clause for option in after.asked[0].barred}
    assert set(refused) == {at("c4"), at("d3"), at("d5"), at("e4")}
    assert set(refused.values()) == {"pw.hits.retreat-square"}


@pytest.mark.clause("pw.hits.retreat-square")
@pytest.mark.parametrize(
    "to, why",
    [
        ("d5", "pw.hits.retreat-square"),  # nearer to the enemy on d8
        ("c4", "pw.definitions.retreat"),  # next to the enemy on b4
        ("e4", "pw.terrain.rivers-impassable"),
        ("d3", ""),
    ],
)
def test_what_bars_a_retreat(to, why):
    state = table(INFANTRY, unit("Infantry", "b4", side=BLUE), ground={"e4": "river"})
    assert why_not(ways_out(state, "d8"), Retreat("Red Infantry", at(to))) == why


@pytest.mark.clause("pw.hits.retreat-square")
def test_aircraft_mines_wire_and_gas_do_not_bar_a_retreat():
    plane = unit("Reconnaissance Aircraft", "d3", side=BLUE)
    question = ways_out(table(INFANTRY, plane, ground={"d3": "minefield, barbed wire", "c4": "river, ford"}))
    assert not why_not(question, Retreat("Red Infantry", at("d3")))
    assert not why_not(question, Retreat("Red Infantry", at("c4")))


@pytest.mark.clause("pw.hits.retreat-square")
def test_out_of_a_minefield_the_only_way_is_back():
    state = table(unit("Infantry", "d1"), unit("Infantry", "l12", side=BLUE), ground={"d2": "minefield"})
    question = activated(state, "Red Infantry", dice=[6], picks=[Move("Red Infantry", at("d2"))])
    assert not why_not(question, Retreat("Red Infantry", at("d1")))
    assert why_not(question, Retreat("Red Infantry", at("c2"))) == "pw.hits.retreat-square"


@pytest.mark.clause("pw.hits.retreat-square")
def test_out_of_a_minefield_next_to_an_enemy_there_is_no_way_back():
    """Cavalry that set out from c2, next to an enemy, may not return there."""
    cavalry, enemy = unit("Mounted Cavalry", "c2"), unit("Trucks", "b2", "W", side=BLUE)
    state = table(cavalry, enemy, ground={"d2": "minefield"})
    order = [Move(cavalry.id, at("d2"))]
    question = activated(state, cavalry.id, dice=[6], picks=order, kind="hit")
    assert why_not(question, Retreat(cavalry.id, at("c2"))) == "pw.definitions.retreat"


# ---- what it does


@pytest.mark.clause("pw.hits.retreat-effects")
def test_a_retreating_unit_keeps_its_facing_and_has_not_moved():
    after = hits(table(INFANTRY), "Red Infantry", dice=[6], picks=[Retreat("Red Infantry", at("d3"))], from_square="d7")
    assert after.state.units["Red Infantry"].place == at("d3", "S")
    assert "moved" not in after.state.units["Red Infantry"].spent
    assert "Red Infantry retreats to d3, facing S [pw.hits.retreat-effects]" in after.told


@pytest.mark.clause("pw.hits.retreat-effects")
@pytest.mark.parametrize("ground", ["barbed wire", "wood", "trench", "river, ford"])
def test_a_retreat_is_not_affected_by_what_limits_movement(ground):
    """A gun that has fired may be driven out of a wood into wire."""
    gun = unit("Artillery", "d4", spent=("fired",))
    state = table(gun, ground={"d4": "wood", "d3": ground})
    after = hits(state, "Red Artillery", dice=[6], picks=[Retreat("Red Artillery", at("d3"))])
    assert square(after.state, "Red Artillery") == "d3"


@pytest.mark.clause("pw.hits.retreat-effects")
def test_a_unit_that_retreats_into_mines_is_hit_again():
    picks = [Retreat("Red Infantry", at("d3"))]
    after = hits(table(INFANTRY, ground={"d3": "minefield"}), "Red Infantry", dice=[6, 1], picks=picks)
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d3", 3)
    assert "Red Infantry sets off mines [pw.terrain.minefields]" in after.told


@pytest.mark.clause("pw.hits.retreat-effects")
def test_a_unit_destroyed_by_the_mines_it_retreats_into_is_destroyed_once():
    state = table(unit("Infantry", "d4", sp=1), ground={"d3": "minefield"})
    after = hits(state, "Red Infantry", dice=[6, 1], picks=[Retreat("Red Infantry", at("d3"))])
    assert [line for line in after.told if "destroyed" in line] == ["Red Infantry is destroyed [pw.units.destroyed]"]


@pytest.mark.clause("pw.hits.retreat-effects")
def test_a_moving_unit_that_retreats_neither_fires_nor_fights_on():
    """Driven back out of mines, Infantry beside an enemy has nothing more to do."""
    state = table(unit("Infantry", "d2"), unit("Infantry", "d5", side=BLUE), ground={"d3": "minefield"})
    order = [Move("Red Infantry", at("d3")), Retreat("Red Infantry", at("d2"))]
    with pytest.raises(AssertionError, match="ask nothing more"):
        activated(state, "Red Infantry", dice=[6], picks=order, kind="fire")


# ---- companions


@pytest.mark.case("pw.hits.companions", 1)
@pytest.mark.parametrize("choice, ends", [(TakeAlong, "d6"), (LeaveBehind, "d5")])
def test_a_retreating_unit_may_take_its_commander_along(choice, ends):
    loser, commander = unit("Infantry", "d5", "S", side=BLUE), unit("Commanders", "d5", "E", side=BLUE)
    state = table(unit("Machine Guns", "d4"), loser, commander)
    picks = [Retreat("Blue Infantry", at("d6")), choice("Blue Commanders")]
    order = Attack("Red Machine Guns", "Blue Infantry")
    after = act(state, lambda play: fight(play, order), dice=[1, 6, 6], picks=picks)
    assert (square(after.state, "Blue Infantry"), square(after.state, "Blue Commanders")) == ("d6", ends)
    assert after.asked[1].clause == "pw.hits.companions"


@pytest.mark.clause("pw.hits.companions")
def test_a_sharing_unit_that_retreats_moves_alone():
    state = table(unit("Infantry", "d4"), unit("Commanders", "d4"), unit("Trucks", "d4"))
    after = hits(state, "Red Commanders", dice=[6], picks=[Retreat("Red Commanders", at("d3"))])
    assert [square(after.state, f"Red {kind}") for kind in ("Commanders", "Infantry", "Trucks")] == ["d3", "d4", "d4"]


@pytest.mark.clause("pw.hits.companions")
def test_infantry_beside_tanks_is_no_companion():
    state = table(unit("Tanks", "d4"), unit("Infantry", "d4"), options=("tank-riders",))
    after = hits(state, "Red Tanks", dice=[6], picks=[Retreat("Red Tanks", at("d3"))])
    assert (square(after.state, "Red Tanks"), square(after.state, "Red Infantry")) == ("d3", "d4")


@pytest.mark.clause("pw.hits.companions")
def test_companions_taken_into_mines_are_hit_too():
    state = table(unit("Infantry", "d4"), unit("Commanders", "d4"), ground={"d3": "minefield"})
    picks = [Retreat("Red Infantry", at("d3")), TakeAlong("Red Commanders"), Resolve("Red Commanders")]
    after = hits(state, "Red Infantry", dice=[6, 1, 1], picks=picks)
    assert (sp(after.state, "Red Infantry"), sp(after.state, "Red Commanders")) == (3, 1)
