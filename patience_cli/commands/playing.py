"""The command play: a game line by line, at a terminal or in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..deals import Deal, deck_for, options_for, random_seed, read_seed
from ..errors import PatienceError
from ..game import WON
from ..games import NAMES, is_game, load
from ..reading import read_script_bytes
from ..record import Record
from ..render import Look, plain
from ..resolve import with_card
from ..saves import GrowingFile, keep, kept_games
from ..script import Script, of_deal
from ..session import Ask, Fault, Note, Out, Recorded, Session
from ..transcript import head_lines, result_line
from .common import NO, named_game, note, say, stdin_bytes, tell, usage, warn, worst
from .moving import grow, resumed


class Way(NamedTuple):
    """How a game is played: what the options of the command say."""

    keep_going: bool = False
    strict: bool = False
    log_refused: bool = False
    reopen: bool = False
    look: Look = plain


class Book:
    """Where a game is recorded. Nothing is written before the first move, but for a file that is new."""

    def __init__(self, file: GrowingFile | None, script: Script, resumed_script: Script, *, fresh: bool) -> None:
        self.file = file
        self._script = script
        self._resumed = resumed_script
        self._begun = fresh
        if file and fresh:
            file.append(head_lines(script))

    def write(self, lines: list[str]) -> None:
        """Record lines: on disk when this returns."""
        if self.file is None:
            return
        if self._begun:
            self.file.append(lines)
        else:
            grow(self.file, self._script, self._resumed, lines)
            self._begun = True

    def close(self, record: Record) -> None:
        """Leave the game: when it is over, the line that says so is written."""
        if self.file is None:
            return
        end = None if record.resigned or self._ended() else result_line(record)
        if end:
            self.write([end])
        self.file.close()

    def _ended(self) -> bool:
        return self._script.end is not None and self._resumed is self._script


class Table(NamedTuple):
    """A game on the table: its session, and where it is recorded."""

    session: Session
    book: Book


class StandardOutput(Book):
    """A record that goes to standard output as it is made (`--record -`)."""

    def __init__(self, script: Script) -> None:
        super().__init__(None, script, script, fresh=True)
        say(head_lines(script))
        sys.stdout.flush()

    def write(self, lines: list[str]) -> None:
        say(lines)
        sys.stdout.flush()

    def close(self, record: Record) -> None:
        if not record.resigned and (end := result_line(record)):
            self.write([end])


def play(
    words: Sequence[str], options: Sequence[str], *, record: str | None, resume: bool, json: bool, way: Way
) -> int:
    """Play a game: at a terminal with a prompt, else as a filter."""
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    table = opened(words, options, record, resume, way, keeps=at_terminal)
    if json:
        from .engine import engine

        return engine(table)
    if at_terminal:
        from .terminal import at_prompt

        return at_prompt(table, way)
    silent = record == "-"
    return as_filter(table, way, sys.stdin if words[:1] != ["-"] else None, silent=silent)


# -- which game ----------------------------------------------------------------------------------------------------


def opened(
    words: Sequence[str], options: Sequence[str], record: str | None, resume: bool, way: Way, *, keeps: bool
) -> Table:
    """The game that the arguments mean, and the file it is recorded in."""
    if resume:
        return from_file(_kept(words), way)
    if not words:
        return from_file(_kept([]), way)
    if words[0] == "-" or not is_game(words[0].partition(",")[0]):
        if len(words) > 1 or options:
            raise PatienceError(
                "usage", f"{words[0]} is no game" if words[0] != "-" else "- takes no seed", ", ".join(NAMES)
            )
        if words[0] == "-":
            return fresh(_from_stdin(), record, way, keeps=False)
        if record:
            raise PatienceError("usage", "a FILE is its own record", "--record with a game")
        return from_file(words[0], way)
    if len(words) > 2:
        raise PatienceError("usage", f"what is {words[2]!r}?", "a game and a seed")
    return fresh(dealt(words[0], words[1] if len(words) > 1 else None, options), record, way, keeps=keeps)


def dealt(name: str, seed_text: str | None, options: Sequence[str]) -> Script:
    """A new game from a seed, or from a random one."""
    game = named_game(name, options)
    try:
        seed = random_seed() if seed_text is None else read_seed(seed_text)
        game = load(game.name, options_for(game.name, seed, game.chosen))
        return of_deal(Deal(game, seed, deck_for(game, seed)))
    except PatienceError as error:
        raise usage(error) from None


def _from_stdin() -> Script:
    script = read_script_bytes(stdin_bytes())
    warn(script, "-")
    return script


def _kept(words: Sequence[str]) -> str:
    """The kept game to go on with: the unfinished one last played, of a game when one is named."""
    name = words[0] if words else None
    if name and not is_game(name):
        raise PatienceError("usage", f"no game {name!r}", ", ".join(NAMES))
    for path in kept_games(name):
        try:
            if read_script_bytes(path.read_bytes()).end is None:
                return str(path)
        except (OSError, PatienceError):
            continue
    if name or words:
        raise PatienceError("usage", f"no unfinished game of {name} is kept")
    raise PatienceError("usage", "which game?", ", ".join(NAMES))


def fresh(script: Script, record: str | None, way: Way, *, keeps: bool) -> Table:
    """A game that begins now, recorded in a new file when one is named or games are kept."""
    if record == "-":
        book: Book = StandardOutput(script)
    elif record:
        book = Book(GrowingFile(record, create=True), script, script, fresh=True)
    elif keeps:
        book = Book(_new_kept(script), script, script, fresh=True)
    else:
        book = Book(None, script, script, fresh=True)
    script, game = resumed(script, way.reopen, moves=False)
    return Table(_session(script, game, way), book)


def _new_kept(script: Script) -> GrowingFile | None:
    """A file in the state directory; without one the game goes on all the same."""
    try:
        return keep(script.game.name, script.seed)
    except PatienceError as error:
        note(f"{error.message}; this game is not kept")
        return None


def from_file(path: str, way: Way) -> Table:
    """The game of a file, which grows as it is played."""
    file = GrowingFile(path)
    try:
        script = read_script_bytes(file.data)
        warn(script, path)
        go_on, game = resumed(script, way.reopen, moves=way.reopen)
    except PatienceError as error:
        file.close()
        error.file = error.file or path
        raise
    return Table(_session(go_on, game, way), Book(file, script, go_on, fresh=False))


def _session(script: Script, record: Record, way: Way) -> Session:
    return Session(script, record, strict=way.strict, log_refused=way.log_refused, look=way.look)


# -- as a filter ---------------------------------------------------------------------------------------------------


def as_filter(table: Table, way: Way, lines: Iterator[str] | None, *, silent: bool) -> int:
    """Play the lines that come in; print what they ask for and the last table. 0 when the game is won, else 1."""
    session, book = table
    codes: list[int] = []
    try:
        for line in lines or ():
            code, quits = _line(session, book, line, way, silent)
            if code and not way.keep_going:
                return code
            codes.append(code)
            if quits:
                break
    finally:
        book.close(session.record)
    if not silent:
        say(session.table())
    return worst(codes) or (0 if session.record.status == WON else NO)


def _line(session: Session, book: Book, line: str, way: Way, silent: bool) -> tuple[int, bool]:
    """One line of a filter: its exit code, and whether it leaves."""
    code = 0
    for answer in session.feed(line.rstrip("\r\n")):
        match answer:
            case Out(lines):
                if not silent:
                    say(lines)
                    sys.stdout.flush()
            case Recorded(lines):
                book.write(lines)
            case Note(text):
                note(text)
            case Fault(error):
                code = tell(error)
            case Ask("quit"):
                return code, True
            case Ask("save", path):
                save(session, path)
            case Ask(what):
                code = tell(PatienceError("syntax", f"{what} is for a terminal").at(session.number, 1, line.rstrip()))
    return code, False


def save(session: Session, path: str) -> None:
    """Write a copy of the game to a new file."""
    if not path:
        raise PatienceError("usage", "save where?", "save FILE")
    file = GrowingFile(os.path.expanduser(path), create=True)
    try:
        file.append(transcript_lines(session))
    finally:
        file.close()


def transcript_lines(session: Session) -> list[str]:
    """The game as it is now played, as a transcript."""
    record = session.record
    lines = list(head_lines(session.script))
    before = record.start
    for step in record.steps():
        lines.append(with_card(record.game, before, step.move))
        before = step.table
    return lines
