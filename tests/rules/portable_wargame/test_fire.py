"""Firing (non-Artillery Units)."""

import pytest
from tabletop import BLUE, at, sp, table, unit

from sandtable.rules.portable_wargame.commands import Fire
from sandtable.rules.portable_wargame.fire import fire
from sandtable.testing import act


@pytest.mark.case("pw.fire.hit", 1)
def test_infantry_that_has_not_moved_hits_on_four():
    state = table(unit("Infantry", "d4", "N"), unit("Infantry", "d7", "S", side=BLUE))
    after = act(state, lambda play: fire(play, Fire("Red Infantry", at("d7"))), dice=[4, 1])
    assert sp(after.state, "Blue Infantry") == 3
