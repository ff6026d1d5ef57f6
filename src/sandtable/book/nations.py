"""Lines of the charts that are for a nation in some years: "Japan Navy 1939-42"."""

import re
from functools import lru_cache

from msgspec import Struct

from sandtable.book.modifiers import Modifier, named

LINE = re.compile(r"(?P<nation>.+?)(?: (?P<arm>Army|Navy))?(?: (?P<first>\d{4})(?:-(?P<last>\d{2,4}))?)?")
SAME = {  # what charts and sides are called for a nation
    "American": "USA", "US": "USA", "German": "Germany", "Russian": "Russia", "French": "France", "British": "Britain",
    "Italian": "Italy", "Japanese": "Japan", "Chinese": "China", "Polish": "Poland",
}  # fmt: skip


class Origin(Struct, frozen=True, gc=False):
    """Where and when troops or pilots come from; `arm`: of Japanese squadrons."""

    nation: str
    year: int
    arm: str = ""

    def fits(self, heading: str) -> bool:
        nation, arm, first, last = years_of(heading)
        return self.nation == nation and arm in ("", self.arm) and first <= self.year <= last


@lru_cache(maxsize=256)
def years_of(heading: str) -> tuple[str, str, int, int]:
    """The nation, the arm if it is for one only, and the first and last year."""
    found = LINE.fullmatch(heading)
    assert found is not None
    first, last = found["first"], found["last"]
    end = last if last is None or len(last) == len(first) else first[: -len(last)] + last
    nation = SAME.get(found["nation"], found["nation"])
    return nation, (found["arm"] or "").lower(), int(first or 0), int(end or first or 9999)


def by_nation(heading: str, clause: str) -> Modifier[Origin]:
    return named(heading, clause, lambda origin: origin.fits(heading))
