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
from .common import NO
from .playing import Book, Table

STATES = ("show", "piles")


def engine(table: Table) -> int:
    """Answer the requests of standard input; 0 when the game is won at the end, else 1."""
    session, book = table
    _send([start(session.script)])
    try:
        for line in sys.stdin:
            request, ident, fault = _request(line.rstrip("\r\n"))
            if fault is not None:
                session.number += 1
                _send([_error(session, fault.at(session.number, 1, line.rstrip())), done(session.number, ident, False)])
                continue
            leaves = _answer(session, book, request, ident)
            if leaves:
                break
    finally:
        book.close(session.record)
    _send([end(session.record)])
    return 0 if session.record.status == WON else NO


def _send(values: list[Value]) -> None:
    sys.stdout.writelines(f"{encoded(value)}\n" for value in values)
    sys.stdout.flush()


def _request(line: str) -> tuple[str, object, PatienceError | None]:
    """The input line of a request and its id; a fault when it is an object that is no request."""
    if not line.lstrip().startswith("{"):
        return line, None, None
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return "", None, PatienceError("syntax", "not a JSON object", '{"id":1,"do":"3-5"}')
    ident = request.get("id")
    if not isinstance(ident, str | int | float | None) or not isinstance(request.get("do"), str):
        return "", ident, PatienceError("syntax", "not a request", '{"id":1,"do":"3-5"}')
    if "\n" in request["do"]:
        return "", ident, PatienceError("syntax", "a request is one line")
    return request["do"], ident, None


def _answer(session: Session, book: Book, request: str, ident: object) -> bool:
    """Answer one request; whether it leaves the game."""
    ok = True
    leaves = False
    word = request.split()[0].lower() if request.split() else ""
    if word in STATES and len(request.split()) == 1:
        session.number += 1
        _send([state(session.script, session.record)])
    elif word in ("legal", "hint") and len(request.split()) == 1:
        session.number += 1
        _send([legal(session.record) if word == "legal" else hint_object(session.record)])
    else:
        for event in _events(session, book, request):
            if event is None:
                leaves = True
            else:
                ok = ok and event["type"] != "error"
                _send([event])
    _send([done(session.number, ident, ok)])
    return leaves


def _events(session: Session, book: Book, request: str) -> Iterator[Value | None]:
    """The events of a line; None when it leaves."""
    for answer in session.feed(request):
        match answer:
            case Recorded(lines, made):
                book.write(lines)
                if made is not None:
                    yield move(made, session.number)
            case Fault(fault):
                yield _error(session, fault)
            case Ask("quit"):
                yield None
            case Ask(what):
                fault = PatienceError("syntax", f"{what} is for a terminal")
                yield _error(session, fault.at(session.number, 1, request))
            case Out() | Note():
                continue


def _error(session: Session, fault: PatienceError) -> Value:
    place = fault.place
    typed = place.source[place.col - 1 - fault.offset :].split() if place else []
    n = session.record.n + 1 if fault.about.startswith("move ") else None
    return error(fault, "-", n, typed[0] if typed else None)
