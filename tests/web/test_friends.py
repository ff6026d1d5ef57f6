"""Two friends at two browsers: seats, names, talk and the address that a friend can reach."""

import re
from random import Random

import pytest
from playing import COMPUTER, FRIEND, LEARNING, begin, friends_link, take, until, wait, who_is_asked
from playwright.sync_api import Page, expect
from screens import PHONE

BATTLE = LEARNING["portable-wargame"]
RNG = Random(1)
NOT_YOURS = "This seat is not yours."


@pytest.fixture
def host(visit) -> Page:
    page: Page = visit()
    begin(page, BATTLE, FRIEND, "German")
    expect(page.get_by_role("region", name="Invite")).to_be_visible()
    return page


@pytest.fixture
def friend(visit, host) -> Page:
    page: Page = visit(friends_link(host))
    wait_for_table(page)
    return page


def wait_for_table(page: Page) -> None:
    expect(page.get_by_role("region", name="What now")).to_be_visible()


def share(page: Page) -> None:
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Share this game").click()


def say(page: Page, words: str) -> None:
    page.get_by_role("button", name=re.compile("^Talk")).click()
    page.get_by_label("Say something").fill(words)
    page.get_by_role("button", name="Say", exact=True).click()


# ---- seats


def test_the_host_cannot_open_the_seat_that_the_friend_has_taken(host, friend):
    link = friend.url
    expect(host.get_by_role("region", name="Invite")).to_have_count(0)
    window = host.context.new_page()
    window.goto(link)
    expect(window.get_by_role("heading", name=NOT_YOURS)).to_be_visible()
    expect(window.locator("[role=radio]")).to_have_count(0)
    share(host)
    expect(host.get_by_text("is taken")).to_be_visible()


def test_a_seat_that_is_handed_over_goes_to_another_browser(visit, host, friend):
    link = friend.url
    share(friend)
    friend.get_by_role("button", name="Hand over your seat").click()
    friend.get_by_role("button", name="Hand over Polish now").click()
    expect(friend.get_by_text("You have handed over this seat.")).to_be_visible()
    other = visit(link)
    wait_for_table(other)
    friend.get_by_role("button", name="Try again").click()
    expect(friend.get_by_role("heading", name=NOT_YOURS)).to_be_visible()


def test_ones_own_link_opens_the_seat_on_another_screen(visit, host):
    share(host)
    link = host.get_by_label("Your own seat").input_value()
    phone = visit(re.sub("^http://[^/]*", "", link), viewport=PHONE, touch=True)
    wait_for_table(phone)
    expect(phone).not_to_have_url(re.compile("key"))
    assert wait(phone)["mine"]


def test_a_closed_server_says_so_and_gives_the_command_that_opens_it(host):
    host.get_by_role("button", name="How to let others in").click()
    expect(host.get_by_text("Only this computer can reach this server.")).to_be_visible()
    expect(host.locator("dialog code").first).to_contain_text("sandtable serve --host 0.0.0.0")


def test_an_open_server_gives_its_address_and_a_code_to_scan(visit):
    page = visit()
    answer = {"addresses": ["http://192.168.1.5:8765", "http://10.0.0.2:8765"], "command": ""}
    page.route("**/api/reach", lambda route: route.fulfill(json=answer))
    begin(page, BATTLE, FRIEND)
    expect(page.get_by_label(re.compile("Send this link"))).to_have_value(re.compile(r"^http://192\.168\.1\.5:8765/s/"))
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    page.get_by_label("Address of this computer").select_option("http://10.0.0.2:8765")
    expect(page.get_by_label("Play German")).to_have_value(re.compile(r"^http://10\.0\.0\.2:8765/s/"))


# ---- names and words


def test_friends_see_each_other_come_give_their_names_and_talk(host, friend):
    players = host.get_by_role("banner").get_by_role("list", name="Players")
    expect(players).to_contain_text("Polish here", use_inner_text=True)
    friend.get_by_role("button", name="Talk").click()
    friend.get_by_label("Your name").fill("Ewa")
    friend.get_by_role("button", name="Set", exact=True).click()
    expect(players).to_contain_text("Ewa here", use_inner_text=True)
    say(friend, "<img src=x onerror=alert(1)> hello")
    expect(host.get_by_role("button", name=re.compile("^Talk.*1"))).to_be_visible()
    host.get_by_role("button", name=re.compile("^Talk")).click()
    said = host.get_by_role("list", name="What was said")
    expect(said).to_contain_text("<img src=x onerror=alert(1)> hello")
    expect(said.get_by_role("listitem").first.locator("small")).to_contain_text("Ewa")
    expect(said.locator("img")).to_have_count(0)
    friend.close()
    expect(players).to_contain_text("Ewa away", use_inner_text=True)


def test_talk_survives_a_reload_and_works_on_a_phone(visit, host):
    phone = visit(friends_link(host), viewport=PHONE, touch=True)
    wait_for_table(phone)
    say(phone, "on my way")
    phone.reload()
    phone.get_by_role("button", name="Talk").click()
    expect(phone.get_by_role("list", name="What was said")).to_contain_text("on my way")


def test_against_the_computer_there_is_nobody_to_talk_to(visit):
    page = visit()
    begin(page, BATTLE, COMPUTER)
    wait(page)
    expect(page.get_by_role("button", name="Talk")).to_have_count(0)


# ---- whose turn it is

HIDE = "Object.defineProperty(document, 'hidden', { get: () => true })"
NOTE = """
  window.noted = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(title, { body }) { window.noted.push(`${title}. ${body}`); }
    close() {}
  };
"""


def test_a_player_who_looks_elsewhere_is_called_by_title_and_notice(visit, host):
    friend = visit()
    friend.add_init_script(NOTE)
    friend.goto(friends_link(host))
    wait_for_table(friend)
    friend.get_by_label("Menu").click()
    friend.get_by_label("Notice of the browser").check()
    friend.evaluate(HIDE)
    done = [-1, -1]
    while (found := who_is_asked([host, friend], done)) and found[0] == 0:
        done[0] = take(host, found[1], RNG)
    until(friend, "() => window.noted.length")
    assert friend.evaluate("window.noted[0]").startswith("Your turn. Krojanty")
    assert friend.title().startswith("● Your turn")
