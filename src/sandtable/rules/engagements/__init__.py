"""The battles in plain terms that come with the program. Every book can stage them."""

from functools import cache

import msgspec

from sandtable.kernel.engagement import Engagement
from sandtable.kernel.scenario import ScenarioError
from sandtable.mechanics.checks import Source, content, files_in


@cache
def engagements() -> dict[str, Engagement]:
    """All of them, by id."""
    found = [read_engagement(says, file) for file, says in files_in("sandtable.rules", "engagements").items()]
    return {one.id: one for one in found}


def read_engagement(source: Source, where: str) -> Engagement:
    try:
        found = msgspec.convert(content(source), Engagement)
        found.check()
    except ValueError as fault:  # not TOML, not an engagement, or one that cannot be
        raise ScenarioError(f"{where}: {fault}") from None
    return found
