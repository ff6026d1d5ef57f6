"""Dice, measuring, the sequence and options by the d10 charts."""

import re
from pathlib import Path

import pytest
from gbday import plays, points_of, with_actions, with_scenario
from gbtable import BLUE, FOE, INFANTRY, RED, Body, asks, marked, offers, sid, stand, table10
from msgspec.structs import replace

import sandtable.rules.great_battles as folder
from sandtable.board.place import Place
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.reckoning import Clause, Term
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import Artillery, turns_today
from sandtable.rules.great_battles.commands.day import Activate, Pick, Take
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.day.activation import second_thoughts
from sandtable.rules.great_battles.edition import plays as is_played
from sandtable.rules.great_battles.effects.hits import suppress_one_of
from sandtable.rules.great_battles.fire.fire import shoot
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim, score_to_hit
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.setup import opening
from sandtable.rules.great_battles.guns.calling import delay_modifiers
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.nerve.morale import fail
from sandtable.rules.great_battles.rulesets import D10, D20
from sandtable.rules.great_battles.sequence import begin
from sandtable.rules.great_battles.staff.supply import line_of_supply, situation
from sandtable.rules.great_battles.steps import Dawn, EndOfTurn, PlayerTurn, Turn
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import gap, is_smg, stands_of
from sandtable.rules.great_battles.words import Mark
from sandtable.scripted import act
from sandtable.testing import random_game

ANY = Clause("gb10.setup.score-limits")


def at(inches):
    """Two infantry stands face to face, so many inches apart."""
    ours = Body("A1", (20, 10), stands=(INFANTRY,))
    return table10(ours, Body("B1", (20, 10 + inches), 180, side=BLUE, stands=(INFANTRY,)))


# ---- measuring and dice


@pytest.mark.case("gb10.setup.bands", 1)
@pytest.mark.case("gb10.setup.bands", 2)
@pytest.mark.parametrize(("inches", "score"), [(2.0, 4), (2.01, 2)])
def test_a_column_runs_up_to_its_own_figure(inches, score):
    state = at(inches)
    shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"))
    assert (shot.distance, score_to_hit(state, shot).value) == (inches, score)


@pytest.mark.case("gb10.setup.percentile", 1)
def test_two_noughts_are_a_hundred():
    percent = EDITION.rolls.percent
    assert percent.sides == 100
    assert percent.chance(Term(99, "", ANY)) == 0.99
    assert EDITION.charts.delay("veteran", 100) == 3


@pytest.mark.case("gb10.setup.score-modifiers", 1)
def test_a_modifier_of_the_score_is_the_same_as_the_opposite_on_the_roll():
    state = table10(Body("A1", (20, 10)), FOE, artillery=Artillery("average", 1, 3))
    template = marked(state, "Red template 1", Mark.ON_CALL).units["Red template 1"]
    (on_call,) = delay_modifiers(state, template, "A1")
    assert (on_call.value, on_call.clause) == (-30, "gb10.barrage.delay-modifiers")
    chart, found = EDITION.charts, []

    def call(play):
        throw = EDITION.rolls.percent.read
        found.append(throw(play, Throw("delay", "call"), lambda _, total: chart.delay("average", total), (on_call,)))

    after = act(state, call, [10]), act(state, call, [11])
    assert found == [0, 1]
    assert "call: read as 40" in after[0].told[-1] and "gb10.setup.score-modifiers" in after[0].cited


@pytest.mark.case("gb10.setup.score-limits", 1)
def test_a_score_below_one_still_hits_on_a_natural_one():
    gun = Body("A1", (20, 10), 180, stands=("AT gun M",), set_up=(1,))
    foe = Body("B1", (20, 22.5), 180, side=BLUE, stands=("Sherman M-M-M",), active=False)
    state = table10(gun, foe)
    shot = aim(state, stand(state, "A1/1"), stand(state, "B1/1"), opportunity=True)
    assert shot.distance > 11
    assert score_to_hit(state, shot).value + sum(one.value for one in hit_modifiers(state, shot)) == -5
    hit = act(state, lambda play: shoot(play, shot), [1])
    assert "an unmodified 1 always hits [gb10.fire.natural-one]" in hit.told[0]
    assert not act(state, lambda play: shoot(play, shot), [2]).told[1:]


