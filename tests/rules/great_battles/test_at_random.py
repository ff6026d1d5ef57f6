"""Manoeuvres at random by the charts of both editions: nobody is ever left on another or off the table."""

from collections import Counter
from random import Random

import pytest
from gbrandom import off_table, overlaps, some_table
from gbtable import GB10, GB20

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import OneWay, Over, Play
from sandtable.rules.great_battles.book.charts import Losses
from sandtable.rules.great_battles.commands.combat import FaceAbout
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.day.deploy import enemies_by_distance
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.facts.day import Formed, Marched, RoundOver
from sandtable.rules.great_battles.move.drill import form_options
from sandtable.rules.great_battles.move.movement import ROUNDING
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.move.road import moves_of
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.table.field import all_standing, is_locked, nearest, on_table, standing
from sandtable.rules.great_battles.table.sighting import everyone_looks
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation

by_both_charts = pytest.mark.parametrize("rules", [GB20, GB10])


def battalions(state):
    """Everybody's, each with his own side's view of the table."""
    return [(view(state, side), body) for side in state.sides for body in on_table(state, side)]


@by_both_charts
@pytest.mark.clause("gb20.formation.change", "gb20.formation.spacing")
@pytest.mark.clause("gb10.formation.change", "gb10.formation.change-rate")
@pytest.mark.parametrize("seed", range(40))
def test_every_change_that_is_offered_leaves_everybody_on_the_table_and_on_nobody(rules, seed):
    state, rng = some_table(seed, rules=rules), Random(seed)
    offered = [(body, option) for seen, body in battalions(state) for option in form_options(seen, body)]
    assert offered
    for body, option in offered:
        region, to = option.region, option.complete(rng).to
        assert region.contains(to)
        stays = region.centre_at(to)
        anchor, places = region.drawn_up(stays, to.facing)
        after = Formed(body.id, region.shape, region.interval, anchor, tuple(places.items())).apply(state)
        assert not overlaps(after) and not off_table(after)
        if region.shape != Formation.ROAD_MARCH:
            assert after.units[stays.id].place.point == stays.place.point


@by_both_charts
@pytest.mark.clause("gb20.move.action", "gb20.move.path")
@pytest.mark.clause("gb10.move.basics", "gb10.move.turning")
@pytest.mark.parametrize("seed", range(40))
def test_every_place_picked_at_random_is_allowed_and_leaves_everybody_on_the_table_and_on_nobody(rules, seed):
    state, rng = some_table(seed, rules=rules), Random(seed)
    for seen, body in battalions(state):
        region = moves_of(seen, body, 1.0)
        assert region.contains(region.start)
        for place in (*(region.sample(rng) for _ in range(4)), *region.notable()):
            assert region.contains(place)
            way = region.way(place)
            assert way.inches() <= region.far + ROUNDING and way.to == place
            after = Marched(body.id, place, tuple(way.after.items())).apply(state)
            assert not overlaps(after) and not off_table(after)


@by_both_charts
def test_most_battalions_find_somewhere_to_go(rules):
    going = []
    for seed in range(20):
        rng = Random(seed)
        for seen, body in battalions(some_table(seed, rules=rules, active=True)):
            region = moves_of(seen, body, 1.0)
            going.append(region.sample(rng) != region.start)
    assert going.count(True) > 0.8 * len(going)


@by_both_charts
@pytest.mark.clause("gb20.move.rates", "gb10.move.rates")
def test_a_place_just_beyond_the_allowance_is_refused(rules):
    beyond = []
    for seed in range(40):
        state, rng = some_table(seed, rules=rules, active=True), Random(seed)
        regions = [moves_of(state, body, 1.0) for _, body in battalions(state)]
        for region in regions:
            if isinstance(region, Moves):
                x, y = shapes.ahead(region.start.point, rng.randrange(360), region.far + 0.06)
                place = Place(shapes.to_lattice(x), shapes.to_lattice(y), region.start.facing)
                beyond.append(region.contains(place))
    assert len(beyond) > 100 and not any(beyond)


class Anyhow(OneWay):
    """Anything legal, by a seed; every command is one that the rules admit."""

    def __init__(self, seed):
        self._rng, self._dice = Random(seed), SeededDice(str(seed))

    def throw(self, count, reading, what):
        return self._dice.throw(count, reading)

    def choose(self, question):
        command = question.forced or self._rng.choice(question.options).complete(self._rng)
        assert question.refuse(command) is None
        return command


