"""A1 of Red before B1 of Blue, in contact or about to be."""

from functools import partial
from typing import Any

from gbtable import BLUE, GB10, Body, table

from sandtable.rules.great_battles.move.contact import refuse_contact

HERE, NEAR = (20.0, 20.0), (20.0, 24.0)  # where the fronts meet, and 4 inches off


def defender(at: tuple[float, float] = HERE, name: str = "B1", **how: Any) -> Body:
    return Body(name, at, 180, side=BLUE, **how)


def refusal(*bodies: Body, **said: Any) -> str:
    """The clause that keeps A1 from contact with B1; none if it may."""
    state = table(*bodies, **said)
    why = refuse_contact(state, state.units["A1"], state.units["B1"])
    return why.clause if why else ""


refusal10 = partial(refusal, rules=GB10)
