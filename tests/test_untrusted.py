"""A stranger's file can neither write nor run anything, nor colour or move a terminal, nor fill the memory."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from program import FIRST, HEAD, environment

from patience_cli.errors import PatienceError, printable
from patience_cli.games import NAMES
from patience_cli.notation import LONGEST
from patience_cli.seeds import read_seed
from patience_cli.textfile import LIMIT

# Colours, cursor, title of the window, bell, C1 codes, another direction of writing, other ends of lines.
CODES = "\x1b[31m\x1b[2J\x1b]0;owned\x07\x08\x7f\x9b31m\x85\u200f\u202e\u2028\u2066\ufeff"
UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")

# What a stranger might hope to be run, written or reached.
WISHES = "$(touch stolen) `touch stolen` ; touch stolen | sh > stolen && import os; __import__('os').system('x') %n {0}"
PLACES = {
    "title": HEAD.replace("game:", "title: {}\n  {}\ngame:") + "4-6=2D\n",
    "header": HEAD[:-1] + "x-note: {}\n  {}\n\n4-6=2D\n",
    "name of a header": HEAD[:-1] + "x-{}: 1\n\n4-6=2D\n",
    "comment": HEAD + "# {}\n4-6=2D  # {}\nshow  # {}\n",
    "output": HEAD + "show\n| {}\n? 46\n! {}\n4-6=2D\n",
    "token": HEAD + "4-6=2D {}\n",
    "refusal": HEAD + "? {}\n4-6=2D\n",
    "claim": HEAD + "4-6={}\n",
    "end": HEAD + "end: {}\n",
    "game": HEAD.replace("spiderette", "{}"),
    "option": HEAD.replace("rules: 1", "options: {}={}"),
    "seed": HEAD.replace("d1:7", "{}"),
    "deck": HEAD.replace("4D 7S", "{}"),
    "version": HEAD.replace("#patience 1", "#patience {}"),
    "board": "#patience-board 1\ngame: spiderette\nseed: -\n\n1: {}\n{}: 9H\n",
    "deal line": "spiderette d1:{} {}\n",
    "json": '{{"tableau piles": ["{}"]}}',
    "nothing known": "{}\n",
}
COMMANDS = [
    "show",
    "show --describe",
    "show --piles",
    "show --moves",
    "show --json",
    "legal",
    "hint",
    "replay",
    "replay --tables",
    "replay --json",
    "check",
    "check --update",
    "tidy",
    "tidy -i",
    "convert",
    "convert --game spiderette --to transcript",
    "solve --nodes 100",
    "move {} d",
]


# -- nothing is written, and nothing is run ----------------------------------------------------------------------------

# Runs the program under an audit hook: whatever opens a file for writing, changes a folder, starts a process, runs text
# or reaches for the network is told on the last line of standard error.
WATCHED = """
import os, sys
seen = []
def hook(event, args):
    if event == "open":
        path, mode, flags = args
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and path != os.devnull and not isinstance(path, int):
            seen.append([event, str(path)])
    elif event.split(".")[0] in ("subprocess", "socket", "ctypes", "urllib", "shutil", "pty", "winreg", "webbrowser"):
        seen.append([event, repr(args)])
    elif event.startswith("os.") and event not in ("os.scandir", "os.listdir", "os.putenv", "os.unsetenv"):
        seen.append([event, repr(args)])
    elif event == "compile" and "stolen" in repr(args[0]):
        seen.append([event, repr(args)])
def out():
    import json
    os.write(2, ("\\n" + json.dumps(seen)).encode())
import atexit
atexit.register(out)
sys.path.insert(0, os.environ["PYTHONPATH"])
from patience_cli import cli
from patience_cli.__main__ import main
sys.argv[0] = "patience"
sys.addaudithook(hook)
main()
"""


def watched(args: list[str], cwd: Path, stdin: str = "") -> tuple[int, list[list[str]]]:
    """Run a command: its exit code, and what it did to the world."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *args],
        input=stdin.encode(),
        capture_output=True,
        cwd=cwd,
        env=environment(cwd, PYTHONDONTWRITEBYTECODE="1"),
        timeout=120,
        check=False,
    )
    err = done.stderr.decode()
    assert "Traceback" not in err, err
    assert done.returncode in (0, 1, 2, 3, 4, 5), err
    return done.returncode, json.loads(err.rpartition("\n")[2])


