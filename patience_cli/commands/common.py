"""What all commands share: reading inputs, printing, telling errors, and exit codes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from ..errors import PatienceError, printable
from ..games import load
from ..textfile import LIMIT

if TYPE_CHECKING:
    from ..game import Game
    from ..reading import Asked
    from ..script import Script

NO, UNDECIDED = 1, 3

_NO_TEXT = "[\0\r\n\ud800-\udfff]"

_quiet = False
_as_data = False


def be_quiet() -> None:
    """From now on print nothing but errors of usage and of writing."""
    global _quiet
    import os

    _quiet = True
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the rest of the process


def errors_as_data() -> None:
    """From now on errors are objects on standard output, as everything else is."""
    global _as_data
    _as_data = True


def say(lines: Iterable[str]) -> None:
    """Print lines to standard output."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def say_objects(values: Iterable[Mapping[str, object]]) -> None:
    """Print objects to standard output, one a line."""
    from ..machine import encoded

    say(map(encoded, values))


def copy(lines: Iterable[str]) -> None:
    """Print lines of a file: as they are, but to a terminal with their control characters escaped."""
    say(map(printable, lines) if sys.stdout.isatty() else lines)


def fitting(text: str, stream: TextIO | None) -> str:
    """A line of words, broken between them where it would not fit into the window that a person looks at."""
    if stream is None or not stream.isatty():
        return text
    from shutil import get_terminal_size
    from textwrap import fill

    width = max(20, get_terminal_size().columns - 1)
    hang = " " * (len(text) - len(text.lstrip()) + 2)
    if len(text) <= width:
        return text
    return fill(text, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)


def note(text: str, *lines: str) -> None:
    """Tell something on standard error, and print some lines below it."""
    if not _quiet:
        print(fitting(f"patience: {printable(text)}", sys.stderr), *lines, sep="\n", file=sys.stderr)


def tell(error: PatienceError, file: str = "-") -> int:
    """Print an error and give its exit code."""
    if _as_data and not _quiet:
        from ..machine import error as as_object

        say_objects([as_object(error, file)])
    elif not _quiet or error.exit in (2, 74):
        sys.stdout.flush()
        print(error_text(error, file), file=sys.stderr)
    return error.exit


def error_text(error: PatienceError, file: str) -> str:
    """An error as it is told: with its place in a text, or as `patience: message`."""
    if error.code in ("usage", "write"):
        expected = f" (expected: {error.expected})" if error.expected else ""
        return "\n".join([f"patience: {printable(error.message + expected)}", *error.details])
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
    """All of standard input, or more than a text may hold."""
    with _reading("standard input"):
        return _stdin().buffer.read(LIMIT + 1)


def stdin_lines() -> Iterator[str]:
    """The lines of standard input as they come, with their line ends; for `one_line` to be checked."""
    with _reading("standard input"):
        stdin = _stdin()
        yield from iter(lambda: stdin.readline(LIMIT + 1), "")


def _stdin() -> TextIO:
    if sys.stdin is None:
        raise PatienceError("usage", "standard input is closed")
    return sys.stdin


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """What cannot be read is an error of usage."""
    try:
        yield
    except OSError as error:
        raise PatienceError("usage", f"{name}: {error.strerror or error}") from None


def one_line(text: str, number: int) -> str:
    """A line as it was typed or sent, without its line end and a byte order mark before the first.

    PatienceError with its place when it could not stand in a transcript: `encoding`, `syntax` or `format`.
    """
    line = text.rstrip("\r\n").removeprefix("\ufeff" if number == 1 else "")
    if len(line) > LIMIT:
        raise PatienceError("format", f"a line longer than {LIMIT} characters").at(number, 1, "")
    if bad := re.search(_NO_TEXT, line):
        if bad[0] < "\udc80":
            raise PatienceError("syntax", f"not a line of text: {bad[0]!r}").at(number, bad.start() + 1, line)
        col = len(line[: bad.start()].encode("utf-8", "surrogateescape")) + 1
        raise PatienceError("encoding", f"not UTF-8 (byte 0x{ord(bad[0]) & 0xFF:02x})").at(number, col, line)
    return line


def needs_file(file: str | None) -> None:
    """PatienceError `usage` when a file is wanted and standard input is a terminal."""
    if file is None and sys.stdin is not None and sys.stdin.isatty():
        error = PatienceError("usage", "no file, and standard input is a terminal", "a FILE, - or a pipe")
        error.details = (f"Try 'patience {sys.argv[1]} --help' for help.",)
        raise error


def inputs(files: Sequence[str]) -> Sequence[str | None]:
    """The files named, or standard input when there is none; PatienceError `usage` when that is a terminal."""
    if not files:
        needs_file(None)
    return files or [None]


def file_bytes(file: str | None) -> bytes:
    """The bytes of a file, or of standard input; PatienceError `usage` when it cannot be read."""
    needs_file(file)
    if file is None or file == "-":
        return stdin_bytes()
    with _reading(file), open(file, "rb") as opened:
        return opened.read(LIMIT + 1)


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


def scripts(file: str | None, asked: Asked | None = None) -> Iterator[Script]:
    """All games of a file or of standard input, as they come; `asked` is what a user said about the text."""
    from ..reading import UNSAID

    needs_file(file)
    empty = True
    for script in _streamed(file, asked or UNSAID):
        empty = False
        warn(script, file)
        yield script
    if empty:
        raise PatienceError("format", "nothing to read: no game, no deal, no board")


def _streamed(file: str | None, asked: Asked) -> Iterator[Script]:
    from ..reading import read_stream

    if file is None or is_stdin(file):
        with _reading("standard input"):
            yield from read_stream(_stdin().buffer, asked)
    else:
        with _reading(file), open(file, "rb") as opened:
            yield from read_stream(opened, asked)


def all_scripts(files: Sequence[str | None], codes: list[int], asked: Asked | None = None) -> Iterator[Script]:
    """The games of all files; the error of one is told, its code kept in `codes`, and the next is read."""
    for file in files:
        try:
            yield from scripts(file, asked)
        except PatienceError as error:
            codes.append(tell(error, file or "-"))


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
