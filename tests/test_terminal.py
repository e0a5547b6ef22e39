"""A person at a terminal: prompt, line editing, history, Ctrl-C and Ctrl-D, and games that are kept."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pexpect
import pyte
import pytest
from program import ALMOST_WON, FIRST, HEAD, PATIENCE, Ran, environment, head, run

from patience_cli import saves
from patience_cli.commands import terminal
from patience_cli.commands.books import Book
from patience_cli.commands.playing import Table
from patience_cli.errors import PatienceError
from patience_cli.session import Answer, Session

PROMPT = "> "
WAIT = 30
CTRL_A, CTRL_C, CTRL_D, UP, LEFT = "\x01", "\x03", "\x04", "\x1b[A", "\x1b[D"


class Player:
    """Somebody at a terminal of 100 columns, and what the screen shows."""

    def __init__(self, home: Path, *args: str | Path, **env: str) -> None:
        words = [*PATIENCE, *map(str, args)]
        self.child = pexpect.spawn(
            words[0], words[1:], env=environment(home, **env), cwd=str(home), dimensions=(60, 100), timeout=WAIT
        )
        self.screen: list[str] = []
        self._screen = pyte.Screen(100, 60)
        self._stream = pyte.ByteStream(self._screen)

    def sees(self, *texts: str) -> str:
        """Wait until the prompt stands there, and give what came before it; all texts must be in it."""
        self.child.expect_exact(PROMPT)
        seen = self.child.before.decode(errors="replace")
        self._stream.feed(self.child.before + PROMPT.encode())
        self.screen = [line.rstrip() for line in self._screen.display]
        for text in texts:
            assert text in seen, seen
        return re.sub(r"\x1b\[\?2004[hl]|\r", "", seen)

    def types(self, line: str, *texts: str) -> str:
        """Type a line; what is seen up to the next prompt."""
        self.child.sendline(line)
        return self.sees(*texts)

    def leaves(self, typed: str) -> tuple[int, str]:
        """Type something that ends the game: the exit code, and the last words."""
        self.child.send(typed)
        self.child.expect(pexpect.EOF)
        self.child.wait()
        code = self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus
        return code, re.sub(r"\x1b\[\?2004[hl]|\r", "", self.child.before.decode(errors="replace"))


@contextmanager
def player(home: Path, *args: str | Path, **env: str) -> Iterator[Player]:
    at_table = Player(home, *args, **env)
    try:
        yield at_table
    finally:
        at_table.child.close(force=True)


def kept(home: Path) -> dict[str, str]:
    """The kept games by name."""
    folder = home / "state" / "patience" / "games"
    return {path.name: path.read_text() for path in folder.iterdir()} if folder.exists() else {}


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_game_at_the_prompt(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees("Spiderette", "spiderette  d1:7  move 0  home 0/52  deals 4")
        assert "move 1 " in at.types("46")
        refused = at.types("21", "9C cannot go on 4D: not one rank lower")
        assert "spiderette  d1:7" not in refused, "a line that changed nothing prints no table"
        assert "move" not in at.types("where 2D", "column 6").partition("column")[2]
        at.types("nonsense", "not a move: 'nonsense'")
        at.types("52", "move 2  home 0/52")
        at.types("  # a remark of mine")
        at.types("z z y", "move 1 ")
        at.types("y", "move 2 ")
        assert kept(tmp_path) == {
            "spiderette-d1-7.patience": FIRST + "# a remark of mine\nz\nz\ny\ny\n",
        }
        code, words = at.leaves("quit\r")
        assert code == 0
        assert words.splitlines()[-1] == ("patience: saved, resume with: patience play --resume")
    assert run("check", tmp_path / "state/patience/games/spiderette-d1-7.patience", cwd=tmp_path).code == 0


def test_every_way_to_leave(tmp_path: Path) -> None:
    for typed, code in (("q\r", 0), (CTRL_D, 0), (CTRL_C, 130)):
        with player(tmp_path, "play", "spiderette", "7") as at:
            at.sees()
            left, words = at.leaves(typed)
            assert left == code
            assert words.splitlines()[-1].startswith("patience: saved, resume with: patience play ")


def test_ctrl_c_clears_a_half_typed_line(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees()
        at.child.send("4")
        at.child.expect_exact("4")
        at.child.send(CTRL_C)
        at.sees()
        at.types("46", "move 1 ")
        assert at.leaves(CTRL_C)[0] == 130
    assert kept(tmp_path)["spiderette-d1-7.patience"].splitlines()[-1] == "4-6=2D"


def test_line_editing_and_history(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees()
        at.types(f"6{CTRL_A}4", "move 1 ")
        at.types(f"5x2{LEFT}\b", "move 2 ")
        assert [line for line in at.screen if line.startswith(PROMPT)] == ["> 46", "> 52"]
        at.leaves("# the last line\rquit\r")
    history = tmp_path / "state" / "patience" / "history"
    assert history.read_text().split("\n")[-4:] == ["52", "# the last line", "quit", ""]
    with player(tmp_path, "play", "--resume") as at:
        at.sees("move 2 ")
        at.types(f"{UP}{UP}")
        assert at.leaves(CTRL_D)[0] == 0
    assert kept(tmp_path)["spiderette-d1-7.patience"] == FIRST + "# the last line\n" * 2


def test_what_is_pasted_may_hold_several_lines(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees()
        at.types("\x1b[200~46\r52\r# pasted\x1b[201~", "move 1 ", "move 2 ")
        at.types("z", "move 1 ")
        at.leaves(CTRL_D)
    assert kept(tmp_path)["spiderette-d1-7.patience"] == FIRST + "# pasted\nz\n"


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    """Neither bytes that are no UTF-8 nor a line end or NUL typed with Ctrl-V get into the record."""
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees()
        at.types("# schön")
        at.types("# a\x16\x00")
        at.types("# b\x16\rd", "move 1 ")
        at.child.send(b"# caf\xe9\xff!\r")
        at.sees("not UTF-8 (byte 0xe9)")
        at.leaves(CTRL_D)
    assert kept(tmp_path) == {"spiderette-d1-7.patience": HEAD + "# schön\n# a\n# b\nd\n"}


def test_the_words_of_play(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees()
        at.types("help", "undo", "resign")
        at.types("?", "undo", "resign")
        at.types("46 52", "move 2 ")
        at.types("restart", "move 0 ")
        at.types("y", "move 2 ")
        at.types("save copy.patience", "saved as copy.patience")
        at.types("save copy.patience", "copy.patience exists already")
        at.types("save", "save where?")
        at.types("save no/where/at.all", "No such file or directory")
        at.types("new spiderete", "'spiderete'", "spiderette")
        at.types("new gold-mine 5 6", "what is '6'?")
        at.types("new gold-mine 5", "Gold Mine", "gold-mine  d1:5  move 0 ")
        at.types("d", "move 1 ")
        at.types("new", "gold-mine  d1:")
        assert at.leaves("quit\r")[0] == 0
    assert (tmp_path / "copy.patience").read_text() == FIRST
    games = kept(tmp_path)
    assert games["spiderette-d1-7.patience"] == FIRST + "z\nz\ny\ny\n"
    assert games["gold-mine-d1-5.patience"] == head("gold-mine", "5") + "d\n"
    assert len(games) == 3


def test_a_game_that_is_won(tmp_path: Path) -> None:
    (tmp_path / "game").write_text(ALMOST_WON)
    with player(tmp_path, "play", "game") as at:
        at.sees()
        at.types("1f", "the game is won", "home 52/52", "won")
        assert "end:" not in (tmp_path / "game").read_text(), "undo is open as long as the game is not left"
        at.types("z", "move 0 ")
        at.types("1f", "the game is won")
        at.types("d", "the game is over: it is won")
        code, words = at.leaves("quit\r")
    assert (code, "saved" in words) == (0, False)
    assert (tmp_path / "game").read_text().endswith("\n1-fx13=KS\nz\n1-fx13=KS\nend: won moves=1 home=52 undos=1\n")
    assert kept(tmp_path) == {}, "a game that has a file is kept there only"
    assert run("check", "game", cwd=tmp_path).code == 0


def test_a_game_that_is_given_up(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees()
        at.types("resign", "the game is given up")
        assert kept(tmp_path)["spiderette-d1-7.patience"] == HEAD + "end: resigned moves=0 home=0 undos=0\n"
        at.types("46", "the game is over")
        at.types("z", "the game is over")
        assert at.leaves("quit\r")[0] == 0
    assert kept(tmp_path)["spiderette-d1-7.patience"] == HEAD + "end: resigned moves=0 home=0 undos=0\n"
    counted = (tmp_path / "state" / "patience" / "stats.jsonl").read_text()
    assert [json.loads(line)["result"] for line in counted.splitlines()] == ["resigned"]


# -- games that are kept -------------------------------------------------------------------------------------------


def test_names_of_kept_games(tmp_path: Path) -> None:
    for _ in range(3):
        with player(tmp_path, "play", "gold-mine", "ms:617") as at:
            at.sees()
            at.leaves(CTRL_D)
    names = ["gold-mine-ms-617-2.patience", "gold-mine-ms-617-3.patience", "gold-mine-ms-617.patience"]
    assert sorted(kept(tmp_path)) == names


def test_resuming(tmp_path: Path) -> None:
    assert run("play", "--resume", cwd=tmp_path).code == 2
    folder = tmp_path / "state" / "patience" / "games"
    folder.mkdir(parents=True)
    games = [
        ("spider-d1-1", head("spider", "1"), 100),
        ("spiderette-d1-7", FIRST, 200),
        ("spider-two-d1-1", head("spider-two", "1"), 300),
        ("gold-mine-d1-1", head("gold-mine", "1") + "d\nend: resigned moves=1 home=0 undos=0\n", 400),
        ("gold-mine-broken", "#patience 1\n", 500),
    ]
    for name, text, seconds in games:
        (folder / f"{name}.patience").write_text(text)
        os.utime(folder / f"{name}.patience", (seconds, seconds))
    for args, seen in (
        (["--resume"], "spiderette  d1:7  move 2 "),  # games without a move hide no other
        ([], "spiderette  d1:7  move 2 "),
        (["--resume", "spider"], "spider  d1:1  move 0 "),
        (["--resume", "spiderette"], "spiderette  d1:7  move 2 "),
    ):
        with player(tmp_path, "play", *args) as at:
            at.sees(seen)
            at.leaves(CTRL_D)
    with player(tmp_path, "play", "--resume", "spiderette") as at:
        at.sees()
        at.types("d", "move 3 ")
        at.leaves(CTRL_D)
    assert kept(tmp_path)["spiderette-d1-7.patience"] == FIRST + "d\n"
    with player(tmp_path, "play") as at:
        at.sees("spiderette  d1:7  move 3 ")
    assert run("play", "--resume", "gold-mine", cwd=tmp_path) == Ran(
        2, "", "patience: no unfinished game of gold-mine is kept\n"
    )
    assert run("play", "--resume", "goldmine", cwd=tmp_path).code == 2


@pytest.mark.parametrize(("answer", "seen"), [("", "move 2 "), ("n", "move 0 ")])
def test_an_unfinished_game_is_offered(answer: str, seen: str, tmp_path: Path) -> None:
    folder = tmp_path / "state" / "patience" / "games"
    folder.mkdir(parents=True)
    (folder / "spiderette-d1-7.patience").write_text(FIRST)
    with player(tmp_path, "play", "spiderette") as at:
        at.child.expect_exact("spiderette-d1-7.patience is unfinished. Go on with it? [Y/n] ")
        at.child.sendline(answer)
        at.sees(seen)
        at.leaves(CTRL_D)
    with player(tmp_path, "play", "spiderette", "8") as at:  # another deal is another game, and nobody is asked
        at.sees("spiderette  d1:8  move 0 ")
        at.leaves(CTRL_D)
    assert len(kept(tmp_path)) == (2 if answer == "" else 3)
    with player(tmp_path, "play", "spiderette", "7") as at:  # that very deal was begun
        at.child.expect_exact("spiderette-d1-7.patience is unfinished. Go on with it? [Y/n] ")
        at.child.sendline("well")
        at.child.expect_exact("Go on with it? [Y/n] ")
        at.child.sendline("y")
        at.sees("spiderette  d1:7  move 2 ")
        at.leaves(CTRL_D)
    with player(tmp_path, "play", "spiderette", "7", "-o", "discard=auto") as at:  # but not with this option
        at.sees("spiderette,discard=auto  d1:7  move 0 ")
        at.leaves(CTRL_D)


def test_a_pipe_may_look_at_a_kept_game_but_not_change_it(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "patience" / "games"
    folder.mkdir(parents=True)
    (folder / "spiderette-d1-7.patience").write_text(FIRST)
    for args in (["play"], ["play", "--resume"], ["play", "--resume", "spiderette"]):
        ran = run(*args, stdin="d\n", cwd=tmp_path)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith("spiderette  d1:7  move 3 ")
    assert kept(tmp_path) == {"spiderette-d1-7.patience": FIRST}


def test_a_game_with_a_record_is_kept_there_only(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7", "--record", "my game") as at:
        at.sees()
        at.types("46 52")
        _, words = at.leaves(CTRL_C)
    assert words.splitlines()[-1] == "patience: saved, resume with: patience play 'my game'"
    assert (tmp_path / "my game").read_text() == FIRST
    assert kept(tmp_path) == {}


def test_the_window_is_closed(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7") as at:
        at.sees()
        at.types("46", "move 1 ")
        at.types("52", "move 2 ")
        at.child.close()  # hangs up
    assert kept(tmp_path) == {"spiderette-d1-7.patience": FIRST}


# -- homes and state directories -----------------------------------------------------------------------------------


def test_nothing_is_written_to_the_home_directory(tmp_path: Path) -> None:
    home, state = tmp_path / "home", tmp_path / "state"
    home.mkdir()
    with player(tmp_path, "play", "spiderette", "7", HOME=str(home), XDG_STATE_HOME=str(state)) as at:
        at.sees()
        at.types("46")
        at.leaves(CTRL_D)
    assert list(home.iterdir()) == []
    assert sorted(path.name for path in (state / "patience").iterdir()) == ["games", "history"]


@pytest.mark.parametrize("state", ["/dev/null/state", "file"])
def test_a_state_directory_that_cannot_be_written(state: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    where = state if state.startswith("/") else str(tmp_path / state)
    with player(tmp_path, "play", "spiderette", "7", XDG_STATE_HOME=where, COLUMNS="200") as at:
        at.sees("Not a directory; this game is not kept", "move 0 ")
        at.types("46", "move 1 ")
        at.types("resign", "the game is given up")
        code, words = at.leaves("quit\r")
        assert (code, "saved" in words) == (0, False)
    assert run("play", "--resume", cwd=tmp_path, env=environment(tmp_path, XDG_STATE_HOME=where)).code == 2


def test_nobody_has_no_state_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without HOME and without an entry in the list of users no folder called `~` is made."""
    import pwd

    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PatienceError, match="no home directory"):
        saves.keep("spiderette", "d1:7")
    assert saves.kept_games() == []
    assert list(tmp_path.iterdir()) == []


