"""A game at a terminal: prompt, line editing, history, Ctrl-C and Ctrl-D; the game is kept."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from ..deals import spec
from ..errors import PatienceError, printable
from ..game import PLAYING
from ..saves import games_directory, state_directory
from ..session import Ask, Fault, Note, Out, Recorded
from .books import save
from .common import fitting, note, one_line, say
from .playing import Table, Way, dealt, fresh

PROMPT = "> "
HISTORY = 1000


class Prompt:
    """Where the player types. Iterating gives the lines until the player leaves, by Ctrl-C (`interrupted`) or Ctrl-D.

    Ctrl-C on a half-typed line only clears it. Without line editing the prompt goes to standard error.
    """

    def __init__(self) -> None:
        self._half_typed = _line_editing() if sys.stdout.isatty() else None
        self.interrupted = False

    def __iter__(self) -> Iterator[str]:
        while True:
            try:
                typed = self._ask()
            except (EOFError, KeyboardInterrupt) as leaving:
                print(file=sys.stderr)
                self.interrupted = isinstance(leaving, KeyboardInterrupt)
                if self.interrupted and self._half_typed and self._half_typed():
                    continue
                return
            yield from re.split("\r\n|\r|\n", typed)  # what was pasted may hold several lines

    def _ask(self) -> str:
        if self._half_typed:
            return input(PROMPT)
        print(PROMPT, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


def at_prompt(table: Table, way: Way) -> int:
    """Play until the player leaves: 0, or 130 for Ctrl-C at an empty prompt."""
    prompt = Prompt()
    _greet(table)
    for line in prompt:
        match _answer(table, line):
            case Ask("quit"):
                break
            case Ask("new", text):
                try:
                    another = _another(table, text, way)
                except PatienceError as error:
                    tell_player(error)
                    continue
                _leave(table)
                table = another
                _greet(table)
    _leave(table)
    if table.session.record.status == PLAYING and table.book.path:
        note(f"saved, resume with: patience play {_how_to_resume(table.book.path)}")
    return 130 if prompt.interrupted else 0


def says_yes(question: str) -> bool:
    """Whether a person agrees; Enter agrees, leaving does not, and anything else is asked again.

    The question goes to standard error.
    """
    while True:
        print(question, end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline()
        if answer.strip().lower() in ("", "y", "yes", "n", "no"):
            return answer.strip().lower() in ("", "y", "yes") and answer != ""


def _greet(table: Table) -> None:
    print(
        fitting(f"{table.session.script.game.title}. help lists the words, quit leaves.", sys.stderr), file=sys.stderr
    )
    print(file=sys.stderr)
    say(table.session.table())
    sys.stdout.flush()


def _how_to_resume(path: str) -> str:
    """What to type behind `patience play` to go on with a game: it is the kept one last played, or in a file."""
    from shlex import quote

    return "--resume" if Path(path).parent == games_directory() else quote(path)


def _leave(table: Table) -> None:
    """Leave a game; one that is over now is counted."""
    session, book = table
    book.close(session)
    if session.record.status != PLAYING and not session.script.end:
        from ..stats import count

        try:
            count(session.record, session.script.seed)
        except (OSError, PatienceError):
            return  # a state directory that cannot be written was told already


def _answer(table: Table, line: str) -> Ask | None:
    """What a line brings about, printed and recorded; what only the outside can do is given back."""
    session, book = table
    before = session.record
    asked: Ask | None = None
    try:
        line = one_line(line, session.number + 1)
    except PatienceError as no_text:
        tell_player(no_text)
        return None
    try:
        for answer in session.feed(line):
            match answer:
                case Out(lines):
                    say(fitting(line, sys.stdout) for line in lines)
                case Recorded(lines):
                    book.write(lines)
                case Note(text):
                    tell_player(text)
                case Fault(error):
                    tell_player(error)
                case Ask("save", path):
                    tell_player(_saved(table, path))
                case Ask():
                    asked = answer
    except KeyboardInterrupt:
        if session.record is not before:
            raise  # a move was made that may not be recorded: the file is right, the session is not
        tell_player("interrupted")
    if session.record is not before:
        say(session.table())
    sys.stdout.flush()
    return asked


def _saved(table: Table, path: str) -> str | PatienceError:
    """Save a copy of the game, and what to tell the player about it."""
    try:
        save(table.session, path)
    except PatienceError as error:
        return error
    return f"saved as {path}"


def tell_player(words: str | PatienceError) -> None:
    """Words beside the game; of an error the message and what was expected."""
    if isinstance(words, PatienceError):
        expected = f" (expected: {words.expected})" if words.expected else ""
        words = f"{words.message}{expected}"
    sys.stdout.flush()
    print(fitting(printable(words), sys.stderr), file=sys.stderr)


def _another(table: Table, text: str, way: Way) -> Table:
    """A new game: of the same kind, or of the one named, with a seed when one is given."""
    words = text.split()
    if len(words) > 2:
        raise PatienceError("usage", f"what is {words[2]!r}?", "new, or new GAME SEED")
    name = words[0] if words else spec(table.session.script.game)
    return fresh(dealt(name, words[1] if len(words) > 1 else None, ()), None, way, keeps=True)


def _line_editing() -> Callable[[], str] | None:
    """Turn line editing on with a history; gives a function that says what stands half typed."""
    try:
        import readline
    except ImportError:
        return None
    import atexit

    try:
        history = state_directory() / "history"
        history.parent.mkdir(parents=True, exist_ok=True)
        if history.exists():
            readline.read_history_file(history)
    except (OSError, PatienceError):
        return readline.get_line_buffer

    def keep_history() -> None:
        try:
            readline.set_history_length(HISTORY)
            readline.write_history_file(history)
        except OSError:
            return

    atexit.register(keep_history)
    return readline.get_line_buffer
