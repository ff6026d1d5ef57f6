"""How battalions stand, and how they change it."""

from itertools import combinations, pairwise
from random import Random

import pytest
from gbday import in_column, plays
from gbrandom import some_stands
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, sid, stand, table, why_not
from manoeuvres import (
    ASSAULT,
    DEFENSIVE,
    FOE,
    MARCH,
    ROAD,
    ROAD_MARCH,
    centre,
    forms,
    four,
    on_road,
    spots,
    why_not_form,
)

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import Lead, Move
from sandtable.rules.great_battles.d20 import EDITION
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim, refuse_shot, score_to_hit
from sandtable.rules.great_battles.move.drill import (
    Forms,
    choose_lead_in,
    form_options,
    intervals_for,
    no_forms,
    shapes_for,
)
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.steps import Clearing
from sandtable.rules.great_battles.table.field import field, formation, standing
from sandtable.rules.great_battles.table.formation import centre_stand, drawn_up, front_rank, in_order, ranks
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark
from sandtable.scripted import act

# ---- the shapes


@pytest.mark.clause("gb20.formation.types")
def test_march_is_one_behind_another_assault_two_ranks_and_defensive_one_line():
    rows = {shape: spots(table(four(shape))) for shape in (MARCH, ASSAULT, DEFENSIVE)}
    assert [x for x, _ in rows[MARCH]] == [20] * 4 and len({y for _, y in rows[MARCH]}) == 4
    assert [y for _, y in rows[ASSAULT]] == [19.75, 19.75, 19.05, 19.05]
    assert len({y for _, y in rows[DEFENSIVE]}) == 1 and len({x for x, _ in rows[DEFENSIVE]}) == 4


@pytest.mark.clause("gb20.formation.types")
def test_road_march_is_end_to_end_along_the_road_with_the_long_sides_along_it():
    state = on_road(*(INFANTRY,) * 4, head=20)
    assert spots(state) == [(30, 20), (30, 18.5), (30, 17), (30, 15.5)]
    slab = field(state).slabs[sid(state, "A1/1")]
    assert (slab.half_width, slab.half_depth) == (0.25, 0.75)


@pytest.mark.clause("gb20.formation.types")
def test_road_march_is_taken_up_on_a_road_only():
    state = table(four(MARCH, (20, 20)), FOE, pieces=(ROAD,))
    assert why_not_form(state, centre(state), ROAD_MARCH) == "gb20.formation.types"
    assert ROAD_MARCH not in shapes_for(state, state.units["A1"])
    beside = table(four(MARCH, (30.4, 20)), FOE, pieces=(ROAD,))
    after = forms(beside, ROAD_MARCH).state
    assert [x for x, _ in spots(after)] == [30] * 4
    assert formation(after.units["A1"]) == ROAD_MARCH


@pytest.mark.clause("gb20.formation.spacing")
@pytest.mark.parametrize("seed", range(60))
def test_neighbours_keep_the_spacing_of_their_formation_and_nobody_lies_on_another(seed):
    rng = Random(seed)
    state = table(Body("A1", (30, 24), rng.randrange(360), stands=some_stands(rng)))
    stands = standing(state, "A1")
    for shape in (MARCH, ASSAULT, DEFENSIVE):
        for interval in EDITION.charts.intervals:
            at = Place(30, 24, rng.randrange(360))
            slabs = laid_out(state, shape, stands, interval, at)
            assert all(shapes.apart(a, b) > -0.02 for a, b in combinations(slabs, 2))
            check_spacing(shape, tuple(one.kind for one in in_order(stands)), slabs)


def laid_out(state, shape: Formation, stands, interval: int, at: Place):
    """The ground that stands cover, in their order."""
    places = drawn_up(state, shape, stands, interval, at)
    return [shapes.footprint(places[one.id], charts(state).bases[one.kind]) for one in in_order(stands)]


def check_spacing(shape: Formation, kinds, slabs) -> None:
    """formation.spacing, rank by rank."""
    front, *rear = ranks(shape, kinds)
    for a, b in pairwise(front):
        assert shapes.apart(slabs[a], slabs[b]) < 2
    for rank in rear:
        assert all(shapes.apart(slabs[a], slabs[b]) < 1 for a, b in pairwise(rank))
    for ahead, behind in pairwise((front, *rear)):
        deepest = [max(depth_of(slabs[i])) for i in ahead]
        first = [min(depth_of(slabs[i])) for i in behind]
        assert min(first) - max(deepest) + 0.02 >= 0 and max(first) - max(deepest) < 1


