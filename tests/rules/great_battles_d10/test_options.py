"""Options of the d10 charts: smoke, ridges, fire over friends, the scale, bases, and how options go together."""

import pytest
from gbday import plays
from gbtable import (
    BLUE,
    INFANTRY,
    RED,
    Body,
    asks,
    carried_out,
    first_question,
    offers,
    sid,
    stand,
    table10,
    why_not,
)
from manoeuvres import body, pair, why_not_go
from missions import GUNS, ONE, TWO, called, falling, falling_on, is_falling, on_call, pre_planned
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import Post
from sandtable.rules.great_battles.commands.artillery import CallMission, FireShell, FireSmoke, KeepUp, LetCome
from sandtable.rules.great_battles.commands.day import Activate, Fire, PlaceUnit
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.fire.fire import fire_options, name_target, volley
from sandtable.rules.great_battles.fire.shot import refuse_firer, refuse_target
from sandtable.rules.great_battles.frame.setup import opening, place_next
from sandtable.rules.great_battles.guns.barrage import (
    call_missions,
    due_missions,
    enter_barrages,
    keep_barrages,
    resolve_barrages,
)
from sandtable.rules.great_battles.move.drill import form_options
from sandtable.rules.great_battles.rulesets import D10
from sandtable.rules.great_battles.steps import Dawn
from sandtable.rules.great_battles.table.field import field
from sandtable.rules.great_battles.table.ground import covered_or_crest, on_crest
from sandtable.rules.great_battles.table.sighting import is_sighted, sight
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act

A1 = Body("A1", (30, 20), stands=(INFANTRY,))
LONE = Body("B1", (30, 24), 180, side=BLUE, stands=(INFANTRY,))


def sees(state, a="A1/1", b="B1/1"):
    return sight(state, stand(state, a), stand(state, b)).clear


def why_no_shot(state):
    question = first_question(state, lambda play: name_target(play, sid(state, "A1/1")))
    return why_not(question, Fire(sid(state, "A1/1"), sid(state, "B1/1")))


# ---- smoke


def guns(*bodies, on=True, **more):
    return table10(*bodies, artillery=GUNS, options=("smoke",) if on else (), **more)


@pytest.mark.clause("gb10.sighting.smoke-rounds")
def test_a_round_is_declared_smoke_as_it_lands():
    state = pre_planned(guns(A1, LONE), ONE, 30, 22)
    question = asks(state, lambda play: due_missions(play, RED))
    assert question.side == RED and offers(question) == [FireShell(ONE), FireSmoke(ONE)]
    after = carried_out(state, due_missions, RED, picks=[FireSmoke(ONE)])
    assert "Red template 1 is smoke [gb10.sighting.smoke-rounds]" in after.told and is_falling(after.state, ONE)
    shell = carried_out(state, due_missions, RED, picks=[FireShell(ONE)])
    assert Mark.SMOKE not in shell.state.units[ONE].marks


@pytest.mark.clause("gb10.sighting.smoke-rounds")
def test_so_is_one_that_was_called_and_one_that_is_kept_up_may_be_changed():
    state = called(guns(A1, LONE), ONE, 30, 22)
    fallen = carried_out(state, due_missions, RED, picks=[LetCome(), FireSmoke(ONE)]).state
    order = CallMission(ONE, Place(30, 22), "A1")
    at_once = carried_out(on_call(guns(A1, LONE), ONE), call_missions, RED, dice=[1], picks=[order, FireSmoke(ONE)])
    assert Mark.SMOKE in fallen.units[ONE].marks and Mark.SMOKE in at_once.state.units[ONE].marks
    kept = carried_out(fallen, keep_barrages, RED, picks=[KeepUp(ONE), FireSmoke(ONE)])
    assert Mark.SMOKE in kept.state.units[ONE].marks
    shells = carried_out(fallen, keep_barrages, RED, picks=[KeepUp(ONE), FireShell(ONE)])
    assert Mark.SMOKE not in shells.state.units[ONE].marks


def smoke_on(state, target):
    state = falling_on(state, ONE, target)
    template = state.units[ONE]
    return state.put(replace(template, marks=template.marks | {Mark.SMOKE}))


@pytest.mark.clause("gb10.sighting.smoke-rounds")
def test_smoke_suppresses_nobody_and_pins_nobody():
    state = smoke_on(guns(A1, LONE), "B1/1")
    assert not carried_out(state, resolve_barrages, RED).rolls
    assert not carried_out(state, enter_barrages, "B1").entries
    assert refuse_firer(state, stand(state, "B1/1")) is None and refuse_target(state, stand(state, "B1/1")) is None
    assert not why_no_shot(state)


