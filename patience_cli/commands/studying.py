"""The command study: many deals of a game solved or played, into a file that grows."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice

from ..deals import spec
from ..errors import PatienceError
from ..game import Game
from ..saves import GrowingFile
from ..seeds import check_seed
from ..solver import WINNABLE
from ..study import (
    BLIND,
    PLAYERS,
    WON,
    Result,
    Summary,
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
from .common import named_game, note, say, say_objects, usage
from .dealing import Span, read_span
from .pool import AHEAD, in_order
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
    game = named_game(name, options)
    if player == BLIND:
        check_playable(game)
    task = Task(spec(game), player, budget(nodes), seconds)
    deals = read_span(span) if span else None
    if deals:
        try:
            check_seed(next(deals.seeds()), game.kind)
        except PatienceError as error:
            raise usage(error) from None
    if file is not None:
        return _into(file, task, deals, jobs, scheduler, json)
    if deals is None:
        raise PatienceError("usage", "which deals?", "--seeds A-B, or a FILE of a study")
    figures = Summary()
    for result in _run(task, deals, (), jobs, scheduler, _print):
        figures = figures.plus(result)
    if json:
        say_objects([summary(task, figures)])
    else:
        note_lines(task, figures)
    return 0


def check_playable(game: Game) -> None:
    """PatienceError `usage` for a game that nobody here plays without peeking."""
    from ..solver.blind import STYLES

    if game.columns and game.name not in STYLES:
        raise PatienceError("usage", f"nobody here plays {game.title} blind", ", ".join(["quadrille", *STYLES]))


def _print(line: str) -> None:
    say([line])
    sys.stdout.flush()


def note_lines(task: Task, figures: Summary) -> None:
    """The summary where a person looks while standard output holds the lines."""
    if sys.stderr is not None and sys.stderr.isatty():
        for line in summary_lines(task, figures):
            note(line)


def _into(file: str, task: Task, deals: Span | None, jobs: int, scheduler: str | None, json: bool) -> int:
    """Go on with a study: deals that stand in the file are not done again."""
    import os

    book = GrowingFile(file, create=not os.path.exists(file), limit=LIMIT)
    try:
        results = _known(book, task)
        if deals:
            for result in _run(task, deals, results, jobs, scheduler, lambda line: book.append([line])):
                results[result.seed] = result
    finally:
        book.close()
    if json:
        say_objects([summary(task, summed(results.values()))])
        return 0
    say(summary_lines(task, summed(results.values())))
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
    task: Task, deals: Span, known: Collection[str], jobs: int, scheduler: str | None, write: Callable[[str], None]
) -> Iterator[Result]:
    """Do the deals that are not known, each written as soon as it is done, in order; any number of them can pass."""
    total = deals.missing(known)
    seeds = (seed for seed in map(str, deals.seeds()) if seed not in known)
    answers = _on_cluster(task, seeds, scheduler) if scheduler else in_order(partial(work, task), seeds, jobs)
    with _watched(task, total) as tell:
        for result in answers:
            write(as_line(task, result))
            tell(result)
            yield result


def _on_cluster(task: Task, seeds: Iterator[str], address: str) -> Iterator[Result]:
    """The deals on a Dask cluster, block by block, a few blocks ahead for each of its threads.

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
        ahead = AHEAD * max(1, sum(client.nthreads().values()))  # type: ignore[no-untyped-call]
        blocks = iter(lambda: list(islice(seeds, BLOCK)), [])
        futures = (client.submit(work_many, task, block, pure=False) for block in blocks)
        waiting = deque(islice(futures, ahead))
        while waiting:
            try:
                done = waiting.popleft().result()
                waiting.extend(islice(futures, 1))
            except (OSError, CancelledError, KilledWorker) as error:
                words = f"the cluster at {address} was lost ({type(error).__name__}); what was done before is kept"
                raise PatienceError("write", words) from None
            yield from (Result(*result) for result in done)


@contextmanager
def _watched(task: Task, total: int) -> Iterator[Callable[[Result], None]]:
    """A bar on standard error with the running interval, at a terminal; nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty() or not total:
        yield lambda result: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task(task.game, total=total)

        figures = Summary()

        def tell(result: Result) -> None:
            nonlocal figures
            figures = figures.plus(result)
            words = f"{figures.won} won, {figures.lost} lost, {figures.undecided} open, {figures.interval}"
            bar.update(shown, completed=figures.deals, description=words)

        yield tell
