"""What a computer player goes by: which companies it wakes, what it tries, and what it likes better."""

from random import Random

from cc import GERMAN, able, asked_first, table
from msgspec.structs import replace

from sandtable.kernel.decision import Option
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.position import run
from sandtable.kernel.seat import Seat
from sandtable.players.greedy import GreedyPlayer, candidates
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.air import men_crossed
from sandtable.rules.combat_captain.commands import Activate, Fire, FireSome, Pass, SeekCover, SeekCoverSingly
from sandtable.rules.combat_captain.sequence import AirStrike
from sandtable.rules.combat_captain.threats import best_volley

NEAR = "American Baker at 20,30 facing S: 3 Rifle squad"


def test_the_company_that_can_do_most_harm_is_activated_first():
    found = table("German Dog at 60,10: Rifle squad", "German Able at 20,10: 5 Rifle squad", NEAR)
    assert RULES.reflex(asked_first(found, "activate")) == Activate("Able")


def test_details_are_left_to_people():
    question = asked_first(able("3 Rifle squad", foe=NEAR), "activity")
    tried = {type(command) for command in candidates(question.options, Random(1), 5)}
    assert Fire in tried
    assert not tried & {FireSome, SeekCoverSingly}


def test_a_company_is_better_without_chits_and_best_in_cover():
    fresh = able("5 Rifle squad", foe=NEAR)
    shaken = able("5 Rifle squad; chits 2", foe=NEAR)
    covered = able("5 Rifle squad; cover 3", foe=NEAR)
    values = [RULES.worth(found.state, GERMAN) for found in (shaken, fresh, covered)]
    assert values == sorted(values)
    assert len(set(values)) == 3


def test_of_all_shots_only_the_best_are_tried():
    question = asked_first(able("3 Rifle squad", foe="American Baker at 20,25 facing S: 6 Rifle squad"), "activity")
    tried = [one.command for one in RULES.shortlist(question) if isinstance(one.command, Fire)]
    offered = [one.command for one in question.options if isinstance(one.command, Fire)]
    assert {order.dice for order in tried} == {1, 3}
    assert 0 < len(tried) < len(offered)


def test_cover_is_tried_facing_the_enemy_and_no_other_way():
    question = asked_first(able("3 Rifle squad", foe=NEAR), "activity")
    tried = [one.command for one in RULES.shortlist(question) if isinstance(one.command, SeekCover)]
    assert [order.facing for order in tried] == [None]


def test_fire_to_come_counts_only_where_the_ground_lets_it_through():
    open_ground = able("5 Rifle squad", foe=NEAR)
    behind_a_wood = able("5 Rifle squad", foe=NEAR, ground=["forest at 20,20 size 40,6"])
    assert best_volley(open_ground.state, open_ground["Able"]) > 0
    assert best_volley(behind_a_wood.state, behind_a_wood["Able"]) == 0


def test_the_tape_is_laid_over_as_many_enemies_as_may_be():
    found = table(
        "German Able at 20,10: Rifle squad",
        "American Baker at 20,30 facing S: 5 Rifle squad; in line",
        "American Dog at 60,40 facing S: 2 Rifle squad",
        agenda=(AirStrike(GERMAN, "strafing", 1),),
    )
    order = RULES.reflex(asked_first(found, "tape"))
    assert sum(men for unit, men in men_crossed(found.state, order.to) if unit.startswith("Baker")) == 25


def test_the_computer_chooses_from_its_shortlist():
    found = able("3 Rifle squad", foe=NEAR)
    rules = replace(RULES, shortlist=lambda question: [one for one in question.options if is_rest(one)])
    at = run(rules, found.state, (), SeededDice("any"), lambda question, path: RULES.reflex(question)).position
    assert at.question is not None
    assert at.question.topic.kind == "activity"
    assert GreedyPlayer(1).choose(Seat(rules, at.question, at)) == Pass("Able")


def is_rest(option: Option) -> bool:
    return isinstance(option.command, Pass)
