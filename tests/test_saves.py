"""Games on disk: appended to, never made worse, and never played by two."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from program import ALMOST_WON, FIRST, HEAD, PATIENCE, Ran, environment, run, sample_files

from patience_cli.errors import PatienceError
from patience_cli.saves import GrowingFile, growing, replace_file

DEAL = "spiderette d1:7 " + "".join(HEAD.partition("deck:")[2].split()) + "\n"
END = "end: resigned moves=2 home=0 undos=0\n"
LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return sample_files(tmp_path)


@contextmanager
def engine(folder: Path, *args: str) -> Iterator[subprocess.Popen[bytes]]:
    """A game that answers line by line, and stays open."""
    with subprocess.Popen(
        [*PATIENCE, "play", "--json", *args],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        process.stdout.readline()
        yield process
        process.kill()


def ask(process: subprocess.Popen[bytes], line: str) -> list[str]:
    """Send a line and wait for its answers."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{line}\n".encode())
    process.stdin.flush()
    answers = []
    for answer in process.stdout:
        answers.append(answer.decode())
        if '"type":"done"' in answers[-1]:
            break
    return answers


# -- growing -------------------------------------------------------------------------------------------------------


def test_what_was_answered_is_on_disk(tmp_path: Path) -> None:
    """The file is appended to before the answer is given, and nothing in it ever changes."""
    with engine(tmp_path, "spiderette", "7", "--record", "game") as process:
        before = (tmp_path / "game").read_text()
        assert before == HEAD
        for line in ("46", "52 z", "# remark", "y", "21", "d  # deal"):
            ask(process, line)
            now = (tmp_path / "game").read_text()
            assert now.startswith(before)
            assert (now == before) == (line == "21")
            before = now
        process.kill()
    assert before == HEAD + "4-6=2D\n5-2=8H\nz\n# remark\ny\nd  # deal\n"
    assert run("replay", "game", cwd=tmp_path) == Ran(0, before, "")


def test_a_file_is_gone_on_with(files: Path) -> None:
    assert run("play", "sound", stdin="d\nz\n", cwd=files).code == 1
    assert (files / "sound").read_text() == FIRST + "d\nz\n"
    assert run("move", "sound", "7-5", "# why", "z  # because", cwd=files).code == 4
    assert (files / "sound").read_text() == FIRST + "d\nz\n", "all of the moves, or none"
    assert run("move", "sound", "d  # again", "# why", cwd=files).code == 0
    assert (files / "sound").read_text() == FIRST + "d\nz\nd  # again\n# why\n"


@pytest.mark.parametrize("moves", [["d", "21"], ["d", "hello"], ["d", "d", "9-1"], ["z", "z", "z"], ["d", "2D-7=3H"]])
def test_a_move_is_all_or_nothing(moves: list[str], files: Path) -> None:
    names = ("sound", "torn")
    before = [(files / name).read_bytes() for name in names]
    for name in names:
        ran = run("move", name, *moves, cwd=files)
        assert (ran.code in (4, 5), ran.out) == (True, "")
    assert [(files / name).read_bytes() for name in names] == before
    piped = run("move", *moves, stdin=FIRST, cwd=files)
    assert (piped.code in (4, 5), piped.out) == (True, "")


@pytest.mark.parametrize("ends", LINE_ENDS)
def test_line_ends_of_other_systems(ends: str, tmp_path: Path) -> None:
    """The old bytes stay; the new lines have ours."""
    old = FIRST.replace("\n", LINE_ENDS[ends]).encode()
    for start in (b"", b"\xef\xbb\xbf"):
        (tmp_path / "game").write_bytes(start + old)
        assert run("move", "game", "d", cwd=tmp_path).code == 0
        assert (tmp_path / "game").read_bytes() == start + old + b"d\n"
        assert run("replay", "game", cwd=tmp_path).out == FIRST + "d\n"


def test_a_head_without_a_body(tmp_path: Path) -> None:
    for text in (HEAD.rstrip("\n") + "\n", HEAD):
        for ends in LINE_ENDS.values():
            (tmp_path / "game").write_bytes(text.replace("\n", ends).encode())
            assert run("move", "game", "46", cwd=tmp_path).code == 0
            assert run("replay", "game", cwd=tmp_path) == Ran(0, HEAD + "4-6=2D\n", "")


# -- torn lines ----------------------------------------------------------------------------------------------------

