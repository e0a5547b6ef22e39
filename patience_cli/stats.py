"""Games finished by a person at a terminal: one JSON line each, only ever appended; all figures are derived."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from .deals import spec
from .errors import printable
from .game import WON
from .record import Record
from .saves import state_directory

DEFINITIONS = (
    "played: games that ended at a terminal: won, lost or given up.",
    "streak: games won one after another, now and at best.",
    "best: fewest moves of a game won. home: most cards ever on the foundations.",
)


class Finished(NamedTuple):
    """A game that ended."""

    game: str
    seed: str
    result: str
    moves: int
    home: int


class Figures(NamedTuple):
    """What there is to say of one game."""

    played: int
    won: int
    streak: int
    longest: int
    best: int | None
    home: int


def stats_file() -> Path:
    """Where finished games are counted."""
    return state_directory() / "stats.jsonl"


def count(record: Record, seed: str) -> None:
    """Append a game that has ended; OSError when that cannot be written."""
    finished = Finished(spec(record.game), seed, record.status, record.n, record.game.home(record.table))
    path = stats_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(finished._asdict(), separators=(",", ":")) + "\n")


def read(text: str) -> tuple[list[Finished], int]:
    """The finished games of a file, and how many of its lines are no such thing."""
    games: list[Finished] = []
    broken = 0
    for line in text.split("\n"):
        if not line.strip():
            continue
        finished = _finished(line)
        if finished is None:
            broken += 1
        else:
            games.append(finished)
    return games, broken


def _finished(line: str) -> Finished | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    game, seed, result = (value.get(key) for key in ("game", "seed", "result"))
    moves, home = value.get("moves"), value.get("home")
    if not (isinstance(game, str) and isinstance(seed, str) and isinstance(result, str)):
        return None
    if type(moves) is not int or type(home) is not int:
        return None
    return Finished(game, seed, result, moves, home)


def figures(games: Iterable[Finished]) -> dict[str, Figures]:
    """The figures of each game, in alphabetical order."""
    by_game: dict[str, list[Finished]] = {}
    for finished in games:
        by_game.setdefault(finished.game, []).append(finished)
    return {name: _figures(by_game[name]) for name in sorted(by_game)}


def _figures(games: list[Finished]) -> Figures:
    streak = longest = 0
    for finished in games:
        streak = streak + 1 if finished.result == WON else 0
        longest = max(longest, streak)
    won = [finished for finished in games if finished.result == WON]
    best = min((finished.moves for finished in won), default=None)
    return Figures(len(games), len(won), streak, longest, best, max(finished.home for finished in games))


def lines(games: Iterable[Finished]) -> list[str]:
    """The figures as a table, and what the words mean."""
    found = figures(games)
    if not found:
        return ["no game has been finished at a terminal yet"]
    rows = [["game", "played", "won", "", "streak", "longest", "best", "home"]]
    for name, f in found.items():
        share = f"{100 * f.won // f.played} %"
        best = "-" if f.best is None else str(f.best)
        numbers = [str(f.played), str(f.won), share, str(f.streak), str(f.longest), best, str(f.home)]
        rows.append([printable(name), *numbers])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    table = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    return [*table, "", *DEFINITIONS]
