"""Changes made to the rules on purpose: how many of them turn a test red.

    pip install mutmut
    python tests/mutants.py [MODULE...]

changes the modules (those of the engine unless some are named) in every way that mutmut knows, one way at a time, in a
copy of the tree, and runs the tests that reach the change. Those that no test noticed are listed; `mutmut show NAME`
in the folder that is named shows one. No test needs mutmut, so it is not among the extras of the package.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = ("game", "rules", "dealing", "privileges", "table", "moves", "cards")

# Tests that run the rules in their own process, where mutmut can watch them; the last is the page of all rules.
NAMES = ("rules", "games", "transcripts", "relatives", "moves", "laws", "cards", "peers", "record", "resolve", "board")
TESTS = [*(f"tests/test_{name}.py" for name in NAMES), "tests/test_manual.py::test_page[patience-games.6]"]

CONFIGURATION = """
[tool.mutmut]
source_paths = ["patience_cli"]
only_mutate = [{modules}]
also_copy = ["fixtures", "man", "README.md", "CHANGELOG.md"]
pytest_add_cli_args = ["-q", "-x", "-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = [{tests}]
"""


def quoted(names: list[str]) -> str:
    """Names as the items of a TOML array."""
    return ", ".join(f'"{name}"' for name in names)


def main() -> None:
    modules = sys.argv[1:] or list(ENGINE)
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    for name in ("patience_cli", "tests", "fixtures", "man"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
    for name in ("README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    configuration = CONFIGURATION.format(
        modules=quoted([f"patience_cli/{module}.py" for module in modules]),
        tests=quoted(TESTS),
    )
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8") + configuration)
    subprocess.run([sys.executable, "-m", "mutmut", "run"], cwd=folder, check=False)
    told = subprocess.run(
        [sys.executable, "-m", "mutmut", "results", "--all", "true"], cwd=folder, capture_output=True, text=True
    ).stdout
    states = Counter(line.rpartition(": ")[2] for line in told.splitlines() if ": " in line)
    noticed = states["killed"] + states["timeout"] + states["segfault"]
    print(*[line.strip() for line in told.splitlines() if line.endswith((": survived", ": no tests"))], sep="\n")
    print(f"{noticed} of {states.total()} changes to {', '.join(modules)} turned a test red; the rest: {folder}")


if __name__ == "__main__":
    main()
