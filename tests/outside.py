"""The rule set of examples/skirmish, installed as a package of somebody else: not in our tree, nor in our .venv."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

EXAMPLE = Path(__file__).parents[1] / "examples" / "skirmish"
INSTALL = "uv pip install --quiet --offline --no-cache --no-deps --no-build-isolation"


class Outside:
    """`source` is the author's folder, with his tests; the package itself lies elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.source = folder, folder / "skirmish-source"
        copytree(EXAMPLE, self.source, ignore=ignore_patterns("__pycache__", "witnesses"))
        target = folder / "installed"
        self.environment = {**os.environ, "PYTHONPATH": str(target), "COLUMNS": "120"}
        self.run("-m", *INSTALL.split(), "--python", sys.executable, "--target", str(target), str(self.source))

    def run(self, *args: str, typed: str = "") -> str:
        """A run of Python that must succeed; gives what it prints."""
        done = subprocess.run(
            [sys.executable, *args],
            env=self.environment,
            cwd=self.folder,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(args)}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def sandtable(self, *args: str, typed: str = "") -> str:
        return self.run("-m", "sandtable", *args, typed=typed)