@pytest.mark.clause("gb10.setup.score-limits")
@pytest.mark.parametrize(("score", "words"), [(0, "cannot be made"), (10, "cannot fail")])
def test_a_score_out_of_reach_of_the_die_is_told(score, words):
    test = EDITION.rolls.dice.test
    after = act(at(2), lambda play: test(play, Throw("try", "try"), Term(score, "so much", ANY)), [5])
    (told,) = [entry for entry in after.entries if isinstance(entry.event, Noted)]
    assert told.clause == "gb10.setup.score-limits" and words in told.event.tell()


# ---- losses and retreats


@pytest.mark.case("gb10.setup.retreat", 1)
def test_who_has_no_way_back_stays_and_loses_a_stand():
    state = table10(Body("A1", (30, 3), stands=(INFANTRY,) * 3), Body("B1", (30, 9), 180, side=BLUE))
    question = asks(state, lambda play: fail(play, "A1"))
    assert offers(question) == [Take(sid(state, f"A1/{n}")) for n in (1, 2, 3)]
    after = act(state, lambda play: fail(play, "A1"), picks=[Take(sid(state, "A1/2"))])
    assert stand(after.state, "A1/1").place == stand(state, "A1/1").place
    assert Mark.DESTROYED in stand(after.state, "A1/2").marks
    assert Mark.TO_GROUND in after.state.units["A1"].marks
    assert "gb10.morale.failure-details" in after.cited


@pytest.mark.case("gb10.setup.casualty-choice", 1)
def test_suppressions_go_to_unsuppressed_stands():
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4, suppressed=(1,)), FOE)
    question = asks(state, lambda play: suppress_one_of(play, stands_of(play.state, "A1"), "B1"))
    assert offers(question) == [Take(sid(state, f"A1/{n}")) for n in (2, 3, 4)]


# ---- the day


@pytest.mark.case("gb10.setup.turns-per-day", 1)
@pytest.mark.parametrize(("turns", "clause"), [(0, "turns-per-day"), (8, "season-length")])
def test_the_night_follows_the_last_turn(turns, clause):
    state = table10(Body("A1", (20, 10)), FOE, days=2)
    state = replace(state, scenario=replace(state.scenario, turns=turns, month="December"))
    day = plays(state, EndOfTurn(turns or 10), steps=1)
    assert day.agenda == ["Nightfall"]
    assert f"gb10.setup.{clause}" in day.cited


@pytest.mark.clause("gb10.setup.turn-sequence")
def test_troops_land_before_barrages_are_rolled_for():
    day = plays(table10(Body("A1", (20, 10)), FOE), PlayerTurn(RED), steps=1)
    assert day.agenda.index("Landing") < day.agenda.index("Shelling")
    assert day.agenda.count("Moving") == 2


# ---- options


@pytest.mark.clause("gb10.setup.stock-and-options", "gb10.variants.exclusive")
@pytest.mark.parametrize("pair", EDITION.words.alternatives)
def test_options_that_exclude_each_other_are_refused(pair):
    state = table10(Body("A1", (20, 10)), FOE)
    with pytest.raises(ScenarioError, match="are alternatives"):
        opening(state.scenario, frozenset(pair))


def test_malta_brings_its_staff_and_its_aircraft():
    state = table10(Body("A1", (20, 10)), FOE, options=("malta",))
    assert state.variants == {"malta", "c-ops-activation", "air-attack"}


def test_options_go_by_the_names_the_book_gives_them():
    state = table10(Body("A1", (20, 10), active=False, marks=(Mark.DEACTIVATED,)), FOE, options=("initiative-roll",))
    assert len(list(second_thoughts(with_actions(state, A1=1), force(state, RED)))) == 1
    assert is_played(state, "light-gun-no-infantry")
    assert not is_played(state, "sequential-fire")


# ---- both editions


