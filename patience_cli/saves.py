"""Files that grow move by move, files replaced as a whole, and the directory where games are kept."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import PatienceError
from .textfile import LIMIT

try:
    import fcntl
except ImportError:  # no advisory locks on this system
    fcntl = None  # type: ignore[assignment]


class GrowingFile:
    """A transcript on disk that is appended to, line by line, and never rewritten.

    It is locked for as long as it is open; a second process is refused. `data` is what it held when it was opened. It
    never grows over `limit` bytes, so that it can be read again.
    PatienceError `usage` when there is no such file or folder, `write` when it cannot be written, is in use, or changed
    under us; the old content stays whole.
    """

    def __init__(self, path: str, *, create: bool = False, limit: int = LIMIT) -> None:
        self.path = path
        self._limit = limit
        mode = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | (os.O_CREAT | os.O_EXCL if create else 0)
        try:
            self._fd = os.open(path, mode, 0o666)
        except FileExistsError:
            raise PatienceError("usage", f"{path} exists already", "play it to go on, or name a new file") from None
        except OSError as error:
            folder = os.path.dirname(path) or "."
            is_there = os.path.isdir(folder) if create else os.path.isfile(path) and os.access(path, os.R_OK)
            raise PatienceError("write" if is_there else "usage", f"{path}: {error.strerror}") from None
        try:
            if not stat.S_ISREG(os.fstat(self._fd).st_mode):
                raise PatienceError("usage", f"{path} is no file that could grow", "a file, or standard input")
            self._lock()
            with os.fdopen(os.dup(self._fd), "rb") as file:
                self.data = file.read(limit + 1)
        except BaseException:
            self.close()
            raise
        self._length = len(self.data)

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PatienceError("write", f"{self.path} is being played by another process") from None
        except OSError:
            return  # a file system without locks; the length is still watched

    def cut(self, length: int) -> None:
        """Drop everything behind the first `length` bytes, such as a torn line."""
        try:
            os.ftruncate(self._fd, length)
        except OSError as error:
            raise PatienceError("write", f"{self.path}: {error.strerror}") from None
        self._length = length

    def append(self, lines: list[str], keep: int | None = None) -> None:
        """Write lines to the end at once; with `keep`, in place of all that stands behind so many bytes.

        What was there stays whole when that fails. `keep` is for the first lines written, and counts in `data`.
        """
        data = "".join(f"{line}\n" for line in lines).encode()
        if os.fstat(self._fd).st_size != self._length or not self._is_there():
            raise PatienceError("write", f"{self.path} changed while it was being played; nothing was written")
        dropped = b"" if keep is None else self.data[keep:]
        keep = self._length if keep is None else keep
        if keep + len(data) > self._limit:
            raise PatienceError("write", f"{self.path} is full: it would be larger than {self._limit} bytes")
        try:
            if dropped:
                os.ftruncate(self._fd, keep)
            self._write(data)
        except OSError as error:
            os.ftruncate(self._fd, keep)
            self._write(dropped)
            raise PatienceError("write", f"{self.path}: {error.strerror}") from None
        self._length = keep + len(data)

    def _write(self, data: bytes) -> None:
        done = 0
        while done < len(data):
            done += os.write(self._fd, data[done:])

    def _is_there(self) -> bool:
        """Whether the name still leads to the file that is open here."""
        try:
            there = os.stat(self.path)
        except OSError:
            return False
        here = os.fstat(self._fd)
        return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)

    def replace(self, text: str, old: bytes | None = None) -> None:
        """Replace all content (`old`, when that is known) by a temporary file and a rename; go on with the new file."""
        same = os.fstat(self._fd).st_size == self._length and self._is_there()
        if not same or old not in (None, self.data):
            raise PatienceError("write", f"{self.path} changed meanwhile; nothing was written")
        replace_file(self.path, text)
        fresh = GrowingFile(self.path)
        os.close(self._fd)
        self._fd, self._length = fresh._fd, fresh._length

    def close(self) -> None:
        """Let go of the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


@contextmanager
def growing(path: str, *, create: bool = False) -> Iterator[GrowingFile]:
    """A growing file for as long as a `with` block lasts."""
    file = GrowingFile(path, create=create)
    try:
        yield file
    finally:
        file.close()


def replace_file(path: str, text: str) -> None:
    """Write a file anew: a temporary file beside it, then a rename. Owner, permissions and links are kept.

    PatienceError `write` when that fails; the file is then as it was.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name}.{os.urandom(4).hex()}")
    try:
        old = os.stat(target)
        try:
            fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(fd, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(fd)
            if hasattr(os, "chown"):
                with suppress(PermissionError):
                    os.chown(temporary, old.st_uid, old.st_gid)
            os.chmod(temporary, stat.S_IMODE(old.st_mode))
            os.replace(temporary, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise PatienceError("write", f"{path}: {error.strerror}") from None


# -- kept games ----------------------------------------------------------------------------------------------------


def state_directory() -> Path:
    """Where kept games, the history and the statistics live; PatienceError `write` when there is no such place."""
    from platformdirs import user_state_path

    try:
        path = user_state_path("patience", appauthor=False)
    except RuntimeError:  # how platformdirs says that no home is known; an older one answers with `~`
        path = Path()
    if not path.is_absolute():
        raise PatienceError("write", "there is no home directory")
    return path


def games_directory() -> Path:
    """Where games played at a terminal are kept."""
    return state_directory() / "games"


def kept_games() -> list[Path]:
    """The kept games, the one last played first."""
    try:
        with os.scandir(games_directory()) as entries:
            found = [(-entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(".patience")]
    except (OSError, PatienceError):
        return []
    return [Path(path) for _, path in sorted(found)]


def keep(game: str, seed: str) -> GrowingFile:
    """A new file in which a game is kept, named after it and its seed; PatienceError `write` when there can be none."""
    directory = games_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PatienceError("write", f"{directory}: {error.strerror}") from None
    stem = f"{game}-{seed.replace(':', '-')}"
    path = directory / f"{stem}.patience"
    number = 1
    while os.path.lexists(path):
        number += 1
        path = directory / f"{stem}-{number}.patience"
    return GrowingFile(str(path), create=True)
