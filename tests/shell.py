"""Pages whose examples are run: the blocks of a README or a manual page that show commands and what they print.

In a block a line `$ COMMAND` is run by sh, in one folder for the whole page; below it stands what a terminal shows,
both streams together. Where lines begin with `> `, they are typed at the prompt of a program that runs in a terminal.
A block under the mark `file: NAME` is the content of a file in that folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pexpect
import pytest
from pages import escaped, unescaped
from program import environment


class Markup(NamedTuple):
    """How blocks stand in a page: patterns for the lines that open and close one, and for the mark of a file above it.

    `read` and `write` are between a line of a block and the text it shows.
    """

    opens: str
    closes: str
    file: str
    read: Callable[[str], str] = str
    write: Callable[[str], str] = str


MARKDOWN = Markup(r"```.*", r"```", r"<!-- file: (\S+) -->")
MDOC = Markup(r"\.Bd -literal.*", r"\.Ed", r'\.\\" file: (\S+)', unescaped, escaped)


class Block(NamedTuple):
    """A block of a page: the number of the first of its lines, its text, and the file that it is."""

    start: int
    lines: list[str]
    file: str | None


def blocks(page: str, markup: Markup) -> Iterator[Block]:
    """The blocks of a page, in order."""
    found: Block | None = None
    above = ""
    for number, line in enumerate(page.split("\n")):
        if found is None and re.fullmatch(markup.opens, line):
            file = re.fullmatch(markup.file, above)
            found = Block(number + 1, [], file[1] if file else None)
        elif found is not None and re.fullmatch(markup.closes, line):
            yield found
            found = None
        elif found is not None:
            found.lines.append(markup.read(line))
        above = line


def rerun_page(page: str, markup: Markup, folder: Path) -> str:
    """A page with the commands of its blocks run again in a folder: what they print stands below them anew."""
    lines = page.split("\n")
    env = shell_environment(folder)
    new: list[str] = []
    at = 0
    for block in blocks(page, markup):
        new += lines[at : block.start]
        at = block.start + len(block.lines)
        shown = block.lines
        if block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in block.lines), encoding="utf-8")
        elif block.lines[:1] and block.lines[0].startswith("$ "):
            shown = rerun(block.lines, folder, env)
        new += [markup.write(line) for line in shown]
    return "\n".join([*new, *lines[at:]])


def shell_environment(folder: Path) -> dict[str, str]:
    """An environment with `patience` and this Python on the path, and a home of its own."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    home = folder / "home"
    home.mkdir(exist_ok=True)
    env = environment(home, PATH=path, TERM="dumb", LC_ALL="C.UTF-8")
    return {name: value for name, value in env.items() if not name.startswith("XDG_")}


def rerun(lines: list[str], folder: Path, env: Mapping[str, str]) -> list[str]:
    """The lines of a block that shows commands, run again."""
    starts = [i for i, line in enumerate(lines) if line.startswith("$ ")]
    shown: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        command, rest = lines[start], lines[start + 1 : end]
        while command.endswith("\\") and rest:
            command += "\n" + rest.pop(0)
        typed = [line[2:] for line in rest if line.startswith("> ")]
        if lacks_a_peer(command, folder):
            shown += [command, *rest]
            continue
        text = at_terminal(command[2:], typed, folder, env) if typed else output(command[2:], folder, env)
        shown += [*command.split("\n"), *text.replace(str(folder / "home"), "/home/you").splitlines()]
        shown += [""] * (end < len(lines) and not lines[end - 1])
    return shown


def lacks_a_peer(command: str, folder: Path) -> bool:
    """Whether a command, or a script that it runs, needs jq where there is none; what it printed is then believed."""
    script = next((folder / word for word in command.split() if word.endswith(".sh")), None)
    text = command + (script.read_text(encoding="utf-8") if script and script.is_file() else "")
    return bool(re.search(r"\bjq\b", text)) and peer("jq") is None


def output(command: str, folder: Path, env: Mapping[str, str]) -> str:
    """What a command prints to both streams."""
    done = subprocess.run(
        ["sh", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=dict(env),
        timeout=120,
        check=False,
    )
    return done.stdout.decode()


def at_terminal(command: str, typed: list[str], folder: Path, env: Mapping[str, str]) -> str:
    """What the screen of a terminal shows when lines are typed at the prompt of a program."""
    screen = StringIO()
    child = pexpect.spawn(
        "sh", ["-c", command], cwd=str(folder), env=dict(env), encoding="utf-8", dimensions=(40, 80), timeout=60
    )
    child.logfile_read = screen
    for line in typed:
        child.expect("(^|\n)> ")
        child.sendline(line)
    child.expect([pexpect.EOF, "(^|\n)> $"])
    child.close(force=True)
    return screen.getvalue().replace("\r\n", "\n").removesuffix("> ")


def peer(name: str) -> str | None:
    """The path of another program, None where it is missing; that is a failure where every peer must be there."""
    path = shutil.which(name)
    if path is None and os.environ.get("PATIENCE_ALL_PEERS"):
        pytest.fail(f"{name} is not installed")
    return path


def tool(name: str) -> str:
    """The path of another program; without it the test is skipped."""
    return peer(name) or pytest.skip(f"{name} is not installed")