def depth_of(slab) -> list[float]:
    """How far the corners of a base lie behind the line through the origin that it faces away from."""
    x, y = slab.right
    return [cy * -x + cx * y for cx, cy in shapes.corners_of(slab)]


@pytest.mark.clause("gb20.formation.spacing")
def test_half_of_the_fighting_stands_rounded_up_are_in_front_and_support_is_behind():
    kinds = (Kind.INFANTRY,) * 3 + (Kind.ARMOUR, Kind.ANTI_TANK, Kind.HQ, Kind.HEAVY_WEAPONS)
    assert ranks(ASSAULT, kinds) == ((0, 1, 2), (3, 4, 5, 6))
    assert ranks(ASSAULT, kinds[:3]) == ((0, 1), (2,))
    assert ranks(DEFENSIVE, kinds) == ((0, 1, 2, 3, 4), (5, 6))
    assert ranks(MARCH, (Kind.HQ, Kind.INFANTRY, Kind.INFANTRY))[0] == (1,)  # an HQ never marches first


@pytest.mark.clause("gb20.formation.spacing")
def test_the_owner_chooses_how_widely_a_line_is_spaced():
    state = table(Body("A1", (20, 20)), FOE)
    lines = [option for option in form_options(state, state.units["A1"]) if option.command.formation == DEFENSIVE]
    assert [(option.command.interval, option.clause) for option in lines] == [
        (100, "gb20.formation.change"),
        (50, "gb20.formation.spacing"),
        (190, "gb20.formation.spacing"),
    ]
    assert intervals_for(state, state.units["A1"], MARCH) == (100,)
    after = forms(state, DEFENSIVE, interval=190).state
    assert [round(b[0] - a[0] - 1.5, 2) for a, b in pairwise(spots(after))] == [1.9] * 2


@pytest.mark.clause("gb20.formation.spacing", "gb20.formation.few-stands")
def test_two_in_front_of_others_are_spaced_as_their_owner_likes_but_two_alone_touch():
    state = table(four(ASSAULT), FOE)
    assert intervals_for(state, state.units["A1"], ASSAULT) == (100, 50, 190)
    for interval, inches in ((100, 0.0), (50, 0.5), (190, 1.9)):
        places = spots(forms(state, ASSAULT, interval=interval).state)
        assert round(places[1][0] - places[0][0] - 1.5, 2) == inches
    pair = table(Body("A1", (20, 20), stands=(INFANTRY,) * 2), FOE)
    assert intervals_for(pair, pair.units["A1"], ASSAULT) == (100,)


@pytest.mark.case("gb20.formation.few-stands", 1)
def test_a_battalion_down_to_one_stand_is_in_assault_formation():
    column = Body("A1", (20, 20), formation=MARCH)
    state = table(column, Body("B1", (20, 26), 180, side=BLUE, stands=(TANK,)))
    for number in (2, 3):
        state = Destroyed(sid(state, f"A1/{number}"), "", 1).apply(state)
    day = plays(state, Clearing(RED))
    body = day.state.units["A1"]
    assert any("A1 is in assault formation" in line and "few-stands" in line for line in day.told)
    assert (stand(day.state, "A1/1").place, Rates(day.state, body).good) == (stand(state, "A1/1").place, 3)
    shot = aim(day.state, stand(day.state, "B1/1"), stand(day.state, "A1/1"))
    assert "gb20.fire.column-and-road" not in {term.clause for term in hit_modifiers(day.state, shot)}


@pytest.mark.clause("gb20.formation.few-stands")
def test_a_single_stand_takes_up_no_line_or_column_but_may_stand_along_a_road():
    state = table(Body("A1", (30, 20), stands=(INFANTRY,)), FOE, pieces=(ROAD,))
    assert shapes_for(state, state.units["A1"]) == [ASSAULT, ROAD_MARCH]
    assert why_not_form(state, centre(state), DEFENSIVE) == "gb20.formation.few-stands"
    assert why_not_form(state, centre(state), MARCH) == "gb20.formation.few-stands"
    left = on_road(head=20)
    for number in (2, 3):
        left = Destroyed(sid(left, f"A1/{number}"), "", 1).apply(left)
    assert formation(plays(left, Clearing(RED)).state.units["A1"]) == ROAD_MARCH


