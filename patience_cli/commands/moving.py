"""The command move: play moves given as arguments onto a game, all or nothing."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ..errors import PatienceError
from ..notation import read_token, split
from ..reading import read_script_bytes
from ..record import Made, Record, news
from ..render import PLAIN, Style
from ..saves import GrowingFile, growing
from ..script import Item, Script, read_line
from ..textfile import decode
from ..transcript import Replay, commented, head_lines, joined, played, result_line, show_lines
from .common import copy, note, one_script, say, stdin_bytes, warn


def move(
    words: Sequence[str], *, strict: bool, reopen: bool, json: bool, notation: str | None = None, style: Style = PLAIN
) -> int:
    """Play moves onto FILE, which grows, or onto the game on standard input, which is written out longer.

    Behind a FILE a lone `-` stands for the lines of standard input.
    """
    file, moves = (words[0], list(words[1:])) if notation else _file_and_moves(words)
    if notation not in (None, "keller"):
        raise PatienceError("usage", f"no notation {notation!r}", "keller")
    if file is None:
        return _piped(moves, strict, reopen, json)
    if moves == ["-"] or (notation and not moves):
        moves = decode(stdin_bytes()).lines
    with growing(file) as opened:
        return _onto_file(opened, moves, notation, strict, reopen, json, style)


def _translated(record: Record, lines: Sequence[str]) -> list[str]:
    """Moves in the notation of Freecell Solver as ours."""
    from ..formats.keller import moves_of

    return [str(one) for one in moves_of(list(lines), record.game, record.table)]


def _file_and_moves(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The FILE, None for standard input: the first argument, unless it reads as moves."""
    first = words[0]
    if first == "-":
        return None, list(words[1:])
    if _reads_as_moves(first):
        return None, list(words)
    if len(words) == 1 and not os.path.exists(first):
        error = PatienceError("syntax", f"not a move, and no file: {first[:40]!r}").at(1, 1, first)
        error.file = "argument"
        raise error
    return first, list(words[1:])


def _reads_as_moves(text: str) -> bool:
    try:
        tokens, _ = split(text)
        for _, token in tokens:
            read_token(token)
    except PatienceError:
        return False
    return bool(tokens)


def items(moves: Sequence[str], short: bool) -> list[Item]:
    """Arguments as lines of a body; PatienceError `syntax` for what is no move."""
    found = []
    for number, text in enumerate(moves, 1):
        try:
            item = read_line(text, number, short=short)
        except PatienceError as error:
            error.file = "argument"
            raise
        if item is None or item.kind not in ("moves", "comment"):
            fault = PatienceError("syntax", f"not a move: {text[:40]!r}").at(number, 1, text)
            fault.file = "argument"
            raise fault
        found.append(item)
    return found


def _play(record: Record, moves: Sequence[str], strict: bool) -> tuple[Record, list[str], list[tuple[int, Made]]]:
    """All of the moves, or none: the record after them, the lines to write, and what was made."""
    lines: list[str] = []
    all_made: list[tuple[int, Made]] = []
    for item in items(moves, len(record.game.columns) <= 9):
        texts = []
        try:
            # The numbers below nought keep the steps of the arguments apart from those of the file.
            for made in played(record, item, strict=strict, step=-item.line):
                record = made.record
                texts.append(made.text)
                all_made.append((item.line, made))
        except PatienceError as error:
            error.file = "argument"
            raise
        lines += commented(texts, item.comment)
    if lines and not record.resigned and (end := result_line(record)):
        lines.append(end)
    return record, lines, all_made


def resumed(script: Script, reopen: bool, moves: bool = True) -> tuple[Script, Record]:
    """The game of a script to go on with; PatienceError `illegal` when it has ended, unless it is reopened."""
    end = script.end
    if end is None or not moves:
        return script, Replay(script).play()
    if not reopen:
        Replay(script).play()
        words = f"the game is over: line {end.line} ends it"
        raise PatienceError("illegal", words, "--reopen, which drops that line").at(end.line, end.col, end.source)
    script = script._replace(body=tuple(item for item in script.body if item.kind != "end"))
    return script, Replay(script).play()


def _piped(moves: Sequence[str], strict: bool, reopen: bool, json: bool) -> int:
    script = one_script(None)
    try:
        script, before = resumed(script, reopen, bool(moves))
    except PatienceError as error:
        error.file = error.file or "-"
        raise
    after, lines, all_made = _play(before, moves, strict)
    for words in news(before, after):
        note(words)
    if json:
        _objects(script, after, all_made)
    else:
        copy([*Replay(script).lines(), *lines])
    return 0


def _onto_file(
    opened: GrowingFile,
    moves: Sequence[str],
    notation: str | None,
    strict: bool,
    reopen: bool,
    json: bool,
    style: Style,
) -> int:
    try:
        script = read_script_bytes(opened.data)
        warn(script, opened.path)
        resumed_script, before = resumed(script, reopen, bool(moves))
    except PatienceError as error:
        error.file = error.file or opened.path
        raise
    if notation:
        moves = _translated(before, moves)
    after, lines, all_made = _play(before, moves, strict)
    if lines:
        grow(opened, script, resumed_script, lines)
    for words in news(before, after):
        note(words)
    if json:
        _objects(resumed_script, after, all_made)
    else:
        say(show_lines(after.game, script.seed, after, style))
    return 0


def grow(opened: GrowingFile, script: Script, resumed_script: Script, lines: list[str]) -> None:
    """Write the first new lines to a file that was read: appended to a transcript; a deal or a board becomes one."""
    if opened.data.removeprefix(b"\xef\xbb\xbf").split(maxsplit=1)[0] != b"#patience":
        opened.replace(joined([*head_lines(script), *lines]))
        return
    keep, behind = _kept(opened.data, None if script is resumed_script else script.end)
    kept = opened.data[:keep]
    new = [""] * (not _has_body(kept)) + behind + lines
    if not new[0] and kept.endswith(b"\r"):
        new.insert(0, "")  # a line feed behind a carriage return does not end a line, it belongs to it
    if behind:
        opened.replace(kept.decode() + joined(new))  # what stands behind the end must not be lost between two steps
    else:
        opened.append(new, keep)


def _kept(data: bytes, end: Item | None) -> tuple[int, list[str]]:
    """How many bytes of a transcript stay: all but a torn last line.

    Of a reopened game the end line goes, and the lines behind it are to be written again.
    """
    rows = data.splitlines(keepends=True)
    if not rows[-1].endswith((b"\n", b"\r")):
        rows.pop()
    if end is None:
        return len(b"".join(rows)), []
    return len(b"".join(rows[: end.line - 1])), [row.decode().rstrip() for row in rows[end.line :]]


def _has_body(data: bytes) -> bool:
    """Whether the empty line that ends the headers is there."""
    return any(not row.strip() for row in data.splitlines())


def _objects(script: Script, record: Record, all_made: Sequence[tuple[int, Made]]) -> None:
    from ..machine import encoded, state
    from ..machine import move as as_object

    say(encoded(as_object(made, line)) for line, made in all_made if not made.ends)
    say([encoded(state(script, record))])
