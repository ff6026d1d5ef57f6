"""One server and one Chromium for the browser tests in a row. Without a browser the tests fail; they are not skipped.

Both end with this folder: other tests run an event loop of their own, which Playwright does not allow beside its own.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chromium import FLAGS, chromium
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from screens import DESK
from server_process import ServerProcess

from tests.patience import PATIENCE

SHOTS = Path(__file__).parent / "shots"

Visit = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = chromium()
    assert found, "no Chromium on this machine: make browser"
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    server.open()
    yield server
    server.kill()


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Visit]:
    """Opens a page with its own storage and its own sockets. Any error of the page fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, viewport: ViewportSize = DESK, touch: bool = False, motion: bool = False) -> Page:
        context = browser.new_context(
            base_url=server.address,
            viewport=viewport,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None
        )
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def shots() -> Path:
    """Pictures are kept for people who want to look at them."""
    SHOTS.mkdir(exist_ok=True)
    return SHOTS