@pytest.mark.clause("gb10.sighting.smoke")
def test_smoke_blocks_sight_like_a_barrage():
    state = falling(guns(A1, LONE), ONE, 30, 22)
    template = state.units[ONE]
    hidden = state.put(replace(template, marks=template.marks | {Mark.SMOKE}))
    assert not sees(hidden) and why_no_shot(hidden) == "gb10.sighting.smoke"
    assert why_no_shot(state) == "gb10.barrage.blocks-sight"


def blind_to(state, name, x, y):
    """The clause by which A1 does not call a mission there."""
    question = first_question(state, lambda play: call_missions(play, RED))
    return why_not(question, CallMission(name, Place(x, y), "A1"))


@pytest.mark.clause("gb10.sighting.smoke", "gb10.barrage.spotters")
def test_who_fires_out_of_smoke_spots_out_of_it_too():
    state = on_call(smoke_on(guns(A1, LONE), "A1/1"), TWO)
    assert sees(state) and not blind_to(state, TWO, 30, 24)
    assert blind_to(on_call(falling(guns(A1, LONE), ONE, 30, 22), TWO), TWO, 30, 24) == "gb10.barrage.spotters"


@pytest.mark.clause("gb10.sighting.smoke")
def test_without_the_option_every_round_is_a_shell():
    after = carried_out(pre_planned(guns(A1, LONE, on=False), ONE, 30, 22), due_missions, RED)
    assert is_falling(after.state, ONE) and not after.asked


# ---- ridges

RIDGE = {"kind": "ridge", "name": "the ridge", "course": [[10, 22], [50, 22]], "width": 3, "level": 1}


def astride(ours, theirs, *, on=True, **more):
    """Red so far south of a ridge line that runs along y = 22, Blue so far north of it."""
    red = Body("A1", (30, 22 - ours), stands=(INFANTRY,))
    blue = Body("B1", (30, 22 + theirs), 180, side=BLUE, stands=(INFANTRY,))
    return table10(red, blue, pieces=(RIDGE,), options=("ridge-crest",) if on else (), **more)


@pytest.mark.clause("gb10.sighting.ridge-crest")
def test_one_sees_over_a_ridge_only_from_its_crest():
    assert not sees(astride(2, 3)) and why_no_shot(astride(2, 3)) == "gb10.sighting.ridge-crest"
    assert not sees(astride(1, 0.6))  # on the slope, though high up
    assert sees(astride(0.5, 3)) and sees(astride(3, 0.5))


@pytest.mark.clause("gb10.sighting.ridge-crest", "gb10.sighting.ridge-zones")
def test_on_one_side_everybody_sees_everybody():
    state = table10(
        Body("A1", (30, 18), stands=(INFANTRY,)), Body("B1", (30, 21.4), 180, side=BLUE, stands=(INFANTRY,)),
        pieces=(RIDGE,), options=("ridge-crest",),
    )  # fmt: skip
    assert sees(state)


@pytest.mark.clause("gb10.sighting.ridge-zones")
def test_who_is_on_the_crest_counts_as_on_a_crestline():
    near, far = astride(0.5, 3), astride(0.51, 3)
    assert on_crest(near, stand(near, "A1/1")) and covered_or_crest(near, stand(near, "A1/1")) == "soft"
    assert not on_crest(far, stand(far, "A1/1"))  # half way up is no crest here


@pytest.mark.clause("gb10.sighting.ridge-crest")
def test_without_the_option_a_ridge_is_a_plateau():
    assert sees(astride(0.9, 0.6, on=False))  # both on it
    assert not sees(astride(0.4, 3, on=False))  # 1.1 inches of it before one looks down
    edge = astride(1.2, 3, on=False)
    assert on_crest(edge, stand(edge, "A1/1"))


@pytest.mark.clause("gb10.sighting.ridge-crest")
def test_hills_that_are_areas_keep_their_contour_lines():
    hill = {"kind": "hill", "name": "the hill", "at": [30, 28], "size": [10, 8], "level": 1}

    def behind(inches):
        blue = Body("B1", (30, 24 + inches), 180, side=BLUE, stands=(INFANTRY,))
        return sees(table10(A1, blue, pieces=(hill,), options=("ridge-crest",)))

    assert behind(0.5) and not behind(0.6)


