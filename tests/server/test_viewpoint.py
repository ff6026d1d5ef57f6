"""Log, table and result as one viewer sees them."""

import pytest
from keeping import Kept, audience, seen_by
from msgspec.structs import replace

from sandtable.kernel.events import Entry, Heading, Noted
from sandtable.kernel.facts import Rolled
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side
from sandtable.rules import rule_sets
from sandtable.rules.great_battles.facts.day import Destroyed
from sandtable.server.aftermath import result_of, turning, words
from sandtable.server.battle import EVERYBODY
from sandtable.server.drawing import Drawing
from sandtable.server.viewpoint import Common, ticks

SYMBOLS = {
    "infantry", "armour", "assault-gun", "anti-tank", "field-gun", "heavy-weapons", "hq", "ops", "cavalry", "engineer",
    "recon", "mortar", "machine-gun", "anti-air", "truck", "half-track", "fighter", "bomber", "commander", "spotter",
    "other",
}  # fmt: skip

WATCHING = 3  # the audience after the two sides and the shared table


# ---- the log


def test_every_told_fact_that_a_side_may_read_is_a_line_and_nothing_else_is():
    kept = Kept("great-battles-d20", "nissoria")
    kept.play(60)
    for side in kept.battle.state.sides:
        told = [entry for entry in kept.battle.game.log(side) if entry.event.tell()]
        lines = seen_by(kept.battle, side).log()
        assert 20 < len(lines) == len(told) and [line.n for line in lines] == list(range(len(told)))
        assert all(line.clause == entry.clause for line, entry in zip(lines, told, strict=True))


def test_a_throw_is_drawn_with_its_dice_and_its_sum():
    kept = Kept("great-battles-d20", "first-orders").finish()
    lines = seen_by(kept.battle, EVERYBODY).log()
    rolls = [e.event for e in kept.battle.game.log() if isinstance(e.event, Rolled)]
    drawn = [line for line in lines if line.kind == "roll"]
    assert len(drawn) == len(rolls) > 10
    for line, roll in zip(drawn, rolls, strict=True):
        assert [die.shown for die in line.dice] == list(roll.shown) and line.words == roll.throw.words
        assert [term.value for term in line.terms] == [term.value for term in roll.adds]
        if roll.need is not None and line.need is not None:
            assert sum(term.value for term in line.need.terms) == line.need.total == roll.need.total
            assert [die.made for die in line.dice] == [roll.reading.worth[face - 1] > 0 for face in roll.shown]


def test_a_move_says_from_where_to_where():
    kept = Kept().finish()
    lines = seen_by(kept.battle, EVERYBODY).log()
    moves = [line for line in lines if line.kind == "move" and "moves to" in line.words]
    assert moves and all(line.ways[0].unit == line.units[0] and len(line.ways[0].path) > 1 for line in moves)


def test_a_turn_begins_with_a_heading_that_is_nobodys():
    kept = Kept().finish()
    headings = [line for line in seen_by(kept.battle, EVERYBODY).log() if line.kind == "turn"]
    assert headings[0].words == "Turn 1" and {line.side for line in headings} == {-1}


def test_a_line_is_of_the_side_it_speaks_of():
    kept = Kept().finish()
    lines = seen_by(kept.battle, EVERYBODY).log()
    for number, side in enumerate(("Polish", "German")):
        assert {line.side for line in lines if line.words.startswith(f"{side} ")} == {number}


# ---- the scrubber


def test_each_turn_begins_with_a_tall_tick():
    kept = Kept().finish()
    tall = [tick for tick in ticks(kept.battle, audience(kept.battle, EVERYBODY)) if tick.turn]
    assert len(tall) == 1 + kept.battle.state.tallies["turn"]  # the deployment too


def test_a_moment_of_the_past_is_the_view_of_then():
    kept = Kept("great-battles-d20", "nissoria")
    seen = []
    for _ in range(40):
        kept.play()
        seen.append(seen_by(kept.battle, Side("German")).moment().pieces)
    now = seen_by(kept.battle, Side("German"))
    assert [now.moment_at(stage, "x").pieces for stage in range(1, 41)] == seen


# ---- drawing


def test_a_drawing_made_from_sketches_is_the_same_as_a_fresh_one():
    for rules, scenario in (("portable-wargame", "sedan"), ("great-battles-d20", "le-mesnil-patry")):
        kept = Kept(rules, scenario)
        common = Common()
        seen = {side: seen_by(kept.battle, side, common) for side in (*kept.battle.state.sides, EVERYBODY)}
        for _ in range(50):
            kept.play()
            for side, one in seen.items():
                fresh = Drawing(kept.battle.rules, kept.battle.rules.view(kept.battle.state, side), side)
                assert one.moment().pieces == fresh.pieces() and one.moment().groups == fresh.groups()