def test_no_rule_asks_which_edition_is_played():
    """What differs is a value of the edition; only it, and what reads scenarios, knows a book by its name."""
    knows_it = re.compile(r"about\.(id|prefix)|(?<!sandtable)\.rules\b")
    files = Path(folder.__file__).parent.rglob("*.py")
    asking = {file.name for file in files if knows_it.search(file.read_text(encoding="utf-8"))}
    before = {
        "scenario.py",
        "reading.py",
        "setup.py",
        "showing.py",
        "legend.py",
        "missions.py",
        "translating.py",
    }  # any battle
    editions = {"books.py", "edition.py", "d10.py", "d20.py", "rulesets.py"}
    keepers = {"siting.py", "glimpses.py"}  # what they keep is kept for each edition
    assert asking == editions | before | keepers


@pytest.mark.parametrize("variants", [frozenset(), D10.every_option], ids=["plain", "every option"])
def test_a_battle_of_the_other_edition_is_fought_to_an_end_under_these_charts(variants):
    scenario = replace(D20.scenarios()["first-orders"], rules=D10.id, options=())
    *_, game = random_game(D10, scenario, variants, "first orders by ten")
    assert game.state.agenda == ()
    assert {entry.clause.partition(".")[0] for entry in game.log() if entry.clause} == {"gb10"}


# ---- what a scenario may say


def test_where_a_battle_proceeds_nobody_is_asked_to_pass():
    """gb10.dawn.pass-or-proceed is skipped: plans, then both activate at the price of the dawn."""
    state = table10(Body("A1", (20, 10), active=False), FOE, points=2, artillery=Artillery("average", 1, 2))
    state = with_scenario(state, proceeds=True, starts_at_turn=4)
    asked = plays(state, Dawn(1), picks=[Activate(("A1",))], until="Red, first actions")
    assert not [text for text in asked.asked if "pass, or proceed" in text]
    assert "the day begins with turn 4 [gb10.dawn.passing-turns]" in asked.told
    assert Mark.ACTIVATED in asked.state.units["A1"].marks
    assert points_of(asked.state, RED) == 1


def test_it_needs_a_dawn_for_that():
    state = table10(Body("A1", (20, 10)), FOE)
    with pytest.raises(ScenarioError, match="proceeds"):
        check(with_scenario(state, proceeds=True, dawn=False).scenario)


@pytest.mark.clause("gb10.setup.plotted-placement")
def test_one_side_may_start_in_view_and_the_other_hidden():
    state = table10(Body("A1", (20, 10)), FOE, c_ops={RED: (20, 0.5), BLUE: (20, 47.5)})
    red, blue = state.scenario.side
    state = opening(replace(state.scenario, open=False, side=(replace(red, open=True), blue)), frozenset())
    assert state.units["Red C Ops"].known_to is None
    assert state.units["Blue C Ops"].known_to is not None


@pytest.mark.clause("gb10.organisation.smg", "gb10.close-combat.smg-battalion")
def test_stands_have_submachine_guns_each_for_itself():
    mixed = Body("A1", (20, 10), stands=("SMG infantry", INFANTRY), destroyed=())
    state = table10(mixed, Body("B1", (20, 12.5), 180, side=BLUE, stands=(INFANTRY,)))
    scores = [score_to_hit(state, aim(state, stand(state, f"A1/{n}"), stand(state, "B1/1"))) for n in (1, 2)]
    assert [score.value for score in scores] == [1, 2]
    assert not is_smg(state, state.units["A1"])
    lone = marked(state, "A1/2", Mark.DESTROYED)
    assert is_smg(lone, lone.units["A1"])
    whole = table10(Body("A1", (20, 10), smg=True, attached=("HQ",)), FOE)
    assert is_smg(whole, whole.units["A1"])


# ---- what the words mean


@pytest.mark.clause("gb10.setup.dice")
def test_a_die_has_ten_faces_and_must_not_exceed_the_score():
    assert EDITION.rolls.die.sides == EDITION.rolls.dice.sides == 10
    assert EDITION.rolls.dice.makes(4, 4) and not EDITION.rolls.dice.makes(5, 4)


