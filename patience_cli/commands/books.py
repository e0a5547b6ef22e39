"""Where a game is recorded as it is played: in a file that grows, on standard output, or nowhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ..errors import PatienceError
from ..record import end_line
from ..resolve import with_card
from ..saves import GrowingFile, growing
from ..script import Script
from ..session import Session
from ..transcript import head_lines, result_line
from .common import copy
from .moving import grow


class Book:
    """A record of a game; this one is kept nowhere. `path` is the file it is in, if there is one."""

    path: str | None = None

    def write(self, lines: Sequence[str]) -> None:
        """Record lines: they are safe when this returns."""

    def close(self, session: Session) -> None:
        """Leave the game: when it is over, the line that says so is written.

        Not for a game that broke off: what happened last may not be recorded.
        """
        record = session.record
        if not session.script.end and not record.resigned and (end := result_line(record)):
            self.write([end])


class FileBook(Book):
    """A record in a file. One that was read (`script`, gone on with as `go_on`) is as it was until the first line."""

    def __init__(self, file: GrowingFile, script: Script | None = None, go_on: Script | None = None) -> None:
        self.path = file.path
        self._file = file
        self._read = (script, go_on) if script and go_on else None

    def write(self, lines: Sequence[str]) -> None:
        if self._read:
            grow(self._file, *self._read, list(lines))
            self._read = None
        else:
            self._file.append(list(lines))

    def close(self, session: Session) -> None:
        super().close(session)
        self._file.close()


class StandardOutput(Book):
    """A record that goes to standard output as it is made (`--record -`)."""

    def write(self, lines: Sequence[str]) -> None:
        copy(lines)
        sys.stdout.flush()


def new_file(path: str, lines: Sequence[str]) -> FileBook:
    """A record in a new file that begins with some lines."""
    return begun(GrowingFile(path, create=True), lines)


def begun(file: GrowingFile, lines: Sequence[str]) -> FileBook:
    """A record in an empty file, once it holds its first lines."""
    try:
        file.append(list(lines))
    except BaseException:
        file.close()
        os.unlink(file.path)
        raise
    return FileBook(file)


def save(session: Session, path: str) -> None:
    """Write a copy of the game as it is now played to a new file; PatienceError `usage` or `write` without success."""
    if not path:
        raise PatienceError("usage", "save where?", "save FILE")
    record = session.record
    lines = head_lines(session.script)
    before = record.start
    for step in record.steps():
        lines.append(with_card(record.game, before, step.move))
        before = step.table
    if record.resigned or session.script.end:
        lines.append(end_line(record, record.status))
    with growing(os.path.expanduser(path), create=True) as file:
        file.append(lines)
