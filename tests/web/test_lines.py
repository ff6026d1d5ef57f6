"""Lines are lost, servers die, tabs are forgotten: the game goes on."""

from random import Random

import pytest
from playing import ACT, BESIDE, LEARNING, begin, take, until, wait
from playwright.sync_api import expect
from server_process import ServerProcess

BATTLE = LEARNING["portable-wargame"]


@pytest.fixture
def server(tmp_path):
    """A server of its own, because the test kills it."""
    server = ServerProcess(tmp_path)
    server.open()
    yield server
    server.kill()


def test_two_tabs_on_one_seat_stay_together(visit, server):
    first = visit()
    begin(first, BATTLE, BESIDE)
    second = first.context.new_page()
    second.goto(first.url)
    done = take(first, wait(first), Random(8))
    seen = wait(second, done)
    take(second, seen, Random(8))
    expect(first.get_by_role("slider", name="Replay")).to_have_attribute("aria-valuenow", "2")


def test_a_stale_tab_is_brought_up_to_date_and_plays_nothing_wrong(visit, server):
    fresh = visit()
    begin(fresh, BATTLE, BESIDE)
    stale = fresh.context.new_page()
    stale.add_init_script(DEAF)
    stale.goto(fresh.url)
    wait(stale)
    stale.locator(ACT).click()
    expect(stale.locator(ACT)).not_to_contain_text("Choose a place")
    expect(stale.locator(ACT)).to_be_enabled()  # it has heard that the place will do
    stale.evaluate("window.deaf = true")
    done = take(fresh, wait(fresh), Random(9))
    wait(fresh, done)
    until(stale, "() => window.missed.some((text) => text.includes('moved'))")
    stale.evaluate("window.deaf = false")
    stale.locator(ACT).click()
    expect(stale.get_by_text("The game had gone on")).to_be_visible()
    for page in (fresh, stale):
        expect(page.get_by_role("slider", name="Replay")).to_have_attribute("aria-valuenow", "1")


# A tab whose socket hears nothing for a while, as one that slept does.
DEAF = """
const Line = window.WebSocket;
window.missed = [];
window.WebSocket = class extends Line {
  set onmessage(hear) {
    super.onmessage = (event) => {
      if (window.deaf) window.missed.push(event.data);
      else hear(event);
    };
  }
};
"""


def test_a_link_that_leads_nowhere_says_so(visit, server):
    page = visit("/s/nobody-has-this-link")
    expect(page.get_by_role("heading", name="This link leads to no battle.")).to_be_visible()


def test_an_address_that_leads_nowhere_says_so_and_the_way_back(visit, server):
    page = visit("/batles/crossroads")
    expect(page.get_by_role("heading", name="There is nothing here.")).to_be_visible()
    page.get_by_role("link", name="Go to the first page").click()
    expect(page.locator("[data-scenario=crossroads]")).to_be_visible()
