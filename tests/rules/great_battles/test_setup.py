"""Before the first turn: who goes first, placing, and the state at the start."""

from random import Random

import pytest
from gbday import in_column, plays, with_actions, with_scenario
from gbrandom import off_table, overlaps
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, offers, sid, stand, table, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.play import Play
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import Artillery, Entry, GreatBattle, Post, battle
from sandtable.rules.great_battles.commands.day import Fire, KeepBack, Lead, Pick, PlaceUnit, Proceed
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.rules.great_battles.frame.reading import scenarios
from sandtable.rules.great_battles.frame.setup import opening, place_next, starts
from sandtable.rules.great_battles.move.road import RoadMoves
from sandtable.rules.great_battles.sequence import begin
from sandtable.rules.great_battles.steps import (
    Aiming,
    Clearing,
    CloseCombat,
    Dawn,
    Firing,
    Morale,
    Opening,
    Placement,
    PlayerTurn,
    Turn,
)
from sandtable.rules.great_battles.table.field import formation, in_reserve, is_active, is_smg, on_table, standing
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally
from sandtable.scripted import Scripted, act

FOE = Body("B1", (20, 30), 180, side=BLUE)


def start(*entries: Entry, hidden: bool = True, edges=("south", "north"), pieces=(), **more) -> GreatBattle:
    """A scenario with these battalions of Red, and one of Blue far in the north."""
    foe = Entry("B1", "B", "average", (INFANTRY,) * 2, post=Post(box=(0, 40, 60, 48)))
    state = table(Body("X1"), Body("Y1", side=BLUE), pieces=pieces, edges=edges)
    red, blue = battle(state).side
    armies = replace(red, battalions=entries), replace(blue, battalions=(foe,))
    return replace(battle(state), side=armies, open=not hidden, **more)


def entry(name: str = "A1", **more) -> Entry:
    fields = {"stands": (INFANTRY,) * 3, "post": Post(box=(10, 2, 30, 12))} | more
    return Entry(name, fields.pop("group", name[0]), fields.pop("quality", "average"), **fields)


def placing(scenario: GreatBattle, picks=(), side=RED):
    return act(opening(scenario, frozenset()), lambda play: place_next(play, side), picks=picks, view=view)


def asked_to_place(scenario: GreatBattle, side=RED):
    return asks(opening(scenario, frozenset()), lambda play: place_next(play, side))


# ---- who goes first, and in which order


@pytest.mark.clause("gb20.setup.roles")
def test_the_attacker_places_first_and_the_first_player_takes_the_first_turn():
    state = begin(start(entry(), first_player=BLUE), frozenset())
    assert [step.side for step in state.agenda if isinstance(step, Placement)] == [RED, BLUE]
    day = plays(with_scenario(table(Body("A1", (20, 10)), FOE), first_player=BLUE), Turn(5), steps=1)
    assert [step.side for step in day.state.agenda if isinstance(step, PlayerTurn)] == [BLUE, RED]


@pytest.mark.case("gb20.setup.turn-sequence", 1)
def test_the_steps_of_a_player_turn_follow_in_order():
    day = plays(table(Body("A1", (20, 10)), FOE), PlayerTurn(RED), steps=1)
    rounds = ["Moving", "Tidying", "Aiming", "Firing"]
    assert day.agenda == [
        *("Deployment", "Activation", "Barrages", "Calls", "Shelling", "Landing", "ActionRolls", "Staff"),
        *(rounds + rounds),
        *("CloseCombat", "Morale", "Clearing"),
    ]
    assert "gb20.setup.turn-sequence" in day.cited


@pytest.mark.clause("gb20.setup.turn-sequence")
def test_the_turn_marker_goes_up_before_anything_else():
    day = plays(table(Body("A1", (20, 10)), FOE), Turn(6), steps=1)
    assert day.state.tallies[Tally.TURN] == 6
    assert day.told[0] == "Day 1, turn 6 [gb20.setup.player-turns]"


