"""The command play: which game is meant, where it is recorded, and whether a person plays it or a pipe."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..deals import Deal, deck_for, options_for, random_seed, read_seed
from ..errors import PatienceError, nearest
from ..games import NAMES, is_game, load
from ..reading import read_script_bytes
from ..record import Record
from ..render import PLAIN, Style
from ..saves import GrowingFile, keep, kept_games
from ..script import Script, of_deal
from ..session import Session
from ..transcript import Replay
from .books import Book, FileBook, StandardOutput, begun, new_file
from .common import file_bytes, named_game, note, stdin_bytes, stdin_lines, usage, warn
from .moving import resumed


class Way(NamedTuple):
    """How a game is played: what the options of the command say."""

    keep_going: bool = False
    strict: bool = False
    log_refused: bool = False
    reopen: bool = False
    no_input: bool = False
    style: Style = PLAIN
    words: bool = False
    winnable: bool = False


class Table(NamedTuple):
    """A game on the table: its session, and where it is recorded."""

    session: Session
    book: Book


def play(
    words: Sequence[str], options: Sequence[str], *, record: str | None, resume: bool, json: bool, way: Way
) -> int:
    """Play a game: at a terminal with a prompt, else as a filter."""
    at_terminal = sys.stdin is not None and sys.stdin.isatty() and not way.no_input and record != "-"
    table = opened(words, options, record, resume, way, keeps=at_terminal)
    if json:
        from .engine import engine

        return engine(table)
    if at_terminal:
        from .terminal import at_prompt

        return at_prompt(table, way)
    from .filtering import as_filter

    lines: Iterable[str] = () if words[:1] == ["-"] else stdin_lines()
    return as_filter(table, way, lines, silent=record == "-")


# -- which game ----------------------------------------------------------------------------------------------------


def opened(
    words: Sequence[str], options: Sequence[str], record: str | None, resume: bool, way: Way, *, keeps: bool
) -> Table:
    """The game that the arguments mean, and the file it is recorded in; `keeps`: a person plays, so it is kept.

    PatienceError `usage` for arguments that mean none.
    """
    first = words[0] if words else None
    if first and not resume and is_game(first.partition(",")[0]):
        _no_more(words[2:], "a game and a seed")
        if way.winnable:
            _no_more(words[1:], "no seed beside --winnable")
            return fresh(_winnable(first, options), record, way, keeps=keeps)
        seed = words[1] if len(words) > 1 else None
        script = dealt(first, seed, options)
        this = script if seed or options else None
        if keeps and not record and (path := _taken_up(first, this)):
            return from_file(path, way)
        return fresh(script, record, way, keeps=keeps)
    if way.winnable:
        raise PatienceError("usage", "--winnable: this game is dealt already", "--winnable with a new game")
    if options:
        raise PatienceError("usage", f"-o {options[0]}: the game has its options already", "-o with a new game")
    if first == "-" and not resume:
        _no_more(words[1:], "nothing behind -")
        script = read_script_bytes(stdin_bytes())
        warn(script, "-")
        return fresh(script, record, way, keeps=False)
    if first and not resume and len(words) > 1:
        raise PatienceError("usage", f"no game {first!r}", nearest(first, list(NAMES)))
    if record:
        raise PatienceError("usage", "--record: this game has its file already", "--record with a new game")
    if first and not resume:
        return from_file(_file(first), way)
    _no_more(words[1:], "one game")
    path = _kept(first)
    if path is None:
        return _begun_by_default(resume, keeps, first, way)
    if keeps:
        return from_file(path, way)
    return fresh(read_script_bytes(file_bytes(path)), None, way, keeps=False)  # a pipe leaves kept games alone


def _no_more(words: Sequence[str], expected: str) -> None:
    if words:
        raise PatienceError("usage", f"what is {words[0]!r}?", expected)


def _file(word: str) -> str:
    """The file that a word names; PatienceError `usage` when it looks like a game, and is none."""
    if not os.path.exists(word) and re.fullmatch(r"[A-Za-z,=-]+", word):
        raise PatienceError("usage", f"no game and no file {word!r}", nearest(word, list(NAMES)))
    return word


def dealt(name: str, seed_text: str | None, options: Sequence[str]) -> Script:
    """A new game from a seed, or from a random one; PatienceError `usage` when there is no such game or seed."""
    game = named_game(name, options)
    try:
        seed = random_seed() if seed_text is None else read_seed(seed_text)
        game = load(game.name, options_for(game.name, seed, game.chosen))
        return of_deal(Deal(game, seed, deck_for(game, seed)))
    except PatienceError as error:
        raise usage(error) from None


def _winnable(name: str, options: Sequence[str]) -> Script:
    """A new game from a random seed that the solver has won."""
    from ..solver import NODES
    from .solving import trying_on, won_line

    while won_line(script := dealt(name, None, options), NODES) is None:
        trying_on(script)
    return script


def _taken_up(name: str, this: Script | None) -> str | None:
    """The unfinished game of this kind, or only `this` one, that a person, asked, goes on with; None for a new one."""
    path = _kept(name, this)
    if path is None:
        return None
    from .terminal import says_yes

    return path if says_yes(f"{os.path.basename(path)} is unfinished. Go on with it? [Y/n] ") else None


def _begun_by_default(resume: bool, keeps: bool, name: str | None, way: Way) -> Table:
    """The game that the settings name, for a person who named none; PatienceError `usage` when there is none."""
    if name:
        raise PatienceError("usage", f"no unfinished game of {name} is kept")
    if keeps and not resume:
        from ..looks import setting

        if default := setting("game"):
            return fresh(dealt(default, None, ()), None, way, keeps=True)
    which = PatienceError("usage", "which game?")
    which.details = NAMES
    raise which


def _kept(name: str | None, this: Script | None = None) -> str | None:
    """The kept game to go on with: the unfinished one last played, of a game when one is named, or with the deal of
    `this`. One without a move hides no other, and nobody misses it when its deal is asked for again."""
    wanted = named_game(name, ()).name if name else None
    unplayed = None
    for path in kept_games():
        if wanted is None or path.name.startswith(f"{wanted}-"):
            try:
                script = read_script_bytes(path.read_bytes())
            except (OSError, PatienceError):
                continue
            if script.end is None and wanted in (None, script.game.name) and (this is None or _same(script, this)):
                if script.body:
                    return str(path)
                unplayed = unplayed or (str(path) if this is None else None)
    return unplayed


def _same(script: Script, other: Script) -> bool:
    """Whether two games have the same options and began with the same cards."""
    return (script.game.chosen, script.deck) == (other.game.chosen, other.deck)


# -- where it is recorded ------------------------------------------------------------------------------------------


def fresh(script: Script, record: str | None, way: Way, *, keeps: bool) -> Table:
    """A game that is recorded anew: in a new file when one is named or games are kept."""
    script, game = resumed(script, way.reopen, moves=False)
    session = _session(script, game, way)
    book = Book()
    if record == "-":
        book = StandardOutput()
        book.write(list(Replay(script).lines()))
    elif record:
        book = new_file(record, list(Replay(script).lines()))
    elif keeps:
        try:
            book = begun(keep(script.game.name, script.seed), list(Replay(script).lines()))
        except PatienceError as error:
            note(f"{error.message}; this game is not kept")
    return Table(session, book)


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
    return Table(_session(go_on, game, way), FileBook(file, script, go_on))


def _session(script: Script, record: Record, way: Way) -> Session:
    return Session(script, record, strict=way.strict, log_refused=way.log_refused, style=way.style, words=way.words)
