"""Builds the page into the package, so that an installed wheel needs no Node."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """For wheel and sdist. An editable install serves the page that `make setup` builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable" or (root / "src/sandtable/server/static/index.html").exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("sandtable needs Node 20.19 or newer with npm to build its page")
        for command in (["ci"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=root / "client", check=True)
