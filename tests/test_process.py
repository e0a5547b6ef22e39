"""The real program, through pipes: what goes to which stream, and every exit code."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from program import ALMOST_WON, FIRST, HEAD, Ran, environment, run, sample_files, spawn

from patience_cli.games import NAMES

DEAL = "spiderette d1:7 " + "".join(HEAD.partition("deck:")[2].split()) + "\n"
TABLE = """\
spiderette  d1:7  move 2  home 0/52  deals 4
  f1  f2  f3  f4      s
  --  --  --  --      24

  1   2   3   4   5   6   7
  4D  ##  ##  ##  ##  ##  ##
      9C  ##  ##  ##  ##  ##
      8H  JH  7C  ##  ##  ##
                  AS  ##  ##
                      ##  ##
                      3H  ##
                      2D  3D
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return sample_files(tmp_path)


# -- streams -------------------------------------------------------------------------------------------------------


def test_a_chain_of_commands(tmp_path: Path) -> None:
    deal = run("deal", "spiderette", "7", cwd=tmp_path)
    assert (deal.code, deal.err) == (0, "")
    assert re.fullmatch(r"spiderette d1:7 ([2-9TJQKA][CDHS]){52}\n", deal.out)
    moved = run("move", "4-6", "52", stdin=deal.out, cwd=tmp_path)
    assert moved == Ran(0, FIRST, "")
    assert run("show", stdin=moved.out, cwd=tmp_path) == Ran(0, TABLE, "")
    assert run("show", "--moves", stdin=moved.out, cwd=tmp_path) == Ran(0, "4-6 5-2\n", "")
    legal = run("legal", stdin=moved.out, cwd=tmp_path)
    assert (legal.code, legal.err) == (0, "")
    assert legal.out.splitlines()[-1] == "d"
    board = run("show", "--piles", stdin=moved.out, cwd=tmp_path)
    assert run("legal", stdin=board.out, cwd=tmp_path) == legal


def test_deals_are_one_a_line(tmp_path: Path) -> None:
    three = run("deal", "gold-mine", "1", "2", "3", cwd=tmp_path)
    assert three == run("deal", "gold-mine", "--seeds", "1-3", cwd=tmp_path)
    assert [line.split()[1] for line in three.out.splitlines()] == ["d1:1", "d1:2", "d1:3"]
    shown = run("show", stdin=three.out, cwd=tmp_path)
    assert (shown.code, shown.err) == (0, "")
    assert re.findall(r"(\n*)gold-mine  (\S+)", shown.out) == [("", "d1:1"), ("\n\n", "d1:2"), ("\n\n", "d1:3")]


def test_a_random_deal_tells_its_seed(tmp_path: Path) -> None:
    two = run("deal", "gold-mine", "-n", "2", cwd=tmp_path).out
    one = run("deal", "gold-mine", cwd=tmp_path).out
    seeds = [line.split()[1] for line in (two + one).splitlines()]
    assert len(set(seeds)) == 3
    assert run("deal", "gold-mine", *seeds, cwd=tmp_path).out == two + one


def test_the_table_of_a_file_that_grew(files: Path) -> None:
    (files / "deal").write_text(run("deal", "spiderette", "7", cwd=files).out)
    assert run("move", "deal", "46", "52", cwd=files) == Ran(0, TABLE, "")
    assert (files / "deal").read_text() == FIRST
    assert run("move", "deal", cwd=files) == Ran(0, TABLE, "")


def test_replay_writes_the_text_anew(files: Path) -> None:
    assert run("replay", "sound", cwd=files) == Ran(0, FIRST, "")
    assert run("replay", "differs", cwd=files) == Ran(0, FIRST, "")
    assert run("replay", "sound", "differs", cwd=files).out == FIRST * 2


def test_replay_stops_at_an_error(files: Path) -> None:
    """What was good on standard output, the error and the table before it on standard error."""
    ran = run("replay", "refused", cwd=files)
    assert (ran.code, ran.out) == (4, FIRST)
    assert ran.err == (
        "refused:12:1: illegal: move 3 2-1=8H: 8H cannot go on 4D: not one rank lower\n"
        "  2-1=8H\n"
        "  ^\n"
        "patience: the table before it:\n"
        f"{TABLE}"
    )


def test_a_file_is_checked_whole_before_it_is_played(files: Path) -> None:
    ran = run("replay", "malformed", cwd=files)
    assert (ran.code, ran.out) == (5, "")
    assert ran.err.startswith("malformed:12:1: syntax: not a move: 'hello'\n  hello\n  ^\n")


