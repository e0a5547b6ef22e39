"""Playing by JSON lines: each request line is answered by any number of events and then exactly one `done`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from ..errors import PatienceError
from ..game import WON
from ..machine import Value, done, encoded, end, error, legal, move, start, state
from ..machine import hint as hint_object
from ..session import Ask, Fault, Note, Out, Recorded, Session
from .books import Book
from .common import NO, one_line, stdin_lines
from .playing import Table

EXAMPLE = '{"id":1,"do":"3-5"}'


class Request:
    """What a line asks: an input line of a game, and an id to be echoed."""

    def __init__(self, text: str, number: int) -> None:
        """PatienceError `syntax` or `encoding` with its place for a line that is no request."""
        self.ident: object = None
        self.line = one_line(text, number)
        if self.line.lstrip().startswith("{"):
            try:
                self._read(self.line, number)
            except PatienceError as fault:
                raise fault.at(number, 1, self.line) from None

    def _read(self, text: str, number: int) -> None:
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):
            raise PatienceError("syntax", "not a JSON object", EXAMPLE) from None
        line = request.get("do")
        self.ident = request.get("id")
        if not isinstance(line, str) or not isinstance(self.ident, str | int | None):
            raise PatienceError("syntax", "not a request", EXAMPLE)
        self.line = one_line(line, number)


def engine(table: Table) -> int:
    """Answer the requests of standard input; 0 when the game is won at the end, else 1."""
    session, book = table
    _send([start(session.script)])
    for text in stdin_lines():
        if _answer(session, book, text):
            break
    book.close(session)
    _send([end(session.record)])
    return 0 if session.record.status == WON else NO


def _send(values: list[Value]) -> None:
    sys.stdout.writelines(f"{encoded(value)}\n" for value in values)
    sys.stdout.flush()


def _answer(session: Session, book: Book, text: str) -> bool:
    """Answer one request; whether it leaves the game."""
    ok = True
    leaves = False
    request = None
    try:
        request = Request(text, session.number + 1)
    except PatienceError as fault:
        session.number += 1
        ok = False
        _send([error(fault, "-")])
    for event in _events(session, book, request.line) if request else ():
        if event is None:
            leaves = True
        else:
            ok = ok and event["type"] != "error"
            _send([event])
    _send([done(session.number, request.ident if request else None, ok)])
    return leaves


def _events(session: Session, book: Book, line: str) -> Iterator[Value | None]:
    """The events of a line; None when it leaves."""
    word = line.strip().lower()
    if word in ("show", "piles", "legal", "hint"):
        session.number += 1
        record = session.record
        match word:
            case "legal":
                yield legal(record)
            case "hint":
                yield hint_object(record)
            case _:
                yield state(session.script, record)
        return
    for answer in session.feed(line):
        match answer:
            case Recorded(lines, made):
                book.write(lines)
                if made is not None:
                    yield move(made, session.number)
            case Fault(fault):
                yield error(fault, "-")
            case Ask("quit"):
                yield None
            case Ask(what):
                fault = PatienceError("syntax", f"{what} is for a terminal")
                yield error(fault.at(session.number, 1, line), "-")
            case Out() | Note():
                continue
