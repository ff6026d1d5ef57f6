"""What set-up installs is pinned by hash, and its licences are listed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([a-z0-9-]+)==([^\s;]+)", re.MULTILINE)


@pytest.mark.parametrize("name", ["uv", "dev", "bench"])
def test_every_package_has_hashes_and_no_registry_is_named(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text and "index" not in text
    packages = re.split(r"\n(?=[a-z])", text)
    assert packages and all("--hash=sha256:" in package for package in packages)


def test_the_list_of_licences_is_of_these_versions():
    listed = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    for name in ("uv", "dev"):
        for package, version in PIN.findall((ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")):
            assert f"| {package} | {version} |" in listed


def test_no_package_is_under_a_licence_that_would_bind_ours():
    listed = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    assert not re.search(r"\| (?:A?GPL|GNU (?:Affero )?General)", listed)
