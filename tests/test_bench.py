"""The bench is run by hand. mypy sees that what it uses is there; nothing else would see that it has no beginning."""

from pathlib import Path


def test_make_bench_has_what_it_runs() -> None:
    assert (Path(__file__).parents[1] / "bench" / "__main__.py").is_file()
