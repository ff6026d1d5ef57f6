"""Which modules may import which, and the greatest length of functions and files."""

import ast
from collections.abc import Iterator
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sandtable"

MAY_IMPORT_RANDOM = ("board/", "players/", "testing.py")
SAME_TODAY_AND_TOMORROW = ("board/", "kernel/", "book/", "rules/")
LONGEST_FUNCTION = 60
LONGEST_FILE = 400


def sources() -> Iterator[tuple[str, str]]:
    """Every module of the package: its path below the package, and its text."""
    paths = sorted(SOURCE.rglob("*.py"))
    assert paths, f"no modules under {SOURCE}"
    for path in paths:
        yield path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")


def imports(text: str) -> Iterator[tuple[int, str]]:
    """Line and outermost package of each absolute import."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name.partition(".")[0]) for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node.lineno, module.partition(".")[0]


def blind_catches(text: str) -> Iterator[int]:
    """Lines of handlers that catch everything."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ExceptHandler):
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if any(kind is None or ast.unparse(kind) in ("Exception", "BaseException") for kind in caught):
                yield node.lineno


def long_functions(text: str) -> Iterator[tuple[int, str, int]]:
    """Line, name and length of each function over the limit, decorators not counted."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield node.lineno, node.name, length


def endless_caches(text: str) -> Iterator[tuple[int, str]]:
    """Line and name of each function that keeps every answer it has ever given."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            kept = {ast.unparse(one) for one in node.decorator_list}
            asked = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            if "lru_cache(maxsize=None)" in kept or (asked and "cache" in kept):
                yield node.lineno, node.name


def none_of(offenders: list[str]) -> None:
    assert not offenders, "\n" + "\n".join(offenders)


def test_import_contracts_hold(capsys):
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_random_is_imported_only_where_chance_belongs():
    none_of(
        [
            f"{path}:{line} imports random; throw dice through kernel/dice.py, so that a game replays"
            for path, text in sources()
            if not path.startswith(MAY_IMPORT_RANDOM)
            for line, package in imports(text)
            if package == "random"
        ]
    )


def test_rules_do_not_look_at_the_clock_or_the_machine():
    none_of(
        [
            f"{path}:{line} imports {package}; a rule sees only the state, so that a game replays anywhere"
            for path, text in sources()
            if path.startswith(SAME_TODAY_AND_TOMORROW)
            for line, package in imports(text)
            if package in ("time", "os")
        ]
    )


def test_rules_catch_only_what_they_handle():
    none_of(
        [
            f"{path}:{line} catches everything; name the exception, or a broken rule passes for a played one"
            for path, text in sources()
            if path.startswith("rules/")
            for line in blind_catches(text)
        ]
    )


def test_what_is_kept_is_bounded():
    none_of(
        [
            f"{path}:{line} {name} keeps every answer for ever; a server meets many battles: say how many (lru_cache)"
            for path, text in sources()
            for line, name in endless_caches(text)
        ]
    )


def test_functions_are_short():
    none_of(
        [
            f"{path}:{line} {name} has {length} lines, more than {LONGEST_FUNCTION}"
            for path, text in sources()
            for line, name, length in long_functions(text)
        ]
    )


def test_files_are_short():
    none_of(
        [
            f"{path} has {length} lines, more than {LONGEST_FILE}"
            for path, text in sources()
            if (length := len(text.splitlines())) > LONGEST_FILE
        ]
    )


def test_the_check_sees_every_form_of_import():
    text = "import os.path, random as r\ndef f():\n    from time import sleep\nfrom . import time"
    assert list(imports(text)) == [(1, "os"), (1, "random"), (3, "time")]


def test_the_check_sees_every_form_of_blind_catch():
    handlers = ["except Exception:", "except:", "except (KeyError, BaseException) as e:", "except KeyError:"]
    assert [len(list(blind_catches(f"try: pass\n{handler} pass"))) for handler in handlers] == [1, 1, 1, 0]


def test_the_check_sees_caches_without_end():
    kept = ["@cache", "@cache", "@lru_cache(maxsize=None)", "@lru_cache(maxsize=9)"]
    functions = ["def f(a): 0", "def f(): 0", "def f(a): 0", "def f(a): 0"]
    found = [len(list(endless_caches(f"{one}\n{other}"))) for one, other in zip(kept, functions, strict=True)]
    assert found == [1, 0, 1, 0]


def test_the_check_measures_a_function_from_def_to_its_last_line():
    text = "@decorated\ndef f():\n" + "    pass\n" * LONGEST_FUNCTION
    assert list(long_functions(text)) == [(2, "f", LONGEST_FUNCTION + 1)]