@pytest.mark.case("gb20.setup.player-turns", 1)
def test_who_is_hit_tests_morale_before_the_other_player_begins():
    near = Body("B1", (20, 11), 180, side=BLUE, stands=(INFANTRY,))
    state = with_actions(table(Body("A1", (20, 10), stands=(INFANTRY,)), near), A1=1)
    steps = Aiming(RED, 1), Firing(RED, 1), CloseCombat(RED), Morale(RED), Clearing(RED), PlayerTurn(BLUE)
    shot = Fire(sid(state, "A1/1"), sid(state, "B1/1"))
    day = plays(state, *steps, picks=[shot], dice=[20, 1, 20], until="who is activated")
    assert day.line("B1/1 infantry is suppressed") < day.line("B1 tests morale") < day.line("Blue's turn")


@pytest.mark.clause("gb20.setup.player-turns")
def test_a_turn_is_one_player_turn_of_each_and_then_the_next_turn():
    day = plays(table(Body("A1", (20, 10)), FOE), Turn(5), until="end the day")
    told = [line for line in day.told if "turn [" in line]
    assert told == ["Red's turn [gb20.setup.turn-sequence]", "Blue's turn [gb20.setup.turn-sequence]"]
    assert day.agenda == ["EndOfTurn"]


@pytest.mark.clause("gb20.setup.first-turn")
def test_a_battle_begins_with_a_dawn_and_no_night_or_with_the_turn_that_the_scenario_names():
    names = [type(step).__name__ for step in begin(start(entry()), frozenset()).agenda]
    assert names == ["Placement", "Placement", "Dawn"]
    state = begin(scenarios("great-battles-d20")["first-orders"], frozenset())
    assert [type(step).__name__ for step in state.agenda] == ["Placement", "Placement", "Opening"]
    day = plays(state, Opening(), steps=2)
    assert day.told[0] == "The battle begins with turn 4 [gb20.setup.first-turn]"
    assert day.state.tallies[Tally.TURN] == 4


@pytest.mark.clause("gb20.setup.first-turn")
def test_in_a_battle_that_begins_by_day_the_artillery_is_planned_for_the_rest_of_it():
    state = table(Body("A1", (20, 22)), FOE, artillery=Artillery("average", 1, 2))
    day = plays(with_scenario(state, dawn=False, starts_at_turn=5), Opening(), until="Red: which mission do you call")
    assert [line for line in day.asked if "what does it do today" in line] == [
        "Red: Red template 1: what does it do today?",
        "Blue: Blue template 1: what does it do today?",
    ]


@pytest.mark.clause("gb20.setup.first-turn", "gb20.dawn.sequence")
def test_nobody_knows_the_weather_of_a_battle_that_begins_by_day_when_he_plans_his_artillery():
    state = table(Body("A1", (20, 22)), FOE, artillery=Artillery("average", 1, 2))
    state = with_scenario(state, dawn=False, starts_at_turn=5, weather="roll")
    assert not any("weather" in line for line in plays(state, Opening(), until="what does it do today").told)
    begun = plays(state, Opening(), until="Red: which mission do you call")
    assert begun.line("the weather: rolls") < begun.line("Day 1, turn 5")


@pytest.mark.clause("gb20.setup.ordering")
def test_the_active_player_takes_his_battalions_in_any_order():
    state = with_actions(table(Body("A1", (20, 10)), Body("A2", (30, 10)), FOE), A1=1, A2=1)
    question = asks(state, lambda play: move_next(play, RED, 1))
    picks = [option for option in question.options if isinstance(option.command, Pick)]
    assert {option.command.unit for option in picks} == {"A1", "A2"}
    assert {option.clause for option in picks} == {"gb20.setup.ordering"}


@pytest.mark.clause("gb20.setup.ordering")
def test_secret_choices_of_both_sides_come_before_either_is_shown():
    state = begin(start(entry()), frozenset())
    place = PlaceUnit("A1", Place(20, 10, 0), Formation.ASSAULT)
    theirs = PlaceUnit("B1", Place(20, 44, 180), Formation.ASSAULT)
    day = plays(state, *state.agenda[:2], picks=[place, theirs])
    assert [entry.known_to for entry in day.entries if entry.event.tell()].count(None) == 0


