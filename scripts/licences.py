"""Lists what we install and under which licence: docs/licences.md, from the pins and what is installed."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "licences.md"
PIN = re.compile(r"^([a-z0-9-]+)==(\S+?)(?: ;.*)? \\$", re.MULTILINE)
HEAD = """# Licences of what we install

Made by `make pins` (`scripts/licences.py`). The program itself needs msgspec, typer and rich; the web table needs
litestar, uvicorn, sqlalchemy and what they need. Everything else is for tests and for building. The page that is
shipped holds code of Svelte alone.

"""
Row = tuple[str, str, str]


def pinned() -> Iterator[tuple[str, str]]:
    """Name and version of every Python package that set-up installs."""
    for name in ("uv", "dev"):
        yield from PIN.findall((ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8"))


def licence_of(package: str) -> str:
    """As the package states it: an expression, a classifier, or the first line of a text."""
    try:
        found = metadata(package)
    except PackageNotFoundError:
        return "not installed on this system"
    if expression := found.get("License-Expression"):
        return expression
    classified = [one for one in found.get_all("Classifier") or () if one.startswith("License ::")]
    if classified:
        return ", ".join(one.rpartition(" :: ")[2] for one in classified)
    return (found.get("License") or "not stated").splitlines()[0]


def of_the_page() -> Iterator[Row]:
    """What npm installs to build the page."""
    lock = json.loads((ROOT / "client" / "package-lock.json").read_text(encoding="utf-8"))
    for path, package in sorted(lock["packages"].items()):
        if path:
            yield path.rpartition("node_modules/")[2], package["version"], package.get("license", "not stated")


def table(rows: list[Row]) -> str:
    lines = [f"| {name} | {version} | {licence} |" for name, version, licence in rows]
    return "\n".join(["| package | version | licence |", "|---|---|---|", *lines])


def main() -> None:
    python = [(name, version, licence_of(name)) for name, version in sorted(set(pinned()))]
    page = sorted(set(of_the_page()))
    FILE.write_text(f"{HEAD}## Python\n\n{table(python)}\n\n## The page\n\n{table(page)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
