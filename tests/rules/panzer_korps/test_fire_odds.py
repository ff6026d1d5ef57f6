"""Odds of a shot: held against plain counting for every modifier and shift, and against seeded throws."""

from collections import Counter
from fractions import Fraction

import pytest
from pk_fight import RULES, facing

from sandtable.outcomes import samples
from sandtable.rules.panzer_korps.book import BOOK
from sandtable.rules.panzer_korps.commands import Fire

THROWS = 20_000
SHOT = Fire("I", "A")
WOODS = ["light woods at 36,20 size 6,4"]
EVERYTHING = "3 infantry, MMG, HMG, mortar 81, support infantry, AT 50, IG 37, IG 75, AFV 37, AFV 75, flamethrowers"
# mine, theirs, inches, which way they face, ground, options: FIRE DIE, what is added, COVER DIE
SHOTS = [
    ("3 infantry", "3 infantry", 8, 180, [], "", 10, 0, 4),
    (f"{EVERYTHING}; Recruit, moved", "3 infantry; moved, entrenched", 2, 180, [], "", 8, 14 - 4, 4),
    ("3 infantry, HMG, AT 50; Militia", "3 AFV 75", 8, 90, WOODS, "", 6, 1 + 2 - 2 + 1, 6),
    ("3 infantry; Hardened", "3 infantry", 8, 0, ["city at 36,20 size 6,4"], "", 12, 1, 12),
    ("3 AFV 75, MMG, HMG, mortar 81; Recruit, inferior, moved", "3 AFV 75; moved", 20, 90, [], "", 8, 3 - 4, 4),
    ("3 AT 88, AT 50; Elite, superior, SS", "3 AFV 75; column", 30, 0, [], "", 10, 2 + 2 + 2 + 4 + 1, 4),
    (EVERYTHING.replace("3 infantry", "3 AT 122"), "3 infantry; entrenched", 1, 180, WOODS, "", 12, 13 - 2 + 1 + 1, 6),
    ("3 AFV 122; Reservist, surprised", "3 infantry", 39, 180, [], "heavy-gun-shift", 12, -1, 4),
    ("3 AFV 122; Reservist", "3 infantry", 8, 180, WOODS, "heavy-gun-shift", 12, 1, 4),
    ("3 AT 50; Reservist, disorder 3", "3 AFV 75; heavy", 30, 180, WOODS, "armour-class-cover", 4, 0, 10),
]  # fmt: skip


def tabled(mine, theirs, inches, turned, ground, option):
    if ground:
        ground = [ground[0].replace("36,20", f"36,{12 + inches}").replace("size 6,4", "size 2.2,2")]
    return facing(mine, theirs, inches, turned, ground=ground, options=[option] if option else [])


def counted(die, add, cover):
    """The chance of each number of markers, by counting all faces of both dice."""
    found = Counter()
    for fire in range(1 + add, die + add + 1):
        for against in range(1, cover + 1):
            number = 3 if fire >= 3 * against else 2 if fire >= 2 * against else 1 if fire > against else 0
            found[number] += Fraction(1, die * cover)
    return +found


def markers_of(facts):
    return sum(getattr(fact, "markers", 0) for fact in facts)


def by_markers(outcomes):
    found = Counter()
    for one in outcomes:
        found[markers_of(one.facts)] += one.chance
    return +found


@pytest.mark.clause("pk.cover.effect", "pk.cover.die", "pk.fire.procedure")
@pytest.mark.parametrize("shot", SHOTS)
def test_odds_are_what_counting_all_faces_gives(shot):
    *said, die, add, cover = shot
    odds = tabled(*said).odds(SHOT)
    assert odds.tries == 0 and by_markers(odds.outcomes) == counted(die, add, cover)
    assert {one.tone for one in odds.outcomes} <= {"good", "even"}
    assert odds.chance("even") == counted(die, add, cover)[0]


def test_the_shots_show_every_modifier_of_the_three_lists():
    shown = set()
    for *said, _, _, _ in SHOTS:
        for roll in tabled(*said).odds(SHOT).throws:
            shown |= {(term.printed.table, term.printed.row) for term in roll.adds if term.printed}
    named = "infantry-fire-modifiers", "afv-fire-modifiers", "afv-quality-modifiers"
    tables = [BOOK.table(name) for name in named]
    every = {(table.id, row): table.rows[row][0] for table in tables for row in range(len(table.rows))}
    unseen = {heading for cell, heading in every.items() if cell not in shown}
    assert unseen == {"blind fire", "Reservist crew"}  # the one is tested with smoke, the other adds nothing


def test_odds_of_a_shot_agree_with_twenty_thousand_throws():
    """A share of them for each kind of shot; chi squared of all outcomes within five standard deviations."""
    each = THROWS // len(SHOTS)
    squares, freedom = 0.0, 0
    for number, (*said, die, add, cover) in enumerate(SHOTS):
        expected, seen = counted(die, add, cover), Counter()
        found = tabled(*said)
        at = found.position(SHOT)
        for leg in samples(RULES, at, SHOT, tries=each):
            seen[markers_of(entry.event for entry in leg.entries)] += 1
        assert seen.keys() <= expected.keys(), number
        squares += sum((seen[what] - each * chance) ** 2 / (each * chance) for what, chance in expected.items())
        freedom += len(expected) - 1
    assert squares < freedom + 5 * (2 * freedom) ** 0.5


def test_a_shot_that_disperses_is_told_apart():
    odds = tabled("3 infantry", "3 infantry; disorder 8", 8, 180, [], "").odds(SHOT)
    assert odds.chance("good") == 1 - counted(10, 0, 4)[0]
    assert all("A is dispersed" in str(one) for one in odds.outcomes if one.tone == "good")
    assert odds.ways <= 4