# ---- placing


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_units_start_hidden_with_place_facing_and_formation():
    after = placing(start(entry()), [PlaceUnit("A1", Place(20, 10, 0), Formation.DEFENSIVE)])
    body = after.state.units["A1"]
    assert (body.place, formation(body)) == (Place(20, 10, 0), Formation.DEFENSIVE)
    assert after.told == ["A1 starts in defensive formation at 20, 10, facing 0 [gb20.setup.hidden-placement]"]
    assert Mark.RESERVE not in body.marks
    seen = view(after.state, BLUE)
    assert not any(unit.side == RED and unit.place is not None for unit in seen.units.values())
    assert {entry.known_to for entry in after.entries if entry.event.tell()} == {frozenset({RED})}


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_staff_is_hidden_too():
    scenario = start(entry())
    red, blue = scenario.side
    scenario = replace(scenario, side=(replace(red, c_ops=(30, 1), fup=(30, 3)), blue))
    state = opening(scenario, frozenset())
    assert {"Red C Ops", "Red FUP"} <= view(state, RED).units.keys()
    assert {"Red C Ops", "Red FUP"}.isdisjoint(view(state, BLUE).units)


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_a_scenario_may_have_everything_placed_openly():
    after = placing(start(entry(), hidden=False), [PlaceUnit("A1", Place(20, 10, 0), Formation.DEFENSIVE)])
    assert stand(view(after.state, BLUE), "A1/1").place is not None


@pytest.mark.clause("gb20.setup.hidden-placement")
@pytest.mark.parametrize(
    ("post", "inside", "outside"),
    [
        (Post(box=(10, 2, 30, 12)), Place(20, 8, 0), Place(20, 13, 0)),
        (Post(near=(20.0, 10.0), within=4), Place(20, 10, 0), Place(24, 10, 0)),
        (Post(near="village", within=0), Place(20, 11, 0), Place(20, 14, 0)),
        (Post(near="village", within=2), Place(20, 13, 0), Place(20, 16, 0)),
        (Post(box=(0, 0, 60, 10), near="village", within=3), Place(20, 10, 0), Place(20, 11.5, 0)),
    ],
)
def test_the_middle_of_every_base_starts_in_the_area_of_the_scenario(post, inside, outside):
    village = {"kind": "village", "name": "village", "at": (20, 10), "size": (6, 4)}
    question = asked_to_place(start(entry(post=post), pieces=(village,)))
    assert why_not(question, PlaceUnit("A1", inside, Formation.ASSAULT)) == ""
    assert why_not(question, PlaceUnit("A1", outside, Formation.ASSAULT)) == "gb20.setup.hidden-placement"


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_the_scenario_may_name_facing_and_formation():
    question = asked_to_place(start(entry(facing=90, formation="defensive")))
    assert {option.command.formation for option in question.options} == {Formation.DEFENSIVE}
    assert why_not(question, PlaceUnit("A1", Place(20, 8, 0), Formation.DEFENSIVE)) == "gb20.setup.hidden-placement"
    assert why_not(question, PlaceUnit("A1", Place(20, 8, 90), Formation.DEFENSIVE)) == ""


