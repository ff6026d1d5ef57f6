"""Saying no."""


class Refused(Exception):
    """Why something is not done, and by which clause."""

    def __init__(self, why: str, clause: str = "") -> None:
        super().__init__(why)
        self.why, self.clause = why, clause
