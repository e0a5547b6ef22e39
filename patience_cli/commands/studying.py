"""The command study: many deals of a game solved or played, into a file that grows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice

from ..deals import spec
from ..errors import PatienceError
from ..saves import GrowingFile
from ..seeds import Seed
from ..solver import WINNABLE
from ..study import (
    BLIND,
    PLAYERS,
    WON,
    Result,
    Task,
    as_line,
    histogram,
    read_lines,
    summary,
    summary_lines,
    summed,
    work,
    work_many,
)
from ..textfile import decode
from .common import named_game, note, say, say_objects
from .dealing import seed_range
from .pool import in_order
from .solving import budget, check_seconds

# Deals that a cluster is given at a time.
BLOCK = 20

# Bytes of a study's file: two million deals.
LIMIT = 256 * 1024 * 1024


def study(
    name: str,
    file: str | None,
    *,
    span: str | None,
    player: str,
    nodes: str | None,
    seconds: float | None,
    jobs: int,
    scheduler: str | None,
    options: Sequence[str],
    json: bool,
) -> int:
    """One JSON line a deal, to standard output or to a FILE that grows, and what they say in all."""
    if player not in PLAYERS:
        raise PatienceError("usage", f"no player {player!r}", " or ".join(PLAYERS))
    check_seconds(seconds)
    task = Task(spec(named_game(name, options)), player, budget(nodes), seconds)
    seeds = list(seed_range(span)) if span else []
    if file is None:
        if not seeds:
            raise PatienceError("usage", "which deals?", "--seeds A-B, or a FILE of a study")
        results = _run(task, [str(seed) for seed in seeds], jobs, scheduler, lambda line: _print(line))
        known = {result.seed: result for result in results}
        if json:
            say_objects([summary(task, known)])
        else:
            note_lines(task, known)
        return 0
    return _into(file, task, seeds, jobs, scheduler, json)


def _print(line: str) -> None:
    say([line])
    sys.stdout.flush()


def note_lines(task: Task, results: dict[str, Result]) -> None:
    """The summary where a person looks while standard output holds the lines."""
    if sys.stderr is not None and sys.stderr.isatty():
        for line in summary_lines(task, results):
            note(line)


def _into(file: str, task: Task, seeds: Sequence[Seed], jobs: int, scheduler: str | None, json: bool) -> int:
    """Go on with a study: deals that stand in the file are not done again."""
    import os

    book = GrowingFile(file, create=not os.path.exists(file), limit=LIMIT)
    try:
        results = _known(book, task)
        missing = [str(seed) for seed in seeds if str(seed) not in results]
        for result in _run(task, missing, jobs, scheduler, lambda line: book.append([line])):
            results[result.seed] = result
    finally:
        book.close()
    if json:
        say_objects([summary(task, results)])
        return 0
    say(summary_lines(task, results))
    if sys.stdout.isatty():
        won = [result for result in results.values() if result.verdict in (WINNABLE, WON)]
        say(["", *histogram("moves of a won game", [result.moves for result in won])])
        if task.player != BLIND:
            say(["", *histogram("positions searched", [result.positions for result in results.values()])])
    return 0


def _known(book: GrowingFile, task: Task) -> dict[str, Result]:
    """What a study file holds; a last line that is cut off is dropped with a word."""
    text = decode(book.data, limit=LIMIT)
    lines = text.lines
    if text.torn:
        note(f"{book.path}: line {len(lines)} has no line end: dropped")
        book.cut(book.data.rfind(b"\n") + 1)
        lines = lines[:-1]
    try:
        return read_lines(task, lines)
    except PatienceError as error:
        error.file = book.path
        raise


def _run(
    task: Task, seeds: Sequence[str], jobs: int, scheduler: str | None, write: Callable[[str], None]
) -> list[Result]:
    """Do the deals, each written as soon as it is done, in the order of the seeds."""
    answers = _on_cluster(task, seeds, scheduler) if scheduler else in_order(partial(work, task), seeds, jobs)
    results = []
    with _watched(task, len(seeds)) as tell:
        for result in answers:
            write(as_line(task, result))
            results.append(result)
            tell(results)
    return results


def _on_cluster(task: Task, seeds: Sequence[str], address: str) -> Iterator[Result]:
    """The deals on a Dask cluster, block by block.

    PatienceError `usage` when it cannot be reached, `write` when it is lost on the way.
    """
    import logging
    from concurrent.futures import CancelledError

    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise PatienceError("usage", "--scheduler needs patience-cli[cluster] to be installed") from None
    logging.disable(logging.CRITICAL)  # what goes wrong is told here, in one line
    try:
        client = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise PatienceError("usage", f"no scheduler at {address}: {error}") from None
    with client:
        rest = iter(seeds)
        blocks = list(iter(lambda: list(islice(rest, BLOCK)), []))
        for future in client.map(work_many, [task] * len(blocks), blocks, pure=False):
            try:
                done = future.result()
            except (OSError, CancelledError, KilledWorker) as error:
                words = f"the cluster at {address} was lost ({type(error).__name__}); what was done before is kept"
                raise PatienceError("write", words) from None
            yield from (Result(*result) for result in done)


@contextmanager
def _watched(task: Task, total: int) -> Iterator[Callable[[list[Result]], None]]:
    """A bar on standard error with the running interval, at a terminal; nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty() or not total:
        yield lambda results: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task(task.game, total=total)

        def tell(results: list[Result]) -> None:
            figures = summed(results)
            words = f"{figures.won} won, {figures.lost} lost, {figures.undecided} open, {figures.interval}"
            bar.update(shown, completed=len(results), description=words)

        yield tell
