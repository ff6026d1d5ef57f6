"""The bench is run by hand, so nothing else would notice that a name it imports has gone."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parents[1] / "bench").glob("*.py"))


def names_from_sandtable(file: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sandtable"):
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_bench_imports_only_what_there_is(file: Path) -> None:
    gone = [name for module, name in names_from_sandtable(file) if not hasattr(import_module(module), name)]
    assert not gone


def test_make_bench_has_what_it_runs() -> None:
    assert "__main__" in {file.stem for file in FILES}
