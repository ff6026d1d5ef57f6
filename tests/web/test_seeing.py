"""What happens is seen on the table: frame by frame, in its order, and marked until the player acts."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist
from random import Random
from typing import Any

import pytest
from playing import ACT, COMPUTER, COVERED, LEARNING, begin, give_up, see_figures, take_at_once, wait
from playwright.sync_api import Page, expect
from positions import at_moment, brought_along, with_shots
from screens import PHONE

BATTLE = LEARNING["portable-wargame"]
BOOKS = [*LEARNING.values(), "first-shots", "crossroads-house"]
QUICKEST = 120  # milliseconds that a march takes at least, at twice the usual speed and with many more to come
FAR = 20  # pixels
Frames = list[dict[str, Any]]
Run = list[tuple[float, tuple[float, float]]]  # when, and where
HAPPENS = "section[aria-label='What happens']"

# Notes with every frame where each unit is, how it looks, and what is told of it.
WATCH = """() => {
  window.seen = [];
  const look = (time) => {
    const happens = document.querySelector("section[aria-label='What happens']");
    const units = {};
    for (const node of document.querySelectorAll('.units [data-pose]')) {
      const holder = node.closest('[data-id],[data-of]');
      const id = holder.dataset.id ?? `${holder.dataset.of} (tag)`;
      const at = node.getCTM();
      units[id] = [at.e, at.f];
    }
    const looks = {};
    for (const node of document.querySelectorAll('.units [data-id]')) looks[node.dataset.id] = node.ariaLabel;
    window.seen.push({
      time, units, looks, line: Number(happens?.dataset.line ?? -1), kind: happens?.dataset.kind ?? '',
      rolling: document.querySelector('.die.rolling') !== null,
      aims: document.querySelectorAll('.aim').length,
      log: document.querySelector("[aria-label='Log'] .deed")?.innerText ?? '',
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def watched(page: Page, scenario: str, enough: Callable[[Frames], object], most: int = 80) -> Frames:
    """Begin a battle and play on, while everything that is seen is noted, until that is enough."""
    begin(page, scenario, COMPUTER)
    page.evaluate("localStorage.setItem('looks', JSON.stringify({ pace: 2 }))")
    page.reload()
    wait(page)
    page.evaluate(WATCH)
    rng, done = Random(4), -1
    for _ in range(most):
        seen = wait(page, done)
        frames = frames_of(page)
        if enough(frames):
            return frames
        assert not seen["over"], "nothing happened"
        done = take_at_once(page, seen, rng)
    raise AssertionError("nothing happened")


def frames_of(page: Page) -> Frames:
    found: Frames = page.evaluate("window.seen")
    return found


def runs(frames: Frames, unit: str) -> Iterator[Run]:
    """The stretches of frames in which a unit goes somewhere."""
    run: Run = []
    for before, after in pairwise([frame for frame in frames if unit in frame["units"]]):
        here, there = tuple(before["units"][unit]), tuple(after["units"][unit])
        if dist(here, there) > 0.5:
            run = run or [(before["time"], here)]
            run.append((after["time"], there))
        elif run:
            yield run
            run = []
    if run:
        yield run


def length(run: Run) -> float:
    return sum(dist(a, b) for (_, a), (_, b) in pairwise(run))


def walks(frames: Frames) -> list[tuple[str, Run]]:
    """Every unit that goes somewhere, and how. Tags of bodies are put where there is room, so they do not count."""
    units = {unit for frame in frames for unit in frame["units"]}
    counters = units if not any(unit + " (tag)" in units for unit in units) else {u for u in units if "(tag)" not in u}
    return [(unit, run) for unit in sorted(counters) for run in runs(frames, unit) if length(run) > FAR]


@pytest.mark.parametrize("scenario", [BATTLE, "crossroads-house"])
def test_no_unit_jumps(visit, scenario):
    frames = watched(visit(motion=True), scenario, lambda frames: len(walks(frames)) > 2)
    for unit, run in walks(frames):
        for (then, a), (now, b) in pairwise(run):
            most = 3 * length(run) * (now - then) / QUICKEST + 3
            assert dist(a, b) <= most, f"{unit} jumps {dist(a, b):.0f} of {length(run):.0f} in {now - then:.0f} ms"


def test_no_result_shows_before_its_die_lies_still(visit):
    frames = watched(visit(motion=True), BATTLE, lambda frames: sum(one["rolling"] for one in frames) > 20)
    rolling = [frame for frame in frames if frame["rolling"]]
    for before, now in pairwise(frames):
        if now["rolling"] and before["line"] == now["line"]:
            assert before["looks"] == now["looks"], "a unit changes while the die rolls"
            assert before["log"] == now["log"], "the log tells the result while the die rolls"
    lines = [frame["line"] for frame in frames if frame["line"] >= 0]
    assert lines == sorted(lines), "lines are shown out of their order"
    assert not any(one["aims"] for one in frames if one["line"] >= 0), "the next target shows while something happens"
    for line in {frame["line"] for frame in rolling}:
        own = [frame for frame in frames if frame["line"] == line]
        first = next(n for n, frame in enumerate(own) if not frame["rolling"])
        assert all(not frame["rolling"] for frame in own[first:]), "a die that lies still rolls again"


LOOKS = """() => Object.fromEntries([...document.querySelectorAll('.units [data-id]')].map((node) => {
  const own = node.querySelector('[data-pose]');
  const pose = own ?? document.querySelector(`.units [data-of="${CSS.escape(node.dataset.id)}"][data-pose]`);
  return [node.dataset.id, pose?.dataset.pose ?? ''];
}))"""
BODIES = (
    "() => Object.fromEntries([...document.querySelectorAll('[data-body]')].map((n) => [n.dataset.id, n.dataset.body]))"
)
MARKED = "() => [...document.querySelectorAll('[data-did]')].map((node) => node.dataset.did)"


def marks_in_a_battle(page: Page, scenario: str, rng: Random) -> int:
    """Play until the enemy has moved some units, and see that each of them is marked. Gives how many did."""
    begin(page, scenario, COMPUTER)
    done, moves = -1, 0
    for _ in range(60):
        seen = wait(page, done)
        if seen["over"] or moves > 3:
            break
        before = page.evaluate(LOOKS)
        done = take_at_once(page, seen, rng)
        seen = wait(page, done)
        if seen["over"]:
            break
        if page.locator("section[aria-label^='What the'] .count").count():
            after, marked = page.evaluate(LOOKS), set(page.evaluate(MARKED))
            moved = {unit for unit in after if unit in before and place(after[unit]) != place(before[unit])}
            bare = {unit for unit in moved - marked if not any(unit.startswith(f"{one}") for one in marked)}
            if scenario == "crossroads-house":  # its companies have no place of their own
                bare -= {unit for unit in bare if any(same_company(unit, one) for one in marked)}
            assert not bare, f"{bare} have no mark"
            moves += len(moved)
    return moves


@pytest.mark.parametrize("scenario", BOOKS)
def test_every_unit_that_the_enemy_has_changed_carries_a_mark(visit, scenario):
    """A body that has moved stands for its models."""
    rng = Random(6)
    seen_marks = any(marks_in_a_battle(visit(), scenario, rng) for _ in range(5))  # a battle may be over at once
    assert seen_marks, "the computer changed nothing"


def place(look: str) -> str:
    return " ".join(look.split(" ")[:3])


def same_company(unit: str, body: str) -> bool:
    return unit.split(" ", maxsplit=1)[0] == body.split(" ", maxsplit=1)[0]


def test_what_the_enemy_did_is_gone_through_by_keys_and_ends_when_the_player_acts(visit):
    page = visit()
    begin(page, BATTLE, COMPUTER)
    rng, done = Random(6), -1
    told = page.locator("section[aria-label^='What the']").filter(has=page.locator(".count"))
    for _ in range(60):
        seen = wait(page, done)
        if told.count() and "deeds" in told.inner_text():
            break
        done = take_at_once(page, seen, rng)
    page.locator("body").press("j")
    expect(told.locator(".count")).to_have_text("1 of " + told.locator(".count").inner_text().split(" of ")[-1])
    page.locator("body").press("k")
    expect(told.locator(".count")).to_contain_text("deed")
    told.get_by_role("button", name="The next deed").click()
    told.get_by_role("button", name="Now").click()
    page.locator("body").press("j")
    page.keyboard.press("Escape")
    expect(told.locator(".count")).to_contain_text("deed")


def test_a_key_ends_what_happens_and_does_nothing_else(visit):
    page = visit(motion=True)
    begin(page, BATTLE, COMPUTER)
    rng, done = Random(4), -1
    for _ in range(60):
        seen = wait(page, done)
        done = take_at_once(page, seen, rng)
        if page.locator(HAPPENS).count():
            break
    page.keyboard.press("Enter")
    expect(page.locator(HAPPENS)).to_have_count(0)


def test_a_line_of_the_log_is_drawn_on_the_table_while_it_is_pointed_at(visit):
    page = visit()
    begin(page, BATTLE, COMPUTER)
    rng, done = Random(6), -1
    move = page.locator("[aria-label='Log'] .deed", has_text=" moves to ").first
    for _ in range(60):
        done = take_at_once(page, wait(page, done), rng)
        if move.count():
            break
    wait(page, done)
    move.hover()
    expect(page.locator(".deeds-layer .way")).not_to_have_count(0)
    page.locator("header").first.hover()
    move.locator("a").first.focus()
    expect(page.locator(".deeds-layer:not(.kept) .way")).not_to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_the_end_is_seen_on_the_table_before_the_page_about_it(visit, phone):
    page = visit(viewport=PHONE, touch=True) if phone else visit()
    begin(page, BATTLE, COMPUTER)
    wait(page)
    give_up(page)
    expect(page.locator(".board")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("victory")
    see_figures(page)
    expect(page.locator(".board")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_contain_text("victory")
    page.reload()
    expect(page.get_by_role("button", name="Look at the table")).to_be_visible()


@pytest.mark.parametrize("scenario", [BATTLE, "first-orders"])
def test_odds_say_what_is_good_for_the_player_in_words_of_the_book(visit, scenario, tmp_path):
    page = visit()
    brought_along(page, at_moment(scenario, tmp_path, with_shots))
    page.locator("[role=radio][data-attack]").first.click()
    expect(page.locator("[aria-label=Odds] .stack")).to_have_attribute("aria-label", re.compile(r"^(hit|miss) \d+%"))
    expect(page.locator("[role=radio][data-attack] .figure").first).to_have_text(re.compile(r"^hit \d+%"))
    expect(page.get_by_role("group", name="Who fires")).to_have_count(int(scenario == "first-orders"))
    expect(page.locator(ACT)).to_be_enabled()


def test_a_rare_question_waits_for_its_button(visit, tmp_path):
    page = visit()
    brought_along(page, at_moment("first-orders", tmp_path, lambda game: game.decision.topic.kind == "mover"))
    page.get_by_role("button", name="Ask me about").click()
    page.get_by_role("button", name="End the day", exact=True).click()
    expect(page.get_by_role("button", name="You will be asked: End the day")).to_be_visible()
    page.reload()
    page.locator(f"{COVERED} .primary").click()
    expect(page.get_by_role("button", name="You will be asked: End the day")).to_be_visible()