@pytest.mark.parametrize("command", [["show"], ["legal"], ["move", "refused", "d"], ["tidy"]])
def test_other_commands_print_the_error_and_nothing_else(command: list[str], files: Path) -> None:
    ran = run(*command, *([] if "refused" in command else ["refused"]), cwd=files)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith("refused:12:")
    assert "table" not in ran.err


def test_notes_go_to_standard_error(files: Path) -> None:
    ran = run("move", "won", "1f", cwd=files)
    assert ran.err == "patience: the game is won\n"
    assert ran.out.startswith("spiderette  -  move 1  home 52/52  deals 0  won\n")


def test_a_torn_line_is_told(files: Path) -> None:
    ran = run("show", "torn", cwd=files)
    assert (ran.code, ran.out) == (0, TABLE)
    assert ran.err == "patience: torn: line 12 has no line end: dropped\n"


# -- where a game comes from ---------------------------------------------------------------------------------------

READERS = [["show"], ["legal"], ["replay"], ["check"], ["tidy"]]


@pytest.mark.parametrize("command", READERS)
def test_a_file_a_hyphen_and_nothing(command: list[str], files: Path) -> None:
    named = run(*command, "sound", cwd=files)
    assert named.code == 0
    assert named.err == ""
    assert run(*command, "-", stdin=FIRST, cwd=files) == named
    assert run(*command, stdin=FIRST, cwd=files) == named


@pytest.mark.parametrize("text", [FIRST, ALMOST_WON, HEAD.replace("\n", "\r\n"), "\ufeff" + HEAD])
def test_what_came_in_is_found_out(text: str, tmp_path: Path) -> None:
    assert run("show", stdin=text, cwd=tmp_path).code == 0


@pytest.mark.parametrize("command", [*READERS, ["move", "d"], ["convert"], ["solve"], ["hint"]])
def test_no_file_and_a_terminal(command: list[str], tmp_path: Path) -> None:
    """Nobody is left waiting for input that was not meant."""
    ours, theirs = pty.openpty()
    try:
        ran = run(*command, stdin=theirs, cwd=tmp_path)
    finally:
        os.close(ours)
        os.close(theirs)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "patience: no file, and standard input is a terminal (expected: a FILE, - or a pipe)\n"
        f"Try 'patience {command[0]} --help' for help.\n"
    )


