"""Many deals solved or played: one result a deal, their summary with intervals, and the file they grow in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from math import sqrt
from typing import NamedTuple

from .deals import deck_for, read_seed, read_spec
from .errors import PatienceError, Place
from .solver import UNDECIDED, UNWINNABLE, WINNABLE, solve

THOUGHTFUL, BLIND = "thoughtful", "blind"
PLAYERS = (THOUGHTFUL, BLIND)
WON, NOT_WON = "won", "not won"

# Two-sided 95 per cent of the normal distribution.
Z = 1.959963984540054


class Task(NamedTuple):
    """What is done to every deal of a study: a game with its options, who plays, and the budget of a solver."""

    game: str
    player: str
    nodes: int
    seconds: float | None = None


class Result(NamedTuple):
    """One deal: its seed, the verdict of the solver (or `won`, `not won` of a player), positions and moves."""

    seed: str
    verdict: str
    positions: int
    moves: int
    stopped: bool = False


def work(task: Task, seed_text: str) -> Result:
    """Solve or play one deal. A plain function of plain values, so that any pool of processes can run it."""
    game = read_spec(task.game)
    seed = read_seed(seed_text)
    table = game.start(deck_for(game, seed))
    if task.player == BLIND:
        from .solver.blind import play_blind

        played = play_blind(game, table)
        return Result(str(seed), WON if played.won else NOT_WON, 0, len(played.moves))
    verdict = solve(game, table, nodes=task.nodes, seconds=task.seconds, line=False)
    return Result(str(seed), verdict.result, verdict.positions, verdict.length, verdict.stopped)


def work_many(task: Task, seeds: Sequence[str]) -> list[Result]:
    """A block of deals: what a cluster is given at a time."""
    return [work(task, seed) for seed in seeds]


# -- the file ------------------------------------------------------------------------------------------------------


def as_line(task: Task, result: Result) -> str:
    """One result as a JSON line, without the line end."""
    value: dict[str, object] = {"type": "study", "game": task.game, "player": task.player}
    if task.player == THOUGHTFUL:
        value["nodes"] = task.nodes
    value |= {"seed": result.seed, "verdict": result.verdict, "positions": result.positions, "moves": result.moves}
    if result.stopped:
        value["stopped"] = True
    return json.dumps(value, separators=(",", ":"))


def read_lines(task: Task, lines: Iterable[str]) -> dict[str, Result]:
    """The results of a study file by seed; PatienceError when it is of another study, or no study at all."""
    results: dict[str, Result] = {}
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        place = Place(number, 1, line[:200])
        value = _object(line, place)
        if isinstance(value, dict) and value.get("type") == "studied":
            continue
        if not isinstance(value, dict) or value.get("type") != "study":
            raise PatienceError("format", "not a line of a study", place=place)
        for key, wanted in (("game", task.game), ("player", task.player), ("nodes", task.nodes)):
            if key in value and value[key] != wanted:
                shown = str(value[key])[:40] if isinstance(value[key], str | int) else "of another kind"
                raise PatienceError("format", f"a study of {key} {shown}, not {wanted}", place=place)
        result = _result(value)
        if result is None:
            raise PatienceError("format", "not a result", "seed, verdict, positions and moves", place=place)
        results[result.seed] = result
    return results


def _object(line: str, place: Place) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise PatienceError("format", "not a line of JSON", place=place) from None


def _result(value: Mapping[str, object]) -> Result | None:
    seed, verdict = value.get("seed"), value.get("verdict")
    positions, moves = value.get("positions"), value.get("moves")
    known = (WINNABLE, UNWINNABLE, UNDECIDED, WON, NOT_WON)
    if not isinstance(seed, str) or verdict not in known:
        return None
    if type(positions) is not int or type(moves) is not int:
        return None
    return Result(seed, str(verdict), positions, moves, value.get("stopped") is True)


# -- what they say -------------------------------------------------------------------------------------------------


class Interval(NamedTuple):
    """A share and the interval around it."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.low:.1f}-{100 * self.high:.1f} %"


