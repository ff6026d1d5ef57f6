"""Whole battles, played once and kept: they must be allowed, and told, exactly as they were."""

import json

import pytest
from keep import HERE, LOGS, digest

import sandtable as st

KEPT = sorted(HERE.glob("*.jsonl"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_battle_is_decided_and_told_as_it_was(file):
    game = st.load_game(file, check=True)
    assert digest(game) == json.loads(LOGS.read_text(encoding="utf-8"))[file.stem]


def test_every_scenario_has_a_kept_battle():
    names = {name for rules in st.rule_sets().values() for name in rules.scenarios()}
    assert {file.stem for file in KEPT} == names
