"""Placeholder"""


def main() -> None:
    """Placeholder."""