# -- half a terminal -----------------------------------------------------------------------------------------------


def test_a_terminal_that_types_into_a_pipe(tmp_path: Path) -> None:
    """Standard output is no terminal: the prompt goes to standard error, the output is plain, the game is kept."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PATIENCE, "play", "spiderette", "7"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as process:
        os.close(theirs)
        os.write(ours, b"46\n52\n21\n# caf\xe9\n\x04")
        out, err = process.communicate(timeout=WAIT)
        os.close(ours)
    assert process.returncode == 0
    assert [line for line in out.decode().splitlines() if line.startswith("spiderette")] == [
        f"spiderette  d1:7  move {n}  home 0/52  deals 4" for n in range(3)
    ]
    assert "\x1b" not in out.decode() + err.decode()
    assert PROMPT not in out.decode()
    assert err.decode().count(PROMPT) == 5
    assert "cannot go on" in err.decode()
    assert "not UTF-8 (byte 0xe9)" in err.decode()
    assert kept(tmp_path) == {"spiderette-d1-7.patience": FIRST}


def test_a_pipe_that_types_into_a_terminal(tmp_path: Path) -> None:
    """Standard input is no terminal: no prompt, and nothing is kept."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PATIENCE, "play", "spiderette", "7"],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env=environment(tmp_path, NO_COLOR="1"),
    ) as process:
        os.close(theirs)
        assert process.stdin
        process.stdin.write(b"46\n52\n")
        process.stdin.close()
        assert process.wait(WAIT) == 1
    seen = os.read(ours, 65536).decode()
    os.close(ours)
    assert seen.startswith("spiderette  d1:7  move 2 ")
    assert PROMPT not in seen
    assert list(tmp_path.iterdir()) == []


