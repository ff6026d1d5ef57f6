"""What a computer player goes by: which companies it wakes, what it tries, and what it likes better."""

from random import Random

from cc import GERMAN, able, asked_first, table

from sandtable.players.greedy import candidates
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.commands import Activate, Fire, FireSome, SeekCoverSingly

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
