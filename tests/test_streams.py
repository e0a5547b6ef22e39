"""Streams that end, close or break, signals, odd encodings, and text that nobody should trust."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest
from program import ALMOST_WON, COMMANDS, FIRST, HEAD, PATIENCE, Ran, environment, run, sample_files, spawn

from patience_cli.cli import app


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return sample_files(tmp_path)


def test_every_command_is_tried() -> None:
    assert sorted(COMMANDS) == sorted(command.name or "" for command in app.registered_commands)


# -- readers that go away ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [[name, *args] for name, args in COMMANDS.items()], ids=" ".join)
def test_a_closed_pipe_is_141_and_silence(words: list[str], files: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert spawn(*words, cwd=files, stdout=writer) == Ran(141, "", "")
    finally:
        os.close(writer)


@pytest.mark.parametrize(
    "words",
    [["--help"], ["-h"], ["show", "--help"], ["--version"], ["--version", "games"], ["show", "refused"], ["play"], []],
    ids=" ".join,
)
def test_help_and_errors_into_a_closed_pipe(words: list[str], files: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert spawn(*words, cwd=files, stdout=writer, stderr=writer) == Ran(141, "", "")
    finally:
        os.close(writer)


def test_a_reader_that_takes_one_line(tmp_path: Path) -> None:
    """`| head -1`: what was wanted came, and the rest is not made."""
    with subprocess.Popen(
        [*PATIENCE, "deal", "gold-mine", "--seeds", "1-10000000"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"gold-mine d1:1 ")
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (141, b"")


def test_a_slow_reader_gets_everything(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*PATIENCE, "deal", "gold-mine", "--seeds", "1-2000"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout
        got = b""
        while part := os.read(process.stdout.fileno(), 20000):
            got += part
            time.sleep(0.002)
        assert process.wait(60) == 0
    assert [line.split()[1] for line in got.splitlines()] == [b"d1:%d" % i for i in range(1, 2001)]


def test_a_move_that_was_written_stands_though_nobody_reads_the_table(files: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    assert spawn("move", "sound", "d", cwd=files, stdout=writer).code == 141
    os.close(writer)
    assert (files / "sound").read_text() == FIRST + "d\n"


# -- signals -------------------------------------------------------------------------------------------------------


def started(folder: Path, *args: str) -> subprocess.Popen[bytes]:
    """A process that has said something, and waits."""
    process = subprocess.Popen(
        [*PATIENCE, *args],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    if args[0] == "play":
        process.stdin.write(b"show\n")
        process.stdin.flush()
    assert os.read(process.stdout.fileno(), 1)
    return process


@pytest.mark.parametrize("args", [["play", "spiderette", "7"], ["deal", "gold-mine", "--seeds", "1-10000000"]])
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)]
)
def test_signals_end_it_in_silence(args: list[str], number: signal.Signals, code: int, tmp_path: Path) -> None:
    with started(tmp_path, *args) as process:
        process.send_signal(number)
        # While it is blocked in writing, Ctrl-C is seen; what it had to say still goes to whoever reads.
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (code, b"")


def test_ctrl_c_while_nobody_reads_any_more(tmp_path: Path) -> None:
    """Ctrl-C ends all of a pipeline: the reader is gone as well."""
    with started(tmp_path, "deal", "gold-mine", "--seeds", "1-10000000") as process:
        assert process.stdout
        assert process.stderr
        os.kill(process.pid, signal.SIGSTOP)
        process.stdout.close()
        process.send_signal(signal.SIGINT)
        os.kill(process.pid, signal.SIGCONT)
        assert process.wait(60) in (130, 141)
        assert process.stderr.read() == b""


# -- streams that are closed or full -------------------------------------------------------------------------------


def shell(line: str, folder: Path) -> Ran:
    """Run a line of shell in which `patience` is the program."""
    line = line.replace("patience", shlex.join(PATIENCE))
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("command", ["show", "legal", "replay", "check", "tidy", "move d", "play spiderette 7"])
def test_standard_input_closed(command: str, tmp_path: Path) -> None:
    code, out, err = shell(f"patience {command} <&-", tmp_path)
    assert (code, err) == (2, "patience: standard input is closed\n")
    assert out == "" or command == "check"


@pytest.mark.parametrize("command", ["show .", "check .", "play .", "move ./ d", "convert ."])
def test_a_folder_is_no_input(command: str, tmp_path: Path) -> None:
    ran = shell(f"patience {command}", tmp_path)
    assert ran.code == 2
    assert "Is a directory" in ran.err + ran.out


@pytest.mark.parametrize("words", ["--version", "--help", "games", "deal gold-mine 5", "show sound", "check sound"])
def test_standard_output_closed_or_full(words: str, files: Path) -> None:
    closed = shell(f"patience {words} >&-", files)
    assert closed == Ran(74, "", "patience: write error: Bad file descriptor\n")
    if Path("/dev/full").exists():
        full = shell(f"patience {words} >/dev/full", files)
        assert full == Ran(74, "", "patience: write error: No space left on device\n")


def test_errors_with_standard_output_full(files: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is full")
    assert shell("patience replay refused >/dev/full", files).code == 74


def test_standard_error_closed(files: Path) -> None:
    """What goes to standard error goes nowhere else, not even into the file that got its number."""
    assert shell("patience show refused 2>&-", files) == Ran(4, "", "")
    assert shell("patience deal no-game 2>&-", files) == Ran(2, "", "")
    assert shell("patience move torn d 2>&- >&- <&-", files).code == 74
    assert (files / "torn").read_text() == FIRST + "d\n"


def test_all_streams_closed(files: Path) -> None:
    assert shell("patience play spiderette 7 --record new <&- >&- 2>&-", files).code == 2
    assert (files / "new").read_text() == HEAD


# -- encodings and environments ------------------------------------------------------------------------------------

ODD = {
    "plain": {},
    "C": {"LC_ALL": "C"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"},
    "C-not-utf8": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "unknown": {"LC_ALL": "xx_YY.UTF-9"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "ascii-strict": {"PYTHONIOENCODING": "ascii:strict"},
    "latin": {"PYTHONIOENCODING": "latin-1"},
    "not-utf8": {"PYTHONUTF8": "0"},
    "dumb": {"TERM": "dumb", "COLUMNS": "10", "LINES": "1"},
    "coloured": {"FORCE_COLOR": "", "GITHUB_ACTIONS": "1", "PY_COLORS": "1"},
}
FOREIGN = HEAD.replace("game:", "title: Größe 大 ♥\ngame:") + "4-6=2D  # für Ömer ♠\n"


@pytest.mark.parametrize("odd", ODD)
def test_the_same_bytes_in_every_environment(odd: str, tmp_path: Path) -> None:
    (tmp_path / "größe").write_bytes(FOREIGN.encode())
    env = environment(tmp_path, **ODD[odd])
    again = spawn("replay", "größe", cwd=tmp_path, env=env)
    assert again == Ran(0, FOREIGN, "")
    lines = "4♦-3  # für Ömer\n46  # für Ömer ♠\nshow\n".encode()
    played = spawn("play", "spiderette", "7", "--keep-going", "--record", "new", cwd=tmp_path, env=env, input=lines)
    assert played.code == 4
    assert "  4♦-3  # für Ömer\n" in played.err
    assert (tmp_path / "new").read_bytes() == (HEAD + "4-6=2D  # für Ömer ♠\n").encode()


@pytest.mark.parametrize("missing", ["HOME", "XDG_STATE_HOME", "PATH", "TERM", "COLUMNS"])
def test_without_a_variable(missing: str, files: Path) -> None:
    env = environment(files)
    del env[missing]
    assert run("show", "sound", cwd=files, env=env) == run("show", "sound", cwd=files)
    ran = run("play", "spiderette", "7", stdin="46\n", cwd=files, env=env)
    assert (ran.code, ran.err) == (1, "")


def test_nothing_in_the_environment(files: Path) -> None:
    ran = run("play", "spiderette", "7", stdin="46\n", cwd=files, env={"PATH": "/nowhere"})
    assert (ran.code, ran.err) == (1, "")


# -- text that nobody should trust ---------------------------------------------------------------------------------

ESCAPES = "\x1b[31m\x1b[2J\x1b]0;title\x07\x08\x7f\x9b31m\u202e\u2028\x0b\x0c\x85"
UNSAFE = re.compile(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def to_terminal(*args: str | Path, stdin: str = "", cwd: Path, apart: bool = False) -> str:
    """What a terminal gets to see of a command."""
    ours, theirs = pty.openpty()
    env = environment(cwd, NO_COLOR="1", PYTHONPATH=os.environ.get("PYTHONPATH", environment(cwd)["PYTHONPATH"]))
    with subprocess.Popen(
        [*PATIENCE, *args], stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, cwd=cwd, env=env
    ) as process:
        os.close(theirs)
        assert process.stdin
        process.stdin.write(stdin.encode())
        process.stdin.close()
        seen = b""
        try:
            while part := os.read(ours, 65536):
                seen += part
        except OSError:  # how a terminal ends on Linux
            pass
        process.wait(60)
    os.close(ours)
    return seen.decode().replace("\r\n", "\n")


TITLED = HEAD.replace("game:", f"title: {ESCAPES}\n  {ESCAPES}\ngame:")
NASTY = f"{TITLED[:-1]}x-note: {ESCAPES}\n\n# {ESCAPES}\n4-6=2D  # {ESCAPES}\n"


@pytest.mark.parametrize(
    "words", [["show"], ["legal"], ["replay"], ["check"], ["tidy"], ["move", "d"], ["convert", "--to", "transcript"]]
)
def test_a_strangers_transcript_cannot_move_the_terminal(words: list[str], tmp_path: Path) -> None:
    text = NASTY.replace("4-6=2D", "46") if words == ["check"] else NASTY
    seen = to_terminal(*words, stdin=text, cwd=tmp_path)
    assert "Traceback" not in seen
    assert not UNSAFE.search(seen), seen
    if words[0] in ("replay", "tidy", "move", "convert"):
        assert seen.count("\\x1b[31m") >= 4


def test_in_a_pipe_a_transcript_keeps_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "nasty").write_text(NASTY)
    assert run("replay", "nasty", cwd=tmp_path) == Ran(0, NASTY, "")
    assert run("check", "nasty", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    "text",
    [
        HEAD + f"hello{ESCAPES}\n",
        HEAD + f"4-6=2D {ESCAPES}\n",
        HEAD + f"1-2=4D  # {ESCAPES}\n",
        HEAD.replace("spiderette", f"spider{ESCAPES}"),
        HEAD.replace("rules: 1", f"rules: {ESCAPES}"),
        HEAD.replace("rules: 1", f"options: discard={ESCAPES}"),
        HEAD.replace("rules: 1", f"{ESCAPES}: 1"),
        HEAD.replace("d1:7", f"d1:{ESCAPES}"),
        HEAD.replace("d1:7", f"{ESCAPES}:7"),
        HEAD.replace("4D 7S", f"{ESCAPES} 7S"),
        f"#patience {ESCAPES}\n",
        f"#patience-board 1\ngame: spiderette\nseed: -\n\n1: {ESCAPES}\n",
        f"#patience-board 1\ngame: spiderette\nseed: -\n\n{ESCAPES}: 9H\n",
        f"spiderette {ESCAPES} 4D\n",
        f"{ESCAPES}\n",
        '{"' + ESCAPES + '": 1}',
        HEAD + f"end: {ESCAPES}\n",
        HEAD + f"? {ESCAPES}\n! x\n? 46\n",
    ],
)
@pytest.mark.parametrize("words", [["show"], ["check"], ["convert"]], ids=" ".join)
def test_errors_are_escaped(words: list[str], text: str, tmp_path: Path) -> None:
    ran = run(*words, stdin=text, cwd=tmp_path)
    assert ran.code in (0, 1, 2, 4, 5)
    assert not UNSAFE.search(ran.err), ran.err


@pytest.mark.parametrize("name", ["\x1b[31mred", "line\nbreak", "tab\tname", "\udcff\udcfe", "-", "é\u202e"])
def test_names_of_files_are_escaped(name: str, tmp_path: Path) -> None:
    path = f"./{name}"
    for args in (["show", path], ["check", path], ["play", path], ["move", path, "d"], ["replay", "-q", path]):
        ran = run(*args, cwd=tmp_path)
        assert ran.code == 2
        assert len(ran.err.splitlines()) == 1
        assert not UNSAFE.search(ran.err), ran.err
    (tmp_path / name).write_text(FIRST + "hello\n")
    ran = run("check", path, cwd=tmp_path)
    assert ran.code == 5
    assert not UNSAFE.search(ran.err), ran.err
    (tmp_path / name).write_text(FIRST.replace("4-6=2D", "46"))
    seen = run("check", path, cwd=tmp_path).out
    assert not UNSAFE.search(seen), seen


@pytest.mark.parametrize("words", [["--\x1b[31m"], ["\x1b[31m"], ["show", "--\x1b[31m"], ["deal", "\x1b[31m"]])
def test_arguments_are_escaped(words: list[str], tmp_path: Path) -> None:
    ran = run(*words, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert not UNSAFE.search(ran.err), ran.err


@pytest.mark.parametrize("line", ["save ../stolen", "new", "quit", "!sh", "restart", "show > stolen"])
def test_a_transcript_holds_no_commands(line: str, tmp_path: Path) -> None:
    """What a stranger's file says is played and shown, never done."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "file").write_text(FIRST + line + "\n")
    for args in (["replay", "file"], ["check", "file"], ["show", "file"], ["tidy", "file"]):
        ran = run(*args, cwd=tmp_path / "in")
        assert ran.code in (0, 1, 5)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "in"]


def test_a_request_cannot_smuggle_lines_into_a_record(tmp_path: Path) -> None:
    requests = [
        '{"id":1,"do":"# harmless\\nd"}',
        '{"id":2,"do":"# harmless\\rd"}',
        '{"id":3,"do":"# \\u0000"}',
        '{"id":4,"do":"# \\ud800"}',
        "# fine",
        '{"id":5,"do":"46"}',
    ]
    ran = run("play", "spiderette", "7", "--json", "--record", "new", stdin="\n".join(requests) + "\n", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.count('"ok":false') == 4
    assert (tmp_path / "new").read_text() == HEAD + "# fine\n4-6=2D\n"


def test_a_won_game_stays_won_whatever_follows(tmp_path: Path) -> None:
    (tmp_path / "won").write_text(ALMOST_WON)
    assert run("play", "won", stdin="1f\n# well done\n", cwd=tmp_path).code == 0
    assert run("check", "won", cwd=tmp_path).code == 0
