"""The real program: processes, pipes and terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, NoReturn

import patience_cli.cli  # noqa: F401 - loaded once, for all that are forked
from patience_cli.__main__ import main
from patience_cli.deals import Deal, Seed, deck_for
from patience_cli.games import load
from patience_cli.script import of_deal
from patience_cli.transcript import head_lines, joined

# Every command, with arguments for a folder of `sample_files`.
COMMANDS = {
    "games": [],
    "rules": ["spiderette"],
    "deal": ["spiderette", "1"],
    "convert": ["sound", "--to", "transcript"],
    "play": ["spiderette", "7"],
    "move": ["sound", "d"],
    "show": ["sound"],
    "legal": ["sound"],
    "replay": ["sound"],
    "check": ["sound"],
    "tidy": ["sound"],
    "solve": ["won", "--brief"],
    "hint": ["sound"],
    "study": ["will-o-the-wisp", "--seeds", "1-1", "--nodes", "10"],
    "stats": [],
    "man": [],
}

PATIENCE = [sys.executable, "-m", "patience_cli"]
ROOT = Path(__file__).parent.parent

# -- games from a few lines ----------------------------------------------------------------------------------------

# Spiderette, one move from the end: the last run lies in column 1.
ALMOST_WON = """\
#patience-board 1
game: spiderette
seed: -

1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS
2:
3:
4:
5:
6:
7:
f1: KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC
f2: KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD
f3: KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH
f4:
s:
"""

# Spiderette with kings and jacks on top: nothing can move, and the stock is empty.
LOST = """\
#patience-board 1
game: spiderette
seed: -

1: <AC> <2C> <3C> <4C> <5C> <6C> <7C> <8C> <9C> <TC> <QC> <AD> <2D> <3D> <4D> <5D> <6D> <7D> <8D> <9D> <TD> <QD> KC
2: <AH> <2H> <3H> <4H> <5H> <6H> <7H> <8H> <9H> <TH> <QH> KD
3: <AS> <2S> <3S> <4S> <5S> <6S> <7S> <8S> <9S> <TS> <QS> <JS> KH
4: KS
5: JC
6: JD
7: JH
f1:
f2:
f3:
f4:
s:
"""


def head(name: str, seed: str) -> str:
    """A transcript of a deal, without moves."""
    game = load(name)
    return joined(head_lines(of_deal(Deal(game, Seed("d1", seed), deck_for(game, Seed("d1", seed))))))


HEAD = head("spiderette", "7")
FIRST = HEAD + "4-6=2D\n5-2=8H\n"  # two of its moves


def sample_files(folder: Path) -> Path:
    """A folder with a file of each kind: sound, differing, refused, malformed, and so on."""
    texts = {
        "sound": FIRST,
        "differs": FIRST.replace("5-2=8H", "52"),
        "refused": FIRST + "2-1=8H\n",
        "malformed": FIRST + "hello\n",
        "torn": FIRST + "7-",
        "ended": FIRST + "end: resigned moves=2 home=0 undos=0\n",
        "won": ALMOST_WON,
        "lost": LOST,
        "empty": "",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


class Ran(NamedTuple):
    """What a process left: its exit code (below nought: the signal that ended it), and what it printed."""

    code: int
    out: str
    err: str


def environment(home: Path, **more: str) -> dict[str, str]:
    """A small environment of its own: nothing of the machine's or the user's settings gets in."""
    plain = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "TERM": "xterm",
        "COLUMNS": "80",
        "PYTHONPATH": str(ROOT),
    }
    return {**plain, **more}


def run(
    *args: str | Path,
    stdin: str | bytes | int = "",
    cwd: Path,
    env: Mapping[str, str] | None = None,
    user: int | None = None,
) -> Ran:
    """Run a command to its end, in a process of its own that is forked from this one, which saves the start-up.

    `stdin` is what it reads, or a descriptor; `user` the number of the user it runs as.
    """
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        if not isinstance(stdin, int):
            given.write(stdin.encode() if isinstance(stdin, str) else stdin)
            given.seek(0)
        streams = (stdin if isinstance(stdin, int) else given.fileno(), out.fileno(), err.fileno())
        child = os.fork()
        if child == 0:
            _become(streams, [str(arg) for arg in args], cwd, env or environment(cwd), user)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        return _without_traceback(Ran(code, out.read().decode(), err.read().decode()), env)


def _become(
    streams: tuple[int, int, int], args: list[str], cwd: Path, env: Mapping[str, str], user: int | None
) -> NoReturn:
    """Turn this process into the program, and end it as the program would end."""
    code: object = 1
    try:
        signal.alarm(60)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        os.environ.clear()
        os.environ.update(env)
        os.chdir(cwd)
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
        sys.argv = ["patience", *args]
        main()
    except SystemExit as leaving:
        code = leaving.code or 0
    finally:
        os._exit(code if isinstance(code, int) else 1)


def spawn(
    *args: str | Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    program: Sequence[str] = PATIENCE[1:],
    **more: Any,
) -> Ran:
    """Run a command in an interpreter of its own, as a shell would; `more` goes to `subprocess.run`."""
    streams = {"input": b""} if "stdin" not in more and "input" not in more else {}
    done = subprocess.run(
        [sys.executable, *program, *map(str, args)],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams, **more},
        cwd=cwd,
        env=dict(env or environment(cwd)),
        timeout=60,
        check=False,
    )
    ran = Ran(done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode())
    return _without_traceback(ran, env)


def _without_traceback(ran: Ran, env: Mapping[str, str] | None) -> Ran:
    """No traceback may ever be seen, unless it was asked for."""
    assert "Traceback" not in ran.err or "PATIENCE_DEBUG" in (env or {}), ran.err
    return ran