@pytest.mark.clause("gb20.formation.spacing")
@pytest.mark.parametrize(("interval", "wide"), [(50, 4.0), (100, 5.0), (190, 6.8)])
def test_the_owner_spaces_the_stands_of_a_line_that_starts_on_the_table(interval, wide):
    order = PlaceUnit("A1", Place(20, 10, 0), Formation.DEFENSIVE, interval=interval)
    after = placing(start(entry()), [order]).state
    xs = [one.place.x for one in standing(after, "A1")]
    assert max(xs) - min(xs) == pytest.approx(wide)
    assert after.units["A1"].tallies[Tally.INTERVAL] == interval


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_nobody_starts_in_water_or_on_another_stand():
    lake = {"kind": "lake", "name": "lake", "at": (20, 6), "size": (6, 6)}
    question = asked_to_place(start(entry(), pieces=(lake,)))
    assert why_not(question, PlaceUnit("A1", Place(20, 7, 0), Formation.ASSAULT)) == "gb20.data.terrain"
    first = PlaceUnit("A1", Place(25, 10, 0), Formation.ASSAULT)
    state = placing(start(entry(), entry("A2"), pieces=(lake,)), [first]).state
    second = asks(state, lambda play: place_next(play, RED))
    assert why_not(second, PlaceUnit("A2", Place(26, 10, 0), Formation.ASSAULT)) == "gb20.data.stand-types"


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_a_column_may_start_along_a_road_and_nowhere_else():
    road = {"kind": "road", "name": "road", "course": ((20, 0), (20, 48))}
    question = asked_to_place(start(entry(formation="road march"), pieces=(road,)))
    assert why_not(question, PlaceUnit("A1", Place(20, 10, 0), Formation.ROAD_MARCH)) == ""
    assert why_not(question, PlaceUnit("A1", Place(20, 10, 45), Formation.ROAD_MARCH)) == "gb20.formation.types"
    after = placing(
        start(entry(formation="road march"), pieces=(road,)),
        [PlaceUnit("A1", Place(20, 10, 0), Formation.ROAD_MARCH)],
    )
    assert [stand(after.state, f"A1/{n}").place.y for n in (1, 2, 3)] == [10, 8.5, 7]
    assert RoadMoves(after.state, after.state.units["A1"]).contains(Place(20, 19, 0))


def put_on_enemy(post: Post):
    """Blue puts B1 down where Red has placed A1 in secret."""
    foe = Entry("B1", "B", "average", (INFANTRY,), post=post)
    scenario = start(entry(stands=(INFANTRY,)))
    red, blue = scenario.side
    scenario = replace(scenario, side=(red, replace(blue, battalions=(foe,))))
    state = placing(scenario, [PlaceUnit("A1", Place(20, 8, 0), Formation.ASSAULT)]).state
    upon = PlaceUnit("B1", Place(20, 7.8, 180), Formation.ASSAULT)
    return act(state, lambda play: place_next(play, BLUE), picks=[upon], view=view)


@pytest.mark.clause("gb20.setup.hidden-placement", "gb10.setup.plotted-placement")
def test_who_is_placed_where_an_enemy_hides_starts_beside_him_and_is_not_placed_again():
    after = put_on_enemy(Post(box=(10, 2, 30, 12)))
    assert "A1/1 infantry is revealed [gb20.setup.hidden-placement]" in after.told
    assert after.state.units["B1"].place == Place(20, 8.05, 180)
    assert not act(after.state, lambda play: place_next(play, BLUE)).asked


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_where_there_is_no_room_beside_him_it_starts_in_reserve():
    after = put_on_enemy(Post(box=(19, 8, 21, 8.25)))
    assert [body.id for body in in_reserve(after.state, BLUE)] == ["B1"]
    assert not act(after.state, lambda play: place_next(play, BLUE)).asked


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_a_battalion_may_be_kept_back_if_the_scenario_says_so():
    assert KeepBack("A1") not in offers(asked_to_place(start(entry())))
    after = placing(start(entry(may_wait=True)), [KeepBack("A1")])
    assert [body.id for body in in_reserve(after.state, RED)] == ["A1"]
    assert not act(after.state, lambda play: place_next(play, RED)).asked


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_a_scenario_without_room_for_a_battalion_says_so():
    for post in (Post(box=(10, 2, 11, 3)), Post(near=(20, 1000), within=4)):
        with pytest.raises(ScenarioError, match="Red: A1: post: there is no room for it"):
            opening(start(entry(post=post)), frozenset())


@pytest.mark.clause("gb20.setup.hidden-placement")
def test_who_finds_his_place_taken_by_others_of_his_side_waits_in_reserve():
    narrow = Post(box=(11, 2, 12, 2.6))
    both = start(entry(stands=(INFANTRY,), post=narrow), entry("A2", stands=(INFANTRY,), post=narrow))
    first = placing(both, [PlaceUnit("A1", Place(11.5, 2.55, 0), Formation.ASSAULT)]).state
    after = act(first, lambda play: place_next(play, RED), view=view)  # there is no choice
    assert [body.id for body in in_reserve(after.state, RED)] == ["A2"]
    assert not act(after.state, lambda play: place_next(play, RED)).asked


