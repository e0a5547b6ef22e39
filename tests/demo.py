"""The picture of the README, `fixtures/demo/demo.svg`: what a terminal shows, drawn letter by letter.

    python tests/demo.py

runs the session below in a real terminal, in colour, and writes the picture anew. The same session gives the same bytes
everywhere: nothing is measured, and no font is fetched.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from program import ROOT
from shell import at_terminal, shell_environment

FILE = ROOT / "fixtures" / "demo" / "demo.svg"
SESSION = (
    ("patience play miss-milligan 10 --record my.patience", ["67 54 d", "14", "hint", "2f", "quit"]),
    ("tail -3 my.patience", []),
    ("patience check my.patience", []),
)
WORDS = (
    "A game of patience at a terminal: a deal, two moves, a move that is refused with its reason, and the file it left."
)

WIDTH, CELL, LINE, EDGE = 64, 9, 19, 24  # columns; pixels of a letter's width, of a line, and around the text
COLOURS = {"0": "#d8dee9", "31": "#ff7b72", "1": "#ffffff"}
STYLE = (
    'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="15" '
    'xml:space="preserve"'
)


def screen() -> list[str]:
    """The lines of the session, with the colours that the program gave them; what was typed is bold."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = {**shell_environment(folder), "TERM": "xterm-256color"}
        for command, typed in SESSION:
            lines.append(f"$ \x1b[1m{command}\x1b[0m")
            text = at_terminal(command, typed, folder, env)
            text = re.sub(r"\x1b\[\?2004[hl]\r?", "", text)
            lines += [re.sub("^> (.+)", "> \x1b[1m\\1\x1b[0m", line) for line in text.splitlines()]
    return lines


def pieces(line: str) -> Iterator[tuple[int, str, str]]:
    """The words of a line with the columns they begin at and their colours."""
    column = 0
    colour = "0"
    for part in re.split(r"(\x1b\[[0-9]*m)", line):
        if part.startswith("\x1b"):
            colour = part[2:-1] or "0"
            continue
        for match in re.finditer(r"\S+", part):
            yield column + match.start(), match[0], colour
        column += len(part)


def picture(lines: list[str]) -> str:
    """The lines as an SVG picture of a terminal."""
    width, height = WIDTH * CELL + 2 * EDGE, len(lines) * LINE + 2 * EDGE
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>patience</title><desc>{escape(WORDS)}</desc>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#1b1f27"/>',
        f"<g {STYLE}>",
    ]
    for number, line in enumerate(lines):
        y = EDGE + number * LINE + 14
        for column, word, colour in pieces(line):
            place = f'x="{EDGE + column * CELL}" y="{y}" textLength="{len(word) * CELL}"'
            drawn.append(f'<text {place} fill="{COLOURS[colour]}">{escape(word, quote=False)}</text>')
    return "\n".join([*drawn, "</g>", "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(picture(screen()), encoding="utf-8", newline="\n")