def wilson(successes: int, trials: int) -> Interval:
    """The 95 per cent interval for a share (E. B. Wilson, Journal of the American Statistical Association 22, 1927)."""
    if not trials:
        return Interval(0.0, 1.0)
    share, extra = successes / trials, Z * Z / trials
    centre = (share + extra / 2) / (1 + extra)
    half = Z * sqrt(share * (1 - share) / trials + extra / (4 * trials)) / (1 + extra)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def clopper_pearson(successes: int, trials: int) -> Interval:
    """The exact 95 per cent interval for none or all of some trials (C. J. Clopper and E. S. Pearson, 1934)."""
    tail = 0.025 ** (1 / trials)
    return Interval(0.0, 1 - tail) if successes == 0 else Interval(tail, 1.0)


class Summary(NamedTuple):
    """The figures of a study: deals won, lost for certain, and undecided, which are bounds and never dropped.

    `stopped` are the undecided ones that the clock ended.
    """

    won: int = 0
    lost: int = 0
    undecided: int = 0
    stopped: int = 0

    def plus(self, result: Result) -> Summary:
        """The figures with one deal more."""
        won, lost, undecided, stopped = self
        return Summary(
            won + (result.verdict in (WINNABLE, WON)),
            lost + (result.verdict in (UNWINNABLE, NOT_WON)),
            undecided + (result.verdict == UNDECIDED),
            stopped + result.stopped,
        )

    @property
    def deals(self) -> int:
        """How many deals were tried."""
        return self.won + self.lost + self.undecided

    @property
    def interval(self) -> Interval:
        """From the interval with every undecided deal lost to the one with every undecided deal won."""
        return Interval(_interval(self.won, self.deals).low, _interval(self.won + self.undecided, self.deals).high)


def _interval(successes: int, trials: int) -> Interval:
    return clopper_pearson(successes, trials) if trials and successes in (0, trials) else wilson(successes, trials)


def summed(results: Iterable[Result]) -> Summary:
    """The figures of some results."""
    return reduce(Summary.plus, results, Summary())


def summary(task: Task, figures: Summary) -> dict[str, object]:
    """What a study found, as an object; `low` and `high` bound the share of deals won, undecided ones both ways."""
    value: dict[str, object] = {"type": "studied", "game": task.game, "player": task.player}
    if task.player == THOUGHTFUL:
        value["nodes"] = task.nodes
    low, high = (round(bound, 6) for bound in figures.interval)
    value |= {"deals": figures.deals, "won": figures.won, "lost": figures.lost, "undecided": figures.undecided}
    return value | {"low": low, "high": high}


def summary_lines(task: Task, figures: Summary) -> list[str]:
    """What a study found, in words and figures."""
    if not figures.deals:
        return [f"{task.game}: no deals"]
    share = f"{100 * figures.won / figures.deals:.1f} %"
    if task.player == BLIND:
        return [
            f"{task.game}, {figures.deals} deals, played without peeking",
            f"won        {figures.won}  ({share}, 95 % interval {figures.interval})",
            f"not won    {figures.lost}",
        ]
    bounds = ""
    if figures.undecided:
        low, high = figures.won / figures.deals, (figures.won + figures.undecided) / figures.deals
        bounds = f"; with the undecided {100 * low:.1f} to {100 * high:.1f} %"
    return [
        f"{task.game}, {figures.deals} deals, at most {task.nodes} positions each",
        f"winnable   {figures.won}  ({share}{bounds}, 95 % interval {figures.interval})",
        f"unwinnable {figures.lost}",
        f"undecided  {figures.undecided}" + (f"  ({figures.stopped} stopped by the clock)" if figures.stopped else ""),
    ]


def histogram(title: str, values: Sequence[int], *, width: int = 50) -> list[str]:
    """A text histogram in at most twelve steps of 1, 2 or 5 times a power of ten."""
    if not values:
        return []
    low, high = min(values), max(values)
    steps = (s * 10**power for power in count() for s in (1, 2, 5))
    step = next(s for s in steps if high - low < 12 * s)
    first = low // step
    counts = [0] * (high // step - first + 1)
    for value in values:
        counts[value // step - first] += 1
    most = max(counts)
    lines = [title]
    for i, number in enumerate(counts):
        start = (first + i) * step
        bar = "#" * -(-number * width // most)
        lines.append(f"{start:>9} {number:>6} {bar}".rstrip())
    return lines