def played(state, answers, carry_out):
    play = Play(state, answers, view)
    try:
        carry_out(play)
    except Over:
        pass
    return play.state


@by_both_charts
@pytest.mark.clause("gb20.move.path", "gb20.formation.no-contact")
@pytest.mark.clause("gb10.move.turning", "gb10.formation.no-contact", "gb10.formation.change-rate")
@pytest.mark.parametrize("seed", range(30))
def test_no_action_ends_with_stands_on_each_other_whoever_lies_hidden(rules, seed):
    state, anyhow = some_table(seed, hidden=seed % 2 == 0, rules=rules), Anyhow(seed)
    state = played(state, anyhow, everyone_looks)
    for side in state.sides * 2:
        for one in on_table(state, side):
            if one.id in {body.id for body in on_table(state, side) if not is_locked(state, body)}:
                state = played(state, anyhow, lambda play, name=one.id: take_action(play, name))
                assert not overlaps(state) and not off_table(state)
        state = RoundOver().apply(state)


@by_both_charts
@pytest.mark.parametrize("seed", range(20))
def test_a_place_is_allowed_exactly_where_there_is_nothing_to_be_said_against_it(rules, seed):
    """`contains` looks first at what is most often in the way, `why_not` at what is told first: they must agree."""
    state, rng = some_table(seed, rules=rules), Random(seed)
    asked = Counter()
    for seen, body in battalions(state):
        moves, changes = moves_of(seen, body, 1.0), [option.region for option in form_options(seen, body)]
        spots = [(moves, beside(place, rng)) for place in (moves.start, *moves.notable()) for _ in range(3)]
        spots += [(forms, Place(*forms.sample(rng).point, rng.randrange(360))) for forms in changes for _ in range(6)]
        for region, place in spots:
            assert region.contains(place) == (region.why_not(place) is None), (region, place)
            asked[region.contains(place)] += 1
    assert asked[True] and asked[False]


@by_both_charts
@pytest.mark.parametrize("seed", range(10))
def test_a_newcomer_measures_only_to_enemies_that_could_harm_him(rules, seed):
    state = some_table(seed, rules=rules)
    safe = [charts(state).deployment(dawn=dawn, distance=charts(state).harmed_within + 0.01) for dawn in (True, False)]
    assert safe == [Losses(), Losses()]
    for body in (body for side in state.sides for body in on_table(state, side)):
        every = enemies_by_distance(state, body)
        assert [enemy.id for _, enemy in every] == [enemy for _, enemy in sorted((off, one.id) for off, one in every)]
        for far in (charts(state).harmed_within, 5.0):
            assert enemies_by_distance(state, body, far) == [found for found in every if found[0] <= far]


class TurningAbout(Anyhow):
    """The same, but whoever has fallen back turns about if he may."""

    def choose(self, question):
        turns = [option for option in question.options if isinstance(option.command, FaceAbout)]
        return turns[0].complete(self._rng) if turns else super().choose(question)


class Standing(Anyhow):
    """The same, but nobody turns about."""

    def choose(self, question):
        stays = [option for option in question.options if isinstance(option.command, Halt)]
        return stays[0].command if stays else super().choose(question)


@pytest.mark.clause("gb10.setup.retreat")
@pytest.mark.parametrize("seed", range(30))
def test_who_turns_about_after_a_retreat_brings_nobody_nearer_to_the_enemy_and_on_nobody(seed):
    state = some_table(seed, rules=GB10)
    for name in [body.id for _, body in battalions(state)]:
        turned = played(state, TurningAbout(seed), lambda play, name=name: retreat(play, name))
        stayed = played(state, Standing(seed), lambda play, name=name: retreat(play, name))
        for one in standing(turned, name):
            enemies = [*all_standing(stayed, state.foe(one.side))]
            was, is_now = (nearest(table, table.units[one.id], enemies)[0] for table in (stayed, turned))
            assert is_now >= was - ROUNDING
        assert not overlaps(turned) and not off_table(turned)
        body = turned.units[name]
        if body.place.facing != stayed.units[name].place.facing:
            assert moves_of(turned, body, 1.0).contains(body.place)


def beside(place, rng):
    x, y = (shapes.to_lattice(at + rng.uniform(-2, 2)) for at in place.point)
    return Place(x, y, place.facing)