@pytest.mark.clause("gb20.formation.few-stands", "gb20.fire.column-and-road")
def test_a_single_stand_that_happens_to_face_along_a_road_is_in_assault_formation():
    foe = Body("B1", (30, 24), 180, side=BLUE, stands=(TANK,))
    state = table(Body("A1", (30, 20), stands=(INFANTRY,)), foe, pieces=(ROAD,))
    assert hit_modifiers(state, aim(state, stand(state, "B1/1"), stand(state, "A1/1"))) == ()
    assert Rates(state, state.units["A1"]).good == 3


@pytest.mark.clause("gb20.formation.few-stands")
def test_two_stands_touch_in_assault_formation_and_do_not_in_line():
    for shape, inches in ((ASSAULT, 0.0), (DEFENSIVE, 1.0)):
        state = table(Body("A1", (20, 20), stands=(INFANTRY,) * 2, formation=shape))
        a, b = (field(state).slabs[sid(state, f"A1/{n}")] for n in (1, 2))
        assert shapes.apart(a, b) == pytest.approx(inches)


# ---- changing it


@pytest.mark.clause("gb20.formation.change")
def test_the_others_go_to_their_places_round_the_centre_stand_and_the_facing_may_change():
    state = table(four(MARCH), FOE)
    after = forms(state, DEFENSIVE, facing=90)
    body = after.state.units["A1"]
    assert formation(body) == DEFENSIVE and {one.place.facing for one in standing(after.state, "A1")} == {90}
    stays = centre_stand(state, state.units["A1"])[0]
    assert after.state.units[stays.id].place.point == stays.place.point
    assert "gb20.formation.change" in after.cited


@pytest.mark.clause("gb20.formation.change-allowance")
def test_a_stand_may_go_as_far_as_the_battalion_marches():
    tanks = table(four(MARCH, stands=(TANK,) * 5), FOE)
    assert why_not_form(tanks, centre(tanks), DEFENSIVE, 190) == ""
    slow = table(four(MARCH, stands=(TANK,) * 5, suppressed=(1,)), FOE)
    assert why_not_form(slow, centre(slow), DEFENSIVE, 190) == "gb20.formation.change-allowance"  # 5 inches, not 10


@pytest.mark.clause("gb20.formation.change-allowance")
def test_set_up_weapons_hold_it_to_1_inch():
    body = four(MARCH, attached=("Heavy weapons",), set_up=(5,))
    state = table(body, FOE)
    assert why_not_form(state, centre(state), DEFENSIVE) == "gb20.move.set-up"


@pytest.mark.clause("gb20.formation.change-allowance")
def test_the_going_counts_and_water_cannot_be_crossed():
    tank = {"stands": (TANK,) * 4, "at": (20, 20)}
    marsh = {"kind": "marsh", "at": (20, 20), "size": (30, 12)}
    bog = table(four(MARCH, tank["at"], stands=tank["stands"]), FOE, pieces=(marsh,))
    dry = table(four(MARCH, tank["at"], stands=tank["stands"]), FOE)
    assert why_not_form(dry, centre(dry), DEFENSIVE, 190) == ""
    assert why_not_form(bog, centre(bog), DEFENSIVE, 190) == "gb20.formation.change-allowance"
    river = {"kind": "river", "course": ((22, 0), (22, 48)), "width": 1.0}
    wet = table(four(MARCH), FOE, pieces=(river,))
    assert why_not_form(wet, centre(wet), DEFENSIVE) == "gb20.move.path"


@pytest.mark.clause("gb20.formation.change-allowance")
def test_the_facing_alone_may_be_changed_and_what_does_not_fit_is_not_allowed():
    state = table(four(DEFENSIVE), FOE)
    assert why_not_form(state, centre(state, 30), DEFENSIVE) == ""
    edge = table(four(MARCH, (1, 20)), FOE)
    assert why_not_form(edge, centre(edge), DEFENSIVE) == "gb20.setup.table-edge"


