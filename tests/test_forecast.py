"""What a command may lead to, in figures and in words."""

from fractions import Fraction
from pathlib import Path

from msgspec.structs import replace

import sandtable as st
from sandtable.cli.chances_view import in_short
from sandtable.forecast import Oracle, odds
from sandtable.kernel.decision import Topic
from sandtable.kernel.events import Marked, Noted, ReadAs
from sandtable.rules.great_battles.commands.day import Pick
from sandtable.ways import Outcome
from tests.cli.keyboard import deployed, guns_of, march_begun

KEPT = Path(__file__).parent / "games"


def likely(*outcomes: tuple[str, Fraction]) -> st.Odds:
    """Outcomes by the marks that a Unit gets; no mark: nothing happens."""
    found = tuple(
        Outcome(tuple(Marked("German Infantry 1", mark) for mark in marks.split("; ") if mark), None, chance, 0)
        for marks, chance in outcomes
    )
    return st.Odds(found, found)


def test_a_question_is_an_effect():
    game = deployed("0")
    asked = Topic("hits", "Which Unit resolves its hits first?")
    both = (Outcome((), None, Fraction(1, 2), 0), Outcome((), asked, Fraction(1, 2), 0))
    assert (
        in_short(st.Odds(both, both), game.rules.showing, game.state).plain
        == "effect 50%: 50% Which Unit resolves its hits first?"
    )


def test_names_are_left_out_where_one_would_only_repeat_the_same():
    game = deployed("0")
    odds = likely(("", Fraction(2, 3)), ("hit", Fraction(1, 3)))
    assert in_short(odds, game.rules.showing, game.state).plain == "effect 33%: 33% is hit"


def test_what_is_certain_is_left_out():
    game = deployed("0")
    odds = likely(("seen", Fraction(2, 3)), ("seen; destroyed", Fraction(1, 3)))
    assert in_short(odds, game.rules.showing, game.state).plain == "effect 33%: 33% is destroyed"


def test_remarks_are_no_effect():
    game = guns_of()
    found = Oracle().ask(game, game.decision.options[0].command)
    assert any(isinstance(fact, Noted) for one in found.outcomes for fact in one.facts)
    assert not any(isinstance(fact, Noted) for one in found.brief for fact in one.facts)


def test_past_the_budget_it_is_tried():
    game = guns_of()
    found = odds(game.rules, game.position, game.decision.options[0].command, budget=3)
    assert found.tries >= 100 and not found.too_many
    assert "tries)" in in_short(found, game.rules.showing, game.state).plain


def test_without_time_for_either_it_says_so():
    game = guns_of()
    found = odds(game.rules, game.position, game.decision.options[0].command, budget=3, seconds=0)
    assert found.too_many
    assert in_short(found, game.rules.showing, game.state).plain == "there are too many outcomes to count"


def test_an_artillery_order_has_the_odds_of_its_landing():
    game, oracle = guns_of(), Oracle()
    orders = [option.command for option in game.decision.options[:-1]]
    for order in orders:
        found = oracle.ask(game, order)
        assert found.assumed == "holding"
        assert sum(one.chance for one in found.outcomes) == 1
    assert oracle.ask(game, game.decision.options[-1].command).outcomes == ()


def test_the_odds_do_not_know_the_enemys_orders():
    """The second side's odds do not depend on the first side's orders."""
    tables = []
    for choice in (0, -1):
        game = guns_of()
        first = game.decision.side
        while game.decision.side == first:
            game.play(game.decision.options[choice].command)
        oracle = Oracle()
        tables.append([oracle.ask(game, option.command) for option in game.decision.options])
    assert tables[0] == tables[1]


def test_a_shot_that_is_only_named_has_the_odds_of_its_dice():
    game = march_begun()
    while game.decision.topic.kind != "target":
        towards = [o for o in game.decision.options if o.region is not None]
        quiet = [option.command for option in game.decision.options if option.region is None]
        picked = [command for command in quiet if command == Pick("A1")]
        ahead = [replace(o.command, to=place) for o in towards[:1] if (place := farthest_ahead(o.region))]
        game.play((picked or ahead or quiet[-1:])[0])
    shot = game.decision.options[0].command
    found = Oracle().ask(game, shot)
    assert found.outcomes
    assert sum(one.chance for one in found.outcomes) == 1
    assert found.assumed == "holding"


def farthest_ahead(region) -> st.Place | None:
    """Straight up the table from 12, 6."""
    steps = [st.Place(12.0, 6.0 + number / 2, 0) for number in range(20, 0, -1)]
    return next((place for place in steps if region.contains(place)), None)


def test_odds_do_not_name_one_face_of_the_many_that_lead_to_the_same():
    """A mission on call: many throws of the percentage dice lead to the same turn."""
    game = st.load_game(KEPT / "malta-airfield.jsonl")
    while not any(isinstance(entry.event, ReadAs) for entry in game.stages[-1].leg.entries):
        game.undo(consent=True)
    command = game.stages[-1].leg.answers[0]
    game.undo(consent=True)
    found = Oracle().ask(game, command)
    assert len(found.outcomes) > 1
    assert not [fact for one in found.outcomes for fact in one.facts if isinstance(fact, ReadAs)]