TORN = ["d", "7-", "z", "# half a rem", "end: resigned moves=2 home=0 undos=0", "show", "? 21"]


@pytest.mark.parametrize("half", TORN)
def test_a_torn_line_is_never_taken_for_a_move(half: str, tmp_path: Path) -> None:
    told = "patience: game: line 12 has no line end: dropped\n"
    for ends in LINE_ENDS.values():
        torn = FIRST.replace("\n", ends).encode() + half.encode()
        (tmp_path / "game").write_bytes(torn)
        shown = run("show", "game", cwd=tmp_path)
        assert (shown.code, shown.err) == (0, told)
        assert shown.out.startswith("spiderette  d1:7  move 2 ")
        assert (tmp_path / "game").read_bytes() == torn, "looking changes nothing"
        assert run("move", "game", cwd=tmp_path).err == told
        assert run("play", "game", cwd=tmp_path).err == told
        assert (tmp_path / "game").read_bytes() == torn, "nor does a look with play"
        moved = run("move", "game", "d", cwd=tmp_path)
        assert (moved.code, moved.err) == (0, told)
        assert run("replay", "game", cwd=tmp_path) == Ran(0, FIRST + "d\n", "")


def test_a_torn_line_is_cut_off_when_the_game_goes_on(files: Path) -> None:
    assert run("play", "torn", stdin="d\n", cwd=files).code == 1
    assert (files / "torn").read_text() == FIRST + "d\n"


def test_files_with_a_torn_line_are_not_rewritten(files: Path) -> None:
    for args in (["check", "--update", "torn"], ["tidy", "-i", "torn"]):
        ran = run(*args, cwd=files)
        assert ran.code == 5
        assert "no line end" in ran.err
        assert (files / "torn").read_text() == FIRST + "7-"
    assert run("check", "torn", cwd=files).code == 1


# -- two on one file -----------------------------------------------------------------------------------------------


def test_a_second_process_is_refused(files: Path) -> None:
    differs = (files / "differs").read_text()
    for name in ("sound", "differs"):
        with engine(files, name) as process:
            for args in (
                ["play", name],
                ["move", name, "d"],
                ["move", name],
                *([["check", "--update", name], ["tidy", "-i", name]] if name == "differs" else []),
            ):
                ran = run(*args, cwd=files)
                assert (ran.code, ran.out if args[0] != "check" else "") == (74, "")
                assert ran.err == f"patience: {name} is being played by another process\n"
            assert run("show", name, cwd=files).code == 0, "anybody may look"
            assert ask(process, "d")[-1].endswith('"ok":true}\n')
    assert (files / "sound").read_text() == FIRST + "d\n"
    assert (files / "differs").read_text() == differs + "d\n"
    assert not list(files.glob("*lock*"))


def changed(path: Path) -> None:
    with path.open("a") as file:
        file.write("# by another hand\n")


def shortened(path: Path) -> None:
    path.write_text(HEAD)


def replaced(path: Path) -> None:
    (path.parent / "new").write_text(FIRST)
    os.replace(path.parent / "new", path)


def removed(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("change", [changed, shortened, replaced, removed])
def test_a_file_that_changed_under_us(change: object, files: Path) -> None:
    assert callable(change)
    with engine(files, "sound") as process:
        ask(process, "d")
        change(files / "sound")
        now = (files / "sound").read_bytes() if (files / "sound").exists() else None
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"z\n")
        process.stdin.flush()
        assert process.wait(60) == 74
        told = process.stdout.read().decode() + process.stderr.read().decode()
        assert told.count("sound changed while it was being played; nothing was written") == 1
        assert ((files / "sound").read_bytes() if (files / "sound").exists() else None) == now


# -- files that cannot be written ----------------------------------------------------------------------------------


def test_a_read_only_file(files: Path) -> None:
    """For root permissions are no hindrance, so it becomes somebody else."""
    user = 65534 if os.geteuid() == 0 else None
    for name in ("moving", "playing", "files", "looking"):
        __import__(f"patience_cli.commands.{name}")
    for folder in [files, *files.parents]:
        if not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    for name in ("sound", "differs"):
        (files / name).chmod(0o444)
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    for args in (
        ["move", "sound", "d"],
        ["play", "sound"],
        ["check", "--update", "differs"],
        ["tidy", "-i", "differs"],
    ):
        ran = run(*args, stdin="d\n", cwd=files, user=user)
        assert ran.code == 74
        assert ran.err == f"patience: {args[-1] if args[1] != 'sound' else 'sound'}: Permission denied\n"
    assert run("show", "sound", cwd=files, user=user).code == 0
    made = run("play", "spiderette", "7", "--record", "new", cwd=files, user=user)
    assert (made.code, made.err) == (74, "patience: new: Permission denied\n")
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before