# -- exit codes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "stdin", "code"),
    [
        (["check", "sound"], "", 0),
        (["replay", "sound"], "", 0),
        (["legal", "sound"], "", 0),
        (["play", "won"], "1f\n", 0),
        (["show", "lost"], "", 0),
        (["check", "differs"], "", 1),
        (["legal", "lost"], "", 1),
        (["legal", "ended"], "", 1),
        (["play", "lost"], "", 1),
        (["play", "spiderette", "7"], "46\n", 1),
        (["play", "spiderette", "7"], "resign\n", 1),
        (["show", "missing"], "", 2),
        (["show", "."], "", 2),
        (["play", "missing.patience"], "", 2),
        (["play", "."], "", 2),
        (["move", "missing", "d"], "", 2),
        (["rules", "spidrette"], "", 2),
        (["deal", "gold-mine", "-o", "no=yes"], "", 2),
        (["deal", "gold-mine", "-o", "first-draw=maybe"], "", 2),
        (["deal", "gold-mine", "-o", "first-draw"], "", 2),
        (["deal", "gold-mine", "ms:0"], "", 2),
        (["deal", "miss-milligan", "ms:1"], "", 2),
        (["deal", "gold-mine", "--seeds", "9-1"], "", 2),
        (["show", "sound", "--at", "3"], "", 2),
        (["show", "--piles", "--json", "sound"], "", 2),
        (["show", "sound", "sound"], "", 2),
        (["shwo"], "", 2),
        (["show", "--nothing"], "", 2),
        (["move"], "", 2),
        (["play", "-", "7"], FIRST, 2),
        (["play", "gold-mine", "5", "6"], "", 2),
        (["play", "sound", "-o", "discard=auto"], "", 2),
        (["play", "sound", "--record", "new"], "", 2),
        (["play", "--resume"], "", 2),
        (["play", "--winnable", "gold-mine", "5"], "", 2),
        (["play", "--winnable", "sound"], "", 2),
        (["play"], "", 2),
        (["tidy", "-i"], FIRST, 2),
        (["replay", "sound", "--delay", "inf"], "", 2),
        (["replay", "sound", "--delay", "nan"], "", 2),
        (["replay", "sound", "--delay=-1"], "", 2),
        (["replay", "sound", "--upto=-1"], "", 2),
        (["replay", "refused"], "", 4),
        (["check", "refused"], "", 4),
        (["move", "sound", "21"], "", 4),
        (["move", "sound", "9-1"], "", 4),
        (["move", "sound", "46=9H"], "", 5),
        (["move", "sound", "4-6=9H"], "", 4),
        (["move", "ended", "d"], "", 4),
        (["move", "ended", "z"], "", 4),
        (["play", "ended"], "d\n", 4),
        (["play", "spiderette", "7"], "46\n21\n", 4),
        (["play", "spiderette", "7"], "hello\n", 5),
        (["play", "spiderette", "7"], b"# caf\xe9\n", 5),
        (["show"], FIRST.encode() + b"# caf\xe9\n", 5),
        (["move", "hello"], FIRST, 5),
        (["move", "sound", "d", "hello"], "", 5),
        (["show", "malformed"], "", 5),
        (["show", "empty"], "", 5),
        (["legal"], f"{DEAL}{DEAL}", 5),
        (["show"], "no-such-game d1:1 2H\n", 5),
        (["show"], "#patience 2\ngame: spiderette\n", 5),
        (["play", "spiderette", "7", "--record", "sound"], "", 2),
        (["play", "spiderette", "7", "--record", "no/where"], "", 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_exit_codes(args: list[str], stdin: str | bytes, code: int, files: Path) -> None:
    before = {path: path.read_bytes() for path in files.iterdir() if path.is_file()}
    ran = run(*args, stdin=stdin, cwd=files)
    assert ran.code == code, ran
    if code > 1:
        assert ran.err or '"type":"error"' in ran.out
        assert {path: path.read_bytes() for path in files.iterdir() if path.is_file()} == before


@pytest.mark.parametrize(
    ("names", "code", "figures"),
    [
        (["sound", "sound"], 0, "2 files: 2 sound, 0 differ"),
        (["sound", "differs"], 1, "2 files: 1 sound, 1 differs"),
        (["differs", "missing"], 2, "2 files: 0 sound, 1 differs, 1 broken"),
        (["missing", "refused", "differs", "differs"], 4, "4 files: 0 sound, 2 differ, 2 broken"),
        (["malformed", "refused", "sound"], 5, "3 files: 1 sound, 0 differ, 2 broken"),
    ],
)
def test_several_inputs_end_with_the_largest_code(names: list[str], code: int, figures: str, files: Path) -> None:
    ran = run("check", *names, cwd=files)
    assert (ran.code, ran.out.splitlines()[-1]) == (code, figures)


def test_check_shows_what_differs(files: Path) -> None:
    ran = run("check", "sound", "differs", cwd=files)
    assert ran.err == ""
    assert ran.out == (
        "--- differs\n+++ regenerated\n@@ -8,4 +8,4 @@\n"
        "   4C 3D TD 4S 2H 3S 9H 8S 4H 5H 6D 7D KH 3C AD 7H 2C 9S 5C 5D 6C QH QC 6H JD KC\n"
        " \n 4-6=2D\n-52\n+5-2=8H\n2 files: 1 sound, 1 differs\n"
    )


def test_a_pipe_goes_on_when_it_is_asked_to(tmp_path: Path) -> None:
    lines = "46\n21\nhello\n52\n"
    stops = run("play", "spiderette", "7", stdin=lines, cwd=tmp_path)
    assert stops.code == 4
    goes = run("play", "spiderette", "7", "--keep-going", stdin=lines, cwd=tmp_path)
    assert (goes.code, goes.out) == (5, TABLE)
    assert [line.split(" ")[0] for line in goes.err.splitlines() if line.startswith("-:")] == ["-:2:1:", "-:3:1:"]


def test_a_pipe_prints_what_is_asked_and_the_last_table(tmp_path: Path) -> None:
    ran = run("play", "spiderette", "7", stdin="46 52\nwhere 2D\nquit\nd\n", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.endswith(TABLE)
    assert "column 6" in ran.out.splitlines()[0]


def test_piped_moves_need_no_line_end(tmp_path: Path) -> None:
    assert run("play", "spiderette", "7", stdin="46\r\n52", cwd=tmp_path).out == TABLE


def test_a_pipe_writes_no_state(tmp_path: Path) -> None:
    run("play", "spiderette", "7", stdin="46\nresign\n", cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


# -- quiet, data, help, usage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["check", "sound"], 0, ""),
        (["check", "differs"], 1, ""),
        (["legal", "lost"], 1, ""),
        (["replay", "refused"], 4, ""),
        (["replay", "malformed"], 5, ""),
        (["show", "torn"], 0, ""),
        (["move", "won", "1f"], 0, ""),
        (["deal", "spiderette"], 0, ""),
        (["games"], 0, ""),
        (["rules", "spiderette"], 0, ""),
        (["tidy", "sound"], 0, ""),
        (["play", "spiderette", "7"], 1, ""),
        (["show", "missing"], 2, "patience: missing: No such file or directory\n"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_quiet_leaves_the_exit_code(args: list[str], code: int, told: str, files: Path) -> None:
    assert run(*args, "-q", cwd=files) == Ran(code, "", told)


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["show", "refused"], {"code": "illegal", "file": "refused", "line": 12, "n": 3, "input": "2-1=8H"}),
        (["legal", "malformed"], {"code": "syntax", "file": "malformed", "line": 12, "n": None, "input": "hello"}),
        (["replay", "refused"], {"code": "illegal", "file": "refused", "line": 12, "n": 3}),
        (["move", "sound", "d", "21"], {"code": "illegal", "file": "argument", "line": 2, "n": 4, "input": "21"}),
        (["show", "missing"], {"code": "usage", "line": None, "n": None, "input": None}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_errors_are_data_too(args: list[str], error: dict[str, object], files: Path) -> None:
    """One object on standard output, nothing on standard error, the usual exit code."""
    plain = run(*args, cwd=files)
    ran = run(*args, "--json", cwd=files)
    assert (ran.code, ran.err) == (plain.code, "")
    objects = [json.loads(line) for line in ran.out.splitlines()]
    errors = [one for one in objects if one["type"] == "error"]
    assert errors == objects[-1:]
    assert error.items() <= errors[0].items()


def test_the_bare_command_prints_help_on_standard_error(tmp_path: Path) -> None:
    bare = run(cwd=tmp_path)
    assert (bare.code, bare.out) == (2, "")
    asked = run("--help", cwd=tmp_path)
    assert (asked.code, asked.err) == (0, "")
    assert bare.err.split() == asked.out.split()
    assert run("-h", cwd=tmp_path) == asked


@pytest.mark.parametrize("words", [["--version"], ["--version", "games"]])
def test_version(words: list[str], tmp_path: Path) -> None:
    ran = run(*words, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"patience [0-9]+\.[0-9]+\.[0-9]+\n", ran.out)


def test_usage_errors_are_told_with_help_on_standard_error(tmp_path: Path) -> None:
    ran = run("show", "--nothing", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "Usage: patience show" in ran.err
    assert "--nothing" in ran.err


@pytest.mark.parametrize(
    "args",
    [["deal", "spiderete"], ["rules", "spiderete"], ["play", "spiderete"], ["play", "spiderete", "7"]],
    ids=" ".join,
)
def test_an_unknown_game_comes_with_the_near_miss(args: list[str], tmp_path: Path) -> None:
    ran = run(*args, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "'spiderete'" in ran.err
    assert "spiderette" in ran.err


def test_without_a_kept_game_play_lists_the_games(tmp_path: Path) -> None:
    ran = run("play", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert all(name in ran.err for name in NAMES)


def test_a_file_that_may_not_be_read(files: Path) -> None:
    for name in ("files", "moving", "looking", "playing", "common"):
        import_module(f"patience_cli.commands.{name}")  # the other user may not be able to read this Python
    user = 65534 if os.geteuid() == 0 else None
    for folder in [files, *files.parents]:
        if not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    (files / "sound").chmod(0)
    for args in (["show", "sound"], ["move", "sound", "d"], ["play", "sound"]):
        assert run(*args, cwd=files, user=user) == Ran(2, "", "patience: sound: Permission denied\n")


# -- bugs ----------------------------------------------------------------------------------------------------------


def test_a_bug_is_one_line_and_70(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sitecustomize.py").write_text(
        "import patience_cli.games\n"
        "def load(*_):\n"
        "    raise ZeroDivisionError('a bug')\n"
        "patience_cli.games.load = load\n"
    )
    env = environment(tmp_path)
    env["PYTHONPATH"] = f"{broken}{os.pathsep}{env['PYTHONPATH']}"
    ran = spawn("games", cwd=tmp_path, env=env)
    assert ran == Ran(70, "", "patience: bug: ZeroDivisionError('a bug'); PATIENCE_DEBUG=1 shows where\n")
    shown = spawn("games", cwd=tmp_path, env={**env, "PATIENCE_DEBUG": "1"})
    assert shown.code == 70
    assert shown.err.startswith("Traceback (most recent call last):\n")
    assert shown.err.endswith("ZeroDivisionError: a bug\n")


def test_the_installed_command_is_the_module(tmp_path: Path) -> None:
    script = Path(sys.executable).parent / "patience"
    if not script.exists():
        pytest.skip("the program is not installed beside this Python")
    args = ["deal", "gold-mine", "5"]
    done = subprocess.run([script, *args], capture_output=True, text=True, env=environment(tmp_path), check=True)
    assert done.stdout == run(*args, cwd=tmp_path).out
