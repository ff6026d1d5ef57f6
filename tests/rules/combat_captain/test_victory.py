"""Victory: objectives, collapse, the last turn, giving up."""

import pytest
from cc_melee import AMERICAN, GERMAN, table, unit
from msgspec.structs import replace

from sandtable import Resign, new_game
from sandtable.kernel.events import Won
from sandtable.kernel.state import NOBODY
from sandtable.mechanics.aims import Victory, Win
from sandtable.rules.combat_captain.scenario import Objective
from sandtable.rules.combat_captain.sequence import EndOfPlayerTurn, PlayerTurn, Turn, end_of_player_turn
from sandtable.rules.combat_captain.words import Tally
from sandtable.scripted import act

TOWN, FIELD = Objective("the town", (20, 20)), Objective("the airfield", (50, 40))


def ends(at, side=AMERICAN, first=False):
    """A player turn ends, the second of its game turn or the first."""
    step = EndOfPlayerTurn(side)
    then = PlayerTurn(at.state.foe(side)) if first else Turn(at.state.tallies[Tally.TURN] + 1, GERMAN)
    return act(at.state.change(agenda=(step, then)), lambda play: end_of_player_turn(play, step))


def verdict(after):
    """By which clause the battle ends, and who wins; nothing if it goes on."""
    last = after.entries[-1]
    return (last.clause, last.event.side) if isinstance(last.event, Won) else None


def armies(german=0, american=0, of=(12, 12), **how):
    """Two companies that have lost so many of their sub-units."""

    def company(start, number, gone):
        words = "".join(f", {n} lost" for n in range(1, gone + 1))
        return f"{start}: {number} Rifle squad; in line{words}"

    sides = company("German Able at 30,5", of[0], german), company("American Baker at 30,44", of[1], american)
    return table(*sides, **how)


# ---- objectives


def at_town(german, american="60,44", holder="American"):
    """Each side has a squad somewhere, and one of them holds the town."""
    squads = f"German Able at {german}: Rifle squad", f"American Baker at {american}: Rifle squad"
    return table(*squads, objectives=[replace(TOWN, holder=holder), FIELD])


@pytest.mark.case("cc.victory.control", 1)
@pytest.mark.clause("cc.victory.control")
def test_nobody_takes_an_objective_that_both_are_near():
    assert unit(ends(at_town("20,23", "22,20")), "the town").side == AMERICAN


@pytest.mark.clause("cc.victory.control")
@pytest.mark.parametrize(("y", "holder"), [(23.0, GERMAN), (23.01, AMERICAN)])
def test_whoever_alone_is_within_three_inches_takes_it(y, holder):
    after = ends(at_town(f"20,{y}"))
    assert unit(after, "the town").side == holder


@pytest.mark.clause("cc.victory.control")
def test_it_is_kept_when_its_holder_goes_away():
    assert unit(ends(at_town("5,5", holder="German")), "the town").side == GERMAN


@pytest.mark.clause("cc.victory.control")
def test_the_scenario_says_who_holds_it_at_the_start():
    at = at_town("5,5", holder="")
    assert at["the town"].side == NOBODY and at_town("5,5", holder="German")["the town"].side == GERMAN


@pytest.mark.clause("cc.victory.control", "cc.vehicles.transport")
@pytest.mark.parametrize(("words", "holder"), [("", NOBODY), (", 2 aboard 1", GERMAN)])
def test_a_truck_takes_nothing_but_the_men_aboard_it_do(words, holder):
    able = f"German Able at 20,20: Truck, Rifle squad; 2 at 40 20{words}"
    after = ends(table(able, "American Baker at 60,44: Rifle squad", objectives=[TOWN]))
    assert unit(after, "the town").side == holder


BOTH = Win("German", ("the town", "the airfield"), "player turn")


@pytest.mark.clause("cc.victory.objectives", "cc.victory.check")
@pytest.mark.parametrize(("holder", "how_it_ends"), [("German", ("cc.victory.objectives", GERMAN)), ("American", None)])
def test_a_side_wins_when_it_controls_all_that_the_scenario_asks_for(holder, how_it_ends):
    objectives = [replace(TOWN, holder="German"), replace(FIELD, holder=holder)]
    at = armies(objectives=objectives, victory=Victory((BOTH,)))
    assert verdict(ends(at)) == how_it_ends


