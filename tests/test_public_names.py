"""What `import sandtable` offers."""

import re

import pytest

import sandtable


def test_the_public_names_are_sorted_and_all_there():
    assert sandtable.__all__ == sorted(sandtable.__all__)
    assert all(getattr(sandtable, name) is not None for name in sandtable.__all__)
    assert dir(sandtable) == sandtable.__all__


def test_every_name_has_one_home_and_every_home_is_public():
    homes = [name for names in sandtable._HOMES.values() for name in names]
    assert sorted(homes) == sandtable.__all__


def test_a_name_that_is_not_there_is_said_not_to_be():
    with pytest.raises(AttributeError, match=r"^sandtable has no 'crossroads'$"):
        sandtable.crossroads  # noqa: B018


@pytest.mark.parametrize(
    ("rules", "scenario", "told"),
    [
        ("portable", "krojanty", "no rule set 'portable'; there are combat-captain, "),
        ("portable-wargame", "krojantie", "no portable-wargame scenario 'krojantie'; there are krojanty, "),
        ("portable-wargame", "agira", "no portable-wargame scenario 'agira'"),
    ],
)
def test_a_name_there_is_not_is_told_with_those_there_are(rules, scenario, told):
    with pytest.raises(sandtable.ScenarioError, match=re.escape(told)):
        sandtable.new_game(rules, scenario)
