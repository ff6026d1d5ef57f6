"""Finds the Chromium for the browser tests. Run as a program, it says whether there is one."""

import shutil
import sys

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
# The first is Chromium without windows. It does the same with half the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    sys.exit(chromium() is None)