SMALL_DISK = """
import resource, signal, sys
limit = int(sys.argv[1])
sys.dont_write_bytecode = True  # it would be cut off, and break whoever imports next
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
sys.argv = ["patience", *sys.argv[2:]]
from patience_cli.__main__ import main
main()
"""


def on_a_small_disk(limit: int, *args: str, cwd: Path, stdin: str = "") -> Ran:
    """Run a command that may not make a file larger than so many bytes."""
    done = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(limit), *args],
        cwd=cwd,
        env=environment(cwd),
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limit on the size of files")
@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("sound", ["move", "sound", "d  # a comment that does not fit any more"]),
        ("sound", ["play", "sound"]),
        ("torn", ["move", "torn", "d  # a comment that does not fit any more"]),
        ("ended", ["move", "--reopen", "ended", "d  # a comment that does not fit any more, as long as it is"]),
        ("differs", ["check", "--update", "differs"]),
        ("undone", ["tidy", "-i", "undone"]),
        ("deal", ["move", "deal", "46"]),
    ],
)
def test_a_full_disk(name: str, args: list[str], files: Path) -> None:
    """One clear error, 74, and the old content whole."""
    (files / "deal").write_text(DEAL)
    (files / "undone").write_text(HEAD + "4-6=2D\nz\n" * 30 + "5-2=8H\n")
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    room = len(before[name]) + 5 if args[0] != "tidy" and args[0] != "check" else 200
    ran = on_a_small_disk(room, *args, cwd=files, stdin="# so long that it does not fit\n")
    assert ran.code == 74
    assert [line for line in ran.err.splitlines() if "no line end" not in line] == [f"patience: {name}: File too large"]
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before
    assert run("show", name, cwd=files).code == 0


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limit on the size of files")
def test_a_disk_that_fills_up_while_a_game_is_played(tmp_path: Path) -> None:
    """What was accepted before stays, and the line that did not fit leaves no trace."""
    lines = "46\n" + "".join(f"# line {i}\n" for i in range(100))
    ran = on_a_small_disk(len(HEAD) + 30, "play", "spiderette", "7", "--record", "game", cwd=tmp_path, stdin=lines)
    assert (ran.code, ran.err) == (74, "patience: game: File too large\n")
    assert (tmp_path / "game").read_text() == HEAD + "4-6=2D\n# line 0\n# line 1\n"
    ran = on_a_small_disk(100, "play", "spiderette", "7", "--record", "other", cwd=tmp_path)
    assert (ran.code, ran.err) == (74, "patience: other: File too large\n")
    assert not (tmp_path / "other").exists()


# -- files that become transcripts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [["move", "game", "46"], ["play", "game"]])
def test_a_deal_line_becomes_a_transcript_with_its_first_move(how: list[str], tmp_path: Path) -> None:
    (tmp_path / "game").write_text(DEAL)
    os.chmod(tmp_path / "game", 0o640)
    assert run("play", "game", stdin="show\n", cwd=tmp_path).code == 1
    assert (tmp_path / "game").read_text() == DEAL, "no move, no change"
    run(*how, stdin="46\n", cwd=tmp_path)
    assert (tmp_path / "game").read_text() == HEAD + "4-6=2D\n"
    assert (tmp_path / "game").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["game"]
    run(*how, stdin="d\n", cwd=tmp_path)
    assert len((tmp_path / "game").read_text().splitlines()) in (len(HEAD.splitlines()) + 1, len(HEAD.splitlines()) + 2)


