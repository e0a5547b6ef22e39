"""Shell sessions: real command lines, what they print and their exit codes, in files that are run again.

In a file below `fixtures/sessions` a line `$ COMMAND` is run by sh, all of a file in one empty folder, with `patience`
on the path. Below it stand its standard input behind `< `, then what it printed: standard output as it is, standard
error behind `2| `, and `? N` when the exit code is not 0. `#` lines, parted from the output above by an empty line, are
comments. A new session is a file of commands and `pytest --snapshot-update`; then it is to be read.

A command that needs no shell is run in a process forked from this one, which saves a start-up for each.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import fixture_files
from program import run
from shell import shell_environment
from syrupy.assertion import SnapshotAssertion

FILES = fixture_files("sessions", ".session")

# A command with the comment above it; the empty line belongs to a comment that has output above.
COMMAND = re.compile(r"(?m)^(?P<blank>\n)?(?P<comment>(?:#.*\n)*)\$ (?P<command>.*)\n(?P<given>(?:<(?: .*)?\n)*)")

# Words that mean the same to a shell as to `shlex`.
PLAIN = re.compile(r"patience(?: [\w,.:=/+-]+| '[^']*')*")


class Command(NamedTuple):
    """A command line, its standard input as it stands there, and the comment above, parted by an empty line."""

    command: str
    given: str
    comment: str
    blank: str


def commands(text: str) -> list[Command]:
    """The commands of a session. An empty line without a comment is the last of the output above it."""
    found = []
    for match in COMMAND.finditer(text):
        comment = match["comment"] if match["blank"] or match.start() == 0 else ""
        found.append(Command(match["command"], match["given"], comment, (match["blank"] or "") if comment else ""))
    return found


def rerun(text: str, folder: Path) -> str:
    """A session, run again in an empty folder."""
    env = shell_environment(folder.parent)
    return "".join(f"{c.blank}{c.comment}$ {c.command}\n{c.given}{printed(c, folder, env)}" for c in commands(text))


def printed(command: Command, folder: Path, env: dict[str, str]) -> str:
    """What a command line prints, and its exit code."""
    given = re.sub(r"(?m)^< ?", "", command.given)
    if PLAIN.fullmatch(command.command):
        code, out, err = run(*shlex.split(command.command)[1:], stdin=given, cwd=folder, env=env)
    else:
        done = subprocess.run(
            ["sh", "-c", command.command],
            input=given.encode(),
            capture_output=True,
            cwd=folder,
            env=env,
            timeout=60,
            check=False,
        )
        code, out, err = done.returncode, done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    told = "".join(f"2| {line}".rstrip() + "\n" for line in err.splitlines())
    return out + "\n" * (out[-1:] not in ("", "\n")) + told + (f"? {code}\n" if code else "")


@pytest.mark.parametrize("file", FILES)
def test_running_it_again_gives_its_own_text(file: Path, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    text = file.read_text("utf-8")
    assert commands(text), "no command in it"
    folder = tmp_path / "empty"
    folder.mkdir()
    assert rerun(text, folder) == snapshot


def test_a_session_is_read_as_it_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    text = (
        "# first\n$ echo '#1'; echo\n#1\n\n\n# two\n# lines\n$ echo wrong >&2; exit 3\n2| wrong\n? 3\n$ true\n"
        "$ sort\n< b\n<\n< a\n\na\nb\n$ patience legal -\n< #patience 1\n2| -:1:1: header: no game\n"
        "2|   #patience 1\n2|   ^\n2|   expected: game: and its name\n? 5\n$ ls\n"
    )
    assert [c.command for c in commands(text)] == [
        "echo '#1'; echo",
        "echo wrong >&2; exit 3",
        "true",
        "sort",
        "patience legal -",
        "ls",
    ]
    assert rerun(text, folder) == text
