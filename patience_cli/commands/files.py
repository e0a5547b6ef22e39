"""Commands on transcripts as files: replay, check, tidy."""

from __future__ import annotations

import difflib
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import PatienceError
from ..reading import read_script_bytes
from ..render import PLAIN, Style
from ..saves import replace_file
from ..textfile import decode
from ..transcript import Replay, regenerated, show_lines, tidy
from .common import NO, file_bytes, note, say, tell, warn, worst

REWRITTEN, BROKEN = "rewritten", "broken"


class Pace(NamedTuple):
    """How a replay shows its tables: after each move (`tables`), one for each Enter, so many seconds apart, up to N."""

    tables: bool = False
    step: bool = False
    delay: float = 0.0
    upto: int | None = None
    style: Style = PLAIN

    @property
    def every(self) -> bool:
        """Whether there is a table after each move."""
        return self.tables or self.step or self.delay > 0


def replay(files: Sequence[str], *, pace: Pace, strict: bool, json: bool) -> int:
    """Play transcripts again: their regenerated text, or a table after each move."""
    if pace.upto is not None and pace.upto < 0:
        raise PatienceError("usage", f"--upto {pace.upto}", "a number from 0 on")
    return worst([_replayed(file, pace, strict, json) for file in files or ["-"]])


def _replayed(file: str, pace: Pace, strict: bool, json: bool) -> int:
    try:
        script = read_script_bytes(file_bytes(None if file == "-" else file))
        warn(script, file)
    except PatienceError as error:
        return tell(error, file)
    again = Replay(script, strict=strict)
    try:
        if json:
            _objects(again)
        elif pace.every or pace.upto is not None:
            _tables(again, pace)
        else:
            for line in again.lines():
                sys.stdout.write(f"{line}\n")
    except PatienceError as error:
        code = tell(error, file)
        if code not in (2, 74):
            note("the table before it:")
            print("\n".join(show_lines(script.game, script.seed, again.record)), file=sys.stderr)
        return code
    return 0


def _tables(again: Replay, pace: Pace) -> None:
    """The table at the start and after each move, or only after the last one wanted."""
    script = again.script
    record = again.record
    if pace.every:
        say(show_lines(script.game, script.seed, record, pace.style))
    for number, (_, made) in enumerate(again.made() if pace.upto != 0 else (), 1):
        record = made.record
        if pace.every:
            _wait(pace)
            say(["", made.text, *show_lines(script.game, script.seed, record, pace.style)])
        if number == pace.upto:
            break
    if not pace.every:
        say(show_lines(script.game, script.seed, record, pace.style))


def _wait(pace: Pace) -> None:
    sys.stdout.flush()
    if pace.step:
        sys.stdin.readline()
    elif pace.delay:
        time.sleep(pace.delay)


def _objects(again: Replay) -> None:
    from ..machine import encoded, end, move, start

    say([encoded(start(again.script))])
    for line, made in again.made():
        say([encoded(move(made, line))] if not made.ends else [])
    say([encoded(end(again.record))])


def check(files: Sequence[str], *, update: bool, verbose: bool) -> int:
    """Regenerate each file and compare the bytes; a diff where they differ, a line of figures at the end."""
    counts = {"sound": 0, "differs": 0, REWRITTEN: 0, BROKEN: 0}
    codes = [_checked(file, counts, update, verbose) for file in files or ["-"]]
    figures = [f"{counts['sound']} sound", f"{counts['differs']} differ{'s' * (counts['differs'] == 1)}"]
    figures += [f"{counts[word]} {word}" for word in (REWRITTEN, BROKEN) if counts[word]]
    say([f"{len(codes)} file{'s' * (len(codes) != 1)}: {', '.join(figures)}"])
    return worst(codes)


def _checked(file: str, counts: dict[str, int], update: bool, verbose: bool) -> int:
    try:
        data = file_bytes(None if file == "-" else file)
        script = read_script_bytes(data)
        text = regenerated(script)
        torn = decode(data).torn
    except PatienceError as error:
        counts[BROKEN] += 1
        return tell(error, file)
    warn(script, file)
    if text.encode() == data:
        counts["sound"] += 1
        say([f"{file}: sound"] if verbose else [])
        return 0
    if update and torn:
        counts[BROKEN] += 1
        return tell(PatienceError("write", f"{file}: the last line is torn; play it or mend it first"), file)
    if update and file != "-":
        replace_file(file, text)
        counts[REWRITTEN] += 1
        return 0
    counts["differs"] += 1
    old = data.decode("utf-8").splitlines(keepends=True)
    new = text.splitlines(keepends=True)
    sys.stdout.writelines(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(old, new, file, "regenerated")
    )
    return NO


def tidied(file: str | None, *, in_place: bool) -> int:
    """The same game without the moves that were taken back."""
    script = read_script_bytes(file_bytes(file))
    warn(script, file)
    text = regenerated(tidy(script))
    if in_place:
        if file is None or file == "-":
            raise PatienceError("usage", "-i needs a FILE")
        replace_file(file, text)
    else:
        sys.stdout.write(text)
    return 0
