"""How a command unfolds: deeds, ways, and the table line by line."""

from itertools import pairwise

import pytest
from keeping import Kept, seen_by

from sandtable.server import scene
from sandtable.server.battle import EVERYBODY

BATTLES = [
    ("portable-wargame", "krojanty"),
    ("great-battles-d20", "first-orders"),
    ("great-battles-d10", "crossroads"),
    ("great-battles-d20", "nissoria"),
    ("panzer-korps", "first-shots"),
    ("combat-captain", "crossroads-house"),
]
battles = pytest.mark.parametrize(("rules", "scenario"), BATTLES, ids=[scenario for _, scenario in BATTLES])


class Screen:
    """What a page shows that follows the frames."""

    def __init__(self, moment: scene.Moment) -> None:
        self.pieces = {one.id: one for one in moment.pieces}
        self.groups = {one.id: one for one in moment.groups}

    def follow(self, frame: scene.Frame) -> None:
        self.pieces |= {one.id: one for one in frame.pieces}
        self.groups |= {one.id: one for one in frame.groups}
        for name in frame.gone:
            self.pieces.pop(name, None)
            self.groups.pop(name, None)


def unfolded(kept, commands):
    """Plays on, and gives for each command the screen before it, its lines and frames, and the moment after it."""
    views = [seen_by(kept.battle, side) for side in kept.battle.state.sides]
    for _ in range(commands):
        if kept.battle.asked is None:
            return
        before = [(seen, Screen(seen.moment()), len(seen.log())) for seen in views]
        kept.play()
        for seen, screen, told in before:
            yield screen, seen.log()[told:], seen.frames(), seen.moment()


@battles
def test_the_frames_lead_from_one_table_to_the_next(rules, scenario):
    seen = 0
    for screen, lines, frames, after in unfolded(Kept(rules, scenario), 120):
        numbers = [line.n for line in lines]
        assert [frame.n for frame in frames] == sorted(frame.n for frame in frames)
        assert all(frame.n in numbers for frame in frames)
        for frame in frames:
            screen.follow(frame)
        for one in after.pieces:
            if frames and one.id in {piece.id for frame in frames for piece in frame.pieces}:
                assert place(screen.pieces[one.id]) == place(one)
                seen += 1
    assert seen > 20


def place(piece):
    return piece.x, piece.y, piece.facing


def told(rules, scenario):
    """The log of a random battle, as everybody may read it."""
    kept = Kept(rules, scenario)
    for _ in range(150):
        if kept.battle.asked is not None:
            kept.play()
    return seen_by(kept.battle, EVERYBODY).log()


@battles
def test_a_unit_that_is_elsewhere_afterwards_has_a_way_there_without_a_jump(rules, scenario):
    ways = 0
    for screen, lines, _, after in unfolded(Kept(rules, scenario), 120):
        at = {name: place(piece) for name, piece in screen.pieces.items()}
        for line in lines:
            for way in line.ways:
                if len(way.path) > 1 and way.unit in at and at[way.unit][0] is not None:
                    assert way.path[0] == at[way.unit], f"{line.words}: {way.unit} jumps"
                    ways += 1
                at[way.unit] = way.path[-1]
        told = {way.unit for line in lines for way in line.ways}
        assert all(at[one.id] == place(one) for one in after.pieces if one.id in told and one.x is not None)
    assert ways > 5


@battles
def test_lines_of_a_deed_stand_together_and_its_first_line_names_it(rules, scenario):
    lines = told(rules, scenario)
    deeds = [line.deed for line in lines]
    assert deeds == sorted(deeds) and all(lines[deed].deed == deed for deed in deeds)
    assert 1 < len(set(deeds)) < len(lines)


def test_a_retreat_and_an_advance_belong_to_the_attack():
    logs = (seen_by(Kept(seed=f"{n}").finish().battle, EVERYBODY).log() for n in range(20))
    lines, advance = next((lines, line) for lines in logs for line in lines if "advances" in line.words)
    deed = [line for line in lines if line.deed == advance.deed]
    assert any("fights" in line.words for line in deed) and any("retreats" in line.words for line in deed)


@battles
def test_a_throw_with_a_need_says_what_it_needed_and_what_came_of_it(rules, scenario):
    lines = [line for line in told(rules, scenario) if line.need is not None]
    assert all(line.needs and line.came for line in lines)
    if rules not in ("combat-captain", "panzer-korps"):  # they read dice from charts
        assert lines


def test_a_unit_goes_round_by_the_squares_that_it_passes():
    kept = Kept("portable-wargame", "krojanty").finish()
    lines = seen_by(kept.battle, EVERYBODY).log()
    by = [line for line in lines if line.kind == "move" and " by " in line.words]
    assert by
    for line in by:
        steps = line.ways[0].path
        assert len(steps) > 1
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(steps))
