"""Markers that connect tests with the catalogues."""


def pytest_configure(config):
    config.addinivalue_line("markers", "case(clause, number): the number-th worked case of a clause in its catalogue")
    config.addinivalue_line("markers", "clause(*ids): the clauses of a catalogue that a test would fail without")
