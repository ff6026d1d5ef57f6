"""Starting: the commands and each rule set, in times of bare Python."""

import os
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, run

import sandtable as st

ROUNDS = 7
AS_INSTALLED = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # what the first start compiles and parses is kept
READY = "import os; os._exit(0)"  # to tidy up at the end is another thing
COMMAND = str(Path(sys.executable).with_name("sandtable"))


def seconds(*command: str) -> float:
    """The least processor time that a command needs."""
    found = []
    for _ in range(ROUNDS):
        before = getrusage(RUSAGE_CHILDREN)
        run(command, stdout=DEVNULL, check=True, env=AS_INSTALLED)
        after = getrusage(RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def show() -> None:
    bare = seconds(sys.executable, "-c", READY)
    print(f"Processor time to start; bare Python takes {1000 * bare:.0f} ms until it is ready")
    works: dict[str, tuple[str, ...]] = {f"sandtable {verb}": (COMMAND, verb) for verb in ("--help", "scenarios")}
    for name in st.rule_sets():
        works[f"{name} ready"] = (sys.executable, "-c", f"import sandtable; sandtable.rule_sets()[{name!r}]; {READY}")
    for what, command in works.items():
        took = seconds(*command)
        print(f"  {what:26} {1000 * took:6.0f} ms   {took / bare:5.1f} times bare Python")
    print()
