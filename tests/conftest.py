"""Markers that connect tests with the catalogues. No clock ends a test: a busy machine is slow, not wrong."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_configure(config):
    config.addinivalue_line("markers", "case(clause, number): the number-th worked case of a clause in its catalogue")
    config.addinivalue_line("markers", "clause(*ids): the clauses of a catalogue that a test would fail without")


def pytest_collection_modifyitems(items):
    """The browser tests come first: they take longest, and another process does the rest meanwhile."""
    items.sort(key=lambda item: "web" not in item.path.parts)
