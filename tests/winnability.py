"""How often the games can be won: makes the table of the README anew.

    python tests/winnability.py --jobs 2

studies each of the ten games, once by the solver and once by the player that never peeks, deals `d1:1` onwards, in
files that grow (`--folder`), so that it can be stopped and gone on with; then it writes the table between the marks
of README.md. No figure is typed by hand. With `--share 0.1` each study has a tenth of its deals.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from patience_cli.commands.solving import budget
from patience_cli.deals import read_spec
from patience_cli.study import BLIND, THOUGHTFUL, Result, Task, read_lines, summed

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- table: winnability -->", "<!-- end of table -->"

# What the documents that the games come from say of winning.
CLAIMS = {
    "miss-milligan": "up to two out of three",
    "milligan-weave": "",
    "milligan-grace": "clearly better odds than most two-pack games, with skill",
    "milligan-spanish": "much harder than with the grace",
    "milligan-improved": "",
    "milligan-single": "quicker and easier",
    "milligan-strict": "",
    "quadrille": "usually",
    "gold-mine": "most of the time, with skill",
    "spiderette": "as many as one in ten",
}
# How many deals the solver is given, and how many the player who does not peek: what an hour or two allow.
DEALS = {
    "miss-milligan": (500, 200),
    "milligan-weave": (100, 100),
    "milligan-grace": (100, 100),
    "milligan-spanish": (60, 100),
    "milligan-improved": (60, 100),
    "milligan-single": (20, 100),
    "milligan-strict": (100, 100),
    "quadrille": (100_000, 3_000),
    "gold-mine": (1_000, 300),
    "spiderette": (200, 500),
}
NODES = "300k"


def study(game: str, player: str, deals: int, jobs: int, folder: Path) -> dict[str, Result]:
    """The results of a study of deals from 1 on; what is in its file already is not done again."""
    file = folder / f"{game}-{player}.jsonl"
    command = [sys.executable, "-m", "patience_cli", "study", game, str(file), "--player", player]
    command += ["--seeds", f"1-{deals}", "-j", str(jobs), "--nodes", NODES]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    results = read_lines(Task(game, player, budget(NODES)), file.read_text().splitlines())
    return {seed: result for seed, result in results.items() if int(seed.partition(":")[2]) <= deals}


def row(game: str, thoughtful: dict[str, Result], blind: dict[str, Result]) -> str:
    """A row of the table."""
    won, played = summed(thoughtful.values()), summed(blind.values())
    cells = [
        read_spec(game).title,
        f"{won.deals}",
        f"{won.won}",
        f"{won.lost}",
        f"{won.undecided}",
        str(won.interval),
        f"{played.won} of {played.deals}",
        str(played.interval),
        CLAIMS[game],
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1, help="of the deals that stand above")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("studies"))
    parser.add_argument("--print", action="store_true", help="print the table instead of writing it into README.md")
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    lines = [
        "| game | deals | won | lost, proven | open | can be won, 95 % | won blind | blind, 95 % | its document says |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for game, numbers in DEALS.items():
        whole = zip((THOUGHTFUL, BLIND), (max(1, int(asked.share * number)) for number in numbers), strict=True)
        lines.append(row(game, *(study(game, who, deals, asked.jobs, asked.folder) for who, deals in whole)))
    table = "\n".join(lines)
    if asked.print:
        print(table)
        return
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"README.md lacks {BEGIN} or {END}")
    (ROOT / "README.md").write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
