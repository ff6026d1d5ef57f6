"""Plays like a person: sets up a game on the first page, and clicks until the battle is over."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, TypedDict

from playwright.sync_api import Page, expect

from tests.patience import PATIENCE, wait_until

COMPUTER, BESIDE, FRIEND = "The computer", "Somebody beside me", "A friend by link"
LEARNING = {"portable-wargame": "krojanty", "great-battles-d20": "first-orders", "great-battles-d10": "crossroads"}
ACT = ".act .primary"
OVER = "a[href^='/replay/']"
COVERED = "main .card"
BRIEFING = "[aria-label=Briefing] .primary"
MOST = 400  # commands of a learning battle
PLACED = f"{ACT}:enabled:not(:has-text('Choose a place'))"

LOOK = """() => {
  const now = document.querySelector("[aria-label='What now']");
  const act = document.querySelector('.act .primary');
  const mine = Boolean(now?.querySelector('em.mine')) && act !== null && !act.disabled;
  const rows = mine ? [...document.querySelectorAll('[role=radio]')].filter((row) => row.checkVisibility()) : [];
  return {
    over: document.querySelector("a[href^='/replay/']") !== null,
    covered: document.querySelector('main .card') !== null,
    seq: Number(now?.dataset.seq ?? -1),
    mine,
    rows: rows.map(({ dataset: it }) => ({ n: Number(it.option), attack: 'attack' in it, quiet: 'quiet' in it })),
  };
}"""

READY = "seen.over || seen.covered || (seen.mine && seen.seq > after)"


class Row(TypedDict):
    n: int
    attack: bool
    quiet: bool


class Seen(TypedDict):
    over: bool
    covered: bool
    seq: int
    mine: bool
    rows: list[Row]


Taking = Callable[[Page, Seen, Random], int]


def begin(page: Page, scenario: str, opponent: str, side: str | None = None) -> None:
    page.locator(f"[data-scenario={scenario}]").click()
    page.get_by_text(opponent).click()
    if side:
        page.get_by_label("I play").select_option(side)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/s/*")
    page.wait_for_selector(f"{BRIEFING}, {COVERED}")
    if page.locator(BRIEFING).count():
        page.locator(BRIEFING).click()


def friends_link(page: Page) -> str:
    """The link for the other player, as the page shows it."""
    field = page.get_by_label(re.compile("Send this link"))
    return str(field.input_value()).replace(page.evaluate("location.origin"), "")


UNTIL = """(holds) => new Promise((resolve, reject) => {
  const end = Date.now() + PATIENCE;
  const look = () => {
    const found = holds();
    if (found) resolve(found);
    else if (Date.now() > end) reject(new Error(`it did not happen; the page shows: ${document.body.innerText}`));
    else setTimeout(look, 10);
  };
  look();
})""".replace("PATIENCE", f"{1000 * PATIENCE}")


def until(page: Page, holds: str, arg: object = None) -> Any:
    """Waits in the page, and gives what it waited for.

    Playwright's own way of waiting makes code of text there, which the page's policy forbids.
    """
    return page.evaluate(f"(arg) => ({UNTIL})(() => ({holds})(arg))", arg)


def until_seq(page: Page, seq: int) -> None:
    """Wait until the page shows the game after that command."""
    until(page, "(seq) => Number(document.querySelector('[data-seq]')?.dataset.seq) >= seq", seq)


def look(page: Page) -> Seen:
    seen: Seen = page.evaluate(LOOK)
    return seen


def wait(page: Page, after: int = -1) -> Seen:
    """Wait until the page has a newer decision than that command, or the battle is over."""
    seen: Seen = until(page, f"(after) => {{ const seen = ({LOOK})(); return ({READY}) && seen; }}", after)
    return seen


def sensible(rows: list[Row], rng: Random) -> Row:
    """Shoots and charges if possible, and ends turns often enough for the battle to end."""
    eager = [row for row in rows if row["attack"]]
    ending = [row for row in rows if row["quiet"]]
    if eager and rng.random() < 0.8:
        return rng.choice(eager)
    return rng.choice(ending) if ending and rng.random() < 0.6 else rng.choice(rows)


def take(page: Page, seen: Seen, rng: Random) -> int:
    """Make one decision by clicks. Returns the number of the command that it answers."""
    if seen["covered"]:
        page.locator(f"{COVERED} .primary").click()
        expect(page.locator(COVERED)).to_have_count(0)
        return -1
    row = sensible(seen["rows"], rng)
    page.locator(f"[role=radio][data-option='{row['n']}']").click()
    if page.locator(ACT, has_text="Choose a place").count():
        page.locator(ACT).click()
        page.wait_for_selector(PLACED)
    page.locator(ACT).click()
    return seen["seq"]


TAKE = f"""async (option) => {{
  const act = () => document.querySelector('{ACT}');
  const placed = () => act() && !act().disabled && !act().textContent.includes('Choose a place');
  const seq = () => document.querySelector('[data-seq]')?.dataset.seq;
  const before = seq();
  document.querySelector(`[role=radio][data-option='${{option}}']`).click();
  await Promise.resolve();
  if (!placed()) act().click();
  await ({UNTIL})(placed);
  act().click();
  await ({UNTIL})(() => seq() !== before || document.querySelector("{OVER}"));
}}"""


def take_at_once(page: Page, seen: Seen, rng: Random) -> int:
    """Like `take`, but the page clicks itself. That is ten times faster, for tests that need no real mouse."""
    if seen["covered"]:
        return take(page, seen, rng)
    page.evaluate(TAKE, sensible(seen["rows"], rng)["n"])
    return seen["seq"]


def play_out(page: Page, rng: Random, by: Taking = take) -> None:
    """Play to the end of the battle."""
    done = -1
    for _ in range(MOST):
        seen = wait(page, done)
        if seen["over"]:
            return
        done = by(page, seen, rng)
    raise AssertionError(f"no end after {MOST} commands")


def play_out_between(
    pages: list[Page],
    rng: Random,
    after: Callable[[int], None] = lambda given: None,
    most: int = MOST,
    by: Taking = take,
) -> int:
    """Two people play at two screens to the end. Returns the number of commands."""
    done = [-1] * len(pages)
    for given in range(most):
        found = who_is_asked(pages, done)
        if found is None:
            return given
        at, seen = found
        done[at] = by(pages[at], seen, rng)
        after(given + 1)
    raise AssertionError(f"no end after {most} commands")


def who_is_asked(pages: list[Page], done: list[int]) -> tuple[int, Seen] | None:
    """The page with a new decision, and the decision; None when the battle is over."""
    looks: list[Seen] = []

    def somebody_is() -> bool:
        looks[:] = [look(page) for page in pages]
        return any(seen["over"] or is_asked(seen, after) for seen, after in zip(looks, done, strict=True))

    wait_until(somebody_is, resting(pages[0]), lambda: "\n".join(page.inner_text("body") for page in pages))
    if any(seen["over"] for seen in looks):
        return None
    return next((at, seen) for at, seen in enumerate(looks) if is_asked(seen, done[at]))


def is_asked(seen: Seen, after: int) -> bool:
    return seen["mine"] and seen["seq"] > after


def resting(page: Page) -> Callable[[float], None]:
    """Waits while the page goes on."""
    return lambda seconds: page.wait_for_timeout(1000 * seconds)


def told_who_won(page: Page) -> str:
    """The heading of the page after the battle."""
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    expect(page).to_have_url(re.compile("/s/"))
    return page.get_by_role("heading", level=1).inner_text()


def save_of(page: Page, token: str) -> bytes:
    """The save of a battle that is over. A line that was idle may be closed just as it is asked: then once more."""
    return page.request.get(f"/api/save/{token}", max_retries=3).body()


def give_up(page: Page) -> None:
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Give up the battle").click()
    page.wait_for_selector(OVER)


def see_figures(page: Page) -> None:
    """From the table on which the battle ended to the page about it."""
    page.get_by_role("button", name="The battle in figures").click()