@pytest.mark.clause("cc.victory.when")
@pytest.mark.parametrize(
    ("when", "first", "turn", "wins"),
    [
        ("player turn", True, 1, True),
        ("game turn", True, 1, False),
        ("game turn", False, 1, True),
        ("end", False, 9, False),
        ("end", True, 10, False),
        ("end", False, 10, True),
    ],
)
def test_conditions_are_looked_at_after_every_player_turn_every_turn_or_the_last(when, first, turn, wins):
    held = [replace(TOWN, holder="German")]
    win = Win("German", ("the town",), when)
    at = armies(objectives=held, victory=Victory((win,)), turn=turn)
    assert verdict(ends(at, first=first)) == (("cc.victory.objectives", GERMAN) if wins else None)


# ---- collapse


@pytest.mark.case("cc.victory.collapse", 1)
@pytest.mark.clause("cc.victory.collapse")
@pytest.mark.parametrize(("gone", "how_it_ends"), [(8, ("cc.victory.collapse", AMERICAN)), (7, None)])
def test_a_side_that_has_lost_two_thirds_of_its_sub_units_loses_at_once(gone, how_it_ends):
    assert verdict(ends(armies(german=gone), first=True)) == how_it_ends


@pytest.mark.clause("cc.victory.collapse")
@pytest.mark.parametrize(("german", "american", "winner"), [(8, 9, GERMAN), (9, 8, AMERICAN), (8, 8, None)])
def test_if_both_collapse_the_smaller_share_of_losses_wins(german, american, winner):
    assert verdict(ends(armies(german, american))) == ("cc.victory.collapse", winner)


@pytest.mark.clause("cc.victory.collapse")
def test_trucks_do_not_count_among_the_lost_nor_among_those_one_had():
    three = "German Able at 30,5: 3 Rifle squad, 3 Truck"
    assert verdict(ends(table(f"{three}; 1 lost, 4 lost, 5 lost, 6 lost"))) is None
    assert verdict(ends(table(f"{three}; 1 lost, 2 lost"))) == ("cc.victory.collapse", AMERICAN)


# ---- the end


@pytest.mark.case("cc.victory.turn-limit", 1)
@pytest.mark.clause("cc.victory.turn-limit")
@pytest.mark.parametrize(("american", "winner"), [(3, GERMAN), (2, AMERICAN)])
def test_after_the_last_turn_the_smaller_share_of_losses_wins(american, winner):
    at = armies(4, american, of=(12, 8), turn=10)
    assert verdict(ends(at)) == ("cc.victory.turn-limit", winner)


@pytest.mark.clause("cc.victory.turn-limit")
def test_equal_shares_are_a_draw():
    assert verdict(ends(armies(4, 2, of=(12, 6), turn=10))) == ("cc.victory.turn-limit", None)


@pytest.mark.clause("cc.victory.turn-limit")
def test_the_scenario_may_name_who_wins_if_the_shares_are_equal():
    at = armies(4, 2, of=(12, 6), turn=10, victory=Victory(if_even="American"))
    assert verdict(ends(at)) == ("cc.victory.turn-limit", AMERICAN)


@pytest.mark.clause("cc.victory.turn-limit")
@pytest.mark.parametrize(("otherwise", "winner"), [("American", AMERICAN), ("draw", None), ("", GERMAN)])
def test_the_scenario_may_name_who_wins_if_nobody_reaches_his_aim(otherwise, winner):
    at = armies(0, 4, turn=10, victory=Victory(otherwise=otherwise))
    assert verdict(ends(at)) == ("cc.victory.turn-limit", winner)


@pytest.mark.clause("cc.victory.turn-limit")
def test_a_scenario_that_names_no_limit_lasts_ten_turns():
    assert verdict(ends(armies(turn=9))) is None
    assert verdict(ends(armies(turn=10))) == ("cc.victory.turn-limit", None)


@pytest.mark.clause("cc.victory.concede")
@pytest.mark.parametrize(("side", "winner"), [(GERMAN, AMERICAN), (AMERICAN, GERMAN)])
def test_who_concedes_gives_the_battle_to_the_other_side(side, winner):
    game = new_game("combat-captain", "crossroads-house", seed="victory")
    last = game.play(Resign(side))[-1]
    assert (last.clause, last.event.side) == ("cc.victory.concede", winner)
