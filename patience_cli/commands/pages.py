"""The manual pages that come with the program, shown where `man` does not find them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from ..errors import PatienceError, nearest
from .common import say

PAGES = {"patience": 6, "patience-transcript": 5, "patience-games": 6, "patience-tried": 7}
WIDTH = 78


def shown(page: str) -> int:
    """Show a page with man, else with mandoc; print its text where there is neither.

    PatienceError `usage` when there is no such page. `patience-` may be left out of its name.
    """
    name = page if page in PAGES else f"patience-{page}"
    if name not in PAGES:
        raise PatienceError("usage", f"no page {page[:40]!r}", nearest(page, list(PAGES)))
    path = found(name)
    reader = next((how for how in (["man"], ["mandoc", "-a"]) if shutil.which(how[0])), None)
    if reader is None:
        say(plain(path.read_text(encoding="utf-8")))
    elif sys.stdout.isatty():
        return subprocess.run([*reader, str(path)], check=False).returncode
    else:
        env = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
        done = subprocess.run([reader[0], str(path)], capture_output=True, env=env, check=False)
        say(done.stdout.decode("utf-8", "replace").splitlines())
    return 0


def found(name: str) -> Path:
    """Where a page lies: in the nearest folder above the package that has it, source tree or installation."""
    file = f"{name}.{PAGES[name]}"
    for folder in Path(__file__).parents:
        for path in (folder / "man" / file, folder / "share" / "man" / f"man{PAGES[name]}" / file):
            if path.is_file():
                return path
    raise PatienceError("usage", f"the page {file} is not installed")


# -- without a formatter -------------------------------------------------------------------------------------------

_PIECE = re.compile(r'"([^"]*)"|(\S+)')
_ESCAPE = re.compile(r"\\(&|e|-|\([a-z]{2})")
_LETTERS = {"e": "\\", "-": "-", "(aq": "'", "(dq": '"', "(ha": "^", "(ti": "~", "(ga": "`"}

# Macros by what they put into a line: words, or marks around what stands behind them up to a closing mark.
_WORDS = {"Nm": "patience", "Nd": "-", "Ta": " ", "Oo": "[", "Oc": "]", "Po": "(", "Pc": ")", "Fl": "-"}
_AROUND = {"Op": ("[", "]"), "Pq": ("(", ")"), "Ql": ("'", "'"), "Dq": ('"', '"')}
_SILENT = frozenset(("Ar", "Cm", "Em", "Ev", "Ic", "Li", "No", "Pa", "Sx", "Sy"))
_OPENING, _CLOSING = ("(", "["), (".", ",", ":", ";", ")", "]")


def plain(page: str) -> Iterator[str]:
    """The words of a page without its markup, for systems that cannot format it."""
    above = ""
    for line in _lines(page):
        if line or above:
            yield line
        above = line


def _lines(page: str) -> Iterator[str]:
    text: list[str] = []
    numbers: list[int] = []  # for each list that is open the number of its next item, 0 where items have none
    section = ""
    literal = False
    for line in page.split("\n"):
        macro, _, rest = line[1:].partition(" ") if line.startswith(".") else ("", "", line)
        margin = " " * 4 * (len(numbers) + 1)
        if literal and macro != "Ed":
            yield f"{margin}    {_unescaped(line)}".rstrip()
        elif not macro:
            text.append(_unescaped(line))
        elif macro in ("Dd", "Dt", "Os") or macro.startswith("\\"):
            continue
        elif macro in ("Sh", "Ss", "Bl", "El", "It", "Bd", "Ed", "D1", "Dl", "Pp", "br") or line == ".Nm" == section:
            yield from _filled(text, margin)
            text = []
        if macro == "Sh":
            yield from ("", rest)
            section = ".Nm" if rest == "SYNOPSIS" else ""
        elif macro == "Ss":
            yield from ("", f"  {rest}")
        elif macro in ("Pp", "Bd", "Ed"):
            literal = macro == "Bd"
            yield ""
        elif macro == "Bl":
            numbers.append(1 if "-enum" in rest else 0)
        elif macro == "El":
            numbers.pop()
        elif macro == "It" and numbers[-1]:
            text.append(f"{numbers[-1]}.")
            numbers[-1] += 1
        elif macro == "It":
            yield f"{margin[4:]}{_inline(rest)}"
        elif macro in ("D1", "Dl"):
            yield f"{margin}    {_inline(rest)}"
        elif macro and macro != "br":
            text.append(rest if macro == "Nm" and rest.startswith("patience") else _inline(line[1:]))
    yield from _filled(text, "    ")


def _filled(text: list[str], margin: str) -> list[str]:
    words = re.sub(r" ([,:;)\]]+\.?|\.)(?= |$)", r"\1", " ".join(text)).replace("( ", "(")
    return textwrap.wrap(words, WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)


def _inline(line: str) -> str:
    """The text of a line of macros and words."""
    line = re.sub(r'\b(?:Xr|Fn) (\S+) (?:"([^"]*)"|(\S+))', r"\1(\2\3)", line)
    said = ""
    ends = ""
    joins = True
    for quoted, word in _PIECE.findall(line):
        if word in _CLOSING:
            said += ends + word
            ends = ""
        elif word == "Ns":
            joins = True
        elif word not in _SILENT:
            begin, end = _AROUND.get(word, ("", ""))
            shown = begin or _WORDS.get(word) or _unescaped(quoted or word)
            said += shown if joins or word == "Oc" else f" {shown}"
            joins = bool(begin) or word in ("Fl", "Oo", "Po", *_OPENING)
            ends = end + ends
    return said + ends


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _LETTERS.get(match[1], ""), text)
