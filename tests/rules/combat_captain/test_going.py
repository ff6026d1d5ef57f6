"""The geometry of movement: straight walks over ground, arrangements about a leader."""

from itertools import combinations

import pytest
from cc import able, at, units
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.board import shapes
from sandtable.board.tablemap import Laid, TableMap
from sandtable.mechanics.arrangement import FILE, LINE, SHAPES, arranged, nearest_slots
from sandtable.rules.combat_captain.book import KINDS, counts
from sandtable.rules.combat_captain.control import slots
from sandtable.rules.combat_captain.going import Leg, dice_on, ground_of, walk
from sandtable.rules.combat_captain.scenario import GOING, laid

BROKEN = laid(
    TableMap(
        (40.0, 30.0),
        (
            Laid("forest", at=(10, 8), size=(8, 6)), Laid("rough", at=(20, 12), size=(6, 10), turn=30),
            Laid("stream", course=((2, 20), (18, 17), (38, 22)), width=1.5), Laid("road", course=((5, 2), (22, 28))),
            Laid("wall", course=((24, 6), (34, 9))), Laid("building", at=(30, 16), size=(5, 4), turn=15),
            Laid("cliff", at=(30, 26), size=(6, 2)),
        ),
    )
)  # fmt: skip
WALKERS = ["Rifle squad", "50 to 75 mm anti-tank gun", "Truck", "Half-track", "Panther"]
POINTS = st.tuples(st.integers(300, 3700), st.integers(300, 2700)).map(lambda p: (p[0] / 100, p[1] / 100))
FACES = st.lists(st.integers(1, 6), min_size=1, max_size=2)


def legs_of(faces):
    return tuple(Leg(face, face) for face in faces)


# ---- straight walks


@settings(max_examples=150, deadline=None)
@given(a=POINTS, b=POINTS, faces=FACES, name=st.sampled_from(WALKERS))
@example(a=(4.47, 3.0), b=(3.0, 3.0), faces=[1], name="Rifle squad")
def test_a_walk_is_no_longer_than_the_way_or_the_dice_and_says_why_it_ends(a, b, faces, name):
    gone = walk(BROKEN, KINDS[name], legs_of(faces), a, b)
    span = shapes.span_of(a, b)
    assert 0 <= gone.inches <= min(span, sum(faces)) + shapes.HALF_STEP
    assert (gone.why is None) == (gone.inches >= span - shapes.SLACK)
    assert sum(leg.inches for leg in gone.legs) <= sum(faces) - gone.inches + shapes.TWO_STEPS


@settings(max_examples=150, deadline=None)
@given(a=POINTS, b=POINTS, face=st.integers(1, 6), name=st.sampled_from(WALKERS), share=st.floats(0.1, 0.95))
def test_with_one_die_nobody_is_on_ground_where_it_does_not_count(a, b, face, name, share):
    kind = KINDS[name]
    gone = walk(BROKEN, kind, legs_of([face]), a, b)
    if gone.inches < 0.2:
        return
    spot = shapes.place_at(shapes.along(a, b, 0.1 + share * (gone.inches - 0.2)))
    near = [BROKEN.under(shapes.shifted(spot, turn, 0.06)) for turn in range(0, 360, 30)]
    grounds = {ground_of(kind.mover, tuple(piece.kind for piece in pieces)) for pieces in (BROKEN.under(spot), *near)}
    assert any(counts(dice_on(kind.mover, ground), face) for ground in grounds)


@settings(max_examples=100, deadline=None)
@given(a=POINTS, b=POINTS, faces=FACES, name=st.sampled_from(WALKERS))
def test_who_walks_on_from_where_he_stopped_gets_no_farther_than_at_once(a, b, faces, name):
    kind = KINDS[name]
    once = walk(BROKEN, kind, legs_of(faces), a, b)
    half = walk(BROKEN, kind, legs_of(faces), a, shapes.along(a, b, once.inches / 2))
    rest = walk(BROKEN, kind, half.legs, shapes.along(a, b, half.inches), b)
    assert half.inches + rest.inches <= once.inches + 0.1


@pytest.mark.parametrize("kind", sorted(GOING))
@pytest.mark.parametrize("name", WALKERS)
def test_every_kind_of_ground_tells_every_mover_which_dice_count(kind, name):
    ground = ground_of(KINDS[name].mover, (kind,))
    assert dice_on(KINDS[name].mover, ground) in ("all", "even", "odd", "-")


def test_of_two_pieces_the_worse_counts_and_a_road_before_both():
    foot = KINDS["Rifle squad"].mover
    assert ground_of(foot, ("rough", "forest")) == "forest"
    assert ground_of(foot, ("forest", "river")) == "impassable"
    assert ground_of(foot, ("forest", "river", "road")) == "road"


# ---- arrangements


MADE_OF = [
    "Rifle squad",
    "2 Rifle squad",
    "5 Rifle squad",
    "8 Rifle squad, 4 Mortar squad",
    "5 Rifle squad, 3 Half-track",
]


@pytest.mark.clause("cc.cohesion.length")
@pytest.mark.parametrize("radius", [6, 9, 12])
@pytest.mark.parametrize("made_of", MADE_OF)
def test_a_line_is_no_longer_than_control_allows(made_of, radius):
    own = units(able(made_of, "36,24").state, "Able")
    spots = slots(own, own[0], LINE, radius)
    assert all(shapes.span_of(spot, (0, 0)) <= radius for spot in spots.values())
    assert spots.keys() == {unit.id for unit in own}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("made_of", MADE_OF)
@pytest.mark.parametrize("facing", [0, 37, 90, 200])
def test_in_any_arrangement_nobody_stands_on_another_and_all_face_alike(made_of, shape, facing):
    own = units(able(made_of, "36,24").state, "Able")
    placed = arranged(slots(own, own[0], shape, 9), at(36, 24, facing))
    assert placed[own[0].id] == at(36, 24, facing)
    discs = [(placed[unit.id], KINDS[unit.kind].radius) for unit in own]
    for (one, r1), (other, r2) in combinations(discs, 2):
        assert shapes.span_of(one.point, other.point) >= r1 + r2
    assert {place.facing for place in placed.values()} == {facing}


def test_a_file_is_two_abreast():
    own = units(able("6 Rifle squad", "36,24").state, "Able")
    assert len({x for x, _ in slots(own, own[0], FILE, 9).values()}) == 2


def test_places_are_shared_out_to_whoever_is_nearest():
    own = units(able("5 Rifle squad; in line", "36,24").state, "Able")
    now = {unit.id: unit.place for unit in own}
    mixed = dict(zip(now, [now[own[0].id], *reversed(list(now.values())[1:])], strict=True))
    assert nearest_slots(mixed, now, own[0].id) == now