class Leaderless(Scripted):
    """A script by which anybody leads."""

    def __init__(self, rng, picks):
        super().__init__((), picks)
        self._rng = rng

    def choose(self, question):
        leads = [option.command for option in question.options if isinstance(option.command, Lead)]
        return self._rng.choice(leads) if leads else super().choose(question)


@pytest.mark.clause("gb20.setup.hidden-placement")
@pytest.mark.parametrize("seed", range(40))
def test_every_place_picked_at_random_is_allowed_and_leaves_nobody_on_another(seed):
    rng = Random(seed)
    models = (INFANTRY, "Infantry by truck", TANK, "AT gun M", "HQ", "Heavy weapons")
    pieces = (
        {"kind": "lake", "name": "lake", "at": (18, 8), "size": (4, 3)},
        {"kind": "road", "name": "road", "course": ((14, 0), (26, 20))},
    )
    entries = [
        entry(f"A{n}", stands=(INFANTRY, *(rng.choice(models) for _ in range(rng.randint(0, 5)))), facing=facing)
        for n, facing in ((1, None), (2, rng.randrange(360)), (3, None))
    ]
    state = opening(start(*entries, pieces=pieces), frozenset())
    for one in entries:
        option = rng.choice([o for o in starts(state, state.units[one.id]) if o.region])
        order = option.complete(rng)
        assert option.region.contains(order.to)
        play = Play(state, Leaderless(rng, picks=[order]), view)
        place_next(play, RED)
        state = play.state
        assert not overlaps(state) and not off_table(state)


# ---- the state at the start


@pytest.mark.clause("gb20.setup.hidden-placement", "gb20.formation.front-rank")
def test_the_owner_says_who_stands_first_at_the_start():
    scenario = start(entry(attached=(TANK,)))
    order = PlaceUnit("A1", Place(20, 10, 0), Formation.ASSAULT)
    placed = placing(scenario, [order, Lead("A1", "A1/4 Sherman")])
    offered = [option.command.stand for option in placed.asked[-1].options]
    assert offered == ["A1/1 infantry", "A1/4 Sherman"]  # its infantry is all the same
    after = placed.state
    assert front_rank(after, after.units["A1"]) == {"A1/4 Sherman", "A1/1 infantry"}
    assert placing(scenario, [replace(order, formation=Formation.DEFENSIVE)]).state  # there all stand first


@pytest.mark.clause("gb20.setup.initial-state")
def test_everybody_begins_inactive_and_fit_with_weapons_packed_up_and_guns_hitched():
    models = (INFANTRY, "Infantry by truck")
    guns = ("Heavy weapons", "AT gun M by truck", "Field gun M")
    orders = [PlaceUnit("A1", Place(20, 10, 0), Formation.ASSAULT), Lead("A1", "A1/1 infantry")]
    after = placing(start(entry(stands=models, attached=guns)), orders)
    body = after.state.units["A1"]
    assert not is_active(body) and Mark.ACTION_TAKEN not in body.marks
    marks = [stand(after.state, f"A1/{n}").marks for n in range(1, 6)]
    assert marks == [set(), set(), set(), {Mark.LOADED}, set()]


@pytest.mark.clause("gb20.setup.initial-state")
def test_passengers_may_start_mounted():
    order = PlaceUnit("A1", Place(20, 10, 0), Formation.ASSAULT, mounted=True)
    after = placing(start(entry(stands=("Infantry by truck",) * 2)), [order])
    assert stand(after.state, "A1/1").marks == {Mark.LOADED}
    assert why_not(asked_to_place(start(entry())), order) != ""


