"""The manual pages that come with the program, shown where `man` does not find them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ..errors import PatienceError
from .common import say

PAGES = {"patience": 6, "patience-transcript": 5, "patience-games": 6}


def shown(page: str) -> int:
    """Show a page with man, else with mandoc; print its text where there is neither."""
    if page not in PAGES:
        raise PatienceError("usage", f"no page {page[:40]!r}", ", ".join(PAGES))
    path = found(page)
    sys.stdout.flush()
    if shutil.which("man"):
        return subprocess.run(["man", "-l", str(path)], check=False).returncode
    if shutil.which("mandoc"):
        return subprocess.run(["mandoc", "-a" if sys.stdout.isatty() else "-Tascii", str(path)], check=False).returncode
    say(bare(path.read_text(encoding="utf-8")))
    return 0


def found(page: str) -> Path:
    """Where a page lies: with an installed program, or in its source tree."""
    name = f"{page}.{PAGES[page]}"
    installed = Path(sys.prefix) / "share" / "man" / f"man{PAGES[page]}" / name
    source = Path(__file__).parents[2] / "man" / name
    for path in (installed, source):
        if path.is_file():
            return path
    raise PatienceError("usage", f"the page {name} is not installed")


def bare(text: str) -> Iterator[str]:
    """The words of a page without its markup, for systems that cannot format it."""
    for line in text.split("\n"):
        if line.startswith('.\\"') or line in (".Pp", ".Bl", ".El", ".Bd", ".Ed"):
            continue
        words = line[1:].split(" ") if line.startswith(".") else [line]
        if line.startswith("."):
            words = [word for word in words[1:] if len(word) != 2 or not word[0].isupper()]
        if line.startswith((".Sh", ".Ss")):
            yield ""
        if shown_words := " ".join(words).replace("\\&", "").replace("\\e", "\\").replace("\\-", "-"):
            yield shown_words
