"""A game in a pipe: lines in, what they ask for out, and an exit code that says how it went."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..errors import PatienceError
from ..game import WON
from ..session import Ask, Fault, Note, Out, Recorded
from .common import NO, note, one_line, say, tell
from .playing import Table, Way


def as_filter(table: Table, way: Way, lines: Iterable[str], *, silent: bool) -> int:
    """Play the lines that come in; print what they ask for and the last table, unless `silent`.

    0 when the game is won, else 1; or the code of the first line that was refused, with `keep_going` the largest.
    """
    session, book = table
    worst = 0
    for text in lines:
        code, leaves = _line(table, text, silent)
        worst = max(worst, code)
        if leaves or (code and not way.keep_going):
            break
    book.close(session)
    if not silent and (way.keep_going or not worst):
        say(session.table())
    return worst or (0 if session.record.status == WON else NO)


def _line(table: Table, text: str, silent: bool) -> tuple[int, bool]:
    """One line: its exit code, and whether it leaves the game."""
    session, book = table
    code = 0
    try:
        line = one_line(text, session.number + 1)
    except PatienceError as no_text:
        session.number += 1
        return tell(no_text), False
    for answer in session.feed(line):
        match answer:
            case Out(lines):
                say(lines if not silent else ())
                sys.stdout.flush()
            case Recorded(lines):
                book.write(lines)
            case Note(words):
                note(words)
            case Fault(error):
                code = tell(error)
            case Ask("quit"):
                return code, True
            case Ask(what):  # a stranger's lines may not write files
                code = tell(PatienceError("syntax", f"{what} is for a terminal").at(session.number, 1, line))
    return code, False