@pytest.mark.clause("gb20.formation.centre-stand")
def test_the_centre_is_the_stand_nearest_the_average_and_the_owner_chooses_between_two():
    three = table(Body("A1", (20, 20), formation=MARCH))
    assert [one.id for one in centre_stand(three, three.units["A1"])] == [sid(three, "A1/2")]
    state = table(four(MARCH), FOE)
    both = [one.id for one in centre_stand(state, state.units["A1"])]
    assert both == [sid(state, "A1/2"), sid(state, "A1/3")]
    for one in both:
        assert why_not_form(state, state.units[one].place, DEFENSIVE) == ""
    assert why_not_form(state, stand(state, "A1/1").place, DEFENSIVE) == "gb20.formation.centre-stand"


@pytest.mark.case("gb20.formation.road-to-defensive", 1)
def test_from_road_march_to_line_a_stand_may_go_up_to_12_inches():
    state = on_road(*(INFANTRY,) * 6)
    assert (
        why_not_form(state, centre(state), DEFENSIVE, 190) == ""
    )  # the outermost goes more than 7 inches; foot march 6
    after = forms(state, DEFENSIVE, interval=190).state
    gone = [shapes.span_of(a, b) for a, b in zip(spots(state), spots(after), strict=True)]
    assert 7 < max(gone) <= 12
    long = (INFANTRY,) * 8
    far = on_road(*long)
    assert why_not_form(far, centre(far), DEFENSIVE, 190) == "gb20.formation.road-to-defensive"


@pytest.mark.clause("gb20.formation.road-to-defensive")
def test_from_road_march_to_anything_else_the_march_rate_holds():
    state = on_road(*(INFANTRY,) * 8)
    assert why_not_form(state, centre(state, 90), MARCH) == "gb20.formation.change-allowance"


@pytest.mark.case("gb20.formation.no-contact", 1)
def test_a_change_of_formation_brings_nobody_into_contact():
    lone = {"side": BLUE, "stands": (INFANTRY,)}
    touching = table(four(MARCH), Body("B1", (22.5, 19.3), 180, **lone))
    assert why_not_form(touching, centre(touching), DEFENSIVE) == "gb20.formation.no-contact"
    beyond = table(four(MARCH), Body("B1", (22.5, 19.4), 180, **lone))
    assert why_not_form(beyond, centre(beyond), DEFENSIVE) == ""


@pytest.mark.clause("gb20.formation.no-contact")
def test_nor_does_it_swing_a_stand_into_an_enemy_and_the_question_says_so():
    upon = table(four(MARCH), Body("B1", (22.5, 18.9), 180, side=BLUE, stands=(INFANTRY,)))
    assert why_not_form(upon, centre(upon), DEFENSIVE) == "gb20.formation.no-contact"
    barred = {option.command.formation: option.clause for option in no_forms(upon, upon.units["A1"])}
    assert barred[DEFENSIVE] == "gb20.formation.no-contact"


@pytest.mark.clause("gb20.formation.no-contact")
def test_where_a_hidden_enemy_stands_the_change_is_broken_off():
    wood = {"kind": "woods", "at": (24, 19), "size": (3, 3)}
    hidden = Body("B1", (22.5, 19.1), 180, side=BLUE, stands=(INFANTRY,), hidden=True, marks=(Mark.ACTION_TAKEN,))
    state = table(four(MARCH, (20, 20), stands=(INFANTRY,) * 3), hidden, pieces=(wood,))
    seen = view(state, RED)
    assert Forms(seen, seen.units["A1"], DEFENSIVE).why_not(centre(state)) is None
    after = forms(state, DEFENSIVE)
    assert any("A1 goes back to" in line and "no-contact" in line for line in after.told)
    assert spots(after.state) == spots(state) and formation(after.state.units["A1"]) == MARCH
    assert stand(after.state, "B1/1").known_to is None


# ---- ranks and facing


@pytest.mark.case("gb20.formation.front-rank", 1)
def test_in_march_only_the_leading_stand_fires_directly_and_the_next_indirectly():
    state = table(Body("A1", (20, 20), formation=MARCH), Body("B1", (20, 21.3), 180, side=BLUE, stands=(INFANTRY,)))
    second = stand(state, "A1/2")
    direct, lobbed = (aim(state, second, stand(state, "B1/1"), indirect=how) for how in (False, True))
    assert direct.distance == 2.0
    assert refuse_shot(state, direct).clause == "gb20.formation.front-rank"
    assert refuse_shot(state, lobbed) is None and score_to_hit(state, lobbed).value == 19
    assert refuse_shot(state, aim(state, stand(state, "A1/1"), stand(state, "B1/1"))) is None


