"""Files that grow move by move, files replaced as a whole, and the directory where games are kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import PatienceError

try:
    import fcntl
except ImportError:  # no advisory locks on this system
    fcntl = None  # type: ignore[assignment]


class GrowingFile:
    """A transcript on disk that is appended to, line by line, and never rewritten.

    It is locked for as long as it is open; a second process is refused. `data` is what it held when it was opened.
    PatienceError `write` when it cannot be written, is in use, or changed under us; the old content stays whole.
    """

    def __init__(self, path: str, *, create: bool = False) -> None:
        self.path = path
        mode = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | (os.O_CREAT | os.O_EXCL if create else 0)
        try:
            self._fd = os.open(path, mode, 0o666)
        except FileExistsError:
            raise PatienceError("usage", f"{path} exists already", "play it to go on, or name a new file") from None
        except FileNotFoundError as error:
            raise PatienceError("usage", f"{path}: {error.strerror}") from None
        except OSError as error:
            raise PatienceError("write", f"{path}: {error.strerror}") from None
        try:
            self._lock()
            with os.fdopen(os.dup(self._fd), "rb") as file:
                self.data = file.read()
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
        """Drop everything behind the first `length` bytes: a torn line, or an end line when a game is reopened."""
        try:
            os.ftruncate(self._fd, length)
        except OSError as error:
            raise PatienceError("write", f"{self.path}: {error.strerror}") from None
        self._length = length

    def append(self, lines: list[str]) -> None:
        """Write lines to the end at once; what was there stays whole when that fails."""
        data = "".join(f"{line}\n" for line in lines).encode()
        if os.fstat(self._fd).st_size != self._length or not self._is_there():
            raise PatienceError("write", f"{self.path} changed while it was being played; nothing was written")
        done = 0
        try:
            while done < len(data):
                done += os.write(self._fd, data[done:])
        except OSError as error:
            os.ftruncate(self._fd, self._length)
            raise PatienceError("write", f"{self.path}: {error.strerror}") from None
        self._length += len(data)

    def _is_there(self) -> bool:
        """Whether the name still leads to the file that is open here."""
        try:
            there = os.stat(self.path)
        except OSError:
            return False
        here = os.fstat(self._fd)
        return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)

    def replace(self, text: str) -> None:
        """Replace the whole content, by a temporary file and a rename; go on with the new one."""
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
    """Write a file as a whole: a temporary file beside it, then a rename. Permissions and links are kept.

    PatienceError `write` when that fails; the old file is then as it was.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        try:
            with open(temporary, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                os.chmod(temporary, target.stat().st_mode & 0o7777)
            os.replace(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise PatienceError("write", f"{path}: {error.strerror}") from None


# -- kept games ----------------------------------------------------------------------------------------------------


def state_directory() -> Path:
    """Where kept games, the history and the statistics live."""
    from platformdirs import user_state_path

    return user_state_path("patience", appauthor=False)


def games_directory() -> Path:
    """Where games played at a terminal are kept."""
    return state_directory() / "games"


def kept_games(game: str | None = None) -> list[Path]:
    """The kept games, the one last played first; of one game when it is named."""
    try:
        found = list(games_directory().glob("*.patience"))
    except OSError:
        return []
    if game:
        found = [path for path in found if path.name.startswith(f"{game}-")]
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))


def keep(game: str, seed: str) -> GrowingFile:
    """A new file in which a game is kept, named after it and its seed."""
    directory = games_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PatienceError("write", f"{directory}: {error.strerror}") from None
    stem = f"{game}-{seed.replace(':', '-')}"
    number = 1
    while True:
        suffix = f"-{number}" if number > 1 else ""
        try:
            return GrowingFile(str(directory / f"{stem}{suffix}.patience"), create=True)
        except PatienceError as error:
            if error.code != "usage":
                raise
            number += 1
