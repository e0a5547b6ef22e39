"""Everything a user can cause to go wrong, in one class: a code, a place, words, and what was expected.

The codes and their exits are those of the manual (EXIT STATUS). An error is born where the fault is seen, with the
words that are known there; whoever knows the line or the file adds it on the way out, and nobody rewrites the words.
"""

from __future__ import annotations

from typing import NamedTuple, Self

EXITS = {
    "differs": 1,
    "usage": 2,
    "pile": 4,
    "illegal": 4,
    "ambiguous": 4,
    "mismatch": 4,
    "syntax": 5,
    "deck": 5,
    "header": 5,
    "format": 5,
    "encoding": 5,
    "write": 74,
}


class Place(NamedTuple):
    """Where a fault is: line and column count from 1 (column 0: the whole line); `source` is the line's text."""

    line: int
    col: int
    source: str


class PatienceError(Exception):
    """A fault of the input, never of the program.

    `code` is a key of `EXITS`; `message` is complete as it stands; `expected` says what would have been right, or is
    None; `about` is the head of a message about a move (`move 3 8-9`); `offset` is the column inside the offending
    token, counted from 0, until `at` turns it into a place; `details` are further lines, each complete.
    """

    def __init__(
        self, code: str, message: str, expected: str | None = None, *, offset: int = 0, place: Place | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected
        self.about = ""
        self.offset = offset
        self.place = place
        self.details: tuple[str, ...] = ()
        self.file: str | None = None

    @property
    def exit(self) -> int:
        """The exit code this fault deserves."""
        return EXITS[self.code]

    def at(self, line: int, col: int, source: str) -> Self:
        """The same error, with its place unless it has one: `col` is where the offending token begins."""
        if self.place is None:
            self.place = Place(line, col + self.offset, source)
        return self

    def on(self, about: str) -> Self:
        """The same error, said of a move."""
        self.about = self.about or about
        return self

    def words(self) -> str:
        """The message with the move it is about, without place and code."""
        return f"{self.about}: {self.message}" if self.about else self.message

    def render(self, file: str) -> str:
        """FILE:LINE:COL: CODE: message, the source line, a caret, what was expected, details; no final newline."""
        name = printable(self.file if self.file is not None else file)
        if self.place is None:
            lines = [f"{name}: {self.code}: {printable(self.words())}"]
        else:
            line, col, source = self.place
            lines = [f"{name}:{line}:{max(col, 1)}: {self.code}: {printable(self.words())}"]
            if source and self.code != "encoding":
                shown, caret = excerpt(source, max(col, 1))
                lines += [f"  {shown}", "  " + " " * caret + "^"]
        if self.expected:
            lines.append(f"  expected: {printable(self.expected)}")
        lines += [f"  {printable(detail)}" for detail in self.details]
        return "\n".join(lines)


def printable(text: str) -> str:
    """`text` with control characters written as escapes, so that nobody's file can move or colour a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def excerpt(source: str, col: int, width: int = 76) -> tuple[str, int]:
    """A window of a long source line around column `col` (from 1), and where the caret goes under it (from 0)."""
    start = max(0, col - 1 - width // 2) if len(source) > width else 0
    before = printable(source[start : col - 1])
    return before + printable(source[col - 1 : start + width]), len(before)


def nearest(word: str, choices: list[str]) -> str:
    """What to expect instead of an unknown `word`: the near misses when there are some, else all the choices."""
    from difflib import get_close_matches

    close = get_close_matches(word[:80].lower(), choices, n=2, cutoff=0.6)
    return " or ".join(close) if close else ", ".join(choices)
