"""The exception for everything that is refused."""


class Refused(Exception):
    """Says why, and by which clause."""

    def __init__(self, why: str, clause: str = "") -> None:
        super().__init__(why)
        self.why, self.clause = why, clause