def test_a_board_becomes_a_transcript(tmp_path: Path) -> None:
    board = run("show", "--piles", stdin=FIRST, cwd=tmp_path).out
    (tmp_path / "game").write_text(board)
    assert run("move", "game", "d", cwd=tmp_path).code == 0
    text = (tmp_path / "game").read_text()
    assert text.startswith("#patience 1\ngame: spiderette\nrules: 1\nseed: d1:7\nstart:\n  1: 4D\n")
    assert text.endswith("\n\nd\n")
    assert run("check", "game", cwd=tmp_path).code == 0


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "game"
    target.write_text(FIRST.replace("5-2=8H", "52"))
    target.chmod(0o604)
    (tmp_path / "link").symlink_to("real/game")
    (tmp_path / "link to link").symlink_to("link")
    assert run("check", "--update", "link to link", cwd=tmp_path).code == 0
    assert target.read_text() == FIRST
    target.write_text(FIRST + "z\n")
    assert run("tidy", "-i", "link", cwd=tmp_path).code == 0
    assert target.read_text() == HEAD + "4-6=2D\n"
    target.write_text(DEAL)
    assert run("move", "link", "46", "52", cwd=tmp_path).code == 0
    assert target.read_text() == FIRST
    assert target.stat().st_mode & 0o777 == 0o604
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "link to link").is_symlink()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["game", "link", "link to link", "real"]