# ---- fire over friends

PLATEAU = {"kind": "hill", "name": "the hill", "at": [30, 18], "size": [10, 4.4], "level": 1}  # up to 20.2


def over(*, on=True, friend=(30, 22), **more):
    options = ("overhead-fire",) if on else ()
    return table10(A1, Body("A2", friend, stands=(INFANTRY,)), LONE, pieces=(PLATEAU,), options=options, **more)


@pytest.mark.clause("gb10.fire.overhead-fire")
def test_who_stands_higher_fires_over_a_friend():
    state = over()
    order = Fire(sid(state, "A1/1"), sid(state, "B1/1"))
    found = {option.command: option.clause for option in fire_options(state, stand(state, "A1/1"))}
    assert found[order] == "gb10.fire.overhead-fire"
    assert len(act(state, lambda play: volley(play, [order]), dice=[9]).rolls) == 1


@pytest.mark.clause("gb10.fire.overhead-fire")
def test_but_not_over_one_as_high_as_himself_nor_over_an_enemy_nor_without_the_option():
    assert why_no_shot(over(on=False)) == "gb10.fire.through-friends"
    flat = table10(A1, Body("A2", (30, 22), stands=(INFANTRY,)), LONE, options=("overhead-fire",))
    assert why_no_shot(flat) == "gb10.fire.through-friends"
    other = Body("B2", (30, 22), 180, side=BLUE, stands=(INFANTRY,))
    assert why_no_shot(table10(A1, other, LONE, pieces=(PLATEAU,), options=("overhead-fire",))) == (
        "gb10.fire.blocking-stands"
    )


@pytest.mark.clause("gb10.fire.overhead-fire")
def test_what_one_may_fire_at_over_a_friend_one_also_spots():
    hidden = replace(stand(over(), "B1/1"), known_to=frozenset())
    for on in (True, False):
        state = over(on=on).put(hidden)
        assert is_sighted(state, stand(state, "B1/1"), [stand(state, "A1/1")]) is on


# ---- scale and bases


def past(inches, *options):
    """The clause that keeps a stand from passing between two enemies so far apart; none if it may."""
    return why_not_go(table10(body(INFANTRY, at=(20, 11)), pair(inches), options=options), 20, 13.4)


@pytest.mark.clause("gb10.setup.cd3-scale")
def test_stands_3_inches_apart_still_close_the_gap():
    assert not past(2.9) and past(2.9, "cd3-scale") == "gb10.move.infiltration" and not past(3.1, "cd3-scale")


@pytest.mark.clause("gb10.setup.cd3-scale")
def test_lines_are_drawn_up_wider_and_the_option_says_so():
    def clauses(*options):
        body = Body("A1", (30, 20), stands=(INFANTRY,) * 3, formation=Formation.MARCH)
        state = table10(body, Body("B1", (30, 44), 180, side=BLUE), options=options)
        return {(o.command.formation, o.command.interval): o.clause for o in form_options(state, state.units["A1"])}

    wide = clauses("cd3-scale")
    assert wide[Formation.DEFENSIVE, 290] == "gb10.setup.cd3-scale"
    assert (Formation.DEFENSIVE, 290) not in clauses() and (Formation.DEFENSIVE, 190) in clauses()


@pytest.mark.clause("gb10.setup.cd3-scale")
def test_templates_are_two_inches_across():
    def hit(off, *options):
        state = table10(A1, LONE, artillery=GUNS, options=options)
        place = stand(state, "B1/1").place
        after = carried_out(falling(state, ONE, place.x, place.y + off), resolve_barrages, RED, dice=[8] * (off < 0.75))
        return bool(after.rolls)

    assert hit(0.7) and not hit(1.2)
    state = table10(A1, LONE, artillery=GUNS, options=("cd3-scale",))
    place = stand(state, "B1/1").place
    assert carried_out(falling(state, ONE, place.x, place.y + 1.2), resolve_barrages, RED, dice=[8]).rolls
    assert not carried_out(falling(state, ONE, place.x, place.y + 1.3), resolve_barrages, RED).rolls


STAFFED = ("HQ", "Heavy weapons", "Field gun M")