@pytest.mark.parametrize("command", COMMANDS)
def test_reading_a_file_changes_nothing_else(command: str, tmp_path: Path) -> None:
    """Every place of a transcript holds a wish; only what the user asked to be rewritten is."""
    text = HEAD[:-1] + f"x-note: {WISHES}\n\n# {WISHES}\n46 # {WISHES}\nd\nz\n"
    (tmp_path / "file").write_text(text.replace("game:", f"title: {WISHES}\ngame:"))
    words = command.replace("{}", "file").split() if "{}" in command else [*command.split(), "file"]
    _, did = watched(words, tmp_path)
    mine = re.compile(rf"{re.escape(str(tmp_path))}/(file|\.file\.[0-9a-f]{{8}})|file")
    if command in ("check --update", "tidy -i", "move {} d"):
        assert all(mine.search(what) for _, what in did), did
    else:
        assert did == []
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_lines_in_a_pipe_write_no_file(tmp_path: Path) -> None:
    """What is piped into a game may be a stranger's: it is played, and `save` is for a terminal."""
    lines = (
        f"4-6=2D  # {WISHES}\nsave stolen\nsave ~/stolen\nnew gold-mine 1\n!touch stolen\nshow > stolen\nrules\nhelp\n"
    )
    code, did = watched(["play", "spiderette", "7", "--keep-going"], tmp_path, lines)
    assert (code, did) == (5, [])
    requests = "".join(json.dumps({"do": line}) + "\n" for line in lines.split("\n"))
    code, did = watched(["play", "spiderette", "7", "--json"], tmp_path, requests)
    assert (code, did) == (1, [])
    assert list(tmp_path.iterdir()) == []


def test_a_record_goes_where_the_user_said(tmp_path: Path) -> None:
    code, did = watched(["play", "spiderette", "7", "--record", "mine"], tmp_path, "4-6\nsave stolen\n")
    assert code == 5
    assert {what for event, what in did if event == "open"} == {"mine"}
    assert (tmp_path / "mine").read_text() == HEAD + "4-6=2D\n"


@pytest.mark.parametrize("seed", ["../../stolen", "/etc/stolen", "a/../../b", "..", "~", "a\0b", "con", "x" * 65])
def test_a_seed_names_no_place(seed: str, tmp_path: Path) -> None:
    """A kept game's file is named after its seed, so no seed may lead anywhere."""
    if seed == "con":
        assert str(read_seed(seed)) == "d1:con"
    else:
        with pytest.raises(PatienceError, match="no seed"):
            read_seed(seed)
    assert all(re.fullmatch("[a-z-]+", name) for name in NAMES)


# -- a terminal stays as it was ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
def test_no_code_reaches_a_terminal(place: str, tmp_path: Path) -> None:
    text = PLACES[place].format(CODES, CODES, CODES)
    (tmp_path / "file").write_text(text)
    for command in ["replay", "convert --game spiderette", "move {} d"]:
        words = command.replace("{}", "file").split() if "{}" in command else [*command.split(), "file"]
        seen = at_terminal(words, tmp_path).read()
        assert "Traceback" not in seen
        assert not UNSAFE.search(seen.replace("\r\n", "\n")), (command, seen)
        (tmp_path / "file").write_text(text)


def at_terminal(words: list[str], cwd: Path) -> pexpect.spawn[str]:
    """The program at a terminal that is too plain for line editing to send codes of its own."""
    env = environment(cwd, TERM="dumb", NO_COLOR="1")
    process = pexpect.spawn(
        sys.executable, ["-m", "patience_cli", *words], cwd=cwd, env=env, encoding="utf-8", timeout=60, echo=False
    )
    process.delaybeforesend = None
    return process


def test_a_strangers_game_is_played_at_a_terminal(tmp_path: Path) -> None:
    """Going on with such a file: nothing it holds is ever sent to the terminal as it is."""
    head = HEAD.replace("game:", f"title: {CODES}\ngame:")[:-1] + f"x-a: {CODES}\n\n"
    body = f"# {CODES}\n? 46x9  # {CODES}\n! {CODES}\nshow\n| {CODES}\n4-6=2D  # {CODES}\n"
    (tmp_path / "file").write_text(head + body)
    process = at_terminal(["play", "file"], tmp_path)
    for line in ("show", "piles", "legal", "check", "describe", "hint", "z", "y", "save copy", "where 9H", "quit"):
        process.sendline(line)
    seen = process.read().replace("\r\n", "\n")
    assert "saved as copy" in seen
    assert not UNSAFE.search(seen), seen


def test_printable() -> None:
    """Whatever moves, colours, hides or turns is written as an escape; letters of all languages stay."""
    for number in [
        *range(0x20),
        *range(0x7F, 0xA0),
        0xAD,
        *range(0x200B, 0x2010),
        *range(0x2028, 0x202F),
        0x2066,
        0xFEFF,
    ]:
        assert not UNSAFE.search(printable(f"a{chr(number)}b"))
        assert printable(f"a{chr(number)}b").startswith("a\\")
    assert printable("Größe 大 ♥ é") == "Größe 大 ♥ é"
    assert printable("\ud800\U000e0041") == "\\ud800\\U000e0041"


