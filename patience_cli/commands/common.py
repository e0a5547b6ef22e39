"""What all commands share: reading inputs, printing, telling errors, and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from ..errors import PatienceError, printable
from ..game import Game
from ..games import load
from ..script import Script

NO, UNDECIDED = 1, 3

_quiet = False


def be_quiet() -> None:
    """From now on print nothing but errors of usage and of writing."""
    global _quiet
    import os

    _quiet = True
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the rest of the process


def say(lines: Iterable[str]) -> None:
    """Print lines to standard output."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def note(text: str) -> None:
    """Tell something on standard error."""
    if not _quiet:
        print(f"patience: {printable(text)}", file=sys.stderr)


def tell(error: PatienceError, file: str = "-") -> int:
    """Print an error to standard error and give its exit code."""
    if not _quiet or error.exit in (2, 74):
        sys.stdout.flush()
        print(error_text(error, file), file=sys.stderr)
    return error.exit


def error_text(error: PatienceError, file: str) -> str:
    """An error as it is told: with its place in a text, or as `patience: message`."""
    if error.code in ("usage", "write"):
        expected = f" (expected: {error.expected})" if error.expected else ""
        return f"patience: {printable(error.message)}{printable(expected)}"
    return error.render(file)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several: the largest."""
    return max(codes, default=0)


def usage(error: PatienceError) -> PatienceError:
    """An error of a text, told as one of the command line."""
    return PatienceError("usage", error.words(), error.expected)


# -- inputs --------------------------------------------------------------------------------------------------------


def is_stdin(file: str | None) -> bool:
    """Whether a file argument means standard input."""
    return file in (None, "-")


def stdin_bytes() -> bytes:
    """All of standard input."""
    from ..textfile import LIMIT

    return _stdin().read(LIMIT + 1)


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise PatienceError("usage", "standard input is closed")
    return sys.stdin.buffer


def needs_file(file: str | None) -> None:
    """PatienceError `usage` when a file is wanted and standard input is a terminal."""
    if file is None and sys.stdin is not None and sys.stdin.isatty():
        raise PatienceError("usage", "no file, and standard input is a terminal", "a FILE, - or a pipe")


def file_bytes(file: str | None) -> bytes:
    """The bytes of a file, or of standard input; PatienceError `usage` when it cannot be read."""
    needs_file(file)
    if file is None or file == "-":
        return stdin_bytes()
    from ..textfile import LIMIT

    try:
        with open(file, "rb") as opened:
            return opened.read(LIMIT + 1)
    except OSError as error:
        raise PatienceError("usage", f"{file}: {error.strerror}") from None


def one_script(file: str | None) -> Script:
    """The one game of a file or of standard input; its warnings are told."""
    from ..reading import read_script_bytes

    script = read_script_bytes(file_bytes(file))
    warn(script, file)
    return script


def warn(script: Script, file: str | None) -> None:
    """Tell what a user should know about a text that was read."""
    for warning in script.warnings:
        note(f"{file or '-'}: {warning}")


def scripts(file: str | None) -> Iterator[Script]:
    """All games of a file or of standard input, as they come."""
    from ..reading import read_all, read_stream

    needs_file(file)
    found = read_stream(_stdin()) if is_stdin(file) else read_all(file_bytes(file))
    empty = True
    for script in found:
        empty = False
        warn(script, file)
        yield script
    if empty:
        raise PatienceError("format", "nothing to read: no game, no deal, no board")


# -- arguments -----------------------------------------------------------------------------------------------------


def chosen_options(options: Sequence[str]) -> dict[str, str]:
    """The options given as -o, repeated or joined by commas; PatienceError `usage` for another form."""
    from ..deals import read_options

    try:
        return read_options(",".join(options))
    except PatienceError as error:
        raise usage(error) from None


def named_game(name: str, options: Sequence[str]) -> Game:
    """The game a command names, with its options; PatienceError `usage` when there is none."""
    from ..deals import read_spec

    try:
        declared = read_spec(name)
        return load(declared.name, {**declared.chosen, **chosen_options(options)}) if options else declared
    except PatienceError as error:
        raise usage(error) from None