def test_no_input_never_prompts(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7", "--no-input") as at:
        code, words = at.leaves(f"46\r52\r{CTRL_D}")
    assert code == 1
    assert PROMPT not in words
    assert kept(tmp_path) == {}


def test_a_record_on_standard_output_leaves_no_room_for_tables(tmp_path: Path) -> None:
    with player(tmp_path, "play", "spiderette", "7", "--record", "-") as at:
        code, words = at.leaves(f"46\r52\r{CTRL_D}")
    assert code == 1
    assert words.replace("46\n52\n", "").replace("^D\x08\x08", "").endswith(FIRST[-200:])
    assert "home 0/52" not in words
    assert kept(tmp_path) == {}


def test_the_game_that_is_meant_when_none_is_named(tmp_path: Path) -> None:
    with player(tmp_path, "play", PATIENCE_GAME="gold-mine") as at:
        at.sees("Gold Mine", "move 0 ")
        at.leaves(CTRL_D)
    piped = run("play", cwd=tmp_path, env=environment(tmp_path / "nobody", PATIENCE_GAME="gold-mine"))
    assert piped.code == 2  # what is set changes only what a terminal shows
    with player(tmp_path, "play", PATIENCE_GAME="spiderette") as at:
        at.sees("gold-mine  d1:")  # a kept game comes first


class Slow:
    """A game in which an answer takes too long for the player."""

    def __init__(self, made: object) -> None:
        self.record: object = "before"
        self.number = 0
        self._made = made

    def feed(self, _: str) -> Iterator[Answer]:
        self.record = self._made
        raise KeyboardInterrupt
        yield


def test_ctrl_c_while_an_answer_is_thought_over(capsys: pytest.CaptureFixture[str]) -> None:
    """The game goes on when nothing was made; else what was made may not be recorded, and it is left."""
    assert terminal._answer(Table(cast(Session, Slow("before")), Book()), "hint") is None
    assert capsys.readouterr().err == "interrupted\n"
    with pytest.raises(KeyboardInterrupt):
        terminal._answer(Table(cast(Session, Slow("after")), Book()), "46")


def test_a_folder_of_long_standing(tmp_path: Path) -> None:
    """The game is found again by the shell line that was told on leaving."""
    with player(tmp_path, "play", "spiderette", "7", XDG_STATE_HOME=str(tmp_path / "a b; c")) as at:
        at.sees()
        at.types("46 52")
        _, words = at.leaves(CTRL_C)
    line = words.splitlines()[-1].partition("resume with: patience ")[2]
    done = subprocess.run(
        ["sh", "-c", f"{' '.join(PATIENCE)} {line} </dev/null"],
        capture_output=True,
        text=True,
        env=environment(tmp_path, XDG_STATE_HOME=str(tmp_path / "a b; c")),
        cwd=tmp_path,
        check=False,
    )
    assert done.stdout.startswith("spiderette  d1:7  move 2 ")


def test_a_narrow_window_is_kept_to(tmp_path: Path) -> None:
    """In forty columns tables are compact without a word, and words break between words."""
    with player(tmp_path, "play", "miss-milligan", "10", COLUMNS="40") as at:
        at.child.setwinsize(20, 40)
        shown = at.sees()
        at.child.sendline("14")
        shown += at.sees()
        at.child.sendline("help")
        shown += at.sees()
        at.leaves(CTRL_D)
    lines = [line.rstrip("\r") for line in shown.split("\n")]
    assert [line for line in lines if len(line) > 40 and "\x1b" not in line] == []
    assert any(line.startswith("Miss Milligan. help lists the words,") for line in lines)