@pytest.mark.clause("gb20.formation.front-rank")
@pytest.mark.parametrize(("shape", "front"), [(MARCH, "1"), (ASSAULT, "12"), (DEFENSIVE, "12345")])
def test_who_is_in_the_front_rank(shape, front):
    state = table(four(shape, attached=("HQ",)))
    assert front_rank(state, state.units["A1"]) == {sid(state, f"A1/{n}") for n in front}


@pytest.mark.clause("gb20.formation.front-rank")
def test_the_owner_says_who_leads_where_stands_differ():
    state = table(Body("A1", (20, 20), attached=(TANK,), formation=DEFENSIVE), FOE)
    region = Forms(state, state.units["A1"], MARCH)
    place = centre(state)
    question = asks(state, lambda play: choose_lead_in(play, region, place))
    assert [option.clause for option in question.options] == ["gb20.formation.front-rank"] * 4
    after = act(state, lambda play: choose_lead_in(play, region, place), picks=[Lead("A1", sid(state, "A1/4"))])
    assert in_order(standing(after.state, "A1"))[0].id == sid(state, "A1/4")
    alike = table(four(DEFENSIVE), FOE)
    same = Forms(alike, alike.units["A1"], MARCH)
    assert act(alike, lambda play: choose_lead_in(play, same, centre(alike))).asked == []


@pytest.mark.clause("gb20.formation.spacing")
def test_the_same_formation_with_another_interval_is_drawn_up_anew():
    state = table(four(MARCH), FOE)
    usual, widths = Forms(state, state.units["A1"], DEFENSIVE), []
    for interval in (100, 50, 190):
        xs = [place.x for place in usual.spaced(interval).laid_out(centre(state)).values()]
        widths.append(max(xs) - min(xs))
        assert usual.laid_out(centre(state))  # it has been drawn up itself
    assert widths[1] < widths[0] < widths[2]


@pytest.mark.clause("gb20.formation.facing")
def test_all_stands_face_the_same_way():
    state = table(four(ASSAULT, facing=75))
    assert {one.place.facing for one in standing(state, "A1")} == {75}


@pytest.mark.clause("gb20.formation.facing")
def test_in_a_wheel_the_path_of_the_outermost_stand_is_measured():
    state = table(four(DEFENSIVE), FOE)
    region = Moves(state, state.units["A1"])
    assert region.contains(Place(20, 20, 10))
    assert region.why_not(Place(20, 20, 60)).clause == "gb20.formation.facing"
    narrow = table(four(MARCH), FOE)
    assert Moves(narrow, narrow.units["A1"]).contains(Place(20, 20, 60))


@pytest.mark.clause("gb20.formation.facing")
def test_the_forward_arc_is_the_half_circle_before_the_front_edge():
    state = table(Body("A1", (20, 20), stands=(TANK,)), Body("B1", (23, 19.2), side=BLUE, stands=(TANK,)))
    shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"))
    ahead = table(Body("A1", (20, 20), stands=(TANK,)), Body("B1", (23, 22), side=BLUE, stands=(TANK,)))
    labels = {term.clause for term in hit_modifiers(state, shot)}
    fore = {term.clause for term in hit_modifiers(ahead, aim(ahead, stand(ahead, "A1/1"), stand(ahead, "B1/1")))}
    assert "gb20.fire.arc" in labels | {why.clause for why in [refuse_shot(state, shot)] if why}
    assert "gb20.fire.arc" not in fore


@pytest.mark.clause("gb20.formation.facing")
def test_in_road_march_everybody_faces_along_the_road():
    bend = {"kind": "road", "name": "road", "course": ((30, 0), (30, 24), (50, 24))}
    course = ((30.0, 0.0), (30.0, 24.0), (50.0, 24.0))
    state = in_column(table(four(ROAD_MARCH, (30, 24)), FOE, pieces=(bend,)), "A1", course, 27)
    faces = {one.place.facing: one.place for one in standing(state, "A1")}
    assert faces.keys() == {0, 90} and faces[90].y == 24 and faces[0].x == 30
    question = asks(state, lambda play: take_action(play, "A1"))
    assert why_not(question, Move("A1", Place(36, 24, 0))) == "gb20.formation.facing"
    assert why_not(question, Move("A1", Place(36, 24, 90))) == ""
