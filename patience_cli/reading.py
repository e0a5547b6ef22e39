"""Whatever comes in, as scripts: a transcript, deal lines, a board, or a format of another program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from .board import Board, read_board
from .deals import Deal, read_deal_line, seed_agrees
from .errors import PatienceError, Place
from .formats import detect
from .formats import read as read_foreign
from .game import Game
from .script import Script, of_deal, read_script
from .textfile import LIMIT, Text, decode


class Asked(NamedTuple):
    """What a user said about a text: its format, and the game where the format does not name it."""

    format: str | None = None
    game: Game | None = None


UNSAID = Asked()


def read_script_bytes(data: bytes) -> Script:
    """The one game that the bytes of a file or of standard input hold; PatienceError for none, or a second."""
    scripts = read_all(data)
    script = next(scripts, None)
    if script is None:
        raise PatienceError("format", "nothing to read: no game, no deal, no board")
    if next(scripts, None) is not None:
        raise PatienceError("format", "more than one game", "one transcript, deal line or board")
    return script


def read_all(data: bytes, asked: Asked = UNSAID) -> Iterator[Script]:
    """All games that some bytes hold: many for deal lines and some formats of other programs, else one."""
    text = decode(data)
    if not any(text.lines):
        return
    match asked.format or detect(text.lines, asked.game):
        case "board":
            yield of_board(read_board(_from_magic(text)))
        case "transcript":
            yield read_transcript(text)
        case "line":
            for number, line in enumerate(text.lines, 1):
                if is_deal_line(line):
                    yield deal_script(line, number)
        case name:
            for item in read_foreign(name, text.lines, asked.game):
                yield of_board(item) if isinstance(item, Board) else of_deal(item)


def read_stream(stream: BinaryIO, asked: Asked = UNSAID) -> Iterator[Script]:
    """The same from a stream; deal lines are read one by one as they come, so that any number of them can pass."""
    head: list[bytes] = []
    size = 0
    for raw in iter(lambda: stream.readline(LIMIT + 1), b""):
        head.append(raw)
        size += len(raw)
        if size > LIMIT or (raw.strip(b"\xef\xbb\xbf \t\r\n") and not _is_remark(raw)):
            break
    if not head or not _starts_a_deal_line(head[-1], asked):
        yield from read_all(b"".join(head) + stream.read(LIMIT + 1), asked)
        return
    number = len(head) - 1
    raw = head[-1]
    while raw:
        number += 1
        for line in decode(raw, number).lines:
            if is_deal_line(line):
                yield deal_script(line, number)
        raw = stream.readline(LIMIT + 1)


def _is_remark(raw: bytes) -> bool:
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    return raw.startswith(b"#") and not raw.startswith(b"#patience")


def _starts_a_deal_line(raw: bytes, asked: Asked) -> bool:
    line = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    if asked.format is not None or line.lstrip().startswith("<"):
        return asked.format == "line"
    return detect([line.strip()], asked.game) == "line"


def is_deal_line(line: str) -> bool:
    """Whether a line among deal lines is one: neither empty nor a remark."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def deal_script(line: str, number: int) -> Script:
    """The transcript without moves that a deal line is."""
    deal = read_deal_line(line, number)
    script = of_deal(deal)
    return script if seed_agrees(deal) else script._replace(warnings=(seed_warning(deal),))


def seed_warning(deal: Deal) -> str:
    """What to tell when the seed beside a deck would have given another."""
    return f"seed {deal.seed} does not give this deck; the deck counts"


def of_board(board: Board) -> Script:
    """A transcript without moves that starts from a board."""
    return Script(board.game, board.seed, None, board.table, board.partial)


def read_transcript(text: Text) -> Script:
    """A transcript from decoded text; a torn last line is dropped with a warning, never taken for a move."""
    lines = _from_magic(text)
    torn = text.torn and len(lines) > 1
    script = read_script(lines[:-1] if torn else lines)
    if torn:
        script = script._replace(warnings=(*script.warnings, f"line {len(text.lines)} has no line end: dropped"))
    return script


def _from_magic(text: Text) -> list[str]:
    """The lines; PatienceError `format` when something stands before the magic line."""
    if text.lines and not text.lines[0]:
        raise PatienceError("format", "the magic line is the first", place=Place(1, 1, text.lines[0]))
    return text.lines