@pytest.mark.clause("gb10.setup.measuring", "gb10.setup.fractions")
def test_distances_are_between_the_nearest_points_of_bases_and_never_rounded():
    lone = {"stands": (INFANTRY,)}
    state = table10(Body("A1", (20, 10), **lone), Body("B1", (22.54, 10), 180, side=BLUE, **lone))
    assert gap(state, stand(state, "A1/1"), stand(state, "B1/1")) == 1.04
    assert EDITION.charts.rate("Foot", "assault", "bad") == 2.5


@pytest.mark.clause("gb10.setup.day-sequence")
def test_a_turn_is_one_player_turn_of_each_the_first_player_first():
    day = plays(table10(Body("A1", (20, 10)), FOE), Turn(5), steps=1)
    assert day.state.agenda[:2] == (PlayerTurn(RED), PlayerTurn(BLUE))
    assert begin(table10(Body("A1", (20, 10)), FOE).scenario, frozenset()).agenda[-1] == Dawn(1)


@pytest.mark.clause("gb10.setup.season-length")
def test_a_shorter_day_is_the_scenarios_doing_alone():
    state = with_scenario(table10(Body("A1", (20, 10)), FOE, days=2), month="December")
    assert turns_today(state) == 10
    assert turns_today(with_scenario(state, turns=8)) == 8


@pytest.mark.clause("gb10.setup.scale", "gb10.setup.map-scale")
def test_nothing_but_an_option_depends_on_the_scale():
    plain, coarse = (EDITION.charts_under[frozenset(options)] for options in ((), ("cd3-scale",)))
    assert (plain.gap, coarse.gap) == (2.0, 3.0)
    assert plain.rate("Foot", "march", "dirt") == coarse.rate("Foot", "march", "dirt")


@pytest.mark.clause("gb10.setup.terrain")
def test_going_cover_and_sight_are_those_of_the_terrain_table():
    found = [EDITION.charts.grounds[kind] for kind in ("woods", "orchard", "rough")]
    assert [ground.going for ground in found] == ["bad", "good", "bad"]
    assert [ground.cover for ground in found] == ["soft", "soft", "none"]
    assert [ground.blocks for ground in found] == [True, False, False]


@pytest.mark.clause("gb10.setup.table-edge", "gb10.setup.stacking")
def test_nobody_stops_off_the_table_or_on_a_friend():
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,)), Body("A2", (20, 12), stands=(INFANTRY,)), FOE)
    body, one = state.units["A1"], sid(state, "A1/1")
    assert refuse_end(state, body, {one: Place(20, 0.1)}).clause == "gb10.setup.table-edge"
    assert refuse_end(state, body, {one: stand(state, "A2/1").place}).clause == "gb10.setup.stacking"
    assert refuse_end(state, body, {one: Place(20, 14)}) is None


@pytest.mark.clause("gb10.setup.ordering")
def test_whose_turn_it_is_picks_the_order_and_the_attacker_goes_first_at_dawn():
    state = with_actions(table10(Body("A1", (20, 10)), Body("A2", (40, 10)), FOE), A1=1, A2=1)
    question = asks(state, lambda play: move_next(play, RED, 1))
    assert offers(question)[:2] == [Pick("A1"), Pick("A2")]
    assert question.options[0].clause == "gb10.setup.ordering"
    dawn = plays(with_scenario(state, first_player=BLUE), Dawn(1), steps=1)
    assert [step.side for step in dawn.state.agenda[:2]] == [RED, BLUE]


@pytest.mark.clause("gb10.setup.friendly-edge")
def test_without_staff_nobody_deploys_from_a_fup_and_nobody_is_near_a_c_ops():
    state = table10(Body("A1", (20, 10)), FOE)
    assert line_of_supply(state, force(state, RED)).clause == "gb10.command.fup"
    assert situation(state, state.units["A1"]) == "Separated"


@pytest.mark.clause("gb10.variants.exclusive")
def test_of_three_ways_to_reactivate_one_is_played():
    groups = [{"c-ops-activation", "initiative-roll"}, {"c-ops-activation", "reactivation-night-only"}]
    groups += [{"initiative-roll", "reactivation-night-only"}, {"ammo-low", "ammo-low-quality"}]
    assert all(any(set(pair) == group for pair in EDITION.words.alternatives) for group in groups)
    assert not any(set(pair) <= D10.every_option for pair in EDITION.words.alternatives)
