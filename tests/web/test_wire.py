"""What the page is made of: its types are the server's, and it is light."""

import gzip
import re
from pathlib import Path

from client.make_types import FILE, types

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/sandtable/server/static"
MOST = 250_000  # bytes of JavaScript, compressed


def test_the_clients_types_are_made_from_the_servers():
    assert FILE.read_text() == types(), "run: .venv/bin/python client/make_types.py"


def test_the_javascript_sent_is_light():
    sent = re.findall(r'/static/([^"]+\.js)"', (STATIC / "index.html").read_text())
    parts = {STATIC / name for name in sent} | set(STATIC.glob("**/*.js"))
    assert sent
    assert sum(len(gzip.compress(part.read_bytes())) for part in parts) < MOST
