"""The page in a real Chromium: how soon the table is painted, and how smoothly a full one is panned."""

import json
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, StorageState, WebSocketRoute, sync_playwright

from sandtable import load_game, save_game
from sandtable.kernel.game import Game
from tests.web.chromium import FLAGS, chromium
from tests.web.server_process import ServerProcess

KEPT = Path(__file__).parents[1] / "tests/games/nissoria.jsonl"
STANDS = 100
ROUNDS = 5
GESTURE = 120  # pointer moves of one pan
UNIT = ".board [data-id]"

PAINTED = """() => new Promise((done) => {
  const look = () => document.querySelector('.board [data-id]')
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
  look();
})"""
COUNT_FRAMES = """() => {
  window.frames_ = [];
  const tick = (now) => { window.frames_.push(now); window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick);
}"""


def run() -> None:
    print("The page, real Chromium without a graphics card\n")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder))
        server.open()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        seat = sat_down(browser, seat_at_a_full_table(server, Path(folder)))
        painted = [first_paint(seat) for _ in range(ROUNDS)]
        print(f"  first paint of the table        {median(painted):6.0f} ms   wanted: under 1000")
        frames = [panned(seat) for _ in range(ROUNDS)]
        print(f"  panning {STANDS} stands             {median(frames):6.1f} frames/s   wanted: 50 or more\n")
        browser.close()
        server.kill()


def seat_at_a_full_table(server: ServerProcess, folder: Path) -> str:
    """Brings a kept battle along, at the moment when most stands are on the table; the address of a seat."""
    save_game(fullest(), folder / "full.jsonl")
    save = (folder / "full.jsonl").read_bytes()
    with urlopen(Request(f"{server.address}/api/games/open", save, method="POST")) as answer:
        seats = json.load(answer)["seats"]
    return f"{server.address}/s/{next(iter(seats.values()))}"


def fullest() -> Game:
    game = load_game(KEPT)
    placed = [sum(unit.place is not None for unit in stage.leg.position.state.units.values()) for stage in game.stages]
    while len(game.stages) > placed.index(max(placed)) + 1:
        game.undo(consent=True)
    return game


def crowd(line: WebSocketRoute) -> None:
    """Fills the table up with doubles of what stands on it."""
    server = line.connect_to_server()

    def told(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "table":
            stands = [one for one in message["pieces"] if one["x"] is not None]
            for n in range(STANDS - len(stands)):
                one = stands[n % len(stands)]
                message["pieces"].append({**one, "id": f"double {n}", "group": None, "y": (one["y"] + 3) % 30})
        line.send(json.dumps(message))

    server.on_message(told)


class Seat(NamedTuple):
    """A seat belongs to the browser that has taken it. What that one has kept opens it for a fresh one."""

    browser: Browser
    address: str
    kept: StorageState


def sat_down(browser: Browser, address: str) -> Seat:
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector(UNIT, state="attached")
    seat = Seat(browser, address, page.context.storage_state())
    page.context.close()
    return seat


def open_table(seat: Seat) -> Page:
    """In a browser with nothing cached."""
    page = seat.browser.new_page(viewport={"width": 1440, "height": 900}, storage_state=seat.kept)
    page.route_web_socket("**/ws/*", crowd)
    page.goto(seat.address)
    return page


def first_paint(seat: Seat) -> float:
    """From the click on the link to the first frame with units in it."""
    page = open_table(seat)
    painted = float(page.evaluate(PAINTED))
    page.context.close()
    return painted


def panned(seat: Seat) -> float:
    page = open_table(seat)
    page.wait_for_selector(UNIT)
    page.wait_for_timeout(500)
    page.evaluate(COUNT_FRAMES)
    page.mouse.move(500, 400)
    page.mouse.down()
    for n in range(GESTURE):
        page.mouse.move(500 + 2 * n, 400 + n % 60)
    page.mouse.up()
    frames = [float(one) for one in page.evaluate("(cancelAnimationFrame(window.ticking), window.frames_)")]
    page.context.close()
    return 1000 * (len(frames) - 1) / (frames[-1] - frames[0])
