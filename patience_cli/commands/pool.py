"""Work spread over processes, and how it looks while a person waits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ..solver import Progress

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")

# Questions waiting for each process: enough to keep it busy, few enough that any number can pass.
AHEAD = 4
PATIENCE = 1.0  # seconds before progress is shown


def in_order(work: Callable[[Asked], Answered], questions: Iterable[Asked], jobs: int) -> Iterator[Answered]:
    """The answers in the order of the questions, worked out by `jobs` processes (1: by this one).

    Never by more of them than there are processors: those would only take turns.
    """
    import os

    jobs = min(jobs, os.cpu_count() or 1)
    if jobs <= 1:
        yield from map(work, questions)
        return
    import multiprocessing
    from threading import Event, Semaphore

    room = Semaphore(jobs * AHEAD)
    over = Event()

    def as_there_is_room() -> Iterator[Asked]:
        for question in questions:
            room.acquire()
            if over.is_set():
                break
            yield question

    with multiprocessing.get_context("spawn").Pool(jobs, _ignore_interrupts) as pool:
        try:
            for result in pool.imap(work, as_there_is_room()):
                room.release()
                yield result
        finally:  # the pool waits for its thread that asks, which may wait for room
            over.set()
            room.release()


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that prints; it ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def watched(words: str, nodes: int) -> Iterator[Callable[[Progress], None] | None]:
    """A bar on standard error for one search, at a terminal and after a second; None elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from time import monotonic

    began = monotonic()
    bars: list[tuple[object, object]] = []

    def tell(now: Progress) -> None:
        if not bars:
            if monotonic() - began < PATIENCE:
                return
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            shown = Bar(
                TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[at]}"),
                console=Console(stderr=True), transient=True,
            )  # fmt: skip
            shown.start()
            bars.append((shown, shown.add_task(words, total=nodes, at="")))
        shown_bar, task = bars[0]
        at = f"{now.positions} of {now.nodes} positions, attempt {now.attempt}, layer {now.layer} of {now.layers}"
        shown_bar.update(task, completed=now.positions, at=at)  # type: ignore[attr-defined]

    try:
        yield tell
    finally:
        for shown_bar, _ in bars:
            shown_bar.stop()  # type: ignore[attr-defined]
