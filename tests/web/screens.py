"""The screen sizes on which everything must look good."""

from playwright.sync_api import ViewportSize

DESK: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
