"""Commands on transcripts as files: replay, check, tidy."""

from __future__ import annotations

import difflib
import sys
import time
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from ..errors import PatienceError, printable
from ..reading import read_script_bytes
from ..render import PLAIN, Style
from ..saves import growing
from ..textfile import decode
from ..transcript import Replay, joined, regenerated, show_lines, tidy
from .common import NO, copy, file_bytes, inputs, is_stdin, note, one_script, say, say_objects, tell, warn, worst

SOUND, DIFFERS, REWRITTEN, BROKEN = "sound", "differs", "rewritten", "broken"


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
    if not 0 <= pace.delay < 1e6:
        raise PatienceError("usage", f"--delay {pace.delay:g}", "seconds")
    return worst([_replayed(file, pace, strict, json) for file in inputs(files)])


def _replayed(file: str | None, pace: Pace, strict: bool, json: bool) -> int:
    try:
        script = one_script(file)
    except PatienceError as error:
        return tell(error, file or "-")
    again = Replay(script, strict=strict)
    try:
        if json:
            _say_replayed(again)
        elif pace.every or pace.upto is not None:
            _tables(again, pace)
        else:
            copy(again.lines())
    except PatienceError as error:
        code = tell(error, file or "-")
        if not json:
            note("the table before it:", *show_lines(script.game, script.seed, again.record))
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
    if pace.step and sys.stdin is not None:
        sys.stdin.readline()
    elif pace.delay:
        time.sleep(pace.delay)


def _say_replayed(again: Replay) -> None:
    from ..machine import replayed

    say_objects(replayed(again))


def check(files: Sequence[str], *, update: bool, verbose: bool, json: bool) -> int:
    """Regenerate each file and compare the bytes; a diff where they differ, a line of figures at the end."""
    counts = {SOUND: 0, DIFFERS: 0, REWRITTEN: 0, BROKEN: 0}
    codes = []
    for file in inputs(files):
        name = file or "-"
        try:
            result, diff = _compared(file, update)
        except PatienceError as error:
            result, diff = BROKEN, []
            codes.append(tell(error, name))
        counts[result] += 1
        codes.append(NO if result == DIFFERS else 0)
        if json and result != BROKEN:
            say_objects([{"type": "check", "file": name, "result": result, "diff": diff}])
        elif not json:
            copy([f"{name}: sound"] if verbose and result == SOUND else diff)
    number = sum(counts.values())
    if json:
        say_objects([{"type": "checked", "files": number, **counts}])
        return worst(codes)
    figures = [f"{counts[SOUND]} sound", f"{counts[DIFFERS]} differ{'s' * (counts[DIFFERS] == 1)}"]
    figures += [f"{counts[word]} {word}" for word in (REWRITTEN, BROKEN) if counts[word]]
    say([f"{number} file{'s' * (number != 1)}: {', '.join(figures)}"])
    return worst(codes)


def _compared(file: str | None, update: bool) -> tuple[str, list[str]]:
    """What a file is, and the lines of a diff to what it should be; with `update` it is made so."""
    name = file or "-"
    data = file_bytes(file)
    script = read_script_bytes(data)
    text = regenerated(script)
    warn(script, name)
    if text.encode() == data:
        return SOUND, []
    if update and name != "-":
        _rewrite(name, data, text)
        return REWRITTEN, []
    diff = difflib.unified_diff(_rows(data.decode()), _rows(text), printable(name), "regenerated")
    return DIFFERS, [
        line.removesuffix("\n") if line.endswith("\n") else f"{line}\n\\ No newline at end of file" for line in diff
    ]


def _rows(text: str) -> list[str]:
    """The lines of a text with their ends."""
    return list(StringIO(text, newline="\n"))


def _rewrite(file: str, old: bytes, text: str) -> None:
    """Replace a file that holds `old`; not while it is played, and not when its last line is torn."""
    if decode(old).torn:
        raise PatienceError("format", "the last line has no line end; go on with the game, or mend it first")
    with growing(file) as opened:
        opened.replace(text, old)


def tidied(file: str | None, *, in_place: bool, json: bool) -> int:
    """The same game without the moves that were taken back."""
    if in_place and json:
        raise PatienceError("usage", "-i and --json exclude each other")
    if in_place and is_stdin(file):
        raise PatienceError("usage", "-i needs a FILE")
    data = file_bytes(file)
    script = read_script_bytes(data)
    warn(script, file)
    again = Replay(tidy(script))
    if json:
        _say_replayed(again)
    elif in_place and file:
        _rewrite(file, data, joined(again.lines()))
    else:
        copy(again.lines())
    return 0
