"""The standard streams: made whole at the start, let go of at the end, and an exit code for what went wrong between.

Imports nothing that a bare interpreter has not loaded already.
"""

from __future__ import annotations

import os
import sys

BUG, WRITE_ERROR, INTERRUPTED, CLOSED_PIPE = 70, 74, 130, 141


def prepare() -> None:
    """UTF-8 and line feeds on every system; what cannot be encoded is escaped, what cannot be decoded kept to be told.

    A closed stream gets its number back, so that no file of ours is taken for it: standard output as one that refuses
    to be written, standard error as one that swallows. `sys.stdin` stays None.
    """
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            closed = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            stream = None if name == "stdin" else open(closed, "w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, stream)
        if name == "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def ending(error: BaseException) -> int:
    """The exit code for what stopped the program, in one line on standard error where a word is due."""
    if isinstance(error, BrokenPipeError):
        return CLOSED_PIPE
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, OSError):
        _say(f"write error: {error.strerror or error}")
        return WRITE_ERROR
    if os.environ.get("PATIENCE_DEBUG"):
        import traceback

        traceback.print_exception(error)
    else:
        _say(f"bug: {error!r}; PATIENCE_DEBUG=1 shows where")
    return BUG


def _say(text: str) -> None:
    try:
        print(f"patience: {text}", file=sys.stderr, flush=True)
    except OSError:
        return  # nobody can be told


def let_go() -> None:
    """Flush what can be flushed, and be silent about the rest: nobody will read it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
