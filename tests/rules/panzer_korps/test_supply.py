"""Supply: lines to the own edge, past enemies, over rivers and bridges."""

import pytest
from msgspec.structs import replace
from pk_day import army_with, does, step, table, unit

from sandtable.board.tablemap import Laid, TableMap
from sandtable.rules.panzer_korps.orders import HALF, share_cut_off, trace_supply
from sandtable.rules.panzer_korps.scenario import laid
from sandtable.rules.panzer_korps.steps import TacticalTurn
from sandtable.rules.panzer_korps.words import Mark

SUPPLY = "pk.logistics.supply"


def line_of(y, words="", *, every=12):
    """A line of French battalions from edge to edge."""
    return [f"French {n} at {x},{y}: 3 infantry{words}" for n, x in enumerate(range(6, 72, every))]


def cut_off(*units, pieces=()):
    state = table("German I at 36,40 facing N: 3 infantry", *units)
    state = does(replace(state, board=laid(TableMap((72.0, 48.0), tuple(pieces)))), trace_supply).state
    return Mark.OUT_OF_SUPPLY in unit(state, "I").marks


@pytest.mark.case("pk.logistics.supply", 1)
def test_a_formation_behind_a_line_of_enemies_is_out_of_supply():
    assert cut_off(*line_of(20))


@pytest.mark.clause("pk.logistics.supply")
def test_a_gap_of_more_than_twelve_inches_between_them_lets_supply_through():
    assert not cut_off(*line_of(20, every=20))


@pytest.mark.clause("pk.logistics.supply")
@pytest.mark.parametrize("words", ["; disorder 6", "; Panicked"])
def test_fragmented_and_panicked_enemies_cut_off_nobody(words):
    assert not cut_off(*line_of(20, words))


@pytest.mark.clause("pk.logistics.supply")
def test_the_first_six_inches_may_lie_close_to_the_enemy():
    assert not cut_off("French A at 36,43: 3 infantry")
    assert not cut_off("French A at 36,34.5: 3 infantry", "French B at 36,45.5: 3 infantry")


@pytest.mark.clause("pk.logistics.supply")
def test_a_line_crosses_a_large_river_only_on_a_bridge():
    river = Laid("major river", course=((0, 20), (72, 20)))
    road = Laid("road", course=((50, 0), (50, 48)))
    far = "French A at 5,45: 3 infantry"
    assert cut_off(far, pieces=[river])
    assert not cut_off(far, pieces=[river, road])
    assert cut_off(far, "French B at 50,26: 3 infantry", pieces=[river, road])


@pytest.mark.clause("pk.logistics.supply")
def test_supply_comes_from_the_own_edge():
    state = does(
        table(
            "German I at 36,5: 3 infantry",
            *[one.replace("French", "German") for one in line_of(20)],
            "French A at 36,10: 3 infantry",
        ),
        trace_supply,
    ).state
    assert Mark.OUT_OF_SUPPLY in unit(state, "A").marks and Mark.OUT_OF_SUPPLY not in unit(state, "I").marks


@pytest.mark.clause("pk.logistics.supply")
def test_a_scenario_may_name_another_edge_for_supply():
    state = table("German I at 36,40 facing N: 3 infantry", *line_of(20))
    fed = does(army_with(state, "German", supply=("east",)), trace_supply).state
    assert Mark.OUT_OF_SUPPLY not in unit(fed, "I").marks


@pytest.mark.clause("pk.logistics.supply")
@pytest.mark.parametrize(
    ("cut", "out", "surrounded"), [((), False, False), (("I",), True, False), (("I", "II"), True, True)]
)
def test_half_of_a_group_makes_it_out_of_supply_and_all_of_it_surrounded(cut, out, surrounded):
    units = [
        f"German {one} at {x},5: 3 infantry{'; out of supply' if one in cut else ''}"
        for one, x in (("I", 10), ("II", 20))
    ]
    state = table(*units, "French A at 36,43: 3 infantry")
    share = share_cut_off(state, "German group")
    assert (share >= HALF, share == 1) == (out, surrounded)


@pytest.mark.clause("pk.logistics.supply", "pk.logistics.phase")
def test_supply_is_traced_anew_in_every_logistics_phase():
    state = table("German I at 36,5: 3 infantry; out of supply", "French A at 36,43: 3 infantry")
    after = step(state, TacticalTurn(1, 1))
    assert Mark.OUT_OF_SUPPLY not in unit(after, "I").marks and SUPPLY in after.cited
