"""How fast the program is. A script, not a test; nothing here can fail.

    python tests/bench.py [ROUNDS]
    python tests/bench.py --solver [--nodes N] [--deals FILE...]

Whole processes are measured against `python -c pass`, interleaved in the same rounds, by wall clock and by processor
time (which says more on a machine that others use too). Rates count the processor time of one process.

With `--solver` the solvers are measured instead, a process for each deal: d1:1 to d1:20 of the ten first games, or the
deals of the files that are named, each file a row.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from patience_cli.deals import Deal, Seed, deck_for  # noqa: E402
from patience_cli.games import load  # noqa: E402
from patience_cli.reading import read_script_bytes  # noqa: E402
from patience_cli.resolve import with_card  # noqa: E402
from patience_cli.script import of_deal  # noqa: E402
from patience_cli.transcript import head_lines, joined, regenerated  # noqa: E402

PASS = [sys.executable, "-c", "pass"]
PATIENCE = [
    sys.executable,
    "-c",
    "import sys; from patience_cli.__main__ import main; sys.exit(main())",
]  # as installed
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {
    "PYTHONPATH": str(ROOT)
}
PLAYED = ("miss-milligan", "milligan-grace", "quadrille", "gold-mine", "spiderette")


class Cost(NamedTuple):
    """What a process took: seconds by the clock, seconds of processor, and kilobytes at most; and its exit code."""

    wall: float
    cpu: float
    peak: int
    code: int


def cost(command: Sequence[str], folder: Path, stdin: Path | None = None) -> Cost:
    """Run a command to its end, its output thrown away."""
    with open(stdin or os.devnull, "rb") as given:
        before = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**ENVIRONMENT, "HOME": str(folder)},
            stdin=given,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        spent = used.ru_utime + used.ru_stime
        return Cost(time.perf_counter() - before, spent, used.ru_maxrss, process.returncode)


def played(name: str, seed: int, length: int) -> str:
    """A transcript of a game played by dice, a card home where that goes, a move taken back here and there."""
    dice = random.Random(seed)
    game = load(name)
    script = of_deal(Deal(game, Seed("d1", str(seed)), deck_for(game, Seed("d1", str(seed)))))
    lines = head_lines(script)
    table = script.start
    for number in range(length):
        legal = game.moves(table)
        if not legal:
            break
        homeward = [move for move in legal if game.text(table, move).partition("x")[0].endswith("-f")]
        move = homeward[0] if homeward else dice.choice(legal[-4:])
        lines.append(with_card(game, table, move))
        table = game.play(table, move)
        if number % 40 == 39:
            lines += ["z", "y"]
    return regenerated(read_script_bytes(joined(lines).encode()))


def transcripts(folder: Path, number: int, length: int = 120) -> tuple[list[str], int]:
    """So many files of transcripts, 25 games over and over, and how many moves they hold in all."""
    texts = [played(name, seed, length) for name in PLAYED for seed in range(1, 6)]
    names = []
    moves = 0
    for i in range(number):
        text = texts[i % len(texts)]
        names.append(f"{i}.patience")
        (folder / names[-1]).write_text(f"{text}# {i}\n")
        moves += len(text.partition("\n\n")[2].splitlines())
    return names, moves


def ratios(commands: dict[str, list[str]], folder: Path, rounds: int, stdin: Path | None = None) -> None:
    """Medians of the ratios to `python -c pass`, all commands once in every round."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    passes = []
    for command in commands.values():
        cost(command, folder, stdin)  # so that what can be compiled once is
    for _ in range(rounds):
        bare = cost(PASS, folder)
        passes.append(bare)
        for name, command in commands.items():
            one = cost(command, folder, stdin)
            found[name].append((one.wall / bare.wall, one.cpu / bare.cpu))
    print(f"{'python -c pass':36}{1000 * statistics.median(one.wall for one in passes):8.1f} ms")
    print(f"{'':36}{'wall':>8}{'CPU':>8}")
    for name, pairs in found.items():
        wall, cpu = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
        print(f"{name:36}{wall:8.2f}{cpu:8.2f}")


def start_up(folder: Path, rounds: int) -> None:
    """Whole processes on one game."""
    (folder / "one.patience").write_text(played("miss-milligan", 10, 150))
    ratios(
        {
            "--version": [*PATIENCE, "--version"],
            "python -m patience_cli --version": [sys.executable, "-m", "patience_cli", "--version"],
            "--help": [*PATIENCE, "--help"],
            "deal miss-milligan 10": [*PATIENCE, "deal", "miss-milligan", "10"],
            "show one.patience": [*PATIENCE, "show", "one.patience"],
            "replay one.patience": [*PATIENCE, "replay", "one.patience"],
            "move one.patience (no move)": [*PATIENCE, "move", "one.patience"],
            "import typer": [sys.executable, "-c", "import typer"],
        },
        folder,
        rounds,
    )


def rates(folder: Path, rounds: int) -> None:
    """Moves and deals a second in one process, its start-up included."""
    names, moves = transcripts(folder, 1000)
    best = min(cost([*PATIENCE, "check", *names], folder).cpu for _ in range(rounds))
    print(f"check of 1000 transcripts, {moves} lines of moves: {moves / best:,.0f} moves a second")
    for name in ("miss-milligan", "gold-mine"):
        deal = [*PATIENCE, "deal", name, "--seeds", "1-10000"]
        best = min(cost(deal, folder).cpu for _ in range(rounds))
        print(f"deal {name} --seeds 1-10000: {10000 / best:,.0f} deals a second")