@pytest.mark.clause("gb20.setup.initial-state")
def test_guns_start_unlimbered_where_the_scenario_has_them_dug_in():
    order = PlaceUnit("A1", Place(20, 10, 0), Formation.ASSAULT, set_up=True)
    gunners = entry(attached=("AT gun M by truck",))
    assert why_not(asked_to_place(start(gunners)), order) != ""
    after = placing(start(replace(gunners, set_up=True)), [order, Lead("A1", "A1/1 infantry")])
    assert stand(after.state, "A1/4").marks == {Mark.SET_UP}


@pytest.mark.clause("gb20.setup.initial-state")
def test_units_in_reserve_are_off_the_table_and_nobody_else_knows_of_them():
    state = opening(start(entry(), entry("A2", post=None)), frozenset())
    state = act(state, lambda play: place_next(play, RED), picks=[PlaceUnit("A1", Place(20, 10, 0))], view=view).state
    assert [body.id for body in on_table(state, RED)] == ["A1"]
    assert [body.id for body in in_reserve(state, RED)] == ["A2"]
    assert "A2" not in view(state, BLUE).units


@pytest.mark.clause("gb20.setup.state-markers")
def test_a_destroyed_stand_stays_until_the_morale_step_is_over():
    state = table(Body("A1", (20, 10)), FOE)
    state = Destroyed(sid(state, "A1/1"), "", 1).apply(state)
    assert stand(state, "A1/1").place is not None
    day = plays(state, Morale(RED), Clearing(RED), dice=[20])
    assert day.line("A1 tests morale") < day.line("A1/1 infantry is taken off the table")
    assert stand(day.state, "A1/1").place is None


@pytest.mark.clause("gb20.setup.state-markers")
def test_what_is_tracked_for_battalions_and_stands():
    state = opening(start(entry(stands=("Engineer infantry", INFANTRY), smg=True, group="C")), frozenset())
    body = state.units["A1"]
    assert body.part_of == "C" and is_smg(state, body) and body.tallies[Tally.ACTIONS] == 0
    assert "engineers" in stand(state, "A1/1").traits
    assert "engineers" not in stand(state, "A1/2").traits


@pytest.mark.clause("gb20.setup.scenario-data")
def test_a_scenario_supplies_what_the_battle_needs():
    guns = Artillery("veteran", 2, 5, 3)
    scenario = start(entry(quality="raw", attached=("Field gun M by truck",)))
    red, blue = scenario.side
    scenario = replace(scenario, side=(replace(red, points=7, artillery=guns, supply="superb"), blue))
    state = opening(scenario, frozenset())
    assert state.units["Red"].tallies == {Tally.POINTS: 7, Tally.ROUNDS: 5}
    assert sum(unit.kind == Kind.TEMPLATE for unit in state.units.values()) == 3  # one of them is the field gun's
    assert "raw" in state.units["A1"].traits and battle(state).army("Red").supply == "superb"


@pytest.mark.clause("gb20.setup.scenario-data")
def test_roads_are_dirt_unless_the_scenario_says_paved():
    found = {}
    for kind in ("road", "paved road"):
        road = {"kind": kind, "name": "road", "course": ((30, 0), (30, 48))}
        body = Body("A1", (30, 6), stands=(TANK,) * 2, formation=Formation.ROAD_MARCH)
        state = in_column(table(body, pieces=(road,)), "A1", ((30, 0), (30, 48)), 6)
        found[kind] = RoadMoves(state, state.units["A1"]).far
    assert found == {"road": 14, "paved road": 21}


@pytest.mark.clause("gb20.setup.step-references")
def test_at_dawn_one_deploys_and_activates_as_in_steps_2_and_3():
    state = table(Body("A1", (20, 10), active=False), Body("A2", active=False), FOE, fup={RED: (20, 2)},
                  c_ops={RED: (20, 1)}, pieces=({"kind": "road", "course": ((20, 0), (20, 48))},))  # fmt: skip
    deploying = plays(state, Dawn(1), until="which battalion comes onto the table")
    assert deploying.question.clause == "gb20.deploy.when"
    activating = plays(state, Dawn(1), picks=[Proceed()], until="who is activated")
    assert activating.question.clause == "gb20.activate.cost"