def test_mines_that_are_laid_change_the_ground():
    kept = Kept("portable-wargame", "proving-ground")
    board = kept.battle.state.board
    while kept.battle.asked is not None and kept.battle.state.board is board:
        kept.play()
    seen = seen_by(kept.battle, EVERYBODY)
    assert seen.ground() != seen.ground(0)
    assert seen.moment_at(0, "x").ground == seen.ground(0)


# ---- the result


def test_the_result_says_who_won_by_which_rule_and_at_what_cost():
    battle = Kept().finish().battle
    result = result_of(battle, WATCHING)
    assert result.words == battle.game.log()[-1].event.tell() and result.clause.startswith("pw.")
    for loss, side in zip(result.losses, battle.state.sides, strict=True):
        found = {row.label: row.count for row in loss.items}
        assert found == battle.rules.losses(battle.state, side)
    assert result.by_turn[-1].losses == result.losses


def test_luck_counts_every_open_die_with_a_need_once():
    battle = Kept("great-battles-d20", "first-orders").finish().battle
    rolls = [e.event for e in battle.game.log() if isinstance(e.event, Rolled) and e.event.need and e.known_to is None]
    result = result_of(battle, WATCHING)
    assert sum(luck.rolls for luck in result.luck) == sum(len(roll.shown) for roll in rolls)
    for luck in result.luck:
        assert luck.got == sum(made for _, made in luck.made)
        assert abs(luck.expected - sum(chance for chance, _ in luck.made)) < 1e-9


def test_turning_points_are_commands_of_the_battle_in_their_order():
    battle = Kept("portable-wargame", "slim-river", "2").finish().battle
    turning = result_of(battle, WATCHING).turning
    assert turning and [one.seq for one in turning] == sorted(one.seq for one in turning)
    assert all(battle.stage_of(one.seq, WATCHING) is not None and one.words and one.swing for one in turning)


def test_a_turning_point_is_told_by_its_losses_and_not_by_the_turn_that_begins():
    notes = [Noted(said) for said in ("A1 is steady", "Blue's turn", "B1 waits")]
    state = Kept("great-battles-d20", "first-orders").battle.state
    facts = [Heading("Day 1, turn 5"), *notes, Destroyed(next(unit for unit in state.units if "/2 " in unit))]
    entries = tuple(Entry(fact, Clause("gb20.morale.pass")) for fact in facts)
    told = words(state, entries)
    assert told.split("; ")[-1] == facts[-1].tell() and "turn 5" not in told


@pytest.mark.parametrize("of", [("portable-wargame", "slim-river", "2"), ("great-battles-d20", "first-orders")])
def test_setting_up_is_no_turning_point(of):
    battle = Kept(*of).finish().battle
    before = [
        battle.game.stages[battle.stage_of(one.seq, WATCHING) - 1].leg for one in result_of(battle, WATCHING).turning
    ]
    asked = [leg.position.question.text for leg in before]
    assert asked and not [text for text in asked if text.endswith("start?")]


def test_the_first_turn_may_be_the_turning_point_where_nobody_sets_up():
    scenario = rule_sets()["great-battles-d20"].scenarios()["manoeuvres"]
    armies = [(army, tuple(replace(one, post=None) for one in army.battalions)) for army in scenario.side]
    reserves = replace(scenario, side=tuple(replace(army, battalions=bodies) for army, bodies in armies))
    kept = Kept("great-battles-d20", reserves)
    first = kept.battle.rules.showing.clock(kept.battle.state)
    while kept.battle.rules.showing.clock(kept.battle.state) == first:
        kept.play()
    assert turning(kept.battle, WATCHING)


def test_every_rule_set_can_be_shown():
    """Everything on the table has a look, and every command has a heading."""
    for rules in rule_sets().values():
        assert set(rules.showing.verbs) <= set(rules.commands)
        for scenario in rules.scenarios().values():
            state = rules.setup(scenario, frozenset(scenario.options))
            drawing = Drawing(rules, state, EVERYBODY)
            assert drawing.pieces() and {piece.symbol for piece in drawing.pieces()} <= SYMBOLS


def test_the_table_names_the_places_of_a_grid_and_explains_its_ground():
    kept = Kept("portable-wargame", "summa")
    ground = seen_by(kept.battle, EVERYBODY).ground()
    assert [(one.x, one.y, one.text) for one in ground.names] == [(4, 10, "Summa")]
    assert seen_by(Kept("great-battles-d20", "nissoria").battle, EVERYBODY).ground().names == ()
    row = seen_by(kept.battle, EVERYBODY).moment().tally[0]
    assert (row.label, row.side, row.gauge.now, row.gauge.limit) == ("Finnish", 0, 0, 11)