def test_a_file_of_somebody_else_stays_his(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may write for others")
    (tmp_path / "game").write_text(FIRST.replace("5-2=8H", "52"))
    os.chown(tmp_path / "game", 65534, 65533)
    assert run("check", "--update", "game", cwd=tmp_path).code == 0
    assert ((tmp_path / "game").stat().st_uid, (tmp_path / "game").stat().st_gid) == (65534, 65533)


def test_a_sound_file_is_not_touched_by_an_update(files: Path) -> None:
    before = (files / "sound").stat()
    assert run("check", "--update", "sound", cwd=files).code == 0
    after = (files / "sound").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_that_changed_before_it_is_replaced(files: Path) -> None:
    """Between reading and rewriting somebody else may have played."""
    with growing(str(files / "sound")) as file, pytest.raises(PatienceError, match="changed meanwhile"):
        file.replace("new", old=b"something else")
    assert (files / "sound").read_text() == FIRST


def test_a_replacement_that_fails_leaves_nothing_behind(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    before = sorted(files.iterdir())
    for name in ("replace", "fsync"):
        with monkeypatch.context() as patched:
            patched.setattr(os, name, fails)
            with pytest.raises(PatienceError, match="Input/output error"):
                replace_file(str(files / "sound"), "worse")
    assert sorted(files.iterdir()) == before
    assert (files / "sound").read_text() == FIRST


# -- the end of a game ---------------------------------------------------------------------------------------------


def test_an_end_is_written_when_the_game_is_left(tmp_path: Path) -> None:
    won = "end: won moves=1 home=52 undos=0\n"
    for args, stdin in ((["move", "game", "1f"], ""), (["play", "game"], "1f\n"), (["play", "game"], "1f\nquit\n")):
        (tmp_path / "game").write_text(ALMOST_WON)
        assert run(*args, stdin=stdin, cwd=tmp_path).code == 0
        assert (tmp_path / "game").read_text().endswith(f"\n1-fx13=KS\n{won}")
        assert run("check", "game", cwd=tmp_path).code == 0
    (tmp_path / "game").write_text(ALMOST_WON)
    with engine(tmp_path, "game") as process:
        ask(process, "1f")
        assert won not in (tmp_path / "game").read_text()
        ask(process, "z")
        ask(process, "1f")
        assert process.stdin
        process.stdin.close()
        assert process.wait(60) == 0
    assert (tmp_path / "game").read_text().endswith("end: won moves=1 home=52 undos=1\n")


def test_giving_up_is_written_at_once(tmp_path: Path) -> None:
    with engine(tmp_path, "spiderette", "7", "--record", "game") as process:
        ask(process, "46")
        ask(process, "resign")
        assert (tmp_path / "game").read_text() == HEAD + "4-6=2D\nend: resigned moves=1 home=0 undos=0\n"
        assert ask(process, "z")[-1].endswith('"ok":false}\n')
    assert (tmp_path / "game").read_text() == HEAD + "4-6=2D\nend: resigned moves=1 home=0 undos=0\n"


@pytest.mark.parametrize("line", ["d", "z", "resign", "a"])
def test_a_game_that_has_ended_is_over(line: str, files: Path) -> None:
    won = files / "was won"
    won.write_text(ALMOST_WON)
    run("move", "was won", "1f", cwd=files)
    for path in (files / "ended", won):
        before = path.read_bytes()
        for args in (["move", path, line], ["play", path]):
            ran = run(*args, stdin=f"{line}\n", cwd=files)
            assert ran.code == 4, ran
            assert path.read_bytes() == before
        assert run("show", path, cwd=files).code == 0
        assert run("play", path, stdin="show\n", cwd=files).code == (0 if path == won else 1)
        assert path.read_bytes() == before


@pytest.mark.parametrize("ends", LINE_ENDS)
@pytest.mark.parametrize("behind", ["", "\n# a weekend: well played\n", "# end: of story\n\n# really\n"])
def test_a_game_is_reopened(ends: str, behind: str, tmp_path: Path) -> None:
    """The line that ends it goes, whatever stands behind it stays."""
    ended = (FIRST + "# the end: near\n" + END + behind).replace("\n", LINE_ENDS[ends])
    for args in (["move", "--reopen", "game", "d"], ["play", "--reopen", "game"]):
        (tmp_path / "game").write_bytes(ended.encode())
        assert run(*args, stdin="d\n", cwd=tmp_path).code in (0, 1)
        text = (tmp_path / "game").read_text()
        assert text.replace("\r\n", "\n").replace("\r", "\n") == FIRST + "# the end: near\n" + behind + "d\n"


def test_a_game_that_is_reopened_and_only_looked_at_stays_ended(files: Path) -> None:
    assert run("play", "--reopen", "ended", stdin="show\n", cwd=files).code == 1
    assert (files / "ended").read_text() == FIRST + END


# -- records -------------------------------------------------------------------------------------------------------


def test_a_record_never_goes_over_a_file(files: Path) -> None:
    for name in ("sound", "empty", "/dev/null", "."):
        ran = run("play", "spiderette", "7", "--record", name, stdin="46\n", cwd=files)
        assert ran.code == 2
        assert "exists already" in ran.err
    assert (files / "sound").read_text() == FIRST
    assert (files / "empty").read_text() == ""


def test_a_record_on_standard_output_is_the_transcript_and_nothing_else(tmp_path: Path) -> None:
    lines = "46\nshow\n52\nlegal\nwhere 2D\n"
    assert run("play", "spiderette", "7", "--record", "-", stdin=lines, cwd=tmp_path) == Ran(1, FIRST, "")
    resigned = run("play", "spiderette", "7", "--record", "-", stdin="46 52\nresign\n", cwd=tmp_path)
    assert resigned == Ran(1, FIRST + END, "patience: the game is given up\n")


def test_a_game_from_a_pipe_is_recorded_with_what_was_played(tmp_path: Path) -> None:
    assert run("play", "-", "--record", "new", stdin=FIRST, cwd=tmp_path).code == 1
    assert (tmp_path / "new").read_text() == FIRST
    assert run("play", "-", "--record", "other", stdin=FIRST + "9-1\n", cwd=tmp_path).code == 4
    assert not (tmp_path / "other").exists()


def test_refused_moves_are_recorded_when_that_is_asked_for(tmp_path: Path) -> None:
    ran = run(
        "play", "spiderette", "7", "--record", "new", "--keep-going", "--log-refused", stdin="21\n46\n", cwd=tmp_path
    )
    assert ran.code == 4
    body = (tmp_path / "new").read_text().removeprefix(HEAD)
    assert body == "? 21\n! 9C cannot go on 4D: not one rank lower\n4-6=2D\n"
    assert run("check", "new", cwd=tmp_path).code == 0


def test_what_is_no_file_cannot_grow(tmp_path: Path) -> None:
    """A pipe given as a file would be waited for, for ever."""
    os.mkfifo(tmp_path / "fifo")
    for name in ("fifo", "/dev/null"):
        ran = run("move", name, "d", cwd=tmp_path)
        assert (ran.code, ran.out) == (2, "")
        assert "no file that could grow" in ran.err


def test_a_growing_file_as_a_value(tmp_path: Path) -> None:
    """What the commands build on: `data` at the start, lines behind it, and a torn end replaced."""
    path = tmp_path / "file"
    path.write_bytes(b"one\ntw")
    with growing(str(path)) as file:
        assert file.data == b"one\ntw"
        file.append(["two", "three"], keep=4)
        file.append(["four"])
        assert path.read_bytes() == b"one\ntwo\nthree\nfour\n"
        with pytest.raises(PatienceError, match="played by another process"):
            GrowingFile(str(path))
    GrowingFile(str(path)).close()
