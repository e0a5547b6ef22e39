"""A game at a terminal: prompt, line editing, history, Ctrl-C and Ctrl-D; the game is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from ..deals import spec
from ..errors import PatienceError
from ..record import Record
from ..saves import state_directory
from ..session import Ask, Fault, Note, Out, Recorded, Session
from .common import error_text, note, say
from .playing import Table, Way, dealt, fresh, save

PROMPT = "> "
HISTORY = 1000


def at_prompt(table: Table, way: Way) -> int:
    """Play until the player leaves: 0, or 130 for Ctrl-C at an empty prompt."""
    editing = _line_editing() if sys.stdout.isatty() else None
    session, book = table
    _greet(session)
    try:
        while True:
            try:
                line = _ask(editing is not None)
            except EOFError:
                print(file=sys.stdout if sys.stdout.isatty() else sys.stderr)
                break
            except KeyboardInterrupt:
                print(file=sys.stderr)
                if editing is not None and editing():
                    continue
                book.close(session.record)
                _tell_where(book.file.path if book.file else None)
                return 130
            asked = _answer(session, table, line)
            if asked is None:
                continue
            if asked.what == "quit":
                break
            if asked.what == "new":
                try:
                    table = _another(session, asked.text, way)
                except PatienceError as error:
                    note_error(error)
                    continue
                book.close(session.record)
                session, book = table
                _greet(session)
    finally:
        book.close(session.record)
    if session.record.status == "playing":
        _tell_where(book.file.path if book.file else None)
    return 0


def _greet(session: Session) -> None:
    game = session.script.game
    say([f"{game.title}. help lists the words, quit leaves.", ""])
    say(session.table())
    sys.stdout.flush()


def _tell_where(path: str | None) -> None:
    if path:
        note(f"saved; go on with: patience play {path}")


def _ask(editing: bool) -> str:
    """The next line; the prompt goes where the player looks."""
    if editing:
        return input(PROMPT)
    print(PROMPT, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


def _answer(session: Session, table: Table, line: str) -> Ask | None:
    """What a line brings about, printed and recorded; what only the outside can do is given back."""
    before: Record = session.record
    asked: Ask | None = None
    for answer in session.feed(line):
        match answer:
            case Out(lines):
                say(lines)
            case Recorded(lines):
                table.book.write(lines)
            case Note(text):
                sys.stdout.flush()
                print(text, file=sys.stderr)
            case Fault(error):
                note_error(error)
            case Ask("save", path):
                try:
                    save(session, path)
                    print(f"saved as {path}", file=sys.stderr)
                except PatienceError as error:
                    note_error(error)
            case Ask():
                asked = answer
    if session.record is not before:
        say(session.table())
    sys.stdout.flush()
    return asked


def note_error(error: PatienceError) -> None:
    """At a prompt only the message."""
    sys.stdout.flush()
    text = error.words() if error.code not in ("usage", "write") else error_text(error, "")
    expected = f" (expected: {error.expected})" if error.expected and error.code not in ("usage", "write") else ""
    print(f"{text}{expected}", file=sys.stderr)


def _another(session: Session, text: str, way: Way) -> Table:
    """A new game: of the same kind, or of the one named, with a seed when one is given."""
    words: Sequence[str] = text.split()
    name = words[0] if words else spec(session.script.game)
    script = dealt(name, words[1] if len(words) > 1 else None, ())
    return fresh(script, None, way, keeps=True)


def _line_editing() -> Callable[[], str] | None:
    """Turn line editing on with a history; gives a function that says what stands half typed."""
    try:
        import readline
    except ImportError:
        return None
    import atexit

    history = state_directory() / "history"
    try:
        history.parent.mkdir(parents=True, exist_ok=True)
        if history.exists():
            readline.read_history_file(history)
    except OSError:
        return readline.get_line_buffer

    def keep_history() -> None:
        try:
            readline.set_history_length(HISTORY)
            readline.write_history_file(history)
        except OSError:
            return

    atexit.register(keep_history)
    return readline.get_line_buffer