# -- the memory is not filled ------------------------------------------------------------------------------------------

ROOM = 640 * 1024 * 1024  # addresses the process may use, its own code included


def cramped() -> None:
    """In the child: no more than so many addresses, and an end to whatever hangs."""
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    signal.alarm(300)


def in_little_room(args: list[str], cwd: Path, stdin: Callable[[], bytes] | None = None) -> tuple[int, str]:
    """Run a command in little memory, fed as long as it reads: its exit code, and the first line it complains with."""
    process = subprocess.Popen(
        [sys.executable, "-m", "patience_cli", *args],
        stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment(cwd),
        preexec_fn=cramped,
    )
    assert process.stderr is not None
    if stdin and process.stdin:
        try:
            for _ in range(LIMIT // 1000):
                process.stdin.write(stdin())
            process.stdin.close()
        except BrokenPipeError:
            pass
    err = process.stderr.read().decode()
    process.stderr.close()
    return process.wait(), err.split("\n")[0]


TOO_LARGE = f"format: larger than {LIMIT} bytes"


@pytest.mark.parametrize(
    "command", ["show", "convert --game spiderette", "check", "play", "move {} d", "study gold-mine"]
)
def test_a_file_without_end(command: str, tmp_path: Path) -> None:
    """Ten gigabytes that take no room on disk."""
    with open(tmp_path / "file", "wb") as file:
        file.write(b"#patience 1\n")
        file.truncate(10 * 1024**3)
    words = command.replace("{}", "file").split() if "{}" in command else [*command.split(), "file"]
    if command == "study gold-mine":
        os.truncate(tmp_path / "file", LIMIT)  # its limit is another; a NUL is no text
        assert in_little_room(words, tmp_path) == (5, "file:2:1: encoding: a NUL byte: not a text (byte 0x00)")
    else:
        assert in_little_room(words, tmp_path) == (5, f"file: {TOO_LARGE}")


@pytest.mark.parametrize(
    ("command", "part", "wanted"),
    [
        ("show", b"#\n" * 2000, f"-: {TOO_LARGE}"),
        ("show", b"\n" * 4000, f"-: {TOO_LARGE}"),
        ("convert --game spiderette", b"#\n" * 2000, f"-: {TOO_LARGE}"),
        ("convert --game spiderette", b"9H" * 2000, f"-: {TOO_LARGE}"),
        ("convert", b"spiderette " * 400, f"-: {TOO_LARGE}"),
        ("solve", b" " * 4000, f"-: {TOO_LARGE}"),
        ("play spiderette 7", b"d" * 4000, f"-:1:1: format: a line longer than {LIMIT} characters"),
        ("play spiderette 7", b"z " * 2000, f"-:1:1: format: a line longer than {LIMIT} characters"),
    ],
)
def test_an_input_without_end(command: str, part: bytes, wanted: str, tmp_path: Path) -> None:
    """What never ends is read up to the limit."""
    assert in_little_room(command.split(), tmp_path, lambda: part) == (5, wanted)


HEAVY = {
    "moves": (b"z\n" * (LIMIT // 3), f"format: more than {LONGEST} moves and directives"),
    "moves on a line": (b"z " * (LIMIT // 3) + b"\n", f"format: more than {LONGEST} moves on a line"),
    "shows": (b"show\n" * (LIMIT // 6), f"format: more than {LONGEST} moves and directives"),
    "a count": (b"zx999999999\n", "illegal: zx999999999: nothing to take back"),
}


@pytest.mark.parametrize("name", HEAVY)
def test_a_heavy_transcript(name: str, tmp_path: Path) -> None:
    body, wanted = HEAVY[name]
    (tmp_path / "file").write_bytes(HEAD.encode() + body)
    code, said = in_little_room(["show", "file"], tmp_path)
    assert code == (4 if name == "a count" else 5)
    assert said.partition(": ")[2] == wanted


def test_a_deck_of_a_million_cards(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"spiderette d1:1 " + b"9H" * 1_000_000 + b"\n")
    assert in_little_room(["show", "file"], tmp_path) == (5, "file:1:19: deck: not a full 1x52 deck")


def test_a_long_game_is_played(tmp_path: Path) -> None:
    """As many moves as a game may have fit into the same room."""
    body = b"1-2=3C\n2-1=3C\n" * ((LONGEST - 4) // 2)
    start = HEAD.replace("spiderette", "gold-mine").partition("seed")[0] + "seed: 1\n\nd\nw-1\n"
    (tmp_path / "file").write_bytes(start.encode() + body.replace(b"=3C", b""))
    assert in_little_room(["show", "file"], tmp_path) == (0, "")
    assert FIRST.startswith(HEAD)
