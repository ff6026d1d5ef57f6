"""Which types the server looks into before it has threads."""

from msgspec import Struct

from sandtable.kernel.decision import Command
from sandtable.server import app


class Charge(Command, frozen=True):
    """As a rule set of somebody else has it: its module is not ours."""


class Stranger(Struct):
    pass


def test_what_others_make_from_our_types_is_looked_into_too(monkeypatch):
    seen = []
    monkeypatch.setattr(app, "Decoder", seen.append)
    app.look_into_types()
    assert {Command, Charge} <= set(seen)
    assert Stranger not in seen
