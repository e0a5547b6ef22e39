"""The solvers compiled to machine code: the same verdicts, counts and lines, and how much quicker. A script, no test.

    python tests/compiled.py [--deals N] [--to FOLDER]

Copies the package and compiles the modules of the solvers that are plain functions and classes, with mypyc, which
comes with mypy and needs a C compiler. Then both solve the same deals, in turns, and every answer is compared: exit 1
when one differs. With `--to` the compiled package stays, for whoever studies very many deals:

    PYTHONPATH=FOLDER python -m patience_cli study spiderette file --seeds 1-100000
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
MODULES = [
    "codes",
    "gold_mine",
    "hopeless",
    "milligan",
    "milligan_known",
    "milligan_plays",
    "milligan_table",
    "spiderette",
    "spiderette_columns",
]
GAMES = ("miss-milligan", "gold-mine", "spiderette")
ROUNDS = 3

SOLVE = """
import json, sys, time
from patience_cli.games import load
from patience_cli.deals import deck_for, read_seed
from patience_cli.solver import solve

game = load(sys.argv[1])
answers, began = [], time.process_time()
for number in range(1, int(sys.argv[2]) + 1):
    verdict = solve(game, game.start(deck_for(game, read_seed(str(number)))), nodes=50_000)
    answers.append([*verdict[:2], [str(move) for move in verdict.moves], *verdict[3:]])
print(json.dumps([time.process_time() - began, answers]))
"""


def solved(tree: Path, game: str, deals: int) -> tuple[float, Any]:
    """Seconds of processor, and all that is answered, of the package below `tree`."""
    env = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, "-c", SOLVE, game, str(deals)]
    done = subprocess.run(command, cwd=tree, env=env, check=True, capture_output=True, text=True)
    seconds, answers = json.loads(done.stdout)
    return seconds, answers


def compiled(folder: Path) -> None:
    """A copy of the package in a folder, its solvers compiled."""
    shutil.copytree(ROOT / "patience_cli", folder / "patience_cli", ignore=shutil.ignore_patterns("__pycache__"))
    files = [f"patience_cli/solver/{module}.py" for module in MODULES]
    subprocess.run([sys.executable, "-m", "mypyc", *files], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(folder / "build", ignore_errors=True)


def main() -> int:
    """Compile, solve, compare; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--to", type=Path)
    asked = parser.parse_args()
    code = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.to or Path(temporary)
        compiled(folder)
        for game in GAMES:
            seconds: dict[Path, list[float]] = {ROOT: [], folder: []}
            answers: dict[Path, Any] = {}
            for _ in range(ROUNDS):
                for tree, times in seconds.items():
                    took, answers[tree] = solved(tree, game, asked.deals)
                    times.append(took)
            plain, quick = median(seconds[ROOT]), median(seconds[folder])
            same = answers[ROOT] == answers[folder]
            code |= not same
            print(
                f"{game:<14} {asked.deals} deals  {plain:.2f} s  {quick:.2f} s  {plain / quick:.2f} times as fast",
                end="",
            )
            print("  the same answers" if same else "  DIFFERENT ANSWERS")
    return code


if __name__ == "__main__":
    sys.exit(main())