def growth(folder: Path) -> None:
    """How time and memory grow with the number of games."""
    names, moves = transcripts(folder, 10000, 30)
    per_file = moves / len(names)
    for number in (10, 100, 1000, 10000):
        one = cost([*PATIENCE, "check", *names[:number]], folder)
        print(
            f"check of {number:6} files: {one.cpu:7.2f} s, {one.peak / 1024:6.1f} MiB, "
            f"{number * per_file / one.cpu:9,.0f} moves a second"
        )
    for number in (10, 100, 1000, 10000):
        lines = folder / f"{number}.deals"
        with open(lines, "w") as out:
            deal = [*PATIENCE, "deal", "spiderette", "--seeds", f"1-{number}"]
            subprocess.run(deal, stdout=out, env=ENVIRONMENT, check=True)
        one = cost([*PATIENCE, "show", "-"], folder, lines)
        print(f"show of {number:7} deals: {one.cpu:7.2f} s, {one.peak / 1024:6.1f} MiB")


PEERS = {
    "soliterm": ["-m", "soliterm", "--text", "--game", "klondike"],
    "pytience": ["-c", "from pytience.cmd.klondike import play; play()"],
}
CHESS = """
import io, random, chess, chess.pgn
dice, board, game = random.Random(1), chess.Board(), chess.pgn.Game()
node = game
while board.fullmove_number <= 75 and not board.is_game_over():
    move = dice.choice(list(board.legal_moves))
    board.push(move)
    node = node.add_variation(move)
text = str(game)
for _ in range({times}):
    chess.pgn.read_game(io.StringIO(text))
"""


def peers(folder: Path, rounds: int) -> None:
    """The same for other programs, where they are installed."""
    there: dict[str, list[str]] = {}
    for name, words in PEERS.items():
        if find_spec(name):
            there[f"{name}, one game, q"] = [sys.executable, *words]
        else:
            print(f"{name}: not installed, left out")
    if shutil.which("fc-solve"):
        board = folder / "617.board"
        deal = [*PATIENCE, "deal", "freecell", "ms:617", "--to", "fc-solve"]
        board.write_bytes(subprocess.run(deal, capture_output=True, env=ENVIRONMENT).stdout)
        there["fc-solve, deal 617 solved"] = ["fc-solve", str(board)]
    else:
        print("fc-solve: not installed, left out")
    there["patience play klondike, q"] = [*PATIENCE, "play", "klondike", "1"]
    (folder / "leave").write_text("quit\n" * 3)
    ratios(there, folder, rounds, folder / "leave")
    if not find_spec("chess"):
        print("chess: not installed, left out")
        return
    empty, full = (cost([sys.executable, "-c", CHESS.format(times=n)], folder).cpu for n in (0, 50))
    print(f"chess, a PGN of 150 half moves read 50 times: {50 * 150 / (full - empty):,.0f} half moves a second")


SOLVED = (
    "miss-milligan",
    "milligan-weave",
    "milligan-grace",
    "milligan-spanish",
    "milligan-improved",
    "milligan-single",
    "milligan-strict",
    "quadrille",
    "gold-mine",
    "spiderette",
)


def solvers(folder: Path, files: Sequence[Path], nodes: str) -> None:
    """Each deal in a process of its own, so that the memory is that of one search; start-up is counted too."""
    print(f"{'':20}{'deals':>6}{'won':>6}{'lost':>6}{'open':>6}    median   longest    memory   at most")
    deals = {path.name: path.read_text(encoding="utf-8").splitlines(keepends=True) for path in files}
    for name in SOLVED if not files else ():
        command = [*PATIENCE, "deal", name, "--seeds", "1-20"]
        dealt = subprocess.run(command, capture_output=True, env=ENVIRONMENT, text=True, check=True)
        deals[name] = dealt.stdout.splitlines(keepends=True)
    for name, lines in deals.items():
        costs = []
        for line in lines:
            (folder / "deal").write_text(line)
            costs.append(cost([*PATIENCE, "solve", "--nodes", nodes, "deal"], folder))
        codes = [one.code for one in costs]
        seconds, peaks = [one.cpu for one in costs], [one.peak / 1024 for one in costs]
        print(
            f"{name:20}{len(lines):6}{codes.count(0):6}{codes.count(1):6}{codes.count(3):6}"
            f"{statistics.median(seconds):8.2f} s{max(seconds):8.2f} s"
            f"{statistics.median(peaks):6.0f} MiB{max(peaks):6.0f} MiB",
            flush=True,
        )


def parts(rounds: int) -> Iterator[tuple[str, object]]:
    yield "Start-up, as a multiple of `python -c pass`", lambda folder: start_up(folder, rounds)
    yield "Rates (processor time, best of three)", lambda folder: rates(folder, 3)
    yield "Growth", growth
    yield "Peers", lambda folder: peers(folder, rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=int, nargs="?", default=15)
    parser.add_argument("--solver", action="store_true")
    parser.add_argument("--nodes", default="300k", help="the budget of each search")
    parser.add_argument("--deals", type=Path, nargs="+", default=[], help="files of deal lines")
    asked = parser.parse_args()
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"
    if asked.solver:
        print(f"{machine}, at most {asked.nodes} positions a deal\n")
        with tempfile.TemporaryDirectory() as folder:
            solvers(Path(folder), asked.deals, asked.nodes)
        return
    print(f"{machine}, {asked.rounds} rounds")
    for title, part in parts(asked.rounds):
        print(f"\n{title}\n")
        with tempfile.TemporaryDirectory() as folder:
            assert callable(part)
            part(Path(folder))


if __name__ == "__main__":
    main()