@pytest.mark.clause("gb10.organisation.rulebook-bases")
@pytest.mark.parametrize(
    ("options", "sizes"),
    [((), [(0.75, 1.0), (0.75, 0.75), (1.0, 0.75)]), (("rulebook-bases",), [(1.0, 0.5), (1.0, 0.5), (1.0, 1.0)])],
)
def test_bases_are_the_authors_or_the_rulebooks(options, sizes):
    state = table10(Body("A1", (30, 20), attached=STAFFED), LONE, options=options)
    slabs = [field(state).slabs[sid(state, f"A1/{n}")] for n in (4, 5, 6)]
    assert [(2 * slab.half_width, 2 * slab.half_depth) for slab in slabs] == sizes


@pytest.mark.clause("gb10.organisation.rulebook-bases")
def test_the_owner_is_told_of_bases_that_differ():
    state = table10(Body("A1", stands=(INFANTRY,) * 3, attached=STAFFED), LONE)
    army, other = state.scenario.side
    entries = tuple(replace(one, post=Post(box=(10, 5, 40, 20))) for one in army.battalions)
    scenario = replace(state.scenario, side=(replace(army, battalions=entries), other))
    order = PlaceUnit("A1", Place(25, 12, 0), Formation.DEFENSIVE)
    for options, told in (((), 0), (("rulebook-bases",), 3)):
        start = opening(scenario, frozenset(options))
        after = act(start, lambda play: place_next(play, RED), picks=[order], view=view)
        assert len([e for e in after.entries if e.clause == "gb10.organisation.rulebook-bases"]) == told


# ---- standing down for the day


@pytest.mark.clause("gb10.activate.reactivation-night-only")
@pytest.mark.parametrize("on", [True, False])
def test_who_has_stood_down_stays_so_until_the_next_day_if_that_is_played(on):
    down = Body("A1", (20, 20), active=False, marks=(Mark.DEACTIVATED,))
    options = ("reactivation-night-only",) if on else ()
    state = table10(down, Body("A2", (40, 20), active=False), LONE, options=options)
    found = offers(first_question(state, lambda play: activate_next(play, RED, dawn=False)))
    assert (Activate(("A1",)) in found) is not on and Activate(("A2",)) in found


# ---- how options go together


@pytest.mark.clause("gb10.variants.exclusive", "gb10.variants.initiative-dropped")
@pytest.mark.parametrize(
    "pair",
    [
        ("destroy-modifiers", "cover-to-hit"), ("ammo-low", "ammo-low-quality"),
        ("reactivation-night-only", "initiative-roll"), ("reactivation-night-only", "c-ops-activation"),
        ("initiative-roll", "c-ops-activation"), ("malta", "initiative-roll"), ("malta", "reactivation-night-only"),
    ],
)  # fmt: skip
def test_options_that_exclude_each_other_are_refused_with_the_reason(pair):
    scenario = table10(A1, LONE).scenario
    with pytest.raises(ScenarioError, match=f"({'|'.join(pair)}|c-ops-activation) and .* are alternatives"):
        opening(scenario, frozenset(pair))
    for one in pair:
        assert opening(scenario, frozenset({one})).variants >= {one}


@pytest.mark.clause("gb10.variants.exclusive", "gb10.variants.list")
def test_the_options_that_are_played_are_told_at_the_first_dawn():
    state = table10(A1, LONE, options=("smoke", "malta"))
    assert {"c-ops-activation", "air-attack"} <= state.variants
    first = plays(state, Dawn(1), steps=1)
    assert "Played with air-attack, c-ops-activation, malta, smoke [gb10.variants.exclusive]" in first.told
    assert "gb10.variants.exclusive" not in plays(state, Dawn(2), steps=1).cited
    assert "gb10.variants.exclusive" not in plays(table10(A1, LONE), Dawn(1), steps=1).cited


@pytest.mark.clause("gb10.variants.list")
def test_every_option_of_the_table_is_one_of_the_rule_set_and_none_is_on_by_itself():
    table_of = EDITION.book.tables["gb10.table.variants"]
    assert {str(row[0]) for row in table_of.rows} == set(D10.variants)
    for option, clause, _excludes in table_of.rows:
        assert EDITION.book.clauses[str(clause)].variant == option
    assert table10(A1, LONE).variants == frozenset()


@pytest.mark.clause("gb10.variants.list")
def test_options_amend_the_charts_of_their_battle_only():
    plain, coarse = table10(A1, LONE), table10(A1, LONE, options=("cd3-scale", "rulebook-bases"))
    assert (charts(plain).gap, charts(coarse).gap) == (2.0, 3.0)
    assert charts(coarse).bases["HQ"] != charts(plain).bases["HQ"]
